# pg_dump and COPY lose nothing: all classes, at extreme values.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my @values = extreme_values();

my $node = new_node('dump');
$node->safe_psql('postgres', 'CREATE TABLE d (id serial, name text, v variant); INSERT INTO d (name, v) VALUES '
	  . join(",\n", map { "(" . literal($_->[0]) . ", $_->[1])" } @values));

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
