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
	-- the start of a text: a whole class where its texts may start so
	$$v->>'kind' LIKE 'k5%'$$, $$v->>'kind' LIKE 'k5_'$$, $$v->>'kind' LIKE 'k5'$$, $$v->>'kind' LIKE 'k\%\_\\'$$, $$v->>'kind' LIKE 'k5\'$$, $$v->>'kind' LIKE 'k!%%' ESCAPE '!'$$, $$v->>'kind' LIKE ''$$, $$v #>> '{o,p}' ^@ 'k5'$$, $$starts_with(v->>'kind', 'k5')$$, $$v->>'kind' ~ '^k5'$$, $$v->>'kind' ~ '^k5$'$$, $$v->>'kind' SIMILAR TO 'k5%'$$, $$(v->>'kind')::varchar LIKE 'k5%'$$, $$(v->>'kind') COLLATE "C" LIKE 'k5%'$$, $$variant_get(v, '$.kind', NULL::text) LIKE 'k5%'$$,
	$$v->>'n' LIKE '12%'$$, $$v->>'n' LIKE '-1%'$$, $$v->>'n' LIKE 'N%'$$, $$v->>'n' LIKE 'I%'$$, $$v->>'day' LIKE '2024-01-%'$$, $$v->>'u' LIKE 'ab%'$$, $$v->>'b' LIKE '\\x03%'$$, $$v->>'ok' LIKE 't%'$$, $$v->>'ok' LIKE 'tr\_%'$$, $$v->>'x y' LIKE '[1, %'$$, $$v->>'kind' LIKE '{%'$$, $$v->>'kind' LIKE 'k5%' AND v->>'kind' ^@ 'k55'$$, $$v->>'kind' LIKE 'k5%' OR (v['n'])::int = 7$$, $$v->>'kind' LIKE ANY ('{k5%,NULL,k7}')$$, $$v->>'kind' LIKE 'k5%' OR v->>'kind' LIKE 't%'$$,
	-- the order of bytes
	$$v->>'kind' > 'k5' COLLATE "C"$$, $$(v->>'kind') COLLATE "C" BETWEEN 'k5' AND 'k6'$$, $$v->>'n' < '2' COLLATE "C"$$, $$v->>'kind' ~>=~ 'k5' AND 'k6' ~>~ (v->>'kind')$$, $$v->>'day' >= '2024-02-03' COLLATE "C"$$,
	-- casts of text: strings may be anything
	$$(v->>'n')::int = 5$$, $$(v->>'n')::bigint > 2990$$, $$(v->>'n')::int BETWEEN 10 AND 20$$, $$(v->>'n')::numeric = -0.05$$, $$(v->>'n')::numeric = 'NaN'$$, $$(v->>'n')::numeric >= 7$$, $$(v #>> '{x y,0}')::float8 < 0.5$$, $$(v->>'n')::int = ANY ('{0,7,NULL,-1,77}')$$, $$(v->>'ok')::bool$$, $$NOT (v->>'ok')::bool$$, $$(v->>'ok')::bool IS TRUE$$, $$(v->>'u')::uuid = 'a0b1c2d3-0000-0000-0000-000000000000'$$, $$5 = (v->>'n')::smallint$$, $$(v->>'n')::int IS NOT NULL$$,
	-- casts that try
	$$try_variant_get(v, '$.n', NULL::int) = 5$$, $$try_variant_get(v, '$["x y"][0]', NULL::numeric) BETWEEN 3 AND 4$$, $$try_variant_get(v, '$.ok', NULL::bool)$$, $$try_variant_get(v, '$.kind', NULL::text) LIKE 'k5%'$$, $$try_variant_get(v, '$.day', NULL::date) IS NOT NULL$$,
	-- across classes
	$$v['n'] > '2990'::variant$$, $$v['n'] <= '"a"'::variant$$, $$'null'::variant < v->'n'$$, $$v['n'] < 'null'::variant$$, $$v['x y'] >= '[5]'::variant$$, $$v['n'] > '{}'::variant$$,
	-- there or not
	$$v['n'] IS NOT NULL$$, $$v->>'n' IS NOT NULL$$, $$(v['n'])::int IS NOT NULL AND v->>'kind' = 'k1'$$, $$v IS NOT NULL$$, $$NOT v['n'] IS NULL$$,
	-- not served
	$$(v['n'])::int <> 5$$, $$v->>'kind' LIKE '%k5'$$, $$v->>'kind' LIKE '_5%'$$, $$v->>'kind' ILIKE 'k5%'$$, $$v->>'kind' NOT LIKE 'k5%'$$, $$v->>'kind' LIKE ANY ('{k5%,%k7}')$$, $$v->>'kind' LIKE ALL ('{k5%}')$$, $$v->>'kind' NOT LIKE ANY ('{k5%}')$$, $$v->>'kind' LIKE ANY (ARRAY[v->>'kind'])$$, $$v->>'kind' ^@ ''$$, $$v->>'kind' ~ 'k5'$$, $$'k5' LIKE v->>'kind'$$, $$v->>'kind' LIKE v->>'kind'$$, $$(v['kind'])::text LIKE '"k5%'$$, $$(v->>'n')::date = '2024-01-01'$$, $$(v->>'n')::bytea = 'x'$$, $$(v->>'n')::numeric(9,2) = 5$$, $$try_variant_get(v, v->>'kind', NULL::int) = 5$$, $$try_variant_get(v, '$.kind', NULL::varchar) = 'k5'$$, $$try_variant_get(v, '$.kind', NULL::varchar) LIKE 'k5%'$$, $$try_variant_get(v, '$.kind', NULL::bpchar) = 'k5'$$, $$try_variant_get(v, '$.kind', NULL::bpchar) = ANY ('{k5}')$$, $$try_variant_get(v, '$.kind', NULL::name) = 'k5'$$, $$try_variant_get(v, '$.n', NULL::oid) = 5$$, $$try_variant_get(v, '$.n', NULL::jsonb) = '5'$$, $$try_variant_get(v, '$.n', NULL::variant) = '5'$$, $$try_variant_get(v, '$.n', NULL::int[]) = '{5}'$$, $$(v->>'n')::oid = 5$$, $$(v->>'n')::interval = '5 s'$$, $$(v->>'n')::timestamptz > now()$$, $$(v->>'kind')::bpchar = 'k5'$$, $$(v->>'kind')::name = 'k5'$$, $$(v['n'])::numeric(5,1) > 5$$, $$(v['n'])::real > 5::float8$$, $$(v['f'])::real = 1.5$$, $$(v['day'])::date > now()::timestamp$$, $$(v['n'])::int + 0 = 5$$, $$(v)::int = 5$$, $$v['n'] IS NULL$$, $$v->>'kind' = v->>'n'$$, $$v->>'kind' IS DISTINCT FROM 'k5'$$]) w
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
-- of a pattern that is a parameter alone nothing is known
PREPARE like_(text, text) AS SELECT count(*) FROM docs WHERE v->>'kind' LIKE $1 || '%' AND v->>'kind' ^@ $2;
SELECT * FROM conditions('EXECUTE like_(NULL, NULL)');
EXECUTE like_('k29', 'k299');
EXECUTE like_('%', '');
EXECUTE like_(NULL, 'k');
PREPARE like_only(text) AS SELECT count(*) FROM docs WHERE v->>'kind' LIKE $1;
SELECT * FROM conditions('EXECUTE like_only(''k%'')');
PREPARE text_cast(int, uuid) AS SELECT count(*) FROM docs WHERE (v->>'n')::int = $1 OR (v->>'u')::uuid = $2;
SELECT * FROM conditions('EXECUTE text_cast(NULL, NULL)');
EXECUTE text_cast(7, md5('8')::uuid);
RESET plan_cache_mode;
SELECT * FROM conditions('EXECUTE like_only(''k%'')');
CREATE FUNCTION count_of(source text, path_index boolean) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
	PERFORM set_config('variant.path_index', path_index::text, true);
	EXECUTE 'SELECT count(*) FROM ' || source INTO n;
	PERFORM set_config('variant.path_index', 'on', true);
	RETURN n;
