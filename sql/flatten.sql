-- What users of other systems expect: variant_explode, variant_flatten,
-- schema_of_variant, variant_digest, variant_get_many, to_variant_object.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_flatten;
SET search_path = test_flatten, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.76);
CREATE TABLE doc AS SELECT i AS id, random_json(3, '{a,b,"x y","it''s","","é",0,a.b,"]"}')::variant AS v FROM generate_series(1, 500) i;

-- variant_explode is variant_each and variant_array_elements in one
SELECT id FROM doc WHERE (SELECT jsonb_agg(to_jsonb(e)) FROM variant_explode(v) e) IS DISTINCT FROM
	CASE variant_typeof(v) WHEN 'object' THEN (SELECT jsonb_agg(jsonb_build_object('pos', n - 1, 'key', key, 'value', value)) FROM variant_each(v) WITH ORDINALITY s(key, value, n))
		WHEN 'array' THEN (SELECT jsonb_agg(jsonb_build_object('pos', n - 1, 'key', NULL, 'value', value)) FROM variant_array_elements(v) WITH ORDINALITY s(value, n)) END;
SELECT id FROM doc WHERE (SELECT count(*) FROM variant_explode_outer(v)) <> greatest((SELECT count(*) FROM variant_explode(v)), 1);
-- as they look
SELECT n, e.* FROM (VALUES (1, '{"b": 1, "a": [2]}'::variant), (2, '["x", null]'), (3, '5'), (4, '[]'), (5, NULL)) s(n, v), variant_explode_outer(v) e ORDER BY n, pos;
SELECT variant_explode('{"a": "2024-10-24"::date}');

-- variant_flatten: every path leads to the value; one level is explode; all levels are what a recursive query finds
SELECT id, f.* FROM doc, variant_flatten(v, recursive => true) f WHERE variant_get(v, f.path) IS DISTINCT FROM f.value OR (f.key IS NULL) <> (f.index IS NOT NULL)
	OR (f.this -> f.key) IS DISTINCT FROM CASE WHEN f.key IS NOT NULL THEN f.value END OR (f.this -> f.index) IS DISTINCT FROM CASE WHEN f.index IS NOT NULL THEN f.value END;
SELECT id FROM doc WHERE (SELECT array_agg((key, index, value)::text) FROM variant_flatten(v)) IS DISTINCT FROM
	(SELECT array_agg((key, CASE WHEN key IS NULL THEN pos END, value)::text) FROM variant_explode(v));
SELECT id FROM doc WHERE (SELECT count(*) FROM variant_flatten(v, recursive => true)) <>
	(WITH RECURSIVE w AS (SELECT v UNION ALL SELECT e.value FROM w, variant_explode(w.v) e) SELECT count(*) - 1 FROM w);
SELECT id FROM doc WHERE (SELECT count(*) FROM variant_flatten(v, mode => 'object')) <> (SELECT count(*) FROM variant_explode(v) WHERE key IS NOT NULL)
	OR (SELECT count(*) FROM variant_flatten(v, mode => 'ARRAY')) <> (SELECT count(*) FROM variant_explode(v) WHERE key IS NULL);
SELECT id, p FROM doc, unnest(ARRAY['$.a', '$[0]', '$[-1].b', '$.a[1]', '$["x y"]']) p WHERE (SELECT array_agg(value::text) FROM variant_flatten(v, p)) IS DISTINCT FROM (SELECT array_agg(value::text) FROM variant_explode(variant_get(v, p)));
-- as it looks
SELECT s.n, f.* FROM (VALUES (1, '{"a": 1, "b": [77, {"c": "2024-10-24"::date}], "odd name": {}}'::variant), (2, '[]'), (3, '5'), (4, NULL), (5, '[[]]')) s(n, v), variant_flatten(v, recursive => true, "outer" => true) f;
SELECT * FROM variant_flatten('{"a": {"b": [10, 20]}}', '$.a.b');
SELECT * FROM variant_flatten('{"a": {"b": [10, 20]}}', '$["a"].x', "outer" => true);
SELECT * FROM variant_flatten('{"a": [{"b": {"c": 1}}]}', mode => 'OBJECT', recursive => true);
SELECT * FROM variant_flatten('[]', mode => 'SET');
SELECT * FROM variant_flatten('[]', 'a');

