-- Objects to rows, compared with jsonb's.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_record;
SET search_path = test_record, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.56);
SET timezone = 'UTC';
CREATE DOMAIN posint AS integer CHECK (value > 0);
CREATE DOMAIN must AS text NOT NULL;
CREATE DOMAIN posints AS integer[] CHECK (value[1] > 0);
CREATE TYPE mood AS ENUM ('a', 'x y', 'null');
CREATE TYPE pair AS (k1 integer, k2 text);
CREATE DOMAIN small_pair AS pair CHECK ((value).k1 < 100);
CREATE TYPE deep AS (k1 pair, k2 pair[], k3 small_pair);

-- the members' names are equally long, so that jsonb has them in the same order;
-- k9 is no column; the names k1.. differ from K1 by case only
CREATE TEMP TABLE docs AS
	SELECT i AS id, random_json(3, '{k1,k2,k3,k4,k5,k6,k9,K1}') AS t FROM generate_series(1, 4000) i;
ALTER TABLE docs ADD j jsonb, ADD v variant;
UPDATE docs SET j = t::jsonb, v = t::variant;

-- rows of all kinds of columns; in base, what a row had before
CREATE TABLE shapes (name text, columns text, base text);
INSERT INTO shapes VALUES
	('numbers', 'k1 smallint, k2 integer, k3 bigint, k4 numeric, k5 real, k6 double precision', '1,2,3,4.5,5.5,6.5'),
	('typmods', 'k1 numeric(6,1), k2 varchar(3), k3 char(5), k4 timestamp(0), k5 bit(3), k6 time(1)', NULL),
	('texts', 'k1 text, k2 varchar, k3 name, k4 boolean, k5 "char", k6 bytea', '''a'',''b'',''c'',true,''e'',''\x00'''),
	('times', 'k1 date, k2 time, k3 timestamp, k4 timestamptz, k5 interval, k6 uuid', NULL),
	('documents', 'k1 json, k2 jsonb, k3 text, k4 xml, k5 jsonb[], k6 json[]', '''1'',''{"a": 1}'',''t'',NULL,NULL,NULL'),
	('arrays', 'k1 integer[], k2 text[], k3 numeric(5,2)[], k4 boolean[], k5 integer[], k6 date[]', '''{1}'',''{a,b}'',NULL,NULL,''{{1,2}}'',NULL'),
	('nested', 'k1 pair, k2 pair[], k3 deep, k4 deep[], k5 text, k6 pair', 'ROW(1,''p''),NULL,NULL,NULL,''t'',ROW(2,''q'')'),
	('domains', 'k1 posint, k2 posints, k3 small_pair, k4 posint[], k5 mood, k6 small_pair[]', '7,''{1}'',NULL,NULL,''a'',NULL'),
	('musts', 'k1 integer, k2 must', '1,''given'''),
	('other', 'k1 inet, k2 point, k3 int4range, k4 money, k5 tsvector, k6 oid', NULL);
SELECT format('CREATE TYPE %I AS (%s)', name, columns) FROM shapes
\gexec
CREATE DOMAIN numbers_domain AS numbers CHECK ((value).k2 IS DISTINCT FROM 5);
INSERT INTO shapes VALUES ('numbers_domain', 'k1 smallint, k2 integer, k3 bigint, k4 numeric, k5 real, k6 double precision', '1,2,3,4.5,5.5,6.5');

CREATE TABLE calls (shape text, query text);
INSERT INTO calls SELECT name, 'SELECT T_populate_record(NULL::' || name || ', $1)::text' FROM shapes
	UNION ALL SELECT name, 'SELECT T_populate_record(ROW(' || base || ')::' || name || ', $1)::text' FROM shapes WHERE base IS NOT NULL
	UNION ALL SELECT name, 'SELECT array_agg(r)::text FROM T_populate_recordset(NULL::' || name || ', $1) r' FROM shapes
	UNION ALL SELECT name, 'SELECT array_agg(r)::text FROM T_populate_recordset(ROW(' || base || ')::' || name || ', $1) r' FROM shapes WHERE base IS NOT NULL
	UNION ALL SELECT name, 'SELECT r::text FROM T_to_record($1) r(' || columns || ')' FROM shapes
	UNION ALL SELECT name, 'SELECT array_agg(r)::text FROM T_to_recordset($1) r(' || columns || ')' FROM shapes;

-- a document as it is, in an array, and with random objects for its members, so
-- that objects and arrays of objects are common
CREATE TEMP TABLE inputs AS
	SELECT id, j, v FROM docs
	UNION ALL SELECT id + 10000, jsonb_build_array(j, j), variant_build_array(v, v) FROM docs WHERE id % 4 = 0 AND jsonb_typeof(j) = 'object'
	UNION ALL SELECT id + 20000, j, j::variant FROM
		(SELECT id, jsonb_build_object((ARRAY['k1', 'k2', 'k3', 'k4', 'k5', 'k6'])[1 + id % 6], j) AS j FROM docs) s;
SELECT id, query, j, outcome(replace(query, 'T_', 'jsonb_'), j), outcome(replace(query, 'T_', 'variant_'), v)
FROM calls, LATERAL (SELECT * FROM inputs WHERE id % 29 = length(query) % 29) i
WHERE outcome(replace(query, 'T_', 'jsonb_'), j) IS DISTINCT FROM outcome(replace(query, 'T_', 'variant_'), v)
LIMIT 10;

-- answers and errors among them, for each shape (true)
SELECT shape FROM calls, LATERAL (SELECT * FROM inputs WHERE id % 29 = length(query) % 29) i
GROUP BY shape
HAVING NOT (count(*) FILTER (WHERE outcome(replace(query, 'T_', 'variant_'), v) LIKE 'ERROR 2%') BETWEEN 0.1 * count(*) AND 0.97 * count(*));

-- valid exactly where populating succeeds; where jsonb has the function, it agrees
CREATE TEMP TABLE validity AS
	SELECT i.id, query, i.j, i.v, outcome(replace(query, 'T_', 'variant_'), v) AS answer,
		regexp_replace(replace(query, 'T_populate_record(', 'T_populate_record_valid('), '::text$', '') AS valid
	FROM calls, LATERAL (SELECT * FROM inputs WHERE id % 31 = length(query) % 31) i
	WHERE query LIKE 'SELECT T_populate_record(%';
SELECT query, j, answer, outcome(replace(valid, 'T_', 'variant_'), v) FROM validity
WHERE outcome(replace(valid, 'T_', 'variant_'), v) <> CASE WHEN answer LIKE 'ERROR%' THEN 'false' ELSE 'true' END
LIMIT 5;
SELECT query, j, answer FROM validity
WHERE current_setting('server_version_num')::int >= 170000 AND
	outcome(replace(valid, 'T_', 'jsonb_'), j) IS DISTINCT FROM outcome(replace(valid, 'T_', 'variant_'), v);
SELECT variant_populate_record_valid(NULL::pair, NULL), variant_populate_record_valid(ROW(1, 'a')::pair, NULL),
	variant_populate_record_valid(NULL::pair, '{"k1": "x"}'), variant_populate_record_valid(NULL::pair, '{"k1": 99999999999}'),
	variant_populate_record_valid(NULL::pair, '[]'), variant_populate_record_valid(NULL::pair, '{"k1": 1}'),
	variant_populate_record_valid(NULL::small_pair, '{"k1": 100}'), variant_populate_record_valid(NULL::texts, '{"k1": "\u0000"}'),
	variant_populate_record_valid(NULL::musts, '{}');
SELECT variant_populate_record_valid(1, '{}');

-- calls that are not about data
CREATE TEMP TABLE odd (query text);
INSERT INTO odd VALUES
	('SELECT T_populate_record(1, $1)::text'), ('SELECT T_populate_record(NULL::record, $1)::text'), ('SELECT T_populate_record(ROW(1, ''a''), $1)::text'),
	('SELECT T_populate_record(NULL::pair, NULL)::text'), ('SELECT T_populate_record(ROW(1, ''a'')::pair, NULL)::text'),
	('SELECT T_to_record($1)::text'), ('SELECT r::text FROM T_to_record(NULL) r(k1 integer)'),
	('SELECT r::text FROM T_populate_record(NULL::record, $1) r(k1 text, k2 text)'), ('SELECT r::text FROM T_populate_record(ROW(1, 2), $1) r(f1 integer, f2 integer)'),
	('SELECT count(*) FROM T_populate_recordset(NULL::pair, NULL)'), ('SELECT count(*) FROM T_populate_recordset(ROW(1, ''a'')::pair, NULL)'),
	('SELECT T_populate_recordset(NULL::record, $1)::text'), ('SELECT r::text FROM T_populate_recordset(NULL::record, $1) r(k1 text)'),
	('SELECT T_populate_recordset(NULL::pair, $1)::text'), ('SELECT count(*) FROM T_to_recordset($1)'), ('SELECT r::text FROM T_to_recordset(NULL) r(k1 integer)'),
	('SELECT array_agg(r)::text FROM T_populate_recordset(ROW(7, ''a'')::pair, $1) r'), ('SELECT (T_populate_record(ROW(5, ''b'')::pair, $1)).k2'),
	('SELECT (T_populate_record(NULL::small_pair, $1)).k1'), ('SELECT r::text FROM T_to_record($1) r(k1 integer, k1 integer)'),
	('SELECT r::text FROM T_to_record($1) r("K1" text, "k1" text, "K 1" text)'), ('SELECT (r).k2::text FROM (SELECT T_populate_record(NULL::deep, $1) r) s');
SELECT query, t.t, outcome(replace(query, 'T_', 'jsonb_'), t::jsonb), outcome(replace(query, 'T_', 'variant_'), t::variant)
FROM odd, (VALUES ('{}'), ('[]'), ('1'), ('null'), ('{"k1": "1", "K1": 2, "K 1": 3, "f1": 9}'), ('[{"k1": 4}, {"k2": "x"}, {}]'), ('[{"k1": 1}, 2]'), ('[{}, []]'),
	('[null]'), ('{"k1": null, "k2": null}'), ('{"k1": {"k1": 1}, "k2": [{"k1": 2}, null, {}], "k3": {"k1": 5}}'), ('{"k1": 500}'), ('{"k2": "[{\"k1\": 1}]"}'), ('{"k2": "{\"(1,a)\"}"}')) t(t)
WHERE outcome(replace(query, 'T_', 'jsonb_'), t::jsonb) IS DISTINCT FROM outcome(replace(query, 'T_', 'variant_'), t::variant);

-- dropped and added columns, and a row type that changes between calls
CREATE TABLE changing (a integer, gone text, b text DEFAULT 'd');
ALTER TABLE changing DROP COLUMN gone;
ALTER TABLE changing ADD c posint;
SELECT * FROM variant_populate_record(NULL::changing, '{"a": 1, "gone": 2, "b": "x", "c": 3}');
SELECT * FROM variant_populate_record(ROW(1, 'x', 3)::changing, '{"b": null}');
CREATE FUNCTION any_row(i integer) RETURNS record LANGUAGE plpgsql AS
	$$ BEGIN IF i % 2 = 0 THEN RETURN ROW(i, 'x', 3)::changing; ELSE RETURN ROW(i, 'a')::pair; END IF; END $$;
SELECT i, variant_populate_record(any_row(i), '{"k1": 5, "b": "new"}')::text FROM generate_series(1, 4) i;

-- hints (not empty)
SELECT * FROM variant_to_record('{"k1": {"x": 1}}') r(k1 integer[]);
SELECT * FROM variant_to_record('{"k1": [[1], 2]}') r(k1 integer[]);
SELECT * FROM variant_to_record('{"k1": [[1, 2], [3]]}') r(k1 integer[]);
SELECT * FROM variant_to_record('{"k1": [[[[[[[1]]]]]]]}') r(k1 integer[]);
SELECT variant_populate_record(NULL::record, '{}');
SELECT variant_populate_record(NULL::deep, '{"k1": 1}');
SELECT * FROM variant_to_record('{"k1": "a\u0000b"}') r(k1 text);

-- classes that jsonb has not got go straight into columns of their type
SELECT * FROM variant_to_record('{"d": "2024-10-24"::date, "t": "12:34:56.000001"::time, "ts": "2024-10-24T18:22:26.402"::timestamp,
	"tz": "2024-10-24T18:22:26.402Z"::timestamptz, "u": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "b": "\\x0313"::bytea,
	"f4": 0.1::float4, "f8": 1e-300, "n": "2024-10-24T18:22:26.402123456"::timestamp(9), "p": "2024-10-24T18:22:26.5Z"::timestamptz}')
	r(d date, t time, ts timestamp, tz timestamptz, u uuid, b bytea, f4 real, f8 double precision, n timestamp, p timestamptz(0));
-- and by their bare text into other ones
SELECT * FROM variant_to_record('{"d": "2024-10-24"::date, "t": "12:34:56.000001"::time, "ts": "2024-10-24T18:22:26.402"::timestamp,
	"u": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "b": "\\x0313"::bytea, "f4": 0.1::float4, "f8": 15e0, "j": {"a": "2024-10-24"::date}, "jb": "2024-10-24"::date, "tz": "2024-10-24T18:22:26.402Z"::timestamptz}')
	r(d timestamp, t interval, ts date, u text, b text, f4 numeric, f8 integer, j json, jb jsonb, tz text);
SELECT * FROM variant_to_record('{"d": "2024-10-24"::date}') r(d uuid);
SELECT * FROM variant_to_record('{"f8": 1.5e0}') r(f8 integer);
SET datestyle = 'SQL, DMY';
SELECT a::text, b::text FROM variant_to_record('{"a": "2024-03-04"::date, "b": "2024-03-04T01:02:03"::timestamp}') r(a timestamp, b date);
RESET datestyle;

-- strings that look like dates and times, in each order of day and month
CREATE TEMP TABLE times (t text);
INSERT INTO times SELECT d || c || m || z FROM
	(VALUES ('2024-02-29'), ('2023-02-29'), ('2024-01-02'), ('0000-01-01'), ('0001-01-01'), ('9999-12-31'), ('2024-1-2'), ('2024-13-01'), ('10000-01-01'), ('01-02-2024'), ('20240102'), ('-2024-01-02'), ('2024-00-10'), ('1582-10-10')) d(d),
	(VALUES (''), (' '), ('T'), ('t')) c(c),
	(VALUES (''), ('10:00:00'), ('24:00:00'), ('23:59:60'), ('10:00'), ('01:02:03.4'), ('01:02:03.1234567'), ('01:02:03.999999'), ('25:00:00'), ('10:60:00'), ('01:02:03.')) m(m),
	(VALUES (''), ('Z'), ('z'), ('+02'), ('-15:59'), (' BC'), (' UTC'), ('Z BC')) z(z);
INSERT INTO times VALUES ('infinity'), ('-infinity'), ('epoch'), ('now '), (''), ('2024-10-24 '), (' 2024-10-24'), ('2024-10-24x'), ('294277-01-01'), ('4714-01-01 BC');
SELECT count(*) > 2000 AS many FROM times;
CREATE FUNCTION wrong_times(style text) RETURNS TABLE (type text, t text, jsonb text, variant text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('datestyle', style, true);
	RETURN QUERY SELECT * FROM
		(SELECT y, s.t, outcome(format('SELECT a::text FROM jsonb_to_record($1) r(a %s)', y), jsonb_build_object('a', s.t)),
			outcome(format('SELECT a::text FROM variant_to_record($1) r(a %s)', y), variant_build_object('a', s.t))
		 FROM times s, (VALUES ('date'), ('timestamp'), ('timestamptz'), ('time'), ('timestamp(2)')) y(y)) x(y, t, j, v)
		WHERE j IS DISTINCT FROM v LIMIT 5;
END $$;
SELECT * FROM wrong_times('ISO, MDY');
SET timezone = 'America/New_York';
SELECT * FROM wrong_times('SQL, DMY');
SET timezone = 'UTC';

-- variant columns keep values as they are; a null is NULL
SELECT * FROM variant_to_record('{"a": {"b": "2024-10-24"::date}, "b": [1, null], "c": "s", "d": null, "e": ["2024-10-24"::date, {"x": 1}, null]}')
	r(a variant, b variant, c variant, d variant, e variant[], f variant);
CREATE DOMAIN small_variant AS variant CHECK (value < '100');
SELECT * FROM variant_to_record('{"a": 5}') r(a small_variant);
SELECT * FROM variant_to_record('{"a": 500}') r(a small_variant);

-- numbers at the ends of their types
SELECT t, ty, outcome(format('SELECT r::text FROM jsonb_to_record($1) r(a %s)', ty), ('{"a": ' || t || '}')::jsonb), outcome(format('SELECT r::text FROM variant_to_record($1) r(a %s)', ty), ('{"a": ' || t || '}')::variant)
FROM (VALUES ('32767'), ('32768'), ('-32768'), ('-32769'), ('2147483647'), ('2147483648'), ('-2147483648'), ('-2147483649'), ('9223372036854775807'), ('9223372036854775808'),
	('-9223372036854775808'), ('-9223372036854775809'), ('0.0'), ('1.0'), ('1.5'), ('16777217'), ('9007199254740993'), ('99999999999999999999999999999999999999'), ('0.00000000000000000000000000000000000001'), ('-0.0'), ('123.456')) n(t),
	(VALUES ('smallint'), ('integer'), ('bigint'), ('numeric'), ('numeric(5,1)'), ('numeric(38,0)'), ('real'), ('double precision'), ('text'), ('varchar(4)'), ('boolean'), ('oid'), ('money')) y(ty)
WHERE outcome(format('SELECT r::text FROM jsonb_to_record($1) r(a %s)', ty), ('{"a": ' || t || '}')::jsonb) IS DISTINCT FROM
	outcome(format('SELECT r::text FROM variant_to_record($1) r(a %s)', ty), ('{"a": ' || t || '}')::variant);

-- many rows of one call site and a large document: memory is given back
SELECT count(*), sum(k1), max(k2) FROM (SELECT variant_agg(variant_build_object('k1', i, 'k2', repeat('x', 100))) v FROM generate_series(1, 100000) i) s,
	variant_populate_recordset(NULL::pair, v);
SET client_min_messages = warning;
DROP SCHEMA test_record CASCADE;
