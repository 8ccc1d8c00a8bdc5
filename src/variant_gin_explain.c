/*-------------------------------------------------------------------------
 *
 * variant_gin_explain.c
 *	  What the GIN indexes of a query are asked for: for whoever wonders why an
 *	  index is not used.
 *
 * Interface: variant_gin_explain (SQL).
 *
 * The query is planned, not run, with an observer that sees each column of
 * class variant_ops of each table that is read, and what was made of the
 * table's conditions there: whatever the costs are, and so also where the plan
 * does not use the index in the end.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_gin.h"

#include "access/genam.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/ruleutils.h"
#include "utils/snapmgr.h"
#include "variant_gin_support.h"

VARIANT_FUNCTION(variant_gin_explain);

/* What an explanation has come to; one at a time. */
typedef struct Explanation
{
	MemoryContext context;
	List	   *lines;			/* char * */
} Explanation;

static Explanation *current = NULL;

pg_attribute_printf(2, 3)
static void
add_line(int depth, const char *format,...)
{
	MemoryContext old = MemoryContextSwitchTo(current->context);
	StringInfoData buf;

	initStringInfo(&buf);
	appendStringInfoSpaces(&buf, 2 * depth);
	for (;;)
	{
		va_list		args;
		int			needed;

		va_start(args, format);
		needed = appendStringInfoVA(&buf, format, args);
		va_end(args);
		if (needed == 0)
			break;
		enlargeStringInfo(&buf, needed);
	}
	current->lines = lappend(current->lines, buf.data);
	MemoryContextSwitchTo(old);
}

/* ---------------------------------------------------------------------
 * Keys
 * ---------------------------------------------------------------------
 */
#define CODE_MASK	((UINT64CONST(1) << VARIANT_CODE_BITS) - 1)

static void
add_range(const VariantQuery *query, int depth)
{
	uint64		low = query->range.low & CODE_MASK;
	uint64		high = query->range.high & CODE_MASK;

	if (low == 0 && high == CODE_MASK)
	{
		add_line(depth, "keys of %s: all", query->path);
		return;
	}
	for (int i = 0; i <= VNT_CLASS_OBJECT; i++)
	{
		uint64		first;
		uint64		last;

		variant_code_class(i, &first, &last);
		if (low < first || high > last)
			continue;
		if (low == high)
			add_line(depth, "keys of %s: %s %011llx", query->path, vnt_class_names[i],
					 (unsigned long long) low);
		else if (low == first && high == last)
			add_line(depth, "keys of %s: %s, all", query->path, vnt_class_names[i]);
		else
			add_line(depth, "keys of %s: %s %011llx to %011llx", query->path, vnt_class_names[i],
					 (unsigned long long) low, (unsigned long long) high);
		return;
	}
}

static void
add_query(const VariantQuery *query, int depth)
{
	ListCell   *lc;

	check_stack_depth();
	switch (query->type)
	{
		case VARIANT_QUERY_ANY:
			add_line(depth, "all of the index: keys tell nothing about this");
			return;
		case VARIANT_QUERY_ALL:
			add_line(depth, "all of the index: every document fulfills this");
			return;
		case VARIANT_QUERY_NONE:
			add_line(depth, "nothing: no document can fulfill this");
			return;
		case VARIANT_QUERY_KEYS:
			add_range(query, depth);
			return;
		case VARIANT_QUERY_AND:
			add_line(depth, "all of these:");
			break;
		case VARIANT_QUERY_OR:
			add_line(depth, "one of these:");
			break;
	}
	foreach(lc, query->args)
		add_query(lfirst(lc), depth + 1);
}

/* ---------------------------------------------------------------------
 * Conditions
 * ---------------------------------------------------------------------
 */

/* Make an expression one that is about a single table, number 1. */
static Node *
about_one(Node *node, void *relid)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, Var) && ((Var *) node)->varno == *(Index *) relid &&
		((Var *) node)->varlevelsup == 0)
	{
		Var		   *var = copyObject((Var *) node);

		var->varno = 1;
		return (Node *) var;
	}
	if (IsA(node, PlaceHolderVar))
		return about_one((Node *) ((PlaceHolderVar *) node)->phexpr, relid);
	if (IsA(node, Var) || IsA(node, SubPlan) || IsA(node, AlternativeSubPlan) ||
		(IsA(node, Param) && ((Param *) node)->paramkind == PARAM_EXEC))
	{
		Param	   *param = makeNode(Param);

		/* deparsing would want a plan to look for where it comes from */
		param->paramkind = PARAM_EXTERN;
		param->paramid = 1;
		param->paramtype = exprType(node);
		param->paramtypmod = exprTypmod(node);
		param->paramcollid = exprCollation(node);
		return (Node *) param;
	}
	return expression_tree_mutator(node, about_one, relid);
}

static char *
deparse(const VariantTarget *target, Node *node)
{
	Index		relid = target->rel->relid;
	RangeTblEntry *rte = planner_rt_fetch(relid, target->root);
	List	   *context = deparse_context_for(get_rel_name(rte->relid), rte->relid);

	return deparse_expression(about_one(node, &relid), context, false, false);
}

static const VariantFilter *
filter_of(const VariantTarget *target)
{
	Relation	index = index_open(target->index->indexoid, AccessShareLock);
	bytea	  **options = RelationGetIndexAttOptions(index, true);
	const VariantFilter *filter = NULL;

	if (options != NULL && options[target->column] != NULL)
		filter = variant_filter_of_options((const VariantGinOptions *) options[target->column]);
	index_close(index, AccessShareLock);
	return filter;
}

