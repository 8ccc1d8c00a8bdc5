/* variant--0.9.sql, as it was: never to be changed */

-- complain if the script is sourced in psql rather than by CREATE EXTENSION
\echo Use "CREATE EXTENSION variant" to load this file. \quit

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

-- what a value is, and JSON text by name

CREATE FUNCTION variant_typeof(variant) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_typeof(variant) IS
	'the class of a variant: null, boolean, number, float, double, string, binary, date, time, timestamp, timestamptz, uuid, array or object';

CREATE FUNCTION variant_physical_type(variant) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_physical_type(variant) IS
	'the type by which the encoding holds a variant, such as int8, decimal16 or timestamp_nanos';

CREATE FUNCTION is_variant_null(variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION is_variant_null(variant) IS
	'whether it is the variant null; false for SQL NULL';

CREATE FUNCTION parse_json(text) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION parse_json(text) IS
	'variant from plain JSON text';

CREATE FUNCTION try_parse_json(text) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION try_parse_json(text) IS
	'variant from plain JSON text, NULL where it is not valid';

CREATE FUNCTION variant_to_json(variant) RETURNS json
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_to_json(variant) IS
	'plain JSON: values that JSON lacks as strings';

CREATE FUNCTION variant_pretty(variant) RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_pretty(variant) IS
	'the text form, indented';

-- comparison of variants, and what btree and hash need

CREATE FUNCTION variant_eq(variant, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_eq(variant, variant) IS 'implementation of = operator';

CREATE FUNCTION variant_ne(variant, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_ne(variant, variant) IS 'implementation of <> operator';

CREATE FUNCTION variant_lt(variant, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_lt(variant, variant) IS 'implementation of < operator';

CREATE FUNCTION variant_le(variant, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_le(variant, variant) IS 'implementation of <= operator';

CREATE FUNCTION variant_gt(variant, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_gt(variant, variant) IS 'implementation of > operator';

CREATE FUNCTION variant_ge(variant, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_ge(variant, variant) IS 'implementation of >= operator';

CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = variant, FUNCTION = variant_eq,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (variant, variant) IS 'equal';

CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = variant, FUNCTION = variant_ne,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, variant) IS 'not equal';

CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = variant, FUNCTION = variant_lt,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, variant) IS 'less than';

CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = variant, FUNCTION = variant_le,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, variant) IS 'less than or equal';

CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = variant, FUNCTION = variant_gt,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, variant) IS 'greater than';

CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = variant, FUNCTION = variant_ge,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, variant) IS 'greater than or equal';

CREATE FUNCTION variant_cmp(variant, variant) RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_cmp(variant, variant) IS
	'less-equal-greater comparison: -1, 0 or 1';

CREATE FUNCTION variant_smaller(variant, variant) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_smaller(variant, variant) IS 'smaller of two';

CREATE FUNCTION variant_larger(variant, variant) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_larger(variant, variant) IS 'larger of two';

CREATE AGGREGATE min(variant) (
	SFUNC = variant_smaller, STYPE = variant, COMBINEFUNC = variant_smaller,
	SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(variant) IS 'minimum value of all variant input values';

CREATE AGGREGATE max(variant) (
	SFUNC = variant_larger, STYPE = variant, COMBINEFUNC = variant_larger,
	SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(variant) IS 'maximum value of all variant input values';

CREATE FUNCTION variant_sortsupport(internal) RETURNS void
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_sortsupport(internal) IS 'sort support';

CREATE FUNCTION variant_hash(variant) RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_hash(variant) IS
	'hash of a variant: equal values, however encoded, hash alike';

CREATE FUNCTION variant_hash_extended(variant, seed bigint) RETURNS bigint
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_hash_extended(variant, bigint) IS
	'64-bit hash of a variant, with a seed';

CREATE OPERATOR CLASS variant_ops DEFAULT FOR TYPE variant USING btree AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 variant_cmp(variant, variant),
	FUNCTION 2 variant_sortsupport(internal);
COMMENT ON OPERATOR CLASS variant_ops USING btree IS 'total order of variants';
COMMENT ON OPERATOR FAMILY variant_ops USING btree IS 'total order of variants';

CREATE OPERATOR CLASS variant_ops DEFAULT FOR TYPE variant USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 variant_hash(variant),
	FUNCTION 2 variant_hash_extended(variant, bigint);
COMMENT ON OPERATOR CLASS variant_ops USING hash IS 'equality of variants';
COMMENT ON OPERATOR FAMILY variant_ops USING hash IS 'equality of variants';

-- reaching into values: operators, variant_get

CREATE FUNCTION variant_object_field(from_variant variant, field_name text)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_field(variant, text) IS 'implementation of -> operator';

CREATE FUNCTION variant_object_field_text(from_variant variant, field_name text)
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_field_text(variant, text) IS 'implementation of ->> operator';

CREATE FUNCTION variant_array_element(from_variant variant, element_index integer)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_array_element(variant, integer) IS 'implementation of -> operator';

CREATE FUNCTION variant_array_element_text(from_variant variant, element_index integer)
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_array_element_text(variant, integer) IS 'implementation of ->> operator';

CREATE FUNCTION variant_extract_path(from_variant variant, VARIADIC path_elems text[])
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_extract_path(variant, text[]) IS 'get value from variant with path elements';

CREATE FUNCTION variant_extract_path_text(from_variant variant, VARIADIC path_elems text[])
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_extract_path_text(variant, text[]) IS 'get value from variant as text with path elements';

CREATE OPERATOR -> (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_object_field
);
COMMENT ON OPERATOR -> (variant, text) IS 'get variant object field';

CREATE OPERATOR ->> (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_object_field_text
);
COMMENT ON OPERATOR ->> (variant, text) IS 'get variant object field as text';

CREATE OPERATOR -> (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_array_element
);
COMMENT ON OPERATOR -> (variant, integer) IS 'get variant array element';

CREATE OPERATOR ->> (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_array_element_text
);
COMMENT ON OPERATOR ->> (variant, integer) IS 'get variant array element as text';

CREATE OPERATOR #> (
	LEFTARG = variant, RIGHTARG = text[], FUNCTION = variant_extract_path
);
COMMENT ON OPERATOR #> (variant, text[]) IS 'get value from variant with path elements';

CREATE OPERATOR #>> (
	LEFTARG = variant, RIGHTARG = text[], FUNCTION = variant_extract_path_text
);
COMMENT ON OPERATOR #>> (variant, text[]) IS 'get value from variant as text with path elements';

CREATE FUNCTION variant_get(v variant, path text)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_get(variant, text) IS
	'get the value at a path such as $.a[0]';

-- STABLE: types without a cast of their own go through their input function
CREATE FUNCTION variant_get(v variant, path text, as_type anyelement)
	RETURNS anyelement
	AS 'MODULE_PATHNAME', 'variant_get_as' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_get(variant, text, anyelement) IS
	'get the value at a path, cast to the type of the third argument';

CREATE FUNCTION try_variant_get(v variant, path text, as_type anyelement)
	RETURNS anyelement
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION try_variant_get(variant, text, anyelement) IS
	'get the value at a path, cast to the type of the third argument, NULL where the cast fails';

-- before 17 some casts need a subtransaction, which parallel queries cannot have
DO $$
BEGIN
	IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) 170000 THEN
		ALTER FUNCTION try_variant_get(variant, text, anyelement) PARALLEL UNSAFE;
	END IF;
END
$$;

-- casts from variant: explicit to scalars, on assignment to json and jsonb;
-- the functions are named as those of jsonb are

CREATE FUNCTION bool(variant) RETURNS boolean
	AS 'MODULE_PATHNAME', 'variant_to_bool' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bool(variant) IS 'convert variant to boolean';
CREATE CAST (variant AS boolean) WITH FUNCTION bool(variant);
COMMENT ON CAST (variant AS boolean) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION int2(variant) RETURNS smallint
	AS 'MODULE_PATHNAME', 'variant_to_int2' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION int2(variant) IS 'convert variant to smallint';
CREATE CAST (variant AS smallint) WITH FUNCTION int2(variant);
COMMENT ON CAST (variant AS smallint) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION int4(variant) RETURNS integer
	AS 'MODULE_PATHNAME', 'variant_to_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION int4(variant) IS 'convert variant to integer';
CREATE CAST (variant AS integer) WITH FUNCTION int4(variant);
COMMENT ON CAST (variant AS integer) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION int8(variant) RETURNS bigint
	AS 'MODULE_PATHNAME', 'variant_to_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION int8(variant) IS 'convert variant to bigint';
CREATE CAST (variant AS bigint) WITH FUNCTION int8(variant);
COMMENT ON CAST (variant AS bigint) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION "numeric"(variant) RETURNS numeric
	AS 'MODULE_PATHNAME', 'variant_to_numeric' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION "numeric"(variant) IS 'convert variant to numeric';
CREATE CAST (variant AS numeric) WITH FUNCTION "numeric"(variant);
COMMENT ON CAST (variant AS numeric) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION float4(variant) RETURNS real
	AS 'MODULE_PATHNAME', 'variant_to_float4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION float4(variant) IS 'convert variant to real';
CREATE CAST (variant AS real) WITH FUNCTION float4(variant);
COMMENT ON CAST (variant AS real) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION float8(variant) RETURNS double precision
	AS 'MODULE_PATHNAME', 'variant_to_float8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION float8(variant) IS 'convert variant to double precision';
CREATE CAST (variant AS double precision) WITH FUNCTION float8(variant);
COMMENT ON CAST (variant AS double precision) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION date(variant) RETURNS date
	AS 'MODULE_PATHNAME', 'variant_to_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION date(variant) IS 'convert variant to date';
CREATE CAST (variant AS date) WITH FUNCTION date(variant);
COMMENT ON CAST (variant AS date) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION "time"(variant) RETURNS time
	AS 'MODULE_PATHNAME', 'variant_to_time' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION "time"(variant) IS 'convert variant to time';
CREATE CAST (variant AS time) WITH FUNCTION "time"(variant);
COMMENT ON CAST (variant AS time) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION "timestamp"(variant) RETURNS timestamp
	AS 'MODULE_PATHNAME', 'variant_to_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION "timestamp"(variant) IS 'convert variant to timestamp';
CREATE CAST (variant AS timestamp) WITH FUNCTION "timestamp"(variant);
COMMENT ON CAST (variant AS timestamp) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION timestamptz(variant) RETURNS timestamptz
	AS 'MODULE_PATHNAME', 'variant_to_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timestamptz(variant) IS 'convert variant to timestamptz';
CREATE CAST (variant AS timestamptz) WITH FUNCTION timestamptz(variant);
COMMENT ON CAST (variant AS timestamptz) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION bytea(variant) RETURNS bytea
	AS 'MODULE_PATHNAME', 'variant_to_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION bytea(variant) IS 'convert variant to bytea';
CREATE CAST (variant AS bytea) WITH FUNCTION bytea(variant);
COMMENT ON CAST (variant AS bytea) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION uuid(variant) RETURNS uuid
	AS 'MODULE_PATHNAME', 'variant_to_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid(variant) IS 'convert variant to uuid';
CREATE CAST (variant AS uuid) WITH FUNCTION uuid(variant);
COMMENT ON CAST (variant AS uuid) IS 'of the same class; variant null gives NULL';

CREATE FUNCTION variant_to_jsonb(variant) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_to_jsonb(variant) IS
	'convert variant to jsonb; what JSON lacks becomes a string';
CREATE CAST (variant AS jsonb) WITH FUNCTION variant_to_jsonb(variant) AS ASSIGNMENT;
COMMENT ON CAST (variant AS jsonb) IS 'what JSON lacks becomes a string';

CREATE CAST (variant AS json) WITH FUNCTION variant_to_json(variant) AS ASSIGNMENT;
COMMENT ON CAST (variant AS json) IS 'what JSON lacks becomes a string';
-- to_variant and the casts to variant: on assignment from json and jsonb,
-- explicit from scalars, none from text (that cast parses)

CREATE FUNCTION to_variant(anyelement) RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION to_variant(anyelement) IS
	'any value as a variant: scalars by class, arrays, composites as objects, others as strings';

CREATE FUNCTION variant(jsonb) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_jsonb' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(jsonb) IS 'convert jsonb to variant';
CREATE CAST (jsonb AS variant) WITH FUNCTION variant(jsonb) AS ASSIGNMENT;
COMMENT ON CAST (jsonb AS variant) IS 'numbers exact up to 38 digits';

CREATE FUNCTION variant(json) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_json' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(json) IS 'convert json to variant';
CREATE CAST (json AS variant) WITH FUNCTION variant(json) AS ASSIGNMENT;
COMMENT ON CAST (json AS variant) IS 'numbers exact up to 38 digits';

CREATE FUNCTION variant(boolean) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_bool' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(boolean) IS 'convert boolean to variant';
CREATE CAST (boolean AS variant) WITH FUNCTION variant(boolean);
COMMENT ON CAST (boolean AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(smallint) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_int2' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(smallint) IS 'convert smallint to variant';
CREATE CAST (smallint AS variant) WITH FUNCTION variant(smallint);
COMMENT ON CAST (smallint AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(integer) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_int4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(integer) IS 'convert integer to variant';
CREATE CAST (integer AS variant) WITH FUNCTION variant(integer);
COMMENT ON CAST (integer AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(bigint) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(bigint) IS 'convert bigint to variant';
CREATE CAST (bigint AS variant) WITH FUNCTION variant(bigint);
COMMENT ON CAST (bigint AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(numeric) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_numeric' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(numeric) IS 'convert numeric to variant';
CREATE CAST (numeric AS variant) WITH FUNCTION variant(numeric);
COMMENT ON CAST (numeric AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(real) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_float4' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(real) IS 'convert real to variant';
CREATE CAST (real AS variant) WITH FUNCTION variant(real);
COMMENT ON CAST (real AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(double precision) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_float8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(double precision) IS 'convert double precision to variant';
CREATE CAST (double precision AS variant) WITH FUNCTION variant(double precision);
COMMENT ON CAST (double precision AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(date) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(date) IS 'convert date to variant';
CREATE CAST (date AS variant) WITH FUNCTION variant(date);
COMMENT ON CAST (date AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(time) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_time' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(time) IS 'convert time to variant';
CREATE CAST (time AS variant) WITH FUNCTION variant(time);
COMMENT ON CAST (time AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(timestamp) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(timestamp) IS 'convert timestamp to variant';
CREATE CAST (timestamp AS variant) WITH FUNCTION variant(timestamp);
COMMENT ON CAST (timestamp AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(timestamptz) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(timestamptz) IS 'convert timestamptz to variant';
CREATE CAST (timestamptz AS variant) WITH FUNCTION variant(timestamptz);
COMMENT ON CAST (timestamptz AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(bytea) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(bytea) IS 'convert bytea to variant';
CREATE CAST (bytea AS variant) WITH FUNCTION variant(bytea);
COMMENT ON CAST (bytea AS variant) IS 'a scalar of that class';

CREATE FUNCTION variant(uuid) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(uuid) IS 'convert uuid to variant';
CREATE CAST (uuid AS variant) WITH FUNCTION variant(uuid);
COMMENT ON CAST (uuid AS variant) IS 'a scalar of that class';
-- comparison of variant with SQL types: = and <> as with to_variant(x), the
-- orderings within a class only, NULL otherwise; written by
-- test/tools/typed_operators.sh

CREATE FUNCTION variant_typed_support(internal) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_typed_support(internal) IS
	'planner support of the operators between variant and SQL types';

CREATE FUNCTION variant_equal_to(text) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_equal_to_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_equal_to(text) IS
	'the variant that equals a value, NULL if there is none: for index conditions';

CREATE FUNCTION variant_equal_to(numeric) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_equal_to_numeric' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_equal_to(numeric) IS
	'the variant that equals a value, NULL if there is none: for index conditions';

CREATE FUNCTION variant_equal_to(date) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_equal_to_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_equal_to(date) IS
	'the variant that equals a value, NULL if there is none: for index conditions';

CREATE FUNCTION variant_equal_to(timestamp) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_equal_to_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_equal_to(timestamp) IS
	'the variant that equals a value, NULL if there is none: for index conditions';

CREATE FUNCTION variant_equal_to(timestamptz) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_equal_to_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_equal_to(timestamptz) IS
	'the variant that equals a value, NULL if there is none: for index conditions';

CREATE FUNCTION variant_bound(numeric, upper boolean) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_bound_numeric' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_bound(numeric, boolean) IS
	'the nearest variant that is not above a value, or not below it: for index conditions';

CREATE FUNCTION variant_bound(date, upper boolean) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_bound_date' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_bound(date, boolean) IS
	'the nearest variant that is not above a value, or not below it: for index conditions';

CREATE FUNCTION variant_bound(timestamp, upper boolean) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_bound_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_bound(timestamp, boolean) IS
	'the nearest variant that is not above a value, or not below it: for index conditions';

CREATE FUNCTION variant_bound(timestamptz, upper boolean) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_bound_timestamptz' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_bound(timestamptz, boolean) IS
	'the nearest variant that is not above a value, or not below it: for index conditions';

-- smallint

CREATE FUNCTION variant_eq_int2(variant, smallint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_int2(variant, smallint) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = smallint, FUNCTION = variant_eq_int2,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, smallint) IS 'equal';

CREATE FUNCTION int2_eq_variant(smallint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int2_eq_variant(smallint, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = smallint, RIGHTARG = variant, FUNCTION = int2_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (smallint, variant) IS 'equal';

CREATE FUNCTION variant_ne_int2(variant, smallint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_int2(variant, smallint) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = smallint, FUNCTION = variant_ne_int2,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, smallint) IS 'not equal';

CREATE FUNCTION int2_ne_variant(smallint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int2_ne_variant(smallint, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = smallint, RIGHTARG = variant, FUNCTION = int2_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (smallint, variant) IS 'not equal';

CREATE FUNCTION variant_lt_int2(variant, smallint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_int2(variant, smallint) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = smallint, FUNCTION = variant_lt_int2,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, smallint) IS 'less than';

CREATE FUNCTION int2_lt_variant(smallint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int2_lt_variant(smallint, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = smallint, RIGHTARG = variant, FUNCTION = int2_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (smallint, variant) IS 'less than';

CREATE FUNCTION variant_le_int2(variant, smallint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_int2(variant, smallint) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = smallint, FUNCTION = variant_le_int2,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, smallint) IS 'less than or equal';

CREATE FUNCTION int2_le_variant(smallint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int2_le_variant(smallint, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = smallint, RIGHTARG = variant, FUNCTION = int2_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (smallint, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_int2(variant, smallint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_int2(variant, smallint) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = smallint, FUNCTION = variant_gt_int2,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, smallint) IS 'greater than';

CREATE FUNCTION int2_gt_variant(smallint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int2_gt_variant(smallint, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = smallint, RIGHTARG = variant, FUNCTION = int2_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (smallint, variant) IS 'greater than';

CREATE FUNCTION variant_ge_int2(variant, smallint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_int2(variant, smallint) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = smallint, FUNCTION = variant_ge_int2,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, smallint) IS 'greater than or equal';

CREATE FUNCTION int2_ge_variant(smallint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int2_ge_variant(smallint, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = smallint, RIGHTARG = variant, FUNCTION = int2_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (smallint, variant) IS 'greater than or equal';

-- integer

CREATE FUNCTION variant_eq_int4(variant, integer) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_int4(variant, integer) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_eq_int4,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, integer) IS 'equal';

CREATE FUNCTION int4_eq_variant(integer, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int4_eq_variant(integer, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = integer, RIGHTARG = variant, FUNCTION = int4_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (integer, variant) IS 'equal';

CREATE FUNCTION variant_ne_int4(variant, integer) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_int4(variant, integer) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_ne_int4,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, integer) IS 'not equal';

CREATE FUNCTION int4_ne_variant(integer, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int4_ne_variant(integer, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = integer, RIGHTARG = variant, FUNCTION = int4_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (integer, variant) IS 'not equal';

CREATE FUNCTION variant_lt_int4(variant, integer) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_int4(variant, integer) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_lt_int4,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, integer) IS 'less than';

CREATE FUNCTION int4_lt_variant(integer, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int4_lt_variant(integer, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = integer, RIGHTARG = variant, FUNCTION = int4_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (integer, variant) IS 'less than';

CREATE FUNCTION variant_le_int4(variant, integer) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_int4(variant, integer) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_le_int4,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, integer) IS 'less than or equal';

CREATE FUNCTION int4_le_variant(integer, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int4_le_variant(integer, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = integer, RIGHTARG = variant, FUNCTION = int4_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (integer, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_int4(variant, integer) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_int4(variant, integer) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_gt_int4,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, integer) IS 'greater than';

CREATE FUNCTION int4_gt_variant(integer, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int4_gt_variant(integer, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = integer, RIGHTARG = variant, FUNCTION = int4_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (integer, variant) IS 'greater than';

CREATE FUNCTION variant_ge_int4(variant, integer) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_int4(variant, integer) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = integer, FUNCTION = variant_ge_int4,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, integer) IS 'greater than or equal';

CREATE FUNCTION int4_ge_variant(integer, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int4_ge_variant(integer, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = integer, RIGHTARG = variant, FUNCTION = int4_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (integer, variant) IS 'greater than or equal';

-- bigint

CREATE FUNCTION variant_eq_int8(variant, bigint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_int8(variant, bigint) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = bigint, FUNCTION = variant_eq_int8,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, bigint) IS 'equal';

CREATE FUNCTION int8_eq_variant(bigint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int8_eq_variant(bigint, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = bigint, RIGHTARG = variant, FUNCTION = int8_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (bigint, variant) IS 'equal';

CREATE FUNCTION variant_ne_int8(variant, bigint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_int8(variant, bigint) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = bigint, FUNCTION = variant_ne_int8,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, bigint) IS 'not equal';

CREATE FUNCTION int8_ne_variant(bigint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int8_ne_variant(bigint, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = bigint, RIGHTARG = variant, FUNCTION = int8_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (bigint, variant) IS 'not equal';

CREATE FUNCTION variant_lt_int8(variant, bigint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_int8(variant, bigint) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = bigint, FUNCTION = variant_lt_int8,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, bigint) IS 'less than';

CREATE FUNCTION int8_lt_variant(bigint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int8_lt_variant(bigint, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = bigint, RIGHTARG = variant, FUNCTION = int8_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (bigint, variant) IS 'less than';

CREATE FUNCTION variant_le_int8(variant, bigint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_int8(variant, bigint) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = bigint, FUNCTION = variant_le_int8,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, bigint) IS 'less than or equal';

CREATE FUNCTION int8_le_variant(bigint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int8_le_variant(bigint, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = bigint, RIGHTARG = variant, FUNCTION = int8_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (bigint, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_int8(variant, bigint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_int8(variant, bigint) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = bigint, FUNCTION = variant_gt_int8,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, bigint) IS 'greater than';

CREATE FUNCTION int8_gt_variant(bigint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int8_gt_variant(bigint, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = bigint, RIGHTARG = variant, FUNCTION = int8_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (bigint, variant) IS 'greater than';

CREATE FUNCTION variant_ge_int8(variant, bigint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_int8(variant, bigint) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = bigint, FUNCTION = variant_ge_int8,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, bigint) IS 'greater than or equal';

CREATE FUNCTION int8_ge_variant(bigint, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION int8_ge_variant(bigint, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = bigint, RIGHTARG = variant, FUNCTION = int8_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (bigint, variant) IS 'greater than or equal';

-- numeric

CREATE FUNCTION variant_eq_numeric(variant, numeric) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_numeric(variant, numeric) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = numeric, FUNCTION = variant_eq_numeric,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, numeric) IS 'equal';

CREATE FUNCTION numeric_eq_variant(numeric, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION numeric_eq_variant(numeric, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = numeric, RIGHTARG = variant, FUNCTION = numeric_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (numeric, variant) IS 'equal';

CREATE FUNCTION variant_ne_numeric(variant, numeric) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_numeric(variant, numeric) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = numeric, FUNCTION = variant_ne_numeric,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, numeric) IS 'not equal';

CREATE FUNCTION numeric_ne_variant(numeric, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION numeric_ne_variant(numeric, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = numeric, RIGHTARG = variant, FUNCTION = numeric_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (numeric, variant) IS 'not equal';

CREATE FUNCTION variant_lt_numeric(variant, numeric) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_numeric(variant, numeric) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = numeric, FUNCTION = variant_lt_numeric,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, numeric) IS 'less than';

CREATE FUNCTION numeric_lt_variant(numeric, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION numeric_lt_variant(numeric, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = numeric, RIGHTARG = variant, FUNCTION = numeric_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (numeric, variant) IS 'less than';

CREATE FUNCTION variant_le_numeric(variant, numeric) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_numeric(variant, numeric) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = numeric, FUNCTION = variant_le_numeric,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, numeric) IS 'less than or equal';

CREATE FUNCTION numeric_le_variant(numeric, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION numeric_le_variant(numeric, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = numeric, RIGHTARG = variant, FUNCTION = numeric_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (numeric, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_numeric(variant, numeric) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_numeric(variant, numeric) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = numeric, FUNCTION = variant_gt_numeric,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, numeric) IS 'greater than';

CREATE FUNCTION numeric_gt_variant(numeric, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION numeric_gt_variant(numeric, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = numeric, RIGHTARG = variant, FUNCTION = numeric_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (numeric, variant) IS 'greater than';

CREATE FUNCTION variant_ge_numeric(variant, numeric) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_numeric(variant, numeric) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = numeric, FUNCTION = variant_ge_numeric,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, numeric) IS 'greater than or equal';

CREATE FUNCTION numeric_ge_variant(numeric, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION numeric_ge_variant(numeric, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = numeric, RIGHTARG = variant, FUNCTION = numeric_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (numeric, variant) IS 'greater than or equal';

-- real

CREATE FUNCTION variant_eq_float4(variant, real) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_float4(variant, real) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = real, FUNCTION = variant_eq_float4,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, real) IS 'equal';

CREATE FUNCTION float4_eq_variant(real, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float4_eq_variant(real, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = real, RIGHTARG = variant, FUNCTION = float4_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (real, variant) IS 'equal';

CREATE FUNCTION variant_ne_float4(variant, real) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_float4(variant, real) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = real, FUNCTION = variant_ne_float4,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, real) IS 'not equal';

CREATE FUNCTION float4_ne_variant(real, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float4_ne_variant(real, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = real, RIGHTARG = variant, FUNCTION = float4_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (real, variant) IS 'not equal';

CREATE FUNCTION variant_lt_float4(variant, real) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_float4(variant, real) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = real, FUNCTION = variant_lt_float4,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, real) IS 'less than';

CREATE FUNCTION float4_lt_variant(real, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float4_lt_variant(real, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = real, RIGHTARG = variant, FUNCTION = float4_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (real, variant) IS 'less than';

CREATE FUNCTION variant_le_float4(variant, real) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_float4(variant, real) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = real, FUNCTION = variant_le_float4,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, real) IS 'less than or equal';

CREATE FUNCTION float4_le_variant(real, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float4_le_variant(real, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = real, RIGHTARG = variant, FUNCTION = float4_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (real, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_float4(variant, real) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_float4(variant, real) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = real, FUNCTION = variant_gt_float4,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, real) IS 'greater than';

CREATE FUNCTION float4_gt_variant(real, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float4_gt_variant(real, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = real, RIGHTARG = variant, FUNCTION = float4_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (real, variant) IS 'greater than';

CREATE FUNCTION variant_ge_float4(variant, real) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_float4(variant, real) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = real, FUNCTION = variant_ge_float4,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, real) IS 'greater than or equal';

CREATE FUNCTION float4_ge_variant(real, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float4_ge_variant(real, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = real, RIGHTARG = variant, FUNCTION = float4_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (real, variant) IS 'greater than or equal';

-- double precision

CREATE FUNCTION variant_eq_float8(variant, double precision) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_float8(variant, double precision) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = double precision, FUNCTION = variant_eq_float8,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, double precision) IS 'equal';

CREATE FUNCTION float8_eq_variant(double precision, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float8_eq_variant(double precision, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = double precision, RIGHTARG = variant, FUNCTION = float8_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (double precision, variant) IS 'equal';

CREATE FUNCTION variant_ne_float8(variant, double precision) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_float8(variant, double precision) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = double precision, FUNCTION = variant_ne_float8,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, double precision) IS 'not equal';

CREATE FUNCTION float8_ne_variant(double precision, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float8_ne_variant(double precision, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = double precision, RIGHTARG = variant, FUNCTION = float8_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (double precision, variant) IS 'not equal';

CREATE FUNCTION variant_lt_float8(variant, double precision) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_float8(variant, double precision) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = double precision, FUNCTION = variant_lt_float8,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, double precision) IS 'less than';

CREATE FUNCTION float8_lt_variant(double precision, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float8_lt_variant(double precision, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = double precision, RIGHTARG = variant, FUNCTION = float8_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (double precision, variant) IS 'less than';

CREATE FUNCTION variant_le_float8(variant, double precision) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_float8(variant, double precision) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = double precision, FUNCTION = variant_le_float8,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, double precision) IS 'less than or equal';

CREATE FUNCTION float8_le_variant(double precision, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float8_le_variant(double precision, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = double precision, RIGHTARG = variant, FUNCTION = float8_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (double precision, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_float8(variant, double precision) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_float8(variant, double precision) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = double precision, FUNCTION = variant_gt_float8,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, double precision) IS 'greater than';

CREATE FUNCTION float8_gt_variant(double precision, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float8_gt_variant(double precision, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = double precision, RIGHTARG = variant, FUNCTION = float8_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (double precision, variant) IS 'greater than';

CREATE FUNCTION variant_ge_float8(variant, double precision) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_float8(variant, double precision) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = double precision, FUNCTION = variant_ge_float8,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, double precision) IS 'greater than or equal';

CREATE FUNCTION float8_ge_variant(double precision, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION float8_ge_variant(double precision, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = double precision, RIGHTARG = variant, FUNCTION = float8_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (double precision, variant) IS 'greater than or equal';

-- text

CREATE FUNCTION variant_eq_text(variant, text) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_text(variant, text) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_eq_text,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, text) IS 'equal';

CREATE FUNCTION text_eq_variant(text, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION text_eq_variant(text, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = text, RIGHTARG = variant, FUNCTION = text_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (text, variant) IS 'equal';

CREATE FUNCTION variant_ne_text(variant, text) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_text(variant, text) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_ne_text,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, text) IS 'not equal';

CREATE FUNCTION text_ne_variant(text, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION text_ne_variant(text, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = text, RIGHTARG = variant, FUNCTION = text_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (text, variant) IS 'not equal';

CREATE FUNCTION variant_lt_text(variant, text) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_text(variant, text) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_lt_text,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, text) IS 'less than';

CREATE FUNCTION text_lt_variant(text, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION text_lt_variant(text, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = text, RIGHTARG = variant, FUNCTION = text_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (text, variant) IS 'less than';

CREATE FUNCTION variant_le_text(variant, text) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_text(variant, text) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_le_text,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, text) IS 'less than or equal';

CREATE FUNCTION text_le_variant(text, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION text_le_variant(text, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = text, RIGHTARG = variant, FUNCTION = text_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (text, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_text(variant, text) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_text(variant, text) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_gt_text,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, text) IS 'greater than';

CREATE FUNCTION text_gt_variant(text, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION text_gt_variant(text, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = text, RIGHTARG = variant, FUNCTION = text_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (text, variant) IS 'greater than';

CREATE FUNCTION variant_ge_text(variant, text) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_text(variant, text) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = text, FUNCTION = variant_ge_text,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, text) IS 'greater than or equal';

CREATE FUNCTION text_ge_variant(text, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION text_ge_variant(text, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = text, RIGHTARG = variant, FUNCTION = text_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (text, variant) IS 'greater than or equal';

-- boolean

CREATE FUNCTION variant_eq_bool(variant, boolean) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_bool(variant, boolean) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = boolean, FUNCTION = variant_eq_bool,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, boolean) IS 'equal';

CREATE FUNCTION bool_eq_variant(boolean, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bool_eq_variant(boolean, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = boolean, RIGHTARG = variant, FUNCTION = bool_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (boolean, variant) IS 'equal';

CREATE FUNCTION variant_ne_bool(variant, boolean) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_bool(variant, boolean) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = boolean, FUNCTION = variant_ne_bool,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, boolean) IS 'not equal';

CREATE FUNCTION bool_ne_variant(boolean, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bool_ne_variant(boolean, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = boolean, RIGHTARG = variant, FUNCTION = bool_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (boolean, variant) IS 'not equal';

CREATE FUNCTION variant_lt_bool(variant, boolean) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_bool(variant, boolean) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = boolean, FUNCTION = variant_lt_bool,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, boolean) IS 'less than';

CREATE FUNCTION bool_lt_variant(boolean, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bool_lt_variant(boolean, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = boolean, RIGHTARG = variant, FUNCTION = bool_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (boolean, variant) IS 'less than';

CREATE FUNCTION variant_le_bool(variant, boolean) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_bool(variant, boolean) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = boolean, FUNCTION = variant_le_bool,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, boolean) IS 'less than or equal';

CREATE FUNCTION bool_le_variant(boolean, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bool_le_variant(boolean, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = boolean, RIGHTARG = variant, FUNCTION = bool_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (boolean, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_bool(variant, boolean) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_bool(variant, boolean) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = boolean, FUNCTION = variant_gt_bool,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, boolean) IS 'greater than';

CREATE FUNCTION bool_gt_variant(boolean, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bool_gt_variant(boolean, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = boolean, RIGHTARG = variant, FUNCTION = bool_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (boolean, variant) IS 'greater than';

CREATE FUNCTION variant_ge_bool(variant, boolean) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_bool(variant, boolean) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = boolean, FUNCTION = variant_ge_bool,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, boolean) IS 'greater than or equal';

CREATE FUNCTION bool_ge_variant(boolean, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bool_ge_variant(boolean, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = boolean, RIGHTARG = variant, FUNCTION = bool_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (boolean, variant) IS 'greater than or equal';

-- date

CREATE FUNCTION variant_eq_date(variant, date) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_date(variant, date) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = date, FUNCTION = variant_eq_date,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, date) IS 'equal';

CREATE FUNCTION date_eq_variant(date, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION date_eq_variant(date, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = date, RIGHTARG = variant, FUNCTION = date_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (date, variant) IS 'equal';

CREATE FUNCTION variant_ne_date(variant, date) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_date(variant, date) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = date, FUNCTION = variant_ne_date,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, date) IS 'not equal';

CREATE FUNCTION date_ne_variant(date, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION date_ne_variant(date, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = date, RIGHTARG = variant, FUNCTION = date_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (date, variant) IS 'not equal';

CREATE FUNCTION variant_lt_date(variant, date) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_date(variant, date) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = date, FUNCTION = variant_lt_date,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, date) IS 'less than';

CREATE FUNCTION date_lt_variant(date, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION date_lt_variant(date, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = date, RIGHTARG = variant, FUNCTION = date_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (date, variant) IS 'less than';

CREATE FUNCTION variant_le_date(variant, date) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_date(variant, date) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = date, FUNCTION = variant_le_date,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, date) IS 'less than or equal';

CREATE FUNCTION date_le_variant(date, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION date_le_variant(date, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = date, RIGHTARG = variant, FUNCTION = date_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (date, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_date(variant, date) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_date(variant, date) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = date, FUNCTION = variant_gt_date,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, date) IS 'greater than';

CREATE FUNCTION date_gt_variant(date, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION date_gt_variant(date, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = date, RIGHTARG = variant, FUNCTION = date_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (date, variant) IS 'greater than';

CREATE FUNCTION variant_ge_date(variant, date) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_date(variant, date) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = date, FUNCTION = variant_ge_date,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, date) IS 'greater than or equal';

CREATE FUNCTION date_ge_variant(date, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION date_ge_variant(date, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = date, RIGHTARG = variant, FUNCTION = date_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (date, variant) IS 'greater than or equal';

-- time

CREATE FUNCTION variant_eq_time(variant, time) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_time(variant, time) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = time, FUNCTION = variant_eq_time,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, time) IS 'equal';

CREATE FUNCTION time_eq_variant(time, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION time_eq_variant(time, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = time, RIGHTARG = variant, FUNCTION = time_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (time, variant) IS 'equal';

CREATE FUNCTION variant_ne_time(variant, time) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_time(variant, time) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = time, FUNCTION = variant_ne_time,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, time) IS 'not equal';

CREATE FUNCTION time_ne_variant(time, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION time_ne_variant(time, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = time, RIGHTARG = variant, FUNCTION = time_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (time, variant) IS 'not equal';

CREATE FUNCTION variant_lt_time(variant, time) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_time(variant, time) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = time, FUNCTION = variant_lt_time,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, time) IS 'less than';

CREATE FUNCTION time_lt_variant(time, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION time_lt_variant(time, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = time, RIGHTARG = variant, FUNCTION = time_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (time, variant) IS 'less than';

CREATE FUNCTION variant_le_time(variant, time) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_time(variant, time) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = time, FUNCTION = variant_le_time,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, time) IS 'less than or equal';

CREATE FUNCTION time_le_variant(time, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION time_le_variant(time, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = time, RIGHTARG = variant, FUNCTION = time_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (time, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_time(variant, time) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_time(variant, time) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = time, FUNCTION = variant_gt_time,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, time) IS 'greater than';

CREATE FUNCTION time_gt_variant(time, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION time_gt_variant(time, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = time, RIGHTARG = variant, FUNCTION = time_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (time, variant) IS 'greater than';

CREATE FUNCTION variant_ge_time(variant, time) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_time(variant, time) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = time, FUNCTION = variant_ge_time,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, time) IS 'greater than or equal';

CREATE FUNCTION time_ge_variant(time, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION time_ge_variant(time, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = time, RIGHTARG = variant, FUNCTION = time_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (time, variant) IS 'greater than or equal';

-- timestamp

CREATE FUNCTION variant_eq_timestamp(variant, timestamp) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_timestamp(variant, timestamp) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = timestamp, FUNCTION = variant_eq_timestamp,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, timestamp) IS 'equal';

CREATE FUNCTION timestamp_eq_variant(timestamp, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamp_eq_variant(timestamp, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = timestamp, RIGHTARG = variant, FUNCTION = timestamp_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (timestamp, variant) IS 'equal';

CREATE FUNCTION variant_ne_timestamp(variant, timestamp) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_timestamp(variant, timestamp) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = timestamp, FUNCTION = variant_ne_timestamp,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, timestamp) IS 'not equal';

CREATE FUNCTION timestamp_ne_variant(timestamp, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamp_ne_variant(timestamp, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = timestamp, RIGHTARG = variant, FUNCTION = timestamp_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (timestamp, variant) IS 'not equal';

CREATE FUNCTION variant_lt_timestamp(variant, timestamp) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_timestamp(variant, timestamp) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = timestamp, FUNCTION = variant_lt_timestamp,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, timestamp) IS 'less than';

CREATE FUNCTION timestamp_lt_variant(timestamp, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamp_lt_variant(timestamp, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = timestamp, RIGHTARG = variant, FUNCTION = timestamp_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (timestamp, variant) IS 'less than';

CREATE FUNCTION variant_le_timestamp(variant, timestamp) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_timestamp(variant, timestamp) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = timestamp, FUNCTION = variant_le_timestamp,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, timestamp) IS 'less than or equal';

CREATE FUNCTION timestamp_le_variant(timestamp, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamp_le_variant(timestamp, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = timestamp, RIGHTARG = variant, FUNCTION = timestamp_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (timestamp, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_timestamp(variant, timestamp) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_timestamp(variant, timestamp) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = timestamp, FUNCTION = variant_gt_timestamp,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, timestamp) IS 'greater than';

CREATE FUNCTION timestamp_gt_variant(timestamp, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamp_gt_variant(timestamp, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = timestamp, RIGHTARG = variant, FUNCTION = timestamp_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (timestamp, variant) IS 'greater than';

CREATE FUNCTION variant_ge_timestamp(variant, timestamp) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_timestamp(variant, timestamp) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = timestamp, FUNCTION = variant_ge_timestamp,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, timestamp) IS 'greater than or equal';

CREATE FUNCTION timestamp_ge_variant(timestamp, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamp_ge_variant(timestamp, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = timestamp, RIGHTARG = variant, FUNCTION = timestamp_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (timestamp, variant) IS 'greater than or equal';

-- timestamptz

CREATE FUNCTION variant_eq_timestamptz(variant, timestamptz) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_timestamptz(variant, timestamptz) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = timestamptz, FUNCTION = variant_eq_timestamptz,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, timestamptz) IS 'equal';

CREATE FUNCTION timestamptz_eq_variant(timestamptz, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamptz_eq_variant(timestamptz, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = timestamptz, RIGHTARG = variant, FUNCTION = timestamptz_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (timestamptz, variant) IS 'equal';

CREATE FUNCTION variant_ne_timestamptz(variant, timestamptz) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_timestamptz(variant, timestamptz) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = timestamptz, FUNCTION = variant_ne_timestamptz,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, timestamptz) IS 'not equal';

CREATE FUNCTION timestamptz_ne_variant(timestamptz, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamptz_ne_variant(timestamptz, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = timestamptz, RIGHTARG = variant, FUNCTION = timestamptz_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (timestamptz, variant) IS 'not equal';

CREATE FUNCTION variant_lt_timestamptz(variant, timestamptz) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_timestamptz(variant, timestamptz) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = timestamptz, FUNCTION = variant_lt_timestamptz,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, timestamptz) IS 'less than';

CREATE FUNCTION timestamptz_lt_variant(timestamptz, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamptz_lt_variant(timestamptz, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = timestamptz, RIGHTARG = variant, FUNCTION = timestamptz_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (timestamptz, variant) IS 'less than';

CREATE FUNCTION variant_le_timestamptz(variant, timestamptz) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_timestamptz(variant, timestamptz) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = timestamptz, FUNCTION = variant_le_timestamptz,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, timestamptz) IS 'less than or equal';

CREATE FUNCTION timestamptz_le_variant(timestamptz, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamptz_le_variant(timestamptz, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = timestamptz, RIGHTARG = variant, FUNCTION = timestamptz_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (timestamptz, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_timestamptz(variant, timestamptz) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_timestamptz(variant, timestamptz) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = timestamptz, FUNCTION = variant_gt_timestamptz,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, timestamptz) IS 'greater than';

CREATE FUNCTION timestamptz_gt_variant(timestamptz, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamptz_gt_variant(timestamptz, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = timestamptz, RIGHTARG = variant, FUNCTION = timestamptz_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (timestamptz, variant) IS 'greater than';

CREATE FUNCTION variant_ge_timestamptz(variant, timestamptz) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_timestamptz(variant, timestamptz) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = timestamptz, FUNCTION = variant_ge_timestamptz,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, timestamptz) IS 'greater than or equal';

CREATE FUNCTION timestamptz_ge_variant(timestamptz, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION timestamptz_ge_variant(timestamptz, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = timestamptz, RIGHTARG = variant, FUNCTION = timestamptz_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (timestamptz, variant) IS 'greater than or equal';

-- uuid

CREATE FUNCTION variant_eq_uuid(variant, uuid) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_uuid(variant, uuid) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = uuid, FUNCTION = variant_eq_uuid,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, uuid) IS 'equal';

CREATE FUNCTION uuid_eq_variant(uuid, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION uuid_eq_variant(uuid, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = uuid, RIGHTARG = variant, FUNCTION = uuid_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (uuid, variant) IS 'equal';

CREATE FUNCTION variant_ne_uuid(variant, uuid) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_uuid(variant, uuid) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = uuid, FUNCTION = variant_ne_uuid,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, uuid) IS 'not equal';

CREATE FUNCTION uuid_ne_variant(uuid, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION uuid_ne_variant(uuid, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = uuid, RIGHTARG = variant, FUNCTION = uuid_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (uuid, variant) IS 'not equal';

CREATE FUNCTION variant_lt_uuid(variant, uuid) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_uuid(variant, uuid) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = uuid, FUNCTION = variant_lt_uuid,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, uuid) IS 'less than';

CREATE FUNCTION uuid_lt_variant(uuid, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION uuid_lt_variant(uuid, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = uuid, RIGHTARG = variant, FUNCTION = uuid_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (uuid, variant) IS 'less than';

CREATE FUNCTION variant_le_uuid(variant, uuid) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_uuid(variant, uuid) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = uuid, FUNCTION = variant_le_uuid,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, uuid) IS 'less than or equal';

CREATE FUNCTION uuid_le_variant(uuid, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION uuid_le_variant(uuid, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = uuid, RIGHTARG = variant, FUNCTION = uuid_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (uuid, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_uuid(variant, uuid) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_uuid(variant, uuid) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = uuid, FUNCTION = variant_gt_uuid,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, uuid) IS 'greater than';

CREATE FUNCTION uuid_gt_variant(uuid, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION uuid_gt_variant(uuid, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = uuid, RIGHTARG = variant, FUNCTION = uuid_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (uuid, variant) IS 'greater than';

CREATE FUNCTION variant_ge_uuid(variant, uuid) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_uuid(variant, uuid) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = uuid, FUNCTION = variant_ge_uuid,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, uuid) IS 'greater than or equal';

CREATE FUNCTION uuid_ge_variant(uuid, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION uuid_ge_variant(uuid, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = uuid, RIGHTARG = variant, FUNCTION = uuid_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (uuid, variant) IS 'greater than or equal';

-- bytea

CREATE FUNCTION variant_eq_bytea(variant, bytea) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_eq_bytea(variant, bytea) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = variant, RIGHTARG = bytea, FUNCTION = variant_eq_bytea,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (variant, bytea) IS 'equal';

CREATE FUNCTION bytea_eq_variant(bytea, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bytea_eq_variant(bytea, variant) IS 'implementation of = operator';
CREATE OPERATOR = (
	LEFTARG = bytea, RIGHTARG = variant, FUNCTION = bytea_eq_variant,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel
);
COMMENT ON OPERATOR = (bytea, variant) IS 'equal';

CREATE FUNCTION variant_ne_bytea(variant, bytea) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ne_bytea(variant, bytea) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = variant, RIGHTARG = bytea, FUNCTION = variant_ne_bytea,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (variant, bytea) IS 'not equal';

CREATE FUNCTION bytea_ne_variant(bytea, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bytea_ne_variant(bytea, variant) IS 'implementation of <> operator';
CREATE OPERATOR <> (
	LEFTARG = bytea, RIGHTARG = variant, FUNCTION = bytea_ne_variant,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (bytea, variant) IS 'not equal';

CREATE FUNCTION variant_lt_bytea(variant, bytea) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_lt_bytea(variant, bytea) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = variant, RIGHTARG = bytea, FUNCTION = variant_lt_bytea,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (variant, bytea) IS 'less than';

CREATE FUNCTION bytea_lt_variant(bytea, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bytea_lt_variant(bytea, variant) IS 'implementation of < operator';
CREATE OPERATOR < (
	LEFTARG = bytea, RIGHTARG = variant, FUNCTION = bytea_lt_variant,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (bytea, variant) IS 'less than';

CREATE FUNCTION variant_le_bytea(variant, bytea) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_le_bytea(variant, bytea) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = variant, RIGHTARG = bytea, FUNCTION = variant_le_bytea,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (variant, bytea) IS 'less than or equal';

CREATE FUNCTION bytea_le_variant(bytea, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bytea_le_variant(bytea, variant) IS 'implementation of <= operator';
CREATE OPERATOR <= (
	LEFTARG = bytea, RIGHTARG = variant, FUNCTION = bytea_le_variant,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (bytea, variant) IS 'less than or equal';

CREATE FUNCTION variant_gt_bytea(variant, bytea) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_gt_bytea(variant, bytea) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = variant, RIGHTARG = bytea, FUNCTION = variant_gt_bytea,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (variant, bytea) IS 'greater than';

CREATE FUNCTION bytea_gt_variant(bytea, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bytea_gt_variant(bytea, variant) IS 'implementation of > operator';
CREATE OPERATOR > (
	LEFTARG = bytea, RIGHTARG = variant, FUNCTION = bytea_gt_variant,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (bytea, variant) IS 'greater than';

CREATE FUNCTION variant_ge_bytea(variant, bytea) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION variant_ge_bytea(variant, bytea) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = variant, RIGHTARG = bytea, FUNCTION = variant_ge_bytea,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (variant, bytea) IS 'greater than or equal';

CREATE FUNCTION bytea_ge_variant(bytea, variant) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION bytea_ge_variant(bytea, variant) IS 'implementation of >= operator';
CREATE OPERATOR >= (
	LEFTARG = bytea, RIGHTARG = variant, FUNCTION = bytea_ge_variant,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (bytea, variant) IS 'greater than or equal';

-- Members and elements as rows (src/variant_srf.c)

CREATE FUNCTION variant_each(from_variant variant, OUT key text, OUT value variant)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_each(variant) IS
	'members of a variant object, in name order';

CREATE FUNCTION variant_each_text(from_variant variant, OUT key text, OUT value text)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_each_text(variant) IS
	'members of a variant object with their bare text, in name order; variant null is NULL';

CREATE FUNCTION variant_array_elements(from_variant variant, OUT value variant)
	RETURNS SETOF variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_array_elements(variant) IS
	'elements of a variant array';

CREATE FUNCTION variant_array_elements_text(from_variant variant, OUT value text)
	RETURNS SETOF text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_array_elements_text(variant) IS
	'bare text of the elements of a variant array; variant null is NULL';

CREATE FUNCTION variant_object_keys(variant)
	RETURNS SETOF text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_object_keys(variant) IS
	'member names of a variant object, in order';

CREATE FUNCTION variant_array_length(variant)
	RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_array_length(variant) IS
	'number of elements of a variant array';
-- Objects and arrays from SQL values (src/variant_build.c).  Not immutable, as
-- they may run the output function of any type.

CREATE FUNCTION variant_build_object()
	RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_build_object_noargs' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_build_object() IS
	'an empty variant object';

CREATE FUNCTION variant_build_object(VARIADIC "any")
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_build_object("any") IS
	'variant object of alternating keys and values; of equal keys the last wins';

CREATE FUNCTION variant_build_array()
	RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_build_array_noargs' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_build_array() IS
	'an empty variant array';

CREATE FUNCTION variant_build_array(VARIADIC "any")
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_build_array("any") IS
	'variant array of values of any types';

CREATE FUNCTION variant_object(text[])
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_object(text[]) IS
	'variant object of strings from keys and values: {k1, v1, k2, v2} or {{k1, v1}, {k2, v2}}';

CREATE FUNCTION variant_object(text[], text[])
	RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_object_two_arg' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_object(text[], text[]) IS
	'variant object of strings from an array of keys and an array of values';
-- Aggregates that build arrays and objects (src/variant_agg.c).  All share one
-- form of state, and so the functions that parallel query needs.

CREATE FUNCTION variant_agg_combine(internal, internal)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_combine(internal, internal) IS
	'aggregate combine function of variant aggregates';

CREATE FUNCTION variant_agg_serialize(internal)
	RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_serialize(internal) IS
	'aggregate serialize function of variant aggregates';

CREATE FUNCTION variant_agg_deserialize(bytea, internal)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_deserialize(bytea, internal) IS
	'aggregate deserialize function of variant aggregates';

CREATE FUNCTION variant_agg_transfn(internal, anyelement)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_transfn(internal, anyelement) IS
	'aggregate transition function of variant_agg';

CREATE FUNCTION variant_agg_strict_transfn(internal, anyelement)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_strict_transfn(internal, anyelement) IS
	'aggregate transition function of variant_agg_strict';

CREATE FUNCTION variant_agg_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_finalfn(internal) IS
	'aggregate final function of variant_agg and variant_agg_strict';

CREATE AGGREGATE variant_agg(anyelement)
(
	SFUNC = variant_agg_transfn,
	STYPE = internal,
	FINALFUNC = variant_agg_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_agg(anyelement) IS
	'variant array of the inputs';

CREATE AGGREGATE variant_agg_strict(anyelement)
(
	SFUNC = variant_agg_strict_transfn,
	STYPE = internal,
	FINALFUNC = variant_agg_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_agg_strict(anyelement) IS
	'variant array of the inputs that are not NULL';

CREATE FUNCTION variant_object_agg_transfn(internal, "any", "any")
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_transfn(internal, "any", "any") IS
	'aggregate transition function of variant_object_agg and variant_object_agg_unique';

CREATE FUNCTION variant_object_agg_strict_transfn(internal, "any", "any")
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_strict_transfn(internal, "any", "any") IS
	'aggregate transition function of variant_object_agg_strict';

CREATE FUNCTION variant_object_agg_unique_strict_transfn(internal, "any", "any")
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_unique_strict_transfn(internal, "any", "any") IS
	'aggregate transition function of variant_object_agg_unique_strict';

CREATE FUNCTION variant_object_agg_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_finalfn(internal) IS
	'aggregate final function of variant_object_agg';

CREATE FUNCTION variant_object_agg_strict_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_strict_finalfn(internal) IS
	'aggregate final function of variant_object_agg_strict';

CREATE FUNCTION variant_object_agg_unique_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_unique_finalfn(internal) IS
	'aggregate final function of variant_object_agg_unique';

CREATE FUNCTION variant_object_agg_unique_strict_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_unique_strict_finalfn(internal) IS
	'aggregate final function of variant_object_agg_unique_strict';

CREATE AGGREGATE variant_object_agg(key "any", value "any")
(
	SFUNC = variant_object_agg_transfn,
	STYPE = internal,
	FINALFUNC = variant_object_agg_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_object_agg(key "any", value "any") IS
	'variant object of keys and values; of equal keys the last wins';

CREATE AGGREGATE variant_object_agg_strict(key "any", value "any")
(
	SFUNC = variant_object_agg_strict_transfn,
	STYPE = internal,
	FINALFUNC = variant_object_agg_strict_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_object_agg_strict(key "any", value "any") IS
	'variant object of keys and values that are neither NULL nor a variant null';

CREATE AGGREGATE variant_object_agg_unique(key "any", value "any")
(
	SFUNC = variant_object_agg_transfn,
	STYPE = internal,
	FINALFUNC = variant_object_agg_unique_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_object_agg_unique(key "any", value "any") IS
	'variant object of keys and values; a repeated key is an error';

CREATE AGGREGATE variant_object_agg_unique_strict(key "any", value "any")
(
	SFUNC = variant_object_agg_unique_strict_transfn,
	STYPE = internal,
	FINALFUNC = variant_object_agg_unique_strict_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_object_agg_unique_strict(key "any", value "any") IS
	'variant object of keys and values that are neither NULL nor a variant null; a repeated key is an error';

-- Objects to rows (src/variant_record.c)

CREATE FUNCTION variant_populate_record(base anyelement, from_variant variant)
	RETURNS anyelement
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_populate_record(anyelement, variant) IS
	'row of the type of base with the members of a variant object in its columns';

CREATE FUNCTION variant_populate_record_valid(base anyelement, from_variant variant)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_populate_record_valid(anyelement, variant) IS
	'whether variant_populate_record would succeed';

-- before 17 the errors of domains are not soft, and it starts a subtransaction
DO $$
BEGIN
	IF current_setting('server_version_num')::integer < 170000 THEN
		EXECUTE 'ALTER FUNCTION variant_populate_record_valid(anyelement, variant) PARALLEL UNSAFE';
	END IF;
END
$$;

CREATE FUNCTION variant_populate_recordset(base anyelement, from_variant variant)
	RETURNS SETOF anyelement
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_populate_recordset(anyelement, variant) IS
	'rows of the type of base from a variant array of objects';

CREATE FUNCTION variant_to_record(variant)
	RETURNS record
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_to_record(variant) IS
	'row of the columns that the query defines from a variant object';

CREATE FUNCTION variant_to_recordset(variant)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_to_recordset(variant) IS
	'rows of the columns that the query defines from a variant array of objects';
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
-- SQL/JSON path over variants (src/variant_jsonpath*.c)

CREATE FUNCTION variant_path_exists(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_exists(variant, jsonpath, variant, boolean) IS
	'does the path give any item';

CREATE FUNCTION variant_path_match(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_match(variant, jsonpath, variant, boolean) IS
	'the boolean that a path predicate gives';

CREATE FUNCTION variant_path_query(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS SETOF variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_query(variant, jsonpath, variant, boolean) IS
	'items that the path gives, as rows';

CREATE FUNCTION variant_path_query_array(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_query_array(variant, jsonpath, variant, boolean) IS
	'items that the path gives, as an array';

CREATE FUNCTION variant_path_query_first(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_query_first(variant, jsonpath, variant, boolean) IS
	'first item that the path gives';

CREATE FUNCTION variant_path_exists_tz(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_exists_tz(variant, jsonpath, variant, boolean) IS
	'does the path give any item, using the time zone of the session';

CREATE FUNCTION variant_path_match_tz(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_match_tz(variant, jsonpath, variant, boolean) IS
	'the boolean that a path predicate gives, using the time zone of the session';

CREATE FUNCTION variant_path_query_tz(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS SETOF variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_query_tz(variant, jsonpath, variant, boolean) IS
	'items that the path gives, as rows, using the time zone of the session';

CREATE FUNCTION variant_path_query_array_tz(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_query_array_tz(variant, jsonpath, variant, boolean) IS
	'items that the path gives, as an array, using the time zone of the session';

CREATE FUNCTION variant_path_query_first_tz(target variant, path jsonpath, vars variant DEFAULT '{}', silent boolean DEFAULT false)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_query_first_tz(variant, jsonpath, variant, boolean) IS
	'first item that the path gives, using the time zone of the session';

CREATE FUNCTION variant_path_exists_opr(variant, jsonpath)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_exists_opr(variant, jsonpath) IS 'implementation of @? operator';

CREATE OPERATOR @? (
	LEFTARG = variant, RIGHTARG = jsonpath, FUNCTION = variant_path_exists_opr,
	RESTRICT = matchingsel, JOIN = matchingjoinsel
);
COMMENT ON OPERATOR @? (variant, jsonpath) IS 'variant path exists';

CREATE FUNCTION variant_path_match_opr(variant, jsonpath)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_path_match_opr(variant, jsonpath) IS 'implementation of @@ operator';

CREATE OPERATOR @@ (
	LEFTARG = variant, RIGHTARG = jsonpath, FUNCTION = variant_path_match_opr,
	RESTRICT = matchingsel, JOIN = matchingjoinsel
);
COMMENT ON OPERATOR @@ (variant, jsonpath) IS 'variant path match';

-- rows and columns (src/variant_table.c)

CREATE FUNCTION variant_table(v variant, row_path jsonpath, columns variant DEFAULT '[]')
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE ROWS 1000;
COMMENT ON FUNCTION variant_table(variant, jsonpath, variant) IS
	'rows of the columns that the query defines, one for each item of row_path; columns: for each column, in an array or by name, null (the member of its name), a path, or an object of path, exists, ordinality, default_on_empty, on_empty, default_on_error, on_error';

-- before 17 a value with a default on error takes a subtransaction
DO $$
BEGIN
	IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) 170000 THEN
		ALTER FUNCTION variant_table(variant, jsonpath, variant) PARALLEL UNSAFE;
	END IF;
END
$$;
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
-- chains of steps as one call (src/variant_fold.c, src/variant_fetch.c)

CREATE FUNCTION variant_fold_support(internal)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STRICT;
COMMENT ON FUNCTION variant_fold_support(internal) IS
	'planner support of everything that reads at a path';

-- What the planner makes of chains; a path names the kind of its steps: .a
-- only a member, [0] only an element, {0} a member or an element.

CREATE FUNCTION variant_fetch(v variant, path text)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch(variant, text) IS
	'what the planner makes of a chain of steps';

CREATE FUNCTION variant_fetch_text(v variant, path text)
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_text(variant, text) IS
	'what the planner makes of a chain of steps to text';

CREATE FUNCTION variant_fetch_bool(v variant, path text)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_bool(variant, text) IS
	'what the planner makes of a chain of steps to boolean';

CREATE FUNCTION variant_fetch_int2(v variant, path text)
	RETURNS smallint
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_int2(variant, text) IS
	'what the planner makes of a chain of steps to smallint';

CREATE FUNCTION variant_fetch_int4(v variant, path text)
	RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_int4(variant, text) IS
	'what the planner makes of a chain of steps to integer';

CREATE FUNCTION variant_fetch_int8(v variant, path text)
	RETURNS bigint
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_int8(variant, text) IS
	'what the planner makes of a chain of steps to bigint';

CREATE FUNCTION variant_fetch_numeric(v variant, path text)
	RETURNS numeric
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_numeric(variant, text) IS
	'what the planner makes of a chain of steps to numeric';

CREATE FUNCTION variant_fetch_float4(v variant, path text)
	RETURNS real
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_float4(variant, text) IS
	'what the planner makes of a chain of steps to real';

CREATE FUNCTION variant_fetch_float8(v variant, path text)
	RETURNS double precision
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_float8(variant, text) IS
	'what the planner makes of a chain of steps to double precision';

CREATE FUNCTION variant_fetch_date(v variant, path text)
	RETURNS date
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_date(variant, text) IS
	'what the planner makes of a chain of steps to date';

CREATE FUNCTION variant_fetch_time(v variant, path text)
	RETURNS time
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_time(variant, text) IS
	'what the planner makes of a chain of steps to time';

CREATE FUNCTION variant_fetch_timestamp(v variant, path text)
	RETURNS timestamp
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_timestamp(variant, text) IS
	'what the planner makes of a chain of steps to timestamp';

CREATE FUNCTION variant_fetch_timestamptz(v variant, path text)
	RETURNS timestamptz
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_timestamptz(variant, text) IS
	'what the planner makes of a chain of steps to timestamptz';

CREATE FUNCTION variant_fetch_bytea(v variant, path text)
	RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_bytea(variant, text) IS
	'what the planner makes of a chain of steps to bytea';

CREATE FUNCTION variant_fetch_uuid(v variant, path text)
	RETURNS uuid
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_uuid(variant, text) IS
	'what the planner makes of a chain of steps to uuid';

CREATE FUNCTION variant_fetch_jsonb(v variant, path text)
	RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_jsonb(variant, text) IS
	'what the planner makes of a chain of steps to jsonb';

CREATE FUNCTION variant_fetch_json(v variant, path text)
	RETURNS json
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_fold_support;
COMMENT ON FUNCTION variant_fetch_json(variant, text) IS
	'what the planner makes of a chain of steps to json';

ALTER FUNCTION variant_object_field(variant, text) SUPPORT variant_fold_support;
ALTER FUNCTION variant_object_field_text(variant, text) SUPPORT variant_fold_support;
ALTER FUNCTION variant_array_element(variant, integer) SUPPORT variant_fold_support;
ALTER FUNCTION variant_array_element_text(variant, integer) SUPPORT variant_fold_support;
ALTER FUNCTION variant_extract_path(variant, text[]) SUPPORT variant_fold_support;
ALTER FUNCTION variant_extract_path_text(variant, text[]) SUPPORT variant_fold_support;
ALTER FUNCTION variant_get(variant, text) SUPPORT variant_fold_support;
ALTER FUNCTION variant_get(variant, text, anyelement) SUPPORT variant_fold_support;
ALTER FUNCTION bool(variant) SUPPORT variant_fold_support;
ALTER FUNCTION int2(variant) SUPPORT variant_fold_support;
ALTER FUNCTION int4(variant) SUPPORT variant_fold_support;
ALTER FUNCTION int8(variant) SUPPORT variant_fold_support;
ALTER FUNCTION "numeric"(variant) SUPPORT variant_fold_support;
ALTER FUNCTION float4(variant) SUPPORT variant_fold_support;
ALTER FUNCTION float8(variant) SUPPORT variant_fold_support;
ALTER FUNCTION date(variant) SUPPORT variant_fold_support;
ALTER FUNCTION "time"(variant) SUPPORT variant_fold_support;
ALTER FUNCTION "timestamp"(variant) SUPPORT variant_fold_support;
ALTER FUNCTION timestamptz(variant) SUPPORT variant_fold_support;
ALTER FUNCTION bytea(variant) SUPPORT variant_fold_support;
ALTER FUNCTION uuid(variant) SUPPORT variant_fold_support;
ALTER FUNCTION variant_to_jsonb(variant) SUPPORT variant_fold_support;
ALTER FUNCTION variant_to_json(variant) SUPPORT variant_fold_support;

-- costs and numbers of rows (src/variant_cost.c)
CREATE FUNCTION variant_cost_support(internal)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STRICT;
COMMENT ON FUNCTION variant_cost_support(internal) IS
	'planner support: cost of reading documents, rows of taking them apart';

ALTER FUNCTION variant_eq(variant, variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_ne(variant, variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_lt(variant, variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_le(variant, variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_gt(variant, variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_ge(variant, variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_contains(variant, variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_contained(variant, variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_exists(variant, text) SUPPORT variant_cost_support;
ALTER FUNCTION variant_exists_any(variant, text[]) SUPPORT variant_cost_support;
ALTER FUNCTION variant_exists_all(variant, text[]) SUPPORT variant_cost_support;
ALTER FUNCTION variant_path_exists_opr(variant, jsonpath) SUPPORT variant_cost_support;
ALTER FUNCTION variant_path_match_opr(variant, jsonpath) SUPPORT variant_cost_support;
ALTER FUNCTION variant_typeof(variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_physical_type(variant) SUPPORT variant_cost_support;
ALTER FUNCTION is_variant_null(variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_array_length(variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_each(variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_each_text(variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_array_elements(variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_array_elements_text(variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_object_keys(variant) SUPPORT variant_cost_support;
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
