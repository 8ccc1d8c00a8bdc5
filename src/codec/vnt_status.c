/*-------------------------------------------------------------------------
 *
 * vnt_status.c
 *	  What each status is called, and the names of types and classes.
 *
 * Interface: vnt_status_rule, vnt_status_message, vnt_type_info,
 * vnt_class_names.  Constant text only: whoever reports an error adds the
 * offset and the number from VntError.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

typedef struct StatusText
{
	const char *rule;
	const char *message;
} StatusText;

static const StatusText status_text[VNT_STATUS_COUNT] = {
	[VNT_OK] = {"ok", "no error"},
	[VNT_NO_MEMORY] = {"memory", "out of memory"},
	[VNT_TOO_DEEP] = {"limit.depth", "nesting is too deep"},
	[VNT_TOO_LARGE] = {"limit.size", "value is too large"},
	[VNT_NOT_FOUND] = {"not_found", "no such member or element"},
	[VNT_DUPLICATE_KEY] = {"unique_keys", "duplicate object key"},

	[VNT_META_TRUNCATED] = {"metadata.truncated", "bytes end inside the metadata"},
	[VNT_META_VERSION] = {"metadata.version", "metadata version is not 1"},
	[VNT_META_FIRST_OFFSET] = {"metadata.first_offset", "first dictionary offset is not 0"},
	[VNT_META_OFFSETS] = {"metadata.offsets", "dictionary offsets decrease or pass the end"},
	[VNT_META_TRAILING] = {"metadata.trailing", "bytes follow the last dictionary string"},
	[VNT_META_UTF8] = {"metadata.utf8", "dictionary string is not valid UTF-8"},
	[VNT_META_UNSORTED] = {"metadata.sorted_strings", "sorted_strings is set but the dictionary is not sorted and unique"},

	[VNT_VALUE_TRUNCATED] = {"value.truncated", "bytes end inside a value"},
	[VNT_VALUE_TYPE] = {"value.type", "unknown primitive type"},
	[VNT_VALUE_UTF8] = {"value.utf8", "string is not valid UTF-8"},
	[VNT_VALUE_SCALE] = {"value.scale", "decimal scale is above 38"},
	[VNT_VALUE_PRECISION] = {"value.precision", "decimal has more digits than its type allows"},
	[VNT_VALUE_TIME] = {"value.time", "time of day is not between 0 and 24 hours"},
	[VNT_VALUE_FIELD_ID] = {"value.field_id", "field id is not in the dictionary"},
	[VNT_VALUE_FIELD_ORDER] = {"value.field_order", "object fields are not in the order of their names"},
	[VNT_VALUE_DUPLICATE] = {"value.duplicate", "object has two fields of the same name"},
	[VNT_VALUE_OFFSETS] = {"value.offsets", "field offsets do not match the values"},
	[VNT_VALUE_TRAILING] = {"value.trailing", "bytes follow the value"},

	[VNT_JSON_END] = {"json.end", "the input ended unexpectedly"},
	[VNT_JSON_SYNTAX] = {"json.syntax", "unexpected character"},
	[VNT_JSON_TRAILING] = {"json.trailing", "text follows the value"},
	[VNT_JSON_NUMBER] = {"json.number", "malformed number"},
	[VNT_JSON_RANGE] = {"json.range", "number is out of range"},
	[VNT_JSON_STRING] = {"json.string", "control characters must be escaped"},
	[VNT_JSON_ESCAPE] = {"json.escape", "invalid escape sequence"},
	[VNT_JSON_SURROGATE] = {"json.surrogate", "Unicode surrogates must come in pairs, high before low"},
	[VNT_JSON_UTF8] = {"json.utf8", "text is not valid UTF-8"},
	[VNT_JSON_CAST] = {"json.cast", "unknown type name in a typed literal"},
	[VNT_JSON_LITERAL] = {"json.literal", "literal does not have the form its type needs"},
	[VNT_JSON_LITERAL_RANGE] = {"json.literal_range", "literal is out of range for its type"},
};

const VntTypeInfo vnt_type_info[VNT_TYPE_COUNT] = {
	[VNT_NULL] = {"null", VNT_CLASS_NULL, 1},
	[VNT_TRUE] = {"boolean", VNT_CLASS_BOOLEAN, 1},
	[VNT_FALSE] = {"boolean", VNT_CLASS_BOOLEAN, 1},
	[VNT_INT8] = {"int8", VNT_CLASS_NUMBER, 2},
	[VNT_INT16] = {"int16", VNT_CLASS_NUMBER, 3},
	[VNT_INT32] = {"int32", VNT_CLASS_NUMBER, 5},
	[VNT_INT64] = {"int64", VNT_CLASS_NUMBER, 9},
	[VNT_DOUBLE] = {"double", VNT_CLASS_DOUBLE, 9},
	[VNT_DECIMAL4] = {"decimal4", VNT_CLASS_NUMBER, 6},
	[VNT_DECIMAL8] = {"decimal8", VNT_CLASS_NUMBER, 10},
	[VNT_DECIMAL16] = {"decimal16", VNT_CLASS_NUMBER, 18},
	[VNT_DATE] = {"date", VNT_CLASS_DATE, 5},
	[VNT_TIMESTAMPTZ] = {"timestamptz", VNT_CLASS_TIMESTAMPTZ, 9},
	[VNT_TIMESTAMP] = {"timestamp", VNT_CLASS_TIMESTAMP, 9},
	[VNT_FLOAT] = {"float", VNT_CLASS_FLOAT, 5},
	[VNT_BINARY] = {"binary", VNT_CLASS_BINARY, -1},
	[VNT_STRING] = {"string", VNT_CLASS_STRING, -1},
	[VNT_TIME] = {"time", VNT_CLASS_TIME, 9},
	[VNT_TIMESTAMPTZ_NANOS] = {"timestamptz_nanos", VNT_CLASS_TIMESTAMPTZ, 9},
	[VNT_TIMESTAMP_NANOS] = {"timestamp_nanos", VNT_CLASS_TIMESTAMP, 9},
	[VNT_UUID] = {"uuid", VNT_CLASS_UUID, 17},
	[VNT_SHORT_STRING] = {"short_string", VNT_CLASS_STRING, -1},
	[VNT_OBJECT] = {"object", VNT_CLASS_OBJECT, -1},
	[VNT_ARRAY] = {"array", VNT_CLASS_ARRAY, -1},
	[VNT_UNKNOWN] = {"unknown", VNT_CLASS_NULL, -1},
};

const char *const vnt_class_names[] = {
	[VNT_CLASS_NULL] = "null",
	[VNT_CLASS_STRING] = "string",
	[VNT_CLASS_NUMBER] = "number",
	[VNT_CLASS_FLOAT] = "float",
	[VNT_CLASS_DOUBLE] = "double",
	[VNT_CLASS_DATE] = "date",
	[VNT_CLASS_TIME] = "time",
	[VNT_CLASS_TIMESTAMP] = "timestamp",
	[VNT_CLASS_TIMESTAMPTZ] = "timestamptz",
	[VNT_CLASS_UUID] = "uuid",
	[VNT_CLASS_BINARY] = "binary",
	[VNT_CLASS_BOOLEAN] = "boolean",
	[VNT_CLASS_ARRAY] = "array",
	[VNT_CLASS_OBJECT] = "object",
};

const char *
vnt_status_rule(VntStatus status)
{
	return status_text[status].rule;
}

const char *
vnt_status_message(VntStatus status)
{
	return status_text[status].message;
}
