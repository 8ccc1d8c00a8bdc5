-- Containment and existence (src/variant_contain.c, src/variant_exists.c)

CREATE FUNCTION variant_contains(variant, variant)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_contains(variant, variant) IS
	'implementation of @> operator';

CREATE FUNCTION variant_contained(variant, variant)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_contained(variant, variant) IS
	'implementation of <@ operator';

CREATE FUNCTION variant_exists(variant, text)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_exists(variant, text) IS
	'implementation of ? operator';

CREATE FUNCTION variant_exists_any(variant, text[])
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_exists_any(variant, text[]) IS
	'implementation of ?| operator';

CREATE FUNCTION variant_exists_all(variant, text[])
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_exists_all(variant, text[]) IS
	'implementation of ?& operator';

CREATE OPERATOR @> (
	LEFTARG = variant, RIGHTARG = variant, FUNCTION = variant_contains,
	COMMUTATOR = <@, RESTRICT = matchingsel, JOIN = matchingjoinsel
);
COMMENT ON OPERATOR @> (variant, variant) IS 'contains';

CREATE OPERATOR <@ (
	LEFTARG = variant, RIGHTARG = variant, FUNCTION = variant_contained,
	COMMUTATOR = @>, RESTRICT = matchingsel, JOIN = matchingjoinsel
);
COMMENT ON OPERATOR <@ (variant, variant) IS 'is contained by';

CREATE OPERATOR ? (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_exists,
	RESTRICT = matchingsel, JOIN = matchingjoinsel
);
COMMENT ON OPERATOR ? (variant, text) IS 'key exists';

CREATE OPERATOR ?| (
	LEFTARG = variant, RIGHTARG = text[], FUNCTION = variant_exists_any,
	RESTRICT = matchingsel, JOIN = matchingjoinsel
);
COMMENT ON OPERATOR ?| (variant, text[]) IS 'any key exists';

CREATE OPERATOR ?& (
	LEFTARG = variant, RIGHTARG = text[], FUNCTION = variant_exists_all,
	RESTRICT = matchingsel, JOIN = matchingjoinsel
);
COMMENT ON OPERATOR ?& (variant, text[]) IS 'all keys exist';