END$$;
CREATE TABLE wanted (k int, t text);
INSERT INTO wanted SELECT i * 100, 'k' || i FROM generate_series(1, 10) i UNION ALL SELECT NULL, NULL;
ANALYZE wanted;
SET enable_hashjoin = off; SET enable_mergejoin = off;
SELECT * FROM conditions('SELECT * FROM docs d JOIN wanted w ON (d.v[''n''])::int = w.k');
SELECT * FROM conditions('SELECT * FROM wanted w LEFT JOIN docs d ON w.t = d.v->>''kind''');
SELECT * FROM conditions('SELECT * FROM docs d JOIN wanted w ON (d.v->>''n'')::int = w.k');
SELECT * FROM conditions('SELECT * FROM docs d JOIN wanted w ON d.v->>''kind'' LIKE w.t || ''_''');
SELECT count(*) FROM docs d JOIN wanted w ON (d.v['n'])::int = w.k;
SELECT count(*) FROM docs d JOIN wanted w ON (d.v->>'n')::int = w.k;
SELECT count(*) FROM docs d JOIN wanted w ON d.v->>'kind' LIKE w.t || '_';
SELECT count(d.id) FROM wanted w LEFT JOIN docs d ON w.t = d.v->>'kind';
RESET enable_hashjoin; RESET enable_mergejoin;
-- what keys cannot tell apart: with statistics, the planner knows
CREATE TABLE urls (v variant);
INSERT INTO urls SELECT variant_build_object('u', CASE WHEN i % 500 = 0 THEN 'ftp' ELSE 'https' END || '://example.com/' || i) FROM generate_series(1, 5000) i;
CREATE INDEX urls_v ON urls USING gin (v);
CREATE STATISTICS urls_u ON (v->>'u') FROM urls;
ANALYZE urls;
RESET enable_seqscan;
SELECT * FROM conditions($$SELECT * FROM urls WHERE v->>'u' LIKE 'https://example.com/12%'$$);
SELECT * FROM conditions($$SELECT * FROM urls WHERE v->>'u' LIKE 'ftp://example.com/15%'$$);
SET enable_seqscan = off;
-- a collation in which other bytes are equal (where there is ICU)
DO $$BEGIN
	CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
