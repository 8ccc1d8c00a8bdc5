/*-------------------------------------------------------------------------
 *
 * variant_compare.c
 *	  The operators = <> < <= > >=, min and max, and support of btree and hash.
 *
 * Interface: variant_eq .. variant_ge, variant_cmp, variant_smaller,
 * variant_larger, variant_sortsupport, variant_hash, variant_hash_extended
 * (all SQL).
 *
 * The order itself is the codec's (vnt_order.c).  Here are the parts that
 * only a server has: no comparison leaves a detoasted copy behind, and sorts
 * get abbreviated keys (variant_abbrev.c).
 *
 * Limits: there is no "equalimage" support function, and must not be one, as
 * equal values may have different bytes (1 and 1.0).
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "variant_abbrev.h"

VARIANT_FUNCTION(variant_eq);
VARIANT_FUNCTION(variant_ne);
VARIANT_FUNCTION(variant_lt);
VARIANT_FUNCTION(variant_le);
VARIANT_FUNCTION(variant_gt);
VARIANT_FUNCTION(variant_ge);
VARIANT_FUNCTION(variant_cmp);
VARIANT_FUNCTION(variant_smaller);
VARIANT_FUNCTION(variant_larger);
VARIANT_FUNCTION(variant_sortsupport);
VARIANT_FUNCTION(variant_hash);
VARIANT_FUNCTION(variant_hash_extended);

/*
 * Are the stored forms the same, byte for byte?  Two like pointers into TOAST
 * are one value, and nothing has to be fetched.  Sizes say nothing otherwise.
 */
static bool
same_stored_bytes(Datum a, Datum b)
{
	const struct varlena *x = (const struct varlena *) DatumGetPointer(a);
	const struct varlena *y = (const struct varlena *) DatumGetPointer(b);
	Size		size;

	if (x == y)
		return true;
	size = VARSIZE_ANY(x);
	return size == VARSIZE_ANY(y) && memcmp(x, y, size) == 0;
}

/* Is it a string below 64 bytes, as documents give them, and not toasted? */
static inline bool
is_short_string(Datum datum)
{
	const struct varlena *stored = (const struct varlena *) DatumGetPointer(datum);
	const uint8_t *data = (const uint8_t *) VARDATA_ANY(stored);

	return !VARATT_IS_COMPRESSED(stored) && !VARATT_IS_EXTERNAL(stored) &&
		VARSIZE_ANY_EXHDR(stored) > sizeof(vnt_empty_metadata) &&
		memcmp(data, vnt_empty_metadata, sizeof(vnt_empty_metadata)) == 0 &&
		(data[sizeof(vnt_empty_metadata)] & VNT_BASIC_MASK) == VNT_BASIC_SHORT_STRING;
}

/* Two such strings with other bytes are not equal; headers may differ. */
static inline bool
are_other_strings(Datum a, Datum b)
{
	Size		size = VARSIZE_ANY_EXHDR(DatumGetPointer(a));

	return is_short_string(a) && is_short_string(b) &&
		(size != VARSIZE_ANY_EXHDR(DatumGetPointer(b)) ||
		 memcmp(VARDATA_ANY(DatumGetPointer(a)), VARDATA_ANY(DatumGetPointer(b)), size) != 0);
}

static int
compare_datums(Datum a, Datum b)
{
	VariantView x;
	VariantView y;
	VntStatus	status = VNT_OK;
	int			result;

	variant_view_open(&x, a);
	variant_view_open(&y, b);
	result = vnt_compare(&x.root, &y.root, &status);
	variant_check_stored(status);
	variant_view_close(&x);
	variant_view_close(&y);
	return result;
}

static bool
equal_datums(Datum a, Datum b)
{
	return same_stored_bytes(a, b) ||
		(!are_other_strings(a, b) && compare_datums(a, b) == 0);
}

Datum
variant_eq(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(equal_datums(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

Datum
variant_ne(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(!equal_datums(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

Datum
variant_lt(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_datums(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)) < 0);
}

Datum
variant_le(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_datums(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)) <= 0);
}

Datum
variant_gt(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_datums(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)) > 0);
}

Datum
variant_ge(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare_datums(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)) >= 0);
}

Datum
variant_cmp(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(compare_datums(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

/* Of equal values the second, as for text: not fetched only to be returned. */
Datum
variant_smaller(PG_FUNCTION_ARGS)
{
	Datum		a = PG_GETARG_DATUM(0);
	Datum		b = PG_GETARG_DATUM(1);

	PG_RETURN_DATUM(compare_datums(a, b) < 0 ? a : b);
}

Datum
variant_larger(PG_FUNCTION_ARGS)
{
	Datum		a = PG_GETARG_DATUM(0);
	Datum		b = PG_GETARG_DATUM(1);

	PG_RETURN_DATUM(compare_datums(a, b) > 0 ? a : b);
}

static int
sort_compare(Datum a, Datum b, SortSupport ssup)
{
	return compare_datums(a, b);
}

Datum
variant_sortsupport(PG_FUNCTION_ARGS)
{
	SortSupport ssup = (SortSupport) PG_GETARG_POINTER(0);

	ssup->comparator = sort_compare;
	variant_abbrev_setup(ssup);
	PG_RETURN_VOID();
}

static uint64_t
hash_datum(Datum datum, uint64_t seed)
{
	VariantView view;
	VntStatus	status = VNT_OK;
	uint64_t	hash;

	variant_view_open(&view, datum);
	hash = vnt_hash(&view.root, seed, &status);
	variant_check_stored(status);
	variant_view_close(&view);
	return hash;
}

/* The low half of the extended hash at seed 0, as the server asks for. */
Datum
variant_hash(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32((int32) (uint32) hash_datum(PG_GETARG_DATUM(0), 0));
}

Datum
variant_hash_extended(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64((int64) hash_datum(PG_GETARG_DATUM(0),
									   (uint64) PG_GETARG_INT64(1)));
}
