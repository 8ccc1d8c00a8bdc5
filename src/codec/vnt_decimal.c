/*-------------------------------------------------------------------------
 *
 * vnt_decimal.c
 *	  128-bit integers, decimal numbers and their text.
 *
 * Arithmetic is on 64-bit halves and 32-bit limbs throughout, so that it is
 * the same on every compiler and machine; values of one word, which nearly
 * all are, take short cuts.
 *
 * Interface: vnt_int128_*, vnt_decimal_*; and for the other writers of text
 * vnt_uint64_to_text and vnt_digit_pairs (vnt_internal.h).
 *
 * Limits: every VntInt128 is a legal input, including -2^127, which has 39
 * digits.  Scales are 0..38.
 *
 *-------------------------------------------------------------------------
 */
#include <float.h>

#include "vnt_internal.h"

/* An unsigned 128-bit integer. */
typedef struct Wide
{
	uint64_t	hi;
	uint64_t	lo;
} Wide;

const char	vnt_digit_pairs[201] =
"00010203040506070809" "10111213141516171819"
"20212223242526272829" "30313233343536373839"
"40414243444546474849" "50515253545556575859"
"60616263646566676869" "70717273747576777879"
"80818283848586878889" "90919293949596979899";

/* 10^0 .. 10^38 */
static const VntInt128 power10[VNT_MAX_PRECISION + 1] = {
	{UINT64_C(0x1), INT64_C(0x0)},
	{UINT64_C(0xa), INT64_C(0x0)},
	{UINT64_C(0x64), INT64_C(0x0)},
	{UINT64_C(0x3e8), INT64_C(0x0)},
	{UINT64_C(0x2710), INT64_C(0x0)},
	{UINT64_C(0x186a0), INT64_C(0x0)},
	{UINT64_C(0xf4240), INT64_C(0x0)},
	{UINT64_C(0x989680), INT64_C(0x0)},
	{UINT64_C(0x5f5e100), INT64_C(0x0)},
	{UINT64_C(0x3b9aca00), INT64_C(0x0)},
	{UINT64_C(0x2540be400), INT64_C(0x0)},
	{UINT64_C(0x174876e800), INT64_C(0x0)},
	{UINT64_C(0xe8d4a51000), INT64_C(0x0)},
	{UINT64_C(0x9184e72a000), INT64_C(0x0)},
	{UINT64_C(0x5af3107a4000), INT64_C(0x0)},
	{UINT64_C(0x38d7ea4c68000), INT64_C(0x0)},
	{UINT64_C(0x2386f26fc10000), INT64_C(0x0)},
	{UINT64_C(0x16345785d8a0000), INT64_C(0x0)},
	{UINT64_C(0xde0b6b3a7640000), INT64_C(0x0)},
	{UINT64_C(0x8ac7230489e80000), INT64_C(0x0)},
	{UINT64_C(0x6bc75e2d63100000), INT64_C(0x5)},
	{UINT64_C(0x35c9adc5dea00000), INT64_C(0x36)},
	{UINT64_C(0x19e0c9bab2400000), INT64_C(0x21e)},
	{UINT64_C(0x2c7e14af6800000), INT64_C(0x152d)},
	{UINT64_C(0x1bcecceda1000000), INT64_C(0xd3c2)},
	{UINT64_C(0x161401484a000000), INT64_C(0x84595)},
	{UINT64_C(0xdcc80cd2e4000000), INT64_C(0x52b7d2)},
	{UINT64_C(0x9fd0803ce8000000), INT64_C(0x33b2e3c)},
	{UINT64_C(0x3e25026110000000), INT64_C(0x204fce5e)},
	{UINT64_C(0x6d7217caa0000000), INT64_C(0x1431e0fae)},
	{UINT64_C(0x4674edea40000000), INT64_C(0xc9f2c9cd0)},
	{UINT64_C(0xc0914b2680000000), INT64_C(0x7e37be2022)},
	{UINT64_C(0x85acef8100000000), INT64_C(0x4ee2d6d415b)},
	{UINT64_C(0x38c15b0a00000000), INT64_C(0x314dc6448d93)},
	{UINT64_C(0x378d8e6400000000), INT64_C(0x1ed09bead87c0)},
	{UINT64_C(0x2b878fe800000000), INT64_C(0x13426172c74d82)},
	{UINT64_C(0xb34b9f1000000000), INT64_C(0xc097ce7bc90715)},
	{UINT64_C(0xf436a000000000), INT64_C(0x785ee10d5da46d9)},
	{UINT64_C(0x98a224000000000), INT64_C(0x4b3b4ca85a86c47a)},
};

