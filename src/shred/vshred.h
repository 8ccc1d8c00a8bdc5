/*-------------------------------------------------------------------------
 *
 * vshred.h
 *	  Shredding: the rules of VariantShredding.md, apart from any storage.
 *
 *		VShredSchema	parsed from a document of type names
 *		vshred_split	value -> cells, one for each group of the schema
 *		vshred_merge	cells -> value
 *		VShredInfer		values -> a schema that suits them
 *
 * A schema is a tree of groups, each a pair of "value" and "typed_value".
 * What is between split and merge is a stream of cells in schema order: the
 * cell of a group, then, if its typed_value is an object, one cell for each
 * field, and if it is an array, one for each element.  Where the cells are
 * kept (columns of a file, a document, memory) is the business of whoever
 * takes them (VShredSink) and gives them back (VShredSource).
 *
 * The metadata of a value stays what it is: all cells of a row share it, and
 * it names shredded fields too.
 *
 * Like the codec this layer is plain C11, allocates through a VntHost only and
 * is memory-safe on any bytes.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VSHRED_H
#define VSHRED_H

#include "../codec/vnt.h"

/* ---------------------------------------------------------------------
 * Errors
 * ---------------------------------------------------------------------
 */
typedef enum VShredStatus
{
	VSHRED_OK = 0,
	VSHRED_CODEC,				/* a codec call failed: VShredError.codec */

	/* schema documents */
	VSHRED_SCHEMA_CLASS,		/* neither a string nor an object nor an array */
	VSHRED_SCHEMA_TYPE,			/* unknown or unsupported type name */
	VSHRED_SCHEMA_NUMERIC,		/* precision or scale missing or out of range */
	VSHRED_SCHEMA_ARRAY,		/* not exactly one element */
	VSHRED_SCHEMA_OBJECT,		/* no field */

	/* contradictory cells */
	VSHRED_TYPED_TYPE,			/* typed_value is not of the schema's type */
	VSHRED_TYPED_UNKNOWN,		/* typed_value where the schema has none */
	VSHRED_BOTH,				/* both set, and the schema's type is no object */
	VSHRED_NOT_OBJECT,			/* both set, but value is not an object */
	VSHRED_OVERLAP,				/* a shredded field is in value, too */
	VSHRED_OBJECT_UNTYPED,		/* value is an object, typed_value is null */
	VSHRED_ARRAY_UNTYPED,		/* the same for an array */

	/* documents that show cells (of the caller that reads such) */
	VSHRED_GROUP,				/* a group is not an object */
	VSHRED_GROUP_MEMBER,		/* with another member than the two */
	VSHRED_FIELD,				/* a field that the schema has not */
	VSHRED_FIELD_MISSING,		/* a field's group is missing */

	VSHRED_STATUS_COUNT
} VShredStatus;

/* One constant English sentence part, such as "type cannot be shredded". */
extern const char *vshred_status_message(VShredStatus status);

/*
 * Where and what.  The caller sets path up with vnt_buffer_init() and frees
 * it; after a failure it holds a path such as $.tags[3] in UTF-8.
 */
typedef struct VShredError
{
	VShredStatus status;
	VntStatus	codec;			/* for VSHRED_CODEC, else VNT_OK */
	VntSlice	text;			/* the type name at fault, of the schema document */
	VntBuffer	path;
} VShredError;

/* A step of the path to what is at work; on the stack of the walker. */
typedef struct VShredStep
{
	const struct VShredStep *parent;	/* NULL for the root */
	VntSlice	name;			/* of a field; data is NULL for an element */
	uint32_t	index;
} VShredStep;

/* A step to an element has this name. */
#define VSHRED_NO_NAME		((VntSlice) {NULL, 0})

/* Which index of a step stands for all elements: $.tags[*] */
#define VSHRED_ANY_INDEX	UINT32_MAX

/* Fill in *err, and return status.  Step is the place, NULL for the root. */
extern VShredStatus vshred_fail(VShredError *err, VShredStatus status,
								const VShredStep *step);
extern VShredStatus vshred_fail_codec(VShredError *err, VntStatus codec,
									  const VShredStep *step);

/* Compare names as the encoding orders them: as unsigned bytes. */
extern int	vshred_name_cmp(VntSlice a, VntSlice b);

/* ---------------------------------------------------------------------
 * Schemas (vshred_schema.c)
 * ---------------------------------------------------------------------
 */
typedef enum VShredKind
{
	VSHRED_UNTYPED,				/* a value column only: "variant" */
	VSHRED_SCALAR,
	VSHRED_ARRAY,				/* of children[0] */
	VSHRED_OBJECT				/* of children, by name */
} VShredKind;

typedef struct VShredNode VShredNode;

struct VShredNode
{
	VntSlice	name;			/* of a field */
	uint8_t		kind;			/* VShredKind */

	/*
	 * Scalars: VNT_TRUE for boolean, VNT_STRING for both forms of strings,
	 * the smallest decimal type that has the precision.
	 */
	uint8_t		type;			/* VntType */
	uint8_t		precision;		/* decimals */
	uint8_t		scale;
	uint32_t	number;			/* place in VShredSchema.nodes */
	uint32_t	count;			/* children */
	const VShredNode *children;	/* of an object in name order */
};

/*
 * All nodes; the root first, siblings one behind the other.  Read only, and
 * one block of memory.
 */
typedef struct VShredSchema
{
	uint32_t	count;
	VShredNode *nodes;
} VShredSchema;

/*
 * Read a schema document:
 *
 *		schema := "type name" | [schema] | {"name": schema, ...}
 *
 * *schema is allocated from host, in one piece, and refers to nothing else.
 */