EXCEPTION WHEN OTHERS THEN CREATE COLLATION any_case FROM "C";
END$$;
SELECT w FROM unnest(ARRAY[$$v->>'kind' = 'x' COLLATE any_case$$, $$v->>'kind' LIKE 'x%' COLLATE any_case$$, $$(v->>'kind') COLLATE any_case LIKE 'x%'$$, $$v->>'kind' ^@ 'x' COLLATE any_case$$, $$starts_with(v->>'kind', 'x' COLLATE any_case)$$]) w,
	conditions('SELECT * FROM docs WHERE ' || w) c
	WHERE EXISTS (SELECT FROM pg_collation WHERE collname = 'any_case' AND NOT collisdeterministic);
-- a cast or text that is compared with a variant is another value than the one there: 2.5 as 3, 7 as "7"
CREATE TABLE pairs (id int, v variant);
INSERT INTO pairs SELECT i, variant_build_object('h', i / 2.0, 's', i::text, 'x', i) FROM generate_series(1, 200) i;
CREATE INDEX pairs_v ON pairs USING gin (v);
SET enable_hashjoin = off; SET enable_mergejoin = off;
SELECT c, count_of('pairs a JOIN pairs b ON ' || c, true) = count_of('pairs a JOIN pairs b ON ' || c, false) AS same
	FROM (VALUES ($$a.v['x'] = (b.v['h'])::int$$), ($$a.v['x'] = (b.v->>'s')::numeric$$), ($$a.v['x'] = b.v->>'s'$$), ($$(b.v['h'])::int <= a.v['x'] AND a.id = 1$$)) t(c);
SELECT c, count_of('pairs WHERE ' || c, true) AS index, count_of('pairs WHERE ' || c, false) AS scan
	FROM unnest(ARRAY[$$'5'::variant = (v->>'s')::numeric$$, $$(v->>'s')::numeric <= '5'::variant$$, $$'5'::variant > (v['h'])::int$$, $$'"7"'::variant = v->>'x'$$, $$v->>'x' >= '"99"'::variant$$, $$v->>'x' = ANY (ARRAY['"7"'::variant])$$, $$(v['h'])::int = ANY (ARRAY['7'::variant])$$, $$(v->>'s')::numeric = ANY (ARRAY['7'::variant])$$]) c;
