# Every function and operator answers the same of a value, however it is stored:
# in memory, out of line, compressed, with delta numbers, expanded.
#
# STORM_SEED: which words they are called with; 0 is other ones each time.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $node = new_node('storages', conf => "jit = off\n");
$node->psql('postgres', slurp("storm/$_.sql"), on_error_stop => 1, on_error_die => 1) for ('storm', 'storages');

# the values are what the columns say
is( $node->safe_psql('postgres', q{
	SELECT bool_and(pg_column_size(memory) > 2000 AND pg_column_compression(external) IS NULL) AND bool_or(variant_storage(external) = 'delta') AND
		bool_or(pg_column_compression(compressed) IS NOT NULL) AND bool_and(variant_storage(external_plain) = 'plain' AND variant_storage(compressed_plain) = 'plain')
	FROM storm.stored WHERE id > (SELECT count(*) FROM storm.sample)}), 't', 'values are stored in several ways');

my $seed = $ENV{STORM_SEED} // 1;
$seed = 1 + int(rand(1000000)) if $seed == 0;
note("seed $seed");
is( $node->safe_psql('postgres', "SET work_mem = '64MB'; SELECT setseed($seed / 1000001.0); SELECT * FROM storm.different(3) LIMIT 20") =~ s/^\n//r,
	'', 'every call answers the same');

# a difference would be seen
$node->safe_psql('postgres', q{UPDATE storm.external SET v = '{"a": "another one"}' WHERE id = (SELECT max(id) FROM storm.external)});
cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FROM storm.different(1)'), '>', 50, 'another value answers otherwise');

unlike(slurp($node->logfile), qr/PANIC|terminated by signal|TRAP/, 'no process died');
$node->stop;
done_testing();
