-- The type: text in and out, every class, extreme values.
-- Queries return only wrong rows, unless they say otherwise.

-- texts that come out as they went in, with their class and physical type
CREATE TABLE literal (line int GENERATED ALWAYS AS IDENTITY, t text, class text, physical text);
INSERT INTO literal (t, class, physical) VALUES
	('null', 'null', 'null'),
	('true', 'boolean', 'boolean'),
	('false', 'boolean', 'boolean'),
	('0', 'number', 'int8'),
	('127', 'number', 'int8'),
	('-128', 'number', 'int8'),
	('128', 'number', 'int16'),
	('-129', 'number', 'int16'),
	('32767', 'number', 'int16'),
	('32768', 'number', 'int32'),
	('-32769', 'number', 'int32'),
	('2147483647', 'number', 'int32'),
	('2147483648', 'number', 'int64'),
	('-2147483649', 'number', 'int64'),
	('9223372036854775807', 'number', 'int64'),
	('-9223372036854775808', 'number', 'int64'),
	('9223372036854775808', 'number', 'decimal16'),
	('-9223372036854775809', 'number', 'decimal16'),
	('18446744073709551615', 'number', 'decimal16'),
	('99999999999999999999999999999999999999', 'number', 'decimal16'),
	('-99999999999999999999999999999999999999', 'number', 'decimal16'),
	('0.05', 'number', 'decimal4'),
	('-0.05', 'number', 'decimal4'),
	('0.0', 'number', 'decimal4'),
	('1.10', 'number', 'decimal4'),
	('12.340', 'number', 'decimal4'),
	('123456.7890', 'number', 'decimal8'),
	('9999999999999999.99', 'number', 'decimal8'),
	('12345678901234567890.123456789', 'number', 'decimal16'),
	('883406386745030.3', 'number', 'decimal8'),
	('9007199254740993', 'number', 'int64'),
	('0.00000000000000000000000000000000000001', 'number', 'decimal4'),
	('1.5e0', 'double', 'double'),
	('-0e0', 'double', 'double'),
	('1e300', 'double', 'double'),
	('"NaN"::float8', 'double', 'double'),
	('"Infinity"::float8', 'double', 'double'),
	('"-Infinity"::float8', 'double', 'double'),
	('0.1::float4', 'float', 'float'),
	('"NaN"::float4', 'float', 'float'),
	('"Infinity"::float4', 'float', 'float'),
	('"-Infinity"::float4', 'float', 'float'),
	('""', 'string', 'short_string'),
	('"a"', 'string', 'short_string'),
	('"' || repeat('x', 63) || '"', 'string', 'short_string'),
	('"' || repeat('x', 64) || '"', 'string', 'string'),
	('"' || repeat('ü', 32) || '"', 'string', 'string'),
	('"\u0000"', 'string', 'short_string'),
	('"a\u0000b"', 'string', 'short_string'),
	('"\"\\\b\f\n\r\t"', 'string', 'short_string'),
	('"2024-10-24"', 'string', 'short_string'),
	('"2024-10-24"::date', 'date', 'date'),
	('"1969-12-31"::date', 'date', 'date'),
	('"0001-01-01"::date', 'date', 'date'),
	('"0001-12-31 BC"::date', 'date', 'date'),
	('"0044-03-15 BC"::date', 'date', 'date'),
	('"9999-12-31"::date', 'date', 'date'),
	('"10000-01-01"::date', 'date', 'date'),
	('"00:00:00"::time', 'time', 'time'),
	('"12:34:56.000001"::time', 'time', 'time'),
	('"24:00:00"::time', 'time', 'time'),
	('"2024-10-24T18:22:26.402"::timestamp', 'timestamp', 'timestamp'),
	('"1969-12-31T23:59:59.999999"::timestamp', 'timestamp', 'timestamp'),
	('"2024-10-24T18:22:26.402Z"::timestamptz', 'timestamptz', 'timestamptz'),
	('"0044-03-15T12:00:00Z BC"::timestamptz', 'timestamptz', 'timestamptz'),
	('"2024-10-24T18:22:26.123456789"::timestamp(9)', 'timestamp', 'timestamp_nanos'),
	('"1969-12-31T23:59:59.999999999"::timestamp(9)', 'timestamp', 'timestamp_nanos'),
	('"1969-12-31T23:59:59.999999999Z"::timestamptz(9)', 'timestamptz', 'timestamptz_nanos'),
	('"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid', 'uuid', 'uuid'),
	('"\\x0313deadbeef"::bytea', 'binary', 'binary'),
	('"\\x"::bytea', 'binary', 'binary'),
	('[]', 'array', 'array'),
	('{}', 'object', 'object'),
	('[null, true, 1, "a", {}, []]', 'array', 'array'),
	('{"": 1, "a": 2}', 'object', 'object'),
	('{"a": 1, "a\"b": 3, "a.b": 2, "a\\b": 4, "ab": 5}', 'object', 'object'),
	('{"$": 1, "[0]": 2, "a b": 3, "\n": 4, "😀": 5}', 'object', 'object'),
	('{"A": 2, "a": 1}', 'object', 'object'),
	('{"\u0000": 1, "\u0000\u0000": 2}', 'object', 'object'),
	('{"at": "2024-10-24"::date, "n": [1.50, 1.5e0, 0.1::float4]}', 'object', 'object');

