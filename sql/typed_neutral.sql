-- The operators between variant and SQL types must not change what any other
-- expression means: each runs without the extension and with it, and answer,
-- type and error have to be the same.
\set ON_ERROR_STOP 0
SELECT current_database() AS main_database \gset
CREATE DATABASE variant_neutral TEMPLATE template0;
\c variant_neutral
SELECT count(*) = 1 AS has_citext FROM pg_available_extensions WHERE name = 'citext' \gset
\if :has_citext
SET client_min_messages = error;
CREATE EXTENSION citext;
RESET client_min_messages;
\else
CREATE DOMAIN citext AS text;
\endif
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE TABLE sample (
	i2 smallint, i4 int, i8 bigint, n numeric, f4 real, f8 float8, t text, vc varchar(20), c char(5), nm name,
	b bool, d date, tm time, ts timestamp, tz timestamptz, iv interval, u uuid, by bytea, j json, jb jsonb,
	pt point, ia int[], ta text[], r int4range, o oid, ct citext, m mood, pr pair, ps positive, ip inet, mo money, bt bit(4));
INSERT INTO sample VALUES (1, 2, 3, 4.5, 5.5, 6.5, 'text', 'varchar', 'char', 'name', true, '2024-10-24', '12:34:56',
	'2024-10-24 01:02:03', '2024-10-24 01:02:03+00', '1 day', 'f24f9b64-81fa-49d1-b74e-8c09a6e31c56', '\x00ff', '{"a":1}',
	'{"a":1}', '(1,2)', '{1,2}', '{a,b}', '[1,5)', 1259, 'CiText', 'ok', '(1,x)', 7, '10.0.0.1', '5.00', '1010');
