/*-------------------------------------------------------------------------
 *
 * variant_cost.c
 *	  What the planner is told about the cost of reading documents, and about
 *	  how many members and elements they have.
 *
 * Interface: variant_cost_support (SQL), variant_read_cost.
 *
 * A read of a small document costs as much as any operator; of one that is
 * stored out of line, hundreds of times that.  So quals that read such a
 * column have to come behind those that do not.  How large a column's values
 * are is known from its average width, which counts what is in the row, and
 * from the size of the table's TOAST relation, as of the last VACUUM.
 *
 * Limits: the TOAST relation's size is taken as that of the one column.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_fold.h"

#include "access/htup_details.h"
#include "catalog/pg_class.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

VARIANT_FUNCTION(variant_cost_support);

/* In units of cpu_operator_cost. */
#define READ_COST			1.0
#define FETCH_COST			100.0	/* of the first TOAST chunk */
#define CHUNK_COST			10.0	/* of each further one */
#define MOST_CHUNKS			8	/* that a read by path needs */

/* Bytes of a TOAST chunk, nearly. */
#define CHUNK_BYTES			2000.0

/* Bytes of a member or element of an average document, its name included. */
#define MEMBER_BYTES		40.0

/* ---------------------------------------------------------------------
 * How large a value is
 * ---------------------------------------------------------------------
 */
typedef struct StoredSize
{
	double		in_line;		/* bytes, 0 if not known */
	double		out_of_line;
} StoredSize;

/* Average bytes in the TOAST relation for each row. */
static double
toasted_bytes(Oid relation)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	Oid			toast;
	double		rows;
	double		pages = 0;

	if (!HeapTupleIsValid(tuple))
		return 0;
	toast = ((Form_pg_class) GETSTRUCT(tuple))->reltoastrelid;
	rows = ((Form_pg_class) GETSTRUCT(tuple))->reltuples;
	ReleaseSysCache(tuple);
	if (!OidIsValid(toast) || rows < 1)
		return 0;
	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(toast));
	if (!HeapTupleIsValid(tuple))
		return 0;
	pages = ((Form_pg_class) GETSTRUCT(tuple))->relpages;
	ReleaseSysCache(tuple);
	return pages * BLCKSZ / rows;
}

/* Of a column of a table; false if expr is none. */
static bool
stored_size(PlannerInfo *root, Node *expr, StoredSize *size)
{
	Var		   *var = (Var *) expr;
	RangeTblEntry *rte;

	if (root == NULL || root->parse == NULL || !IsA(expr, Var) ||
		var->varlevelsup > 0 || IS_SPECIAL_VARNO(var->varno) ||
		var->varno > list_length(root->parse->rtable))
		return false;
	rte = rt_fetch(var->varno, root->parse->rtable);
	if (rte->rtekind != RTE_RELATION || var->varattno <= 0)
		return false;
	size->in_line = get_attavgwidth(rte->relid, var->varattno);
	size->out_of_line = toasted_bytes(rte->relid);
	return true;
}

/* The document that an expression reads from. */
static Node *
document_of(Node *expr)
{
	VariantChain chain;

	variant_chain_open(&chain, expr);
	return chain.base;
}

/* ---------------------------------------------------------------------
 * Cost
 * ---------------------------------------------------------------------
 */
static double
read_cost(const StoredSize *size)
{
	double		chunks = size->out_of_line / CHUNK_BYTES;

	/* where not all rows have chunks, this is a part of the first one */
	return READ_COST + FETCH_COST * Min(chunks, 1) +
		CHUNK_COST * Min(Max(chunks - 1, 0), MOST_CHUNKS);
}

static List *
call_arguments(Node *call)
{
	if (call == NULL)
		return NIL;
	if (IsA(call, FuncExpr))
		return ((FuncExpr *) call)->args;
	if (IsA(call, OpExpr))
		return ((OpExpr *) call)->args;
	return NIL;
}

Node *
variant_read_cost(SupportRequestCost *request)
{
	double		cost = 0;
	ListCell   *lc;

	foreach(lc, call_arguments(request->node))
	{
		StoredSize	size;
		Node	   *argument = lfirst(lc);

		if (exprType(argument) == variant_type_oid() &&
			stored_size(request->root, document_of(argument), &size))
			cost += read_cost(&size);
	}
	if (cost == 0)
		return NULL;
	request->startup = 0;
	request->per_tuple = cost * cpu_operator_cost;
	return (Node *) request;
}

/* ---------------------------------------------------------------------
 * Rows
 * ---------------------------------------------------------------------
 */

/* Exact for a constant; -1 if it has neither members nor elements. */
static double
count_of_constant(Const *constant)
{
	VariantView view;
	VntContainer container;
	double		count = -1;

	if (constant->constisnull)
		return -1;
	variant_view_open(&view, constant->constvalue);
	if (vnt_container_open(&view.root, &container) == VNT_OK)
		count = container.count;
	variant_view_close(&view);
	return count;
}

static Node *
estimate_rows(SupportRequestRows *request)
{
	List	   *args = call_arguments(request->node);
	Node	   *argument = args == NIL ? NULL : linitial(args);
	StoredSize	size;
	double		rows = -1;

	if (argument == NULL)
		return NULL;
	if (IsA(argument, Const))
		rows = count_of_constant((Const *) argument);
	else if (stored_size(request->root, document_of(argument), &size) &&
			 size.in_line > 0)
		rows = clamp_row_est((size.in_line + size.out_of_line) / MEMBER_BYTES);
	if (rows < 0)
		return NULL;
	request->rows = rows;
	return (Node *) request;
}

Datum
variant_cost_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	Node	   *result = NULL;

	if (IsA(request, SupportRequestSimplify))
		result = variant_without_collation(((SupportRequestSimplify *) request)->fcall);
	else if (IsA(request, SupportRequestCost))
		result = variant_read_cost((SupportRequestCost *) request);
	else if (IsA(request, SupportRequestRows))
		result = estimate_rows((SupportRequestRows *) request);
	PG_RETURN_POINTER(result);
}
