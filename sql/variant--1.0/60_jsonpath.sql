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

CREATE FUNCTION variant_table_support(internal)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STRICT;
COMMENT ON FUNCTION variant_table_support(internal) IS
	'planner support for variant_table, which queries read as a scan of its own';

ALTER FUNCTION variant_table(variant, jsonpath, variant) SUPPORT variant_table_support;