-- a numeric that is too long for a decimal may equal a double, among alternatives too
INSERT INTO pairs VALUES (500, '{"x": 1e40}'), (501, '{"x": 0.1e0}');
SELECT c, count_of('pairs WHERE ' || c, true) AS index, count_of('pairs WHERE ' || c, false) AS scan
	FROM unnest(ARRAY[$$v['x'] = ANY ('{10000000000000000303786028427003666890752,7,NULL}'::numeric[])$$, $$v['x'] = ANY ('{10000000000000000303786028427003666890753}'::numeric[])$$, $$v['x'] = ANY ((SELECT '{0.1000000000000000055511151231257827021181583404541015625}'::numeric[])::numeric[])$$]) c;
RESET enable_hashjoin; RESET enable_mergejoin;
DROP TABLE pairs;
-- an index on a part of the document
CREATE INDEX docs_x ON docs USING gin ((v['x y'])) WHERE id > 5;
SELECT * FROM conditions($$SELECT * FROM docs WHERE (v->'x y'->0)::int = 3 AND v->'x y'->>1 = '3' AND id > 5$$);
DROP INDEX docs_x;
-- no grouping expression is looked through
SELECT * FROM conditions($$SELECT v->'n', count(*) FROM docs WHERE (v->'n')::int = 5 GROUP BY ROLLUP (v->'n')$$);
SELECT v->'n', count(*) FROM docs WHERE (v->'n')::int = 5 GROUP BY ROLLUP (v->'n') ORDER BY 1;
-- the functions by themselves
SELECT variant_predicate_cast('$.a', '>', NULL::int) IS NULL, variant_predicate_cast_any('$.a', '{}'::int[]) IS NULL, variant_predicate_text_any('$.a', '{NULL}') IS NULL;
SELECT variant_predicate_text_cast('$.a', '<', NULL::int) IS NULL, variant_predicate_text_cast_any('$.a', '{NULL}'::int[]) IS NULL, variant_predicate_like('$.a', '%x'), variant_predicate_like_any('$.a', '{}') IS NULL, variant_predicate_prefix('$.a', ''), variant_predicate_like('$.a', 'Inf%'), variant_predicate_prefix('$.a', '-');
SELECT variant_predicate_text_cast('$.a', '=', date '2024-01-01');
SELECT variant_predicate_text_cast_any('$.a', '{x}'::text[]);
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
-- each cast, of the value (%s stands for its type) or of its text, of all that can be cast so, with what it makes of them
CREATE FUNCTION wrong(t regtype, cast_ text DEFAULT '(v[''a''])::%s') RETURNS TABLE (clause text, scan text, index text) LANGUAGE plpgsql AS $$
DECLARE one text; tests text; castable int;
BEGIN
	TRUNCATE same;
	CREATE TEMP TABLE constants (c text) ON COMMIT DROP;
	FOR one IN SELECT s FROM scalars LOOP
		BEGIN
			EXECUTE format('INSERT INTO constants SELECT ' || cast_ || '::text FROM (SELECT (''{"a": '' || %L || ''}'')::variant AS v) x', t, one);
			INSERT INTO same VALUES (one, ('{"a": ' || one || '}')::variant);
		EXCEPTION WHEN data_exception THEN NULL;
		END;
	END LOOP;
	DELETE FROM constants WHERE c IS NULL;
	SELECT count(*) FROM same INTO castable;
	IF castable < 3 THEN RAISE 'nothing to test'; END IF;
	RETURN QUERY SELECT q.c, test_gin_spell.found(q.c, false), test_gin_spell.found(q.c, true) FROM
		(SELECT format('test_gin_spell.same WHERE ' || cast_ || ' %s %L', t, op, x.c) AS c FROM (SELECT DISTINCT constants.c FROM constants) x, unnest('{=,<,<=,>,>=}'::text[]) op
		UNION ALL SELECT format('test_gin_spell.same WHERE ' || cast_ || ' >= %L AND ' || cast_ || ' %s %L', t, x.c, t, op, y.c) FROM (SELECT DISTINCT constants.c FROM constants) x, (SELECT DISTINCT constants.c FROM constants) y, unnest('{<,<=}'::text[]) op WHERE hashtext(x.c || y.c) % 9 = 0
		UNION ALL SELECT format('test_gin_spell.same WHERE ' || cast_ || ' = ANY (%L)', t, ARRAY[x.c, NULL]) FROM constants x) q
		WHERE test_gin_spell.found(q.c, false) IS DISTINCT FROM test_gin_spell.found(q.c, true);
	DROP TABLE constants;
