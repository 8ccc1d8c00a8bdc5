/*-------------------------------------------------------------------------
 *
 * vnt_finish.c
 *	  From a builder's tape to canonical bytes.
 *
 * Interface: vnt_builder_size, vnt_builder_write, vnt_builder_write_delta.
 *
 * Finishing goes over the containers from the last to the first, that is from
 * the leaves to the root: it puts the members of each object in the order of
 * their ids and adds up sizes.  If a name is repeated, the earlier members are
 * taken out of the tape and all is done again for what is left.
 *
 * Limits: recursion is bounded by VNT_MAX_DEPTH.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_tape.h"

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

/*
 * Members by id without comparing them: marked in bits, and read off in order.
 * False where two have the same, or where ids are too far apart for it.
 */
static bool
spread_members(VntBuilder *b, uint64_t *members, uint32_t n)
{
	uint32_t	words = b->names.dictionary_count / 64 + 1;
	uint64_t   *bits = b->scratch;
	uint64_t	repeated = 0;
	uint32_t	k = 0;

	if (words > n)
		return false;
	memset(bits, 0, words * sizeof(uint64_t));
	for (uint32_t i = 0; i < n; i++)
	{
		uint32_t	id = member_id(members[i]);
		uint64_t	bit = UINT64_C(1) << id % 64;

		if (id >= b->names.dictionary_count)
			return false;		/* the key of another document */
		repeated |= bits[id / 64] & bit;
		bits[id / 64] |= bit;
		b->slots[id] = member_item(members[i]);
	}
	if (repeated)
		return false;
	for (uint32_t word = 0; word < words; word++)
		for (uint64_t left = bits[word]; left; left &= left - 1)
		{
			uint32_t	id = word * 64 + vnt_lowest_bit(left);

			members[k++] = (uint64_t) id << 32 | b->slots[id];
		}
	return true;
}

