-- Predicates: conditions on values at paths (src/variant_predicate.c)

CREATE TYPE variant_predicate;

CREATE FUNCTION variant_predicate_in(cstring)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_in(cstring) IS 'I/O';

CREATE FUNCTION variant_predicate_out(variant_predicate)
	RETURNS cstring
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_out(variant_predicate) IS 'I/O';

CREATE FUNCTION variant_predicate_recv(internal)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_recv(internal) IS 'I/O';

CREATE FUNCTION variant_predicate_send(variant_predicate)
	RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_send(variant_predicate) IS 'I/O';

CREATE TYPE variant_predicate (
	INPUT = variant_predicate_in,
	OUTPUT = variant_predicate_out,
	RECEIVE = variant_predicate_recv,
	SEND = variant_predicate_send,
	INTERNALLENGTH = VARIABLE,
	STORAGE = extended
);
COMMENT ON TYPE variant_predicate IS
	'conditions on values at paths, such as $.price > 50 AND $.kind = "login"';

-- leakproof: fails on damaged values only
CREATE FUNCTION variant_matches(variant, variant_predicate)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION variant_matches(variant, variant_predicate) IS
	'implementation of @~ operator';

CREATE OPERATOR @~ (
	LEFTARG = variant, RIGHTARG = variant_predicate, FUNCTION = variant_matches,
	RESTRICT = matchingsel, JOIN = matchingjoinsel
);
COMMENT ON OPERATOR @~ (variant, variant_predicate) IS 'fulfills the predicate';

-- What the planner makes index conditions of.

CREATE FUNCTION variant_predicate(path text, operator text, value variant)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME', 'variant_predicate_compare' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate(text, text, variant) IS
	'the value at a path compared with another';

CREATE FUNCTION variant_predicate(path text, operator text, value variant, operator_2 text, value_2 variant)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME', 'variant_predicate_between' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate(text, text, variant, text, variant) IS
	'the value at a path compared with two others';

CREATE FUNCTION variant_predicate(path text, alternatives anyarray)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME', 'variant_predicate_any' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate(text, anyarray) IS
	'the value at a path is one of several; NULL if there are none';

CREATE FUNCTION variant_predicate_or(VARIADIC predicates variant_predicate[])
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_or(variant_predicate[]) IS
	'one of the predicates, NULLs left out';

CREATE FUNCTION variant_predicate_cast(path text, operator text, value anyelement)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_cast(text, text, anyelement) IS
	'what is true if the value at a path, cast, compares so';

CREATE FUNCTION variant_predicate_cast(path text, operator text, value anyelement, operator_2 text, value_2 anyelement)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_cast(text, text, anyelement, text, anyelement) IS
	'what is true if the value at a path, cast, compares so with two others';

CREATE FUNCTION variant_predicate_cast_any(path text, alternatives anyarray)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_cast_any(text, anyarray) IS
	'what is true if the value at a path, cast, is one of several; NULL if there are none';

CREATE FUNCTION variant_predicate_text(path text, value text)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_text(text, text) IS
	'what is true if the value at a path has this bare text';

CREATE FUNCTION variant_predicate_text_any(path text, alternatives text[])
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_text_any(text, text[]) IS
	'what is true if the value at a path has one of these bare texts; NULL if there are none';

CREATE FUNCTION variant_predicate_prefix(path text, prefix text)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_prefix(text, text) IS
	'what is true if the bare text of the value at a path starts so';

CREATE FUNCTION variant_predicate_like(path text, pattern text)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_like(text, text) IS
	'what is true if the bare text of the value at a path is LIKE the pattern';

CREATE FUNCTION variant_predicate_like_any(path text, patterns text[])
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_like_any(text, text[]) IS
	'what is true if the bare text of the value at a path is LIKE one of the patterns; NULL if there are none';

CREATE FUNCTION variant_predicate_text_order(path text, operator text, value text)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_text_order(text, text, text) IS
	'what is true if the bare text of the value at a path compares so, by bytes';

CREATE FUNCTION variant_predicate_text_order(path text, operator text, value text, operator_2 text, value_2 text)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_text_order(text, text, text, text, text) IS
	'what is true if the bare text of the value at a path compares so with two others, by bytes';

CREATE FUNCTION variant_predicate_text_cast(path text, operator text, value anyelement)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_text_cast(text, text, anyelement) IS
	'what is true if the bare text of the value at a path, cast, compares so';

CREATE FUNCTION variant_predicate_text_cast(path text, operator text, value anyelement, operator_2 text, value_2 anyelement)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_text_cast(text, text, anyelement, text, anyelement) IS
	'what is true if the bare text of the value at a path, cast, compares so with two others';

CREATE FUNCTION variant_predicate_text_cast_any(path text, alternatives anyarray)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_text_cast_any(text, anyarray) IS
	'what is true if the bare text of the value at a path, cast, is one of several; NULL if there are none';

CREATE FUNCTION variant_predicate_order(path text, operator text, value variant)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_order(text, text, variant) IS
	'the value at a path compared with another across classes';

CREATE FUNCTION variant_predicate_exists(path text)
	RETURNS variant_predicate
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_predicate_exists(text) IS
	'there is a value at a path';
