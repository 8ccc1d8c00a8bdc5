/*-------------------------------------------------------------------------
 *
 * test_order.c
 *	  The order of values and their hash: a list in order, random values in
 *	  random encodings, numbers against arithmetic on strings of digits.
 *
 *-------------------------------------------------------------------------
 */
#include "vrandom.h"
#include "vwalk.h"

static int
compare(const VntValue *a, const VntValue *b)
{
	VntStatus	status = VNT_OK;
	int			order = vnt_compare(a, b, &status);

	return status == VNT_OK ? order : 99;
}

static uint64_t
hash(const VntValue *v)
{
	VntStatus	status = VNT_OK;
	uint64_t	h = vnt_hash(v, 0, &status);

	return status == VNT_OK ? h : 0;
}

/* ---------------------------------------------------------------------
 * A list in order
 * ---------------------------------------------------------------------
 */

/* A dictionary with "a", "b", "c", "", "b" again. */
#define META "01 05 00 01 02 03 03 04 61 62 63 62"

/* Values from low to high; one that starts with '=' equals that before it. */
static const char *const ladder[] = {
	"00",						/* null */
	"01",						/* "" */
	"=40 00000000",
	"05 00",
	"05 61",					/* a */
	"=40 01000000 61",
	"09 61 00",
	"09 61 61",
	"05 62",
	"09 c3a9",					/* U+00E9 */
	"0d efbfbf",				/* U+FFFF */
	"11 f0908080",				/* U+10000 */
	"1c 000000000000f0ff",		/* -Infinity */
	"=38 000080ff",
	"1c ffffffffffffefff",		/* least double */
	"28 00 01000000c0dd75f6 853b79a557b3c4b4",	/* 1 - 10^38 */
	"18 0000000000000080",		/* -2^63 */
	"=1c 000000000000e0c3",
	"18 0100000000000080",
	"0c ff",					/* -1 */
	"=20 02 9cffffff",
	"=1c 000000000000f0bf",
	"1c 0100000000000080",		/* -5e-324 */
	"0c 00",					/* 0 */
	"=1c 0000000000000080",
	"=38 00000000",
	"=20 26 00000000",
	"1c 0100000000000000",		/* 5e-324 */
	"28 26 0100000000000000 0000000000000000",	/* 10^-38 */
	"=20 26 01000000",
	"20 01 01000000",			/* 0.1 */
	"1c 9a9999999999b93f",		/* 0.1e0, a little more */
	"38 cdcccc3d",				/* 0.1::float4, more */
	"0c 01",					/* 1 */
	"=10 0100",
	"=14 01000000",
	"=18 0100000000000000",
	"=20 00 01000000",
	"=24 02 6400000000000000",
	"=28 01 0a00000000000000 0000000000000000",
	"=38 0000803f",
	"=1c 000000000000f03f",
	"20 01 0f000000",			/* 1.5 */
	"=38 0000c03f",
	"0c 02",
	"1c 0000000000004043",		/* 2^53 */
	"=18 0000000000002000",
	"18 0100000000002000",
	"18 0200000000002000",
	"=1c 0100000000004043",
	"18 ffffffffffffff7f",		/* 2^63 - 1 */
	"28 00 0000000000000080 0000000000000000",	/* 2^63 */
	"=1c 000000000000e043",
	"28 00 0000000000000000 0100000000000000",	/* 2^64 */
	"=1c 000000000000f043",
	"1c b1a1162ad3ced247",		/* the double 1e38, which is less */
	"28 00 ffffffff3f228a09 7ac4865aa84c3b4b",	/* 10^38 - 1 */
	"1c 000000000000e047",		/* 2^127 */
	"1c ffffffffffffef7f",
	"38 0000807f",				/* Infinity */
	"1c 000000000000f87f",		/* NaN */
	"=38 0000c07f",
	"=1c 010000000000f8ff",
	"2c ffffffff",				/* dates */
	"2c 00000000",
	"44 0000000000000000",		/* times */
	"44 0100000000000000",
	"34 0000000000000080",		/* timestamps */
	"4c 0000000000000080",
	"4c 18fcffffffffffff",		/* -1000 ns */
	"=34 ffffffffffffffff",
	"4c ffffffffffffffff",		/* -1 ns */
	"34 0000000000000000",
	"=4c 0000000000000000",
	"4c 0100000000000000",
	"34 0100000000000000",
	"=4c e803000000000000",
	"4c ffffffffffffff7f",
	"34 ffffffffffffff7f",
	"30 ffffffffffffffff",		/* timestamptz */
	"48 ffffffffffffffff",
	"30 0000000000000000",
	"=48 0000000000000000",
	"50 00000000000000000000000000000000",	/* uuids */
	"50 ff000000000000000000000000000000",
	"3c 00000000",				/* binaries */
	"3c 01000000 61",
	"3c 01000000 ff",
	"08",						/* false */
	"04",						/* true */
	"03 00 00",					/* [] */
	"=e3 00 00",
	"=13 00000000 00",
	"03 01 00 01 00",			/* [null] */
	"03 01 00 02 0c 01",		/* [1] */
	"=0f 01 00000000 05000000 14 01000000",
	"03 01 00 03 03 00 00",		/* [[]] */
	"03 02 00 01 02 00 00",		/* [null, null] */
	"02 00 00",					/* {} */
	"02 01 03 00 02 0c 09",		/* {"": 9} */
	"02 01 00 00 01 00",		/* {"a": null} */
	"02 01 00 00 02 0c 01",		/* {"a": 1} */
	"02 01 00 00 03 02 00 00",	/* {"a": {}} */
	"02 01 01 00 01 00",		/* {"b": null} */
	"=02 01 04 00 01 00",
	"02 02 00 01 00 01 03 00 0c 01",	/* {"a": null, "b": 1} */
	"=02 02 00 04 02 00 03 0c 01 00",
	"02 02 00 02 00 01 03 00 0c 00",	/* {"a": null, "c": 0} */
	"02 02 00 01 00 02 03 0c 01 00",	/* {"a": 1, "b": null} */
};

