#!/usr/bin/env bash
#
# run.sh - measure variant against jsonb: time as ratios, and bytes.
#
#	test/bench/run.sh			everything, about a quarter of an hour
#	test/bench/run.sh --quick		small corpora, few rounds: under three minutes
#	test/bench/run.sh --only NAME		one benchmark of benchmarks.txt, or "size";
#						may be given several times
#	test/bench/run.sh --check		exit 1 where a target is missed
#
# A private server, one connection, JIT and parallel queries off; times are of
# the processor where the system tells them, else of the clock.  In each
# round the queries of a benchmark run one after the other; shown are medians
# over the rounds, and quartiles of the ratio.  More than 1 is better than
# jsonb.  Results as tables in test/build/bench/: times.tsv, sizes.tsv.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$top/test/bench
. "$top/test/tools/server.sh"
. "$top/test/tools/packages.sh"

SMALL="bluesky nobench github telemetry"
WIDE="wide"
ARRAYS="records_1k records_4k records_16k records_64k records_256k"
SIZES="$SMALL $WIDE $ARRAYS"

only=() rounds=15 bytes=24000000 check=no
while [ $# -gt 0 ]; do
	case $1 in
		--quick) rounds=5 bytes=4000000 ;;
		--only) only+=("$2"); shift ;;
		--check) check=yes ;;
		*) sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; exit 2 ;;
	esac
	shift
done

is_wanted()
{
	[ ${#only[@]} = 0 ] || printf '%s\n' "${only[@]}" | grep -qx "$1"
}

sql()
{
	psql -X -q -v ON_ERROR_STOP=1 "$@"
}

# name|corpora|rows|... of the benchmarks that are wanted, blanks trimmed
benchmarks()
{
	local line
	grep -vE '^[[:space:]]*(#|$)' "$here/benchmarks.txt" | sed -E 's/[[:space:]]*\|[[:space:]]*/|/g; s/[[:space:]]*$//' |
	while IFS= read -r line; do
		is_wanted "${line%%|*}" && printf '%s\n' "$line"
	done
}

corpora_of()
{
	local word
	for word in $1; do
		case $word in
			SMALL|WIDE|ARRAYS) echo "${!word}" ;;
			*) echo "$word" ;;
		esac
	done | tr ' ' '\n'
}

needed_corpora()
{
	{
		benchmarks | cut -d'|' -f2 | while read -r names; do corpora_of "$names"; done
		is_wanted size && tr ' ' '\n' <<<"$SIZES"
	} | awk 'NF && !seen[$0]++'
}

# About the same number of bytes of each corpus.
load_corpus()
{
	local name=$1 sample count
	sample=$("$build/corpora" "$name" 50 | wc -c)
	count=$((bytes / (sample / 50)))
	"$build/corpora" "$name" $count >"$root/$name.ndjson"
	sql <<SQL
CREATE UNLOGGED TABLE ${name}_text (t text);
\\copy ${name}_text FROM '$root/$name.ndjson' (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')
-- external: time is not spent in decompression unless a benchmark says so
ALTER TABLE ${name}_text ALTER t SET STORAGE EXTERNAL;
CREATE UNLOGGED TABLE ${name}_v AS SELECT t::variant AS v FROM ${name}_text;
CREATE UNLOGGED TABLE ${name}_j AS SELECT t::jsonb AS j FROM ${name}_text;
CREATE UNLOGGED TABLE ${name}_hot_v AS SELECT v FROM ${name}_v LIMIT 200;
CREATE UNLOGGED TABLE ${name}_hot_j AS SELECT j FROM ${name}_j LIMIT 200;
VACUUM (ANALYZE) ${name}_text, ${name}_v, ${name}_j, ${name}_hot_v, ${name}_hot_j;
CHECKPOINT;
SQL
	rm "$root/$name.ndjson"
}

# The query of one side: count(EXPRESSION) over its rows.
query()
{
	local corpus=$1 rows=$2 expression=$3 side=$4
	case $rows in
		text) echo "SELECT count($expression) FROM ${corpus}_text" ;;
		table) echo "SELECT count($expression) FROM ${corpus}_$side" ;;
		hot) echo "SELECT count($expression) FROM generate_series(1, $((bytes / 20000))), ${corpus}_hot_$side" ;;
		*) echo "unknown rows: $rows" >&2; exit 1 ;;
	esac
}

run_benchmark()
{
	local name=$1 corpora=$2 rows=$3 variant=$4 jsonb=$5 scan=$6 corpus sides queries
	for corpus in $(corpora_of "$corpora"); do
		sides="variant,jsonb"
		queries=("$(query "$corpus" "$rows" "$variant" v)" "$(query "$corpus" "$rows" "$jsonb" j)")
		if [ "$scan" != - ]; then
			sides+=",variant_scan,jsonb_scan"
			queries+=("$(query "$corpus" "$rows" "${scan/d/v}" v)" "$(query "$corpus" "$rows" "${scan/d/j}" j)")
		fi
		echo "CALL bench.run('$name', '$corpus', '{$sides}', ARRAY["
		printf '$q$%s$q$,\n' "${queries[@]}" | sed '$s/,$//'
		echo "], $rounds);"
	done
}