/* ---------------------------------------------------------------------
 * Unsigned helpers
 * ---------------------------------------------------------------------
 */
static int
wide_cmp(Wide a, Wide b)
{
	if (a.hi != b.hi)
		return a.hi < b.hi ? -1 : 1;
	return a.lo < b.lo ? -1 : a.lo > b.lo;
}

/* a - b, modulo 2^128 */
static Wide
wide_sub(Wide a, Wide b)
{
	Wide		r;

	r.lo = a.lo - b.lo;
	r.hi = a.hi - b.hi - (a.lo < b.lo);
	return r;
}

/* a + b, modulo 2^128 */
static Wide
wide_add64(Wide a, uint64_t b)
{
	a.lo += b;
	a.hi += a.lo < b;
	return a;
}

/* 0 <= n < 128 */
static Wide
wide_shift_left(Wide a, int n)
{
	Wide		r = a;

	if (n >= 64)
	{
		r.hi = a.lo << (n - 64);
		r.lo = 0;
	}
	else if (n > 0)
	{
		r.hi = a.hi << n | a.lo >> (64 - n);
		r.lo = a.lo << n;
	}
	return r;
}

static Wide
wide_mul64(uint64_t a, uint64_t b)
{
	uint64_t	al = (uint32_t) a;
	uint64_t	ah = a >> 32;
	uint64_t	bl = (uint32_t) b;
	uint64_t	bh = b >> 32;
	uint64_t	low = al * bl;
	uint64_t	mid1 = ah * bl + (low >> 32);
	uint64_t	mid2 = al * bh + (uint32_t) mid1;
	Wide		r;

	r.lo = mid2 << 32 | (uint32_t) low;
	r.hi = ah * bh + (mid1 >> 32) + (mid2 >> 32);
	return r;
}

/* Divide in place by 10^9 and return the remainder. */
static uint32_t
wide_div_billion(Wide *a)
{
	const uint32_t billion = 1000000000;
	uint64_t	part;
	uint64_t	hi;
	uint64_t	lo;

	hi = a->hi / billion;
	part = (a->hi % billion) << 32 | a->lo >> 32;
	lo = part / billion << 32;
	part = (part % billion) << 32 | (uint32_t) a->lo;
	lo |= part / billion;
	a->hi = hi;
	a->lo = lo;
	return (uint32_t) (part % billion);
}

/* Zero bits above the highest one; a is not zero. */
static int
wide_leading_zeros(Wide a)
{
	uint64_t	word = a.hi ? a.hi : a.lo;
	int			n = a.hi ? 0 : 64;
	int			step;

	for (step = 32; step > 0; step /= 2)
	{
		if (word >> (64 - step) == 0)
		{
			n += step;
			word <<= step;
		}
	}
	return n;
}

static Wide
wide_abs(VntInt128 v)
{
	Wide		zero = {0, 0};
	Wide		r;

	r.hi = (uint64_t) v.hi;
	r.lo = v.lo;
	return v.hi < 0 ? wide_sub(zero, r) : r;
}

static Wide
wide_power10(int n)
{
	Wide		r;

	r.hi = (uint64_t) power10[n].hi;
	r.lo = power10[n].lo;
	return r;
}

/* ---------------------------------------------------------------------
 * Signed integers
 * ---------------------------------------------------------------------
 */
VntInt128
vnt_int128_from_int64(int64_t i)
{
	VntInt128	v;

	v.lo = (uint64_t) i;
	v.hi = i < 0 ? -1 : 0;
	return v;
}

bool
vnt_int128_fits_int64(VntInt128 v, int64_t *i)
{
	*i = (int64_t) v.lo;
	return v.hi == (*i < 0 ? -1 : 0);
}

