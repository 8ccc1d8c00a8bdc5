/*-------------------------------------------------------------------------
 *
 * vshred_infer.h
 *	  What has been counted of values: between counting and choosing.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VSHRED_INFER_H
#define VSHRED_INFER_H

#include "vshred_internal.h"

/* No path. */
#define VSHRED_NONE		UINT32_MAX

/* What is counted apart.  Ties are won by the first. */
typedef enum VShredSlot
{
	SLOT_STRING,
	SLOT_NUMBER,
	SLOT_DOUBLE,
	SLOT_FLOAT,
	SLOT_BOOLEAN,
	SLOT_TIMESTAMPTZ,
	SLOT_TIMESTAMP,
	SLOT_TIMESTAMPTZ_NANOS,
	SLOT_TIMESTAMP_NANOS,
	SLOT_DATE,
	SLOT_TIME,
	SLOT_UUID,
	SLOT_BINARY,
	SLOT_OBJECT,
	SLOT_ARRAY,
	SLOT_NULL,
	SLOT_COUNT
} VShredSlot;

/* A path: the root, a field of one, or the elements of one. */
typedef struct VShredPath
{
	uint32_t	parent;			/* a smaller number; VSHRED_NONE at the root */
	uint32_t	first;			/* its last child found, and so on by next */
	uint32_t	next;
	uint32_t	follower;		/* what came behind it last time */
	const uint8_t *name;		/* NULL: elements */
	uint32_t	name_len;
	uint32_t	hash;
	uint32_t	counts[SLOT_COUNT]; /* they stop at their largest value */
	uint8_t		digits;			/* of numbers: most before the point */
	uint8_t		scale;			/* and most behind it */
	bool		wide;			/* some integer is no int64 */
} VShredPath;

struct VShredInfer
{
	const VntHost *host;
	uint32_t	max_depth;
	VShredPath *paths;
	uint32_t	count;
	uint32_t	capacity;
	uint32_t   *table;			/* of hashes: paths, VSHRED_NONE where free */
	uint32_t	table_size;		/* a power of two */
	struct NameChunk *names;	/* kept bytes */
	uint32_t	steps;
};

/* A copy of bytes that stays as long as f does; NULL if there is no memory. */
extern uint8_t *vshred_infer_keep(VShredInfer *f, const uint8_t *data, size_t len);

#endif							/* VSHRED_INFER_H */
