-- The order: =, <, btree, hash, sort, DISTINCT and joins agree.
-- Queries return only wrong rows, unless they say otherwise.

-- one list in order; equal values share a rank
CREATE TABLE ranked (line int GENERATED ALWAYS AS IDENTITY, rank int, v variant);
INSERT INTO ranked (rank, v)
SELECT rank, t::variant FROM (VALUES
	(1, 'null'),
	(10, '""'), (11, '"\u0000"'), (12, '"\u0000\u0000"'), (13, '"1"'), (14, '"A"'), (15, '"a"'), (16, '"a\u0000"'), (17, '"aaaaaaa"'), (18, '"aaaaaaab"'), (19, '"aaaaaaac"'),
	(20, '"ab"'), (21, '"b"'), (22, '"é"'), (23, '"￿"'), (24, '"😀"'),
	(30, '"-Infinity"::float8'), (30, '"-Infinity"::float4'), (31, '-1e308'), (32, '-99999999999999999999999999999999999999'), (33, '-9223372036854775809'),
	(34, '-9223372036854775808'), (34, '-9223372036854775808e0'), (35, '-9223372036854775807'), (36, '-2'), (37, '-1.0000000000000000000000000000000000001'),
	(38, '-1'), (38, '-1.0'), (38, '-1e0'), (38, '-1::float4'), (39, '-0.5'), (39, '-5e-1'), (40, '-0.05'), (41, '-1e-38'), (42, '-1e-300'),
	(50, '0'), (50, '0.000'), (50, '0e0'), (50, '-0e0'), (50, '-0::float4'), (50, '0.00000000000000000000000000000000000000'),
	(51, '4.9e-324'), (52, '0.00000000000000000000000000000000000001'), (54, '0.05'), (55, '0.1'), (56, '1e-1'), (57, '0.1::float4'), (58, '0.5'), (58, '0.50'), (58, '5e-1'),
	(60, '1'), (60, '1.00'), (60, '1e0'), (60, '1::float4'), (60, '1.00000000000000000000000000000000000'), (61, '1.0000000000000000000000000000000000001'),
	(62, '2'), (63, '127'), (64, '128'), (65, '255'), (66, '256'), (67, '32768'), (68, '9007199254740992'), (68, '9007199254740992e0'), (69, '9007199254740993'), (70, '9007199254740994e0'),
	(71, '9223372036854775807'), (72, '9223372036854775808'), (72, '9223372036854775808e0'), (73, '9223372036854775809'),
	(74, '1e38'), (75, '99999999999999999999999999999999999998'), (76, '99999999999999999999999999999999999999'), (77, '1e308'),
	(78, '"Infinity"::float8'), (78, '"Infinity"::float4'), (79, '"NaN"::float8'), (79, '"NaN"::float4'),
	(80, '"0044-03-15 BC"::date'), (81, '"1969-12-31"::date'), (82, '"2024-10-24"::date'), (83, '"10000-01-01"::date'),
	(90, '"00:00:00"::time'), (91, '"00:00:00.000001"::time'), (92, '"24:00:00"::time'),
	(100, '"1969-12-31T23:59:59.999999"::timestamp'), (101, '"1969-12-31T23:59:59.999999999"::timestamp(9)'), (102, '"1970-01-01T00:00:00"::timestamp'), (102, '"1970-01-01T00:00:00"::timestamp(9)'),
	(103, '"1970-01-01T00:00:00.000000001"::timestamp(9)'), (104, '"1970-01-01T00:00:00.000001"::timestamp'), (104, '"1970-01-01T00:00:00.000001"::timestamp(9)'),
	(110, '"0044-03-15T12:00:00Z BC"::timestamptz'), (111, '"1969-12-31T23:59:59.999999999Z"::timestamptz(9)'), (112, '"1970-01-01T00:00:00Z"::timestamptz'), (112, '"1970-01-01T00:00:00Z"::timestamptz(9)'), (113, '"2500-01-01T00:00:00Z"::timestamptz'),
	(120, '"00000000-0000-0000-0000-000000000000"::uuid'), (121, '"80000000-0000-0000-0000-000000000000"::uuid'), (122, '"80000000-0000-0000-0000-000000000001"::uuid'),
	(130, '"\\x"::bytea'), (131, '"\\x00"::bytea'), (132, '"\\x0000"::bytea'), (133, '"\\x80"::bytea'),
	(140, 'false'), (141, 'true'),
	(150, '[]'), (151, '[null]'), (152, '["a"]'), (153, '[1]'), (153, '[1.0]'), (154, '[2]'), (155, '[[]]'), (156, '[[1]]'), (157, '[[2]]'), (158, '[{}]'),
	(159, '[1, 2]'), (159, '[1e0, 2.0]'), (160, '[1, 3]'), (161, '[[[[1]]], 1]'), (162, '[[[[2]]], 1]'), (163, '[null, null, null]'),
	(170, '{}'), (171, '{"": 1}'), (172, '{"a": 1}'), (172, '{"a": 1.0}'), (173, '{"a": 2}'), (174, '{"aa": 1}'), (175, '{"aaaaaaa": 1}'), (176, '{"aaaaaab": 0}'), (177, '{"b": 0}'),
	(178, '{"a": 1, "b": 2}'), (178, ' { "b" : 2e0 , "a":1 } '), (179, '{"a": 1, "b": 3}'), (180, '{"a": 1, "c": 0}'), (181, '{"b": 1, "c": 0}')
) x(rank, t);
-- other encodings of some of them
INSERT INTO ranked (rank, v) VALUES
	(60, variant_from_bytes('\x010000180100000000000000')), (60, variant_from_bytes('\x010000100100')), (60, variant_from_bytes('\x0100002c01000000'::bytea)),
	(15, variant_from_bytes('\x010000400100000061')), (10, variant_from_bytes('\x0100004000000000')),
	(178, variant_from_bytes('\x01020001026162020200010200040c020c01'::bytea)), (178, variant_from_bytes('\x010300010203616263020200010002040c010c02')),
	(172, variant_from_bytes('\x01010001617e010000000000000000000000020000000c01')), (153, variant_from_bytes('\x010000130100000000020c01')),
	(79, variant_from_bytes('\x0100001c010000000000f0ff')), (79, variant_from_bytes('\x010000380100c07f'));
