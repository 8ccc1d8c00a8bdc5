/*-------------------------------------------------------------------------
 *
 * variant_gin.c
 *	  What GIN calls: keys of documents, keys of queries, and whether keys
 *	  found make a match.
 *
 * Interface: variant_gin_extract, variant_gin_extract_query,
 * variant_gin_compare_partial, variant_gin_triconsistent (all SQL).
 *
 * A document has a key for every scalar and for every container, so that
 * existence and empty containers are found as well; but not for what almost all
 * documents are, an object with members at the root.  A query is a tree over
 * ranges of keys.  The tree is all that consistency needs: a key that is there
 * means that the document may match, as keys are lossy.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_gin.h"

#include "access/gin.h"
#include "miscadmin.h"
#include "utils/builtins.h"

VARIANT_FUNCTION(variant_gin_extract);
VARIANT_FUNCTION(variant_gin_extract_query);
VARIANT_FUNCTION(variant_gin_compare_partial);
VARIANT_FUNCTION(variant_gin_triconsistent);

/* ---------------------------------------------------------------------
 * Keys of documents
 * ---------------------------------------------------------------------
 */
#define FIRST_CAPACITY	64

/* A walk over a document. */
typedef struct Walk
{
	VariantKey *keys;
	int			count;
	int			capacity;
	size_t		left;			/* bytes not yet walked over */
} Walk;

#define ST_SORT sort_keys
#define ST_ELEMENT_TYPE VariantKey
#define ST_COMPARE(a, b) ((int64) *(a) < (int64) *(b) ? -1 : (int64) *(a) > (int64) *(b))
#define ST_SCOPE static
#define ST_DEFINE
#include "lib/sort_template.h"

/* Sorted, GIN has less to do; repeated ones it does not want. */
static void
sort_unique(Walk *w)
{
	int			kept = 0;

	if (w->count < 2)
		return;
	sort_keys(w->keys, w->count);
	for (int i = 1; i < w->count; i++)
	{
		if (w->keys[i] != w->keys[kept])
			w->keys[++kept] = w->keys[i];
	}
	w->count = kept + 1;
}

static void
make_room(Walk *w)
{
	CHECK_FOR_INTERRUPTS();

	/* long arrays repeat themselves */
	sort_unique(w);
	if (w->count > w->capacity / 2)
	{
		w->capacity *= 2;
		w->keys = repalloc_huge(w->keys, w->capacity * sizeof(VariantKey));
	}
}

static inline void
add_key(Walk *w, VariantPathHash path, uint64 code)
{
	if (w->count == w->capacity)
		make_room(w);
	w->keys[w->count++] = variant_key(path, code);
}

/*
 * In a valid value every byte belongs to one value; whoever walks over more
 * is going round in damaged offsets.
 */
static void
spend(Walk *w, size_t bytes)
{
	if (bytes > w->left)
		variant_check_stored(VNT_VALUE_OFFSETS);
	w->left -= bytes;
}

static void walk_value(Walk *w, const VntValue *v, VariantPathHash path,
					   VariantFilterState filter, bool in_array, int depth);

static void
add_container(Walk *w, const VntContainer *c, VariantPathHash path, bool in_array)
{
	VntClass	class_ = c->is_object ? VNT_CLASS_OBJECT : VNT_CLASS_ARRAY;

	if (c->is_object && c->count > 0 && !variant_path_has_objects(path))
		return;
	add_key(w, path, variant_code_container(class_, c->count == 0 ?
											VARIANT_CODE_EMPTY : VARIANT_CODE_FILLED));
	if (in_array && !c->is_object && c->count > 0)
		add_key(w, path, variant_code_container(class_, VARIANT_CODE_NESTED));
}

/* Only some members of an object are of interest. */
static void
walk_filtered(Walk *w, const VntContainer *c, VariantPathHash path,
			  VariantFilterState filter, int depth)
{
	for (int i = 0; i < filter.node->count; i++)
	{
		const VariantFilter *node = &filter.node->children[i];
		VntValue	child;
		VntStatus	status;

		status = vnt_object_find(c, node->name.data, node->name.len, &child, NULL);
		if (status == VNT_NOT_FOUND)
			continue;
		variant_check_stored(status);
		walk_value(w, &child, variant_path_hash(path, node->name),
				   variant_filter_enter(node, false), false, depth + 1);
	}
}

