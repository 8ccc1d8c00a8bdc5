-- What the planner moves and rewrites shows nobody rows that are not his, and
-- nothing is looked up where somebody else could have put it.
CREATE SCHEMA test_security;
SET search_path = test_security, public;

-- One function is leakproof: what it can raise is about damaged bytes only.  Nothing runs
-- as anybody but the caller, and no function has a body that is looked up when it runs.
SELECT p.oid::regprocedure AS leakproof FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'variant')
	WHERE p.proleakproof ORDER BY 1::text;
SELECT count(*) AS definers_or_not_c FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'variant')
	WHERE p.prosecdef OR (p.prokind <> 'a' AND p.prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c'));

-- ---------------------------------------------------------------------
-- Rows behind a policy, or behind a view
-- ---------------------------------------------------------------------
CREATE ROLE regress_variant_spy;
GRANT USAGE ON SCHEMA test_security TO regress_variant_spy;
CREATE TABLE secrets (id int PRIMARY KEY, owner text, v variant);
-- what is not the spy's cannot be cast, so that a cast in the wrong order is an error with the value in it
INSERT INTO secrets SELECT i, CASE WHEN i % 100 = 0 THEN 'regress_variant_spy' ELSE 'boss' END,
	variant_build_object('n', CASE WHEN i % 100 = 0 THEN to_variant(i) ELSE to_variant('secret ' || i) END, 'k', CASE WHEN i % 100 = 0 THEN 'mine' ELSE 'boss''s' END, 'i', i,
		'who', CASE WHEN i % 100 = 0 THEN 'regress_variant_spy' ELSE 'boss' END)
	FROM generate_series(1, 2000) i;
CREATE INDEX ON secrets USING gin (v);
CREATE INDEX ON secrets ((v['i']));
CREATE INDEX ON secrets (v);
ANALYZE secrets;
CREATE VIEW mine WITH (security_barrier) AS SELECT id, v FROM secrets WHERE v->>'who' = 'regress_variant_spy';
CREATE VIEW mine_by_index WITH (security_barrier) AS SELECT id, v FROM secrets WHERE v['who'] = 'regress_variant_spy'::text;
ALTER TABLE secrets ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON secrets TO regress_variant_spy USING (v->>'who' = current_user);
GRANT SELECT ON secrets, mine, mine_by_index TO regress_variant_spy;

-- Functions of the spy, cheap and talkative: they raise what they see, unless it is his.
CREATE FUNCTION spy(v variant) RETURNS boolean COST 0.0000001 LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN IF v->>'who' = 'boss' OR v->>'k' = 'boss''s' OR v #>> '{}' LIKE 'secret%' OR v #>> '{}' LIKE 'boss%' THEN RAISE EXCEPTION 'seen: %', v; END IF; RETURN true; END $$;
CREATE FUNCTION spy_text(v text) RETURNS text COST 0.0000001 LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN IF v LIKE 'boss%' OR v LIKE 'secret%' THEN RAISE EXCEPTION 'seen: %', v; END IF; RETURN v; END $$;
CREATE FUNCTION spy_int(v variant) RETURNS int COST 0.0000001 LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN PERFORM spy(v); RETURN 100; END $$;

-- Each condition of the spy, through table and views, by every plan.  The result is the same as of what he may see anyway.
CREATE FUNCTION watch(OUT source text, OUT setting text, OUT condition text, OUT got text) RETURNS SETOF record LANGUAGE plpgsql AS $$
DECLARE
	expected text;
BEGIN
	FOREACH condition IN ARRAY ARRAY[
		'spy(v)', 'spy(v) AND v[''i''] > 5', 'v[''i''] > 5 AND spy(v)', 'spy(v[''n''])', 'spy(v->''k'') AND v->''i'' = 300', '(v[''n''])::int > 0', '(v->''n'')::bigint = 300', 'v[''i''] = spy_int(v)', 'v[''i''] > spy_int(v[''k''])',
		'spy_int(v) <= v[''i'']', 'spy_text(v->>''k'') = ''mine''', 'spy_text(v[''k''] #>> ''{}'') = ''mine'' AND v[''i''] >= 300', 'spy_text(variant_get(v, ''$.k'', NULL::text)) = ''mine''', 'variant_get(v, ''$.n'', NULL::int) > 300',
		'v @> ''{"k": "mine"}'' AND spy(v)', 'v @~ ''$.i > 5'' AND spy(v)', 'v @? ''$.n ? (@ > 5)'' AND spy(v)', 'v @> to_variant(spy_text(v->>''k'')) OR true', 'v = ANY (ARRAY[v]) AND spy(v)', 'v[''i''] IN (100, 200, 300) AND spy(v)',
		'v[''i''] = ANY (ARRAY[100, spy_int(v)])', 'v[spy_text(v->>''k'')] IS NULL', 'v->spy_text(v->>''k'') IS NULL', 'v ? spy_text(v->>''k'') OR true', '(v->''who'' = to_variant(spy_text(v->>''who''))) AND v[''i''] BETWEEN 100 AND 400',
		'EXISTS (SELECT FROM generate_series(100, 300, 100) g WHERE v[''i''] = g AND spy(v))', 'id IN (SELECT variant_array_length(v) FROM (VALUES (''[1]''::variant)) q(v)) OR spy(v)', '(SELECT count(*) FROM variant_each(v) e WHERE spy(e.value)) > 0',
		'variant_array_element(v, spy_int(v)) IS NULL', 'try_variant_get(v, ''$.n'', NULL::int) = 100 AND spy(v)', 'spy(variant_set(v, ''{x}'', ''1''))', 'variant_typeof(v[''n'']) = ''number'' AND (v[''n''])::int >= 100',
		'(v->>''n'')::numeric < 1e9 OR id = 100', '(v->>''n'')::int = 300', 'v[''i''] = 300 AND spy(v) OR id = 100', 'v[''i''] < 300 AND spy_text(v->>''k'') LIKE ''m%'' OR id IN (100, 101)', 'v->>''k'' LIKE ''m%'' AND spy(v)', 'spy_text(v->>''k'') LIKE ''m%''', 'v->>''k'' ^@ spy_text(v->>''k'')']
	LOOP
		EXECUTE format('SELECT array_agg(id ORDER BY id) FROM (SELECT * FROM secrets WHERE owner = ''regress_variant_spy'' OFFSET 0) s WHERE %s', condition) INTO expected;
		FOREACH source IN ARRAY '{secrets,mine,mine_by_index}'::text[] LOOP
			FOREACH setting IN ARRAY '{enable_seqscan=off,enable_seqscan=on,variant.path_index=off,enable_bitmapscan=off,plan_cache_mode=force_generic_plan}'::text[] LOOP
				PERFORM set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), false);
				SET ROLE regress_variant_spy;
				BEGIN
					EXECUTE format('SELECT array_agg(id ORDER BY id) FROM %s WHERE %s', source, condition) INTO got;
				EXCEPTION WHEN OTHERS THEN
					got := SQLERRM;
				END;
				RESET ROLE;
				IF got IS DISTINCT FROM expected THEN RETURN NEXT; END IF;
				EXECUTE 'RESET ' || split_part(setting, '=', 1);
			END LOOP;
		END LOOP;
	END LOOP;
