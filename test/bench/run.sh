#!/usr/bin/env bash
#
# run.sh - measure variant against jsonb: time as ratios, and bytes.
#
#	test/bench/run.sh			everything, about a quarter of an hour
#	test/bench/run.sh --quick		small corpora, few rounds: under three minutes
#	test/bench/run.sh --only NAME		one benchmark of benchmarks.txt, or "size",
#						or "size_large"; may be given several times
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
ORDERS="order_4k order_16k order_64k order_256k order_1m"
# whose values are of 2 kB and more in either type
LARGE="wide records_16k records_64k records_256k order_4k order_16k order_64k order_256k"
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
			SMALL|WIDE|ARRAYS|ORDERS) echo "${!word}" ;;
			*) echo "$word" ;;
		esac
	done | tr ' ' '\n'
}

needed_corpora()
{
	{
		benchmarks | cut -d'|' -f2 | while read -r names; do corpora_of "$names"; done
		is_wanted size && tr ' ' '\n' <<<"$SIZES"
		is_wanted size_large && tr ' ' '\n' <<<"$LARGE"
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

# The same in columns of one storage, a few values.
load_storage()
{
	local corpus=$1 storage=$2 side type change
	case $storage in
		external) change="SET STORAGE EXTERNAL" ;;
		*) change="SET COMPRESSION $storage" ;;
	esac
	for side in v j; do
		[ $side = v ] && type=variant || type=jsonb
		sql <<SQL
CREATE UNLOGGED TABLE ${corpus}_${storage}_$side ($side $type);
ALTER TABLE ${corpus}_${storage}_$side ALTER $side $change;
INSERT INTO ${corpus}_${storage}_$side SELECT t::$type FROM ${corpus}_text LIMIT 40;
VACUUM (ANALYZE) ${corpus}_${storage}_$side;
SQL
	done
}

# corpus storage, each pair once
needed_storages()
{
	{
		benchmarks | while IFS='|' read -r _ names rows _; do
			for name in $(corpora_of "$names"); do
				case $rows in
					external|pglz|lz4) echo "$name $rows" ;;
					default) echo "$name external"; echo "$name pglz" ;;
				esac
			done
		done
		is_wanted size_large && for name in $LARGE; do echo "$name pglz"; echo "$name lz4"; done
	} | sort -u
}

# How many values are read in a round, the few of a storage over and over.
reads=$((bytes / 12000))

# The query of one side: count(EXPRESSION) over its rows.
query()
{
	local corpus=$1 rows=$2 expression=$3 side=$4
	case $rows in
		text) echo "SELECT count($expression) FROM ${corpus}_text" ;;
		table) echo "SELECT count($expression) FROM ${corpus}_$side" ;;
		hot) echo "SELECT count($expression) FROM generate_series(1, $((bytes / 20000))), ${corpus}_hot_$side" ;;
		external|pglz|lz4|default)
			[ "$rows" != default ] || { [ "$side" = v ] && rows=external || rows=pglz; }
			# one value after the other, not each several times
			echo "SELECT count($expression) FROM generate_series(1, (SELECT $reads / count(*) FROM ${corpus}_${rows}_$side)) g, LATERAL (SELECT $side FROM ${corpus}_${rows}_$side WHERE g > 0 OFFSET 0) s" ;;
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
		case $rows in
			external|pglz|lz4)
				echo "INSERT INTO bench.reads SELECT '$name', '$corpus', $reads / count(*) * count(*) FROM ${corpus}_${rows}_v;" ;;
		esac
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

