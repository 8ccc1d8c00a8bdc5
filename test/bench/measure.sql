-- What run.sh needs in its database: compare the answers of the sides of each
-- benchmark, time their queries in turn, keep every time, and report.
CREATE SCHEMA bench;

-- The queries of a benchmark, one for each side: variant, jsonb, perhaps
-- others.  NAME_scan is the same without what is measured, for "net".
CREATE TABLE bench.query (
	nr serial, suite text, name text, corpus text, side text, query text,
	before text,		-- is run before the query each time, and not timed
	answer text,		-- a query whose result all sides have in common; none
	units float8		-- what one execution does, in rows or probes
);
CREATE TABLE bench.times (
	suite text, name text, corpus text, side text, round int, ms float8
);
CREATE TABLE bench.bytes (
	suite text, name text, corpus text, side text, bytes float8
);
CREATE TABLE bench.fault (
	name text, corpus text, side text, message text
);
-- the same columns as targets.txt
CREATE TABLE bench.target (
	nr serial, issue text, label text, name text, corpus text, side text,
	measure text, summary text, sign text, target float8
);

-- A side of a benchmark of the suite that the setting bench.suite names.
CREATE PROCEDURE bench.add(name text, corpus text, side text, query text,
						   before text DEFAULT NULL, answer text DEFAULT NULL, units float8 DEFAULT 1)
LANGUAGE sql AS $$
	INSERT INTO bench.query (suite, name, corpus, side, query, before, answer, units)
	VALUES (current_setting('bench.suite'), name, corpus, side, query, before, answer, units);
$$;

CREATE PROCEDURE bench.add_bytes(name text, corpus text, side text, bytes numeric)
LANGUAGE sql AS $$
	INSERT INTO bench.bytes VALUES (current_setting('bench.suite'), name, corpus, side, bytes);
$$;

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

-- The answer of one side.
CREATE FUNCTION bench.answer(q bench.query) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE coalesce(q.answer, format(
		$f$SELECT md5(string_agg(a::text, E'\n' ORDER BY a::text)) FROM (%s) a$f$, q.query)) INTO result;
	RETURN result;
END $$;

