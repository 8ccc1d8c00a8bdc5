/*-------------------------------------------------------------------------
 *
 * vnt_sort.c
 *	  Sorting for validation and repair.
 *
 * A bottom-up merge sort: its worst case is its usual case, which matters for
 * bytes that an attacker may have made.  Names are ranked once per dictionary,
 * so that no pair of long names is compared once per object that uses it.
 *
 * Interface: vnt_keys_reserve, vnt_keys_free, vnt_keys_sort, vnt_rank_names.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_sort.h"

/* Is key b to stand before key a? */
typedef bool (*BeforeFunction) (const void *context, uint64_t b, uint64_t a);

VntStatus
vnt_keys_reserve(VntKeys *keys, const VntHost *host, size_t n)
{
	uint64_t   *data;

	if (n <= keys->room)
		return VNT_OK;
	if (host == NULL)
		return VNT_NO_MEMORY;
	if (n > SIZE_MAX / sizeof(uint64_t))
		return VNT_TOO_LARGE;
	data = host->resize(host->ctx, keys->data, n * sizeof(uint64_t));
	if (data == NULL)
		return VNT_NO_MEMORY;
	keys->data = data;
	keys->room = n;
	return VNT_OK;
}

void
vnt_keys_free(VntKeys *keys, const VntHost *host)
{
	if (keys->data)
		host->release(host->ctx, keys->data);
	keys->data = NULL;
	keys->room = 0;
}

/* Merge from[start, middle) and from[middle, end) into to[start, end). */
static void
merge(const uint64_t *from, uint64_t *to, size_t start, size_t middle,
	  size_t end, BeforeFunction before, const void *context)
{
	size_t		a = start;
	size_t		b = middle;

	for (size_t i = start; i < end; i++)
	{
		if (b < end && (a == middle || before(context, from[b], from[a])))
			to[i] = from[b++];
		else
			to[i] = from[a++];
	}
}

static void
merge_sort(uint64_t *keys, uint64_t *spare, size_t n, BeforeFunction before,
		   const void *context, const VntHost *host)
{
	uint64_t   *from = keys;
	uint64_t   *to = spare;
	uint32_t	steps = 0;

	for (size_t run = 1; run < n; run *= 2)
	{
		uint64_t   *swap;

		for (size_t start = 0; start < n; start += 2 * run)
		{
			size_t		middle = n - start < run ? n : start + run;
			size_t		end = n - start < 2 * run ? n : start + 2 * run;

			merge(from, to, start, middle, end, before, context);
			vnt_tick(host, &steps);
		}
		swap = from;
		from = to;
		to = swap;
	}
	if (from != keys)
		memcpy(keys, from, n * sizeof(uint64_t));
}

static bool
number_before(const void *context, uint64_t b, uint64_t a)
{
	(void) context;
	return b < a;
}

void
vnt_keys_sort(uint64_t *keys, uint64_t *spare, size_t n, const VntHost *host)
{
	merge_sort(keys, spare, n, number_before, NULL, host);
}

static VntSlice
name_of(const VntMetadata *meta, uint64_t id)
{
	VntSlice	name = {meta->strings, 0};

	(void) vnt_metadata_name(meta, (uint32_t) id, &name);
	return name;
}

static bool
name_before(const void *context, uint64_t b, uint64_t a)
{
	VntSlice	name_a = name_of(context, a);
	VntSlice	name_b = name_of(context, b);

	return vnt_bytes_cmp(name_b.data, name_b.len, name_a.data, name_a.len) < 0;
}

VntStatus
vnt_rank_names(const VntMetadata *meta, const VntHost *host, uint32_t **ranks)
{
	size_t		n = meta->count;
	VntKeys		ids = {NULL, 0};
	uint32_t	rank = 0;

	VNT_TRY(vnt_keys_reserve(&ids, host, 2 * n + 1));
	*ranks = host->resize(host->ctx, NULL, (n + 1) * sizeof(uint32_t));
	if (*ranks == NULL)
	{
		vnt_keys_free(&ids, host);
		return VNT_NO_MEMORY;
	}
	for (size_t i = 0; i < n; i++)
		ids.data[i] = i;
	merge_sort(ids.data, ids.data + n, n, name_before, meta, host);
	for (size_t i = 0; i < n; i++)
	{
		if (i > 0 && name_before(meta, ids.data[i - 1], ids.data[i]))
			rank++;
		(*ranks)[ids.data[i]] = rank;
	}
	vnt_keys_free(&ids, host);
	return VNT_OK;
}
