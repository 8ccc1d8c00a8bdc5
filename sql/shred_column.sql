-- Shredded columns: what they hold, and how they come and go.
CREATE TABLE ev (id int PRIMARY KEY, doc variant);
INSERT INTO ev VALUES
	(1, '{"kind": "login", "at": "2024-10-24T18:22:26.402Z"::timestamptz, "user": {"id": 7, "odd name": 1}, "price": 1.50, "tags": ["a"]}'),
	(2, '{"kind": 5, "at": "2024-10-24T18:22:26.402"::timestamp, "user": {"id": 7.5}, "price": 12345678901.5}'),
	(3, '{"kind": null, "at": "2024-10-24T18:22:26.402123456Z"::timestamptz(9), "user": {"id": 1e0}, "price": 3}'),
	(4, '{"user": "none", "price": 22.123}'),
	(5, NULL), (6, '[]'), (7, '7'),
	(8, '{"kind": "a\u0000b", "at": "290000-01-01T00:00:00Z"::timestamptz, "user": {"id": 99999999999999999999}, "price": "1"}'),
	(9, '{"kind": "", "at": "infinity", "user": {"id": -9223372036854775808}, "price": 0.00}');

SELECT * FROM variant_shred_column('ev', 'doc',
	'{"kind": "text", "at": "timestamptz", "user": {"id": "bigint", "odd name": "tinyint"}, "price": "numeric(9,2)"}');
\d ev
SELECT id, kind, kind_off, at AT TIME ZONE 'UTC' AS at, at_off, user_id, user_id_off, "user_odd name", price, price_off FROM ev ORDER BY id;

-- columns that follow, whatever changes the document
UPDATE ev SET doc['kind'] = '"logout"' WHERE id = 1;
UPDATE ev SET doc = '{"kind": true}' WHERE id = 6;
SELECT id, kind, kind_off FROM ev WHERE id IN (1, 6) ORDER BY id;
UPDATE ev SET kind = 'x';
INSERT INTO ev (id, doc, kind) VALUES (10, '{}', 'x');

-- what is in them
SELECT * FROM variant_shred_report('ev');
SELECT * FROM variant_shredded_columns('ev');
SELECT * FROM variant_shredded_columns('pg_class');
ANALYZE ev;
SELECT rel, path, type, rows, round(typed::numeric, 2) AS typed, round(off_type::numeric, 2) AS off_type, round(nulls::numeric, 2) AS nulls
FROM variant_shred_drift WHERE rel = 'ev'::regclass;

-- the same path again: it stays; with another type, or by parts
SELECT * FROM variant_shred_column('ev', 'doc', '{"kind": "text", "new": "date"}', 'btree');
SELECT * FROM variant_shred_column('ev', 'doc', '{"kind": "uuid"}');
SELECT * FROM variant_unshred_column('ev', 'doc', '$.kind');
SELECT * FROM variant_unshred_column('ev', 'doc', '$.kind');
SELECT * FROM variant_shred_column('ev', 'doc', '{"kind": "uuid"}', 'brin');
SELECT indexdef FROM pg_indexes WHERE tablename = 'ev' ORDER BY indexname;
SELECT count(*) FROM variant_unshred_column('ev', 'doc');
SELECT * FROM variant_unshred_column('ev', 'doc');
\d ev

-- all types, and what of a schema is left out
SELECT * FROM variant_shred_column('ev', 'doc', '{"a": "boolean", "b": "tinyint", "c": "smallint", "d": "integer", "e": "bigint",
	"f": "real", "g": "double precision", "h": "numeric(38,10)", "i": "text", "j": "bytea", "k": "uuid", "l": "date", "m": "time",
	"n": "timestamp", "o": "timestamptz", "p": "timestamp(9)", "q": ["text"], "r": "variant"}');
INSERT INTO ev (id, doc) VALUES (20, '{"a": true, "b": -128, "c": -32768, "d": -2147483648, "e": 9223372036854775807, "f": 0.1::float4, "g": 1e300,
	"h": 1234567890.0123456789, "i": "ä", "j": "\\x00ff"::bytea, "k": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "l": "2024-10-24"::date,
	"m": "24:00:00"::time, "n": "2024-10-24T18:22:26"::timestamp, "o": "2024-10-24T18:22:26Z"::timestamptz}'),
	(21, '{"a": 1, "b": 128, "c": 32768, "d": 2147483648, "e": 9223372036854775808, "f": 0.1, "g": 0.1::float4,
	"h": 0.01234567890, "i": true, "j": "00", "k": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56", "l": "5881000-01-01"::date,
	"m": "2024-10-24"::date, "n": "2024-10-24T18:22:26Z"::timestamptz, "o": "2024-10-24"::date}');
SELECT a, b, c, d, e, f, g, h, i, j, k, l, m, n FROM ev WHERE id = 20;
SELECT o AT TIME ZONE 'UTC' AS o, a_off, b_off, c_off, d_off, e_off, f_off, g_off, h_off, i_off, j_off, k_off, l_off, m_off, n_off, o_off FROM ev WHERE id = 20;
SELECT a_off, b_off, c_off, d_off, e_off, f_off, g_off, h_off, i_off, j_off, k_off, l_off, m_off, n_off, o_off FROM ev WHERE id = 21;
DROP TABLE ev;

