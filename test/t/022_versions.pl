# From an older version of PostgreSQL to this one: pg_upgrade, dumps, logical
# replication both ways, foreign tables; all classes at extreme values.
#
# VARIANT_OLDER is where the older server is, with the extension installed;
# test/check.sh sets it if there is one, test/matrix.sh takes care that there is.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $older = $ENV{VARIANT_OLDER};
plan skip_all => 'no older server beside this one' unless $older && -x "$older/bin/postgres";

my $db = 'postgres';
my ($last) = map { m{variant--([\d.]+)\.sql$} ? $1 : () } reverse sort glob('../sql/versions/variant--*.sql');
my $conf = "fsync = off\nautovacuum = off\nwal_level = logical\nmax_wal_senders = 10\nmax_replication_slots = 10\nmax_prepared_transactions = 0\njit = off\ntimezone = 'UTC'\n";
my $folder = scratch();

# pg_upgrade wants page checksums alike; older servers have none by default
sub cluster
{
	my ($name, @options) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name, @options);
	my @checksums = !@options && `initdb --help` =~ /--no-data-checksums/ ? ('--no-data-checksums') : ();
	$node->init(extra => [ '--encoding=UTF8', '--locale=C', @checksums ]);
	$node->append_conf('postgresql.conf', $conf);
	return $node;
}

my $old = cluster('old', install_path => $older);
$old->start;
my $from = $old->safe_psql($db, 'SHOW server_version_num');
note('from ' . $old->safe_psql($db, 'SHOW server_version') . ' to ' . `postgres --version`);

my @values = extreme_values();
$old->safe_psql($db, q{
	CREATE EXTENSION variant;
	CREATE TABLE d (id serial PRIMARY KEY, name text, v variant);
	INSERT INTO d (name, v) VALUES } . join(",\n", map { '(' . literal($_->[0]) . ", $_->[1])" } @values) . q{;
	CREATE TABLE docs (id int PRIMARY KEY, v variant DEFAULT '{"n": 0}', kind text GENERATED ALWAYS AS (v->>'kind') STORED, CHECK (v['n'] >= 0));
	INSERT INTO docs SELECT i, variant_build_object('n', i * 7919 % 1000, 'kind', 'kind ' || i % 23, 'at', date '2024-01-01' + i, 'price', i / 8.0, 'o', variant_build_object('a', i % 5),
		'rows', CASE WHEN i % 10 = 0 THEN (SELECT variant_agg(variant_build_object('a', j, 'b', j * i, 'c', md5((i * j)::text))) FROM generate_series(1, 200) j) END) FROM generate_series(1, 1000) i;
	CREATE TABLE outside (LIKE docs INCLUDING ALL);
	ALTER TABLE outside ALTER v SET STORAGE EXTERNAL;
	INSERT INTO outside SELECT id, v FROM docs WHERE v ? 'rows';
	CREATE TABLE parts (v variant) PARTITION BY HASH ((v['n']));
	CREATE TABLE parts_0 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
	CREATE TABLE parts_1 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
	INSERT INTO parts SELECT v FROM docs;
	CREATE TABLE arrays (a variant[], r d);
	INSERT INTO arrays SELECT ARRAY[v, NULL, '"\"{},"'], d FROM d;
	CREATE INDEX d_hash ON d USING hash (v);
	CREATE INDEX d_btree ON d (v) WHERE variant_typeof(v) <> 'object';
	CREATE INDEX docs_gin ON docs USING gin (v);
	CREATE INDEX docs_gin_paths ON docs USING gin (v variant_ops (paths = '$.kind, $.n'));
	CREATE INDEX docs_n ON docs ((v['n']));
	CREATE INDEX docs_price ON docs (((v['price'])::numeric)) WHERE v->>'kind' <> 'kind 1';
	CREATE VIEW w AS SELECT id, variant_get(v, '$.n', NULL::int) AS n, v @~ '$.n > 500' AS large, v['o']['a'] AS a, (SELECT count(*) FROM variant_each(v)) AS members FROM docs;
	CREATE MATERIALIZED VIEW m AS SELECT v['kind'] AS kind, count(*), max(v->'at'), variant_agg(v['n'] ORDER BY v['n']) FROM docs GROUP BY 1;
	CREATE FUNCTION f(variant) RETURNS variant LANGUAGE sql IMMUTABLE BEGIN ATOMIC SELECT variant_set($1, '{n}', '1') || '{"x": 2}'; END;
	CREATE TABLE shredded AS SELECT id, v FROM docs;
	SELECT * FROM variant_shred_column('shredded', 'v', '{"n": "bigint", "kind": "text"}');
	CREATE STATISTICS s ON (v['n']), (v->>'kind') FROM docs;
	ANALYZE});

