/*-------------------------------------------------------------------------
 *
 * vnt_json_write.c
 *	  Values to text: the text form, plain JSON, and bare scalars.
 *
 * One walk over the bytes in place.  Room is looked for once per member, for
 * its name and all that is short; names and short strings are copied in blocks
 * while they are looked at; numbers of one word go eight digits at a time.
 *
 * Interface: vnt_json_guess, vnt_json_write, vnt_scalar_to_text,
 * vnt_json_write_string.
 * On failure the buffer holds a part of the text and is fit to be freed.
 *
 * Limits: VNT_MAX_DEPTH levels (VNT_TOO_DEEP), VNT_MAX_SIZE bytes of text
 * (VNT_TOO_LARGE), which also bounds the work that damaged bytes can cause.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_digits.h"
#include "vnt_json_out.h"

#define INDENT			4

/*
 * What put_value finds free for a short scalar.  A short string takes two
 * quotes, and a block may be copied that is behind it.
 */
#define VALUE_ROOM		(VNT_SCALAR_ROOM + VNT_BLOCK)

/* Around a name: separator, quotes, colon, and the block behind it. */
#define NAME_ROOM		(8 + VNT_BLOCK)

static VNT_NO_INLINE char *put_container(VntWriter *w, char *p, const VntValue *v);

/* ---------------------------------------------------------------------
 * Scalars that there are many of
 * ---------------------------------------------------------------------
 */

/* A signed number of size bytes; eight can be read. */
static inline int64_t
load_signed(const uint8_t *p, unsigned size)
{
	uint64_t	sign = UINT64_C(1) << (8 * size - 1);
	uint64_t	bits = vnt_load64(p) & ((sign << 1) - 1);

	return (int64_t) ((bits ^ sign) - sign);
}

/* A minus sign where it is due, and the magnitude. */
static inline char *
put_sign(char *p, int64_t i, uint64_t *magnitude)
{
	uint64_t	negative = i < 0;

	*p = '-';
	*magnitude = ((uint64_t) i ^ (0 - negative)) + negative;
	return p + negative;
}

static inline char *
put_int(char *p, int64_t i)
{
	uint64_t	magnitude;

	p = put_sign(p, i, &magnitude);
	return (char *) vnt_put_uint((uint8_t *) p, magnitude);
}

/* A decimal of one word; scale from 0 to VNT_MAX_PRECISION. */
static inline char *
put_decimal(char *p, int64_t i, unsigned scale)
{
	uint64_t	magnitude;
	char	   *digits = put_sign(p, i, &magnitude);

	if (magnitude < VNT_EIGHT_DIGITS && scale - 1 < 7)
		return (char *) vnt_put_short_decimal((uint8_t *) digits,
											  (uint32_t) magnitude, scale);
	if (scale - 1 < 16)
		return (char *) vnt_put_decimal((uint8_t *) digits, magnitude, scale);
	return p + vnt_decimal_to_text(vnt_int128_from_int64(i), (int) scale, p);
}

/* Sizes of integers, and of the numbers in decimals of one word, by type. */
static const uint8_t number_size[VNT_TYPE_COUNT] = {
	[VNT_INT8] = 1,
	[VNT_INT16] = 2,
	[VNT_INT32] = 4,
	[VNT_INT64] = 8,
	[VNT_DECIMAL4] = 4,
	[VNT_DECIMAL8] = 8,
};

/* A string that has its length in four bytes, or any other scalar. */
static char *
put_long_string(VntWriter *w, char *p, const VntValue *v)
{
	size_t		len;

	if (v->data[0] != VNT_STRING << VNT_HEADER_SHIFT || v->len < 5 || w->bare)
		return vnt_writer_scalar(w, p, v);
	len = vnt_load32(v->data + 1);
	if (len > v->len - 5 || len > VNT_PIECE)
		return vnt_writer_scalar(w, p, v);
	vnt_writer_step(w, (uint32_t) (len >> 8));
	p = vnt_writer_room(w, p, len + VALUE_ROOM);
	return p ? vnt_put_string(w, p, v->data + 5, len, w->readable) : NULL;
}

/* A scalar that is no short string; there are VALUE_ROOM bytes of room. */
static VNT_INLINE char *
put_primitive(VntWriter *w, char *p, const VntValue *v)
{
	static const char words[3][8] = {"null", "true", "false"};
	const uint8_t *data = v->data;
	unsigned	type = data[0] >> VNT_HEADER_SHIFT;

	if (type <= VNT_FALSE)
	{
		memcpy(p, words[type], 8);
		return p + 4 + (type == VNT_FALSE);
	}
	/* eight bytes of number can be read, wherever it ends */
	if (type <= VNT_DECIMAL8 && number_size[type] != 0 &&
		v->len >= 2u + number_size[type] && w->readable - data >= 10)
	{
		if (type <= VNT_INT64)
			return put_int(p, load_signed(data + 1, number_size[type]));
		if (data[1] <= VNT_MAX_PRECISION)
			return put_decimal(p, load_signed(data + 2, number_size[type]), data[1]);
	}
	return put_long_string(w, p, v);
}

