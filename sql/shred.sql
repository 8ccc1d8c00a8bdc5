-- Shredding: the tables of VariantShredding.md, contradictions, inferring.
-- Every query after the tables returns only rows that are wrong, unless it
-- says otherwise.
CREATE SCHEMA test_shred;
SET search_path = test_shred, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.85);

-- primitives, arrays and objects as the format prints them
\pset format unaligned
\pset tuples_only on
SELECT v, variant_shred(v, '"bigint"') FROM (VALUES (1, '34'::variant), (2, 'null'), (3, '"n/a"'), (4, '100')) t(n, v) ORDER BY n;
SELECT v, variant_shred(v, '["text"]') FROM (VALUES (1, '["comedy", "drama"]'::variant), (2, '["horror", null]'),
	(3, '["comedy", "drama", "romance"]'), (4, 'null')) t(n, v) ORDER BY n;
CREATE TABLE event (id serial, v variant);
INSERT INTO event (v) VALUES ('{"event_type": "noop", "event_ts": "2024-10-24T18:21:54.937Z"::timestamptz}'),
	('{"event_type": "login", "event_ts": "2024-10-24T18:22:26.402Z"::timestamptz, "email": "user@example.com"}'),
	('{"error_msg": "malformed: ..."}'), ('"malformed: not an object"'), ('{"event_ts": "2024-10-24T18:24:00.241Z"::timestamptz, "click": "_button"}'),
	('{"event_type": null, "event_ts": "2024-10-24T18:35:54.163Z"::timestamptz}'), ('{"event_type": "noop", "event_ts": "2024-10-24"}'), ('{}'), ('null'), (NULL);
SELECT id, variant_shred(v, '{"event_type": "text", "event_ts": "timestamptz"}') FROM event ORDER BY id;
SELECT variant_shred('{"event_type": "login", "location": {"latitude": 52.5e0, "place": "B"}, "tags": ["a", 1]}',
	'{"event_type": "text", "location": {"latitude": "float8", "longitude": "float8"}, "tags": ["text"]}');
\pset format aligned
\pset tuples_only off

-- what comes back is what was, under schemas that fit, fit in part, or not at all
CREATE TABLE schema (s variant);
INSERT INTO schema VALUES ('"variant"'), ('"text"'), ('"bigint"'), ('"numeric(9,2)"'), ('["bigint"]'), ('[["text"]]'), ('[{"a": "bigint"}]'), ('{"a": "bigint"}'),
	('{"a": "text", "b": {"a": "bigint", "c": ["variant"]}}'), ('{"a": {"a": {"a": "numeric(38,10)"}}, "": "float8", "é": ["boolean"]}'),
	('{"b": "variant", "c": "variant", "zz": "uuid"}'), ('{"event_type": "text", "event_ts": "timestamptz"}');
CREATE TABLE doc (id serial, v variant);
INSERT INTO doc (v) SELECT random_json(3, '{a,b,c,"",é,1,0,aa}')::variant FROM generate_series(1, 400);
INSERT INTO doc (v) SELECT v FROM event;
-- values of all classes, by themselves and in containers
CREATE TABLE scalar (v variant);
INSERT INTO scalar VALUES ('"2024-10-24"::date'), ('"12:34:56"::time'), ('"2024-10-24T18:22:26"::timestamp'), ('"2024-10-24T18:22:26Z"::timestamptz'), ('"2024-10-24T18:22:26.000000001"::timestamp(9)'),
	('"2024-10-24T18:22:26.5Z"::timestamptz(9)'), ('"\\xdead"::bytea'), ('"7f0c9c5e-1111-4222-8333-444455556666"::uuid'), ('1e0'), ('"NaN"::float8'), ('-0e0'), ('0.1::float4'), ('true'), ('"x"'), ('127'), ('128'), ('-32769'),
	('2147483648'), ('9223372036854775808'), ('12345678901234567890123456789012345678'), ('0.00000000000000000000000000000000000001'), ('10.50'), (to_variant(repeat('y', 300))), ('null');
INSERT INTO doc (v) SELECT v FROM scalar;
INSERT INTO doc (v) SELECT variant_build_object('a', v, 'b', variant_build_array(v, 1, v), 'x', v) FROM scalar;
INSERT INTO schema SELECT to_variant(t) FROM unnest('{date,time,timestamp,timestamptz,timestamp(9),timestamptz(9),bytea,uuid,float8,real,boolean,tinyint,smallint,integer,"numeric(38,0)","numeric(38,38)"}'::text[]) t;
INSERT INTO schema SELECT variant_build_object('a', s, 'b', variant_build_array(s)) FROM schema WHERE variant_typeof(s) = 'string';
INSERT INTO doc (v) SELECT to_variant(x) FROM (VALUES (1.5::numeric), (7), (-7.10)) t(x);
SELECT v, s FROM doc, schema WHERE variant_unshred(variant_shred(v, s), s) IS DISTINCT FROM v;
-- in text, too, where no decimal changes its scale
SELECT v, s FROM doc, schema WHERE variant_unshred(variant_shred(v, s), s)::text IS DISTINCT FROM v::text AND s::text !~ 'numeric';
SELECT v, s FROM doc, schema WHERE variant_typeof(variant_unshred(variant_shred(v, s), s)) IS DISTINCT FROM variant_typeof(v);
-- every scalar fits its own type, and no other class' (shown)
SELECT s, string_agg(v::text, ' ' ORDER BY v) FROM scalar, schema WHERE variant_shred(v, s) ? 'typed_value' AND length(v::text) < 60 GROUP BY s ORDER BY s;
-- the schema changes from row to row (true)
SELECT count(DISTINCT variant_shred(v, s)) > 1000 FROM doc, schema;

