/*-------------------------------------------------------------------------
 *
 * test_builder.c
 *	  Builder: canonical bytes, from tokens and from encoded values.
 *
 *-------------------------------------------------------------------------
 */
#include "voracle.h"
#include "vnt_tape.h"

typedef struct Built
{
	uint8_t    *data;
	size_t		len;
	size_t		metadata_len;
	VntMetadata meta;
	VntValue	value;
} Built;

static void
built_free(Built *built)
{
	free(built->data);
	built->data = NULL;
}

/* Take the finished value of a builder into a block of exactly its size. */
static VntStatus
take(VntBuilder *b, Built *built)
{
	VntStatus	status = vnt_builder_size(b, &built->len);

	memset(built, 0, sizeof(*built));
	if (status == VNT_OK)
		status = vnt_builder_size(b, &built->len);
	if (status != VNT_OK)
		return status;
	built->data = malloc(built->len);
	vnt_builder_write(b, built->data, &built->metadata_len);
	status = vnt_metadata_open(built->data, built->metadata_len, &built->meta);
	built->value.meta = &built->meta;
	built->value.data = built->data + built->metadata_len;
	built->value.len = built->len - built->metadata_len;
	return status;
}

static bool
is_valid(const Built *built)
{
	return vnt_validate(built->data, built->metadata_len, built->value.data,
						built->value.len, &vnt_host_malloc, NULL) == VNT_OK;
}

static bool
same_bytes(const Built *a, const uint8_t *data, size_t len)
{
	return a->data && a->len == len && memcmp(a->data, data, len) == 0;
}

static VntStatus
build_key(VntBuilder *b, const char *name)
{
	return vnt_build_key(b, (const uint8_t *) name, strlen(name));
}

/* ---------------------------------------------------------------------
 * Random values: every way to build gives the oracle's bytes
 * ---------------------------------------------------------------------
 */
typedef enum Way
{
	WAY_TOKENS,
	WAY_MIXED,
	WAY_COPY,
	WAY_COUNT
} Way;

static VntStatus
feed(VntBuilder *b, const VntValue *v, Way way)
{
	if (way == WAY_COPY)
		return vnt_build_value(b, v);
	return voracle_feed(b, v, way == WAY_MIXED);
}

/* One value, through a builder that has seen many, and through a new one. */
static bool
check_value(VntBuilder *old, const VntValue *v, Way way, const VROut *want)
{
	Built		built;
	VntBuilder *new = vunit_below(8) == 0 ? vnt_builder_new(&vnt_host_malloc) : NULL;
	bool		good;

	vnt_builder_reset(old);
	good = feed(old, v, way) == VNT_OK && take(old, &built) == VNT_OK &&
		same_bytes(&built, want->data, want->len) && is_valid(&built);
	if (good && new)
	{
		Built		again;

		good = vnt_build_value(new, &built.value) == VNT_OK &&
			take(new, &again) == VNT_OK &&
			same_bytes(&again, want->data, want->len);
		built_free(&again);
	}
	if (new)
		vnt_builder_free(new);
	built_free(&built);
	return good;
}

static void
test_random(int depth, int times)
{
	static const char *const ways[] = {"tokens", "tokens and copies", "copy"};
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	int			bad[WAY_COUNT] = {0};

	for (int i = 0; i < times; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {.all = NULL};
		VROut		want = {NULL, 0};
		VRNode	   *node = vrandom_value(&pool, depth);

		vrandom_encode(node, 0, &bytes);
		voracle_canonical(&bytes.value, &want);
		for (int way = 0; way < WAY_COUNT; way++)
			bad[way] += !check_value(b, &bytes.value, (Way) way, &want);
		free(want.data);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	for (int way = 0; way < WAY_COUNT; way++)
		check(bad[way] == 0, "%d random values of depth %d from %s", times, depth,
			  ways[way]);
	vnt_builder_free(b);
}

/* ---------------------------------------------------------------------
 * Canonical values as parts of others
 * ---------------------------------------------------------------------
 */

/* Put canonical values next to each other in an object, with further names. */
static void
test_merge(int times)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		VRPool		pool = {NULL, 0};
		Built		parts[3];
		Built		built;
		VROut		want = {NULL, 0};
		VntStatus	status;

		for (int k = 0; k < 3; k++)
		{
			VRBytes		bytes = {.all = NULL};

			vrandom_encode(vrandom_value(&pool, 4), 0, &bytes);
			vnt_builder_reset(b);
			status = vnt_build_value(b, &bytes.value);
			bad += status != VNT_OK || take(b, &parts[k]) != VNT_OK;
			vrandom_bytes_free(&bytes);
		}
		vnt_builder_reset(b);
		status = vnt_build_object_begin(b);
		for (int k = 0; k < 6 && status == VNT_OK; k++)
		{
			VntSlice	name = vrandom_name(&pool);

			status = vnt_build_key(b, name.data, name.len);
			if (status == VNT_OK)
				status = vnt_build_value(b, &parts[k % 3].value);
		}
		bad += status != VNT_OK || vnt_build_object_end(b) != VNT_OK ||
			take(b, &built) != VNT_OK || !is_valid(&built);
		voracle_canonical(&built.value, &want);
		bad += !same_bytes(&built, want.data, want.len);
		free(want.data);
		built_free(&built);
		for (int k = 0; k < 3; k++)
			built_free(&parts[k]);
		vrandom_pool_free(&pool);
	}
	check(bad == 0, "%d objects of canonical values are canonical", times);
	vnt_builder_free(b);
}

