/*-------------------------------------------------------------------------
 *
 * variant_shredded_expr.c
 *	  Reads of paths, and what a typed column gives in their place.
 *
 * Interface: variant_shred_open_read, variant_shred_value, variant_shred_narrow,
 * variant_shred_native, variant_shred_compare, variant_shred_null_test,
 * variant_shred_open_conditions, variant_shred_operator.
 *
 * All that is made here has to be equal to what it stands for in every row
 * whose marker is null: the same value, NULL where that is NULL, and no error.
 * What would need a conversion that is not exact, or that depends on a setting,
 * is not made.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_shredded_plan.h"

#include <math.h>

#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parse_coerce.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/syscache.h"
#include "variant_fold.h"
#include "variant_path.h"
#include "variant_scalar.h"

/* ---------------------------------------------------------------------
 * Reads
 * ---------------------------------------------------------------------
 */

/* Evaluating it ahead of time cannot fail. */
static bool
is_constant(Node *node)
{
	ListCell   *lc;

	if (node == NULL || IsA(node, Const))
		return true;
	if (!IsA(node, ArrayExpr))
		return false;
	foreach(lc, ((ArrayExpr *) node)->elements)
	{
		if (!IsA(lfirst(lc), Const))
			return false;
	}
	return true;
}

static bool
are_constant(List *nodes, int from)
{
	for (int i = from; i < list_length(nodes); i++)
	{
		if (!is_constant(list_nth(nodes, i)))
			return false;
	}
	return true;
}

/* One that the planner may replace by what it says now. */
static bool
is_sql_function(Oid function)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	bool		result;

	if (!HeapTupleIsValid(tuple))
		return false;
	result = ((Form_pg_proc) GETSTRUCT(tuple))->prolang == SQLlanguageId;
	ReleaseSysCache(tuple);
	return result;
}

/* The variable that calls and subscripts with constants start from. */
static Var *
innermost(Node *node, bool *inlined)
{
	*inlined = false;
	for (;;)
	{
		List	   *args;

		if (node == NULL)
			return NULL;
		if (IsA(node, Var))
			return (Var *) node;
		if (IsA(node, SubscriptingRef))
		{
			SubscriptingRef *ref = (SubscriptingRef *) node;

			if (ref->refassgnexpr != NULL || !are_constant(ref->refupperindexpr, 0))
				return NULL;
			node = (Node *) ref->refexpr;
			continue;
		}
		if (IsA(node, OpExpr))
			args = ((OpExpr *) node)->args;
		else if (IsA(node, FuncExpr))
			args = ((FuncExpr *) node)->args;
		else
			return NULL;
		if (args == NIL || !are_constant(args, 1))
			return NULL;
		*inlined = *inlined ||
			is_sql_function(IsA(node, OpExpr) ? get_opcode(((OpExpr *) node)->opno) :
							((FuncExpr *) node)->funcid);
		node = linitial(args);
	}
}

bool
variant_shred_open_read(Node *node, VariantShredRead *read)
{
	VariantChain chain;
	Var		   *document;

	if (node == NULL || IsA(node, Var) || (document = innermost(node, &read->inlined)) == NULL ||
		document->vartype != variant_type_oid() || document->varlevelsup != 0 ||
		document->varattno <= 0)
		return false;
	read->type = exprType(node);
	/* all spellings become one; there is nothing in it that could be evaluated */
	node = eval_const_expressions(NULL, node);
	if (IsA(node, FuncExpr) && variant_is_typed_fetch(((FuncExpr *) node)->funcid))
	{
		List	   *args = ((FuncExpr *) node)->args;

		variant_chain_open(&chain, linitial(args));
		if (!variant_chain_append(&chain, VARIANT_STEPS_TYPED, lsecond(args)))
			return false;
	}
	else if (read->type == variant_type_oid())
		variant_chain_open(&chain, node);
	else
		return false;
	if (chain.steps == NIL || !IsA(chain.base, Var))
		return false;
	read->document = document;
	read->key = variant_chain_spell(&chain);
	return true;
}

/* ---------------------------------------------------------------------
 * Values
 * ---------------------------------------------------------------------
 */
static int
integer_width(Oid type)
{
	return type == INT8OID ? 8 : type == INT4OID ? 4 : 2;
}

