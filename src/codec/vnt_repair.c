/*-------------------------------------------------------------------------
 *
 * vnt_repair.c
 *	  Making valid what other engines are known to write.
 *
 * Repaired are, and nothing else:
 *
 *	- an object whose members are listed in another order than that of their
 *	  names' bytes (in order of ids, or of UTF-16 code units): ids and offsets
 *	  are sorted, values stay where they are;
 *	- the short empty forms that the specification prints: metadata 01 00,
 *	  and containers 02 00 and 03 00 wherever they stand; what encloses them
 *	  gets larger offsets, and wider ones if needed;
 *	- empty metadata with a null value.
 *
 * Where a container's values end follows from the offsets around them alone,
 * so a short form is told from a whole one by the room it has.  Two walks in
 * the order of the bytes: the first checks the structure and finds the new
 * widths of offsets, the second writes.  The result goes through
 * vnt_validate(), which alone decides what is valid.  Time is n log n.
 *
 * Interface: vnt_repair.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_sort.h"

#define SHORT_FORM	2			/* bytes of 02 00 and 03 00 */
#define WHOLE_FORM	3			/* bytes of 02 00 00 and 03 00 00 */

/* The bits of a container's header byte that hold the width of offsets. */
#define OFFSET_WIDTH_SHIFT	VNT_HEADER_SHIFT
#define OFFSET_WIDTH_BITS	((unsigned) VNT_OFFSET_WIDTH_MASK << OFFSET_WIDTH_SHIFT)

/* What one repair knows. */
typedef struct Repair
{
	const uint8_t *value;		/* offsets of faults count from here */
	const VntHost *host;
	VntError   *err;
	uint32_t   *ranks;			/* of the dictionary's names */
	const VntMetadata *meta;
	VntKeys		stack;			/* four arrays per container being walked */
	size_t		top;
	VntBuffer	widths;			/* new width of offsets, per container */
	size_t		next;			/* the next of them, in the second walk */
	uint8_t    *out;
	size_t		at;				/* bytes written */
	size_t		target;			/* a byte of the output ... */
	size_t		origin;			/* ... and the byte of the input it is from */
	uint32_t	steps;
} Repair;

/* The arrays of a container of n children in the stack, from base on. */
#define BY_PLACE(r, base)			((r)->stack.data + (base))
#define BY_NAME(r, base, n)			((r)->stack.data + (base) + (n))
#define NEW_OFFSETS(r, base, n)		((r)->stack.data + (base) + 2 * (size_t) (n))
#define SPARE(r, base, n)			((r)->stack.data + (base) + 3 * (size_t) (n))

static VntStatus
fail_at(Repair *r, VntStatus status, const uint8_t *where, uint64_t number)
{
	return vnt_fail(r->err, status, VNT_PART_VALUE,
					(size_t) (where - r->value), number);
}

static bool
is_short_form(const VntValue *v)
{
	return v->len == SHORT_FORM && v->data[1] == 0 &&
		(v->data[0] == VNT_BASIC_OBJECT || v->data[0] == VNT_BASIC_ARRAY);
}

