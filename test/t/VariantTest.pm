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

our @EXPORT = qw(new_node scratch shared need_shared slurp samples faults hex_of lines wrong_rows literal
  extreme_values);

# A running server with the extension in its database postgres; init has more
# parameters of the node's init().
sub new_node
{
	my ($name, %options) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	my $encoding = $options{encoding} || 'UTF8';

	$node->init(extra => [ "--encoding=$encoding", '--locale=C' ], %{ $options{init} || {} });
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

# Every class, physical type and scale, at extreme values: [name, SQL].
sub extreme_values
{
	my @values;
	# 0 metadata bytes: a dictionary without names
	my $empty = '110000';

	my $bytes = sub { my ($name, $hex) = @_; push @values, [ $name, "variant_from_bytes('\\x$hex')" ]; };
	my $text_form = sub { my ($text) = @_; push @values, [ 'text ' . substr($text, 0, 40), literal($text) . '::variant' ]; };

	my %integers = (
		"\x0c" => [ 'c', -128, -1, 0, 127 ],
		"\x10" => [ 's<', -32768, -1, 32767 ],
		"\x14" => [ 'l<', -2147483648, 1, 2147483647 ],
		"\x18" => [ 'q<', -9223372036854775807 - 1, 1, 9223372036854775807 ],
		"\x2c" => [ 'l<', -2147483648, -1, 0, 2147483647 ],    # date
		"\x44" => [ 'q<', 0, 1, 86400000000 ],                 # time
		map { $_ => [ 'q<', -9223372036854775807 - 1, -1000, -999, -1, 0, 1, 999, 9223372036854775807 ] }
		  ("\x30", "\x34", "\x48", "\x4c"));                   # timestamps
	for my $header (sort keys %integers)
	{
		my ($format, @numbers) = @{ $integers{$header} };
		$bytes->("type " . (ord($header) >> 2) . " $_", $empty . hex_of($header . pack($format, $_))) for @numbers;
	}
	$bytes->("double $_", "${empty}1c$_")
	  for qw(0000000000000000 0000000000000080 000000000000f07f 000000000000f0ff 000000000000f87f
	  010000000000f07f 0100000000000000 ffffffffffffef7f 9a9999999999b93f 000000000000f03f);
	$bytes->("float $_", "${empty}38$_") for qw(00000000 00000080 0000807f 000080ff 0000c07f 01000000 ffff7f7f cdcccc3d);
	$bytes->('uuid', "${empty}50f24f9b6481fa49d1b74e8c09a6e31c56");
	$bytes->('uuid ff', "${empty}50" . 'ff' x 16);
	$bytes->('binary', "${empty}3c04000000" . '00ff5c27');
	$bytes->('long string', "${empty}40" . '0100000061');

	# 38 digits with every scale, both signs; and the smallest
	for my $scale (0 .. 38)
	{
		my $digits = substr('12345678901234567890123456789012345678', 0, 38);
		$digits = '9' x 38 if $scale % 2;
		my $number = $scale == 38 ? "0.$digits" : substr($digits, 0, 38 - $scale) . ($scale ? '.' . substr($digits, 38 - $scale) : '');
		$text_form->($number);
		$text_form->("-$number");
		$text_form->('0.' . '0' x $scale) if $scale > 0;
	}
	$text_form->($_)
	  for ('""', '"\u0000"', '"a\u0000b"', '{"": 1}', '{"\u0000": {"": null}}', '{"a.b": 1, "a\"b": 2, "a`b": 3, "a b": 4, "$": 5, "\\\\": 6}',
		'{"😀": "👩‍👩‍👧", "é": "\u00e9", "e\u0301": 1}', '"\b\f\n\r\t\u001f\u007f\u2028"', '[]', '{}', '[[], {}, [[]], null]',
		'"' . 'x' x 63 . '"', '"' . 'x' x 64 . '"', '"\\\\N"', '"\\\\."', '"{\"a\": \"1\"}"', 'true', 'false', 'null',
		'[' . join(', ', 1 .. 300) . ']', '{' . join(', ', map { "\"k$_\": $_" } 1 .. 300) . '}',
		'"2024-10-24T18:22:26.123456789"::timestamp(9)', '"0001-01-01 BC"::date', '"24:00:00"::time');
	return @values;
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
