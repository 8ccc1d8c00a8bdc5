-- Shredding (src/variant_shred.c, src/shred).

CREATE FUNCTION variant_shred(v variant, schema variant)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred(variant, variant) IS
	'value and typed_value pairs of a value, by a shredding schema';

CREATE FUNCTION variant_unshred(shredded variant, schema variant)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_unshred(variant, variant) IS
	'the value whose value and typed_value pairs these are';

CREATE FUNCTION variant_infer_shredding_transfn(internal, variant)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_infer_shredding_transfn(internal, variant) IS
	'aggregate transition function of variant_infer_shredding';

CREATE FUNCTION variant_infer_shredding_options_transfn(internal, variant, variant)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_infer_shredding_options_transfn(internal, variant, variant) IS
	'aggregate transition function of variant_infer_shredding with options';

CREATE FUNCTION variant_infer_shredding_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_infer_shredding_finalfn(internal) IS
	'aggregate final function of variant_infer_shredding';

CREATE AGGREGATE variant_infer_shredding(v variant)
(
	SFUNC = variant_infer_shredding_transfn,
	STYPE = internal,
	FINALFUNC = variant_infer_shredding_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_infer_shredding(variant) IS
	'shredding schema that suits the values';

CREATE AGGREGATE variant_infer_shredding(v variant, options variant)
(
	SFUNC = variant_infer_shredding_options_transfn,
	STYPE = internal,
	FINALFUNC = variant_infer_shredding_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_infer_shredding(variant, variant) IS
	'shredding schema that suits the values; options threshold, majority, max_fields, max_depth';
