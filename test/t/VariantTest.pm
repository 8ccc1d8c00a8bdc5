# What the TAP tests share: a server with the extension, samples, faults.
package VariantTest;

use strict;
use warnings;

use Cwd 'abs_path';
use Exporter 'import';
use JSON::PP;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = qw(new_node scratch shared need_shared slurp samples faults hex_of lines wrong_rows literal);

# A running server with the extension in its database postgres.
sub new_node
{
	my ($name, %options) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	my $encoding = $options{encoding} || 'UTF8';

	$node->init(extra => [ "--encoding=$encoding", '--locale=C' ]);
	$node->append_conf('postgresql.conf', "fsync = off\nautovacuum = off\n" . ($options{conf} || ''));
	$node->start;
	$node->safe_psql('postgres', 'CREATE EXTENSION variant');
	return $node;
}

# A folder of its own, by a path that the server can use too.
sub scratch
{
	return abs_path(PostgreSQL::Test::Utils::tempdir());
}

# The folder of material that is not part of the repository, or undef.
sub shared
{
	my $folder = $ENV{VARIANT_SHARED} || '../../shared';
	return -d $folder ? $folder : undef;
}

sub need_shared
{
	plan skip_all => '../shared is not there' unless shared();
	return shared();
}

sub slurp
{
	my ($file) = @_;
	open(my $handle, '<:raw', $file) or die "$file: $!";
	local $/;
	return scalar <$handle> // '';
}

sub hex_of
{
	return unpack('H*', $_[0]);
}

sub literal
{
	my ($text) = @_;
	$text =~ s/'/''/g;
	return "'$text'";
}

sub lines
{
	return split(/\n/, $_[0]);
}

# Every sample of other engines: [name, bytes of metadata and value together].
sub samples
{
	my $shared = shared();
	my @samples;

	for my $file (sort glob("$shared/parquet-testing/variant/*.metadata"))
	{
		(my $value = $file) =~ s/metadata$/value/;
		my ($name) = $file =~ m{([^/]+)\.metadata$};
		push @samples, [ $name, slurp($file) . slurp($value) ];
	}
	for my $file (sort glob("$shared/parquet-testing/shredded_variant/*.variant.bin"))
	{
		my ($name) = $file =~ m{([^/]+)\.variant\.bin$};
		push @samples, [ $name, slurp($file) ];
	}
	return @samples;
}

# Faults of other implementations: [{id, metadata, value, expect, ...}].
sub faults
{
	my $file = shared() . '/reference/faults.json';
	return -f $file ? @{ decode_json(slurp($file)) } : ();
}

# A query that returns only what is wrong must return nothing.
sub wrong_rows
{
	my ($node, $database, $query, $name) = @_;
	my ($status, $out, $err) = $node->psql($database, $query);

	ok($status == 0 && $out eq '', $name)
	  or diag(join("\n", (lines($out))[ 0 .. 9 ] ? grep { defined } (lines($out))[ 0 .. 9 ] : (), $err));
	return;
}

1;
