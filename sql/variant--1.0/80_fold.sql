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
ALTER FUNCTION variant_delete(variant, text) SUPPORT variant_cost_support;
ALTER FUNCTION variant_delete(variant, text[]) SUPPORT variant_cost_support;
ALTER FUNCTION variant_delete_path(variant, text[]) SUPPORT variant_cost_support;
ALTER FUNCTION variant_set(variant, text[], variant, boolean) SUPPORT variant_cost_support;
ALTER FUNCTION variant_set_lax(variant, text[], variant, boolean, text) SUPPORT variant_cost_support;
ALTER FUNCTION variant_insert(variant, text[], variant, boolean) SUPPORT variant_cost_support;
ALTER FUNCTION variant_array_append(variant, text, variant) SUPPORT variant_cost_support;
ALTER FUNCTION variant_pick(variant, text[]) SUPPORT variant_cost_support;
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
