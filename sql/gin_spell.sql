-- Casts, bare text, orderings across classes and IS NOT NULL use a GIN index on
-- the document: the conditions made of them, and the same answers as a scan gives.
CREATE SCHEMA test_gin_spell;
SET search_path = test_gin_spell, public;
SET datestyle = iso; SET timezone = 'UTC';
CREATE TABLE docs (id int PRIMARY KEY, v variant);
INSERT INTO docs SELECT i, variant_build_object('n', i, 'x y', variant_build_array(i % 10, i), 'kind', 'k' || i, 'ok', i % 100 = 0, 'day', date '2024-01-01' + i % 1000,
	'at', '2024-01-01 00:00Z'::timestamptz + i * interval '1 minute', 'f', i / 8.0::float8, 'u', md5(i::text)::uuid, 'b', decode(md5(i::text), 'hex')) FROM generate_series(1, 3000) i;
CREATE INDEX docs_v ON docs USING gin (v);
ANALYZE docs;
CREATE FUNCTION conditions(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		IF line ~ 'Index Cond|Recheck' THEN RETURN NEXT btrim(line); END IF;
	END LOOP;
END$$;
SET enable_seqscan = off;
SELECT w AS "where", c AS condition FROM unnest(ARRAY[
	-- casts
	$$(v['n'])::int > 5$$, $$(v['n'])::int >= 5$$, $$(v['n'])::int < 5$$, $$(v['n'])::int <= 5$$, $$(v['n'])::int = 5$$, $$5 < (v['n'])::int$$, $$(v->'n')::bigint = 0$$, $$(v #> '{n}')::smallint = -1::bigint$$, $$(v['n'])::int = 5::bigint$$,
	$$variant_get(v, '$.n', NULL::int) = 7$$, $$(v['x y'][0])::numeric = 3.5$$, $$(v['n'])::numeric > 1e40$$, $$(v['f'])::float8 >= 1.5$$, $$(v['f'])::real = 1.5::real$$, $$(v['kind'])::int > 5 AND v['n'] = 3$$,
	$$(v['day'])::date = '2024-02-03'$$, $$(v['day'])::date < 'infinity'$$, $$(v['day'])::timestamp >= '2024-02-03 12:00'$$, $$(v['at'])::timestamptz = '2024-01-02 00:00Z'$$, $$(v['at'])::time < '12:00'$$, $$(v['u'])::uuid = md5('7')::uuid$$, $$(v['b'])::bytea > '\xff'$$,
	$$(v['ok'])::bool$$, $$NOT (v['ok'])::bool$$, $$(v['ok'])::bool = true$$, $$(v['ok'])::bool IS TRUE$$, $$(v['ok'])::bool IS FALSE$$, $$(v['ok'])::bool IS NOT TRUE$$,
	$$(v['n'])::int BETWEEN 10 AND 20$$, $$(v['day'])::date >= '2024-02-03' AND '2024-02-05' > (v->'day')::date$$, $$(v['n'])::int > 10 AND (v['n'])::bigint < 20$$, $$(v['n'])::int = ANY ('{1,NULL,2}')$$, $$(v['n'])::int = 1 OR (v['n'])::int = 7 AND id > 3$$,
	-- text
	$$v->>'kind' = 'k5'$$, $$'k5' = v->>'kind'$$, $$v #>> '{kind}' = 'k5'$$, $$v['kind'] #>> '{}' = 'k5'$$, $$v->'x y'->>0 = '5'$$, $$variant_get(v, '$.kind', NULL::text) = 'k5'$$, $$variant_get(v, '$.kind') ->> 'a' = 'x'$$,
	$$v->>'ok' = 'true'$$, $$v->>'n' = '5.0'$$, $$v->>'n' = 'NaN'$$, $$v->>'day' = '2024-02-03'$$, $$v->>'at' = '2024-01-01 00:05:00+00'$$, $$v->>'at' = '2024-01-01 00:05:00.123456789'$$, $$v->>'u' = md5('7')::uuid::text$$, $$v->>'b' = '\xff'$$, $$v->>'x y' = '[1, 2]'$$, $$v->>'n' = ''$$,
	$$v->>'kind' = ANY ('{k1,k2,NULL}')$$, $$v->>'kind' = 'k1' OR v->>'kind' = 'k2' AND v->>'n' = '2'$$, $$v->>'kind' = 'k5' COLLATE "C"$$,
	-- across classes
	$$v['n'] > '2990'::variant$$, $$v['n'] <= '"a"'::variant$$, $$'null'::variant < v->'n'$$, $$v['n'] < 'null'::variant$$, $$v['x y'] >= '[5]'::variant$$, $$v['n'] > '{}'::variant$$,
	-- there or not
	$$v['n'] IS NOT NULL$$, $$v->>'n' IS NOT NULL$$, $$(v['n'])::int IS NOT NULL AND v->>'kind' = 'k1'$$, $$v IS NOT NULL$$, $$NOT v['n'] IS NULL$$,
	-- not served
	$$(v['n'])::int <> 5$$, $$v->>'kind' > 'k5'$$, $$v->>'kind' LIKE 'k5%'$$, $$(v['n'])::numeric(5,1) > 5$$, $$(v['n'])::real > 5::float8$$, $$(v['f'])::real = 1.5$$, $$(v['day'])::date > now()::timestamp$$, $$(v['n'])::int + 0 = 5$$, $$(v)::int = 5$$, $$try_variant_get(v, '$.n', NULL::int) = 5$$, $$v['n'] IS NULL$$, $$v->>'kind' = v->>'n'$$, $$v->>'kind' IS DISTINCT FROM 'k5'$$]) w
	LEFT JOIN LATERAL conditions('SELECT * FROM docs WHERE ' || w) c ON true;
-- values that are not known before
SET plan_cache_mode = force_generic_plan;
PREPARE cast_(int, date) AS SELECT count(*) FROM docs WHERE (v['n'])::int <= $1 AND (v['day'])::date = $2;
SELECT * FROM conditions('EXECUTE cast_(1000, ''2024-01-08'')');
EXECUTE cast_(1000, '2024-01-08');
EXECUTE cast_(NULL, '2024-01-08');
EXECUTE cast_(1000, 'infinity');
PREPARE text_(text, text[]) AS SELECT count(*) FROM docs WHERE v->>'kind' = $1 OR v->>'n' = ANY ($2);
SELECT * FROM conditions('EXECUTE text_(NULL, NULL)');
EXECUTE text_('k5', '{7,8,x,NULL}');
EXECUTE text_(NULL, '{7}');
EXECUTE text_(NULL, '{}');
PREPARE order_(variant) AS SELECT count(*) FROM docs WHERE v['n'] > $1;
SELECT * FROM conditions('EXECUTE order_(NULL)');
EXECUTE order_('2990');
EXECUTE order_('"z"');
RESET plan_cache_mode;
CREATE TABLE wanted (k int, t text);
INSERT INTO wanted SELECT i * 100, 'k' || i FROM generate_series(1, 10) i UNION ALL SELECT NULL, NULL;
ANALYZE wanted;
SET enable_hashjoin = off; SET enable_mergejoin = off;
SELECT * FROM conditions('SELECT * FROM docs d JOIN wanted w ON (d.v[''n''])::int = w.k');
SELECT * FROM conditions('SELECT * FROM wanted w LEFT JOIN docs d ON w.t = d.v->>''kind''');
SELECT count(*) FROM docs d JOIN wanted w ON (d.v['n'])::int = w.k;
SELECT count(d.id) FROM wanted w LEFT JOIN docs d ON w.t = d.v->>'kind';
RESET enable_hashjoin; RESET enable_mergejoin;
-- an index on a part of the document
CREATE INDEX docs_x ON docs USING gin ((v['x y'])) WHERE id > 5;
SELECT * FROM conditions($$SELECT * FROM docs WHERE (v->'x y'->0)::int = 3 AND v->'x y'->>1 = '3' AND id > 5$$);
DROP INDEX docs_x;
-- no grouping expression is looked through
SELECT * FROM conditions($$SELECT v->'n', count(*) FROM docs WHERE (v->'n')::int = 5 GROUP BY ROLLUP (v->'n')$$);
SELECT v->'n', count(*) FROM docs WHERE (v->'n')::int = 5 GROUP BY ROLLUP (v->'n') ORDER BY 1;
-- the functions by themselves
SELECT variant_predicate_cast('$.a', '>', NULL::int) IS NULL, variant_predicate_cast_any('$.a', '{}'::int[]) IS NULL, variant_predicate_text_any('$.a', '{NULL}') IS NULL;
SELECT variant_predicate_cast('$.a', '<>', 5);
SELECT variant_predicate_cast('$.a', '=', 5::oid);
SELECT variant_predicate_cast('a', '=', 5);
SELECT variant_predicate_order('$.a', '>>', '5');

-- ---------------------------------------------------------------------
-- The same answers.  What follows returns only what is wrong.
-- ---------------------------------------------------------------------
CREATE TABLE scalars (s text);
INSERT INTO scalars VALUES ('null'), ('true'), ('false'), ('"true"'), ('"t"'), ('"null"'),
	('0'), ('-0.0e0'), ('0.00'), ('1'), ('1.0'), ('1e0'), ('1.0::float4'), ('-1'), ('0.5'), ('-0.5'), ('1.5'), ('2.5'), ('2.5e0'), ('-2.5e0'), ('1.4999999999999999999'), ('4.5::float4'), ('5'), ('"5"'), ('5.00'), ('"5.00"'), ('1.5e0'), ('"1.5"'),
	('0.1'), ('1e-1'), ('0.1::float4'), ('"0.1"'), ('0.10000000149011612'), ('0.10000000149011613e0'), ('0.3'), ('16777217'), ('16777216::float4'), ('16777219e0'), ('3.4028234e38'), ('1e22'), ('"1e+22"'), ('10000000000000000000000'), ('1e-300'), ('1e300'), ('-1e300'),
	('"NaN"::float8'), ('"NaN"::float4'), ('"NaN"'), ('"Infinity"::float8'), ('"-Infinity"::float4'), ('"Infinity"'),
	('9007199254740993'), ('9007199254740992e0'), ('9223372036854775807'), ('9223372036854775806.5'), ('-9223372036854775808'), ('12345678901234567890123456789012345678'), ('2147483647.4'), ('32767.49'), ('-32768.5e0'),
	('1700000000'), ('1700000000000'), ('1700000000123456'), ('1700000000123457'), ('1700000000123456789'), ('1700000000123456790'),
	('""'), ('"a"'), ('"[1, 2]"'), ('"é"'), ('"it''s"'), ('"\\"'), ('"2024-10-24"'), ('"2024-10-24 00:00:00"'), ('"12:34:56"'), ('"\\x0313"'), ('"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"'),
	('"2024-10-24"::date'), ('"2024-10-25"::date'), ('"0044-03-15 BC"::date'), ('"5874897-12-31"::date'), ('"12:34:56"::time'), ('"00:00:00"::time'), ('"12:34:56.000001"::time'), ('"24:00:00"::time'),
	('"2024-10-24T00:00:00"::timestamp'), ('"2024-10-24T18:22:26.402"::timestamp'), ('"2024-10-24T18:22:26.402"::timestamp(9)'), ('"2024-10-24T18:22:26.402000001"::timestamp(9)'), ('"2024-10-24T18:22:26.401999501"::timestamp(9)'), ('"2024-10-24T23:59:59.999999501"::timestamp(9)'),
	('"0044-03-15T12:00:00 BC"::timestamp'), ('"294246-12-31T23:59:59"::timestamp'), ('"1969-12-31T23:59:59.999999500"::timestamp(9)'),
	('"2024-10-24T18:22:26.402Z"::timestamptz'), ('"2024-10-24T18:22:26.402000001Z"::timestamptz(9)'), ('"2024-10-24T18:22:26.401999501Z"::timestamptz(9)'), ('"0044-03-15T12:00:00Z BC"::timestamptz'), ('"1969-12-31T23:59:59.999999501Z"::timestamptz(9)'),
	('"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid'), ('"f24f9b64-81fa-49d1-b74e-8c09a6e31c57"::uuid'), ('"\\x"::bytea'), ('"\\x0313"::bytea'), ('"\\x031300"::bytea'), ('[]'), ('[1, 2]'), ('[{"a": 5}]'), ('{}'), ('{"a": "b"}');
CREATE FUNCTION found(query text, indexed boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	PERFORM set_config('enable_seqscan', (NOT indexed)::text, true), set_config('enable_bitmapscan', indexed::text, true), set_config('variant.path_index', indexed::text, true);
	EXECUTE 'SELECT array_agg(s ORDER BY s) FROM ' || query INTO result;
	RETURN result;
END$$;
CREATE TABLE same (s text, v variant);
CREATE INDEX same_v ON same USING gin (v);
-- each cast, of all that can be cast so, with what it makes of them
CREATE FUNCTION wrong(t regtype) RETURNS TABLE (clause text, scan text, index text) LANGUAGE plpgsql AS $$
DECLARE one text; tests text; castable int;
BEGIN
	TRUNCATE same;
	CREATE TEMP TABLE constants (c text) ON COMMIT DROP;
	FOR one IN SELECT s FROM scalars LOOP
		BEGIN
			EXECUTE format('INSERT INTO constants SELECT (%L::variant)::%s::text', one, t);
			INSERT INTO same VALUES (one, ('{"a": ' || one || '}')::variant);
		EXCEPTION WHEN data_exception THEN NULL;
		END;
	END LOOP;
	DELETE FROM constants WHERE c IS NULL;
	SELECT count(*) FROM same INTO castable;
	IF castable < 3 THEN RAISE 'nothing to test'; END IF;
	RETURN QUERY SELECT q.c, test_gin_spell.found(q.c, false), test_gin_spell.found(q.c, true) FROM
		(SELECT format('test_gin_spell.same WHERE (v[''a''])::%s %s %L', t, op, x.c) AS c FROM (SELECT DISTINCT constants.c FROM constants) x, unnest('{=,<,<=,>,>=}'::text[]) op
		UNION ALL SELECT format('test_gin_spell.same WHERE (v[''a''])::%1$s >= %2$L AND (v[''a''])::%1$s %3$s %4$L', t, x.c, op, y.c) FROM (SELECT DISTINCT constants.c FROM constants) x, (SELECT DISTINCT constants.c FROM constants) y, unnest('{<,<=}'::text[]) op WHERE hashtext(x.c || y.c) % 3 = 0
		UNION ALL SELECT format('test_gin_spell.same WHERE (v[''a''])::%s = ANY (%L)', t, ARRAY[x.c, NULL]) FROM constants x) q
		WHERE test_gin_spell.found(q.c, false) IS DISTINCT FROM test_gin_spell.found(q.c, true);
	DROP TABLE constants;
END$$;
SELECT t, w.* FROM unnest('{bool,int2,int4,int8,numeric,float4,float8,date,time,timestamp,timestamptz,uuid,bytea}'::regtype[]) t, wrong(t) w;
-- text, and orderings across classes: of everything
TRUNCATE same;
INSERT INTO same SELECT s, ('{"a": ' || s || '}')::variant FROM scalars;
INSERT INTO same VALUES ('missing', '{}'), ('scalar', '5'), ('elements', '[{"a": 5}]');
CREATE TABLE queries AS
	SELECT format('test_gin_spell.same WHERE v->>''a'' = %L', t) AS q FROM (SELECT DISTINCT v->>'a' AS t FROM same UNION VALUES ('2024-10-24 18:22:26.402+01'), ('+5'), ('05'), ('-'), ('e'), ('1e999'), ('1e9999999999'), ('Infinity '), ('abcdef01'), ('{'), ('\xz'), ('99999999-99-99')) x
	UNION ALL SELECT format('test_gin_spell.same WHERE v->>''a'' = ANY (%L)', ARRAY[v->>'a', NULL, 'a']) FROM same
	UNION ALL SELECT format('test_gin_spell.same WHERE v[''a''] %s %L::variant', op, s) FROM scalars, unnest('{=,<,<=,>,>=}'::text[]) op
	UNION ALL SELECT format('test_gin_spell.same WHERE v[''a''] > %L::variant AND v[''a''] <= %L::variant', a.s, b.s) FROM scalars a, scalars b WHERE hashtext(a.s || b.s) % 20 = 0
	UNION ALL SELECT 'test_gin_spell.same WHERE ' || c FROM unnest(ARRAY[$$v['a'] IS NOT NULL$$, $$v->>'a' IS NOT NULL$$, $$v['a']['a'] IS NOT NULL$$, $$v->'a'->0->>'a' = '5'$$, $$v[0]['a'] IS NOT NULL$$]) c;
-- dates in jsonpath: what needs a time zone is an error, with the index too; but not where
-- something has to be a time and a date at once
CREATE TABLE moments AS SELECT format('"%s".datetime()', m) AS m FROM unnest('{2024-10-24,2024-10-25,1969-12-31,2024-10-24T18:22:26.402,2024-10-24 00:00:00,2024-10-24 23:59:59,2024-10-24T18:22:26.402+00:00,2024-10-24 19:22:26.402+01,12:34:56,12:34:56.000001,12:34:56+01,24-10,noon}'::text[]) m;
INSERT INTO queries SELECT format('test_gin_spell.same WHERE v @@ %L', format(f, op, m)) FROM moments, unnest('{==,!=,<,<=,>,>=}'::text[]) op, unnest(ARRAY['$.a %s %s', '%2$s %1$s $.a', 'exists($.a ? (@ %s %s))', '$.a %s %s || $.a == 5']) f
	UNION ALL SELECT format('test_gin_spell.same WHERE v @? %L', format(f, a.m, b.m)) FROM moments a, moments b, unnest(ARRAY['$.a ? (@ >= %s && @ < %s)', '$.a ? (@ > %s && %s >= @)', '$ ? (@.a == %s || @.a == %s)', 'strict $.a ? (@ <= %s && @ >= %s)']) f WHERE hashtext(a.m || b.m || f) % 3 = 0;
CREATE FUNCTION outcome(query text, indexed boolean) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	RETURN test_gin_spell.found(query, indexed);
EXCEPTION WHEN OTHERS THEN RETURN SQLERRM;
END$$;
SELECT q, outcome(q, false), outcome(q, true) FROM queries WHERE q ~ 'datetime' AND outcome(q, false) IS DISTINCT FROM outcome(q, true)
	AND NOT (q ~ '@ .*12:34:56' AND q ~ '@ .*(2024|1969)' AND outcome(q, false) ~ 'without time zone usage' AND coalesce(outcome(q, true), 'without') ~ 'without');
SELECT count(*) > 20 AS errors FROM queries WHERE q ~ 'datetime' AND outcome(q, true) ~ 'time zone';
-- and where there are no errors: of one class
CREATE TABLE parts AS SELECT m[1] AS part FROM (SELECT DISTINCT regexp_match(s, '::(date|timestamptz|timestamp|time)\M') AS m FROM scalars) x WHERE m IS NOT NULL;
CREATE FUNCTION wrong_part(class text) RETURNS TABLE (clause text, scan text, index text) LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM same;
	INSERT INTO same SELECT s, ('{"a": ' || s || '}')::variant FROM scalars WHERE s ~ ('::' || class || '\M') OR s !~ '::';
	RETURN QUERY SELECT q, outcome(q, false), outcome(q, true) FROM queries WHERE q ~ 'datetime' AND outcome(q, false) IS DISTINCT FROM outcome(q, true)
	AND NOT (q ~ '@ .*12:34:56' AND q ~ '@ .*(2024|1969)' AND outcome(q, false) ~ 'without time zone usage' AND coalesce(outcome(q, true), 'without') ~ 'without');
	RETURN QUERY SELECT 'nothing was found', NULL, NULL WHERE (SELECT count(*) FROM queries WHERE q ~ 'datetime' AND outcome(q, true) ~ '{') < 20;
END$$;
SELECT part, w.* FROM parts, wrong_part(part) w;
SELECT l FROM unnest(ARRAY['v @? ''$.a ? (@ >= "2024-10-24".datetime() && @ < "2024-10-26T12:00:00".datetime())''', 'v @? ''$.a ? (@ >= "2024-10-24".datetime() && @ < "2024-10-26".datetime())''', 'v @@ ''$.a == "2024-10-24T18:22:26.402+00:00".datetime()''', 'v @@ ''$.a < "12:34:56".datetime()''', 'v @@ ''$.a < "noon".datetime()''']) c,
	variant_gin_explain('SELECT * FROM test_gin_spell.same WHERE ' || c) l;
DELETE FROM queries WHERE q ~ 'datetime';
DELETE FROM same;
INSERT INTO same SELECT s, ('{"a": ' || s || '}')::variant FROM scalars;
INSERT INTO same VALUES ('missing', '{}'), ('scalar', '5'), ('elements', '[{"a": 5}]');
SELECT count(*) > 1000 AS many FROM queries;
SELECT q, found(q, false), found(q, true) FROM queries WHERE found(q, false) IS DISTINCT FROM found(q, true);
-- and nearly all of them by the index
CREATE FUNCTION uses_index(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE line text; result boolean := false;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) SELECT * FROM ' || query LOOP
		result := result OR line ~ 'Bitmap Index Scan|One-Time Filter: false';
	END LOOP;
	RETURN result;
END$$;
SELECT q FROM queries WHERE NOT uses_index(q);
RESET enable_seqscan;
SET client_min_messages = warning;
DROP SCHEMA test_gin_spell CASCADE;