/* Put an object of n members, names from step on, into an array. */
static VntStatus
add_wide(VntBuilder *b, uint32_t n, uint32_t first)
{
	VntStatus	status = vnt_build_object_begin(b);

	for (uint32_t i = 0; i < n && status == VNT_OK; i++)
	{
		char		name[16];

		snprintf(name, sizeof(name), "n%08u", first + i);
		status = build_key(b, name);
		if (status == VNT_OK)
			status = vnt_build_int(b, i);
	}
	return status == VNT_OK ? vnt_build_object_end(b) : status;
}

/*
 * An object's ids move across the edges of their width when other names join
 * or leave: n names in the copied value, then added ones before them.
 */
static void
test_id_widths(void)
{
	static const uint32_t counts[] = {1, 2, 255, 256, 257, 300, 65535, 65536, 65537};
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);

	for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); k++)
		for (uint32_t added = 0; added < 3; added++)
		{
			Built		part;
			Built		built;
			VROut		want = {NULL, 0};
			bool		good;
			VntContainer c;
			VntValue	child;

			vnt_builder_reset(b);
			good = add_wide(b, counts[k], 100) == VNT_OK && take(b, &part) == VNT_OK;
			vnt_builder_reset(b);
			good = good && vnt_build_array_begin(b) == VNT_OK &&
				vnt_build_value(b, &part.value) == VNT_OK &&
				add_wide(b, added, 98) == VNT_OK &&
				vnt_build_array_end(b) == VNT_OK && take(b, &built) == VNT_OK &&
				is_valid(&built);
			if (counts[k] < 1000)
			{
				voracle_canonical(&built.value, &want);
				good = good && same_bytes(&built, want.data, want.len);
				free(want.data);
			}
			/* and back: the first element alone is what it was */
			c = voracle_open(&built.value);
			child = voracle_child(&c, 0);
			vnt_builder_reset(b);
			good = good && vnt_build_value(b, &child) == VNT_OK;
			built_free(&built);
			if (good)
			{
				/* the source has to stay; so build it again */
				vnt_builder_reset(b);
				good = vnt_build_value(b, &part.value) == VNT_OK &&
					take(b, &built) == VNT_OK &&
					same_bytes(&built, part.data, part.len);
				built_free(&built);
			}
			check(good, "%u names and %u before them", counts[k], added);
			built_free(&part);
		}
	vnt_builder_free(b);
}

/* Taking one element out of a document drops the other names. */
static void
test_extract(int times)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	VntBuilder *other = vnt_builder_new(&vnt_host_malloc);
	int			bad = 0;

	for (int i = 0; i < times; i++)
	{
		Built		whole;
		Built		part;
		VROut		want = {NULL, 0};
		VntContainer c;
		VntValue	child;
		uint32_t	n = 200 + vunit_below(200);

		vnt_builder_reset(b);
		bad += vnt_build_array_begin(b) != VNT_OK ||
			add_wide(b, vunit_below(300), vunit_below(300)) != VNT_OK ||
			add_wide(b, n, vunit_below(300)) != VNT_OK ||
			vnt_build_array_end(b) != VNT_OK || take(b, &whole) != VNT_OK;
		c = voracle_open(&whole.value);
		child = voracle_child(&c, vunit_below(2));
		vnt_builder_reset(other);
		bad += vnt_build_value(other, &child) != VNT_OK ||
			take(other, &part) != VNT_OK;
		voracle_canonical(&child, &want);
		bad += !same_bytes(&part, want.data, want.len);
		free(want.data);
		built_free(&part);
		built_free(&whole);
	}
	check(bad == 0, "%d elements taken out", times);
	vnt_builder_free(b);
	vnt_builder_free(other);
}

