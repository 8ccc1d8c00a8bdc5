# What is done to whole tables: written anew, moved, partitioned, their column
# changed from jsonb and back; and statements that were prepared before.
use strict;
use warnings;

use IPC::Run qw(start finish);
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $node = new_node('tables', conf => "jit = off\nenable_partitionwise_join = on\n");
my $db = 'postgres';

sub query { return $node->safe_psql($db, $_[0]); }

# In one session, whose output and errors are returned together.
sub session
{
	my ($sql) = @_;
	my ($status, $out, $err) = $node->psql($db, $sql, on_error_stop => 0);
	$err =~ s/^psql:[^ ]* //mg;
	return join("\n", grep { $_ ne '' } $out, grep { /^ERROR/ } lines($err));
}

# The answer by the index alone; it is an error if the index is not used.
sub by_index
{
	my ($index, $query) = @_;
	my $plan = query("SET enable_seqscan = off; EXPLAIN (COSTS OFF) $query");
	return $plan =~ /(using|on) \Q$index\E\b/ ? query("SET enable_seqscan = off; $query") : "not by $index: $plan";
}

sub by_scan
{
	return query("SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off; $_[0]");
}

query(q{
	CREATE EXTENSION amcheck;
	CREATE FUNCTION doc(i int) RETURNS variant LANGUAGE sql IMMUTABLE AS $$
		SELECT variant_build_object('n', i * 7919 % 1000, 'kind', 'kind ' || i % 23, 'at', date '2024-01-01' + i, 'price', i / 8.0, 'o', variant_build_object('a', i % 5),
			'rows', CASE WHEN i % 20 = 0 THEN (SELECT variant_agg(variant_build_object('a', j, 'c', md5((i * j)::text))) FROM generate_series(1, 80) j) END)$$;
	CREATE TABLE t (id int, v variant, key variant);
	INSERT INTO t SELECT i, doc(i), (doc(i))['n'] FROM generate_series(1, 1200) i;
	CREATE INDEX t_key ON t (key, id);
	CREATE INDEX t_gin ON t USING gin (v);
	CREATE INDEX t_hash ON t USING hash ((v['o']));
	CREATE INDEX t_price ON t (((v['price'])::numeric)) WHERE v ? 'kind'});
my @indexed = ([ 't_key', q{SELECT count(*), sum(id) FROM t WHERE key BETWEEN '100' AND '150'} ], [ 't_gin', q{SELECT count(*), sum(id) FROM t WHERE v @> '{"kind": "kind 7"}'} ], [ 't_hash', q{SELECT count(*), sum(id) FROM t WHERE v['o'] = '{"a": 3}'} ],
	[ 't_price', q{SELECT count(*), sum(id) FROM t WHERE (v['price'])::numeric < 30 AND v ? 'kind'} ]);
my $everything = q{SELECT count(*), md5(string_agg(id || encode(variant_send(v), 'hex') || key::text, ',' ORDER BY id, v)) FROM t};

# ---------------------------------------------------------------------
# Written anew
# ---------------------------------------------------------------------
my $before = query($everything);
for my $command ('VACUUM FULL t', 'CLUSTER t USING t_key', 'REINDEX TABLE t', 'REINDEX TABLE CONCURRENTLY t', 'ALTER TABLE t SET UNLOGGED', 'ALTER TABLE t SET LOGGED', 'ALTER TABLE t ALTER v SET STORAGE EXTERNAL; UPDATE t SET v = v; VACUUM FULL t',
	q{ALTER TABLE t ALTER v SET STORAGE EXTENDED; ALTER TABLE t ALTER v SET COMPRESSION pglz; UPDATE t SET v = v || '{}'; VACUUM (FULL, ANALYZE) t}, q{SET variant.storage = plain; UPDATE t SET v = v || '{}'; VACUUM FULL t})
{
	# UPDATE and VACUUM FULL are commands of their own
	my ($status, $out, $err) = $node->psql($db, $command =~ s/; /;\n/gr);
	is($status, 0, $command) or diag($err);
	is(query($everything), $before, '... loses nothing');
	is(by_index(@$_), by_scan($_->[1]), "... nor does $_->[0]") for @indexed;
	is(query(q{SELECT bool_and(a <= b) FROM (SELECT key AS a, lead(key) OVER () AS b FROM t) x}), 't', '... puts the rows in order') if $command =~ /^CLUSTER/;
	query(q{SELECT bt_index_check('t_key', true), bt_index_check('t_price', true)});
}

