-- Small faults of other implementations that no other test has by itself; each
-- query shows the right answer as true.

-- sorting numbers that were taken out: as numbers, not as their text
SELECT string_agg(v->>'n', ',' ORDER BY v->'n') = '25.0,125.0,1000.0,1234.53' AS "as numbers",
       string_agg(v->>'n', ',' ORDER BY v->>'n' COLLATE "C") = '1000.0,1234.53,125.0,25.0' AS "as text"
FROM unnest(ARRAY['{"n": 25.0}', '{"n": 125.0}', '{"n": 1000.0}', '{"n": 1234.53}']::variant[]) AS v;

-- quantified and row comparisons, BETWEEN
SELECT '127'::variant >= ALL (SELECT x::variant FROM (VALUES (7), (15)) AS s(x)) AS "all",
       '7.0'::variant = ANY (ARRAY['1', '7']::variant[]) AS "any",
       ('1'::variant, '2'::variant) < ('1e0'::variant, '3'::variant) AS "row",
       '2'::variant BETWEEN '1' AND '3' AS "between",
       '9'::variant IN ('8', '9.00') AS "in";

-- NOT and IS NULL over members, on rows of every shape: as jsonb
CREATE TABLE fault_rows (id serial, t text);
INSERT INTO fault_rows (t) VALUES (NULL), ('5'), ('[1, "x"]'), ('{"x": null}'), ('{"x": 1, "backups": []}'), ('{}'), ('null');
SELECT count(*) = 0 AS "no row differs"
FROM (SELECT id, t::variant AS v, t::jsonb AS j FROM fault_rows) AS r
WHERE (NOT (v ? 'backups')) IS DISTINCT FROM (NOT (j ? 'backups'))
   OR ((v->>'x') IS NOT NULL) IS DISTINCT FROM ((j->>'x') IS NOT NULL)
   OR (v->'x' IS NULL) IS DISTINCT FROM (j->'x' IS NULL);
DROP TABLE fault_rows;

-- an index on text where variant is meant: refused; on the member: taken and used
CREATE TABLE fault_index (v variant);
INSERT INTO fault_index SELECT to_variant(x) FROM (SELECT jsonb_build_object('a', jsonb_build_array(i)) AS x FROM generate_series(1, 500) AS i) AS s;
CREATE INDEX ON fault_index USING gin ((v->>'a') variant_ops);
CREATE INDEX fault_index_a ON fault_index USING gin ((v->'a'));
ANALYZE fault_index;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT count(*) FROM fault_index WHERE v->'a' @> '[7]';
SELECT count(*) = 1 AS "one row" FROM fault_index WHERE v->'a' @> '[7]';
RESET enable_seqscan;
DROP TABLE fault_index;

-- existence by the index without a question mark, which some drivers take as a parameter
CREATE TABLE fault_exists AS SELECT to_variant(x) AS v FROM (SELECT jsonb_build_object('k' || i % 50, i) AS x FROM generate_series(1, 2000) AS i) AS s;
CREATE INDEX fault_exists_v ON fault_exists USING gin (v);
ANALYZE fault_exists;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT count(*) FROM fault_exists WHERE v ? 'k7';
EXPLAIN (COSTS OFF) SELECT count(*) FROM fault_exists WHERE v @~ 'EXISTS $.k7';
SELECT (SELECT count(*) FROM fault_exists WHERE v @~ 'EXISTS $.k7') = 40 AS "predicate",
       (SELECT count(*) FROM fault_exists WHERE v ? 'k7') = 40 AS "operator",
       (SELECT count(*) FROM fault_exists WHERE variant_exists(v, 'k7')) = 40 AS "function";
RESET enable_seqscan;
DROP TABLE fault_exists;

-- members have no order of their own, but bytes that came in keep theirs
SELECT '{"$type": "X", "B": 1, "A": 2}'::variant::text = '{"$type": "X", "A": 2, "B": 1}' AS "in the order of names";
SELECT variant_to_bytes(variant_from_bytes('\x01020001026261020201000002040c010c02')) = '\x01020001026261020201000002040c010c02' AS "bytes are kept",
       variant_from_bytes('\x01020001026261020201000002040c010c02') = '{"a": 1, "b": 2}' AS "equal";
