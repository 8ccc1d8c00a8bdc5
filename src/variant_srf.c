/*-------------------------------------------------------------------------
 *
 * variant_srf.c
 *	  Members and elements as rows.
 *
 * Interface: variant_each, variant_each_text, variant_array_elements,
 * variant_array_elements_text, variant_object_keys, variant_array_length.
 *
 * All five set-returning functions are one scan over a container with two
 * drivers.  In FROM the executor wants a tuplestore, which is filled in one
 * go with no allocation for a row of small scalars.  In a SELECT list rows
 * are returned one per call, so that a LIMIT stops the scan.
 *
 * Limits: members come in name order (UTF-8 bytes), whatever the order in
 * which they were written.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_borrow.h"
#include "variant_slice.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

/* Most bytes behind the one-byte header of a short varlena. */
#define SHORT_DATA		(VARATT_SHORT_MAX - VARHDRSZ_SHORT)

/* What one of the functions returns. */
typedef struct MemberKind
{
	const char *function;
	bool		object;			/* of objects, else of arrays */
	bool		keys;
	bool		values;
	bool		as_text;
} MemberKind;

static const MemberKind scan_each = {"variant_each", true, true, true, false};
static const MemberKind scan_each_text = {"variant_each_text", true, true, true, true};
static const MemberKind scan_elements = {"variant_array_elements", false, false, true, false};
static const MemberKind scan_elements_text =
{"variant_array_elements_text", false, false, true, true};
static const MemberKind scan_keys = {"variant_object_keys", true, true, false, false};

typedef struct MemberScan
{
	const MemberKind *kind;
	VariantView view;
	VntContainer container;
	uint32		next;
	bool		plain_text;		/* the database takes UTF-8 as it is */
	VntBuffer	text;			/* reused for each value that is printed */

	/*
	 * Where small values of the current row are put.  Only while filling a
	 * tuplestore, which copies them; else NULL and they are palloc'd.
	 */
	char	   *scratch[2];
	bool		allocated;		/* something of this row was palloc'd */
} MemberScan;

/* ---------------------------------------------------------------------
 * One row
 * ---------------------------------------------------------------------
 */

/* A varlena for len bytes of data: *data is where they go. */
static Datum
short_varlena(MemberScan *scan, int column, size_t len, char **data)
{
	char	   *result = scan->scratch[column];

	if (result == NULL)
		result = palloc(VARHDRSZ_SHORT + len);
	SET_VARSIZE_SHORT(result, VARHDRSZ_SHORT + len);
	*data = result + VARHDRSZ_SHORT;
	return PointerGetDatum(result);
}

static Datum
utf8_datum(MemberScan *scan, int column, const uint8_t *s, size_t len)
{
	char	   *data;
	Datum		result;

	if (len > SHORT_DATA || !scan->plain_text || memchr(s, 0, len) != NULL)
	{
		scan->allocated = true;
		return PointerGetDatum(variant_text_from_utf8(s, len));
	}
	result = short_varlena(scan, column, len, &data);
	memcpy(data, s, len);
	return result;
}

/* The text of a container, where the database lacks characters. */
static Datum
json_datum(MemberScan *scan)
{
	size_t		len = scan->text.len;
	char	   *text = variant_json_to_server(scan->text.data, len, 0, &len);

	scan->allocated = true;
	return PointerGetDatum(cstring_to_text_with_len(text != NULL ? text : scan->text.data,
													(int) len));
}

/* As ->> does: a null is an SQL NULL, a string is itself. */
static Datum
text_datum(MemberScan *scan, int column, const VntValue *v, bool *isnull)
{
	VntClass	class_ = vnt_value_class(v);
	VntScalar	scalar;

	*isnull = class_ == VNT_CLASS_NULL;
	if (*isnull)
		return (Datum) 0;
	if (class_ == VNT_CLASS_STRING)
	{
		variant_check_stored(vnt_scalar_read(v, &scalar));
		return utf8_datum(scan, column, scalar.u.bytes.data, scalar.u.bytes.len);
	}
	scan->text.len = 0;
	variant_check_stored(vnt_scalar_to_text(&scan->text, v));
	if ((class_ == VNT_CLASS_ARRAY || class_ == VNT_CLASS_OBJECT) && !scan->plain_text)
		return json_datum(scan);
	return utf8_datum(scan, column, (const uint8_t *) scan->text.data, scan->text.len);
}

