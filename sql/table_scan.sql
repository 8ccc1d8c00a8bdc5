-- variant_table as a scan: the same as the function, of which it takes the place.
CREATE SCHEMA test_table_scan;
SET search_path = test_table_scan, public;
CREATE TABLE docs (id int, v variant);
-- rows of several shapes: plain, large with delta numbers, compressed, out of line
INSERT INTO docs VALUES
	(1, '[{"a": 1, "b": "x", "c": {"d": [1, 2]}}, {"b": "y", "a": 2, "e": 1.50}, {"a": null}, {}, 5, [{"a": 7}], null]'),
	(2, '{"a": 3, "b": "z", "rows": [{"a": 4, "b": "v"}, {"a": 5}], "deep": {"rows": [{"a": 6, "c": {"d": "w"}}]}}'),
	(3, '[]'), (4, '{}'), (5, '7'), (6, 'null'), (7, NULL), (8, '{"rows": {"a": 8}}'), (9, '[[{"a": 9}], [], [[{"a": 11}]]]'), (10, '{"rows": [], "deep": [{"rows": [{"a": 12}]}]}');
INSERT INTO docs SELECT 20 + n, variant_agg(variant_build_object('a', i, 'b', 'name ' || i, 'e', i * 1.25, 'c', variant_build_object('d', ARRAY[i, n])) ORDER BY i) FROM generate_series(1, 3) n, generate_series(1, 10 * n * n * n) i GROUP BY n;
INSERT INTO docs SELECT id + 10, variant_build_object('rows', v, 'deep', variant_build_object('rows', v), 'a', id) FROM docs WHERE id > 20;
ALTER TABLE docs ALTER v SET STORAGE EXTERNAL;
INSERT INTO docs SELECT id + 20, v FROM docs WHERE id > 20;
ANALYZE docs;

-- a query both ways: what its rows are, or its error; and whether it is a scan
-- with the setting on, and none with it off
CREATE FUNCTION plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	plan text = '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		plan = plan || line;
	END LOOP;
	RETURN concat_ws(', ', CASE WHEN plan ~ 'Custom Scan \(VariantTable\)' THEN 'scan' END, CASE WHEN plan ~ 'Function Scan on variant_table' THEN 'function' END);
END $$;
CREATE FUNCTION result_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line record;
	result text = '';
	number int = 0;
BEGIN
	FOR line IN EXECUTE query LOOP
		result = result || line::text || E'\n';
		number = number + 1;
	END LOOP;
	RETURN number || ' rows ' || md5(result);
EXCEPTION WHEN data_exception OR integrity_constraint_violation OR syntax_error_or_access_rule_violation THEN
	RETURN SQLSTATE || ': ' || SQLERRM;
END $$;
CREATE FUNCTION twice(query text, OUT plan text, OUT result text) LANGUAGE plpgsql AS $$
DECLARE
	other text;
BEGIN
	PERFORM set_config('variant.table_scan', 'off', true);
	IF plan_of(query) ~ 'scan' THEN
		RAISE 'there is a scan although it is off: %', query;
	END IF;
	other = result_of(query);
	PERFORM set_config('variant.table_scan', 'on', true);
	plan = plan_of(query);
	result = result_of(query);
	IF result <> other THEN
		result = 'WRONG: ' || result || ' but ' || other;
	END IF;
	result = regexp_replace(result, ' rows .*', ' rows');
END $$;

-- what it looks like
SET max_parallel_workers_per_gather = 0;
EXPLAIN (VERBOSE, COSTS OFF) SELECT t.b, id, t.a FROM docs, variant_table(v, '$[*]') t(a int, b text, c variant) WHERE t.a > id AND t.a < 100;
EXPLAIN (COSTS OFF) SELECT count(*) FROM variant_table('[{"a": 1}]', '$[*]') t(a int);
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, FORMAT YAML, BUFFERS OFF) SELECT upper(b) FROM variant_table('[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]', '$[*]') t(a int, b text) WHERE a = 1 LIMIT 1 \g (tuples_only format=unaligned) | grep -E 'Node Type|Custom|Function|Filter|Removed'