static void
walk_container(Walk *w, const VntValue *v, VariantPathHash path,
			   VariantFilterState filter, bool in_array, int depth)
{
	VntContainer c;

	check_stack_depth();
	if (depth >= VNT_MAX_DEPTH)
		variant_check_stored(VNT_TOO_DEEP);
	variant_check_stored(vnt_container_open(v, &c));
	spend(w, c.values - v->data);
	if (filter.included)
		add_container(w, &c, path, in_array);
	else if (c.is_object)
	{
		if (filter.node != NULL)
			walk_filtered(w, &c, path, filter, depth);
		return;
	}
	for (uint32 i = 0; i < c.count; i++)
	{
		VntValue	child;
		VntSlice	name;

		variant_check_stored(vnt_container_child(&c, i, &child));
		if (c.is_object)
		{
			variant_check_stored(vnt_object_name(&c, i, &name));
			walk_value(w, &child, variant_path_hash(path, name),
					   variant_filter_step(filter, name), false, depth + 1);
		}
		else
			walk_value(w, &child, path, filter, true, depth + 1);
	}
}

static void
walk_value(Walk *w, const VntValue *v, VariantPathHash path,
		   VariantFilterState filter, bool in_array, int depth)
{
	VntClass	class_ = vnt_value_class(v);
	VntScalar	s;

	if (filter.excluded || (!filter.included && filter.node == NULL))
		return;
	if (class_ == VNT_CLASS_OBJECT || class_ == VNT_CLASS_ARRAY)
	{
		walk_container(w, v, path, filter, in_array, depth);
		return;
	}
	spend(w, 1);
	if (!filter.included)
		return;
	variant_check_stored(vnt_scalar_read(v, &s));
	add_key(w, path, variant_code(&s));
	if (s.type == VNT_FLOAT)
		add_key(w, path, variant_code_float_text(s.u.f));
}

/* The keys as GIN wants them; w keeps nothing. */
static Datum *
keys_as_datums(Walk *w)
{
#ifdef USE_FLOAT8_BYVAL
	/* a datum is just the number */
	StaticAssertStmt(sizeof(Datum) == sizeof(VariantKey), "keys are datums");
	return (Datum *) w->keys;
#else
	Datum	   *result = palloc_extended(Max(w->count, 1) * sizeof(Datum), MCXT_ALLOC_HUGE);

	for (int i = 0; i < w->count; i++)
		result[i] = Int64GetDatum((int64) w->keys[i]);
	pfree(w->keys);
	return result;
#endif
}

Datum
variant_gin_extract(PG_FUNCTION_ARGS)
{
	int32	   *nkeys = (int32 *) PG_GETARG_POINTER(1);
	const VariantFilter *filter = variant_filter_of_call(fcinfo);
	VariantView view;
	Walk		w;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	w.count = 0;
	w.capacity = FIRST_CAPACITY;
	w.keys = palloc(w.capacity * sizeof(VariantKey));
	w.left = view.root.len;
	walk_value(&w, &view.root, VARIANT_PATH_HASH_ROOT,
			   variant_filter_start(filter), false, 0);
	variant_view_close(&view);
	sort_unique(&w);
	*nkeys = w.count;
	PG_RETURN_POINTER(keys_as_datums(&w));
}

/* ---------------------------------------------------------------------
 * Keys of queries
 * ---------------------------------------------------------------------
 */

/* The ranges of a tree, each once. */
typedef struct Entries
{
	VariantKeyRange *ranges;
	int			count;
	int			capacity;
} Entries;

static int
find_entry(const Entries *e, VariantKeyRange range)
{
	for (int i = 0; i < e->count; i++)
	{
		if (e->ranges[i].low == range.low && e->ranges[i].high == range.high)
			return i;
	}
	return -1;
}

/* Comparing all with all is for short queries only. */
#define ENTRIES_COMPARED	64

static int
add_entry(Entries *e, VariantKeyRange range)
{
	int			entry = e->count <= ENTRIES_COMPARED ? find_entry(e, range) : -1;

	if (entry >= 0)
		return entry;
	if (e->count == e->capacity)
	{
		e->capacity = Max(e->capacity * 2, 8);
		e->ranges = e->ranges == NULL ?
			palloc(e->capacity * sizeof(VariantKeyRange)) :
			repalloc(e->ranges, e->capacity * sizeof(VariantKeyRange));
	}
	e->ranges[e->count] = range;
	return e->count++;
}

static void
collect_entries(VariantQuery *query, Entries *e)
{
	ListCell   *lc;

	if (query->type == VARIANT_QUERY_KEYS)
		query->entry = add_entry(e, query->range);
	foreach(lc, query->args)
		collect_entries(lfirst(lc), e);
}

/*
 * Whether a document matches, by whether its keys are among the entries.
 * check NULL: it has none of them.
 */
