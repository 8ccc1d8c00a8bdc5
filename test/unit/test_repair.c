/*-------------------------------------------------------------------------
 *
 * test_repair.c
 *	  vnt_repair(): each fault of other writers with the bytes it becomes,
 *	  what is refused, and random values written with such faults.
 *
 *-------------------------------------------------------------------------
 */
#include "vrandom.h"
#include "vwalk.h"

#define META	"01 00 00"
#define M_AB	"01 02 00 01 02 61 62"
#define M_ABC	"01 03 00 01 02 03 61 62 63"
#define M_BA	"01 02 00 01 02 62 61"
#define M_AAB	"01 03 00 01 02 03 61 61 62"

/* A value and what it becomes; metadata NULL: it stays. */
typedef struct Case
{
	const char *name;
	const char *metadata;
	const char *value;
	const char *new_metadata;
	const char *new_value;
} Case;

static const Case repaired[] = {
	/* order of members */
	{"order of ids", M_BA, "02 02 00 01 00 02 03 0c 01 00",
	NULL, "02 02 01 00 02 00 03 0c 01 00"},
	{"order of ids, values the other way round", M_BA, "02 02 00 01 01 00 03 00 0c 01",
	NULL, "02 02 01 00 00 01 03 00 0c 01"},
	{"UTF-16 order", "01 02 00 04 07 f0 90 80 80 ef bf bf", "02 02 00 01 00 01 02 00 04",
	NULL, "02 02 01 00 01 00 02 00 04"},
	{"sorted dictionary, ids fall", "11 02 00 01 02 61 62", "02 02 01 00 00 01 02 00 04",
	NULL, "02 02 00 01 01 00 02 00 04"},
	{"reserved bit and widths stay", M_BA, "d6 02000000 0000 0100 0000 0100 0200 00 04",
	NULL, "d6 02000000 0100 0000 0100 0000 0200 00 04"},
	{"inside an array", M_BA, "03 02 00 09 0a 02 02 00 01 00 01 02 00 04 08",
	NULL, "03 02 00 09 0a 02 02 01 00 01 00 02 00 04 08"},
	{"inside an object that is in order", M_BA,
		"02 02 01 00 09 00 0a 02 02 00 01 00 01 02 00 04 08",
	NULL, "02 02 01 00 09 00 0a 02 02 01 00 01 00 02 00 04 08"},
	{"inside one that is not", M_BA,
		"02 02 00 01 00 01 0a 08 02 02 00 01 00 01 02 00 04",
	NULL, "02 02 01 00 01 00 0a 08 02 02 01 00 01 00 02 00 04"},
	{"one of two same names", "01 03 00 01 02 03 62 61 61", "02 02 00 02 00 01 02 00 04",
	NULL, "02 02 02 00 01 00 02 00 04"},

	/* short forms */
	{"short metadata", "01 00", "00", META, "00"},
	{"short metadata, sorted", "11 00", "0c 05", "11 00 00", "0c 05"},
	{"no metadata", "", "00", "11 00 00", "00"},
	{"short object", META, "02 00", NULL, "02 00 00"},
	{"short array", META, "03 00", NULL, "03 00 00"},
	{"all short", "01 00", "03 00", META, "03 00 00"},
	{"short in an array", META, "03 03 00 02 03 05 02 00 00 03 00",
	NULL, "03 03 00 03 04 07 02 00 00 00 03 00 00"},
	{"short before a null, and whole before one", META,
		"03 04 00 02 03 06 07 03 00 00 03 00 00 00",
	NULL, "03 04 00 03 04 07 08 03 00 00 00 03 00 00 00"},
	{"short in an object", M_AB, "02 02 00 01 00 02 03 02 00 00",
	NULL, "02 02 00 01 00 03 04 02 00 00 00"},
	{"short, values the other way round", M_AB, "02 02 00 01 01 00 03 00 03 00",
	NULL, "02 02 00 01 01 00 04 00 03 00 00"},
	{"short at the end", M_AB, "02 02 00 01 00 01 03 00 02 00",
	NULL, "02 02 00 01 00 01 04 00 02 00 00"},
	{"short and out of order", M_BA, "02 02 00 01 00 02 03 02 00 08",
	NULL, "02 02 01 00 03 00 04 02 00 00 08"},
	{"short, two levels down", META, "03 01 00 06 03 01 00 02 03 00",
	NULL, "03 01 00 07 03 01 00 03 03 00 00"},
	{"wide offsets stay", META, "0f 01 00000000 02000000 02 00",
	NULL, "0f 01 00000000 03000000 02 00 00"},
};

