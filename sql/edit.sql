-- Changing values: || - #- variant_set, _set_lax, _insert, _delete_path,
-- _strip_nulls, _pick, _array_append, compared with jsonb's.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_edit;
SET search_path = test_edit, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.72);

CREATE TABLE doc (id serial, t text);
INSERT INTO doc (t) SELECT random_json(3, '{a,b,c,"",é,1,0,aa}') FROM generate_series(1, 700);
INSERT INTO doc (t) VALUES ('{}'), ('[]'), ('null'), ('1'), ('"a"'), ('[[]]'), ('[{}]'), ('{"a": {}}'), ('{"a": []}'), ('{"a": null}'), ('[null]'),
	('{"a": {"b": null, "c": [null, {"d": null}]}}'), ('{"0": 1, "1": {"0": 2}}'), ('[[[1, 2], 3], {"a": [4]}]'), ('["a", "b", "a", 1, ["a"]]');
INSERT INTO doc (t) SELECT json_object_agg('k' || i, i) FROM generate_series(1, n) i, unnest(ARRAY[255, 256, 257, 300]) n GROUP BY n;
INSERT INTO doc (t) SELECT json_agg(i) FROM generate_series(1, n) i, unnest(ARRAY[255, 256, 257, 300]) n GROUP BY n;
CREATE TABLE arg (id serial, t text);
INSERT INTO arg (t) SELECT t FROM doc WHERE id % 9 = 0;
CREATE TABLE path (id serial, p text);
INSERT INTO path (p) VALUES ('{}'), ('{a}'), ('{b}'), ('{aa}'), ('{""}'), ('{é}'), ('{0}'), ('{1}'), ('{-1}'), ('{-2}'), ('{7}'), ('{-7}'), ('{a,b}'), ('{a,0}'),
	('{0,0}'), ('{0,a}'), ('{a,a,a}'), ('{0,-1,a}'), ('{1,1}'), ('{b,c,d}'), ('{a,NULL}'), ('{NULL}'), ('{NULL,a}'), ('{x,y}'), ('{k100}'), ('{k300}'), ('{299}'),
	('{{a,b}}'), ('{2147483647}'), ('{-2147483648}'), ('{" 1"}'), ('{01}'), ('{1x}'), ('{a,99999999999}'), ('{a,b,c,d,e,f}');

-- every document, path and a value or two
CREATE TABLE call AS
	SELECT d.t AS d, p.p AS p, a.t AS a, o FROM doc d, path p, LATERAL (SELECT t FROM arg WHERE arg.id % 61 = (d.id * 7 + p.id) % 61 LIMIT 1) a,
		(VALUES (true), (false)) s(o)
	WHERE (d.id + p.id) % 2 = o::int OR d.id > 700;
SELECT d, p, a, o, outcome(format('SELECT jsonb_set(%L, %L, %L, %L)', d, p, a, o)) AS jsonb FROM call
WHERE outcome(format('SELECT jsonb_set(%L, %L, %L, %L)', d, p, a, o)) IS DISTINCT FROM outcome(format('SELECT variant_set(%L, %L, %L, %L)::jsonb', d, p, a, o)) LIMIT 5;
SELECT d, p, a, o, outcome(format('SELECT jsonb_insert(%L, %L, %L, %L)', d, p, a, o)) AS jsonb FROM call
WHERE outcome(format('SELECT jsonb_insert(%L, %L, %L, %L)', d, p, a, o)) IS DISTINCT FROM outcome(format('SELECT variant_insert(%L, %L, %L, %L)::jsonb', d, p, a, o)) LIMIT 5;
SELECT d, p, outcome(format('SELECT %L::jsonb #- %L', d, p)) AS jsonb FROM call
WHERE o AND outcome(format('SELECT %L::jsonb #- %L', d, p)) IS DISTINCT FROM outcome(format('SELECT (%L::variant #- %L)::jsonb', d, p)) LIMIT 5;
SELECT d, p, outcome(format('SELECT %L::jsonb - %L::text[]', d, p)) AS jsonb FROM call
WHERE o AND outcome(format('SELECT %L::jsonb - %L::text[]', d, p)) IS DISTINCT FROM outcome(format('SELECT (%L::variant - %L::text[])::jsonb', d, p)) LIMIT 5;

