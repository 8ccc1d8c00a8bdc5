-- The GIN operator class: an index finds what a scan finds.  Every query here
-- returns only what is wrong, unless it says otherwise.
SET client_min_messages = warning;
SELECT amname, opcname FROM pg_opclass JOIN pg_am a ON a.oid = opcmethod
WHERE opcintype = 'variant'::regtype AND NOT amvalidate(pg_opclass.oid);
RESET client_min_messages;

-- ---------------------------------------------------------------------
-- Random documents, and random queries about them
-- ---------------------------------------------------------------------
CREATE SCHEMA test_gin;
SET search_path = test_gin, public;
SELECT setseed(0.20240917);

-- scalars that meet: equal ones in several encodings, neighbours, strings that
-- start alike, and the ends of every class
CREATE TABLE scalars (n int GENERATED ALWAYS AS IDENTITY (START 0 MINVALUE 0), s text);
INSERT INTO scalars (s) VALUES
	('null'), ('true'), ('false'), ('"true"'), ('"null"'), ('"t"'), ('"n"'), ('"1"'),
	('0'), ('-0.0e0'), ('0.00'), ('1'), ('1.0'), ('1e0'), ('1.0::float4'), ('2'), ('-1'), ('-1.5'), ('-1.5e0'), ('5'), ('5.00'), ('50'),
	('0.1'), ('1e-1'), ('0.1::float4'), ('0.10000000149011612'), ('0.3'), ('3e-1'), ('1e300'), ('1e-300'), ('-1e300'), ('5e-324'),
	('"NaN"::float8'), ('"NaN"::float4'), ('"Infinity"::float8'), ('"-Infinity"::float4'),
	('9007199254740992'), ('9007199254740993'), ('9007199254740992e0'), ('9223372036854775807'), ('-9223372036854775808'),
	('12345678901234567890123456789012345678'), ('-12345678901234567890123456789012345678'),
	('0.12345678901234567890123456789012345678'), ('1.0000000000000000000001'), ('1e22'), ('10000000000000000000000'),
	('1000000007'), ('1000000009'), ('123456789.125'), ('16777217'), ('16777216::float4'), ('99.99'), ('1e16'), ('1700000000123456'), ('1700000000123457'),
	('""'), ('"a"'), ('"b"'), ('"ab"'), ('"abc"'), ('"abcd"'), ('"abce"'), ('"A"'), ('"é"'), ('"日本"'), ('"\u0000"'), ('"\u0001"'), ('" "'), ('"~"'),
	('"' || repeat('long common prefix ', 8) || 'a"'), ('"' || repeat('long common prefix ', 8) || 'b"'),
	('"' || repeat('x', 10000) || '1"'), ('"' || repeat('x', 10000) || '2"'),
	('"2024-10-24"'), ('"2024-10-24"::date'), ('"2024-10-25"::date'), ('"1969-12-31"::date'), ('"5000-01-01 BC"::date'), ('"9999-12-31"::date'),
	('"00:00:00"::time'), ('"12:34:56.000001"::time'), ('"12:34:56.000002"::time'), ('"24:00:00"::time'),
	('"2024-10-24T18:22:26.402"::timestamp'), ('"2024-10-24T18:22:26.402"::timestamp(9)'), ('"2024-10-24T18:22:26.402000001"::timestamp(9)'),
	('"2024-10-24T18:22:26.402Z"::timestamptz'), ('"2024-10-24T18:22:26.402Z"::timestamptz(9)'), ('"2024-10-24T18:22:26.402000001Z"::timestamptz(9)'),
	('"2024-10-24T00:00:00"::timestamp'), ('"2024-10-24T00:00:00Z"::timestamptz'),
	('"1969-12-31T23:59:59.999999Z"::timestamptz'), ('"1969-12-31T23:59:59.999999999Z"::timestamptz(9)'), ('"1970-01-01T00:00:00Z"::timestamptz'),
	('"1899-12-31T23:59:59.999999Z"::timestamptz'), ('"1900-01-01T00:00:00Z"::timestamptz'), ('"2185-06-06T00:00:00Z"::timestamptz'),
	('"290309-12-21T19:59:05.224192 BC"::timestamp'), ('"294247-01-10T04:00:54.775807"::timestamp'), ('"0001-01-01T00:00:00 BC"::timestamp'),
	('"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid'), ('"f24f9b64-81fa-49d1-b74e-8c09a6e31c57"::uuid'), ('"00000000-0000-0000-0000-000000000000"::uuid'),
	('"\\x"::bytea'), ('"\\x00"::bytea'), ('"\\x0313deadbeef"::bytea'), ('"\\x0313deadbeee"::bytea');

