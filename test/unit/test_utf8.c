/*-------------------------------------------------------------------------
 *
 * test_utf8.c
 *	  UTF-8 against a decoder written from the definition: decode the bits,
 *	  then ask for the shortest form and a legal code point.
 *
 *-------------------------------------------------------------------------
 */
#include "vunit.h"

/* Length of the well-formed sequence at p, or 0. */
static size_t
slow_sequence(const uint8_t *p, size_t len)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t		n = p[0] < 0x80 ? 1 : (p[0] & 0xe0) == 0xc0 ? 2 :
		(p[0] & 0xf0) == 0xe0 ? 3 : (p[0] & 0xf8) == 0xf0 ? 4 : 0;
	uint32_t	c;

	if (n < 2 || len < n)
		return len < n ? 0 : n;
	c = p[0] & (0x7fu >> n);
	for (size_t i = 1; i < n; i++)
	{
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	return c >= least[n] && c <= 0x10ffff && !(c >= 0xd800 && c < 0xe000) ? n : 0;
}

static size_t
slow_prefix(const uint8_t *p, size_t len)
{
	size_t		at = 0;
	size_t		n;

	while (at < len && (n = slow_sequence(p + at, len - at)) > 0)
		at += n;
	return at;
}

/* All byte strings of three bytes, of four bytes with chosen last ones. */
static void
test_exhaustive(void)
{
	static const uint8_t last[] = {0x00, 0x7f, 0x80, 0x9f, 0xa0, 0xbf, 0xc0, 0xff};
	uint32_t	wrong = 0;
	uint8_t		b[4];

	for (uint32_t i = 0; i < 1u << 24; i++)
	{
		b[0] = (uint8_t) (i >> 16);
		b[1] = (uint8_t) (i >> 8);
		b[2] = (uint8_t) i;
		wrong += vnt_utf8_prefix(b, 3) != slow_prefix(b, 3);
	}
	check(wrong == 0, "three bytes: %u differ", wrong);
	wrong = 0;
	for (uint32_t i = 0; i < 1u << 22; i++)
	{
		b[0] = (uint8_t) (i >> 14);
		b[1] = (uint8_t) (i >> 6);
		b[2] = last[i >> 3 & 7];
		b[3] = last[i & 7];
		wrong += vnt_utf8_prefix(b, 4) != slow_prefix(b, 4);
	}
	check(wrong == 0, "four bytes: %u differ", wrong);
}

/* Every code point is one sequence, and none of its own prefixes is. */
static void
test_code_points(void)
{
	uint32_t	accepted = 0;
	uint32_t	wrong = 0;
	uint8_t		b[4];

	for (uint32_t i = 0; i < 1u << 21; i++)
	{
		b[0] = (uint8_t) (0xf0 | i >> 18);
		b[1] = (uint8_t) (0x80 | (i >> 12 & 0x3f));
		b[2] = (uint8_t) (0x80 | (i >> 6 & 0x3f));
		b[3] = (uint8_t) (0x80 | (i & 0x3f));
		if (vnt_utf8_prefix(b, 4) == 4)
		{
			accepted++;
			for (size_t n = 1; n < 4; n++)
				wrong += vnt_utf8_prefix(b, n) != 0;
		}
	}
	check(accepted == 0x100000, "%u four-byte code points", accepted);
	check(wrong == 0, "cut short: %u accepted", wrong);
}

/* A bad byte at every place behind every length of ASCII. */
static void
test_places(void)
{
	uint32_t	wrong = 0;

	for (size_t len = 1; len <= 40; len++)
	{
		for (size_t bad = 0; bad < len; bad++)
		{
			uint8_t    *p = malloc(len);

			if (p == NULL)
				abort();
			memset(p, 'x', len);
			wrong += vnt_utf8_prefix(p, len) != len;
			p[bad] = 0x80;
			wrong += vnt_utf8_prefix(p, len) != bad;
			p[bad] = 0xc3;
			wrong += vnt_utf8_prefix(p, len) != bad;
			if (bad + 1 < len)
			{
				p[bad + 1] = 0xa9;
				wrong += vnt_utf8_prefix(p, len) != len;
			}
			free(p);
		}
	}
	check(wrong == 0, "places: %u differ", wrong);
	check(vnt_utf8_prefix(NULL, 0) == 0, "empty");
}

static void
test_random(void)
{
	static const uint8_t some[] = {
		'a', 'b', 0x80, 0xbf, 0xc2, 0xe0, 0xa0, 0xe2, 0xed, 0x9f, 0xf0, 0x90, 0xf4, 0x8f
	};
	int			times = vunit_times(300000);
	uint32_t	wrong = 0;

	for (int i = 0; i < times; i++)
	{
		uint8_t		b[24];
		size_t		len = vunit_below(sizeof(b) + 1);

		for (size_t j = 0; j < len; j++)
			b[j] = some[vunit_below(sizeof(some))];
		wrong += vnt_utf8_prefix(b, len) != slow_prefix(b, len);
	}
	check(wrong == 0, "random: %u differ", wrong);
}

int
main(void)
{
	vunit_seed(20261);
	test_exhaustive();
	test_code_points();
	test_places();
	test_random();
	return vunit_done();
}
