/*-------------------------------------------------------------------------
 *
 * test_json_write.c
 *	  Values to text: known texts, a slow and simple second writer as oracle,
 *	  the layout of jsonb_pretty, limits, damaged bytes.
 *
 *-------------------------------------------------------------------------
 */
#include <limits.h>

#include "vunit.h"
#include "vrandom.h"

#define STYLES		4
#define BARE		4			/* vnt_scalar_to_text as a fifth style */

static VntStatus
write_style(VntBuffer *b, const VntValue *v, int style)
{
	return style == BARE ? vnt_scalar_to_text(b, v) :
		vnt_json_write(b, v, (VntStyle) style);
}

/* ---------------------------------------------------------------------
 * Known scalars
 * ---------------------------------------------------------------------
 */

/* value bytes; text form; plain JSON; bare text */
static const struct
{
	const char *bytes;
	size_t		len;
	const char *text[3];
}			scalars[] = {
#define B(s)	s, sizeof(s) - 1
	{B("\x00"), {"null", "null", "null"}},
	{B("\x04"), {"true", "true", "true"}},
	{B("\x08"), {"false", "false", "false"}},
	{B("\x0c\x05"), {"5", "5", "5"}},
	{B("\x0c\x80"), {"-128", "-128", "-128"}},
	{B("\x10\x00\x80"), {"-32768", "-32768", "-32768"}},
	{B("\x14\x00\x00\x00\x80"), {"-2147483648", "-2147483648", "-2147483648"}},
	{B("\x18\x00\x00\x00\x00\x00\x00\x00\x80"),
	{"-9223372036854775808", "-9223372036854775808", "-9223372036854775808"}},
	{B("\x18\xff\xff\xff\xff\xff\xff\xff\x7f"),
	{"9223372036854775807", "9223372036854775807", "9223372036854775807"}},
	{B("\x18\x00\x00\x00\x00\x00\x00\x00\x00"), {"0", "0", "0"}},
	{B("\x20\x03\x34\x30\x00\x00"), {"12.340", "12.340", "12.340"}},
	{B("\x20\x02\xfb\xff\xff\xff"), {"-0.05", "-0.05", "-0.05"}},
	{B("\x24\x00\x05\x00\x00\x00\x00\x00\x00\x00"), {"5", "5", "5"}},
	{B("\x28\x26\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"),
	{"0.00000000000000000000000000000000000001",
	"0.00000000000000000000000000000000000001",
	"0.00000000000000000000000000000000000001"}},
	{B("\x1c\x00\x00\x00\x00\x00\x00\xf8\x3f"), {"1.5e0", "1.5", "1.5"}},
	{B("\x1c\x00\x00\x00\x00\x00\x00\x00\x80"), {"-0e0", "-0", "-0"}},
	{B("\x1c\x00\x00\x00\x00\x00\x00\xf8\x7f"),
	{"\"NaN\"::float8", "\"NaN\"", "NaN"}},
	{B("\x1c\x00\x00\x00\x00\x00\x00\xf0\x7f"),
	{"\"Infinity\"::float8", "\"Infinity\"", "Infinity"}},
	{B("\x1c\x00\x00\x00\x00\x00\x00\xf0\xff"),
	{"\"-Infinity\"::float8", "\"-Infinity\"", "-Infinity"}},
	{B("\x38\xcd\xcc\xcc\x3d"), {"0.1::float4", "0.1", "0.1"}},
	{B("\x38\x00\x00\x00\x80"), {"-0::float4", "-0", "-0"}},
	{B("\x38\x00\x00\xc0\x7f"), {"\"NaN\"::float4", "\"NaN\"", "NaN"}},
	{B("\x38\x00\x00\x80\x7f"),
	{"\"Infinity\"::float4", "\"Infinity\"", "Infinity"}},
	{B("\x38\x00\x00\x80\xff"),
	{"\"-Infinity\"::float4", "\"-Infinity\"", "-Infinity"}},
	{B("\x2c\x34\x4e\x00\x00"),
	{"\"2024-10-24\"::date", "\"2024-10-24\"", "2024-10-24"}},
	{B("\x2c\x2b\xc7\xf4\xff"),
	{"\"0045-06-03 BC\"::date", "\"0045-06-03 BC\"", "0045-06-03 BC"}},
	{B("\x44\x01\x1c\xda\x8b\x0a\x00\x00\x00"),
	{"\"12:34:56.000001\"::time", "\"12:34:56.000001\"", "12:34:56.000001"}},
	{B("\x34\xd0\x7e\xa1\x15\x3d\x25\x06\x00"),
	{"\"2024-10-24T18:22:26.402\"::timestamp", "\"2024-10-24T18:22:26.402\"",
	"2024-10-24 18:22:26.402"}},
	{B("\x30\xd0\x7e\xa1\x15\x3d\x25\x06\x00"),
	{"\"2024-10-24T18:22:26.402Z\"::timestamptz", "\"2024-10-24T18:22:26.402Z\"",
	"2024-10-24 18:22:26.402+00"}},
	{B("\x4c\xff\xff\xff\xff\xff\xff\xff\xff"),
	{"\"1969-12-31T23:59:59.999999999\"::timestamp(9)",
	"\"1969-12-31T23:59:59.999999999\"", "1969-12-31 23:59:59.999999999"}},
	{B("\x48\xff\xff\xff\xff\xff\xff\xff\xff"),
	{"\"1969-12-31T23:59:59.999999999Z\"::timestamptz(9)",
	"\"1969-12-31T23:59:59.999999999Z\"", "1969-12-31 23:59:59.999999999+00"}},
	{B("\x50\xf2\x4f\x9b\x64\x81\xfa\x49\xd1\xb7\x4e\x8c\x09\xa6\xe3\x1c\x56"),
	{"\"f24f9b64-81fa-49d1-b74e-8c09a6e31c56\"::uuid",
	"\"f24f9b64-81fa-49d1-b74e-8c09a6e31c56\"",
	"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"}},
	{B("\x3c\x00\x00\x00\x00"), {"\"\\\\x\"::bytea", "\"\"", "\\x"}},
	{B("\x3c\x06\x00\x00\x00\x03\x13\xde\xad\xbe\xef"),
	{"\"\\\\x0313deadbeef\"::bytea", "\"AxPerb7v\"", "\\x0313deadbeef"}},
	{B("\x3c\x01\x00\x00\x00\xff"), {"\"\\\\xff\"::bytea", "\"/w==\"", "\\xff"}},
	{B("\x3c\x02\x00\x00\x00\xfb\xf0"), {"\"\\\\xfbf0\"::bytea", "\"+/A=\"", "\\xfbf0"}},
	{B("\x01"), {"\"\"", "\"\"", ""}},
	{B("\x40\x00\x00\x00\x00"), {"\"\"", "\"\"", ""}},
	{B("\x09" "a\""), {"\"a\\\"\"", "\"a\\\"\"", "a\""}},
	{B("\x40\x03\x00\x00\x00" "a\n\\"), {"\"a\\n\\\\\"", "\"a\\n\\\\\"", "a\n\\"}},
	{B("\x0d\x7f\xc3\xa9"), {"\"\x7f\xc3\xa9\"", "\"\x7f\xc3\xa9\"", "\x7f\xc3\xa9"}},
#undef B
};