CREATE FUNCTION random_scalar() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	pick int := floor(random() * (SELECT count(*) FROM test_gin.scalars));
BEGIN
	RETURN (SELECT s FROM test_gin.scalars WHERE n = pick);
END$$;
CREATE FUNCTION random_name() RETURNS text LANGUAGE sql VOLATILE AS
	$$SELECT ('{a,b,c,o,p,"",0,1,x y,é}'::text[])[1 + floor(random() * 10)]$$;
CREATE FUNCTION random_value(depth int) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	kind float8 := random();
	count int := floor(random() * 4);
	parts text[] := '{}';
BEGIN
	IF depth = 0 OR kind < 0.3 THEN
		RETURN test_gin.random_scalar();
	END IF;
	FOR i IN 1..count LOOP
		parts := parts || (CASE WHEN kind < 0.8 THEN '"' || test_gin.random_name() || '":' ELSE '' END || test_gin.random_value(depth - 1));
	END LOOP;
	RETURN CASE WHEN kind < 0.8 THEN '{' || array_to_string(parts, ',') || '}' ELSE '[' || array_to_string(parts, ',') || ']' END;
END$$;

CREATE TABLE docs (id int PRIMARY KEY, v variant);
INSERT INTO docs SELECT i, test_gin.random_value(4)::variant FROM generate_series(1, 2000) i;
INSERT INTO docs SELECT 5000 + n, s::variant FROM scalars;
INSERT INTO docs SELECT 6000 + n, ('{"a":' || s || '}')::variant FROM scalars;
INSERT INTO docs SELECT 7000 + n, ('{"a":{"b":[' || s || ', 7]}}')::variant FROM scalars;
INSERT INTO docs VALUES (9000, NULL), (9001, '{}'), (9002, '[]'), (9003, '[[]]'), (9004, '[{}]'), (9005, '{"a":{}}'), (9006, '{"a":[]}'),
	(9007, '[[0, 10]]'), (9008, '{"a":[[0, 10]]}'), (9009, '{"a":[0, 10]}'), (9010, '[{"a":0},{"a":10}]'),
	(9011, ('{"' || repeat('k', 3000) || '":1}')::variant), (9012, (repeat('[', 999) || repeat(']', 999))::variant), (9013, (repeat('{"a":', 900) || '5' || repeat('}', 900))::variant);
ANALYZE docs;

-- The ids that a clause finds by a scan and by the index; a row for each clause
-- whose answers differ or that did not use the index.
CREATE FUNCTION ids(clause text, indexed boolean) RETURNS int[] LANGUAGE plpgsql VOLATILE AS $$
DECLARE result int[];
BEGIN
	PERFORM set_config('enable_seqscan', (NOT indexed)::text, true), set_config('enable_bitmapscan', indexed::text, true);
	EXECUTE 'SELECT array_agg(id ORDER BY id) FROM test_gin.docs WHERE ' || clause INTO result;
	RETURN result;
END$$;
CREATE FUNCTION uses_index(clause text) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE line text; result boolean := false;
BEGIN
	PERFORM set_config('enable_seqscan', 'false', true), set_config('enable_bitmapscan', 'true', true);
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) SELECT * FROM test_gin.docs WHERE ' || clause LOOP
		result := result OR line ~ 'Bitmap Index Scan';
	END LOOP;
	RETURN result;
