/*-------------------------------------------------------------------------
 *
 * variant_from.c
 *	  to_variant() and the casts to variant.
 *
 * Interface: variant_from_sql, variant_equal_to_sql (C); to_variant and
 * one function for each cast, variant_equal_to_T and variant_bound_T (SQL).
 *
 * The casts of single types are immutable; to_variant() is only stable, as
 * it may run any type's output function.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_scalar.h"

#include "catalog/pg_type.h"
#include "utils/jsonb.h"

VARIANT_FUNCTION(to_variant);
VARIANT_FUNCTION(variant_from_json);
VARIANT_FUNCTION(variant_from_jsonb);

static Datum
scalar_datum(const VntScalar *s)
{
	VntBuilder *b = variant_builder_acquire();

	variant_check_build(variant_scalar_build(b, s));
	return variant_from_builder(b);
}

bool
variant_from_sql(Oid type, Datum value, Datum *result)
{
	VntScalar	s;

	if (variant_scalar_from_sql(type, value, &s) != VARIANT_FITS)
		return false;
	*result = scalar_datum(&s);
	return true;
}

/* ---------------------------------------------------------------------
 * Any type
 * ---------------------------------------------------------------------
 */

/* Foreign code may want the shared builder itself: it gets out of the way. */
static Datum
convert_alone(VariantConvert *convert, Datum value)
{
	VntBuilder *b = vnt_builder_new(&variant_host);
	Datum		result;

	variant_convert_add(b, convert, value, false);
	result = variant_from_builder(b);
	vnt_builder_free(b);
	return result;
}

Datum
to_variant(PG_FUNCTION_ARGS)
{
	VariantConvert *convert = fcinfo->flinfo->fn_extra;
	VntBuilder *b;

	if (convert == NULL)
	{
		convert = variant_convert_lookup(get_fn_expr_argtype(fcinfo->flinfo, 0),
										 fcinfo->flinfo->fn_mcxt);
		fcinfo->flinfo->fn_extra = convert;
	}
	if (!variant_convert_is_builtin(convert))
		return convert_alone(convert, PG_GETARG_DATUM(0));
	b = variant_builder_acquire();
	variant_convert_add(b, convert, PG_GETARG_DATUM(0), false);
	return variant_from_builder(b);
}

/* ---------------------------------------------------------------------
 * Casts
 * ---------------------------------------------------------------------
 */
Datum
variant_from_jsonb(PG_FUNCTION_ARGS)
{
	Datum		jsonb = PointerGetDatum(PG_GETARG_JSONB_P(0));
	VntBuilder *b = variant_builder_acquire();
	Datum		result;

	variant_jsonb_add(b, jsonb);
	result = variant_from_builder(b);
	PG_FREE_IF_COPY(DatumGetPointer(jsonb), 0);
	return result;
}

Datum
variant_from_json(PG_FUNCTION_ARGS)
{
	text	   *json = PG_GETARG_TEXT_PP(0);
	Datum		result = variant_parse(VARDATA_ANY(json), VARSIZE_ANY_EXHDR(json),
									   VNT_JSON_PLAIN, NULL);

	PG_FREE_IF_COPY(json, 0);
	return result;
}

static Datum
from_scalar(Oid type, Datum value)
{
	Datum		result = (Datum) 0;

	if (!variant_from_sql(type, value, &result))
		variant_scalar_refuse(type);
	return result;
}

#define VARIANT_CAST(function, type) \
VARIANT_FUNCTION(function); \
Datum \
function(PG_FUNCTION_ARGS) \
{ \
	return from_scalar(type, PG_GETARG_DATUM(0)); \
}

VARIANT_CAST(variant_from_bool, BOOLOID)
VARIANT_CAST(variant_from_int2, INT2OID)
VARIANT_CAST(variant_from_int4, INT4OID)
VARIANT_CAST(variant_from_int8, INT8OID)
VARIANT_CAST(variant_from_numeric, NUMERICOID)
VARIANT_CAST(variant_from_float4, FLOAT4OID)
VARIANT_CAST(variant_from_float8, FLOAT8OID)
VARIANT_CAST(variant_from_date, DATEOID)
VARIANT_CAST(variant_from_time, TIMEOID)
VARIANT_CAST(variant_from_timestamp, TIMESTAMPOID)
VARIANT_CAST(variant_from_timestamptz, TIMESTAMPTZOID)
VARIANT_CAST(variant_from_bytea, BYTEAOID)
VARIANT_CAST(variant_from_uuid, UUIDOID)

/* ---------------------------------------------------------------------
 * For index conditions
 * ---------------------------------------------------------------------
 */

bool
variant_equal_to_sql(Oid type, Datum value, Datum *variant)
{
	struct varlena *num;
	VntScalar	s;

	if (variant_from_sql(type, value, variant))
		return true;
	if (type != NUMERICOID)
		return false;
	num = PG_DETOAST_DATUM_PACKED(value);
	s = variant_number_bound(num, false);
	if (variant_number_compare(&s, num) != 0)
		return false;
	*variant = scalar_datum(&s);
	return true;
}

static Datum
equal_to(FunctionCallInfo fcinfo, Oid type)
{
	Datum		result;

	if (!variant_equal_to_sql(type, PG_GETARG_DATUM(0), &result))
		PG_RETURN_NULL();
	return result;
}

/*
 * A variant of the value's class that is not above the value or, if upper is
 * set, not below it; as near as there is, and the end of the class if there
 * is nothing beyond.
 */
static Datum
bound(FunctionCallInfo fcinfo, Oid type)
{
	Datum		value = PG_GETARG_DATUM(0);
	bool		upper = PG_GETARG_BOOL(1);
	VntScalar	s;

	switch (variant_scalar_from_sql(type, value, &s))
	{
		case VARIANT_FITS:
			break;
		case VARIANT_BELOW:
			s.u.i = type == DATEOID ? PG_INT32_MIN : PG_INT64_MIN;
			break;
		case VARIANT_ABOVE:
			s.u.i = type == DATEOID ? PG_INT32_MAX : PG_INT64_MAX;
			break;
		case VARIANT_NO_FORM:
			s = variant_number_bound(PG_DETOAST_DATUM_PACKED(value), upper);
			break;
	}
	return scalar_datum(&s);
}

#define VARIANT_EQUAL_TO(function, type) \
VARIANT_FUNCTION(function); \
Datum \
function(PG_FUNCTION_ARGS) \
{ \
	return equal_to(fcinfo, type); \
}

#define VARIANT_BOUND(function, type) \
VARIANT_FUNCTION(function); \
Datum \
function(PG_FUNCTION_ARGS) \
{ \
	return bound(fcinfo, type); \
}

VARIANT_EQUAL_TO(variant_equal_to_text, TEXTOID)
VARIANT_EQUAL_TO(variant_equal_to_numeric, NUMERICOID)
VARIANT_EQUAL_TO(variant_equal_to_date, DATEOID)
VARIANT_EQUAL_TO(variant_equal_to_timestamp, TIMESTAMPOID)
VARIANT_EQUAL_TO(variant_equal_to_timestamptz, TIMESTAMPTZOID)
VARIANT_BOUND(variant_bound_numeric, NUMERICOID)
VARIANT_BOUND(variant_bound_date, DATEOID)
VARIANT_BOUND(variant_bound_timestamp, TIMESTAMPOID)
VARIANT_BOUND(variant_bound_timestamptz, TIMESTAMPTZOID)
