-- Whether everything that PostgreSQL has for jsonb has a twin, by the server's
-- own catalog.  test/twins.tsv lists the twins, with the test that compares
-- the two, or says why there is none:
--	same	there is a twin
--	planned	there is none yet; to be changed when there is
--	none	there will be none, for the reason given
-- Every query returns only rows that are wrong.
\getenv abs_srcdir PG_ABS_SRCDIR
\set twins :abs_srcdir '/test/twins.tsv'
CREATE SCHEMA test_twins;
CREATE TABLE test_twins.twins (kind text, jsonb text, variant text, status text, test text, differs text, note text);
\set ECHO none
SELECT format('\copy test_twins.twins FROM %L (FORMAT csv, DELIMITER E''\t'', QUOTE E''\b'', HEADER)', :'twins') AS command \gset
:command
\set ECHO all
SELECT count(*) > 140 AS loaded FROM test_twins.twins;

-- the catalog, in the words of the list
CREATE VIEW test_twins.catalog AS
	SELECT CASE prokind WHEN 'a' THEN 'aggregate' ELSE 'function' END AS kind, oid::regprocedure::text AS name FROM pg_proc
	WHERE pronamespace = 'pg_catalog'::regnamespace AND
		('{jsonb,jsonpath}'::regtype[]::oid[] && (coalesce(proallargtypes, proargtypes::oid[]) || prorettype) OR proname ~ 'jsonb|jsonpath')
	UNION ALL
	SELECT 'operator', oid::regoperator::text FROM pg_operator
	WHERE oprnamespace = 'pg_catalog'::regnamespace AND '{jsonb,jsonpath}'::regtype[]::oid[] && ARRAY[oprleft, oprright]
	UNION ALL
	SELECT 'cast', format('%s AS %s', castsource::regtype, casttarget::regtype) FROM pg_cast
	WHERE 'jsonb'::regtype IN (castsource, casttarget) AND oid < 16384
	UNION ALL
	SELECT 'operator class', amname || ' ' || opcname FROM pg_opclass JOIN pg_am a ON a.oid = opcmethod
	WHERE opcintype = 'jsonb'::regtype
	UNION ALL
	SELECT 'type', typname FROM pg_type WHERE typname ~ '^jsonb';

-- what nobody thought of
SELECT kind, name FROM test_twins.catalog
WHERE kind <> 'type' AND NOT EXISTS (SELECT * FROM test_twins.twins t WHERE t.kind = catalog.kind AND t.jsonb = catalog.name);
SELECT name FROM test_twins.catalog WHERE kind = 'type' AND name NOT IN ('jsonb', 'jsonb_ops');
-- what is listed twice, or without what its status asks for
SELECT kind, jsonb FROM test_twins.twins GROUP BY kind, jsonb HAVING count(*) > 1;
SELECT kind, jsonb, status FROM test_twins.twins
WHERE CASE status
	WHEN 'same' THEN coalesce(variant, '') = '' OR coalesce(test, '') = ''
	WHEN 'planned' THEN coalesce(variant, note, '') = ''
	WHEN 'none' THEN coalesce(note, '') = '' OR variant <> ''
	ELSE true END;

-- twins that are not there, and planned ones that are
CREATE VIEW test_twins.found AS
	SELECT t.*,
		CASE WHEN kind IN ('function', 'aggregate') THEN to_regprocedure(jsonb) END AS jsonb_function,
		CASE WHEN kind IN ('function', 'aggregate') THEN to_regprocedure(variant) END AS variant_function,
		CASE WHEN kind = 'operator' THEN to_regoperator(jsonb) END AS jsonb_operator,
		CASE WHEN kind = 'operator' THEN to_regoperator(variant) END AS variant_operator,
		(SELECT oid FROM pg_cast WHERE kind = 'cast' AND jsonb = format('%s AS %s', castsource::regtype, casttarget::regtype)) AS jsonb_cast,
		(SELECT oid FROM pg_cast WHERE kind = 'cast' AND variant = format('%s AS %s', castsource::regtype, casttarget::regtype)) AS variant_cast,
		(SELECT c.oid FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod
		 WHERE kind = 'operator class' AND variant = amname || ' ' || opcname AND opcintype = 'variant'::regtype) AS variant_class
	FROM test_twins.twins t WHERE variant <> '';
