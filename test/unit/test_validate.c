/*-------------------------------------------------------------------------
 *
 * test_validate.c
 *	  Every rule of vnt_validate() with the place it reports, the faults and
 *	  samples of ../shared where that is there, and bytes damaged at random.
 *
 *-------------------------------------------------------------------------
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>

#include "vrandom.h"
#include "vwalk.h"

#define META	"010000"		/* empty dictionary */
#define M_AB	"01 02 00 01 02 61 62"	/* "a", "b" */
#define M_BA	"01 02 00 01 02 62 61"
#define M_AAB	"01 03 00 01 02 03 61 61 62"
#define GOOD	VNT_OK, VNT_PART_VALUE, 0, 0

typedef struct Rule
{
	const char *name;
	const char *metadata;
	const char *value;
	VntStatus	status;
	VntPart		part;
	size_t		offset;
	uint64_t	number;
} Rule;

static const Rule rules[] = {
	/* metadata */
	{"no metadata", "", "00", VNT_META_TRUNCATED, VNT_PART_METADATA, 0, 0},
	{"version 0", "000000", "00", VNT_META_VERSION, VNT_PART_METADATA, 0, 0},
	{"version 2", "020000", "00", VNT_META_VERSION, VNT_PART_METADATA, 0, 2},
	{"version 15", "1f0000", "00", VNT_META_VERSION, VNT_PART_METADATA, 0, 15},
	{"reserved bit", "210000", "00", GOOD},
	{"no size", "01", "00", VNT_META_TRUNCATED, VNT_PART_METADATA, 1, 0},
	{"half a size", "c1000000", "00", VNT_META_TRUNCATED, VNT_PART_METADATA, 1, 0},
	{"short form", "0100", "00", VNT_META_TRUNCATED, VNT_PART_METADATA, 1, 0},
	{"size beyond all", "c1ffffffff", "00", VNT_META_TRUNCATED, VNT_PART_METADATA, 1, 0xffffffff},
	{"no offsets", "01 02 00 00", "00", VNT_META_TRUNCATED, VNT_PART_METADATA, 1, 2},
	{"last offset too far", "01 01 00 05 61", "00", VNT_META_TRUNCATED, VNT_PART_METADATA, 3, 5},
	{"first offset", "01 01 01 02 61 62", "00", VNT_META_FIRST_OFFSET, VNT_PART_METADATA, 2, 1},
	{"first offset of none", "01 00 01 61", "00", VNT_META_FIRST_OFFSET, VNT_PART_METADATA, 2, 1},
	{"falling", "01 03 00 02 01 03 61 62 63", "00", VNT_META_OFFSETS, VNT_PART_METADATA, 4, 1},
	{"passing the end", "01 02 00 05 03 61 62 63", "00", VNT_META_OFFSETS, VNT_PART_METADATA, 3, 5},
	{"trailing", "01 01 00 01 61 62", "00", VNT_META_TRAILING, VNT_PART_METADATA, 5, 1},
	{"bad name", "01 01 00 01 ff", "00", VNT_META_UTF8, VNT_PART_METADATA, 4, 0},
	{"bad second name", "01 02 00 02 04 61 62 63 80", "00", VNT_META_UTF8, VNT_PART_METADATA, 8, 1},
	{"name split", "01 02 00 01 02 c3 a9", "00", VNT_META_UTF8, VNT_PART_METADATA, 5, 0},
	{"sorted, is not", "11 02 00 01 02 62 61", "00", VNT_META_UNSORTED, VNT_PART_METADATA, 6, 1},
	{"sorted, repeats", "11 02 00 01 02 61 61", "00", VNT_META_UNSORTED, VNT_PART_METADATA, 6, 1},
	{"sorted, two empty", "11 02 00 00 00", "00", VNT_META_UNSORTED, VNT_PART_METADATA, 5, 1},
	{"sorted by bytes", "11 02 00 03 07 ef bf bf f0 90 80 80", "00", GOOD},
	{"sorted by UTF-16", "11 02 00 04 07 f0 90 80 80 ef bf bf", "00", VNT_META_UNSORTED, VNT_PART_METADATA, 9, 1},
	{"unsorted, repeats", "01 03 00 01 02 03 62 61 61", "00", GOOD},
	{"empty name", "11 01 00 00", "00", GOOD},
	{"width 2", "41 0100 0000 0100 61", "00", GOOD},
	{"width 3", "81 010000 000000 010000 61", "00", GOOD},
	{"width 4", "c1 01000000 00000000 01000000 61", "00", GOOD},

	/* values: types and sizes */
	{"no value", META, "", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"type 21", META, "54", VNT_VALUE_TYPE, VNT_PART_VALUE, 0, 21},
	{"type 63", META, "fc", VNT_VALUE_TYPE, VNT_PART_VALUE, 0, 63},
	{"type 21 inside", META, "03 02 00 01 02 00 54", VNT_VALUE_TYPE, VNT_PART_VALUE, 6, 21},
	{"type 30 in an object", M_AB, "02 02 00 01 00 01 02 00 78", VNT_VALUE_TYPE, VNT_PART_VALUE, 8, 30},
	{"null and one more", META, "0000", VNT_VALUE_TRAILING, VNT_PART_VALUE, 1, 1},
	{"int8 cut", META, "0c", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"string longer than all", META, "40 ffffff7f", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"binary longer than all", META, "3c ffffffff", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"cut in an element", META, "03 02 00 01 02 00 0c", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 6, 0},
	{"trailing after an array", META, "03 01 00 01 00 00 00", VNT_VALUE_TRAILING, VNT_PART_VALUE, 5, 2},

	/* values: text */
	{"bad short string", META, "0d 61 ff 61", VNT_VALUE_UTF8, VNT_PART_VALUE, 2, 0xff},
	{"bad string", META, "40 02000000 c3 28", VNT_VALUE_UTF8, VNT_PART_VALUE, 5, 0xc3},
	{"surrogate", META, "0d ed a0 80", VNT_VALUE_UTF8, VNT_PART_VALUE, 1, 0xed},
	{"NUL", META, "05 00", GOOD},
	{"any binary", META, "3c 02000000 ff 80", GOOD},

	/* values: decimals */
	{"scale 38", META, "20 26 01000000", GOOD},
	{"scale 39", META, "20 27 01000000", VNT_VALUE_SCALE, VNT_PART_VALUE, 0, 39},
	{"scale 255", META, "03 01 00 0a 24 ff 0000000000000000", VNT_VALUE_SCALE, VNT_PART_VALUE, 4, 255},
	{"decimal4 10^9-1", META, "20 00 ffc99a3b", GOOD},
	{"decimal4 10^9", META, "20 00 00ca9a3b", VNT_VALUE_PRECISION, VNT_PART_VALUE, 0, 10},
	{"decimal4 1-10^9", META, "20 00 013665c4", GOOD},
	{"decimal4 -10^9", META, "20 00 003665c4", VNT_VALUE_PRECISION, VNT_PART_VALUE, 0, 10},
	{"decimal4 least", META, "20 00 00000080", VNT_VALUE_PRECISION, VNT_PART_VALUE, 0, 10},
	{"decimal8 10^18-1", META, "24 00 ffff63a7b3b6e00d", GOOD},
	{"decimal8 10^18", META, "24 00 000064a7b3b6e00d", VNT_VALUE_PRECISION, VNT_PART_VALUE, 0, 19},
	{"decimal8 -10^18", META, "24 00 00009c584c491ff2", VNT_VALUE_PRECISION, VNT_PART_VALUE, 0, 19},
	{"decimal8 least", META, "24 00 0000000000000080", VNT_VALUE_PRECISION, VNT_PART_VALUE, 0, 19},
	{"decimal16 10^38-1", META, "28 00 ffffffff3f228a09 7ac4865aa84c3b4b", GOOD},
	{"decimal16 10^38", META, "28 00 0000000040228a09 7ac4865aa84c3b4b", VNT_VALUE_PRECISION, VNT_PART_VALUE, 0, 39},
	{"decimal16 1-10^38", META, "28 00 01000000c0dd75f6 853b79a557b3c4b4", GOOD},
	{"decimal16 -10^38", META, "28 00 00000000c0dd75f6 853b79a557b3c4b4", VNT_VALUE_PRECISION, VNT_PART_VALUE, 0, 39},
	{"decimal16 least", META, "28 00 0000000000000000 0000000000000080", VNT_VALUE_PRECISION, VNT_PART_VALUE, 0, 39},
	{"decimal16 -2^64", META, "28 00 0000000000000000 ffffffffffffffff", GOOD},

	/* values: times */
	{"time 0", META, "44 0000000000000000", GOOD},
	{"time 24:00", META, "44 0060d71d14000000", GOOD},
	{"time above 24:00", META, "44 0160d71d14000000", VNT_VALUE_TIME, VNT_PART_VALUE, 0, 0},
	{"negative time", META, "03 01 00 09 44 ffffffffffffffff", VNT_VALUE_TIME, VNT_PART_VALUE, 4, 0},

	/* objects: ids */
	{"object", M_AB, "02 02 00 01 00 01 02 00 00", GOOD},
	{"reserved bit of an object", M_AB, "82 02 00 01 00 01 02 00 00", GOOD},
	{"large, wide", M_AB, "7e 01000000 00000000 00000000 01000000 00", GOOD},
	{"tables cut", M_AB, "7e 01000000 0000 00000000 01000000 00", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"large object", M_AB, "7a 01000000 00000000 000000 010000 00", GOOD},
	{"id not there", M_AB, "02 02 00 02 00 01 02 00 00", VNT_VALUE_FIELD_ID, VNT_PART_VALUE, 3, 2},
	{"id without dictionary", META, "02 01 05 00 01 00", VNT_VALUE_FIELD_ID, VNT_PART_VALUE, 2, 5},
	{"names fall", M_AB, "02 02 01 00 00 01 02 00 00", VNT_VALUE_FIELD_ORDER, VNT_PART_VALUE, 3, 0},
	{"ids fall, names rise", M_BA, "02 02 01 00 00 01 02 00 00", GOOD},
	{"ids rise, names fall", M_BA, "02 02 00 01 00 01 02 00 00", VNT_VALUE_FIELD_ORDER, VNT_PART_VALUE, 3, 1},
	{"same id twice", M_AB, "02 02 00 00 00 01 02 00 00", VNT_VALUE_DUPLICATE, VNT_PART_VALUE, 3, 0},
	{"same name twice", M_AAB, "02 02 00 01 00 01 02 00 00", VNT_VALUE_DUPLICATE, VNT_PART_VALUE, 3, 1},
	{"one of two same names", M_AAB, "02 02 01 02 00 01 02 00 00", GOOD},
	{"wide ids", M_AB, "12 02 0000 0100 00 01 02 00 00", GOOD},
	{"names fall inside", M_AB, "03 01 00 09 02 02 01 00 00 01 02 00 00", VNT_VALUE_FIELD_ORDER, VNT_PART_VALUE, 7, 0},

	/* objects: offsets */
	{"empty object", META, "02 00 00", GOOD},
	{"empty object, total 1", META, "02 00 01 00", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 2, 1},
	{"short form of an object", META, "02 00", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"no count", META, "02", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"value that is cut", M_AB, "02 02 00 01 02 00 03 00 0c05", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 9, 0},
	{"values reversed", M_AB, "02 02 00 01 02 00 03 0c05 00", GOOD},
	{"overlap", M_AB, "02 02 00 01 00 00 01 00", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 4, 0},
	{"gap at the start", M_AB, "02 01 00 01 02 00 00", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 3, 1},
	{"gap in the middle", M_AB, "02 02 00 01 00 02 03 00 00 00", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 5, 2},
	{"gap at the end", M_AB, "02 02 00 01 00 01 03 00 00 00", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 6, 3},
	{"offset at the end", M_AB, "02 02 00 01 00 01 01 00", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 5, 1},
	{"offset past the end", M_AB, "02 01 00 f0 02 0c01", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 3, 0xf0},
	{"total past the end", M_AB, "02 01 00 00 f0 0c01", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"value longer than all", M_AB, "02 01 00 00 01 0c", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 5, 0},

	/* arrays */
	{"empty array", META, "03 00 00", GOOD},
	{"reserved bits of an array", META, "e3 00 00", GOOD},
	{"empty array, total 1", META, "03 00 01 00", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 2, 1},
	{"short form of an array", META, "03 00", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"first offset 2", META, "03 02 02 00 04 0c01 0c02", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 2, 2},
	{"no bytes", META, "03 02 00 00 02 0c01", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 3, 0},
	{"slot too large", META, "03 02 00 04 04 0c01 0c02", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 3, 4},
	{"slot too small", META, "03 02 00 01 04 0c01 0c02", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 3, 1},
	{"total too large", META, "03 01 00 03 0c01 00", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 3, 3},
	{"large array", META, "13 01000000 00 02 0c05", GOOD},
	{"wide array", META, "0f 01 00000000 02000000 0c05", GOOD},
	{"large, count cut", META, "13 010000", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
	{"count beyond all", META, "13 ffffffff 00 00", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0, 0},
};

static VntStatus
validate_hex(const char *metadata, const char *value, VntError *err)
{
	size_t		metadata_len;
	size_t		value_len;
	uint8_t    *m = vwalk_hex(metadata, &metadata_len);
	uint8_t    *v = vwalk_hex(value, &value_len);
	VntStatus	status;

	memset(err, 0, sizeof(*err));
	status = vnt_validate(m, metadata_len, v, value_len, &vnt_host_malloc, err);
	free(m);
	free(v);
	return status;
}

static void
test_rules(void)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
	{
		const Rule *rule = &rules[i];
		VntError	err;
		VntStatus	status = validate_hex(rule->metadata, rule->value, &err);

		check(status == rule->status &&
			  (status == VNT_OK ||
			   (err.status == status && err.part == rule->part &&
				err.offset == rule->offset && err.number == rule->number)),
			  "%s: %s at %zu of part %d, number %llu", rule->name,
			  vnt_status_rule(status), err.offset, (int) err.part,
			  (unsigned long long) err.number);
	}
}