END $$;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA test_security TO regress_variant_spy;
-- nothing, from any of them
SELECT * FROM watch();
-- the spy does see where nothing is between him and the rows: without a barrier his function comes first
CREATE VIEW open_view AS SELECT id, v FROM secrets WHERE v->>'who' = 'regress_variant_spy' OR (SELECT false);
ALTER TABLE secrets DISABLE ROW LEVEL SECURITY;
SELECT count(*) FROM open_view WHERE spy(v) AND v['i'] = 5;
SELECT count(*) FROM mine WHERE spy(v) AND v['i'] = 5;
ALTER TABLE secrets ENABLE ROW LEVEL SECURITY;

-- joins: a condition with another table's values waits for the policy, too
SET ROLE regress_variant_spy;
SET enable_seqscan = off;
SELECT count(*) FROM generate_series(1, 3) g JOIN secrets s ON s.v['i'] = g * 100 AND spy(s.v);
SELECT count(*) FROM generate_series(1, 3) g JOIN secrets s ON s.v['n'] = g * 100 AND (s.v['n'])::int = g * 100;
SELECT count(*) FROM generate_series(1, 3) g, LATERAL (SELECT * FROM mine WHERE v['i'] = g * 100 AND spy(v) OFFSET 0) m;
-- so do changes
RESET ROLE;
GRANT UPDATE, DELETE ON secrets TO regress_variant_spy;
SET ROLE regress_variant_spy;
UPDATE secrets SET v['seen'] = 'true' WHERE spy(v) AND v['i'] > 0;
DELETE FROM secrets WHERE (v['n'])::int > 1900 AND spy(v);
RESET ROLE;
RESET enable_seqscan;

