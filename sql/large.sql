-- Large values read in parts: the same answers as from the whole, of fewer pages.
LOAD 'variant';
SHOW variant.detoast_cache;

CREATE TABLE texts (id int GENERATED ALWAYS AS IDENTITY, t text);
ALTER TABLE texts ALTER t SET STORAGE EXTERNAL;
-- arrays of objects, 1 kB to 1 MB
INSERT INTO texts (t) SELECT jsonb_build_object('id', n, 'k1', 'v' || n, 'flag', n % 2 = 0, 'none', NULL,
		'items', (SELECT jsonb_agg(jsonb_build_object('sku', 'SKU-' || i * 7919 % 10007, 'qty', i % 100, 'price', i * 1.37, 'note', CASE WHEN i % 5 = 0 THEN md5(i::text) END, 'tags', jsonb_build_array(i, md5(i::text)))) FROM generate_series(1, n) i),
		'zlast', 'end' || n)::text
	FROM unnest('{8,17,40,65,500,11000}'::int[]) n;
-- many names, also more than one window of them
INSERT INTO texts (t) SELECT (SELECT jsonb_object_agg('attribute_' || md5(i::text), CASE i % 4 WHEN 0 THEN to_jsonb(i) WHEN 1 THEN to_jsonb(md5(i::text)) WHEN 2 THEN jsonb_build_object('n', i) ELSE 'null' END) FROM generate_series(1, n) i)::text
	FROM unnest('{30,64,65,129,1000,7000}'::int[]) n;
-- one large member between small ones, and long strings
INSERT INTO texts (t) SELECT jsonb_build_object('a', 1, 'big', (SELECT string_agg(md5(i::text), '') FROM generate_series(1, n) i), 'm', jsonb_build_object('x', repeat('long ', n), 'y', jsonb_build_array(1, 2, 3)), 'z', 2)::text
	FROM unnest('{100,3000,20000}'::int[]) n;
-- arrays and scalars at the top
INSERT INTO texts (t) SELECT (SELECT jsonb_agg(CASE WHEN i % 3 = 0 THEN to_jsonb(md5(i::text)) ELSE to_jsonb(i) END) FROM generate_series(1, n) i)::text
	FROM unnest('{200,2000,40000}'::int[]) n;
INSERT INTO texts (t) SELECT to_jsonb((SELECT string_agg(md5(i::text), '') FROM generate_series(1, n) i))::text FROM unnest('{70,500,5000}'::int[]) n;
-- what compresses to little
INSERT INTO texts (t) SELECT jsonb_build_object('r', repeat('abc', n), 'last', n, 'list', (SELECT jsonb_agg(1) FROM generate_series(1, n)))::text FROM unnest('{1500,60000}'::int[]) n;

