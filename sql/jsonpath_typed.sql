-- jsonpath over what JSON does not have: dates and times, uuids, binary,
-- floats, doubles and exact decimals.  jsonb has no answers for these; each
-- row gives the one expected and why.  Only rows that are wrong are shown.
SET timezone = 'America/New_York';
CREATE SCHEMA test_jsonpath_typed;
SET search_path = test_jsonpath_typed, public;

-- all items of a path as one text, or its error
CREATE FUNCTION items(doc variant, path text, tz boolean, vars variant DEFAULT '{}') RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
	IF tz THEN
		RETURN variant_path_query_array_tz(doc, path::jsonpath, vars);
	END IF;
	RETURN variant_path_query_array(doc, path::jsonpath, vars);
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END
$$;

CREATE TABLE cases (id serial, doc variant, path text, expected text, tz boolean DEFAULT false, why text);
\set ECHO none
INSERT INTO cases (doc, path, expected, why) VALUES
	-- names of types
	('["2024-01-01"::date, "12:00:00"::time, "2024-01-01T00:00:00"::timestamp, "2024-01-01T00:00:00Z"::timestamptz, "2024-01-01T00:00:00.000000001"::timestamp(9), "2024-01-01T00:00:00Z"::timestamptz(9)]', '$[*].type()', '["date", "time", "timestamp", "timestamptz", "timestamp", "timestamptz"]', 'as variant_typeof()'),
	('[1, 1.5, 1e0, 1::float4, "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "\\xff"::bytea, null, true, "a", [], {}]', '$[*].type()', '["number", "number", "number", "number", "uuid", "binary", "null", "boolean", "string", "array", "object"]', 'all numbers are "number"'),
	('["2024-01-01"]', '$[*].datetime().type()', '["date"]', 'results of .datetime() have the names of jsonb'),

	-- items are given as they are
	('{"d": "2024-10-24"::date, "u": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "x": 12.340, "f": 0.1::float4}', '$.*', '["2024-10-24"::date, 0.1::float4, "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, 12.340]', 'no class and no digit is lost'),
	('{"d": "2024-10-24"::date}', '$.d.datetime()', '["2024-10-24"::date]', 'a date is one already'),
	('"2024-10-24T01:02:03.123456789Z"::timestamptz(9)', '$.datetime()', '["2024-10-24T01:02:03.123456789Z"::timestamptz(9)]', 'with its nanoseconds'),
	('"2024-10-24"', '$.datetime()', '["2024-10-24"::date]', 'computed dates come out typed'),
	('"12:34:56"', '$.datetime()', '["12:34:56"::time]', 'times too'),
	('"2024-10-24 12:34:56.5"', '$.datetime()', '["2024-10-24T12:34:56.5"::timestamp]', 'timestamps too'),
	('"2024-10-24 12:34:56+02"', '$.datetime()', '["2024-10-24T10:34:56Z"::timestamptz]', 'with zone: in UTC'),
	('"12:34:56+02"', '$.datetime()', '["12:34:56+02:00"]', 'a time with time zone has no class: a string'),

	-- dates and times compare without parsing
	('["2024-01-01"::date, "2024-06-01"::date, "2024-12-31"::date]', '$[*] ? (@ >= "2024-06-01".datetime())', '["2024-06-01"::date, "2024-12-31"::date]', 'date with date'),
	('["2024-01-01"::date, "2024-06-01T00:00:00"::timestamp, "2024-05-31T23:59:59.999999"::timestamp, "2024-06-01T00:00:00.000000001"::timestamp(9)]', '$[*] ? (@ > "2024-05-31".datetime())', '["2024-06-01T00:00:00"::timestamp, "2024-05-31T23:59:59.999999"::timestamp, "2024-06-01T00:00:00.000000001"::timestamp(9)]', 'a date is its midnight'),
	('{"a": "2024-06-01"::date, "b": "2024-06-01T00:00:00"::timestamp}', '$.a == $.b', '[true]', 'date equals timestamp at midnight'),
	('{"a": "2024-06-01T00:00:00.000000001"::timestamp(9), "b": "2024-06-01T00:00:00"::timestamp}', '$.a > $.b', '[true]', 'one nanosecond later'),
	('{"a": "1969-12-31T23:59:59.999999999Z"::timestamptz(9), "b": "1970-01-01T00:00:00Z"::timestamptz}', '$.a < $.b', '[true]', 'before 1970 too'),
	('{"a": "1969-12-31T23:59:59.999Z"::timestamptz(9), "b": "1969-12-31T23:59:59.999Z"::timestamptz}', '$.a == $.b', '[true]', 'the same instant in both precisions'),
	('["10:00:00"::time, "12:00:00"::time, "24:00:00"::time]', '$[*] ? (@ > "11:00:00".datetime())', '["12:00:00"::time, "24:00:00"::time]', 'time with time'),
	('{"a": "2024-06-01T12:00:00Z"::timestamptz}', '$.a == "2024-06-01 14:00:00+02".datetime()', '[true]', 'timestamptz by instant'),
	('{"a": "2024-06-01T12:00:00Z"::timestamptz}', '$.a < $.b', '[false]', 'nothing on the right'),
	('{"a": "12:00:00"::time, "b": "2024-06-01"::date}', '$.a == $.b', '[null]', 'times and dates do not compare'),
	('{"a": "2024-06-01"::date}', '$.a == "2024-06-01"', '[null]', 'a date and a string do not compare'),
	('{"a": "2024-06-01"::date}', '$.a != null', '[true]', 'null differs from all'),
	('{"a": "2024-06-01"::date}', '$.a > 5', '[null]', 'a date and a number do not compare'),
	('{"a": "4714-01-01T00:00:00 BC"::timestamp, "b": "2024-01-01"::date}', '$.a < $.b', '[true]', 'before the range of SQL''s timestamps'),

	-- the session's zone only where it may be used
	('{"a": "2024-06-01"::date, "b": "2024-06-01T00:00:00Z"::timestamptz}', '$.a == $.b', '0A000 cannot convert value from date to timestamptz without time zone usage', 'immutable functions cannot know'),
	('{"a": "2024-06-01T00:00:00"::timestamp, "b": "2024-06-01T00:00:00Z"::timestamptz}', '$.b < $.a', '0A000 cannot convert value from timestamp to timestamptz without time zone usage', 'either way round'),
	('"10:00:00"::time', '$ == "10:00:00+01".datetime()', '0A000 cannot convert value from time to timetz without time zone usage', 'times too'),

	-- uuid and binary
	('["f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "00000000-0000-0000-0000-000000000001"::uuid]', '$[*] ? (@ == $[1])', '["00000000-0000-0000-0000-000000000001"::uuid]', 'equality'),
	('["f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "00000000-0000-0000-0000-000000000001"::uuid]', '$[0] > $[1]', '[true]', 'by bytes'),
	('["\\x00ff"::bytea, "\\x00"::bytea, "\\x01"::bytea]', '$[*] ? (@ > $[0])', '["\\x01"::bytea]', 'by bytes, a prefix first'),
	('["\\x00ff"::bytea, "\\x00ff"::bytea, "00ff"]', '$[0] == $[1] && ($[0] == $[2]) is unknown', '[true]', 'binary and string do not compare'),
	('["f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"]', '$[0] == $[1]', '[null]', 'uuid and string do not compare'),

	-- numbers
	('[0.1, 1e-1, 0.1::float4, 0.10]', '$[*] ? (@ == 0.1)', '[0.1, 0.1e0, 0.1::float4, 0.10]', 'floats and doubles mean the digits they print'),
	('[1e0, 1, 1.0, 1::float4]', '$[*] ? (@ == 1)', '[1e0, 1, 1.0, 1::float4]', 'integers are the same in all'),
	('["NaN"::float8, "Infinity"::float8, "-Infinity"::float8, 1]', '$[*] ? (@ > 0)', '["NaN"::float8, "Infinity"::float8, 1]', 'NaN is above all'),
	('["NaN"::float8, "NaN"::float4, "Infinity"::float8]', '$[*] ? (@ == $[0])', '["NaN"::float8, "NaN"::float4]', 'NaN equals NaN'),
	('["NaN"::float8]', '$[0] + 1', '22038 left operand of jsonpath operator + is not a single numeric value', 'NaN is no number to compute with'),
	('["Infinity"::float8]', '1 - $[0]', '22038 right operand of jsonpath operator - is not a single numeric value', 'nor is infinity'),
	('["Infinity"::float8]', '-$[0]', '2203B operand of unary jsonpath operator - is not a numeric value', 'nor by sign'),
	('["NaN"::float8]', '$[0].abs()', '22036 jsonpath item method .abs() can only be applied to a numeric value', 'nor for methods'),
	('[0.1, 0.2]', '$[0] + $[1]', '[0.3]', 'decimals are exact'),
	('[1e-1, 2e-1]', '$[0] + $[1]', '[0.3]', 'doubles compute as what they print'),
	('[12345678901234567890123456789012345678]', '$[0] + 1', '[12345678901234567890123456789012345679]', 'all 38 digits'),
	('[99999999999999999999999999999999999999]', '$[0] + 1', '[1e38]', 'beyond them the nearest double'),
	('[1.50]', '$[0] * 2', '[3.00]', 'scale as numeric has it'),
	('[2.5e0]', '$[0].floor()', '[2]', 'a double rounds to a number'),
	('[300, 2147483648]', '$[*] + 0', '22038 left operand of jsonpath operator + is not a single numeric value', 'one number only'),
	('[9007199254740993, 9007199254740992e0]', '$[0] > $[1]', '[true]', 'no rounding through double'),

	-- containers and other methods
	('["2024-01-01"::date]', '$[0] + 1', '22038 left operand of jsonpath operator + is not a single numeric value', 'a date is no number'),
	('["\\xff"::bytea]', '$[0].double()', '22036 jsonpath item method .double() can only be applied to a string or numeric value', 'binary is no number'),
	('"2024-01-01"::date', '$ starts with "2024"', '[null]', 'a date is no string'),
	('"2024-01-01"::date', '$ like_regex "2024"', '[null]', 'a date is no string'),
	('"a\u0000b"', '$ starts with "a"', '[true]', 'U+0000 is a character like others'),
	('"a\u0000b"', '$ like_regex "a"', '[null]', 'but not to regular expressions'),
	('{"a\u0000": 1}', '$.keyvalue().key', '["a\u0000"]', 'also in names'),
	('"2024-01-01"::date', '$[0]', '["2024-01-01"::date]', 'a scalar is an array of one in lax mode'),
	('"2024-01-01"::date', '$.datetime("yyyy")', '22031 jsonpath item method .datetime() can only be applied to a string', 'a template reads strings'),
	('{"a": {"x": "2024-01-01"::date}}', '$.a.keyvalue().value', '["2024-01-01"::date]', 'values of pairs keep their class'),
	('[{"a": 1}, {"a": 2}]', '$[*].keyvalue().id.type()', '["number", "number"]', 'ids are numbers');

