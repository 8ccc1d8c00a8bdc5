/*-------------------------------------------------------------------------
 *
 * variant_jsonpath_item.c
 *	  Items of jsonpath: made, looked at, given away as results.
 *
 * Interface: variant_jsp_set_*, variant_jsp_scalar, variant_jsp_string,
 * variant_jsp_numeric, variant_jsp_number_text, variant_jsp_text,
 * variant_jsp_type_name, variant_jsp_build, variant_jsp_datum,
 * variant_jsp_out_*.
 *
 * Nearly all items are values in place, in the document or in bytes made for
 * them.  Only computed numbers, which may have more digits than a decimal
 * while they are computed with, and results of .datetime(), which keep what
 * SQL knows of them, are not.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "common/shortest_dec.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/json.h"
#include "utils/memutils.h"
#include "variant_scalar.h"

#define PRIMITIVE(type)		((type) << 2)

/* 18 digits */
#define MAX_DECIMAL8		INT64CONST(999999999999999999)

static const VntMetadata no_names = {
	.data = vnt_empty_metadata,
	.len = sizeof(vnt_empty_metadata),
	.offsets = vnt_empty_metadata + 2,
	.strings = vnt_empty_metadata + 3,
	.width = 1,
	.sorted = true,
};

/* ---------------------------------------------------------------------
 * Making items
 * ---------------------------------------------------------------------
 */
static void
set_bytes(JspItem *item, VntClass class_, const uint8_t *data, size_t len)
{
	item->kind = JSP_VALUE;
	item->class_ = class_;
	item->u.value.meta = &no_names;
	item->u.value.data = data;
	item->u.value.len = len;
}

void
variant_jsp_set_null(JspItem *item)
{
	static const uint8_t bytes[1] = {PRIMITIVE(VNT_NULL)};

	set_bytes(item, VNT_CLASS_NULL, bytes, 1);
}

void
variant_jsp_set_bool(JspItem *item, bool value)
{
	static const uint8_t bytes[2] = {PRIMITIVE(VNT_FALSE), PRIMITIVE(VNT_TRUE)};

	set_bytes(item, VNT_CLASS_BOOLEAN, bytes + value, 1);
}

void
variant_jsp_set_numeric(JspItem *item, Numeric numeric)
{
	item->kind = JSP_NUMERIC;
	item->class_ = VNT_CLASS_NUMBER;
	item->u.numeric = numeric;
}

void
variant_jsp_set_integer(JspItem *item, int64 value)
{
	static const VntType types[] = {VNT_INT8, VNT_INT16, VNT_INT32, VNT_INT64};
	uint8_t    *bytes = palloc(9);
	int			log = value == (int8) value ? 0 : value == (int16) value ? 1 :
		value == (int32) value ? 2 : 3;

	bytes[0] = (uint8_t) PRIMITIVE(types[log]);
	for (int i = 0; i < 1 << log; i++)
		bytes[i + 1] = (uint8_t) ((uint64) value >> (8 * i));
	set_bytes(item, VNT_CLASS_NUMBER, bytes, 1 + ((size_t) 1 << log));
}

bool
variant_jsp_set_decimal(JspItem *item, int64 unscaled, int scale)
{
	bool		wide = unscaled < -999999999 || unscaled > 999999999;
	uint8_t    *bytes;

	if (scale == 0)
	{
		variant_jsp_set_integer(item, unscaled);
		return true;
	}
	if (scale > VNT_MAX_PRECISION || unscaled < -MAX_DECIMAL8 || unscaled > MAX_DECIMAL8)
		return false;
	bytes = palloc(10);
	bytes[0] = PRIMITIVE(wide ? VNT_DECIMAL8 : VNT_DECIMAL4);
	bytes[1] = (uint8_t) scale;
	for (int i = 0; i < (wide ? 8 : 4); i++)
		bytes[i + 2] = (uint8_t) ((uint64) unscaled >> (8 * i));
	set_bytes(item, VNT_CLASS_NUMBER, bytes, wide ? 10 : 6);
	return true;
}

void
variant_jsp_set_string(JspItem *item, const void *utf8, size_t len)
{
	uint8_t    *bytes = palloc(len + 5);

	bytes[0] = PRIMITIVE(VNT_STRING);
	for (int i = 0; i < 4; i++)
		bytes[i + 1] = (uint8_t) (len >> (8 * i));
	if (len > 0)
		memcpy(bytes + 5, utf8, len);
	set_bytes(item, VNT_CLASS_STRING, bytes, len + 5);
}

