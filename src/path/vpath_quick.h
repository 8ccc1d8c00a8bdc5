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

typedef enum VPathQuick
{
	VPATH_QUICK_FOUND,
	VPATH_QUICK_MISSING,		/* the path leads nowhere */
	VPATH_QUICK_UNKNOWN			/* vpath_eval() has to look */
} VPathQuick;

/* Objects of more members are searched by vpath_eval(). */
#define VPATH_QUICK_MEMBERS		32

/* The member of that name among so many ids, or count if there is none. */
extern uint32_t vpath_quick_search(const VPathNames *names, VntSlice name,
								   const uint8_t *ids, uint32_t count);

/* Is it the name with this id?  Damaged offsets are no name. */
static inline bool
vpath_quick_is_name(const VPathNames *names, VntSlice name, uint32_t id)
{
	uint32_t	start;

	if (id >= names->count)
		return false;
	start = names->offsets[id];
	return start + name.len == names->offsets[id + 1] &&
		start + name.len <= names->len &&
		vnt_bytes_equal(names->names + start, name.data, name.len);
}

/*
 * From an object with one byte for its count and for each id to its member of
 * that name, tried at *hint first.  *at and *len become those of the member.
 */
static inline VPathQuick
vpath_quick_step(const VPathNames *names, VntSlice name, uint32_t *hint,
				 const uint8_t **at, size_t *len)
{
	const uint8_t *p = *at;
	uint32_t	header = p[0];
	uint32_t	width = (header >> VNT_HEADER_SHIFT & VNT_OFFSET_WIDTH_MASK) + 1;
	uint32_t	i = *hint;
	uint32_t	offset;
	uint32_t	total;
	size_t		head;

	if (*len < 2 ||
		(header & 0x7f & ~((uint32_t) VNT_OFFSET_WIDTH_MASK << VNT_HEADER_SHIFT)) != VNT_BASIC_OBJECT)
		return VPATH_QUICK_UNKNOWN;
	head = 2 + p[1] + (p[1] + (size_t) 1) * width;
	if (*len < head)
		return VPATH_QUICK_UNKNOWN;
	if (i >= p[1] || !vpath_quick_is_name(names, name, p[2 + i]))
	{
		if (p[1] > VPATH_QUICK_MEMBERS)
			return VPATH_QUICK_UNKNOWN;
		i = vpath_quick_search(names, name, p + 2, p[1]);
		if (i == p[1])
			return VPATH_QUICK_MISSING;
		*hint = i;
	}
	offset = vnt_load_uint(p + 2 + p[1] + i * (size_t) width, width);
	total = vnt_load_uint(p + head - width, width);
	if (total > *len - head || offset >= total)
		return VPATH_QUICK_UNKNOWN;
	*at = p + head + offset;
	*len = total - offset;
	return VPATH_QUICK_FOUND;
}

/*
 * What vpath_eval() finds, for metadata and value in one piece, if it is a
 * scalar or nothing and the bytes are of the usual kind.  The result has no
 * metadata: a scalar needs none.
 */
static inline VPathQuick
vpath_quick_scalar(const VPath *path, const uint8_t *data, size_t len,
				   uint32_t *hints, VntValue *result)
{
	VPathNames	names;
	const uint8_t *at;

	if (!vpath_quick_open(data, len, &names, &at))
		return VPATH_QUICK_UNKNOWN;
	len -= (size_t) (at - data);
	for (size_t i = 0; i < path->count; i++)
	{
		VPathQuick	step;

		if (path->steps[i].name.data == NULL)
			return VPATH_QUICK_UNKNOWN;
		step = vpath_quick_step(&names, path->steps[i].name, &hints[i], &at, &len);
		if (step != VPATH_QUICK_FOUND)
			return step;
	}
	result->meta = NULL;
	result->data = at;
	result->len = len;
	return (at[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT ?
		VPATH_QUICK_FOUND : VPATH_QUICK_UNKNOWN;
}

#endif							/* VPATH_QUICK_H */
