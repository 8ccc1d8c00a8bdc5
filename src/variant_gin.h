/*-------------------------------------------------------------------------
 *
 * variant_gin.h
 *	  The GIN operator class variant_ops: keys, filters, queries.
 *
 * A key says "at this path lies this value".  It is a bigint:
 *
 *		20 bits		hash of the path's names; positions in arrays are left out
 *		44 bits		code of the value: its class, then as much of it as fits
 *
 * Codes of one class lie together and rise with the values, so that a range of
 * values of one class at one path is a range of keys.  Equal values have equal
 * codes, whatever their encoding.  Different values may share a code and
 * different paths a hash, so whatever the index finds is checked again.
 *
 * Keys are stored in indexes: they must never change.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_GIN_H
#define VARIANT_GIN_H

#include "variant.h"

#include "access/stratnum.h"
#include "nodes/pg_list.h"

/* ---------------------------------------------------------------------
 * Keys (variant_gin_key.c)
 * ---------------------------------------------------------------------
 */
typedef uint64 VariantKey;		/* stored as the bigint of the same bits */

/* From a code to the next one of the same path; inclusive. */
typedef struct VariantKeyRange
{
	VariantKey	low;
	VariantKey	high;
} VariantKeyRange;

/* The state of a path: more bits than go into a key, and its first value. */
typedef uint64 VariantPathHash;

#define VARIANT_PATH_HASH_ROOT	UINT64CONST(0x76617269616e7400)

extern VariantPathHash variant_path_hash(VariantPathHash parent, VntSlice name);

#define VARIANT_CODE_BITS	44

static inline VariantKey
variant_key(VariantPathHash path, uint64 code)
{
	return path >> VARIANT_CODE_BITS << VARIANT_CODE_BITS | code;
}

/* The code of a scalar. */
extern uint64 variant_code(const VntScalar *s);

/*
 * The code of the number that a float's text says, which is what jsonpath
 * compares: 0.1::float4 as 0.1.
 */
extern uint64 variant_code_float_text(float f);

/* What is known of a container.  An array in an array has two codes. */
typedef enum VariantContainerCode
{
	VARIANT_CODE_EMPTY,
	VARIANT_CODE_FILLED,
	VARIANT_CODE_NESTED
} VariantContainerCode;

extern uint64 variant_code_container(VntClass class_, VariantContainerCode code);

/*
 * Do objects with members have a key of their own at this path?  Not at the
 * root, or in an array there: a key that all documents share tells nothing and
 * costs an insertion each.
 */
static inline bool
variant_path_has_objects(VariantPathHash path)
{
	return path != VARIANT_PATH_HASH_ROOT;
}

/* The first and last code of a class, or of its family for numbers. */
extern void variant_code_class(VntClass class_, uint64 *low, uint64 *high);

/* The first and last code of strings that start with these bytes. */
extern void variant_code_prefix(VntSlice prefix, uint64 *low, uint64 *high);

/*
 * The first and last code of values that are equal to s and of all that lie
 * between: for strings, whose codes do not only depend on their order.
 */
extern void variant_code_bounds(const VntScalar *s, uint64 *low, uint64 *high);

/* ---------------------------------------------------------------------
 * The order of strings (variant_gin_string.c)
 * ---------------------------------------------------------------------
 */
#define VARIANT_STRING_BITS		42

/*
 * The first of the codes that s shares with the strings around it; *hash is how
 * many of its low bits, which are 0, are left to tell these apart.
 */
extern uint64 variant_string_cell(VntSlice s, int *hash);

/* The first and the last code of strings that start with these bytes. */
extern void variant_string_range(VntSlice prefix, uint64 *low, uint64 *high);

/* ---------------------------------------------------------------------
 * Which paths are indexed (variant_gin_filter.c)
 * ---------------------------------------------------------------------
 */

/* The options of an index column as the server keeps them. */
typedef struct VariantGinOptions
{
	int32		vl_len_;
	int			paths;			/* offsets of strings; 0: not given */
	int			exclude_paths;
} VariantGinOptions;

/* A node of the tree of the paths in the options. */
typedef struct VariantFilter
{
	VntSlice	name;
	bool		include;
	bool		exclude;
	int			count;
	struct VariantFilter *children;
} VariantFilter;

