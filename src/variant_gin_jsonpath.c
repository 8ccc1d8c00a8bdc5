/*-------------------------------------------------------------------------
 *
 * variant_gin_jsonpath.c
 *	  The keys of a jsonpath, for the operators @? and @@.
 *
 * Followed are members, elements and filters; subscripts are left out, as keys
 * know no positions.  Behind .*, .**, methods and arithmetic nothing is known
 * but that what is in front of them must exist.  Comparisons with literals, and
 * with literals' .datetime(), become keys or ranges of keys, && and || what they are, ! and "is unknown" nothing.
 *
 * Two bounds on one path mean one value only where there is no array on the
 * way: [0, 10] has something above 1 and something below 5.  So they make one
 * range, or else there is an array: its key is an alternative.
 *
 * jsonpath compares floats and doubles by their text: 0.1::float4 is 0.1 there.
 * The text of a double has the code of the double; for floats, documents have
 * a key of the text as well.
 *
 * Interface: variant_query_jsonpath.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_gin_literal.h"

#include "miscadmin.h"

typedef struct Context
{
	VariantQueryPath root;
	VariantQueryPath current;	/* @ */
	bool		lax;
} Context;

/* Where a path starts. */
typedef enum PathBase
{
	BASE_NONE,					/* no path: a literal, a variable, arithmetic */
	BASE_ROOT,
	BASE_CURRENT
} PathBase;

/* A path that was followed to its end. */
typedef struct Walked
{
	PathBase	base;
	bool		plain;			/* only members and elements */
	bool		is_type;		/* ends in .type(): end is what it is of */
	bool		filtered;		/* a filter at the end says more than that it exists */
	VariantQueryPath end;
	List	   *prefixes;		/* VariantQueryPath * from the base to the end */
	List	   *conditions;		/* VariantQuery * */
} Walked;

static VariantQuery *query_boolean(const Context *cx, JsonPathItem *item);

static VariantQuery *
any(void)
{
	return variant_query_constant(VARIANT_QUERY_ANY);
}

/* That something is at the path; of the root it is always true. */
static VariantQuery *
exists(VariantQueryPath path)
{
	return path.hash == VARIANT_PATH_HASH_ROOT ? any() : variant_query_exists(path);
}

/* ---------------------------------------------------------------------
 * Paths
 * ---------------------------------------------------------------------
 */
static void
add_prefix(Walked *w)
{
	VariantQueryPath *copy = palloc(sizeof(VariantQueryPath));

	*copy = w->end;
	w->prefixes = lappend(w->prefixes, copy);
}

static void
start_walk(Walked *w, PathBase base, VariantQueryPath path)
{
	w->base = base;
	w->plain = true;
	w->end = path;
	add_prefix(w);
}

/* What follows has no path, but what came so far must be there. */
static void
lose_track(Walked *w)
{
	if (w->base != BASE_NONE)
		w->conditions = lappend(w->conditions, exists(w->end));
	w->end.unknown = true;
	w->plain = false;
}

static void
step_to_member(Walked *w, JsonPathItem *item)
{
	int32		len;
	char	   *name = jspGetString(item, &len);
	size_t		utf8_len;
	const char *utf8 = variant_utf8_try(name, len, &utf8_len);
	VntSlice	slice;

	if (utf8 == NULL)
	{
		lose_track(w);
		return;
	}
	slice.data = (const uint8_t *) utf8;
	slice.len = utf8_len;
	w->end = variant_query_step(w->end, slice);
	w->filtered = false;
	add_prefix(w);
}

static void
apply_filter(const Context *cx, Walked *w, JsonPathItem *item)
{
	Context		inner = *cx;
	JsonPathItem arg;
	VariantQuery *condition;

	jspGetArg(item, &arg);
	inner.current = w->end;
	condition = query_boolean(&inner, &arg);
	w->conditions = lappend(w->conditions, condition);
	w->plain = false;
	w->filtered = w->filtered ||
		(condition->type != VARIANT_QUERY_ANY && condition->type != VARIANT_QUERY_ALL);
}

static void
walk_item(const Context *cx, Walked *w, JsonPathItem *item)
{
	switch ((int) item->type)
	{
		case jpiRoot:
			start_walk(w, BASE_ROOT, cx->root);
			break;
		case jpiCurrent:
			start_walk(w, BASE_CURRENT, cx->current);
			break;
		case jpiKey:
			step_to_member(w, item);
			break;
		case jpiAnyArray:
		case jpiIndexArray:
			break;
		case jpiFilter:
			apply_filter(cx, w, item);
			break;
		case jpiType:
			w->is_type = !jspHasNext(item);
			if (!w->is_type)
				lose_track(w);
			w->plain = false;
			break;
		default:
			lose_track(w);
			break;
	}
}

