/*-------------------------------------------------------------------------
 *
 * test_path.c
 *	  Paths: what parses, what does not and where, and what is found.
 *
 * Values are put together here byte by byte, so that dictionaries can be in
 * any order and nothing but the readers is needed.
 *
 *-------------------------------------------------------------------------
 */
#include "vunit.h"

#include "codec/vnt_internal.h"
#include "path/vpath.h"
#include "path/vpath_quick.h"

/* ---------------------------------------------------------------------
 * Parsing
 * ---------------------------------------------------------------------
 */
#define MAX_TEXT	256

typedef struct Parsed
{
	VPathStep	steps[MAX_TEXT / 2];
	uint8_t		names[MAX_TEXT];
	VPath		path;
	size_t		offset;
	VPathStatus status;
} Parsed;

/* Into memory of just the size that is asked for, so that ASan sees more. */
static Parsed *
parse(const char *text)
{
	static Parsed p;
	size_t		len = strlen(text);
	char	   *copy = malloc(len + 1);
	VPathStep  *steps = malloc(vpath_max_steps(len) * sizeof(VPathStep) + 1);
	uint8_t    *names = malloc(len + 1);

	memcpy(copy, text, len);
	p.status = vpath_parse(copy, len, steps, names, &p.path, &p.offset);
	if (p.status == VPATH_OK)
	{
		memcpy(p.steps, steps, p.path.count * sizeof(VPathStep));
		memcpy(p.names, names, len);
		for (size_t i = 0; i < p.path.count; i++)
		{
			if (p.steps[i].kind == VPATH_NAME)
				p.steps[i].name.data = p.names + (p.steps[i].name.data - names);
		}
		p.path.steps = p.steps;
	}
	free(copy);
	free(steps);
	free(names);
	return &p;
}

static bool
is_name(const VPathStep *step, const char *name)
{
	return step->kind == VPATH_NAME && step->name.len == strlen(name) &&
		memcmp(step->name.data, name, strlen(name)) == 0;
}

/* Steps as they are expected: a name, or an index after '#'. */
static void
check_parses(const char *text, size_t count, const char *const *expected)
{
	Parsed	   *p = parse(text);

	check(p->status == VPATH_OK && p->path.count == count,
		  "%s parses into %zu steps", text, count);
	for (size_t i = 0; i < count && p->status == VPATH_OK; i++)
	{
		if (expected[i][0] == '#')
			check(p->steps[i].kind == VPATH_INDEX &&
				  p->steps[i].index == strtol(expected[i] + 1, NULL, 10),
				  "step %zu of %s is an index %s", i, text, expected[i]);
		else
			check(is_name(&p->steps[i], expected[i]),
				  "step %zu of %s is %s", i, text, expected[i]);
	}
}

#define PARSES(text, ...) \
	do { \
		static const char *const expected_[] = {__VA_ARGS__}; \
		check_parses(text, sizeof(expected_) / sizeof(expected_[0]), expected_); \
	} while (0)

static void
test_parse(void)
{
	check_parses("$", 0, NULL);
	PARSES("$.a", "a");
	PARSES("$.a.b[0]", "a", "b", "#0");
	PARSES("$['a']", "a");
	PARSES("$[\"a\"]", "a");
	PARSES("$['']", "");
	PARSES("$[\"\"].x", "", "x");
	PARSES("$['a.b'][\"[0]\"]", "a.b", "[0]");
	PARSES("$['it''s']", "it's");
	PARSES("$['''']", "'");
	PARSES("$['''''']", "''");
	PARSES("$[\"a\"\"b\"]", "a\"b");
	PARSES("$['a\"b']", "a\"b");
	PARSES("$[\"it's\"]", "it's");
	PARSES("$['a\\b']", "a\\b");
	PARSES("$. a b", " a b");
	PARSES("$.'a'", "'a'");
	PARSES("$.a]", "a]");
	PARSES("$.$", "$");
	PARSES("$.0", "0");
	PARSES("$.-", "-");
	PARSES("$[0][12]", "#0", "#12");
	PARSES("$[-1]", "#-1");
	PARSES("$[007]", "#7");
	PARSES("$[-0]", "#0");
	PARSES("$[2147483647]", "#2147483647");
	PARSES("$[-2147483648]", "#-2147483648");
	PARSES("$.\xc3\xa9[\"\xf0\x9f\x98\x80\"]", "\xc3\xa9", "\xf0\x9f\x98\x80");
}

