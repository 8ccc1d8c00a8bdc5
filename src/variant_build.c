/*-------------------------------------------------------------------------
 *
 * variant_build.c
 *	  Objects and arrays from SQL values.
 *
 * Interface: variant_build_object, variant_build_array, their forms without
 * arguments, variant_object (one and two arrays of text).
 *
 * How each argument is converted is found out once for a call site.  With
 * VARIADIC the arguments are the elements of one array and so share a type.
 * The last of several members of one name wins.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

/* One argument of a call site. */
typedef struct BuildArg
{
	VariantConvert *convert;
	bool		is_literal;		/* of unknown type: a C string, taken as text */
} BuildArg;

typedef struct BuildSite
{
	bool		variadic;
	bool		builtin;		/* no foreign code runs for any argument */
	int			nargs;			/* of args: 1 for VARIADIC, its element type */
	BuildArg	args[FLEXIBLE_ARRAY_MEMBER];
} BuildSite;

/* The values of one call. */
typedef struct BuildValues
{
	int			count;
	Datum	   *values;
	bool	   *nulls;
} BuildValues;

/* ---------------------------------------------------------------------
 * Arguments
 * ---------------------------------------------------------------------
 */
static BuildSite *
new_site(FunctionCallInfo fcinfo, int nargs)
{
	BuildSite  *site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
											  offsetof(BuildSite, args) +
											  nargs * sizeof(BuildArg));

	site->nargs = nargs;
	site->builtin = true;
	return site;
}

static void
site_argument(FunctionCallInfo fcinfo, BuildSite *site, int i, Oid type)
{
	BuildArg   *arg = &site->args[i];

	if (type == UNKNOWNOID && !site->variadic &&
		get_fn_expr_arg_stable(fcinfo->flinfo, i))
	{
		arg->is_literal = true;
		type = TEXTOID;
	}
	if (!OidIsValid(type) || type == UNKNOWNOID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not determine data type for argument %d", i + 1)));
	arg->convert = variant_convert_lookup(type, fcinfo->flinfo->fn_mcxt);
	site->builtin &= variant_convert_is_builtin(arg->convert);
}

static BuildSite *
find_site(FunctionCallInfo fcinfo)
{
	BuildSite  *site = fcinfo->flinfo->fn_extra;
	int			i;

	if (site != NULL)
		return site;
	if (get_fn_expr_variadic(fcinfo->flinfo))
	{
		site = new_site(fcinfo, 1);
		site->variadic = true;
		site_argument(fcinfo, site, 0,
					  get_element_type(get_fn_expr_argtype(fcinfo->flinfo, 0)));
	}
	else
	{
		site = new_site(fcinfo, PG_NARGS());
		for (i = 0; i < site->nargs; i++)
			site_argument(fcinfo, site, i, get_fn_expr_argtype(fcinfo->flinfo, i));
	}
	fcinfo->flinfo->fn_extra = site;
	return site;
}

static inline BuildArg *
site_arg(BuildSite *site, int i)
{
	return &site->args[site->variadic ? 0 : i];
}

/* false when the VARIADIC array is NULL. */
static bool
get_values(FunctionCallInfo fcinfo, const BuildSite *site, BuildValues *out)
{
	int			i;

	if (site->variadic)
	{
		ArrayType  *array;
		int16		typlen;
		bool		typbyval;
		char		typalign;

		if (PG_ARGISNULL(0))
			return false;
		array = PG_GETARG_ARRAYTYPE_P(0);
		get_typlenbyvalalign(ARR_ELEMTYPE(array), &typlen, &typbyval, &typalign);
		deconstruct_array(array, ARR_ELEMTYPE(array), typlen, typbyval, typalign,
						  &out->values, &out->nulls, &out->count);
		return true;
	}
	out->count = site->nargs;
	out->values = palloc(sizeof(Datum) * Max(out->count, 1));
	out->nulls = palloc(sizeof(bool) * Max(out->count, 1));
	for (i = 0; i < out->count; i++)
	{
		out->nulls[i] = PG_ARGISNULL(i);
		out->values[i] = out->nulls[i] ? (Datum) 0 : PG_GETARG_DATUM(i);
		if (site->args[i].is_literal && !out->nulls[i])
			out->values[i] = CStringGetTextDatum(DatumGetCString(out->values[i]));
	}
	return true;
}

/* ---------------------------------------------------------------------
 * variant_build_object, variant_build_array
 * ---------------------------------------------------------------------
 */
static void
add_value(VntBuilder *b, BuildSite *site, const BuildValues *values, int i)
{
	variant_convert_add(b, site_arg(site, i)->convert, values->values[i],
						values->nulls[i]);
}

static void
add_key(VntBuilder *b, BuildSite *site, const BuildValues *values, int i)
{
	VntSlice	key;

	if (values->nulls[i])
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument %d: key must not be null", i + 1)));
	key = variant_convert_key(site_arg(site, i)->convert, values->values[i]);
	variant_check_build(vnt_build_key(b, key.data, key.len));
}

VARIANT_FUNCTION(variant_build_object);

Datum
variant_build_object(PG_FUNCTION_ARGS)
{
	BuildSite  *site = find_site(fcinfo);
	BuildValues values;
	VntBuilder *b;
	int			i;

	if (!get_values(fcinfo, site, &values))
		PG_RETURN_NULL();
	if (values.count % 2 != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument list must have even number of elements"),
				 errhint("The arguments of %s must consist of alternating keys and values.",
						 "variant_build_object()")));
	b = site->builtin ? variant_builder_acquire() : variant_builder_private();
	variant_check_build(vnt_build_object_begin(b));
	for (i = 0; i < values.count; i += 2)
	{
		add_key(b, site, &values, i);
		add_value(b, site, &values, i + 1);
	}
	variant_check_build(vnt_build_object_end(b));
	PG_RETURN_DATUM(variant_from_builder(b));
}