my %digests = (
	'all classes' => q{SELECT id, name, variant_typeof(v), variant_physical_type(v), v FROM d ORDER BY id},
	'all bytes' => q{SELECT md5(string_agg(encode(variant_send(v), 'hex'), ',' ORDER BY id)) FROM d},
	'documents' => q{SELECT count(*), md5(string_agg(id || v::text || kind, ',' ORDER BY id)) FROM docs},
	'parts of documents' => q{SELECT md5(string_agg(id || (v['rows'][199]['c'])::text, ',' ORDER BY id)), sum((v->'n')::int) FROM outside},
	'partitions' => q{SELECT tableoid::regclass, count(*), md5(string_agg(v::text, ',' ORDER BY v)) FROM parts GROUP BY 1 ORDER BY 1},
	'arrays and rows' => q{SELECT md5(string_agg(a::text || r::text, ',' ORDER BY (r).id)) FROM arrays},
	'shredded columns' => q{SELECT id, n, kind, v FROM shredded WHERE v['n'] > 500 ORDER BY id},
	'a view' => q{SELECT * FROM w ORDER BY id},
	'a materialized view' => q{SELECT * FROM m ORDER BY kind});
# dumps do not keep bytes that are not canonical
my %texts = map { $_ => $digests{$_} } grep { $_ ne 'all bytes' && $_ ne 'all classes' } keys %digests;
$texts{'all classes'} = q{SELECT id, name, variant_typeof(v), v FROM d ORDER BY id};

# What the old server says, as long as it runs.
my %said = map { $_ => $old->safe_psql($db, $_) } values %digests, values %texts;

sub same_values
{
	my ($node, $database, $when, %what) = @_;
	for my $name (sort keys %what)
	{
		my $got = $node->safe_psql($database, $what{$name});
		ok($got ne '' && $got eq $said{ $what{$name} }, "$when: $name") or diag(substr($got, 0, 300));
	}
	return;
}

sub same_answers
{
	my ($node, $database, $when) = @_;
	for my $case ([ d_hash => q{d WHERE v = '12345678901234567890123456789012345678'} ], [ d_hash => q{d WHERE v = '"xx"'::variant OR v = '{}'} ], [ d_btree => q{d WHERE v > '"z"' AND v < '5' AND variant_typeof(v) <> 'object'} ], [ docs_gin => q{docs WHERE v @> '{"o": {"a": 3}}'} ],
		[ docs_gin => q{docs WHERE v @? '$.rows[*] ? (@.b == 2000)'} ], [ docs_gin => q{docs WHERE v['at'] < date '2024-03-01' AND v ? 'rows'} ], [ 'docs_gin_paths' => q{docs WHERE v['kind'] = 'kind 7'::text} ], [ docs_n => q{docs WHERE v['n'] BETWEEN 100 AND 120} ],
		[ docs_price => q{docs WHERE (v['price'])::numeric > 100 AND v->>'kind' <> 'kind 1'} ])
	{
		my ($index, $from) = @$case;
		my $query = "SELECT count(*), sum(id) FROM $from";
		my $drop = "BEGIN; " . ($from =~ /^docs/ ? 'ALTER TABLE docs DROP CONSTRAINT docs_pkey; ' : '') . join('', map { $_ ne $index && ($from =~ /^docs/) == /^docs/ ? "DROP INDEX $_; " : '' } qw(d_hash d_btree docs_gin docs_gin_paths docs_n docs_price));
		like($node->safe_psql($database, "$drop SET LOCAL enable_seqscan = off; EXPLAIN (COSTS OFF) $query; ROLLBACK"), qr/(using|on) $index\b/, "$when: by $index");
		my $answer = $node->safe_psql($database, "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off; $query");
		is($node->safe_psql($database, "$drop SET LOCAL enable_seqscan = off; $query; ROLLBACK"), $answer, "$when: $from");
	}
	is($node->safe_psql($database, q{
		CREATE EXTENSION IF NOT EXISTS amcheck;
		SELECT count(bt_index_check(i.indexrelid, true)::text) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relam = (SELECT oid FROM pg_am WHERE amname = 'btree') AND i.indrelid IN ('docs'::regclass, 'd'::regclass)}), 5, "$when: btree indexes are whole");
	is(($node->psql($database, q{INSERT INTO docs VALUES (-1, '{"n": -1}')}))[0], 3, "$when: a constraint");
	is($node->safe_psql($database, q{BEGIN; INSERT INTO docs VALUES (-1); UPDATE docs SET v = f(v) WHERE id = -1; SELECT v, kind IS NULL FROM docs WHERE id = -1; ROLLBACK}), '{"n": 1, "x": 2}|t', "$when: default, function, writing");
	like($node->safe_psql($database, q{EXPLAIN (COSTS OFF) SELECT id FROM shredded WHERE v['n'] > 900}), qr/Filter: .*\bn > 900\b/, "$when: shredded columns are used");
	# the array type belongs to the extension on every version
	is($node->safe_psql($database, q{SELECT pg_describe_object(classid, objid, 0) FROM pg_depend WHERE deptype = 'e' AND objid IN ('variant'::regtype, 'variant[]'::regtype) ORDER BY 1}), "type variant\ntype variant[]", "$when: members of the extension");
	return;
}

