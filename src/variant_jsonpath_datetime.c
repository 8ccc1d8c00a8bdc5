/*-------------------------------------------------------------------------
 *
 * variant_jsonpath_datetime.c
 *	  Dates and times in jsonpath: .datetime() and its kin, comparing.
 *
 * Interface: variant_jsp_datetime, variant_jsp_compare_moments,
 * variant_jsp_need_tz, variant_jsp_read_moment.
 *
 * These methods read strings as they do over jsonb.  What a document stores
 * as a date or time is one already: .datetime() gives it as it is, .date(),
 * .timestamp() and so on convert it like the casts between the SQL types.
 *
 * For comparing, everything is a day and nanoseconds in it.  Stored values
 * compare exactly, with nanoseconds and beyond the range of SQL's types.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/formatting.h"
#include "utils/timestamp.h"
#include "variant_scalar.h"

#define UNIX_DAYS		(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE)
#define NANOS_PER_USEC	INT64CONST(1000)
#define NANOS_PER_DAY	(USECS_PER_DAY * NANOS_PER_USEC)

void
variant_jsp_need_tz(JspContext *cx, const char *from, const char *to)
{
	if (!cx->use_tz)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot convert value from %s to %s without time zone usage",
						from, to),
				 errhint("Use *_tz() function for time zone support.")));
}

/* ---------------------------------------------------------------------
 * Reading strings
 * ---------------------------------------------------------------------
 */

/* ISO formats, in the order in which the server tries them. */
static const char *const formats[] = {
#if VARIANT_JSONPATH_17
	"yyyy-mm-dd",
	"HH24:MI:SS.USTZ",
	"HH24:MI:SSTZ",
	"HH24:MI:SS.US",
	"HH24:MI:SS",
	"yyyy-mm-dd HH24:MI:SS.USTZ",
	"yyyy-mm-dd HH24:MI:SSTZ",
	"yyyy-mm-dd\"T\"HH24:MI:SS.USTZ",
	"yyyy-mm-dd\"T\"HH24:MI:SSTZ",
#else
	"yyyy-mm-dd",
	"HH24:MI:SS.USTZH:TZM",
	"HH24:MI:SS.USTZH",
	"HH24:MI:SSTZH:TZM",
	"HH24:MI:SSTZH",
	"HH24:MI:SS.US",
	"HH24:MI:SS",
	"yyyy-mm-dd HH24:MI:SS.USTZH:TZM",
	"yyyy-mm-dd HH24:MI:SS.USTZH",
	"yyyy-mm-dd HH24:MI:SSTZH:TZM",
	"yyyy-mm-dd HH24:MI:SSTZH",
	"yyyy-mm-dd\"T\"HH24:MI:SS.USTZH:TZM",
	"yyyy-mm-dd\"T\"HH24:MI:SS.USTZH",
	"yyyy-mm-dd\"T\"HH24:MI:SSTZH:TZM",
	"yyyy-mm-dd\"T\"HH24:MI:SSTZH",
#endif
	"yyyy-mm-dd HH24:MI:SS.US",
	"yyyy-mm-dd HH24:MI:SS",
	"yyyy-mm-dd\"T\"HH24:MI:SS.US",
	"yyyy-mm-dd\"T\"HH24:MI:SS",
};

/* False if the string does not fit the format, unless that throws. */
static bool
parse(text *string, text *format, bool throws, JspMoment *moment)
{
	int32		typmod = -1;

	moment->tz = 0;
	VARIANT_PARSE_DATETIME(string, format, DEFAULT_COLLATION_OID, &moment->type,
						   &typmod, &moment->tz, throws, &moment->value);
	return true;
}

static bool
parse_iso(text *string, JspMoment *moment)
{
	for (int i = 0; i < lengthof(formats); i++)
	{
		if (parse(string, cstring_to_text(formats[i]), false, moment))
			return true;
	}
	return false;
}

bool
variant_jsp_read_moment(text *string, Oid *type, Datum *value)
{
	JspMoment	moment;

	if (!parse_iso(string, &moment))
		return false;
	*type = moment.type;
	*value = moment.value;
	return true;
}

