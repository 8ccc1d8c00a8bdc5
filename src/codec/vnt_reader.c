/*-------------------------------------------------------------------------
 *
 * vnt_reader.c
 *	  Reading a value of which only parts are at hand, in either stored form.
 *
 * What is asked for are headers, one entry of a table with what it adds up
 * from, and names to compare with: a few hundred bytes at a time.  Every
 * position is checked against the size of the whole.
 *
 * A value that is read again gets a head: then the way to a member of the root
 * is that of a value in memory.
 *
 * Interface: vnt_reader_open, vnt_reader_head_len, vnt_reader_decode_head,
 * vnt_reader_step, vnt_place_type, vnt_place_size,
 * vnt_places_open, vnt_places_child, vnt_places_find.
 *
 * Limits: a search compares some log n names; those of a large dictionary may
 * be far apart.  A good hint needs one comparison.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

/* A header byte and a count of four bytes. */
#define HEAD	5

static VNT_NO_INLINE const uint8_t *
fetch_elsewhere(const VntReader *s, size_t pos, size_t len)
{
	if (pos > s->size || len > s->size - pos)
		return NULL;
	return s->fetch(s->ctx, pos, len);
}

static inline const uint8_t *
fetch(const VntReader *s, size_t pos, size_t len)
{
	if (vnt_range_has(0, s->head_len, pos, len))
		return s->head + pos;
	if (vnt_range_has(s->part_pos, s->part_len, pos, len))
		return s->part + (pos - s->part_pos);
	return fetch_elsewhere(s, pos, len);
}

/* Are the entries of the table that starts here steps?  None is in both. */
static inline bool
has_steps(const VntReader *s, size_t table)
{
	return s->delta && table >= s->head_len;
}

/* As much as there is of the first bytes of a value. */
static const uint8_t *
fetch_head(const VntReader *s, const VntPlace *p, size_t *len)
{
	*len = p->len < HEAD ? p->len : HEAD;
	return *len > 0 ? fetch(s, p->pos, *len) : NULL;
}

/* ---------------------------------------------------------------------
 * Tables of numbers
 * ---------------------------------------------------------------------
 */
static inline uint32_t
width_mask(unsigned width)
{
	return UINT32_MAX >> (32 - 8 * width);
}

/* The sum of the halves of 16 bits; what a half holds does not overflow. */
static inline uint32_t
add_halves(uint64_t word)
{
	return (uint32_t) (word * UINT64_C(0x0001000100010001) >> 48);
}

/*
 * The sum of n entries, one stride at most; one of a table that is not delta
 * coded is itself.
 */
static inline uint32_t
add_up(const uint8_t *p, uint32_t n, unsigned width)
{
	const uint64_t bytes = UINT64_C(0x00ff00ff00ff00ff);
	uint32_t	sum = 0;

	if (width == 2)
	{
		for (uint32_t i = 0; i < n; i++)
			sum += vnt_load16(p + 2 * (size_t) i);
		return sum & 0xffff;
	}
	if (width == 1)
	{
		for (; n >= 8; n -= 8, p += 8)
		{
			uint64_t	word = vnt_load64(p);

			sum += add_halves((word & bytes) + (word >> 8 & bytes));
		}
		for (; n > 0; n--)
			sum += *p++;
		return sum & 0xff;
	}
	for (; n > 0; n--, p += width)
		sum += vnt_load_uint(p, width);
	return sum & width_mask(width);
}

/* The first entry that number i depends on. */
static inline uint32_t
stride_start(const VntReader *s, size_t table, uint32_t i)
{
	return has_steps(s, table) ? i - i % VNT_DELTA_STRIDE : i;
}