static void
open_empty(VntMetadata *m, VntValue *v, const void *bytes, size_t len)
{
	vnt_metadata_open(vnt_empty_metadata, sizeof(vnt_empty_metadata), m);
	v->meta = m;
	v->data = bytes;
	v->len = len;
}

static void
test_scalars(void)
{
	static const int form[STYLES + 1] = {0, 1, 0, 1, 2};
	VntMetadata m;
	VntValue	v;
	VntBuffer	b;
	size_t		i;
	int			style;

	for (i = 0; i < sizeof(scalars) / sizeof(scalars[0]); i++)
	{
		open_empty(&m, &v, scalars[i].bytes, scalars[i].len);
		for (style = 0; style <= BARE; style++)
		{
			const char *expected = scalars[i].text[form[style]];

			vnt_buffer_init(&b, &vnt_host_malloc);
			check(write_style(&b, &v, style) == VNT_OK &&
				  b.len == strlen(expected) &&
				  memcmp(b.data, expected, b.len) == 0,
				  "type %d style %d: %s is %.*s", (int) vnt_value_type(&v), style,
				  style == BARE ? "" : expected, style == BARE ? 0 : (int) b.len, b.data);
			vnt_buffer_free(&b);
		}
	}
}

/* ---------------------------------------------------------------------
 * Doubles by the host's printing
 * ---------------------------------------------------------------------
 */
