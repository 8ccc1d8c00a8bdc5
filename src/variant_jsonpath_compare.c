/*-------------------------------------------------------------------------
 *
 * variant_jsonpath_compare.c
 *	  Comparing two items of jsonpath.
 *
 * Interface: variant_jsp_compare, variant_jsp_compare_prepare,
 * variant_jsp_compare_quick, variant_jsp_small_number.
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

/* For which orders a comparison is true: less, equal, greater, a bit each. */
static int
orders_of(JsonPathItemType op)
{
	switch ((int) op)
	{
		case jpiEqual:
			return 2;
		case jpiNotEqual:
			return 5;
		case jpiLess:
			return 1;
		case jpiGreater:
			return 4;
		case jpiLessOrEqual:
			return 3;
		case jpiGreaterOrEqual:
			return 6;
		default:
			elog(ERROR, "unrecognized jsonpath operation: %d", (int) op);
	}
	return 0;
}

static inline JspTruth
order_holds(int orders, int order)
{
	return orders >> ((order > 0) - (order < 0) + 1) & 1 ? JSP_TRUE : JSP_FALSE;
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
	return order_holds(orders_of(op), order);
}

/* ---------------------------------------------------------------------
 * Values with literals
 * ---------------------------------------------------------------------
 */
void
variant_jsp_compare_prepare(JspNode *node)
{
	const JspItem *literal = &node->right->constant;
	VntScalar	s;

	node->holds = (uint8) orders_of(node->type);
	if (!node->left->only_names || !node->right->is_constant)
		return;
	node->quick = JSP_QUICK_OTHER;
	if (literal->kind != JSP_VALUE)
		return;
	variant_jsp_scalar(literal, &s);
	if (literal->class_ == VNT_CLASS_STRING)
	{
		node->string = s.u.bytes;
		node->quick = JSP_QUICK_STRING;
	}
	else if (literal->class_ == VNT_CLASS_NUMBER &&
			 small_number(&s, &node->unscaled, &node->scale))
		node->quick = JSP_QUICK_NUMBER;
}

bool
variant_jsp_small_number(const JspItem *item, int64 *unscaled, int *scale)
{
	return item->kind == JSP_VALUE && variant_read_small(&item->u.value, unscaled, scale);
}

/* Give a a scale that is more by so much; false if it does not fit. */
static inline bool
rescale(int64 *a, int more)
{
	static const int64 powers[] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
	};

	return more < lengthof(powers) && !pg_mul_s64_overflow(*a, powers[more], a);
}

bool
variant_jsp_compare_quick(const JspNode *node, const VntValue *v, JspTruth *truth)
{
	int64		a;
	int64		b = node->unscaled;
	int			scale;
	int			order;
	size_t		len;

	if (node->quick == JSP_QUICK_NUMBER)
	{
		if (!variant_read_small(v, &a, &scale) ||
			(scale < node->scale && !rescale(&a, node->scale - scale)) ||
			(scale > node->scale && !rescale(&b, scale - node->scale)))
			return false;
		*truth = order_holds(node->holds, a < b ? -1 : a > b);
		return true;
	}
	len = v->data[0] >> VNT_HEADER_SHIFT;
	if (node->quick != JSP_QUICK_STRING ||
		(v->data[0] & VNT_BASIC_MASK) != VNT_BASIC_SHORT_STRING || len >= v->len)
		return false;
	if (len == node->string.len && vnt_bytes_equal(v->data + 1, node->string.data, len))
		order = 0;
	else
	{
		/* in two equal lengths, or for = and <>, more is not needed */
		order = node->holds == 2 || node->holds == 5 ? 1 :
			memcmp(v->data + 1, node->string.data, Min(len, node->string.len));
		if (order == 0)
			order = len < node->string.len ? -1 : 1;
	}
	*truth = order_holds(node->holds, order);
	return true;
}
