/*-------------------------------------------------------------------------
 *
 * vnt_json_number.c
 *	  JSON text to a builder: numbers.
 *
 * Interface: vnt_json_number, vnt_json_double, vnt_json_float.
 *
 * Integers and decimals are exact.  A number with an exponent, and one of
 * more digits than a decimal has, is the nearest double: by one exact
 * multiplication or division where both operands are exact, else by strtod()
 * on the bare digits, without a point, so that no locale matters.
 *
 * Limits: more than MAX_DIGITS digits are replaced by one digit that stands
 * for them all, which cannot change the nearest double.
 *
 *-------------------------------------------------------------------------
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "vnt_json_parse.h"

#define MAX_DIGITS		800
#define EXACT_DIGITS	15
#define EXACT_POWER		22
#define MAX_EXPONENT	((int64_t) 1 << 40)

typedef struct Number
{
	const uint8_t *token;
	const uint8_t *first;		/* of the digits */
	const uint8_t *end;			/* of the digits, fraction included */
	int64_t		scale;			/* digits behind the point */
	int64_t		exponent;		/* as written */
	uint64_t	value;			/* of the digits, if they are at most 19 */
	size_t		digits;			/* without leading zeros */
	bool		negative;
	bool		has_point;
	bool		has_exponent;
} Number;

static inline bool
is_digit(const VntJson *r, const uint8_t *p)
{
	return p < r->end && *p >= '0' && *p <= '9';
}

/* Digits add to value; whether there was one. */
static inline bool
scan_digits(const VntJson *r, const uint8_t **at, uint64_t *value)
{
	const uint8_t *p = *at;
	uint64_t	v = *value;

	while (is_digit(r, p))
		v = v * 10 + (uint64_t) (*p++ - '0');
	*value = v;
	if (p == *at)
		return false;
	*at = p;
	return true;
}

static VntStatus
scan_exponent(VntJson *r, const uint8_t **at, Number *n)
{
	const uint8_t *p = *at + 1;
	bool		negative = p < r->end && *p == '-';

	if (p < r->end && (*p == '-' || *p == '+'))
		p++;
	if (!is_digit(r, p))
		return vnt_json_fail(r, VNT_JSON_NUMBER, n->token);
	for (; is_digit(r, p); p++)
		if (n->exponent < MAX_EXPONENT)
			n->exponent = n->exponent * 10 + (*p - '0');
	if (negative)
		n->exponent = -n->exponent;
	n->has_exponent = true;
	*at = p;
	return VNT_OK;
}

/* How many digits there are behind leading zeros. */
static size_t
count_digits(const Number *n)
{
	const uint8_t *p = n->first;
	size_t		len = (size_t) (n->end - n->first) - n->has_point;

	for (; p < n->end && (*p == '0' || *p == '.'); p++)
		len -= *p == '0';
	return len;
}

