/*-------------------------------------------------------------------------
 *
 * vnt_json_read.c
 *	  JSON text to a builder: structure.
 *
 * Interface: vnt_json_read.
 *
 * One pass over the text, straight onto the builder's tape.  Where a key is
 * due, the names that followed the last one before are compared with the text
 * first: among documents of one kind that mostly hits, and spares looking for
 * the closing quote and hashing.
 *
 * Limits: nesting is counted, not recursed into.  Text may hold zero bytes,
 * which are no legal JSON outside of escapes.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_digits.h"
#include "vnt_json_parse.h"

static inline bool
is_blank(uint8_t c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline const uint8_t *
skip_blanks(const uint8_t *p, const uint8_t *end)
{
	if (p < end && *p > ' ')
		return p;
	while (p < end && is_blank(*p))
		p++;
	return p;
}

/* Only where something is wrong: p is where, and NULL is returned. */
static VNT_NO_INLINE const uint8_t *
fail(VntJson *r, VntStatus status, const uint8_t *p)
{
	r->status = vnt_json_fail(r, status, p);
	return NULL;
}

static VNT_NO_INLINE const uint8_t *
unexpected(VntJson *r, const uint8_t *p)
{
	r->status = vnt_json_unexpected(r, p);
	return NULL;
}

/* What a function of another file says that goes on at r->p. */
static inline const uint8_t *
go_on(VntJson *r, VntStatus status)
{
	r->status = status;
	return VNT_LIKELY(status == VNT_OK) ? r->p : NULL;
}

/* ---------------------------------------------------------------------
 * Keys
 * ---------------------------------------------------------------------
 */

/* What has to be behind a key; p is there. */
static VNT_NO_INLINE const uint8_t *
read_colon(VntJson *r, const uint8_t *p)
{
	p = skip_blanks(p, r->end);
	return p < r->end && *p == ':' ? p + 1 : unexpected(r, p);
}

/* A key that is not one expected, and its colon. */
static VNT_NO_INLINE const uint8_t *
read_other_key(VntJson *r, const uint8_t *p)
{
	VntSlice	name;

	if (p >= r->end || *p != '"')
		return unexpected(r, p);
	r->b->keys++;
	r->p = p + 1;
	if (go_on(r, vnt_json_string(r, r->p, &name)) == NULL)
		return NULL;
	r->fault = r->p;
	if (go_on(r, vnt_names_intern(&r->b->names, name.data, name.len, &r->b->key)) == NULL)
		return NULL;
	return read_colon(r, r->p);
}

/* A key and its colon; p is at what should be the opening quote. */
static VNT_INLINE const uint8_t *
read_key(VntJson *r, const uint8_t *p)
{
	VntNames   *names = &r->b->names;
	uint32_t	guess = vnt_names_guess(names);
	size_t		left = (size_t) (r->end - p) - 1;
	VntName    *name;

	if (VNT_UNLIKELY(r->end - p < 1 + 16 || *p != '"' || guess == VNT_NONE))
		return read_other_key(r, p);
	name = &names->names[guess];
	if (!vnt_name_at(name, p + 1, left))
	{
		guess = vnt_names_second_guess(names);
		if (guess == VNT_NONE)
			return read_other_key(r, p);
		name = &names->names[guess];
		if (!vnt_name_at(name, p + 1, left))
			return read_other_key(r, p);
	}
	r->b->keys++;
	r->b->key = guess;
	names->last = guess;
	r->status = vnt_names_use(names, guess);
	if (VNT_UNLIKELY(r->status != VNT_OK))
		return NULL;
	p += name->len + 2;
	return VNT_LIKELY(p < r->end && *p == ':') ? p + 1 : read_colon(r, p);
}

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */

/* Any string value; p is at its opening quote, plain as in vnt_json_string. */
static VNT_NO_INLINE const uint8_t *
read_any_string(VntJson *r, const uint8_t *p, const uint8_t *plain)
{
	VntSlice	s;

	r->p = p + 1;
	if (go_on(r, vnt_json_string(r, plain, &s)) == NULL)
		return NULL;
	if (vnt_json_has_cast(r, r->p))
		return go_on(r, vnt_json_typed_string(r, s, p));
	return go_on(r, vnt_tape_string(r->b, s.data, s.len));
}

