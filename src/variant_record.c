/*-------------------------------------------------------------------------
 *
 * variant_record.c
 *	  Objects to rows.
 *
 * Interface: variant_populate_record, variant_populate_record_valid,
 * variant_populate_recordset, variant_to_record, variant_to_recordset.
 *
 * A member goes into the column of its name (case matters).  Objects become
 * composites, arrays become arrays of any number of dimensions; a string may
 * also be the text of an array or composite.  A scalar that is already of the
 * column's class goes over as it is; any other one is read by the column
 * type's input function from its bare text, which is what jsonb does for all
 * of them.  So these functions accept "5" for an integer column, which the
 * cast does not.  Domains check their constraints also for what is missing.
 *
 * What is known about the types is kept for the life of the call site, in
 * fn_mcxt.  Errors of the data are soft where the server has soft errors.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/numeric.h"
#include "utils/resowner.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"

extern PGDLLEXPORT Datum variant_in(PG_FUNCTION_ARGS);

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
	Oid			type;
	int32		typmod;
	int			ncolumns;
	Column		columns[FLEXIBLE_ARRAY_MEMBER];
};

/* What a call site keeps. */
typedef struct RecordSite
{
	Oid			argtype;		/* the declared row type, maybe RECORD */
	bool		domain;			/* argtype is a domain over a composite */
	MemoryContext context;
	Column		column;			/* the whole row */
} RecordSite;

/* What stays the same while one value is taken apart. */
typedef struct Populate
{
	MemoryContext context;		/* for what is found out about types */
	struct Node *escontext;
} Populate;

static Datum populate_column(Populate *p, Column *col, Oid type, int32 typmod,
							 const char *name, Datum base, const VntValue *v,
							 bool *isnull);

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
	return col->input.fn_addr == variant_in ? PATH_VARIANT : PATH_INPUT;
}

static void
prepare_domain(Column *col, MemoryContext context)
{
	col->inner_typmod = col->typmod;
	col->inner_type = getBaseTypeAndTypmod(col->type, &col->inner_typmod);
	if (get_typtype(col->inner_type) == TYPTYPE_COMPOSITE)
	{
		col->kind = COLUMN_COMPOSITE;
		return;
	}
	col->kind = COLUMN_DOMAIN;
	col->inner = MemoryContextAllocZero(context, sizeof(Column));
}

/* Find out all about a type.  The name and the hint of col are left alone. */
static void
prepare_column(Column *col, Oid type, int32 typmod, MemoryContext context)
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
		prepare_domain(col, context);
	else if (form->typtype == TYPTYPE_COMPOSITE || type == RECORDOID)
	{
		col->kind = COLUMN_COMPOSITE;
		col->inner_type = type;
		col->inner_typmod = typmod;
	}
	else if (IsTrueArrayType(form))
	{
		col->kind = COLUMN_ARRAY;
		col->inner = MemoryContextAllocZero(context, sizeof(Column));
		col->inner_type = form->typelem;
		col->inner_typmod = typmod;
	}
	else
		col->kind = COLUMN_SCALAR;
	ReleaseSysCache(tuple);

	/* for all kinds, as a string may be the text of any */
	getTypeInputInfo(type, &input, &col->ioparam);
	fmgr_info_cxt(input, &col->input, context);
	col->path = scalar_path(col);
}

/* The row type's columns, again where the type has changed. */
static void
refresh_tupdesc(Column *col, MemoryContext context)
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
	caller = MemoryContextSwitchTo(context);
	col->tupdesc = CreateTupleDescCopy(tupdesc);
	MemoryContextSwitchTo(caller);
	ReleaseTupleDesc(tupdesc);
}

