-- Bytes in and out: what is accepted, what is refused and where.
-- Queries return only wrong rows, unless they say otherwise.

CREATE TABLE case_bytes (line int GENERATED ALWAYS AS IDENTITY, m text, v text, rule text, note text);

-- accepted, kept byte for byte
INSERT INTO case_bytes (m, v, note) VALUES
	('010000', '00', 'null'),
	('110000', '00', 'null, sorted dictionary'),
	('010000', '04', 'true'),
	('010000', '08', 'false'),
	('010000', '0c80', 'int8 -128'),
	('010000', '108000', 'int16 128'),
	('010000', '180100000000000000', 'int64 1'),
	('010000', '200264000000', 'decimal4 1.00'),
	('010000', '2800000000000000800000000000000000', 'not 17 bytes'),
	('010000', '280000000000000000800000000000000000', '2^63'),
	('010000', '2404d202964900000000', 'decimal8 123456.7890'),
	('010000', '200205000000', '0.05'),
	('010000', '202601000000', '1e-38'),
	('010000', '202600000000', '0 of scale 38'),
	('010000', '200000000000', 'decimal 0'),
	('010000', '2002e8030000', '10.00'),
	('010000', '2800000010632d5ec76b0500000000000000', '10^20'),
	('010000', '2800d20a3f4eeee073c3f60fe98e01000000', '30 digits'),
	('010000', '280000000000000000000000000001000000', '2^96'),
	('010000', '28091581396eb1c9be46321be42700000000', '29 digits'),
	('010000', '2800ffffffff3f228a097ac4865aa84c3b4b', '10^38-1'),
	('010000', '282601000000c0dd75f6853b79a557b3c4b4', '-(10^38-1), scale 38'),
	('010000', '1c000000000000f07f', 'infinity'),
	('010000', '1c000000000000f87f', 'nan'),
	('010000', '380000803f', 'float'),
	('010000', '0561', 'short string'),
	('010000', '400100000061', 'long string, short'),
	('010000', '01', 'empty string'),
	('010000', '4000000000', 'empty long string'),
	('010000', '30e05297dde7320600', 'timestamptz'),
	('010000', '34e05297dde7320600', 'timestamp'),
	('010000', '440060d71d14000000', '24:00:00'),
	('010000', '50f24f9b6481fa49d1b74e8c09a6e31c56', 'uuid'),
	('010000', '3c09000000031337deadbeefcafe', 'binary'),
	('010000', '020000', 'empty object'),
	('010000', '030000', 'empty array'),
	('010000', '0302000507380000c03f0c01', 'array of float and int'),
	('010000', '030100020c05', 'array'),
	('010000', '130100000000020c05', 'array, large'),
	('0101000161', '02010000020c01', 'object'),
	('0101000161', '7e010000000000000000000000020000000c01', 'object, all widths 4'),
	('01020001026162', '020200010002040c010c02', 'object'),
	('01020001026162', '020200010200040c020c01', 'values in another order'),
	('01010000', '02010000020c01', 'empty name'),
	('010200010161', '020201000002040c010c02', 'empty name, unsorted dictionary'),
	('010300010203616263', '02010100020c01', 'unused names'),
	('0102000102616100', '00', 'not this: trailing byte'),
	('01020001026161', '00', 'a name twice in an unsorted dictionary'),
	('310000', '7c00', 'not this: reserved primitive'),
	('310000', '0c01', 'reserved bit of the metadata');
UPDATE case_bytes SET rule = 'value.truncated' WHERE note = 'not 17 bytes';
UPDATE case_bytes SET rule = 'metadata.trailing' WHERE note = 'not this: trailing byte';
UPDATE case_bytes SET rule = 'value.type' WHERE note = 'not this: reserved primitive';
-- two names of 160 bytes: offsets of two bytes
INSERT INTO case_bytes (m, v, note)
	SELECT '4102000000a0004001' || repeat('61', 160) || repeat('62', 160), '020200010002040c010c02', 'wide offsets';