/* ---------------------------------------------------------------------
 * Limits and bombs
 * ---------------------------------------------------------------------
 */

/* Levels of one-element arrays around a null. */
static VntStatus
validate_nested(int levels, VntError *err)
{
	size_t		len = 1 + 8 * (size_t) levels;
	uint8_t    *v = malloc(len);
	uint8_t    *p = v;
	VntStatus	status;

	if (v == NULL)
		abort();
	for (int i = 0; i < levels; i++)
	{
		uint32_t	rest = (uint32_t) (len - 8 * (size_t) (i + 1));

		/* offsets of three bytes */
		*p++ = 0x0b;
		*p++ = 1;
		vnt_store_uint(p, 0, 3);
		vnt_store_uint(p + 3, rest, 3);
		p += 6;
	}
	*p = 0;
	status = vnt_validate(vnt_empty_metadata, 3, v, len, NULL, err);
	free(v);
	return status;
}

static void
test_depth(void)
{
	VntError	err;

	check(validate_nested(VNT_MAX_DEPTH, &err) == VNT_OK, "1000 levels");
	check(validate_nested(VNT_MAX_DEPTH + 1, &err) == VNT_TOO_DEEP &&
		  err.offset == 8 * (size_t) VNT_MAX_DEPTH && err.number == 1001,
		  "1001 levels are too deep, at %zu", err.offset);
	check(validate_nested(100000, &err) == VNT_TOO_DEEP, "100000 levels");
}

