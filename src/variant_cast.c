/*-------------------------------------------------------------------------
 *
 * variant_cast.c
 *	  Casts from variant to SQL types.
 *
 * Interface: variant_cast_value, and one SQL function for each cast.
 *
 * A value converts to the SQL types of its own class as PostgreSQL casts
 * between those; a string is never parsed into another type, and whatever
 * else would change the class is 22023.  Variant null is SQL NULL, except in
 * json and jsonb, which have a null of their own.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_scalar.h"
#include "variant_slice.h"

#include "catalog/pg_type.h"
#include "parser/parse_coerce.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/uuid.h"

/* The way that is there all the same: a sentence, or NULL. */
static const char *
refuse_hint(VntClass from, Oid type)
{
	Oid			first;

	if (from == VNT_CLASS_STRING)
		return psprintf("A cast parses no strings; take the text first: (... #>> '{}')::%s.",
						format_type_be(type));
	if (from == VNT_CLASS_TIMESTAMPTZ &&
		(type == DATEOID || type == TIMEOID || type == TIMESTAMPOID))
		first = TIMESTAMPTZOID;
	else if (type == TIMESTAMPTZOID && from == VNT_CLASS_TIMESTAMP)
		first = TIMESTAMPOID;
	else if (type == TIMESTAMPTZOID && from == VNT_CLASS_DATE)
		first = DATEOID;
	else
		return NULL;
	return psprintf("Cast to %s, and from that to %s in the time zone of the session.",
					format_type_be(first), format_type_be(type));
}

static Datum
refuse_class(VntClass from, Oid type, struct Node *escontext)
{
	const char *hint = escontext == NULL ? refuse_hint(from, type) : NULL;

	ereturn(escontext, (Datum) 0,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("cannot cast variant %s to type %s",
					vnt_class_names[from], format_type_be(type)),
			 hint ? errhint("%s", hint) : 0));
}

/* ---------------------------------------------------------------------
 * The types that have casts
 * ---------------------------------------------------------------------
 */
static Datum
bytes_to_bytea(VntSlice bytes)
{
	bytea	   *result = palloc(VARHDRSZ + bytes.len);

	SET_VARSIZE(result, VARHDRSZ + bytes.len);
	memcpy(VARDATA(result), bytes.data, bytes.len);
	return PointerGetDatum(result);
}

static Datum
bytes_to_uuid(VntSlice bytes)
{
	pg_uuid_t  *result = palloc(sizeof(pg_uuid_t));

	memcpy(result->data, bytes.data, UUID_LEN);
	return UUIDPGetDatum(result);
}

/* A scalar that is not null to one of the types with a cast. */
static Datum
scalar_to_sql(const VntScalar *s, Oid type, struct Node *escontext)
{
	VntClass	from = vnt_type_info[s->type].class_;

	switch (type)
	{
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case FLOAT4OID:
		case FLOAT8OID:
		case NUMERICOID:
			if (vnt_class_family(from) == VNT_CLASS_NUMBER)
				return variant_number_to_sql(s, type, escontext);
			break;
		case BOOLOID:
			if (from == VNT_CLASS_BOOLEAN)
				return BoolGetDatum(s->type == VNT_TRUE);
			break;
		case BYTEAOID:
			if (from == VNT_CLASS_BINARY)
				return bytes_to_bytea(s->u.bytes);
			break;
		case UUIDOID:
			if (from == VNT_CLASS_UUID)
				return bytes_to_uuid(s->u.bytes);
			break;
		default:
			if (variant_time_castable(from, type))
				return variant_time_to_sql(s, type, escontext);
			break;
	}
	return refuse_class(from, type, escontext);
}

static Datum
cast_scalar(const VntValue *v, Oid type, struct Node *escontext)
{
	VntClass	from = vnt_value_class(v);
	VntScalar	s;

	if (from == VNT_CLASS_ARRAY || from == VNT_CLASS_OBJECT)
		return refuse_class(from, type, escontext);
	variant_check_stored(vnt_scalar_read(v, &s));
	return scalar_to_sql(&s, type, escontext);
}

/* ---------------------------------------------------------------------
 * Text, JSON, and what is read from text
 * ---------------------------------------------------------------------
 */
static Datum
cast_json(const VntValue *v)
{
	VntBuffer	out;

	variant_text_begin(&out, vnt_json_guess(v));
	variant_check_stored(vnt_json_write(&out, v, VNT_STYLE_JSON));
	return PointerGetDatum(variant_text_end(&out));
}

/* The bare text; NULL after a soft error. */
static text *
bare_text(const VntValue *v, Oid type, struct Node *escontext)
{
	VntBuffer	out;
	text	   *result;

	vnt_buffer_init(&out, &variant_host);
	variant_check_stored(vnt_scalar_to_text(&out, v));
	if (escontext != NULL && memchr(out.data, 0, out.len) != NULL)
		ereturn(escontext, NULL,
				(errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
				 errmsg("variant string cannot be converted to type %s",
						format_type_be(type)),
				 errdetail("The string holds the character U+0000, which text cannot hold.")));
	result = variant_text_from_utf8((const uint8_t *) out.data, out.len);
	vnt_buffer_free(&out);
	return result;
}

