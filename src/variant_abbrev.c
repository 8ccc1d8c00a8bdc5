/*-------------------------------------------------------------------------
 *
 * variant_abbrev.c
 *	  Abbreviated sort keys: the start of the order in 64 bits.
 *
 * Interface: variant_abbrev_setup, variant_abbrev_key.
 *
 * A key is the class family in the top 4 bits, and 60 bits that depend on it.
 * What makes a key sound is that each part is a (weakly) rising function of
 * the value, and that a part follows another only where an equal first part
 * means equal values:
 *
 *		null			0
 *		boolean			0, 1
 *		number			the nearest double, as an integer of the same order
 *		date			the day
 *		time, timestamp	the microsecond (floor), cut off at 60 bits
 *		string, binary,
 *		uuid			the first bytes
 *		array			count (20 bits), key of the first element (40 bits)
 *		object			count (12 bits), first bytes of the first name
 *
 * Limits: needs 64-bit Datums.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include <math.h>

#include "common/hashfn.h"
#include "lib/hyperloglog.h"
#include "utils/memutils.h"
#include "variant_abbrev.h"

#define PAYLOAD_BITS	60
#define PAYLOAD_MAX		((UINT64CONST(1) << PAYLOAD_BITS) - 1)
#define ARRAY_COUNT_MAX	0xfffff
#define OBJECT_COUNT_MAX 0xfff

/* Arrays within arrays are looked into this deep. */
#define NESTED_KEYS		3

/* From how many rows on, and until how many distinct keys, to keep an eye. */
#define WATCH_FROM		10000
#define WATCH_UNTIL		100000.0

static uint64 abbrev_key(const VntValue *v, int depth);

/* Unsigned 64-bit integers in the order of doubles; NaN last, -0 as 0. */
static uint64
double_order(double d)
{
	uint64		bits;

	if (isnan(d))
		return PG_UINT64_MAX;
	if (d == 0)
		d = 0;
	memcpy(&bits, &d, sizeof(bits));
	return bits & (UINT64CONST(1) << 63) ? ~bits : bits | (UINT64CONST(1) << 63);
}

/* A signed number in 60 bits; what lies outside goes to the ends. */
static uint64
signed_payload(int64 i)
{
	int64		half = INT64CONST(1) << (PAYLOAD_BITS - 1);

	if (i < -half)
		return 0;
	if (i >= half)
		return PAYLOAD_MAX;
	return (uint64) (i + half);
}

static int64
floor_micros(int64 nanos)
{
	int64		micros = nanos / 1000;

	return nanos % 1000 < 0 ? micros - 1 : micros;
}

/* The first bytes as a big-endian number of so many bits, zeros behind. */
static uint64
bytes_payload(VntSlice s, int bits)
{
	uint64		result = 0;

	for (size_t i = 0; i < sizeof(result); i++)
		result = result << 8 | (i < s.len ? s.data[i] : 0);
	return result >> (64 - bits);
}

static uint64
scalar_payload(const VntScalar *s)
{
	switch (s->type)
	{
		case VNT_TRUE:
			return 1;
		case VNT_INT8:
		case VNT_INT16:
		case VNT_INT32:
		case VNT_INT64:
			return double_order((double) s->u.i) >> (64 - PAYLOAD_BITS);
		case VNT_DECIMAL4:
		case VNT_DECIMAL8:
		case VNT_DECIMAL16:
			return double_order(vnt_decimal_to_double(s->u.dec, s->scale)) >>
				(64 - PAYLOAD_BITS);
		case VNT_DOUBLE:
			return double_order(s->u.d) >> (64 - PAYLOAD_BITS);
		case VNT_FLOAT:
			return double_order((double) s->u.f) >> (64 - PAYLOAD_BITS);
		case VNT_DATE:
		case VNT_TIME:
		case VNT_TIMESTAMP:
		case VNT_TIMESTAMPTZ:
			return signed_payload(s->u.i);
		case VNT_TIMESTAMP_NANOS:
		case VNT_TIMESTAMPTZ_NANOS:
			return signed_payload(floor_micros(s->u.i));
		case VNT_STRING:
		case VNT_SHORT_STRING:
		case VNT_BINARY:
		case VNT_UUID:
			return bytes_payload(s->u.bytes, PAYLOAD_BITS);
		default:
			return 0;
	}
}

