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
 * When the scan begins anew with the same arguments, as in a subquery whose
 * condition depends on the outer row, rows are kept in a store as they are made,
 * once, so that they are made twice at most.  Going backward is reading from
 * such a store, too.
 *
 * Memory: the arguments have a context that lasts until parameters that they
 * depend on change, the document one that lasts until it is opened anew, rows
 * that of the executor for each tuple.  The document's bytes are the scan's own,
 * as it is read while other parts of the query, or of the transaction, go on.
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
#include "nodes/nodeFuncs.h"
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
	int			last;			/* column that has one */
	int			eflags;			/* what may be asked for */
	Bitmapset  *parameters;		/* that the arguments depend on */
	MemoryContext arguments;
	Datum		values[ARGUMENTS];
	bool		have_arguments;
	bool		is_null;		/* one of them, so there are no rows */
	MemoryContext document;
	bool		is_open;
	TableSite	site;
	TableRows	rows;
	bool		is_read;		/* to the end: there was no next row */
	bool		is_kept;		/* what is made goes to the store */
	Tuplestorestate *store;		/* NULL: rows come one by one */
	TupleTableSlot *stored;		/* a row of a store of all columns */
	TupleTableSlot *kept;		/* of one of what the scan gives */
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
	{
		scan->places[lfirst_int(lc) - 1] = foreach_current_index(lc);
		scan->last = Max(scan->last, lfirst_int(lc));
	}
}

typedef struct FindParameters
{
	const PlannedStmt *statement;
	Bitmapset  *found;
} FindParameters;

static bool
find_parameters(Node *node, FindParameters *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Param) && ((Param *) node)->paramkind == PARAM_EXEC)
		context->found = bms_add_member(context->found, ((Param *) node)->paramid);
	else if (IsA(node, SubPlan))
	{
		Plan	   *plan = list_nth(context->statement->subplans, ((SubPlan *) node)->plan_id - 1);

		/* a worker does not have all of them */
		if (plan != NULL)
			context->found = bms_add_members(context->found, plan->extParam);
	}
	return expression_tree_walker(node, find_parameters, (void *) context);
}