/*
 * Where a path stands: in the tree, or beyond it (node NULL).  excluded: it
 * is not indexed, nor is anything below it.
 */
typedef struct VariantFilterState
{
	const VariantFilter *node;
	bool		included;
	bool		excluded;
} VariantFilterState;

/* The tree of the options of the function that is being called, or NULL. */
extern const VariantFilter *variant_filter_of_call(FunctionCallInfo fcinfo);

/* Their tree, or NULL: in the current memory context. */
extern const VariantFilter *variant_filter_of_options(const VariantGinOptions *options);

extern VariantFilterState variant_filter_start(const VariantFilter *root);
extern VariantFilterState variant_filter_step(VariantFilterState state,
											  VntSlice name);

/* At a node of the tree. */
extern VariantFilterState variant_filter_enter(const VariantFilter *node,
											   bool included);

/* Check the value of an option; 22023. */
extern void variant_filter_validate(const char *paths);

/* ---------------------------------------------------------------------
 * Queries (variant_gin_query.c)
 *
 * What a document that matches must have among its keys.
 * ---------------------------------------------------------------------
 */
typedef enum VariantQueryType
{
	VARIANT_QUERY_ANY,			/* nothing is known: any document may match */
	VARIANT_QUERY_NONE,			/* no document matches */
	VARIANT_QUERY_ALL,			/* every document matches */
	VARIANT_QUERY_KEYS,			/* one of a range of keys */
	VARIANT_QUERY_AND,
	VARIANT_QUERY_OR
} VariantQueryType;

typedef struct VariantQuery VariantQuery;
struct VariantQuery
{
	VariantQueryType type;
	VariantKeyRange range;
	int			entry;			/* of range, once collected */
	const char *path;			/* of range, as text, if that was wanted */
	List	   *args;
};

/* A path as a query sees it. */
typedef struct VariantQueryPath
{
	VariantPathHash hash;
	VariantFilterState filter;
	bool		unknown;		/* below something that has no path */
	const char *text;			/* NULL unless wanted */
} VariantQueryPath;

extern VariantQueryPath variant_query_root(const VariantFilter *filter,
										   bool want_text);
extern VariantQueryPath variant_query_step(VariantQueryPath path, VntSlice name);

/* Leaves: NONE, ANY and ALL; a range of codes at a path. */
extern VariantQuery *variant_query_constant(VariantQueryType type);
extern VariantQuery *variant_query_codes(VariantQueryPath path, uint64 low,
										 uint64 high);
extern VariantQuery *variant_query_equal(VariantQueryPath path,
										 const VntScalar *s);
extern VariantQuery *variant_query_class(VariantQueryPath path, VntClass class_);
extern VariantQuery *variant_query_exists(VariantQueryPath path);

/* Combine; args is a list of VariantQuery *, which may be taken over. */
extern VariantQuery *variant_query_and(List *args);
extern VariantQuery *variant_query_or(List *args);

/* What contains q. */
extern VariantQuery *variant_query_contains(VariantQueryPath path,
											const VntValue *q);

/* What a predicate asks for (variant_gin_predicate.c). */
struct VariantPredicate;
extern VariantQuery *variant_query_predicate(const struct VariantPredicate *p,
											 VariantQueryPath root);

/* What @? and, for match, @@ ask for (variant_gin_jsonpath.c). */
extern VariantQuery *variant_query_jsonpath(Datum jsonpath, VariantQueryPath root,
											bool match);

/* The query of an operator of the class, by strategy number. */
#define VARIANT_STRATEGY_CONTAINS		7
#define VARIANT_STRATEGY_EXISTS			9
#define VARIANT_STRATEGY_EXISTS_ANY		10
#define VARIANT_STRATEGY_EXISTS_ALL		11
#define VARIANT_STRATEGY_PATH_EXISTS	15
#define VARIANT_STRATEGY_PATH_MATCH		16
#define VARIANT_STRATEGY_PREDICATE		17

extern VariantQuery *variant_query_of(StrategyNumber strategy, Datum argument,
									  const VariantFilter *filter, bool want_text);

#endif							/* VARIANT_GIN_H */
