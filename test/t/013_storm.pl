# Thousands of broken values through every way in, then through every function
# and operator: no crash, no leak, no cancelled statement, no unexpected error.
#
# STORM_SECONDS (default 40) is how long, STORM_SEED which values: 0 is another
# one each time.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $program = ($ENV{VARIANT_BUILD} || 'build/libpq') . '/variant_storm';
plan skip_all => "no $program: make -C test libpq" unless -x $program;

my $node = new_node('storm');
$node->psql('postgres', slurp('storm/storm.sql'), on_error_stop => 1, on_error_die => 1);

is($node->safe_psql('postgres', 'TABLE storm.missing'), '', 'every function and operator is covered');
cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FROM storm.call'), '>', 550, 'by as many calls');

# A new member of the extension is noticed.
is( $node->safe_psql('postgres', q{
	CREATE FUNCTION new_function(variant, point) RETURNS int LANGUAGE sql AS 'SELECT 1';
	ALTER EXTENSION variant ADD FUNCTION new_function(variant, point);
	TABLE storm.missing;
	ALTER EXTENSION variant DROP FUNCTION new_function(variant, point);
	DROP FUNCTION new_function(variant, point)}),
	'new_function(variant,point)', 'a function without a maker would be missing');
# So is an error that is none of the expected.
like($node->safe_psql('postgres', q{SELECT wrong FROM storm.every('[1]', '2', 5, '{22P02}', true)}),
	qr/22023/, 'an error of another kind would be reported');
is($node->safe_psql('postgres', q{SELECT wrong FROM storm.one('{"a": 1}', '[2]', 7)}), '{}', 'and a good value has none');

# Samples of other engines, if they are there.
if (shared())
{
	my $rows = join(', ', map { "('\\x" . hex_of($_->[1]) . "'::bytea)" } grep { length($_->[1]) < 5000 } samples());
	$node->safe_psql('postgres', "INSERT INTO storm.sample (v) SELECT variant_from_bytes(b) FROM (VALUES $rows) t(b) WHERE (variant_check(b)).ok");
}

my ($out, $err) = run_command([ $program, $node->connstr('postgres'), $ENV{STORM_SECONDS} || 40, $ENV{STORM_SEED} // 1 ]);
for my $line (lines($out))
{
	if ($line =~ /^(not )?ok \d+ - (.*)/)
	{
		ok(!$1, $2);
	}
	elsif ($line =~ /^# (seed|\d+ values|memory)/)
	{
		note($line);
	}
	elsif ($line =~ /^(#|Bail)/)
	{
		diag($line);
	}
}
like($out, qr/^1\.\.4$/m, 'the storm came to its end');
unlike(slurp($node->logfile), qr/PANIC|terminated by signal|TRAP/, 'no process died');

$node->stop;
done_testing();
