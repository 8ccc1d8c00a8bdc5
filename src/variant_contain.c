/*-------------------------------------------------------------------------
 *
 * variant_contain.c
 *	  Containment: @> and <@.
 *
 * Interface: variant_contains, variant_contained.
 *
 * The rules are jsonb's.  An object contains an object if each of its members
 * is there with an equal scalar or a container that contains it.  An array
 * contains an array if each of its elements is equal to, or contained in, some
 * element, whatever the order and the number.  At the top, and only there, an
 * array also contains a scalar that is an element of it.  Scalars are equal
 * as = says: by value, however they are encoded.
 *
 * Both values are read in place.  Where comparing each element with each
 * would be long, the elements of the containing array are put in a hash table,
 * scalars by value and containers by each scalar directly in them, so that
 * only those elements are looked at that share the rarest one.
 *
 * Limits: containers that hold only containers are found by trying all.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "common/hashfn.h"
#include "miscadmin.h"
#include "utils/memutils.h"

/* The table pays off where at least so many pairs would be compared ... */
#define INDEX_PAIRS		1024

/* ... for at least so many elements to be found. */
#define INDEX_WANTED	8

/* So many scalars of a container are tried for the rarest one. */
#define TRY_SCALARS		16

/* What a hash is of: an element itself, a scalar in an array; else a member */
#define SEED_ELEMENT	1
#define SEED_INNER		2

#define NO_ENTRY		UINT32_MAX

/* Elements that share a scalar. */
typedef struct IndexGroup
{
	uint64		hash;
	uint32		first;
	uint32		count;
	char		status;
} IndexGroup;

#define SH_PREFIX		group
#define SH_ELEMENT_TYPE	IndexGroup
#define SH_KEY_TYPE		uint64
#define SH_KEY			hash
#define SH_HASH_KEY(tb, key) ((uint32) ((key) >> 32))
#define SH_EQUAL(tb, a, b) ((a) == (b))
#define SH_SCOPE		static inline
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

typedef struct IndexEntry
{
	uint32		element;
	uint32		next;
} IndexEntry;

typedef struct ElementIndex
{
	group_hash *groups;
	IndexEntry *entries;
	uint32		count;
	uint32		capacity;
} ElementIndex;

/* So many lookups of members are remembered from one call to the next. */
#define HINTS			32

/*
 * One call.  What is looked for is nearly always a constant, and documents
 * are alike: then the n-th lookup finds its member where it was last time.
 */
typedef struct Search
{
	uint32	   *hints;			/* of the call site */
	uint32		lookups;
	int			depth;
} Search;

static bool value_contains(Search *s, const VntValue *v, const VntValue *wanted);

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */
static inline bool
is_container(const VntValue *v)
{
	VntType		type = vnt_value_type(v);

	return type == VNT_OBJECT || type == VNT_ARRAY;
}

static bool
scalars_equal(const VntValue *a, const VntValue *b)
{
	VntScalar	x;
	VntScalar	y;

	if (vnt_value_type(a) == VNT_SHORT_STRING && vnt_value_type(b) == VNT_SHORT_STRING)
	{
		size_t		size;

		if (a->data[0] != b->data[0])
			return false;
		variant_check_stored(vnt_value_size(a, &size));
		variant_check_stored(vnt_value_size(b, &size));
		return memcmp(a->data, b->data, size) == 0;
	}
	if (vnt_class_family(vnt_value_class(a)) != vnt_class_family(vnt_value_class(b)))
		return false;
	variant_check_stored(vnt_scalar_read(a, &x));
	variant_check_stored(vnt_scalar_read(b, &y));
	return vnt_scalar_compare(&x, &y) == 0;
}

/* ---------------------------------------------------------------------
 * The table of a large array's elements
 * ---------------------------------------------------------------------
 */
static uint64
hash_scalar(const VntValue *v, uint64 seed)
{
	VntStatus	status = VNT_OK;
	uint64		hash = vnt_hash(v, seed, &status);

	variant_check_stored(status);
	return hash;
}

/* The i-th child of a container by its value and its name; false if it is no
 * scalar. */
