/*-------------------------------------------------------------------------
 *
 * variant_table.c
 *	  variant_table(v, row_path, columns): rows and columns from a document.
 *
 * Interface: variant_table (SQL).
 *
 * row_path is a jsonpath, each of whose items is a row; what goes into the
 * columns is told by variant_table_columns.c.
 *
 * Values are converted as variant_populate_record() does: what is of the
 * column's class already goes over as it is, anything else through the type's
 * input function.  A variant null is NULL, and not empty.
 *
 * Rows are made one by one as the row path is walked.  The names of columns
 * are looked up once for each document, and found where the last row had them.
 * Of a document with delta numbers only what is looked at is decoded, if the
 * row path is $[*].
 *
 * Limits: no nested paths; no variables.  Before 17 input functions cannot
 * fail softly, and each value of a column that has another way than to raise
 * errors takes a subtransaction.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_table.h"
#include "variant_try.h"

#include "access/tupmacs.h"
#include "executor/tuptable.h"
#include "funcapi.h"
#include "nodes/execnodes.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

VARIANT_FUNCTION(variant_table);

#define ROWS_PER_RESET	16

/* The output of the row path. */
typedef struct TableOut
{
	JspOut		out;			/* first: take gets a pointer to it */
	TableSite  *site;
	const VntMetadata *metadata;	/* of the document */
	bool		encoded;		/* rows have delta numbers, see each_element() */
	bool		rest_encoded;	/* so have the values of the row at hand */
	Tuplestorestate *store;
	TupleTableSlot *slot;		/* holds tuple, which is written anew for each row */
	MinimalTuple tuple;
	MemoryContext memory;		/* of one row */
	int64		number;
	Datum	   *values;
	bool	   *nulls;
} TableOut;

/* ---------------------------------------------------------------------
 * Converting
 * ---------------------------------------------------------------------
 */
static Datum
convert(struct Node *escontext, TableColumn *column, const VntValue *v, bool *isnull)
{
	return variant_populate_column(escontext, &column->column, column->type,
								   column->typmod, column->name, (Datum) 0, v, isnull);
}

#if VARIANT_HAVE_SOFT_DOMAINS
static bool
try_convert(TableColumn *column, const VntValue *v, Datum *result, bool *isnull)
{
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;

	*result = convert((Node *) &escontext, column, v, isnull);
	return !escontext.error_occurred;
}
#else
typedef struct ConvertCall
{
	TableColumn *column;
	const VntValue *v;
	Datum		result;
	bool		isnull;
} ConvertCall;

static void
call_convert(void *argument)
{
	ConvertCall *call = argument;

	call->result = convert(NULL, call->column, call->v, &call->isnull);
}

/* False if the conversion fails. */
static bool
try_convert(TableColumn *column, const VntValue *v, Datum *result, bool *isnull)
{
	ConvertCall call = {column, v, (Datum) 0, true};

	if (!variant_try(call_convert, &call))
		return false;
	*result = call.result;
	*isnull = call.isnull;
	return true;
}
#endif

/* NULL, or the default; errors have been raised. */
static Datum
fall_back(TableColumn *column, const Fallback *fallback, bool *isnull)
{
	return convert(NULL, column,
				   fallback->action == OTHERWISE_DEFAULT ? &fallback->value : NULL, isnull);
}

static Datum
convert_value(TableColumn *column, const VntValue *v, bool *isnull)
{
	Datum		result;

	if (column->on_error.action == OTHERWISE_ERROR)
		return convert(NULL, column, v, isnull);
	if (try_convert(column, v, &result, isnull))
		return result;
	return fall_back(column, &column->on_error, isnull);
}

/* An item as a value: computed ones are encoded first. */
static Datum
convert_item(TableColumn *column, const JspItem *item, bool *isnull)
{
	VariantView view;

	if (item->kind == JSP_VALUE)
		return convert_value(column, &item->u.value, isnull);
	variant_view_open(&view, variant_jsp_datum(item));
	return convert_value(column, &view.root, isnull);
}

/* ---------------------------------------------------------------------
 * Rows
 * ---------------------------------------------------------------------
 */
