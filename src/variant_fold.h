/*-------------------------------------------------------------------------
 *
 * variant_fold.h
 *	  Chains of steps in the planner's expressions.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_FOLD_H
#define VARIANT_FOLD_H

#include "variant_path.h"

#include "nodes/pathnodes.h"
#include "nodes/primnodes.h"

/* ---------------------------------------------------------------------
 * Chains (variant_chain.c)
 * ---------------------------------------------------------------------
 */

/*
 * A variant expression taken apart: constant steps from a base.  Names are in
 * the database encoding, in memory of the planner.  No step is VPATH_NULL,
 * and one that can only be a name is VPATH_NAME, however it was written; an
 * integer in its shortest form is a VPATH_EITHER without a name.
 */
typedef struct VariantChain
{
	Node	   *base;
	List	   *steps;			/* of VPathStep * */
} VariantChain;

/*
 * Take base apart as far as it is subscripts and variant_fetch() with
 * constants, which is what all spellings of a path are simplified to; steps
 * is set.
 */
extern void variant_chain_open(VariantChain *chain, Node *base);

/*
 * Append the steps of an argument of that form, an integer for
 * VARIANT_PATH_INDEX.  False, and nothing changed, if the argument is not
 * constant, is malformed or has a step that finds nothing.
 */
typedef enum VariantStepForm
{
	VARIANT_STEPS_NONE,
	VARIANT_STEPS_KEY,			/* text */
	VARIANT_STEPS_INDEX,		/* integer */
	VARIANT_STEPS_ARRAY,		/* text[] */
	VARIANT_STEPS_DOLLAR,		/* text: $-path */
	VARIANT_STEPS_TYPED			/* text: as variant_chain_spell writes it */
} VariantStepForm;

extern bool variant_chain_append(VariantChain *chain, VariantStepForm form,
								 Node *argument);

/* The steps as text, to be read by vpath_parse_typed: $.a[0]{1}['b c']. */
extern char *variant_chain_spell(const VariantChain *chain);

/*
 * The same value as subscripts; NULL if a step means something else there:
 * names and indexes that have to be just that.
 */
extern Node *variant_chain_subscripts(const VariantChain *chain);

/* ---------------------------------------------------------------------
 * Folded calls (variant_fold.c)
 * ---------------------------------------------------------------------
 */

/* The function variant_fetch(variant, text), or InvalidOid. */
extern Oid	variant_fetch_oid(void);

/* Is it that one, or variant_fetch_text()? */
extern bool variant_is_borrowable_fetch(Oid function);

/* Is it one of variant_fetch_TYPE(variant, text)? */
extern bool variant_is_typed_fetch(Oid function);

/* Is there one of them with this result? */
extern bool variant_has_typed_fetch(Oid type);

/* The function try_variant_get(variant, text, anyelement), or InvalidOid. */
extern Oid	variant_try_get_oid(void);

/* ---------------------------------------------------------------------
 * Collations (variant_collation.c)
 * ---------------------------------------------------------------------
 */

/*
 * A call that other servers are sent, without an input collation; NULL if that
 * changes nothing.
 */
extern Node *variant_without_collation(const FuncExpr *fcall);

/* Texts that are equal have the same bytes; false without a collation. */
extern bool variant_collation_equates_bytes(Oid collation);

/* Texts are ordered by their bytes; false without a collation. */
extern bool variant_collation_orders_bytes(Oid collation);

/* ---------------------------------------------------------------------
 * Costs (variant_cost.c)
 * ---------------------------------------------------------------------
 */
struct SupportRequestCost;

/* What a call costs by the documents it reads; NULL if they are not known. */
extern Node *variant_read_cost(struct SupportRequestCost *request);

#endif							/* VARIANT_FOLD_H */
