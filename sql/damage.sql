-- Damaged stored values: an ordinary error or any answer, never a crash or an
-- internal error, and the session goes on.

-- a way to store what no input function lets in
SET client_min_messages = warning;
CREATE TYPE damaged;
CREATE FUNCTION damaged_in(cstring) RETURNS damaged AS 'byteain' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION damaged_out(damaged) RETURNS cstring AS 'byteaout' LANGUAGE internal IMMUTABLE STRICT;
CREATE TYPE damaged (INPUT = damaged_in, OUTPUT = damaged_out, LIKE = bytea);
CREATE CAST (bytea AS damaged) WITHOUT FUNCTION;
CREATE CAST (damaged AS variant) WITHOUT FUNCTION;
RESET client_min_messages;
SELECT damaged '\x'::variant;
SELECT damaged '\x02'::variant;
SELECT damaged '\x0100'::variant;
SELECT damaged '\x010000'::variant;
SELECT damaged '\x01000054'::variant;
SELECT variant_typeof(damaged '\x01000054'::variant);
SELECT damaged '\x0100000c'::variant = '1';
SELECT variant_hash(damaged '\x01000002010500020c01'::variant);
SELECT damaged '\x010000030100f00c01'::variant::text;
SELECT variant_send(damaged '\x03000000'::variant);
-- names that overlap have more bytes than their dictionary: beside them a new one has its room, and nothing else is written
SELECT n, length(variant_send(v)) - n AS rest, variant_send(v) = variant_send(w) AS same
FROM unnest('{1,50,1000,5000,50000}'::int[]) n,
	LATERAL (SELECT ('\x1114'::bytea || decode(repeat('00ff', 5) || repeat('ff', 11), 'hex') || repeat('a', 255)::bytea || '\x020000')::damaged::variant) o(d),
	LATERAL (SELECT variant_set(d, ARRAY[repeat('z', n)], '1'), variant_set(d, ARRAY[repeat('z', n)], '1')) c(v, w);

-- every function and operator over variants, found in the catalog
CREATE TABLE call (line int GENERATED ALWAYS AS IDENTITY, code text);
INSERT INTO call (code)
	SELECT CASE WHEN p.proretset THEN format('SELECT count(*) FROM %s(%s) f', p.oid::regproc, args)
		ELSE format('SELECT count(to_json(%s(%s)::text)::text)', p.oid::regproc, args) END
	FROM pg_proc p, LATERAL (
		SELECT string_agg(CASE WHEN p.provariadic <> 0 AND i = p.pronargs THEN 'VARIADIC ' ELSE '' END || CASE a.type WHEN 'variant'::regtype THEN '$1' WHEN 'text'::regtype THEN '''a''::text' WHEN 'integer'::regtype THEN '0' WHEN 'text[]'::regtype THEN '''{a,0}''::text[]' WHEN 'boolean'::regtype THEN 'true' WHEN 'bigint'::regtype THEN '1::bigint' END, ', ' ORDER BY i) AS args,
			bool_and(a.type IN ('variant'::regtype, 'text'::regtype, 'integer'::regtype, 'text[]'::regtype, 'boolean'::regtype, 'bigint'::regtype)) AS known,
			bool_or(a.type = 'variant'::regtype) AS any
		FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a(type, i)) s
	WHERE s.known AND s.any AND p.prokind = 'f' AND p.provolatile <> 'v' AND p.prorettype NOT IN ('internal'::regtype, 'trigger'::regtype, 'record'::regtype, 'event_trigger'::regtype)
	ORDER BY p.oid::regprocedure::text;
INSERT INTO call (code) VALUES ('SELECT count(*) FROM (SELECT x FROM (VALUES ($1), (''1''::variant), ($1)) v(x) ORDER BY x) s'),
	('SELECT count(DISTINCT x) FROM (VALUES ($1), (''{"a": 1}''::variant), ($1)) v(x)'), ('SELECT count(*) FROM (SELECT $1::variant::text::variant) s');
SELECT count(*) > 30 AS enough FROM call;

CREATE FUNCTION try(b bytea) RETURNS TABLE (code text, state text, message text) LANGUAGE plpgsql AS $$
DECLARE
	c record;
BEGIN
	FOR c IN SELECT * FROM call ORDER BY line LOOP
		BEGIN
			EXECUTE c.code USING b::damaged::variant;
		EXCEPTION WHEN OTHERS THEN
			IF SQLSTATE NOT IN ('XX001', '54000') AND SQLSTATE NOT LIKE '22%' THEN
				code := c.code; state := SQLSTATE; message := SQLERRM;
				RETURN NEXT;
			END IF;
		END;
	END LOOP;
END $$;
CREATE TABLE good (b bytea);
INSERT INTO good SELECT variant_to_bytes(t::variant) FROM (VALUES
	('{"a": [1, "x", {"b": 1.5e0}], "c": "2024-10-24"::date, "d": {"a": 1234567890123456.5}}'),
	('["2024-10-24T18:22:26Z"::timestamptz(9), {}, null, true, 0.1::float4, "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "\\x00ff"::bytea, [[12]]]')) x(t);
-- nothing is wrong with good ones
SELECT t.* FROM good, try(b) t LIMIT 10;
-- each byte changed, and cut off at each byte
SELECT DISTINCT ON (t.code) set_byte(b, n, x), t.* FROM good, generate_series(0, length(b) - 1) n, (VALUES (0), (1), (127), (255)) v(x), try(set_byte(b, n, x)) t ORDER BY t.code LIMIT 10;
SELECT DISTINCT ON (t.code) substr(b, 1, n), t.* FROM good, generate_series(0, length(b) - 1) n, try(substr(b, 1, n)) t ORDER BY t.code LIMIT 10;

DROP TABLE call, good;
DROP FUNCTION try;
SET client_min_messages = warning;
DROP TYPE damaged CASCADE;
