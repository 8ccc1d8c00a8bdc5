# Bytes of a table's file changed while the server is down: every function and
# operator then reads what is there.  Errors or any answers, no crash, no
# internal error, and the server goes on.
#
# DAMAGE_ROUNDS (default 3) is how often, DAMAGE_SEED which bytes.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $rounds = $ENV{DAMAGE_ROUNDS} || 3;
my $seed = $ENV{DAMAGE_SEED} || 1;
note("seed $seed");
srand($seed);

# Checksums, which are the default from 18 on, would find the damage first.
my $node = new_node('damaged_files', init => { no_data_checksums => 1 }, conf => "statement_timeout = '120s'\n");
$node->psql('postgres', slurp('storm/storm.sql'), on_error_stop => 1, on_error_die => 1);
my @states = lines($node->safe_psql('postgres', q{SELECT state FROM storm.allowed UNION VALUES ('XX001'), ('22P02'), ('54001') ORDER BY 1}));
my $states = "'{" . join(',', @states) . "}'";

# Values in line, out of line in both forms, compressed; and an index over them.
$node->safe_psql('postgres', q{
	CREATE TABLE inline (id int PRIMARY KEY, v variant);
	ALTER TABLE inline ALTER v SET STORAGE PLAIN;
	INSERT INTO inline SELECT i, variant_build_object('!', 'MARK' || lpad(i::text, 4, '0'), 'a', variant_build_array(i, 'x', i * 1.25, NULL, date '2024-10-24' + i), 'b', variant_build_object('c', i, 'd', i % 2 = 0), 'at', now()) FROM generate_series(1, 60) i;
	CREATE TABLE outside (id int PRIMARY KEY, v variant);
	ALTER TABLE outside ALTER v SET STORAGE EXTERNAL;
	INSERT INTO outside SELECT i, variant_build_object('!', 'MARK' || lpad(i::text, 4, '0'), 'a', (SELECT variant_agg(x * 1.5) FROM generate_series(1, 600) x), 'b', (SELECT variant_object_agg('k' || x, x) FROM generate_series(1, 200) x)) FROM generate_series(1, 30) i;
	SET variant.storage = plain;
	INSERT INTO outside SELECT i + 30, variant_build_object('!', 'MARK' || lpad((i + 30)::text, 4, '0'), 'a', (SELECT variant_agg('x' || x) FROM generate_series(1, 600) x), 'b', (SELECT variant_object_agg('k' || x, x) FROM generate_series(1, 200) x)) FROM generate_series(1, 30) i;
	RESET variant.storage;
	CREATE TABLE packed (id int PRIMARY KEY, v variant);
	INSERT INTO packed SELECT id, v FROM outside;
	CREATE FUNCTION damage_seen(t regclass, states text[], r int, OUT wrong text[], OUT errors bigint) LANGUAGE plpgsql AS $$
	DECLARE
		row record;
		found_here text[];
		errors_here int;
	BEGIN
		wrong := '{}';
		errors := 0;
		FOR row IN EXECUTE format('SELECT id FROM %s ORDER BY id', t) LOOP
			BEGIN
				EXECUTE format('SELECT e.wrong, e.errors FROM %s d, %s o, storm.every(d.v, o.v, $1, $2, false) e WHERE d.id = $3 AND o.id = 1 + ($3 * 7) %% 50', t, t)
					INTO found_here, errors_here USING r + row.id, states, row.id;
				wrong := wrong || found_here;
				errors := errors + errors_here;
			EXCEPTION WHEN OTHERS THEN
				errors := errors + 1;
				IF SQLSTATE <> ALL (states) THEN wrong := wrong || format('%s: %s', SQLSTATE, SQLERRM); END IF;
			END;
		END LOOP;
	END $$;
	VACUUM; CHECKPOINT});