static const char *fixed_number;

static int
fixed_double(double value, char *out)
{
	(void) value;
	memcpy(out, fixed_number, strlen(fixed_number));
	return (int) strlen(fixed_number);
}

static int
fixed_float(float value, char *out)
{
	return fixed_double((double) value, out);
}

static void
test_host_numbers(void)
{
	static const char *const cases[][4] = {
		/* what the host prints, the text form of a double and of a float */
		{"1.5", "1.5e0", "1.5::float4"},
		{"-0", "-0e0", "-0::float4"},
		{"1000", "1e3", "1000::float4"},
		{"-10000000000", "-1e10", "-10000000000::float4"},
		{"123456789012345680", "12345678901234568e1", "123456789012345680::float4"},
		{"1e+300", "1e300", "1e300::float4"},
		{"1e-07", "1e-7", "1e-7::float4"},
		{"-1.5e+10", "-1.5e10", "-1.5e10::float4"},
		{"5e-324", "5e-324", "5e-324::float4"},
		{"1e+00", "1e0", "1e0::float4"},
		{"-2.2250738585072014e-308", "-2.2250738585072014e-308",
		"-2.2250738585072014e-308::float4"},
	};
	static const uint8_t number[2][9] = {
		{0x1c, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f}, {0x38, 0, 0, 0xc0, 0x3f}
	};
	VntHost		host = vnt_host_malloc;
	VntMetadata m;
	VntValue	v;
	VntBuffer	b;
	size_t		i;
	int			type;
	int			style;

	host.format_double = fixed_double;
	host.format_float = fixed_float;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		fixed_number = cases[i][0];
		for (type = 0; type < 2; type++)
		{
			open_empty(&m, &v, number[type], type == 0 ? 9 : 5);
			for (style = 0; style <= BARE; style++)
			{
				bool		native = style == VNT_STYLE_NATIVE || style == VNT_STYLE_PRETTY;
				const char *expected = native ? cases[i][1 + type] : fixed_number;

				vnt_buffer_init(&b, &host);
				check(write_style(&b, &v, style) == VNT_OK &&
					  b.len == strlen(expected) &&
					  memcmp(b.data, expected, b.len) == 0,
					  "%s in style %d: %.*s", fixed_number, style, (int) b.len, b.data);
				vnt_buffer_free(&b);
			}
		}
	}
}

/* ---------------------------------------------------------------------
 * The oracle: a second writer, as simple as can be
 * ---------------------------------------------------------------------
 */
typedef struct Plain
{
	char	   *data;
	size_t		len;
	size_t		capacity;
} Plain;

static void
plain_add(Plain *out, const void *data, size_t n)
{
	if (out->len + n > out->capacity)
	{
		out->capacity = (out->len + n) * 2 + 64;
		out->data = realloc(out->data, out->capacity);
	}
	if (n > 0)
		memcpy(out->data + out->len, data, n);
	out->len += n;
}

static void
plain_puts(Plain *out, const char *s)
{
	plain_add(out, s, strlen(s));
}

