/*-------------------------------------------------------------------------
 *
 * vnt_json_string.c
 *	  JSON text to a builder: strings.
 *
 * Interface: vnt_json_string.
 *
 * A string without escapes stays where it is in the text.  One with escapes
 * is decoded into the builder's memory: decoded text is never longer.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_json_parse.h"

/*
 * The first byte that is a quote, a backslash, a control or, where that
 * matters, not ASCII.
 */
static const uint8_t *
skip_block(const VntJson *r, const uint8_t *p)
{
	const uint8_t *end = r->end;

	while (end - p >= VNT_BLOCK)
	{
		unsigned	n = vnt_block_other(vnt_block_load(p), r->foreign);

		p += n;
		if (n < VNT_BLOCK)
			return p;
	}
	while (p < end && *p >= ' ' && (*p & r->foreign) == 0 && *p != '"' && *p != '\\')
		p++;
	return p;
}

/* The same, past valid text that is not ASCII. */
static VntStatus
skip_plain(VntJson *r, const uint8_t **at)
{
	const uint8_t *p = skip_block(r, *at);
	const uint8_t *other = p;
	size_t		n;

	*at = p;
	if (p >= r->end || *p < 0x80)
		return VNT_OK;
	while (p < r->end && *p >= 0x80)
	{
		while (p < r->end && *p >= 0x80)
			p++;
		p = skip_block(r, p);
	}
	*at = p;
	n = vnt_utf8_prefix(other, (size_t) (p - other));
	if (n < (size_t) (p - other))
		return vnt_json_fail(r, VNT_JSON_UTF8, other + n);
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Escapes
 * ---------------------------------------------------------------------
 */
static int
hex_value(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits behind \u; p is at the backslash. */
static VntStatus
read_unit(VntJson *r, const uint8_t *p, uint32_t *unit)
{
	*unit = 0;
	for (int i = 2; i < 6; i++)
	{
		int			digit;

		if (r->end - p <= i)
			return vnt_json_fail(r, VNT_JSON_END, r->end);
		digit = hex_value(p[i]);
		if (digit < 0)
			return vnt_json_fail(r, VNT_JSON_ESCAPE, p);
		*unit = *unit << 4 | (uint32_t) digit;
	}
	return VNT_OK;
}

static uint8_t *
put_utf8(uint8_t *out, uint32_t c)
{
	if (c < 0x80)
	{
		*out++ = (uint8_t) c;
		return out;
	}
	if (c < 0x800)
		*out++ = (uint8_t) (0xc0 | c >> 6);
	else
	{
		if (c < 0x10000)
			*out++ = (uint8_t) (0xe0 | c >> 12);
		else
		{
			*out++ = (uint8_t) (0xf0 | c >> 18);
			*out++ = (uint8_t) (0x80 | (c >> 12 & 0x3f));
		}
		*out++ = (uint8_t) (0x80 | (c >> 6 & 0x3f));
	}
	*out++ = (uint8_t) (0x80 | (c & 0x3f));
	return out;
}

/* \uXXXX, or two of them for one character; *at is at the backslash. */
static VntStatus
decode_unicode(VntJson *r, const uint8_t **at, uint8_t **out)
{
	const uint8_t *p = *at;
	uint32_t	c;
	uint32_t	low;

	VNT_TRY(read_unit(r, p, &c));
	if (c >= 0xdc00 && c <= 0xdfff)
		return vnt_json_fail(r, VNT_JSON_SURROGATE, p);
	if (c >= 0xd800 && c <= 0xdbff)
	{
		const uint8_t *second = p + 6;

		if (r->end - second < 1)
			return vnt_json_fail(r, VNT_JSON_END, r->end);
		if (second[0] != '\\' || r->end - second < 2 || second[1] != 'u')
			return vnt_json_fail(r, VNT_JSON_SURROGATE, p);
		VNT_TRY(read_unit(r, second, &low));
		if (low < 0xdc00 || low > 0xdfff)
			return vnt_json_fail(r, VNT_JSON_SURROGATE, p);
		c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
		p = second;
	}
	*at = p + 6;
	*out = put_utf8(*out, c);
	return VNT_OK;
}

static VntStatus
decode_escape(VntJson *r, const uint8_t **at, uint8_t **out)
{
	static const char names[] = "\"\\/bfnrt";
	static const char values[] = "\"\\/\b\f\n\r\t";
	const uint8_t *p = *at;
	const char *found;

	if (r->end - p < 2)
		return vnt_json_fail(r, VNT_JSON_END, r->end);
	if (p[1] == 'u')
		return decode_unicode(r, at, out);
	found = p[1] ? strchr(names, p[1]) : NULL;
	if (found == NULL)
		return vnt_json_fail(r, VNT_JSON_ESCAPE, p);
	*(*out)++ = (uint8_t) values[found - names];
	*at = p + 2;
	return VNT_OK;
}

/* Where a string ends that has an escape at p: an upper bound is enough. */
static const uint8_t *
find_quote(const VntJson *r, const uint8_t *p)
{
	while (p < r->end && *p != '"')
	{
		p += *p == '\\' ? 2 : 1;
		if (p < r->end)
			p = skip_block(r, p);
	}
	return p < r->end ? p : r->end;
}

/* The rest of a string from its first escape on. */
static VntStatus
decode_string(VntJson *r, const uint8_t *first, const uint8_t *p, VntSlice *s)
{
	size_t		room = (size_t) (find_quote(r, p) - first);
	uint8_t    *data = vnt_builder_alloc(r->b, room);
	uint8_t    *out = data;

	r->fault = first;
	if (data == NULL)
		return VNT_NO_MEMORY;
	for (;;)
	{
		size_t		n = (size_t) (p - first);

		vnt_copy_short(out, first, n);
		out += n;
		if (p >= r->end)
			return vnt_json_fail(r, VNT_JSON_END, r->end);
		if (*p == '"')
			break;
		if (*p < ' ')
			return vnt_json_fail(r, VNT_JSON_STRING, p);
		VNT_TRY(decode_escape(r, &p, &out));
		first = p;
		VNT_TRY(skip_plain(r, &p));
	}
	r->p = p + 1;
	s->data = data;
	s->len = (size_t) (out - data);
	return VNT_OK;
}

VntStatus
vnt_json_string(VntJson *r, const uint8_t *plain, VntSlice *s)
{
	const uint8_t *first = r->p;
	const uint8_t *p = plain;

	VNT_TRY(skip_plain(r, &p));
	if (p >= r->end)
		return vnt_json_fail(r, VNT_JSON_END, r->end);
	if (*p == '\\')
		return decode_string(r, first, p, s);
	if (*p < ' ')
		return vnt_json_fail(r, VNT_JSON_STRING, p);
	r->p = p + 1;
	s->data = first;
	s->len = (size_t) (p - first);
	return VNT_OK;
}
