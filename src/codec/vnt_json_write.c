/*-------------------------------------------------------------------------
 *
 * vnt_json_write.c
 *	  Values to text: the text form, plain JSON, and bare scalars.
 *
 * One walk over the bytes in place.  The writer keeps its own end of the
 * buffer and checks room once per token; strings are copied eight bytes at a
 * time as long as none of them needs an escape.
 *
 * Interface: vnt_json_write, vnt_scalar_to_text, vnt_json_write_string.
 * On failure the buffer holds a part of the text and is fit to be freed.
 *
 * Limits: VNT_MAX_DEPTH levels (VNT_TOO_DEEP), VNT_MAX_SIZE bytes of text
 * (VNT_TOO_LARGE), which also bounds the work that damaged bytes can cause.
 *
 *-------------------------------------------------------------------------
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "vnt_internal.h"

/* Room for any scalar but strings and binaries, quotes and suffix included. */
#define SCALAR_ROOM		128

/* What is left free behind a string: its quote and a separator. */
#define STRING_SLACK	8

/* Long strings and binaries go in pieces, with a poll after each. */
#define PIECE			((size_t) 48 * 1024)

#define INDENT			4

/* Types whose number fits in one word, as bits. */
#define SHORT_NUMBERS \
	(1u << VNT_INT8 | 1u << VNT_INT16 | 1u << VNT_INT32 | 1u << VNT_INT64 | \
	 1u << VNT_DECIMAL4 | 1u << VNT_DECIMAL8)

typedef struct Writer
{
	VntBuffer  *out;
	char	   *p;				/* where the text goes on */
	char	   *end;			/* of the buffer */
	unsigned	depth;
	uint32_t	steps;			/* since the last poll */
	bool		native;			/* with ::type */
	bool		pretty;
	bool		bare;			/* a scalar's PostgreSQL text */
} Writer;

static VntStatus put_value(Writer *w, const VntValue *v);

/* ---------------------------------------------------------------------
 * Room
 * ---------------------------------------------------------------------
 */
static VntStatus
grow(Writer *w, size_t n)
{
	VntBuffer  *out = w->out;

	out->len = (size_t) (w->p - out->data);
	VNT_TRY(vnt_buffer_reserve(out, n));
	w->p = out->data + out->len;
	w->end = out->data + out->capacity;
	return VNT_OK;
}

/* Make sure that n more bytes can be written at w->p. */
static inline VntStatus
room(Writer *w, size_t n)
{
	return (size_t) (w->end - w->p) >= n ? VNT_OK : grow(w, n);
}

static VntStatus
writer_start(Writer *w, VntBuffer *out, size_t expected)
{
	memset(w, 0, sizeof(*w));
	VNT_TRY(vnt_buffer_reserve(out, expected));
	w->out = out;
	w->p = out->data + out->len;
	w->end = out->data + out->capacity;
	return VNT_OK;
}

static void
writer_end(Writer *w)
{
	w->out->len = (size_t) (w->p - w->out->data);
}

static void
poll_host(Writer *w)
{
	const VntHost *host = w->out->host;

	w->steps = 0;
	if (host->poll)
		host->poll(host->ctx);
}

static inline void
step(Writer *w, size_t bytes)
{
	w->steps += 1 + (uint32_t) (bytes >> 8);
	if (w->steps >= VNT_POLL_STEPS)
		poll_host(w);
}

/* ---------------------------------------------------------------------
 * Strings
 * ---------------------------------------------------------------------
 */

/* The letter of the escape for a byte, or 0 where none is needed. */
static const char escape_letter[256] = {
	'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'b', 't', 'n', 'u', 'f', 'r', 'u', 'u',
	'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u', 'u',
	['"'] = '"',
	['\\'] = '\\',
};

static const char hex_digits[] = "0123456789abcdef";