END$$;
SELECT t, w.* FROM unnest('{bool,int2,int4,int8,numeric,float4,float8,date,time,timestamp,timestamptz,uuid,bytea}'::regtype[]) t, wrong(t) w;
SELECT t, w.* FROM unnest('{bool,int2,int4,int8,numeric,float4,float8,date,time,timestamp,timestamptz,uuid,bytea}'::regtype[]) t, wrong(t, 'try_variant_get(v, ''$.a'', NULL::%s)') w;
INSERT INTO scalars SELECT to_json(s)::text FROM unnest(ARRAY[' 5', '+5', '05', E'\t5 ', '5 ', '0x5', '5_0', '50', '-5', '- 5', '.5e1', '500e-2', '0.05e2', '5.', '-.05', '.05', '5e-2', '49e-1', '4.99999999999999999999', 'nan', ' -inf', '+Infinity', 'TRUE', ' yes', 'on', 'of', 'n', '1', '0',
	'F24F9B64-81FA-49D1-B74E-8C09A6E31C56', '{f24f9b64-81fa-49d1-b74e-8c09a6e31c56}', 'f24F9b6481fa49d1b74e8c09a6e31c56', '11111111111111111111111111111111', '1e400', '123456789012345678901234567890123456789012345678901234567890']) s
	UNION ALL VALUES ('11111111111111111111111111111111'), ('11111111111111111111111111111112'), ('1e-45::float4'), ('5e-324'), ('-5'), ('50'), ('0.05'), ('-0.05');
SELECT t, w.* FROM unnest('{bool,int2,int4,int8,numeric,float4,float8,uuid}'::regtype[]) t, wrong(t, '(v->>''a'')::%s') w;
-- text, and orderings across classes: of everything
TRUNCATE same;
INSERT INTO same SELECT s, ('{"a": ' || s || '}')::variant FROM scalars;
INSERT INTO same VALUES ('missing', '{}'), ('scalar', '5'), ('elements', '[{"a": 5}]');
CREATE TABLE queries AS
	SELECT format('test_gin_spell.same WHERE v->>''a'' = %L', t) AS q FROM (SELECT DISTINCT v->>'a' AS t FROM same UNION VALUES ('2024-10-24 18:22:26.402+01'), ('+5'), ('05'), ('-'), ('e'), ('1e999'), ('1e9999999999'), ('Infinity '), ('abcdef01'), ('{'), ('\xz'), ('99999999-99-99')) x
	UNION ALL SELECT format('test_gin_spell.same WHERE v->>''a'' = ANY (%L)', ARRAY[v->>'a', NULL, 'a']) FROM same
	UNION ALL SELECT DISTINCT format('test_gin_spell.same WHERE ' || f, p, replace(p, '\', '\\'), '^' || regexp_replace(p, '([][\\.*+?(){}|^$-])', '\\\1', 'g'))
		FROM (SELECT DISTINCT left(v->>'a', n) AS p FROM same, unnest('{1,2,3,4,5,9,14,20,40}'::int[]) n UNION VALUES ('x'), ('2024-10-24 18:22:26.402+01'), ('tru_'), ('falsey'), ('Na'), ('-In'), ('\x'), ('\y'), ('5e'), ('1.5'), ('2024-10-24T'), ('F24f'), ('\')) x,
		unnest(ARRAY['v->>''a'' ^@ %1$L', 'starts_with(v->>''a'', %1$L)', 'v->>''a'' LIKE %2$L || ''%%''', 'v->>''a'' LIKE %2$L', 'v->>''a'' LIKE %2$L || ''_''', 'v->>''a'' LIKE ANY (ARRAY[%2$L || ''_'', NULL, %2$L, ''2024%%''])', 'v->>''a'' ~ %3$L']) f WHERE p <> ''
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
