/*-------------------------------------------------------------------------
 *
 * vnt_json_read.c
 *	  JSON text to a builder: structure.
 *
 * Interface: vnt_json_read.
 *
 * One pass over the text, straight onto the builder's tape.  Where a key is
 * due, the name that followed the last one in the document before is compared
 * with the text first: among documents of one kind that mostly hits, and
 * spares looking for the closing quote and hashing.
 *
 * Limits: nesting is counted, not recursed into.  Text may hold zero bytes,
 * which are no legal JSON outside of escapes.
 *
 *-------------------------------------------------------------------------
 */
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

/* A key that is not the one expected; r->p is behind its opening quote. */
static VntStatus
read_other_key(VntJson *r)
{
	VntSlice	name;

	VNT_TRY(vnt_json_string(r, &name));
	r->fault = r->p;
	return vnt_names_intern(&r->b->names, name.data, name.len, &r->b->key);
}

/* A key and its colon; p is at what should be the opening quote. */
static inline VntStatus
read_key(VntJson *r, const uint8_t *p)
{
	VntNames   *names = &r->b->names;
	uint32_t	guess = vnt_names_guess(names);

	if (p >= r->end || *p != '"')
		return vnt_json_unexpected(r, p);
	p++;
	r->b->keys++;
	if (guess != VNT_NONE &&
		vnt_name_at(&names->names[guess], p, (size_t) (r->end - p)))
	{
		r->b->key = guess;
		names->last = guess;
		VNT_TRY(vnt_names_use(names, guess));
		p += names->names[guess].len + 1;
	}
	else
	{
		r->p = p;
		VNT_TRY(read_other_key(r));
		p = r->p;
	}
	if (p >= r->end || *p != ':')
	{
		p = skip_blanks(p, r->end);
		if (p >= r->end || *p != ':')
			return vnt_json_unexpected(r, p);
	}
	r->p = p + 1;
	return VNT_OK;
}

static inline VntStatus
read_string(VntJson *r, const uint8_t *p)
{
	VntSlice	s;

	r->p = p + 1;
	VNT_TRY(vnt_json_string(r, &s));
	if (vnt_json_has_cast(r, r->p))
		return vnt_json_typed_string(r, s, p);
	return vnt_tape_string(r->b, s.data, s.len);
}

/* true, false, null; anything else is a fault where it begins. */
static VntStatus
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
		return vnt_json_unexpected(r, p);
	if (left > len && vnt_json_joins(p[len]))
		return vnt_json_unexpected(r, p);
	r->p = p + len;
	return vnt_tape_push(r->b, VNT_ITEM_INLINE, vnt_primitive_head(type), 1, 0);
}

static inline VntStatus
read_scalar(VntJson *r, const uint8_t *p)
{
	if (*p == '"')
		return read_string(r, p);
	if (*p == '-' || (*p >= '0' && *p <= '9'))
	{
		r->p = p;
		return vnt_json_number(r);
	}
	return read_word(r, p);
}

/*
 * Behind a value: close what ends here.  *more is whether another value of
 * the innermost open container is due, its key read.
 */
static inline VntStatus
read_after_value(VntJson *r, bool *more)
{
	VntBuilder *b = r->b;
	const uint8_t *p = r->p;

	while (b->depth > r->outer)
	{
		bool		object = b->items[b->open[b->depth - 1]].kind == VNT_ITEM_OBJECT;

		p = skip_blanks(p, r->end);
		if (p < r->end && *p == ',')
		{
			*more = true;
			p = skip_blanks(p + 1, r->end);
			if (object)
				return read_key(r, p);
			r->p = p;
			return VNT_OK;
		}
		if (p >= r->end || *p != (object ? '}' : ']'))
			return vnt_json_unexpected(r, p);
		p++;
		r->fault = p;
		VNT_TRY(object ? vnt_build_object_end(b) : vnt_build_array_end(b));
	}
	r->p = p;
	*more = false;
	return VNT_OK;
}

/* Open a container; *empty if it closes at once. */
static inline VntStatus
read_begin(VntJson *r, const uint8_t *p, bool *empty)
{
	bool		object = *p == '{';

	r->fault = p;
	VNT_TRY(vnt_tape_begin(r->b, object ? VNT_ITEM_OBJECT : VNT_ITEM_ARRAY));
	p = skip_blanks(p + 1, r->end);
	*empty = p < r->end && *p == (object ? '}' : ']');
	if (*empty)
	{
		vnt_tape_end(r->b);
		p++;
	}
	else if (object)
		return read_key(r, p);
	r->p = p;
	return VNT_OK;
}

static VntStatus
read_document(VntJson *r)
{
	bool		more = true;

	while (more)
	{
		const uint8_t *p = skip_blanks(r->p, r->end);

		if (p >= r->end)
			return vnt_json_unexpected(r, p);
		r->fault = p;
		if (*p == '{' || *p == '[')
		{
			bool		empty;

			VNT_TRY(read_begin(r, p, &empty));
			if (!empty)
				continue;
		}
		else
			VNT_TRY(read_scalar(r, p));
		VNT_TRY(read_after_value(r, &more));
	}
	r->p = skip_blanks(r->p, r->end);
	if (r->p < r->end)
	{
		VntStatus	status = vnt_json_unexpected(r, r->p);

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

	r.b = b;
	r.start = (const uint8_t *) text;
	r.end = r.start + len;
	r.p = r.start;
	r.fault = r.start;
	r.outer = b->depth;
	r.trusted = (flags & VNT_JSON_TRUSTED_UTF8) != 0;
	r.plain = (flags & VNT_JSON_PLAIN) != 0;
	r.closed = len > 0 && !vnt_json_joins(r.end[-1]);
	status = read_document(&r);
	if (status == VNT_OK)
		return VNT_OK;
	return vnt_fail(err, status, VNT_PART_TEXT, (size_t) (r.fault - r.start), 0);
}
