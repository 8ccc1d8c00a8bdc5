/*-------------------------------------------------------------------------
 *
 * vnt_container.c
 *	  Reading objects and arrays in place.
 *
 *		object:	 header	 count	id[count]  offset[count + 1]  values
 *		array:	 header	 count			   offset[count + 1]  values
 *
 * An object's ids and offsets are in the order of the members' names; its
 * values may lie in any order.  An array's values lie in order.
 *
 * Interface: vnt_container_open, vnt_container_child, vnt_object_name,
 * vnt_object_id, vnt_object_find.  All O(1) but the last, which is O(log n).
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

VntStatus
vnt_container_open(const VntValue *v, VntContainer *c)
{
	return vnt_read_container(v, c);
}

VntStatus
vnt_container_child(const VntContainer *c, uint32_t i, VntValue *child)
{
	return vnt_container_child_inline(c, i, child);
}

uint32_t
vnt_object_id(const VntContainer *c, uint32_t i)
{
	return vnt_load_uint(c->ids + (size_t) i * c->id_width, c->id_width);
}

VntStatus
vnt_object_name(const VntContainer *c, uint32_t i, VntSlice *name)
{
	return vnt_metadata_name_inline(c->meta, vnt_object_id(c, i), name);
}

VntStatus
vnt_object_find(const VntContainer *c, const uint8_t *name, size_t len,
				VntValue *child, uint32_t *hint)
{
	uint32_t	low = 0;
	uint32_t	high = c->count;
	VntSlice	found;

	if (!c->is_object)
		return VNT_NOT_FOUND;
	if (hint)
	{
		VntStatus	status = vnt_read_member(c, *hint, name, len, child);

		if (status != VNT_NOT_FOUND)
			return status;
	}
	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;
		int			order;

		VNT_TRY(vnt_read_name(c->meta, vnt_object_id(c, middle), &found));
		order = vnt_bytes_cmp(found.data, found.len, name, len);
		if (order == 0)
		{
			if (hint)
				*hint = middle;
			return vnt_container_child(c, middle, child);
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return VNT_NOT_FOUND;
}
