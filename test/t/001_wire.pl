# A client program sends and receives variants in binary.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $program = ($ENV{VARIANT_BUILD} || 'build/libpq') . '/variant_wire';
plan skip_all => "no $program: make -C test libpq" unless -x $program;

my $node = new_node('wire');
my ($out, $err) = run_command([ $program, $node->connstr('postgres') ]);
for my $line (lines($out))
{
	if ($line =~ /^(not )?ok \d+ - (.*)/)
	{
		ok(!$1, $2);
	}
	elsif ($line =~ /^(#|Bail)/)
	{
		diag($line);
	}
}
like($out, qr/^1\.\.[1-9]\d*$/m, 'the program ran to its end');
is($err, '', 'and had nothing to complain about');

$node->stop;
done_testing();
