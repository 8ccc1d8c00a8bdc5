/*-------------------------------------------------------------------------
 *
 * variant_predicate_text.c
 *	  Predicates that are implied by conditions on the bare text of a path:
 *	  that it is this one, that it starts so, that it is LIKE a pattern, that it
 *	  lies before or after another one in the order of bytes.
 *
 * Interface: variant_predicate_text, variant_predicate_text_any,
 * variant_predicate_prefix, variant_predicate_like, variant_predicate_like_any,
 * variant_predicate_text_order (all SQL).
 *
 * As in variant_predicate_cast.c, what they say is true of each value that
 * fulfills the condition.  A text may be that of a string and of every other
 * scalar that prints so; of containers only the first character is known.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_predicate.h"

#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "variant_scalar.h"

VARIANT_FUNCTION(variant_predicate_text);
VARIANT_FUNCTION(variant_predicate_text_any);
VARIANT_FUNCTION(variant_predicate_prefix);
VARIANT_FUNCTION(variant_predicate_like);
VARIANT_FUNCTION(variant_predicate_like_any);
VARIANT_FUNCTION(variant_predicate_text_order);

/* ---------------------------------------------------------------------
 * Bare text
 * ---------------------------------------------------------------------
 */

/* Append "OR path = literal" if the literal is one; false if not. */
static bool
append_if_literal(StringInfo buf, text *path, const char *literal)
{
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;
	Datum		value = variant_parse(literal, strlen(literal), 0, (struct Node *) &escontext);

	if (escontext.error_occurred)
		return false;
	appendStringInfoString(buf, " OR ");
	variant_predicate_append_path(buf, path);
	appendStringInfoString(buf, " = ");
	variant_predicate_append_literal(buf, value);
	return true;
}

/* Numbers: as they are written, and what has a name. */
static void
append_numbers(StringInfo buf, text *path, const char *s)
{
	static const char *const names[] = {"NaN", "Infinity", "-Infinity"};

	if (strspn(s, "-+.0123456789e") == strlen(s))
		append_if_literal(buf, path, s);
	for (int i = 0; i < lengthof(names); i++)
	{
		if (strcmp(s, names[i]) == 0)
			append_if_literal(buf, path, psprintf("\"%s\"::float8", s));
	}
}

/* 2024-10-24 18:22:26+00 as literals have it: with a T, and Z for the zone. */
static const char *
instant_text(const char *s)
{
	char	   *result = pstrdup(s);
	char	   *blank = strchr(result, ' ');
	char	   *zone = strstr(result, "+00");

	if (blank != NULL && blank[1] >= '0' && blank[1] <= '9')
		*blank = 'T';
	if (zone != NULL)
	{
		zone[0] = 'Z';
		memmove(zone + 1, zone + 3, strlen(zone + 3) + 1);
	}
	return result;
}

/*
 * What has a text of digits and little else, and binary.  Where the text looks
 * like one of these but is none, nothing has it.
 */
static void
append_typed(StringInfo buf, text *path, const char *s)
{
	static const char *const types[] = {"date", "time", "timestamp", "timestamp(9)",
	"timestamptz", "timestamptz(9)", "uuid"};
	size_t		len = strlen(s);

	if (s[0] == '\\' && s[1] == 'x' && strspn(s + 2, "0123456789abcdef") == len - 2)
		append_if_literal(buf, path, psprintf("\"\\%s\"::bytea", s));
	if (len < 8 || strspn(s, "0123456789abcdef-+:. BC") != len)
		return;
	for (int i = 0; i < lengthof(types); i++)
		append_if_literal(buf, path, psprintf("\"%s\"::%s", instant_text(s), types[i]));
}

/* Every value whose bare text this is. */
static void
append_text(StringInfo buf, text *path, Datum value)
{
	char	   *s = TextDatumGetCString(value);
	size_t		len;
	Datum		string;

	if (buf->len > 0)
		appendStringInfoString(buf, " OR ");
	if (variant_utf8_try(s, strlen(s), &len) == NULL ||
		!variant_from_sql(TEXTOID, value, &string))
	{
		appendStringInfoString(buf, "EXISTS ");
		variant_predicate_append_path(buf, path);
		return;
	}
	variant_predicate_append_path(buf, path);
	appendStringInfoString(buf, " = ");
	variant_predicate_append_literal(buf, string);
	if (strcmp(s, "true") == 0 || strcmp(s, "false") == 0)
		append_if_literal(buf, path, s);
	append_numbers(buf, path, s);
	append_typed(buf, path, s);
	if (s[0] == '[' || s[0] == '{')
	{
		appendStringInfoString(buf, " OR ");
		variant_predicate_append_class(buf, path, s[0] == '[' ? VNT_CLASS_ARRAY : VNT_CLASS_OBJECT);
	}
}

