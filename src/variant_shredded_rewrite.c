/*-------------------------------------------------------------------------
 *
 * variant_shredded_rewrite.c
 *	  Expressions over paths become expressions over shredded columns.
 *
 * Interface: variant_shred_rewrite_expr, variant_shred_rewrite_qual.
 *
 * Where any difference would show, in target lists or under NOT, E becomes
 *
 *		CASE WHEN marker IS NULL THEN (E by the typed column) ELSE E END
 *
 * A condition that only selects rows can be a form that indexes serve:
 *
 *		(E by the typed column) OR (marker IS NOT NULL AND marker = 'f' AND E)
 *
 * in which the document decides just for the rows whose marker leaves E open.
 * IS NOT NULL comes first, as it is what keeps E from being evaluated for
 * all others.  Conditions of one path that are combined by AND become one of these,
 * so that the two ends of a range stay together.
 *
 * Where a constraint says that no row is marked, E by the typed column is all.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_shredded_rewrite.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "rewrite/rewriteManip.h"
#include "utils/lsyscache.h"
#include "variant_scalar.h"

/* A condition that the columns decide, but for some markers. */
typedef struct Decided
{
	VariantShredColumns columns;
	Node	   *typed;			/* the condition where the marker is null */
	List	   *within;			/* and all of these are true of the column; */
	List	   *beyond;			/* else one of these is */
	VariantShredOpen open;
} Decided;

/* Conditions of one path. */
typedef struct PathGroup
{
	VariantShredColumns columns;
	List	   *typed;
	List	   *within;
	List	   *beyond;
	List	   *original;
	VariantShredOpen open;		/* the narrowest */
	int			place;			/* among all conditions: that of the first */
} PathGroup;

/* ---------------------------------------------------------------------
 * Small pieces
 * ---------------------------------------------------------------------
 */
static Node *
bool_expr(BoolExprType type, List *args)
{
	return list_length(args) == 1 ? linitial(args) :
		(Node *) makeBoolExpr(type, args, -1);
}

/* The collation that an expression is used with, if it has another. */
static Node *
with_collation(Node *value, Oid collation)
{
	RelabelType *relabel;

	if (exprCollation(value) == collation)
		return value;
	relabel = makeRelabelType((Expr *) value, exprType(value), exprTypmod(value),
							  collation, COERCE_IMPLICIT_CAST);
	return (Node *) relabel;
}

/* value where the marker is null, and all that is within holds, else original */
static Node *
case_marker(const VariantShredColumns *columns, List *within, Node *value, Node *original)
{
	CaseExpr   *result = makeNode(CaseExpr);
	CaseWhen   *when = makeNode(CaseWhen);

	if (!columns->strict)
		within = lcons(variant_shred_null_test(columns->marker, IS_NULL), within);
	if (within == NIL)
		return with_collation(value, exprCollation(original));
	when->expr = (Expr *) bool_expr(AND_EXPR, within);
	when->result = (Expr *) value;
	when->location = -1;
	result->casetype = exprType(original);
	result->casecollid = exprCollation(original);
	result->args = list_make1(when);
	result->defresult = (Expr *) original;
	result->location = -1;
	return (Node *) result;
}

/* Can it be written twice, and does it not take other tables to be known? */
static bool
is_free(Node *value)
{
	return !checkExprHasSubLink(value) && !contain_vars_of_level(value, 0) &&
		!contain_volatile_functions(value) && !contain_agg_clause(value) &&
		!contain_windowfuncs(value);
}

/* ---------------------------------------------------------------------
 * Comparisons of variants
 * ---------------------------------------------------------------------
 */
/* path name value, with an operator of ours */
static bool
decide_comparison(ShredLevel *level, const VariantShredRead *read, const char *name,
				  Node *value, Decided *decided)
{
	if (!is_free(value) || !variant_shred_resolve(level, read, &decided->columns))
		return false;
	decided->within = decided->beyond = NIL;
	decided->typed = variant_shred_compare(decided->columns.typed, name, value);
	/* variants are in one order across all classes, and unequal to all others */
	decided->open = strcmp(name, "=") == 0 ||
		(exprType(value) != variant_type_oid() && strcmp(name, "<>") != 0) ?
		VARIANT_OPEN_FAMILY : VARIANT_OPEN_ALL;
	return decided->typed != NULL;
}

