-- What depends on the server's version.  A function says it once and is
-- dropped: an anonymous block would need plpgsql, which a database may not have.

-- before 17 the array type is not made a member with its type; postgres_fdw
-- sends what belongs to the extension
CREATE FUNCTION variant_adopt_array()
	RETURNS void
	LANGUAGE sql AS $$
	ALTER EXTENSION variant ADD TYPE @extschema@.variant[];
$$;
SELECT variant_adopt_array()
	WHERE NOT EXISTS (
		SELECT FROM pg_catalog.pg_depend
		WHERE classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND deptype = 'e' AND
			objid = '@extschema@.variant[]'::pg_catalog.regtype);
DROP FUNCTION variant_adopt_array();

-- before 17 the errors of some casts and of domains are not soft, and take a
-- subtransaction, which parallel queries cannot have
CREATE FUNCTION variant_refuse_parallel()
	RETURNS void
	LANGUAGE sql AS $$
	ALTER FUNCTION try_variant_get(variant, text, anyelement) PARALLEL UNSAFE;
	ALTER FUNCTION variant_populate_record_valid(anyelement, variant) PARALLEL UNSAFE;
	ALTER FUNCTION variant_table(variant, jsonpath, variant) PARALLEL UNSAFE;
$$;
SELECT variant_refuse_parallel()
	WHERE pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) 170000;
DROP FUNCTION variant_refuse_parallel();
