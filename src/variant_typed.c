/*-------------------------------------------------------------------------
 *
 * variant_typed.c
 *	  Comparison of a variant with an SQL value: v['price'] > 50.
 *
 * Interface: for each type T of the list at the end, variant_eq_T .. ge_T and
 * T_eq_variant .. T_ge_variant (all SQL).
 *
 * = and <> mean v = to_variant(x): a value of another class is just not
 * equal.  The orderings compare within one class family only and give NULL
 * otherwise: a boolean is neither above 50 nor below.  The variant's scalar is
 * compared where it is, nothing is built.  The variant may come as a document
 * with a path (variant_borrow.c).
 *
 * SQL values that no variant can hold have their place in the order all the
 * same: infinite dates at the ends, numerics of any length by exact value.
 *
 * The install script's part is written by test/tools/typed_operators.sh.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_borrow.h"
#include "variant_scalar.h"
#include "variant_slice.h"

#include "catalog/pg_type.h"

/* What an operator accepts, as bits to test the outcome with. */
#define LESS		0x01
#define EQUAL		0x02
#define GREATER		0x04
#define OTHER		0x08		/* not of the class family */

/* Which argument the variant is. */
#define VARIANT_LEFT	0
#define VARIANT_RIGHT	1

static int
outcome(int comparison)
{
	return comparison < 0 ? LESS : comparison > 0 ? GREATER : EQUAL;
}

static int
compare_scalar(const VntScalar *s, Oid type, Datum value)
{
	VntScalar	other;

	switch (variant_scalar_from_sql(type, value, &other))
	{
		case VARIANT_FITS:
			return outcome(vnt_scalar_compare(s, &other));
		case VARIANT_BELOW:
			return GREATER;
		case VARIANT_ABOVE:
			return LESS;
		case VARIANT_NO_FORM:
			break;
	}
	return outcome(variant_number_compare(s, PG_DETOAST_DATUM_PACKED(value)));
}

/* The value of an integer type. */
static inline bool
sql_integer(Oid type, Datum value, int64 *integer)
{
	switch (type)
	{
		case INT2OID:
			*integer = DatumGetInt16(value);
			return true;
		case INT4OID:
			*integer = DatumGetInt32(value);
			return true;
		case INT8OID:
			*integer = DatumGetInt64(value);
			return true;
		default:
			return false;
	}
}

/* What is not there has no outcome, like a NULL argument. */
#define MISSING		0

static int
compare_value(const VntValue *v, Oid type, int family, Datum value)
{
	VntScalar	s;

	if (vnt_class_family(vnt_value_class(v)) != family)
		return OTHER;
	variant_check_stored(vnt_scalar_read(v, &s));
	return compare_scalar(&s, type, value);
}

static pg_noinline int
compare_any(const VariantPassed *passed, Datum variant, Oid type, int family, Datum value)
{
	VariantView view;
	VntValue	v;
	int			result;

	if (passed != NULL)
	{
		if (!variant_argument_open(passed, variant, &view, &v))
			return MISSING;
	}
	else
	{
		variant_view_open_scalar(&view, variant);
		v = view.root;
	}
	result = compare_value(&v, type, family, value);
	variant_view_close(&view);
	return result;
}

/* The same for a scalar that is there. */
static pg_noinline int
compare_found(VPathQuick found, Oid type, int family, Datum value)
{
	VntValue	v = variant_scalar_value(found);

	return compare_value(&v, type, family, value);
}

/* How the variant stands to the value: one of the bits, or MISSING. */
static int
compare_typed(FunctionCallInfo fcinfo, int side, Oid type, int family)
{
	const VariantPassed *passed = variant_passed(fcinfo, side);
	VPathQuick	found = variant_argument_scalar(passed, PG_GETARG_DATUM(side));
	Datum		value = PG_GETARG_DATUM(1 - side);
	int64_t		i;
	int64		j;

	if (found.data != NULL)
	{
		if (sql_integer(type, value, &j) && vpath_quick_integer(found, &i))
			return i < j ? LESS : i > j ? GREATER : EQUAL;
		return compare_found(found, type, family, value);
	}
	if (found.len == VPATH_QUICK_MISSING)
		return MISSING;
	return compare_any(passed, PG_GETARG_DATUM(side), type, family, value);
}

