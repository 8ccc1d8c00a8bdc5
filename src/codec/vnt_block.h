/*-------------------------------------------------------------------------
 *
 * vnt_block.h
 *	  Bytes in blocks: finding and copying what JSON text has to look at.
 *
 * A block is VNT_BLOCK bytes: sixteen with SSE2, else eight in a word.  Both
 * give the same answers; VNT_PORTABLE (vnt_read.h) chooses the words.
 *
 * Interface: vnt_block_escape, vnt_block_other, vnt_block_copy_escape.
 *
 * Limits: VNT_BLOCK bytes are read and written, however few of them matter:
 * whoever calls must know that they are there.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_BLOCK_H
#define VNT_BLOCK_H

#if defined(__SSE2__) && !defined(VNT_PORTABLE)
#include <emmintrin.h>
#define VNT_SSE2
#endif

#include "vnt_internal.h"

/* A one in each byte: for tests of eight bytes at once. */
#define VNT_ONES	UINT64_C(0x0101010101010101)

/* The number of the lowest bit that is set; w is not 0. */
static inline unsigned
vnt_lowest_bit(uint64_t w)
{
#ifdef __GNUC__
	return (unsigned) __builtin_ctzll(w);
#else
	unsigned	n = 0;

	for (; (w & 1) == 0; w >>= 1)
		n++;
	return n;
#endif
}

#ifdef VNT_SSE2

#define VNT_BLOCK	16

typedef __m128i VntBlock;

static inline VntBlock
vnt_block_load(const uint8_t *s)
{
	return _mm_loadu_si128((const __m128i *) (const void *) s);
}

static inline void
vnt_block_store(uint8_t *p, VntBlock x)
{
	_mm_storeu_si128((__m128i *) (void *) p, x);
}

/* The number of the first marked byte, VNT_BLOCK if there is none. */
static inline unsigned
vnt_block_first(__m128i marks)
{
	return vnt_lowest_bit((unsigned) _mm_movemask_epi8(marks) | 0x10000u);
}

static inline __m128i
vnt_block_quotes(VntBlock x)
{
	return _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('"')),
						_mm_cmpeq_epi8(x, _mm_set1_epi8('\\')));
}

/* Where the first control, quote or backslash is. */
static inline unsigned
vnt_block_escape(VntBlock x)
{
	__m128i		control = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(0x1f)), x);

	return vnt_block_first(_mm_or_si128(control, vnt_block_quotes(x)));
}

/* The same, or a byte that has one of the high bits of foreign: 0 or 0x80. */
static inline unsigned
vnt_block_other(VntBlock x, uint8_t foreign)
{
	__m128i		control = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(0x1f)), x);
	__m128i		high = _mm_and_si128(x, _mm_set1_epi8((char) foreign));

	return vnt_block_first(_mm_or_si128(_mm_or_si128(control, high),
										vnt_block_quotes(x)));
}

#else

#define VNT_BLOCK	8

typedef uint64_t VntBlock;

static inline VntBlock
vnt_block_load(const uint8_t *s)
{
	return vnt_load64(s);
}

static inline void
vnt_block_store(uint8_t *p, VntBlock x)
{
	vnt_store64(p, x);
}

/*
 * Marks are high bits.  Those above the lowest one may be wrong, by a borrow,
 * which does not matter here.
 */
static inline unsigned
vnt_block_first(uint64_t marks)
{
	marks &= VNT_ONES * 0x80;
	return marks ? vnt_lowest_bit(marks) / 8 : VNT_BLOCK;
}

static inline uint64_t
vnt_block_marks(VntBlock x)
{
	uint64_t	quote = x ^ VNT_ONES * '"';
	uint64_t	slash = x ^ VNT_ONES * '\\';

	return ((x - VNT_ONES * ' ') & ~x) | ((quote - VNT_ONES) & ~quote) |
		((slash - VNT_ONES) & ~slash);
}

static inline unsigned
vnt_block_escape(VntBlock x)
{
	return vnt_block_first(vnt_block_marks(x));
}

static inline unsigned
vnt_block_other(VntBlock x, uint8_t foreign)
{
	return vnt_block_first(vnt_block_marks(x) | (x & VNT_ONES * foreign));
}

#endif

/* vnt_block_escape, and the block is copied. */
static inline unsigned
vnt_block_copy_escape(uint8_t *p, const uint8_t *s)
{
	VntBlock	x = vnt_block_load(s);

	vnt_block_store(p, x);
	return vnt_block_escape(x);
}

/* Sixteen bytes, whatever a block is. */
static inline void
vnt_copy16(uint8_t *p, const uint8_t *s)
{
#ifdef VNT_SSE2
	vnt_block_store(p, vnt_block_load(s));
#else
	uint8_t		bytes[16];

	memcpy(bytes, s, 16);
	memcpy(p, bytes, 16);
#endif
}

#endif							/* VNT_BLOCK_H */