-- answers and errors among them (true)
SELECT count(*) > 10000 AS many, count(*) FILTER (WHERE o LIKE 'ERROR%') > 1000 AS errors, count(DISTINCT o) FILTER (WHERE o LIKE 'ERROR%') > 10 AS kinds
FROM (SELECT outcome(format('SELECT variant_set(%L, %L, %L, %L)::jsonb', d, p, a, o)) AS o FROM call) s;

-- a new value that is NULL
SELECT d, p, o, h FROM (SELECT * FROM call ORDER BY random() LIMIT 3000) c,
	(VALUES ('raise_exception'), ('use_json_null'), ('delete_key'), ('return_target'), ('other'), (NULL)) s(h)
WHERE outcome(format('SELECT jsonb_set_lax(%L, %L, NULL, %L, %L)', d, p, o, h)) IS DISTINCT FROM
	outcome(format('SELECT variant_set_lax(%L, %L, NULL, %L, %L)::jsonb', d, p, o, h)) LIMIT 5;
SELECT outcome('SELECT variant_set_lax(NULL, ''{a}'', ''1'')'), outcome('SELECT variant_set_lax(''{"a": 2}'', NULL, ''1'')'),
	variant_set_lax('{"a": 2}', '{a}', '1'), variant_set_lax('{"a": 2}', '{a}', NULL), variant_set('{"a": 2}', '{a}', NULL) IS NULL AS strict;
SELECT variant_set_lax('{"a": 2}', '{a}', NULL, true, 'raise_exception');
SELECT variant_insert('{"a": 2}', '{a}', '1');

-- ||
SELECT d.t, a.t, outcome(format('SELECT %L::jsonb || %L', d.t, a.t)) AS jsonb FROM doc d, arg a
WHERE d.t::jsonb || a.t::jsonb IS DISTINCT FROM (d.t::variant || a.t::variant)::jsonb OR a.t::jsonb || d.t::jsonb IS DISTINCT FROM (a.t::variant || d.t::variant)::jsonb LIMIT 5;
SELECT '{"author": {"age": 30, "name": "C"}}'::variant || '{"author": {"age": 31}}' AS shallow;

-- - text, - integer
SELECT t, k FROM doc, unnest('{a,b,"",é,1,k1,k255,x}'::text[]) k
WHERE outcome(format('SELECT %L::jsonb - %L::text', t, k)) IS DISTINCT FROM outcome(format('SELECT (%L::variant - %L::text)::jsonb', t, k)) LIMIT 5;
SELECT t, k FROM doc, unnest('{0,1,2,-1,-2,-3,299,-300,2147483647,-2147483647}'::integer[]) k
WHERE outcome(format('SELECT %L::jsonb - (%s)', t, k)) IS DISTINCT FROM outcome(format('SELECT (%L::variant - (%s))::jsonb', t, k)) LIMIT 5;
-- jsonb negates the smallest integer and gets it wrong (or right) by accident
SELECT '[1]'::variant - (-2147483648) AS unchanged;