/* Number i of a table; not for the total behind its end. */
static VntStatus
read_entry(const VntReader *s, size_t table, uint32_t i, unsigned width,
		   uint32_t *number)
{
	uint32_t	first = stride_start(s, table, i);
	uint32_t	n = i - first + 1;
	const uint8_t *p = fetch(s, table + (size_t) first * width,
							 (size_t) n * width);

	if (p == NULL)
		return VNT_VALUE_TRUNCATED;
	*number = add_up(p, n, width);
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Metadata
 * ---------------------------------------------------------------------
 */
VntStatus
vnt_reader_open(VntReader *s, VntPlace *root)
{
	const uint8_t *p;
	uint64_t	table;
	uint8_t		version;

	if (s->size < 1)
		return VNT_META_TRUNCATED;
	p = fetch(s, 0, s->size < HEAD ? s->size : HEAD);
	if (p == NULL)
		return VNT_META_TRUNCATED;
	version = p[0] & VNT_META_VERSION_MASK;
	if (version != VNT_META_VERSION_1 && version != VNT_DELTA_VERSION)
		return VNT_META_VERSION;
	s->delta = version == VNT_DELTA_VERSION;
	s->width = (uint8_t) ((p[0] >> VNT_META_WIDTH_SHIFT) + 1);
	if (s->size < 1 + (size_t) s->width)
		return VNT_META_TRUNCATED;
	s->count = vnt_load_uint(p + 1, s->width);
	s->offsets = 1 + (size_t) s->width;
	table = ((uint64_t) s->count + 1) * s->width;
	if (table > s->size - s->offsets)
		return VNT_META_TRUNCATED;
	s->strings = s->offsets + (size_t) table;
	p = fetch(s, s->strings - s->width, s->width);
	if (p == NULL)
		return VNT_META_TRUNCATED;
	s->strings_len = vnt_load_uint(p, s->width);
	if (s->strings_len > s->size - s->strings)
		return VNT_META_TRUNCATED;
	s->metadata_len = s->strings + s->strings_len;
	root->pos = s->metadata_len;
	root->len = s->size - s->metadata_len;
	return root->len > 0 ? VNT_OK : VNT_VALUE_TRUNCATED;
}

/* The root's tables belong to it, with their totals; of a scalar nothing. */
VntStatus
vnt_reader_head_len(const VntReader *s, const VntPlace *root, size_t *len)
{
	VntPlaces	c;
	VntStatus	status = vnt_places_open(s, root, &c);

	if (status != VNT_OK && status != VNT_VALUE_TYPE)
		return status;
	*len = status == VNT_OK ? c.values : s->metadata_len;
	return VNT_OK;
}

static VntStatus
decode_head(VntReader *s, uint8_t *head, size_t len)
{
	VntPlace	root = {s->metadata_len, s->size - s->metadata_len};
	size_t		metadata_len = s->metadata_len;

	if (s->delta)
		VNT_TRY(vnt_delta_decode_metadata(head, len, &metadata_len));
	if (metadata_len != s->metadata_len)
		return VNT_META_TRUNCATED;
	if (len == metadata_len)
		return VNT_OK;
	VNT_TRY(vnt_places_open(s, &root, &s->root));
	if (s->root.values != len)
		return VNT_VALUE_TRUNCATED;
	if (s->delta && s->root.is_object)
		vnt_delta_decode_table(head + s->root.ids, s->root.count, s->root.id_width);
	if (s->delta)
		vnt_delta_decode_table(head + s->root.offsets, s->root.count, s->root.offset_width);
	return VNT_OK;
}

VntStatus
vnt_reader_decode_head(VntReader *s, uint8_t *head, size_t len)
{
	VntReader	result = *s;

	/* where it is opened from, while it is made */
	result.head = head;
	result.head_len = len;
	memset(&result.root, 0, sizeof(result.root));
	VNT_TRY(decode_head(&result, head, len));
	s->head = result.head;
	s->head_len = result.head_len;
	s->root = result.root;
	return VNT_OK;
}

/* Where the name of an id is. */
static VntStatus
find_name(const VntReader *s, uint32_t id, VntPlace *name)
{
	uint32_t	first;
	uint32_t	n;
	uint32_t	start;
	uint32_t	end;
	const uint8_t *p;

	if (id >= s->count)
		return VNT_VALUE_FIELD_ID;
	first = stride_start(s, s->offsets, id);
	n = id - first + 1;
	p = fetch(s, s->offsets + (size_t) first * s->width,
			  ((size_t) n + 1) * s->width);
	if (p == NULL)
		return VNT_META_TRUNCATED;
	start = add_up(p, n, s->width);
	end = vnt_load_uint(p + (size_t) n * s->width, s->width);
	if (has_steps(s, s->offsets) && id + 1 < s->count && (id + 1) % VNT_DELTA_STRIDE != 0)
		end = (start + end) & width_mask(s->width);
	if (start > end || end > s->strings_len)
		return VNT_META_OFFSETS;
	name->pos = s->strings + start;
	name->len = end - start;
	return VNT_OK;
}

/* How the name of an id stands to a name: below 0, 0, above 0. */
static VntStatus
compare_name(const VntReader *s, uint32_t id, const uint8_t *name, size_t len,
			 int *order)
{
	VntPlace	place;
	size_t		common;
	const uint8_t *p;

	VNT_TRY(find_name(s, id, &place));
	common = place.len < len ? place.len : len;
	*order = 0;
	if (common > 0)
	{
		p = fetch(s, place.pos, common);
		if (p == NULL)
			return VNT_META_TRUNCATED;
		*order = memcmp(p, name, common);
	}
	if (*order == 0)
		*order = place.len < len ? -1 : place.len > len;
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Values
 * ---------------------------------------------------------------------
 */
VntStatus
vnt_place_type(const VntReader *s, const VntPlace *p, VntType *type)
{
	VntValue	v = {NULL, p->len > 0 ? fetch(s, p->pos, 1) : NULL, 1};

	if (v.data == NULL)
		return VNT_VALUE_TRUNCATED;
	*type = vnt_value_type(&v);
	return VNT_OK;
}

VntStatus
vnt_place_size(const VntReader *s, const VntPlace *p, size_t *size)
{
	VntValue	v = {NULL, NULL, 0};
	VntPlaces	c;
	VntType		type;

	v.data = fetch_head(s, p, &v.len);
	if (v.data == NULL)
		return VNT_VALUE_TRUNCATED;
	type = vnt_value_type(&v);
	if (vnt_type_info[type].size > 0)
		*size = (size_t) vnt_type_info[type].size;
	else if (type == VNT_SHORT_STRING)
		*size = 1 + (size_t) (v.data[0] >> VNT_HEADER_SHIFT);
	else if (type == VNT_UNKNOWN)
		return VNT_VALUE_TYPE;
	else if (type == VNT_STRING || type == VNT_BINARY)
	{
		/* the sum may wrap where size_t has 32 bits */
		if (v.len < HEAD || vnt_load32(v.data + 1) > p->len - HEAD)
			return VNT_VALUE_TRUNCATED;
		*size = HEAD + (size_t) vnt_load32(v.data + 1);
	}
	else
	{
		VNT_TRY(vnt_places_open(s, p, &c));
		*size = c.values - p->pos + c.total;
	}
	return *size <= p->len ? VNT_OK : VNT_VALUE_TRUNCATED;
}

/* ---------------------------------------------------------------------
 * Containers
 * ---------------------------------------------------------------------
 */
static VntStatus
open_places(const VntReader *s, const VntPlace *p, VntPlaces *c)
{
	size_t		len;
	size_t		head;
	const uint8_t *data = fetch_head(s, p, &len);
	uint8_t		header;
	bool		large;
	uint64_t	need;

	if (data == NULL)
		return VNT_VALUE_TRUNCATED;
	if ((data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
		return VNT_VALUE_TYPE;
	header = data[0] >> VNT_HEADER_SHIFT;
	c->is_object = (data[0] & VNT_BASIC_MASK) == VNT_BASIC_OBJECT;
	c->offset_width = (uint8_t) ((header & VNT_OFFSET_WIDTH_MASK) + 1);
	c->id_width = c->is_object ?
		(uint8_t) ((header >> VNT_ID_WIDTH_SHIFT & 0x03) + 1) : 0;
	large = (header & (c->is_object ? VNT_OBJECT_LARGE : VNT_ARRAY_LARGE)) != 0;
	head = large ? HEAD : 2;
	if (len < head)
		return VNT_VALUE_TRUNCATED;
	c->count = large ? vnt_load32(data + 1) : data[1];

	/* cannot wrap: 8 * 2^32 and some */
	need = (uint64_t) c->count * c->id_width +
		((uint64_t) c->count + 1) * c->offset_width;
	if (need > p->len - head)
		return VNT_VALUE_TRUNCATED;
	c->ids = p->pos + head;
	c->offsets = c->ids + (size_t) c->count * c->id_width;
	c->values = c->ids + (size_t) need;
	data = fetch(s, c->values - c->offset_width, c->offset_width);
	if (data == NULL)
		return VNT_VALUE_TRUNCATED;
	c->total = vnt_load_uint(data, c->offset_width);
	return c->total <= p->len - (c->values - p->pos) ? VNT_OK :
		VNT_VALUE_TRUNCATED;
}

VntStatus
vnt_places_open(const VntReader *s, const VntPlace *p, VntPlaces *c)
{
	if (p->pos != s->metadata_len || s->head_len == 0 || s->root.values == 0)
		return open_places(s, p, c);
	*c = s->root;
	return VNT_OK;
}

VntStatus
vnt_places_child(const VntReader *s, const VntPlaces *c, uint32_t i,
				 VntPlace *child)
{
	uint32_t	offset;

	VNT_TRY(read_entry(s, c->offsets, i, c->offset_width, &offset));
	if (offset >= c->total)
		return VNT_VALUE_OFFSETS;
	child->pos = c->values + offset;
	child->len = c->total - offset;
	return VNT_OK;
}

static VntStatus
compare_member(const VntReader *s, const VntPlaces *c, uint32_t i,
			   const uint8_t *name, size_t len, int *order)
{
	uint32_t	id;

	VNT_TRY(read_entry(s, c->ids, i, c->id_width, &id));
	return compare_name(s, id, name, len, order);
}

/* The last stride whose first name is not above name; *found if equal. */
static VntStatus
find_stride(const VntReader *s, const VntPlaces *c, const uint8_t *name,
			size_t len, uint32_t *stride, bool *found)
{
	uint32_t	low = 0;
	uint32_t	high = (c->count - 1) / VNT_DELTA_STRIDE;

	*found = false;
	while (low < high)
	{
		uint32_t	middle = low + (high - low + 1) / 2;
		int			order;

		VNT_TRY(compare_member(s, c, middle * VNT_DELTA_STRIDE, name, len, &order));
		*found = order == 0;
		if (order > 0)
			high = middle - 1;
		else
			low = middle;
		if (*found)
			break;
	}
	*stride = low;
	return VNT_OK;
}

/* The ids of the n members from first on, which is the start of a stride. */
static VntStatus
read_ids(const VntReader *s, const VntPlaces *c, uint32_t first, uint32_t n,
		 uint32_t *ids)
{
	const uint8_t *p = fetch(s, c->ids + (size_t) first * c->id_width,
							 (size_t) n * c->id_width);
	uint32_t	id = 0;

	if (p == NULL)
		return VNT_VALUE_TRUNCATED;
	for (uint32_t i = 0; i < n; i++)
	{
		id = vnt_load_uint(p + (size_t) i * c->id_width, c->id_width) +
			(has_steps(s, c->ids) ? id : 0);
		id &= width_mask(c->id_width);
		ids[i] = id;
	}
	return VNT_OK;
}

/* Search in one stride: *index is that of the member. */
static VntStatus
search_stride(const VntReader *s, const VntPlaces *c, uint32_t first,
			  const uint8_t *name, size_t len, uint32_t *index)
{
	uint32_t	ids[VNT_DELTA_STRIDE];
	uint32_t	low = 0;
	uint32_t	high = c->count - first;

	if (high > VNT_DELTA_STRIDE)
		high = VNT_DELTA_STRIDE;
	VNT_TRY(read_ids(s, c, first, high, ids));
	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;
		int			order;

		VNT_TRY(compare_name(s, ids[middle], name, len, &order));
		if (order == 0)
		{
			*index = first + middle;
			return VNT_OK;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return VNT_NOT_FOUND;
}

/* Is it the name of this id?  There is a head that has all names. */
static VNT_INLINE bool
is_name(const VntReader *s, uint32_t id, const uint8_t *name, size_t len)
{
	uint32_t	start;
	uint32_t	end;

	if (id >= s->count)
		return false;
	vnt_load_pair(s->head + s->offsets + (size_t) id * s->width, s->width, &start, &end);
	return start <= end && end <= s->strings_len && end - start == len &&
		vnt_bytes_equal(s->head + s->strings + start, name, len);
}

/* Is this the member of that name?  Damage is reported by the search. */
static inline bool
is_member(const VntReader *s, const VntPlaces *c, uint32_t i,
		  const uint8_t *name, size_t len)
{
	uint32_t	id;
	int			order;

	if (read_entry(s, c->ids, i, c->id_width, &id) != VNT_OK)
		return false;
	if (s->head_len < s->metadata_len)
		return compare_name(s, id, name, len, &order) == VNT_OK && order == 0;
	return is_name(s, id, name, len);
}

VntStatus
vnt_places_find(const VntReader *s, const VntPlaces *c, const uint8_t *name,
				size_t len, VntPlace *child, uint32_t *hint)
{
	uint32_t	index;
	bool		found;

	if (!c->is_object || c->count == 0)
		return VNT_NOT_FOUND;
	if (hint && *hint < c->count && is_member(s, c, *hint, name, len))
		return vnt_places_child(s, c, *hint, child);
	VNT_TRY(find_stride(s, c, name, len, &index, &found));
	index *= VNT_DELTA_STRIDE;
	if (!found)
		VNT_TRY(search_stride(s, c, index, name, len, &index));
	if (hint)
		*hint = index;
	return vnt_places_child(s, c, index, child);
}

/* ---------------------------------------------------------------------
 * A step without looking for anything
 * ---------------------------------------------------------------------
 */

/* The element that an index means; a number above all where there is none. */
static inline uint32_t
element_number(const int32_t *index, uint32_t count)
{
	if (index == NULL)
		return UINT32_MAX;
	return *index < 0 ? count + (uint32_t) *index : (uint32_t) *index;
}

/* A member of the root, or an element. */
static inline bool
root_step(const VntReader *s, uint32_t member, const VntSlice *name,
		  const int32_t *index, VntPlace *child)
{
	const VntPlaces *c = &s->root;
	uint32_t	i = member;
	uint32_t	offset;

	if (!c->is_object)
		i = element_number(index, c->count);
	if (i >= c->count)
		return false;
	if (c->is_object &&
		(name == NULL ||
		 !is_name(s, vnt_load_uint(s->head + c->ids + (size_t) i * c->id_width, c->id_width), name->data, name->len)))
		return false;
	offset = vnt_load_uint(s->head + c->offsets + (size_t) i * c->offset_width, c->offset_width);
	if (offset >= c->total)
		return false;
	child->pos = c->values + offset;
	child->len = c->total - offset;
	return true;
}

/* Number i of a table that is at hand. */
static inline uint32_t
number_at_hand(const VntReader *s, const uint8_t *table, uint32_t i, unsigned width)
{
	uint32_t	first = s->delta ? i - i % VNT_DELTA_STRIDE : i;

	return add_up(table + (size_t) first * width, i - first + 1, width);
}

/* The same of the commonest containers: those with a count of one byte. */
static inline bool
inner_step(const VntReader *s, const VntPlace *p, uint32_t member,
		   const VntSlice *name, const int32_t *index, VntPlace *child)
{
	const uint8_t *data = vnt_read_part(s, p->pos, 2);
	uint32_t	i = member;
	uint32_t	need;
	uint32_t	count;
	uint32_t	total;
	uint32_t	offset;
	unsigned	header;
	unsigned	width;
	unsigned	id_width = 0;

	if (data == NULL || p->len < 2)
		return false;
	header = data[0];
	count = data[1];
	width = (header >> VNT_HEADER_SHIFT & VNT_OFFSET_WIDTH_MASK) + 1;
	if ((header & (VNT_BASIC_MASK | VNT_OBJECT_LARGE << VNT_HEADER_SHIFT)) == VNT_BASIC_OBJECT)
		id_width = (header >> (VNT_HEADER_SHIFT + VNT_ID_WIDTH_SHIFT) & 0x03) + 1;
	else if ((header & (VNT_BASIC_MASK | VNT_ARRAY_LARGE << VNT_HEADER_SHIFT)) == VNT_BASIC_ARRAY)
		i = element_number(index, count);
	else
		return false;
	need = 2 + count * id_width + (count + 1) * width;
	if (i >= count || need > (size_t) (s->part + s->part_len - data) || need > p->len)
		return false;
	if (id_width != 0 &&
		(name == NULL || !is_name(s, number_at_hand(s, data + 2, i, id_width), name->data, name->len)))
		return false;
	total = vnt_load_uint(data + need - width, width);
	offset = number_at_hand(s, data + 2 + count * id_width, i, width);
	if (total > p->len - need || offset >= total)
		return false;
	child->pos = p->pos + need + offset;
	child->len = total - offset;
	return true;
}

bool
vnt_reader_step(const VntReader *s, const VntPlace *p, uint32_t member,
				const VntSlice *name, const int32_t *index, VntPlace *child)
{
	/* the head of a scalar has no root, one of a container all names */
	if (s->root.values == 0)
		return false;
	if (p->pos == s->metadata_len)
		return root_step(s, member, name, index, child);
	return inner_step(s, p, member, name, index, child);
}