static void
test_faults(void)
{
	static const struct
	{
		const char *text;
		VPathStatus status;
		size_t		offset;
	}			faults[] = {
		{"", VPATH_ROOT, 0},
		{"a", VPATH_ROOT, 0},
		{".a", VPATH_ROOT, 0},
		{" $", VPATH_ROOT, 0},
		{"$a", VPATH_STEP, 1},
		{"$ ", VPATH_STEP, 1},
		{"$$", VPATH_STEP, 1},
		{"$.a[0]b", VPATH_STEP, 6},
		{"$[0] ", VPATH_STEP, 4},
		{"$.", VPATH_EMPTY_NAME, 2},
		{"$..a", VPATH_EMPTY_NAME, 2},
		{"$.a.", VPATH_EMPTY_NAME, 4},
		{"$.[0]", VPATH_EMPTY_NAME, 2},
		{"$[", VPATH_BRACKET, 2},
		{"$[]", VPATH_BRACKET, 2},
		{"$[a]", VPATH_BRACKET, 2},
		{"$[*]", VPATH_BRACKET, 2},
		{"$[ 0]", VPATH_BRACKET, 2},
		{"$[+1]", VPATH_BRACKET, 2},
		{"$[-]", VPATH_BRACKET, 3},
		{"$[--1]", VPATH_BRACKET, 3},
		{"$['", VPATH_UNCLOSED_NAME, 2},
		{"$['a", VPATH_UNCLOSED_NAME, 2},
		{"$['a''", VPATH_UNCLOSED_NAME, 2},
		{"$[''']", VPATH_UNCLOSED_NAME, 2},
		{"$['a\"]", VPATH_UNCLOSED_NAME, 2},
		{"$['a'", VPATH_UNCLOSED_BRACKET, 5},
		{"$['a'x]", VPATH_UNCLOSED_BRACKET, 5},
		{"$[0", VPATH_UNCLOSED_BRACKET, 3},
		{"$[0 ]", VPATH_UNCLOSED_BRACKET, 3},
		{"$[0:1]", VPATH_UNCLOSED_BRACKET, 3},
		{"$[1.5]", VPATH_UNCLOSED_BRACKET, 3},
		{"$[2147483648]", VPATH_INDEX_RANGE, 2},
		{"$[-2147483649]", VPATH_INDEX_RANGE, 2},
		{"$.a[99999999999999999999999999999999]", VPATH_INDEX_RANGE, 4},
	};

	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
	{
		Parsed	   *p = parse(faults[i].text);

		check(p->status == faults[i].status && p->offset == faults[i].offset,
			  "\"%s\" is refused at %zu: %s", faults[i].text, p->offset,
			  vpath_status_message(p->status));
	}
}

/* Every name can be written, in either kind of quotes. */
static void
test_quoting(void)
{
	static const char alphabet[] = "a'\"\\[].$ 0\xc3";
	int			bad = 0;

	for (int round = 0; round < vunit_times(20000); round++)
	{
		char		name[9];
		char		text[32] = "$[";
		char		quote = round % 2 ? '"' : '\'';
		size_t		len = vunit_below(8);
		size_t		n = 2;
		Parsed	   *p;

		text[n++] = quote;
		for (size_t i = 0; i < len; i++)
		{
			name[i] = alphabet[vunit_below(sizeof(alphabet) - 1)];
			text[n++] = name[i];
			if (name[i] == quote)
				text[n++] = quote;
		}
		name[len] = '\0';
		text[n++] = quote;
		text[n++] = ']';
		text[n] = '\0';
		p = parse(text);
		if (p->status != VPATH_OK || p->path.count != 1 ||
			!is_name(&p->steps[0], name))
			bad++;
	}
	check(bad == 0, "names of any bytes go through quotes");
}

