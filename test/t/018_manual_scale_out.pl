# The commands of the manual's chapter on scale-out, on the servers that they
# are for; what is shown below them is what is printed.
use strict;
use warnings;

use Encode 'decode_utf8';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my ($chapter) = slurp('../README.md') =~ /^## Scale out\n(.*?)^## /ms or die 'the manual has no such chapter';
my %nodes;

# A server without the extension: the chapter creates it.
sub node_of
{
	my ($name) = @_;
	return $nodes{$name} if $nodes{$name};
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init(allows_streaming => 'logical', extra => [ '--encoding=UTF8', '--locale=C' ]);
	$node->append_conf('postgresql.conf', "fsync = off\nautovacuum = off\njit = off\ntimezone = UTC\n");
	$node->start;
	return $nodes{$name} = $node;
}

# Where the servers of this test listen, instead of the manual's host names.
sub addressed
{
	my ($sql) = @_;
	$sql =~ s/host '(\w+)'/"host '" . node_of($1)->host . "', port '" . node_of($1)->port . "'"/ge;
	$sql =~ s/host=(\w+)/"host=" . node_of($1)->host . " port=" . node_of($1)->port/ge;
	return $sql;
}

sub run_block
{
	my ($node, $sql) = @_;
	my ($out, $err);
	IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-P', 'footer=off', '-P', 'pager=off', '-d', $node->connstr('postgres') ], '<', \$sql, '>', \$out, '2>', \$err);
	is($? == 0 ? '' : $err, '', 'runs on ' . $node->name) or diag($sql);
	return $out;
}

sub trimmed
{
	my ($text) = @_;
	$text =~ s/[ \t]+$//mg;
	$text =~ s/\s*\z//;
	return $text;
}

my $blocks = 0;
while ($chapter =~ /^```sql \(on (?:the )?(\w+)(?: and (\w+))?[^)\n]*\)\n(.*?)^```\n(?:\s*^```text\n(.*?)^```)?/msg)
{
	my ($first, $second, $sql, $expected) = ($1, $2, $3, $4);
	for my $name ($first, $second // ())
	{
		my $node = node_of($name);
		# a subscription copies first and then follows
		$node->wait_for_subscription_sync if $sql =~ /^SELECT/ && $name eq 'subscriber';
		$nodes{publisher}->wait_for_catchup('events') if $sql =~ /^SELECT/ && $name eq 'subscriber';
		my $out = run_block($node, addressed($sql));
		is(trimmed($out), trimmed($expected), 'prints what the manual says') if defined $expected;
	}
	$blocks++;
}
is($blocks, 7, 'blocks with servers');
is(scalar(() = $chapter =~ /^```sql \(/mg), $blocks, 'and each of them was run');
node_of('subscriber')->safe_psql('postgres', 'DROP SUBSCRIPTION events');

$_->stop for values %nodes;
done_testing();
