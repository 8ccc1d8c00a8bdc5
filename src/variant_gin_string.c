/*-------------------------------------------------------------------------
 *
 * variant_gin_string.c
 *	  Where strings stand in the order of the keys of GIN indexes.
 *
 * A string is a place between 0 and 1: its first byte tells which part of that,
 * the next which part of this part, and so on.  What is frequent has large
 * parts, so that few bits tell much.  The place is cut to a cell, whose strings
 * are told apart by a hash: 18 bits of place and 24 of hash, as strings are
 * mostly searched by equality.
 *
 * Moments are mostly searched by ranges, and a document as JSON has them as
 * strings: 2024-10-24T18:22:26Z.  So there are 32 bits of place and 10 of hash
 * for what starts with 19 or 20, and parts that suit dates.  That is some three
 * minutes.  Of addresses, https:// takes two bits more than its first letter.
 *
 * The order is that of bytes.  Equal strings have equal cells, strings of
 * different cells are in the order of these: whether a cell is small depends on
 * the first two bytes, whose parts have bounds that are bounds of large cells.
 *
 * Interface: variant_string_cell, variant_string_range (see variant_gin.h).
 * Everything here is stored in indexes.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_gin.h"

/*
 * Where the part of each byte starts, in 256ths; it ends where the next one
 * starts, and in front of them all is the string's end.  Letters and digits
 * have most.
 */
