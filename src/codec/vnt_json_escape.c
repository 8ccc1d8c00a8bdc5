/*-------------------------------------------------------------------------
 *
 * vnt_json_escape.c
 *	  Values to text: room in the buffer, and string literals of any bytes.
 *
 * Interface: vnt_writer_grow, vnt_writer_poll, vnt_writer_string,
 * vnt_writer_string_rest (vnt_json_out.h).
 *
 * Strings are copied in blocks up to the first byte that needs an escape.  At
 * the end of what can be read, a block is made of what is left.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_json_out.h"

/* The longest escape, and what is left free behind a string. */
#define ESCAPE_ROOM		6
#define STRING_SLACK	8

char *
vnt_writer_grow(VntWriter *w, char *p, size_t n)
{
	VntBuffer  *out = w->out;
	VntStatus	status;

	out->len = (size_t) (p - out->data);
	status = vnt_buffer_reserve(out, n);
	if (status != VNT_OK)
		return vnt_writer_fail(w, status);
	w->end = out->data + out->capacity;
	return out->data + out->len;
}

void
vnt_writer_poll(VntWriter *w)
{
	const VntHost *host = w->out->host;

	w->steps = 0;
	if (host->poll)
		host->poll(host->ctx);
}

/* The letter of the escape for a byte, or 0 where none is needed. */
static const char escape_letter[256] = {
	'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'b', 't', 'n', 'u', 'f', 'r', 'u', 'u',
	'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u',
	['"'] = '"',
	['\\'] = '\\',
};

static char *
put_escape(char *p, uint8_t c)
{
	static const char hex_digits[] = "0123456789abcdef";

	*p++ = '\\';
	*p++ = escape_letter[c];
	if (escape_letter[c] == 'u')
	{
		*p++ = '0';
		*p++ = '0';
		*p++ = hex_digits[c >> 4];
		*p++ = hex_digits[c & 0x0f];
	}
	return p;
}

/*
 * Copy up to a block of the len bytes at s, but not beyond one that needs an
 * escape; returns how many.
 */
static VNT_INLINE size_t
copy_some(char *p, const uint8_t *s, size_t len, const uint8_t *readable)
{
	uint8_t		last[VNT_BLOCK] = {0};
	size_t		n;

	if (len > VNT_BLOCK)
		len = VNT_BLOCK;
	if ((size_t) (readable - s) < VNT_BLOCK)
	{
		memcpy(last, s, len);
		s = last;
	}
	n = vnt_block_copy_escape((uint8_t *) p, s);
	return n < len ? n : len;
}

/* The inside of a string literal; leaves STRING_SLACK bytes of room. */
static char *
put_escaped(VntWriter *w, char *p, const uint8_t *s, size_t len,
			const uint8_t *readable)
{
	const uint8_t *end = s + len;

	p = vnt_writer_room(w, p, len + VNT_BLOCK + STRING_SLACK);
	while (p != NULL && s < end)
	{
		size_t		n = copy_some(p, s, (size_t) (end - s), readable);

		p += n;
		s += n;
		while (s < end && escape_letter[*s])
		{
			p = vnt_writer_room(w, p, (size_t) (end - s) + ESCAPE_ROOM +
								VNT_BLOCK + STRING_SLACK);
			if (p == NULL)
				break;
			p = put_escape(p, *s++);
		}
	}
	return p;
}

char *
vnt_writer_string_rest(VntWriter *w, char *p, const uint8_t *s, size_t len,
					   const uint8_t *readable)
{
	for (; len > VNT_PIECE && p != NULL; s += VNT_PIECE, len -= VNT_PIECE)
	{
		p = put_escaped(w, p, s, VNT_PIECE, readable);
		vnt_writer_poll(w);
	}
	if (p != NULL)
		p = put_escaped(w, p, s, len, readable);
	if (p != NULL)
		*p++ = '"';
	return p;
}

char *
vnt_writer_string(VntWriter *w, char *p, const uint8_t *s, size_t len,
				  const uint8_t *readable)
{
	p = vnt_writer_room(w, p, 1);
	if (p == NULL)
		return NULL;
	*p++ = '"';
	return vnt_writer_string_rest(w, p, s, len, readable);
}
