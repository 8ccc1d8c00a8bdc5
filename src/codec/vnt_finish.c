/*-------------------------------------------------------------------------
 *
 * vnt_finish.c
 *	  From a builder's tape to canonical bytes.
 *
 * Interface: vnt_builder_size, vnt_builder_write.
 *
 * Finishing goes over the containers from the last to the first, that is from
 * the leaves to the root, twice: once to put the members of each object in the
 * order of their ids, and once to add up sizes.  If a name is repeated, the
 * earlier members are taken out of the tape and names and order are done again
 * for what is left.
 *
 * Limits: recursion is bounded by VNT_MAX_DEPTH.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_tape.h"

#define MAX_SMALL_COUNT	255		/* one byte of count */

static inline uint32_t
member_item(uint64_t member)
{
	return (uint32_t) member;
}

static inline uint32_t
member_id(uint64_t member)
{
	return (uint32_t) (member >> 32);
}

/* ---------------------------------------------------------------------
 * Order of members
 * ---------------------------------------------------------------------
 */

/* Keep the last of each name; members are in order of id, then of coming. */
static void
drop_repeated(VntBuilder *b, const uint64_t *members, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		if (member_id(members[i - 1]) == member_id(members[i]))
			b->items[member_item(members[i - 1])].key = VNT_NONE;
}

/* Collect and order the members of one object. */
static VntStatus
order_members(VntBuilder *b, VntItem *object, uint32_t first, bool *dropped)
{
	uint64_t   *members = b->members + b->member_count;
	const VntName *names = b->names.names;
	uint64_t	last = 0;
	uint32_t	room = b->keys - b->member_count;
	uint32_t	n = 0;
	bool		sorted = true;
	bool		repeated = false;

	for (uint32_t i = first; i < object->end; i = vnt_tape_next(b, i))
	{
		uint64_t	member;

		if (n == room)
			return VNT_VALUE_OFFSETS;	/* a value without a key */
		member = (uint64_t) names[b->items[i].key].id << 32 | i;
		if (n > 0 && member >> 32 <= last >> 32)
			sorted = false;
		last = member;
		members[n++] = member;
	}
	if (!sorted)
	{
		vnt_sort64(members, b->scratch, n, b->host);
		for (uint32_t i = 1; i < n; i++)
			repeated |= member_id(members[i - 1]) == member_id(members[i]);
	}
	if (repeated && b->unique)
		return VNT_DUPLICATE_KEY;
	if (repeated)
	{
		drop_repeated(b, members, n);
		*dropped = true;
	}
	object->u.c.start = b->member_count;
	object->u.c.count = n;
	b->member_count += n;
	return VNT_OK;
}

static VntStatus
grow_words(VntBuilder *b, uint64_t **array, uint32_t *capacity)
{
	void	   *grown = *array;
	VntStatus	status;

	status = vnt_array_grow(b->host, &grown, capacity, sizeof(uint64_t),
							(uint64_t) b->keys + 1);
	*array = grown;
	return status;
}

