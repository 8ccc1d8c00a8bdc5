/*-------------------------------------------------------------------------
 *
 * variant_infer.c
 *	  Types for JSON in which they came as strings.
 *
 * Interface: variant_infer_types.
 *
 * A string becomes a date, time, timestamp, timestamptz or uuid only if plain
 * JSON prints that value as exactly the same string: then nothing is lost,
 * and variant_to_json() gives back what there was.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "miscadmin.h"

/* The arguments behind the value. */
typedef struct InferOptions
{
	bool		dates;
	bool		timestamps;
	bool		timestamptzs;
	bool		uuids;
	bool		times;
} InferOptions;

#define UUID_TEXT	36

/* ---------------------------------------------------------------------
 * One string
 * ---------------------------------------------------------------------
 */
static bool
try_temporal(VntBuilder *b, VntType type, VntSlice s)
{
	char		text[VNT_TEMPORAL_TEXT];
	int64_t		value;
	int			len;

	if (vnt_temporal_from_text(type, (const char *) s.data, s.len, &value) != VNT_OK)
		return false;
	len = vnt_temporal_to_text(type, value, 'T', "Z", text);
	if (len != s.len || memcmp(text, s.data, s.len) != 0)
		return false;
	variant_check_build(vnt_build_temporal(b, type, value));
	return true;
}

/* Microseconds if they are enough. */
static bool
try_timestamp(VntBuilder *b, VntType micros, VntType nanos, VntSlice s)
{
	return try_temporal(b, micros, s) || try_temporal(b, nanos, s);
}

static int
hex_digit(uint8_t ch)
{
	if (ch >= '0' && ch <= '9')
		return ch - '0';
	return ch >= 'a' && ch <= 'f' ? ch - 'a' + 10 : -1;
}

static bool
try_uuid(VntBuilder *b, VntSlice s)
{
	uint8_t		bytes[16];
	int			n = 0;

	if (s.len != UUID_TEXT)
		return false;
	for (int i = 0; i < UUID_TEXT; i++)
	{
		int			high;
		int			low;

		if (i == 8 || i == 13 || i == 18 || i == 23)
		{
			if (s.data[i] != '-')
				return false;
			continue;
		}
		high = hex_digit(s.data[i]);
		low = hex_digit(s.data[++i]);
		if (high < 0 || low < 0)
			return false;
		bytes[n++] = (uint8_t) (high << 4 | low);
	}
	variant_check_build(vnt_build_uuid(b, bytes));
	return true;
}

static bool
is_digit(uint8_t ch)
{
	return ch >= '0' && ch <= '9';
}

/* Append s with the type that it shows; false if it shows none. */
static bool
infer_string(VntBuilder *b, VntSlice s, const InferOptions *options)
{
	if (s.len < 8 || s.len >= VNT_TEMPORAL_TEXT)
		return false;
	if (options->uuids && try_uuid(b, s))
		return true;
	if (!is_digit(s.data[0]))
		return false;
	if (options->times && s.data[2] == ':' && try_temporal(b, VNT_TIME, s))
		return true;
	if (options->dates && try_temporal(b, VNT_DATE, s))
		return true;
	if (options->timestamps &&
		try_timestamp(b, VNT_TIMESTAMP, VNT_TIMESTAMP_NANOS, s))
		return true;
	return options->timestamptzs &&
		try_timestamp(b, VNT_TIMESTAMPTZ, VNT_TIMESTAMPTZ_NANOS, s);
}

/* ---------------------------------------------------------------------
 * Any value
 * ---------------------------------------------------------------------
 */
static void
infer_value(VntBuilder *b, const VntValue *v, const InferOptions *options, int depth)
{
	VntClass	class_ = vnt_value_class(v);
	VntScalar	scalar;
	VntContainer c;

	if (class_ == VNT_CLASS_STRING)
	{
		variant_check_stored(vnt_scalar_read(v, &scalar));
		if (infer_string(b, scalar.u.bytes, options))
			return;
	}
	if (class_ < VNT_CLASS_ARRAY)
	{
		variant_check_stored(vnt_build_value(b, v));
		return;
	}
	if (depth >= VNT_MAX_DEPTH)
		variant_report(VNT_TOO_DEEP, NULL, VARIANT_ORIGIN_STORED, NULL);
	check_stack_depth();
	variant_check_stored(vnt_container_open(v, &c));
	variant_check_build(c.is_object ? vnt_build_object_begin(b) : vnt_build_array_begin(b));
	for (uint32 i = 0; i < c.count; i++)
	{
		VntValue	child;
		VntSlice	name;

		CHECK_FOR_INTERRUPTS();
		if (c.is_object)
		{
			variant_check_stored(vnt_object_name(&c, i, &name));
			variant_check_build(vnt_build_key(b, name.data, name.len));
		}
		variant_check_stored(vnt_container_child(&c, i, &child));
		infer_value(b, &child, options, depth + 1);
	}
	variant_check_build(c.is_object ? vnt_build_object_end(b) : vnt_build_array_end(b));
}

VARIANT_FUNCTION(variant_infer_types);

Datum
variant_infer_types(PG_FUNCTION_ARGS)
{
	InferOptions options = {PG_GETARG_BOOL(1), PG_GETARG_BOOL(2), PG_GETARG_BOOL(3),
	PG_GETARG_BOOL(4), PG_GETARG_BOOL(5)};
	VariantView view;
	VntBuilder *b;
	Datum		result;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	b = variant_builder_acquire();
	infer_value(b, &view.root, &options, 0);
	result = variant_from_builder(b);
	variant_view_close(&view);
	PG_RETURN_DATUM(result);
}
