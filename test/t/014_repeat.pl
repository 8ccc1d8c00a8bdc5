# Calls by the million leave no memory behind, and neither JIT nor parallel workers
# nor generic plans change any result: the calls are those of the storm.
#
# REPEAT_CALLS (default 1000000) is how many.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $node = new_node('repeat', conf => "max_parallel_workers = 8\n");
$node->psql('postgres', slurp('storm/storm.sql'), on_error_stop => 1, on_error_die => 1);
$node->safe_psql('postgres', q{
	-- rows with the arguments as columns: nothing to fold, each row is a call
	CREATE TABLE docs (id int PRIMARY KEY, a variant, b variant, t text, p text, k text[], j jsonpath, c variant_predicate, r int, n int);
	INSERT INTO docs SELECT i, format('{"a": {"b": [%s, "x", {"c": %s.25}]}, "at": "2024-10-24T18:22:26.402Z"::timestamptz, "kind": "login%s", "big": "%s"}', i, i, i % 7, repeat('long ', i % 50))::variant,
		format('{"a": {"b": [1, 2]}, "kind": "login%s"}', i % 5)::variant, 'a', '$.a.b[2].c', '{a,b,0}', '$.a.b[*] ? (@.type() == "number")', '$.a.b[0] > 50', i, i % 3 FROM generate_series(1, 400) i;
	ANALYZE docs;
	CREATE FUNCTION memory() RETURNS bigint VOLATILE PARALLEL UNSAFE LANGUAGE sql AS 'SELECT sum(total_bytes)::bigint FROM pg_backend_memory_contexts';

	-- What one call holds after it was made often, measured before the query that makes it ends.
	CREATE FUNCTION held(code text, times int, OUT bytes bigint) LANGUAGE plpgsql AS $$
	BEGIN
		EXECUTE format('SELECT memory() FROM (SELECT count(%s) AS n FROM docs, generate_series(1, %s) WHERE id = 3 OFFSET 0) s WHERE n >= 0', code, times) INTO bytes;
	END $$;
	CREATE TABLE outcome (line int, label text, growth bigint, error text);
	CREATE FUNCTION repeat_calls(times int) RETURNS void LANGUAGE plpgsql AS $$
	DECLARE
		call record;
		before bigint;
	BEGIN
		FOR call IN SELECT * FROM storm.call ORDER BY line LOOP
			BEGIN
				PERFORM held(call.code, 50);
				before := held(call.code, 50);
				INSERT INTO outcome VALUES (call.line, call.label, held(call.code, times) - before, NULL);
			EXCEPTION WHEN OTHERS THEN
				INSERT INTO outcome VALUES (call.line, call.label, 0, SQLSTATE || ' ' || SQLERRM);
			END;
		END LOOP;
	END $$});

my $calls = $node->safe_psql('postgres', 'SELECT count(*) FROM storm.call');
my $times = int(($ENV{REPEAT_CALLS} || 1_000_000) / $calls) + 1;
$node->safe_psql('postgres', "SET jit = off; SELECT repeat_calls($times)");
note($node->safe_psql('postgres', "SELECT count(*) || ' calls, each $times times; ' || count(error) || ' with an error; ' || max(growth) || ' bytes more at most' FROM outcome"));
is($node->safe_psql('postgres', 'SELECT label, growth FROM outcome WHERE growth > 250000'), '', "no call holds more after $times times");
cmp_ok($node->safe_psql('postgres', 'SELECT count(error) FROM outcome'), '<', $calls / 4, 'most calls give a result')
  or diag($node->safe_psql('postgres', 'SELECT error, count(*), min(label) FROM outcome WHERE error IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 20'));

# A leak would be seen: what a query holds, it is asked while it holds it.
my $holding = 'SELECT memory() FROM (SELECT count(*) AS n, string_agg(repeat(md5(i::text), 4), NULL) AS kept FROM generate_series(1, %d) i OFFSET 0) s WHERE n >= 0;';
my @held = lines($node->safe_psql('postgres', sprintf("$holding $holding $holding", 10, 10, 10_000)));
cmp_ok($held[2] - $held[1], '>', 500_000, 'memory that a query holds is seen');

# The same calls over all rows, some dozens in one query: the digest of each row.
my @lines = lines($node->safe_psql('postgres', q{
	SELECT o.line FROM outcome o JOIN storm.call c USING (line)
	WHERE o.error IS NULL AND c.code !~ 'storm.kept' ORDER BY 1}));
cmp_ok(scalar(@lines), '>', 400, 'calls to compare');
my %modes = (
	'plainly' => 'SET jit = off; SET max_parallel_workers_per_gather = 0;',
	'with JIT' => 'SET jit = on; SET jit_above_cost = 0; SET jit_inline_above_cost = 0; SET jit_optimize_above_cost = 0; SET max_parallel_workers_per_gather = 0;',
	'in parallel' => 'SET jit = off; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;'
	  . ($node->safe_psql('postgres', 'SHOW server_version_num') >= 160000 ? 'SET debug_parallel_query = on;' : 'SET force_parallel_mode = on;'),
	'without caches and folding' => 'SET jit = off; SET variant.detoast_cache = 0; SET plan_cache_mode = force_generic_plan; SET variant.path_index = off; SET variant.table_scan = off; SET enable_sort = off;');
my %result;
for my $mode (sort keys %modes)
{
	my $sql = $modes{$mode};
	my @rest = @lines;

	while (my @part = splice(@rest, 0, 60))
	{
		my $list = join(',', @part);
		# written by the server, as the code is there
		$sql .= "SELECT 'SELECT md5(string_agg(ROW(' || string_agg(code, ', ' ORDER BY line) || ')::text, '','' ORDER BY id)) FROM docs WHERE id % 8 = 1' FROM storm.call WHERE line IN ($list) \\gexec\n";
	}
	$result{$mode} = $node->safe_psql('postgres', $sql);
}
for my $mode (grep { $_ ne 'plainly' } sort keys %modes)
{
	is($result{$mode}, $result{'plainly'}, "the same results $mode");
}
SKIP:
{
	skip 'no JIT here', 1 unless $node->safe_psql('postgres', 'SELECT pg_jit_available()') eq 't';
	like($node->safe_psql('postgres', $modes{'with JIT'} . q{EXPLAIN (ANALYZE) SELECT count(*) FROM docs WHERE a['a']['b'][0] > 5 AND a ? t}), qr/JIT:/, 'and JIT was used');
}
like($node->safe_psql('postgres', $modes{'in parallel'} . q{EXPLAIN (COSTS OFF) SELECT variant_agg(a) FROM docs WHERE a['a']['b'][0] > 5}), qr/Gather/, 'and workers were');

unlike(slurp($node->logfile), qr/PANIC|terminated by signal|TRAP/, 'no process died');
$node->stop;
done_testing();
