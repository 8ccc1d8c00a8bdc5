/*-------------------------------------------------------------------------
 *
 * variant_jsonpath_number.c
 *	  Arithmetic of jsonpath, and methods that make numbers, booleans and
 *	  strings.
 *
 * Interface: variant_jsp_truncate and the handlers of these items.
 *
 * Numbers are computed with as numeric, like jsonb's, so decimals stay exact
 * and results have the same digits.  A float or double takes part as the
 * number that its shortest text says.  NaN and infinities, which JSON does
 * not have, are no numbers here: an operand or argument of a wrong kind.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "common/int.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/float.h"
#include "utils/json.h"
#include "variant_scalar.h"

bool
variant_jsp_truncate(const JspItem *item, int32 *result)
{
	Numeric		numeric;
	bool		failed = false;

	if (item->kind == JSP_VALUE)
	{
		VntScalar	s;

		variant_jsp_scalar(item, &s);
		if (s.type >= VNT_INT8 && s.type <= VNT_INT64)
		{
			*result = (int32) s.u.i;
			return *result == s.u.i;
		}
	}
	if (!variant_jsp_numeric(item, &numeric))
		return false;
	numeric = DatumGetNumeric(DirectFunctionCall2(numeric_trunc,
												  NumericGetDatum(numeric),
												  Int32GetDatum(0)));
	*result = numeric_int4_opt_error(numeric, &failed);
	return !failed;
}

/* ---------------------------------------------------------------------
 * Operators
 * ---------------------------------------------------------------------
 */
typedef Numeric (*NumericOperator) (Numeric a, Numeric b, bool *failed);

static const NumericOperator operators[] = {
	[jpiAdd] = numeric_add_opt_error,
	[jpiSub] = numeric_sub_opt_error,
	[jpiMul] = numeric_mul_opt_error,
	[jpiDiv] = numeric_div_opt_error,
	[jpiMod] = numeric_mod_opt_error,
};

/* The items of an operand, elements in place of arrays in lax mode. */
static JspResult
operand_items(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out)
{
	variant_jsp_out_init(out);
	out->unwrap = cx->lax;
	return variant_jsp_exec(cx, node, item, out, cx->lax);
}

static bool
single_number(const JspOut *out, Numeric *numeric)
{
	return out->count == 1 && variant_jsp_numeric(&out->items[0], numeric);
}

/* Give the smaller of two scales the other one. */
static bool
same_scale(int64 *a, int *a_scale, int64 *b, int *b_scale)
{
	for (; *a_scale < *b_scale; (*a_scale)++)
	{
		if (pg_mul_s64_overflow(*a, 10, a))
			return false;
	}
	for (; *b_scale < *a_scale; (*b_scale)++)
	{
		if (pg_mul_s64_overflow(*b, 10, b))
			return false;
	}
	return true;
}

/*
 * Integers and decimals whose sum, difference or product 64 bits hold need no
 * numeric: the scale of the result is the larger one, or the sum.
 */
static bool
small_result(JsonPathItemType op, const JspOut *left, const JspOut *right, JspItem *result)
{
	int64		a;
	int64		b;
	int			scale;
	int			b_scale;
	int64		unscaled;
	bool		overflow;

	if (left->count != 1 || !variant_jsp_small_number(&left->items[0], &a, &scale) ||
		right->count != 1 || !variant_jsp_small_number(&right->items[0], &b, &b_scale))
		return false;
	if (op == jpiMul)
	{
		scale += b_scale;
		overflow = pg_mul_s64_overflow(a, b, &unscaled);
	}
	else if ((op != jpiAdd && op != jpiSub) || !same_scale(&a, &scale, &b, &b_scale))
		return false;
	else
		overflow = op == jpiAdd ? pg_add_s64_overflow(a, b, &unscaled) :
			pg_sub_s64_overflow(a, b, &unscaled);
	return !overflow && variant_jsp_set_decimal(result, unscaled, scale);
}

