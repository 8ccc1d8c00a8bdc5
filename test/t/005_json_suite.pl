# JSONTestSuite, and real documents: the same answers as jsonb.
use strict;
use warnings;

use Cwd 'abs_path';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $shared = abs_path(need_shared());
my $node = new_node('json');

# What the suite leaves open, decided: the number of digits decides between
# decimal and double; a number beyond double's range is an error, as is one
# that would become zero; text is UTF-8, without a mark of byte order.
my %open_cases = (
	(map { $_ => '22003' }
		qw(i_number_double_huge_neg_exp i_number_huge_exp i_number_neg_int_huge_exp i_number_pos_double_huge_exp
		  i_number_real_neg_overflow i_number_real_pos_overflow i_number_real_underflow)),
	(map { $_ => 'accept' }
		qw(i_number_too_big_neg_int i_number_too_big_pos_int i_number_very_big_negative_int i_structure_500_nested_arrays)),
	(map { $_ => '22P02' }
		qw(i_object_key_lone_2nd_surrogate i_string_1st_surrogate_but_2nd_missing i_string_1st_valid_surrogate_2nd_invalid
		  i_string_incomplete_surrogate_and_escape_valid i_string_incomplete_surrogate_pair
		  i_string_incomplete_surrogates_escape_valid i_string_invalid_lonely_surrogate i_string_invalid_surrogate
		  i_string_inverted_surrogates_U+1D11E i_string_lone_second_surrogate i_structure_UTF-8_BOM_empty_object)),
	(map { $_ => '22021' }
		qw(i_string_UTF-16LE_with_BOM i_string_UTF-8_invalid_sequence i_string_UTF8_surrogate_U+D800 i_string_invalid_utf-8
		  i_string_iso_latin_1 i_string_lone_utf8_continuation_byte i_string_not_in_unicode_range
		  i_string_overlong_sequence_2_bytes i_string_overlong_sequence_6_bytes i_string_overlong_sequence_6_bytes_null
		  i_string_truncated-utf-8 i_string_utf16BE_no_BOM i_string_utf16LE_no_BOM)));

$node->safe_psql('postgres', q{
	-- the value of a text, or what is wrong with it
	CREATE FUNCTION try(raw bytea, OUT v variant, OUT j jsonb, OUT state text, OUT jsonb_state text) LANGUAGE plpgsql AS $$
	BEGIN
		BEGIN
			j := convert_from(raw, 'UTF8')::jsonb;
			jsonb_state := 'accept';
		EXCEPTION WHEN OTHERS THEN
			jsonb_state := SQLSTATE;
		END;
		v := convert_from(raw, 'UTF8')::variant;
		state := 'accept';
	EXCEPTION WHEN OTHERS THEN
		state := SQLSTATE;
	END $$;

	-- leaves of both documents that are not the same
	CREATE FUNCTION leaves(j jsonb) RETURNS TABLE (path text[], leaf jsonb) LANGUAGE sql AS $$
		WITH RECURSIVE walk(path, j) AS (
			SELECT '{}'::text[], j
			UNION ALL
			SELECT w.path || c.key, c.value FROM walk w, LATERAL (
				SELECT key, value FROM jsonb_each(CASE jsonb_typeof(w.j) WHEN 'object' THEN w.j END)
				UNION ALL
				SELECT nr::text, value FROM jsonb_array_elements(CASE jsonb_typeof(w.j) WHEN 'array' THEN w.j END)
					WITH ORDINALITY e(value, nr)) c(key, value)
			WHERE jsonb_typeof(w.j) IN ('object', 'array'))
		SELECT path, CASE jsonb_typeof(j) WHEN 'object' THEN '{}' WHEN 'array' THEN '[]' ELSE j END FROM walk
	$$;
	CREATE TABLE suite (name text, raw bytea, v variant, j jsonb, state text, jsonb_state text);
	CREATE TABLE documents (name text, t text)});

$node->safe_psql('postgres', qq{
	INSERT INTO suite SELECT replace(name, '.json', ''), raw, (try(raw)).*
	FROM pg_ls_dir('$shared/json/test_parsing') name, LATERAL (
		SELECT pg_read_binary_file('$shared/json/test_parsing/' || name) AS raw) f
	WHERE name LIKE '%.json'});
cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FROM suite'), '>=', 300, 'the suite is there');
wrong_rows($node, 'postgres', q{SELECT name, state FROM suite WHERE name LIKE 'y%' AND state <> 'accept'}, 'every y_ is accepted');
wrong_rows($node, 'postgres', q{SELECT name, v FROM suite WHERE name LIKE 'n%' AND state = 'accept'}, 'every n_ is refused');
wrong_rows($node, 'postgres', q{SELECT name, state FROM suite WHERE name LIKE 'n%' AND state !~ '^(22P02|22021|22003|54000)$'},
	'for a reason of its kind');
my $decided = join(', ', map { "('$_', '$open_cases{$_}')" } sort keys %open_cases);
wrong_rows($node, 'postgres', qq{
	SELECT name, suite.state, d.state FROM suite FULL JOIN (VALUES $decided) d(name, state) USING (name)
	WHERE coalesce(suite.name, 'i') LIKE 'i%' AND suite.state IS DISTINCT FROM d.state}, 'every i_ is as decided');

# Numbers written with an exponent, or with more than 38 digits, are doubles:
# there the nearest double must be the same.  Everything else is the same.
my $inexact = q{'[0-9][eE][-+]?[0-9]|[0-9.]{39}'};
my $same = q{(a.leaf = b.leaf OR (t ~ } . $inexact
  . q{ AND jsonb_typeof(a.leaf) = 'number' AND jsonb_typeof(b.leaf) = 'number' AND a.leaf::float8 = b.leaf::float8))};
wrong_rows($node, 'postgres', qq{
	SELECT name, v FROM suite, LATERAL (SELECT convert_from(raw, 'UTF8') AS t) x
	WHERE state = 'accept' AND jsonb_state = 'accept' AND v::jsonb <> j
		AND EXISTS (SELECT FROM leaves(v::jsonb) a FULL JOIN leaves(j) b USING (path) WHERE ($same) IS NOT TRUE)},
	'jsonb of a variant is the jsonb of its text');
wrong_rows($node, 'postgres', q{
	SELECT name FROM suite WHERE state = 'accept' AND (v::text::variant <> v OR v::text::variant::text <> v::text)},
	'text form reads back');
wrong_rows($node, 'postgres', q{
	SELECT name, v, j::variant FROM suite WHERE state = 'accept' AND jsonb_state = 'accept'
		AND j::variant::jsonb <> j AND v::jsonb = j}, 'from jsonb and back');

for my $file (sort glob("$shared/json/corpora/*json"))
{
	my ($name) = $file =~ m{([^/]+)$};
	my $split = $name =~ /ndjson$/ ? q{string_to_table(trim(E'\n' FROM t), E'\n')} : 't';
	$node->safe_psql('postgres',
		"INSERT INTO documents SELECT '$name', $split FROM convert_from(pg_read_binary_file('$file'), 'UTF8') t");
}
SKIP:
{
	skip 'no corpora', 5 if $node->safe_psql('postgres', 'SELECT count(*) FROM documents') eq '0';
	$node->safe_psql('postgres', q{
		ALTER TABLE documents ADD v variant, ADD j jsonb;
		UPDATE documents SET v = t::variant, j = t::jsonb});
	wrong_rows($node, 'postgres', qq{
		SELECT name FROM documents WHERE v::jsonb <> j
			AND EXISTS (SELECT FROM leaves(v::jsonb) a FULL JOIN leaves(j) b USING (path) WHERE ($same) IS NOT TRUE)},
		'corpora: jsonb of a variant is the jsonb of its text');
	wrong_rows($node, 'postgres', q{SELECT name FROM documents WHERE v::jsonb <> j AND t !~ } . $inexact,
		'corpora: exactly, where no number is inexact');
	wrong_rows($node, 'postgres', q{SELECT name FROM documents WHERE v::text::variant <> v}, 'corpora: text form reads back');
	wrong_rows($node, 'postgres', q{SELECT name FROM documents WHERE j::variant::jsonb <> j AND j::text !~ '[0-9.]{39}'},
		'corpora: from jsonb and back');
	wrong_rows($node, 'postgres', q{SELECT name FROM documents WHERE variant_from_bytes(variant_send(v)) <> v
		OR NOT (variant_check(variant_send(v))).ok}, 'corpora: what we write is valid');
}

$node->stop;
done_testing();
