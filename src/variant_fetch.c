/*-------------------------------------------------------------------------
 *
 * variant_fetch.c
 *	  What folded chains call: one walk, and the value at its end.
 *
 * Interface: variant_fetch, variant_fetch_TYPE (SQL).
 *
 * The path is text that names the kind of each step (see vpath_parse_typed).
 * The planner writes it as a constant; then it is looked at once.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_path.h"

#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"

VARIANT_FUNCTION(variant_fetch);
VARIANT_FUNCTION(variant_fetch_text);

/*
 * A constant, and not just something that keeps its value during a query:
 * expressions of PL/pgSQL outlive those.
 */
static bool
argument_is_constant(FmgrInfo *flinfo, int n)
{
	Node	   *expr = flinfo ? flinfo->fn_expr : NULL;

	return expr != NULL && IsA(expr, FuncExpr) &&
		n < list_length(((FuncExpr *) expr)->args) &&
		IsA(list_nth(((FuncExpr *) expr)->args, n), Const);
}

static bool
find(FunctionCallInfo fcinfo, VariantView *view, VntValue *found)
{
	VariantPathSite *site = variant_path_site(fcinfo, sizeof(VariantPathSite));

	if (unlikely(!site->constant))
	{
		variant_path_site_set(site, (struct varlena *) PG_GETARG_TEXT_PP(1),
							  VARIANT_PATH_TYPED);
		site->constant = argument_is_constant(fcinfo->flinfo, 1);
	}
	return variant_find(view, PG_GETARG_DATUM(0), &site->path, site->hints,
						found);
}

Datum
variant_fetch(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntValue	found;
	Datum		result;

	if (!find(fcinfo, &view, &found))
		PG_RETURN_NULL();
	result = variant_from_value(&found);
	variant_view_close(&view);
	return result;
}

Datum
variant_fetch_text(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntValue	found;
	text	   *result;

	if (!find(fcinfo, &view, &found))
		PG_RETURN_NULL();
	result = variant_value_to_text(&found);
	variant_view_close(&view);
	if (result == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(result);
}

static Datum
fetch_as(FunctionCallInfo fcinfo, Oid type)
{
	VariantView view;
	VntValue	found;
	bool		isnull;
	Datum		result;

	if (!find(fcinfo, &view, &found))
		PG_RETURN_NULL();
	result = variant_cast_value(&found, type, -1, &isnull, NULL);
	variant_view_close(&view);
	if (isnull)
		PG_RETURN_NULL();
	return result;
}

#define VARIANT_FETCH(function, type) \
VARIANT_FUNCTION(function); \
Datum \
function(PG_FUNCTION_ARGS) \
{ \
	return fetch_as(fcinfo, type); \
}

VARIANT_FETCH(variant_fetch_bool, BOOLOID)
VARIANT_FETCH(variant_fetch_int2, INT2OID)
VARIANT_FETCH(variant_fetch_int4, INT4OID)
VARIANT_FETCH(variant_fetch_int8, INT8OID)
VARIANT_FETCH(variant_fetch_numeric, NUMERICOID)
VARIANT_FETCH(variant_fetch_float4, FLOAT4OID)
VARIANT_FETCH(variant_fetch_float8, FLOAT8OID)
VARIANT_FETCH(variant_fetch_date, DATEOID)
VARIANT_FETCH(variant_fetch_time, TIMEOID)
VARIANT_FETCH(variant_fetch_timestamp, TIMESTAMPOID)
VARIANT_FETCH(variant_fetch_timestamptz, TIMESTAMPTZOID)
VARIANT_FETCH(variant_fetch_bytea, BYTEAOID)
VARIANT_FETCH(variant_fetch_uuid, UUIDOID)
VARIANT_FETCH(variant_fetch_jsonb, JSONBOID)
VARIANT_FETCH(variant_fetch_json, JSONOID)