static Walked
walk_path(const Context *cx, JsonPathItem *first)
{
	Walked		w = {BASE_NONE};
	JsonPathItem item = *first;
	JsonPathItem next;

	check_stack_depth();
	w.end = cx->root;
	w.end.unknown = true;
	for (;;)
	{
		walk_item(cx, &w, &item);
		if (!jspGetNext(&item, &next))
			break;
		item = next;
	}
	return w;
}

/* The conditions of the path itself, and one of what is at its end. */
static VariantQuery *
query_walked(const Walked *w, VariantQuery *end)
{
	return variant_query_and(lappend(list_copy(w->conditions), end));
}

static VariantQuery *
query_path_exists(const Context *cx, JsonPathItem *item)
{
	Walked		w = walk_path(cx, item);

	return query_walked(&w, w.filtered ? variant_query_constant(VARIANT_QUERY_ALL) :
						exists(w.end));
}

/* ---------------------------------------------------------------------
 * Comparisons
 * ---------------------------------------------------------------------
 */

/* path op literal */
typedef struct Comparison
{
	Walked		walked;
	int			op;				/* JsonPathItemType */
	VariantLiteral		literal;
	JsonPathItem string;		/* the literal, for .type() */
} Comparison;

static int
mirrored(int op)
{
	switch (op)
	{
		case jpiLess:
			return jpiGreater;
		case jpiLessOrEqual:
			return jpiGreaterOrEqual;
		case jpiGreater:
			return jpiLess;
		case jpiGreaterOrEqual:
			return jpiLessOrEqual;
		default:
			return op;
	}
}

static bool
is_comparison(const JsonPathItem *item)
{
	return item->type == jpiEqual || item->type == jpiNotEqual ||
		item->type == jpiLess || item->type == jpiLessOrEqual ||
		item->type == jpiGreater || item->type == jpiGreaterOrEqual;
}

static bool
is_ordering(int op)
{
	return op != jpiEqual && op != jpiNotEqual;
}

static bool
open_comparison(const Context *cx, JsonPathItem *item, Comparison *c)
{
	JsonPathItem left;
	JsonPathItem right;

	if (!is_comparison(item) || jspHasNext(item))
		return false;
	jspGetLeftArg(item, &left);
	jspGetRightArg(item, &right);
	c->op = item->type;
	if (variant_literal_open(&right, &c->literal))
	{
		c->string = right;
		c->walked = walk_path(cx, &left);
		return true;
	}
	if (!variant_literal_open(&left, &c->literal))
		return false;
	c->op = mirrored(c->op);
	c->string = left;
	c->walked = walk_path(cx, &right);
	return true;
}

/* The codes that an ordering leaves in one of the literal's classes. */
static void
ordered_codes(const Comparison *c, int i, uint64 *low, uint64 *high)
{
	const VariantLiteralCodes *codes = &c->literal.classes[i];

	variant_code_class(codes->class_, low, high);
	if (codes->whole)
		return;
	if (c->op == jpiLess || c->op == jpiLessOrEqual)
		*high = codes->high;
	else
		*low = codes->low;
}

/* The names that .type() gives to the classes of JSON. */
static const struct
{
	const char *name;
	VntClass	class_;
}			type_names[] =
{
	{"null", VNT_CLASS_NULL},
	{"boolean", VNT_CLASS_BOOLEAN},
	{"number", VNT_CLASS_NUMBER},
	{"string", VNT_CLASS_STRING},
	{"array", VNT_CLASS_ARRAY},
	{"object", VNT_CLASS_OBJECT},
};

static VariantQuery *
query_type(Comparison *c)
{
	int32		len;
	char	   *name;

	if (c->op != jpiEqual || c->literal.classes[0].class_ != VNT_CLASS_STRING)
		return exists(c->walked.end);
	name = jspGetString(&c->string, &len);
	for (int i = 0; i < lengthof(type_names); i++)
	{
		if (strlen(type_names[i].name) == len && memcmp(type_names[i].name, name, len) == 0)
			return variant_query_class(c->walked.end, type_names[i].class_);
	}
	return exists(c->walked.end);
}

