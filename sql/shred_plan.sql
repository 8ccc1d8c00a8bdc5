-- Queries over paths use shredded columns, and only where nothing can differ.
CREATE FUNCTION shape(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		IF line ~ 'Scan|Cond:|BitmapOr|BitmapAnd|Filter:|Key:' AND line !~ 'Recheck Cond|Settings' THEN RETURN NEXT trim(line); END IF;
	END LOOP;
END $$;
-- the same with the columns, and without
CREATE FUNCTION compared(query text) RETURNS TABLE(answer text, same boolean) LANGUAGE plpgsql AS $$
DECLARE
	other text;
BEGIN
	SET LOCAL variant.shredded_columns = off;
	EXECUTE format('SELECT coalesce(string_agg(s::text, '' '' ORDER BY s::text), ''none'') FROM (%s) s', query) INTO other;
	SET LOCAL variant.shredded_columns = on;
	EXECUTE format('SELECT coalesce(string_agg(s::text, '' '' ORDER BY s::text), ''none'') FROM (%s) s', query) INTO answer;
	same := answer IS NOT DISTINCT FROM other;
	answer := left(answer, 80);
	RETURN NEXT;
END $$;
CREATE FUNCTION uses(query text) RETURNS boolean LANGUAGE sql AS $$ SELECT count(*) > 0 FROM shape(query) s WHERE s ~ '_off' $$;
SET enable_seqscan = off;
SET jit = off;
SET max_parallel_workers_per_gather = 0;

CREATE TABLE ev (id int PRIMARY KEY, doc variant, z int);
INSERT INTO ev SELECT i, variant_build_object('kind', 'k' || i % 50, 'at', timestamptz '2024-10-24 00:00Z' + i * interval '1 minute', 'n', i,
	'user', variant_build_object('id', i % 100)), i FROM generate_series(1, 2000) i;
UPDATE ev SET doc['n'] = '"x"' WHERE id % 100 = 0;
UPDATE ev SET doc['n'] = '1.5' WHERE id % 150 = 0;
UPDATE ev SET doc['kind'] = '7' WHERE id % 500 = 0;
SELECT * FROM variant_shred_column('ev', 'doc', '{"kind": "text", "at": "timestamptz", "n": "bigint", "user": {"id": "int"}}', 'btree');
VACUUM ANALYZE ev;

-- every spelling
SELECT shape('SELECT id FROM ev WHERE doc[''kind''] = ''k7''::text');
SELECT shape('SELECT id FROM ev WHERE ''k7''::text = doc->''kind''');
SELECT shape('SELECT id FROM ev WHERE doc #> ''{kind}'' = ''k7''::text');
SELECT shape('SELECT id FROM ev WHERE variant_get(doc, ''$.kind'') = ''k7''::text');
SELECT shape('SELECT id FROM ev WHERE doc[''kind''] = ''"k7"''');
SELECT shape('SELECT id FROM ev WHERE doc->>''kind'' = ''k7''');
SELECT shape('SELECT id FROM ev WHERE doc #>> ''{kind}'' IN (''k7'', ''k8'')');
SELECT shape('SELECT id FROM ev WHERE variant_get(doc, ''$.kind'', NULL::text) = ''k7''');
SELECT shape('SELECT id FROM ev WHERE doc->''user''->''id'' = 5');
SELECT shape('SELECT id FROM ev WHERE (doc[''user''][''id''])::int = 5');
SELECT shape('SELECT id FROM ev WHERE (doc->''user''->''id'')::bigint = 5');
SELECT shape('SELECT id FROM ev WHERE (doc[''n''])::int BETWEEN 5 AND 6');
SELECT shape('SELECT id FROM ev WHERE doc[''n''] BETWEEN 5 AND 10.0');
SELECT shape('SELECT id FROM ev WHERE doc[''n''] > 1990 AND doc[''kind''] = ''k7''::text');
SELECT shape('SELECT id FROM ev WHERE doc[''at''] < timestamptz ''2024-10-24 01:00Z'' OR doc[''n''] = 1999');
SELECT shape('SELECT id FROM ev WHERE doc[''kind''] = ANY (ARRAY[''k7'', ''k8'']::text[])');
SELECT shape('SELECT doc->>''kind'', (doc[''n''])::bigint FROM ev ORDER BY (doc[''at''])::timestamptz');
SELECT shape('SELECT doc->>''kind'', count(*) FROM ev WHERE doc[''n''] IS NOT NULL AND NOT doc[''n''] > 5 GROUP BY 1');
SELECT compared('SELECT count(*), sum(id) FROM ev WHERE ' || c) FROM unnest(ARRAY['doc[''kind''] = ''k7''::text', 'doc->>''kind'' = ''7''', 'doc[''n''] BETWEEN 1 AND 2', 'doc[''n''] = 1.5',
	'doc[''n''] = ''"x"''', 'doc[''n''] > ''1999''', 'NOT doc[''n''] > 5', 'doc[''n''] <> 5', 'doc[''n''] > 5.5 AND doc[''n''] < 7e0', 'doc[''at''] < timestamptz ''2024-10-24 01:00Z'' OR doc[''n''] = 1.5']) c;
-- what a cast does with other values stays an error
SELECT count(*) FROM ev WHERE (doc['n'])::bigint = 5;
SELECT id FROM ev WHERE (doc['n'])::bigint = 5 AND id = 5;

-- not those: other paths, other kinds of steps, values that are not exact
SELECT uses('SELECT id FROM ev WHERE ' || c) FROM unnest(ARRAY['doc[''other''] = 5', 'doc[''user''] = ''{"id": 5}''', 'doc->''user''->0 = 5', 'doc[''n''] = ''x''::text', 'doc[''n''] > 0.1::float8',
	'doc[''n''] = (random() * 5)::int', 'doc[''n''] = z', 'doc[''kind''] > date ''2024-10-24''', 'doc->>''at'' > ''2024''', 'doc[id::text] = 5']) c;

-- nor a cast or text that is compared with a variant: it is another value than the one in the column
CREATE TABLE quarters (id int, doc variant);
INSERT INTO quarters SELECT i, variant_build_object('n', i / 4.0, 't', i::text) FROM generate_series(1, 40) i;
SELECT count(*) FROM variant_shred_column('quarters', 'doc', '{"n": "numeric(10,2)", "t": "text"}');
SELECT c, compared('SELECT id FROM quarters WHERE ' || c) FROM unnest(ARRAY['''5''::variant = (doc[''n''])::int', '(doc[''n''])::int <= ''2''::variant', '''2''::variant >= (doc->''n'')::bigint', '(doc[''n''])::numeric = ''2.5''::variant', '''9''::variant = (doc->>''t'')::numeric', '''"9"''::variant = doc->>''t''', '(doc[''n''])::int = ANY (''{5,7}''::variant[])']) c;
DROP TABLE quarters CASCADE;

-- views, subqueries, prepared statements; until a column is dropped
CREATE VIEW w AS SELECT id, doc AS d FROM ev WHERE id > 0;
CREATE VIEW ww AS SELECT d AS "the doc", id FROM w;
SELECT shape('SELECT id, "the doc"->>''kind'' FROM ww WHERE "the doc"[''n''] = 7');
SELECT shape('SELECT s.id FROM (SELECT * FROM ev OFFSET 0) s WHERE s.doc[''n''] = 7');
SELECT compared('SELECT s.id, s.doc->>''kind'' FROM (SELECT * FROM ev OFFSET 0) s WHERE s.doc[''n''] = 7');
SELECT compared('SELECT id, "the doc"->>''kind'' FROM ww WHERE "the doc"[''n''] = 7');
SELECT uses('SELECT d->>''kind'' FROM (SELECT DISTINCT doc AS d FROM ev) s WHERE d[''n''] = 7');
SELECT uses('SELECT 1 FROM (SELECT doc FROM ev UNION ALL SELECT doc FROM ev) s WHERE doc[''n''] = 7');
SELECT uses('SELECT 1 FROM (SELECT doc FROM ev WHERE doc[''n''] = 7 UNION ALL SELECT doc FROM ev WHERE doc[''n''] = 8) s');
SELECT uses('WITH c AS (SELECT id FROM ev WHERE doc[''n''] = 7) SELECT * FROM c');
SELECT uses('SELECT 1 FROM pg_class WHERE EXISTS (SELECT FROM ev WHERE doc[''n''] = 7)');
SELECT uses('SELECT 1 FROM pg_class c WHERE EXISTS (SELECT FROM ev WHERE doc[''n''] = c.relnatts)');
-- not where a row is read as a whole, which has no more columns than it says
SELECT compared(q) FROM unnest(ARRAY['SELECT s FROM (SELECT id, doc FROM ev) s WHERE s.doc[''n''] = 7', 'SELECT to_jsonb(s) FROM (SELECT id, doc FROM ev OFFSET 0) s WHERE s.doc[''n''] = 7',
	'SELECT w FROM w WHERE d[''n''] = 7', 'SELECT ww FROM (SELECT * FROM ww OFFSET 0) ww WHERE "the doc"[''n''] = 7', 'SELECT id, (SELECT to_jsonb(ww) WHERE ww IS NOT NULL) FROM ww WHERE "the doc"[''n''] = 7',
	'SELECT s.id, (s.ww).id FROM (SELECT id, "the doc", ww FROM ww) s WHERE s."the doc"[''n''] = 7']) q;
PREPARE p(bigint) AS SELECT id FROM ev WHERE doc['n'] = $1;
SET plan_cache_mode = force_generic_plan;
SELECT shape('EXECUTE p(7)');
EXECUTE p(7);
BEGIN;
SELECT count(*) FROM variant_unshred_column('ev', 'doc', '$.n');
SELECT shape('EXECUTE p(7)');
EXECUTE p(7);
ROLLBACK;
SELECT uses('EXECUTE p(7)');
ALTER TABLE ev ALTER n_off DROP EXPRESSION;
SELECT uses('EXECUTE p(7)');
SELECT uses('SELECT id FROM ev WHERE doc[''kind''] = ''k7''::text');
ALTER TABLE ev DROP n_off, DROP n;
SELECT count(*) FROM variant_shred_column('ev', 'doc', '{"n": "bigint"}', 'brin');
ANALYZE ev;
SELECT shape('EXECUTE p(7)');
EXECUTE p(7);
RESET plan_cache_mode;
SET variant.shredded_columns = off;
SELECT uses('SELECT id FROM ev WHERE doc[''kind''] = ''k7''::text');
RESET variant.shredded_columns;

-- joins: a value that is read is replaced, what hashes or merges still does
SELECT uses('SELECT a.id FROM ev a JOIN ev b ON a.doc->>''kind'' = b.doc->>''kind''');
SELECT uses('SELECT a.id FROM ev a JOIN ev b ON a.doc[''n''] = b.doc[''n'']');
SELECT compared('SELECT count(*), sum(a.id) FROM ev a JOIN ev b ON a.doc->>''kind'' = b.doc->>''kind''');
SELECT compared('SELECT count(*), sum(b.id) FROM ev a FULL JOIN ev b ON a.doc[''n''] = b.doc[''n'']');

-- 3.9: the nullable side of outer joins
SELECT compared('SELECT count(*), count(b.doc->>''kind''), count(*) FILTER (WHERE b.doc[''n''] IS NULL), count(coalesce((b.doc[''n''])::bigint, 0)), count(b.doc[''n''] > 5)
	FROM generate_series(-5, 20) g LEFT JOIN ev b ON b.id = g');
SELECT compared('SELECT g, try_variant_get(b.doc, ''$.n'', 0::bigint), b.doc[''n''] IS NULL FROM generate_series(-2, 2) g LEFT JOIN ev b ON b.id = g');
SELECT compared('SELECT g FROM generate_series(-2, 2) g LEFT JOIN ev b ON b.id = g AND b.doc[''n''] = 1');
SELECT compared('SELECT g FROM generate_series(-2, 2) g LEFT JOIN (SELECT id, doc FROM ev) b ON b.id = g WHERE b.doc[''n''] IS NULL OR b.doc[''n''] < 2');

-- 3.10: grouping sets
SELECT compared('SELECT doc->>''kind'', doc->''kind'', count(*) FROM ev WHERE doc[''n''] < 3 GROUP BY ROLLUP(doc)');
SELECT compared('SELECT doc->>''kind'', count(*) FROM ev WHERE doc[''n''] < 3 GROUP BY CUBE(doc->>''kind'', doc)');
SELECT compared('SELECT (doc->''user'')->>''id'', ((doc->''user'')->''id'')::int > 0, count(*) FROM ev WHERE doc[''n''] < 5 GROUP BY GROUPING SETS ((doc->''user''), ())');
SELECT uses('SELECT count(*) FROM ev WHERE doc[''n''] < 3 GROUP BY ROLLUP(doc->>''kind'')');
SELECT compared('SELECT doc->>''kind'', doc[''n''] > 1, count(*) FROM ev WHERE doc[''n''] < 5 GROUP BY doc HAVING doc->>''kind'' <> ''k2''');
SELECT compared('SELECT upper(doc->>''kind''), count(*), max((doc[''at''])::timestamptz), count(*) FILTER (WHERE doc[''n''] > 100) FROM ev GROUP BY doc->>''kind'' HAVING min(doc->>''kind'') > ''k4''');
SELECT compared('SELECT DISTINCT ON (doc->>''kind'') doc->>''kind'', id FROM ev ORDER BY doc->>''kind'', id');
SELECT compared('SELECT doc->>''kind'', rank() OVER (PARTITION BY doc->>''kind'' ORDER BY (doc[''at''])::timestamptz) FROM ev WHERE doc[''n''] < 60');
SELECT compared('SELECT doc[''n''] > 1, count(*) FROM ev GROUP BY doc[''n''], doc[''n''] > 1 HAVING count(*) > 1');

-- 3.11: variables of outer levels, where the outer side is a join
SELECT compared('SELECT a.id, s.k FROM ev a JOIN ev b ON a.id = b.id, LATERAL (SELECT a.doc->>''kind'' AS k, b.doc[''n''] > 5 AS m OFFSET 0) s WHERE a.id < 9');
SELECT compared('SELECT a.id, (SELECT max(b.id) FROM ev b WHERE b.doc[''n''] < (a.doc[''n''])::bigint AND a.doc->>''kind'' = ''k7'') FROM ev a WHERE a.id < 9');
SELECT compared('SELECT a.id, k FROM ev a JOIN ev b USING (id), LATERAL unnest(ARRAY[a.doc->>''kind'']) k WHERE a.id < 4');

-- 3.6: inheritance and partitions
CREATE TABLE parent (id int, doc variant);
CREATE TABLE child () INHERITS (parent);
INSERT INTO parent SELECT i, variant_build_object('n', i) FROM generate_series(1, 300) i;
INSERT INTO child SELECT i, variant_build_object('n', i) FROM generate_series(1, 300) i;
SELECT count(*) FROM variant_shred_column('parent', 'doc', '{"n": "int"}', 'btree');
ANALYZE parent, child;
SELECT uses('SELECT * FROM parent WHERE doc[''n''] = 7');
SELECT compared('SELECT * FROM parent WHERE doc[''n''] = 7');
PREPARE q AS SELECT count(*) FROM parent WHERE doc['n'] = 7;
EXECUTE q;
-- a child whose columns are something else: 15 refuses it
CREATE TABLE stranger (id int, doc variant, n int GENERATED ALWAYS AS (5) STORED, n_off "char" GENERATED ALWAYS AS (NULL::"char") STORED);
INSERT INTO stranger VALUES (999, '{"n": 7}');
DO $$ BEGIN ALTER TABLE stranger INHERIT parent; EXCEPTION WHEN OTHERS THEN NULL; END $$;
SELECT uses('SELECT * FROM parent WHERE doc[''n''] = 7') = NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = 'stranger'::regclass) AS right;
SELECT uses('SELECT * FROM ONLY parent WHERE doc[''n''] = 7');
SELECT same FROM compared('SELECT tableoid::regclass, id FROM parent WHERE doc[''n''] = 7');
SELECT same FROM compared('SELECT * FROM (SELECT count(*) AS c FROM parent WHERE doc->''n'' = 7) s');
DROP TABLE stranger;
SELECT uses('SELECT * FROM parent WHERE doc[''n''] = 7');
EXECUTE q;
CREATE TABLE grandchild () INHERITS (child);
INSERT INTO grandchild (id, doc) VALUES (1000, '{"n": 7}');
EXECUTE q;
SELECT uses('EXECUTE q');
-- which 17 can do
DO $$ BEGIN EXECUTE 'ALTER TABLE grandchild ALTER n SET EXPRESSION AS (8)'; EXCEPTION WHEN OTHERS THEN NULL; END $$;
EXECUTE q;
SELECT uses('EXECUTE q') = (SELECT min(n) = 7 FROM grandchild) AS right;
DROP TABLE parent CASCADE;
CREATE TABLE part (k int, doc variant) PARTITION BY LIST (k);
CREATE TABLE part1 PARTITION OF part FOR VALUES IN (1);
CREATE TABLE part2 (doc variant, gone int, k int);
ALTER TABLE part2 DROP COLUMN gone;
ALTER TABLE part ATTACH PARTITION part2 FOR VALUES IN (2);
SELECT count(*) FROM variant_shred_column('part', 'doc', '{"n": "int"}', 'btree');
INSERT INTO part SELECT i % 2 + 1, variant_build_object('n', i) FROM generate_series(1, 600) i;
ANALYZE part;
SELECT shape('SELECT * FROM part WHERE doc[''n''] = 7 AND k = 2');
SELECT compared('SELECT * FROM part WHERE doc[''n''] BETWEEN 7 AND 8');
UPDATE part SET k = 3 - k WHERE doc['n'] BETWEEN 7 AND 8;
SELECT compared('SELECT * FROM part WHERE doc[''n''] BETWEEN 7 AND 8');
DROP TABLE part;

-- 3.7: CHECK constraints, whose variables are of another table when they are looked at
CREATE TABLE kk1 (z int, doc variant, y int, CHECK (doc['n'] > 100));
CREATE TABLE kk2 (y int, z int, doc variant);
SELECT count(*) FROM variant_shred_column('kk1', 'doc', '{"n": "int"}');
SELECT count(*) FROM variant_shred_column('kk2', 'doc', '{"n": "int"}');
INSERT INTO kk1 (z, doc) VALUES (1, '{"n": 500}');
INSERT INTO kk2 (y, z, doc) VALUES (1, 2, '{"n": 5}');
SET constraint_exclusion = on;
SELECT compared('SELECT kk1.z, kk2.z FROM kk1, kk2 WHERE kk2.z < 50');
SELECT compared('SELECT kk1.z, kk2.z FROM kk1, kk2 WHERE kk2.doc[''n''] < 50 AND kk1.doc[''n''] < 1000');
SELECT compared('SELECT 1 FROM kk1 WHERE doc[''n''] < 50');
INSERT INTO kk1 (z, doc) VALUES (1, '{"n": 5}');
RESET constraint_exclusion;
DROP TABLE kk1, kk2;

-- 3.15, 3.16: indexes on the expression stay what is used
CREATE TABLE xi (id int, doc variant);
INSERT INTO xi SELECT i, variant_build_object('k', i, 'm', i) FROM generate_series(1, 1000) i;
SELECT count(*) FROM variant_shred_column('xi', 'doc', '{"k": "int", "m": "int"}', 'btree');
CREATE UNIQUE INDEX xi_e ON xi ((doc['k']));
CREATE INDEX xi_p ON xi (id) WHERE (doc['m'])::int > 990;
ANALYZE xi;
SELECT shape('SELECT * FROM xi WHERE doc[''k''] = 5');
SELECT shape('SELECT * FROM xi WHERE doc[''k''] = 5 ORDER BY doc[''k'']');
SELECT shape('SELECT id FROM xi WHERE (doc[''m''])::int > 990 AND id > 5');
INSERT INTO xi VALUES (1001, '{"k": 5}') ON CONFLICT ((doc['k'])) DO UPDATE SET id = 2000 + (EXCLUDED.doc['k'])::int WHERE xi.doc['m'] = 5;
SELECT compared('SELECT id FROM xi WHERE doc[''k''] = 5');
DROP INDEX xi_e, xi_p;
SELECT uses('SELECT * FROM xi WHERE doc[''k''] = 5'), uses('SELECT id FROM xi WHERE (doc[''m''])::int > 990');
-- a GIN index serves conditions as they are written, if the column has no index itself
SELECT count(*) FROM variant_unshred_column('xi', 'doc', '$.m');
SELECT count(*) FROM variant_shred_column('xi', 'doc', '{"m": "int"}');
CREATE INDEX xi_gin ON xi USING gin (doc);
ANALYZE xi;
SELECT shape('SELECT (doc[''m''])::int FROM xi WHERE doc[''m''] = 5');
SELECT shape('SELECT id FROM xi WHERE doc[''k''] = 5');
SELECT compared('SELECT id, (doc[''m''])::int FROM xi WHERE doc[''m''] = 5 OR doc[''k''] = 6');
DROP TABLE xi;

-- changing rows
CREATE TABLE ch (id int PRIMARY KEY, doc variant, note text);
SELECT count(*) FROM variant_shred_column('ch', 'doc', '{"n": "int", "s": "text"}', 'btree');
CREATE FUNCTION add_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.doc := variant_set(NEW.doc, '{n}', to_variant((NEW.doc['n'])::int + 1)); RETURN NEW; END $$;
CREATE TRIGGER t BEFORE INSERT OR UPDATE ON ch FOR EACH ROW EXECUTE FUNCTION add_one();
INSERT INTO ch (id, doc) SELECT i, variant_build_object('n', i, 's', 's' || i) FROM generate_series(1, 50) i;
UPDATE ch SET note = doc->>'s', doc = variant_set(doc, '{s}', '"new"') WHERE doc['n'] = 7 RETURNING id, doc, n, s, note, doc->>'s', (doc['n'])::int;
DELETE FROM ch WHERE doc->>'s' = 'new' RETURNING id, doc['n'] > 5;
DELETE FROM ch USING ev WHERE ch.doc['n'] = 9 AND ev.doc['user']['id'] = 9 AND ev.id = 9 RETURNING ch.id;
INSERT INTO ch (id, doc) SELECT id + 100, doc FROM ch WHERE doc['n'] BETWEEN 10 AND 12 ON CONFLICT (id) DO NOTHING RETURNING id, n;
MERGE INTO ch USING (SELECT id, doc FROM ch WHERE doc['n'] = 20) s ON ch.id = s.id AND ch.doc['n'] = 20
	WHEN MATCHED AND ch.doc->>'s' = 's19' THEN UPDATE SET note = ch.doc->>'s' WHEN NOT MATCHED THEN DO NOTHING;
SELECT id, n, s, note FROM ch WHERE note IS NOT NULL;
DROP TABLE ch;
DROP FUNCTION add_one;

-- row security, and columns without a privilege
CREATE TABLE sec (id int, doc variant);
INSERT INTO sec SELECT i, variant_build_object('owner', CASE i % 2 WHEN 0 THEN 'shred_even' ELSE 'x' END, 'n', i) FROM generate_series(1, 1000) i;
SELECT count(*) FROM variant_shred_column('sec', 'doc', '{"owner": "text", "n": "int"}', 'btree');
ANALYZE sec;
CREATE ROLE shred_even;
GRANT SELECT (id, doc) ON sec TO shred_even;
ALTER TABLE sec ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON sec USING (doc->>'owner' = current_user);
GRANT SELECT ON ev TO shred_even;
SET ROLE shred_even;
SELECT id, doc->>'owner' FROM sec WHERE doc['n'] BETWEEN 1 AND 4;
SELECT n FROM sec;
SELECT compared('SELECT count(*), sum((doc[''n''])::int) FROM sec WHERE doc[''n''] > 990');
RESET ROLE;
DROP TABLE sec;

-- a table that keeps other types out: the columns are the paths
CREATE TABLE st (id int, doc variant);
INSERT INTO st SELECT i, variant_build_object('n', i, 's', 's' || i % 10) FROM generate_series(1, 500) i;
SELECT count(*) FROM variant_shred_column('st', 'doc', '{"n": "bigint", "s": "text"}', 'btree');
ALTER TABLE st ADD CONSTRAINT typed CHECK (n_off IS NULL) NOT VALID;
SELECT uses('SELECT id FROM st WHERE doc[''n''] = 7');
ALTER TABLE st VALIDATE CONSTRAINT typed;
ALTER TABLE st ADD CHECK (s_off IS NULL);
ANALYZE st;
SELECT shape('SELECT id FROM st WHERE doc[''n''] BETWEEN 7 AND 8');
SELECT shape('SELECT doc->>''s'' FROM st ORDER BY (doc[''n''])::bigint LIMIT 1');
SELECT shape('SELECT id FROM st WHERE doc->>''s'' IN (''s1'', ''s2'') AND NOT doc[''n''] > 5');
SELECT compared('SELECT count(*), sum(id) FROM st WHERE ' || c) FROM unnest(ARRAY['doc[''n''] BETWEEN 7 AND 8', 'doc->>''s'' > ''s5''', 'NOT doc[''n''] > 5', '(doc[''n''])::int < 9', 'doc[''n''] IS NULL',
	'doc[''s''] <> ''s1''::text', 'doc[''s''] = ''5''::variant', 'upper(doc->>''s'') = ''S1''']) c;
SELECT compared('SELECT doc->>''s'', count(*), min(doc->>''s'' COLLATE "C") FROM st GROUP BY 1 ORDER BY 1 DESC');
SELECT compared('SELECT a.id FROM st a LEFT JOIN st b ON (a.doc[''n''])::bigint = (b.doc[''n''])::bigint + 495 AND b.doc[''n''] IS NOT NULL WHERE b.doc->>''s'' = ''s1'' OR b.doc[''n''] IS NULL AND a.id < 3');
INSERT INTO st VALUES (0, '{"n": "x"}');
INSERT INTO st VALUES (0, '{"n": null}');
INSERT INTO st VALUES (0, '{}');
SELECT compared('SELECT id, doc[''n''] > 5 FROM st WHERE doc[''n''] IS NULL');
INSERT INTO st VALUES (600, '{"n": 3000000000}');
SELECT shape('SELECT (doc[''n''])::int FROM st WHERE (doc[''n''])::int = 5');
SELECT id FROM st WHERE (doc['n'])::int = 5;
SELECT (doc['n'])::int FROM st WHERE id >= 500;
SELECT (doc['n'])::int, (doc['n'])::smallint FROM st WHERE id = 500;
SELECT compared('SELECT id, (doc[''n''])::int FROM st WHERE id < 600 AND NOT (doc[''n''])::int > 3');
-- but not what an SQL function made one, which may be replaced while a plan waits
CREATE FUNCTION inner_read(d variant) RETURNS variant LANGUAGE sql IMMUTABLE AS 'SELECT d[''n'']';
CREATE FUNCTION outer_read(d variant) RETURNS variant LANGUAGE sql IMMUTABLE AS 'SELECT inner_read(d)';
SET plan_cache_mode = force_generic_plan;
PREPARE r AS SELECT id FROM st WHERE (outer_read(doc))::bigint = 7 AND doc['n'] > 5 AND outer_read(doc) IS NOT NULL;
SELECT uses('EXECUTE r');
EXECUTE r;
CREATE OR REPLACE FUNCTION inner_read(d variant) RETURNS variant LANGUAGE sql IMMUTABLE AS 'SELECT d[''none'']';
EXECUTE r;
RESET plan_cache_mode;
DROP FUNCTION outer_read, inner_read;
CREATE TABLE st_child () INHERITS (st);
SELECT shape('SELECT id FROM st WHERE doc[''n''] = 7');
ALTER TABLE st DROP CONSTRAINT typed;
SELECT uses('SELECT id FROM st WHERE doc[''n''] = 7');
DROP TABLE st CASCADE;

-- names, and a search path that has other operators in front
CREATE SCHEMA trap;
CREATE FUNCTION trap.never(bigint, int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false';
CREATE OPERATOR trap.= (LEFTARG = bigint, RIGHTARG = int, FUNCTION = trap.never);
SET search_path = trap, pg_catalog, public;
SELECT compared('SELECT id FROM public.ev WHERE doc[''n''] = 7');
RESET search_path;
DROP SCHEMA trap CASCADE;
REVOKE ALL ON ev FROM shred_even;
DROP ROLE shred_even;
DROP TABLE ev CASCADE;
DROP FUNCTION uses, compared, shape;
