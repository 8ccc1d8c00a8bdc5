/*-------------------------------------------------------------------------
 *
 * variant_gin_predicate.c
 *	  The keys of a variant_predicate.
 *
 * A path of a predicate leads to one value.  So all comparisons of one AND
 * that have the same path are about the same value, and orderings of one class
 * are narrowed down to one range of keys.
 *
 * Interface: variant_query_predicate.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_gin.h"

#include "miscadmin.h"
#include "variant_predicate.h"

/* ---------------------------------------------------------------------
 * Paths
 * ---------------------------------------------------------------------
 */

/* A step that may be a name or a position doubles the paths. */
#define MAX_PATHS	4

static List *
add_query_path(List *paths, VariantQueryPath path)
{
	VariantQueryPath *copy = palloc(sizeof(VariantQueryPath));

	*copy = path;
	return lappend(paths, copy);
}

/* All paths without positions that the values may lie at; NIL if too many. */
static List *
query_paths(const VPath *path, VariantQueryPath root)
{
	List	   *paths = add_query_path(NIL, root);

	for (size_t i = 0; i < path->count; i++)
	{
		const VPathStep *step = &path->steps[i];
		uint8_t		digits[VPATH_INDEX_TEXT];
		List	   *next = NIL;
		ListCell   *lc;

		foreach(lc, paths)
		{
			VariantQueryPath *from = lfirst(lc);

			if (step->kind == VPATH_INDEX ||
				(step->kind == VPATH_EITHER && step->has_index))
				next = add_query_path(next, *from);
			if (step->kind == VPATH_NAME || step->kind == VPATH_EITHER)
				next = add_query_path(next, variant_query_step(*from,
															   vpath_step_name(step, digits)));
		}
		paths = next;
		if (list_length(paths) > MAX_PATHS)
			return NIL;
	}
	return paths;
}

/* ---------------------------------------------------------------------
 * Comparisons as ranges of codes
 * ---------------------------------------------------------------------
 */
typedef struct CodeRange
{
	uint64		low;
	uint64		high;
} CodeRange;

static bool
is_scalar(const VntValue *v)
{
	VntClass	class_ = vnt_value_class(v);

	return class_ != VNT_CLASS_ARRAY && class_ != VNT_CLASS_OBJECT;
}

/* False if the term is none that has a range. */
static bool
code_range(const VariantPredicate *p, CodeRange *range)
{
	VntScalar	s;
	uint64		low;
	uint64		high;

	if (p->type == VARIANT_PREDICATE_IS && !p->negated)
	{
		variant_code_class(p->class_, &range->low, &range->high);
		return true;
	}
	if (p->type < VARIANT_PREDICATE_EQ || p->type > VARIANT_PREDICATE_STARTS ||
		p->type == VARIANT_PREDICATE_NE || p->negated || !is_scalar(&p->view.root))
		return false;
	variant_check_stored(vnt_scalar_read(&p->view.root, &s));
	if (p->type == VARIANT_PREDICATE_STARTS)
	{
		variant_code_prefix(s.u.bytes, &range->low, &range->high);
		return true;
	}
	if (p->type == VARIANT_PREDICATE_EQ)
	{
		range->low = range->high = variant_code(&s);
		return true;
	}
	variant_code_class(vnt_type_info[s.type].class_, &range->low, &range->high);
	variant_code_bounds(&s, &low, &high);
	if (p->type == VARIANT_PREDICATE_LT || p->type == VARIANT_PREDICATE_LE)
		range->high = high;
	else
		range->low = low;
	return true;
}

static VariantQuery *
query_range(List *paths, CodeRange range)
{
	List	   *args = NIL;
	ListCell   *lc;

	if (paths == NIL)
		return variant_query_constant(VARIANT_QUERY_ANY);
	foreach(lc, paths)
		args = lappend(args, variant_query_codes(*(VariantQueryPath *) lfirst(lc),
												 range.low, range.high));
	return variant_query_or(args);
}

