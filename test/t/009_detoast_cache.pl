# Parts of large values that are kept for the next read are never those of
# another value: snapshots, cursors, subtransactions, errors, parallel workers.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $node = new_node('detoast_cache', conf => "jit = off\n");
my $other = sprintf('psql -X -q -h %s -p %d -d postgres', $node->host, $node->port);

# what a script prints, errors included
sub ask
{
	my ($sql) = @_;
	my ($status, $out, $err) = $node->psql('postgres', $sql, on_error_stop => 0);
	$err =~ s/^psql:\S+ //mg;
	$err =~ s/^(ERROR:  .*)\n(?:.*\n?)*/$1/m;
	return join('|', grep { $_ ne '' } split(/\n/, $out), $err);
}

# Statements of another session in the middle of a script.
sub meanwhile
{
	return join('', map { "\\! $other -c \"$_\"\n" } @_);
}

# Documents of version n; two keys far apart, and one that tells a length.
$node->safe_psql('postgres', q{
	CREATE FUNCTION doc(n int, version text) RETURNS variant LANGUAGE sql IMMUTABLE AS $$
		SELECT variant_build_object('id', n, 'version', version, 'list', (SELECT variant_agg(md5(i::text || version)) FROM generate_series(1, 300) i), 'z', version) $$;
	CREATE FUNCTION seen(v variant) RETURNS text LANGUAGE sql IMMUTABLE AS $$
		SELECT CASE WHEN v->>'version' = v->>'z' AND v->'list'->>7 = md5('8' || (v->>'z')) AND v['list'][299] = md5('300' || (v->>'z'))
			THEN v->>'z' ELSE 'mixed' END $$});

sub table
{
	my ($storage) = @_;
	$node->safe_psql('postgres', qq{
		DROP TABLE IF EXISTS docs;
		CREATE TABLE docs (id int PRIMARY KEY, v variant);
		ALTER TABLE docs ALTER v SET STORAGE $storage;
		INSERT INTO docs SELECT i, doc(i, 'one') FROM generate_series(1, 5) i});
}

for my $storage ('EXTERNAL', 'EXTENDED')
{
	my $read = q{SELECT string_agg(seen(v), ',' ORDER BY id) FROM docs;};
	my $ones = join(',', ('one') x 5);
	my $twos = join(',', ('two') x 5);
	my @replace = ("UPDATE docs SET v = doc(id, 'two')", 'VACUUM docs', "INSERT INTO docs SELECT i + 100, doc(i, 'three') FROM generate_series(1, 20) i", 'DELETE FROM docs WHERE id > 100', 'VACUUM docs');

	table($storage);
	is(ask("BEGIN ISOLATION LEVEL REPEATABLE READ;\n$read\n" . meanwhile(@replace) . "$read\nCOMMIT;\n$read"),
		"$ones|$ones|$twos", "$storage: a snapshot sees its own version before and after a vacuum");
	table($storage);
	is(ask("BEGIN;\n$read\n" . meanwhile(@replace) . "$read\nCOMMIT;"),
		"$ones|$twos", "$storage: the next statement sees what another session committed");
	table($storage);
	is(ask("BEGIN;\nDECLARE c CURSOR FOR SELECT seen(v) FROM docs ORDER BY id;\nFETCH 2 FROM c;\n" . meanwhile(@replace) . "$read\nFETCH ALL FROM c;\n$read\nCOMMIT;"),
		"one|one|$twos|one|one|one|$twos", "$storage: a cursor and later statements side by side");
	table($storage);
	is(ask("BEGIN;\nDECLARE c CURSOR WITH HOLD FOR SELECT v FROM docs ORDER BY id;\nCOMMIT;\n" . meanwhile(@replace) .
		"DO \$\$ DECLARE v variant; c refcursor := 'c'; BEGIN LOOP FETCH c INTO v; EXIT WHEN NOT FOUND; IF seen(v) <> 'one' THEN RAISE 'wrong'; END IF; END LOOP; END \$\$;\nCLOSE c;\n$read"),
		$twos, "$storage: a cursor that is held");
	table($storage);
	is(ask("BEGIN;\n$read\nUPDATE docs SET v = doc(id, 'two');\n$read\nDELETE FROM docs;\nINSERT INTO docs SELECT i, doc(i, 'three') FROM generate_series(1, 5) i;\n$read\nROLLBACK;\n$read"),
		"$ones|$twos|" . join(',', ('three') x 5) . "|$ones", "$storage: changes of its own");
	is(ask("BEGIN;\n$read\nTRUNCATE docs;\nINSERT INTO docs SELECT i, doc(i, 'two') FROM generate_series(1, 5) i;\n$read\nALTER TABLE docs ALTER v TYPE variant USING doc(id, 'four');\n$read\nROLLBACK;\n$read"),
		"$ones|$twos|" . join(',', ('four') x 5) . "|$ones", "$storage: TRUNCATE and a rewrite in the same transaction");
	is(ask("BEGIN;\n$read\nSAVEPOINT s;\nUPDATE docs SET v = doc(id, 'two');\n$read\nROLLBACK TO s;\n$read\nUPDATE docs SET v = doc(id, 'three');\n$read\nRELEASE s;\n$read\nROLLBACK;\n$read"),
		"$ones|$twos|$ones|" . join(',', ('three') x 5) . '|' . join(',', ('three') x 5) . "|$ones", "$storage: savepoints");
	is(ask("$read\nVACUUM FULL docs;\n$read\nCLUSTER docs USING docs_pkey;\n$read"), "$ones|$ones|$ones", "$storage: the table is rewritten");
	is(ask(q{CREATE PROCEDURE steps() LANGUAGE plpgsql AS $$
		DECLARE r record;
		BEGIN
			FOR r IN SELECT id, v FROM docs ORDER BY id LOOP
				IF seen(r.v) <> 'one' THEN RAISE 'wrong before'; END IF;
				UPDATE docs SET v = doc(id, 'two') WHERE id = r.id;
				IF (SELECT seen(v) FROM docs WHERE id = r.id) <> 'two' THEN RAISE 'wrong after'; END IF;
				IF r.id % 2 = 0 THEN ROLLBACK; ELSE COMMIT; END IF;
				IF seen(r.v) <> 'one' THEN RAISE 'wrong copy'; END IF;
				IF (SELECT seen(v) FROM docs WHERE id = r.id) <> (CASE WHEN r.id % 2 = 0 THEN 'one' ELSE 'two' END) THEN RAISE 'wrong at the end'; END IF;
			END LOOP;
		END $$;
		CALL steps();
		DROP PROCEDURE steps;
		SELECT string_agg(seen(v), ',' ORDER BY id) FROM docs;}), 'two,one,two,one,two', "$storage: a procedure that commits");
	table($storage);
	is(ask(q{CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '% %', seen(OLD.v), seen(NEW.v); RETURN NEW; END $$;
		CREATE TRIGGER changed AFTER UPDATE ON docs FOR EACH ROW EXECUTE FUNCTION changed();
		UPDATE docs SET v = doc(id, v->>'z' || '2') WHERE id = 1 AND seen(v) = 'one' RETURNING seen(v);
		DROP TRIGGER changed ON docs; DROP FUNCTION changed;}), 'one2|NOTICE:  one one2', "$storage: triggers");

	# a function that changes the table between two reads of one statement
	table($storage);
	is(ask(q{CREATE FUNCTION change(n int) RETURNS text LANGUAGE plpgsql VOLATILE AS $$ BEGIN UPDATE docs SET v = doc(id, 'two') WHERE id = n; RETURN (SELECT seen(v) FROM docs WHERE id = n); END $$;
		SELECT string_agg(a || b || c, ',' ORDER BY id) FROM (SELECT id, seen(v) AS a, change(id) AS b, seen(v) AS c FROM docs OFFSET 0) s; DROP FUNCTION change;}),
		join(',', ('onetwoone') x 5), "$storage: changed while it is read");

	# errors: the last page of the TOAST table is lost, and with it chunks of the last value
	table($storage);
	my $file = $node->data_dir . '/' . $node->safe_psql('postgres', q{CHECKPOINT; SELECT pg_relation_filepath(reltoastrelid) FROM pg_class WHERE relname = 'docs'});
	$node->stop;
	open(my $handle, '+<:raw', $file) or die "$file: $!";
	seek($handle, -8192, 2);
	print $handle "\0" x 8192;
	close($handle);
	$node->start;
	is(ask(q{CREATE FUNCTION try(v variant) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN seen(v); EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE; END $$;
		SELECT string_agg(try(v), ',' ORDER BY id, i) FROM docs, generate_series(1, 2) i;
		DROP FUNCTION try;}), join(',', ('one') x 8, ('XX001') x 2), "$storage: lost chunks, errors caught");
	like(ask(q{BEGIN; SELECT seen(v) FROM docs WHERE id = 4; SELECT seen(v) FROM docs WHERE id = 5; ROLLBACK; SELECT seen(v) FROM docs WHERE id = 4;}),
		qr/^one\|one\|ERROR:  missing chunk number/, "$storage: lost chunks between good ones");
}