/* ---------------------------------------------------------------------
 * Sizes and counts at their edges
 * ---------------------------------------------------------------------
 */
static void
test_counts(void)
{
	static const uint32_t counts[] = {0, 1, 254, 255, 256, 257, 65535, 65536, 70000};
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);

	for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); k++)
	{
		Built		built;
		VROut		want = {NULL, 0};
		VntStatus	status;

		vnt_builder_reset(b);
		status = vnt_build_array_begin(b);
		for (uint32_t i = 0; i < counts[k] && status == VNT_OK; i++)
			status = vnt_build_null(b);
		if (status == VNT_OK)
			status = vnt_build_array_end(b);
		check(status == VNT_OK && take(b, &built) == VNT_OK && is_valid(&built),
			  "array of %u nulls", counts[k]);
		voracle_canonical(&built.value, &want);
		check(same_bytes(&built, want.data, want.len), "its bytes");
		free(want.data);
		built_free(&built);

		vnt_builder_reset(b);
		check(add_wide(b, counts[k], 0) == VNT_OK && take(b, &built) == VNT_OK &&
			  is_valid(&built) && built.meta.count == counts[k],
			  "object of %u members", counts[k]);
		if (counts[k] < 1000)
		{
			want.data = NULL;
			want.len = 0;
			voracle_canonical(&built.value, &want);
			check(same_bytes(&built, want.data, want.len), "its bytes");
			free(want.data);
		}
		built_free(&built);
	}
	vnt_builder_free(b);
}

/* A string of a size such that the children take total bytes. */
static void
test_totals(void)
{
	static const uint32_t totals[] = {
		64, 254, 255, 256, 257, 258, 65535, 65536, 65537, 16777215, 16777216
	};
	uint8_t    *text = memset(malloc(16777216), 'x', 16777216);
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);

	for (size_t k = 0; k < sizeof(totals) / sizeof(totals[0]); k++)
		for (int object = 0; object < 2; object++)
		{
			Built		built;
			VROut		want = {NULL, 0};
			uint32_t	len = totals[k] - (totals[k] > 64 ? 5 + 1 : 1 + 1);
			VntStatus	status;

			vnt_builder_reset(b);
			status = object ? vnt_build_object_begin(b) : vnt_build_array_begin(b);
			if (object)
				build_key(b, "a");
			if (status == VNT_OK)
				status = vnt_build_string(b, text, len);
			if (object)
				build_key(b, "b");
			if (status == VNT_OK)
				status = vnt_build_null(b);
			if (status == VNT_OK)
				status = object ? vnt_build_object_end(b) : vnt_build_array_end(b);
			check(status == VNT_OK && take(b, &built) == VNT_OK && is_valid(&built),
				  "children of %u bytes", totals[k]);
			voracle_canonical(&built.value, &want);
			check(same_bytes(&built, want.data, want.len), "their bytes");
			free(want.data);
			built_free(&built);
		}
	vnt_builder_free(b);
	free(text);
}

/* The same long string many times is too large long before memory is. */
static void
test_too_large(void)
{
	size_t		len = 16 * 1024 * 1024;
	uint8_t    *text = memset(malloc(len), 'x', len);
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	size_t		size;
	VntStatus	status;

	vnt_build_array_begin(b);
	for (int i = 0; i < 63; i++)
		vnt_build_string(b, text, len);
	vnt_build_array_end(b);
	check(vnt_builder_size(b, &size) == VNT_OK && size > 63 * len, "just below 1 GB");

	/* 64 are just above, 300 above what 32 bits hold */
	for (int n = 64; n <= 300; n += 236)
	{
		vnt_builder_reset(b);
		vnt_build_array_begin(b);
		for (int i = 0; i < n; i++)
			vnt_build_string(b, text, len);
		vnt_build_array_end(b);
		status = vnt_builder_size(b, &size);
		check(status == VNT_TOO_LARGE, "%d strings of 16 MB", n);
	}
	vnt_builder_reset(b);
	check(vnt_build_string(b, text, VNT_MAX_SIZE + 1) == VNT_TOO_LARGE,
		  "string above the limit");
	check(vnt_build_binary(b, text, SIZE_MAX) == VNT_TOO_LARGE,
		  "binary above the limit");
	vnt_builder_free(b);
	free(text);
}

