-- Changing values (src/variant_edit.c, src/variant_concat.c)

CREATE FUNCTION variant_concat(variant, variant)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_concat(variant, variant) IS
	'implementation of || operator';

CREATE FUNCTION variant_delete(variant, text)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_delete(variant, text) IS
	'implementation of - operator';

CREATE FUNCTION variant_delete(from_variant variant, VARIADIC path_elems text[])
	RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_delete_array' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_delete(variant, text[]) IS
	'implementation of - operator';

CREATE FUNCTION variant_delete(variant, integer)
	RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_delete_idx' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_delete(variant, integer) IS
	'implementation of - operator';

CREATE FUNCTION variant_delete_path(variant, text[])
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_delete_path(variant, text[]) IS
	'implementation of #- operator';

CREATE FUNCTION variant_set(variant_in variant, path text[], replacement variant, create_if_missing boolean DEFAULT true)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_set(variant, text[], variant, boolean) IS
	'set part of a variant';

CREATE FUNCTION variant_set_lax(variant_in variant, path text[], replacement variant, create_if_missing boolean DEFAULT true,
		null_value_treatment text DEFAULT 'use_json_null')
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_set_lax(variant, text[], variant, boolean, text) IS
	'set part of a variant, handle NULL value';

CREATE FUNCTION variant_insert(variant_in variant, path text[], replacement variant, insert_after boolean DEFAULT false)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_insert(variant, text[], variant, boolean) IS
	'insert value into a variant';

CREATE FUNCTION variant_array_append(v variant, path text, value variant)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_array_append(variant, text, variant) IS
	'append an element to the array at a path such as $.a[0]';

CREATE FUNCTION variant_strip_nulls(target variant, strip_in_arrays boolean DEFAULT false)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_strip_nulls(variant, boolean) IS
	'remove members with null values, and nulls in arrays if wanted';

CREATE FUNCTION variant_pick(v variant, VARIADIC keys text[])
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_pick(variant, text[]) IS
	'only the members with these names';

CREATE OPERATOR || (
	LEFTARG = variant, RIGHTARG = variant, FUNCTION = variant_concat
);
COMMENT ON OPERATOR || (variant, variant) IS 'concatenate';

CREATE OPERATOR - (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_delete
);
COMMENT ON OPERATOR - (variant, text) IS 'delete object field';

CREATE OPERATOR - (
	LEFTARG = variant, RIGHTARG = text[], FUNCTION = variant_delete
);
COMMENT ON OPERATOR - (variant, text[]) IS 'delete object fields';

CREATE OPERATOR - (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_delete
);
COMMENT ON OPERATOR - (variant, integer) IS 'delete array element';

CREATE OPERATOR #- (
	LEFTARG = variant, RIGHTARG = text[], FUNCTION = variant_delete_path
);
COMMENT ON OPERATOR #- (variant, text[]) IS 'delete path';
