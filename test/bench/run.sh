#!/usr/bin/env bash
#
# run.sh - measure variant against jsonb: time as ratios, and bytes.
#
#	test/bench/run.sh			everything, in less than 40 minutes
#	test/bench/run.sh --quick		small corpora, few rounds: under three minutes
#	test/bench/run.sh --only NAME		one suite or one benchmark of --list; may be
#						given several times
#	test/bench/run.sh --list		their names
#	test/bench/run.sh --check		exit 1 where a target of targets.txt is missed
#	test/bench/run.sh --charts FOLDER	draw what was measured as FOLDER/*.svg
#	test/bench/run.sh --root FOLDER		keep the server's programs there, for the next run
#
# A private server, one connection, JIT and parallel queries off; times are of
# the processor where the system tells them, else of the clock.  First all
# sides have to give the same answer.  Then, in each round, the queries of a
# benchmark run one after the other; shown are medians over the rounds, and
# quartiles of the ratio.  More than 1 is better than the other side.  Peers
# other than jsonb are measured where they are installed.  Tables in
# test/build/bench/: times.tsv, sizes.tsv, targets.tsv.
#
# Exits with 1 if a query failed or answers differed.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$top/test/bench
. "$top/test/tools/server.sh"
. "$top/test/tools/packages.sh"
. "$here/report.sh"

SMALL="bluesky nobench github telemetry"
WIDE="wide"
ARRAYS="records_1k records_4k records_16k records_64k records_256k"
SIZES="$SMALL $WIDE $ARRAYS"
REAL="github_events apache_builds update-center twitter random instruments citm_catalog gsoc-2018 mesh canada marine_ik"
SUITES="parse print copy size size-large hot-get toast-get multi-path jsonbench nobench surface jsonpath gin shred"

# rounds at most and at least, bytes of a corpus, milliseconds of one sample
# and of one benchmark
only=() rounds=15 least=3 bytes=24000000 sample_ms=20 limit_ms=12000 times_hot=100
check=no charts= list= root=
while [ $# -gt 0 ]; do
	case $1 in
		--quick) rounds=5 least=1 bytes=1500000 sample_ms=2 limit_ms=400 times_hot=50 ;;
		--only) only+=("${2:?}"); shift ;;
		--list) list=yes ;;
		--check) check=yes ;;
		--charts) charts=${2:?}; shift ;;
		--root) root=${2:?}; shift ;;
		*) sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; exit 2 ;;
	esac
	shift
done

sql()
{
	psql -X -q -v ON_ERROR_STOP=1 "$@"
}