/* ---------------------------------------------------------------------
 * Terms, AND and OR
 * ---------------------------------------------------------------------
 */
static bool
empty_container(const VntValue *v, CodeRange *range)
{
	VntContainer c;

	variant_check_stored(vnt_container_open(v, &c));
	range->low = range->high = variant_code_container(vnt_value_class(v), VARIANT_CODE_EMPTY);
	return c.count == 0;
}

static VariantQuery *
query_equal_container(const VariantPredicate *p, List *paths)
{
	CodeRange	empty;
	List	   *args = NIL;
	ListCell   *lc;

	if (paths == NIL)
		return variant_query_constant(VARIANT_QUERY_ANY);
	if (empty_container(&p->view.root, &empty))
		return query_range(paths, empty);
	foreach(lc, paths)
		args = lappend(args, variant_query_contains(*(VariantQueryPath *) lfirst(lc),
													&p->view.root));
	return variant_query_or(args);
}

static VariantQuery *
query_term(const VariantPredicate *p, VariantQueryPath root)
{
	List	   *paths = query_paths(&p->path, root);
	CodeRange	range;
	CodeRange	all = {0, (UINT64CONST(1) << VARIANT_CODE_BITS) - 1};

	if (code_range(p, &range))
		return query_range(paths, range);
	if (p->type == VARIANT_PREDICATE_EQ)
		return query_equal_container(p, paths);
	/* without a value these are true */
	if (p->negated && p->type != VARIANT_PREDICATE_STARTS)
		return variant_query_constant(VARIANT_QUERY_ANY);
	return query_range(paths, all);
}

static bool
same_steps(const VPath *a, const VPath *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
	{
		const VPathStep *x = &a->steps[i];
		const VPathStep *y = &b->steps[i];

		if (x->kind != y->kind || x->name.len != y->name.len ||
			(x->kind != VPATH_NAME && x->index != y->index) ||
			(x->name.len > 0 && memcmp(x->name.data, y->name.data, x->name.len) != 0))
			return false;
	}
	return true;
}

/*
 * Terms of an AND with the same path: the codes that all of them leave.  Those
 * that are merged into the first one are marked in done.
 */
static VariantQuery *
query_merged(List *terms, int first, bool *done, VariantQueryPath root)
{
	const VariantPredicate *p = list_nth(terms, first);
	CodeRange	range;

	if (!code_range(p, &range))
		return query_term(p, root);
	for (int i = first + 1; i < list_length(terms); i++)
	{
		const VariantPredicate *other = list_nth(terms, i);
		CodeRange	narrower;

		if (done[i] || other->type < VARIANT_PREDICATE_EQ ||
			!same_steps(&p->path, &other->path) || !code_range(other, &narrower))
			continue;
		range.low = Max(range.low, narrower.low);
		range.high = Min(range.high, narrower.high);
		done[i] = true;
	}
	return query_range(query_paths(&p->path, root), range);
}

VariantQuery *
variant_query_predicate(const VariantPredicate *p, VariantQueryPath root)
{
	bool	   *done;
	List	   *args = NIL;
	int			count = list_length(p->args);

	check_stack_depth();
	if (p->type >= VARIANT_PREDICATE_EQ)
		return query_term(p, root);
	done = palloc0(count * sizeof(bool) + 1);
	for (int i = 0; i < count; i++)
	{
		const VariantPredicate *arg = list_nth(p->args, i);

		if (done[i])
			continue;
		if (p->type == VARIANT_PREDICATE_AND && arg->type >= VARIANT_PREDICATE_EQ)
			args = lappend(args, query_merged(p->args, i, done, root));
		else
			args = lappend(args, variant_query_predicate(arg, root));
	}
	return p->type == VARIANT_PREDICATE_AND ? variant_query_and(args) :
		variant_query_or(args);
}
