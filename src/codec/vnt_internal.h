/*-------------------------------------------------------------------------
 *
 * vnt_internal.h
 *	  Bits and bytes shared by the files of src/codec, and by nobody else.
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
#ifndef VNT_INTERNAL_H
#define VNT_INTERNAL_H

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

/* within value_header */
#define VNT_OFFSET_WIDTH_MASK	0x03
#define VNT_ID_WIDTH_SHIFT		2
#define VNT_OBJECT_LARGE		0x10
#define VNT_ARRAY_LARGE			0x04

/* How many steps a long loop takes between two calls of host->poll. */
#define VNT_POLL_STEPS			4096

/* ---------------------------------------------------------------------
 * Little-endian loads and stores, byte by byte
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
	return vnt_load16(p) | vnt_load16(p + 2) << 16;
}

static inline uint64_t
vnt_load64(const uint8_t *p)
{
	return (uint64_t) vnt_load32(p) | (uint64_t) vnt_load32(p + 4) << 32;
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

static inline void
vnt_store32(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t) v;
	p[1] = (uint8_t) (v >> 8);
	p[2] = (uint8_t) (v >> 16);
	p[3] = (uint8_t) (v >> 24);
}

static inline void
vnt_store64(uint8_t *p, uint64_t v)
{
	vnt_store32(p, (uint32_t) v);
	vnt_store32(p + 4, (uint32_t) (v >> 32));
}

static inline void
vnt_store_uint(uint8_t *p, uint32_t v, unsigned width)
{
	p[0] = (uint8_t) v;
	if (width > 1)
		p[1] = (uint8_t) (v >> 8);
	if (width > 2)
		p[2] = (uint8_t) (v >> 16);
	if (width > 3)
		p[3] = (uint8_t) (v >> 24);
}

/* The smallest width that holds v. */
static inline unsigned
vnt_uint_width(uint32_t v)
{
	return v <= 0xff ? 1 : v <= 0xffff ? 2 : v <= 0xffffff ? 3 : 4;
}

/* Compare two byte strings as the encoding orders names: unsigned bytes. */
static inline int
vnt_bytes_cmp(const uint8_t *a, size_t alen, const uint8_t *b, size_t blen)
{
	size_t		n = alen < blen ? alen : blen;
	int			c = n > 0 ? memcmp(a, b, n) : 0;

	if (c != 0)
		return c < 0 ? -1 : 1;
	return alen < blen ? -1 : alen > blen;
}

/* ---------------------------------------------------------------------
 * Digits (vnt_decimal.c)
 * ---------------------------------------------------------------------
 */

/* "00" "01" .. "99" */
extern const char vnt_digit_pairs[201];

/* Write v in decimal, 1 to 20 bytes, and return the length. */
extern int	vnt_uint64_to_text(uint64_t v, char *out);

/* Fill in *err (may be NULL) and hand the status through. */
static inline VntStatus
vnt_fail(VntError *err, VntStatus status, VntPart part, size_t offset,
		 uint64_t number)
{
	if (err)
	{
		err->status = status;
		err->part = part;
		err->offset = offset;
		err->number = number;
	}
	return status;
}

/* Leave the calling function when a call did not succeed. */
#define VNT_TRY(call) \
	do { \
		VntStatus	vnt_try_ = (call); \
\
		if (vnt_try_ != VNT_OK) \
			return vnt_try_; \
	} while (0)

#endif							/* VNT_INTERNAL_H */
