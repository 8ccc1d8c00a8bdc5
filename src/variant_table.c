/*-------------------------------------------------------------------------
 *
 * variant_table.c
 *	  variant_table(v, row_path, columns): rows and columns from a document,
 *	  all at once.
 *
 * Interface: variant_table (SQL), variant_table_fill.
 *
 * row_path is a jsonpath, each of whose items is a row (variant_table_rows.c);
 * what goes into the columns is told by variant_table_columns.c.  Queries mostly
 * have a scan in place of the call (variant_table_plan.c, variant_table_scan.c),
 * which takes the rows one by one; this is for all others.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_table.h"

#include "access/tupmacs.h"
#include "executor/tuptable.h"
#include "funcapi.h"
#include "nodes/execnodes.h"
#include "utils/memutils.h"

VARIANT_FUNCTION(variant_table);

#define ROWS_PER_RESET	16

/* Where rows go. */
typedef struct TableStore
{
	TableRows	rows;
	Tuplestorestate *store;
	TupleTableSlot *slot;		/* holds tuple, which is written anew for each row */
	MinimalTuple tuple;
	MemoryContext memory;		/* of one row */
} TableStore;

/* ---------------------------------------------------------------------
 * Small tuples
 * ---------------------------------------------------------------------
 */

/* What a value may take, alignment included: a short varlena, or a datum. */
#define SMALL_VALUE		(VARATT_SHORT_MAX + MAXIMUM_ALIGNOF)

static void
begin_tuple(TableStore *table)
{
	const TableSite *site = table->rows.site;
	Size		size = MAXALIGN(SizeofMinimalTupleHeader + BITMAPLEN(site->ncolumns)) +
		site->ncolumns * (Size) SMALL_VALUE;

	table->tuple = palloc0(size);
	table->slot = MakeSingleTupleTableSlot(site->desc, &TTSOpsMinimalTuple);
	ExecStoreMinimalTuple(table->tuple, table->slot, false);
}

/* Where what follows data begins in a tuple; what is left out is zero. */
static inline char *
align_in_tuple(char *data, const char *start, char align)
{
	char	   *aligned = unconstify(char *, start) + att_align_nominal(data - start, align);

	while (data < aligned)
		*data++ = 0;
	return data;
}

/* A small value as a short varlena; its size, or 0 if it is none. */
static inline Size
write_varlena(char *data, const void *value)
{
	Size		size;

	if (VARATT_IS_SHORT(value) && !VARATT_IS_EXTERNAL(value))
	{
		size = VARSIZE_SHORT(value);
		memcpy(data, value, size);
		return size;
	}
	if (!VARATT_CAN_MAKE_SHORT(value))
		return 0;
	size = VARATT_CONVERTED_SHORT_SIZE(value);
	SET_VARSIZE_SHORT(data, size);
	memcpy(data + VARHDRSZ_SHORT, VARDATA(value), size - VARHDRSZ_SHORT);
	return size;
}

/*
 * The values as a tuple, as heap_form_minimal_tuple() makes it but in place;
 * false if one of them is neither passed by value nor a small varlena.
 */
static bool
write_tuple(TableStore *table)
{
	const TableSite *site = table->rows.site;
	const Datum *values = table->rows.values;
	const bool *nulls = table->rows.nulls;
	MinimalTuple tuple = table->tuple;
	Size		head = SizeofMinimalTupleHeader;
	bool		has_null = memchr(nulls, true, site->ncolumns) != NULL;
	char	   *start;
	char	   *data;

	if (has_null)
	{
		head = MAXALIGN(head + BITMAPLEN(site->ncolumns));
		memset(tuple->t_bits, 0, head - SizeofMinimalTupleHeader);
	}
	head = MAXALIGN(head);
	start = data = (char *) tuple + head;
	tuple->t_infomask = has_null ? HEAP_HASNULL : 0;
	for (int i = 0; i < site->ncolumns; i++)
	{
		const TableColumn *column = &site->columns[i];
		Datum		value = values[i];
		Size		size;

		if (nulls[i])
			continue;
		if (has_null)
			tuple->t_bits[i >> 3] |= 1 << (i & 7);
		if (column->byval)
		{
			data = align_in_tuple(data, start, column->align);
			store_att_byval(data, value, column->len);
			data += column->len;
		}
		else if (column->packed && (size = write_varlena(data, DatumGetPointer(value))) > 0)
		{
			data += size;
			tuple->t_infomask |= HEAP_HASVARWIDTH;
		}
		else
			return false;
	}
	tuple->t_len = data - (char *) tuple;
	tuple->t_infomask2 = (uint16) site->ncolumns;
	tuple->t_hoff = head + MINIMAL_TUPLE_OFFSET;
	return true;
}