static bool
decide_variant_operator(ShredLevel *level, OpExpr *op, Decided *decided)
{
	VariantShredRead read;
	Node	   *left = linitial(op->args);
	Node	   *right = lsecond(op->args);
	const char *name = variant_comparison_name(op->opno, exprType(left), exprType(right));

	if (name == NULL)
		return false;
	/* a cast or text that is compared with a variant is another value than the one there */
	if (variant_shred_open_read(left, &read) && read.type == variant_type_oid())
		return decide_comparison(level, &read, name, right, decided);
	if (variant_shred_open_read(right, &read) && read.type == variant_type_oid())
		return decide_comparison(level, &read, variant_comparison_commuted(name), left, decided);
	return false;
}

/* ---------------------------------------------------------------------
 * Conditions on what was read as an SQL value
 * ---------------------------------------------------------------------
 */

/* Equality of text is that of bytes, whichever deterministic collation says so. */
static Oid
equality_collation(Oid operator, Oid collation)
{
	if (!OidIsValid(collation) ||
		(operator != TextEqualOperator &&
		 operator != variant_shred_operator("<>", TEXTOID, TEXTOID)) ||
		!get_collation_isdeterministic(collation))
		return collation;
	return C_COLLATION_OID;
}

/* The column itself where its type was only widened: so an index can be used. */
static Node *
narrowed(const OpExpr *op, int side, Var *typed)
{
	OpExpr	   *result;
	Node	   *other = list_nth(op->args, 1 - side);
	Oid			operator;
	char	   *name = get_opname(op->opno);

	if (name == NULL ||
		variant_shred_operator(name, exprType(linitial(op->args)), exprType(lsecond(op->args))) != op->opno)
		return NULL;
	operator = side == 0 ? variant_shred_operator(name, typed->vartype, exprType(other)) :
		variant_shred_operator(name, exprType(other), typed->vartype);
	if (!OidIsValid(operator) || get_op_rettype(operator) != op->opresulttype)
		return NULL;
	result = copyObject((OpExpr *) op);
	result->opno = operator;
	result->opfuncid = get_opcode(operator);
	list_nth_cell(result->args, side)->ptr_value = typed;
	return (Node *) result;
}

static Node *
typed_operator(const OpExpr *op, int side, const VariantShredRead *read, Var *typed,
			   Node *value)
{
	OpExpr	   *result;

	if (variant_is_integer(read->type) && variant_is_integer(typed->vartype) && read->type != typed->vartype)
	{
		Node	   *narrow = narrowed(op, side, typed);

		if (narrow != NULL)
			return narrow;
	}
	result = copyObject((OpExpr *) op);
	list_nth_cell(result->args, side)->ptr_value = value;
	result->inputcollid = equality_collation(op->opno, op->inputcollid);
	return (Node *) result;
}

/* The operator for values in the range that is read, and what is not. */
static void
decide_narrow(const OpExpr *op, int side, const VariantShredRead *read, Decided *decided)
{
	Var		   *typed = decided->columns.typed;
	Node	   *value;
	Node	   *least;
	Node	   *most;

	if (!variant_shred_narrow(typed, read->type, &value, &least, &most))
		return;
	decided->typed = typed_operator(op, side, read, typed, value);
	decided->within = list_make2(variant_shred_native(typed, ">=", least),
								 variant_shred_native(typed, "<=", most));
	decided->beyond = list_make2(variant_shred_native(typed, "<", least),
								 variant_shred_native(typed, ">", most));
}

/* A strict operator between a read and something that is known. */
static bool
decide_operator(ShredLevel *level, OpExpr *op, Decided *decided)
{
	if (op->opresulttype != BOOLOID || op->opretset || !op_strict(op->opno) ||
		op_volatile(op->opno) == PROVOLATILE_VOLATILE)
		return false;
	for (int side = 0; side < 2; side++)
	{
		VariantShredRead read;
		Node	   *value;

		if (!variant_shred_open_read(list_nth(op->args, side), &read) ||
			read.type == variant_type_oid())
			continue;
		if (!is_free(list_nth(op->args, 1 - side)) ||
			!variant_shred_resolve(level, &read, &decided->columns))
			return false;
		decided->typed = NULL;
		decided->within = decided->beyond = NIL;
		value = variant_shred_value(decided->columns.typed, read.type);
		if (value != NULL)
			decided->typed = typed_operator(op, side, &read, decided->columns.typed, value);
		else
			decide_narrow(op, side, &read, decided);
		decided->open = VARIANT_OPEN_VALUES;
		return decided->typed != NULL;
	}
	return false;
}