-- an array of 300 numbers: is_large of an array
INSERT INTO case_bytes (m, v, note)
	SELECT '010000', '172c010000' || string_agg(encode(decode(lpad(to_hex(i * 2 % 256), 2, '0') || lpad(to_hex(i * 2 / 256), 2, '0'), 'hex'), 'hex'), '' ORDER BY i)
		|| repeat('0c01', 300), '300 elements' FROM generate_series(0, 300) i;

-- refused
INSERT INTO case_bytes (m, v, rule) VALUES
	('010000', '05ff', 'value.utf8'),
	('010000', '0deda080', 'value.utf8'),
	('010000', '09c080', 'value.utf8'),
	('010000', '11f4908080', 'value.utf8'),
	('0102000102c3a9', '00', 'metadata.utf8'),
	('01010001ff', '00', 'metadata.utf8'),
	('11020001026261', '00', 'metadata.sorted_strings'),
	('11020001026161', '00', 'metadata.sorted_strings'),
	('000000', '00', 'metadata.version'),
	('020000', '00', 'metadata.version'),
	('0f0000', '00', 'metadata.version'),
	('', '00', 'metadata.truncated'),
	('01', '00', 'metadata.truncated'),
	('0100', '00', 'metadata.truncated'),
	('010000', '', 'value.truncated'),
	('', '', 'metadata.truncated'),
	('01020005036162636465', '00', 'metadata.offsets'),
	('0102c8050a0000000000', '00', 'metadata.truncated'),
	('010101026162', '00', 'metadata.first_offset'),
	('010100', '00', 'metadata.truncated'),
	('0101000561', '00', 'metadata.truncated'),
	('c1ffffffff', '00', 'metadata.truncated'),
	('c1ffffff3f00000000', '00', 'metadata.truncated'),
	('c1ffffff7f00000000', '00', 'metadata.truncated'),
	('010000', '400000004061', 'value.truncated'),
	('010000', '40ffffff7f', 'value.truncated'),
	('010000', '3cffffffff', 'value.truncated'),
	('010000', '400100', 'value.truncated'),
	('010000', 'fd61', 'value.truncated'),
	('010000', '05', 'value.truncated'),
	('010000', '02010500020c01', 'value.field_id'),
	('0101000161', '02010100020c01', 'value.field_id'),
	('0101000161', '020100f0020c01', 'value.offsets'),
	('0101000161', '02010000f00c01', 'value.truncated'),
	('0101000161', '02010002030c01', 'value.truncated'),
	('010000', '030100f00c01', 'value.truncated'),
	('010000', '03020200040c010c02', 'value.offsets'),
	('010000', '03020000020c01', 'value.offsets'),
	('010000', '03020004000c010c02', NULL),
	('01030002060a69646e616d6563697479', '020200000000000000000000000000000000000000', NULL),
	('010000', '0c01ff', 'value.trailing'),
	('010000', '380000c03f00000000', 'value.trailing'),
	('010000', '0000', 'value.trailing'),
	('010100016162', '00', 'metadata.trailing'),
	('010000', '2004d2029649', 'value.precision'),
	('010000', '202701000000', 'value.scale'),
	('010000', '20ff01000000', 'value.scale'),
	('010000', '28000000000040228a097ac4865aa84c3b4b', 'value.precision'),
	('010000', '50f24f9b64', 'value.truncated'),
	('010000', '0c', 'value.truncated'),
	('010000', '1001', 'value.truncated'),
	('010000', '1c0000', 'value.truncated'),
	('010000', '2002', 'value.truncated'),
	('010000', '2800', 'value.truncated'),
	('010000', '30', 'value.truncated'),
	('010000', '4400', 'value.truncated'),
	('010000', '54', 'value.type'),
	('010000', 'fc', 'value.type'),
	('010000', '0302000103540c01', 'value.type'),
	('01020001026162', '020201000002040c010c02', 'value.field_order'),
	('01020001026161', '020200010002040c010c02', 'value.duplicate'),
	('01010001' || '61', '020200000002040c010c02', 'value.duplicate'),
	('0c01', '010000', 'metadata.version');
UPDATE case_bytes SET rule = 'any' WHERE rule IS NULL AND note IS NULL;

