/*-------------------------------------------------------------------------
 *
 * variant_jsonpath_predicate.c
 *	  Predicates of jsonpath, in three-valued logic.
 *
 * Interface: variant_jsp_test and one test for each predicate.
 *
 * Operands are sequences, and a predicate is true if it is for any pair.  In
 * strict mode every pair has to be looked at, as any may be an error, which
 * makes the answer unknown.  In lax mode the first pair that is true decides;
 * so where nothing can go wrong in the left operand its items are compared as
 * they are found, and the search ends with the first match.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"

#include "catalog/pg_collation.h"
#include "mb/pg_wchar.h"
#include "regex/regex.h"

/* One pair of items; right is NULL for predicates of one operand. */
typedef JspTruth (*PairTest) (JspContext *cx, JspNode *node,
							  const JspItem *left, const JspItem *right);

/* The items of an operand, kept. */
typedef struct Operand
{
	const JspItem *items;
	int			count;
	JspOut		out;
} Operand;

/* A left operand that is compared while it is searched. */
typedef struct Match
{
	JspOut		out;			/* first: take gets a pointer to it */
	JspContext *cx;
	JspNode    *node;
	PairTest	test;
	const JspItem *right;
	int			nright;
	bool		unknown;
	bool		found;
} Match;

JspTruth
variant_jsp_test(JspContext *cx, JspNode *node, const JspItem *item)
{
	check_stack_depth();
	if (node->test == NULL)
		elog(ERROR, "invalid boolean jsonpath item type: %d", (int) node->type);
	return node->test(cx, node, item);
}

/* ---------------------------------------------------------------------
 * Operands
 * ---------------------------------------------------------------------
 */

/* Execute with soft errors suppressed. */
static JspResult
run_silently(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out)
{
	bool		throws = cx->throws;
	JspResult	result;

	cx->throws = false;
	result = variant_jsp_exec(cx, node, item, out, cx->lax);
	cx->throws = throws;
	return result;
}

/* False after a soft error.  node NULL: no operand, which is one NULL item. */
static bool
operand_items(JspContext *cx, JspNode *node, const JspItem *item, bool unwrap,
			  Operand *operand)
{
	operand->items = NULL;
	operand->count = 1;
	if (node == NULL)
		return true;
	if (node->is_constant)
	{
		operand->items = &node->constant;
		return true;
	}
	variant_jsp_out_init(&operand->out);
	operand->out.unwrap = unwrap && cx->lax;
	if (run_silently(cx, node, item, &operand->out) == JSP_ERROR)
		return false;
	operand->items = operand->out.items;
	operand->count = operand->out.count;
	return true;
}

static const JspItem *
nth_item(const JspItem *items, int i)
{
	return items ? &items[i] : NULL;
}

/* ---------------------------------------------------------------------
 * Pairs
 * ---------------------------------------------------------------------
 */

/* An item of the left operand against all of the right. */
static void
match_item(Match *match, const JspItem *left)
{
	for (int i = 0; i < match->nright; i++)
	{
		JspTruth	truth;

		CHECK_FOR_INTERRUPTS();
		truth = match->test(match->cx, match->node, left,
							nth_item(match->right, i));
		if (truth == JSP_UNKNOWN)
			match->unknown = true;
		else if (truth == JSP_TRUE)
			match->found = true;
		else
			continue;
		/* what decides: lax mode, the first match; strict mode, an error */
		if (match->cx->lax ? match->found : match->unknown)
		{
			match->out.full = true;
			return;
		}
	}
}

static void
match_take(JspOut *out, const JspItem *item)
{
	if (!out->full)
		match_item((Match *) out, item);
}

static JspTruth
match_result(const Match *match)
{
	if (match->cx->lax)
		return match->found ? JSP_TRUE : match->unknown ? JSP_UNKNOWN : JSP_FALSE;
	return match->unknown ? JSP_UNKNOWN : match->found ? JSP_TRUE : JSP_FALSE;
}

/* Both operands are complete before any pair is looked at. */
static JspTruth
match_lists(Match *match, const JspItem *item, bool unwrap_right)
{
	Operand		left;
	Operand		right;

	if (!operand_items(match->cx, match->node->left, item, true, &left) ||
		!operand_items(match->cx, match->node->right, item, unwrap_right, &right))
		return JSP_UNKNOWN;
	match->right = right.items;
	match->nright = right.count;
	for (int i = 0; i < left.count && !match->out.full; i++)
		match_item(match, &left.items[i]);
	return match_result(match);
}

/* Nothing can go wrong on the left: look at each of its items at once. */
static JspTruth
match_stream(Match *match, const JspItem *item, bool unwrap_right)
{
	Operand		right;

	if (!operand_items(match->cx, match->node->right, item, unwrap_right, &right))
		return JSP_UNKNOWN;
	match->right = right.items;
	match->nright = right.count;
	if (match->node->left->is_constant)
		match_item(match, &match->node->left->constant);
	else
		(void) run_silently(match->cx, match->node->left, item, &match->out);
	return match_result(match);
}

static JspTruth
predicate(JspContext *cx, JspNode *node, const JspItem *item, bool unwrap_right,
		  PairTest test)
{
	Match		match;

	variant_jsp_out_init(&match.out);
	match.out.take = match_take;
	match.out.unwrap = cx->lax;
	match.cx = cx;
	match.node = node;
	match.test = test;
	match.unknown = false;
	match.found = false;
	if (cx->lax && node->left->safe)
		return match_stream(&match, item, unwrap_right);
	return match_lists(&match, item, unwrap_right);
}