JspResult
variant_jsp_arithmetic(JspContext *cx, JspNode *node, const JspItem *item,
					   JspOut *out, bool unwrap)
{
	JspOut		left;
	JspOut		right;
	Numeric		a;
	Numeric		b;
	bool		failed = false;
	JspItem		value;

	if (operand_items(cx, node->left, item, &left) == JSP_ERROR ||
		operand_items(cx, node->right, item, &right) == JSP_ERROR)
		return JSP_ERROR;
	if (small_result(node->type, &left, &right, &value))
		return variant_jsp_next(cx, node, &value, out);
	if (!single_number(&left, &a))
		JSP_FAIL(cx, (errcode(ERRCODE_SINGLETON_SQL_JSON_ITEM_REQUIRED),
					  errmsg("left operand of jsonpath operator %s is not a single numeric value",
							 jspOperationName(node->type))));
	if (!single_number(&right, &b))
		JSP_FAIL(cx, (errcode(ERRCODE_SINGLETON_SQL_JSON_ITEM_REQUIRED),
					  errmsg("right operand of jsonpath operator %s is not a single numeric value",
							 jspOperationName(node->type))));
	a = operators[node->type] (a, b, cx->throws ? NULL : &failed);
	if (failed)
		return JSP_ERROR;
	variant_jsp_set_numeric(&value, a);
	return variant_jsp_next(cx, node, &value, out);
}

/* Unary plus and minus: of each item. */
JspResult
variant_jsp_sign(JspContext *cx, JspNode *node, const JspItem *item,
				 JspOut *out, bool unwrap)
{
	JspOut		operand;
	JspItem		value;
	Numeric		numeric;
	JspResult	result = JSP_EMPTY;

	if (operand_items(cx, node->left, item, &operand) == JSP_ERROR)
		return JSP_ERROR;
	for (int i = 0; i < operand.count; i++)
	{
		bool		is_number = variant_jsp_numeric(&operand.items[i], &numeric);
		JspResult	one;

		CHECK_FOR_INTERRUPTS();
		if (variant_jsp_only_exists(node, out))
		{
			if (is_number)
				return JSP_OK;
			continue;
		}
		if (!is_number)
			JSP_FAIL(cx, (errcode(ERRCODE_SQL_JSON_NUMBER_NOT_FOUND),
						  errmsg("operand of unary jsonpath operator %s is not a numeric value",
								 jspOperationName(node->type))));
		if (node->type == jpiMinus)
			numeric = DatumGetNumeric(DirectFunctionCall1(numeric_uminus,
														  NumericGetDatum(numeric)));
		variant_jsp_set_numeric(&value, numeric);
		one = variant_jsp_next(cx, node, &value, out);
		if (one == JSP_ERROR || variant_jsp_enough(one, out))
			return one;
		if (one == JSP_OK)
			result = JSP_OK;
	}
	return result;
}

/* ---------------------------------------------------------------------
 * .abs() .floor() .ceiling()
 * ---------------------------------------------------------------------
 */
JspResult
variant_jsp_rounding(JspContext *cx, JspNode *node, const JspItem *item,
					 JspOut *out, bool unwrap)
{
	PGFunction	function = node->type == jpiAbs ? numeric_abs :
		node->type == jpiFloor ? numeric_floor : numeric_ceil;
	Numeric		numeric;
	JspItem		value;

	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	if (!variant_jsp_numeric(item, &numeric))
		JSP_FAIL(cx, (errcode(ERRCODE_NON_NUMERIC_SQL_JSON_ITEM),
					  errmsg("jsonpath item method .%s() can only be applied to a numeric value",
							 jspOperationName(node->type))));
	numeric = DatumGetNumeric(DirectFunctionCall1(function, NumericGetDatum(numeric)));
	variant_jsp_set_numeric(&value, numeric);
	return variant_jsp_next(cx, node, &value, out);
}

/* ---------------------------------------------------------------------
 * .double()
 * ---------------------------------------------------------------------
 */

