#!/usr/bin/env bash
#
# gin.sh - the GIN operator class against those of jsonb, in one run.
#
#	test/bench/gin.sh [ROWS [CORPUS...]]	default: 50000 bluesky nobench telemetry
#
# A private server, one connection, JIT and parallel queries off.  Times are
# of the processor, those of searches by the clock; the least of several.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$top/test/tools/server.sh"
rows=${1:-50000}
shift
corpora=${*:-bluesky nobench telemetry}

root=$(server_root) || exit 1
trap 'server_remove "$root"' EXIT
trap 'exit 130' INT TERM HUP
server_build "$root" && server_start "$root" -c shared_buffers=512MB -c jit=off \
	-c max_parallel_workers_per_gather=0 -c max_parallel_maintenance_workers=0 \
	-c maintenance_work_mem=512MB -c max_wal_size=8GB -c autovacuum=off || exit 1
gcc -O2 -o "$root/corpora" "$top/test/bench/corpora.c" -lm || exit 1

sql()
{
	psql -X -q -A -t -v ON_ERROR_STOP=1 "$@"
}

sql <<'SQL'
CREATE EXTENSION variant;
-- processor time in ns, where the system tells
CREATE FUNCTION now_ns() RETURNS numeric LANGUAGE sql VOLATILE AS $$SELECT split_part(pg_read_file('/proc/self/schedstat', 0, 100), ' ', 1)::numeric$$;
-- the least time of some runs, in milliseconds; undo is run after each
CREATE FUNCTION least_ms(statement text, runs int, undo text DEFAULT NULL) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE best float8 := 'Infinity'; started numeric;
BEGIN
	FOR i IN 1..runs LOOP
		started := now_ns();
		EXECUTE statement;
		best := least(best, (now_ns() - started) / 1e6);
		IF undo IS NOT NULL THEN EXECUTE undo; END IF;
	END LOOP;
	RETURN round(best::numeric, 3);
END$$;
-- the same by the clock, for what is too short for the system to tell
CREATE FUNCTION least_clock(statement text, runs int) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE best float8 := 'Infinity'; started timestamptz;
BEGIN
	FOR i IN 1..runs LOOP
		started := clock_timestamp();
		EXECUTE statement;
		best := least(best, extract(epoch FROM clock_timestamp() - started) * 1000);
	END LOOP;
	RETURN round(best::numeric, 3);
END$$;
SQL

measure_build()
{
	sql -c "SELECT least_ms('CREATE INDEX i ON t USING gin ($1)', 3, 'DROP INDEX i')"
}

measure_size()
{
	sql -c "CREATE INDEX i ON t USING gin ($1)" -c "SELECT pg_relation_size('i')" -c "DROP INDEX i"
}

# into an index of the rest of the rows
measure_insert()
{
	sql <<SQL
CREATE TABLE s (v variant, j jsonb);
INSERT INTO s SELECT v, j FROM t WHERE n > $rows / 5;
CREATE INDEX i ON s USING gin ($1) WITH (fastupdate = $2);
CHECKPOINT;
SELECT least_ms('INSERT INTO s SELECT v, j FROM t WHERE n <= $rows / 5', 1);
DROP TABLE s;
SQL
}

for corpus in $corpora; do
	"$root/corpora" "$corpus" "$rows" >"$root/docs" || exit 1
	sql <<SQL
CREATE TABLE t (n int GENERATED ALWAYS AS IDENTITY, v variant, j jsonb);
CREATE TABLE raw (t text);
\copy raw FROM '$root/docs' (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')
INSERT INTO t (v, j) SELECT t::variant, t::jsonb FROM raw;
DROP TABLE raw;
VACUUM ANALYZE t;
SQL
	printf '\n%s, %s documents\n%-28s %10s %10s %10s %10s\n' "$corpus" "$rows" "index" "build ms" "MB" "insert ms" "no pending"
	for class in "v variant_ops" "j jsonb_path_ops" "j jsonb_ops"; do
		printf '%-28s %10s %10s %10s %10s\n' "$class" "$(measure_build "$class")" \
			"$(measure_size "$class" | awk '{printf "%.2f", $1 / 1e6}')" \
			"$(measure_insert "$class" on)" "$(measure_insert "$class" off)"
	done
	[ "$corpus" = bluesky ] && sql <<'SQL'
\echo
\echo one search, ms: variant_ops, jsonb_path_ops or scan, btree on the expression
CREATE INDEX t_v ON t USING gin (v);
CREATE INDEX t_j ON t USING gin (j jsonb_path_ops);
CREATE INDEX t_did ON t ((j->>'did'));
CREATE INDEX t_time ON t (((j->>'time_us')::bigint));
VACUUM ANALYZE t;
SELECT j->>'did' AS did, j->>'time_us' AS low FROM t WHERE n = 777 \gset
SELECT (j->>'time_us')::bigint AS high FROM (SELECT j FROM t ORDER BY (j->>'time_us')::bigint) s OFFSET (SELECT count(*) FROM t WHERE (j->>'time_us')::bigint <= :low) + (SELECT count(*) / 1000 FROM t) LIMIT 1 \gset
SELECT 'equality', least_clock(format('SELECT count(*) FROM t WHERE v[''did''] = %L::text', :'did'), 50),
	least_clock(format('SELECT count(*) FROM t WHERE v @> %L', jsonb_build_object('did', :'did')), 50) AS variant_contains,
	least_clock(format('SELECT count(*) FROM t WHERE j @> %L', jsonb_build_object('did', :'did')), 50),
	least_clock(format('SELECT count(*) FROM t WHERE j->>''did'' = %L', :'did'), 50);
SELECT 'range', least_clock(format('SELECT count(*) FROM t WHERE v[''time_us''] BETWEEN %s AND %s', :low, :high), 20),
	least_clock(format('SELECT count(*) FROM t WHERE j @@ ''$.time_us >= %s && $.time_us <= %s''', :low, :high), 3),
	least_clock(format('SELECT count(*) FROM t WHERE (j->>''time_us'')::bigint BETWEEN %s AND %s', :low, :high), 20);
SELECT 'range by jsonpath', least_clock(format('SELECT count(*) FROM t WHERE v @@ ''$.time_us >= %s && $.time_us <= %s''', :low, :high), 20);
UPDATE t SET v = variant_set(v, '{rare,path}', '1'), j = jsonb_set(j || '{"rare": {}}', '{rare,path}', '1') WHERE n IN (5, 500);
VACUUM ANALYZE t;
SELECT 'rare path exists', least_clock('SELECT count(*) FROM t WHERE v @? ''$.rare''', 20),
	least_clock('SELECT count(*) FROM t WHERE j @? ''$.rare''', 3);
SELECT 'paths of 3', pg_relation_size('t_v');
CREATE INDEX t_few ON t USING gin (v variant_ops (paths = '$.did,$.kind,$.time_us'));
SELECT 'paths of 3', pg_relation_size('t_few');
SQL
	sql -c "DROP TABLE t"
done
