-- With the index and without, in every kind of query and plan: the same answers,
-- errors and estimates.  Returned is only what is wrong, unless said otherwise.
CREATE SCHEMA test_gin_neutral;
SET search_path = test_gin_neutral, public;
SET datestyle = iso; SET timezone = 'UTC';
CREATE TABLE docs (id int PRIMARY KEY, tenant int, v variant);
INSERT INTO docs SELECT i, i % 40, variant_build_object('n', i, 'm', i % 50, 'f', (i / 4.0)::float8, 'kind', 'k' || i % 70, 'ok', i % 9 = 0, 'day', date '2024-01-01' + i % 400, 'at', timestamptz '2024-01-01Z' + i * interval '1 hour', 'o', variant_build_object('n', i % 300))
	FROM generate_series(1, 3000) i;
INSERT INTO docs SELECT 5000 + row_number() OVER (), 1, v::variant FROM unnest(ARRAY['{}', '5', '[]', '{"n": null}', '{"m": 7.0}', '{"m": 7e0, "n": 7.4}', '{"kind": 7}', '{"o": {"n": 5.00}}', '{"ok": null}', '{"day": "2024-02-03T10:00:00"::timestamp}']) v;
INSERT INTO docs VALUES (6000, 1, NULL);
CREATE INDEX docs_v ON docs USING gin (v);
CREATE INDEX docs_tenant ON docs (tenant);
CREATE STATISTICS docs_s ON (v['n']), (v['m']), (v->>'kind'), ((v['o']['n'])::int) FROM docs;
ANALYZE docs;
CREATE TABLE other (k int, n numeric, t text, b bigint, x variant);
INSERT INTO other SELECT i, i * 1.0, 'k' || i, i, to_variant(i) FROM generate_series(1, 60, 3) i UNION ALL SELECT NULL, NULL, NULL, NULL, NULL;
ANALYZE other;
-- views, one that hides and one that checks; partitions with indexes of both kinds; children
CREATE VIEW plain AS SELECT id, tenant, v, v->>'kind' AS kind, (v['n'])::int AS n FROM docs WHERE (v['m'])::int < 40;
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM docs WHERE tenant < 30;
CREATE TABLE parted (id int, v variant) PARTITION BY RANGE ((v['n']));
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM ('0') TO ('1000');
CREATE TABLE parted_2 (extra int, v variant, id int);
ALTER TABLE parted_2 DROP COLUMN extra;
ALTER TABLE parted ATTACH PARTITION parted_2 FOR VALUES FROM ('1000') TO ('2000');
CREATE TABLE parted_rest PARTITION OF parted DEFAULT;
INSERT INTO parted SELECT id, v FROM docs WHERE v['n'] IS NOT NULL;
CREATE INDEX ON parted USING gin (v);
ANALYZE parted;
CREATE TABLE parent (id int, v variant, CHECK (v['n'] >= 0));
CREATE TABLE child (extra int, CHECK (v['n'] < 500)) INHERITS (parent);
INSERT INTO parent SELECT id, v FROM docs WHERE v['n'] > 0 AND id > 2500;
INSERT INTO child SELECT id, v, 1 FROM docs WHERE v['n'] > 0 AND id < 500;
CREATE INDEX ON parent USING gin (v);
CREATE INDEX ON child USING gin (v);
ANALYZE parent, child;

