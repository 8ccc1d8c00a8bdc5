-- Faults of other implementations' indexes and planners.  Where each is tested:
--
--	true, null and numbers told apart from strings	here, gin.sql (all scalars)
--	empty containers							here, gin.sql
--	long names and values						here, gin.sql
--	an expression index and NULL				here, gin.sql
--	a filter beside the index condition			here, gin.sql
--	an index on two expressions				here
--	estimates of what is taken out				here
--	operators that the default class lacks		here
--	odd predicates and paths					predicate.sql, jsonpath_hostile.sql, test/fuzz
--	built, inserted, pending, vacuumed			gin.sql, test/t/010_gin.pl
--	paths with the same hash					here
--
-- Each query shows the right answer as true, unless it is an EXPLAIN.
CREATE SCHEMA test_gin_faults;
SET search_path = test_gin_faults, public;
SET datestyle = iso; SET timezone = 'UTC';
CREATE FUNCTION found(clause text) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE scan int[]; index int[];
BEGIN
	SET LOCAL enable_seqscan = on; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_indexscan = off;
	EXECUTE 'SELECT array_agg(id ORDER BY id) FROM docs WHERE ' || clause INTO scan;
	SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = on; SET LOCAL enable_indexscan = on;
	EXECUTE 'SELECT array_agg(id ORDER BY id) FROM docs WHERE ' || clause INTO index;
	IF scan IS DISTINCT FROM index THEN RAISE '%: % by scan, % by index', clause, scan, index; END IF;
	RETURN scan;
END$$;

-- true, null and numbers are not the strings "t", "null" and "1"
CREATE TABLE docs (id int, v variant);
INSERT INTO docs VALUES (1, '{"a": "t"}'), (2, '{"a": true}'), (3, '{"a": 1.0}'), (4, '{"a": "1"}'), (5, '{"a": null}'), (6, '{"a": "null"}');
CREATE INDEX docs_v ON docs USING gin (v);
SELECT found($$v @> '{"a": "t"}'$$) = '{1}', found($$v @> '{"a": true}'$$) = '{2}', found($$v @> '{"a": 1}'$$) = '{3}', found($$v @> '{"a": "1"}'$$) = '{4}',
	found($$v @> '{"a": null}'$$) = '{5}', found($$v @> '{"a": "null"}'$$) = '{6}', found($$v['a'] = 't'::text$$) = '{1}', found($$v['a'] = true$$) = '{2}', found($$v['a'] = 1$$) = '{3}', found($$v->>'a' = '1'$$) = '{4}',
	found($$v @@ '$.a == null'$$) = '{5}', found($$v @@ '$.a == true'$$) = '{2}';
-- empty containers
TRUNCATE docs;
INSERT INTO docs VALUES (1, '{"a": {}}'), (2, '{"a": []}'), (3, '{"a": {"b": 1}}'), (4, '{"a": [1]}'), (5, '{}'), (6, '[]'), (7, '{"a": 1}'), (8, '5');
SELECT found($$v @> '{"a": {}}'$$) = '{1,3}', found($$v @> '{"a": []}'$$) = '{2,4}', found($$v @> '{}'$$) = '{1,2,3,4,5,7}', found($$v @> '[]'$$) = '{6}', found($$v ?& '{}'$$) = '{1,2,3,4,5,6,7,8}', found($$v ?| '{}'$$) IS NULL,
	found($$v @~ '$ = {}'$$) = '{5}', found($$v @~ '$.a = []'$$) = '{2}', found($$v['a'] = '{}'::variant$$) = '{1}';
-- long ones, told apart at their ends
TRUNCATE docs;
INSERT INTO docs VALUES (1, variant_build_object('a', repeat('x', 10000))), (2, variant_build_object(repeat('k', 3000), 1)), (3, variant_build_object('a', repeat('y', 130) || '1')), (4, variant_build_object('a', repeat('y', 130) || '2'));
SELECT found($$v['a'] = repeat('x', 10000)$$) = '{1}', found($$v ? repeat('k', 3000)$$) = '{2}', found($$v['a'] = repeat('y', 130) || '1'$$) = '{3}', found($$v['a'] > repeat('y', 130) || '1'$$) = '{4}', found($$v @> variant_build_object('a', repeat('y', 130) || '2')$$) = '{4}';
CREATE INDEX docs_hash ON docs USING hash (v);
SELECT found($$v = variant_build_object('a', repeat('x', 10000))$$) = '{1}';
-- (bytes that are compressed fit; those that cannot be do not)
CREATE INDEX docs_btree ON docs (v);
INSERT INTO docs SELECT 5, variant_build_object('a', string_agg(md5(i::text), '')) FROM generate_series(1, 200) i;
DROP INDEX docs_btree, docs_hash;
-- an index on an expression that is NULL, with a predicate
TRUNCATE docs;
DROP INDEX docs_v;
INSERT INTO docs SELECT i, (CASE WHEN i <= 3 THEN '{"A2": [1]}' ELSE '{}' END)::variant FROM generate_series(1, 6) i;
CREATE INDEX docs_part ON docs USING gin ((v->'A2')) WHERE id < 7;
SELECT found('id < 7') = '{1,2,3,4,5,6}', found($$v->'A2' @> '[1]' AND id < 7$$) = '{1,2,3}';
DROP INDEX docs_part;
-- a filter beside the index condition
TRUNCATE docs;
CREATE INDEX docs_v ON docs USING gin (v);
INSERT INTO docs VALUES (9, '{"refs": [{"val": "9"}]}'), (8, '{"refs": [{"val": "9"}]}');
SELECT found($$v @> '{"refs": [{"val": "9"}]}' AND id <> 9$$) = '{8}', found($$v->'refs'->0->>'val' = '9' AND id <> 9$$) = '{8}', found($$v @> '{"refs": [{"val": "9"}]}' AND id <> ALL ('{8,9}')$$) IS NULL;
-- an index on two expressions, a condition on one
TRUNCATE docs;
INSERT INTO docs SELECT i, variant_build_object('c3', 1 + i % 2, 'c4', i) FROM generate_series(1, 10) i;
CREATE INDEX docs_two ON docs ((v->>'c3'), (v->>'c4'));
CREATE INDEX docs_two_gin ON docs USING gin ((v->'c3'), (v->'c4'));
SELECT found($$v->>'c3' = '4'$$) IS NULL, found($$v->>'c3' = '1'$$) = '{2,4,6,8,10}', found($$v->>'c4' = '4'$$) = '{4}', found($$v->'c3' = 4$$) IS NULL, found($$v->'c4' = 4$$) = '{4}';
DROP TABLE docs;

