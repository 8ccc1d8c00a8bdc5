/*-------------------------------------------------------------------------
 *
 * vnt_temporal.c
 *	  ISO 8601 text of dates, times and timestamps, both ways.
 *
 * The calendar is the proleptic Gregorian one over the whole range of the
 * stored integers: days in int32 (years -5877641 to 5881580), microseconds
 * and nanoseconds in int64.  Instants before 1970 are split by floor
 * division, so that the time of day is never negative.
 *
 * Interface: vnt_temporal_to_text, vnt_temporal_from_text.
 *
 * Limits: no leap seconds (second 60 is out of range); offsets from UTC are
 * below 16 hours, as in PostgreSQL; a time outside 0..24 hours, which only
 * foreign bytes can hold, prints with a sign or more than 24 hours and does
 * not read back.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

#define DAY_SECONDS			86400

/* A leap cycle, and the days from 0000-03-01 to 1970-01-01. */
#define CYCLE_YEARS			400
#define CYCLE_DAYS			146097
#define EPOCH_DAYS			719468

/* Hours of an offset from UTC, at most. */
#define MAX_OFFSET_HOURS	15

/* Above every year that any type holds; larger ones saturate here. */
#define MAX_YEAR			100000000

/* What the text of a type consists of. */
typedef struct Layout
{
	bool		date;
	bool		time;
	bool		zone;
	uint8_t		fraction;		/* digits */
	int32_t		unit;			/* units in a second */
} Layout;

/* The fields of a text, as written. */
typedef struct Fields
{
	int64_t		year;			/* as written: from 1, with bc */
	int			month;
	int			day;
	int			hour;
	int			minute;
	int			second;
	int32_t		fraction;		/* in units */
	int			offset_hour;
	int			offset_minute;
	int			offset_second;
	bool		offset_west;
	bool		bc;
} Fields;

typedef struct Cursor
{
	const char *p;
	const char *end;
} Cursor;

static Layout
layout_of(VntType type)
{
	bool		nanos = type == VNT_TIMESTAMP_NANOS ||
		type == VNT_TIMESTAMPTZ_NANOS;
	Layout		layout;

	layout.date = type != VNT_TIME;
	layout.time = type != VNT_DATE;
	layout.zone = type == VNT_TIMESTAMPTZ || type == VNT_TIMESTAMPTZ_NANOS;
	layout.fraction = nanos ? 9 : 6;
	layout.unit = nanos ? 1000000000 : 1000000;
	return layout;
}

/* ---------------------------------------------------------------------
 * Calendar
 *
 * Years are taken to begin on the first of March, which puts the leap day at
 * their end; a cycle of 400 such years always has the same length.
 * ---------------------------------------------------------------------
 */

/* Divide rounding down; divisor is positive. */
static int64_t
floor_div(int64_t a, int64_t divisor)
{
	int64_t		q = a / divisor;

	return a % divisor < 0 ? q - 1 : q;
}

/* Days since 1970 to a date; the year is astronomical (0 is 1 BC). */
static void
date_from_days(int64_t days, int64_t *year, int *month, int *day)
{
	int64_t		z = days + EPOCH_DAYS;
	int64_t		cycle = floor_div(z, CYCLE_DAYS);
	int			of_cycle = (int) (z - cycle * CYCLE_DAYS);
	int			y = (of_cycle - of_cycle / 1460 + of_cycle / 36524 -
					 of_cycle / 146096) / 365;
	int			of_year = of_cycle - (365 * y + y / 4 - y / 100);
	int			m = (5 * of_year + 2) / 153;

	*day = of_year - (153 * m + 2) / 5 + 1;
	*month = m < 10 ? m + 3 : m - 9;
	*year = cycle * CYCLE_YEARS + y + (m >= 10);
}

static int64_t
days_from_date(int64_t year, int month, int day)
{
	int64_t		y = year - (month <= 2);
	int64_t		cycle = floor_div(y, CYCLE_YEARS);
	int			of_cycle = (int) (y - cycle * CYCLE_YEARS);
	int			m = month > 2 ? month - 3 : month + 9;
	int			of_year = (153 * m + 2) / 5 + day - 1;

	return cycle * CYCLE_DAYS + of_cycle * 365 + of_cycle / 4 -
		of_cycle / 100 + of_year - EPOCH_DAYS;
}