static VNT_INLINE char *
put_short_string(VntWriter *w, char *p, const VntValue *v)
{
	size_t		len = v->data[0] >> VNT_HEADER_SHIFT;

	if (VNT_UNLIKELY(len >= v->len))
		return vnt_writer_fail(w, VNT_VALUE_TRUNCATED);
	return vnt_put_string(w, p, v->data + 1, len, w->readable);
}

/* Any value; there are VALUE_ROOM bytes of room. */
static VNT_INLINE char *
put_value(VntWriter *w, char *p, const VntValue *v)
{
	switch (v->data[0] & VNT_BASIC_MASK)
	{
		case VNT_BASIC_SHORT_STRING:
			return put_short_string(w, p, v);
		case VNT_BASIC_PRIMITIVE:
			return put_primitive(w, p, v);
		default:
			return put_container(w, p, v);
	}
}

/* ---------------------------------------------------------------------
 * Containers
 * ---------------------------------------------------------------------
 */
static char *
put_line_break(VntWriter *w, char *p, size_t more)
{
	size_t		n = (size_t) w->depth * INDENT;

	p = vnt_writer_room(w, p, n + 1 + more);
	if (VNT_UNLIKELY(p == NULL))
		return NULL;
	*p++ = '\n';
	memset(p, ' ', n);
	return p + n;
}

/* What comes before the i-th member or element; more bytes are free then. */
static inline char *
put_separator(VntWriter *w, char *p, uint32_t i, size_t more)
{
	p = vnt_writer_room(w, p, 2 + more);
	if (VNT_UNLIKELY(p == NULL))
		return NULL;
	if (i > 0)
	{
		*p++ = ',';
		if (!w->pretty)
			*p++ = ' ';
	}
	return w->pretty ? put_line_break(w, p, more) : p;
}

/* A name and its colon; there is room for them and a value, as is behind them. */
static VNT_INLINE char *
put_name(VntWriter *w, char *p, const VntSlice *name)
{
	char	   *end = vnt_put_string(w, p, name->data, name->len, w->names_readable);

	if (end != NULL)
		end = vnt_writer_room(w, end, 2 + VALUE_ROOM);
	if (VNT_UNLIKELY(end == NULL))
		return NULL;
	end[0] = ':';
	end[1] = ' ';
	return end + 2;
}

/*
 * A container whose tables are read four bytes at a time, whatever their
 * widths: masks tell what counts.  Names are read with eight bytes.
 */
typedef struct Tables
{
	VntContainer c;
	uint32_t	offset_mask;
	uint32_t	id_mask;
	uint32_t	name_mask;
	uint8_t		copy[32];		/* of tables at the end of what can be read */
} Tables;

static inline uint32_t
width_mask(unsigned width)
{
	return UINT32_MAX >> (32 - 8 * width);
}

/*
 * Behind the tables there are usually values, so that more than an entry can
 * be read.  Where there are less than three bytes, so are there few members.
 */
static VntStatus
open_tables(const VntWriter *w, const VntValue *v, Tables *t)
{
	VntContainer *c = &t->c;

	VNT_TRY(vnt_read_container(v, c));
	t->offset_mask = width_mask(c->offset_width);
	if (c->is_object)
	{
		t->id_mask = width_mask(c->id_width);
		t->name_mask = width_mask(c->meta->width);
	}
	if (VNT_UNLIKELY(w->readable - c->values < 3))
	{
		size_t		ids = (size_t) c->count * c->id_width;

		if (c->count > c->total)
			return VNT_VALUE_OFFSETS;	/* no value is empty */
		memcpy(t->copy, c->offsets - ids, (size_t) (c->values - c->offsets) + ids);
		c->ids = t->copy;
		c->offsets = t->copy + ids;
	}
	return VNT_OK;
}

static inline VntStatus
read_child(const Tables *t, uint32_t i, VntValue *child)
{
	const VntContainer *c = &t->c;
	uint32_t	offset = vnt_load32(c->offsets + (size_t) i * c->offset_width) &
		t->offset_mask;

	if (VNT_UNLIKELY(offset >= c->total))
		return VNT_VALUE_OFFSETS;
	child->meta = c->meta;
	child->data = c->values + offset;
	child->len = c->total - offset;
	return VNT_OK;
}

static inline VntStatus
read_name(const VntWriter *w, const Tables *t, uint32_t i, VntSlice *name)
{
	const VntContainer *c = &t->c;
	const VntMetadata *m = c->meta;
	uint32_t	id = vnt_load32(c->ids + (size_t) i * c->id_width) & t->id_mask;
	const uint8_t *p = m->offsets + (size_t) id * m->width;
	uint64_t	both;
	uint32_t	start;
	uint32_t	end;

	if (VNT_UNLIKELY(id >= m->count || w->names_readable - p < 8))
		return vnt_metadata_name_inline(m, id, name);
	both = vnt_load64(p);
	start = (uint32_t) both & t->name_mask;
	end = (uint32_t) (both >> 8 * m->width) & t->name_mask;
	if (VNT_UNLIKELY(start > end || end > m->strings_len))
		return VNT_META_OFFSETS;
	name->data = m->strings + start;
	name->len = end - start;
	return VNT_OK;
}