/* A small scalar needs no builder: no names and its own bytes. */
static Datum
value_datum(MemberScan *scan, int column, const VntValue *v)
{
	VntType		type = vnt_value_type(v);
	size_t		size;
	char	   *data;
	Datum		result;

	size = SHORT_DATA;
	if (type != VNT_OBJECT && type != VNT_ARRAY)
		variant_check_stored(vnt_value_size(v, &size));
	if (sizeof(vnt_empty_metadata) + size > SHORT_DATA)
	{
		scan->allocated = true;
		return variant_from_value(v);
	}
	result = short_varlena(scan, column, sizeof(vnt_empty_metadata) + size, &data);
	memcpy(data, vnt_empty_metadata, sizeof(vnt_empty_metadata));
	memcpy(data + sizeof(vnt_empty_metadata), v->data, size);
	return result;
}

/* The next row, in the current memory context; false at the end. */
static bool
scan_next(MemberScan *scan, Datum *values, bool *nulls)
{
	const MemberKind *kind = scan->kind;
	uint32		i = scan->next;
	int			column = 0;
	VntSlice	name;
	VntValue	child;

	if (i >= scan->container.count)
		return false;
	scan->next++;
	if (kind->keys)
	{
		variant_check_stored(vnt_object_name(&scan->container, i, &name));
		values[0] = utf8_datum(scan, 0, name.data, name.len);
		nulls[0] = false;
		column = 1;
	}
	if (!kind->values)
		return true;
	variant_check_stored(vnt_container_child(&scan->container, i, &child));
	nulls[column] = false;
	if (kind->as_text)
		values[column] = text_datum(scan, column, &child, &nulls[column]);
	else
		values[column] = value_datum(scan, column, &child);
	return true;
}

/* ---------------------------------------------------------------------
 * Begin
 * ---------------------------------------------------------------------
 */
static void
report_wrong_class(const MemberKind *kind, VntType type)
{
	bool		array = type == VNT_ARRAY;
	bool		object = type == VNT_OBJECT;

	if (kind->object && kind->values)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot call %s on a non-object", kind->function)));
	if (kind->object)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 array ? errmsg("cannot call %s on an array", kind->function)
				 : errmsg("cannot call %s on a scalar", kind->function)));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 object ? errmsg("cannot extract elements from an object")
			 : errmsg("cannot extract elements from a scalar")));
}

/* The detoasted value and the buffer belong to the current context. */
static void
scan_begin(MemberScan *scan, const MemberKind *kind, Datum datum)
{
	VntType		type;

	scan->kind = kind;
	scan->next = 0;
	scan->allocated = false;
	scan->scratch[0] = scan->scratch[1] = NULL;
	scan->plain_text = GetDatabaseEncoding() == PG_UTF8 ||
		GetDatabaseEncoding() == PG_SQL_ASCII;
	if (!kind->values && !variant_is_direct(datum))
	{
		/* names do not need the values */
		if (!variant_slice_open_names(&scan->view, datum, &scan->container))
			report_wrong_class(kind, variant_slice_type(datum));
	}
	else
	{
		variant_view_open(&scan->view, datum);
		type = vnt_value_type(&scan->view.root);
		if (type != (kind->object ? VNT_OBJECT : VNT_ARRAY))
			report_wrong_class(kind, type);
		variant_check_stored(vnt_container_open(&scan->view.root, &scan->container));
	}
	vnt_buffer_init(&scan->text, &variant_host);
	if (kind->as_text)
		variant_check_build(vnt_buffer_reserve(&scan->text, 64));
}

/* ---------------------------------------------------------------------
 * The two drivers
 * ---------------------------------------------------------------------
 */

/*
 * Fill a tuplestore.  The rows have the shape that the caller expects, which
 * for these functions never depends on the query.
 */
static Datum
scan_materialize(FunctionCallInfo fcinfo, const MemberKind *kind)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext row = AllocSetContextCreate(CurrentMemoryContext,
											  "variant row", ALLOCSET_SMALL_SIZES);
	MemoryContext caller;
	MemberScan		scan;
	char		scratch[2][VARATT_SHORT_MAX];
	Datum		values[2];
	bool		nulls[2];

	scan_begin(&scan, kind, PG_GETARG_DATUM(0));
	scan.scratch[0] = scratch[0];
	scan.scratch[1] = scratch[1];

	caller = MemoryContextSwitchTo(rsi->econtext->ecxt_per_query_memory);
	rsi->returnMode = SFRM_Materialize;
	rsi->setResult = tuplestore_begin_heap(rsi->allowedModes & SFRM_Materialize_Random,
										   false, work_mem);
	MemoryContextSwitchTo(row);
	while (scan_next(&scan, values, nulls))
	{
		tuplestore_putvalues(rsi->setResult, rsi->expectedDesc, values, nulls);
		if (scan.allocated)
			MemoryContextReset(row);
		scan.allocated = false;
		CHECK_FOR_INTERRUPTS();
	}
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(row);
	vnt_buffer_free(&scan.text);
	variant_view_close(&scan.view);
	return (Datum) 0;
}