END$$;
CREATE TABLE queries (n int GENERATED ALWAYS AS IDENTITY, clause text, expected int[]);
-- Only each step-th query where that is enough.
CREATE FUNCTION compare(step int) RETURNS TABLE (clause text, missing int[], extra int[]) LANGUAGE sql VOLATILE AS $$
	SELECT clause, (SELECT array_agg(x) FROM (SELECT unnest(expected) EXCEPT SELECT unnest(found)) s(x)),
		(SELECT array_agg(x) FROM (SELECT unnest(found) EXCEPT SELECT unnest(expected)) s(x))
	FROM (SELECT clause, expected, test_gin.ids(clause, true) AS found FROM test_gin.queries WHERE n % step = 0) q
	WHERE expected IS DISTINCT FROM found
$$;

-- containment: parts of documents, and documents that are not there
INSERT INTO queries (clause)
	SELECT format('v @> %L', test_gin.random_value(3)) FROM generate_series(1, 400);
INSERT INTO queries (clause)
	SELECT format('v @> %L', '{"' || test_gin.random_name() || '":' || test_gin.random_value(1) || '}') FROM generate_series(1, 200);
INSERT INTO queries (clause) SELECT format('v @> %L', format(f, s)) FROM scalars, unnest(ARRAY['%s', '[%s]', '{"a":%s}', '{"a":{"b":[%s]}}']) f;
INSERT INTO queries (clause) SELECT format('v @> %L', q) FROM unnest(ARRAY['{}', '[]', '{"a":{}}', '{"a":[]}', '[[]]', '[{}]', '[[[]]]', '{"o":{}}']) q;
-- existence
INSERT INTO queries (clause)
	SELECT format('v ? %L', k) FROM unnest(array['a', 'b', 'o', '', 'é', 'zz', 'true', 'abc', 'abcd', repeat('k', 3000), repeat('x', 10000) || '1', '1']) k
	UNION ALL SELECT format('v %s %L', op, k) FROM unnest('{?|,?&}'::text[]) op,
		unnest('{"{}","{a}","{a,b}","{a,zz}","{a,NULL}","{NULL}","{b,c,o}","{abc,a}"}'::text[]) k;
-- predicates: every operator, neighbours of every value, ranges, logic
INSERT INTO queries (clause)
	SELECT format('v @~ %L', format('$%s %s %s', p, op, s))
	FROM scalars, unnest(ARRAY['', '.a', '.a.b[0]', '{a}{b}{0}']) p, unnest('{=,<>,<,<=,>,>=}'::text[]) op
	WHERE random() < 0.4;
INSERT INTO queries (clause)
	SELECT format('v @~ %L', format(f, a.s, b.s))
	FROM scalars a, scalars b, unnest(ARRAY['$.a >= %s AND $.a <= %s', '$ > %s AND $ < %s', '$.a.b[0] >= %s AND $.a.b[0] < %s', 'NOT ($.a < %s OR $.a >= %s)', '$ IN (%s, %s)', 'NOT $.a NOT IN (%s, %s)']) f
	WHERE random() < 0.01;
