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
#include "variant_abbrev.h"
#include "variant_borrow.h"

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

/* ---------------------------------------------------------------------
 * Small scalars, which is most of what is compared
 * ---------------------------------------------------------------------
 */
typedef enum Known
{
	DIFFERENT,
	EQUAL,
	UNKNOWN
} Known;

static inline Known
quick_equal(VPathQuick a, VPathQuick b)
{
	VntSlice	x;
	VntSlice	y;
	int64_t		i;
	int64_t		j;

	if (a.data == NULL || b.data == NULL)
		return UNKNOWN;
	if (vpath_quick_string(a, &x))
		return vpath_quick_string(b, &y) ?
			(Known) (x.len == y.len && vnt_bytes_equal(x.data, y.data, x.len)) : UNKNOWN;
	if (vpath_quick_integer(a, &i) && vpath_quick_integer(b, &j))
		return (Known) (i == j);
	return UNKNOWN;
}

static inline bool
quick_compare(VPathQuick a, VPathQuick b, int *order)
{
	VntSlice	x;
	VntSlice	y;
	int64_t		i;
	int64_t		j;

	if (a.data == NULL || b.data == NULL)
		return false;
	if (vpath_quick_string(a, &x))
	{
		if (!vpath_quick_string(b, &y))
			return false;
		*order = memcmp(x.data, y.data, Min(x.len, y.len));
		if (*order == 0)
			*order = x.len < y.len ? -1 : x.len > y.len;
		return true;
	}
	if (!vpath_quick_integer(a, &i) || !vpath_quick_integer(b, &j))
		return false;
	*order = i < j ? -1 : i > j;
	return true;
}

/* ---------------------------------------------------------------------
 * Operators
 *
 * The left argument may be a document with the path to what is meant; then
 * there may be nothing, as if the argument were NULL.
 * ---------------------------------------------------------------------
 */
static pg_noinline bool
compare_any(FunctionCallInfo fcinfo, const VariantPassed *passed, int *order)
{
	VariantView x;
	VariantView y;
	VntValue	left;
	VntStatus	status = VNT_OK;

	if (!variant_argument_open(passed, PG_GETARG_DATUM(0), &x, &left))
		return false;
	variant_view_open(&y, PG_GETARG_DATUM(1));
	*order = vnt_compare(&left, &y.root, &status);
	variant_check_stored(status);
	variant_view_close(&x);
	variant_view_close(&y);
	return true;
}

static inline bool
is_missing(VPathQuick v)
{
	return v.data == NULL && v.len == VPATH_QUICK_MISSING;
}

static Datum
test_equality(FunctionCallInfo fcinfo, bool wanted)
{
	const VariantPassed *passed = variant_passed(fcinfo, 0);
	VPathQuick	left = variant_argument_scalar(passed, PG_GETARG_DATUM(0));
	Known		known = quick_equal(left, variant_scalar_bytes(PG_GETARG_DATUM(1)));
	int			order = 0;

	if (likely(known != UNKNOWN))
		PG_RETURN_BOOL((known == EQUAL) == wanted);
	if (is_missing(left))
		PG_RETURN_NULL();
	if (passed == NULL && same_stored_bytes(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)))
		PG_RETURN_BOOL(wanted);
	if (!compare_any(fcinfo, passed, &order))
		PG_RETURN_NULL();
	PG_RETURN_BOOL((order == 0) == wanted);
}

/* accepted: bits by how the order may be. */
#define LESS	0x01
#define SAME	0x02
#define GREATER	0x04

static Datum
test_order(FunctionCallInfo fcinfo, int accepted)
{
	const VariantPassed *passed = variant_passed(fcinfo, 0);
	VPathQuick	left = variant_argument_scalar(passed, PG_GETARG_DATUM(0));
	int			order;

	if (!quick_compare(left, variant_scalar_bytes(PG_GETARG_DATUM(1)), &order) &&
		(is_missing(left) || !compare_any(fcinfo, passed, &order)))
		PG_RETURN_NULL();
	PG_RETURN_BOOL((accepted & (order < 0 ? LESS : order > 0 ? GREATER : SAME)) != 0);
}

Datum
variant_eq(PG_FUNCTION_ARGS)
{
	return test_equality(fcinfo, true);
}

Datum
variant_ne(PG_FUNCTION_ARGS)
{
	return test_equality(fcinfo, false);
}

Datum
variant_lt(PG_FUNCTION_ARGS)
{
	return test_order(fcinfo, LESS);
}

Datum
variant_le(PG_FUNCTION_ARGS)
{
	return test_order(fcinfo, LESS | SAME);
}

Datum
variant_gt(PG_FUNCTION_ARGS)
{
	return test_order(fcinfo, GREATER);
}

Datum
variant_ge(PG_FUNCTION_ARGS)
{
	return test_order(fcinfo, GREATER | SAME);
}

/* ---------------------------------------------------------------------
 * Support
 * ---------------------------------------------------------------------
 */
static int
compare_datums(Datum a, Datum b)
{
	VariantView x;
	VariantView y;
	VntStatus	status = VNT_OK;
	int			result;

	if (quick_compare(variant_scalar_bytes(a), variant_scalar_bytes(b), &result))
		return result;
	variant_view_open(&x, a);
	variant_view_open(&y, b);
	result = vnt_compare(&x.root, &y.root, &status);
	variant_check_stored(status);
	variant_view_close(&x);
	variant_view_close(&y);
	return result;
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
