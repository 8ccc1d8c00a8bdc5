/*-------------------------------------------------------------------------
 *
 * variant_convert.c
 *	  SQL values of any type to variant.
 *
 * Interface: variant_convert_lookup, variant_convert_add, variant_convert_key,
 * variant_convert_is_builtin.
 *
 * How a type is converted is found out once per call site: a kind, what that
 * kind needs, and for arrays and composites the same for what is in them.
 * Columns of composites are looked up when the first value is seen, again when
 * a value of another row type comes along (type record) and after ALTER TYPE.
 *
 * Types that the encoding has no class for become strings, by their output
 * function; so do text and its like, without one.  As to_jsonb() does, a type
 * of an extension that has a cast to json goes through that.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_scalar.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "parser/parse_coerce.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

typedef enum ConvertKind
{
	CONVERT_SCALAR,				/* of a class: see variant_scalar.c */
	CONVERT_JSON,
	CONVERT_JSONB,
	CONVERT_VARIANT,
	CONVERT_ARRAY,
	CONVERT_COMPOSITE,
	CONVERT_JSON_CAST,			/* a function makes it json */
	CONVERT_OUTPUT				/* the type's output function makes a string */
} ConvertKind;

/* The columns of one row type. */
typedef struct ConvertRow
{
	Oid			type;
	int32		typmod;
	uint64		identifier;		/* of the typcache: changes on ALTER TYPE */
	MemoryContext context;
	int			natts;
	VntSlice   *names;			/* UTF-8 */
	VariantConvert **columns;	/* NULL for a dropped column */
} ConvertRow;

struct VariantConvert
{
	ConvertKind kind;
	Oid			type;			/* base type */
	MemoryContext context;
	FmgrInfo	output;			/* OUTPUT, and others as keys */
	FmgrInfo	json_cast;		/* JSON_CAST */
	VariantConvert *element;	/* ARRAY; NULL as long as it is not known */
	Oid			element_type;
	int16		typlen;			/* of the element */
	bool		typbyval;
	char		typalign;
	ConvertRow	row;			/* COMPOSITE */
};

/* ---------------------------------------------------------------------
 * Lookup
 * ---------------------------------------------------------------------
 */
static void
find_output(VariantConvert *c)
{
	Oid			output;
	bool		varlena;

	if (OidIsValid(c->output.fn_oid))
		return;
	getTypeOutputInfo(c->type, &output, &varlena);
	fmgr_info_cxt(output, &c->output, c->context);
}

static void
set_element(VariantConvert *c, Oid element)
{
	c->element = variant_convert_lookup(element, c->context);
	c->element_type = element;
	get_typlenbyvalalign(element, &c->typlen, &c->typbyval, &c->typalign);
}

/* Types of extensions: by their cast to json, if that is a function. */
static bool
find_json_cast(VariantConvert *c)
{
	Oid			function;

	if (c->type < FirstNormalObjectId ||
		find_coercion_pathway(JSONOID, c->type, COERCION_EXPLICIT,
							  &function) != COERCION_PATH_FUNC ||
		!OidIsValid(function))
		return false;
	fmgr_info_cxt(function, &c->json_cast, c->context);
	return true;
}

static ConvertKind
find_kind(VariantConvert *c)
{
	Oid			element;

	if (variant_scalar_type(c->type))
		return CONVERT_SCALAR;
	if (c->type == JSONOID)
		return CONVERT_JSON;
	if (c->type == JSONBOID)
		return CONVERT_JSONB;
	if (c->type == variant_type_oid())
		return CONVERT_VARIANT;
	if (type_is_rowtype(c->type))
		return CONVERT_COMPOSITE;
	if (c->type == ANYARRAYOID)
		return CONVERT_ARRAY;
	if (OidIsValid(element = get_element_type(c->type)))
	{
		set_element(c, element);
		return CONVERT_ARRAY;
	}
	if (find_json_cast(c))
		return CONVERT_JSON_CAST;
	find_output(c);
	return CONVERT_OUTPUT;
}

VariantConvert *
variant_convert_lookup(Oid type, MemoryContext context)
{
	VariantConvert *c = MemoryContextAllocZero(context, sizeof(VariantConvert));

	check_stack_depth();
	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not determine input data type")));
	c->type = getBaseType(type);
	c->context = context;
	c->kind = find_kind(c);
	return c;
}

/*
 * Output functions of the server's own types do not come back here.  Those of
 * ranges may, as they call their subtype's.
 */
static bool
output_is_builtin(const VariantConvert *c)
{
	char		typtype = get_typtype(c->type);

	return c->output.fn_oid < FirstNormalObjectId &&
		typtype != TYPTYPE_RANGE && typtype != TYPTYPE_MULTIRANGE;
}

