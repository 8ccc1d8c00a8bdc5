-- Objects to rows (src/variant_record.c)

CREATE FUNCTION variant_populate_record(base anyelement, from_variant variant)
	RETURNS anyelement
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_populate_record(anyelement, variant) IS
	'row of the type of base with the members of a variant object in its columns';

CREATE FUNCTION variant_populate_record_valid(base anyelement, from_variant variant)
	RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_populate_record_valid(anyelement, variant) IS
	'whether variant_populate_record would succeed';

CREATE FUNCTION variant_populate_recordset(base anyelement, from_variant variant)
	RETURNS SETOF anyelement
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_populate_recordset(anyelement, variant) IS
	'rows of the type of base from a variant array of objects';

CREATE FUNCTION variant_to_record(variant)
	RETURNS record
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_to_record(variant) IS
	'row of the columns that the query defines from a variant object';

CREATE FUNCTION variant_to_recordset(variant)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE ROWS 100;
COMMENT ON FUNCTION variant_to_recordset(variant) IS
	'rows of the columns that the query defines from a variant array of objects';
