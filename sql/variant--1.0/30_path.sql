-- reaching into values: operators, variant_get

CREATE FUNCTION variant_object_field(from_variant variant, field_name text)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_field(variant, text) IS 'implementation of -> operator';

CREATE FUNCTION variant_object_field_text(from_variant variant, field_name text)
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_field_text(variant, text) IS 'implementation of ->> operator';

CREATE FUNCTION variant_array_element(from_variant variant, element_index integer)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_array_element(variant, integer) IS 'implementation of -> operator';

CREATE FUNCTION variant_array_element_text(from_variant variant, element_index integer)
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_array_element_text(variant, integer) IS 'implementation of ->> operator';

CREATE FUNCTION variant_extract_path(from_variant variant, VARIADIC path_elems text[])
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_extract_path(variant, text[]) IS 'get value from variant with path elements';

CREATE FUNCTION variant_extract_path_text(from_variant variant, VARIADIC path_elems text[])
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_extract_path_text(variant, text[]) IS 'get value from variant as text with path elements';

CREATE OPERATOR -> (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_object_field
);
COMMENT ON OPERATOR -> (variant, text) IS 'get variant object field';

CREATE OPERATOR ->> (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_object_field_text
);
COMMENT ON OPERATOR ->> (variant, text) IS 'get variant object field as text';

CREATE OPERATOR -> (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_array_element
);
COMMENT ON OPERATOR -> (variant, integer) IS 'get variant array element';

CREATE OPERATOR ->> (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_array_element_text
);
COMMENT ON OPERATOR ->> (variant, integer) IS 'get variant array element as text';

CREATE OPERATOR #> (
	LEFTARG = variant, RIGHTARG = text[], FUNCTION = variant_extract_path
);
COMMENT ON OPERATOR #> (variant, text[]) IS 'get value from variant with path elements';

CREATE OPERATOR #>> (
	LEFTARG = variant, RIGHTARG = text[], FUNCTION = variant_extract_path_text
);
COMMENT ON OPERATOR #>> (variant, text[]) IS 'get value from variant as text with path elements';

CREATE FUNCTION variant_get(v variant, path text)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_get(variant, text) IS
	'get the value at a path such as $.a[0]';

-- STABLE: types without a cast of their own go through their input function
CREATE FUNCTION variant_get(v variant, path text, as_type anyelement)
	RETURNS anyelement
	AS 'MODULE_PATHNAME', 'variant_get_as' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_get(variant, text, anyelement) IS
	'get the value at a path, cast to the type of the third argument';

CREATE FUNCTION try_variant_get(v variant, path text, as_type anyelement)
	RETURNS anyelement
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION try_variant_get(variant, text, anyelement) IS
	'get the value at a path, cast to the type of the third argument, NULL where the cast fails';
