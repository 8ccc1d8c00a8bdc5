/*-------------------------------------------------------------------------
 *
 * test_json_read.c
 *	  JSON text to values: bytes, faults and where they are, numbers.
 *
 * Uses the files of JSONTestSuite where ../shared/json/test_parsing has them.
 *
 *-------------------------------------------------------------------------
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>

#include "voracle.h"

static VntBuilder *builder;		/* sees all documents of this program */

/*
 * Read text; on success *out is the canonical bytes, to be freed.  The text is
 * copied to a block of just its size, so that reads behind it are noticed.
 */
static VntStatus
convert(VntBuilder *b, const char *text, size_t len, unsigned flags,
		VROut *out, VntError *err)
{
	char	   *copy = malloc(len);
	VntStatus	status;

	if (len > 0)
		memcpy(copy, text, len);
	out->data = NULL;
	out->len = 0;
	vnt_builder_reset(b);
	status = vnt_json_read(b, copy, len, flags, err);
	if (status == VNT_OK)
		status = vnt_builder_size(b, &out->len);
	if (status == VNT_OK)
	{
		out->data = malloc(out->len);
		vnt_builder_write(b, out->data, NULL);
	}
	free(copy);
	return status;
}

static VntStatus
read_text(const char *text, size_t len, unsigned flags, VntError *err)
{
	VROut		out;
	VntStatus	status = convert(builder, text, len, flags, &out, err);

	free(out.data);
	return status;
}

/* ---------------------------------------------------------------------
 * Bytes
 * ---------------------------------------------------------------------
 */
typedef struct Good
{
	const char *text;
	const char *bytes;			/* hex; | between metadata and value */
} Good;