static char *
put_members(VntWriter *w, char *p, const Tables *t)
{
	VntSlice	name;
	VntValue	child;

	for (uint32_t i = 0; i < t->c.count && VNT_LIKELY(p != NULL); i++)
	{
		VntStatus	status = read_child(t, i, &child);

		if (VNT_LIKELY(status == VNT_OK))
			status = read_name(w, t, i, &name);
		if (VNT_UNLIKELY(status != VNT_OK))
			return vnt_writer_fail(w, status);
		p = put_separator(w, p, i, name.len + NAME_ROOM + VALUE_ROOM);
		if (VNT_LIKELY(p != NULL))
			p = put_name(w, p, &name);
		if (VNT_LIKELY(p != NULL))
			p = put_value(w, p, &child);
		vnt_writer_step(w, 1);
	}
	return p;
}

static char *
put_elements(VntWriter *w, char *p, const Tables *t)
{
	VntValue	child;

	for (uint32_t i = 0; i < t->c.count && VNT_LIKELY(p != NULL); i++)
	{
		VntStatus	status = read_child(t, i, &child);

		if (VNT_UNLIKELY(status != VNT_OK))
			return vnt_writer_fail(w, status);
		p = put_separator(w, p, i, VALUE_ROOM);
		if (VNT_LIKELY(p != NULL))
			p = put_value(w, p, &child);
		vnt_writer_step(w, 1);
	}
	return p;
}

static char *
put_container(VntWriter *w, char *p, const VntValue *v)
{
	Tables		t;
	VntStatus	status = open_tables(w, v, &t);
	bool		object;

	if (status == VNT_OK && w->depth >= VNT_MAX_DEPTH)
		status = VNT_TOO_DEEP;
	if (VNT_UNLIKELY(status != VNT_OK))
		return vnt_writer_fail(w, status);
	object = t.c.is_object;
	w->depth++;
	*p++ = object ? '{' : '[';
	p = object ? put_members(w, p, &t) : put_elements(w, p, &t);
	w->depth--;
	if (p != NULL && w->pretty)
		p = put_line_break(w, p, 1);
	if (VNT_LIKELY(p != NULL))
		p = vnt_writer_room(w, p, 1);
	if (VNT_LIKELY(p != NULL))
		*p++ = object ? '}' : ']';
	return p;
}

/* ---------------------------------------------------------------------
 * Entry points
 * ---------------------------------------------------------------------
 */
static VntStatus
writer_start(VntWriter *w, VntBuffer *out, size_t expected)
{
	memset(w, 0, sizeof(*w));
	VNT_TRY(vnt_buffer_reserve(out, expected));
	w->out = out;
	w->end = out->data + out->capacity;
	return VNT_OK;
}

/* p: what the writer's last function returned. */
static VntStatus
writer_end(VntWriter *w, const char *p)
{
	if (VNT_UNLIKELY(p == NULL))
		return w->status;
	w->out->len = (size_t) (p - w->out->data);
	return VNT_OK;
}

size_t
vnt_json_guess(const VntValue *v)
{
	size_t		size;
	size_t		names;

	if (vnt_value_size(v, &size) != VNT_OK || size > VNT_MAX_SIZE / 8)
		return 192;
	/* names may be those of a larger document */
	names = v->meta ? v->meta->len : 0;
	if (names > 2 * size)
		names = 2 * size;
	return size + size / 4 + names + 192;
}

static VntStatus
write_value(VntWriter *w, VntBuffer *out, const VntValue *v, bool native,
			bool pretty, bool bare)
{
	size_t		size;
	char	   *p;

	VNT_TRY(vnt_value_size(v, &size));
	VNT_TRY(writer_start(w, out, vnt_json_guess(v)));
	w->native = native;
	w->pretty = pretty;
	w->bare = bare;
	w->readable = v->data + v->len;
	if (v->meta != NULL)
		w->names_readable = v->meta->data + v->meta->len == v->data ? w->readable :
			v->meta->data + v->meta->len;
	p = out->data + out->len;
	return writer_end(w, bare ? vnt_writer_scalar(w, p, v) : put_value(w, p, v));
}

VntStatus
vnt_json_write(VntBuffer *out, const VntValue *v, VntStyle style)
{
	VntWriter	w;

	return write_value(&w, out, v,
					   style == VNT_STYLE_NATIVE || style == VNT_STYLE_PRETTY,
					   style == VNT_STYLE_PRETTY ||
					   style == VNT_STYLE_JSON_PRETTY, false);
}

VntStatus
vnt_scalar_to_text(VntBuffer *out, const VntValue *v)
{
	VntWriter	w;
	bool		bare;

	if (v->len < 1)
		return VNT_VALUE_TRUNCATED;
	bare = (v->data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT;
	return write_value(&w, out, v, !bare, false, bare);
}

VntStatus
vnt_json_write_string(VntBuffer *out, const uint8_t *data, size_t len)
{
	VntWriter	w;

	VNT_TRY(writer_start(&w, out, 2));
	return writer_end(&w, vnt_writer_string(&w, out->data + out->len, data, len,
											data + len));
}
