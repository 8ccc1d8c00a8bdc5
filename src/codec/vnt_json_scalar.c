/*-------------------------------------------------------------------------
 *
 * vnt_json_scalar.c
 *	  Values to text: scalars of every type, in each of the text forms.
 *
 * Interface: vnt_writer_scalar (vnt_json_out.h).
 *
 * Here everything is decoded first.  What documents have most of goes a
 * shorter way in vnt_json_write.c; this is also what that is tested against.
 *
 *-------------------------------------------------------------------------
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "vnt_json_out.h"

static const char hex_digits[] = "0123456789abcdef";

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
open_literal(const VntWriter *w, char *p)
{
	if (!w->bare)
		*p++ = '"';
	return p;
}

static char *
close_literal(const VntWriter *w, char *p, VntType type)
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
put_int(const VntWriter *w, char *p, const VntScalar *s)
{
	uint64_t	magnitude = (uint64_t) s->u.i;

	(void) w;
	if (s->u.i < 0)
	{
		*p++ = '-';
		magnitude = 0 - magnitude;
	}
	return p + vnt_uint64_to_text(magnitude, p);
}

static char *
put_decimal(const VntWriter *w, char *p, const VntScalar *s)
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
put_not_finite(const VntWriter *w, char *p, double value, VntType type)
{
	p = open_literal(w, p);
	p = put_text(p, isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity");
	return close_literal(w, p, type);
}

static char *
put_double(const VntWriter *w, char *p, const VntScalar *s)
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
put_float(const VntWriter *w, char *p, const VntScalar *s)
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
put_temporal(const VntWriter *w, char *p, const VntScalar *s)
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
put_uuid(const VntWriter *w, char *p, const VntScalar *s)
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
static char *
put_binary(VntWriter *w, char *p, const uint8_t *data, size_t len)
{
	bool		hex = w->native || w->bare;
	size_t		n;

	/* too large in either form, and twice the rest does not wrap */
	if (len > VNT_MAX_SIZE / 4 * 3)
		return vnt_writer_fail(w, VNT_TOO_LARGE);
	p = vnt_writer_room(w, p, (hex ? 2 * len : (len + 2) / 3 * 4) + VNT_SCALAR_ROOM);
	if (p == NULL)
		return NULL;
	p = open_literal(w, p);
	if (hex)
		p = put_text(p, w->bare ? "\\x" : "\\\\x");
	do
	{
		n = len < VNT_PIECE ? len : VNT_PIECE;
		p = hex ? put_hex(p, data, n) : put_base64(p, data, n);
		data += n;
		len -= n;
		if (len > 0)
			vnt_writer_poll(w);
	} while (len > 0);
	return close_literal(w, p, VNT_BINARY);
}

/* A string as it is. */
static char *
put_raw(VntWriter *w, char *p, const uint8_t *s, size_t len)
{
	p = vnt_writer_room(w, p, len);
	if (p == NULL)
		return NULL;
	if (len > 0)
		memcpy(p, s, len);
	return p + len;
}

static char *
put_word(const VntWriter *w, char *p, const VntScalar *s)
{
	static const char words[3][6] = {"null", "true", "false"};

	(void) w;
	return put_text(p, words[s->type]);
}

/* Writers of at most VNT_SCALAR_ROOM bytes; NULL: of any length. */
static char *(*const scalar_writer[VNT_TYPE_COUNT]) (const VntWriter *, char *,
													  const VntScalar *) = {
	[VNT_NULL] = put_word,
	[VNT_TRUE] = put_word,
	[VNT_FALSE] = put_word,
	[VNT_INT8] = put_int,
	[VNT_INT16] = put_int,
	[VNT_INT32] = put_int,
	[VNT_INT64] = put_int,
	[VNT_DOUBLE] = put_double,
	[VNT_DECIMAL4] = put_decimal,
	[VNT_DECIMAL8] = put_decimal,
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

char *
vnt_writer_scalar(VntWriter *w, char *p, const VntValue *v)
{
	VntScalar	s;
	VntStatus	status = vnt_scalar_read(v, &s);

	if (status != VNT_OK)
		return vnt_writer_fail(w, status);
	if (scalar_writer[s.type])
	{
		p = vnt_writer_room(w, p, VNT_SCALAR_ROOM);
		return p ? scalar_writer[s.type] (w, p, &s) : NULL;
	}
	vnt_writer_step(w, 1 + (uint32_t) (s.u.bytes.len >> 8));
	if (s.type == VNT_BINARY)
		return put_binary(w, p, s.u.bytes.data, s.u.bytes.len);
	if (w->bare)
		return put_raw(w, p, s.u.bytes.data, s.u.bytes.len);
	return vnt_writer_string(w, p, s.u.bytes.data, s.u.bytes.len, w->readable);
}