static Row *
refresh_row(Column *col, MemoryContext context)
{
	TupleDesc	tupdesc = col->tupdesc;
	MemoryContext caller;
	Row		   *row = col->row;
	int			i;

	if (row != NULL && row->type == tupdesc->tdtypeid &&
		row->typmod == tupdesc->tdtypmod && row->ncolumns == tupdesc->natts)
		return row;
	caller = MemoryContextSwitchTo(context);
	row = palloc0(offsetof(Row, columns) + tupdesc->natts * sizeof(Column));
	row->type = tupdesc->tdtypeid;
	row->typmod = tupdesc->tdtypmod;
	row->ncolumns = tupdesc->natts;
	for (i = 0; i < row->ncolumns; i++)
	{
		Form_pg_attribute att = TupleDescAttr(tupdesc, i);
		char	   *name = pstrdup(NameStr(att->attname));
		VntSlice   *slice = &row->columns[i].name;

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

/* Numbers into number columns; false: by text, for its result or error. */
static bool
number_datum(const Column *col, const VntScalar *s, Datum *result)
{
	bool		integer = s->type >= VNT_INT8 && s->type <= VNT_INT64;

	if (!integer)
		return false;
	if (col->path != PATH_NUMERIC)
		return integer_datum(col->type, s->u.i, result);
	if (col->typmod >= 0)
		return false;
	*result = NumericGetDatum(int64_to_numeric(s->u.i));
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

/*
 * A value that needs no text on the way.  Also true after a soft error; false
 * if it has to go through the input function.
 */
static bool
direct_scalar(Populate *p, const Column *col, const VntValue *v, Datum *result)
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
		*result = variant_cast_value(v, col->type, col->typmod, &isnull, p->escontext);
		return true;
	}
	if (col->path == PATH_TEXT && class_ == VNT_CLASS_STRING)
	{
		variant_check_stored(vnt_scalar_read(v, &s));
		if (memchr(s.u.bytes.data, 0, s.u.bytes.len) != NULL)
			return false;
		*result = PointerGetDatum(variant_text_from_utf8(s.u.bytes.data, s.u.bytes.len));
		return true;
	}
	if (col->path == PATH_BOOLEAN && class_ == VNT_CLASS_BOOLEAN)
	{
		*result = BoolGetDatum(vnt_value_type(v) == VNT_TRUE);
		return true;
	}
	if (class_ != VNT_CLASS_NUMBER || col->path < PATH_INTEGER || col->path > PATH_FLOAT)
		return false;
	variant_check_stored(vnt_scalar_read(v, &s));
	return number_datum(col, &s, result);
}

/* The text that the input function gets; NULL after a soft error. */
static char *
input_text(Populate *p, const Column *col, const VntValue *v)
{
	VntBuffer	out;
	text	   *converted;

	vnt_buffer_init(&out, &variant_host);
	if (col->path == PATH_JSON)
		variant_check_stored(vnt_json_write(&out, v, VNT_STYLE_JSON));
	else
		variant_check_stored(vnt_scalar_to_text(&out, v));
	if (out.len > 0 && memchr(out.data, 0, out.len) != NULL)
		ereturn(p->escontext, NULL,
				(errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
				 errmsg("variant string cannot be converted to text"),
				 errdetail("The string holds the character U+0000, which text cannot hold.")));
	if (out.len == 0)
		return pstrdup("");
	converted = variant_text_from_utf8((const uint8_t *) out.data, out.len);
	return text_to_cstring(converted);
}

static Datum
populate_scalar(Populate *p, Column *col, const VntValue *v)
{
	Datum		result;
	char	   *str;

	if (direct_scalar(p, col, v, &result))
		return result;
	str = input_text(p, col, v);
	if (str == NULL || !variant_input_call(&col->input, str, col->ioparam, col->typmod,
										   p->escontext, &result))
		return (Datum) 0;
	return result;
}

/* ---------------------------------------------------------------------
 * Arrays
 * ---------------------------------------------------------------------
 */
typedef struct ArrayState
{
	Populate   *p;
	Column	   *col;			/* the array */
	const char *name;			/* of the column, or NULL */
	ArrayBuildState *build;
	int			ndims;			/* 0: not known yet */
	int			dims[MAXDIM];	/* -1: not known yet */
	int			sizes[MAXDIM];	/* elements of the sub-array at hand */
} ArrayState;

/* Where the value is, for a hint: "[0][2]". */
static char *
array_indices(const ArrayState *state, int ndim)
{
	StringInfoData buf;
	int			i;

	initStringInfo(&buf);
	for (i = 0; i < ndim; i++)
		appendStringInfo(&buf, "[%d]", state->sizes[i]);
	return buf.data;
}

static bool
report_expected_array(ArrayState *state, int ndim)
{
	if (ndim <= 0 && state->name == NULL)
		ereturn(state->p->escontext, false,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("expected variant array")));
	if (ndim <= 0)
		ereturn(state->p->escontext, false,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("expected variant array"),
				 errhint("See the value of key \"%s\".", state->name)));
	ereturn(state->p->escontext, false,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("expected variant array"),
			 state->name != NULL ?
			 errhint("See the array element %s of key \"%s\".",
					 array_indices(state, ndim), state->name) :
			 errhint("See the array element %s.", array_indices(state, ndim))));
}

