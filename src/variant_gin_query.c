/*-------------------------------------------------------------------------
 *
 * variant_gin_query.c
 *	  From an operator's argument to the keys that a match must have.
 *
 * Every query says something necessary, never something sufficient: keys know
 * no positions, no nesting of arrays and only parts of values.  What cannot be
 * said is "any document".
 *
 * Interface: variant_query_*, see variant_gin.h.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_gin.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "variant_predicate.h"

/* ---------------------------------------------------------------------
 * Paths
 * ---------------------------------------------------------------------
 */
VariantQueryPath
variant_query_root(const VariantFilter *filter, bool want_text)
{
	VariantQueryPath path;

	path.hash = VARIANT_PATH_HASH_ROOT;
	path.filter = variant_filter_start(filter);
	path.unknown = false;
	path.text = want_text ? "$" : NULL;
	return path;
}

VariantQueryPath
variant_query_step(VariantQueryPath path, VntSlice name)
{
	if (path.text != NULL)
		path.text = psprintf("%s.%s", path.text,
							 text_to_cstring(variant_text_from_utf8(name.data, name.len)));
	path.hash = variant_path_hash(path.hash, name);
	path.filter = variant_filter_step(path.filter, name);
	return path;
}

/* ---------------------------------------------------------------------
 * Leaves
 * ---------------------------------------------------------------------
 */
VariantQuery *
variant_query_constant(VariantQueryType type)
{
	VariantQuery *query = palloc0(sizeof(VariantQuery));

	query->type = type;
	return query;
}

static bool
includes_objects(uint64 low, uint64 high)
{
	uint64		object = variant_code_container(VNT_CLASS_OBJECT, VARIANT_CODE_FILLED);

	return low <= object && object <= high;
}

VariantQuery *
variant_query_codes(VariantQueryPath path, uint64 low, uint64 high)
{
	VariantQuery *query;

	if (path.unknown || path.filter.excluded || !path.filter.included)
		return variant_query_constant(VARIANT_QUERY_ANY);
	if (low > high)
		return variant_query_constant(VARIANT_QUERY_NONE);
	if (!variant_path_has_objects(path.hash) && includes_objects(low, high))
		return variant_query_constant(VARIANT_QUERY_ANY);
	query = variant_query_constant(VARIANT_QUERY_KEYS);
	query->range.low = variant_key(path.hash, low);
	query->range.high = variant_key(path.hash, high);
	query->path = path.text;
	return query;
}

VariantQuery *
variant_query_equal(VariantQueryPath path, const VntScalar *s)
{
	uint64		code = variant_code(s);

	return variant_query_codes(path, code, code);
}

VariantQuery *
variant_query_class(VariantQueryPath path, VntClass class_)
{
	uint64		low;
	uint64		high;

	variant_code_class(class_, &low, &high);
	return variant_query_codes(path, low, high);
}

#define ALL_CODES	((UINT64CONST(1) << VARIANT_CODE_BITS) - 1)

VariantQuery *
variant_query_exists(VariantQueryPath path)
{
	return variant_query_codes(path, 0, ALL_CODES);
}

/* ---------------------------------------------------------------------
 * AND and OR
 * ---------------------------------------------------------------------
 */

/* Found by looking up single keys. */
static bool
is_exact(const VariantQuery *query)
{
	ListCell   *lc;

	if (query->type == VARIANT_QUERY_KEYS)
		return query->range.low == query->range.high;
	if (query->type != VARIANT_QUERY_OR && query->type != VARIANT_QUERY_AND)
		return false;
	foreach(lc, query->args)
	{
		if (!is_exact(lfirst(lc)))
			return false;
	}
	return true;
}

/* Nothing but existence: true of many, and slow to find out. */
static bool
is_wide(const VariantQuery *query)
{
	return query->type == VARIANT_QUERY_KEYS &&
		(query->range.low & ALL_CODES) == 0 &&
		(query->range.high & ALL_CODES) == ALL_CODES;
}

static VariantQuery *
combine(VariantQueryType type, List *args)
{
	VariantQuery *query;

	if (list_length(args) == 1)
		return linitial(args);
	query = variant_query_constant(type);
	query->args = args;
	return query;
}

/* Take an argument apart that is of the same type. */
static List *
add_argument(List *args, VariantQueryType type, VariantQuery *query)
{
	if (query->type == type)
		return list_concat(args, query->args);
	return lappend(args, query);
}

VariantQuery *
variant_query_and(List *args)
{
	List	   *kept = NIL;
	List	   *narrow = NIL;
	bool		exact = false;
	bool		any = false;
	ListCell   *lc;

	foreach(lc, args)
	{
		VariantQuery *query = lfirst(lc);

		if (query->type == VARIANT_QUERY_NONE)
			return query;
		if (query->type == VARIANT_QUERY_ANY)
			any = true;
		else if (query->type != VARIANT_QUERY_ALL)
			kept = add_argument(kept, VARIANT_QUERY_AND, query);
	}
	if (kept == NIL)
		return variant_query_constant(any ? VARIANT_QUERY_ANY : VARIANT_QUERY_ALL);
	foreach(lc, kept)
		exact = exact || is_exact(lfirst(lc));
	foreach(lc, kept)
	{
		if (!exact || !is_wide(lfirst(lc)))
			narrow = lappend(narrow, lfirst(lc));
	}
	return combine(VARIANT_QUERY_AND, narrow);
}

