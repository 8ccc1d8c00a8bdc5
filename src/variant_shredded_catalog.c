/*-------------------------------------------------------------------------
 *
 * variant_shredded_catalog.c
 *	  Shredded columns of a table, read off its generation expressions.
 *
 * Interface: variant_shred_pairs, variant_shred_path_key,
 * variant_shredded_columns (SQL).
 *
 * A pair counts only if both its columns are there with the same document,
 * path and type: one whose expression was dropped is an ordinary column.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_shredded.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "variant_fold.h"

VARIANT_FUNCTION(variant_shredded_columns);

/* A generated column of ours. */
typedef struct Column
{
	AttrNumber	attnum;
	AttrNumber	document;
	Oid			type;
	bool		marker;
	char	   *path;
	char	   *schema_type;
} Column;

/* ---------------------------------------------------------------------
 * Expressions
 * ---------------------------------------------------------------------
 */
static char *
text_constant(Node *node)
{
	Const	   *constant = (Const *) node;

	return IsA(node, Const) && constant->consttype == TEXTOID &&
		!constant->constisnull ? TextDatumGetCString(constant->constvalue) : NULL;
}

/* Is it one of our functions, variant_shred_marker or one for the type? */
static bool
is_our_function(Oid function, Oid type, bool *marker)
{
	char	   *name = get_func_name(function);

	if (name == NULL || strncmp(name, "variant_shred_", strlen("variant_shred_")) != 0 ||
		get_func_namespace(function) != variant_schema_oid())
		return false;
	*marker = strcmp(name, "variant_shred_marker") == 0;
	return *marker == (type == CHAROID);
}

static Column *
open_column(Relation rel, AttrNumber attnum, Node *expr)
{
	FuncExpr   *call = (FuncExpr *) expr;
	Column	   *column;
	Var		   *document;
	bool		marker;
	Form_pg_attribute att = TupleDescAttr(RelationGetDescr(rel), attnum - 1);

	if (expr == NULL || !IsA(expr, FuncExpr) || list_length(call->args) != 3 ||
		!is_our_function(call->funcid, att->atttypid, &marker))
		return NULL;
	document = linitial(call->args);
	if (!IsA(document, Var) || document->varattno <= 0 ||
		document->vartype != variant_type_oid())
		return NULL;
	column = palloc0(sizeof(Column));
	column->attnum = attnum;
	column->document = document->varattno;
	column->type = att->atttypid;
	column->marker = marker;
	column->path = text_constant(lsecond(call->args));
	column->schema_type = text_constant(lthird(call->args));
	return column->path != NULL && column->schema_type != NULL ? column : NULL;
}

/* Those that are ours, in the order of the table. */
static List *
generated_columns(Relation rel)
{
	TupleConstr *constr = RelationGetDescr(rel)->constr;
	List	   *result = NIL;

	if (constr == NULL || !constr->has_generated_stored)
		return NIL;
	for (int i = 0; i < constr->num_defval; i++)
	{
		AttrDefault *defval = &constr->defval[i];
		Column	   *column;

		if (TupleDescAttr(RelationGetDescr(rel), defval->adnum - 1)->attgenerated !=
			ATTRIBUTE_GENERATED_STORED)
			continue;
		column = open_column(rel, defval->adnum, stringToNode(defval->adbin));
		if (column != NULL)
			result = lappend(result, column);
	}
	return result;
}

/* ---------------------------------------------------------------------
 * Pairs
 * ---------------------------------------------------------------------
 */

char *
variant_shred_path_key(const char *path)
{
	VariantChain chain = {NULL, NIL};
	Const		constant = {{T_Const}};

	constant.consttype = TEXTOID;
	constant.constvalue = CStringGetTextDatum(path);
	if (!variant_chain_append(&chain, VARIANT_STEPS_DOLLAR, (Node *) &constant))
		return NULL;
	return variant_chain_spell(&chain);
}

static Column *
marker_of_column(List *columns, const Column *typed)
{
	ListCell   *lc;

	foreach(lc, columns)
	{
		Column	   *column = lfirst(lc);

		if (column->marker && column->document == typed->document &&
			strcmp(column->path, typed->path) == 0 &&
			strcmp(column->schema_type, typed->schema_type) == 0)
			return column;
	}
	return NULL;
}

List *
variant_shred_pairs(Relation rel)
{
	List	   *columns = generated_columns(rel);
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, columns)
	{
		Column	   *typed = lfirst(lc);
		Column	   *marker;
		VariantShredPair *pair;
		char	   *key;

		if (typed->marker || (marker = marker_of_column(columns, typed)) == NULL ||
			(key = variant_shred_path_key(typed->path)) == NULL)
			continue;
		pair = palloc(sizeof(VariantShredPair));
		pair->document = typed->document;
		pair->typed = typed->attnum;
		pair->marker = marker->attnum;
		pair->path = typed->path;
		pair->key = key;
		pair->type = typed->schema_type;
		pair->type_oid = typed->type;
		result = lappend(result, pair);
	}
	return result;
}

/* ---------------------------------------------------------------------
 * SQL
 * ---------------------------------------------------------------------
 */

/* The pairs of a table as rows; of what is no table, none. */
Datum
variant_shredded_columns(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	Relation	rel;
	ListCell   *lc;

	InitMaterializedSRF(fcinfo, 0);
	rel = try_relation_open(PG_GETARG_OID(0), AccessShareLock);
	if (rel == NULL)
		return (Datum) 0;
	foreach(lc, variant_shred_pairs(rel))
	{
		VariantShredPair *pair = lfirst(lc);
		TupleDesc	desc = RelationGetDescr(rel);
		Datum		values[5];
		bool		nulls[5] = {false};

		values[0] = NameGetDatum(&TupleDescAttr(desc, pair->document - 1)->attname);
		values[1] = CStringGetTextDatum(pair->path);
		values[2] = CStringGetTextDatum(pair->type);
		values[3] = NameGetDatum(&TupleDescAttr(desc, pair->typed - 1)->attname);
		values[4] = NameGetDatum(&TupleDescAttr(desc, pair->marker - 1)->attname);
		tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
	}
	relation_close(rel, AccessShareLock);
	return (Datum) 0;
}