-- Do all sides of a benchmark give the answer that variant gives?
CREATE FUNCTION bench.agree(benchmark text, documents text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	q bench.query;
	expected text;
	result text;
	good boolean := true;
BEGIN
	FOR q IN
		SELECT * FROM bench.query
		WHERE name = benchmark AND corpus = documents AND side !~ '_scan$' AND answer IS DISTINCT FROM 'none'
		ORDER BY nr
	LOOP
		BEGIN
			result := bench.answer(q);
			IF q.side = 'variant' THEN
				expected := result;
			ELSIF result IS DISTINCT FROM expected THEN
				RAISE '% instead of %', left(result, 100), left(expected, 100);
			END IF;
		EXCEPTION WHEN OTHERS THEN
			INSERT INTO bench.fault VALUES (q.name, q.corpus, q.side, sqlerrm);
			good := false;
		END;
	END LOOP;
	RETURN good;
END $$;

CREATE FUNCTION bench.time(query text, executions int) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	start float8 := bench.now();
BEGIN
	FOR i IN 1 .. executions LOOP
		EXECUTE query;
	END LOOP;
	RETURN (bench.now() - start) / executions;
END $$;

-- Time the queries of one benchmark, one after the other in each round, so
-- that what disturbs the machine disturbs all.  A query of little time is
-- executed often enough to fill sample_ms; a benchmark that would last
-- longer than limit_ms has fewer rounds.
CREATE PROCEDURE bench.measure(benchmark text, documents text, rounds int, fewest int, sample_ms float8, limit_ms float8)
LANGUAGE plpgsql AS $$
DECLARE
	q bench.query;
	executions int[] := '{}';
	ms float8;
	total float8 := 0;
	wal pg_lsn;
BEGIN
	FOR round IN 0 .. rounds LOOP
		EXIT WHEN round > greatest(limit_ms / nullif(total, 0), fewest);
		FOR q IN SELECT * FROM bench.query WHERE name = benchmark AND corpus = documents ORDER BY nr LOOP
			IF q.before IS NOT NULL THEN
				EXECUTE q.before;
			END IF;
			wal := pg_current_wal_insert_lsn();
			IF round = 0 THEN
				ms := bench.time(q.query, 1);
				IF q.before IS NULL AND ms < sample_ms THEN
					ms := bench.time(q.query, 1);
				END IF;
				executions[q.nr] := CASE WHEN q.before IS NULL
					THEN least(ceil(sample_ms / greatest(ms, 0.001)), 10000) ELSE 1 END;
				total := total + ms * executions[q.nr];
				IF q.before IS NOT NULL THEN
					INSERT INTO bench.bytes
					VALUES (q.suite, q.name || '_wal', q.corpus, q.side, pg_current_wal_insert_lsn() - wal);
				END IF;
			ELSE
				INSERT INTO bench.times
				VALUES (q.suite, q.name, q.corpus, q.side, round, bench.time(q.query, executions[q.nr]));
			END IF;
		END LOOP;
		COMMIT;
	END LOOP;
END $$;

-- One row for each benchmark, corpus and side.  own: the median above that of
-- the scan, at least a fiftieth of the scan.  ratio and net: how many times
-- longer this side takes than variant.  low and high: quartiles of the ratio
-- over the rounds, of net where there is a scan.
CREATE MATERIALIZED VIEW bench.report AS
WITH medians AS (
	SELECT suite, name, corpus, side, count(*) AS rounds, percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS ms
	FROM bench.times GROUP BY 1, 2, 3, 4
), scans AS (
	SELECT m.*, coalesce(s.ms, 0) AS scan
	FROM medians m
	LEFT JOIN medians s ON (s.name, s.corpus) = (m.name, m.corpus) AND
		s.side = substring(m.side from '^[^_]+') || '_scan'
	WHERE m.side !~ '_scan$'
), owns AS (
	SELECT *, greatest(ms - scan, scan / 50) AS own FROM scans
), spread AS (
	SELECT t.name, t.corpus, t.side,
		percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY
			greatest(t.ms - o.scan, o.scan / 50) / greatest(v.ms - w.scan, w.scan / 50)) AS quartiles
	FROM bench.times t JOIN owns o USING (name, corpus, side)
	JOIN bench.times v ON (v.name, v.corpus, v.round, v.side) = (t.name, t.corpus, t.round, 'variant')
	JOIN owns w ON (w.name, w.corpus, w.side) = (v.name, v.corpus, v.side)
	GROUP BY 1, 2, 3
)
SELECT q.nr, o.suite, o.name, o.corpus, o.side, o.rounds, o.ms, o.scan, o.own, q.units,
	1000 * o.own / q.units AS us, o.ms / v.ms AS ratio, o.own / v.own AS net,
	s.quartiles[1] AS low, s.quartiles[2] AS high
FROM owns o
JOIN owns v ON (v.name, v.corpus, v.side) = (o.name, o.corpus, 'variant')
JOIN bench.query q ON (q.name, q.corpus, q.side) = (o.name, o.corpus, o.side)
LEFT JOIN spread s ON (s.name, s.corpus, s.side) = (o.name, o.corpus, o.side)
WITH NO DATA;

-- The targets that something was measured for, with what was reached.
CREATE VIEW bench.result AS
WITH measured AS (
	SELECT name, corpus, side, unnest(ARRAY['ratio', 'net', 'us', 'of', 'of_net']) AS measure,
		unnest(ARRAY[ratio, net, us, 1 / ratio, 1 / net]) AS value
	FROM bench.report
	UNION ALL
	SELECT s.name, s.corpus, s.side, 'bytes', v.bytes / s.bytes
	FROM bench.bytes s JOIN bench.bytes v ON (v.name, v.corpus, v.side) = (s.name, s.corpus, 'variant')
), reached AS (
	SELECT t.nr, count(*) AS cells,
		CASE summary WHEN 'min' THEN min(value) WHEN 'max' THEN max(value) ELSE exp(avg(ln(value))) END AS got,
		(array_agg(m.name || ' ' || m.corpus ORDER BY CASE sign WHEN '>=' THEN value ELSE -value END))[1] AS worst
	FROM bench.target t
	JOIN measured m ON m.measure = t.measure AND m.side ~ ('^(' || t.side || ')$') AND
		m.name ~ ('^(' || t.name || ')$') AND m.corpus ~ ('^(' || t.corpus || ')$') AND m.value > 0
	GROUP BY t.nr, summary
)
SELECT nr, issue, label, side, measure, summary, sign, target, got, cells, worst,
	CASE sign WHEN '>=' THEN round(got::numeric, 2) >= target ELSE round(got::numeric, 2) <= target END AS met
FROM bench.target JOIN reached USING (nr);
