/*-------------------------------------------------------------------------
 *
 * variant_path.h
 *	  Paths in the server: path arguments of call sites, values found, values
 *	  set.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_PATH_H
#define VARIANT_PATH_H

#include "variant.h"

#include "path/vpath_quick.h"
#include "utils/memutils.h"

/* ---------------------------------------------------------------------
 * Paths of a call site (variant_path.c)
 *
 * A call site nearly always has a constant path.  So the path is parsed, and
 * converted to UTF-8, once, and kept until an argument with other bytes
 * comes along.
 * ---------------------------------------------------------------------
 */

/* How the argument is written. */
typedef enum VariantPathForm
{
	VARIANT_PATH_DOLLAR,		/* text: $.a[0] */
	VARIANT_PATH_ARRAY,			/* text[]: {a,0} */
	VARIANT_PATH_KEY,			/* text: the name of a member */
	VARIANT_PATH_TYPED			/* text: $.a{0}[0], with steps of all kinds */
} VariantPathForm;

typedef struct VariantPathSite
{
	MemoryContext parent;		/* lives as long as the call site */
	MemoryContext context;		/* of what follows; NULL before first use */
	struct varlena *source;		/* the argument, copied */
	VPath		path;
	uint32	   *hints;			/* one for each step */
	bool		has_null;		/* a text[] with a NULL: finds nothing */
	uint32		key_hint;		/* for names that need no conversion */
	bool		constant;		/* source is the only one that comes */
	struct VariantFetchRoom *room;	/* of a borrowed call, else NULL */
} VariantPathSite;

/*
 * The site of the function that is being called, kept in fn_extra.  size is
 * that of a larger struct that starts with a VariantPathSite; new ones are
 * zeroed but for parent.
 */
extern VariantPathSite *variant_path_site(FunctionCallInfo fcinfo, Size size);

/*
 * Make site->path that of a detoasted argument.  22023 with the position if
 * a $-path is malformed.
 */
extern void variant_path_site_set(VariantPathSite *site,
								  struct varlena *argument,
								  VariantPathForm form);

/*
 * Longest text of a path with $, in bytes, and room for the steps of one of
 * len bytes, palloc'd; 54000 if that is too long.
 */
#define VARIANT_MAX_PATH	(MaxAllocSize / sizeof(VPathStep))
extern VPathStep *variant_path_room(size_t len);

/*
 * An element of a text[] path, or a text subscript, as a step.  Its name is
 * in the datum or palloc'd.  Text that is no UTF-8 and so can be no name
 * becomes a step that finds nothing.
 */
extern VPathStep variant_path_step(text *name);

/*
 * Open datum and walk; false if the path leads nowhere (then the view is
 * closed already).  The caller closes the view when done with *found.  Only
 * that is there: view->root may not be.
 */
extern bool variant_find(VariantView *view, Datum datum, const VPath *path,
						 uint32 *hints, VntValue *found);

/* The same with the whole value in view->root, for what is going to change it. */
extern bool variant_find_with_root(VariantView *view, Datum datum, const VPath *path,
								   uint32 *hints, VntValue *found);

/* What variant_find() finds, as a datum of its own; *isnull if nothing is found. */
extern Datum variant_find_any_datum(Datum datum, const VPath *path,
									uint32 *hints, bool *isnull);

/* The bytes of a value that is not toasted; false for others. */
static pg_attribute_always_inline bool
variant_inline_bytes(Datum datum, const uint8_t **data, size_t *len)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(datum);

	/* what has a short header may lie at any address: look first */
	if (likely(VARATT_IS_4B_U(stored)))
	{
		*data = (const uint8_t *) VARDATA(stored);
		*len = VARSIZE(stored) - VARHDRSZ;
		return true;
	}
	if (VARATT_IS_COMPRESSED(stored) || VARATT_IS_EXTERNAL(stored))
		return false;
	*data = (const uint8_t *) VARDATA_SHORT(stored);
	*len = VARSIZE_SHORT(stored) - VARHDRSZ_SHORT;
	return true;
}

/*
 * What variant_find() finds, for a scalar in a small value that is not
 * toasted.  Nothing is to be closed; where it is not known, that has to look.
 */
