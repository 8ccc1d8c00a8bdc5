/*-------------------------------------------------------------------------
 *
 * variant_table.h
 *	  variant_table: what is known about its columns.  Shared by
 *	  variant_table.c and variant_table_columns.c.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_TABLE_H
#define VARIANT_TABLE_H

#include "variant_jsonpath.h"
#include "variant_record.h"

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
	char		align;
	Column		column;
	JspPath    *path;
	JspNode    *names;			/* of a path that is nothing but names */
	bool		member;			/* of the row's item, and nothing else */
	bool		has_id;			/* id is that of its name in this document, and
								 * what its type is made of is known */
	uint32		id;
	uint32		position;		/* where the last row had it */
	bool		exists;
	bool		integer;		/* smallint, integer, bigint or a domain over them */
	bool		ordinality;
	Fallback	on_empty;
	Fallback	on_error;
	char		room[COLUMN_ROOM];	/* for a short text */
} TableColumn;

/* In fn_extra. */
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

/*
 * Find out about all columns of desc from the argument columns; everything
 * lives in a context below site->rows.parent.  Needed once for a call site, and
 * again when site->source, the last argument, has other bytes.
 */
extern void variant_table_prepare(TableSite *site, struct varlena *argument,
								  TupleDesc desc);

#endif							/* VARIANT_TABLE_H */