static VntStatus
order_all(VntBuilder *b, bool *dropped)
{
	uint32_t	i = b->last_container;

	VNT_TRY(grow_words(b, &b->members, &b->member_capacity));
	VNT_TRY(grow_words(b, &b->scratch, &b->scratch_capacity));
	b->member_count = 0;
	while (i != VNT_NONE)
	{
		VntItem    *item = &b->items[i];
		uint32_t	before = item->u.c.start;
		uint32_t	had = b->member_count;

		if (item->kind == VNT_ITEM_OBJECT)
			VNT_TRY(order_members(b, item, i + 1, dropped));
		vnt_builder_step(b, 1 + b->member_count - had);
		i = before;
	}
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Sizes
 * ---------------------------------------------------------------------
 */
static VntStatus
container_size(VntItem *item, uint32_t count, uint64_t total, unsigned id_width)
{
	unsigned	offset_width;
	unsigned	large = count > MAX_SMALL_COUNT;
	uint64_t	size;

	if (total > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	offset_width = vnt_uint_width((uint32_t) total);
	size = (large ? 5u : 2u) + (uint64_t) count * id_width +
		((uint64_t) count + 1) * offset_width + total;
	if (size > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	item->size = (uint32_t) size;
	if (id_width > 0)
		item->head = (uint8_t) (((large ? VNT_OBJECT_LARGE : 0) |
								 (id_width - 1) << VNT_ID_WIDTH_SHIFT |
								 (offset_width - 1)) << VNT_HEADER_SHIFT |
								VNT_BASIC_OBJECT);
	else
		item->head = (uint8_t) (((large ? VNT_ARRAY_LARGE : 0) |
								 (offset_width - 1)) << VNT_HEADER_SHIFT |
								VNT_BASIC_ARRAY);
	return VNT_OK;
}

static VntStatus
size_object(VntBuilder *b, VntItem *item)
{
	const uint64_t *members = b->members + item->u.c.start;
	uint32_t	count = item->u.c.count;
	uint64_t	total = 0;
	bool		has_large = false;

	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t	size = b->items[member_item(members[i])].size;

		total += size;
		has_large |= size > VNT_LARGE_VALUE;
	}
	item->has_large = has_large;
	return container_size(item, count, total,
						  count == 0 ? 1 :
						  vnt_uint_width(member_id(members[count - 1])));
}

static VntStatus
size_array(VntBuilder *b, VntItem *item, uint32_t first)
{
	uint64_t	total = 0;
	uint32_t	count = 0;

	for (uint32_t i = first; i < item->end; i = vnt_tape_next(b, i))
	{
		total += b->items[i].size;
		count++;
	}
	item->u.c.count = count;
	return container_size(item, count, total, 0);
}

/* Containers from the last to the first, so that children come first. */
static VntStatus
size_all(VntBuilder *b)
{
	for (uint32_t i = b->count; i-- > 0;)
	{
		VntItem    *item = &b->items[i];

		if (item->kind < VNT_ITEM_ARRAY)
			continue;
		if (item->kind == VNT_ITEM_OBJECT)
			VNT_TRY(size_object(b, item));
		else
			VNT_TRY(size_array(b, item, i + 1));
		vnt_builder_step(b, 1 + item->u.c.count);
	}
	return VNT_OK;
}

/* Copies whose ids need another width are taken apart. */
static VntStatus
settle_copies(VntBuilder *b, bool *changed)
{
	VNT_TRY(vnt_copy_prepare(b));
	for (uint32_t i = 0; i < b->count && !*changed; i++)
		if (b->items[i].kind == VNT_ITEM_COPY)
			*changed = !vnt_copy_fits(b, &b->items[i]);
	if (*changed)
		VNT_TRY(vnt_tape_expand(b));
	return VNT_OK;
}

static VntStatus
finish(VntBuilder *b)
{
	bool		changed = false;

	if (b->count == 0 || b->depth > 0)
		return VNT_VALUE_TRUNCATED;
	VNT_TRY(vnt_names_finish(&b->names));
	VNT_TRY(order_all(b, &changed));
	if (changed)
	{
		VNT_TRY(vnt_tape_compact(b));
		VNT_TRY(vnt_names_finish(&b->names));
		VNT_TRY(order_all(b, &changed));
		changed = false;
	}
	if (b->copies)
		VNT_TRY(settle_copies(b, &changed));
	if (changed)
		VNT_TRY(order_all(b, &changed));
	VNT_TRY(size_all(b));
	b->finished = true;
	return VNT_OK;
}

VntStatus
vnt_builder_size(VntBuilder *b, size_t *size)
{
	if (!b->finished)
		VNT_TRY(finish(b));
	*size = (size_t) b->names.metadata_size + b->items[0].size;
	return *size <= VNT_MAX_SIZE ? VNT_OK : VNT_TOO_LARGE;
}

/* ---------------------------------------------------------------------
 * Output
 * ---------------------------------------------------------------------
 */
static uint8_t *write_container(VntBuilder *b, uint32_t i, uint8_t *p);

/*
 * What is stored too much is written over by what comes behind, except at the
 * very end.
 */
static inline void
store_low_bytes(const VntBuilder *b, uint8_t *p, uint64_t bits, uint32_t n)
{
	if (p < b->spacious)
		vnt_store64(p, bits);
	else
		for (; n > 0; n--, bits >>= 8)
			*p++ = (uint8_t) bits;
}

/* Write one value and return its end. */
static inline uint8_t *
write_item(VntBuilder *b, uint32_t i, uint8_t *p)
{
	const VntItem *item = &b->items[i];

	switch ((VntItemKind) item->kind)
	{
		case VNT_ITEM_INLINE:
			p[0] = item->head;
			store_low_bytes(b, p + 1, item->u.bits, item->size - 1);
			break;
		case VNT_ITEM_DECIMAL:
			p[0] = item->head;
			p[1] = item->scale;
			store_low_bytes(b, p + 2, item->u.bits, item->size - 2);
			break;
		case VNT_ITEM_BYTES:
			p[0] = item->head;
			vnt_copy_short(p + 1, item->u.data, item->size - 1);
			break;
		case VNT_ITEM_COUNTED:
			p[0] = item->head;
			vnt_store32(p + 1, item->size - 5);
			if (item->size > 5)
				memcpy(p + 5, item->u.data, item->size - 5);
			break;
		case VNT_ITEM_COPY:
			vnt_copy_write(b, item, p);
			break;
		case VNT_ITEM_ARRAY:
		case VNT_ITEM_OBJECT:
			return write_container(b, i, p);
	}
	return p + item->size;
}

/* Header and count; the rest begins at the result. */
static uint8_t *
write_head(const VntItem *item, uint8_t *p)
{
	*p++ = item->head;
	if (item->u.c.count > MAX_SMALL_COUNT)
	{
		vnt_store32(p, item->u.c.count);
		return p + 4;
	}
	*p++ = (uint8_t) item->u.c.count;
	return p;
}

static uint8_t *
write_array(VntBuilder *b, const VntItem *item, uint32_t first, uint8_t *p)
{
	unsigned	width = (item->head >> VNT_HEADER_SHIFT & VNT_OFFSET_WIDTH_MASK) + 1u;
	uint8_t    *offsets = write_head(item, p);
	uint8_t    *values = offsets + ((size_t) item->u.c.count + 1) * width;

	p = values;
	for (uint32_t i = first; i < item->end; i = vnt_tape_next(b, i))
	{
		vnt_store_uint(offsets, (uint32_t) (p - values), width);
		offsets += width;
		p = write_item(b, i, p);
	}
	vnt_store_uint(offsets, (uint32_t) (p - values), width);
	return p;
}

/* The values that are large, or those that are not, and their offsets. */
static uint8_t *
write_some_values(VntBuilder *b, const VntItem *item, bool large,
				  uint8_t *offsets, unsigned width, uint8_t *values, uint8_t *p)
{
	const uint64_t *members = b->members + item->u.c.start;

	for (uint32_t i = 0; i < item->u.c.count; i++)
	{
		uint32_t	child = member_item(members[i]);

		if ((b->items[child].size > VNT_LARGE_VALUE) != large)
			continue;
		vnt_store_uint(offsets + (size_t) i * width, (uint32_t) (p - values),
					   width);
		p = write_item(b, child, p);
	}
	return p;
}

static uint8_t *
write_object(VntBuilder *b, const VntItem *item, uint8_t *p)
{
	const uint64_t *members = b->members + item->u.c.start;
	uint32_t	count = item->u.c.count;
	unsigned	header = item->head >> VNT_HEADER_SHIFT;
	unsigned	width = (header & VNT_OFFSET_WIDTH_MASK) + 1;
	unsigned	id_width = (header >> VNT_ID_WIDTH_SHIFT & 0x03) + 1;
	uint8_t    *ids = write_head(item, p);
	uint8_t    *offsets = ids + (size_t) count * id_width;
	uint8_t    *values = offsets + ((size_t) count + 1) * width;

	for (uint32_t i = 0; i < count; i++)
	{
		vnt_store_uint(ids, member_id(members[i]), id_width);
		ids += id_width;
	}
	p = write_some_values(b, item, false, offsets, width, values, values);
	if (item->has_large)
		p = write_some_values(b, item, true, offsets, width, values, p);
	vnt_store_uint(offsets + (size_t) count * width, (uint32_t) (p - values),
				   width);
	return p;
}

static uint8_t *
write_container(VntBuilder *b, uint32_t i, uint8_t *p)
{
	const VntItem *item = &b->items[i];

	vnt_builder_step(b, item->u.c.count);
	if (item->kind == VNT_ITEM_OBJECT)
		return write_object(b, item, p);
	return write_array(b, item, i + 1, p);
}

void
vnt_builder_write(VntBuilder *b, uint8_t *out, size_t *metadata_len)
{
	size_t		size = (size_t) b->names.metadata_size + b->items[0].size;

	b->spacious = size > 8 ? out + size - 8 : out;
	memcpy(out, b->names.metadata, b->names.metadata_size);
	if (metadata_len)
		*metadata_len = b->names.metadata_size;
	write_item(b, 0, out + b->names.metadata_size);
}
