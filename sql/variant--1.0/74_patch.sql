-- Differences and patches (src/variant_diff.c, src/variant_patch.c)

CREATE FUNCTION variant_merge(target variant, patch variant)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_merge(variant, variant) IS
	'merge a patch into a variant, nulls remove members (RFC 7396)';

CREATE FUNCTION variant_diff(a variant, b variant)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_diff(variant, variant) IS
	'operations that turn one variant into another (RFC 6902)';

CREATE FUNCTION variant_patch(doc variant, patch variant)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_patch(variant, variant) IS
	'apply a list of operations to a variant (RFC 6902)';