static bool
set_dimensions(ArrayState *state, int ndims)
{
	int			i;

	if (ndims > MAXDIM)
		ereturn(state->p->escontext, false,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("number of array dimensions (%d) exceeds the maximum allowed (%d)",
						ndims, MAXDIM)));
	state->ndims = ndims;
	for (i = 0; i < ndims; i++)
	{
		state->dims[i] = -1;
		state->sizes[i] = 0;
	}
	return true;
}

/* A sub-array at level ndim is complete. */
static bool
check_dimension(ArrayState *state, int ndim)
{
	int			size = state->sizes[ndim];

	if (state->dims[ndim] == -1)
		state->dims[ndim] = size;
	else if (state->dims[ndim] != size)
		ereturn(state->p->escontext, false,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("malformed variant array"),
				 errdetail("Multidimensional arrays must have sub-arrays with matching dimensions.")));
	state->sizes[ndim] = 0;
	state->sizes[ndim - 1]++;
	return true;
}

static bool
array_element(ArrayState *state, const VntValue *v, int ndim)
{
	Column	   *col = state->col;
	bool		isnull;
	Datum		element = populate_column(state->p, col->inner, col->inner_type,
										  col->inner_typmod, NULL, (Datum) 0, v, &isnull);

	if (SOFT_ERROR_OCCURRED(state->p->escontext))
		return false;
	state->build = accumArrayResult(state->build, element, isnull, col->inner_type,
									CurrentMemoryContext);
	state->sizes[ndim - 1]++;
	return true;
}

/*
 * The elements of v, a sub-array at level ndim from 1 on.  How many levels
 * there are is known when the first element that is no array is met.
 */
static bool
array_level(ArrayState *state, const VntValue *v, int ndim)
{
	VntContainer c;
	VntValue	child;
	uint32		i;

	check_stack_depth();
	if (vnt_value_type(v) != VNT_ARRAY)
		return report_expected_array(state, ndim - 1);
	variant_check_stored(vnt_container_open(v, &c));
	if (c.count == 0 && state->ndims == 0 && !set_dimensions(state, ndim))
		return false;
	for (i = 0; i < c.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(&c, i, &child));
		if (state->ndims == 0 && vnt_value_type(&child) != VNT_ARRAY &&
			!set_dimensions(state, ndim))
			return false;
		if (state->ndims > 0 && ndim >= state->ndims)
		{
			if (!array_element(state, &child, ndim))
				return false;
		}
		else if (!array_level(state, &child, ndim + 1) || !check_dimension(state, ndim))
			return false;
	}
	return true;
}

static Datum
populate_array(Populate *p, Column *col, const char *name, const VntValue *v)
{
	ArrayState	state = {.p = p, .col = col, .name = name};
	int			lower[MAXDIM];
	int			i;

	state.build = initArrayResult(col->inner_type, CurrentMemoryContext, true);
	if (!array_level(&state, v, 1))
		return (Datum) 0;
	state.dims[0] = state.sizes[0];
	for (i = 0; i < state.ndims; i++)
		lower[i] = 1;
	return makeMdArrayResult(state.build, state.ndims, state.dims, lower,
							 CurrentMemoryContext, true);
}

