-- What run.sh needs in its database: time queries in turn, keep every time.
CREATE SCHEMA bench;

CREATE TABLE bench.times (
	name text, corpus text, side text, round int, ms float8
);
CREATE TABLE bench.sizes (
	corpus text, docs bigint, json float8, jsonb float8, variant float8,
	jsonb_disk float8, variant_disk float8
);
CREATE TABLE bench.large_sizes (corpus text, how text, jsonb float8, variant float8);
-- values read in a round
CREATE TABLE bench.reads (name text, corpus text, reads bigint);

-- Milliseconds that this process has run on a processor: a busy machine does
-- not disturb them as it does the clock, which is used where Linux is not.
-- The kernel brings the number up to date when the process pauses.
CREATE FUNCTION bench.now() RETURNS float8 LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_sleep(0.0001);
	RETURN split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::float8 / 1e6;
EXCEPTION WHEN OTHERS THEN
	RETURN extract(epoch FROM clock_timestamp()) * 1000;
END $$;

-- Time the queries of one benchmark, one after the other in each round, so
-- that what disturbs the machine disturbs all.  The first round only warms up.
CREATE PROCEDURE bench.run(name text, corpus text, sides text[], queries text[], rounds int)
LANGUAGE plpgsql AS $$
DECLARE
	start float8;
	ms float8;
BEGIN
	FOR round IN 0 .. rounds LOOP
		FOR i IN 1 .. cardinality(queries) LOOP
			start := bench.now();
			EXECUTE queries[i];
			ms := bench.now() - start;
			IF round > 0 THEN
				INSERT INTO bench.times VALUES (name, corpus, sides[i], round, ms);
			END IF;
		END LOOP;
	END LOOP;
END $$;

-- One row for each benchmark and corpus.  net: the median of the time above
-- the median of the same scan without the expression, at least a tenth of a
-- millisecond.  low and high are the quartiles of the ratio over the rounds.
CREATE VIEW bench.report AS
WITH medians AS (
	SELECT name, corpus, side, percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS ms
	FROM bench.times GROUP BY 1, 2, 3
), base AS (
	SELECT name, corpus,
		coalesce(max(ms) FILTER (WHERE side = 'variant_scan'), 0) AS variant,
		coalesce(max(ms) FILTER (WHERE side = 'jsonb_scan'), 0) AS jsonb
	FROM medians GROUP BY 1, 2
), pairs AS (
	SELECT v.name, v.corpus,
		greatest(j.ms - b.jsonb, 0.1) / greatest(v.ms - b.variant, 0.1) AS ratio
	FROM bench.times v
	JOIN bench.times j USING (name, corpus, round)
	JOIN base b USING (name, corpus)
	WHERE v.side = 'variant' AND j.side = 'jsonb'
), spread AS (
	SELECT name, corpus,
		percentile_cont(0.25) WITHIN GROUP (ORDER BY ratio) AS low,
		percentile_cont(0.75) WITHIN GROUP (ORDER BY ratio) AS high
	FROM pairs GROUP BY 1, 2
)
SELECT v.name, v.corpus, v.ms AS variant_ms, j.ms AS jsonb_ms,
	b.variant AS variant_scan_ms, b.jsonb AS jsonb_scan_ms,
	j.ms / v.ms AS ratio,
	greatest(j.ms - b.jsonb, 0.1) / greatest(v.ms - b.variant, 0.1) AS net,
	s.low, s.high
FROM medians v
JOIN medians j ON (j.name, j.corpus, j.side) = (v.name, v.corpus, 'jsonb')
JOIN base b ON (b.name, b.corpus) = (v.name, v.corpus)
JOIN spread s ON (s.name, s.corpus) = (v.name, v.corpus)
WHERE v.side = 'variant';
