-- The short ways of jsonpath, for comparisons of a value with a literal and for
-- arithmetic in 64 bits, answer as the long ones and as jsonb do.  Every query
-- returns only what is wrong, unless it says otherwise.
CREATE SCHEMA test_jsonpath_quick;
SET search_path = test_jsonpath_quick, public;

CREATE TEMP TABLE vals AS SELECT row_number() OVER () AS id, t FROM unnest(ARRAY[
	'null', 'true', 'false', '[]', '{}', '[1]', '["b"]', '[[1]]', '{"a": 1}',
	'0', '-0', '1', '-1', '2', '127', '128', '-128', '-129', '32767', '32768', '-32769', '2147483647', '2147483648', '-2147483649',
	'9223372036854775807', '-9223372036854775808', '9223372036854775808', '99999999999999999999999999999999999999',
	'0.0', '1.0', '1.00', '0.9', '1.1', '-1.0', '1.0000000001', '0.9999999999', '123456789.5', '1234567890123.45678', '999999999999999999.9', '0.000000000000000001',
	'1e0', '1.5e0', '1e300', '-1e-300', '4503599627370496e0',
	'""', '"a"', '"b"', '"ba"', '"bb"', '"c"', '"B"', '"é"', '"1"',
	'"' || repeat('x', 62) || '"', '"' || repeat('x', 63) || '"', '"' || repeat('x', 64) || '"', '"' || repeat('x', 200) || 'y"',
	'"b\u0001"']) AS t;
CREATE TEMP TABLE literals AS SELECT row_number() OVER (ORDER BY t COLLATE "C") AS id, t FROM (SELECT t FROM vals WHERE t !~ '^[[{]'
	UNION VALUES ('1.5'), ('10000000000.000000000000'), ('1e-12'), ('123456789012345678901234567890123456789012345'), ('"b\u0001\u0002"')) l;
CREATE TEMP TABLE operators AS SELECT unnest(ARRAY['==', '!=', '<', '<=', '>', '>=']) AS o;
CREATE TEMP TABLE forms AS SELECT * FROM (VALUES
	('$ %s %s', '%s'),					-- the document itself
	('$.a %s %s', '{"z": null, "a": %s}'),	-- a member
	('$.b.a %s %s', '{"b": {"a": %s}}'),
	('$.a.b %s %s', '{"a": {"a": %s}}'),	-- a missing one
	('$.b.a %s %s', '{"b": [{"a": %s}, {"a": "b"}]}'),	-- members of elements
	('$[*] ? (@ %s %s)', '[0, %s, [2, "b"]]'),
	('$[*] ? (@.a %s %s)', '[{"a": 3}, {"b": 1, "a": %s}, 1, {"a": ["b", 1]}]'),
	('$.a ? (@.b.c %s %s)', '{"a": [{"b": {"c": %s}}, {"b": {"d": 1}}, [{"b": {"c": "b"}}]]}'),
	('$ ? (@.a %s %s && $.b == 1).a', '{"a": %s, "b": 1}'),
	('strict $[*] ? (@ %s %s)', '[0, %s]'),
	('strict $.a %s %s', '{"a": %s}')) f(path, document);

CREATE TEMP TABLE answers AS
	SELECT f.path, format(f.document, v.t) AS d, format(f.path, o, l.t)::jsonpath AS p
	FROM vals v, literals l, operators, forms f WHERE v.t = l.t OR (v.id + l.id * 3) % 5 = 0;
-- not wrong: how much is tried
SELECT count(*) FROM answers;
-- one jsonpath after the other, and the same one for many documents
SELECT d, p, a.v, a.j FROM answers, LATERAL (SELECT variant_path_query_array(d::variant, p)::jsonb AS v, jsonb_path_query_array(d::jsonb, p) AS j OFFSET 0) a
	WHERE v IS DISTINCT FROM j ORDER BY 1, 2::text LIMIT 10;
DO $$
DECLARE
	q text;
	wrong bigint;
