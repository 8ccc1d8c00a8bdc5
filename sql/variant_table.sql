-- variant_table: rows and columns of a document.
CREATE SCHEMA test_variant_table;
SET search_path = test_variant_table, public;
CREATE TABLE doc AS SELECT '{"orders": [
	{"id": 1, "item": "tea", "price": 2.50, "at": "2024-10-24"::date, "tags": ["a", "b"], "to": {"city": "Oslo"}},
	{"id": "2", "item": null, "price": 3e0, "at": "2024-10-25", "tags": [], "to": {"zip": "0150"}},
	{"id": 3, "price": 4, "extra": {"x": [1, 2]}}], "n": 3}'::variant AS v;

-- names of columns are members; what is missing or null is NULL
SELECT t.* FROM doc, variant_table(v, '$.orders[*]') t(id int, item text, price numeric, at date, tags text[], "to" variant);
-- entries in order: paths, null for the member of the name, fewer than columns
SELECT t.* FROM doc, variant_table(v, '$.orders[*]', '["$.id", null, "$.to.city", "$.tags.size()", "$.price * 2"]')
	t(number bigint, item varchar, city text, tags int, twice numeric(5,1), price float8);
-- entries by name
SELECT t.* FROM doc, variant_table(v, '$.orders[*]', '{"nr": {"ordinality": true}, "has_city": {"exists": true, "path": "$.to.city"}, "city": "$.to.city",
	"item": {"default_on_empty": "none"}, "x": {"path": "$.extra.x[*]", "default_on_error": -1}}')
	t(nr int, id text, has_city boolean, city text, item text, x int);
-- every item of the row path is a row; in lax mode a scalar is an array of one
SELECT * FROM variant_table('[1, [2, 3], {"a": 4}]', '$[*]', '["$", "$.type()"]') t(v variant, type text);
SELECT * FROM variant_table('{"a": 5}', '$[*]') t(a int);
SELECT * FROM variant_table('[{"a": [{"b": 1}, {"b": 2}]}]', '$[*].a[*]', '["$.b", {"ordinality": true}]') t(b int, nr int);
SELECT count(*) FROM variant_table('{}', '$.nope[*]') t(a int);
SELECT count(*) FROM variant_table(NULL, '$') t(a int);
-- computed row items
SELECT * FROM variant_table('{"b": 2, "a": 1}', '$.keyvalue()') t(key text, value int);
SELECT * FROM variant_table('[1, 2]', '-$[*]', '["$", {"ordinality": true}]') t(x numeric, nr bigint);
-- names that need quotes, columns of every kind
SELECT * FROM variant_table('{"a.b": 1, "c\"d": true, "é": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "j": {"x": "2024-01-01"::date}, "r": {"f1": 1, "f2": "y"}, "bin": "\\x00ff"::bytea, "iv": "1 day"}', '$')
	t("a.b" int, "c""d" boolean, "é" uuid, j jsonb, bin bytea, iv interval);
CREATE TYPE pair AS (f1 int, f2 text);
CREATE DOMAIN small AS int CHECK (VALUE < 10);
SELECT * FROM variant_table('[{"r": {"f1": 1, "f2": "y"}, "s": 5, "m": [[1, 2], [3, 4]]}]', '$[*]') t(r pair, s small, m int[]);

-- empty and error: null, error, default
SELECT * FROM variant_table('{}', '$', '{"a": {"on_empty": "error"}}') t(a int);
SELECT * FROM variant_table('{}', '$', '{"a": {"on_empty": "null"}}') t(a int);
SELECT * FROM variant_table('{"a": "x"}', '$') t(a int);
SELECT * FROM variant_table('{"a": "x", "b": 50, "c": [1, 2]}', '$', '{"a": {"on_error": "null"}, "b": {"default_on_error": 7}, "c": {"path": "$.c[*]", "default_on_error": 0}, "d": {"path": "strict $.d", "default_on_error": "gone"}, "e": {"path": "$.a + 1", "on_error": "null"}}')
	t(a int, b small, c int, d text, e int);
SELECT * FROM variant_table('{"c": [1, 2]}', '$', '["$.c[*]"]') t(c int);
SELECT * FROM variant_table('{}', '$', '["strict $.d"]') t(d int);
SELECT * FROM variant_table('{"d": null}', '$', '{"d": {"default_on_empty": 1}}') t(d int);
SELECT * FROM variant_table('{"d": 1}', '$', '{"d": {"path": "strict $.x.y", "exists": true, "on_error": "null"}}') t(d boolean);
SELECT * FROM variant_table('{"a": 12345}', '$', '{"a": {"default_on_error": 1}}') t(a numeric(3,0));
SELECT * FROM variant_table('{"a": 50}', '$') t(a small);
SELECT * FROM variant_table('1', 'strict $.a') t(a int);

