/*-------------------------------------------------------------------------
 *
 * variant_shredded_rewrite.h
 *	  Between the walk over a query and the rewriting of its expressions.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_SHREDDED_REWRITE_H
#define VARIANT_SHREDDED_REWRITE_H

#include "variant_shredded_plan.h"

/* One query level at work. */
typedef struct ShredLevel
{
	Query	   *query;
	List	  **tables;			/* what is known of tables, for all levels */
	bool	   *used;			/* set when something was replaced */
	bool		in_quals;		/* these are conditions */
	bool		whole_rows_known;
	Bitmapset  *whole_rows;		/* whose rows are read as one value */
} ShredLevel;

/* ---------------------------------------------------------------------
 * Queries (variant_shredded_plan.c)
 * ---------------------------------------------------------------------
 */

/* The columns in place of what is read, if it may be replaced here. */
extern bool variant_shred_resolve(ShredLevel *level, const VariantShredRead *read,
								  VariantShredColumns *columns);

/* Work on a query within an expression, in place. */
extern void variant_shred_rewrite_query(ShredLevel *outer, Query *query);

/* ---------------------------------------------------------------------
 * Expressions (variant_shredded_rewrite.c)
 * ---------------------------------------------------------------------
 */

/* An expression that is equal in every row. */
extern Node *variant_shred_rewrite_expr(Node *node, ShredLevel *level);

/* A condition that is true in the same rows; else it may be false or null. */
extern Node *variant_shred_rewrite_qual(Node *node, ShredLevel *level);

#endif							/* VARIANT_SHREDDED_REWRITE_H */
