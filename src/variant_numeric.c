/*-------------------------------------------------------------------------
 *
 * variant_numeric.c
 *	  Between numeric and the codec's decimals, exactly.
 *
 * Interface: variant_number_to_numeric, variant_small_to_numeric,
 * variant_small_to_numeric_in, variant_number_from_numeric,
 * variant_number_nearest, variant_number_refuse, variant_number_compare,
 * variant_number_bound.
 *
 * numeric is read and written in its stored form, without a detour through
 * text.  That form cannot change, as pg_upgrade moves tables as they are:
 *
 *		uint16 header, then for the long form int16 weight, then int16 digits
 *		of base 10000, most significant first, in the machine's byte order
 *
 *		header	00 ... 01 ...	long form, + and -; 14 bits of display scale
 *				10 s ddddddd w	short form: sign, display scale, 7 bits weight
 *				1100 1101 1111	NaN, Infinity, -Infinity (top four bits)
 *
 *-------------------------------------------------------------------------
 */
#include "variant_scalar.h"

#include <float.h>
#include <math.h>

#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/numeric.h"

#define DIGIT_WIDTH		4		/* decimal digits in a digit of base 10000 */
#define DIGIT_BASE		10000

#define FORM_MASK		0xc000
#define FORM_NEGATIVE	0x4000
#define FORM_SHORT		0x8000
#define FORM_SPECIAL	0xc000
#define SPECIAL_MASK	0xf000
#define SPECIAL_NAN		0xc000
#define SPECIAL_PLUS	0xd000
#define SHORT_NEGATIVE	0x2000
#define SHORT_SCALE(h)	(((h) >> 7) & 0x3f)
#define SHORT_WEIGHT(h) (((h) & 0x40) ? (int) ((h) & 0x3f) - 64 : (int) ((h) & 0x3f))
#define LONG_SCALE_MASK	0x3fff

/* What decimals can take: 38 digits need at most 11 digits of base 10000. */
#define MAX_DIGITS		11

/* A numeric as stored. */
typedef struct NumericParts
{
	bool		negative;
	int			scale;
	int			weight;			/* of the first digit: 10000 ^ weight */
	int			count;
	const char *digits;			/* int16 each, not aligned */
} NumericParts;

const int64 variant_powers_of_ten[19] = {
	INT64CONST(1), INT64CONST(10), INT64CONST(100), INT64CONST(1000),
	INT64CONST(10000), INT64CONST(100000), INT64CONST(1000000),
	INT64CONST(10000000), INT64CONST(100000000), INT64CONST(1000000000),
	INT64CONST(10000000000), INT64CONST(100000000000),
	INT64CONST(1000000000000), INT64CONST(10000000000000),
	INT64CONST(100000000000000), INT64CONST(1000000000000000),
	INT64CONST(10000000000000000), INT64CONST(100000000000000000),
	INT64CONST(1000000000000000000)
};

/* ---------------------------------------------------------------------
 * Variant to numeric
 * ---------------------------------------------------------------------
 */

/*
 * Digits of base 10000, most significant first, as what follows the varlena
 * header; returns its size.  All that comes from a decimal fits the short form.
 */
static Size
numeric_body(const int16 *digits, int count, int weight, int scale, bool negative, char *body)
{
	uint16		header;

	while (count > 0 && digits[0] == 0)
	{
		digits++;
		count--;
		weight--;
	}
	while (count > 0 && digits[count - 1] == 0)
		count--;
	if (count == 0)
	{
		weight = 0;
		negative = false;
	}
	header = FORM_SHORT | (negative ? SHORT_NEGATIVE : 0) | scale << 7 |
		(weight & 0x7f);
	memcpy(body, &header, sizeof(header));
	memcpy(body + sizeof(header), digits, count * sizeof(int16));
	return sizeof(header) + count * sizeof(int16);
}

static Datum
numeric_make(const int16 *digits, int count, int weight, int scale, bool negative)
{
	struct varlena *result = palloc(VARHDRSZ + sizeof(uint16) + count * sizeof(int16));
	Size		size = numeric_body(digits, count, weight, scale, negative, VARDATA(result));

	SET_VARSIZE(result, VARHDRSZ + size);
	return PointerGetDatum(result);
}

