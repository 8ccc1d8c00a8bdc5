/*-------------------------------------------------------------------------
 *
 * variant_gin_support.c
 *	  The SQL that people write uses the GIN index.
 *
 * Interface: variant_gin_support_init, variant_path_index (a setting).
 *
 * For a table with an index of class variant_ops, a condition like
 * v['price'] > 50 becomes the index condition v @~ '$.price > 50'.  This is done
 * where paths of a table are made (set_rel_pathlist_hook), and only there: the
 * condition itself stays in the query as it was written, and is what rows are
 * checked with.  So estimates, joins, constraints, partitions, other indexes and
 * everything else that looks at conditions see nothing of it, and the derived
 * condition is never evaluated.  All that it has to be is implied.
 *
 * The hook is there in time: opening an index of the class reads its options,
 * which loads the module.
 *
 * What is recognized: see variant_gin_clause.c.  Two orderings of one path that
 * bound it on both sides, as those of BETWEEN, make one range.  An OR that needs
 * other indexes as well: see variant_gin_or.c.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_fold.h"

#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"
#include "variant_gin_support.h"

bool		variant_path_index = true;
VariantTargetObserver variant_target_observer = NULL;

static set_rel_pathlist_hook_type previous_hook = NULL;

/* ---------------------------------------------------------------------
 * Index clauses
 * ---------------------------------------------------------------------
 */

/*
 * Column @~ predicate, in the name of rinfo.  It is given the selectivity of
 * what it was derived from, for the costs of the index scan: of nothing else
 * is that asked.
 */
static IndexClause *
make_index_clause(const VariantTarget *target, RestrictInfo *rinfo, Node *predicate,
				  Selectivity selectivity)
{
	IndexClause *clause = makeNode(IndexClause);
	Node	   *column = copyObject(variant_target_expression(target));
	OpExpr	   *op;
	RestrictInfo *derived;

	if (column == NULL)
		column = (Node *) makeVar(target->rel->relid,
								  target->index->indexkeys[target->column],
								  variant_type_oid(), -1, InvalidOid, 0);
	op = (OpExpr *) make_opclause(target->operator, BOOLOID, false,
								  (Expr *) column, (Expr *) predicate,
								  InvalidOid, DEFAULT_COLLATION_OID);
	set_opfuncid(op);
	derived = make_simple_restrictinfo(target->root, (Expr *) op);
	derived->clause_relids = bms_copy(target->rel->relids);
	derived->norm_selec = selectivity;

	clause->rinfo = rinfo;
	clause->indexquals = list_make1(derived);
	clause->lossy = true;
	clause->indexcol = target->column;
	return clause;
}

static Selectivity
selectivity_of(const VariantTarget *target, List *rinfos)
{
	return clauselist_selectivity(target->root, rinfos, target->rel->relid,
								  JOIN_INNER, NULL);
}

/* The index clause of one condition alone; NULL if there is none. */
static IndexClause *
derive(const VariantTarget *target, RestrictInfo *rinfo)
{
	VariantClause	clause;
	Node	   *node = (Node *) rinfo->clause;
	Node	   *predicate = NULL;
	Selectivity found;

	if (rinfo->pseudoconstant)
		return NULL;
	if (IsA(node, BoolExpr) && ((BoolExpr *) node)->boolop == OR_EXPR)
		predicate = variant_clause_or(target, (BoolExpr *) node);
	else if (variant_clause_open(target, node, &clause))
		predicate = variant_clause_predicate(target, &clause);
	if (predicate == NULL)
		return NULL;
	found = Max(selectivity_of(target, list_make1(rinfo)),
				variant_pattern_selectivity(target, node));
	return make_index_clause(target, rinfo, predicate, found);
}

/* A condition that the class itself knows, such as v @> '{"a": 1}'. */
static IndexClause *
plain_clause(const VariantTarget *target, RestrictInfo *rinfo)
{
	OpExpr	   *op = (OpExpr *) rinfo->clause;
	IndexClause *clause;

	if (!IsA(op, OpExpr) || list_length(op->args) != 2 || rinfo->pseudoconstant ||
		!restriction_is_securely_promotable(rinfo, target->rel) ||
		!op_in_opfamily(op->opno, target->index->opfamily[target->column]) ||
		!match_index_to_operand(linitial(op->args), target->column, target->index) ||
		!is_pseudo_constant_for_index(target->root, lsecond(op->args), target->index))
		return NULL;
	clause = makeNode(IndexClause);
	clause->rinfo = rinfo;
	clause->indexquals = list_make1(rinfo);
	clause->lossy = false;
	clause->indexcol = target->column;
	return clause;
}

/* The first of the clauses that bounds the same path from the other side. */
static VariantClause *
other_bound(const VariantClause *clause, List *clauses)
{
	ListCell   *lc;

	foreach(lc, clauses)
	{
		if (variant_clause_makes_range(clause, lfirst(lc)))
			return lfirst(lc);
	}
	return NULL;
}