/* Every level has two members at one place: 2^500 ways down if entered. */
static void
test_overlap_bomb(void)
{
	enum {LEVELS = 500, HEAD = 13};
	static uint8_t v[LEVELS * HEAD + 1];
	size_t		metadata_len;
	uint8_t    *m = vwalk_hex(M_AB, &metadata_len);
	VntMetadata meta;
	VntValue	value = {&meta, v, sizeof(v)};
	VntError	err;
	VntStatus	status;

	for (size_t i = 0; i < LEVELS; i++)
	{
		uint8_t    *p = v + i * HEAD;

		p[0] = 0x0a;			/* object, offsets of three bytes */
		p[1] = 2;
		p[2] = 0;
		p[3] = 1;
		vnt_store_uint(p + 4, 0, 3);
		vnt_store_uint(p + 7, 0, 3);
		vnt_store_uint(p + 10, (uint32_t) (sizeof(v) - (i + 1) * HEAD), 3);
	}
	status = vnt_validate(m, metadata_len, v, sizeof(v), &vnt_host_malloc, &err);
	check(status == VNT_VALUE_OFFSETS && err.offset == 4, "overlapping members");

	/* damage on disk must not keep a backend busy for ever either */
	status = vnt_metadata_open(m, metadata_len, &meta);
	(void) vnt_hash(&value, 0, &status);
	check(status == VNT_VALUE_OFFSETS, "hash of overlapping members ends");
	status = VNT_OK;
	{
		static uint8_t copy[sizeof(v)];
		VntValue	other = {&meta, copy, sizeof(copy)};

		/* the last null becomes true, so that the bytes are not all equal */
		memcpy(copy, v, sizeof(v));
		copy[sizeof(copy) - 1] = 0x04;
		(void) vnt_compare(&value, &other, &status);
		copy[sizeof(copy) - 1] = 0x00;
		copy[0] |= 0x80;
		(void) vnt_compare(&value, &other, &status);
		check(status == VNT_VALUE_OFFSETS, "order of overlapping members ends");
	}
	free(m);
}