static int
days_in_month(int64_t year, int month)
{
	static const int8_t days[12] =
	{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool		leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (leap && month == 2);
}

/* ---------------------------------------------------------------------
 * To text
 * ---------------------------------------------------------------------
 */

/* 0 <= n < 100 */
static char *
put_two(char *p, int n)
{
	memcpy(p, vnt_digit_pairs + 2 * n, 2);
	return p + 2;
}

/* Without " BC", which *bc asks for. */
static char *
put_date(char *p, int64_t days, bool *bc)
{
	int64_t		year;
	int			month;
	int			day;

	date_from_days(days, &year, &month, &day);
	*bc = year < 1;
	if (*bc)
		year = 1 - year;
	if (year <= 9999)
	{
		p = put_two(p, (int) (year / 100));
		p = put_two(p, (int) (year % 100));
	}
	else
		p += vnt_uint64_to_text((uint64_t) year, p);
	*p++ = '-';
	p = put_two(p, month);
	*p++ = '-';
	return put_two(p, day);
}

/* A fraction of so many digits, without trailing zeros; none if it is 0. */
static char *
put_fraction(char *p, int32_t fraction, int digits)
{
	int			i;

	if (fraction == 0)
		return p;
	*p = '.';
	for (i = digits; i > 0; i--)
	{
		p[i] = (char) ('0' + fraction % 10);
		fraction /= 10;
	}
	p += digits + 1;
	while (p[-1] == '0')
		p--;
	return p;
}

static char *
put_time(char *p, uint64_t seconds, int32_t fraction, int digits)
{
	uint64_t	hours = seconds / 3600;
	int			rest = (int) (seconds % 3600);

	if (hours < 100)
		p = put_two(p, (int) hours);
	else
		p += vnt_uint64_to_text(hours, p);
	*p++ = ':';
	p = put_two(p, rest / 60);
	*p++ = ':';
	p = put_two(p, rest % 60);
	return put_fraction(p, fraction, digits);
}

/* A time by itself. */
static char *
put_bare_time(char *p, int64_t value, const Layout *layout)
{
	uint64_t	magnitude = (uint64_t) value;
	uint64_t	unit = (uint64_t) layout->unit;

	if (value < 0)
	{
		*p++ = '-';
		magnitude = 0 - magnitude;
	}
	return put_time(p, magnitude / unit, (int32_t) (magnitude % unit),
					layout->fraction);
}

int
vnt_temporal_to_text(VntType type, int64_t value, char separator,
					 const char *utc, char *out)
{
	Layout		layout = layout_of(type);
	char	   *p = out;
	bool		bc = false;

	if (!layout.date)
		p = put_bare_time(p, value, &layout);
	else if (!layout.time)
		p = put_date(p, value, &bc);
	else
	{
		int64_t		seconds = floor_div(value, layout.unit);
		int64_t		days = floor_div(seconds, DAY_SECONDS);
		int32_t		fraction = (int32_t) (value % layout.unit);

		if (fraction < 0)
			fraction += layout.unit;
		p = put_date(p, days, &bc);
		*p++ = separator;
		p = put_time(p, (uint64_t) (seconds - days * DAY_SECONDS), fraction,
					 layout.fraction);
		while (layout.zone && *utc)
			*p++ = *utc++;
	}
	if (bc)
	{
		memcpy(p, " BC", 3);
		p += 3;
	}
	return (int) (p - out);
}

/* ---------------------------------------------------------------------
 * From text: first the form, then the ranges
 * ---------------------------------------------------------------------
 */
static bool
at_digit(const Cursor *c)
{
	return c->p < c->end && *c->p >= '0' && *c->p <= '9';
}

static bool
accept(Cursor *c, char wanted)
{
	if (c->p == c->end || *c->p != wanted)
		return false;
	c->p++;
	return true;
}

static bool
scan_two(Cursor *c, int *n)
{
	if (!at_digit(c))
		return false;
	*n = *c->p++ - '0';
	if (!at_digit(c))
		return false;
	*n = *n * 10 + (*c->p++ - '0');
	return true;
}

/* Four digits, or more that do not start with zero. */
static bool
scan_year(Cursor *c, int64_t *year)
{
	const char *start = c->p;

	*year = 0;
	while (at_digit(c))
	{
		*year = *year * 10 + (*c->p++ - '0');
		if (*year > MAX_YEAR)
			*year = MAX_YEAR;
	}
	return c->p - start == 4 || (c->p - start > 4 && *start != '0');
}

static bool
scan_date(Cursor *c, Fields *f)
{
	return scan_year(c, &f->year) && accept(c, '-') &&
		scan_two(c, &f->month) && accept(c, '-') && scan_two(c, &f->day);
}

/* hh:mm[:ss[.fraction]] */
static bool
scan_time(Cursor *c, Fields *f, int digits)
{
	int			n = 0;

	if (!(scan_two(c, &f->hour) && accept(c, ':') && scan_two(c, &f->minute)))
		return false;
	if (!accept(c, ':'))
		return true;
	if (!scan_two(c, &f->second))
		return false;
	if (!accept(c, '.'))
		return true;
	for (; n < digits && at_digit(c); n++)
		f->fraction = f->fraction * 10 + (*c->p++ - '0');
	if (n == 0)
		return false;
	for (; n < digits; n++)
		f->fraction *= 10;
	return true;
}

/* Z, +hh, +hhmm, +hh:mm or +hh:mm:ss */
static bool
scan_offset(Cursor *c, Fields *f)
{
	if (accept(c, 'Z') || accept(c, 'z'))
		return true;
	f->offset_west = accept(c, '-');
	if (!f->offset_west && !accept(c, '+'))
		return false;
	if (!scan_two(c, &f->offset_hour))
		return false;
	if (at_digit(c))
		return scan_two(c, &f->offset_minute);
	if (!accept(c, ':'))
		return true;
	if (!scan_two(c, &f->offset_minute))
		return false;
	return !accept(c, ':') || scan_two(c, &f->offset_second);
}

static bool
scan_fields(Cursor *c, const Layout *layout, Fields *f)
{
	if (layout->date && !scan_date(c, f))
		return false;
	if (layout->date && layout->time &&
		!(accept(c, 'T') || accept(c, 't') || accept(c, ' ')))
		return false;
	if (layout->time && !scan_time(c, f, layout->fraction))
		return false;
	if (layout->zone && !scan_offset(c, f))
		return false;
	if (layout->date && accept(c, ' '))
	{
		f->bc = true;
		if (!(accept(c, 'B') && accept(c, 'C')))
			return false;
	}
	return c->p == c->end;
}

/* Days since 1970; false if there is no such date. */
static bool
fields_to_days(const Fields *f, int64_t *days)
{
	int64_t		year = f->bc ? 1 - f->year : f->year;

	if (f->year < 1 || f->month < 1 || f->month > 12 || f->day < 1 ||
		f->day > days_in_month(year, f->month))
		return false;
	*days = days_from_date(year, f->month, f->day);
	return true;
}

/* Seconds of the day; false if there is no such time. */
static bool
fields_to_seconds(const Fields *f, int32_t *seconds)
{
	*seconds = f->hour * 3600 + f->minute * 60 + f->second;
	return f->hour < 24 && f->minute < 60 && f->second < 60;
}

static bool
fields_to_offset(const Fields *f, int32_t *offset)
{
	*offset = f->offset_hour * 3600 + f->offset_minute * 60 +
		f->offset_second;
	if (f->offset_west)
		*offset = -*offset;
	return f->offset_hour <= MAX_OFFSET_HOURS && f->offset_minute < 60 &&
		f->offset_second < 60;
}

/* seconds * unit + fraction, where 0 <= fraction < unit; false if too wide. */
static bool
combine(int64_t seconds, int32_t fraction, int32_t unit, int64_t *value)
{
	if (seconds < 0)
	{
		/* towards zero first, so that the lowest second stays in range */
		int64_t		back = unit - fraction;

		if (seconds + 1 < INT64_MIN / unit)
			return false;
		*value = (seconds + 1) * unit;
		if (*value < INT64_MIN + back)
			return false;
		*value -= back;
		return true;
	}
	if (seconds > INT64_MAX / unit)
		return false;
	*value = seconds * unit;
	if (*value > INT64_MAX - fraction)
		return false;
	*value += fraction;
	return true;
}

static bool
fields_to_value(const Fields *f, VntType type, const Layout *layout,
				int64_t *value)
{
	int64_t		days = 0;
	int32_t		seconds = 0;
	int32_t		offset = 0;

	if (layout->date && !fields_to_days(f, &days))
		return false;
	if (type == VNT_DATE)
	{
		*value = days;
		return days >= INT32_MIN && days <= INT32_MAX;
	}
	if (!fields_to_seconds(f, &seconds) &&
		!(type == VNT_TIME && seconds == DAY_SECONDS && f->hour == 24 &&
		  f->fraction == 0))
		return false;
	if (layout->zone && !fields_to_offset(f, &offset))
		return false;
	return combine(days * DAY_SECONDS + seconds - offset, f->fraction,
				   layout->unit, value);
}

VntStatus
vnt_temporal_from_text(VntType type, const char *text, size_t len,
					   int64_t *value)
{
	Layout		layout = layout_of(type);
	Fields		fields = {0};
	Cursor		cursor;

	cursor.p = text;
	cursor.end = text + len;
	if (!scan_fields(&cursor, &layout, &fields))
		return VNT_JSON_LITERAL;
	if (!fields_to_value(&fields, type, &layout, value))
		return VNT_JSON_LITERAL_RANGE;
	return VNT_OK;
}