SELECT line, m, v, c.*, expected.rule AS expected
	FROM case_bytes expected, variant_check(decode(m, 'hex'), decode(v, 'hex')) c
	WHERE c.ok <> (expected.rule IS NULL) OR c.rule <> expected.rule AND expected.rule <> 'any'
	OR c.ok <> (c.rule IS NULL) OR c.ok <> (c.message IS NULL) OR c.ok <> (c.byte_offset IS NULL) ORDER BY line;

-- one string: the same answer, where the metadata's end can be found; the offset counts in all of it
SELECT line, m, v, one.*, two.*
	FROM case_bytes, variant_check(decode(m, 'hex'), decode(v, 'hex')) two, variant_check(decode(m || v, 'hex')) one
	WHERE two.rule IS DISTINCT FROM 'metadata.truncated' AND two.rule IS DISTINCT FROM 'metadata.trailing' AND m <> '0c01'
	AND (one.rule, one.message, one.byte_offset) IS DISTINCT FROM
		(two.rule, two.message, two.byte_offset + CASE WHEN two.rule LIKE 'metadata.%' THEN 0 ELSE length(m) / 2 END)
	ORDER BY line;

-- the errors of variant_from_bytes agree with variant_check
CREATE FUNCTION refusal(b bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE detail text;
BEGIN
	PERFORM variant_from_bytes(b);
	RETURN NULL;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN SQLSTATE || ' ' || detail;
END $$;
SELECT line, m, v, c.*, refusal(decode(m || v, 'hex'))
	FROM case_bytes, variant_check(decode(m || v, 'hex')) c
	WHERE CASE WHEN c.ok THEN refusal(decode(m || v, 'hex')) IS NOT NULL
	ELSE coalesce(refusal(decode(m || v, 'hex')), '') NOT LIKE
		CASE c.rule WHEN 'value.type' THEN '0A000 ' ELSE '22P03 ' END || upper(left(c.message, 1)) || substr(c.message, 2) || ', at byte offset % of the %.' END
	ORDER BY line;

-- what is accepted comes out byte for byte, and is equal to its canonical form
SELECT line, m, v FROM case_bytes
	WHERE rule IS NULL AND (variant_to_bytes(variant_from_bytes(decode(m || v, 'hex'))) <> decode(m || v, 'hex')
	OR variant_metadata(variant_from_bytes(decode(m || v, 'hex'))) <> decode(m, 'hex')
	OR variant_value(variant_from_bytes(decode(m || v, 'hex'))) <> decode(v, 'hex')
	OR variant_send(variant_from_bytes(decode(m || v, 'hex'))) <> decode(m || v, 'hex')
	OR variant_to_bytes(variant_from_parquet(decode(m, 'hex'), decode(v, 'hex'))) <> decode(m || v, 'hex')
	OR variant_from_bytes(decode(m || v, 'hex'))::text::variant <> variant_from_bytes(decode(m || v, 'hex'))
	OR variant_hash(variant_from_bytes(decode(m || v, 'hex'))::text::variant) <> variant_hash(variant_from_bytes(decode(m || v, 'hex'))))
	ORDER BY line;

-- messages carry the number and the place
SELECT * FROM variant_check('\x01000054');
SELECT * FROM variant_check('\x010000', '\x0302000103540c01');
SELECT * FROM variant_check('\x0f0000', '\x00');
SELECT * FROM variant_check('\x0101000161', '\x02010500020c01');
SELECT * FROM variant_check('\x010000', '\x0c01ff00');
SELECT * FROM variant_check('\x010000', '\x202701000000');
SELECT * FROM variant_check('');
SELECT * FROM variant_check('', '');
SELECT * FROM variant_check('\x0100000c01');
SELECT variant_check(NULL) IS NULL AS null;
SELECT variant_from_bytes('\x0100000302000103540c01');
SELECT variant_from_bytes('\x0100000c');
SELECT variant_from_bytes('');
SELECT variant_from_parquet('\x0c01', '\x010000');

-- variant_from_parquet repairs what other engines write, and nothing else
SELECT m, v, variant_from_parquet(decode(m, 'hex'), decode(v, 'hex')) AS repaired,
	(variant_check(variant_to_bytes(variant_from_parquet(decode(m, 'hex'), decode(v, 'hex'))))).ok FROM (VALUES
	(1, '', '00'), (2, '0100', '00'), (3, '010000', '0200'), (4, '010000', '0300'), (5, '0100', '0300'), (6, '010000', '03020002040200' || '0300'),
	(7, '01020001026261', '020200010002040c010c02'), (8, '11020001026162', '020201000002040c010c02')) x(i, m, v) ORDER BY i;
SELECT variant_from_parquet('', '\x0c01');
SELECT variant_from_parquet('\x01020001026161', '\x020200010002040c010c02');

-- every prefix of a good value is refused, and every change of one byte is handled
CREATE TABLE good (b bytea);
INSERT INTO good SELECT variant_to_bytes(t::variant) FROM (VALUES
	('{"a": [1, "x", {"b": 1.5e0}], "c": "2024-10-24"::date, "d": {"a": 12345678901234567890.5}, "é": "ü"}'),
	('[[], {}, null, true, 0.1::float4, "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "\\x00ff"::bytea]')) x(t);
SELECT b, n FROM good, generate_series(0, length(b) - 1) n WHERE (variant_check(substr(b, 1, n))).ok;
SELECT count(*) > 0 AS some_good, count(*) FILTER (WHERE NOT ok) > 0 AS some_bad,
	count(*) FILTER (WHERE ok AND variant_from_bytes(c)::text::variant <> variant_from_bytes(c)) AS wrong
	FROM (SELECT set_byte(b, n, x) AS c FROM good, generate_series(0, length(b) - 1) n, generate_series(0, 255, 3) x) s,
	variant_check(c);

-- depth: 1000 levels, and no more
CREATE FUNCTION nested(levels int) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
	v bytea := '\x00';
	size bytea;
BEGIN
	FOR i IN 1 .. levels LOOP
		size := int4send(length(v));
		v := '\x0f0100000000' || substr(size, 4, 1) || substr(size, 3, 1) || substr(size, 2, 1) || substr(size, 1, 1) || v;
	END LOOP;
	RETURN '\x010000' || v;
END $$;
SELECT n, (variant_check(nested(n))).rule FROM (VALUES (1), (500), (1000), (1001), (15000)) x(n);
SELECT variant_from_bytes(nested(1000))::text = repeat('[', 1000) || 'null' || repeat(']', 1000) AS deepest;
SELECT variant_from_bytes(nested(1001));

-- COPY BINARY keeps bytes; \copy takes no variables, so the commands are variables
\getenv folder PG_ABS_BUILDDIR
\set file '''' :folder '/results/variant_bytes.copy'''
\set copy_out '\\copy copied to ' :file
\set copy_in '\\copy copied_back from ' :file
\set copy_raw '\\copy raw to ' :file ' (format binary)'
\set copy_out_binary :copy_out ' (format binary)'
\set copy_in_binary :copy_in ' (format binary)'
CREATE TABLE copied (line int, v variant);
INSERT INTO copied SELECT line, variant_from_bytes(decode(m || v, 'hex')) FROM case_bytes WHERE rule IS NULL;
INSERT INTO copied VALUES (0, NULL);
:copy_out_binary
CREATE TABLE copied_back (LIKE copied);
:copy_in_binary
SELECT line FROM copied FULL JOIN copied_back USING (line)
	WHERE variant_to_bytes(copied.v) IS DISTINCT FROM variant_to_bytes(copied_back.v);
-- and checks them
CREATE TABLE raw (line int, v bytea);
INSERT INTO raw VALUES (1, '\x01000005ff');
:copy_raw
:copy_in_binary
SELECT count(*) - (SELECT count(*) FROM copied) AS added FROM copied_back;
-- text COPY keeps values
:copy_out
TRUNCATE copied_back;
:copy_in
SELECT line FROM copied FULL JOIN copied_back USING (line) WHERE copied.v IS DISTINCT FROM copied_back.v;

DROP TABLE case_bytes, good, copied, copied_back, raw;
DROP FUNCTION refusal, nested;
