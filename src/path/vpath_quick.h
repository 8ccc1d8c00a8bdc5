/*-------------------------------------------------------------------------
 *
 * vpath_quick.h
 *	  A walk over the commonest bytes, inline.
 *
 * Most documents of a column are small and of one shape.  For these the walk
 * is a few loads and one comparison of names for each step, which is less than
 * the calls, and the structs, of the way that takes everything.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VPATH_QUICK_H
#define VPATH_QUICK_H

#include "vpath.h"

#include "../codec/vnt_read.h"

/* Metadata of version 1 with offsets of one byte, in front of its value. */
typedef struct VPathNames
{
	const uint8_t *offsets;		/* count + 1 */
	const uint8_t *names;
	uint32_t	count;
	uint32_t	len;			/* of names */
} VPathNames;

/* False if it is of another kind, or damaged. */
static inline bool
vpath_quick_open(const uint8_t *data, size_t len, VPathNames *names,
				 const uint8_t **value)
{
	/* the sorted bit may be set or not */
	if (len < 3 ||
		(data[0] & (VNT_META_VERSION_MASK | 0x03 << VNT_META_WIDTH_SHIFT)) != VNT_META_VERSION_1)
		return false;
	names->count = data[1];
	if (len < names->count + (size_t) 3)
		return false;
	names->offsets = data + 2;
	names->names = data + names->count + 3;
	names->len = names->offsets[names->count];
	*value = names->names + names->len;
	return len > names->count + (size_t) 3 + names->len;
}

/*
 * From an object with one byte for its count and for each id to its member
 * number i, if that has this name.  *at and *len become those of the member.
 */
static inline bool
vpath_quick_step(const VPathNames *names, VntSlice name, uint32_t i,
				 const uint8_t **at, size_t *len)
{
	const uint8_t *p = *at;
	uint32_t	header = p[0];
	uint32_t	width = (header >> VNT_HEADER_SHIFT & VNT_OFFSET_WIDTH_MASK) + 1;
	uint32_t	id;
	uint32_t	start;
	uint32_t	offset;
	uint32_t	total;
	size_t		head;

	if (*len < 2 || i >= p[1] ||
		(header & 0x7f & ~((uint32_t) VNT_OFFSET_WIDTH_MASK << VNT_HEADER_SHIFT)) != VNT_BASIC_OBJECT)
		return false;
	head = 2 + p[1] + (p[1] + (size_t) 1) * width;
	if (*len < head)
		return false;
	id = p[2 + i];
	if (id >= names->count)
		return false;
	start = names->offsets[id];
	if (start + name.len != names->offsets[id + 1] ||
		start + name.len > names->len ||
		!vnt_bytes_equal(names->names + start, name.data, name.len))
		return false;
	offset = vnt_load_uint(p + 2 + p[1] + i * (size_t) width, width);
	total = vnt_load_uint(p + head - width, width);
	if (total > *len - head || offset >= total)
		return false;
	*at = p + head + offset;
	*len = total - offset;
	return true;
}

/*
 * What vpath_eval() finds, for metadata and value in one piece, if it is a
 * scalar, the bytes are of the usual kind, and the members are where the
 * hints say.  False means nothing but that vpath_eval() has to look.  The
 * result has no metadata: a scalar needs none.
 */
static inline bool
vpath_quick_scalar(const VPath *path, const uint8_t *data, size_t len,
				   const uint32_t *hints, VntValue *result)
{
	VPathNames	names;
	const uint8_t *at;

	if (!vpath_quick_open(data, len, &names, &at))
		return false;
	len -= (size_t) (at - data);
	for (size_t i = 0; i < path->count; i++)
	{
		if (path->steps[i].name.data == NULL ||
			!vpath_quick_step(&names, path->steps[i].name, hints[i], &at, &len))
			return false;
	}
	result->meta = NULL;
	result->data = at;
	result->len = len;
	return (at[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT;
}

#endif							/* VPATH_QUICK_H */
