/*-------------------------------------------------------------------------
 *
 * vnt_trim.c
 *	  Taking a nested container out of a document without a builder.
 *
 * With a sorted dictionary and ids of one byte, leaving out unused names
 * changes ids but neither their order nor the size of anything: so the value
 * goes over in one piece, and then each object in it gets its new ids.
 *
 * Interface: vnt_trim_open, vnt_trim_write.
 *
 * Limits: VNT_TRIM_CONTAINERS containers, each with the smallest widths;
 * everything else is for the builder.  Scalars stay as they are encoded.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

/* How many values of a container are looked at. */
#define MAX_MEMBERS		100000

/* Would a writer choose this header, and ids of one byte? */
static bool
is_smallest(const VntContainer *c, uint8_t header)
{
	unsigned	width = vnt_uint_width(c->total);
	unsigned	expected = (width - 1) << VNT_HEADER_SHIFT;

	if (c->is_object)
		expected |= VNT_BASIC_OBJECT;
	else if (c->count > 255)
		expected |= VNT_BASIC_ARRAY | VNT_ARRAY_LARGE << VNT_HEADER_SHIFT;
	else
		expected |= VNT_BASIC_ARRAY;
	return header == expected && c->count <= MAX_MEMBERS;
}

/* Look at container k: note the names it uses and the containers in it. */
static bool
scan_container(VntTrim *t, uint32_t k)
{
	VntValue	v = {t->meta, t->value + t->at[k], t->value_len - t->at[k]};
	VntContainer c;

	if (vnt_read_container(&v, &c) != VNT_OK || !is_smallest(&c, v.data[0]))
		return false;
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntValue	child;

		if (c.is_object)
		{
			if (c.ids[i] >= t->known)
				return false;
			t->id[c.ids[i]] = 1;
		}
		if (vnt_read_child(&c, i, &child) != VNT_OK)
			return false;
		if ((child.data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
			continue;
		if (t->containers == VNT_TRIM_CONTAINERS)
			return false;
		t->at[t->containers++] = (uint32_t) (child.data - t->value);
	}
	return true;
}

/* Count the names that are used, and their bytes. */
static bool
measure_names(VntTrim *t)
{
	uint64_t	len = 0;

	t->names = 0;
	for (uint32_t i = 0; i < t->known; i++)
	{
		VntSlice	name;

		if (t->id[i] == 0)
			continue;
		if (vnt_read_name(t->meta, i, &name) != VNT_OK)
			return false;
		t->names++;
		len += name.len;
	}
	if (len > t->meta->strings_len)
		return false;
	t->names_len = (uint32_t) len;
	t->name_width = (uint8_t) vnt_uint_width(t->names_len > t->names ? t->names_len : t->names);
	return true;
}

bool
vnt_trim_open(const VntValue *v, VntTrim *t)
{
	size_t		size;

	if (!v->meta->sorted || vnt_value_size(v, &size) != VNT_OK ||
		size > VNT_MAX_SIZE)
		return false;
	t->meta = v->meta;
	t->value = v->data;
	t->value_len = size;
	t->known = v->meta->count < 256 ? v->meta->count : 256;
	memset(t->id, 0, t->known);
	t->at[0] = 0;
	t->containers = 1;
	for (uint32_t k = 0; k < t->containers; k++)
	{
		if (!scan_container(t, k))
			return false;
	}
	if (!measure_names(t))
		return false;
	t->metadata_len = 1 + (size_t) t->name_width * (t->names + 2) + t->names_len;
	t->size = t->metadata_len + size;
	return true;
}

/* The dictionary of the used names; their new ids go where the marks were. */
static uint8_t *
write_metadata(VntTrim *t, uint8_t *out)
{
	unsigned	width = t->name_width;
	uint8_t    *strings = out + 1 + width * (t->names + 2);
	uint32_t	end = 0;
	uint8_t		next = 0;

	*out++ = (uint8_t) (VNT_META_VERSION_1 | VNT_META_SORTED |
						(width - 1) << VNT_META_WIDTH_SHIFT);
	vnt_store_uint(out, t->names, width);
	out += width;
	vnt_store_uint(out, 0, width);
	for (uint32_t i = 0; i < t->known; i++)
	{
		VntSlice	name;

		/* cannot fail: measure_names has read it */
		if (t->id[i] == 0 || vnt_read_name(t->meta, i, &name) != VNT_OK ||
			name.len > t->names_len - end)
			continue;
		t->id[i] = next++;
		if (name.len > 0)
			memcpy(strings + end, name.data, name.len);
		end += (uint32_t) name.len;
		out += width;
		vnt_store_uint(out, end, width);
	}
	return strings + t->names_len;
}

void
vnt_trim_write(VntTrim *t, uint8_t *out)
{
	uint8_t    *value = write_metadata(t, out);

	memcpy(value, t->value, t->value_len);
	if (t->names == t->meta->count)
		return;					/* all ids are what they were */
	for (uint32_t k = 0; k < t->containers; k++)
	{
		uint8_t    *p = value + t->at[k];

		/* all ids are in bounds: scan_container has read them */
		if ((p[0] & VNT_BASIC_MASK) != VNT_BASIC_OBJECT)
			continue;
		for (uint32_t i = 0; i < p[1]; i++)
			p[2 + i] = t->id[t->value[t->at[k] + 2 + i]];
	}
}