static const Good goods[] = {
	{"null", "110000|00"},
	{" true\t", "110000|04"},
	{"\r\nfalse\n", "110000|08"},
	{"0", "110000|0c00"},
	{"-0", "110000|0c00"},
	{"127", "110000|0c7f"},
	{"-128", "110000|0c80"},
	{"128", "110000|108000"},
	{"-32769", "110000|14ff7fffff"},
	{"2147483648", "110000|180000008000000000"},
	{"9223372036854775807", "110000|18ffffffffffffff7f"},
	{"-9223372036854775808", "110000|180000000000000080"},
	{"9223372036854775808", "110000|280000000000000000800000000000000000"},
	{"99999999999999999999999999999999999999",
	"110000|2800ffffffff3f228a097ac4865aa84c3b4b"},
	{"100000000000000000000000000000000000000", "110000|1cb1a1162ad3ced247"},
	{"1.5", "110000|20010f000000"},
	{"1.50", "110000|200296000000"},
	{"-0.0", "110000|200100000000"},
	{"0.000000000000000000000000000000000001", "110000|202401000000"},
	{"999999999.9", "110000|2401ffe30b5402000000"},
	{"1.0", "110000|20010a000000"},
	{"1e0", "110000|1c000000000000f03f"},
	{"-0e0", "110000|1c0000000000000080"},
	{"15E-1", "110000|1c000000000000f83f"},
	{"5e-324", "110000|1c0100000000000000"},
	{"\"\"", "110000|01"},
	{"\"abc\"", "110000|0d616263"},
	{"\"\\u0000\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "110000|2500225c2f080c0a0d09"},
	{"\"\\u00e9\\u20AC\\uD83D\\ude00\"", "110000|25c3a9e282acf09f9880"},
	{"\"\xc3\xa9\"", "110000|09c3a9"},
	{"[]", "110000|030000"},
	{"{}", "110000|020000"},
	{"[ ]", "110000|030000"},
	{"{ }", "110000|020000"},
	{"[1,[2]]", "110000|03020002080c01030100020c02"},
	{"{\"b\":1,\"a\":\"x\"}", "11020001026162|0202000100020405780c01"},
	{"{\"a\":1,\"a\":2}", "1101000161|02010000020c02"},
	{"{\"a\":{\"z\":1},\"a\":2}", "1101000161|02010000020c02"},
	{"{\"\":null}", "11010000|020100000100"},
	{"{\"a\\u0062\":0}", "110100026162|02010000020c00"},
	{"\"2024-10-24\"::date", "110000|2c344e0000"},
	{"\"00:00:00.000001\"::time", "110000|440100000000000000"},
	{"\"1970-01-01T00:00:00.000001\"::timestamp", "110000|340100000000000000"},
	{"\"1970-01-01T00:00:01Z\"::timestamptz", "110000|3040420f0000000000"},
	{"\"1970-01-01T00:00:00.000000001\"::timestamp(9)", "110000|4c0100000000000000"},
	{"\"1970-01-01T00:00:00.000000001Z\"::timestamptz(9)", "110000|480100000000000000"},
	{"\"00112233-4455-6677-8899-aAbBcCdDeEfF\"::uuid",
	"110000|5000112233445566778899aabbccddeeff"},
	{"\"\\\\x00fF\"::bytea", "110000|3c0200000000ff"},
	{"\"\\\\x\"::bytea", "110000|3c00000000"},
	{"\"NaN\"::float8", "110000|1c000000000000f87f"},
	{"\"-Infinity\"::float8", "110000|1c000000000000f0ff"},
	{"\"Infinity\"::float4", "110000|380000807f"},
	{"\"NaN\"::float4", "110000|380000c07f"},
	{"0.1::float4", "110000|38cdcccc3d"},
	{"-1::float8", "110000|1c000000000000f0bf"},
	{"1e-45::float4", "110000|3801000000"},
	{"16777217::float4", "110000|380000804b"},
	{"[\"2024-10-24\"::date , 1::float4]", "110000|030200050a2c344e0000380000803f"},
};

static size_t
from_hex(const char *hex, uint8_t *out)
{
	size_t		n = 0;

	for (; *hex; hex++)
	{
		unsigned	byte;

		if (*hex == '|' || *hex == ' ')
			continue;
		if (sscanf(hex, "%2x", &byte) != 1)
			abort();
		out[n++] = (uint8_t) byte;
		hex++;
	}
	return n;
}

static void
test_good(void)
{
	for (size_t i = 0; i < sizeof(goods) / sizeof(goods[0]); i++)
		for (unsigned flags = 0; flags < 2; flags++)
		{
			uint8_t		want[200];
			size_t		len = from_hex(goods[i].bytes, want);
			VROut		out;
			VntStatus	status = convert(builder, goods[i].text,
										 strlen(goods[i].text), flags, &out, NULL);

			check(status == VNT_OK && out.len == len &&
				  memcmp(out.data, want, len) == 0, "%s", goods[i].text);
			for (size_t k = 0; status == VNT_OK && k < out.len &&
				 (out.len != len || memcmp(out.data, want, len) != 0); k++)
				printf(" %s%02x", k == 0 ? "# " : "", out.data[k]);
			free(out.data);
		}
}

/* ---------------------------------------------------------------------
 * Faults
 * ---------------------------------------------------------------------
 */
typedef struct Bad
{
	const char *text;
	VntStatus	status;
	size_t		offset;
	unsigned	flags;
} Bad;

static const Bad bads[] = {
	{"", VNT_JSON_END, 0, 0},
	{"  ", VNT_JSON_END, 2, 0},
	{"[", VNT_JSON_END, 1, 0},
	{"[1", VNT_JSON_END, 2, 0},
	{"[1,", VNT_JSON_END, 3, 0},
	{"{", VNT_JSON_END, 1, 0},
	{"{\"a\"", VNT_JSON_END, 4, 0},
	{"{\"a\":", VNT_JSON_END, 5, 0},
	{"{\"a\":1", VNT_JSON_END, 6, 0},
	{"{\"a\":1,", VNT_JSON_END, 7, 0},
	{"\"", VNT_JSON_END, 1, 0},
	{"\"abc", VNT_JSON_END, 4, 0},
	{"\"abc\\", VNT_JSON_END, 5, 0},
	{"\"\\u12", VNT_JSON_END, 5, 0},
	{"\"\\ud800", VNT_JSON_END, 7, 0},
	{"\"\\ud800\\udc0", VNT_JSON_END, 12, 0},
	{"\"a\"::", VNT_JSON_END, 5, 0},
	{"[1,]", VNT_JSON_SYNTAX, 3, 0},
	{"[,1]", VNT_JSON_SYNTAX, 1, 0},
	{"[1 2]", VNT_JSON_SYNTAX, 3, 0},
	{"[1}", VNT_JSON_SYNTAX, 2, 0},
	{"{\"a\":1]", VNT_JSON_SYNTAX, 6, 0},
	{"{\"a\" 1}", VNT_JSON_SYNTAX, 5, 0},
	{"{a:1}", VNT_JSON_SYNTAX, 1, 0},
	{"{1:1}", VNT_JSON_SYNTAX, 1, 0},
	{"{\"a\":1,}", VNT_JSON_SYNTAX, 7, 0},
	{"{\"a\":,}", VNT_JSON_SYNTAX, 5, 0},
	{"{\"a\"::1}", VNT_JSON_SYNTAX, 5, 0},
	{"{\"a\"::date:1}", VNT_JSON_SYNTAX, 5, 0},
	{"nul", VNT_JSON_SYNTAX, 0, 0},
	{"[nulll]", VNT_JSON_SYNTAX, 1, 0},
	{"True", VNT_JSON_SYNTAX, 0, 0},
	{"'a'", VNT_JSON_SYNTAX, 0, 0},
	{"+1", VNT_JSON_SYNTAX, 0, 0},
	{".5", VNT_JSON_SYNTAX, 0, 0},
	{"NaN", VNT_JSON_SYNTAX, 0, 0},
	{"\f1", VNT_JSON_SYNTAX, 0, 0},
	{"\xef\xbb\xbf" "1", VNT_JSON_SYNTAX, 0, 0},
	{"[1,\xc3\xa9]", VNT_JSON_SYNTAX, 3, 0},
	{"1 2", VNT_JSON_TRAILING, 2, 0},
	{"[] []", VNT_JSON_TRAILING, 3, 0},
	{"[]]", VNT_JSON_TRAILING, 2, 0},
	{"1 ::float4", VNT_JSON_TRAILING, 2, 0},
	{"01", VNT_JSON_NUMBER, 0, 0},
	{"[-]", VNT_JSON_NUMBER, 1, 0},
	{"-", VNT_JSON_NUMBER, 0, 0},
	{"-01", VNT_JSON_NUMBER, 0, 0},
	{"[1.]", VNT_JSON_NUMBER, 1, 0},
	{"[ 1.e5]", VNT_JSON_NUMBER, 2, 0},
	{"1e", VNT_JSON_NUMBER, 0, 0},
	{"1e+", VNT_JSON_NUMBER, 0, 0},
	{"1.5.5", VNT_JSON_NUMBER, 0, 0},
	{"0x10", VNT_JSON_NUMBER, 0, 0},
	{"[1a]", VNT_JSON_NUMBER, 1, 0},
	{"-Infinity", VNT_JSON_NUMBER, 0, 0},
	{"[1e400]", VNT_JSON_RANGE, 1, 0},
	{"-1e400", VNT_JSON_RANGE, 0, 0},
	{"1e-400", VNT_JSON_RANGE, 0, 0},
	{"1e99999999999999999999", VNT_JSON_RANGE, 0, 0},
	{"1e-99999999999999999999", VNT_JSON_RANGE, 0, 0},
	{"1e39::float4", VNT_JSON_RANGE, 0, 0},
	{"[1e-50::float4]", VNT_JSON_RANGE, 1, 0},
	{"1e400::float8", VNT_JSON_RANGE, 0, 0},
	{"\"a\nb\"", VNT_JSON_STRING, 2, 0},
	{"\"12345678\x1f\"", VNT_JSON_STRING, 9, 0},
	{"\"\\n\t\"", VNT_JSON_STRING, 3, 0},
	{"\"ab\\x\"", VNT_JSON_ESCAPE, 3, 0},
	{"\"\\u12g4\"", VNT_JSON_ESCAPE, 1, 0},
	{"\"\\U0041\"", VNT_JSON_ESCAPE, 1, 0},
	{"\"a\\ud800\"", VNT_JSON_SURROGATE, 2, 0},
	{"\"\\ud800x\"", VNT_JSON_SURROGATE, 1, 0},
	{"\"\\ud800\\n\"", VNT_JSON_SURROGATE, 1, 0},
	{"\"\\ud800\\ud800\"", VNT_JSON_SURROGATE, 1, 0},
	{"\"\\udc00\"", VNT_JSON_SURROGATE, 1, 0},
	{"\"a\xff\"", VNT_JSON_UTF8, 2, 0},
	{"\"\xc3\"", VNT_JSON_UTF8, 1, 0},
	{"\"abcdefghij\xc3\xa9\xc0\x80\"", VNT_JSON_UTF8, 13, 0},
	{"\"\\n\xed\xa0\x80\"", VNT_JSON_UTF8, 3, 0},
	{"{\"\xf5\":1}", VNT_JSON_UTF8, 2, 0},
	{"[\x80]", VNT_JSON_UTF8, 1, 0},
	{"1\xff", VNT_JSON_UTF8, 1, 0},
	{"\"a\"::foo", VNT_JSON_CAST, 5, 0},
	{"\"a\"::Date", VNT_JSON_CAST, 5, 0},
	{"[1::int]", VNT_JSON_CAST, 4, 0},
	{"\"a\":: date", VNT_JSON_CAST, 5, 0},
	{"\"a\"::timestamp(6)", VNT_JSON_CAST, 5, 0},
	{"[5::date]", VNT_JSON_LITERAL, 1, 0},
	{"[\"x\"::date]", VNT_JSON_LITERAL, 1, 0},
	{"\"2024-02-30\"::date", VNT_JSON_LITERAL_RANGE, 0, 0},
	{"\"1.5\"::float8", VNT_JSON_LITERAL, 0, 0},
	{"\"nan\"::float8", VNT_JSON_LITERAL, 0, 0},
	{"\"\\\\x0\"::bytea", VNT_JSON_LITERAL, 0, 0},
	{"\"x00\"::bytea", VNT_JSON_LITERAL, 0, 0},
	{"\"\\\\x0g\"::bytea", VNT_JSON_LITERAL, 0, 0},
	{"\"00112233445566778899aabbccddeeff\"::uuid", VNT_JSON_LITERAL, 0, 0},
	{"\"00112233-4455-6677-8899-aabbccddeef\"::uuid", VNT_JSON_LITERAL, 0, 0},
	{"\"00112233-4455-6677-8899+aabbccddeeff\"::uuid", VNT_JSON_LITERAL, 0, 0},
	{"\"a\"::date", VNT_JSON_TRAILING, 3, VNT_JSON_PLAIN},
	{"[\"a\"::date]", VNT_JSON_SYNTAX, 4, VNT_JSON_PLAIN},
	{"[1::float8]", VNT_JSON_SYNTAX, 2, VNT_JSON_PLAIN},
};

static void
test_bad(void)
{
	for (size_t i = 0; i < sizeof(bads) / sizeof(bads[0]); i++)
	{
		const Bad  *bad = &bads[i];
		VntError	err = {VNT_OK, VNT_PART_VALUE, 0, 0};
		VntStatus	status = read_text(bad->text, strlen(bad->text), bad->flags, &err);

		if (!check(status == bad->status && err.status == status &&
				   err.part == VNT_PART_TEXT && err.offset == bad->offset,
				   "%s", bad->text))
			printf("#   %s at %zu, expected %s at %zu\n", vnt_status_rule(status),
				   err.offset, vnt_status_rule(bad->status), bad->offset);
		/* trusted text is the same but for UTF-8 */
		if (bad->status != VNT_JSON_UTF8)
			check(read_text(bad->text, strlen(bad->text),
							bad->flags | VNT_JSON_TRUSTED_UTF8, NULL) == bad->status,
				  "the same, trusted");
	}
	check(read_text("1\0", 2, 0, NULL) == VNT_JSON_TRAILING, "zero byte behind");
	check(read_text("\"\0\"", 3, 0, NULL) == VNT_JSON_STRING, "zero byte in a string");
	check(read_text("\"\\\0\"", 4, 0, NULL) == VNT_JSON_ESCAPE, "zero byte escaped");
}

/* Every beginning of good text but the whole is at fault, or is good itself. */
static void
test_beginnings(void)
{
	static const char text[] = "{\"a\":[1.5e3,\"x\\u00e9\xc3\xa9\",true,null,{}],"
		"\"b\":\"2024-10-24\"::date,\"c\":{\"d\":-12.25,\"e\":\"\\ud83d\\ude00\"}}";
	int			bad = 0;

	for (size_t len = 0; len < sizeof(text) - 1; len++)
	{
		VntError	err;

		bad += read_text(text, len, 0, &err) == VNT_OK || err.offset > len;
	}
	check(bad == 0, "beginnings of a text");
	check(read_text(text, sizeof(text) - 1, 0, NULL) == VNT_OK, "the text itself");
}

static void
test_depth(void)
{
	char	   *text = malloc(2 * VNT_MAX_DEPTH + 4);
	VntError	err;

	memset(text, '[', VNT_MAX_DEPTH + 1);
	memset(text + VNT_MAX_DEPTH + 1, ']', VNT_MAX_DEPTH + 1);
	check(read_text(text + 1, 2 * VNT_MAX_DEPTH, 0, &err) == VNT_OK, "1000 levels");
	check(read_text(text, 2 * VNT_MAX_DEPTH + 2, 0, &err) == VNT_TOO_DEEP &&
		  err.offset == VNT_MAX_DEPTH, "1001 levels");
	free(text);
}

/* ---------------------------------------------------------------------
 * Numbers against strtod
 * ---------------------------------------------------------------------
 */

/* Random digits, sometimes with a point; returns the length. */
static int
random_number(char *out, uint32_t most_digits, bool exponent)
{
	char	   *p = out;
	uint32_t	n = 1 + vunit_below(most_digits);
	uint32_t	point = vunit_below(2) ? vunit_below(n) : n;

	if (vunit_below(2))
		*p++ = '-';
	*p++ = (char) (point == 0 ? '0' : '1' + vunit_below(9));
	point += point == 0;
	for (uint32_t i = 1; i < n; i++)
	{
		if (i == point)
			*p++ = '.';
		*p++ = (char) ('0' + (vunit_below(3) ? vunit_below(10) : 0));
	}
	if (exponent)
		p += sprintf(p, "%c%s%u", vunit_below(2) ? 'e' : 'E',
					 vunit_below(2) ? "-" : vunit_below(2) ? "+" : "",
					 vunit_below(vunit_below(2) ? 30 : 340));
	*p = '\0';
	return (int) (p - out);
}

static void
test_doubles(int times)
{
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		char		text[1400];
		int			len = random_number(text, vunit_below(20) ? 25 : 1200, true);
		double		want = strtod(text, NULL);
		VROut		out;
		VntStatus	status = convert(builder, text, (size_t) len, 0, &out, NULL);
		bool		zero = strspn(text, "-0.") == strcspn(text, "eE");

		if (isinf(want) || (want == 0 && !zero))
			bad += status != VNT_JSON_RANGE;
		else
		{
			uint64_t	bits;

			memcpy(&bits, &want, 8);
			bad += status != VNT_OK || out.len != 12 || out.data[3] != 0x1c ||
				vnt_load64(out.data + 4) != bits;
		}
		free(out.data);
	}
	check(bad == 0, "%d random numbers with exponents", times);
}