/* These are valid, and nothing may touch them. */
static const Case kept[] = {
	{"null", META, "00", NULL, NULL},
	{"empty array", META, "03 00 00", NULL, NULL},
	{"values in another order", M_ABC, "02 03 00 01 02 02 01 00 03 00 04 08", NULL, NULL},
	{"wide empty array", META, "0f 00 00000000", NULL, NULL},
};

typedef struct Refusal
{
	const char *name;
	const char *metadata;
	const char *value;
	VntStatus	status;
	VntPart		part;
	size_t		offset;
} Refusal;

static const Refusal refused[] = {
	{"no metadata and no null", "", "04", VNT_META_TRUNCATED, VNT_PART_METADATA, 0},
	{"no metadata and two nulls", "", "00 00", VNT_META_TRUNCATED, VNT_PART_METADATA, 0},
	{"nothing", "", "", VNT_META_TRUNCATED, VNT_PART_METADATA, 0},
	{"no value", META, "", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0},
	{"short metadata of width 2", "41 0000", "00", VNT_META_TRUNCATED, VNT_PART_METADATA, 1},
	{"short metadata of one name", "01 01", "00", VNT_META_TRUNCATED, VNT_PART_METADATA, 1},
	{"short form of width 2", META, "07 00", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0},
	{"short form of one element", META, "03 01", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0},
	{"short form and more", META, "03 00 04", VNT_VALUE_TRUNCATED, VNT_PART_VALUE, 0},
	{"same id twice", M_AB, "02 02 01 01 00 01 02 00 04", VNT_VALUE_DUPLICATE, VNT_PART_VALUE, 3},
	{"same name twice", M_AAB, "02 02 01 00 00 01 02 00 04", VNT_VALUE_DUPLICATE, VNT_PART_VALUE, 3},
	{"same name twice, apart", M_AAB, "02 03 00 02 01 00 01 02 03 00 04 08",
	VNT_VALUE_DUPLICATE, VNT_PART_VALUE, 4},
	{"out of order, and an id not there", M_AB, "02 03 01 00 02 00 01 02 03 00 04 08",
	VNT_VALUE_FIELD_ID, VNT_PART_VALUE, 4},
	{"out of order, and bad UTF-8", M_BA, "02 02 00 01 00 01 03 00 05 ff",
	VNT_VALUE_UTF8, VNT_PART_VALUE, 9},
	{"short, and bad UTF-8 behind", META, "03 02 00 02 04 03 00 05 ff",
	VNT_VALUE_UTF8, VNT_PART_VALUE, 8},
	{"short, and an unknown type behind", META, "03 02 00 02 03 03 00 7c",
	VNT_VALUE_TYPE, VNT_PART_VALUE, 7},
	{"out of order, and overlap", M_BA, "02 02 00 01 00 00 02 0c 01",
	VNT_VALUE_OFFSETS, VNT_PART_VALUE, 5},
	{"out of order, and a gap", M_BA, "02 02 00 01 00 02 03 00 00 00",
	VNT_VALUE_OFFSETS, VNT_PART_VALUE, 4},
	{"out of order, and trailing", M_BA, "02 02 00 01 00 01 02 00 04 00",
	VNT_VALUE_TRAILING, VNT_PART_VALUE, 9},
	{"unsorted dictionary", "11 02 00 01 02 62 61", "00", VNT_META_UNSORTED, VNT_PART_METADATA, 6},
	{"array offsets fall", META, "03 02 01 00 02 00 04", VNT_VALUE_OFFSETS, VNT_PART_VALUE, 2},
	{"trailing", META, "00 00", VNT_VALUE_TRAILING, VNT_PART_VALUE, 1},
};

/* One call on bytes in memory of just their size. */
typedef struct Run
{
	VntStatus	status;
	VntError	err;
	VntBuffer	out;
	bool		changed;
} Run;