/* As strtol says, for any short text of likely bytes. */
static void
test_read_index(void)
{
	static const char alphabet[] = "0123456789000999 \t\n\v\f\r+-x.\xa0";
	int			bad = 0;

	for (int round = 0; round < vunit_times(200000); round++)
	{
		char		text[16];
		size_t		len = vunit_below(14);
		char	   *end;
		long long	right;
		bool		good;
		int32_t		index = 0;

		for (size_t i = 0; i < len; i++)
			text[i] = alphabet[vunit_below(i > 2 ? 16 : sizeof(alphabet) - 1)];
		text[len] = '\0';
		right = strtoll(text, &end, 10);
		good = end != text && *end == '\0' && right >= INT32_MIN && right <= INT32_MAX;
		if (vpath_read_index((const uint8_t *) text, len, &index) != good ||
			(good && index != right))
			bad++;
	}
	check(bad == 0, "integers read as strtol reads them");
}

/* ---------------------------------------------------------------------
 * Values by hand
 * ---------------------------------------------------------------------
 */
#define MAX_KEYS	80

typedef struct Made
{
	uint8_t		bytes[8192];
	VntMetadata meta;
	VntValue	root;
} Made;

static void
open_made(Made *m, size_t len)
{
	if (vnt_metadata_open(m->bytes, len, &m->meta) != VNT_OK)
		abort();
	m->root.meta = &m->meta;
	m->root.data = m->bytes + m->meta.len;
	m->root.len = len - m->meta.len;
}

/*
 * An object of n members kNNN, the i-th in name order with value i (int8).
 * order[i] is the place of the i-th name in the dictionary, and values lie in
 * dictionary order too.
 */
static void
make_object(Made *m, int n, const int *order)
{
	uint8_t    *p = m->bytes;
	int			place[MAX_KEYS];

	for (int i = 0; i < n; i++)
		place[order[i]] = i;
	*p++ = 0x41;				/* version 1, unsorted, two-byte offsets */
	*p++ = (uint8_t) n;
	*p++ = 0;
	for (int i = 0; i <= n; i++)
	{
		*p++ = (uint8_t) (i * 4);
		*p++ = (uint8_t) (i * 4 >> 8);
	}
	for (int i = 0; i < n; i++)
		p += snprintf((char *) p, 8, "k%03d", place[i] * 2);
	*p++ = 0x02;				/* object, one-byte ids and offsets */
	*p++ = (uint8_t) n;
	for (int i = 0; i < n; i++)
		*p++ = (uint8_t) order[i];
	for (int i = 0; i < n; i++)
		*p++ = (uint8_t) (order[i] * 2);
	*p++ = (uint8_t) (n * 2);
	for (int i = 0; i < n; i++)
	{
		*p++ = 0x0c;			/* int8 */
		*p++ = (uint8_t) place[i];
	}
	open_made(m, (size_t) (p - m->bytes));
}

/* What a path of one name finds: the int8, or -1 for nothing. */
static int
look_up(const Made *m, const char *name, uint32_t *hint)
{
	VPathStep	step = vpath_step_either((const uint8_t *) name, strlen(name));
	VPath		path = {&step, 1};
	VntValue	found;
	VntStatus	status = vpath_eval(&path, &m->root, &found, hint);

	if (status == VNT_NOT_FOUND)
		return -1;
	return status == VNT_OK && found.data[0] == 0x0c ? found.data[1] : -2;
}

/* Each key, and names just below and just above each. */
static int
count_wrong(const Made *m, int n, uint32_t *hint)
{
	int			wrong = look_up(m, "k", hint) != -1;

	wrong += look_up(m, "zz", hint) != -1;
	for (int i = 0; i < n; i++)
	{
		char		name[16];

		snprintf(name, sizeof(name), "k%03d", i * 2);
		wrong += look_up(m, name, hint) != i;
		snprintf(name, sizeof(name), "k%03d", i * 2 + 1);
		wrong += look_up(m, name, hint) != -1;
		snprintf(name, sizeof(name), "k%03dx", i * 2);
		wrong += look_up(m, name, hint) != -1;
		snprintf(name, sizeof(name), "k%02d", i * 2);
		wrong += look_up(m, name, hint) != (i * 2 >= 100 ? i : -1);
	}
	return wrong;
}

