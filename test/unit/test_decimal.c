/*-------------------------------------------------------------------------
 *
 * test_decimal.c
 *	  128-bit integers and decimals against schoolbook arithmetic on strings
 *	  of decimal digits, and their doubles against strtod.
 *
 *-------------------------------------------------------------------------
 */
#include <math.h>

#include "vunit.h"
#include "vnt_internal.h"

#define BIG		64				/* bytes of a big number's digits and zero */

/* ---------------------------------------------------------------------
 * The oracle: numbers as strings of digits, most significant first
 * ---------------------------------------------------------------------
 */

/* digits = digits * factor + addend, factor and addend small */
static void
big_mul_add(char *digits, int factor, int addend)
{
	size_t		n = strlen(digits);
	size_t		i = n;
	int			carry = addend;

	while (i > 0)
	{
		i--;
		carry += (digits[i] - '0') * factor;
		digits[i] = (char) ('0' + carry % 10);
		carry /= 10;
	}
	while (carry > 0)
	{
		memmove(digits + 1, digits, strlen(digits) + 1);
		digits[0] = (char) ('0' + carry % 10);
		carry /= 10;
	}
}

/* digits = digits - 1, digits is not 0 */
static void
big_decrement(char *digits)
{
	size_t		i = strlen(digits);

	while (digits[--i] == '0')
		digits[i] = '9';
	digits[i]--;
	if (digits[0] == '0' && digits[1])
		memmove(digits, digits + 1, strlen(digits));
}

/* The magnitude of v bit by bit. */
static void
big_from_int128(VntInt128 v, char *digits)
{
	uint64_t	hi = (uint64_t) v.hi;
	uint64_t	lo = v.lo;
	int			bit;

	if (v.hi < 0)
	{
		/* minus one, then flipped, is negated */
		hi = ~(hi - (lo == 0));
		lo = ~(lo - 1);
	}
	strcpy(digits, "0");
	for (bit = 127; bit >= 0; bit--)
		big_mul_add(digits, 2, (int) ((bit >= 64 ? hi >> (bit - 64) : lo >> bit) & 1));
}

static VntInt128
from_text(const char *digits, bool negative)
{
	return vnt_int128_from_digits(digits, (int) strlen(digits), negative);
}

/* n random digits with runs of zeros and nines more often than by chance */
static void
random_digits(char *digits, int n)
{
	int			i;
	int			mode = (int) vunit_below(4);

	for (i = 0; i < n; i++)
	{
		if (mode == 0 || (mode == 1 && i < n / 2))
			digits[i] = (char) ('0' + vunit_below(10));
		else
			digits[i] = vunit_below(8) ? (mode == 2 ? '9' : '0') :
				(char) ('0' + vunit_below(10));
	}
	if (n > 1 && digits[0] == '0')
		digits[0] = '1';
	digits[n] = '\0';
}

static VntInt128
random_int128(void)
{
	VntInt128	v;
	unsigned	width = 1 + vunit_below(127);

	v.lo = vunit_random();
	v.hi = (int64_t) vunit_random();
	if (width <= 64)
	{
		v.hi = 0;
		v.lo >>= 64 - width;
	}
	else
		v.hi = (int64_t) ((uint64_t) v.hi >> (128 - width));
	if (vunit_below(2))
	{
		v.hi = (int64_t) ~(uint64_t) v.hi;
		v.lo = ~v.lo;
	}
	return v;
}

/* ---------------------------------------------------------------------
 * Integers
 * ---------------------------------------------------------------------
 */
static bool
digits_agree(VntInt128 v)
{
	char		expected[BIG + 1];
	char		got[BIG];
	char	   *magnitude = expected + 1;
	int			n = vnt_int128_to_digits(v, got);

	expected[0] = '-';
	big_from_int128(v, magnitude);
	got[n] = '\0';
	if (strcmp(got, v.hi < 0 ? expected : magnitude) != 0 ||
		vnt_int128_digits(v) != (int) strlen(magnitude))
	{
		printf("# %s: got %s, %d digits\n", expected, got,
			   vnt_int128_digits(v));
		return false;
	}
	return true;
}

