/*-------------------------------------------------------------------------
 *
 * variant_column.c
 *	  What a column's type is, and scalars into it.
 *
 * Interface: variant_column_prepare, variant_column_tupdesc,
 * variant_column_row, variant_populate_scalar, variant_column_quick.
 *
 * A scalar that is already of the column's class goes over as it is; any
 * other one is read by the column type's input function from its bare text,
 * which is what jsonb does for all of them.  So "5" is good for an integer
 * column, which it is not for the cast, and 1.5 is an error there.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_record.h"
#include "variant_scalar.h"

#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "datatype/timestamp.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/numeric.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

extern PGDLLEXPORT Datum variant_in(PG_FUNCTION_ARGS);

/* The variant's epoch is 1970-01-01, the server's 2000-01-01. */
#define EPOCH_DAYS	((int64) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE))

/* ---------------------------------------------------------------------
 * Types
 * ---------------------------------------------------------------------
 */
static const struct
{
	Oid			type;
	ScalarPath	path;
}			scalar_paths[] = {
	{BOOLOID, PATH_BOOLEAN},
	{INT2OID, PATH_INTEGER},
	{INT4OID, PATH_INTEGER},
	{INT8OID, PATH_INTEGER},
	{NUMERICOID, PATH_NUMERIC},
	{FLOAT4OID, PATH_FLOAT},
	{FLOAT8OID, PATH_FLOAT},
	{TEXTOID, PATH_TEXT},
	{DATEOID, PATH_DATE},
	{TIMEOID, PATH_TIME},
	{TIMESTAMPOID, PATH_TIMESTAMP},
	{TIMESTAMPTZOID, PATH_TIMESTAMPTZ},
	{UUIDOID, PATH_UUID},
	{BYTEAOID, PATH_BINARY},
	{JSONOID, PATH_JSON},
	{JSONBOID, PATH_JSON},
};

static ScalarPath
scalar_path(const Column *col)
{
	int			i;

	for (i = 0; i < lengthof(scalar_paths); i++)
	{
		if (scalar_paths[i].type == col->type)
			return scalar_paths[i].path;
	}
	if (col->type == VARCHAROID && col->typmod < 0)
		return PATH_TEXT;
	return col->input.fn_addr == variant_in ? PATH_VARIANT : PATH_INPUT;
}

static Column *
new_inner(const Column *col)
{
	Column	   *inner = MemoryContextAllocZero(col->context, sizeof(Column));

	inner->context = col->context;
	return inner;
}

static void
prepare_domain(Column *col)
{
	col->inner_typmod = col->typmod;
	col->inner_type = getBaseTypeAndTypmod(col->type, &col->inner_typmod);
	if (get_typtype(col->inner_type) == TYPTYPE_COMPOSITE)
	{
		col->kind = COLUMN_COMPOSITE;
		return;
	}
	col->kind = COLUMN_DOMAIN;
	col->inner = new_inner(col);
}

/* Find out all about a type.  The name and the hint of col are left alone. */
void
variant_column_prepare(Column *col, Oid type, int32 typmod)
{
	HeapTuple	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	Form_pg_type form;
	Oid			input;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for type %u", type);
	form = (Form_pg_type) GETSTRUCT(tuple);
	col->type = type;
	col->typmod = typmod;
	col->inner = NULL;
	col->tupdesc = NULL;
	col->row = NULL;
	col->domain_info = NULL;
	if (form->typtype == TYPTYPE_DOMAIN)
		prepare_domain(col);
	else if (form->typtype == TYPTYPE_COMPOSITE || type == RECORDOID)
	{
		col->kind = COLUMN_COMPOSITE;
		col->inner_type = type;
		col->inner_typmod = typmod;
	}
	else if (IsTrueArrayType(form))
	{
		col->kind = COLUMN_ARRAY;
		col->inner = new_inner(col);
		col->inner_type = form->typelem;
		col->inner_typmod = typmod;
	}
	else
		col->kind = COLUMN_SCALAR;
	ReleaseSysCache(tuple);

	/* for all kinds, as a string may be the text of any */
	getTypeInputInfo(type, &input, &col->ioparam);
	fmgr_info_cxt(input, &col->input, col->context);
	col->path = scalar_path(col);
}