static Datum
column_empty(TableColumn *column, bool *isnull)
{
	if (column->on_empty.action == OTHERWISE_ERROR)
		ereport(ERROR,
				(errcode(ERRCODE_NO_SQL_JSON_ITEM),
				 errmsg("no item found for column \"%s\"", column->name)));
	return fall_back(column, &column->on_empty, isnull);
}

static Datum
column_many(TableColumn *column, bool *isnull)
{
	if (column->on_error.action == OTHERWISE_ERROR)
		ereport(ERROR,
				(errcode(ERRCODE_MORE_THAN_ONE_SQL_JSON_ITEM),
				 errmsg("path of column \"%s\" gives more than one item", column->name)));
	return fall_back(column, &column->on_error, isnull);
}

static Datum
column_exists(TableColumn *column, JspContext *cx, bool *isnull)
{
	JspResult	result = variant_jsp_exists(cx, column->path);
	JspItem		truth;

	if (result == JSP_ERROR)
		return fall_back(column, &column->on_error, isnull);
	if (column->integer)
		variant_jsp_set_integer(&truth, result == JSP_OK);
	else
		variant_jsp_set_bool(&truth, result == JSP_OK);
	return convert_value(column, &truth.u.value, isnull);
}

static Datum
column_of_path(TableColumn *column, const JspItem *row, bool *isnull)
{
	JspContext	cx;
	JspOut		out;

	variant_jsp_context(&cx, column->path, row, NULL,
						column->on_error.action == OTHERWISE_ERROR, false);
	if (column->exists)
		return column_exists(column, &cx, isnull);
	variant_jsp_out_init(&out);
	if (variant_jsp_run(&cx, column->path, &out) == JSP_ERROR)
		return fall_back(column, &column->on_error, isnull);
	if (out.count == 0)
		return column_empty(column, isnull);
	if (out.count > 1)
		return column_many(column, isnull);
	return convert_item(column, &out.items[0], isnull);
}

static Datum
column_value(TableColumn *column, const JspItem *row, int64 number, bool *isnull)
{
	VntValue	found;
	bool		array;
	JspItem		item;

	if (column->ordinality)
	{
		variant_jsp_set_numeric(&item, int64_to_numeric(number));
		return convert_item(column, &item, isnull);
	}
	if (column->names && !column->exists && row->kind == JSP_VALUE)
	{
		if (variant_jsp_walk(column->names, &row->u.value, &found, &array))
			return convert_value(column, &found, isnull);
		if (!array)
			return column_empty(column, isnull);
	}
	return column_of_path(column, row, isnull);
}

/* A small scalar into its column; false: the long way. */
static inline bool
quick_value(TableColumn *column, const VntValue *v, Datum *value, bool *isnull)
{
	*isnull = v->data[0] == VNT_NULL << VNT_HEADER_SHIFT;
	*value = (Datum) 0;
	return *isnull || variant_column_quick(&column->column, v, column->room, value);
}

/*
 * The member that a column is where the last row had it, by the id of its name.
 * Ids are those of one dictionary, so they are learned anew for each document;
 * row_ids, of one byte each, are NULL for rows that do not lie in it.
 */
static inline bool
same_member(TableColumn *column, const VntContainer *row, const uint8_t *row_ids,
			Datum *value, bool *isnull)
{
	VntValue	v;

	return row_ids != NULL && column->has_id && column->position < row->count &&
		row_ids[column->position] == column->id &&
		vnt_read_child(row, column->position, &v) == VNT_OK &&
		quick_value(column, &v, value, isnull);
}

/*
 * A column that is a member of the row, which is an object and has been
 * opened.  False: the long way.
 */
static bool
any_member(TableColumn *column, const VntContainer *row, const uint8_t *row_ids,
		   Datum *value, bool *isnull)
{
	JspNode    *node = column->names;
	VntValue	v;
	VntStatus	status = vnt_object_find(row, node->name.data, node->name.len, &v,
										 &node->hint);

	if (status == VNT_NOT_FOUND)
	{
		*value = column_empty(column, isnull);
		return true;
	}

	/* what the type is made of is found out the long way */
	if (status != VNT_OK || column->column.type != column->type ||
		column->column.kind != COLUMN_SCALAR)
		return false;
	if (row_ids != NULL)
	{
		column->position = node->hint;
		column->id = row_ids[node->hint];
		column->has_id = true;
	}
	return quick_value(column, &v, value, isnull);
}

