# pg_dump and COPY lose nothing: all classes, at extreme values.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

# 0 metadata bytes: a dictionary without names
my $empty = '110000';
my @values;

sub bytes { my ($name, $hex) = @_; push @values, "('$name', variant_from_bytes('\\x$hex'))"; return; }
sub text_form { my ($text) = @_; push @values, '(' . literal("text " . substr($text, 0, 40)) . ', ' . literal($text) . '::variant)'; return; }

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
	bytes("type " . (ord($header) >> 2) . " $_", $empty . hex_of($header . pack($format, $_))) for @numbers;
}
bytes("double $_", "${empty}1c$_")
  for qw(0000000000000000 0000000000000080 000000000000f07f 000000000000f0ff 000000000000f87f
  010000000000f07f 0100000000000000 ffffffffffffef7f 9a9999999999b93f 000000000000f03f);
bytes("float $_", "${empty}38$_") for qw(00000000 00000080 0000807f 000080ff 0000c07f 01000000 ffff7f7f cdcccc3d);
bytes('uuid', "${empty}50f24f9b6481fa49d1b74e8c09a6e31c56");
bytes('uuid ff', "${empty}50" . 'ff' x 16);
bytes('binary', "${empty}3c04000000" . '00ff5c27');
bytes('long string', "${empty}40" . '0100000061');

# 38 digits with every scale, both signs; and the smallest
for my $scale (0 .. 38)
{
	my $digits = substr('12345678901234567890123456789012345678', 0, 38);
	$digits = '9' x 38 if $scale % 2;
	my $number = $scale == 38 ? "0.$digits" : substr($digits, 0, 38 - $scale) . ($scale ? '.' . substr($digits, 38 - $scale) : '');
	text_form($number);
	text_form("-$number");
	text_form('0.' . '0' x $scale) if $scale > 0;
}
text_form($_)
  for ('""', '"\u0000"', '"a\u0000b"', '{"": 1}', '{"\u0000": {"": null}}', '{"a.b": 1, "a\"b": 2, "a`b": 3, "a b": 4, "$": 5, "\\\\": 6}',
	'{"😀": "👩‍👩‍👧", "é": "\u00e9", "e\u0301": 1}', '"\b\f\n\r\t\u001f\u007f\u2028"', '[]', '{}', '[[], {}, [[]], null]',
	'"' . 'x' x 63 . '"', '"' . 'x' x 64 . '"', '"\\\\N"', '"\\\\."', '"{\"a\": \"1\"}"', 'true', 'false', 'null',
	'[' . join(', ', 1 .. 300) . ']', '{' . join(', ', map { "\"k$_\": $_" } 1 .. 300) . '}',
	'"2024-10-24T18:22:26.123456789"::timestamp(9)', '"0001-01-01 BC"::date', '"24:00:00"::time');

my $node = new_node('dump');
$node->safe_psql('postgres', 'CREATE TABLE d (id serial, name text, v variant); INSERT INTO d (name, v) VALUES '
	  . join(",\n", @values));

# Every value by its class, text form, and the bytes that the text form has;
# two representations of one value count as one.
my $summary = q{SELECT id, name, variant_typeof(v), encode(variant_send(v::text::variant), 'hex'), v FROM d ORDER BY id};
my $bytes = q{SELECT id, encode(variant_send(v), 'hex') FROM d ORDER BY id};
my $expected = $node->safe_psql('postgres', $summary);
my $expected_bytes = $node->safe_psql('postgres', $bytes);
is(scalar(lines($expected_bytes)), scalar(@values), 'every value is there');

wrong_rows($node, 'postgres', q{
	SELECT name, v FROM d WHERE v::text::variant <> v OR variant_typeof(v::text::variant) <> variant_typeof(v)
		OR v::text::variant::text <> v::text}, 'text form reads back to an equal value of the same class');
wrong_rows($node, 'postgres', q{
	SELECT name, v FROM d WHERE variant_physical_type(v) LIKE '%nanos' AND
		variant_physical_type(v::text::variant) <> variant_physical_type(v)}, 'nanoseconds stay nanoseconds');

my $folder = scratch();
for my $format ('plain', 'custom')
{
	my $file = "$folder/dump.$format";

	$node->safe_psql('postgres', "CREATE DATABASE $format");
	$node->command_ok([ 'pg_dump', "--format=$format", '-f', $file, $node->connstr('postgres') ], "pg_dump, $format");
	$node->command_ok(
		$format eq 'plain'
		? [ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, $node->connstr($format) ]
		: [ 'pg_restore', '-d', $node->connstr($format), $file ],
		"restore, $format");
	is($node->safe_psql($format, $summary), $expected, "nothing is lost by pg_dump, $format");
}
$node->safe_psql('postgres', 'CREATE DATABASE inserts');
$node->command_ok([ 'pg_dump', '--inserts', '-f', "$folder/inserts.sql", $node->connstr('postgres') ], 'pg_dump --inserts');
$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$folder/inserts.sql", $node->connstr('inserts') ], 'and restore');
is($node->safe_psql('inserts', $summary), $expected, 'nothing is lost by INSERTs');

# Text makes bytes canonical, so binary comes first.
for my $format ('binary', 'text', 'csv')
{
	$node->safe_psql('postgres', qq{
		COPY d TO '$folder/d.$format' (FORMAT $format);
		TRUNCATE d;
		COPY d FROM '$folder/d.$format' (FORMAT $format)});
	is($node->safe_psql('postgres', $summary), $expected, "nothing is lost by COPY, $format");
	is($node->safe_psql('postgres', $bytes), $expected_bytes, 'COPY BINARY keeps every byte') if $format eq 'binary';
}

$node->stop;
done_testing();