static const uint8 byte_starts[256] = {
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 23, 27,
	31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 73, 73, 73, 73, 73,
	73, 75, 77, 79, 81, 83, 85, 87, 89, 91, 93, 95, 97, 99, 101, 103,
	105, 107, 109, 111, 113, 115, 117, 119, 121, 123, 125, 127, 127, 127, 128, 128,
	132, 133, 137, 141, 145, 149, 153, 157, 161, 165, 169, 173, 177, 181, 185, 189,
	193, 197, 201, 205, 209, 213, 217, 221, 225, 229, 233, 237, 237, 237, 237, 237,
	239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239,
	239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239,
	239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239,
	239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239, 239,
	239, 239, 239, 239, 240, 240, 241, 241, 241, 242, 242, 242, 243, 243, 243, 244,
	244, 244, 245, 245, 245, 246, 246, 246, 247, 247, 247, 248, 248, 249, 249, 249,
	250, 250, 250, 251, 251, 251, 252, 252, 252, 253, 253, 253, 254, 254, 254, 255,
	255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

/* What has been read, as far as it tells what is likely to follow. */
typedef enum StringState
{
	STATE_ANY,
	STATE_START,
	/* parts of an address */
	STATE_H,
	STATE_HT,
	STATE_HTT,
	STATE_HTTP,
	STATE_HTTPS,
	STATE_COLON,
	STATE_SLASH,
	/* parts of a moment, and of numbers that start like one */
	STATE_1,
	STATE_2,
	STATE_CENTURY,
	STATE_DECADE,
	STATE_YEAR,
	STATE_NUMBER,
	STATE_MONTH_TENS,
	STATE_MONTH_ONES,
	STATE_MONTH,
	STATE_DAY_TENS,
	STATE_DAY_ONES,
	STATE_DAY,
	STATE_HOUR_TENS,
	STATE_HOUR_ONES,
	STATE_HOUR,
	STATE_MINUTE_TENS,
	STATE_MINUTE_ONES
} StringState;

/* Bytes that are likely, and what they have together, in 256ths, for it. */
typedef struct Likely
{
	uint8		first;
	uint8		last;
	uint8		share;			/* 0: there are no more */
	uint8		next;			/* state behind them; behind others it is ANY */
} Likely;

#define LIKELY_MAX	3

static const Likely likely[][LIKELY_MAX] = {
	[STATE_ANY] = {{0}},
	[STATE_START] = {{'1', '1', 10, STATE_1}, {'2', '2', 14, STATE_2}, {'h', 'h', 4, STATE_H}},
	[STATE_H] = {{'t', 't', 96, STATE_HT}},
	[STATE_HT] = {{'t', 't', 224, STATE_HTT}},
	[STATE_HTT] = {{'p', 'p', 244, STATE_HTTP}},
	[STATE_HTTP] = {{':', ':', 64, STATE_COLON}, {'s', 's', 176, STATE_HTTPS}},
	[STATE_HTTPS] = {{':', ':', 244, STATE_COLON}},
	[STATE_COLON] = {{'/', '/', 244, STATE_SLASH}},
	[STATE_SLASH] = {{'/', '/', 244, STATE_ANY}},
	[STATE_1] = {{'9', '9', 100, STATE_CENTURY}},
	[STATE_2] = {{'0', '0', 140, STATE_CENTURY}},
	[STATE_CENTURY] = {{'0', '2', 96, STATE_DECADE}, {'0', '9', 120, STATE_DECADE}},
	[STATE_DECADE] = {{'0', '9', 230, STATE_YEAR}},
	[STATE_YEAR] = {{'-', '-', 128, STATE_MONTH_TENS}, {'/', '/', 16, STATE_MONTH_TENS}, {'0', '9', 90, STATE_NUMBER}},
	[STATE_NUMBER] = {{'0', '9', 230, STATE_NUMBER}},
	[STATE_MONTH_TENS] = {{'0', '1', 244, STATE_MONTH_ONES}},
	[STATE_MONTH_ONES] = {{'0', '9', 244, STATE_MONTH}},
	[STATE_MONTH] = {{'-', '-', 220, STATE_DAY_TENS}, {'/', '/', 20, STATE_DAY_TENS}},
	[STATE_DAY_TENS] = {{'0', '3', 244, STATE_DAY_ONES}},
	[STATE_DAY_ONES] = {{'0', '9', 244, STATE_DAY}},
	[STATE_DAY] = {{' ', ' ', 90, STATE_HOUR_TENS}, {'T', 'T', 140, STATE_HOUR_TENS}},
	[STATE_HOUR_TENS] = {{'0', '2', 244, STATE_HOUR_ONES}},
	[STATE_HOUR_ONES] = {{'0', '9', 244, STATE_HOUR}},
	[STATE_HOUR] = {{':', ':', 244, STATE_MINUTE_TENS}},
	[STATE_MINUTE_TENS] = {{'0', '5', 244, STATE_MINUTE_ONES}},
	[STATE_MINUTE_ONES] = {{'0', '9', 244, STATE_ANY}},
};

/* ---------------------------------------------------------------------
 * Parts
 * ---------------------------------------------------------------------
 */

/*
 * Where the part of a byte starts in this state, in 65536ths; 256 is the end.
 */
static uint32
part_start(StringState state, int byte)
{
	uint32		share = 256;	/* of what is not likely */
	uint32		start = 0;

	for (int i = 0; i < LIKELY_MAX && likely[state][i].share != 0; i++)
	{
		const Likely *l = &likely[state][i];
		int			count = l->last - l->first + 1;
		int			before = byte - l->first;

		share -= l->share;
		start += l->share * 256 * Min(Max(before, 0), count) / count;
	}
	return start + share * (byte == 256 ? 256 : byte_starts[byte]);
}

static StringState
state_behind(StringState state, int byte)
{
	for (int i = 0; i < LIKELY_MAX && likely[state][i].share != 0; i++)
	{
		const Likely *l = &likely[state][i];

		if (l->first <= byte && byte <= l->last)
			return l->next;
	}
	return STATE_ANY;
}

/* ---------------------------------------------------------------------
 * Places
 * ---------------------------------------------------------------------
 */
#define PLACE_BITS		46

#define LARGE_HASH		24
#define SMALL_HASH		10

/* How many bits of a place are within a cell. */
#define CELL_SHIFT(hash)	(PLACE_BITS - VARIANT_STRING_BITS + (hash))

/* Where strings stand that start alike, and what place they have together. */
typedef struct StringPlace
{
	uint64		start;
	uint64		length;
	int			hash;
} StringPlace;

/* Has what starts so small cells?  Fewer than two bytes have large ones in them. */
static int
hash_of(VntSlice s)
{
	bool		century = s.len >= 2 && ((s.data[0] == '1' && s.data[1] == '9') ||
										 (s.data[0] == '2' && s.data[1] == '0'));

	return century ? SMALL_HASH : LARGE_HASH;
}

static StringPlace
string_place(VntSlice s)
{
	StringPlace p = {0, UINT64CONST(1) << PLACE_BITS, hash_of(s)};
	StringState state = STATE_START;

	/* what is within a cell makes no difference */
	for (size_t i = 0; i < s.len && p.length >> CELL_SHIFT(p.hash) != 0; i++)
	{
		int			byte = s.data[i];
		uint64		start = p.length * part_start(state, byte) >> 16;
		uint64		end = p.length * part_start(state, byte + 1) >> 16;

		if (i < 2)
		{
			start = start >> CELL_SHIFT(LARGE_HASH) << CELL_SHIFT(LARGE_HASH);
			end = end >> CELL_SHIFT(LARGE_HASH) << CELL_SHIFT(LARGE_HASH);
		}
		p.start += start;
		p.length = end - start;
		state = state_behind(state, byte);
	}
	return p;
}

/* The first code of the cell that a place is in. */
static uint64
cell_code(uint64 place, int hash)
{
	return place >> CELL_SHIFT(hash) << hash;
}

uint64
variant_string_cell(VntSlice s, int *hash)
{
	StringPlace p = string_place(s);

	*hash = p.hash;
	return cell_code(p.start, p.hash);
}

void
variant_string_range(VntSlice prefix, uint64 *low, uint64 *high)
{
	StringPlace p = string_place(prefix);

	*low = cell_code(p.start, p.hash);
	*high = cell_code(p.start + Max(p.length, 1) - 1, p.hash) +
		(UINT64CONST(1) << p.hash) - 1;
}
