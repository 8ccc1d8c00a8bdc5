# report.sh - what run.sh says in the end: tables, files, charts.  To be sourced.

# targets.txt into bench.target
load_targets()
{
	sed -E '/^#/d; /^[[:space:]]*$/d; s/\\\|/\x03/g; s/[[:space:]]*\|[[:space:]]*/\t/g; s/\x03/|/g; s/[[:space:]]*$//' "$here/targets.txt" |
	sql -c "\\copy bench.target (issue, label, name, corpus, side, measure, summary, sign, target) FROM pstdin (FORMAT csv, DELIMITER E'\\t', QUOTE E'\\x02')"
}

report_times()
{
	sql -P border=0 -P footer=off -P null=- <<SQL
SELECT name AS benchmark, corpus, side, rounds AS n, round(ms::numeric, 3) AS ms, round(scan::numeric, 3) AS scan,
	CASE WHEN units > 1 THEN round(us::numeric, 2) END AS "us each",
	CASE WHEN side <> 'variant' THEN round(ratio::numeric, 2) END AS ratio,
	CASE WHEN side <> 'variant' AND scan > 0 THEN round(net::numeric, 2) END AS net,
	CASE WHEN side <> 'variant' THEN round(low::numeric, 2) || '..' || round(high::numeric, 2) END AS quartiles
FROM bench.report ORDER BY nr;
SQL
}

report_bytes()
{
	sql -P border=0 -P footer=off <<SQL
SELECT s.name AS benchmark, s.corpus, round(v.bytes::numeric) AS variant, s.side, round(s.bytes::numeric) AS bytes,
	round((v.bytes / s.bytes)::numeric, 2) AS ratio
FROM bench.bytes s JOIN bench.bytes v ON (v.name, v.corpus, v.side) = (s.name, s.corpus, 'variant')
WHERE s.side <> 'variant' AND s.bytes > 0;
SQL
}

report_targets()
{
	sql -P border=0 -P footer=off <<SQL
SELECT issue AS group, label AS target, round(got::numeric, 2) AS got, sign || ' ' || target AS wanted,
	CASE WHEN met THEN 'met' ELSE 'MISSED' END AS " ", CASE WHEN NOT met OR summary <> 'geomean' THEN worst END AS worst
FROM bench.result ORDER BY nr;
SQL
}

# Medians and ratios, once for all tables: of ten thousand samples the planner
# has to know how many they are.
report_compute()
{
	sql -c "ANALYZE bench.times, bench.query, bench.bytes" -c "SET enable_nestloop = off" -c "REFRESH MATERIALIZED VIEW bench.report"
}

report_all()
{
	report_compute
	printf '\nTime: medians of n rounds; ratio = time of the side / time of variant; net = the same above the bare scan\n\n'
	report_times
	printf 'Bytes: ratio = variant / other side\n\n'
	report_bytes
	printf 'Targets\n\n'
	report_targets
	sql -At -F ' ' -c "SELECT 'WRONG', name, corpus, side, message FROM bench.fault" >&2
	sql -c "\\copy (SELECT * FROM bench.report ORDER BY nr) TO '$build/times.tsv' (FORMAT csv, HEADER, DELIMITER E'\\t')" \
		-c "\\copy bench.bytes TO '$build/sizes.tsv' (FORMAT csv, HEADER, DELIMITER E'\\t')" \
		-c "\\copy (SELECT * FROM bench.result ORDER BY nr) TO '$build/targets.tsv' (FORMAT csv, HEADER, DELIMITER E'\\t')"
}

# chart FILE bars|lines TITLE SQL: rows from the database, the chart to FILE
chart()
{
	sql -At -F $'\t' -c "$4" >"$build/chart.tsv" || return 1
	[ ! -s "$build/chart.tsv" ] || "$build/charts" "$2" "$3" <"$build/chart.tsv" >"$charts/$1"
}