static size_t resizes;

static void *
counting_resize(void *ctx, void *ptr, size_t size)
{
	(void) ctx;
	resizes++;
	return realloc(ptr, size);
}

static void
plain_release(void *ctx, void *ptr)
{
	(void) ctx;
	free(ptr);
}

static const VntHost counting_host = {
	.resize = counting_resize, .release = plain_release
};

/*
 * Many objects of two long names that differ in the last byte, not in the
 * order of the dictionary: the names get ranked, or this would take hours.
 */
static void
test_long_names(void)
{
	enum {LONG = 100000, OBJECTS = 40000, SIZE = 9};
	size_t		metadata_len = 1 + 3 + 9 + 2 * LONG;
	size_t		value_len = 5 + 3 * (OBJECTS + 1) + OBJECTS * SIZE;
	uint8_t    *m = malloc(metadata_len);
	uint8_t    *v = malloc(value_len);
	uint8_t    *p;
	VntError	err;

	if (m == NULL || v == NULL)
		abort();
	m[0] = 0x81;
	vnt_store_uint(m + 1, 2, 3);
	for (uint32_t i = 0; i < 3; i++)
		vnt_store_uint(m + 4 + 3 * i, i * LONG, 3);
	memset(m + 13, 'x', 2 * LONG);
	m[13 + LONG - 1] = 'z';
	v[0] = 0x1b;
	vnt_store32(v + 1, OBJECTS);
	p = v + 5;
	for (uint32_t i = 0; i <= OBJECTS; i++, p += 3)
		vnt_store_uint(p, i * SIZE, 3);
	for (uint32_t i = 0; i < OBJECTS; i++, p += SIZE)
		memcpy(p, "\x02\x02\x01\x00\x00\x01\x02\x00\x00", SIZE);
	resizes = 0;
	check(vnt_validate(m, metadata_len, v, value_len, &counting_host, &err) == VNT_OK,
		  "long names");
	check(resizes > 0, "names are ranked");
	p[-6] = 1;
	p[-7] = 0;
	check(vnt_validate(m, metadata_len, v, value_len, &counting_host, &err) ==
		  VNT_VALUE_FIELD_ORDER && err.offset == value_len - 6,
		  "order by rank is seen to be wrong");
	free(m);
	free(v);
}