static JspResult
not_recognized(JspContext *cx, JspNode *node, text *string)
{
	JSP_FAIL(cx, (errcode(ERRCODE_INVALID_ARGUMENT_FOR_SQL_JSON_DATETIME_FUNCTION),
				  errmsg("%s format is not recognized: \"%s\"",
						 jspOperationName(node->type), text_to_cstring(string)),
				  node->type == jpiDatetime ?
				  errhint("Use a datetime template argument to specify the input data format.") : 0));
}

/* ---------------------------------------------------------------------
 * .date() .time() .time_tz() .timestamp() .timestamp_tz()
 * ---------------------------------------------------------------------
 */
#if VARIANT_JSONPATH_17

typedef struct MomentCast
{
	JsonPathItemType method;
	Oid			from;
	Oid			to;
	PGFunction	cast;			/* NULL: it is of the type */
	const char *zone_from;		/* needs the time zone of the session */
	const char *zone_to;
} MomentCast;

/* What is not listed is not recognized. */
static const MomentCast casts[] = {
	{jpiDate, DATEOID, DATEOID, NULL, NULL, NULL},
	{jpiDate, TIMESTAMPOID, DATEOID, timestamp_date, NULL, NULL},
	{jpiDate, TIMESTAMPTZOID, DATEOID, timestamptz_date, "timestamptz", "date"},
	{jpiTime, TIMEOID, TIMEOID, NULL, NULL, NULL},
	{jpiTime, TIMETZOID, TIMEOID, timetz_time, "timetz", "time"},
	{jpiTime, TIMESTAMPOID, TIMEOID, timestamp_time, NULL, NULL},
	{jpiTime, TIMESTAMPTZOID, TIMEOID, timestamptz_time, "timestamptz", "time"},
	{jpiTimeTz, TIMEOID, TIMETZOID, time_timetz, "time", "timetz"},
	{jpiTimeTz, TIMETZOID, TIMETZOID, NULL, NULL, NULL},
	{jpiTimeTz, TIMESTAMPTZOID, TIMETZOID, timestamptz_timetz, NULL, NULL},
	{jpiTimestamp, DATEOID, TIMESTAMPOID, date_timestamp, NULL, NULL},
	{jpiTimestamp, TIMESTAMPOID, TIMESTAMPOID, NULL, NULL, NULL},
	{jpiTimestamp, TIMESTAMPTZOID, TIMESTAMPOID, timestamptz_timestamp, "timestamptz", "timestamp"},
	{jpiTimestampTz, DATEOID, TIMESTAMPTZOID, date_timestamptz, "date", "timestamptz"},
	{jpiTimestampTz, TIMESTAMPOID, TIMESTAMPTZOID, timestamp_timestamptz, "timestamp", "timestamptz"},
	{jpiTimestampTz, TIMESTAMPTZOID, TIMESTAMPTZOID, NULL, NULL, NULL},
};

static const MomentCast *
find_cast(JsonPathItemType method, Oid from)
{
	for (int i = 0; i < lengthof(casts); i++)
	{
		if (casts[i].method == method && casts[i].from == from)
			return &casts[i];
	}
	return NULL;
}

/* The offset that a timestamptz is printed with. */
static int
local_offset(const JspMoment *moment)
{
	struct pg_tm tm = {0};
	fsec_t		fsec;

	if (moment->type == DATEOID)
		j2date(DatumGetDateADT(moment->value) + POSTGRES_EPOCH_JDATE,
			   &tm.tm_year, &tm.tm_mon, &tm.tm_mday);
	else if (timestamp2tm(DatumGetTimestamp(moment->value), NULL, &tm, &fsec,
						  NULL, NULL) != 0)
		return moment->tz;
	return DetermineTimeZoneOffset(&tm, session_timezone);
}

static void
apply_cast(JspContext *cx, const MomentCast *cast, JspMoment *moment)
{
	if (cast->zone_from)
		variant_jsp_need_tz(cx, cast->zone_from, cast->zone_to);
	if (cast->cast)
	{
		if (cast->to == TIMESTAMPTZOID)
			moment->tz = local_offset(moment);
		moment->value = DirectFunctionCall1(cast->cast, moment->value);
	}
	moment->type = cast->to;
}

