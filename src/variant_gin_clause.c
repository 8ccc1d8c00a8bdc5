/*-------------------------------------------------------------------------
 *
 * variant_gin_clause.c
 *	  Conditions about paths, as people write them: from the planner's
 *	  expressions to predicates.
 *
 * Interface: variant_clause_open, variant_clause_predicate, ..., see
 * variant_gin_support.h.
 *
 * Recognized are, over a path in any spelling and with values that are known
 * when the scan starts:
 *
 *		v['a'] = x, < x ...			x of an SQL type or a variant, either way round
 *		(v['a'])::T = x, < x ...	casts; of booleans also alone, NOT, IS TRUE
 *		v->>'a' = x					if the collation has no other equality
 *		v->>'a' < x ...				if the collation has the order of bytes; ~<~ ...
 *		v->>'a' LIKE x, ^@ x, ~ x	see variant_gin_pattern.c
 *		(v->>'a')::T = x, < x ...	of numbers, booleans and uuids
 *		try_variant_get(v, p, NULL::T) in place of a cast
 *		... = ANY (array)			of these, also from IN
 *		v['a'] IS NOT NULL			also of casts and text
 *		OR of such
 *
 *-------------------------------------------------------------------------
 */
#include "variant_fold.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/paths.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"
#include "variant_gin_support.h"
#include "variant_predicate.h"
#include "variant_scalar.h"
#include "variant_typed.h"

/* ---------------------------------------------------------------------
 * Recognizing comparisons
 * ---------------------------------------------------------------------
 */

Node *
variant_target_expression(const VariantTarget *target)
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

/* An operand: a path, and what becomes of the value there. */
typedef struct Operand
{
	char	   *path;
	Oid			type;			/* variant, text, or what it is cast to */
	bool		from_text;		/* it is the bare text that is cast */
} Operand;

/* A call that reads at a path: its document and the steps. */
static bool
open_call(VariantChain *chain, FuncExpr *call)
{
	VariantStepForm steps;

	if (variant_is_typed_fetch(call->funcid) && list_length(call->args) == 2)
		steps = VARIANT_STEPS_TYPED;
	else if (call->funcid == variant_try_get_oid() &&
			 variant_has_typed_fetch(call->funcresulttype))
		steps = VARIANT_STEPS_DOLLAR;
	else
		return false;
	variant_chain_open(chain, linitial(call->args));
	return variant_chain_append(chain, steps, lsecond(call->args));
}

/*
 * Is this a path from the index column, read as a variant, as text or cast?
 */
static bool
open_operand(const VariantTarget *target, Node *node, Operand *operand)
{
	VariantChain chain;
	Node	   *column = variant_target_expression(target);

	/* another collation, or varchar that is text again */
	if (IsA(node, RelabelType) && ((RelabelType *) node)->resulttype == TEXTOID)
		node = (Node *) ((RelabelType *) node)->arg;
	if (IsA(node, CoerceViaIO))
	{
		if (!open_operand(target, (Node *) ((CoerceViaIO *) node)->arg, operand) ||
			operand->type != TEXTOID || operand->from_text)
			return false;
		operand->type = exprType(node);
		operand->from_text = true;
		return true;
	}
	operand->from_text = false;
	operand->type = exprType(node);
	if (operand->type == variant_type_oid())
		variant_chain_open(&chain, node);
	else if (!IsA(node, FuncExpr) || !open_call(&chain, (FuncExpr *) node))
		return false;
	if (column != NULL ? !take_off_column(&chain, column) :
		!match_index_to_operand(chain.base, target->column, target->index))
		return false;
	operand->path = variant_chain_spell(&chain);
	return true;
}

bool
variant_clause_is_path(const VariantTarget *target, Node *node)
{
	Operand		operand;

	return open_operand(target, node, &operand);
}

/* Names of operators by the strategies of btree. */
static const char *const strategy_names[] = {NULL, "<", "<=", "=", ">=", ">"};

