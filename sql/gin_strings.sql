-- Strings in GIN keys: their order, whatever they start with, and orderings of
-- bare text.
CREATE SCHEMA test_gin_strings;
SET search_path = test_gin_strings, public;

-- What starts like a moment or an address, what almost does, and what does not.
CREATE TABLE strings AS SELECT DISTINCT s FROM (
	SELECT left(w, n) || t AS s FROM unnest('{2024-10-24T18:22:26.402Z,2024-10-24 18:22:26+02,1999-12-31T23:59:59Z,2024/10/24,20241024T182226,20240000000001,https://example.com/a,http://www.example.com,htt,did:plc:abc,login,Zürich,19,20,2,1}'::text[]) w,
		generate_series(0, 24) n, unnest(ARRAY['', '0', '9', '-', ':', 'z', E'\x01', 'é']) t
	UNION ALL SELECT chr(i) || t FROM generate_series(1, 255) i, unnest(ARRAY['', '0', 'x']) t
	UNION ALL SELECT to_char(timestamptz '2024-01-01 00:00Z' + i * interval '7 minutes 3 seconds', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM generate_series(1, 500) i) w;
CREATE TABLE docs (id serial, v variant);
INSERT INTO docs (v) SELECT variant_build_object('s', s) FROM strings ORDER BY s COLLATE "C";
-- other classes whose bare text it may be
INSERT INTO docs (v) SELECT variant_build_object('s', e) FROM jsonb_array_elements('[2024, 20, -1, 1e10, true, false, null, [], [2], {}, {"a": 1}, 0.5, 199, "NaN"]') e;
INSERT INTO docs (v) SELECT format('{"s": %s}', m)::variant FROM unnest('{"\"2024-10-24\"::date","\"2024-10-24T18:22:26.402\"::timestamp","\"1999-12-31T00:00:00Z\"::timestamptz","\"20:24:00\"::time","\"20240000-0000-0000-0000-000000000000\"::uuid","\"\\\\x2024\"::bytea","\"NaN\"::float8","\"-Infinity\"::float8","\"Infinity\"::float4","2.5::float4"}'::text[]) m;
CREATE INDEX docs_v ON docs USING gin (v);
ANALYZE docs;
SELECT count(*) > 1500 AS many FROM docs;

CREATE FUNCTION found(condition text, indexed boolean) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE result int[];
BEGIN
	PERFORM set_config('variant.path_index', indexed::text, true), set_config('enable_seqscan', (NOT indexed)::text, true), set_config('enable_bitmapscan', indexed::text, true);
	EXECUTE 'SELECT array_agg(id ORDER BY id) FROM test_gin_strings.docs WHERE ' || condition INTO result;
	RETURN result;
END$$;
CREATE FUNCTION conditions(condition text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT l FROM variant_gin_explain('SELECT * FROM test_gin_strings.docs WHERE ' || condition) l WHERE l ~ '^ *condition|not served' $$;

-- every operator, typed and of bare text, with strings of all kinds
CREATE TABLE asked AS SELECT s FROM (SELECT s, row_number() OVER (ORDER BY s COLLATE "C") AS n FROM strings) w WHERE n % 17 = 0 OR s IN ('', '2', '20', '1', '19', '2024', '2024-10', 'https://');
SELECT c FROM asked a, LATERAL unnest(ARRAY[
		format('v[''s''] >= %L::text', a.s), format('v[''s''] < %L::text', a.s), format('v[''s''] = %L::text', a.s), format('v @~ ''$.s STARTS WITH %s''', to_json(a.s)),
		format('v->>''s'' <= %L COLLATE "C"', a.s), format('v->>''s'' > %L COLLATE "C"', a.s), format('v->>''s'' ~>=~ %L', a.s), format('%L ~>~ (v->>''s'')', a.s), format('v->>''s'' ^@ %L', a.s)]) c
WHERE found(c, true) IS DISTINCT FROM found(c, false);
-- two bounds
SELECT c FROM (SELECT s, lead(s, 3) OVER (ORDER BY s COLLATE "C") AS next FROM asked) a, LATERAL unnest(ARRAY[
		format('v[''s''] BETWEEN %L::text AND %L::text', s, next), format('v->>''s'' >= %L COLLATE "C" AND v->>''s'' < %L COLLATE "C"', s, next), format('v->>''s'' ~>~ %L AND v->>''s'' ~<=~ %L', s, next), format('v->>''s'' > %L COLLATE "C" AND v->>''s'' < %L COLLATE "C"', next, s)]) c
WHERE found(c, true) IS DISTINCT FROM found(c, false);

-- what they become
SELECT * FROM conditions($$v->>'s' >= '2024-10-24' COLLATE "C" AND v->>'s' < '2024-10-25' COLLATE "C"$$);
SELECT * FROM conditions($$'b' COLLATE "C" > v->>'s'$$);
SELECT * FROM conditions($$v->>'s' ~>=~ 'x'$$);
SELECT * FROM conditions($$v->>'s' < 'x' COLLATE "C" OR v['s'] = 5$$);
SELECT n AS collation, bool_or(c LIKE '%@~%') AS served FROM pg_collation, quote_ident(collname) n, conditions(format($$v->>'s' < 'x' COLLATE %s$$, n)) c WHERE collname IN ('C', 'POSIX', 'ucs_basic', 'und-x-icu') GROUP BY n
	EXCEPT VALUES ('"C"', true), ('"POSIX"', true), ('ucs_basic', true), ('"und-x-icu"', false);
SELECT variant_predicate_text_order('$.a', '<', ''), variant_predicate_text_order('$.a', '>=', ''), variant_predicate_text_order('$.a', '>', 'z'), variant_predicate_text_order('$.a', '>', 'a', '<=', 'b');
SELECT variant_predicate_text_order('$.a', '<', NULL) IS NULL, variant_predicate_text_order('$.a', '<>', 'x');
SELECT variant_predicate_text_order('$.a', '>', NULL, '<', 'x') IS NULL;

-- values that are known at run time
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
PREPARE between_texts(text, text) AS SELECT count(*) FROM docs WHERE v->>'s' >= $1 COLLATE "C" AND v->>'s' < $2 COLLATE "C";
EXPLAIN (COSTS OFF) EXECUTE between_texts('2024-01-02', '2024-01-03');
EXECUTE between_texts('2024-01-02', '2024-01-03');
EXECUTE between_texts(NULL, 'x');
EXECUTE between_texts('x', 'a');
SELECT a.s, (SELECT count(*) FROM docs WHERE v->>'s' > a.s COLLATE "C") AS after FROM asked a WHERE a.s IN ('2', 'https://') ORDER BY 1;

-- A day, half a minute and an address are found without looking at what starts alike.
CREATE FUNCTION looked_at(condition text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE line text; rows int := 0;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM test_gin_strings.docs WHERE ' || condition LOOP
		IF line ~ 'Bitmap Index Scan' THEN rows := substring(line FROM 'rows=(\d+)'); END IF;
	END LOOP;
	RETURN rows;
END$$;
CREATE TABLE moments AS SELECT v->>'s' AS s FROM docs WHERE v->>'s' LIKE '2024-01-02T%';
SELECT looked_at($$v['s'] BETWEEN '2024-01-02'::text AND '2024-01-03'::text$$) - (SELECT count(*) FROM moments) BETWEEN 0 AND 5 AS few;
SELECT looked_at($$v->>'s' LIKE '2024-01-02T11:%'$$) - (SELECT count(*) FROM moments WHERE s LIKE '2024-01-02T11:%') BETWEEN 0 AND 2 AS few;
SELECT looked_at($$v->>'s' LIKE 'https://ex%'$$) < (SELECT count(*) FROM strings WHERE s LIKE 'https://%') AS fewer;
SET client_min_messages = warning;
DROP SCHEMA test_gin_strings CASCADE;