static void
run(Run *r, const uint8_t *m, size_t m_len, const uint8_t *v, size_t v_len)
{
	memset(r, 0, sizeof(*r));
	vnt_buffer_init(&r->out, &vnt_host_malloc);
	r->status = vnt_repair(m, m_len, v, v_len, &vnt_host_malloc, &r->out,
						   &r->changed, &r->err);
}

static void
run_hex(Run *r, const char *metadata, const char *value)
{
	size_t		m_len;
	size_t		v_len;
	uint8_t    *m = vwalk_hex(metadata, &m_len);
	uint8_t    *v = vwalk_hex(value, &v_len);

	run(r, m, m_len, v, v_len);
	free(m);
	free(v);
}

static bool
same_hex(const VntBuffer *out, const char *metadata, const char *value)
{
	char		all[512];
	size_t		len;
	uint8_t    *bytes;
	bool		same;

	snprintf(all, sizeof(all), "%s %s", metadata, value);
	bytes = vwalk_hex(all, &len);
	same = len == out->len && memcmp(bytes, out->data, len) == 0;
	for (size_t i = 0; !same && i < out->len; i++)
		printf("%s%02x%s", i == 0 ? "# " : " ", (unsigned char) out->data[i],
			   i + 1 == out->len ? "\n" : "");
	free(bytes);
	return same;
}

static void
test_tables(void)
{
	Run			r;

	for (size_t i = 0; i < sizeof(repaired) / sizeof(repaired[0]); i++)
	{
		const Case *c = &repaired[i];

		run_hex(&r, c->metadata, c->value);
		check(r.status == VNT_OK && r.changed &&
			  same_hex(&r.out, c->new_metadata ? c->new_metadata : c->metadata,
					   c->new_value),
			  "%s: %s", c->name, vnt_status_rule(r.status));
		vnt_buffer_free(&r.out);
	}
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
	{
		run_hex(&r, kept[i].metadata, kept[i].value);
		check(r.status == VNT_OK && !r.changed && r.out.len == 0,
			  "%s is kept", kept[i].name);
		vnt_buffer_free(&r.out);
	}
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
	{
		const Refusal *c = &refused[i];

		run_hex(&r, c->metadata, c->value);
		check(r.status == c->status && r.err.status == c->status &&
			  r.err.part == c->part && r.err.offset == c->offset &&
			  !r.changed && r.out.len == 0,
			  "%s: %s at %zu of part %d", c->name, vnt_status_rule(r.status),
			  r.err.offset, (int) r.err.part);
		vnt_buffer_free(&r.out);
	}
}

/* Does the output pass, and does it stay as it is from now on? */
static bool
is_stable(const Run *r)
{
	VntMetadata meta;
	const uint8_t *all = (const uint8_t *) r->out.data;
	Run			again;
	bool		stable;

	if (vnt_metadata_open(all, r->out.len, &meta) != VNT_OK ||
		vnt_validate(all, meta.len, all + meta.len, r->out.len - meta.len,
					 &vnt_host_malloc, NULL) != VNT_OK)
		return false;
	run(&again, all, meta.len, all + meta.len, r->out.len - meta.len);
	stable = again.status == VNT_OK && !again.changed && again.out.len == 0;
	vnt_buffer_free(&again.out);
	return stable;
}

/*
 * Short forms at the bottom of arrays of count elements each, so that totals
 * pass 255 and 65535 and offsets grow wider at every level.
 */
static void
test_growth(int levels, uint32_t count)
{
	uint8_t    *v = malloc(2);
	size_t		len = 2;
	Run			r;
	size_t		expect = 3;

	if (v == NULL)
		abort();
	memcpy(v, "\x03\x00", 2);
	for (int level = 0; level < levels; level++)
	{
		size_t		total = len * count;
		unsigned	width = vnt_uint_width((uint32_t) total);
		unsigned	new_width = vnt_uint_width((uint32_t) (expect * count));
		size_t		head = 2 + (count + 1) * (size_t) width;
		uint8_t    *outer = malloc(head + total);

		if (outer == NULL)
			abort();
		outer[0] = (uint8_t) (VNT_BASIC_ARRAY | (width - 1) << 2);
		outer[1] = (uint8_t) count;
		for (uint32_t i = 0; i <= count; i++)
			vnt_store_uint(outer + 2 + i * width, (uint32_t) (i * len), width);
		for (uint32_t i = 0; i < count; i++)
			memcpy(outer + head + i * len, v, len);
		free(v);
		v = outer;
		len = head + total;
		expect = 2 + (count + 1) * (size_t) new_width + expect * count;
	}
	run(&r, vnt_empty_metadata, 3, v, len);
	check(r.status == VNT_OK && r.changed && r.out.len == 3 + expect && is_stable(&r),
		  "%d levels of %u: %zu bytes to %zu", levels, count, len, r.out.len - 3);
	vnt_buffer_free(&r.out);
	free(v);
}

