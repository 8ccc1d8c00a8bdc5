/*-------------------------------------------------------------------------
 *
 * variant_jsonpath_exec.c
 *	  Executing jsonpath over encoded values: where paths start, filters, and the
 *	  methods of items of any kind.
 *
 * Interface: variant_jsp_context, variant_jsp_run, variant_jsp_exists, and the
 * handlers of items.
 *
 * Limits: recursion is bounded by the server's stack limit; every step polls
 * for interrupts.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"

/* ids of .keyvalue(): object number times this, plus the offset in it */
#define ID_FACTOR	INT64CONST(10000000000)

/* ---------------------------------------------------------------------
 * Starting
 * ---------------------------------------------------------------------
 */
void
variant_jsp_context(JspContext *cx, const JspPath *path, const JspItem *root,
					const VntValue *variables, bool throws, bool use_tz)
{
	if (variables && vnt_value_class(variables) != VNT_CLASS_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"vars\" argument is not an object"),
				 errdetail("Jsonpath parameters should be encoded as key-value pairs of \"vars\" object.")));
	cx->root = root;
	cx->current = root;
	cx->variables = variables;
	cx->base = NULL;
	cx->base_id = 0;
	cx->next_id = variables ? 2 : 1;
	cx->array_size = -1;
	cx->lax = path->lax;
	cx->structural = !path->lax;
	cx->throws = throws;
	cx->use_tz = use_tz;
}

JspResult
variant_jsp_run(JspContext *cx, const JspPath *path, JspOut *out)
{
	return variant_jsp_exec(cx, path->root, cx->root, out, cx->lax);
}

/* Strict mode has to see all items: any of them can be an error. */
JspResult
variant_jsp_exists(JspContext *cx, const JspPath *path)
{
	JspOut		out;
	JspResult	result;
	VntValue	found;
	bool		array;

	if (cx->lax && path->root->names && cx->root->kind == JSP_VALUE)
	{
		if (variant_jsp_walk(path->root->names, &cx->root->u.value, &found, &array))
			return JSP_OK;
		if (!array)
			return JSP_EMPTY;
	}
	if (cx->lax)
		return variant_jsp_run(cx, path, NULL);
	variant_jsp_out_init(&out);
	out.take = variant_jsp_out_count;
	result = variant_jsp_run(cx, path, &out);
	if (result == JSP_ERROR)
		return JSP_ERROR;
	return out.count > 0 ? JSP_OK : JSP_EMPTY;
}

/* ---------------------------------------------------------------------
 * Where paths start
 * ---------------------------------------------------------------------
 */
static void
set_base(JspContext *cx, const JspItem *item, int64 id)
{
	cx->base = variant_jsp_is_container(item) ? item->u.value.data : NULL;
	cx->base_id = id;
}

JspResult
variant_jsp_root(JspContext *cx, JspNode *node, const JspItem *item,
				 JspOut *out, bool unwrap)
{
	const uint8_t *base = cx->base;
	int64		id = cx->base_id;
	JspResult	result;

	set_base(cx, cx->root, 0);
	result = variant_jsp_next(cx, node, cx->root, out);
	cx->base = base;
	cx->base_id = id;
	return result;
}

JspResult
variant_jsp_current(JspContext *cx, JspNode *node, const JspItem *item,
					JspOut *out, bool unwrap)
{
	return variant_jsp_next(cx, node, cx->current, out);
}

JspResult
variant_jsp_literal(JspContext *cx, JspNode *node, const JspItem *item,
					JspOut *out, bool unwrap)
{
	return variant_jsp_next(cx, node, &node->constant, out);
}

static void
find_variable(JspContext *cx, JspNode *node, JspItem *found)
{
	VntContainer c;
	VntValue	child;
	JspItem		variables;
	VntStatus	status = VNT_NOT_FOUND;

	if (cx->variables)
	{
		variant_check_stored(vnt_container_open(cx->variables, &c));
		status = vnt_object_find(&c, node->name.data, node->name.len, &child, NULL);
	}
	if (status == VNT_NOT_FOUND)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("could not find jsonpath variable \"%s\"", node->label)));
	variant_check_stored(status);
	variant_jsp_set_value(found, &child);
	variant_jsp_set_value(&variables, cx->variables);
	set_base(cx, &variables, 1);
}

JspResult
variant_jsp_variable(JspContext *cx, JspNode *node, const JspItem *item,
					 JspOut *out, bool unwrap)
{
	const uint8_t *base = cx->base;
	int64		id = cx->base_id;
	JspItem		found;
	JspResult	result;

	find_variable(cx, node, &found);
	result = variant_jsp_next(cx, node, &found, out);
	cx->base = base;
	cx->base_id = id;
	return result;
}

/* ---------------------------------------------------------------------
 * Filters, and predicates as values
 * ---------------------------------------------------------------------
 */
