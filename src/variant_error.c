/*-------------------------------------------------------------------------
 *
 * variant_error.c
 *	  The one place where codec statuses become PostgreSQL errors.
 *
 * Interface: variant_report for bytes, variant_report_text for JSON text.
 * The SQLSTATE depends on the status and on where the bytes came from; see
 * src/README.md, "Trust".
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "mb/pg_wchar.h"

/* How much of the text a CONTEXT line shows, in bytes, before the fault. */
#define CONTEXT_BEFORE	50

static int
bytes_sqlstate(VntStatus status, VariantOrigin origin)
{
	switch (status)
	{
		case VNT_NO_MEMORY:
			return ERRCODE_OUT_OF_MEMORY;
		case VNT_TOO_DEEP:
		case VNT_TOO_LARGE:
			return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
		case VNT_DUPLICATE_KEY:
			return ERRCODE_DUPLICATE_JSON_OBJECT_KEY_VALUE;
		case VNT_VALUE_TYPE:
			if (origin == VARIANT_ORIGIN_FOREIGN)
				return ERRCODE_FEATURE_NOT_SUPPORTED;
			break;
		default:
			break;
	}
	switch (origin)
	{
		case VARIANT_ORIGIN_STORED:
			return ERRCODE_DATA_CORRUPTED;
		case VARIANT_ORIGIN_FOREIGN:
			return ERRCODE_INVALID_BINARY_REPRESENTATION;
		case VARIANT_ORIGIN_BUILD:
			break;
	}
	return ERRCODE_INVALID_PARAMETER_VALUE;
}

/* DETAIL of a fault in bytes: the rule, with its number and its place. */
static int
bytes_detail(VntStatus status, const VntError *err)
{
	const char *message = vnt_status_message(status);

	if (err == NULL)
		return errdetail_internal("%c%s.", pg_toupper(message[0]), message + 1);
	if (status == VNT_VALUE_TYPE || status == VNT_VALUE_FIELD_ID ||
		status == VNT_META_VERSION)
		return errdetail("%c%s: " UINT64_FORMAT ", at byte offset %zu of the %s.",
						 pg_toupper(message[0]), message + 1, err->number,
						 err->offset,
						 err->part == VNT_PART_METADATA ? "metadata" : "value");
	return errdetail("%c%s, at byte offset %zu of the %s.",
					 pg_toupper(message[0]), message + 1, err->offset,
					 err->part == VNT_PART_METADATA ? "metadata" : "value");
}

/*
 * Limits have one wording wherever they are met; returns whether it was one.
 */
static bool
report_limit(VntStatus status, struct Node *escontext)
{
	switch (status)
	{
		case VNT_NO_MEMORY:
			ereport(ERROR,
					(errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
			return true;
		case VNT_TOO_DEEP:
			errsave(escontext,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("variant value is nested too deeply"),
					 errdetail("Arrays and objects may be nested at most %d levels deep.",
							   VNT_MAX_DEPTH)));
			return true;
		case VNT_TOO_LARGE:
			errsave(escontext,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("variant value is too large"),
					 errdetail("Metadata and value together may take at most %zu bytes.",
							   VNT_MAX_SIZE)));
			return true;
		case VNT_DUPLICATE_KEY:
			errsave(escontext,
					(errcode(ERRCODE_DUPLICATE_JSON_OBJECT_KEY_VALUE),
					 errmsg("duplicate variant object key")));
			return true;
		default:
			return false;
	}
}

void
variant_report(VntStatus status, const VntError *err, VariantOrigin origin,
			   struct Node *escontext)
{
	const char *message;

	if (report_limit(status, escontext))
		return;
	switch (origin)
	{
		case VARIANT_ORIGIN_STORED:
			message = "stored variant value is damaged";
			break;
		case VARIANT_ORIGIN_FOREIGN:
			message = status == VNT_VALUE_TYPE ?
				"unsupported variant primitive type" : "invalid variant bytes";
			break;
		default:
			message = "cannot build variant value";
			break;
	}
	errsave(escontext,
			(errcode(bytes_sqlstate(status, origin)),
			 errmsg_internal("%s", message),
			 bytes_detail(status, err)));
}

