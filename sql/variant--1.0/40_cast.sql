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

-- what the conversion through the type's output and input functions would do,
-- without a copy of the text on the way
CREATE FUNCTION text(variant) RETURNS text
	AS 'MODULE_PATHNAME', 'variant_to_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION text(variant) IS 'the text form of a variant';
CREATE CAST (variant AS text) WITH FUNCTION text(variant) AS ASSIGNMENT;
COMMENT ON CAST (variant AS text) IS 'the text form, which reads back to an equal value';