# ---------------------------------------------------------------------
# Dumps
# ---------------------------------------------------------------------
my $new = cluster('new');
$new->start;

# Minor versions of late 2026 keep a note with each column, as an option that
# pg_dump shows and servers without that change refuse: no dump of theirs can
# be restored there, whatever its types.  So it is taken out.
my $notes = $new->safe_psql($db, 'CREATE TABLE noted (a int)') eq '' && ($new->psql($db, 'ALTER TABLE noted ALTER a SET (pg_attver = 1)'))[0] == 0;
$new->safe_psql($db, 'DROP TABLE noted');
note('notes of columns are taken out of dumps') unless $notes;

sub restore_file
{
	my ($file, $database) = @_;
	my $sql = slurp($file);
	$sql =~ s/^ALTER TABLE .* SET \(pg_attver=\d+\);$//mg unless $notes;
	open(my $handle, '>:raw', $file) or die;
	print $handle $sql;
	close $handle;
	return command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, $new->connstr($database) ], "restore, $database");
}

for my $format ('plain', 'custom')
{
	my $file = "$folder/dump.$format";
	$new->safe_psql($db, "CREATE DATABASE $format");
	# by the newer program, as the manual of the server says
	command_ok([ 'pg_dump', "--format=$format", '-f', $file, $old->connstr($db) ], "pg_dump, $format");
	if ($format eq 'plain') { restore_file($file, $format); }
	elsif ($notes) { command_ok([ 'pg_restore', '--exit-on-error', '-d', $new->connstr($format), $file ], 'restore, custom'); }
	else { command_ok([ 'pg_restore', '-f', "$file.sql", $file ], 'pg_restore'); restore_file("$file.sql", $format); }
	same_values($new, $format, "dump, $format", %texts);
	same_answers($new, $format, "dump, $format");
}

# ---------------------------------------------------------------------
# Logical replication and foreign tables
# ---------------------------------------------------------------------
$old->safe_psql($db, 'ALTER TABLE docs REPLICA IDENTITY FULL; CREATE PUBLICATION p FOR TABLE d, docs, outside');
$new->safe_psql($db, q{CREATE EXTENSION variant; CREATE TABLE d (id int PRIMARY KEY, name text, v variant); CREATE TABLE docs (id int PRIMARY KEY, v variant, kind text GENERATED ALWAYS AS (v->>'kind') STORED); CREATE TABLE outside (LIKE docs INCLUDING ALL); CREATE INDEX ON docs USING gin (v)});
for my $binary ('false', 'true')
{
	my $name = "s_$binary";
	$new->safe_psql($db, 'TRUNCATE d, docs, outside');
	$new->safe_psql($db, "CREATE SUBSCRIPTION $name CONNECTION '" . $old->connstr . " dbname=$db' PUBLICATION p WITH (binary = $binary)");
	$new->wait_for_subscription_sync($old, $name);
	$old->safe_psql($db, q{BEGIN; UPDATE docs SET v = v || '{"more": 1}' WHERE id % 3 = 0; UPDATE outside SET v['n'] = '5' WHERE id % 20 = 0; DELETE FROM docs WHERE id % 50 = 0; UPDATE d SET name = name || ' '; COMMIT});
	$old->wait_for_catchup($name);
	for my $query (values %{ { %texts{ 'all classes', 'documents', 'parts of documents' } } }, $binary eq 'true' && $new->safe_psql($db, 'SHOW server_version_num') >= 160000 ? $digests{'all bytes'} : ())
	{
		is($new->safe_psql($db, $query), $old->safe_psql($db, $query), "replicated, binary $binary: " . substr($query, 0, 40));
	}
	$new->safe_psql($db, "DROP SUBSCRIPTION $name");
}
$said{$_} = $old->safe_psql($db, $_) for keys %said;

# and the other way
$new->safe_psql($db, 'CREATE TABLE back AS SELECT * FROM d; ALTER TABLE back ADD PRIMARY KEY (id); CREATE PUBLICATION q FOR TABLE back');
$old->safe_psql($db, 'CREATE TABLE back (id int PRIMARY KEY, name text, v variant)');
$old->safe_psql($db, "CREATE SUBSCRIPTION back CONNECTION '" . $new->connstr . " dbname=$db' PUBLICATION q WITH (binary = true)");
$old->wait_for_subscription_sync($new, 'back');
$new->safe_psql($db, q{UPDATE back SET v = variant_build_array(v, 1.5)});
$new->wait_for_catchup('back');
my $back = q{SELECT count(*), md5(string_agg(id || v::text, ',' ORDER BY id)) FROM back};
is($old->safe_psql($db, $back), $new->safe_psql($db, $back), 'replicated from the newer to the older server');
$old->safe_psql($db, 'DROP SUBSCRIPTION back; DROP TABLE back; DROP PUBLICATION p');