/* The usual orders of values need no memory; other ones do. */
static void
test_hostless(void)
{
	static const struct
	{
		const char *value;
		VntStatus	status;
	}			cases[] = {
		{"02 03 00 01 02 00 01 02 03 00 00 00", VNT_OK},	/* in order */
		{"02 03 00 01 02 02 00 01 03 00 00 00", VNT_OK},	/* large one first */
		{"02 03 00 01 02 00 02 01 03 00 00 00", VNT_OK},	/* in the middle */
		{"02 03 00 01 02 01 00 02 03 00 00 00", VNT_OK},	/* two runs */
		{"02 03 00 01 02 02 01 00 03 00 00 00", VNT_NO_MEMORY}, /* reversed */
	};
	size_t		metadata_len;
	uint8_t    *m = vwalk_hex("01 03 00 01 02 03 61 62 63", &metadata_len);

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		size_t		len;
		uint8_t    *v = vwalk_hex(cases[i].value, &len);
		VntStatus	status = vnt_validate(m, metadata_len, v, len, NULL, NULL);

		check(status == cases[i].status, "without a host: %s", cases[i].value);
		resizes = 0;
		status = vnt_validate(m, metadata_len, v, len, &counting_host, NULL);
		check(status == VNT_OK && (resizes > 0) == (cases[i].status != VNT_OK),
			  "memory only when needed: %s", cases[i].value);
		free(v);
	}
	free(m);
}

