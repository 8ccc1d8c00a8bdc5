/*-------------------------------------------------------------------------
 *
 * variant_predicate_cast.c
 *	  Predicates that are implied by comparisons of other kinds: of a path's
 *	  cast to an SQL type, of variants across classes.
 *
 * Interface: variant_predicate_cast, variant_predicate_cast_any,
 * variant_predicate_order, variant_predicate_exists (all SQL),
 * variant_predicate_append_cast, variant_predicate_comparisons.
 *
 * The planner makes index conditions of them and keeps the comparison as it was
 * written, so what they say has to be true of each value that fulfills the
 * comparison, but may be true of more.  Casts round: the limits go as far
 * as values may lie that are rounded to the one compared with.  Where a limit
 * has no variant form there is none.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_predicate.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/timestamp.h"
#include "variant_scalar.h"

VARIANT_FUNCTION(variant_predicate_cast);
VARIANT_FUNCTION(variant_predicate_cast_any);
VARIANT_FUNCTION(variant_predicate_order);
VARIANT_FUNCTION(variant_predicate_exists);

/* ---------------------------------------------------------------------
 * Limits of what a cast may have made
 * ---------------------------------------------------------------------
 */

/* On which side of the value, and whether values that become it count. */
typedef enum Side
{
	SIDE_FIRST,					/* from the first that becomes it */
	SIDE_AFTER,					/* from what comes after the last */
	SIDE_BEFORE,				/* to what comes before the first */
	SIDE_LAST					/* to the last that becomes it */
} Side;

static bool
is_low(Side side)
{
	return side == SIDE_FIRST || side == SIDE_AFTER;
}

/* The limit as a variant; false if there is none. */
typedef bool (*LimitOf) (Oid type, Datum value, Side side, Datum *limit);

static bool
same_limit(Oid type, Datum value, Side side, Datum *limit)
{
	return variant_from_sql(type, value, limit);
}

/* Halves are rounded to one side or the other, so both count. */
static bool
integer_limit(Oid type, Datum value, Side side, Datum *limit)
{
	int64		integer = type == INT8OID ? DatumGetInt64(value) :
		type == INT4OID ? DatumGetInt32(value) : DatumGetInt16(value);
	Datum		twice = DirectFunctionCall2(numeric_mul,
											NumericGetDatum(int64_to_numeric(integer)),
											NumericGetDatum(int64_to_numeric(2)));
	bool		up = side == SIDE_AFTER || side == SIDE_LAST;
	Datum		half;

	half = DirectFunctionCall2(numeric_mul,
							   DirectFunctionCall2(numeric_add, twice,
												   NumericGetDatum(int64_to_numeric(up ? 1 : -1))),
							   NumericGetDatum(int64_div_fast_to_numeric(5, 1)));
	return variant_from_sql(NUMERICOID, half, limit);
}

/* Floats are cast with 6 digits, doubles with 15. */
#define NUMERIC_ERROR	6e-6

static bool
numeric_limit(Oid type, Datum value, Side side, Datum *limit)
{
	double		d = DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, value));

	if (isinf(d))
		return false;
	d += (is_low(side) ? -NUMERIC_ERROR : NUMERIC_ERROR) * fabs(d);
	return variant_from_sql(FLOAT8OID, Float8GetDatum(d), limit);
}

/* A real may come from every double up to its neighbours. */
static bool
real_limit(Oid type, Datum value, Side side, Datum *limit)
{
	float		to = is_low(side) ? -INFINITY : INFINITY;

	return variant_from_sql(FLOAT8OID,
							Float8GetDatum(nextafterf(DatumGetFloat4(value), to)), limit);
}

/* Nanoseconds are rounded to microseconds. */
static bool
instant_limit(Oid type, Datum value, Side side, Datum *limit)
{
	int64		usecs = DatumGetInt64(value);

	if (type == TIMEOID)
		return variant_from_sql(type, value, limit);
	if (TIMESTAMP_NOT_FINITE(usecs))
		return false;
	usecs += is_low(side) ? -1 : 1;
	return !TIMESTAMP_NOT_FINITE(usecs) &&
		variant_from_sql(type, TimestampGetDatum(usecs), limit);
}

