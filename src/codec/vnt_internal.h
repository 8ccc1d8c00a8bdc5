/*-------------------------------------------------------------------------
 *
 * vnt_internal.h
 *	  Bits and bytes shared by the files of src/codec, and by nobody else.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_INTERNAL_H
#define VNT_INTERNAL_H

#include <stddef.h>
#include <string.h>

#include "vnt_read.h"

/* How many steps a long loop takes between two calls of host->poll. */
#define VNT_POLL_STEPS			4096

/* ---------------------------------------------------------------------
 * Little-endian stores, of any alignment; loads are in vnt_read.h
 * ---------------------------------------------------------------------
 */
static inline void
vnt_store32(uint8_t *p, uint32_t v)
{
	if (VNT_LITTLE_HOST)
	{
		memcpy(p, &v, sizeof(v));
		return;
	}
	p[0] = (uint8_t) v;
	p[1] = (uint8_t) (v >> 8);
	p[2] = (uint8_t) (v >> 16);
	p[3] = (uint8_t) (v >> 24);
}

static inline void
vnt_store64(uint8_t *p, uint64_t v)
{
	if (VNT_LITTLE_HOST)
	{
		memcpy(p, &v, sizeof(v));
		return;
	}
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

/*
 * memcpy for what is mostly short: up to 64 bytes go in a few moves that may
 * overlap each other, without a call.
 */
static inline void
vnt_copy_short(uint8_t *to, const uint8_t *from, size_t n)
{
	uint8_t		first[16];
	uint8_t		last[16];

	if (n >= 16 && n <= 64)
	{
		for (size_t done = 0; done + 16 < n; done += 16)
			memcpy(to + done, from + done, 16);
		memcpy(to + n - 16, from + n - 16, 16);
	}
	else if (n >= 8 && n < 16)
	{
		memcpy(first, from, 8);
		memcpy(last, from + n - 8, 8);
		memcpy(to, first, 8);
		memcpy(to + n - 8, last, 8);
	}
	else if (n >= 4 && n < 8)
	{
		memcpy(first, from, 4);
		memcpy(last, from + n - 4, 4);
		memcpy(to, first, 4);
		memcpy(to + n - 4, last, 4);
	}
	else if (n > 0)
		memcpy(to, from, n);
}

/* ---------------------------------------------------------------------
 * The readers of the inner loops, to be compiled into them
 * ---------------------------------------------------------------------
 */
static inline VntStatus
vnt_metadata_name_inline(const VntMetadata *m, uint32_t id, VntSlice *name)
{
	const uint8_t *p;
	uint32_t	start;
	uint32_t	end;

	if (id >= m->count)
		return VNT_VALUE_FIELD_ID;
	p = m->offsets + (size_t) id * m->width;
	start = vnt_load_uint(p, m->width);
	end = vnt_load_uint(p + m->width, m->width);
	if (start > end || end > m->strings_len)
		return VNT_META_OFFSETS;
	name->data = m->strings + start;
	name->len = end - start;
	return VNT_OK;
}

static inline VntStatus
vnt_container_child_inline(const VntContainer *c, uint32_t i, VntValue *child)
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
