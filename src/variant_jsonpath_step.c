/*-------------------------------------------------------------------------
 *
 * variant_jsonpath_step.c
 *	  Steps of a jsonpath into containers: .name .* [*] .** and subscripts.
 *
 * Interface: variant_jsp_each, variant_jsp_walk, and the handlers of steps.
 *
 * A member or element is taken out as a slice of the document.  A chain of
 * names is walked in a loop, and each name remembers where the last object
 * had it, so that objects of one shape are not searched.
 *
 * Limits: those of variant_jsonpath_exec.c.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"

/* ---------------------------------------------------------------------
 * Steps into containers
 * ---------------------------------------------------------------------
 */
static inline void
child_item(const VntContainer *c, uint32 i, JspItem *item)
{
	VntValue	child;

	variant_check_stored(vnt_read_child(c, i, &child));
	variant_jsp_set_value(item, &child);
}

/* The same for a filter, which is most of what arrays are for. */
static JspResult
each_filtered(JspContext *cx, JspNode *node, const VntContainer *c,
			  JspOut *out, bool unwrap)
{
	const JspItem *outer = cx->current;
	JspNode    *condition = node->left;
	JspResult	result = JSP_EMPTY;

	for (uint32 i = 0; i < c->count; i++)
	{
		JspItem		element;
		JspTruth	truth;

		CHECK_FOR_INTERRUPTS();
		child_item(c, i, &element);
		if (unwrap && element.class_ == VNT_CLASS_ARRAY)
			result = variant_jsp_each(cx, node, &element, out, false);
		else
		{
			cx->current = &element;
			truth = condition->test(cx, condition, &element);
			cx->current = outer;
			result = truth == JSP_TRUE ? variant_jsp_next(cx, node, &element, out) :
				JSP_EMPTY;
		}
		if (result == JSP_ERROR || variant_jsp_enough(result, out))
			break;
	}
	return result;
}

JspResult
variant_jsp_each(JspContext *cx, JspNode *node, const JspItem *item,
				 JspOut *out, bool unwrap)
{
	VntContainer c;
	JspItem		element;
	JspResult	result = JSP_EMPTY;

	/* all of them are executed at this depth */
	check_stack_depth();
	variant_check_stored(vnt_container_open(&item->u.value, &c));
	if (node && node->exec == variant_jsp_filter && node->left->test != NULL)
		return each_filtered(cx, node, &c, out, unwrap);
	for (uint32 i = 0; i < c.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		child_item(&c, i, &element);
		if (node)
			result = node->exec(cx, node, &element, out, unwrap);
		else
		{
			if (out)
				variant_jsp_out_add(out, &element);
			result = JSP_OK;
		}
		if (result == JSP_ERROR || variant_jsp_enough(result, out))
			break;
	}
	return result;
}

static JspResult
no_such_member(JspContext *cx, JspNode *node)
{
	if (cx->structural)
		JSP_FAIL(cx, (errcode(ERRCODE_SQL_JSON_MEMBER_NOT_FOUND),
					  errmsg("JSON object does not contain key \"%s\"", node->label)));
	return JSP_EMPTY;
}

/* A member of an object, where the last one had it or elsewhere. */
static inline bool
find_member(const VntContainer *c, JspNode *node, VntValue *found)
{
	VntStatus	status = vnt_read_member(c, node->hint, node->name.data,
										 node->name.len, found);

	if (status == VNT_OK)
		return true;
	if (status == VNT_NOT_FOUND)
		status = vnt_object_find(c, node->name.data, node->name.len, found, &node->hint);
	if (status == VNT_NOT_FOUND)
		return false;
	variant_check_stored(status);
	return true;
}

bool
variant_jsp_walk(JspNode *names, const VntValue *start, VntValue *found, bool *array)
{
	const VntValue *at = start;
	VntContainer c;
	int			kind;

	*array = false;
	for (; names; names = names->next)
	{
		kind = at->data[0] & VNT_BASIC_MASK;
		*array = kind == VNT_BASIC_ARRAY;
		if (kind != VNT_BASIC_OBJECT)
			return false;
		variant_check_stored(vnt_read_container(at, &c));
		if (!find_member(&c, names, found))
			return false;
		at = found;
	}
	*array = (at->data[0] & VNT_BASIC_MASK) == VNT_BASIC_ARRAY;
	return !*array;
}

