/*-------------------------------------------------------------------------
 *
 * variant_shredded_plan.h
 *	  Queries that use shredded columns: what the files of that share.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_SHREDDED_PLAN_H
#define VARIANT_SHREDDED_PLAN_H

#include "variant_shredded.h"

#include "nodes/parsenodes.h"
#include "nodes/primnodes.h"

/* The setting variant.shredded_columns. */
extern bool variant_shredded_enabled;

extern void variant_shredded_plan_init(void);

/* ---------------------------------------------------------------------
 * Tables (variant_shredded_cache.c)
 * ---------------------------------------------------------------------
 */

/* A pair that the planner may use instead of its path. */
typedef struct VariantShredUse
{
	AttrNumber	document;
	AttrNumber	typed;
	AttrNumber	marker;
	Oid			type;			/* of the typed column */
	Oid			collation;
	bool		in_quals;		/* conditions may use it, too */
	bool		strict;			/* a CHECK constraint says that no row is marked */
	char	   *key;			/* the path, as variant_chain_spell writes it */
} VariantShredUse;

/*
 * Those of a table that is locked; with_children if the rows of its children
 * are read as well.  Palloc'd.
 */
extern List *variant_shred_uses(Oid relid, bool with_children);

/* Changes whenever what variant_shred_uses() told may be wrong by now. */
extern uint64 variant_shred_uses_generation(void);

/* ---------------------------------------------------------------------
 * Expressions (variant_shredded_expr.c)
 * ---------------------------------------------------------------------
 */

/* A read of a path of a column of this query level. */
typedef struct VariantShredRead
{
	Var		   *document;
	char	   *key;			/* the path */
	Oid			type;			/* that it is read as */
	bool		inlined;		/* by an SQL function, which may be replaced */
} VariantShredRead;

/* Is it one, by constant steps?  In any spelling; a cast belongs to it. */
extern bool variant_shred_open_read(Node *node, VariantShredRead *read);

/* The column in place of a path, as expressions of the query level. */
typedef struct VariantShredColumns
{
	Var		   *typed;
	Var		   *marker;
	bool		strict;			/* which is null in every row */
} VariantShredColumns;

/*
 * What a read gives where the marker is null, by the typed column; NULL if
 * the column does not tell.
 */
extern Node *variant_shred_value(Var *typed, Oid type);

/*
 * A read as an integer type that is narrower than the column: the same, but only for
 * values of that type, the others being for the document.  The ends of its
 * range as constants of the column's type; false if it is no such read.
 */
extern bool variant_shred_narrow(Var *typed, Oid type, Node **value,
								 Node **least, Node **most);

/* column operator value, both of the same SQL type, with that name */
extern Node *variant_shred_native(Var *typed, const char *name, Node *value);

/*
 * The same of a comparison of a variant with value, whose operator has that
 * name with the path on its left; NULL if it is not known.
 */
extern Node *variant_shred_compare(Var *typed, const char *name, Node *value);

/* Which markers leave a comparison open, so that the document decides. */
typedef enum VariantShredOpen
{
	VARIANT_OPEN_FAMILY,		/* f */
	VARIANT_OPEN_VALUES,		/* f, o */
	VARIANT_OPEN_ALL			/* all that is not null */
} VariantShredOpen;

extern Node *variant_shred_null_test(Var *var, NullTestType type);

/* marker IS NOT NULL AND marker is one of these, as a list of conditions */
extern List *variant_shred_open_conditions(Var *marker, VariantShredOpen open);

/* An operator of the server's own; InvalidOid if there is none. */
extern Oid	variant_shred_operator(const char *name, Oid left, Oid right);

#endif							/* VARIANT_SHREDDED_PLAN_H */
