-- Databases in other encodings than UTF-8: strings inside are UTF-8 all the
-- same, and what the database cannot express comes out as an escape.

\set regression :DBNAME
SET client_min_messages = warning;
DROP DATABASE IF EXISTS variant_latin1;
DROP DATABASE IF EXISTS variant_ascii;
DROP DATABASE IF EXISTS variant_eucjp;
CREATE DATABASE variant_latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0;
\c variant_latin1
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
CREATE EXTENSION variant;
-- the same bytes as in any database
SELECT variant_to_bytes('{"é": "ü"}'), variant_to_bytes('{"\u00e9": "\u00fc"}');
-- expressible characters come out themselves, others as escapes
SELECT '{"é": "ü", "\u20ac": "x\u20acy\ud83d\ude00\u0000é"}'::variant;
SELECT variant_pretty('["\u20ac", "é"]'), variant_to_json('["\u20ac", "é"]');
-- and all that reads back
SELECT count(*) FROM generate_series(1, 3000) i, LATERAL (SELECT ('["' || repeat('é', i) || '\u20ac' || repeat('\ud83d\ude00x', i % 7) || '"]')::variant AS v) s
	WHERE variant_to_bytes(v::text::variant) <> variant_to_bytes(v) OR variant_to_json(v)::text <> v::text;
-- long text, converted piece by piece
SELECT count(*) FROM (VALUES (8190), (8191), (8192), (8193), (100000)) x(n), LATERAL (SELECT ('["' || repeat('x', n) || 'é\u20acü"]')::variant AS v) s
	WHERE v::text <> '["' || repeat('x', n) || 'é\u20acü"]';
-- errors count characters
SELECT '{"éé": ü}'::variant;
SELECT 'é'::variant;
SELECT try_parse_json('{"éé": ü}') IS NULL AS null, try_parse_json('"é"');

CREATE DATABASE variant_ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0;
\c variant_ascii
SET client_min_messages = warning;
CREATE EXTENSION variant;
-- UTF-8 goes through
SELECT variant_to_bytes('{"é": "ü"}'), length('{"é": "€"}'::variant::text), '{"é": "€"}'::variant::text = '{"é": "€"}' AS same;
-- anything else does not
SELECT convert_from('\x22e922', 'SQL_ASCII')::variant;
SELECT try_parse_json(convert_from('\x22e922', 'SQL_ASCII')) IS NULL AS null;

CREATE DATABASE variant_eucjp ENCODING 'EUC_JP' LOCALE 'C' TEMPLATE template0;
\c variant_eucjp
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
CREATE EXTENSION variant;
SELECT '{"日本": "\ud83d\ude00語\u00ff"}'::variant, variant_to_bytes('"日"');
-- a character of the encoding that UTF-8 lacks
SELECT convert_from('\x22a9fe22', 'EUC_JP')::variant;
SELECT try_parse_json(convert_from('\x22a9fe22', 'EUC_JP')) IS NULL AS null;

\c :regression
DROP DATABASE variant_latin1;
DROP DATABASE variant_ascii;
DROP DATABASE variant_eucjp;