CREATE TABLE larges (id int, how text, v variant);
CREATE FUNCTION fill(how text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('ALTER TABLE larges ALTER v SET STORAGE %s', CASE WHEN how IN ('pglz', 'lz4') THEN 'extended' ELSE how END);
	BEGIN
		EXECUTE format('ALTER TABLE larges ALTER v SET COMPRESSION %s', CASE WHEN how = 'lz4' THEN 'lz4' ELSE 'pglz' END);
	EXCEPTION WHEN feature_not_supported THEN
		NULL;					-- a server without lz4
	END;
	INSERT INTO larges SELECT id, how, t::variant FROM texts;
END $$;
SELECT fill(how) FROM unnest('{external,pglz,lz4,main}'::text[]) how;
SET variant.storage = plain;
INSERT INTO larges SELECT id, 'main, plain', t::variant FROM texts;
ALTER TABLE larges ALTER v SET STORAGE EXTERNAL;
INSERT INTO larges SELECT id, 'external, plain', t::variant FROM texts;
RESET variant.storage;
SELECT how, count(*) FILTER (WHERE variant_storage(v) = 'delta') > 10 AS delta,
	count(*) FILTER (WHERE pg_column_size(v) < length(variant_to_bytes(v))) > 5 AS compressed, max(length(variant_to_bytes(v))) > 1000000 AS large
FROM larges GROUP BY how ORDER BY how;

-- paths: of each container the first, a middle, the last and a missing member
CREATE FUNCTION paths_of(j jsonb, path text[] DEFAULT '{}') RETURNS SETOF text[] LANGUAGE plpgsql AS $$
DECLARE
	steps text[] := '{nowhere,-1,1000000}';
	n int;
	step text;
BEGIN
	IF path <> '{}' THEN
		RETURN NEXT path;
	END IF;
	IF jsonb_typeof(j) = 'object' THEN
		steps := steps || (SELECT array_agg(k) FROM (SELECT k FROM jsonb_object_keys(j) WITH ORDINALITY o(k, i) WHERE i IN (1, 2, 3, 63, 64, 65, 66, 500, 6000)) s)
			|| (SELECT array_agg(DISTINCT k) FROM unnest('{a,big,items,flag,none,zlast,m,z,last,list,tags,note}'::text[]) k WHERE j ? k);
	ELSIF jsonb_typeof(j) = 'array' THEN
		n := jsonb_array_length(j);
		steps := steps || (SELECT array_agg(k::text) FROM unnest(ARRAY[0, 1, 62, 63, 64, 65, n / 2, n - 1, n]) k);
	ELSE
		RETURN;
	END IF;
	FOR step IN SELECT DISTINCT s FROM unnest(steps) s LOOP
		IF j #> ARRAY[step] IS NULL OR cardinality(path) = 3 THEN
			RETURN NEXT path || step;
		ELSE
			RETURN QUERY SELECT paths_of(j #> ARRAY[step], path || step);
		END IF;
	END LOOP;
END $$;
CREATE TABLE paths AS SELECT id, p, t::jsonb #> p AS j FROM texts, paths_of(t::jsonb) p;
SELECT count(*) > 1000 AS enough FROM paths;
-- the oracle: values that are all there, in plain form
SET variant.storage = plain;
CREATE FUNCTION whole(v variant) RETURNS variant LANGUAGE plpgsql VOLATILE AS $$BEGIN RETURN variant_from_bytes(variant_to_bytes(v)); END$$;
CREATE TABLE answers AS SELECT p.id, p.p, w #> p.p AS v, w #>> p.p AS t FROM (SELECT DISTINCT ON (id) id, whole(v) AS w FROM larges OFFSET 0) l JOIN paths p USING (id);
RESET variant.storage;
SELECT count(*) FROM answers a JOIN paths p USING (id, p) WHERE v::jsonb IS DISTINCT FROM j;
CREATE FUNCTION differ(a anyelement, b anyelement) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT a::text IS DISTINCT FROM b::text';

-- wrong answers, with the cache, without it, and when it is too small
CREATE FUNCTION wrong() RETURNS TABLE (what text, how text, id int, p text[]) LANGUAGE sql AS $$
	SELECT 'path', l.how, id, p FROM larges l JOIN answers a USING (id) WHERE differ(l.v #> p, a.v) OR differ(l.v #>> p, a.t)
	UNION ALL
	SELECT 'step', l.how, id, p FROM larges l JOIN answers a USING (id) WHERE cardinality(p) = 1
		AND CASE WHEN variant_typeof(l.v) = 'object' THEN differ(l.v -> p[1], a.v) OR differ(l.v ->> p[1], a.t) OR differ(l.v[p[1]], a.v)
				OR differ(l.v ? p[1], a.v IS NOT NULL) OR differ(l.v ?| p, a.v IS NOT NULL) OR differ(l.v ?& p, a.v IS NOT NULL)
			WHEN p[1] ~ '^-?\d+$' THEN differ(l.v -> p[1]::int, a.v) OR differ(l.v ->> p[1]::int, a.t) OR differ(l.v[p[1]::int], a.v) END
	UNION ALL
	SELECT 'two steps', l.how, id, p FROM larges l JOIN answers a USING (id) WHERE cardinality(p) = 2
		AND (differ(l.v[p[1]][p[2]], a.v)
		OR p[1] ~ '^[a-z_0-9]+$' AND p[1] !~ '^-?\d+$' AND p[2] ~ '^-?\d+$' AND variant_typeof(l.v -> p[1]) = 'array' AND (differ(variant_get(l.v, '$.' || p[1] || '[' || p[2] || ']'), a.v)
			OR differ(variant_get(l.v, '$.' || p[1] || '[' || p[2] || ']', NULL::text), a.t)))
	UNION ALL
	SELECT 'scalar', l.how, id, p FROM larges l JOIN answers a USING (id) WHERE cardinality(p) = 1 AND variant_typeof(l.v) = 'object'
		AND (CASE WHEN variant_typeof(a.v) = 'number' THEN differ(variant_get(l.v, '$.' || p[1], NULL::numeric), a.v::numeric) OR differ((l.v[p[1]])::numeric, a.v::numeric)
			OR differ(l.v[p[1]] = a.v::numeric, true) END
		OR CASE WHEN variant_typeof(a.v) = 'string' THEN differ(l.v[p[1]] = a.t, true) OR differ(l.v[p[1]] > ''::text, true) END)
$$;
SELECT * FROM wrong() LIMIT 10;
SET variant.detoast_cache = 0;
SELECT * FROM wrong() LIMIT 10;
SET variant.detoast_cache = '40kB';
SELECT * FROM wrong() LIMIT 10;
RESET variant.detoast_cache;
-- all paths of a value in one query, as constants, twice: texts, numbers, comparisons
CREATE FUNCTION wrong_together() RETURNS TABLE (n bigint) LANGUAGE plpgsql AS $$
DECLARE
	document int;
	lists text;
BEGIN
	FOR document IN SELECT DISTINCT a.id FROM answers a ORDER BY 1 LOOP
		SELECT string_agg(format('differ(v #>> %1$L, %2$L::text) OR differ(v #>> %1$L = ''no'', %2$L = ''no'')', a.p, a.t)
			|| CASE WHEN variant_typeof(a.v) = 'number' THEN format(' OR differ((v #> %1$L)::numeric, %2$L::numeric) OR differ((v #> %1$L)::float8, %2$L::float8)', a.p, a.t) ELSE '' END
			|| CASE WHEN a.t ~ '^[0-9]{1,9}$' THEN format(' OR differ((v #>> %1$L)::bigint, %2$L::bigint) OR differ((v #> %1$L)::int, %2$L::int) OR differ((v #> %1$L)::bigint, %2$L::bigint)', a.p, a.t) ELSE '' END,
			' OR ') INTO lists
		FROM (SELECT * FROM answers WHERE id = document ORDER BY md5(p::text) LIMIT 60) a;
		RETURN QUERY EXECUTE format('SELECT count(*) FROM larges WHERE id = %s AND (%s OR %s)', document, lists, lists);
	END LOOP;
END $$;
SELECT sum(n) AS wrong, count(*) AS documents FROM wrong_together();
SET variant.detoast_cache = 0;
SELECT sum(n) AS wrong, count(*) AS documents FROM wrong_together();
RESET variant.detoast_cache;

-- the root
SELECT l.id, how FROM larges l JOIN texts t USING (id), LATERAL (SELECT t::jsonb AS j OFFSET 0) x
WHERE variant_typeof(v) <> jsonb_typeof(j) OR variant_physical_type(v) <> variant_physical_type(t::variant) OR is_variant_null(v)
	OR CASE jsonb_typeof(j) WHEN 'array' THEN variant_array_length(v) <> jsonb_array_length(j)
		WHEN 'object' THEN (SELECT array_agg(k) FROM variant_object_keys(v) k) <> (SELECT array_agg(k ORDER BY k COLLATE "C") FROM jsonb_object_keys(j) k)
		ELSE v <> (j #>> '{}') OR NOT v = (j #>> '{}') OR v < ''::text END;
SELECT l.id, how FROM larges l JOIN texts t USING (id) WHERE v::text <> t::variant::text OR v <> t::variant OR v::jsonb <> t::jsonb;
-- jsonpath and @~: of a large value only what a path names is read
CREATE FUNCTION tried(v variant, path jsonpath, strict_errors boolean) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	RETURN concat_ws(' / ', variant_path_query_array(v, path, '{"n": 17}', NOT strict_errors), variant_path_query_first(v, path, '{"n": 17}', NOT strict_errors),
		variant_path_exists(v, path, '{"n": 17}', NOT strict_errors),
		(SELECT string_agg(q::text, ',') FROM variant_path_query(v, path, '{"n": 17}', NOT strict_errors) q));
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || SQLERRM;
END $$;
CREATE TABLE jsonpaths (path jsonpath);
INSERT INTO jsonpaths SELECT (mode || p)::jsonpath FROM unnest('{"","strict "}'::text[]) mode, unnest(ARRAY['$.id', '$.zlast', '$.nowhere', '$.nowhere.x', '$.items[0].sku', '$.items.qty', '$.items[*].tags[1]', '$.m.y[1]', '$.m.y', '$.m.nope', '$.m', '$.a.b', '$.none.x',
	'$.id == 17', '$.k1 starts with "v1"', '$.flag == true && $.none == null', '$.flag == true || $.nowhere == 1', '$.id > $n', '$.items[*] ? (@.qty == $.id && $.flag == true).sku', '$.m ? (@.y[*] > $.a).z', '$.m.x.type()', '$.m.keyvalue()', '$.m.y.size()',
	'$.id + $.m.y[0]', '-$.id', '$.id.double() / 0', '$.items[$.a].qty', '$.list[last]', 'exists($.zlast ? (@ like_regex "^end1"))', '($.nowhere == 1) is unknown', '$.attribute_c4ca4238a0b923820dcc509a6f75849b', '$.attribute_c81e728d9d4c2f636f067f89cc14862c.n',
	'$', '$.*.n', '$[1]', '$.m.**', '$.m.*', '$.big.type()', '$."last"', '"x"', '1 == 1', '$."last" ? (@ == $."last" && @ != $.list.size())']) p;
SELECT count(*) FROM jsonpaths;
SET variant.storage = plain;
CREATE TABLE wholes AS SELECT DISTINCT ON (id) id, whole(v) AS w FROM larges WHERE length(variant_to_bytes(v)) < 100000 ORDER BY id;
CREATE TABLE expected AS SELECT id, path::text, strict_errors, tried(whole(w), path, strict_errors) AS answer FROM wholes, jsonpaths, unnest('{f,t}'::boolean[]) strict_errors;
RESET variant.storage;
SELECT count(*) > 1000 AS enough, count(DISTINCT answer) > 50 AS different, count(*) FILTER (WHERE answer ~ '^22') > 50 AS errors FROM expected;
SELECT how, id, path, strict_errors FROM expected JOIN larges USING (id), LATERAL tried(v, path::jsonpath, strict_errors) t WHERE t IS DISTINCT FROM answer LIMIT 10;
SET variant.detoast_cache = 0;
SELECT how, id, path, strict_errors FROM expected JOIN larges USING (id), LATERAL tried(v, path::jsonpath, strict_errors) t WHERE how !~ 'main' AND t IS DISTINCT FROM answer LIMIT 10;
RESET variant.detoast_cache;
SELECT how, id, predicate FROM larges JOIN wholes USING (id),
	unnest(ARRAY['$.id = 17', '$.id > 3', '$.zlast STARTS WITH "end1"', '$.zlast IS string', '$.items IS array', '$.m IS object AND NOT EXISTS $.m.q', 'EXISTS $.items[3].tags', 'EXISTS $.items', '$.items[-1].qty < 50',
		'$.nowhere = 1 OR $.flag = true', '$.items = [1]', '$[5] = 5', '$ IS string', 'EXISTS ${5}', '$.m.y[1] IN (1, 2, 3)']::variant_predicate[]) predicate
WHERE (v @~ predicate) IS DISTINCT FROM (w @~ predicate) LIMIT 10;
SELECT variant_array_length(v) FROM larges WHERE id = 6 AND how = 'external';
SELECT variant_object_keys(v) FROM larges WHERE id = 19 AND how = 'external';
SELECT v::int FROM larges WHERE id = 6 AND how = 'external';
SELECT v > 5, v = 5, v <> 5 FROM larges WHERE id = 6 AND how = 'pglz';
-- in a PL/pgSQL variable, in a sort, in an aggregate's state
DO $$
DECLARE
	x variant;
BEGIN
	FOR x IN SELECT v FROM larges WHERE id = 6 LOOP
		IF x->>'zlast' <> 'end11000' OR x['items'][10999]->>'qty' <> '0' THEN
			RAISE WARNING 'wrong';
		END IF;
		x['items'][4000]['qty'] := '-1';
		IF x['items'][4000]->>'qty' <> '-1' OR x['items'][4001]->>'qty' <> '2' THEN
			RAISE WARNING 'wrong after assignment';
		END IF;
	END LOOP;
END $$;
SELECT count(DISTINCT v['items'][4]->>'sku'), min(v->>'zlast'), count(*) FROM (SELECT v FROM larges WHERE id = 6 ORDER BY v, how) s;

-- pages: one key of a value of a megabyte, wherever it lies
VACUUM ANALYZE larges;
CREATE TABLE one AS SELECT v FROM larges LIMIT 0;
ALTER TABLE one ALTER v SET STORAGE EXTERNAL;
INSERT INTO one SELECT v FROM larges WHERE id = 6 AND how = 'external';
VACUUM ANALYZE one;
CREATE FUNCTION pages(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE query;
	EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, FORMAT JSON) ' || query INTO plan;
	RETURN (plan->0->'Plan'->>'Shared Hit Blocks')::bigint + (plan->0->'Plan'->>'Shared Read Blocks')::bigint;
END $$;
SELECT pages('SELECT count(v::text) FROM one') > 100 AS whole;
SELECT expression, pages(format('SELECT count(%s) FROM one', expression)) AS too_many
FROM (VALUES ('v->''id''', 8), ('v->>''zlast''', 8), ('v->''nowhere''', 8), ('v ? ''none''', 8), ('variant_typeof(v)', 8), ('v > 5', 8), ('(v[''id''])::int', 8),
	('v[''items''][0]->>''sku''', 12), ('v[''items''][3999]->>''sku''', 25), ('v #>> ''{items,10999,tags,1}''', 25), ('v[''items''][-1]', 25), ('variant_get(v, ''$.items[5000].qty'', NULL::int)', 25)) x(expression, most)
WHERE pages(format('SELECT count(%s) FROM one', expression)) > most;
SET variant.detoast_cache = 0;
SELECT expression, pages(format('SELECT count(%s) FROM one', expression)) AS too_many
FROM (VALUES ('v @? ''$.id''', 20), ('v @? ''$.nowhere.x''', 20), ('v @? ''$.k1 ? (@ starts with "v")''', 20), ('v @@ ''$.zlast == "end11000" && $.id > 5''', 20), ('variant_path_query_first(v, ''$.flag'')', 20), ('variant_path_exists(v, ''strict $.id'')', 20),
	('v @~ ''$.id = 11000''', 20), ('v @~ ''EXISTS $.items[5000]''', 30), ('v @~ ''$.zlast STARTS WITH "end" AND $.items IS array''', 20)) x(expression, most)
WHERE pages(format('SELECT count(%s) FROM one', expression)) > most;
RESET variant.detoast_cache;
-- many paths of one value cost hardly more than one
SELECT pages($$SELECT count(v->>'id'), count(v->>'k1'), count(v->>'zlast'), count(v['flag']), count(v->'none'), count(v ? 'none') FROM one$$) <= 8 AS good;
SET variant.detoast_cache = 0;
SELECT pages($$SELECT count(v->>'id'), count(v->>'k1'), count(v->>'zlast'), count(v['flag']), count(v->'none'), count(v ? 'none') FROM one$$) > 15 AS without_cache;
RESET variant.detoast_cache;

-- ANALYZE leaves large values where they are: pages of the TOAST table that it read
SELECT pg_stat_force_next_flush();
SELECT coalesce(sum(toast_blks_hit + toast_blks_read), 0) AS before FROM pg_statio_user_tables WHERE relname = 'larges' \gset
ANALYZE larges;
SELECT pg_stat_force_next_flush();
SELECT sum(toast_blks_hit + toast_blks_read) - :before AS pages, sum(toast_blks_hit + toast_blks_read) > 1000 AS counted FROM pg_statio_user_tables WHERE relname = 'larges';
SELECT null_frac, avg_width > 18 AS width FROM pg_stats WHERE tablename = 'larges' AND attname = 'v';

DROP FUNCTION fill, paths_of, differ, wrong, whole, pages, tried;
DROP TABLE texts, larges, paths, answers, one, jsonpaths, wholes, expected;
