/*-------------------------------------------------------------------------
 *
 * vshred_type.c
 *	  The types of typed values: their names, and what fits them.
 *
 * Interface: vshred_read_type, vshred_type_name, vshred_match,
 * vshred_scalar_is_legal.
 *
 * The types are those of the table "Shredded Value Types" of
 * VariantShredding.md, under PostgreSQL's names.  tinyint, timestamp(9) and
 * timestamptz(9) have no type of PostgreSQL behind them.
 *
 *-------------------------------------------------------------------------
 */
#include <stdio.h>
#include <string.h>

#include "vshred_internal.h"

#define DAY_MICROS	INT64_C(86400000000)

/* The first name of each type is the one that is written. */
static const struct
{
	const char *name;
	VntType		type;
}			names[] = {
	{"boolean", VNT_TRUE},
	{"bool", VNT_TRUE},
	{"tinyint", VNT_INT8},
	{"smallint", VNT_INT16},
	{"int2", VNT_INT16},
	{"integer", VNT_INT32},
	{"int", VNT_INT32},
	{"int4", VNT_INT32},
	{"bigint", VNT_INT64},
	{"int8", VNT_INT64},
	{"real", VNT_FLOAT},
	{"float4", VNT_FLOAT},
	{"double precision", VNT_DOUBLE},
	{"float8", VNT_DOUBLE},
	{"date", VNT_DATE},
	{"time", VNT_TIME},
	{"time without time zone", VNT_TIME},
	{"timestamp", VNT_TIMESTAMP},
	{"timestamp(6)", VNT_TIMESTAMP},
	{"timestamp without time zone", VNT_TIMESTAMP},
	{"timestamptz", VNT_TIMESTAMPTZ},
	{"timestamptz(6)", VNT_TIMESTAMPTZ},
	{"timestamp with time zone", VNT_TIMESTAMPTZ},
	{"timestamp(9)", VNT_TIMESTAMP_NANOS},
	{"timestamptz(9)", VNT_TIMESTAMPTZ_NANOS},
	{"bytea", VNT_BINARY},
	{"text", VNT_STRING},
	{"uuid", VNT_UUID},
};

#define NAME_COUNT	(sizeof(names) / sizeof(names[0]))

/* ---------------------------------------------------------------------
 * Names
 * ---------------------------------------------------------------------
 */
static bool
is_name(VntSlice text, const char *name)
{
	return text.len == strlen(name) && memcmp(text.data, name, text.len) == 0;
}

/* A number of one or two digits, with blanks around it, at *at. */
static int
read_small(VntSlice text, size_t *at)
{
	int			value = 0;
	int			digits = 0;

	for (; *at < text.len && text.data[*at] == ' '; (*at)++)
		;
	for (; *at < text.len && digits < 3 && text.data[*at] >= '0' &&
		 text.data[*at] <= '9'; (*at)++, digits++)
		value = value * 10 + (text.data[*at] - '0');
	for (; *at < text.len && text.data[*at] == ' '; (*at)++)
		;
	return digits == 0 ? -1 : value;
}

/* numeric(p) and numeric(p,s); text starts with the name, of len bytes */
static VShredStatus
read_numeric(VntSlice text, size_t len, VShredNode *node)
{
	size_t		at = len + 1;
	int			precision;
	int			scale = 0;

	if (text.len == len)
		return VSHRED_SCHEMA_NUMERIC;
	if (text.data[len] != '(')
		return VSHRED_SCHEMA_TYPE;
	precision = read_small(text, &at);
	if (at < text.len && text.data[at] == ',')
	{
		at++;
		scale = read_small(text, &at);
	}
	if (at + 1 != text.len || text.data[at] != ')' || precision < 1 ||
		precision > VNT_MAX_PRECISION || scale < 0 || scale > precision)
		return VSHRED_SCHEMA_NUMERIC;
	node->type = precision <= 9 ? VNT_DECIMAL4 : precision <= 18 ? VNT_DECIMAL8 :
		VNT_DECIMAL16;
	node->precision = (uint8_t) precision;
	node->scale = (uint8_t) scale;
	return VSHRED_OK;
}

VShredStatus
vshred_read_type(VntSlice name, VShredNode *node)
{
	node->kind = VSHRED_SCALAR;
	for (size_t i = 0; i < NAME_COUNT; i++)
		if (is_name(name, names[i].name))
		{
			node->type = (uint8_t) names[i].type;
			return VSHRED_OK;
		}
	if (is_name(name, "variant"))
	{
		node->kind = VSHRED_UNTYPED;
		return VSHRED_OK;
	}
	if (name.len >= 7 && (memcmp(name.data, "numeric", 7) == 0 ||
						  memcmp(name.data, "decimal", 7) == 0))
		return read_numeric(name, 7, node);
	return VSHRED_SCHEMA_TYPE;
}

