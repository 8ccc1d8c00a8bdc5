/*-------------------------------------------------------------------------
 *
 * vnt_names.c
 *	  The names that a builder knows.
 *
 * Interface: vnt_names_init, _free, _next_document, _unuse, _intern,
 * _more_used.
 *
 * Names outlive their document: documents of one table are much alike.  Each
 * remembers two names that followed it, so that a reader of text can compare
 * with those before anything else; and each has a rank among all
 * names known (vnt_dictionary.c).
 *
 * Chains in the hash table are bounded: when one grows long the table goes
 * over to SipHash, keyed with addresses, which names cannot be made to
 * collide under.
 *
 * Limits: all is forgotten when the last document left KEEP_NAMES names or
 * KEEP_BYTES bytes of names unused.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_tape.h"

#define KEEP_NAMES		4096
#define KEEP_BYTES		(64 * 1024)
#define FIRST_BUCKETS	128
#define LONGEST_CHAIN	12

/* ---------------------------------------------------------------------
 * Life
 * ---------------------------------------------------------------------
 */
static void
forget(VntNames *n)
{
	vnt_arena_reset(&n->arena);
	n->count = 0;
	n->bytes = 0;
	n->bucket_count = 0;
	n->keyed = false;
	n->document = 1;
	n->first = VNT_NONE;
	n->ranked_count = 0;
	n->dictionary_count = 0;
	n->dictionary_number = 1;
	n->metadata_size = 0;
	n->broken = false;
}

/* Nothing is known of the current document. */
static void
restart(VntNames *n)
{
	n->last = VNT_NONE;
	n->used_count = 0;
	n->used_known = 0;
	n->used_bytes = 0;
}

void
vnt_names_init(VntNames *n, const VntHost *host)
{
	memset(n, 0, sizeof(*n));
	n->host = host;
	n->arena.host = host;
	n->seed[0] = (uint64_t) (uintptr_t) n;
	n->seed[1] = (uint64_t) (uintptr_t) &host;
	forget(n);
	restart(n);
}

static void
release(const VntHost *host, void *ptr)
{
	if (ptr)
		host->release(host->ctx, ptr);
}

void
vnt_names_free(VntNames *n)
{
	vnt_arena_free(&n->arena);
	release(n->host, n->names);
	release(n->host, n->buckets);
	release(n->host, n->used);
	release(n->host, n->ranked);
	release(n->host, n->dictionary);
	release(n->host, n->keys);
	release(n->host, n->metadata);
}

void
vnt_names_next_document(VntNames *n)
{
	if (n->broken || n->document >= UINT32_MAX - 2 ||
		n->count - n->used_count > KEEP_NAMES ||
		n->bytes - n->used_bytes > KEEP_BYTES)
		forget(n);
	n->document++;
	restart(n);
}

void
vnt_names_unuse(VntNames *n)
{
	uint32_t	last = n->last;

	n->document++;
	restart(n);
	n->last = last;
}

/* ---------------------------------------------------------------------
 * The hash table
 * ---------------------------------------------------------------------
 */
static uint64_t
load_tail(const uint8_t *p, size_t len)
{
	uint64_t	word = 0;

	for (size_t i = 0; i < len; i++)
		word |= (uint64_t) p[i] << 8 * i;
	return word;
}

static uint32_t
hash_fast(const uint8_t *p, size_t len, uint64_t seed)
{
	uint64_t	h = seed ^ len * UINT64_C(0x9e3779b97f4a7c15);

	for (; len >= 8; p += 8, len -= 8)
	{
		h = (h ^ vnt_load64(p)) * UINT64_C(0xff51afd7ed558ccd);
		h ^= h >> 32;
	}
	h = (h ^ load_tail(p, len)) * UINT64_C(0xc4ceb9fe1a85ec53);
	h ^= h >> 32;
	return (uint32_t) (h ^ h >> 15);
}

static inline uint64_t
rotate(uint64_t x, int n)
{
	return x << n | x >> (64 - n);
}

static void
sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[2] += v[3];
	v[1] = rotate(v[1], 13) ^ v[0];
	v[3] = rotate(v[3], 16) ^ v[2];
	v[0] = rotate(v[0], 32);
	v[2] += v[1];
	v[0] += v[3];
	v[1] = rotate(v[1], 17) ^ v[2];
	v[3] = rotate(v[3], 21) ^ v[0];
	v[2] = rotate(v[2], 32);
}

/* SipHash-1-3 */
static uint32_t
hash_keyed(const uint8_t *p, size_t len, const uint64_t key[2])
{
	uint64_t	v[4];
	uint64_t	word = (uint64_t) len << 56;

	v[0] = key[0] ^ UINT64_C(0x736f6d6570736575);
	v[1] = key[1] ^ UINT64_C(0x646f72616e646f6d);
	v[2] = key[0] ^ UINT64_C(0x6c7967656e657261);
	v[3] = key[1] ^ UINT64_C(0x7465646279746573);
	for (; len >= 8; p += 8, len -= 8)
	{
		uint64_t	m = vnt_load64(p);

		v[3] ^= m;
		sip_round(v);
		v[0] ^= m;
	}
	word |= load_tail(p, len);
	v[3] ^= word;
	sip_round(v);
	v[0] ^= word;
	v[2] ^= 0xff;
	sip_round(v);
	sip_round(v);
	sip_round(v);
	word = v[0] ^ v[1] ^ v[2] ^ v[3];
	return (uint32_t) (word ^ word >> 32);
}

static inline uint32_t
hash_name(const VntNames *n, const uint8_t *p, size_t len)
{
	return n->keyed ? hash_keyed(p, len, n->seed) :
		hash_fast(p, len, n->seed[0]);
}