# While others write: REINDEX CONCURRENTLY.
my @running = map {
	my ($out, $err) = ('', '');
	[ start([ 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr($db) ], '<', \$_, '>', \$out, '2>', \$err), \$err, substr($_, 0, 30) ]
} (join('', map { "UPDATE t SET v = doc($_ * 3), key = '$_' WHERE id = $_; INSERT INTO t SELECT 5000 + $_, doc($_), '1'; DELETE FROM t WHERE id = 4900 + $_;\n" } 1 .. 250), join('', map { "REINDEX TABLE CONCURRENTLY t;\n" } 1 .. 4));
for my $one (@running) { finish($one->[0]); is(${ $one->[1] }, '', "at the same time: $one->[2]"); }
is(by_index(@$_), by_scan($_->[1]), "then, by $_->[0]") for @indexed;
is(query(q{SELECT bt_index_check('t_key', true), bt_index_check('t_price', true)}), '|', 'and btree indexes hold every row');

# ---------------------------------------------------------------------
# Tablespaces
# ---------------------------------------------------------------------
my $place = scratch();
query("CREATE TABLESPACE elsewhere LOCATION '$place'");
$before = query($everything);
query($_) for 'ALTER TABLE t SET TABLESPACE elsewhere', map { "ALTER INDEX $_->[0] SET TABLESPACE elsewhere" } @indexed;
is(query($everything), $before, 'a table in another tablespace');
is(query(q{SELECT count(*) FROM pg_class c JOIN pg_tablespace s ON s.oid = c.reltablespace WHERE c.relname ~ '^t(_|$)' AND spcname = 'elsewhere'}), 5, 'with its indexes');
is(by_index(@$_), by_scan($_->[1]), "by $_->[0]") for @indexed;
$node->restart;
is(query($everything), $before, 'and after a restart');

# ---------------------------------------------------------------------
# From jsonb to variant and back, with all that hangs on the column
# ---------------------------------------------------------------------
query(q{
	CREATE TABLE j (id int PRIMARY KEY, v jsonb NOT NULL DEFAULT '{"n": 0}', CHECK (v ? 'n'), CONSTRAINT small CHECK ((v->>'n')::numeric < 1e30));
	CREATE UNIQUE INDEX j_v ON j (v);
	CREATE INDEX j_hash ON j USING hash (v);
	CREATE INDEX j_gin ON j USING gin (v);
	CREATE INDEX j_kind ON j ((v->>'kind'));
	CREATE INDEX j_o ON j ((v->'o'));
	CREATE INDEX j_some ON j (id) WHERE v ? 'extra';
	CREATE STATISTICS j_stat ON (v->>'kind'), (v->>'n') FROM j;
	INSERT INTO j SELECT i, jsonb_build_object('n', i + 0.50, 'kind', 'k' || i % 9, 'o', jsonb_build_object('a', i % 5), 'text', repeat('x', i % 100), 'list', jsonb_build_array(i, null, true, '2024-01-01', 12345678901234567890)) || CASE WHEN i % 3 = 0 THEN '{"extra": {}}' ELSE '{}'::jsonb END
		FROM generate_series(1, 1000) i;
	ANALYZE j});
my @of_j = ([ 'j_gin', q{SELECT count(*), sum(id) FROM j WHERE v @> '{"kind": "k3"}'} ], [ 'j_kind', q{SELECT count(*), sum(id) FROM j WHERE v->>'kind' = 'k5'} ], [ 'j_o', q{SELECT count(*), sum(id) FROM j WHERE v->'o' = '{"a": 2}'} ],
	[ 'j_some', q{SELECT count(*), sum(id) FROM j WHERE v ? 'extra' AND id < 500} ]);
