/*-------------------------------------------------------------------------
 *
 * variant_table.h
 *	  variant_table: what is known about its columns, and its rows.  Shared
 *	  by the files variant_table*.c.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_TABLE_H
#define VARIANT_TABLE_H

#include "variant_jsonpath.h"
#include "variant_record.h"

#include "utils/tuplestore.h"

typedef enum Otherwise
{
	OTHERWISE_NULL,
	OTHERWISE_ERROR,
	OTHERWISE_DEFAULT
} Otherwise;

/* What to do in place of a value. */
typedef struct Fallback
{
	Otherwise	action;
	VntValue	value;			/* OTHERWISE_DEFAULT */
} Fallback;

typedef struct TableColumn
{
	const char *name;
	Oid			type;
	int32		typmod;
	int16		len;			/* of its values in tuples, as pg_attribute has it */
	bool		byval;
	bool		packed;			/* in tuples small ones are short varlenas */
	char		align;
	Column		column;
	JspPath    *path;
	JspNode    *names;			/* of a path that is nothing but names */
	bool		member;			/* of the row's item, and nothing else */
	bool		has_id;			/* id is that of its name in this document, and
								 * what its type is made of is known */
	uint32		id;
	uint32		position;		/* where the last row had it */
	Datum	   *value;			/* of the row at hand */
	bool	   *isnull;
	Datum		no_value;		/* where they point to if nobody looks at it */
	bool		no_isnull;
	bool		unused;			/* by nobody, and it cannot fail in an object */
	bool		exists;
	bool		integer;		/* smallint, integer, bigint or a domain over them */
	bool		ordinality;
	Fallback	on_empty;
	Fallback	on_error;
	union
	{
		char		room[COLUMN_ROOM];	/* for a short text, or a numeric */
		int32		alignment;
	};
} TableColumn;

/* A call, in fn_extra or of a scan. */
typedef struct TableSite
{
	JspSite		rows;
	MemoryContext context;		/* of what follows */
	struct varlena *source;		/* the argument columns, copied */
	VariantView spec;
	TupleDesc	desc;
	int			ncolumns;
	TableColumn *columns;
} TableSite;

/* ---------------------------------------------------------------------
 * Columns (variant_table_columns.c)
 * ---------------------------------------------------------------------
 */

/*
 * Find out about all columns of desc from the argument columns, unless it is
 * that of the last time; everything lives in a context below site->rows.parent.
 */
extern void variant_table_prepare(TableSite *site, Datum argument, TupleDesc desc);

/* ---------------------------------------------------------------------
 * Rows (variant_table_rows.c)
 * ---------------------------------------------------------------------
 */

/* The rows of a document. */
typedef struct TableRows
{
	TableSite  *site;			/* these four are for the caller to set */
	Datum	   *values;			/* of the row at hand */
	bool	   *nulls;
	const int  *places;			/* where in them each column goes, -1: nobody
								 * looks at it; NULL: in order */
	int64		number;			/* of the row at hand, from 1 */
	Datum		document;
	VariantView view;			/* of the document */
	bool		encoded;		/* rows have delta numbers */
	bool		rest_encoded;	/* so have the values of the row at hand */
	uint32		left;			/* rows that are still to come */
	bool		is_single;		/* there is only one, single, else those of array */
	JspItem		single;
	VntContainer array;
} TableRows;

/*
 * Begin with a document, whose bytes must stay.  True: its rows come one by one,
 * by variant_table_next(); false: only all at once, by variant_table_run().
 */
extern bool variant_table_open(TableRows *rows, const JspPath *path, Datum document);

/*
 * The next row, in the current memory context and in the columns' own room
 * (both are to last as long as the values do); false: there is none.
 */
extern bool variant_table_next(TableRows *rows);

/*
 * Where variant_table_open() says so: make all rows, each in the context
 * memory, and call put after each.
 */
extern void variant_table_run(TableRows *rows, const JspPath *path, MemoryContext memory,
							  void (*put) (void *argument), void *argument);

extern void variant_table_close(TableRows *rows);

/* ---------------------------------------------------------------------
 * All rows (variant_table.c)
 * ---------------------------------------------------------------------
 */

/* All rows of a document into a store. */
extern void variant_table_fill(TableSite *site, const JspPath *path, Datum document,
							   Tuplestorestate *store);

#endif							/* VARIANT_TABLE_H */