# parallel workers have caches of their own
$node->safe_psql('postgres', q{CREATE TABLE many (id int, v variant);
	INSERT INTO many SELECT i, doc(i, 'v' || i) FROM generate_series(1, 400) i; ANALYZE many;
	ALTER TABLE many SET (parallel_workers = 2)});
my $parallel = 'SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;';
my $query = q{SELECT count(*), sum((v['id'])::int), count(*) FILTER (WHERE v->>'z' = v->>'version' AND v['list'][299] = md5('300' || (v->>'z'))) FROM many};
like($node->safe_psql('postgres', "$parallel EXPLAIN (COSTS OFF) $query"), qr/Parallel Seq Scan/, 'a parallel plan');
is($node->safe_psql('postgres', "$parallel $query"), '400|80200|400', 'parallel workers');

# memory: bounded while a transaction lasts, given back at its end
my $memory = q{SELECT coalesce(max(total_bytes), 0) FROM pg_backend_memory_contexts WHERE name = 'variant detoast cache'};
my ($reading, $after) = lines($node->safe_psql('postgres', qq{SET variant.detoast_cache = '100kB';
	BEGIN; DO \$\$ BEGIN PERFORM sum(length(v->>'z') + length(v['list'][299]::text)) FROM many, generate_series(1, 5); END \$\$; $memory; COMMIT; $memory}));
cmp_ok($reading, '<=', 100 * 1024 + 64 * 1024, 'memory in a transaction');
cmp_ok($after, '<=', 16 * 1024, 'memory after it');

# What another session does to the catalog in between is of no consequence.
is(ask("BEGIN ISOLATION LEVEL REPEATABLE READ;\nSELECT seen(v) FROM many WHERE id = 1;\n" . meanwhile('ANALYZE many', 'CREATE INDEX ON many (id)', "UPDATE many SET v = doc(1, 'new') WHERE id = 1", 'VACUUM many') .
	"SELECT seen(v) FROM many WHERE id = 1;\nCOMMIT;\nSELECT seen(v) FROM many WHERE id = 1;"), 'v1|v1|new', 'invalidations');

done_testing();
