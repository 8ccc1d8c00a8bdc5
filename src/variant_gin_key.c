/*-------------------------------------------------------------------------
 *
 * variant_gin_key.c
 *	  From paths and values to the keys of the GIN operator class.
 *
 * The 44 bits of a code, most frequent classes first:
 *
 *		1	   43	number, in order
 *		00	   42	string: 18 bits of order, 24 bits of hash; or 32 and 10
 *		0100   40	timestamp, in order
 *		0101   40	timestamptz, in order
 *		011ccc 38	null, date, time, uuid, binary, boolean, array, object
 *
 * Strings have much in common at their start and are mostly searched by
 * equality.  So their start gives their place in the order, and a hash tells
 * apart what starts alike (variant_gin_string.c).
 *
 * Numbers go by the nearest double, which keeps order and equality.  How many
 * bits of the fraction follow depends on the magnitude.  Most have those in
 * which times of our days count from 1970: seconds from 2^30 in 64ths,
 * milliseconds from 2^40 one by one, microseconds from 2^50 and nanoseconds
 * from 2^60, where numbers that are names are as well, in half milliseconds.
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
	[VNT_CLASS_STRING] = SPACE(0, 2),
	[VNT_CLASS_NUMBER] = SPACE(1, 1),
	[VNT_CLASS_FLOAT] = SPACE(1, 1),
	[VNT_CLASS_DOUBLE] = SPACE(1, 1),
	[VNT_CLASS_TIMESTAMP] = SPACE(4, 4),
	[VNT_CLASS_TIMESTAMPTZ] = SPACE(5, 4),
	[VNT_CLASS_NULL] = SPACE(24, 6),
	[VNT_CLASS_DATE] = SPACE(25, 6),
	[VNT_CLASS_TIME] = SPACE(26, 6),
	[VNT_CLASS_UUID] = SPACE(27, 6),
	[VNT_CLASS_BINARY] = SPACE(28, 6),
	[VNT_CLASS_BOOLEAN] = SPACE(29, 6),
	[VNT_CLASS_ARRAY] = SPACE(30, 6),
	[VNT_CLASS_OBJECT] = SPACE(31, 6),
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

/* How magnitudes get codes: from a biased exponent to the next entry's. */
typedef struct Tier
{
	int			exponent;		/* the first */
	int			bits;			/* of the fraction that go into the code */
} Tier;

#define FRACTION_BITS	52
#define BIASED(exponent) (1023 + (exponent))

static const Tier positive_tiers[] = {
	{0, 28},
	{BIASED(-32), 32},
	{BIASED(30), 36},
	{BIASED(31), 35},
	{BIASED(40), 40},
	{BIASED(41), 35},
	{BIASED(50), 41},
	{BIASED(51), 35},
	{BIASED(60), 41},
	{BIASED(61), 35},
	{BIASED(63), 28},
	{2048, 0}
};

static const Tier negative_tiers[] = {
	{0, 28},
	{BIASED(-32), 32},
	{BIASED(31), 33},
	{BIASED(63), 28},
	{2048, 0}
};

/* Negative numbers have less than 2^40 codes, the others less than 7 * 2^40. */
#define ZERO_CODE	(UINT64CONST(1) << 40)
#define NAN_CODE	((UINT64CONST(1) << 43) - 1)

/* Rises with d, which is above 0. */
static uint64
magnitude_code(double d, const Tier *tier)
{
	uint64		code = 0;
	uint64		bits;
	int			exponent;

	memcpy(&bits, &d, sizeof(bits));
	exponent = bits >> FRACTION_BITS;
	for (; exponent >= tier[1].exponent; tier++)
		code += (uint64) (tier[1].exponent - tier->exponent) << tier->bits;
	bits -= (uint64) tier->exponent << FRACTION_BITS;
	return code + (bits >> (FRACTION_BITS - tier->bits));
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

	if (isnan(d))
		return NAN_CODE;
	if (d < 0)
		return ZERO_CODE - 1 - magnitude_code(-d, negative_tiers);
	/* 0 has two signs */
	return ZERO_CODE + (d == 0 ? 0 : magnitude_code(d, positive_tiers));
}

/* ---------------------------------------------------------------------
 * Strings, binaries and uuids
 * ---------------------------------------------------------------------
 */
#define BYTES_HASH_BITS		28
#define BYTES_ORDER_BITS	10

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

static uint64
string_code(const VntScalar *s)
{
	int			hash;
	uint64		cell = variant_string_cell(s->u.bytes, &hash);

	return cell | hash_bits(s, hash);
}

void
variant_code_prefix(VntSlice prefix, uint64 *low, uint64 *high)
{
	variant_string_range(prefix, low, high);
	*low += spaces[VNT_CLASS_STRING].first;
	*high += spaces[VNT_CLASS_STRING].first;
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
			return string_code(s);
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
	int			hash = 0;

	switch (vnt_type_info[s->type].class_)
	{
		case VNT_CLASS_STRING:
			variant_string_cell(s->u.bytes, &hash);
			break;
		case VNT_CLASS_UUID:
		case VNT_CLASS_BINARY:
			hash = BYTES_HASH_BITS;
			break;
		default:
			break;
	}
	*low = variant_code(s) >> hash << hash;
	*high = *low + (UINT64CONST(1) << hash) - 1;
}
