/*-------------------------------------------------------------------------
 *
 * variant_digest.c
 *	  A digest that is the same for equal values, wherever it is made.
 *
 * Interface: variant_digest.
 *
 * It is SHA-256 of a stream of bytes that depends on nothing but the value,
 * as = sees it: a tag of one byte and what follows it, integers little-endian.
 *
 *		null		00
 *		string		01, length in 8 bytes, UTF-8
 *		number		02, then 00 for zero; 01 for positive and 02 for negative,
 *					followed by q in 16 bytes, a and b in 4 bytes each, where
 *					the number's amount is q * 2^a * 5^b and q is divisible by
 *					neither 2 nor 5; 03 for NaN, 04 for infinity, 05 for
 *					negative infinity.  Of integers, decimals, floats, doubles.
 *		date		03, days since 1970-01-01 in 8 bytes
 *		time		04, microseconds since midnight in 8 bytes
 *		timestamp	05, and timestamptz 06: microseconds since 1970-01-01 in 8
 *					bytes, rounded down, and the nanoseconds left in 2 bytes
 *		uuid		07, 16 bytes
 *		binary		08, length in 8 bytes, bytes
 *		boolean		09, 00 or 01
 *		array		0a, number of elements in 4 bytes, elements
 *		object		0b, number of members in 4 bytes, and for each one in the
 *					order of names by bytes: length of its name in 8 bytes,
 *					the name, the value
 *
 * This is for ever: digests are stored.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include <math.h>

#include "common/cryptohash.h"
#include "common/sha2.h"
#include "miscadmin.h"

typedef enum DigestTag
{
	TAG_NULL = 0x00,
	TAG_STRING = 0x01,
	TAG_NUMBER = 0x02,
	TAG_DATE = 0x03,
	TAG_TIME = 0x04,
	TAG_TIMESTAMP = 0x05,
	TAG_TIMESTAMPTZ = 0x06,
	TAG_UUID = 0x07,
	TAG_BINARY = 0x08,
	TAG_BOOLEAN = 0x09,
	TAG_ARRAY = 0x0a,
	TAG_OBJECT = 0x0b
} DigestTag;

typedef enum NumberKind
{
	NUMBER_ZERO,
	NUMBER_POSITIVE,
	NUMBER_NEGATIVE,
	NUMBER_NAN,
	NUMBER_INFINITY,
	NUMBER_NEGATIVE_INFINITY
} NumberKind;

typedef struct Stream
{
	pg_cryptohash_ctx *context;
	size_t		used;
	uint8		buffer[1024];
} Stream;

/* ---------------------------------------------------------------------
 * The stream
 * ---------------------------------------------------------------------
 */
static void
check_hash(Stream *s, int result)
{
	if (result < 0)
		elog(ERROR, "could not compute SHA-256 hash");
}

static void
flush(Stream *s)
{
	check_hash(s, pg_cryptohash_update(s->context, s->buffer, s->used));
	s->used = 0;
}

static void
put_bytes(Stream *s, const uint8_t *data, size_t len)
{
	if (len > sizeof(s->buffer) - s->used)
		flush(s);
	if (len > sizeof(s->buffer))
	{
		check_hash(s, pg_cryptohash_update(s->context, data, len));
		return;
	}
	if (len > 0)
		memcpy(s->buffer + s->used, data, len);
	s->used += len;
}

static void
put_integer(Stream *s, uint64 value, int size)
{
	uint8_t		bytes[8];

	for (int i = 0; i < size; i++)
		bytes[i] = (uint8_t) (value >> (8 * i));
	put_bytes(s, bytes, size);
}

static void
put_tag(Stream *s, DigestTag tag)
{
	put_integer(s, tag, 1);
}

static void
put_counted(Stream *s, VntSlice bytes)
{
	put_integer(s, bytes.len, 8);
	put_bytes(s, bytes.data, bytes.len);
}

