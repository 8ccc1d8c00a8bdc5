/*-------------------------------------------------------------------------
 *
 * variant_predicate_text_cast.c
 *	  Predicates that are implied by comparisons of a path's bare text, cast to
 *	  an SQL type, as (v->>'n')::int = 5 is, which jsonb has made a habit.
 *
 * Interface: variant_predicate_text_cast, variant_predicate_text_cast_any (SQL),
 * variant_predicate_reads_text.
 *
 * Values of the type's own class have limits, as where they are cast
 * themselves.  Besides, every string may be the text of a value, and every
 * number of some: those count as a whole, but for equality, where strings have
 * to start in one of a few ways.
 *
 * Limits: not for dates, times and timestamps, whose strings may look like
 * anything, and which mostly are strings where somebody casts them from text;
 * not for bytea, which every text is.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_predicate.h"

#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "variant_scalar.h"

VARIANT_FUNCTION(variant_predicate_text_cast);
VARIANT_FUNCTION(variant_predicate_text_cast_any);

bool
variant_predicate_reads_text(Oid type)
{
	return type == BOOLOID || type == INT2OID || type == INT4OID || type == INT8OID ||
		type == NUMERICOID || type == FLOAT4OID || type == FLOAT8OID || type == UUIDOID;
}

static void
check_type(Oid type)
{
	if (!variant_predicate_reads_text(type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("there are no predicates for text that is cast to type %s",
						format_type_be(type))));
}

/* ---------------------------------------------------------------------
 * How strings start that become a value
 * ---------------------------------------------------------------------
 */
typedef struct Starts
{
	bool		any;			/* nothing is known */
	bool		below_one;		/* blanks, signs, a point and zero */
	uint32		digits;			/* a bit for each digit */
} Starts;

static void
append_start(StringInfo buf, text *path, const char *operator, const char *start)
{
	appendStringInfoString(buf, " OR ");
	variant_predicate_append_path(buf, path);
	appendStringInfo(buf, " %s \"%s\"", operator, start);
}

/*
 * The text of an exact number starts with a blank, a sign, a point or a zero,
 * all of which are below 1, or else with the first digit that is not zero.
 * An exponent or underscores make no difference, nor do numbers like 0x5.
 */
static void
add_number_start(Starts *starts, Oid type, Datum value)
{
	Oid			output;
	bool		varlena;
	const char *s;

	getTypeOutputInfo(type, &output, &varlena);
	s = OidOutputFunctionCall(output, value);
	if (s[strspn(s, "-.0123456789")] != '\0')
	{
		starts->any = true;
		return;
	}
	starts->below_one = true;
	if (s[0] != '-' && s[strspn(s, "0.")] != '\0')
		starts->digits |= 1 << (s[strspn(s, "0.")] - '0');
}

/* Braces, or four hexadecimal digits in a row, of which codes know three. */
#define UUID_DIGITS		3

static void
append_uuid_starts(StringInfo buf, text *path, Datum value)
{
	const char *s = DatumGetCString(DirectFunctionCall1(uuid_out, value));

	for (int upper = 0; upper < 1 << UUID_DIGITS; upper++)
	{
		char		start[UUID_DIGITS + 1] = {0};
		bool		possible = true;

		for (int i = 0; i < UUID_DIGITS; i++)
		{
			bool		letter = s[i] >= 'a';

			start[i] = s[i];
			if ((upper >> i & 1) == 0)
				continue;
			possible = possible && letter;
			start[i] = pg_ascii_toupper((unsigned char) s[i]);
		}
		if (possible)
			append_start(buf, path, "STARTS WITH", start);
	}
	append_start(buf, path, "STARTS WITH", "{");
}

/* Those that equal value; uuids at once. */
static void
add_starts(Starts *starts, StringInfo buf, text *path, Oid type, Datum value)
{
	/* elsewhere, other bytes may be blanks */
	if (GetDatabaseEncoding() != PG_UTF8)
		starts->any = true;
	else if (type == UUIDOID)
		append_uuid_starts(buf, path, value);
	else if (type == NUMERICOID || variant_is_integer(type))
		add_number_start(starts, type, value);
	else
		starts->any = true;
}

static void
append_starts(StringInfo buf, text *path, const Starts *starts)
{
	if (starts->any)
	{
		appendStringInfoString(buf, " OR ");
		variant_predicate_append_class(buf, path, VNT_CLASS_STRING);
		return;
	}
	if (starts->below_one)
		append_start(buf, path, "<", "1");
	for (int i = 1; i <= 9; i++)
	{
		if (starts->digits >> i & 1)
			append_start(buf, path, "STARTS WITH", psprintf("%d", i));
	}
}

/* ---------------------------------------------------------------------
 * SQL
 * ---------------------------------------------------------------------
 */

/* Strings, and what else is not of the type's own class: 1 is true, 32 digits are a uuid. */
static text *
finish(StringInfo buf, text *path, Oid type, const Starts *starts)
{
	append_starts(buf, path, starts);
	for (int i = VNT_CLASS_NUMBER; i <= VNT_CLASS_DOUBLE; i++)
	{
		if (type != BOOLOID && type != UUIDOID)
			break;
		appendStringInfoString(buf, " OR ");
		variant_predicate_append_class(buf, path, i);
	}
	return variant_predicate_finish(buf);
}

/* variant_predicate_text_cast(path, operator, value [, operator, value]) */
Datum
variant_predicate_text_cast(PG_FUNCTION_ARGS)
{
	text	   *path = PG_GETARG_TEXT_PP(0);
	VariantCastComparison comparisons[2];
	int			count;
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 2);
	Starts		starts = {false};
	StringInfoData buf;

	check_type(type);
	count = variant_predicate_comparisons(fcinfo, comparisons);
	initStringInfo(&buf);
	variant_predicate_append_cast(&buf, path, type, comparisons, count);
	if (count == 1 && comparisons[0].operator[0] == '=')
		add_starts(&starts, &buf, path, type, comparisons[0].value);
	else
		starts.any = true;
	PG_RETURN_TEXT_P(finish(&buf, path, type, &starts));
}

/* variant_predicate_text_cast_any(path, alternatives); NULL if there are none */
Datum
variant_predicate_text_cast_any(PG_FUNCTION_ARGS)
{
	text	   *path = PG_GETARG_TEXT_PP(0);
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(1);
	VariantCastComparison comparison = {"="};
	Oid			type = ARR_ELEMTYPE(array);
	Starts		starts = {false};
	StringInfoData buf;
	Datum	   *values;
	int			count = variant_predicate_alternatives(array, &values);

	check_type(type);
	if (count == 0)
		PG_RETURN_NULL();
	initStringInfo(&buf);
	for (int i = 0; i < count; i++)
	{
		comparison.value = values[i];
		variant_predicate_append_cast(&buf, path, type, &comparison, 1);
		add_starts(&starts, &buf, path, type, values[i]);
	}
	PG_RETURN_TEXT_P(finish(&buf, path, type, &starts));
}