static char *
put_escape(char *p, uint8_t c)
{
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
 * Does any byte of the word need an escape: is it below 0x20, a quote or a
 * backslash?  Right for either byte order.
 */
static inline bool
word_needs_escape(uint64_t x)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t	quote = x ^ ones * '"';
	uint64_t	backslash = x ^ ones * '\\';

	return ((((x - ones * 0x20) & ~x) |
			 ((quote - ones) & ~quote) |
			 ((backslash - ones) & ~backslash)) & ones * 0x80) != 0;
}

/*
 * Copy sixteen bytes unless one of them may need an escape.  Without SSE2
 * always false: then all goes by words.
 */
static inline bool
copy_clean16(char *p, const uint8_t *s)
{
#ifdef __SSE2__
	__m128i		x = _mm_loadu_si128((const __m128i *) (const void *) s);
	__m128i		control = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(0x1f)), x);
	__m128i		quote = _mm_cmpeq_epi8(x, _mm_set1_epi8('"'));
	__m128i		backslash = _mm_cmpeq_epi8(x, _mm_set1_epi8('\\'));

	if (_mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(quote, backslash))) != 0)
		return false;
	_mm_storeu_si128((__m128i *) (void *) p, x);
	return true;
#else
	(void) p;
	(void) s;
	return false;
#endif
}

/*
 * Copy the fewer than eight bytes from s to end in one or two steps that
 * overlap what is copied already, where begin is where the string began.
 * False if that cannot be done or one of them may need an escape.
 */
static inline bool
copy_tail(char *p, const uint8_t *begin, const uint8_t *s, const uint8_t *end)
{
	uint64_t	word;
	uint32_t	first;
	uint32_t	last;

	if (end - begin >= 8)
	{
		/* the last eight bytes are clean, so those before s went over as is */
		memcpy(&word, end - 8, 8);
		if (word_needs_escape(word))
			return false;
		memcpy(p + (end - s) - 8, &word, 8);
		return true;
	}
	if (end - s < 4)
		return false;
	memcpy(&first, s, 4);
	memcpy(&last, end - 4, 4);
	if (word_needs_escape((uint64_t) first << 32 | last))
		return false;
	memcpy(p, &first, 4);
	memcpy(p + (end - s) - 4, &last, 4);
	return true;
}

/* The inside of a string literal; leaves STRING_SLACK bytes of room. */
static VntStatus
put_escaped(Writer *w, const uint8_t *s, size_t len)
{
	const uint8_t *begin = s;
	const uint8_t *end = s + len;
	const uint8_t *stop;
	uint64_t	word;
	char	   *p;

	VNT_TRY(room(w, len + STRING_SLACK));
	p = w->p;
	for (;;)
	{
		while (end - s >= 16 && copy_clean16(p, s))
		{
			s += 16;
			p += 16;
		}
		for (; end - s >= 8; s += 8, p += 8)
		{
			memcpy(&word, s, 8);
			if (word_needs_escape(word))
				break;
			memcpy(p, &word, 8);
		}
		if (end - s < 8 && copy_tail(p, begin, s, end))
		{
			w->p = p + (end - s);
			return VNT_OK;
		}
		stop = end - s >= 8 ? s + 8 : end;
		while (s < stop && !escape_letter[*s])
			*p++ = (char) *s++;
		w->p = p;
		if (s == end)
			return VNT_OK;
		if (s < stop)
		{
			VNT_TRY(room(w, (size_t) (end - s) + 6 + STRING_SLACK));
			p = put_escape(w->p, *s++);
		}
	}
}

static VntStatus
put_string(Writer *w, const uint8_t *s, size_t len)
{
	VNT_TRY(room(w, 1));
	*w->p++ = '"';
	for (; len > PIECE; s += PIECE, len -= PIECE)
	{
		VNT_TRY(put_escaped(w, s, PIECE));
		poll_host(w);
	}
	VNT_TRY(put_escaped(w, s, len));
	*w->p++ = '"';
	return VNT_OK;
}

