/*-------------------------------------------------------------------------
 *
 * variant_jsonpath.h
 *	  jsonpath over variants: what the files variant_jsonpath*.c share.
 *
 * A jsonpath datum is turned once into a tree of nodes (prepare), each with
 * the function that executes it.  Executing a node for one item hands every
 * item that it gives to the next node, and at the end of the chain to an
 * output; nothing is collected in between.
 *
 * Words: *lax* and *strict* are the modes of the language.  A *structural
 * error* is a missing member or the wrong kind of container; lax mode ignores
 * it.  A *soft error* is any that "silent" and predicates suppress; every
 * other one is raised at once.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_JSONPATH_H
#define VARIANT_JSONPATH_H

#include "variant.h"

#include "miscadmin.h"
#include "utils/jsonpath.h"
#include "utils/numeric.h"
#include "variant_slice.h"

typedef struct JspContext JspContext;
typedef struct JspNode JspNode;

/* ---------------------------------------------------------------------
 * Items (variant_jsonpath_item.c)
 * ---------------------------------------------------------------------
 */
typedef enum JspKind
{
	JSP_VALUE,					/* encoded, nearly always in the document */
	JSP_NUMERIC,				/* computed */
	JSP_MOMENT					/* of .datetime() and its kin */
} JspKind;

typedef struct JspMoment
{
	Datum		value;
	Oid			type;			/* DATE, TIME, TIMETZ, TIMESTAMP, TIMESTAMPTZ */
	int			tz;				/* as parse_datetime() gives it */
} JspMoment;

typedef struct JspItem
{
	uint8		kind;			/* JspKind */
	uint8		class_;			/* VntClass; a TIMETZ moment is a time */
	union
	{
		VntValue	value;
		Numeric		numeric;
		JspMoment	moment;
	}			u;
} JspItem;

static inline void
variant_jsp_set_value(JspItem *item, const VntValue *v)
{
	item->kind = JSP_VALUE;
	item->class_ = vnt_type_info[vnt_read_type(v)].class_;
	item->u.value = *v;
}

static inline bool
variant_jsp_is_number(const JspItem *item)
{
	return vnt_class_family(item->class_) == VNT_CLASS_NUMBER;
}

static inline bool
variant_jsp_is_container(const JspItem *item)
{
	return item->class_ == VNT_CLASS_OBJECT || item->class_ == VNT_CLASS_ARRAY;
}

static inline bool
variant_jsp_is_temporal(const JspItem *item)
{
	return item->class_ >= VNT_CLASS_DATE && item->class_ <= VNT_CLASS_TIMESTAMPTZ;
}

extern void variant_jsp_set_null(JspItem *item);
extern void variant_jsp_set_bool(JspItem *item, bool value);
extern void variant_jsp_set_numeric(JspItem *item, Numeric numeric);
extern void variant_jsp_set_integer(JspItem *item, int64 value);

/* The number unscaled / 10^scale; false if it has too many digits. */
extern bool variant_jsp_set_decimal(JspItem *item, int64 unscaled, int scale);
extern void variant_jsp_set_string(JspItem *item, const void *utf8, size_t len);
extern void variant_jsp_set_moment(JspItem *item, Datum value, Oid type, int tz);

/* The scalar of a JSP_VALUE that is one. */
extern void variant_jsp_scalar(const JspItem *item, VntScalar *s);

/* The bytes of a string. */
extern VntSlice variant_jsp_string(const JspItem *item);

/*
 * A finite number as numeric: decimals exactly, floats and doubles by their
 * shortest text.  False for NaN, infinities and what is no number.
 */
extern bool variant_jsp_numeric(const JspItem *item, Numeric *numeric);

/* A number of any kind as its decimal text; palloc'd. */
extern char *variant_jsp_number_text(const JspItem *item);

/*
 * A string in the database encoding; NULL if text cannot hold it, which is
 * an error (22P05) unless soft errors are suppressed.
 */
