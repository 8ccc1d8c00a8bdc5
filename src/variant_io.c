/*-------------------------------------------------------------------------
 *
 * variant_io.c
 *	  The type's four functions: text in and out, bytes in and out; and the
 *	  casts between variant and text, which are the former without a C string.
 *
 * Interface: variant_in, variant_out, variant_recv, variant_send,
 * variant_from_text, variant_to_text (SQL); variant_parse, variant_try_parse, variant_from_foreign,
 * variant_validate_joined.
 *
 * Text is the native form of src/README.md, "Text form".  On the wire are
 * metadata and value, one behind the other, and nothing else, whatever the form
 * in which a value is stored.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"

VARIANT_FUNCTION(variant_in);
VARIANT_FUNCTION(variant_out);
VARIANT_FUNCTION(variant_from_text);
VARIANT_FUNCTION(variant_to_text);
VARIANT_FUNCTION(variant_recv);
VARIANT_FUNCTION(variant_send);

/*
 * The text in UTF-8, or NULL after a soft error.  Invalid UTF-8 in a SQL_ASCII
 * database is the reader's to find, as it can tell where: *flags.
 */
static const char *
utf8_of_text(const char *text, size_t *len, unsigned *flags,
			 struct Node *escontext)
{
	const char *utf8;

	if (GetDatabaseEncoding() == PG_SQL_ASCII)
		return text;
	*flags |= VNT_JSON_TRUSTED_UTF8;
	if (escontext == NULL)
		return variant_utf8_from_server(text, *len, len);
	utf8 = variant_utf8_try(text, *len, len);
	if (utf8 == NULL)
		errsave(escontext,
				(errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
				 errmsg("text cannot be converted to UTF-8 for type %s", "variant")));
	return utf8;
}

/* Text in the database encoding to a datum; 0 after a soft error. */
Datum
variant_parse(const char *text, size_t len, unsigned flags,
			  struct Node *escontext)
{
	VntBuilder *b;
	VntError	err = {0};
	size_t		size;

	text = utf8_of_text(text, &len, &flags, escontext);
	if (text == NULL)
		return (Datum) 0;
	b = variant_builder_acquire();
	if (vnt_json_read(b, text, len, flags, &err) == VNT_OK)
		err.status = vnt_builder_size(b, &size);
	if (err.status != VNT_OK)
	{
		variant_builder_trim(b);
		variant_report_text(&err, text, len, escontext);
		return (Datum) 0;
	}
	return variant_from_builder(b);
}

bool
variant_try_parse(const char *text, size_t len, unsigned flags, Datum *result)
{
	VntBuilder *b;
	VntStatus	status;
	size_t		size;

	text = variant_utf8_try(text, len, &len);
	if (text == NULL)
		return false;
	b = variant_builder_acquire();
	status = vnt_json_read(b, text, len, flags | VNT_JSON_TRUSTED_UTF8, NULL);
	if (status == VNT_OK)
		status = vnt_builder_size(b, &size);
	if (status == VNT_NO_MEMORY)
		variant_report(status, NULL, VARIANT_ORIGIN_BUILD, NULL);
	if (status != VNT_OK)
	{
		variant_builder_trim(b);
		return false;
	}
	*result = variant_from_builder(b);
	return true;
}

Datum
variant_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	struct Node *escontext = (struct Node *) VARIANT_ESCONTEXT(fcinfo);
	Datum		result = variant_parse(text, strlen(text), 0, escontext);

	if (SOFT_ERROR_OCCURRED(escontext))
		PG_RETURN_NULL();
	return result;
}

/* Open a value of which every byte will be read. */
static inline void
open_whole(VariantView *view, Datum datum)
{
	vnt_prefetch((const uint8_t *) DatumGetPointer(datum),
				 VARSIZE_ANY(DatumGetPointer(datum)));
	variant_view_open_inline(view, datum);
}

Datum
variant_out(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntBuffer	out;
	char	   *converted;
	size_t		len;

	open_whole(&view, PG_GETARG_DATUM(0));
	vnt_buffer_init(&out, &variant_host);
	variant_check_stored(vnt_json_write(&out, &view.root, VNT_STYLE_NATIVE));
	variant_view_close(&view);
	converted = variant_json_to_server(out.data, out.len, 0, &len);
	if (converted != NULL)
	{
		vnt_buffer_free(&out);
		PG_RETURN_CSTRING(converted);
	}
	variant_check_stored(vnt_buffer_append(&out, "", 1));
	PG_RETURN_CSTRING(out.data);
}

Datum
variant_from_text(PG_FUNCTION_ARGS)
{
	text	   *source = PG_GETARG_TEXT_PP(0);
	Datum		result = variant_parse(VARDATA_ANY(source),
									   VARSIZE_ANY_EXHDR(source), 0, NULL);

	PG_FREE_IF_COPY(source, 0);
	return result;
}

Datum
variant_to_text(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntBuffer	out;

	open_whole(&view, PG_GETARG_DATUM(0));
	variant_text_begin(&out, vnt_json_guess(&view.root));
	variant_check_stored(vnt_json_write(&out, &view.root, VNT_STYLE_NATIVE));
	variant_view_close(&view);
	PG_RETURN_TEXT_P(variant_text_end(&out));
}

/*
 * Metadata and value of foreign origin, adjacent, checked in full and kept
 * byte for byte.
 */
Datum
variant_from_foreign(const uint8_t *data, size_t len)
{
	VntError	err = {0};
	VntStatus	status = variant_validate_joined(data, len, &err);
	struct varlena *result;

	if (status != VNT_OK)
		variant_report(status, &err, VARIANT_ORIGIN_FOREIGN, NULL);
	result = palloc(VARHDRSZ + len);
	SET_VARSIZE(result, VARHDRSZ + len);
	memcpy(VARDATA(result), data, len);
	return variant_datum_finish(result);
}

/*
 * Validate metadata || value.  Where the metadata has no end the validator
 * is given everything as metadata, so that it tells what is wrong there.
 */
VntStatus
variant_validate_joined(const uint8_t *data, size_t len, VntError *err)
{
	VntMetadata m;
	size_t		metadata_len = len;

	if (vnt_metadata_open(data, len, &m) == VNT_OK)
		metadata_len = m.len;
	return vnt_validate(data, metadata_len, data + metadata_len,
						len - metadata_len, &variant_host, err);
}

Datum
variant_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buf = (StringInfo) PG_GETARG_POINTER(0);
	int			len = buf->len - buf->cursor;
	const char *data = pq_getmsgbytes(buf, len);

	return variant_from_foreign((const uint8_t *) data, (size_t) len);
}

Datum
variant_send(PG_FUNCTION_ARGS)
{
	VariantView view;
	StringInfoData buf;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	pq_begintypsend(&buf);
	enlargeStringInfo(&buf, (int) (view.metadata.len + view.root.len));
	pq_sendbytes(&buf, (const char *) view.metadata.data, (int) view.metadata.len);
	pq_sendbytes(&buf, (const char *) view.root.data, (int) view.root.len);
	variant_view_close(&view);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}
