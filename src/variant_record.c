/*-------------------------------------------------------------------------
 *
 * variant_record.c
 *	  Objects to rows: the SQL functions.
 *
 * Interface: variant_populate_record, variant_populate_record_valid,
 * variant_populate_recordset, variant_to_record, variant_to_recordset.
 *
 * What is known about the types is kept for the life of the call site, in
 * fn_mcxt.  Errors of the data are soft where the server has soft errors.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_record.h"
#include "variant_try.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

/* What a call site keeps. */
typedef struct RecordSite
{
	Oid			argtype;		/* the declared row type, maybe RECORD */
	bool		domain;			/* argtype is a domain over a composite */
	Column		column;			/* the whole row */
} RecordSite;

/* ---------------------------------------------------------------------
 * Call sites
 * ---------------------------------------------------------------------
 */

/* The row type is that of the first argument. */
static void
site_from_argument(FunctionCallInfo fcinfo, const char *function, RecordSite *site)
{
	site->argtype = get_fn_expr_argtype(fcinfo->flinfo, 0);
	variant_column_prepare(&site->column, site->argtype, -1);
	if (site->column.kind != COLUMN_COMPOSITE)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("first argument of %s must be a row type", function)));
	site->domain = site->column.inner_type != site->argtype;
}

/* The row type is that of the query's column definition list. */
static void
site_from_query(FunctionCallInfo fcinfo, const char *function, RecordSite *site)
{
	TupleDesc	tupdesc;
	MemoryContext caller;

	if (get_call_result_type(fcinfo, NULL, &tupdesc) != TYPEFUNC_COMPOSITE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("could not determine row type for result of %s", function),
				 errhint("Provide a non-null record argument, "
						 "or call the function in the FROM clause "
						 "using a column definition list.")));
	if (site->column.tupdesc != NULL)
		FreeTupleDesc(site->column.tupdesc);
	caller = MemoryContextSwitchTo(site->column.context);
	site->argtype = tupdesc->tdtypeid;
	site->column.kind = COLUMN_COMPOSITE;
	site->column.tupdesc = CreateTupleDescCopy(tupdesc);
	site->column.inner_type = tupdesc->tdtypeid;
	site->column.inner_typmod = tupdesc->tdtypmod;
	MemoryContextSwitchTo(caller);
}

/*
 * The call site, with the row type of this call, and the base row, if there
 * is one.
 */
static RecordSite *
find_site(FunctionCallInfo fcinfo, const char *function, bool has_base,
		  HeapTupleHeader *base)
{
	RecordSite *site = fcinfo->flinfo->fn_extra;

	*base = NULL;
	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(RecordSite));
		site->column.context = fcinfo->flinfo->fn_mcxt;
		if (has_base)
			site_from_argument(fcinfo, function, site);
		else
			site_from_query(fcinfo, function, site);
		fcinfo->flinfo->fn_extra = site;
	}
	if (!has_base)
		return site;
	if (!PG_ARGISNULL(0))
	{
		*base = PG_GETARG_HEAPTUPLEHEADER(0);
		if (site->argtype == RECORDOID)
		{
			site->column.inner_type = HeapTupleHeaderGetTypeId(*base);
			site->column.inner_typmod = HeapTupleHeaderGetTypMod(*base);
		}
	}
	else if (site->argtype == RECORDOID)
		site_from_query(fcinfo, function, site);
	return site;
}

static Datum
record_worker(FunctionCallInfo fcinfo, const char *function, bool has_base,
			  struct Node *escontext)
{
	int			arg = has_base ? 1 : 0;
	HeapTupleHeader base;
	RecordSite *site = find_site(fcinfo, function, has_base, &base);
	VariantView view;
	Datum		result;

	if (PG_ARGISNULL(arg))
	{
		if (base != NULL)
			PG_RETURN_POINTER(base);
		PG_RETURN_NULL();
	}
	variant_view_open(&view, PG_GETARG_DATUM(arg));
	result = variant_populate_composite(escontext, &site->column, site->argtype, base, &view.root);
	variant_view_close(&view);
	PG_RETURN_DATUM(result);
}

/* ---------------------------------------------------------------------
 * Sets of records
 * ---------------------------------------------------------------------
 */