int
vnt_int128_cmp(VntInt128 a, VntInt128 b)
{
	if (a.hi != b.hi)
		return a.hi < b.hi ? -1 : 1;
	return a.lo < b.lo ? -1 : a.lo > b.lo;
}

static int
uint64_digits(uint64_t v)
{
	int			n = 1;

	for (;;)
	{
		if (v < 10)
			return n;
		if (v < 100)
			return n + 1;
		if (v < 1000)
			return n + 2;
		if (v < 10000)
			return n + 3;
		v /= 10000;
		n += 4;
	}
}

int
vnt_int128_digits(VntInt128 v)
{
	Wide		magnitude = wide_abs(v);
	int			n;

	if (magnitude.hi == 0)
		return uint64_digits(magnitude.lo);
	/* 2^64 has 20 digits */
	for (n = 20; n <= VNT_MAX_PRECISION; n++)
	{
		if (wide_cmp(magnitude, wide_power10(n)) < 0)
			break;
	}
	return n;
}

/* ---------------------------------------------------------------------
 * Text
 * ---------------------------------------------------------------------
 */

/* Write v right-aligned in n places, with leading zeros. */
static void
put_padded(uint64_t v, char *out, int n)
{
	char	   *p = out + n;
	uint32_t	w;

	/* divisions of 32 bits are much cheaper */
	for (; v > UINT32_MAX; v /= 100)
	{
		p -= 2;
		memcpy(p, vnt_digit_pairs + 2 * (v % 100), 2);
	}
	for (w = (uint32_t) v; w >= 10; w /= 100)
	{
		p -= 2;
		memcpy(p, vnt_digit_pairs + 2 * (w % 100), 2);
	}
	for (; p > out; w = 0)
		*--p = (char) ('0' + w);
}

int
vnt_uint64_to_text(uint64_t v, char *out)
{
	int			n = uint64_digits(v);

	put_padded(v, out, n);
	return n;
}

static uint64_t
digits_to_uint64(const char *digits, int n)
{
	uint64_t	v = 0;
	int			i;

	for (i = 0; i < n; i++)
		v = v * 10 + (uint64_t) (digits[i] - '0');
	return v;
}

VntInt128
vnt_int128_from_digits(const char *digits, int n, bool negative)
{
	/* any 19 digits fit in one word */
	int			low = n > 19 ? 19 : n;
	Wide		zero = {0, 0};
	Wide		w = zero;
	VntInt128	v;

	if (n > low)
		w = wide_mul64(digits_to_uint64(digits, n - low),
					   power10[19].lo);
	w = wide_add64(w, digits_to_uint64(digits + (n - low), low));
	if (negative)
		w = wide_sub(zero, w);
	v.lo = w.lo;
	v.hi = (int64_t) w.hi;
	return v;
}

static int
wide_to_digits(Wide w, char *out)
{
	uint32_t	group[3];
	int			groups = 0;
	char	   *p = out;

	while (w.hi != 0)
		group[groups++] = wide_div_billion(&w);
	p += vnt_uint64_to_text(w.lo, p);
	while (groups > 0)
	{
		put_padded(group[--groups], p, 9);
		p += 9;
	}
	return (int) (p - out);
}

int
vnt_int128_to_digits(VntInt128 v, char *out)
{
	char	   *p = out;

	if (v.hi < 0)
		*p++ = '-';
	return (int) (p - out) + wide_to_digits(wide_abs(v), p);
}

/* Digits with a point before the last scale of them. */
static char *
put_point(char *p, const char *digits, int n, int scale)
{
	int			whole = n > scale ? n - scale : 0;
	int			zeros = n < scale ? scale - n : 0;

	if (whole > 0)
		memcpy(p, digits, (size_t) whole);
	else
		*p = '0';
	p += whole > 0 ? whole : 1;
	if (scale > 0)
	{
		*p++ = '.';
		memset(p, '0', (size_t) zeros);
		p += zeros;
		memcpy(p, digits + whole, (size_t) (n - whole));
		p += n - whole;
	}
	return p;
}

/* The same for 64 bits, in two parts that are printed in place. */
static char *
put_point64(char *p, uint64_t magnitude, int scale)
{
	uint64_t	unit = power10[scale].lo;
	uint64_t	whole = magnitude / unit;

	p += vnt_uint64_to_text(whole, p);
	if (scale > 0)
	{
		*p++ = '.';
		put_padded(magnitude - whole * unit, p, scale);
		p += scale;
	}
	return p;
}