DELETE FROM ranked WHERE variant_to_bytes(v) = '\x0100002c01000000';
-- values a (1), b (2), stored in the other order
UPDATE ranked SET v = variant_from_bytes('\x01020001026162020200010200040c020c01') WHERE variant_to_bytes(v) = '\x01020001026162020200010200040c020c01';

-- every pair, every operator
SELECT a.line, b.line, a.v, b.v, variant_cmp(a.v, b.v), sign(a.rank - b.rank) FROM ranked a, ranked b
	WHERE variant_cmp(a.v, b.v) <> sign(a.rank - b.rank)
	OR (a.v = b.v) <> (a.rank = b.rank) OR (a.v <> b.v) <> (a.rank <> b.rank)
	OR (a.v < b.v) <> (a.rank < b.rank) OR (a.v <= b.v) <> (a.rank <= b.rank)
	OR (a.v > b.v) <> (a.rank > b.rank) OR (a.v >= b.v) <> (a.rank >= b.rank)
	OR a.rank = b.rank AND (variant_hash(a.v) <> variant_hash(b.v) OR variant_hash_extended(a.v, 42) <> variant_hash_extended(b.v, 42))
	ORDER BY 1, 2 LIMIT 20;
-- within containers too
SELECT a.line, b.line, a.v, b.v FROM (SELECT line, rank, format('[%s]', v)::variant AS x, format('{"k": %s}', v)::variant AS y, v FROM ranked) a,
	(SELECT line, rank, format('[%s]', v)::variant AS x, format('{"k": %s}', v)::variant AS y, v FROM ranked) b
	WHERE variant_cmp(a.x, b.x) <> sign(a.rank - b.rank) OR variant_cmp(a.y, b.y) <> sign(a.rank - b.rank)
	ORDER BY 1, 2 LIMIT 20;
-- hashes differ where they should
SELECT count(DISTINCT variant_hash(v)) > 0.95 * count(DISTINCT rank) AS spread,
	count(DISTINCT variant_hash_extended(v, 1)) > 0.95 * count(DISTINCT rank) AS spread_extended FROM ranked;
SELECT line FROM ranked WHERE variant_hash(v) <> ('x' || right(to_hex(variant_hash_extended(v, 0)), 8))::text::bit(32)::int
	AND lpad(to_hex(variant_hash(v)), 8, '0') <> right(lpad(to_hex(variant_hash_extended(v, 0)), 16, '0'), 8);
