/*-------------------------------------------------------------------------
 *
 * variant_table_plan.c
 *	  The planner: variant_table in FROM becomes a scan of its own.
 *
 * Interface: variant_table_plan_init, variant_table_scan (a setting),
 * variant_table_support (SQL).
 *
 * A function scan puts all rows into a store before it gives the first one.
 * Where variant_table is all that an entry of FROM is, its path is replaced by
 * that of a custom scan (variant_table_scan.c), at the same costs, when paths
 * are made (set_rel_pathlist_hook).  The support function has nothing to say:
 * it is there because the planner loads the module for it in time.
 *
 * The call is the scan's only expression, so that lateral references become
 * parameters and the plan depends on the function.  As far as the executor
 * knows it is no scan of a relation (scanrelid is 0), and what it gives are the
 * columns that somebody looks at.
 *
 * Limits: the function scan stays where the row is asked for as a whole, which
 * includes all queries that lock or change rows beside it, as these keep whole
 * rows; where an argument is volatile, so that it is evaluated as often as ever;
 * with ordinality and in lists of functions; and where the function has
 * settings of its own or is not ours any more.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_table_scan.h"

#include "access/sysattr.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "parser/parsetree.h"

VARIANT_FUNCTION(variant_table_support);

extern PGDLLEXPORT Datum variant_table(PG_FUNCTION_ARGS);

bool		variant_table_scan = true;

static set_rel_pathlist_hook_type previous_hook = NULL;

static Plan *plan_table(PlannerInfo *root, RelOptInfo *rel, CustomPath *path,
						List *tlist, List *clauses, List *plans);

static const CustomPathMethods path_methods = {
	.CustomName = VARIANT_TABLE_SCAN,
	.PlanCustomPath = plan_table,
};

/* ---------------------------------------------------------------------
 * Which entries
 * ---------------------------------------------------------------------
 */
static bool
is_variant_table(const FuncExpr *call)
{
	Oid			types[3] = {variant_type_oid(), JSONPATHOID, variant_type_oid()};
	FmgrInfo	function;

	if (!IsA(call, FuncExpr) || list_length(call->args) != lengthof(types) ||
		call->funcresulttype != RECORDOID || !OidIsValid(types[0]) ||
		variant_function_oid("variant_table", lengthof(types), types) != call->funcid)
		return false;

	/* it may have been replaced, or be called by way of something else */
	fmgr_info(call->funcid, &function);
	return function.fn_addr == variant_table && function.fn_retset && function.fn_strict;
}

/* The function of an entry of FROM that is nothing but a call; or NULL. */
static RangeTblFunction *
table_function(const RangeTblEntry *rte)
{
	RangeTblFunction *function;

	if (rte->rtekind != RTE_FUNCTION || rte->funcordinality || list_length(rte->functions) != 1)
		return NULL;
	function = linitial_node(RangeTblFunction, rte->functions);
	if (function->funccolnames == NIL ||
		list_length(function->funccolnames) != function->funccolcount ||
		!is_variant_table((FuncExpr *) function->funcexpr))
		return NULL;
	return function;
}

/* Is every variable of rel, in these expressions, one column? */
static bool
has_only_columns(const RelOptInfo *rel, Node *expressions)
{
	Bitmapset  *columns = NULL;

	pull_varattnos(expressions, rel->relid, &columns);
	for (int i = -1; (i = bms_next_member(columns, i)) >= 0;)
	{
		if (i + FirstLowInvalidHeapAttributeNumber <= 0)
			return false;
	}
	return true;
}

static bool
is_plannable(const RelOptInfo *rel, const RangeTblFunction *function)
{
	ListCell   *lc;

	if (contain_volatile_functions((Node *) ((FuncExpr *) function->funcexpr)->args) ||
		!has_only_columns(rel, (Node *) rel->reltarget->exprs))
		return false;
	foreach(lc, rel->baserestrictinfo)
	{
		if (!has_only_columns(rel, (Node *) lfirst_node(RestrictInfo, lc)->clause))
			return false;
	}
	return true;
}

/* ---------------------------------------------------------------------
 * Paths
 * ---------------------------------------------------------------------
 */
static CustomPath *
make_path(const Path *scan)
{
	CustomPath *path = makeNode(CustomPath);

	path->path = *scan;
	path->path.type = T_CustomPath;
	path->path.pathtype = T_CustomScan;
	path->flags = CUSTOMPATH_SUPPORT_PROJECTION | CUSTOMPATH_SUPPORT_BACKWARD_SCAN;
	path->methods = &path_methods;
	return path;
}

