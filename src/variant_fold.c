/*-------------------------------------------------------------------------
 *
 * variant_fold.c
 *	  Chains of ->, #>, subscripts and variant_get become one call.
 *
 * Interface: variant_fold_support (SQL), variant_fetch_oid,
 * variant_is_borrowable_fetch, variant_is_typed_fetch, variant_has_typed_fetch,
 * variant_try_get_oid.
 *
 * Bottom up, every reader with constant steps is simplified to one of two
 * forms.  With a result of type variant:
 *
 *		base['a']['b']				where subscripts mean the same steps, or
 *		variant_fetch(base, '$.a[0]')
 *
 * With another result, variant_fetch_TYPE(base, '$.a[0]'), which takes in the
 * casts: the value at the end is converted where it lies.  So all spellings of
 * a path are equal to the planner, in queries, indexes, constraints and
 * statistics alike; that needs folding to depend on nothing, not on settings
 * and not on whether there is a query around.
 *
 * One thing it has to depend on.  In a query with grouping sets, a grouping
 * expression v->'a' becomes NULL in some rows, and with it v->'a'->>'b', but
 * not a folded call on v.  There, a call keeps its argument as it is and only
 * its own steps are rewritten; the price is that indexes on longer chains do
 * not match in that query level.
 *
 * A subscript has no support function: alone, it stays what it is, which is
 * why it is the form that the others are given.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_fold.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/syscache.h"

VARIANT_FUNCTION(variant_fold_support);

/* ---------------------------------------------------------------------
 * What is folded, and to what
 * ---------------------------------------------------------------------
 */
typedef struct FoldHead
{
	const char *name;
	Oid			argument;		/* type of the second argument, if any */
	int			nargs;
	VariantStepForm steps;		/* what the second argument is */
} FoldHead;

static const FoldHead heads[] = {
	{"variant_object_field", TEXTOID, 2, VARIANT_STEPS_KEY},
	{"variant_object_field_text", TEXTOID, 2, VARIANT_STEPS_KEY},
	{"variant_array_element", INT4OID, 2, VARIANT_STEPS_INDEX},
	{"variant_array_element_text", INT4OID, 2, VARIANT_STEPS_INDEX},
	{"variant_extract_path", TEXTARRAYOID, 2, VARIANT_STEPS_ARRAY},
	{"variant_extract_path_text", TEXTARRAYOID, 2, VARIANT_STEPS_ARRAY},
	{"variant_get", TEXTOID, 2, VARIANT_STEPS_DOLLAR},
	{"variant_get", TEXTOID, 3, VARIANT_STEPS_DOLLAR},
	{"bool", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"int2", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"int4", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"int8", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"numeric", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"float4", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"float8", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"date", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"time", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"timestamp", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"timestamptz", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"bytea", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"uuid", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"variant_to_jsonb", InvalidOid, 1, VARIANT_STEPS_NONE},
	{"variant_to_json", InvalidOid, 1, VARIANT_STEPS_NONE},
};

/* By the type of the result; InvalidOid stands for variant. */
typedef struct FoldTarget
{
	Oid			type;
	const char *name;
} FoldTarget;

static const FoldTarget targets[] = {
	{InvalidOid, "variant_fetch"},	/* these two first */
	{TEXTOID, "variant_fetch_text"},
	{BOOLOID, "variant_fetch_bool"},
	{INT2OID, "variant_fetch_int2"},
	{INT4OID, "variant_fetch_int4"},
	{INT8OID, "variant_fetch_int8"},
	{NUMERICOID, "variant_fetch_numeric"},
	{FLOAT4OID, "variant_fetch_float4"},
	{FLOAT8OID, "variant_fetch_float8"},
	{DATEOID, "variant_fetch_date"},
	{TIMEOID, "variant_fetch_time"},
	{TIMESTAMPOID, "variant_fetch_timestamp"},
	{TIMESTAMPTZOID, "variant_fetch_timestamptz"},
	{BYTEAOID, "variant_fetch_bytea"},
	{UUIDOID, "variant_fetch_uuid"},
	{JSONBOID, "variant_fetch_jsonb"},
	{JSONOID, "variant_fetch_json"},
};

/* ---------------------------------------------------------------------
 * Their OIDs
 * ---------------------------------------------------------------------
 */
static bool registered = false;
static bool known = false;
static Oid	head_oids[lengthof(heads)];
static Oid	target_oids[lengthof(targets)];
static Oid	try_get_oid;

static void
forget(Datum arg, int cacheid, uint32 hashvalue)
{
	known = false;
}

static void
look_up(void)
{
	Oid			types[3] = {variant_type_oid(), InvalidOid, ANYELEMENTOID};

	for (int i = 0; i < lengthof(heads); i++)
	{
		types[1] = heads[i].argument;
		head_oids[i] = variant_function_oid(heads[i].name, heads[i].nargs, types);
	}
	types[1] = TEXTOID;
	try_get_oid = variant_function_oid("try_variant_get", 3, types);
	for (int i = 0; i < lengthof(targets); i++)
		target_oids[i] = variant_function_oid(targets[i].name, 2, types);
}

