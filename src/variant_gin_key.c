/*-------------------------------------------------------------------------
 *
 * variant_gin_key.c
 *	  From paths and values to the keys of the GIN operator class.
 *
 * The 44 bits of a code, most frequent classes first:
 *
 *		0	  43	string: 18 bits of order, 25 bits of hash
 *		10	  42	number, in order
 *		1100  40	timestamp, in order
 *		1101  40	timestamptz, in order
 *		111ccc 38	null, date, time, uuid, binary, boolean, array, object
 *
 * Strings have much in common at their start and are mostly searched by
 * equality.  So the first three bytes give their place in the order, in 64
 * steps each, and a hash tells apart what starts alike.
 *
 * Numbers go by the nearest double, which keeps order and equality.  The
 * bits of the fraction depend on the magnitude: 35 from 2^31 to 2^63, where
 * times counted from 1970 and numbers that name things are, 32 from 2^-32 to
 * 2^31, which has all smaller integers, and 28 beyond.
 *
 * Timestamps go by microseconds, rounded down: in steps of 16 ms from 1900 to
 * 2185, beyond in steps of half a minute.
 *
 * Interface: see variant_gin.h.  Everything here is stored in indexes.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_gin.h"

#include <math.h>

#include "common/shortest_dec.h"

/* Codes of one family: the bits in front, and how many follow. */
typedef struct CodeSpace
{
	uint64		first;
	int			bits;
} CodeSpace;

#define SPACE(prefix, prefix_bits) \
	{UINT64CONST(prefix) << (VARIANT_CODE_BITS - (prefix_bits)), \
	 VARIANT_CODE_BITS - (prefix_bits)}

static const CodeSpace spaces[] = {
	[VNT_CLASS_STRING] = SPACE(0, 1),
	[VNT_CLASS_NUMBER] = SPACE(2, 2),
	[VNT_CLASS_FLOAT] = SPACE(2, 2),
	[VNT_CLASS_DOUBLE] = SPACE(2, 2),
	[VNT_CLASS_TIMESTAMP] = SPACE(12, 4),
	[VNT_CLASS_TIMESTAMPTZ] = SPACE(13, 4),
	[VNT_CLASS_NULL] = SPACE(56, 6),
	[VNT_CLASS_DATE] = SPACE(57, 6),
	[VNT_CLASS_TIME] = SPACE(58, 6),
	[VNT_CLASS_UUID] = SPACE(59, 6),
	[VNT_CLASS_BINARY] = SPACE(60, 6),
	[VNT_CLASS_BOOLEAN] = SPACE(61, 6),
	[VNT_CLASS_ARRAY] = SPACE(62, 6),
	[VNT_CLASS_OBJECT] = SPACE(63, 6),
};

#define HASH_SEED	UINT64CONST(0x76616c7565730000)

/* ---------------------------------------------------------------------
 * Paths and containers
 * ---------------------------------------------------------------------
 */
VariantPathHash
variant_path_hash(VariantPathHash parent, VntSlice name)
{
	VntScalar	s;

	s.type = VNT_STRING;
	s.scale = 0;
	s.u.bytes = name;
	return vnt_scalar_hash(&s, parent);
}

uint64
variant_code_container(VntClass class_, VariantContainerCode code)
{
	return spaces[class_].first + code;
}

void
variant_code_class(VntClass class_, uint64 *low, uint64 *high)
{
	*low = spaces[class_].first;
	*high = *low + (UINT64CONST(1) << spaces[class_].bits) - 1;
}

/* ---------------------------------------------------------------------
 * Numbers
 * ---------------------------------------------------------------------
 */

/* Magnitudes from one biased exponent to the next tier's. */
typedef struct Tier
{
	uint64		exponent;		/* the first */
	int			bits;			/* of the fraction that go into the code */
	uint64		code;			/* of its first magnitude */
} Tier;

#define FRACTION_BITS	52
#define TIER_CODES(exponents, bits) (UINT64CONST(exponents) << (bits))

