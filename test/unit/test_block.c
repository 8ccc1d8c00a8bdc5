/*-------------------------------------------------------------------------
 *
 * test_block.c
 *	  Blocks of bytes, digits by eight, and the ends of what can be read:
 *	  the short ways of reader and writer against the plain ones.
 *
 * What a value or token is must not depend on how far it is from the end of
 * the bytes or the text, nor on what is there.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_digits.h"
#include "voracle.h"

/* ---------------------------------------------------------------------
 * Blocks
 * ---------------------------------------------------------------------
 */
static bool
is_special(uint8_t c, uint8_t foreign)
{
	return c < 0x20 || c == '"' || c == '\\' || (c & foreign) != 0;
}

static unsigned
first_special(const uint8_t *s, uint8_t foreign)
{
	unsigned	n = 0;

	while (n < VNT_BLOCK && !is_special(s[n], foreign))
		n++;
	return n;
}

/* Every byte at every place, among bytes that are none or all special. */
static void
test_blocks(void)
{
	static const uint8_t fillers[] = {'a', ' ', '!', '#', 0x7f, 0x80, 0xa2, 0xff, '"', 0x1f};
	uint8_t		s[VNT_BLOCK];
	uint8_t		copy[VNT_BLOCK];
	int			bad = 0;

	for (size_t f = 0; f < sizeof(fillers); f++)
		for (unsigned at = 0; at < VNT_BLOCK; at++)
			for (int c = 0; c < 256; c++)
			{
				memset(s, 'x', at);
				memset(s + at, fillers[f], VNT_BLOCK - at);
				s[at] = (uint8_t) c;
				bad += vnt_block_escape(vnt_block_load(s)) != first_special(s, 0);
				bad += vnt_block_other(vnt_block_load(s), 0) != first_special(s, 0);
				bad += vnt_block_other(vnt_block_load(s), 0x80) != first_special(s, 0x80);
				bad += vnt_block_copy_escape(copy, s) != first_special(s, 0);
				bad += memcmp(copy, s, VNT_BLOCK) != 0;
			}
	check(bad == 0, "each byte at each place of a block");
}

static void
test_random_blocks(int times)
{
	uint8_t		s[VNT_BLOCK];
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		for (int k = 0; k < VNT_BLOCK; k++)
			s[k] = (uint8_t) (vunit_below(12) ? 0x20 + vunit_below(0xe0) : vunit_below(256));
		bad += vnt_block_escape(vnt_block_load(s)) != first_special(s, 0);
		bad += vnt_block_other(vnt_block_load(s), 0x80) != first_special(s, 0x80);
	}
	check(bad == 0, "%d random blocks", times);
}

/* ---------------------------------------------------------------------
 * Digits
 * ---------------------------------------------------------------------
 */
static bool
is_text(const uint8_t *begin, const uint8_t *end, const char *want)
{
	size_t		len = strlen(want);

	return (size_t) (end - begin) == len && memcmp(begin, want, len) == 0;
}

static bool
same_digits(uint64_t v)
{
	uint8_t		out[VNT_DIGITS_ROOM];
	char		want[32];
	bool		good;

	snprintf(want, sizeof(want), "%llu", (unsigned long long) v);
	good = is_text(out, vnt_put_uint(out, v), want);
	for (unsigned n = 1; n <= 16; n++)
	{
		uint64_t	part = v;

		for (unsigned k = 20; k > n; k--)
			part = part >= 10000000000000000000u ? part % 10000000000000000000u : part;
		snprintf(want, sizeof(want), "%0*llu", (int) n, (unsigned long long) part);
		if (strlen(want) == n)
			good &= is_text(out, vnt_put_fixed(out, part, n), want);
	}
	return good;
}

static bool
same_decimal(uint64_t v, unsigned scale)
{
	uint8_t		out[VNT_DIGITS_ROOM];
	char		want[64];
	VntInt128	wide = {v, 0};

	want[vnt_decimal_to_text(wide, (int) scale, want)] = '\0';
	return is_text(out, vnt_put_decimal(out, v, scale), want) &&
		(v >= VNT_EIGHT_DIGITS || scale > 7 ||
		 is_text(out, vnt_put_short_decimal(out, (uint32_t) v, scale), want));
}