/* The same; those with no escape and no cast, far from the end, here. */
static VNT_INLINE const uint8_t *
read_string(VntJson *r, const uint8_t *p)
{
	const uint8_t *first = p + 1;
	const uint8_t *at = first;
	unsigned	n = VNT_BLOCK;
	size_t		len;

	while (n == VNT_BLOCK && r->end - at >= VNT_BLOCK + 1)
	{
		n = vnt_block_other(vnt_block_load(at), r->foreign);
		at += n;
	}
	len = (size_t) (at - first);
	if (VNT_UNLIKELY(n == VNT_BLOCK || at[0] != '"' || at[1] == ':'))
		return read_any_string(r, p, at);
	if (VNT_LIKELY(len <= VNT_MAX_SHORT_STRING && r->end - first >= 64))
		r->status = vnt_tape_push_data(r->b, VNT_ITEM_TEXT,
									   (unsigned) len << VNT_HEADER_SHIFT |
									   VNT_BASIC_SHORT_STRING,
									   1 + (uint32_t) len, first);
	else
		r->status = vnt_tape_string(r->b, first, len);
	return VNT_LIKELY(r->status == VNT_OK) ? at + 1 : NULL;
}

static VNT_NO_INLINE const uint8_t *
read_any_number(VntJson *r, const uint8_t *p)
{
	r->p = p;
	return go_on(r, vnt_json_number(r));
}

/* Digits at *at, at most 16 of them, onto *value; their number, or 17. */
static VNT_INLINE unsigned
read_digits(const uint8_t **at, uint64_t *value)
{
	uint32_t	eight;
	uint32_t	more;
	unsigned	n = vnt_scan_eight(*at, &eight);
	unsigned	m = 0;

	*at += n;
	if (n == 0)
		return 0;
	*value = *value * vnt_short_powers[n] + eight;
	if (n < 8)
		return n;
	m = vnt_scan_eight(*at, &more);
	*at += m;
	if (m > 0)
		*value = *value * vnt_short_powers[m] + more;
	if (m < 8)
		return n + m;
	return 16 + (**at >= '0' && **at <= '9');
}

/* What read_number looks at: sign, digits, point, digits, what is behind. */
#define NUMBER_SPAN		(1 + 16 + 1 + 16 + 8)

/*
 * A number; those of at most 18 digits, without an exponent or a cast and far
 * from the end, here.
 */
static VNT_INLINE const uint8_t *
read_number(VntJson *r, const uint8_t *p)
{
	const uint8_t *first = p + (*p == '-');
	const uint8_t *at = first;
	uint64_t	value = 0;
	unsigned	whole;
	unsigned	scale = 0;
	int64_t		number;

	if (VNT_UNLIKELY(r->end - p < NUMBER_SPAN))
		return read_any_number(r, p);
	whole = read_digits(&at, &value);
	if (*at == '.' && whole < 17)
	{
		at++;
		scale = read_digits(&at, &value);
		if (VNT_UNLIKELY(scale == 0))
			return read_any_number(r, p);
	}
	if (VNT_UNLIKELY(whole - 1 > 16 - 1 || whole + scale > 18 || !vnt_json_ends(*at) ||
					 (*first == '0' && whole > 1)))
		return read_any_number(r, p);
	number = first == p ? (int64_t) value : -(int64_t) value;
	r->status = scale == 0 ? vnt_tape_int(r->b, number) :
		vnt_tape_decimal(r->b, number, scale);
	return VNT_LIKELY(r->status == VNT_OK) ? at : NULL;
}

/* true, false, null; anything else is a fault where it begins. */
static const uint8_t *
read_word(VntJson *r, const uint8_t *p)
{
	size_t		left = (size_t) (r->end - p);
	VntType		type;
	size_t		len = 4;

	if (left >= 4 && memcmp(p, "true", 4) == 0)
		type = VNT_TRUE;
	else if (left >= 4 && memcmp(p, "null", 4) == 0)
		type = VNT_NULL;
	else if (left >= 5 && memcmp(p, "false", 5) == 0)
	{
		type = VNT_FALSE;
		len = 5;
	}
	else
		return unexpected(r, p);
	if (left > len && !vnt_json_ends(p[len]) && vnt_json_joins(p[len]))
		return unexpected(r, p);
	r->p = p + len;
	return go_on(r, vnt_tape_push(r->b, VNT_ITEM_INLINE, vnt_primitive_head(type), 1, 0));
}