static void
test_wide_objects(void)
{
	Made		m;
	int			order[MAX_KEYS];

	for (int n = 1; n <= 70; n++)
	{
		uint32_t	hint = 0;
		int			wrong = 0;

		for (int kind = 0; kind < 3; kind++)
		{
			for (int i = 0; i < n; i++)
				order[i] = kind == 0 ? i : n - 1 - i;
			for (int i = n - 1; kind == 2 && i > 0; i--)
			{
				int			j = (int) vunit_below((uint32_t) i + 1);
				int			t = order[i];

				order[i] = order[j];
				order[j] = t;
			}
			make_object(&m, n, order);
			wrong += count_wrong(&m, n, NULL);
			wrong += count_wrong(&m, n, &hint);
		}
		check(wrong == 0, "%d members, dictionary in any order: all found", n);
	}
}

/* {"0": 5, "a": [10, 11, {"b": 12}]}, dictionary b a 0 */
static const uint8_t sample[] = {
	0x01, 0x03, 0, 1, 2, 3, 'b', 'a', '0',
	0x02, 0x02, 0x02, 0x01, 0, 2, 19, 0x0c, 5,
	0x03, 0x03, 0, 2, 4, 11, 0x0c, 10, 0x0c, 11,
	0x02, 0x01, 0x00, 0, 2, 0x0c, 12,
};

/* A quick walk finds what the other does, and nothing but that, or gives up. */
static bool
agrees(VPathQuick quick, VntStatus status, const VntValue *found)
{
	if (quick.data != NULL)
		return status == VNT_OK && quick.data == found->data && quick.len == found->len;
	return quick.len == VPATH_QUICK_UNKNOWN || status == VNT_NOT_FOUND;
}

static int
walk(const Made *m, const VPathStep *steps, size_t count)
{
	VPathStep	copy[4];
	VPath		path = {copy, count};
	uint32_t	hints[4] = {7, 0, 3, 0};
	VntValue	found;
	VntValue	again;
	VntStatus	status;
	VPathQuick	quick;
	VPathQuick	scalar;

	memcpy(copy, steps, count * sizeof(VPathStep));
	status = vpath_eval(&path, &m->root, &found, NULL);
	if (vpath_eval(&path, &m->root, &again, hints) != status ||
		(status == VNT_OK && again.data != found.data))
		return -3;
	quick = vpath_quick_walk(&path, m->bytes, m->meta.len + m->root.len, hints);
	scalar = vpath_quick_scalar(&path, m->bytes, m->meta.len + m->root.len, hints);
	if (!agrees(quick, status, &found) || !agrees(scalar, status, &found))
		return -4;
	if (scalar.data != NULL ? scalar.data != quick.data || vnt_value_class(&found) >= VNT_CLASS_ARRAY :
		quick.data != NULL && vnt_value_class(&found) < VNT_CLASS_ARRAY)
		return -5;
	if (status == VNT_NOT_FOUND)
		return -1;
	if (status != VNT_OK)
		return -2;
	return found.data[0] == 0x0c ? found.data[1] : 1000 + found.data[0];
}

static int
walk_text(const Made *m, const char *text)
{
	Parsed	   *p = parse(text);

	return p->status == VPATH_OK ? walk(m, p->steps, p->path.count) : -9;
}

static int
walk_either(const Made *m, const char *a, const char *b, const char *c)
{
	const char *texts[] = {a, b, c};
	VPathStep	steps[3];
	size_t		n = 0;

	while (n < 3 && texts[n] != NULL)
	{
		steps[n] = vpath_step_either((const uint8_t *) texts[n], strlen(texts[n]));
		n++;
	}
	return walk(m, steps, n);
}