/* ---------------------------------------------------------------------
 * Damage
 * ---------------------------------------------------------------------
 */

/* What is accepted must be readable; what is not must not crash a reader. */
static bool
accept_or_refuse(const uint8_t *m, size_t metadata_len, const uint8_t *v,
				 size_t value_len, bool *accepted)
{
	VntMetadata meta;
	VntValue	value = {&meta, v, value_len};
	VntStatus	status = vnt_validate(m, metadata_len, v, value_len,
									  &vnt_host_malloc, NULL);

	*accepted = status == VNT_OK;
	if (vnt_metadata_open(m, metadata_len, &meta) != VNT_OK)
		return status != VNT_OK;
	if (status == VNT_OK)
		return vwalk_all(&value);
	vwalk_damaged(&value);
	return true;
}

/* Copies in memory of just their size, so that a read too far is seen. */
static uint8_t *
copy_of(const uint8_t *data, size_t len)
{
	uint8_t    *copy = malloc(len > 0 ? len : 1);

	if (copy == NULL)
		abort();
	memcpy(copy, data, len);
	return copy;
}

/* Number of truncations that are accepted. */
static uint32_t
truncations(const uint8_t *m, size_t metadata_len, const uint8_t *v,
			size_t value_len)
{
	uint32_t	wrong = 0;
	bool		accepted;

	for (size_t len = 0; len < metadata_len + value_len; len++)
	{
		size_t		m_len = len < metadata_len ? len : metadata_len;
		size_t		v_len = len < metadata_len ? value_len : len - metadata_len;
		uint8_t    *m_copy = copy_of(m, m_len);
		uint8_t    *v_copy = copy_of(v, v_len);

		wrong += !accept_or_refuse(m_copy, m_len, v_copy, v_len, &accepted);
		wrong += accepted;
		free(m_copy);
		free(v_copy);
	}
	return wrong;
}

