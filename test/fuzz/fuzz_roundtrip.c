/*-------------------------------------------------------------------------
 *
 * fuzz_roundtrip.c
 *	  Fuzz target: metadata and value, adjacent, of any bytes.
 *
 * What is valid and goes to text comes back equal, with the same hash; and
 * making it canonical by way of text, by copying it whole, and twice over,
 * all give the same bytes, which are valid.
 *
 *-------------------------------------------------------------------------
 */
#include "../unit/vwalk.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
insist(bool good)
{
	if (!good)
		abort();
}

/* A value of its own. */
typedef struct Built
{
	uint8_t    *data;
	size_t		size;
	VntMetadata meta;
	VntValue	v;
} Built;

/* Take what is in the builder, which is canonical, and check it. */
static void
take(VntBuilder *b, Built *built)
{
	size_t		metadata_len;

	insist(vnt_builder_size(b, &built->size) == VNT_OK);
	built->data = malloc(built->size);
	insist(built->data != NULL);
	vnt_builder_write(b, built->data, &metadata_len);
	insist(vnt_metadata_open(built->data, built->size, &built->meta) == VNT_OK);
	insist(built->meta.len == metadata_len);
	built->v.meta = &built->meta;
	built->v.data = built->data + metadata_len;
	built->v.len = built->size - metadata_len;

	/* the usual orders of values are checked without memory */
	insist(vnt_validate(built->data, metadata_len, built->v.data, built->v.len,
						NULL, NULL) == VNT_OK);
	vnt_builder_reset(b);
}

static void
check_equal(const VntValue *a, const VntValue *b)
{
	VntStatus	status = VNT_OK;

	insist(vnt_compare(a, b, &status) == 0 && vnt_compare(b, a, &status) == 0);
	insist(vnt_hash(a, 3, &status) == vnt_hash(b, 3, &status));
	insist(status == VNT_OK);
}

static void
check_same(const Built *a, const Built *b)
{
	insist(a->size == b->size && memcmp(a->data, b->data, a->size) == 0);
}

/* By way of text; the text goes to *text, which the built value may need. */
static void
through_text(VntBuilder *b, const VntValue *v, VntStyle style, VntBuffer *text,
			 Built *built)
{
	VntError	err;

	text->len = 0;
	insist(vnt_json_write(text, v, style) == VNT_OK);
	insist(vnt_json_read(b, text->data, text->len, 0, &err) == VNT_OK);
	take(b, built);
}

static void
check_roundtrip(const VntValue *v)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	VntBuffer	text;
	Built		copy;
	Built		again;
	Built		read;
	Built		pretty;

	insist(b != NULL);
	vnt_buffer_init(&text, &vnt_host_malloc);
	insist(vnt_build_value(b, v) == VNT_OK);
	take(b, &copy);
	check_equal(v, &copy.v);
	insist(vnt_build_value(b, &copy.v) == VNT_OK);
	take(b, &again);
	check_same(&copy, &again);
	through_text(b, v, VNT_STYLE_NATIVE, &text, &read);
	check_equal(v, &read.v);
	check_same(&copy, &read);
	through_text(b, &copy.v, VNT_STYLE_PRETTY, &text, &pretty);
	check_same(&copy, &pretty);

	free(copy.data);
	free(again.data);
	free(read.data);
	free(pretty.data);
	vnt_buffer_free(&text);
	vnt_builder_free(b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	VntMetadata meta;
	VntValue	v;

	if (vnt_metadata_open(data, size, &meta) != VNT_OK)
		return 0;
	v.meta = &meta;
	v.data = data + meta.len;
	v.len = size - meta.len;
	if (vnt_validate(data, meta.len, v.data, v.len, &vnt_host_malloc, NULL) == VNT_OK)
		check_roundtrip(&v);
	return 0;
}
