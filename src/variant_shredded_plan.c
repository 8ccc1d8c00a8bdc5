/*-------------------------------------------------------------------------
 *
 * variant_shredded_plan.c
 *	  Queries over paths of a document use its shredded columns.
 *
 * Interface: variant_shredded_plan_init, variant_shredded_enabled (a setting),
 * variant_shred_resolve, variant_shred_rewrite_query.
 *
 * The query is rewritten before the planner sees it.  Views are expanded by then,
 * and nothing is simplified or pulled up yet: each variable still belongs to
 * its query level and table.  CHECK constraints, index expressions, triggers
 * and what ON CONFLICT names are read from the catalogs later, and so never
 * come by here.
 *
 * Rewritten are conditions of WHERE, ON and row security, and, unless there are
 * grouping sets, target lists and HAVING.  Not MERGE, RETURNING, functions in
 * FROM; nor variables of outer levels.  Columns of a simple subquery or view
 * that is over the table are followed to it; the subquery then has the
 * shredded columns as well, and so is left alone if its row is read as a whole.
 *
 * What was found out about a table may change until the planner has locked its
 * children; then the query is planned again.
 *
 * Limits: the library has to be loaded when planning starts.  A session's
 * first query that has neither a variant constant nor a subscript is what loads it.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_shredded_rewrite.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/planner.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "utils/lsyscache.h"

bool		variant_shredded_enabled = true;

static planner_hook_type previous_hook = NULL;

/* How often to plan again before doing without. */
#define ATTEMPTS	3

/* What is known of a table in this query. */
typedef struct Table
{
	Oid			relid;
	bool		with_children;
	List	   *uses;
} Table;

/* ---------------------------------------------------------------------
 * Tables
 * ---------------------------------------------------------------------
 */
static List *
table_uses(List **tables, const RangeTblEntry *rte)
{
	ListCell   *lc;
	Table	   *table;

	if (rte->relkind != RELKIND_RELATION && rte->relkind != RELKIND_PARTITIONED_TABLE)
		return NIL;
	foreach(lc, *tables)
	{
		table = lfirst(lc);
		if (table->relid == rte->relid && table->with_children == rte->inh)
			return table->uses;
	}
	table = palloc(sizeof(Table));
	table->relid = rte->relid;
	table->with_children = rte->inh;
	table->uses = variant_shred_uses(rte->relid, rte->inh);
	*tables = lappend(*tables, table);
	return table->uses;
}

/* Another column of the same table as a variable, nulled by the same joins. */
static Var *
sibling(const Var *document, AttrNumber attnum, Oid type, Oid collation)
{
	Var		   *var = copyObject((Var *) document);

	var->varattno = attnum;
	var->vartype = type;
	var->vartypmod = -1;
	var->varcollid = collation;
	var->varnosyn = var->varno;
	var->varattnosyn = attnum;
	var->location = -1;
	return var;
}

static bool
resolve_in_table(ShredLevel *level, const RangeTblEntry *rte, const Var *document,
				 const char *key, VariantShredColumns *columns)
{
	ListCell   *lc;

	foreach(lc, table_uses(level->tables, rte))
	{
		VariantShredUse *use = lfirst(lc);

		if (use->document != document->varattno || strcmp(use->key, key) != 0 ||
			(level->in_quals && !use->in_quals))
			continue;
		columns->typed = sibling(document, use->typed, use->type, use->collation);
		columns->marker = sibling(document, use->marker, CHAROID, InvalidOid);
		columns->strict = use->strict;
		return true;
	}
	return false;
}

/* ---------------------------------------------------------------------
 * Subqueries
 * ---------------------------------------------------------------------
 */

/* A row of it is a row of its tables, and one more column changes nothing. */
static bool
is_transparent(const Query *query)
{
	ListCell   *lc;

	if (query->commandType != CMD_SELECT || query->setOperations != NULL ||
		query->groupClause != NIL || query->groupingSets != NIL || query->hasAggs ||
		query->havingQual != NULL || query->distinctClause != NIL ||
		query->hasTargetSRFs || query->hasWindowFuncs || query->rowMarks != NIL)
		return false;
	foreach(lc, query->targetList)
	{
		if (((TargetEntry *) lfirst(lc))->resjunk)
			return false;
	}
	return true;
}

typedef struct WholeRows
{
	Index		levelsup;
	Bitmapset  *found;
} WholeRows;