settings()
{
	cat <<-SQL
		SET jit = off;
		SET max_parallel_workers_per_gather = 0;
		SET enable_material = off;
		SET work_mem = '256MB';
	SQL
}

measure_sizes()
{
	local corpus
	for corpus in $SIZES; do
		sql <<SQL
INSERT INTO bench.sizes
SELECT '$corpus', count(*), avg(octet_length(t)), avg(pg_column_size(t::jsonb)), avg(pg_column_size(t::variant)),
	(SELECT avg(pg_column_size(j)) FROM ${corpus}_j), (SELECT avg(pg_column_size(v)) FROM ${corpus}_v)
FROM ${corpus}_text;
SQL
	done
}

# One line for each target: geometric mean against what it should be.
report_times()
{
	sql -P border=0 -P footer=off <<SQL
SELECT name AS benchmark, corpus, round(variant_ms::numeric, 1) AS variant, round(jsonb_ms::numeric, 1) AS jsonb,
	round(variant_scan_ms::numeric, 1) AS "v scan", round(jsonb_scan_ms::numeric, 1) AS "j scan",
	round(ratio::numeric, 2) AS ratio, round(net::numeric, 2) AS net,
	round(low::numeric, 2) || '..' || round(high::numeric, 2) AS quartiles
FROM bench.report JOIN bench.plan USING (name) ORDER BY bench.plan.nr, corpus;
SQL
}

report_sizes()
{
	sql -P border=0 -P footer=off <<SQL
SELECT corpus, docs, json::int AS "JSON text", jsonb::int, variant::int, round((variant / jsonb)::numeric, 2) AS "of jsonb",
	jsonb_disk::int AS "jsonb stored", variant_disk::int AS "variant stored",
	round((variant_disk / jsonb_disk)::numeric, 2) AS "of jsonb stored"
FROM bench.sizes;
SQL
}

targets()
{
	sql -At -F '|' <<SQL
SELECT name, measure, target, round(exp(avg(ln(CASE measure WHEN 'net' THEN net ELSE ratio END)))::numeric, 2) AS got,
	exp(avg(ln(CASE measure WHEN 'net' THEN net ELSE ratio END))) >= target
FROM bench.report JOIN bench.plan USING (name) WHERE target IS NOT NULL
GROUP BY nr, name, measure, target ORDER BY nr;
SELECT 'size of ' || corpus, 'of jsonb', target, round((variant / jsonb)::numeric, 2), round((variant / jsonb)::numeric, 2) <= target
FROM bench.sizes, LATERAL (SELECT CASE WHEN corpus LIKE 'records%' THEN 0.40 WHEN json < 2048 THEN 0.87 END) t(target)
WHERE target IS NOT NULL;
SQL
}

export_tables()
{
	sql -c "\\copy (SELECT * FROM bench.report ORDER BY name, corpus) TO '$build/times.tsv' (FORMAT csv, HEADER, DELIMITER E'\\t')" \
		-c "\\copy bench.sizes TO '$build/sizes.tsv' (FORMAT csv, HEADER, DELIMITER E'\\t')"
}

for name in "${only[@]}"; do
	[ "$name" = size ] || grep -qE "^$name[[:space:]]*\\|" "$here/benchmarks.txt" ||
		{ echo "no benchmark $name; see test/bench/benchmarks.txt" >&2; exit 2; }
done
packages_need build || exit 1
root=$(server_root) || exit 1
trap 'server_remove "$root"' EXIT
trap 'exit 130' INT TERM HUP
build=$top/test/build/bench
mkdir -p "$build"
gcc -std=c11 -O2 "$here/corpora.c" -o "$build/corpora" || exit 1
server_build "$root" && server_start "$root" -c shared_buffers=1GB -c max_wal_size=8GB || exit 1
sql -c 'CREATE EXTENSION variant' -f "$here/measure.sql" || exit 1

echo "loading: $(needed_corpora | tr '\n' ' ')"
for corpus in $(needed_corpora); do load_corpus "$corpus" || exit 1; done

sql -c 'CREATE TABLE bench.plan (nr serial, name text, measure text, target numeric)' || exit 1
while IFS='|' read -r name corpora rows variant jsonb scan measure target; do
	echo "measuring: $name"
	sql -c "INSERT INTO bench.plan (name, measure, target) VALUES ('$name', '$measure', nullif('$target', '-')::numeric)"
	{ settings; run_benchmark "$name" "$corpora" "$rows" "$variant" "$jsonb" "$scan"; } | sql || exit 1
done < <(benchmarks)
if is_wanted size; then measure_sizes || exit 1; fi

printf '\nProcessor time in ms, medians of %s rounds; ratio = jsonb / variant; net = the same above the bare scan\n\n' "$rounds"
report_times
if is_wanted size; then
	printf 'Bytes for each document\n\n'
	report_sizes
fi
echo "Targets"
echo
missed=0
while IFS='|' read -r name measure target got good; do
	case $measure in "of jsonb") sign='<=' ;; *) sign='>=' ;; esac
	printf '%-24s %-8s %6s  %s %s  %s\n' "$name" "$measure" "$got" "$sign" "$target" "$([ "$good" = t ] && echo met || echo MISSED)"
	[ "$good" = t ] || missed=$((missed + 1))
done < <(targets)
export_tables
[ "$check" = no ] || [ $missed = 0 ]
