# An upgraded database holds the same objects as a fresh one, and what was made
# with the old version works; how the upgrade script is derived.
use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my ($last) = map { m{variant--([\d.]+)\.sql$} ? $1 : () } reverse sort glob('../sql/versions/variant--*.sql');
my $node = new_node('upgrade', conf => "jit = off\nenable_nestloop = off\n");
my $this = $node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'variant'});

# ---------------------------------------------------------------------
# Every member of the extension, with all that matters of it; OIDs as names
# ---------------------------------------------------------------------
my $members = q{
	WITH member AS (
		SELECT d.classid, d.objid, pg_describe_object(d.classid, d.objid, 0) AS name,
			obj_description(d.objid, d.classid::regclass::text::name) AS comment
		FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
		WHERE e.extname = 'variant' AND d.deptype = 'e'),
	detail AS (
		SELECT m.*, (to_jsonb(p) - '{oid,proowner}'::text[]) || jsonb_build_object('proargtypes', p.proargtypes::regtype[]::text,
			'prosupport', p.prosupport::regproc, 'prorettype', p.prorettype::regtype, 'proallargtypes', p.proallargtypes::regtype[]::text,
			'provariadic', p.provariadic::regtype, 'proargdefaults', pg_get_expr(p.proargdefaults, 0), 'prosqlbody', pg_get_function_sqlbody(p.oid)) AS data
		FROM member m JOIN pg_proc p ON p.oid = m.objid WHERE m.classid = 'pg_proc'::regclass
		UNION ALL
		SELECT m.classid, m.objid, 'aggregate ' || m.name, NULL, to_jsonb(a) - 'aggfnoid' || jsonb_build_object('aggtranstype', a.aggtranstype::regtype,
			'aggmtranstype', a.aggmtranstype::regtype, 'aggsortop', a.aggsortop::regoperator)
		FROM member m JOIN pg_aggregate a ON a.aggfnoid = m.objid WHERE m.classid = 'pg_proc'::regclass
		UNION ALL
		SELECT m.*, (to_jsonb(o) - '{oid,oprowner}'::text[]) || jsonb_build_object('oprleft', o.oprleft::regtype, 'oprright', o.oprright::regtype,
			'oprresult', o.oprresult::regtype, 'oprcom', o.oprcom::regoperator, 'oprnegate', o.oprnegate::regoperator)
		FROM member m JOIN pg_operator o ON o.oid = m.objid WHERE m.classid = 'pg_operator'::regclass
		UNION ALL
		SELECT m.*, (to_jsonb(t) - '{oid,typowner,typrelid}'::text[]) || jsonb_build_object('typarray', t.typarray::regtype,
			'typelem', t.typelem::regtype, 'typbasetype', t.typbasetype::regtype)
		FROM member m JOIN pg_type t ON t.oid = m.objid WHERE m.classid = 'pg_type'::regclass
		UNION ALL
		SELECT m.*, to_jsonb(c) - 'oid' || jsonb_build_object('castsource', c.castsource::regtype, 'casttarget', c.casttarget::regtype,
			'castfunc', c.castfunc::regprocedure)
		FROM member m JOIN pg_cast c ON c.oid = m.objid WHERE m.classid = 'pg_cast'::regclass
		UNION ALL
		SELECT m.*, to_jsonb(o) - '{oid,opcowner,opcfamily}'::text[] || jsonb_build_object('opcintype', o.opcintype::regtype, 'opckeytype', o.opckeytype::regtype)
		FROM member m JOIN pg_opclass o ON o.oid = m.objid WHERE m.classid = 'pg_opclass'::regclass
		UNION ALL
		SELECT m.classid, m.objid, m.name, m.comment, jsonb_build_object('members', (
			SELECT jsonb_agg(x ORDER BY x) FROM (
				SELECT pg_describe_object('pg_amop'::regclass, a.oid, 0) || ' ' || a.amoppurpose::text FROM pg_amop a WHERE a.amopfamily = m.objid
				UNION ALL SELECT pg_describe_object('pg_amproc'::regclass, a.oid, 0) FROM pg_amproc a WHERE a.amprocfamily = m.objid) s(x)))
		FROM member m WHERE m.classid = 'pg_opfamily'::regclass
		UNION ALL
		SELECT m.*, jsonb_build_object('relkind', c.relkind, 'acl', c.relacl::text, 'options', c.reloptions,
			'definition', CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
			'columns', (SELECT jsonb_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0))
		FROM member m JOIN pg_class c ON c.oid = m.objid WHERE m.classid = 'pg_class'::regclass
		UNION ALL
		SELECT m.*, to_jsonb(t) - '{oid,trffromsql,trftosql}'::text[] FROM member m JOIN pg_transform t ON t.oid = m.objid WHERE m.classid = 'pg_transform'::regclass)
	SELECT m.name, d.name, m.comment, d.data FROM member m LEFT JOIN detail d USING (classid, objid) ORDER BY 1, 2};

