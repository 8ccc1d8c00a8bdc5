/*-------------------------------------------------------------------------
 *
 * variant_agg.c
 *	  Aggregates that build arrays and objects.
 *
 * Interface: variant_agg, variant_agg_strict and variant_object_agg with its
 * strict, unique and unique strict forms: transition, combine, serialize,
 * deserialize and final functions.
 *
 * The state is a log of encoded inputs in the aggregate's memory context, one
 * behind the other.  Each input is encoded once, when it comes; the final
 * function copies the log into a builder and leaves it as it was, so that it
 * may run again for the next row of a window.  For parallel query a log is
 * sent as it is, and combining two is appending one to the other.
 *
 *		record:	 length of key (objects only), key, length of value, value
 *
 * where value is metadata and value adjacent, and the lengths are uint32 in
 * the byte order of the machine.  A value of length 0 is an SQL NULL that was
 * left out but whose key has to be unique.
 *
 * Limits: a log of more than 1 GB cannot be sent between parallel workers.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

#define LOG_INITIAL		128

typedef struct AggState
{
	MemoryContext context;
	char	   *data;
	Size		len;
	Size		capacity;
	uint64		count;			/* records */
} AggState;

/* How the arguments of a call site are converted. */
typedef struct AggSite
{
	VariantConvert *key;		/* NULL for arrays */
	VariantConvert *value;
	bool		builtin;
} AggSite;

/* Which form of an aggregate runs. */
#define AGG_STRICT		0x01	/* leave NULL values out */
#define AGG_UNIQUE		0x02	/* refuse a repeated key */

/* ---------------------------------------------------------------------
 * The log
 * ---------------------------------------------------------------------
 */
static AggState *
state_new(MemoryContext context)
{
	AggState   *state = MemoryContextAllocZero(context, sizeof(AggState));

	state->context = context;
	return state;
}

/* Room for n more bytes; they count as used. */
static char *
log_extend(AggState *state, Size n)
{
	Size		needed = state->len + n;
	char	   *place;

	if (needed > state->capacity)
	{
		Size		capacity = Max(LOG_INITIAL, state->capacity);

		while (capacity < needed)
			capacity *= 2;
		state->data = state->data == NULL ?
			MemoryContextAllocHuge(state->context, capacity) :
			repalloc_huge(state->data, capacity);
		state->capacity = capacity;
	}
	place = state->data + state->len;
	state->len = needed;
	return place;
}

static void
log_slice(AggState *state, const uint8_t *data, uint32 len)
{
	char	   *place = log_extend(state, sizeof(len) + len);

	memcpy(place, &len, sizeof(len));
	if (len > 0)
		memcpy(place + sizeof(len), data, len);
}

static void
log_builder(AggState *state, VntBuilder *b)
{
	size_t		size;
	uint32		len;
	char	   *place;

	variant_check_build(vnt_builder_size(b, &size));
	len = (uint32) size;
	place = log_extend(state, sizeof(len) + len);
	memcpy(place, &len, sizeof(len));
	vnt_builder_write(b, (uint8_t *) place + sizeof(len), NULL);
}

/* Read a slice at *place and step behind it. */
static VntSlice
log_read(const char **place)
{
	uint32		len;
	VntSlice	slice;

	memcpy(&len, *place, sizeof(len));
	slice.data = (const uint8_t *) *place + sizeof(len);
	slice.len = len;
	*place += sizeof(len) + len;
	return slice;
}

/* ---------------------------------------------------------------------
 * Transition
 * ---------------------------------------------------------------------
 */
static VariantConvert *
site_argument(FunctionCallInfo fcinfo, int i)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, i);

	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not determine input data type")));
	return variant_convert_lookup(type, fcinfo->flinfo->fn_mcxt);
}

static AggSite *
find_site(FunctionCallInfo fcinfo, bool object)
{
	AggSite    *site = fcinfo->flinfo->fn_extra;

	if (site != NULL)
		return site;
	site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(AggSite));
	if (object)
		site->key = site_argument(fcinfo, 1);
	site->value = site_argument(fcinfo, object ? 2 : 1);
	site->builtin = variant_convert_is_builtin(site->value);
	fcinfo->flinfo->fn_extra = site;
	return site;
}

static AggState *
get_state(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "aggregate function called in non-aggregate context");
	return PG_ARGISNULL(0) ? state_new(context) : (AggState *) PG_GETARG_POINTER(0);
}

static void
log_value(FunctionCallInfo fcinfo, AggState *state, const AggSite *site, int i)
{
	VntBuilder *b = site->builtin ? variant_builder_acquire() : variant_builder_private();

	variant_convert_add(b, site->value, PG_ARGISNULL(i) ? (Datum) 0 : PG_GETARG_DATUM(i),
						PG_ARGISNULL(i));
	log_builder(state, b);
	if (!site->builtin)
		vnt_builder_free(b);
	state->count++;
}

