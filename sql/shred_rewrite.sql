-- Whatever writes a table anew keeps documents and their shredded columns together.
CREATE TABLE sr (id int PRIMARY KEY, doc variant, note text);
INSERT INTO sr SELECT i, CASE WHEN i % 7 = 0 THEN NULL WHEN i % 7 = 1 THEN 'null' WHEN i % 7 = 2 THEN variant_build_object('n', 'text')
	WHEN i % 7 = 3 THEN '{"n": null}' WHEN i % 7 = 4 THEN '{}' ELSE variant_build_object('n', i, 'at', date '2024-10-24' + i) END
FROM generate_series(1, 700) i;
SELECT * FROM variant_shred_column('sr', 'doc', '{"n": "bigint", "at": "date"}', 'btree');
CREATE TABLE sr_kept AS SELECT id, doc, n, n_off, at, at_off FROM sr;
SELECT n IS NOT NULL AS typed, n_off, count(*) FROM sr GROUP BY 1, 2 ORDER BY 1, 2;
-- rows that differ from what they were, or whose columns are not those of the document
CREATE FUNCTION sr_wrong(tab regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	result bigint;
BEGIN
	EXECUTE format($q$SELECT count(*) FROM %s t FULL JOIN sr_kept k USING (id)
		WHERE (t.doc, t.n, t.n_off, t.at, t.at_off) IS DISTINCT FROM (k.doc, k.n, k.n_off, k.at, k.at_off)
		OR t.n IS DISTINCT FROM variant_shred_int8(t.doc, '$.n', 'bigint') OR t.n_off IS DISTINCT FROM variant_shred_marker(t.doc, '$.n', 'bigint')$q$, tab)
	INTO result;
	RETURN result;
END $$;
UPDATE sr SET note = 'changed';
SELECT sr_wrong('sr') AS "update of another column";
VACUUM FULL sr;
SELECT sr_wrong('sr') AS "vacuum full";
CLUSTER sr USING sr_n_idx;
SELECT sr_wrong('sr') AS "cluster";
ALTER TABLE sr ALTER note TYPE varchar(100), ADD COLUMN stamp timestamptz DEFAULT clock_timestamp();
SELECT sr_wrong('sr') AS "rewrite";
ALTER TABLE sr ALTER doc SET STORAGE EXTERNAL, ALTER doc TYPE variant USING doc;
SELECT sr_wrong('sr') AS "after a refused change of type";
REINDEX TABLE sr;
CREATE TABLE sr_like (LIKE sr INCLUDING ALL);
INSERT INTO sr_like (id, doc) SELECT id, doc FROM sr;
SELECT sr_wrong('sr_like') AS "insert select";
CREATE TABLE sr_bare AS SELECT id, doc FROM sr;
SELECT count(*) FROM variant_shred_column('sr_bare', 'doc', '{"n": "bigint", "at": "date"}');
SELECT sr_wrong('sr_bare') AS "create table as";
BEGIN;
UPDATE sr SET doc['n'] = '"other"' WHERE id % 2 = 0 AND id % 7 <> 1;
SELECT n IS NOT NULL AS typed, n_off, count(*) FROM sr WHERE id % 2 = 0 AND id % 7 <> 1 GROUP BY 1, 2 ORDER BY 1, 2;
ROLLBACK;
SELECT sr_wrong('sr') AS "rolled back";

-- NULL where a document could be, and nested: nothing moves
CREATE TYPE sr_pair AS (id int, x variant);
CREATE TABLE sr_nested (pair sr_pair, list variant[], doc variant);
INSERT INTO sr_nested VALUES (ROW(1, '{"n": 1}'), ARRAY['1', NULL, 'null']::variant[], '{"n": 1}'),
	(NULL, NULL, NULL), (ROW(3, NULL), ARRAY[NULL]::variant[], 'null'), (ROW(NULL, 'null'), '{}', '{"n": 4}');
SELECT count(*) FROM variant_shred_column('sr_nested', 'doc', '{"n": "int"}');
SELECT (pair).x AS x, list, doc, n, n_off FROM sr_nested;
SELECT to_variant(t) FROM sr_nested t;
SELECT variant_unshred(variant_shred(to_variant(t), s), s) = to_variant(t) AS same
FROM sr_nested t, (VALUES ('{"pair": {"id": "int", "x": {"n": "int"}}, "list": ["int"], "doc": {"n": "int"}}'::variant)) v(s);
DROP TABLE sr, sr_kept, sr_like, sr_bare, sr_nested;
DROP FUNCTION sr_wrong;
DROP TYPE sr_pair;
