/*-------------------------------------------------------------------------
 *
 * test_flat.c
 *	  Taking containers out of documents by copying.
 *
 * The builder is the oracle: out of canonical documents both must take the
 * same bytes.  Out of foreign documents the copy must be valid and equal.
 *
 *-------------------------------------------------------------------------
 */
#include "vrandom.h"

static int	taken;
static int	trimmed;
static int	remembered;
static int	guessed;
static int	wrong;
static VntTrimCache trim_cache;

/* Metadata and value from the builder, malloc'd. */
static uint8_t *
rebuilt(VntBuilder *b, const VntValue *v, size_t *len)
{
	uint8_t    *out;

	vnt_builder_reset(b);
	if (vnt_build_value(b, v) != VNT_OK || vnt_builder_size(b, len) != VNT_OK)
		abort();
	out = vrandom_resize(NULL, *len);
	vnt_builder_write(b, out, NULL);
	return out;
}

/* Is out, metadata then value, valid and equal to v? */
static bool
same_value(const uint8_t *out, size_t metadata_len, size_t size,
		   const VntValue *v)
{
	VntMetadata meta;
	VntValue	copy = {&meta, out + metadata_len, size - metadata_len};
	VntStatus	status = VNT_OK;

	return vnt_validate(out, metadata_len, copy.data, copy.len,
						&vnt_host_malloc, NULL) == VNT_OK &&
		vnt_metadata_open(out, metadata_len, &meta) == VNT_OK &&
		vnt_compare(&copy, v, &status) == 0 && status == VNT_OK;
}

/* What is guessed has to be what a look at it gives. */
static void
try_guess(const VntValue *v)
{
	VntSlice	metadata = {v->meta->data, v->meta->len};
	VntTrimGuess g;
	VntTrim		t;
	uint8_t    *out;
	uint8_t    *expected;

	if (!vnt_trim_guess(&g, &metadata, v->data, v->len, &trim_cache))
		return;
	out = vrandom_resize(NULL, g.size);
	if (vnt_trim_guess_write(&g, out))
	{
		guessed++;
		if (vnt_trim_open(&t, &vnt_host_malloc, v, NULL))
		{
			expected = vrandom_resize(NULL, t.size);
			vnt_trim_write(&t, expected);
			vnt_trim_close(&t);
			wrong += t.size != g.size || memcmp(out, expected, t.size) != 0;
			free(expected);
		}
		else
			wrong++;
	}
	free(out);
}

/* Whatever is expected, nothing wrong may come of it. */
static void
try_wrong_guess(const VntValue *v)
{
	uint8_t		number = 0;

	for (uint32_t i = 0; i < VNT_TRIM_SLOTS; i++)
	{
		/* one that has the dictionary, if there is one */
		if (trim_cache.slots[i].source_len == v->meta->len &&
			memcmp(trim_cache.slots[i].source, v->meta->data, v->meta->len) == 0 &&
			(number == 0 || vunit_below(2) == 0))
			number = (uint8_t) (i + 1);
	}
	memset(trim_cache.last, number, sizeof(trim_cache.last));
	try_guess(v);
}

/* The same with new ids, of containers in containers as well. */
static void
try_trim(VntBuilder *b, const VntValue *v, bool canonical, VntTrimCache *cache)
{
	VntTrim		t;
	uint8_t    *out;
	uint8_t    *expected;
	size_t		len;

	if (!vnt_trim_open(&t, &vnt_host_malloc, v, cache))
		return;
	trimmed++;
	remembered += t.slot != NULL;
	out = vrandom_resize(NULL, t.size);
	vnt_trim_write(&t, out);
	vnt_trim_close(&t);
	wrong += !same_value(out, t.metadata_len, t.size, v);
	expected = rebuilt(b, v, &len);
	if (canonical)
		wrong += len != t.size || memcmp(out, expected, len) != 0;
	free(expected);
	free(out);
}

static void
try_container(VntBuilder *b, const VntValue *v, bool canonical)
{
	VntFlat		f;
	bool		flat;
	uint8_t    *out;
	uint8_t    *expected;
	size_t		len;

	if (vnt_flat_open(v, &f, &flat) != VNT_OK)
	{
		wrong++;
		return;
	}
	if (!flat)
		return;
	taken++;
	out = vrandom_resize(NULL, f.size);
	vnt_flat_write(&f, out);
	wrong += !same_value(out, f.metadata_len, f.size, v);
	expected = rebuilt(b, v, &len);
	if (canonical)
		wrong += len != f.size || memcmp(out, expected, len) != 0;
	free(expected);
	free(out);
}

