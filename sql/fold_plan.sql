-- Folded chains in every place where the planner compares expressions.
CREATE SCHEMA fold_plan;
SET search_path = fold_plan, public;
CREATE TABLE docs (id integer, v variant);
INSERT INTO docs
SELECT i, jsonb_build_object('a', jsonb_build_object('b', i % 7, 'c', jsonb_build_array(i, 'x' || i)), 'k', 'kind ' || i % 5, 'u', jsonb_build_object('id', i))::variant
FROM generate_series(1, 500) AS i;
INSERT INTO docs VALUES (501, NULL), (502, 'null'), (503, '[1]'), (504, '{"a": [1, 2]}'), (505, '{"a": {"b": "x"}}'), (506, '{"a": {"b": null}}');
ANALYZE docs;
SET enable_seqscan = off;
SET jit = off;

-- Rows that are in the result of only one of two queries.
CREATE FUNCTION differences(query text, oracle text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
	result bigint;
BEGIN
	EXECUTE format('WITH q AS MATERIALIZED (%s), o AS MATERIALIZED (%s)
		SELECT count(*) FROM ((SELECT q::text FROM q EXCEPT ALL SELECT o::text FROM o) UNION ALL (SELECT o::text FROM o EXCEPT ALL SELECT q::text FROM q)) AS d', query, oracle)
		INTO result;
	RETURN result;
END
$$;

CREATE FUNCTION plan(query text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
	line text;
	result text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		-- 18 marks what is chosen though it is switched off
		CONTINUE WHEN line ~ '^ *Disabled: true$';
		result := result || line || E'\n';
	END LOOP;
	RETURN result;
END
$$;

-- plan lines of a query that match a pattern
CREATE FUNCTION plan_line(query text, pattern text) RETURNS text
LANGUAGE sql AS $$
	SELECT string_agg(trim(line), ' / ') FROM string_to_table(plan(query), E'\n') AS line WHERE line ~ pattern
$$;

-- Grouping sets: what is folded must not see through a grouping expression.
-- The oracle groups by columns of a subquery.
CREATE TABLE grouped (nr serial, query text, oracle text);
INSERT INTO grouped (query, oracle) VALUES
	($$SELECT v->'a', v->'a'->>'b' AS x, count(*) FROM docs GROUP BY ROLLUP (v->'a')$$,
	 $$SELECT a, a->>'b', count(*) FROM (SELECT v->'a' AS a FROM docs OFFSET 0) s GROUP BY ROLLUP (a)$$),
	($$SELECT v->'a'->>'b' AS x, count(*) FROM docs GROUP BY CUBE (v->'a')$$,
	 $$SELECT a->>'b', count(*) FROM (SELECT v->'a' AS a FROM docs OFFSET 0) s GROUP BY CUBE (a)$$),
	($$SELECT v['a']->'b' AS x, count(*) FROM docs GROUP BY GROUPING SETS ((v['a']), (), (v->>'k'))$$,
	 $$SELECT a->'b', count(*) FROM (SELECT v['a'] AS a, v->>'k' AS k FROM docs OFFSET 0) s GROUP BY GROUPING SETS ((a), (), (k))$$),
	($$SELECT (v->'u'->'id')::integer AS x, count(*) FROM docs GROUP BY CUBE (v->'u')$$,
	 $$SELECT (u->'id')::integer, count(*) FROM (SELECT v->'u' AS u FROM docs OFFSET 0) s GROUP BY CUBE (u)$$),
	($$SELECT (v->'u'->'id')::integer + 1 AS x, count(*) FROM docs GROUP BY CUBE (v->'u'->'id')$$,
	 $$SELECT (u)::integer + 1, count(*) FROM (SELECT v->'u'->'id' AS u FROM docs OFFSET 0) s GROUP BY CUBE (u)$$),
	($$SELECT variant_get(v, '$.u') ->> 'id' AS x, count(*) FROM docs GROUP BY ROLLUP (variant_get(v, '$.u'))$$,
	 $$SELECT u->>'id', count(*) FROM (SELECT v->'u' AS u FROM docs OFFSET 0) s GROUP BY ROLLUP (u)$$),
	($$SELECT v->>'k' AS x, v->'a'->>'b' AS y, count(*) FROM docs GROUP BY ROLLUP (v)$$,
	 $$SELECT w->>'k', w->'a'->>'b', count(*) FROM (SELECT v AS w FROM docs OFFSET 0) s GROUP BY ROLLUP (w)$$),
	($$SELECT count(*) AS n FROM docs GROUP BY ROLLUP (v->'a') HAVING v->'a'->>'b' IS NULL$$,
	 $$SELECT count(*) FROM (SELECT v->'a' AS a FROM docs OFFSET 0) s GROUP BY ROLLUP (a) HAVING a->>'b' IS NULL$$),
	($$SELECT v->'a'->>'b' AS x, grouping(v->'a'), count(*) FROM docs WHERE v->'a'->>'b' = '3' GROUP BY ROLLUP (v->'a') ORDER BY v->'a'->>'b'$$,
	 $$SELECT a->>'b', grouping(a), count(*) FROM (SELECT v->'a' AS a FROM docs OFFSET 0) s WHERE a->>'b' = '3' GROUP BY ROLLUP (a)$$),
	($$SELECT x->>'b' AS y, count(*) FROM (SELECT v->'a' AS x FROM docs) s GROUP BY ROLLUP (x)$$,
	 $$SELECT a->>'b', count(*) FROM (SELECT v->'a' AS a FROM docs OFFSET 0) s GROUP BY ROLLUP (a)$$),
	-- and plain ones, which may be folded
	($$SELECT v->'a'->>'b' AS x, count(*) FROM docs GROUP BY v->'a'$$,
	 $$SELECT a->>'b', count(*) FROM (SELECT v->'a' AS a FROM docs OFFSET 0) s GROUP BY a$$),
	($$SELECT v->'a'->'b' AS x, count(*) FROM docs GROUP BY v->'a', v->'a'->'b' HAVING (v->'a'->'b')::text <> '1'$$,
	 $$SELECT a->'b', count(*) FROM (SELECT v->'a' AS a FROM docs OFFSET 0) s GROUP BY a, a->'b' HAVING (a->'b')::text <> '1'$$),
	($$SELECT DISTINCT ON (v->'a'->>'b') v->'a'->>'b' AS x, id FROM docs ORDER BY v->'a'->>'b', id DESC$$,
	 $$SELECT DISTINCT ON (b) b, id FROM (SELECT a->>'b' AS b, id FROM (SELECT v->'a' AS a, id FROM docs OFFSET 0) r OFFSET 0) s ORDER BY b, id DESC$$),
	($$SELECT id, v->'a'->>'b' AS x, rank() OVER (PARTITION BY v->'a'->>'b' ORDER BY (v->'u'->'id')::integer) FROM docs$$,
	 $$SELECT id, b, rank() OVER (PARTITION BY b ORDER BY i) FROM (SELECT id, a->>'b' AS b, u->'id' AS j, (u->'id')::integer AS i FROM (SELECT id, v->'a' AS a, v->'u' AS u FROM docs OFFSET 0) r OFFSET 0) s$$),
	($$SELECT count(*), sum((v->'u'->'id')::integer) FILTER (WHERE v->'a'->>'b' = '1') FROM docs$$,
	 $$SELECT count(*), sum((u->'id')::integer) FILTER (WHERE a->>'b' = '1') FROM (SELECT v->'a' AS a, v->'u' AS u FROM docs OFFSET 0) s$$),
	($$SELECT d.id, e.v->'a'->>'b' AS x, coalesce(e.v->'a'->>'b', 'none') FROM docs d LEFT JOIN docs e ON (e.v->'u'->'id')::integer = d.id + 400$$,
	 $$SELECT d.id, b, coalesce(b, 'none') FROM docs d LEFT JOIN (SELECT a->>'b' AS b, (u->'id')::integer AS i FROM (SELECT v->'a' AS a, v->'u' AS u FROM docs OFFSET 0) s OFFSET 0) e ON i = d.id + 400$$),
	($$SELECT d.id, x FROM docs d LEFT JOIN (SELECT id, variant_get(v, '$.a') -> 'b' AS x FROM docs WHERE id < 3) e USING (id)$$,
	 $$SELECT d.id, x FROM docs d LEFT JOIN (SELECT id, a->'b' AS x FROM (SELECT id, v->'a' AS a FROM docs WHERE id < 3 OFFSET 0) s OFFSET 0) e USING (id)$$),
	($$SELECT d.id FROM docs d LEFT JOIN docs e ON e.id = d.id + 3 WHERE e.v->'a'->>'b' IS NULL$$,
	 $$SELECT d.id FROM docs d LEFT JOIN (SELECT id, a->>'b' AS b FROM (SELECT id, v->'a' AS a FROM docs OFFSET 0) s OFFSET 0) e ON e.id = d.id + 3 WHERE b IS NULL$$),
	($$SELECT d.id, l.x FROM docs d, LATERAL (SELECT d.v->'a'->>'b' AS x OFFSET 0) l$$,
	 $$SELECT id, a->>'b' FROM (SELECT id, v->'a' AS a FROM docs OFFSET 0) s$$),
	($$SELECT id, (SELECT max(e.id) FROM docs e WHERE e.v->'a'->>'b' = d.v->'a'->>'b') FROM docs d WHERE id > 490$$,
	 $$SELECT id, (SELECT max(e.id) FROM (SELECT id, a->>'b' AS b FROM (SELECT id, v->'a' AS a FROM docs OFFSET 0) r OFFSET 0) e WHERE e.b = d.b) FROM (SELECT id, a->>'b' AS b FROM (SELECT id, v->'a' AS a FROM docs OFFSET 0) r OFFSET 0) d WHERE id > 490$$),
	($$SELECT x->>'b' AS y FROM (SELECT v->'a' AS x FROM docs UNION ALL SELECT v->'u' FROM docs) s WHERE x->>'b' IS DISTINCT FROM '1'$$,
	 $$SELECT x->>'b' FROM (SELECT v->'a' AS x FROM docs UNION ALL SELECT v->'u' FROM docs OFFSET 0) s WHERE x->>'b' IS DISTINCT FROM '1'$$);
SELECT query, differences(query, oracle) FROM grouped WHERE differences(query, oracle) > 0;
SELECT query FROM grouped WHERE differences(query, oracle) IS NULL;

-- Expression indexes serve every spelling, whatever theirs is.
CREATE TABLE spellings (name text, expression text);
INSERT INTO spellings VALUES
	('text', $$v->'a'->>'b'$$), ('text', $$v #>> '{a,b}'$$), ('text', $$v['a']->>'b'$$), ('text', $$variant_get(v, '$.a')->>'b'$$), ('text', $$variant_get(v, '$.a.b', NULL::text)$$),
	('text', $$variant_fetch_text(v, '$.a.b')$$),
	('bigint', $$(v->'u'->'id')::bigint$$), ('bigint', $$(v['u']['id'])::bigint$$), ('bigint', $$(v #> '{u,id}')::bigint$$), ('bigint', $$variant_get(v, '$.u.id')::bigint$$), ('bigint', $$(v['u']->'id')::bigint$$),
	('bigint', $$variant_get(v, '$.u.id', NULL::bigint)$$),
	('variant', $$v->'u'->'id'$$), ('variant', $$v['u']['id']$$), ('variant', $$v #> '{u,id}'$$), ('variant', $$variant_get(v, '$["u"].id')$$),
	('element', $$v->'a'->'c'->0$$), ('element', $$v['a']['c']->0$$), ('element', $$variant_get(v, '$.a.c[0]')$$),
	('either', $$v['a']['c'][0]$$), ('either', $$v #> '{a,c,0}'$$);
CREATE FUNCTION index_serves(made text, asked text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
	kind regtype;
	result text;
	comparison text;
BEGIN
	EXECUTE format('SELECT pg_typeof(%s) FROM docs LIMIT 1', asked) INTO kind;
	comparison := format('SELECT id FROM docs WHERE (%s) = %L::%s', asked, '3', kind);
	EXECUTE format('CREATE INDEX made ON docs ((%s))', made);
	result := plan_line(comparison, 'Index Scan');
	DROP INDEX made;
	RETURN result;
END
$$;
SELECT m.expression AS made, a.expression AS asked, index_serves(m.expression, a.expression)
FROM spellings m JOIN spellings a USING (name)
-- an index that is made of variant_get with a type would have to be of an immutable function
WHERE m.expression NOT LIKE '%NULL::%' AND index_serves(m.expression, a.expression) !~ 'made' IS NOT FALSE;
-- different steps, different values
SELECT m.expression AS made, a.expression AS asked
FROM spellings m, spellings a
WHERE m.name IN ('element', 'either') AND a.name IN ('element', 'either') AND m.name <> a.name AND index_serves(m.expression, a.expression) ~ 'made';

-- what the index is for
CREATE INDEX docs_b ON docs ((v->'a'->>'b'));
CREATE UNIQUE INDEX docs_u ON docs (((v #> '{u,id}')::bigint));
SELECT plan($$SELECT id FROM docs WHERE variant_get(v, '$.u.id', NULL::bigint) BETWEEN 5 AND 7$$);
SELECT id FROM docs WHERE variant_get(v, '$.u.id', NULL::bigint) BETWEEN 5 AND 7;
SELECT plan_line($$SELECT max((v['u']['id'])::bigint) FROM docs$$, 'Index');
SELECT plan_line($$SELECT id FROM docs ORDER BY (v['u']->'id')::bigint$$, 'Index|Sort');
SELECT pg_get_indexdef('docs_b'::regclass), pg_get_indexdef('docs_u'::regclass);
PREPARE by_b(text) AS SELECT count(*) FROM docs WHERE v #>> '{a,b}' = $1;
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE by_b('3');
EXECUTE by_b('3');
EXECUTE by_b('4');
RESET plan_cache_mode;
-- a path that comes as a parameter is folded where it is known
PREPARE by_key(text) AS SELECT count(*) FROM docs WHERE v->'a'->>$1 = '3';
EXECUTE by_key('b');
SET plan_cache_mode = force_generic_plan;
EXECUTE by_key('b');
EXECUTE by_key('nope');
RESET plan_cache_mode;

-- ON CONFLICT finds its index
INSERT INTO docs VALUES (600, '{"u": {"id": 7}}') ON CONFLICT ((variant_get(v, '$.u.id')::bigint)) DO UPDATE SET id = docs.id + 1000 RETURNING id;
INSERT INTO docs VALUES (601, '{"u": {"id": 8}}') ON CONFLICT ((v['u']['id']::bigint)) DO NOTHING;
INSERT INTO docs VALUES (602, '{"u": {"id": 9}}') ON CONFLICT DO NOTHING;
SELECT count(*) FROM docs WHERE id BETWEEN 600 AND 610;

-- views keep what was written
CREATE VIEW doc_parts AS SELECT id, v->'a' AS a, v['u']->'id' AS uid, (v->'a'->'b')::text AS b FROM docs;
SELECT pg_get_viewdef('doc_parts'::regclass) ~ 'fetch' AS folded;
SELECT plan($$SELECT id FROM doc_parts WHERE uid::bigint = 12 AND a->>'c' IS NOT NULL$$);
SELECT id FROM doc_parts WHERE uid::bigint = 12 AND a->>'c' IS NOT NULL;

-- partial indexes
CREATE INDEX docs_partial ON docs (id) WHERE v->>'k' = 'kind 3' AND (v->'a'->'b')::text = '1';
SELECT plan_line($$SELECT id FROM docs WHERE v #>> '{k}' = 'kind 3' AND (v['a']['b'])::text = '1' ORDER BY id$$, 'Index');
SELECT count(*) FROM docs WHERE v #>> '{k}' = 'kind 3' AND (v['a']['b'])::text = '1';

-- partitions and constraints
CREATE TABLE parted (v variant) PARTITION BY LIST ((v->'r'->>'name'));
CREATE TABLE parted_a PARTITION OF parted FOR VALUES IN ('a');
CREATE TABLE parted_b PARTITION OF parted FOR VALUES IN ('b');
INSERT INTO parted SELECT format('{"r": {"name": "%s"}, "n": %s}', CASE WHEN i % 3 = 0 THEN 'a' ELSE 'b' END, i)::variant FROM generate_series(1, 30) AS i;
SELECT plan($$SELECT * FROM parted WHERE v #>> '{r,name}' = 'a'$$);
SELECT count(*), min((v['n'])::int) FROM parted WHERE v #>> '{r,name}' = 'a';
SELECT plan_line($$SELECT * FROM parted WHERE variant_get(v, '$.r.name', NULL::text) = 'b'$$, 'Scan');
CREATE TABLE checked (v variant, CHECK ((v->'n')::bigint < 100), CHECK (v->'a'->>'b' = 'x'));
INSERT INTO checked VALUES ('{"n": 1, "a": {"b": "x"}}'), (NULL), ('{}');
INSERT INTO checked VALUES ('{"n": 100}');
INSERT INTO checked VALUES ('{"n": 1, "a": {"b": "y"}}');
SET constraint_exclusion = on;
SELECT plan($$SELECT * FROM checked WHERE (v['n'])::bigint > 200$$);
SELECT plan($$SELECT * FROM checked WHERE v #>> '{a,b}' = 'y'$$);
RESET constraint_exclusion;
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'checked'::regclass ORDER BY 1;

-- generated columns, triggers, domains, functions in PL/pgSQL and SQL
CREATE TABLE generated (v variant, b text GENERATED ALWAYS AS (v->'a'->>'b') STORED, n bigint GENERATED ALWAYS AS ((v['n'])::bigint) STORED);
INSERT INTO generated SELECT v FROM docs WHERE id < 4;
INSERT INTO generated VALUES ('{"a": {"b": 1.50}, "n": 7}'), (NULL);
SELECT b, n FROM generated ORDER BY b, n;
CREATE DOMAIN event AS variant CHECK ((VALUE->'h'->'n')::int > 0);
SELECT '{"h": {"n": 1}}'::event, '{}'::event;
SELECT '{"h": {"n": 0}}'::event;
SELECT (('{"h": {"n": 1}}'::event)->'h'->>'n')::int;
SELECT folded FROM (SELECT plan_line($$SELECT id FROM (SELECT v::event AS e, id FROM docs OFFSET 0) s WHERE e->'h'->>'n' = '1'$$, 'Filter') AS folded) s;
CREATE FUNCTION part(doc variant, i integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	RETURN doc->'a'->'c'->>i || (doc->'a'->>'b') || coalesce((doc['u']['id'])::bigint, 0);
END
$$;
SELECT part(v, 0), part(v, 1), part(v, 2) FROM docs WHERE id IN (2, 3) ORDER BY id;
CREATE FUNCTION user_id(doc variant) RETURNS bigint IMMUTABLE LANGUAGE sql AS $$ SELECT (doc->'u'->'id')::bigint $$;
SELECT plan_line($$SELECT id FROM docs WHERE user_id(v) = 4$$, 'Index');

-- row security: a folded chain may move no further than its parts
CREATE ROLE fold_reader;
ALTER TABLE docs ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON docs USING (v->'a'->>'b' = '2');
GRANT SELECT ON docs TO fold_reader;
GRANT USAGE ON SCHEMA fold_plan TO fold_reader;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA fold_plan TO fold_reader;
SET ROLE fold_reader;
SELECT plan($$SELECT id FROM docs WHERE (v['u']['id'])::bigint > 480$$);
SELECT id FROM docs WHERE (v['u']['id'])::bigint > 480 ORDER BY id;
RESET ROLE;
DROP OWNED BY fold_reader;
DROP ROLE fold_reader;

-- statistics of expressions
CREATE STATISTICS docs_k ON (v->>'k'), (v->'a'->>'b') FROM docs;
ANALYZE docs;
CREATE FUNCTION estimated(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN (plan #>> '{0,Plan,Plan Rows}')::integer;
END
$$;
SELECT estimated($$SELECT id FROM docs WHERE v #>> '{k}' = 'kind 1'$$) BETWEEN 50 AND 200 AS known;

RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA fold_plan CASCADE;
DEALLOCATE ALL;
