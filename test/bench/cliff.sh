#!/usr/bin/env bash
#
# cliff.sh - what values of another type cost: a pruning cliff, or their number.
#
#	test/bench/cliff.sh			200,000 events in blocks of 2,000
#	test/bench/cliff.sh --events 20000	fewer
#
# For each rate of other values: the share of blocks without one, measured and as
# (1 - rate)^2000, which is what statistics of pages that must be clean can skip;
# and the share that a query for one block's events skips with shredded columns,
# by the pages it reads.  Exits with 1 if an answer is not that of the documents,
# or if what a typed comparison skips falls with the rate of values of another class.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$top/test/tools/server.sh"
. "$top/test/tools/packages.sh"
events=200000 block=2000
while [ $# -gt 0 ]; do
	case $1 in
		--events) events=${2:?}; shift ;;
		*) sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; exit 2 ;;
	esac
	shift
done

packages_need build || exit 1
root=$(server_root) || exit 1
trap 'server_remove "$root"' EXIT
trap 'exit 130' INT TERM HUP
server_build "$root" && server_start "$root" -c shared_buffers=256MB || exit 1

psql -X -q -v ON_ERROR_STOP=1 -v events="$events" -v block="$block" <<SQL || exit 1
SET client_min_messages = warning;
SET jit = off;
SET max_parallel_workers_per_gather = 0;
CREATE EXTENSION variant;
\i $top/test/bench/cliff.sql
SELECT format('CALL cliff(%L, %s, %s, %s)', kind, rate, :events, :block)
FROM unnest(ARRAY['class', 'family']) kind, unnest(ARRAY[3e-2, 3e-3, 3e-4, 3e-5]) rate
\gexec
SELECT kind AS "other values", rate, marked AS "other rows", round(clean::numeric, 3) AS "clean blocks",
	round(power(1 - rate, :block)::numeric, 3) AS predicted, spelling AS "query reads",
	round((1 - least(read_blocks / blocks, 1))::numeric, 3) AS "skipped", round(read_blocks::numeric, 2) AS "blocks read", same AS "same answer"
FROM cliff_result ORDER BY kind, spelling DESC, rate DESC;
SELECT bool_and(same) AND max(read_blocks) FILTER (WHERE kind = 'class' AND spelling ~ 'event_ts') <
	1.1 * min(read_blocks) FILTER (WHERE kind = 'class' AND spelling ~ 'event_ts') + 0.5 AS good FROM cliff_result \gset
\if :good
\else
\echo 'an answer differs, or skipping falls with values of another class'
SELECT 1 / 0;
\endif
SQL
