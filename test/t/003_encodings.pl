# Databases in other encodings: a variant is UTF-8 inside, SQL text is not.
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $node = new_node('encodings');
for my $encoding ('LATIN1', 'SQL_ASCII', 'EUC_JP')
{
	$node->safe_psql('postgres', "CREATE DATABASE \L$encoding\E ENCODING '$encoding' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
	$node->safe_psql(lc $encoding, 'CREATE EXTENSION variant');
}

# The result of one query, in the client encoding UTF8; an error as "! SQLSTATE".
sub ask
{
	my ($database, $sql) = @_;
	my ($out, $err) = ('', '');
	$node->psql($database, "\\set VERBOSITY sqlstate\nSET client_encoding = UTF8;\n$sql", stdout => \$out, stderr => \$err);
	return $err =~ /(ERROR|FATAL|PANIC):\s+(\w{5})/ ? "! $2" : $out;
}

# database, query, answer, name
my @cases = (
	[ 'latin1', q{SELECT '"é"'::variant}, '"é"', 'a letter in and out' ],
	[ 'latin1', q{SELECT encode(variant_value('"é"'), 'hex')}, '09c3a9', 'it is UTF-8 inside' ],
	[ 'latin1', q{SELECT encode(variant_value('"\u00e9"'), 'hex')}, '09c3a9', 'as is an escape' ],
	[ 'latin1', q{SELECT '"é"'::variant = '"\u00e9"'::variant}, 't', 'both are equal' ],
	[ 'latin1', q{SELECT '{"é": "ü"}'::variant ->> 'é'}, 'ü', 'as a key and as bare text' ],
	[ 'latin1', q{SELECT '{"é": {"à": 1}}'::variant #> '{é,à}'}, '1', 'as steps of a path' ],
	[ 'latin1', q{SELECT ('{"é": 1}'::variant)['é']}, '1', 'as a subscript' ],
	[ 'latin1', q{SELECT variant_get('{"é": 1}', '$.é')}, '1', 'in a path expression' ],
	[ 'latin1', q{SELECT to_variant('é'::text)}, '"é"', 'from text' ],
	[ 'latin1', q{SELECT '"é"'::variant::jsonb}, '"é"', 'to jsonb' ],
	[ 'latin1', q{SELECT '{"é": "è"}'::jsonb::variant}, '{"é": "è"}', 'from jsonb' ],
	[ 'latin1', q{SELECT length('"€"'::variant::text)}, '! 22P05', 'the client sends what does not exist here' ],
	[ 'latin1', q{SELECT encode(variant_value('"\u20ac"'), 'hex')}, '0de282ac', 'an escape can say more than the encoding' ],
	[ 'latin1', q{SELECT variant_typeof('{"a": "\u20ac"}'::variant -> 'a')}, 'string', 'and be handled' ],
	[ 'latin1', q{SELECT '"\u20ac"'::variant ->> 0}, '', 'without text there is no conversion' ],
	[ 'latin1', q{SELECT '"\u20ac"'::variant #>> '{}'}, '! 22P05', 'but not become bare text' ],
	[ 'latin1', q{SELECT '"é" x'::variant}, '! 22P02', 'an error behind a letter' ],
	[ 'euc_jp', q{SELECT encode(variant_value('"日本"'), 'hex')}, '19e697a5e69cac', 'EUC_JP is UTF-8 inside' ],
	[ 'euc_jp', q{SELECT '{"日": "本"}'::variant ->> '日'}, '本', 'EUC_JP keys' ],
	[ 'postgres', q{SELECT '"a\u0000b"'::variant}, '"a\u0000b"', 'U+0000 is a character of a variant' ],
	[ 'postgres', q{SELECT '"a\u0000b"'::variant #>> '{}'}, '! 22P05', 'but not of text' ],
	[ 'postgres', q{SELECT '{"a": "\u0000"}'::variant ->> 'a'}, '! 22P05', 'nor of a member' ],
	[ 'postgres', q{SELECT '"\ud83d"'::variant}, '! 22P02', 'a lone surrogate' ],
	[ 'postgres', q{SELECT encode(variant_value('"\ud83d\ude00"'), 'hex')}, '11f09f9880', 'a pair of surrogates' ],
);
is(ask($_->[0], $_->[1]), $_->[2], "$_->[0]: $_->[3]") for @cases;

# What does not fit the encoding still prints in some way or is a clean error.
my $printed = ask('latin1', q{SELECT '"\u20ac"'::variant});
ok($printed eq '! 22P05' || $printed eq '"\u20ac"', 'latin1: text form of what the encoding lacks')
  or diag($printed);

# SQL_ASCII knows no encoding: bytes go in as they are, and must be UTF-8.
sub ascii
{
	my ($sql) = @_;
	my ($out, $err) = ('', '');
	$node->psql('sql_ascii', "\\set VERBOSITY sqlstate\n$sql", stdout => \$out, stderr => \$err);
	return $err =~ /(ERROR|FATAL|PANIC):\s+(\w{5})/ ? "! $2" : $out;
}
is(ascii(qq{SELECT encode(variant_value('"\xc3\xa9"'), 'hex')}), '09c3a9', 'sql_ascii: UTF-8 bytes');
is(ascii(qq{SELECT '"\xe9"'::variant}), '! 22021', 'sql_ascii: other bytes are refused');
is(ascii(qq{SELECT to_variant('\xe9'::text)}), '! 22021', 'sql_ascii: also from text');
is(ascii(qq{SELECT '{"\xc3\xa9": 1}'::variant -> E'\xc3\xa9'}), '1', 'sql_ascii: keys');
is(ascii(q{SELECT encode(convert_to('"\u00e9"'::variant #>> '{}', 'SQL_ASCII'), 'hex')}), 'c3a9', 'sql_ascii: bare text is UTF-8');

# Binary needs no conversion: what cannot be printed can be copied.
my $folder = scratch();
$node->safe_psql('latin1', qq{
	CREATE TABLE e (v variant);
	INSERT INTO e VALUES ('{"\\u20ac": "\\u65e5\\u672c"}');
	COPY e TO '$folder/e' (FORMAT binary)});
$node->safe_psql('postgres', qq{CREATE TABLE e (v variant); COPY e FROM '$folder/e' (FORMAT binary)});
is($node->safe_psql('postgres', 'SELECT v FROM e'), '{"€": "日本"}', 'COPY BINARY between encodings');

$node->stop;
done_testing();
