/*-------------------------------------------------------------------------
 *
 * vnt_number.c
 *	  Numbers of every encoding, as the order and the hash see them.
 *
 * A decimal is an integer over a power of ten, a double an integer times a
 * power of two.  To compare them without rounding both sides are multiplied
 * by the two denominators, and integers are compared.  Doubles far above or
 * below all decimals are told apart by their exponent, so that the products
 * have at most 308 bits; see BIG_LIMBS.
 *
 * Interface: vnt_number_compare, vnt_number_integer, vnt_number_double.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_number.h"

/* The parts of a binary64. */
#define DOUBLE_FRACTION		UINT64_C(0x000fffffffffffff)
#define DOUBLE_HIDDEN		UINT64_C(0x0010000000000000)
#define DOUBLE_EXPONENT		0x7ff
#define DOUBLE_FRACTION_BITS 52
#define DOUBLE_BIAS			1023

/* Doubles convert these integers exactly. */
#define EXACT_INT			(INT64_C(1) << 53)

#define BILLION				UINT32_C(1000000000)
#define BILLION_DIGITS		9

/*
 * The longest product is an unscaled decimal (128 bits) times 2^180; 384 bits
 * hold it and what a step carries.
 */
#define BIG_LIMBS			12

/* A natural number, least limb first. */
typedef struct Big
{
	uint32_t	limb[BIG_LIMBS];
} Big;

static const uint32_t small_power10[BILLION_DIGITS + 1] = {
	1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, BILLION
};

/* ---------------------------------------------------------------------
 * Big numbers
 * ---------------------------------------------------------------------
 */
static void
big_set(Big *big, uint64_t hi, uint64_t lo)
{
	memset(big, 0, sizeof(*big));
	big->limb[0] = (uint32_t) lo;
	big->limb[1] = (uint32_t) (lo >> 32);
	big->limb[2] = (uint32_t) hi;
	big->limb[3] = (uint32_t) (hi >> 32);
}

static void
big_multiply(Big *big, uint32_t factor)
{
	uint64_t	carry = 0;

	for (int i = 0; i < BIG_LIMBS; i++)
	{
		carry += (uint64_t) big->limb[i] * factor;
		big->limb[i] = (uint32_t) carry;
		carry >>= 32;
	}
}

static void
big_multiply_power10(Big *big, int power)
{
	for (; power > BILLION_DIGITS; power -= BILLION_DIGITS)
		big_multiply(big, BILLION);
	if (power > 0)
		big_multiply(big, small_power10[power]);
}

static void
big_shift_left(Big *big, int bits)
{
	int			limbs = bits / 32;

	for (int i = BIG_LIMBS - 1; i >= 0; i--)
		big->limb[i] = i >= limbs ? big->limb[i - limbs] : 0;
	big_multiply(big, UINT32_C(1) << bits % 32);
}

static int
big_compare(const Big *a, const Big *b)
{
	for (int i = BIG_LIMBS - 1; i >= 0; i--)
	{
		if (a->limb[i] != b->limb[i])
			return a->limb[i] < b->limb[i] ? -1 : 1;
	}
	return 0;
}

/* ---------------------------------------------------------------------
 * Decimals and doubles
 * ---------------------------------------------------------------------
 */
static int
sign_of(VntInt128 i)
{
	return i.hi < 0 ? -1 : i.hi != 0 || i.lo != 0;
}

/* The magnitude as unsigned halves; right for -2^127 too. */
static void
magnitude(VntInt128 i, uint64_t *hi, uint64_t *lo)
{
	*hi = (uint64_t) i.hi;
	*lo = i.lo;
	if (i.hi < 0)
	{
		*lo = ~*lo + 1;
		*hi = ~*hi + (*lo == 0);
	}
}

/* A number that is no double as unscaled integer and scale. */
static void
as_decimal(const VntScalar *s, VntInt128 *unscaled, int *scale)
{
	bool		decimal = s->type >= VNT_DECIMAL4 && s->type <= VNT_DECIMAL16;

	*unscaled = decimal ? s->u.dec : vnt_int128_from_int64(s->u.i);
	*scale = decimal ? s->scale : 0;
}

static inline bool
is_binary(const VntScalar *s)
{
	return s->type == VNT_DOUBLE || s->type == VNT_FLOAT;
}

static inline double
as_double(const VntScalar *s)
{
	return s->type == VNT_FLOAT ? (double) s->u.f : s->u.d;
}

static inline bool
is_integer_type(const VntScalar *s)
{
	return s->type >= VNT_INT8 && s->type <= VNT_INT64;
}

static uint64_t
double_bits(double d)
{
	uint64_t	bits;

	memcpy(&bits, &d, sizeof(bits));
	return bits;
}

static int
compare_doubles(double a, double b)
{
	if (a != a || b != b)
		return (a != a) - (b != b);
	return a < b ? -1 : a > b;
}

/* a * 10^-a_scale against b * 10^-b_scale */
static int
compare_decimals(VntInt128 a, int a_scale, VntInt128 b, int b_scale)
{
	int			sign = sign_of(a);
	uint64_t	hi;
	uint64_t	lo;
	Big			x;
	Big			y;

	if (a_scale == b_scale)
		return vnt_int128_cmp(a, b);
	if (sign != sign_of(b))
		return sign < sign_of(b) ? -1 : 1;
	magnitude(a, &hi, &lo);
	big_set(&x, hi, lo);
	magnitude(b, &hi, &lo);
	big_set(&y, hi, lo);
	if (a_scale < b_scale)
		big_multiply_power10(&x, b_scale - a_scale);
	else
		big_multiply_power10(&y, a_scale - b_scale);
	return sign * big_compare(&x, &y);
}

