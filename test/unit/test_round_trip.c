/*-------------------------------------------------------------------------
 *
 * test_round_trip.c
 *	  What is printed reads back to the same canonical bytes, for values of
 *	  all classes in any encoding; plain JSON reads as plain JSON.
 *
 *-------------------------------------------------------------------------
 */
#include "vunit.h"
#include "vrandom.h"

static VntBuilder *builder;

/* The bytes that the builder holds, malloc'd; NULL on failure. */
static uint8_t *
finish(VntStatus status, size_t *len)
{
	uint8_t    *bytes = NULL;

	if (status == VNT_OK)
		status = vnt_builder_size(builder, len);
	if (status == VNT_OK)
	{
		bytes = malloc(*len);
		vnt_builder_write(builder, bytes, NULL);
	}
	else
		printf("# %s\n", vnt_status_message(status));
	vnt_builder_reset(builder);
	return bytes;
}

static bool
same(const uint8_t *a, size_t alen, const uint8_t *b, size_t blen)
{
	return a && b && alen == blen && memcmp(a, b, alen) == 0;
}

/* Text in a style, read again, gives the canonical bytes. */
static bool
style_round_trips(const VntValue *v, VntStyle style, const uint8_t *canonical,
				  size_t canonical_len)
{
	VntBuffer	text;
	uint8_t    *back;
	size_t		len = 0;
	bool		good;

	vnt_buffer_init(&text, &vnt_host_malloc);
	if (vnt_json_write(&text, v, style) != VNT_OK)
		return false;
	back = finish(vnt_json_read(builder, text.data, text.len, 0, NULL), &len);
	good = same(back, len, canonical, canonical_len);
	if (!good)
		printf("# %.*s\n", (int) text.len, text.data);
	free(back);
	vnt_buffer_free(&text);
	return good;
}

/* Plain JSON is JSON. */
static bool
plain_reads(const VntValue *v, VntStyle style)
{
	VntBuffer	text;
	uint8_t    *back;
	size_t		len = 0;
	bool		good;

	vnt_buffer_init(&text, &vnt_host_malloc);
	if (vnt_json_write(&text, v, style) != VNT_OK)
		return false;
	back = finish(vnt_json_read(builder, text.data, text.len, VNT_JSON_PLAIN, NULL),
				  &len);
	good = back != NULL;
	if (!good)
		printf("# %.*s\n", (int) text.len, text.data);
	free(back);
	vnt_buffer_free(&text);
	return good;
}

/* The canonical form prints alike: encoding is invisible. */
static bool
prints_alike(const VntValue *v, const uint8_t *canonical, size_t len)
{
	VntMetadata m;
	VntValue	w;
	VntBuffer	a;
	VntBuffer	b;
	bool		good;

	if (vnt_metadata_open(canonical, len, &m) != VNT_OK)
		return false;
	w.meta = &m;
	w.data = canonical + m.len;
	w.len = len - m.len;
	vnt_buffer_init(&a, &vnt_host_malloc);
	vnt_buffer_init(&b, &vnt_host_malloc);
	good = vnt_json_write(&a, v, VNT_STYLE_NATIVE) == VNT_OK &&
		vnt_json_write(&b, &w, VNT_STYLE_NATIVE) == VNT_OK &&
		a.len == b.len && memcmp(a.data, b.data, a.len) == 0;
	if (!good)
		printf("# %.*s\n# %.*s\n", (int) a.len, a.data, (int) b.len, b.data);
	vnt_buffer_free(&a);
	vnt_buffer_free(&b);
	return good;
}

static void
test_random(int depth, int times, const char *what)
{
	int			bad_native = 0;
	int			bad_plain = 0;
	int			bad_print = 0;
	int			i;

	for (i = 0; i < times && bad_native + bad_plain + bad_print < 5; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {NULL, 0, {0}, {0}};
		uint8_t    *canonical;
		size_t		len = 0;
		VntStyle	style = vunit_below(2) ? VNT_STYLE_NATIVE : VNT_STYLE_PRETTY;

		vrandom_encode(vrandom_value(&pool, depth), 0, &bytes);
		canonical = finish(vnt_build_value(builder, &bytes.value), &len);
		bad_native += !style_round_trips(&bytes.value, style, canonical, len);
		bad_print += !canonical || !prints_alike(&bytes.value, canonical, len);
		bad_plain += !plain_reads(&bytes.value, style == VNT_STYLE_NATIVE ?
								  VNT_STYLE_JSON : VNT_STYLE_JSON_PRETTY);
		free(canonical);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(bad_native == 0, "%s read back to the same bytes", what);
	check(bad_print == 0, "%s print alike in canonical form", what);
	check(bad_plain == 0, "%s as plain JSON", what);
}

/* Every exponent, and every float near a power of two. */
static void
test_floating(void)
{
	int			bad = 0;
	int			i;
	int			d;

	for (i = 0; i < vunit_times(20000); i++)
	{
		VRNode		node;
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {NULL, 0, {0}, {0}};
		uint8_t    *canonical;
		size_t		len = 0;
		uint32_t	bits = (uint32_t) (i % 511) << 23;
		uint64_t	bits64 = (uint64_t) vunit_random();

		memset(&node, 0, sizeof(node));
		d = (int) vunit_below(3) - 1;
		if (i % 2)
		{
			bits += (uint32_t) d;
			if (i % 4 == 1)
				bits ^= (uint32_t) vunit_random() & 0x7fffff;
			node.scalar.type = VNT_FLOAT;
			memcpy(&node.scalar.u.f, &bits, sizeof(bits));
		}
		else
		{
			node.scalar.type = VNT_DOUBLE;
			if (i % 4 == 0)
				bits64 = (bits64 & ~((UINT64_C(1) << 52) - 1)) + (uint64_t) (int64_t) d;
			memcpy(&node.scalar.u.d, &bits64, sizeof(bits64));
		}
		vrandom_encode(&node, 0, &bytes);
		canonical = finish(vnt_build_value(builder, &bytes.value), &len);
		bad += !style_round_trips(&bytes.value, VNT_STYLE_NATIVE, canonical, len);
		free(canonical);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	check(bad == 0, "floats and doubles read back to the same bits");
}

int
main(void)
{
	vunit_seed(20240101);
	builder = vnt_builder_new(&vnt_host_malloc);
	test_random(0, vunit_times(20000), "scalars");
	test_random(4, vunit_times(2000), "documents");
	test_floating();
	vnt_builder_free(builder);
	return vunit_done();
}