-- estimates of what is taken out, with statistics on the expressions: within 3x
CREATE TABLE docs (id int, v variant);
INSERT INTO docs SELECT i, variant_build_object('status', CASE WHEN i % 2 = 0 THEN 'done' ELSE 'open' || i % 100 END, 'n', i % 3, 'at', timestamptz '2024-01-01Z' + i * interval '1 second') FROM generate_series(1, 20000) i;
CREATE INDEX docs_v ON docs USING gin (v);
CREATE STATISTICS docs_s1 ON (v->>'status') FROM docs;
CREATE STATISTICS docs_s2 ON (v['status']) FROM docs;
CREATE STATISTICS docs_s3 ON ((v['n'])::int) FROM docs;
CREATE STATISTICS docs_s4 ON (v['n']) FROM docs;
CREATE STATISTICS docs_s5 ON (v['at']) FROM docs;
ANALYZE docs;
CREATE FUNCTION estimate(clause text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE j json; n float8;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) SELECT * FROM docs WHERE ' || clause INTO j;
	EXECUTE 'SELECT count(*) FROM docs WHERE ' || clause INTO n;
	RETURN (j->0->'Plan'->>'Plan Rows')::float8 / greatest(n, 1);
END$$;
SELECT clause, e FROM (SELECT clause, estimate(clause) AS e FROM unnest(ARRAY[$$v->>'status' = 'done'$$, $$v['status'] = 'done'::text$$, $$v->'status' = 'open7'::text$$, $$(v['n'])::int = 1$$, $$v['n'] = 1$$, $$v #> '{n}' = 1$$, $$v['n'] > 0$$,
	$$v->>'status' IN ('open1', 'open3')$$, $$v['at'] < timestamptz '2024-01-01 00:10Z'$$, $$v['at'] BETWEEN timestamptz '2024-01-01 00:10Z' AND timestamptz '2024-01-01 00:20Z'$$]) clause) s
WHERE e NOT BETWEEN 1 / 3.0 AND 3;
-- and the index changes nothing about them
SET variant.path_index = off;
CREATE TEMP TABLE without AS SELECT clause, estimate(clause) AS e FROM unnest(ARRAY[$$v->>'status' = 'done'$$, $$v['n'] = 1$$, $$v['at'] < timestamptz '2024-01-01 00:10Z' AND v['n'] = 1$$, $$v['other'] = 1$$, $$v['other'] > 1 AND v->>'x' = 'y'$$, $$(v['n'])::int = 1 OR v['n'] = 2$$]) clause;
RESET variant.path_index;
SELECT count(*) = 6 AS "same" FROM without WHERE e = estimate(clause);
-- plans go by them
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v['at'] < timestamptz '2024-01-01 00:01Z';
DROP TABLE docs;

-- the default class has every operator that searches
CREATE TABLE docs (id int, v variant);
INSERT INTO docs VALUES (1, '{"a": 1}');
CREATE INDEX docs_v ON docs USING gin (v);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v @> '{"a": 1}';
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE '{"a": 1}' <@ v;
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v ? 'a';
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v ?| '{a}';
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v ?& '{a}';
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v @? '$.a';
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v @@ '$.a == 1';
EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v @~ '$.a = 1';
DROP TABLE docs;

-- paths with the same hash, two and two: found by the index, removed by the check
CREATE TABLE docs (id int, v variant);
INSERT INTO docs SELECT i, variant_build_object('k' || i, 1) FROM unnest('{896,1399,2221,2258}'::int[]) i;
CREATE INDEX docs_v ON docs USING gin (v);
CREATE FUNCTION removed(clause text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM docs WHERE ' || clause LOOP
		IF line ~ 'Rows Removed by (Index Recheck|Filter): ' THEN RETURN substring(line FROM '\d+$'); END IF;
	END LOOP;
	RETURN 0;
END$$;
SELECT d.id, removed(format(f, d.id)) = 1 AS "one removed", found(format(f, d.id)) = ARRAY[d.id] AS "one found"
FROM docs d, unnest(ARRAY['v @> ''{"k%s": 1}''', 'v[''k%s''] = 1', 'v ? ''k%s''', 'v @? ''$.k%s ? (@ > 0)''']) f ORDER BY d.id, f;
RESET enable_seqscan;
SET client_min_messages = warning;
DROP SCHEMA test_gin_faults CASCADE;
