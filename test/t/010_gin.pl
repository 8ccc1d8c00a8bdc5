# The GIN index while others write and vacuum, and after crashes: the same
# answers as a scan gives, in one snapshot.
use strict;
use warnings;

use IPC::Run qw(start finish);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $node = new_node('gin');
$node->append_conf('postgresql.conf', "autovacuum = off\ngin_pending_list_limit = 64kB\nfsync = on\n");
$node->restart;

$node->safe_psql('postgres', q{
	CREATE TABLE docs (id int PRIMARY KEY, v variant);
	CREATE FUNCTION doc(i int) RETURNS variant LANGUAGE sql VOLATILE AS
		$$SELECT variant_build_object('n', (random() * 1000)::int, 'k', 'kind ' || (random() * 50)::int, 'o', variant_build_object('a', variant_build_array(i % 7, (random() * 100)::int)), 'at', '2024-01-01Z'::timestamptz + i * interval '1 s')$$;
	INSERT INTO docs SELECT i, doc(i) FROM generate_series(1, 4000) i;
	CREATE INDEX docs_v ON docs USING gin (v);
	-- rows for clauses whose answers differ between scan and index
	CREATE FUNCTION wrong() RETURNS SETOF text LANGUAGE plpgsql AS $$
	DECLARE clause text; by_scan text; by_index text; x int := random() * 900;
	BEGIN
		FOREACH clause IN ARRAY ARRAY[format($q$v['n'] BETWEEN %s AND %s$q$, x, x + 20), format($q$v['n'] = %s$q$, x), format($q$v @> '{"k": "kind %s"}'$q$, x % 50),
			format($q$v @? '$.o.a[*] ? (@ == %s)'$q$, x % 100), format($q$v['at'] < '2024-01-01Z'::timestamptz + %s * interval '1 s'$q$, x), $q$v @? '$.o'$q$] LOOP
			PERFORM set_config('enable_seqscan', 'on', true), set_config('enable_bitmapscan', 'off', true);
			EXECUTE 'SELECT array_agg(id ORDER BY id)::text FROM docs WHERE ' || clause INTO by_scan;
			PERFORM set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'on', true);
			EXECUTE 'SELECT array_agg(id ORDER BY id)::text FROM docs WHERE ' || clause INTO by_index;
			IF by_scan IS DISTINCT FROM by_index THEN RETURN NEXT clause; END IF;
		END LOOP;
	END$$;
	-- compare in one snapshot, again and again
	CREATE PROCEDURE compare(rounds int) LANGUAGE plpgsql AS $$
	DECLARE bad text;
	BEGIN
		FOR i IN 1..rounds LOOP
			SELECT string_agg(w, '; ') INTO bad FROM wrong() w;
			IF bad IS NOT NULL THEN RAISE EXCEPTION 'answers differ: %', bad; END IF;
			COMMIT;
		END LOOP;
	END$$;
	CREATE PROCEDURE write(rounds int, part int) LANGUAGE plpgsql AS $$
	DECLARE r int;
	BEGIN
		FOR i IN 1..rounds LOOP
			r := 1 + (random() * 1900)::int * 2 + part;
			UPDATE docs SET v = doc(r) WHERE id = r;
			IF i % 10 = 0 THEN DELETE FROM docs WHERE id = r; END IF;
			IF i % 10 = 5 THEN INSERT INTO docs VALUES (10000 * (part + 1) + i, doc(i)) ON CONFLICT DO NOTHING; END IF;
			COMMIT;
		END LOOP;
	END$$});

# writers, a vacuum, and readers that compare
my @running;
my $compare = q{SET default_transaction_isolation = 'repeatable read'; CALL compare(60)};
for my $sql ('CALL write(3000, 0)', 'CALL write(3000, 1)', $compare, $compare,
	join("\n", map { "VACUUM docs; SELECT gin_clean_pending_list('docs_v');" } 1 .. 15))
{
	my ($out, $err) = ('', '');
	push @running, [ start([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('postgres') ], '<', \"$sql;\n", '>', \$out, '2>', \$err), \$err, $sql ];
}
for my $one (@running)
{
	finish($one->[0]);
	is(${ $one->[1] }, '', "at the same time: " . substr($one->[2], -20));
}
is($node->safe_psql('postgres', 'SELECT * FROM wrong()'), '', 'the same answers afterwards');

# a crash with a pending list that is being cleaned, and in the middle of building
$node->safe_psql('postgres', q{INSERT INTO docs SELECT i, doc(i) FROM generate_series(50000, 52000) i});
for my $sql (q{SELECT gin_clean_pending_list('docs_v')}, q{CREATE INDEX docs_again ON docs USING gin (v)}, q{CALL write(100000, 0)})
{
	my ($out, $err) = ('', '');
	my $victim = start([ 'psql', '-X', '-q', '-d', $node->connstr('postgres') ], '<', \"$sql;\n", '>', \$out, '2>', \$err);
	select(undef, undef, undef, 0.05 + rand(0.2));
	$node->stop('immediate');
	finish($victim);
	$node->start;
	is($node->safe_psql('postgres', 'SELECT * FROM wrong()'), '', "the same answers after a crash during: " . substr($sql, 0, 30));
}
$node->safe_psql('postgres', 'DROP INDEX IF EXISTS docs_again');
$node->safe_psql('postgres', 'VACUUM docs');
is($node->safe_psql('postgres', 'SELECT * FROM wrong()'), '', 'and after a vacuum');
$node->stop;

done_testing();
