-- What the planner makes of comparisons between variant and SQL types.
SET TimeZone = 'UTC';
SET jit = off;	-- disabled scans cost so much that all would be compiled
CREATE TABLE plain (id int, v variant);
INSERT INTO plain SELECT i, to_variant(i) FROM generate_series(0, 500, 5) AS i;
INSERT INTO plain SELECT i, to_variant('s' || i) FROM generate_series(1, 60) AS i;
INSERT INTO plain SELECT i, to_variant(i / 10.0) FROM generate_series(1, 60) AS i;
INSERT INTO plain SELECT i, to_variant(i / 10::float8) FROM generate_series(1, 60) AS i;
INSERT INTO plain SELECT i, to_variant(date '2024-01-01' + i) FROM generate_series(1, 60) AS i;
INSERT INTO plain SELECT i, to_variant(timestamp '2024-01-01' + i * interval '1 hour') FROM generate_series(1, 60) AS i;
INSERT INTO plain SELECT i, to_variant(timestamptz '2024-01-01 00:00Z' + i * interval '1 hour') FROM generate_series(1, 60) AS i;
INSERT INTO plain SELECT i, to_variant(time '00:00' + i * interval '1 minute') FROM generate_series(1, 60) AS i;
INSERT INTO plain SELECT i, to_variant(md5(i::text)::uuid) FROM generate_series(1, 30) AS i;
INSERT INTO plain SELECT i, to_variant(int4send(i)) FROM generate_series(1, 30) AS i;
INSERT INTO plain SELECT i, to_variant(i % 2 = 0) FROM generate_series(1, 20) AS i;
INSERT INTO plain SELECT 0, unnest('{null,"[]","{}",NULL,"\"NaN\"::float8","\"-Infinity\"::float8","\"5881580-07-11\"::date","\"5877642-06-23 BC\"::date","\"\"","\"\\\\x\"::bytea",
	"\"00000000-0000-0000-0000-000000000000\"::uuid","\"ffffffff-ffff-ffff-ffff-ffffffffffff\"::uuid","\"24:00:00\"::time","\"290309-12-21T19:59:05.224192 BC\"::timestamp",
	"\"294247-01-10T04:00:54.775807Z\"::timestamptz","\"294247-01-10T04:00:54.775807\"::timestamp","\"290309-12-21T19:59:05.224192Z BC\"::timestamptz"}'::variant[]);
CREATE TABLE document (id int, v variant);
INSERT INTO document SELECT id, to_variant(x) FROM plain, LATERAL (SELECT v AS k) AS x;
CREATE INDEX plain_btree ON plain (v);
CREATE INDEX document_k ON document ((v['k']));
ANALYZE plain; ANALYZE document;