SELECT kind, jsonb, variant, status FROM test_twins.found
WHERE (num_nonnulls(variant_function, variant_operator, variant_cast, variant_class) = 1) <> (status = 'same');

-- properties of functions that differ and are not listed as differing
CREATE VIEW test_twins.properties AS
	SELECT jsonb, variant, string_to_array(coalesce(differs, ''), ',') AS differs, j.oid AS j, v.oid AS v, p.property,
		replace(replace(j_value, 'jsonb', 'variant'), 'from_json', 'from_variant') AS j_value, v_value
	FROM test_twins.found f
		JOIN pg_proc j ON j.oid = f.jsonb_function
		JOIN pg_proc v ON v.oid = f.variant_function,
		LATERAL (VALUES
			('kind', j.prokind::text, v.prokind::text),
			('volatility', j.provolatile::text, v.provolatile::text),
			('strict', j.proisstrict::text, v.proisstrict::text),
			('parallel', j.proparallel::text, v.proparallel::text),
			('leakproof', j.proleakproof::text, v.proleakproof::text),
			('set', j.proretset::text, v.proretset::text),
			('rows', j.prorows::text, v.prorows::text),
			('result', pg_get_function_result(j.oid), pg_get_function_result(v.oid)),
			('defaults', pg_get_expr(j.proargdefaults, 0), pg_get_expr(v.proargdefaults, 0)),
			('variadic', (j.provariadic <> 0)::text, (v.provariadic <> 0)::text),
			('names', j.proargnames::text, v.proargnames::text)) p(property, j_value, v_value)
	WHERE f.status = 'same';
-- names of arguments may be given where jsonb has none
SELECT jsonb, property, j_value, v_value FROM test_twins.properties
WHERE j_value IS DISTINCT FROM v_value AND NOT property = ANY (differs) AND NOT (property = 'names' AND j_value IS NULL);

-- aggregates: the same but for what parallel query adds
SELECT f.jsonb FROM test_twins.found f
	JOIN pg_aggregate j ON j.aggfnoid = f.jsonb_function JOIN pg_aggregate v ON v.aggfnoid = f.variant_function
WHERE (j.aggkind, j.aggnumdirectargs, j.aggfinalextra, j.aggfinalmodify, j.aggtranstype, j.aggmtransfn, j.agginitval) IS DISTINCT FROM
	(v.aggkind, v.aggnumdirectargs, v.aggfinalextra, v.aggfinalmodify, v.aggtranstype, v.aggmtransfn, v.agginitval);

-- operators: commutators, negators, joins and estimators
SELECT f.jsonb, (j.oprcanmerge, j.oprcanhash, j.oprrest, j.oprjoin) AS jsonb_has, (v.oprcanmerge, v.oprcanhash, v.oprrest, v.oprjoin) AS variant_has
FROM test_twins.found f JOIN pg_operator j ON j.oid = f.jsonb_operator JOIN pg_operator v ON v.oid = f.variant_operator
WHERE f.status = 'same' AND NOT 'operator' = ANY (string_to_array(coalesce(f.differs, ''), ',')) AND
	((j.oprcanmerge, j.oprcanhash, j.oprrest, j.oprjoin, j.oprcom <> 0, j.oprnegate <> 0) IS DISTINCT FROM
	 (v.oprcanmerge, v.oprcanhash, v.oprrest, v.oprjoin, v.oprcom <> 0, v.oprnegate <> 0));

-- casts: context
SELECT f.jsonb, j.castcontext, v.castcontext FROM test_twins.found f
	JOIN pg_cast j ON j.oid = f.jsonb_cast JOIN pg_cast v ON v.oid = f.variant_cast
WHERE j.castcontext <> v.castcontext;

-- every object of the extension has a comment
SELECT pg_describe_object(classid, objid, 0) AS no_comment FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'variant') AND deptype = 'e'
	AND classid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass, 'pg_cast'::regclass, 'pg_opclass'::regclass, 'pg_class'::regclass)
	AND obj_description(objid, classid::regclass::name) IS NULL
	AND NOT (classid = 'pg_type'::regclass AND (SELECT typelem <> 0 OR typrelid <> 0 FROM pg_type WHERE pg_type.oid = objid))
ORDER BY 1;
SET client_min_messages = warning;
DROP SCHEMA test_twins CASCADE;
