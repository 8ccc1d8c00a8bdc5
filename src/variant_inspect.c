/*-------------------------------------------------------------------------
 *
 * variant_inspect.c
 *	  What a value is, and JSON text by name rather than by cast.
 *
 * Interface (all SQL): variant_typeof, variant_physical_type,
 * is_variant_null, parse_json, try_parse_json, variant_to_json,
 * variant_pretty.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_slice.h"

#include "utils/builtins.h"

VARIANT_FUNCTION(variant_typeof);
VARIANT_FUNCTION(variant_physical_type);
VARIANT_FUNCTION(is_variant_null);
VARIANT_FUNCTION(parse_json);
VARIANT_FUNCTION(try_parse_json);
VARIANT_FUNCTION(variant_to_json);
VARIANT_FUNCTION(variant_pretty);

Datum
variant_typeof(PG_FUNCTION_ARGS)
{
	VntType		type = variant_slice_type(PG_GETARG_DATUM(0));

	PG_RETURN_TEXT_P(cstring_to_text(vnt_class_names[vnt_type_info[type].class_]));
}

Datum
variant_physical_type(PG_FUNCTION_ARGS)
{
	VntType		type = variant_slice_type(PG_GETARG_DATUM(0));

	PG_RETURN_TEXT_P(cstring_to_text(vnt_type_info[type].physical));
}

/* Not strict: SQL NULL is no variant null. */
Datum
is_variant_null(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_BOOL(false);
	PG_RETURN_BOOL(variant_slice_type(PG_GETARG_DATUM(0)) == VNT_NULL);
}

Datum
parse_json(PG_FUNCTION_ARGS)
{
	text	   *json = PG_GETARG_TEXT_PP(0);

	return variant_parse(VARDATA_ANY(json), VARSIZE_ANY_EXHDR(json),
						 VNT_JSON_PLAIN, NULL);
}

/* A fault of the text is NULL; running out of memory or a cancel is not. */
Datum
try_parse_json(PG_FUNCTION_ARGS)
{
	text	   *json = PG_GETARG_TEXT_PP(0);
	Datum		result;

	if (!variant_try_parse(VARDATA_ANY(json), VARSIZE_ANY_EXHDR(json),
						   VNT_JSON_PLAIN, &result))
		PG_RETURN_NULL();
	return result;
}

static text *
json_text(Datum datum, VntStyle style)
{
	VariantView view;
	VntBuffer	out;

	variant_view_open(&view, datum);
	variant_text_begin(&out, vnt_json_guess(&view.root));
	variant_check_stored(vnt_json_write(&out, &view.root, style));
	variant_view_close(&view);
	return variant_text_end(&out);
}

Datum
variant_to_json(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(json_text(PG_GETARG_DATUM(0), VNT_STYLE_JSON));
}

Datum
variant_pretty(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(json_text(PG_GETARG_DATUM(0), VNT_STYLE_PRETTY));
}
