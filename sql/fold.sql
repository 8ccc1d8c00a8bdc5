-- Chains of steps become one call; answers and errors stay what they are.
CREATE SCHEMA fold;
SET search_path = fold, public;
SET extra_float_digits = 1;
CREATE TABLE docs (id integer, v variant);
INSERT INTO docs
SELECT i, jsonb_build_object('a', jsonb_build_object('b', i % 7, 'c', jsonb_build_array(i, 'x' || i, NULL, jsonb_build_object('d', i * 1.5)), '1', 'one'),
	'k', 'kind ' || i % 5, 't', i % 2 = 0, 'n', NULL, 'l', jsonb_build_array('zero', jsonb_build_array(1, 2, i)), 'it''s [a.b]', jsonb_build_object('', i))::variant
FROM generate_series(1, 200) AS i;
INSERT INTO docs VALUES (201, NULL), (202, 'null'), (203, '[1, {"a": 2}]'), (204, '"a"'), (205, '{}'), (206, '[]'), (207, '{"a": [{"b": 5}, 6], "1": {"1": 7}}');
ANALYZE docs;

-- what an expression is simplified to
CREATE FUNCTION folded(expression text, source text DEFAULT 'docs') RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF, FORMAT json) SELECT ' || expression || ' FROM ' || source INTO plan;
	RETURN plan #>> '{0,Plan,Output,0}';
END
$$;

