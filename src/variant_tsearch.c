/*-------------------------------------------------------------------------
 *
 * variant_tsearch.c
 *	  Full-text search over documents.
 *
 * Interface: to_tsvector(variant), variant_to_tsvector(variant, filter) and
 * ts_headline(variant, ...), each with and without a configuration.
 *
 * As for jsonb, the filter names what is taken from a document: "string",
 * "numeric" (all numbers), "boolean", "key" and "all"; to_tsvector() takes
 * strings.  What JSON has no type for belongs to "all" only: dates, times,
 * timestamps and uuids as their bare text.  Binary is never taken.  U+0000
 * in a string counts as a blank.
 *
 * Limits: values come in name order, where jsonb has them by length of name
 * first, so that the positions of lexemes differ between the two.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "commands/defrem.h"
#include "miscadmin.h"
#include "tsearch/ts_cache.h"
#include "tsearch/ts_utils.h"
#include "utils/builtins.h"

#define FILTER_HINT	"Possible values are: " \
	"\"string\", \"numeric\", \"boolean\", \"key\", and \"all\"."

#define TAKE_KEY		0x01
#define TAKE_STRING		0x02
#define TAKE_NUMERIC	0x04
#define TAKE_BOOLEAN	0x08
#define TAKE_OTHER		0x10
#define TAKE_ALL		0x1f

static const struct
{
	const char *name;
	unsigned	take;
}			filter_names[] = {
	{"all", TAKE_ALL},
	{"key", TAKE_KEY},
	{"string", TAKE_STRING},
	{"numeric", TAKE_NUMERIC},
	{"boolean", TAKE_BOOLEAN},
};

/* What a scalar of each class counts as. */
static unsigned
class_take(VntClass class_)
{
	switch (class_)
	{
		case VNT_CLASS_STRING:
			return TAKE_STRING;
		case VNT_CLASS_NUMBER:
		case VNT_CLASS_FLOAT:
		case VNT_CLASS_DOUBLE:
			return TAKE_NUMERIC;
		case VNT_CLASS_BOOLEAN:
			return TAKE_BOOLEAN;
		case VNT_CLASS_DATE:
		case VNT_CLASS_TIME:
		case VNT_CLASS_TIMESTAMP:
		case VNT_CLASS_TIMESTAMPTZ:
		case VNT_CLASS_UUID:
			return TAKE_OTHER;
		case VNT_CLASS_NULL:
		case VNT_CLASS_BINARY:
		case VNT_CLASS_ARRAY:
		case VNT_CLASS_OBJECT:
			break;
	}
	return 0;
}

/* ---------------------------------------------------------------------
 * The filter
 * ---------------------------------------------------------------------
 */
static unsigned
filter_name(const VntValue *v)
{
	VntScalar	s;
	char	   *name;
	int			i;

	if (vnt_value_class(v) != VNT_CLASS_STRING)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("flag array element is not a string"),
				 errhint("%s", FILTER_HINT)));
	variant_check_stored(vnt_scalar_read(v, &s));
	name = text_to_cstring(variant_text_from_utf8(s.u.bytes.data, s.u.bytes.len));
	for (i = 0; i < lengthof(filter_names); i++)
	{
		if (pg_strcasecmp(name, filter_names[i].name) == 0)
			return filter_names[i].take;
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("wrong flag in flag array: \"%s\"", name),
			 errhint("%s", FILTER_HINT)));
}

static unsigned
filter_read(Datum datum)
{
	VariantView view;
	VntContainer c;
	VntValue	child;
	unsigned	take = 0;
	uint32		i;

	variant_view_open(&view, datum);
	if (vnt_value_type(&view.root) == VNT_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("wrong flag type, only arrays and scalars are allowed")));
	if (vnt_value_type(&view.root) != VNT_ARRAY)
		return filter_name(&view.root);
	variant_check_stored(vnt_container_open(&view.root, &c));
	for (i = 0; i < c.count; i++)
	{
		variant_check_stored(vnt_container_child(&c, i, &child));
		take |= filter_name(&child);
	}
	return take;
}

/* ---------------------------------------------------------------------
 * to_tsvector
 * ---------------------------------------------------------------------
 */
