-- variant_merge, variant_diff, variant_patch.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_patch;
SET search_path = test_patch, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.74);
CREATE FUNCTION try_patch(doc text, patch text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	detail text;
BEGIN
	RETURN variant_patch(doc::variant, patch::variant);
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN SQLSTATE || ' ' || SQLERRM || '; ' || detail;
END
$$;

-- RFC 6902, appendix A
CREATE TABLE rfc6902 (section text, doc text, patch text, result text);
INSERT INTO rfc6902 VALUES
	('A.1', '{"foo": "bar"}', '[{"op": "add", "path": "/baz", "value": "qux"}]', '{"baz": "qux", "foo": "bar"}'),
	('A.2', '{"foo": ["bar", "baz"]}', '[{"op": "add", "path": "/foo/1", "value": "qux"}]', '{"foo": ["bar", "qux", "baz"]}'),
	('A.3', '{"baz": "qux", "foo": "bar"}', '[{"op": "remove", "path": "/baz"}]', '{"foo": "bar"}'),
	('A.4', '{"foo": ["bar", "qux", "baz"]}', '[{"op": "remove", "path": "/foo/1"}]', '{"foo": ["bar", "baz"]}'),
	('A.5', '{"baz": "qux", "foo": "bar"}', '[{"op": "replace", "path": "/baz", "value": "boo"}]', '{"baz": "boo", "foo": "bar"}'),
	('A.6', '{"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}}', '[{"op": "move", "from": "/foo/waldo", "path": "/qux/thud"}]',
		'{"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}}'),
	('A.7', '{"foo": ["all", "grass", "cows", "eat"]}', '[{"op": "move", "from": "/foo/1", "path": "/foo/3"}]', '{"foo": ["all", "cows", "eat", "grass"]}'),
	('A.8', '{"baz": "qux", "foo": ["a", 2, "c"]}', '[{"op": "test", "path": "/baz", "value": "qux"}, {"op": "test", "path": "/foo/1", "value": 2}]', '{"baz": "qux", "foo": ["a", 2, "c"]}'),
	('A.9', '{"baz": "qux"}', '[{"op": "test", "path": "/baz", "value": "bar"}]', NULL),
	('A.10', '{"foo": "bar"}', '[{"op": "add", "path": "/child", "value": {"grandchild": {}}}]', '{"child": {"grandchild": {}}, "foo": "bar"}'),
	('A.11', '{"foo": "bar"}', '[{"op": "add", "path": "/baz", "value": "qux", "xyz": 123}]', '{"baz": "qux", "foo": "bar"}'),
	('A.12', '{"foo": "bar"}', '[{"op": "add", "path": "/baz/bat", "value": "qux"}]', NULL),
	('A.13', '{"foo": "bar"}', '[{"op": "add", "path": "/baz", "value": "qux", "op": "remove"}]', NULL),
	('A.14', '{"/": 9, "~1": 10}', '[{"op": "test", "path": "/~01", "value": 10}]', '{"/": 9, "~1": 10}'),
	('A.15', '{"/": 9, "~1": 10}', '[{"op": "test", "path": "/~01", "value": "10"}]', NULL),
	('A.16', '{"foo": ["bar"]}', '[{"op": "add", "path": "/foo/-", "value": ["abc", "def"]}]', '{"foo": ["bar", ["abc", "def"]]}');
SELECT section, try_patch(doc, patch) FROM rfc6902
WHERE try_patch(doc, patch) IS DISTINCT FROM result AND NOT (result IS NULL AND try_patch(doc, patch) LIKE '22023 %');

-- what is refused, and how it is said (not empty)
SELECT try_patch(doc, patch) FROM (VALUES
	('{"a": 1}', '{"op": "add"}'), ('{"a": 1}', '[1]'), ('{"a": 1}', '[{}]'), ('{"a": 1}', '[{"op": "add", "path": 1}]'), ('{"a": 1}', '[{"op": "add", "path": "/b"}]'),
	('{"a": 1}', '[{"op": "jump", "path": "/b"}]'), ('{"a": 1}', '[{"op": "add", "path": "b", "value": 1}]'), ('{"a": 1}', '[{"op": "remove", "path": "/b"}]'),
	('{"a": 1}', '[{"op": "test", "path": "/a", "value": 1}, {"op": "replace", "path": "/b", "value": 1}]'), ('{"a": 1}', '[{"op": "remove", "path": ""}]'),
	('{"a": 1}', '[{"op": "add", "path": "/b", "value": 0}, {"op": "test", "path": "/a", "value": 2}]'), ('{"a~/\"é": 1}', '[{"op": "test", "path": "/a~0~1\"é", "value": 2}]'),
	('{"a": 1}', '[{"op": "test", "path": "/~2", "value": 2}]'), ('{"a": 1}', '[{"op": "test", "path": "/a~", "value": 2}]'),
	('[1]', '[{"op": "add", "path": "/2", "value": 2}]'), ('[1]', '[{"op": "add", "path": "/01", "value": 2}]'), ('[1]', '[{"op": "add", "path": "/-1", "value": 2}]'),
	('[1]', '[{"op": "remove", "path": "/-"}]'), ('[1]', '[{"op": "test", "path": "/1e0", "value": 2}]'), ('[1]', '[{"op": "test", "path": "/99999999999999999999", "value": 2}]'),
	('{"a": {"b": 1}}', '[{"op": "move", "from": "/a", "path": "/a/b"}]'), ('{"a": 1}', '[{"op": "move", "from": "/b", "path": "/b"}]'), ('{"a": 1}', '[{"op": "copy", "path": "/b"}]'),
	('1', '[{"op": "add", "path": "/a", "value": 1}]')) s(doc, patch);

-- and what is not
CREATE TABLE fine (doc text, patch text, result text);
INSERT INTO fine VALUES
	('{"a": 1}', '[]', '{"a": 1}'), ('1', '[{"op": "replace", "path": "", "value": [2]}, {"op": "add", "path": "/0", "value": 1}]', '[1, 2]'),
	('1', '[{"op": "add", "path": "", "value": {"": {"": 1}}}, {"op": "replace", "path": "//", "value": 2}]', '{"": {"": 2}}'),
	('{"a": 1}', '[{"op": "move", "from": "/a", "path": "/a"}]', '{"a": 1}'), ('{"a": {"b": 1}}', '[{"op": "copy", "from": "", "path": "/a/b"}]', '{"a": {"b": {"a": {"b": 1}}}}'),
	('{"a": {"b": 1}, "ab": 0}', '[{"op": "move", "from": "/a", "path": "/ab"}]', '{"ab": {"b": 1}}'),
	('{"a": {"b": 1}}', '[{"op": "move", "from": "/a/b", "path": "/a"}]', '{"a": 1}'), ('{"a": {"b": 1}}', '[{"op": "move", "from": "/a/b", "path": ""}]', '1'),
	('{"a": {"b": [1]}}', '[{"op": "copy", "from": "/a", "path": "/c"}, {"op": "add", "path": "/c/b/-", "value": 2}, {"op": "test", "path": "/a", "value": {"b": [1.0]}}]', '{"a": {"b": [1]}, "c": {"b": [1, 2]}}'),
	('{"a": {"b": [1]}}', '[{"op": "add", "path": "/a/x", "value": 2}, {"op": "copy", "from": "/a", "path": "/c"}, {"op": "remove", "path": "/a/b"}]', '{"a": {"x": 2}, "c": {"b": [1], "x": 2}}'),
	('["2024-10-24"::date]', '[{"op": "test", "path": "/0", "value": "2024-10-24"::date}, {"op": "add", "path": "/0", "value": 1.5e0}]', '[1.5e0, "2024-10-24"::date]');
SELECT *, try_patch(doc, patch) FROM fine WHERE try_patch(doc, patch) IS DISTINCT FROM result;

-- RFC 7396, appendix A
CREATE TABLE rfc7396 (target text, patch text, result text);
INSERT INTO rfc7396 VALUES
	('{"a": "b"}', '{"a": "c"}', '{"a": "c"}'), ('{"a": "b"}', '{"b": "c"}', '{"a": "b", "b": "c"}'), ('{"a": "b"}', '{"a": null}', '{}'),
	('{"a": "b", "b": "c"}', '{"a": null}', '{"b": "c"}'), ('{"a": ["b"]}', '{"a": "c"}', '{"a": "c"}'), ('{"a": "c"}', '{"a": ["b"]}', '{"a": ["b"]}'),
	('{"a": {"b": "c"}}', '{"a": {"b": "d", "c": null}}', '{"a": {"b": "d"}}'), ('{"a": [{"b": "c"}]}', '{"a": [1]}', '{"a": [1]}'), ('["a", "b"]', '["c", "d"]', '["c", "d"]'),
	('{"a": "b"}', '["c"]', '["c"]'), ('{"a": "foo"}', 'null', 'null'), ('{"a": "foo"}', '"bar"', '"bar"'), ('{"e": null}', '{"a": 1}', '{"a": 1, "e": null}'),
	('[1, 2]', '{"a": "b", "c": null}', '{"a": "b"}'), ('{}', '{"a": {"bb": {"ccc": null}}}', '{"a": {"bb": {}}}'),
	('{"author": {"age": 30, "name": "C"}}', '{"author": {"age": 31}}', '{"author": {"age": 31, "name": "C"}}'), ('1', '{}', '{}');
SELECT *, variant_merge(target::variant, patch::variant) FROM rfc7396 WHERE variant_merge(target::variant, patch::variant)::text IS DISTINCT FROM result;
-- the same, written down as the RFC has it
CREATE FUNCTION merged(target jsonb, patch jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
	k text; v jsonb;
BEGIN
	IF jsonb_typeof(patch) <> 'object' THEN RETURN patch; END IF;
	IF target IS NULL OR jsonb_typeof(target) <> 'object' THEN target := '{}'; END IF;
	FOR k, v IN SELECT * FROM jsonb_each(patch) LOOP
		IF v = 'null' THEN target := target - k; ELSE target := target || jsonb_build_object(k, merged(target->k, v)); END IF;
	END LOOP;
	RETURN target;
END
$$;
CREATE TABLE doc AS SELECT i AS id, random_json(3, '{a,b,c,"",~,/,0,~1}') AS t FROM generate_series(1, 400) i;
SELECT a.t, b.t FROM doc a, doc b WHERE (a.id + b.id) % 40 = 0 AND variant_merge(a.t::variant, b.t::variant)::jsonb <> merged(a.t::jsonb, b.t::jsonb);

-- patch(a, diff(a, b)) = b: every pair; a value and itself changed a little
SELECT a.t, b.t FROM doc a, doc b WHERE variant_patch(a.t::variant, variant_diff(a.t::variant, b.t::variant)) IS DISTINCT FROM b.t::variant;
CREATE FUNCTION shaken(v variant) RETURNS variant LANGUAGE plpgsql AS $$
DECLARE
	k text;
BEGIN
	IF variant_typeof(v) = 'object' THEN
		SELECT o INTO k FROM variant_object_keys(v) o ORDER BY random() LIMIT 1;
		RETURN CASE floor(random() * 4)::int WHEN 0 THEN v - k WHEN 1 THEN v || variant_build_object('new', v->k)
			ELSE CASE WHEN k IS NULL THEN v ELSE variant_set(v, ARRAY[k], shaken(v->k)) END END;
	ELSIF variant_typeof(v) = 'array' AND v <> '[]' THEN
		k := floor(random() * variant_array_length(v))::text;
		RETURN CASE floor(random() * 4)::int WHEN 0 THEN v - k::int WHEN 1 THEN variant_insert(v, ARRAY[k], '"in"') ELSE variant_set(v, ARRAY[k], shaken(v->k::int)) END;
	END IF;
	RETURN CASE WHEN random() < 0.5 THEN v ELSE random_scalar()::variant END;
END
$$;
CREATE TABLE pair AS SELECT t::variant AS a, shaken(shaken(t::variant)) AS b FROM doc, generate_series(1, 10) i;
SELECT a, b, variant_diff(a, b) FROM pair WHERE variant_patch(a, variant_diff(a, b)) IS DISTINCT FROM b OR (variant_diff(a, b) = '[]') <> (a = b);
SELECT count(*) > 2000 AS ok FROM pair WHERE a <> b;
-- a small change makes a small difference
SELECT a, b FROM pair WHERE variant_array_length(variant_diff(variant_build_array(1, a), variant_build_array(1, 2, a))) > 1 OR variant_array_length(variant_diff(variant_build_array(a, 1, b), variant_build_array(a, 'x', 1, b))) > 1
	OR variant_array_length(variant_diff(variant_build_object('a', a, 'c', 1), variant_build_object('a', a, 'b', b, 'c', 1))) > 1;
SELECT variant_diff('{"a": [1, 2, 3, 4], "b": {"x/y": 1, "~": 2}, "same": [1]}', '{"a": [1, 3, 4], "b": {"x/y": 1.5, "n": "2024-10-24"::date}, "same": [1.0]}'), variant_diff('1', '"1"'), variant_diff('[]', '[1, 2]');

-- classes that jsonb has not got, all against all
CREATE TABLE class AS SELECT v FROM unnest(ARRAY['1', '1e0', '1.5::float4', '"NaN"::float8', '"2024-10-24"::date', '"12:00:00"::time', '"2024-10-24T00:00:00"::timestamp', '"2024-10-24T00:00:00Z"::timestamptz',
	'"2024-10-24T00:00:00Z"::timestamptz(9)', '"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid', '"\\x00"::bytea', 'null', 'true', '"x"', '[]', '{}', '{"a": "2024-10-24"::date}', '["\u0000"]', '{"\u0000": 1}']::variant[]) v;
SELECT a.v, b.v FROM class a, class b WHERE variant_patch(a.v, variant_diff(a.v, b.v)) <> b.v
	OR variant_patch(variant_build_object('k', a.v), variant_diff(variant_build_object('k', a.v), variant_build_object('k', b.v))) <> variant_build_object('k', b.v);

-- many operations of one document: not quadratic; deep
SET statement_timeout = '60s';
SELECT variant_patch(a, variant_diff(a, b)) = b AS ok FROM (SELECT variant_object_agg('k' || i, i) AS a, variant_object_agg('k' || i + i % 2, variant_build_array(i)) AS b FROM generate_series(1, 50000) i) s;
SELECT variant_patch('[]', variant_agg(variant_build_object('op', 'add', 'path', '/-', 'value', i) ORDER BY i)) = variant_agg(i ORDER BY i) AS ok FROM generate_series(1, 50000) i;
RESET statement_timeout;
SELECT variant_patch(a, variant_diff(a, b)) = b AS ok, variant_merge(a, b) = b AS ok FROM (SELECT (repeat('{"a":', n) || '1' || repeat('}', n))::variant AS a, (repeat('{"a":', n) || '2' || repeat('}', n))::variant AS b FROM (VALUES (1000)) s(n)) t;
-- many operations at both ends of one array, and between: the same as on an array of SQL
CREATE FUNCTION many_operations(n int, ends float8, OUT patch variant, OUT expected int[]) LANGUAGE plpgsql AS $$
DECLARE
	operations jsonb := '[]';
	k int;
	len int := 10;
BEGIN
	expected := ARRAY(SELECT generate_series(1, 10));
	FOR i IN 1 .. n LOOP
		k := CASE WHEN random() < ends THEN CASE WHEN random() < 0.5 THEN 0 ELSE len END ELSE floor(random() * (len + 1)) END;
		IF k < len AND random() < 0.45 THEN
			operations := operations || jsonb_build_object('op', 'remove', 'path', '/list/' || k);
			expected := expected[:k] || expected[k + 2:];
			len := len - 1;
		ELSE
			operations := operations || jsonb_build_object('op', 'add', 'path', '/list/' || CASE WHEN k = len AND random() < 0.5 THEN '-' ELSE k::text END, 'value', i + 100);
			expected := expected[:k] || (i + 100) || expected[k + 1:];
			len := len + 1;
		END IF;
	END LOOP;
	patch := operations::text::variant;
END $$;
SELECT ends, n, patched->'list' = to_variant(expected) AS same, variant_array_length(patched->'list') = cardinality(expected) AS length FROM (
	SELECT ends, n, expected, variant_patch(variant_build_object('list', ARRAY(SELECT generate_series(1, 10))), patch) AS patched
	FROM unnest(ARRAY[0, 0.5, 1]) ends, unnest(ARRAY[5, 60, 800]) n, many_operations(n, ends)) s ORDER BY ends, n;
-- at the head of a long one it is no slower than at its end
SET statement_timeout = '20s';
SELECT variant_array_length(variant_patch(list, added)) AS added, variant_array_length(variant_patch(list, removed)) AS removed FROM (
	SELECT (SELECT jsonb_agg(i) FROM generate_series(1, 100000) i)::text::variant AS list,
		(SELECT jsonb_agg(jsonb_build_object('op', 'add', 'path', '/0', 'value', i)) FROM generate_series(1, 50000) i)::text::variant AS added,
		(SELECT jsonb_agg(jsonb_build_object('op', 'remove', 'path', '/0')) FROM generate_series(1, 50000) i)::text::variant AS removed) s;
RESET statement_timeout;

SET client_min_messages = warning;
DROP SCHEMA test_patch CASCADE;