#define STEPS	(sizeof(ladder) / sizeof(ladder[0]))

static void
test_ladder(void)
{
	size_t		metadata_len;
	uint8_t    *m = vwalk_hex(META, &metadata_len);
	VntMetadata meta;
	VntValue	v[STEPS];
	size_t		rank[STEPS];
	uint32_t	unlike = 0;

	if (vnt_metadata_open(m, metadata_len, &meta) != VNT_OK)
		abort();
	for (size_t i = 0; i < STEPS; i++)
	{
		v[i].meta = &meta;
		v[i].data = vwalk_hex(ladder[i], &v[i].len);
		rank[i] = i > 0 && ladder[i][0] == '=' ? rank[i - 1] : i;
		check(vnt_validate(m, metadata_len, v[i].data, v[i].len,
						   &vnt_host_malloc, NULL) == VNT_OK,
			  "%s is valid", ladder[i]);
	}
	for (size_t i = 0; i < STEPS; i++)
	{
		bool		good = true;

		for (size_t j = 0; j < STEPS; j++)
		{
			int			order = rank[i] < rank[j] ? -1 : rank[i] > rank[j];

			if (compare(&v[i], &v[j]) != order)
			{
				printf("# %s against %s: %d\n", ladder[i], ladder[j],
					   compare(&v[i], &v[j]));
				good = false;
			}
			if (order == 0 && hash(&v[i]) != hash(&v[j]))
			{
				printf("# %s and %s hash apart\n", ladder[i], ladder[j]);
				good = false;
			}
			unlike += order != 0 && hash(&v[i]) == hash(&v[j]);
		}
		check(good, "order of %s", ladder[i]);
	}
	/* 0.1 and 0.1e0, each way round, have one nearest double */
	check(unlike == 2, "different values hash apart, but for %u", unlike);
	for (size_t i = 0; i < STEPS; i++)
		free((void *) (uintptr_t) v[i].data);
	free(m);
}

/* ---------------------------------------------------------------------
 * Random values
 * ---------------------------------------------------------------------
 */
#define POOL	60