CREATE TABLE conditions (n int GENERATED ALWAYS AS IDENTITY, c text);
INSERT INTO conditions (c) VALUES ($$v['n'] = 5$$), ($$v['m'] < 3$$), ($$(v['n'])::int = 7$$), ($$(v['n'])::bigint BETWEEN 10 AND 20$$), ($$(v['f'])::float8 <= 2.5$$), ($$v->>'kind' = 'k7'$$), ($$v #>> '{kind}' IN ('k7', '7', 'k8')$$),
	($$v['n'] > '2990'::variant$$), ($$v['day'] = date '2024-02-03'$$), ($$(v['day'])::date = '2024-02-03'$$), ($$(v['ok'])::bool$$), ($$NOT (v['ok'])::bool$$), ($$v['o'] IS NOT NULL$$), ($$v['o']['n'] = 5 OR v->>'kind' = 'k9'$$), ($$v['n'] = 5 OR id = 9$$),
	($$v @> '{"m": 7}' AND v['n'] < 300$$), ($$v @? '$.n ? (@ > 2995)'$$), ($$v['at'] >= timestamptz '2024-04-01Z' AND v['at'] < timestamptz '2024-04-02Z'$$), ($$v['n'] = 5 AND v['n'] = 6$$), ($$v['n'] = ANY ('{5,7}'::int[]) AND tenant = 5$$), ($$v['m'] = 7 AND tenant = 7 AND id < 2000$$),
	($$v['n'] IS NULL$$), ($$v['n'] <> 5 AND v['m'] = 3$$), ($$CASE WHEN v['m'] = 3 THEN v['n'] < 100 END$$), ($$coalesce(v['m'] = 3, true)$$), ($$v['n'] IS DISTINCT FROM '5'$$), ($$(v['m'] = 3) IS TRUE$$), ($$(v['m'] = 3) IS NOT TRUE AND v['n'] < 9$$);
CREATE TABLE queries (q text);
INSERT INTO queries
	SELECT format(q, c) FROM conditions, unnest(ARRAY[
		$$SELECT count(*), sum(id) FROM docs WHERE %s$$, $$SELECT count(*) FROM docs WHERE NOT (%s)$$, $$SELECT count(*), min(id) FROM barrier WHERE %s$$,
		$$SELECT id FROM docs WHERE %s ORDER BY id LIMIT 3$$, $$SELECT mod(tenant, 3) AS t, v->'m' IS NULL, count(*) FROM docs WHERE %s GROUP BY GROUPING SETS ((1), (2), ()) ORDER BY 1, 2, 3$$,
		$$SELECT v->'m', v->'m' = 3, (v->'m')::int = 3, count(*) FROM docs WHERE %s GROUP BY ROLLUP (v->'m') HAVING v->'m' < 5 OR v->'m' IS NULL ORDER BY 1, 2, 4$$,
		$$SELECT count(*) FROM docs d WHERE %s AND EXISTS (SELECT FROM other WHERE other.k = d.tenant)$$, $$SELECT count(*), count(o.k) FROM docs d LEFT JOIN other o ON d.v['m'] = o.k AND %s$$,
		$$SELECT count(*), count(o.k), count(d.id) FROM other o FULL JOIN (SELECT * FROM docs WHERE %s) d ON (d.v['m'])::int = o.k$$, $$WITH d AS (SELECT * FROM docs WHERE %s) SELECT count(*) FROM d a JOIN d b ON a.v['m'] = b.v['m'] AND a.id < b.id AND a.id < 200$$]) q
	WHERE NOT (c ~ 'tenant|^id|OR id' AND q ~ 'FULL JOIN') AND hashtext(c || q) % 5 <> 0;
INSERT INTO queries SELECT format(q, c) FROM conditions, unnest(ARRAY[$$SELECT count(*) FROM plain WHERE %s$$, $$SELECT count(*), min(id) FROM parted WHERE %s$$, $$SELECT count(*), max(id) FROM parent WHERE %s$$]) q WHERE c !~ 'tenant' OR q ~ 'plain';
INSERT INTO queries VALUES
	($$SELECT count(*) FROM docs d JOIN other o ON d.v['m'] = o.k$$), ($$SELECT count(*) FROM docs d JOIN other o ON d.v['m'] = o.n$$), ($$SELECT count(*) FROM docs d JOIN other o ON d.v['m'] = o.x$$), ($$SELECT count(*) FROM docs d JOIN other o ON (d.v['m'])::int = o.k$$), ($$SELECT count(*) FROM docs d JOIN other o ON (d.v['m'])::bigint = o.b$$),
	($$SELECT count(*) FROM docs d JOIN other o ON d.v->>'kind' = o.t$$), ($$SELECT count(*), count(d.id) FROM other o LEFT JOIN docs d ON d.v->>'kind' = o.t AND d.v['m'] < o.k$$), ($$SELECT count(*) FROM docs d JOIN other o ON d.v['n'] < o.k AND d.v['n'] > o.b - 2$$),
	($$SELECT count(*) FROM other o, LATERAL (SELECT * FROM docs d WHERE (d.v['n'])::int < o.k ORDER BY id LIMIT 2) s$$), ($$SELECT o.k, (SELECT count(*) FROM docs d WHERE d.v['m'] = o.k OR d.v->>'kind' = o.t) FROM other o ORDER BY 1$$), ($$SELECT count(*) FROM docs a JOIN docs b ON a.v['n'] = b.v['o']['n'] WHERE a.v['m'] = 5$$),
	($$SELECT count(*) FROM docs WHERE v['m'] IN (SELECT x FROM other)$$), ($$SELECT count(*) FROM docs WHERE (v['m'])::int NOT IN (SELECT k FROM other WHERE k IS NOT NULL)$$), ($$SELECT count(*) FROM docs d WHERE NOT EXISTS (SELECT FROM other o WHERE o.t = d.v->>'kind')$$),
	($$SELECT count(*) FROM parted p JOIN other o ON p.v['n'] = o.k$$), ($$SELECT count(*) FROM parted p JOIN parted q ON p.v['n'] = q.v['n'] WHERE q.v['m'] = 3$$), ($$SELECT count(*) FROM plain p JOIN barrier b ON p.v['n'] = b.v['m'] WHERE p.kind = 'k7'$$),
	($$SELECT count(*) FROM (SELECT * FROM docs UNION ALL SELECT id, 1, v FROM parted) s WHERE v['m'] = 3 AND v->>'kind' = 'k3'$$), ($$SELECT count(*) FROM (SELECT *, row_number() OVER (PARTITION BY v['m'] ORDER BY id) AS r FROM docs) s WHERE v['m'] = 3 AND r < 5$$),
	($$SELECT count(*) FROM docs TABLESAMPLE bernoulli (100) WHERE v['m'] = 3$$), ($$SELECT 1 / 0 FROM docs WHERE v['n'] = 5$$), ($$SELECT count(*) FROM docs WHERE (v['n'])::int / 0 > 5 AND v['n'] = 5$$),
	($$SELECT string_agg(id::text, ',' ORDER BY id) FROM (SELECT id FROM docs WHERE v['n'] < 9 FOR UPDATE) s$$);

CREATE TYPE outcome AS (answer text, estimate text);
CREATE FUNCTION run(q text, path_index boolean, forced boolean, explained boolean) RETURNS outcome LANGUAGE plpgsql AS $$
DECLARE r outcome; j json;
BEGIN
	PERFORM set_config('variant.path_index', path_index::text, true), set_config('enable_seqscan', (NOT forced)::text, true);
	BEGIN
		EXECUTE 'SELECT string_agg(s::text, ''; '') FROM (' || q || ') s' INTO r.answer;
		IF explained THEN
			EXECUTE 'EXPLAIN (FORMAT json) ' || q INTO j;
			r.estimate := j->0->'Plan'->>'Plan Rows';
		END IF;
	EXCEPTION WHEN OTHERS THEN r.answer := SQLERRM;
	END;
	RETURN r;
END$$;
SELECT count(*) > 280 AS many FROM queries;
CREATE TABLE outcomes AS SELECT q, run(q, false, false, true) AS off FROM queries;
SELECT count(*) > 250 AS found_something FROM outcomes WHERE (off).answer !~ '^\((0|,|\))';
SELECT q, off, on_ FROM (SELECT q, off, run(q, true, false, true) AS on_ FROM outcomes) s WHERE on_ IS DISTINCT FROM off;
SELECT q, (off).answer, forced FROM (SELECT q, off, (run(q, true, true, false)).answer AS forced FROM outcomes) s WHERE forced IS DISTINCT FROM (off).answer;
-- each way to join by itself
CREATE FUNCTION joined(q text, method text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('enable_hashjoin', (method = 'hash')::text, true), set_config('enable_mergejoin', (method = 'merge')::text, true), set_config('enable_nestloop', (method = 'loop')::text, true);
	RETURN (test_gin_neutral.run(q, true, true, false)).answer;
END$$;
SELECT q, method, (off).answer, got FROM (SELECT q, method, off, joined(q, method) AS got FROM outcomes, unnest('{hash,merge,loop}'::text[]) method WHERE q ~ 'JOIN|other') s WHERE got IS DISTINCT FROM (off).answer;
-- the plans of prepared statements, for unknown values and for known ones
CREATE FUNCTION prepared(c text, value text, mode text, path_index boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	PERFORM set_config('plan_cache_mode', mode, true), set_config('variant.path_index', path_index::text, true), set_config('enable_seqscan', (NOT path_index)::text, true);
	EXECUTE 'PREPARE one AS SELECT count(*)::text || coalesce(min(id), 0) FROM test_gin_neutral.docs WHERE ' || c;
	EXECUTE format('EXECUTE one(%s)', value) INTO result;
	DEALLOCATE one;
	RETURN result;
END$$;
SELECT c, value, mode FROM unnest('{force_generic_plan,force_custom_plan}'::text[]) mode, (VALUES ($$v['m'] = $1::int$$, $$5;-1;NULL;2147483647$$), ($$v['n'] < $1::numeric$$, $$5;1e40;'NaN';'-infinity';NULL$$), ($$(v['n'])::int <= $1$$, $$5;-7;NULL$$), ($$v->>'kind' = $1$$, $$'k7';'7';'';NULL$$),
	($$v['day'] > $1::date$$, $$'2025-01-20';'infinity';'-infinity';NULL$$), ($$(v['at'])::timestamptz < $1$$, $$'2024-01-02Z';'-infinity';'infinity';NULL$$), ($$v['n'] >= $1::variant$$, $$'2995';'"z"';'null';NULL$$), ($$v['m'] = ANY ($1::int[])$$, $$'{1,2,NULL}';'{}';NULL$$),
	($$v->>'kind' = ANY ($1)$$, $$'{k1,7}';'{}';NULL$$), ($$(v['f'])::float8 > $1$$, $$749;'NaN';'-infinity';NULL$$), ($$v['m'] = $1::int OR v->>'kind' = $1::text$$, '5;NULL')) t(c, vals), unnest(string_to_array(vals, ';')) value
WHERE prepared(c, value, mode, true) IS DISTINCT FROM prepared(c, value, mode, false);
-- changes, each undone
CREATE FUNCTION changed(q text, path_index boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	PERFORM set_config('variant.path_index', path_index::text, true), set_config('enable_seqscan', (NOT path_index)::text, true);
	EXECUTE q;
	RAISE division_by_zero USING message = (SELECT concat(count(*), ' ', sum(id), ' ', md5(string_agg(v::text, ',' ORDER BY id))) FROM docs);
EXCEPTION WHEN division_by_zero THEN RETURN SQLERRM;
END$$;
SELECT q FROM unnest(ARRAY[$$UPDATE docs SET v = v || '{"new": 1}' WHERE v['m'] = 3$$, $$UPDATE docs d SET v['n'] = o.x FROM other o WHERE (d.v['m'])::int = o.k$$, $$DELETE FROM docs WHERE v->>'kind' = 'k7'$$, $$DELETE FROM docs d USING other o WHERE d.v->>'kind' = o.t$$,
	$$MERGE INTO docs d USING other o ON d.v['n'] = o.k WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (9000 + coalesce(o.k, 0), 1, '{}')$$, $$UPDATE plain SET id = id + 20000 WHERE kind = 'k7'$$, $$INSERT INTO docs SELECT id + 10000, 1, v FROM docs WHERE v['n'] BETWEEN 5 AND 9$$]) q
WHERE changed(q, true) IS DISTINCT FROM changed(q, false) OR changed(q, true) = changed('SELECT', false);
-- two indexes at once
CREATE TABLE sparse (id int PRIMARY KEY, a int, v variant) WITH (fillfactor = 10);
INSERT INTO sparse SELECT i, i % 47, variant_build_object('m', i % 53, 'pad', repeat('x', 400)) FROM generate_series(1, 5000) i;
CREATE INDEX sparse_v ON sparse USING gin (v);
CREATE INDEX sparse_a ON sparse (a);
CREATE STATISTICS sparse_s ON (v['m']), (v->>'m') FROM sparse;
ANALYZE sparse;
EXPLAIN (COSTS OFF) SELECT * FROM sparse WHERE v['m'] = 7 AND a = 7;
SELECT count(*) = 3 AS "right" FROM sparse WHERE v['m'] = 7 AND a = 7;
-- scans in parallel
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET min_parallel_index_scan_size = 0;
SELECT q, (off).answer, got FROM (SELECT q, off, (run(q, true, true, false)).answer AS got FROM outcomes) s WHERE got IS DISTINCT FROM (off).answer;
SET client_min_messages = warning;
DROP SCHEMA test_gin_neutral CASCADE;
