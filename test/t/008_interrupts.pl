# Long work can be cancelled, deep nesting is an error and no crash.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes 'time';
use VariantTest;

my $node = new_node('interrupts', conf => "jit = off\nmax_stack_depth = 2MB\n");

# Some 100 MB of text each: many small elements, one long string, many members.
$node->safe_psql('postgres', q{
	CREATE UNLOGGED TABLE texts (name text, t text);
	ALTER TABLE texts ALTER t SET STORAGE EXTERNAL;
	INSERT INTO texts VALUES ('elements', '[' || repeat('"abcd",', 14000000) || '1]'),
		('string', '"' || repeat('abc\u00e9\n', 12000000) || 'xx"'),
		('members', '{' || (SELECT string_agg('"key' || i || '":' || i, ',') FROM generate_series(1, 3000000) i) || '}');
	CREATE UNLOGGED TABLE values (name text, v variant);
	ALTER TABLE values ALTER v SET STORAGE EXTERNAL;
	INSERT INTO values SELECT name, t::variant FROM texts;
	-- the same up to the last element, character or member
	INSERT INTO values SELECT 'other ' || name, (left(t, -2) || '0' || right(t, 1))::variant FROM texts});
is($node->safe_psql('postgres', 'SELECT count(*) FROM values WHERE pg_column_size(v) > 30000000'), '6', 'large values are stored');

# statement_timeout counts from the start of the statement; fetching 100 MB
# from disk is part of it and is interrupted by the server itself.
for my $name ('elements', 'string', 'members')
{
	my %statements = (
		parse => "SELECT sum(length((t || repeat(' ', i))::variant::text)) FROM texts, generate_series(1, 20) i WHERE name = '$name'",
		print => "SELECT sum(length(v::text)) FROM values, generate_series(1, 20) WHERE name = '$name'",
		compare => "SELECT count(*) FILTER (WHERE a.v < b.v) FROM values a, values b, generate_series(1, 500) WHERE a.name = '$name' AND b.name = 'other ' || a.name",
		hash => "SELECT count(*) FROM (SELECT DISTINCT v FROM values, generate_series(1, 50) WHERE name = '$name') d",
		validate => "SELECT count(variant_from_bytes(variant_send(v))) FROM values, generate_series(1, 50) WHERE name = '$name'",
		jsonb => "SELECT pg_column_size(v::json) FROM values, generate_series(1, 20) WHERE name = '$name'");
	for my $what (sort keys %statements)
	{
		my $start = time();
		my ($status, $out, $err) = $node->psql('postgres', "SET statement_timeout = 200; $statements{$what}");
		my $elapsed = time() - $start;

		like($err, qr/canceling statement due to statement timeout/, "$what $name: cancelled") or diag("$out");
		cmp_ok($elapsed, '<', 1.7, sprintf('%s %s: within about a second', $what, $name));
	}
}
$node->safe_psql('postgres', 'DROP TABLE texts, values');

# the outcome of an expression: its value, or the SQLSTATE
sub ask
{
	my ($sql) = @_;
	my ($status, $out, $err) = $node->psql('postgres', "\\set VERBOSITY sqlstate\n$sql");
	return $err =~ /(ERROR|FATAL|PANIC):\s+(\w{5})/ ? "! $2" : $err ? "! $err" : $out;
}

my $deep = q{(repeat('[', 1000) || repeat(']', 1000))::variant};
for my $expression ("v = v", 'NOT v < v', 'length(v::text) = 2000', 'variant_from_bytes(variant_send(v)) = v',
	q{v::jsonb = (repeat('[', 1000) || repeat(']', 1000))::jsonb}, 'v::json IS NOT NULL', 'variant_pretty(v) IS NOT NULL',
	q{to_variant(v) = v}, q{(v -> 0) < v}, q{variant_typeof(v #> array_fill('0'::text, ARRAY[999])) = 'array'})
{
	is(ask("SELECT $expression FROM (SELECT $deep AS v) t"), 't', "1000 levels: $expression");
}
is(ask("SELECT count(*) FROM (SELECT DISTINCT v FROM (SELECT $deep AS v FROM generate_series(1, 10)) t ORDER BY v) d"), '1', '1000 levels: DISTINCT');
is(ask(q~CREATE TABLE deep AS SELECT repeat('{"a":', 1000) || '1' || repeat('}', 1000) AS t; SELECT (t::variant = t::jsonb::variant) FROM deep~), 't',
	'1000 levels of objects');

like(ask("SELECT (repeat('[', $_) || repeat(']', $_))::variant"), qr/^! 54000$/, "$_ levels of text") for (1001, 6000, 5000000);
like(ask("SELECT repeat('[', $_)::variant"), qr/^! 54000$/, "$_ levels of text that ends") for (1001, 10000000);
like(ask(q~SELECT (repeat('{"a":', 100000) || '1')::variant~), qr/^! 54000$/, '100000 levels of objects');
like(ask("SELECT (repeat('[', 1001) || repeat(']', 1001))::jsonb::variant"), qr/^! 54000$/, '1001 levels of jsonb');
like(ask("SELECT (repeat('[', 1001) || repeat(']', 1001))::json::variant"), qr/^! 54000$/, '1001 levels of json');
like(ask(qq{SELECT to_variant(ARRAY[$deep])}), qr/^! 54000$/, 'one level around 1000');

# bytes: one-element arrays around arrays
sub nested_bytes
{
	my ($levels) = @_;
	my $head = '';

	$head .= "\x0f\x01" . pack('VV', 0, 1 + 10 * $_) for reverse 0 .. $levels - 1;
	return hex_of("\x11\x00\x00$head\x00");
}
is(ask("SELECT variant_typeof(variant_from_bytes('\\x" . nested_bytes(1000) . "'))"), 'array', '1000 levels of bytes');
like(ask("SELECT variant_from_bytes('\\x" . nested_bytes($_) . "')"), qr/^! 54000$/, "$_ levels of bytes") for (1001, 15000, 200000);

is(ask('SELECT 1'), '1', 'the server lives');
unlike(slurp($node->logfile), qr/PANIC|terminated by signal|TRAP/, 'no process died');
$node->stop;
done_testing();
