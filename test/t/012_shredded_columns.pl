# Shredded columns outlive a dump, and are computed where a table is replicated to.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $publisher = PostgreSQL::Test::Cluster->new('shredded');
$publisher->init(allows_streaming => 'logical', extra => [ '--encoding=UTF8', '--locale=C' ]);
$publisher->append_conf('postgresql.conf', "fsync = off\nautovacuum = off\n");
$publisher->start;
$publisher->safe_psql('postgres', q{
	CREATE SCHEMA "other schema";
	CREATE EXTENSION variant SCHEMA "other schema";
	SET search_path = "other schema", public;
	CREATE TABLE public.ev (id int PRIMARY KEY, doc variant);
	INSERT INTO public.ev SELECT i, variant_build_object('kind', CASE i % 3 WHEN 0 THEN to_variant(i) ELSE to_variant('k' || i % 5) END,
		'at', timestamptz '2024-10-24 00:00Z' + i * interval '1 minute', 'a.b', variant_build_object('it''s', i)) FROM generate_series(1, 300) i;
	SELECT variant_shred_column('public.ev', 'doc', '{"kind": "text", "at": "timestamptz", "a.b": {"it''s": "numeric(5,2)"}}', 'btree');
	CREATE TABLE public.parts (id int, doc variant) PARTITION BY RANGE (id);
	CREATE TABLE public.parts1 PARTITION OF public.parts FOR VALUES FROM (0) TO (150);
	CREATE TABLE public.parts2 PARTITION OF public.parts FOR VALUES FROM (150) TO (1000);
	SELECT variant_shred_column('public.parts', 'doc', '{"kind": "text"}', 'brin');
	INSERT INTO public.parts SELECT id, doc FROM public.ev});

my $columns = q{SET search_path = "other schema", public; SELECT * FROM variant_shredded_columns('ev')
	UNION ALL SELECT * FROM variant_shredded_columns('parts') UNION ALL SELECT * FROM variant_shredded_columns('parts2')};
my $content = q{SELECT id, kind, kind_off, at, at_off, "a.b_it's", "a.b_it's_off" FROM ev ORDER BY id};
my $parts = q{SELECT id, kind, kind_off FROM parts ORDER BY id};
my $report = q{SELECT * FROM "other schema".variant_shred_report('ev')};

like($publisher->safe_psql('postgres', $report), qr/doc\|\$\.kind\|text\|300\|200\|0\|0\|0\|100\|\{"number": 100\}/, 'report');

my $file = scratch() . '/dump';
$publisher->command_ok([ 'pg_dump', '-f', $file, '-Fc', 'postgres' ], 'dump');
$publisher->safe_psql('postgres', 'CREATE DATABASE restored');
$publisher->command_ok([ 'pg_restore', '-d', 'restored', $file ], 'restore');
for my $query ($columns, $content, $parts, $report)
{
	is($publisher->safe_psql('restored', $query), $publisher->safe_psql('postgres', $query), "restored: $query");
}

# a partition that is elsewhere: what its columns hold nobody knows
SKIP:
{
	my ($status) = $publisher->psql('postgres', 'CREATE EXTENSION file_fdw');
	skip 'no file_fdw', 2 unless $status == 0;
	my $explain = q{EXPLAIN (COSTS OFF) SELECT 1 FROM parts WHERE doc['kind'] = 'k1'::text};
	my $path = q{SET search_path = "other schema", public; };
	like($publisher->safe_psql('postgres', $path . $explain), qr/kind_off/, 'partitions that have the columns');
	$publisher->safe_psql('postgres', $path . q{CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
		CREATE FOREIGN TABLE parts3 PARTITION OF parts FOR VALUES FROM (1000) TO (2000) SERVER files OPTIONS (filename '/nowhere')});
	unlike($publisher->safe_psql('postgres', $path . $explain), qr/kind_off/, 'a foreign partition');
}

# the subscriber's table has columns of its own, and one that the publisher has not
my $subscriber = PostgreSQL::Test::Cluster->new('subscriber');
$subscriber->init(allows_streaming => 'logical', extra => [ '--encoding=UTF8', '--locale=C' ]);
$subscriber->start;
$subscriber->safe_psql('postgres', q{
	CREATE SCHEMA "other schema";
	CREATE EXTENSION variant SCHEMA "other schema";
	SET search_path = "other schema", public;
	CREATE TABLE public.ev (id int PRIMARY KEY, doc variant);
	SELECT variant_shred_column('public.ev', 'doc', '{"kind": "text", "at": "timestamptz", "a.b": {"it''s": "numeric(5,2)"}}')});
$publisher->safe_psql('postgres', 'CREATE PUBLICATION p FOR TABLE ev (id, doc)');
$subscriber->safe_psql('postgres', "CREATE SUBSCRIPTION s CONNECTION '" . $publisher->connstr . " dbname=postgres' PUBLICATION p");
$subscriber->wait_for_subscription_sync($publisher, 's');
$publisher->safe_psql('postgres', q{
	UPDATE ev SET doc['kind'] = '"changed"' WHERE id % 7 = 0;
	UPDATE ev SET doc['at'] = 'null' WHERE id % 11 = 0;
	DELETE FROM ev WHERE id % 13 = 0});
$publisher->wait_for_catchup('s');
is($subscriber->safe_psql('postgres', $content), $publisher->safe_psql('postgres', $content), 'replicated');
$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION s');

$subscriber->stop;
$publisher->stop;
done_testing();