/* ---------------------------------------------------------------------
 * Structure
 * ---------------------------------------------------------------------
 */
/*
 * Behind a value: close what ends here.  r->more is whether another value of
 * the innermost open container is due, its key read.
 */
static VNT_INLINE const uint8_t *
read_after_value(VntJson *r, const uint8_t *p)
{
	VntBuilder *b = r->b;

	while (b->depth > r->outer)
	{
		p = skip_blanks(p, r->end);
		if (VNT_UNLIKELY(p >= r->end))
			return unexpected(r, p);
		if (*p == ',')
		{
			p = skip_blanks(p + 1, r->end);
			return r->object ? read_key(r, p) : p;
		}
		if (VNT_UNLIKELY(*p != (r->object ? '}' : ']')))
			return unexpected(r, p);
		p++;
		vnt_tape_end(b);
		if (b->depth > 0)
			r->object = b->items[b->open[b->depth - 1]].kind == VNT_ITEM_OBJECT;
	}
	r->more = false;
	return p;
}

/* Open a container, and read the key of its first value. */
static VNT_INLINE const uint8_t *
read_begin(VntJson *r, const uint8_t *p)
{
	bool		object = *p == '{';
	VntStatus	status;

	status = vnt_tape_begin(r->b, object ? VNT_ITEM_OBJECT : VNT_ITEM_ARRAY);
	if (VNT_UNLIKELY(status != VNT_OK))
		return fail(r, status, p);
	r->object = object;
	p = skip_blanks(p + 1, r->end);
	if (p < r->end && *p == (object ? '}' : ']'))
		return read_after_value(r, p);
	return object ? read_key(r, p) : p;
}

/* One value, or the beginning of one, and what is behind it. */
static VNT_INLINE const uint8_t *
read_value(VntJson *r, const uint8_t *p)
{
	if (VNT_UNLIKELY(p >= r->end))
		return unexpected(r, p);
	if (*p == '{' || *p == '[')
		return read_begin(r, p);
	r->fault = p;
	if (*p == '"')
		p = read_string(r, p);
	else if (*p == '-' || (*p >= '0' && *p <= '9'))
		p = read_number(r, p);
	else
		p = read_word(r, p);
	return VNT_LIKELY(p != NULL) ? read_after_value(r, p) : NULL;
}

static VntStatus
read_document(VntJson *r)
{
	const uint8_t *p = r->start;

	while (r->more)
	{
		p = read_value(r, skip_blanks(p, r->end));
		if (VNT_UNLIKELY(p == NULL))
			return r->status;
	}
	p = skip_blanks(p, r->end);
	if (p < r->end)
	{
		VntStatus	status = vnt_json_unexpected(r, p);

		return status == VNT_JSON_SYNTAX ? VNT_JSON_TRAILING : status;
	}
	return VNT_OK;
}

VntStatus
vnt_json_read(VntBuilder *b, const char *text, size_t len, unsigned flags,
			  VntError *err)
{
	VntJson		r;
	VntStatus	status;

	vnt_prefetch((const uint8_t *) text, len);
	r.b = b;
	r.start = (const uint8_t *) text;
	r.end = r.start + len;
	r.p = r.start;
	r.fault = r.start;
	r.outer = b->depth;
	r.trusted = (flags & VNT_JSON_TRUSTED_UTF8) != 0;
	r.plain = (flags & VNT_JSON_PLAIN) != 0;
	r.status = VNT_OK;
	r.more = true;
	r.object = false;
	r.foreign = r.trusted ? 0 : 0x80;
	r.closed = len > 0 && !vnt_json_joins(r.end[-1]);
	status = read_document(&r);
	if (status == VNT_OK)
		return VNT_OK;
	return vnt_fail(err, status, VNT_PART_TEXT, (size_t) (r.fault - r.start), 0);
}