int
vnt_decimal_to_text(VntInt128 unscaled, int scale, char *out)
{
	Wide		magnitude = wide_abs(unscaled);
	char		digits[40];
	char	   *p = out;

	if (unscaled.hi < 0)
		*p++ = '-';
	if (magnitude.hi == 0 && scale <= 19)
		p = put_point64(p, magnitude.lo, scale);
	else
	{
		int			n = wide_to_digits(magnitude, digits);

		p = put_point(p, digits, n, scale);
	}
	return (int) (p - out);
}

/* ---------------------------------------------------------------------
 * To double
 * ---------------------------------------------------------------------
 */

/* bits * 2^exponent, where 2^54 <= bits < 2^55 and the lowest is sticky. */
static double
assemble_double(uint64_t bits, int exponent, bool negative)
{
	uint64_t	mantissa = bits >> 2;
	uint64_t	rest = bits & 3;
	double		d;

	if (rest == 3 || (rest == 2 && (mantissa & 1)))
		mantissa++;
	/* a carry out of the mantissa moves into the exponent as it should */
	mantissa += (uint64_t) (exponent + 2 + 52 + 1023 - 1) << 52;
	if (negative)
		mantissa |= UINT64_C(1) << 63;
	memcpy(&d, &mantissa, sizeof(d));
	return d;
}

/*
 * Long division, bit by bit: 55 bits of the quotient, the lowest of which is
 * also set if anything remains.  No result is subnormal or infinite.
 */
static double
divide_to_double(Wide dividend, Wide divisor, bool negative)
{
	int			shift1 = wide_leading_zeros(dividend);
	int			shift2 = wide_leading_zeros(divisor);
	int			exponent = shift2 - shift1;
	Wide		d = wide_shift_left(divisor, shift2);
	Wide		r = wide_shift_left(dividend, shift1);
	bool		carry = false;
	uint64_t	bits = 0;
	int			n = 0;

	/* both have their top bit set now; start with a one bit */
	if (wide_cmp(r, d) < 0)
	{
		carry = true;
		r = wide_shift_left(r, 1);
		exponent--;
	}
	for (;;)
	{
		bool		one = carry || wide_cmp(r, d) >= 0;

		bits = bits << 1 | one;
		if (one)
			r = wide_sub(r, d);
		if (++n == 55)
			break;
		carry = r.hi >> 63;
		r = wide_shift_left(r, 1);
	}
	bits |= (r.hi | r.lo) != 0;
	return assemble_double(bits, exponent - 54, negative);
}

double
vnt_decimal_to_double(VntInt128 unscaled, int scale)
{
	Wide		magnitude = wide_abs(unscaled);

	if (magnitude.hi == 0 && magnitude.lo == 0)
		return 0.0;
#if FLT_EVAL_METHOD == 0
	/* both operands are exact, so the one division rounds correctly */
	if (magnitude.hi == 0 && magnitude.lo <= UINT64_C(1) << 53 && scale <= 19)
	{
		double		d = (double) magnitude.lo;

		if (scale > 0)
			d /= (double) power10[scale].lo;
		return unscaled.hi < 0 ? -d : d;
	}
#endif
	return divide_to_double(magnitude, wide_power10(scale), unscaled.hi < 0);
}

/* ---------------------------------------------------------------------
 * Type
 * ---------------------------------------------------------------------
 */
VntType
vnt_decimal_type(VntInt128 unscaled, int scale)
{
	int64_t		i;
	int			digits;

	if (scale == 0 && vnt_int128_fits_int64(unscaled, &i))
	{
		if (i >= INT8_MIN && i <= INT8_MAX)
			return VNT_INT8;
		if (i >= INT16_MIN && i <= INT16_MAX)
			return VNT_INT16;
		if (i >= INT32_MIN && i <= INT32_MAX)
			return VNT_INT32;
		return VNT_INT64;
	}
	digits = vnt_int128_digits(unscaled);
	return digits <= 9 ? VNT_DECIMAL4 :
		digits <= 18 ? VNT_DECIMAL8 : VNT_DECIMAL16;
}