static ReturnSetInfo *
begin_set(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	if (rsi == NULL || !IsA(rsi, ReturnSetInfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	if ((rsi->allowedModes & SFRM_Materialize) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("materialize mode required, but it is not allowed in this context")));
	rsi->returnMode = SFRM_Materialize;
	return rsi;
}

static void
set_row(RecordSite *site, const char *function, HeapTupleHeader base,
		const VntValue *v, Tuplestorestate *store)
{
	VntContainer object;
	HeapTupleHeader row;
	HeapTupleData tuple;

	if (vnt_value_type(v) != VNT_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument of %s must be an array of objects", function)));
	variant_check_stored(vnt_container_open(v, &object));
	row = variant_populate_row(NULL, &site->column, base, &object);
	if (site->domain)
		(void) domain_check_safe(HeapTupleHeaderGetDatum(row), false, site->argtype,
								 &site->column.domain_info, site->column.context, NULL);
	tuple.t_len = HeapTupleHeaderGetDatumLength(row);
	ItemPointerSetInvalid(&tuple.t_self);
	tuple.t_tableOid = InvalidOid;
	tuple.t_data = row;
	tuplestore_puttuple(store, &tuple);
}

/* All elements of v, each with memory of its own. */
static void
set_rows(RecordSite *site, const char *function, HeapTupleHeader base,
		 const VntValue *v, Tuplestorestate *store)
{
	MemoryContext row = AllocSetContextCreate(CurrentMemoryContext, "variant row",
											  ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(row);
	VntContainer c;
	VntValue	child;
	uint32		i;

	if (vnt_value_type(v) != VNT_ARRAY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot call %s on a non-array", function)));
	variant_check_stored(vnt_container_open(v, &c));
	for (i = 0; i < c.count; i++)
	{
		variant_check_stored(vnt_container_child(&c, i, &child));
		set_row(site, function, base, &child, store);
		MemoryContextReset(row);
		CHECK_FOR_INTERRUPTS();
	}
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(row);
}

static Datum
recordset_worker(FunctionCallInfo fcinfo, const char *function, bool has_base)
{
	int			arg = has_base ? 1 : 0;
	ReturnSetInfo *rsi = begin_set(fcinfo);
	HeapTupleHeader base;
	RecordSite *site = find_site(fcinfo, function, has_base, &base);
	MemoryContext caller;
	Tuplestorestate *store;
	VariantView view;

	if (PG_ARGISNULL(arg))
		PG_RETURN_NULL();
	variant_column_tupdesc(&site->column);
	caller = MemoryContextSwitchTo(rsi->econtext->ecxt_per_query_memory);
	store = tuplestore_begin_heap((rsi->allowedModes & SFRM_Materialize_Random) != 0,
								  false, work_mem);
	MemoryContextSwitchTo(caller);
	variant_view_open(&view, PG_GETARG_DATUM(arg));
	set_rows(site, function, base, &view.root, store);
	variant_view_close(&view);

	/* the executor frees the description */
	rsi->setResult = store;
	rsi->setDesc = CreateTupleDescCopy(site->column.tupdesc);
	PG_RETURN_NULL();
}

/* ---------------------------------------------------------------------
 * variant_populate_record_valid
 * ---------------------------------------------------------------------
 */
#if VARIANT_HAVE_SOFT_DOMAINS
static bool
record_valid(FunctionCallInfo fcinfo)
{
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;

	(void) record_worker(fcinfo, "variant_populate_record_valid", true,
						 (struct Node *) &escontext);
	return !escontext.error_occurred;
}
#else

static void
call_worker(void *argument)
{
	(void) record_worker(argument, "variant_populate_record_valid", true, NULL);
}

/* Without soft errors of domains it takes a subtransaction to try. */
static bool
record_valid(FunctionCallInfo fcinfo)
{
	return variant_try(call_worker, fcinfo);
}
#endif

/* ---------------------------------------------------------------------
 * SQL functions
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(variant_populate_record);

Datum
variant_populate_record(PG_FUNCTION_ARGS)
{
	return record_worker(fcinfo, "variant_populate_record", true, NULL);
}

VARIANT_FUNCTION(variant_populate_record_valid);

/* NULL without a value and a base row, as there is nothing to judge. */
Datum
variant_populate_record_valid(PG_FUNCTION_ARGS)
{
	bool		valid = record_valid(fcinfo);

	if (!valid)
		fcinfo->isnull = false;
	return BoolGetDatum(valid);
}

VARIANT_FUNCTION(variant_to_record);

Datum
variant_to_record(PG_FUNCTION_ARGS)
{
	return record_worker(fcinfo, "variant_to_record", false, NULL);
}

VARIANT_FUNCTION(variant_populate_recordset);

Datum
variant_populate_recordset(PG_FUNCTION_ARGS)
{
	return recordset_worker(fcinfo, "variant_populate_recordset", true);
}

VARIANT_FUNCTION(variant_to_recordset);

Datum
variant_to_recordset(PG_FUNCTION_ARGS)
{
	return recordset_worker(fcinfo, "variant_to_recordset", false);
}