/* The halfway case between two doubles, and what is just beside it. */
static void
test_halfway(void)
{
	char		text[3000];
	VROut		out;
	VntStatus	status;

	/* 2^53 + 1 lies halfway; then one digit far behind decides */
	memset(text, '0', sizeof(text));
	memcpy(text, "9007199254740993.", 17);
	text[2000] = '1';
	memcpy(text + 2001, "e0", 2);
	status = convert(builder, text, 2003, 0, &out, NULL);
	check(status == VNT_OK && vnt_load64(out.data + 4) == UINT64_C(0x4340000000000001),
		  "above the middle by the 2000th digit");
	free(out.data);
	text[2000] = '0';
	status = convert(builder, text, 2003, 0, &out, NULL);
	check(status == VNT_OK && vnt_load64(out.data + 4) == UINT64_C(0x4340000000000000),
		  "just the middle");
	free(out.data);
}

/* Without exponent: exact, checked by printing the decimal again. */
static void
test_decimals(int times)
{
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		char		text[100];
		char		back[100];
		int			len = random_number(text, 38, false);
		VROut		out;
		VntStatus	status = convert(builder, text, (size_t) len, 0, &out, NULL);
		VntScalar	s;
		VntValue	v = {NULL, out.data + 3, out.len - 3};
		int			n = 0;

		if (status == VNT_OK && vnt_scalar_read(&v, &s) == VNT_OK)
		{
			if (s.type <= VNT_INT64)
				n = sprintf(back, "%lld", (long long) s.u.i);
			else if (s.type >= VNT_DECIMAL4 && s.type <= VNT_DECIMAL16)
				n = vnt_decimal_to_text(s.u.dec, s.scale, back);
		}
		if (strspn(text, "-0.") == (size_t) len)
			bad += status != VNT_OK;	/* a zero loses its sign */
		else
			bad += n != len || memcmp(back, text, (size_t) len) != 0;
		free(out.data);
	}
	check(bad == 0, "%d random decimals", times);
}