extern text *variant_jsp_text(JspContext *cx, const JspItem *item);

/* What .type() says. */
extern const char *variant_jsp_type_name(const JspItem *item);

/*
 * Results.  Numbers of more than 38 digits become the nearest double, a time
 * with time zone, which has no class, a string.  _in: as
 * variant_from_value_in().
 */
extern void variant_jsp_build(VntBuilder *b, const JspItem *item);
extern Datum variant_jsp_datum(const JspItem *item);
extern Datum variant_jsp_datum_in(const JspItem *item, struct varlena *reuse,
								  size_t room);

/* ---------------------------------------------------------------------
 * Outputs (variant_jsonpath_item.c)
 * ---------------------------------------------------------------------
 */
#define JSP_INLINE	4

/*
 * Where the items at the end of a path go.  No output at all (NULL) means
 * that only existence matters: execution stops at the first item.
 */
typedef struct JspOut JspOut;
struct JspOut
{
	void		(*take) (JspOut *out, const JspItem *item); /* NULL: keep them */
	bool		unwrap;			/* elements in place of arrays */
	bool		first_only;		/* one item is enough */
	bool		full;			/* nothing more is wanted */
	int			count;			/* items kept, or counted by take */
	int			capacity;
	JspItem    *items;
	JspItem		space[JSP_INLINE];
};

extern void variant_jsp_out_init(JspOut *out);
extern void variant_jsp_out_add(JspOut *out, const JspItem *item);

/* For take: only count. */
extern void variant_jsp_out_count(JspOut *out, const JspItem *item);

/* ---------------------------------------------------------------------
 * Nodes (variant_jsonpath_prepare.c)
 * ---------------------------------------------------------------------
 */
typedef enum JspResult
{
	JSP_OK,						/* there were items */
	JSP_EMPTY,
	JSP_ERROR					/* a soft error */
} JspResult;

typedef enum JspTruth
{
	JSP_FALSE,
	JSP_TRUE,
	JSP_UNKNOWN
} JspTruth;

/*
 * Execute a node for an item.  unwrap: if the item is an array and the node
 * does not want one, execute it for each element.
 */
typedef JspResult (*JspExec) (JspContext *cx, JspNode *node, const JspItem *item,
							  JspOut *out, bool unwrap);
typedef JspTruth (*JspTest) (JspContext *cx, JspNode *node, const JspItem *item);

/*
 * What a comparison is whose left operand is $ or @ and nothing but names, and
 * whose right one is a literal.
 */
typedef enum JspQuick
{
	JSP_QUICK_NONE,
	JSP_QUICK_OTHER,
	JSP_QUICK_NUMBER,			/* unscaled and scale are it */
	JSP_QUICK_STRING
} JspQuick;

/* One of the subscripts [from], [from to to]. */
typedef struct JspSubscript
{
	JspNode    *from;
	JspNode    *to;				/* NULL: no range */
} JspSubscript;

struct JspNode
{
	JspExec		exec;
	JspTest		test;			/* boolean nodes only */
	JspNode    *next;
	JspNode    *left;			/* the argument, if there is only one */
	JspNode    *right;
	JsonPathItemType type;
	bool		safe;			/* it and all behind it raise nothing in lax
								 * mode, not even inside of predicates what
								 * is no soft error */
	bool		is_constant;	/* just a literal */
	bool		is_index;		/* that is an integer of 32 bits: index */
	int32		index;
	uint32		hint;			/* of jpiKey: where the last object had it */
	JspNode    *names;			/* of $ and @: what follows, if that is nothing
								 * but names */
	bool		only_names;		/* names is all that follows, if anything */
	JspQuick	quick;			/* of comparisons */
	uint8		holds;			/* of these: for less, equal, greater, a bit each */
	int64		unscaled;		/* of the number */
	int			scale;
	VntSlice	string;			/* UTF-8 */
	VntSlice	name;			/* of jpiKey and jpiVariable: UTF-8 */
	const char *label;			/* the same in the database encoding */
	JspItem		constant;		/* of literals */
	uint32		first;			/* levels of .** */
	uint32		last;
	int			nsubscripts;
	JspSubscript *subscripts;
	text	   *text;			/* pattern, or template of .datetime() */
	int			regex_flags;
	Numeric		argument[2];	/* precision and scale, or NULL */
};