/* The words of the server's version for a text that is no finite double. */
static JspResult
double_error(JspContext *cx, JspNode *node, const char *argument, bool is_number,
			 bool failed)
{
	const char *method = jspOperationName(node->type);

	if (!VARIANT_JSONPATH_17)
		JSP_FAIL(cx, (errcode(ERRCODE_NON_NUMERIC_SQL_JSON_ITEM),
					  is_number ?
					  errmsg("numeric argument of jsonpath item method .%s() is out of range for type double precision", method) :
					  errmsg("string argument of jsonpath item method .%s() is not a valid representation of a double precision number", method)));
	JSP_FAIL(cx, (errcode(ERRCODE_NON_NUMERIC_SQL_JSON_ITEM),
				  failed ?
				  errmsg("argument \"%s\" of jsonpath item method .%s() is invalid for type %s",
						 argument, method, "double precision") :
				  errmsg("NaN or Infinity is not allowed for jsonpath item method .%s()", method)));
}

/* A number stays what it is if a double can have about its value. */
JspResult
variant_jsp_double(JspContext *cx, JspNode *node, const JspItem *item,
				   JspOut *out, bool unwrap)
{
	bool		is_number = variant_jsp_is_number(item);
	char	   *argument;
	text	   *t;
	double		d;
	bool		failed;
	JspItem		value = *item;

	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	if (!is_number && item->class_ != VNT_CLASS_STRING)
		JSP_FAIL(cx, (errcode(ERRCODE_NON_NUMERIC_SQL_JSON_ITEM),
					  errmsg("jsonpath item method .%s() can only be applied to a string or numeric value",
							 jspOperationName(node->type))));
	if (is_number)
		argument = variant_jsp_number_text(item);
	else
	{
		t = variant_jsp_text(cx, item);
		if (t == NULL)
			return JSP_ERROR;
		argument = text_to_cstring(t);
	}
	VARIANT_FLOAT8_IN(argument, &d, &failed);
	if (failed || !isfinite(d))
		return double_error(cx, node, argument, is_number, failed);
	if (!is_number)
		variant_jsp_set_numeric(&value, DatumGetNumeric(DirectFunctionCall1(float8_numeric,
																			Float8GetDatum(d))));
	return variant_jsp_next(cx, node, &value, out);
}

#if VARIANT_JSONPATH_17

/* ---------------------------------------------------------------------
 * .bigint() .integer() .number() .decimal() .boolean()
 * ---------------------------------------------------------------------
 */
static JspResult
invalid_argument(JspContext *cx, JspNode *node, const char *argument,
				 const char *type)
{
	JSP_FAIL(cx, (errcode(ERRCODE_NON_NUMERIC_SQL_JSON_ITEM),
				  errmsg("argument \"%s\" of jsonpath item method .%s() is invalid for type %s",
						 argument, jspOperationName(node->type), type)));
}

static JspResult
not_a_number(JspContext *cx, JspNode *node)
{
	JSP_FAIL(cx, (errcode(ERRCODE_NON_NUMERIC_SQL_JSON_ITEM),
				  errmsg("NaN or Infinity is not allowed for jsonpath item method .%s()",
						 jspOperationName(node->type))));
}

static JspResult
wrong_kind(JspContext *cx, JspNode *node, const char *kinds)
{
	JSP_FAIL(cx, (errcode(ERRCODE_NON_NUMERIC_SQL_JSON_ITEM),
				  errmsg("jsonpath item method .%s() can only be applied to a %s value",
						 jspOperationName(node->type), kinds)));
}

static bool
input_softly(PGFunction input, char *string, int32 typmod, Datum *result)
{
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;

	return DirectInputFunctionCallSafe(input, string, InvalidOid, typmod,
									   (Node *) &escontext, result) &&
		!escontext.error_occurred;
}

/* A number or string as the integer that its type's cast or input makes. */
static JspResult
to_integer(JspContext *cx, JspNode *node, const JspItem *item, int64 *result)
{
	bool		big = node->type == jpiBigint;
	const char *type = big ? "bigint" : "integer";
	bool		failed = false;
	Numeric		numeric;
	Datum		datum;
	text	   *t;

	if (variant_jsp_is_number(item))
	{
		if (!variant_jsp_numeric(item, &numeric))
			return not_a_number(cx, node);
		*result = big ? numeric_int8_opt_error(numeric, &failed) :
			numeric_int4_opt_error(numeric, &failed);
		return failed ? invalid_argument(cx, node, variant_jsp_number_text(item), type) : JSP_OK;
	}
	if (item->class_ != VNT_CLASS_STRING)
		return wrong_kind(cx, node, "string or numeric");
	t = variant_jsp_text(cx, item);
	if (t == NULL)
		return JSP_ERROR;
	if (!input_softly(big ? int8in : int4in, text_to_cstring(t), -1, &datum))
		return invalid_argument(cx, node, text_to_cstring(t), type);
	*result = big ? DatumGetInt64(datum) : DatumGetInt32(datum);
	return JSP_OK;
}