JspResult
variant_jsp_filter(JspContext *cx, JspNode *node, const JspItem *item,
				   JspOut *out, bool unwrap)
{
	const JspItem *outer = cx->current;
	JspTruth	truth;

	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	cx->current = item;
	truth = variant_jsp_test(cx, node->left, item);
	cx->current = outer;
	if (truth != JSP_TRUE)
		return JSP_EMPTY;
	return variant_jsp_next(cx, node, item, out);
}

JspResult
variant_jsp_boolean(JspContext *cx, JspNode *node, const JspItem *item,
					JspOut *out, bool unwrap)
{
	JspTruth	truth = variant_jsp_test(cx, node, item);
	JspItem		value;

	if (variant_jsp_only_exists(node, out))
		return JSP_OK;
	if (truth == JSP_UNKNOWN)
		variant_jsp_set_null(&value);
	else
		variant_jsp_set_bool(&value, truth == JSP_TRUE);
	return variant_jsp_next(cx, node, &value, out);
}

/* ---------------------------------------------------------------------
 * Methods of any item
 * ---------------------------------------------------------------------
 */
JspResult
variant_jsp_type(JspContext *cx, JspNode *node, const JspItem *item,
				 JspOut *out, bool unwrap)
{
	const char *name = variant_jsp_type_name(item);
	JspItem		value;

	variant_jsp_set_string(&value, name, strlen(name));
	return variant_jsp_next(cx, node, &value, out);
}

JspResult
variant_jsp_size(JspContext *cx, JspNode *node, const JspItem *item,
				 JspOut *out, bool unwrap)
{
	VntContainer c = {.count = 1};
	JspItem		value;

	if (item->class_ == VNT_CLASS_ARRAY)
		variant_check_stored(vnt_container_open(&item->u.value, &c));
	else if (!cx->lax)
	{
		if (cx->structural)
			JSP_FAIL(cx, (errcode(ERRCODE_SQL_JSON_ARRAY_NOT_FOUND),
						  errmsg("jsonpath item method .%s() can only be applied to an array",
								 jspOperationName(node->type))));
		return JSP_EMPTY;
	}
	variant_jsp_set_numeric(&value, int64_to_numeric(c.count));
	return variant_jsp_next(cx, node, &value, out);
}

/* ---------------------------------------------------------------------
 * .keyvalue()
 * ---------------------------------------------------------------------
 */

/* {"id": id, "key": name, "value": child} as a value of its own. */
static void
make_pair(const VntContainer *c, uint32 i, int64 id, JspItem *pair)
{
	VntBuilder *b = variant_builder_acquire();
	VariantView *view = palloc(sizeof(VariantView));
	VntSlice	name;
	VntValue	child;

	variant_check_stored(vnt_object_name(c, i, &name));
	variant_check_stored(vnt_container_child(c, i, &child));
	variant_check_build(vnt_build_object_begin(b));
	variant_check_build(vnt_build_key(b, (const uint8_t *) "id", 2));
	variant_check_build(vnt_build_int(b, id));
	variant_check_build(vnt_build_key(b, (const uint8_t *) "key", 3));
	variant_check_build(vnt_build_string(b, name.data, name.len));
	variant_check_build(vnt_build_key(b, (const uint8_t *) "value", 5));
	variant_check_stored(vnt_build_value(b, &child));
	variant_check_build(vnt_build_object_end(b));
	variant_view_open(view, variant_from_builder(b));
	variant_jsp_set_value(pair, &view->root);
}

JspResult
variant_jsp_keyvalue(JspContext *cx, JspNode *node, const JspItem *item,
					 JspOut *out, bool unwrap)
{
	const uint8_t *base = cx->base;
	int64		base_id = cx->base_id;
	VntContainer c;
	JspItem		pair;
	JspResult	result = JSP_EMPTY;
	int64		id;

	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	if (item->class_ != VNT_CLASS_OBJECT)
		JSP_FAIL(cx, (errcode(ERRCODE_SQL_JSON_OBJECT_NOT_FOUND),
					  errmsg("jsonpath item method .%s() can only be applied to an object",
							 jspOperationName(node->type))));
	variant_check_stored(vnt_container_open(&item->u.value, &c));
	if (c.count > 0 && variant_jsp_only_exists(node, out))
		return JSP_OK;
	id = base_id * ID_FACTOR;
	if (base)
		id += item->u.value.data - base;
	for (uint32 i = 0; i < c.count; i++)
	{
		make_pair(&c, i, id, &pair);
		set_base(cx, &pair, cx->next_id++);
		result = variant_jsp_next(cx, node, &pair, out);
		cx->base = base;
		cx->base_id = base_id;
		if (result == JSP_ERROR || variant_jsp_enough(result, out))
			break;
	}
	return result;
}