extern VShredStatus vshred_schema_parse(const VntValue *document,
										const VntHost *host,
										VShredSchema **schema,
										VShredError *err);
extern void vshred_schema_free(VShredSchema *schema, const VntHost *host);

/*
 * Kind, type, precision and scale of a node by the name of a type, or
 * VSHRED_SCHEMA_TYPE, VSHRED_SCHEMA_NUMERIC.  Nothing else of it is set.
 */
extern VShredStatus vshred_read_type(VntSlice name, VShredNode *node);

/* Room for any type name, its end included. */
#define VSHRED_TYPE_NAME	32

/* Name of a scalar's or untyped node's type, as a schema writes it. */
extern int	vshred_type_name(const VShredNode *node, char out[VSHRED_TYPE_NAME]);

/*
 * Does a value fit the type of a scalar node without loss?  Then *s is what
 * the node's typed_value holds: of the node's type, decimals in its scale.
 * Integers and decimals are one class, whatever their width; no digit is ever
 * dropped, not even a zero.  Everything else fits only its own type.
 */
extern VntStatus vshred_match(const VShredNode *node, const VntValue *v,
							  VntScalar *s, bool *fits);

/* Is s a legal typed_value of the node? */
extern bool vshred_scalar_is_legal(const VShredNode *node, const VntScalar *s);

/* ---------------------------------------------------------------------
 * Cells
 * ---------------------------------------------------------------------
 */

/*
 * One group.  kind tells what typed_value is: VSHRED_UNTYPED if null.
 *
 *		value	typed_value
 *		null	null		missing; of fields only
 *		set		null		any value, variant null included
 *		null	set			of the schema's type
 *		set		set			an object, value has the fields not shredded
 */
typedef struct VShredCell
{
	VntSlice	value;			/* one encoded value; data is NULL for null */
	uint8_t		kind;			/* VShredKind of typed_value */
	uint32_t	count;			/* elements, if it is an array */
	VntScalar	scalar;			/* if it is a scalar */

	/* for a source only: what it needs to find the children */
	const void *place;
} VShredCell;

/* ---------------------------------------------------------------------
 * Splitting (vshred_split.c)
 * ---------------------------------------------------------------------
 */

/*
 * Where cells go.  end, if not NULL, is called when all children of an object
 * or array have been given.  A status other than VNT_OK ends the walk.
 *
 * cell->value refers to the value that is split or to the splitter's memory,
 * scalar.u.bytes to the value: both stay until the splitter's next use.
 */
typedef struct VShredSink
{
	VntStatus	(*cell) (void *ctx, const VShredNode *node,
						 const VShredCell *cell);
	VntStatus	(*end) (void *ctx, const VShredNode *node);
	void	   *ctx;
} VShredSink;

/* Memory for splitting, to be used again and again; NULL if there is none. */
typedef struct VShredSplitter VShredSplitter;

extern VShredSplitter *vshred_splitter_new(const VShredSchema *schema,
										   const VntHost *host);
extern void vshred_splitter_free(VShredSplitter *s);

/* The cells of one value, root first. */
extern VntStatus vshred_split(VShredSplitter *s, const VntValue *v,
							  const VShredSink *sink);

/* ---------------------------------------------------------------------
 * Merging (vshred_merge.c)
 * ---------------------------------------------------------------------
 */

/*
 * Where cells come from, asked for in the order in which vshred_split() gives
 * them.  parent is the cell above (NULL for the root), index the place among
 * its children, step the path for errors.  The slices of a cell must stay
 * until the builder is written.  trusted: values are valid and strings UTF-8;
 * else that is checked.
 */
typedef struct VShredSource
{
	VShredStatus (*cell) (void *ctx, const VShredNode *node,
						  const VShredCell *parent, uint32_t index,
						  const VShredStep *step, VShredCell *cell,
						  VShredError *err);
	void	   *ctx;
	bool		trusted;
} VShredSource;

/*
 * Feed the value to the builder, where a value is due.  Whatever contradicts
 * the rules is an error: nothing is guessed.  An element that is missing is a
 * variant null, as the format wants it.  If the root is missing nothing is
 * fed and *missing is true: what that means depends on whether a value is
 * required there (then it is a variant null, too).
 */
extern VShredStatus vshred_merge(const VShredSchema *schema,
								 const VntMetadata *meta,
								 const VShredSource *source,
								 const VntHost *host, VntBuilder *b,
								 bool *missing, VShredError *err);

/* Feed the scalar of a typed_value to a builder. */
extern VntStatus vshred_build_scalar(VntBuilder *b, const VntScalar *s);

/* ---------------------------------------------------------------------
 * Inferring a schema (vshred_infer.c, vshred_infer_build.c)
 * ---------------------------------------------------------------------
 */
typedef struct VShredInferOptions
{
	double		threshold;		/* share of rows, or elements, that have a field */
	double		majority;		/* share of its values that are of one type */
	uint32_t	max_fields;		/* columns of typed values */
	uint32_t	max_depth;		/* containers within each other */
} VShredInferOptions;

/* 10 %, 50 %, 300, 50 */
extern const VShredInferOptions vshred_infer_defaults;

typedef struct VShredInfer VShredInfer;

extern VShredInfer *vshred_infer_new(const VntHost *host, uint32_t max_depth);
extern void vshred_infer_free(VShredInfer *f);

/* Take one value into account. */
extern VntStatus vshred_infer_add(VShredInfer *f, const VntValue *v);

/*
 * Feed a schema document for the values seen to the builder; which order they
 * came in does not matter.  More values may be added afterwards.  f, which
 * holds the names, must stay until the builder is written.
 */
extern VntStatus vshred_infer_build(VShredInfer *f,
									const VShredInferOptions *options,
									VntBuilder *b);

#endif							/* VSHRED_H */
