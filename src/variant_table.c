/*-------------------------------------------------------------------------
 *
 * variant_table.c
 *	  variant_table(v, row_path, columns): rows and columns from a document.
 *
 * Interface: variant_table (SQL).
 *
 * row_path is a jsonpath, each of whose items is a row.  The names and types
 * of the columns are those of the column definition list; columns says what
 * goes into them.  It is an array, with an entry for each column in order, or
 * an object, with a member for a column's name; a column without an entry, or
 * whose entry is null, takes the member of its name.  An entry is the text of
 * a jsonpath, in which $ is the row's item, or an object of
 *
 *		"path"				a jsonpath; else the member of the column's name
 *		"exists"			true: whether the path gives any item; 1 or 0 in an
 *							integer column
 *		"ordinality"		true: the number of the row, from 1
 *		"default_on_empty"	value to take if the path gives no item
 *		"on_empty"			"null" (as without it) or "error"
 *		"default_on_error"	value to take if the path fails, gives more than
 *							one item, or the item is no value of the type
 *		"on_error"			"error" (as without it) or "null"
 *
 * Values are converted as variant_populate_record() does: what is of the
 * column's class already goes over as it is, anything else through the type's
 * input function.  A variant null is NULL, and not empty.
 *
 * Rows are made one by one as the row path is walked.  The names of columns
 * are looked up where the last row had them.
 *
 * Limits: no nested paths; no variables.  Before 17 input functions cannot
 * fail softly, and each value of a column that has another way than to raise
 * errors takes a subtransaction.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"
#include "variant_record.h"
#include "variant_try.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "nodes/execnodes.h"
#include "utils/builtins.h"
#include "utils/json.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

VARIANT_FUNCTION(variant_table);

#define ROWS_PER_RESET	16

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
	Column		column;
	JspPath    *path;
	JspNode    *names;			/* of a path that is nothing but names */
	bool		member;			/* of the row's item, and nothing else */
	bool		has_id;			/* id is that of its name in this document */
	uint32		id;
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

/* The output of the row path. */
typedef struct TableOut
{
	JspOut		out;			/* first: take gets a pointer to it */
	TableSite  *site;
	const VntMetadata *metadata;	/* of the document */
	Tuplestorestate *store;
	MemoryContext memory;		/* of one row */
	int64		number;
	Datum	   *values;
	bool	   *nulls;
} TableOut;

/* ---------------------------------------------------------------------
 * The description of columns
 * ---------------------------------------------------------------------
 */
static bool
spec_member(const VntContainer *entry, const char *name, VntValue *member)
{
	VntStatus	status = vnt_object_find(entry, (const uint8_t *) name, strlen(name),
										 member, NULL);

	if (status == VNT_NOT_FOUND)
		return false;
	variant_check_stored(status);
	return true;
}

static char *
spec_text(const TableColumn *column, const char *name, const VntValue *v)
{
	VntScalar	s;

	if (vnt_value_class(v) != VNT_CLASS_STRING)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" of column \"%s\" must be a string", name, column->name)));
	variant_check_stored(vnt_scalar_read(v, &s));
	return text_to_cstring(variant_text_from_utf8(s.u.bytes.data, s.u.bytes.len));
}

static bool
spec_bool(const TableColumn *column, const VntContainer *entry, const char *name)
{
	VntValue	v;

	if (!spec_member(entry, name, &v))
		return false;
	if (vnt_value_class(&v) != VNT_CLASS_BOOLEAN)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" of column \"%s\" must be a boolean", name, column->name)));
	return vnt_value_type(&v) == VNT_TRUE;
}

static void
spec_fallback(const TableColumn *column, const VntContainer *entry,
			  const char *name, const char *default_name, Fallback *fallback)
{
	VntValue	v;
	char	   *action;

	if (spec_member(entry, default_name, &fallback->value))
		fallback->action = OTHERWISE_DEFAULT;
	if (!spec_member(entry, name, &v))
		return;
	action = spec_text(column, name, &v);
	if (fallback->action == OTHERWISE_DEFAULT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("column \"%s\" has both \"%s\" and \"%s\"",
						column->name, name, default_name)));
	if (strcmp(action, "null") == 0)
		fallback->action = OTHERWISE_NULL;
	else if (strcmp(action, "error") == 0)
		fallback->action = OTHERWISE_ERROR;
	else
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" of column \"%s\" must be \"null\" or \"error\"",
						name, column->name)));
}

static void
check_members(const TableColumn *column, const VntContainer *entry)
{
	static const char *const known[] = {
		"default_on_empty", "default_on_error", "exists", "on_empty",
		"on_error", "ordinality", "path",
	};
	VntSlice	name;
	int			k;

	for (uint32 i = 0; i < entry->count; i++)
	{
		variant_check_stored(vnt_object_name(entry, i, &name));
		for (k = 0; k < lengthof(known); k++)
		{
			if (strlen(known[k]) == name.len && memcmp(known[k], name.data, name.len) == 0)
				break;
		}
		if (k == lengthof(known))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("unknown option \"%s\" of column \"%s\"",
							text_to_cstring(variant_text_from_utf8(name.data, name.len)),
							column->name)));
	}
}