/* The row type's columns, again where the type has changed. */
void
variant_column_tupdesc(Column *col)
{
	TupleDesc	tupdesc;
	MemoryContext caller;

	if (col->tupdesc != NULL &&
		col->tupdesc->tdtypeid == col->inner_type &&
		col->tupdesc->tdtypmod == col->inner_typmod)
		return;
	tupdesc = lookup_rowtype_tupdesc(col->inner_type, col->inner_typmod);
	if (col->tupdesc != NULL)
		FreeTupleDesc(col->tupdesc);
	caller = MemoryContextSwitchTo(col->context);
	col->tupdesc = CreateTupleDescCopy(tupdesc);
	MemoryContextSwitchTo(caller);
	ReleaseTupleDesc(tupdesc);
}

Row *
variant_column_row(Column *col)
{
	TupleDesc	tupdesc = col->tupdesc;
	MemoryContext context;
	MemoryContext caller;
	Row		   *row = col->row;
	int			i;

	if (row != NULL && row->type == tupdesc->tdtypeid &&
		row->typmod == tupdesc->tdtypmod && row->ncolumns == tupdesc->natts)
		return row;
	if (row != NULL)
		MemoryContextDelete(row->context);
	col->row = NULL;
	context = AllocSetContextCreate(col->context, "variant row type", ALLOCSET_SMALL_SIZES);
	caller = MemoryContextSwitchTo(context);
	row = palloc0(offsetof(Row, columns) + tupdesc->natts * sizeof(Column));
	row->context = context;
	row->type = tupdesc->tdtypeid;
	row->typmod = tupdesc->tdtypmod;
	row->ncolumns = tupdesc->natts;
	for (i = 0; i < row->ncolumns; i++)
	{
		char	   *name = pstrdup(NameStr(TupleDescAttr(tupdesc, i)->attname));
		VntSlice   *slice = &row->columns[i].name;

		row->columns[i].context = context;
		slice->data = (const uint8_t *) variant_utf8_from_server(name, strlen(name),
																 &slice->len);
	}
	MemoryContextSwitchTo(caller);
	col->row = row;
	return row;
}

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */
static bool
integer_datum(Oid type, int64 i, Datum *result)
{
	switch (type)
	{
		case INT2OID:
			*result = Int16GetDatum((int16) i);
			return i >= PG_INT16_MIN && i <= PG_INT16_MAX;
		case INT4OID:
			*result = Int32GetDatum((int32) i);
			return i >= PG_INT32_MIN && i <= PG_INT32_MAX;
		case FLOAT4OID:
			*result = Float4GetDatum((float4) i);
			return true;
		case FLOAT8OID:
			*result = Float8GetDatum((float8) i);
			return true;
		default:
			*result = Int64GetDatum(i);
			return true;
	}
}

/*
 * Numbers of the class number into number columns, where the text would give
 * the same; false: by text, for its result or error.
 */
static bool
number_datum(struct Node *escontext, const Column *col, const VntScalar *s, Datum *result)
{
	bool		integer = s->type >= VNT_INT8 && s->type <= VNT_INT64;

	if (col->path == PATH_NUMERIC)
	{
		/* a typmod may fail, and not softly */
		if (col->typmod >= 0 && escontext != NULL)
			return false;
		*result = variant_number_to_numeric(s);
		if (col->typmod >= 0)
			*result = DirectFunctionCall2(numeric, *result, Int32GetDatum(col->typmod));
		return true;
	}
	if (integer)
		return integer_datum(col->type, s->u.i, result);
	if (col->type != FLOAT8OID)
		return false;
	*result = Float8GetDatum(vnt_decimal_to_double(s->u.dec, s->scale));
	return true;
}

/*
 * A string that can only be an ISO date or timestamp, whatever DateStyle is,
 * into a column of that type: "2024-10-24", "2024-10-24T18:22:26.402" and, for
 * timestamptz, that with Z.  false: by the input function.
 */
static bool
iso_datum(const Column *col, VntSlice s, Datum *result)
{
	VntType		type = col->path == PATH_TIMESTAMP ? VNT_TIMESTAMP : VNT_TIMESTAMPTZ;
	int64		value;
	uint8_t		last;

	if (col->typmod >= 0 || s.len < 10 || s.data[4] != '-')
		return false;
	last = s.data[s.len - 1];
	if (col->path == PATH_DATE)
	{
		if (s.len != 10 ||
			vnt_temporal_from_text(VNT_DATE, (const char *) s.data, s.len, &value) != VNT_OK)
			return false;
		*result = DateADTGetDatum((DateADT) (value - EPOCH_DAYS));
		return true;
	}
	if (s.len < 19 || s.len > 27 || col->path == PATH_TIME ||
		!(type == VNT_TIMESTAMPTZ ? last == 'Z' : last >= '0' && last <= '9') ||
		vnt_temporal_from_text(type, (const char *) s.data, s.len, &value) != VNT_OK)
		return false;
	*result = Int64GetDatum(value - EPOCH_DAYS * USECS_PER_DAY);
	return true;
}