CREATE FUNCTION plan(query text, want text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || query LOOP
		IF line ~ want THEN
			RETURN NEXT trim(line);
		END IF;
	END LOOP;
END $$;

-- equality becomes that of variants: constants are folded, the rest is cast
SET enable_seqscan = off;
SELECT q, p FROM unnest(ARRAY['v = 5', '5::smallint = v', 'v = 5.50', 'v = ''s5''::text', 'v = true', 'v = date ''2024-02-01''', 'v = time ''00:01''', 'v = ''\x00000005''::bytea',
	'v = 5::real', 'v = timestamptz ''2024-01-02 00:00Z''', 'v = (''s'' || 5)::varchar', 'v = 9999999999999999999999999999999999999999', 'v = timestamptz ''infinity''',
	'v > 490', '490 < v', 'v <= 1.5', 'v < ''s2''::text', 'v > ''s2''::text', 'v >= timestamptz ''2024-01-10 00:00Z''', 'v > date ''infinity''', 'v >= true', 'v BETWEEN 5 AND 5.5', 'v >= time ''03:00''',
	'v < 9999999999999999999999999999999999999999', '5 <> v']) AS q LEFT JOIN LATERAL plan('SELECT * FROM plain WHERE ' || q, 'Index Cond') AS p ON true;
SELECT q, p FROM unnest(ARRAY['v <> 5', '5 <> v', 'v > 5', 'v = 9999999999999999999999999999999999999999', 'v = timestamptz ''infinity''', 'v = ANY(ARRAY[1, 2])']) AS q, plan('SELECT * FROM plain WHERE ' || q, 'Filter') AS p;
SELECT q, p FROM unnest(ARRAY['v[''k''] = 5', 'v[''k''] > 490', 'v[''k''] = ''s5''::text', 'v[''k''] = date ''2024-02-01''', 'v[''k''] >= now() - interval ''1 day''']) AS q,
	plan('SELECT * FROM document WHERE ' || q, 'Index Cond') AS p;
-- a generic plan: nothing is known about the parameter
SET plan_cache_mode = force_generic_plan;
PREPARE by_int(int) AS SELECT count(*) FROM plain WHERE v = $1;
PREPARE by_text(text) AS SELECT count(*) FROM plain WHERE v = $1;
PREPARE by_numeric(numeric) AS SELECT count(*) FROM plain WHERE v = $1;
PREPARE by_date(date) AS SELECT count(*) FROM plain WHERE v <= $1;
SELECT q, p FROM unnest(ARRAY['by_int(5)', 'by_text(''s5'')', 'by_numeric(5)', 'by_date(''2024-02-01'')']) AS q, plan('EXECUTE ' || q, 'Index Cond') AS p;
EXECUTE by_int(5);
EXECUTE by_int(NULL);
EXECUTE by_text('s5');
EXECUTE by_numeric(5.00);
EXECUTE by_numeric(9999999999999999999999999999999999999999);
EXECUTE by_date('2024-01-03');
EXECUTE by_date('infinity');
EXECUTE by_date('-infinity');
RESET plan_cache_mode;
RESET enable_seqscan;
-- joins
SET enable_nestloop = off;
SELECT plan('SELECT * FROM plain AS a JOIN plain AS b ON a.v = b.id', 'Hash Cond');
SELECT plan('SELECT * FROM plain AS a FULL JOIN document AS b ON b.id = a.v', '(Hash|Merge) Cond');
SELECT plan('SELECT * FROM document AS a WHERE a.v[''k''] IN (SELECT id FROM plain)', 'Hash Cond');
SELECT plan('SELECT * FROM plain AS a JOIN (SELECT ''s'' || id AS t FROM plain) AS b ON a.v = b.t', 'Hash Cond');
SET enable_hashjoin = off;
SELECT plan('SELECT * FROM plain AS a JOIN plain AS b ON a.v = b.id', 'Merge Cond');
RESET enable_hashjoin; RESET enable_nestloop;
SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
SELECT plan('SELECT * FROM (SELECT id * 0.5 AS n FROM document) AS b JOIN plain AS a ON a.v = b.n', 'Index Cond');
RESET enable_seqscan; RESET enable_hashjoin; RESET enable_mergejoin;
-- statistics are those of the column
CREATE FUNCTION estimate(query text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
SELECT q, estimate('SELECT * FROM plain WHERE ' || q) BETWEEN low AND high AS near FROM (VALUES ('v = true', 5, 30), ('v = 5', 1, 20), ('v > 490', 1, 60), ('v > true', 1, 40), ('v < ''s2''::text', 5, 60),
	('v <> 5', 500, 700), ('date ''2024-01-01'' < v', 30, 120)) AS x(q, low, high);

-- with and without an index the answers are the same
CREATE FUNCTION differs(q text, rel text, col text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	with_index text;
	without text;
	query text := format('SELECT count(*) || %L || coalesce(sum(id), 0) FROM %s WHERE %s', ' ', rel, replace(q, 'v', col));
BEGIN
	SET LOCAL enable_seqscan = off;
	EXECUTE query INTO with_index;
	RESET enable_seqscan;
	SET LOCAL enable_indexscan = off;
	SET LOCAL enable_bitmapscan = off;
	SET LOCAL enable_indexonlyscan = off;
	EXECUTE query INTO without;
	RESET enable_indexscan; RESET enable_bitmapscan; RESET enable_indexonlyscan;
	RETURN CASE WHEN with_index <> without THEN concat_ws(' / ', query, with_index, without) END;
END $$;
CREATE TABLE operands (x text);
INSERT INTO operands VALUES ('5'), ('5::smallint'), ('490'), ('0'), ('-1'), ('1000'), ('1.5'), ('5.05'), ('1.5::float8'), ('''NaN''::float8'), ('''-Infinity''::real'), ('''NaN''::numeric'), ('1e50'), ('-1e50'), ('1e-50'), ('1.00000000000000000000000000000000000000000000001'),
	('''s1''::text'), ('''''::text'), ('''zzz''::text'), ('true'), ('false'), ('date ''2024-02-01'''), ('date ''infinity'''), ('date ''-infinity'''), ('date ''5874897-12-31'''),
	('timestamp ''2024-01-02'''), ('timestamp ''infinity'''), ('timestamp ''-infinity'''), ('timestamp ''294276-01-01'''), ('timestamptz ''2024-01-02 00:00Z'''), ('timestamptz ''infinity'''), ('timestamptz ''-infinity'''),
	('time ''00:00'''), ('time ''24:00'''), ('time ''01:00'''), ('md5(''5'')::uuid'), ('''00000000-0000-0000-0000-000000000000''::uuid'), ('''ffffffff-ffff-ffff-ffff-ffffffffffff''::uuid'), ('''\x''::bytea'), ('''\x00000005''::bytea'), ('''\xff''::bytea'),
	('(SELECT 5)'), ('(SELECT 5.05)'), ('(SELECT 1e50)'), ('(SELECT ''s1''::text)'), ('(SELECT date ''2024-02-01'')'), ('(SELECT date ''infinity'')'), ('(SELECT timestamptz ''-infinity'')'), ('(SELECT NULL::numeric)'), ('(SELECT time ''01:00'')'), ('now()');
SELECT wrong FROM operands, unnest(ARRAY['=', '<>', '<', '<=', '>', '>=']) AS op, unnest(ARRAY['v %2$s %1$s', '%1$s %2$s v']) AS form,
	LATERAL (SELECT differs(format(form, x, op), 'plain', 'v') AS wrong UNION ALL SELECT differs(format(form, x, op), 'document', 'v[''k'']')) AS w WHERE wrong IS NOT NULL;
-- a hash index serves equality only
DROP INDEX plain_btree;
CREATE INDEX plain_hash ON plain USING hash (v);
SET enable_seqscan = off;
SELECT q, regexp_replace(p, 'to[(].*', 'to(..)') AS p FROM unnest(ARRAY['v = 5', 'v = (SELECT 5.5)', 'v > 5']) AS q, plan('SELECT * FROM plain WHERE ' || q, 'Index Cond') AS p;
RESET enable_seqscan;
SELECT wrong FROM operands, LATERAL (SELECT differs('v = ' || x, 'plain', 'v') AS wrong) AS w WHERE wrong IS NOT NULL;

-- partial indexes, checks, partitions, grouping sets, outer joins
CREATE INDEX document_few ON document (id) WHERE v['k'] > 490;
SELECT plan('SELECT * FROM document WHERE v[''k''] > 490 AND id > 0', 'document_few');
CREATE TABLE checked (v variant CHECK (v['n'] > 0));
INSERT INTO checked VALUES ('{"n": 1}'), ('{}'), ('{"n": "x"}');
INSERT INTO checked VALUES ('{"n": 0}');
CREATE TABLE parted (v variant) PARTITION BY LIST ((v['r']));
CREATE TABLE parted_a PARTITION OF parted FOR VALUES IN ('"a"');
CREATE TABLE parted_b PARTITION OF parted FOR VALUES IN ('"b"', '5');
INSERT INTO parted VALUES ('{"r":"a"}'), ('{"r":"b"}'), ('{"r":5}');
SELECT plan('SELECT * FROM parted WHERE v[''r''] = ''a''::text', 'Seq Scan'), (SELECT count(*) FROM parted WHERE v['r'] = 'a'::text);
SELECT plan('SELECT * FROM parted WHERE v[''r''] = 5', 'Seq Scan'), (SELECT count(*) FROM parted WHERE v['r'] = 5);
SELECT v, v = 5 AS five, count(*) FROM plain WHERE v BETWEEN 4 AND 6 AND variant_typeof(v) = 'number' AND v = v::int GROUP BY ROLLUP(v) ORDER BY v;
SELECT count(*), count(b.id) FROM plain AS a LEFT JOIN plain AS b ON a.id = b.v AND b.v < 10;
SELECT count(*) FROM plain WHERE v NOT IN (SELECT id FROM plain WHERE id > 0);

-- names come from the extension's schema, whatever the search path is
CREATE SCHEMA elsewhere;
CREATE FUNCTION elsewhere.variant(int) RETURNS variant LANGUAGE sql AS $$ SELECT NULL::variant $$;
SET search_path = elsewhere, public;
SET enable_seqscan = off;
SELECT plan('SELECT * FROM plain AS a, generate_series(1, 2) AS g WHERE a.v = g', '(Hash|Index|Merge) Cond') <> '' AS rewritten;
SELECT count(*) FROM plain AS a, generate_series(1, 2) AS g WHERE a.v = g;
RESET enable_seqscan; RESET search_path;
DROP SCHEMA elsewhere CASCADE;
DROP TABLE plain, document, operands, checked, parted;
DROP FUNCTION plan, estimate, differs;
DEALLOCATE ALL;
