-- Containers taken out of documents: what comes out has the bytes that its text
-- would get, whatever came before it.  Every query returns only what is wrong,
-- unless it says otherwise.
CREATE SCHEMA test_take_out;
SET search_path = test_take_out, public;

-- documents that share a dictionary, and such that nearly do; few names, more
-- than 64, more than 256, and larger than what is remembered
CREATE TEMP TABLE filler AS SELECT n, (SELECT coalesce(jsonb_object_agg('m' || i, i), '{}') FROM generate_series(1, n) i) AS j
	FROM unnest(ARRAY[0, 1, 50, 61, 62, 63, 64, 65, 120, 250, 251, 252, 256, 300]) n;
CREATE TEMP TABLE parts (id serial, t text);
INSERT INTO parts (t) VALUES
	('{}'), ('[]'), ('{"a": 1}'), ('{"a": {}}'), ('{"z": []}'), ('[{"a": 1}, {"b": 2}]'), ('[{"b": 1}, {"b": 2}, {"a": 3}]'),
	('{"a": {"b": {"c": {"d": [1, {"e": null}]}}}}'), ('{"m1": {"m2": {"m3": 1}}, "m50": 2}'), ('{"a": 1, "m": 2, "zz": {"a": 1, "zzz": {}}}'),
	('{"": {"": [{"": 1}]}}'), ('{"é": {"ü": "' || repeat('long ', 60) || '"}}'), ('[[[[[]]]]]'), ('[1, [2, 3], "x"]'),
	((SELECT jsonb_agg(jsonb_build_object('id', i, 'o', jsonb_build_object('x', i)))::text FROM generate_series(1, 5) i)),
	((SELECT jsonb_agg(jsonb_build_object('id', i, 'o', jsonb_build_object('x', i)))::text FROM generate_series(1, 100) i)),
	((SELECT jsonb_agg(jsonb_build_object('id', i, 'o', jsonb_build_object('y', i, 'n', '[]'::jsonb)))::text FROM generate_series(1, 3000) i)),
	((SELECT jsonb_agg(i)::text FROM generate_series(1, 300) i)), ((SELECT jsonb_agg('[]'::jsonb)::text FROM generate_series(1, 300) i)),
	((SELECT jsonb_object_agg('k' || i, '{"q": 1}'::jsonb)::text FROM generate_series(1, 260) i)),
	((SELECT jsonb_object_agg('a quite long name of a member, the number of which is ' || i, '{"q": 1}'::jsonb)::text FROM generate_series(1, 30) i)),
	('{"a": "' || repeat('x', 70000) || '", "b": {"c": [1]}}');
CREATE TEMP TABLE documents AS SELECT n, p.id, p.t,
		((j || jsonb_build_object('part', p.t::jsonb, 'list', jsonb_build_array(1, p.t::jsonb))))::text::variant AS d
	FROM filler, parts p;
-- not wrong: how much is tried
SELECT count(*), count(DISTINCT variant_metadata(d)) FROM documents;
CREATE FUNCTION differs(taken variant, t text) RETURNS boolean LANGUAGE sql AS $$ SELECT variant_send(taken) IS DISTINCT FROM variant_send(t::variant) $$;

-- every way to take out, the documents in orders that remember and forget
SELECT n, id, left(t, 40) FROM documents WHERE differs(d->'part', t) ORDER BY n, id;
SELECT n, id, left(t, 40) FROM documents WHERE differs(d['part'], t) ORDER BY id, n;
SELECT n, id, left(t, 40) FROM documents WHERE differs(d->'list'->1, t) OR differs(d['list'][1], t) OR differs(d #> '{list,1}', t) ORDER BY md5(n::text || id);
SELECT n, id, left(t, 40) FROM documents WHERE differs(variant_get(d, '$.part'), t) OR differs(variant_get(d, '$.list[1]', NULL::variant), t) ORDER BY n, id;
SELECT n, id, left(t, 40) FROM documents WHERE differs(variant_path_query_first(d, '$.part'), t) ORDER BY n, id;
SELECT n, id, left(t, 40) FROM documents, variant_path_query(d, 'strict $.list[1]') v WHERE differs(v, t) ORDER BY n, id;
SELECT n, id, left(t, 40) FROM (SELECT n, id, t, variant_path_query(d, 'strict $.list[1]') AS v FROM documents) s WHERE differs(v, t) ORDER BY n, id;
SELECT n, id, left(t, 40) FROM documents, variant_array_elements(d->'list') WITH ORDINALITY e(v, i) WHERE i = 2 AND differs(v, t) ORDER BY n, id;
SELECT n, id, left(t, 40) FROM documents, variant_each(d) e WHERE key = 'part' AND differs(value, t) ORDER BY n, id;
SELECT n, id, left(t, 40) FROM documents, variant_table(d, '$') e(part variant) WHERE differs(part, t) ORDER BY n, id;
SELECT n, id, left(t, 40) FROM documents, variant_explode(d) e WHERE key = 'part' AND differs(value, t) ORDER BY n, id;
SELECT n, id, left(t, 40) FROM documents, variant_flatten(d, '$.list') e WHERE index = 1 AND (differs(value, t) OR differs(this, '[1, ' || t || ']')) ORDER BY n, id;
-- all that is in them
SELECT n, id, f.path FROM documents, variant_flatten(d, '$.part', recursive => true) f
	WHERE id NOT IN (17, 20) AND n IN (0, 62, 65, 300) AND variant_send(value) <> variant_send(value::text::variant) ORDER BY n, id, 3 LIMIT 10;
-- out of large ones, in part and as a whole
CREATE TEMP TABLE stored (id int, t text, d variant);
ALTER TABLE stored ALTER d SET STORAGE EXTERNAL;
INSERT INTO stored SELECT id, t, d FROM documents WHERE n IN (63, 251);
SELECT id, left(t, 40) FROM stored WHERE differs(d->'part', t) OR differs(d->'list'->1, t) OR differs(variant_path_query_first(d, '$.part'), t) ORDER BY id;

-- foreign bytes: names that are not sorted, wide numbers; the same value
SELECT v, v->'b' AS b, variant_path_query_array(v, '$.b.*') AS members FROM (VALUES
	(variant_from_parquet('\x01020001026261', '\x020100000702010100020c01')),
	(variant_from_parquet('\x5102000000010002006162', '\x02010100090601000000'::bytea || '\x02000c01'))) s(v);

SET client_min_messages = warning;
DROP SCHEMA test_take_out CASCADE;
