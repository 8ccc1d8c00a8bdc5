-- What users of other systems expect (src/variant_flatten.c, variant_schema.c,
-- variant_digest.c, variant_infer.c, variant_many.c)

CREATE FUNCTION variant_explode(v variant, OUT pos integer, OUT key text, OUT value variant)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_explode(variant) IS
	'members or elements of a variant as rows, none of a scalar';

CREATE FUNCTION variant_explode_outer(v variant, OUT pos integer, OUT key text, OUT value variant)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_explode_outer(variant) IS
	'members or elements of a variant as rows, one row of NULLs if there are none';

-- seq counts the calls of one place in a query, so it is not IMMUTABLE
CREATE FUNCTION variant_flatten(input variant, path text DEFAULT NULL, "outer" boolean DEFAULT false, recursive boolean DEFAULT false,
		mode text DEFAULT 'BOTH', OUT seq integer, OUT key text, OUT path text, OUT index integer, OUT value variant, OUT this variant)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL RESTRICTED ROWS 100;
COMMENT ON FUNCTION variant_flatten(variant, text, boolean, boolean, text) IS
	'members and elements of a variant as rows, at a path, at every depth if wanted';

CREATE FUNCTION schema_of_variant(v variant)
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION schema_of_variant(variant) IS
	'schema of a variant, such as OBJECT<a: BIGINT>';

CREATE FUNCTION schema_of_variant_agg_transfn(internal, variant)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION schema_of_variant_agg_transfn(internal, variant) IS
	'schema_of_variant_agg transition function';

CREATE FUNCTION schema_of_variant_agg_finalfn(internal)
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION schema_of_variant_agg_finalfn(internal) IS
	'schema_of_variant_agg final function';

CREATE AGGREGATE schema_of_variant_agg(v variant) (
	SFUNC = schema_of_variant_agg_transfn, STYPE = internal, FINALFUNC = schema_of_variant_agg_finalfn, PARALLEL = SAFE
);
COMMENT ON AGGREGATE schema_of_variant_agg(variant) IS
	'common schema of all values';

CREATE FUNCTION variant_digest(v variant)
	RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_digest(variant) IS
	'SHA-256 digest, the same for equal values';

CREATE FUNCTION variant_infer_types(v variant, dates boolean DEFAULT true, timestamps boolean DEFAULT true, timestamptzs boolean DEFAULT true,
		uuids boolean DEFAULT true, times boolean DEFAULT true)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_infer_types(variant, boolean, boolean, boolean, boolean, boolean) IS
	'strings that are ISO dates, times, timestamps and uuids as values of these types';

CREATE FUNCTION variant_get_many(v variant, paths text[])
	RETURNS variant[]
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_get_many(variant, text[]) IS
	'the values at many paths such as $.a[0]';

CREATE FUNCTION to_variant_object(anyelement)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION to_variant_object(anyelement) IS
	'a row or array as a variant';
