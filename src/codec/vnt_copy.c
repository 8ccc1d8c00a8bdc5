/*-------------------------------------------------------------------------
 *
 * vnt_copy.c
 *	  Values that are encoded already: vnt_build_value.
 *
 * Interface: vnt_build_value, vnt_is_canonical_scalar; for vnt_finish.c vnt_copy_fits,
 * vnt_copy_expand, vnt_copy_mark_names and vnt_copy_write.
 *
 * A container that is canonical but for its field ids is one item of the tape:
 * a reference to its bytes, which are copied at once and get their new ids in
 * place.  It is found out by going over it, which also tells the names it
 * uses.  All else is taken apart into tokens; its children are tried again, a
 * few levels deep, so that no bytes are gone over more often than that.
 *
 * An id may need another width in the new dictionary.  That is known only
 * when all names are: such copies are taken apart then.
 *
 * The bytes may be damaged: every bound is checked, and as the children of a
 * container may not take more bytes together than the container has, no bytes
 * are gone through twice for each level of nesting.
 *
 * Limits: copies are made of values with a sorted dictionary only.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_tape.h"

#define TRY_LEVELS		3		/* levels of children that are tried again */
#define TRY_SOURCES		4		/* sources that are looked at again */

/* ---------------------------------------------------------------------
 * Is a value canonical, but for its field ids?
 * ---------------------------------------------------------------------
 */
typedef struct Check
{
	VntBuilder *b;
	const VntMetadata *meta;
	uint32_t   *numbers;
	VntStatus	status;			/* why the names could not be taken */
	int			depth;
	bool		wide;			/* some ids take more than a byte */
} Check;

static size_t canonical_container(Check *k, const uint8_t *p, size_t len);

static bool
is_canonical_decimal(const uint8_t *p, size_t size)
{
	VntValue	v = {NULL, p, size};
	VntScalar	s;

	if (vnt_scalar_read(&v, &s) != VNT_OK)
		return false;
	return vnt_int128_digits(s.u.dec) <= VNT_MAX_PRECISION &&
		vnt_decimal_type(s.u.dec, s.scale) == s.type;
}

/* A number of a larger type than it needs is not canonical. */
static bool
is_canonical_scalar(VntType type, const uint8_t *p, size_t size)
{
	int64_t		i;

	switch (type)
	{
		case VNT_INT16:
			i = (int16_t) vnt_load16(p + 1);
			return i < INT8_MIN || i > INT8_MAX;
		case VNT_INT32:
			i = (int32_t) vnt_load32(p + 1);
			return i < INT16_MIN || i > INT16_MAX;
		case VNT_INT64:
			i = (int64_t) vnt_load64(p + 1);
			return i < INT32_MIN || i > INT32_MAX;
		case VNT_DECIMAL4:
			i = (int32_t) vnt_load32(p + 2);
			return p[1] >= 1 && p[1] <= VNT_MAX_PRECISION &&
				i >= -VNT_MAX_DECIMAL4 && i <= VNT_MAX_DECIMAL4;
		case VNT_DECIMAL8:
			i = (int64_t) vnt_load64(p + 2);
			return p[1] >= 1 && p[1] <= VNT_MAX_PRECISION &&
				i >= -VNT_MAX_DECIMAL8 && i <= VNT_MAX_DECIMAL8 &&
				(i < -VNT_MAX_DECIMAL4 || i > VNT_MAX_DECIMAL4);
		case VNT_DECIMAL16:
			return is_canonical_decimal(p, size);
		case VNT_FLOAT:
			return (vnt_load32(p + 1) & 0x7fffffff) <= 0x7f800000 ||
				vnt_load32(p + 1) == 0x7fc00000;
		case VNT_DOUBLE:
			return (vnt_load64(p + 1) & INT64_MAX) <= UINT64_C(0x7ff0000000000000) ||
				vnt_load64(p + 1) == UINT64_C(0x7ff8000000000000);
		default:
			return true;
	}
}

