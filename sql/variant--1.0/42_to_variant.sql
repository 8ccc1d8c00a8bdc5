-- to_variant and the casts to variant: on assignment from json and jsonb,
-- explicit from scalars; that from text parses, as the input function does

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

CREATE FUNCTION variant(text) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_from_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant(text) IS 'the variant that a text form stands for';
CREATE CAST (text AS variant) WITH FUNCTION variant(text);
COMMENT ON CAST (text AS variant) IS 'reads the text form';

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