/* Ranges of two orderings, everything else by itself. */
static List *
derive_orderings(const VariantTarget *target, List *clauses)
{
	List	   *result = NIL;

	while (clauses != NIL)
	{
		VariantClause *clause = linitial(clauses);
		VariantClause *other;
		Node	   *predicate;
		List	   *rinfos = list_make1(clause->rinfo);

		clauses = list_delete_first(clauses);
		other = other_bound(clause, clauses);
		if (other != NULL)
		{
			clauses = list_delete_ptr(clauses, other);
			rinfos = lappend(rinfos, other->rinfo);
			predicate = variant_clause_range(target, clause, other);
		}
		else
			predicate = variant_clause_predicate(target, clause);
		if (predicate != NULL)
			result = lappend(result,
							 make_index_clause(target, clause->rinfo, predicate,
											   selectivity_of(target, rinfos)));
	}
	return result;
}

List *
variant_restriction_clauses(const VariantTarget *target, List *rinfos, bool *derived)
{
	List	   *result = NIL;
	List	   *orderings = NIL;
	List	   *made;
	ListCell   *lc;

	*derived = false;
	foreach(lc, rinfos)
	{
		RestrictInfo *rinfo = lfirst(lc);
		VariantClause	clause;
		IndexClause *index_clause;

		if ((index_clause = plain_clause(target, rinfo)) != NULL)
			result = lappend(result, index_clause);
		else if (!rinfo->pseudoconstant &&
				 variant_clause_open(target, (Node *) rinfo->clause, &clause) && variant_clause_is_ordering(&clause))
		{
			VariantClause *kept = palloc(sizeof(VariantClause));

			*kept = clause;
			kept->rinfo = rinfo;
			orderings = lappend(orderings, kept);
		}
		else if ((index_clause = derive(target, rinfo)) != NULL)
		{
			result = lappend(result, index_clause);
			*derived = true;
		}
	}
	made = derive_orderings(target, orderings);
	*derived = *derived || made != NIL;
	return list_concat(result, made);
}

/* ---------------------------------------------------------------------
 * Paths
 * ---------------------------------------------------------------------
 */

/* How often the scan will run: as often as there are rows to join with. */
static double
loop_count(PlannerInfo *root, Relids outer)
{
	double		result = 0;
	int			relid = -1;

	while ((relid = bms_next_member(outer, relid)) >= 0)
	{
		RelOptInfo *rel;

		if (relid >= root->simple_rel_array_size ||
			(rel = root->simple_rel_array[relid]) == NULL || IS_DUMMY_REL(rel))
			continue;
		if (result == 0 || rel->rows < result)
			result = rel->rows;
	}
	return result > 0 ? result : 1;
}

/*
 * Scans of other indexes by conditions of the table, as there are before any
 * path of ours is added, which may free some.
 */
static List *
other_scans(const VariantTarget *target)
{
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, target->rel->pathlist)
	{
		Path	   *path = lfirst(lc);

		if (path->param_info != NULL)
			continue;
		if (IsA(path, BitmapHeapPath) && path->parallel_workers == 0)
			path = ((BitmapHeapPath *) path)->bitmapqual;
		if (IsA(path, IndexPath) && ((IndexPath *) path)->indexclauses != NIL &&
			((IndexPath *) path)->indexinfo != target->index &&
			((IndexPath *) path)->indexinfo->amhasgetbitmap)
			result = list_append_unique_ptr(result, path);
	}
	return result;
}

/* A scan together with one of another index. */
static void
add_and_paths(const VariantTarget *target, IndexPath *scan, List *others)
{
	ListCell   *lc;

	foreach(lc, others)
	{
		BitmapAndPath *both = create_bitmap_and_path(target->root, target->rel,
													 list_make2(scan, lfirst(lc)));

		add_path(target->rel, (Path *)
				 create_bitmap_heap_path(target->root, target->rel, (Path *) both,
										 NULL, 1.0, 0));
	}
}

static void
add_bitmap_path(const VariantTarget *target, List *clauses)
{
	Relids		outer = bms_copy(target->rel->lateral_relids);
	double		loops;
	IndexPath  *path;
	List	   *others = NIL;
	ListCell   *lc;

	foreach(lc, clauses)
		outer = bms_add_members(outer, ((IndexClause *) lfirst(lc))->rinfo->clause_relids);
	outer = bms_del_member(outer, target->rel->relid);
	loops = loop_count(target->root, outer);
	path = create_index_path(target->root, target->index, clauses, NIL, NIL, NIL,
							 ForwardScanDirection, false, outer, loops, false);
	if (bms_is_empty(outer))
		others = other_scans(target);
	add_path(target->rel, (Path *)
			 create_bitmap_heap_path(target->root, target->rel, (Path *) path,
									 outer, loops, 0));
	if (target->rel->consider_parallel && bms_is_empty(outer))
		create_partial_bitmap_paths(target->root, target->rel, (Path *) path);
	add_and_paths(target, path, others);
}