my ($host, $port, $user) = ($old->host, $old->port, $new->safe_psql($db, 'SELECT current_user'));
$new->safe_psql($db, qq{CREATE EXTENSION postgres_fdw; CREATE SERVER older FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$host', port '$port', dbname '$db', extensions 'variant');
	CREATE USER MAPPING FOR PUBLIC SERVER older OPTIONS (user '$user'); CREATE SCHEMA far; IMPORT FOREIGN SCHEMA public LIMIT TO (docs, d) FROM SERVER older INTO far});
for my $condition (q{v['n'] BETWEEN 100 AND 200}, q{v->'kind' = 'kind 3'::text}, q{(v->'price')::numeric > 50 AND v ? 'rows'}, q{v @> '{"o": {"a": 2}}'}, q{v @? '$.rows[*] ? (@.a == 7)'}, q{v @~ '$.n > 7 AND NOT $.kind = "kind 2"'}, q{v->'o' IN ('{"a": 1}', '{"a": 2}')})
{
	unlike($new->safe_psql($db, "EXPLAIN (VERBOSE, COSTS OFF) SELECT id FROM far.docs WHERE $condition"), qr/Filter/, "sent to the older server: $condition");
	is($new->safe_psql($db, "SELECT count(*), sum(id) FROM far.docs WHERE $condition"), $old->safe_psql($db, "SELECT count(*), sum(id) FROM docs WHERE $condition"), '... which answers');
}
is($new->safe_psql($db, 'SELECT md5(string_agg(v::text, chr(10) ORDER BY id)) FROM far.d'), $old->safe_psql($db, 'SELECT md5(string_agg(v::text, chr(10) ORDER BY id)) FROM d'), 'values of all classes from there');
$new->stop;

# ---------------------------------------------------------------------
# pg_upgrade, of a database with this version of the extension and one with the last
# ---------------------------------------------------------------------
$old->safe_psql($db, 'CREATE DATABASE last');
$old->safe_psql('last', qq{CREATE EXTENSION variant VERSION '$last'; CREATE TABLE docs AS SELECT i AS id, variant_build_object('n', i) AS v FROM generate_series(1, 500) i; CREATE INDEX docs_gin ON docs USING gin (v); CREATE INDEX docs_n ON docs ((v['n']))});
unless ($notes)
{
	# rows inside of rows are not readable without their notes
	$old->safe_psql($db, 'ALTER TABLE arrays DROP COLUMN r');
	delete $digests{'arrays and rows'};
	$old->safe_psql($_, q{UPDATE pg_attribute SET attoptions = NULL WHERE attrelid >= 16384 AND attoptions::text ~ '^\{pg_attver=\d+\}$'}) for $db, 'last';
}
$old->stop;
my $upgraded = cluster('upgraded');
chdir($folder) or die;
command_ok([ 'pg_upgrade', '--no-sync', '-d', $old->data_dir, '-D', $upgraded->data_dir, '-b', "$older/bin", '-B', $upgraded->config_data('--bindir'), '-s', $upgraded->host, '-p', $old->port, '-P', $upgraded->port, ], 'pg_upgrade')
  or diag(map { slurp($_) } glob($upgraded->data_dir . '/pg_upgrade_output.d/*/{loadable_libraries.txt,log/*.log}'));
$upgraded->start;
cmp_ok($upgraded->safe_psql($db, 'SHOW server_version_num'), '>', $from, 'the server is newer');
same_values($upgraded, $db, 'pg_upgrade', %digests);
same_answers($upgraded, $db, 'pg_upgrade');
is($upgraded->safe_psql('last', q{SELECT extversion FROM pg_extension WHERE extname = 'variant'}), $last, 'the last version is still what it was');
$upgraded->safe_psql('last', 'ALTER EXTENSION variant UPDATE');
for my $index ('docs_gin', 'docs_n')
{
	is($upgraded->safe_psql('last', "BEGIN; DROP INDEX " . ($index eq 'docs_gin' ? 'docs_n' : 'docs_gin') . "; SET LOCAL enable_seqscan = off; SELECT count(*) FROM docs WHERE v['n'] BETWEEN 10 AND 19; ROLLBACK"), 10, "and can be upgraded then: $index");
}
$upgraded->stop;
done_testing();