static JspResult
time_precision(JspContext *cx, JspNode *node, int32 *precision)
{
	bool		failed = false;

	*precision = numeric_int4_opt_error(node->argument[0], &failed);
	if (failed)
		JSP_FAIL(cx, (errcode(ERRCODE_INVALID_ARGUMENT_FOR_SQL_JSON_DATETIME_FUNCTION),
					  errmsg("time precision of jsonpath item method .%s() is out of range for type integer",
							 jspOperationName(node->type))));
	return JSP_OK;
}

static JspResult
round_timestamp(JspContext *cx, JspNode *node, JspMoment *moment, int32 precision)
{
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;
	Timestamp	timestamp = DatumGetTimestamp(moment->value);

	precision = anytimestamp_typmod_check(moment->type == TIMESTAMPTZOID, precision);
	AdjustTimestampForTypmod(&timestamp, precision, (Node *) &escontext);
	if (escontext.error_occurred)
		JSP_FAIL(cx, (errcode(ERRCODE_INVALID_ARGUMENT_FOR_SQL_JSON_DATETIME_FUNCTION),
					  errmsg("time precision of jsonpath item method .%s() is invalid",
							 jspOperationName(node->type))));
	moment->value = TimestampGetDatum(timestamp);
	return JSP_OK;
}

static JspResult
apply_precision(JspContext *cx, JspNode *node, JspMoment *moment, int32 precision)
{
	TimeADT		time;
	TimeTzADT  *timetz;

	switch (moment->type)
	{
		case TIMEOID:
			time = DatumGetTimeADT(moment->value);
			AdjustTimeForTypmod(&time, anytime_typmod_check(false, precision));
			moment->value = TimeADTGetDatum(time);
			return JSP_OK;
		case TIMETZOID:
			timetz = DatumGetTimeTzADTP(moment->value);
			AdjustTimeForTypmod(&timetz->time, anytime_typmod_check(true, precision));
			return JSP_OK;
		default:
			return round_timestamp(cx, node, moment, precision);
	}
}

static JspResult
to_type_of_method(JspContext *cx, JspNode *node, text *string, JspMoment *moment,
				  int32 precision)
{
	const MomentCast *cast = find_cast(node->type, moment->type);

	if (cast == NULL)
		return not_recognized(cx, node, string);
	apply_cast(cx, cast, moment);
	return node->argument[0] ? apply_precision(cx, node, moment, precision) : JSP_OK;
}

static Oid
stored_type(const JspItem *item)
{
	switch ((VntClass) item->class_)
	{
		case VNT_CLASS_DATE:
			return DATEOID;
		case VNT_CLASS_TIME:
			return TIMEOID;
		case VNT_CLASS_TIMESTAMP:
			return TIMESTAMPOID;
		default:
			return TIMESTAMPTZOID;
	}
}

/* A stored date or time, converted unless it is of the type already. */
static JspResult
convert_stored(JspContext *cx, JspNode *node, const JspItem *item, JspItem *value)
{
	Oid			type = stored_type(item);
	const MomentCast *cast = find_cast(node->type, type);
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;
	VntScalar	s;
	JspMoment	moment;
	VntBuffer	buffer;
	int32		precision = -1;

	if (cast && cast->cast == NULL && node->argument[0] == NULL)
		return JSP_OK;
	if (node->argument[0] && time_precision(cx, node, &precision) == JSP_ERROR)
		return JSP_ERROR;
	variant_jsp_scalar(item, &s);
	moment.value = variant_time_to_sql(&s, type, cx->throws ? NULL : (Node *) &escontext);
	if (escontext.error_occurred)
		return JSP_ERROR;
	moment.type = type;
	moment.tz = 0;
	vnt_buffer_init(&buffer, &variant_host);
	variant_check_stored(vnt_scalar_to_text(&buffer, &item->u.value));
	if (to_type_of_method(cx, node, cstring_to_text_with_len(buffer.data, (int) buffer.len),
						  &moment, precision) == JSP_ERROR)
		return JSP_ERROR;
	variant_jsp_set_moment(value, moment.value, moment.type, moment.tz);
	return JSP_OK;
}

