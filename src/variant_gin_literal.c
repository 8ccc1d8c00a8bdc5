/*-------------------------------------------------------------------------
 *
 * variant_gin_literal.c
 *	  Literals of a jsonpath as the keys that what they are compared with has.
 *
 * Interface: variant_literal_open, variant_literal_string.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_gin_literal.h"

#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/timestamp.h"
#include "variant_jsonpath.h"
#include "variant_scalar.h"

static VariantLiteralCodes *
add_class(VariantLiteral *literal, VntClass class_)
{
	VariantLiteralCodes *c = &literal->classes[literal->count++];

	c->class_ = class_;
	return c;
}

static void
add_code(VariantLiteralCodes *c, const VntScalar *s)
{
	uint64		low;
	uint64		high;

	variant_code_bounds(s, &low, &high);
	if (c->count == 0 || low < c->low)
		c->low = low;
	if (c->count == 0 || high > c->high)
		c->high = high;
	c->codes[c->count++] = variant_code(s);
}

static void
open_number(VariantLiteral *literal, Numeric number)
{
	struct varlena *num = (struct varlena *) number;
	VariantLiteralCodes *c = add_class(literal, VNT_CLASS_NUMBER);
	VntScalar	s;
	VntScalar	upper;

	if (variant_number_from_numeric(num, &s) == VARIANT_FITS)
	{
		add_code(c, &s);
		return;
	}
	s = variant_number_bound(num, false);
	upper = variant_number_bound(num, true);
	add_code(c, &s);
	add_code(c, &upper);
}

bool
variant_literal_string(JsonPathItem *item, VntScalar *s)
{
	int32		len;
	char	   *string = jspGetString(item, &len);
	const char *utf8 = variant_utf8_try(string, len, &s->u.bytes.len);

	s->type = VNT_STRING;
	s->scale = 0;
	s->u.bytes.data = (const uint8_t *) utf8;
	return utf8 != NULL;
}

/* The codes of a date or timestamp in a class; not known: the whole class. */
static void
add_moment(VariantLiteral *literal, VntClass class_, Oid type, Datum value, bool known)
{
	VariantLiteralCodes *c = add_class(literal, class_);
	VntScalar	s;

	c->whole = !known || variant_time_from_sql(type, value, &s) != VARIANT_FITS;
	if (!c->whole)
		add_code(c, &s);
}

/*
 * "2024-10-24".datetime(): dates and timestamps compare as they are, a date as
 * midnight.  Between those and timestamps with time zone that is an error,
 * which has to come about with the index, too: whole classes.
 */
static bool
open_moment(VariantLiteral *literal, JsonPathItem *string)
{
	int32		len;
	char	   *s = jspGetString(string, &len);
	Oid			type;
	Datum		value;
	int			overflow = 0;
	Timestamp	midnight;

	if (!variant_jsp_read_moment(cstring_to_text_with_len(s, len), &type, &value))
		return false;
	switch (type)
	{
		case DATEOID:
			midnight = date2timestamp_opt_overflow(DatumGetDateADT(value), &overflow);
			add_moment(literal, VNT_CLASS_DATE, type, value, true);
			add_moment(literal, VNT_CLASS_TIMESTAMP, TIMESTAMPOID,
					   TimestampGetDatum(midnight), overflow == 0);
			add_moment(literal, VNT_CLASS_TIMESTAMPTZ, type, value, false);
			return true;
		case TIMESTAMPOID:
			add_moment(literal, VNT_CLASS_DATE, DATEOID,
					   DirectFunctionCall1(timestamp_date, value), true);
			add_moment(literal, VNT_CLASS_TIMESTAMP, type, value, true);
			add_moment(literal, VNT_CLASS_TIMESTAMPTZ, type, value, false);
			return true;
		case TIMESTAMPTZOID:
			add_moment(literal, VNT_CLASS_DATE, type, value, false);
			add_moment(literal, VNT_CLASS_TIMESTAMP, type, value, false);
			add_moment(literal, VNT_CLASS_TIMESTAMPTZ, type, value, true);
			return true;
		case TIMEOID:
			add_moment(literal, VNT_CLASS_TIME, type, value, true);
			return true;
		default:
			return false;
	}
}

/* A string with .datetime() and nothing else behind it. */
static bool
is_moment(JsonPathItem *item)
{
	JsonPathItem next;

	return item->type == jpiString && jspGetNext(item, &next) &&
		next.type == jpiDatetime && next.content.arg == 0 && !jspHasNext(&next);
}

bool
variant_literal_open(JsonPathItem *item, VariantLiteral *literal)
{
	VntScalar	s;

	memset(literal, 0, sizeof(*literal));
	memset(&s, 0, sizeof(s));
	if (is_moment(item))
		return open_moment(literal, item);
	if (jspHasNext(item))
		return false;
	switch ((int) item->type)
	{
		case jpiNull:
			s.type = VNT_NULL;
			break;
		case jpiBool:
			s.type = jspGetBool(item) ? VNT_TRUE : VNT_FALSE;
			break;
		case jpiString:
			if (!variant_literal_string(item, &s))
				return false;
			break;
		case jpiNumeric:
			open_number(literal, jspGetNumeric(item));
			return true;
		default:
			return false;
	}
	add_code(add_class(literal, vnt_type_info[s.type].class_), &s);
	return true;
}
