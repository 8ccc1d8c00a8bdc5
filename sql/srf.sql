-- Members and elements as rows, compared with jsonb's.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_srf;
SET search_path = test_srf, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.50);
CREATE TEMP TABLE docs AS
	SELECT i AS id, random_json(3, '{a,b,bb,"",é,😀,Key,a b}') AS t FROM generate_series(1, 3000) i;
ALTER TABLE docs ADD j jsonb, ADD v variant;
UPDATE docs SET j = t::jsonb, v = t::variant;

-- there is enough of everything (all true)
SELECT count(*) FILTER (WHERE jsonb_typeof(j) = 'object') > 500 AS objects,
	count(*) FILTER (WHERE jsonb_typeof(j) = 'array') > 500 AS arrays,
	count(*) FILTER (WHERE jsonb_typeof(j) NOT IN ('object', 'array')) > 500 AS scalars
FROM docs;

CREATE TEMP TABLE twins (jsonb_query text, variant_query text);
INSERT INTO twins VALUES
	('SELECT jsonb_agg(jsonb_build_array(key, value) ORDER BY key COLLATE "C") FROM jsonb_each($1)',
	 'SELECT jsonb_agg(jsonb_build_array(key, value::jsonb) ORDER BY key COLLATE "C") FROM variant_each($1)'),
	('SELECT jsonb_agg(jsonb_build_array((e).key, (e).value) ORDER BY (e).key COLLATE "C") FROM (SELECT jsonb_each($1) e) s',
	 'SELECT jsonb_agg(jsonb_build_array((e).key, (e).value::jsonb) ORDER BY (e).key COLLATE "C") FROM (SELECT variant_each($1) e) s'),
	('SELECT jsonb_agg(jsonb_build_array(t.key, CASE WHEN jsonb_typeof(e.value) IN (''object'', ''array'') THEN t.value::jsonb ELSE to_jsonb(t.value) END) ORDER BY t.key COLLATE "C") FROM jsonb_each_text($1) t JOIN jsonb_each($1) e USING (key)',
	 'SELECT jsonb_agg(jsonb_build_array(t.key, CASE WHEN variant_typeof(e.value) IN (''object'', ''array'') THEN t.value::jsonb ELSE to_jsonb(t.value) END) ORDER BY t.key COLLATE "C") FROM variant_each_text($1) t JOIN variant_each($1) e USING (key)'),
	('SELECT jsonb_agg(value ORDER BY n) FROM jsonb_array_elements($1) WITH ORDINALITY e(value, n)',
	 'SELECT jsonb_agg(value::jsonb ORDER BY n) FROM variant_array_elements($1) WITH ORDINALITY e(value, n)'),
	('SELECT jsonb_agg(e) FROM (SELECT jsonb_array_elements($1) e) s',
	 'SELECT jsonb_agg(e::jsonb) FROM (SELECT variant_array_elements($1) e) s'),
	('SELECT jsonb_agg(CASE WHEN jsonb_typeof(e.value) IN (''object'', ''array'') THEN t.value::jsonb ELSE to_jsonb(t.value) END) FROM ROWS FROM (jsonb_array_elements_text($1)) WITH ORDINALITY t(value, n) JOIN jsonb_array_elements($1) WITH ORDINALITY e(value, n) USING (n)',
	 'SELECT jsonb_agg(CASE WHEN variant_typeof(e.value) IN (''object'', ''array'') THEN t.value::jsonb ELSE to_jsonb(t.value) END) FROM ROWS FROM (variant_array_elements_text($1)) WITH ORDINALITY t(value, n) JOIN variant_array_elements($1) WITH ORDINALITY e(value, n) USING (n)'),
	('SELECT array_agg(k ORDER BY k COLLATE "C") FROM jsonb_object_keys($1) k',
	 'SELECT array_agg(k) FROM variant_object_keys($1) k'),
	('SELECT array_agg(k ORDER BY k COLLATE "C") FROM (SELECT jsonb_object_keys($1) k) s',
	 'SELECT array_agg(k) FROM (SELECT variant_object_keys($1) k) s'),
	('SELECT jsonb_array_length($1)', 'SELECT variant_array_length($1)'),
	('SELECT count(*) FROM jsonb_each($1)', 'SELECT count(*) FROM variant_each($1)');

-- the same rows, values and errors
SELECT id, t, jsonb_query, outcome(jsonb_query, j), outcome(variant_query, v)
FROM docs, twins
WHERE outcome(jsonb_query, j) IS DISTINCT FROM outcome(variant_query, v)
LIMIT 5;