JspResult
variant_jsp_integer(JspContext *cx, JspNode *node, const JspItem *item,
					JspOut *out, bool unwrap)
{
	int64		integer;
	JspItem		value;

	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	if (to_integer(cx, node, item, &integer) == JSP_ERROR)
		return JSP_ERROR;
	variant_jsp_set_numeric(&value, int64_to_numeric(integer));
	return variant_jsp_next(cx, node, &value, out);
}

static JspResult
precision_argument(JspContext *cx, JspNode *node, int i, char out[12])
{
	static const char *const names[2] = {"precision", "scale"};
	static const int32 least[2] = {1, NUMERIC_MIN_SCALE};
	static const int32 most[2] = {NUMERIC_MAX_PRECISION, NUMERIC_MAX_SCALE};
	bool		failed = false;
	int32		value = 0;

	if (node->argument[i])
		value = numeric_int4_opt_error(node->argument[i], &failed);
	/* where errors are raised numerictypmodin() has the words */
	if (!failed && !cx->throws && (value < least[i] || value > most[i]))
		return JSP_ERROR;
	if (failed)
		JSP_FAIL(cx, (errcode(ERRCODE_NON_NUMERIC_SQL_JSON_ITEM),
					  errmsg("%s of jsonpath item method .%s() is out of range for type integer",
							 names[i], jspOperationName(node->type))));
	pg_ltoa(value, out);
	return JSP_OK;
}

/* numeric(precision, scale) of a text. */
static JspResult
apply_precision(JspContext *cx, JspNode *node, char *argument, Numeric *numeric)
{
	char		texts[2][12];
	Datum		datums[2] = {CStringGetDatum(texts[0]), CStringGetDatum(texts[1])};
	Datum		typmod;
	Datum		result;

	if (precision_argument(cx, node, 0, texts[0]) == JSP_ERROR ||
		precision_argument(cx, node, 1, texts[1]) == JSP_ERROR)
		return JSP_ERROR;
	typmod = DirectFunctionCall1(numerictypmodin,
								 PointerGetDatum(construct_array_builtin(datums, 2, CSTRINGOID)));
	if (!input_softly(numeric_in, argument, DatumGetInt32(typmod), &result))
		return invalid_argument(cx, node, argument, "numeric");
	*numeric = DatumGetNumeric(result);
	return JSP_OK;
}

/* A number or string as numeric, and its text. */
static JspResult
to_numeric(JspContext *cx, JspNode *node, const JspItem *item, Numeric *numeric,
		   char **argument)
{
	text	   *t;
	Datum		datum;

	if (variant_jsp_is_number(item))
	{
		if (!variant_jsp_numeric(item, numeric))
			return not_a_number(cx, node);
		*argument = variant_jsp_number_text(item);
		return JSP_OK;
	}
	if (item->class_ != VNT_CLASS_STRING)
		return wrong_kind(cx, node, "string or numeric");
	t = variant_jsp_text(cx, item);
	if (t == NULL)
		return JSP_ERROR;
	*argument = text_to_cstring(t);
	if (!input_softly(numeric_in, *argument, -1, &datum))
		return invalid_argument(cx, node, *argument, "numeric");
	*numeric = DatumGetNumeric(datum);
	if (numeric_is_nan(*numeric) || numeric_is_inf(*numeric))
		return not_a_number(cx, node);
	return JSP_OK;
}

/* .number() and .decimal([precision [, scale]]) */
JspResult
variant_jsp_decimal(JspContext *cx, JspNode *node, const JspItem *item,
					JspOut *out, bool unwrap)
{
	Numeric		numeric;
	char	   *argument;
	JspItem		value;

	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	if (to_numeric(cx, node, item, &numeric, &argument) == JSP_ERROR)
		return JSP_ERROR;
	if (node->argument[0] &&
		apply_precision(cx, node, argument, &numeric) == JSP_ERROR)
		return JSP_ERROR;
	variant_jsp_set_numeric(&value, numeric);
	return variant_jsp_next(cx, node, &value, out);
}