typedef struct Indexing
{
	Oid			config;
	unsigned	take;
	ParsedText	words;
} Indexing;

static void
index_text(Indexing *ix, const uint8_t *data, size_t len)
{
	char	   *copy;
	text	   *converted;
	int			before = ix->words.curwords;
	size_t		i;

	if (len > 0 && memchr(data, 0, len) != NULL)
	{
		copy = palloc(len);
		for (i = 0; i < len; i++)
			copy[i] = data[i] == 0 ? ' ' : (char) data[i];
		data = (const uint8_t *) copy;
	}
	converted = variant_text_from_utf8(data, len);
	if (ix->words.words == NULL)
	{
		ix->words.lenwords = 16;
		ix->words.words = palloc(sizeof(ParsedWord) * ix->words.lenwords);
	}
	parsetext(ix->config, &ix->words, VARDATA_ANY(converted), VARSIZE_ANY_EXHDR(converted));

	/* a gap, so that no phrase reaches from one value into the next */
	if (ix->words.curwords > before)
		ix->words.pos++;
}

static void
index_scalar(Indexing *ix, const VntValue *v)
{
	VntClass	class_ = vnt_value_class(v);
	VntScalar	s;
	VntBuffer	out;

	if ((class_take(class_) & ix->take) == 0)
		return;
	if (class_ == VNT_CLASS_STRING)
	{
		variant_check_stored(vnt_scalar_read(v, &s));
		index_text(ix, s.u.bytes.data, s.u.bytes.len);
		return;
	}
	vnt_buffer_init(&out, &variant_host);
	variant_check_stored(vnt_scalar_to_text(&out, v));
	index_text(ix, (const uint8_t *) out.data, out.len);
	vnt_buffer_free(&out);
}

static void
index_value(Indexing *ix, const VntValue *v)
{
	VntContainer c;
	VntValue	child;
	VntSlice	name;
	VntType		type = vnt_value_type(v);
	uint32		i;

	check_stack_depth();
	if (type != VNT_OBJECT && type != VNT_ARRAY)
	{
		index_scalar(ix, v);
		return;
	}
	variant_check_stored(vnt_container_open(v, &c));
	for (i = 0; i < c.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (c.is_object && (ix->take & TAKE_KEY) != 0)
		{
			variant_check_stored(vnt_object_name(&c, i, &name));
			index_text(ix, name.data, name.len);
		}
		variant_check_stored(vnt_container_child(&c, i, &child));
		index_value(ix, &child);
	}
}

static Datum
index_document(Oid config, Datum datum, unsigned take)
{
	Indexing	ix = {.config = config, .take = take};
	VariantView view;

	variant_view_open(&view, datum);
	index_value(&ix, &view.root);
	variant_view_close(&view);
	return TSVectorGetDatum(make_tsvector(&ix.words));
}

/* ---------------------------------------------------------------------
 * ts_headline
 * ---------------------------------------------------------------------
 */
typedef struct Headline
{
	TSConfigCacheEntry *config;
	TSParserCacheEntry *parser;
	TSQuery		query;
	List	   *options;
	HeadlineParsedText words;
} Headline;

/* The string with the query's words marked; lives until the builder writes. */
static void
headline_string(Headline *h, VntBuilder *b, const VntValue *v)
{
	VntScalar	s;
	text	   *t;
	VntSlice	marked;

	variant_check_stored(vnt_scalar_read(v, &s));
	t = variant_text_from_utf8(s.u.bytes.data, s.u.bytes.len);
	h->words.curwords = 0;
	hlparsetext(h->config->cfgId, &h->words, h->query, VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t));
	FunctionCall3(&h->parser->prsheadline, PointerGetDatum(&h->words),
				  PointerGetDatum(h->options), PointerGetDatum(h->query));
	t = generateHeadline(&h->words);
	marked.data = (const uint8_t *) variant_utf8_from_server(VARDATA_ANY(t),
															 VARSIZE_ANY_EXHDR(t),
															 &marked.len);
	variant_check_build(vnt_build_string(b, marked.data, marked.len));
}