VariantQuery *
variant_query_or(List *args)
{
	List	   *kept = NIL;
	VariantQuery *any = NULL;
	ListCell   *lc;

	foreach(lc, args)
	{
		VariantQuery *query = lfirst(lc);

		if (query->type == VARIANT_QUERY_ALL)
			return query;
		if (query->type == VARIANT_QUERY_ANY)
			any = query;
		else if (query->type != VARIANT_QUERY_NONE)
			kept = add_argument(kept, VARIANT_QUERY_OR, query);
	}
	if (any != NULL)
		return any;
	if (kept == NIL)
		return variant_query_constant(VARIANT_QUERY_NONE);
	return combine(VARIANT_QUERY_OR, kept);
}

/* ---------------------------------------------------------------------
 * Containment
 * ---------------------------------------------------------------------
 */
static void add_contains(List **args, VariantQueryPath path, const VntValue *q,
						 int depth);

static void
add_contains_container(List **args, VariantQueryPath path, const VntValue *q,
					   int depth)
{
	VntContainer c;

	check_stack_depth();
	if (depth >= VNT_MAX_DEPTH)
		variant_check_stored(VNT_TOO_DEEP);
	variant_check_stored(vnt_container_open(q, &c));
	if (c.count == 0)
		*args = lappend(*args, variant_query_class(path, vnt_value_class(q)));
	for (uint32 i = 0; i < c.count; i++)
	{
		VntValue	child;
		VntSlice	name;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(&c, i, &child));
		if (!c.is_object)
			add_contains(args, path, &child, depth + 1);
		else
		{
			variant_check_stored(vnt_object_name(&c, i, &name));
			add_contains(args, variant_query_step(path, name), &child, depth + 1);
		}
	}
}

static void
add_contains(List **args, VariantQueryPath path, const VntValue *q, int depth)
{
	VntClass	class_ = vnt_value_class(q);
	VntScalar	s;

	if (class_ == VNT_CLASS_OBJECT || class_ == VNT_CLASS_ARRAY)
	{
		add_contains_container(args, path, q, depth);
		return;
	}
	variant_check_stored(vnt_scalar_read(q, &s));
	*args = lappend(*args, variant_query_equal(path, &s));
}

VariantQuery *
variant_query_contains(VariantQueryPath path, const VntValue *q)
{
	List	   *args = NIL;

	add_contains(&args, path, q, 0);
	return variant_query_and(args);
}

static VariantQuery *
query_contains(Datum argument, VariantQueryPath root)
{
	VariantView view;
	VariantQuery *query;

	variant_view_open(&view, argument);
	query = variant_query_contains(root, &view.root);
	variant_view_close(&view);
	return query;
}

/* ---------------------------------------------------------------------
 * Existence of names, which are strings in arrays as well
 * ---------------------------------------------------------------------
 */
static VariantQuery *
query_name(Datum name, VariantQueryPath root)
{
	text	   *t = DatumGetTextPP(name);
	VntScalar	s;
	const char *utf8;

	s.type = VNT_STRING;
	s.scale = 0;
	utf8 = variant_utf8_try(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), &s.u.bytes.len);
	if (utf8 == NULL)
		return variant_query_constant(VARIANT_QUERY_NONE);
	s.u.bytes.data = (const uint8_t *) utf8;
	return variant_query_or(list_make2(variant_query_exists(variant_query_step(root, s.u.bytes)),
									   variant_query_equal(root, &s)));
}

static VariantQuery *
query_names(Datum array, VariantQueryPath root, bool all)
{
	Datum	   *names;
	bool	   *nulls;
	int			count;
	List	   *args = NIL;

	deconstruct_array(DatumGetArrayTypeP(array), TEXTOID, -1, false, TYPALIGN_INT,
					  &names, &nulls, &count);
	for (int i = 0; i < count; i++)
	{
		/* NULLs in the array are ignored by the operators */
		if (!nulls[i])
			args = lappend(args, query_name(names[i], root));
	}
	return all ? variant_query_and(args) : variant_query_or(args);
}

static VariantQuery *
query_predicate(Datum argument, VariantQueryPath root)
{
	text	   *t = DatumGetTextPP(argument);

	return variant_query_predicate(variant_predicate_parse(VARDATA_ANY(t),
														   VARSIZE_ANY_EXHDR(t), NULL),
								   root);
}

/* ---------------------------------------------------------------------
 * Operators
 * ---------------------------------------------------------------------
 */
VariantQuery *
variant_query_of(StrategyNumber strategy, Datum argument,
				 const VariantFilter *filter, bool want_text)
{
	VariantQueryPath root = variant_query_root(filter, want_text);

	switch (strategy)
	{
		case VARIANT_STRATEGY_CONTAINS:
			return query_contains(argument, root);
		case VARIANT_STRATEGY_EXISTS:
			return query_name(argument, root);
		case VARIANT_STRATEGY_EXISTS_ANY:
			return query_names(argument, root, false);
		case VARIANT_STRATEGY_EXISTS_ALL:
			return query_names(argument, root, true);
		case VARIANT_STRATEGY_PATH_EXISTS:
			return variant_query_jsonpath(argument, root, false);
		case VARIANT_STRATEGY_PATH_MATCH:
			return variant_query_jsonpath(argument, root, true);
		case VARIANT_STRATEGY_PREDICATE:
			return query_predicate(argument, root);
		default:
			elog(ERROR, "unrecognized strategy number: %d", strategy);
	}
	return NULL;
}