BEGIN
	FOR q IN SELECT DISTINCT format('SELECT count(*) FROM answers WHERE p::text = %1$L AND
		((d::variant @@ %1$L::jsonpath) IS DISTINCT FROM (d::jsonb @@ %1$L::jsonpath) OR
		 (d::variant @? %1$L::jsonpath) IS DISTINCT FROM (d::jsonb @? %1$L::jsonpath))', p)
		FROM answers WHERE md5(p::text) < '03'
	LOOP
		EXECUTE q INTO wrong;
		IF wrong > 0 THEN
			RAISE 'wrong: %', q;
		END IF;
	END LOOP;
END
$$;
-- what jsonb does not have: floats of both sizes, by their text
SELECT t, p, answer FROM (VALUES
	('0.1::float4', '$ == 0.1', true), ('1e-1', '$ == 0.1', true), ('"NaN"::float8', '$ > 1', true), ('"-Infinity"::float8', '$ < -9223372036854775808', true),
	('"2024-10-24"::date', '$ == "2024-10-24"', NULL), ('"\\x62"::bytea', '$ == "b"', NULL), ('"\\x62"::bytea', '$ == 1', NULL), ('"b"', '$ == 1', NULL)) v(t, p, answer)
	WHERE variant_path_match(t::variant, p::jsonpath) IS DISTINCT FROM answer;

-- a path that changes at one call site, by an operator and a function
DO $$
DECLARE
	paths jsonpath[] := ARRAY['$.a == 1', '$.a == "x"', '$.a > 1.5', '$.a ? (@ == 1)'];
	d variant := '{"a": 1}';
	result text := '';
BEGIN
	FOR i IN 1 .. 12 LOOP
		result := result || ' ' || coalesce((d @@ paths[1 + i % 4])::text, '-') || coalesce((d @? paths[1 + i % 4])::text, '-') ||
			coalesce(variant_path_query_first(d, paths[1 + i % 4])::text, '-');
	END LOOP;
	RAISE NOTICE '%', result;
END
$$;

-- arithmetic at the ends of 64 bits and of 18 and 38 digits
CREATE TEMP TABLE numbers AS SELECT unnest(ARRAY['0', '1', '-1', '3', '-7', '2147483648', '4294967296', '3037000500', '9223372036854775807', '-9223372036854775808', '-9223372036854775807',
	'0.0', '0.1', '-0.10', '2.50', '999999999.9', '0.999999999', '99999999999999999.9', '-9.99999999999999999', '0.000000000000000001', '922337203685477580.7',
	'0.00000000000000000000000000000000000001', '99999999999999999999999999999999999999', '12345678901234567890.123456789', '1.5e0']) AS t;
CREATE TEMP TABLE sums AS SELECT a.t AS a, b.t AS b, o, format('$.a %s $.b', o)::jsonpath AS p, format('{"a": %s, "b": %s}', a.t, b.t) AS d,
		format('%s %s %s', a.t, o, b.t) AS constant
	FROM numbers a, numbers b, unnest(ARRAY['+', '-', '*', '/', '%']) o;
SELECT count(*) FROM sums;
-- the same digits; what has more than 38 is a double, and compared as such
SELECT a, o, b, v, j FROM sums, LATERAL (SELECT variant_path_query_first(d::variant, p, '{}', true) AS v, jsonb_path_query_first(d::jsonb, p, '{}', true)::text AS j OFFSET 0) r
	WHERE CASE WHEN v::text ~ 'e' THEN v::float8 IS DISTINCT FROM j::float8 ELSE v::text IS DISTINCT FROM j END ORDER BY 1, 2, 3 LIMIT 10;
-- and what is computed compares like what is stored
SELECT a, o, b FROM sums WHERE (d::variant @@ format('($.a %s $.b) == %s', o, constant)::jsonpath) IS DISTINCT FROM (d::jsonb @@ format('($.a %s $.b) == %s', o, constant)::jsonpath)
	AND a !~ 'e' AND b !~ 'e' ORDER BY 1, 2, 3 LIMIT 10;
-- the canonical form
SELECT a, o, b, v FROM sums, LATERAL (SELECT variant_path_query_first(d::variant, p, '{}', true) AS v OFFSET 0) r
	WHERE variant_send(v) <> variant_send(v::text::variant) ORDER BY 1, 2, 3 LIMIT 10;

SET client_min_messages = warning;
DROP SCHEMA test_jsonpath_quick CASCADE;