static bool
hash_child(const VntContainer *c, uint32 i, uint64 *hash)
{
	VntValue	child;
	VntSlice	name;
	uint64		seed = SEED_INNER;

	variant_check_stored(vnt_container_child(c, i, &child));
	if (is_container(&child))
		return false;
	if (c->is_object)
	{
		variant_check_stored(vnt_object_name(c, i, &name));
		seed = hash_bytes_extended(name.data, (int) name.len, SEED_INNER);
	}
	*hash = hash_scalar(&child, seed);
	return true;
}

static void
index_add(ElementIndex *index, uint64 hash, uint32 element)
{
	bool		found;
	IndexGroup *group = group_insert(index->groups, hash, &found);
	IndexEntry *entry;

	if (!found)
	{
		group->first = NO_ENTRY;
		group->count = 0;
	}
	else if (index->entries[group->first].element == element)
		return;
	if (index->count == index->capacity)
	{
		index->capacity *= 2;
		index->entries = repalloc_huge(index->entries,
									   (Size) index->capacity * sizeof(IndexEntry));
	}
	entry = &index->entries[index->count];
	entry->element = element;
	entry->next = group->first;
	group->first = index->count++;
	group->count++;
}

static void
index_build(ElementIndex *index, const VntContainer *array)
{
	index->groups = group_create(CurrentMemoryContext, array->count, NULL);
	index->count = 0;
	index->capacity = 1024;
	index->entries = palloc(index->capacity * sizeof(IndexEntry));
	for (uint32 i = 0; i < array->count; i++)
	{
		VntValue	element;
		VntContainer inner;
		uint64		hash;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(array, i, &element));
		if (!is_container(&element))
		{
			index_add(index, hash_scalar(&element, SEED_ELEMENT), i);
			continue;
		}
		variant_check_stored(vnt_container_open(&element, &inner));
		for (uint32 j = 0; j < inner.count; j++)
			if (hash_child(&inner, j, &hash))
				index_add(index, hash, i);
	}
}

static void
index_free(ElementIndex *index)
{
	group_destroy(index->groups);
	pfree(index->entries);
}

/*
 * The smallest group that holds all elements that may contain wanted.  False
 * if there is no element that does; *group is NULL if any may.
 */
static bool
index_candidates(ElementIndex *index, const VntValue *wanted, IndexGroup **group)
{
	VntContainer c;
	uint32		tried = 0;
	uint64		hash;

	*group = NULL;
	if (!is_container(wanted))
	{
		*group = group_lookup(index->groups, hash_scalar(wanted, SEED_ELEMENT));
		return *group != NULL;
	}
	variant_check_stored(vnt_container_open(wanted, &c));
	for (uint32 i = 0; i < c.count && tried < TRY_SCALARS; i++)
	{
		IndexGroup *next;

		if (!hash_child(&c, i, &hash))
			continue;
		tried++;
		next = group_lookup(index->groups, hash);
		if (next == NULL)
			return false;
		if (*group == NULL || next->count < (*group)->count)
			*group = next;
	}
	return true;
}

/* ---------------------------------------------------------------------
 * Arrays
 * ---------------------------------------------------------------------
 */

/* Does the i-th element of an array contain wanted? */
static inline bool
element_contains(Search *s, const VntContainer *array, uint32 i,
				 const VntValue *wanted)
{
	VntValue	element;

	variant_check_stored(vnt_container_child(array, i, &element));
	return value_contains(s, &element, wanted);
}

static bool
some_element_contains(Search *s, const VntContainer *array,
					  const VntValue *wanted)
{
	for (uint32 i = 0; i < array->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (element_contains(s, array, i, wanted))
			return true;
	}
	return false;
}

static bool
indexed_contains(Search *s, const VntContainer *array, ElementIndex *index,
				 const VntValue *wanted)
{
	IndexGroup *group;

	if (!index_candidates(index, wanted, &group))
		return false;
	if (group == NULL)
		return some_element_contains(s, array, wanted);
	for (uint32 i = group->first; i != NO_ENTRY; i = index->entries[i].next)
	{
		CHECK_FOR_INTERRUPTS();
		if (element_contains(s, array, index->entries[i].element, wanted))
			return true;
	}
	return false;
}