INSERT INTO queries (clause)
	SELECT format('v @~ %L', format(f, p, c))
	FROM unnest(ARRAY['', '.a', '.o', '.a.b', '{0}', '[0]', '[-1]', '[0][0]', '.zz', '[''x y'']', '.é', '[''''].a']) p, unnest('{"null",string,number,float,double,date,time,timestamp,timestamptz,uuid,binary,boolean,array,object}'::text[]) c,
		unnest(ARRAY['$%s IS %s', 'NOT $%s IS %s', '$%s IS NOT %s', 'EXISTS $%s AND $ IS %s', 'NOT EXISTS $%s OR $ IS %s']) f
	WHERE random() < 0.3;
INSERT INTO queries (clause)
	SELECT format('v @~ %L', format(f, p, s)) FROM scalars, unnest(ARRAY['', '.a', '.b', '[0]']) p, unnest(ARRAY['$%s STARTS WITH %s', 'NOT $%s STARTS WITH %s']) f
	WHERE s ~ '^".*"$' AND random() < 0.7;
INSERT INTO queries (clause)
	SELECT format('v @~ %L', format('$%s %s %s', p, op, test_gin.random_value(2)))
	FROM unnest(ARRAY['', '.a', '.o', '.b', '[0]']) p, unnest('{=,<>,<,>=}'::text[]) op, generate_series(1, 6);
-- jsonpath: what JSON can say of the scalars, every operator, both modes
CREATE TABLE literals AS SELECT s FROM scalars WHERE s !~ '::' AND s !~ 'u000' AND length(s) < 1000;
INSERT INTO queries (clause)
	SELECT format('v @@ %L', format(f, p, op, s))
	FROM literals, unnest(ARRAY['$', '$.a', '$.a.b', '$.a.b[0]', '$[*]', 'strict $.a', '$.*', '$.**', '$.a.*', '$.a.**', '$.o[*].b', '$."x y"']) p,
		unnest('{==,!=,<,<=,>,>=}'::text[]) op, unnest(ARRAY['%s %s %s', '!(%s %s %s)', '%s %s %s || $.b == 1', '%s %s %s && exists($.b)']) f
	WHERE random() < 0.04 AND NOT (p ~ 'strict' AND f ~ '!');
INSERT INTO queries (clause)
	SELECT format('v @? %L', format(f, p, op, s))
	FROM literals, unnest(ARRAY['$', '$.a', '$.a.b', '$[*]', 'strict $.a', '$.*', '$.a.**', '$.o[*].b', '$."é"']) p,
		unnest('{==,!=,<,<=,>,>=}'::text[]) op, unnest(ARRAY['%s ? (@ %s %s)', '%s ? (%3$s %2$s @)', '%s ? (@.b %s %s)', '%s ? (@ %s %s || @.a == 1)', '%s ? (@ %s %s).b', '%s ? (exists(@ ? (@ %s %s)))']) f
	WHERE random() < 0.04;
-- two bounds are about one value only where there is no array
INSERT INTO queries (clause)
	SELECT format(f, p, a, b)
	FROM unnest(ARRAY['$', '$.a', '$.a.b', '$[*]', '$.a[*]', '$.a[0]', '$.a.b[*]', '$[*].a']) p, unnest('{1,5,-1.5,0.1,1e300}'::text[]) a, unnest('{5,10,0.3,1,1700000000123457}'::text[]) b,
		unnest(ARRAY['v @@ ''%s > %s && %1$s < %s''', 'v @@ ''strict %s >= %s && %1$s <= %s''', 'v @? ''%s ? (@ > %s && @ < %s)''', 'v @? ''%s ? (@.a >= %s && @.a <= %s)''', 'v @? ''strict %s ? (@ >= %s && @ <= %s)''', 'v @? ''strict %s ? (@[*] > %s && @[*] < %s)''']) f
	WHERE random() < 0.4;
