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
#include "variant_borrow.h"
#include "variant_slice.h"

#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "nodes/nodeFuncs.h"

VARIANT_FUNCTION(variant_fetch);
VARIANT_FUNCTION(variant_fetch_text);
VARIANT_FUNCTION(variant_fetch_int4);
VARIANT_FUNCTION(variant_fetch_int8);

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

/* A text of up to VNT_MAX_SHORT_STRING bytes. */
typedef struct ShortText
{
	int32		header;
	char		bytes[VNT_MAX_SHORT_STRING];
} ShortText;

/* Where a borrowed call makes its result. */
typedef struct VariantFetchRoom
{
	ShortText	text;
	VariantShort scalar;
	VariantBorrowed container;
} VariantFetchRoom;

static void
make_room(FunctionCallInfo fcinfo, VariantPathSite *site)
{
	MemoryContext caller = MemoryContextSwitchTo(site->parent);

	site->room = palloc0(sizeof(VariantFetchRoom));
	variant_borrowed_begin(&site->room->container);
	memcpy(site->room->scalar.metadata, vnt_empty_metadata, sizeof(vnt_empty_metadata));
	MemoryContextSwitchTo(caller);
}

/* The path of a call site that is new, or whose path is not constant. */
static VariantPathSite *
make_site(FunctionCallInfo fcinfo)
{
	VariantPathSite *site = variant_path_site(fcinfo, sizeof(VariantPathSite));

	variant_path_site_set(site, (struct varlena *) PG_GETARG_TEXT_PP(1),
						  VARIANT_PATH_TYPED);
	site->constant = argument_is_constant(fcinfo->flinfo, 1);
	if (site->constant && PG_GET_COLLATION() == VARIANT_BORROWED_CALL && site->room == NULL)
		make_room(fcinfo, site);
	return site;
}

static inline bool
find(FunctionCallInfo fcinfo, VariantView *view, VntValue *found)
{
	VariantPathSite *site = fcinfo->flinfo ? fcinfo->flinfo->fn_extra : NULL;

	if (unlikely(site == NULL || !site->constant))
		site = make_site(fcinfo);
	return variant_find(view, PG_GETARG_DATUM(0), &site->path, site->hints,
						found);
}

static pg_attribute_always_inline VPathQuick
find_scalar(FunctionCallInfo fcinfo)
{
	VariantPathSite *site = fcinfo->flinfo ? fcinfo->flinfo->fn_extra : NULL;

	if (unlikely(site == NULL || !site->constant))
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	return variant_find_scalar(PG_GETARG_DATUM(0), &site->path, site->hints);
}

/* The same where that was not known, of toasted values. */
static VPathQuick
find_sliced(FunctionCallInfo fcinfo)
{
	VariantPathSite *site = fcinfo->flinfo ? fcinfo->flinfo->fn_extra : NULL;

	if (site == NULL || !site->constant)
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	return variant_slice_scalar(PG_GETARG_DATUM(0), &site->path, site->hints);
}

/*
 * The ways for everything are functions of their own, so that the short ones
 * save no registers and guard no stack for them.
 */
static pg_noinline Datum
fetch_any(FunctionCallInfo fcinfo, VariantPathSite *site)
{
	return variant_find_any_datum(PG_GETARG_DATUM(0), &site->path, site->hints,
								  &fcinfo->isnull);
}