static void
test_kinds(void)
{
	Made		m;
	VPathStep	steps[3];

	memcpy(m.bytes, sample, sizeof(sample));
	open_made(&m, sizeof(sample));
	check(walk_text(&m, "$") == 1002, "$ is the whole value");
	check(walk_text(&m, "$.a") == 1003, "an array");
	check(walk_text(&m, "$.a[2].b") == 12, "three steps");
	check(walk_text(&m, "$['a'][-1][\"b\"]") == 12, "from the end");
	check(walk_text(&m, "$.a[-3]") == 10, "the first from the end");
	check(walk_text(&m, "$.a[-4]") == -1, "before the first");
	check(walk_text(&m, "$.a[3]") == -1, "behind the last");
	check(walk_text(&m, "$.a[-2147483648]") == -1, "smallest index");
	check(walk_text(&m, "$.a[2147483647]") == -1, "largest index");
	check(walk_text(&m, "$.0") == 5, "a name of digits");
	check(walk_text(&m, "$[0]") == -1, "an index finds nothing in an object");
	check(walk_text(&m, "$.a.0") == -1, "a name finds nothing in an array");
	check(walk_text(&m, "$.0[0]") == -1, "nothing in a scalar by index");
	check(walk_text(&m, "$.0.a") == -1, "nothing in a scalar by name");
	check(walk_text(&m, "$.c") == -1, "no such member");
	check(walk_either(&m, "0", NULL, NULL) == 5, "either: name on an object");
	check(walk_either(&m, "a", "1", NULL) == 11, "either: index on an array");
	check(walk_either(&m, "a", " +01", NULL) == 11, "either: as strtol");
	check(walk_either(&m, "a", "-1", "b") == 12, "either: from the end");
	check(walk_either(&m, "a", "1x", NULL) == -1, "either: no integer");
	check(walk_either(&m, "a", "4294967297", NULL) == -1, "either: no wrap");
	check(walk_either(&m, "00", NULL, NULL) == -1, "either: names are text");

	steps[0] = vpath_step_integer(0);
	check(walk(&m, steps, 1) == 5, "an integer is a name on an object");
	steps[0] = vpath_step_either((const uint8_t *) "a", 1);
	steps[1] = vpath_step_integer(-3);
	check(walk(&m, steps, 2) == 10, "an integer is an index on an array");
	steps[1].kind = VPATH_NULL;
	check(walk(&m, steps, 2) == -1, "NULL finds nothing");
}

static void
test_step_names(void)
{
	static const int32_t numbers[] = {0, 7, -1, 10, INT32_MAX, INT32_MIN};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
	{
		VPathStep	step = vpath_step_integer(numbers[i]);
		uint8_t		buffer[VPATH_INDEX_TEXT];
		VntSlice	name = vpath_step_name(&step, buffer);
		char		right[16];

		snprintf(right, sizeof(right), "%ld", (long) numbers[i]);
		check(name.len == strlen(right) && memcmp(name.data, right, name.len) == 0,
			  "name of %s", right);
	}
}

/* Damaged and short bytes: any answer, no access beyond them (ASan sees). */
static void
test_damage(void)
{
	static Parsed members;
	Parsed	   *object = &members;
	Parsed	   *p = parse("$.0");
	int			opened = 0;
	int			quick = 0;

	/* of its own: parse() has one result */
	members = *p;
	members.path.steps = members.steps;
	members.steps[0].name.data = (const uint8_t *) "0";
	p = parse("$.a[2].b");

	for (size_t len = 0; len <= sizeof(sample); len++)
	{
		for (int bit = 0; bit < (int) (len * 8); bit++)
		{
			uint8_t    *copy = malloc(len);
			VntMetadata meta;
			VntValue	root;
			VntValue	found;
			uint32_t	hints[3] = {1, 1, 1};
			uint32_t	first[1] = {0};
			VPathQuick	scalar;
			size_t		size;

			memcpy(copy, sample, len);
			copy[bit / 8] ^= (uint8_t) (1 << bit % 8);
			if (vnt_metadata_open(copy, len, &meta) == VNT_OK && meta.len < len)
			{
				root.meta = &meta;
				root.data = copy + meta.len;
				root.len = len - meta.len;
				if (vpath_eval(&p->path, &root, &found, hints) == VNT_OK)
					(void) vnt_value_size(&found, &size);
				scalar = vpath_quick_scalar(&object->path, copy, len, first);
				found.data = scalar.data;
				found.len = scalar.len;
				quick += scalar.data != NULL && vnt_value_size(&found, &size) != VNT_VALUE_TYPE;
				opened++;
			}
			free(copy);
		}
	}
	check(opened > 1000, "truncated and flipped samples: %d opened", opened);
	check(quick > 50, "%d scalars found the quick way", quick);
}

/* ---------------------------------------------------------------------
 * The quick walk
 * ---------------------------------------------------------------------
 */