static void
test_digits(void)
{
	static const VntInt128 edges[] = {
		{0, 0}, {1, 0}, {UINT64_MAX, -1}, {UINT64_MAX, 0}, {0, 1},
		{UINT64_MAX, INT64_MAX}, {0, INT64_MIN}, {1, INT64_MIN},
		{INT64_MAX, 0}, {UINT64_C(1) << 63, 0}, {UINT64_C(1) << 63, -1}
	};
	int			bad = 0;
	int			i;
	char		power[BIG] = "1";

	for (i = 0; i < (int) (sizeof(edges) / sizeof(edges[0])); i++)
		bad += !digits_agree(edges[i]);
	check(bad == 0, "digits of edge values");

	bad = 0;
	for (i = 0; i < vunit_times(50000); i++)
		bad += !digits_agree(random_int128());
	check(bad == 0, "digits of random values");

	bad = 0;
	for (i = 0; i < 38; i++)
	{
		char		below[BIG];

		strcpy(below, power);
		bad += vnt_int128_digits(from_text(power, true)) != i + 1;
		if (i > 0)
		{
			big_decrement(below);
			bad += vnt_int128_digits(from_text(below, false)) != i;
		}
		big_mul_add(power, 10, 0);
	}
	check(bad == 0, "digits around the powers of ten");
}

static void
test_from_digits(void)
{
	int			bad = 0;
	int			i;

	for (i = 0; i < vunit_times(50000); i++)
	{
		char		digits[BIG];
		char		back[BIG];
		int			n = 1 + (int) vunit_below(38);
		bool		negative = vunit_below(2);
		VntInt128	v;

		random_digits(digits, n);
		v = from_text(digits, negative);
		big_from_int128(v, back);
		if (strcmp(digits, back) != 0 ||
			(v.hi < 0) != (negative && strcmp(digits, "0") != 0))
		{
			bad++;
			printf("# %s became %s\n", digits, back);
		}
	}
	check(bad == 0, "from digits");
	check(vnt_int128_cmp(vnt_int128_from_digits("000", 3, true),
						 vnt_int128_from_int64(0)) == 0, "leading zeros");
}

static void
test_int64(void)
{
	static const int64_t values[] = {0, 1, -1, 127, -128, INT64_MAX, INT64_MIN};
	static const VntInt128 wide[] = {
		{0, 1}, {UINT64_C(1) << 63, 0}, {(UINT64_C(1) << 63) - 1, -1},
		{0, -2}, {5, INT64_MIN}, {UINT64_MAX, 0}
	};
	int64_t		back;
	int			i;
	int			bad = 0;

	for (i = 0; i < 7; i++)
		bad += !vnt_int128_fits_int64(vnt_int128_from_int64(values[i]), &back) ||
			back != values[i];
	check(bad == 0, "int64 fits");
	bad = 0;
	for (i = 0; i < 6; i++)
		bad += vnt_int128_fits_int64(wide[i], &back);
	check(bad == 0, "more than int64 does not fit");
}

static void
test_compare(void)
{
	int			bad = 0;
	int			i;

	for (i = 0; i < vunit_times(20000); i++)
	{
		VntInt128	a = random_int128();
		VntInt128	b = random_int128();
		char		da[BIG];
		char		db[BIG];
		int			expected;

		if (vunit_below(4) == 0)
			b.hi = a.hi;
		big_from_int128(a, da);
		big_from_int128(b, db);
		expected = (int) strlen(da) - (int) strlen(db);
		if (expected == 0)
			expected = strcmp(da, db);
		if (a.hi < 0)
			expected = -expected;
		if ((a.hi < 0) != (b.hi < 0))
			expected = a.hi < 0 ? -1 : 1;
		expected = expected < 0 ? -1 : expected > 0;
		bad += vnt_int128_cmp(a, b) != expected ||
			vnt_int128_cmp(b, a) != -expected || vnt_int128_cmp(a, a) != 0;
	}
	check(bad == 0, "comparison");
}

