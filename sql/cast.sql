-- Casts from variant.  Queries without output columns of their own list only
-- wrong rows.
SET TimeZone = 'America/New_York';	-- no cast may look at it
CREATE FUNCTION try(e text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	a text;
BEGIN
	EXECUTE format('SELECT coalesce((%s)::text, ''NULL'')', e) INTO a;
	RETURN a;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || CASE WHEN SQLSTATE = '22023' THEN ' ' || SQLERRM ELSE '' END;
END $$;

-- which casts there are, and when they apply (e, a: explicit, assignment)
SELECT castcontext, string_agg(castsource::regtype || ' to ' || casttarget::regtype, ', ' ORDER BY castsource::regtype::text, casttarget::regtype::text)
FROM pg_cast WHERE 'variant'::regtype IN (castsource, casttarget) GROUP BY 1 ORDER BY 1;

-- every class to every type: what succeeds; all else is 22023 with the class
CREATE TABLE samples (class text, v variant);
INSERT INTO samples SELECT variant_typeof(x::variant), x::variant FROM unnest(ARRAY[
	'null', 'true', '"5"', '5', '0.5::float4', '1.5e0', '"NaN"::float8', '"2024-10-24"::date', '"12:34:56"::time',
	'"2024-10-24T18:22:26.402"::timestamp', '"2024-10-24T18:22:26.402Z"::timestamptz',
	'"2024-10-24T18:22:26.402000500"::timestamp(9)', '"2024-10-24T18:22:26.402000500Z"::timestamptz(9)',
	'"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid', '"\\x00ff"::bytea', '[1]', '{"a":1}']) AS x;
CREATE TABLE targets (t text);
INSERT INTO targets SELECT unnest(ARRAY['boolean', 'smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision', 'date', 'time',
	'timestamp', 'timestamptz', 'bytea', 'uuid']);
SELECT v, string_agg(t || ' ' || a, ', ' ORDER BY t) FILTER (WHERE a !~ '^22023') AS casts
FROM samples, targets, LATERAL try(format('%L::variant::%s', v, t)) AS a GROUP BY v ORDER BY v;
SELECT v, t, a FROM samples, targets, LATERAL try(format('%L::variant::%s', v, t)) AS a
WHERE a ~ '^22023' AND a <> format('22023 cannot cast variant %s to type %s', class, t::regtype);
SELECT '{"a":1}'::variant::int;
SELECT '"5"'::variant::int;
SELECT '"2024-10-24T00:00:00Z"::timestamptz'::variant::date;
SELECT '"2024-10-24T00:00:00Z"::timestamptz(9)'::variant::timestamp;
SELECT '"2024-10-24T00:00:00"::timestamp(9)'::variant::timestamptz;
SELECT '"2024-10-24"::date'::variant::timestamptz;

-- variant null is SQL NULL, but a null of json and jsonb
SELECT try(format('(''null''::variant::%s) IS NULL', t)) AS is_null, count(*) FROM targets GROUP BY 1;
SELECT 'null'::variant::json AS json, 'null'::variant::jsonb AS jsonb, NULL::variant::jsonb IS NULL AS sql_null, NULL::variant::int IS NULL AS sql_null;
SELECT ('{"a":null}'::variant -> 'a')::int IS NULL AS null_member, ('{"a":null}'::variant -> 'b')::int IS NULL AS missing;

-- numbers: as numeric, double precision and real convert
SELECT setseed(0.42);
CREATE TABLE numbers AS
SELECT (round((random() - 0.5)::numeric * power(10::numeric, (random() * 22)::int), (random() * 15)::int)) AS n FROM generate_series(1, 3000)
UNION ALL SELECT (i + f) * s FROM (VALUES (0), (1), (2), (32767), (32768), (2147483647), (2147483648), (9223372036854775807), (9223372036854775808),
	(99999999999999999999)) AS i(i), (VALUES (0.0), (0.4), (0.49999999999999999), (0.5), (0.50000000000000001), (1.00)) AS f(f), (VALUES (1), (-1)) AS s(s);
SELECT n, t, a, b FROM numbers, unnest(ARRAY['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']) AS t,
	LATERAL try(format('%L::variant::%s', n, t)) AS a, LATERAL try(format('%L::numeric::%s', n, t)) AS b
WHERE a <> b;
CREATE TABLE doubles AS
SELECT (random() - 0.5) * power(10::float8, (random() * 40 - 10)::int) AS d FROM generate_series(1, 1000)
UNION ALL SELECT unnest('{0,-0,0.5,1.5,2.5,-0.5,-1.5,32767.4,32767.5,-32768.5,-32768.6,2147483647.4,2147483647.5,-2147483648.5,9223372036854774784,9223372036854775808,
	-9223372036854775808,1e20,1e38,3.4028235677973366e38,1e39,1e-45,1e-46,1e300,1e-320,NaN,Infinity,-Infinity}'::float8[]);
SELECT d, t, a, b FROM doubles, unnest(ARRAY['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']) AS t,
	LATERAL try(format('%L::float8::variant::%s', d, t)) AS a, LATERAL try(format('%L::float8::%s', d, t)) AS b
WHERE a <> b;
CREATE TABLE floats AS SELECT d::real AS f FROM doubles WHERE abs(d) BETWEEN 1e-44 AND 3e38 OR d = 0 OR abs(d) >= 'Infinity';
SELECT f, t, a, b FROM floats, unnest(ARRAY['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']) AS t,
	LATERAL try(format('%L::real::variant::%s', f, t)) AS a, LATERAL try(format('%L::real::%s', f, t)) AS b
WHERE a <> b;
SELECT '2147483648'::variant::int;
SELECT '1e20'::variant::bigint;
SELECT '"NaN"::float8'::variant::smallint;
-- every number of digits and every scale, exactly, with the scale kept
SELECT n, v FROM (SELECT (substr('12345678901234567890123456789012345678', 1, d)::numeric * s)::text AS n, d, e
		FROM generate_series(1, 38) d, generate_series(0, 38) e, (VALUES (1), (-1)) AS s(s)) AS x,
	LATERAL (SELECT (n::numeric * ('1e-' || e)::numeric) AS n2) AS y, LATERAL (SELECT n2::text::variant AS v) AS z
WHERE v::numeric::text <> n2::text OR v::numeric <> n2 OR v::float8 <> n2::float8 OR v::real <> n2::real OR scale(v::numeric) <> e
	OR hash_numeric(v::numeric) <> hash_numeric(n2) OR pg_column_size(v::numeric) <> pg_column_size(n2);
SELECT '10.00'::variant::numeric, '0.00000000000000000000000000000000000000'::variant::numeric, '100000000000000000000'::variant::numeric,
	variant_from_parquet('\x010000', '\x2002E8030000')::numeric AS stored, '0.05'::variant::numeric;
-- a real comes from the digits, not through a double: 2^24 + 1 and a bit
SELECT '16777217.00000001'::variant::real = '16777217.00000001'::numeric::real AS rounded_once;

-- dates and times
SELECT '"2024-10-24T23:59:59.999999"::timestamp'::variant::date, '"1969-12-31T23:59:59.999999"::timestamp'::variant::date,
	'"1999-12-31T23:59:59.9999995"::timestamp(9)'::variant::date AS rounds_up, '"1969-12-31T23:00:00"::timestamp'::variant::time,
	'"2024-10-24"::date'::variant::timestamp, '"24:00:00"::time'::variant::time, '"0044-03-15 BC"::date'::variant::timestamp;
-- nanoseconds round to even, on both sides of 1970
SELECT v, (v::variant)::timestamp FROM unnest(ARRAY['"2024-01-01T00:00:00.000000500"::timestamp(9)', '"2024-01-01T00:00:00.000001500"::timestamp(9)',
	'"2024-01-01T00:00:00.000000501"::timestamp(9)', '"2024-01-01T00:00:00.000000499"::timestamp(9)', '"1969-12-31T23:59:59.999999500"::timestamp(9)',
	'"1969-12-31T23:59:59.999998500"::timestamp(9)', '"1969-12-31T23:59:59.999998501"::timestamp(9)', '"1969-12-31T23:59:59.999998499"::timestamp(9)']) AS v;
-- the ends of PostgreSQL's ranges
SELECT e, try(e) FROM unnest(ARRAY[
	'''"4714-11-24 BC"::date''::variant::date', '''"4714-11-23 BC"::date''::variant::date', '''"5874897-12-31"::date''::variant::date',
	'''"5874898-01-01"::date''::variant::date', '''"5874897-12-31"::date''::variant::timestamp', '''"4714-11-24 BC"::date''::variant::timestamp',
	'''"4714-11-24T00:00:00 BC"::timestamp''::variant::timestamp', '''"4714-11-23T23:59:59.999999 BC"::timestamp''::variant::timestamp',
	'''"4714-11-23T23:59:59.999999 BC"::timestamp''::variant::date', '''"294247-01-10T04:00:54.775807"::timestamp''::variant::timestamp',
	'variant_from_parquet(''\x010000'', ''\x4401605ad614000000'')::time']) AS e;
SET TimeZone = 'UTC';
SELECT '"2024-10-24T18:22:26.402000500Z"::timestamptz(9)'::variant::timestamptz, '"294247-01-10T04:00:54.775807Z"::timestamptz'::variant::timestamptz;
-- SQL to variant and back, and what has no variant form
SELECT t, x FROM unnest(ARRAY['date', 'timestamp', 'timestamptz']) AS t,
	unnest(ARRAY['4714-11-24 BC', '0001-01-01 BC', '0001-01-01', '1582-10-15', '1969-12-31', '1970-01-01', '2000-02-29', '9999-12-31', '294247-01-01']) AS x
WHERE try(format('%L::%s::variant::%s = %L::%s', x, t, t, x, t)) <> 'true';
SELECT e, try(e) FROM unnest(ARRAY['''infinity''::date::variant', '''-infinity''::timestamp::variant', '''infinity''::timestamptz::variant',
	'''294247-01-10 04:00:54.775807''::timestamp::variant', '''294247-01-10 04:00:54.775808''::timestamp::variant', '''24:00:00''::time::variant',
	'repeat(''9'', 38)::numeric::variant', 'repeat(''9'', 39)::numeric::variant', '(''0.'' || repeat(''1'', 38))::numeric::variant', '(''0.'' || repeat(''1'', 39))::numeric::variant',
	'''NaN''::numeric::variant', '''Infinity''::numeric::variant', '''-Infinity''::numeric::variant', '1e-38::numeric::variant', '1e37::numeric::variant', '1e38::numeric::variant']) AS e;

-- no hidden conversions: strings are not parsed, classes do not change
SELECT e, try(e) FROM unnest(ARRAY['''"5"''::variant::int', '''"true"''::variant::boolean', '''1''::variant::boolean', '''true''::variant::int',
	'''"2024-10-24"''::variant::date', '''"2024-10-24T00:00:00Z"::timestamptz''::variant::timestamp', '''"2024-10-24T00:00:00Z"::timestamptz''::variant::date',
	'''"2024-10-24"::date''::variant::timestamptz', '''"\\x00"''::variant::bytea', '''"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"''::variant::uuid']) AS e;

-- assignment: only to and from json and jsonb
CREATE TABLE assigned (j json, b jsonb, v variant);
INSERT INTO assigned (j) SELECT '{"a":1}'::variant;
INSERT INTO assigned (b) SELECT '{"a":1}'::variant;
INSERT INTO assigned (v) SELECT '{"a":1}'::jsonb;
INSERT INTO assigned (v) SELECT '{"a":1}'::json;
INSERT INTO assigned (v) SELECT 5;
INSERT INTO assigned (v) SELECT '5'::text;
SELECT count(j), count(b), count(v) FROM assigned;

-- text goes by the text form in both directions
SELECT '"a"'::variant::text, '"a"'::text::variant, '5'::text::variant, '"2024-10-24"::date'::variant::text;

-- json and jsonb agree, and are what jsonb reads from the plain text
CREATE TABLE documents (v variant);
INSERT INTO documents SELECT v FROM samples UNION ALL SELECT unnest(ARRAY['[]', '{}', '{"":{"":[]}}', '[[[]]]', '{"b":[1,2.50,{"c":null}],"a":"x"}',
	'"\ud83d\ude00\u2028\u0001\u007f\"\\/"', '{"k\u0001\"\\\u2028":"\u001f"}', '12345678901234567890.123456789', '883406386745030.3', '9007199254740993', '1e300', '1e-300',
	'1.5e0', '0.1::float4', '1234567936::float4', '"Infinity"::float8', '{"a":"-Infinity"::float4}', '0.00000000000000000000000000000000000001', '-1',
	'99999999999999999999999999999999999999', '-0.0e0', '100.0', '{"d":"0044-03-15 BC"::date,"z":"0044-03-15T12:00:00Z BC"::timestamptz,"t":"24:00:00"::time}']::variant[]);
SELECT v, v::json, v::jsonb FROM documents WHERE v::jsonb::text <> v::json::jsonb::text;
SELECT v::jsonb FROM documents WHERE variant_typeof(v) IN ('number', 'double', 'float', 'date', 'timestamp', 'timestamptz', 'time', 'uuid', 'binary') ORDER BY 1;
SELECT '"a\u0000b"'::variant::json;
SELECT '"a\u0000b"'::variant::jsonb;
SELECT '{"a\u0000b":1}'::variant::jsonb;
-- as deep as a variant can be
SELECT (repeat('[', 1000) || repeat(']', 1000))::variant::jsonb = (repeat('[', 1000) || repeat(']', 1000))::jsonb AS deep;

DROP TABLE samples, targets, numbers, doubles, floats, assigned, documents;
DROP FUNCTION try;
RESET TimeZone;
