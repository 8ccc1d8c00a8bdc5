-- What values of another type cost a query over shredded columns; run by cliff.sh.
--
-- In a file, the statistics of a page tell something only if the page has no
-- other value: of blocks of n rows, (1 - rate)^n can be skipped.  Here the typed
-- column has its index whatever else the documents hold.
--
-- Events are in the order of time.  In rows spread evenly, at a rate, event_ts
-- is not a timestamptz in microseconds but a string (kind class) or has
-- nanoseconds (kind family), and code is a number, not a string.
CREATE TABLE cliff_result (nr serial, kind text, rate float8, spelling text, marked bigint, clean float8,
	blocks float8, read_blocks float8, same boolean);

CREATE FUNCTION cliff_other(kind text, at timestamptz) RETURNS variant LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE kind WHEN 'class' THEN to_variant(at::text)
		ELSE ('"' || to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '.000000001Z"::timestamptz(9)')::variant END
$$;

-- Pages that a query reads, of the table and of indexes.
CREATE FUNCTION cliff_pages(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, COSTS OFF, FORMAT json) ' || query INTO plan;
	RETURN (plan->0->'Plan'->>'Shared Hit Blocks')::bigint + (plan->0->'Plan'->>'Shared Read Blocks')::bigint;
END $$;

-- One query, with the columns and without: answers, and pages with.
CREATE FUNCTION cliff_query(query text, OUT same boolean, OUT pages bigint) LANGUAGE plpgsql AS $$
DECLARE
	answer text;
	other text;
BEGIN
	EXECUTE format('SELECT s::text FROM (%s) s', query) INTO answer;
	pages := cliff_pages(query);
	SET LOCAL variant.shredded_columns = off;
	EXECUTE format('SELECT s::text FROM (%s) s', query) INTO other;
	SET LOCAL variant.shredded_columns = on;
	same := answer = other;
END $$;

CREATE PROCEDURE cliff(kind text, rate float8, events int, block int) LANGUAGE plpgsql AS $$
DECLARE
	start timestamptz := '2024-10-24 00:00Z';
	low timestamptz := start + (events / 2 / block * block) * interval '1 second';
	range text;
	pages_of_block float8;
	marked bigint;
	clean float8;
	spelling text;
	q record;
BEGIN
	DROP TABLE IF EXISTS cliff_events;
	CREATE TABLE cliff_events (id int, doc variant);
	PERFORM setseed(0.5);
	EXECUTE format('INSERT INTO cliff_events SELECT i, variant_build_object(''event_ts'', CASE WHEN other THEN cliff_other(%L, at) ELSE to_variant(at) END,
			''code'', CASE WHEN other THEN to_variant(i) ELSE to_variant(lpad(i::text, 8, ''0'')) END, ''user'', i %% 5000, ''session'', md5(i::text))
		FROM (SELECT i, %L::timestamptz + i * interval ''1 second'' AS at, random() < %s AS other FROM generate_series(0, %s - 1) i) s',
		kind, start, rate, events);
	PERFORM variant_shred_column('cliff_events', 'doc', '{"event_ts": "timestamptz", "code": "text"}');
	CREATE INDEX ON cliff_events USING brin (event_ts) WITH (pages_per_range = 16);
	CREATE INDEX ON cliff_events (code);
	CREATE INDEX ON cliff_events (event_ts_off) WHERE event_ts_off IS NOT NULL;
	CREATE INDEX ON cliff_events (code_off) WHERE code_off IS NOT NULL;
	ANALYZE cliff_events;
	SELECT count(event_ts_off), pg_relation_size('cliff_events')::float8 / current_setting('block_size')::int * block / events
		FROM cliff_events INTO marked, pages_of_block;
	SELECT count(*) FILTER (WHERE n = 0) / count(*)::float8
		FROM (SELECT count(event_ts_off) AS n FROM cliff_events GROUP BY id / block) s INTO clean;
	-- the events of one block, in the middle
	range := format('{} >= timestamptz %L AND {} < timestamptz %L', low, low + block * interval '1 second');
	FOREACH spelling IN ARRAY CASE kind WHEN 'class' THEN ARRAY['doc[''event_ts'']', 'doc->>''code''']
		ELSE ARRAY['doc[''event_ts'']', '(doc[''event_ts''])::timestamptz'] END
	LOOP
		SELECT * FROM cliff_query('SELECT count(*), sum(id) FROM cliff_events WHERE ' ||
			CASE WHEN spelling ~ 'code' THEN format('%s = %L', spelling, lpad((events / 2)::text, 8, '0')) ELSE replace(range, '{}', spelling) END) INTO q;
		INSERT INTO cliff_result (kind, rate, spelling, marked, clean, blocks, read_blocks, same)
		VALUES (kind, rate, spelling, marked, clean, events / block, q.pages / pages_of_block, q.same);
	END LOOP;
END $$;