/* 999 levels around a short form, and 1000; fast, and just deep enough. */
static void
test_depth(void)
{
	for (int levels = 999; levels <= 1001; levels++)
	{
		size_t		len = 2 + 8 * (size_t) levels;
		uint8_t    *v = malloc(len);
		uint8_t    *p = v;
		Run			r;

		if (v == NULL)
			abort();
		for (int i = 0; i < levels; i++, p += 8)
		{
			p[0] = 0x0b;
			p[1] = 1;
			vnt_store_uint(p + 2, 0, 3);
			vnt_store_uint(p + 5, (uint32_t) (len - 8 * (size_t) (i + 1)), 3);
		}
		memcpy(p, "\x02\x00", 2);
		run(&r, vnt_empty_metadata, 3, v, len);
		check(levels == 999 ? r.status == VNT_OK && r.changed && is_stable(&r) :
			  r.status == VNT_TOO_DEEP && r.out.len == 0,
			  "%d levels and one: %s", levels, vnt_status_rule(r.status));
		vnt_buffer_free(&r.out);
		free(v);
	}
}

/* A wide object in order of ids, in nothing near quadratic time. */
static void
test_wide(void)
{
	enum {N = 100000};
	size_t		metadata_len = 1 + 4 + 4 * (N + 1) + 8 * N;
	size_t		value_len = 5 + 4 * N + 4 * (N + 1) + N;
	uint8_t    *m = malloc(metadata_len);
	uint8_t    *v = malloc(value_len);
	char		name[16];
	Run			r;

	if (m == NULL || v == NULL)
		abort();
	m[0] = 0xc1;
	vnt_store32(m + 1, N);
	v[0] = 0x7e;
	vnt_store32(v + 1, N);
	for (uint32_t i = 0; i <= N; i++)
	{
		vnt_store32(m + 5 + 4 * (size_t) i, 8 * i);
		vnt_store32(v + 5 + 4 * (size_t) (N + i), i);
		if (i == N)
			break;
		snprintf(name, sizeof(name), "%08u", (unsigned) ((i * UINT64_C(7919)) % N));
		memcpy(m + 5 + 4 * (N + 1) + 8 * (size_t) i, name, 8);
		vnt_store32(v + 5 + 4 * (size_t) i, i);
	}
	memset(v + 5 + 4 * N + 4 * (N + 1), 0, N);
	run(&r, m, metadata_len, v, value_len);
	check(r.status == VNT_OK && r.changed && is_stable(&r), "%d members", N);
	vnt_buffer_free(&r.out);
	free(m);
	free(v);
}

/* ---------------------------------------------------------------------
 * Random values
 * ---------------------------------------------------------------------
 */

/* Is what came out the value that it was meant to be? */
static bool
means_the_same(const Run *r, const VRBytes *good, const VRBytes *broken)
{
	VntMetadata meta;
	VntValue	v = {&meta, NULL, 0};
	VntStatus	status = VNT_OK;
	bool		same;

	if (!r->changed)			/* so it was valid */
		return vnt_compare(&broken->value, &good->value, &status) == 0;
	if (vnt_metadata_open((uint8_t *) r->out.data, r->out.len, &meta) != VNT_OK)
		return false;
	v.data = (uint8_t *) r->out.data + meta.len;
	v.len = r->out.len - meta.len;
	same = vnt_compare(&v, &good->value, &status) == 0 &&
		vnt_hash(&v, 0, &status) == vnt_hash(&good->value, 0, &status);
	return same && status == VNT_OK && is_stable(r);
}

