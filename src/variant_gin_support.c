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
 * What is recognized: = of variants, the typed operators both ways round, IN
 * and = ANY, OR of such, over a path in any spelling, with values that are known
 * when the scan starts.  Two orderings of one path that bound it on both
 * sides, as those of BETWEEN, make one range.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_fold.h"

#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "variant_gin_support.h"
#include "variant_typed.h"

bool		variant_path_index = true;

static set_rel_pathlist_hook_type previous_hook = NULL;

/* What conditions are derived for. */
typedef struct Target
{
	PlannerInfo *root;
	RelOptInfo *rel;
	IndexOptInfo *index;
	int			column;
	Oid			operator;		/* @~ */
	Oid			predicate;		/* the type */
} Target;

/* A comparison of a path of the index column with a value. */
typedef struct PathClause
{
	RestrictInfo *rinfo;		/* NULL inside of an OR */
	char	   *path;			/* as variant_chain_spell writes it */
	const char *operator;
	Node	   *value;			/* a variant, or an array for ANY */
	bool		any;
} PathClause;

/* ---------------------------------------------------------------------
 * Recognizing comparisons
 * ---------------------------------------------------------------------
 */

/* The expression that the index column is; NULL if it is a table's column. */
static Node *
column_expression(const Target *target)
{
	int			expression = 0;

	if (target->index->indexkeys[target->column] != 0)
		return NULL;
	for (int i = 0; i < target->column; i++)
		expression += target->index->indexkeys[i] == 0;
	return list_nth(target->index->indexprs, expression);
}

/* Do the first steps of the chain lead to the column?  They are taken off. */
static bool
take_off_column(VariantChain *chain, Node *column)
{
	VariantChain prefix;
	VariantChain first;

	variant_chain_open(&prefix, column);
	if (list_length(prefix.steps) > list_length(chain->steps) ||
		!equal(prefix.base, chain->base))
		return false;
	first.base = chain->base;
	first.steps = list_truncate(list_copy(chain->steps), list_length(prefix.steps));
	if (strcmp(variant_chain_spell(&first), variant_chain_spell(&prefix)) != 0)
		return false;
	chain->steps = list_copy_tail(chain->steps, list_length(prefix.steps));
	return true;
}

/* The path from the index column to the operand; NULL if it is none. */
static char *
operand_path(const Target *target, Node *operand)
{
	VariantChain chain;
	Node	   *column = column_expression(target);

	if (exprType(operand) != variant_type_oid())
		return NULL;
	variant_chain_open(&chain, operand);
	if (column != NULL ? !take_off_column(&chain, column) :
		!match_index_to_operand(chain.base, target->column, target->index))
		return NULL;
	return variant_chain_spell(&chain);
}

static const char *
commuted(const char *name)
{
	switch (name[0])
	{
		case '<':
			return name[1] == '\0' ? ">" : ">=";
		case '>':
			return name[1] == '\0' ? "<" : "<=";
		default:
			return name;
	}
}

/* The name of one of our operators that can be derived from; else NULL. */
static const char *
comparison_name(Oid operator, Oid left, Oid right)
{
	static const char *const names[] = {"=", "<", "<=", ">", ">="};

	for (int i = 0; i < lengthof(names); i++)
	{
		/* orderings between variants go across classes, ranges of keys do not */
		if (i > 0 && left == right)
			break;
		if (variant_operator_oid(names[i], left, right) == operator)
			return names[i];
	}
	return NULL;
}

/* The value has to be known when the scan starts; it becomes a variant. */
static bool
set_value(const Target *target, PathClause *clause, Node *value)
{
	if (!is_pseudo_constant_for_index(target->root, value, target->index))
		return false;
	if (exprType(value) == variant_type_oid())
		clause->value = value;
	else
		clause->value = variant_typed_value(value, &clause->operator);
	return clause->value != NULL;
}

