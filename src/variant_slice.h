/*-------------------------------------------------------------------------
 *
 * variant_slice.h
 *	  Reading parts of values that are not simply there.
 *
 * A value is direct if its bytes are in the datum in plain form, as those of
 * small values are.  What is below is for all others, and right for any.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_SLICE_H
#define VARIANT_SLICE_H

#include "variant_path.h"

/*
 * variant_find() for a datum that is not direct: fetches, decompresses and
 * decodes no more than it takes.  The view holds what was found alone.
 */
extern bool variant_slice_find(VariantView *view, Datum datum,
							   const VPath *path, uint32 *hints,
							   VntValue *found);

/*
 * variant_find_scalar() for a datum that is toasted.  What was found stays
 * until the next read of any toasted value.
 */
extern VPathQuick variant_slice_scalar(Datum datum, const VPath *path,
									   uint32 *hints);

/* The type of what the path leads to; false if it leads nowhere. */
extern bool variant_slice_find_type(Datum datum, const VPath *path,
									uint32 *hints, VntType *type);

/* Type of the root; XX001 if it is unknown. */
extern VntType variant_slice_type(Datum datum);

/* Type of the root, and of a container its number of members. */
extern VntType variant_slice_count(Datum datum, uint32 *count);

/*
 * A view whose root is all there if it is a scalar; of a container there is
 * only the first byte.
 */
extern void variant_slice_open_scalar(VariantView *view, Datum datum);

/*
 * The names of an object: a container of which nothing but the count and the
 * names may be used.  False, and nothing opened, if the root is no object.
 */
extern bool variant_slice_open_names(VariantView *view, Datum datum,
									 VntContainer *c);

static inline void
variant_view_open_scalar(VariantView *view, Datum datum)
{
	if (likely(variant_is_direct(datum)))
		variant_view_open(view, datum);
	else
		variant_slice_open_scalar(view, datum);
}

/* ---------------------------------------------------------------------
 * Several parts (variant_slice_parts.c)
 * ---------------------------------------------------------------------
 */

/*
 * Parts of a document: what members of members are wanted.  Of a value that
 * is no object all is taken.
 */
typedef struct VariantPick VariantPick;
struct VariantPick
{
	VntSlice	name;			/* UTF-8; none at the root */
	bool		whole;			/* all of it is wanted */
	uint32		hint;
	VariantPick *members;
	VariantPick *next;			/* of the same object */
};

/*
 * Open a document that has the parts alone, if that is much less to read than
 * all of it.  False, and nothing opened, if not.  Uses the shared builder.
 */
extern bool variant_slice_open_parts(VariantView *view, Datum datum,
									 VariantPick *pick);

/* ---------------------------------------------------------------------
 * What both files use
 * ---------------------------------------------------------------------
 */

/* A value that is read in parts. */
typedef struct VariantSlice
{
	VntReader  *reader;
	VntPlace	root;
	struct VariantCached *cached;	/* NULL if all bytes are in memory */
	VntReader	memory;			/* the reader then */
} VariantSlice;

/* Is it compressed, or in a TOAST table? */
static inline bool
variant_is_toasted(struct varlena *datum)
{
	return VARATT_IS_EXTERNAL(datum) ? VARATT_IS_EXTERNAL_ONDISK(datum) :
		VARATT_IS_COMPRESSED(datum);
}

/* False for what is only opened as a whole: pointers into memory. */
extern bool variant_slice_begin(VariantSlice *s, Datum datum);

/* The value at a place: v points into view. */
extern void variant_slice_take(VariantSlice *s, VariantView *view,
							   const VntPlace *place, VntValue *v);

#endif							/* VARIANT_SLICE_H */
