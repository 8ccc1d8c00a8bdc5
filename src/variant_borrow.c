/*-------------------------------------------------------------------------
 *
 * variant_borrow.c
 *	  Comparisons of subscripts, and of folded calls, do not copy what they compare.
 *
 * Interface: variant_borrow.h.
 *
 * v['a'] = 5 evaluates the subscript to a datum of its own, looks at it, and
 * throws it away.  The memory for that costs about as much as the rest.  Where
 * a subscript is an argument of a function whose result cannot hold a pointer,
 * nobody has the datum once the function has returned; so a scalar may be made
 * in a place that the subscript keeps, to be overwritten by its next
 * evaluation, and a container may stay where it is.  The operators that compare
 * go further: they get the document itself, and walk the path of the subscript
 * that their expression shows.
 *
 * A subscript cannot see what it is an argument of, and support functions
 * must not mark it: they run before expressions are compared with those of
 * indexes, constraints and groups.  So finished plans are walked, and these
 * subscripts get a type modifier (variant_subs.c reads it) which shows nowhere.
 * Calls of variant_fetch() and variant_fetch_text() get an input collation that
 * is none (variant_fetch.c); the text is made in a place that the call keeps.
 * What is marked are filters, join conditions and lists of targets; never keys
 * of indexes, sorts, hashes or merges, which the executor evaluates by itself
 * and keeps, nor comparisons with the rows of a subplan.  The nodes are copied, as the planner may have used one in several
 * places.
 *
 * Limits: a query that is planned before anything loads the module is not
 * marked; it is slower, that is all.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_borrow.h"
#include "variant_fold.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/plannodes.h"
#include "optimizer/planner.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

bool		variant_borrow = true;

static planner_hook_type previous_hook = NULL;

/* ---------------------------------------------------------------------
 * Containers
 * ---------------------------------------------------------------------
 */

/* What anybody else has of a container is a datum as it would have been. */
static Datum
make_flat(ExpandedObjectHeader *header)
{
	VariantView view;

	variant_borrowed_open((VariantBorrowed *) header, &view);
	return variant_from_value(&view.root);
}

static Size
flat_size(ExpandedObjectHeader *header)
{
	Datum		flat = make_flat(header);
	Size		size = VARSIZE(DatumGetPointer(flat));

	pfree(DatumGetPointer(flat));
	return size;
}

static void
flatten(ExpandedObjectHeader *header, void *result, Size allocated_size)
{
	Datum		flat = make_flat(header);

	Assert(allocated_size == VARSIZE(DatumGetPointer(flat)));
	memcpy(result, DatumGetPointer(flat), allocated_size);
	pfree(DatumGetPointer(flat));
}

static const ExpandedObjectMethods methods = {flat_size, flatten};

void
variant_borrowed_begin(VariantBorrowed *b)
{
	/* nobody gets a pointer by which it could be deleted or given away */
	EOH_init_header(&b->hdr, &methods, CurrentMemoryContext);
}

Datum
variant_borrowed_set(VariantBorrowed *b, const uint8_t *document, size_t len,
					 VPathQuick value)
{
	VntValue	v = {NULL, value.data, value.len};

	variant_check_stored(vnt_value_size(&v, &value.len));
	b->document = document;
	b->document_len = len;
	b->value = value;
	return EOHPGetRODatum(&b->hdr);
}

const VariantBorrowed *
variant_borrowed_get(Datum datum)
{
	ExpandedObjectHeader *header;

	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(datum)))
		return NULL;
	header = DatumGetEOHP(datum);
	return header->eoh_methods == &methods ? (VariantBorrowed *) header : NULL;
}

void
variant_borrowed_open(const VariantBorrowed *b, VariantView *view)
{
	variant_check_stored(variant_view_read(view, b->document, b->document_len));
	view->root.data = b->value.data;
	view->root.len = b->value.len;
	view->detoasted = NULL;
}

/* ---------------------------------------------------------------------
 * Passed subscripts
 * ---------------------------------------------------------------------
 */
const VariantPassed variant_not_passed;