static void
test_properties(void)
{
	int			rounds = vunit_times(40);
	uint32_t	asymmetric = 0;
	uint32_t	intransitive = 0;
	uint32_t	hash_apart = 0;
	uint32_t	encoding_shows = 0;
	uint32_t	equal = 0;

	for (int round = 0; round < rounds; round++)
	{
		VRPool		pool = {NULL, 0};
		static VRBytes a[POOL];
		static VRBytes again[POOL];
		static int8_t order[POOL][POOL];

		for (int i = 0; i < POOL; i++)
		{
			/* every third is one of the others, written in another way */
			static VRNode *node[POOL];

			node[i] = i > 0 && vrandom_once_in(3) ? node[vunit_below((uint32_t) i)] :
				vrandom_value(&pool, round % 3);
			vrandom_encode(node[i], VRANDOM_ANY_CLASS, &a[i]);
			vrandom_encode(node[i], VRANDOM_ANY_CLASS, &again[i]);
		}
		for (int i = 0; i < POOL; i++)
		{
			encoding_shows += compare(&a[i].value, &again[i].value) != 0;
			for (int j = 0; j < POOL; j++)
			{
				order[i][j] = (int8_t) compare(&a[i].value, &a[j].value);
				encoding_shows += compare(&again[i].value, &a[j].value) != order[i][j];
				equal += i != j && order[i][j] == 0;
				if (order[i][j] == 0)
					hash_apart += hash(&a[i].value) != hash(&again[j].value);
			}
		}
		for (int i = 0; i < POOL; i++)
			for (int j = 0; j < POOL; j++)
			{
				asymmetric += order[i][j] != -order[j][i];
				for (int k = 0; k < POOL; k++)
					intransitive += order[i][j] <= 0 && order[j][k] <= 0 &&
						(order[i][k] > 0 ||
						 (order[i][k] == 0) != (order[i][j] == 0 && order[j][k] == 0));
			}
		for (int i = 0; i < POOL; i++)
		{
			vrandom_bytes_free(&a[i]);
			vrandom_bytes_free(&again[i]);
		}
		vrandom_pool_free(&pool);
	}
	check(asymmetric == 0, "antisymmetric, but for %u", asymmetric);
	check(intransitive == 0, "transitive, but for %u", intransitive);
	check(hash_apart == 0, "equal values hash alike, but for %u", hash_apart);
	check(encoding_shows == 0, "encoding never shows, but for %u", encoding_shows);
	check(equal > 100, "%u pairs are equal", equal);
}

/* ---------------------------------------------------------------------
 * Numbers against strings of digits
 * ---------------------------------------------------------------------
 */
#define WHOLE		320			/* digits before the point */
#define FRACTION	1140		/* digits behind it */

/* An exact number: sign and digits with the point behind WHOLE of them. */
typedef struct Exact
{
	int			sign;
	char		digits[WHOLE + FRACTION + 1];
} Exact;

/* From [-]digits[.digits] */
static void
exact_from_text(const char *text, Exact *e)
{
	const char *point;
	size_t		before;

	e->sign = 1;
	if (*text == '-')
	{
		e->sign = -1;
		text++;
	}
	point = strchr(text, '.');
	before = point ? (size_t) (point - text) : strlen(text);
	memset(e->digits, '0', WHOLE + FRACTION);
	e->digits[WHOLE + FRACTION] = '\0';
	memcpy(e->digits + WHOLE - before, text, before);
	if (point)
		memcpy(e->digits + WHOLE, point + 1, strlen(point + 1));
	if (strspn(e->digits, "0") == WHOLE + FRACTION)
		e->sign = 0;
}

/* The C library prints all digits of a double. */
static void
exact_from_double(double d, Exact *e)
{
	char		text[WHOLE + FRACTION + 8];
	int			exponent;

	(void) frexp(d, &exponent);
	snprintf(text, sizeof(text), "%.*f", exponent > 53 ? 0 : 53 - exponent, d);
	exact_from_text(text, e);
}

static void
exact_from_scalar(const VntScalar *s, Exact *e)
{
	char		text[96];

	if (s->type == VNT_DOUBLE)
		exact_from_double(s->u.d, e);
	else if (s->type == VNT_FLOAT)
		exact_from_double((double) s->u.f, e);
	else
	{
		text[vnt_decimal_to_text(s->u.dec, s->scale, text)] = '\0';
		exact_from_text(text, e);
	}
}

static int
exact_compare(const Exact *a, const Exact *b)
{
	int			order;

	if (a->sign != b->sign)
		return a->sign < b->sign ? -1 : 1;
	order = memcmp(a->digits, b->digits, WHOLE + FRACTION);
	return a->sign * (order < 0 ? -1 : order > 0);
}