/*
 * value * 10^pad, split from the right so that the point is between digits:
 * they end at digits[MAX_DIGITS].  Returns where they begin.
 */
static int
split_uint64(uint64 value, int scale, int16 *digits)
{
	int			pos = MAX_DIGITS;
	int			groups = (scale + DIGIT_WIDTH - 1) / DIGIT_WIDTH;
	int64		pad = variant_powers_of_ten[groups * DIGIT_WIDTH - scale];
	uint64		head;

	/*
	 * The last group first, as multiplying the whole could overflow.  By
	 * constants, as compilers multiply then.
	 */
	switch (pad)
	{
		case 10:
			digits[--pos] = (int16) (value % 1000 * 10);
			value /= 1000;
			break;
		case 100:
			digits[--pos] = (int16) (value % 100 * 100);
			value /= 100;
			break;
		case 1000:
			digits[--pos] = (int16) (value % 10 * 1000);
			value /= 10;
			break;
		default:
			break;
	}
	for (head = value; head > 0; head /= DIGIT_BASE)
		digits[--pos] = (int16) (head % DIGIT_BASE);
	return pos;
}

/* The weight of the first of so many digits, the last of which are a fraction. */
static inline int
weight_of(int count, int scale)
{
	return count - (scale + DIGIT_WIDTH - 1) / DIGIT_WIDTH - 1;
}

static Datum
numeric_from_wide(VntInt128 unscaled, int scale)
{
	char		text[48];
	char		padded[64];
	int			len = vnt_int128_to_digits(unscaled, text);
	bool		negative = text[0] == '-';
	int			groups = (scale + DIGIT_WIDTH - 1) / DIGIT_WIDTH;
	int			tail = groups * DIGIT_WIDTH - scale;
	int			head;
	int16		digits[16];
	int			count;

	len -= negative;
	head = (DIGIT_WIDTH - (len + tail) % DIGIT_WIDTH) % DIGIT_WIDTH;
	memset(padded, '0', sizeof(padded));
	memcpy(padded + head, text + negative, len);
	count = (head + len + tail) / DIGIT_WIDTH;
	for (int i = 0; i < count; i++)
	{
		const char *p = padded + i * DIGIT_WIDTH;

		digits[i] = (int16) ((p[0] - '0') * 1000 + (p[1] - '0') * 100 +
							 (p[2] - '0') * 10 + (p[3] - '0'));
	}
	return numeric_make(digits, count, count - groups - 1, scale, negative);
}

Datum
variant_small_to_numeric(int64 unscaled, int scale)
{
	int16		digits[MAX_DIGITS];
	int			pos = split_uint64(unscaled < 0 ? -(uint64) unscaled : (uint64) unscaled,
								   scale, digits);

	return numeric_make(digits + pos, MAX_DIGITS - pos, weight_of(MAX_DIGITS - pos, scale),
						scale, unscaled < 0);
}

Datum
variant_small_to_numeric_in(int64 unscaled, int scale, char *room)
{
	int16		digits[MAX_DIGITS];
	int			pos = split_uint64(unscaled < 0 ? -(uint64) unscaled : (uint64) unscaled,
								   scale, digits);
	Size		size = numeric_body(digits + pos, MAX_DIGITS - pos,
									weight_of(MAX_DIGITS - pos, scale), scale,
									unscaled < 0, room + VARHDRSZ);

	SET_VARSIZE(room, VARHDRSZ + size);
	return PointerGetDatum(room);
}

Datum
variant_number_to_numeric(const VntScalar *s)
{
	VntInt128	unscaled = variant_number_unscaled(s);
	int64		narrow;

	if (vnt_int128_fits_int64(unscaled, &narrow))
		return variant_small_to_numeric(narrow, variant_number_scale(s));
	return numeric_from_wide(unscaled, variant_number_scale(s));
}

/* ---------------------------------------------------------------------
 * Numeric to variant
 * ---------------------------------------------------------------------
 */