static void
test_depth(void)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	Built		built;
	int			depth = 0;
	VntStatus	status;

	while ((status = vnt_build_array_begin(b)) == VNT_OK)
		depth++;
	check(depth == VNT_MAX_DEPTH && status == VNT_TOO_DEEP, "depth is limited");
	vnt_builder_reset(b);
	for (int i = 0; i < VNT_MAX_DEPTH; i++)
		vnt_build_array_begin(b);
	for (int i = 0; i < VNT_MAX_DEPTH; i++)
		vnt_build_array_end(b);
	check(take(b, &built) == VNT_OK && is_valid(&built), "deepest array");
	vnt_builder_reset(b);
	check(vnt_build_value(b, &built.value) == VNT_OK, "deepest array copied");
	vnt_builder_reset(b);
	vnt_build_array_begin(b);
	check(vnt_build_value(b, &built.value) == VNT_TOO_DEEP, "one deeper");
	built_free(&built);
	vnt_builder_free(b);
}

/* ---------------------------------------------------------------------
 * Repeated names
 * ---------------------------------------------------------------------
 */
static void
test_duplicates(void)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	Built		built;
	size_t		size;
	VntSlice	name;
	VntContainer c;
	VntStatus	status = VNT_OK;

	vnt_build_object_begin(b);
	for (int i = 0; i < 10000; i++)
	{
		build_key(b, "a");
		vnt_build_object_begin(b);
		build_key(b, i % 2 ? "lost" : "gone");
		vnt_build_int(b, i);
		vnt_build_object_end(b);
	}
	build_key(b, "a");
	vnt_build_int(b, 7);
	vnt_build_object_end(b);
	check(take(b, &built) == VNT_OK && built.meta.count == 1,
		  "names of members that lost are not in the dictionary");
	check(vnt_metadata_name(&built.meta, 0, &name) == VNT_OK && name.len == 1 &&
		  vnt_container_open(&built.value, &c) == VNT_OK && c.count == 1 &&
		  c.values[0] == VNT_INT8 << 2 && c.values[1] == 7, "the last one wins");
	built_free(&built);

	vnt_builder_reset(b);
	vnt_builder_unique_keys(b, true);
	vnt_build_object_begin(b);
	for (int i = 0; i < 2 && status == VNT_OK; i++)
	{
		status = build_key(b, "a");
		if (status == VNT_OK)
			status = vnt_build_null(b);
	}
	if (status == VNT_OK)
		status = vnt_build_object_end(b);
	if (status == VNT_OK)
		status = vnt_builder_size(b, &size);
	check(status == VNT_DUPLICATE_KEY, "repeated names are refused on request");
	vnt_builder_reset(b);
	vnt_build_object_begin(b);
	build_key(b, "a");
	vnt_build_object_begin(b);
	build_key(b, "a");
	vnt_build_null(b);
	vnt_build_object_end(b);
	vnt_build_object_end(b);
	check(vnt_builder_size(b, &size) == VNT_OK, "at different levels they are none");
	vnt_builder_free(b);
}

/* ---------------------------------------------------------------------
 * Damaged bytes, memory that runs out
 * ---------------------------------------------------------------------
 */

/* Whatever comes out, nothing is read that is not there. */
static void
test_damaged(int times)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	int			accepted = 0;

	for (int i = 0; i < times; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {.all = NULL};
		VROut		canonical = {NULL, 0};
		VntMetadata meta;
		VntValue	v = {&meta, NULL, 0};
		uint8_t    *copy;
		size_t		len;
		size_t		size;

		vrandom_encode(vrandom_value(&pool, 4), 0, &bytes);
		if (vunit_below(2))
			voracle_canonical(&bytes.value, &canonical);
		else
			vrandom_put(&canonical, bytes.all, bytes.len);
		len = canonical.len - (vunit_below(3) ? 0 : vunit_below((uint32_t) canonical.len));
		copy = malloc(len);
		memcpy(copy, canonical.data, len);
		for (uint32_t k = vunit_below(4); k > 0; k--)
			copy[vunit_below((uint32_t) len)] = (uint8_t) vunit_random();
		if (vnt_metadata_open(copy, len, &meta) == VNT_OK)
		{
			v.data = copy + meta.len;
			v.len = len - meta.len;
			vnt_builder_reset(b);
			if (vnt_build_value(b, &v) == VNT_OK &&
				vnt_builder_size(b, &size) == VNT_OK)
			{
				uint8_t    *out = malloc(size);

				accepted++;
				vnt_builder_write(b, out, NULL);
				free(out);
			}
		}
		free(copy);
		free(canonical.data);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(true, "%d damaged values, %d of them were taken", times, accepted);
	vnt_builder_free(b);
}