-- what is wrong with a description
SELECT * FROM variant_table('1', '$', '1') t(a int);
SELECT * FROM variant_table('1', '$', '["$", "$"]') t(a int);
SELECT * FROM variant_table('1', '$', '{"b": "$"}') t(a int);
SELECT * FROM variant_table('1', '$', '[5]') t(a int);
SELECT * FROM variant_table('1', '$', '[{"pat": "$"}]') t(a int);
SELECT * FROM variant_table('1', '$', '[{"path": 1}]') t(a int);
SELECT * FROM variant_table('1', '$', '[{"path": "a..b"}]') t(a int);
SELECT * FROM variant_table('1', '$', '[{"exists": 1}]') t(a int);
SELECT * FROM variant_table('1', '$', '[{"on_empty": "never"}]') t(a int);
SELECT * FROM variant_table('1', '$', '[{"on_empty": "null", "default_on_empty": 1}]') t(a int);
SELECT * FROM variant_table('1', '$', '["$x"]') t(a int);
SELECT variant_table('1', '$');
SELECT * FROM variant_table('1', '$');

-- one call site, several documents, paths and descriptions
SELECT p, c, t.* FROM (VALUES ('$[*]', '[]'::variant), ('$[0]', '["$.b"]'), ('$[*]', '[]'), ('$[1]', '{"a": "$.b"}')) s(p, c),
	variant_table('[{"a": 1, "b": 2}, {"b": 4, "a": 3}, {"x": 0, "a": 5}]', p::jsonpath, c) t(a int) ORDER BY p, c::text, a;

-- the same as jsonb_path_query and ->>, for random objects: wrong
SELECT setseed(0.77);
CREATE TEMP TABLE rows AS SELECT i, jsonb_build_object('id', i, 'name', md5(i::text), 'price', round(random()::numeric * 100, 2), 'ok', random() < 0.5,
	'at', to_char(date '2024-01-01' + i, 'YYYY-MM-DD'), 'sub', jsonb_build_object('x', i % 7)) - (ARRAY['id', 'name', 'price', 'ok', 'at', 'sub'])[1 + i % 9] AS j FROM generate_series(1, 1000) i;
CREATE TEMP TABLE big AS SELECT jsonb_agg(j ORDER BY i) AS j, jsonb_agg(j ORDER BY i)::variant AS v FROM rows;
SELECT count(*) FROM big, variant_table(v, '$[*]', '{"x": "$.sub.x"}') t(id int, name text, price numeric, ok boolean, at date, x int);
(SELECT t.* FROM big, variant_table(v, '$[*]', '{"x": "$.sub.x"}') t(id int, name text, price numeric, ok boolean, at date, x int)
 EXCEPT ALL SELECT (q->>'id')::int, q->>'name', (q->>'price')::numeric, (q->>'ok')::boolean, (q->>'at')::date, (q->'sub'->>'x')::int FROM big, jsonb_path_query(j, '$[*]') q)
UNION ALL
(SELECT (q->>'id')::int, q->>'name', (q->>'price')::numeric, (q->>'ok')::boolean, (q->>'at')::date, (q->'sub'->>'x')::int FROM big, jsonb_path_query(j, '$[*]') q
 EXCEPT ALL SELECT t.* FROM big, variant_table(v, '$[*]', '{"x": "$.sub.x"}') t(id int, name text, price numeric, ok boolean, at date, x int));

-- existence in columns of every kind: 1 and 0 in integer ones
CREATE DOMAIN flag AS smallint CHECK (VALUE IN (0, 1));
SELECT * FROM variant_table('[{"a": null}, {"b": 1}, {"a": [1, 2]}, 3]', '$[*]', '[{"exists": true, "path": "$.a"}, {"exists": true, "path": "$.a"}, {"exists": true, "path": "$.a"},
	{"exists": true, "path": "$.a"}, {"exists": true, "path": "$.a"}, {"exists": true, "path": "$.a"}, {"exists": true, "path": "$.a"}, {"exists": true, "path": "strict $.a[1]", "on_error": "null"}]')
	t(b boolean, i2 smallint, i4 int, i8 bigint, f flag, t text, v variant, second int);
