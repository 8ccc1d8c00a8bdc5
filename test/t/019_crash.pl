# Crash recovery under writes, with every kind of index: what was acknowledged
# is there, what is there is whole, and every index answers as a scan does.
#
# CRASH_ROUNDS (3) and CRASH_SEED choose how long and which documents.
use strict;
use warnings;

use IPC::Run qw(start finish);
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep);
use VariantTest;

my $rounds = $ENV{CRASH_ROUNDS} || 3;
my $seed = $ENV{CRASH_SEED} || time();
srand($seed);
note("CRASH_SEED=$seed");

# small buffers and little WAL between checkpoints: pages are written at any time
my $node = new_node('crash', conf => "shared_buffers = 2MB\nmax_wal_size = 64MB\nmin_wal_size = 32MB\nmax_prepared_transactions = 5\ngin_pending_list_limit = 64kB\nfull_page_writes = on\njit = off\nrestart_after_crash = on\n");
my $connection = $node->connstr('postgres');
my $folder = scratch();

$node->safe_psql('postgres', q{
	CREATE EXTENSION amcheck;
	CREATE TABLE docs (id bigserial PRIMARY KEY, who text, v variant);
	ALTER TABLE docs ALTER v SET STORAGE EXTENDED;
	CREATE TABLE ledger (total bigint);
	INSERT INTO ledger VALUES (0);
	-- sometimes large: toasted, and stored with delta numbers
	CREATE FUNCTION doc(i bigint, amount int) RETURNS variant LANGUAGE sql VOLATILE AS $$
		SELECT variant_build_object('amount', amount, 'n', (i * 7919) % 1000, 'kind', 'kind ' || i % 23, 'at', timestamptz '2024-01-01Z' + i * interval '1 s', 'price', (i % 4000) / 8.0,
			'tags', variant_build_array(i % 7, 't' || i % 11), 'o', variant_build_object('a', variant_build_array(i % 5, variant_build_object('b', i % 3))),
			'rows', CASE WHEN i % 20 = 0 THEN (SELECT variant_agg(variant_build_object('a', j, 'b', j * i, 'c', md5(j::text))) FROM generate_series(1, 100 + i % 300) j) END)$$;
	INSERT INTO docs (who, v) SELECT 'start', doc(i, 0) FROM generate_series(1, 1500) i;
	CREATE INDEX docs_btree ON docs ((v - 'rows'));
	CREATE INDEX docs_hash ON docs USING hash (v);
	CREATE INDEX docs_gin ON docs USING gin (v);
	CREATE INDEX docs_gin_direct ON docs USING gin (v) WITH (fastupdate = off);
	CREATE INDEX docs_gin_paths ON docs USING gin (v variant_ops (paths = '$.kind, $.n'));
	CREATE INDEX docs_n ON docs ((v['n']));
	CREATE INDEX docs_kind ON docs ((v->>'kind'));
	CREATE INDEX docs_price ON docs (((v['price'])::numeric)) INCLUDE (id);
	CREATE INDEX docs_hash_o ON docs USING hash ((v['o']));
	CREATE INDEX docs_brin ON docs USING brin (((v['at'])::timestamptz));
	CREATE UNIQUE INDEX docs_at ON docs ((v['at']), id)});

# clauses for each index; X is some number
my %clauses = (
	docs_btree => [ q{v - 'rows' = (SELECT max(d.v - 'rows') FROM docs d WHERE d.id <= X)}, q{v - 'rows' < '{"a": 1}'}, q{v - 'rows' >= (SELECT d.v - 'rows' FROM docs d WHERE d.id >= X ORDER BY d.id LIMIT 1)} ],
	docs_hash => [ 'v = (SELECT max(d.v) FROM docs d WHERE d.id <= X)', 'v = (SELECT d.v FROM docs d ORDER BY d.id DESC LIMIT 1)' ],
	docs_hash_o => [ q{v['o'] = '{"a": [1, {"b": 2}]}'}, q{v['o'] = '{"a": [4, {"b": 0}]}'} ],
	(map { $_ => [ q{v['n'] = X}, q{v['n'] BETWEEN X AND X + 30}, q{v @> '{"kind": "kind 7", "n": 77}'}, q{v['kind'] = 'kind 3'::text} ] } 'docs_gin_paths'),
	(map { $_ => [ q{v @> '{"kind": "kind 7"}'}, q{v @> '{"o": {"a": [{"b": 2}]}}'}, q{v @? '$.o.a[*] ? (@.b == 1)'}, q{v['n'] BETWEEN X AND X + 30}, q{v ? 'rows'},
		q{v @@ '$.price < 20 && $.tags[*] == "t5"'}, q{v @~ '$.kind STARTS WITH "kind 2" AND $.n > 900'}, q{v @? '$.rows[*] ? (@.b == 200)'}, q{v['at'] < timestamptz '2024-01-01 00:05Z'} ] } 'docs_gin', 'docs_gin_direct'),
	docs_n => [ q{v['n'] = X}, q{v['n'] > 990}, q{v->'n' < 5::bigint} ],
	docs_kind => [ q{v->>'kind' = 'kind 5'}, q{v->>'kind' > 'kind 8'} ],
	docs_price => [ q{(v['price'])::numeric = 17.5}, q{(v->'price')::numeric > 495} ],
	docs_brin => [ q{(v['at'])::timestamptz < '2024-01-01 00:01Z'} ],
	docs_at => [ q{v['at'] = timestamptz '2024-01-01 00:00:30Z'}, q{v['at'] <= '"2024-01-01T00:00:30Z"::timestamptz'} ]);

