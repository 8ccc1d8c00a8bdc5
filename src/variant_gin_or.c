/*-------------------------------------------------------------------------
 *
 * variant_gin_or.c
 *	  Alternatives that more than one index serves, as in
 *	  v['a'] = 1 OR id = 5.
 *
 * Interface: variant_or_open, see variant_gin_support.h.
 *
 * The planner joins scans of indexes for the arms of an OR, but does not see
 * what is derived from an arm.  So this is done again for conditions of the
 * table with an arm of that kind; an OR of which one index serves all is one
 * condition of that (variant_clause_or).
 *
 * Limits: of other indexes the first column, by operators and = ANY with values
 * that are known when the scan starts; not conditions with values of other
 * tables.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"
#include "variant_gin_support.h"

/* ---------------------------------------------------------------------
 * Conditions that other indexes know themselves
 * ---------------------------------------------------------------------
 */
static bool
operator_fits(const IndexOptInfo *index, Oid operator, Oid collation)
{
	return OidIsValid(operator) && op_in_opfamily(operator, index->opfamily[0]) &&
		(!OidIsValid(index->indexcollations[0]) || index->indexcollations[0] == collation);
}

/* What the index is asked for; NULL if it does not serve the condition. */
static RestrictInfo *
index_condition(PlannerInfo *root, IndexOptInfo *index, RestrictInfo *rinfo)
{
	Node	   *node = (Node *) rinfo->clause;
	OpExpr	   *op = (OpExpr *) node;
	ScalarArrayOpExpr *any = (ScalarArrayOpExpr *) node;

	if (IsA(node, ScalarArrayOpExpr))
		return any->useOr && index->amsearcharray &&
			match_index_to_operand(linitial(any->args), 0, index) &&
			operator_fits(index, any->opno, any->inputcollid) &&
			is_pseudo_constant_for_index(root, lsecond(any->args), index) ? rinfo : NULL;
	if (!IsA(node, OpExpr) || list_length(op->args) != 2)
		return NULL;
	if (match_index_to_operand(linitial(op->args), 0, index) &&
		operator_fits(index, op->opno, op->inputcollid) &&
		is_pseudo_constant_for_index(root, lsecond(op->args), index))
		return rinfo;
	if (match_index_to_operand(lsecond(op->args), 0, index) &&
		operator_fits(index, get_commutator(op->opno), op->inputcollid) &&
		is_pseudo_constant_for_index(root, linitial(op->args), index))
		return commute_restrictinfo(rinfo, get_commutator(op->opno));
	return NULL;
}

static List *
index_clauses(PlannerInfo *root, IndexOptInfo *index, List *rinfos)
{
	List	   *result = NIL;
	ListCell   *lc;

	if (!index->amhasgetbitmap || (index->indpred != NIL && !index->predOK))
		return NIL;
	foreach(lc, rinfos)
	{
		RestrictInfo *rinfo = lfirst(lc);
		RestrictInfo *condition;
		IndexClause *clause;

		if (rinfo->pseudoconstant ||
			!restriction_is_securely_promotable(rinfo, index->rel) ||
			(condition = index_condition(root, index, rinfo)) == NULL)
			continue;
		clause = makeNode(IndexClause);
		clause->rinfo = rinfo;
		clause->indexquals = list_make1(condition);
		clause->indexcol = 0;
		result = lappend(result, clause);
	}
	return result;
}

/* ---------------------------------------------------------------------
 * Arms
 * ---------------------------------------------------------------------
 */

/* The cheapest scan for an arm so far. */
typedef struct ArmScan
{
	IndexPath  *path;
	bool		derived;
} ArmScan;

static void
consider_scan(PlannerInfo *root, ArmScan *scan, IndexOptInfo *index, List *clauses,
			  bool derived)
{
	IndexPath  *path;

	if (clauses == NIL)
		return;
	path = create_index_path(root, index, clauses, NIL, NIL, NIL,
							 ForwardScanDirection, false, NULL, 1.0, false);
	if (scan->path != NULL && scan->path->indextotalcost <= path->indextotalcost)
		return;
	scan->path = path;
	scan->derived = derived;
}

/* The conditions of an arm, which is one or an AND of some. */
static List *
arm_conditions(Node *arm)
{
	return IsA(arm, RestrictInfo) ? list_make1(arm) : ((BoolExpr *) arm)->args;
}

/* Most ORs are none of ours, which is to be found out soon. */
static bool
some_arm_derives(List *targets, RestrictInfo *rinfo)
{
	ListCell   *lc;
	ListCell   *lc2;

	foreach(lc, ((BoolExpr *) rinfo->orclause)->args)
	{
		foreach(lc2, targets)
		{
			bool		derived;

			(void) variant_restriction_clauses(lfirst(lc2), arm_conditions(lfirst(lc)), &derived);
			if (derived)
				return true;
		}
	}
	return false;
}

static ArmScan
scan_of_arm(RelOptInfo *rel, PlannerInfo *root, List *targets, Node *arm)
{
	List	   *rinfos = arm_conditions(arm);
	ArmScan		scan = {NULL, false};
	ListCell   *lc;

	foreach(lc, targets)
	{
		VariantTarget *target = lfirst(lc);
		bool		derived;
		List	   *clauses = variant_restriction_clauses(target, rinfos, &derived);

		consider_scan(root, &scan, target->index, clauses, derived);
	}
	foreach(lc, rel->indexlist)
	{
		IndexOptInfo *index = lfirst(lc);

		consider_scan(root, &scan, index, index_clauses(root, index, rinfos), false);
	}
	return scan;
}

static bool
one_serves_all(List *targets, RestrictInfo *rinfo)
{
	ListCell   *lc;

	foreach(lc, targets)
	{
		if (variant_clause_or(lfirst(lc), (BoolExpr *) rinfo->clause) != NULL)
			return true;
	}
	return false;
}

/* NULL if an arm has no index, or the planner sees to all of them. */
static BitmapOrPath *
or_path(PlannerInfo *root, RelOptInfo *rel, List *targets, RestrictInfo *rinfo)
{
	List	   *scans = NIL;
	bool		derived = false;
	ListCell   *lc;

	foreach(lc, ((BoolExpr *) rinfo->orclause)->args)
	{
		ArmScan		scan = scan_of_arm(rel, root, targets, lfirst(lc));

		if (scan.path == NULL)
			return NULL;
		scans = lappend(scans, scan.path);
		derived = derived || scan.derived;
	}
	return derived ? create_bitmap_or_path(root, rel, scans) : NULL;
}

List *
variant_or_open(PlannerInfo *root, RelOptInfo *rel, List *targets)
{
	List	   *result = NIL;
	ListCell   *lc;

	if (!bms_is_empty(rel->lateral_relids))
		return NIL;
	foreach(lc, rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst(lc);
		BitmapOrPath *path;
		VariantOr  *found;

		/* rows are checked with the arms first, before row security is */
		if (!restriction_is_or_clause(rinfo) || rinfo->pseudoconstant ||
			!restriction_is_securely_promotable(rinfo, rel) ||
			!some_arm_derives(targets, rinfo) || one_serves_all(targets, rinfo) ||
			(path = or_path(root, rel, targets, rinfo)) == NULL)
			continue;
		found = palloc(sizeof(VariantOr));
		found->rinfo = rinfo;
		found->path = path;
		result = lappend(result, found);
	}
	return result;
}