# name of an object -> its lines, one for each property
sub objects
{
	my ($database) = @_;
	my %found;

	for my $row (lines($node->safe_psql($database, qq{
		SELECT json_build_array(coalesce(detail, name || ' (of a kind that the test does not know)'), jsonb_build_object('comment', comment) || coalesce(data, '{}'))
		FROM ($members) AS x(name, detail, comment, data)})))
	{
		my ($name, $data) = @{ JSON::PP->new->canonical->decode($row) };
		my $json = JSON::PP->new->canonical->allow_nonref;
		$found{$name} = [ map { "$_ = " . $json->encode($data->{$_}) } sort keys %$data ];
	}
	return %found;
}

# What differs, as lines of a diff.
sub differences
{
	my ($fresh, $upgraded) = @_;
	my %all = (%$fresh, %$upgraded);
	my @diff;

	for my $name (sort keys %all)
	{
		my @a = @{ $fresh->{$name} || [] };
		my @b = @{ $upgraded->{$name} || [] };
		next if "@a" eq "@b" && $fresh->{$name} && $upgraded->{$name};
		push @diff, $name . (!$upgraded->{$name} ? ': only in a fresh database' : !$fresh->{$name} ? ': only in an upgraded one' : ': fresh -, upgraded +');
		next unless $fresh->{$name} && $upgraded->{$name};
		my (%in_a, %in_b);
		@in_a{@a} = (); @in_b{@b} = ();
		push @diff, (map { "- $_" } grep { !exists $in_b{$_} } @a), map { "+ $_" } grep { !exists $in_a{$_} } @b;
	}
	return @diff;
}

# ---------------------------------------------------------------------
# Fresh and upgraded
# ---------------------------------------------------------------------
$node->safe_psql('postgres', 'CREATE DATABASE upgraded');
$node->safe_psql('upgraded', qq{
	CREATE EXTENSION variant VERSION '$last';
	CREATE TABLE t (id int PRIMARY KEY, v variant, kind text GENERATED ALWAYS AS (v->>'kind') STORED, CHECK (v['n'] >= 0));
	CREATE INDEX t_btree ON t (v);
	CREATE INDEX t_hash ON t USING hash (v);
	CREATE INDEX t_gin ON t USING gin (v);
	CREATE INDEX t_n ON t (((v['n'])::numeric));
	CREATE INDEX t_part ON t ((v->>'kind')) WHERE v \@> '{"even": true}';
	CREATE VIEW w AS SELECT id, variant_get(v, '\$.n', NULL::int) AS n, v \@~ '\$.n > 5' AS large, variant_agg(v) OVER (PARTITION BY v['kind']) AS peers FROM t;
	CREATE FUNCTION f(variant) RETURNS variant LANGUAGE sql IMMUTABLE BEGIN ATOMIC SELECT variant_set(\$1, '{n}', '1') || '{"x": 2}'; END;
	CREATE MATERIALIZED VIEW m AS SELECT v['kind'] AS kind, count(*), max(v) FROM t GROUP BY 1;
	INSERT INTO t SELECT i, variant_build_object('n', i, 'kind', 'k' || i % 7, 'even', i % 2 = 0, 'at', date '2024-01-01' + i,
		'price', i / 8.0, 'wide', repeat('x', i)) FROM generate_series(1, 2000) i;
	ANALYZE t;
});
my %last = objects('upgraded');
cmp_ok(scalar(keys %last), '>', 500, "version $last has its objects");
$node->safe_psql('upgraded', 'ALTER EXTENSION variant UPDATE');
is($node->safe_psql('upgraded', q{SELECT extversion FROM pg_extension WHERE extname = 'variant'}), $this, "upgraded from $last to $this");

my %fresh = objects('postgres');
my %upgraded = objects('upgraded');
my @diff = differences(\%fresh, \%upgraded);
is(scalar(@diff), 0, 'an upgraded database holds the objects of a fresh one')
  or diag(join("\n", @diff > 60 ? (@diff[ 0 .. 59 ], '...') : @diff),
	"\nsee \"Versions\" in src/README.md for what to write into sql/versions/variant--$last--$this.in");
is(scalar(grep { /of a kind/ } keys %fresh), 0, 'objects are of kinds that are compared') or diag(grep { /of a kind/ } keys %fresh);

# no part of the install script needs a language that a database may lack
$node->safe_psql('postgres', 'CREATE DATABASE plain');
$node->safe_psql('plain', 'DROP EXTENSION plpgsql; CREATE EXTENSION variant');
my %plain = objects('plain');
@diff = differences(\%fresh, \%plain);
is(scalar(@diff), 0, 'a database without PL/pgSQL holds the same objects') or diag(join("\n", @diff));

# the comparison sees what it should
$node->safe_psql('upgraded', q{
	ALTER FUNCTION variant_get(variant, text) COST 7;
	COMMENT ON FUNCTION variant_pretty(variant) IS 'other';
	ALTER OPERATOR @> (variant, variant) SET (RESTRICT = eqsel);
	ALTER EXTENSION variant DROP FUNCTION variant_digest(variant);
	REVOKE EXECUTE ON FUNCTION variant_check(bytea) FROM PUBLIC;
	CREATE FUNCTION more(variant) RETURNS int LANGUAGE sql AS 'SELECT 1';
	ALTER EXTENSION variant ADD FUNCTION more(variant)});