static pg_attribute_always_inline VPathQuick
variant_find_scalar(Datum datum, const VPath *path, uint32 *hints)
{
	const uint8_t *data;
	size_t		len;

	if (unlikely(!variant_inline_bytes(datum, &data, &len)))
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	return vpath_quick_scalar(path, data, len, hints);
}

/* A variant null. */
extern const VntValue variant_null_value;

/* A scalar that a quick walk found: it needs no names. */
static inline VntValue
variant_scalar_value(VPathQuick found)
{
	VntValue	v = {variant_null_value.meta, found.data, found.len};

	return v;
}

/* What variant_find_any_datum() does, which is for what a quick walk does not know. */
static pg_attribute_always_inline Datum
variant_find_datum(Datum datum, const VPath *path, uint32 *hints, bool *isnull)
{
	const uint8_t *data;
	size_t		len;
	VPathQuick	found;
	VntValue	v;

	if (unlikely(!variant_inline_bytes(datum, &data, &len)))
		return variant_find_any_datum(datum, path, hints, isnull);
	found = vpath_quick_walk(path, data, len, hints);
	if (found.data == NULL)
	{
		if (found.len == VPATH_QUICK_UNKNOWN)
			return variant_find_any_datum(datum, path, hints, isnull);
		*isnull = true;
		return (Datum) 0;
	}
	*isnull = false;
	if ((found.data[0] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
		return variant_from_document(data, len, vpath_quick_open(data, len), &found);
	v = variant_scalar_value(found);
	return variant_from_value(&v);
}

/*
 * The bare text of a value, what ->> gives: NULL for variant null, 22P05 if
 * text cannot hold it.
 */
extern text *variant_value_to_text(const VntValue *v);

/* Is it one that text can hold?  (variant_get.c) */
extern bool variant_text_is_possible(const VntValue *v);

/* ---------------------------------------------------------------------
 * Setting (variant_set.c)
 * ---------------------------------------------------------------------
 */

/* What to do with the member or element that the path leads to. */
#define VARIANT_SET_CREATE			0x01	/* replace it, or add it */
#define VARIANT_SET_DELETE			0x02	/* remove it */
#define VARIANT_SET_REPLACE			0x04	/* only if it is there */
#define VARIANT_SET_INSERT_BEFORE	0x08	/* objects: only if not there */
#define VARIANT_SET_INSERT_AFTER	0x10
#define VARIANT_SET_ADDS			(VARIANT_SET_CREATE | \
									 VARIANT_SET_INSERT_BEFORE | \
									 VARIANT_SET_INSERT_AFTER)

/* Create missing containers on the way, and nulls up to a far index. */
#define VARIANT_SET_FILL_GAPS		0x20

/* Refuse a negative index before the first element instead of prepending. */
#define VARIANT_SET_CONSISTENT		0x40

/*
 * A copy of root with the value at path changed, by the rules of jsonb_set
 * and its kin.  One of the first five flags says what to do; newval is NULL
 * with VARIANT_SET_DELETE only.  root NULL: an empty array if the first step
 * is an integer subscript, else an empty object.  path has at least one step.
 *
 * Uses the shared builder.  Everything referenced has to stay until return.
 */
extern Datum variant_set_path(const VntValue *root, const VPath *path,
							  const VntValue *newval, int flags);

/* The same by copying bytes (variant_splice.c); false where that cannot be done. */
extern bool variant_splice_path(const VntValue *root, const VPath *path,
								const VntValue *newval, int flags, Datum *result);

/*
 * The pieces of it that setting in a tree needs (variant_expanded.c): new
 * containers for the steps behind level with newval in the innermost one; the
 * position that a step means in an array of count elements, -1 before all,
 * count or more behind all; the errors for too many nulls and for a path that
 * leads into a scalar.
 */
extern Datum variant_set_chain(const VPath *path, size_t level,
							   const VntValue *newval);
extern int64 variant_set_position(const VPath *path, size_t level,
								  uint32 count, int flags);
extern void variant_set_check_gap(int64 count);
pg_noreturn extern void variant_set_refuse_scalar(void);

#endif							/* VARIANT_PATH_H */