INSERT INTO cases (doc, path, expected, tz, why) VALUES
	('{"a": "2024-06-01"::date, "b": "2024-06-01T04:00:00Z"::timestamptz}', '$.a == $.b', '[true]', true, 'midnight in New York in summer'),
	('{"a": "2024-01-01T00:00:00"::timestamp, "b": "2024-01-01T05:00:00Z"::timestamptz}', '$.a == $.b', '[true]', true, 'in winter'),
	('{"a": "2024-01-01T00:00:00.000000001"::timestamp(9), "b": "2024-01-01T05:00:00Z"::timestamptz}', '$.a > $.b', '[true]', true, 'nanoseconds count'),
	('{"a": "4714-01-01T00:00:00 BC"::timestamp, "b": "2024-01-01T05:00:00Z"::timestamptz}', '$.a < $.b', '[true]', true, 'out of the range of SQL'),
	('{"a": "2024-06-01T12:00:00Z"::timestamptz, "b": "2024-06-01"::date}', '$.a > $.b', '[true]', true, 'noon in Greenwich is morning in New York');
INSERT INTO cases (doc, path, expected, tz, why)
SELECT c.* FROM (VALUES
	('"2024-06-01T12:34:56.789"::timestamp'::variant, '$.date()', '["2024-06-01"::date]', false, 'day of a timestamp'),
	('"2024-06-01T12:34:56.789"::timestamp', '$.time()', '["12:34:56.789"::time]', false, 'time of a timestamp'),
	('"2024-06-01T12:34:56.789"::timestamp', '$.timestamp(1)', '["2024-06-01T12:34:56.8"::timestamp]', false, 'precision'),
	('"2024-06-01T12:34:56.123456789"::timestamp(9)', '$.timestamp()', '["2024-06-01T12:34:56.123456789"::timestamp(9)]', false, 'nothing to convert'),
	('"2024-06-01"::date', '$.timestamp()', '["2024-06-01T00:00:00"::timestamp]', false, 'midnight'),
	('"2024-06-01"::date', '$.date()', '["2024-06-01"::date]', false, 'nothing to convert'),
	('"2024-06-01"::date', '$.time()', '22031 time format is not recognized: "2024-06-01"', false, 'a date has no time'),
	('"2024-06-01T02:00:00Z"::timestamptz', '$.date()', '0A000 cannot convert value from timestamptz to date without time zone usage', false, 'needs the zone'),
	('"2024-06-01T02:00:00Z"::timestamptz', '$.date()', '["2024-05-31"::date]', true, 'the day in New York'),
	('"2024-06-01T02:00:00Z"::timestamptz', '$.timestamp()', '["2024-05-31T22:00:00"::timestamp]', true, 'local time'),
	('"2024-06-01"::date', '$.timestamp_tz()', '["2024-06-01T04:00:00Z"::timestamptz]', true, 'midnight in New York'),
	('"2024-06-01"::date', '$.string()', '["2024-06-01"]', false, 'as in plain JSON'),
	('"2024-06-01T02:00:00Z"::timestamptz', '$.string()', '["2024-06-01T02:00:00Z"]', false, 'as in plain JSON'),
	('["f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "\\xff00"::bytea, 1.5e0, "NaN"::float8]', '$[*].string()', '["f24f9b64-81fa-49d1-b74e-8c09a6e31c56", "/wA=", "1.5", "NaN"]', false, 'as in plain JSON'),
	('[1.5e0, 2::float4]', '$[*].decimal(3, 1)', '[1.5, 2.0]', false, 'from doubles'),
	('["NaN"::float8]', '$[*].bigint()', '22036 NaN or Infinity is not allowed for jsonpath item method .bigint()', false, 'not a number'),
	('[1.5e0, 1e18]', '$[*].bigint()', '[2, 1000000000000000000]', false, 'rounds as numeric does'),
	('"a\u0000b"', '$.double()', '22P05 variant string cannot be converted to text', false, 'text cannot hold it')
) c(doc, path, expected, tz, why) WHERE current_setting('server_version_num')::int >= 170000;
\set ECHO all
SELECT count(*) > 60 AS enough FROM cases;