/* The name of an operator of an SQL type that has an order; NULL if it is none. */
static const char *
sql_operator(Oid operator, Oid left, Oid right)
{
	TypeCacheEntry *type = lookup_type_cache(left, TYPECACHE_BTREE_OPFAMILY);

	/* others compare with what the cast has not come from */
	if ((left != right && !(variant_is_integer(left) && variant_is_integer(right))) ||
		!OidIsValid(type->btree_opf))
		return NULL;
	return strategy_names[get_op_opfamily_strategy(operator, type->btree_opf)];
}

/*
 * Comparisons of bare text with text.  Orderings have to be those of the bytes
 * in UTF-8: by the collation, or by operators such as ~<~, which use none.
 */
static bool
set_text_operator(VariantClause *clause, Oid operator, Oid collation)
{
	int			strategy = get_op_opfamily_strategy(operator, TEXT_PATTERN_BTREE_FAM_OID);

	clause->kind = VARIANT_CLAUSE_TEXT;
	if (clause->operator != NULL && clause->operator[0] == '=')
		return variant_collation_equates_bytes(collation);
	clause->kind = VARIANT_CLAUSE_TEXT_ORDER;
	if (GetDatabaseEncoding() != PG_UTF8)
		return false;
	if (clause->operator != NULL)
		return variant_collation_orders_bytes(collation);
	clause->operator = strategy_names[strategy];
	return clause->operator != NULL;
}

/* What kind of comparison the operator makes of an operand; false if of none. */
static bool
set_operator(VariantClause *clause, Oid operator, Oid collation, Oid left, Oid right,
			 const Operand *operand)
{
	Oid			type = operand->type;

	if (type == variant_type_oid())
	{
		clause->kind = VARIANT_CLAUSE_COMPARE;
		clause->operator = variant_comparison_name(operator, left, right);
		/* orderings between variants go across classes */
		if (left == right && clause->operator != NULL && clause->operator[0] != '=')
			clause->kind = VARIANT_CLAUSE_ORDER;
		return clause->operator != NULL && strcmp(clause->operator, "<>") != 0;
	}
	/* of a cast or text that is compared with a variant, sql_operator has none */
	clause->kind = VARIANT_CLAUSE_CAST;
	clause->operator = sql_operator(operator, left, right);
	if (type == TEXTOID && !operand->from_text)
		return set_text_operator(clause, operator, collation);
	/* a cast to jsonb, for one, has no keys */
	if (clause->operator == NULL || !variant_scalar_type(type))
		return false;
	if (operand->from_text)
	{
		clause->kind = VARIANT_CLAUSE_TEXT_CAST;
		return variant_predicate_reads_text(type);
	}
	return true;
}

/* The value has to be known when the scan starts. */
static bool
set_value(const VariantTarget *target, VariantClause *clause, Node *value)
{
	if (!is_pseudo_constant_for_index(target->root, value, target->index))
		return false;
	clause->value = value;
	if (clause->kind == VARIANT_CLAUSE_COMPARE && exprType(value) != variant_type_oid())
		clause->value = variant_typed_value(value, &clause->operator);
	return clause->value != NULL;
}

static bool
open_operator(const VariantTarget *target, OpExpr *op, VariantClause *clause)
{
	Node	   *left;
	Node	   *right;
	Operand		operand;

	if (list_length(op->args) != 2)
		return false;
	left = linitial(op->args);
	right = lsecond(op->args);
	for (int i = 0; i < 2; i++)
	{
		Node	   *node = i == 0 ? left : right;

		if (!open_operand(target, node, &operand) ||
			!set_operator(clause, op->opno, op->inputcollid, exprType(left),
						  exprType(right), &operand))
			continue;
		clause->path = operand.path;
		if (i == 1)
			clause->operator = variant_comparison_commuted(clause->operator);
		if (set_value(target, clause, i == 0 ? right : left))
			return true;
	}
	return false;
}

