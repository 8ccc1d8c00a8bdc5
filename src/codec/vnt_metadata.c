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
	return vnt_read_metadata(data, len, m);
}

VntStatus
vnt_metadata_name(const VntMetadata *m, uint32_t id, VntSlice *name)
{
	return vnt_metadata_name_inline(m, id, name);
}
