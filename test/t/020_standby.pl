# A physical standby: made by pg_basebackup, queried while it follows, promoted
# and written to; the old primary follows it then.
use strict;
use warnings;

use IPC::Run qw(start finish);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 1, extra => [ '--encoding=UTF8', '--locale=C' ]);
$primary->append_conf('postgresql.conf', "fsync = off\nautovacuum = off\nwal_log_hints = on\nwal_keep_size = '256MB'\njit = off\nhot_standby_feedback = on\ngin_pending_list_limit = 64kB\nmax_prepared_transactions = 5\nmax_connections = 20\n");
$primary->start;
$primary->safe_psql('postgres', q{
	CREATE EXTENSION variant;
	CREATE EXTENSION amcheck;
	CREATE TABLE docs (id int PRIMARY KEY, v variant);
	-- every fifth is out of line; of those, half compressed and half not
	CREATE FUNCTION doc(i int) RETURNS variant LANGUAGE sql IMMUTABLE AS $$
		SELECT variant_build_object('n', i * 7919 % 1000, 'kind', 'kind ' || i % 23, 'at', timestamptz '2024-01-01Z' + i * interval '1 s', 'price', i / 8.0,
			'tags', variant_build_array(i % 7, 't' || i % 11), 'o', variant_build_object('a', i % 5),
			'rows', CASE WHEN i % 5 = 0 THEN (SELECT variant_agg(variant_build_object('a', j, 'b', j * i, 'c', md5((i * j)::text), 'd', date '2024-01-01' + j)) FROM generate_series(1, 120) j) END)$$;
	CREATE TABLE plain (LIKE docs INCLUDING ALL);
	ALTER TABLE plain ALTER v SET STORAGE EXTERNAL;
	CREATE INDEX ON docs USING gin (v);
	CREATE INDEX docs_kind ON docs ((v['kind']));
	CREATE INDEX docs_n ON docs (((v['n'])::int));
	CREATE INDEX docs_hash ON docs USING hash ((v['o']));
	INSERT INTO docs SELECT i, doc(i) FROM generate_series(1, 300) i;
	INSERT INTO plain SELECT * FROM docs WHERE id % 10 = 0;
	CREATE VIEW clauses AS SELECT unnest(ARRAY[$c$v['n'] BETWEEN 100 AND 120$c$, $c$v @> '{"kind": "kind 7"}'$c$, $c$v @? '$.rows[*] ? (@.b == 200)'$c$, $c$v['kind'] = 'kind 3'::text$c$, $c$(v['n'])::int = 77$c$,
		$c$v['o'] = '{"a": 3}'$c$, $c$v @~ '$.price < 20 AND EXISTS $.rows'$c$, $c$v['at'] < timestamptz '2024-01-01 00:05Z'$c$, $c$v ? 'rows'$c$]) AS clause;
	-- rows for clauses whose answers differ between scan and index
	CREATE FUNCTION wrong(needed boolean DEFAULT false) RETURNS SETOF text LANGUAGE plpgsql AS $$
	DECLARE c text; by_scan text; by_index text;
	BEGIN
		FOR c IN SELECT clause FROM clauses LOOP
			PERFORM set_config('enable_seqscan', 'on', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_indexscan', 'off', true);
			EXECUTE 'SELECT array_agg(id ORDER BY id)::text FROM docs WHERE ' || c INTO by_scan;
			PERFORM set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'on', true), set_config('enable_indexscan', 'on', true);
			EXECUTE 'SELECT array_agg(id ORDER BY id)::text FROM docs WHERE ' || c INTO by_index;
			IF by_scan IS DISTINCT FROM by_index OR needed AND by_scan IS NULL THEN RETURN NEXT c; END IF;
		END LOOP;
	END$$;
	CREATE PROCEDURE write(rounds int) LANGUAGE plpgsql AS $$
	BEGIN
		FOR i IN 1..rounds LOOP
			INSERT INTO docs VALUES (300 + (SELECT count(*) FROM docs) * 10 + i, doc(i * 13)) ON CONFLICT DO NOTHING;
			UPDATE docs SET v['n'] = to_variant(i % 1000), v['rows'] = (doc(i * 5))['rows'] WHERE id = i % 280;
			UPDATE docs SET v = v - 'kind' WHERE id = i % 250;
			DELETE FROM docs WHERE id = i % 270 AND i % 7 = 0;
			UPDATE plain SET v['rows'][i % 120]['a'] = to_variant(i) WHERE id = i % 30 * 10;
			COMMIT;
		END LOOP;
	END$$});

$primary->backup('backup');
$primary->command_ok([ 'pg_verifybackup', $primary->backup_dir . '/backup' ], 'a base backup is whole');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'backup', has_streaming => 1);
$standby->start;

my %queries = (
	'every value' => q{SELECT count(*), md5(string_agg(id || v::text, ',' ORDER BY id)) FROM docs},
	'every byte' => q{SELECT md5(string_agg(id || encode(variant_send(v), 'hex'), ',' ORDER BY id)) FROM (SELECT * FROM docs UNION ALL SELECT -id, v FROM plain) x},
	'storage forms' => q{SELECT variant_storage(v), count(*) FROM docs GROUP BY 1 ORDER BY 1},
	'parts of large values' => q{SELECT id, v['rows'][119]['c'], v->'rows'->-1->>'d', variant_get(v, '$.rows[7].b', NULL::int), variant_array_length(v->'rows') FROM plain ORDER BY id},
	'parts of compressed values' => q{SELECT id, v['rows'][119]['c'], v['rows'][0], v->'tags' FROM docs WHERE v ? 'rows' ORDER BY id},
	'variant_table' => q{SELECT id, sum(a), max(d), count(*) FROM docs, variant_table(v, '$.rows[*]', '{"nr": {"ordinality": true}}') AS t(nr int, a int, d date) GROUP BY id ORDER BY id},
	'jsonpath' => q{SELECT id, variant_path_query_array(v, '$.rows[*] ? (@.a > 115 && @.d.type() == "date").b') FROM docs WHERE v @? '$.rows' ORDER BY id},
	'aggregates' => q{SELECT v['kind'], count(*), max(v->'at'), variant_agg(v['n'] ORDER BY id) FROM docs GROUP BY v['kind'] ORDER BY 1},
	'joins' => q{SELECT count(*), sum(a.id) FROM docs a JOIN docs b ON a.v['kind'] = b.v['kind'] AND a.v['o'] = b.v['o']},
	'set-returning functions' => q{SELECT id, count(*), min(e.value) FROM docs, variant_each(v) e GROUP BY id ORDER BY id},
	'changes of values' => q{SELECT md5(string_agg((variant_merge(v, '{"x": {"y": 1}}') - 'rows')::text, ',' ORDER BY id)) FROM docs});