/* Number of damaged copies that are repaired to something that is not valid. */
static uint32_t
damage(const VRBytes *b)
{
	uint8_t    *copy = malloc(b->len);
	uint32_t	wrong = 0;

	if (copy == NULL)
		abort();
	for (int i = 0; i < 20; i++)
	{
		Run			r;

		memcpy(copy, b->all, b->len);
		copy[vunit_below((uint32_t) b->len)] ^= (uint8_t) (1u << vunit_below(8));
		run(&r, copy, b->meta.len, copy + b->meta.len, b->value.len);
		wrong += r.changed ? r.status != VNT_OK || !is_stable(&r) : r.out.len != 0;
		vnt_buffer_free(&r.out);
	}
	free(copy);
	return wrong;
}

static void
test_random(void)
{
	int			times = vunit_times(3000);
	uint32_t	wrong = 0;
	uint32_t	touched = 0;
	uint32_t	damaged = 0;
	uint32_t	changed = 0;

	for (int i = 0; i < times; i++)
	{
		VRPool		pool = {NULL, 0};
		VRNode	   *node = vrandom_value(&pool, 3);
		VRBytes		good = {0};
		VRBytes		broken = {0};
		Run			r;

		vrandom_encode(node, 0, &good);
		vrandom_encode(node, VRANDOM_DISORDER | VRANDOM_SHORT, &broken);
		run(&r, good.all, good.meta.len, good.value.data, good.value.len);
		touched += r.status != VNT_OK || r.changed || r.out.len != 0;
		vnt_buffer_free(&r.out);

		run(&r, broken.all, broken.meta.len, broken.value.data, broken.value.len);
		changed += r.changed;
		if (r.status != VNT_OK || !means_the_same(&r, &good, &broken))
		{
			if (wrong++ == 0)
				printf("# value %d: %s at %zu\n", i, vnt_status_rule(r.status),
					   r.err.offset);
		}
		vnt_buffer_free(&r.out);
		damaged += damage(&broken);
		vrandom_bytes_free(&good);
		vrandom_bytes_free(&broken);
		vrandom_pool_free(&pool);
	}
	check(touched == 0, "valid values are kept, but for %u", touched);
	check(wrong == 0, "broken values are repaired, but for %u", wrong);
	check(damaged == 0, "damaged values: %u wrong", damaged);
	check(changed * 10 > (uint32_t) times, "%u of %d were broken", changed, times);
}

/* ---------------------------------------------------------------------
 * Memory
 * ---------------------------------------------------------------------
 */
static int	allowed;

static void *
failing_resize(void *ctx, void *ptr, size_t size)
{
	(void) ctx;
	return allowed-- > 0 ? realloc(ptr, size) : NULL;
}

static void
plain_release(void *ctx, void *ptr)
{
	(void) ctx;
	free(ptr);
}

/* Whichever allocation fails, nothing leaks and the status says so. */
static void
test_no_memory(void)
{
	static const VntHost host = {
		.resize = failing_resize, .release = plain_release
	};
	size_t		m_len;
	size_t		v_len;
	uint8_t    *m = vwalk_hex(M_BA, &m_len);
	uint8_t    *v = vwalk_hex("02 02 00 01 00 02 03 02 00 08", &v_len);
	VntStatus	status = VNT_NO_MEMORY;
	int			n;

	for (n = 0; n < 50 && status == VNT_NO_MEMORY; n++)
	{
		VntBuffer	out;
		bool		changed;
		VntError	err;

		allowed = n;
		vnt_buffer_init(&out, &host);
		status = vnt_repair(m, m_len, v, v_len, &host, &out, &changed, &err);
		vnt_buffer_free(&out);
	}
	check(status == VNT_OK && n > 4, "with %d allocations: %s", n - 1,
		  vnt_status_rule(status));
	free(m);
	free(v);
}

int
main(void)
{
	vunit_seed(20264);
	test_tables();
	for (int levels = 1; levels <= 3; levels++)
	{
		test_growth(levels, 3);
		test_growth(levels, 85);
		test_growth(levels, levels < 3 ? 127 : 40);
	}
	test_depth();
	test_wide();
	test_random();
	test_no_memory();
	return vunit_done();
}
