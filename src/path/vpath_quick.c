/*-------------------------------------------------------------------------
 *
 * vpath_quick.c
 *	  The rarer steps of the walk over the commonest bytes.
 *
 * Interface: vpath_quick_search, vpath_quick_other.  They are functions so that
 * the walk, which is inline, needs fewer registers.
 *
 *-------------------------------------------------------------------------
 */
#include "vpath_quick.h"

#include "../codec/vnt_internal.h"

/* ---------------------------------------------------------------------
 * Names in order
 * ---------------------------------------------------------------------
 */

/* The first bytes of a short name, the lowest first. */
static inline uint64_t
short_word(const uint8_t *p, size_t len)
{
	uint64_t	word = 0;

	if (len >= 4)
		return vnt_load32(p) | (uint64_t) vnt_load32(p + len - 4) << (8 * (len - 4));
	for (size_t i = 0; i < len; i++)
		word |= (uint64_t) p[i] << (8 * i);
	return word;
}

/*
 * The first eight bytes of a name as a number of the same order, with zeros
 * behind its end.  So many bytes can be read.
 */
static inline uint64_t
prefix(const uint8_t *p, size_t len, size_t readable)
{
	uint64_t	word = readable >= 8 ? vnt_load64(p) : short_word(p, len);

	word = vnt_swap64(word);
	return len < 8 ? word & ~(UINT64_MAX >> (8 * len)) : word;
}

/* A name that is looked for in an object. */
typedef struct Search
{
	const uint8_t *data;
	const uint8_t *ids;
	const uint8_t *end;			/* up to here all can be read */
	VntSlice	name;
	uint64_t	prefix;
} Search;

/* How the name of a member stands to it: below 0, 0, above 0; false if damaged. */
static inline bool
compare(const Search *s, uint32_t i, int *order)
{
	const uint8_t *offsets = vpath_quick_offsets(s->data);
	uint32_t	names = s->data[1];
	uint32_t	id = s->ids[i];
	const uint8_t *name;
	uint32_t	len;
	uint64_t	word;

	if (id >= names || offsets[id] > offsets[id + 1] || offsets[id + 1] > offsets[names])
		return false;
	name = offsets + names + 1 + offsets[id];
	len = (uint32_t) offsets[id + 1] - offsets[id];
	word = prefix(name, len, (size_t) (s->end - name));
	if (word != s->prefix)
		*order = word < s->prefix ? -1 : 1;
	else
		*order = vnt_bytes_cmp(name, len, s->name.data, s->name.len);
	return true;
}

/* Is there no such member, as its neighbours would be that at i and the one before? */
static inline bool
is_between(const Search *s, uint32_t i, uint32_t count)
{
	int			order;

	return i <= count &&
		(i == 0 || (compare(s, i - 1, &order) && order < 0)) &&
		(i == count || (compare(s, i, &order) && order > 0));
}

/* ---------------------------------------------------------------------
 * Steps
 * ---------------------------------------------------------------------
 */
uint32_t
vpath_quick_search(const uint8_t *data, const VntSlice *name, VPathQuick object,
				   uint32_t *hint)
{
	uint32_t	low = 0;
	uint32_t	high = object.data[1];
	uint32_t	count = high;
	Search		s = {data, object.data + 2, object.data + object.len, *name,
	prefix(name->data, name->len, name->len)};

	if (*hint >= VPATH_QUICK_BEFORE && is_between(&s, *hint - VPATH_QUICK_BEFORE, count))
		return VPATH_QUICK_BEFORE;
	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;
		int			order;

		if (!compare(&s, middle, &order))
			return UINT32_MAX;
		if (order == 0)
			return *hint = middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	*hint = VPATH_QUICK_BEFORE + low;
	return VPATH_QUICK_BEFORE;
}

VPathQuick
vpath_quick_other(const VPathStep *step, VPathQuick at)
{
	const unsigned array = VNT_BASIC_MASK | VNT_ARRAY_LARGE << VNT_HEADER_SHIFT;
	const uint8_t *p = at.data;
	uint32_t	width = (p[0] >> VNT_HEADER_SHIFT & VNT_OFFSET_WIDTH_MASK) + 1;
	uint32_t	head;
	int64_t		position;

	if ((p[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
		return vpath_quick_nothing(VPATH_QUICK_MISSING);
	if ((p[0] & array) != VNT_BASIC_ARRAY || at.len < 2)
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	head = 2 + (p[1] + 1) * width;
	if (at.len < head)
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	if (step->kind == VPATH_NAME || step->kind == VPATH_NULL || !step->has_index)
		return vpath_quick_nothing(VPATH_QUICK_MISSING);
	position = vpath_array_position(step->index, p[1]);
	if (position < 0)
		return vpath_quick_nothing(VPATH_QUICK_MISSING);
	return vpath_quick_child(at, head, 2 + ((uint32_t) position + 1) * width, width);
}
