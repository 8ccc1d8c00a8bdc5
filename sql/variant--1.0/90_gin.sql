-- GIN (src/variant_gin*.c)

CREATE FUNCTION variant_gin_extract(variant, internal, internal)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_gin_extract(variant, internal, internal) IS
	'GIN support: keys of a document';

CREATE FUNCTION variant_gin_extract_query(variant, internal, smallint, internal, internal, internal, internal)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_gin_extract_query(variant, internal, smallint, internal, internal, internal, internal) IS
	'GIN support: keys of a query';

CREATE FUNCTION variant_gin_compare_partial(bigint, bigint, smallint, internal)
	RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_gin_compare_partial(bigint, bigint, smallint, internal) IS
	'GIN support: end of a range of keys';

CREATE FUNCTION variant_gin_triconsistent(internal, smallint, variant, integer, internal, internal, internal)
	RETURNS "char"
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_gin_triconsistent(internal, smallint, variant, integer, internal, internal, internal) IS
	'GIN support: whether keys found make a match';

CREATE FUNCTION variant_gin_options(internal)
	RETURNS void
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_gin_options(internal) IS
	'GIN support: options paths and exclude_paths';

CREATE OPERATOR CLASS variant_ops DEFAULT FOR TYPE variant USING gin AS
	OPERATOR 7 @> (variant, variant),
	OPERATOR 9 ? (variant, text),
	OPERATOR 10 ?| (variant, text[]),
	OPERATOR 11 ?& (variant, text[]),
	OPERATOR 15 @? (variant, jsonpath),
	OPERATOR 16 @@ (variant, jsonpath),
	OPERATOR 17 @~ (variant, variant_predicate),
	FUNCTION 1 btint8cmp(bigint, bigint),
	FUNCTION 2 variant_gin_extract(variant, internal, internal),
	FUNCTION 3 variant_gin_extract_query(variant, internal, smallint, internal, internal, internal, internal),
	FUNCTION 5 variant_gin_compare_partial(bigint, bigint, smallint, internal),
	FUNCTION 6 variant_gin_triconsistent(internal, smallint, variant, integer, internal, internal, internal),
	FUNCTION 7 variant_gin_options(internal),
	STORAGE bigint;
COMMENT ON OPERATOR CLASS variant_ops USING gin IS
	'paths and values: containment, existence, comparison';
COMMENT ON OPERATOR FAMILY variant_ops USING gin IS
	'paths and values: containment, existence, comparison';

CREATE FUNCTION variant_gin_explain(query text)
	RETURNS SETOF text
	AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT;
COMMENT ON FUNCTION variant_gin_explain(text) IS
	'what the GIN indexes on variants are asked for in a query, and what they do not serve';
