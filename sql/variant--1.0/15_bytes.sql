-- the encoding's bytes, out and in

CREATE FUNCTION variant_metadata(variant) RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_metadata(variant) IS
	'the metadata bytes, as a Parquet writer needs them';

CREATE FUNCTION variant_value(variant) RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_value(variant) IS
	'the value bytes, as a Parquet writer needs them';

CREATE FUNCTION variant_to_bytes(variant) RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_to_bytes(variant) IS
	'the metadata bytes followed by the value bytes';

CREATE FUNCTION variant_from_bytes(bytea) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_from_bytes(bytea) IS
	'variant from metadata bytes followed by value bytes, strictly validated';

CREATE FUNCTION variant_from_parquet(metadata bytea, value bytea) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_from_parquet(bytea, bytea) IS
	'variant from the two columns of a Parquet variant group, with known deviations of other writers repaired';

CREATE FUNCTION variant_check(bytea,
	OUT ok boolean, OUT byte_offset bigint, OUT rule text, OUT message text)
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_check(bytea) IS
	'what is wrong with metadata bytes followed by value bytes';

CREATE FUNCTION variant_check(metadata bytea, value bytea,
	OUT ok boolean, OUT byte_offset bigint, OUT rule text, OUT message text)
	AS 'MODULE_PATHNAME', 'variant_check_parts'
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_check(bytea, bytea) IS
	'what is wrong with metadata bytes or value bytes';

CREATE FUNCTION variant_storage(variant) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_storage(variant) IS
	'the form in which the value is stored: plain or delta';

