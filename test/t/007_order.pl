# One order: <, =, hash, sorting and grouping, text and binary all agree.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $seed = $ENV{VARIANT_SEED} || 20241024;
srand($seed);
note("VARIANT_SEED=$seed");

my $empty = '110000';

# Values in many encodings, from small ranges so that many are equal.
sub random_bytes
{
	my $number = int(rand(7)) - 3;
	my @ways = (
		sub { '0c' . hex_of(pack('c', $number)) },
		sub { '10' . hex_of(pack('s<', $number)) },
		sub { '14' . hex_of(pack('l<', $number)) },
		sub { '18' . hex_of(pack('q<', $number)) },
		sub { my $scale = int(rand(4)); '20' . hex_of(pack('Cl<', $scale, $number * 10**int(rand(4)))) },
		sub { my $scale = int(rand(4)); '24' . hex_of(pack('Cq<', $scale, $number * 10**int(rand(4)))) },
		sub { '28' . hex_of(pack('Cq<q<', int(rand(4)), $number, $number < 0 ? -1 : 0)) },
		sub { '1c' . hex_of(pack('d<', $number / 2)) },
		sub { '38' . hex_of(pack('f<', $number / 4)) },
		sub { '1c' . (qw(000000000000f87f 010000000000f8ff 000000000000f07f 000000000000f0ff 0000000000000080 9a9999999999b93f))[ rand 6 ] },
		sub { '38' . (qw(0000c07f ffffffff 0000807f 000080ff 00000080 cdcccc3d))[ rand 6 ] },
		# neighbours of 2^53, where double rounds
		sub { '18' . hex_of(pack('q<', 9007199254740992 + $number)) },
		sub { '1c' . hex_of(pack('d<', 9007199254740992 + 2 * $number)) },
		sub { '2c' . hex_of(pack('l<', $number)) },
		sub { '44' . hex_of(pack('q<', ($number + 3) * 1000)) },
		(map { my $type = $_; sub { $type . hex_of(pack('q<', $number)) } } qw(30 34)),
		(map { my $type = $_; sub { $type . hex_of(pack('q<', $number * (rand() < 0.7 ? 1000 : 999))) } } qw(48 4c)),
		(map { my $type = $_; sub { $type . hex_of(pack('q<', (rand() < 0.5 ? 9223372036854775807 : -9223372036854775807) )) } } qw(30 34 48 4c)),
		sub { '50' . sprintf('%02x', $number + 3) x 16 },
		sub { my $n = int(rand(3)); '3c' . hex_of(pack('V', $n)) . ('00', 'ff', '61')[ rand 3 ] x $n },
		sub { my $n = int(rand(3)); sprintf('%02x', $n << 2 | 1) . ('61', '62', '00')[ rand 3 ] x $n },
		sub { my $n = int(rand(3)); '40' . hex_of(pack('V', $n)) . ('61', '62', '7f')[ rand 3 ] x $n },
		sub { ('00', '04', '08')[ rand 3 ] });
	return "variant_from_bytes('\\x$empty" . $ways[ rand @ways ]->() . "')";
}

# The same object with other dictionaries, widths and orders of values.
my @objects = map { "variant_from_bytes('\\x$_')" } qw(
  01020001026162020200010002040c010c02 01020001026162020200010200040c020c01 01020001026261020201000002040c010c02
  110300010203616263020200010002040c010c02 110200010261620202000100090b1801000000000000000c02);
push @objects, map { literal($_) . '::variant' } ('{"a": 1, "b": 2}', '{"b": 2.0, "a": 1e0}', '{"a": 1}', '{"a": 2}', '{"b": 1}', '{"": 1}', '{}',
	'{"a": {"a": 1}}', '{"a": [1]}', '{"a": null}', '{"a": 1, "c": 2}', '{"aa": 1}', '{"é": 1}', '{"z": 1}', '{"￿": 1}', '{"😀": 1}');

sub random_text
{
	my ($depth) = @_;
	my $kind = rand();
	my $scalar = (qw(1 1.0 1e0 2 "a" "b" null true false "2024-10-24"::date "1"::bytea))[ rand 10 ];

	return $scalar if $depth == 0 || $kind < 0.3;
	my @inner = map { random_text($depth - 1) } 1 .. int(rand(4));
	return '[' . join(', ', @inner) . ']' if $kind < 0.65;
	my $i = 0;
	return '{' . join(', ', map { '"' . ('a', 'b', 'c', 'd')[ $i++ ] . "\": $_" } @inner) . '}';
}

my @values = ((map { random_bytes() } 1 .. 220), @objects, (map { literal(random_text(2)) . '::variant' } 1 .. 70));
my $node = new_node('order', conf => "jit = off\nmax_parallel_workers_per_gather = 0\n");
$node->safe_psql('postgres', 'CREATE TABLE o (id serial, v variant); INSERT INTO o (v) VALUES ' . join(', ', map { "($_)" } @values));

# the support functions, whatever they are called
my %support = map { split /\|/ } lines($node->safe_psql('postgres', q{
	SELECT am.amname || p.amprocnum, p.amproc::regproc FROM pg_amproc p JOIN pg_opfamily f ON f.oid = p.amprocfamily JOIN pg_am am ON am.oid = f.opfmethod
	WHERE p.amproclefttype = 'variant'::regtype AND p.amprocrighttype = 'variant'::regtype AND amname IN ('btree', 'hash')}));