SELECT count(*) > 0 AS seeded FROM ranked WHERE variant_hash_extended(v, 0) <> variant_hash_extended(v, 1);

-- sorts: with abbreviated keys and without, both directions
SELECT * FROM (SELECT rank, lag(rank) OVER (ORDER BY n) AS before FROM
	(SELECT rank, row_number() OVER (ORDER BY v) AS n FROM ranked) s) s WHERE before > rank;
SELECT * FROM (SELECT rank, lag(rank) OVER (ORDER BY n) AS before FROM
	(SELECT rank, row_number() OVER (ORDER BY v DESC NULLS LAST) AS n FROM ranked) s) s WHERE before < rank;
SELECT * FROM (SELECT rank, lag(rank) OVER (ORDER BY n) AS before FROM
	(SELECT rank, row_number() OVER (ORDER BY 1 + rank - rank, v) AS n FROM ranked) s) s WHERE before > rank;

-- thousands of random values; the seed is fixed
SELECT setseed(0.375);
-- numbers sort as numeric does, near the limits of double's precision too
CREATE TABLE number AS
	SELECT n, n::text::variant AS v FROM (
		SELECT trunc(((random() - 0.5) * 10 ^ (random() * 25))::numeric, (random() * 10)::int) AS n FROM generate_series(1, 3000) UNION ALL
		SELECT sign * (2::numeric ^ e + d / 4.0) FROM generate_series(48, 66) e, generate_series(-8, 8) d, (VALUES (1), (-1)) s(sign)) s;
