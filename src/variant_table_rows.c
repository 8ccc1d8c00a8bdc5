/*-------------------------------------------------------------------------
 *
 * variant_table_rows.c
 *	  variant_table: the rows of a document, one by one.
 *
 * Interface: variant_table_open, variant_table_next, variant_table_run,
 * variant_table_close.
 *
 * Values are converted as variant_populate_record() does: what is already of
 * the column's class goes over as it is, anything else through the type's
 * input function.  A variant null is NULL, and not empty.
 *
 * A row path that is $, names and perhaps [*] at its end is walked once; then
 * each row is made when it is asked for.  The names of columns are looked up
 * once for each document, and found where the last row had them.  Of a document
 * with delta numbers only what is looked at is decoded.  Any other row path is
 * run to its end, and hands over its items.
 *
 * Limits: no nested paths; no variables.  Before 17 input functions cannot
 * fail softly, and each value of a column that has another way than to raise
 * errors takes a subtransaction.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_table.h"
#include "variant_try.h"

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
column_value(TableColumn *column, const JspItem *row, bool *isnull)
{
	VntValue	found;
	bool		array;

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

/* A scalar column; what its type is made of is found out the long way. */
static inline bool
is_quick(const TableColumn *column)
{
	return column->column.type == column->type && column->column.kind == COLUMN_SCALAR;
}