static void
fill_buckets(VntNames *n)
{
	memset(n->buckets, 0xff, n->bucket_count * sizeof(uint32_t));
	for (uint32_t i = 0; i < n->count; i++)
	{
		uint32_t   *bucket = &n->buckets[n->names[i].hash & (n->bucket_count - 1)];

		n->names[i].chain = *bucket;
		*bucket = i;
	}
}

/* Twice the buckets, or the first ones. */
static VntStatus
more_buckets(VntNames *n)
{
	uint32_t	count = n->bucket_count ? n->bucket_count * 2 : FIRST_BUCKETS;
	void	   *buckets;

	if (count > VNT_MAX_SIZE / sizeof(uint32_t))
		return VNT_TOO_LARGE;
	buckets = n->host->resize(n->host->ctx, n->buckets, count * sizeof(uint32_t));
	if (buckets == NULL)
		return VNT_NO_MEMORY;
	n->buckets = buckets;
	n->bucket_count = count;
	fill_buckets(n);
	return VNT_OK;
}

static void
switch_to_keyed(VntNames *n)
{
	n->keyed = true;
	n->seed[0] ^= (uint64_t) (uintptr_t) n->names << 16;
	n->seed[1] ^= (uint64_t) (uintptr_t) n->buckets << 24;
	for (uint32_t i = 0; i < n->count; i++)
		n->names[i].hash = hash_name(n, n->names[i].data, n->names[i].len);
	fill_buckets(n);
}

/* The name of that hash; *length is how many names were looked at. */
static uint32_t
find(const VntNames *n, const uint8_t *data, size_t len, uint32_t hash,
	 uint32_t *length)
{
	uint32_t	i = n->buckets[hash & (n->bucket_count - 1)];

	*length = 0;
	for (; i != VNT_NONE; i = n->names[i].chain)
	{
		const VntName *name = &n->names[i];

		if (name->hash == hash && name->len == len &&
			vnt_bytes_equal(name->data, data, len))
			break;
		(*length)++;
	}
	return i;
}

static bool
is_plain(const uint8_t *p, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (p[i] < 0x20 || p[i] >= 0x7f || p[i] == '"' || p[i] == '\\')
			return false;
	return true;
}

/* The first bytes of the text behind the opening quote: see vnt_name_at(). */
static void
set_head(VntName *name)
{
	uint32_t	n = name->len < sizeof(name->head) ? name->len : (uint32_t) sizeof(name->head);

	if (n > 0)
		memcpy(name->head, name->data, n);
	if (n < sizeof(name->head))
		name->head[n] = '"';
}

static VntStatus
add(VntNames *n, const uint8_t *data, size_t len, uint32_t hash)
{
	void	   *names = n->names;
	uint8_t    *copy;
	VntName    *name;
	VntStatus	status;
	uint32_t   *bucket;

	if (len > VNT_MAX_SIZE || n->count >= VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	status = vnt_array_grow(n->host, &names, &n->capacity, sizeof(VntName),
							(uint64_t) n->count + 1);
	n->names = names;
	if (status != VNT_OK)
		return status;
	copy = vnt_arena_alloc(&n->arena, len + 16);
	if (copy == NULL)
		return VNT_NO_MEMORY;
	memset(copy + len, 0, 16);
	if (len > 0)
		memcpy(copy, data, len);
	name = &n->names[n->count];
	memset(name, 0, sizeof(*name));
	name->data = copy;
	name->len = (uint32_t) len;
	name->hash = hash;
	name->followers[0] = name->followers[1] = VNT_NONE;
	name->born = n->document;
	name->rank = VNT_NONE;
	name->plain = is_plain(data, len);
	set_head(name);
	bucket = &n->buckets[hash & (n->bucket_count - 1)];
	name->chain = *bucket;
	*bucket = n->count++;
	n->bytes += len;
	return VNT_OK;
}

static inline bool
is_name(const VntNames *n, uint32_t i, const uint8_t *data, size_t len)
{
	return i != VNT_NONE && n->names[i].len == len &&
		vnt_bytes_equal(n->names[i].data, data, len);
}

/* The number of a name that is none of the expected. */
static VntStatus
look_up(VntNames *n, const uint8_t *data, size_t len, uint32_t *number)
{
	uint32_t	hash;
	uint32_t	length;

	if (n->count >= n->bucket_count)
		VNT_TRY(more_buckets(n));
	hash = hash_name(n, data, len);
	*number = find(n, data, len, hash, &length);
	if (*number == VNT_NONE && length > LONGEST_CHAIN && !n->keyed)
	{
		switch_to_keyed(n);
		hash = hash_name(n, data, len);
	}
	if (*number == VNT_NONE)
	{
		*number = n->count;
		VNT_TRY(add(n, data, len, hash));
	}
	vnt_names_follow(n, *number);
	return VNT_OK;
}

VntStatus
vnt_names_intern(VntNames *n, const uint8_t *data, size_t len, uint32_t *number)
{
	uint32_t	guess = vnt_names_guess(n);

	if (!is_name(n, guess, data, len))
		guess = vnt_names_second_guess(n);
	if (is_name(n, guess, data, len))
		*number = n->last = guess;
	else
		VNT_TRY(look_up(n, data, len, number));
	return vnt_names_use(n, *number);
}

/* Room for one more used name. */
VntStatus
vnt_names_more_used(VntNames *n)
{
	void	   *used = n->used;
	VntStatus	status;

	status = vnt_array_grow(n->host, &used, &n->used_capacity,
							sizeof(uint32_t), (uint64_t) n->used_count + 1);
	n->used = used;
	return status;
}