static bool
is_container(const VntValue *v)
{
	return (v->data[0] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT;
}

static void
sort_if_needed(Repair *r, uint64_t *keys, uint64_t *spare, size_t n)
{
	for (size_t i = 1; i < n; i++)
	{
		if (keys[i] < keys[i - 1])
		{
			vnt_keys_sort(keys, spare, n, r->host);
			return;
		}
	}
}

/* ---------------------------------------------------------------------
 * A container's layout
 * ---------------------------------------------------------------------
 */

/* Open a container that is to take all the bytes of v. */
static VntStatus
open_container(Repair *r, const VntValue *v, int depth, VntContainer *c)
{
	VntStatus	status = vnt_container_open(v, c);
	size_t		end;

	if (status != VNT_OK)
		return fail_at(r, status, v->data, 0);
	if (depth >= VNT_MAX_DEPTH)
		return fail_at(r, VNT_TOO_DEEP, v->data, (uint64_t) depth + 1);
	end = (size_t) (c->values - v->data) + c->total;
	if (end < v->len && depth == 0)
		return fail_at(r, VNT_VALUE_TRAILING, v->data + end, v->len - end);
	if (end < v->len)
		return fail_at(r, VNT_VALUE_OFFSETS, c->values - c->offset_width,
					   c->total);
	return VNT_OK;
}

/* Make room for a container's arrays on top of the stack. */
static VntStatus
push(Repair *r, uint32_t n, size_t *base)
{
	size_t		need = r->top + 4 * (size_t) n + 1;

	/* at least double it, so that depth does not make it quadratic */
	if (need > r->stack.room)
	{
		if (need < 2 * r->stack.room)
			need = 2 * r->stack.room;
		VNT_TRY(vnt_keys_reserve(&r->stack, r->host, need));
	}
	*base = r->top;
	r->top += 3 * (size_t) n;
	return VNT_OK;
}

/*
 * Push a container and fill BY_PLACE: offset << 32 | index, in the order in
 * which the values lie.  Each value must have room, beginning at offset 0.
 */
static VntStatus
lay_out(Repair *r, const VntContainer *c, size_t *base)
{
	uint64_t   *place;
	uint32_t	n = c->count;

	VNT_TRY(push(r, n, base));
	place = BY_PLACE(r, *base);
	for (uint32_t i = 0; i < n; i++)
	{
		uint64_t	offset = vnt_load_uint(c->offsets +
										   (size_t) i * c->offset_width,
										   c->offset_width);

		place[i] = offset << 32 | i;
		vnt_tick(r->host, &r->steps);
	}
	if (c->is_object)
		sort_if_needed(r, place, SPARE(r, *base, n), n);
	for (uint32_t i = 0; i <= n; i++)
	{
		uint64_t	start = i > 0 ? place[i - 1] >> 32 : 0;
		uint64_t	end = i < n ? place[i] >> 32 : c->total;
		uint32_t	index = i < n ? (uint32_t) place[i] : n;

		if (i == 0 ? end != 0 : end <= start)
			return fail_at(r, VNT_VALUE_OFFSETS,
						   c->offsets + (size_t) index * c->offset_width, end);
	}
	return VNT_OK;
}

/* The i-th value by place, with just the room it has; *index by name. */
static void
child_at(Repair *r, const VntContainer *c, size_t base, uint32_t i,
		 VntValue *child, uint32_t *index)
{
	const uint64_t *place = BY_PLACE(r, base);
	size_t		start = (size_t) (place[i] >> 32);
	size_t		end = i + 1 < c->count ? (size_t) (place[i + 1] >> 32) : c->total;

	*index = (uint32_t) place[i];
	child->meta = c->meta;
	child->data = c->values + start;
	child->len = end - start;
}

/* Fill BY_NAME: rank << 32 | index, in the order of the names. */
static VntStatus
order_names(Repair *r, const VntContainer *c, size_t base)
{
	uint32_t	n = c->count;
	uint64_t   *names = BY_NAME(r, base, n);

	for (uint32_t i = 0; i < n; i++)
	{
		uint32_t	id = vnt_object_id(c, i);

		if (id >= r->meta->count)
			return fail_at(r, VNT_VALUE_FIELD_ID,
						   c->ids + (size_t) i * c->id_width, id);
		names[i] = (uint64_t) r->ranks[id] << 32 | i;
		vnt_tick(r->host, &r->steps);
	}
	sort_if_needed(r, names, SPARE(r, base, n), n);
	for (uint32_t i = 1; i < n; i++)
	{
		uint32_t	index = (uint32_t) names[i];

		if (names[i] >> 32 == names[i - 1] >> 32)
			return fail_at(r, VNT_VALUE_DUPLICATE,
						   c->ids + (size_t) index * c->id_width,
						   vnt_object_id(c, index));
	}
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * First walk: sizes
 * ---------------------------------------------------------------------
 */
static VntStatus measure_value(Repair *r, const VntValue *v, int depth,
							   uint64_t *size);

static VntStatus
measure_container(Repair *r, const VntValue *v, int depth, uint64_t *size)
{
	VntContainer c;
	size_t		mine = r->widths.len;
	size_t		base;
	uint8_t		width;
	uint64_t	total = 0;

	VNT_TRY(open_container(r, v, depth, &c));
	VNT_TRY(vnt_buffer_append(&r->widths, &c.offset_width, 1));
	VNT_TRY(lay_out(r, &c, &base));
	if (c.is_object)
		VNT_TRY(order_names(r, &c, base));
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntValue	child;
		uint32_t	index;
		uint64_t	child_size;

		child_at(r, &c, base, i, &child, &index);
		VNT_TRY(measure_value(r, &child, depth + 1, &child_size));
		total += child_size;
	}
	r->top = base;
	if (total > VNT_MAX_SIZE)
		return fail_at(r, VNT_TOO_LARGE, v->data, total);

	width = (uint8_t) vnt_uint_width((uint32_t) total);
	if (width < c.offset_width)
		width = c.offset_width;
	r->widths.data[mine] = (char) width;
	*size = (uint64_t) (c.values - v->data) + total +
		((uint64_t) c.count + 1) * (uint64_t) (width - c.offset_width);
	return VNT_OK;
}

static VntStatus
measure_value(Repair *r, const VntValue *v, int depth, uint64_t *size)
{
	*size = v->len;
	if (is_short_form(v))
		*size = WHOLE_FORM;
	else if (is_container(v))
		return measure_container(r, v, depth, size);
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Second walk: bytes
 * ---------------------------------------------------------------------
 */

/* Take the next bytes of the output, which come from those of the input. */
static uint8_t *
take(Repair *r, const uint8_t *from, size_t from_len, size_t len)
{
	uint8_t    *to = r->out + r->at;

	if (r->target >= r->at && r->target < r->at + len)
	{
		size_t		within = r->target - r->at;

		r->origin = (size_t) (from - r->value) +
			(within < from_len ? within : from_len - 1);
	}
	r->at += len;
	return to;
}

static VntStatus write_value(Repair *r, const VntValue *v);

/* Ids and offsets of a container whose values are written. */
static void
write_tables(Repair *r, const VntContainer *c, size_t base, uint32_t total,
			 uint8_t *ids, uint8_t *offsets, unsigned width)
{
	const uint64_t *names = BY_NAME(r, base, c->count);
	const uint64_t *moved = NEW_OFFSETS(r, base, c->count);

	for (uint32_t i = 0; i < c->count; i++)
	{
		uint32_t	from = c->is_object ? (uint32_t) names[i] : i;

		if (c->is_object)
			vnt_store_uint(ids + (size_t) i * c->id_width,
						   vnt_object_id(c, from), c->id_width);
		vnt_store_uint(offsets + (size_t) i * width, (uint32_t) moved[from],
					   width);
	}
	vnt_store_uint(offsets + (size_t) c->count * width, total, width);
}

static VntStatus
write_container(Repair *r, const VntValue *v)
{
	VntContainer c;
	size_t		base;
	size_t		start;
	size_t		head;
	size_t		ids_len;
	uint8_t    *to;
	uint8_t    *ids;
	uint8_t    *offsets;
	unsigned	width = (uint8_t) r->widths.data[r->next++];

	VNT_TRY(vnt_container_open(v, &c));
	VNT_TRY(lay_out(r, &c, &base));
	ids_len = (size_t) c.count * c.id_width;
	head = (size_t) (c.offsets - v->data) - ids_len;
	to = take(r, v->data, head, head);
	memcpy(to, v->data, head);
	to[0] = (uint8_t) ((to[0] & ~OFFSET_WIDTH_BITS) |
					   (width - 1) << OFFSET_WIDTH_SHIFT);
	ids = take(r, v->data + head, ids_len, ids_len);
	offsets = take(r, c.offsets, (size_t) (c.values - c.offsets),
				   ((size_t) c.count + 1) * width);

	start = r->at;
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntValue	child;
		uint32_t	index;

		child_at(r, &c, base, i, &child, &index);
		NEW_OFFSETS(r, base, c.count)[index] = r->at - start;
		VNT_TRY(write_value(r, &child));
	}
	if (c.is_object)
		VNT_TRY(order_names(r, &c, base));
	write_tables(r, &c, base, (uint32_t) (r->at - start), ids, offsets, width);
	r->top = base;
	return VNT_OK;
}

static VntStatus
write_value(Repair *r, const VntValue *v)
{
	if (is_short_form(v))
	{
		uint8_t    *to = take(r, v->data, SHORT_FORM, WHOLE_FORM);

		to[0] = v->data[0];
		to[1] = to[2] = 0;
		return VNT_OK;
	}
	if (is_container(v))
		return write_container(r, v);
	memcpy(take(r, v->data, v->len, v->len), v->data, v->len);
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * All of it
 * ---------------------------------------------------------------------
 */

/*
 * Write metadata and the repaired value to the end of out.  If they are not
 * valid even then, say why in terms of the bytes that came in.
 */
static VntStatus
write_all(Repair *r, const VntValue *v, uint64_t size, VntBuffer *out)
{
	size_t		metadata_len = r->meta->len;
	VntError	fault;

	if (size > VNT_MAX_SIZE)
		return fail_at(r, VNT_TOO_LARGE, r->value, size);
	VNT_TRY(vnt_buffer_reserve(out, metadata_len + (size_t) size));
	memcpy(out->data + out->len, r->meta->data, metadata_len);
	r->out = (uint8_t *) out->data + out->len + metadata_len;
	r->target = SIZE_MAX;
	VNT_TRY(write_value(r, v));
	if (vnt_validate(r->meta->data, metadata_len, r->out, (size_t) size,
					 r->host, &fault) == VNT_OK)
	{
		out->len += metadata_len + (size_t) size;
		return VNT_OK;
	}
	r->target = fault.offset;
	r->origin = v->len;
	r->at = 0;
	r->next = 0;
	VNT_TRY(write_value(r, v));
	return fail_at(r, fault.status, r->value + r->origin, fault.number);
}

/*
 * *sound tells, on failure, whether the structure is one that is repaired, and
 * the fault thus another one.
 */
static VntStatus
repair_value(const VntMetadata *meta, const VntValue *v, const VntHost *host,
			 VntBuffer *out, bool *sound, VntError *err)
{
	Repair		r = {.value = v->data, .host = host, .err = err, .meta = meta};
	VntStatus	status;
	uint64_t	size;

	*sound = false;
	vnt_buffer_init(&r.widths, host);
	status = vnt_rank_names(meta, host, &r.ranks);
	if (status == VNT_OK)
		status = measure_value(&r, v, 0, &size);
	if (status == VNT_OK)
	{
		*sound = true;
		status = write_all(&r, v, size, out);
	}
	if (r.ranks)
		host->release(host->ctx, r.ranks);
	vnt_keys_free(&r.stack, host);
	vnt_buffer_free(&r.widths);
	return status;
}

/* Metadata to take in place of what came, or that itself. */
static void
repair_metadata(VntSlice *metadata, const uint8_t *value, size_t value_len,
				uint8_t room[3])
{
	if (metadata->len == 0 && value_len == 1 && value[0] == VNT_NULL)
	{
		metadata->data = vnt_empty_metadata;
		metadata->len = sizeof(vnt_empty_metadata);
	}
	else if (metadata->len == SHORT_FORM && metadata->data[1] == 0 &&
			 (metadata->data[0] & ~VNT_META_SORTED) == VNT_META_VERSION_1)
	{
		room[0] = metadata->data[0];
		room[1] = room[2] = 0;
		metadata->data = room;
		metadata->len = WHOLE_FORM;
	}
}

/* May the fault be one of those that are repaired? */
static bool
is_repairable(const VntError *fault)
{
	return fault->part == VNT_PART_VALUE &&
		(fault->status == VNT_VALUE_FIELD_ORDER ||
		 fault->status == VNT_VALUE_OFFSETS ||
		 fault->status == VNT_VALUE_TRUNCATED);
}

/* The value is as it should be: only the metadata was not. */
static VntStatus
copy_all(VntSlice metadata, const uint8_t *value, size_t value_len,
		 VntBuffer *out)
{
	VNT_TRY(vnt_buffer_reserve(out, metadata.len + value_len));
	VNT_TRY(vnt_buffer_append(out, metadata.data, metadata.len));
	return vnt_buffer_append(out, value, value_len);
}

VntStatus
vnt_repair(const uint8_t *metadata, size_t metadata_len, const uint8_t *value,
		   size_t value_len, const VntHost *host, VntBuffer *out,
		   bool *changed, VntError *err)
{
	VntSlice	whole = {metadata, metadata_len};
	uint8_t		room[WHOLE_FORM];
	VntMetadata meta;
	VntValue	v = {&meta, value, value_len};
	VntError	fault = {VNT_OK, VNT_PART_VALUE, 0, 0};
	VntError	other = {VNT_OK, VNT_PART_VALUE, 0, 0};
	VntStatus	status;
	bool		sound;

	*changed = false;
	repair_metadata(&whole, value, value_len, room);
	status = vnt_validate(whole.data, whole.len, value, value_len, host, &fault);
	if (status == VNT_OK && whole.data == metadata)
		return VNT_OK;
	if (status == VNT_OK)
		status = copy_all(whole, value, value_len, out);
	else if (value_len > 0 && is_repairable(&fault) &&
			 vnt_metadata_open(whole.data, whole.len, &meta) == VNT_OK)
	{
		/* name the fault that is not repaired, not the one that is */
		status = repair_value(&meta, &v, host, out, &sound, &other);
		if (other.status != VNT_OK &&
			(sound || fault.status == VNT_VALUE_FIELD_ORDER))
			fault = other;
		else if (status != VNT_NO_MEMORY && status != VNT_OK)
			status = fault.status;
	}
	if (status != VNT_OK)
		return vnt_fail(err, status, fault.part, fault.offset, fault.number);
	*changed = true;
	return VNT_OK;
}
