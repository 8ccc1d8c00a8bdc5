/*-------------------------------------------------------------------------
 *
 * vnt_dictionary.c
 *	  From the names that a document used to its dictionary.
 *
 * Interface: vnt_names_finish, vnt_sort64.
 *
 * A dictionary of the same names as the last one is taken over as it is.
 * Otherwise names with a rank are sorted by it, and not by bytes.
 *
 * New names have no rank.  They are sorted by bytes among the used ones, and
 * are ranked when they come a second time or when they are many: so documents
 * whose names never come again do not pay for ranks.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_tape.h"

/* ---------------------------------------------------------------------
 * Sorting
 * ---------------------------------------------------------------------
 */
static void
insertion_sort(uint64_t *a, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
	{
		uint64_t	x = a[i];
		uint32_t	j = i;

		for (; j > 0 && a[j - 1] > x; j--)
			a[j] = a[j - 1];
		a[j] = x;
	}
}

static void
merge64(const uint64_t *a, uint32_t na, const uint64_t *b, uint32_t nb,
		uint64_t *out)
{
	uint32_t	i = 0;
	uint32_t	j = 0;

	while (i < na && j < nb)
		*out++ = a[i] < b[j] ? a[i++] : b[j++];
	while (i < na)
		*out++ = a[i++];
	while (j < nb)
		*out++ = b[j++];
}

/* Sorting leaves only scratch memory behind when it does not return. */
static inline void
poll_sort(const VntHost *host, uint32_t n)
{
	if (n >= VNT_POLL_STEPS && host->poll)
		host->poll(host->ctx);
}

void
vnt_sort64(uint64_t *a, uint64_t *scratch, uint32_t n, const VntHost *host)
{
	uint32_t	half = n / 2;

	if (n <= 24)
	{
		insertion_sort(a, n);
		return;
	}
	vnt_sort64(a, scratch, half, host);
	vnt_sort64(a + half, scratch, n - half, host);
	poll_sort(host, n);
	if (a[half - 1] < a[half])
		return;
	memcpy(scratch, a, half * sizeof(uint64_t));
	merge64(scratch, half, a + half, n - half, a);
}

static inline int
compare_names(const VntNames *n, uint64_t a, uint64_t b)
{
	const VntName *x = &n->names[a];
	const VntName *y = &n->names[b];

	return vnt_bytes_cmp(x->data, x->len, y->data, y->len);
}

/* Sort name numbers by the bytes of the names. */
static void
sort_by_name(const VntNames *n, uint64_t *a, uint64_t *scratch, uint32_t count)
{
	uint32_t	half = count / 2;
	uint32_t	i = 0;
	uint32_t	j = half;
	uint64_t   *out = a;

	if (count < 2)
		return;
	sort_by_name(n, a, scratch, half);
	sort_by_name(n, a + half, scratch, count - half);
	poll_sort(n->host, count);
	if (compare_names(n, a[half - 1], a[half]) < 0)
		return;
	memcpy(scratch, a, half * sizeof(uint64_t));
	while (i < half && j < count)
		*out++ = compare_names(n, scratch[i], a[j]) < 0 ? scratch[i++] : a[j++];
	while (i < half)
		*out++ = scratch[i++];
}

/* ---------------------------------------------------------------------
 * The dictionary
 * ---------------------------------------------------------------------
 */
static VntStatus
grow_numbers(const VntNames *n, uint32_t **array, uint32_t *capacity,
			 uint32_t want)
{
	void	   *grown = *array;
	VntStatus	status;

	status = vnt_array_grow(n->host, &grown, capacity, sizeof(uint32_t), want);
	*array = grown;
	return status;
}

/* Merge names without rank, sorted in keys, into the ranked ones. */
static VntStatus
rank_names(VntNames *n, const uint64_t *keys, uint32_t count)
{
	uint32_t	old = n->ranked_count;
	uint32_t	at = old + count;
	uint32_t	new = count;

	VNT_TRY(grow_numbers(n, &n->ranked, &n->ranked_capacity, at));
	n->broken = true;
	n->ranked_count = at;
	while (new > 0)
	{
		if (old > 0 && compare_names(n, n->ranked[old - 1], keys[new - 1]) > 0)
			n->ranked[--at] = n->ranked[--old];
		else
			n->ranked[--at] = (uint32_t) keys[--new];
	}
	for (uint32_t i = at; i < n->ranked_count; i++)
		n->names[n->ranked[i]].rank = i;
	n->broken = false;
	return VNT_OK;
}