# Bars of all benchmarks of some suites, jsonb against variant.
chart_suites()
{
	chart "$1" bars "$2" "
		SELECT name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN ' ' || corpus ELSE '' END,
			round(CASE WHEN scan > 0 THEN net ELSE ratio END::numeric, 2)
		FROM bench.report WHERE side = 'jsonb' AND suite IN ($3) ORDER BY nr"
}

# What was measured is drawn, files of other benchmarks stay as they are.
draw_charts()
{
	mkdir -p "$charts" && gcc -std=c11 -O2 "$here/charts.c" -o "$build/charts" -lm || return 1
	# what should be small is turned round, so that longer is better everywhere
	[ ${#only[@]} -gt 0 ] || chart summary.svg bars "Against the targets" "
		SELECT label, round((CASE sign WHEN '>=' THEN got ELSE 1 / got END)::numeric, 3),
			round((CASE sign WHEN '>=' THEN target ELSE 1 / target END)::numeric, 3),
			CASE WHEN met THEN '' ELSE 'missed' END
		FROM bench.result WHERE measure <> 'us' ORDER BY nr" || return 1
	chart_suites text.svg "Text to value, value to text, COPY: variant against jsonb" "'parse', 'print', 'copy'" &&
	chart_suites read.svg "Reading from small documents: variant against jsonb, net of the scan" "'hot-get'" &&
	chart_suites queries.svg "JSONBench and NoBench, no index: variant against jsonb" "'jsonbench', 'nobench'" &&
	chart_suites surface.svg "Operators and functions: variant against jsonb" "'surface'" &&
	chart_suites jsonpath.svg "jsonpath: variant against jsonb, net of the scan" "'jsonpath'" &&
	chart size.svg bars "Bytes of jsonb for one of variant" "
		SELECT CASE v.name WHEN 'size' THEN v.corpus || ', in memory' ELSE v.corpus || ', ' || substr(v.name, 8) END,
			round((j.bytes / v.bytes)::numeric, 2)
		FROM bench.bytes v JOIN bench.bytes j USING (name, corpus)
		WHERE v.side = 'variant' AND j.side = 'jsonb' AND v.name IN ('size', 'stored_pglz', 'stored_lz4')
		ORDER BY v.name" &&
	chart large.svg lines "One value of a document that is stored out of line" "
		WITH series(nr, title, name, side) AS (VALUES
			(1, 'jsonb, default (pglz)', 'toast_last_external', 'jsonb_pglz'), (2, 'jsonb, lz4', 'toast_last_lz4', 'jsonb'),
			(3, 'jsonb, external', 'toast_last_external', 'jsonb'), (4, 'variant, pglz, first', 'toast_first_pglz', 'variant'),
			(5, 'variant, in an array', 'toast_middle_external', 'variant'), (6, 'variant, last', 'toast_last_external', 'variant'),
			(7, 'variant, first', 'toast_first_external', 'variant'))
		SELECT title, size, round(us::numeric, 2) FROM series JOIN bench.report USING (name, side)
		JOIN (VALUES ('doc_4k', 4096), ('doc_16k', 16384), ('doc_64k', 65536), ('doc_256k', 262144), ('doc_1m', 1048576)) c(corpus, size)
			USING (corpus)
		ORDER BY series.nr, size" &&
	chart index.svg bars "Indexes: others against variant_ops, time or bytes" "
		SELECT name || ' ' || corpus || ', ' || side, round(value::numeric, 2) FROM (
			SELECT 1 AS part, nr, name, corpus, side, ratio AS value FROM bench.report WHERE suite = 'gin' AND side <> 'variant'
			UNION ALL
			SELECT 0, 0, o.name, o.corpus, o.side, o.bytes / v.bytes FROM bench.bytes o
			JOIN bench.bytes v ON (v.name, v.corpus, v.side) = (o.name, o.corpus, 'variant')
			WHERE o.suite = 'gin' AND o.side <> 'variant' AND o.name !~ '_wal') r
		ORDER BY part, name, nr"
}