INSERT INTO queries (clause) SELECT 'v @? ' || quote_literal(q) FROM unnest(ARRAY['$', '$.a', '$.zz', 'strict $.a.b', '$.*', '$.**', '$.a.*', '$.a.**{2 to 3}', '$[0]', '$.a[last]', '$.a.size()', '$.a ? (@.type() == "number")', '$.a ? (@.type() == "array")',
	'$ ? (@.a.type() == "null")', '$ ? (@.a.type() == "object")', '$ ? (@.a.type() != "object")', '$ ? (@.a.type() == "date")', '$.a ? (@ == $.b)', '$ ? (@.a == @.b)', '$.a ? (@ + 1 == 6)', '$.a ? (-@ == -5)', '$.a.double() ? (@ == 5)', '$.a ? (@ starts with "a")', '$.a ? (@ starts with "long")',
	'$ ? (@.a like_regex "^a")', '$.a == 5', '$.a ? ((@ == 5) is unknown)', '$.keyvalue() ? (@.key == "a")', '$.keyvalue().value ? (@ == 5)', '$.a ? (exists(@.b))', '$ ? (!exists(@.a))', '"abc".type()', '5', '$.a ? (1 == 1)', '$.a ? ("a" == "b")', '$.a ? (@ == "2024-10-24")',
	'$.a.datetime()', '$.a ? (@ == null)', '$.a ? (@ <= null)', '$.a ? (@ < null)', '$.a ? (@ != null)', '$.a ? (@ == true || @ == false)', '$.a ? (true == @)', '$ ? (@.o.b == 5 && @.a > 0)', '$[*] ? (@[*] > 5)', '$.a ? (@ == 123456789012345678901234567890123456789012)', '$.a ? (@ > 123456789012345678901234567890123456789012)',
	'$.a ? (@ < 1e400)', '$.a ? (@ == 1e-400)', '$.a[1 to 2] ? (@ == 7)', '$.a.b ? (@ == 7)', '$.a."b"[last] ? (@ == 7)']) q;
INSERT INTO queries (clause) SELECT 'v @@ ' || quote_literal(q) FROM unnest(ARRAY['$', '$.a', '$.a.b', '$[*]', 'strict $.a', '$.a.type()', '$.a ? (@ == true)', '$.*', '$.**', 'exists($.a)', 'exists($.zz)', '!exists($.a)', 'exists($.a ? (@ > 1))', '($.a == 5) is unknown', '$.a starts with "a"', '$.a starts with ""', '$.a like_regex "b$"',
	'$.a.type() == "string"', '"string" == $.a.type()', '$.a.size() > 1', '$.a == $.b', '$.a > $.b', '$.a == 5 && $.b == 5 || $.c == 5 && ($.o == 1 || $.o == 2)', '$.a == 1 && $.a.b == 7', '1 == 1', '$.a > 1 && $.a < 5 && $.b > 0', '$.a > 1 && $.a < "x"', '$.a > "a" && $.a < "b"', '$.a >= false && $.a <= true', '($.a + 0) > 1 && $.a < 100']) q;
-- more than one at a time
INSERT INTO queries (clause)
	SELECT q.clause || (ARRAY[' AND ', ' OR '])[1 + n % 2] || r.clause FROM
		(SELECT n, clause, lead(clause, 37) OVER (ORDER BY n) AS other FROM queries) q, LATERAL (SELECT other AS clause) r
	WHERE n % 9 = 0 AND other IS NOT NULL;

UPDATE queries SET expected = test_gin.ids(clause, false);
SELECT count(*) > 1000 AS many, count(expected) > 400 AS that_find FROM queries;