static void
test_uint64_text(void)
{
	char		power[BIG] = "1";
	char		got[BIG];
	char		expected[BIG];
	int			bad = 0;
	int			i;
	int			d;

	for (i = 0; i < 20; i++)
	{
		for (d = -1; d <= 1; d++)
		{
			uint64_t	v = (uint64_t) strtoull(power, NULL, 10) + (uint64_t) (int64_t) d;
			int			n = vnt_uint64_to_text(v, got);

			got[n] = '\0';
			snprintf(expected, sizeof(expected), "%llu", (unsigned long long) v);
			bad += strcmp(got, expected) != 0;
		}
		big_mul_add(power, 10, 0);
	}
	check(bad == 0, "text of 64 bits around the powers of ten");
	check(vnt_uint64_to_text(UINT64_MAX, got) == 20 &&
		  memcmp(got, "18446744073709551615", 20) == 0, "the largest uint64");
}

/* ---------------------------------------------------------------------
 * Decimals
 * ---------------------------------------------------------------------
 */

/* By inserting the point in a string that is padded with zeros. */
static void
expected_text(const char *digits, bool negative, int scale, char *out)
{
	char		padded[BIG * 2];
	int			pad = scale + 1 - (int) strlen(digits);
	int			whole;

	padded[0] = '\0';
	while (pad-- > 0)
		strcat(padded, "0");
	strcat(padded, digits);
	whole = (int) strlen(padded) - scale;
	sprintf(out, "%s%.*s%s%s", negative ? "-" : "", whole, padded,
			scale > 0 ? "." : "", padded + whole);
}

static bool
text_agrees(const char *digits, bool negative, int scale)
{
	char		expected[BIG * 2];
	char		got[BIG * 2];
	int			n = vnt_decimal_to_text(from_text(digits, negative), scale, got);

	got[n] = '\0';
	expected_text(digits, negative, scale, expected);
	if (n <= 80 && strcmp(got, expected) == 0)
		return true;
	printf("# expected %s, got %s\n", expected, got);
	return false;
}

static void
test_text(void)
{
	static const char nines[] = "99999999999999999999999999999999999999";
	VntInt128	lowest = {0, INT64_MIN};
	char		got[BIG * 2];
	int			bad = 0;
	int			i;

	for (i = 0; i <= 38; i++)
	{
		bad += !text_agrees(nines, false, i);
		bad += !text_agrees(nines, true, i);
		bad += !text_agrees("0", false, i);
		bad += !text_agrees("1", true, i);
	}
	check(bad == 0, "text of +-(10^38-1), 0 and -1 at all scales");

	bad = 0;
	for (i = 0; i < vunit_times(50000); i++)
	{
		char		digits[BIG];
		bool		negative;

		random_digits(digits, 1 + (int) vunit_below(38));
		negative = strcmp(digits, "0") != 0 && vunit_below(2);
		bad += !text_agrees(digits, negative, (int) vunit_below(39));
	}
	check(bad == 0, "text of random decimals");

	i = vnt_decimal_to_text(lowest, 38, got);
	got[i] = '\0';
	check(strcmp(got, "-1.70141183460469231731687303715884105728") == 0,
		  "text of -2^127");
}

static bool
double_agrees(const char *digits, bool negative, int scale)
{
	VntInt128	v = from_text(digits, negative);
	char		text[BIG * 2];
	double		expected;
	double		got = vnt_decimal_to_double(v, scale);

	expected_text(digits, negative, scale, text);
	expected = strtod(text, NULL);
	if (expected >= got && expected <= got)
		return true;
	printf("# %s: expected %.17g, got %.17g\n", text, expected, got);
	return false;
}

