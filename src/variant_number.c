/*-------------------------------------------------------------------------
 *
 * variant_number.c
 *	  Numbers of a variant as SQL numbers.
 *
 * Interface: variant_number_to_sql.
 *
 * Rounding and ranges are those of the server's own casts: half away from
 * zero from decimals, to even from float and double, 22003 out of range.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_scalar.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "utils/builtins.h"

/* The integer part of digits, rounded half away from zero by the next one. */
static bool
round_digits(const char *digits, int len, int scale, uint64 *result)
{
	uint64		value = 0;

	for (int i = 0; i < len - scale; i++)
	{
		unsigned	digit = digits[i] - '0';

		if (value > (PG_UINT64_MAX - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	if (scale > 0 && len >= scale && digits[len - scale] >= '5')
	{
		if (value == PG_UINT64_MAX)
			return false;
		value++;
	}
	*result = value;
	return true;
}

static bool
decimal_to_int64(VntInt128 unscaled, int scale, int64 *result)
{
	char		text[48];
	int			len = vnt_int128_to_digits(unscaled, text);
	bool		negative = text[0] == '-';
	uint64		magnitude;

	if (!round_digits(text + negative, len - negative, scale, &magnitude) ||
		magnitude > (uint64) PG_INT64_MAX + negative)
		return false;
	*result = negative ? (int64) (-magnitude) : (int64) magnitude;
	return true;
}

static bool
number_to_int64(const VntScalar *s, int64 *result)
{
	int64		unscaled;
	int			scale = variant_number_scale(s);

	if (!vnt_int128_fits_int64(variant_number_unscaled(s), &unscaled) || scale > 18)
		return decimal_to_int64(variant_number_unscaled(s), scale, result);
	if (scale == 0)
		*result = unscaled;
	else
	{
		int64		unit = variant_powers_of_ten[scale];
		int64		rest = unscaled % unit;

		*result = unscaled / unit;
		if (rest >= unit / 2)
			(*result)++;
		else if (rest <= -(unit / 2))
			(*result)--;
	}
	return true;
}

/* A double rounds to even, as the server's own cast does. */
static bool
double_to_int64(double d, int64 *result)
{
	d = rint(d);
	if (isnan(d) || !FLOAT8_FITS_IN_INT64(d))
		return false;
	*result = (int64) d;
	return true;
}

static Datum
out_of_range(Oid type, struct Node *escontext)
{
	ereturn(escontext, (Datum) 0,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("variant value is out of range for type %s",
					format_type_be(type))));
}

static Datum
to_integer(const VntScalar *s, Oid type, struct Node *escontext)
{
	int64		value;
	bool		fits;

	if (s->type == VNT_DOUBLE)
		fits = double_to_int64(s->u.d, &value);
	else if (s->type == VNT_FLOAT)
		fits = double_to_int64(s->u.f, &value);
	else
		fits = number_to_int64(s, &value);
	if (!fits)
		return out_of_range(type, escontext);
	if (type == INT8OID)
		return Int64GetDatum(value);
	if (type == INT4OID && value >= PG_INT32_MIN && value <= PG_INT32_MAX)
		return Int32GetDatum((int32) value);
	if (type == INT2OID && value >= PG_INT16_MIN && value <= PG_INT16_MAX)
		return Int16GetDatum((int16) value);
	return out_of_range(type, escontext);
}

/* Straight from the digits: going through double would round twice. */
static float4
decimal_to_float4(VntInt128 unscaled, int scale)
{
	char		text[96];
	int			len = vnt_decimal_to_text(unscaled, scale, text);

	text[len] = '\0';
	return strtof(text, NULL);
}

static Datum
to_float4(const VntScalar *s, struct Node *escontext)
{
	int64		narrow;
	float4		result;

	if (s->type == VNT_FLOAT)
		return Float4GetDatum(s->u.f);
	if (s->type == VNT_DOUBLE)
	{
		result = (float4) s->u.d;
		if ((isinf(result) && !isinf(s->u.d)) ||
			(result == 0.0f && s->u.d != 0.0))
			return out_of_range(FLOAT4OID, escontext);
		return Float4GetDatum(result);
	}
	if (variant_number_scale(s) == 0 && vnt_int128_fits_int64(variant_number_unscaled(s), &narrow))
		return Float4GetDatum((float4) narrow);
	return Float4GetDatum(decimal_to_float4(variant_number_unscaled(s), variant_number_scale(s)));
}

static Datum
to_float8(const VntScalar *s)
{
	int64		narrow;

	if (s->type == VNT_DOUBLE)
		return Float8GetDatum(s->u.d);
	if (s->type == VNT_FLOAT)
		return Float8GetDatum((float8) s->u.f);
	if (variant_number_scale(s) == 0 && vnt_int128_fits_int64(variant_number_unscaled(s), &narrow))
		return Float8GetDatum((float8) narrow);
	return Float8GetDatum(vnt_decimal_to_double(variant_number_unscaled(s), variant_number_scale(s)));
}

static Datum
to_numeric(const VntScalar *s)
{
	if (s->type == VNT_DOUBLE)
		return DirectFunctionCall1(float8_numeric, Float8GetDatum(s->u.d));
	if (s->type == VNT_FLOAT)
		return DirectFunctionCall1(float4_numeric, Float4GetDatum(s->u.f));
	return variant_number_to_numeric(s);
}

Datum
variant_number_to_sql(const VntScalar *s, Oid type, struct Node *escontext)
{
	switch (type)
	{
		case FLOAT4OID:
			return to_float4(s, escontext);
		case FLOAT8OID:
			return to_float8(s);
		case NUMERICOID:
			return to_numeric(s);
		default:
			return to_integer(s, type, escontext);
	}
}