static void
set_path(TableColumn *column, char *text)
{
	Datum		jsonpath = DirectFunctionCall1(jsonpath_in, CStringGetDatum(text));

	column->path = variant_jsp_prepare(DatumGetJsonPathP(jsonpath));
	if (column->path->lax && column->path->root->type == jpiRoot)
		column->names = column->path->root->names;
}

static char *
default_path(const char *name)
{
	StringInfoData buf;

	initStringInfo(&buf);
	appendStringInfoString(&buf, "$.");
	escape_json(&buf, name);
	return buf.data;
}

static void
read_entry(TableColumn *column, const VntValue *v)
{
	VntContainer entry;
	VntValue	path;

	if (vnt_value_class(v) == VNT_CLASS_STRING)
	{
		set_path(column, spec_text(column, "path", v));
		return;
	}
	if (vnt_value_class(v) != VNT_CLASS_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("entry of column \"%s\" must be a path or an object", column->name)));
	variant_check_stored(vnt_container_open(v, &entry));
	check_members(column, &entry);
	if (spec_member(&entry, "path", &path))
		set_path(column, spec_text(column, "path", &path));
	column->exists = spec_bool(column, &entry, "exists");
	column->ordinality = spec_bool(column, &entry, "ordinality");
	spec_fallback(column, &entry, "on_empty", "default_on_empty", &column->on_empty);
	spec_fallback(column, &entry, "on_error", "default_on_error", &column->on_error);
}

/* The entry of the i-th column of that name; false: there is none. */
static bool
find_entry(const VntContainer *spec, int i, const char *name, VntValue *entry)
{
	size_t		len;
	const char *utf8;
	VntStatus	status;

	if (!spec->is_object)
	{
		if (i >= spec->count)
			return false;
		variant_check_stored(vnt_container_child(spec, (uint32) i, entry));
	}
	else
	{
		utf8 = variant_utf8_from_server(name, strlen(name), &len);
		status = vnt_object_find(spec, (const uint8_t *) utf8, len, entry, NULL);
		if (status == VNT_NOT_FOUND)
			return false;
		variant_check_stored(status);
	}
	return vnt_value_class(entry) != VNT_CLASS_NULL;
}

/* Entries that belong to no column. */
static void
check_entries(const VntContainer *spec, TupleDesc desc)
{
	if (!spec->is_object && spec->count > desc->natts)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there are more entries of columns (%u) than columns (%d)",
						spec->count, desc->natts)));
	for (uint32 i = 0; spec->is_object && i < spec->count; i++)
	{
		VntSlice	slice;
		char	   *name;
		int			k = 0;

		variant_check_stored(vnt_object_name(spec, i, &slice));
		name = text_to_cstring(variant_text_from_utf8(slice.data, slice.len));
		while (k < desc->natts && strcmp(name, NameStr(TupleDescAttr(desc, k)->attname)) != 0)
			k++;
		if (k == desc->natts)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("there is no column \"%s\" for the entry of that name", name)));
	}
}

static bool
is_integer(Oid type)
{
	type = getBaseType(type);
	return type == INT2OID || type == INT4OID || type == INT8OID;
}

static void
prepare_column(TableSite *site, const VntContainer *spec, int i)
{
	Form_pg_attribute att = TupleDescAttr(site->desc, i);
	TableColumn *column = &site->columns[i];
	VntValue	entry;

	column->name = NameStr(att->attname);
	column->type = att->atttypid;
	column->typmod = att->atttypmod;
	column->column.context = site->context;
	column->on_empty.action = OTHERWISE_NULL;
	column->on_error.action = OTHERWISE_ERROR;
	column->integer = is_integer(column->type);
	if (find_entry(spec, i, column->name, &entry))
		read_entry(column, &entry);
	if (column->path == NULL)
		set_path(column, default_path(column->name));
	column->member = column->names && column->names->next == NULL &&
		!column->exists && !column->ordinality;
}