static JspResult
read_string(JspContext *cx, JspNode *node, text *string, JspMoment *moment)
{
	int32		precision = -1;

	if (node->argument[0] && time_precision(cx, node, &precision) == JSP_ERROR)
		return JSP_ERROR;
	if (!parse_iso(string, moment))
		return not_recognized(cx, node, string);
	if (node->type == jpiDatetime)
		return JSP_OK;
	return to_type_of_method(cx, node, string, moment, precision);
}

#else							/* only .datetime() */

static JspResult
convert_stored(JspContext *cx, JspNode *node, const JspItem *item, JspItem *value)
{
	return JSP_OK;
}

static JspResult
read_string(JspContext *cx, JspNode *node, text *string, JspMoment *moment)
{
	return parse_iso(string, moment) ? JSP_OK : not_recognized(cx, node, string);
}

#endif							/* VARIANT_JSONPATH_17 */

/* ---------------------------------------------------------------------
 * All methods
 * ---------------------------------------------------------------------
 */
static JspResult
moment_of_string(JspContext *cx, JspNode *node, const JspItem *item, JspItem *value)
{
	JspMoment	moment;
	text	   *string;

	if (item->class_ != VNT_CLASS_STRING)
		JSP_FAIL(cx, (errcode(ERRCODE_INVALID_ARGUMENT_FOR_SQL_JSON_DATETIME_FUNCTION),
					  errmsg("jsonpath item method .%s() can only be applied to a string",
							 jspOperationName(node->type))));
	string = variant_jsp_text(cx, item);
	if (string == NULL)
		return JSP_ERROR;
	if (node->text)
	{
		if (!parse(string, node->text, cx->throws, &moment))
			return JSP_ERROR;
	}
	else if (read_string(cx, node, string, &moment) == JSP_ERROR)
		return JSP_ERROR;
	variant_jsp_set_moment(value, moment.value, moment.type, moment.tz);
	return JSP_OK;
}

JspResult
variant_jsp_datetime(JspContext *cx, JspNode *node, const JspItem *item,
					 JspOut *out, bool unwrap)
{
	JspItem		value = *item;
	JspResult	result = JSP_OK;

	if (unwrap && item->class_ == VNT_CLASS_ARRAY)
		return variant_jsp_each(cx, node, item, out, false);
	if (!variant_jsp_is_temporal(item) || item->kind != JSP_VALUE || node->text)
		result = moment_of_string(cx, node, item, &value);
	else if (node->type != jpiDatetime)
		result = convert_stored(cx, node, item, &value);
	if (result == JSP_ERROR)
		return JSP_ERROR;
	return variant_jsp_next(cx, node, &value, out);
}

/* ---------------------------------------------------------------------
 * Comparing
 * ---------------------------------------------------------------------
 */

/* A point on one of the time lines; days count from 2000, as in SQL. */
typedef struct Instant
{
	Oid			type;
	int64		day;			/* 0 for times */
	int64		nanos;			/* in the day */
	Datum		timetz;
} Instant;

/* value units, so many of them a day */
static void
set_instant(Instant *i, int64 value, int64 per_day, int64 epoch)
{
	int64		day = value / per_day;
	int64		rest = value % per_day;

	if (rest < 0)
	{
		rest += per_day;
		day--;
	}
	i->day = day - epoch;
	i->nanos = rest * (NANOS_PER_DAY / per_day);
}

static void
instant_of_moment(const JspMoment *moment, Instant *i)
{
	i->type = moment->type;
	i->day = 0;
	i->nanos = 0;
	switch (moment->type)
	{
		case DATEOID:
			i->day = DatumGetDateADT(moment->value);
			break;
		case TIMEOID:
			i->nanos = DatumGetTimeADT(moment->value) * NANOS_PER_USEC;
			break;
		case TIMETZOID:
			i->timetz = moment->value;
			break;
		default:
			set_instant(i, DatumGetTimestamp(moment->value), USECS_PER_DAY, 0);
			break;
	}
}

