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

report_all()
{
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
