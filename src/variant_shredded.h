/*-------------------------------------------------------------------------
 *
 * variant_shredded.h
 *	  Shredded columns: typed values of a document, kept beside it.
 *
 * A path that is shredded has a pair of stored generated columns:
 *
 *		typed	variant_shred_TYPE(document, '$.path', 'type'): the value there
 *				if it is of the type's class and loses nothing, else NULL
 *		marker	variant_shred_marker(document, '$.path', 'type'): NULL if typed
 *				is set or nothing is there, else what the value is instead
 *
 * These expressions are all that is kept about them: there is no catalog.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_SHREDDED_H
#define VARIANT_SHREDDED_H

#include "variant.h"

#include "nodes/pg_list.h"
#include "utils/rel.h"

#include "shred/vshred.h"

/* ---------------------------------------------------------------------
 * Values (variant_shredded.c)
 * ---------------------------------------------------------------------
 */

/* What a marker says of a value that is not in the typed column. */
#define VARIANT_MARKER_NULL		'n'	/* a variant null */
#define VARIANT_MARKER_FAMILY	'f'	/* of the type's family, but it does not fit */
#define VARIANT_MARKER_OTHER	'o'	/* of another family */

/*
 * The types of typed columns.  suffix is that of the function, sql what a
 * column of that type is declared as.
 */
typedef struct VariantShredType
{
	Oid			oid;
	const char *suffix;
	const char *sql;
} VariantShredType;

/* By the type of a schema; NULL if PostgreSQL has none: nanoseconds. */
extern const VariantShredType *variant_shred_type(const VShredNode *node);

/* ---------------------------------------------------------------------
 * Which columns are shredded ones (variant_shredded_catalog.c)
 * ---------------------------------------------------------------------
 */
typedef struct VariantShredPair
{
	AttrNumber	document;
	AttrNumber	typed;
	AttrNumber	marker;
	char	   *path;			/* $-path, as it is written in the expressions */
	char	   *key;			/* the same, as variant_chain_spell writes it */
	char	   *type;			/* as a schema writes it */
	Oid			type_oid;		/* of the typed column */
} VariantShredPair;

/* The pairs of a relation, in the order of their typed columns; palloc'd. */
extern List *variant_shred_pairs(Relation rel);

/* A $-path as variant_chain_spell writes it; NULL if it is none.  Palloc'd. */
extern char *variant_shred_path_key(const char *path);

/* ---------------------------------------------------------------------
 * Schemas (variant_shred.c)
 * ---------------------------------------------------------------------
 */

/* Read a schema document; 22023 with the path if it is none.  Palloc'd. */
extern VShredSchema *variant_shred_schema(Datum document);

#endif							/* VARIANT_SHREDDED_H */
