/*-------------------------------------------------------------------------
 *
 * variant_typed_support.c
 *	  What the planner is told about variant = SQL value.
 *
 * Interface: variant_typed_support, variant_equal_to_T (SQL),
 * variant_typed_value.
 *
 * Simplify: v = x and v <> x become v = to-variant(x) with the operators of
 * the operator classes, so that btree and hash indexes, hash and merge joins,
 * and statistics apply.  A constant is converted on the spot.  Anything else
 * is wrapped in the type's immutable cast, but only if that cast cannot fail:
 * numeric, date and the timestamps hold values without a variant form, where
 * the operator says false and the cast would throw.
 *
 * Index condition: for those types, and orderings, an index on v serves the
 * clause while the clause itself stays what it is.
 *
 * Nothing here throws for what a constant holds, and every name is looked up
 * in the extension's schema.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_fold.h"
#include "variant_scalar.h"
#include "variant_typed.h"

#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"

VARIANT_FUNCTION(variant_typed_support);

/* A typed comparison taken apart. */
typedef struct TypedClause
{
	Node	   *variant;
	Node	   *value;
	Oid			type;			/* of value */
	bool		variant_left;
} TypedClause;

static bool
clause_open(List *args, TypedClause *clause)
{
	Oid			variant = variant_type_oid();

	if (list_length(args) != 2 || !OidIsValid(variant))
		return false;
	clause->variant_left = exprType(linitial(args)) == variant;
	clause->variant = clause->variant_left ? linitial(args) : lsecond(args);
	clause->value = clause->variant_left ? lsecond(args) : linitial(args);
	clause->type = exprType(clause->value);
	return exprType(clause->variant) == variant && variant_scalar_type(clause->type);
}

/* Conversion to UTF-8 may throw; of what is ASCII, or is UTF-8, it does not. */
static bool
text_is_safe(Datum value)
{
	struct varlena *t = PG_DETOAST_DATUM_PACKED(value);
	const char *data = VARDATA_ANY(t);

	if (GetDatabaseEncoding() == PG_UTF8)
		return true;
	for (Size i = 0; i < VARSIZE_ANY_EXHDR(t); i++)
	{
		if (IS_HIGHBIT_SET(data[i]))
			return false;
	}
	return true;
}

static Node *
variant_const(Datum value)
{
	return (Node *) makeConst(variant_type_oid(), -1, InvalidOid, -1, value,
							  false, false);
}

static Node *
fold_const(Oid type, Const *value)
{
	Datum		result;

	if (value->constisnull ||
		(type == TEXTOID && !text_is_safe(value->constvalue)) ||
		!variant_from_sql(type, value->constvalue, &result))
		return NULL;
	return variant_const(result);
}

/* The types with values that have no variant form. */
static bool
conversion_can_fail(Oid type)
{
	return type == NUMERICOID || type == DATEOID || type == TIMESTAMPOID ||
		type == TIMESTAMPTZOID;
}

/* name(value) or, as casts are shown, value::variant. */
static Node *
call(const char *function, List *args, CoercionForm form)
{
	Oid			types[2];
	int			nargs = 0;
	ListCell   *lc;
	Oid			oid;

	foreach(lc, args)
		types[nargs++] = exprType(lfirst(lc));
	oid = variant_function_oid(function, nargs, types);
	if (!OidIsValid(oid))
		return NULL;
	return (Node *) makeFuncExpr(oid, variant_type_oid(), args, InvalidOid,
								 InvalidOid, form);
}

/* The value as a variant: where that may fail, NULL instead. */
static Node *
conversion(const TypedClause *clause)
{
	if (IsA(clause->value, Const))
		return fold_const(clause->type, (Const *) clause->value);
	if (clause->type == TEXTOID || conversion_can_fail(clause->type))
		return call("variant_equal_to", list_make1(clause->value),
					COERCE_EXPLICIT_CALL);
	return call("variant", list_make1(clause->value), COERCE_EXPLICIT_CAST);
}