INSERT INTO number SELECT d::numeric, (d || '::float8')::variant FROM (SELECT ((random() - 0.5) * 2 ^ (random() * 70))::float8 AS d FROM generate_series(1, 1000)) s;
INSERT INTO number SELECT d, (d::float8 || '::float8')::variant FROM (SELECT trunc(2::numeric ^ e) + d * trunc(2::numeric ^ (e - 52)) AS d FROM generate_series(52, 66) e, generate_series(-4, 4) d) s;
DELETE FROM number WHERE variant_typeof(v) = 'double' AND n <> variant_to_json(v)::text::numeric;
SELECT count(*) > 3000 AS enough FROM number;
SELECT * FROM (SELECT n, v, lag(n) OVER (ORDER BY i) AS before FROM (SELECT *, row_number() OVER (ORDER BY v) AS i FROM number) s) s WHERE before > n LIMIT 5;
SELECT * FROM (SELECT n, v, lag(v) OVER (ORDER BY n, v) AS before FROM number) s WHERE before > v LIMIT 5;
SELECT * FROM (SELECT n, v, lag(n) OVER (ORDER BY n, v) AS n_before, lag(v) OVER (ORDER BY n, v) AS before FROM number) s WHERE (before = v) <> (n_before = n) LIMIT 5;
DROP TABLE number;
CREATE FUNCTION random_value(depth int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	kind int := floor(random() * CASE WHEN depth > 2 THEN 10 ELSE 12 END);
	n int := floor(random() * 4);
	s text := chr(97 + floor(random() * 3)::int);
BEGIN
	RETURN CASE kind
		WHEN 0 THEN 'null' WHEN 1 THEN (random() < 0.5)::text
		WHEN 2 THEN n::text WHEN 3 THEN n || '.0' WHEN 4 THEN n || 'e0' WHEN 5 THEN n || '.5::float4'
		WHEN 6 THEN to_json(repeat(s, n * 3) || s)::text
		WHEN 7 THEN format('"2024-10-0%s"::date', n + 1)
		WHEN 8 THEN format('"2024-10-0%sT00:00:00%s"::%s', n + 1, CASE n % 2 WHEN 0 THEN 'Z' END,
			(ARRAY['timestamptz', 'timestamp', 'timestamptz(9)', 'timestamp(9)'])[n + 1])
		WHEN 9 THEN (random() * 1000)::int::text
		WHEN 10 THEN (SELECT coalesce('[' || string_agg(random_value(depth + 1), ',') || ']', '[]') FROM generate_series(1, n))
		ELSE (SELECT coalesce('{' || string_agg(format('"%s": %s', chr(96 + i), random_value(depth + 1)), ',') || '}', '{}') FROM generate_series(1, n) i)
	END;
END $$;
CREATE TABLE item (id int, v variant);
INSERT INTO item SELECT i, random_value(0)::variant FROM generate_series(1, 4000) i;
INSERT INTO item SELECT 0, NULL;
INSERT INTO item SELECT 10000 + line, v FROM ranked;
ANALYZE item;

-- what a sort without abbreviation says is the truth: rank by comparison
CREATE TABLE distinct_item AS SELECT v, row_number() OVER (ORDER BY n) AS rank FROM
	(SELECT v, min(row_number) AS n FROM (SELECT v, row_number() OVER (ORDER BY v, id) FROM item WHERE v IS NOT NULL) s GROUP BY v) s;
SELECT count(*) FROM (SELECT v, lag(v) OVER (ORDER BY rank) AS before FROM distinct_item) s WHERE NOT before < v;

-- min and max use the same order: plain, parallel, by an index, in windows; all NULL gives NULL
CREATE FUNCTION extremes(relation text, column_name text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	got text;
BEGIN
	EXECUTE format('SELECT CASE WHEN min(%1$I) = (SELECT v FROM distinct_item ORDER BY rank LIMIT 1)
		AND max(%1$I) = (SELECT v FROM distinct_item ORDER BY rank DESC LIMIT 1) THEN ''right'' ELSE concat_ws('' to '', min(%1$I), max(%1$I)) END FROM %2$s', column_name, relation) INTO got;
	RETURN got;
END $$;
CREATE FUNCTION plan_has(query text, node text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		IF strpos(line, node) > 0 THEN RETURN true; END IF;
	END LOOP;
	RETURN false;
END $$;
SELECT extremes('item', 'v');
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;
SELECT extremes('item', 'v');
SELECT plan_has('SELECT max(v) FROM item', 'Partial Aggregate');
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size; RESET max_parallel_workers_per_gather;
CREATE INDEX item_extremes ON item (v);
SET enable_seqscan = off;
SELECT plan_has('SELECT max(v) FROM item', 'Index Only Scan Backward');
SELECT extremes('item', 'v');
DROP INDEX item_extremes;
RESET enable_seqscan;
SELECT min(v), max(v) FROM unnest(ARRAY['1', '255', '256', NULL, '9.5', '-0.5']::variant[]) v;
SELECT v, min(v) OVER w, max(v) OVER w FROM unnest(ARRAY['1', '256', '255', '"a"']::variant[]) WITH ORDINALITY u(v, n) WINDOW w AS (ORDER BY n ROWS 1 PRECEDING);
SELECT min(v), max(v) FROM item WHERE v IS NULL;
SELECT max(v) = to_variant(repeat('z', 100000)), min(v) = to_variant(repeat('a', 100000)) FROM (SELECT to_variant(repeat(chr(96 + i), 100000)) FROM generate_series(1, 26) i) s(v);
-- an untyped literal stays text
SELECT pg_typeof(min('a')), pg_typeof(max(NULL));

-- index scans and sequential scans agree
CREATE INDEX item_btree ON item USING btree (v);
CREATE INDEX item_hash ON item USING hash (v);
CREATE TABLE wanted AS SELECT v FROM distinct_item WHERE rank % 29 = 0;
CREATE FUNCTION answers(setting text) RETURNS TABLE (op text, v variant, answer text) LANGUAGE plpgsql AS $$
DECLARE
	w record;
	o text;
BEGIN
	SET LOCAL jit = off; SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_indexonlyscan = off;
	EXECUTE format('SET LOCAL %I = on', setting);
	FOREACH o IN ARRAY ARRAY['=', '<', '<=', '>', '>='] LOOP
		FOR w IN SELECT * FROM wanted LOOP
			op := o; v := w.v;
			EXECUTE format('SELECT count(*) || ''/'' || coalesce(sum(id), 0) FROM item WHERE v %s %L::variant', o, w.v) INTO answer;
			RETURN NEXT;
		END LOOP;
	END LOOP;
END $$;
CREATE TABLE truth AS SELECT * FROM answers('enable_seqscan');
SELECT count(*) > 200 AS enough FROM truth;
SELECT * FROM (SELECT * FROM truth EXCEPT ALL SELECT * FROM answers('enable_indexscan')) s LIMIT 5;
SELECT * FROM (SELECT * FROM truth EXCEPT ALL SELECT * FROM answers('enable_bitmapscan')) s LIMIT 5;
DROP INDEX item_btree;
SELECT * FROM (SELECT * FROM truth WHERE op = '=' EXCEPT ALL SELECT * FROM answers('enable_indexscan') WHERE op = '=') s LIMIT 5;
DROP INDEX item_hash;
CREATE INDEX item_btree ON item USING btree (v DESC);
SELECT * FROM (SELECT * FROM truth EXCEPT ALL SELECT * FROM answers('enable_indexscan')) s LIMIT 5;
SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;
SELECT count(*) FROM (SELECT v, lag(v) OVER (ORDER BY v DESC) AS before FROM item) s WHERE before < v;
RESET ALL;
DROP INDEX item_btree;

-- DISTINCT, GROUP BY, UNION, INTERSECT, EXCEPT: sorted and hashed
SET enable_hashagg = off;
CREATE TABLE by_sort AS SELECT v, count(*) AS n, sum(id) AS s FROM item GROUP BY v;
SELECT count(*) - (SELECT count(*) FROM distinct_item) AS more FROM (SELECT DISTINCT v FROM item WHERE v IS NOT NULL) s;
SELECT count(*) - (SELECT count(*) FROM distinct_item) AS more FROM (SELECT v FROM item WHERE v IS NOT NULL UNION SELECT v FROM ranked) s;
SELECT count(*) FROM (SELECT v FROM distinct_item EXCEPT SELECT v FROM item) s;
SELECT count(*) - (SELECT count(DISTINCT rank) FROM ranked) AS more FROM (SELECT v FROM item INTERSECT SELECT v FROM ranked) s;
RESET enable_hashagg;
SET enable_sort = off;
CREATE TABLE by_hash AS SELECT v, count(*) AS n, sum(id) AS s FROM item GROUP BY v;
SELECT count(*) - (SELECT count(*) FROM distinct_item) AS more FROM (SELECT DISTINCT v FROM item WHERE v IS NOT NULL) s;
SELECT count(*) - (SELECT count(*) FROM distinct_item) AS more FROM (SELECT v FROM item WHERE v IS NOT NULL UNION SELECT v FROM ranked) s;
SELECT count(*) FROM (SELECT v FROM distinct_item EXCEPT SELECT v FROM item) s;
SELECT count(*) - (SELECT count(DISTINCT rank) FROM ranked) AS more FROM (SELECT v FROM item INTERSECT SELECT v FROM ranked) s;
RESET enable_sort;
SELECT * FROM (TABLE by_sort EXCEPT TABLE by_hash) s LIMIT 5;
SELECT count(DISTINCT v) - (SELECT count(*) FROM distinct_item) AS more FROM item;
SELECT count(DISTINCT v) AS one FROM (VALUES (variant '1'), ('1.00'), ('1e0'), (variant_from_bytes('\x010000180100000000000000'))) x(v);

-- joins: nested loop, hash and merge
SET enable_hashjoin = off; SET enable_mergejoin = off;
CREATE TABLE join_loop AS SELECT i.id, r.line FROM item i JOIN ranked r ON i.v = r.v;
SET enable_nestloop = off; RESET enable_hashjoin;
EXPLAIN (COSTS OFF) SELECT i.id, r.line FROM item i JOIN ranked r ON i.v = r.v;
SELECT * FROM (SELECT i.id, r.line FROM item i JOIN ranked r ON i.v = r.v EXCEPT TABLE join_loop) s LIMIT 5;
SELECT * FROM (TABLE join_loop EXCEPT SELECT i.id, r.line FROM item i JOIN ranked r ON i.v = r.v) s LIMIT 5;
SET enable_hashjoin = off; RESET enable_mergejoin;
EXPLAIN (COSTS OFF) SELECT i.id, r.line FROM item i JOIN ranked r ON i.v = r.v;
SELECT * FROM (SELECT i.id, r.line FROM item i JOIN ranked r ON i.v = r.v EXCEPT TABLE join_loop) s LIMIT 5;
SELECT * FROM (TABLE join_loop EXCEPT SELECT i.id, r.line FROM item i JOIN ranked r ON i.v = r.v) s LIMIT 5;
RESET ALL;

-- quantified comparison, IN, BETWEEN, rows
SELECT variant '127' >= ALL (SELECT x::text::variant FROM (VALUES (7), (15)) s(x)) AS t, variant '1' = ANY (ARRAY['2', '1.0']::variant[]) AS t,
	variant '1' IN ('2', '1e0') AS t, variant '2' BETWEEN '1' AND '3' AS t, (variant '1', 1) < (variant '1.0', 2) AS t, variant '1' NOT IN ('2', '3') AS t;
SELECT greatest(variant '1', '256', '255'), least(variant '1', '256', '255');

-- the catalog is sound
SELECT amname, opcname, amvalidate(c.oid) FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod
	WHERE opcintype = 'variant'::regtype AND amname IN ('btree', 'hash') ORDER BY 1;
SELECT amname, amproc FROM pg_amproc p JOIN pg_opfamily f ON f.oid = amprocfamily JOIN pg_am a ON a.oid = opfmethod
	WHERE amproclefttype = 'variant'::regtype AND amname IN ('btree', 'hash') ORDER BY amname, amprocnum;
SELECT oprname FROM pg_operator o WHERE oprleft = 'variant'::regtype AND oprright = 'variant'::regtype
	AND oprname IN ('=', '<>', '<', '<=', '>', '>=') AND (oprcom = 0 OR oprnegate = 0 OR oprrest = 0 OR oprjoin = 0);

-- partitions by hash and by range
CREATE TABLE by_hash_part (id int, v variant) PARTITION BY HASH (v);
CREATE TABLE by_hash_0 PARTITION OF by_hash_part FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE by_hash_1 PARTITION OF by_hash_part FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO by_hash_part SELECT id, v FROM item;
SELECT count(*) > 500 AS both FROM by_hash_0 UNION ALL SELECT count(*) > 500 FROM by_hash_1;
SELECT * FROM (SELECT op, v, answer FROM truth WHERE op = '=' EXCEPT
	SELECT '=', w.v, (SELECT count(*) || '/' || coalesce(sum(id), 0) FROM by_hash_part p WHERE p.v = w.v) FROM wanted w) s LIMIT 5;
CREATE TABLE by_range_part (id int, v variant) PARTITION BY RANGE (v);
CREATE TABLE by_range_low PARTITION OF by_range_part FOR VALUES FROM (MINVALUE) TO ('1');
CREATE TABLE by_range_high PARTITION OF by_range_part FOR VALUES FROM ('1') TO (MAXVALUE);
INSERT INTO by_range_part SELECT id, v FROM item WHERE v IS NOT NULL;
SELECT count(*) FROM by_range_low WHERE v >= '1.0' UNION ALL SELECT count(*) FROM by_range_high WHERE v < '1e0';
EXPLAIN (COSTS OFF) SELECT * FROM by_range_part WHERE v < '1e0';

-- memory stays flat: comparisons free what they detoast.  Memory is taken when
-- the sort, the merge or the hash table is complete and still there.
CREATE TABLE big (v variant);
INSERT INTO big SELECT format('{"a": "%s", "n": %s}', repeat('x', 5000), i * 7919 % 2000)::variant FROM generate_series(1, 2000) i;
CREATE FUNCTION memory() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT sum(total_bytes)::bigint FROM pg_backend_memory_contexts';
SELECT memory() AS before \gset
SELECT (memory() - :before) / 1000000 < 20 AS flat FROM (SELECT v FROM big ORDER BY v OFFSET 10 LIMIT 1) s;
SELECT (memory() - :before) / 1000000 < 20 AS flat FROM (SELECT v FROM big ORDER BY pg_column_size(v) * 0, v OFFSET 10 LIMIT 1) s;
SELECT (memory() - :before) / 1000000 < 20 AS flat FROM (SELECT v FROM big GROUP BY v OFFSET 10 LIMIT 1) s;
SELECT (memory() - :before) / 1000000 < 20 AS flat, n FROM (SELECT count(*) AS n FROM big a JOIN big b ON a.v = b.v) s;
CREATE INDEX big_btree ON big (v);
CREATE INDEX big_hash ON big USING hash (v);
SELECT (memory() - :before) / 1000000 < 20 AS flat;

DROP TABLE ranked, item, distinct_item, wanted, truth, by_sort, by_hash, join_loop, by_hash_part, by_range_part, big;
DROP FUNCTION random_value, answers, extremes, plan_has, memory;
