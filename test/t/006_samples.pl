# What other engines wrote reads, prints, and keeps its bytes.
use strict;
use warnings;

use Cwd 'abs_path';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use VariantTest;

my $shared = abs_path(need_shared());
my @samples = samples();
plan skip_all => 'no samples' unless @samples;

my $node = new_node('samples');
my $rows = join(",\n", map { "('$_->[0]', '\\x" . hex_of($_->[1]) . "'::bytea)" } @samples);
$node->safe_psql('postgres', "CREATE TABLE samples AS SELECT name, data, variant_from_bytes(data) AS v FROM (VALUES $rows) t(name, data)");
cmp_ok(scalar(@samples), '>=', 90, 'there are samples');

wrong_rows($node, 'postgres', 'SELECT name FROM samples WHERE variant_send(v) <> data OR variant_to_bytes(v) <> data
	OR variant_metadata(v) || variant_value(v) <> data', 'bytes are kept');
wrong_rows($node, 'postgres', 'SELECT name FROM samples WHERE variant_from_parquet(variant_metadata(v), variant_value(v)) IS DISTINCT FROM v
	OR variant_send(variant_from_parquet(variant_metadata(v), variant_value(v))) <> data', 'metadata and value, put together again');
wrong_rows($node, 'postgres', 'SELECT name, variant_check(data) FROM samples WHERE NOT (variant_check(data)).ok', 'variant_check agrees');
wrong_rows($node, 'postgres', 'SELECT name, v, v::text::variant FROM samples WHERE v::text::variant <> v
	OR variant_typeof(v::text::variant) <> variant_typeof(v) OR v::text::variant::text <> v::text', 'text reads back to the same class');
wrong_rows($node, 'postgres', q{SELECT name, v FROM samples WHERE v::json::jsonb <> v::jsonb}, 'JSON and jsonb of it agree');

my $folder = scratch();
$node->safe_psql('postgres', qq{
	CREATE TABLE copied (LIKE samples);
	COPY samples TO '$folder/samples' (FORMAT binary);
	COPY copied FROM '$folder/samples' (FORMAT binary)});
wrong_rows($node, 'postgres', 'SELECT name FROM samples LEFT JOIN copied c USING (name) WHERE (variant_send(c.v) = samples.data) IS NOT TRUE',
	'COPY BINARY keeps bytes');

# The dictionary of the samples tells their JSON; temporal values are printed
# there in several ways.
my $dictionary = "$shared/parquet-testing/variant/data_dictionary.json";
SKIP:
{
	skip 'no dictionary', 1 unless -f $dictionary;
	# it ends in a comma too much
	wrong_rows($node, 'postgres', qq~
		SELECT name, v, value FROM samples
		JOIN jsonb_each(regexp_replace(pg_read_file('$dictionary'), ',\\s*}\\s*\$', '}')::jsonb) ON key = name
		WHERE v::jsonb <> value AND name NOT SIMILAR TO '%(time|date|float)%'
			AND NOT (jsonb_typeof(value) = 'number' AND v::jsonb::text::float8 = value::text::float8)~, 'values are as the dictionary says');
}

# name of the encoding's type for each primitive sample
my %types = (
	primitive_null => 'null', primitive_boolean_true => 'true', primitive_boolean_false => 'false', primitive_int8 => 'int8',
	primitive_int16 => 'int16', primitive_int32 => 'int32', primitive_int64 => 'int64', primitive_double => 'double',
	primitive_float => 'float', primitive_decimal4 => 'decimal4', primitive_decimal8 => 'decimal8', primitive_decimal16 => 'decimal16',
	primitive_date => 'date', primitive_time => 'time', primitive_timestamp => 'timestamptz', primitive_timestampntz => 'timestamp',
	primitive_timestamp_nanos => 'timestamptz_nanos', primitive_timestampntz_nanos => 'timestamp_nanos', primitive_binary => 'binary',
	primitive_string => 'string', primitive_uuid => 'uuid', short_string => 'short_string', object_empty => 'object', array_empty => 'array');
my $types = join(', ', map { "('$_', '$types{$_}')" } sort keys %types);
my $names = $node->safe_psql('postgres', qq{
	SELECT string_agg(name || ': ' || variant_physical_type(v) || ' / ' || variant_typeof(v), E'\n')
	FROM samples JOIN (VALUES $types) t(name, type) USING (name)
	WHERE variant_physical_type(v) <> type AND NOT (name LIKE '%boolean%' AND variant_physical_type(v) = 'boolean')});
is($names, '', 'physical types');

$node->stop;
done_testing();
