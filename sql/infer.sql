-- variant_infer_types: strings become typed values, exactly reversibly.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_infer;
SET search_path = test_infer, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.78);
CREATE TABLE string (s text, class text);
INSERT INTO string VALUES
	('2024-10-24', 'date'), ('0001-01-01', 'date'), ('9999-12-31', 'date'), ('10000-01-01', 'date'), ('0044-03-15 BC', 'date'),
	('2024-10-24T18:22:26', 'timestamp'), ('2024-10-24T18:22:26.402', 'timestamp'), ('2024-10-24T18:22:26.123456789', 'timestamp'), ('2024-10-24T00:00:00', 'timestamp'),
	('2024-10-24T18:22:26Z', 'timestamptz'), ('2024-10-24T18:22:26.402Z', 'timestamptz'), ('2024-10-24T18:22:26.123456789Z', 'timestamptz'), ('1969-12-31T23:59:59.999999Z', 'timestamptz'),
	('12:34:56', 'time'), ('12:34:56.000001', 'time'), ('24:00:00', 'time'), ('f24f9b64-81fa-49d1-b74e-8c09a6e31c56', 'uuid'), ('00000000-0000-0000-0000-000000000000', 'uuid'),
	-- these would not come back as they were
	('2024-10-24 18:22:26', 'string'), ('2024-10-24T18:22:26.4020', 'string'), ('2024-10-24T18:22:26.402+00:00', 'string'), ('2024-10-24T18:22:26+02', 'string'), ('2024-10-24t18:22:26', 'string'),
	('2024-10-24T18:22:26z', 'string'), ('2024-10-24T18:22', 'string'), ('2024-02-30', 'string'), ('2023-02-29', 'string'), ('2024-2-3', 'string'), ('20241024', 'string'), ('2024-10-24T', 'string'),
	('2024-10-24T24:00:00', 'string'), ('2024-10-24T18:22:60', 'string'), ('12:34', 'string'), ('12:34:56.0', 'string'), ('25:00:00', 'string'), (' 2024-10-24', 'string'), ('2024-10-24 ', 'string'),
	('F24F9B64-81FA-49D1-B74E-8C09A6E31C56', 'string'), ('f24f9b6481fa49d1b74e8c09a6e31c56', 'string'), ('{f24f9b64-81fa-49d1-b74e-8c09a6e31c56}', 'string'), ('f24f9b64-81fa-49d1-b74e-8c09a6e31c5g', 'string'),
	('', 'string'), ('1', 'string'), ('-infinity', 'string'), ('infinity', 'string'), ('now', 'string'), ('yesterday', 'string'), ('0000-01-01', 'string'), ('00000-01-01', 'string'), ('2024-10-24T18:22:26.', 'string'),
	('999999999999-01-01', 'string'), ('2024-10-24T18:22:26.1234567890', 'string'), ('2024-10-24é', 'string'), (repeat('2024-10-24', 10), 'string');
SELECT *, variant_infer_types(to_variant(s)) FROM string WHERE variant_typeof(variant_infer_types(to_variant(s))) <> class;
SELECT s FROM string WHERE variant_to_json(variant_infer_types(to_variant(s))) #>> '{}' IS DISTINCT FROM s;

-- each class by its switch
SELECT s, class FROM string, (VALUES ('date'), ('timestamp'), ('timestamptz'), ('uuid'), ('time')) c(c)
WHERE variant_typeof(variant_infer_types(to_variant(s), dates => c = 'date', timestamps => c = 'timestamp', timestamptzs => c = 'timestamptz', uuids => c = 'uuid', times => c = 'time')) <> CASE WHEN class = c THEN class ELSE 'string' END
	OR variant_typeof(variant_infer_types(to_variant(s), dates => c <> 'date', timestamps => c <> 'timestamp', timestamptzs => c <> 'timestamptz', uuids => c <> 'uuid', times => c <> 'time')) <> CASE WHEN class <> c THEN class ELSE 'string' END;

-- strings near those: one character changed, put in or left out
CREATE TABLE near AS SELECT overlay(s placing substr('0123456789-:.TZ ac', 1 + floor(random() * 18)::int, floor(random() * 2)::int) from 1 + floor(random() * length(s))::int for floor(random() * 2)::int) AS s
	FROM string, generate_series(1, 200) WHERE class <> 'string';
SELECT s, variant_infer_types(to_variant(s)) FROM near WHERE variant_to_json(variant_infer_types(to_variant(s))) #>> '{}' IS DISTINCT FROM s LIMIT 5;
SELECT count(*) FILTER (WHERE variant_typeof(variant_infer_types(to_variant(s))) <> 'string') BETWEEN 500 AND 3400 AS ok FROM near;

-- whole documents: nothing changes but strings; the result is canonical; twice is once; members' names are no values
CREATE TABLE doc AS SELECT random_json(3, '{a,b,2024-10-24,""}')::variant AS v FROM generate_series(1, 500);
SELECT v, variant_infer_types(v) FROM doc WHERE variant_to_json(variant_infer_types(v))::text <> variant_to_json(v)::text OR variant_infer_types(variant_infer_types(v)) <> variant_infer_types(v)
	OR variant_to_bytes(variant_infer_types(v)) <> variant_to_bytes(variant_infer_types(v)::text::variant) OR variant_infer_types(v, false, false, false, false, false) <> v;
SELECT variant_infer_types('{"2024-10-24": ["2024-10-24", {"at": "2024-10-24T18:22:26.402Z", "id": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56", "n": 1.50, "f": 1e0}]}');
SELECT variant_infer_types('"2024-10-24"', dates => NULL) IS NULL AS n;
SET client_min_messages = warning;
DROP SCHEMA test_infer CASCADE;