my %answers = map { $_->[0] => by_index(@$_) } @of_j;
my $as_jsonb = q{SELECT md5(string_agg(id || (v::jsonb)::text, ',' ORDER BY id)) FROM j};
my $json_before = query($as_jsonb);
my ($out, $err) = ('', '');
my $writes = join('', map { "INSERT INTO j VALUES (2000 + $_, '{\"n\": $_, \"kind\": \"live\"}'); UPDATE j SET v['kind'] = '\"live\"' WHERE id = 2000 + $_ - 1; DELETE FROM j WHERE id = 2000 + $_ - 3;\n" } 1 .. 300);
my $writer = start([ 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr($db) ], '<', \$writes, '>', \$out, '2>', \$err);
for my $type ('variant', 'jsonb', 'variant')
{
	is(session("ALTER TABLE j ALTER v DROP DEFAULT, ALTER v TYPE $type USING v::$type, ALTER v SET DEFAULT '{\"n\": 0}'"), '', "a live column becomes $type");
	is(by_index(@$_), $answers{ $_->[0] } =~ /^not/ ? 'an index' : by_scan($_->[1]), "... by $_->[0]") for @of_j;
}
finish($writer);
is($err, '', 'the writer went on');
is(query('SELECT count(*) FROM j WHERE id > 2000'), 3, 'and wrote all that it should');
query('DELETE FROM j WHERE id > 2000');
is(query($as_jsonb), $json_before, 'nothing was lost');
is(by_index(@$_), $answers{ $_->[0] }, "as before, by $_->[0]") for @of_j;
is(query(q{SELECT count(*) FROM pg_index i JOIN pg_opclass o ON o.oid = i.indclass[0] WHERE i.indrelid = 'j'::regclass AND o.opcintype = 'variant'::regtype}), 4, 'indexes have the operator classes of variant');
is(session(q{INSERT INTO j VALUES (3000, '{"m": 1}')}), q{ERROR:  new row for relation "j" violates check constraint "j_v_check"}, 'a check constraint came along');
is(session(q{INSERT INTO j VALUES (3000, '{"n": 1e31}')}), q{ERROR:  new row for relation "j" violates check constraint "small"}, 'another');
is(session(q{INSERT INTO j SELECT 3001, v FROM j WHERE id = 7}), q{ERROR:  duplicate key value violates unique constraint "j_v"}, 'and a unique index');
is(session(q{INSERT INTO j (id) VALUES (3002) RETURNING v}), '{"n": 0}', 'and the default');

# ---------------------------------------------------------------------
# Partitions: by hash and range, of values and of what is at a path
# ---------------------------------------------------------------------
query(q{
	CREATE TABLE by_hash (id int, v variant, PRIMARY KEY (v)) PARTITION BY HASH (v);
	CREATE TABLE by_hash_path (id int, v variant) PARTITION BY HASH ((v['k']));
	CREATE TABLE by_range (id int, v variant) PARTITION BY RANGE (v);
	CREATE TABLE by_range_path (id int, v variant) PARTITION BY RANGE ((v['n']));
	CREATE TABLE by_range_typed (id int, v variant) PARTITION BY RANGE (((v['at'])::date));
	CREATE TABLE by_list_path (id int, v variant) PARTITION BY LIST ((v->>'k'));
	CREATE TABLE by_list_value (id int, v variant) PARTITION BY LIST ((v['k']));
	DO $$ BEGIN FOR i IN 0..3 LOOP
		EXECUTE format('CREATE TABLE by_hash_%s PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER %s)', i, i);
		EXECUTE format('CREATE TABLE by_hash_path_%s PARTITION OF by_hash_path FOR VALUES WITH (MODULUS 4, REMAINDER %s)', i, i);
		EXECUTE format('CREATE TABLE by_range_%s PARTITION OF by_range FOR VALUES FROM (%L) TO (%L)', i, i * 250, (i + 1) * 250);
		EXECUTE format('CREATE TABLE by_range_path_%s PARTITION OF by_range_path FOR VALUES FROM (%L) TO (%L)', i, i * 250, (i + 1) * 250);
		EXECUTE format('CREATE TABLE by_range_typed_%s PARTITION OF by_range_typed FOR VALUES FROM (%L) TO (%L)', i, date '2024-01-01' + i * 250, date '2024-01-01' + (i + 1) * 250);
		EXECUTE format('CREATE TABLE by_list_path_%s PARTITION OF by_list_path FOR VALUES IN (%L)', i, 'k' || i);
		EXECUTE format('CREATE TABLE by_list_value_%s PARTITION OF by_list_value FOR VALUES IN (%L)', i, format('"k%s"', i));
	END LOOP; END $$;
	CREATE TABLE by_range_rest PARTITION OF by_range DEFAULT;
	CREATE TABLE by_range_path_rest PARTITION OF by_range_path DEFAULT;
	CREATE TABLE by_list_path_rest PARTITION OF by_list_path DEFAULT;
	CREATE TABLE by_list_value_rest PARTITION OF by_list_value DEFAULT;
	CREATE TABLE whole AS SELECT i AS id, variant_build_object('n', i, 'k', 'k' || i % 6, 'at', date '2024-01-01' + i) AS v FROM generate_series(0, 999) i;
	INSERT INTO by_hash SELECT id, v['n'] FROM whole;
	INSERT INTO by_range SELECT id, v['n'] FROM whole;
	INSERT INTO by_range VALUES (-1, 'null'), (-2, '"text"'), (-3, '[]'), (-4, NULL);
	INSERT INTO by_hash_path SELECT * FROM whole;
	INSERT INTO by_range_path SELECT * FROM whole;
	INSERT INTO by_range_path VALUES (-1, '{}'), (-2, '{"n": "7"}'), (-3, 'null');
	INSERT INTO by_range_typed SELECT * FROM whole;
	INSERT INTO by_list_path SELECT * FROM whole;
	INSERT INTO by_list_value SELECT * FROM whole;
	ANALYZE});