/* ---------------------------------------------------------------------
 * Predicates
 * ---------------------------------------------------------------------
 */
static JspTruth
compare_pair(JspContext *cx, JspNode *node, const JspItem *left, const JspItem *right)
{
	return variant_jsp_compare(cx, node->type, left, right);
}

/*
 * $.a.b or @.a.b with a literal, in lax mode, where it leads to one value or
 * to none: false if it does not.
 */
static inline bool
compare_simple(JspContext *cx, JspNode *node, JspTruth *truth)
{
	const JspItem *start = node->left->type == jpiRoot ? cx->root : cx->current;
	const VntValue *found = &start->u.value;
	VntValue	member;
	JspItem		left;
	bool		array;

	if (start->kind != JSP_VALUE)
		return false;
	if (node->left->names != NULL)
	{
		if (!variant_jsp_walk(node->left->names, found, &member, &array))
		{
			*truth = JSP_FALSE;
			return !array;
		}
		found = &member;
	}
	else if (start->class_ == VNT_CLASS_ARRAY)
		return false;
	if (variant_jsp_compare_quick(node, found, truth))
		return true;
	variant_jsp_set_value(&left, found);
	*truth = variant_jsp_compare(cx, node->type, &left, &node->right->constant);
	return true;
}

JspTruth
variant_jsp_comparison(JspContext *cx, JspNode *node, const JspItem *item)
{
	JspTruth	truth;

	if (cx->lax && node->quick != JSP_QUICK_NONE && compare_simple(cx, node, &truth))
		return truth;
	return predicate(cx, node, item, true, compare_pair);
}

static JspTruth
starts_with_pair(JspContext *cx, JspNode *node, const JspItem *left, const JspItem *right)
{
	VntSlice	whole;
	VntSlice	start;

	if (left->class_ != VNT_CLASS_STRING || right->class_ != VNT_CLASS_STRING)
		return JSP_UNKNOWN;
	whole = variant_jsp_string(left);
	start = variant_jsp_string(right);
	return whole.len >= start.len &&
		memcmp(whole.data, start.data, start.len) == 0 ? JSP_TRUE : JSP_FALSE;
}

JspTruth
variant_jsp_starts_with(JspContext *cx, JspNode *node, const JspItem *item)
{
	return predicate(cx, node, item, false, starts_with_pair);
}

/* The regular expression engine would stop at U+0000. */
static JspTruth
like_regex_pair(JspContext *cx, JspNode *node, const JspItem *left, const JspItem *right)
{
	VntSlice	string;
	char	   *data;
	size_t		len;

	if (left->class_ != VNT_CLASS_STRING)
		return JSP_UNKNOWN;
	string = variant_jsp_string(left);
	if (string.len > 0 && memchr(string.data, 0, string.len) != NULL)
		return JSP_UNKNOWN;
	data = unconstify(char *, (const char *) string.data);
	len = string.len;
	if (GetDatabaseEncoding() != PG_UTF8)
	{
		text	   *t = variant_text_from_utf8(string.data, string.len);

		data = VARDATA_ANY(t);
		len = VARSIZE_ANY_EXHDR(t);
	}
	return RE_compile_and_execute(node->text, data, (int) len, node->regex_flags,
								  DEFAULT_COLLATION_OID, 0, NULL) ? JSP_TRUE : JSP_FALSE;
}

JspTruth
variant_jsp_like_regex(JspContext *cx, JspNode *node, const JspItem *item)
{
	return predicate(cx, node, item, false, like_regex_pair);
}

JspTruth
variant_jsp_exists_test(JspContext *cx, JspNode *node, const JspItem *item)
{
	JspOut		out;
	JspResult	result;

	if (cx->lax)
		result = run_silently(cx, node->left, item, NULL);
	else
	{
		variant_jsp_out_init(&out);
		out.take = variant_jsp_out_count;
		result = run_silently(cx, node->left, item, &out);
		if (result != JSP_ERROR)
			result = out.count > 0 ? JSP_OK : JSP_EMPTY;
	}
	if (result == JSP_ERROR)
		return JSP_UNKNOWN;
	return result == JSP_OK ? JSP_TRUE : JSP_FALSE;
}

/* ---------------------------------------------------------------------
 * Logic
 * ---------------------------------------------------------------------
 */
JspTruth
variant_jsp_and(JspContext *cx, JspNode *node, const JspItem *item)
{
	JspTruth	left = variant_jsp_test(cx, node->left, item);
	JspTruth	right;

	if (left == JSP_FALSE)
		return JSP_FALSE;
	right = variant_jsp_test(cx, node->right, item);
	return right == JSP_TRUE ? left : right;
}

JspTruth
variant_jsp_or(JspContext *cx, JspNode *node, const JspItem *item)
{
	JspTruth	left = variant_jsp_test(cx, node->left, item);
	JspTruth	right;

	if (left == JSP_TRUE)
		return JSP_TRUE;
	right = variant_jsp_test(cx, node->right, item);
	return right == JSP_FALSE ? left : right;
}

JspTruth
variant_jsp_not(JspContext *cx, JspNode *node, const JspItem *item)
{
	switch (variant_jsp_test(cx, node->left, item))
	{
		case JSP_FALSE:
			return JSP_TRUE;
		case JSP_TRUE:
			return JSP_FALSE;
		case JSP_UNKNOWN:
			break;
	}
	return JSP_UNKNOWN;
}

JspTruth
variant_jsp_is_unknown(JspContext *cx, JspNode *node, const JspItem *item)
{
	return variant_jsp_test(cx, node->left, item) == JSP_UNKNOWN ? JSP_TRUE : JSP_FALSE;
}