static void
add_condition(const VariantTarget *target, const VariantFilter *filter, const char *kind,
			  OpExpr *op)
{
	Const	   *argument = lsecond(op->args);
	int			strategy = get_op_opfamily_strategy(op->opno,
													target->index->opfamily[target->column]);

	add_line(1, "%s %s", kind, deparse(target, (Node *) op));
	if (!IsA(argument, Const))
		add_line(2, "keys depend on values that are not known yet");
	else if (argument->constisnull)
		add_line(2, "nothing: the value is NULL");
	else
		add_query(variant_query_of(strategy, argument->constvalue, filter, true), 2);
}

static void
add_conditions(const VariantTarget *target, const VariantFilter *filter, const char *kind,
			   List *clauses)
{
	ListCell   *lc;
	ListCell   *lc2;

	foreach(lc, clauses)
	{
		foreach(lc2, ((IndexClause *) lfirst(lc))->indexquals)
			add_condition(target, filter, kind, (OpExpr *) ((RestrictInfo *) lfirst(lc2))->clause);
	}
}

/* The arms of an OR that this index serves together with others. */
static void
add_alternatives(const VariantTarget *target, const VariantFilter *filter, const VariantOr *or)
{
	ListCell   *lc;

	foreach(lc, or->path->bitmapquals)
	{
		IndexPath  *path = lfirst(lc);
		IndexClause *clause = linitial(path->indexclauses);

		if (path->indexinfo == target->index && clause->indexcol == target->column)
			add_conditions(target, filter, "alternative", path->indexclauses);
	}
}

static bool
is_served_or(RestrictInfo *rinfo, List *ors)
{
	ListCell   *lc;

	foreach(lc, ors)
	{
		if (((VariantOr *) lfirst(lc))->rinfo == rinfo)
			return true;
	}
	return false;
}

/* Is the condition, or a part of a range, the reason of one of the clauses? */
static bool
is_served(const VariantTarget *target, RestrictInfo *rinfo, List *clauses)
{
	VariantClause clause;
	ListCell   *lc;

	foreach(lc, clauses)
	{
		VariantClause other;
		RestrictInfo *reason = ((IndexClause *) lfirst(lc))->rinfo;

		if (reason == rinfo)
			return true;
		/* a range has one of its two conditions as reason */
		if (variant_clause_open(target, (Node *) rinfo->clause, &clause) &&
			variant_clause_open(target, (Node *) reason->clause, &other) &&
			variant_clause_makes_range(&other, &clause))
			return true;
	}
	return false;
}

/* Does the condition look at what the index column is made of? */
static bool
concerns_column(const VariantTarget *target, RestrictInfo *rinfo)
{
	Bitmapset  *columns = NULL;
	Bitmapset  *indexed = NULL;
	Node	   *expression = variant_target_expression(target);
	Index		relid = target->rel->relid;

	pull_varattnos((Node *) rinfo->clause, relid, &columns);
	if (expression != NULL)
		pull_varattnos(expression, relid, &indexed);
	else
		indexed = bms_make_singleton(target->index->indexkeys[target->column] -
									 FirstLowInvalidHeapAttributeNumber);
	return bms_overlap(columns, indexed);
}

static void
observe(const VariantTarget *target, List *base, List *joins, List *ors)
{
	const VariantFilter *filter = filter_of(target);
	RangeTblEntry *rte = planner_rt_fetch(target->rel->relid, target->root);
	ListCell   *lc;

	add_line(0, "index %s on %s", get_rel_name(target->index->indexoid),
			 get_rel_name(rte->relid));
	add_conditions(target, filter, "condition", base);
	add_conditions(target, filter, "condition", joins);
	foreach(lc, ors)
		add_alternatives(target, filter, lfirst(lc));
	foreach(lc, target->index->indrestrictinfo)
	{
		RestrictInfo *rinfo = lfirst(lc);

		if (concerns_column(target, rinfo) && !is_served(target, rinfo, base) &&
			!is_served_or(rinfo, ors))
			add_line(1, "not served: %s", deparse(target, (Node *) rinfo->clause));
	}
}

/* ---------------------------------------------------------------------
 * The function
 * ---------------------------------------------------------------------
 */
static void
plan_query(const char *query)
{
	SPIPlanPtr	plan;
	CachedPlan *cached;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	plan = SPI_prepare(query, 0, NULL);
	if (plan == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the query cannot be planned")));
	cached = SPI_plan_get_cached_plan(plan);
	if (cached == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a single query is expected")));
	/* one that is not kept has no owner */
	ReleaseCachedPlan(cached, NULL);
	SPI_finish();
}

static void
explain(Explanation *explanation, const char *query)
{
	Explanation *outer = current;
	VariantTargetObserver outer_observer = variant_target_observer;

	PG_TRY();
	{
		current = explanation;
		variant_target_observer = observe;
		plan_query(query);
	}
	PG_FINALLY();
	{
		current = outer;
		variant_target_observer = outer_observer;
	}
	PG_END_TRY();
}

/* variant_gin_explain(query text) */
Datum
variant_gin_explain(PG_FUNCTION_ARGS)
{
	Explanation explanation = {CurrentMemoryContext, NIL};
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	ListCell   *lc;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	explain(&explanation, text_to_cstring(PG_GETARG_TEXT_PP(0)));
	if (!variant_path_index)
		explanation.lines = lcons("variant.path_index is off", explanation.lines);
	else if (explanation.lines == NIL)
		explanation.lines = list_make1("no index of class variant_ops belongs to a table with conditions");
	foreach(lc, explanation.lines)
	{
		Datum		value = CStringGetTextDatum(lfirst(lc));
		bool		isnull = false;

		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, &value, &isnull);
	}
	return (Datum) 0;
}
