/*-------------------------------------------------------------------------
 *
 * variant_record.h
 *	  Columns and rows that are populated from variants: what is known about
 *	  their types.  Shared by variant_record.c, variant_populate.c and
 *	  variant_column.c.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_RECORD_H
#define VARIANT_RECORD_H

#include "variant.h"

#include "access/htup_details.h"
#include "access/tupdesc.h"

typedef enum ColumnKind
{
	COLUMN_SCALAR,
	COLUMN_ARRAY,
	COLUMN_COMPOSITE,			/* a domain over one, too */
	COLUMN_DOMAIN				/* over anything else */
} ColumnKind;

/* How a scalar column takes values that are of its class already. */
typedef enum ScalarPath
{
	PATH_INPUT,					/* only from text */
	PATH_BOOLEAN,
	PATH_INTEGER,
	PATH_NUMERIC,
	PATH_FLOAT,
	PATH_TEXT,
	PATH_DATE,
	PATH_TIME,
	PATH_TIMESTAMP,
	PATH_TIMESTAMPTZ,
	PATH_UUID,
	PATH_BINARY,
	PATH_JSON,					/* json and jsonb: any value, as JSON text */
	PATH_VARIANT				/* any value */
} ScalarPath;

typedef struct Row Row;
typedef struct Column Column;

struct Column
{
	MemoryContext context;		/* of all that is kept here */
	Oid			type;			/* InvalidOid: nothing is known yet */
	int32		typmod;
	ColumnKind	kind;
	VntSlice	name;			/* UTF-8, if it is a member of a row */
	uint32		hint;			/* where the last object had that name */

	/* the type's input function, and a shorter way around it */
	FmgrInfo	input;
	Oid			ioparam;
	ScalarPath	path;

	/* COLUMN_ARRAY: the elements; COLUMN_DOMAIN: the base type */
	Column	   *inner;
	Oid			inner_type;
	int32		inner_typmod;

	/* COLUMN_COMPOSITE, inner_type being the type without domains */
	TupleDesc	tupdesc;
	Row		   *row;

	void	   *domain_info;	/* cache of domain_check() */
};

struct Row
{
	MemoryContext context;		/* the row's own */
	Oid			type;
	int32		typmod;
	int			ncolumns;
	Column		columns[FLEXIBLE_ARRAY_MEMBER];
};

/* ---------------------------------------------------------------------
 * Types and scalars (variant_column.c)
 * ---------------------------------------------------------------------
 */

/*
 * Find out all about a type.  The context, the name and the hint of col are left
 * alone.
 */
extern void variant_column_prepare(Column *col, Oid type, int32 typmod);

/* For composites: find col->tupdesc, and the columns that go with it. */
extern void variant_column_tupdesc(Column *col);
extern Row *variant_column_row(Column *col);

/*
 * The same as variant_populate_scalar() for the small scalars that most
 * documents are made of, without errors; false: it is none.  col is a scalar
 * column that has been prepared, v has bytes.  A text or a numeric is written to
 * room, which has COLUMN_ROOM bytes and is aligned as an int32.
 */
#define COLUMN_ROOM		(VARHDRSZ_SHORT + VNT_MAX_SHORT_STRING)

extern bool variant_column_quick(const Column *col, const VntValue *v, char *room,
								 Datum *result);

/* A value, not null, by the column's own type; any after a soft error. */
extern Datum variant_populate_scalar(struct Node *escontext, Column *col, const VntValue *v);

/* ---------------------------------------------------------------------
 * Arrays and rows (variant_populate.c)
 * ---------------------------------------------------------------------
 */

/*
 * A row from an object and a base row (may be NULL): a new tuple, or the base
 * itself; NULL after a soft error.
 */
extern HeapTupleHeader variant_populate_row(struct Node *escontext, Column *composite,
											HeapTupleHeader base,
											const VntContainer *object);

/* The same from any value, checking the domain if type is one. */
extern Datum variant_populate_composite(struct Node *escontext, Column *col, Oid type,
										HeapTupleHeader base, const VntValue *v);

/*
 * One value of any type; any after a soft error.  v is NULL where the object
 * has no such member; base is what the column had, for composites; name, for
 * hints, may be NULL.
 */
extern Datum variant_populate_column(struct Node *escontext, Column *col, Oid type,
									 int32 typmod, const char *name, Datum base,
									 const VntValue *v, bool *isnull);

#endif							/* VARIANT_RECORD_H */