static bool
open_operator(const Target *target, OpExpr *op, PathClause *clause)
{
	Node	   *left;
	Node	   *right;

	if (list_length(op->args) != 2)
		return false;
	left = linitial(op->args);
	right = lsecond(op->args);
	clause->operator = comparison_name(op->opno, exprType(left), exprType(right));
	if (clause->operator == NULL)
		return false;
	if ((clause->path = operand_path(target, left)) != NULL &&
		set_value(target, clause, right))
		return true;
	clause->operator = commuted(comparison_name(op->opno, exprType(left), exprType(right)));
	return (clause->path = operand_path(target, right)) != NULL &&
		set_value(target, clause, left);
}

/* path = ANY (array) */
static bool
open_any(const Target *target, ScalarArrayOpExpr *op, PathClause *clause)
{
	Node	   *array = lsecond(op->args);
	Oid			element = get_element_type(exprType(array));
	const char *name;

	if (!op->useOr || !OidIsValid(element))
		return false;
	name = comparison_name(op->opno, variant_type_oid(), element);
	if (name == NULL || strcmp(name, "=") != 0 ||
		(clause->path = operand_path(target, linitial(op->args))) == NULL ||
		!is_pseudo_constant_for_index(target->root, array, target->index))
		return false;
	clause->operator = name;
	clause->value = array;
	clause->any = true;
	return true;
}

static bool
open_clause(const Target *target, Node *node, PathClause *clause)
{
	memset(clause, 0, sizeof(*clause));
	if (IsA(node, OpExpr))
		return open_operator(target, (OpExpr *) node, clause);
	if (IsA(node, ScalarArrayOpExpr))
		return open_any(target, (ScalarArrayOpExpr *) node, clause);
	return false;
}

/* ---------------------------------------------------------------------
 * Making predicates
 * ---------------------------------------------------------------------
 */
static Node *
text_const(const char *s)
{
	return (Node *) makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1,
							  CStringGetTextDatum(s), false, false);
}

/* Call one of the functions that make predicates; constants are folded. */
static Node *
make_predicate(const Target *target, const char *function, List *args,
			   const Oid *types, bool variadic)
{
	Oid			oid = variant_function_oid(function, list_length(args), types);
	FuncExpr   *call;

	if (!OidIsValid(oid))
		return NULL;
	call = makeFuncExpr(oid, target->predicate, args, InvalidOid,
						DEFAULT_COLLATION_OID, COERCE_EXPLICIT_CALL);
	call->funcvariadic = variadic;
	return eval_const_expressions(target->root, (Node *) call);
}

static Node *
predicate_of_clause(const Target *target, const PathClause *clause)
{
	Oid			types[3] = {TEXTOID, TEXTOID, variant_type_oid()};
	Oid			any_types[2] = {TEXTOID, ANYARRAYOID};

	if (clause->any)
		return make_predicate(target, "variant_predicate",
							  list_make2(text_const(clause->path), clause->value),
							  any_types, false);
	return make_predicate(target, "variant_predicate",
						  list_make3(text_const(clause->path),
									 text_const(clause->operator), clause->value),
						  types, false);
}

static Node *
predicate_of_range(const Target *target, const PathClause *low, const PathClause *high)
{
	Oid			variant = variant_type_oid();
	Oid			types[5] = {TEXTOID, TEXTOID, variant, TEXTOID, variant};
	List	   *args;

	args = list_make5(text_const(low->path), text_const(low->operator), low->value,
					  text_const(high->operator), high->value);
	return make_predicate(target, "variant_predicate", args, types, false);
}

/* One of the arms' predicates. */
static Node *
predicate_of_arms(const Target *target, List *arms)
{
	ArrayExpr  *array = makeNode(ArrayExpr);
	Oid			types[1];

	array->array_typeid = types[0] = get_array_type(target->predicate);
	array->element_typeid = target->predicate;
	array->elements = arms;
	array->location = -1;
	return make_predicate(target, "variant_predicate_or", list_make1(array),
						  types, true);
}