/* Number of one-bit changes after which a reader fails on accepted bytes. */
static uint32_t
bit_flips(const uint8_t *m, size_t metadata_len, const uint8_t *v,
		  size_t value_len, size_t step)
{
	uint8_t    *m_copy = copy_of(m, metadata_len);
	uint8_t    *v_copy = copy_of(v, value_len);
	uint32_t	wrong = 0;
	bool		accepted;

	for (size_t bit = 0; bit < 8 * (metadata_len + value_len); bit += step)
	{
		uint8_t    *p = bit / 8 < metadata_len ? m_copy + bit / 8 :
			v_copy + bit / 8 - metadata_len;
		uint8_t		mask = (uint8_t) (1u << bit % 8);

		*p ^= mask;
		wrong += !accept_or_refuse(m_copy, metadata_len, v_copy, value_len,
								   &accepted);
		*p ^= mask;
	}
	free(m_copy);
	free(v_copy);
	return wrong;
}

static void
test_random_values(void)
{
	int			times = vunit_times(1000);
	uint32_t	refused = 0;
	uint32_t	unreadable = 0;
	uint32_t	cut = 0;
	uint32_t	flipped = 0;

	for (int i = 0; i < times; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		b = {0};
		VntError	err;

		vrandom_encode(vrandom_value(&pool, 3), 0, &b);
		if (vnt_validate(b.all, b.meta.len, b.value.data, b.value.len,
						 &vnt_host_malloc, &err) != VNT_OK)
			refused++;
		else
			unreadable += !vwalk_all(&b.value);
		if (b.len < 400)
		{
			cut += truncations(b.all, b.meta.len, b.value.data, b.value.len);
			flipped += bit_flips(b.all, b.meta.len, b.value.data, b.value.len, 3);
		}
		vrandom_bytes_free(&b);
		vrandom_pool_free(&pool);
	}
	check(refused == 0, "random values: %u refused", refused);
	check(unreadable == 0, "random values: %u unreadable", unreadable);
	check(cut == 0, "random values cut short: %u wrong", cut);
	check(flipped == 0, "random values with a bit flipped: %u wrong", flipped);
}

/* ---------------------------------------------------------------------
 * Reference data
 * ---------------------------------------------------------------------
 */

/* The first of the places where the reference data may be. */
static const char *
shared_path(const char *name, char *path, size_t size)
{
	static const char *const places[] = {"../shared", "../../shared"};

	for (size_t i = 0; i < 2; i++)
	{
		FILE	   *file;

		snprintf(path, size, "%s/%s", places[i], name);
		file = fopen(path, "rb");
		if (file)
		{
			fclose(file);
			return path;
		}
	}
	return NULL;
}

/* The string value of "key" in the object at p, which ends at end; no escapes. */
static char *
string_member(const char *p, const char *end, const char *key)
{
	char		quoted[32];
	const char *at;
	const char *close;
	char	   *copy;

	snprintf(quoted, sizeof(quoted), "\"%s\": \"", key);
	at = strstr(p, quoted);
	if (at == NULL || at > end)
		return NULL;
	at += strlen(quoted);
	close = strchr(at, '"');
	copy = calloc(1, (size_t) (close - at) + 1);
	if (copy == NULL)
		abort();
	memcpy(copy, at, (size_t) (close - at));
	return copy;
}

