/*-------------------------------------------------------------------------
 *
 * variant_expanded.h
 *	  A variant of a PL/pgSQL variable while it is being assigned to.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_EXPANDED_H
#define VARIANT_EXPANDED_H

#include "variant_path.h"

#include "nodes/params.h"
#include "utils/expandeddatum.h"

typedef struct VariantExpanded VariantExpanded;

/* The object behind a datum, or NULL if there is none. */
extern VariantExpanded *variant_expanded_get(Datum datum);

/*
 * One that may be changed: the datum's own if it belongs to a variable of the
 * function whose parameters these are, else a new one in the current memory
 * context.  isnull: see variant_set_path() for root NULL.
 */
extern VariantExpanded *variant_expanded_for(Datum datum, bool isnull,
											 const VPath *path,
											 ParamListInfo params);

/* Set the value at path, as an assignment to subscripts does. */
extern Datum variant_expanded_assign(VariantExpanded *e, const VPath *path,
									 const VntValue *newval);

/* Its bytes as an ordinary varlena, which stays until the next change. */
extern struct varlena *variant_expanded_flat(VariantExpanded *e);

/*
 * Walk a path; false if it leads nowhere.  metadata is used where the value
 * found has to be written first.
 */
extern bool variant_expanded_find(VariantExpanded *e, const VPath *path,
								  VntMetadata *metadata, VntValue *found);

#endif							/* VARIANT_EXPANDED_H */