SELECT * FROM variant_table('1', '$', '[{"exists": true}]') t(a numeric);
SELECT * FROM variant_table('1', '$', '[{"exists": true, "on_error": "null"}]') t(a date);

-- values of every class into columns of every type: what the short ways give is
-- what variant_populate_record gives: wrong
CREATE TYPE every AS (b boolean, i2 smallint, i4 int, i8 bigint, n numeric, n2 numeric(4,1), f4 real, f8 float8, t text, vc varchar, vc3 varchar(3), c char(2), d date, ti time, ts timestamp, tz timestamptz, u uuid, bin bytea, j jsonb, v variant);
CREATE FUNCTION by_table(x variant, name text, type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	-- twice: what a type is made of is found out by the first row
	EXECUTE format('SELECT string_agg(coalesce(%1$I::text, ''NULL''), '' '') FROM variant_table($1, ''$[*]'') t(%1$I %2$s)', name, type)
		INTO result USING variant_build_array(variant_build_object(name, x), variant_build_object(name, x));
	RETURN result;
EXCEPTION WHEN data_exception OR integrity_constraint_violation THEN
	RETURN SQLSTATE;
END $$;
CREATE FUNCTION by_record(x variant, name text, type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE format('SELECT coalesce(%1$I::text, ''NULL'') FROM variant_populate_record(NULL::every, $1)', name)
		INTO result USING variant_build_object(name, x);
	RETURN result || ' ' || result;
EXCEPTION WHEN data_exception OR integrity_constraint_violation THEN
	RETURN SQLSTATE;
END $$;
CREATE TEMP TABLE items AS SELECT t::variant AS x FROM unnest(ARRAY[
	'null', 'true', 'false', '0', '1', '-128', '128', '32767', '32768', '-32769', '2147483647', '2147483648', '-2147483649', '9223372036854775807', '9223372036854775808',
	'1.5', '-0.50', '123.45', '99999.9', '123456789012345678.5', '12345678901234567890.5', '0.00000000000000000000000000000000000001', '1.5e0', '1e300', '-1e-300', '"NaN"::float8', '"Infinity"::float8', '1.5::float4', '16777217',
	'""', '"a"', '"abcd"', '"1"', '" 7 "', '"true"', '"é€😀"', '"1.25"', '"a\u0000b"', '"' || repeat('long ', 30) || '"',
	'"2024-10-24"', '"2024-10-24"::date', '"2024-13-24"', '"12:34:56"::time', '"12:34:56.5"', '"2024-10-24T12:34:56.5"::timestamp', '"2024-10-24T12:34:56Z"', '"2024-10-24T12:34:56Z"::timestamptz', '"2024-10-24T12:34:56.123456789Z"::timestamptz(9)',
	'"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid', '"\\x00ff"::bytea', '[]', '{"a": 1}', '[1, {"b": [2]}]']) t;
SELECT x, attname, r, t FROM items, pg_attribute, LATERAL (SELECT by_record(x, attname, format_type(atttypid, atttypmod)) AS r, by_table(x, attname, format_type(atttypid, atttypmod)) AS t OFFSET 0) s
	WHERE attrelid = 'every'::regclass AND r IS DISTINCT FROM t ORDER BY attnum, x LIMIT 20;
-- not wrong: how much is tried, and how much of it fails
SELECT count(*), count(*) FILTER (WHERE by_table(x, attname, format_type(atttypid, atttypmod)) ~ '^2') > 300 AS many_fail FROM items, pg_attribute WHERE attrelid = 'every'::regclass;
-- the same where failures are NULL
SELECT x, attname, r, t FROM items, pg_attribute, LATERAL (SELECT by_record(x, attname, format_type(atttypid, atttypmod)) AS r OFFSET 0) s,
	LATERAL (SELECT variant_path_query_array(to_variant(variant_build_object(attname, x)), '$') AS d OFFSET 0) s2, LATERAL (SELECT a.a::text AS t FROM variant_table(d, '$[*]', '[{"path": "$.i4", "on_error": "null"}]') a(a int) OFFSET 0) s3
	WHERE attrelid = 'every'::regclass AND attname = 'i4' AND CASE WHEN r ~ '^2[23]...$' OR r ~ '^NULL' THEN t IS NOT NULL ELSE r IS DISTINCT FROM t || ' ' || t END;

-- whole rows of all these types, any of them missing, out of documents of every
-- form and size: the same as by variant_populate_record: wrong
SELECT setseed(0.31);
CREATE TEMP TABLE rows_of AS SELECT size, i, variant_object_agg(k, x) AS r FROM unnest(ARRAY[1, 3, 20, 300]) size, generate_series(1, size) i, (VALUES
	('b', 'true'::variant), ('b', 'null'), ('i2', '-7'), ('i4', '70000'), ('i8', '-5000000000'), ('i8', '3'), ('n', '1.50'), ('n', '-123456789012345.678'), ('n', '0'), ('n', '0.00'), ('n', '12345678901234567890.5'),
	('n2', '99.94'), ('f4', '1.5e0'), ('f8', '1e-7'), ('f8', '12'), ('t', '"short"'), ('t', '""'), ('t', to_variant(repeat('long ', 40))), ('vc', '"v"'), ('vc3', '"abc"'), ('c', '"x"'),
	('d', '"2024-10-24"::date'), ('d', '"2024-10-25"'), ('ti', '"12:34:56"::time'), ('ts', '"2024-10-24T12:34:56"'), ('tz', '"2024-10-24T12:34:56Z"::timestamptz'), ('u', '"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid'),
	('bin', '"\\x00ff"::bytea'), ('j', '{"a": [1, {"b": 2}]}'), ('v', '[{"x": 1}, [2, "y"]]'), ('v', '7'), ('other', '{"deep": {"deeper": [1]}}')) m(k, x)
	WHERE random() < 0.6 GROUP BY size, i;
CREATE TEMP TABLE whole (size int, storage text, d variant);
SET variant.storage = plain;
INSERT INTO whole SELECT size, 'plain', variant_agg(r ORDER BY i) FROM rows_of GROUP BY size;
SET variant.storage = auto;
INSERT INTO whole SELECT size, 'auto', variant_agg(r ORDER BY i) FROM rows_of GROUP BY size;
ALTER TABLE whole ALTER d SET STORAGE EXTERNAL;
INSERT INTO whole SELECT size, storage || ' external', d FROM whole;
SELECT size, storage, i, t, r FROM (
	SELECT size, storage, nr AS i, ROW(b, i2, i4, i8, n, n2, f4, f8, t, vc, vc3, c, made.d, ti, ts, tz, u, bin, j, v)::text AS t
	FROM whole, variant_table(d, '$[*]', '{"nr": {"ordinality": true}}') made(b boolean, i2 smallint, i4 int, i8 bigint, n numeric, n2 numeric(4,1), f4 real, f8 float8, t text, vc varchar, vc3 varchar(3), c char(2), d date, ti time, ts timestamp, tz timestamptz, u uuid, bin bytea, j jsonb, v variant, nr int)) x
	FULL JOIN (SELECT size, i, variant_populate_record(NULL::every, r)::text AS r FROM rows_of) y USING (size, i)
	WHERE t IS DISTINCT FROM r ORDER BY size, i LIMIT 5;
-- other columns of the same rows: the same member twice, paths into it, the row itself, a path after a member
SELECT size, storage, count(*) FROM whole CROSS JOIN LATERAL variant_table(d, '$[*]', '["$.v", "$.v", "$.j.a[1].b", "$", "$.i8", {"ordinality": true}, {"exists": true, "path": "$.other.deep.deeper"}]')
	t(v1 variant, v2 variant, b int, r variant, i8 bigint, nr int, has_deeper int) JOIN rows_of USING (size)
	WHERE i = nr AND (v1 IS DISTINCT FROM variant_get(rows_of.r, '$.v') OR v2 IS DISTINCT FROM v1 OR b IS DISTINCT FROM variant_get(rows_of.r, '$.j.a[1].b', NULL::int) OR t.r <> rows_of.r
		OR i8 IS DISTINCT FROM variant_get(rows_of.r, '$.i8', NULL::bigint) OR (has_deeper = 1) <> (rows_of.r ? 'other')) GROUP BY 1, 2;
-- rows that are no objects, of a large document; one that is no array
SELECT storage, t.v, t.k FROM (VALUES ('auto'), ('plain')) s(storage), set_config('variant.storage', storage, true), LATERAL (SELECT variant_build_array(repeat('x', 3000), '[1, [2, {"a": 3}]]'::variant, '{}'::variant, '[]'::variant, '{"k": {"k": [4]}}'::variant, 5) AS d OFFSET 0) d,
	variant_table(d, '$[*]', '{"v": "$[1][1]"}') t(v variant, k variant) ORDER BY 1, 2, 3;
SELECT t.k, length(x) FROM variant_table(variant_build_object('x', repeat('x', 3000), 'k', '{"k": [{"k": 1}]}'::variant), '$[*]') t(k variant, x text);

-- rows of several shapes, and documents of several dictionaries, at one call site
SELECT n, t.* FROM (VALUES (1, '[{"a": 1, "c": 2}, {"a": 2, "b": "x", "c": 3}, {"b": "y"}, 5, {"c": 4, "a": 5}, []]'::variant),
	(2, '[{"c": 1}, {"b": "z", "c": 2, "a": 3}]'), (3, '[{"0": 9, "a": 1}, {"A": 8, "a": 2, "b": null}]'), (4, '{"a": 7, "b": "w", "c": [1]}')) d(n, v),
	variant_table(v, '$[*]') t(c variant, a int, b text) ORDER BY n;
-- rows that do not lie in the document
SELECT t.* FROM variant_table('[{"key": 7, "id": "x"}, {"value": 1, "key": 2}]', '$[*].keyvalue()') t(key text, value variant);
SELECT t.* FROM variant_table('{"key": {"key": 1}, "value": {"value": 2}}', '$.keyvalue()', '{"k": "$.key", "v": "$.value", "n": {"ordinality": true}}') t(k text, v variant, n int);

-- numbers of rows, in columns of every kind that takes them, in a large document: wrong
SELECT count(*), max(i8) FROM variant_table((SELECT d FROM whole WHERE size = 300 LIMIT 1), '$[*]', '[{"ordinality": true}, {"ordinality": true}, {"ordinality": true}, {"ordinality": true}, {"ordinality": true}, {"ordinality": true}, {"ordinality": true}]')
	t(i8 bigint, i2 smallint, n numeric, n1 numeric(5,1), f float8, t text, v variant) WHERE NOT (i2 = i8 AND n = i8 AND n1 = i8 AND f = i8 AND t = i8::text AND v = to_variant(i8) AND n1::text = i8 || '.0' AND v::text = t);
SELECT count(*), max(i8) FROM variant_table((SELECT d FROM whole WHERE size = 300 LIMIT 1), '$[*]', '[{"ordinality": true}]') t(i8 bigint);
SELECT * FROM variant_table('[1, 2, 3]', '$[*]', '[{"ordinality": true}]') t(s small);
SELECT * FROM variant_table('[1, 2, 3]', '$[*]', '[{"ordinality": true}]') t(b boolean);
SELECT * FROM variant_table('[1, 2, 3]', '$[*]', '[{"ordinality": true, "on_error": "null"}]') t(d date);

-- which errors are about the data, whether raised softly or not: of values, of
-- names that do not exist, of domains; all others are raised, here and by the
-- functions that try
CREATE FUNCTION refuse(x int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
CREATE DOMAIN refusing AS int CHECK (refuse(VALUE));
SELECT * FROM variant_table('{"a": "no_such_table", "b": "no_such_type", "c": "99999-01-01x", "d": 50, "e": "pg_class", "f": "{{{"}', '$', '{"a": {"on_error": "null"}, "b": {"on_error": "null"},
	"c": {"on_error": "null"}, "d": {"default_on_error": 5}, "e": {"on_error": "null"}, "f": {"on_error": "null"}}') t(a regclass, b regtype, c date, d small, e regclass, f int[]);
SELECT try_variant_get('"no_such_table"', '$', NULL::regclass) AS a, try_variant_get('"no_such_type"', '$', NULL::regtype) AS b, try_variant_get('50', '$', NULL::small) AS d, try_variant_get('"pg_class"', '$', NULL::regclass) AS e;
CREATE TYPE names AS (a regclass, b small);
SELECT x, variant_populate_record_valid(NULL::names, x) FROM unnest('{"{\"a\": \"no_such_table\"}", "{\"a\": \"pg_class\", \"b\": 5}", "{\"b\": 50}", "{\"b\": \"x\"}"}'::variant[]) x;
CREATE TYPE hard AS (a refusing);
SELECT * FROM variant_table('{"a": 1}', '$', '{"a": {"on_error": "null"}}') t(a refusing);
SELECT try_variant_get('1', '$', NULL::refusing);
SELECT variant_populate_record_valid(NULL::hard, '{"a": 1}');
-- after one that was caught everything goes on, in a transaction too
BEGIN;
SELECT count(a), count(*) FROM generate_series(1, 100) i, variant_table(variant_build_array(CASE WHEN i % 2 = 0 THEN 'x' ELSE i::text END), '$[*]', '[{"path": "$", "on_error": "null"}]') t(a small);
COMMIT;

SET client_min_messages = warning;
DROP SCHEMA test_variant_table CASCADE;
