/*-------------------------------------------------------------------------
 *
 * vnt_read.h
 *	  The readers on the way from a document to one of its members, inline.
 *
 * Each vnt_read_X() is what vnt_X() is elsewhere: the same checks, the same
 * answers.  They are here for the walk over a path, where calls would cost as
 * much as the work; everybody else uses the functions of vnt.h.
 *
 * Masks and shifts are those of VariantEncoding.md:
 *
 *		metadata header		  7 6	5	4	3 2 1 0
 *							 width-1 R sorted version
 *		value header		  7 6 5 4 3 2	1 0
 *							 value_header	basic_type
 *		object value_header		R  large  id width-1 (2)  offset width-1 (2)
 *		array value_header		R R R  large  offset width-1 (2)
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_READ_H
#define VNT_READ_H

#include <string.h>

#include "vnt.h"

/* metadata header */
#define VNT_META_VERSION_MASK	0x0f
#define VNT_META_SORTED			0x10
#define VNT_META_WIDTH_SHIFT	6
#define VNT_META_VERSION_1		0x01

/* value header */
#define VNT_BASIC_MASK			0x03
#define VNT_BASIC_PRIMITIVE		0
#define VNT_BASIC_SHORT_STRING	1
#define VNT_BASIC_OBJECT		2
#define VNT_BASIC_ARRAY			3
#define VNT_HEADER_SHIFT		2

#define VNT_MAX_SHORT_STRING	63

/* with more, counts have four bytes */
#define VNT_MAX_SMALL_COUNT		255

/* within value_header */
#define VNT_OFFSET_WIDTH_MASK	0x03
#define VNT_ID_WIDTH_SHIFT		2
#define VNT_OBJECT_LARGE		0x10
#define VNT_ARRAY_LARGE			0x04

/*
 * Is a number in memory its bytes, the lowest first?  VNT_PORTABLE makes this
 * unknown, and SSE2 unavailable: so tests reach on any host what is for others.
 */
#if defined(__BYTE_ORDER__) && !defined(VNT_PORTABLE)
#define VNT_LITTLE_HOST		(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#else
#define VNT_LITTLE_HOST		0
#endif

/* Which way a condition mostly goes; what an inner loop has in it, or has not. */
#ifdef __GNUC__
#define VNT_INLINE			inline __attribute__((always_inline))
#define VNT_NO_INLINE		__attribute__((noinline))
#define VNT_LIKELY(x)		__builtin_expect((x) != 0, 1)
#define VNT_UNLIKELY(x)		__builtin_expect((x) != 0, 0)
#define VNT_PREFETCH(p)		__builtin_prefetch(p)
#else
#define VNT_INLINE			inline
#define VNT_NO_INLINE
#define VNT_LIKELY(x)		(x)
#define VNT_UNLIKELY(x)		(x)
#define VNT_PREFETCH(p)		((void) (p))
#endif

/*
 * Bytes that are about to be read from one end to the other, and are perhaps
 * in no cache yet: rows of a page lie the other way round.
 */
static inline void
vnt_prefetch(const uint8_t *p, size_t len)
{
	if (len > 1024)
		len = 1024;
	for (size_t i = 0; i < len; i += 64)
		VNT_PREFETCH(p + i);
}

/* ---------------------------------------------------------------------
 * Little-endian loads, of any alignment
 * ---------------------------------------------------------------------
 */
static inline uint32_t
vnt_load16(const uint8_t *p)
{
	return (uint32_t) p[0] | (uint32_t) p[1] << 8;
}

static inline uint32_t
vnt_load32(const uint8_t *p)
{
	uint32_t	v;

	/* compilers do not see one load in bytes everywhere */
	if (VNT_LITTLE_HOST)
		memcpy(&v, p, sizeof(v));
	else
		v = vnt_load16(p) | vnt_load16(p + 2) << 16;
	return v;
}

static inline uint64_t
vnt_load64(const uint8_t *p)
{
	uint64_t	v;

	if (VNT_LITTLE_HOST)
		memcpy(&v, p, sizeof(v));
	else
		v = (uint64_t) vnt_load32(p) | (uint64_t) vnt_load32(p + 4) << 32;
	return v;
}