static VariantQuery *
query_equal(const Comparison *c)
{
	List	   *args = NIL;

	for (int i = 0; i < c->literal.count; i++)
	{
		const VariantLiteralCodes *codes = &c->literal.classes[i];

		if (codes->whole)
			args = lappend(args, variant_query_class(c->walked.end, codes->class_));
		for (int j = 0; j < codes->count; j++)
			args = lappend(args, variant_query_codes(c->walked.end, codes->codes[j],
													 codes->codes[j]));
	}
	return variant_query_or(args);
}

static VariantQuery *
query_comparison(Comparison *c)
{
	const Walked *w = &c->walked;
	List	   *args = NIL;

	if (w->is_type)
		return query_walked(w, query_type(c));
	if (c->op == jpiEqual)
		return query_walked(w, query_equal(c));
	if (c->op == jpiNotEqual || c->literal.classes[0].class_ == VNT_CLASS_NULL)
		return query_walked(w, exists(w->end));
	for (int i = 0; i < c->literal.count; i++)
	{
		uint64		low;
		uint64		high;

		ordered_codes(c, i, &low, &high);
		args = lappend(args, variant_query_codes(w->end, low, high));
	}
	return query_walked(w, variant_query_or(args));
}

/* Neither side is a literal: both must give something. */
static VariantQuery *
query_two_paths(const Context *cx, JsonPathItem *item)
{
	JsonPathItem left;
	JsonPathItem right;

	jspGetLeftArg(item, &left);
	jspGetRightArg(item, &right);
	return variant_query_and(list_make2(query_path_exists(cx, &left),
										query_path_exists(cx, &right)));
}

static VariantQuery *
query_starts_with(const Context *cx, JsonPathItem *item)
{
	JsonPathItem left;
	JsonPathItem right;
	VntScalar	s;
	Walked		w;
	uint64		low;
	uint64		high;

	jspGetLeftArg(item, &left);
	jspGetRightArg(item, &right);
	w = walk_path(cx, &left);
	if (right.type != jpiString || jspHasNext(&right) || w.is_type)
		return query_walked(&w, exists(w.end));
	if (!variant_literal_string(&right, &s))
		return any();
	variant_code_prefix(s.u.bytes, &low, &high);
	return query_walked(&w, variant_query_codes(w.end, low, high));
}

static VariantQuery *
query_like_regex(const Context *cx, JsonPathItem *item)
{
	JsonPathItem arg;
	Walked		w;

	jspInitByBuffer(&arg, item->base, item->content.like_regex.expr);
	w = walk_path(cx, &arg);
	return query_walked(&w, w.is_type ? exists(w.end) :
						variant_query_class(w.end, VNT_CLASS_STRING));
}

/* ---------------------------------------------------------------------
 * && and ||
 * ---------------------------------------------------------------------
 */
static void
flatten(JsonPathItem *item, JsonPathItemType type, List **items)
{
	JsonPathItem *copy;
	JsonPathItem left;
	JsonPathItem right;

	check_stack_depth();
	if (item->type == type && !jspHasNext(item))
	{
		jspGetLeftArg(item, &left);
		jspGetRightArg(item, &right);
		flatten(&left, type, items);
		flatten(&right, type, items);
		return;
	}
	copy = palloc(sizeof(JsonPathItem));
	*copy = *item;
	*items = lappend(*items, copy);
}

static bool
same_classes(const VariantLiteral *a, const VariantLiteral *b)
{
	if (a->count != b->count || a->classes[0].class_ == VNT_CLASS_NULL)
		return false;
	for (int i = 0; i < a->count; i++)
	{
		if (a->classes[i].class_ != b->classes[i].class_)
			return false;
	}
	return true;
}

/* Do both bound the same path, within the same classes? */
static bool
mergeable(const Comparison *a, const Comparison *b)
{
	return is_ordering(a->op) && is_ordering(b->op) &&
		a->walked.plain && b->walked.plain && a->walked.base == b->walked.base &&
		a->walked.end.hash == b->walked.end.hash &&
		list_length(a->walked.prefixes) == list_length(b->walked.prefixes) &&
		same_classes(&a->literal, &b->literal);
}

/* An array at the base, on the way, or at the end. */
static List *
array_on_the_way(const Context *cx, const Walked *w)
{
	List	   *args = NIL;

	for (int i = 0; i < list_length(w->prefixes); i++)
	{
		VariantContainerCode code = VARIANT_CODE_FILLED;
		uint64		array;

		/* lax filters are applied to elements: @ is an array only in an array */
		if (i == 0 && w->base == BASE_CURRENT && cx->lax)
			code = VARIANT_CODE_NESTED;
		array = variant_code_container(VNT_CLASS_ARRAY, code);
		args = lappend(args, variant_query_codes(*(VariantQueryPath *) list_nth(w->prefixes, i),
												 array, array));
	}
	return args;
}