static bool
whole_rows_walker(Node *node, WholeRows *rows)
{
	if (node == NULL)
		return false;
	if (IsA(node, Var))
	{
		Var		   *var = (Var *) node;

		if (var->varlevelsup == rows->levelsup && var->varattno == InvalidAttrNumber)
			rows->found = bms_add_member(rows->found, var->varno);
		return false;
	}
	if (!IsA(node, Query))
		return expression_tree_walker(node, whole_rows_walker, rows);
	rows->levelsup++;
	query_tree_walker((Query *) node, whole_rows_walker, rows, 0);
	rows->levelsup--;
	return false;
}

/* Is the row of a table of the query read as one value, here or in its subqueries? */
static bool
is_read_whole(ShredLevel *level, int varno)
{
	WholeRows	rows = {0, NULL};

	if (!level->whole_rows_known)
	{
		query_tree_walker(level->query, whole_rows_walker, &rows, 0);
		level->whole_rows = rows.found;
		level->whole_rows_known = true;
	}
	return bms_is_member(varno, level->whole_rows);
}

/* The number of the subquery's column that is the variable; it may be new. */
static AttrNumber
export_column(RangeTblEntry *rte, Var *var)
{
	Query	   *query = rte->subquery;
	char	   *name;
	ListCell   *lc;

	foreach(lc, query->targetList)
	{
		TargetEntry *entry = lfirst(lc);

		if (equal(entry->expr, var))
			return entry->resno;
	}
	name = get_rte_attribute_name(rt_fetch(var->varno, query->rtable), var->varattno);
	query->targetList = lappend(query->targetList,
								makeTargetEntry((Expr *) var, (AttrNumber) (list_length(query->targetList) + 1),
												name, false));
	rte->eref->colnames = lappend(rte->eref->colnames, makeString(name));
	return (AttrNumber) list_length(query->targetList);
}

static bool resolve(ShredLevel *level, const Var *document, const char *key,
					VariantShredColumns *columns);

static bool
resolve_in_subquery(ShredLevel *level, RangeTblEntry *rte, const Var *document,
					const char *key, VariantShredColumns *columns)
{
	ShredLevel	inner = *level;
	VariantShredColumns inside;
	TargetEntry *entry;
	Var		   *var;

	check_stack_depth();
	/* read as a whole, at whatever level, one more column would show */
	if (rte->subquery == NULL || !is_transparent(rte->subquery) ||
		list_length(rte->eref->colnames) != list_length(rte->subquery->targetList) ||
		is_read_whole(level, document->varno))
		return false;
	entry = get_tle_by_resno(rte->subquery->targetList, document->varattno);
	var = entry == NULL ? NULL : (Var *) entry->expr;
	if (var == NULL || !IsA(var, Var) || var->varlevelsup != 0 || var->varattno <= 0)
		return false;
	inner.query = rte->subquery;
	inner.whole_rows_known = false;
	if (!resolve(&inner, var, key, &inside))
		return false;
	columns->typed = sibling(document, export_column(rte, inside.typed),
							 inside.typed->vartype, inside.typed->varcollid);
	columns->marker = sibling(document, export_column(rte, inside.marker),
							  CHAROID, InvalidOid);
	columns->strict = inside.strict;
	return true;
}

static bool
resolve(ShredLevel *level, const Var *document, const char *key,
		VariantShredColumns *columns)
{
	RangeTblEntry *rte;

	if (level->query->setOperations != NULL || document->varno < 1 ||
		document->varno > list_length(level->query->rtable))
		return false;
	rte = rt_fetch(document->varno, level->query->rtable);
	if (rte->rtekind == RTE_RELATION)
		return resolve_in_table(level, rte, document, key, columns);
	if (rte->rtekind == RTE_SUBQUERY)
		return resolve_in_subquery(level, rte, document, key, columns);
	return false;
}

bool
variant_shred_resolve(ShredLevel *level, const VariantShredRead *read,
					  VariantShredColumns *columns)
{
	if (!resolve(level, read->document, read->key, columns))
		return false;
	/* what replaces a function must leave it in the plan, which depends on it */
	columns->strict = columns->strict && !read->inlined;
	return true;
}

/* ---------------------------------------------------------------------
 * Queries
 * ---------------------------------------------------------------------
 */