-- ---------------------------------------------------------------------
-- Names
-- ---------------------------------------------------------------------
-- A schema in front of everything, with every name that rewritten queries use.
CREATE SCHEMA test_security_evil;
DO $$
DECLARE f record;
BEGIN
	FOR f IN SELECT p.proname, pg_get_function_identity_arguments(p.oid) AS args, pg_get_function_result(p.oid) AS result FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'variant')
		WHERE p.prokind = 'f' AND NOT p.proretset AND p.provariadic = 0 AND p.prorettype NOT IN ('internal'::regtype, 'void'::regtype, 'record'::regtype, 'cstring'::regtype) AND NOT ('internal'::regtype = ANY (p.proargtypes)) AND NOT ('cstring'::regtype = ANY (p.proargtypes)) AND NOT ('"any"'::regtype = ANY (p.proargtypes))
	LOOP
		EXECUTE format('CREATE FUNCTION test_security_evil.%I(%s) RETURNS %s LANGUAGE plpgsql AS ''BEGIN RAISE EXCEPTION ''''evil''''; END''', f.proname, f.args, f.result);
	END LOOP;
	FOR f IN SELECT o.oprname, o.oprleft::regtype AS l, o.oprright::regtype AS r, o.oprcode::regproc::text AS code FROM pg_operator o JOIN pg_depend d ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'variant') WHERE o.oprleft <> 0
		AND EXISTS (SELECT FROM pg_proc p WHERE p.pronamespace = 'test_security_evil'::regnamespace AND p.proname = (SELECT proname FROM pg_proc WHERE oid = o.oprcode) AND p.proargtypes[0] = o.oprleft AND p.proargtypes[1] = o.oprright)
	LOOP
		EXECUTE format('CREATE OPERATOR test_security_evil.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = test_security_evil.%s)', f.oprname, f.l, f.r, split_part(f.code, '.', 1 + (f.code LIKE '%.%')::int));
	END LOOP;
END $$;
SELECT count(*) > 300 AS enough FROM pg_proc WHERE pronamespace = 'test_security_evil'::regnamespace;
CREATE DOMAIN test_security_evil.text AS pg_catalog.text;
CREATE DOMAIN test_security_evil.date AS pg_catalog.date;
CREATE DOMAIN test_security_evil.uuid AS pg_catalog.uuid;
SET search_path = test_security_evil, public, pg_catalog;
SET enable_seqscan = off;
-- our operators by name, as a view or a prepared statement has them: what they become is ours as well
SELECT count(*) FROM test_security.secrets WHERE v['i'] OPERATOR(public.>) 1990;
SELECT count(*) FROM test_security.secrets WHERE v OPERATOR(public.->) 'i' OPERATOR(public.=) 5;
SELECT count(*) FROM test_security.secrets WHERE public.variant_get(v, '$.i', NULL::bigint) OPERATOR(pg_catalog.=) 5;
SELECT count(*) FROM test_security.secrets WHERE (v OPERATOR(public.->) 'k') OPERATOR(public.->>) 0 IS NULL;
SELECT count(*) FROM test_security.secrets WHERE v OPERATOR(public.@>) '{"i": 5}' AND (v['i'])::pg_catalog.int8 OPERATOR(pg_catalog.>) 3;
SELECT count(*) FROM (SELECT DISTINCT v FROM test_security.secrets) s;
SELECT public.variant_agg(v['i'] ORDER BY v['i'] USING OPERATOR(public.>)) FROM test_security.secrets WHERE id OPERATOR(pg_catalog.<) 4;
SELECT public.to_variant(ROW(1, 'x'::pg_catalog.text)), public.variant_populate_record(NULL::test_security.secrets, '{"id": 7, "v": [1]}');
SELECT public.variant_path_query_array('{"a": [1, 2]}', '$.a[*] ? (@ > 1)'), public.variant_diff('{"a": 1}', '{"a": 2}');
CREATE TABLE test_security.hostile ("na""me' ; DROP TABLE x" int, "do""c'" public.variant);
INSERT INTO test_security.hostile VALUES (1, '{"a''b\"; --": "2024-10-24"::date, "t": "x", "u": 5}');
SELECT count(*) FROM public.variant_shred_column('test_security.hostile', 'do"c''', '{"a''b\"; --": "date", "t": "text", "u": "bigint"}', 'btree');
SELECT attname, atttypid::regtype FROM pg_attribute WHERE attrelid = 'test_security.hostile'::regclass AND attnum > 0 ORDER BY attnum;
SELECT * FROM public.variant_shred_report('test_security.hostile');
SELECT count(*) FROM test_security.hostile WHERE "do""c'"['t'] OPERATOR(public.=) 'x'::pg_catalog.text;
RESET search_path;
RESET enable_seqscan;

SET client_min_messages = warning;
DROP SCHEMA test_security_evil CASCADE;
DROP SCHEMA test_security CASCADE;
DROP ROLE regress_variant_spy;