-- the kinds of nothing stay apart (shown)
SELECT v, variant_shred(v, '{"a": "bigint", "b": "bigint"}'), variant_unshred(variant_shred(v, '{"a": "bigint", "b": "bigint"}'), '{"a": "bigint", "b": "bigint"}')
FROM (VALUES (1, '{}'::variant), (2, '{"a": null}'), (3, '{"other": 1}'), (4, 'null'), (5, NULL), (6, '{"a": 1}'), (7, '5'), (8, '{"a": "x"}')) t(n, v) ORDER BY n;
-- what is missing where a value is required is null (shown)
SELECT variant_unshred('{}', '"bigint"') AS root, variant_unshred('{"typed_value": [{"typed_value": 1}, {}]}', '["bigint"]') AS element;

-- every field that is not shredded is kept
SELECT s FROM unnest('{"{\"id\": \"integer\"}","{\"id\": \"integer\", \"name\": \"text\"}","{\"city\": \"text\"}","{\"missing\": \"text\"}"}'::variant[]) s
WHERE variant_unshred(variant_shred('{"id":1,"name":"user_0","city":"city_0"}', s), s)::text <> '{"city": "city_0", "id": 1, "name": "user_0"}';
-- names are case-sensitive, and a dot is a part of a name (shown)
SELECT variant_shred(v, '{"Foo": "bigint"}') FROM (VALUES (1, '{"foo":2}'::variant), (2, '{"Foo":3}'), (3, '{"foo":2,"FOO":3}')) t(n, v) ORDER BY n;
SELECT variant_shred('{"a.b": 1, "a": {"b": 2}}', '{"a.b": "bigint"}');
SELECT variant_shred('{"a":1,"a":2}', '{"a": "integer"}');
-- decimals of mixed scale, integers of any width, nanoseconds (shown)
SELECT v, variant_shred(v, '"numeric(9,2)"'), variant_unshred(variant_shred(v, '"numeric(9,2)"'), '"numeric(9,2)"') = v AS same
FROM unnest('{21.69,22.1,47.5,1013.52,51.975,1.50,3,12345678}'::variant[]) v;
SELECT v, variant_shred(v, '"timestamp"'), variant_shred(v, '"timestamp(9)"')
FROM unnest('{"\"2024-10-24T18:22:26.402123789\"::timestamp(9)","\"2024-10-24T18:22:26.402123000\"::timestamp(9)","\"2024-10-24T18:22:26.402123\"::timestamp"}'::variant[]) v;
-- type, text and keys do not tell that a value was shredded
SELECT * FROM (SELECT '{"o":{"x":42},"l":[42]}'::variant AS v) a, LATERAL (SELECT variant_unshred(variant_shred(v, s), s) AS w FROM (SELECT '{"o": {"x": "bigint"}, "l": ["bigint"]}'::variant) t(s)) b
WHERE (v::text, variant_typeof(v), variant_physical_type(v->'o'->'x'), variant_to_bytes(v)) IS DISTINCT FROM (w::text, variant_typeof(w), variant_physical_type(w->'o'->'x'), variant_to_bytes(w));
-- an array at the top, a column of booleans only
SELECT variant_unshred(variant_shred('[7]', '["bigint"]'), '["bigint"]') -> 'a' AS nothing, variant_unshred(variant_shred('[7]', '["bigint"]'), '["bigint"]') -> 0 AS seven,
	variant_unshred(variant_shred('true', '"boolean"'), '"boolean"')::text AS text;
-- NULLs keep their places
SELECT array_agg(variant_unshred(variant_shred(v, '"bigint"'), '"bigint"') ORDER BY n) FROM (VALUES (1, '1'::variant), (2, NULL), (3, 'null'), (4, '"a"')) t(n, v);
-- names that are not in order in the dictionary
SELECT variant_unshred(variant_shred(variant_from_bytes('\x01020001026261020201000002040c010c02'), '{"a": "bigint", "b": "bigint"}'), '{"a": "bigint", "b": "bigint"}');