static Node *
make_clause(const char *name, Node *left, Node *right)
{
	Oid			variant = variant_type_oid();
	OpExpr	   *clause;
	Oid			operator = variant_operator_oid(name, variant, variant);

	if (!OidIsValid(operator))
		return NULL;
	clause = (OpExpr *) make_opclause(operator, BOOLOID, false, (Expr *) left,
									  (Expr *) right, InvalidOid, InvalidOid);
	set_opfuncid(clause);
	return (Node *) clause;
}

/* ---------------------------------------------------------------------
 * Simplify
 * ---------------------------------------------------------------------
 */

/* The operator that a function is the implementation of; NULL if none. */
static const char *
function_operator(Oid function)
{
	char	   *name = get_func_name(function);

	if (name != NULL && strstr(name, "_eq_") != NULL)
		return "=";
	if (name != NULL && strstr(name, "_ne_") != NULL)
		return "<>";
	return NULL;
}

static Node *
simplify(FuncExpr *fcall)
{
	TypedClause clause;
	Node	   *value;
	const char *name = function_operator(fcall->funcid);

	if (name == NULL)
		return variant_without_collation(fcall);
	if (!clause_open(fcall->args, &clause))
		return NULL;
	if (conversion_can_fail(clause.type) && !IsA(clause.value, Const))
		return NULL;
	value = conversion(&clause);
	if (value == NULL)
		return NULL;
	if (clause.variant_left)
		return make_clause(name, clause.variant, value);
	return make_clause(name, value, clause.variant);
}

/* ---------------------------------------------------------------------
 * Index conditions
 * ---------------------------------------------------------------------
 */

/* The ends of a class family, as the nearest values that text can say. */
typedef struct ClassRange
{
	Oid			type;
	const char *lower_operator;
	const char *lower;
	const char *upper_operator;
	const char *upper;
} ClassRange;

#define NUMBER_RANGE	">=", "\"-Infinity\"::float8", "<=", "\"NaN\"::float8"

static const ClassRange class_ranges[] = {
	{INT2OID, NUMBER_RANGE},
	{INT4OID, NUMBER_RANGE},
	{INT8OID, NUMBER_RANGE},
	{NUMERICOID, NUMBER_RANGE},
	{FLOAT4OID, NUMBER_RANGE},
	{FLOAT8OID, NUMBER_RANGE},
	{TEXTOID, ">=", "\"\"", "<", "\"-Infinity\"::float8"},
	{DATEOID, ">", "\"NaN\"::float8", "<=", "\"5881580-07-11\"::date"},
	{TIMEOID, ">", "\"5881580-07-11\"::date", "<", "\"290309-12-21T19:59:05.224192 BC\"::timestamp"},
	{TIMESTAMPOID, ">=", "\"290309-12-21T19:59:05.224192 BC\"::timestamp", "<=", "\"294247-01-10T04:00:54.775807\"::timestamp"},
	{TIMESTAMPTZOID, ">=", "\"290309-12-21T19:59:05.224192Z BC\"::timestamptz", "<=", "\"294247-01-10T04:00:54.775807Z\"::timestamptz"},
	{UUIDOID, ">=", "\"00000000-0000-0000-0000-000000000000\"::uuid", "<=", "\"ffffffff-ffff-ffff-ffff-ffffffffffff\"::uuid"},
	{BYTEAOID, ">=", "\"\\\\x\"::bytea", "<", "false"},
	{BOOLOID, ">=", "false", "<=", "true"},
};

static const ClassRange *
class_range(Oid type)
{
	for (int i = 0; i < lengthof(class_ranges); i++)
	{
		if (class_ranges[i].type == type)
			return &class_ranges[i];
	}
	return NULL;
}

static Node *
range_end(const char *name, Node *indexed, const char *text)
{
	return make_clause(name, indexed,
					   variant_const(variant_parse(text, strlen(text), 0, NULL)));
}