/* Timestamps that become a date. */
static bool
day_limit(Oid type, Datum value, Side side, Datum *limit)
{
	DateADT		day = DatumGetDateADT(value);
	int			overflow = 0;
	Timestamp	midnight;

	if (DATE_NOT_FINITE(day))
		return false;
	if (side == SIDE_AFTER || side == SIDE_LAST)
		day++;
	midnight = DATE_NOT_FINITE(day) ? 0 : date2timestamp_opt_overflow(day, &overflow);
	return !DATE_NOT_FINITE(day) && overflow == 0 &&
		instant_limit(TIMESTAMPOID, TimestampGetDatum(midnight), side, limit);
}

/* Dates that become a timestamp. */
static bool
midnight_limit(Oid type, Datum value, Side side, Datum *limit)
{
	if (TIMESTAMP_NOT_FINITE(DatumGetTimestamp(value)))
		return false;
	return variant_from_sql(DATEOID, DirectFunctionCall1(timestamp_date, value), limit);
}

static bool
no_limit(Oid type, Datum value, Side side, Datum *limit)
{
	return false;
}

/* Which classes a cast takes. */
typedef struct CastSource
{
	Oid			type;
	VntClass	class_;
	LimitOf		limit;
	bool		exact;			/* just one value becomes one */
} CastSource;

static const CastSource sources[] = {
	{BOOLOID, VNT_CLASS_BOOLEAN, same_limit, true},
	{INT2OID, VNT_CLASS_NUMBER, integer_limit, false},
	{INT4OID, VNT_CLASS_NUMBER, integer_limit, false},
	{INT8OID, VNT_CLASS_NUMBER, integer_limit, false},
	{NUMERICOID, VNT_CLASS_NUMBER, numeric_limit, false},
	{FLOAT4OID, VNT_CLASS_NUMBER, real_limit, false},
	/* keys have no more digits than doubles do */
	{FLOAT8OID, VNT_CLASS_NUMBER, same_limit, true},
	{DATEOID, VNT_CLASS_DATE, same_limit, true},
	{DATEOID, VNT_CLASS_TIMESTAMP, day_limit, false},
	{TIMEOID, VNT_CLASS_TIME, instant_limit, true},
	{TIMEOID, VNT_CLASS_TIMESTAMP, no_limit, false},
	{TIMESTAMPOID, VNT_CLASS_TIMESTAMP, instant_limit, false},
	{TIMESTAMPOID, VNT_CLASS_DATE, midnight_limit, false},
	{TIMESTAMPTZOID, VNT_CLASS_TIMESTAMPTZ, instant_limit, false},
	{UUIDOID, VNT_CLASS_UUID, same_limit, true},
	{BYTEAOID, VNT_CLASS_BINARY, same_limit, true},
};

/* ---------------------------------------------------------------------
 * Casts
 * ---------------------------------------------------------------------
 */

static void
append_limit(StringInfo buf, text *path, const char *operator, Datum limit, bool *some)
{
	if (*some)
		appendStringInfoString(buf, " AND ");
	variant_predicate_append_path(buf, path);
	appendStringInfo(buf, " %s ", operator);
	variant_predicate_append_literal(buf, limit);
	*some = true;
}

static void
append_cast_comparison(StringInfo buf, text *path, const CastSource *source,
					   const VariantCastComparison *c, bool *some)
{
	bool		equal = strcmp(c->operator, "=") == 0;
	bool		strict = c->operator[1] == '\0';
	Datum		limit;

	if (equal && source->exact)
	{
		if (source->limit(source->type, c->value, SIDE_FIRST, &limit))
			append_limit(buf, path, "=", limit, some);
		return;
	}
	if ((equal || c->operator[0] == '>') &&
		source->limit(source->type, c->value, strict && !equal ? SIDE_AFTER : SIDE_FIRST, &limit))
		append_limit(buf, path, ">=", limit, some);
	if ((equal || c->operator[0] == '<') &&
		source->limit(source->type, c->value, strict && !equal ? SIDE_BEFORE : SIDE_LAST, &limit))
		append_limit(buf, path, "<=", limit, some);
}