/* Does the server's own cast give what ours does, for every value? */
static bool
cast_is_equal(Oid from, Oid to)
{
	if (variant_is_integer(from))
		return to == NUMERICOID || to == FLOAT4OID || to == FLOAT8OID ||
			(variant_is_integer(to) && integer_width(from) <= integer_width(to));
	return from == FLOAT4OID && to == FLOAT8OID;
}

static Node *
cast(Node *node, Oid to)
{
	return coerce_to_target_type(NULL, node, exprType(node), to, -1,
								 COERCION_EXPLICIT, COERCE_EXPLICIT_CAST, -1);
}

/* Bare text, of the types whose text depends on no setting. */
static Node *
text_value(Var *typed)
{
	CoerceViaIO *text;

	if (typed->vartype == BOOLOID)
		return (Node *) makeFuncExpr(F_TEXT_BOOL, TEXTOID, list_make1(typed),
									 DEFAULT_COLLATION_OID, InvalidOid,
									 COERCE_EXPLICIT_CAST);
	if (!variant_is_integer(typed->vartype) && typed->vartype != NUMERICOID &&
		typed->vartype != UUIDOID)
		return NULL;
	text = makeNode(CoerceViaIO);
	text->arg = (Expr *) typed;
	text->resulttype = TEXTOID;
	text->resultcollid = DEFAULT_COLLATION_OID;
	text->coerceformat = COERCE_EXPLICIT_CAST;
	text->location = -1;
	return (Node *) text;
}

Node *
variant_shred_value(Var *typed, Oid type)
{
	if (type == typed->vartype)
		return (Node *) typed;
	if (type == TEXTOID)
		return text_value(typed);
	return cast_is_equal(typed->vartype, type) ? cast((Node *) typed, type) : NULL;
}

/* ---------------------------------------------------------------------
 * Comparisons
 * ---------------------------------------------------------------------
 */
Oid
variant_shred_operator(const char *name, Oid left, Oid right)
{
	return OpernameGetOprid(list_make2(makeString("pg_catalog"), makeString(pstrdup(name))),
							left, right);
}

/* With an operator of the server's own for just these types. */
static Node *
compare_natively(Node *left, const char *name, Node *right)
{
	Oid			operator = variant_shred_operator(name, exprType(left), exprType(right));
	OpExpr	   *op;

	if (!OidIsValid(operator))
		return NULL;
	op = (OpExpr *) make_opclause(operator, BOOLOID, false, (Expr *) left, (Expr *) right,
								  InvalidOid,
								  exprType(left) == TEXTOID ? C_COLLATION_OID : InvalidOid);
	set_opfuncid(op);
	return (Node *) op;
}

static Node *
int8_const(int64 value)
{
	return (Node *) makeConst(INT8OID, -1, InvalidOid, sizeof(int64),
							  Int64GetDatum(value), false, FLOAT8PASSBYVAL);
}

static Node *
float8_const(double value)
{
	return (Node *) makeConst(FLOAT8OID, -1, InvalidOid, sizeof(float8),
							  Float8GetDatum(value), false, FLOAT8PASSBYVAL);
}

static Node *
integer_const(Oid type, int64 value)
{
	if (type == INT8OID)
		return int8_const(value);
	return (Node *) makeConst(INT4OID, -1, InvalidOid, sizeof(int32),
							  Int32GetDatum((int32) value), false, true);
}

bool
variant_shred_narrow(Var *typed, Oid type, Node **value, Node **least, Node **most)
{
	if (!variant_is_integer(type) || !variant_is_integer(typed->vartype) ||
		integer_width(type) >= integer_width(typed->vartype))
		return false;
	*value = cast(copyObject((Node *) typed), type);
	*least = integer_const(typed->vartype, type == INT2OID ? PG_INT16_MIN : PG_INT32_MIN);
	*most = integer_const(typed->vartype, type == INT2OID ? PG_INT16_MAX : PG_INT32_MAX);
	return true;
}

Node *
variant_shred_native(Var *typed, const char *name, Node *value)
{
	return compare_natively(copyObject((Node *) typed), name, copyObject(value));
}

static double
float_value(const Const *value)
{
	return value->consttype == FLOAT4OID ? DatumGetFloat4(value->constvalue) :
		DatumGetFloat8(value->constvalue);
}