/* False for NaN and the infinities. */
static bool
numeric_open(const struct varlena *num, uint16 *header, NumericParts *parts)
{
	const char *data = VARDATA_ANY(num);
	Size		size = VARSIZE_ANY_EXHDR(num);
	Size		head = sizeof(uint16);

	memcpy(header, data, sizeof(*header));
	switch (*header & FORM_MASK)
	{
		case FORM_SPECIAL:
			return false;
		case FORM_SHORT:
			parts->negative = (*header & SHORT_NEGATIVE) != 0;
			parts->scale = SHORT_SCALE(*header);
			parts->weight = SHORT_WEIGHT(*header);
			break;
		default:
			{
				int16		weight;

				memcpy(&weight, data + head, sizeof(weight));
				head += sizeof(weight);
				parts->negative = (*header & FORM_MASK) == FORM_NEGATIVE;
				parts->scale = *header & LONG_SCALE_MASK;
				parts->weight = weight;
				break;
			}
	}
	parts->digits = data + head;
	parts->count = (int) ((size - head) / sizeof(int16));
	return true;
}

static inline int
numeric_digit(const NumericParts *parts, int i)
{
	int16		digit;

	if (i < 0 || i >= parts->count)
		return 0;
	memcpy(&digit, parts->digits + i * sizeof(int16), sizeof(digit));
	return digit;
}

/* Up to 16 decimal digits in sight and 18 in the result. */
static bool
decimal_from_short(const NumericParts *parts, int64 *unscaled)
{
	int			shift = DIGIT_WIDTH * (parts->weight - parts->count + 1) + parts->scale;
	int64		value = 0;

	if (parts->count > 4 || shift > 18 - DIGIT_WIDTH * parts->count)
		return false;
	for (int i = 0; i < parts->count; i++)
		value = value * DIGIT_BASE + numeric_digit(parts, i);
	if (shift >= 0)
		value *= variant_powers_of_ten[shift];
	else if (shift > -DIGIT_WIDTH)
		value /= variant_powers_of_ten[-shift];
	else
		return false;
	*unscaled = parts->negative ? -value : value;
	return true;
}

/*
 * All digits down to the scale, as text; false if there are more than 38.
 * Digits before the first stored one and behind the last are zeros.
 */
static bool
decimal_from_long(const NumericParts *parts, VntInt128 *unscaled)
{
	char		text[DIGIT_WIDTH * 2 * MAX_DIGITS];
	int			len = 0;
	int			first = 0;
	int			used = parts->scale;

	if (parts->weight >= MAX_DIGITS)
		return false;
	if (parts->weight >= 0)
		used += DIGIT_WIDTH * (parts->weight + 1);
	for (int i = parts->weight >= 0 ? 0 : parts->weight + 1; len < used; i++)
	{
		int			digit = numeric_digit(parts, i);

		text[len++] = (char) ('0' + digit / 1000);
		text[len++] = (char) ('0' + digit / 100 % 10);
		text[len++] = (char) ('0' + digit / 10 % 10);
		text[len++] = (char) ('0' + digit % 10);
	}
	while (first < used && text[first] == '0')
		first++;
	if (used - first > VNT_MAX_PRECISION)
		return false;
	*unscaled = vnt_int128_from_digits(text + first, used - first, parts->negative);
	return true;
}

static double
special_double(uint16 header)
{
	switch (header & SPECIAL_MASK)
	{
		case SPECIAL_NAN:
			return get_float8_nan();
		case SPECIAL_PLUS:
			return get_float8_infinity();
		default:
			return -get_float8_infinity();
	}
}

VariantFit
variant_number_from_numeric(const struct varlena *num, VntScalar *s)
{
	uint16		header;
	NumericParts parts;
	int64		narrow = 0;

	s->scale = 0;
	if (!numeric_open(num, &header, &parts))
	{
		s->type = VNT_DOUBLE;
		s->u.d = special_double(header);
		return VARIANT_FITS;
	}
	if (parts.scale > VNT_MAX_PRECISION)
		return VARIANT_NO_FORM;
	if (parts.count == 0 || decimal_from_short(&parts, &narrow))
		s->u.dec = vnt_int128_from_int64(narrow);
	else if (!decimal_from_long(&parts, &s->u.dec))
		return VARIANT_NO_FORM;
	s->type = VNT_DECIMAL16;
	s->scale = (uint8_t) parts.scale;
	return VARIANT_FITS;
}