static inline Datum
test_equality(FunctionCallInfo fcinfo, int side, Oid type, int family, int accepted)
{
	int			result = compare_typed(fcinfo, side, type, family);

	if (result == MISSING)
		PG_RETURN_NULL();
	PG_RETURN_BOOL((result & accepted) != 0);
}

static inline Datum
test_order(FunctionCallInfo fcinfo, int side, Oid type, int family, int accepted)
{
	int			result = compare_typed(fcinfo, side, type, family);

	if (result == OTHER || result == MISSING)
		PG_RETURN_NULL();
	PG_RETURN_BOOL((result & accepted) != 0);
}

#define TYPED_FUNCTION(name, test, side, type, family, accepted) \
VARIANT_FUNCTION(name); \
Datum \
name(PG_FUNCTION_ARGS) \
{ \
	return test(fcinfo, side, type, family, accepted); \
}

/* x < v is v > x, so the accepted outcomes of the right side are mirrored. */
#define TYPED_OPERATORS(t, type, family) \
	TYPED_FUNCTION(variant_eq_##t, test_equality, VARIANT_LEFT, type, family, EQUAL) \
	TYPED_FUNCTION(variant_ne_##t, test_equality, VARIANT_LEFT, type, family, LESS | GREATER | OTHER) \
	TYPED_FUNCTION(variant_lt_##t, test_order, VARIANT_LEFT, type, family, LESS) \
	TYPED_FUNCTION(variant_le_##t, test_order, VARIANT_LEFT, type, family, LESS | EQUAL) \
	TYPED_FUNCTION(variant_gt_##t, test_order, VARIANT_LEFT, type, family, GREATER) \
	TYPED_FUNCTION(variant_ge_##t, test_order, VARIANT_LEFT, type, family, GREATER | EQUAL) \
	TYPED_FUNCTION(t##_eq_variant, test_equality, VARIANT_RIGHT, type, family, EQUAL) \
	TYPED_FUNCTION(t##_ne_variant, test_equality, VARIANT_RIGHT, type, family, LESS | GREATER | OTHER) \
	TYPED_FUNCTION(t##_lt_variant, test_order, VARIANT_RIGHT, type, family, GREATER) \
	TYPED_FUNCTION(t##_le_variant, test_order, VARIANT_RIGHT, type, family, GREATER | EQUAL) \
	TYPED_FUNCTION(t##_gt_variant, test_order, VARIANT_RIGHT, type, family, LESS) \
	TYPED_FUNCTION(t##_ge_variant, test_order, VARIANT_RIGHT, type, family, LESS | EQUAL)

TYPED_OPERATORS(int2, INT2OID, VNT_CLASS_NUMBER)
TYPED_OPERATORS(int4, INT4OID, VNT_CLASS_NUMBER)
TYPED_OPERATORS(int8, INT8OID, VNT_CLASS_NUMBER)
TYPED_OPERATORS(numeric, NUMERICOID, VNT_CLASS_NUMBER)
TYPED_OPERATORS(float4, FLOAT4OID, VNT_CLASS_NUMBER)
TYPED_OPERATORS(float8, FLOAT8OID, VNT_CLASS_NUMBER)
TYPED_OPERATORS(text, TEXTOID, VNT_CLASS_STRING)
TYPED_OPERATORS(bool, BOOLOID, VNT_CLASS_BOOLEAN)
TYPED_OPERATORS(date, DATEOID, VNT_CLASS_DATE)
TYPED_OPERATORS(time, TIMEOID, VNT_CLASS_TIME)
TYPED_OPERATORS(timestamp, TIMESTAMPOID, VNT_CLASS_TIMESTAMP)
TYPED_OPERATORS(timestamptz, TIMESTAMPTZOID, VNT_CLASS_TIMESTAMPTZ)
TYPED_OPERATORS(uuid, UUIDOID, VNT_CLASS_UUID)
TYPED_OPERATORS(bytea, BYTEAOID, VNT_CLASS_BINARY)