/* A list of objects with id, metadata, value (hexadecimal) and expect. */
static void
test_faults(void)
{
	char		path[256];
	size_t		len;
	char	   *text;
	const char *p;
	int			count = 0;

	if (shared_path("reference/faults.json", path, sizeof(path)) == NULL)
	{
		printf("# skipped: no reference/faults.json\n");
		return;
	}
	text = (char *) vwalk_file(path, &len);
	text = realloc(text, len + 1);
	if (text == NULL)
		abort();
	text[len] = '\0';
	for (p = strchr(text, '{'); p; p = strchr(p + 1, '{'))
	{
		const char *end = strstr(p, "\n}");
		char	   *id = string_member(p, end, "id");
		char	   *metadata = string_member(p, end, "metadata");
		char	   *value = string_member(p, end, "value");
		char	   *expect = string_member(p, end, "expect");

		if (id && metadata && value && expect)
		{
			VntError	err;
			VntStatus	status = validate_hex(metadata, value, &err);

			check((status == VNT_OK) == (strcmp(expect, "accept") == 0),
				  "fault %s: %s, %s", id, expect, vnt_status_rule(status));
			count++;
		}
		free(id);
		free(metadata);
		free(value);
		free(expect);
	}
	check(count > 50, "%d faults", count);
	free(text);
}

static void
test_sample(const char *name, const uint8_t *m, size_t metadata_len,
			const uint8_t *v, size_t value_len)
{
	VntError	err = {VNT_OK, VNT_PART_VALUE, 0, 0};
	VntStatus	status = vnt_validate(m, metadata_len, v, value_len,
									  &vnt_host_malloc, &err);
	uint32_t	cut = truncations(m, metadata_len, v, value_len);
	uint32_t	flipped = bit_flips(m, metadata_len, v, value_len, 1);

	check(status == VNT_OK, "%s: %s at %zu", name, vnt_status_rule(status),
		  err.offset);
	check(cut == 0 && flipped == 0, "%s damaged: %u, %u wrong", name, cut, flipped);
}

/* name.metadata and name.value */
static bool
sample_pair(const char *directory, const char *name)
{
	char		path[1024];
	size_t		stem = strlen(name);
	size_t		metadata_len;
	size_t		value_len;
	uint8_t    *m;
	uint8_t    *v;

	if (stem < 10 || strcmp(name + stem - 9, ".metadata") != 0)
		return false;
	snprintf(path, sizeof(path), "%s/%s", directory, name);
	m = vwalk_file(path, &metadata_len);
	snprintf(path, sizeof(path), "%s/%.*s.value", directory, (int) stem - 9, name);
	v = vwalk_file(path, &value_len);
	test_sample(name, m, metadata_len, v, value_len);
	free(m);
	free(v);
	return true;
}

/* name.variant.bin: metadata and value in one */
static bool
sample_whole(const char *directory, const char *name)
{
	char		path[1024];
	size_t		len = strlen(name);
	uint8_t    *data;
	VntMetadata meta;

	if (len < 13 || strcmp(name + len - 12, ".variant.bin") != 0)
		return false;
	snprintf(path, sizeof(path), "%s/%s", directory, name);
	data = vwalk_file(path, &len);
	if (check(vnt_metadata_open(data, len, &meta) == VNT_OK, "%s opens", name))
		test_sample(name, data, meta.len, data + meta.len, len - meta.len);
	free(data);
	return true;
}

static void
test_samples(const char *known, bool (*sample) (const char *, const char *))
{
	char		path[256];
	char	   *slash;
	DIR		   *directory;
	struct dirent *entry;
	int			count = 0;

	if (shared_path(known, path, sizeof(path)) == NULL)
	{
		printf("# skipped: no %s\n", known);
		return;
	}
	slash = strrchr(path, '/');
	*slash = '\0';
	directory = opendir(path);
	while (directory && (entry = readdir(directory)) != NULL)
		count += sample(path, entry->d_name);
	if (directory)
		closedir(directory);
	check(count > 20, "%d samples in %s", count, path);
}

int
main(void)
{
	vunit_seed(20262);
	test_rules();
	test_depth();
	test_overlap_bomb();
	test_long_names();
	test_hostless();
	test_random_values();
	test_faults();
	test_samples("parquet-testing/variant/primitive_null.metadata", sample_pair);
	test_samples("parquet-testing/shredded_variant/case-004_row-0.variant.bin",
				 sample_whole);
	return vunit_done();
}
