#!/usr/bin/env bash
#
# typed_operators.sh - write sql/variant--1.0/45_typed.sql: the operators
# between variant and SQL types, both ways round.
#
#	test/tools/typed_operators.sh > sql/variant--1.0/45_typed.sql

set -eu

# short name, SQL type
types=(
	int2:smallint
	int4:integer
	int8:bigint
	numeric:numeric
	float4:real
	'float8:double precision'
	text:text
	bool:boolean
	date:date
	time:time
	timestamp:timestamp
	timestamptz:timestamptz
	uuid:uuid
	bytea:bytea
)

# name, operator, commutator, negator, estimator, what it is
operators=(
	'eq = = <> eq equal'
	'ne <> <> = neq not equal'
	'lt < > >= scalarlt less than'
	'le <= >= > scalarle less than or equal'
	'gt > < <= scalargt greater than'
	'ge >= <= < scalarge greater than or equal'
)

# function name, left type, right type, then the fields of an operator
operator()
{
	local function=$1 left=$2 right=$3 name=$4 op=$5 commutator=$6 negator=$7 estimator=$8
	shift 8
	cat <<SQL
CREATE FUNCTION $function($left, $right) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	SUPPORT variant_typed_support;
COMMENT ON FUNCTION $function($left, $right) IS 'implementation of $op operator';
CREATE OPERATOR $op (
	LEFTARG = $left, RIGHTARG = $right, FUNCTION = $function,
	COMMUTATOR = $commutator, NEGATOR = $negator,
	RESTRICT = ${estimator}sel, JOIN = ${estimator}joinsel
);
COMMENT ON OPERATOR $op ($left, $right) IS '$*';

SQL
}

cat <<'SQL'
-- comparison of variant with SQL types: = and <> as with to_variant(x), the
-- orderings within a class only, NULL otherwise; written by
-- test/tools/typed_operators.sh

CREATE FUNCTION variant_typed_support(internal) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_typed_support(internal) IS
	'planner support of the operators between variant and SQL types';

SQL

for type in text numeric date timestamp timestamptz; do
	cat <<SQL
CREATE FUNCTION variant_equal_to($type) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_equal_to_$type' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_equal_to($type) IS
	'the variant that equals a value, NULL if there is none: for index conditions';

SQL
done

for type in numeric date timestamp timestamptz; do
	cat <<SQL
CREATE FUNCTION variant_bound($type, upper boolean) RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_bound_$type' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_bound($type, boolean) IS
	'the nearest variant that is not above a value, or not below it: for index conditions';

SQL
done

for entry in "${types[@]}"; do
	short=${entry%%:*}
	type=${entry#*:}
	printf -- '-- %s\n\n' "$type"
	for fields in "${operators[@]}"; do
		set -f
		# shellcheck disable=SC2086
		operator "variant_${fields%% *}_$short" variant "$type" $fields
		# shellcheck disable=SC2086
		operator "${short}_${fields%% *}_variant" "$type" variant $fields
		set +f
	done
done