static const Tier tiers[] = {
	{0, 28, 0},
	{991, 32, TIER_CODES(991, 28)},
	{1054, 35, TIER_CODES(991, 28) + TIER_CODES(63, 32)},
	{1086, 28, TIER_CODES(991, 28) + TIER_CODES(63, 32) + TIER_CODES(32, 35)},
};

#define MAGNITUDE_LIMIT	(UINT64CONST(1) << 41)

/* Rises with d, which is not negative; NaN is above all. */
static uint64
magnitude_code(double d)
{
	const Tier *tier = &tiers[lengthof(tiers) - 1];
	uint64		bits;

	if (isnan(d))
		return MAGNITUDE_LIMIT - 1;
	memcpy(&bits, &d, sizeof(bits));
	while (bits >> FRACTION_BITS < tier->exponent)
		tier--;
	return tier->code + ((bits - (tier->exponent << FRACTION_BITS)) >>
						 (FRACTION_BITS - tier->bits));
}

static double
nearest_double(const VntScalar *s)
{
	switch (s->type)
	{
		case VNT_DOUBLE:
			return s->u.d;
		case VNT_FLOAT:
			return s->u.f;
		case VNT_DECIMAL4:
		case VNT_DECIMAL8:
		case VNT_DECIMAL16:
			return vnt_decimal_to_double(s->u.dec, s->scale);
		default:
			return (double) s->u.i;
	}
}

static uint64
number_code(const VntScalar *s)
{
	double		d = nearest_double(s);

	if (d < 0)
		return MAGNITUDE_LIMIT - 1 - magnitude_code(-d);
	/* 0 has two signs, and NaN may have one */
	return MAGNITUDE_LIMIT + (d == 0 ? 0 : magnitude_code(d));
}

/* ---------------------------------------------------------------------
 * Strings, binaries and uuids
 * ---------------------------------------------------------------------
 */
#define STRING_RANK_BITS	6
#define STRING_RANKS		3
#define STRING_HASH_BITS	25
#define BYTES_HASH_BITS		28
#define BYTES_ORDER_BITS	10

/* The place of a byte in the order, in steps; 0 is the string's end. */
static const uint8 byte_ranks[256] = {
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 5, 6, 7,
	8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 18, 18, 18, 18, 18,
	18, 19, 19, 20, 20, 21, 21, 22, 22, 23, 23, 24, 24, 25, 25, 26,
	26, 27, 27, 28, 28, 29, 29, 30, 30, 31, 31, 32, 32, 32, 32, 32,
	32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
	48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 59, 59, 59, 59,
	60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60,
	60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60,
	60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60,
	60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60,
	61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61,
	61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61, 61,
	62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 62,
	63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
};

/* fill is the rank of what lies behind the end. */
static uint64
string_order(VntSlice s, uint64 fill)
{
	uint64		order = 0;

	for (int i = 0; i < STRING_RANKS; i++)
		order = order << STRING_RANK_BITS | (i < s.len ? byte_ranks[s.data[i]] : fill);
	return order;
}

static uint64
bytes_order(VntSlice s)
{
	uint64		first = s.len > 0 ? s.data[0] : 0;
	uint64		second = s.len > 1 ? s.data[1] : 0;

	return (first << 8 | second) >> (16 - BYTES_ORDER_BITS);
}

static uint64
hash_bits(const VntScalar *s, int bits)
{
	return vnt_scalar_hash(s, HASH_SEED) >> (64 - bits);
}

void
variant_code_prefix(VntSlice prefix, uint64 *low, uint64 *high)
{
	uint64		last = (UINT64CONST(1) << STRING_RANK_BITS) - 1;

	*low = spaces[VNT_CLASS_STRING].first + (string_order(prefix, 0) << STRING_HASH_BITS);
	*high = spaces[VNT_CLASS_STRING].first + (string_order(prefix, last) << STRING_HASH_BITS) +
		(UINT64CONST(1) << STRING_HASH_BITS) - 1;
}

/* ---------------------------------------------------------------------
 * Timestamps
 * ---------------------------------------------------------------------
 */
