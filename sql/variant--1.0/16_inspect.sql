-- what a value is, and JSON text by name

CREATE FUNCTION variant_typeof(variant) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_typeof(variant) IS
	'the class of a variant: null, boolean, number, float, double, string, binary, date, time, timestamp, timestamptz, uuid, array or object';

CREATE FUNCTION variant_physical_type(variant) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_physical_type(variant) IS
	'the type by which the encoding holds a variant, such as int8, decimal16 or timestamp_nanos';

CREATE FUNCTION is_variant_null(variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION is_variant_null(variant) IS
	'whether it is the variant null; false for SQL NULL';

CREATE FUNCTION parse_json(text) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION parse_json(text) IS
	'variant from plain JSON text';

CREATE FUNCTION try_parse_json(text) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION try_parse_json(text) IS
	'variant from plain JSON text, NULL where it is not valid';

CREATE FUNCTION variant_to_json(variant) RETURNS json
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_to_json(variant) IS
	'plain JSON: values that JSON lacks as strings';

CREATE FUNCTION variant_pretty(variant) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_pretty(variant) IS
	'the text form, indented';