const VariantPassed *
variant_passed_make(FmgrInfo *flinfo, int argument)
{
	Node	   *expr = flinfo->fn_expr;
	SubscriptingRef *subscript = NULL;
	VariantPassed *passed;
	MemoryContext caller;
	ListCell   *lc;

	if (expr && IsA(expr, OpExpr))
		subscript = list_nth(((OpExpr *) expr)->args, argument);
	if (subscript == NULL || !IsA(subscript, SubscriptingRef) ||
		subscript->reftypmod != VARIANT_PASSED)
	{
		flinfo->fn_extra = unconstify(VariantPassed *, &variant_not_passed);
		return &variant_not_passed;
	}
	caller = MemoryContextSwitchTo(flinfo->fn_mcxt);
	passed = palloc(sizeof(VariantPassed));
	passed->path.count = list_length(subscript->refupperindexpr);
	passed->path.steps = palloc(passed->path.count * sizeof(VPathStep));
	passed->hints = palloc0(passed->path.count * sizeof(uint32));
	foreach(lc, subscript->refupperindexpr)
	{
		Const	   *value = lfirst_node(Const, lc);

		passed->path.steps[foreach_current_index(lc)] =
			variant_subscript_step(value->consttype, value->constvalue, false);
	}
	MemoryContextSwitchTo(caller);
	flinfo->fn_extra = passed;
	return passed;
}

bool
variant_argument_open(const VariantPassed *passed, Datum datum, VariantView *view,
					  VntValue *value)
{
	if (passed != NULL)
		return variant_find(view, datum, &passed->path, passed->hints, value);
	variant_view_open(view, datum);
	*value = view->root;
	return true;
}

/* ---------------------------------------------------------------------
 * Expressions
 * ---------------------------------------------------------------------
 */

/* Types with no room for a pointer, or none that anybody would put there. */
static bool
is_plain_result(Oid type)
{
	return type == BOOLOID || type == INT2OID || type == INT4OID || type == INT8OID;
}

/* The arguments of a node that only looks at them; NIL for other nodes. */
static List *
arguments_looked_at(Node *node)
{
	switch (nodeTag(node))
	{
		case T_OpExpr:
		case T_DistinctExpr:
			return !((OpExpr *) node)->opretset &&
				is_plain_result(((OpExpr *) node)->opresulttype) ?
				((OpExpr *) node)->args : NIL;
		case T_FuncExpr:
			return !((FuncExpr *) node)->funcretset &&
				is_plain_result(((FuncExpr *) node)->funcresulttype) ?
				((FuncExpr *) node)->args : NIL;
		case T_ScalarArrayOpExpr:
			return ((ScalarArrayOpExpr *) node)->args;
		case T_NullTest:
			return list_make1(((NullTest *) node)->arg);
		case T_CoerceViaIO:
			/* textout() makes a string of its own */
			return exprType((Node *) ((CoerceViaIO *) node)->arg) == TEXTOID ?
				list_make1(((CoerceViaIO *) node)->arg) : NIL;
		default:
			return NIL;
	}
}

/* One of ours that is read, and not assigned to. */
static bool
is_subscript(Node *node)
{
	return node && IsA(node, SubscriptingRef) &&
		((SubscriptingRef *) node)->refassgnexpr == NULL &&
		((SubscriptingRef *) node)->refcontainertype == variant_type_oid();
}

/* What a chain that is no subscript was folded to, with a constant path. */
static bool
is_fetch(Node *node)
{
	return node && IsA(node, FuncExpr) &&
		list_length(((FuncExpr *) node)->args) == 2 &&
		IsA(lsecond(((FuncExpr *) node)->args), Const) &&
		variant_is_borrowable_fetch(((FuncExpr *) node)->funcid);
}

/* The comparisons with variants of these names, and all with SQL values. */
static bool
takes_passed(Oid function)
{
	static const char *const names[] = {
		"variant_eq", "variant_ne", "variant_lt", "variant_le", "variant_gt", "variant_ge"
	};
	Oid			types[2] = {INTERNALOID, InvalidOid};
	Oid			support = get_func_support(function);

	if (OidIsValid(support) &&
		support == variant_function_oid("variant_typed_support", 1, types))
		return true;
	types[0] = types[1] = variant_type_oid();
	for (int i = 0; i < lengthof(names); i++)
	{
		if (function == variant_function_oid(names[i], 2, types))
			return true;
	}
	return false;
}