/* The classes that can be cast, each with its limits, behind what is there. */
void
variant_predicate_append_cast(StringInfo buf, text *path, Oid type,
							  const VariantCastComparison *comparisons, int count)
{
	bool		known = false;

	for (int i = 0; i < lengthof(sources); i++)
	{
		const CastSource *source = &sources[i];
		bool		some = false;

		if (source->type != type)
			continue;
		known = true;
		if (buf->len > 0)
			appendStringInfoString(buf, " OR ");
		for (int j = 0; j < count; j++)
			append_cast_comparison(buf, path, source, &comparisons[j], &some);
		if (some)
			continue;
		variant_predicate_append_class(buf, path, source->class_);
		if (source->class_ == VNT_CLASS_NUMBER)
		{
			appendStringInfoString(buf, " OR ");
			variant_predicate_append_class(buf, path, VNT_CLASS_FLOAT);
			appendStringInfoString(buf, " OR ");
			variant_predicate_append_class(buf, path, VNT_CLASS_DOUBLE);
		}
	}
	if (!known)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("variants are not cast to type %s", format_type_be(type))));
}

static void
set_comparison(VariantCastComparison *c, text *operator, Datum value)
{
	static const char *const names[] = {"=", "<", "<=", ">", ">="};

	for (int i = 0; i < lengthof(names); i++)
	{
		if (VARSIZE_ANY_EXHDR(operator) == strlen(names[i]) &&
			memcmp(VARDATA_ANY(operator), names[i], strlen(names[i])) == 0)
		{
			c->operator = names[i];
			c->value = value;
			return;
		}
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid operator \"%s\"", text_to_cstring(operator)),
			 errhint("Operators are =, <, <=, >, >=.")));
}

int
variant_predicate_comparisons(FunctionCallInfo fcinfo, VariantCastComparison comparisons[2])
{
	int			count = PG_NARGS() > 3 ? 2 : 1;

	for (int i = 0; i < count; i++)
		set_comparison(&comparisons[i], PG_GETARG_TEXT_PP(2 * i + 1),
										 PG_GETARG_DATUM(2 * i + 2));
	return count;
}

/* variant_predicate_cast(path, operator, value [, operator, value]) */
Datum
variant_predicate_cast(PG_FUNCTION_ARGS)
{
	VariantCastComparison comparisons[2];
	int			count = variant_predicate_comparisons(fcinfo, comparisons);
	StringInfoData buf;

	initStringInfo(&buf);
	variant_predicate_append_cast(&buf, PG_GETARG_TEXT_PP(0),
								  get_fn_expr_argtype(fcinfo->flinfo, 2), comparisons, count);
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/* variant_predicate_cast_any(path, alternatives); NULL if there are none */
Datum
variant_predicate_cast_any(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(1);
	VariantCastComparison comparison = {"="};
	StringInfoData buf;
	Datum	   *values;
	int			count = variant_predicate_alternatives(array, &values);

	if (count == 0)
		PG_RETURN_NULL();
	initStringInfo(&buf);
	for (int i = 0; i < count; i++)
	{
		comparison.value = values[i];
		variant_predicate_append_cast(&buf, PG_GETARG_TEXT_PP(0), ARR_ELEMTYPE(array),
									  &comparison, 1);
	}
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/* ---------------------------------------------------------------------
 * Across classes
 * ---------------------------------------------------------------------
 */

/* variant_predicate_order(path, operator, variant): in the total order */
Datum
variant_predicate_order(PG_FUNCTION_ARGS)
{
	text	   *path = PG_GETARG_TEXT_PP(0);
	text	   *operator = PG_GETARG_TEXT_PP(1);
	VariantCastComparison comparison;
	VariantView view;
	VntClass	class_;
	StringInfoData buf;

	set_comparison(&comparison, operator, PG_GETARG_DATUM(2));
	variant_view_open(&view, comparison.value);
	class_ = vnt_value_class(&view.root);
	variant_view_close(&view);
	initStringInfo(&buf);
	if (class_ == VNT_CLASS_ARRAY || class_ == VNT_CLASS_OBJECT)
		variant_predicate_append_class(&buf, path, class_);
	else
	{
		bool		some = false;

		append_limit(&buf, path, comparison.operator, comparison.value, &some);
	}
	for (int i = 0; i <= VNT_CLASS_OBJECT; i++)
	{
		int			difference = vnt_class_family(i) - vnt_class_family(class_);

		if (comparison.operator[0] == '<' ? difference >= 0 : difference <= 0)
			continue;
		appendStringInfoString(&buf, " OR ");
		variant_predicate_append_class(&buf, path, i);
	}
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/* variant_predicate_exists(path) */
Datum
variant_predicate_exists(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	initStringInfo(&buf);
	appendStringInfoString(&buf, "EXISTS ");
	variant_predicate_append_path(&buf, PG_GETARG_TEXT_PP(0));
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}