/* ---------------------------------------------------------------------
 * Numbers
 * ---------------------------------------------------------------------
 */

/* 128 bits without sign, in words of 32 bits, the lowest first. */
typedef struct Wide
{
	uint32		word[4];
} Wide;

static uint32
divide(Wide *w, uint32 divisor)
{
	uint64		rest = 0;

	for (int i = 3; i >= 0; i--)
	{
		rest = rest << 32 | w->word[i];
		w->word[i] = (uint32) (rest / divisor);
		rest %= divisor;
	}
	return (uint32) rest;
}

/* Take a factor out of w as often as it is in it. */
static int
take_factor(Wide *w, uint32 factor)
{
	int			count = 0;

	for (;;)
	{
		Wide		quotient = *w;

		if (divide(&quotient, factor) != 0)
			return count;
		*w = quotient;
		count++;
	}
}

/* The number amount * 2^a * 5^b, amount not being zero. */
static void
put_number(Stream *s, bool negative, uint64 low, uint64 high, int a, int b)
{
	Wide		q = {{(uint32) low, (uint32) (low >> 32), (uint32) high, (uint32) (high >> 32)}};

	a += take_factor(&q, 2);
	b += take_factor(&q, 5);
	put_integer(s, negative ? NUMBER_NEGATIVE : NUMBER_POSITIVE, 1);
	for (int i = 0; i < 4; i++)
		put_integer(s, q.word[i], 4);
	put_integer(s, (uint32) a, 4);
	put_integer(s, (uint32) b, 4);
}

static void
put_decimal(Stream *s, VntInt128 value, int scale)
{
	uint64		low = value.lo;
	uint64		high = (uint64) value.hi;
	bool		negative = value.hi < 0;

	if (negative)
	{
		low = ~low + 1;
		high = ~high + (low == 0);
	}
	if (low == 0 && high == 0)
		put_integer(s, NUMBER_ZERO, 1);
	else
		put_number(s, negative, low, high, -scale, -scale);
}

static void
put_double(Stream *s, double value)
{
	int			exponent;
	double		mantissa;

	if (isnan(value))
		put_integer(s, NUMBER_NAN, 1);
	else if (isinf(value))
		put_integer(s, value > 0 ? NUMBER_INFINITY : NUMBER_NEGATIVE_INFINITY, 1);
	else if (value == 0)
		put_integer(s, NUMBER_ZERO, 1);
	else
	{
		mantissa = ldexp(frexp(fabs(value), &exponent), 53);
		put_number(s, value < 0, (uint64) mantissa, 0, exponent - 53, 0);
	}
}

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */

/* Nanoseconds are microseconds with something left. */
static void
put_instant(Stream *s, DigestTag tag, int64 value, bool nanos)
{
	int64		rest = nanos ? value % 1000 : 0;

	if (rest < 0)
		rest += 1000;
	put_tag(s, tag);
	put_integer(s, (uint64) (nanos ? (value - rest) / 1000 : value), 8);
	put_integer(s, (uint64) rest, 2);
}

static void
put_tagged(Stream *s, DigestTag tag, int64 value, int size)
{
	put_tag(s, tag);
	put_integer(s, (uint64) value, size);
}

