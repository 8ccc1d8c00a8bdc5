/*-------------------------------------------------------------------------
 *
 * test_delta.c
 *	  Delta numbers go back to the same bytes, and readers by part read both forms.
 *
 *-------------------------------------------------------------------------
 */
#include "vunit.h"
#include "vrandom.h"
#include "vparts.h"
#include "voracle.h"

/* Decode each container when it is come to, before what is in it. */
static bool
decode_in_parts(VntValue v)
{
	VntContainer c;
	VntValue	child;
	VntStatus	status = vnt_delta_decode_container(v.meta, (uint8_t *) (uintptr_t) v.data,
													v.len, &c);
	bool		good = status == VNT_OK;

	if (!good)
		return status == VNT_VALUE_TYPE;
	for (uint32_t i = 0; i < c.count && good; i++)
		good = vnt_container_child(&c, i, &child) == VNT_OK && decode_in_parts(child);
	return good;
}

static bool
parts_hold(const VRBytes *bytes, uint8_t *coded)
{
	size_t		metadata_len;
	VntMetadata meta;
	VntValue	root = {.meta = &meta};

	if (vnt_delta_decode_metadata(coded, bytes->len, &metadata_len) != VNT_OK ||
		vnt_metadata_open(coded, bytes->len, &meta) != VNT_OK || meta.len != metadata_len)
		return false;
	root.data = coded + metadata_len;
	root.len = bytes->len - metadata_len;
	return decode_in_parts(root) && memcmp(coded, bytes->all, bytes->len) == 0;
}

/* Everything that must hold for valid bytes. */
static bool
holds(const VRBytes *bytes)
{
	uint8_t    *coded = malloc(bytes->len);
	VParts		parts;
	VntPlace	root;
	bool		good;

	memcpy(coded, bytes->all, bytes->len);
	vparts_init(&parts, bytes->all, bytes->len);
	good = vnt_reader_open(&parts.reader, &root) == VNT_OK &&
		!parts.reader.delta && vparts_same(&bytes->value, &parts.reader, &root) &&
		vparts_add_head(&parts, &root) && vparts_same(&bytes->value, &parts.reader, &root);
	vparts_free(&parts);

	good = good && vnt_delta_encode(coded, bytes->len, NULL) == VNT_OK &&
		(coded[0] ^ bytes->all[0]) == 3;
	vparts_init(&parts, coded, bytes->len);
	good = good && vnt_reader_open(&parts.reader, &root) == VNT_OK &&
		parts.reader.delta && vparts_same(&bytes->value, &parts.reader, &root) &&
		vparts_add_head(&parts, &root) && vparts_same(&bytes->value, &parts.reader, &root);
	vparts_free(&parts);

	good = good && vnt_delta_decode(coded, bytes->len, NULL) == VNT_OK &&
		memcmp(coded, bytes->all, bytes->len) == 0;
	good = good && vnt_delta_encode(coded, bytes->len, NULL) == VNT_OK &&
		parts_hold(bytes, coded);
	free(coded);
	return good;
}