/* path = ANY (array) */
static bool
open_any(const VariantTarget *target, ScalarArrayOpExpr *op, VariantClause *clause)
{
	Node	   *array = lsecond(op->args);
	Oid			element = get_element_type(exprType(array));
	Operand		operand;

	if (!op->useOr || !OidIsValid(element) ||
		!open_operand(target, linitial(op->args), &operand) ||
		!set_operator(clause, op->opno, op->inputcollid, operand.type, element, &operand) ||
		clause->operator[0] != '=' ||
		!is_pseudo_constant_for_index(target->root, array, target->index))
		return false;
	clause->path = operand.path;
	clause->value = array;
	clause->any = true;
	return true;
}

/* A cast to boolean that stands for itself, or for its contrary. */
static bool
open_boolean(const VariantTarget *target, Node *node, bool value, VariantClause *clause)
{
	Operand		operand;

	if (!open_operand(target, node, &operand) || operand.type != BOOLOID)
		return false;
	clause->kind = operand.from_text ? VARIANT_CLAUSE_TEXT_CAST : VARIANT_CLAUSE_CAST;
	clause->path = operand.path;
	clause->operator = "=";
	clause->value = makeBoolConst(value, false);
	return true;
}

/* The start of a text. */
static bool
open_pattern(const VariantTarget *target, Node *node, VariantClause *clause)
{
	Node	   *of = variant_pattern_open(node, clause);
	Operand		operand;

	if (of == NULL || !open_operand(target, of, &operand) ||
		operand.type != TEXTOID || operand.from_text ||
		!is_pseudo_constant_for_index(target->root, clause->value, target->index))
		return false;
	clause->path = operand.path;
	return true;
}

static bool
open_null_test(const VariantTarget *target, NullTest *test, VariantClause *clause)
{
	Operand		operand;

	if (test->nulltesttype != IS_NOT_NULL || test->argisrow ||
		!open_operand(target, (Node *) test->arg, &operand) ||
		strcmp(operand.path, "$") == 0)
		return false;
	clause->kind = VARIANT_CLAUSE_EXISTS;
	clause->path = operand.path;
	clause->operator = "";
	return true;
}

bool
variant_clause_open(const VariantTarget *target, Node *node, VariantClause *clause)
{
	memset(clause, 0, sizeof(*clause));
	switch (nodeTag(node))
	{
		case T_OpExpr:
			return open_pattern(target, node, clause) ||
				open_operator(target, (OpExpr *) node, clause);
		case T_ScalarArrayOpExpr:
			return open_pattern(target, node, clause) ||
				open_any(target, (ScalarArrayOpExpr *) node, clause);
		case T_FuncExpr:
			return open_pattern(target, node, clause) ||
				open_boolean(target, node, true, clause);
		case T_CoerceViaIO:
			return open_boolean(target, node, true, clause);
		case T_BoolExpr:
			return ((BoolExpr *) node)->boolop == NOT_EXPR &&
				open_boolean(target, linitial(((BoolExpr *) node)->args), false, clause);
		case T_BooleanTest:
			return (((BooleanTest *) node)->booltesttype == IS_TRUE ||
					((BooleanTest *) node)->booltesttype == IS_FALSE) &&
				open_boolean(target, (Node *) ((BooleanTest *) node)->arg,
							 ((BooleanTest *) node)->booltesttype == IS_TRUE, clause);
		case T_NullTest:
			return open_null_test(target, (NullTest *) node, clause);
		default:
			return false;
	}
}

