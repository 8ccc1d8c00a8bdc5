/*-------------------------------------------------------------------------
 *
 * variant_encoding.c
 *	  Strings at the boundary: the database encoding outside, UTF-8 inside.
 *
 * Interface: variant_utf8_from_server, variant_text_from_utf8.
 *
 * In a UTF-8 database nothing is converted, and text that came through the
 * server is known to be valid.  In a SQL_ASCII database text is taken as
 * UTF-8 and has to be valid UTF-8.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "mb/pg_wchar.h"
#include "utils/builtins.h"

const char *
variant_utf8_from_server(const char *s, size_t len, size_t *out_len)
{
	unsigned char *converted;

	*out_len = len;
	if (GetDatabaseEncoding() == PG_UTF8)
		return s;
	if (GetDatabaseEncoding() == PG_SQL_ASCII)
	{
		if (vnt_utf8_prefix((const uint8_t *) s, len) != len)
			report_invalid_encoding(PG_UTF8, s, (int) len);
		return s;
	}
	converted = pg_do_encoding_conversion((unsigned char *) unconstify(char *, s),
										  (int) len, GetDatabaseEncoding(), PG_UTF8);
	if ((const char *) converted != s)
		*out_len = strlen((char *) converted);
	return (const char *) converted;
}

text *
variant_text_from_utf8(const uint8_t *s, size_t len)
{
	const char *chars = (const char *) s;
	char	   *converted;

	if (memchr(chars, 0, len) != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
				 errmsg("variant string cannot be converted to text"),
				 errdetail("The string holds the character U+0000, which text cannot hold.")));
	if (GetDatabaseEncoding() == PG_UTF8 ||
		GetDatabaseEncoding() == PG_SQL_ASCII || len == 0)
		return cstring_to_text_with_len(chars, (int) len);
	converted = (char *) pg_do_encoding_conversion((unsigned char *) unconstify(char *, chars),
												   (int) len, PG_UTF8,
												   GetDatabaseEncoding());
	if (converted == chars)
		return cstring_to_text_with_len(chars, (int) len);
	return cstring_to_text(converted);
}
