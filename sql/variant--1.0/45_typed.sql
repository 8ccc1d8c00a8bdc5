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