/* ---------------------------------------------------------------------
 * Rows
 * ---------------------------------------------------------------------
 */
static void
base_columns(TupleDesc tupdesc, HeapTupleHeader base, Datum *values, bool *nulls)
{
	HeapTupleData tuple;

	tuple.t_len = HeapTupleHeaderGetDatumLength(base);
	ItemPointerSetInvalid(&tuple.t_self);
	tuple.t_tableOid = InvalidOid;
	tuple.t_data = base;
	heap_deform_tuple(&tuple, tupdesc, values, nulls);
}

/*
 * One column from its member.  Without a base row the columns that have no
 * member are populated from null, as they may be of a domain.
 */
static void
row_column(Populate *p, Column *col, Form_pg_attribute att, bool have_base,
		   const VntContainer *object, Datum *value, bool *isnull)
{
	VntValue	child;
	VntStatus	status = vnt_object_find(object, col->name.data, col->name.len,
										 &child, &col->hint);
	bool		found = status != VNT_NOT_FOUND;

	if (found)
		variant_check_stored(status);
	else if (have_base)
		return;
	*value = populate_column(p, col, att->atttypid, att->atttypmod,
							 NameStr(att->attname), *isnull ? (Datum) 0 : *value,
							 found ? &child : NULL, isnull);
}

/* NULL after a soft error. */
static HeapTupleHeader
populate_row(Populate *p, Column *composite, HeapTupleHeader base,
			 const VntContainer *object)
{
	TupleDesc	tupdesc = composite->tupdesc;
	Row		   *row;
	Datum	   *values;
	bool	   *nulls;
	int			i;

	/* only with a base row, as without one domains may refuse nulls */
	if (base != NULL && object->count == 0)
		return base;
	row = refresh_row(composite, p->context);
	values = palloc(sizeof(Datum) * Max(row->ncolumns, 1));
	nulls = palloc(sizeof(bool) * Max(row->ncolumns, 1));
	if (base != NULL)
		base_columns(tupdesc, base, values, nulls);
	else
		memset(nulls, true, row->ncolumns);
	for (i = 0; i < row->ncolumns; i++)
	{
		Form_pg_attribute att = TupleDescAttr(tupdesc, i);

		if (att->attisdropped)
		{
			nulls[i] = true;
			continue;
		}
		if (base == NULL)
			values[i] = (Datum) 0;
		row_column(p, &row->columns[i], att, base != NULL, object, &values[i], &nulls[i]);
		if (SOFT_ERROR_OCCURRED(p->escontext))
			return NULL;
	}
	return heap_form_tuple(tupdesc, values, nulls)->t_data;
}

/* Whose members are the columns; false after a soft error. */
static bool
open_object(Populate *p, const VntValue *v, VntContainer *object)
{
	VntType		type = vnt_value_type(v);

	if (type != VNT_OBJECT)
		ereturn(p->escontext, false,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 type == VNT_ARRAY ?
				 errmsg("cannot call %s on an array", "populate_composite") :
				 errmsg("cannot call %s on a scalar", "populate_composite")));
	variant_check_stored(vnt_container_open(v, object));
	return true;
}

/* v is NULL for a missing or null value, which only domains get to see. */
static Datum
populate_composite(Populate *p, Column *col, Oid type, HeapTupleHeader base,
				   const VntValue *v)
{
	Datum		result = (Datum) 0;

	refresh_tupdesc(col, p->context);
	if (v != NULL)
	{
		VntContainer object;
		HeapTupleHeader tuple;

		if (!open_object(p, v, &object))
			return (Datum) 0;
		tuple = populate_row(p, col, base, &object);
		if (tuple == NULL)
			return (Datum) 0;
		result = HeapTupleHeaderGetDatum(tuple);
	}
	if (type != col->inner_type && type != RECORDOID)
		(void) domain_check_safe(result, v == NULL, type, &col->domain_info,
								 p->context, p->escontext);
	return result;
}

