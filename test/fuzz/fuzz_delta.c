/*-------------------------------------------------------------------------
 *
 * fuzz_delta.c
 *	  Fuzz target: metadata and value, adjacent, of any bytes.
 *
 * What can be encoded with delta numbers decodes to the same bytes.  Of what
 * is valid both forms read alike through a reader of parts.  As the encoded
 * form the bytes mean anything, and do no harm.
 *
 *-------------------------------------------------------------------------
 */
#include "../unit/vparts.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
insist(bool good)
{
	if (!good)
		abort();
}

static void
check_reads(const VntValue *v, const uint8_t *data, size_t size)
{
	VParts		parts;
	VntPlace	root;

	vparts_init(&parts, data, size);
	insist(vnt_reader_open(&parts.reader, &root) == VNT_OK);
	insist(vparts_same(v, &parts.reader, &root));
	insist(vparts_add_head(&parts, &root));
	insist(vparts_same(v, &parts.reader, &root));
	vparts_free(&parts);
}

static void
check_valid(const uint8_t *data, const uint8_t *encoded, size_t size)
{
	VntMetadata meta;
	VntValue	v;

	insist(vnt_metadata_open(data, size, &meta) == VNT_OK);
	v.meta = &meta;
	v.data = data + meta.len;
	v.len = size - meta.len;
	if (vnt_validate(data, meta.len, v.data, v.len, &vnt_host_malloc, NULL) != VNT_OK)
		return;
	check_reads(&v, data, size);
	check_reads(&v, encoded, size);
}

static void
walk_anything(uint8_t *copy, size_t size)
{
	VParts		parts;
	VntPlace	root;
	int			budget = 5000;

	vparts_init(&parts, copy, size);
	if (vnt_reader_open(&parts.reader, &root) == VNT_OK)
	{
		vparts_walk(&parts.reader, &root, &budget);
		(void) vparts_add_head(&parts, &root);
		vparts_walk(&parts.reader, &root, &budget);
	}
	vparts_free(&parts);
	(void) vnt_delta_decode(copy, size, NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t    *copy = malloc(size + 1);

	insist(copy != NULL);
	memcpy(copy, data, size);
	if (vnt_delta_encode(copy, size, NULL) == VNT_OK)
	{
		check_valid(data, copy, size);
		insist(vnt_delta_decode(copy, size, NULL) == VNT_OK);
		insist(memcmp(copy, data, size) == 0);
	}
	memcpy(copy, data, size);
	if (size > 0)
		copy[0] = (uint8_t) ((copy[0] & 0xf0) | VNT_DELTA_VERSION);
	walk_anything(copy, size);
	free(copy);
	return 0;
}
