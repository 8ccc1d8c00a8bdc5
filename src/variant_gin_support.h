/*-------------------------------------------------------------------------
 *
 * variant_gin_support.h
 *	  The GIN index and the planner.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_GIN_SUPPORT_H
#define VARIANT_GIN_SUPPORT_H

#include "postgres.h"

#include "nodes/pathnodes.h"

/* The setting variant.path_index. */
extern bool variant_path_index;

extern void variant_gin_support_init(void);

/* What conditions are derived for: a column of an index of a table. */
typedef struct VariantTarget
{
	PlannerInfo *root;
	RelOptInfo *rel;
	IndexOptInfo *index;
	int			column;
	Oid			operator;		/* @~ */
	Oid			predicate;		/* the type */
} VariantTarget;

/* An OR of the table's conditions that several indexes serve (variant_gin_or.c). */
typedef struct VariantOr
{
	RestrictInfo *rinfo;
	BitmapOrPath *path;			/* of one IndexPath for each arm */
} VariantOr;

/* All of them, as a list of VariantOr *; targets is one of VariantTarget *. */
extern List *variant_or_open(PlannerInfo *root, RelOptInfo *rel, List *targets);

/* The index clauses that some conditions of the table make; *derived if some are ours. */
extern List *variant_restriction_clauses(const VariantTarget *target, List *rinfos,
										 bool *derived);

/*
 * If set, told of each such column while a query is planned: of the
 * conditions of the table and of those with values from other tables, as lists
 * of IndexClause *, and of the table's ORs.
 */
typedef void (*VariantTargetObserver) (const VariantTarget *target, List *base,
									   List *joins, List *ors);
extern VariantTargetObserver variant_target_observer;

/* ---------------------------------------------------------------------
 * Conditions about paths (variant_gin_clause.c)
 * ---------------------------------------------------------------------
 */
typedef enum VariantClauseKind
{
	VARIANT_CLAUSE_COMPARE,		/* path operator variant, within a class */
	VARIANT_CLAUSE_ORDER,		/* the same across classes */
	VARIANT_CLAUSE_CAST,		/* path::type operator value */
	VARIANT_CLAUSE_TEXT,		/* bare text of path = value */
	VARIANT_CLAUSE_TEXT_ORDER,	/* bare text of path operator value, by bytes */
	VARIANT_CLAUSE_TEXT_CAST,	/* (bare text of path)::type operator value */
	VARIANT_CLAUSE_LIKE,		/* bare text of path LIKE value */
	VARIANT_CLAUSE_PREFIX,		/* bare text of path ^@ value */
	VARIANT_CLAUSE_EXISTS
} VariantClauseKind;

/* A condition on the value at a path of the index column. */
typedef struct VariantClause
{
	VariantClauseKind kind;
	RestrictInfo *rinfo;		/* NULL inside of an OR */
	char	   *path;			/* as variant_chain_spell writes it */
	const char *operator;
	Node	   *value;			/* or an array for any */
	bool		any;			/* = ANY */
} VariantClause;

/* The expression that the index column is; NULL if it is a table's column. */
extern Node *variant_target_expression(const VariantTarget *target);

/* Is this a path of the index column, read as a variant, as text or cast? */
extern bool variant_clause_is_path(const VariantTarget *target, Node *node);

/* Take a condition apart; false if it is none of these. */
extern bool variant_clause_open(const VariantTarget *target, Node *node,
								VariantClause *clause);
extern bool variant_clause_is_ordering(const VariantClause *clause);
extern bool variant_clause_makes_range(const VariantClause *one,
									   const VariantClause *other);

/*
 * Conditions that look at the start of a text (variant_gin_pattern.c): LIKE, ^@,
 * starts_with(), ~.  The text is returned, NULL if it is none; kind, operator
 * and value are set.
 */
extern Node *variant_pattern_open(Node *node, VariantClause *clause);

/*
 * How many rows the keys find that stand for the constant start of a text, of
 * which they know but the first letters; 0 if nothing is known.
 */
extern Selectivity variant_pattern_selectivity(const VariantTarget *target,
											   Node *node);

/*
 * The predicates that conditions imply, as expressions; constant if the values
 * are.  NULL where there is none.
 */
extern Node *variant_clause_predicate(const VariantTarget *target,
									  const VariantClause *clause);
extern Node *variant_clause_range(const VariantTarget *target,
								  const VariantClause *one,
								  const VariantClause *other);
extern Node *variant_clause_or(const VariantTarget *target, BoolExpr *expr);

#endif							/* VARIANT_GIN_SUPPORT_H */