/* Its steps are known when the function is set up. */
static bool
is_constant(const SubscriptingRef *subscript)
{
	ListCell   *lc;

	foreach(lc, subscript->refupperindexpr)
	{
		if (!IsA(lfirst(lc), Const) || ((Const *) lfirst(lc))->constisnull)
			return false;
	}
	return true;
}

/*
 * Which argument of an operator can be the document: a value compared with an
 * SQL value is the only one that can be a subscript, of two variants it is the
 * left one.
 */
static int
passed_argument(OpExpr *clause)
{
	int			i = exprType(linitial(clause->args)) == variant_type_oid() ? 0 : 1;
	Node	   *argument = list_nth(clause->args, i);

	return is_subscript(argument) && is_constant((SubscriptingRef *) argument) &&
		takes_passed(clause->opfuncid) ? i : -1;
}

/* Is there anything to be marked? */
static bool
contains_borrowable(Node *node, void *context)
{
	return node != NULL &&
		(is_subscript(node) || is_fetch(node) ||
		 expression_tree_walker(node, contains_borrowable, context));
}

static Node *
mark(Node *node, void *context)
{
	ListCell   *lc;

	if (node == NULL)
		return NULL;
	/* the executor may take the comparisons of a subplan apart, to hash */
	if (IsA(node, SubPlan))
		return node;
	node = expression_tree_mutator(node, mark, context);
	foreach(lc, arguments_looked_at(node))
	{
		if (is_subscript(lfirst(lc)))
			((SubscriptingRef *) lfirst(lc))->reftypmod = VARIANT_BORROWED;
		else if (is_fetch(lfirst(lc)))
			((FuncExpr *) lfirst(lc))->inputcollid = VARIANT_BORROWED_CALL;
	}
	if (IsA(node, OpExpr) && list_length(((OpExpr *) node)->args) == 2)
	{
		int			passed = passed_argument((OpExpr *) node);

		if (passed >= 0)
			((SubscriptingRef *) list_nth(((OpExpr *) node)->args, passed))->reftypmod = VARIANT_PASSED;
	}
	return node;
}

static void
mark_list(List **list)
{
	if (contains_borrowable((Node *) *list, NULL))
		*list = (List *) mark((Node *) *list, NULL);
}

/* ---------------------------------------------------------------------
 * Plans
 * ---------------------------------------------------------------------
 */
static void mark_plan(Plan *plan);

static void
mark_plans(List *plans)
{
	ListCell   *lc;

	foreach(lc, plans)
		mark_plan(lfirst(lc));
}

static void
mark_plan(Plan *plan)
{
	if (plan == NULL)
		return;
	check_stack_depth();
	if (!IsA(plan, CustomScan))
	{
		/* those of a custom scan are for its provider, who may compare them */
		mark_list(&plan->qual);
		mark_list(&plan->targetlist);
	}
	switch (nodeTag(plan))
	{
		case T_NestLoop:
		case T_MergeJoin:
		case T_HashJoin:
			mark_list(&((Join *) plan)->joinqual);
			break;
		case T_Append:
			mark_plans(((Append *) plan)->appendplans);
			break;
		case T_MergeAppend:
			mark_plans(((MergeAppend *) plan)->mergeplans);
			break;
		case T_SubqueryScan:
			mark_plan(((SubqueryScan *) plan)->subplan);
			break;
		case T_CustomScan:
			mark_plans(((CustomScan *) plan)->custom_plans);
			break;
		default:
			break;
	}
	mark_plan(plan->lefttree);
	mark_plan(plan->righttree);
}

static PlannedStmt *
borrow_planner(Query *parse, const char *query, int options, ParamListInfo params)
{
	PlannedStmt *result = previous_hook ? previous_hook(parse, query, options, params) :
		standard_planner(parse, query, options, params);

	if (variant_borrow)
	{
		mark_plan(result->planTree);
		mark_plans(result->subplans);
	}
	return result;
}

void
variant_borrow_init(void)
{
	previous_hook = planner_hook;
	planner_hook = borrow_planner;
}