static void
rewrite_jointree(ShredLevel *level, Node *node)
{
	ListCell   *lc;

	if (node == NULL || IsA(node, RangeTblRef))
		return;
	check_stack_depth();
	if (IsA(node, FromExpr))
	{
		FromExpr   *from = (FromExpr *) node;

		foreach(lc, from->fromlist)
			rewrite_jointree(level, lfirst(lc));
		from->quals = variant_shred_rewrite_qual(from->quals, level);
	}
	else if (IsA(node, JoinExpr))
	{
		JoinExpr   *join = (JoinExpr *) node;

		rewrite_jointree(level, join->larg);
		rewrite_jointree(level, join->rarg);
		join->quals = variant_shred_rewrite_qual(join->quals, level);
	}
}

static void
rewrite_conditions(ShredLevel *level)
{
	ListCell   *lc;

	level->in_quals = true;
	rewrite_jointree(level, (Node *) level->query->jointree);
	foreach(lc, level->query->rtable)
	{
		RangeTblEntry *rte = lfirst(lc);
		ListCell   *qual;

		foreach(qual, rte->securityQuals)
			lfirst(qual) = variant_shred_rewrite_qual(lfirst(qual), level);
	}
	level->in_quals = false;
}

static void
rewrite_results(ShredLevel *level)
{
	Query	   *query = level->query;
	ListCell   *lc;

	foreach(lc, query->targetList)
	{
		TargetEntry *entry = lfirst(lc);

		entry->expr = (Expr *) variant_shred_rewrite_expr((Node *) entry->expr, level);
	}
	query->havingQual = variant_shred_rewrite_expr(query->havingQual, level);
	foreach(lc, query->rtable)
	{
		List	  **groups = variant_rte_group_expressions((RangeTblEntry *) lfirst(lc));

		if (groups != NULL)
			*groups = (List *) variant_shred_rewrite_expr((Node *) *groups, level);
	}
}

void
variant_shred_rewrite_query(ShredLevel *outer, Query *query)
{
	ShredLevel	level = *outer;
	ListCell   *lc;

	check_stack_depth();
	level.query = query;
	level.in_quals = false;
	level.whole_rows_known = false;
	foreach(lc, query->rtable)
	{
		RangeTblEntry *rte = lfirst(lc);

		if (rte->rtekind == RTE_SUBQUERY && rte->subquery != NULL)
			variant_shred_rewrite_query(&level, rte->subquery);
	}
	foreach(lc, query->cteList)
		variant_shred_rewrite_query(&level, (Query *) ((CommonTableExpr *) lfirst(lc))->ctequery);
	if (query->commandType == CMD_UTILITY || query->commandType == CMD_MERGE)
		return;
	rewrite_conditions(&level);
	if (query->groupingSets == NIL)
		rewrite_results(&level);
}

/* Is there any table with columns to use? */
static bool
has_shredded_walker(Node *node, List **tables)
{
	if (node == NULL)
		return false;
	if (IsA(node, RangeTblEntry))
	{
		RangeTblEntry *rte = (RangeTblEntry *) node;

		return rte->rtekind == RTE_RELATION && table_uses(tables, rte) != NIL;
	}
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, has_shredded_walker, tables,
								 QTW_EXAMINE_RTES_BEFORE);
	return expression_tree_walker(node, has_shredded_walker, tables);
}

/* A copy of the query that uses shredded columns; NULL if it needs none. */
static Query *
rewrite(Query *query)
{
	List	   *tables = NIL;
	bool		used = false;
	ShredLevel	top = {NULL, &tables, &used, false, false, NULL};
	Query	   *copy;

	/* without one nothing is looked up: the extension may not be there */
	if (query->commandType == CMD_UTILITY ||
		!has_shredded_walker((Node *) query, &tables))
		return NULL;
	copy = copyObject(query);
	variant_shred_rewrite_query(&top, copy);
	return used ? copy : NULL;
}

/* ---------------------------------------------------------------------
 * The hook
 * ---------------------------------------------------------------------
 */
static PlannedStmt *
plan_next(Query *query, const char *text, int options, ParamListInfo params)
{
	if (previous_hook)
		return previous_hook(query, text, options, params);
	return standard_planner(query, text, options, params);
}

static PlannedStmt *
plan(Query *query, const char *text, int options, ParamListInfo params)
{
	for (int i = 0; variant_shredded_enabled && i < ATTEMPTS; i++)
	{
		uint64		generation = variant_shred_uses_generation();
		Query	   *rewritten = rewrite(query);
		PlannedStmt *result;

		if (rewritten == NULL)
			break;
		result = plan_next(rewritten, text, options, params);
		if (generation == variant_shred_uses_generation())
			return result;
	}
	return plan_next(query, text, options, params);
}

void
variant_shredded_plan_init(void)
{
	previous_hook = planner_hook;
	planner_hook = plan;
}