/* First of several calls: what has to last is in a context of its own. */
static void
scan_first_call(FunctionCallInfo fcinfo, const MemberKind *kind)
{
	FuncCallContext *context = SRF_FIRSTCALL_INIT();
	MemoryContext caller = MemoryContextSwitchTo(context->multi_call_memory_ctx);
	MemberScan	   *scan = palloc(sizeof(MemberScan));

	scan_begin(scan, kind, PG_GETARG_DATUM(0));
	context->user_fctx = scan;
	if (kind->keys && kind->values)
	{
		if (get_call_result_type(fcinfo, NULL, &context->tuple_desc) != TYPEFUNC_COMPOSITE)
			elog(ERROR, "return type must be a row type");
		context->tuple_desc = BlessTupleDesc(context->tuple_desc);
	}
	MemoryContextSwitchTo(caller);
}

static Datum
scan_per_call(FunctionCallInfo fcinfo, const MemberKind *kind)
{
	FuncCallContext *context;
	Datum		values[2];
	bool		nulls[2];

	if (SRF_IS_FIRSTCALL())
		scan_first_call(fcinfo, kind);
	context = SRF_PERCALL_SETUP();
	if (!scan_next(context->user_fctx, values, nulls))
		SRF_RETURN_DONE(context);
	if (kind->keys && kind->values)
	{
		values[0] = HeapTupleGetDatum(heap_form_tuple(context->tuple_desc, values, nulls));
		nulls[0] = false;
	}
	if (nulls[0])
		SRF_RETURN_NEXT_NULL(context);
	SRF_RETURN_NEXT(context, values[0]);
}

static Datum
scan_run(FunctionCallInfo fcinfo, const MemberKind *kind)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	if (rsi == NULL || !IsA(rsi, ReturnSetInfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	if ((rsi->allowedModes & SFRM_Materialize_Preferred) != 0 && rsi->expectedDesc != NULL)
		return scan_materialize(fcinfo, kind);
	return scan_per_call(fcinfo, kind);
}

/* ---------------------------------------------------------------------
 * SQL functions
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(variant_each);

Datum
variant_each(PG_FUNCTION_ARGS)
{
	return scan_run(fcinfo, &scan_each);
}

VARIANT_FUNCTION(variant_each_text);

Datum
variant_each_text(PG_FUNCTION_ARGS)
{
	return scan_run(fcinfo, &scan_each_text);
}

VARIANT_FUNCTION(variant_array_elements);

Datum
variant_array_elements(PG_FUNCTION_ARGS)
{
	return scan_run(fcinfo, &scan_elements);
}

VARIANT_FUNCTION(variant_array_elements_text);

Datum
variant_array_elements_text(PG_FUNCTION_ARGS)
{
	return scan_run(fcinfo, &scan_elements_text);
}

VARIANT_FUNCTION(variant_object_keys);

Datum
variant_object_keys(PG_FUNCTION_ARGS)
{
	return scan_run(fcinfo, &scan_keys);
}

VARIANT_FUNCTION(variant_array_length);

/* The number of elements where the whole value is there; else false. */
static inline bool
quick_length(Datum datum, uint32 *count)
{
	const VariantBorrowed *b = variant_borrowed_get(datum);
	VariantView view;
	VntValue	v = {0};
	VntContainer c;

	if (b != NULL)
	{
		v.data = b->value.data;
		v.len = b->value.len;
	}
	else if (variant_is_direct(datum))
	{
		variant_view_open_inline(&view, datum);
		v = view.root;
	}
	if (v.data == NULL || (v.data[0] & VNT_BASIC_MASK) != VNT_BASIC_ARRAY ||
		vnt_read_container(&v, &c) != VNT_OK)
		return false;
	*count = c.count;
	return true;
}

Datum
variant_array_length(PG_FUNCTION_ARGS)
{
	uint32		count;
	VntType		type;

	if (likely(quick_length(PG_GETARG_DATUM(0), &count)))
		PG_RETURN_INT32((int32) count);
	type = variant_slice_count(PG_GETARG_DATUM(0), &count);
	if (type == VNT_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot get array length of a non-array")));
	if (type != VNT_ARRAY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot get array length of a scalar")));
	PG_RETURN_INT32((int32) count);
}