# condition, number of partitions that are read
my @pruned = (
	[ by_hash => q{v = '17'}, 1 ], [ by_hash => q{v = 17}, 1 ], [ by_hash => q{v = 17.00::numeric}, 1 ], [ by_hash => q{v IN ('1', '2e0')}, 2, 'at most' ], [ by_hash => q{v > 17}, 4 ],
	[ by_hash_path => q{v['k'] = 'k3'::text}, 1 ], [ by_hash_path => q{v->'k' = '"k3"'}, 1 ], [ by_hash_path => q{v #> '{k}' = 'k3'::text}, 1 ], [ by_hash_path => q{variant_get(v, '$.k') = 'k3'::text AND v['n'] > 5}, 1 ], [ by_hash_path => q{v->>'k' = 'k3'}, 4 ],
	[ by_range => q{v = 300}, 1 ], [ by_range => q{v >= '300' AND v < '500'}, 1 ], [ by_range => q{v BETWEEN '249' AND '2.5e2'}, 2 ], [ by_range => q{v > '"a"'}, 5 ], [ by_range => q{v IS NULL}, 1 ], [ by_range => q{v = '[]'}, 1 ],
	[ by_range_path => q{v['n'] = 300}, 1 ], [ by_range_path => q{v->'n' = 300::numeric}, 1 ], [ by_range_path => q{v['n'] >= '300' AND v['n'] <= '400.5'}, 1 ], [ by_range_path => q{v['n'] IS NULL}, 1 ], [ by_range_path => q{v['n'] = '7'::text}, 1 ],
	[ by_range_typed => q{(v['at'])::date = '2024-02-01'}, 1 ], [ by_range_typed => q{(v->'at')::date BETWEEN '2024-02-01' AND '2025-01-01'}, 2 ], [ by_range_typed => q{variant_get(v, '$.at', NULL::date) < '2024-02-01'}, 1 ],
	[ by_list_path => q{v->>'k' = 'k2'}, 1 ], [ by_list_path => q{v #>> '{k}' IN ('k2', 'k3')}, 2 ], [ by_list_path => q{variant_get(v, '$.k', NULL::text) = 'k5'}, 1 ],
	[ by_list_value => q{v['k'] = 'k2'::text}, 1 ], [ by_list_value => q{v->'k' IN ('"k2"', '"k3"')}, 2 ], [ by_list_value => q{v->'k' = 'k5'::text}, 1 ]);
for my $case (@pruned)
{
	my ($table, $condition, $expected, $most) = @$case;
	my $plan = query("EXPLAIN (COSTS OFF) SELECT * FROM $table WHERE $condition");
	my $read = () = $plan =~ /Scan.* on ${table}_/g;
	ok($most ? $read <= $expected : $read == $expected, "$table: $condition reads " . ($most || '') . " $expected partitions") or diag($plan);
	my $answer = "SELECT count(*), sum(id) FROM $table WHERE $condition";
	# without pruning
	is(query($answer), query("SET enable_partition_pruning = off; $answer"), '... and finds what is there');
}
like(query(q{SET plan_cache_mode = force_generic_plan; PREPARE q(int) AS SELECT count(*) FROM by_range_path WHERE v['n'] = $1; EXPLAIN (COSTS OFF) EXECUTE q(300)}), qr/Subplans Removed: 4/, 'pruned when a generic plan is run');
like(query(q{SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = on; EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM (VALUES ('"k2"'::variant)) x(k), LATERAL (SELECT * FROM by_list_value WHERE v['k'] = x.k OFFSET 0) y}),
	qr/(never executed|by_list_value_2)/, 'pruned by a join');
like(query(q{EXPLAIN (COSTS OFF) SELECT count(*) FROM by_hash_path a JOIN by_hash_path b ON a.v['k'] = b.v['k']}), qr/Append\n(?:.*\n)*?.*Join/, 'joined partition by partition');
is(query(q{SELECT count(*) FROM by_hash_path a JOIN by_hash_path b ON a.v['k'] = b.v['k']}), query(q{SELECT count(*) FROM whole a JOIN whole b ON a.v['k'] = b.v['k']}), 'with the right answer');
is(session(q{INSERT INTO by_hash VALUES (1, '17.00')}), q{ERROR:  duplicate key value violates unique constraint "by_hash_} . query(q{SELECT right(tableoid::regclass::text, 1) FROM by_hash WHERE v = 17}) . q{_pkey"}, 'equal values of other types are in the same partition');
is(session(q{INSERT INTO by_range_typed VALUES (1, '{"at": "2024-02-01"}')}), 'ERROR:  cannot cast variant string to type date', 'a document that the key cannot be taken from is refused');
is(query(q{WITH moved AS (UPDATE by_range_path SET v['n'] = '900' WHERE v['n'] = 100 RETURNING tableoid::regclass) SELECT * FROM moved}), 'by_range_path_3', 'an update moves a row to another partition');
is(query(q{ALTER TABLE by_list_value DETACH PARTITION by_list_value_1; ALTER TABLE by_list_value ATTACH PARTITION by_list_value_1 FOR VALUES IN ('"k1"'); SELECT count(*) FROM by_list_value WHERE v['k'] = 'k1'::text}), 167, 'detached and attached');
is(session(q{ALTER TABLE by_list_value DETACH PARTITION by_list_value_1; ALTER TABLE by_list_value ATTACH PARTITION by_list_value_1 FOR VALUES IN ('"k9"')}), 'ERROR:  partition constraint of relation "by_list_value_1" is violated by some row', 'the constraint of a partition is checked');

# ---------------------------------------------------------------------
# Foreign keys, exclusion by equality
# ---------------------------------------------------------------------
query(q{CREATE TABLE parent (v variant PRIMARY KEY); CREATE TABLE child (v variant REFERENCES parent ON UPDATE CASCADE ON DELETE SET NULL); INSERT INTO parent VALUES ('1'), ('"a"'), ('{"x": 1}'); INSERT INTO child VALUES ('1.00'), ('{"x": 1e0}'), (NULL)});
is(session(q{INSERT INTO child VALUES ('2')}), q{ERROR:  insert or update on table "child" violates foreign key constraint "child_v_fkey"}, 'a foreign key');
is(session(q{UPDATE parent SET v = '"new"' WHERE v = '1'; DELETE FROM parent WHERE v = '{"x": 1}'; SELECT count(*), count(v), max(v) FROM child}), '3|1|"new"', 'its actions');

# ---------------------------------------------------------------------
# Statements that were prepared before something changed, in one session
# ---------------------------------------------------------------------
my %statements = (a => [ 'int', q{v['n'] = $1}, '919' ], b => [ 'text', q{v->'kind' = $1 AND v['n'] > 500}, q{'kind 3'::text} ], c => [ 'variant', q{v @> $1}, q{'{"o": {"a": 3}}'} ], d => [ 'numeric', q{(v->'price')::numeric < $1}, '4.5' ]);
for my $mode ('auto', 'force_custom_plan', 'force_generic_plan')
{
	my $sql = "SET plan_cache_mode = $mode; SET enable_seqscan = off;\nCREATE TABLE p AS SELECT i AS id, doc(i) AS v FROM generate_series(1, 300) i;\n";
	$sql .= "PREPARE $_($statements{$_}[0]) AS SELECT count(*), sum(id) FROM p WHERE $statements{$_}[1];\n" for sort keys %statements;
	for my $step ('SELECT', 'CREATE INDEX p_gin ON p USING gin (v)', q{CREATE INDEX p_n ON p ((v['n']))}, q{CREATE INDEX p_price ON p (((v['price'])::numeric))}, 'DROP INDEX p_gin', 'SELECT', 'ALTER TABLE p ADD x int; ANALYZE p', 'VACUUM FULL p',
		q{DROP INDEX p_n; DROP INDEX p_price; ALTER TABLE p ALTER v TYPE jsonb USING v::jsonb; ALTER TABLE p ALTER v TYPE variant USING v::variant}, 'ALTER TABLE p RENAME TO p2; CREATE TABLE p AS SELECT * FROM p2 WHERE id < 200', 'DROP TABLE p2')
	{
		$sql .= "$step;\n";
		for my $name (sort keys %statements)
		{
			(my $plain = $statements{$name}[1]) =~ s/\$1/$statements{$name}[2]/;
			$sql .= "EXECUTE $name($statements{$name}[2]);\nSELECT count(*), sum(id) FROM p WHERE $plain;\n";
		}
	}
	my @got = grep { /\|/ } split(/\n/, session("$sql DROP TABLE p"));
	is(scalar(@got), 88, "prepared statements over changes of the table, $mode: all answer");
	is(join(' ', map { $got[ 2 * $_ ] } 0 .. 43), join(' ', map { $got[ 2 * $_ + 1 ] } 0 .. 43), '... as those that are not prepared');
	unlike("@got", qr/^0|[^0-9]0\|/, '... and find something');
}
is(session(q{CREATE TABLE p (v variant); INSERT INTO p VALUES ('{"n": 1}'); PREPARE q AS SELECT count(*) FROM p WHERE v['n'] = 1; EXECUTE q; EXECUTE q; ALTER TABLE p ALTER v TYPE jsonb USING v::jsonb; EXECUTE q}), "1\n1\nERROR:  operator does not exist: jsonb = integer", 'a statement that has lost its operator');
is(session(q{PREPARE r AS SELECT v FROM t WHERE id = -1; EXECUTE r; CREATE TABLE keep AS SELECT id, v FROM t; DROP TABLE t; CREATE TABLE t (id int, v jsonb); EXECUTE r}), 'ERROR:  cached plan must not change result type', 'or whose result has another type');

# What the library remembers of the extension ends with it.
is(session(q{
	CREATE DATABASE again;
	\c again
	CREATE EXTENSION variant;
	CREATE TABLE p AS SELECT i AS id, variant_build_object('n', i, 'o', variant_build_object('x', i)) AS v FROM generate_series(1, 100) i;
	CREATE INDEX ON p USING gin (v);
	PREPARE q(int) AS SELECT count(*) FROM p WHERE v['n'] = $1 AND (v->'o'->'x')::int < 50;
	EXECUTE q(7);
	SELECT count(*) FROM p WHERE v['n'] > 90;
	DROP EXTENSION variant CASCADE;
	EXECUTE q(7);
	CREATE SCHEMA "Other place"; CREATE EXTENSION variant SCHEMA "Other place";
	SET search_path = public, "Other place";
	ALTER TABLE p ADD v variant;
	UPDATE p SET v = variant_build_object('n', id, 'o', variant_build_object('x', id));
	CREATE INDEX ON p USING gin (v);
	EXECUTE q(7);
	SELECT count(*) FROM p WHERE v['n'] > 90;
	SET enable_seqscan = off;
	SELECT count(*) FROM p WHERE v @> '{"n": 7}' AND v->'n' = 7;
	SET search_path = public;
	SELECT count(*) FROM p WHERE v OPERATOR("Other place".@>) '{"n": 7}';
	EXECUTE q(7)}), "1\n10\n1\n10\n1\n1\nERROR:  column \"v\" does not exist\nERROR:  operator does not exist: \"Other place\".variant = integer", 'the extension is dropped and created elsewhere in one session');

$node->stop;
done_testing();