%upgraded = objects('upgraded');
@diff = differences(\%fresh, \%upgraded);
like(join("\n", @diff), $_, "a difference is found: $_")
  for (qr/variant_get\(variant,text\): fresh.*\n- procost = \d+\n\+ procost = 7/, qr/\+ comment = "other"/, qr/\+ oprrest = "eqsel"/,
	qr/variant_digest\(variant\): only in a fresh/, qr/\+ proacl/, qr/more\(variant\): only in an upgraded/);
is(scalar(grep { /: / } @diff), 6, 'and nothing else') or diag(join("\n", @diff));
$node->safe_psql('upgraded', q{
	ALTER EXTENSION variant ADD FUNCTION variant_digest(variant); ALTER EXTENSION variant DROP FUNCTION more(variant)});

# ---------------------------------------------------------------------
# What was made with the old version works
# ---------------------------------------------------------------------
for my $clause (q{v['n'] = 77}, q{v['n'] BETWEEN 5 AND 12}, q{v @> '{"kind": "k3", "even": true}'}, q{v @? '$.price ? (@ > 249)'}, q{(v['n'])::numeric < 9},
	q{v->>'kind' = 'k5' AND v @> '{"even": true}'}, q{v['at'] > date '2029-06-01'}, q{v = (SELECT x.v FROM t x WHERE id = 40)}, q{v > (SELECT max(x.v) FROM t x WHERE id < 100)})
{
	my $query = "SELECT count(*), sum(id), count(*) FILTER (WHERE kind = v->>'kind') FROM t WHERE $clause";
	my $scan = $node->safe_psql('upgraded', "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off; $query");
	is($node->safe_psql('upgraded', "SET enable_seqscan = off; $query"), $scan, "indexes made with $last: $clause");
	unlike($scan, qr/^0/, 'which finds something');
}
is($node->safe_psql('upgraded', q{
	INSERT INTO t VALUES (3000, '{"n": 3000, "kind": "new"}');
	UPDATE t SET v = f(v) WHERE id = 1;
	SELECT id, n, large FROM w WHERE id IN (1, 7, 3000) ORDER BY id}), "1|1|f\n7|7|t\n3000|3000|t", 'a view and a function made with it');
is(($node->psql('upgraded', q{INSERT INTO t VALUES (3001, '{"n": -1}')}))[0], 3, 'and a constraint');
$node->safe_psql('upgraded', 'REFRESH MATERIALIZED VIEW m');
is($node->safe_psql('upgraded', q{SELECT count(*) FROM m}), 8, 'and a materialized view');
$node->safe_psql('upgraded', 'DROP EXTENSION variant CASCADE');
is($node->safe_psql('upgraded', q{SELECT count(*) FROM pg_proc WHERE probin LIKE '%variant%'}), 0, 'it can be dropped whole');

# ---------------------------------------------------------------------
# The script that derives upgrade scripts
# ---------------------------------------------------------------------
my $folder = scratch();
sub spit { open(my $f, '>', "$folder/$_[0]") or die; print $f $_[1]; close $f; return "$folder/$_[0]"; }
my $same = "-- about it; not a statement\n\nCREATE FUNCTION same(a int)\n\tRETURNS int\n\tAS 'it''s;' LANGUAGE sql;\nDO \$\$\nBEGIN\n\tNULL;\nEND\n\$\$;\n";
my $old = spit('old.sql', $same . "CREATE FUNCTION f(a int)\n\tRETURNS int\n\tAS 'f', 'x' LANGUAGE c;\nCREATE AGGREGATE g(int)\n(\n\tSFUNC = a\n);\nCREATE OPERATOR + (LEFTARG = int);\n");
my $new = spit('new.sql', $same . "CREATE FUNCTION f(a int)\n\tRETURNS int\n\tAS 'f', 'y' LANGUAGE c; -- here\nCREATE FUNCTION f(a text)\n\tRETURNS int\n\tLANGUAGE sql AS \$a\$\nSELECT 1;\n\$a\$;\n"
	  . "CREATE AGGREGATE g(int)\n(\n\tSFUNC = b\n);\nCREATE OPERATOR + (LEFTARG = text);\n");
my $hand = spit('hand.in', "first;\n-- \@skip CREATE OPERATOR +\n-- \@derived\nlast;\n");
is(`awk -f ../sql/versions/derive.awk $old $new $hand`, <<'EOF', 'derived statements');
first;
CREATE OR REPLACE FUNCTION f(a int)
	RETURNS int
	AS 'f', 'y' LANGUAGE c; -- here

CREATE FUNCTION f(a text)
	RETURNS int
	LANGUAGE sql AS $a$
SELECT 1;
$a$;

CREATE OR REPLACE AGGREGATE g(int)
(
	SFUNC = b
);

last;
EOF

$node->stop;
done_testing();