void
variant_number_refuse(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("numeric out of range for type variant"),
			 errdetail("A variant holds at most %d digits, those behind the point included.",
					   VNT_MAX_PRECISION),
			 errhint("Cast the value to double precision, or round it.")));
}

static char *
numeric_text(struct varlena *num)
{
	return DatumGetCString(DirectFunctionCall1(numeric_out, PointerGetDatum(num)));
}

double
variant_number_nearest(struct varlena *num)
{
	char	   *text = numeric_text(num);
	double		result = strtod(text, NULL);

	if (isinf(result) || (result == 0.0 && strpbrk(text, "123456789") != NULL))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("number is out of range for type variant"),
				 errdetail("A number of more than %d digits becomes the nearest double, and there is none.",
						   VNT_MAX_PRECISION)));
	pfree(text);
	return result;
}

/* ---------------------------------------------------------------------
 * Comparing with a numeric that has no variant form
 * ---------------------------------------------------------------------
 */
static Numeric
numeric_times(Numeric a, Numeric b)
{
	return DatumGetNumeric(DirectFunctionCall2(numeric_mul, NumericGetDatum(a),
											   NumericGetDatum(b)));
}

/* x * base ^ exponent; base ^ chunk is the largest power that fits an int64 */
static Numeric
numeric_scale_up(Numeric x, int64 base, int chunk, int exponent)
{
	while (exponent > 0)
	{
		int64		factor = 1;

		for (int i = Min(exponent, chunk); i > 0; i--)
			factor *= base;
		x = numeric_times(x, int64_to_numeric(factor));
		exponent -= chunk;
	}
	return x;
}

/* A finite double, exactly: m * 2^-e is m * 5^e * 10^-e. */
static Numeric
numeric_from_double(double d)
{
	int			exponent;
	double		fraction = frexp(d, &exponent);
	Numeric		x = int64_to_numeric((int64) ldexp(fraction, DBL_MANT_DIG));
	char		tenth[16];

	exponent -= DBL_MANT_DIG;
	if (exponent >= 0)
		return numeric_scale_up(x, 2, 62, exponent);
	x = numeric_scale_up(x, 5, 27, -exponent);
	snprintf(tenth, sizeof(tenth), "1e%d", exponent);
	return numeric_times(x, DatumGetNumeric(DirectFunctionCall3(numeric_in,
																CStringGetDatum(tenth),
																ObjectIdGetDatum(InvalidOid),
																Int32GetDatum(-1))));
}

static int
numeric_order(Datum a, Datum b)
{
	return DatumGetInt32(DirectFunctionCall2(numeric_cmp, a, b));
}

/*
 * Rounding never changes the order, so only a double that the numeric rounds
 * to needs the exact comparison.
 */
static int
double_order(double d, struct varlena *num)
{
	double		nearest;

	if (isnan(d))
		return 1;
	if (isinf(d))
		return d > 0 ? 1 : -1;
	nearest = strtod(numeric_text(num), NULL);
	if (d != nearest)
		return d < nearest ? -1 : 1;
	return numeric_order(NumericGetDatum(numeric_from_double(d)),
						 PointerGetDatum(num));
}

int
variant_number_compare(const VntScalar *s, struct varlena *num)
{
	VntScalar	other;

	if (variant_number_from_numeric(num, &other) == VARIANT_FITS)
		return vnt_scalar_compare(s, &other);
	if (s->type == VNT_DOUBLE)
		return double_order(s->u.d, num);
	if (s->type == VNT_FLOAT)
		return double_order(s->u.f, num);
	return numeric_order(variant_number_to_numeric(s), PointerGetDatum(num));
}

/*
 * The nearest double on the wanted side, which may be an infinity.  Rounding
 * errs by less than one step.
 */
VntScalar
variant_number_bound(struct varlena *num, bool upper)
{
	VntScalar	s = {.type = VNT_DOUBLE};
	double		nearest = strtod(numeric_text(num), NULL);
	int			order;

	s.u.d = nearest;
	order = double_order(nearest, num);
	if (upper && order < 0)
		s.u.d = nextafter(nearest, get_float8_infinity());
	else if (!upper && order > 0)
		s.u.d = nextafter(nearest, -get_float8_infinity());
	return s;
}