# Each value's own bytes: its mark is found in the file, and bytes from some way
# before it to some way behind it are changed.  Never those of a page's or
# tuple's header, which are the server's to trust.
sub spoil
{
	my ($file, $before, $span) = @_;
	my $content = slurp($file);
	my $changed = 0;
	my $at = 0;

	while (($at = index($content, 'MARK0', $at)) >= 0)
	{
		for (1 .. 1 + int(rand(4)))
		{
			my $offset = $at - $before + int(rand($span));
			# the mark is how the next round finds the value
			next if $offset >= $at && $offset < $at + 5;
			substr($content, $offset, 1) = chr(rand() < 0.5 ? int(rand(256)) : ord(substr($content, $offset, 1)) ^ (1 << int(rand(8))));
			$changed++;
		}
		$at += 5;
	}
	open(my $handle, '+<:raw', $file) or die "$file: $!";
	print $handle $content;
	close($handle);
	return $changed;
}

my %path;
for my $table (qw(inline outside packed))
{
	$path{$table} = $node->data_dir . '/' . $node->safe_psql('postgres', $table eq 'inline' ?
		"SELECT pg_relation_filepath('inline')" : "SELECT pg_relation_filepath(reltoastrelid) FROM pg_class WHERE oid = '$table'::regclass");
}
# where the mark is in a value, in both forms, and how long the shortest is; a chunk has 1996 bytes
my ($inline_at, $inline_size) = split(/\|/, $node->safe_psql('postgres', "SELECT max(position('MARK' IN variant_to_bytes(v)) - 1), min(length(variant_to_bytes(v))) FROM inline"));
my $outside_at = $node->safe_psql('postgres', "SELECT max(position('MARK' IN variant_to_bytes(v)) - 1) FROM outside");
is($node->safe_psql('postgres', "SELECT count(DISTINCT position('MARK' IN variant_to_bytes(v))) FROM inline"), 1, 'the mark is at one place in all values');
is($node->safe_psql('postgres', "SELECT count(DISTINCT position('MARK' IN variant_to_bytes(v))) FROM outside"), 1, 'and in those that are out of line');
cmp_ok($outside_at, '<', 1700, 'within their first chunk');
my ($errors, $changed) = (0, 0);
for my $round (1 .. $rounds)
{
	$node->stop;
	my $here = 0;
	$here += spoil($path{inline}, $inline_at, $inline_size);
	$here += spoil($path{outside}, $outside_at, 1996);
	# compressed: the mark lies somewhere in the first chunk
	$here += spoil($path{packed}, 0, 200);
	$changed += $here;
	$node->start;
	for my $table (qw(inline outside packed))
	{
		my ($status, $out, $err) = $node->psql('postgres', "SELECT wrong, errors FROM damage_seen('$table', $states, $round * 1000)");
		my ($wrong, $n) = split(/\|/, $out, 2);
		is($status, 0, "round $round: $table is read by everything") or diag($err);
		is($wrong, '{}', 'with errors of the expected kinds');
		$out =~ /\|(\d+)$/ and $errors += $1;
	}
}
note("$changed bytes changed, $errors calls ended in an error");
cmp_ok($changed, '>', 100 * $rounds, 'bytes were changed');

# Building an index, sorting, dumping: one bad value stops them, with a state of its own.
for my $sql ('CREATE INDEX ON %s USING gin (v)', 'CREATE INDEX ON %s (v)', 'CREATE INDEX ON %s USING hash (v)', 'COPY (SELECT v FROM %s) TO STDOUT', 'SELECT count(DISTINCT v) FROM %s', 'VACUUM FULL %s', 'ANALYZE %s')
{
	for my $table (qw(inline outside packed))
	{
		my ($status, $out, $err) = $node->psql('postgres', '\set VERBOSITY sqlstate' . "\n" . sprintf("$sql;", $table));
		my ($state) = $err =~ /ERROR:\s+(\w{5})/;
		ok($status == 0 || (defined($state) && grep { $_ eq $state } @states), sprintf($sql, $table) . ': ' . ($state // 'done')) or diag($err);
	}
}
is($node->safe_psql('postgres', q{SELECT '{"a": 1}'::variant -> 'a'}), '1', 'the server goes on');
unlike(slurp($node->logfile), qr/PANIC|terminated by signal|TRAP/, 'no process died');
$node->stop;
done_testing();