static Datum
column_number(TableColumn *column, int64 number, bool *isnull)
{
	JspItem		item;
	Datum		result;

	variant_jsp_set_integer(&item, number);
	if (is_quick(column) && quick_value(column, &item.u.value, &result, isnull))
		return result;
	return convert_value(column, &item.u.value, isnull);
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

	if (status != VNT_OK || !is_quick(column))
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
 * Rows, one by one
 * ---------------------------------------------------------------------
 */

/*
 * The row is a container whose own tables have been decoded.  Before anything
 * looks into its values all theirs have to be, once.
 */
static void
decode_rest(TableRows *rows, const VntContainer *row)
{
	if (rows->rest_encoded && row->total > 0)
		variant_check_stored(vnt_delta_decode_value(unconstify(uint8_t *, row->values),
													row->total, &variant_host));
	rows->rest_encoded = false;
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
make_row(TableRows *rows, const JspItem *item)
{
	TableSite  *site = rows->site;
	bool		is_container = item->kind == JSP_VALUE && item->class_ >= VNT_CLASS_ARRAY;
	bool		is_object = is_container && item->class_ == VNT_CLASS_OBJECT;
	const uint8_t *row_ids = NULL;
	VntContainer row = {0};

	if (is_container)
		open_container(&item->u.value, rows->encoded, &row);
	rows->rest_encoded = rows->encoded && is_container;
	if (is_object && row.id_width == 1 && row.meta == &rows->view.metadata)
		row_ids = row.ids;
	rows->number++;
	for (int i = 0; i < site->ncolumns; i++)
	{
		TableColumn *column = &site->columns[i];

		if (same_member(column, &row, row_ids, column->value, column->isnull) ||
			(is_object && column->member &&
			 (column->unused ||
			  any_member(column, &row, row_ids, column->value, column->isnull))))
			continue;
		if (column->ordinality)
		{
			*column->value = column_number(column, rows->number, column->isnull);
			continue;
		}
		if (is_container)
			decode_rest(rows, &row);
		*column->value = column_value(column, item, column->isnull);
	}
}

/* ---------------------------------------------------------------------
 * Documents
 * ---------------------------------------------------------------------
 */

/* Is it $, names, and nothing else than perhaps [*] at the end? */
static bool
is_walk(const JspPath *path)
{
	const JspNode *node = path->root->next;

	if (path->root->type != jpiRoot)
		return false;
	while (node != NULL && node->type == jpiKey)
		node = node->next;
	return node == NULL || (node->type == jpiAnyArray && node->next == NULL);
}

/* One row: this value. */
static bool
begin_single(TableRows *rows, const VntValue *v)
{
	variant_jsp_set_value(&rows->single, v);
	rows->is_single = true;
	rows->left = 1;
	return true;
}

/*
 * Walk to the rows, if there are any; what lies on the way is decoded.  False:
 * the path has to be run, as an array is to be unwrapped or it fails.
 */
static bool
walk(TableRows *rows, const JspPath *path)
{
	VntValue	v = rows->view.root;
	JspNode    *node = path->root->next;

	for (; node != NULL && node->type == jpiKey; node = node->next)
	{
		VntContainer c;
		VntStatus	status;

		if (vnt_read_type(&v) != VNT_OBJECT)
			return false;
		open_container(&v, rows->encoded, &c);
		status = vnt_object_find(&c, node->name.data, node->name.len, &v, &node->hint);
		if (status == VNT_NOT_FOUND)
			return path->lax;
		variant_check_stored(status);
	}
	if (node == NULL)
		return begin_single(rows, &v);
	if (vnt_read_type(&v) != VNT_ARRAY)
		return path->lax && begin_single(rows, &v);
	open_container(&v, rows->encoded, &rows->array);
	rows->left = rows->array.count;
	return true;
}

static void
begin_column(TableColumn *column, const TableRows *rows, int place)
{
	column->has_id = false;
	column->value = place < 0 ? &column->no_value : &rows->values[place];
	column->isnull = place < 0 ? &column->no_isnull : &rows->nulls[place];
	column->unused = place < 0 && column->type == variant_type_oid() &&
		column->on_empty.action != OTHERWISE_ERROR;
}

bool
variant_table_open(TableRows *rows, const JspPath *path, Datum document)
{
	rows->number = 0;
	rows->left = 0;
	rows->is_single = false;
	for (int i = 0; i < rows->site->ncolumns; i++)
		begin_column(&rows->site->columns[i], rows, rows->places ? rows->places[i] : i);
	rows->document = document;
	if (!is_walk(path))
		return false;
	rows->encoded = variant_view_open_encoded(&rows->view, document);
	if (walk(rows, path))
		return true;
	variant_view_close(&rows->view);
	return false;
}

bool
variant_table_next(TableRows *rows)
{
	VntValue	child;
	JspItem		item;

	if (rows->left == 0)
		return false;
	rows->left--;
	if (rows->is_single)
	{
		make_row(rows, &rows->single);
		return true;
	}
	variant_check_stored(vnt_read_child(&rows->array, rows->array.count - 1 - rows->left,
										&child));
	variant_jsp_set_value(&item, &child);
	make_row(rows, &item);
	return true;
}

/* The output of a row path. */
typedef struct TableOut
{
	JspOut		out;			/* first: take gets a pointer to it */
	TableRows  *rows;
	MemoryContext memory;		/* of one row */
	void		(*put) (void *argument);
	void	   *argument;
} TableOut;

static void
table_take(JspOut *out, const JspItem *item)
{
	TableOut   *table = (TableOut *) out;
	MemoryContext caller = MemoryContextSwitchTo(table->memory);

	make_row(table->rows, item);
	table->put(table->argument);
	MemoryContextSwitchTo(caller);
}

void
variant_table_run(TableRows *rows, const JspPath *path, MemoryContext memory,
				  void (*put) (void *argument), void *argument)
{
	TableOut	table;
	JspItem		root;
	JspContext	cx;

	variant_view_open(&rows->view, rows->document);
	rows->encoded = false;
	variant_jsp_out_init(&table.out);
	table.out.take = table_take;
	table.rows = rows;
	table.memory = memory;
	table.put = put;
	table.argument = argument;
	variant_jsp_set_value(&root, &rows->view.root);
	variant_jsp_context(&cx, path, &root, NULL, true, false);
	(void) variant_jsp_run(&cx, path, &table.out);
}

void
variant_table_close(TableRows *rows)
{
	rows->left = 0;
	variant_view_close(&rows->view);
}