/*
 * Rank every name that has none.  It happens when such a name comes again, or
 * when there are many: each name is merged once, and the ranked ones are
 * gone through a bounded number of times for it.
 */
static VntStatus
rank_all(VntNames *n)
{
	uint32_t	count = 0;
	uint64_t	want = 2 * (uint64_t) n->count;
	void	   *keys = n->keys;
	VntStatus	status;

	status = vnt_array_grow(n->host, &keys, &n->keys_capacity,
							sizeof(uint64_t), want);
	n->keys = keys;
	if (status != VNT_OK)
		return status;
	for (uint32_t i = 0; i < n->count; i++)
		if (n->names[i].rank == VNT_NONE)
			n->keys[count++] = i;
	sort_by_name(n, n->keys, n->keys + count, count);
	return rank_names(n, n->keys, count);
}

/*
 * Sort n ranks: where they are not too far apart they are marked in bits and
 * read off in order.  scratch has room for n words.
 */
static void
sort_ranks(const VntNames *names, uint64_t *keys, uint64_t *scratch, uint32_t n)
{
	uint32_t	words = names->ranked_count / 64 + 1;
	uint32_t	k = 0;

	if (words > n)
	{
		vnt_sort64(keys, scratch, n, names->host);
		return;
	}
	memset(scratch, 0, words * sizeof(uint64_t));
	for (uint32_t i = 0; i < n; i++)
	{
		uint32_t	rank = (uint32_t) (keys[i] >> 32);

		scratch[rank / 64] |= UINT64_C(1) << rank % 64;
	}
	for (uint32_t word = 0; word < words; word++)
		for (uint64_t bits = scratch[word]; bits; bits &= bits - 1)
			keys[k++] = names->ranked[word * 64 + vnt_lowest_bit(bits)];
}

/*
 * Put the used names in order into keys[0..used_count - 1]: those with a rank
 * by it, the others by bytes, then both together.
 */
static void
order_used(VntNames *n, uint32_t unranked)
{
	uint32_t	ranked = n->used_count - unranked;
	uint64_t   *keys = n->keys;
	uint64_t   *scratch = n->keys + n->used_count;
	uint32_t	i = 0;
	uint32_t	j = ranked;

	for (uint32_t k = 0; k < n->used_count; k++)
	{
		uint32_t	number = n->used[k];
		uint32_t	rank = n->names[number].rank;

		if (rank == VNT_NONE)
			keys[j++] = number;
		else
			keys[i++] = (uint64_t) rank << 32 | number;
	}
	sort_ranks(n, keys, scratch, ranked);
	for (i = 0; i < ranked; i++)
		keys[i] &= UINT32_MAX;
	if (unranked == 0)
		return;
	sort_by_name(n, keys + ranked, scratch, unranked);
	memcpy(scratch, keys, ranked * sizeof(uint64_t));
	for (i = 0, j = ranked; i < ranked;)
	{
		if (j < n->used_count && compare_names(n, keys[j], scratch[i]) < 0)
		{
			keys[i + j - ranked] = keys[j];
			j++;
		}
		else
		{
			keys[i + j - ranked] = scratch[i];
			i++;
		}
	}
}

/* How many used names have no rank; *again if one of them is not new. */
static uint32_t
count_unranked(const VntNames *n, bool *again)
{
	uint32_t	unranked = 0;

	*again = false;
	for (uint32_t i = 0; i < n->used_count; i++)
	{
		const VntName *name = &n->names[n->used[i]];

		if (name->rank != VNT_NONE)
			continue;
		unranked++;
		if (name->born != n->document)
			*again = true;
	}
	return unranked;
}

/*
 * Begin a dictionary of the used names, which is encoded up to its offsets; it
 * counts when dictionary_count says so.
 */