/* Containers whose children are the same bytes must not multiply the work. */
static void
test_overlap(void)
{
	uint8_t		bytes[3 + 8 * 200];
	VntMetadata meta;
	VntValue	v = {&meta, bytes + 3, sizeof(bytes) - 3};
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);

	memcpy(bytes, "\x11\0\0", 3);
	for (size_t i = 0; i < 200; i++)
	{
		uint8_t    *p = bytes + 3 + 8 * i;
		uint32_t	left = (uint32_t) (8 * (200 - i) - 8);

		/* [x, x]: both offsets 0 */
		p[0] = VNT_BASIC_ARRAY | 1 << 2;
		p[1] = 2;
		memset(p + 2, 0, 4);
		p[6] = (uint8_t) left;
		p[7] = (uint8_t) (left >> 8);
	}
	check(vnt_metadata_open(bytes, 3, &meta) == VNT_OK &&
		  vnt_build_value(b, &v) == VNT_VALUE_OFFSETS, "overlapping children");
	vnt_builder_free(b);
}

typedef struct Meter
{
	int			left;			/* calls of resize that still succeed */
	int			blocks;
	int			polls;
} Meter;

static void *
meter_resize(void *ctx, void *ptr, size_t size)
{
	Meter	   *meter = ctx;

	if (meter->left-- <= 0)
		return NULL;
	meter->blocks += ptr == NULL;
	return realloc(ptr, size);
}

static void
meter_release(void *ctx, void *ptr)
{
	((Meter *) ctx)->blocks--;
	free(ptr);
}

static void
meter_poll(void *ctx)
{
	((Meter *) ctx)->polls++;
}

static void
test_no_memory(void)
{
	Meter		meter = {0, 0, 0};
	VntHost		host = {.resize = meter_resize, .release = meter_release,
	.poll = meter_poll, .ctx = &meter};
	VRPool		pool = {NULL, 0};
	VRBytes		bytes = {.all = NULL};
	VROut		want = {NULL, 0};
	int			n = 0;
	bool		done = false;
	bool		good = true;

	do
		vrandom_encode(vrandom_value(&pool, 6), 0, &bytes);
	while (bytes.len < 5000);
	voracle_canonical(&bytes.value, &want);
	for (; !done && good && n < 10000; n++)
	{
		VntBuilder *b;
		VntStatus	status;
		Built		built = {.data = NULL};

		meter.left = n;
		b = vnt_builder_new(&host);
		if (b == NULL)
			continue;
		status = voracle_feed(b, &bytes.value, n % 2);
		if (status == VNT_OK)
			status = take(b, &built);
		done = status == VNT_OK;
		good = done ? same_bytes(&built, want.data, want.len) :
			status == VNT_NO_MEMORY;
		built_free(&built);

		/* it works again when there is memory */
		meter.left = 1000000;
		vnt_builder_reset(b);
		good = good && vnt_build_value(b, &bytes.value) == VNT_OK &&
			take(b, &built) == VNT_OK && same_bytes(&built, want.data, want.len);
		built_free(&built);
		vnt_builder_free(b);
	}
	check(done && good, "memory that runs out after 0 to %d allocations", n);
	check(meter.blocks == 0, "all of it is given back");
	free(want.data);
	vrandom_bytes_free(&bytes);
	vrandom_pool_free(&pool);
}

static void
test_poll(void)
{
	Meter		meter = {1000000, 0, 0};
	VntHost		host = {.resize = meter_resize, .release = meter_release,
	.poll = meter_poll, .ctx = &meter};
	VntBuilder *b = vnt_builder_new(&host);
	size_t		size;
	int			polls;

	vnt_build_array_begin(b);
	for (int i = 0; i < 100000; i++)
		vnt_build_null(b);
	vnt_build_array_end(b);
	polls = meter.polls;
	check(polls >= 100000 / VNT_POLL_STEPS - 1, "tokens poll: %d times", polls);
	check(vnt_builder_size(b, &size) == VNT_OK && meter.polls > polls,
		  "finishing polls: %d times", meter.polls - polls);
	vnt_builder_free(b);
}

