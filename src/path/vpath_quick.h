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

/*
 * Where the value starts behind metadata of version 1 with offsets of one
 * byte; 0 if that is of another kind, or damaged.
 */
static inline size_t
vpath_quick_open(const uint8_t *data, size_t len)
{
	size_t		start;

	/* the sorted bit may be set or not */
	if (len < 3 ||
		(data[0] & (VNT_META_VERSION_MASK | 0x03 << VNT_META_WIDTH_SHIFT)) != VNT_META_VERSION_1)
		return 0;
	start = 3 + (size_t) data[1];
	if (len < start)
		return 0;
	start += data[start - 1];
	return len > start ? start : 0;
}

/*
 * What a quick walk found: the bytes from the value on, at most len of them.
 * Without data, len is one of the two below.  It goes by value, in registers.
 */
typedef VntSlice VPathQuick;

#define VPATH_QUICK_MISSING		0	/* the path leads nowhere */
#define VPATH_QUICK_UNKNOWN		1	/* vpath_eval() has to look */

static inline VPathQuick
vpath_quick_nothing(size_t why)
{
	VPathQuick	result = {NULL, why};

	return result;
}

/*
 * Metadata of version 1 with offsets of one byte, in front of its value.  Its
 * parts are told by its start alone, so that there is little to keep.
 */
static inline const uint8_t *
vpath_quick_offsets(const uint8_t *data)
{
	return data + 2;			/* count + 1 of them */
}

/* Is it the name with this id?  Damaged offsets are no name. */
static VNT_INLINE bool
vpath_quick_is_name(const uint8_t *data, const VntSlice *name, uint32_t id)
{
	const uint8_t *offsets = vpath_quick_offsets(data);
	uint32_t	count = data[1];
	size_t		start;
	size_t		end;

	if (id >= count)
		return false;
	start = offsets[id];
	end = offsets[id + 1];
	return start + name->len == end && end <= offsets[count] &&
		vnt_bytes_equal(offsets + count + 1 + start, name->data, name->len);
}

/*
 * The i-th value of a container; head is the length of all in front of its
 * values, end that up to the i-th number of width.  Whatever that is, a number is
 * the upper part of four bytes; those in front of it belong to the value or
 * to the metadata.
 */
static VNT_INLINE VPathQuick
vpath_quick_child(VPathQuick at, uint32_t head, uint32_t end, uint32_t width)
{
	uint32_t	shift = 32 - 8 * width;
	uint32_t	total = vnt_load32(at.data + head - 4) >> shift;
	uint32_t	offset = vnt_load32(at.data + end - 4) >> shift;

	if (VNT_UNLIKELY(total > at.len - head || offset >= total))
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	at.data += head + offset;
	at.len = total - offset;
	return at;
}

/* An object with one byte for its count and for each id. */
static VNT_INLINE bool
vpath_quick_is_object(VPathQuick at)
{
	const uint32_t width = (uint32_t) VNT_OFFSET_WIDTH_MASK << VNT_HEADER_SHIFT;

	return at.len >= 2 && (at.data[0] & 0x7f & ~width) == VNT_BASIC_OBJECT;
}

/*
 * A hint that tells where a name that was not there would be: this, and the
 * index of the member that it would be before.
 */
#define VPATH_QUICK_BEFORE		0x40000000

/*
 * The index of the member of that name in a small object, whose tables are all
 * there; VPATH_QUICK_BEFORE if there is none, UINT32_MAX if it is damaged.
 */
extern uint32_t vpath_quick_search(const uint8_t *data, const VntSlice *name,
								   VPathQuick object, uint32_t *hint);

/* A step from anything that is no small object. */
extern VPathQuick vpath_quick_other(const VPathStep *step, VPathQuick at);

/*
 * From an object to its member of that name: first where *hint says, which is
 * where it was in the last document.
 */
