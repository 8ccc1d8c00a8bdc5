/*-------------------------------------------------------------------------
 *
 * variant_borrow.h
 *	  Results of subscripts that only one call of a function looks at.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_BORROW_H
#define VARIANT_BORROW_H

#include "variant_path.h"

#include "utils/expandeddatum.h"

/*
 * Type modifiers of subscripts in finished plans.  Of a borrowed one nobody
 * looks at the result any more once the function that it is an argument of has
 * returned.  A passed one gives its function the whole document, and the
 * function walks the path itself.
 */
#define VARIANT_BORROWED	1
#define VARIANT_PASSED		2

/*
 * The same for variant_fetch() and variant_fetch_text(): an input collation,
 * which there is none of this number.
 */
#define VARIANT_BORROWED_CALL	((Oid) 1)

/* The setting variant.borrow: are subscripts and calls marked so? */
extern bool variant_borrow;
extern void variant_borrow_init(void);

/* ---------------------------------------------------------------------
 * Borrowed scalars
 * ---------------------------------------------------------------------
 */

/* The longest scalar but for strings and binary with a count of their own. */
#define VARIANT_SHORT_VALUE	(1 + VNT_MAX_SHORT_STRING)

/* A datum of such a scalar: no names, and so no padding anywhere. */
typedef struct VariantShort
{
	int32		header;
	uint8_t		metadata[3];
	uint8_t		value[VARIANT_SHORT_VALUE];
} VariantShort;

/* Copy up to VARIANT_SHORT_VALUE bytes: in most cases two or three moves. */
static inline void
variant_copy_short(uint8_t *to, const uint8_t *from, size_t len)
{
	uint64		word;
	uint32		half;
	size_t		i;

	if (len >= sizeof(word))
	{
		for (i = 0; i + sizeof(word) <= len; i += sizeof(word))
		{
			memcpy(&word, from + i, sizeof(word));
			memcpy(to + i, &word, sizeof(word));
		}
		memcpy(&word, from + len - sizeof(word), sizeof(word));
		memcpy(to + len - sizeof(word), &word, sizeof(word));
	}
	else if (len >= sizeof(half))
	{
		memcpy(&half, from, sizeof(half));
		memcpy(to, &half, sizeof(half));
		memcpy(&half, from + len - sizeof(half), sizeof(half));
		memcpy(to + len - sizeof(half), &half, sizeof(half));
	}
	else
	{
		for (i = 0; i < len; i++)
			to[i] = from[i];
	}
}

/* The rest of a datum whose metadata is there already. */
static inline Datum
variant_short_set(VariantShort *s, const uint8_t *value, size_t size)
{
	SET_VARSIZE(s, offsetof(VariantShort, value) + size);
	variant_copy_short(s->value, value, size);
	return PointerGetDatum(s);
}

/* ---------------------------------------------------------------------
 * Borrowed containers
 * ---------------------------------------------------------------------
 */

/*
 * A container where it lies, as a datum: to our own functions its bytes, to
 * all others an expanded object that can be flattened.  It stays as long as
 * the document that it is a part of, or until the next one is set.
 */
typedef struct VariantBorrowed
{
	ExpandedObjectHeader hdr;
	const uint8_t *document;	/* its metadata, and all of it */
	size_t		document_len;
	VPathQuick	value;			/* and no more than that */
} VariantBorrowed;

extern void variant_borrowed_begin(VariantBorrowed *b);

/* value: the container, and perhaps more, inside of these bytes. */
extern Datum variant_borrowed_set(VariantBorrowed *b, const uint8_t *document,
								  size_t len, VPathQuick value);

/* What is behind a datum, or NULL if it is of another kind. */
extern const VariantBorrowed *variant_borrowed_get(Datum datum);

extern void variant_borrowed_open(const VariantBorrowed *b, VariantView *view);

/* ---------------------------------------------------------------------
 * Passed subscripts
 * ---------------------------------------------------------------------
 */

/* In fn_extra of a function that can take one. */
typedef struct VariantPassed
{
	VPath		path;
	uint32	   *hints;
} VariantPassed;

/* In its place for calls with a value of their own. */
extern const VariantPassed variant_not_passed;

extern const VariantPassed *variant_passed_make(FmgrInfo *flinfo, int argument);

/* The path to walk from that argument on; NULL if it is the value itself. */
static inline const VariantPassed *
variant_passed(FunctionCallInfo fcinfo, int argument)
{
	const VariantPassed *passed;

	if (unlikely(fcinfo->flinfo == NULL))
		return NULL;
	passed = fcinfo->flinfo->fn_extra;
	if (unlikely(passed == NULL))
		passed = variant_passed_make(fcinfo->flinfo, argument);
	return passed == &variant_not_passed ? NULL : passed;
}

/* A datum's bytes if it is a scalar by itself, with no names in front. */
static inline VPathQuick
variant_scalar_bytes(Datum datum)
{
	const struct varlena *v = (const struct varlena *) DatumGetPointer(datum);
	/* not VARDATA(): what has a short header may lie at any address */
	const uint8_t *data = (const uint8_t *) v + VARHDRSZ;
	VPathQuick	result;

	if (!VARATT_IS_4B_U(v) || VARSIZE(v) < VARHDRSZ + sizeof(uint32) ||
		(vnt_load32(data) & 0xffffff) != 0x000011 ||
		(data[sizeof(vnt_empty_metadata)] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	result.data = data + sizeof(vnt_empty_metadata);
	result.len = VARSIZE(v) - VARHDRSZ - sizeof(vnt_empty_metadata);
	return result;
}

/* The value that a function is called with, if it is such a scalar. */
static pg_attribute_always_inline VPathQuick
variant_argument_scalar(const VariantPassed *passed, Datum datum)
{
	return passed != NULL ? variant_find_scalar(datum, &passed->path, passed->hints) :
		variant_scalar_bytes(datum);
}

/*
 * The same for every value: false if there is none.  value is the root of the
 * view, or lies in it; the caller closes the view.
 */
extern bool variant_argument_open(const VariantPassed *passed, Datum datum,
								  VariantView *view, VntValue *value);

/* A text subscript or an integer one as a step (variant_subs.c). */
extern VPathStep variant_subscript_step(Oid type, Datum value, bool isassignment);

#endif							/* VARIANT_BORROW_H */