/* ---------------------------------------------------------------------
 * Small tuples
 * ---------------------------------------------------------------------
 */

/* What a value may take, alignment included: a short varlena, or a datum. */
#define SMALL_VALUE		(VARATT_SHORT_MAX + MAXIMUM_ALIGNOF)

static void
begin_tuple(TableOut *table)
{
	TableSite  *site = table->site;
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

/*
 * The values as a tuple, as heap_form_minimal_tuple() makes it but in place;
 * false if one of them is neither passed by value nor a short varlena.
 */
static bool
write_tuple(TableOut *table)
{
	const TableSite *site = table->site;
	MinimalTuple tuple = table->tuple;
	Size		head = SizeofMinimalTupleHeader;
	bool		has_null = memchr(table->nulls, true, site->ncolumns) != NULL;
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
		Datum		value = table->values[i];

		if (table->nulls[i])
			continue;
		if (has_null)
			tuple->t_bits[i >> 3] |= 1 << (i & 7);
		if (column->byval)
		{
			data = align_in_tuple(data, start, column->align);
			store_att_byval(data, value, column->len);
			data += column->len;
		}
		else
		{
			Size		size;

			if (column->len != -1 || !VARATT_IS_SHORT(DatumGetPointer(value)) ||
				VARATT_IS_EXTERNAL(DatumGetPointer(value)))
				return false;
			size = VARSIZE_SHORT(DatumGetPointer(value));
			memcpy(data, DatumGetPointer(value), size);
			data += size;
			tuple->t_infomask |= HEAP_HASVARWIDTH;
		}
	}
	tuple->t_len = data - (char *) tuple;
	tuple->t_infomask2 = (uint16) site->ncolumns;
	tuple->t_hoff = head + MINIMAL_TUPLE_OFFSET;
	return true;
}

static void
put_row(TableOut *table)
{
	if (write_tuple(table))
		tuplestore_puttupleslot(table->store, table->slot);
	else
		tuplestore_putvalues(table->store, table->site->desc, table->values, table->nulls);
}

/* ---------------------------------------------------------------------
 * Rows, one by one
 * ---------------------------------------------------------------------
 */

/*
 * The row is a container whose own tables have been decoded.  Before anything
 * looks into its values all theirs have to be, once.
 */
static void
decode_rest(TableOut *table, const VntContainer *row)
{
	if (table->rest_encoded && row->total > 0)
		variant_check_stored(vnt_delta_decode_value(unconstify(uint8_t *, row->values),
													row->total, &variant_host));
	table->rest_encoded = false;
}

/* Open a container; encoded: decode its own tables before. */
static inline void
open_container(const VntValue *v, bool encoded, VntContainer *c)
{
	variant_check_stored(encoded ?
						 vnt_delta_decode_container(v->meta, unconstify(uint8_t *, v->data),
													v->len, c) :
						 vnt_read_container(v, c));
}

static void
make_row(TableOut *table, const JspItem *item)
{
	TableSite  *site = table->site;
	bool		is_container = item->kind == JSP_VALUE && item->class_ >= VNT_CLASS_ARRAY;
	bool		is_object = is_container && item->class_ == VNT_CLASS_OBJECT;
	const uint8_t *row_ids = NULL;
	VntContainer row = {0};

	if (is_container)
		open_container(&item->u.value, table->encoded, &row);
	table->rest_encoded = table->encoded && is_container;
	if (is_object && row.id_width == 1 && row.meta == table->metadata)
		row_ids = row.ids;
	table->number++;
	for (int i = 0; i < site->ncolumns; i++)
	{
		TableColumn *column = &site->columns[i];

		if (same_member(column, &row, row_ids, &table->values[i], &table->nulls[i]) ||
			(is_object && column->member &&
			 any_member(column, &row, row_ids, &table->values[i], &table->nulls[i])))
			continue;
		if (is_container)
			decode_rest(table, &row);
		table->values[i] = column_value(column, item, table->number, &table->nulls[i]);
	}
	put_row(table);
}