static void
test_digits(int times)
{
	uint64_t	power = 1;
	int			bad = 0;

	for (int n = 0; n < 20; n++, power *= 10)
		for (int d = -2; d <= 2; d++)
		{
			uint64_t	v = power + (uint64_t) d;

			bad += !same_digits(v);
			for (unsigned scale = 1; scale <= 16; scale++)
				bad += !same_decimal(v, scale);
		}
	bad += !same_digits(UINT64_MAX);
	for (uint32_t v = 0; v < 100000; v++)
		bad += !same_digits(v);
	check(bad == 0, "digits of powers of ten and their neighbours");
	bad = 0;
	for (int i = 0; i < times; i++)
	{
		uint64_t	v = vunit_random() >> vunit_below(64);

		bad += !same_digits(v) || !same_decimal(v, 1 + vunit_below(16));
	}
	check(bad == 0, "digits of %d random numbers", times);
}

/* Random bytes, mostly digits: as many as there are, and their value. */
static void
test_scan(int times)
{
	static const uint8_t others[] = {'/', ':', '.', 'e', '"', ' ', 0, 0x80, 0xb0, 0xb9, 0xff, 0x7f, '-'};
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		uint8_t		s[8];
		uint32_t	want = 0;
		uint32_t	got = 0;
		unsigned	n = 0;

		for (int k = 0; k < 8; k++)
			s[k] = vunit_below(6) ? (uint8_t) ('0' + vunit_below(10)) :
				vunit_below(2) ? others[vunit_below(sizeof(others))] : (uint8_t) vunit_below(256);
		for (; n < 8 && s[n] >= '0' && s[n] <= '9'; n++)
			want = want * 10 + (uint32_t) (s[n] - '0');
		bad += vnt_scan_eight(s, &got) != n || got != want;
	}
	check(bad == 0, "%d times eight bytes with digits in front", times);
}

/* ---------------------------------------------------------------------
 * Text, at every distance from its end
 * ---------------------------------------------------------------------
 */
static VntBuilder *builder;

/* The bytes of a text that ends where its memory does. */
static VntStatus
convert(const char *text, size_t len, unsigned flags, VROut *out, VntError *err)
{
	char	   *copy = malloc(len + (len == 0));
	VntStatus	status;

	memcpy(copy, text, len);
	out->data = NULL;
	out->len = 0;
	vnt_builder_reset(builder);
	status = vnt_json_read(builder, copy, len, flags, err);
	if (status == VNT_OK)
		status = vnt_builder_size(builder, &out->len);
	if (status == VNT_OK)
	{
		out->data = malloc(out->len);
		vnt_builder_write(builder, out->data, NULL);
	}
	free(copy);
	return status;
}

/* With blanks behind it, text means the same, or has the same fault. */
static bool
same_with_blanks(const char *text, size_t len, unsigned flags)
{
	char	   *longer = malloc(len + 96);
	VntError	err = {VNT_OK, VNT_PART_TEXT, 0, 0};
	VROut		want;
	VntStatus	status = convert(text, len, flags, &want, &err);
	bool		same = true;

	memcpy(longer, text, len);
	memset(longer + len, ' ', 96);
	for (size_t more = 1; more <= 96; more += more < 20 ? 1 : 19)
	{
		VntError	other = {VNT_OK, VNT_PART_TEXT, 0, 0};
		VROut		got;
		VntStatus	now = convert(longer, len + more, flags, &got, &other);

		/* an end that comes too early is another fault than a blank */
		if (now != status)
			same &= status == VNT_JSON_END || now == VNT_JSON_END;
		else if (status != VNT_OK)
			same &= status == VNT_JSON_END || other.offset == err.offset;
		else
			same &= got.len == want.len && memcmp(got.data, want.data, got.len) == 0;
		free(got.data);
	}
	free(want.data);
	free(longer);
	return same;
}

