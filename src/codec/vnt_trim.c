/*-------------------------------------------------------------------------
 *
 * vnt_trim.c
 *	  Taking a nested container out of a document without a builder.
 *
 * With a sorted dictionary and ids of one byte, leaving out unused names
 * changes ids but neither their order nor the size of anything: so the value
 * goes over in one piece, and then each object in it gets its new ids.
 *
 * Documents of one column mostly have the same dictionary, and the same place
 * of them the same names.  So what was made of a dictionary is remembered with
 * it, and where both come again it is copied: then taking a value out costs a
 * look at its ids and at the headers of its values.
 *
 * What begins like a container that was taken out before is first taken to use
 * the same names: then one walk over it writes the new ids, and finds out at
 * its end whether that was right.
 *
 * Interface: vnt_trim_open, vnt_trim_write, vnt_trim_close; vnt_trim_guess,
 * vnt_trim_guess_write.
 *
 * Limits: VNT_TRIM_CONTAINERS containers of MAX_MEMBERS members, each with the
 * smallest widths; everything else is for the builder.  Guesses are for
 * GUESS_CONTAINERS and GUESS_NAMES.  Dictionaries of more than
 * VNT_TRIM_DICTIONARY bytes are not remembered.  Scalars stay as they are
 * encoded.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

/* What no name has as its new id. */
#define VNT_TRIM_UNUSED	0xff

/* What a guess may be about. */
#define GUESS_CONTAINERS	64
#define GUESS_NAMES			63	/* all others are seen as the 64th */

/* A header without the width of offsets */
#define KIND_BITS	0xf3

/* How many values of a container are looked at. */
#define MAX_MEMBERS		100000

/* Containers between two polls of the host. */
#define POLL_EVERY		1024

/* ---------------------------------------------------------------------
 * The walk
 * ---------------------------------------------------------------------
 */

typedef VntTrimContainer Container;

/*
 * False if a writer would have chosen another header, if ids are wider, or
 * if there are too many values.  len is not 0.
 */
static inline bool
read_container(const uint8_t *p, size_t len, Container *c)
{
	uint32_t	kind = p[0] & ~((uint32_t) VNT_OFFSET_WIDTH_MASK << VNT_HEADER_SHIFT);
	size_t		head = 2;
	size_t		end;

	if (len < 3)
		return false;
	c->width = (p[0] >> VNT_HEADER_SHIFT & VNT_OFFSET_WIDTH_MASK) + 1;
	c->count = p[1];
	c->ids = NULL;
	if (kind == VNT_BASIC_OBJECT)
	{
		c->ids = p + 2;
		head += c->count;
	}
	else if (kind != VNT_BASIC_ARRAY)
	{
		if (kind != (VNT_BASIC_ARRAY | VNT_ARRAY_LARGE << VNT_HEADER_SHIFT) || len < 5)
			return false;
		c->count = vnt_load32(p + 1);
		head = 5;
		if (c->count < 256 || c->count > MAX_MEMBERS)
			return false;
	}
	end = head + (c->count + (size_t) 1) * c->width;
	if (end > len)
		return false;
	c->offsets = p + head;
	c->values = p + end;
	c->total = vnt_load_uint(c->values - c->width, c->width);
	return c->total <= len - end && vnt_uint_width(c->total) == c->width;
}

/* Note which names an object uses; false if one of them cannot be. */
static inline bool
mark_names(VntTrim *t, const Container *c)
{
	uint64_t	low = t->used[0];
	uint32_t	last = 0;

	if (c->count == 0)
		return true;
	if (t->known <= 64)
	{
		for (uint32_t i = 0; i < c->count; i++)
		{
			uint32_t	id = c->ids[i];

			last = id > last ? id : last;
			low |= (uint64_t) 1 << (id & 63);
		}
		t->used[0] = low;
	}
	else
	{
		for (uint32_t i = 0; i < c->count; i++)
		{
			uint32_t	id = c->ids[i];

			last = id > last ? id : last;
			t->used[id >> 6] |= (uint64_t) 1 << (id & 63);
		}
	}
	return last < t->known;
}

/* Remember where a container begins. */
static bool
add_container(VntTrim *t, uint32_t at)
{
	uint32_t   *more;

	if (t->containers == t->room)
	{
		if (t->room >= VNT_TRIM_CONTAINERS)
			return false;
		more = t->host->resize(t->host->ctx, t->at == t->space ? NULL : t->at,
							   t->room * 4 * sizeof(uint32_t));
		if (more == NULL)
			return false;
		if (t->at == t->space)
			memcpy(more, t->space, sizeof(t->space));
		t->at = more;
		t->room *= 4;
	}
	t->at[t->containers++] = at;
	return true;
}