typedef struct JspPath
{
	JspNode    *root;
	bool		lax;
	int			hazards;		/* nodes that can raise other than soft errors */
	VariantPick pick;			/* what it takes of the document */
} JspPath;

/*
 * The path in the current memory context; jsonpath must stay as it is used.
 * 0A000 for a method that the server knows and this file does not.
 */
extern JspPath *variant_jsp_prepare(JsonPath *jsonpath);

/* The path of a call site, prepared at the first call and when it changes. */
typedef struct JspSite
{
	MemoryContext parent;
	MemoryContext context;
	JsonPath   *source;
	JspPath    *path;
	bool		constant;		/* source is the only one that comes */
} JspSite;

extern JspPath *variant_jsp_site_path(JspSite *site, JsonPath *jsonpath);

/* ---------------------------------------------------------------------
 * Executing (variant_jsonpath_exec.c)
 * ---------------------------------------------------------------------
 */
struct JspContext
{
	const JspItem *root;		/* $ */
	const JspItem *current;		/* @ */
	const VntValue *variables;	/* NULL: none were given */
	const uint8_t *base;		/* where offsets of .keyvalue() ids count from */
	int64		base_id;
	int64		next_id;
	int64		array_size;		/* for last; -1 outside of subscripts */
	bool		lax;
	bool		structural;		/* structural errors count */
	bool		throws;			/* soft errors are raised */
	bool		use_tz;
};

/* Give up with a soft error. */
#define JSP_FAIL(cx, ...) \
	do { \
		if ((cx)->throws) \
			ereport(ERROR, __VA_ARGS__); \
		return JSP_ERROR; \
	} while (0)

/* The items are wanted no more. */
static inline bool
variant_jsp_enough(JspResult result, const JspOut *out)
{
	return result == JSP_OK && (out == NULL || out->full);
}

static inline JspResult
variant_jsp_exec(JspContext *cx, JspNode *node, const JspItem *item,
				 JspOut *out, bool unwrap)
{
	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	return node->exec(cx, node, item, out, unwrap);
}

/* Hand an item that node gives to what follows node. */
static inline JspResult
variant_jsp_next(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out)
{
	if (node->next)
		return variant_jsp_exec(cx, node->next, item, out, cx->lax);
	if (out)
		variant_jsp_out_add(out, item);
	return JSP_OK;
}

/* What follows node is not interested in what its item is. */
static inline bool
variant_jsp_only_exists(const JspNode *node, const JspOut *out)
{
	return node->next == NULL && out == NULL;
}

/* Start a context over a value; variables may be NULL. */
extern void variant_jsp_context(JspContext *cx, const JspPath *path,
								const JspItem *root, const VntValue *variables,
								bool throws, bool use_tz);

/* Execute a whole path from its start. */
extern JspResult variant_jsp_run(JspContext *cx, const JspPath *path, JspOut *out);

/* Whether the path gives any item; JSP_ERROR after a soft error. */
extern JspResult variant_jsp_exists(JspContext *cx, const JspPath *path);