static int
text_sqlstate(VntStatus status)
{
	switch (status)
	{
		case VNT_JSON_RANGE:
			return ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE;
		case VNT_JSON_LITERAL_RANGE:
			return ERRCODE_DATETIME_VALUE_OUT_OF_RANGE;
		case VNT_JSON_UTF8:
			return ERRCODE_CHARACTER_NOT_IN_REPERTOIRE;
		default:
			return ERRCODE_INVALID_TEXT_REPRESENTATION;
	}
}

/* The start of the line that holds offset, and that line's number. */
static const char *
find_line(const char *text, size_t offset, int *number)
{
	const char *start = text;

	*number = 1;
	for (const char *p = text; p < text + offset; p++)
	{
		if (*p == '\n')
		{
			start = p + 1;
			(*number)++;
		}
	}
	return start;
}

/*
 * The token at the fault, whole characters only, cut short where it is long.
 * text is UTF-8 whatever the database encoding is.
 */
static char *
token_at(const char *text, size_t len, size_t offset)
{
	size_t		n = 0;

	while (n < 32 && offset + n < len)
	{
		const char *p = text + offset + n;
		int			mblen = pg_encoding_mblen_bounded(PG_UTF8, p);

		if (mblen > (int) (len - offset - n))
			break;
		if (n > 0 && !isalnum((unsigned char) *p) && *p != '_' &&
			*p != '.' && *p != '+' && *p != '-' && mblen == 1)
			break;
		n += mblen;
	}
	return pnstrdup(text + offset, n);
}

/* UTF-8 text for a message, in the database encoding where that is possible. */
static char *
message_text(const char *utf8, size_t len)
{
	char	   *copy = pnstrdup(utf8, len);
	size_t		valid = vnt_utf8_prefix((const uint8_t *) copy, len);

	copy[valid] = '\0';
	if (GetDatabaseEncoding() == PG_UTF8)
		return copy;
	for (char *p = copy; *p; p++)
	{
		if (IS_HIGHBIT_SET(*p))
			*p = '?';
	}
	return copy;
}

static int
text_context(const char *text, size_t len, size_t offset)
{
	int			number;
	const char *line = find_line(text, offset, &number);
	const char *end = text + offset;
	const char *prefix = "";

	if (end < text + len)
		end += strlen(token_at(text, len, offset));
	if (text + offset - line > CONTEXT_BEFORE)
	{
		line = text + offset - CONTEXT_BEFORE;
		/* step back to the start of a character */
		while (line > text && ((unsigned char) *line & 0xc0) == 0x80)
			line--;
		prefix = "...";
	}
	return errcontext("variant data, line %d, byte offset %zu: %s%s",
					  number, offset, prefix, message_text(line, end - line));
}

/* One sentence on what is wrong, with the token where there is one. */
static int
text_detail(const VntError *err, const char *text, size_t len)
{
	const char *message = vnt_status_message(err->status);
	char	   *token;

	if (err->offset >= len || err->status == VNT_JSON_END)
		return errdetail("The input string ended unexpectedly.");
	if (err->status == VNT_JSON_UTF8 || err->status == VNT_JSON_STRING)
		return errdetail("%c%s: byte 0x%02x.", pg_toupper(message[0]),
						 message + 1, (unsigned char) text[err->offset]);
	token = token_at(text, len, err->offset);
	token = message_text(token, strlen(token));
	if (err->status == VNT_JSON_SYNTAX)
		return errdetail("Token \"%s\" is invalid.", token);
	return errdetail("%c%s: \"%s\".", pg_toupper(message[0]), message + 1, token);
}

void
variant_report_text(const VntError *err, const char *text, size_t len,
					struct Node *escontext)
{
	VntStatus	status = err->status;

	if (report_limit(status, escontext))
		return;
	if (status == VNT_JSON_RANGE)
	{
		errsave(escontext,
				(errcode(text_sqlstate(status)),
				 errmsg("number is out of range for type variant"),
				 text_detail(err, text, len),
				 text_context(text, len, err->offset)));
		return;
	}
	errsave(escontext,
			(errcode(text_sqlstate(status)),
			 errmsg("invalid input syntax for type %s", "variant"),
			 text_detail(err, text, len),
			 status == VNT_JSON_SYNTAX && err->offset == 0 ?
			 errhint("A string is written with double quotes, as in '\"login\"', or as a typed value, as in 'login'::text.") : 0,
			 text_context(text, len, err->offset)));
}