static void
test_tokens(void)
{
	static const char *const tokens[] = {
		"0", "-0", "7", "-12", "00", "01", "-", "1.", ".5", "1.5", "-0.25", "00.1", "1e5", "1E+5x", "1.5e-3",
		"12345678", "123456789", "1234567812345678", "12345678123456789", "123456781234567812",
		"1234567812345678123", "12345678.12345678", "1234567812345678.12", "1234567812345678.123",
		"0.12345678", "0.123456789", "0.1234567812345678", "0.12345678123456789", "0.123456781234567812",
		"-9999999.9", "-99999999.9", "9999999.99", "127", "128", "-128", "-129", "32767", "32768", "-32769",
		"2147483647", "2147483648", "-2147483649", "999999999", "1000000000.0", "1x", "1-", "1.5.5", "1_0", "5$",
		"1::float8", "0.5::float4", "1.5::date", "true", "false", "null", "truex", "nul", "falses", "tru", "t",
		"\"\"", "\"a\"", "\"a\"x", "\"a\"::date", "\"2024-10-24\"::date", "\"1234567890123456\"",
		"\"123456789012345\"", "\"12345678901234567\"", "\"\\n\"", "\"a\\u0041b\"", "\"123456789012345\\n\"",
		"\"1234567890123456\\\"\"", "\"\\", "\"abc", "\"\x01\"", "\"caf\xc3\xa9\"", "\"1234567890123\xc3\xa9\"",
		"\"\xff\"", "\"12345678901234\xc3\"",
		"\"123456789012345678901234567890123456789012345678901234567890123\"",
		"\"1234567890123456789012345678901234567890123456789012345678901234\"",
		"\"12345678901234567890123456789012345678901234567890123456789012345678901234567890\"",
		"{}", "[]", "{\"\":1}", "{\"a\":1}", "{\"a\" : 1 }", "{\"a\"x1}", "{\"a\"", "{\"a\":", "{\"abcdefghijklmno\":1}",
		"{\"abcdefghijklmnop\":1}", "{\"abcdefghijklmnopq\":1,\"abcdefghijklmnopq\":2}", "{\"a\\\"b\":1}",
		"{\"caf\xc3\xa9\":[1,2.5]}", "[1,]", "[,1]", "{,}", "[1 2]", "]", "}", "{1:2}", "nan",
	};
	int			bad = 0;

	for (size_t i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++)
	{
		char		text[512];
		const char *t = tokens[i];

		for (unsigned flags = 0; flags < 4; flags++)
		{
			/* what is trusted is well-formed */
			if ((flags & VNT_JSON_TRUSTED_UTF8) &&
				vnt_utf8_prefix((const uint8_t *) t, strlen(t)) < strlen(t))
				continue;
			bad += !same_with_blanks(t, strlen(t), flags);
			snprintf(text, sizeof(text), "[%s,%s]", t, t);
			bad += !same_with_blanks(text, strlen(text), flags);
			/* twice: then the names are known */
			snprintf(text, sizeof(text), "{\"k\":%s,\"abcdefghijklmnop\":[%s]}", t, t);
			bad += !same_with_blanks(text, strlen(text), flags);
		}
	}
	check(bad == 0, "tokens at each distance from the end of the text");
}

/* Strings of each length with one byte or escape at each place. */
static void
test_string_lengths(void)
{
	static const char *const marks[] = {"x", "\\n", "\\\"", "\xc3\xa9", "\\u00e9", "\x1f"};
	int			bad = 0;

	for (size_t m = 0; m < sizeof(marks) / sizeof(marks[0]); m++)
		for (int len = 0; len <= 70; len += len < 34 ? 1 : 6)
			for (int at = 0; at <= len; at += at < 34 ? 1 : 5)
			{
				char		text[512];

				snprintf(text, sizeof(text), "[\"%.*s%s%.*s\"]", at,
						 "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
						 marks[m], len - at,
						 "0123456789012345678901234567890123456789012345678901234567890123456789012345");
				bad += !same_with_blanks(text, strlen(text), 0);
				if (strcmp(marks[m], "\x1f") != 0)
					bad += !same_with_blanks(text, strlen(text), VNT_JSON_TRUSTED_UTF8);
			}
	check(bad == 0, "strings of each length with something at each place");
}

/* Random documents give the canonical bytes, whatever is behind them. */
static void
test_documents(int times)
{
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {.all = NULL};
		VROut		want = {NULL, 0};
		VntBuffer	text;

		vrandom_encode(vrandom_value(&pool, 3), 0, &bytes);
		voracle_canonical(&bytes.value, &want);
		vnt_buffer_init(&text, &vnt_host_malloc);
		bad += vnt_json_write(&text, &bytes.value, VNT_STYLE_NATIVE) != VNT_OK;
		for (int blanks = 0; blanks <= 90; blanks += 45)
		{
			VROut		got;

			bad += convert(text.data, text.len, vunit_below(2) ? VNT_JSON_TRUSTED_UTF8 : 0, &got, NULL) != VNT_OK ||
				got.len != want.len || memcmp(got.data, want.data, want.len) != 0;
			free(got.data);
			for (int k = 0; k < 45; k++)
				bad += vnt_buffer_append(&text, " ", 1) != VNT_OK;
		}
		free(want.data);
		vnt_buffer_free(&text);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(bad == 0, "%d random documents with blanks behind them", times);
}

