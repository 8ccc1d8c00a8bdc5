-- corpora: bluesky nobench telemetry github
-- benchmarks: gin_size gin_size_paths gin_build gin_insert_on gin_insert_off gin_equal gin_range_number gin_range_time gin_rare
--
-- GIN indexes: variant_ops against the classes of jsonb, a btree on the
-- expression, no index ("jsonb"), and jsquery's class where it is installed.
-- The planner chooses; nothing is forced.
CREATE TABLE bench.gin (side text, type text, method text);
INSERT INTO bench.gin VALUES
	('variant', 'variant', 'gin (d variant_ops)'),
	('jsonb_path_ops', 'jsonb', 'gin (d jsonb_path_ops)'),
	('jsonb_ops', 'jsonb', 'gin (d jsonb_ops)');
INSERT INTO bench.gin SELECT 'jsquery', 'jsonb', 'gin (d jsonb_path_value_ops)'
FROM pg_extension WHERE extname = 'jsquery';

-- Tables of four fifths of the documents, and one that has something rare.
SELECT format('CREATE TABLE gin_%s_%s AS SELECT t::%s AS d FROM (SELECT t FROM %s_text LIMIT %s) s',
		documents, side, type, documents, n * 4 / 5)
FROM (VALUES ('bluesky', (SELECT count(*) FROM bluesky_text)), ('nobench', (SELECT count(*) FROM nobench_text)),
	('telemetry', (SELECT count(*) FROM telemetry_text))) c(documents, n),
	(SELECT side, type FROM bench.gin UNION ALL VALUES ('jsonb', 'jsonb'), ('btree', 'jsonb')) g
\gexec
SELECT format('INSERT INTO gin_bluesky_%s VALUES (''{"rare": {"path": 1}}'')', side)
FROM (SELECT side FROM bench.gin UNION ALL VALUES ('jsonb'), ('btree')) g
\gexec

-- build, size
SELECT format('CREATE INDEX gin_%1$s_%2$s_index ON gin_%1$s_%2$s USING %3$s', documents, side, method)
FROM unnest(ARRAY['bluesky', 'nobench', 'telemetry']) documents, bench.gin
\gexec
SELECT format('CALL bench.add_bytes(''gin_size'', %L, %L, pg_relation_size(''gin_%s_%s_index''))', documents, side, documents, side)
FROM unnest(ARRAY['bluesky', 'nobench', 'telemetry']) documents, bench.gin
\gexec
SELECT format('CALL bench.add(''gin_build'', %L, %L, %L, before => %L, answer => ''none'')', documents, side,
		format('CREATE INDEX gin_%1$s_%2$s_index ON gin_%1$s_%2$s USING %3$s', documents, side, method),
		format('DROP INDEX gin_%s_%s_index', documents, side))
FROM unnest(ARRAY['bluesky', 'nobench', 'telemetry']) documents, bench.gin
\gexec

-- an index of three paths
CREATE INDEX gin_paths ON gin_bluesky_variant USING gin (d variant_ops (paths = '$.did,$.time_us,$.commit.collection'));
CALL bench.add_bytes('gin_size_paths', 'bluesky', 'variant', pg_relation_size('gin_paths'));
CALL bench.add_bytes('gin_size_paths', 'bluesky', 'variant_all', pg_relation_size('gin_bluesky_variant_index'));
DROP INDEX gin_paths;

-- A twentieth of the other documents at a time, into tables of their own;
-- with fastupdate the pending list is emptied too.
SELECT format('CREATE TABLE gin_%s_%s AS SELECT * FROM gin_bluesky_%s; CREATE INDEX gin_%s_%s_index ON gin_%s_%s USING %s WITH (fastupdate = %s)',
		side, fast, side, side, fast, side, fast, method, fast)
FROM bench.gin, unnest(ARRAY['on', 'off']) fast
\gexec
SELECT format('CREATE TABLE gin_new_%s AS SELECT k, t::%s AS d FROM (SELECT t, row_number() OVER () %% 20 AS k FROM bluesky_text OFFSET %s) s',
		type, type, (SELECT count(*) * 4 / 5 FROM bluesky_text))
FROM (SELECT DISTINCT type FROM bench.gin) g
\gexec
SELECT format('CREATE SEQUENCE gin_%s_%s_turn', side, fast) FROM bench.gin, unnest(ARRAY['on', 'off']) fast
\gexec
SELECT format('CALL bench.add(''gin_insert_%s'', ''bluesky'', %L, %L, before => ''SELECT 1'', answer => ''none'', units => %s)', fast, side,
		format('INSERT INTO gin_%1$s_%2$s SELECT d FROM gin_new_%3$s WHERE k = (SELECT nextval(''gin_%1$s_%2$s_turn'') %% 20)', side, fast, type) ||
		CASE fast WHEN 'on' THEN format('; SELECT gin_clean_pending_list(''gin_%s_on_index'')', side) ELSE '' END,
		(SELECT count(*) / 20 FROM gin_new_jsonb))