/* "x < v" is "v > x". */
static const char *
mirrored(const char *name)
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

/* The value of an ordering: rounded outward where it may have no variant form. */
static Node *
ordered_value(const TypedClause *clause, const char **name)
{
	bool		below = (*name)[0] == '<';
	Node	   *value;

	if (!conversion_can_fail(clause->type))
		return conversion(clause);
	value = call("variant_bound",
				 list_make2(clause->value, makeBoolConst(below, false)),
				 COERCE_EXPLICIT_CALL);
	if (value != NULL && IsA(clause->value, Const))
		value = eval_const_expressions(NULL, value);
	*name = below ? "<=" : ">=";
	return value;
}

Node *
variant_typed_value(Node *value, const char **operator)
{
	TypedClause clause = {NULL, value, exprType(value), true};

	if (!variant_scalar_type(clause.type))
		return NULL;
	if (strcmp(*operator, "=") == 0)
		return conversion(&clause);
	return ordered_value(&clause, operator);
}

/* One side of the range is the value, the other the end of its class. */
static List *
order_condition(const TypedClause *clause, const char *name)
{
	const ClassRange *range = class_range(clause->type);
	bool		below = name[0] == '<';
	Node	   *value;
	Node	   *end;

	if (range == NULL)
		return NIL;
	value = ordered_value(clause, &name);
	if (value == NULL)
		return NIL;
	if (below)
		end = range_end(range->lower_operator, clause->variant, range->lower);
	else
		end = range_end(range->upper_operator, clause->variant, range->upper);
	return list_make2(make_clause(name, clause->variant, value), end);
}

static List *
equality_condition(const TypedClause *clause)
{
	Node	   *value = conversion(clause);

	if (value == NULL)
		return NIL;
	return list_make1(make_clause("=", clause->variant, value));
}

/* All that is made must be usable with this index. */
static bool
all_in_family(List *conditions, Oid opfamily)
{
	ListCell   *lc;

	foreach(lc, conditions)
	{
		if (lfirst(lc) == NULL ||
			!op_in_opfamily(((OpExpr *) lfirst(lc))->opno, opfamily))
			return false;
	}
	return true;
}

/* Whether an index of this family knows the operator between variants. */
static bool
family_has(Oid opfamily, const char *name)
{
	Oid			variant = variant_type_oid();
	Oid			operator = variant_operator_oid(name, variant, variant);

	return OidIsValid(operator) && op_in_opfamily(operator, opfamily);
}

static List *
index_condition(SupportRequestIndexCondition *req)
{
	TypedClause clause;
	const char *name;
	List	   *conditions;

	if (!is_opclause(req->node) || !clause_open(((OpExpr *) req->node)->args, &clause))
		return NIL;
	if ((req->indexarg == 0) != clause.variant_left ||
		!is_pseudo_constant_for_index(req->root, clause.value, req->index))
		return NIL;
	name = get_opname(((OpExpr *) req->node)->opno);
	if (name == NULL || strcmp(name, "<>") == 0)
		return NIL;
	if (!clause.variant_left)
		name = mirrored(name);
	if (!family_has(req->opfamily, name))
		return NIL;
	req->lossy = strcmp(name, "=") != 0;
	conditions = req->lossy ? order_condition(&clause, name) : equality_condition(&clause);
	return all_in_family(conditions, req->opfamily) ? conditions : NIL;
}

Datum
variant_typed_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	Node	   *result = NULL;

	if (IsA(request, SupportRequestSimplify))
		result = simplify(((SupportRequestSimplify *) request)->fcall);
	else if (IsA(request, SupportRequestIndexCondition))
		result = (Node *) index_condition((SupportRequestIndexCondition *) request);
	else if (IsA(request, SupportRequestCost))
		result = variant_read_cost((SupportRequestCost *) request);
	PG_RETURN_POINTER(result);
}
