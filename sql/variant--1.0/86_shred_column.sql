-- Shredded columns of tables (src/variant_shredded*.c).

-- What their generated columns hold.

CREATE FUNCTION variant_shred_bool(v variant, path text, type text)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_bool(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_int2(v variant, path text, type text)
	RETURNS smallint
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_int2(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_int4(v variant, path text, type text)
	RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_int4(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_int8(v variant, path text, type text)
	RETURNS bigint
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_int8(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_float4(v variant, path text, type text)
	RETURNS real
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_float4(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_float8(v variant, path text, type text)
	RETURNS double precision
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_float8(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_numeric(v variant, path text, type text)
	RETURNS numeric
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_numeric(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_text(v variant, path text, type text)
	RETURNS text
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_text(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_bytea(v variant, path text, type text)
	RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_bytea(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_uuid(v variant, path text, type text)
	RETURNS uuid
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_uuid(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_date(v variant, path text, type text)
	RETURNS date
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_date(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_time(v variant, path text, type text)
	RETURNS time
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_time(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_timestamp(v variant, path text, type text)
	RETURNS timestamp
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_timestamp(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_timestamptz(v variant, path text, type text)
	RETURNS timestamptz
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_timestamptz(variant, text, text) IS
	'the value at a path if it is of the type, as a shredded column holds it';

CREATE FUNCTION variant_shred_marker(v variant, path text, type text)
	RETURNS "char"
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_shred_marker(variant, text, text) IS
	'what the value at a path is if it is not of the type: n null, f of its family, o other';

-- Making and dropping them.

CREATE FUNCTION variant_shredded_columns(rel regclass, OUT document name, OUT path text,
		OUT type text, OUT typed_column name, OUT marker_column name)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT;
COMMENT ON FUNCTION variant_shredded_columns(regclass) IS
	'shredded columns of a table';

CREATE FUNCTION variant_shred_column(rel regclass, document name, schema variant, index text DEFAULT NULL,
		OUT path text, OUT type text, OUT typed_column name, OUT marker_column name)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE;
COMMENT ON FUNCTION variant_shred_column(regclass, name, variant, text) IS
	'keep paths of a column in typed columns beside it';

CREATE FUNCTION variant_unshred_column(rel regclass, document name, shredded_path text DEFAULT NULL,
		OUT path text, OUT type text, OUT typed_column name, OUT marker_column name)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE;
COMMENT ON FUNCTION variant_unshred_column(regclass, name, text) IS
	'drop the shredded columns of a column, or of one path in it';

-- What is in them.

CREATE FUNCTION variant_shred_report(rel regclass, OUT document name, OUT path text, OUT type text,
		OUT rows bigint, OUT typed bigint, OUT missing bigint, OUT nulls bigint,
		OUT same_family bigint, OUT other_family bigint, OUT off_types variant)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT;
COMMENT ON FUNCTION variant_shred_report(regclass) IS
	'how many values of each shredded path are typed, missing, null or of another type';

-- Shares by the statistics of the last ANALYZE: nothing is read for it.
CREATE VIEW variant_shred_drift AS
	SELECT c.oid::pg_catalog.regclass AS rel, s.document, s.path, s.type, s.typed_column, s.marker_column,
		c.reltuples AS rows,
		1 - t.null_frac AS typed,
		coalesce(m.off, 0) AS off_type,
		coalesce(m.nulls, 0) AS nulls
	FROM pg_catalog.pg_class c
	JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace,
		LATERAL variant_shredded_columns(c.oid::pg_catalog.regclass) s
	LEFT JOIN LATERAL (
		SELECT p.null_frac FROM pg_catalog.pg_stats p
		WHERE p.schemaname = n.nspname AND p.tablename = c.relname AND p.attname = s.typed_column
		ORDER BY p.inherited DESC LIMIT 1) t ON true
	LEFT JOIN LATERAL (
		SELECT sum(f) FILTER (WHERE v <> 'n') AS off, sum(f) FILTER (WHERE v = 'n') AS nulls
		FROM (SELECT * FROM pg_catalog.pg_stats p
			WHERE p.schemaname = n.nspname AND p.tablename = c.relname AND p.attname = s.marker_column
			ORDER BY p.inherited DESC LIMIT 1) p,
			unnest(p.most_common_vals::text::text[], p.most_common_freqs) AS u(v, f)) m ON true
	WHERE c.relkind IN ('r', 'p') AND t.null_frac IS NOT NULL AND EXISTS (
		SELECT FROM pg_catalog.pg_attribute a
		WHERE a.attrelid = c.oid AND a.attgenerated = 's' AND a.atttypid = 'pg_catalog."char"'::pg_catalog.regtype);
COMMENT ON VIEW variant_shred_drift IS
	'shares of values in shredded columns that are typed, of another type, null, by the statistics';
GRANT SELECT ON variant_shred_drift TO PUBLIC;