int
vshred_type_name(const VShredNode *node, char out[VSHRED_TYPE_NAME])
{
	const char *name = "variant";

	if (node->kind == VSHRED_SCALAR && node->precision > 0)
		return snprintf(out, VSHRED_TYPE_NAME, "numeric(%d,%d)",
						node->precision, node->scale);
	for (size_t i = NAME_COUNT; node->kind == VSHRED_SCALAR && i-- > 0;)
		if (names[i].type == node->type)
			name = names[i].name;
	return snprintf(out, VSHRED_TYPE_NAME, "%s", name);
}

/* ---------------------------------------------------------------------
 * What fits
 * ---------------------------------------------------------------------
 */
static bool
int_fits(VntType type, int64_t i)
{
	switch (type)
	{
		case VNT_INT8:
			return i >= INT8_MIN && i <= INT8_MAX;
		case VNT_INT16:
			return i >= INT16_MIN && i <= INT16_MAX;
		case VNT_INT32:
			return i >= INT32_MIN && i <= INT32_MAX;
		default:
			return true;
	}
}

static inline bool
is_int(VntType type)
{
	return type >= VNT_INT8 && type <= VNT_INT64;
}

/* The unscaled value with so many more zeros; false if it is too long then. */
static bool
add_zeros(VntInt128 *v, int zeros, int precision)
{
	char		text[48 + VNT_MAX_PRECISION];
	int			n = vnt_int128_to_digits(*v, text);
	bool		negative = text[0] == '-';

	if (v->lo == 0 && v->hi == 0)
		return true;
	if (n - negative + zeros > precision)
		return false;
	memset(text + n, '0', (size_t) zeros);
	*v = vnt_int128_from_digits(text + negative, n - negative + zeros, negative);
	return true;
}

/* Any number of the class, to the unscaled value of a decimal type. */
static bool
match_decimal(const VShredNode *node, VntScalar *s)
{
	int			scale = is_int(s->type) ? 0 : s->scale;
	VntInt128	v = is_int(s->type) ? vnt_int128_from_int64(s->u.i) : s->u.dec;

	if (scale > node->scale ||
		!add_zeros(&v, node->scale - scale, node->precision))
		return false;
	s->type = (VntType) node->type;
	s->scale = node->scale;
	s->u.dec = v;
	return true;
}

static bool
match_int(const VShredNode *node, VntScalar *s)
{
	int64_t		i;

	if (is_int(s->type))
		i = s->u.i;
	else if (s->scale != 0 || !vnt_int128_fits_int64(s->u.dec, &i))
		return false;
	s->type = (VntType) node->type;
	s->scale = 0;
	s->u.i = i;
	return int_fits(s->type, i);
}

VntStatus
vshred_match(const VShredNode *node, const VntValue *v, VntScalar *s, bool *fits)
{
	VntClass	class_ = vnt_type_info[node->type].class_;
	VntType		type = vnt_value_type(v);
	VntStatus	status;

	*fits = false;
	if (type == VNT_UNKNOWN)
		return VNT_VALUE_TYPE;
	if (node->kind != VSHRED_SCALAR || vnt_type_info[type].class_ != class_)
		return VNT_OK;
	status = vnt_scalar_read(v, s);
	if (status != VNT_OK)
		return status;
	if (s->type == VNT_SHORT_STRING)
		s->type = VNT_STRING;
	if (class_ == VNT_CLASS_NUMBER)
		*fits = is_int((VntType) node->type) ? match_int(node, s) :
			match_decimal(node, s);
	else
		*fits = s->type == (VntType) node->type || class_ == VNT_CLASS_BOOLEAN;
	return VNT_OK;
}

bool
vshred_scalar_is_legal(const VShredNode *node, const VntScalar *s)
{
	VntType		type = (VntType) node->type;

	if (node->kind != VSHRED_SCALAR)
		return false;
	if (type == VNT_TRUE)
		return s->type == VNT_TRUE || s->type == VNT_FALSE;
	if (s->type != type)
		return false;
	if (is_int(type))
		return int_fits(type, s->u.i);
	if (node->precision > 0)
		return s->scale == node->scale &&
			vnt_int128_digits(s->u.dec) <= node->precision;
	if (type == VNT_DATE)
		return int_fits(VNT_INT32, s->u.i);
	if (type == VNT_TIME)
		return s->u.i >= 0 && s->u.i <= DAY_MICROS;
	if (type == VNT_UUID)
		return s->u.bytes.len == 16;
	return true;
}
