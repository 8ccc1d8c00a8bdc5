/*-------------------------------------------------------------------------
 *
 * variant_jsonpath.c
 *	  jsonpath over variants: the SQL functions.
 *
 * Interface: variant_path_exists, variant_path_match, variant_path_query,
 * variant_path_query_array, variant_path_query_first, their _tz forms, and
 * the functions of the operators @? and @@.
 *
 * They answer as jsonb's functions do for JSON data.  A call site prepares
 * its path once.  In FROM, the rows of variant_path_query go to the tuplestore
 * as they are found; in a SELECT list they are found at the first call and
 * returned one by one.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"

#include "funcapi.h"
#include "nodes/execnodes.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

VARIANT_FUNCTION(variant_path_exists);
VARIANT_FUNCTION(variant_path_exists_tz);
VARIANT_FUNCTION(variant_path_exists_opr);
VARIANT_FUNCTION(variant_path_match);
VARIANT_FUNCTION(variant_path_match_tz);
VARIANT_FUNCTION(variant_path_match_opr);
VARIANT_FUNCTION(variant_path_query);
VARIANT_FUNCTION(variant_path_query_tz);
VARIANT_FUNCTION(variant_path_query_array);
VARIANT_FUNCTION(variant_path_query_array_tz);
VARIANT_FUNCTION(variant_path_query_first);
VARIANT_FUNCTION(variant_path_query_first_tz);

/* ---------------------------------------------------------------------
 * A call
 * ---------------------------------------------------------------------
 */
typedef struct Call
{
	VariantView document;
	VariantView variables;
	bool		has_variables;
	JspItem		root;
	JspPath    *path;
	bool		silent;
	JspContext	cx;
} Call;

static JspSite *
new_site(MemoryContext parent)
{
	JspSite    *site = MemoryContextAllocZero(parent, sizeof(JspSite));

	site->parent = parent;
	return site;
}

static JspSite *
call_site(FunctionCallInfo fcinfo)
{
	if (fcinfo->flinfo == NULL)
		return new_site(CurrentMemoryContext);
	if (fcinfo->flinfo->fn_extra == NULL)
		fcinfo->flinfo->fn_extra = new_site(fcinfo->flinfo->fn_mcxt);
	return fcinfo->flinfo->fn_extra;
}

/*
 * A constant, and not just something that keeps its value during a query:
 * expressions of PL/pgSQL outlive those.
 */
static bool
path_is_constant(const FmgrInfo *flinfo)
{
	Node	   *expr = flinfo ? flinfo->fn_expr : NULL;
	List	   *args = NIL;

	if (expr != NULL && IsA(expr, FuncExpr))
		args = ((FuncExpr *) expr)->args;
	else if (expr != NULL && IsA(expr, OpExpr))
		args = ((OpExpr *) expr)->args;
	return list_length(args) > 1 && IsA(lsecond(args), Const);
}

static void
set_path(Call *call, FunctionCallInfo fcinfo, JspSite *site)
{
	JsonPath   *jsonpath = PG_GETARG_JSONPATH_P(1);

	call->path = variant_jsp_site_path(site, jsonpath);
	site->constant = path_is_constant(fcinfo->flinfo);
	PG_FREE_IF_COPY(jsonpath, 1);
}

/* Operators have no third and fourth argument, and are silent. */
static void
call_begin(Call *call, FunctionCallInfo fcinfo, JspSite *site, bool use_tz)
{
	call->path = site->path;
	if (unlikely(!site->constant))
		set_path(call, fcinfo, site);
	if (likely(variant_is_direct(PG_GETARG_DATUM(0))) ||
		!variant_slice_open_parts(&call->document, PG_GETARG_DATUM(0), &call->path->pick))
		variant_view_open_inline(&call->document, PG_GETARG_DATUM(0));
	variant_jsp_set_value(&call->root, &call->document.root);
	call->has_variables = PG_NARGS() == 4;
	call->silent = true;
	if (call->has_variables)
	{
		variant_view_open(&call->variables, PG_GETARG_DATUM(2));
		call->silent = PG_GETARG_BOOL(3);
	}
	variant_jsp_context(&call->cx, call->path, &call->root,
						call->has_variables ? &call->variables.root : NULL,
						!call->silent, use_tz);
}

static void
call_end(Call *call)
{
	variant_view_close(&call->document);
	if (call->has_variables)
		variant_view_close(&call->variables);
}

/* ---------------------------------------------------------------------
 * Exists and match
 * ---------------------------------------------------------------------
 */
static Datum
path_exists(FunctionCallInfo fcinfo, bool use_tz)
{
	Call		call;
	JspResult	result;

	call_begin(&call, fcinfo, call_site(fcinfo), use_tz);
	result = variant_jsp_exists(&call.cx, call.path);
	call_end(&call);
	if (result == JSP_ERROR)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(result == JSP_OK);
}