/* ---------------------------------------------------------------------
 * Names: many documents through one builder
 * ---------------------------------------------------------------------
 */

/* n members of names drawn from a range that moves. */
static void
test_many_names(uint32_t documents, uint32_t range, uint32_t step)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	uint32_t	bad = 0;

	for (uint32_t i = 0; i < documents; i++)
	{
		VntBuilder *fresh = vnt_builder_new(&vnt_host_malloc);
		uint64_t	seed = vunit_state;
		Built		built[2];

		for (int k = 0; k < 2; k++)
		{
			VntBuilder *with = k ? fresh : b;

			vunit_state = seed;
			vnt_builder_reset(with);
			vnt_build_object_begin(with);
			for (uint32_t n = vunit_below(40); n > 0; n--)
			{
				char		name[24];

				snprintf(name, sizeof(name), "%u", i * step + vunit_below(range));
				build_key(with, name);
				vnt_build_int(with, n);
			}
			vnt_build_object_end(with);
			bad += take(with, &built[k]) != VNT_OK;
		}
		bad += !same_bytes(&built[0], built[1].data, built[1].len) ||
			!is_valid(&built[0]);
		built_free(&built[0]);
		built_free(&built[1]);
		vnt_builder_free(fresh);
	}
	check(bad == 0, "%u documents, names from %u, moving by %u", documents, range,
		  step);
	vnt_builder_free(b);
}

/*
 * Names that the fast hash maps to one value whatever its seed: the highest
 * bit of one word, undone by two bits of the next.  They must not be slow.
 */
static void
test_colliding_names(void)
{
	enum
	{
		PAIRS = 13
	};
	static uint64_t words[1 << PAIRS][2 * PAIRS];
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	Built		built;

	vnt_build_object_begin(b);
	for (uint32_t i = 0; i < 1 << PAIRS; i++)
	{
		for (uint32_t k = 0; k < PAIRS; k++)
			if (i >> k & 1)
			{
				vnt_store64((uint8_t *) &words[i][2 * k], UINT64_C(1) << 63);
				vnt_store64((uint8_t *) &words[i][2 * k + 1],
							UINT64_C(1) << 63 | UINT64_C(1) << 31);
			}
		vnt_build_key(b, (const uint8_t *) words[i], sizeof(words[i]));
		vnt_build_null(b);
	}
	vnt_build_object_end(b);
	check(b->names.keyed, "colliding names are noticed");
	check(take(b, &built) == VNT_OK && built.meta.count == 1 << PAIRS,
		  "and kept apart");
	built_free(&built);
	vnt_builder_free(b);
}

/* Tokens out of order give a wrong value or a failure, no wrong access. */
static void
test_misuse(int times)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);

	for (int i = 0; i < times; i++)
	{
		Built		built;

		if (i % 50 == 0)
		{
			vnt_builder_free(b);
			b = vnt_builder_new(&vnt_host_malloc);
		}
		vnt_builder_reset(b);
		for (uint32_t n = vunit_below(12); n > 0; n--)
			switch (vunit_below(6))
			{
				case 0:
					vnt_build_object_begin(b);
					break;
				case 1:
					vnt_build_array_begin(b);
					break;
				case 2:
					vnt_build_object_end(b);
					break;
				case 3:
					build_key(b, vunit_below(2) ? "a" : "b");
					break;
				default:
					vnt_build_int(b, 1);
					break;
			}
		(void) take(b, &built);
		built_free(&built);
	}
	check(true, "%d sequences of random tokens", times);
	vnt_builder_free(b);
}

int
main(void)
{
	vunit_seed(20240611);
	test_random(0, vunit_times(2000));
	test_random(3, vunit_times(3000));
	test_random(6, vunit_times(1000));
	test_merge(vunit_times(1000));
	test_id_widths();
	test_extract(vunit_times(100));
	test_counts();
	test_totals();
	test_too_large();
	test_depth();
	test_duplicates();
	test_damaged(vunit_times(20000));
	test_overlap();
	test_no_memory();
	test_poll();
	test_colliding_names();
	test_misuse(vunit_times(20000));
	test_many_names((uint32_t) vunit_times(3000), 30, 0);
	test_many_names((uint32_t) vunit_times(3000), 1000, 0);
	test_many_names((uint32_t) vunit_times(3000), 100, 10);
	test_many_names((uint32_t) vunit_times(3000), 1000000, 0);
	return vunit_done();
}