-- names: collisions, quotes, long ones, none at all
CREATE TABLE "Odd Table" ("The ""Doc""" variant, kind text, a_b int);
SELECT * FROM variant_shred_column('"Odd Table"', 'The "Doc"',
	'{"kind": "text", "kind_off": "text", "a": {"b": "int"}, "a.b": "int", "a_b": "int", "it''s": "int", "ctid": "int", "": "int", "select": "int", "Ä \"x\"": "int",
	"a name that is much longer than what a column may have, which is 63 bytes 1": "int",
	"a name that is much longer than what a column may have, which is 63 bytes 2": {"ääääääääääääääääää": "int"}}', 'btree');
INSERT INTO "Odd Table" VALUES ('{"kind": "k", "kind_off": "o", "a": {"b": 1}, "a.b": 2, "a_b": 3, "it''s": 4, "ctid": 5, "": 6, "select": 7, "Ä \"x\"": 8}');
SELECT kind1, kind_off, a_b1, "a.b", a_b2, "it's", ctid1, value, "select", "Ä ""x""" FROM "Odd Table";
SELECT count(*) FROM variant_unshred_column('"Odd Table"', 'The "Doc"');
\d "Odd Table"
DROP TABLE "Odd Table";

-- partitions, inheritance
CREATE TABLE part (k int, doc variant) PARTITION BY LIST (k);
CREATE TABLE part1 PARTITION OF part FOR VALUES IN (1);
CREATE TABLE part2 (doc variant, gone int, k int);
ALTER TABLE part2 DROP COLUMN gone;
ALTER TABLE part ATTACH PARTITION part2 FOR VALUES IN (2);
INSERT INTO part SELECT i % 2 + 1, variant_build_object('n', i) FROM generate_series(1, 10) i;
SELECT * FROM variant_shred_column('part1', 'doc', '{"n": "int"}');
SELECT * FROM variant_shred_column('part', 'doc', '{"n": "int"}', 'brin');
CREATE TABLE part3 PARTITION OF part FOR VALUES IN (3);
INSERT INTO part VALUES (3, '{"n": "x"}');
SELECT tableoid::regclass, sum(n), string_agg(n_off::text, '') FROM part GROUP BY 1 ORDER BY 1;
SELECT * FROM variant_shred_report('part');
SELECT tablename, count(*) FROM pg_indexes WHERE tablename LIKE 'part%' GROUP BY 1 ORDER BY 1;
SELECT count(*) FROM variant_unshred_column('part', 'doc');
SELECT attrelid::regclass, count(*) FROM pg_attribute WHERE attrelid::regclass::text LIKE 'part%' AND attnum > 0 AND NOT attisdropped AND
	attgenerated = 's' GROUP BY 1;
DROP TABLE part;

-- refusals
CREATE TABLE bad (doc variant, j jsonb);
CREATE VIEW bad_view AS SELECT * FROM bad;
SELECT variant_shred_column('bad', 'doc', '"text"');
SELECT variant_shred_column('bad', 'doc', '{"a": "varchar"}');
SELECT variant_shred_column('bad', 'doc', '{"a": ["text"]}');
SELECT variant_shred_column('bad', 'j', '{"a": "text"}');
SELECT variant_shred_column('bad', 'nope', '{"a": "text"}');
SELECT variant_shred_column('bad', 'ctid', '{"a": "text"}');
SELECT variant_shred_column('bad_view', 'doc', '{"a": "text"}');
SELECT variant_shred_column('bad', 'doc', '{"a": "text"}', 'gin');
SELECT variant_shred_column('bad', 'doc', '{"a\u0000": "text"}');
SELECT variant_shred_column(NULL, 'doc', '{"a": "text"}');
SELECT variant_unshred_column('bad', NULL);
SELECT variant_shred_int8('{"a": 1}', '$.a', 'text');
SELECT variant_shred_int8('{"a": 1}', '$.a', 'timestamp(9)');
SELECT variant_shred_int8('{"a": 1}', 'a', 'bigint');
CREATE ROLE shred_other;
GRANT SELECT ON bad TO shred_other;
SET ROLE shred_other;
SELECT variant_shred_column('bad', 'doc', '{"a": "text"}');
SELECT variant_unshred_column('bad', 'doc');
SELECT * FROM variant_shred_report('bad');
RESET ROLE;
-- something depends on the column
SELECT * FROM variant_shred_column('bad', 'doc', '{"a": "text"}');
CREATE VIEW needs AS SELECT a FROM bad;
SELECT variant_unshred_column('bad', 'doc');
DROP TABLE bad CASCADE;
DROP ROLE shred_other;

-- one rewrite: the table has one new file for all columns
CREATE TABLE once (doc variant);
INSERT INTO once SELECT variant_build_object('a', i, 'b', i) FROM generate_series(1, 100) i;
CREATE TABLE counted (n int);
CREATE FUNCTION count_rewrites() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO counted VALUES (1); END $$;
CREATE EVENT TRIGGER rewrites ON table_rewrite EXECUTE FUNCTION count_rewrites();
SELECT variant_infer_shredding(doc) AS schema FROM once \gset
SELECT count(*) FROM variant_shred_column('once', 'doc', :'schema', 'btree');
SELECT count(*) FROM counted;
DROP EVENT TRIGGER rewrites;
DROP FUNCTION count_rewrites;
DROP TABLE once, counted;