/* A string as boolin() reads it, a number if it is an integer. */
static JspResult
to_boolean(JspContext *cx, JspNode *node, const JspItem *item, bool *result)
{
	char	   *argument;
	text	   *t;
	Datum		datum;

	if (item->class_ == VNT_CLASS_BOOLEAN)
	{
		*result = vnt_value_type(&item->u.value) == VNT_TRUE;
		return JSP_OK;
	}
	if (variant_jsp_is_number(item))
	{
		argument = variant_jsp_number_text(item);
		if (!input_softly(int4in, argument, -1, &datum))
			return invalid_argument(cx, node, argument, "boolean");
		*result = DatumGetInt32(datum) != 0;
		return JSP_OK;
	}
	if (item->class_ != VNT_CLASS_STRING)
		return wrong_kind(cx, node, "boolean, string, or numeric");
	t = variant_jsp_text(cx, item);
	if (t == NULL)
		return JSP_ERROR;
	argument = text_to_cstring(t);
	if (!parse_bool(argument, result))
		return invalid_argument(cx, node, argument, "boolean");
	return JSP_OK;
}

JspResult
variant_jsp_to_boolean(JspContext *cx, JspNode *node, const JspItem *item,
					   JspOut *out, bool unwrap)
{
	bool		boolean;
	JspItem		value;

	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	if (to_boolean(cx, node, item, &boolean) == JSP_ERROR)
		return JSP_ERROR;
	variant_jsp_set_bool(&value, boolean);
	return variant_jsp_next(cx, node, &value, out);
}

/* ---------------------------------------------------------------------
 * .string()
 * ---------------------------------------------------------------------
 */

/* The string of a scalar that is one in plain JSON: "2024-10-24", base64. */
static void
set_json_string(JspItem *value, const JspItem *item)
{
	VntBuffer	buffer;

	vnt_buffer_init(&buffer, &variant_host);
	variant_check_stored(vnt_json_write(&buffer, &item->u.value, VNT_STYLE_JSON));
	variant_jsp_set_string(value, buffer.data + 1, buffer.len - 2);
}

static void
set_ascii(JspItem *value, const char *string)
{
	variant_jsp_set_string(value, string, strlen(string));
}

JspResult
variant_jsp_to_string(JspContext *cx, JspNode *node, const JspItem *item,
					  JspOut *out, bool unwrap)
{
	char		buffer[MAXDATELEN + 1];
	JspItem		value = *item;

	switch ((VntClass) item->class_)
	{
		case VNT_CLASS_NULL:
		case VNT_CLASS_OBJECT:
			return wrong_kind(cx, node, "boolean, string, numeric, or datetime");
		case VNT_CLASS_ARRAY:
			if (unwrap)
				return variant_jsp_each(cx, node, item, out, false);
			return wrong_kind(cx, node, "boolean, string, numeric, or datetime");
		case VNT_CLASS_STRING:
			break;
		case VNT_CLASS_BOOLEAN:
			set_ascii(&value, vnt_value_type(&item->u.value) == VNT_TRUE ? "true" : "false");
			break;
		case VNT_CLASS_NUMBER:
		case VNT_CLASS_FLOAT:
		case VNT_CLASS_DOUBLE:
			set_ascii(&value, variant_jsp_number_text(item));
			break;
		case VNT_CLASS_DATE:
		case VNT_CLASS_TIME:
		case VNT_CLASS_TIMESTAMP:
		case VNT_CLASS_TIMESTAMPTZ:
		case VNT_CLASS_UUID:
		case VNT_CLASS_BINARY:
			if (item->kind == JSP_MOMENT)
				set_ascii(&value, JsonEncodeDateTime(buffer, item->u.moment.value,
													 item->u.moment.type,
													 &item->u.moment.tz));
			else
				set_json_string(&value, item);
			break;
	}
	return variant_jsp_next(cx, node, &value, out);
}

#endif							/* VARIANT_JSONPATH_17 */