/* A type that has no cast: what its input function makes of the bare text. */
static Datum
cast_by_input(const VntValue *v, Oid type, int32 typmod, struct Node *escontext)
{
	text	   *bare;
	Oid			input;
	Oid			param;
	FmgrInfo	flinfo;
	Datum		result = (Datum) 0;

	if (get_typtype(type) == TYPTYPE_PSEUDO || type_is_rowtype(type) ||
		OidIsValid(get_element_type(type)))
		ereturn(escontext, (Datum) 0,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot cast variant to type %s", format_type_be(type))));
	bare = bare_text(v, type, escontext);
	if (SOFT_ERROR_OCCURRED(escontext))
		return (Datum) 0;
	getTypeInputInfo(type, &input, &param);
	fmgr_info(input, &flinfo);
	if (!variant_input_call(&flinfo, text_to_cstring(bare), param, typmod,
							escontext, &result))
		return (Datum) 0;
	return result;
}

/* Enforce a type modifier as an assignment does. */
static Datum
apply_typmod(Datum value, Oid type, int32 typmod)
{
	Oid			function;

	if (typmod < 0 ||
		find_typmod_coercion_function(type, &function) != COERCION_PATH_FUNC)
		return value;
	if (get_func_nargs(function) == 2)
		return OidFunctionCall2(function, value, Int32GetDatum(typmod));
	return OidFunctionCall3(function, value, Int32GetDatum(typmod),
							BoolGetDatum(false));
}

static bool
has_cast(Oid type)
{
	switch (type)
	{
		case BOOLOID:
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case FLOAT4OID:
		case FLOAT8OID:
		case NUMERICOID:
		case DATEOID:
		case TIMEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
		case BYTEAOID:
		case UUIDOID:
			return true;
		default:
			return false;
	}
}

/* A value that is not null to any type but domains, json and variant. */
static Datum
cast_base(const VntValue *v, Oid type, int32 typmod, struct Node *escontext)
{
	Datum		result;

	if (has_cast(type))
		result = cast_scalar(v, type, escontext);
	else if (type == TEXTOID || type == VARCHAROID || type == BPCHAROID)
		result = PointerGetDatum(bare_text(v, type, escontext));
	else
		return cast_by_input(v, type, typmod, escontext);
	if (SOFT_ERROR_OCCURRED(escontext))
		return (Datum) 0;
	return apply_typmod(result, type, typmod);
}

static Datum
cast_domain(const VntValue *v, Oid type, bool *isnull, struct Node *escontext)
{
	int32		typmod = -1;
	Oid			base = getBaseTypeAndTypmod(type, &typmod);
	Datum		result = variant_cast_value(v, base, typmod, isnull, escontext);

	if (!SOFT_ERROR_OCCURRED(escontext))
		(void) domain_check_safe(result, *isnull, type, NULL, NULL, escontext);
	return result;
}

Datum
variant_cast_value(const VntValue *v, Oid type, int32 typmod, bool *isnull,
				   struct Node *escontext)
{
	*isnull = false;
	if (!has_cast(type))
	{
		if (type == JSONOID)
			return cast_json(v);
		if (type == JSONBOID)
			return variant_jsonb_from_value(v);
		if (type == variant_type_oid())
			return variant_from_value(v);
		if (get_typtype(type) == TYPTYPE_DOMAIN)
			return cast_domain(v, type, isnull, escontext);
	}
	if (vnt_value_class(v) == VNT_CLASS_NULL)
	{
		*isnull = true;
		return (Datum) 0;
	}
	return cast_base(v, type, typmod, escontext);
}

/* ---------------------------------------------------------------------
 * The casts in SQL
 * ---------------------------------------------------------------------
 */
static Datum
cast_datum(FunctionCallInfo fcinfo, Oid type)
{
	VariantView view;
	bool		isnull;
	Datum		result;

	/* a container is refused by its class, except by jsonb */
	if (type == JSONBOID)
		variant_view_open(&view, PG_GETARG_DATUM(0));
	else
		variant_view_open_scalar(&view, PG_GETARG_DATUM(0));
	result = variant_cast_value(&view.root, type, -1, &isnull, NULL);
	variant_view_close(&view);
	if (isnull)
		PG_RETURN_NULL();
	return result;
}

#define VARIANT_CAST(function, type) \
VARIANT_FUNCTION(function); \
Datum \
function(PG_FUNCTION_ARGS) \
{ \
	return cast_datum(fcinfo, type); \
}

VARIANT_CAST(variant_to_bool, BOOLOID)
VARIANT_CAST(variant_to_int2, INT2OID)
VARIANT_CAST(variant_to_int4, INT4OID)
VARIANT_CAST(variant_to_int8, INT8OID)
VARIANT_CAST(variant_to_numeric, NUMERICOID)
VARIANT_CAST(variant_to_float4, FLOAT4OID)
VARIANT_CAST(variant_to_float8, FLOAT8OID)
VARIANT_CAST(variant_to_date, DATEOID)
VARIANT_CAST(variant_to_time, TIMEOID)
VARIANT_CAST(variant_to_timestamp, TIMESTAMPOID)
VARIANT_CAST(variant_to_timestamptz, TIMESTAMPTZOID)
VARIANT_CAST(variant_to_bytea, BYTEAOID)
VARIANT_CAST(variant_to_uuid, UUIDOID)
VARIANT_CAST(variant_to_jsonb, JSONBOID)
