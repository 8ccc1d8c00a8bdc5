/*-------------------------------------------------------------------------
 *
 * fuzz_json.c
 *	  Fuzz target: JSON text.
 *
 * Input: one byte of flags, then text.  Text that is taken must give valid
 * bytes; these copied must be the same bytes, and so must be what their text
 * form reads back to.  One builder sees all inputs, another is new for each.
 *
 *-------------------------------------------------------------------------
 */
#include <stdlib.h>
#include <string.h>

#include "vnt.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Bytes
{
	uint8_t    *data;
	size_t		len;
	VntMetadata meta;
	VntValue	value;
} Bytes;

static void
expect(bool good)
{
	if (!good)
		abort();
}

/* Finish b; false if the result is too large. */
static bool
take(VntBuilder *b, Bytes *bytes)
{
	size_t		metadata_len;

	if (vnt_builder_size(b, &bytes->len) != VNT_OK)
		return false;
	bytes->data = malloc(bytes->len);
	expect(bytes->data != NULL);
	vnt_builder_write(b, bytes->data, &metadata_len);
	expect(vnt_metadata_open(bytes->data, bytes->len, &bytes->meta) == VNT_OK);
	expect(bytes->meta.len == metadata_len);
	bytes->value.meta = &bytes->meta;
	bytes->value.data = bytes->data + metadata_len;
	bytes->value.len = bytes->len - metadata_len;
	expect(vnt_validate(bytes->data, metadata_len, bytes->value.data,
						bytes->value.len, &vnt_host_malloc, NULL) == VNT_OK);
	return true;
}

static void
expect_same(VntBuilder *b, const Bytes *bytes)
{
	Bytes		again;

	expect(take(b, &again));
	expect(again.len == bytes->len &&
		   memcmp(again.data, bytes->data, bytes->len) == 0);
	free(again.data);
}

static void
check_again(const Bytes *bytes, const uint8_t *text, size_t len, unsigned flags)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	VntBuffer	out;

	expect(vnt_json_read(b, (const char *) text, len, flags, NULL) == VNT_OK);
	expect_same(b, bytes);
	vnt_builder_reset(b);
	expect(vnt_build_value(b, &bytes->value) == VNT_OK);
	expect_same(b, bytes);
	vnt_buffer_init(&out, &vnt_host_malloc);
	expect(vnt_json_write(&out, &bytes->value, VNT_STYLE_NATIVE) == VNT_OK);
	vnt_builder_reset(b);
	expect(vnt_json_read(b, out.data, out.len, 0, NULL) == VNT_OK);
	expect_same(b, bytes);
	vnt_buffer_free(&out);
	vnt_builder_free(b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static VntBuilder *b = NULL;
	Bytes		bytes;
	VntError	err = {VNT_OK, VNT_PART_VALUE, 0, 0};
	unsigned	flags;

	if (size < 1)
		return 0;
	flags = data[0] & VNT_JSON_PLAIN;
	data++;
	size--;
	if (b == NULL)
		b = vnt_builder_new(&vnt_host_malloc);
	vnt_builder_reset(b);
	if (vnt_json_read(b, (const char *) data, size, flags, &err) != VNT_OK)
	{
		expect(err.status != VNT_OK && err.part == VNT_PART_TEXT &&
			   err.offset <= size);
		return 0;
	}
	if (take(b, &bytes))
	{
		check_again(&bytes, data, size, flags);
		free(bytes.data);
	}
	return 0;
}
