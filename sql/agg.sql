-- Aggregates that build, compared with jsonb's.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_agg;
SET search_path = test_agg, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.54);
SET timezone = 'UTC';
CREATE TYPE pair AS (a integer, b text);
CREATE TABLE rows AS
	SELECT i AS id, floor(random() * 100)::int AS g, CASE WHEN random() < 0.9 THEN floor(random() * 12)::int END AS k,
		CASE WHEN random() < 0.8 THEN floor(random() * 1000)::int END AS n,
		CASE WHEN random() < 0.8 THEN substr(md5(i::text), 1, floor(random() * 9)::int) END AS t,
		CASE WHEN random() < 0.8 THEN random_json(2, '{a,b,bb}')::jsonb END AS j,
		CASE WHEN random() < 0.8 THEN ARRAY[i, NULL, i % 3] END AS a,
		CASE WHEN random() < 0.8 THEN ROW(i, 'x')::pair END AS r,
		CASE WHEN random() < 0.8 THEN round(random()::numeric * 100, 2) END AS d
	FROM generate_series(1, 2000) i;
ALTER TABLE rows ADD v variant;
UPDATE rows SET v = j::text::variant;
ANALYZE rows;

-- each type of argument; groups of no, one and many rows; order, distinct,
-- filters, frames that grow, slide and exclude; for each a query with the
-- aggregate's name and cast to jsonb put in
CREATE TABLE uses (use text);
INSERT INTO uses SELECT format(q, e) FROM
	(VALUES ('n'), ('t'), ('j'), ('a'), ('r'), ('d'), ('''lit'''), ('NULL::integer'), ('n::float8'), ('ROW(n, j)'), ('t::varchar(3)'), ('ARRAY[r, NULL]')) e(e),
	(VALUES ('SELECT array_agg(x ORDER BY g) FROM (SELECT g, agg(%s ORDER BY id)cast AS x FROM rows GROUP BY g) s'),
		('SELECT agg(%s ORDER BY id DESC)cast FROM rows WHERE g < 9'),
		('SELECT agg(%s ORDER BY id) FILTER (WHERE n > 500)cast FROM rows WHERE g < 9'),
		('SELECT agg(%s)cast FROM rows WHERE false'),
		('SELECT array_agg(x ORDER BY id) FROM (SELECT id, agg(%s) OVER (PARTITION BY g ORDER BY id)cast AS x FROM rows WHERE g < 40) s'),
		('SELECT array_agg(x ORDER BY id) FROM (SELECT id, agg(%s) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)cast AS x FROM rows WHERE g < 40) s'),
		('SELECT array_agg(x ORDER BY id) FROM (SELECT id, agg(%s) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW)cast AS x FROM rows WHERE g < 20) s')) q(q);
INSERT INTO uses VALUES ('SELECT agg(DISTINCT n)cast FROM rows'), ('SELECT agg(DISTINCT j)cast FROM rows'),
	('SELECT array_agg(x ORDER BY x) FROM (SELECT agg(n ORDER BY id)cast AS x FROM rows GROUP BY GROUPING SETS ((g), (k), ())) s');
SELECT use, outcome(replace(replace(use, 'agg(', 'jsonb_agg('), 'cast', '')), outcome(replace(replace(use, 'agg(', 'variant_agg('), 'cast', '::jsonb'))
FROM (SELECT replace(use, 'array_agg(', 'array_a' || 'gg (') AS use FROM uses) s
WHERE outcome(replace(replace(use, 'agg(', 'jsonb_agg('), 'cast', '')) IS DISTINCT FROM outcome(replace(replace(use, 'agg(', 'variant_agg('), 'cast', '::jsonb'));

-- most of them are answers, some are not (true)
SELECT count(*) FILTER (WHERE o LIKE 'ERROR%') BETWEEN 5 AND 10 AND count(*) > 80 AS ok
FROM (SELECT outcome(replace(replace(replace(use, 'array_agg(', 'array_a' || 'gg ('), 'agg(', 'variant_agg('), 'cast', '::jsonb')) o FROM uses) s;

-- values that are variants themselves
SELECT g FROM rows GROUP BY g
HAVING variant_agg(v ORDER BY id)::jsonb IS DISTINCT FROM jsonb_agg(j ORDER BY id)
	OR variant_object_agg(id, v)::jsonb IS DISTINCT FROM jsonb_object_agg(id, j);

-- the strict form, by what it means and where there is one by jsonb's own
SELECT g FROM rows GROUP BY g
HAVING variant_agg_strict(n ORDER BY id)::jsonb IS DISTINCT FROM coalesce(jsonb_agg(n ORDER BY id) FILTER (WHERE n IS NOT NULL), '[]')
	OR variant_agg_strict(v ORDER BY id)::jsonb IS DISTINCT FROM coalesce(jsonb_agg(j ORDER BY id) FILTER (WHERE j IS NOT NULL), '[]');
SELECT use FROM uses
WHERE current_setting('server_version_num')::int >= 160000 AND
	outcome(regexp_replace(replace(use, 'cast', ''), '\magg\(', 'jsonb_agg_strict(')) IS DISTINCT FROM
	outcome(regexp_replace(replace(use, 'cast', '::jsonb'), '\magg\(', 'variant_agg_strict('));