static bool
array_contains(Search *s, const VntContainer *array, const VntContainer *wanted)
{
	ElementIndex index;
	bool		indexed;
	bool		result = true;

	if (wanted->count > 0 && array->count == 0)
		return false;
	indexed = wanted->count >= INDEX_WANTED &&
		(uint64) wanted->count * array->count >= INDEX_PAIRS;
	if (indexed)
		index_build(&index, array);
	for (uint32 i = 0; i < wanted->count && result; i++)
	{
		VntValue	element;

		variant_check_stored(vnt_container_child(wanted, i, &element));
		result = indexed ? indexed_contains(s, array, &index, &element) :
			some_element_contains(s, array, &element);
	}
	if (indexed)
		index_free(&index);
	return result;
}

/* ---------------------------------------------------------------------
 * Objects and any value
 * ---------------------------------------------------------------------
 */
static bool
object_contains(Search *s, const VntContainer *object, const VntContainer *wanted)
{
	uint32		next = 0;

	if (wanted->count > object->count)
		return false;
	for (uint32 i = 0; i < wanted->count; i++)
	{
		VntSlice	name;
		VntValue	member;
		VntValue	child;
		VntStatus	status;
		uint32	   *hint = s->lookups < HINTS ? &s->hints[s->lookups++] : &next;

		variant_check_stored(vnt_object_name(wanted, i, &name));
		status = vnt_object_find(object, name.data, name.len, &child, hint);
		if (status == VNT_NOT_FOUND)
			return false;
		variant_check_stored(status);
		next = *hint + 1;		/* members of both are in order */
		variant_check_stored(vnt_container_child(wanted, i, &member));
		if (!value_contains(s, &child, &member))
			return false;
	}
	return true;
}

/* Below the top: equal scalars, or containers of one kind. */
static bool
value_contains(Search *s, const VntValue *v, const VntValue *wanted)
{
	VntContainer outer;
	VntContainer inner;
	bool		result;

	if (!is_container(v) || !is_container(wanted))
		return !is_container(v) && !is_container(wanted) &&
			scalars_equal(v, wanted);
	if (s->depth >= VNT_MAX_DEPTH)
		variant_report(VNT_TOO_DEEP, NULL, VARIANT_ORIGIN_STORED, NULL);
	check_stack_depth();
	variant_check_stored(vnt_container_open(v, &outer));
	variant_check_stored(vnt_container_open(wanted, &inner));
	if (outer.is_object != inner.is_object)
		return false;
	s->depth++;
	result = outer.is_object ? object_contains(s, &outer, &inner) :
		array_contains(s, &outer, &inner);
	s->depth--;
	return result;
}

/* At the top an array contains a scalar. */
static bool
root_contains(Search *s, const VntValue *v, const VntValue *wanted)
{
	VntContainer array;

	if (vnt_value_type(v) != VNT_ARRAY || is_container(wanted))
		return value_contains(s, v, wanted);
	variant_check_stored(vnt_container_open(v, &array));
	return some_element_contains(s, &array, wanted);
}

static bool
datum_contains(FunctionCallInfo fcinfo, Datum datum, Datum wanted)
{
	uint32		no_hints[HINTS] = {0};
	Search		s = {no_hints, 0, 0};
	VariantView v;
	VariantView w;
	bool		result;

	if (fcinfo->flinfo)
	{
		if (fcinfo->flinfo->fn_extra == NULL)
			fcinfo->flinfo->fn_extra =
				MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, HINTS * sizeof(uint32));
		s.hints = fcinfo->flinfo->fn_extra;
	}
	variant_view_open(&v, datum);
	variant_view_open(&w, wanted);
	result = root_contains(&s, &v.root, &w.root);
	variant_view_close(&w);
	variant_view_close(&v);
	return result;
}

VARIANT_FUNCTION(variant_contains);

Datum
variant_contains(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(datum_contains(fcinfo, PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

VARIANT_FUNCTION(variant_contained);

Datum
variant_contained(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(datum_contains(fcinfo, PG_GETARG_DATUM(1), PG_GETARG_DATUM(0)));
}