/*
 * A document of just its size: names of len bytes, an object of n members with
 * offsets of that width, the i-th an int8 i, the last one an object with the
 * first name.  Returns the size.
 */
static size_t
make_quick(uint8_t **bytes, int n, int width, int len)
{
	uint8_t		buffer[1024];
	uint8_t    *p = buffer;

	*p++ = 0x11;
	*p++ = (uint8_t) n;
	for (int i = 0; i <= n; i++)
		*p++ = (uint8_t) (i * len);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < len; j++)
			*p++ = (uint8_t) (j == len - 1 ? 'a' + i : 'x');
	*p++ = (uint8_t) (0x02 | (width - 1) << 2);
	*p++ = (uint8_t) n;
	for (int i = 0; i < n; i++)
		*p++ = (uint8_t) i;
	for (int i = 0; i <= n; i++)
	{
		*p = (uint8_t) (i < n ? 2 * i : 2 * (n - 1) + 7);
		memset(p + 1, 0, 3);
		p += width;
	}
	for (int i = 0; i < n - 1; i++)
	{
		*p++ = 0x0c;
		*p++ = (uint8_t) i;
	}
	memcpy(p, "\x02\x01\x00\x00\x02\x0c\x63", 7);
	p += 7;
	*bytes = malloc((size_t) (p - buffer));
	memcpy(*bytes, buffer, (size_t) (p - buffer));
	return (size_t) (p - buffer);
}

/* The int8 that the quick walk finds, -1 for nothing, -2 where it does not know. */
static int
quick_int8(const VPath *path, const uint8_t *bytes, size_t len, uint32_t *hints)
{
	VPathQuick	found = vpath_quick_scalar(path, bytes, len, hints);
	int64_t		integer;

	if (found.data == NULL)
		return found.len == VPATH_QUICK_MISSING ? -1 : -2;
	return vpath_quick_integer(found, &integer) ? (int) integer : -3;
}

static int
wrong_quick(int n, int width, int len, uint32_t hint)
{
	uint8_t    *bytes;
	size_t		size = make_quick(&bytes, n, width, len);
	uint8_t		name[32];
	uint8_t		first[32];
	VPathStep	steps[2] = {
		{{name, (size_t) len}, 0, VPATH_NAME, false}, {{first, (size_t) len}, 0, VPATH_NAME, false}
	};
	int			wrong = 0;

	memset(name, 'x', sizeof(name));
	memset(first, 'x', sizeof(first));
	first[len - 1] = 'a';
	for (int i = 0; i <= n; i++)
	{
		uint32_t	hints[2] = {hint, hint};
		VPath		path = {steps, 1};

		name[len - 1] = (uint8_t) ('a' + i);
		wrong += quick_int8(&path, bytes, size, hints) != (i == n ? -1 : i == n - 1 ? -2 : i);
		path.count = 2;
		wrong += quick_int8(&path, bytes, size, hints) != (i == n - 1 ? 0x63 : -1);
		steps[0].name.len--;
		path.count = 1;
		wrong += len > 1 && quick_int8(&path, bytes, size, hints) != -1;
		steps[0].name.len++;
	}
	free(bytes);
	return wrong;
}

/* A name of few different bytes, zeros among them. */
static size_t
random_name(uint8_t name[24])
{
	static const uint8_t bytes[] = {0, 1, 'a', 'b', 0xff};
	size_t		len = vunit_below(4) == 0 ? vunit_below(24) : vunit_below(5);

	for (size_t i = 0; i < len; i++)
		name[i] = bytes[len > 6 && i < 8 ? 2 : vunit_below(sizeof(bytes))];
	return len;
}

#define MOST	16

/*
 * An object of members 0, 1, ..., its dictionary in any order, with names that
 * are not used or there twice.  Returns the number of members; names are sorted.
 */