/* False while the extension is not there, or is being dropped. */
static bool
oids_are_known(void)
{
	if (known)
		return true;
	if (!registered)
	{
		CacheRegisterSyscacheCallback(PROCOID, forget, (Datum) 0);
		CacheRegisterSyscacheCallback(TYPEOID, forget, (Datum) 0);
		CacheRegisterSyscacheCallback(NAMESPACEOID, forget, (Datum) 0);
		registered = true;
	}
	if (!OidIsValid(variant_type_oid()))
		return false;
	/* first, as looking up may receive an invalidation */
	known = true;
	look_up();
	return true;
}

Oid
variant_fetch_oid(void)
{
	return oids_are_known() ? target_oids[0] : InvalidOid;
}

bool
variant_is_borrowable_fetch(Oid function)
{
	return oids_are_known() &&
		(function == target_oids[0] || function == target_oids[1]);
}

bool
variant_is_typed_fetch(Oid function)
{
	if (!oids_are_known())
		return false;
	for (int i = 1; i < lengthof(targets); i++)
	{
		if (target_oids[i] == function)
			return true;
	}
	return false;
}

bool
variant_has_typed_fetch(Oid type)
{
	for (int i = 1; i < lengthof(targets); i++)
	{
		if (targets[i].type == type)
			return true;
	}
	return false;
}

Oid
variant_try_get_oid(void)
{
	return oids_are_known() ? try_get_oid : InvalidOid;
}

/* Functions that a fold results in are heads, too: their argument may be. */
static bool
find_head(Oid function, FoldHead *head)
{
	static const FoldHead fetch = {NULL, TEXTOID, 2, VARIANT_STEPS_TYPED};

	for (int i = 0; i < lengthof(heads); i++)
	{
		*head = heads[i];
		if (head_oids[i] == function)
			return true;
	}
	*head = fetch;
	for (int i = 0; i < lengthof(targets); i++)
	{
		if (target_oids[i] == function)
			return true;
	}
	return false;
}

static Oid
find_target(Oid type)
{
	if (type == variant_type_oid())
		return target_oids[0];
	for (int i = 1; i < lengthof(targets); i++)
	{
		if (targets[i].type == type)
			return target_oids[i];
	}
	return InvalidOid;
}

/* ---------------------------------------------------------------------
 * Simplify
 * ---------------------------------------------------------------------
 */

/*
 * May the argument of a call be taken apart?  An expression that is planned
 * by itself has a root without a query.
 */
static bool
may_open_argument(PlannerInfo *root)
{
	return root == NULL || root->parse == NULL ||
		root->parse->groupingSets == NIL;
}

/* Of variant_get(v, path, example): only the type counts, if it is plain. */
static bool
is_plain_example(Node *example)
{
	return IsA(example, Const) && exprTypmod(example) < 0;
}

static bool
open_call(PlannerInfo *root, const FuncExpr *call, VariantChain *chain)
{
	FoldHead	head;
	Node	   *argument = linitial(call->args);

	if (!find_head(call->funcid, &head) || head.nargs != list_length(call->args))
		return false;
	if (head.nargs == 3 && !is_plain_example(lthird(call->args)))
		return false;
	if (may_open_argument(root))
		variant_chain_open(chain, argument);
	else
	{
		chain->base = argument;
		chain->steps = NIL;
	}
	if (head.steps == VARIANT_STEPS_NONE)
		return chain->steps != NIL;
	return variant_chain_append(chain, head.steps, lsecond(call->args));
}

static Node *
fetch_call(const FuncExpr *call, Oid function, const VariantChain *chain)
{
	char	   *path = variant_chain_spell(chain);
	Const	   *argument = makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1,
									 PointerGetDatum(cstring_to_text(path)),
									 false, false);

	/* no input collation, as variant_collation.c explains */
	return (Node *) makeFuncExpr(function, call->funcresulttype,
								 list_make2(chain->base, argument),
								 call->funccollid, InvalidOid,
								 COERCE_EXPLICIT_CALL);
}

static Node *
fold(PlannerInfo *root, FuncExpr *call)
{
	VariantChain chain;
	Oid			function;
	Node	   *result;

	if (!oids_are_known() || !open_call(root, call, &chain))
		return NULL;
	if (call->funcresulttype == variant_type_oid())
	{
		/* the value itself: not worth a form */
		if (chain.steps == NIL)
			return NULL;
		result = variant_chain_subscripts(&chain);
		if (result != NULL)
			return result;
	}
	function = find_target(call->funcresulttype);
	if (!OidIsValid(function))
		return NULL;
	result = fetch_call(call, function, &chain);
	return equal(result, call) ? NULL : result;
}

Datum
variant_fold_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	Node	   *result = NULL;

	if (IsA(request, SupportRequestSimplify))
	{
		SupportRequestSimplify *simplify = (SupportRequestSimplify *) request;

		result = fold(simplify->root, simplify->fcall);
	}
	else if (IsA(request, SupportRequestCost))
		result = variant_read_cost((SupportRequestCost *) request);
	PG_RETURN_POINTER(result);
}
