/*-------------------------------------------------------------------------
 *
 * variant_error.c
 *	  The one place where codec statuses become PostgreSQL errors.
 *
 * Interface: variant_report and variant_error_text for bytes,
 * variant_report_text for JSON text.
 * The SQLSTATE depends on the status and on where the bytes came from; see
 * src/README.md, "Trust".
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include <ctype.h>

#include "mb/pg_wchar.h"

/* How much of the text a CONTEXT line shows, in bytes, before the fault. */
#define CONTEXT_BEFORE	50

/* The longest token that a message shows, in bytes (or a few more). */
#define TOKEN_MAX		32

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

/*
 * What stands before and behind the number of a fault; the other statuses
 * have none, or none that helps.
 */
static const struct
{
	const char *before;
	const char *behind;
}			number_text[VNT_STATUS_COUNT] = {
	[VNT_META_VERSION] = {": it is ", ""},
	[VNT_META_FIRST_OFFSET] = {": it is ", ""},
	[VNT_META_OFFSETS] = {": ", ""},
	[VNT_META_TRAILING] = {": ", " too many"},
	[VNT_META_UTF8] = {": string ", ""},
	[VNT_META_UNSORTED] = {": string ", ""},
	[VNT_VALUE_TYPE] = {" ", ""},
	[VNT_VALUE_SCALE] = {": it is ", ""},
	[VNT_VALUE_FIELD_ID] = {": ", ""},
	[VNT_VALUE_OFFSETS] = {": ", ""},
	[VNT_VALUE_TRAILING] = {": ", " too many"},
};

char *
variant_error_text(const VntError *err)
{
	const char *message = vnt_status_message(err->status);

	if (number_text[err->status].before == NULL)
		return pstrdup(message);
	return psprintf("%s%s" UINT64_FORMAT "%s", message,
					number_text[err->status].before, err->number,
					number_text[err->status].behind);
}

