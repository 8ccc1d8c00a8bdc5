-- Casts and typed comparison in databases that are not UTF-8: strings inside
-- a variant are UTF-8 all the same.
SELECT current_database() AS main_database \gset
CREATE DATABASE variant_latin1 TEMPLATE template0 ENCODING LATIN1 LC_COLLATE 'C' LC_CTYPE 'C';
\c variant_latin1
SET client_encoding = 'UTF8';
CREATE EXTENSION variant;
SELECT to_variant('é'::text), variant_value(to_variant('é'::text)), to_variant('é'::text) = 'é'::text AS eq, '"é"'::variant = 'é'::text AS eq, '"é"'::variant = ANY(ARRAY['é'::text]) AS direct,
	'"é"'::variant > 'z'::text AS gt, 'z'::text < '"é"'::variant AS lt, '"é"'::variant > ANY(ARRAY['z'::text]) AS direct;
SELECT v = t AS eq FROM (SELECT to_variant(t) AS v, t FROM (VALUES ('é'::text), ('a'), ('ÿß')) AS x(t)) AS y;
SELECT '{"é": ["ö", 1]}'::jsonb::variant, '{"é": ["ö", 1]}'::json::variant, to_variant(x) FROM (SELECT 'ü'::text AS "ä", 'ü'::name AS n) AS x;
SELECT '{"é": ["ö", 1]}'::variant::jsonb = '{"é": ["ö", 1]}'::jsonb AS jsonb, '{"é": ["ö", 1]}'::variant::json::text = '{"é": ["ö", 1]}' AS json;
SELECT '"\u20ac"'::variant::jsonb;
SELECT '{"\u20ac":1}'::variant::jsonb;
SELECT '"\u20ac"'::variant = 'e'::text AS eq, '"\u20ac"'::variant > 'ÿ'::text AS gt;
CREATE TABLE t AS SELECT to_variant(x) AS v FROM unnest('{a,é,z}'::text[]) AS x;
CREATE INDEX ON t (v);
SET enable_seqscan = off;
SELECT v FROM t WHERE v = 'é'::text;
SELECT v FROM t WHERE v >= 'z'::text ORDER BY v;
\c :main_database
DROP DATABASE variant_latin1;
CREATE DATABASE variant_ascii TEMPLATE template0 ENCODING SQL_ASCII LC_COLLATE 'C' LC_CTYPE 'C';
\c variant_ascii
SET client_encoding = 'SQL_ASCII';
CREATE EXTENSION variant;
SELECT variant_value(to_variant('é'::text)), '"é"'::variant = 'é'::text AS eq, '{"é":"ö"}'::jsonb::variant::jsonb = '{"é":"ö"}'::jsonb AS jsonb;
SELECT to_variant(E'a\xe9'::text);
SELECT (E'"a\xe9"'::jsonb)::variant;
SELECT (E'"a\xe9"'::json)::variant;
SELECT 5::variant = E'a\xe9'::text AS other_class;
SELECT '"a"'::variant = E'a\xe9'::text AS invalid;
\c :main_database
DROP DATABASE variant_ascii;