/* Note the containers among the values. */
static inline bool
find_containers(VntTrim *t, const Container *c, uint32_t width)
{
	const uint8_t *offsets = c->offsets;
	const uint8_t *values = c->values;
	uint32_t	total = c->total;

	for (uint32_t i = c->count; i > 0; i--)
	{
		uint32_t	offset = vnt_load_uint(offsets, width);

		offsets += width;
		if (offset >= total)
			return false;
		if ((values[offset] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT &&
			!add_container(t, (uint32_t) (values + offset - t->value)))
			return false;
	}
	return true;
}

static inline bool
walk_container(VntTrim *t, const Container *c)
{
	if (c->ids != NULL && !mark_names(t, c))
		return false;
	if (c->width == 1)
		return find_containers(t, c, 1);
	if (c->width == 2)
		return find_containers(t, c, 2);
	return find_containers(t, c, c->width);
}

/* Look at all containers, the outermost first, which has been read. */
static bool
walk(VntTrim *t, Container *c)
{
	for (uint32_t k = 1; walk_container(t, c); k++)
	{
		if (k == t->containers)
			return true;
		if (k % POLL_EVERY == 0 && t->host->poll != NULL)
			t->host->poll(t->host->ctx);
		if (!read_container(t->value + t->at[k], t->value_len - t->at[k], c))
			break;
	}
	return false;
}

/* ---------------------------------------------------------------------
 * Dictionaries
 * ---------------------------------------------------------------------
 */
static inline bool
is_used(const uint64_t *used, uint32_t id)
{
	return (used[id >> 6] >> (id & 63) & 1) != 0;
}

/* Count the names that are used, and their bytes. */
static bool
measure_names(VntTrim *t)
{
	uint64_t	len = 0;
	uint32_t	count = 0;
	unsigned	width;

	for (uint32_t i = 0; i < t->known; i++)
	{
		VntSlice	name;

		if (!is_used(t->used, i))
			continue;
		if (vnt_read_name(t->meta, i, &name) != VNT_OK)
			return false;
		count++;
		len += name.len;
	}
	if (len > t->meta->strings_len)
		return false;
	width = vnt_uint_width((uint32_t) len > count ? (uint32_t) len : count);
	t->names = count;
	t->names_len = (uint32_t) len;
	t->metadata_len = 1 + (size_t) width * (count + 2) + (size_t) len;
	return true;
}

/* The dictionary of the used names, and their new ids. */
static void
write_metadata(const VntTrim *t, uint8_t *out, uint8_t *id)
{
	unsigned	width = vnt_uint_width(t->names_len > t->names ? t->names_len : t->names);
	uint8_t    *strings = out + 1 + width * (t->names + 2);
	uint32_t	end = 0;
	uint8_t		next = 0;

	*out++ = (uint8_t) (VNT_META_VERSION_1 | VNT_META_SORTED |
						(width - 1) << VNT_META_WIDTH_SHIFT);
	vnt_store_uint(out, t->names, width);
	out += width;
	vnt_store_uint(out, 0, width);
	for (uint32_t i = 0; i < t->known; i++)
	{
		VntSlice	name;

		/* reading cannot fail: measure_names has done it */
		if (!is_used(t->used, i) || vnt_read_name(t->meta, i, &name) != VNT_OK ||
			name.len > t->names_len - end)
			continue;
		id[i] = next++;
		if (name.len > 0)
			memcpy(strings + end, name.data, name.len);
		end += (uint32_t) name.len;
		out += width;
		vnt_store_uint(out, end, width);
	}
}

/* Where what is made of these names of this dictionary is remembered. */
static inline VntTrimmed *
cache_slot(const VntTrim *t, VntTrimCache *cache)
{
	uint64_t	hash = (t->used[0] + t->used[1] * 3 + t->used[2] * 5 + t->used[3] * 7 +
						t->meta->len) * UINT64_C(0x9e3779b97f4a7c15);

	return &cache->slots[hash >> 32 & (VNT_TRIM_SLOTS - 1)];
}

static inline bool
is_remembered(const VntTrim *t, const VntTrimmed *slot)
{
	return slot->source_len == t->meta->len &&
		slot->used[0] == t->used[0] && slot->used[1] == t->used[1] &&
		slot->used[2] == t->used[2] && slot->used[3] == t->used[3] &&
		memcmp(slot->source, t->meta->data, t->meta->len) == 0;
}

/* Make the dictionary in the slot. */
static void
remember(VntTrim *t, VntTrimmed *slot)
{
	slot->source_len = 0;
	memset(slot->id, VNT_TRIM_UNUSED, sizeof(slot->id));
	write_metadata(t, slot->metadata, slot->id);
	memcpy(slot->source, t->meta->data, t->meta->len);
	memcpy(slot->used, t->used, sizeof(slot->used));
	slot->metadata_len = (uint32_t) t->metadata_len;
	slot->names = t->names;
	slot->source_len = (uint32_t) t->meta->len;
}

/*
 * By what a container is known before anything in it is looked at: the size of
 * the dictionary, and of objects the number of members and the first ids.
 */
static inline uint32_t
shape_of(const uint8_t *p, size_t len, size_t metadata_len)
{
	uint32_t	word = p[0] & KIND_BITS;

	/* the first offset, where there is only one id, is mostly 0 */
	if (word == VNT_BASIC_OBJECT && len >= sizeof(word))
		word = vnt_load32(p) & ~(0xffu ^ KIND_BITS);
	return ((word ^ (uint32_t) metadata_len << 8) * 0x9e3779b1u) >> 20 & (VNT_TRIM_SHAPES - 1);
}

/* The next container of that shape probably has the same names. */
static inline void
expect(const VntTrim *t, const VntTrimmed *slot, VntTrimCache *cache)
{
	bool		small = t->containers <= GUESS_CONTAINERS && t->names <= GUESS_NAMES;

	cache->last[shape_of(t->value, t->value_len, t->meta->len)] =
		(uint8_t) (small ? slot - cache->slots + 1 : 0);
}

static bool
find_names(VntTrim *t, VntTrimCache *cache)
{
	VntTrimmed *slot = cache != NULL ? cache_slot(t, cache) : NULL;

	t->slot = NULL;
	if (slot != NULL && is_remembered(t, slot))
	{
		t->slot = slot;
		t->names = slot->names;
		t->metadata_len = slot->metadata_len;
		expect(t, slot, cache);
		return true;
	}
	if (!measure_names(t))
		return false;
	if (slot != NULL && t->meta->len <= VNT_TRIM_DICTIONARY &&
		t->metadata_len <= VNT_TRIM_DICTIONARY)
	{
		remember(t, slot);
		t->slot = slot;
		expect(t, slot, cache);
	}
	return true;
}

/* ---------------------------------------------------------------------
 * Interface
 * ---------------------------------------------------------------------
 */
bool
vnt_trim_open(VntTrim *t, const VntHost *host, const VntValue *v, VntTrimCache *cache)
{
	Container	c;

	t->host = host;
	t->at = t->space;
	if (!v->meta->sorted || v->len == 0 || !read_container(v->data, v->len, &c))
		return false;
	t->meta = v->meta;
	t->value = v->data;
	t->value_len = (size_t) (c.values - v->data) + c.total;
	if (t->value_len > VNT_MAX_SIZE)
		return false;
	t->known = v->meta->count < 256 ? v->meta->count : 256;
	memset(t->used, 0, sizeof(t->used));
	t->space[0] = 0;
	t->containers = 1;
	t->room = VNT_TRIM_INLINE;
	if (!walk(t, &c) || !find_names(t, cache))
	{
		vnt_trim_close(t);
		return false;
	}
	t->size = t->metadata_len + t->value_len;
	return true;
}

void
vnt_trim_write(const VntTrim *t, uint8_t *out)
{
	uint8_t		made[256];
	const uint8_t *id = made;
	uint8_t    *value = out + t->metadata_len;

	if (t->slot != NULL)
	{
		id = t->slot->id;
		memcpy(out, t->slot->metadata, t->metadata_len);
	}
	else
		write_metadata(t, out, made);
	memcpy(value, t->value, t->value_len);
	if (t->names == t->meta->count)
		return;					/* all ids are what they were */
	for (uint32_t k = 0; k < t->containers; k++)
	{
		/* what is read is the original: damaged containers may overlap */
		const uint8_t *p = t->value + t->at[k];
		uint8_t    *to = value + t->at[k];

		/* all ids are in bounds, and have a new one: mark_names has seen them */
		if ((p[0] & VNT_BASIC_MASK) != VNT_BASIC_OBJECT)
			continue;
		for (uint32_t i = 2; i < p[1] + 2u; i++)
			to[i] = id[p[i]];
	}
}

void
vnt_trim_close(VntTrim *t)
{
	if (t->at != t->space)
		t->host->release(t->host->ctx, t->at);
	t->at = t->space;
}

/* ---------------------------------------------------------------------
 * Guessing
 * ---------------------------------------------------------------------
 */

/* A walk that writes new ids. */
typedef struct Follow
{
	const uint8_t *id;
	uint8_t    *out;			/* the copy of value */
	const uint8_t *value;
	uint64_t	seen;			/* new ids, a bit for each; VNT_TRIM_UNUSED is the highest */
	uint32_t	containers;
	const uint8_t *at[GUESS_CONTAINERS];
} Follow;

/*
 * Containers are found by branches rather than by arithmetic, so that nothing
 * has to wait for these values.
 */
static VNT_INLINE bool
follow_value(Follow *f, const Container *c, uint32_t i, uint32_t width)
{
	uint32_t	offset = vnt_load_uint(c->offsets + (size_t) i * width, width);

	if (VNT_UNLIKELY(offset >= c->total))
		return false;
	if ((c->values[offset] & VNT_BASIC_OBJECT) == 0)
		return true;
	if (f->containers == GUESS_CONTAINERS)
		return false;
	f->at[f->containers++] = c->values + offset;
	return true;
}

static VNT_INLINE bool
follow_members(Follow *f, const Container *c, uint32_t width)
{
	const uint8_t *ids = c->ids;
	uint8_t    *to = f->out + (ids - f->value);
	uint64_t	seen = f->seen;

	for (uint32_t i = 0; i < c->count; i++)
	{
		uint32_t	id = f->id[ids[i]];

		to[i] = (uint8_t) id;
		seen |= (uint64_t) 1 << (id & 63);
		if (!follow_value(f, c, i, width))
			return false;
	}
	f->seen = seen;
	return true;
}

static VNT_INLINE bool
follow_elements(Follow *f, const Container *c, uint32_t width)
{
	for (uint32_t i = 0; i < c->count; i++)
	{
		if (!follow_value(f, c, i, width))
			return false;
	}
	return true;
}

static VNT_INLINE bool
follow_container(Follow *f, const Container *c, uint32_t width)
{
	return c->ids != NULL ? follow_members(f, c, width) : follow_elements(f, c, width);
}

bool
vnt_trim_guess(VntTrimGuess *g, const VntSlice *metadata, const uint8_t *value,
			   size_t len, const VntTrimCache *cache)
{
	const VntTrimmed *slot;
	uint32_t	number;

	if (len == 0)
		return false;
	number = cache->last[shape_of(value, len, metadata->len)];
	if (number == 0)
		return false;
	/*
	 * It was made of a sorted dictionary, and so is one with the same bytes.
	 * By now it may be of other names than when it was expected.
	 */
	slot = &cache->slots[number - 1];
	if (slot->names > GUESS_NAMES || slot->source_len != metadata->len ||
		memcmp(slot->source, metadata->data, metadata->len) != 0 ||
		!read_container(value, len, &g->root))
		return false;
	g->slot = slot;
	g->value = value;
	g->value_len = (size_t) (g->root.values - value) + g->root.total;
	g->size = slot->metadata_len + g->value_len;
	return g->size <= VNT_MAX_SIZE;
}

bool
vnt_trim_guess_write(const VntTrimGuess *g, uint8_t *out)
{
	const VntTrimmed *slot = g->slot;
	const uint8_t *end = g->value + g->value_len;
	Follow		f;
	Container	c = g->root;

	memcpy(out, slot->metadata, slot->metadata_len);
	out += slot->metadata_len;
	memcpy(out, g->value, g->value_len);
	f.id = slot->id;
	f.value = g->value;
	f.out = out;
	f.seen = 0;
	f.containers = 1;
	for (uint32_t k = 1;; k++)
	{
		if (!(c.width == 1 ? follow_container(&f, &c, 1) :
			  c.width == 2 ? follow_container(&f, &c, 2) :
			  follow_container(&f, &c, c.width)))
			return false;
		if (k == f.containers)
			break;
		if (!read_container(f.at[k], (size_t) (end - f.at[k]), &c))
			return false;
	}
	return f.seen == ((uint64_t) 1 << slot->names) - 1;
}