/* ---------------------------------------------------------------------
 * Order of members
 * ---------------------------------------------------------------------
 */

/*
 * Objects of few and of many members, out of order, repeated or not, in
 * documents of few and of many names, against what the members say.
 */
static void
test_members(int times)
{
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		uint32_t	range = 1 + vunit_below(vunit_below(4) ? 40 : 3000);
		uint32_t	n = 1 + vunit_below(vunit_below(3) ? 12 : 300);
		int		   *last = malloc(range * sizeof(int));
		VntBuffer	text;
		VROut		got;
		VntMetadata meta;
		VntValue	root = {.meta = &meta};
		VntContainer list;
		VntContainer c;
		VntValue	child;
		char		part[64];
		uint32_t	k = 0;

		memset(last, 0xff, range * sizeof(int));
		vnt_buffer_init(&text, &vnt_host_malloc);
		bad += vnt_buffer_append(&text, "[{", 2) != VNT_OK;
		for (uint32_t m = 0; m < n; m++)
		{
			uint32_t	name = vunit_below(range);

			last[name] = (int) m;
			snprintf(part, sizeof(part), "%s\"n%05u\":%u", m ? "," : "", name, m);
			bad += vnt_buffer_append(&text, part, strlen(part)) != VNT_OK;
		}
		/* more names of the same document */
		bad += vnt_buffer_append(&text, "},{", 3) != VNT_OK;
		for (uint32_t m = 0; m < range; m += 1 + vunit_below(3))
		{
			snprintf(part, sizeof(part), "\"n%05u\":0,", range - 1 - m);
			bad += vnt_buffer_append(&text, part, strlen(part)) != VNT_OK;
		}
		bad += vnt_buffer_append(&text, "\"z\":0}]", 7) != VNT_OK;
		if (convert(text.data, text.len, 0, &got, NULL) != VNT_OK ||
			vnt_metadata_open(got.data, got.len, &meta) != VNT_OK)
			bad++;
		else
		{
			root.data = got.data + meta.len;
			root.len = got.len - meta.len;
			bad += vnt_validate(got.data, meta.len, root.data, root.len, &vnt_host_malloc, NULL) != VNT_OK;
			bad += vnt_container_open(&root, &list) != VNT_OK;
			bad += vnt_container_child(&list, 0, &child) != VNT_OK;
			bad += vnt_container_open(&child, &c) != VNT_OK;
			for (uint32_t name = 0; name < range; name++)
			{
				VntSlice	found;
				VntScalar	s;

				if (last[name] < 0)
					continue;
				snprintf(part, sizeof(part), "n%05u", name);
				bad += vnt_object_name(&c, k, &found) != VNT_OK || found.len != 6 ||
					memcmp(found.data, part, 6) != 0;
				bad += vnt_container_child(&c, k++, &child) != VNT_OK ||
					vnt_scalar_read(&child, &s) != VNT_OK || s.u.i != last[name];
			}
			bad += c.count != k;
		}
		free(got.data);
		free(last);
		vnt_buffer_free(&text);
	}
	check(bad == 0, "%d objects of members out of order", times);
}

/*
 * Arrays of objects that mostly have the keys of the one before, sometimes
 * one of them twice, or a value that is no scalar: what they print, against
 * what was read.
 */
