/*-------------------------------------------------------------------------
 *
 * variant_get.c
 *	  variant_get and try_variant_get: a $-path, and a cast of what is there.
 *
 * Interface: variant_get, variant_get_as, try_variant_get (SQL),
 * variant_text_is_possible.
 *
 * Limits: try_variant_get decides failed casts to our own types without
 * raising them.  A type that goes through its input function needs soft
 * errors for that, which came with 16 (domains: with 17); below, each such
 * cast runs in a subtransaction, a few microseconds and a transaction id at
 * worst, and cannot be part of a parallel query.  From 16 on an input
 * function that raises hard errors does so here as well.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_path.h"
#include "variant_try.h"

#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

VARIANT_FUNCTION(variant_get);
VARIANT_FUNCTION(variant_get_as);
VARIANT_FUNCTION(try_variant_get);

typedef struct GetSite
{
	VariantPathSite path;		/* first: the site is known as this */
	Oid			type;			/* of the result, or 0 before first use */
	Oid			base;			/* the same but for domains */
	int32		typmod;			/* of base */
	bool		ours;			/* base has a cast of its own */
	bool		soft;			/* failed casts need not be raised */
	void	   *domain;			/* domain_check's memory */
} GetSite;

/* ---------------------------------------------------------------------
 * The result's type
 * ---------------------------------------------------------------------
 */

/* Types whose casts are ours and never raise what they may save. */
static bool
is_our_cast(FunctionCallInfo fcinfo, Oid type)
{
	if (type == get_fn_expr_argtype(fcinfo->flinfo, 0))
		return true;			/* variant */
	switch (type)
	{
		case BOOLOID:
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case NUMERICOID:
		case FLOAT4OID:
		case FLOAT8OID:
		case TEXTOID:
		case DATEOID:
		case TIMEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
		case BYTEAOID:
		case UUIDOID:
		case JSONOID:
			return true;
		default:
			return false;
	}
}

/* The type modifier that the third argument was written with. */
static int32
argument_typmod(FmgrInfo *flinfo)
{
	Node	   *expr = flinfo->fn_expr;

	if (expr && IsA(expr, FuncExpr) &&
		list_length(((FuncExpr *) expr)->args) == 3)
		return exprTypmod(lthird(((FuncExpr *) expr)->args));
	return -1;
}

/* Types that nothing can be cast to are refused whatever is found. */
static void
refuse_type(Oid type)
{
	if (get_typtype(type) == TYPTYPE_PSEUDO || type_is_rowtype(type) ||
		OidIsValid(get_element_type(type)))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot cast variant to type %s", format_type_be(type))));
}

static void
find_type(FunctionCallInfo fcinfo, GetSite *site)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 2);

	if (!OidIsValid(type))
		elog(ERROR, "could not determine the data type of an argument");
	site->typmod = argument_typmod(fcinfo->flinfo);
	site->base = getBaseTypeAndTypmod(type, &site->typmod);
	refuse_type(site->base);
	site->ours = is_our_cast(fcinfo, site->base);
	site->soft = ((site->ours && site->typmod < 0) || VARIANT_HAVE_SOFT_INPUT) &&
		(site->base == type || VARIANT_HAVE_SOFT_DOMAINS);
	site->type = type;
}

/* ---------------------------------------------------------------------
 * Casting
 * ---------------------------------------------------------------------
 */

/* What the input function of the result's type makes of text, softly. */
static Datum
read_softly(GetSite *site, char *text, struct Node *escontext)
{
	Oid			function;
	Oid			param;
	FmgrInfo	flinfo;
	Datum		result = (Datum) 0;

	getTypeInputInfo(site->base, &function, &param);
	fmgr_info(function, &flinfo);
	(void) variant_input_call(&flinfo, text, param, site->typmod, escontext,
							  &result);
	return result;
}

/*
 * Cast to the base type with soft errors.  What can only be raised elsewhere,
 * a value that a type modifier refuses and a string that jsonb cannot hold,
 * is left to the input function, which reports it softly.
 */
static Datum
cast_base_softly(GetSite *site, const VntValue *found, bool *isnull,
				 struct Node *escontext)
{
	Oid			type = site->base == JSONBOID ? JSONOID : site->base;
	Oid			output;
	bool		isvarlena;
	Datum		result = variant_cast_value(found, type, -1, isnull, escontext);

	if (*isnull || SOFT_ERROR_OCCURRED(escontext) ||
		(site->typmod < 0 && type == site->base))
		return result;
	getTypeOutputInfo(type, &output, &isvarlena);
	return read_softly(site, OidOutputFunctionCall(output, result), escontext);
}

/* Cast what was found (NULL: nothing).  escontext as in variant_cast_value. */
static Datum
cast_found(GetSite *site, const VntValue *found, bool *isnull,
		   struct Node *escontext)
{
	Datum		result = (Datum) 0;

