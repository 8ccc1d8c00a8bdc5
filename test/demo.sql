\set QUIET on
\set ON_ERROR_STOP on
\pset border 1
\pset footer off
\pset null '(null)'
\pset format aligned
SET client_min_messages = warning;
SET datestyle = 'ISO, MDY';
SET timezone = 'UTC';
SET jit = off;
SET max_parallel_workers_per_gather = 0;
CREATE EXTENSION variant;

-- Milliseconds of the fastest of five runs of a query.
CREATE FUNCTION fastest(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
	start timestamptz;
	best float8 := 'infinity';
BEGIN
	FOR i IN 1..5 LOOP
		start := clock_timestamp();
		EXECUTE query;
		best := least(best, extract(epoch FROM clock_timestamp() - start) * 1000);
	END LOOP;
	RETURN round(best::numeric, 1);
END $$;

-- 5000 events of a web shop, the way many keep them today.
SELECT setseed(0.42) \g /dev/null
CREATE TABLE events (id int PRIMARY KEY, doc jsonb);
INSERT INTO events
SELECT i, jsonb_build_object(
		'event_type', (ARRAY['view', 'view', 'view', 'cart', 'login', 'purchase'])[1 + floor(random() * 6)],
		'at', to_char(timestamp '2024-10-24' + i * interval '17 seconds', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
		'user', jsonb_build_object('id', 1000 + floor(random() * 200)::int, 'name', 'user' || floor(random() * 200)::int,
			'country', (ARRAY['DE', 'FR', 'JP', 'US'])[1 + floor(random() * 4)]),
		'session', md5(random()::text)::uuid)
	|| CASE WHEN random() < 0.4 THEN jsonb_build_object('price', round((random() * 200)::numeric, 2),
		'items', (SELECT jsonb_agg(jsonb_build_object('sku', 'A-' || floor(random() * 900 + k)::int, 'qty', k)) FROM generate_series(1, 1 + i % 3) k))
		ELSE '{}' END
FROM generate_series(1, 5000) i;
VACUUM ANALYZE events;

\echo
\echo '=== 1. A jsonb table becomes a variant table ==================================='
\echo
\set ECHO queries
ALTER TABLE events ALTER doc TYPE variant USING doc::variant;

SELECT variant_pretty(doc) AS "the first event" FROM events WHERE id = 1;

\set ECHO none
\echo '=== 2. Reaching in: the operators of jsonb, subscripts, and paths =============='
\echo
\set ECHO queries
SELECT id, doc->>'event_type' AS type, doc['user']['name'] AS name,
       variant_get(doc, '$.items[0].sku', NULL::text) AS first_sku,
       (doc['price'])::numeric AS price
FROM events WHERE doc['items'] IS NOT NULL ORDER BY id LIMIT 4;

\set ECHO none
\echo '=== 3. Compare with SQL values, no casts needed ================================'
\echo
\set ECHO queries
SELECT doc['user']['country'] AS country, count(*), sum((doc['price'])::numeric) AS revenue
FROM events
WHERE doc['event_type'] = 'purchase'::text AND doc['price'] > 100
GROUP BY 1 ORDER BY revenue DESC;

\set ECHO none
\echo '=== 4. Dates stay dates ========================================================'
\echo
\echo '-- JSON has no dates: jsonb makes strings of them.  A variant keeps the type, and'
\echo '-- writes it as a literal that it reads back.'
\echo
\set ECHO queries
CREATE TABLE orders AS
SELECT to_variant(o) AS doc
FROM (SELECT i AS nr, date '2024-02-27' + i AS day, timestamptz '2024-02-27 23:59:59.25+02' + i * interval '1 day' AS at,
             md5(i::text)::uuid AS id, (19.90 * i)::numeric(10,2) AS total
      FROM generate_series(1, 4) i) o;

SELECT doc FROM orders LIMIT 2;

SELECT key, variant_typeof(doc[key]) AS "class in variant", jsonb_typeof(doc::jsonb -> key) AS "type in jsonb", doc::jsonb -> key AS "as jsonb"
FROM (SELECT * FROM orders LIMIT 1) o, unnest(ARRAY['nr', 'day', 'at', 'id', 'total']) key;

SELECT doc['day'] AS day, (doc['day'])::date + 1 AS "day after"
FROM orders WHERE doc['day'] >= date '2024-02-29' ORDER BY doc['day'] DESC;

\set ECHO none
\echo '=== 5. Sorting and grouping by value ==========================================='
\echo
\echo '-- Numbers are exact and compare by value, whatever their encoding: 1, 1.00 and 1e0'
\echo '-- are one group; 9007199254740993 is not the double next to it.'
\echo
\set ECHO queries
SELECT v, variant_typeof(v) AS class, variant_physical_type(v) AS encoded_as
FROM unnest(ARRAY['10', '9.5', '"10"', '1e2', 'null', '2', '"2024-10-24"::date', 'true', '[3]', '{"a": 1}']::variant[]) v
ORDER BY v;

SELECT v, count(*) FROM unnest(ARRAY['1', '1.00', '1e0', '9007199254740993', '9007199254740992e0']::variant[]) v
GROUP BY v ORDER BY v;

\set ECHO none
\echo '=== 6. The bytes of the Parquet format =========================================='
\echo
\echo '-- What is stored and sent is the Variant binary encoding that Spark, Iceberg, DuckDB'
\echo '-- and others keep in Parquet files: two binary strings, metadata and value.'
\echo
\set ECHO queries
SELECT variant_metadata(v) AS metadata, variant_value(v) AS value, variant_from_parquet(variant_metadata(v), variant_value(v)) = v AS same
FROM (SELECT '{"at": "2024-10-24"::date, "n": 1}'::variant AS v) x;

SELECT * FROM variant_check('\x1100000c', '\x0c01');

\set ECHO none
\echo '-- COPY BINARY there and back:'
\echo
CREATE TABLE copied (LIKE events);
\set ECHO queries
COPY events TO :'copy_file' (FORMAT binary);
COPY copied FROM :'copy_file' (FORMAT binary);

SELECT count(*) AS rows, bool_and(variant_send(c.doc) = variant_send(e.doc)) AS "same bytes"
FROM events e JOIN copied c USING (id);

\set ECHO none
\echo '=== 7. Mistakes are explained =================================================='
\echo
\set ON_ERROR_STOP off
\set ECHO queries
SELECT '{"a": 1, "b": tru}'::variant;
SELECT '{"day": "2024-02-30"::date}'::variant;
SELECT variant_from_bytes('\x1100000506ff');
\set ECHO none
\set ON_ERROR_STOP on

\echo
\echo '=== 8. Real documents =========================================================='
\echo
SELECT :'corpora' = '' AS no_corpora \gset
\if :no_corpora
\echo '(none here: put JSON files into ../shared/json/corpora to see them)'
\echo
\else
CREATE UNLOGGED TABLE documents (name text, t text);
\set ECHO none
SELECT format('INSERT INTO documents SELECT %L, t FROM convert_from(pg_read_binary_file(%L), ''UTF8'') whole, %s t',
	name, :'corpora' || '/' || name,
	-- one document a line, or one a file
	CASE WHEN name LIKE '%.ndjson' THEN 'string_to_table(trim(E''\n'' FROM whole), E''\n'')' ELSE 'unnest(ARRAY[whole])' END)
FROM pg_ls_dir(:'corpora') name WHERE name LIKE '%json' ORDER BY name \gexec
ALTER TABLE documents ADD v variant, ADD j jsonb;
UPDATE documents SET v = t::variant, j = t::jsonb;
\echo '-- bytes without compression, and whether both say the same as JSON'
\echo '-- (numbers with more than 38 digits or an exponent are doubles in a variant)'
\echo
SELECT name, count(*) AS docs, sum(octet_length(t)) AS json, sum(pg_column_size(t::jsonb)) AS jsonb, sum(pg_column_size(t::variant)) AS variant,
	round(sum(pg_column_size(t::variant))::numeric / sum(pg_column_size(t::jsonb)), 2) AS ratio, bool_and(v::jsonb = j) AS "same JSON"
FROM documents GROUP BY name ORDER BY name;
SELECT count(*) > 0 AS has_twitter FROM documents WHERE name = 'twitter.json' \gset
\if :has_twitter
\set ECHO queries
SELECT s->'user'->>'screen_name' AS user_name, (s['user']['followers_count'])::int AS followers,
       left(translate(s->>'text', E'\n', ' '), 40) AS text
FROM documents, generate_series(0, 99) i, LATERAL (SELECT v['statuses'][i] AS s) x
WHERE name = 'twitter.json' AND s['user']['followers_count'] > 3000
ORDER BY s['user']['followers_count'] DESC LIMIT 4;
\set ECHO none
\endif
\endif

\echo '=== 9. Size and speed against jsonb ============================================'
\echo
\echo '-- The 5000 events again, fastest of five runs; test/bench/run.sh measures properly.'
\echo
CREATE TABLE plain AS SELECT id, doc::json::text AS t FROM events;
CREATE TABLE as_jsonb AS SELECT id, t::jsonb AS doc FROM plain;
CREATE TABLE as_variant AS SELECT id, t::variant AS doc FROM plain;
VACUUM ANALYZE plain, as_jsonb, as_variant;
SELECT what, fastest(replace(query, 'TYPE', 'jsonb')) AS "jsonb ms", fastest(replace(query, 'TYPE', 'variant')) AS "variant ms" FROM (VALUES
	('parse text', 'SELECT count(t::TYPE) FROM plain'),
	('print text', 'SELECT count(doc::text) FROM as_TYPE'),
	('a number', $$SELECT count((doc['user']['id'])::int) FROM as_TYPE$$),
	('a nested string', $$SELECT count(doc->'user'->>'name') FROM as_TYPE$$),
	('sort by a member', $$SELECT count(*) FROM (SELECT doc FROM as_TYPE ORDER BY doc['price'] OFFSET 0) s$$)) q(what, query)
UNION ALL
SELECT 'bytes in the table', pg_table_size('as_jsonb'), pg_table_size('as_variant');