/* The greatest integer that is not above a constant; *exact if it is equal. */
static bool
floor_of(const Const *constant, int64 *integer, bool *exact)
{
	VntScalar	s;
	double		d;

	if (constant->consttype == NUMERICOID)
	{
		int64		unit;
		int64		rest;

		if (variant_scalar_from_sql(NUMERICOID, constant->constvalue, &s) != VARIANT_FITS ||
			s.type == VNT_DOUBLE || variant_number_scale(&s) >= lengthof(variant_powers_of_ten) ||
			!vnt_int128_fits_int64(variant_number_unscaled(&s), integer))
			return false;
		unit = variant_powers_of_ten[variant_number_scale(&s)];
		rest = *integer % unit;
		*integer = *integer / unit - (rest < 0);
		*exact = rest == 0;
		return true;
	}
	d = float_value(constant);
	/* all integers up to here are doubles */
	if (!(fabs(d) <= 9007199254740992.0))
		return false;
	*integer = (int64) floor(d);
	*exact = d == floor(d);
	return true;
}

/* An integer column and a constant of another type. */
static Node *
compare_integer_const(Var *typed, const char *name, const Const *value)
{
	int64		integer;
	bool		exact;

	if (!floor_of(value, &integer, &exact))
		return NULL;
	if (!exact && (strcmp(name, "=") == 0 || strcmp(name, "<>") == 0))
		return NULL;
	if (!exact)
		name = name[0] == '<' ? "<=" : ">";
	return compare_natively((Node *) typed, name, int8_const(integer));
}

/* An integer column: with integers directly, with others if they are constant. */
static Node *
compare_integer(Var *typed, const char *name, Node *value)
{
	Oid			type = exprType(value);
	Node	   *result = NULL;

	if (variant_is_integer(type))
		return compare_natively((Node *) typed, name, value);
	if (type != NUMERICOID && type != FLOAT4OID && type != FLOAT8OID)
		return NULL;
	if (IsA(value, Const))
		result = compare_integer_const(typed, name, (Const *) value);
	if (result != NULL || type != NUMERICOID)
		return result;
	return compare_natively(cast((Node *) typed, NUMERICOID), name, value);
}

/*
 * A float column and an exact number.  If it is between two doubles, all that
 * counts is on which side of it the nearer one is.
 */
static Node *
compare_float_exact(Var *typed, const char *name, Node *value)
{
	Const	   *constant = (Const *) cast(value, NUMERICOID);
	VntScalar	s = {VNT_DOUBLE};
	int			side;

	constant = (Const *) eval_const_expressions(NULL, (Node *) constant);
	if (!IsA(constant, Const) || constant->constisnull ||
		numeric_is_nan(DatumGetNumeric(constant->constvalue)) ||
		numeric_is_inf(DatumGetNumeric(constant->constvalue)))
		return NULL;
	s.u.d = DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, constant->constvalue));
	if (isinf(s.u.d))
		return NULL;
	side = variant_number_compare(&s, PG_DETOAST_DATUM_PACKED(constant->constvalue));
	if (side != 0 && (strcmp(name, "=") == 0 || strcmp(name, "<>") == 0))
		return NULL;
	if (side > 0)
		name = name[0] == '<' ? "<" : ">=";
	else if (side < 0)
		name = name[0] == '<' ? "<=" : ">";
	return compare_natively((Node *) typed, name, float8_const(s.u.d));
}

static Node *
compare_float(Var *typed, const char *name, Node *value)
{
	Oid			type = exprType(value);

	if (type == FLOAT4OID || type == FLOAT8OID)
		return compare_natively((Node *) typed, name, value);
	if (IsA(value, Const) && (variant_is_integer(type) || type == NUMERICOID))
		return compare_float_exact(typed, name, value);
	if (type == INT2OID || type == INT4OID)
		return compare_natively((Node *) typed, name, cast(value, FLOAT8OID));
	return NULL;
}