# Bytes stored, compressed; whole documents of ../shared too, if it is there.
measure_large_sizes()
{
	local corpus how file shared=${VARIANT_SHARED:-$top/../shared}
	for corpus in $LARGE; do
		for how in pglz lz4; do
			sql -c "INSERT INTO bench.large_sizes SELECT '$corpus', '$how', (SELECT avg(pg_column_size(j)) FROM ${corpus}_${how}_j), (SELECT avg(pg_column_size(v)) FROM ${corpus}_${how}_v)"
		done
	done
	for file in "$shared"/json/corpora/*.json; do
		[ -f "$file" ] || continue
		sql -v name="$(basename "$file" .json)" <<SQL
\\set content \`cat '$file'\`
CREATE TEMP TABLE one (pv variant, lv variant COMPRESSION lz4, pj jsonb COMPRESSION pglz, lj jsonb COMPRESSION lz4);
ALTER TABLE one ALTER pv SET COMPRESSION pglz;
INSERT INTO one SELECT t::variant, t::variant, t::jsonb, t::jsonb FROM (SELECT :'content'::text AS t) s;
INSERT INTO bench.large_sizes SELECT :'name', 'pglz', pg_column_size(pj), pg_column_size(pv) FROM one
	UNION ALL SELECT :'name', 'lz4', pg_column_size(lj), pg_column_size(lv) FROM one;
SQL
	done
}

report_large_sizes()
{
	sql -P border=0 -P footer=off <<SQL
SELECT corpus, max(jsonb) FILTER (WHERE how = 'pglz')::int AS "jsonb pglz", max(variant) FILTER (WHERE how = 'pglz')::int AS "variant pglz",
	round(max(variant / jsonb) FILTER (WHERE how = 'pglz')::numeric, 2) AS "of jsonb", max(jsonb) FILTER (WHERE how = 'lz4')::int AS "jsonb lz4",
	max(variant) FILTER (WHERE how = 'lz4')::int AS "variant lz4", round(max(variant / jsonb) FILTER (WHERE how = 'lz4')::numeric, 2) AS "of jsonb"
FROM bench.large_sizes GROUP BY corpus ORDER BY corpus;
SQL
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
FROM bench.report JOIN bench.plan USING (name) WHERE target IS NOT NULL AND measure IN ('ratio', 'net')
GROUP BY nr, name, measure, target ORDER BY nr;
SELECT name, measure, target, round(max(used)::numeric, 2), max(used) <= target
FROM bench.plan JOIN bench.report USING (name) JOIN bench.reads USING (name, corpus),
	LATERAL (SELECT CASE measure WHEN 'us' THEN (variant_ms - variant_scan_ms) * 1000 / reads ELSE variant_ms / nullif(variant_scan_ms, 0) END) u(used)
WHERE target IS NOT NULL AND measure IN ('us', 'paths')
GROUP BY nr, name, measure, target ORDER BY nr;
SELECT 'stored size, ' || how, 'of jsonb', target, round(exp(avg(ln(variant / jsonb)))::numeric, 2), exp(avg(ln(variant / jsonb))) <= target
FROM bench.large_sizes, LATERAL (SELECT CASE how WHEN 'pglz' THEN 0.90 ELSE 0.89 END) t(target) GROUP BY how, target;
SELECT 'worst stored size', 'of jsonb', 1.07, round(max(variant / jsonb)::numeric, 2), max(variant / jsonb) <= 1.07
FROM bench.large_sizes HAVING count(*) > 0;
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
	[ "$name" = size ] || [ "$name" = size_large ] || grep -qE "^$name[[:space:]]*\\|" "$here/benchmarks.txt" ||
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
while read -r corpus storage; do load_storage "$corpus" "$storage" </dev/null || exit 1; done < <(needed_storages)

sql -c 'CREATE TABLE bench.plan (nr serial, name text, measure text, target numeric)' || exit 1
while IFS='|' read -r name corpora rows variant jsonb scan measure target; do
	echo "measuring: $name"
	sql -c "INSERT INTO bench.plan (name, measure, target) VALUES ('$name', '$measure', nullif('$target', '-')::numeric)"
	{ settings; run_benchmark "$name" "$corpora" "$rows" "$variant" "$jsonb" "$scan"; } | sql || exit 1
done < <(benchmarks)
if is_wanted size; then measure_sizes || exit 1; fi
if is_wanted size_large; then measure_large_sizes || exit 1; fi

printf '\nProcessor time in ms, medians of %s rounds; ratio = jsonb / variant; net = the same above the bare scan\n\n' "$rounds"
report_times
if is_wanted size; then
	printf 'Bytes for each document\n\n'
	report_sizes
fi
if is_wanted size_large; then
	printf 'Bytes stored for each document of 2 kB and more\n\n'
	report_large_sizes
fi
echo "Targets"
echo
missed=0
while IFS='|' read -r name measure target got good; do
	case $measure in "of jsonb"|us|paths) sign='<=' ;; *) sign='>=' ;; esac
	printf '%-24s %-8s %6s  %s %s  %s\n' "$name" "$measure" "$got" "$sign" "$target" "$([ "$good" = t ] && echo met || echo MISSED)"
	[ "$good" = t ] || missed=$((missed + 1))
done < <(targets)
export_tables
[ "$check" = no ] || [ $missed = 0 ]