static Datum
array_transition(FunctionCallInfo fcinfo, int flags)
{
	AggState   *state = get_state(fcinfo);
	AggSite    *site = find_site(fcinfo, false);

	if (!PG_ARGISNULL(1) || (flags & AGG_STRICT) == 0)
		log_value(fcinfo, state, site, 1);
	PG_RETURN_POINTER(state);
}

static Datum
object_transition(FunctionCallInfo fcinfo, int flags)
{
	AggState   *state = get_state(fcinfo);
	AggSite    *site = find_site(fcinfo, true);
	bool		skip = PG_ARGISNULL(2) && (flags & AGG_STRICT) != 0;
	VntSlice	key;

	if (PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("field name must not be null")));
	if (skip && (flags & AGG_UNIQUE) == 0)
		PG_RETURN_POINTER(state);
	key = variant_convert_key(site->key, PG_GETARG_DATUM(1));
	if (key.len > VNT_MAX_SIZE)
		variant_report(VNT_TOO_LARGE, NULL, VARIANT_ORIGIN_BUILD, NULL);
	log_slice(state, key.data, (uint32) key.len);
	if (skip)
	{
		log_slice(state, NULL, 0);
		state->count++;
		PG_RETURN_POINTER(state);
	}
	log_value(fcinfo, state, site, 2);
	PG_RETURN_POINTER(state);
}

/* ---------------------------------------------------------------------
 * Final
 * ---------------------------------------------------------------------
 */

/*
 * Copy an encoded value.  Its metadata has to stay as long as the builder
 * refers to it; *last is used again while values have the same names.
 */
static void
build_logged(VntBuilder *b, VntSlice encoded, VntMetadata **last)
{
	VntMetadata meta;
	VntValue	value;

	variant_check_stored(vnt_metadata_open(encoded.data, encoded.len, &meta));
	if (*last == NULL || (*last)->len != meta.len ||
		memcmp((*last)->data, meta.data, meta.len) != 0)
	{
		*last = palloc(sizeof(VntMetadata));
		**last = meta;
	}
	value.meta = *last;
	value.data = encoded.data + meta.len;
	value.len = encoded.len - meta.len;
	variant_check_build(vnt_build_value(b, &value));
}

static int
key_cmp(const void *a, const void *b)
{
	const VntSlice *x = a;
	const VntSlice *y = b;
	int			c = memcmp(x->data, y->data, Min(x->len, y->len));

	if (c != 0)
		return c;
	return x->len < y->len ? -1 : x->len > y->len;
}

static void
report_duplicate(VntSlice key)
{
	text	   *name = variant_text_from_utf8(key.data, key.len);

	ereport(ERROR,
			(errcode(ERRCODE_DUPLICATE_JSON_OBJECT_KEY_VALUE),
			 errmsg("duplicate JSON object key value"),
			 errdetail("Key \"%s\" is repeated.", text_to_cstring(name))));
}

/* Keys of values that were left out count too. */
static void
check_unique(const AggState *state)
{
	const char *place = state->data;
	VntSlice   *keys;
	uint64		i;

	keys = MemoryContextAllocHuge(CurrentMemoryContext,
								  Max(state->count, 1) * sizeof(VntSlice));
	for (i = 0; i < state->count; i++)
	{
		keys[i] = log_read(&place);
		log_read(&place);
	}
	qsort(keys, state->count, sizeof(VntSlice), key_cmp);
	for (i = 1; i < state->count; i++)
	{
		if (key_cmp(&keys[i - 1], &keys[i]) == 0)
			report_duplicate(keys[i]);
		CHECK_FOR_INTERRUPTS();
	}
	pfree(keys);
}

static bool
is_null(VntSlice encoded)
{
	return encoded.len == 0 ||
		(encoded.len == sizeof(vnt_empty_metadata) + 1 &&
		 encoded.data[sizeof(vnt_empty_metadata)] == VNT_NULL);
}

static Datum
array_final(FunctionCallInfo fcinfo)
{
	AggState   *state;
	VntBuilder *b;
	VntMetadata *meta = NULL;
	const char *place;
	uint64		i;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();		/* no input at all */
	state = (AggState *) PG_GETARG_POINTER(0);
	place = state->data;
	b = variant_builder_acquire();
	variant_check_build(vnt_build_array_begin(b));
	for (i = 0; i < state->count; i++)
		build_logged(b, log_read(&place), &meta);
	variant_check_build(vnt_build_array_end(b));
	PG_RETURN_DATUM(variant_from_builder(b));
}

/*
 * The strict forms leave out variant nulls, too, as jsonb's do: so that there
 * an earlier value of the same key comes to light.
 */