-- contradictions, each with its place
CREATE FUNCTION fault(shredded text, schema text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	state text;
	detail text;
	message text;
BEGIN
	RETURN variant_unshred(shredded::variant, schema::variant);
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, detail = PG_EXCEPTION_DETAIL, message = MESSAGE_TEXT;
	RETURN state || ' ' || message || ' | ' || detail;
END $$;
\pset format unaligned
\pset tuples_only on
SELECT fault(t, s) FROM (VALUES
	(1, '{"value": "a", "typed_value": 34}', '"bigint"'),
	(2, '{"value": null, "typed_value": 34}', '"bigint"'),
	(3, '{"typed_value": [{"typed_value": 1}, {"typed_value": 1, "value": 2}]}', '["bigint"]'),
	(4, '{"value": [1], "typed_value": []}', '["bigint"]'),
	(5, '{"value": [1]}', '["bigint"]'),
	(6, '{"value": "a", "typed_value": {"a": {"typed_value": 1}}}', '{"a": "bigint"}'),
	(7, '{"value": "a", "typed_value": {"a": {}}}', '{"a": "bigint"}'),
	(8, '{"value": {"a": null, "b": "iceberg"}, "typed_value": {"a": {"typed_value": 34}}}', '{"a": "bigint"}'),
	(9, '{"value": {"a": 1}}', '{"a": "bigint"}'),
	(10, '{"value": {}}', '{"a": "bigint"}'),
	(11, '{"typed_value": "34"}', '"bigint"'),
	(12, '{"typed_value": 300}', '"tinyint"'),
	(13, '{"typed_value": null}', '"text"'),
	(14, '{"typed_value": 1}', '"variant"'),
	(15, '{"typed_value": {"a": {"typed_value": 1}, "b": {}}}', '{"a": "bigint"}'),
	(16, '{"typed_value": {"b": {}}}', '{"a": "bigint", "b": "bigint"}'),
	(17, '{"typed_value": {"a": 1}}', '{"a": "bigint"}'),
	(18, '{"typed_value": {"a": {"x": 1}}}', '{"a": "bigint"}'),
	(19, '{"typed_value": {"a b": {"typed_value": [{}, {"typed_value": {"it''s": {"typed_value": 1.5}}}]}}}', '{"a b": [{"it''s": "bigint"}]}'),
	(20, '34', '"bigint"'),
	(21, '{"typed_value": [1]}', '{"a": "bigint"}'),
	(22, '{"typed_value": {}}', '["bigint"]')) t(n, t, s) ORDER BY n;
-- schemas
SELECT fault('{}', s) FROM unnest('{"{\"a\": [\"uint32\"]}","\"interval\"","{\"x\": \"numeric(40,2)\"}","\"numeric\"","{\"a\": \"int2[]\"}","{\"a\": {}}","{\"a\": []}","{\"a\": [\"text\", \"text\"]}","{\"a\": null}","1"}'::text[]) s;
\pset format aligned
\pset tuples_only off
SELECT variant_shred('1', '"INT"');

-- inferring (shown)
SELECT variant_infer_shredding(v) FROM event;
SELECT variant_infer_shredding(v) FROM event WHERE false;
SELECT variant_infer_shredding(v) FROM unnest('{"{\"price\":10.0}","{\"price\":20.5}","{\"price\":100.00}","{\"price\":100000000000000000000}","{\"price\":0.05}"}'::variant[]) v;
SELECT variant_infer_shredding(v) FROM unnest('{21.69,22.1,47.5,1013.52,51.975}'::variant[]) v;
SELECT variant_infer_shredding(v, '{"max_fields": 1, "threshold": 0.5}') FROM unnest('{"{\"a\": 1, \"b\": \"x\"}","{\"b\": \"y\", \"c\": 1}"}'::variant[]) v;
SELECT variant_infer_shredding(v, '{"treshold": 1}') FROM doc;
SELECT variant_infer_shredding(v, '{"threshold": 10}') FROM doc;
-- in any order of the rows, and for each row of a window
SELECT count(DISTINCT s) FROM (SELECT variant_infer_shredding(v ORDER BY md5(id::text || n)) AS s FROM doc, generate_series(1, 5) n GROUP BY n) t;
SELECT id FROM (SELECT id, variant_infer_shredding(v) OVER (ORDER BY id) AS s FROM doc WHERE id <= 40) w WHERE s IS DISTINCT FROM (SELECT variant_infer_shredding(v) FROM doc WHERE id <= w.id);
-- the cap keeps what most rows have
SELECT count(*), min(k), max(k) FROM (SELECT variant_infer_shredding(v) AS s FROM (SELECT variant_object_agg('k' || lpad(k::text, 3, '0'), k) AS v FROM generate_series(1, 400) k, generate_series(1, 2) r WHERE r = 1 OR k > 350 GROUP BY r) t) i, variant_object_keys(s) k;
SET client_min_messages = warning;
DROP SCHEMA test_shred CASCADE;
