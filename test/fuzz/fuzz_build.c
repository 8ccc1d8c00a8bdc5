/*-------------------------------------------------------------------------
 *
 * fuzz_build.c
 *	  Fuzz target: copying encoded values, damaged or not.
 *
 * Input: metadata and value, adjacent.  It is copied inside an array, together
 * with its first child.  Bytes that are valid must be taken, and the result
 * must be valid.  It is taken out by trimming as well, where a guess must give
 * what a look gives.
 *
 *-------------------------------------------------------------------------
 */
#include <stdlib.h>
#include <string.h>

#include "vnt.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
expect(bool good)
{
	if (!good)
		abort();
}

/* [value, first child, value], or as much of it as can be built. */
static VntStatus
build(VntBuilder *b, const VntValue *v)
{
	VntStatus	status = vnt_build_array_begin(b);
	VntContainer c;
	VntValue	child;

	if (status == VNT_OK)
		status = vnt_build_value(b, v);
	if (status == VNT_OK && vnt_container_open(v, &c) == VNT_OK && c.count > 0 &&
		vnt_container_child(&c, 0, &child) == VNT_OK)
		status = vnt_build_value(b, &child);
	if (status == VNT_OK)
		status = vnt_build_value(b, v);
	return status == VNT_OK ? vnt_build_array_end(b) : status;
}

/* Trimmed, or NULL. */
static uint8_t *
trim(const VntValue *v, VntTrimCache *cache, VntTrim *t)
{
	uint8_t    *out;

	if (v->len == 0 || !vnt_trim_open(t, &vnt_host_malloc, v, cache))
		return NULL;
	out = malloc(t->size);
	expect(out != NULL);
	vnt_trim_write(t, out);
	vnt_trim_close(t);
	return out;
}

static void
try_trim(const VntValue *v, bool valid)
{
	static VntTrimCache cache;
	VntSlice	metadata = {v->meta->data, v->meta->len};
	VntTrim		t;
	VntTrimGuess g;
	uint8_t    *out = trim(v, &cache, &t);

	if (out != NULL)
		expect(!valid || vnt_validate(out, t.metadata_len, out + t.metadata_len,
									  t.size - t.metadata_len, &vnt_host_malloc,
									  NULL) == VNT_OK);
	if (vnt_trim_guess(&g, &metadata, v->data, v->len, &cache))
	{
		uint8_t    *guess = malloc(g.size);

		expect(guess != NULL);
		if (vnt_trim_guess_write(&g, guess))
			expect(out != NULL && g.size == t.size && memcmp(guess, out, g.size) == 0);
		free(guess);
	}
	free(out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static VntBuilder *b = NULL;
	VntMetadata meta;
	VntValue	v;
	bool		valid;
	VntStatus	status;
	size_t		len;

	if (vnt_metadata_open(data, size, &meta) != VNT_OK || meta.len == size)
		return 0;
	v.meta = &meta;
	v.data = data + meta.len;
	v.len = size - meta.len;
	valid = vnt_validate(data, meta.len, v.data, v.len, &vnt_host_malloc,
						 NULL) == VNT_OK;
	try_trim(&v, valid);
	if (b == NULL)
		b = vnt_builder_new(&vnt_host_malloc);
	vnt_builder_reset(b);
	status = build(b, &v);
	if (status == VNT_OK)
		status = vnt_builder_size(b, &len);
	if (status == VNT_OK)
	{
		uint8_t    *out = malloc(len);
		size_t		metadata_len;

		expect(out != NULL);
		vnt_builder_write(b, out, &metadata_len);
		expect(!valid || vnt_validate(out, metadata_len, out + metadata_len,
									  len - metadata_len, &vnt_host_malloc,
									  NULL) == VNT_OK);
		free(out);
	}
	else
		expect(!valid || status == VNT_TOO_DEEP);
	return 0;
}
