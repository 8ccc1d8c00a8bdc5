-- Aggregates that build arrays and objects (src/variant_agg.c).  All share one
-- form of state, and so the functions that parallel query needs.

CREATE FUNCTION variant_agg_combine(internal, internal)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_combine(internal, internal) IS
	'aggregate combine function of variant aggregates';

CREATE FUNCTION variant_agg_serialize(internal)
	RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_serialize(internal) IS
	'aggregate serialize function of variant aggregates';

CREATE FUNCTION variant_agg_deserialize(bytea, internal)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_deserialize(bytea, internal) IS
	'aggregate deserialize function of variant aggregates';

CREATE FUNCTION variant_agg_transfn(internal, anyelement)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_transfn(internal, anyelement) IS
	'aggregate transition function of variant_agg';

CREATE FUNCTION variant_agg_strict_transfn(internal, anyelement)
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_strict_transfn(internal, anyelement) IS
	'aggregate transition function of variant_agg_strict';

CREATE FUNCTION variant_agg_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_agg_finalfn(internal) IS
	'aggregate final function of variant_agg and variant_agg_strict';

CREATE AGGREGATE variant_agg(anyelement)
(
	SFUNC = variant_agg_transfn,
	STYPE = internal,
	FINALFUNC = variant_agg_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_agg(anyelement) IS
	'variant array of the inputs';

CREATE AGGREGATE variant_agg_strict(anyelement)
(
	SFUNC = variant_agg_strict_transfn,
	STYPE = internal,
	FINALFUNC = variant_agg_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_agg_strict(anyelement) IS
	'variant array of the inputs that are not NULL';

CREATE FUNCTION variant_object_agg_transfn(internal, "any", "any")
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_transfn(internal, "any", "any") IS
	'aggregate transition function of variant_object_agg and variant_object_agg_unique';

CREATE FUNCTION variant_object_agg_strict_transfn(internal, "any", "any")
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_strict_transfn(internal, "any", "any") IS
	'aggregate transition function of variant_object_agg_strict';

CREATE FUNCTION variant_object_agg_unique_strict_transfn(internal, "any", "any")
	RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_unique_strict_transfn(internal, "any", "any") IS
	'aggregate transition function of variant_object_agg_unique_strict';

CREATE FUNCTION variant_object_agg_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_finalfn(internal) IS
	'aggregate final function of variant_object_agg';

CREATE FUNCTION variant_object_agg_strict_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_strict_finalfn(internal) IS
	'aggregate final function of variant_object_agg_strict';

CREATE FUNCTION variant_object_agg_unique_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_unique_finalfn(internal) IS
	'aggregate final function of variant_object_agg_unique';

CREATE FUNCTION variant_object_agg_unique_strict_finalfn(internal)
	RETURNS variant
	AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE;
COMMENT ON FUNCTION variant_object_agg_unique_strict_finalfn(internal) IS
	'aggregate final function of variant_object_agg_unique_strict';

CREATE AGGREGATE variant_object_agg(key "any", value "any")
(
	SFUNC = variant_object_agg_transfn,
	STYPE = internal,
	FINALFUNC = variant_object_agg_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_object_agg(key "any", value "any") IS
	'variant object of keys and values; of equal keys the last wins';

CREATE AGGREGATE variant_object_agg_strict(key "any", value "any")
(
	SFUNC = variant_object_agg_strict_transfn,
	STYPE = internal,
	FINALFUNC = variant_object_agg_strict_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_object_agg_strict(key "any", value "any") IS
	'variant object of keys and values that are neither NULL nor a variant null';

CREATE AGGREGATE variant_object_agg_unique(key "any", value "any")
(
	SFUNC = variant_object_agg_transfn,
	STYPE = internal,
	FINALFUNC = variant_object_agg_unique_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_object_agg_unique(key "any", value "any") IS
	'variant object of keys and values; a repeated key is an error';

CREATE AGGREGATE variant_object_agg_unique_strict(key "any", value "any")
(
	SFUNC = variant_object_agg_unique_strict_transfn,
	STYPE = internal,
	FINALFUNC = variant_object_agg_unique_strict_finalfn,
	FINALFUNC_MODIFY = READ_ONLY,
	COMBINEFUNC = variant_agg_combine,
	SERIALFUNC = variant_agg_serialize,
	DESERIALFUNC = variant_agg_deserialize,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE variant_object_agg_unique_strict(key "any", value "any") IS
	'variant object of keys and values that are neither NULL nor a variant null; a repeated key is an error';

