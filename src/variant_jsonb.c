/*-------------------------------------------------------------------------
 *
 * variant_jsonb.c
 *	  Between jsonb and variant, without a detour through text.
 *
 * Interface: variant_jsonb_add, variant_jsonb_from_value.
 *
 * A jsonb number is an exact numeric: up to 38 digits it stays exact, beyond
 * it becomes the nearest double.  What JSON lacks (dates, uuids, binary, NaN)
 * goes to jsonb as the strings that plain JSON text has.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_scalar.h"

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

/* ---------------------------------------------------------------------
 * jsonb to variant
 * ---------------------------------------------------------------------
 */
static void add_container(VntBuilder *b, JsonbContainer *c);

static void
add_number(VntBuilder *b, Numeric numeric)
{
	VntScalar	s;

	if (variant_number_from_numeric((struct varlena *) numeric, &s) != VARIANT_FITS)
		variant_check_build(vnt_build_double(b, variant_number_nearest((struct varlena *) numeric)));
	else if (s.type == VNT_DOUBLE)
		variant_check_build(vnt_build_double(b, s.u.d));
	else
		variant_check_build(vnt_build_decimal(b, s.u.dec, s.scale));
}

static void
add_string(VntBuilder *b, const char *chars, size_t len)
{
	chars = variant_utf8_from_server(chars, len, &len);
	variant_check_build(vnt_build_string(b, (const uint8_t *) chars, len));
}

static void
add_key(VntBuilder *b, const char *chars, size_t len)
{
	chars = variant_utf8_from_server(chars, len, &len);
	variant_check_build(vnt_build_key(b, (const uint8_t *) chars, len));
}

/* A stored entry: offset is where its bytes start, as far as base goes. */
static inline uint32
entry_length(JEntry entry, uint32 offset)
{
	return JBE_HAS_OFF(entry) ? JBE_OFFLENFLD(entry) - offset : JBE_OFFLENFLD(entry);
}

static void
add_entry(VntBuilder *b, JEntry entry, char *base, uint32 offset)
{
	if (JBE_ISSTRING(entry))
		add_string(b, base + offset, entry_length(entry, offset));
	else if (JBE_ISNUMERIC(entry))
		add_number(b, (Numeric) (base + INTALIGN(offset)));
	else if (JBE_ISBOOL(entry))
		variant_check_build(vnt_build_bool(b, JBE_ISBOOL_TRUE(entry)));
	else if (JBE_ISNULL(entry))
		variant_check_build(vnt_build_null(b));
	else
		add_container(b, (JsonbContainer *) (base + INTALIGN(offset)));
}

static void
add_array(VntBuilder *b, JsonbContainer *c)
{
	uint32		count = JsonContainerSize(c);
	char	   *base = (char *) &c->children[count];
	uint32		offset = 0;

	if (JsonContainerIsScalar(c))
	{
		add_entry(b, c->children[0], base, 0);
		return;
	}
	variant_check_build(vnt_build_array_begin(b));
	for (uint32 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		add_entry(b, c->children[i], base, offset);
		JBE_ADVANCE_OFFSET(offset, c->children[i]);
	}
	variant_check_build(vnt_build_array_end(b));
}

/* All keys come first, then all values in their order. */
static void
add_object(VntBuilder *b, JsonbContainer *c)
{
	uint32		count = JsonContainerSize(c);
	char	   *base = (char *) &c->children[count * 2];
	uint32		key = 0;
	uint32		value = getJsonbOffset(c, (int) count);

	variant_check_build(vnt_build_object_begin(b));
	for (uint32 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		add_key(b, base + key, entry_length(c->children[i], key));
		add_entry(b, c->children[count + i], base, value);
		JBE_ADVANCE_OFFSET(key, c->children[i]);
		JBE_ADVANCE_OFFSET(value, c->children[count + i]);
	}
	variant_check_build(vnt_build_object_end(b));
}

static void
add_container(VntBuilder *b, JsonbContainer *c)
{
	check_stack_depth();
	if (JsonContainerIsObject(c))
		add_object(b, c);
	else
		add_array(b, c);
}

/*
 * The containers are walked as they are stored, which JsonbIterator would do
 * with a copy of each value on the way.
 */
void
variant_jsonb_add(VntBuilder *b, Datum jsonb)
{
	add_container(b, &DatumGetJsonbP(jsonb)->root);
}

/* ---------------------------------------------------------------------
 * variant to jsonb
 * ---------------------------------------------------------------------
 */
typedef struct JsonbWriter
{
	JsonbParseState *state;
	JsonbValue *result;
	int			depth;
} JsonbWriter;

static void write_value(JsonbWriter *w, const VntValue *v,
						JsonbIteratorToken token);

