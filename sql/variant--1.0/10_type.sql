-- the type and its four functions of text and wire

CREATE TYPE variant;

CREATE FUNCTION variant_in(cstring) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_in(cstring) IS 'I/O';

CREATE FUNCTION variant_out(variant) RETURNS cstring
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_out(variant) IS 'I/O';

CREATE FUNCTION variant_recv(internal) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_recv(internal) IS 'I/O';

CREATE FUNCTION variant_send(variant) RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_send(variant) IS 'I/O';

CREATE FUNCTION variant_subscript_handler(internal) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_subscript_handler(internal) IS 'variant subscripting logic';

CREATE TYPE variant (
	INPUT = variant_in,
	OUTPUT = variant_out,
	RECEIVE = variant_recv,
	SEND = variant_send,
	SUBSCRIPT = variant_subscript_handler,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = int4,
	STORAGE = extended,
	CATEGORY = 'U'
);
COMMENT ON TYPE variant IS
	'self-describing value in the Apache Parquet Variant binary encoding';