/* The magnitudes of a * 10^-scale, not 0, and of d, not 0 and not NaN. */
static int
compare_magnitudes(VntInt128 a, int scale, double d)
{
	uint64_t	bits = double_bits(d);
	int			exponent = (int) (bits >> DOUBLE_FRACTION_BITS & DOUBLE_EXPONENT);
	int			shift = exponent - DOUBLE_BIAS - DOUBLE_FRACTION_BITS;
	uint64_t	hi;
	uint64_t	lo;
	Big			x;
	Big			y;

	/* d >= 2^128, above every decimal; or d < 2^-127 < 10^-38 */
	if (exponent - DOUBLE_BIAS >= 128)
		return -1;
	if (exponent - DOUBLE_BIAS < -128)
		return 1;

	magnitude(a, &hi, &lo);
	big_set(&x, hi, lo);
	big_set(&y, 0, (bits & DOUBLE_FRACTION) | DOUBLE_HIDDEN);
	big_multiply_power10(&y, scale);
	if (shift < 0)
		big_shift_left(&x, -shift);
	else
		big_shift_left(&y, shift);
	return big_compare(&x, &y);
}

/* a * 10^-scale against d */
static int
compare_decimal_double(VntInt128 a, int scale, double d)
{
	int			sign = sign_of(a);
	int			d_sign = d < 0 ? -1 : d > 0;
	int64_t		i;

	if (d != d)
		return -1;
	if (sign != d_sign)
		return sign < d_sign ? -1 : 1;
	if (sign == 0)
		return 0;
	if (scale == 0 && vnt_int128_fits_int64(a, &i) &&
		i <= EXACT_INT && i >= -EXACT_INT)
		return compare_doubles((double) i, d);
	return sign * compare_magnitudes(a, scale, d);
}

int
vnt_number_compare(const VntScalar *a, const VntScalar *b)
{
	VntInt128	x;
	VntInt128	y;
	int			x_scale;
	int			y_scale;

	if (is_integer_type(a) && is_integer_type(b))
		return a->u.i < b->u.i ? -1 : a->u.i > b->u.i;
	if (is_binary(a) && is_binary(b))
		return compare_doubles(as_double(a), as_double(b));
	if (is_binary(a))
		return -vnt_number_compare(b, a);
	as_decimal(a, &x, &x_scale);
	if (is_binary(b))
		return compare_decimal_double(x, x_scale, as_double(b));
	as_decimal(b, &y, &y_scale);
	return compare_decimals(x, x_scale, y, y_scale);
}

/* ---------------------------------------------------------------------
 * For the hash
 * ---------------------------------------------------------------------
 */

/* Divide the number by 10^power if that leaves no remainder. */
static bool
divide_exactly(uint64_t *hi, uint64_t *lo, int power)
{
	while (power > 0)
	{
		int			digits = power < BILLION_DIGITS ? power : BILLION_DIGITS;
		uint32_t	divisor = small_power10[digits];
		uint64_t	rest = 0;
		uint64_t	limb[4] = {*hi >> 32, (uint32_t) *hi, *lo >> 32, (uint32_t) *lo};

		for (int i = 0; i < 4; i++)
		{
			rest = rest << 32 | limb[i];
			limb[i] = rest / divisor;
			rest %= divisor;
		}
		if (rest != 0)
			return false;
		*hi = limb[0] << 32 | limb[1];
		*lo = limb[2] << 32 | limb[3];
		power -= digits;
	}
	return true;
}

/* Is d an integer of magnitude below 2^127?  Then its magnitude. */
static bool
double_integer(double d, uint64_t *hi, uint64_t *lo)
{
	uint64_t	bits = double_bits(d);
	int			exponent = (int) (bits >> DOUBLE_FRACTION_BITS & DOUBLE_EXPONENT);
	int			shift = exponent - DOUBLE_BIAS - DOUBLE_FRACTION_BITS;
	uint64_t	fraction = (bits & DOUBLE_FRACTION) | DOUBLE_HIDDEN;

	*hi = *lo = 0;
	if (bits << 1 == 0)
		return true;
	if (exponent < DOUBLE_BIAS || exponent - DOUBLE_BIAS >= 127)
		return false;
	if (shift <= 0)
	{
		*lo = fraction >> -shift;
		return *lo << -shift == fraction;
	}
	if (shift < 64)
	{
		*lo = fraction << shift;
		*hi = fraction >> (64 - shift);
	}
	else
		*hi = fraction << (shift - 64);
	return true;
}

bool
vnt_number_integer(const VntScalar *s, VntInt128 *i)
{
	bool		negative;
	uint64_t	hi;
	uint64_t	lo;
	int			scale;

	if (is_integer_type(s))
	{
		*i = vnt_int128_from_int64(s->u.i);
		return true;
	}
	if (is_binary(s))
	{
		negative = as_double(s) < 0;
		if (!double_integer(as_double(s), &hi, &lo))
			return false;
	}
	else
	{
		as_decimal(s, i, &scale);
		negative = i->hi < 0;
		magnitude(*i, &hi, &lo);
		if (hi >> 63 || !divide_exactly(&hi, &lo, scale))
			return false;
	}
	if (negative)
	{
		lo = ~lo + 1;
		hi = ~hi + (lo == 0);
	}
	i->lo = lo;
	/* not a cast, which is implementation-defined above INT64_MAX */
	memcpy(&i->hi, &hi, sizeof(hi));
	return true;
}

double
vnt_number_double(const VntScalar *s)
{
	VntInt128	unscaled;
	int			scale;

	if (is_binary(s))
		return as_double(s);
	as_decimal(s, &unscaled, &scale);
	return vnt_decimal_to_double(unscaled, scale);
}