/* Put members in the order of their ids; whether one is repeated. */
static bool
order_members(VntBuilder *b, uint64_t *members, uint32_t n)
{
	bool		repeated = false;

	if (spread_members(b, members, n))
		return false;
	vnt_sort64(members, b->scratch, n, b->host);
	for (uint32_t i = 1; i < n; i++)
		repeated |= member_id(members[i - 1]) == member_id(members[i]);
	return repeated;
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
grow_slots(VntBuilder *b)
{
	void	   *slots = b->slots;
	VntStatus	status;

	status = vnt_array_grow(b->host, &slots, &b->slot_capacity, sizeof(uint32_t),
							(uint64_t) b->names.dictionary_count + 1);
	b->slots = slots;
	return status;
}

/* ---------------------------------------------------------------------
 * Sizes
 * ---------------------------------------------------------------------
 */

/* More than anything may have; sums of it are as well. */
#define TOO_LARGE	((uint32_t) VNT_MAX_SIZE + 1)

/*
 * Size and header of a container of count values of total bytes; id_width is
 * 0 for an array.  What is too large is said so at the root, as a repeated
 * name may take it out.
 */
static void
container_size(VntItem *item, uint32_t count, uint64_t total, unsigned id_width)
{
	unsigned	offset_width;
	unsigned	large = count > VNT_MAX_SMALL_COUNT;
	uint64_t	size;

	offset_width = vnt_uint_width(total > UINT32_MAX ? UINT32_MAX : (uint32_t) total);
	size = (large ? 5u : 2u) + (uint64_t) count * id_width +
		((uint64_t) count + 1) * offset_width + total;
	item->size = size > VNT_MAX_SIZE ? TOO_LARGE : (uint32_t) size;
	if (id_width > 0)
		item->head = (uint8_t) (((large ? VNT_OBJECT_LARGE : 0) |
								 (id_width - 1) << VNT_ID_WIDTH_SHIFT |
								 (offset_width - 1)) << VNT_HEADER_SHIFT |
								VNT_BASIC_OBJECT);
	else
		item->head = (uint8_t) (((large ? VNT_ARRAY_LARGE : 0) |
								 (offset_width - 1)) << VNT_HEADER_SHIFT |
								VNT_BASIC_ARRAY);
}

/* An object of scalars, none of them repeated, to compare the next one with. */
typedef struct Shape
{
	uint32_t	first;			/* its items */
	uint32_t	count;
	const uint64_t *members;	/* and their order */
} Shape;

/*
 * Does the object have the keys of the shape, one for one?  Then its members
 * are in the same order.  In an array of records this is mostly so.
 */
static bool
take_shape(VntBuilder *b, VntItem *object, uint32_t first, const Shape *shape)
{
	const VntItem *items = &b->items[first];
	const VntItem *others = &b->items[shape->first];
	uint64_t   *members = b->members + b->member_count;
	uint32_t	n = shape->count;
	uint64_t	total = 0;
	bool		has_large = false;

	if (object->end - first != n || n > b->keys - b->member_count)
		return false;
	for (uint32_t i = 0; i < n; i++)
	{
		if (items[i].key != others[i].key || items[i].kind >= VNT_ITEM_ARRAY)
			return false;
		total += items[i].size;
		has_large |= items[i].size > VNT_LARGE_VALUE;
	}
	/* containers come from the last to the first */
	for (uint32_t i = 0; i < n; i++)
		members[i] = shape->members[i] - (shape->first - first);
	object->has_large = has_large;
	object->u.c.start = b->member_count;
	object->u.c.count = n;
	b->member_count += n;
	container_size(object, n, total, n == 0 ? 1 : vnt_uint_width(member_id(members[n - 1])));
	return true;
}

/* Collect and order the members of one object, and add up their sizes. */
static VntStatus
finish_object(VntBuilder *b, VntItem *object, uint32_t first, bool *dropped)
{
	uint64_t   *members = b->members + b->member_count;
	const VntName *names = b->names.names;
	uint64_t	total = 0;
	uint32_t	next = 0;		/* the least id that is in order */
	uint32_t	room = b->keys - b->member_count;
	uint32_t	n = 0;
	bool		sorted = true;
	bool		has_large = false;
	bool		repeated = false;

	for (uint32_t i = first; i < object->end; i = vnt_tape_next(b, i))
	{
		const VntItem *item = &b->items[i];
		uint32_t	id;

		if (n == room)
			return VNT_VALUE_OFFSETS;	/* a value without a key */
		id = names[item->key].id;
		sorted &= id >= next;
		next = id + 1;
		total += item->size;
		has_large |= item->size > VNT_LARGE_VALUE;
		members[n++] = (uint64_t) id << 32 | i;
	}
	if (!sorted)
		repeated = order_members(b, members, n);
	if (repeated && b->unique)
		return VNT_DUPLICATE_KEY;
	if (repeated)
	{
		drop_repeated(b, members, n);
		*dropped = true;
	}
	object->has_large = has_large;
	object->u.c.start = b->member_count;
	object->u.c.count = n;
	b->member_count += n;
	container_size(object, n, total, n == 0 ? 1 : vnt_uint_width(member_id(members[n - 1])));
	return VNT_OK;
}

/* The same, if it is not like the shape; what it is, the next may be like. */
static VntStatus
finish_like(VntBuilder *b, VntItem *object, uint32_t first, Shape *shape,
			bool *dropped)
{
	const uint64_t *members = b->members + b->member_count;
	bool		repeated = false;

	if (shape->count > 0 && take_shape(b, object, first, shape))
		return VNT_OK;
	VNT_TRY(finish_object(b, object, first, &repeated));
	*dropped |= repeated;
	if (!repeated && object->end - first == object->u.c.count)
	{
		shape->first = first;
		shape->count = object->u.c.count;
		shape->members = members;
	}
	return VNT_OK;
}

static void
finish_array(const VntBuilder *b, VntItem *array, uint32_t first)
{
	uint64_t	total = 0;
	uint32_t	count = 0;

	for (uint32_t i = first; i < array->end; i = vnt_tape_next(b, i))
	{
		total += b->items[i].size;
		count++;
	}
	array->u.c.count = count;
	container_size(array, count, total, 0);
}

/* Containers from the last to the first, so that children come first. */
static VntStatus
finish_containers(VntBuilder *b, bool *dropped)
{
	uint32_t	i = b->last_container;
	Shape		shape = {0, 0, NULL};

	VNT_TRY(grow_words(b, &b->members, &b->member_capacity));
	VNT_TRY(grow_words(b, &b->scratch, &b->scratch_capacity));
	VNT_TRY(grow_slots(b));
	b->member_count = 0;
	while (i != VNT_NONE)
	{
		VntItem    *item = &b->items[i];
		uint32_t	before = item->u.c.start;

		if (item->kind == VNT_ITEM_OBJECT)
			VNT_TRY(finish_like(b, item, i + 1, &shape, dropped));
		else
			finish_array(b, item, i + 1);
		vnt_builder_step(b, 1 + item->u.c.count);
		i = before;
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
	VNT_TRY(finish_containers(b, &changed));
	if (changed)
	{
		VNT_TRY(vnt_tape_compact(b));
		VNT_TRY(vnt_names_finish(&b->names));
		VNT_TRY(finish_containers(b, &changed));
		changed = false;
	}
	if (b->copies)
		VNT_TRY(settle_copies(b, &changed));
	if (changed)
		VNT_TRY(finish_containers(b, &changed));
	if (b->items[0].size > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
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
 * What is written too much is written over by what comes behind, except at the
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

/*
 * A value that is a header byte and at most 64 other bytes, wherever they are,
 * with space for VNT_SPACE: without asking what it is.
 */
static VNT_INLINE uint8_t *
write_short(const VntItem *item, uint8_t *p)
{
	const uint8_t *from = (const uint8_t *) item + offsetof(VntItem, u) -
		(item->kind == VNT_ITEM_DECIMAL);

	if (item->kind == VNT_ITEM_TEXT)
		from = item->u.data;
	p[0] = item->head;
	vnt_copy16(p + 1, from);
	for (uint32_t n = 17; n < item->size; n += 16)
		vnt_copy16(p + n, from + n - 1);
	return p + item->size;
}

/* Write one value and return its end. */
static uint8_t *
write_any(VntBuilder *b, uint32_t i, uint8_t *p)
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
		case VNT_ITEM_TEXT:
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

static VNT_INLINE uint8_t *
write_item(VntBuilder *b, uint32_t i, uint8_t *p)
{
	const VntItem *item = &b->items[i];

	if (VNT_LITTLE_HOST && VNT_LIKELY(item->kind <= VNT_ITEM_TEXT && p < b->spacious))
		return write_short(item, p);
	return write_any(b, i, p);
}

/* Header and count; the rest begins at the result. */
static uint8_t *
write_head(const VntItem *item, uint8_t *p)
{
	*p++ = item->head;
	if (item->u.c.count > VNT_MAX_SMALL_COUNT)
	{
		vnt_store32(p, item->u.c.count);
		return p + 4;
	}
	*p++ = (uint8_t) item->u.c.count;
	return p;
}

/* With a constant width the loops below lose their switches. */
static VNT_INLINE uint8_t *
write_elements(VntBuilder *b, const VntItem *item, uint32_t first,
			   uint8_t *offsets, unsigned width)
{
	uint8_t    *values = offsets + ((size_t) item->u.c.count + 1) * width;
	uint8_t    *p = values;

	for (uint32_t i = first; i < item->end; i = vnt_tape_next(b, i))
	{
		vnt_store_uint(offsets, (uint32_t) (p - values), width);
		offsets += width;
		p = write_item(b, i, p);
	}
	vnt_store_uint(offsets, (uint32_t) (p - values), width);
	return p;
}

static uint8_t *
write_array(VntBuilder *b, const VntItem *item, uint32_t first, uint8_t *p)
{
	unsigned	width = (item->head >> VNT_HEADER_SHIFT & VNT_OFFSET_WIDTH_MASK) + 1u;

	uint8_t    *offsets = write_head(item, p);

	if (width == 1)
		p = write_elements(b, item, first, offsets, 1);
	else if (width == 2)
		p = write_elements(b, item, first, offsets, 2);
	else
		p = write_elements(b, item, first, offsets, width);
	if (b->delta)
		vnt_delta_encode_table(offsets, item->u.c.count, width);
	return p;
}

/*
 * The values of an object and their offsets: all, or those that are large, or
 * those that are not.
 */
typedef enum Choice
{
	CHOOSE_ALL,
	CHOOSE_SMALL,
	CHOOSE_LARGE
} Choice;

static VNT_INLINE uint8_t *
write_values(VntBuilder *b, const VntItem *item, Choice choice,
			 uint8_t *offsets, unsigned width, uint8_t *values, uint8_t *p)
{
	const uint64_t *members = b->members + item->u.c.start;
	uint32_t	count = item->u.c.count;

	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t	child = member_item(members[i]);

		if (choice != CHOOSE_ALL &&
			(b->items[child].size > VNT_LARGE_VALUE) != (choice == CHOOSE_LARGE))
			continue;
		vnt_store_uint(offsets + (size_t) i * width, (uint32_t) (p - values),
					   width);
		p = write_item(b, child, p);
	}
	return p;
}

static VNT_INLINE void
write_ids(const uint64_t *members, uint32_t count, uint8_t *ids, unsigned width)
{
	for (uint32_t i = 0; i < count; i++)
		vnt_store_uint(ids + (size_t) i * width, member_id(members[i]), width);
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

	if (id_width == 1)
		write_ids(members, count, ids, 1);
	else
		write_ids(members, count, ids, id_width);
	if (item->has_large)
	{
		p = write_values(b, item, CHOOSE_SMALL, offsets, width, values, values);
		p = write_values(b, item, CHOOSE_LARGE, offsets, width, values, p);
	}
	else if (width == 1)
		p = write_values(b, item, CHOOSE_ALL, offsets, 1, values, values);
	else if (width == 2)
		p = write_values(b, item, CHOOSE_ALL, offsets, 2, values, values);
	else
		p = write_values(b, item, CHOOSE_ALL, offsets, width, values, values);
	vnt_store_uint(offsets + (size_t) count * width, (uint32_t) (p - values),
				   width);
	if (b->delta)
	{
		vnt_delta_encode_table(ids, count, id_width);
		vnt_delta_encode_table(offsets, count, width);
	}
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

static void
write_all(VntBuilder *b, uint8_t *out, bool delta)
{
	size_t		size = (size_t) b->names.metadata_size + b->items[0].size;

	b->spacious = size > VNT_SPACE ? out + size - VNT_SPACE : out;
	b->delta = delta;
	memcpy(out, b->names.metadata, b->names.metadata_size);
	write_any(b, 0, out + b->names.metadata_size);
}

void
vnt_builder_write(VntBuilder *b, uint8_t *out, size_t *metadata_len)
{
	if (metadata_len)
		*metadata_len = b->names.metadata_size;
	write_all(b, out, false);
}

bool
vnt_builder_write_delta(VntBuilder *b, uint8_t *out)
{
	unsigned	width = (unsigned) (b->names.metadata[0] >> VNT_META_WIDTH_SHIFT) + 1;

	if (b->copies || b->items[0].kind < VNT_ITEM_ARRAY)
		return false;
	write_all(b, out, true);
	out[0] = (uint8_t) ((out[0] & ~VNT_META_VERSION_MASK) | VNT_DELTA_VERSION);
	vnt_delta_encode_table(out + 1 + width, b->names.dictionary_count, width);
	return true;
}
