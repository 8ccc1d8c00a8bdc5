/*-------------------------------------------------------------------------
 *
 * variant_table_scan.c
 *	  variant_table as a scan whose rows come one by one.
 *
 * Interface: variant_table_scan_methods.
 *
 * A row is made in the scan's own slot when it is asked for, so nothing is
 * stored or copied, and what no one asks for is not made.  Only where the row
 * path has to be run as a whole, its rows go to a store first, as those of the
 * function do.
 *
 * Memory: the arguments have a context that lasts until parameters of the scan
 * change, the document one that lasts until the scan begins anew, rows that of
 * the executor for each tuple.  The document's bytes are the scan's own, as it
 * is read while other parts of the query, or of the transaction, go on.
 *
 * What can fail is evaluated in every row, also if no one looks at it: an
 * error must not depend on what else is in a query.  A column of type variant
 * that is a member of an object cannot, and is left out.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_table.h"

#include VARIANT_EXPLAIN_FORMAT
#include VARIANT_EXPLAIN_STATE
#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/datum.h"
#include "utils/memutils.h"
#include "utils/ruleutils.h"
#include "variant_table_scan.h"

#define ARGUMENTS	3

typedef struct TableScan
{
	CustomScanState custom;		/* first: the executor knows it as this */
	SetExprState *call;
	TupleDesc	desc;			/* of all columns */
	int		   *places;			/* in the scan's slot */
	MemoryContext arguments;
	Datum		values[ARGUMENTS];
	bool		have_arguments;
	bool		is_null;		/* one of them, so there are no rows */
	MemoryContext document;
	bool		is_open;
	TableSite	site;
	TableRows	rows;
	Tuplestorestate *store;		/* NULL: rows come one by one */
	TupleTableSlot *stored;		/* a row of it */
} TableScan;

static const CustomExecMethods exec_methods;

/* ---------------------------------------------------------------------
 * Beginning
 * ---------------------------------------------------------------------
 */
static Node *
create_scan(CustomScan *plan)
{
	TableScan  *scan = palloc0(sizeof(TableScan));

	NodeSetTag(scan, T_CustomScanState);
	scan->custom.methods = &exec_methods;
	return (Node *) scan;
}

static void
set_places(TableScan *scan, const List *numbers)
{
	ListCell   *lc;

	scan->places = palloc(scan->desc->natts * sizeof(int) + 1);
	for (int i = 0; i < scan->desc->natts; i++)
		scan->places[i] = -1;
	foreach(lc, numbers)
		scan->places[lfirst_int(lc) - 1] = foreach_current_index(lc);
}