-- members come in name order
SELECT id FROM docs,
	LATERAL (SELECT array_agg(key) AS keys, array_agg(key ORDER BY key COLLATE "C") AS sorted
			 FROM variant_each(CASE WHEN variant_typeof(v) = 'object' THEN v ELSE '{}' END)) k
WHERE keys <> sorted;

-- strictness, names of columns, errors (not empty)
SELECT * FROM variant_each(NULL);
SELECT key, value FROM variant_each('{"b": 1, "a": [1, {"x": "2024-10-24"::date}], "aa": null}');
SELECT key, value FROM variant_each_text('{"b": "2024-10-24T01:02:03Z"::timestamptz, "a": [1, 2], "aa": null, "c": "x"}');
SELECT value FROM variant_array_elements('[1, "\\xff"::bytea, null, {"b": 1, "a": 1}]');
SELECT value, value IS NULL FROM variant_array_elements_text('["a\nb", null, 1.50, 1e0, {"b": 1}]');
SELECT variant_object_keys('{"b": 1, "a": 2}');
SELECT variant_each('[1]');
SELECT * FROM variant_each_text('1');
SELECT variant_array_elements('{}');
SELECT * FROM variant_array_elements_text('"a"');
SELECT variant_object_keys('[]');
SELECT * FROM variant_object_keys('null');
SELECT variant_array_length('{}');
SELECT variant_array_length('1');
-- U+0000 can be in a variant, not in text
SELECT * FROM variant_each_text('{"a": "x\u0000y"}');
SELECT * FROM variant_each('{"a\u0000": 1}');
SELECT * FROM variant_each('{"a": "x\u0000y"}');

-- many and large members: toasted documents, both modes, sizes around the
-- short header's limit
CREATE TEMP TABLE big AS
	SELECT n, jsonb_object_agg('key' || i, repeat(md5(i::text), i % 9)) AS j
	FROM (VALUES (10), (300), (5000)) s(n), generate_series(1, n) i GROUP BY n;
ALTER TABLE big ADD v variant;
UPDATE big SET v = j::text::variant;
SELECT n FROM big WHERE (SELECT count(*) FROM variant_each(v)) <> n
	OR EXISTS (SELECT * FROM jsonb_each(j) EXCEPT SELECT key, value::jsonb FROM variant_each(v))
	OR EXISTS (SELECT * FROM jsonb_each_text(j) EXCEPT SELECT key, value FROM variant_each_text(v))
	OR EXISTS (SELECT jsonb_each_text(j) EXCEPT SELECT variant_each_text(v))
	OR EXISTS (SELECT jsonb_object_keys(j) EXCEPT SELECT variant_object_keys(v));
SELECT len FROM generate_series(0, 300) len
WHERE (SELECT value->>0 FROM variant_array_elements(to_variant(ARRAY[ARRAY[repeat('x', len)]]))) <> repeat('x', len)
	OR (SELECT value #>> '{}' FROM variant_array_elements(to_variant(ARRAY[repeat('x', len)]))) <> repeat('x', len)
	OR (SELECT value FROM variant_array_elements_text(to_variant(ARRAY[repeat('x', len)]))) <> repeat('x', len)
	OR (SELECT key FROM variant_each(variant_build_object(repeat('x', len), 1))) <> repeat('x', len);

-- a LIMIT and another set in the same list
SELECT variant_array_elements('[1, 2, 3]') LIMIT 2;
SELECT variant_array_elements('[1, 2, 3]'), variant_object_keys('{"a": 1, "b": 2}');
SELECT variant_array_elements(variant_array_elements('[[1, 2], [3]]'));
SELECT x, y FROM variant_array_elements('[[1, 2], [3]]') x, variant_array_elements(x) y;

-- rows of other documents do not leak in, with jsonb as the witness
SELECT count(*) FROM docs d, LATERAL variant_each(CASE WHEN variant_typeof(v) = 'object' THEN v END) e
WHERE id % 7 = 3 AND e.value::jsonb IS DISTINCT FROM d.j -> e.key;

-- memory of a row is given back: 200000 rows of containers
SELECT count(*), sum(variant_array_length(value)) FROM
	(SELECT to_variant(array_agg(ARRAY[i, i])) AS v FROM generate_series(1, 200000) i) s, variant_array_elements(v);
SET client_min_messages = warning;
DROP SCHEMA test_srf CASCADE;
