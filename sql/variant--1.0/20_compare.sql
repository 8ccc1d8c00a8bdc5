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