/* A constant variant as a constant of the SQL type of its class; else NULL. */
static Node *
sql_constant(Const *constant)
{
	static const struct
	{
		VntClass	class_;
		Oid			type;
		int			len;
		bool		by_value;
	}			types[] = {
		{VNT_CLASS_STRING, TEXTOID, -1, false},
		{VNT_CLASS_NUMBER, NUMERICOID, -1, false},
		{VNT_CLASS_FLOAT, FLOAT4OID, 4, true},
		{VNT_CLASS_DOUBLE, FLOAT8OID, 8, FLOAT8PASSBYVAL},
		{VNT_CLASS_DATE, DATEOID, 4, true},
		{VNT_CLASS_TIME, TIMEOID, 8, FLOAT8PASSBYVAL},
		{VNT_CLASS_TIMESTAMP, TIMESTAMPOID, 8, FLOAT8PASSBYVAL},
		{VNT_CLASS_TIMESTAMPTZ, TIMESTAMPTZOID, 8, FLOAT8PASSBYVAL},
		{VNT_CLASS_UUID, UUIDOID, 16, false},
		{VNT_CLASS_BINARY, BYTEAOID, -1, false},
		{VNT_CLASS_BOOLEAN, BOOLOID, 1, true},
	};
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;
	VariantView view;
	VntType		physical;
	bool		isnull;
	Datum		value;

	variant_view_open(&view, constant->constvalue);
	physical = vnt_value_type(&view.root);
	/* nanoseconds have no SQL type, text not every character */
	if (physical == VNT_TIMESTAMP_NANOS || physical == VNT_TIMESTAMPTZ_NANOS ||
		!variant_text_is_possible(&view.root))
		return NULL;
	for (int i = 0; i < lengthof(types); i++)
	{
		if (types[i].class_ != vnt_value_class(&view.root))
			continue;
		value = variant_cast_value(&view.root, types[i].type, -1, &isnull, (Node *) &escontext);
		if (isnull || escontext.error_occurred)
			return NULL;
		return (Node *) makeConst(types[i].type, -1,
								  types[i].type == TEXTOID ? DEFAULT_COLLATION_OID : InvalidOid,
								  types[i].len, value, false, types[i].by_value);
	}
	return NULL;
}

Node *
variant_shred_compare(Var *typed, const char *name, Node *value)
{
	Oid			type;

	typed = copyObject(typed);
	value = copyObject(value);
	if (IsA(value, Const) && ((Const *) value)->constisnull)
		return NULL;
	if (exprType(value) == variant_type_oid())
		value = IsA(value, Const) ? sql_constant((Const *) value) : NULL;
	if (value == NULL)
		return NULL;
	type = exprType(value);
	if (variant_is_integer(typed->vartype))
		return compare_integer(typed, name, value);
	if (typed->vartype == FLOAT4OID || typed->vartype == FLOAT8OID)
		return compare_float(typed, name, value);
	if (typed->vartype == NUMERICOID)
		return variant_is_integer(type) || type == NUMERICOID ?
			compare_natively((Node *) typed, name, cast(value, NUMERICOID)) : NULL;
	if (type != typed->vartype)
		return NULL;
	/* strings are ordered by their bytes in UTF-8 */
	if (type == TEXTOID && GetDatabaseEncoding() != PG_UTF8 &&
		strcmp(name, "=") != 0 && strcmp(name, "<>") != 0)
		return NULL;
	return compare_natively((Node *) typed, name, value);
}

/* ---------------------------------------------------------------------
 * Markers
 * ---------------------------------------------------------------------
 */
static Node *
marker_const(char marker)
{
	return (Node *) makeConst(CHAROID, -1, InvalidOid, 1, CharGetDatum(marker), false, true);
}

static Node *
marker_any(Var *marker)
{
	Datum		markers[2] = {CharGetDatum(VARIANT_MARKER_FAMILY), CharGetDatum(VARIANT_MARKER_OTHER)};
	ArrayType  *array = construct_array(markers, 2, CHAROID, 1, true, TYPALIGN_CHAR);
	ScalarArrayOpExpr *any = makeNode(ScalarArrayOpExpr);

	any->opno = variant_shred_operator("=", CHAROID, CHAROID);
	any->opfuncid = get_opcode(any->opno);
	any->useOr = true;
	any->args = list_make2(copyObject(marker),
						   makeConst(CHARARRAYOID, -1, InvalidOid, -1,
									 PointerGetDatum(array), false, false));
	any->location = -1;
	return (Node *) any;
}

Node *
variant_shred_null_test(Var *var, NullTestType type)
{
	NullTest   *test = makeNode(NullTest);

	test->arg = copyObject((Expr *) var);
	test->nulltesttype = type;
	test->location = -1;
	return (Node *) test;
}

List *
variant_shred_open_conditions(Var *marker, VariantShredOpen open)
{
	Node	   *set = variant_shred_null_test(marker, IS_NOT_NULL);

	if (open == VARIANT_OPEN_ALL)
		return list_make1(set);
	if (open == VARIANT_OPEN_VALUES)
		return list_make2(set, marker_any(marker));
	return list_make2(set, compare_natively(copyObject((Node *) marker), "=",
											marker_const(VARIANT_MARKER_FAMILY)));
}
