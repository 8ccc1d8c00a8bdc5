/*-------------------------------------------------------------------------
 *
 * variant_bytes.c
 *	  The encoding as SQL sees it: bytes out, bytes in, and what is wrong with
 *	  them.
 *
 * Interface (all SQL): variant_metadata, variant_value, variant_to_bytes,
 * variant_from_bytes, variant_from_parquet, variant_check,
 * variant_check_parts, variant_storage.
 *
 * Bytes that come in are validated in full and kept as they are.  Only
 * variant_from_parquet repairs what real writers are known to get wrong.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "utils/builtins.h"

VARIANT_FUNCTION(variant_metadata);
VARIANT_FUNCTION(variant_value);
VARIANT_FUNCTION(variant_to_bytes);
VARIANT_FUNCTION(variant_from_bytes);
VARIANT_FUNCTION(variant_from_parquet);
VARIANT_FUNCTION(variant_check);
VARIANT_FUNCTION(variant_check_parts);
VARIANT_FUNCTION(variant_storage);

static VntSlice
bytea_slice(const bytea *b)
{
	VntSlice	s = {(const uint8_t *) VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b)};

	return s;
}

/* A bytea of a, followed by b. */
static bytea *
make_bytea(VntSlice a, VntSlice b)
{
	size_t		size = VARHDRSZ + a.len + b.len;
	bytea	   *result = palloc(size);

	SET_VARSIZE(result, size);
	memcpy(VARDATA(result), a.data, a.len);
	if (b.len > 0)
		memcpy(VARDATA(result) + a.len, b.data, b.len);
	return result;
}

static VntSlice
view_metadata(const VariantView *view)
{
	VntSlice	s = {view->metadata.data, view->metadata.len};

	return s;
}

static VntSlice
view_value(const VariantView *view)
{
	VntSlice	s = {view->root.data, view->root.len};

	return s;
}

static const VntSlice no_bytes = {(const uint8_t *) "", 0};

Datum
variant_metadata(PG_FUNCTION_ARGS)
{
	VariantView view;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	PG_RETURN_BYTEA_P(make_bytea(view_metadata(&view), no_bytes));
}

Datum
variant_value(PG_FUNCTION_ARGS)
{
	VariantView view;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	PG_RETURN_BYTEA_P(make_bytea(view_value(&view), no_bytes));
}

Datum
variant_to_bytes(PG_FUNCTION_ARGS)
{
	VariantView view;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	PG_RETURN_BYTEA_P(make_bytea(view_metadata(&view), view_value(&view)));
}

Datum
variant_from_bytes(PG_FUNCTION_ARGS)
{
	VntSlice	s = bytea_slice(PG_GETARG_BYTEA_PP(0));

	return variant_from_foreign(s.data, s.len);
}

Datum
variant_from_parquet(PG_FUNCTION_ARGS)
{
	VntSlice	metadata = bytea_slice(PG_GETARG_BYTEA_PP(0));
	VntSlice	value = bytea_slice(PG_GETARG_BYTEA_PP(1));
	VntBuffer	repaired;
	VntSlice	whole;
	VntError	err = {0};
	VntStatus	status;
	bool		changed;

	vnt_buffer_init(&repaired, &variant_host);
	status = vnt_repair(metadata.data, metadata.len, value.data, value.len,
						&variant_host, &repaired, &changed, &err);
	if (status != VNT_OK)
		variant_report(status, &err, VARIANT_ORIGIN_FOREIGN, NULL);
	if (!changed)
		return variant_datum_finish(make_bytea(metadata, value));
	whole.data = (const uint8_t *) repaired.data;
	whole.len = repaired.len;
	return variant_datum_finish(make_bytea(whole, no_bytes));
}

/* The row (ok, byte_offset, rule, message) of a check. */
static Datum
check_result(FunctionCallInfo fcinfo, VntStatus status, const VntError *err,
			 size_t base)
{
	TupleDesc	desc;
	Datum		values[4] = {0};
	bool		nulls[4] = {false, true, true, true};

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	values[0] = BoolGetDatum(status == VNT_OK);
	if (status != VNT_OK)
	{
		values[1] = Int64GetDatum((int64) (base + err->offset));
		values[2] = CStringGetTextDatum(vnt_status_rule(status));
		values[3] = CStringGetTextDatum(variant_error_text(err));
		nulls[1] = nulls[2] = nulls[3] = false;
	}
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

/* One string: the offset counts in all of it. */
Datum
variant_check(PG_FUNCTION_ARGS)
{
	VntSlice	s = bytea_slice(PG_GETARG_BYTEA_PP(0));
	VntMetadata m;
	VntError	err = {0};
	VntStatus	status = variant_validate_joined(s.data, s.len, &err);
	size_t		base = 0;

	if (status != VNT_OK && err.part == VNT_PART_VALUE &&
		vnt_metadata_open(s.data, s.len, &m) == VNT_OK)
		base = m.len;
	return check_result(fcinfo, status, &err, base);
}

/* Two strings: the offset counts in the one that the rule speaks of. */
Datum
variant_check_parts(PG_FUNCTION_ARGS)
{
	VntSlice	metadata = bytea_slice(PG_GETARG_BYTEA_PP(0));
	VntSlice	value = bytea_slice(PG_GETARG_BYTEA_PP(1));
	VntError	err = {0};
	VntStatus	status = vnt_validate(metadata.data, metadata.len, value.data,
									  value.len, &variant_host, &err);

	return check_result(fcinfo, status, &err, 0);
}

/* Looks at the first byte only. */
Datum
variant_storage(PG_FUNCTION_ARGS)
{
	struct varlena *first = PG_DETOAST_DATUM_SLICE(PG_GETARG_DATUM(0), 0, 1);
	VariantForm form = variant_check_form((const uint8_t *) VARDATA_ANY(first),
										  VARSIZE_ANY_EXHDR(first));

	PG_RETURN_TEXT_P(cstring_to_text(form == VARIANT_FORM_PLAIN ? "plain" : "delta"));
}