static void
test_records(int times)
{
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		char		shapes[3][16];
		uint32_t	lens[3];
		uint32_t	n = 1 + vunit_below(20);
		VntBuffer	text;
		VntBuffer	want;
		VntBuffer	back;
		VROut		got;
		VntMetadata meta;
		VntValue	root = {.meta = &meta};
		char		part[512];

		vnt_buffer_init(&text, &vnt_host_malloc);
		vnt_buffer_init(&want, &vnt_host_malloc);
		vnt_buffer_init(&back, &vnt_host_malloc);
		for (int k = 0; k < 3; k++)
		{
			lens[k] = vunit_below(12);
			for (uint32_t m = 0; m < lens[k]; m++)
				shapes[k][m] = (char) ('a' + vunit_below(vunit_below(3) ? 26 : 6));
		}
		for (uint32_t record = 0; record < n; record++)
		{
			uint32_t	k = vunit_below(4) ? 0 : vunit_below(3);
			char		last[26][16] = {""};
			bool		first = true;

			bad += vnt_buffer_append(&text, record ? ",{" : "[{", 2) != VNT_OK;
			bad += vnt_buffer_append(&want, record ? ", {" : "[{", record ? 3 : 2) != VNT_OK;
			for (uint32_t m = 0; m < lens[k]; m++)
			{
				char	   *value = last[shapes[k][m] - 'a'];

				snprintf(value, 16, vunit_below(30) ? "%u" : "[%u]", vunit_below(100000));
				snprintf(part, sizeof(part), "%s\"%c\":%s", m ? "," : "", shapes[k][m], value);
				bad += vnt_buffer_append(&text, part, strlen(part)) != VNT_OK;
			}
			for (int name = 0; name < 26; name++)
			{
				if (last[name][0] == '\0')
					continue;
				snprintf(part, sizeof(part), "%s\"%c\": %s", first ? "" : ", ", 'a' + name, last[name]);
				bad += vnt_buffer_append(&want, part, strlen(part)) != VNT_OK;
				first = false;
			}
			bad += vnt_buffer_append(&text, "}", 1) != VNT_OK;
			bad += vnt_buffer_append(&want, "}", 1) != VNT_OK;
		}
		bad += vnt_buffer_append(&text, "]", 1) != VNT_OK;
		bad += vnt_buffer_append(&want, "]", 1) != VNT_OK;
		if (convert(text.data, text.len, 0, &got, NULL) != VNT_OK ||
			vnt_metadata_open(got.data, got.len, &meta) != VNT_OK)
			bad++;
		else
		{
			root.data = got.data + meta.len;
			root.len = got.len - meta.len;
			bad += vnt_validate(got.data, meta.len, root.data, root.len, &vnt_host_malloc, NULL) != VNT_OK;
			bad += vnt_json_write(&back, &root, VNT_STYLE_NATIVE) != VNT_OK;
			bad += back.len != want.len || memcmp(back.data, want.data, want.len) != 0;
		}
		free(got.data);
		vnt_buffer_free(&text);
		vnt_buffer_free(&want);
		vnt_buffer_free(&back);
	}
	check(bad == 0, "%d arrays of objects with the keys of others", times);
}

/* ---------------------------------------------------------------------
 * Values, at every distance from their end
 * ---------------------------------------------------------------------
 */

/*
 * The text of a value is the same where it ends with its memory, where its
 * metadata is elsewhere, and where another follows it.
 */
static void
test_written(int times)
{
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {.all = NULL};
		VntBuffer	text[3];
		VntMetadata meta;
		VntValue	v = {.meta = &meta};
		size_t		size;
		uint8_t    *head;
		uint8_t    *tail;

		vrandom_encode(vrandom_value(&pool, 3), 0, &bytes);
		size = bytes.value.len;
		head = malloc(bytes.meta.len);
		tail = malloc(size + 64);
		memcpy(head, bytes.all, bytes.meta.len);
		memcpy(tail, bytes.value.data, size);
		memset(tail + size, 0x5c, 64);
		for (int k = 0; k < 3; k++)
			vnt_buffer_init(&text[k], &vnt_host_malloc);
		bad += vnt_json_write(&text[0], &bytes.value, VNT_STYLE_NATIVE) != VNT_OK;
		bad += vnt_metadata_open(head, bytes.meta.len, &meta) != VNT_OK;
		v.data = tail;
		v.len = size + 64;
		bad += vnt_json_write(&text[1], &v, VNT_STYLE_NATIVE) != VNT_OK;
		v.data = tail = realloc(tail, size);
		v.len = size;
		bad += vnt_json_write(&text[2], &v, VNT_STYLE_NATIVE) != VNT_OK;
		for (int k = 1; k < 3; k++)
			bad += text[k].len != text[0].len || memcmp(text[k].data, text[0].data, text[0].len) != 0;
		for (int k = 0; k < 3; k++)
			vnt_buffer_free(&text[k]);
		free(head);
		free(tail);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(bad == 0, "%d random values written wherever they end", times);
}

int
main(void)
{
	vunit_seed(20261201);
	builder = vnt_builder_new(&vnt_host_malloc);
	test_blocks();
	test_random_blocks(vunit_times(200000));
	test_digits(vunit_times(20000));
	test_scan(vunit_times(500000));
	test_tokens();
	test_string_lengths();
	test_documents(vunit_times(400));
	test_members(vunit_times(1000));
	test_records(vunit_times(4000));
	test_written(vunit_times(1000));
	vnt_builder_free(builder);
	return vunit_done();
}