/* path = ANY (array), of variants or of what was read from them */
static bool
decide_any(ShredLevel *level, ScalarArrayOpExpr *op, Decided *decided)
{
	VariantShredRead read;
	Node	   *array = lsecond(op->args);
	Oid			element = get_base_element_type(exprType(array));
	ScalarArrayOpExpr *result;
	Node	   *value;

	if (!op->useOr || !OidIsValid(element) ||
		!variant_shred_open_read(linitial(op->args), &read) || !is_free(array) ||
		!variant_shred_resolve(level, &read, &decided->columns))
		return false;
	result = copyObject(op);
	if (read.type == variant_type_oid())
	{
		const char *name = variant_comparison_name(op->opno, read.type, element);
		Oid			type = decided->columns.typed->vartype;

		if (name == NULL || strcmp(name, "=") != 0 ||
			(element != type && !(variant_is_integer(element) && variant_is_integer(type))))
			return false;
		result->opno = variant_shred_operator(name, type, element);
		result->inputcollid = type == TEXTOID ? C_COLLATION_OID : InvalidOid;
		value = (Node *) decided->columns.typed;
		decided->open = VARIANT_OPEN_FAMILY;
	}
	else
	{
		if (!op_strict(op->opno) || op_volatile(op->opno) == PROVOLATILE_VOLATILE ||
			(value = variant_shred_value(decided->columns.typed, read.type)) == NULL)
			return false;
		result->inputcollid = equality_collation(op->opno, op->inputcollid);
		decided->open = VARIANT_OPEN_VALUES;
	}
	if (!OidIsValid(result->opno))
		return false;
	result->opfuncid = get_opcode(result->opno);
	linitial(result->args) = value;
	decided->typed = (Node *) result;
	decided->within = decided->beyond = NIL;
	return true;
}

static bool
decide(ShredLevel *level, Node *node, Decided *decided)
{
	if (IsA(node, ScalarArrayOpExpr))
		return decide_any(level, (ScalarArrayOpExpr *) node, decided);
	if (!IsA(node, OpExpr) || list_length(((OpExpr *) node)->args) != 2)
		return false;
	return decide_variant_operator(level, (OpExpr *) node, decided) ||
		decide_operator(level, (OpExpr *) node, decided);
}

/* ---------------------------------------------------------------------
 * Equal expressions
 * ---------------------------------------------------------------------
 */

/* Is there something?  That the two columns tell for all values. */
static Node *
rewrite_null_test(NullTest *test, ShredLevel *level)
{
	VariantShredRead read;
	VariantShredColumns columns;

	if (test->argisrow || !variant_shred_open_read((Node *) test->arg, &read) ||
		read.type != variant_type_oid() || read.inlined ||
		!variant_shred_resolve(level, &read, &columns))
		return NULL;
	*level->used = true;
	if (columns.strict)
		return variant_shred_null_test(columns.typed, test->nulltesttype);
	return (Node *) makeBoolExpr(test->nulltesttype == IS_NULL ? AND_EXPR : OR_EXPR,
								 list_make2(variant_shred_null_test(columns.typed, test->nulltesttype),
											variant_shred_null_test(columns.marker, test->nulltesttype)), -1);
}

static Node *
rewrite_read(Node *node, ShredLevel *level)
{
	VariantShredRead read;
	VariantShredColumns columns;
	List	   *within = NIL;
	Node	   *value;
	Node	   *least;
	Node	   *most;

	if (!variant_shred_open_read(node, &read) || read.type == variant_type_oid() ||
		!variant_shred_resolve(level, &read, &columns))
		return NULL;
	value = variant_shred_value(columns.typed, read.type);
	if (value == NULL)
	{
		if (!variant_shred_narrow(columns.typed, read.type, &value, &least, &most))
			return NULL;
		within = list_make2(variant_shred_native(columns.typed, ">=", least),
							variant_shred_native(columns.typed, "<=", most));
	}
	*level->used = true;
	return case_marker(&columns, within, value, node);
}

Node *
variant_shred_rewrite_expr(Node *node, ShredLevel *level)
{
	Decided		decided;
	Node	   *result = NULL;

	if (node == NULL)
		return NULL;
	check_stack_depth();
	if (IsA(node, Query))
	{
		variant_shred_rewrite_query(level, (Query *) node);
		return node;
	}
	if (IsA(node, NullTest))
		result = rewrite_null_test((NullTest *) node, level);
	else if (IsA(node, OpExpr) && list_length(((OpExpr *) node)->args) == 2 &&
			 decide_variant_operator(level, (OpExpr *) node, &decided))
	{
		*level->used = true;
		return case_marker(&decided.columns, NIL, decided.typed, node);
	}
	if (result == NULL)
		result = rewrite_read(node, level);
	if (result != NULL)
		return result;
	return expression_tree_mutator(node, variant_shred_rewrite_expr, level);
}