static Datum
populate_domain(Populate *p, Column *col, const char *name, const VntValue *v)
{
	Datum		result = (Datum) 0;
	bool		isnull = v == NULL;

	if (v != NULL)
		result = populate_column(p, col->inner, col->inner_type, col->inner_typmod,
								 name, (Datum) 0, v, &isnull);
	if (SOFT_ERROR_OCCURRED(p->escontext))
		return (Datum) 0;
	(void) domain_check_safe(result, isnull, col->type, &col->domain_info,
							 p->context, p->escontext);
	return result;
}

/*
 * One value of any type.  v is NULL where the object has no such member; base
 * is what the column had, for composites.
 */
static Datum
populate_column(Populate *p, Column *col, Oid type, int32 typmod, const char *name,
				Datum base, const VntValue *v, bool *isnull)
{
	ColumnKind	kind;

	check_stack_depth();
	if (col->type != type || col->typmod != typmod)
		prepare_column(col, type, typmod, p->context);
	kind = col->kind;
	if (v != NULL && vnt_value_type(v) == VNT_NULL)
		v = NULL;
	*isnull = v == NULL;
	if (v == NULL && type == col->inner_type && kind == COLUMN_COMPOSITE)
		return (Datum) 0;
	if (v == NULL && (kind == COLUMN_SCALAR || kind == COLUMN_ARRAY))
		return (Datum) 0;

	/* a string may be the text of an array or a row */
	if (v != NULL && kind != COLUMN_DOMAIN && vnt_value_class(v) == VNT_CLASS_STRING)
		kind = COLUMN_SCALAR;
	switch (kind)
	{
		case COLUMN_SCALAR:
			return populate_scalar(p, col, v);
		case COLUMN_ARRAY:
			return populate_array(p, col, name, v);
		case COLUMN_COMPOSITE:
			return populate_composite(p, col, type,
									  DatumGetPointer(base) != NULL ?
									  DatumGetHeapTupleHeader(base) : NULL, v);
		case COLUMN_DOMAIN:
			return populate_domain(p, col, name, v);
	}
	return (Datum) 0;
}

/* ---------------------------------------------------------------------
 * Call sites
 * ---------------------------------------------------------------------
 */

/* The row type is that of the first argument. */
static void
site_from_argument(FunctionCallInfo fcinfo, const char *function, RecordSite *site)
{
	site->argtype = get_fn_expr_argtype(fcinfo->flinfo, 0);
	prepare_column(&site->column, site->argtype, -1, site->context);
	if (site->column.kind != COLUMN_COMPOSITE)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("first argument of %s must be a row type", function)));
	site->domain = site->column.inner_type != site->argtype;
}

/* The row type is that of the query's column definition list. */
static void
site_from_query(FunctionCallInfo fcinfo, const char *function, RecordSite *site)
{
	TupleDesc	tupdesc;
	MemoryContext caller;

	if (get_call_result_type(fcinfo, NULL, &tupdesc) != TYPEFUNC_COMPOSITE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("could not determine row type for result of %s", function),
				 errhint("Provide a non-null record argument, "
						 "or call the function in the FROM clause "
						 "using a column definition list.")));
	if (site->column.tupdesc != NULL)
		FreeTupleDesc(site->column.tupdesc);
	caller = MemoryContextSwitchTo(site->context);
	site->argtype = tupdesc->tdtypeid;
	site->column.kind = COLUMN_COMPOSITE;
	site->column.tupdesc = CreateTupleDescCopy(tupdesc);
	site->column.inner_type = tupdesc->tdtypeid;
	site->column.inner_typmod = tupdesc->tdtypmod;
	MemoryContextSwitchTo(caller);
}