static GinTernaryValue
evaluate(const VariantQuery *query, const GinTernaryValue *check)
{
	GinTernaryValue result;
	ListCell   *lc;

	switch (query->type)
	{
		case VARIANT_QUERY_ANY:
			return GIN_MAYBE;
		case VARIANT_QUERY_NONE:
			return GIN_FALSE;
		case VARIANT_QUERY_ALL:
			return GIN_TRUE;
		case VARIANT_QUERY_KEYS:
			/* a key that is there proves nothing */
			return check == NULL || check[query->entry] == GIN_FALSE ?
				GIN_FALSE : GIN_MAYBE;
		case VARIANT_QUERY_AND:
			result = GIN_TRUE;
			foreach(lc, query->args)
			{
				GinTernaryValue one = evaluate(lfirst(lc), check);

				if (one == GIN_FALSE)
					return GIN_FALSE;
				if (one == GIN_MAYBE)
					result = GIN_MAYBE;
			}
			return result;
		case VARIANT_QUERY_OR:
			result = GIN_FALSE;
			foreach(lc, query->args)
			{
				GinTernaryValue one = evaluate(lfirst(lc), check);

				if (one == GIN_TRUE)
					return GIN_TRUE;
				if (one == GIN_MAYBE)
					result = GIN_MAYBE;
			}
			return result;
	}
	return GIN_MAYBE;
}

/* What consistency and partial match are given for each entry. */
typedef struct EntryExtra
{
	const VariantQuery *query;
	VariantKey	high;
} EntryExtra;

static Datum *
make_keys(const Entries *e, const VariantQuery *query, bool *partial,
		  Pointer *extra_data)
{
	Datum	   *keys = palloc(e->count * sizeof(Datum));
	EntryExtra *extra = palloc(e->count * sizeof(EntryExtra));

	for (int i = 0; i < e->count; i++)
	{
		keys[i] = Int64GetDatum((int64) e->ranges[i].low);
		partial[i] = e->ranges[i].low != e->ranges[i].high;
		extra[i].query = query;
		extra[i].high = e->ranges[i].high;
		extra_data[i] = (Pointer) &extra[i];
	}
	return keys;
}

Datum
variant_gin_extract_query(PG_FUNCTION_ARGS)
{
	int32	   *nkeys = (int32 *) PG_GETARG_POINTER(1);
	StrategyNumber strategy = PG_GETARG_UINT16(2);
	bool	  **partial = (bool **) PG_GETARG_POINTER(3);
	Pointer   **extra_data = (Pointer **) PG_GETARG_POINTER(4);
	int32	   *search_mode = (int32 *) PG_GETARG_POINTER(6);
	VariantQuery *query = variant_query_of(strategy, PG_GETARG_DATUM(0),
										   variant_filter_of_call(fcinfo), false);
	Entries		e = {NULL, 0, 0};

	collect_entries(query, &e);
	*nkeys = e.count;
	if (evaluate(query, NULL) != GIN_FALSE)
		*search_mode = GIN_SEARCH_MODE_ALL;
	if (e.count == 0)
	{
		/* without keys, all that the mode has found will be taken for a match */
		*search_mode = query->type == VARIANT_QUERY_NONE ?
			GIN_SEARCH_MODE_DEFAULT : GIN_SEARCH_MODE_ALL;
		PG_RETURN_POINTER(NULL);
	}
	*partial = palloc(e.count * sizeof(bool));
	*extra_data = palloc(e.count * sizeof(Pointer));
	PG_RETURN_POINTER(make_keys(&e, query, *partial, *extra_data));
}

Datum
variant_gin_compare_partial(PG_FUNCTION_ARGS)
{
	int64		key = PG_GETARG_INT64(1);
	const EntryExtra *extra = (const EntryExtra *) PG_GETARG_POINTER(3);

	/* the scan starts at the low end, and all of a range has one path */
	PG_RETURN_INT32(key > (int64) extra->high ? 1 : 0);
}

Datum
variant_gin_triconsistent(PG_FUNCTION_ARGS)
{
	const GinTernaryValue *check = (const GinTernaryValue *) PG_GETARG_POINTER(0);
	int32		nkeys = PG_GETARG_INT32(3);
	Pointer    *extra_data = (Pointer *) PG_GETARG_POINTER(4);

	if (nkeys == 0)
		PG_RETURN_GIN_TERNARY_VALUE(GIN_MAYBE);
	PG_RETURN_GIN_TERNARY_VALUE(evaluate(((const EntryExtra *) extra_data[0])->query,
										 check));
}
