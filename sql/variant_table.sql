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

SET client_min_messages = warning;
DROP SCHEMA test_variant_table CASCADE;
