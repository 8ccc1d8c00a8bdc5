# Malformed bytes: an error each, the session goes on, memory stays flat.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $node = new_node('hostile');

# bytes, SQLSTATE; the value part follows an empty dictionary
my @malformed = (
	[ '', '22P03' ], [ '11', '22P03' ], [ '1100', '22P03' ], [ '110000', '22P03' ],
	[ '00000000', 'XX001|22P03' ], [ '0200000000', 'XX001|22P03' ], [ '0f000000', 'XX001|22P03' ],
	[ '0101', '22P03' ], [ 'c1ffffffff00', '22P03' ], [ 'c1ffffff3f0000000000', '22P03' ], [ 'c1ffffff7f0000000000', '22P03' ],
	[ '01020005036162636465' . '00', '22P03' ], [ '0101010261620' . '0', '22P03' ], [ '010100056100', '22P03' ],
	[ '0102000102c3a900', '22P03' ], [ '01010001ff00', '22P03' ], [ '1102000102626100', '22P03' ], [ '1102000102616100', '22P03' ],
	(map { [ "110000$_", '22P03' ] }
		qw(05ff 0deda080 09c080 11f4908080 400000004061 40ffffff7f 3cffffffff 400100 fd61 05 0c 1001 1c0000 2002 2800 30 4400 50f24f9b64
		  02010500020c01 03020200040c010c02 03020000020c01 03020004000c010c02 030100f00c01 0c01ff 380000c03f00000000 0000
		  2004d2029649 202701000000 20ff01000000 28000000000040228a097ac4865aa84c3b4b 03ff 02ff 13ffffffff 42ffffffff 1f 7f)),
	[ '11000054', '0A000' ], [ '110000fc', '0A000' ], [ '1100000302000103540c01', '0A000' ],
);
my $list = join(', ', map { "('$_->[0]', '$_->[1]')" } @malformed);

$node->safe_psql('postgres', q{
	-- what reading these bytes comes to: a SQLSTATE, or the text form
	CREATE FUNCTION outcome(data bytea) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE v variant; again variant;
	BEGIN
		v := variant_from_bytes(data);
		again := v::text::variant;
		IF again <> v OR variant_typeof(again) <> variant_typeof(v) OR variant_send(v) <> data THEN
			RETURN 'wrong: ' || v::text;
		END IF;
		RETURN v::text;
	EXCEPTION WHEN OTHERS THEN
		RETURN '! ' || SQLSTATE;
	END $$;
	-- bytes that this process holds
	CREATE FUNCTION memory() RETURNS bigint LANGUAGE sql AS
		'SELECT sum(total_bytes)::bigint FROM pg_backend_memory_contexts'});

# A zero or other low nibble of the first byte is no version of metadata that exists.
wrong_rows($node, 'postgres', qq{
	SELECT data, outcome(decode(data, 'hex')), state FROM (VALUES $list) t(data, state)
	WHERE outcome(decode(data, 'hex')) !~ ('^! (' || state || ')\$')}, 'malformed bytes: each an error with its SQLSTATE');

my @grown = lines($node->safe_psql('postgres', qq{
	CREATE TEMP TABLE malformed AS SELECT decode(data, 'hex') AS data FROM (VALUES $list) t(data, state);
	DO 'BEGIN FOR i IN 1..20 LOOP PERFORM outcome(data) FROM malformed; END LOOP; END';
	SELECT memory();
	DO 'BEGIN FOR i IN 1..200 LOOP PERFORM outcome(data) FROM malformed; END LOOP; END';
	SELECT memory();
	SELECT outcome('\\x1100000c01')}));
cmp_ok($grown[1], '<', $grown[0] + 200_000, 'ten thousand errors later memory is flat')
  or diag("@grown");
is($grown[2], '1', 'and the session works');

# Malformed text as well: each with a position and in its own savepoint
my @texts = ('', ' ', '{', '[', '"', '[1', '[1,', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '[1,]', '[,1]', '{,}', '{1:2}', '{a:1}',
	'nul', 'tru', 'True', 'nan', 'NaN', 'Infinity', '+1', '01', '-', '.5', '1.', '1.e1', '1e', '1e+', '0x10', '1 2', '[] []', '"\x01"',
	'"\q"', '"\u12"', '"\ud800"', '"\ude00"', '"\ud800\ud800"', "'a'", '"2024-13-01"::date', '"x"::date', '1::date', '"1"::nothing',
	'"1":: date', '"1" ::date', '"2024-10-24"::', '"2024-10-24"::date::date', '"zz"::uuid', '"\\\\x0"::bytea', '"abc"::float8', '1e999',
	'1e-999', '[1}', '{"a":1]', ']', '}', ',', ':', '/**/1', '1 -- x');
my $texts = join(', ', map { '(' . literal($_) . ')' } @texts);
$node->safe_psql('postgres', q{
	CREATE FUNCTION text_outcome(t text) RETURNS text LANGUAGE plpgsql AS $$
	BEGIN
		RETURN t::variant::text;
	EXCEPTION WHEN OTHERS THEN
		RETURN '! ' || SQLSTATE;
	END $$});
wrong_rows($node, 'postgres', qq{
	SELECT t, text_outcome(t) FROM (VALUES $texts) x(t)
	WHERE text_outcome(t) !~ '^! (22P02|22003|22007|22008)\$'}, 'malformed text: each an error with a SQLSTATE of its kind');

SKIP:
{
	skip '../shared is not there', 4 unless shared();

	# The faults of other implementations, accepted or refused as they must be.
	my @faults = faults();
	cmp_ok(scalar(@faults), '>=', 90, 'there are faults');
	my $rows = join(",\n", map { "('$_->{id}', '\\x$_->{metadata}'::bytea, '\\x$_->{value}'::bytea, '$_->{expect}')" } @faults);
	wrong_rows($node, 'postgres', qq{
		SELECT id, expect, variant_check(m, v) FROM (VALUES $rows) t(id, m, v, expect)
		WHERE (variant_check(m, v)).ok <> (expect = 'accept')}, 'variant_check accepts and refuses as it must');

	# Cut at every byte; every bit flipped, of large samples some.
	my $samples = join(",\n", map { "('$_->[0]', '\\x" . hex_of($_->[1]) . "'::bytea)" } grep { length($_->[1]) < 2000 } samples());
	$node->safe_psql('postgres', "CREATE TABLE samples AS SELECT * FROM (VALUES $samples) t(name, data)");
	my $allowed = q{'! (22P03|0A000|54000|XX001)'};
	wrong_rows($node, 'postgres', qq{
		SELECT name, cut, outcome(substr(data, 1, cut)) FROM samples, generate_series(0, length(data) - 1) cut
		WHERE outcome(substr(data, 1, cut)) !~ ('^' || $allowed || '\$')}, 'cut at any byte, a sample is refused');
	wrong_rows($node, 'postgres', qq{
		SELECT * FROM (
			SELECT name, bit, outcome(set_bit(data, bit, 1 - get_bit(data, bit))) AS got
			FROM samples, generate_series(0, length(data) * 8 - 1, 1 + length(data) / 100) bit) x
		WHERE got LIKE 'wrong%' OR (got LIKE '!%' AND got !~ ('^' || $allowed || '\$'))},
		'with any bit flipped it is refused, or reads and prints');
}

unlike(slurp($node->logfile), qr/PANIC|terminated by signal|TRAP/, 'no process died');
$node->stop;
done_testing();