-- row paths: all documents, walked to their rows or run; strict ones fail in both
SELECT p, (twice(format('SELECT id, a, b, c, e, nr FROM docs, variant_table(v, %L, ''{"c": "$.c.d", "nr": {"ordinality": true}}'') t(a text, b text, c variant, e numeric, nr int)', p))).*
FROM unnest('{$,$[*],$.a,$.rows,$.rows[*],$.deep.rows[*],$.deep.rows,"$[*].c.d[*]","$[*] ? (@.a > 3)","$[0]",$.**,$.keyvalue(),"$[*].keyvalue()",-$[*],"$.\"rows\"[*]",strict $,strict $[*],strict $.rows,strict $.rows[*],"strict $[*].a","lax $.nope[*]",$.nope.rows[*],$.a.rows[*],"$.rows[*][*]"}'::text[]) p;
SELECT p, (twice(format('SELECT a, b FROM docs, variant_table(v, %L) t(a int, b text) WHERE id = %s', p, i))).*
FROM unnest('{"strict $[*]","strict $.rows[*]","strict $.rows","strict $.deep.rows[*]"}'::text[]) p, unnest('{1,2,5,8,23,33,53}'::int[]) i;
-- how columns are looked at: in any order, twice, not at all, only by conditions, in expressions
SELECT q, (twice(format('SELECT %s FROM docs, variant_table(v, ''$[*]'', ''{"f": "$.c.d[0]"}'') t(a text, b text, c variant, e numeric, f variant) ORDER BY id', q))).*
FROM unnest('{"count(*) OVER ()","b, a",id,"a, a, a || b","e, id, c, a","c, f","f IS NULL","id + 1, e * 2, upper(b)","t.*","1"}'::text[]) q;
SELECT q, (twice(format('SELECT id, b FROM docs, variant_table(v, ''$[*]'') t(a text, b text, c variant, e numeric) WHERE %s', q))).*
FROM unnest(ARRAY['a > ''1''', 'e IS NOT NULL', 'c IS NULL', 'c[''d''][0] = id', 'a = id::text', 'length(b) > id', 'a = ''1'' AND e > 1', 'false', 'id = 1 OR e = 1.25', 'e = (SELECT max(a) FROM variant_table(v, ''$[*].e'', ''["$"]'') u(a numeric))']) q;
-- the row as a whole is for the function
SELECT q, (twice(format('SELECT %s FROM docs, variant_table(v, ''$[*]'') t(a text, b text) WHERE id < 40', q))).*
FROM unnest('{t,"row_to_json(t)","count(t)","t IS NULL","to_variant(t)"}'::text[]) q;
SELECT (twice('SELECT id FROM docs, variant_table(v, ''$[*]'') t(a text) WHERE t IS NOT NULL')).*;

