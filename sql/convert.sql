-- to_variant and the casts to variant.  Queries that compare list only wrong
-- rows.
CREATE FUNCTION try(e text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	a text;
BEGIN
	EXECUTE format('SELECT coalesce((%s)::text, ''NULL'')', e) INTO a;
	RETURN a;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END $$;

-- each class
SELECT e, variant_typeof(v), v FROM (VALUES
	('boolean', to_variant(true)), ('smallint', to_variant(1::smallint)), ('integer', to_variant(-70000)), ('bigint', to_variant(9223372036854775807)),
	('numeric', to_variant(10.00)), ('numeric', to_variant(1e37)), ('real', to_variant(0.1::real)), ('double', to_variant(0.1::float8)), ('double', to_variant('-0'::float8)),
	('text', to_variant('a"b'::text)), ('varchar', to_variant('a'::varchar)), ('char', to_variant('a'::char(3))), ('name', to_variant('a'::name)),
	('"char"', to_variant('a'::"char")), ('date', to_variant(date '2024-10-24')), ('time', to_variant(time '12:34:56.000001')),
	('timestamp', to_variant(timestamp '2024-10-24 18:22:26.402')), ('timestamptz', to_variant(timestamptz '2024-10-24 18:22:26.402+02')),
	('uuid', to_variant('f24f9b64-81fa-49d1-b74e-8c09a6e31c56'::uuid)), ('bytea', to_variant('\x00ff'::bytea)), ('json', to_variant('{"a": 1.50}'::json)),
	('jsonb', to_variant('{"a": 1.50}'::jsonb)), ('variant', to_variant('{"a": "2024-10-24"::date}'::variant)), ('timetz', to_variant(timetz '12:00+02')),
	('interval', to_variant(interval '1 day 2 hours')), ('inet', to_variant('10.0.0.1'::inet)),
	('range', to_variant('[1,5)'::int4range)), ('bit', to_variant(B'101')), ('xid', to_variant('5'::xid)), ('regclass', to_variant('pg_class'::regclass)),
	('cstring', to_variant('a'::cstring)), ('void array', to_variant('{}'::int[])), ('point', to_variant('(1,2)'::point))) AS x(e, v);
SELECT to_variant(NULL::int) IS NULL AS int, to_variant(NULL::jsonb) IS NULL AS jsonb, NULL::jsonb::variant IS NULL AS cast,
	variant_typeof('null'::jsonb::variant) AS json_null, variant_typeof('null'::json::variant) AS json_null;
SELECT to_variant('unknown');

-- arrays, composites, domains, enums
CREATE TYPE color AS ENUM ('red', 'light green');
CREATE TYPE inner_type AS (x int, "Y y" text);
CREATE TABLE outer_type (a int, gone text, b inner_type, c int[], d inner_type[], e color, "f.g" text);
ALTER TABLE outer_type DROP COLUMN gone;
CREATE DOMAIN percent AS numeric(5,2) CHECK (VALUE BETWEEN 0 AND 100);
CREATE DOMAIN tags AS text[];
INSERT INTO outer_type VALUES (1, (2, 'b'), '{3,NULL}', ARRAY[(4, 'd'), NULL]::inner_type[], 'light green', NULL), (NULL, NULL, NULL, NULL, NULL, NULL);
SELECT to_variant(o) FROM outer_type AS o;
ALTER TABLE outer_type ADD COLUMN late date DEFAULT '2024-10-24';
SELECT to_variant(o) FROM outer_type AS o;
SELECT to_variant(12.5::percent), to_variant('{a,b}'::tags), to_variant('red'::color), to_variant(ARRAY['red', NULL]::color[]), to_variant(ROW(1, 'a', NULL, ROW(2))),
	to_variant(ARRAY[[1, 2], [3, NULL]]), to_variant('[0:1][2:3]={{1,2},{3,4}}'::int[]), to_variant(ARRAY[ROW(1, 'a'), ROW('x'::text, now() IS NULL)]);
-- values of the anonymous record type change from row to row
SELECT to_variant(r) FROM (VALUES (ROW(1, 'a'::text)), (ROW(2, 'b'::text))) AS x(r);
SELECT to_variant(histogram_bounds) IS NOT NULL AS anyarray FROM pg_stats LIMIT 0;
CREATE FUNCTION polymorphic(anyelement) RETURNS variant LANGUAGE sql AS 'SELECT to_variant($1)';
SELECT polymorphic(1), polymorphic('a'::text), polymorphic(ROW(1));
-- deeper than a variant can be
DO $$
DECLARE
	j jsonb := '1';
BEGIN
	FOR i IN 1..1001 LOOP
		j := jsonb_build_array(j);
		IF i = 1000 THEN
			RAISE NOTICE '% levels: %', i, length(j::variant::text);
		END IF;
	END LOOP;
	PERFORM j::variant;
END $$;

-- against to_jsonb
CREATE TABLE against (v variant, j jsonb);
INSERT INTO against SELECT to_variant(o), to_jsonb(o) FROM outer_type AS o;
INSERT INTO against SELECT to_variant(c), to_jsonb(c) FROM (SELECT oid::int, relname, relkind, relnatts, reltuples, relhasindex, relpersistence, reloptions, relname::text FROM pg_class) AS c;
INSERT INTO against SELECT to_variant(t), to_jsonb(t) FROM (SELECT typname, typlen, typbyval, typdefault, typarray::regtype FROM pg_type) AS t;
INSERT INTO against SELECT to_variant(p), to_jsonb(p) FROM (SELECT proname, proargnames, procost, prosrc, proargtypes, proallargtypes, proargmodes FROM pg_proc) AS p;
INSERT INTO against SELECT to_variant(x), to_jsonb(x) FROM (SELECT i, i / 7.0 AS n, i / 7::float8 AS d, (i / 7.0)::real AS r, i % 2 = 0 AS b, repeat('é"\', i % 80) AS t,
	ARRAY[i, NULL, i * 100] AS a, ARRAY[ARRAY['x', i::text]] AS aa, NULL::int AS nil, interval '1 hour' * i AS iv, int4range(0, i) AS rg, ROW(i, ROW(i)) AS rw FROM generate_series(1, 300) AS i) AS x;
INSERT INTO against VALUES (to_variant('NaN'::float8), to_jsonb('NaN'::float8)), (to_variant('-Infinity'::real), to_jsonb('-Infinity'::real)), (to_variant('NaN'::numeric), to_jsonb('NaN'::numeric)),
	(to_variant('1 day'::interval), to_jsonb('1 day'::interval)), (to_variant('a'::char(5)), to_jsonb('a'::char(5)));
SELECT count(*) > 1000 AS enough FROM against;
SELECT v, j FROM against WHERE v::jsonb <> j;
-- and jsonb itself, by value: cast, to_variant, json and text agree
SELECT j FROM against WHERE j::variant::jsonb <> j OR to_variant(j) <> j::variant OR j::text::json::variant <> j::text::variant OR j::variant <> j::text::variant
	OR j::variant::text <> j::text::variant::text OR to_variant(j::text::json) <> j::variant OR variant_to_bytes(j::variant) <> variant_to_bytes(j::text::variant);

-- a type of an extension that has a cast to json
SELECT count(*) = 1 AS has_hstore FROM pg_available_extensions WHERE name = 'hstore' \gset
\if :has_hstore
SET client_min_messages = error;
CREATE EXTENSION hstore;
SELECT variant_typeof(v) <> 'object' OR v::jsonb <> j AS wrong FROM (SELECT to_variant('a=>1,b=>NULL'::hstore) AS v, to_jsonb('a=>1,b=>NULL'::hstore) AS j) AS x;
DROP EXTENSION hstore;
RESET client_min_messages;
\else
SELECT false AS wrong;
\endif

-- round trips of random and extreme values
SELECT setseed(0.7);
CREATE FUNCTION digits(n int) RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT string_agg((random() * 9)::int::text, '') FROM generate_series(1, n) $$;
CREATE TABLE numerics AS SELECT (CASE WHEN i % 2 = 0 THEN '-' ELSE '' END || digits(p - s + 1) || CASE WHEN s > 0 THEN '.' || digits(s) ELSE '' END)::numeric AS n
	FROM generate_series(1, 4000) AS i, LATERAL (SELECT 1 + (i % 37) AS p) AS p, LATERAL (SELECT (random() * p)::int AS s) AS s;
INSERT INTO numerics SELECT sign * ('1e' || e)::numeric + d FROM generate_series(0, 36) AS e, (VALUES (1), (-1)) AS s(sign), (VALUES (0), (1), (-1), (0.5), (0.0)) AS d(d);
SELECT n FROM numerics WHERE to_variant(n)::numeric::text <> n::text OR n::variant <> n::text::variant OR n::variant::text <> n::text OR variant_typeof(to_variant(n)) <> 'number'
	OR variant_to_bytes(n::variant) <> variant_to_bytes(n::text::variant);
SELECT x FROM (SELECT (random() * power(2::float8, (random() * 1000)::int))::float8 AS x FROM generate_series(1, 500)) AS x
	WHERE to_variant(x)::float8 <> x OR x::variant::text::variant::float8 <> x;
SELECT x FROM (SELECT (random() * power(2::float8, (random() * 120)::int))::real AS x FROM generate_series(1, 500)) AS x
	WHERE to_variant(x)::real <> x OR x::variant::text::variant::real <> x;
SELECT x FROM (SELECT (random() * power(2::float8, i))::bigint * s AS x FROM generate_series(1, 62) AS i, (VALUES (1), (-1)) AS s(s)) AS x
	WHERE to_variant(x)::bigint <> x OR to_variant(x) <> x::text::variant;
SELECT x FROM (SELECT unnest('{-32768,-129,-128,127,128,32767}'::smallint[]) AS x) AS x WHERE to_variant(x)::smallint <> x;
SELECT x, variant_physical_type(x::variant) FROM unnest('{42,127,128,-128,-129,32767,32768,2147483647,2147483648,9223372036854775807}'::bigint[]) AS x;
SELECT x, variant_physical_type(x::variant) FROM unnest('{9223372036854775808,18446744073709551615,123456.7890,1.23,9999999999999999.99,0.1,1.10,0.05,1e-38}'::numeric[]) AS x;
SELECT x FROM (SELECT gen_random_uuid() AS x FROM generate_series(1, 50)) AS x WHERE to_variant(x)::uuid <> x OR x::variant::uuid <> x;
SELECT x FROM (SELECT decode(repeat('00ff80', i), 'hex') AS x FROM generate_series(0, 100) AS i) AS x WHERE to_variant(x)::bytea <> x;
SELECT x FROM (SELECT repeat('ä', i) AS x FROM generate_series(0, 100) AS i) AS x WHERE to_variant(x) #>> '{}' <> x;
SELECT d FROM (SELECT date '2000-01-01' + ((random() - 0.5) * 1400000)::int AS d FROM generate_series(1, 500)) AS x
	WHERE to_variant(d)::date <> d OR to_variant(d::timestamp)::timestamp <> d::timestamp OR to_variant(d)::timestamp <> d::timestamp;
SELECT t FROM (SELECT timestamptz '2000-01-01 00:00Z' + (random() - 0.5) * interval '4000 years' AS t FROM generate_series(1, 500)) AS x
	WHERE to_variant(t)::timestamptz <> t OR to_variant(t::time)::time <> t::time OR to_variant(t::timestamp)::date <> t::date OR to_variant(t::timestamp)::time <> t::time;

-- numbers of json and jsonb beyond 38 digits become the nearest double, or an error
SELECT e, try(e) FROM unnest(ARRAY['''1234567890123456789012345678901234567890''::jsonb::variant', '''0.123456789012345678901234567890123456789''::jsonb::variant',
	'''1234567890123456789012345678901234567890''::json::variant', '''0.123456789012345678901234567890123456789''::json::variant', '(''1'' || repeat(''0'', 400))::jsonb::variant',
	'''1e131071''::jsonb::variant', '''-1e131071''::jsonb::variant', '''1e-400''::jsonb::variant', '''1e131071''::json::variant', '''1e-400''::json::variant',
	'(''0.'' || repeat(''0'', 400))::jsonb::variant', '''1e-320''::jsonb::variant', '''1e-38''::jsonb::variant', '''1e-39''::jsonb::variant', '''1e2''::jsonb::variant', '''1e2''::json::variant',
	'''[1e400]''::jsonb::variant', 'to_variant(''{"a":1e400}''::json)', '''99999999999999999999999999999999999999''::jsonb::variant', '''-0''::jsonb::variant', '''-0''::json::variant',
	'to_variant(''{1e60}''::numeric[])', 'to_variant(''infinity''::date)', 'to_variant(ROW(''-infinity''::timestamptz))', 'to_variant(timetz ''24:00'')']) AS e;
-- documents inside of others
SELECT to_variant(ARRAY['[1,{"a":2}]', '5', NULL, '{"b":"x"}', '{}']::json[]), to_variant(ARRAY['[1,{"a":2}]', '5', NULL, '{"b":"x"}', '{}']::jsonb[]),
	to_variant(ARRAY['[1,{"a":2}]', '5', NULL, '{"b":"2024-10-24"::date}', '{}']::variant[]);
SELECT to_variant(x) FROM (SELECT '{"z":1,"a":[]}'::json AS j, '{"z":1,"a":[]}'::jsonb AS b, '{"z":1,"a":[]}'::variant AS v, ' 7 '::json AS n) AS x;
-- json is checked for syntax only when it is made
SELECT e, try(e) FROM unnest(ARRAY['''"\ud83d"''::json::variant', '''"\ude00\ud83d"''::json::variant', '''"\ud83d\ude00"''::json::variant', '''"\uFFFF"''::json::variant',
	'''"\u0000"''::json::variant', '''{"a":1,"b":0,"a":2}''::json::variant', '''{"a":1,"b":0,"a":2}''::jsonb::variant', '''"x"::date''::json']) AS e;

-- nothing depends on settings
CREATE TABLE settings AS SELECT to_variant(x) AS v FROM (SELECT date '2024-10-24' AS d, timestamp '2024-10-24 01:02:03' AS t, timestamptz '2024-10-24 01:02:03+00' AS z,
	'\x00ff'::bytea AS b, 0.1::float8 AS f, 0.1::real AS r) AS x;
SET DateStyle = 'German'; SET TimeZone = 'Asia/Kolkata'; SET bytea_output = 'escape'; SET extra_float_digits = -5;
SELECT v FROM settings WHERE v::text <> (SELECT to_variant(x)::text FROM (SELECT date '24.10.2024' AS d, timestamp '24.10.2024 01:02:03' AS t, timestamptz '24.10.2024 01:02:03+00' AS z,
	'\x00ff'::bytea AS b, 0.1::float8 AS f, 0.1::real AS r) AS x);
SELECT v::text, v::json FROM settings;
RESET DateStyle; RESET TimeZone; RESET bytea_output; RESET extra_float_digits;

-- code that comes back here while a value is being built
CREATE FUNCTION color_json(color) RETURNS json LANGUAGE sql AS $$ SELECT to_variant(ARRAY[$1::text, 'x'])::json $$;
CREATE CAST (color AS json) WITH FUNCTION color_json(color);
SELECT to_variant(ARRAY['red', 'light green']::color[]), to_variant(ROW(7, 'red'::color, 8));

DROP TABLE settings, against, numerics, outer_type;
DROP DOMAIN percent, tags;
DROP CAST (color AS json);
DROP FUNCTION try, digits, polymorphic, color_json;
DROP TYPE inner_type, color;
