# An index built by several processes, which GIN does from 18 on, finds what
# one built by a single process finds.  On older servers the build is not
# parallel, and the same has to be true.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $node = new_node('gin_parallel', conf => "max_parallel_maintenance_workers = 4\nmax_parallel_workers = 8\nmax_worker_processes = 12\nmin_parallel_table_scan_size = 0\nmaintenance_work_mem = 256MB\n");
my $version = $node->safe_psql('postgres', 'SHOW server_version_num');

$node->safe_psql('postgres', q{
	CREATE TABLE docs (id int, v variant);
	INSERT INTO docs SELECT i, variant_build_object('n', i % 5000, 'kind', 'kind ' || i % 700, 'at', timestamptz '2024-01-01Z' + i * interval '1 second',
			'o', variant_build_object('a', variant_build_array(i % 7, i)), 'f', (i / 7.0)::float8, 'text', md5(i::text), 'sparse' || i % 300, i)
		FROM generate_series(1, 30000) i;
	INSERT INTO docs VALUES (0, NULL), (-1, '{}'), (-2, '[]'), (-3, '5');
	ANALYZE docs;
	CREATE TABLE clauses (c text);
	INSERT INTO clauses VALUES ($$v['n'] = 77$$), ($$v['n'] BETWEEN 100 AND 120$$), ($$v->>'kind' = 'kind 5'$$), ($$v @> '{"o": {"a": [3, 10]}}'$$), ($$v @? '$.o.a[*] ? (@ == 29999)'$$), ($$v ? 'sparse7'$$), ($$v @~ 'NOT EXISTS $.n'$$), ($$v @~ '$ IS array OR $ IS number'$$),
		($$v['at'] < timestamptz '2024-01-01 00:01Z'$$), ($$v['f'] > 4285$$), ($$v @~ '$.text STARTS WITH "abc"'$$), ($$v['text'] = md5('12345')$$), ($$v @> '{}' AND v @~ 'NOT EXISTS $.kind'$$);
	CREATE FUNCTION answers() RETURNS SETOF text LANGUAGE plpgsql AS $$
	DECLARE c text; r text;
	BEGIN
		FOR c IN SELECT clauses.c FROM clauses LOOP
			EXECUTE 'SELECT md5(coalesce(string_agg(id::text, $1 ORDER BY id), $1)) || $1 || count(*) FROM docs WHERE ' || c INTO r USING ',';
			RETURN NEXT c || ': ' || r;
		END LOOP;
	END$$;
});

my $by_scan = $node->safe_psql('postgres', 'SET enable_bitmapscan = off; SELECT * FROM answers()');
unlike($by_scan, qr/,0$/m, 'every clause finds something');

my %answers;
for my $workers (0, 3)
{
	my ($out, $err);
	$node->psql('postgres', "SET max_parallel_maintenance_workers = $workers; SET client_min_messages = debug1; CREATE INDEX docs_$workers ON docs USING gin (v)", stdout => \$out, stderr => \$err);
	if ($workers > 0 && $version >= 180000)
	{
		like($err, qr/building index "docs_3" on table "docs" with request for [1-9]\d* parallel worker/, 'the build is parallel');
	}
	else
	{
		like($err, qr/building index "docs_$workers" on table "docs" serially/, "the build with $workers workers is not parallel");
	}
	$answers{$workers} = $node->safe_psql('postgres', 'SET enable_seqscan = off; SELECT * FROM answers()');
	is($answers{$workers}, $by_scan, "what an index built with $workers workers finds");
	is($node->safe_psql('postgres', "SET enable_seqscan = off; EXPLAIN (COSTS OFF) SELECT * FROM docs WHERE v['n'] = 77") =~ /Bitmap Index Scan on docs_$workers/, 1, 'is found by it');
	$node->safe_psql('postgres', "ALTER INDEX docs_$workers RENAME TO kept_$workers; UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'kept_$workers'::regclass");
}

# options of the class reach the processes as well
$node->safe_psql('postgres', q{CREATE INDEX docs_some ON docs USING gin (v variant_ops (paths = '$.n, $.kind'))});
is($node->safe_psql('postgres', 'SET enable_seqscan = off; SELECT * FROM answers()'), $by_scan, 'of some paths');
is($node->safe_psql('postgres', q{SELECT pg_relation_size('docs_some') < pg_relation_size('kept_3') / 3}), 't', 'and it has only those');

# and what is built so can be changed
$node->safe_psql('postgres', q{UPDATE pg_index SET indisvalid = true WHERE indexrelid = 'kept_3'::regclass; DROP INDEX docs_some;
	DELETE FROM docs WHERE id % 3 = 0; UPDATE docs SET v = v || '{"n": 77}' WHERE id % 100 = 1; VACUUM docs});
is($node->safe_psql('postgres', 'SET enable_seqscan = off; SELECT * FROM answers()'), $node->safe_psql('postgres', 'SET enable_bitmapscan = off; SELECT * FROM answers()'), 'after changes and a vacuum');
$node->stop;

done_testing();