/* DETAIL of a fault in bytes: the rule, with its number and its place. */
static int
bytes_detail(VntStatus status, const VntError *err)
{
	const char *message = err ? variant_error_text(err) : vnt_status_message(status);

	if (err == NULL)
		return errdetail_internal("%c%s.", pg_toupper(message[0]), message + 1);
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

/* ---------------------------------------------------------------------
 * JSON text
 * ---------------------------------------------------------------------
 */

/* The fault in a text, as a message needs it. */
typedef struct TextFault
{
	VntStatus	status;
	const char *text;			/* UTF-8, or bytes of a SQL_ASCII database */
	size_t		len;
	size_t		offset;			/* of the fault, at most len */
	size_t		token_len;		/* of what stands there */
	const char *type;			/* that a literal names at its end, or NULL */
	bool		temporal;		/* a literal of a date or time */
} TextFault;

/* Bytes of the character at s, by its first byte; never more than len. */
static size_t
char_length(const char *s, size_t len)
{
	unsigned char c = (unsigned char) *s;
	size_t		n = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;

	return Min(n, len);
}

static bool
is_word_char(const char *s)
{
	return isalnum((unsigned char) *s) || IS_HIGHBIT_SET(*s) ||
		*s == '_' || *s == '.' || *s == '+' || *s == '-';
}

/* A word, or else one character; long ones are cut short. */
static size_t
token_length(const char *text, size_t len)
{
	size_t		n = 0;

	while (n < len && n < TOKEN_MAX)
	{
		if (n > 0 && !(is_word_char(text) && is_word_char(text + n)))
			break;
		n += char_length(text + n, len - n);
	}
	return n;
}

/*
 * The length of a typed literal, "2024-02-30"::date or 1e39::float4; *type
 * receives where the type's name starts, or NULL if there is none.
 */
static size_t
literal_length(const char *s, size_t len, const char **type)
{
	size_t		n = 0;
	bool		quoted = len > 0 && *s == '"';

	*type = NULL;
	if (quoted)
	{
		for (n = 1; n < len && s[n] != '"'; n++)
			n += s[n] == '\\';
		n++;
	}
	else
		n = token_length(s, len);
	if (n + 2 >= len || s[n] != ':' || s[n + 1] != ':')
		return Min(n, len);
	n += 2;
	*type = s + n;
	while (n < len && (is_word_char(s + n) || s[n] == '(' || s[n] == ')'))
		n++;
	return n;
}

/* date, time and timestamp have codes of their own. */
static bool
is_temporal(const char *type, const char *end)
{
	return type != NULL && end - type >= 4 &&
		(memcmp(type, "date", 4) == 0 || memcmp(type, "time", 4) == 0);
}

static int
text_sqlstate(const TextFault *f)
{
	switch (f->status)
	{
		case VNT_JSON_RANGE:
			return ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE;
		case VNT_JSON_LITERAL:
			return f->temporal ? ERRCODE_INVALID_DATETIME_FORMAT :
				ERRCODE_INVALID_TEXT_REPRESENTATION;
		case VNT_JSON_LITERAL_RANGE:
			return f->temporal ? ERRCODE_DATETIME_VALUE_OUT_OF_RANGE :
				ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE;
		case VNT_JSON_UTF8:
			return ERRCODE_CHARACTER_NOT_IN_REPERTOIRE;
		default:
			return ERRCODE_INVALID_TEXT_REPRESENTATION;
	}
}

/* The backslash and what it escapes: \x, \ud83d, or less at the end. */
static size_t
escape_length(const char *s, size_t len)
{
	size_t		n = 2;

	if (len < 2)
		return len;
	if (s[1] != 'u')
		return 1 + char_length(s + 1, len - 1);
	while (n < 6 && n < len && isxdigit((unsigned char) s[n]))
		n++;
	return n;
}

/*
 * Part of the text for a message: in the database encoding, with control
 * characters as blanks.  Ends in front of what is not UTF-8.
 */
static char *
message_text(const char *utf8, size_t len)
{
	char	   *copy;
	char	   *converted;

	len = vnt_utf8_prefix((const uint8_t *) utf8, len);
	copy = pnstrdup(utf8, len);
	for (char *p = copy; *p; p++)
	{
		if ((unsigned char) *p < ' ' || *p == 0x7f)
			*p = ' ';
	}
	converted = variant_json_to_server(copy, strlen(copy), 0, &len);
	return converted ? converted : copy;
}

/* The start of the line that holds the fault, and that line's number. */
static const char *
find_line(const TextFault *f, int *number)
{
	const char *start = f->text;

	*number = 1;
	for (const char *p = f->text; p < f->text + f->offset; p++)
	{
		if (*p == '\n')
		{
			start = p + 1;
			(*number)++;
		}
	}
	return start;
}

/* Characters, not bytes: they are the same in every encoding. */
static int
count_chars(const char *s, const char *end)
{
	int			n = 0;

	for (; s < end; s++)
		n += ((unsigned char) *s & 0xc0) != 0x80;
	return n;
}

static int
text_context(const TextFault *f)
{
	int			number;
	const char *line = find_line(f, &number);
	const char *at = f->text + f->offset;
	int			column = count_chars(line, at) + 1;
	const char *prefix = "";

	if (at - line > CONTEXT_BEFORE)
	{
		line = at - CONTEXT_BEFORE;
		while (line < at && ((unsigned char) *line & 0xc0) == 0x80)
			line++;
		prefix = "...";
	}
	return errcontext("variant data, line %d, column %d: %s%s", number, column,
					  prefix, message_text(line, at + f->token_len - line));
}

/* One sentence on what is wrong, with the token where there is one. */
static int
text_detail(const TextFault *f)
{
	const char *message = vnt_status_message(f->status);
	char	   *token;

	if (f->offset >= f->len || f->status == VNT_JSON_END)
		return errdetail("The input string ended unexpectedly.");
	if (f->status == VNT_JSON_UTF8 || f->status == VNT_JSON_STRING)
		return errdetail("%c%s: byte 0x%02x.", pg_toupper(message[0]),
						 message + 1, (unsigned char) f->text[f->offset]);
	token = message_text(f->text + f->offset, f->token_len);
	if (f->status == VNT_JSON_SYNTAX)
		return errdetail("Token \"%s\" is invalid.", token);
	if (f->status == VNT_JSON_LITERAL || f->status == VNT_JSON_LITERAL_RANGE)
		return errdetail("%c%s: %s.", pg_toupper(message[0]), message + 1, token);
	return errdetail("%c%s: \"%s\".", pg_toupper(message[0]), message + 1, token);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* May s stand in a hint: short, and the same in all kinds of quotes? */
static bool
is_plain_word(const char *s, size_t len)
{
	if (len == 0 || len > TOKEN_MAX ||
		vnt_utf8_prefix((const uint8_t *) s, len) < len)
		return false;
	for (size_t i = 0; i < len; i++)
	{
		if ((unsigned char) s[i] < ' ' || s[i] == '\'' || s[i] == '"' ||
			s[i] == '\\')
			return false;
	}
	return true;
}

/* How a literal of the type is written that f names. */
static const char *
literal_hint(const TextFault *f)
{
	static const char *const examples[] = {
		"\"2024-10-24\"::date",
		"\"18:22:26.123456\"::time",
		"\"2024-10-24T18:22:26.123456\"::timestamp",
		"\"2024-10-24T18:22:26.123456+02:00\"::timestamptz",
		"\"2024-10-24T18:22:26.123456789\"::timestamp(9)",
		"\"2024-10-24T18:22:26.123456789+02:00\"::timestamptz(9)",
		"\"f24f9b64-81fa-49d1-b74e-8c09a6e31c56\"::uuid",
		"\"\\\\x0313\"::bytea",
	};
	size_t		len;

	if (f->type == NULL)
		return NULL;
	len = f->text + f->offset + f->token_len - f->type;
	for (int i = 0; i < lengthof(examples); i++)
	{
		const char *name = strstr(examples[i], "::") + 2;

		if (strlen(name) == len && memcmp(name, f->type, len) == 0)
			return psprintf("It is written as in %s.", examples[i]);
	}
	return NULL;
}

/* 2024-10-24, with or without more behind it */
static bool
is_date(const char *word)
{
	static const char form[] = "0000-00-00";

	for (int i = 0; form[i] != '\0'; i++)
	{
		if (form[i] == '0' ? !isdigit((unsigned char) word[i]) : word[i] != form[i])
			return false;
	}
	return true;
}

/* For whoever meant a string, date or timestamp and wrote its bare text. */
static const char *
bare_hint(const char *word)
{
	const char *type;

	if (!is_date(word))
		return psprintf("A string is written in double quotes, as in '\"%s\"'; to compare with text, write '%s'::text.",
						word, word);
	type = word[10] == '\0' ? "date" :
		strpbrk(word + 10, "+-Zz") ? "timestamptz" : "timestamp";
	return psprintf("A %s is written with its type, as in '\"%s\"::%s'; to compare, write '%s'::%s, or the type that the other value has.",
					type, word, type, word, type);
}

/* What to do about it: a sentence, or NULL. */
static const char *
text_hint(const TextFault *f)
{
	const char *at = f->text + f->offset;
	const char *word = f->text;
	const char *end = f->text + f->len;

	if (f->status == VNT_JSON_CAST)
		return "Types are date, time, timestamp, timestamptz, timestamp(9), timestamptz(9), uuid, bytea, float4 and float8; other values are written without one.";
	if (f->status == VNT_JSON_LITERAL)
		return literal_hint(f);
	if (f->status != VNT_JSON_SYNTAX && f->status != VNT_JSON_TRAILING &&
		f->status != VNT_JSON_NUMBER && f->status != VNT_JSON_END)
		return NULL;
	if (end - at >= 2 && at[0] == ':' && at[1] == ':')
		return "Only a string or a number can have a type, written without blanks, and none can in plain JSON.";

	while (word < end && is_blank(*word))
		word++;
	while (end > word && is_blank(end[-1]))
		end--;
	if (word < end && (!(is_word_char(word) || *word == '\'') ||
					   word + token_length(word, end - word) < at))
		return NULL;
	if (word == end || is_plain_word(word, end - word))
		word = message_text(word, end - word);
	else
		word = "login";
	return bare_hint(word);
}

void
variant_report_text(const VntError *err, const char *text, size_t len,
					struct Node *escontext)
{
	TextFault	f = {err->status, text, len, Min(err->offset, len)};
	const char *at = text + f.offset;
	const char *hint;

	if (report_limit(f.status, escontext))
		return;
	if (f.status == VNT_JSON_LITERAL || f.status == VNT_JSON_LITERAL_RANGE ||
		f.status == VNT_JSON_RANGE)
		f.token_len = literal_length(at, len - f.offset, &f.type);
	else if (f.status == VNT_JSON_ESCAPE || f.status == VNT_JSON_SURROGATE)
		f.token_len = escape_length(at, len - f.offset);
	else
		f.token_len = token_length(at, len - f.offset);
	f.temporal = is_temporal(f.type, at + f.token_len);
	hint = text_hint(&f);
	errsave(escontext,
			(errcode(text_sqlstate(&f)),
			 f.status == VNT_JSON_RANGE ?
			 errmsg("number is out of range for type %s", "variant") :
			 errmsg("invalid input syntax for type %s", "variant"),
			 text_detail(&f),
			 hint ? errhint("%s", hint) : 0,
			 text_context(&f)));
}