static void
headline_value(Headline *h, VntBuilder *b, const VntValue *v)
{
	VntContainer c;
	VntValue	child;
	VntSlice	name;
	VntClass	class_ = vnt_value_class(v);
	uint32		i;

	check_stack_depth();
	if (class_ == VNT_CLASS_STRING)
	{
		headline_string(h, b, v);
		return;
	}
	if (class_ != VNT_CLASS_OBJECT && class_ != VNT_CLASS_ARRAY)
	{
		variant_check_build(vnt_build_value(b, v));
		return;
	}
	variant_check_stored(vnt_container_open(v, &c));
	variant_check_build(c.is_object ? vnt_build_object_begin(b) : vnt_build_array_begin(b));
	for (i = 0; i < c.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (c.is_object)
		{
			variant_check_stored(vnt_object_name(&c, i, &name));
			variant_check_build(vnt_build_key(b, name.data, name.len));
		}
		variant_check_stored(vnt_container_child(&c, i, &child));
		headline_value(h, b, &child);
	}
	variant_check_build(c.is_object ? vnt_build_object_end(b) : vnt_build_array_end(b));
}

/* Parsers and dictionaries may be foreign code: a builder of its own. */
static Datum
headline_document(Oid config, Datum datum, TSQuery query, Datum options)
{
	Headline	h = {.query = query};
	VntBuilder *b = variant_builder_private();
	VariantView view;

	h.words.lenwords = 32;
	h.words.words = palloc(sizeof(HeadlineWordEntry) * h.words.lenwords);
	h.config = lookup_ts_config_cache(config);
	h.parser = lookup_ts_parser_cache(h.config->prsId);
	h.options = options != (Datum) 0 ? deserialize_deflist(options) : NIL;
	if (!OidIsValid(h.parser->headlineOid))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("text search parser does not support headline creation")));
	variant_view_open(&view, datum);
	headline_value(&h, b, &view.root);
	return variant_from_builder(b);
}

/* ---------------------------------------------------------------------
 * SQL functions
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(variant_string_to_tsvector);

Datum
variant_string_to_tsvector(PG_FUNCTION_ARGS)
{
	return index_document(getTSCurrentConfig(true), PG_GETARG_DATUM(0), TAKE_STRING);
}

VARIANT_FUNCTION(variant_string_to_tsvector_byid);

Datum
variant_string_to_tsvector_byid(PG_FUNCTION_ARGS)
{
	return index_document(PG_GETARG_OID(0), PG_GETARG_DATUM(1), TAKE_STRING);
}

VARIANT_FUNCTION(variant_to_tsvector);

Datum
variant_to_tsvector(PG_FUNCTION_ARGS)
{
	return index_document(getTSCurrentConfig(true), PG_GETARG_DATUM(0),
						  filter_read(PG_GETARG_DATUM(1)));
}

VARIANT_FUNCTION(variant_to_tsvector_byid);

Datum
variant_to_tsvector_byid(PG_FUNCTION_ARGS)
{
	return index_document(PG_GETARG_OID(0), PG_GETARG_DATUM(1),
						  filter_read(PG_GETARG_DATUM(2)));
}

VARIANT_FUNCTION(ts_headline_variant);

Datum
ts_headline_variant(PG_FUNCTION_ARGS)
{
	return headline_document(getTSCurrentConfig(true), PG_GETARG_DATUM(0),
							 PG_GETARG_TSQUERY(1), (Datum) 0);
}

VARIANT_FUNCTION(ts_headline_variant_opt);

Datum
ts_headline_variant_opt(PG_FUNCTION_ARGS)
{
	return headline_document(getTSCurrentConfig(true), PG_GETARG_DATUM(0),
							 PG_GETARG_TSQUERY(1), PG_GETARG_DATUM(2));
}

VARIANT_FUNCTION(ts_headline_variant_byid);

Datum
ts_headline_variant_byid(PG_FUNCTION_ARGS)
{
	return headline_document(PG_GETARG_OID(0), PG_GETARG_DATUM(1),
							 PG_GETARG_TSQUERY(2), (Datum) 0);
}

VARIANT_FUNCTION(ts_headline_variant_byid_opt);

Datum
ts_headline_variant_byid_opt(PG_FUNCTION_ARGS)
{
	return headline_document(PG_GETARG_OID(0), PG_GETARG_DATUM(1),
							 PG_GETARG_TSQUERY(2), PG_GETARG_DATUM(3));
}