static VntStatus
begin_metadata(VntNames *n, unsigned *width, uint8_t **offsets)
{
	uint32_t	count = n->used_count;
	uint64_t	bytes = n->used_bytes;
	uint64_t	size;
	void	   *metadata = n->metadata;
	VntStatus	status;

	if (bytes > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	*width = vnt_uint_width(bytes > count ? (uint32_t) bytes : count);
	size = 1 + ((uint64_t) count + 2) * *width + bytes;
	if (size > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	n->dictionary_number++;
	n->dictionary_count = 0;
	n->metadata_size = 0;
	VNT_TRY(grow_numbers(n, &n->dictionary, &n->dictionary_capacity, count));
	/* names are copied in whole sixteens */
	status = vnt_array_grow(n->host, &metadata, &n->metadata_capacity, 1, size + 16);
	n->metadata = metadata;
	if (status != VNT_OK)
		return status;
	n->metadata_size = (uint32_t) size;
	n->metadata[0] = (uint8_t) (VNT_META_VERSION_1 | VNT_META_SORTED |
								(*width - 1) << VNT_META_WIDTH_SHIFT);
	vnt_store_uint(n->metadata + 1, count, *width);
	*offsets = n->metadata + 1 + *width;
	return VNT_OK;
}

/* Where the next name of the dictionary goes. */
typedef struct Entry
{
	uint32_t	id;
	uint32_t	offset;
	uint8_t    *strings;
	uint8_t    *offsets;
} Entry;

static VNT_INLINE void
add_entry(VntNames *n, Entry *e, uint32_t number, unsigned width)
{
	VntName    *name = &n->names[number];
	uint8_t    *to = e->strings + e->offset;

	name->id = e->id;
	name->dictionary = n->dictionary_number;
	n->dictionary[e->id] = number;
	vnt_store_uint(e->offsets + (size_t) e->id * width, e->offset, width);
	vnt_copy16(to, name->data);
	for (uint32_t done = 16; done < name->len; done += 16)
		vnt_copy16(to + done, name->data + done);
	e->offset += name->len;
	e->id++;
}

/* The names whose ranks are marked in bits. */
static VNT_INLINE void
add_marked(VntNames *n, Entry *e, const uint64_t *bits, uint32_t words,
		   unsigned width)
{
	for (uint32_t word = 0; word < words; word++)
		for (uint64_t left = bits[word]; left; left &= left - 1)
			add_entry(n, e, n->ranked[word * 64 + vnt_lowest_bit(left)], width);
	vnt_store_uint(e->offsets + (size_t) e->id * width, e->offset, width);
}

/* The numbers of names in keys. */
static void
add_keys(VntNames *n, Entry *e, unsigned width)
{
	for (uint32_t i = 0; i < n->used_count; i++)
		add_entry(n, e, (uint32_t) n->keys[i], width);
	vnt_store_uint(e->offsets + (size_t) e->id * width, e->offset, width);
}

/* bits: ranks of all used names, or NULL: the names are in keys. */
static VntStatus
write_dictionary(VntNames *n, const uint64_t *bits, uint32_t words)
{
	Entry		e = {0, 0, NULL, NULL};
	unsigned	width;

	VNT_TRY(begin_metadata(n, &width, &e.offsets));
	e.strings = e.offsets + ((size_t) n->used_count + 1) * width;
	if (bits == NULL)
		add_keys(n, &e, width);
	else if (width == 1)
		add_marked(n, &e, bits, words, 1);
	else if (width == 2)
		add_marked(n, &e, bits, words, 2);
	else
		add_marked(n, &e, bits, words, width);
	n->used_known = n->used_count;
	n->dictionary_count = n->used_count;
	return VNT_OK;
}

static VntStatus
grow_keys(VntNames *n)
{
	void	   *keys = n->keys;
	VntStatus	status;

	status = vnt_array_grow(n->host, &keys, &n->keys_capacity,
							sizeof(uint64_t), 2 * (uint64_t) n->used_count + 1);
	n->keys = keys;
	return status;
}

/*
 * The ranks of the used names as bits in keys; false if one has no rank, or if
 * there are so many ranks that sorting is better.
 */
static bool
mark_ranks(VntNames *n, uint32_t words)
{
	uint64_t   *bits = n->keys;

	if (words > n->used_count)
		return false;
	memset(bits, 0, words * sizeof(uint64_t));
	for (uint32_t i = 0; i < n->used_count; i++)
	{
		uint32_t	rank = n->names[n->used[i]].rank;

		if (rank == VNT_NONE)
			return false;
		bits[rank / 64] |= UINT64_C(1) << rank % 64;
	}
	return true;
}

VntStatus
vnt_names_finish(VntNames *n)
{
	uint32_t	words = n->ranked_count / 64 + 1;
	bool		again;
	uint32_t	unranked;

	if (n->used_count == n->dictionary_count &&
		n->used_known == n->used_count && n->metadata_size > 0)
		return VNT_OK;
	VNT_TRY(grow_keys(n));
	if (mark_ranks(n, words))
		return write_dictionary(n, n->keys, words);
	unranked = count_unranked(n, &again);
	if (again || (unranked > 0 && unranked >= n->ranked_count / 4))
	{
		VNT_TRY(rank_all(n));
		unranked = 0;
	}
	order_used(n, unranked);
	return write_dictionary(n, NULL, 0);
}