/* ---------------------------------------------------------------------
 * Random documents
 * ---------------------------------------------------------------------
 */

/* The text of a value reads back to the same canonical bytes. */
static void
test_round_trip(int depth, VntStyle style, int times)
{
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {.all = NULL};
		VROut		want = {NULL, 0};
		VROut		out;
		VntBuffer	text;
		VntBuilder *fresh = vunit_below(10) ? builder :
			vnt_builder_new(&vnt_host_malloc);

		vrandom_encode(vrandom_value(&pool, depth), 0, &bytes);
		voracle_canonical(&bytes.value, &want);
		vnt_buffer_init(&text, &vnt_host_malloc);
		bad += vnt_json_write(&text, &bytes.value, style) != VNT_OK ||
			convert(fresh, text.data, text.len, 0, &out, NULL) != VNT_OK ||
			out.len != want.len || memcmp(out.data, want.data, want.len) != 0;
		free(out.data);
		free(want.data);
		if (fresh != builder)
			vnt_builder_free(fresh);
		vnt_buffer_free(&text);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(bad == 0, "%d random values of depth %d through their text", times, depth);
}

/* Names that need escapes, and names that look like others with escapes. */
static void
test_names(void)
{
	static const char *const texts[] = {
		"{\"a\\b\":1,\"x\":2}", "{\"a\\\\b\":1,\"x\":2}", "{\"a\\\"\":1,\"a\":2}",
		"{\"a\\\\\":1,\"x\":2}", "{\"12345678\":1,\"123456789\":2}",
		"{\"1234567\":1,\"12345678\":2}", "{\"\":1,\"a\":2}", "{\"a\":1,\"\":2}",
		"{\"123456789\":1,\"12345678\":2}"
	};
	size_t		n = sizeof(texts) / sizeof(texts[0]);
	int			bad = 0;

	for (int i = 0; i < 2000; i++)
	{
		const char *text = texts[vunit_below((uint32_t) n)];
		VntBuilder *fresh = vnt_builder_new(&vnt_host_malloc);
		VROut		a;
		VROut		b;

		bad += convert(fresh, text, strlen(text), 0, &a, NULL) != VNT_OK;
		bad += convert(builder, text, strlen(text), 0, &b, NULL) != VNT_OK;
		bad += a.len != b.len || memcmp(a.data, b.data, a.len) != 0;
		free(a.data);
		free(b.data);
		vnt_builder_free(fresh);
	}
	check(bad == 0, "like names in turn");
}