bool
variant_clause_is_ordering(const VariantClause *clause)
{
	return (clause->operator[0] == '<' || clause->operator[0] == '>') &&
		clause->kind != VARIANT_CLAUSE_ORDER;
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
make_predicate(const VariantTarget *target, const char *function, List *args,
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

/* By kind: the functions for a value and for an array. */
static const struct
{
	const char *one;
	bool		has_operator;	/* it is an argument in front of the value */
	Oid			type;			/* of the value; 0: variant */
	const char *any;
	Oid			array;
}			functions[] = {
	[VARIANT_CLAUSE_COMPARE] = {"variant_predicate", true, InvalidOid, "variant_predicate", ANYARRAYOID},
	[VARIANT_CLAUSE_ORDER] = {"variant_predicate_order", true, InvalidOid, NULL, InvalidOid},
	[VARIANT_CLAUSE_CAST] = {"variant_predicate_cast", true, ANYELEMENTOID, "variant_predicate_cast_any", ANYARRAYOID},
	[VARIANT_CLAUSE_TEXT] = {"variant_predicate_text", false, TEXTOID, "variant_predicate_text_any", TEXTARRAYOID},
	[VARIANT_CLAUSE_TEXT_ORDER] = {"variant_predicate_text_order", true, TEXTOID, NULL, InvalidOid},
	[VARIANT_CLAUSE_TEXT_CAST] = {"variant_predicate_text_cast", true, ANYELEMENTOID, "variant_predicate_text_cast_any", ANYARRAYOID},
	[VARIANT_CLAUSE_LIKE] = {"variant_predicate_like", false, TEXTOID, "variant_predicate_like_any", TEXTARRAYOID},
	[VARIANT_CLAUSE_PREFIX] = {"variant_predicate_prefix", false, TEXTOID, NULL, InvalidOid},
	[VARIANT_CLAUSE_EXISTS] = {"variant_predicate_exists", false, InvalidOid, NULL, InvalidOid},
};

static Oid
value_type(const VariantClause *clause)
{
	Oid			type = functions[clause->kind].type;

	return OidIsValid(type) ? type : variant_type_oid();
}

Node *
variant_clause_predicate(const VariantTarget *target, const VariantClause *clause)
{
	const char *function = functions[clause->kind].one;
	Oid			types[3] = {TEXTOID};
	List	   *args = list_make1(text_const(clause->path));

	if (clause->any)
	{
		function = functions[clause->kind].any;
		types[1] = functions[clause->kind].array;
		args = lappend(args, clause->value);
	}
	else if (functions[clause->kind].has_operator)
	{
		types[1] = TEXTOID;
		types[2] = value_type(clause);
		args = lappend(lappend(args, text_const(clause->operator)), clause->value);
	}
	else if (clause->kind != VARIANT_CLAUSE_EXISTS)
	{
		types[1] = value_type(clause);
		args = lappend(args, clause->value);
	}
	return make_predicate(target, function, args, types, false);
}

Node *
variant_clause_range(const VariantTarget *target, const VariantClause *one,
					 const VariantClause *other)
{
	Oid			type = value_type(one);
	Oid			types[5] = {TEXTOID, TEXTOID, type, TEXTOID, type};
	List	   *args;

	args = list_make5(text_const(one->path), text_const(one->operator), one->value,
					  text_const(other->operator), other->value);
	return make_predicate(target, functions[one->kind].one, args, types, false);
}

/* Do two orderings limit the same, from both sides? */
bool
variant_clause_makes_range(const VariantClause *one, const VariantClause *other)
{
	return variant_clause_is_ordering(one) && variant_clause_is_ordering(other) &&
		one->operator[0] != other->operator[0] && one->kind == other->kind &&
		(one->kind == VARIANT_CLAUSE_COMPARE ||
		 exprType(one->value) == exprType(other->value)) &&
		strcmp(one->path, other->path) == 0;
}

/* One of the arms' predicates. */
static Node *
predicate_of_arms(const VariantTarget *target, List *arms)
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

/*
 * What an arm of an OR implies.  Of an AND in it, one condition will do:
 * best an equality.
 */
static Node *
predicate_of_arm(const VariantTarget *target, Node *arm)
{
	VariantClause	clause;
	Node	   *best = NULL;
	ListCell   *lc;

	if (IsA(arm, BoolExpr) && ((BoolExpr *) arm)->boolop == OR_EXPR)
		return variant_clause_or(target, (BoolExpr *) arm);
	if (!IsA(arm, BoolExpr) || ((BoolExpr *) arm)->boolop != AND_EXPR)
		return variant_clause_open(target, arm, &clause) ?
			variant_clause_predicate(target, &clause) : NULL;
	foreach(lc, ((BoolExpr *) arm)->args)
	{
		bool		equality = variant_clause_open(target, lfirst(lc), &clause) &&
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

Node *
variant_clause_or(const VariantTarget *target, BoolExpr *expr)
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