static void
test_random(void)
{
	int			bad = 0;

	for (int i = 0; i < vunit_times(20000) && bad < 3; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {NULL, 0, {0}, {0}};

		vrandom_encode(vrandom_value(&pool, 4), 0, &bytes);
		bad += !holds(&bytes);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(bad == 0, "random values in random encodings");
}

/*
 * An object, or an array, of n members of size bytes each, with tables of the
 * given widths; the members' values lie backwards if reversed.
 */
static bool
edge_holds(bool object, uint32_t n, unsigned width, unsigned size, bool reversed)
{
	VRBytes		bytes = {NULL, 0, {0}, {0}};
	VROut		out = {NULL, 0};
	bool		large = n > 255;
	size_t		metadata_len;
	bool		good;

	vrandom_put_uint(&out, VNT_META_VERSION_1 | VNT_META_SORTED |
					 (width - 1) << VNT_META_WIDTH_SHIFT, 1);
	vrandom_put_uint(&out, object ? n : 0, width);
	for (uint32_t i = 0; i <= (object ? n : 0); i++)
		vrandom_put_uint(&out, 3 * (uint64_t) i, width);
	for (uint32_t i = 0; i < (object ? n : 0); i++)
	{
		char		name[12];

		snprintf(name, sizeof(name), "%03u", (unsigned) i);
		vrandom_put(&out, name, 3);
	}
	metadata_len = out.len;
	vrandom_put_uint(&out, object ?
					 ((large ? VNT_OBJECT_LARGE : 0) | (width - 1) << VNT_ID_WIDTH_SHIFT | (width - 1)) << VNT_HEADER_SHIFT | VNT_BASIC_OBJECT :
					 ((large ? VNT_ARRAY_LARGE : 0) | (width - 1)) << VNT_HEADER_SHIFT | VNT_BASIC_ARRAY, 1);
	vrandom_put_uint(&out, n, large ? 4 : 1);
	for (uint32_t i = 0; i < n && object; i++)
		vrandom_put_uint(&out, i, width);
	for (uint32_t i = 0; i <= n; i++)
		vrandom_put_uint(&out, (uint64_t) size * (reversed && i < n ? n - 1 - i : i), width);
	for (uint32_t i = 0; i < n; i++)
	{
		vrandom_put_uint(&out, (size - 1) << VNT_HEADER_SHIFT | VNT_BASIC_SHORT_STRING, 1);
		for (unsigned k = 1; k < size; k++)
			vrandom_put_uint(&out, 'x', 1);
	}
	bytes.all = out.data;
	bytes.len = out.len;
	good = vnt_validate(out.data, metadata_len, out.data + metadata_len,
						out.len - metadata_len, &vnt_host_malloc, NULL) == VNT_OK &&
		vnt_metadata_open(out.data, out.len, &bytes.meta) == VNT_OK;
	bytes.value.meta = &bytes.meta;
	bytes.value.data = out.data + metadata_len;
	bytes.value.len = out.len - metadata_len;
	good = good && holds(&bytes);
	free(out.data);
	return good;
}

static void
test_edges(void)
{
	static const uint32_t counts[] = {0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 300};

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
	{
		uint32_t	n = counts[i];
		bool		good = true;

		for (unsigned width = 1; width <= 4; width++)
			for (unsigned size = 1; size <= 40; size += 13)
			{
				if (width == 1 && (n * size > 255 || n * 3 > 255))
					continue;
				good = good && edge_holds(true, n, width, size, false) &&
					edge_holds(false, n, width, size, false);
				if (n > 0)
					good = good && edge_holds(true, n, width, size, true);
			}
		check(good, "%u members, all widths, both orders of values", (unsigned) n);
	}
}

/* What the numbers become, byte by byte. */
static void
test_bytes(void)
{
	/* {"a": 1, "bc": [true, 5]} */
	static const uint8_t plain[] = {
		0x11, 2, 0, 1, 3, 'a', 'b', 'c',
		0x02, 2, 0, 1, 0, 2, 10, 0x0c, 1, 0x03, 2, 0, 1, 3, 0x04, 0x0c, 5
	};
	static const uint8_t delta[] = {
		0x12, 2, 0, 1, 3, 'a', 'b', 'c',
		0x02, 2, 0, 1, 0, 2, 10, 0x0c, 1, 0x03, 2, 0, 1, 3, 0x04, 0x0c, 5
	};
	/* [[], [], [], null] with offsets 0 2 4 6 | 7 */
	static const uint8_t array[] = {
		0x11, 0, 0, 0x03, 4, 0, 3, 6, 9, 10, 0x03, 0, 0, 0x03, 0, 0, 0x03, 0, 0, 0
	};
	static const uint8_t array_delta[] = {
		0x12, 0, 0, 0x03, 4, 0, 3, 3, 3, 10, 0x03, 0, 0, 0x03, 0, 0, 0x03, 0, 0, 0
	};
	uint8_t		bytes[32];

	memcpy(bytes, plain, sizeof(plain));
	check(vnt_delta_encode(bytes, sizeof(plain), NULL) == VNT_OK &&
		  memcmp(bytes, delta, sizeof(plain)) == 0, "bytes of an object");
	memcpy(bytes, array, sizeof(array));
	check(vnt_delta_encode(bytes, sizeof(array), NULL) == VNT_OK &&
		  memcmp(bytes, array_delta, sizeof(array)) == 0, "bytes of an array");
	check(vnt_delta_encode(bytes, sizeof(array), NULL) == VNT_META_VERSION,
		  "nothing is encoded twice");
	check(vnt_delta_decode(bytes, sizeof(array), NULL) == VNT_OK &&
		  vnt_delta_decode(bytes, sizeof(array), NULL) == VNT_META_VERSION,
		  "nothing is decoded twice");
	check(vnt_delta_decode(bytes, 0, NULL) == VNT_META_TRUNCATED, "no bytes");
}

/* Bytes changed, or cut off, after encoding: any answer, no crash. */
static void
test_damage(void)
{
	for (int i = 0; i < vunit_times(20000); i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {NULL, 0, {0}, {0}};
		VParts		parts;
		VntPlace	root;
		size_t		len;
		int			budget = 2000;
		uint8_t    *coded;

		vrandom_encode(vrandom_value(&pool, 3), 0, &bytes);
		len = bytes.len;
		(void) vnt_delta_encode(bytes.all, len, NULL);
		for (uint32_t k = vunit_below(4); k > 0; k--)
			bytes.all[vunit_below((uint32_t) len)] = (uint8_t) vunit_random();
		if (vrandom_once_in(2))
			len = vunit_below((uint32_t) len + 1);
		coded = malloc(len + 1);
		memcpy(coded, bytes.all, len);
		vparts_init(&parts, coded, len);
		if (vnt_reader_open(&parts.reader, &root) == VNT_OK)
		{
			vparts_walk(&parts.reader, &root, &budget);
			(void) vparts_add_head(&parts, &root);
			vparts_walk(&parts.reader, &root, &budget);
		}
		vparts_free(&parts);
		(void) vnt_delta_decode(coded, len, NULL);
		free(coded);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(vparts_steps > 1000, "damaged bytes do no harm; %ld steps at hand", vparts_steps);
}

/* A builder writes the very bytes that encoding what it writes gives. */
static void
test_builder(void)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	int			bad = 0;
	int			written = 0;

	for (int i = 0; i < vunit_times(3000); i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {NULL, 0, {0}, {0}};
		bool		copies = vrandom_once_in(4);
		bool		container;
		uint8_t    *plain;
		uint8_t    *delta;
		size_t		size = 0;

		vrandom_encode(vrandom_value(&pool, 4), 0, &bytes);
		container = voracle_is_container(&bytes.value);
		vnt_builder_reset(b);
		bad += voracle_feed(b, &bytes.value, copies) != VNT_OK ||
			vnt_builder_size(b, &size) != VNT_OK;
		plain = malloc(size + 1);
		delta = malloc(size + 1);
		memset(delta, 0x5a, size + 1);
		if (vnt_builder_write_delta(b, delta))
		{
			vnt_builder_write(b, plain, NULL);
			bad += vnt_delta_encode(plain, size, NULL) != VNT_OK ||
				memcmp(plain, delta, size) != 0 || delta[size] != 0x5a || !container;
			written++;
		}
		else
			bad += (container && !copies) || delta[0] != 0x5a;
		free(plain);
		free(delta);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(bad == 0 && written > 0, "what a builder writes with delta numbers, %d times", written);
	vnt_builder_free(b);
}

int
main(void)
{
	vunit_seed(20260711);
	test_bytes();
	test_edges();
	test_random();
	test_builder();
	test_damage();
	return vunit_done();
}