/* The one boolean or null that the path has to give, as a truth value. */
static bool
single_truth(Call *call, JspTruth *truth)
{
	JspOut		out;
	const JspItem *item;

	/* nearly always the path is a predicate itself */
	if (call->path->root->test && call->path->root->next == NULL)
	{
		*truth = variant_jsp_test(&call->cx, call->path->root, &call->root);
		return true;
	}
	variant_jsp_out_init(&out);
	(void) variant_jsp_run(&call->cx, call->path, &out);
	item = &out.items[0];
	if (out.count != 1 || (item->class_ != VNT_CLASS_BOOLEAN &&
						   item->class_ != VNT_CLASS_NULL))
		return false;
	*truth = item->class_ == VNT_CLASS_NULL ? JSP_UNKNOWN :
		vnt_value_type(&item->u.value) == VNT_TRUE ? JSP_TRUE : JSP_FALSE;
	return true;
}

static Datum
path_match(FunctionCallInfo fcinfo, bool use_tz)
{
	Call		call;
	JspTruth	truth = JSP_UNKNOWN;
	bool		single;

	call_begin(&call, fcinfo, call_site(fcinfo), use_tz);
	single = single_truth(&call, &truth);
	call_end(&call);
	if (!single && !call.silent)
		ereport(ERROR,
				(errcode(ERRCODE_SINGLETON_SQL_JSON_ITEM_REQUIRED),
				 errmsg("single boolean result is expected")));
	if (!single || truth == JSP_UNKNOWN)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(truth == JSP_TRUE);
}

Datum
variant_path_exists(PG_FUNCTION_ARGS)
{
	return path_exists(fcinfo, false);
}

Datum
variant_path_exists_tz(PG_FUNCTION_ARGS)
{
	return path_exists(fcinfo, true);
}

Datum
variant_path_exists_opr(PG_FUNCTION_ARGS)
{
	return path_exists(fcinfo, false);
}

Datum
variant_path_match(PG_FUNCTION_ARGS)
{
	return path_match(fcinfo, false);
}

Datum
variant_path_match_tz(PG_FUNCTION_ARGS)
{
	return path_match(fcinfo, true);
}

Datum
variant_path_match_opr(PG_FUNCTION_ARGS)
{
	return path_match(fcinfo, false);
}

/* ---------------------------------------------------------------------
 * First and array
 * ---------------------------------------------------------------------
 */

/*
 * The search ends at the first item, unless an item after it could be an
 * error that has to be raised.
 */
static Datum
path_first(FunctionCallInfo fcinfo, bool use_tz)
{
	Call		call;
	JspOut		out;
	Datum		result = (Datum) 0;

	call_begin(&call, fcinfo, call_site(fcinfo), use_tz);
	variant_jsp_out_init(&out);
	out.first_only = call.path->hazards == 0 &&
		(call.silent || (call.path->lax && call.path->root->safe));
	(void) variant_jsp_run(&call.cx, call.path, &out);
	if (out.count > 0)
		result = variant_jsp_datum(&out.items[0]);
	call_end(&call);
	if (out.count == 0)
		PG_RETURN_NULL();
	return result;
}

static Datum
path_array(FunctionCallInfo fcinfo, bool use_tz)
{
	Call		call;
	JspOut		out;
	VntBuilder *b;
	Datum		result;

	call_begin(&call, fcinfo, call_site(fcinfo), use_tz);
	variant_jsp_out_init(&out);
	(void) variant_jsp_run(&call.cx, call.path, &out);
	b = variant_builder_acquire();
	variant_check_build(vnt_build_array_begin(b));
	for (int i = 0; i < out.count; i++)
		variant_jsp_build(b, &out.items[i]);
	variant_check_build(vnt_build_array_end(b));
	result = variant_from_builder(b);
	call_end(&call);
	return result;
}

Datum
variant_path_query_first(PG_FUNCTION_ARGS)
{
	return path_first(fcinfo, false);
}

Datum
variant_path_query_first_tz(PG_FUNCTION_ARGS)
{
	return path_first(fcinfo, true);
}

Datum
variant_path_query_array(PG_FUNCTION_ARGS)
{
	return path_array(fcinfo, false);
}

Datum
variant_path_query_array_tz(PG_FUNCTION_ARGS)
{
	return path_array(fcinfo, true);
}

/* ---------------------------------------------------------------------
 * Rows in FROM
 * ---------------------------------------------------------------------
 */

/* Most bytes behind the one-byte header of a short varlena. */
#define SHORT_DATA		(VARATT_SHORT_MAX - VARHDRSZ_SHORT)

typedef struct RowOut
{
	JspOut		out;			/* first: take gets a pointer to it */
	Tuplestorestate *store;
	TupleDesc	desc;
	char		scratch[VARATT_SHORT_MAX];
	union
	{
		char		bytes[1024];
		int64		align;
	}			room;			/* for values that are not scalars */
} RowOut;