/* As subscripts do it. */
static pg_noinline Datum
fetch_borrowed(FunctionCallInfo fcinfo, VariantPathSite *site)
{
	const uint8_t *data;
	size_t		len;
	size_t		size;
	VPathQuick	found;

	if (!variant_inline_bytes(PG_GETARG_DATUM(0), &data, &len))
		return fetch_any(fcinfo, site);
	found = vpath_quick_walk(&site->path, data, len, site->hints);
	if (found.data == NULL && found.len == VPATH_QUICK_MISSING)
		PG_RETURN_NULL();
	if (found.data == NULL)
		return fetch_any(fcinfo, site);
	if ((found.data[0] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
		return variant_borrowed_set(&site->room->container, data, len, found);
	size = vpath_quick_size(found);
	if (size == 0)
		return fetch_any(fcinfo, site);
	return variant_short_set(&site->room->scalar, found.data, size);
}

Datum
variant_fetch(PG_FUNCTION_ARGS)
{
	VariantPathSite *site = fcinfo->flinfo ? fcinfo->flinfo->fn_extra : NULL;

	if (unlikely(site == NULL || !site->constant))
		site = make_site(fcinfo);
	if (site->room != NULL)
		return fetch_borrowed(fcinfo, site);
	return variant_find_datum(PG_GETARG_DATUM(0), &site->path, site->hints,
							  &fcinfo->isnull);
}

static Datum
return_text(FunctionCallInfo fcinfo, const VntValue *v)
{
	text	   *result = variant_value_to_text(v);

	if (result == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(result);
}

static pg_noinline Datum
scalar_text(FunctionCallInfo fcinfo, VPathQuick found)
{
	VntValue	v = variant_scalar_value(found);

	return return_text(fcinfo, &v);
}

static pg_noinline Datum
fetch_any_text(FunctionCallInfo fcinfo)
{
	VPathQuick	scalar = find_sliced(fcinfo);
	VariantView view;
	VntValue	found;
	Datum		result;

	if (scalar.data != NULL)
		return scalar_text(fcinfo, scalar);
	if (scalar.len == VPATH_QUICK_MISSING || !find(fcinfo, &view, &found))
		PG_RETURN_NULL();
	result = return_text(fcinfo, &found);
	variant_view_close(&view);
	return result;
}

/* Where the text of a short string is made. */
static inline text *
text_room(FunctionCallInfo fcinfo, size_t len)
{
	const VariantPathSite *site = fcinfo->flinfo->fn_extra;

	return site->room != NULL ? (text *) &site->room->text : palloc(VARHDRSZ + len);
}

Datum
variant_fetch_text(PG_FUNCTION_ARGS)
{
	VPathQuick	found = find_scalar(fcinfo);
	VntSlice	bytes;
	text	   *result;

	if (found.data == NULL)
	{
		if (found.len == VPATH_QUICK_MISSING)
			PG_RETURN_NULL();
		return fetch_any_text(fcinfo);
	}
	if (unlikely(!vpath_quick_string(found, &bytes) || GetDatabaseEncoding() != PG_UTF8))
		return scalar_text(fcinfo, found);
	result = text_room(fcinfo, bytes.len);
	SET_VARSIZE(result, VARHDRSZ + bytes.len);
	if (unlikely(!variant_copy_text(VARDATA(result), (const char *) bytes.data, bytes.len)))
		return scalar_text(fcinfo, found);
	PG_RETURN_TEXT_P(result);
}

static Datum
cast_found(FunctionCallInfo fcinfo, const VntValue *found, Oid type)
{
	bool		isnull;
	Datum		result = variant_cast_value(found, type, -1, &isnull, NULL);

	if (isnull)
		PG_RETURN_NULL();
	return result;
}

static pg_noinline Datum
cast_scalar(FunctionCallInfo fcinfo, VPathQuick found, Oid type)
{
	VntValue	v = variant_scalar_value(found);

	return cast_found(fcinfo, &v, type);
}

static pg_noinline Datum
fetch_any_as(FunctionCallInfo fcinfo, Oid type)
{
	VPathQuick	scalar = find_sliced(fcinfo);
	VariantView view;
	VntValue	found;
	Datum		result;

	if (scalar.data != NULL)
		return cast_scalar(fcinfo, scalar, type);
	if (scalar.len == VPATH_QUICK_MISSING || !find(fcinfo, &view, &found))
		PG_RETURN_NULL();
	result = cast_found(fcinfo, &found, type);
	variant_view_close(&view);
	return result;
}

static Datum
fetch_as(FunctionCallInfo fcinfo, Oid type)
{
	VPathQuick	found = find_scalar(fcinfo);

	if (found.data != NULL)
		return cast_scalar(fcinfo, found, type);
	if (found.len == VPATH_QUICK_MISSING)
		PG_RETURN_NULL();
	return fetch_any_as(fcinfo, type);
}

/* The commonest casts: nothing is converted, unless it does not fit. */
Datum
variant_fetch_int8(PG_FUNCTION_ARGS)
{
	int64		integer;
	VPathQuick	found = find_scalar(fcinfo);

	if (likely(found.data != NULL))
	{
		if (likely(vpath_quick_integer(found, &integer)))
			PG_RETURN_INT64(integer);
		return cast_scalar(fcinfo, found, INT8OID);
	}
	if (found.len == VPATH_QUICK_MISSING)
		PG_RETURN_NULL();
	return fetch_any_as(fcinfo, INT8OID);
}

Datum
variant_fetch_int4(PG_FUNCTION_ARGS)
{
	int64		integer;
	VPathQuick	found = find_scalar(fcinfo);

	if (likely(found.data != NULL))
	{
		if (likely(vpath_quick_integer(found, &integer) && integer == (int32) integer))
			PG_RETURN_INT32((int32) integer);
		return cast_scalar(fcinfo, found, INT4OID);
	}
	if (found.len == VPATH_QUICK_MISSING)
		PG_RETURN_NULL();
	return fetch_any_as(fcinfo, INT4OID);
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