/* The same bytes from the other end. */
static inline uint64_t
vnt_swap64(uint64_t v)
{
#ifdef __GNUC__
	return __builtin_bswap64(v);
#else
	v = (v >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (v & UINT64_C(0x00ff00ff00ff00ff)) << 8;
	v = (v >> 16 & UINT64_C(0x0000ffff0000ffff)) | (v & UINT64_C(0x0000ffff0000ffff)) << 16;
	return v >> 32 | v << 32;
#endif
}

/* An unsigned integer of width 1..4. */
static inline uint32_t
vnt_load_uint(const uint8_t *p, unsigned width)
{
	switch (width)
	{
		case 1:
			return p[0];
		case 2:
			return vnt_load16(p);
		case 3:
			return vnt_load16(p) | (uint32_t) p[2] << 16;
		default:
			return vnt_load32(p);
	}
}

/* Two such integers that lie side by side. */
static inline void
vnt_load_pair(const uint8_t *p, unsigned width, uint32_t *first,
			  uint32_t *second)
{
	if (width == 1)
	{
		*first = p[0];
		*second = p[1];
	}
	else if (width == 2)
	{
		*first = vnt_load16(p);
		*second = vnt_load16(p + 2);
	}
	else
	{
		*first = vnt_load_uint(p, width);
		*second = vnt_load_uint(p + width, width);
	}
}

/* Leave the calling function when a call did not succeed. */
#define VNT_TRY(call) \
	do { \
		VntStatus	vnt_try_ = (call); \
\
		if (vnt_try_ != VNT_OK) \
			return vnt_try_; \
	} while (0)

/* ---------------------------------------------------------------------
 * Bytes
 * ---------------------------------------------------------------------
 */

/*
 * memcmp() == 0, for names and other short strings.  Neither a call nor an
 * array, for which the compiler would guard the stack of every caller.
 */
static inline bool
vnt_bytes_equal(const uint8_t *a, const uint8_t *b, size_t len)
{
	for (; len > 16; a += 8, b += 8, len -= 8)
	{
		if (vnt_load64(a) != vnt_load64(b))
			return false;
	}
	if (len >= 8)
		return ((vnt_load64(a) ^ vnt_load64(b)) |
				(vnt_load64(a + len - 8) ^ vnt_load64(b + len - 8))) == 0;
	if (len >= 4)
		return ((vnt_load32(a) ^ vnt_load32(b)) |
				(vnt_load32(a + len - 4) ^ vnt_load32(b + len - 4))) == 0;
	for (size_t i = 0; i < len; i++)
	{
		if (a[i] != b[i])
			return false;
	}
	return true;
}

/* ---------------------------------------------------------------------
 * Metadata
 * ---------------------------------------------------------------------
 */
static inline VntStatus
vnt_read_metadata(const uint8_t *data, size_t len, VntMetadata *m)
{
	uint64_t	table;

	if (len < 1)
		return VNT_META_TRUNCATED;
	if ((data[0] & VNT_META_VERSION_MASK) != VNT_META_VERSION_1)
		return VNT_META_VERSION;

	m->data = data;
	m->width = (uint8_t) ((data[0] >> VNT_META_WIDTH_SHIFT) + 1);
	m->sorted = (data[0] & VNT_META_SORTED) != 0;
	if (len < 1 + (size_t) m->width)
		return VNT_META_TRUNCATED;
	m->count = vnt_load_uint(data + 1, m->width);

	/* the offset table cannot wrap in 64 bits: 4 * (2^32 + 1) at most */
	table = ((uint64_t) m->count + 1) * m->width;
	if (table > len - 1 - m->width)
		return VNT_META_TRUNCATED;
	m->offsets = data + 1 + m->width;
	m->strings = m->offsets + table;
	m->strings_len = vnt_load_uint(m->strings - m->width, m->width);
	if (m->strings_len > len - (size_t) (m->strings - data))
		return VNT_META_TRUNCATED;
	m->len = (size_t) (m->strings - data) + m->strings_len;
	return VNT_OK;
}

static inline VntStatus
vnt_read_name(const VntMetadata *m, uint32_t id, VntSlice *name)
{
	uint32_t	start;
	uint32_t	end;

	if (id >= m->count)
		return VNT_VALUE_FIELD_ID;
	vnt_load_pair(m->offsets + (size_t) id * m->width, m->width, &start, &end);
	if (start > end || end > m->strings_len)
		return VNT_META_OFFSETS;
	name->data = m->strings + start;
	name->len = end - start;
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Values
 * ---------------------------------------------------------------------
 */
static inline VntType
vnt_read_type(const VntValue *v)
{
	uint8_t		header = v->data[0];

	if ((header & VNT_BASIC_MASK) != VNT_BASIC_PRIMITIVE)
		return (VntType) (VNT_SHORT_STRING - 1 + (header & VNT_BASIC_MASK));
	header >>= VNT_HEADER_SHIFT;
	return header <= VNT_UUID ? (VntType) header : VNT_UNKNOWN;
}

static inline VntStatus
vnt_read_container(const VntValue *v, VntContainer *c)
{
	const uint8_t *p = v->data;
	uint8_t		header;
	bool		large;
	uint64_t	need;

	if (v->len < 1)
		return VNT_VALUE_TRUNCATED;
	header = p[0] >> VNT_HEADER_SHIFT;
	if ((p[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
		return VNT_VALUE_TYPE;

	c->meta = v->meta;
	c->is_object = (p[0] & VNT_BASIC_MASK) == VNT_BASIC_OBJECT;
	c->offset_width = (uint8_t) ((header & VNT_OFFSET_WIDTH_MASK) + 1);
	if (c->is_object)
	{
		c->id_width = (uint8_t) ((header >> VNT_ID_WIDTH_SHIFT & 0x03) + 1);
		large = (header & VNT_OBJECT_LARGE) != 0;
	}
	else
	{
		c->id_width = 0;
		large = (header & VNT_ARRAY_LARGE) != 0;
	}

	if (v->len < (large ? 5u : 2u))
		return VNT_VALUE_TRUNCATED;
	c->count = large ? vnt_load32(p + 1) : p[1];
	p += large ? 5 : 2;

	/* cannot wrap: 8 * 2^32 and some */
	need = (uint64_t) c->count * c->id_width +
		((uint64_t) c->count + 1) * c->offset_width;
	if (need > v->len - (size_t) (p - v->data))
		return VNT_VALUE_TRUNCATED;
	c->ids = c->is_object ? p : NULL;
	c->offsets = p + (size_t) c->count * c->id_width;
	c->values = p + need;
	c->total = vnt_load_uint(c->values - c->offset_width, c->offset_width);
	if (c->total > v->len - (size_t) (c->values - v->data))
		return VNT_VALUE_TRUNCATED;
	return VNT_OK;
}

static inline VntStatus
vnt_read_child(const VntContainer *c, uint32_t i, VntValue *child)
{
	uint32_t	offset;

	offset = vnt_load_uint(c->offsets + (size_t) i * c->offset_width,
						   c->offset_width);
	if (offset >= c->total)
		return VNT_VALUE_OFFSETS;
	child->meta = c->meta;
	child->data = c->values + offset;
	child->len = c->total - offset;
	return VNT_OK;
}

/* The member with this index, if it has this name; else VNT_NOT_FOUND. */
static inline VntStatus
vnt_read_member(const VntContainer *c, uint32_t i, const uint8_t *name,
				size_t len, VntValue *child)
{
	VntSlice	found;

	if (i >= c->count)
		return VNT_NOT_FOUND;
	VNT_TRY(vnt_read_name(c->meta, vnt_load_uint(c->ids + (size_t) i * c->id_width,
												 c->id_width), &found));
	if (found.len != len || !vnt_bytes_equal(found.data, name, len))
		return VNT_NOT_FOUND;
	return vnt_read_child(c, i, child);
}

/* ---------------------------------------------------------------------
 * Values of which only parts are at hand
 * ---------------------------------------------------------------------
 */

/* Are len bytes from pos on among the size bytes from start on? */
static inline bool
vnt_range_has(size_t start, size_t size, size_t pos, size_t len)
{
	size_t		in_range = pos - start; /* huge if it is before it */

	return in_range <= size && len <= size - in_range;
}

/* Bytes of the part that was read last; NULL if they are not all in it. */
static inline const uint8_t *
vnt_read_part(const VntReader *s, size_t pos, size_t len)
{
	return vnt_range_has(s->part_pos, s->part_len, pos, len) ?
		s->part + (pos - s->part_pos) : NULL;
}

#endif							/* VNT_READ_H */