/* A decimal as near as can be to a double, or one step beside. */
static void
near_double(double d, VntScalar *s)
{
	Exact		e;
	int			scale = (int) vunit_below(VNT_MAX_PRECISION + 1);
	size_t		start;
	size_t		end;
	int64_t		step = (int64_t) vunit_below(3) - 1;

	memset(s, 0, sizeof(*s));
	s->type = VNT_DECIMAL16;
	exact_from_double(d, &e);
	start = strspn(e.digits, "0");
	if (start > WHOLE)
		start = WHOLE;
	end = WHOLE + (size_t) scale;
	if (WHOLE - start > VNT_MAX_PRECISION)
		return;					/* far too large: leave it 0 */
	if (end - start > VNT_MAX_PRECISION || vrandom_once_in(2))
		end = start + VNT_MAX_PRECISION;
	if (end > WHOLE + VNT_MAX_PRECISION)
		end = WHOLE + VNT_MAX_PRECISION;
	if (end < WHOLE)
		end = WHOLE;
	s->scale = (uint8_t) (end - WHOLE);
	s->u.dec = vnt_int128_from_digits(e.digits + start, (int) (end - start),
									  e.sign < 0);
	if (step > 0 && ++s->u.dec.lo == 0)
		s->u.dec.hi++;
	if (step < 0 && s->u.dec.lo-- == 0)
		s->u.dec.hi--;
}

static void
random_number(VntScalar *s)
{
	memset(s, 0, sizeof(*s));
	switch (vunit_below(4))
	{
		case 0:
			s->type = VNT_DOUBLE;
			do
				s->u.d = vrandom_double();
			while (s->u.d != s->u.d || fabs(s->u.d) > 1.7976931348623157e308);
			break;
		case 1:
			s->type = VNT_FLOAT;
			do
				s->u.f = vrandom_float();
			while (s->u.f != s->u.f || fabsf(s->u.f) > 3.4028235e38f);
			break;
		case 2:
			s->type = VNT_DECIMAL16;
			s->u.dec = vnt_int128_from_int64(vrandom_int());
			break;
		default:
			s->type = VNT_DECIMAL16;
			s->scale = (uint8_t) vunit_below(VNT_MAX_PRECISION + 1);
			s->u.dec = vrandom_int128(1 + (int) vunit_below(VNT_MAX_PRECISION));
			break;
	}
}

/* The same number, with zeros added to a decimal or as a double beside it. */
static void
related_number(const VntScalar *a, VntScalar *b)
{
	double		d;
	uint64_t	bits;

	*b = *a;
	if (a->type == VNT_FLOAT)
	{
		b->type = VNT_DOUBLE;
		b->u.d = (double) a->u.f;
	}
	else if (a->type == VNT_DOUBLE)
		near_double(a->u.d, b);
	else if (vrandom_once_in(2))
	{
		vrandom_rescale(b);
		if (vrandom_once_in(2) && (b->u.dec.lo += 1) == 0)
			b->u.dec.hi++;
	}
	else
	{
		d = vnt_decimal_to_double(a->u.dec, a->scale);
		memcpy(&bits, &d, sizeof(bits));
		if (bits << 1 != 0)
			bits += vunit_below(3) - 1u;
		b->type = VNT_DOUBLE;
		b->scale = 0;
		memcpy(&b->u.d, &bits, sizeof(bits));
	}
}

static void
test_numbers(void)
{
	int			times = vunit_times(100000);
	uint32_t	wrong = 0;
	uint32_t	hash_apart = 0;
	uint32_t	hash_alike = 0;
	uint32_t	ties = 0;

	for (int i = 0; i < times; i++)
	{
		VntScalar	a;
		VntScalar	b;
		Exact		x;
		Exact		y;
		int			order;

		random_number(&a);
		if (vrandom_once_in(3))
			random_number(&b);
		else
			related_number(&a, &b);
		exact_from_scalar(&a, &x);
		exact_from_scalar(&b, &y);
		order = exact_compare(&x, &y);
		if (vnt_scalar_compare(&a, &b) != order ||
			vnt_scalar_compare(&b, &a) != -order)
		{
			if (wrong++ < 5)
				printf("# types %d %d, scales %d %d: %d, not %d\n", a.type, b.type,
					   a.scale, b.scale, vnt_scalar_compare(&a, &b), order);
		}
		if (order == 0)
		{
			ties++;
			hash_apart += vnt_scalar_hash(&a, 7) != vnt_scalar_hash(&b, 7);
		}
		else
			hash_alike += vnt_scalar_hash(&a, 7) == vnt_scalar_hash(&b, 7);
	}
	check(wrong == 0, "numbers: %u wrong", wrong);
	check(hash_apart == 0, "equal numbers hash alike, but for %u", hash_apart);
	check(ties > 1000 || times < 100000, "%u ties", ties);

	/* two fractions with one nearest double do hash alike; they are few */
	printf("# %u different numbers hash alike\n", hash_alike);
}

