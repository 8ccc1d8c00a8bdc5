/*-------------------------------------------------------------------------
 *
 * vpath.h
 *	  Paths into a value: parsed once, walked over the bytes.
 *
 * A path is an array of steps.  Where the steps come from is up to the
 * caller: vpath_parse() reads a $-path, vpath_step_either() makes a step from
 * an element of a text[] path or from a text subscript, and a caller may fill
 * in steps by hand.
 *
 * Nothing here allocates.  Names in steps are UTF-8 and referenced, never
 * owned.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VPATH_H
#define VPATH_H

#include "../codec/vnt.h"

typedef enum VPathKind
{
	VPATH_NAME,					/* a member of an object */
	VPATH_INDEX,				/* an element of an array */
	VPATH_EITHER,				/* both, by what the container is */
	VPATH_NULL					/* a NULL in a text[] path: finds nothing */
} VPathKind;

/*
 * One step.  A VPATH_EITHER step that was made from an integer has no name
 * (name.data is NULL): its name is the decimal text of index.
 */
typedef struct VPathStep
{
	VntSlice	name;
	int32_t		index;			/* below 0: counted from the end */
	uint8_t		kind;			/* VPathKind */
	bool		has_index;		/* false: EITHER whose text is no integer */
} VPathStep;

typedef struct VPath
{
	VPathStep  *steps;
	size_t		count;
} VPath;

typedef enum VPathStatus
{
	VPATH_OK = 0,
	VPATH_ROOT,					/* does not start with $ */
	VPATH_STEP,					/* neither . nor [ where a step starts */
	VPATH_EMPTY_NAME,			/* nothing after the dot */
	VPATH_BRACKET,				/* neither quote nor number after [ */
	VPATH_UNCLOSED_NAME,		/* no closing quote */
	VPATH_UNCLOSED_BRACKET,		/* no ] after the name or number */
	VPATH_BRACE,				/* nothing after {, or no } */
	VPATH_INDEX_RANGE,			/* index does not fit in 32 bits */
	VPATH_STATUS_COUNT
} VPathStatus;

/* One constant English sentence part, such as "name is empty". */
extern const char *vpath_status_message(VPathStatus status);

/* Room that vpath_parse() needs for a path of len bytes. */
static inline size_t
vpath_max_steps(size_t len)
{
	return len / 2;
}

/*
 * Parse a $-path:
 *
 *		path := '$' step*
 *		step := '.' name | "['" quoted "']" | '["' quoted '"]' | '[' '-'? digits ']'
 *
 * A name after a dot is everything up to the next '.' or '[', at least one
 * byte.  In a quoted name the quote is written twice; every other byte,
 * backslash included, stands for itself.  No blanks are skipped.
 *
 * steps has room for vpath_max_steps(len) steps; names for len bytes, and
 * holds the names afterwards (text itself need not stay).  On failure
 * *offset is the byte of the text where the fault was seen.
 */
extern VPathStatus vpath_parse(const char *text, size_t len, VPathStep *steps,
							   uint8_t *names, VPath *path, size_t *offset);

/*
 * The same with one more kind of step, in which the server writes down paths
 * of any origin: '{' text '}' and "{'" quoted "'}" is a VPATH_EITHER step of
 * that text.  A name after a dot ends at '{' too.
 */
extern VPathStatus vpath_parse_typed(const char *text, size_t len,
									 VPathStep *steps, uint8_t *names,
									 VPath *path, size_t *offset);

/*
 * Does text read as an integer of 32 bits, whole?  As strtol reads it:
 * leading blanks, a sign, leading zeros.
 */
extern bool vpath_read_index(const uint8_t *text, size_t len, int32_t *index);

/* A step that is a name on an object and perhaps an index on an array. */
extern VPathStep vpath_step_either(const uint8_t *text, size_t len);

/* The same from an integer subscript. */
extern VPathStep vpath_step_integer(int32_t index);

/* Longest text of a 32-bit integer. */
#define VPATH_INDEX_TEXT	11

/*
 * The name by which a step looks into an object.  buffer is used for steps
 * that have none.
 */
extern VntSlice vpath_step_name(const VPathStep *step,
								uint8_t buffer[VPATH_INDEX_TEXT]);

/*
 * The position that an index means in an array of count elements, or -1
 * where there is none.
 */
static inline int64_t
vpath_array_position(int32_t index, uint32_t count)
{
	int64_t		position = index;

	if (position < 0)
		position += count;
	return position >= 0 && position < (int64_t) count ? position : -1;
}

/* One step from v; VNT_NOT_FOUND if it leads nowhere. *hint as below. */
extern VntStatus vpath_step(const VPathStep *step, const VntValue *v,
							VntValue *result, uint32_t *hint);

/*
 * Walk a path from root in one go.  VNT_NOT_FOUND if it leads nowhere, other
 * statuses on damaged bytes.  hints, if not NULL, has a member index for
 * each step, zero at first, and belongs to one call site.
 */
extern VntStatus vpath_eval(const VPath *path, const VntValue *root,
							VntValue *result, uint32_t *hints);

/* The same through an opened reader of a value that is not all at hand. */
extern VntStatus vpath_step_reader(const VPathStep *step, const VntReader *s,
								   const VntPlace *v, VntPlace *result,
								   uint32_t *hint);
extern VntStatus vpath_eval_reader(const VPath *path, const VntReader *s,
								   const VntPlace *root, VntPlace *result,
								   uint32_t *hints);

#endif							/* VPATH_H */