/* As append says, for each element of the second argument; NULL if there are none. */
static Datum
any_of(FunctionCallInfo fcinfo, void (*append) (StringInfo buf, text *path, Datum value))
{
	StringInfoData buf;
	Datum	   *values;
	int			count = variant_predicate_alternatives(PG_GETARG_ARRAYTYPE_P(1), &values);

	if (count == 0)
		PG_RETURN_NULL();
	initStringInfo(&buf);
	for (int i = 0; i < count; i++)
		append(&buf, PG_GETARG_TEXT_PP(0), values[i]);
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/* variant_predicate_text(path, text) */
Datum
variant_predicate_text(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	initStringInfo(&buf);
	append_text(&buf, PG_GETARG_TEXT_PP(0), PG_GETARG_DATUM(1));
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/* variant_predicate_text_any(path, alternatives); NULL if there are none */
Datum
variant_predicate_text_any(PG_FUNCTION_ARGS)
{
	return any_of(fcinfo, append_text);
}

/* ---------------------------------------------------------------------
 * The start of bare text
 * ---------------------------------------------------------------------
 */
#define DIGITS	"0123456789"

/* How the texts of a class start, and what may come behind. */
typedef struct TextShape
{
	VntClass	class_;
	const char *first;
	const char *rest;
} TextShape;

static const TextShape shapes[] = {
	{VNT_CLASS_NUMBER, "-" DIGITS, "-+." DIGITS "e"},
	{VNT_CLASS_DATE, DIGITS, DIGITS "- BC"},
	{VNT_CLASS_TIME, DIGITS, DIGITS ":."},
	{VNT_CLASS_TIMESTAMP, DIGITS, DIGITS "-:. BC"},
	{VNT_CLASS_TIMESTAMPTZ, DIGITS, DIGITS "-+:. BC"},
	{VNT_CLASS_UUID, DIGITS "abcdef", DIGITS "abcdef-"},
	{VNT_CLASS_BINARY, "\\", "x" DIGITS "abcdef"},
	{VNT_CLASS_ARRAY, "[", NULL},
	{VNT_CLASS_OBJECT, "{", NULL},
};

/* Texts that are just these. */
static const struct
{
	VntClass	class_;
	const char *text;
}			names[] = {
	{VNT_CLASS_NUMBER, "NaN"},
	{VNT_CLASS_NUMBER, "Infinity"},
	{VNT_CLASS_NUMBER, "-Infinity"},
	{VNT_CLASS_BOOLEAN, "true"},
	{VNT_CLASS_BOOLEAN, "false"},
};

/* The class whose texts those of a class are like. */
static VntClass
text_class(VntClass class_)
{
	return class_ == VNT_CLASS_FLOAT || class_ == VNT_CLASS_DOUBLE ?
		VNT_CLASS_NUMBER : class_;
}

/* May values of a class, which is not string, have texts with this start? */
static bool
may_start(VntClass class_, const char *s)
{
	size_t		len = strlen(s);

	class_ = text_class(class_);
	for (int i = 0; i < lengthof(shapes); i++)
	{
		if (shapes[i].class_ == class_ && strchr(shapes[i].first, s[0]) != NULL &&
			(shapes[i].rest == NULL || strspn(s + 1, shapes[i].rest) == len - 1))
			return true;
	}
	for (int i = 0; i < lengthof(names); i++)
	{
		if (names[i].class_ == class_ && strncmp(names[i].text, s, len) == 0)
			return true;
	}
	return false;
}

/*
 * Strings that start so.  Where the server's encoding is another one, only
 * ASCII is sure to be the same in UTF-8.
 */
static void
append_strings(StringInfo buf, text *path, const char *s)
{
	size_t		len = strlen(s);
	Datum		string;

	if (GetDatabaseEncoding() != PG_UTF8)
	{
		for (len = 0; s[len] != '\0' && !IS_HIGHBIT_SET(s[len]);)
			len++;
	}
	if (len == 0 ||
		!variant_from_sql(TEXTOID, PointerGetDatum(cstring_to_text_with_len(s, len)), &string))
	{
		variant_predicate_append_class(buf, path, VNT_CLASS_STRING);
		return;
	}
	variant_predicate_append_path(buf, path);
	appendStringInfoString(buf, " STARTS WITH ");
	variant_predicate_append_literal(buf, string);
}

/* Every value whose bare text starts so. */
static void
append_prefix(StringInfo buf, text *path, const char *s)
{
	if (buf->len > 0)
		appendStringInfoString(buf, " OR ");
	if (s[0] == '\0')
	{
		appendStringInfoString(buf, "EXISTS ");
		variant_predicate_append_path(buf, path);
		return;
	}
	append_strings(buf, path, s);
	for (int i = 0; i <= VNT_CLASS_OBJECT; i++)
	{
		if (!may_start(i, s))
			continue;
		appendStringInfoString(buf, " OR ");
		variant_predicate_append_class(buf, path, i);
	}
}

/* variant_predicate_prefix(path, prefix) */
Datum
variant_predicate_prefix(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	initStringInfo(&buf);
	append_prefix(&buf, PG_GETARG_TEXT_PP(0), text_to_cstring(PG_GETARG_TEXT_PP(1)));
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/*
 * What stands in a pattern in front of the first wildcard.  *exact: there is
 * none, and no error at the end.  Bytes of characters that are not ASCII are
 * none of %, _ and \ in any encoding of a server.
 */
static char *
pattern_prefix(text *pattern, bool *exact)
{
	const char *p = VARDATA_ANY(pattern);
	const char *end = p + VARSIZE_ANY_EXHDR(pattern);
	char	   *prefix = palloc(end - p + 1);
	char	   *to = prefix;

	*exact = true;
	while (p < end && *p != '%' && *p != '_')
	{
		if (*p == '\\' && ++p == end)
		{
			*exact = false;
			break;
		}
		*to++ = *p++;
	}
	*to = '\0';
	*exact = *exact && p == end;
	return prefix;
}

static void
append_like(StringInfo buf, text *path, Datum pattern)
{
	bool		exact;
	char	   *prefix = pattern_prefix(DatumGetTextPP(pattern), &exact);

	if (exact)
		append_text(buf, path, PointerGetDatum(cstring_to_text(prefix)));
	else
		append_prefix(buf, path, prefix);
}

/* variant_predicate_like(path, pattern) */
Datum
variant_predicate_like(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	initStringInfo(&buf);
	append_like(&buf, PG_GETARG_TEXT_PP(0), PG_GETARG_DATUM(1));
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/* variant_predicate_like_any(path, patterns); NULL if there are none */
Datum
variant_predicate_like_any(PG_FUNCTION_ARGS)
{
	return any_of(fcinfo, append_like);
}

/* ---------------------------------------------------------------------
 * The order of bare text
 * ---------------------------------------------------------------------
 */

/* May a text that starts with first compare so with s? */
static bool
may_order_first(uint8 first, const char *operator, const char *s)
{
	uint8		other = s[0];	/* an empty text has 0 */

	return operator[0] == '>' ? first >= other : first <= other;
}

/* May values of a class, which is not string, have texts that do? */
static bool
may_order(VntClass class_, const char *operator, const char *s)
{
	class_ = text_class(class_);
	for (int i = 0; i < lengthof(shapes); i++)
	{
		for (const char *first = shapes[i].first; *first != '\0'; first++)
		{
			if (shapes[i].class_ == class_ && may_order_first(*first, operator, s))
				return true;
		}
	}
	for (int i = 0; i < lengthof(names); i++)
	{
		if (names[i].class_ == class_ && may_order_first(names[i].text[0], operator, s))
			return true;
	}
	return false;
}

/* Strings that compare so with all of the texts. */
static void
append_ordered_strings(StringInfo buf, text *path,
					   const VariantCastComparison *comparisons, int count)
{
	int			limits = 0;

	for (int i = 0; i < count; i++)
	{
		Datum		string;

		/* in other encodings the order may be another one */
		if (GetDatabaseEncoding() != PG_UTF8 ||
			!variant_from_sql(TEXTOID, comparisons[i].value, &string))
			continue;
		if (limits++ > 0)
			appendStringInfoString(buf, " AND ");
		variant_predicate_append_path(buf, path);
		appendStringInfo(buf, " %s ", comparisons[i].operator);
		variant_predicate_append_literal(buf, string);
	}
	if (limits == 0)
		variant_predicate_append_class(buf, path, VNT_CLASS_STRING);
}

/* Other classes that have texts which do. */
static void
append_ordered_classes(StringInfo buf, text *path,
					   const VariantCastComparison *comparisons, int count)
{
	for (int class_ = 0; class_ <= VNT_CLASS_OBJECT; class_++)
	{
		bool		possible = true;

		for (int i = 0; i < count; i++)
			possible = possible && may_order(class_, comparisons[i].operator,
											 TextDatumGetCString(comparisons[i].value));
		if (!possible)
			continue;
		appendStringInfoString(buf, " OR ");
		variant_predicate_append_class(buf, path, class_);
	}
}

/* variant_predicate_text_order(path, operator, value [, operator, value]) */
Datum
variant_predicate_text_order(PG_FUNCTION_ARGS)
{
	text	   *path = PG_GETARG_TEXT_PP(0);
	VariantCastComparison comparisons[2];
	int			count = variant_predicate_comparisons(fcinfo, comparisons);
	StringInfoData buf;

	initStringInfo(&buf);
	append_ordered_strings(&buf, path, comparisons, count);
	append_ordered_classes(&buf, path, comparisons, count);
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}
