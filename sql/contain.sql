-- Containment and existence: @> <@ ? ?| ?&, compared with jsonb's.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_contain;
SET search_path = test_contain, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.70);

-- documents of few different values, so that one often contains another
CREATE FUNCTION small_json(depth integer) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	n integer := floor(random() * 4);
	kind float := random();
BEGIN
	IF depth <= 0 OR kind < 0.3 THEN
		RETURN (ARRAY['null', 'true', 'false', '1', '1.0', '2', '-0.0', '0', '"a"', '"b"', '"1"', '""', '{}', '[]', '1.50', '1.5'])[1 + floor(random() * 16)::int];
	ELSIF kind < 0.65 THEN
		RETURN '[' || coalesce((SELECT string_agg(small_json(depth - 1), ', ') FROM generate_series(1, n)), '') || ']';
	END IF;
	RETURN '{' || coalesce((SELECT string_agg(to_json((ARRAY['a', 'b', '1', '', 'é'])[1 + floor(random() * 5)::int])::text || ': ' || small_json(depth - 1), ', ')
							FROM generate_series(1, n)), '') || '}';
END
$$;
CREATE TABLE doc AS SELECT i AS id, t::jsonb AS j, t::variant AS v
	FROM generate_series(1, 900) i, LATERAL (SELECT CASE WHEN i > 300 THEN small_json(1 + i % 3) ELSE random_json(2, '{a,b,c}') END AS t) s;
SELECT a.v, b.v FROM doc a, doc b WHERE (a.j @> b.j) IS DISTINCT FROM (a.v @> b.v) OR (a.j <@ b.j) IS DISTINCT FROM (a.v <@ b.v);

-- many contain each other (true)
SELECT count(*) > 20000 AS ok FROM doc a, doc b WHERE a.id <> b.id AND a.v @> b.v;

-- the cases of faults C
CREATE TABLE pair (a text, b text, r boolean);
INSERT INTO pair VALUES
	('["foo", "bar"]', '"bar"', true), ('"bar"', '["bar"]', false), ('[1, 2]', '[1, 1]', true), ('[[1, 2]]', '[1]', false),
	('[[1, 2]]', '[[1]]', true), ('{"a": 1}', '{"a": 1.0}', true), ('1', '[]', false), ('[1]', '[]', true), ('[1]', '{}', false),
	('{"a": [1, 2]}', '{"a": 2}', false), ('{"a": null}', '{"a": null}', true), ('{}', '{"a": null}', false), ('1', '1', true),
	('[[1]]', '1', false), ('null', 'null', true), ('[]', 'null', false), ('[null]', 'null', true), ('[{"a": 1, "b": 2}]', '[{"b": 2}, {"a": 1}]', true),
	('9007199254740993', '9007199254740992', false), ('{"a": {"b": [{"c": 1}, 2]}}', '{"a": {"b": [2, {"c": 1.00}]}}', true);
SELECT * FROM pair WHERE (a::variant @> b::variant) IS DISTINCT FROM r OR (a::jsonb @> b::jsonb) IS DISTINCT FROM r;

-- what jsonb has not got: classes of their own, one family of numbers
INSERT INTO pair VALUES
	('{"a": 1e0}', '{"a": 1}', true), ('[0.5::float4]', '0.5', true), ('0.1::float4', '0.1', false), ('["NaN"::float8]', '["NaN"::float4]', true),
	('["2024-10-24"::date]', '["2024-10-24"]', false), ('["2024-10-24"::date]', '"2024-10-24"::date', true),
	('["2024-10-24T00:00:00Z"::timestamptz]', '["2024-10-24T00:00:00Z"::timestamptz(9)]', true),
	('["2024-10-24T00:00:00Z"::timestamptz]', '["2024-10-24T00:00:00"::timestamp]', false), ('"\\x00"::bytea', '"\\x00"::bytea', true);
SELECT * FROM pair WHERE (a::variant @> b::variant) IS DISTINCT FROM r OR (b::variant <@ a::variant) IS DISTINCT FROM r;