/* Names whose hashes all collide under a known multiplier still go in fast. */
static void
test_many_names(void)
{
	size_t		n = 200000;
	char	   *text = malloc(n * 24);
	char	   *p = text;
	VROut		out;

	*p++ = '{';
	for (size_t i = 0; i < n; i++)
		p += sprintf(p, "\"%016llx\":1,", (unsigned long long) vunit_random());
	p[-1] = '}';
	check(convert(builder, text, (size_t) (p - text), 0, &out, NULL) == VNT_OK,
		  "%zu names", n);
	free(out.data);
	check(convert(builder, "{\"a\":1}", 7, 0, &out, NULL) == VNT_OK, "and one after");
	free(out.data);
	free(text);
}

/* ---------------------------------------------------------------------
 * JSONTestSuite
 * ---------------------------------------------------------------------
 */
static void
test_suite_file(const char *folder, const char *name)
{
	static char text[300000];
	char		path[600];
	FILE	   *f;
	size_t		len;
	VntStatus	status;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "rb");
	if (f == NULL)
		return;
	len = fread(text, 1, sizeof(text), f);
	fclose(f);
	status = read_text(text, len, VNT_JSON_PLAIN, NULL);
	if (name[0] == 'y')
		check(status == VNT_OK, "%s", name);
	else if (name[0] == 'n')
		check(status != VNT_OK, "%s", name);
}