static void
plain_string(Plain *out, const uint8_t *s, size_t len)
{
	char		escape[8];
	size_t		i;

	plain_puts(out, "\"");
	for (i = 0; i < len; i++)
	{
		switch (s[i])
		{
			case '"':
				plain_puts(out, "\\\"");
				break;
			case '\\':
				plain_puts(out, "\\\\");
				break;
			case '\b':
				plain_puts(out, "\\b");
				break;
			case '\f':
				plain_puts(out, "\\f");
				break;
			case '\n':
				plain_puts(out, "\\n");
				break;
			case '\r':
				plain_puts(out, "\\r");
				break;
			case '\t':
				plain_puts(out, "\\t");
				break;
			default:
				if (s[i] < 0x20)
				{
					snprintf(escape, sizeof(escape), "\\u%04x", (unsigned) s[i]);
					plain_puts(out, escape);
				}
				else
					plain_add(out, s + i, 1);
		}
	}
	plain_puts(out, "\"");
}

/* Scalars have texts of their own above; here only their place matters. */
static void
plain_scalar(Plain *out, const VntValue *v, int style)
{
	VntScalar	s;
	VntBuffer	b;

	vnt_scalar_read(v, &s);
	if (s.type == VNT_STRING || s.type == VNT_SHORT_STRING)
	{
		plain_string(out, s.u.bytes.data, s.u.bytes.len);
		return;
	}
	vnt_buffer_init(&b, &vnt_host_malloc);
	vnt_json_write(&b, v, (VntStyle) style);
	plain_add(out, b.data, b.len);
	vnt_buffer_free(&b);
}

static void
plain_indent(Plain *out, int style, int depth)
{
	if (style != VNT_STYLE_PRETTY && style != VNT_STYLE_JSON_PRETTY)
		return;
	plain_puts(out, "\n");
	while (depth-- > 0)
		plain_puts(out, "    ");
}

static void
plain_value(Plain *out, const VntValue *v, int style, int depth)
{
	bool		pretty = style == VNT_STYLE_PRETTY || style == VNT_STYLE_JSON_PRETTY;
	VntContainer c;
	VntValue	child;
	VntSlice	name;
	uint32_t	i;

	if (vnt_container_open(v, &c) != VNT_OK)
	{
		plain_scalar(out, v, style);
		return;
	}
	plain_puts(out, c.is_object ? "{" : "[");
	for (i = 0; i < c.count; i++)
	{
		if (i > 0)
			plain_puts(out, pretty ? "," : ", ");
		plain_indent(out, style, depth + 1);
		if (c.is_object)
		{
			vnt_object_name(&c, i, &name);
			plain_string(out, name.data, name.len);
			plain_puts(out, ": ");
		}
		vnt_container_child(&c, i, &child);
		plain_value(out, &child, style, depth + 1);
	}
	plain_indent(out, style, depth);
	plain_puts(out, c.is_object ? "}" : "]");
}

static bool
oracle_agrees(const VntValue *v, int style)
{
	Plain		expected = {NULL, 0, 0};
	VntBuffer	b;
	bool		good;

	plain_value(&expected, v, style, 0);
	vnt_buffer_init(&b, &vnt_host_malloc);
	vnt_buffer_append(&b, "before", 6);
	good = vnt_json_write(&b, v, (VntStyle) style) == VNT_OK &&
		b.len == expected.len + 6 && memcmp(b.data, "before", 6) == 0 &&
		memcmp(b.data + 6, expected.data, expected.len) == 0;
	if (!good)
		printf("# expected %.*s\n# got %.*s\n", (int) expected.len, expected.data,
			   (int) b.len, b.data);
	vnt_buffer_free(&b);
	free(expected.data);
	return good;
}

