/*-------------------------------------------------------------------------
 *
 * vnt_flat.c
 *	  Taking a flat container out of a document without a builder.
 *
 * An array or object of scalars needs no walk over its values: they go over in
 * one piece.  An object's names, in the order of its members, are its new
 * dictionary, sorted as they are, so that its ids become 0, 1, 2, ...
 *
 * Interface: vnt_flat_open, vnt_flat_write.
 *
 * Limits: objects of more than 255 members, and containers whose own widths
 * are not the smallest, are for the builder.  Scalars stay as they are
 * encoded.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

#define MAX_MEMBERS		255

/* How many values are looked at before it is found that one is a container. */
#define MAX_ELEMENTS	100000

/* The i-th name of an object. */
static inline VntStatus
read_name(const VntContainer *c, uint32_t i, VntSlice *name)
{
	return vnt_read_name(c->meta, vnt_load_uint(c->ids + (size_t) i * c->id_width,
												c->id_width), name);
}

static bool
only_scalars(const VntContainer *c)
{
	for (uint32_t i = 0; i < c->count; i++)
	{
		VntValue	child;

		if (vnt_read_child(c, i, &child) != VNT_OK ||
			(child.data[0] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
			return false;
	}
	return true;
}

/* The bytes of all the names of an object. */
static VntStatus
measure_names(const VntContainer *c, uint64_t *len)
{
	VntSlice	name;

	*len = 0;
	for (uint32_t i = 0; i < c->count; i++)
	{
		VNT_TRY(read_name(c, i, &name));
		*len += name.len;
	}
	return VNT_OK;
}

VntStatus
vnt_flat_open(const VntValue *v, VntFlat *f, bool *flat)
{
	VntContainer *c = &f->container;
	size_t		offsets;
	uint64_t	names = 0;

	*flat = false;
	VNT_TRY(vnt_read_container(v, c));
	if (c->count > (c->is_object ? MAX_MEMBERS : MAX_ELEMENTS) ||
		c->offset_width != vnt_uint_width(c->total) || !only_scalars(c))
		return VNT_OK;
	if (c->is_object)
		VNT_TRY(measure_names(c, &names));
	if (names > c->meta->strings_len)
		return VNT_OK;
	f->names_len = (uint32_t) names;
	f->name_width = (uint8_t) vnt_uint_width(f->names_len);
	offsets = ((size_t) c->count + 1) * c->offset_width;
	f->metadata_len = c->is_object ?
		1 + (size_t) f->name_width * (c->count + 2) + f->names_len :
		sizeof(vnt_empty_metadata);
	f->size = f->metadata_len + (c->count > VNT_MAX_SMALL_COUNT ? 5 : 2) +
		(c->is_object ? c->count : 0) + offsets + c->total;
	*flat = true;
	return VNT_OK;
}

/* The dictionary: the names of the members, in their order. */
static uint8_t *
write_metadata(const VntFlat *f, uint8_t *out)
{
	const VntContainer *c = &f->container;
	unsigned	width = f->name_width;
	uint8_t    *strings = out + 1 + width * (c->count + 2);
	uint32_t	end = 0;

	*out++ = (uint8_t) (VNT_META_VERSION_1 | VNT_META_SORTED |
						(width - 1) << VNT_META_WIDTH_SHIFT);
	vnt_store_uint(out, c->count, width);
	out += width;
	vnt_store_uint(out, 0, width);
	for (uint32_t i = 0; i < c->count; i++)
	{
		VntSlice	name;

		/* cannot fail: vnt_flat_open has read it */
		if (read_name(c, i, &name) != VNT_OK ||
			name.len > f->names_len - end)
			break;
		if (name.len > 0)
			memcpy(strings + end, name.data, name.len);
		end += (uint32_t) name.len;
		out += width;
		vnt_store_uint(out, end, width);
	}
	return strings + f->names_len;
}

/* Everything behind the dictionary, with ids from 0 on. */
static void
write_container(const VntFlat *f, uint8_t *out)
{
	const VntContainer *c = &f->container;
	unsigned	header = c->offset_width - 1u;
	size_t		offsets = ((size_t) c->count + 1) * c->offset_width;

	if (c->is_object)
	{
		*out++ = (uint8_t) (header << VNT_HEADER_SHIFT | VNT_BASIC_OBJECT);
		*out++ = (uint8_t) c->count;
		for (uint32_t i = 0; i < c->count; i++)
			*out++ = (uint8_t) i;
	}
	else
	{
		bool		large = c->count > VNT_MAX_SMALL_COUNT;

		header |= large ? VNT_ARRAY_LARGE : 0;
		*out++ = (uint8_t) (header << VNT_HEADER_SHIFT | VNT_BASIC_ARRAY);
		vnt_store_uint(out, c->count, large ? 4 : 1);
		out += large ? 4 : 1;
	}
	/* offsets and values are adjacent */
	memcpy(out, c->offsets, offsets + c->total);
}

void
vnt_flat_write(const VntFlat *f, uint8_t *out)
{
	if (f->container.is_object)
		out = write_metadata(f, out);
	else
	{
		memcpy(out, vnt_empty_metadata, sizeof(vnt_empty_metadata));
		out += sizeof(vnt_empty_metadata);
	}
	write_container(f, out);
}