/* Take the number apart; r->p ends up behind it. */
static inline VntStatus
scan_number(VntJson *r, Number *n)
{
	const uint8_t *p = r->p;

	memset(n, 0, sizeof(*n));
	n->token = p;
	n->negative = *p == '-';
	p += n->negative;
	n->first = p;
	if (p < r->end && *p == '0')
		p++;					/* a digit behind it is a fault below */
	else if (!scan_digits(r, &p, &n->value))
		return vnt_json_fail(r, VNT_JSON_NUMBER, n->token);
	if (p < r->end && *p == '.')
	{
		const uint8_t *point = p++;

		n->has_point = true;
		if (!scan_digits(r, &p, &n->value))
			return vnt_json_fail(r, VNT_JSON_NUMBER, n->token);
		n->scale = p - point - 1;
	}
	n->end = p;
	if (p < r->end && (*p | 0x20) == 'e')
		VNT_TRY(scan_exponent(r, &p, n));
	if (p < r->end && vnt_json_joins(*p))
		return vnt_json_fail(r, VNT_JSON_NUMBER, n->token);
	r->p = p;
	n->digits = (size_t) (n->end - n->first) - n->has_point;
	if (n->digits > 18)
		n->digits = count_digits(n);
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Nearest double and float
 * ---------------------------------------------------------------------
 */

/*
 * The digits as an integer with an exponent, in out of MAX_DIGITS + 32 bytes.
 * Whether any digit is not zero.
 */
static bool
copy_digits(const Number *n, char *out)
{
	int64_t		exponent = n->exponent - n->scale;
	int			count = 0;
	bool		more = false;

	if (n->negative)
		*out++ = '-';
	for (const uint8_t *p = n->first; p < n->end; p++)
	{
		if (*p == '.' || (*p == '0' && count == 0))
			continue;
		if (count < MAX_DIGITS)
			out[count++] = (char) *p;
		else
		{
			more |= *p != '0';
			exponent++;
		}
	}
	if (more)
	{
		out[count++] = '1';
		exponent--;
	}
	if (count == 0)
		out[count] = '0';
	if (exponent > 99999)
		exponent = 99999;
	if (exponent < -99999)
		exponent = -99999;
	snprintf(out + count + (count == 0), 16, "e%d", (int) exponent);
	return count > 0;
}

static VntStatus
number_to_double(VntJson *r, const Number *n, double *out)
{
	static const double powers[] = {
		1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
	};
	int64_t		exponent = n->exponent - n->scale;
	char		text[MAX_DIGITS + 32];
	bool		nonzero;
	double		value;

	if (FLT_EVAL_METHOD == 0 && n->digits <= EXACT_DIGITS &&
		exponent >= -EXACT_POWER && exponent <= EXACT_POWER)
	{
		value = (double) n->value;
		value = exponent < 0 ? value / powers[-exponent] :
			value * powers[exponent];
		*out = n->negative ? -value : value;
		return VNT_OK;
	}
	nonzero = copy_digits(n, text);
	*out = strtod(text, NULL);
	if (isinf(*out) || (*out == 0 && nonzero))
		return vnt_json_fail(r, VNT_JSON_RANGE, n->token);
	return VNT_OK;
}

static VntStatus
number_to_float(VntJson *r, const Number *n, float *out)
{
	char		text[MAX_DIGITS + 32];
	bool		nonzero = copy_digits(n, text);

	*out = strtof(text, NULL);
	if (isinf(*out) || (*out == 0 && nonzero))
		return vnt_json_fail(r, VNT_JSON_RANGE, n->token);
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Building
 * ---------------------------------------------------------------------
 */
static VntStatus
build_double(VntJson *r, const Number *n)
{
	double		value;

	VNT_TRY(number_to_double(r, n, &value));
	return vnt_build_double(r->b, value);
}

/* 0.1::float4 and 1.5::float8. */
static VntStatus
build_typed(VntJson *r, const Number *n)
{
	VntCast		cast;
	VntType		type;
	float		value;

	VNT_TRY(vnt_json_cast(r, &cast, &type));
	if (cast == VNT_CAST_FLOAT8)
		return build_double(r, n);
	if (cast != VNT_CAST_FLOAT4)
		return vnt_json_fail(r, VNT_JSON_LITERAL, n->token);
	VNT_TRY(number_to_float(r, n, &value));
	return vnt_build_float(r->b, value);
}

/* More than 18 digits, or a scale above that. */
static VntStatus
build_long(VntJson *r, const Number *n)
{
	char		digits[VNT_MAX_PRECISION];
	int			count = 0;

	if (n->digits > VNT_MAX_PRECISION || n->scale > VNT_MAX_PRECISION)
		return build_double(r, n);
	for (const uint8_t *p = n->end - 1; p >= n->first; p--)
		if (*p != '.' && (size_t) count < n->digits)
			digits[VNT_MAX_PRECISION - ++count] = (char) *p;
	return vnt_build_decimal(r->b,
							 vnt_int128_from_digits(digits + VNT_MAX_PRECISION - count,
													count, n->negative),
							 (int) n->scale);
}

/* Whatever the fast path below does not take. */
static VntStatus
build_number(VntJson *r)
{
	Number		n;
	int64_t		value;

	VNT_TRY(scan_number(r, &n));
	if (vnt_json_has_cast(r, r->p))
		return build_typed(r, &n);
	if (n.has_exponent)
		return build_double(r, &n);
	if (n.digits > 18 || n.scale > 18)
		return build_long(r, &n);
	value = n.negative ? -(int64_t) n.value : (int64_t) n.value;
	if (n.scale == 0)
		return vnt_tape_int(r->b, value);
	return vnt_tape_decimal(r->b, value, (unsigned) n.scale);
}

/*
 * Most numbers: at most 18 digits, no exponent, no cast.  Where the text does
 * not end in the middle of a number, digits need no look at the end.  Far from
 * the end, read_number() in vnt_json_read.c has taken them already.
 */
VntStatus
vnt_json_number(VntJson *r)
{
	bool		negative = *r->p == '-';
	const uint8_t *first = r->p + negative;
	const uint8_t *p = first;
	const uint8_t *fraction = NULL;
	uint64_t	value = 0;
	int64_t		number;

	if (!r->closed)
		return build_number(r);
	for (; *p - '0' >= 0 && *p - '0' <= 9; p++)
		value = value * 10 + (uint64_t) (*p - '0');
	if (p == first || (*first == '0' && p - first > 1))
		return build_number(r);
	if (*p == '.')
	{
		fraction = ++p;
		for (; *p - '0' >= 0 && *p - '0' <= 9; p++)
			value = value * 10 + (uint64_t) (*p - '0');
		if (p == fraction)
			return build_number(r);
	}
	if (p - first > 18 || !vnt_json_ends(*p))
		return build_number(r);
	r->p = p;
	number = negative ? -(int64_t) value : (int64_t) value;
	if (fraction == NULL)
		return vnt_tape_int(r->b, number);
	return vnt_tape_decimal(r->b, number, (unsigned) (p - fraction));
}