/* Every container in v, itself included. */
static void
try_all(VntBuilder *b, const VntValue *v, bool canonical)
{
	VntContainer c;

	if (vnt_container_open(v, &c) != VNT_OK)
		return;
	try_container(b, v, canonical);
	try_trim(b, v, canonical, NULL);
	/* remembered, and again from what is remembered */
	try_guess(v);
	try_trim(b, v, canonical, &trim_cache);
	try_guess(v);
	try_trim(b, v, canonical, &trim_cache);
	try_wrong_guess(v);
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntValue	child;

		if (vnt_container_child(&c, i, &child) == VNT_OK)
			try_all(b, &child, canonical);
	}
}

static void
test_random(VntBuilder *b)
{
	for (int i = 0; i < vunit_times(20000); i++)
	{
		VRPool		pool = {0};
		VRBytes		bytes = {0};
		VntMetadata meta;
		VntValue	v = {.meta = &meta};
		uint8_t    *document;
		size_t		len;

		vrandom_encode(vrandom_value(&pool, 3), 0, &bytes);
		try_all(b, &bytes.value, false);
		document = rebuilt(b, &bytes.value, &len);
		if (vnt_metadata_open(document, len, &meta) != VNT_OK)
			abort();
		v.data = document + meta.len;
		v.len = len - meta.len;
		try_all(b, &v, true);
		free(document);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(taken > vunit_times(20000) / 10, "%d containers taken", taken);
	check(trimmed > taken, "%d containers trimmed", trimmed);
	check(remembered > trimmed / 2, "%d remembered", remembered);
	check(guessed > trimmed / 4, "%d guessed", guessed);
	check(wrong == 0, "%d of them wrong", wrong);
}

/* Damage finds the ends of a copy, never beyond. */
static void
test_damage(VntBuilder *b)
{
	wrong = guessed = 0;
	for (int i = 0; i < vunit_times(20000); i++)
	{
		VRPool		pool = {0};
		VRBytes		bytes = {0};
		VntMetadata meta;
		VntValue	v = {.meta = &meta};
		VntTrim		t;
		uint8_t    *document;
		size_t		len;

		vrandom_encode(vrandom_value(&pool, 4), 0, &bytes);
		document = rebuilt(b, &bytes.value, &len);
		for (int k = 0; k < 8; k++)
		{
			/* at first none at all, then in the value, at last in its dictionary, too */
			if (k > 0)
			{
				size_t		safe = k < 6 ? meta.len : 0;

				document[safe + vunit_below((uint32_t) (len - safe))] ^= (uint8_t) (1 << vunit_below(8));
			}
			if (vnt_metadata_open(document, len, &meta) != VNT_OK || meta.len >= len)
				continue;
			v.data = document + meta.len;
			v.len = len - meta.len;
			try_guess(&v);
			if ((v.data[0] & 0x03) >= 2 && vnt_trim_open(&t, &vnt_host_malloc, &v, &trim_cache))
			{
				uint8_t    *out = vrandom_resize(NULL, t.size);

				vnt_trim_write(&t, out);
				vnt_trim_close(&t);
				free(out);
			}
		}
		free(document);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(wrong == 0, "%d guessed wrong from damage", wrong);
	check(guessed > vunit_times(20000) / 4, "%d guessed from damage", guessed);
}

/* Objects and arrays of n small integers, at the steps of all widths. */
static void
test_counts(VntBuilder *b)
{
	static const int counts[] = {0, 1, 2, 63, 64, 127, 128, 255, 256, 300, 32767, 32768, 100001};

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
	{
		for (int object = 0; object < 2; object++)
		{
			int			n = counts[i];
			VntMetadata meta;
			VntValue	v = {.meta = &meta};
			uint8_t    *document;
			size_t		len;
			char		name[32];

			vnt_builder_reset(b);
			(void) (object ? vnt_build_object_begin(b) : vnt_build_array_begin(b));
			for (int k = 0; k < n; k++)
			{
				int			name_len = snprintf(name, sizeof(name), "name%d", k);

				if (object)
					vnt_build_key(b, (const uint8_t *) name, (size_t) name_len);
				vnt_build_int(b, k % 100);
			}
			(void) (object ? vnt_build_object_end(b) : vnt_build_array_end(b));
			if (vnt_builder_size(b, &len) != VNT_OK)
				abort();
			document = vrandom_resize(NULL, len);
			vnt_builder_write(b, document, NULL);
			if (vnt_metadata_open(document, len, &meta) != VNT_OK)
				abort();
			v.data = document + meta.len;
			v.len = len - meta.len;
			wrong = taken = 0;
			try_container(b, &v, true);
			try_trim(b, &v, true, &trim_cache);
			try_guess(&v);
			try_wrong_guess(&v);
			check(wrong == 0 && taken == (n <= (object ? 255 : 100000)),
				  "%s of %d", object ? "object" : "array", n);
			free(document);
		}
	}
}

int
main(void)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);

	vunit_seed(20261129);
	test_random(b);
	test_damage(b);
	test_counts(b);
	vnt_builder_free(b);
	return vunit_done();
}