/* The range that the comparisons leave in the i-th of their classes. */
static VariantQuery *
query_range(List *comparisons, int i)
{
	const Comparison *c = linitial(comparisons);
	uint64		low = 0;
	uint64		high = PG_UINT64_MAX;
	ListCell   *lc;

	foreach(lc, comparisons)
	{
		uint64		other_low;
		uint64		other_high;

		ordered_codes(lfirst(lc), i, &other_low, &other_high);
		low = Max(low, other_low);
		high = Min(high, other_high);
	}
	return variant_query_codes(c->walked.end, low, high);
}

/* The comparisons from first on that are about the same: one range for a class. */
static VariantQuery *
query_merged(const Context *cx, List *comparisons, int first, bool *done)
{
	Comparison *c = list_nth(comparisons, first);
	List	   *same = list_make1(c);
	List	   *args = NIL;

	for (int i = first + 1; i < list_length(comparisons); i++)
	{
		Comparison *other = list_nth(comparisons, i);

		if (done[i] || !mergeable(c, other))
			continue;
		same = lappend(same, other);
		done[i] = true;
	}
	if (list_length(same) == 1)
		return query_comparison(c);
	for (int i = 0; i < c->literal.count; i++)
		args = lappend(args, query_range(same, i));
	return variant_query_or(list_concat(args, array_on_the_way(cx, &c->walked)));
}

static VariantQuery *
query_and(const Context *cx, JsonPathItem *item)
{
	List	   *items = NIL;
	List	   *comparisons = NIL;
	List	   *args = NIL;
	bool	   *done;
	ListCell   *lc;

	flatten(item, jpiAnd, &items);
	foreach(lc, items)
	{
		Comparison *c = palloc0(sizeof(Comparison));

		if (open_comparison(cx, lfirst(lc), c))
			comparisons = lappend(comparisons, c);
		else
			args = lappend(args, query_boolean(cx, lfirst(lc)));
	}
	done = palloc0(list_length(comparisons) * sizeof(bool) + 1);
	for (int i = 0; i < list_length(comparisons); i++)
	{
		if (!done[i])
			args = lappend(args, query_merged(cx, comparisons, i, done));
	}
	return variant_query_and(args);
}

static VariantQuery *
query_or(const Context *cx, JsonPathItem *item)
{
	List	   *items = NIL;
	List	   *args = NIL;
	ListCell   *lc;

	flatten(item, jpiOr, &items);
	foreach(lc, items)
		args = lappend(args, query_boolean(cx, lfirst(lc)));
	return variant_query_or(args);
}

/* ---------------------------------------------------------------------
 * Predicates
 * ---------------------------------------------------------------------
 */
static VariantQuery *
query_boolean(const Context *cx, JsonPathItem *item)
{
	Comparison	comparison;
	JsonPathItem arg;

	check_stack_depth();
	if (jspHasNext(item))
		return any();
	switch ((int) item->type)
	{
		case jpiAnd:
			return query_and(cx, item);
		case jpiOr:
			return query_or(cx, item);
		case jpiExists:
			jspGetArg(item, &arg);
			return query_path_exists(cx, &arg);
		case jpiStartsWith:
			return query_starts_with(cx, item);
		case jpiLikeRegex:
			return query_like_regex(cx, item);
		default:
			break;
	}
	if (!is_comparison(item))
		return any();
	if (open_comparison(cx, item, &comparison))
		return query_comparison(&comparison);
	return query_two_paths(cx, item);
}

static bool
is_path(const JsonPathItem *item)
{
	return item->type == jpiRoot;
}

/* @@ with a path, not a predicate: the one item found must be true. */
static VariantQuery *
query_true(const Context *cx, JsonPathItem *item)
{
	Walked		w = walk_path(cx, item);
	VntScalar	s;

	memset(&s, 0, sizeof(s));
	s.type = VNT_TRUE;
	return query_walked(&w, w.is_type ? exists(w.end) : variant_query_equal(w.end, &s));
}

VariantQuery *
variant_query_jsonpath(Datum jsonpath, VariantQueryPath root, bool match)
{
	JsonPath   *path = DatumGetJsonPathP(jsonpath);
	JsonPathItem item;
	Context		cx;

	cx.root = cx.current = root;
	cx.lax = (path->header & JSONPATH_LAX) != 0;
	jspInit(&item, path);
	if (!match)
		return query_path_exists(&cx, &item);
	return is_path(&item) ? query_true(&cx, &item) : query_boolean(&cx, &item);
}