-- nulls left out; in arrays only with the second argument, which jsonb has from 18 on
SELECT t, outcome(format('SELECT jsonb_strip_nulls(%L)', t)) FROM doc
WHERE jsonb_strip_nulls(t::jsonb) IS DISTINCT FROM variant_strip_nulls(t::variant)::jsonb LIMIT 5;
SELECT t FROM doc WHERE variant_strip_nulls(t::variant, false) <> variant_strip_nulls(t::variant);
-- an oracle of our own: text without nulls
CREATE FUNCTION without_nulls(j jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
	IF jsonb_typeof(j) = 'object' THEN
		RETURN (SELECT coalesce(jsonb_object_agg(key, without_nulls(value)), '{}') FROM jsonb_each(j) WHERE value <> 'null');
	ELSIF jsonb_typeof(j) = 'array' THEN
		RETURN (SELECT coalesce(jsonb_agg(without_nulls(value)), '[]') FROM jsonb_array_elements(j) WHERE value <> 'null');
	END IF;
	RETURN j;
END
$$;
SELECT t FROM doc WHERE variant_strip_nulls(t::variant, true)::jsonb <> without_nulls(t::jsonb);
SELECT variant_strip_nulls('null'), variant_strip_nulls('[1, null, {"a": null}]'), variant_strip_nulls('[1, null, {"a": null}]', true),
	variant_strip_nulls('{"d": "2024-10-24"::date, "n": null}', strip_in_arrays => true);

-- all that comes out is canonical: the bytes are those of its own text
SELECT d, p, a, o FROM call, LATERAL (SELECT d::variant AS v, p::text[] AS q WHERE p !~ 'NULL|}}|1x|99999|" 1|01|[a-z]') s,
	LATERAL (VALUES (outcome(format('SELECT variant_set(%L, %L, %L, %L)', d, p, a, o)))) r(t)
WHERE r.t NOT LIKE 'ERROR%' AND variant_to_bytes(variant_set(v, q, a::variant, o)) IS DISTINCT FROM variant_to_bytes(r.t::variant) LIMIT 5;
SELECT d.t, a.t FROM doc d, arg a WHERE variant_to_bytes(d.t::variant || a.t::variant) <> variant_to_bytes((d.t::variant || a.t::variant)::text::variant) LIMIT 5;
SELECT t, k FROM doc, unnest('{a,b,"",é,1,k1,k255,x}'::text[]) k
WHERE t ~ '^[[{]' AND variant_to_bytes(t::variant - k) <> variant_to_bytes((t::variant - k)::text::variant) LIMIT 5;
SELECT t FROM doc WHERE variant_to_bytes(variant_strip_nulls(t::variant)) <> variant_to_bytes(variant_strip_nulls(t::variant)::text::variant);

-- large documents: values that cross the border between small and large, names that come and go
CREATE TABLE large AS SELECT (SELECT variant_object_agg('k' || i, variant_build_object('a' || i % 7, i, 'text', repeat('x', i % 400))) FROM generate_series(1, n) i) AS v
	FROM unnest(ARRAY[10, 300, 3000]) n;
SELECT k FROM large, unnest('{k1,k5,k299,k2999,new,zz,A}'::text[]) k, unnest(ARRAY['1', '{"fresh": {"k1": [1]}}', to_json(repeat('y', 300))::text]::variant[]) a
WHERE variant_set(v, ARRAY[k], a)::jsonb <> jsonb_set(v::jsonb, ARRAY[k], a::jsonb)
	OR variant_to_bytes(variant_set(v, ARRAY[k], a)) <> variant_to_bytes(variant_set(v, ARRAY[k], a)::text::variant)
	OR variant_set(v, ARRAY[k, 'text'], a)::jsonb <> jsonb_set(v::jsonb, ARRAY[k, 'text'], a::jsonb)
	OR variant_to_bytes(variant_set(v, ARRAY[k, 'text'], a)) <> variant_to_bytes(variant_set(v, ARRAY[k, 'text'], a)::text::variant)
	OR (v - k)::jsonb <> v::jsonb - k OR variant_to_bytes(v - k) <> variant_to_bytes((v - k)::text::variant)
	OR (v #- ARRAY[k, 'a1'])::jsonb <> v::jsonb #- ARRAY[k, 'a1'] OR variant_to_bytes(v #- ARRAY[k, 'a1']) <> variant_to_bytes((v #- ARRAY[k, 'a1'])::text::variant);

-- stored, compressed and not
CREATE TABLE stored (v variant);
ALTER TABLE stored ALTER v SET STORAGE EXTERNAL;
INSERT INTO stored SELECT v FROM large;
UPDATE stored SET v = variant_set(v, '{k1,text}', '"new"') - 'k2';
SELECT l.v FROM large l WHERE NOT EXISTS (SELECT FROM stored s WHERE s.v = variant_set(l.v, '{k1,text}', '"new"') - 'k2');

-- members picked
SELECT variant_pick('{"a": 1, "b": {"c": "2024-10-24"::date}, "d": null}', 'b', 'd', 'x', NULL), variant_pick('{"a": 1}', VARIADIC '{}'), variant_pick('{"a": 1}', VARIADIC NULL) IS NULL AS n;
SELECT variant_pick('[1]', 'a');
SELECT t FROM doc WHERE t LIKE '{%' AND variant_pick(t::variant, 'a', 'é', 'k17', 'k256')::jsonb IS DISTINCT FROM
	(SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(t::jsonb) WHERE key IN ('a', 'é', 'k17', 'k256'));

-- appended
SELECT variant_array_append('[1, 2]', '$', '[3]'), variant_array_append('{"a": [[], 1]}', '$.a', '"x"'), variant_array_append('{"a": [[], 1]}', '$.a[0]', '"2024-10-24"::date'),
	variant_array_append('{"a": [[], 1]}', '$.a[-2]', '0'), variant_array_append('{"a": 1}', '$.b', '1') AS unchanged, variant_array_append('[]', '$', NULL) IS NULL AS n;
SELECT variant_array_append('{"a": {"b": 1}}', '$.a', '1');
SELECT variant_array_append('[]', '$.', '1');
-- to what is stored with delta numbers, compressed or elsewhere; in a variable; nothing is there, or no array
CREATE TABLE append (storage text, v variant);
INSERT INTO append SELECT 'compressed', variant_object_agg('k' || i, i) || '{"l": [1, {"m": []}], "z": 0}' FROM generate_series(1, 400) i;
ALTER TABLE append ALTER v SET STORAGE EXTERNAL;
INSERT INTO append SELECT 'external', v || '{}' FROM append;
SELECT a.storage, p FROM append a, unnest('{l,l[1].m,l[-1].m}'::text[]) p, LATERAL (SELECT translate(replace(p, '[', '.'), '.]', ',')) q(path)
	WHERE variant_array_append(v, '$.' || p, '"new"')::jsonb IS DISTINCT FROM jsonb_insert(v::jsonb, ('{' || path || ',-1}')::text[], '"new"', true);
SELECT storage, variant_storage(v), (variant_array_append(v, '$.l', '2'))['l'] AS l, (variant_array_append(v, '$.l[1].m', 'null'))['l'] AS m, variant_array_append(v, '$.x', '2') = v AS unchanged FROM append;
SELECT variant_array_append(v, '$.z', '2') FROM append WHERE storage = 'external';
DO $$
DECLARE
	v variant;
BEGIN
	FOR v IN SELECT a.v FROM append a LOOP
		v['k1'] := '[]';
		v := variant_array_append(variant_array_append(v, '$.k1', '"a"'), '$.l', '"b"');
		RAISE NOTICE '% %', v['k1'], v['l'];
	END LOOP;
END $$;
SELECT t FROM doc WHERE t LIKE '[%' AND variant_array_append(t::variant, '$', '{"n": 1}')::jsonb <> t::jsonb || '[{"n": 1}]';

-- names in objects that are too deep to be made
SELECT variant_set(d, array_fill('0'::text, ARRAY[999]), '[[]]') FROM (SELECT (repeat('[', 1000) || repeat(']', 1000))::variant AS d) s;
SELECT variant_concat(d, '[1]') IS NOT NULL AS ok, d || '{}' IS NOT NULL AS ok FROM (SELECT (repeat('[', 1000) || repeat(']', 1000))::variant AS d) s;
SELECT '{}' || d FROM (SELECT (repeat('{"a":', 1000) || 1 || repeat('}', 1000))::variant AS d) s WHERE variant_strip_nulls(d) = d AND d || '{}' = d AND d || '1' IS NULL;
SET client_min_messages = warning;
DROP SCHEMA test_edit CASCADE;