static void
put_row(void *argument)
{
	TableStore *table = argument;
	TableRows  *rows = &table->rows;

	if (write_tuple(table))
		tuplestore_puttupleslot(table->store, table->slot);
	else
		tuplestore_putvalues(table->store, rows->site->desc, rows->values, rows->nulls);

	/* what conversions leave behind is little: not after each row */
	if (rows->number % ROWS_PER_RESET == 0)
		MemoryContextReset(table->memory);
}

/* ---------------------------------------------------------------------
 * SQL
 * ---------------------------------------------------------------------
 */
static void
fill_one_by_one(TableStore *table)
{
	MemoryContext caller = MemoryContextSwitchTo(table->memory);

	while (variant_table_next(&table->rows))
	{
		CHECK_FOR_INTERRUPTS();
		put_row(table);
	}
	MemoryContextSwitchTo(caller);
}

void
variant_table_fill(TableSite *site, const JspPath *path, Datum document, Tuplestorestate *store)
{
	TableStore	table;

	table.rows.site = site;
	table.rows.values = palloc(site->ncolumns * sizeof(Datum) + 1);
	table.rows.nulls = palloc(site->ncolumns * sizeof(bool) + 1);
	table.rows.places = NULL;
	table.store = store;
	table.memory = AllocSetContextCreate(CurrentMemoryContext, "variant table row",
										 ALLOCSET_DEFAULT_SIZES);
	begin_tuple(&table);
	if (variant_table_open(&table.rows, path, document))
		fill_one_by_one(&table);
	else
		variant_table_run(&table.rows, path, table.memory, put_row, &table);
	ExecDropSingleTupleTableSlot(table.slot);
	MemoryContextDelete(table.memory);
	variant_table_close(&table.rows);
}

static TableSite *
table_site(FunctionCallInfo fcinfo)
{
	TableSite  *site = fcinfo->flinfo->fn_extra;

	if (site)
		return site;
	site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(TableSite));
	site->rows.parent = fcinfo->flinfo->fn_mcxt;
	fcinfo->flinfo->fn_extra = site;
	return site;
}

static ReturnSetInfo *
begin_table(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext caller;

	if (rsi == NULL || !IsA(rsi, ReturnSetInfo) ||
		(rsi->allowedModes & SFRM_Materialize) == 0 || rsi->expectedDesc == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("variant_table must be called in FROM, with a column definition list")));
	caller = MemoryContextSwitchTo(rsi->econtext->ecxt_per_query_memory);
	rsi->returnMode = SFRM_Materialize;
	rsi->setResult = tuplestore_begin_heap((rsi->allowedModes & SFRM_Materialize_Random) != 0,
										   false, work_mem);
	rsi->setDesc = CreateTupleDescCopy(rsi->expectedDesc);
	MemoryContextSwitchTo(caller);
	return rsi;
}

Datum
variant_table(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = begin_table(fcinfo);
	TableSite  *site = table_site(fcinfo);

	variant_table_prepare(site, PG_GETARG_DATUM(2), rsi->expectedDesc);
	variant_table_fill(site, variant_jsp_site_path(&site->rows, PG_GETARG_JSONPATH_P(1)),
					   PG_GETARG_DATUM(0), rsi->setResult);
	PG_RETURN_NULL();
}