-- arrays that are long enough for the table, with and without a stranger
CREATE TABLE long_array AS
	SELECT i AS id, s::jsonb AS j, s::text::variant AS v
	FROM generate_series(1, 60) i,
	LATERAL (SELECT json_agg(CASE (i + k) % 5 WHEN 0 THEN to_json(k % 97) WHEN 1 THEN to_json('s' || k % 89)
				WHEN 2 THEN json_build_object('id', k % 83, 'kind', 'x', 'more', json_build_array(k % 3))
				WHEN 3 THEN json_build_array(k % 71, json_build_object('z', k % 7)) ELSE json_build_object('in', json_build_array(k % 5)) END
				ORDER BY random()) AS s
			 FROM generate_series(1, CASE WHEN i % 3 = 0 THEN 400 ELSE 12 END) k) s;
SELECT a.id, b.id FROM long_array a, long_array b WHERE (a.j @> b.j) IS DISTINCT FROM (a.v @> b.v);
SELECT count(*) BETWEEN 100 AND 3000 AS ok FROM long_array a, long_array b WHERE a.v @> b.v;

-- one array of 100000 elements in another: a blink, not hours
SET statement_timeout = '60s';
SELECT a.v @> b.v AS ok, b.v @> a.v AS not_ok
FROM (SELECT variant_agg(variant_build_object('id', i, 'kind', 'k' || i % 3)) AS v FROM generate_series(1, 100000) i) a,
	(SELECT variant_agg(variant_build_object('kind', 'k' || i % 3, 'id', i)) AS v FROM generate_series(100000, 2, -1) i) b;
SELECT a.v @> b.v AS ok, b.v @> a.v AS not_ok
FROM (SELECT variant_agg(i) AS v FROM generate_series(1, 100000) i) a, (SELECT variant_agg(i) AS v FROM generate_series(100000, 2, -1) i) b;
SELECT variant_agg('k' || i) ?& array_agg('k' || i) AS ok, variant_agg('k' || i) ?| array_agg('x' || i) AS not_ok FROM generate_series(1, 100000) i;
RESET statement_timeout;

-- deep
SELECT d @> d AS ok FROM (SELECT (repeat('[', 1000) || repeat(']', 1000))::variant AS d) s;

-- existence: every document, every key
CREATE TABLE key (k text);
INSERT INTO key VALUES ('a'), ('b'), ('1'), (''), ('é'), ('null'), ('true'), ('c'), ('x y'), ('aa');
SELECT v, k FROM doc, key WHERE (j ? k) IS DISTINCT FROM (v ? k);
CREATE TABLE keys (k text[]);
INSERT INTO keys VALUES ('{}'), ('{a}'), ('{a,b}'), ('{NULL}'), ('{NULL,a}'), ('{x,y}'), ('{b,"",1}'), ('{{a,b},{c,é}}'), ('{a,a,a}'), (NULL);
SELECT v, k FROM doc, keys WHERE (j ?| k) IS DISTINCT FROM (v ?| k) OR (j ?& k) IS DISTINCT FROM (v ?& k);
SELECT k FROM unnest(ARRAY['[1, 2]', '["1"]', '"1"', '{"1": 0}', '1']) k WHERE (k::jsonb ? '1') IS DISTINCT FROM (k::variant ? '1');
SELECT NULL::variant ? 'a' AS n, '{}'::variant ? NULL AS n, NULL::variant @> '1' AS n, '1'::variant @> NULL AS n, '[]'::variant ?| NULL AS n;

-- estimates as jsonb's: from the statistics of the column
ANALYZE doc;
CREATE FUNCTION plan_rows(query text) RETURNS float LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan->0->'Plan'->>'Plan Rows';
END
$$;
SELECT q FROM unnest(ARRAY['%s @> ''{"a": 1}''', '%s ? ''a''', '%s ?| ''{a,b}''', '%s ?& ''{a}''', '%s <@ ''[1]''']) q
WHERE plan_rows('SELECT FROM doc WHERE ' || format(q, 'j')) IS DISTINCT FROM plan_rows('SELECT FROM doc WHERE ' || format(q, 'v'));
SET client_min_messages = warning;
DROP SCHEMA test_contain CASCADE;