static void
put_scalar(Stream *s, const VntScalar *v)
{
	switch (v->type)
	{
		case VNT_NULL:
			put_tag(s, TAG_NULL);
			break;
		case VNT_TRUE:
		case VNT_FALSE:
			put_tagged(s, TAG_BOOLEAN, v->type == VNT_TRUE, 1);
			break;
		case VNT_INT8:
		case VNT_INT16:
		case VNT_INT32:
		case VNT_INT64:
			put_tag(s, TAG_NUMBER);
			put_decimal(s, vnt_int128_from_int64(v->u.i), 0);
			break;
		case VNT_DECIMAL4:
		case VNT_DECIMAL8:
		case VNT_DECIMAL16:
			put_tag(s, TAG_NUMBER);
			put_decimal(s, v->u.dec, v->scale);
			break;
		case VNT_FLOAT:
			put_tag(s, TAG_NUMBER);
			put_double(s, v->u.f);
			break;
		case VNT_DOUBLE:
			put_tag(s, TAG_NUMBER);
			put_double(s, v->u.d);
			break;
		case VNT_DATE:
			put_tagged(s, TAG_DATE, v->u.i, 8);
			break;
		case VNT_TIME:
			put_tagged(s, TAG_TIME, v->u.i, 8);
			break;
		case VNT_TIMESTAMP:
		case VNT_TIMESTAMP_NANOS:
			put_instant(s, TAG_TIMESTAMP, v->u.i, v->type == VNT_TIMESTAMP_NANOS);
			break;
		case VNT_TIMESTAMPTZ:
		case VNT_TIMESTAMPTZ_NANOS:
			put_instant(s, TAG_TIMESTAMPTZ, v->u.i, v->type == VNT_TIMESTAMPTZ_NANOS);
			break;
		case VNT_UUID:
			put_tag(s, TAG_UUID);
			put_bytes(s, v->u.bytes.data, 16);
			break;
		case VNT_BINARY:
			put_tag(s, TAG_BINARY);
			put_counted(s, v->u.bytes);
			break;
		case VNT_STRING:
		case VNT_SHORT_STRING:
			put_tag(s, TAG_STRING);
			put_counted(s, v->u.bytes);
			break;
		case VNT_OBJECT:
		case VNT_ARRAY:
		case VNT_UNKNOWN:
			break;				/* no scalars */
	}
}

/* ---------------------------------------------------------------------
 * Any value
 * ---------------------------------------------------------------------
 */
static void
put_value(Stream *s, const VntValue *v, int depth)
{
	VntScalar	scalar;
	VntContainer c;

	if (vnt_value_class(v) < VNT_CLASS_ARRAY)
	{
		variant_check_stored(vnt_scalar_read(v, &scalar));
		put_scalar(s, &scalar);
		return;
	}
	if (depth >= VNT_MAX_DEPTH)
		variant_report(VNT_TOO_DEEP, NULL, VARIANT_ORIGIN_STORED, NULL);
	check_stack_depth();
	variant_check_stored(vnt_container_open(v, &c));
	put_tagged(s, c.is_object ? TAG_OBJECT : TAG_ARRAY, c.count, 4);
	for (uint32 i = 0; i < c.count; i++)
	{
		VntValue	child;
		VntSlice	name;

		CHECK_FOR_INTERRUPTS();
		if (c.is_object)
		{
			variant_check_stored(vnt_object_name(&c, i, &name));
			put_counted(s, name);
		}
		variant_check_stored(vnt_container_child(&c, i, &child));
		put_value(s, &child, depth + 1);
	}
}

VARIANT_FUNCTION(variant_digest);

Datum
variant_digest(PG_FUNCTION_ARGS)
{
	bytea	   *result = palloc(VARHDRSZ + PG_SHA256_DIGEST_LENGTH);
	VariantView view;
	Stream		s;

	s.used = 0;
	variant_view_open(&view, PG_GETARG_DATUM(0));
	s.context = pg_cryptohash_create(PG_SHA256);
	if (s.context == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory")));
	PG_TRY();
	{
		check_hash(&s, pg_cryptohash_init(s.context));
		put_value(&s, &view.root, 0);
		flush(&s);
		check_hash(&s, pg_cryptohash_final(s.context, (uint8 *) VARDATA(result),
										   PG_SHA256_DIGEST_LENGTH));
	}
	PG_FINALLY();
	{
		pg_cryptohash_free(s.context);
	}
	PG_END_TRY();
	SET_VARSIZE(result, VARHDRSZ + PG_SHA256_DIGEST_LENGTH);
	variant_view_close(&view);
	PG_RETURN_BYTEA_P(result);
}