sub is_whole
{
	my ($when) = @_;
	my $x = int(rand(900));
	my $differ = '';
	my ($queries, $found) = (0, 0);

	is($node->safe_psql('postgres', q{
		SELECT i.indexrelid::regclass, bt_index_check(i.indexrelid, true) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
		WHERE a.amname = 'btree' AND i.indrelid = 'docs'::regclass AND i.indisvalid}) =~ tr/\n//, 5, "$when: btree indexes are whole and hold every row");
	is($node->safe_psql('postgres', q{SELECT * FROM verify_heapam('docs', check_toast => true)}), '', "$when: the heap and its TOAST are whole");
	if ($node->safe_psql('postgres', q{SELECT count(*) FROM pg_proc WHERE proname = 'gin_index_check'}))
	{
		is(($node->psql('postgres', join(';', map { "SELECT gin_index_check('$_')" } grep { /gin/ } sort keys %clauses)))[0], 0, "$when: GIN indexes are whole");
	}
	for my $index (sort keys %clauses)
	{
		my $others = join(', ', grep { $_ ne $index } sort keys %clauses);
		# the index by itself, in a transaction that leaves all as it was
		my $sql = "BEGIN; DROP INDEX $others; ALTER TABLE docs DROP CONSTRAINT docs_pkey;\n";
		for my $clause (@{ $clauses{$index} })
		{
			(my $where = $clause) =~ s/\bX\b/$x/g;
			my $count = "SELECT count(*), sum(id) AS ids, sum((v['amount'])::int), md5(string_agg(v::text, ',' ORDER BY id)) FROM docs WHERE $where";
			$sql .= "SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = on; CREATE TEMP TABLE a ON COMMIT DROP AS $count;\n"
			  . "SET LOCAL enable_indexscan = on; SET LOCAL enable_indexonlyscan = on; SET LOCAL enable_bitmapscan = on; SET LOCAL enable_seqscan = off; CREATE TEMP TABLE b ON COMMIT DROP AS $count;\n"
			  . "SELECT 'rows', a.count FROM a; SELECT 'answers of $index differ', " . literal($where) . " FROM a, b WHERE a IS DISTINCT FROM b; DROP TABLE a, b;\n";
			$sql .= "EXPLAIN (COSTS OFF) $count;\n";
			$queries++;
		}
		my $out = $node->safe_psql('postgres', "$sql ROLLBACK;");
		$differ .= "$1\n" while $out =~ /^(answers of.*)$/mg;
		$differ .= "$index is not used\n" if (() = $out =~ /(?:using|on) $index\b/g) < @{ $clauses{$index} };
		$found += $1 while $out =~ /^rows\|(\d+)/mg;
	}
	is($differ, '', "$when: $queries queries, each by its index and by a scan");
	cmp_ok($found, '>', 300, "$when: which find something");
	is($node->safe_psql('postgres', q{SELECT sum((v['amount'])::bigint) - (SELECT total FROM ledger) FROM docs}), 0, "$when: transactions are there whole or not at all");
	return;
}

# ---------------------------------------------------------------------
# Who writes
# ---------------------------------------------------------------------
open(my $script, '>', "$folder/write.sql") or die;
print $script q{
\set i random(1, 1000000)
\set pick random(1, 1500)
\set amount random(-50, 50)
BEGIN;
INSERT INTO docs (who, v) SELECT 'bench', doc(:i, :amount);
UPDATE ledger SET total = total + :amount;
UPDATE docs SET v['n'] = to_variant(:i % 1000), who = 'updated' WHERE id = :pick;
SAVEPOINT s;
INSERT INTO docs (who, v) SELECT 'never', doc(:i + 20, 1000000);
ROLLBACK TO s;
DELETE FROM docs WHERE id = (SELECT id FROM docs WHERE who = 'bench' AND v['amount'] = 0 LIMIT 1);
COMMIT;
};
close $script;

# A program in the background that ends when its server does.
my $clients = 0;
sub client
{
	my ($input, @program) = @_;
	my $file = "$folder/client" . ++$clients;

	open(my $f, '>', "$file.in") or die;
	print $f $input;
	close $f;
	return { run => start(\@program, '<', "$file.in", '>', "$file.out", '2>', "$file.err"), file => $file };
}

# Tells what it was told is committed.
sub acknowledged
{
	my ($round, $who) = @_;
	my $insert = "INSERT INTO docs (who, v) SELECT '$who$round', doc(r.i * 13, 0) FROM (SELECT (random() * 100000)::int AS i) r RETURNING id || ' ' || md5(v::text);\n";
	return client($insert x 20000, 'psql', '-XqAt', '-d', $connection);
}

my ($transactions, $told) = (0, 0);
for my $round (1 .. $rounds)
{
	$node->safe_psql('postgres', "BEGIN; INSERT INTO docs (who, v) SELECT 'prepared$round', doc($round * 20, 7); UPDATE ledger SET total = total + 7; PREPARE TRANSACTION 'p$round'") if $round % 2;
	# a prepared transaction has the ledger's row; the others then write without it
	my $bench = $round % 2 ? undef : client('', 'pgbench', '-n', '-c', 3, '-T', 600, '-f', "$folder/write.sql", $connection);
	my @tellers = map { acknowledged($round, $_) } $bench ? 'a' : ('a' .. 'c');
	my $vacuum = client("VACUUM docs; SELECT gin_clean_pending_list('docs_gin'); REINDEX INDEX CONCURRENTLY docs_gin_paths;\n" x 200, 'psql', '-Xq', '-d', $connection);
	# also where the machine is busy, everybody has begun
	for (1 .. 600)
	{
		last unless grep { -s "$_->{file}.out" < 1000 } @tellers;
		sleep(0.1);
	}
	sleep(0.5 + rand(2));

	if ($round % 3 == 0)
	{
		# one backend dies, and the server takes all others with it
		my $pid = $node->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'INSERT INTO docs%' LIMIT 1});
		is(kill('KILL', $pid), 1, 'a backend is killed');
	}
	else
	{
		$node->stop('immediate');
	}
	for my $client (grep { defined } $bench, @tellers, $vacuum)
	{
		finish($client->{run});
	}
	# clients have lost their connections, so the crash has been seen
	$round % 3 ? $node->start : $node->poll_query_until('postgres', 'SELECT 1', '1');
	my @lines = map { lines(slurp("$_->{file}.out")) } @tellers;
	pop @lines if @lines && $lines[-1] !~ /^\d+ \w{32}$/;
	$told += @lines;
	my $values = join(', ', map { /^(\d+) (\w+)$/ ? "($1, '$2')" : () } @lines) || "(0, '')";
	is($node->safe_psql('postgres', "SELECT count(*) FROM (VALUES $values) AS told(id, digest) LEFT JOIN docs USING (id) WHERE id <> 0 AND md5(v::text) IS DISTINCT FROM digest"),
		0, "round $round: " . @lines . ' acknowledged rows are there');
	cmp_ok(scalar(@lines), '>', 10, 'rows were written');
	if ($round % 2)
	{
		is($node->safe_psql('postgres', 'SELECT gid FROM pg_prepared_xacts'), "p$round", "round $round: a prepared transaction outlives the crash");
		$node->safe_psql('postgres', ($round % 4 == 1 ? 'COMMIT' : 'ROLLBACK') . " PREPARED 'p$round'");
		is($node->safe_psql('postgres', "SELECT count(*) FROM docs WHERE who = 'prepared$round'"), $round % 4 == 1 ? 1 : 0, 'and ends as it is told to');
	}
	# what REINDEX CONCURRENTLY was at
	$node->safe_psql('postgres', join('; ', map { "DROP INDEX $_" } lines($node->safe_psql('postgres', q{SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid})))) if $node->safe_psql('postgres', 'SELECT count(*) FROM pg_index WHERE NOT indisvalid');
	is_whole("round $round");
}
$node->safe_psql('postgres', 'VACUUM docs');
is_whole('after a vacuum');
is($node->safe_psql('postgres', q{SELECT count(*) FROM docs WHERE who = 'never'}), 0, 'nothing of subtransactions that were undone');
note("$told acknowledged rows, " . $node->safe_psql('postgres', q{SELECT (sum(n_tup_ins + n_tup_upd + n_tup_del)) FROM pg_stat_user_tables}) . ' changes since the last crash, '
	  . $node->safe_psql('postgres', q{SELECT count(*) FROM docs WHERE who IN ('bench', 'updated')}) . ' rows by pgbench');
$node->stop;
done_testing();