my ($compare, $hash, $hash_extended) = @support{qw(btree1 hash1 hash2)};

wrong_rows($node, 'postgres', qq{
	SELECT a.v, b.v FROM o a, o b
	WHERE (a.v < b.v)::int + (a.v = b.v)::int + (a.v > b.v)::int <> 1
		OR (a.v <= b.v) <> (a.v < b.v OR a.v = b.v) OR (a.v >= b.v) <> (a.v > b.v OR a.v = b.v) OR (a.v <> b.v) = (a.v = b.v)
		OR (a.v < b.v) <> (b.v > a.v) OR (a.v = b.v) <> (b.v = a.v)
		OR sign($compare(a.v, b.v)) <> CASE WHEN a.v < b.v THEN -1 WHEN a.v = b.v THEN 0 ELSE 1 END}, 'one of <, =, > holds, and mirrors');
wrong_rows($node, 'postgres', qq{
	SELECT a.v, b.v FROM o a, o b
	WHERE a.v = b.v AND ($hash(a.v) <> $hash(b.v) OR $hash_extended(a.v, 0) <> $hash_extended(b.v, 0) OR $hash_extended(a.v, 42) <> $hash_extended(b.v, 42))
		OR \$\$ AND \$\$ IS NULL}, 'equal values hash alike');
is($node->safe_psql('postgres', qq{
	SELECT count(DISTINCT $hash(v)) >= 0.95 * (SELECT count(*) FROM (SELECT DISTINCT v FROM o) d) FROM o}), 't', 'others mostly do not');
is($node->safe_psql('postgres', "SELECT ($hash(v))::bigint & 4294967295 = $hash_extended(v, 0) & 4294967295 FROM o WHERE id = 1"), 't',
	'extended hash with seed 0 extends the hash');

# transitive: the rank by sorting decides every comparison
wrong_rows($node, 'postgres', q{
	WITH ranked AS (SELECT id, v, dense_rank() OVER (ORDER BY v) AS rank FROM o)
	SELECT a.v, b.v FROM ranked a, ranked b WHERE (a.v < b.v) <> (a.rank < b.rank) OR (a.v = b.v) <> (a.rank = b.rank)},
	'comparison of any two is that of their ranks');
wrong_rows($node, 'postgres', q{
	SELECT a.v, b.v FROM o a, o b WHERE (a.v < b.v) <> (a.v::text::variant < variant_from_bytes(variant_send(b.v)))}, 'encoding never matters');
wrong_rows($node, 'postgres', q{SELECT v FROM o WHERE v::text::variant <> v OR variant_typeof(v::text::variant) <> variant_typeof(v)}, 'text agrees');
wrong_rows($node, 'postgres', q{
	SELECT DISTINCT variant_typeof(a.v), variant_typeof(b.v) FROM o a, o b,
		LATERAL (SELECT ARRAY['null', 'string', 'number', 'date', 'time', 'timestamp', 'timestamptz', 'uuid', 'binary', 'boolean', 'array', 'object'] AS classes,
			regexp_replace(variant_typeof(a.v), 'float|double', 'number') AS x, regexp_replace(variant_typeof(b.v), 'float|double', 'number') AS y) c
	WHERE array_position(classes, x) < array_position(classes, y) AND NOT a.v < b.v}, 'classes sort in their order');

my %counts;
for my $setting ('enable_hashagg = off', 'enable_sort = off')
{
	my $query = "SET $setting; SELECT string_agg(n::text, ',' ORDER BY n) FROM (SELECT count(*) AS n FROM o GROUP BY v) g";
	$counts{ $node->safe_psql('postgres', $query) } = 1;
}
is(scalar(keys %counts), 1, 'grouping by hash and by sorting agree');
%counts = ();
for my $join ('hashjoin', 'mergejoin', 'nestloop')
{
	my $off = join('; ', map { "SET enable_$_ = " . ($_ eq $join ? 'on' : 'off') } qw(hashjoin mergejoin nestloop));
	$counts{ $node->safe_psql('postgres', "$off; SELECT count(*), sum(a.id * b.id) FROM o a JOIN o b USING (v)") } = 1;
}
is(scalar(keys %counts), 1, 'three kinds of join agree');

$node->safe_psql('postgres', 'CREATE INDEX o_btree ON o (v); CREATE INDEX o_hash ON o USING hash (v); ANALYZE o');
wrong_rows($node, 'postgres', q{
	SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;
	SELECT * FROM (SELECT v, lag(v) OVER () AS before FROM (SELECT v FROM o ORDER BY v) s) t WHERE before > v}, 'an index is in order');
wrong_rows($node, 'postgres', q{
	SET enable_seqscan = off;
	SELECT id FROM o a WHERE NOT EXISTS (SELECT FROM o b WHERE b.v = a.v AND b.id = a.id)}, 'every value is found by an index');
is($node->safe_psql('postgres', 'SELECT min_ = first_ AND max_ = last_ FROM (SELECT (SELECT v FROM o ORDER BY v LIMIT 1) AS first_,
	(SELECT v FROM o ORDER BY v DESC LIMIT 1) AS last_, (SELECT v FROM o x WHERE NOT EXISTS (SELECT FROM o y WHERE y.v < x.v) LIMIT 1) AS min_,
	(SELECT v FROM o x WHERE NOT EXISTS (SELECT FROM o y WHERE y.v > x.v) LIMIT 1) AS max_) t'), 't', 'the ends are the least and the greatest');

$node->stop;
done_testing();
