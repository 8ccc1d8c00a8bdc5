-- Objects and arrays from SQL values (src/variant_build.c).  Not immutable, as
-- they may run the output function of any type.

CREATE FUNCTION variant_build_object()
	RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_build_object_noargs' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_build_object() IS
	'an empty variant object';

CREATE FUNCTION variant_build_object(VARIADIC "any")
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_build_object("any") IS
	'variant object of alternating keys and values; of equal keys the last wins';

CREATE FUNCTION variant_build_array()
	RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_build_array_noargs' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_build_array() IS
	'an empty variant array';

CREATE FUNCTION variant_build_array(VARIADIC "any")
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_build_array("any") IS
	'variant array of values of any types';

CREATE FUNCTION variant_object(text[])
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_object(text[]) IS
	'variant object of strings from keys and values: {k1, v1, k2, v2} or {{k1, v1}, {k2, v2}}';

CREATE FUNCTION variant_object(text[], text[])
	RETURNS variant
	AS 'MODULE_PATHNAME', 'variant_object_two_arg' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_object(text[], text[]) IS
	'variant object of strings from an array of keys and an array of values';
