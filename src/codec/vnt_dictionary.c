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

static VntStatus
write_metadata(VntNames *n)
{
	uint64_t	offset = n->used_bytes;
	uint32_t	count = n->dictionary_count;
	unsigned	width;
	uint64_t	size;
	uint8_t    *p;
	uint8_t    *strings;
	void	   *metadata = n->metadata;
	VntStatus	status;

	if (offset > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	width = vnt_uint_width(offset > count ? (uint32_t) offset : count);
	size = 1 + ((uint64_t) count + 2) * width + offset;
	if (size > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	n->dictionary_count = 0;	/* until it is whole */
	status = vnt_array_grow(n->host, &metadata, &n->metadata_capacity, 1, size);
	n->metadata = metadata;
	if (status != VNT_OK)
		return status;
	n->metadata_size = (uint32_t) size;
	p = n->metadata;
	*p++ = (uint8_t) (VNT_META_VERSION_1 | VNT_META_SORTED |
					  (width - 1) << VNT_META_WIDTH_SHIFT);
	vnt_store_uint(p, count, width);
	strings = p + ((uint64_t) count + 2) * width;
	offset = 0;
	for (uint32_t i = 0; i <= count; i++)
	{
		p += width;
		vnt_store_uint(p, (uint32_t) offset, width);
		if (i < count)
		{
			const VntName *name = &n->names[n->dictionary[i]];

			if (name->len > 0)
				memcpy(strings + offset, name->data, name->len);
			offset += name->len;
		}
	}
	n->dictionary_count = count;
	return VNT_OK;
}

VntStatus
vnt_names_finish(VntNames *n)
{
	bool		again;
	uint32_t	unranked;
	void	   *keys = n->keys;
	VntStatus	status;

	if (n->used_count == n->dictionary_count &&
		n->used_known == n->used_count && n->metadata_size > 0)
		return VNT_OK;
	unranked = count_unranked(n, &again);
	if (again || (unranked > 0 && unranked >= n->ranked_count / 4))
	{
		VNT_TRY(rank_all(n));
		unranked = 0;
		keys = n->keys;
	}
	status = vnt_array_grow(n->host, &keys, &n->keys_capacity,
							sizeof(uint64_t), 2 * (uint64_t) n->used_count + 1);
	n->keys = keys;
	if (status != VNT_OK)
		return status;
	order_used(n, unranked);
	VNT_TRY(grow_numbers(n, &n->dictionary, &n->dictionary_capacity,
						 n->used_count));
	n->dictionary_number++;
	n->dictionary_count = n->used_count;
	n->metadata_size = 0;
	for (uint32_t i = 0; i < n->used_count; i++)
	{
		uint32_t	number = (uint32_t) n->keys[i];

		n->dictionary[i] = number;
		n->names[number].id = i;
		n->names[number].dictionary = n->dictionary_number;
	}
	n->used_known = n->used_count;
	return write_metadata(n);
}