/* The class whose values go into a column of that path without text. */
static bool
same_class(ScalarPath path, VntClass class_)
{
	switch (path)
	{
		case PATH_DATE:
			return class_ == VNT_CLASS_DATE;
		case PATH_TIME:
			return class_ == VNT_CLASS_TIME;
		case PATH_TIMESTAMP:
			return class_ == VNT_CLASS_TIMESTAMP;
		case PATH_TIMESTAMPTZ:
			return class_ == VNT_CLASS_TIMESTAMPTZ;
		case PATH_UUID:
			return class_ == VNT_CLASS_UUID;
		case PATH_BINARY:
			return class_ == VNT_CLASS_BINARY;
		case PATH_FLOAT:
			return class_ == VNT_CLASS_FLOAT || class_ == VNT_CLASS_DOUBLE;
		case PATH_INPUT:
		case PATH_BOOLEAN:
		case PATH_INTEGER:
		case PATH_NUMERIC:
		case PATH_TEXT:
		case PATH_JSON:
		case PATH_VARIANT:
			break;
	}
	return false;
}

/* A string into a text column, or into one for dates and timestamps. */
static bool
string_datum(struct Node *escontext, const Column *col, const VntValue *v, Datum *result)
{
	VntScalar	s;

	variant_check_stored(vnt_scalar_read(v, &s));
	if (col->path != PATH_TEXT)
		return iso_datum(col, s.u.bytes, result);

	/* soft errors are for the way by the input function */
	if (escontext != NULL)
		return false;
	*result = PointerGetDatum(variant_text_from_utf8(s.u.bytes.data, s.u.bytes.len));
	return true;
}

/*
 * A value that needs no text on the way.  Also true after a soft error; false
 * if it has to go through the input function.
 */
static bool
direct_scalar(struct Node *escontext, const Column *col, const VntValue *v, Datum *result)
{
	VntClass	class_ = vnt_value_class(v);
	VntScalar	s;
	bool		isnull;

	if (col->path == PATH_VARIANT)
	{
		*result = variant_from_value(v);
		return true;
	}
	if (same_class(col->path, class_))
	{
		*result = variant_cast_value(v, col->type, col->typmod, &isnull, escontext);
		return true;
	}
	if (class_ == VNT_CLASS_STRING && col->path >= PATH_TEXT && col->path <= PATH_TIMESTAMPTZ)
		return string_datum(escontext, col, v, result);
	if (col->path == PATH_BOOLEAN && class_ == VNT_CLASS_BOOLEAN)
	{
		*result = BoolGetDatum(vnt_value_type(v) == VNT_TRUE);
		return true;
	}
	if (class_ != VNT_CLASS_NUMBER || col->path < PATH_INTEGER || col->path > PATH_FLOAT)
		return false;
	variant_check_stored(vnt_scalar_read(v, &s));
	return number_datum(escontext, col, &s, result);
}

/*
 * Whether a string can be text in this database.  Only asked where errors are
 * soft.
 */
static bool
is_expressible(const char *utf8, size_t len)
{
	int			encoding = GetDatabaseEncoding();
	size_t		room = len * MAX_CONVERSION_GROWTH + 1;
	Oid			proc;
	char	   *buffer;
	int			done;

	if (memchr(utf8, 0, len) != NULL)
		return false;
	if (encoding == PG_UTF8 || encoding == PG_SQL_ASCII)
		return true;
	proc = FindDefaultConversionProc(PG_UTF8, encoding);
	if (!OidIsValid(proc) || room > MaxAllocSize)
		return false;
	buffer = palloc(room);
	done = pg_do_encoding_conversion_buf(proc, PG_UTF8, encoding,
										 (unsigned char *) unconstify(char *, utf8),
										 (int) len, (unsigned char *) buffer,
										 (int) room, true);
	pfree(buffer);
	return done == (int) len;
}

/*
 * Text in the database encoding, terminated; NULL after a soft error.  Only the
 * bare text of strings can fail: in JSON what cannot be said is escaped.
 */