static uint32_t
make_random(uint8_t **bytes, size_t *size, VntSlice names[MOST], uint8_t room[MOST][24])
{
	uint32_t	count = 0;
	uint32_t	all = 0;
	uint8_t		ids[MOST];
	uint8_t		strings[2 * MOST * 24];
	uint8_t		offsets[2 * MOST + 1] = {0};
	uint8_t    *p;

	for (uint32_t wanted = vunit_below(MOST); wanted > 0; wanted--)
	{
		uint8_t		name[24] = {0};
		size_t		len = random_name(name);
		uint32_t	at = 0;

		while (at < count && vnt_bytes_cmp(names[at].data, names[at].len, name, len) < 0)
			at++;
		if (at < count && vnt_bytes_cmp(names[at].data, names[at].len, name, len) == 0)
			continue;
		for (uint32_t i = count; i > at; i--)
		{
			memcpy(room[i], room[i - 1], 24);
			names[i].len = names[i - 1].len;
			names[i].data = room[i];
		}
		memcpy(room[at], name, 24);
		names[at].data = room[at];
		names[at].len = len;
		count++;
	}
	for (uint32_t i = 0; i < count || (all < 2 * MOST && vunit_below(2)); all++)
	{
		bool		used = i < count && (all + (count - i) >= 2 * MOST || vunit_below(3));
		uint8_t		other[24];
		VntSlice	name = {other, 0};

		if (used)
			name = names[i];
		else if (count > 0 && vunit_below(2))
			name = names[vunit_below(count)];
		else
			name.len = random_name(other);
		if (offsets[all] + name.len > UINT8_MAX)
			return UINT32_MAX;
		memcpy(strings + offsets[all], name.data, name.len);
		offsets[all + 1] = (uint8_t) (offsets[all] + name.len);
		if (used)
			ids[i++] = (uint8_t) all;
	}
	*size = 3 + (size_t) all + offsets[all] + 2 + count + (count + 1) + 2 * (size_t) count;
	*bytes = p = malloc(*size);
	*p++ = 0x01;
	*p++ = (uint8_t) all;
	memcpy(p, offsets, all + 1);
	p += all + 1;
	memcpy(p, strings, offsets[all]);
	p += offsets[all];
	*p++ = 0x02;
	*p++ = (uint8_t) count;
	if (count > 0)
		memcpy(p, ids, count);
	p += count;
	for (uint32_t i = 0; i <= count; i++)
		*p++ = (uint8_t) (2 * i);
	for (uint32_t i = 0; i < count; i++)
	{
		*p++ = 0x0c;
		*p++ = (uint8_t) i;
	}
	return count;
}

/* Names that are there and names that are not, with the hint of the one before. */
static void
test_quick_random(void)
{
	int			wrong = 0;
	int			found = 0;
	uint32_t	hint = 0;

	for (int i = 0; i < vunit_times(20000); i++)
	{
		VntSlice	names[MOST];
		uint8_t		room[MOST][24];
		uint8_t    *bytes;
		size_t		size;
		uint32_t	count = make_random(&bytes, &size, names, room);

		for (int k = 0; count != UINT32_MAX && k < 8; k++)
		{
			uint8_t		name[24];
			VPathStep	step = {{name, 0}, 0, VPATH_NAME, false};
			VPath		path = {&step, 1};
			int			expected = -1;

			step.name.len = random_name(name);
			for (uint32_t j = 0; j < count; j++)
			{
				if (names[j].len == step.name.len && memcmp(names[j].data, name, step.name.len) == 0)
					expected = (int) j;
			}
			for (int times = 0; times < 2; times++)
				wrong += quick_int8(&path, bytes, size, &hint) != expected;
			found += expected >= 0;
		}
		if (count != UINT32_MAX)
			free(bytes);
	}
	check(wrong == 0 && found > 1000, "names in any dictionary: %d wrong, %d found", wrong, found);
}

static void
test_quick(void)
{
	int			wrong = 0;

	for (int n = 1; n <= 20; n++)
		for (int width = 1; width <= 4; width++)
			for (int len = 1; len * n < 256 && len <= 20; len++)
				for (uint32_t hint = 0; hint < 40; hint += 3)
					wrong += wrong_quick(n, width, len, hint);
	check(wrong == 0, "quick walks: %d wrong", wrong);
}

int
main(void)
{
	vunit_seed(20240917);
	test_parse();
	test_faults();
	test_quoting();
	test_read_index();
	test_wide_objects();
	test_kinds();
	test_step_names();
	test_damage();
	test_quick();
	test_quick_random();
	return vunit_done();
}
