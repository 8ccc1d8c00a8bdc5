# Scale-out: a table over two other servers by postgres_fdw, one of which has
# the last version of the extension.  What is sent there is what should be, and
# answers are those of a local table.
use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my ($last) = map { m{variant--([\d.]+)\.sql$} ? $1 : () } reverse sort glob('../sql/versions/variant--*.sql');
my @shards = map { new_node("shard$_") } 1, 2;
my $node = new_node('coordinator', conf => "jit = off\n");
my $db = 'postgres';

$shards[1]->safe_psql($db, "DROP EXTENSION variant; CREATE EXTENSION variant VERSION '$last'");
$_->safe_psql($db, q{CREATE TABLE docs (id int, v variant); CREATE INDEX ON docs USING gin (v); CREATE TABLE more (id int, v variant)}) for @shards;

# Documents of every class, some in surprising places.
my $make = q{
	SELECT i, variant_build_object('n', i, 'kind', 'k' || i % 7, 'at', date '2024-01-01' + i, 'ts', timestamptz '2024-01-01Z' + i * interval '1 hour',
		'price', i / 8.0, 'f', i / 3.0::float8, 'r', (i / 3.0)::real, 'b', i % 2 = 0, 'tags', variant_build_array('a', i % 5), 'o', variant_build_object('x', i % 3),
		'u', md5((i % 9)::text)::uuid, 'bin', decode(md5((i % 9)::text), 'hex'), 'it''s "\"', E'\\\\ ''' || i % 3, 'time', time '00:00' + i * interval '1 minute',
		'mixed', CASE i % 6 WHEN 0 THEN to_variant(i) WHEN 1 THEN to_variant('s' || i) WHEN 2 THEN 'null' WHEN 3 THEN to_variant(date '2024-01-01' + i) WHEN 4 THEN to_variant(i % 4 = 0) ELSE '[1]' END)
	FROM generate_series(1, 400) i};
$node->safe_psql($db, q{
	CREATE EXTENSION postgres_fdw;
	CREATE TABLE docs (id int, v variant) PARTITION BY HASH ((v['n']));
	CREATE TABLE copy (id int, v variant);
	CREATE TABLE few (n int, k text, p numeric, d date);
	INSERT INTO few VALUES (5, 'k1', 2.5, '2024-02-01'), (NULL, 'k2', 1e40, 'infinity'), (390, NULL, 'NaN', NULL)});
for my $i (1, 2)
{
	my ($host, $port) = ($shards[ $i - 1 ]->host, $shards[ $i - 1 ]->port);
	$node->safe_psql($db, qq{
		CREATE SERVER shard$i FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$host', port '$port', dbname '$db', extensions 'variant', async_capable 'true');
		CREATE USER MAPPING FOR PUBLIC SERVER shard$i;
		CREATE FOREIGN TABLE docs_$i PARTITION OF docs FOR VALUES WITH (MODULUS 2, REMAINDER } . ($i - 1) . qq{) SERVER shard$i OPTIONS (table_name 'docs')});
}
$node->safe_psql($db, "CREATE FOREIGN TABLE more (id int, v variant) SERVER shard2; INSERT INTO copy $make; INSERT INTO docs SELECT * FROM copy; INSERT INTO more SELECT * FROM copy WHERE id % 10 = 0");
is($_->safe_psql($db, 'SELECT count(*) BETWEEN 100 AND 300 FROM docs'), 't', 'rows are routed to both servers') for @shards;

sub plan_of { return $node->safe_psql($db, ($_[1] || '') . "EXPLAIN (VERBOSE, COSTS OFF) $_[0]"); }

# The remote part does all, which is: nothing is filtered, joined or grouped here.
sub is_shipped
{
	my ($query, $settings, $name) = @_;
	my $plan = plan_of($query, $settings);
	ok($plan =~ /Remote SQL/ && $plan !~ /Filter:|Join Filter|Hash Cond|^\s*(->\s*)?(Sort|HashAggregate|GroupAggregate|Nested)/m, "shipped: $name") or diag($plan);
	return;
}

sub same_answer
{
	my ($query, $settings, $name) = @_;
	(my $local = $query) =~ s/\bdocs\b/copy/g;
	$local =~ s/\bmore\b/(SELECT * FROM copy WHERE id % 10 = 0)/g;
	my ($status, $out, $err) = $node->psql($db, ($settings || '') . $query);
	ok($status == 0 && $out eq $node->safe_psql($db, $local), "same answer: $name") or diag($query, $out, $err);
	return $out;
}

