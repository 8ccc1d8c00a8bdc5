/*-------------------------------------------------------------------------
 *
 * vnt_internal.h
 *	  Bits and bytes shared by the files of src/codec, and by nobody else.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_INTERNAL_H
#define VNT_INTERNAL_H

#include <string.h>

#include "vnt_read.h"

/* How many steps a long loop takes between two calls of host->poll. */
#define VNT_POLL_STEPS			4096

/* ---------------------------------------------------------------------
 * Little-endian stores, byte by byte; loads are in vnt_read.h
 * ---------------------------------------------------------------------
 */
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

/* Would a builder write this scalar with the same bytes? (vnt_copy.c) */
extern bool vnt_is_canonical_scalar(const VntValue *v);

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

#endif							/* VNT_INTERNAL_H */
