-- Members and elements as rows (src/variant_srf.c)

CREATE FUNCTION variant_each(from_variant variant, OUT key text, OUT value variant)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_each(variant) IS
	'members of a variant object, in name order';

CREATE FUNCTION variant_each_text(from_variant variant, OUT key text, OUT value text)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_each_text(variant) IS
	'members of a variant object with their bare text, in name order; variant null is NULL';

CREATE FUNCTION variant_array_elements(from_variant variant, OUT value variant)
	RETURNS SETOF variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_array_elements(variant) IS
	'elements of a variant array';

CREATE FUNCTION variant_array_elements_text(from_variant variant, OUT value text)
	RETURNS SETOF text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_array_elements_text(variant) IS
	'bare text of the elements of a variant array; variant null is NULL';

CREATE FUNCTION variant_object_keys(variant)
	RETURNS SETOF text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_object_keys(variant) IS
	'member names of a variant object, in order';

CREATE FUNCTION variant_array_length(variant)
	RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_array_length(variant) IS
	'number of elements of a variant array';