-- ---------------------------------------------------------------------
-- However the index has come to be
-- ---------------------------------------------------------------------
-- built at once
CREATE INDEX docs_v ON docs USING gin (v);
SELECT clause FROM queries WHERE NOT test_gin.uses_index(clause) AND n % 4 = 0;
SELECT * FROM test_gin.compare(1);
-- the pending list, then without it
CREATE TABLE source AS SELECT * FROM docs;
TRUNCATE docs;
INSERT INTO docs SELECT * FROM source;
SELECT * FROM test_gin.compare(4);
VACUUM docs;
SELECT * FROM test_gin.compare(4);
DROP INDEX docs_v;
TRUNCATE docs;
CREATE INDEX docs_v ON docs USING gin (v) WITH (fastupdate = off);
INSERT INTO docs SELECT * FROM source ORDER BY id DESC;
SELECT * FROM test_gin.compare(4);
-- updated and deleted
DELETE FROM docs WHERE id % 3 = 0;
UPDATE docs SET v = (SELECT v FROM source s WHERE s.id = 3 * (docs.id / 3)) WHERE id % 3 = 1 AND id < 2000;
CREATE TABLE changed AS SELECT n, expected FROM queries;
UPDATE queries SET expected = test_gin.ids(clause, false);
SELECT * FROM test_gin.compare(4);
VACUUM docs;
SELECT * FROM test_gin.compare(4);
TRUNCATE docs;
INSERT INTO docs SELECT * FROM source;
UPDATE queries SET expected = changed.expected FROM changed WHERE changed.n = queries.n;
-- values that are stored in pieces
CREATE TABLE wide (id int, v variant);
ALTER TABLE wide ALTER v SET STORAGE external;
INSERT INTO wide SELECT 0, variant_build_object('pad', repeat('p', 100000), 'a', 5);
CREATE INDEX wide_v ON wide USING gin (v);
INSERT INTO wide SELECT 1, v FROM wide;
BEGIN;
SET LOCAL enable_seqscan = off;
SELECT count(*) FROM wide WHERE v @> '{"a":5}' AND v @> variant_build_object('pad', repeat('p', 100000));
COMMIT;

-- ---------------------------------------------------------------------
-- Options
-- ---------------------------------------------------------------------
DROP INDEX docs_v;
CREATE INDEX docs_v ON docs USING gin (v variant_ops (paths = '$.a, $.o.b'));
SELECT * FROM test_gin.compare(4);
-- only what is in the paths uses it with profit: the rest reads all of it
CREATE INDEX docs_all ON docs USING gin (v variant_ops);
SELECT pg_relation_size('docs_v') < pg_relation_size('docs_all') AS smaller;
DROP INDEX docs_v, docs_all;
CREATE INDEX docs_v ON docs USING gin (v variant_ops (exclude_paths = '$.a.b,$[''x y''], $["é"]'));
SELECT * FROM test_gin.compare(4);
DROP INDEX docs_v;
CREATE INDEX docs_v ON docs USING gin (v variant_ops (paths = '$.a,$', exclude_paths = '$.a.b,$.o'));
SELECT * FROM test_gin.compare(4);
DROP INDEX docs_v;
CREATE INDEX docs_v ON docs USING gin (v variant_ops (exclude_paths = '$'));
SELECT * FROM test_gin.compare(4);
DROP INDEX docs_v;
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'docs'::regclass AND NOT indisprimary;
-- errors
CREATE INDEX ON docs USING gin (v variant_ops (paths = 'a.b'));
CREATE INDEX ON docs USING gin (v variant_ops (paths = '$.a[0]'));
CREATE INDEX ON docs USING gin (v variant_ops (paths = ''));
CREATE INDEX ON docs USING gin (v variant_ops (paths = '$.a,,$.b'));
CREATE INDEX ON docs USING gin (v variant_ops (exclude_paths = '$.a['));
CREATE INDEX ON docs USING gin (v variant_ops (path = '$.a'));

-- ---------------------------------------------------------------------
-- Other ways to use it
-- ---------------------------------------------------------------------
-- an index on an expression that is NULL for many rows, with a predicate
CREATE INDEX docs_a ON docs USING gin ((v['a'])) WHERE id < 9000;
BEGIN;
SET LOCAL enable_seqscan = off;
SELECT count(*) - count(v) AS nulls FROM docs WHERE id > 8999 AND id < 9001;
SELECT count(*) > 100 AS found FROM docs WHERE v['a'] @> '{"b":[7]}' AND id < 9000;
-- the other clause is not forgotten
SELECT * FROM docs WHERE v @> '{"a":5}' AND NOT v @> '{"a":5}';
COMMIT;
DROP INDEX docs_a;
-- two columns
CREATE INDEX docs_two ON docs USING gin (v, (v['a']));
BEGIN;
SELECT * FROM test_gin.compare(4) LIMIT 5;
COMMIT;
SET client_min_messages = warning;
DROP SCHEMA test_gin CASCADE;