/*
 * The call site, with the row type of this call, and the base row, if there
 * is one.
 */
static RecordSite *
find_site(FunctionCallInfo fcinfo, const char *function, bool has_base,
		  HeapTupleHeader *base)
{
	RecordSite *site = fcinfo->flinfo->fn_extra;

	*base = NULL;
	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(RecordSite));
		site->context = fcinfo->flinfo->fn_mcxt;
		if (has_base)
			site_from_argument(fcinfo, function, site);
		else
			site_from_query(fcinfo, function, site);
		fcinfo->flinfo->fn_extra = site;
	}
	if (!has_base)
		return site;
	if (!PG_ARGISNULL(0))
	{
		*base = PG_GETARG_HEAPTUPLEHEADER(0);
		if (site->argtype == RECORDOID)
		{
			site->column.inner_type = HeapTupleHeaderGetTypeId(*base);
			site->column.inner_typmod = HeapTupleHeaderGetTypMod(*base);
		}
	}
	else if (site->argtype == RECORDOID)
		site_from_query(fcinfo, function, site);
	return site;
}

static Datum
record_worker(FunctionCallInfo fcinfo, const char *function, bool has_base,
			  struct Node *escontext)
{
	int			arg = has_base ? 1 : 0;
	HeapTupleHeader base;
	RecordSite *site = find_site(fcinfo, function, has_base, &base);
	Populate	p = {.context = site->context, .escontext = escontext};
	VariantView view;
	Datum		result;

	if (PG_ARGISNULL(arg))
	{
		if (base != NULL)
			PG_RETURN_POINTER(base);
		PG_RETURN_NULL();
	}
	variant_view_open(&view, PG_GETARG_DATUM(arg));
	result = populate_composite(&p, &site->column, site->argtype, base, &view.root);
	variant_view_close(&view);
	PG_RETURN_DATUM(result);
}

/* ---------------------------------------------------------------------
 * Sets of records
 * ---------------------------------------------------------------------
 */