CREATE TABLE expressions (id serial, e text);
INSERT INTO expressions (e) SELECT trim(line) FROM regexp_split_to_table($list$
1 = '1'
'1' = 1
'1' = '1'
'a' < 'b'
NULL = NULL
NULL = 1
'1' = NULL
'1'::json = '1'
'1' = '1'::json
'1'::json = '1'::json
'1'::json <> '1'
'1'::json < '1'
'1'::json = 1
1 = '1'::json
'1'::json = 'a'::text
'1'::jsonb = '1'
'1' = '1'::jsonb
'1'::jsonb = 1
'1'::jsonb > '0'
1 < '1'::jsonb
'(1,2)'::point = '(1,2)'
'(1,2)' = '(1,2)'::point
'(1,2)'::point = 1
'(1,2)'::point <> '(1,3)'
'<a/>'::xml = '<a/>'
'a'::xml = 'a'::text
current_date = 'x'::text
current_date = '2024-10-24'::text
1 = '1'::text
'1'::text = 1
1.0 = '1'
1 = 1.0
1::smallint = 1::bigint
1::real = 1.0
0.1::real = 0.1
0.1::real = 0.1::float8
1::oid = 1
'pg_class'::regclass = 1259
1259 = 'pg_class'::regclass
'pg_class'::regclass = 'pg_class'
'pg_class'::regclass = 1259::bigint
'pg_class'::regclass > 1
'int4'::regtype = 23
'int4'::regtype = 'int4'
'a'::name = 'a'
'a'::name = 'a'::text
'a'::name = 'a'::varchar
'a'::text < 'b'::name
'a'::varchar = 'a'
'a'::varchar = 'a'::char(3)
'a '::char(3) = 'a'
'a '::char(3) = 'a'::text
'a'::"char" = 'a'
current_user = 'nobody'
current_user = 'nobody'::text
'nobody' = current_user
true = 't'
true = 1
true > false
't' = true
date '2024-10-24' = '2024-10-24'
date '2024-10-24' = timestamp '2024-10-24'
date '2024-10-24' < timestamptz '2024-10-25'
'2024-10-24' < date '2024-10-25'
timestamp '2024-10-24' = '2024-10-24'
timestamp '2024-10-24' = timestamptz '2024-10-24 00:00'
time '12:00' < '13:00'
time '12:00' = timetz '12:00+00'
interval '1 day' = '24:00'
interval '1 day' = time '12:00'
now() > now() - interval '1 day'
'now' >= now() - interval '1 day'
'f24f9b64-81fa-49d1-b74e-8c09a6e31c56'::uuid = 'f24f9b64-81fa-49d1-b74e-8c09a6e31c56'
'f24f9b64-81fa-49d1-b74e-8c09a6e31c56'::uuid = 'f24f9b64-81fa-49d1-b74e-8c09a6e31c56'::text
'\x00'::bytea = '\x00'
'\x00'::bytea < 'a'
'\x00'::bytea = 'a'::text
'{1,2}'::int[] = '{1,2}'
'{1,2}'::int[] = ARRAY[1,2]
ARRAY[1,2] < ARRAY[1,3]
ARRAY[1,2] = 1
ARRAY['a'] = '{a}'
'[1,2)'::int4range = '[1,2)'
'[1,2)'::int4range < '[1,3)'
'[1,2)'::int4range = 1
'10.0.0.1'::inet = '10.0.0.1'
'10.0.0.1'::inet < '10.0.0.2'::text
'5.00'::money = '5.00'
'5.00'::money = 5
'5.00'::money > 4
B'1010' = '1010'
B'1010' = 5
'sad'::mood = 'sad'
'sad'::mood < 'happy'
'sad'::mood = 'sad'::text
'a'::citext = 'A'
'a'::citext = 'A'::text
'A'::text = 'a'::citext
'A' = 'a'::citext
'a'::citext < 'B'::varchar
'a'::citext = 1
(1, 2) = (1, 2)
(1, '2') < (1, 3)
ROW(1, 'a') = ROW(1, 'a')
ROW(1, 'a')::pair = ROW(1, 'a')::pair
ROW(1, 'a')::pair = '(1,a)'
ROW(1, 'a')::pair = '(1,a)'::text
(1, date '2024-10-24') <= ('1', '2024-10-25')
(1, '1'::json) = (1, '1')
7::positive = 7
7::positive = '7'
'7' = 7::positive
7::positive < 8.5
1 IN (1, 2)
1 IN ('1', 2)
'1' IN (1, 2)
'a' IN ('a', 'b')
1 IN (1, 2.5, '3')
1 NOT IN ('2', '3')
date '2024-10-24' IN ('2024-10-24', '2024-10-25')
date '2024-10-24' IN ('x')
'a'::text IN ('a'::name, 'b'::varchar)
1 IN (SELECT 1)
1 IN (SELECT '1'::text)
1 = ANY(ARRAY[1, 2])
1 = ANY('{1,2}')
'1' = ANY(ARRAY[1, 2])
'a' = ANY('{a,b}')
'a'::text = ANY('{a,b}')
'a' = ANY(ARRAY['a'::name])
1.5 = ANY(ARRAY[1, 2])
1 = ALL('{1,1}')
'1'::json = ANY('{1}')
current_user = ANY('{a,b}')
1 BETWEEN 0 AND 2
1 BETWEEN '0' AND '2'
'1' BETWEEN 0 AND 2
'b' BETWEEN 'a' AND 'c'
date '2024-10-24' BETWEEN '2024-10-01' AND '2024-10-31'
1 BETWEEN SYMMETRIC 2 AND 0.5
CASE 1 WHEN 1 THEN 'x' END
CASE 1 WHEN '1' THEN 'x' END
CASE 'a' WHEN 'a' THEN 'x' END
CASE '1' WHEN 1 THEN 'x' END
CASE date '2024-10-24' WHEN '2024-10-24' THEN 'x' END
CASE '1'::json WHEN '1' THEN 'x' END
NULLIF(1, '1')
NULLIF('1', 1)
NULLIF('a', 'a')
NULLIF('1'::json, '1')
1 IS DISTINCT FROM '1'
'1' IS NOT DISTINCT FROM 1
'1'::json IS DISTINCT FROM '1'
COALESCE(1, '2')
GREATEST(1, '2')
LEAST('a', 'b'::name)
(SELECT i4 = i8 FROM sample)
(SELECT i4 = n FROM sample)
(SELECT t = vc FROM sample)
(SELECT t = c FROM sample)
(SELECT vc = nm FROM sample)
(SELECT t = ct FROM sample)
(SELECT t = m FROM sample)
(SELECT t = u FROM sample)
(SELECT d = ts FROM sample)
(SELECT ts = tz FROM sample)
(SELECT t = d FROM sample)
(SELECT t = i4 FROM sample)
(SELECT b = i4 FROM sample)
(SELECT j = jb FROM sample)
(SELECT j = t FROM sample)
(SELECT jb = t FROM sample)
(SELECT jb -> 'a' = '1' FROM sample)
(SELECT jb -> 'a' = 1 FROM sample)
(SELECT j -> 'a' = '1' FROM sample)
(SELECT jb ->> 'a' = '1' FROM sample)
(SELECT jb ->> 'a' = 1 FROM sample)
(SELECT ia = ta FROM sample)
(SELECT ia[1] = '1' FROM sample)
(SELECT r = '[1,5)' FROM sample)
(SELECT o = 'pg_class'::regclass FROM sample)
(SELECT pr = (1, 'x') FROM sample)
(SELECT (pr).b = 'x' FROM sample)
(SELECT sample = sample FROM sample)
(SELECT by = t FROM sample)
(SELECT tm > ts FROM sample)
(SELECT iv < '2 days' FROM sample)
(SELECT pt = pt FROM sample)
(SELECT count(*) FROM sample a JOIN sample b ON a.i4 = b.i8)
(SELECT count(*) FROM sample a JOIN sample b USING (t))
(SELECT count(*) FROM sample a JOIN sample b ON a.t = b.i4)
(SELECT count(*) FROM sample GROUP BY j)
(SELECT max(t) FROM sample HAVING max(t) > 'a')
(SELECT 'x' FROM sample WHERE i4 = '2' AND t > 'a' AND d < '2030-01-01')
date('2024-10-24')
date('2024-10-24'::text)
uuid('f24f9b64-81fa-49d1-b74e-8c09a6e31c56')
int4('5')
int4(5.5)
int4('5'::jsonb)
"numeric"('5')
"numeric"('5'::jsonb)
float8('1.5')
bool('t')
bool(1)
bytea('a')
bytea('a'::text)
"time"('12:00')
"timestamp"('2024-10-24')
timestamptz('2024-10-24')
timestamptz(date '2024-10-24')
date(now())
int8(NULL)
bool(NULL)
to_jsonb(now()) = 'x'
concat(1, 'a') = '1a'
$list$, E'\n') AS line WHERE trim(line) <> '';

CREATE FUNCTION answer(e text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	a text;
BEGIN
	EXECUTE format('SELECT concat_ws('' '', pg_typeof(x), coalesce(x::text, ''NULL'')) FROM (SELECT (%s) AS x) AS s', e) INTO a;
	RETURN a;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END $$;

SET TimeZone = 'UTC';
BEGIN;
CREATE TABLE without AS SELECT id, e, answer(e) AS a FROM expressions;
CREATE EXTENSION variant;
CREATE TABLE with_variant AS SELECT id, e, answer(e) AS a FROM expressions;
COMMIT;
SELECT count(*) > 200 AS enough, count(*) FILTER (WHERE a ~ '^(42|22)') BETWEEN 40 AND 120 AS some_fail FROM without;
-- only what changed
SELECT e, o.a AS without, w.a AS with_extension
FROM without AS o JOIN with_variant AS w USING (id, e) WHERE o.a IS DISTINCT FROM w.a ORDER BY id;
\c :main_database
DROP DATABASE variant_neutral;
