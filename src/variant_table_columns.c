/*-------------------------------------------------------------------------
 *
 * variant_table_columns.c
 *	  variant_table: what its argument columns says.
 *
 * Interface: variant_table_prepare.
 *
 * The names and types of the columns are those of the column definition list;
 * columns says what goes into them.  It is an array, with an entry for each
 * column in order, or an object, with a member for a column's name; a column
 * without an entry, or whose entry is null, takes the member of its name.  An
 * entry is the text of a jsonpath, in which $ is the row's item, or an object of
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
 *-------------------------------------------------------------------------
 */
#include "variant_table.h"

#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/json.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "variant_scalar.h"

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
path_context(void *column)
{
	errcontext("path of column \"%s\"", ((TableColumn *) column)->name);
}

static void
set_path(TableColumn *column, char *text)
{
	ErrorContextCallback context = {error_context_stack, path_context, column};
	Datum		jsonpath;

	error_context_stack = &context;
	jsonpath = DirectFunctionCall1(jsonpath_in, CStringGetDatum(text));
	column->path = variant_jsp_prepare(DatumGetJsonPathP(jsonpath));
	error_context_stack = context.previous;
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

static void
prepare_column(TableSite *site, const VntContainer *spec, int i)
{
	Form_pg_attribute att = TupleDescAttr(site->desc, i);
	TableColumn *column = &site->columns[i];
	VntValue	entry;

	column->name = NameStr(att->attname);
	column->type = att->atttypid;
	column->typmod = att->atttypmod;
	column->len = att->attlen;
	column->byval = att->attbyval;
	column->packed = att->attlen == -1 && att->attstorage != TYPSTORAGE_PLAIN;
	column->align = att->attalign;
	column->column.context = site->context;
	column->on_empty.action = OTHERWISE_NULL;
	column->on_error.action = OTHERWISE_ERROR;
	column->integer = variant_is_integer(getBaseType(column->type));
	if (find_entry(spec, i, column->name, &entry))
		read_entry(column, &entry);
	if (column->path == NULL)
		set_path(column, default_path(column->name));
	column->member = column->names && column->names->next == NULL &&
		!column->exists && !column->ordinality;
}

static void
prepare(TableSite *site, const struct varlena *argument, TupleDesc desc)
{
	Size		size = VARSIZE_ANY(argument);
	VntContainer spec;
	VntClass	class_;

	site->desc = CreateTupleDescCopy(desc);
	variant_view_open(&site->spec, PointerGetDatum(memcpy(palloc(size), argument, size)));
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
	site->source = memcpy(palloc(size), argument, size);
}

void
variant_table_prepare(TableSite *site, Datum argument, TupleDesc desc)
{
	struct varlena *packed = PG_DETOAST_DATUM_PACKED(argument);
	MemoryContext old;

	if (site->source != NULL && VARSIZE_ANY(site->source) == VARSIZE_ANY(packed) &&
		memcmp(site->source, packed, VARSIZE_ANY(packed)) == 0)
		return;
	site->source = NULL;
	if (site->context)
		MemoryContextReset(site->context);
	else
		site->context = AllocSetContextCreate(site->rows.parent, "variant table",
											  ALLOCSET_SMALL_SIZES);
	old = MemoryContextSwitchTo(site->context);
	prepare(site, packed, desc);
	MemoryContextSwitchTo(old);
}