-- the object of "\n" sorts by bytes, and so is not written in order above
UPDATE literal SET t = '{"\n": 4, "$": 1, "[0]": 2, "a b": 3, "😀": 5}' WHERE t LIKE '{"$"%';

SELECT line, t, t::variant FROM literal WHERE t::variant::text <> t ORDER BY line;
SELECT line, t, variant_typeof(t::variant), variant_physical_type(t::variant) FROM literal
	WHERE variant_typeof(t::variant) <> class OR variant_physical_type(t::variant) <> physical
	ORDER BY line;
SELECT line, t FROM literal WHERE is_variant_null(t::variant) <> (t = 'null') ORDER BY line;
SELECT is_variant_null(NULL), variant_typeof(NULL), NULL::variant IS NULL AS null, 'null'::variant IS NULL AS not_null;

-- bytes are valid and survive; canonical bytes come again from the text
SELECT line, t FROM literal WHERE NOT (variant_check(variant_to_bytes(t::variant))).ok ORDER BY line;
SELECT line, t FROM literal
	WHERE variant_to_bytes(t::variant) <> variant_to_bytes(variant_from_bytes(variant_to_bytes(t::variant)))
	OR variant_to_bytes(t::variant) <> variant_metadata(t::variant) || variant_value(t::variant)
	OR variant_to_bytes(t::variant) <> variant_send(t::variant)
	ORDER BY line;

-- inside containers
SELECT line, t FROM literal
	WHERE format('[%s]', t)::variant::text <> format('[%s]', t)
	OR format('{"k": %s}', t)::variant::text <> format('{"k": %s}', t)
	OR format('[%s, {"k": [%s]}]', t, t)::variant::text <> format('[%s, {"k": [%s]}]', t, t)
	ORDER BY line;