# ---------------------------------------------------------------------
# Conditions, every spelling and every form that the planner makes of them
# ---------------------------------------------------------------------
my @conditions = (
	q{v['price'] > 20}, q{v->'price' BETWEEN 20 AND 30.5}, q{5 < v['n'] AND v['n'] <= 30::bigint}, q{v['n'] = 17::smallint}, q{v['f'] >= 100.5::float8}, q{v['r'] < 20::real},
	q{v->'kind' = 'k1'::text}, q{v['kind'] = '"k1"'}, q{v->'kind' <> 'k1'::text}, q{v['kind'] > 'k3'::text}, q{'k3'::text >= v->'kind'}, q{v['kind'] IN ('k1'::text, 'k2'::text)},
	q{v['kind'] IN ('"k1"', '"k2"')}, q{v['n'] = ANY ('{1,2,3}'::variant[])}, q{v['n'] IN (1, 2, 399)}, q{v->'kind' NOT IN ('"k1"', '"k2"')},
	q{v['at'] > date '2024-05-01'}, q{v['at'] = date '2024-05-01'}, q{v['ts'] < timestamptz '2024-01-03 12:00+02'}, q{v['ts'] = '"2024-01-01T05:00:00Z"::timestamptz'}, q{v['time'] = time '00:07'},
	q{v['at'] < timestamp '2024-05-01 12:00'}, q{v['u'] = md5('3')::uuid}, q{v['bin'] = decode(md5('3'), 'hex')}, q{v['bin'] > '\\x77'::bytea}, q{v['b'] = true}, q{v['b'] <> false},
	q{v['at'] < 'infinity'::date}, q{v['n'] < 'NaN'::float8}, q{v['n'] < 1e40::numeric}, q{v['price'] = 2.5}, q{v['price'] = 2.50::numeric(10,4)},
	q{(v['price'])::numeric > 20}, q{(v->'n')::int % 10 = 3}, q{(v['o']['x'])::bigint = 2}, q{(v['f'])::float8 < 3}, q{(v['b'])::boolean}, q{NOT (v->'b')::boolean}, q{(v['at'])::date = date '2024-02-02'},
	q{(v['ts'])::timestamptz < timestamptz '2024-01-02Z'}, q{(v['u'])::uuid = md5('3')::uuid}, q{(v['bin'])::bytea = decode(md5('3'), 'hex')}, q{(v->'time')::time < time '00:10'}, q{(v['at'])::timestamp < timestamp '2024-02-02'},
	q{variant_get(v, '$.tags[1]', NULL::int) = 2}, q{variant_get(v, '$.tags[-1]') = 2}, q{v #> '{o,x}' = 2}, q{v['o']['x'] = 2}, q{v->'o'->'x' = 2}, q{v->'tags'->0 = 'a'::text}, q{v->'tags'->-1 = 1},
	q{v['tags'][0] = 'a'::text AND v['tags'][1] = 0}, q{variant_get(v, '$["kind"]') = 'k1'::text}, q{(v->'o')::jsonb = '{"x": 1}'::jsonb},
	q{v @> '{"kind": "k1", "o": {"x": 1}}'}, q{'{"kind": "k1"}' <@ v}, q{v @? '$.price ? (@ > 40)'}, q{v @@ '$.price > 40 && $.kind == "k1"'}, q{v @~ '$.price > 40 AND NOT $.kind = "k1"'}, q{v->'o' @> '{"x": 1}'},
	q{v ? 'kind'}, q{NOT v ? 'kind'}, q{v->'o' ? 'x'}, q{v->'tags' ?| ARRAY['a', 'b']}, q{v ?& '{n,kind}'}, q{v->'nothing' IS NULL}, q{v['mixed'] IS NOT NULL},
	q{v['mixed'] > 50}, q{v['mixed'] < 's'::text}, q{v['mixed'] = true}, q{v['mixed'] > date '2024-06-01'}, q{v['mixed'] = 'null'}, q{v['mixed'] >= '{"a": 1}'}, q{v['mixed'] < '[2]'},
	q{v['n'] = id}, q{v['price'] < id}, q{id::variant = v['n']}, q{v['n'] = v['mixed']}, q{v['kind'] < v['mixed']}, q{variant_path_exists(v, '$.n ? (@ > $x)', '{"x": 390}')}, q{(v || '{"n": 1}') @> '{"n": 1}'}, q{(v - 'n') = (v #- '{n}')},
	q{v - 'n' - '{kind,at}'::text[] ? 'kind'}, q{variant_set(v, '{n}', '7')->'n' = 7}, q{variant_pick(v, 'n', 'b') = '{"n": 10, "b": true}'}, q{variant_insert(v, '{tags,0}', '1')->'tags'->0 = 1},
	q{v['it''s "\"'] = E'\\\\ ''1'::text}, q{v['it''s "\"'] = '"\\\\ ''1"'}, q{v @> '{"it''s \"\\\\\"": "\\\\ ''1"}'}, q{v['o'] = '{"x": 1.00}'}, q{v['bin'] = '"\\\\x77"::bytea'}, q{v <> '"\u0000"'}, q{v = (SELECT '{}'::variant)});
for my $condition (@conditions)
{
	my $query = "SELECT id FROM docs WHERE $condition";
	is_shipped($query, '', $condition);
	same_answer("SELECT count(*), sum(id) FROM docs WHERE $condition", 'SET enable_partitionwise_aggregate = on;', $condition);
}

# What stays here: text is compared by a collation, which other servers may not have.
for my $condition (q{v->>'kind' = 'k1'}, q{variant_typeof(v['n']) = 'number'}, q{variant_get(v, '$.kind', NULL::text) >= 'k3'}, q{v['at'] > current_date - 100000})
{
	like(plan_of("SELECT id FROM docs WHERE $condition"), qr/Filter:/, "not shipped: $condition");
	same_answer("SELECT count(*), sum(id) FROM docs WHERE $condition", '', $condition);
}

# postgres_fdw writes these without the schema of =, which the other server then does not find: an error, or an answer that is right.
for my $condition (q{v['o'] IS NOT DISTINCT FROM '{"x": 1}'}, q{v['o'] IS DISTINCT FROM '{"x": 1}'}, q{CASE v['n'] WHEN '1' THEN true ELSE false END})
{
	my ($status, $out, $err) = $node->psql($db, "SELECT count(*) FROM docs WHERE $condition");
	ok($status == 0 || $err =~ /operator does not exist: public.variant = public.variant/, "an error or an answer: $condition") or diag($err);
	same_answer("SELECT count(*) FROM docs WHERE $condition", '', $condition) if $status == 0;
}
for my $condition (q{coalesce(v['o'] <> '{"x": 1}', true)}, q{CASE WHEN v['n'] = '1' THEN true ELSE false END})
{
	same_answer("SELECT count(*), sum(id) FROM docs WHERE $condition", '', $condition);
}

# Without the extension in the server's options nothing is sent.
$node->safe_psql($db, 'ALTER SERVER shard1 OPTIONS (DROP extensions)');
like(plan_of(q{SELECT id FROM docs_1 WHERE v['price'] > 20}), qr/Filter:/, 'nothing is sent to a server that may not have the extension');
$node->safe_psql($db, q{ALTER SERVER shard1 OPTIONS (ADD extensions 'variant')});

# One partition is enough where the key is known.
unlike(plan_of(q{SELECT id FROM docs WHERE v['n'] = 17}), qr/Foreign Scan.*Foreign Scan/s, 'pruned to one server');
unlike(plan_of(q{SELECT id FROM docs WHERE v @> '{}' AND v->'n' = 17::numeric}), qr/Foreign Scan.*Foreign Scan/s, 'pruned, another spelling');

# ---------------------------------------------------------------------
# Aggregates, order, joins, parameters
# ---------------------------------------------------------------------
my $wise = 'SET enable_partitionwise_aggregate = on; SET enable_partitionwise_join = on;';
for my $query (q{SELECT count(*), sum((v['price'])::numeric), min(v), max(v['kind']), avg((v['n'])::int) FROM docs_2}, q{SELECT v['kind'], count(*) FROM docs_2 GROUP BY v['kind']},
	q{SELECT v->>'kind', sum((v->'n')::bigint) FROM docs_2 GROUP BY v->>'kind'}, q{SELECT id FROM docs_2 ORDER BY v['price'] DESC LIMIT 3}, q{SELECT id FROM docs_2 ORDER BY v['mixed'], id LIMIT 30},
	q{SELECT v['kind'], count(*) FROM docs_2 GROUP BY v['kind'] HAVING max(v['n']) > 100}, q{SELECT a.id, b.id FROM docs_2 a JOIN more b ON a.v['n'] = b.v['n']},
	q{SELECT a.id FROM docs_2 a LEFT JOIN more b ON a.v['n'] = b.v['n'] AND b.v->'kind' = 'k3'::text WHERE b.v IS NULL}, q{SELECT count(DISTINCT v['kind']) FROM docs_2})
{
	# whether it can be sent, not what it costs
	my $plan = plan_of($query, 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_nestloop = off; SET enable_sort = off; SET enable_hashagg = off;');
	ok($plan =~ /^\s*Remote SQL: SELECT .*(GROUP BY|ORDER BY|JOIN|count\()/m && $plan !~ /Filter:|Hash Cond|Sort Key|Group Key/, "shipped: $query") or diag($plan);
}
for my $query (q{SELECT count(*), sum((v['price'])::numeric), min(v), max(v['kind']), round(avg((v['n'])::int), 3) FROM docs}, q{SELECT v['kind'], count(*), max(v->'at') FROM docs GROUP BY v['kind'] ORDER BY 1},
	q{SELECT v->>'kind', sum((v->'n')::bigint) FROM docs GROUP BY v->>'kind' ORDER BY 1}, q{SELECT id FROM docs ORDER BY v['price'] DESC LIMIT 7}, q{SELECT id, v['mixed'] FROM docs ORDER BY v['mixed'], id LIMIT 100},
	q{SELECT a.id, b.id FROM docs a JOIN more b ON a.v['n'] = b.v['n'] ORDER BY 1, 2}, q{SELECT a.id FROM docs a LEFT JOIN more b ON a.v['n'] = b.v['n'] AND b.v['kind'] = 'k3'::text WHERE b.v IS NULL ORDER BY 1},
	q{SELECT id, n FROM docs, few WHERE v['n'] = n ORDER BY 1}, q{SELECT id, k FROM docs, few WHERE v['kind'] = k ORDER BY 1, 2}, q{SELECT id, p FROM docs, few WHERE v['price'] = p OR v['price'] > p ORDER BY 1, 2}, q{SELECT id, d FROM docs, few WHERE v['at'] = d ORDER BY 1},
	q{SELECT id, (SELECT count(*) FROM few WHERE n < v['n']) FROM docs ORDER BY 1}, q{SELECT variant_agg(v['n'] ORDER BY v['n']) FROM docs WHERE v['kind'] = 'k1'::text}, q{SELECT DISTINCT v['o'] FROM docs ORDER BY 1},
	q{SELECT t.id, x.* FROM docs t, variant_to_record(v) AS x(n int, kind text, at date) ORDER BY 1}, q{SELECT v['kind'], count(*), grouping(v['kind']) FROM docs GROUP BY ROLLUP (v['kind']) ORDER BY 1, 2}, q{SELECT md5(string_agg(v::text, ',' ORDER BY id)) FROM docs},
	q{SELECT count(*), sum(id) FROM (SELECT id, v['n'] AS n FROM docs UNION ALL SELECT id, v->'n' FROM docs) u WHERE n > 300})
{
	same_answer($query, $_, "$_ $query") for '', $wise;
}
my %parameters = (
	q{v['n'] = $1::int} => [ 5, 'NULL', 400 ], q{v['n'] > $1::bigint AND v['price'] < 48} => [ 380 ], q{v->'kind' = $1::text} => [ q{'k3'}, q{''}, 'NULL' ], q{v['kind'] >= $1::text} => [ q{'k3'} ],
	q{v['price'] = $1::numeric} => [ 2.5, q{'NaN'}, '1e40', '1e-30' ], q{v['price'] < $1::numeric} => [ 2.5, q{'NaN'}, '1e40', q{'-Infinity'} ], q{v['at'] = $1::date} => [ q{'2024-02-01'}, q{'infinity'}, q{'-infinity'} ],
	q{v['at'] <= $1::date} => [ q{'2024-02-01'}, q{'infinity'} ], q{v['ts'] > $1::timestamptz} => [ q{'2024-01-10 12:00+05'}, q{'infinity'} ], q{v @> $1::variant} => [ q{'{"kind": "k1"}'} ], q{v @~ $1::variant_predicate} => [ q{'$.n < 7'} ],
	q{v ? $1::text} => [ q{'kind'}, q{'no'} ], q{v['u'] = $1::uuid} => [ q{md5('3')::uuid} ], q{v = ANY ($1::variant[])} => [ q{'{1,2}'} ], q{v['mixed'] = $1::boolean} => [ 'true' ], q{v['f'] < $1::float8} => [ 3, q{'NaN'} ], q{v['r'] <= $1::real} => [ 4.5 ]);
for my $condition (sort keys %parameters)
{
	my ($query) = "SELECT count(*), sum(id) FROM docs WHERE $condition";
	my ($settings, $run) = ('SET plan_cache_mode = force_generic_plan; ', join('; ', map { "EXECUTE q($_)" } @{ $parameters{$condition} }));
	same_answer("PREPARE q AS $query; $run", $settings, "a generic plan: $condition");
	my $plan = $node->safe_psql($db, "${settings}PREPARE q AS $query; EXPLAIN (VERBOSE, COSTS OFF) EXECUTE q(NULL)");
	unlike($plan, qr/Filter:/, "shipped: $condition") or diag($plan);
}

# ---------------------------------------------------------------------
# Writing
# ---------------------------------------------------------------------
my $direct = plan_of(q{UPDATE docs_2 SET v = variant_set(v, '{seen}', 'true') WHERE v['kind'] = 'k1'::text});
like($direct, qr/Foreign Update.*Remote SQL: UPDATE public\.docs SET v = .*variant_set/s, 'an update runs where the rows are') or diag($direct);
for my $statement (q{UPDATE docs SET v = variant_set(v, '{seen}', 'true') WHERE v['kind'] = 'k1'::text}, q{UPDATE docs SET v['o']['y'] = '"by subscript"' WHERE v['n'] BETWEEN 20 AND 40}, q{UPDATE docs SET v = v || '{"it''s": "\\\\"}' WHERE v ? 'seen'},
	q{UPDATE docs SET v = v - 'kind' WHERE v @> '{"o": {"x": 2}}'}, q{DELETE FROM docs WHERE v @? '$.mixed ? (@ > 200)'}, q{INSERT INTO docs SELECT id + 1000, variant_set(v, '{n}', to_variant(1000 + id)) FROM copy WHERE id < 50 AND id % 6 <> 0},
	q{UPDATE docs d SET v = v || variant_build_object('few', f.k) FROM few f WHERE d.v['n'] = f.n})
{
	(my $local = $statement) =~ s/\bdocs\b/copy/g;
	if ($statement =~ /^INSERT/) { $local = $statement =~ s/INTO docs/INTO copy/r; }
	$node->safe_psql($db, $statement);
	$node->safe_psql($db, $local);
	same_answer(q{SELECT count(*), md5(string_agg(id || v::text, ',' ORDER BY id)) FROM docs}, '', $statement);
}
is($node->safe_psql($db, q{UPDATE docs_1 SET v['n2'] = v['n'] WHERE id = (SELECT min(id) FROM docs_1) RETURNING v['n'] = v['n2']}), 't', 'RETURNING');

# ---------------------------------------------------------------------
# Shredded columns belong to the server where they are
# ---------------------------------------------------------------------
$shards[0]->safe_psql($db, q{CREATE TABLE shredded AS SELECT * FROM docs; SELECT * FROM variant_shred_column('shredded', 'v', '{"n": "bigint", "kind": "text"}')});
$node->safe_psql($db, q{IMPORT FOREIGN SCHEMA public LIMIT TO (shredded) FROM SERVER shard1 INTO public});
my $shredded = q{SELECT id, v['kind'] FROM shredded WHERE v['n'] > 300 AND v->'kind' = 'k4'::text};
like(plan_of($shredded), qr/Remote SQL: SELECT id, v FROM public\.shredded WHERE .*v\['n'::text\].*v\['kind'::text\]/, 'conditions are sent as they are written');
like($shards[0]->safe_psql($db, "EXPLAIN (COSTS OFF) $shredded"), qr/Filter: .*\bn > 300\b/, 'and use shredded columns there');
my $there = $shards[0]->safe_psql($db, "$shredded ORDER BY 1");
ok($there ne '' && $node->safe_psql($db, "$shredded ORDER BY 1") eq $there, 'with the same answer');
is($node->safe_psql($db, q{UPDATE shredded SET v = v || '{"n": 7000, "kind": 1}' WHERE id = (SELECT min(id) FROM shredded) RETURNING n, kind IS NULL}), '7000|t', 'an update makes them anew');

$_->stop for $node, @shards;
done_testing();