static VntClass
moment_class(Oid type)
{
	switch (type)
	{
		case DATEOID:
			return VNT_CLASS_DATE;
		case TIMEOID:
		case TIMETZOID:
			return VNT_CLASS_TIME;
		case TIMESTAMPOID:
			return VNT_CLASS_TIMESTAMP;
		case TIMESTAMPTZOID:
			return VNT_CLASS_TIMESTAMPTZ;
		default:
			elog(ERROR, "unrecognized SQL/JSON datetime type oid: %u", type);
	}
	return VNT_CLASS_NULL;
}

void
variant_jsp_set_moment(JspItem *item, Datum value, Oid type, int tz)
{
	item->kind = JSP_MOMENT;
	item->class_ = moment_class(type);
	item->u.moment.value = value;
	item->u.moment.type = type;
	item->u.moment.tz = tz;
}

/* ---------------------------------------------------------------------
 * Looking at them
 * ---------------------------------------------------------------------
 */
void
variant_jsp_scalar(const JspItem *item, VntScalar *s)
{
	variant_check_stored(vnt_scalar_read(&item->u.value, s));
}

VntSlice
variant_jsp_string(const JspItem *item)
{
	VntScalar	s;

	variant_jsp_scalar(item, &s);
	return s.u.bytes;
}

static Numeric
numeric_from_text(char *text)
{
	return DatumGetNumeric(DirectFunctionCall3(numeric_in,
											   CStringGetDatum(text),
											   ObjectIdGetDatum(InvalidOid),
											   Int32GetDatum(-1)));
}

bool
variant_jsp_numeric(const JspItem *item, Numeric *numeric)
{
	VntScalar	s;
	char		text[64];

	if (!variant_jsp_is_number(item))
		return false;
	if (item->kind == JSP_NUMERIC)
	{
		*numeric = item->u.numeric;
		return !numeric_is_nan(*numeric) && !numeric_is_inf(*numeric);
	}
	variant_jsp_scalar(item, &s);
	if (s.type != VNT_DOUBLE && s.type != VNT_FLOAT)
	{
		*numeric = DatumGetNumeric(variant_number_to_numeric(&s));
		return true;
	}
	if (s.type == VNT_DOUBLE ? !isfinite(s.u.d) : !isfinite(s.u.f))
		return false;
	if (s.type == VNT_DOUBLE)
		double_to_shortest_decimal_buf(s.u.d, text);
	else
		float_to_shortest_decimal_buf(s.u.f, text);
	*numeric = numeric_from_text(text);
	return true;
}

char *
variant_jsp_number_text(const JspItem *item)
{
	Numeric		numeric;
	VntBuffer	buffer;

	if (variant_jsp_numeric(item, &numeric))
		return DatumGetCString(DirectFunctionCall1(numeric_out,
												   NumericGetDatum(numeric)));
	if (item->kind == JSP_NUMERIC)
		return DatumGetCString(DirectFunctionCall1(numeric_out,
												   NumericGetDatum(item->u.numeric)));
	vnt_buffer_init(&buffer, &variant_host);
	variant_check_stored(vnt_scalar_to_text(&buffer, &item->u.value));
	variant_check_stored(vnt_buffer_append(&buffer, "", 1));
	return buffer.data;
}

text *
variant_jsp_text(JspContext *cx, const JspItem *item)
{
	VntSlice	string = variant_jsp_string(item);

	if (!cx->throws && string.len > 0 &&
		memchr(string.data, 0, string.len) != NULL)
		return NULL;
	return variant_text_from_utf8(string.data, string.len);
}

/*
 * JSON's classes have the names that jsonb uses; so have the results of
 * .datetime().  A stored value of another class is named as variant_typeof()
 * does.
 */
const char *
variant_jsp_type_name(const JspItem *item)
{
	if (variant_jsp_is_number(item))
		return "number";
	if (item->kind != JSP_MOMENT)
		return vnt_class_names[item->class_];
	switch (item->u.moment.type)
	{
		case DATEOID:
			return "date";
		case TIMEOID:
			return "time without time zone";
		case TIMETZOID:
			return "time with time zone";
		case TIMESTAMPOID:
			return "timestamp without time zone";
		default:
			return "timestamp with time zone";
	}
}