static void
instant_of_value(const JspItem *item, Instant *i)
{
	VntScalar	s;

	variant_jsp_scalar(item, &s);
	i->day = 0;
	i->nanos = 0;
	switch (s.type)
	{
		case VNT_DATE:
			i->type = DATEOID;
			i->day = s.u.i - UNIX_DAYS;
			break;
		case VNT_TIME:
			i->type = TIMEOID;
			i->nanos = s.u.i * NANOS_PER_USEC;
			break;
		case VNT_TIMESTAMP_NANOS:
		case VNT_TIMESTAMPTZ_NANOS:
			i->type = s.type == VNT_TIMESTAMP_NANOS ? TIMESTAMPOID : TIMESTAMPTZOID;
			set_instant(i, s.u.i, NANOS_PER_DAY, UNIX_DAYS);
			break;
		default:
			i->type = s.type == VNT_TIMESTAMP ? TIMESTAMPOID : TIMESTAMPTZOID;
			set_instant(i, s.u.i, USECS_PER_DAY, UNIX_DAYS);
			break;
	}
}

static bool
is_time(const Instant *i)
{
	return i->type == TIMEOID || i->type == TIMETZOID;
}

/*
 * A date or timestamp in the time zone of the session.  Outside of the range
 * of SQL's timestamps, which time zones are known for, it is taken as UTC.
 */
static void
to_timestamptz(JspContext *cx, Instant *i)
{
	int64		nanos = i->nanos % NANOS_PER_USEC;
	Timestamp	local;
	TimestampTz utc;
	int			overflow = 0;

	variant_jsp_need_tz(cx, i->type == DATEOID ? "date" : "timestamp", "timestamptz");
	i->type = TIMESTAMPTZOID;
	if (i->day < MIN_TIMESTAMP / USECS_PER_DAY || i->day >= END_TIMESTAMP / USECS_PER_DAY)
		return;
	local = i->day * USECS_PER_DAY + i->nanos / NANOS_PER_USEC;
	utc = timestamp2timestamptz_opt_overflow(local, &overflow);
	if (overflow != 0)
		return;
	set_instant(i, utc, USECS_PER_DAY, 0);
	i->nanos += nanos;
}

static void
to_timetz(JspContext *cx, Instant *i)
{
	variant_jsp_need_tz(cx, "time", "timetz");
	i->timetz = DirectFunctionCall1(time_timetz, TimeADTGetDatum(i->nanos / NANOS_PER_USEC));
	i->type = TIMETZOID;
}

static int
compare_int64(int64 a, int64 b)
{
	return a < b ? -1 : a > b;
}

bool
variant_jsp_compare_moments(JspContext *cx, const JspItem *a, const JspItem *b,
							int *order)
{
	Instant		x;
	Instant		y;

	if (a->kind == JSP_MOMENT)
		instant_of_moment(&a->u.moment, &x);
	else
		instant_of_value(a, &x);
	if (b->kind == JSP_MOMENT)
		instant_of_moment(&b->u.moment, &y);
	else
		instant_of_value(b, &y);
	if (is_time(&x) != is_time(&y))
		return false;
	if (is_time(&x) && (x.type == TIMETZOID || y.type == TIMETZOID))
	{
		if (x.type == TIMEOID)
			to_timetz(cx, &x);
		if (y.type == TIMEOID)
			to_timetz(cx, &y);
		*order = DatumGetInt32(DirectFunctionCall2(timetz_cmp, x.timetz, y.timetz));
		return true;
	}
	/* a date and a timestamp compare as they are */
	if (x.type == TIMESTAMPTZOID && y.type != TIMESTAMPTZOID)
		to_timestamptz(cx, &y);
	if (y.type == TIMESTAMPTZOID && x.type != TIMESTAMPTZOID)
		to_timestamptz(cx, &x);
	*order = compare_int64(x.day, y.day);
	if (*order == 0)
		*order = compare_int64(x.nanos, y.nanos);
	return true;
}