/* For a call site: once, and when the argument has other bytes. */
static void
prepare_columns(TableSite *site, struct varlena *argument, TupleDesc desc)
{
	MemoryContext old;
	VntContainer spec;
	VntClass	class_;

	site->source = NULL;
	if (site->context)
		MemoryContextReset(site->context);
	else
		site->context = AllocSetContextCreate(site->rows.parent, "variant table",
											  ALLOCSET_SMALL_SIZES);
	old = MemoryContextSwitchTo(site->context);
	site->source = NULL;
	site->desc = CreateTupleDescCopy(desc);
	variant_view_open(&site->spec, PointerGetDatum(memcpy(palloc(VARSIZE_ANY(argument)), argument,
														  VARSIZE_ANY(argument))));
	class_ = vnt_value_class(&site->spec.root);
	if (class_ != VNT_CLASS_ARRAY && class_ != VNT_CLASS_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"columns\" argument must be an array or an object")));
	variant_check_stored(vnt_container_open(&site->spec.root, &spec));
	check_entries(&spec, site->desc);
	site->ncolumns = desc->natts;
	site->columns = palloc0(desc->natts * sizeof(TableColumn) + 1);
	for (int i = 0; i < site->ncolumns; i++)
		prepare_column(site, &spec, i);
	site->source = palloc(VARSIZE_ANY(argument));
	memcpy(site->source, argument, VARSIZE_ANY(argument));
	MemoryContextSwitchTo(old);
}

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

static inline uint32
member_id(const VntContainer *row, uint32 i)
{
	return vnt_load_uint(row->ids + (size_t) i * row->id_width, row->id_width);
}

/*
 * The member of a row that a column is, by the id of its name where that is
 * known.  Ids are those of one dictionary, so they are learned anew for each
 * document, and only from rows that lie in it.
 */
static inline VntStatus
find_member(TableColumn *column, const VntContainer *row, const VntMetadata *metadata,
			VntValue *v)
{
	JspNode    *node = column->names;
	VntStatus	status;

	if (column->has_id && row->meta == metadata && node->hint < row->count &&
		member_id(row, node->hint) == column->id)
		return vnt_read_child(row, node->hint, v);
	status = vnt_object_find(row, node->name.data, node->name.len, v, &node->hint);
	if (status == VNT_OK && row->meta == metadata)
	{
		column->id = member_id(row, node->hint);
		column->has_id = true;
	}
	return status;
}

/*
 * A column that is a member of the row, which is an object and has been
 * opened.  False: the long way.
 */
static inline bool
quick_member(TableColumn *column, const VntContainer *row, const VntMetadata *metadata,
			 Datum *value, bool *isnull)
{
	VntValue	v;
	VntStatus	status = find_member(column, row, metadata, &v);

	if (status == VNT_NOT_FOUND)
	{
		*value = column_empty(column, isnull);
		return true;
	}

	/* what the type is made of is found out the long way */
	if (status != VNT_OK || column->column.type != column->type ||
		column->column.kind != COLUMN_SCALAR)
		return false;
	*isnull = v.data[0] == VNT_NULL << VNT_HEADER_SHIFT;
	*value = (Datum) 0;
	return *isnull || variant_column_quick(&column->column, &v, column->room, value);
}

static void
table_take(JspOut *out, const JspItem *item)
{
	TableOut   *table = (TableOut *) out;
	TableSite  *site = table->site;
	MemoryContext caller = MemoryContextSwitchTo(table->memory);
	bool		is_object = item->kind == JSP_VALUE && item->class_ == VNT_CLASS_OBJECT;
	VntContainer row;

	if (is_object)
		variant_check_stored(vnt_read_container(&item->u.value, &row));
	table->number++;
	for (int i = 0; i < site->ncolumns; i++)
	{
		TableColumn *column = &site->columns[i];

		if (!is_object || !column->member ||
			!quick_member(column, &row, table->metadata, &table->values[i], &table->nulls[i]))
			table->values[i] = column_value(column, item, table->number, &table->nulls[i]);
	}
	tuplestore_putvalues(table->store, site->desc, table->values, table->nulls);
	MemoryContextSwitchTo(caller);

	/* what conversions leave behind is little: not after each row */
	if (table->number % ROWS_PER_RESET == 0)
		MemoryContextReset(table->memory);
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

static void
fill_table(TableSite *site, JspPath *path, Datum document, Tuplestorestate *store)
{
	VariantView view;
	JspItem		root;
	JspContext	cx;
	TableOut	table;

	variant_view_open(&view, document);
	variant_jsp_set_value(&root, &view.root);
	variant_jsp_out_init(&table.out);
	table.out.take = table_take;
	table.site = site;
	table.metadata = &view.metadata;
	for (int i = 0; i < site->ncolumns; i++)
		site->columns[i].has_id = false;
	table.store = store;
	table.memory = AllocSetContextCreate(CurrentMemoryContext, "variant table row",
										 ALLOCSET_DEFAULT_SIZES);
	table.number = 0;
	table.values = palloc(site->ncolumns * sizeof(Datum) + 1);
	table.nulls = palloc(site->ncolumns * sizeof(bool) + 1);
	variant_jsp_context(&cx, path, &root, NULL, true, false);
	(void) variant_jsp_run(&cx, path, &table.out);
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
		prepare_columns(site, columns, rsi->expectedDesc);
	path = variant_jsp_site_path(&site->rows, PG_GETARG_JSONPATH_P(1));
	fill_table(site, path, PG_GETARG_DATUM(0), rsi->setResult);
	PG_RETURN_NULL();
}
