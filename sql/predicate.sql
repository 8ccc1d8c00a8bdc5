-- Predicates say what the SQL comparisons say.  Every query returns only what is
-- wrong, unless it says otherwise.
CREATE TEMP TABLE vals (n int GENERATED ALWAYS AS IDENTITY, s text, v variant);
INSERT INTO vals (s) VALUES ('null'), ('true'), ('false'), ('0'), ('1'), ('1.0'), ('1e0'), ('1.0::float4'), ('0.1'), ('0.1::float4'), ('1e-1'), ('-5'), ('"NaN"::float8'),
	('"Infinity"::float8'), ('9007199254740993'), ('9007199254740992e0'), ('""'), ('"a"'), ('"ab"'), ('"a b, (c) \"d\" ''e'' AND"'), ('"\\"'), ('"é"'),
	('"2024-10-24"::date'), ('"12:34:56"::time'), ('"2024-10-24T00:00:00"::timestamp'), ('"2024-10-24T00:00:00.000000001"::timestamp(9)'),
	('"2024-10-24T00:00:00Z"::timestamptz'), ('"2024-10-24T00:00:00Z"::timestamptz(9)'), ('"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid'), ('"\\x0313"::bytea'),
	('[]'), ('{}'), ('[1, "]", [2]]'), ('{"a": {"b": "}"}}'), ('[1]');
UPDATE vals SET v = s::variant;
CREATE FUNCTION pg_temp.family(v variant) RETURNS text LANGUAGE sql IMMUTABLE AS
	$$SELECT CASE WHEN variant_typeof(v) IN ('float', 'double') THEN 'number' ELSE variant_typeof(v) END$$;
-- all pairs, all operators
SELECT a.s, op, b.s, got, expected FROM vals a, vals b,
	LATERAL (VALUES ('=', a.v = b.v, true), ('<>', a.v <> b.v, true), ('!=', a.v <> b.v, true), ('<', a.v < b.v, false), ('<=', a.v <= b.v, false), ('>', a.v > b.v, false), ('>=', a.v >= b.v, false)) o(op, plain, always),
	LATERAL (SELECT CASE WHEN always OR pg_temp.family(a.v) = pg_temp.family(b.v) THEN plain END AS expected,
		variant_build_object('x y', variant_build_array(a.v)) @~ format('$[''x y''][0]%s%s', op, b.s)::variant_predicate AS got) g
WHERE got IS DISTINCT FROM expected;
-- the same from the functions that make predicates
SELECT a.s, op, b.s FROM vals a, vals b, unnest('{=,<>,<,<=,>,>=}'::text[]) op
WHERE variant_build_object('x', a.v) @~ variant_predicate('$.x', op, b.v) IS DISTINCT FROM variant_build_object('x', a.v) @~ format('$.x %s %s', op, b.s)::variant_predicate;
SELECT a.s, b.s FROM vals a, vals b
WHERE a.v @~ variant_predicate('$', ARRAY[b.v, NULL, '77']) IS DISTINCT FROM (a.v = b.v) OR a.v @~ variant_predicate('$', '>=', b.v, '<=', b.v) IS DISTINCT FROM a.v @~ format('$ >= %s AND $ <= %1$s', b.s)::variant_predicate;
-- nothing found is NULL, but for IS and EXISTS
SELECT p, '{"a": 1}'::variant @~ p::variant_predicate AS got, expected FROM (VALUES
	('$.b = 1', NULL), ('$.b <> 1', NULL), ('$.b > 1', NULL), ('$.b = null', NULL), ('NOT $.b = 1', NULL), ('$.b STARTS WITH "a"', NULL), ('$.a STARTS WITH "a"', NULL),
	('$.b IN (1, 2)', NULL), ('$.b NOT IN (1, 2)', NULL), ('$.a[0] = 1', NULL), ('$[0] = 1', NULL),
	('$.b IS null', false), ('$.b IS NOT null', true), ('NOT $.b IS null', true), ('EXISTS $.b', false), ('NOT EXISTS $.b', true), ('EXISTS $.a', true), ('EXISTS $', true),
	('$.a IS number', true), ('$.a IS float', false), ('$ IS object', true),
	('$.b = 1 AND $.a = 2', false), ('$.b = 1 AND $.a = 1', NULL), ('$.b = 1 OR $.a = 1', true), ('$.b = 1 OR $.a = 2', NULL),
	('NOT ($.b = 1 AND $.a = 2)', true), ('NOT ($.b = 1 OR $.a = 1)', false), ('NOT (NOT ($.a = 1))', true),
	('$.a=1 and$.a<2', true), ('($.a = 1)', true), ('(($.a = 1) OR ($.a = 2 AND $.b = 3))', true), ('  $.a  =  1  ', true)) t(p, expected)
WHERE '{"a": 1}'::variant @~ p::variant_predicate IS DISTINCT FROM expected;
-- steps by name, by position, by either
SELECT p FROM (VALUES ('{"0": 1}', '${0} = 1', true), ('[1]', '${0} = 1', true), ('{"0": 1}', '$[0] = 1', NULL), ('[1]', '$[-1] = 1', true), ('{"it''s": 1}', '$[''it''''s''] = 1', true),
	('{"": 1}', '$[''''] = 1', true), ('{"a=b": 1}', '$["a=b"] = 1', true), ('{"é": 1}', '$.é = 1', true)) t(v, p, expected)
WHERE v::variant @~ p::variant_predicate IS DISTINCT FROM expected;
-- the text comes back, also in binary
SELECT '$.price > 50 AND NOT $.kind = "login"'::variant_predicate;
SELECT variant_predicate('$[''price'']{''0''}{x}["a b"][0]', '>', '"x"');
SELECT variant_predicate_or('$.a = 1', NULL, '$.b = 2 AND $.c = 3'), variant_predicate_or(NULL::variant_predicate), variant_predicate('$', ARRAY[NULL::variant]);
-- errors
SELECT ''::variant_predicate;
SELECT '$.a'::variant_predicate;
SELECT 'a = 1'::variant_predicate;
SELECT '$.a = '::variant_predicate;
SELECT '$.a == 1'::variant_predicate;
SELECT '$.a = ''x'''::variant_predicate;
SELECT '$.a = 1 AND'::variant_predicate;
SELECT '$.a = 1)'::variant_predicate;
SELECT '($.a = 1'::variant_predicate;
SELECT '$.a IS thing'::variant_predicate;
SELECT '$.a IN ()'::variant_predicate;
SELECT '$.a NOT = 1'::variant_predicate;
SELECT '$.a STARTS WITH 5'::variant_predicate;
SELECT '$.é..b = 1'::variant_predicate;
SELECT '$[ = 1'::variant_predicate;
SELECT '$.a = "x'::variant_predicate;
SELECT '$.a = [1'::variant_predicate;
SELECT variant_predicate('a', '=', '1');
SELECT variant_predicate('$.a', 'like', '1');
-- deep and long ones end in an answer or an error
SELECT '{"a": 1}'::variant @~ (repeat('(', 1000) || '$.a = 1' || repeat(')', 1000))::variant_predicate;
DO $$BEGIN PERFORM (repeat('NOT ', 1000000) || '$.a = 1')::variant_predicate; EXCEPTION WHEN statement_too_complex THEN NULL; END$$;
SELECT '{"a": 1}'::variant @~ ('$.a IN (0' || repeat(', 0', 10000) || ', 1)')::variant_predicate;