static void
test_suite(void)
{
	/* make runs from test/, a user perhaps from above it */
	static const char *const folders[] = {
		"../../shared/json/test_parsing", "../shared/json/test_parsing"
	};
	DIR		   *dir = NULL;
	struct dirent *entry;
	size_t		i = 0;

	for (; dir == NULL && i < 2; i++)
		dir = opendir(folders[i]);
	if (dir == NULL)
	{
		printf("# skipped: no shared/json/test_parsing\n");
		return;
	}
	while ((entry = readdir(dir)) != NULL)
		test_suite_file(folders[i - 1], entry->d_name);
	closedir(dir);
}

int
main(void)
{
	vunit_seed(20240612);
	builder = vnt_builder_new(&vnt_host_malloc);
	test_good();
	test_bad();
	test_beginnings();
	test_depth();
	test_doubles(vunit_times(20000));
	test_halfway();
	test_decimals(vunit_times(20000));
	test_round_trip(0, VNT_STYLE_NATIVE, vunit_times(5000));
	test_round_trip(3, VNT_STYLE_NATIVE, vunit_times(2000));
	test_round_trip(4, VNT_STYLE_PRETTY, vunit_times(500));
	test_names();
	test_many_names();
	test_suite();
	vnt_builder_free(builder);
	return vunit_done();
}
