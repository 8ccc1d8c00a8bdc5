/*-------------------------------------------------------------------------
 *
 * variant_time.c
 *	  Dates and times: SQL's count from 2000, the encoding's from 1970.
 *
 * Interface: variant_time_from_sql, variant_time_refuse,
 * variant_time_castable, variant_time_to_sql.
 *
 * The ranges differ at both ends.  Every finite SQL date has a variant form;
 * SQL timestamps from the year 294247 on have none, as the encoding counts
 * 64-bit microseconds from 1970.  The encoding reaches further back than
 * 4713 BC, where SQL begins.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_scalar.h"

#include "catalog/pg_type.h"
#include "common/int.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/timestamp.h"

#define EPOCH_DAYS	(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE)
#define EPOCH_USECS	((int64) EPOCH_DAYS * USECS_PER_DAY)

/* ---------------------------------------------------------------------
 * SQL to variant
 * ---------------------------------------------------------------------
 */
static VariantFit
date_from_sql(DateADT date, VntScalar *s)
{
	s->type = VNT_DATE;
	if (DATE_IS_NOBEGIN(date))
		return VARIANT_BELOW;
	if (DATE_IS_NOEND(date))
		return VARIANT_ABOVE;
	s->u.i = (int64) date + EPOCH_DAYS;
	return VARIANT_FITS;
}

static VariantFit
timestamp_from_sql(Timestamp timestamp, VntType type, VntScalar *s)
{
	s->type = type;
	if (TIMESTAMP_IS_NOBEGIN(timestamp))
		return VARIANT_BELOW;
	if (TIMESTAMP_IS_NOEND(timestamp) ||
		pg_add_s64_overflow(timestamp, EPOCH_USECS, &s->u.i))
		return VARIANT_ABOVE;
	return VARIANT_FITS;
}

VariantFit
variant_time_from_sql(Oid type, Datum value, VntScalar *s)
{
	s->scale = 0;
	switch (type)
	{
		case DATEOID:
			return date_from_sql(DatumGetDateADT(value), s);
		case TIMEOID:
			s->type = VNT_TIME;
			s->u.i = DatumGetTimeADT(value);
			return VARIANT_FITS;
		case TIMESTAMPOID:
			return timestamp_from_sql(DatumGetTimestamp(value), VNT_TIMESTAMP, s);
		case TIMESTAMPTZOID:
			return timestamp_from_sql(DatumGetTimestampTz(value), VNT_TIMESTAMPTZ, s);
		default:
			elog(ERROR, "type %u is not a date or time", type);
	}
	return VARIANT_NO_FORM;
}

void
variant_time_refuse(Oid type)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
			 errmsg("%s out of range for type variant", format_type_be(type)),
			 type == DATEOID ?
			 errdetail("Infinite dates have no variant form.") :
			 errdetail("Infinite timestamps, and those after 294247-01-10 04:00:54.775807, have no variant form.")));
}

/* ---------------------------------------------------------------------
 * Variant to SQL
 * ---------------------------------------------------------------------
 */
bool
variant_time_castable(VntClass from, Oid type)
{
	switch (type)
	{
		case DATEOID:
			return from == VNT_CLASS_DATE || from == VNT_CLASS_TIMESTAMP;
		case TIMEOID:
			return from == VNT_CLASS_TIME || from == VNT_CLASS_TIMESTAMP;
		case TIMESTAMPOID:
			return from == VNT_CLASS_TIMESTAMP || from == VNT_CLASS_DATE;
		case TIMESTAMPTZOID:
			return from == VNT_CLASS_TIMESTAMPTZ;
		default:
			return false;
	}
}

/* Nanoseconds to the nearest microsecond, ties to even, before 1970 too. */
static int64
usecs_from_nanos(int64 nanos)
{
	int64		usecs = nanos / 1000;
	int64		rest = nanos % 1000;

	if (rest < 0)
	{
		rest += 1000;
		usecs--;
	}
	if (rest > 500 || (rest == 500 && (usecs & 1) != 0))
		usecs++;
	return usecs;
}

static bool
timestamp_to_sql(const VntScalar *s, Timestamp *result)
{
	int64		usecs = s->u.i;

	if (s->type == VNT_TIMESTAMP_NANOS || s->type == VNT_TIMESTAMPTZ_NANOS)
		usecs = usecs_from_nanos(usecs);
	return !pg_sub_s64_overflow(usecs, EPOCH_USECS, result) &&
		IS_VALID_TIMESTAMP(*result);
}

static bool
date_to_sql(const VntScalar *s, DateADT *result)
{
	int64		days;
	Timestamp	timestamp;

	if (s->type == VNT_DATE)
		days = s->u.i - EPOCH_DAYS;
	else
	{
		if (!timestamp_to_sql(s, &timestamp))
			return false;
		days = timestamp / USECS_PER_DAY - (timestamp % USECS_PER_DAY < 0);
	}
	if (days < DATETIME_MIN_JULIAN - POSTGRES_EPOCH_JDATE ||
		days >= DATE_END_JULIAN - POSTGRES_EPOCH_JDATE)
		return false;
	*result = (DateADT) days;
	return true;
}

static bool
time_to_sql(const VntScalar *s, TimeADT *result)
{
	Timestamp	timestamp;

	if (s->type == VNT_TIME)
	{
		*result = s->u.i;
		return s->u.i >= 0 && s->u.i <= USECS_PER_DAY;
	}
	if (!timestamp_to_sql(s, &timestamp))
		return false;
	*result = timestamp % USECS_PER_DAY;
	if (*result < 0)
		*result += USECS_PER_DAY;
	return true;
}

static bool
date_to_timestamp(const VntScalar *s, Timestamp *result)
{
	DateADT		date;

	if (!date_to_sql(s, &date) || date >= TIMESTAMP_END_JULIAN - POSTGRES_EPOCH_JDATE)
		return false;
	*result = (Timestamp) date * USECS_PER_DAY;
	return true;
}

Datum
variant_time_to_sql(const VntScalar *s, Oid type, struct Node *escontext)
{
	int64		value = 0;
	DateADT		date = 0;
	bool		valid;

	switch (type)
	{
		case DATEOID:
			valid = date_to_sql(s, &date);
			break;
		case TIMEOID:
			valid = time_to_sql(s, &value);
			break;
		default:
			valid = s->type == VNT_DATE ? date_to_timestamp(s, &value) :
				timestamp_to_sql(s, &value);
			break;
	}
	if (!valid)
		ereturn(escontext, (Datum) 0,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("variant value is out of range for type %s",
						format_type_be(type))));
	return type == DATEOID ? DateADTGetDatum(date) : Int64GetDatum(value);
}