/* A string as it is. */
static VntStatus
put_raw(Writer *w, const uint8_t *s, size_t len)
{
	VNT_TRY(room(w, len));
	if (len > 0)
		memcpy(w->p, s, len);
	w->p += len;
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Typed literals
 * ---------------------------------------------------------------------
 */

/* What is behind a value of this type in the text form. */
static const char *const type_suffix[VNT_TYPE_COUNT] = {
	[VNT_DOUBLE] = "::float8",
	[VNT_FLOAT] = "::float4",
	[VNT_DATE] = "::date",
	[VNT_TIME] = "::time",
	[VNT_TIMESTAMP] = "::timestamp",
	[VNT_TIMESTAMPTZ] = "::timestamptz",
	[VNT_TIMESTAMP_NANOS] = "::timestamp(9)",
	[VNT_TIMESTAMPTZ_NANOS] = "::timestamptz(9)",
	[VNT_BINARY] = "::bytea",
	[VNT_UUID] = "::uuid",
};

static char *
put_text(char *p, const char *text)
{
	size_t		n = strlen(text);

	memcpy(p, text, n);
	return p + n;
}

/* Quotes around the text of a typed scalar; bare text has none. */
static char *
open_literal(const Writer *w, char *p)
{
	if (!w->bare)
		*p++ = '"';
	return p;
}

static char *
close_literal(const Writer *w, char *p, VntType type)
{
	if (!w->bare)
		*p++ = '"';
	return w->native ? put_text(p, type_suffix[type]) : p;
}

/* ---------------------------------------------------------------------
 * Numbers
 * ---------------------------------------------------------------------
 */
static char *
put_int64(char *p, int64_t i)
{
	uint64_t	magnitude = (uint64_t) i;

	if (i < 0)
	{
		*p++ = '-';
		magnitude = 0 - magnitude;
	}
	return p + vnt_uint64_to_text(magnitude, p);
}

static char *
put_decimal(const Writer *w, char *p, const VntScalar *s)
{
	(void) w;
	return p + vnt_decimal_to_text(s->u.dec, s->scale, p);
}

/*
 * What printf wrote, without the locale's idea of a decimal point.  Returns
 * the length, at most 32.
 */
static int
copy_number(const char *text, char *out)
{
	int			n = 0;

	for (; *text; text++)
	{
		if (strchr("0123456789+-e", *text))
			out[n++] = *text;
		else if (n > 0 && out[n - 1] != '.')
			out[n++] = '.';
	}
	return n;
}

/* Shortest text that reads back, for hosts that cannot do it better. */
static int
search_double(double value, char *out)
{
	char		text[48];
	int			precision;

	/* from 1 on: numbers near the end of the range have few digits */
	for (precision = 1; precision <= 17; precision++)
	{
		snprintf(text, sizeof(text), "%.*g", precision, value);
		if (precision == 17 || !(strtod(text, NULL) < value ||
								 strtod(text, NULL) > value))
			break;
	}
	return copy_number(text, out);
}

static int
search_float(float value, char *out)
{
	char		text[48];
	int			precision;

	for (precision = 1; precision <= 9; precision++)
	{
		snprintf(text, sizeof(text), "%.*g", precision, (double) value);
		if (precision == 9 || !(strtof(text, NULL) < value ||
								strtof(text, NULL) > value))
			break;
	}
	return copy_number(text, out);
}

/*
 * The exponent that a number without one must have in the text form.  Zeros
 * at the end of an integer go into it: 1e3 rather than 1000e0.  start is where
 * the number's text begins, p where it ends.
 */
static char *
put_missing_exponent(const char *start, char *p)
{
	size_t		len = (size_t) (p - start);
	int			zeros = 0;

	if (memchr(start, '.', len) == NULL)
		while (p - start > 1 && p[-1] == '0' && p[-2] != '-')
		{
			p--;
			zeros++;
		}
	*p++ = 'e';
	if (zeros >= 10)
		*p++ = (char) ('0' + zeros / 10);
	*p++ = (char) ('0' + zeros % 10);
	return p;
}

/*
 * A number as the text form has it: the exponent without plus and leading
 * zeros, and one where there must be one.
 */
static char *
put_exponent_form(char *p, const char *text, int n, bool required)
{
	const char *end = text + n;
	const char *start = p;

	while (text < end && *text != 'e')
		*p++ = *text++;
	if (text == end)
		return required ? put_missing_exponent(start, p) : p;
	*p++ = *text++;
	if (text < end && *text == '-')
		*p++ = *text++;
	while (text + 1 < end && (*text == '+' || *text == '0'))
		text++;
	memcpy(p, text, (size_t) (end - text));
	return p + (end - text);
}

/* NaN and the infinities. */
static char *
put_not_finite(const Writer *w, char *p, double value, VntType type)
{
	p = open_literal(w, p);
	p = put_text(p, isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity");
	return close_literal(w, p, type);
}

static char *
put_double(const Writer *w, char *p, const VntScalar *s)
{
	const VntHost *host = w->out->host;
	char		text[32];
	int			n;

	if (!isfinite(s->u.d))
		return put_not_finite(w, p, s->u.d, s->type);
	n = host->format_double ? host->format_double(s->u.d, text) :
		search_double(s->u.d, text);
	if (w->native)
		return put_exponent_form(p, text, n, true);
	memcpy(p, text, (size_t) n);
	return p + n;
}

static char *
put_float(const Writer *w, char *p, const VntScalar *s)
{
	const VntHost *host = w->out->host;
	char		text[32];
	int			n;

	if (!isfinite(s->u.f))
		return put_not_finite(w, p, (double) s->u.f, s->type);
	n = host->format_float ? host->format_float(s->u.f, text) :
		search_float(s->u.f, text);
	if (w->native)
		return put_text(put_exponent_form(p, text, n, false),
						type_suffix[s->type]);
	memcpy(p, text, (size_t) n);
	return p + n;
}

/* ---------------------------------------------------------------------
 * Other scalars
 * ---------------------------------------------------------------------
 */
static char *
put_temporal(const Writer *w, char *p, const VntScalar *s)
{
	p = open_literal(w, p);
	p += vnt_temporal_to_text(s->type, s->u.i, w->bare ? ' ' : 'T',
							  w->bare ? "+00" : "Z", p);
	return close_literal(w, p, s->type);
}

static char *
put_hex(char *p, const uint8_t *data, size_t len)
{
	size_t		i;

	for (i = 0; i < len; i++)
	{
		*p++ = hex_digits[data[i] >> 4];
		*p++ = hex_digits[data[i] & 0x0f];
	}
	return p;
}

static char *
put_uuid(const Writer *w, char *p, const VntScalar *s)
{
	static const uint8_t group[5] = {4, 2, 2, 2, 6};
	const uint8_t *data = s->u.bytes.data;
	int			i;

	p = open_literal(w, p);
	for (i = 0; i < 5; i++)
	{
		if (i > 0)
			*p++ = '-';
		p = put_hex(p, data, group[i]);
		data += group[i];
	}
	return close_literal(w, p, s->type);
}

/* Base64 of len bytes, padded. */
static char *
put_base64(char *p, const uint8_t *data, size_t len)
{
	static const char digits[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t	bits;

	for (; len >= 3; data += 3, len -= 3)
	{
		bits = (uint32_t) data[0] << 16 | (uint32_t) data[1] << 8 | data[2];
		*p++ = digits[bits >> 18];
		*p++ = digits[bits >> 12 & 0x3f];
		*p++ = digits[bits >> 6 & 0x3f];
		*p++ = digits[bits & 0x3f];
	}
	if (len == 0)
		return p;
	bits = (uint32_t) data[0] << 16 | (len == 2 ? (uint32_t) data[1] << 8 : 0);
	*p++ = digits[bits >> 18];
	*p++ = digits[bits >> 12 & 0x3f];
	*p++ = len == 2 ? digits[bits >> 6 & 0x3f] : '=';
	*p++ = '=';
	return p;
}

/* A piece is a multiple of three bytes, so base64 can be cut there. */
static VntStatus
put_binary(Writer *w, const uint8_t *data, size_t len)
{
	bool		hex = w->native || w->bare;
	size_t		n;

	/* too large in either form, and twice the rest does not wrap */
	if (len > VNT_MAX_SIZE / 4 * 3)
		return VNT_TOO_LARGE;
	VNT_TRY(room(w, (hex ? 2 * len : (len + 2) / 3 * 4) + SCALAR_ROOM));
	w->p = open_literal(w, w->p);
	if (hex)
		w->p = put_text(w->p, w->bare ? "\\x" : "\\\\x");
	do
	{
		n = len < PIECE ? len : PIECE;
		w->p = hex ? put_hex(w->p, data, n) : put_base64(w->p, data, n);
		data += n;
		len -= n;
		if (len > 0)
			poll_host(w);
	} while (len > 0);
	w->p = close_literal(w, w->p, VNT_BINARY);
	return VNT_OK;
}

/* Integers and decimals of one word, straight from their bytes. */
static VntStatus
put_short_number(Writer *w, const VntValue *v, VntType type)
{
	const uint8_t *p = v->data + 1;
	int64_t		i;

	if (v->len < (size_t) vnt_type_info[type].size)
		return VNT_VALUE_TRUNCATED;
	VNT_TRY(room(w, SCALAR_ROOM));
	if (type == VNT_INT8)
		i = (int8_t) p[0];
	else if (type == VNT_INT16)
		i = (int16_t) vnt_load16(p);
	else if (type == VNT_INT32)
		i = (int32_t) vnt_load32(p);
	else if (type == VNT_DECIMAL4)
		i = (int32_t) vnt_load32(p + 1);
	else
		i = (int64_t) vnt_load64(p + (type == VNT_DECIMAL8));
	if (type <= VNT_INT64)
		w->p = put_int64(w->p, i);
	else if (p[0] <= VNT_MAX_PRECISION)
		w->p += vnt_decimal_to_text(vnt_int128_from_int64(i), p[0], w->p);
	else
		return VNT_VALUE_SCALE;
	return VNT_OK;
}

/*
 * Writers of at most SCALAR_ROOM bytes; NULL: of any length, or one
 * of those that put_scalar writes without decoding.
 */
static char *(*const scalar_writer[VNT_TYPE_COUNT]) (const Writer *, char *,
													  const VntScalar *) = {
	[VNT_DOUBLE] = put_double,
	[VNT_DECIMAL16] = put_decimal,
	[VNT_DATE] = put_temporal,
	[VNT_TIMESTAMPTZ] = put_temporal,
	[VNT_TIMESTAMP] = put_temporal,
	[VNT_FLOAT] = put_float,
	[VNT_TIME] = put_temporal,
	[VNT_TIMESTAMPTZ_NANOS] = put_temporal,
	[VNT_TIMESTAMP_NANOS] = put_temporal,
	[VNT_UUID] = put_uuid,
};

static VntStatus
put_scalar(Writer *w, const VntValue *v)
{
	static const char words[3][6] = {"null", "true", "false"};
	VntType		type = vnt_value_type(v);
	VntScalar	s;

	if (type <= VNT_FALSE)
	{
		VNT_TRY(room(w, 8));
		w->p = put_text(w->p, words[type]);
		return VNT_OK;
	}
	if (SHORT_NUMBERS >> type & 1)
		return put_short_number(w, v, type);
	VNT_TRY(vnt_scalar_read(v, &s));
	if (scalar_writer[type])
	{
		VNT_TRY(room(w, SCALAR_ROOM));
		w->p = scalar_writer[type] (w, w->p, &s);
		return VNT_OK;
	}
	step(w, s.u.bytes.len);
	if (type == VNT_BINARY)
		return put_binary(w, s.u.bytes.data, s.u.bytes.len);
	if (w->bare)
		return put_raw(w, s.u.bytes.data, s.u.bytes.len);
	return put_string(w, s.u.bytes.data, s.u.bytes.len);
}

/* ---------------------------------------------------------------------
 * Containers
 * ---------------------------------------------------------------------
 */
static VntStatus
put_line_break(Writer *w)
{
	size_t		n = (size_t) w->depth * INDENT;

	VNT_TRY(room(w, n + 1));
	*w->p++ = '\n';
	memset(w->p, ' ', n);
	w->p += n;
	return VNT_OK;
}

/* What comes before the i-th member or element. */
static inline VntStatus
put_separator(Writer *w, uint32_t i)
{
	VNT_TRY(room(w, 2));
	if (i > 0)
	{
		*w->p++ = ',';
		if (!w->pretty)
			*w->p++ = ' ';
	}
	return w->pretty ? put_line_break(w) : VNT_OK;
}

static VntStatus
put_members(Writer *w, const VntContainer *c)
{
	VntValue	child;
	VntSlice	name;
	uint32_t	i;

	for (i = 0; i < c->count; i++)
	{
		VNT_TRY(vnt_container_child_inline(c, i, &child));
		VNT_TRY(put_separator(w, i));
		if (c->is_object)
		{
			VNT_TRY(vnt_metadata_name_inline(c->meta,
											 vnt_load_uint(c->ids + (size_t) i * c->id_width,
														   c->id_width),
											 &name));
			VNT_TRY(put_string(w, name.data, name.len));
			*w->p++ = ':';
			*w->p++ = ' ';
		}
		VNT_TRY(put_value(w, &child));
	}
	return VNT_OK;
}

static VntStatus
put_container(Writer *w, const VntValue *v)
{
	VntContainer c;

	VNT_TRY(vnt_container_open(v, &c));
	if (w->depth >= VNT_MAX_DEPTH)
		return VNT_TOO_DEEP;
	w->depth++;
	VNT_TRY(room(w, 1));
	*w->p++ = c.is_object ? '{' : '[';
	VNT_TRY(put_members(w, &c));
	w->depth--;
	if (w->pretty)
		VNT_TRY(put_line_break(w));
	VNT_TRY(room(w, 1));
	*w->p++ = c.is_object ? '}' : ']';
	return VNT_OK;
}

static VntStatus
put_value(Writer *w, const VntValue *v)
{
	uint8_t		header = v->data[0];

	step(w, 0);
	if ((header & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
		return put_container(w, v);
	/* a short cut for what there is most of */
	if ((header & VNT_BASIC_MASK) == VNT_BASIC_SHORT_STRING && !w->bare)
	{
		size_t		len = header >> VNT_HEADER_SHIFT;

		if (len >= v->len)
			return VNT_VALUE_TRUNCATED;
		return put_string(w, v->data + 1, len);
	}
	return put_scalar(w, v);
}

/* ---------------------------------------------------------------------
 * Entry points
 * ---------------------------------------------------------------------
 */

static VntStatus
write_value(Writer *w, VntBuffer *out, const VntValue *v, bool native,
			bool pretty, bool bare)
{
	VntStatus	status;
	size_t		size;

	/* a first guess at the length, which need not be good */
	VNT_TRY(vnt_value_size(v, &size));
	if (size > (VNT_MAX_SIZE - out->len) / 4)
		size = 0;
	VNT_TRY(writer_start(w, out, size + size / 2 + SCALAR_ROOM));
	w->native = native;
	w->pretty = pretty;
	w->bare = bare;
	status = put_value(w, v);
	writer_end(w);
	return status;
}

VntStatus
vnt_json_write(VntBuffer *out, const VntValue *v, VntStyle style)
{
	Writer		w;

	return write_value(&w, out, v,
					   style == VNT_STYLE_NATIVE || style == VNT_STYLE_PRETTY,
					   style == VNT_STYLE_PRETTY ||
					   style == VNT_STYLE_JSON_PRETTY, false);
}

VntStatus
vnt_scalar_to_text(VntBuffer *out, const VntValue *v)
{
	Writer		w;
	bool		bare;

	if (v->len < 1)
		return VNT_VALUE_TRUNCATED;
	bare = (v->data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT;
	return write_value(&w, out, v, !bare, false, bare);
}

VntStatus
vnt_json_write_string(VntBuffer *out, const uint8_t *data, size_t len)
{
	Writer		w;
	VntStatus	status;

	VNT_TRY(writer_start(&w, out, 2 + STRING_SLACK));
	status = put_string(&w, data, len);
	writer_end(&w);
	return status;
}