static Node *predicate_of_or(const Target *target, BoolExpr *expr);

/*
 * What an arm of an OR implies.  Of an AND in it, one condition will do:
 * best an equality.
 */
static Node *
predicate_of_arm(const Target *target, Node *arm)
{
	PathClause	clause;
	Node	   *best = NULL;
	ListCell   *lc;

	if (IsA(arm, BoolExpr) && ((BoolExpr *) arm)->boolop == OR_EXPR)
		return predicate_of_or(target, (BoolExpr *) arm);
	if (!IsA(arm, BoolExpr))
		return open_clause(target, arm, &clause) ?
			predicate_of_clause(target, &clause) : NULL;
	if (((BoolExpr *) arm)->boolop != AND_EXPR)
		return NULL;
	foreach(lc, ((BoolExpr *) arm)->args)
	{
		bool		equality = open_clause(target, lfirst(lc), &clause) &&
			strcmp(clause.operator, "=") == 0;

		if (best == NULL || equality)
		{
			Node	   *predicate = predicate_of_arm(target, lfirst(lc));

			best = predicate != NULL ? predicate : best;
		}
		if (equality)
			break;
	}
	return best;
}

static Node *
predicate_of_or(const Target *target, BoolExpr *expr)
{
	List	   *arms = NIL;
	ListCell   *lc;

	check_stack_depth();
	foreach(lc, expr->args)
	{
		Node	   *arm = predicate_of_arm(target, lfirst(lc));

		if (arm == NULL)
			return NULL;
		arms = lappend(arms, arm);
	}
	return predicate_of_arms(target, arms);
}

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
make_index_clause(const Target *target, RestrictInfo *rinfo, Node *predicate,
				  Selectivity selectivity)
{
	IndexClause *clause = makeNode(IndexClause);
	Node	   *column = copyObject(column_expression(target));
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
selectivity_of(const Target *target, List *rinfos)
{
	return clauselist_selectivity(target->root, rinfos, target->rel->relid,
								  JOIN_INNER, NULL);
}

/* The index clause of one condition alone; NULL if there is none. */
static IndexClause *
derive(const Target *target, RestrictInfo *rinfo)
{
	PathClause	clause;
	Node	   *node = (Node *) rinfo->clause;
	Node	   *predicate = NULL;

	if (rinfo->pseudoconstant)
		return NULL;
	if (IsA(node, BoolExpr) && ((BoolExpr *) node)->boolop == OR_EXPR)
		predicate = predicate_of_or(target, (BoolExpr *) node);
	else if (open_clause(target, node, &clause))
		predicate = predicate_of_clause(target, &clause);
	if (predicate == NULL)
		return NULL;
	return make_index_clause(target, rinfo, predicate,
							 selectivity_of(target, list_make1(rinfo)));
}

/* A condition that the class itself knows, such as v @> '{"a": 1}'. */
static IndexClause *
plain_clause(const Target *target, RestrictInfo *rinfo)
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

static bool
is_upper(const PathClause *clause)
{
	return clause->operator[0] == '<';
}

static bool
is_ordering(const PathClause *clause)
{
	return clause->operator[0] != '=';
}

/* The first of the clauses that bounds the same path from the other side. */
static PathClause *
other_bound(const PathClause *clause, List *clauses)
{
	ListCell   *lc;

	foreach(lc, clauses)
	{
		PathClause *other = lfirst(lc);

		if (is_ordering(other) && is_upper(other) != is_upper(clause) &&
			strcmp(other->path, clause->path) == 0)
			return other;
	}
	return NULL;
}

/* Ranges of two orderings, everything else by itself. */
static List *
derive_orderings(const Target *target, List *clauses)
{
	List	   *result = NIL;

	while (clauses != NIL)
	{
		PathClause *clause = linitial(clauses);
		PathClause *other;
		Node	   *predicate;
		List	   *rinfos = list_make1(clause->rinfo);

		clauses = list_delete_first(clauses);
		other = other_bound(clause, clauses);
		if (other != NULL)
		{
			clauses = list_delete_ptr(clauses, other);
			rinfos = lappend(rinfos, other->rinfo);
			predicate = predicate_of_range(target, clause, other);
		}
		else
			predicate = predicate_of_clause(target, clause);
		if (predicate != NULL)
			result = lappend(result,
							 make_index_clause(target, clause->rinfo, predicate,
											   selectivity_of(target, rinfos)));
	}
	return result;
}

/* The index clauses of the table's own conditions; *derived if some are ours. */
static List *
restriction_clauses(const Target *target, bool *derived)
{
	List	   *result = NIL;
	List	   *orderings = NIL;
	List	   *made;
	ListCell   *lc;

	*derived = false;
	foreach(lc, target->index->indrestrictinfo)
	{
		RestrictInfo *rinfo = lfirst(lc);
		PathClause	clause;
		IndexClause *index_clause;

		if ((index_clause = plain_clause(target, rinfo)) != NULL)
			result = lappend(result, index_clause);
		else if (!rinfo->pseudoconstant &&
				 open_clause(target, (Node *) rinfo->clause, &clause) && is_ordering(&clause))
		{
			PathClause *kept = palloc(sizeof(PathClause));

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

static void
add_bitmap_path(const Target *target, List *clauses)
{
	Relids		outer = bms_copy(target->rel->lateral_relids);
	double		loops;
	IndexPath  *path;
	ListCell   *lc;

	foreach(lc, clauses)
		outer = bms_add_members(outer, ((IndexClause *) lfirst(lc))->rinfo->clause_relids);
	outer = bms_del_member(outer, target->rel->relid);
	loops = loop_count(target->root, outer);
	path = create_index_path(target->root, target->index, clauses, NIL, NIL, NIL,
							 ForwardScanDirection, false, outer, loops, false);
	add_path(target->rel, (Path *)
			 create_bitmap_heap_path(target->root, target->rel, (Path *) path,
									 outer, loops, 0));
	if (target->rel->consider_parallel && bms_is_empty(outer))
		create_partial_bitmap_paths(target->root, target->rel, (Path *) path);
}

/* Is a member of an equivalence class a path of the index column? */
static bool
member_matches(PlannerInfo *root, RelOptInfo *rel, EquivalenceClass *ec,
			   EquivalenceMember *em, void *arg)
{
	return operand_path((const Target *) arg, (Node *) em->em_expr) != NULL;
}

/*
 * Joins: one parameterized path for each condition with values from other
 * tables.  A condition must not be evaluated before those of row security
 * are, which may come about where it is left to the index's recheck.
 */
static void
add_join_paths(Target *target, List *base)
{
	RelOptInfo *rel = target->rel;
	List	   *joins = NIL;
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
		if (clause != NULL)
			add_bitmap_path(target, lappend(list_copy(base), clause));
	}
}

static void
add_index_paths(Target *target)
{
	bool		derived;
	List	   *base = restriction_clauses(target, &derived);

	if (derived)
		add_bitmap_path(target, base);
	add_join_paths(target, base);
}

/* Is this column of this index of the operator class? */
static bool
is_variant_column(const Target *target)
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

static void
set_rel_pathlist(PlannerInfo *root, RelOptInfo *rel, Index rti, RangeTblEntry *rte)
{
	Target		target = {root, rel};
	ListCell   *lc;

	if (previous_hook)
		previous_hook(root, rel, rti, rte);
	if (!variant_path_index || !is_plain_table(rel, rte) || IS_DUMMY_REL(rel))
		return;
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
				return;
		}
		for (target.column = 0; target.column < target.index->nkeycolumns; target.column++)
		{
			if (is_variant_column(&target))
				add_index_paths(&target);
		}
	}
}

void
variant_gin_support_init(void)
{
	previous_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = set_rel_pathlist;
}
