/*-------------------------------------------------------------------------
 *
 * vnt_json_literal.c
 *	  JSON text to a builder: literals of a type, "2024-10-24"::date.
 *
 * Interface: vnt_json_cast, vnt_json_typed_string.
 *
 *-------------------------------------------------------------------------
 */
#include <math.h>

#include "vnt_json_parse.h"

typedef struct CastName
{
	const char *name;
	VntCast		cast;
	VntType		type;
} CastName;

static const CastName cast_names[] = {
	{"date", VNT_CAST_TEMPORAL, VNT_DATE},
	{"time", VNT_CAST_TEMPORAL, VNT_TIME},
	{"timestamp", VNT_CAST_TEMPORAL, VNT_TIMESTAMP},
	{"timestamptz", VNT_CAST_TEMPORAL, VNT_TIMESTAMPTZ},
	{"timestamp(9)", VNT_CAST_TEMPORAL, VNT_TIMESTAMP_NANOS},
	{"timestamptz(9)", VNT_CAST_TEMPORAL, VNT_TIMESTAMPTZ_NANOS},
	{"uuid", VNT_CAST_UUID, VNT_UUID},
	{"bytea", VNT_CAST_BYTEA, VNT_BINARY},
	{"float4", VNT_CAST_FLOAT4, VNT_FLOAT},
	{"float8", VNT_CAST_FLOAT8, VNT_DOUBLE},
};

static bool
is_name_byte(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		(c >= '0' && c <= '9') || c == '_' || c == '(' || c == ')' || c >= 0x80;
}

VntStatus
vnt_json_cast(VntJson *r, VntCast *cast, VntType *type)
{
	const uint8_t *first = r->p + 2;
	const uint8_t *p = first;

	while (p < r->end && is_name_byte(*p))
		p++;
	for (size_t i = 0; i < sizeof(cast_names) / sizeof(cast_names[0]); i++)
	{
		const CastName *known = &cast_names[i];
		size_t		len = strlen(known->name);

		if (len == (size_t) (p - first) && memcmp(first, known->name, len) == 0)
		{
			*cast = known->cast;
			*type = known->type;
			r->p = p;
			return VNT_OK;
		}
	}
	if (first >= r->end)
		return vnt_json_fail(r, VNT_JSON_END, r->end);
	return vnt_json_fail(r, VNT_JSON_CAST, first);
}

static int
hex_digit(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* n bytes from 2 n hex digits. */
static bool
decode_hex(const uint8_t *text, size_t n, uint8_t *out)
{
	for (size_t i = 0; i < n; i++)
	{
		int			high = hex_digit(text[2 * i]);
		int			low = hex_digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		out[i] = (uint8_t) (high << 4 | low);
	}
	return true;
}

/* Groups of 8, 4, 4, 4 and 12 digits with dashes between. */
static VntStatus
build_uuid(VntBuilder *b, VntSlice s)
{
	static const uint8_t starts[] = {0, 9, 14, 19, 24};
	static const uint8_t lens[] = {4, 2, 2, 2, 6};
	uint8_t		bytes[16];
	uint8_t    *out = bytes;

	if (s.len != 36)
		return VNT_JSON_LITERAL;
	for (int i = 0; i < 5; i++)
	{
		if ((i > 0 && s.data[starts[i] - 1] != '-') ||
			!decode_hex(s.data + starts[i], lens[i], out))
			return VNT_JSON_LITERAL;
		out += lens[i];
	}
	return vnt_build_uuid(b, bytes);
}

/* \x and pairs of digits. */
static VntStatus
build_bytea(VntBuilder *b, VntSlice s)
{
	size_t		n;
	uint8_t    *data;

	if (s.len < 2 || s.len % 2 != 0 || s.data[0] != '\\' || s.data[1] != 'x')
		return VNT_JSON_LITERAL;
	n = (s.len - 2) / 2;
	data = vnt_builder_alloc(b, n);
	if (data == NULL)
		return VNT_NO_MEMORY;
	if (!decode_hex(s.data + 2, n, data))
		return VNT_JSON_LITERAL;
	return vnt_build_binary(b, data, n);
}

/* The values of double that numbers cannot write. */
static VntStatus
build_special(VntBuilder *b, VntSlice s, bool single)
{
	static const char *const names[] = {"NaN", "Infinity", "-Infinity"};
	const double values[] = {(double) NAN, (double) INFINITY, (double) -INFINITY};

	for (int i = 0; i < 3; i++)
	{
		size_t		len = strlen(names[i]);

		if (s.len == len && memcmp(s.data, names[i], len) == 0)
			return single ? vnt_build_float(b, (float) values[i]) :
				vnt_build_double(b, values[i]);
	}
	return VNT_JSON_LITERAL;
}

static VntStatus
build_temporal(VntBuilder *b, VntSlice s, VntType type)
{
	int64_t		value;

	VNT_TRY(vnt_temporal_from_text(type, (const char *) s.data, s.len, &value));
	return vnt_build_temporal(b, type, value);
}

VntStatus
vnt_json_typed_string(VntJson *r, VntSlice s, const uint8_t *token)
{
	VntCast		cast;
	VntType		type;

	VNT_TRY(vnt_json_cast(r, &cast, &type));
	r->fault = token;
	switch (cast)
	{
		case VNT_CAST_TEMPORAL:
			return build_temporal(r->b, s, type);
		case VNT_CAST_UUID:
			return build_uuid(r->b, s);
		case VNT_CAST_BYTEA:
			return build_bytea(r->b, s);
		case VNT_CAST_FLOAT4:
		case VNT_CAST_FLOAT8:
			return build_special(r->b, s, cast == VNT_CAST_FLOAT4);
	}
	return VNT_JSON_CAST;
}