FROM bench.gin, unnest(ARRAY['on', 'off']) fast
\gexec

-- probes
SELECT j->>'did' AS did, (j->>'time_us')::bigint AS low FROM bluesky_j OFFSET (SELECT count(*) / 2 FROM bluesky_j) LIMIT 1 \gset
SELECT (j->>'time_us')::bigint AS high FROM bluesky_j OFFSET (SELECT count(*) / 2 + count(*) / 1000 FROM bluesky_j) LIMIT 1 \gset
CREATE INDEX ON gin_bluesky_btree ((d->>'did'));
CREATE INDEX ON gin_bluesky_btree (((d->>'time_us')::bigint));
SELECT format('VACUUM (ANALYZE) gin_bluesky_%s', side)
FROM (SELECT side FROM bench.gin UNION ALL VALUES ('jsonb'), ('btree')) g
\gexec

CALL bench.add('gin_equal', 'bluesky', 'variant',
	format('SELECT count(*) FROM gin_bluesky_variant WHERE d[''did''] = %L::text', :'did'));
CALL bench.add('gin_equal', 'bluesky', 'variant_contains',
	format('SELECT count(*) FROM gin_bluesky_variant WHERE d @> ''{"did": "%s"}''', :'did'));
CALL bench.add('gin_equal', 'bluesky', 'jsonb_path_ops',
	format('SELECT count(*) FROM gin_bluesky_jsonb_path_ops WHERE d @> ''{"did": "%s"}''', :'did'));
CALL bench.add('gin_equal', 'bluesky', 'jsonb_ops',
	format('SELECT count(*) FROM gin_bluesky_jsonb_ops WHERE d @> ''{"did": "%s"}''', :'did'));
CALL bench.add('gin_equal', 'bluesky', 'btree',
	format('SELECT count(*) FROM gin_bluesky_btree WHERE d->>''did'' = %L', :'did'));
CALL bench.add('gin_equal', 'bluesky', 'jsonb',
	format('SELECT count(*) FROM gin_bluesky_jsonb WHERE d->>''did'' = %L', :'did'));

CALL bench.add('gin_range_number', 'bluesky', 'variant',
	format('SELECT count(*) FROM gin_bluesky_variant WHERE d[''time_us''] BETWEEN %s AND %s', :'low', :'high'));
CALL bench.add('gin_range_number', 'bluesky', 'btree',
	format('SELECT count(*) FROM gin_bluesky_btree WHERE (d->>''time_us'')::bigint BETWEEN %s AND %s', :'low', :'high'));
CALL bench.add('gin_range_number', 'bluesky', 'jsonb',
	format('SELECT count(*) FROM gin_bluesky_jsonb WHERE (d->>''time_us'')::bigint BETWEEN %s AND %s', :'low', :'high'));

CALL bench.add('gin_rare', 'bluesky', 'variant', $$SELECT count(*) FROM gin_bluesky_variant WHERE d @? '$.rare.path'$$);
CALL bench.add('gin_rare', 'bluesky', 'jsonb_ops', $$SELECT count(*) FROM gin_bluesky_jsonb_ops WHERE d @? '$.rare.path'$$);
CALL bench.add('gin_rare', 'bluesky', 'jsonb', $$SELECT count(*) FROM gin_bluesky_jsonb WHERE d @? '$.rare.path'$$);

-- timestamps, which are values of their own in a variant
CREATE TABLE gin_time_variant AS SELECT variant_infer_types(t::variant) AS d FROM github_text;
CREATE TABLE gin_time_jsonb AS SELECT t::jsonb AS d FROM github_text;
CREATE TABLE gin_time_btree AS SELECT * FROM gin_time_jsonb;
CREATE INDEX ON gin_time_variant USING gin (d variant_ops);
CREATE INDEX ON gin_time_btree ((d->>'created_at'));
VACUUM (ANALYZE) gin_time_variant, gin_time_jsonb, gin_time_btree;
CALL bench.add('gin_range_time', 'github', 'variant', $$SELECT count(*) FROM gin_time_variant
	WHERE d['created_at'] BETWEEN '2022-03-04T05:20:00Z'::timestamptz AND '2022-03-04T05:20:03Z'::timestamptz$$);
CALL bench.add('gin_range_time', 'github', 'btree', $$SELECT count(*) FROM gin_time_btree
	WHERE d->>'created_at' BETWEEN '2022-03-04T05:20:00Z' AND '2022-03-04T05:20:03Z'$$);
CALL bench.add('gin_range_time', 'github', 'jsonb', $$SELECT count(*) FROM gin_time_jsonb
	WHERE (d->>'created_at')::timestamptz BETWEEN '2022-03-04T05:20:00Z' AND '2022-03-04T05:20:03Z'$$);
