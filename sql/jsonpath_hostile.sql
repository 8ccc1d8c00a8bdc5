-- Paths and documents that try to take all time, stack or memory: each ends in
-- an error or a result, and can be stopped.
CREATE SCHEMA test_jsonpath_hostile;
SET search_path = test_jsonpath_hostile, public;

-- what a statement says: its result, or the code of its error
CREATE FUNCTION ends(statement text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE statement INTO result;
	RETURN result;
EXCEPTION WHEN query_canceled THEN
	RETURN 'canceled';
WHEN OTHERS THEN
	RETURN SQLSTATE;
END
$$;

-- deep documents, at the limit of 1000 levels
CREATE TEMP TABLE deep AS
	SELECT (repeat('[', 1000) || '1' || repeat(']', 1000))::variant AS arrays,
		(repeat('{"a": ', 1000) || '1' || repeat('}', 1000))::variant AS objects;
SELECT count(*) FROM deep, variant_path_query(arrays, 'strict $.**');
SELECT variant_path_query_array(arrays, 'strict $.**{last}') FROM deep;
SELECT variant_path_query_array(objects, '$.**{999 to last} ? (@ == 1)') FROM deep;
SELECT variant_path_query_first(objects, ('$' || repeat('.a', 1000))::jsonpath) AS found,
	variant_path_query_first(objects, ('$' || repeat('.a', 1001))::jsonpath) AS missing,
	variant_path_query_first(arrays, ('$' || repeat('[0]', 1000))::jsonpath) AS elements,
	variant_path_query_first(arrays, ('strict $' || repeat('[*]', 1000))::jsonpath) AS wildcards FROM deep;
SELECT variant_path_exists(objects, '$.**.b') AS nowhere, variant_path_exists(objects, '$.**.a ? (@ == 1)') AS there FROM deep;

-- long paths: steps that are executed one in another meet the stack's limit,
-- or the parser's, not the end of the stack
SELECT ends(format('SELECT variant_path_query_first(''1'', %L)', '$' || repeat('[*]', n))) IN ('1', '54001') AS steps,
	ends(format('SELECT variant_path_query_first(''1'', %L)', repeat('(', n) || '1' || repeat(' + 1)', n))) IN ((n + 1)::text, '54001', '42601', '53200') AS sums,
	ends(format('SELECT variant_path_match(''1'', %L)', repeat('!(', n) || '1 == 1' || repeat(')', n))) IN ('true', '54001', '42601', '53200') AS nots,
	ends(format('SELECT variant_path_query_first(''1'', %L)', '$' || repeat(' ? (@ == 1)', n))) IN ('1', '54001', '42601', '53200') AS filters
FROM (VALUES (10), (1000), (50000)) v(n);

-- exponential work is canceled
SET statement_timeout = '300ms';
SELECT ends($s$SELECT count(*) FROM variant_path_query((SELECT arrays FROM deep), '$.**.**.**.**')$s$) AS levels;
SELECT ends($s$SELECT variant_path_exists((SELECT arrays FROM deep), '$.**.**.**.** ? (@ == 2)')$s$) AS levels;
SELECT ends($s$SELECT variant_path_exists((SELECT variant_agg(i) FROM generate_series(1, 100000) i), '$ ? (@[*] == -$[*])')$s$) AS pairs;
SELECT ends($s$SELECT variant_path_exists((SELECT variant_agg(i) FROM generate_series(1, 1000) i),
	'$[*] ? (@ < $[*] ? (@ < $[*] ? (@ < $[*] ? (@ < 0))))')$s$) AS filters;
SELECT ends($s$SELECT variant_path_query_array((SELECT variant_agg(i) FROM generate_series(1, 2000) i), '$[0 to last, 0 to last] ? (exists($[*] ? (exists($[*] ? (@ < 0)))))')$s$) AS nested;
SELECT ends($s$SELECT count(*) FROM variant_table((SELECT variant_agg(i) FROM generate_series(1, 2000) i), '$[*]', '["$ ? (exists($ ? (@ < 0)))"]') t(a int), generate_series(1, 1000000)$s$) AS rows;

RESET statement_timeout;

-- ranges are cut to the array in lax mode, and refused in strict mode
SELECT variant_path_query_array('[1, 2, 3]', '$[0 to 2147483647]') AS up, variant_path_query_array('[1, 2, 3]', '$[-2147483648 to 2147483647]') AS all,
	variant_path_query_array('1', '$[-2147483648 to 2147483647]') AS scalar, variant_path_query_array('[]', '$[0 to 2147483647]') AS none,
	variant_path_exists('[]', '$[0 to 2147483647]') AS exists;
SELECT p, ends(format('SELECT variant_path_query_array(''[1, 2]'', %L)', p)) FROM unnest(ARRAY[
	'strict $[0 to 2147483647]', '$[2147483648]', '$[-2147483649]', '$[1e300]', '$[0 to 99999999999999999999]', '$[last + 2147483647]',
	'$[0] / 0', '$[0] % 0', '$[0] / ($[1] - 2)', '1e131071 * 1e131071', '-1e131071 * 1e131071 * 1e131071', '1e131071', '1e308', '1e309', '1e-400', '$[0] * 1e-320',
	'$[*] ? (@ / 0 == 1)', '($[0] / 0 == 1) is unknown', '$[0].double().double().floor()', '"1e400".double()', '$.**{4294967295}', '$.**{2147483648 to last}']) p;

-- many items at once
CREATE TEMP TABLE wide AS SELECT variant_agg(i) AS v FROM generate_series(1, 200000) i;
SELECT variant_path_query_first(v, '$[*] ? (@ == 200000)') AS found, variant_path_query_first(v, '$.size()') AS size,
	variant_array_length(variant_path_query_array(v, '$[*] ? (@ % 2 == 0)')) AS even, v @@ '$[*] == 150000' AS match FROM wide;
SELECT count(*), sum(q::bigint) FROM wide, variant_path_query(v, '$[*]') q;
SELECT count(*) FROM (SELECT variant_path_query(v, '$[*]') FROM wide LIMIT 3) s;
-- rows that are not fetched to the end, then started again
SELECT i, (SELECT array_agg(q::int) FROM (SELECT variant_path_query(variant_build_array(i, i + 1, i + 2), '$[*]') AS q LIMIT 2) s) FROM generate_series(1, 3) i;
SELECT i, variant_path_query(variant_build_array(i, i * 10), p::jsonpath) FROM generate_series(1, 3) i, unnest(ARRAY['$[*] ? (@ > 2)', '$[0]']) p ORDER BY 1, 2;

-- regular expressions of the server are interruptible and limited by it
SET statement_timeout = '500ms';
SELECT ends(format('SELECT variant_path_match(%L, %L)', to_variant(repeat('a', 5000)), '$ like_regex "(a*)*(a*)*(a*)*b\\1"')) IN ('canceled', 'false', '2201B') AS regex;
RESET statement_timeout;

-- damaged bytes are in sql/damage.sql; foreign ones that are legal but unusual
SELECT variant_path_query_array(v, '$.*') AS members, variant_path_query_array(v, '$.b') AS b, variant_path_query_first(v, '$.keyvalue().key') AS key
FROM variant_from_bytes('\x010300010203626178'::bytea || '\x02020100000204'::bytea || '\x0c010c02'::bytea) v;

SET client_min_messages = warning;
DROP SCHEMA test_jsonpath_hostile CASCADE;