static char *
server_text(struct Node *escontext, VntBuffer *utf8, bool json)
{
	size_t		len;
	char	   *text;

	variant_check_build(vnt_buffer_append(utf8, "", 1));
	utf8->len--;
	if (json)
	{
		text = variant_json_to_server(utf8->data, utf8->len, 0, &len);
		return text != NULL ? text : utf8->data;
	}
	if (escontext != NULL && !is_expressible(utf8->data, utf8->len))
		ereturn(escontext, NULL,
				(errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
				 errmsg("variant string cannot be converted to text")));
	if (GetDatabaseEncoding() == PG_UTF8 && memchr(utf8->data, 0, utf8->len) == NULL)
		return utf8->data;
	return text_to_cstring(variant_text_from_utf8((const uint8_t *) utf8->data, utf8->len));
}

/* The text that the input function gets; NULL after a soft error. */
static char *
input_text(struct Node *escontext, const Column *col, const VntValue *v)
{
	VntType		type = vnt_value_type(v);
	VntBuffer	out;

	vnt_buffer_init(&out, &variant_host);
	variant_check_build(vnt_buffer_reserve(&out, 64));
	if (col->path == PATH_JSON)
		variant_check_stored(vnt_json_write(&out, v, VNT_STYLE_JSON));
	else
		variant_check_stored(vnt_scalar_to_text(&out, v));
	return server_text(escontext, &out, col->path == PATH_JSON ||
					   type == VNT_OBJECT || type == VNT_ARRAY);
}

Datum
variant_populate_scalar(struct Node *escontext, Column *col, const VntValue *v)
{
	Datum		result;
	char	   *str;

	if (direct_scalar(escontext, col, v, &result))
		return result;
	str = input_text(escontext, col, v);
	if (str == NULL || !variant_input_call(&col->input, str, col->ioparam, col->typmod,
										   escontext, &result))
		return (Datum) 0;
	return result;
}

/* ---------------------------------------------------------------------
 * Small scalars in a row of many columns
 * ---------------------------------------------------------------------
 */
#define PRIMITIVE(type)		((type) << VNT_HEADER_SHIFT)

StaticAssertDecl(COLUMN_ROOM >= VARIANT_SMALL_NUMERIC, "room for a numeric");

/* A short string, as a short varlena in room. */
static inline bool
quick_text(const VntValue *v, char *room, Datum *result)
{
	size_t		len = v->data[0] >> VNT_HEADER_SHIFT;

	if ((v->data[0] & VNT_BASIC_MASK) != VNT_BASIC_SHORT_STRING || len >= v->len ||
		GetDatabaseEncoding() != PG_UTF8 ||
		!variant_copy_text(room + VARHDRSZ_SHORT, (const char *) v->data + 1, len))
		return false;
	SET_VARSIZE_SHORT(room, VARHDRSZ_SHORT + len);
	*result = PointerGetDatum(room);
	return true;
}

static inline bool
quick_numeric(const Column *col, const VntValue *v, char *room, Datum *result)
{
	int64		unscaled;
	int			scale;

	if (col->typmod >= 0 || !variant_read_small(v, &unscaled, &scale))
		return false;
	*result = variant_small_to_numeric_in(unscaled, scale, room);
	return true;
}

static inline bool
quick_double(const Column *col, const VntValue *v, Datum *result)
{
	uint64_t	bits;
	double		d;
	int64		i;

	if (v->data[0] == PRIMITIVE(VNT_DOUBLE) && v->len >= 9 && col->type == FLOAT8OID)
	{
		bits = vnt_load64(v->data + 1);
		memcpy(&d, &bits, sizeof(d));
		*result = Float8GetDatum(d);
		return true;
	}
	return variant_read_integer(v, &i) && integer_datum(col->type, i, result);
}

bool
variant_column_quick(const Column *col, const VntValue *v, char *room, Datum *result)
{
	int64		i;

	switch (col->path)
	{
		case PATH_BOOLEAN:
			*result = BoolGetDatum(v->data[0] == PRIMITIVE(VNT_TRUE));
			return v->data[0] == PRIMITIVE(VNT_TRUE) || v->data[0] == PRIMITIVE(VNT_FALSE);
		case PATH_INTEGER:
			return variant_read_integer(v, &i) && integer_datum(col->type, i, result);
		case PATH_NUMERIC:
			return quick_numeric(col, v, room, result);
		case PATH_FLOAT:
			return quick_double(col, v, result);
		case PATH_TEXT:
			return quick_text(v, room, result);
		case PATH_INPUT:
		case PATH_DATE:
		case PATH_TIME:
		case PATH_TIMESTAMP:
		case PATH_TIMESTAMPTZ:
		case PATH_UUID:
		case PATH_BINARY:
		case PATH_JSON:
		case PATH_VARIANT:
			break;
	}
	return false;
}
