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
#include "variant_gin.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/jsonpath.h"
#include "utils/timestamp.h"
#include "variant_jsonpath.h"
#include "variant_scalar.h"

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
 * Literals
 * ---------------------------------------------------------------------
 */

/*
 * What a literal may be equal to in a class, as codes, of which low and high are
 * the ends; with whole, the class may have anything.
 */
#define MAX_CODES	2

typedef struct LiteralCodes
{
	VntClass	class_;
	bool		whole;
	int			count;
	uint64		codes[MAX_CODES];
	uint64		low;			/* of values that are not below it */
	uint64		high;			/* of values that are not above it */
} LiteralCodes;

/* Dates and timestamps compare with each other; else there is one class. */
#define MAX_CLASSES	3

typedef struct Literal
{
	int			count;
	LiteralCodes classes[MAX_CLASSES];
} Literal;

static LiteralCodes *
add_class(Literal *literal, VntClass class_)
{
	LiteralCodes *c = &literal->classes[literal->count++];

	c->class_ = class_;
	return c;
}

static void
add_code(LiteralCodes *c, const VntScalar *s)
{
	uint64		low;
	uint64		high;

	variant_code_bounds(s, &low, &high);
	if (c->count == 0 || low < c->low)
		c->low = low;
	if (c->count == 0 || high > c->high)
		c->high = high;
	c->codes[c->count++] = variant_code(s);
}

static void
open_number(Literal *literal, Numeric number)
{
	struct varlena *num = (struct varlena *) number;
	LiteralCodes *c = add_class(literal, VNT_CLASS_NUMBER);
	VntScalar	s;
	VntScalar	upper;

	if (variant_number_from_numeric(num, &s) == VARIANT_FITS)
	{
		add_code(c, &s);
		return;
	}
	s = variant_number_bound(num, false);
	upper = variant_number_bound(num, true);
	add_code(c, &s);
	add_code(c, &upper);
}

static bool
open_string(JsonPathItem *item, VntScalar *s)
{
	int32		len;
	char	   *string = jspGetString(item, &len);
	const char *utf8 = variant_utf8_try(string, len, &s->u.bytes.len);

	s->type = VNT_STRING;
	s->scale = 0;
	s->u.bytes.data = (const uint8_t *) utf8;
	return utf8 != NULL;
}

/* The codes of a date or timestamp in a class; not known: the whole class. */
static void
add_moment(Literal *literal, VntClass class_, Oid type, Datum value, bool known)
{
	LiteralCodes *c = add_class(literal, class_);
	VntScalar	s;

	c->whole = !known || variant_time_from_sql(type, value, &s) != VARIANT_FITS;
	if (!c->whole)
		add_code(c, &s);
}

/*
 * "2024-10-24".datetime(): dates and timestamps compare as they are, a date as
 * midnight.  Between those and timestamps with time zone that is an error,
 * which has to come about with the index, too: whole classes.
 */
static bool
open_moment(Literal *literal, JsonPathItem *string)
{
	int32		len;
	char	   *s = jspGetString(string, &len);
	Oid			type;
	Datum		value;
	int			overflow = 0;
	Timestamp	midnight;

	if (!variant_jsp_read_moment(cstring_to_text_with_len(s, len), &type, &value))
		return false;
	switch (type)
	{
		case DATEOID:
			midnight = date2timestamp_opt_overflow(DatumGetDateADT(value), &overflow);
			add_moment(literal, VNT_CLASS_DATE, type, value, true);
			add_moment(literal, VNT_CLASS_TIMESTAMP, TIMESTAMPOID,
					   TimestampGetDatum(midnight), overflow == 0);
			add_moment(literal, VNT_CLASS_TIMESTAMPTZ, type, value, false);
			return true;
		case TIMESTAMPOID:
			add_moment(literal, VNT_CLASS_DATE, DATEOID,
					   DirectFunctionCall1(timestamp_date, value), true);
			add_moment(literal, VNT_CLASS_TIMESTAMP, type, value, true);
			add_moment(literal, VNT_CLASS_TIMESTAMPTZ, type, value, false);
			return true;
		case TIMESTAMPTZOID:
			add_moment(literal, VNT_CLASS_DATE, type, value, false);
			add_moment(literal, VNT_CLASS_TIMESTAMP, type, value, false);
			add_moment(literal, VNT_CLASS_TIMESTAMPTZ, type, value, true);
			return true;
		case TIMEOID:
			add_moment(literal, VNT_CLASS_TIME, type, value, true);
			return true;
		default:
			return false;
	}
}

/* A string with .datetime() and nothing else behind it. */
static bool
is_moment(JsonPathItem *item)
{
	JsonPathItem next;

	return item->type == jpiString && jspGetNext(item, &next) &&
		next.type == jpiDatetime && next.content.arg == 0 && !jspHasNext(&next);
}

/* False if the item is no literal, or has no form in UTF-8. */
static bool
open_literal(JsonPathItem *item, Literal *literal)
{
	VntScalar	s;

	memset(literal, 0, sizeof(*literal));
	memset(&s, 0, sizeof(s));
	if (is_moment(item))
		return open_moment(literal, item);
	if (jspHasNext(item))
		return false;
	switch ((int) item->type)
	{
		case jpiNull:
			s.type = VNT_NULL;
			break;
		case jpiBool:
			s.type = jspGetBool(item) ? VNT_TRUE : VNT_FALSE;
			break;
		case jpiString:
			if (!open_string(item, &s))
				return false;
			break;
		case jpiNumeric:
			open_number(literal, jspGetNumeric(item));
			return true;
		default:
			return false;
	}
	add_code(add_class(literal, vnt_type_info[s.type].class_), &s);
	return true;
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
	Literal		literal;
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
	if (open_literal(&right, &c->literal))
	{
		c->string = right;
		c->walked = walk_path(cx, &left);
		return true;
	}
	if (!open_literal(&left, &c->literal))
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
	const LiteralCodes *codes = &c->literal.classes[i];

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
		const LiteralCodes *codes = &c->literal.classes[i];

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
	if (!open_string(&right, &s))
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
same_classes(const Literal *a, const Literal *b)
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
