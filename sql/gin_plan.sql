-- The SQL that people write uses a GIN index, and nothing else changes.
CREATE SCHEMA test_gin_plan;
SET search_path = test_gin_plan, public;
CREATE TABLE docs (id int PRIMARY KEY, v variant);
INSERT INTO docs SELECT i, variant_build_object('price', (i * 7919 % 5000) / 100.0, 'n', i, 'kind', (array['login', 'logout', 'buy', 'sell'])[1 + i % 4] || i % 50,
	'at', '2024-01-01 00:00Z'::timestamptz + i * interval '1 minute', 'day', '2024-01-01'::date + i % 1000, 'ok', i % 100 = 0, 'x y', variant_build_array(i % 10, i),
	'u', md5(i::text)::uuid, 'b', decode(md5(i::text), 'hex'), 'f', (i / 7.0)::float8, 'o', variant_build_object('a', variant_build_object('b', i)), '0', i)
	FROM generate_series(1, 5000) i;
-- values of other classes, missing ones, nulls
INSERT INTO docs SELECT 10000 + row_number() OVER (), v::variant FROM unnest(ARRAY['{}', '[]', '5', '{"n": null}', '{"n": "5"}', '{"n": true}', '{"n": [5]}', '{"n": {"a": 5}}', '{"n": 5e0}', '{"n": 5.000}', '[5]', '{"n": "NaN"::float8}',
	'{"price": "10"}', '{"x y": 5}', '{"x y": {"0": 5}}', '{"0": [5]}', '{"o": [{"a": {"b": 5}}]}', '{"at": "2024-01-01 00:05:00"}', '{"at": "2024-01-01T00:05:00"::timestamp}']) v;
INSERT INTO docs VALUES (20000, NULL);
CREATE INDEX docs_v ON docs USING gin (v);
ANALYZE docs;