bool
variant_convert_is_builtin(const VariantConvert *c)
{
	switch (c->kind)
	{
		case CONVERT_ARRAY:
			return c->element != NULL && variant_convert_is_builtin(c->element);
		case CONVERT_COMPOSITE:
		case CONVERT_JSON_CAST:
			return false;
		case CONVERT_OUTPUT:
			return output_is_builtin(c);
		case CONVERT_SCALAR:
		case CONVERT_JSON:
		case CONVERT_JSONB:
		case CONVERT_VARIANT:
			break;
	}
	return true;
}

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */
static void
add_scalar(VntBuilder *b, Oid type, Datum value)
{
	VntScalar	s;

	if (variant_scalar_from_sql(type, value, &s) != VARIANT_FITS)
		variant_scalar_refuse(type);
	variant_check_build(variant_scalar_build(b, &s));
}

static void
add_output(VntBuilder *b, VariantConvert *c, Datum value)
{
	char	   *chars = OutputFunctionCall(&c->output, value);
	size_t		len;

	chars = unconstify(char *, variant_utf8_from_server(chars, strlen(chars), &len));
	variant_check_build(vnt_build_string(b, (const uint8_t *) chars, len));
}

/* ---------------------------------------------------------------------
 * Documents
 * ---------------------------------------------------------------------
 */

/* json is syntactically valid, yet surrogates and ranges are not checked. */
static void
add_json(VntBuilder *b, Datum value)
{
	struct varlena *json = PG_DETOAST_DATUM_PACKED(value);
	const char *text = VARDATA_ANY(json);
	size_t		len = VARSIZE_ANY_EXHDR(json);
	unsigned	flags = VNT_JSON_PLAIN;
	VntError	err = {0};

	if (GetDatabaseEncoding() != PG_SQL_ASCII)
	{
		text = variant_utf8_from_server(text, len, &len);
		flags |= VNT_JSON_TRUSTED_UTF8;
	}
	if (vnt_json_read(b, text, len, flags, &err) != VNT_OK)
		variant_report_text(&err, text, len, NULL);
}

/* The view has to stay until the builder is written, as its memory does. */
static void
add_variant(VntBuilder *b, Datum value)
{
	VariantView *view = palloc(sizeof(VariantView));

	variant_view_open(view, value);
	variant_check_stored(vnt_build_value(b, &view->root));
}

/* ---------------------------------------------------------------------
 * Arrays
 * ---------------------------------------------------------------------
 */
typedef struct ArrayWalk
{
	VariantConvert *element;
	const int  *dims;
	int			ndim;
	Datum	   *values;
	bool	   *nulls;
	int			next;
} ArrayWalk;

static void
add_dimension(VntBuilder *b, ArrayWalk *w, int dim)
{
	variant_check_build(vnt_build_array_begin(b));
	for (int i = 0; i < w->dims[dim]; i++)
	{
		if (dim + 1 < w->ndim)
			add_dimension(b, w, dim + 1);
		else
		{
			CHECK_FOR_INTERRUPTS();
			variant_convert_add(b, w->element, w->values[w->next],
								w->nulls[w->next]);
			w->next++;
		}
	}
	variant_check_build(vnt_build_array_end(b));
}

static void
add_array(VntBuilder *b, VariantConvert *c, Datum value)
{
	ArrayType  *array = DatumGetArrayTypeP(value);
	ArrayWalk	w = {0};
	int			count;

	if (ARR_NDIM(array) == 0)
	{
		variant_check_build(vnt_build_array_begin(b));
		variant_check_build(vnt_build_array_end(b));
		return;
	}
	if (c->element == NULL || c->element_type != ARR_ELEMTYPE(array))
		set_element(c, ARR_ELEMTYPE(array));
	deconstruct_array(array, ARR_ELEMTYPE(array), c->typlen, c->typbyval,
					  c->typalign, &w.values, &w.nulls, &count);
	w.element = c->element;
	w.dims = ARR_DIMS(array);
	w.ndim = ARR_NDIM(array);
	add_dimension(b, &w, 0);
	pfree(w.values);
	pfree(w.nulls);
}

/* ---------------------------------------------------------------------
 * Composites
 * ---------------------------------------------------------------------
 */
static VntSlice
column_name(const char *name, MemoryContext context)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	VntSlice	result;
	size_t		len;
	const char *utf8 = variant_utf8_from_server(name, strlen(name), &len);

	result.data = (const uint8_t *) pnstrdup(utf8, len);
	result.len = len;
	MemoryContextSwitchTo(old);
	return result;
}

static void
fill_row(ConvertRow *row, TupleDesc desc)
{
	row->natts = desc->natts;
	row->names = MemoryContextAllocZero(row->context, sizeof(VntSlice) * Max(desc->natts, 1));
	row->columns = MemoryContextAllocZero(row->context,
										  sizeof(VariantConvert *) * Max(desc->natts, 1));
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (att->attisdropped)
			continue;
		row->names[i] = column_name(NameStr(att->attname), row->context);
		row->columns[i] = variant_convert_lookup(att->atttypid, row->context);
	}
}