-- all kinds of queries
SELECT n, (twice(q)).* FROM (VALUES
	(1, 'SELECT id, a FROM docs LEFT JOIN variant_table(v, ''$[*]'') t(a text, b text) ON a > ''2'''),
	(2, 'SELECT x.id, t.a FROM docs d LEFT JOIN docs x ON x.id = d.id AND x.id % 2 = 0 LEFT JOIN LATERAL variant_table(x.v, ''$.rows[*]'') t(a int) ON true ORDER BY 1, 2'),
	(3, 'SELECT id, (SELECT sum(a) FROM variant_table(v, ''$.rows[*]'') t(a int)) FROM docs'),
	(4, 'SELECT id FROM docs WHERE EXISTS (SELECT FROM variant_table(v, ''$[*]'') t(a text) WHERE a = ''2'')'),
	(5, 'SELECT id FROM docs WHERE id IN (SELECT a FROM variant_table((SELECT v FROM docs WHERE id = 23), ''$[*]'') t(a int))'),
	(6, 'SELECT id, ARRAY(SELECT a FROM variant_table(v, ''$.rows[*]'') t(a int) LIMIT 3) FROM docs'),
	(7, 'SELECT a FROM variant_table(NULL, ''$[*]'') t(a int)'),
	(8, 'SELECT a FROM docs, variant_table(v, CASE WHEN id % 2 = 0 THEN ''$.rows[*]''::jsonpath END) t(a int)'),
	(9, 'SELECT a FROM docs, variant_table(v, (ARRAY[''$.rows[*]'', ''$.deep.rows[*].a'', ''$[*]''])[1 + id % 3]::jsonpath, (ARRAY[''[]'', ''["$"]'', ''["$.a"]''])[1 + id % 3]::variant) t(a int)'),
	(10, 'SELECT a FROM docs, variant_table(columns => ''["$.b"]'', v => v, row_path => ''$[*]'') t(a text)'),
	(11, 'SELECT t.a, u.a FROM docs, variant_table(v, ''$.rows[*]'') t(a int, c variant), variant_table(c, ''$.d[*]'', ''["$"]'') u(a text) WHERE id = 32'),
	(12, 'SELECT id, t.a, u.a FROM docs, variant_table(v, ''$.rows[*]'') t(a int), variant_table(v, ''$.deep.rows[*]'') u(a int) WHERE t.a = u.a'),
	(13, 'SELECT a FROM docs, variant_table(v, ''$[*]'') t(a text) WHERE id < 25 UNION ALL SELECT a FROM variant_table((SELECT v FROM docs WHERE id = 22), ''$[*]'') t(a text) UNION ALL SELECT b FROM variant_table(''[{"b": "u"}]'', ''$[*]'') t(b text)'),
	(14, 'SELECT a FROM docs, variant_table(v, ''$[*]'') t(a text) INTERSECT SELECT a FROM variant_table((SELECT v FROM docs WHERE id = 23), ''$[*]'') t(a text) ORDER BY 1'),
	(15, 'WITH w AS MATERIALIZED (SELECT id, t.* FROM docs, variant_table(v, ''$[*]'') t(a text, e numeric)) SELECT x.id, y.a FROM w x JOIN w y USING (a) ORDER BY 1, 2'),
	(16, 'SELECT id, a, sum(e) OVER (PARTITION BY id ORDER BY e ROWS 2 PRECEDING), lag(a) OVER (PARTITION BY id ORDER BY e) FROM docs, variant_table(v, ''$[*]'') t(a text, e numeric) ORDER BY id, e, a'),
	(17, 'SELECT DISTINCT b FROM docs, variant_table(v, ''$[*]'') t(b text) ORDER BY b DESC LIMIT 7 OFFSET 2'),
	(18, 'SELECT length(a), count(*), sum(e), max(b), variant_agg(c ORDER BY e) FROM docs, variant_table(v, ''$[*]'') t(a text, b text, c variant, e numeric) GROUP BY ROLLUP (length(a)) ORDER BY 1'),
	(19, 'SELECT a FROM ROWS FROM (variant_table(''[{"a": 1}]'', ''$[*]'') AS (a int)) t'),
	(20, 'SELECT * FROM ROWS FROM (variant_table(''[{"a": 1}]'', ''$[*]'') AS (a int), generate_series(1, 2)) t'),
	(21, 'SELECT * FROM ROWS FROM (variant_table(''[{"a": 1}]'', ''$[*]'') AS (a int)) WITH ORDINALITY t'),
	(22, 'SELECT a FROM variant_table(CASE WHEN random() < 2 THEN ''[{"a": 1}]''::variant END, ''$[*]'') t(a int)'),
	(23, 'SELECT x.a, y.b FROM variant_table((SELECT v FROM docs WHERE id = 22), ''$[*]'') x(a int, b text) FULL JOIN variant_table((SELECT v FROM docs WHERE id = 21), ''$[*]'') y(a int, b text) ON x.a = y.a + 3 ORDER BY 1, 2'),
	(24, 'SELECT d.id, x.a, y.a FROM docs d, LATERAL (SELECT a FROM variant_table(d.v, ''$.rows[*]'') t(a int) ORDER BY a DESC LIMIT 2) x, LATERAL (SELECT max(a) FROM variant_table(d.v, ''$[*]'') t(a text) WHERE a::text > x.a::text) y(a)'),
	(25, 'SELECT a, (SELECT string_agg(b, '','') FROM (SELECT b FROM variant_table(d.v, ''$[*]'') u(a text, b text) WHERE u.a = t.a LIMIT 3) s) FROM docs d, variant_table(v, ''$[*]'') t(a text)'),
	(26, 'WITH RECURSIVE r(n, v) AS (SELECT 1, v FROM docs WHERE id IN (9, 1) UNION ALL SELECT n + 1, x FROM r, variant_table(r.v, ''$[*]'', ''["$"]'') t(x variant) WHERE n < 5 AND x @? ''strict $[*]'') SELECT n, v FROM r'),
	(27, 'SELECT id, a FROM docs TABLESAMPLE BERNOULLI (100), variant_table(v, ''$[*]'') t(a text) WHERE id IN (SELECT a FROM variant_table(''[20, 1, 23]'', ''$[*]'', ''["$"]'') u(a int))'),
	(28, 'VALUES ((SELECT count(*) FROM variant_table(''[1, 2]'', ''$[*]'') t(a int))), ((SELECT sum(a) FROM variant_table(''[1, 2]'', ''$[*]'', ''["$"]'') t(a int)))'),
	(29, 'SELECT (SELECT x.a FROM variant_table(d.v, ''$[*]'') u(a text) WHERE u.a > x.a LIMIT 1) FROM docs d, LATERAL (SELECT a FROM variant_table(d.v, ''$.rows[*]'') t(a text) OFFSET 0) x')
	) q(n, q) ORDER BY n;