-- schema_of_variant
CREATE TABLE schema (v variant, s text);
INSERT INTO schema VALUES ('null', 'VOID'), ('true', 'BOOLEAN'), ('1', 'BIGINT'), ('9223372036854775807', 'BIGINT'), ('9223372036854775808', 'DECIMAL(19,0)'), ('1.23', 'DECIMAL(3,2)'),
	('0.001', 'DECIMAL(3,3)'), ('1e0', 'DOUBLE'), ('1.5::float4', 'FLOAT'), ('"x"', 'STRING'), ('"\\x00"::bytea', 'BINARY'), ('"2024-10-24"::date', 'DATE'), ('"12:00:00"::time', 'TIME'),
	('"2024-10-24T00:00:00Z"::timestamptz', 'TIMESTAMP'), ('"2024-10-24T00:00:00"::timestamp(9)', 'TIMESTAMP_NTZ'), ('"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid', 'UUID'),
	('[]', 'ARRAY<VOID>'), ('{}', 'OBJECT<>'), ('[1, null, 2]', 'ARRAY<BIGINT>'), ('[1, "a"]', 'ARRAY<VARIANT>'), ('[{"b": true, "a": 1}, {"a": 2}]', 'ARRAY<OBJECT<a: BIGINT, b: BOOLEAN>>'),
	('[1, 1.5]', 'ARRAY<DECIMAL(21,1)>'), ('[1.25, 10.5]', 'ARRAY<DECIMAL(4,2)>'), ('[1.25, 12345678901234567890123456789012345678]', 'ARRAY<DOUBLE>'), ('[1, 1e0]', 'ARRAY<DOUBLE>'),
	('[1, 1::float4]', 'ARRAY<FLOAT>'), ('[1.5, 1::float4]', 'ARRAY<DOUBLE>'), ('[1::float4, 1e0]', 'ARRAY<DOUBLE>'), ('["2024-10-24"::date, "2024-10-24T00:00:00"::timestamp]', 'ARRAY<TIMESTAMP_NTZ>'),
	('["2024-10-24T00:00:00Z"::timestamptz, "2024-10-24T00:00:00"::timestamp]', 'ARRAY<TIMESTAMP>'), ('["2024-10-24"::date, 1]', 'ARRAY<VARIANT>'), ('[[], [1], [[]]]', 'ARRAY<ARRAY<VARIANT>>'), ('[{}, []]', 'ARRAY<VARIANT>'),
	('{"a b": 1, "`": 2, "1": 3, "a_1": 4, "": 5, "é": 6}', 'OBJECT<``: BIGINT, `1`: BIGINT, ````: BIGINT, `a b`: BIGINT, a_1: BIGINT, `é`: BIGINT>');
SELECT *, schema_of_variant(v) FROM schema WHERE schema_of_variant(v) <> s;
-- of many: as of the array of all; in any order
SELECT 'wrong' FROM doc HAVING schema_of_variant_agg(v) <> regexp_replace(schema_of_variant(variant_agg(v)), '^ARRAY<(.*)>$', '\1');
SELECT g FROM (SELECT id % 50 AS g, v FROM doc) s GROUP BY g HAVING schema_of_variant_agg(v) <> regexp_replace(schema_of_variant(variant_agg(v)), '^ARRAY<(.*)>$', '\1')
	OR schema_of_variant_agg(v ORDER BY v) <> schema_of_variant_agg(v ORDER BY v DESC);
SELECT a.v, b.v FROM schema a, schema b WHERE schema_of_variant(variant_build_array(a.v, b.v)) <> schema_of_variant(variant_build_array(b.v, a.v))
	OR schema_of_variant(variant_build_array(a.v, b.v, a.v)) <> schema_of_variant(variant_build_array(a.v, b.v));
SELECT schema_of_variant_agg(v) AS void FROM doc WHERE false;
SELECT schema_of_variant_agg(v) AS with_nulls FROM (VALUES ('{"a": 1}'::variant), (NULL), ('{"a": null, "b": [1.5]}'), ('null')) s(v);
SELECT g, schema_of_variant_agg(v) OVER (ORDER BY g) AS running FROM (VALUES (1, '{"a": 1}'::variant), (2, '{"a": 2.5}'), (3, '{"b": "x"}')) s(g, v);

