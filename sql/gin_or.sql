-- Conditions put together by chance, over columns with indexes of all kinds:
-- the same answers with and without what is derived for GIN indexes.
CREATE SCHEMA test_gin_or;
SET search_path = test_gin_or, public;
CREATE TABLE docs (id int, k text, v variant, w variant, flag bool) PARTITION BY RANGE (id);
CREATE TABLE docs_1 PARTITION OF docs FOR VALUES FROM (0) TO (1500);
CREATE TABLE docs_2 PARTITION OF docs FOR VALUES FROM (1500) TO (9999);
INSERT INTO docs SELECT i, 'k' || i % 50,
	variant_build_object('n', i % 200, 's', (i % 97)::text, 'kind', (array['abc', 'abd', 'Abc', '12', 'true', '[1', 'é'])[1 + i % 7] || i % 13, 'f', i / 7.0, 'ok', i % 3 = 0, 'at', '2024-01-01 00:00Z'::timestamptz + i * interval '1h'),
	CASE WHEN i % 5 > 0 THEN variant_build_object('m', i % 77, 't', 'x' || i % 9) END, i % 2 = 0 FROM generate_series(1, 3000) i;
INSERT INTO docs VALUES (5000, 'k1', '{"n": "5", "s": 5, "kind": 12, "f": "0.5", "ok": "true"}', '[]', true), (5001, NULL, '{"n": null, "kind": true, "ok": 1}', '{"m": {}}', NULL), (5002, 'k2', '{"kind": [1], "s": " 7"}', NULL, NULL);
CREATE INDEX ON docs USING gin (v);
CREATE INDEX ON docs USING gin (w);
CREATE INDEX ON docs_2 USING gin (w, v);
CREATE INDEX ON docs (id);
CREATE INDEX ON docs (k) WHERE k > 'k2';
CREATE INDEX ON docs USING hash (k);
CREATE INDEX ON docs ((v['f']));
ANALYZE docs;
CREATE TABLE atoms AS SELECT a FROM unnest(ARRAY[
	$$v['n'] = 5$$, $$v['n'] > 190$$, $$v['n'] BETWEEN 3 AND 4$$, $$v['n'] <> 5$$, $$v['f'] = 100$$, $$v['f'] < 1$$, $$v->'at' < '2024-01-03 00:00Z'::timestamptz$$, $$v['n'] = (SELECT 11)$$, $$w['m'] = 9$$, $$w['m'] IS NOT NULL$$, $$w IS NULL$$,
	$$v->>'s' = '7'$$, $$w->>'t' = 'x3'$$, $$v->>'kind' LIKE 'ab%'$$, $$v->>'kind' LIKE '12%'$$, $$w->>'t' LIKE 'x3%'$$, $$v->>'kind' LIKE ANY ('{t%,[%,abc1}')$$, $$v->>'kind' ~ '^Ab'$$, $$starts_with(v->>'kind', 'abd')$$, $$v->>'kind' < 'B' COLLATE "C"$$, $$v->>'s' ~>=~ '95'$$, $$v->>'kind' LIKE (SELECT 'ab') || '%'$$,
	$$(v->>'s')::int = 7$$, $$(v->>'s')::numeric < 3$$, $$(v->>'ok')::bool$$, $$NOT (v->>'ok')::bool$$, $$try_variant_get(v, '$.s', NULL::int) IN (3, 4)$$, $$v @> '{"n": 6}'$$, $$w ? 'm'$$, $$v @? '$.n ? (@ == 8)'$$,
	$$id = 7$$, $$id < 20$$, $$id IN (4, 5000, 5001)$$, $$5 > id$$, $$id = (SELECT 9)$$, $$k = 'k7'$$, $$k IN ('k1', 'k9')$$, $$k > 'k48'$$, $$flag$$]) a;
CREATE FUNCTION combined(depth int) RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT CASE WHEN depth = 0 OR random() < 0.45 THEN (SELECT a FROM test_gin_or.atoms ORDER BY random() LIMIT 1)
		ELSE '(' || test_gin_or.combined(depth - 1) || CASE WHEN random() < 0.6 THEN ' OR ' ELSE ' AND ' END || test_gin_or.combined(depth - 1) || ')' END $$;
CREATE TABLE queries AS SELECT i, 'FROM test_gin_or.docs WHERE ' || combined(3) || ' OR ' || combined(2) AS q FROM (SELECT i, setseed(i / 1000.0) FROM generate_series(1, 400) i OFFSET 0) s;
CREATE FUNCTION found(query text, indexed boolean, workers int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	PERFORM set_config('variant.path_index', indexed::text, true), set_config('enable_seqscan', (NOT indexed)::text, true), set_config('enable_bitmapscan', indexed::text, true), set_config('enable_indexscan', indexed::text, true),
		set_config('max_parallel_workers_per_gather', workers::text, true), set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true), set_config('min_parallel_table_scan_size', '0', true), set_config('min_parallel_index_scan_size', '0', true);
	EXECUTE 'SELECT string_agg(id::text, '','' ORDER BY id) ' || query INTO result;
	RETURN result;
END$$;
CREATE FUNCTION plan_has(query text, pattern text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE plan text := ''; line text;
BEGIN
	PERFORM set_config('enable_seqscan', 'off', true);
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) SELECT * ' || query LOOP plan := plan || line || E'\n'; END LOOP;
	RETURN plan ~ pattern;
END$$;
SELECT * FROM (SELECT q, found(q, false, 0) AS scan, found(q, true, CASE WHEN i % 10 = 0 THEN 2 ELSE 0 END) AS index FROM queries) s WHERE scan IS DISTINCT FROM index;
SELECT count(*) > 100 AS derived, count(*) FILTER (WHERE plan_has(q, 'BitmapOr.*@~')) > 50 AS together FROM queries WHERE plan_has(q, '@~');
SET client_min_messages = warning;
DROP SCHEMA test_gin_or CASCADE;