-- pretty text reads back, plain JSON is JSON
SELECT line, t FROM literal WHERE variant_to_bytes(variant_pretty(t::variant)::variant) <> variant_to_bytes(t::variant) ORDER BY line;
SELECT line, t, variant_to_json(t::variant) FROM literal WHERE parse_json(variant_to_json(t::variant)::text) IS NULL ORDER BY line;
SELECT variant_pretty('{"a": [1, {"b": "2024-10-24"::date}], "c": {}, "d": []}');
SELECT variant_to_json('[1.5e0, 0.1::float4, "NaN"::float8, "2024-10-24"::date, "2024-10-24T18:22:26.402Z"::timestamptz,
	"\\x0313deadbeef"::bytea, "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, 1.50]');

-- texts that come out otherwise
SELECT t, t::variant AS comes_out FROM (VALUES
	(1, ' { "b" : 2 , "a":1 } '),
	(2, '{"a":1,"b":0,"a":2}'),
	(3, '1E2'), (4, '-0'), (5, '-0.0'), (6, '1.5::float8'), (7, '1e0::float4'), (8, '15e-1'),
	(9, '"\u00e9\ud83d\ude00\/\u0041"'),
	(10, '"\u001f\u0020"'),
	(11, '"2024-10-24 18:22:26.402000+02"::timestamptz'),
	(12, '"2024-10-24 18:22:26"::timestamp'),
	(13, '"F24F9B64-81FA-49D1-B74E-8C09A6E31C56"::uuid'),
	(14, '123456789012345678901234567890123456789'),
	(15, '0.123456789012345678901234567890123456789'),
	(16, '{"a":{"x":1,"x":[2]},"a":{"x":{"x":3,"x":4}}}')
) s(i, t) ORDER BY i;

-- decimals of 38 digits at every scale
WITH d AS (
	SELECT s, sign || CASE s WHEN 0 THEN n ELSE coalesce(nullif(left(n, 38 - s), ''), '0') || '.' || right(n, s) END AS t
	FROM generate_series(0, 38) s, (VALUES ('12345678901234567890123456789012345678'), (repeat('9', 38))) x(n),
		(VALUES (''), ('-')) y(sign))
SELECT s, t, t::variant FROM d
	WHERE t::variant::text <> t OR variant_typeof(t::variant) <> 'number'
	OR variant_physical_type(t::variant) <> 'decimal16'
	OR variant_to_json(t::variant)::text::numeric <> t::numeric;

-- integers around each step of width
WITH n AS (SELECT (sign * (2::numeric ^ e + d))::text AS t
	FROM generate_series(0, 120) e, generate_series(-2, 2) d, (VALUES (1), (-1)) s(sign))
SELECT regexp_replace(t, '\..*', '') FROM n
	WHERE regexp_replace(t, '\..*', '')::variant::text <> regexp_replace(t, '\..*', '');

-- doubles and floats: the shortest text that reads back, so jsonb's digits
WITH f AS (SELECT (sign * m * 10::float8 ^ e)::float8 AS d
	FROM generate_series(-300, 300, 7) e, (VALUES (1), (1.5), (1.1), (123456789), (0.1)) x(m), (VALUES (1), (-1)) s(sign))
SELECT d, to_jsonb(d)::text FROM f
	WHERE variant_to_json(format('%s::float8', to_jsonb(d))::variant)::text::float8 <> d
	OR format('%s::float8', to_jsonb(d))::variant::text::float8 <> d
	OR variant_typeof(format('%s::float8', to_jsonb(d))::variant) <> 'double'
	OR format('%s::float8', to_jsonb(d))::variant::text !~ 'e';
WITH f AS (SELECT (sign * m * 10::float8 ^ e)::float4 AS d
	FROM generate_series(-30, 30) e, (VALUES (1), (1.5), (1.1), (1234567), (0.1)) x(m), (VALUES (1), (-1)) s(sign))
SELECT d FROM f WHERE variant_to_json(format('%s::float4', d)::variant)::text::float4 <> d
	OR replace(format('%s::float4', d)::variant::text, '::float4', '')::float4 <> d;

-- extreme values by their bytes: text and back gives the same bytes
CREATE TABLE extreme (line int GENERATED ALWAYS AS IDENTITY, v bytea);
INSERT INTO extreme (v)
	SELECT decode(type || x, 'hex') FROM (VALUES ('2c')) t(type),
		(VALUES ('00000080'), ('ffffff7f'), ('ffffffff'), ('00000000'), ('01000000'), ('d6f5f4ff'), ('d7f5f4ff')) x(x);
INSERT INTO extreme (v)
	SELECT decode(type || x, 'hex') FROM (VALUES ('30'), ('34'), ('48'), ('4c')) t(type),
		(VALUES ('0000000000000080'), ('ffffffffffffff7f'), ('ffffffffffffffff'), ('0000000000000000'),
			('18fcffffffffffff'), ('17fcffffffffffff'), ('0100000000000000'), ('0100000000000080')) x(x);
INSERT INTO extreme (v)
	SELECT decode('1c' || x, 'hex') FROM
		(VALUES ('0000000000000080'), ('0100000000000000'), ('ffffffffffffef7f'), ('0000000000001000'), ('9a9999999999b93f')) x(x);
INSERT INTO extreme (v)
	SELECT decode('38' || x, 'hex') FROM
		(VALUES ('00000080'), ('01000000'), ('ffff7f7f'), ('00008000'), ('cdcccc3d')) x(x);
SELECT line, v, variant_from_bytes('\x110000' || v) FROM extreme
	WHERE variant_value(variant_from_bytes('\x110000' || v)::text::variant) <> v ORDER BY line;
SELECT line, v, variant_from_bytes('\x110000' || v) FROM extreme
	WHERE v IN ('\x2c00000080', '\x2cffffff7f', '\x300000000000000080', '\x30ffffffffffffff7f',
		'\x480000000000000080', '\x48ffffffffffffff7f', '\x4cffffffffffffffff', '\x1c0100000000000000', '\x3801000000') ORDER BY line;

-- the text form depends on no setting
SET DateStyle = 'German, DMY';
SET TimeZone = 'America/New_York';
SET extra_float_digits = -10;
SET bytea_output = escape;
SELECT line, t, t::variant FROM literal WHERE t::variant::text <> t ORDER BY line;
RESET ALL;

-- control characters, quotes and others, as value and as key, as jsonb
WITH c AS (SELECT i, to_jsonb(chr(i)) AS j FROM generate_series(1, 1100) i UNION ALL
	SELECT i, to_jsonb(chr(i)) FROM (VALUES (8232), (8233), (65535), (65536), (128512), (1114111)) x(i))
SELECT i, j FROM c
	WHERE variant_to_json(j::text::variant)::jsonb <> j
	OR variant_to_json(format('{%s: 1}', j)::variant)::jsonb <> format('{%s: 1}', j)::jsonb;

-- parse_json is plain JSON, try_parse_json never fails
SELECT t, try_parse_json(t) AS parsed FROM (VALUES (1, '{"a": 1}'), (2, '1.5::float8'), (3, '"2024-10-24"::date'), (4, ''), (5, '{'), (6, '[1,]'),
	(7, 'null'), (8, '"\ud800"'), (9, '1e400'), (10, repeat('[', 1001) || repeat(']', 1001)), (11, 'login')) s(i, t)
	WHERE i <> 10 OR try_parse_json(t) IS NOT NULL ORDER BY i;
SELECT try_parse_json(NULL) IS NULL AS null;
SELECT line, t FROM literal WHERE t LIKE '%::%' AND try_parse_json(t) IS NOT NULL;
SELECT parse_json('"2024-10-24"::date');

-- wide objects, by every step of the widths of ids, counts and offsets
SELECT n FROM (VALUES (1), (31), (32), (33), (255), (256), (257), (300), (65536), (70000)) x(n),
	LATERAL (SELECT jsonb_object_agg('k' || i, i) AS j FROM generate_series(1, n) i) s
	WHERE variant_to_json(j::text::variant)::jsonb <> j
	OR NOT (variant_check(variant_to_bytes(j::text::variant))).ok;
SELECT n FROM (VALUES (1), (255), (256), (65535), (65536), (70000)) x(n),
	LATERAL (SELECT jsonb_agg(i % 100) AS j FROM generate_series(1, n) i) s
	WHERE variant_to_json(j::text::variant)::jsonb <> j
	OR NOT (variant_check(variant_to_bytes(j::text::variant))).ok;
SELECT n FROM (VALUES (250), (251), (65530), (65531), (70000), (16777210), (16777211)) x(n)
	WHERE (format('["%s", 1]', repeat('x', n))::variant)::text <> format('["%s", 1]', repeat('x', n));

-- large values behind small ones: text and equality do not see it
SELECT format('{"a": "%s", "b": 1, "c": "%s", "d": 2}', repeat('x', 300), repeat('y', 300))::variant::text =
	format('{"a": "%s", "b": 1, "c": "%s", "d": 2}', repeat('x', 300), repeat('y', 300)) AS in_name_order;

-- 1000 levels and no more
SELECT (repeat('[', 1000) || repeat(']', 1000))::variant::text = repeat('[', 1000) || repeat(']', 1000) AS deep;

-- in tables: short header, compressed, external, in a composite, in an array
CREATE TABLE stored (id int, v variant);
ALTER TABLE stored ALTER v SET STORAGE EXTERNAL;
INSERT INTO stored SELECT 1, '{"a": 1}';
INSERT INTO stored SELECT 2, format('{"a": 1, "s": "%s"}', repeat('x', 5000))::variant;
ALTER TABLE stored ALTER v SET STORAGE EXTENDED;
INSERT INTO stored SELECT 3, format('{"a": 1, "s": "%s"}', repeat('x', 5000))::variant;
SELECT id, left(v::text, 12), length(v::text), variant_storage(v) FROM stored ORDER BY id;
SELECT a.v = b.v AS same FROM stored a, stored b WHERE a.id = 2 AND b.id = 3;
SELECT left((row(1, v)::stored).v::text, 12), left((ARRAY[v])[1]::text, 12) FROM stored ORDER BY id;

DROP TABLE literal, extreme, stored;