-- rows of an inner side again and again, with and without a store between
SELECT m, (twice(format('SELECT /* %s */ x, a, b FROM generate_series(1, 5) x LEFT JOIN variant_table((SELECT v FROM docs WHERE id = %s), %L) t(a int, b text) ON a %% 5 >= x ORDER BY 1, 2', m, id, p))).*
FROM unnest('{on,off}'::text[]) m, set_config('enable_material', m, false), (VALUES (22, '$[*]'), (23, '$[*]'), (33, '$.rows[*]'), (33, '$.rows[*] ? (@.a < 50)'), (8, '$.rows')) d(id, p);
SELECT m, (twice(format('SELECT /* %s */ d.id, x, a FROM docs d, LATERAL (SELECT x, a FROM generate_series(1, 3) x JOIN variant_table(v, %L) t(a int) ON a %% 4 >= x OFFSET 0) s', m, p))).*
FROM unnest('{on,off}'::text[]) m, set_config('enable_material', m, false), unnest('{$.rows[*],"$.rows[*] ? (@.a < 50)",$.deep.rows[*]}'::text[]) p;
RESET enable_material;

-- begun anew with the same arguments: these are evaluated once, and the rows not each time.
-- The functions count how often they are called.
CREATE SEQUENCE calls;
CREATE SEQUENCE checks;
CREATE FUNCTION document(i int) RETURNS variant STABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('calls'); RETURN (SELECT v FROM docs WHERE id = i); END $$;
CREATE FUNCTION checked(i int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('checks'); RETURN true; END $$;
CREATE DOMAIN counted AS int CHECK (checked(VALUE));
CREATE FUNCTION counts(query text, OUT calls bigint, OUT checks bigint) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM setval('calls', 1), setval('checks', 1), result_of(query);
	calls = nextval('calls') - 2;
	checks = nextval('checks') - 2;
END $$;
SELECT n, p, id, (twice(format(q, p, id))).*, (counts(format(q, p, id))).* FROM unnest(ARRAY[
	'SELECT x, (SELECT sum(a) FROM variant_table(document(%2$s), %1$L) t(a counted) WHERE a > x) FROM generate_series(1, 100) x',
	'SELECT x FROM generate_series(1, 30) x WHERE EXISTS (SELECT FROM variant_table(document(%2$s), %1$L) t(a counted) WHERE a > x OFFSET 0)',
	'SELECT x, (SELECT a FROM variant_table(document(%2$s), %1$L) t(a counted) WHERE a > x %% 3 LIMIT 1) FROM generate_series(1, 100) x',
	'SELECT d, x, a FROM generate_series(%2$s, %2$s + 1) d, LATERAL (SELECT x, a FROM generate_series(1, 5) x, LATERAL (SELECT a, b FROM variant_table(document(d), %1$L) t(a counted, b text) WHERE a %% x = 0 OFFSET 0) s OFFSET 0) y']) WITH ORDINALITY q(q, n),
	unnest('{$.rows[*],"$.rows[*] ? (@.a > 0)"}'::text[]) p, unnest('{32,52}'::int[]) id;
SELECT (twice(q)).* FROM unnest(ARRAY[
	'SELECT id, x, (SELECT string_agg(a, '','') FROM variant_table(v, (ARRAY[''$[*]'', ''$.rows[*]'', ''$'']::jsonpath[])[1 + id % 3], ''[{"on_error": "null"}]'') t(a text) WHERE a > x::text) FROM docs, generate_series(1, 4) x',
	'SELECT id, y FROM docs, LATERAL (SELECT array_agg(s) AS y FROM generate_series(0, 3) x, LATERAL (SELECT (SELECT b FROM variant_table(v, ''$[*]'') t(a text, b text) WHERE a > x::text LIMIT 1) AS s) z) w',
	'SELECT id, x, (SELECT count(*) FROM variant_table(CASE WHEN id % 2 = 0 THEN v END, ''$.rows[*]'') t(a int) WHERE a > x) FROM docs, generate_series(1, 3) x']) q;

-- errors: in the middle, of columns that no one looks at, after what a limit takes
SELECT q, (twice(q)).* FROM unnest(ARRAY[
	'SELECT a FROM variant_table(''[{"a": 1}, {"a": "x"}]'', ''$[*]'') t(a int)',
	'SELECT b FROM variant_table(''[{"a": 1}, {"a": "x"}]'', ''$[*]'') t(a int, b text)',
	'SELECT count(*) FROM variant_table(''[{"a": 1}, {"b": 1}]'', ''$[*]'', ''[{"on_empty": "error"}]'') t(a variant)',
	'SELECT count(*) FROM variant_table(''[{"a": 1}, [{"a": 1}, {"a": 2}]]'', ''$[*]'') t(a variant)',
	'SELECT count(*) FROM variant_table(''[{"a": 1}, {"a": [1, 2]}]'', ''$[*]'', ''["$.a[*]"]'') t(a variant)',
	'SELECT a FROM variant_table(''[1]'', ''$[*]'', ''5'') t(a int)',
	'SELECT a FROM variant_table(''[1]'', ''$[*]'', ''["$", "$"]'') t(a int)',
	'SELECT a FROM variant_table(''[1]'', ''$[*]'', ''{"b": "$"}'') t(a int)',
	'SELECT a FROM variant_table(''[1]'', ''$x'') t(a int)',
	'SELECT a FROM variant_table(''[{"a": 1}, {"a": "x"}]'', ''$[*]'', ''[{"on_error": "null"}]'') t(a int)',
	'SELECT a, b FROM variant_table(''[{"a": 1}, {"a": "x"}, {"b": 3}, {"a": 5000000000}]'', ''$[*]'', ''[{"default_on_error": -1, "default_on_empty": -2}, {"default_on_empty": "none"}]'') t(a int, b text)',
	'SELECT 1 / (a - 2) FROM variant_table(''[{"a": 1}, {"a": 2}]'', ''$[*]'') t(a int)',
	'SELECT a FROM variant_table(''[{"a": 1}, {"a": 2}]'', ''$[*]'') t(a int) WHERE 1 / (a - 2) < 0']) q;
SELECT a FROM variant_table('[{"a": 1}, {"a": "x"}]', '$[*]') t(a int) LIMIT 1;

-- queries that lock or change rows keep whole rows of the others
SELECT q, (twice(q)).* FROM unnest(ARRAY[
	'SELECT id, a FROM docs, variant_table(v, ''$[*]'') t(a text) FOR UPDATE OF docs',
	'SELECT id, a FROM docs, LATERAL (SELECT count(a) FROM variant_table(v, ''$[*]'') t(a text)) s(a) FOR UPDATE OF docs',
	'SELECT id FROM docs WHERE (SELECT count(a) FROM variant_table(v, ''$[*]'') t(a text)) > 5 FOR UPDATE']) q;
CREATE TABLE target AS SELECT id, 0 AS n, v FROM docs;
SELECT plan_of('UPDATE target SET n = a FROM variant_table(''[{"id": 1, "a": 5}, {"id": 2, "a": 6}]'', ''$[*]'') t(id int, a int) WHERE t.id = target.id');
UPDATE target SET n = a FROM variant_table('[{"id": 1, "a": 5}, {"id": 2, "a": 6}]', '$[*]') t(id int, a int) WHERE t.id = target.id;
SELECT plan_of('UPDATE target SET n = (SELECT count(*) FROM variant_table(v, ''$[*]'') t(a text) WHERE a <> '''') WHERE n = 0');
UPDATE target SET n = (SELECT count(*) FROM variant_table(v, '$[*]') t(a text) WHERE a <> '') WHERE n = 0;
SELECT plan_of('DELETE FROM target WHERE id IN (SELECT a FROM variant_table(''[3, 4]'', ''$[*]'', ''["$"]'') t(a int))');
DELETE FROM target WHERE id IN (SELECT a FROM variant_table('[3, 4]', '$[*]', '["$"]') t(a int));
SELECT plan_of('INSERT INTO target SELECT a, a FROM variant_table(''[100, 101]'', ''$[*]'', ''["$"]'') t(a int)');
INSERT INTO target SELECT a, a FROM variant_table('[100, 101]', '$[*]', '["$"]') t(a int);
MERGE INTO target USING variant_table('[{"id": 100, "n": 7}, {"id": 102, "n": 8}]', '$[*]') t(id int, n int) ON target.id = t.id WHEN MATCHED THEN UPDATE SET n = t.n WHEN NOT MATCHED THEN INSERT (id, n) VALUES (t.id, t.n);
SELECT id, n FROM target ORDER BY id;

-- plans that are kept: parameters, also after the function or a type changed
PREPARE p(variant, int) AS SELECT a, b FROM variant_table($1, '$[*]') t(a int, b text) WHERE a > $2;
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE p(NULL, 1);
EXECUTE p('[{"a": 1, "b": "x"}, {"a": 2}]', 1);
EXECUTE p('[{"a": 3, "b": "x"}, {"a": 2}]', 1);
EXECUTE p(NULL, 1);
EXECUTE p('[{"a": "no"}]', 1);
EXECUTE p('[{"a": 4}]', 1);
PREPARE path(jsonpath, variant) AS SELECT a FROM variant_table('{"x": [{"a": 1, "b": 2}], "y": {"a": 3}}', $1, $2) t(a int);
EXECUTE path('$.x[*]', '[]');
EXECUTE path('$.y', '[]');
EXECUTE path('$.*', '["$.a"]');
EXECUTE path('$.x[*]', '["$.b"]');
CREATE DOMAIN small AS int CHECK (VALUE < 10);
PREPARE typed AS SELECT a FROM variant_table('[{"a": 5}]', '$[*]') t(a small);
EXECUTE typed;
ALTER DOMAIN small ADD CHECK (VALUE < 5);
EXECUTE typed;
BEGIN;
ALTER FUNCTION variant_table(variant, jsonpath, variant) SET work_mem = '8MB';
SELECT plan_of('SELECT a FROM variant_table(''[]'', ''$'') t(a int)');
EXPLAIN (COSTS OFF) EXECUTE p(NULL, 1);
ROLLBACK;
EXPLAIN (COSTS OFF) EXECUTE p(NULL, 1);
SET variant.table_scan = off;
DEALLOCATE ALL;
SELECT plan_of('SELECT a FROM variant_table(''[]'', ''$'') t(a int)');
RESET variant.table_scan;
RESET plan_cache_mode;

-- in functions, over documents that change while they are read
CREATE FUNCTION loops(d variant) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	r record;
	q record;
	result text = '';
BEGIN
	FOR r IN SELECT a, b FROM variant_table(d, '$[*]') t(a int, b text) LOOP
		d[r.a - 1]['b'] = to_variant('changed'::text);
		d = d || '{"a": 9, "b": "new"}'::variant;
		result = result || r.a || r.b || ' ';
		FOR q IN SELECT a FROM variant_table(d, '$[*]') t(a int, b text) WHERE b = 'changed' LOOP
			result = result || q.a || ',';
		END LOOP;
		EXIT WHEN r.a > 3;
	END LOOP;
	RETURN result;
END $$;
SELECT loops('[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}, {"a": 3, "b": "z"}]');
SELECT result_of(q) = (SELECT result_of(q) FROM set_config('variant.table_scan', 'off', false)), set_config('variant.table_scan', 'on', false) IS NULL FROM (VALUES ('SELECT loops(v) FROM docs WHERE id = 22')) x(q);
CREATE FUNCTION parts(d variant) RETURNS SETOF int LANGUAGE sql STABLE AS $$ SELECT a FROM variant_table(d, '$[*]') t(a int) $$;
SELECT (twice('SELECT id, parts(v) FROM docs WHERE id IN (3, 21, 22)')).result;
SELECT (twice('SELECT id, p FROM docs, parts(v) p WHERE id IN (3, 21, 22)')).*;

-- cursors: forward as far as wanted, backward from a store, beyond the transaction
BEGIN;
DECLARE forth NO SCROLL CURSOR FOR SELECT id, a FROM docs, variant_table(v, '$[*]') t(a text) WHERE id = 1 OR id = 22;
FETCH 2 FROM forth;
DECLARE back SCROLL CURSOR FOR SELECT id, a FROM docs, variant_table(v, '$[*]') t(a text) WHERE id = 1 OR id = 21;
FETCH 3 FROM back;
DELETE FROM docs WHERE id = 1;
FETCH 2 FROM forth;
FETCH BACKWARD 2 FROM back;
FETCH LAST FROM back;
FETCH ABSOLUTE 2 FROM back;
DECLARE alone SCROLL CURSOR WITH HOLD FOR SELECT a FROM variant_table((SELECT v FROM docs WHERE id = 53), '$.rows[*]') t(a int);
FETCH 1 FROM alone;
FETCH 2 FROM forth;
FETCH 1 FROM alone;
ROLLBACK;
BEGIN;
DECLARE held CURSOR WITH HOLD FOR SELECT a FROM docs, variant_table(v, '$[*]') t(a int) WHERE id = 21;
FETCH 2 FROM held;
COMMIT;
FETCH 2 FROM held;
CLOSE held;
-- over one scan a cursor goes back without SCROLL, too
CREATE FUNCTION back_and_forth(query text, mode text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	c refcursor;
	a text;
	step int;
	result text = '';
BEGIN
	PERFORM set_config('variant.table_scan', mode, true);
	OPEN c FOR EXECUTE query;
	FOREACH step IN ARRAY '{1,1,1,-1,-1,1,2,-1,9,-1,1,-9,-1,1,0,2,-2,1,4}'::int[] LOOP
		FETCH RELATIVE step FROM c INTO a;
		result = result || coalesce(a, '-') || ' ';
	END LOOP;
	FETCH ABSOLUTE -2 FROM c INTO a;
	RETURN result || coalesce(a, '-');
END $$;
SELECT p, steps, plan_of(q), steps = back_and_forth(q, 'off') AS same FROM (SELECT p, q, back_and_forth(q, 'on') AS steps FROM (VALUES
	('all', 'SELECT a FROM variant_table(''[1, 2, 3, 4, 5]'', ''$[*]'', ''["$"]'') t(a int)'),
	('filter', 'SELECT a + 10 FROM variant_table((SELECT v FROM docs WHERE id = 21), ''$[*]'') t(b text, a int) WHERE b <> ''name 2'''),
	('run', 'SELECT a FROM variant_table((SELECT v FROM docs WHERE id = 52), ''$.rows[*] ? (@.a < 6)'') t(a int)'),
	('one', 'SELECT a FROM variant_table(''{"a": 1}'', ''$'') t(a int)'),
	('none', 'SELECT a FROM variant_table(''[]'', ''$[*]'') t(a int)'),
	('null', 'SELECT a FROM variant_table(NULL, ''$[*]'') t(a int)'),
	('append', 'SELECT a FROM variant_table(''[1, 2, 3]'', ''$[*]'', ''["$"]'') t(a int) UNION ALL SELECT a FROM variant_table(''[4, 5]'', ''$[*]'', ''["$"]'') t(a int)'),
	('limit', 'SELECT a FROM variant_table(''[1, 2, 3, 4, 5]'', ''$[*]'', ''["$"]'') t(a int) LIMIT 3 OFFSET 1')) x(p, q) OFFSET 0) y;