#define SIGN_BIT		(UINT64CONST(1) << 63)

/* 1900-01-01 in microseconds of 1970, counted from the least int64. */
#define CENTURY_FIRST	(SIGN_BIT - UINT64CONST(2208988800000000))
#define CENTURY_LENGTH	(UINT64CONST(1) << 53)
#define CENTURY_SHIFT	14
#define ERA_SHIFT		25

/* Where codes start: before 1900, from then on, after 2185. */
#define CENTURY_CODE	(UINT64CONST(1) << 38)
#define LATER_CODE		(CENTURY_CODE + (CENTURY_LENGTH >> CENTURY_SHIFT))

static int64
micros_below(const VntScalar *s)
{
	if (s->type != VNT_TIMESTAMP_NANOS && s->type != VNT_TIMESTAMPTZ_NANOS)
		return s->u.i;
	return s->u.i / 1000 - (s->u.i % 1000 < 0);
}

static uint64
instant_code(const VntScalar *s)
{
	uint64		micros = (uint64) micros_below(s) ^ SIGN_BIT;

	if (micros < CENTURY_FIRST)
		return micros >> ERA_SHIFT;
	micros -= CENTURY_FIRST;
	if (micros < CENTURY_LENGTH)
		return CENTURY_CODE + (micros >> CENTURY_SHIFT);
	return LATER_CODE + ((micros - CENTURY_LENGTH) >> ERA_SHIFT);
}

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */
static uint64
scalar_code(const VntScalar *s)
{
	switch (vnt_type_info[s->type].class_)
	{
		case VNT_CLASS_STRING:
			return string_order(s->u.bytes, 0) << STRING_HASH_BITS |
				hash_bits(s, STRING_HASH_BITS);
		case VNT_CLASS_NUMBER:
		case VNT_CLASS_FLOAT:
		case VNT_CLASS_DOUBLE:
			return number_code(s);
		case VNT_CLASS_TIMESTAMP:
		case VNT_CLASS_TIMESTAMPTZ:
			return instant_code(s);
		case VNT_CLASS_DATE:
			return (uint32) s->u.i ^ UINT32_C(0x80000000);
		case VNT_CLASS_TIME:
			return (uint64) s->u.i;
		case VNT_CLASS_UUID:
		case VNT_CLASS_BINARY:
			return bytes_order(s->u.bytes) << BYTES_HASH_BITS |
				hash_bits(s, BYTES_HASH_BITS);
		case VNT_CLASS_BOOLEAN:
			return s->type == VNT_TRUE;
		case VNT_CLASS_NULL:
		case VNT_CLASS_ARRAY:
		case VNT_CLASS_OBJECT:
			break;
	}
	return 0;
}

/* Damaged values must not reach into the codes of another class. */
uint64
variant_code(const VntScalar *s)
{
	const CodeSpace *space = &spaces[vnt_type_info[s->type].class_];

	return space->first | (scalar_code(s) & ((UINT64CONST(1) << space->bits) - 1));
}

uint64
variant_code_float_text(float f)
{
	char		text[FLOAT_SHORTEST_DECIMAL_LEN];
	VntScalar	s;

	float_to_shortest_decimal_buf(f, text);
	s.type = VNT_DOUBLE;
	s.scale = 0;
	s.u.d = isfinite(f) ? strtod(text, NULL) : f;
	return variant_code(&s);
}

void
variant_code_bounds(const VntScalar *s, uint64 *low, uint64 *high)
{
	uint64		hash = 0;

	switch (vnt_type_info[s->type].class_)
	{
		case VNT_CLASS_STRING:
			hash = (UINT64CONST(1) << STRING_HASH_BITS) - 1;
			break;
		case VNT_CLASS_UUID:
		case VNT_CLASS_BINARY:
			hash = (UINT64CONST(1) << BYTES_HASH_BITS) - 1;
			break;
		default:
			break;
	}
	*low = variant_code(s) & ~hash;
	*high = *low | hash;
}