/*
 * A count that does not fit is cut, and then nothing may follow it, as two
 * containers of different counts may share it.
 */
static uint64
array_payload(const VntContainer *c, int depth)
{
	VntValue	first;
	uint64		rest = 0;

	if (c->count >= ARRAY_COUNT_MAX)
		return (uint64) ARRAY_COUNT_MAX << 40;
	if (c->count > 0 && depth < NESTED_KEYS)
	{
		variant_check_stored(vnt_container_child(c, 0, &first));
		rest = abbrev_key(&first, depth + 1) >> 24;
	}
	return (uint64) c->count << 40 | rest;
}

static uint64
object_payload(const VntContainer *c)
{
	VntSlice	name = {0};

	if (c->count >= OBJECT_COUNT_MAX)
		return (uint64) OBJECT_COUNT_MAX << 48;
	if (c->count > 0)
		variant_check_stored(vnt_object_name(c, 0, &name));
	return (uint64) c->count << 48 | bytes_payload(name, 48);
}

static uint64
abbrev_key(const VntValue *v, int depth)
{
	VntType		type = vnt_value_type(v);
	uint64		family = (uint64) vnt_class_family(vnt_type_info[type].class_);
	uint64		payload;
	VntContainer c;
	VntScalar	s;

	if (type == VNT_ARRAY || type == VNT_OBJECT)
	{
		variant_check_stored(vnt_container_open(v, &c));
		payload = c.is_object ? object_payload(&c) : array_payload(&c, depth);
	}
	else
	{
		variant_check_stored(vnt_scalar_read(v, &s));
		payload = scalar_payload(&s);
	}
	return family << PAYLOAD_BITS | payload;
}

uint64
variant_abbrev_key(const VntValue *v)
{
	return abbrev_key(v, 0);
}

#if SIZEOF_DATUM == 8

/* What one sort remembers of its keys, to see whether they are any good. */
typedef struct AbbrevState
{
	int64		count;
	bool		watching;
	hyperLogLogState distinct;
} AbbrevState;

static Datum
abbrev_convert(Datum original, SortSupport ssup)
{
	AbbrevState *state = ssup->ssup_extra;
	VariantView view;
	uint64		key;

	variant_view_open(&view, original);
	key = variant_abbrev_key(&view.root);
	variant_view_close(&view);
	state->count++;
	if (state->watching)
		addHyperLogLog(&state->distinct,
					   DatumGetUInt32(hash_uint32((uint32) key ^ (uint32) (key >> 32))));
	return UInt64GetDatum(key);
}

/* Give up when, of many rows, nearly all have the same few keys. */
static bool
abbrev_abort(int memtupcount, SortSupport ssup)
{
	AbbrevState *state = ssup->ssup_extra;
	double		distinct;

	if (memtupcount < WATCH_FROM || state->count < WATCH_FROM || !state->watching)
		return false;
	distinct = estimateHyperLogLog(&state->distinct);
	if (distinct > WATCH_UNTIL)
		state->watching = false;
	return distinct < (double) state->count / 2000.0 + 0.5;
}

void
variant_abbrev_setup(SortSupport ssup)
{
	MemoryContext old;
	AbbrevState *state;

	if (!ssup->abbreviate)
		return;
	old = MemoryContextSwitchTo(ssup->ssup_cxt);
	state = palloc0(sizeof(AbbrevState));
	state->watching = true;
	initHyperLogLog(&state->distinct, 10);
	MemoryContextSwitchTo(old);
	ssup->ssup_extra = state;
	ssup->abbrev_full_comparator = ssup->comparator;
	ssup->comparator = ssup_datum_unsigned_cmp;
	ssup->abbrev_converter = abbrev_convert;
	ssup->abbrev_abort = abbrev_abort;
}

#else

void
variant_abbrev_setup(SortSupport ssup)
{
}

#endif