static VNT_INLINE VPathQuick
vpath_quick_step(const uint8_t *data, const VntSlice *name, VPathQuick at,
				 uint32_t *hint)
{
	const uint8_t *p = at.data;
	uint32_t	count = p[1];
	uint32_t	width = (p[0] >> VNT_HEADER_SHIFT & VNT_OFFSET_WIDTH_MASK) + 1;
	uint32_t	head = 2 + count + (count + 1) * width;
	uint32_t	i = *hint;

	if (VNT_UNLIKELY(at.len < head))
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	if (i >= count || !vpath_quick_is_name(data, name, p[2 + i]))
	{
		i = vpath_quick_search(data, name, at, hint);
		if (i >= count)
			return vpath_quick_nothing(i == VPATH_QUICK_BEFORE ? VPATH_QUICK_MISSING : VPATH_QUICK_UNKNOWN);
	}
	return vpath_quick_child(at, head, 2 + count + (i + 1) * width, width);
}

/*
 * What vpath_eval() finds, for metadata and value in one piece, if the bytes
 * are of the usual kind.
 */
static VNT_INLINE VPathQuick
vpath_quick_walk(const VPath *path, const uint8_t *data, size_t len,
				 uint32_t *hints)
{
	const VPathStep *step = path->steps;
	size_t		start = vpath_quick_open(data, len);
	VPathQuick	at = {data + start, len - start};

	if (VNT_UNLIKELY(start == 0))
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	for (size_t left = path->count; left > 0; left--)
	{
		/* an integer has a name too, but that is not written anywhere */
		if (!vpath_quick_is_object(at))
			at = vpath_quick_other(step, at);
		else if (step->name.data != NULL)
			at = vpath_quick_step(data, &step->name, at, hints);
		else
			return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
		if (at.data == NULL)
			break;
		step++;
		hints++;
	}
	return at;
}

/* Scalars only: of containers nothing is known. */
static VNT_INLINE VPathQuick
vpath_quick_scalar(const VPath *path, const uint8_t *data, size_t len,
				   uint32_t *hints)
{
	VPathQuick	found = vpath_quick_walk(path, data, len, hints);

	if (found.data != NULL && (found.data[0] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	return found;
}

/* ---------------------------------------------------------------------
 * What was found
 * ---------------------------------------------------------------------
 */

/*
 * Size of a scalar that says it in its first byte, if that is within len, else
 * 0: all but long strings and binary.
 */
static VNT_INLINE size_t
vpath_quick_size(VPathQuick v)
{
	unsigned	header = v.data[0];
	int			size;

	if ((header & VNT_BASIC_MASK) == VNT_BASIC_SHORT_STRING)
		size = 1 + (int) (header >> VNT_HEADER_SHIFT);
	else if ((header & VNT_BASIC_MASK) == VNT_BASIC_PRIMITIVE && header >> VNT_HEADER_SHIFT <= VNT_UUID)
		size = vnt_type_info[header >> VNT_HEADER_SHIFT].size;
	else
		return 0;
	return size > 0 && (size_t) size <= v.len ? (size_t) size : 0;
}

/* An integer that is stored as one; false for all else. */
static VNT_INLINE bool
vpath_quick_integer(VPathQuick v, int64_t *integer)
{
	const uint8_t *p = v.data + 1;

	switch (v.data[0])
	{
		case VNT_INT8 << VNT_HEADER_SHIFT:
			*integer = v.len < 2 ? 0 : (int8_t) p[0];
			return v.len >= 2;
		case VNT_INT16 << VNT_HEADER_SHIFT:
			*integer = v.len < 3 ? 0 : (int16_t) vnt_load16(p);
			return v.len >= 3;
		case VNT_INT32 << VNT_HEADER_SHIFT:
			*integer = v.len < 5 ? 0 : (int32_t) vnt_load32(p);
			return v.len >= 5;
		case VNT_INT64 << VNT_HEADER_SHIFT:
			*integer = v.len < 9 ? 0 : (int64_t) vnt_load64(p);
			return v.len >= 9;
		default:
			return false;
	}
}

/* A string below 64 bytes, in the form that has its length in the header. */
static VNT_INLINE bool
vpath_quick_string(VPathQuick v, VntSlice *bytes)
{
	bytes->data = v.data + 1;
	bytes->len = v.data[0] >> VNT_HEADER_SHIFT;
	return (v.data[0] & VNT_BASIC_MASK) == VNT_BASIC_SHORT_STRING && bytes->len < v.len;
}

#endif							/* VPATH_QUICK_H */
