/*-------------------------------------------------------------------------
 *
 * vnt_metadata.c
 *	  Reading metadata: the dictionary of names.
 *
 *		header (1)	dictionary_size (w)	 offset[0..size] (w each)  bytes
 *
 * Interface: vnt_metadata_open, vnt_metadata_name.  Opening is O(1): it finds
 * the end from the last offset and leaves the other offsets to the reads that
 * need them, each of which is checked.  vnt_validate() checks them all.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

const uint8_t vnt_empty_metadata[3] = {
	VNT_META_VERSION_1 | VNT_META_SORTED, 0, 0
};

VntStatus
vnt_metadata_open(const uint8_t *data, size_t len, VntMetadata *m)
{
	uint64_t	table;

	if (len < 1)
		return VNT_META_TRUNCATED;
	if ((data[0] & VNT_META_VERSION_MASK) != VNT_META_VERSION_1)
		return VNT_META_VERSION;

	m->data = data;
	m->width = (uint8_t) ((data[0] >> VNT_META_WIDTH_SHIFT) + 1);
	m->sorted = (data[0] & VNT_META_SORTED) != 0;
	if (len < 1 + (size_t) m->width)
		return VNT_META_TRUNCATED;
	m->count = vnt_load_uint(data + 1, m->width);

	/* the offset table cannot wrap in 64 bits: 4 * (2^32 + 1) at most */
	table = ((uint64_t) m->count + 1) * m->width;
	if (table > len - 1 - m->width)
		return VNT_META_TRUNCATED;
	m->offsets = data + 1 + m->width;
	m->strings = m->offsets + table;
	m->strings_len = vnt_load_uint(m->strings - m->width, m->width);
	if (m->strings_len > len - (size_t) (m->strings - data))
		return VNT_META_TRUNCATED;
	m->len = (size_t) (m->strings - data) + m->strings_len;
	return VNT_OK;
}

VntStatus
vnt_metadata_name(const VntMetadata *m, uint32_t id, VntSlice *name)
{
	const uint8_t *p;
	uint32_t	start;
	uint32_t	end;

	if (id >= m->count)
		return VNT_VALUE_FIELD_ID;
	p = m->offsets + (size_t) id * m->width;
	start = vnt_load_uint(p, m->width);
	end = vnt_load_uint(p + m->width, m->width);
	if (start > end || end > m->strings_len)
		return VNT_META_OFFSETS;
	name->data = m->strings + start;
	name->len = end - start;
	return VNT_OK;
}