sub follows
{
	my ($from, $to, $when) = @_;
	$from->wait_for_catchup($to, 'replay', $from->lsn('insert'));
	for my $name (sort keys %queries)
	{
		my $want = $from->safe_psql('postgres', $queries{$name});
		ok($want ne '' && $to->safe_psql('postgres', $queries{$name}) eq $want, "$when: $name");
	}
	for my $node ($from, $to)
	{
		is($node->safe_psql('postgres', 'SELECT * FROM wrong()'), '', "$when: indexes answer as scans do on " . $node->name);
		is($node->safe_psql('postgres', q{SELECT count(bt_index_check(i.indexrelid, true)::text) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relam = (SELECT oid FROM pg_am WHERE amname = 'btree') AND i.indrelid IN ('docs'::regclass, 'plain'::regclass)}),
			4, "$when: btree indexes are whole on " . $node->name);
	}
	return;
}

is($primary->safe_psql('postgres', 'SELECT * FROM wrong(true)'), '', 'every clause finds something');
follows($primary, $standby, 'at first');

# Every index is used there, too.
for my $clause (lines($standby->safe_psql('postgres', 'SELECT clause FROM clauses')))
{
	like($standby->safe_psql('postgres', "SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT id FROM docs WHERE $clause"), qr/Index/, "by an index on the standby: $clause");
}
my ($status, $out, $err) = $standby->psql('postgres', q{UPDATE docs SET v['n'] = '1'});
like($err, qr/cannot execute UPDATE in a read-only transaction/, 'nothing is written there');

# Readers on the standby compare in one snapshot while the primary writes.
my @running;
for my $one ([ $primary, 'CALL write(400)' ], [ $primary, join("\n", map { "VACUUM docs; SELECT gin_clean_pending_list('docs_v_idx');" } 1 .. 10) ],
	[ $standby, join("\n", map { 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM wrong(); COMMIT;' } 1 .. 10) ],
	[ $standby, "PREPARE q AS SELECT id, v['rows'][119]['a'] FROM docs WHERE v['n'] = \$1::int; SET plan_cache_mode = force_generic_plan;\n" . join("\n", map { "EXECUTE q($_) \\g /dev/null\n" } 1 .. 100) ])
{
	my ($out, $err) = ('', '');
	push @running, [ start([ 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', $one->[0]->connstr('postgres') ], '<', \"$one->[1];\n", '>', \$out, '2>', \$err), \$out, \$err, substr($one->[1], 0, 40) ];
}
for my $one (@running)
{
	finish($one->[0]);
	is(${ $one->[2] }, '', "at the same time: $one->[3]");
}
is(${ $running[2][1] }, '', 'the same answers on the standby all the time');
follows($primary, $standby, 'after writes');

# What is copied by whole pages.
$primary->safe_psql('postgres', 'VACUUM FULL docs; CLUSTER plain USING plain_pkey; REINDEX TABLE docs');
follows($primary, $standby, 'after tables were written anew');

# A prepared transaction goes on after the promotion.
$primary->safe_psql('postgres', q{BEGIN; INSERT INTO docs VALUES (-1, doc(5)); UPDATE plain SET v['rows'] = '[]' WHERE id = 10; PREPARE TRANSACTION 'p'});
$primary->wait_for_catchup($standby, 'replay', $primary->lsn('insert'));
$primary->stop;
$standby->promote;
$standby->safe_psql('postgres', q{COMMIT PREPARED 'p'});
is($standby->safe_psql('postgres', q{SELECT variant_array_length(d.v['rows']), p.v['rows'] FROM docs d, plain p WHERE d.id = -1 AND p.id = 10}), '120|[]', 'a transaction that was prepared before the promotion');
$standby->safe_psql('postgres', 'CALL write(100); VACUUM docs');
is($standby->safe_psql('postgres', 'SELECT * FROM wrong()'), '', 'writing after the promotion');

# The old primary, which has gone another way, is wound back and follows.
$primary->start;
$primary->safe_psql('postgres', q{ROLLBACK PREPARED 'p'; CALL write(50); CHECKPOINT});
$primary->stop;
$standby->safe_psql('postgres', 'CHECKPOINT');
command_ok([ 'pg_rewind', '-D', $primary->data_dir, '--source-server', $standby->connstr('postgres'), '--config-file', $primary->data_dir . '/postgresql.conf' ], 'pg_rewind');
$primary->append_conf('postgresql.conf', 'port = ' . $primary->port . "\nunix_socket_directories = '" . $primary->host . "'\n");
$primary->enable_streaming($standby);
$primary->set_standby_mode;
$primary->start;
$standby->safe_psql('postgres', 'CALL write(100)');
follows($standby, $primary, 'the other way round');

$_->stop for $primary, $standby;
done_testing();