/* Is a member of an equivalence class a path of the index column? */
static bool
member_matches(PlannerInfo *root, RelOptInfo *rel, EquivalenceClass *ec,
			   EquivalenceMember *em, void *arg)
{
	return variant_clause_is_path(arg, (Node *) em->em_expr);
}

/*
 * Joins: one parameterized path for each condition with values from other
 * tables.  A condition must not be evaluated before those of row security
 * are, which may come about where it is left to the index's recheck.  The
 * index clauses that were made are returned.
 */
static List *
add_join_paths(VariantTarget *target, List *base)
{
	RelOptInfo *rel = target->rel;
	List	   *joins = NIL;
	List	   *made = NIL;
	ListCell   *lc;

	if (rel->has_eclass_joins)
		joins = generate_implied_equalities_for_column(target->root, rel, member_matches,
													   target, rel->lateral_referencers);
	foreach(lc, rel->joininfo)
	{
		if (join_clause_is_movable_to(lfirst(lc), rel))
			joins = lappend(joins, lfirst(lc));
	}
	foreach(lc, joins)
	{
		RestrictInfo *rinfo = lfirst(lc);
		IndexClause *clause;

		if (rinfo->security_level > rel->baserestrict_min_security && !rinfo->leakproof)
			continue;
		clause = derive(target, rinfo);
		if (clause == NULL)
			continue;
		made = lappend(made, clause);
		add_bitmap_path(target, lappend(list_copy(base), clause));
	}
	return made;
}

static void
add_index_paths(VariantTarget *target, List *ors)
{
	bool		derived;
	List	   *base = variant_restriction_clauses(target, target->index->indrestrictinfo,
												   &derived);
	List	   *joins;

	if (derived)
		add_bitmap_path(target, base);
	joins = add_join_paths(target, base);
	if (variant_target_observer != NULL)
		variant_target_observer(target, base, joins, ors);
}

/* Is this column of this index of the operator class? */
static bool
is_variant_column(const VariantTarget *target)
{
	const IndexOptInfo *index = target->index;

	return index->relam == GIN_AM_OID && (index->indpred == NIL || index->predOK) &&
		index->opcintype[target->column] == variant_type_oid() &&
		op_in_opfamily(target->operator, index->opfamily[target->column]);
}

static bool
is_plain_table(const RelOptInfo *rel, const RangeTblEntry *rte)
{
	return rte->rtekind == RTE_RELATION && !rte->inh && rte->tablesample == NULL &&
		rte->relkind != RELKIND_FOREIGN_TABLE && rel->indexlist != NIL;
}

/* The columns of the operator class, as a list of VariantTarget *. */
static List *
find_targets(PlannerInfo *root, RelOptInfo *rel)
{
	VariantTarget target = {root, rel};
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, rel->indexlist)
	{
		target.index = lfirst(lc);
		if (target.index->relam != GIN_AM_OID)
			continue;
		if (!OidIsValid(target.operator))
		{
			target.predicate = variant_named_type_oid("variant_predicate");
			target.operator = variant_operator_oid("@~", variant_type_oid(), target.predicate);
			if (!OidIsValid(target.operator))
				return NIL;
		}
		for (target.column = 0; target.column < target.index->nkeycolumns; target.column++)
		{
			VariantTarget *copy;

			if (!is_variant_column(&target))
				continue;
			copy = palloc(sizeof(VariantTarget));
			*copy = target;
			result = lappend(result, copy);
		}
	}
	return result;
}

static void
add_or_path(PlannerInfo *root, RelOptInfo *rel, BitmapOrPath *path)
{
	add_path(rel, (Path *) create_bitmap_heap_path(root, rel, (Path *) path, NULL, 1.0, 0));
	if (rel->consider_parallel)
		create_partial_bitmap_paths(root, rel, (Path *) path);
}

static void
set_rel_pathlist(PlannerInfo *root, RelOptInfo *rel, Index rti, RangeTblEntry *rte)
{
	List	   *targets;
	List	   *ors;
	ListCell   *lc;

	if (previous_hook)
		previous_hook(root, rel, rti, rte);
	if (!variant_path_index || !is_plain_table(rel, rte) || IS_DUMMY_REL(rel))
		return;
	targets = find_targets(root, rel);
	if (targets == NIL)
		return;
	ors = variant_or_open(root, rel, targets);
	foreach(lc, targets)
		add_index_paths(lfirst(lc), ors);
	foreach(lc, ors)
		add_or_path(root, rel, ((VariantOr *) lfirst(lc))->path);
}

void
variant_gin_support_init(void)
{
	previous_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = set_rel_pathlist;
}
