/*-------------------------------------------------------------------------
 *
 * fuzz_validate.c
 *	  Fuzz target: metadata and value, adjacent, of any bytes.
 *
 * What vnt_validate() accepts every reader reads, it equals itself, none of
 * its beginnings is accepted, and vnt_repair() leaves it alone.  What it
 * refuses no reader crashes on, and if vnt_repair() changes it, then into
 * something valid.
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

/* Validate and repair; returns whether it is valid. */
static bool
check_repair(const uint8_t *data, size_t metadata_len, size_t size)
{
	VntError	err;
	VntError	repair_err;
	VntBuffer	out;
	bool		changed;
	VntStatus	status;
	VntStatus	repair_status;
	VntMetadata meta;

	status = vnt_validate(data, metadata_len, data + metadata_len,
						  size - metadata_len, &vnt_host_malloc, &err);
	insist(status == VNT_OK || err.status == status);
	if (status != VNT_OK)
		insist(err.offset <= (err.part == VNT_PART_METADATA ? metadata_len :
							  size - metadata_len));

	vnt_buffer_init(&out, &vnt_host_malloc);
	repair_status = vnt_repair(data, metadata_len, data + metadata_len,
							   size - metadata_len, &vnt_host_malloc, &out,
							   &changed, &repair_err);
	if (status == VNT_OK)
		insist(repair_status == VNT_OK && !changed);
	else if (repair_status == VNT_OK)
	{
		insist(changed);
		data = (const uint8_t *) out.data;
		insist(vnt_metadata_open(data, out.len, &meta) == VNT_OK);
		insist(vnt_validate(data, meta.len, data + meta.len, out.len - meta.len,
							&vnt_host_malloc, NULL) == VNT_OK);
	}
	else
		insist(repair_err.status == repair_status);
	if (!changed)
		insist(out.len == 0);
	vnt_buffer_free(&out);
	return status == VNT_OK;
}

/* No beginning of valid bytes is valid. */
static void
check_beginnings(const uint8_t *data, size_t metadata_len, size_t size)
{
	size_t		step = size < 256 ? 1 : size / 64;

	for (size_t len = metadata_len; len < size; len += step)
		insist(vnt_validate(data, metadata_len, data + metadata_len,
							len - metadata_len, &vnt_host_malloc, NULL) != VNT_OK);
	for (size_t len = 0; len < metadata_len; len += step)
		insist(vnt_validate(data, len, data + metadata_len,
							size - metadata_len, &vnt_host_malloc, NULL) != VNT_OK);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	VntMetadata meta;
	VntValue	v;

	if (vnt_metadata_open(data, size, &meta) != VNT_OK)
	{
		(void) check_repair(data, size, size);
		(void) check_repair(data, size > 2 ? 2 : 0, size);
		return 0;
	}
	v.meta = &meta;
	v.data = data + meta.len;
	v.len = size - meta.len;
	if (check_repair(data, meta.len, size))
	{
		insist(vwalk_all(&v));
		check_beginnings(data, meta.len, size);
	}
	else
		vwalk_damaged(&v);
	return 0;
}