/* ---------------------------------------------------------------------
 * The hash itself
 * ---------------------------------------------------------------------
 */
static void
scalar_int(VntScalar *s, int64_t i)
{
	memset(s, 0, sizeof(*s));
	s->type = VNT_INT64;
	s->u.i = i;
}

static int
compare_uint32(const void *a, const void *b)
{
	uint32_t	x = *(const uint32_t *) a;
	uint32_t	y = *(const uint32_t *) b;

	return x < y ? -1 : x > y;
}

/* Collisions of n hashes, cut to 32 bits. */
static uint32_t
collisions(uint32_t *h, size_t n)
{
	uint32_t	same = 0;

	qsort(h, n, sizeof(uint32_t), compare_uint32);
	for (size_t i = 1; i < n; i++)
		same += h[i] == h[i - 1];
	return same;
}

enum {KEYS = 100000, BUCKETS = 1024};

/* How far KEYS hashes are from evenly filling buckets, chi-squared. */
static double
unevenness(const uint32_t *h)
{
	static uint32_t fill[BUCKETS];
	double		sum = 0;

	memset(fill, 0, sizeof(fill));
	for (size_t i = 0; i < KEYS; i++)
		fill[h[i] % BUCKETS]++;
	for (size_t i = 0; i < BUCKETS; i++)
	{
		double		off = (double) fill[i] - (double) KEYS / BUCKETS;

		sum += off * off / ((double) KEYS / BUCKETS);
	}
	return sum;
}

/* 1024 buckets: 1023 are expected, and 200 more is more than four sigma. */
static void
check_spread(const char *name, uint32_t *h)
{
	double		uneven = unevenness(h);
	uint32_t	same = collisions(h, KEYS);

	check(uneven < 1250, "%s: unevenness %.0f of about 1023", name, uneven);
	check(same <= 8, "%s: %u collisions of about 1.2", name, same);
}

static void
test_spread(void)
{
	static uint32_t h[KEYS];
	VntScalar	s;

	for (int64_t i = 0; i < KEYS; i++)
	{
		scalar_int(&s, i);
		h[i] = (uint32_t) vnt_scalar_hash(&s, 0);
	}
	check_spread("integers in a row", h);
	for (int64_t i = 0; i < KEYS; i++)
	{
		scalar_int(&s, i << 40);
		h[i] = (uint32_t) vnt_scalar_hash(&s, 0);
	}
	check_spread("high integers", h);
	for (int i = 0; i < KEYS; i++)
	{
		memset(&s, 0, sizeof(s));
		s.type = VNT_DOUBLE;
		s.u.d = i + 0.5;
		h[i] = (uint32_t) vnt_scalar_hash(&s, 0);
	}
	check_spread("halves", h);
	for (int i = 0; i < KEYS; i++)
	{
		char		key[32];

		memset(&s, 0, sizeof(s));
		s.type = VNT_STRING;
		s.u.bytes.len = (size_t) snprintf(key, sizeof(key), "customer-%d", i);
		s.u.bytes.data = (uint8_t *) key;
		h[i] = (uint32_t) vnt_scalar_hash(&s, 0);
	}
	check_spread("strings", h);
	for (uint64_t i = 0; i < KEYS; i++)
	{
		scalar_int(&s, 1);
		h[i] = (uint32_t) vnt_scalar_hash(&s, i);
	}
	check_spread("seeds", h);
}

/* Every bit of a number turns about half of the bits of the hash. */
static void
test_avalanche(void)
{
	enum {TIMES = 2000};
	static int	turned[64][64];
	double		least = 1;
	double		most = 0;

	for (int i = 0; i < TIMES; i++)
	{
		int64_t		value = (int64_t) vunit_random();
		VntScalar	s;
		uint64_t	before;

		scalar_int(&s, value);
		before = vnt_scalar_hash(&s, 0);
		for (int bit = 0; bit < 64; bit++)
		{
			uint64_t	change;

			scalar_int(&s, (int64_t) ((uint64_t) value ^ UINT64_C(1) << bit));
			change = before ^ vnt_scalar_hash(&s, 0);
			for (int out = 0; out < 64; out++)
				turned[bit][out] += (int) (change >> out & 1);
		}
	}
	for (int bit = 0; bit < 64; bit++)
		for (int out = 0; out < 64; out++)
		{
			double		share = (double) turned[bit][out] / TIMES;

			least = share < least ? share : least;
			most = share > most ? share : most;
		}
	check(least > 0.43 && most < 0.57, "bits turn with %.3f to %.3f", least, most);
}