is_wanted()
{
	[ ${#only[@]} = 0 ] || printf '%s\n' "${only[@]}" | grep -qx -- "$1"
}

# suite|name|corpora|rows|... of benchmarks.txt, blanks trimmed; \| is a \003
expressions()
{
	sed -E 's/\\\|/\x03/g; s/[[:space:]]*\|[[:space:]]*/|/g; s/[[:space:]]*$//' "$here/benchmarks.txt" |
	awk '/^\[/ { suite = substr($0, 2, length($0) - 2); next } /^[^#]/ { print suite "|" $0 }'
}


# What the head of suites/NAME.sql says about NAME
head_of()
{
	[ ! -f "$here/suites/$1.sql" ] || sed -n "s/^-- $2: *//p" "$here/suites/$1.sql"
}

names_of()
{
	expressions | awk -F'|' -v suite="$1" '$1 == suite { print $2 }'
	head_of "$1" benchmarks | tr ' ' '\n'
}

is_suite_wanted()
{
	local name
	is_wanted "$1" && return 0
	for name in $(names_of "$1"); do
		is_wanted "$name" && return 0
	done
	return 1
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

wanted_expressions()
{
	local line suite name
	expressions | while IFS= read -r line; do
		IFS='|' read -r suite name _ <<<"$line"
		if is_wanted "$suite" || is_wanted "$name"; then printf '%s\n' "$line"; fi
	done
}

is_sql_wanted()
{
	local name
	is_wanted "$1" && return 0
	for name in $(head_of "$1" benchmarks); do
		is_wanted "$name" && return 0
	done
	return 1
}

needed_corpora()
{
	local suite
	{
		wanted_expressions | cut -d'|' -f3 | while read -r names; do corpora_of "$names"; done
		for suite in $SUITES; do
			if is_sql_wanted "$suite"; then head_of "$suite" corpora | tr ' ' '\n'; fi
		done
		if is_wanted size; then tr ' ' '\n' <<<"$SIZES"; fi
	} | awk 'NF && !seen[$0]++'
}

# About the same number of bytes of each corpus, but 16 documents at least.
load_corpus()
{
	local name=$1 sample count
	sample=$("$build/corpora" "$name" 10 | wc -c)
	count=$((bytes / (sample / 10)))
	[ $count -ge 16 ] || count=16
	"$build/corpora" "$name" $count >"$root/$name.ndjson"
	sql <<SQL
CREATE UNLOGGED TABLE ${name}_text (t text);
-- external: time is not spent in decompression unless a benchmark says so
ALTER TABLE ${name}_text ALTER t SET STORAGE EXTERNAL;
\\copy ${name}_text FROM '$root/$name.ndjson' (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')
VACUUM (ANALYZE) ${name}_text;
SQL
	# the others are stored by the suites that use them
	case $name in doc_*|wide_names) return ;; esac
	sql <<SQL
CREATE UNLOGGED TABLE ${name}_v AS SELECT t::variant AS v FROM ${name}_text;
CREATE UNLOGGED TABLE ${name}_j AS SELECT t::jsonb AS j FROM ${name}_text;
CREATE UNLOGGED TABLE ${name}_hot_v AS SELECT v FROM ${name}_v LIMIT 200;
CREATE UNLOGGED TABLE ${name}_hot_j AS SELECT j FROM ${name}_j LIMIT 200;
CREATE UNLOGGED TABLE ${name}_hot_json AS SELECT t::json AS x FROM ${name}_text LIMIT 200;
VACUUM (ANALYZE) ${name}_v, ${name}_j, ${name}_hot_v, ${name}_hot_j, ${name}_hot_json;
SQL
	[ $has_hstore = f ] || sql <<SQL
CREATE UNLOGGED TABLE ${name}_hot_hstore AS
	SELECT (SELECT hstore(array_agg(key), array_agg(value)) FROM jsonb_each_text(CASE jsonb_typeof(j) WHEN 'object' THEN j END)) AS x
	FROM ${name}_hot_j;
VACUUM (ANALYZE) ${name}_hot_hstore;
SQL
}

# The files of ../shared/json/corpora, where that exists: one row each.
load_real()
{
	local name shared=${VARIANT_SHARED:-$top/../shared}/json/corpora
	sql -c 'CREATE TABLE bench.real (name text, text text)'
	[ -d "$shared" ] || { echo "no real documents: there is no $shared"; return 0; }
	for name in $REAL; do
		[ -f "$shared/$name.json" ] || continue
		tr '\n\r' '  ' <"$shared/$name.json" |
			sql -c 'CREATE TEMP TABLE one (t text)' \
				-c "\\copy one FROM pstdin (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')" \
				-c "INSERT INTO bench.real SELECT '$name', t FROM one" || return 1
	done
}

# The queries of one side of an expression: what is timed, and its answer.
queries()
{
	local corpus=$1 rows=$2 side=$3 expression=$4 answer=$5 table times
	case $side in
		variant) table=${corpus}_hot_v ;;
		jsonb) table=${corpus}_hot_j ;;
		*) table=${corpus}_hot_$side ;;
	esac
	case $rows in
		text) table=${corpus}_text ;;
		table) table=${table/_hot_/_} ;;
	esac
	# OFFSET 0: no condition or function moves into the scan of the few rows
	times="(SELECT $table.* FROM generate_series(1, $times_hot), $table OFFSET 0) s"
	case $rows in
		text|table) echo "\$q\$SELECT count($expression) FROM $table\$q\$" ;;
		hot) echo "\$q\$SELECT count($expression) FROM $times\$q\$" ;;
		where) echo "\$q\$SELECT count(*) FROM $times WHERE $expression\$q\$" ;;
		each) echo "\$q\$SELECT count(item) FROM $times, LATERAL $expression AS item\$q\$" ;;
		*) echo "unknown rows: $rows" >&2; exit 1 ;;
	esac
	case $rows in
		each)
			case $answer in *item*) ;; *) answer="item::$answer" ;; esac
			echo ", answer => \$q\$SELECT md5(string_agg(a, ' ' ORDER BY a)) FROM
			(SELECT ($answer)::text AS a FROM $table, LATERAL $expression AS item) s\$q\$" ;;
		*) echo ", answer => \$q\$SELECT md5(string_agg(coalesce(($expression)::$answer::text, 'NULL'), ' '))
			FROM (SELECT * FROM $table LIMIT 1000) s\$q\$" ;;
	esac
}

add_expression()
{
	local suite=$1 name=$2 corpora=$3 rows=$4 scan=$5 answer=$6 corpus side column expression scan_is=
	for corpus in $(corpora_of "$corpora"); do
		for side in variant jsonb json hstore; do
			case $side in
				variant) expression=$7 column=v ;;
				jsonb) expression=$8 column=j ;;
				json) expression=$9 column=x ;;
				hstore) expression=${10} column=x; [ $has_hstore = t ] || continue ;;
			esac
			[ "$expression" != - ] || continue
			# hstore has text for everything
			[ $side != hstore ] || [ "$answer" = text ] || answer=none
			echo "CALL bench.add('$name', '$corpus', '$side',"
			if [ "$answer" = none ]; then
				queries "$corpus" "$rows" $side "$expression" text | head -1
				echo ", answer => 'none');"
			else
				queries "$corpus" "$rows" $side "$expression" "$answer"
				echo ");"
			fi
			[ "$scan" != - ] || continue
			echo "CALL bench.add('$name', '$corpus', '${side}_scan',"
			[ $rows != where ] || scan_is=" IS NOT NULL"
			queries "$corpus" "${rows/each/hot}" $side "${scan/d/$column}$scan_is" text | head -1
			echo ");"
		done
	done
}

