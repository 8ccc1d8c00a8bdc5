/*-------------------------------------------------------------------------
 *
 * vnt_splice_write.c
 *	  Writing a document with one place changed, as vnt_splice_open() planned it.
 *
 * Interface: vnt_splice_write.
 *
 * Sizes and widths are known, so that all is written once, from the front.
 * Containers on the path get a new head, and their values in up to three
 * pieces; ids of objects beside the path are changed in the output.
 *
 * Limits: the plan looks at no more than it needs.  What is damaged elsewhere
 * comes out damaged, but never outside of the size that was planned.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_splice.h"

static uint8_t *
put_name(const VntSplice *s, VntSlice name, uint8_t **offset, uint8_t *strings,
		 uint8_t *p)
{
	if (name.len > 0)
		memcpy(p, name.data, name.len);
	p += name.len;
	*offset += s->name_width;
	vnt_store_uint(*offset, (uint32_t) (p - strings), s->name_width);
	return p;
}

static void
write_names(const VntSplice *s, uint8_t *out)
{
	const VntMetadata *m = s->root->meta;
	uint8_t    *offset = out + 1 + s->name_width;
	uint8_t    *strings = offset + ((size_t) s->names + 1) * s->name_width;
	uint8_t    *p = strings;
	size_t		left = s->strings_len - (s->added ? s->name.len : 0);
	uint32_t	gone = 0;

	out[0] = (uint8_t) (VNT_META_VERSION_1 | VNT_META_SORTED |
						(s->name_width - 1) << VNT_META_WIDTH_SHIFT);
	vnt_store_uint(out + 1, s->names, s->name_width);
	vnt_store_uint(offset, 0, s->name_width);
	for (uint32_t id = 0; id <= m->count; id++)
	{
		VntSlice	name;

		if (s->added && id == s->new_id)
			p = put_name(s, s->name, &offset, strings, p);
		if (id == m->count)
			break;
		if (gone < s->gone_count && s->gone[gone] == id)
		{
			gone++;
			continue;
		}
		/* damaged offsets may lead anywhere inside the old names: leave room for the new one */
		if (vnt_metadata_name(m, id, &name) != VNT_OK || name.len > left)
			name.len = 0;
		left -= name.len;
		p = put_name(s, name, &offset, strings, p);
	}
	/* or take less than what was planned, and all that is written has to be of the document */
	memset(p, 0, left);
}

