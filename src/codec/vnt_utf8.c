/*-------------------------------------------------------------------------
 *
 * vnt_utf8.c
 *	  Checking UTF-8.
 *
 * Well-formed is what Unicode's table 3-7 says: no overlong forms, no
 * surrogates, nothing above U+10FFFF, no sequence cut short.  ASCII, most of
 * what documents hold, is skipped eight bytes at a time.
 *
 * Interface: vnt_utf8_prefix.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

#define HIGH_BITS	0x8080808080808080u

static inline bool
is_continuation(uint8_t byte)
{
	return (byte & 0xc0) == 0x80;
}

/* Length of the sequence of two or more bytes at p, 0 if it is ill-formed. */
static inline size_t
sequence_length(const uint8_t *p, size_t len)
{
	uint8_t		lead = p[0];
	uint8_t		low = 0x80;
	uint8_t		high = 0xbf;

	if (lead < 0xc2 || lead > 0xf4)
		return 0;				/* continuation, overlong, or too large */
	if (lead < 0xe0)
		return len >= 2 && is_continuation(p[1]) ? 2 : 0;

	/* the second byte excludes overlong forms, surrogates, the too large */
	if (lead == 0xe0)
		low = 0xa0;
	else if (lead == 0xed)
		high = 0x9f;
	else if (lead == 0xf0)
		low = 0x90;
	else if (lead == 0xf4)
		high = 0x8f;
	if (len < 3 || p[1] < low || p[1] > high || !is_continuation(p[2]))
		return 0;
	if (lead < 0xf0)
		return 3;
	return len >= 4 && is_continuation(p[3]) ? 4 : 0;
}

size_t
vnt_utf8_prefix(const uint8_t *data, size_t len)
{
	size_t		at = 0;
	uint64_t	word;

	while (at < len)
	{
		if (data[at] < 0x80)
		{
			at++;
			while (len - at >= sizeof(word))
			{
				/* the mask is the same in every byte order */
				memcpy(&word, data + at, sizeof(word));
				if (word & HIGH_BITS)
					break;
				at += sizeof(word);
			}
		}
		else
		{
			size_t		n = sequence_length(data + at, len - at);

			if (n == 0)
				break;
			at += n;
		}
	}
	return at;
}