/* .name, and all names that follow it */
JspResult
variant_jsp_key(JspContext *cx, JspNode *node, const JspItem *item,
				JspOut *out, bool unwrap)
{
	VntContainer c;
	VntValue	child;
	JspItem		member;

	while (item->class_ == VNT_CLASS_OBJECT)
	{
		variant_check_stored(vnt_read_container(&item->u.value, &c));
		if (!find_member(&c, node, &child))
			return no_such_member(cx, node);
		variant_jsp_set_value(&member, &child);
		if (node->next == NULL || node->next->type != jpiKey)
			return variant_jsp_next(cx, node, &member, out);
		node = node->next;
		item = &member;
		unwrap = cx->lax;
	}
	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	if (cx->structural)
		JSP_FAIL(cx, (errcode(ERRCODE_SQL_JSON_MEMBER_NOT_FOUND),
					  errmsg("jsonpath member accessor can only be applied to an object")));
	return JSP_EMPTY;
}

/* .* */
JspResult
variant_jsp_any_key(JspContext *cx, JspNode *node, const JspItem *item,
					JspOut *out, bool unwrap)
{
	if (item->class_ == VNT_CLASS_OBJECT)
		return variant_jsp_each(cx, node->next, item, out, cx->lax);
	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	if (cx->structural)
		JSP_FAIL(cx, (errcode(ERRCODE_SQL_JSON_OBJECT_NOT_FOUND),
					  errmsg("jsonpath wildcard member accessor can only be applied to an object")));
	return JSP_EMPTY;
}

/* [*] */
JspResult
variant_jsp_any_array(JspContext *cx, JspNode *node, const JspItem *item,
					  JspOut *out, bool unwrap)
{
	if (item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node->next, item, out, cx->lax);
	if (cx->lax)
		return variant_jsp_next(cx, node, item, out);
	if (cx->structural)
		JSP_FAIL(cx, (errcode(ERRCODE_SQL_JSON_ARRAY_NOT_FOUND),
					  errmsg("jsonpath wildcard array accessor can only be applied to an array")));
	return JSP_EMPTY;
}

/* ---------------------------------------------------------------------
 * .**
 * ---------------------------------------------------------------------
 */

/* What follows .** meets items of any kind: none is a structural error. */
static JspResult
any_level(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out)
{
	bool		structural = cx->structural;
	JspResult	result;

	cx->structural = false;
	result = variant_jsp_next(cx, node, item, out);
	cx->structural = structural;
	return result;
}

/* .**{last} means the leaves, whatever their level */
static bool
level_is_wanted(const JspNode *node, const JspItem *item, uint32 level)
{
	return level >= node->first ||
		(node->first == PG_UINT32_MAX && node->last == PG_UINT32_MAX &&
		 !variant_jsp_is_container(item));
}

static JspResult
any_below(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out,
		  uint32 level)
{
	VntContainer c;
	VntValue	child;
	JspItem		element;
	JspResult	result = JSP_EMPTY;

	check_stack_depth();
	if (level > node->last)
		return result;
	variant_check_stored(vnt_container_open(&item->u.value, &c));
	for (uint32 i = 0; i < c.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(&c, i, &child));
		variant_jsp_set_value(&element, &child);
		if (level_is_wanted(node, &element, level))
		{
			result = any_level(cx, node, &element, out);
			if (result == JSP_ERROR || variant_jsp_enough(result, out))
				break;
		}
		if (level < node->last && variant_jsp_is_container(&element))
		{
			result = any_below(cx, node, &element, out, level + 1);
			if (result == JSP_ERROR || variant_jsp_enough(result, out))
				break;
		}
	}
	return result;
}

JspResult
variant_jsp_any(JspContext *cx, JspNode *node, const JspItem *item,
				JspOut *out, bool unwrap)
{
	JspResult	result = JSP_EMPTY;

	if (node->first == 0)
	{
		result = any_level(cx, node, item, out);
		if (variant_jsp_enough(result, out))
			return result;
	}
	if (variant_jsp_is_container(item))
		result = any_below(cx, node, item, out, 1);
	return result;
}

/* ---------------------------------------------------------------------
 * Subscripts
 * ---------------------------------------------------------------------
 */