/* The call's function and its arguments; the right to execute it is checked. */
static void
begin_scan(CustomScanState *node, EState *estate, int eflags)
{
	TableScan  *scan = (TableScan *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;
	List	   *columns = plan->custom_private;
	TupleTableSlot *slot = node->ss.ss_ScanTupleSlot;
	FindParameters parameters = {estate->es_plannedstmt, NULL};

	(void) find_parameters((Node *) plan->custom_exprs, &parameters);
	scan->parameters = parameters.found;
	scan->eflags = eflags;
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
	scan->kept = ExecInitExtraTupleSlot(estate, slot->tts_tupleDescriptor, &TTSOpsMinimalTuple);
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

static Tuplestorestate *
begin_store(const TableScan *scan)
{
	return tuplestore_begin_heap((scan->eflags & EXEC_FLAG_BACKWARD) != 0, false, work_mem);
}

static void
open_document(TableScan *scan)
{
	MemoryContext caller;
	const JspPath *path;

	scan->is_open = true;
	caller = MemoryContextSwitchTo(scan->document);
	variant_table_prepare(&scan->site, scan->values[2], scan->desc);
	path = variant_jsp_site_path(&scan->site.rows, DatumGetJsonPathP(scan->values[1]));
	if (variant_table_open(&scan->rows, path, own_document(scan->values[0])))
	{
		if (scan->is_kept)
			scan->store = begin_store(scan);
	}
	else
	{
		scan->is_kept = false;
		scan->store = begin_store(scan);
		variant_table_fill(&scan->site, path, scan->values[0], scan->store);
	}
	MemoryContextSwitchTo(caller);
}

/* keep: if it is opened once more, its rows are kept. */
static void
close_document(TableScan *scan, bool keep)
{
	if (scan->store)
		tuplestore_end(scan->store);
	scan->store = NULL;
	scan->is_open = scan->is_read = false;
	scan->is_kept = keep;
	scan->rows.left = 0;
	ExecClearTuple(scan->stored);
	ExecClearTuple(scan->kept);
	MemoryContextReset(scan->document);
}

/* ---------------------------------------------------------------------
 * Rows
 * ---------------------------------------------------------------------
 */
static bool
next_made(TableScan *scan)
{
	ExprContext *econtext = scan->custom.ss.ps.ps_ExprContext;
	MemoryContext caller = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);

	scan->is_read = !variant_table_next(&scan->rows);
	MemoryContextSwitchTo(caller);
	if (scan->is_kept && !scan->is_read)
		tuplestore_putvalues(scan->store, scan->kept->tts_tupleDescriptor,
							 scan->rows.values, scan->rows.nulls);
	return !scan->is_read;
}

/* From a store of all columns. */
static bool
next_stored(TableScan *scan, bool forward)
{
	TupleTableSlot *stored = scan->stored;

	if (!tuplestore_gettupleslot(scan->store, forward, false, stored))
		return false;
	slot_getsomeattrs(stored, scan->last);
	for (int i = 0; i < scan->last; i++)
	{
		if (scan->places[i] < 0)
			continue;
		scan->rows.values[scan->places[i]] = stored->tts_values[i];
		scan->rows.nulls[scan->places[i]] = stored->tts_isnull[i];
	}
	return true;
}

/*
 * From a store of what has been made so far.  Behind its end the place is that
 * of the row that was made last, unless there was no further one.
 */
static bool
next_kept(TableScan *scan, bool forward)
{
	TupleTableSlot *kept = scan->kept;
	int			count = kept->tts_tupleDescriptor->natts;

	if (!forward && !scan->is_read && tuplestore_ateof(scan->store) &&
		!tuplestore_advance(scan->store, false))
		return false;
	if (!tuplestore_gettupleslot(scan->store, forward, false, kept))
		return forward && !scan->is_read && next_made(scan);
	slot_getallattrs(kept);
	memcpy(scan->rows.values, kept->tts_values, count * sizeof(Datum));
	memcpy(scan->rows.nulls, kept->tts_isnull, count * sizeof(bool));
	return true;
}

/* Make the rows up to here once more, and keep them. */
static void
keep_rows(TableScan *scan)
{
	int64		number = scan->rows.number;
	bool		is_read = scan->is_read;

	close_document(scan, true);
	open_document(scan);
	for (int64 i = 0; i < number; i++)
	{
		CHECK_FOR_INTERRUPTS();
		ResetExprContext(scan->custom.ss.ps.ps_ExprContext);
		(void) next_made(scan);
	}
	(void) tuplestore_skiptuples(scan->store, number, true);
	(void) tuplestore_advance(scan->store, true);
	scan->is_read = is_read;
}

static bool
next_row(TableScan *scan)
{
	bool		forward = ScanDirectionIsForward(scan->custom.ss.ps.state->es_direction);

	if (!scan->have_arguments)
		evaluate_arguments(scan);
	if (scan->is_null)
		return false;
	if (!scan->is_open)
		open_document(scan);
	if (!forward && scan->store == NULL)
		keep_rows(scan);
	if (scan->is_kept)
		return next_kept(scan, forward);
	return scan->store ? next_stored(scan, forward) : next_made(scan);
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

/* As the function scan does: arguments are evaluated anew only if that may matter. */
static void
rescan(CustomScanState *node)
{
	TableScan  *scan = (TableScan *) node;

	ExecClearTuple(node->ss.ss_ScanTupleSlot);
	if (bms_overlap(node->ss.ps.chgParam, scan->parameters))
	{
		close_document(scan, false);
		MemoryContextReset(scan->arguments);
		scan->have_arguments = false;
	}
	else if (scan->store)
		tuplestore_rescan(scan->store);
	else if (scan->is_open)
		close_document(scan, true);
}

static void
end_scan(CustomScanState *node)
{
	TableScan  *scan = (TableScan *) node;

	close_document(scan, false);
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
