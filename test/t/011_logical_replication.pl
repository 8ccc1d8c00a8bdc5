# Logical replication: large values that an update leaves alone arrive whole,
# in text and in binary, by key and by the full row.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $publisher = PostgreSQL::Test::Cluster->new('publisher');
$publisher->init(allows_streaming => 'logical');
$publisher->start;
my $subscriber = PostgreSQL::Test::Cluster->new('subscriber');
$subscriber->init(allows_streaming => 'logical');
$subscriber->start;

my $digests = 'SELECT id, n, md5(v::text), variant_typeof(v) FROM TABLE ORDER BY id';

for my $node ($publisher, $subscriber)
{
	$node->safe_psql('postgres', 'CREATE EXTENSION variant');
	for my $table ('by_key', 'by_row')
	{
		$node->safe_psql('postgres', "CREATE TABLE $table (id int PRIMARY KEY, n int, v variant)");
	}
	$node->safe_psql('postgres', 'ALTER TABLE by_row REPLICA IDENTITY FULL; ALTER TABLE by_key ALTER v SET STORAGE EXTERNAL');
}

# about 100 kB that do not compress, delta numbers among them; small ones too
for my $table ('by_key', 'by_row')
{
	$publisher->safe_psql('postgres', qq{
		INSERT INTO $table
		SELECT i, 0, variant_build_object('i', i, 'day', date '2024-10-24' + i,
			'items', (SELECT variant_agg(variant_build_object('k' || j, md5((i * j)::text))) FROM generate_series(1, 2500) AS j))
		FROM generate_series(1, 5) AS i;
		INSERT INTO $table VALUES (6, 0, '"NaN"::float8'), (7, 0, NULL), (8, 0, 'null')});
}
$publisher->safe_psql('postgres', 'CREATE PUBLICATION p FOR TABLE by_key, by_row');

for my $binary ('false', 'true')
{
	my $name = "s_$binary";
	$subscriber->safe_psql('postgres', 'TRUNCATE by_key, by_row');
	$subscriber->safe_psql('postgres',
		"CREATE SUBSCRIPTION $name CONNECTION '" . $publisher->connstr . " dbname=postgres' PUBLICATION p WITH (binary = $binary)");
	$subscriber->wait_for_subscription_sync($publisher, $name);
	for my $table ('by_key', 'by_row')
	{
		# leaves v alone, changes it, takes a row away
		$publisher->safe_psql('postgres', qq{
			UPDATE $table SET n = n + 1;
			UPDATE $table SET v['i'] = '"changed"' WHERE id = 2;
			DELETE FROM $table WHERE id = 3;
			INSERT INTO $table SELECT 3, 0, v FROM $table WHERE id = 1});
	}
	$publisher->wait_for_catchup($name);
	for my $table ('by_key', 'by_row')
	{
		my $query = $digests =~ s/TABLE/$table/r;
		is($subscriber->safe_psql('postgres', $query), $publisher->safe_psql('postgres', $query), "$table, binary $binary");
	}
	$subscriber->safe_psql('postgres', "DROP SUBSCRIPTION $name");
}

$subscriber->stop;
$publisher->stop;
done_testing();