/* The call's function and its arguments; the right to execute it is checked. */
static void
begin_scan(CustomScanState *node, EState *estate, int eflags)
{
	TableScan  *scan = (TableScan *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;
	List	   *columns = plan->custom_private;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;

	scan->call = ExecInitTableFunctionResult(linitial(plan->custom_exprs),
											 node->ss.ps.ps_ExprContext, &node->ss.ps);
	scan->desc = BuildDescFromLists(linitial(columns), lsecond(columns),
									lthird(columns), lfourth(columns));
	set_places(scan, list_nth(columns, 4));
	scan->arguments = AllocSetContextCreate(CurrentMemoryContext, "variant table arguments",
											ALLOCSET_SMALL_SIZES);
	scan->document = AllocSetContextCreate(CurrentMemoryContext, "variant table document",
										   ALLOCSET_SMALL_SIZES);
	scan->site.rows.parent = CurrentMemoryContext;
	scan->rows.site = &scan->site;
	scan->rows.values = slot->tts_values;
	scan->rows.nulls = slot->tts_isnull;
	scan->rows.places = scan->places;
	scan->stored = ExecInitExtraTupleSlot(estate, scan->desc, &TTSOpsMinimalTuple);
}

/* ---------------------------------------------------------------------
 * Documents
 * ---------------------------------------------------------------------
 */
static void
evaluate_arguments(TableScan *scan)
{
	ExprContext *econtext = scan->custom.ss.ps.ps_ExprContext;
	MemoryContext caller = MemoryContextSwitchTo(scan->arguments);
	ListCell   *lc;

	scan->is_null = false;
	foreach(lc, scan->call->args)
	{
		bool		isnull;

		scan->values[foreach_current_index(lc)] = ExecEvalExpr((ExprState *) lfirst(lc),
															   econtext, &isnull);
		scan->is_null |= isnull;
	}
	MemoryContextSwitchTo(caller);
	scan->have_arguments = true;
}

/* The document in bytes that stay: those that will be fetched do anyway. */
static Datum
own_document(Datum document)
{
	struct varlena *bytes = (struct varlena *) DatumGetPointer(document);

	if (VARATT_IS_COMPRESSED(bytes) ||
		(VARATT_IS_EXTERNAL(bytes) && !VARATT_IS_EXTERNAL_EXPANDED(bytes)))
		return document;
	return datumCopy(document, false, -1);
}

static void
open_store(TableScan *scan, const JspPath *path)
{
	scan->store = tuplestore_begin_heap(false, false, work_mem);
	variant_table_fill(&scan->site, path, scan->values[0], scan->store);
}

static void
open_document(TableScan *scan)
{
	MemoryContext caller;
	const JspPath *path;

	scan->is_open = true;
	if (scan->is_null)
	{
		scan->rows.left = 0;
		return;
	}
	caller = MemoryContextSwitchTo(scan->document);
	variant_table_prepare(&scan->site, scan->values[2], scan->desc);
	path = variant_jsp_site_path(&scan->site.rows, DatumGetJsonPathP(scan->values[1]));
	if (!variant_table_open(&scan->rows, path, own_document(scan->values[0])))
		open_store(scan, path);
	MemoryContextSwitchTo(caller);
}

static void
close_document(TableScan *scan)
{
	if (scan->store)
		tuplestore_end(scan->store);
	scan->store = NULL;
	scan->is_open = false;
	scan->rows.left = 0;
	ExecClearTuple(scan->stored);
	MemoryContextReset(scan->document);
}

/* ---------------------------------------------------------------------
 * Rows
 * ---------------------------------------------------------------------
 */
static bool
next_stored(TableScan *scan)
{
	TupleTableSlot *stored = scan->stored;

	if (!tuplestore_gettupleslot(scan->store, true, false, stored))
		return false;
	slot_getallattrs(stored);
	for (int i = 0; i < scan->desc->natts; i++)
	{
		if (scan->places[i] < 0)
			continue;
		scan->rows.values[scan->places[i]] = stored->tts_values[i];
		scan->rows.nulls[scan->places[i]] = stored->tts_isnull[i];
	}
	return true;
}

static bool
next_row(TableScan *scan)
{
	MemoryContext caller;
	bool		found;

	if (!scan->is_open)
	{
		if (!scan->have_arguments)
			evaluate_arguments(scan);
		open_document(scan);
	}
	if (scan->store)
		return next_stored(scan);
	caller = MemoryContextSwitchTo(scan->custom.ss.ps.ps_ExprContext->ecxt_per_tuple_memory);
	found = variant_table_next(&scan->rows);
	MemoryContextSwitchTo(caller);
	return found;
}

/* Not by ExecScan(): what that does beside, for rows that change, is not for us. */
static TupleTableSlot *
exec_scan(CustomScanState *node)
{
	TableScan  *scan = (TableScan *) node;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;
	ProjectionInfo *projection = node->ss.ps.ps_ProjInfo;
	ExprContext *econtext = node->ss.ps.ps_ExprContext;

	for (;;)
	{
		ResetExprContext(econtext);
		ExecClearTuple(slot);
		if (!next_row(scan))
			return projection ? ExecClearTuple(projection->pi_state.resultslot) : slot;
		ExecStoreVirtualTuple(slot);
		econtext->ecxt_scantuple = slot;
		if (ExecQual(node->ss.ps.qual, econtext))
			return projection ? ExecProject(projection) : slot;
		InstrCountFiltered1(&node->ss, 1);
		CHECK_FOR_INTERRUPTS();
	}
}

/* ---------------------------------------------------------------------
 * Beginning anew, ending
 * ---------------------------------------------------------------------
 */

/* Arguments are never volatile, so that it does not matter which ones changed. */
static void
rescan(CustomScanState *node)
{
	TableScan  *scan = (TableScan *) node;

	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	if (node->ss.ps.chgParam != NULL)
	{
		close_document(scan);
		MemoryContextReset(scan->arguments);
		scan->have_arguments = false;
	}
	else if (scan->store)
		tuplestore_rescan(scan->store);
	else
		close_document(scan);
}

static void
end_scan(CustomScanState *node)
{
	TableScan  *scan = (TableScan *) node;

	close_document(scan);
	MemoryContextDelete(scan->document);
	MemoryContextDelete(scan->arguments);
}

static void
explain_scan(CustomScanState *node, List *ancestors, ExplainState *es)
{
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;
	List	   *context = set_deparse_context_plan(es->deparse_cxt, &plan->scan.plan, ancestors);
	bool		prefix = es->verbose || list_length(es->rtable) > 1;

	ExplainPropertyText("Function Call",
						deparse_expression(linitial(plan->custom_exprs), context, prefix, false),
						es);
}

static const CustomExecMethods exec_methods = {
	.CustomName = VARIANT_TABLE_SCAN,
	.BeginCustomScan = begin_scan,
	.ExecCustomScan = exec_scan,
	.EndCustomScan = end_scan,
	.ReScanCustomScan = rescan,
	.ExplainCustomScan = explain_scan,
};

const CustomScanMethods variant_table_scan_methods = {
	.CustomName = VARIANT_TABLE_SCAN,
	.CreateCustomScanState = create_scan,
};