	*isnull = found == NULL;
	if (found && site->base == TEXTOID)
	{
		result = PointerGetDatum(variant_value_to_text(found));
		*isnull = DatumGetPointer(result) == NULL;
	}
	else if (found && escontext)
		result = cast_base_softly(site, found, isnull, escontext);
	else if (found)
		result = variant_cast_value(found, site->base, site->typmod, isnull,
									NULL);
	if (site->type == site->base || SOFT_ERROR_OCCURRED(escontext))
		return result;
	(void) domain_check_safe(result, *isnull, site->type, &site->domain,
							 site->path.parent, escontext);
	return result;
}

typedef struct CastCall
{
	GetSite    *site;
	const VntValue *found;
	Datum		result;
	bool		isnull;
} CastCall;

static void
call_cast(void *argument)
{
	CastCall   *call = argument;

	call->result = cast_found(call->site, call->found, &call->isnull, NULL);
}

/*
 * The same, with errors of the value caught where nothing but an error can
 * tell.  Returns false after one.
 */
static bool
cast_caught(GetSite *site, const VntValue *found, Datum *result, bool *isnull)
{
	CastCall	call = {site, found, (Datum) 0, true};

	if (!variant_try(call_cast, &call))
		return false;
	*result = call.result;
	*isnull = call.isnull;
	return true;
}

/* Would the bare text of a value be text here, or 22P05? */
bool
variant_text_is_possible(const VntValue *v)
{
	int			encoding = GetDatabaseEncoding();
	VntScalar	s;
	Oid			proc;
	int			room;
	int			converted;
	unsigned char *buffer;

	if (vnt_value_class(v) != VNT_CLASS_STRING)
		return true;
	variant_check_stored(vnt_scalar_read(v, &s));
	if (memchr(s.u.bytes.data, 0, s.u.bytes.len) != NULL)
		return false;
	if (encoding == PG_UTF8 || encoding == PG_SQL_ASCII)
		return true;
	proc = FindDefaultConversionProc(PG_UTF8, encoding);
	if (!OidIsValid(proc) ||
		s.u.bytes.len > MaxAllocSize / MAX_CONVERSION_GROWTH - 1)
		return false;
	room = (int) s.u.bytes.len * MAX_CONVERSION_GROWTH + 1;
	buffer = palloc(room);
	converted = pg_do_encoding_conversion_buf(proc, PG_UTF8, encoding,
											  unconstify(uint8_t *, s.u.bytes.data),
											  (int) s.u.bytes.len, buffer, room, true);
	pfree(buffer);
	return converted == (int) s.u.bytes.len;
}

static bool
cast_softly(GetSite *site, const VntValue *found, Datum *result, bool *isnull)
{
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;

	/* a string that text cannot hold is refused where nothing is soft */
	if (found && (site->base == TEXTOID || !site->ours) &&
		!variant_text_is_possible(found))
		return false;
	if (!site->soft)
		return cast_caught(site, found, result, isnull);
	*result = cast_found(site, found, isnull, (struct Node *) &escontext);
	return !escontext.error_occurred;
}

/* ---------------------------------------------------------------------
 * SQL
 * ---------------------------------------------------------------------
 */
Datum
variant_get(PG_FUNCTION_ARGS)
{
	VariantPathSite *site = variant_path_site(fcinfo, sizeof(VariantPathSite));

	variant_path_site_set(site, (struct varlena *) PG_GETARG_TEXT_PP(1),
						  VARIANT_PATH_DOLLAR);
	return variant_find_datum(PG_GETARG_DATUM(0), &site->path, site->hints,
							  &fcinfo->isnull);
}

/* variant_get(v, path, type) and try_variant_get: not strict. */
static Datum
get_as(FunctionCallInfo fcinfo, bool try)
{
	GetSite    *site = (GetSite *) variant_path_site(fcinfo, sizeof(GetSite));
	VariantView view;
	VntValue	found;
	bool		have;
	bool		good = true;
	bool		isnull;
	Datum		result;

	if (!OidIsValid(site->type))
		find_type(fcinfo, site);
	have = !PG_ARGISNULL(1);
	if (have)
		variant_path_site_set(&site->path,
							  (struct varlena *) PG_GETARG_TEXT_PP(1),
							  VARIANT_PATH_DOLLAR);
	have = have && !PG_ARGISNULL(0) &&
		variant_find(&view, PG_GETARG_DATUM(0), &site->path.path,
					 site->path.hints, &found);
	if (try)
		good = cast_softly(site, have ? &found : NULL, &result, &isnull);
	else
		result = cast_found(site, have ? &found : NULL, &isnull, NULL);
	if (have)
		variant_view_close(&view);
	if (!good || isnull)
		PG_RETURN_NULL();
	return result;
}

Datum
variant_get_as(PG_FUNCTION_ARGS)
{
	return get_as(fcinfo, false);
}

Datum
try_variant_get(PG_FUNCTION_ARGS)
{
	return get_as(fcinfo, true);
}