/* A small scalar of a document needs no builder and no memory. */
static bool
short_datum(RowOut *rows, const JspItem *item, Datum *result)
{
	const VntValue *v = &item->u.value;
	VPathQuick	scalar = {v->data, v->len};
	size_t		size;
	char	   *data = rows->scratch + VARHDRSZ_SHORT;

	if (item->kind != JSP_VALUE || item->class_ >= VNT_CLASS_ARRAY)
		return false;
	size = vpath_quick_size(scalar);
	if (size == 0)
		return false;			/* strings and binaries, and damage */
	SET_VARSIZE_SHORT(rows->scratch, VARHDRSZ_SHORT + sizeof(vnt_empty_metadata) + size);
	memcpy(data, vnt_empty_metadata, sizeof(vnt_empty_metadata));
	memcpy(data + sizeof(vnt_empty_metadata), v->data, size);
	*result = PointerGetDatum(rows->scratch);
	return true;
}

static void
row_take(JspOut *out, const JspItem *item)
{
	RowOut	   *rows = (RowOut *) out;
	bool		isnull = false;
	Datum		value;

	if (short_datum(rows, item, &value))
	{
		tuplestore_putvalues(rows->store, rows->desc, &value, &isnull);
		return;
	}
	value = variant_jsp_datum_in(item, (struct varlena *) rows->room.bytes,
								 sizeof(rows->room));
	tuplestore_putvalues(rows->store, rows->desc, &value, &isnull);
	if (DatumGetPointer(value) != rows->room.bytes)
		pfree(DatumGetPointer(value));
}

static Datum
query_materialize(FunctionCallInfo fcinfo, bool use_tz)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext caller;
	Call		call;
	RowOut		rows;

	call_begin(&call, fcinfo, call_site(fcinfo), use_tz);
	caller = MemoryContextSwitchTo(rsi->econtext->ecxt_per_query_memory);
	rsi->returnMode = SFRM_Materialize;
	rsi->setResult = tuplestore_begin_heap(rsi->allowedModes & SFRM_Materialize_Random,
										   false, work_mem);
	MemoryContextSwitchTo(caller);
	variant_jsp_out_init(&rows.out);
	rows.out.take = row_take;
	rows.store = rsi->setResult;
	rows.desc = rsi->expectedDesc;
	(void) variant_jsp_run(&call.cx, call.path, &rows.out);
	call_end(&call);
	return (Datum) 0;
}

/* ---------------------------------------------------------------------
 * Rows in a SELECT list
 * ---------------------------------------------------------------------
 */

/*
 * In fn_extra.  The items of one call stay in context until the last of them
 * is returned or the query starts over.
 */
typedef struct RowState
{
	JspSite    *site;
	MemoryContext context;
	bool		active;
	int			next;
	Call		call;
	JspOut		out;
} RowState;

static void
rows_shutdown(Datum arg)
{
	RowState   *state = (RowState *) DatumGetPointer(arg);

	state->active = false;
	MemoryContextReset(state->context);
}

static RowState *
row_state(FunctionCallInfo fcinfo)
{
	RowState   *state = fcinfo->flinfo->fn_extra;
	MemoryContext parent = fcinfo->flinfo->fn_mcxt;

	if (state)
		return state;
	state = MemoryContextAllocZero(parent, sizeof(RowState));
	state->site = new_site(parent);
	state->context = AllocSetContextCreate(parent, "variant jsonpath rows",
										   ALLOCSET_SMALL_SIZES);
	fcinfo->flinfo->fn_extra = state;
	return state;
}

static void
rows_begin(FunctionCallInfo fcinfo, RowState *state, bool use_tz)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext caller = MemoryContextSwitchTo(state->context);

	MemoryContextReset(state->context);
	call_begin(&state->call, fcinfo, state->site, use_tz);
	variant_jsp_out_init(&state->out);
	(void) variant_jsp_run(&state->call.cx, state->call.path, &state->out);
	MemoryContextSwitchTo(caller);
	state->next = 0;
	state->active = true;
	RegisterExprContextCallback(rsi->econtext, rows_shutdown, PointerGetDatum(state));
}

static Datum
query_per_call(FunctionCallInfo fcinfo, bool use_tz)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	RowState   *state = row_state(fcinfo);

	if (!state->active)
		rows_begin(fcinfo, state, use_tz);
	if (state->next < state->out.count)
	{
		rsi->isDone = ExprMultipleResult;
		return variant_jsp_datum(&state->out.items[state->next++]);
	}
	UnregisterExprContextCallback(rsi->econtext, rows_shutdown, PointerGetDatum(state));
	rows_shutdown(PointerGetDatum(state));
	rsi->isDone = ExprEndResult;
	PG_RETURN_NULL();
}

static Datum
path_query(FunctionCallInfo fcinfo, bool use_tz)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	if (rsi == NULL || !IsA(rsi, ReturnSetInfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	if ((rsi->allowedModes & SFRM_Materialize_Preferred) != 0 && rsi->expectedDesc != NULL)
		return query_materialize(fcinfo, use_tz);
	return query_per_call(fcinfo, use_tz);
}

Datum
variant_path_query(PG_FUNCTION_ARGS)
{
	return path_query(fcinfo, false);
}

Datum
variant_path_query_tz(PG_FUNCTION_ARGS)
{
	return path_query(fcinfo, true);
}