static JspResult
subscript_value(JspContext *cx, JspNode *node, const JspItem *item, int32 *index)
{
	JspOut		out;
	JspResult	result;

	if (node->is_index)
	{
		*index = node->index;
		return JSP_OK;
	}
	variant_jsp_out_init(&out);
	result = variant_jsp_exec(cx, node, item, &out, cx->lax);
	if (result == JSP_ERROR)
		return result;
	if (out.count != 1 || !variant_jsp_is_number(&out.items[0]))
		JSP_FAIL(cx, (errcode(ERRCODE_INVALID_SQL_JSON_SUBSCRIPT),
					  errmsg("jsonpath array subscript is not a single numeric value")));
	if (!variant_jsp_truncate(&out.items[0], index))
		JSP_FAIL(cx, (errcode(ERRCODE_INVALID_SQL_JSON_SUBSCRIPT),
					  errmsg("jsonpath array subscript is out of integer range")));
	return JSP_OK;
}

/* The range of one subscript, cut to the array in lax mode. */
static JspResult
subscript_range(JspContext *cx, JspSubscript *subscript, const JspItem *item,
				int64 size, int32 *from, int32 *to)
{
	JspResult	result = subscript_value(cx, subscript->from, item, from);

	if (result == JSP_ERROR)
		return result;
	*to = *from;
	if (subscript->to)
	{
		result = subscript_value(cx, subscript->to, item, to);
		if (result == JSP_ERROR)
			return result;
	}
	if (cx->structural && (*from < 0 || *from > *to || *to >= size))
		JSP_FAIL(cx, (errcode(ERRCODE_INVALID_SQL_JSON_SUBSCRIPT),
					  errmsg("jsonpath array subscript is out of bounds")));
	*from = Max(*from, 0);
	*to = (int32) Min((int64) *to, size - 1);
	return JSP_OK;
}

/* The elements of one range; c is NULL for an item that is no array. */
static JspResult
range_elements(JspContext *cx, JspNode *node, const JspItem *item,
			   const VntContainer *c, int32 from, int32 to, JspOut *out)
{
	JspResult	result = JSP_EMPTY;
	VntValue	child;
	JspItem		element = *item;

	for (int64 i = from; i <= to; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (variant_jsp_only_exists(node, out))
			return JSP_OK;
		if (c)
		{
			variant_check_stored(vnt_container_child(c, (uint32) i, &child));
			variant_jsp_set_value(&element, &child);
		}
		result = variant_jsp_next(cx, node, &element, out);
		if (result == JSP_ERROR || variant_jsp_enough(result, out))
			break;
	}
	return result;
}

static JspResult
subscripts(JspContext *cx, JspNode *node, const JspItem *item,
		   const VntContainer *c, JspOut *out)
{
	JspResult	result = JSP_EMPTY;

	for (int i = 0; i < node->nsubscripts; i++)
	{
		int32		from;
		int32		to;

		result = subscript_range(cx, &node->subscripts[i], item,
								 cx->array_size, &from, &to);
		if (result == JSP_ERROR)
			return result;
		result = range_elements(cx, node, item, c, from, to, out);
		if (result == JSP_ERROR || variant_jsp_enough(result, out))
			break;
	}
	return result;
}

JspResult
variant_jsp_index_array(JspContext *cx, JspNode *node, const JspItem *item,
						JspOut *out, bool unwrap)
{
	bool		is_array = item->class_ == VNT_CLASS_ARRAY;
	int64		outer = cx->array_size;
	VntContainer c;
	JspResult	result;

	if (!is_array && !cx->lax)
	{
		if (cx->structural)
			JSP_FAIL(cx, (errcode(ERRCODE_SQL_JSON_ARRAY_NOT_FOUND),
						  errmsg("jsonpath array accessor can only be applied to an array")));
		return JSP_EMPTY;
	}
	if (is_array)
		variant_check_stored(vnt_container_open(&item->u.value, &c));
	cx->array_size = is_array ? c.count : 1;
	result = subscripts(cx, node, item, is_array ? &c : NULL, out);
	cx->array_size = outer;
	return result;
}

JspResult
variant_jsp_last(JspContext *cx, JspNode *node, const JspItem *item,
				 JspOut *out, bool unwrap)
{
	JspItem		last;

	if (cx->array_size < 0)
		elog(ERROR, "evaluating jsonpath LAST outside of array subscript");
	if (variant_jsp_only_exists(node, out))
		return JSP_OK;
	variant_jsp_set_numeric(&last, int64_to_numeric(cx->array_size - 1));
	return variant_jsp_next(cx, node, &last, out);
}