-- objects: keys of each type, duplicates (the last wins), null keys
CREATE TABLE object_uses (use text);
INSERT INTO object_uses SELECT replace(replace(q, 'key', k), 'value', v) FROM
	(VALUES ('k % 4'), ('t'), ('id'), ('k::text'), ('d'), ('j'), ('a'), ('''x'''), ('NULL::text'), ('coalesce(t, ''none'')'), ('(id % 3)::float8'), ('id % 2 = 0'), ('''2024-01-01''::date + k')) k(k),
	(VALUES ('n'), ('j'), ('r'), ('''lit'''), ('NULL::integer'), ('a')) v(v),
	(VALUES ('SELECT array_agg (x ORDER BY g) FROM (SELECT g, agg(key, value ORDER BY id)cast AS x FROM rows WHERE key IS NOT NULL GROUP BY g) s'),
		('SELECT agg(key, value ORDER BY id)cast FROM rows WHERE g < 3'),
		('SELECT agg(key, value)cast FROM rows WHERE false'),
		('SELECT array_agg (x ORDER BY id) FROM (SELECT id, agg(key, value) OVER (PARTITION BY g ORDER BY id)cast AS x FROM rows WHERE g < 20 AND key IS NOT NULL) s'),
		('SELECT array_agg (x ORDER BY id) FROM (SELECT id, agg(key, value) OVER (PARTITION BY g ORDER BY id ROWS 2 PRECEDING)cast AS x FROM rows WHERE g < 20 AND key IS NOT NULL) s')) q(q);
SELECT use, outcome(replace(replace(use, ' agg(', ' jsonb_object_agg('), 'cast', '')), outcome(replace(replace(use, ' agg(', ' variant_object_agg('), 'cast', '::jsonb'))
FROM object_uses
WHERE outcome(replace(replace(use, ' agg(', ' jsonb_object_agg('), 'cast', '')) IS DISTINCT FROM outcome(replace(replace(use, ' agg(', ' variant_object_agg('), 'cast', '::jsonb'))
LIMIT 3;

-- answers and errors among them (true)
SELECT count(*) FILTER (WHERE o LIKE 'ERROR%') BETWEEN 50 AND 250 AND count(*) > 380 AS ok
FROM (SELECT outcome(replace(replace(use, ' agg(', ' variant_object_agg('), 'cast', '::jsonb')) o FROM object_uses) s;

-- strict and unique forms by jsonb's own where there are any; not the strict
-- ones in frames that grow, where jsonb finds repeated keys that there are not
SELECT form, use, outcome(replace(replace(use, ' agg(', ' jsonb_object_agg' || form || '('), 'cast', '')), outcome(replace(replace(use, ' agg(', ' variant_object_agg' || form || '('), 'cast', '::jsonb'))
FROM object_uses, (VALUES ('_strict'), ('_unique'), ('_unique_strict')) f(form)
WHERE current_setting('server_version_num')::int >= 160000 AND NOT (form ~ 'strict' AND use ~ 'BY id\)cast') AND
	outcome(replace(replace(use, ' agg(', ' jsonb_object_agg' || form || '('), 'cast', '')) IS DISTINCT FROM outcome(replace(replace(use, ' agg(', ' variant_object_agg' || form || '('), 'cast', '::jsonb'))
LIMIT 3;

-- and by what they mean
SELECT g FROM rows WHERE t IS NOT NULL GROUP BY g
HAVING variant_object_agg_strict(t, n ORDER BY id)::jsonb IS DISTINCT FROM coalesce(jsonb_object_agg(t, n ORDER BY id) FILTER (WHERE n IS NOT NULL), '{}')
	OR variant_object_agg_strict(t, v ORDER BY id)::jsonb IS DISTINCT FROM coalesce(jsonb_object_agg(t, j ORDER BY id) FILTER (WHERE j <> 'null'), '{}')
	OR variant_object_agg_unique(id, n)::jsonb IS DISTINCT FROM jsonb_object_agg(id, n)
	OR variant_object_agg_unique_strict(id, n)::jsonb IS DISTINCT FROM coalesce(jsonb_object_agg(id, n) FILTER (WHERE n IS NOT NULL), '{}');

SELECT id FROM
	(SELECT id, variant_object_agg_strict(k, n) OVER w AS a, variant_object_agg_unique_strict(id, n) OVER w AS b, variant_object_agg_strict(k, v) OVER w AS c,
		coalesce(jsonb_object_agg(k, n) FILTER (WHERE n IS NOT NULL) OVER w, '{}') AS x, coalesce(jsonb_object_agg(id, n) FILTER (WHERE n IS NOT NULL) OVER w, '{}') AS y,
		coalesce(jsonb_object_agg(k, j) FILTER (WHERE j <> 'null') OVER w, '{}') AS z
	 FROM rows WHERE k IS NOT NULL WINDOW w AS (PARTITION BY g ORDER BY id)) s
WHERE (a::jsonb, b::jsonb, c::jsonb) IS DISTINCT FROM (x, y, z);

-- what the forms do, seen (not empty)
SELECT variant_agg(x), variant_agg_strict(x), variant_object_agg(k, x), variant_object_agg_strict(k, x)
FROM (VALUES ('a', 1), ('b', NULL), ('c', 3), ('a', NULL)) s(k, x);
SELECT variant_agg(x), variant_agg_strict(x), variant_object_agg('k', x), variant_object_agg_strict('k', x)
FROM (SELECT 1 AS x WHERE false) s;
SELECT variant_agg_strict(NULL::integer), variant_object_agg_strict('a', NULL::integer);
SELECT variant_object_agg_unique(k, x) FROM (VALUES ('a', 1), ('a', 2)) s(k, x);
SELECT variant_object_agg_unique_strict(k, x) FROM (VALUES ('a', 1), ('a', NULL)) s(k, x);
SELECT variant_object_agg_unique_strict(k, x) FROM (VALUES ('a', 1), ('b', NULL)) s(k, x);
SELECT variant_object_agg_strict(k, x) FROM (VALUES ('a', '1'::variant), ('a', 'null'), ('b', 'null')) s(k, x);
SELECT variant_object_agg(NULL, 1);
SELECT variant_agg('2024-10-24'::date), variant_object_agg('2024-10-24'::date, '12:00'::time);

-- parallel: a partial aggregate in the plan (true), the same result
CREATE FUNCTION plan_has(query text, what text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN ' || query LOOP
		IF line LIKE '%' || what || '%' THEN RETURN true; END IF;
	END LOOP;
	RETURN false;
END $$;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SELECT plan_has('SELECT variant_agg(n) FROM rows', 'Partial Aggregate') AS partial,
	plan_has('SELECT g, variant_object_agg_unique_strict(id, n) FROM rows GROUP BY g', 'Partial') AS partial_groups;
SELECT 'array' AS wrong FROM
	(SELECT array_agg(x ORDER BY x) FROM (SELECT jsonb_array_elements((SELECT variant_agg(j)::jsonb FROM rows)) x) s) a(a),
	(SELECT array_agg(coalesce(j, 'null') ORDER BY coalesce(j, 'null')) FROM rows) b(b) WHERE a IS DISTINCT FROM b;
SELECT 'object' AS wrong WHERE (SELECT variant_object_agg(id, j)::jsonb FROM rows) IS DISTINCT FROM (SELECT jsonb_object_agg(id, j) FROM rows);
SELECT g FROM
	(SELECT g, variant_object_agg(id, t)::jsonb a, variant_object_agg_strict(id, n)::jsonb b, variant_object_agg_unique(id, r)::jsonb c,
		variant_object_agg_unique_strict(id, n)::jsonb d FROM rows GROUP BY g) x
	FULL JOIN
	(SELECT g, jsonb_object_agg(id, t) a, coalesce(jsonb_object_agg(id, n) FILTER (WHERE n IS NOT NULL), '{}') b, jsonb_object_agg(id, r) c,
		coalesce(jsonb_object_agg(id, n) FILTER (WHERE n IS NOT NULL), '{}') d FROM rows GROUP BY g) y USING (g, a, b, c, d)
WHERE x.g IS NULL OR y.g IS NULL;
SELECT variant_object_agg_unique(k, n) FROM rows WHERE k = 1;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather;

-- hashed, spilled and sorted groups
SET work_mem = '64kB';
SELECT g FROM (SELECT g, variant_agg(n ORDER BY id)::jsonb a FROM rows GROUP BY g) x
	FULL JOIN (SELECT g, jsonb_agg(n ORDER BY id) a FROM rows GROUP BY g) y USING (g, a) WHERE x.g IS NULL OR y.g IS NULL;
SET enable_sort = off;
SELECT id FROM (SELECT id, variant_agg(n)::jsonb a, variant_object_agg(id, t)::jsonb b FROM rows GROUP BY id) x
	FULL JOIN (SELECT id, jsonb_agg(n) a, jsonb_object_agg(id, t) b FROM rows GROUP BY id) y USING (id, a, b) WHERE x.id IS NULL OR y.id IS NULL;
RESET enable_sort;
RESET work_mem;

-- one large array and object, and an output function that aggregates itself
SELECT variant_array_length(variant_agg(i)), (SELECT count(*) FROM variant_object_keys(variant_object_agg(i, i))) FROM generate_series(1, 200000) i;
CREATE TYPE coin AS ENUM ('one', 'two');
CREATE FUNCTION coin_to_json(coin) RETURNS json LANGUAGE plpgsql AS
	$$ BEGIN RETURN (SELECT variant_agg(e::text) FROM unnest(enum_range(NULL, $1)) e)::text::json; END $$;
CREATE CAST (coin AS json) WITH FUNCTION coin_to_json(coin);
SELECT variant_agg(c), variant_object_agg(c::text, ARRAY[c]) FROM unnest(enum_range(NULL::coin)) c;
SET client_min_messages = warning;
DROP SCHEMA test_agg CASCADE;