/* ---------------------------------------------------------------------
 * Conditions
 * ---------------------------------------------------------------------
 */

/* What the document has to decide: its own conditions behind those. */
static Node *
original_where(List *conditions, const PathGroup *group)
{
	return bool_expr(AND_EXPR, list_concat(conditions, copyObject(group->original)));
}

static Node *
group_condition(const PathGroup *group)
{
	List	   *typed = list_concat_copy(group->typed, group->within);
	List	   *arms = list_make1(bool_expr(AND_EXPR, typed));
	ListCell   *lc;

	if (!group->columns.strict)
		arms = lappend(arms, original_where(variant_shred_open_conditions(group->columns.marker, group->open),
											group));
	foreach(lc, group->beyond)
		arms = lappend(arms, original_where(list_make1(lfirst(lc)), group));
	return bool_expr(OR_EXPR, arms);
}

/* False if it is a new group, which goes to that place. */
static bool
add_to_group(List **groups, const Decided *decided, Node *original, int place)
{
	PathGroup  *group;
	ListCell   *lc;

	foreach(lc, *groups)
	{
		group = lfirst(lc);
		if (!equal(group->columns.typed, decided->columns.typed))
			continue;
		group->typed = lappend(group->typed, decided->typed);
		group->within = list_union(group->within, decided->within);
		group->beyond = list_union(group->beyond, decided->beyond);
		group->original = lappend(group->original, original);
		group->open = Min(group->open, decided->open);
		group->columns.strict = group->columns.strict && decided->columns.strict;
		return true;
	}
	group = palloc(sizeof(PathGroup));
	group->columns = decided->columns;
	group->typed = list_make1(decided->typed);
	group->within = decided->within;
	group->beyond = decided->beyond;
	group->original = list_make1(original);
	group->open = decided->open;
	group->place = place;
	*groups = lappend(*groups, group);
	return false;
}

static void
flatten_and(Node *node, List **conditions)
{
	ListCell   *lc;

	check_stack_depth();
	if (IsA(node, List))
	{
		foreach(lc, (List *) node)
			flatten_and(lfirst(lc), conditions);
	}
	else if (IsA(node, BoolExpr) && ((BoolExpr *) node)->boolop == AND_EXPR)
	{
		foreach(lc, ((BoolExpr *) node)->args)
			flatten_and(lfirst(lc), conditions);
	}
	else
		*conditions = lappend(*conditions, node);
}

static Node *
rewrite_or(BoolExpr *expr, ShredLevel *level)
{
	List	   *arms = NIL;
	ListCell   *lc;

	foreach(lc, expr->args)
	{
		Node	   *arm = variant_shred_rewrite_qual(lfirst(lc), level);

		if (IsA(arm, BoolExpr) && ((BoolExpr *) arm)->boolop == OR_EXPR)
			arms = list_concat(arms, ((BoolExpr *) arm)->args);
		else
			arms = lappend(arms, arm);
	}
	return (Node *) makeBoolExpr(OR_EXPR, arms, expr->location);
}

Node *
variant_shred_rewrite_qual(Node *node, ShredLevel *level)
{
	List	   *conditions = NIL;
	List	   *groups = NIL;
	List	   *result = NIL;
	ListCell   *lc;

	if (node == NULL)
		return NULL;
	check_stack_depth();
	flatten_and(node, &conditions);
	foreach(lc, conditions)
	{
		Node	   *condition = lfirst(lc);
		Decided		decided;

		if (IsA(condition, BoolExpr) && ((BoolExpr *) condition)->boolop == OR_EXPR)
			result = lappend(result, rewrite_or((BoolExpr *) condition, level));
		else if (decide(level, condition, &decided))
		{
			if (!add_to_group(&groups, &decided, condition, list_length(result)))
				result = lappend(result, NULL);
		}
		else
			result = lappend(result, variant_shred_rewrite_expr(condition, level));
	}
	foreach(lc, groups)
	{
		PathGroup  *group = lfirst(lc);

		*level->used = true;
		list_nth_cell(result, group->place)->ptr_value = group_condition(group);
	}
	return result == NIL ? node : bool_expr(AND_EXPR, result);
}
