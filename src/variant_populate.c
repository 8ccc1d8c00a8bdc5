/*-------------------------------------------------------------------------
 *
 * variant_populate.c
 *	  Arrays and rows from variants, to any depth.
 *
 * Interface: variant_populate_row, variant_populate_composite,
 * variant_populate_column.
 *
 * A member goes into the column of its name (case matters).  Objects become
 * composites, arrays become arrays of any number of dimensions; a string may
 * also be the text of an array or composite.  Domains check their constraints
 * also for what is missing.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_record.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* ---------------------------------------------------------------------
 * Arrays
 * ---------------------------------------------------------------------
 */
typedef struct ArrayState
{
	struct Node *escontext;
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
		ereturn(state->escontext, false,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("expected variant array")));
	if (ndim <= 0)
		ereturn(state->escontext, false,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("expected variant array"),
				 errhint("See the value of key \"%s\".", state->name)));
	ereturn(state->escontext, false,
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
		ereturn(state->escontext, false,
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
		ereturn(state->escontext, false,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("malformed variant array"),
				 errdetail("Multidimensional arrays must have "
						   "sub-arrays with matching dimensions.")));
	state->sizes[ndim] = 0;
	state->sizes[ndim - 1]++;
	return true;
}

static bool
array_element(ArrayState *state, const VntValue *v, int ndim)
{
	Column	   *col = state->col;
	bool		isnull;
	Datum		element = variant_populate_column(state->escontext, col->inner, col->inner_type,
										  col->inner_typmod, NULL, (Datum) 0, v, &isnull);

	if (SOFT_ERROR_OCCURRED(state->escontext))
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
populate_array(struct Node *escontext, Column *col, const char *name, const VntValue *v)
{
	ArrayState	state = {.escontext = escontext, .col = col, .name = name};
	int			lower[MAXDIM];
	int			i;

	state.build = initArrayResult(col->inner_type, CurrentMemoryContext, false);
	if (!array_level(&state, v, 1))
		return (Datum) 0;
	state.dims[0] = state.sizes[0];
	for (i = 0; i < state.ndims; i++)
		lower[i] = 1;
	return makeMdArrayResult(state.build, state.ndims, state.dims, lower,
							 CurrentMemoryContext, false);
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
row_column(struct Node *escontext, Column *col, Form_pg_attribute att, bool have_base,
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
	*value = variant_populate_column(escontext, col, att->atttypid, att->atttypmod,
							 NameStr(att->attname), *isnull ? (Datum) 0 : *value,
							 found ? &child : NULL, isnull);
}

/* NULL after a soft error. */
HeapTupleHeader
variant_populate_row(struct Node *escontext, Column *composite, HeapTupleHeader base,
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
	row = variant_column_row(composite);
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
		row_column(escontext, &row->columns[i], att, base != NULL, object, &values[i], &nulls[i]);
		if (SOFT_ERROR_OCCURRED(escontext))
			return NULL;
	}
	return heap_form_tuple(tupdesc, values, nulls)->t_data;
}

/* Whose members are the columns; false after a soft error. */
static bool
open_object(struct Node *escontext, const VntValue *v, VntContainer *object)
{
	VntType		type = vnt_value_type(v);

	if (type != VNT_OBJECT)
		ereturn(escontext, false,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 type == VNT_ARRAY ?
				 errmsg("cannot call %s on an array", "populate_composite") :
				 errmsg("cannot call %s on a scalar", "populate_composite")));
	variant_check_stored(vnt_container_open(v, object));
	return true;
}

/* v is NULL for a missing or null value, which only domains get to see. */
Datum
variant_populate_composite(struct Node *escontext, Column *col, Oid type, HeapTupleHeader base,
				   const VntValue *v)
{
	Datum		result = (Datum) 0;

	variant_column_tupdesc(col);
	if (v != NULL)
	{
		VntContainer object;
		HeapTupleHeader tuple;

		if (!open_object(escontext, v, &object))
			return (Datum) 0;
		tuple = variant_populate_row(escontext, col, base, &object);
		if (tuple == NULL)
			return (Datum) 0;
		result = HeapTupleHeaderGetDatum(tuple);
	}
	if (type != col->inner_type && type != RECORDOID)
		(void) domain_check_safe(result, v == NULL, type, &col->domain_info,
								 col->context, escontext);
	return result;
}

static Datum
populate_domain(struct Node *escontext, Column *col, const char *name, const VntValue *v)
{
	Datum		result = (Datum) 0;
	bool		isnull = v == NULL;

	if (v != NULL)
		result = variant_populate_column(escontext, col->inner, col->inner_type, col->inner_typmod,
								 name, (Datum) 0, v, &isnull);
	if (SOFT_ERROR_OCCURRED(escontext))
		return (Datum) 0;
	(void) domain_check_safe(result, isnull, col->type, &col->domain_info,
							 col->context, escontext);
	return result;
}

Datum
variant_populate_column(struct Node *escontext, Column *col, Oid type, int32 typmod,
						const char *name, Datum base, const VntValue *v, bool *isnull)
{
	ColumnKind	kind;

	check_stack_depth();
	if (col->type != type || col->typmod != typmod)
		variant_column_prepare(col, type, typmod);
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
			return variant_populate_scalar(escontext, col, v);
		case COLUMN_ARRAY:
			return populate_array(escontext, col, name, v);
		case COLUMN_COMPOSITE:
			return variant_populate_composite(escontext, col, type,
									  DatumGetPointer(base) != NULL ?
									  DatumGetHeapTupleHeader(base) : NULL, v);
		case COLUMN_DOMAIN:
			return populate_domain(escontext, col, name, v);
	}
	return (Datum) 0;
}
