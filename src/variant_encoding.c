/*-------------------------------------------------------------------------
 *
 * variant_encoding.c
 *	  Strings at the boundary: the database encoding outside, UTF-8 inside.
 *
 * Interface: variant_utf8_from_server, variant_utf8_try,
 * variant_text_from_utf8, variant_json_to_server.
 *
 * In a UTF-8 database nothing is converted, and text that came through the
 * server is known to be valid.  In a SQL_ASCII database text is taken as
 * UTF-8 and has to be valid UTF-8.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "catalog/namespace.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"

/* Source bytes converted in one step; its result always fits in memory. */
#define CONVERT_STEP	8192

static bool
is_ascii_only(const char *s, size_t len)
{
	unsigned char seen = 0;

	for (size_t i = 0; i < len; i++)
		seen |= (unsigned char) s[i];
	return !IS_HIGHBIT_SET(seen);
}

/* Is s good UTF-8 as it is?  In a UTF-8 database all text is. */
static bool
is_utf8_already(const char *s, size_t len)
{
	if (GetDatabaseEncoding() == PG_UTF8)
		return true;
	if (GetDatabaseEncoding() == PG_SQL_ASCII)
		return vnt_utf8_prefix((const uint8_t *) s, len) == len;
	return is_ascii_only(s, len);
}

const char *
variant_utf8_from_server(const char *s, size_t len, size_t *out_len)
{
	char	   *converted;

	*out_len = len;
	if (is_utf8_already(s, len))
		return s;
	if (GetDatabaseEncoding() == PG_SQL_ASCII)
	{
		size_t		good = vnt_utf8_prefix((const uint8_t *) s, len);

		report_invalid_encoding(PG_UTF8, s + good, (int) (len - good));
	}
	converted = (char *) pg_do_encoding_conversion((unsigned char *) unconstify(char *, s),
												   (int) len, GetDatabaseEncoding(), PG_UTF8);
	*out_len = strlen(converted);
	return converted;
}

const char *
variant_utf8_try(const char *s, size_t len, size_t *out_len)
{
	int			encoding = GetDatabaseEncoding();
	size_t		room = len * MAX_CONVERSION_GROWTH + 1;
	Oid			proc;
	char	   *result;

	*out_len = len;
	if (is_utf8_already(s, len))
		return s;
	proc = encoding == PG_SQL_ASCII ? InvalidOid :
		FindDefaultConversionProc(encoding, PG_UTF8);
	if (!OidIsValid(proc) || room > INT_MAX)
		return NULL;
	result = MemoryContextAllocHuge(CurrentMemoryContext, room);
	if (pg_do_encoding_conversion_buf(proc, encoding, PG_UTF8,
									  (unsigned char *) unconstify(char *, s),
									  (int) len, (unsigned char *) result,
									  (int) room, true) != (int) len)
	{
		pfree(result);
		return NULL;
	}
	*out_len = strlen(result);
	return result;
}

static void
refuse_zero(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
			 errmsg("variant string cannot be converted to text"),
			 errdetail("The string holds the character U+0000, which text cannot hold.")));
}

text *
variant_text_from_utf8(const uint8_t *s, size_t len)
{
	const char *chars = (const char *) s;
	int			encoding = GetDatabaseEncoding();
	text	   *result = palloc(VARHDRSZ + len);
	char	   *converted;

	SET_VARSIZE(result, VARHDRSZ + len);
	if (unlikely(!variant_copy_text(VARDATA(result), chars, len)))
		refuse_zero();
	if (likely(encoding == PG_UTF8 || encoding == PG_SQL_ASCII) || len == 0)
		return result;
	converted = (char *) pg_do_encoding_conversion((unsigned char *) unconstify(char *, chars),
												   (int) len, PG_UTF8, encoding);
	if (converted == chars)
		return result;
	pfree(result);
	return cstring_to_text(converted);
}

/* One UTF-8 character as a JSON escape; returns its length in bytes. */
static int
append_escape(StringInfo out, const char *s)
{
	pg_wchar	c = utf8_to_unicode((const unsigned char *) s);

	if (c >= 0x10000)
		appendStringInfo(out, "\\u%04x\\u%04x",
						 0xd800 + ((c - 0x10000) >> 10),
						 0xdc00 + ((c - 0x10000) & 0x3ff));
	else
		appendStringInfo(out, "\\u%04x", c);
	return pg_encoding_mblen(PG_UTF8, s);
}

/* The longest prefix of at most CONVERT_STEP bytes, whole characters. */
static int
step_length(const char *s, size_t len)
{
	size_t		n = CONVERT_STEP;

	if (len <= n)
		return (int) len;
	while (n > 0 && ((unsigned char) s[n] & 0xc0) == 0x80)
		n--;
	return (int) n;
}

/* How much of s the conversion can do; the result is appended to out. */
static int
convert_step(Oid proc, const char *s, int len, StringInfo out)
{
	int			done = 0;

	if (!OidIsValid(proc))
	{
		while (done < len && !IS_HIGHBIT_SET(s[done]))
			done++;
		appendBinaryStringInfo(out, s, done);
		return done;
	}
	enlargeStringInfo(out, len * MAX_CONVERSION_GROWTH + 1);
	done = pg_do_encoding_conversion_buf(proc, PG_UTF8, GetDatabaseEncoding(),
										 (unsigned char *) unconstify(char *, s), len,
										 (unsigned char *) out->data + out->len,
										 out->maxlen - out->len, true);
	out->len += (int) strlen(out->data + out->len);
	return done;
}

/*
 * Convert piece by piece: the conversion stops, without an error, in front of
 * the first character that the encoding lacks.
 */
char *
variant_json_to_server(const char *json, size_t len, size_t reserve,
					   size_t *out_len)
{
	int			encoding = GetDatabaseEncoding();
	StringInfoData out;
	Oid			proc;

	if (encoding == PG_UTF8 || encoding == PG_SQL_ASCII ||
		is_ascii_only(json, len))
		return NULL;
	proc = FindDefaultConversionProc(PG_UTF8, encoding);
	initStringInfo(&out);
	appendStringInfoSpaces(&out, (int) reserve);
	while (len > 0)
	{
		int			step = step_length(json, len);
		int			done = convert_step(proc, json, step, &out);

		if (done < step)
			done += append_escape(&out, json + done);
		json += done;
		len -= done;
	}
	*out_len = out.len - reserve;
	return out.data;
}