/* ---------------------------------------------------------------------
 * Results
 * ---------------------------------------------------------------------
 */
static void
build_numeric(VntBuilder *b, Numeric numeric)
{
	VntScalar	s;

	if (variant_number_from_numeric((struct varlena *) numeric, &s) != VARIANT_FITS)
	{
		s.type = VNT_DOUBLE;
		s.u.d = variant_number_nearest((struct varlena *) numeric);
	}
	variant_check_build(variant_scalar_build(b, &s));
}

static void
build_moment(VntBuilder *b, const JspMoment *moment)
{
	VntScalar	s;
	char		buffer[MAXDATELEN + 1];
	char	   *string;

	if (moment->type == TIMETZOID)
	{
		JsonEncodeDateTime(buffer, moment->value, moment->type, &moment->tz);
		string = pstrdup(buffer);
		variant_check_build(vnt_build_string(b, (uint8_t *) string, strlen(string)));
		return;
	}
	if (variant_time_from_sql(moment->type, moment->value, &s) != VARIANT_FITS)
		variant_time_refuse(moment->type);
	variant_check_build(variant_scalar_build(b, &s));
}

void
variant_jsp_build(VntBuilder *b, const JspItem *item)
{
	switch ((JspKind) item->kind)
	{
		case JSP_VALUE:
			variant_check_stored(vnt_build_value(b, &item->u.value));
			break;
		case JSP_NUMERIC:
			build_numeric(b, item->u.numeric);
			break;
		case JSP_MOMENT:
			build_moment(b, &item->u.moment);
			break;
	}
}

Datum
variant_jsp_datum(const JspItem *item)
{
	return variant_jsp_datum_in(item, NULL, 0);
}

Datum
variant_jsp_datum_in(const JspItem *item, struct varlena *reuse, size_t room)
{
	VntBuilder *b;

	/* strings of our own are in the long form: the builder shortens them */
	if (item->kind == JSP_VALUE && item->u.value.meta != &no_names)
		return variant_from_value_in(&item->u.value, reuse, room);
	b = variant_builder_acquire();
	variant_jsp_build(b, item);
	return variant_from_builder(b);
}

/* ---------------------------------------------------------------------
 * Outputs
 * ---------------------------------------------------------------------
 */
void
variant_jsp_out_init(JspOut *out)
{
	out->take = NULL;
	out->unwrap = false;
	out->first_only = false;
	out->full = false;
	out->count = 0;
	out->capacity = JSP_INLINE;
	out->items = out->space;
}

static void
grow(JspOut *out)
{
	int			capacity = out->capacity * 4;

	if (capacity > (int) (MaxAllocSize / sizeof(JspItem)))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("jsonpath expression gives too many items"),
				 errdetail("More than %d items cannot be kept at once.",
						   out->capacity)));
	if (out->items == out->space)
	{
		out->items = palloc(capacity * sizeof(JspItem));
		memcpy(out->items, out->space, sizeof(out->space));
	}
	else
		out->items = repalloc(out->items, capacity * sizeof(JspItem));
	out->capacity = capacity;
}

static void
add_elements(JspOut *out, const JspItem *array)
{
	VntContainer c;
	VntValue	child;
	JspItem		element;

	variant_check_stored(vnt_container_open(&array->u.value, &c));
	out->unwrap = false;
	for (uint32 i = 0; i < c.count && !out->full; i++)
	{
		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(&c, i, &child));
		variant_jsp_set_value(&element, &child);
		variant_jsp_out_add(out, &element);
	}
	out->unwrap = true;
}

void
variant_jsp_out_add(JspOut *out, const JspItem *item)
{
	if (out->unwrap && item->class_ == VNT_CLASS_ARRAY)
		add_elements(out, item);
	else if (out->take)
		out->take(out, item);
	else
	{
		if (out->count == out->capacity)
			grow(out);
		out->items[out->count++] = *item;
		if (out->first_only)
			out->full = true;
	}
}

void
variant_jsp_out_count(JspOut *out, const JspItem *item)
{
	/* only whether there is any matters */
	out->count = 1;
}
