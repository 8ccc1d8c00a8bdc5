/*-------------------------------------------------------------------------
 *
 * fuzz_temporal.c
 *	  Fuzz target: texts of dates and times.
 *
 * Input: one byte that picks the type, then a text.  What reads has to print,
 * in either style, and read back to the same value.  The first eight bytes
 * of the text are also taken for a value themselves.
 *
 *-------------------------------------------------------------------------
 */
#include <stdlib.h>
#include <string.h>

#include "vnt_internal.h"

#define TIME_MAX	INT64_C(86400000000)

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const VntType types[] = {
	VNT_DATE, VNT_TIME, VNT_TIMESTAMP, VNT_TIMESTAMPTZ,
	VNT_TIMESTAMP_NANOS, VNT_TIMESTAMPTZ_NANOS
};

static void
insist(bool good)
{
	if (!good)
		abort();
}

static void
round_trip(VntType type, int64_t value)
{
	char		text[VNT_TEMPORAL_TEXT];
	int64_t		back;
	int			n;

	n = vnt_temporal_to_text(type, value, 'T', "Z", text);
	insist(n > 0 && n <= VNT_TEMPORAL_TEXT);
	insist(vnt_temporal_from_text(type, text, (size_t) n, &back) == VNT_OK);
	insist(back == value);
	n = vnt_temporal_to_text(type, value, ' ', "+00", text);
	insist(n > 0 && n <= VNT_TEMPORAL_TEXT);
	insist(vnt_temporal_from_text(type, text, (size_t) n, &back) == VNT_OK);
	insist(back == value);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	VntType		type;
	VntStatus	status;
	int64_t		value;

	if (size == 0)
		return 0;
	type = types[*data++ % 6];
	size--;
	status = vnt_temporal_from_text(type, (const char *) data, size, &value);
	insist(status == VNT_OK || status == VNT_JSON_LITERAL ||
		   status == VNT_JSON_LITERAL_RANGE);
	if (status == VNT_OK)
		round_trip(type, value);
	if (size < 8)
		return 0;
	value = (int64_t) vnt_load64(data);
	if (type == VNT_DATE)
		value = (int32_t) vnt_load32(data);
	else if (type == VNT_TIME && (value < 0 || value > TIME_MAX))
		return 0;
	round_trip(type, value);
	return 0;
}