/* The size of a canonical value at p, or 0. */
static inline size_t
canonical_size(Check *k, const uint8_t *p, size_t len)
{
	unsigned	header;
	size_t		size;

	if (len < 1)
		return 0;
	header = p[0] >> VNT_HEADER_SHIFT;
	if ((p[0] & VNT_BASIC_MASK) == VNT_BASIC_SHORT_STRING)
		size = 1 + (size_t) header;
	else if ((p[0] & VNT_BASIC_MASK) != VNT_BASIC_PRIMITIVE)
		return canonical_container(k, p, len);
	else if (header > VNT_UUID)
		return 0;
	else if (vnt_type_info[header].size > 0)
	{
		size = (size_t) vnt_type_info[header].size;
		return size <= len && is_canonical_scalar((VntType) header, p, size) ?
			size : 0;
	}
	else
	{
		/* the sum may wrap where size_t has 32 bits */
		if (len < 5 || vnt_load32(p + 1) > len - 5)
			return 0;
		size = 5 + (size_t) vnt_load32(p + 1);
		if (header == VNT_STRING && size <= 5 + VNT_MAX_SHORT_STRING)
			return 0;
	}
	return size <= len ? size : 0;
}

bool
vnt_is_canonical_scalar(const VntValue *v)
{
	return v->len > 0 && (v->data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT &&
		canonical_size(NULL, v->data, v->len) > 0;
}

/* Take down the name of an id that is new in this source. */
static bool
take_name(Check *k, uint32_t id)
{
	VntSlice	name;

	if (id >= k->meta->count)
		return false;
	if (k->numbers[id] != VNT_NONE)
		return true;
	if (vnt_metadata_name(k->meta, id, &name) != VNT_OK)
		return false;
	k->status = vnt_names_intern(&k->b->names, name.data, name.len,
								 &k->numbers[id]);
	return k->status == VNT_OK;
}

/* Small values lie first, then the large ones, each group in name order. */
static bool
canonical_members(Check *k, const VntContainer *c)
{
	uint64_t	small = 0;
	uint64_t	large = 0;
	uint64_t	first_large = c->total;
	uint32_t	last = 0;

	for (uint32_t i = 0; i < c->count; i++)
	{
		uint32_t	id = vnt_object_id(c, i);
		uint32_t	offset = vnt_load_uint(c->offsets + (size_t) i * c->offset_width,
										   c->offset_width);
		size_t		size;

		if ((i > 0 && id <= last) || offset >= c->total || !take_name(k, id))
			return false;
		last = id;
		size = canonical_size(k, c->values + offset, c->total - offset);
		if (size == 0)
			return false;
		if (size <= VNT_LARGE_VALUE)
		{
			if (offset != small)
				return false;
			small += size;
			continue;
		}
		if (large == 0)
			large = first_large = offset;
		if (offset != large)
			return false;
		large += size;
	}
	return small == first_large && (large == 0 || large == c->total);
}

static bool
canonical_elements(Check *k, const VntContainer *c)
{
	uint32_t	at = 0;

	for (uint32_t i = 0; i < c->count; i++)
	{
		size_t		size;

		if (vnt_load_uint(c->offsets + (size_t) i * c->offset_width,
						  c->offset_width) != at)
			return false;
		size = canonical_size(k, c->values + at, c->total - at);
		if (size == 0)
			return false;
		at += (uint32_t) size;
	}
	return at == c->total;
}

static size_t
canonical_container(Check *k, const uint8_t *p, size_t len)
{
	VntValue	v = {k->meta, p, len};
	VntContainer c;
	unsigned	header = p[0] >> VNT_HEADER_SHIFT;
	bool		good;

	if (k->depth >= VNT_MAX_DEPTH || vnt_container_open(&v, &c) != VNT_OK ||
		c.offset_width != vnt_uint_width(c.total) ||
		c.values - c.offsets - ((ptrdiff_t) c.count + 1) * c.offset_width != 0)
		return 0;
	vnt_builder_step(k->b, 1 + c.count);
	k->depth++;
	if (c.is_object)
	{
		good = (header & 0x20) == 0 &&
			((header & VNT_OBJECT_LARGE) != 0) == (c.count > VNT_MAX_SMALL_COUNT) &&
			(c.count > 0 || c.id_width == 1) &&
			canonical_members(k, &c);
		k->wide |= c.id_width > 1;
	}
	else
		good = (header & 0x38) == 0 &&
			((header & VNT_ARRAY_LARGE) != 0) == (c.count > VNT_MAX_SMALL_COUNT) &&
			canonical_elements(k, &c);
	k->depth--;
	return good ? (size_t) (c.values - p) + c.total : 0;
}

/* ---------------------------------------------------------------------
 * Sources
 * ---------------------------------------------------------------------
 */
static bool
is_source(const VntSource *source, const VntMetadata *meta, bool by_bytes)
{
	if (source->meta.len != meta->len)
		return false;
	if (source->meta.data == meta->data)
		return true;
	return by_bytes && memcmp(source->meta.data, meta->data, meta->len) == 0;
}

static VntStatus
add_source(VntBuilder *b, const VntMetadata *meta)
{
	void	   *sources = b->sources;
	VntStatus	status;
	VntSource  *source;
	uint8_t    *numbers;
	size_t		bytes = (size_t) meta->count * sizeof(uint32_t);

	status = vnt_array_grow(b->host, &sources, &b->source_capacity,
							sizeof(VntSource), (uint64_t) b->source_count + 1);
	b->sources = sources;
	if (status != VNT_OK)
		return status;
	numbers = vnt_builder_alloc(b, bytes + sizeof(uint32_t));
	if (numbers == NULL)
		return VNT_NO_MEMORY;
	numbers += -(uintptr_t) numbers % sizeof(uint32_t);
	memset(numbers, 0xff, bytes);
	source = &b->sources[b->source_count++];
	source->meta = *meta;
	source->numbers = (uint32_t *) (void *) numbers;
	return VNT_OK;
}

/*
 * The source of that metadata, one of the last few or a new one.  Rows of one
 * table often bring the same bytes.
 */
static VntStatus
find_source(VntBuilder *b, const VntMetadata *meta, uint32_t *number)
{
	for (uint32_t i = 0; i < TRY_SOURCES && i < b->source_count; i++)
	{
		*number = b->source_count - 1 - i;
		if (is_source(&b->sources[*number], meta, i == 0))
			return VNT_OK;
	}
	*number = b->source_count;
	return add_source(b, meta);
}

/* Put v on the tape as one item if that is possible; else *done is false. */
static VntStatus
try_copy(VntBuilder *b, const VntValue *v, bool *done)
{
	Check		k;
	uint32_t	source;
	size_t		size;

	*done = false;
	if (!v->meta->sorted)
		return VNT_OK;
	VNT_TRY(find_source(b, v->meta, &source));
	k.b = b;
	k.meta = &b->sources[source].meta;
	k.numbers = b->sources[source].numbers;
	k.status = VNT_OK;
	k.depth = b->depth;
	k.wide = false;
	size = canonical_container(&k, v->data, v->len);
	if (size == 0)
		return k.status;
	if (size > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	VNT_TRY(vnt_tape_push_data(b, VNT_ITEM_COPY, k.wide, (uint32_t) size,
							   v->data));
	b->items[b->count - 1].end = source;
	b->copies = true;
	*done = true;
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Taking apart
 * ---------------------------------------------------------------------
 */
static VntStatus
build_scalar(VntBuilder *b, const VntValue *v)
{
	VntScalar	s;

	VNT_TRY(vnt_scalar_read(v, &s));
	switch (s.type)
	{
		case VNT_NULL:
			return vnt_build_null(b);
		case VNT_TRUE:
		case VNT_FALSE:
			return vnt_build_bool(b, s.type == VNT_TRUE);
		case VNT_INT8:
		case VNT_INT16:
		case VNT_INT32:
		case VNT_INT64:
			return vnt_build_int(b, s.u.i);
		case VNT_DOUBLE:
			return vnt_build_double(b, s.u.d);
		case VNT_FLOAT:
			return vnt_build_float(b, s.u.f);
		case VNT_DECIMAL4:
		case VNT_DECIMAL8:
		case VNT_DECIMAL16:
			if (vnt_int128_digits(s.u.dec) > VNT_MAX_PRECISION)
				return VNT_VALUE_PRECISION;
			return vnt_build_decimal(b, s.u.dec, s.scale);
		case VNT_DATE:
		case VNT_TIME:
		case VNT_TIMESTAMP:
		case VNT_TIMESTAMPTZ:
		case VNT_TIMESTAMP_NANOS:
		case VNT_TIMESTAMPTZ_NANOS:
			return vnt_build_temporal(b, s.type, s.u.i);
		case VNT_UUID:
			return vnt_build_uuid(b, s.u.bytes.data);
		case VNT_BINARY:
			return vnt_build_binary(b, s.u.bytes.data, s.u.bytes.len);
		case VNT_STRING:
		case VNT_SHORT_STRING:
			return vnt_build_string(b, s.u.bytes.data, s.u.bytes.len);
		case VNT_OBJECT:
		case VNT_ARRAY:
		case VNT_UNKNOWN:
			break;
	}
	return VNT_VALUE_TYPE;
}

/* Children must fill the container's value bytes exactly. */
static VntStatus
check_children(VntBuilder *b, const VntContainer *c)
{
	uint64_t	total = 0;
	VntValue	child;
	size_t		size;

	for (uint32_t i = 0; i < c->count; i++)
	{
		VNT_TRY(vnt_container_child(c, i, &child));
		VNT_TRY(vnt_value_size(&child, &size));
		total += size;
		if (total > c->total)
			return VNT_VALUE_OFFSETS;
	}
	vnt_builder_step(b, c->count);
	return total == c->total ? VNT_OK : VNT_VALUE_OFFSETS;
}

static VntStatus build_any(VntBuilder *b, const VntValue *v, int tries);

static VntStatus
build_container(VntBuilder *b, const VntValue *v, int tries)
{
	VntContainer c;
	VntValue	child;
	VntSlice	name;

	VNT_TRY(vnt_container_open(v, &c));
	VNT_TRY(check_children(b, &c));
	VNT_TRY(vnt_tape_begin(b, c.is_object ? VNT_ITEM_OBJECT : VNT_ITEM_ARRAY));
	for (uint32_t i = 0; i < c.count; i++)
	{
		VNT_TRY(vnt_container_child(&c, i, &child));
		if (c.is_object)
		{
			VNT_TRY(vnt_object_name(&c, i, &name));
			VNT_TRY(vnt_build_key(b, name.data, name.len));
		}
		VNT_TRY(build_any(b, &child, tries));
	}
	return c.is_object ? vnt_build_object_end(b) : vnt_build_array_end(b);
}

static VntStatus
build_any(VntBuilder *b, const VntValue *v, int tries)
{
	uint32_t	key = b->key;
	bool		done;

	if (v->len < 1)
		return VNT_VALUE_TRUNCATED;
	if ((v->data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
		return build_scalar(b, v);
	if (tries > 0)
	{
		VNT_TRY(try_copy(b, v, &done));
		if (done)
			return VNT_OK;
		b->key = key;
	}
	return build_container(b, v, tries - 1);
}

VntStatus
vnt_build_value(VntBuilder *b, const VntValue *v)
{
	return build_any(b, v, TRY_LEVELS);
}

VntStatus
vnt_copy_expand(VntBuilder *b, const VntItem *item)
{
	VntMetadata meta = b->sources[item->end].meta;
	VntValue	v = {&meta, item->u.data, item->size};

	b->key = item->key;
	return build_container(b, &v, 0);
}

/* ---------------------------------------------------------------------
 * Copies on the tape: their bytes have been checked
 * ---------------------------------------------------------------------
 */
typedef VntStatus (*Visit) (VntBuilder *b, const uint32_t *numbers,
							const VntContainer *c);

/* Call visit for each object of a copy. */
static VntStatus
visit_objects(VntBuilder *b, const uint32_t *numbers, const uint8_t *p,
			  size_t len, Visit visit)
{
	VntValue	v = {NULL, p, len};
	VntContainer c;

	VNT_TRY(vnt_container_open(&v, &c));
	if (c.is_object)
		VNT_TRY(visit(b, numbers, &c));
	vnt_builder_step(b, 1 + c.count);
	for (uint32_t i = 0; i < c.count; i++)
	{
		uint32_t	offset = vnt_load_uint(c.offsets + (size_t) i * c.offset_width,
										   c.offset_width);

		if (offset < c.total &&
			(c.values[offset] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
			VNT_TRY(visit_objects(b, numbers, c.values + offset,
								  c.total - offset, visit));
	}
	return VNT_OK;
}

static inline VntStatus
visit_copy(VntBuilder *b, const VntItem *item, const uint8_t *p, Visit visit)
{
	return visit_objects(b, b->sources[item->end].numbers, p, item->size, visit);
}

static VntStatus
mark_object(VntBuilder *b, const uint32_t *numbers, const VntContainer *c)
{
	for (uint32_t i = 0; i < c->count; i++)
		VNT_TRY(vnt_names_use(&b->names, numbers[vnt_object_id(c, i)]));
	return VNT_OK;
}

VntStatus
vnt_copy_mark_names(VntBuilder *b, const VntItem *item)
{
	return visit_copy(b, item, item->u.data, mark_object);
}

/* The last member has the greatest id. */
static VntStatus
object_fits(VntBuilder *b, const uint32_t *numbers, const VntContainer *c)
{
	uint32_t	number;

	if (c->count == 0)
		return VNT_OK;
	number = numbers[vnt_object_id(c, c->count - 1)];
	return vnt_uint_width(b->names.names[number].id) == c->id_width ? VNT_OK :
		VNT_NOT_FOUND;
}

bool
vnt_copy_fits(VntBuilder *b, const VntItem *item)
{
	if (!item->head && b->names.dictionary_count <= 256)
		return true;
	return visit_copy(b, item, item->u.data, object_fits) == VNT_OK;
}

static VntStatus
renumber_object(VntBuilder *b, const uint32_t *numbers, const VntContainer *c)
{
	const VntName *names = b->names.names;

	for (uint32_t i = 0; i < c->count; i++)
	{
		uint32_t	id = names[numbers[vnt_object_id(c, i)]].id;

		/* these are bytes of the output */
		vnt_store_uint((uint8_t *) c->ids + (size_t) i * c->id_width, id,
					   c->id_width);
	}
	return VNT_OK;
}

/*
 * Did the dictionary leave all ids of a source as they were?  If its names
 * were in order, as it claims, the new ids rise too.
 */
static VntStatus
compare_ids(const VntBuilder *b, VntSource *source)
{
	int64_t		last = -1;

	source->same = true;
	for (uint32_t i = 0; i < source->meta.count; i++)
	{
		const VntName *name;

		if (source->numbers[i] == VNT_NONE)
			continue;
		name = &b->names.names[source->numbers[i]];
		if (name->used != b->names.document)
			continue;			/* only in members that were dropped */
		if (name->id <= last)
			return VNT_META_UNSORTED;
		last = name->id;
		source->same &= name->id == i;
	}
	return VNT_OK;
}

VntStatus
vnt_copy_prepare(VntBuilder *b)
{
	for (uint32_t i = 0; i < b->source_count; i++)
	{
		VNT_TRY(compare_ids(b, &b->sources[i]));
		vnt_builder_step(b, b->sources[i].meta.count);
	}
	return VNT_OK;
}

void
vnt_copy_write(VntBuilder *b, const VntItem *item, uint8_t *out)
{
	memcpy(out, item->u.data, item->size);
	if (!b->sources[item->end].same)
		(void) visit_copy(b, item, out, renumber_object);
}
