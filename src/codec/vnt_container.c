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
	const uint8_t *p = v->data;
	uint8_t		header;
	bool		large;
	uint64_t	need;

	if (v->len < 1)
		return VNT_VALUE_TRUNCATED;
	header = p[0] >> VNT_HEADER_SHIFT;
	if ((p[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
		return VNT_VALUE_TYPE;

	c->meta = v->meta;
	c->is_object = (p[0] & VNT_BASIC_MASK) == VNT_BASIC_OBJECT;
	c->offset_width = (uint8_t) ((header & VNT_OFFSET_WIDTH_MASK) + 1);
	if (c->is_object)
	{
		c->id_width = (uint8_t) ((header >> VNT_ID_WIDTH_SHIFT & 0x03) + 1);
		large = (header & VNT_OBJECT_LARGE) != 0;
	}
	else
	{
		c->id_width = 0;
		large = (header & VNT_ARRAY_LARGE) != 0;
	}

	if (v->len < (large ? 5u : 2u))
		return VNT_VALUE_TRUNCATED;
	c->count = large ? vnt_load32(p + 1) : p[1];
	p += large ? 5 : 2;

	/* cannot wrap: 8 * 2^32 and some */
	need = (uint64_t) c->count * c->id_width +
		((uint64_t) c->count + 1) * c->offset_width;
	if (need > v->len - (size_t) (p - v->data))
		return VNT_VALUE_TRUNCATED;
	c->ids = c->is_object ? p : NULL;
	c->offsets = p + (size_t) c->count * c->id_width;
	c->values = p + need;
	c->total = vnt_load_uint(c->values - c->offset_width, c->offset_width);
	if (c->total > v->len - (size_t) (c->values - v->data))
		return VNT_VALUE_TRUNCATED;
	return VNT_OK;
}

VntStatus
vnt_container_child(const VntContainer *c, uint32_t i, VntValue *child)
{
	uint32_t	offset;

	offset = vnt_load_uint(c->offsets + (size_t) i * c->offset_width,
						   c->offset_width);
	if (offset >= c->total)
		return VNT_VALUE_OFFSETS;
	child->meta = c->meta;
	child->data = c->values + offset;
	child->len = c->total - offset;
	return VNT_OK;
}

uint32_t
vnt_object_id(const VntContainer *c, uint32_t i)
{
	return vnt_load_uint(c->ids + (size_t) i * c->id_width, c->id_width);
}

VntStatus
vnt_object_name(const VntContainer *c, uint32_t i, VntSlice *name)
{
	return vnt_metadata_name(c->meta, vnt_object_id(c, i), name);
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
	if (hint && *hint < high)
	{
		VNT_TRY(vnt_object_name(c, *hint, &found));
		if (found.len == len && memcmp(found.data, name, len) == 0)
			return vnt_container_child(c, *hint, child);
	}
	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;
		int			order;

		VNT_TRY(vnt_object_name(c, middle, &found));
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