SELECT doc, path, tz, expected, items(doc, path, tz) AS got, why FROM cases
WHERE items(doc, path, tz) IS DISTINCT FROM expected ORDER BY id;

-- variables bring what paths cannot write
SELECT variant_path_query_array('["f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, 1]', '$[*] ? (@ == $u)', variant_build_object('u', 'f24f9b64-81fa-49d1-b74e-8c09a6e31c56'::uuid)) AS uuid,
	variant_path_exists('{"at": "2024-10-24T01:02:03Z"::timestamptz}', '$ ? (@.at >= $from && @.at < $to)',
		variant_build_object('from', '2024-10-24 00:00:00+00'::timestamptz, 'to', '2024-10-25 00:00:00+00'::timestamptz)) AS range;

-- what silent suppresses, and what it does not
SELECT variant_path_query_array('"a\u0000b"', '$.double()', '{}', true) AS nul,
	variant_path_query_array('["NaN"::float8]', '$[0] + 1', '{}', true) AS nan;
SELECT variant_path_query_array('{"a": "2024-06-01"::date, "b": "2024-06-01T00:00:00Z"::timestamptz}', '$.a == $.b', '{}', true);

-- ids of pairs: the same for pairs of one object, different for others; lax
-- mode sees the objects in c twice
SELECT count(*), count(DISTINCT id), count(DISTINCT (id, key))
FROM variant_path_query('{"a": {"x": 1, "y": 2}, "b": {"x": 3}, "c": [{"z": 1}, {"z": 1}]}', '$.** ? (@.type() == "object").keyvalue()') p,
	LATERAL (SELECT (p->'id')::bigint AS id, p->>'key' AS key) k;
SELECT variant_path_query('{"a": 1}', '$.keyvalue()') AS root, variant_path_query('{}', '$v.keyvalue().id >= 10000000000', '{"v": {"a": 1}}') AS variable,
	variant_path_query('{"a": 1}', '$.keyvalue().keyvalue().id >= 20000000000') AS generated;

SET client_min_messages = warning;
DROP SCHEMA test_jsonpath_typed CASCADE;