static void
set_rel_pathlist(PlannerInfo *root, RelOptInfo *rel, Index rti, RangeTblEntry *rte)
{
	RangeTblFunction *function;
	ListCell   *lc;

	if (previous_hook)
		previous_hook(root, rel, rti, rte);
	if (!variant_table_scan || IS_DUMMY_REL(rel) ||
		(function = table_function(rte)) == NULL || !is_plannable(rel, function))
		return;
	foreach(lc, rel->pathlist)
	{
		Path	   *path = lfirst(lc);

		if (path->pathtype == T_FunctionScan && path->pathkeys == NIL)
			lfirst(lc) = make_path(path);
	}
}

/* ---------------------------------------------------------------------
 * Plans
 * ---------------------------------------------------------------------
 */

/* The numbers of the columns that somebody looks at. */
static Bitmapset *
wanted_columns(const RelOptInfo *rel, const Path *path, List *tlist, List *quals)
{
	Bitmapset  *columns = NULL;

	pull_varattnos((Node *) rel->reltarget->exprs, rel->relid, &columns);
	pull_varattnos((Node *) path->pathtarget->exprs, rel->relid, &columns);
	pull_varattnos((Node *) tlist, rel->relid, &columns);
	pull_varattnos((Node *) quals, rel->relid, &columns);
	return columns;
}

/* The column of that number as the next one that the scan gives. */
static List *
add_target(List *targets, const RelOptInfo *rel, const RangeTblFunction *function, int number)
{
	int			i = number - 1;
	Var		   *var = makeVar(rel->relid, number,
							  list_nth_oid(function->funccoltypes, i),
							  list_nth_int(function->funccoltypmods, i),
							  list_nth_oid(function->funccolcollations, i), 0);

	return lappend(targets, makeTargetEntry((Expr *) var, list_length(targets) + 1,
											pstrdup(strVal(list_nth(function->funccolnames, i))),
											false));
}

/*
 * What the scan gives: the columns that are wanted, in the order of the list of
 * targets as far as possible, as then nothing has to be projected.  *numbers are
 * theirs.
 */
static List *
scan_targets(const RelOptInfo *rel, const RangeTblFunction *function, List *tlist,
			 Bitmapset *wanted, List **numbers)
{
	List	   *targets = NIL;
	ListCell   *lc;

	foreach(lc, tlist)
	{
		Var		   *var = (Var *) lfirst_node(TargetEntry, lc)->expr;

		if (!IsA(var, Var) || var->varno != rel->relid ||
			list_member_int(*numbers, var->varattno))
			continue;
		*numbers = lappend_int(*numbers, var->varattno);
		targets = add_target(targets, rel, function, var->varattno);
	}
	for (int i = -1; (i = bms_next_member(wanted, i)) >= 0;)
	{
		int			number = i + FirstLowInvalidHeapAttributeNumber;

		if (list_member_int(*numbers, number))
			continue;
		*numbers = lappend_int(*numbers, number);
		targets = add_target(targets, rel, function, number);
	}
	return targets;
}

static Plan *
plan_table(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *tlist,
		   List *clauses, List *plans)
{
	CustomScan *scan = makeNode(CustomScan);
	const RangeTblEntry *rte = planner_rt_fetch(rel->relid, root);
	const RangeTblFunction *function = linitial_node(RangeTblFunction, rte->functions);
	List	   *quals = extract_actual_clauses(clauses, false);
	List	   *numbers = NIL;

	scan->scan.plan.targetlist = tlist;
	scan->scan.plan.qual = quals;
	scan->scan.scanrelid = 0;
	scan->flags = path->flags;
	scan->custom_exprs = list_make1(copyObject(function->funcexpr));
	scan->custom_scan_tlist = scan_targets(rel, function, tlist,
										   wanted_columns(rel, &path->path, tlist, quals),
										   &numbers);
	scan->custom_private = list_make5(copyObject(function->funccolnames),
									  list_copy(function->funccoltypes),
									  list_copy(function->funccoltypmods),
									  list_copy(function->funccolcollations), numbers);
	scan->methods = &variant_table_scan_methods;
	return &scan->scan.plan;
}

/* ---------------------------------------------------------------------
 * SQL, and loading
 * ---------------------------------------------------------------------
 */
Datum
variant_table_support(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(NULL);
}

void
variant_table_plan_init(void)
{
	RegisterCustomScanMethods(&variant_table_scan_methods);
	previous_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = set_rel_pathlist;
}
