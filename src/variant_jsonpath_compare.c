/*-------------------------------------------------------------------------
 *
 * variant_jsonpath_compare.c
 *	  Comparing two items of jsonpath.
 *
 * Interface: variant_jsp_compare.
 *
 * Items of one family compare, of different families they do not (unknown);
 * null differs from everything else.  Numbers are a family, dates and times
 * are one, uuids and binaries are each.
 *
 * A float or double is compared with other numbers as the decimal number that
 * its text says, since that is what JSON text means by it: 1e-1 == 0.1, as in
 * jsonb.  (The order of the type, which indexes use, takes the exact binary
 * value.)  NaN equals NaN and is above all other numbers.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"

#include <math.h>

#include "common/int.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "variant_scalar.h"

/* Largest integer below which a double and its text are the same number. */
#define EXACT_INTEGER	9007199254740992.0

/* Dates and times of all classes are one family here. */
static int
item_family(const JspItem *item)
{
	return variant_jsp_is_temporal(item) ? (int) VNT_CLASS_DATE :
		vnt_class_family(item->class_);
}

/* ---------------------------------------------------------------------
 * Numbers
 * ---------------------------------------------------------------------
 */
static bool
is_binary_float(const VntScalar *s)
{
	return s->type == VNT_DOUBLE || s->type == VNT_FLOAT;
}

/*
 * Whether text and binary value mean the same, so that the order of the type
 * is the order here too.
 */
static bool
text_is_exact(const VntScalar *s)
{
	double		d;

	if (!is_binary_float(s))
		return true;
	d = s->type == VNT_DOUBLE ? s->u.d : s->u.f;
	return !isfinite(d) || (d == rint(d) && fabs(d) < (s->type == VNT_DOUBLE ? EXACT_INTEGER : 16777216.0));
}

/* Integers, and decimals that 64 bits hold: their unscaled value. */
static bool
small_number(const VntScalar *s, int64 *unscaled, int *scale)
{
	*scale = 0;
	if (s->type >= VNT_INT8 && s->type <= VNT_INT64)
	{
		*unscaled = s->u.i;
		return true;
	}
	*scale = s->scale;
	return s->type >= VNT_DECIMAL4 && s->type <= VNT_DECIMAL8 &&
		vnt_int128_fits_int64(s->u.dec, unscaled);
}

/* Nearly all numbers of documents; false if 64 bits are not enough. */
static bool
compare_small(const VntScalar *x, const VntScalar *y, int *order)
{
	int64		a;
	int64		b;
	int			a_scale;
	int			b_scale;

	if (!small_number(x, &a, &a_scale) || !small_number(y, &b, &b_scale))
		return false;
	for (; a_scale < b_scale; a_scale++)
	{
		if (pg_mul_s64_overflow(a, 10, &a))
			return false;
	}
	for (; b_scale < a_scale; b_scale++)
	{
		if (pg_mul_s64_overflow(b, 10, &b))
			return false;
	}
	*order = a < b ? -1 : a > b;
	return true;
}

/* -1, 0, 1; infinities and NaN have been dealt with on one side at least. */
static int
compare_as_decimals(const JspItem *a, const JspItem *b)
{
	Numeric		x;
	Numeric		y;

	if (!variant_jsp_numeric(a, &x) || !variant_jsp_numeric(b, &y))
		elog(ERROR, "jsonpath item is not a finite number");
	return DatumGetInt32(DirectFunctionCall2(numeric_cmp, NumericGetDatum(x),
											 NumericGetDatum(y)));
}

static int
compare_values(const JspItem *a, const JspItem *b)
{
	VntScalar	x;
	VntScalar	y;
	int			order;

	variant_jsp_scalar(a, &x);
	variant_jsp_scalar(b, &y);
	if (compare_small(&x, &y, &order))
		return order;
	if ((text_is_exact(&x) && text_is_exact(&y)) ||
		(x.type == VNT_DOUBLE && y.type == VNT_DOUBLE) ||
		(is_binary_float(&x) && !isfinite(x.type == VNT_DOUBLE ? x.u.d : x.u.f)) ||
		(is_binary_float(&y) && !isfinite(y.type == VNT_DOUBLE ? y.u.d : y.u.f)))
		return vnt_scalar_compare(&x, &y);
	return compare_as_decimals(a, b);
}

/* A value with a computed number. */
static int
compare_with_numeric(const JspItem *a, const JspItem *b)
{
	VntScalar	x;

	variant_jsp_scalar(a, &x);
	if (text_is_exact(&x))
		return variant_number_compare(&x, (struct varlena *) b->u.numeric);
	return compare_as_decimals(a, b);
}

static int
compare_numbers(const JspItem *a, const JspItem *b)
{
	if (a->kind == JSP_VALUE && b->kind == JSP_VALUE)
		return compare_values(a, b);
	if (a->kind == JSP_VALUE)
		return compare_with_numeric(a, b);
	if (b->kind == JSP_VALUE)
		return -compare_with_numeric(b, a);
	return DatumGetInt32(DirectFunctionCall2(numeric_cmp,
											 NumericGetDatum(a->u.numeric),
											 NumericGetDatum(b->u.numeric)));
}

/* ---------------------------------------------------------------------
 * All items
 * ---------------------------------------------------------------------
 */
static int
compare_encoded(const JspItem *a, const JspItem *b)
{
	VntScalar	x;
	VntScalar	y;

	variant_jsp_scalar(a, &x);
	variant_jsp_scalar(b, &y);
	return vnt_scalar_compare(&x, &y);
}

static JspTruth
order_holds(JsonPathItemType op, int order)
{
	bool		holds;

	switch ((int) op)
	{
		case jpiEqual:
			holds = order == 0;
			break;
		case jpiNotEqual:
			holds = order != 0;
			break;
		case jpiLess:
			holds = order < 0;
			break;
		case jpiGreater:
			holds = order > 0;
			break;
		case jpiLessOrEqual:
			holds = order <= 0;
			break;
		case jpiGreaterOrEqual:
			holds = order >= 0;
			break;
		default:
			elog(ERROR, "unrecognized jsonpath operation: %d", (int) op);
	}
	return holds ? JSP_TRUE : JSP_FALSE;
}

JspTruth
variant_jsp_compare(JspContext *cx, JsonPathItemType op, const JspItem *a,
					const JspItem *b)
{
	int			family = item_family(a);
	int			order = 0;

	if (family != item_family(b))
	{
		if (a->class_ == VNT_CLASS_NULL || b->class_ == VNT_CLASS_NULL)
			return op == jpiNotEqual ? JSP_TRUE : JSP_FALSE;
		return JSP_UNKNOWN;
	}
	switch (family)
	{
		case VNT_CLASS_ARRAY:
		case VNT_CLASS_OBJECT:
			return JSP_UNKNOWN;
		case VNT_CLASS_NULL:
			break;
		case VNT_CLASS_NUMBER:
			order = compare_numbers(a, b);
			break;
		case VNT_CLASS_DATE:
			if (!variant_jsp_compare_moments(cx, a, b, &order))
				return JSP_UNKNOWN;
			break;
		default:
			order = compare_encoded(a, b);
			break;
	}
	return order_holds(op, order);
}