static ReturnSetInfo *
begin_set(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	if (rsi == NULL || !IsA(rsi, ReturnSetInfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	if ((rsi->allowedModes & SFRM_Materialize) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("materialize mode required, but it is not allowed in this context")));
	rsi->returnMode = SFRM_Materialize;
	return rsi;
}

static void
set_row(Populate *p, RecordSite *site, const char *function, HeapTupleHeader base,
		const VntValue *v, Tuplestorestate *store)
{
	VntContainer object;
	HeapTupleHeader row;
	HeapTupleData tuple;

	if (vnt_value_type(v) != VNT_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument of %s must be an array of objects", function)));
	variant_check_stored(vnt_container_open(v, &object));
	row = populate_row(p, &site->column, base, &object);
	if (site->domain)
		(void) domain_check_safe(HeapTupleHeaderGetDatum(row), false, site->argtype,
								 &site->column.domain_info, site->context, NULL);
	tuple.t_len = HeapTupleHeaderGetDatumLength(row);
	ItemPointerSetInvalid(&tuple.t_self);
	tuple.t_tableOid = InvalidOid;
	tuple.t_data = row;
	tuplestore_puttuple(store, &tuple);
}

/* All elements of v, each with memory of its own. */
static void
set_rows(Populate *p, RecordSite *site, const char *function, HeapTupleHeader base,
		 const VntValue *v, Tuplestorestate *store)
{
	MemoryContext row = AllocSetContextCreate(CurrentMemoryContext, "variant row",
											  ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(row);
	VntContainer c;
	VntValue	child;
	uint32		i;

	if (vnt_value_type(v) != VNT_ARRAY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot call %s on a non-array", function)));
	variant_check_stored(vnt_container_open(v, &c));
	for (i = 0; i < c.count; i++)
	{
		variant_check_stored(vnt_container_child(&c, i, &child));
		set_row(p, site, function, base, &child, store);
		MemoryContextReset(row);
		CHECK_FOR_INTERRUPTS();
	}
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(row);
}

static Datum
recordset_worker(FunctionCallInfo fcinfo, const char *function, bool has_base)
{
	int			arg = has_base ? 1 : 0;
	ReturnSetInfo *rsi = begin_set(fcinfo);
	HeapTupleHeader base;
	RecordSite *site = find_site(fcinfo, function, has_base, &base);
	Populate	p = {.context = site->context, .escontext = NULL};
	MemoryContext caller;
	Tuplestorestate *store;
	VariantView view;

	if (PG_ARGISNULL(arg))
		PG_RETURN_NULL();
	refresh_tupdesc(&site->column, site->context);
	caller = MemoryContextSwitchTo(rsi->econtext->ecxt_per_query_memory);
	store = tuplestore_begin_heap((rsi->allowedModes & SFRM_Materialize_Random) != 0,
								  false, work_mem);
	MemoryContextSwitchTo(caller);
	variant_view_open(&view, PG_GETARG_DATUM(arg));
	set_rows(&p, site, function, base, &view.root, store);
	variant_view_close(&view);

	/* the executor frees the description */
	rsi->setResult = store;
	rsi->setDesc = CreateTupleDescCopy(site->column.tupdesc);
	PG_RETURN_NULL();
}

/* ---------------------------------------------------------------------
 * variant_populate_record_valid
 * ---------------------------------------------------------------------
 */
#if VARIANT_HAVE_SOFT_DOMAINS
static bool
record_valid(FunctionCallInfo fcinfo)
{
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;

	(void) record_worker(fcinfo, "variant_populate_record_valid", true,
						 (struct Node *) &escontext);
	return !escontext.error_occurred;
}
#else

/* Whether an error is about the data, and so an answer. */
static bool
is_data_error(int sqlerrcode)
{
	int			category = ERRCODE_TO_CATEGORY(sqlerrcode);

	return category == ERRCODE_DATA_EXCEPTION ||
		category == ERRCODE_INTEGRITY_CONSTRAINT_VIOLATION ||
		sqlerrcode == ERRCODE_PROGRAM_LIMIT_EXCEEDED;
}

/* Without soft errors of domains it takes a subtransaction to try. */
static bool
record_valid(FunctionCallInfo fcinfo)
{
	MemoryContext caller = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	volatile bool valid = true;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(caller);
	PG_TRY();
	{
		(void) record_worker(fcinfo, "variant_populate_record_valid", true, NULL);
		ReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(caller);
		CurrentResourceOwner = owner;
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(caller);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(caller);
		CurrentResourceOwner = owner;
		if (!is_data_error(error->sqlerrcode))
			ReThrowError(error);
		FreeErrorData(error);
		valid = false;
	}
	PG_END_TRY();
	return valid;
}
#endif

/* ---------------------------------------------------------------------
 * SQL functions
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(variant_populate_record);

Datum
variant_populate_record(PG_FUNCTION_ARGS)
{
	return record_worker(fcinfo, "variant_populate_record", true, NULL);
}

VARIANT_FUNCTION(variant_populate_record_valid);

/* NULL without a value and a base row, as there is nothing to judge. */
Datum
variant_populate_record_valid(PG_FUNCTION_ARGS)
{
	bool		valid = record_valid(fcinfo);

	if (!valid)
		fcinfo->isnull = false;
	return BoolGetDatum(valid);
}

VARIANT_FUNCTION(variant_to_record);

Datum
variant_to_record(PG_FUNCTION_ARGS)
{
	return record_worker(fcinfo, "variant_to_record", false, NULL);
}

VARIANT_FUNCTION(variant_populate_recordset);

Datum
variant_populate_recordset(PG_FUNCTION_ARGS)
{
	return recordset_worker(fcinfo, "variant_populate_recordset", true);
}

VARIANT_FUNCTION(variant_to_recordset);

Datum
variant_to_recordset(PG_FUNCTION_ARGS)
{
	return recordset_worker(fcinfo, "variant_to_recordset", false);
}