-- the lines of a plan that say what an index is asked for
CREATE FUNCTION conditions(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		IF line ~ 'Index Cond|Recheck' THEN RETURN NEXT btrim(line); END IF;
	END LOOP;
END$$;
SET enable_seqscan = off;
SELECT w AS "where", c AS condition FROM unnest(ARRAY[
	-- spellings of the path
	$$v['n'] = 5$$, $$v->'n' = 5$$, $$v #> '{n}' = 5$$, $$variant_get(v, '$.n') = 5$$, $$5 = v['n']$$,
	$$v['o']['a']['b'] = 5$$, $$v->'o'->'a'->'b' = 5$$, $$v #> '{o,a}' -> 'b' = 5$$, $$variant_get(v, '$.o.a.b') = 5$$, $$v['o']->'a' #> '{b}' = 5$$,
	$$v['x y'][0] = 5$$, $$v->'x y'->0 = 5$$, $$v #> '{x y,0}' = 5$$, $$variant_get(v, '$["x y"][0]') = 5$$, $$v['0'] = 5$$, $$v[0] = 5$$, $$v->'0' = 5$$, $$v->-1 = 5$$,
	-- types and operators
	$$v['n'] > 4990$$, $$4990 < v['n']$$, $$v['n'] <= 3::smallint$$, $$v['n'] < 3::bigint$$, $$v['price'] >= 49.97$$, $$v['f'] > 714::float8$$, $$v['f'] < 0.3::float4$$,
	$$v['kind'] = 'login0'::text$$, $$v['kind'] < 'buy1'::text$$, $$v['kind'] = 'buy2'::varchar$$, $$v['day'] = date '2024-02-03'$$, $$v['day'] < date '2024-01-03'$$,
	$$v['at'] >= '2024-01-04 11:00Z'::timestamptz$$, $$v['at'] = '2024-01-02 00:00Z'::timestamptz$$, $$v['at'] < timestamp 'infinity'$$, $$v['ok'] = true$$, $$v['u'] = md5('77')::uuid$$, $$v['b'] = decode(md5('77'), 'hex')$$,
	$$v['n'] = '5'::variant$$, $$'5'::variant = v['n']$$, $$v['o'] = '{"a": {"b": 5}}'::variant$$, $$v['n'] = 'null'::variant$$, $$v['n'] = 1e40::numeric$$, $$v['n'] > 1e40::numeric$$,
	-- ranges
	$$v['price'] BETWEEN 10 AND 10.05$$, $$v['n'] > 10 AND v['n'] < 20$$, $$v['n'] < 20 AND 10 < v->'n' AND v['price'] > 3$$, $$v['at'] >= '2024-01-02Z'::timestamptz AND v['at'] < '2024-01-02 00:10Z'::timestamptz$$,
	$$v['n'] > 10 AND v['n'] < 20 AND v['n'] < 15$$, $$v['n'] > 10 AND v['n'] < 'x'::text$$, $$v['kind'] BETWEEN 'buy1'::text AND 'buy12'::text$$,
	-- alternatives
	$$v['n'] = ANY ('{1,2}'::int[])$$, $$v['kind'] = ANY ('{buy2,NULL}'::text[])$$, $$v['n'] = ANY ('{}'::int[])$$, $$v['n'] = 1 OR v['kind'] = 'buy2'::text$$, $$v['n'] = 1 AND id > 5 OR v['n'] > 4999 AND v['price'] > 1$$,
	$$(v['n'] = 1 OR v['n'] > 4999) AND (v['ok'] = true OR v['price'] < 5)$$, $$NOT (v['n'] <> 5)$$, $$NOT (v['n'] > 5)$$,
	-- together with what the class knows itself
	$$v['n'] = 5 AND v @> '{"ok": false}'$$,
	-- with other indexes, an arm each
	$$v['n'] = 5 OR id = 7$$, $$v['n'] = 5 OR id = 7 AND v['n'] <> 9$$, $$v['n'] BETWEEN 5 AND 9 AND id > 6 OR 3 > id$$, $$v->>'kind' LIKE 'buy1%' AND v['n'] < 100 OR id = ANY ('{1,2}')$$, $$v @> '{"n": 5}' OR v['n'] = 3 OR id = 7$$, $$(v['n'] = 5 OR id = 7) AND (id < 100 OR v['n'] = 8)$$,
	-- no index
	$$v['n'] <> 5$$, $$v['n'] = 5 OR v['n'] <> 9$$, $$v['n'] = 5 OR id <> 7$$, $$v['n'] = 5 OR id + 1 = 7$$, $$v['n'] = 5 OR id = (random() * 10)::int$$, $$v['n'] > '5'::variant$$, $$v['n'] = id$$, $$v['n'] = (random() * 10)::int$$, $$v['n'] IS NULL$$]) w LEFT JOIN LATERAL conditions('SELECT * FROM docs WHERE ' || w) c ON true;
-- IN is written down differently by different servers
SELECT count(*) FROM conditions('SELECT * FROM docs WHERE v[''n''] IN (1, 2, 3)');
SELECT count(*) FROM conditions('SELECT * FROM docs WHERE v[''kind''] IN (''buy2''::text, ''buy6''::text)');

-- prepared, with a generic plan; NULL finds nothing
SET plan_cache_mode = force_generic_plan;
PREPARE eq(int) AS SELECT array_agg(id ORDER BY id) FROM docs WHERE v['n'] = $1;
SELECT * FROM conditions('EXECUTE eq(5)');
EXECUTE eq(5);
EXECUTE eq(NULL);
PREPARE between_(numeric, numeric) AS SELECT count(*) FROM docs WHERE v['price'] BETWEEN $1 AND $2;
SELECT * FROM conditions('EXECUTE between_(1, 2)');
EXECUTE between_(10, 10.5);
EXECUTE between_(10, NULL);
EXECUTE between_('-Infinity', 'Infinity');
PREPARE any_(int[], text[]) AS SELECT count(*) FROM docs WHERE v['n'] = ANY ($1) OR v['kind'] = ANY ($2);
SELECT * FROM conditions('EXECUTE any_(NULL, NULL)');
EXECUTE any_('{1,2,NULL}', '{buy2}');
EXECUTE any_('{1,2}', NULL);
EXECUTE any_('{}', '{}');
PREPARE or_(int, int) AS SELECT count(*) FROM docs WHERE v['n'] = $1 OR $2 > id;
SELECT * FROM conditions('EXECUTE or_(5, 6)');
EXECUTE or_(5, 3);
EXECUTE or_(NULL, 3);
EXECUTE or_(5, NULL);
PREPARE at_(timestamptz) AS SELECT count(*) FROM docs WHERE v['at'] < $1;
SELECT * FROM conditions('EXECUTE at_(now())');
EXECUTE at_('infinity');
EXECUTE at_('-infinity');
EXECUTE at_('2024-01-01 00:10Z');
RESET plan_cache_mode;

-- values from joins
CREATE TABLE wanted (k int, t text);
INSERT INTO wanted SELECT i * 100, 'buy' || i FROM generate_series(1, 10) i UNION ALL SELECT NULL, NULL;
ANALYZE wanted;
SET enable_hashjoin = off; SET enable_mergejoin = off;
SELECT * FROM conditions('SELECT * FROM docs d JOIN wanted w ON d.v[''n''] = w.k');
SELECT * FROM conditions('SELECT * FROM wanted w LEFT JOIN docs d ON w.k = d.v->''n''');
SELECT * FROM conditions('SELECT (SELECT count(*) FROM docs d WHERE d.v[''n''] > w.k AND d.v[''n''] < w.k + 3) FROM wanted w');
SELECT * FROM conditions('SELECT * FROM wanted w, LATERAL (SELECT * FROM docs d WHERE d.v[''kind''] = w.t OFFSET 0) s');
RESET enable_hashjoin; RESET enable_mergejoin;

-- ---------------------------------------------------------------------
-- The same answers and the same estimates with and without
-- ---------------------------------------------------------------------
CREATE TABLE queries (n int GENERATED ALWAYS AS IDENTITY, q text);
INSERT INTO queries (q) SELECT 'SELECT array_agg(id ORDER BY id)::text FROM docs WHERE ' || format(f, p, op, x)
	FROM unnest(ARRAY[$$v['n']$$, $$v->'n'$$, $$v #> '{n}'$$, $$v[0]$$, $$v['x y'][0]$$, $$v #> '{x y,0}'$$, $$variant_get(v, '$["x y"][0]')$$, $$v['price']$$, $$v['0']$$, $$v->'kind'$$, $$v['at']$$, $$v['day']$$, $$v['o']['a']['b']$$, $$v$$, $$v['nope']$$]) p,
		unnest('{=,<,<=,>,>=,<>}'::text[]) op,
		unnest(ARRAY['5', '5.0', '5::float8', '4990::bigint', '''buy2''::text', 'true', '''2024-01-01 00:05Z''::timestamptz', '''2024-01-01 00:05''::timestamp', 'date ''2024-01-06''', '''NaN''::numeric', '''infinity''::timestamptz', '''5''::variant', '''null''::variant', '''[5]''::variant']) x,
		unnest(ARRAY['%s %s %s', 'NOT (%s %s %s)', '%s %s %s AND v[''price''] > 20 OR id IN (5, 6)', 'id < 5 OR %s %s %s OR id = 9 AND v[''n''] = 8', '%s %s %s AND v[''n''] < 100 AND v[''n''] >= 3', '%s %s %s OR v[''n''] = 77']) f
	WHERE hashtext(p || op || x || f) % 12 = 0;
INSERT INTO queries (q) VALUES
	($$SELECT count(*)::text FROM docs d JOIN wanted w ON d.v['n'] = w.k$$),
	($$SELECT count(*)::text FROM docs d FULL JOIN wanted w ON d.v['n'] = w.k$$),
	($$SELECT count(d.id)::text FROM wanted w LEFT JOIN docs d ON d.v['n'] = w.k AND d.v['price'] > 20$$),
	($$SELECT count(w.k)::text FROM docs d LEFT JOIN wanted w ON d.v['n'] = w.k WHERE d.v['price'] BETWEEN 10 AND 11$$),
	($$SELECT count(*)::text FROM docs d RIGHT JOIN wanted w ON d.v['n'] > w.k AND d.v['n'] < w.k + 2$$),
	($$SELECT count(*)::text FROM docs WHERE v['n'] IN (SELECT k FROM wanted WHERE k IS NOT NULL)$$),
	($$SELECT count(*)::text FROM docs WHERE v['n'] NOT IN (SELECT k FROM wanted WHERE k IS NOT NULL)$$),
	($$SELECT count(*)::text FROM docs a JOIN docs b ON a.v['n'] = b.v['o']['a']['b'] WHERE a.v['price'] = 10$$),
	($$SELECT string_agg(concat(x, ':', n), ',' ORDER BY n, x::text) FROM (SELECT v->'o' AS x, count(*) AS n FROM docs WHERE v->'o'->'a'->'b' = 5 GROUP BY CUBE (v->'o')) s$$),
	($$SELECT string_agg(concat(x, ':', y, ':', n), ',' ORDER BY n, x::text, y) FROM (SELECT v->'n' AS x, v->'n' = 5 AS y, count(*) AS n FROM docs WHERE v->'n' < 8 GROUP BY ROLLUP (v->'n')) s$$),
	($$SELECT count(*)::text FROM (SELECT DISTINCT ON (v['day']) * FROM docs WHERE v['n'] BETWEEN 100 AND 200 ORDER BY v['day']) s$$),
	($$SELECT count(*)::text FROM (SELECT v FROM docs UNION ALL SELECT v FROM docs) s WHERE v['n'] = 5$$),
	($$WITH c AS MATERIALIZED (SELECT * FROM docs) SELECT count(*)::text FROM c WHERE v['n'] = 5$$),
	($$WITH c AS (SELECT * FROM docs) SELECT count(*)::text FROM c WHERE v['n'] = 5$$),
	($$SELECT count(*)::text FROM docs TABLESAMPLE bernoulli (100) WHERE v['n'] = 5$$),
	($$SELECT count(*)::text FROM docs WHERE CASE WHEN v['n'] = 5 THEN v['price'] > 0 ELSE v['n'] < 3 END$$),
	($$SELECT sum(x)::text FROM (SELECT id, sum(id) OVER (ORDER BY id) AS x FROM docs WHERE v['n'] < 10) s$$),
	($$SELECT id::text FROM docs WHERE v['n'] = 5 ORDER BY id LIMIT 1 FOR UPDATE$$),
	($$SELECT string_agg(id::text, ',' ORDER BY id) FROM (SELECT id FROM docs WHERE v['n'] = 5 OR id = 6 FOR UPDATE) s$$),
	($$SELECT count(*)::text FROM docs d JOIN wanted w ON d.v['n'] = w.k OR d.id = w.k$$),
	($$SELECT count(*)::text FROM docs d LEFT JOIN wanted w ON d.v['n'] = w.k WHERE d.v['n'] = 100 OR d.id = 300$$),
	($$SELECT count(*)::text FROM docs WHERE v['n'] = 5 OR id IN (SELECT k FROM wanted)$$);
CREATE TYPE pair AS (answer text, plan_rows text);
-- the answer, or its error, and the estimate of the topmost node
CREATE FUNCTION run(q text, path_index boolean, indexed boolean) RETURNS pair LANGUAGE plpgsql AS $$
DECLARE r pair; j json;
BEGIN
	PERFORM set_config('variant.path_index', path_index::text, true), set_config('enable_seqscan', (NOT indexed)::text, true);
	EXECUTE q INTO r.answer;
	EXECUTE 'EXPLAIN (FORMAT json) ' || replace(q, 'array_agg(id ORDER BY id)::text', 'id') INTO j;
	r.plan_rows := j->0->'Plan'->>'Plan Rows';
	RETURN r;
END$$;
SELECT count(*) > 300 AS many FROM queries;
SELECT q, off, on_, forced FROM (SELECT q, run(q, false, false) AS off, run(q, true, false) AS on_, run(q, true, true) AS forced FROM queries) s
WHERE off IS DISTINCT FROM on_ OR (off).answer IS DISTINCT FROM (forced).answer;

-- ---------------------------------------------------------------------
-- What looks at conditions sees them as they were written
-- ---------------------------------------------------------------------
-- an expression index is still used, and so is a partial one
RESET enable_seqscan;
CREATE INDEX docs_n ON docs ((v['n']));
CREATE INDEX docs_partial ON docs (id) WHERE v['n'] > 4900;
ANALYZE docs;
CREATE FUNCTION plan_has(query text, pattern text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE line text; found boolean := false;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		found := found OR line ~ pattern;
	END LOOP;
	RETURN found;
END$$;
SELECT plan_has($$SELECT * FROM docs WHERE v['n'] = 5$$, 'using docs_n'), plan_has($$SELECT * FROM docs WHERE v['n'] > 4900 ORDER BY id LIMIT 1$$, 'docs_partial'), plan_has($$SELECT * FROM docs ORDER BY v['n'] LIMIT 1$$, 'using docs_n');
DROP INDEX docs_n, docs_partial;
-- an index on a part of the document, partial GIN indexes
CREATE INDEX docs_o ON docs USING gin ((v['o'])) WHERE id > 100;
SET enable_seqscan = off;
SELECT * FROM conditions($$SELECT * FROM docs WHERE variant_get(v['o'], '$.a.b') = 5$$);
DROP INDEX docs_v;
SELECT * FROM conditions($$SELECT * FROM docs WHERE (v['o'])['a']['b'] = 5 AND id > 200$$);
SELECT * FROM conditions($$SELECT * FROM docs WHERE variant_get(v, '$.o') = '{}'::variant AND id > 200$$);
SELECT * FROM conditions($$SELECT * FROM docs WHERE v['p']['a'] = 5 AND id > 200$$);
DROP INDEX docs_o;
CREATE INDEX docs_two ON docs USING gin ((v['o']), v, (v['x y']));
SELECT * FROM conditions($$SELECT * FROM docs WHERE v->'x y'->0 = 7 AND v['n'] = 6$$);
SELECT count(*) FROM docs WHERE v->'x y'->0 = 7 AND v['n'] = 7;
DROP INDEX docs_two;
CREATE INDEX docs_v ON docs USING gin (v variant_ops (paths = '$.n'));
SELECT * FROM conditions($$SELECT * FROM docs WHERE v['n'] = 5$$);
SELECT count(*) FROM docs WHERE v['price'] = 10;
-- ON CONFLICT
CREATE UNIQUE INDEX docs_unique ON docs ((v['n'])) WHERE v['n'] > 10 AND v['n'] < 1000;
INSERT INTO docs VALUES (30000, '{"n": 50}') ON CONFLICT ((v['n'])) WHERE v['n'] > 10 AND v['n'] < 1000 DO UPDATE SET id = 31000;
SELECT id FROM docs WHERE v['n'] = 50;
DROP INDEX docs_unique;
-- partitions, and constraints that exclude
CREATE TABLE parted (id int, v variant) PARTITION BY LIST ((v['r']));
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES IN ('1');
CREATE TABLE parted_2 (v variant, id int);
ALTER TABLE parted ATTACH PARTITION parted_2 FOR VALUES IN ('2');
INSERT INTO parted SELECT i, variant_build_object('r', 1 + i % 2, 'n', i) FROM generate_series(1, 1000) i;
CREATE INDEX ON parted USING gin (v);
ANALYZE parted;
SELECT plan_has($$SELECT * FROM parted WHERE v['r'] = 1 AND v['n'] = 6$$, 'parted_2') AS both;
SELECT * FROM conditions($$SELECT * FROM parted WHERE v['r'] = 1 AND v['n'] = 6$$);
SELECT * FROM conditions($$SELECT * FROM parted WHERE v['n'] = 6$$);
SELECT * FROM parted WHERE v['n'] = 6;
CREATE TABLE checked (v variant, CHECK (v['n'] > 5));
INSERT INTO checked VALUES ('{"n": 7}');
CREATE INDEX ON checked USING gin (v);
SET constraint_exclusion = on;
SELECT plan_has($$SELECT * FROM checked WHERE NOT v['n'] > 5$$, 'One-Time Filter: false') AS excluded;
RESET constraint_exclusion;
-- row security: the index is used, the policy holds
CREATE ROLE regress_variant_gin;
GRANT USAGE ON SCHEMA test_gin_plan TO regress_variant_gin;
GRANT SELECT ON docs TO regress_variant_gin;
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON docs USING (v['price'] < 40);
SET ROLE regress_variant_gin;
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v['n'] BETWEEN 10 AND 20;
SELECT count(*) FROM docs WHERE v['n'] BETWEEN 10 AND 20;
RESET ROLE;
ALTER TABLE docs DISABLE ROW LEVEL SECURITY;
SELECT count(*) FROM docs WHERE v['n'] BETWEEN 10 AND 20;
-- a view keeps its text; a new session plans it with the index from the start
CREATE VIEW fives AS SELECT id FROM docs WHERE v['n'] = 5;
SELECT pg_get_viewdef('fives') ~ 'v\[''n''::text\] = 5' AS as_written;
\c -
SET search_path = test_gin_plan, public;
SET enable_seqscan = off;
SELECT * FROM conditions($$SELECT * FROM fives$$);
-- the class in another schema than search_path knows
SET search_path = pg_catalog;
SELECT * FROM test_gin_plan.conditions($$SELECT * FROM test_gin_plan.fives$$);
SET client_min_messages = warning;
DROP SCHEMA test_gin_plan CASCADE;
DROP ROLE regress_variant_gin;