-- variant_digest: equal exactly where = is; as documented
CREATE TABLE number AS SELECT v FROM unnest(ARRAY['1', '1.00', '1e0', '1::float4', '0', '-0.0', '-0e0', '0::float4', '0.1', '0.1::float4', '0.1e0', '0.10', '1e300', '1e-300', '5e-324', '-1', '-1.0', '10', '1e1', '9007199254740993', '9007199254740992e0',
	'9007199254740992', '"NaN"::float8', '"NaN"::float4', '"Infinity"::float8', '"Infinity"::float4', '"-Infinity"::float8', '99999999999999999999999999999999999999', '-99999999999999999999999999999999999999', '1e38', '100000000000000000000000000000000000000e0',
	'"2024-10-24T00:00:00Z"::timestamptz', '"2024-10-24T00:00:00Z"::timestamptz(9)', '"2024-10-24T00:00:00"::timestamp', '"1969-12-31T23:59:59.999999"::timestamp', '"1969-12-31T23:59:59.999999"::timestamp(9)', '"1969-12-31T23:59:59.999999999"::timestamp(9)',
	'"2024-10-24"::date', '"00:00:00"::time', 'true', 'false', 'null', '""', '"1"', '"\\x31"::bytea', '[]', '{}', '[1]', '[1.0]', '{"a": 1}', '{"a": 1e0}', '[[]]', '[[], []]', '[[[]]]', '["ab", "c"]', '["a", "bc"]', '{"a": {"b": 1}}', '{"a": {}, "b": 1}']::variant[]) v;
INSERT INTO number SELECT v FROM doc WHERE id < 100;
INSERT INTO number SELECT (m * 2 ^ e)::float8::variant FROM generate_series(1, 9, 2) m, generate_series(-40, 40, 8) e UNION ALL SELECT (m * 5::numeric ^ e / 10 ^ s)::numeric(38, 15)::variant FROM generate_series(1, 9, 2) m, generate_series(0, 12, 3) e, generate_series(0, 9, 3) s;
SELECT a.v, b.v FROM number a, number b WHERE (a.v = b.v) <> (variant_digest(a.v) = variant_digest(b.v));
SELECT v FROM number WHERE length(variant_digest(v)) <> 32;
SELECT v FROM (VALUES ('null'::variant, '\x00'::bytea), ('"é"', '\x010200000000000000c3a9'), ('0.0', '\x0200'), ('-12.50', '\x020201000000000000000000000000000000ffffffff02000000'),
	('true', '\x0901'), ('{"a": [null, "1970-01-02"::date]}', '\x0b010000000100000000000000610a0200000000030100000000000000'),
	('"1969-12-31T23:59:59.999999999"::timestamp(9)', '\x05ffffffffffffffffe703')) s(v, bytes) WHERE variant_digest(v) <> sha256(bytes);
SELECT 'wrong' WHERE variant_digest((SELECT variant_agg(repeat('x', i)) FROM generate_series(1, 3000) i)) <> variant_digest((SELECT variant_agg(repeat('x', i)) FROM generate_series(1, 3000) i)::text::variant);

-- variant_get_many: each path by itself
SELECT id FROM doc, (VALUES (ARRAY['$', '$.a', '$[0]', NULL, '$.b[1]', '$["x y"].a', '$.é', '$[-1]']), ('{}'), ('{$.a}'), ('{NULL}')) s(p)
WHERE variant_get_many(v, p) IS DISTINCT FROM coalesce((SELECT array_agg(variant_get(v, u) ORDER BY n) FROM unnest(p) WITH ORDINALITY x(u, n)), '{}');
SELECT variant_get_many('{"a": {"b": 1}, "c": [true, "2024-10-24"::date]}', '{$.a.b,$.c[1],$.nothing,$.a}'), variant_get_many(NULL, '{$}') IS NULL AS n;
SELECT variant_get_many('{}', '{$.a,a}');

-- to_variant_object
CREATE TYPE pair AS (a integer, b text);
SELECT to_variant_object(ROW(1, 'x')::pair), to_variant_object(ARRAY[1, 2]), to_variant_object('{"a": 1}'::jsonb), to_variant_object('[1.5e0]'::variant), to_variant_object(NULL::pair) IS NULL AS n;
SELECT to_variant_object(1);
SELECT to_variant_object('"x"'::jsonb);
SELECT id FROM doc WHERE to_variant_object(doc) <> to_variant(doc);
SET client_min_messages = warning;
DROP SCHEMA test_flatten CASCADE;