/* Give the objects of a value in the output their new ids. */
static void
renumber(const VntSplice *s, uint8_t *p, size_t len)
{
	VntValue	v = {NULL, p, len};
	VntContainer c;

	if (vnt_container_open(&v, &c) != VNT_OK)
		return;
	if (c.is_object)
		for (uint32_t i = 0; i < c.count; i++)
			vnt_store_uint(p + (c.ids - p) + (size_t) i * c.id_width,
						   vnt_splice_id(s, vnt_object_id(&c, i)), c.id_width);
	for (uint32_t i = 0; i < c.count; i++)
	{
		uint32_t	offset = vnt_splice_offset(&c, i);

		if (offset < c.total && (c.values[offset] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
			renumber(s, p + (c.values - p) + offset, c.total - offset);
	}
}

/* Where a value goes that was at offset. */
static inline uint32_t
moved(const VntSpliceLevel *l, uint32_t offset)
{
	uint32_t	result = offset;

	if (l->has_old && offset > l->old_offset)
		result -= l->old_size;
	if (l->has_new && offset >= l->place)
		result += l->new_size;
	return result;
}

static inline uint32_t
new_offset(const VntSpliceLevel *l)
{
	return l->place - (l->has_old && l->place > l->old_offset ? l->old_size : 0);
}

/* Header, count, ids and offsets; the values begin at the result. */
static uint8_t *
write_head(const VntSplice *s, const VntSpliceLevel *l, uint8_t *p)
{
	bool		large = l->count > VNT_MAX_SMALL_COUNT;
	unsigned	header = l->offset_width - 1u;
	uint8_t    *offsets;
	uint32_t	i = 0;
	uint32_t	n = 0;

	if (l->c.is_object)
		header |= (large ? VNT_OBJECT_LARGE : 0) |
			(l->id_width - 1u) << VNT_ID_WIDTH_SHIFT;
	else
		header |= large ? VNT_ARRAY_LARGE : 0;
	*p++ = (uint8_t) (header << VNT_HEADER_SHIFT |
					  (l->c.is_object ? VNT_BASIC_OBJECT : VNT_BASIC_ARRAY));
	vnt_store_uint(p, l->count, large ? 4 : 1);
	p += large ? 4 : 1;
	offsets = p + (size_t) l->count * l->id_width;
	for (;; i++)
	{
		if (i == l->index && l->has_new)
		{
			if (l->c.is_object)
				vnt_store_uint(p + (size_t) n * l->id_width,
							   l->has_old ? vnt_splice_id(s, vnt_object_id(&l->c, i)) : s->new_id,
							   l->id_width);
			vnt_store_uint(offsets + (size_t) n++ * l->offset_width,
						   new_offset(l), l->offset_width);
		}
		if (i == l->c.count)
			break;
		if (i == l->index && l->has_old)
			continue;
		if (l->c.is_object)
			vnt_store_uint(p + (size_t) n * l->id_width,
						   vnt_splice_id(s, vnt_object_id(&l->c, i)), l->id_width);
		vnt_store_uint(offsets + (size_t) n++ * l->offset_width,
					   moved(l, vnt_splice_offset(&l->c, i)), l->offset_width);
	}
	vnt_store_uint(offsets + (size_t) n * l->offset_width, l->total, l->offset_width);
	return offsets + ((size_t) n + 1) * l->offset_width;
}

static uint8_t *
copy_piece(const VntSpliceLevel *l, uint32_t from, uint32_t to, uint8_t *p)
{
	if (to > from)
	{
		memcpy(p, l->c.values + from, to - from);
		p += to - from;
	}
	return p;
}

static void
renumber_children(const VntSplice *s, const VntSpliceLevel *l, uint8_t *values)
{
	for (uint32_t i = 0; i < l->c.count; i++)
	{
		uint32_t	offset = vnt_splice_offset(&l->c, i);

		if (l->has_old && i == l->index)
			continue;
		/* the old bytes tell what it is, in case offsets are damaged */
		if (offset < l->c.total &&
			(l->c.values[offset] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT &&
			moved(l, offset) < l->total)
			renumber(s, values + moved(l, offset), l->total - moved(l, offset));
	}
}

static uint8_t *
write_level(const VntSplice *s, uint32_t n, uint8_t *p)
{
	const VntSpliceLevel *l = &s->levels[n];
	uint32_t	old_end = l->old_offset + l->old_size;
	uint8_t    *values;
	bool		before = !l->has_old || l->place <= l->old_offset;

	p = write_head(s, l, p);
	values = p;
	if (before)
		p = copy_piece(l, 0, l->place, p);
	else
	{
		p = copy_piece(l, 0, l->old_offset, p);
		p = copy_piece(l, old_end, l->place, p);
	}
	if (l->has_new && n + 1 < s->depth)
		p = write_level(s, n + 1, p);
	else if (l->has_new)
	{
		memcpy(p, s->newval->data, l->new_size);
		p += l->new_size;
	}
	if (before && l->has_old)
	{
		p = copy_piece(l, l->place, l->old_offset, p);
		p = copy_piece(l, old_end, l->c.total, p);
	}
	else
		p = copy_piece(l, l->place, l->c.total, p);
	if (!s->same_ids)
		renumber_children(s, l, values);
	return p;
}

void
vnt_splice_write(const VntSplice *s, uint8_t *out)
{
	if (s->same_names)
		memcpy(out, s->root->meta->data, s->metadata_size);
	else
		write_names(s, out);
	(void) write_level(s, 0, out + s->metadata_size);
}