/* An odd 54-bit number times base^times lies between two doubles. */
static bool
halfway_agrees(int base)
{
	char		digits[BIG];
	char		below[BIG];
	int			times = (int) vunit_below(base == 2 ? 72 : 31);
	int			i;
	bool		negative = vunit_below(2);
	int			scale = base == 2 ? 0 : times;

	snprintf(digits, sizeof(digits), "%llu", (unsigned long long)
			 ((vunit_random() >> 11) | UINT64_C(1) << 53 | 1));
	for (i = 0; i < times; i++)
		big_mul_add(digits, base, 0);
	if (strlen(digits) > 38)
		return true;
	if (!double_agrees(digits, negative, scale))
		return false;
	strcpy(below, digits);
	big_decrement(below);
	big_mul_add(digits, 1, 1);
	return double_agrees(below, negative, scale) &&
		(strlen(digits) > 38 || double_agrees(digits, negative, scale));
}

static void
test_double(void)
{
	VntInt128	lowest = {0, INT64_MIN};
	VntInt128	highest = {UINT64_MAX, INT64_MAX};
	int			bad = 0;
	int			i;

	for (i = 0; i < vunit_times(100000); i++)
	{
		char		digits[BIG];

		random_digits(digits, 1 + (int) vunit_below(38));
		bad += !double_agrees(digits, vunit_below(2), (int) vunit_below(39));
	}
	check(bad == 0, "doubles of random decimals are those of strtod");

	bad = 0;
	for (i = 0; i < vunit_times(50000); i++)
		bad += !halfway_agrees(2) + !halfway_agrees(5);
	check(bad == 0, "halfway cases and their neighbours");

	check(!(vnt_decimal_to_double(lowest, 0) > -ldexp(1, 127)) &&
		  !(vnt_decimal_to_double(lowest, 0) < -ldexp(1, 127)), "-2^127");
	check(!(vnt_decimal_to_double(highest, 0) < ldexp(1, 127)), "2^127-1 rounds up");
	check(!signbit(vnt_decimal_to_double(vnt_int128_from_int64(0), 5)),
		  "0.00000 is positive zero");
}

static void
test_type(void)
{
	static const struct
	{
		const char *digits;
		bool		negative;
		int			scale;
		VntType		type;
	}			cases[] = {
		{"0", false, 0, VNT_INT8}, {"127", false, 0, VNT_INT8},
		{"128", false, 0, VNT_INT16}, {"128", true, 0, VNT_INT8},
		{"129", true, 0, VNT_INT16}, {"32767", false, 0, VNT_INT16},
		{"32768", false, 0, VNT_INT32}, {"32768", true, 0, VNT_INT16},
		{"2147483647", false, 0, VNT_INT32}, {"2147483648", false, 0, VNT_INT64},
		{"2147483648", true, 0, VNT_INT32}, {"2147483649", true, 0, VNT_INT64},
		{"9223372036854775807", false, 0, VNT_INT64},
		{"9223372036854775808", false, 0, VNT_DECIMAL16},
		{"9223372036854775808", true, 0, VNT_INT64},
		{"9223372036854775809", true, 0, VNT_DECIMAL16},
		{"0", false, 1, VNT_DECIMAL4}, {"999999999", true, 9, VNT_DECIMAL4},
		{"1000000000", false, 9, VNT_DECIMAL8},
		{"999999999999999999", true, 38, VNT_DECIMAL8},
		{"1000000000000000000", true, 1, VNT_DECIMAL16},
		{"99999999999999999999999999999999999999", true, 38, VNT_DECIMAL16},
	};
	size_t		i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check(vnt_decimal_type(from_text(cases[i].digits, cases[i].negative),
							   cases[i].scale) == cases[i].type,
			  "type of %s%s scale %d", cases[i].negative ? "-" : "",
			  cases[i].digits, cases[i].scale);
}

int
main(void)
{
	vunit_seed(20240624);
	test_digits();
	test_from_digits();
	test_int64();
	test_compare();
	test_uint64_text();
	test_text();
	test_double();
	test_type();
	return vunit_done();
}