/* Bring the columns up to the value's row type. */
static void
prepare_row(VariantConvert *c, Oid type, int32 typmod, TupleDesc desc)
{
	ConvertRow *row = &c->row;
	uint64		identifier = assign_record_type_identifier(type, typmod);

	if (row->context != NULL && row->identifier == identifier)
		return;
	row->identifier = 0;
	if (row->context == NULL)
		row->context = AllocSetContextCreate(c->context, "variant row type",
											 ALLOCSET_SMALL_SIZES);
	else
		MemoryContextReset(row->context);
	fill_row(row, desc);
	row->type = type;
	row->typmod = typmod;
	row->identifier = identifier;
}

static void
add_composite(VntBuilder *b, VariantConvert *c, Datum value)
{
	HeapTupleHeader header = DatumGetHeapTupleHeader(value);
	Oid			type = HeapTupleHeaderGetTypeId(header);
	int32		typmod = HeapTupleHeaderGetTypMod(header);
	TupleDesc	desc = lookup_rowtype_tupdesc(type, typmod);
	HeapTupleData tuple;
	Datum	   *values = palloc(sizeof(Datum) * Max(desc->natts, 1));
	bool	   *nulls = palloc(sizeof(bool) * Max(desc->natts, 1));

	prepare_row(c, type, typmod, desc);
	tuple.t_len = HeapTupleHeaderGetDatumLength(header);
	tuple.t_data = header;
	heap_deform_tuple(&tuple, desc, values, nulls);
	variant_check_build(vnt_build_object_begin(b));
	for (int i = 0; i < c->row.natts; i++)
	{
		if (c->row.columns[i] == NULL)
			continue;
		variant_check_build(vnt_build_key(b, c->row.names[i].data,
										  c->row.names[i].len));
		variant_convert_add(b, c->row.columns[i], values[i], nulls[i]);
	}
	variant_check_build(vnt_build_object_end(b));
	ReleaseTupleDesc(desc);
}

/* ---------------------------------------------------------------------
 * Any value
 * ---------------------------------------------------------------------
 */
void
variant_convert_add(VntBuilder *b, VariantConvert *c, Datum value, bool isnull)
{
	check_stack_depth();
	if (isnull)
	{
		variant_check_build(vnt_build_null(b));
		return;
	}
	switch (c->kind)
	{
		case CONVERT_SCALAR:
			add_scalar(b, c->type, value);
			break;
		case CONVERT_JSON:
			add_json(b, value);
			break;
		case CONVERT_JSONB:
			variant_jsonb_add(b, value);
			break;
		case CONVERT_VARIANT:
			add_variant(b, value);
			break;
		case CONVERT_ARRAY:
			add_array(b, c, value);
			break;
		case CONVERT_COMPOSITE:
			add_composite(b, c, value);
			break;
		case CONVERT_JSON_CAST:
			add_json(b, FunctionCall1(&c->json_cast, value));
			break;
		case CONVERT_OUTPUT:
			add_output(b, c, value);
			break;
	}
}

/* ---------------------------------------------------------------------
 * Keys
 * ---------------------------------------------------------------------
 */
static VntSlice
key_slice(const char *chars, size_t len)
{
	VntSlice	result;

	chars = variant_utf8_from_server(chars, len, &len);
	result.data = (const uint8_t *) chars;
	result.len = len;
	return result;
}

/* Dates and times as plain JSON has them, whatever the settings are. */
static VntSlice
temporal_key(const VntScalar *s)
{
	char	   *chars = palloc(VNT_TEMPORAL_TEXT);
	int			len = vnt_temporal_to_text(s->type, s->u.i, 'T', "Z", chars);

	return key_slice(chars, (size_t) len);
}

static VntSlice
output_key(VariantConvert *c, Datum value)
{
	char	   *chars;

	find_output(c);
	chars = OutputFunctionCall(&c->output, value);
	return key_slice(chars, strlen(chars));
}

static VntSlice
scalar_key(VariantConvert *c, Datum value)
{
	VntScalar	s;

	if (variant_scalar_from_sql(c->type, value, &s) != VARIANT_FITS)
		return output_key(c, value);
	switch (vnt_type_info[s.type].class_)
	{
		case VNT_CLASS_BOOLEAN:
			return s.type == VNT_TRUE ? key_slice("true", 4) : key_slice("false", 5);
		case VNT_CLASS_STRING:
			return s.u.bytes;
		case VNT_CLASS_DATE:
		case VNT_CLASS_TIME:
		case VNT_CLASS_TIMESTAMP:
		case VNT_CLASS_TIMESTAMPTZ:
			return temporal_key(&s);
		default:
			return output_key(c, value);
	}
}

/* As in jsonb, containers cannot be keys. */
VntSlice
variant_convert_key(VariantConvert *c, Datum value)
{
	switch (c->kind)
	{
		case CONVERT_SCALAR:
			return scalar_key(c, value);
		case CONVERT_OUTPUT:
			break;
		case CONVERT_JSON:
		case CONVERT_JSONB:
		case CONVERT_VARIANT:
		case CONVERT_ARRAY:
		case CONVERT_COMPOSITE:
		case CONVERT_JSON_CAST:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("key value must be scalar, not array, composite, or json")));
			break;
	}
	return output_key(c, value);
}