static Datum
object_final(FunctionCallInfo fcinfo, int flags)
{
	AggState   *state;
	VntBuilder *b;
	VntMetadata *meta = NULL;
	const char *place;
	uint64		i;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();		/* no input at all */
	state = (AggState *) PG_GETARG_POINTER(0);
	if ((flags & AGG_UNIQUE) != 0)
		check_unique(state);
	place = state->data;
	b = variant_builder_acquire();
	variant_check_build(vnt_build_object_begin(b));
	for (i = 0; i < state->count; i++)
	{
		VntSlice	key = log_read(&place);
		VntSlice	value = log_read(&place);

		if ((flags & AGG_STRICT) != 0 && is_null(value))
			continue;
		variant_check_build(vnt_build_key(b, key.data, key.len));
		build_logged(b, value, &meta);
	}
	variant_check_build(vnt_build_object_end(b));
	PG_RETURN_DATUM(variant_from_builder(b));
}

/* ---------------------------------------------------------------------
 * Parallel query: the same for all forms
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(variant_agg_combine);

Datum
variant_agg_combine(PG_FUNCTION_ARGS)
{
	AggState   *state;
	AggState   *other;

	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_POINTER(PG_GETARG_POINTER(0));
	}
	state = get_state(fcinfo);
	other = (AggState *) PG_GETARG_POINTER(1);
	if (other->len > 0)
		memcpy(log_extend(state, other->len), other->data, other->len);
	state->count += other->count;
	PG_RETURN_POINTER(state);
}

VARIANT_FUNCTION(variant_agg_serialize);

Datum
variant_agg_serialize(PG_FUNCTION_ARGS)
{
	AggState   *state = (AggState *) PG_GETARG_POINTER(0);
	StringInfoData buf;

	if (!AggCheckCallContext(fcinfo, NULL))
		elog(ERROR, "aggregate function called in non-aggregate context");
	if (state->len > VNT_MAX_SIZE)
		variant_report(VNT_TOO_LARGE, NULL, VARIANT_ORIGIN_BUILD, NULL);
	pq_begintypsend(&buf);
	pq_sendint64(&buf, state->count);
	if (state->len > 0)
		pq_sendbytes(&buf, state->data, (int) state->len);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

VARIANT_FUNCTION(variant_agg_deserialize);

Datum
variant_agg_deserialize(PG_FUNCTION_ARGS)
{
	bytea	   *bytes = PG_GETARG_BYTEA_PP(0);
	AggState   *state;
	StringInfoData buf;

	if (!AggCheckCallContext(fcinfo, NULL))
		elog(ERROR, "aggregate function called in non-aggregate context");
	buf.data = VARDATA_ANY(bytes);
	buf.len = buf.maxlen = VARSIZE_ANY_EXHDR(bytes);
	buf.cursor = 0;
	state = state_new(CurrentMemoryContext);
	state->count = (uint64) pq_getmsgint64(&buf);
	state->len = state->capacity = buf.len - buf.cursor;
	state->data = palloc(Max(state->len, 1));
	if (state->len > 0)
		memcpy(state->data, buf.data + buf.cursor, state->len);
	PG_RETURN_POINTER(state);
}

/* ---------------------------------------------------------------------
 * SQL functions
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(variant_agg_transfn);

Datum
variant_agg_transfn(PG_FUNCTION_ARGS)
{
	return array_transition(fcinfo, 0);
}

VARIANT_FUNCTION(variant_agg_strict_transfn);

Datum
variant_agg_strict_transfn(PG_FUNCTION_ARGS)
{
	return array_transition(fcinfo, AGG_STRICT);
}

VARIANT_FUNCTION(variant_agg_finalfn);

Datum
variant_agg_finalfn(PG_FUNCTION_ARGS)
{
	return array_final(fcinfo);
}

VARIANT_FUNCTION(variant_object_agg_transfn);

Datum
variant_object_agg_transfn(PG_FUNCTION_ARGS)
{
	return object_transition(fcinfo, 0);
}

VARIANT_FUNCTION(variant_object_agg_strict_transfn);

Datum
variant_object_agg_strict_transfn(PG_FUNCTION_ARGS)
{
	return object_transition(fcinfo, AGG_STRICT);
}

VARIANT_FUNCTION(variant_object_agg_unique_strict_transfn);

Datum
variant_object_agg_unique_strict_transfn(PG_FUNCTION_ARGS)
{
	return object_transition(fcinfo, AGG_STRICT | AGG_UNIQUE);
}

VARIANT_FUNCTION(variant_object_agg_finalfn);

Datum
variant_object_agg_finalfn(PG_FUNCTION_ARGS)
{
	return object_final(fcinfo, 0);
}

VARIANT_FUNCTION(variant_object_agg_strict_finalfn);

Datum
variant_object_agg_strict_finalfn(PG_FUNCTION_ARGS)
{
	return object_final(fcinfo, AGG_STRICT);
}

VARIANT_FUNCTION(variant_object_agg_unique_finalfn);

Datum
variant_object_agg_unique_finalfn(PG_FUNCTION_ARGS)
{
	return object_final(fcinfo, AGG_UNIQUE);
}

VARIANT_FUNCTION(variant_object_agg_unique_strict_finalfn);

Datum
variant_object_agg_unique_strict_finalfn(PG_FUNCTION_ARGS)
{
	return object_final(fcinfo, AGG_STRICT | AGG_UNIQUE);
}