-- a subtransaction that fails between two rows
BEGIN;
DECLARE c CURSOR FOR SELECT a FROM docs, variant_table(v, '$.rows[*]') t(a int) WHERE id = 53;
FETCH 2 FROM c;
SAVEPOINT s;
SELECT count(v['rows'][5]), count(v::text) FROM docs;
SELECT 1 / 0;
ROLLBACK TO s;
FETCH 2 FROM c;
COMMIT;

-- rights: the function's, the table's, those of views, rows that one may see
CREATE ROLE regress_variant_table;
GRANT USAGE ON SCHEMA test_table_scan TO regress_variant_table;
CREATE FUNCTION tell(x text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$ BEGIN RAISE NOTICE 'sees %', x; RETURN true; END $$;
CREATE TABLE mine (who text, v variant);
INSERT INTO mine VALUES ('regress_variant_table', '[{"a": "my own"}]'), ('other', '[{"a": "secret"}]');
GRANT SELECT ON mine TO regress_variant_table;
ALTER TABLE mine ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON mine TO regress_variant_table USING (who = current_user);
CREATE VIEW guarded WITH (security_barrier) AS SELECT a, b FROM variant_table('[{"a": "open", "b": 1}, {"a": "hidden", "b": 2}]', '$[*]') t(a text, b int) WHERE b < 2;
CREATE VIEW plain AS SELECT a, b FROM variant_table('[{"a": "open", "b": 1}, {"a": "hidden", "b": 2}]', '$[*]') t(a text, b int) WHERE b < 2;
GRANT SELECT ON guarded, plain TO regress_variant_table;
SET ROLE regress_variant_table;
SELECT a FROM mine, variant_table(v, '$[*]') t(a text) WHERE tell(a);
SELECT a FROM guarded WHERE tell(a);
SELECT a FROM plain WHERE a = 'open';
RESET ROLE;
SELECT plan_of('SELECT a FROM guarded WHERE tell(a)');
SELECT pg_get_viewdef('plain') AS definition \gset
CREATE VIEW again AS :definition
SELECT * FROM again;
BEGIN;
REVOKE EXECUTE ON FUNCTION variant_table(variant, jsonpath, variant) FROM PUBLIC;
SET LOCAL ROLE regress_variant_table;
EXPLAIN (COSTS OFF) SELECT a FROM variant_table('[1]', '$[*]') t(a int);
ROLLBACK;
-- as the owner of a view, but functions as the caller
BEGIN;
REVOKE EXECUTE ON FUNCTION variant_table(variant, jsonpath, variant) FROM PUBLIC;
SET LOCAL ROLE regress_variant_table;
SELECT a FROM plain;
ROLLBACK;

-- in workers, where the server allows it
CREATE TABLE many AS SELECT id, v FROM docs, generate_series(1, 20) WHERE id < 40;
ALTER TABLE many SET (parallel_workers = 2);
ANALYZE many;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT (twice(q)).result FROM unnest(ARRAY[
	'SELECT count(*), sum(a), max(b) FROM many, variant_table(v, ''$.rows[*]'') t(a int, b text, c variant) WHERE a > 3',
	'SELECT id, a, count(*) FROM many, variant_table(v, ''$[*]'', ''["$.a", "$.c.d[0]"]'') t(a text, n text) GROUP BY 1, 2 ORDER BY 1, 2',
	'SELECT id, a FROM many, variant_table(v, ''$[*] ? (@.a > 3)'') t(a text) ORDER BY 1, 2']) q;
SELECT plan_of(q) ~ 'scan' FROM unnest(ARRAY['SELECT count(*), sum(a), max(b) FROM many, variant_table(v, ''$.rows[*]'') t(a int, b text, c variant) WHERE a > 3']) q;
SELECT count(set_config(CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'debug_parallel_query' ELSE 'force_parallel_mode' END, 'on', false));
SELECT (twice(q)).result FROM unnest(ARRAY['SELECT a, b FROM variant_table((SELECT v FROM docs WHERE id = 22), ''$[*]'') t(a int, b text, c variant)']) q;
SELECT count(set_config(CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'debug_parallel_query' ELSE 'force_parallel_mode' END, 'off', false));

-- the first query of a session: nothing else loads the module
\c -
EXPLAIN (COSTS OFF) SELECT b FROM test_table_scan.plain;

-- memory: that of one document, not of all of its rows
SET client_min_messages = warning;
SET search_path = test_table_scan, public;
SELECT bytes_at_end - bytes_at_100 < 100000 AS bounded, n FROM (SELECT count(*) AS n, max(bytes) FILTER (WHERE a = 100) AS bytes_at_100, max(bytes) FILTER (WHERE a = 40000) AS bytes_at_end
	FROM (SELECT variant_agg(variant_build_object('a', i, 'b', repeat('b', 20 + i % 100), 'c', variant_build_object('x', 1)) ORDER BY i) AS d FROM generate_series(1, 40000) i OFFSET 0) s, variant_table(d, '$[*]') t(a int, b text, c variant),
	LATERAL (SELECT CASE WHEN a IN (100, 40000) THEN (SELECT sum(total_bytes) FROM pg_backend_memory_contexts) END AS bytes) m WHERE c IS NOT NULL) x;
DROP SCHEMA test_table_scan CASCADE;
DROP ROLE regress_variant_table;
