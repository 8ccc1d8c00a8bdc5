-- Objects and arrays from SQL values, compared with jsonb's.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_build;
SET search_path = test_build, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.52);
SET timezone = 'UTC';
CREATE TYPE pair AS (a integer, b text);
CREATE TYPE nested AS (p pair, q pair[], r integer[]);
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE DOMAIN posint AS integer CHECK (value > 0);

-- arguments that mean the same to jsonb; left out: timestamptz (the session's
-- zone or UTC), bytea (hex or base64) and numbers with exponents
CREATE TEMP TABLE args (n serial, arg text);
INSERT INTO args (arg) VALUES
	('NULL'), ('''lit'''), ('1'), ('-5::smallint'), ('12345678901::bigint'), ('1.50'), ('0.1::float4'),
	('1.5::float8'), ('''NaN''::float8'), ('''-Infinity''::float4'), ('''x y''::text'), ('''''::text'),
	('NULL::text'), ('NULL::integer[]'), ('true'), ('false'), ('''2024-02-29''::date'), ('''12:34:56.5''::time'),
	('''2024-02-29 12:34:56.789''::timestamp'), ('''f24f9b64-81fa-49d1-b74e-8c09a6e31c56''::uuid'),
	('''1 day 2 hours''::interval'), ('''10.0.0.1/8''::inet'), ('point(1,2)'), ('''c''::"char"'),
	('''abc''::char(5)'), ('''abc''::varchar(2)'), ('''n''::name'), ('''pg_class''::regclass'), ('ARRAY[1,2,NULL]'),
	('ARRAY[[1,2],[3,4]]'), ('''{}''::integer[]'), ('ARRAY[''a'',NULL,''c d'']'), ('ARRAY[true]'), ('ROW(1,''a'')::pair'),
	('ROW(1,''a'',NULL)'), ('ROW(ROW(1,''x'')::pair, ARRAY[ROW(2,NULL)::pair], ''{1,2}'')::nested'), ('ARRAY[ROW(2,NULL)::pair]'),
	('''ok''::mood'), ('ARRAY[''ok'',''sad'']::mood[]'), ('7::posint'), ('int4range(1,5)'), ('B''101'''), ('''1.10''::money'),
	('''{"a": [1, 2, {"b": null}], "aa": "x"}''::jsonb'), ('''[1, "a"]''::json'), ('''"s"''::jsonb'), ('''null''::jsonb'), ('''null''::json'),
	('''{"a": 1, "a": 2}''::json'), ('E''\\u0001"\\\\'''), ('''é😀'''), ('123456789012345678901234567890'),
	('repeat(''long'', 100)'), ('(1, 2)'), ('ARRAY[''{"a": 1}''::jsonb]'), ('NULL::jsonb'), ('''1''::xml'), ('now() - now()');

-- random argument lists, also odd ones and keys that cannot be keys
CREATE TEMP TABLE calls AS
	SELECT i, list FROM generate_series(1, 4000) i,
	LATERAL (SELECT string_agg(arg, ', ') AS list
			 FROM (SELECT arg FROM args WHERE i > 0 ORDER BY random() LIMIT floor(random() * 7)) s) l;
SELECT i, list, outcome('SELECT jsonb_build_array(' || list || ')') AS jsonb, outcome('SELECT variant_build_array(' || list || ')::jsonb') AS variant
FROM calls
WHERE outcome('SELECT jsonb_build_array(' || list || ')') IS DISTINCT FROM outcome('SELECT variant_build_array(' || list || ')::jsonb')
LIMIT 5;
SELECT i, list, outcome('SELECT jsonb_build_object(' || list || ')') AS jsonb, outcome('SELECT variant_build_object(' || list || ')::jsonb') AS variant
FROM calls
WHERE outcome('SELECT jsonb_build_object(' || list || ')') IS DISTINCT FROM outcome('SELECT variant_build_object(' || list || ')::jsonb')
LIMIT 5;

-- answers and errors among them (true)
SELECT count(*) FILTER (WHERE o LIKE 'ERROR%') BETWEEN 1000 AND 3500 AS ok, count(DISTINCT left(o, 12)) > 100 AS many
FROM (SELECT outcome('SELECT variant_build_object(' || list || ')::jsonb') o FROM calls) s;

-- each one as a key and as a value
SELECT arg, outcome('SELECT jsonb_build_object(' || arg || ', 1)') AS jsonb, outcome('SELECT variant_build_object(' || arg || ', 1)::jsonb') AS variant
FROM args
WHERE outcome('SELECT jsonb_build_object(' || arg || ', 1)') IS DISTINCT FROM outcome('SELECT variant_build_object(' || arg || ', 1)::jsonb');
SELECT arg, outcome('SELECT jsonb_build_object(''k'', ' || arg || ')') AS jsonb, outcome('SELECT variant_build_object(''k'', ' || arg || ')::jsonb') AS variant
FROM args
WHERE outcome('SELECT jsonb_build_object(''k'', ' || arg || ')') IS DISTINCT FROM outcome('SELECT variant_build_object(''k'', ' || arg || ')::jsonb');

-- VARIADIC arrays
CREATE TEMP TABLE lists (list text);
INSERT INTO lists VALUES ('ARRAY[''a'', ''1'', ''b'', NULL]'), ('ARRAY[1, 2, 3, 4]'), ('ARRAY[1, 2, 3]'), ('''{}''::text[]'),
	('NULL::text[]'), ('ARRAY[NULL, ''a'']'), ('ARRAY[[''a'', ''1''], [''b'', ''2'']]'), ('ARRAY[''2024-02-29''::date, ''2024-03-01'']'),
	('ARRAY[true, false]'), ('ARRAY[''{"a": 1}''::jsonb, ''2'']'), ('ARRAY[ROW(1, ''a'')::pair, ROW(2, ''b'')::pair]'),
	('ARRAY[''ok'', ''sad'']::mood[]'), ('ARRAY[[[1, 2], [3, 4]]]'), ('NULL::integer[]');
SELECT f, list, outcome('SELECT jsonb_build_' || f || '(VARIADIC ' || list || ')') AS jsonb,
	outcome('SELECT variant_build_' || f || '(VARIADIC ' || list || ')::jsonb') AS variant
FROM lists, (VALUES ('array'), ('object')) s(f)
WHERE outcome('SELECT jsonb_build_' || f || '(VARIADIC ' || list || ')') IS DISTINCT FROM
	outcome('SELECT variant_build_' || f || '(VARIADIC ' || list || ')::jsonb');
SELECT outcome('SELECT variant_build_array()::jsonb') IS DISTINCT FROM outcome('SELECT jsonb_build_array()') AS wrong
	WHERE outcome('SELECT variant_build_array()::jsonb') IS DISTINCT FROM outcome('SELECT jsonb_build_array()')
	OR outcome('SELECT variant_build_object()::jsonb') IS DISTINCT FROM outcome('SELECT jsonb_build_object()');

-- the hint, which outcome() does not see; the classes that jsonb has not got
-- (not empty)
SELECT variant_build_object('a', 1, 'b');
SELECT variant_build_object(NULL, 1);
SELECT variant_build_array('2024-10-24'::date, '12:00'::time, '2024-10-24 01:02:03.4'::timestamp, '2024-10-24 01:02:03+01'::timestamptz,
	'\xff00'::bytea, 1e10::float8, 0.5::float4, '{"x": "2024-10-24"::date}'::variant, NULL::variant, 'null'::variant);
SELECT variant_build_object('a', 1, 'b', 2, 'a', 'last');

-- one call site, many rows: types are looked up once, values are not kept
SELECT i FROM generate_series(1, 2000) i
WHERE variant_build_object('i', i, 't', repeat('x', i), 'a', ARRAY[i], 'k' || i, ROW(i, i::text)::pair, 'i', i + 1)::jsonb <>
	jsonb_build_object('i', i, 't', repeat('x', i), 'a', ARRAY[i], 'k' || i, ROW(i, i::text)::pair, 'i', i + 1);

-- user code that builds variants itself while one is being built
CREATE TYPE coin AS ENUM ('one', 'two');
CREATE FUNCTION coin_to_json(coin) RETURNS json LANGUAGE plpgsql AS
	$$ BEGIN RETURN variant_build_object('coin', $1::text, 'more', variant_build_array($1::text, 'y', 1))::text::json; END $$;
CREATE CAST (coin AS json) WITH FUNCTION coin_to_json(coin);
SELECT variant_build_object('a', 'one'::coin, 'b', 2, 'c', ARRAY['two'::coin], 'd', ROW('one'::coin));
SELECT i FROM generate_series(1, 50) i
WHERE variant_build_object('a', i, 'c', 'one'::coin, 'b', i)::jsonb <> jsonb_build_object('a', i, 'c', 'one'::coin, 'b', i)
	OR variant_build_array(i, ARRAY['two'::coin], 'x')::jsonb <> jsonb_build_array(i, ARRAY['two'::coin], 'x');

-- variant_object
CREATE TEMP TABLE texts (a text, b text);
INSERT INTO texts SELECT a, b FROM
	(VALUES ('{}'), ('{a,1}'), ('{a,1,b,NULL}'), ('{a,1,b}'), ('{{a,1},{b,2}}'), ('{{a,1,x}}'), ('{{a},{b}}'), ('{{{a,1}}}'),
		('{NULL,1}'), ('{a,b}'), ('{a,b,c}'), ('{a,a,a,b}'), ('{"", "x y"}'), ('{1,2,1,3}'), ('{{a,NULL}}'), (NULL), ('[0:1]={p,q}'), ('{é,😀}')) s(a),
	(VALUES ('{}'), ('{x}'), ('{x,NULL}'), ('{x,y,z}'), ('{{x,y}}'), (NULL), ('{NULL,NULL}')) t(b);
SELECT a, b, outcome(format('SELECT jsonb_object(%L::text[])', a)) FROM texts
WHERE outcome(format('SELECT jsonb_object(%L::text[])', a)) IS DISTINCT FROM outcome(format('SELECT variant_object(%L::text[])::jsonb', a))
	OR outcome(format('SELECT jsonb_object(%L::text[], %L::text[])', a, b)) IS DISTINCT FROM
	   outcome(format('SELECT variant_object(%L::text[], %L::text[])::jsonb', a, b));
SELECT variant_object('{b,1,a,2,b,3}'), variant_object('{b,a}', '{1,NULL}');

-- a value that cannot be made: too deep
CREATE FUNCTION deep(n integer) RETURNS variant LANGUAGE sql AS $$ SELECT (repeat('[', n) || repeat(']', n))::variant $$;
SELECT variant_build_array(deep(999)) IS NOT NULL AS ok;
SELECT variant_build_array(deep(1000));
SELECT variant_build_array(1, 'after an error');
SET client_min_messages = warning;
DROP SCHEMA test_build CASCADE;