settings()
{
	cat <<-SQL
		SET jit = off;
		SET max_parallel_workers_per_gather = 0;
		SET max_parallel_maintenance_workers = 0;
		SET enable_material = off;
		SET synchronize_seqscans = off;
		SET work_mem = '256MB';
		SET maintenance_work_mem = '1GB';
		SET bench.suite = '$1';
		SET bench.folder = '$root';
	SQL
}

prepare_suite()
{
	local suite=$1 line fields
	{
		settings "$suite"
		wanted_expressions | grep "^$suite|" | while IFS= read -r line; do
			IFS='|' read -r -a fields <<<"$line"
			add_expression "${fields[@]//$'\003'/|}"
		done
		if is_sql_wanted "$suite"; then
			cat "$here/suites/$suite.sql" 2>/dev/null
			is_wanted "$suite" || echo "DELETE FROM bench.query WHERE suite = '$suite' AND
				name !~ '^($(IFS='|'; echo "${only[*]}"))';"
		fi
	} | sql
}

# Compare the answers, then measure.
measure_suite()
{
	local suite=$1 name corpus
	sql -At -F ' ' -c "SELECT name, corpus FROM bench.query WHERE suite = '$suite' GROUP BY 1, 2 ORDER BY min(nr)" |
	while read -r name corpus; do
		settings "$suite"
		cat <<-SQL
			SELECT bench.agree('$name', '$corpus') AS good \gset
			\if :good
			CALL bench.measure('$name', '$corpus', $rounds, $least, $sample_ms, $limit_ms);
			\else
			\echo 'not measured, answers differ: $name $corpus'
			\endif
		SQL
	done | psql -X -q 2>"$build/$suite.log"
	if grep -q ERROR "$build/$suite.log"; then
		grep ERROR "$build/$suite.log" >&2
		failed=1
	fi
}

measure_sizes()
{
	local corpus
	for corpus in $SIZES; do
		sql <<SQL
INSERT INTO bench.bytes
SELECT 'size', 'size', '$corpus', unnest(ARRAY['variant', 'jsonb', 'text']),
	unnest(ARRAY[avg(pg_column_size(t::variant)), avg(pg_column_size(t::jsonb)), avg(octet_length(t))])
FROM ${corpus}_text;
SQL
	done
}

names=$(for suite in $SUITES; do echo "$suite"; names_of "$suite"; done)
if [ -n "$list" ]; then
	for suite in $SUITES; do echo "$suite: $(names_of "$suite" | tr '\n' ' ')"; done
	exit 0
fi
for name in "${only[@]}"; do
	grep -qx -- "$name" <<<"$names" || { echo "no benchmark $name; see $0 --list" >&2; exit 2; }
done

packages_need build || exit 1
if [ -n "$root" ]; then
	mkdir -p "$root" && root=$(cd "$root" && pwd) || exit 1
	rm -rf "$root/data"
	trap 'server_stop "$root" immediate; rm -rf "$root/data" "$root"/*.ndjson' EXIT
else
	root=$(server_root) || exit 1
	trap 'server_remove "$root"' EXIT
fi
trap 'exit 130' INT TERM HUP
build=$top/test/build/bench
mkdir -p "$build"
gcc -std=c11 -O2 "$here/corpora.c" -o "$build/corpora" || exit 1
server_build "$root" && server_start "$root" -c shared_buffers=1GB -c max_wal_size=8GB || exit 1
sql -c 'CREATE EXTENSION variant' -f "$here/measure.sql" \
	-c 'CREATE TYPE bench.event AS (did text, time_us bigint, kind text)' || exit 1
# peers, where the server has them
has_hstore=$(sql -At -c "SELECT count(*) > 0 FROM pg_available_extensions WHERE name = 'hstore'")
for extension in hstore jsquery; do
	sql -c "DO \$\$ BEGIN IF EXISTS (SELECT FROM pg_available_extensions WHERE name = '$extension') THEN
		CREATE EXTENSION $extension; END IF; END \$\$" || exit 1
done
load_targets || exit 1

echo "loading: $(needed_corpora | tr '\n' ' ')"
for corpus in $(needed_corpora); do load_corpus "$corpus" || exit 1; done
sql -c CHECKPOINT
if is_sql_wanted size-large; then load_real || exit 1; fi

failed=0
for suite in $SUITES; do
	is_suite_wanted "$suite" || continue
	echo "measuring: $suite"
	prepare_suite "$suite" || failed=1
	measure_suite "$suite"
done
if is_wanted size; then measure_sizes || exit 1; fi

report_all
if [ -n "$charts" ]; then draw_charts || exit 1; fi
[ "$(sql -At -c 'SELECT count(*) FROM bench.fault')" = 0 ] || failed=1
[ $failed = 0 ] || exit 1
[ "$check" = no ] || [ "$(sql -At -c 'SELECT count(*) FROM bench.result WHERE NOT met')" = 0 ]
