-- Full-text search (src/variant_tsearch.c).  A filter is a string or an array
-- of strings: "string", "numeric", "boolean", "key", "all".  Dates, times,
-- timestamps and uuids belong to "all" only; binary and null are never taken.

CREATE FUNCTION to_tsvector(variant)
	RETURNS tsvector
	AS 'MODULE_PATHNAME', 'variant_string_to_tsvector' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION to_tsvector(variant) IS
	'tsvector of the strings of a variant';

CREATE FUNCTION to_tsvector(regconfig, variant)
	RETURNS tsvector
	AS 'MODULE_PATHNAME', 'variant_string_to_tsvector_byid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION to_tsvector(regconfig, variant) IS
	'tsvector of the strings of a variant';

CREATE FUNCTION variant_to_tsvector(variant, variant)
	RETURNS tsvector
	AS 'MODULE_PATHNAME', 'variant_to_tsvector' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_to_tsvector(variant, variant) IS
	'tsvector of what the filter names in a variant';

CREATE FUNCTION variant_to_tsvector(regconfig, variant, variant)
	RETURNS tsvector
	AS 'MODULE_PATHNAME', 'variant_to_tsvector_byid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_to_tsvector(regconfig, variant, variant) IS
	'tsvector of what the filter names in a variant';

CREATE FUNCTION ts_headline(regconfig, variant, tsquery, text)
	RETURNS variant
	AS 'MODULE_PATHNAME', 'ts_headline_variant_byid_opt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ts_headline(regconfig, variant, tsquery, text) IS
	'variant with the words of a query marked in its strings';

CREATE FUNCTION ts_headline(regconfig, variant, tsquery)
	RETURNS variant
	AS 'MODULE_PATHNAME', 'ts_headline_variant_byid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ts_headline(regconfig, variant, tsquery) IS
	'variant with the words of a query marked in its strings';

CREATE FUNCTION ts_headline(variant, tsquery, text)
	RETURNS variant
	AS 'MODULE_PATHNAME', 'ts_headline_variant_opt' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ts_headline(variant, tsquery, text) IS
	'variant with the words of a query marked in its strings';

CREATE FUNCTION ts_headline(variant, tsquery)
	RETURNS variant
	AS 'MODULE_PATHNAME', 'ts_headline_variant' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ts_headline(variant, tsquery) IS
	'variant with the words of a query marked in its strings';