/* Hash indexes store these: a change breaks every one of them. */
static void
test_pinned(void)
{
	static const struct
	{
		const char *value;
		uint64_t	hash;
	}			pinned[] = {
		{"00", UINT64_C(0xe97d32eff90e90fc)},
		{"04", UINT64_C(0xed5275273e96c5e5)},
		{"0c 01", UINT64_C(0xcb610043c3c70ee7)},
		{"0c ff", UINT64_C(0x6b09ceb520b754b1)},
		{"28 00 0000000000000000 0100000000000000", UINT64_C(0x72467ce5bc5bd5f2)},
		{"20 01 01000000", UINT64_C(0x53a25e7761519e9c)},
		{"1c 000000000000f87f", UINT64_C(0x3e2fde671b2f23dd)},
		{"01", UINT64_C(0x66bb32fba4e12e39)},
		{"31 313233343536373839616263", UINT64_C(0xb3ccae8a279b3d36)},
		{"2c 01000000", UINT64_C(0x283dc5c955d20780)},
		{"48 0100000000000000", UINT64_C(0x3211d2ea1ff939f6)},
		{"03 00 00", UINT64_C(0x60a1b293ddbf24fb)},
		{"02 00 00", UINT64_C(0xf27d0aef34a22ce9)},
		{"02 02 00 01 00 02 03 0c 01 00", UINT64_C(0x63f5bf3ef31d72f4)},
	};
	size_t		metadata_len;
	uint8_t    *m = vwalk_hex(META, &metadata_len);
	VntMetadata meta;

	if (vnt_metadata_open(m, metadata_len, &meta) != VNT_OK)
		abort();
	for (size_t i = 0; i < sizeof(pinned) / sizeof(pinned[0]); i++)
	{
		VntValue	v = {&meta, NULL, 0};
		uint8_t    *data = vwalk_hex(pinned[i].value, &v.len);

		v.data = data;
		check(hash(&v) == pinned[i].hash, "hash of %s is %016llx", pinned[i].value,
			  (unsigned long long) hash(&v));
		free(data);
	}
	free(m);
}

/* ---------------------------------------------------------------------
 * Limits
 * ---------------------------------------------------------------------
 */

/* Levels of one-element arrays around a null, or true. */
static uint8_t *
nested(int levels, uint8_t inner, size_t *len)
{
	uint8_t    *data;
	uint8_t    *p;

	*len = 1 + 8 * (size_t) levels;
	data = p = malloc(*len);
	if (data == NULL)
		abort();
	for (int i = 0; i < levels; i++, p += 8)
	{
		p[0] = 0x0b;
		p[1] = 1;
		vnt_store_uint(p + 2, 0, 3);
		vnt_store_uint(p + 5, (uint32_t) (*len - 8 * (size_t) (i + 1)), 3);
	}
	*p = inner;
	return data;
}

static void
test_depth(void)
{
	VntMetadata meta;
	VntStatus	status;

	if (vnt_metadata_open(vnt_empty_metadata, 3, &meta) != VNT_OK)
		abort();
	for (int levels = VNT_MAX_DEPTH; levels <= VNT_MAX_DEPTH + 1; levels++)
	{
		VntStatus	expect = levels > VNT_MAX_DEPTH ? VNT_TOO_DEEP : VNT_OK;
		VntValue	a = {&meta, NULL, 0};
		VntValue	b = {&meta, NULL, 0};
		uint8_t    *a_data = nested(levels, 0x00, &a.len);
		uint8_t    *b_data = nested(levels, 0x04, &b.len);
		int			order;

		a.data = a_data;
		b.data = b_data;
		status = VNT_OK;
		order = vnt_compare(&a, &b, &status);
		check(status == expect && (status != VNT_OK || order == -1),
			  "compare %d levels: %s", levels, vnt_status_rule(status));
		status = VNT_OK;
		(void) vnt_hash(&a, 0, &status);
		check(status == expect, "hash %d levels: %s", levels,
			  vnt_status_rule(status));
		free(a_data);
		free(b_data);
	}
}

int
main(void)
{
	vunit_seed(20263);
	test_ladder();
	test_properties();
	test_numbers();
	test_spread();
	test_avalanche();
	test_pinned();
	test_depth();
	return vunit_done();
}