-- The same, step by step: the argument of each step comes out of a subquery
-- that the planner may not look through.
CREATE TABLE spellings (nr serial, expression text, step_by_step text);
INSERT INTO spellings (expression, step_by_step) VALUES
	($$v->'a'$$, $$v->'a'$$),
	($$v->>'k'$$, $$v->>'k'$$),
	($$v->'a'->>'b'$$, $$(SELECT x->>'b' FROM (SELECT v->'a' AS x OFFSET 0) s)$$),
	($$v #>> '{a,b}'$$, $$(SELECT x #>> '{b}' FROM (SELECT v #> '{a}' AS x OFFSET 0) s)$$),
	($$v['a']->>'b'$$, $$(SELECT x->>'b' FROM (SELECT v['a'] AS x OFFSET 0) s)$$),
	($$(v['a'])['b']->>'x'$$, $$(SELECT x->>'x' FROM (SELECT v['a']['b'] AS x OFFSET 0) s)$$),
	($$variant_get(v, '$.a')->>'b'$$, $$(SELECT x->>'b' FROM (SELECT variant_get(v, '$.a') AS x OFFSET 0) s)$$),
	($$variant_get(v, '$.a.b', NULL::text)$$, $$(SELECT x->>'b' FROM (SELECT variant_get(v, '$.a') AS x OFFSET 0) s)$$),
	($$v->'a'->'c'->0$$, $$(SELECT x->0 FROM (SELECT v->'a'->'c' AS x OFFSET 0) s)$$),
	($$v->'a'->'c'->-1->'d'$$, $$(SELECT x->'d' FROM (SELECT y->-1 AS x FROM (SELECT v->'a'->'c' AS y OFFSET 0) r OFFSET 0) s)$$),
	($$v['a']['c'][3]['d']$$, $$(SELECT x['d'] FROM (SELECT v['a']['c'][3] AS x OFFSET 0) s)$$),
	($$v #> '{a,c}' -> 1$$, $$(SELECT x->1 FROM (SELECT v #> '{a,c}' AS x OFFSET 0) s)$$),
	($$v #> '{a,1}'$$, $$(SELECT x #> '{1}' FROM (SELECT v->'a' AS x OFFSET 0) s)$$),
	($$v->'a'->'1'$$, $$(SELECT x->'1' FROM (SELECT v->'a' AS x OFFSET 0) s)$$),
	($$v->'a'->1$$, $$(SELECT x->1 FROM (SELECT v->'a' AS x OFFSET 0) s)$$),
	($$v['a'][1]$$, $$(SELECT x[1] FROM (SELECT v->'a' AS x OFFSET 0) s)$$),
	($$v['1']->'1'$$, $$(SELECT x->'1' FROM (SELECT v['1'] AS x OFFSET 0) s)$$),
	($$v #> '{1,01}'$$, $$(SELECT x #> '{01}' FROM (SELECT v #> '{1}' AS x OFFSET 0) s)$$),
	($$v->'l'->>'0'$$, $$(SELECT x->>'0' FROM (SELECT v->'l' AS x OFFSET 0) s)$$),
	($$v #>> '{l,0}'$$, $$(SELECT x #>> '{0}' FROM (SELECT v->'l' AS x OFFSET 0) s)$$),
	($$v #>> '{l,+1, 2}'$$, $$(SELECT x #>> '{2}' FROM (SELECT v #> '{l,+1}' AS x OFFSET 0) s)$$),
	($$v #>> '{l,-1,-1}'$$, $$(SELECT x #>> '{-1}' FROM (SELECT v #> '{l,-1}' AS x OFFSET 0) s)$$),
	($$v->'it''s [a.b]'->>''$$, $$(SELECT x->>'' FROM (SELECT v->'it''s [a.b]' AS x OFFSET 0) s)$$),
	($$v #>> '{}'$$, $$(SELECT x #>> '{}' FROM (SELECT v AS x OFFSET 0) s)$$),
	($$v->'a' #>> '{}'$$, $$(SELECT x #>> '{}' FROM (SELECT v->'a' AS x OFFSET 0) s)$$),
	($$v #> '{}'$$, $$v$$),
	($$v #> '{a,NULL}'->'b'$$, $$NULL::variant$$),
	($$(v->'a'->'b')::bigint$$, $$(SELECT x::bigint FROM (SELECT v->'a'->'b' AS x OFFSET 0) s)$$),
	($$(v['a']['b'])::integer$$, $$(SELECT x::integer FROM (SELECT v->'a'->'b' AS x OFFSET 0) s)$$),
	($$variant_get(v, '$.a.b', NULL::smallint)$$, $$(SELECT x::smallint FROM (SELECT v->'a'->'b' AS x OFFSET 0) s)$$),
	($$variant_get(v, '$.a.b', NULL::numeric)$$, $$(SELECT x::numeric FROM (SELECT v->'a'->'b' AS x OFFSET 0) s)$$),
	($$variant_get(v, '$.a.b', NULL::numeric(10, 2))$$, $$(SELECT x::numeric(10, 2) FROM (SELECT v->'a'->'b' AS x OFFSET 0) s)$$),
	($$(v->'a'->'c'->3->'d')::numeric$$, $$(SELECT x::numeric FROM (SELECT v->'a'->'c'->3->'d' AS x OFFSET 0) s)$$),
	($$(v->'a'->'c'->3->'d')::float8$$, $$(SELECT x::float8 FROM (SELECT v->'a'->'c'->3->'d' AS x OFFSET 0) s)$$),
	($$(v->'a'->'c'->3->'d')::real$$, $$(SELECT x::real FROM (SELECT v->'a'->'c'->3->'d' AS x OFFSET 0) s)$$),
	($$(v->'t')::boolean$$, $$(SELECT x::boolean FROM (SELECT v->'t' AS x OFFSET 0) s)$$),
	($$(v->'a')::jsonb$$, $$(SELECT x::jsonb FROM (SELECT v->'a' AS x OFFSET 0) s)$$),
	($$(v->'a')::json$$, $$(SELECT x::json FROM (SELECT v->'a' AS x OFFSET 0) s)$$),
	($$(v['n'])::jsonb$$, $$(SELECT x::jsonb FROM (SELECT v->'n' AS x OFFSET 0) s)$$),
	($$variant_get(v, '$.n', NULL::jsonb)$$, $$(SELECT x::jsonb FROM (SELECT v->'n' AS x OFFSET 0) s)$$),
	($$variant_get(v, '$.a', NULL::variant)$$, $$v->'a'$$),
	($$(v->'n')::bigint$$, $$NULL::bigint$$),
	($$(v->('k' || left(id::text, 0)))->'x'->>'y'$$, $$NULL::text$$),
	($$variant_fetch(v->'a', '$.c')->1$$, $$(SELECT x->1 FROM (SELECT v->'a'->'c' AS x OFFSET 0) s)$$),
	($$variant_fetch_text(variant_fetch(v, '$.l'), '${1}[0]')$$, $$v #>> '{l,1,0}'$$);

SELECT expression, folded(expression) FROM spellings ORDER BY nr;

-- wrong answers: none
DO $$
DECLARE
	s record;
	wrong bigint;
BEGIN
	FOR s IN SELECT * FROM spellings LOOP
		EXECUTE format('SELECT count(*) FROM docs WHERE (%s)::text IS DISTINCT FROM (%s)::text', s.expression, s.step_by_step) INTO wrong;
		IF wrong > 0 THEN
			RAISE WARNING '% of % rows are wrong', wrong, s.expression;
		END IF;
	END LOOP;
END
$$;

-- errors, too
CREATE FUNCTION outcome(query text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE query INTO result;
	RETURN result;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END
$$;
SELECT expression, id, outcome(format('SELECT (%s)::text FROM docs WHERE id = %s', expression, id)),
	outcome(format('SELECT (%s)::text FROM docs WHERE id = %s', step_by_step, id))
FROM spellings, generate_series(198, 207) AS id
WHERE outcome(format('SELECT (%s)::text FROM docs WHERE id = %s', expression, id))
	IS DISTINCT FROM outcome(format('SELECT (%s)::text FROM docs WHERE id = %s', step_by_step, id));
SELECT outcome($$SELECT (v->'a'->'c')::bigint FROM docs WHERE id = 1$$);
SELECT outcome($$SELECT (v['k'])::date FROM docs WHERE id = 1$$);
SELECT outcome($$SELECT variant_get(v, '$.a..b') ->> 'c' FROM docs WHERE id = 1$$);
SELECT outcome($$SELECT variant_get(v, '$.a{1}') ->> 'c' FROM docs WHERE id = 1$$);
SELECT outcome($$SELECT variant_fetch_text(v, '$.a{1}') FROM docs WHERE id = 1$$);
SELECT outcome($$SELECT variant_fetch_text(v, '$.a{}') FROM docs WHERE id = 1$$);
SELECT outcome($$SELECT variant_fetch_text(v, '$.a{1') FROM docs WHERE id = 1$$);
SELECT outcome($$SELECT variant_fetch_text(v, '$.a{''1}') FROM docs WHERE id = 1$$);
-- as a function of its arguments, not only of constants
SELECT count(DISTINCT variant_fetch_text(v, p)), count(variant_fetch_text(v, p))
FROM docs, (VALUES ('$.a.b'), ('$.k'), ('$.l{0}'), ('$.l[0]'), (NULL)) AS paths (p);

RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA fold CASCADE;
