-- corpora:
-- benchmarks: table_1000
--
-- Rows and columns of an array of 1,000 objects: variant_table against the
-- ways that jsonb has on this server; "jsonb" is JSON_TABLE from 17 on, before
-- that what corresponds, paths for rows and for columns.
CREATE UNLOGGED TABLE thousand_v AS
	SELECT variant_agg(variant_build_object('id', i, 'price', i * 1.25, 'name', 'name of ' || i, 'tags', ARRAY['a', 'b'])) AS d
	FROM generate_series(1, 1000) i, generate_series(1, 5) n GROUP BY n;
CREATE UNLOGGED TABLE thousand_j AS SELECT d::jsonb AS d FROM thousand_v;
ANALYZE thousand_v, thousand_j;

CALL bench.add('table_1000', 'rows', 'variant', $$
SELECT count(id), sum(price), count(name)
FROM thousand_v, variant_table(d, '$[*]') AS t (id int, price numeric, name text) $$);
SELECT current_setting('server_version_num')::int >= 170000 AS has_json_table \gset
\if :has_json_table
CALL bench.add('table_1000', 'rows', 'jsonb', $$
SELECT count(id), sum(price), count(name)
FROM thousand_j, JSON_TABLE(d, '$[*]' COLUMNS (id int, price numeric, name text)) t $$);
\else
CALL bench.add('table_1000', 'rows', 'jsonb', $$
SELECT count((jsonb_path_query_first(r, '$.id') #>> '{}')::int), sum((jsonb_path_query_first(r, '$.price') #>> '{}')::numeric),
	count(jsonb_path_query_first(r, '$.name') #>> '{}')
FROM thousand_j, jsonb_path_query(d, '$[*]') AS r $$);
\endif
CALL bench.add('table_1000', 'rows', 'jsonb_recordset', $$
SELECT count(id), sum(price), count(name)
FROM thousand_j, jsonb_to_recordset(d) AS t (id int, price numeric, name text) $$);
CALL bench.add('table_1000', 'rows', 'jsonb_elements', $$
SELECT count((r->>'id')::int), sum((r->>'price')::numeric), count(r->>'name')
FROM thousand_j, jsonb_array_elements(d) AS r $$);
CALL bench.add('table_1000', 'rows', 'variant_scan', 'SELECT count(d) FROM thousand_v');
CALL bench.add('table_1000', 'rows', 'jsonb_scan', 'SELECT count(d) FROM thousand_j');