VARIANT_FUNCTION(variant_build_array);

Datum
variant_build_array(PG_FUNCTION_ARGS)
{
	BuildSite  *site = find_site(fcinfo);
	BuildValues values;
	VntBuilder *b;
	int			i;

	if (!get_values(fcinfo, site, &values))
		PG_RETURN_NULL();
	b = site->builtin ? variant_builder_acquire() : variant_builder_private();
	variant_check_build(vnt_build_array_begin(b));
	for (i = 0; i < values.count; i++)
		add_value(b, site, &values, i);
	variant_check_build(vnt_build_array_end(b));
	PG_RETURN_DATUM(variant_from_builder(b));
}

VARIANT_FUNCTION(variant_build_object_noargs);

Datum
variant_build_object_noargs(PG_FUNCTION_ARGS)
{
	VntBuilder *b = variant_builder_acquire();

	variant_check_build(vnt_build_object_begin(b));
	variant_check_build(vnt_build_object_end(b));
	PG_RETURN_DATUM(variant_from_builder(b));
}

VARIANT_FUNCTION(variant_build_array_noargs);

Datum
variant_build_array_noargs(PG_FUNCTION_ARGS)
{
	VntBuilder *b = variant_builder_acquire();

	variant_check_build(vnt_build_array_begin(b));
	variant_check_build(vnt_build_array_end(b));
	PG_RETURN_DATUM(variant_from_builder(b));
}

/* ---------------------------------------------------------------------
 * variant_object
 * ---------------------------------------------------------------------
 */
static void
deconstruct_text(ArrayType *array, BuildValues *out)
{
	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT,
					  &out->values, &out->nulls, &out->count);
}

static VntSlice
text_slice(Datum datum)
{
	text	   *t = DatumGetTextPP(datum);
	VntSlice	slice;

	slice.data = (const uint8_t *) variant_utf8_from_server(VARDATA_ANY(t),
															VARSIZE_ANY_EXHDR(t),
															&slice.len);
	return slice;
}

/*
 * An object of strings: key i is keys[i * step], its value the same place of
 * values.
 */
static Datum
object_of_text(const BuildValues *keys, const Datum *values, const bool *nulls,
			   int count, int step)
{
	VntBuilder *b = variant_builder_acquire();
	VntSlice	s;
	int			i;

	variant_check_build(vnt_build_object_begin(b));
	for (i = 0; i < count * step; i += step)
	{
		if (keys->nulls[i])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("null value not allowed for object key")));
		s = text_slice(keys->values[i]);
		variant_check_build(vnt_build_key(b, s.data, s.len));
		if (nulls[i])
		{
			variant_check_build(vnt_build_null(b));
			continue;
		}
		s = text_slice(values[i]);
		variant_check_build(vnt_build_string(b, s.data, s.len));
	}
	variant_check_build(vnt_build_object_end(b));
	return variant_from_builder(b);
}

VARIANT_FUNCTION(variant_object);

Datum
variant_object(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(0);
	BuildValues pairs;

	if (ARR_NDIM(array) > 2)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("wrong number of array subscripts")));
	if (ARR_NDIM(array) == 1 && ARR_DIMS(array)[0] % 2 != 0)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("array must have even number of elements")));
	if (ARR_NDIM(array) == 2 && ARR_DIMS(array)[1] != 2)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("array must have two columns")));
	deconstruct_text(array, &pairs);
	PG_RETURN_DATUM(object_of_text(&pairs, pairs.values + 1, pairs.nulls + 1,
								   pairs.count / 2, 2));
}

VARIANT_FUNCTION(variant_object_two_arg);

Datum
variant_object_two_arg(PG_FUNCTION_ARGS)
{
	ArrayType  *key_array = PG_GETARG_ARRAYTYPE_P(0);
	ArrayType  *value_array = PG_GETARG_ARRAYTYPE_P(1);
	BuildValues keys;
	BuildValues values;

	if (ARR_NDIM(key_array) > 1 || ARR_NDIM(key_array) != ARR_NDIM(value_array))
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("wrong number of array subscripts")));
	deconstruct_text(key_array, &keys);
	deconstruct_text(value_array, &values);
	if (keys.count != values.count)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("mismatched array dimensions")));
	PG_RETURN_DATUM(object_of_text(&keys, values.values, values.nulls, keys.count, 1));
}
