/*-------------------------------------------------------------------------
 *
 * variant_collation.c
 *	  Calls that take text, but no collation; what collations make of bytes.
 *
 * Interface: variant_without_collation, variant_collation_equates_bytes,
 * variant_collation_orders_bytes, see variant_fold.h.
 *
 * The parser gives each call with an argument of type text an input
 * collation, whether the function uses it or not.  None of ours does: names
 * and strings are compared by their bytes.  postgres_fdw, however, sends only
 * such calls to another server whose collation comes from one of its columns,
 * and in v ? 'name' it comes from the constant.  So the planner's copy of the
 * call is made without a collation.
 *
 * A call that stands for an operator becomes the operator: a support function
 * is not told which of the two was written, and only operators are found by
 * indexes.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_fold.h"

#include "access/htup_details.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_database.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

typedef struct TextCall
{
	const char *function;
	const char *operator;		/* NULL: there is none */
} TextCall;

static const TextCall text_calls[] = {
	{"variant_exists", "?"},
	{"variant_exists_any", "?|"},
	{"variant_exists_all", "?&"},
	{"variant_delete", "-"},
	{"variant_delete_path", "#-"},
	{"variant_set", NULL},
	{"variant_set_lax", NULL},
	{"variant_insert", NULL},
	{"variant_array_append", NULL},
	{"variant_pick", NULL},
	{"variant_lt_text", "<"},
	{"variant_le_text", "<="},
	{"variant_gt_text", ">"},
	{"variant_ge_text", ">="},
	{"text_lt_variant", "<"},
	{"text_le_variant", "<="},
	{"text_gt_variant", ">"},
	{"text_ge_variant", ">="},
};

static const TextCall *
find_call(Oid function)
{
	char	   *name = get_func_name(function);

	for (int i = 0; name != NULL && i < lengthof(text_calls); i++)
	{
		if (strcmp(text_calls[i].function, name) == 0)
			return &text_calls[i];
	}
	return NULL;
}

static Node *
operator_call(const FuncExpr *fcall, const char *name)
{
	Node	   *left = linitial(fcall->args);
	Node	   *right = lsecond(fcall->args);
	Oid			operator = variant_operator_oid(name, exprType(left), exprType(right));
	OpExpr	   *result;

	if (!OidIsValid(operator))
		return NULL;
	result = (OpExpr *) make_opclause(operator, fcall->funcresulttype, false,
									  (Expr *) left, (Expr *) right,
									  InvalidOid, InvalidOid);
	result->opfuncid = fcall->funcid;
	return (Node *) result;
}

/*
 * The same call without a collation; NULL if it has none, or is none of those
 * above.  The arguments are shared with fcall.
 */
Node *
variant_without_collation(const FuncExpr *fcall)
{
	const TextCall *call;
	FuncExpr   *result;

	if (!OidIsValid(fcall->inputcollid))
		return NULL;
	call = find_call(fcall->funcid);
	if (call == NULL)
		return NULL;
	if (call->operator != NULL)
		return operator_call(fcall, call->operator);
	result = makeNode(FuncExpr);
	*result = *fcall;
	result->inputcollid = InvalidOid;
	return (Node *) result;
}

bool
variant_collation_equates_bytes(Oid collation)
{
	return OidIsValid(collation) && get_collation_isdeterministic(collation);
}

/*
 * By the row of a collation or database: all of the server's own locales have
 * this order, of the system's two.  The server's test is in a header that needs
 * those of ICU.
 */
static bool
locale_orders_bytes(char provider, int cache, HeapTuple tuple, AttrNumber name)
{
	bool		isnull;
	Datum		locale = SysCacheGetAttr(cache, tuple, name, &isnull);

	if (provider == COLLPROVIDER_BUILTIN)
		return true;
	return provider == COLLPROVIDER_LIBC && !isnull &&
		(strcmp(TextDatumGetCString(locale), "C") == 0 ||
		 strcmp(TextDatumGetCString(locale), "POSIX") == 0);
}

bool
variant_collation_orders_bytes(Oid collation)
{
	bool		is_default = collation == DEFAULT_COLLATION_OID;
	HeapTuple	tuple = is_default ?
		SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId)) :
		SearchSysCache1(COLLOID, ObjectIdGetDatum(collation));
	bool		result;

	if (!HeapTupleIsValid(tuple))
		return false;
	result = is_default ?
		locale_orders_bytes(((Form_pg_database) GETSTRUCT(tuple))->datlocprovider,
							DATABASEOID, tuple, Anum_pg_database_datcollate) :
		locale_orders_bytes(((Form_pg_collation) GETSTRUCT(tuple))->collprovider,
							COLLOID, tuple, Anum_pg_collation_collcollate);
	ReleaseSysCache(tuple);
	return result;
}