static void
table_take(JspOut *out, const JspItem *item)
{
	TableOut   *table = (TableOut *) out;
	MemoryContext caller = MemoryContextSwitchTo(table->memory);

	make_row(table, item);
	MemoryContextSwitchTo(caller);

	/* what conversions leave behind is little: not after each row */
	if (table->number % ROWS_PER_RESET == 0)
		MemoryContextReset(table->memory);
}

/*
 * $[*] of an array, with nothing between the rows.  encoded: as of
 * variant_view_open_encoded().  Then each row is decoded when it comes, and
 * what its columns do not ask for is not.
 */
static void
each_element(TableOut *table, const VntValue *array, bool encoded)
{
	VntContainer c;
	VntValue	child;
	JspItem		item;

	open_container(array, encoded, &c);
	table->encoded = encoded;
	for (uint32 i = 0; i < c.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_read_child(&c, i, &child));
		variant_jsp_set_value(&item, &child);
		table_take(&table->out, &item);
	}
}

/* ---------------------------------------------------------------------
 * SQL
 * ---------------------------------------------------------------------
 */
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

static bool
is_each_element(const JspPath *path)
{
	const JspNode *next = path->root->next;

	return path->root->type == jpiRoot && next != NULL &&
		next->type == jpiAnyArray && next->next == NULL;
}

/* Rows by a row path of any other kind, of a document in plain form. */
static void
run_path(TableOut *table, const JspPath *path, const VntValue *document)
{
	JspItem		root;
	JspContext	cx;

	variant_jsp_set_value(&root, document);
	variant_jsp_context(&cx, path, &root, NULL, true, false);
	(void) variant_jsp_run(&cx, path, &table->out);
}

static void
walk_rows(TableOut *table, const JspPath *path, VariantView *view, Datum document)
{
	bool		encoded;

	if (!is_each_element(path))
	{
		variant_view_open(view, document);
		run_path(table, path, &view->root);
		return;
	}
	encoded = variant_view_open_encoded(view, document);
	if (vnt_read_type(&view->root) == VNT_ARRAY)
	{
		each_element(table, &view->root, encoded);
		return;
	}
	if (encoded)
		variant_check_stored(vnt_delta_decode_value(unconstify(uint8_t *, view->root.data),
													view->root.len, &variant_host));
	run_path(table, path, &view->root);
}

static void
fill_table(TableSite *site, JspPath *path, Datum document, Tuplestorestate *store)
{
	VariantView view;
	TableOut	table;

	variant_jsp_out_init(&table.out);
	table.out.take = table_take;
	table.site = site;
	table.metadata = &view.metadata;
	table.encoded = false;
	for (int i = 0; i < site->ncolumns; i++)
		site->columns[i].has_id = false;
	table.store = store;
	table.memory = AllocSetContextCreate(CurrentMemoryContext, "variant table row",
										 ALLOCSET_DEFAULT_SIZES);
	table.number = 0;
	table.values = palloc(site->ncolumns * sizeof(Datum) + 1);
	table.nulls = palloc(site->ncolumns * sizeof(bool) + 1);
	begin_tuple(&table);
	walk_rows(&table, path, &view, document);
	ExecDropSingleTupleTableSlot(table.slot);
	MemoryContextDelete(table.memory);
	variant_view_close(&view);
}

Datum
variant_table(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = begin_table(fcinfo);
	TableSite  *site = table_site(fcinfo);
	struct varlena *columns = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2));
	JspPath    *path;

	if (site->source == NULL || VARSIZE_ANY(site->source) != VARSIZE_ANY(columns) ||
		memcmp(site->source, columns, VARSIZE_ANY(columns)) != 0)
		variant_table_prepare(site, columns, rsi->expectedDesc);
	path = variant_jsp_site_path(&site->rows, PG_GETARG_JSONPATH_P(1));
	fill_table(site, path, PG_GETARG_DATUM(0), rsi->setResult);
	PG_RETURN_NULL();
}
