/*-------------------------------------------------------------------------
 *
 * vnt_digits.h
 *	  Decimal digits, eight at a time, inline.
 *
 * Eight digits are a word, the first one in its lowest byte.  To text they
 * are split in halves, quarters and digits, each step for all parts at once;
 * how many zeros lead is counted, so that nothing depends on a loop's length.
 *
 * From text the other way round: digits are moved up until zeros are in front
 * of them, and the parts are joined.
 *
 * Interface: vnt_scan_eight; vnt_put_uint, vnt_put_fixed, vnt_put_short_decimal,
 * vnt_put_decimal.
 *
 * Limits: 8 bytes are read, and up to 7 behind the text are written over.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_DIGITS_H
#define VNT_DIGITS_H

#include "vnt_block.h"

#define VNT_EIGHT_DIGITS	UINT64_C(100000000)

/* Room that these functions need at most: 21 digits and point, and 7. */
#define VNT_DIGITS_ROOM		32

/* 10^0 to 10^8 */
static const uint32_t vnt_short_powers[9] = {
	1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000
};

/*
 * How many of the 8 bytes at p are digits before the first that is not, and
 * their value.
 */
static inline unsigned
vnt_scan_eight(const uint8_t *p, uint32_t *value)
{
	uint64_t	digits = vnt_load64(p) ^ VNT_ONES * '0';
	uint64_t	others = ((digits + VNT_ONES * 0x76) | digits) & VNT_ONES * 0x80;
	unsigned	n = others ? vnt_lowest_bit(others) / 8 : 8;

	if (VNT_UNLIKELY(n == 0))
		return 0;
	digits <<= 64 - 8 * n;
	digits = (digits * 10 + (digits >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
	digits = (digits * 100 + (digits >> 16)) & UINT64_C(0x0000ffff0000ffff);
	*value = (uint32_t) (digits * 10000 + (digits >> 32));
	return n;
}

/* The digits of v < 10^8 as numbers from 0 to 9. */
static inline uint64_t
vnt_digits_of_eight(uint32_t v)
{
	/* v / 10000, which is exact so for all 32 bits */
	uint64_t	high = v * UINT64_C(0xd1b71759) >> 45;
	uint64_t	halves = high | (v - high * 10000) << 32;
	uint64_t	hundreds;
	uint64_t	quarters;
	uint64_t	tens;

	/* 10486 / 2^20 is 1 / 100 for what has four digits, 103 / 2^10 for two */
	hundreds = (halves * 10486 >> 20) & UINT64_C(0x0000007f0000007f);
	quarters = hundreds + ((halves - hundreds * 100) << 16);
	tens = (quarters * 103 >> 10) & UINT64_C(0x000f000f000f000f);
	return tens + ((quarters - tens * 10) << 8);
}

/* How many zeros lead, the last digit not counted. */
static inline unsigned
vnt_leading_zeros_of_eight(uint64_t digits)
{
	return vnt_lowest_bit(digits | UINT64_C(1) << 56) / 8;
}

/* All eight digits. */
static inline uint8_t *
vnt_put_eight(uint8_t *p, uint32_t v)
{
	vnt_store64(p, vnt_digits_of_eight(v) + VNT_ONES * '0');
	return p + 8;
}

/* v < 10^8, without leading zeros. */
static inline uint8_t *
vnt_put_short_uint(uint8_t *p, uint32_t v)
{
	uint64_t	digits = vnt_digits_of_eight(v);
	unsigned	zeros = vnt_leading_zeros_of_eight(digits);

	vnt_store64(p, (digits + VNT_ONES * '0') >> 8 * zeros);
	return p + 8 - zeros;
}

/* Any number; returns its end. */
static inline uint8_t *
vnt_put_uint(uint8_t *p, uint64_t v)
{
	uint64_t	high;

	if (v < VNT_EIGHT_DIGITS)
		return vnt_put_short_uint(p, (uint32_t) v);
	high = v / VNT_EIGHT_DIGITS;
	if (high < VNT_EIGHT_DIGITS)
		p = vnt_put_short_uint(p, (uint32_t) high);
	else
	{
		p = vnt_put_short_uint(p, (uint32_t) (high / VNT_EIGHT_DIGITS));
		p = vnt_put_eight(p, (uint32_t) (high % VNT_EIGHT_DIGITS));
	}
	return vnt_put_eight(p, (uint32_t) (v - high * VNT_EIGHT_DIGITS));
}

/* v < 10^n with n digits, 1 <= n <= 16, zeros first. */
static inline uint8_t *
vnt_put_fixed(uint8_t *p, uint64_t v, unsigned n)
{
	uint64_t	digits;

	if (n > 8)
	{
		uint64_t	high = v / VNT_EIGHT_DIGITS;

		digits = vnt_digits_of_eight((uint32_t) high) + VNT_ONES * '0';
		vnt_store64(p, digits >> 8 * (16 - n));
		return vnt_put_eight(p + n - 8, (uint32_t) (v - high * VNT_EIGHT_DIGITS));
	}
	digits = vnt_digits_of_eight((uint32_t) v) + VNT_ONES * '0';
	vnt_store64(p, digits >> 8 * (8 - n));
	return p + n;
}

/* v < 10^8 with a point before the last scale digits, 1 <= scale <= 7. */
static inline uint8_t *
vnt_put_short_decimal(uint8_t *p, uint32_t v, unsigned scale)
{
	uint64_t	digits = vnt_digits_of_eight(v);
	unsigned	zeros = vnt_leading_zeros_of_eight(digits);
	unsigned	skip = zeros < 7 - scale ? zeros : 7 - scale;
	unsigned	whole = 8 - scale - skip;

	digits += VNT_ONES * '0';
	vnt_store64(p, digits >> 8 * skip);
	p[whole] = '.';
	vnt_store64(p + whole + 1, digits >> 8 * (8 - scale));
	return p + whole + 1 + scale;
}

/* The same of any v, 1 <= scale <= 16. */
static inline uint8_t *
vnt_put_decimal(uint8_t *p, uint64_t v, unsigned scale)
{
	static const uint64_t units[17] = {
		UINT64_C(1), UINT64_C(10), UINT64_C(100), UINT64_C(1000),
		UINT64_C(10000), UINT64_C(100000), UINT64_C(1000000),
		UINT64_C(10000000), UINT64_C(100000000), UINT64_C(1000000000),
		UINT64_C(10000000000), UINT64_C(100000000000),
		UINT64_C(1000000000000), UINT64_C(10000000000000),
		UINT64_C(100000000000000), UINT64_C(1000000000000000),
		UINT64_C(10000000000000000)
	};
	uint64_t	whole = v / units[scale];

	p = vnt_put_uint(p, whole);
	*p++ = '.';
	return vnt_put_fixed(p, v - whole * units[scale], scale);
}

#endif							/* VNT_DIGITS_H */