static void
test_random(void)
{
	int			bad = 0;
	int			i;

	for (i = 0; i < vunit_times(2000) && bad < 5; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {NULL, 0, {0}, {0}};

		vrandom_encode(vrandom_value(&pool, 5), 0, &bytes);
		bad += !oracle_agrees(&bytes.value, (int) vunit_below(STYLES));
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(bad == 0, "random values print as the simple writer prints them");
}

/* ---------------------------------------------------------------------
 * Strings
 * ---------------------------------------------------------------------
 */
static bool
string_agrees(const uint8_t *s, size_t len)
{
	uint8_t    *exact = malloc(len + 1);
	Plain		expected = {NULL, 0, 0};
	VntBuffer	b;
	bool		good;

	/* at the very end of its memory, so that ASan sees a read too far */
	memcpy(exact + 1, s, len);
	plain_string(&expected, s, len);
	vnt_buffer_init(&b, &vnt_host_malloc);
	good = vnt_json_write_string(&b, exact + 1, len) == VNT_OK &&
		b.len == expected.len && memcmp(b.data, expected.data, b.len) == 0;
	vnt_buffer_free(&b);
	free(expected.data);
	free(exact);
	return good;
}

static void
test_strings(void)
{
	uint8_t		s[64];
	uint8_t    *large;
	size_t		len;
	size_t		at;
	int			c;
	int			i;
	int			bad = 0;

	for (len = 1; len <= 26; len++)
	{
		for (at = 0; at < len; at++)
		{
			for (c = 0; c < 256; c++)
			{
				memset(s, 'a', len);
				s[at] = (uint8_t) c;
				bad += !string_agrees(s, len);
			}
		}
	}
	check(bad == 0, "each byte at each place of short strings");
	check(string_agrees(s, 0), "the empty string");

	bad = 0;
	for (i = 0; i < vunit_times(20000); i++)
	{
		len = vunit_below(sizeof(s));
		for (at = 0; at < len; at++)
			s[at] = (uint8_t) vunit_below(vunit_below(2) ? 256 : 128);
		bad += !string_agrees(s, len);
	}
	check(bad == 0, "random bytes");

	/* around the pieces of long strings, plain and all escapes */
	large = malloc(200000);
	bad = 0;
	for (c = 0; c < 2; c++)
	{
		memset(large, c == 0 ? 'x' : 1, 200000);
		for (i = -9; i <= 9; i++)
		{
			bad += !string_agrees(large, (size_t) (48 * 1024 + i));
			bad += !string_agrees(large, (size_t) (2 * 48 * 1024 + i));
		}
		bad += !string_agrees(large, 200000);
	}
	check(bad == 0, "long strings");
	free(large);
}

/* Binaries of every length around the pieces and the threes of base64. */
static void
test_binary(void)
{
	static const char digits[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	static const size_t lengths[] = {
		1, 2, 3, 4, 5, 6, 100, 49151, 49152, 49153, 49154, 98304, 98305, 200000
	};
	uint8_t    *bytes = malloc(200005);
	size_t		i;
	size_t		at;
	int			bad = 0;

	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
	{
		size_t		n = lengths[i];
		uint8_t    *data = bytes + 5;
		VntMetadata m;
		VntValue	v;
		VntBuffer	hex;
		VntBuffer	base64;
		char		pair[4];

		bytes[0] = VNT_BINARY << VNT_HEADER_SHIFT;
		vnt_store32(bytes + 1, (uint32_t) n);
		for (at = 0; at < n; at++)
			data[at] = (uint8_t) vunit_random();
		open_empty(&m, &v, bytes, n + 5);
		vnt_buffer_init(&hex, &vnt_host_malloc);
		vnt_buffer_init(&base64, &vnt_host_malloc);
		bad += vnt_scalar_to_text(&hex, &v) != VNT_OK || hex.len != 2 + 2 * n;
		bad += vnt_json_write(&base64, &v, VNT_STYLE_JSON) != VNT_OK ||
			base64.len != 2 + (n + 2) / 3 * 4;
		for (at = 0; bad == 0 && at < n; at++)
		{
			/* each byte from the two digits that hold it */
			const char *d = base64.data + 1 + at / 3 * 4 + at % 3;
			int			hi = (int) (strchr(digits, d[0]) - digits);
			int			lo = (int) (strchr(digits, d[1]) - digits);
			int			shift = 2 + 2 * (int) (at % 3);

			snprintf(pair, sizeof(pair), "%02x", (unsigned) data[at]);
			bad += memcmp(hex.data + 2 + 2 * at, pair, 2) != 0;
			bad += ((hi << shift | lo >> (6 - shift)) & 0xff) != data[at];
		}
		for (at = 0; at < (3 - n % 3) % 3; at++)
			bad += base64.data[base64.len - 2 - at] != '=';
		vnt_buffer_free(&hex);
		vnt_buffer_free(&base64);
	}
	check(bad == 0, "hex and base64");
	free(bytes);
}

/* ---------------------------------------------------------------------
 * Layout
 * ---------------------------------------------------------------------
 */
static void
test_layout(void)
{
	/* {"a": [], "b": {}, "c": [1, [2], {"a": 3}]} as jsonb_pretty has it */
	static const uint8_t metadata[] = {0x11, 3, 0, 1, 2, 3, 'a', 'b', 'c'};
	static const uint8_t value[] = {
		0x02, 3, 0, 1, 2, 0, 3, 6, 26,
		0x03, 0, 0,
		0x02, 0, 0,
		0x03, 3, 0, 2, 8, 14,
		0x0c, 1,
		0x03, 1, 0, 2, 0x0c, 2,
		0x02, 1, 0, 0, 2, 0x0c, 3
	};
	static const char *const expected[2] = {
		"{\"a\": [], \"b\": {}, \"c\": [1, [2], {\"a\": 3}]}",
		"{\n    \"a\": [\n    ],\n    \"b\": {\n    },\n    \"c\": [\n        1,\n"
		"        [\n            2\n        ],\n        {\n            \"a\": 3\n"
		"        }\n    ]\n}"
	};
	uint8_t		copy[sizeof(value)];
	VntMetadata m;
	VntValue	v;
	int			style;

	memcpy(copy, value, sizeof(value));
	copy[8] = (uint8_t) (sizeof(value) - 9);
	copy[20] = (uint8_t) (sizeof(value) - 21);
	vnt_metadata_open(metadata, sizeof(metadata), &m);
	v.meta = &m;
	v.data = copy;
	v.len = sizeof(copy);
	for (style = 0; style <= BARE; style++)
	{
		const char *text = expected[style == VNT_STYLE_PRETTY ||
									style == VNT_STYLE_JSON_PRETTY];
		VntBuffer	b;

		vnt_buffer_init(&b, &vnt_host_malloc);
		check(write_style(&b, &v, style) == VNT_OK && b.len == strlen(text) &&
			  memcmp(b.data, text, b.len) == 0, "layout in style %d", style);
		vnt_buffer_free(&b);
	}
}

/* ---------------------------------------------------------------------
 * Limits
 * ---------------------------------------------------------------------
 */

/* levels arrays within each other, in memory that the caller frees */
static uint8_t *
nested_arrays(int levels, VntValue *v)
{
	size_t		size = (size_t) levels * 9;
	uint8_t    *bytes = malloc(size);
	uint8_t    *p = bytes;
	int			i;

	for (i = levels; i > 0; i--)
	{
		/* offsets of three bytes; the innermost is empty */
		*p++ = 0x03 | 2 << 2;
		*p++ = i > 1;
		if (i > 1)
		{
			vnt_store_uint(p, 0, 3);
			p += 3;
		}
		vnt_store_uint(p, (uint32_t) (i > 1 ? 5 + 8 * (i - 2) : 0), 3);
		p += 3;
	}
	v->data = bytes;
	v->len = (size_t) (p - bytes);
	return bytes;
}

static void
test_depth(void)
{
	VntMetadata m;
	VntValue	v;
	VntBuffer	b;
	int			levels;
	int			style;

	for (levels = VNT_MAX_DEPTH; levels <= VNT_MAX_DEPTH + 1; levels++)
	{
		uint8_t    *bytes = nested_arrays(levels, &v);

		vnt_metadata_open(vnt_empty_metadata, 3, &m);
		v.meta = &m;
		for (style = 0; style <= BARE; style++)
		{
			vnt_buffer_init(&b, &vnt_host_malloc);
			check(write_style(&b, &v, style) ==
				  (levels > VNT_MAX_DEPTH ? VNT_TOO_DEEP : VNT_OK),
				  "%d levels in style %d", levels, style);
			vnt_buffer_free(&b);
		}
		free(bytes);
	}
}

/* The length alone must be enough to refuse: the bytes are not there. */
static void
test_size(void)
{
	uint8_t		bytes[16] = {VNT_BINARY << VNT_HEADER_SHIFT};
	VntMetadata m;
	VntValue	v;
	VntBuffer	b;
	int			style;

	vnt_store32(bytes + 1, (uint32_t) (VNT_MAX_SIZE - 100));
	open_empty(&m, &v, bytes, VNT_MAX_SIZE);
	for (style = 0; style <= BARE; style++)
	{
		vnt_buffer_init(&b, &vnt_host_malloc);
		check(write_style(&b, &v, style) == VNT_TOO_LARGE,
			  "binary too large for style %d", style);
		vnt_buffer_free(&b);
	}
	vnt_store32(bytes + 1, (uint32_t) (VNT_MAX_SIZE / 2));
	vnt_buffer_init(&b, &vnt_host_malloc);
	check(vnt_scalar_to_text(&b, &v) == VNT_TOO_LARGE, "hex too large");
	vnt_buffer_free(&b);
}

/* A host that counts polls and can run out of memory. */
typedef struct Meter
{
	int			polls;
	int			allocations_left;
} Meter;

static void *
meter_resize(void *ctx, void *ptr, size_t size)
{
	Meter	   *meter = ctx;

	return meter->allocations_left-- > 0 ? realloc(ptr, size) : NULL;
}

static void
meter_release(void *ctx, void *ptr)
{
	(void) ctx;
	free(ptr);
}

static void
meter_poll(void *ctx)
{
	((Meter *) ctx)->polls++;
}

/* An array of so many nulls, in memory that the caller frees. */
static uint8_t *
many_nulls(uint32_t count, VntValue *v)
{
	size_t		head = 5 + 4 * ((size_t) count + 1);
	uint8_t    *bytes = calloc(1, head + count);
	uint32_t	i;

	bytes[0] = VNT_BASIC_ARRAY | (VNT_ARRAY_LARGE | 3) << VNT_HEADER_SHIFT;
	vnt_store32(bytes + 1, count);
	for (i = 0; i <= count; i++)
		vnt_store32(bytes + 5 + 4 * (size_t) i, i);
	v->data = bytes;
	v->len = head + count;
	return bytes;
}

static void
test_host(void)
{
	Meter		meter = {0, INT_MAX};
	VntHost		host = {meter_resize, meter_release, meter_poll, NULL, NULL, NULL};
	VntMetadata m;
	VntValue	v;
	VntBuffer	b;
	uint8_t    *bytes = many_nulls(10 * VNT_POLL_STEPS, &v);
	int			style;
	int			allowed;
	VntStatus	status;

	host.ctx = &meter;
	vnt_metadata_open(vnt_empty_metadata, sizeof(vnt_empty_metadata), &m);
	v.meta = &m;
	for (style = 0; style < STYLES; style++)
	{
		meter.polls = 0;
		vnt_buffer_init(&b, &host);
		status = vnt_json_write(&b, &v, (VntStyle) style);
		check(status == VNT_OK && meter.polls >= 10 && meter.polls < 20,
			  "polls: %d", meter.polls);
		vnt_buffer_free(&b);
	}

	status = VNT_NO_MEMORY;
	for (allowed = 0; allowed < 40 && status == VNT_NO_MEMORY; allowed++)
	{
		meter.allocations_left = allowed;
		vnt_buffer_init(&b, &host);
		status = vnt_json_write(&b, &v, VNT_STYLE_PRETTY);
		vnt_buffer_free(&b);
	}
	check(status == VNT_OK && allowed > 2, "no memory is reported %d times",
		  allowed - 1);
	free(bytes);

	/* one long string, one long binary */
	meter.allocations_left = INT_MAX;
	bytes = calloc(1, 1024 * 1024 + 5);
	open_empty(&m, &v, bytes, 1024 * 1024 + 5);
	vnt_store32(bytes + 1, 1024 * 1024);
	for (style = 0; style < STYLES; style++)
	{
		bytes[0] = (uint8_t) ((style & 1 ? VNT_BINARY : VNT_STRING) << VNT_HEADER_SHIFT);
		meter.polls = 0;
		vnt_buffer_init(&b, &host);
		status = vnt_json_write(&b, &v, style < 2 ? VNT_STYLE_NATIVE : VNT_STYLE_JSON);
		check(status == VNT_OK && meter.polls >= 20, "polls in %s: %d",
			  style & 1 ? "a binary" : "a string", meter.polls);
		vnt_buffer_free(&b);
	}
	free(bytes);
}

/* ---------------------------------------------------------------------
 * Damaged bytes: some status, no crash
 * ---------------------------------------------------------------------
 */

/* Damage can make a short value print a gigabyte: a host that stops that. */
static void *
limited_resize(void *ctx, void *ptr, size_t size)
{
	(void) ctx;
	return size <= 1024 * 1024 ? realloc(ptr, size) : NULL;
}

static void
write_all(const uint8_t *metadata, size_t metadata_len, const uint8_t *value,
		  size_t len, int *failed)
{
	VntHost		host = vnt_host_malloc;
	VntMetadata m;
	VntValue	v;
	VntBuffer	b;
	int			style;

	host.resize = limited_resize;
	if (vnt_metadata_open(metadata, metadata_len, &m) != VNT_OK)
		return;
	v.meta = &m;
	v.data = value;
	v.len = len;
	for (style = 0; style <= BARE; style++)
	{
		vnt_buffer_init(&b, &host);
		*failed += write_style(&b, &v, style) != VNT_OK;
		vnt_buffer_free(&b);
	}
}

static void
test_damage(void)
{
	int			failed = 0;
	int			i;
	int			j;

	for (i = 0; i < vunit_times(5000); i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {NULL, 0, {0}, {0}};
		size_t		metadata_len;
		size_t		len;
		uint8_t    *value;

		vrandom_encode(vrandom_value(&pool, 3), 0, &bytes);
		metadata_len = bytes.meta.len;
		len = bytes.value.len;
		if (vunit_below(3) == 0)
			len = vunit_below((uint32_t) len + 1);
		value = malloc(len > 0 ? len : 1);
		memcpy(value, bytes.value.data, len);
		for (j = (int) vunit_below(4); j > 0 && len > 0; j--)
			value[vunit_below((uint32_t) len)] = (uint8_t) vunit_random();
		if (vunit_below(3) == 0)
			bytes.all[vunit_below((uint32_t) metadata_len)] = (uint8_t) vunit_random();
		write_all(bytes.all, metadata_len, value, len, &failed);
		free(value);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(failed > 0, "damaged bytes failed %d times", failed);
}

int
main(void)
{
	vunit_seed(20241024);
	test_scalars();
	test_host_numbers();
	test_strings();
	test_binary();
	test_layout();
	test_random();
	test_depth();
	test_size();
	test_host();
	test_damage();
	return vunit_done();
}