/* Handlers, by what they execute. */
extern JspResult variant_jsp_root(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_current(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_filter(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_literal(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_variable(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_boolean(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_type(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_size(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_keyvalue(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);

/* ---------------------------------------------------------------------
 * Steps into containers (variant_jsonpath_step.c)
 * ---------------------------------------------------------------------
 */

/*
 * Execute node (NULL: hand to out) for each element of an array or member of
 * an object.
 */
extern JspResult variant_jsp_each(JspContext *cx, JspNode *node,
								  const JspItem *item, JspOut *out, bool unwrap);

/*
 * Walk a chain of names without handing items on.  True: *found is the value
 * at its end.  False: there is none, or, if *array is set, an array on the way
 * or at the end, which lax mode unwraps.
 */
extern bool variant_jsp_walk(JspNode *names, const VntValue *start,
							 VntValue *found, bool *array);

extern JspResult variant_jsp_key(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_any_key(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_any_array(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_index_array(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_last(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_any(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);

/* ---------------------------------------------------------------------
 * Predicates (variant_jsonpath_predicate.c)
 * ---------------------------------------------------------------------
 */
extern JspTruth variant_jsp_test(JspContext *cx, JspNode *node, const JspItem *item);
extern JspTruth variant_jsp_and(JspContext *cx, JspNode *node, const JspItem *item);
extern JspTruth variant_jsp_or(JspContext *cx, JspNode *node, const JspItem *item);
extern JspTruth variant_jsp_not(JspContext *cx, JspNode *node, const JspItem *item);
extern JspTruth variant_jsp_is_unknown(JspContext *cx, JspNode *node, const JspItem *item);
extern JspTruth variant_jsp_comparison(JspContext *cx, JspNode *node, const JspItem *item);
extern JspTruth variant_jsp_starts_with(JspContext *cx, JspNode *node, const JspItem *item);
extern JspTruth variant_jsp_like_regex(JspContext *cx, JspNode *node, const JspItem *item);
extern JspTruth variant_jsp_exists_test(JspContext *cx, JspNode *node, const JspItem *item);

/* ---------------------------------------------------------------------
 * Comparing (variant_jsonpath_compare.c)
 * ---------------------------------------------------------------------
 */
extern JspTruth variant_jsp_compare(JspContext *cx, JsonPathItemType op,
									const JspItem *a, const JspItem *b);

/* An integer or decimal that 64 bits hold, in a document or a literal. */
extern bool variant_jsp_small_number(const JspItem *item, int64 *unscaled, int *scale);

/* Complete a comparison both of whose operands are there. */
extern void variant_jsp_compare_prepare(JspNode *node);

/*
 * The same as variant_jsp_compare() for a value and the literal of a
 * comparison with quick set; false where it takes more than a look.
 */
extern bool variant_jsp_compare_quick(const JspNode *node, const VntValue *v,
									  JspTruth *truth);

/* ---------------------------------------------------------------------
 * Numbers (variant_jsonpath_number.c)
 * ---------------------------------------------------------------------
 */

/* A finite number without its fraction; false if it does not fit. */
extern bool variant_jsp_truncate(const JspItem *item, int32 *result);

extern JspResult variant_jsp_arithmetic(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_sign(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_rounding(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_double(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_integer(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_decimal(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_to_boolean(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);
extern JspResult variant_jsp_to_string(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);

/* ---------------------------------------------------------------------
 * Dates and times (variant_jsonpath_datetime.c)
 * ---------------------------------------------------------------------
 */

/* What .datetime() makes of a string; false if that is an error. */
extern bool variant_jsp_read_moment(text *string, Oid *type, Datum *value);

extern JspResult variant_jsp_datetime(JspContext *cx, JspNode *node, const JspItem *item, JspOut *out, bool unwrap);

/*
 * Compare two dates or times, stored or not.  False if their classes do not
 * compare; 0A000 if only the session's time zone could tell and it is not to
 * be used.
 */
extern bool variant_jsp_compare_moments(JspContext *cx, const JspItem *a,
										const JspItem *b, int *order);

/* 0A000 unless the session's time zone may be used. */
extern void variant_jsp_need_tz(JspContext *cx, const char *from, const char *to);

#endif							/* VARIANT_JSONPATH_H */