/* jsonb_in has the same limit: lengths take 28 bits there. */
static int
checked_length(size_t len)
{
	if (len > JENTRY_OFFLENMASK)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("string too long to represent as jsonb string"),
				 errdetail("Due to an implementation restriction, jsonb strings cannot exceed %d bytes.",
						   JENTRY_OFFLENMASK)));
	return (int) len;
}

static void
set_string(JsonbValue *out, const uint8_t *data, size_t len)
{
	out->type = jbvString;
	if (GetDatabaseEncoding() == PG_UTF8 && memchr(data, 0, len) == NULL)
	{
		out->val.string.val = unconstify(char *, (const char *) data);
		out->val.string.len = checked_length(len);
	}
	else
	{
		text	   *t = variant_text_from_utf8(data, len);

		out->val.string.val = VARDATA_ANY(t);
		out->val.string.len = checked_length(VARSIZE_ANY_EXHDR(t));
	}
}

/* The scalars that plain JSON writes as a number or an ASCII string. */
static void
set_by_text(JsonbValue *out, const VntValue *v)
{
	VntBuffer	buffer;

	vnt_buffer_init(&buffer, &variant_host);
	variant_check_stored(vnt_json_write(&buffer, v, VNT_STYLE_JSON));
	if (buffer.data[0] == '"')
	{
		out->type = jbvString;
		out->val.string.val = buffer.data + 1;
		out->val.string.len = checked_length(buffer.len - 2);
		return;
	}
	variant_check_stored(vnt_buffer_append(&buffer, "", 1));
	out->type = jbvNumeric;
	out->val.numeric = DatumGetNumeric(DirectFunctionCall3(numeric_in,
														   CStringGetDatum(buffer.data),
														   ObjectIdGetDatum(InvalidOid),
														   Int32GetDatum(-1)));
}

static void
set_scalar(JsonbValue *out, const VntValue *v)
{
	VntScalar	s;

	variant_check_stored(vnt_scalar_read(v, &s));
	switch (vnt_type_info[s.type].class_)
	{
		case VNT_CLASS_NULL:
			out->type = jbvNull;
			break;
		case VNT_CLASS_BOOLEAN:
			out->type = jbvBool;
			out->val.boolean = s.type == VNT_TRUE;
			break;
		case VNT_CLASS_STRING:
			set_string(out, s.u.bytes.data, s.u.bytes.len);
			break;
		case VNT_CLASS_NUMBER:
			out->type = jbvNumeric;
			out->val.numeric = DatumGetNumeric(variant_number_to_numeric(&s));
			break;
		default:
			set_by_text(out, v);
			break;
	}
}

static void
write_container(JsonbWriter *w, const VntContainer *c)
{
	VntValue	child;
	VntSlice	name;
	JsonbValue	key;

	pushJsonbValue(&w->state, c->is_object ? WJB_BEGIN_OBJECT : WJB_BEGIN_ARRAY, NULL);
	for (uint32_t i = 0; i < c->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (c->is_object)
		{
			variant_check_stored(vnt_object_name(c, i, &name));
			set_string(&key, name.data, name.len);
			pushJsonbValue(&w->state, WJB_KEY, &key);
		}
		variant_check_stored(vnt_container_child(c, i, &child));
		write_value(w, &child, c->is_object ? WJB_VALUE : WJB_ELEM);
	}
	w->result = pushJsonbValue(&w->state,
							   c->is_object ? WJB_END_OBJECT : WJB_END_ARRAY, NULL);
}

static void
write_value(JsonbWriter *w, const VntValue *v, JsonbIteratorToken token)
{
	VntType		type = vnt_value_type(v);
	VntContainer c;
	JsonbValue	scalar;

	if (type == VNT_OBJECT || type == VNT_ARRAY)
	{
		check_stack_depth();
		if (++w->depth > VNT_MAX_DEPTH)
			variant_report(VNT_TOO_DEEP, NULL, VARIANT_ORIGIN_STORED, NULL);
		variant_check_stored(vnt_container_open(v, &c));
		write_container(w, &c);
		w->depth--;
		return;
	}
	set_scalar(&scalar, v);
	w->result = pushJsonbValue(&w->state, token, &scalar);
}

/* A scalar at the top is, in jsonb, the one element of a raw array. */
Datum
variant_jsonb_from_value(const VntValue *v)
{
	JsonbWriter w = {0};
	VntType		type = vnt_value_type(v);

	if (type == VNT_OBJECT || type == VNT_ARRAY)
		write_value(&w, v, WJB_ELEM);
	else
	{
		JsonbValue	scalar;

		set_scalar(&scalar, v);
		return JsonbPGetDatum(JsonbValueToJsonb(&scalar));
	}
	return JsonbPGetDatum(JsonbValueToJsonb(w.result));
}
