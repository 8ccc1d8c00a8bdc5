-- Comparisons that look at subscripts where they are: the same as without.
CREATE TABLE borrow (id int, k text, n int, v variant);
INSERT INTO borrow
SELECT i, 'k' || i % 3, i % 3,
	to_variant(jsonb_strip_nulls(jsonb_build_object(
		'kind', CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'one' ELSE 'a string ' || i % 7 END,
		'n', CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN 1.5 * i ELSE i % 11 END,
		'big', 9007199254740990 + i,
		'long', repeat('long ', i % 40),
		'tags', (SELECT jsonb_agg(t) FROM generate_series(1, i % 6) t),
		'sub', jsonb_build_object('x', i % 3, 'y', jsonb_build_object('z', 'deep ' || i % 2)),
		'k0', 1, 'k1', 'one', 'k2', true)))
FROM generate_series(1, 200) i;
-- other shapes: no objects, nulls, empty names, many names, typed scalars, numbers in other encodings, more than one chunk
INSERT INTO borrow VALUES
	(301, 'k0', 0, NULL), (302, 'k0', 0, '5'), (303, 'k0', 0, '"one"'), (304, 'k0', 0, 'null'), (305, 'k0', 0, '[1, "one", {"n": 3}]'),
	(306, 'k1', 1, '{"kind": null, "n": null, "tags": null, "sub": null}'), (307, '', 2, '{"": "one", "n": "x", "kind": 5}'),
	(308, 'k0', 0, '{"n": 3.0, "kind": "one", "at": "2024-10-24T18:22:26Z"::timestamptz, "day": "2024-10-24"::date, "b": true}'),
	(309, 'k0', 0, '{"n": 3e0, "kind": "one", "at": "2024-10-25T18:22:26Z"::timestamptz, "day": "2024-10-25"::date, "b": false}'),
	(310, 'k0', 0, '{"n": "NaN"::float8, "big": 170141183460469231731687303715884105727, "u": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid}');
INSERT INTO borrow
SELECT 400 + i, 'name ' || i, 0, variant_object_agg('name ' || n, n + i) || '{"kind": "one", "n": 3, "sub": {"x": 1}, "tags": [1, 2]}'
FROM generate_series(1, 4) i, generate_series(1, 90 * i) n GROUP BY i;
INSERT INTO borrow
SELECT 500 + i, 'k0', i, variant_build_object('kind', 'one', 'n', 3, 'fill', string_agg(md5((n * i)::text), ''), 'tags', variant_agg(n), 'sub', '{"x": 2}'::variant)
FROM generate_series(1, 3) i, generate_series(1, 100 * i * i) n GROUP BY i;
-- bytes that are not as they are written here: a long string that could be short, a wide number
INSERT INTO borrow VALUES
	(600, 'k0', 0, variant_from_bytes('\x11020004056b696e646e0202000100080a40030000006f6e650c03'::bytea)),
	(601, 'k0', 0, variant_from_bytes('\x11020004056b696e646e020200010004090d6f6e651403000000'::bytea));

-- what a query returns in both modes, which must agree: how many rows, or the error
CREATE FUNCTION twice(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	results text[];
	mode text;
	result text;
BEGIN
	FOREACH mode IN ARRAY ARRAY['off', 'on'] LOOP
		PERFORM set_config('variant.borrow', mode, true);
		BEGIN
			EXECUTE format('SELECT count(*) || %L || md5(coalesce(string_agg(r::text, %L ORDER BY r::text), %L)) FROM (%s) r',
						   ' rows ', E'\n', '', query) INTO result;
		EXCEPTION WHEN OTHERS THEN
			result := sqlstate || ' ' || sqlerrm;
		END;
		results := results || result;
	END LOOP;
	IF results[1] IS DISTINCT FROM results[2] THEN
		RAISE EXCEPTION 'off: %, on: %', results[1], results[2] USING DETAIL = query;
	END IF;
	RETURN regexp_replace(results[2], ' rows .*', ' rows');
END $$;

-- comparisons of every path with every value, both ways round
CREATE TABLE paths (path text);
INSERT INTO paths VALUES ($$v['kind']$$), ($$v->'n'$$), ($$v['big']$$), ($$v['long']$$), ($$v['tags']$$), ($$v['tags'][1]$$), ($$v['sub']$$),
	($$v['sub']['y']['z']$$), ($$v['name 77']$$), ($$v['nothing']$$), ($$v['']$$), ($$v[0]$$), ($$v[k]$$), ($$v['tags'][n]$$), ($$v['at']$$), ($$v['day']$$),
	($$v['b']$$), ($$v['u']$$),
	-- calls: steps that have to be indexes, or names
	($$v->'tags'->1$$), ($$v->'tags'->-1$$), ($$v->0$$), ($$variant_get(v, '$.tags[2]')$$), ($$v->'2'->'x'$$);
CREATE TABLE sides (side text);
INSERT INTO sides VALUES ($$'one'::text$$), ($$'a string 3'::text$$), ($$''::text$$), ($$repeat('long ', 12)$$), ('3::smallint'), ('3::int'), ('3::bigint'),
	('9007199254740999::bigint'), ('3.0::numeric'), ('1.5::float8'), ($$'NaN'::float4$$), ('true'), ($$date '2024-10-24'$$), ($$timestamptz '2024-10-24 18:22:26+00'$$),
	($$timestamp 'infinity'$$), ($$'f24f9b64-81fa-49d1-b74e-8c09a6e31c56'::uuid$$), ($$'"one"'::variant$$), ($$'3'::variant$$), ($$'null'::variant$$),
	($$'[1, 2]'::variant$$), ($$'{"x": 1}'::variant$$), ($$v['n']$$), ($$v['sub']['x']$$), ('n'), ('n::numeric'), ('to_variant(n)'), ('NULL::int'),
	($$'"2024-10-24"'::variant$$);
SELECT op, count(*), sum(substring(r FROM '^([0-9]+) rows')::int) AS rows, string_agg(DISTINCT r, '; ') FILTER (WHERE r !~ ' rows$') AS errors
FROM (SELECT op, twice(format('SELECT id, %1$s %2$s %3$s AS r, %3$s %2$s %1$s AS mirrored FROM borrow WHERE %1$s %2$s %3$s OR NOT %3$s %2$s %1$s', path, op, side)) AS r
	FROM paths, sides, unnest(ARRAY['=', '<>', '<', '<=', '>', '>=']) op) s
GROUP BY op ORDER BY op;

-- everything else that looks at a subscript
CREATE FUNCTION looks(v variant) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
	kept variant := v;
BEGIN
	kept := kept || '{"more": 1}';
	v['more'] := '2';
	RETURN v <> kept AND pg_column_size(v) > 0;
EXCEPTION WHEN OTHERS THEN RETURN NULL;
END $$;
CREATE FUNCTION looks_sql(v variant) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT length(v::text)';
SELECT path, expression, twice(format('SELECT id, %1$s AS r FROM borrow WHERE %1$s IS NOT NULL', format(expression, path)))
FROM (VALUES ($$v['sub']$$), ($$v['tags']$$), ($$v['kind']$$), ($$v['nothing']$$), ($$v->2$$), ($$v->'tags'->0$$)) p(path),
	unnest(ARRAY[$$%s IS NULL$$, $$%s ? 'x'$$, $$%s @> '{"x": 1}'$$, $$%s <@ '[1, 2, 3, 4]'$$, $$variant_array_length(%s)$$, $$%s @? '$.y.z'$$, $$%s ?| '{one,x}'$$,
		$$is_variant_null(%s)$$, $$%s = ANY (ARRAY['"one"', '[1, 2]']::variant[])$$, $$(%s IS DISTINCT FROM '{"x": 1}')$$, $$looks(%s)$$, $$looks_sql(%s)$$,
		$$pg_column_size(%s)$$, $$variant_cmp(%s, '[1]')$$, $$%s @~ '$.x = 1'$$, $$CASE %s WHEN '"one"'::variant THEN 1 ELSE 2 END$$,
		$$coalesce(%s, '1') = '1'::variant$$, $$(SELECT count(*) FROM borrow b WHERE b.v['sub'] = borrow.%1$s)$$, $$nullif(%s, '"one"'::variant)$$,
		$$%s::text = '"one"'$$, $$%1$s = %1$s AND %1$s = '"one"'::variant$$, $$ROW(%1$s, 1) = ROW('"one"'::variant, 1)$$]) expression
ORDER BY 1, 2;

-- text of members, which is borrowed by comparisons and casts and kept by all else
CREATE FUNCTION looks_text(t text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	kept text := t;
BEGIN
	t := t || ' more';
	RETURN length(kept || t);
END $$;
SELECT expression, count(*), string_agg(DISTINCT left(r, 5), ', ') AS outcomes
FROM (SELECT expression, twice(format('SELECT id, %1$s AS r FROM borrow', format(expression, path))) AS r
FROM (VALUES ($$v->>'kind'$$), ($$v->>'n'$$), ($$v->>'long'$$), ($$v->'tags'->>-1$$), ($$v #>> '{sub,y,z}'$$), ($$v->>''$$), ($$v->>k$$)) p(path),
	unnest(ARRAY[$$%s = 'one'$$, $$'one' <> %s$$, $$%1$s = %1$s AND %1$s <> v->>'n'$$, $$%s LIKE '%%o%%'$$, $$%s ~ '[0-9]'$$, $$length(%s)$$, $$%s IS NULL$$,
		$$%s IN ('one', '3')$$, $$%s IN ('a string 1', 'a string 2', 'a string 3', 'one', '1', '2', '3', '4', '5', 'deep 0', '')$$, $$%s = ANY (ARRAY[k, 'one'])$$,
		$$%s IS DISTINCT FROM k$$, $$%s < v->>'kind'$$, $$CASE %s WHEN 'one' THEN 1 ELSE 2 END$$, $$coalesce(%s, k) = k$$, $$nullif(%s, 'one')$$, $$%s || '!' = 'one!'$$,
		$$ARRAY[%1$s, %1$s] = ARRAY[%1$s, k]$$, $$(%s)::varchar(5)$$, $$(%s)::bpchar = 'one'$$, $$(%s)::bytea$$, $$least(%s, k)$$, $$looks_text(%s)$$, $$(%s)::name = 'one'$$,
		$$CASE WHEN %1$s ~ '^[0-9]{1,4}$' THEN (%1$s)::int + (%1$s)::bigint + (%1$s)::numeric END$$, $$(%s)::json$$, $$count(*) FILTER (WHERE %1$s = 'one') OVER (PARTITION BY %1$s)$$,
		$$lag(%1$s) OVER (ORDER BY %1$s = 'one', id) = %1$s$$, $$(SELECT count(*) FROM borrow b WHERE b.v->>'kind' = %s)$$, $$string_to_array(%s, ' ') @> ARRAY['string']$$]) expression) s
GROUP BY expression ORDER BY expression COLLATE "C";

-- joins of all kinds, grouping, windows, order
SELECT name, off, twice(format('SELECT * FROM (SELECT set_config(''enable_hashjoin'', %L, true), set_config(''enable_mergejoin'', %L, true) OFFSET 0) s, LATERAL (%s) q',
	off !~ 'hash', off !~ 'merge', query))
FROM (VALUES ('join', $$SELECT a.id, b.id AS other FROM borrow a JOIN borrow b ON a.v['sub']['x'] = b.v['n'] AND a.v['n'] < 9$$),
	('outer', $$SELECT a.id, b.id AS other FROM borrow a LEFT JOIN borrow b ON a.v['kind'] = b.v['kind'] AND b.v['n'] > 4 WHERE a.v['n'] IS NOT NULL$$),
	('group', $$SELECT v['kind'] AS kind, count(*), bool_or(v['n'] > 3), max(v['n']), count(*) FILTER (WHERE v['tags'] @> '[1]') AS tagged FROM borrow GROUP BY v['kind'] HAVING max(v['n']) > 2$$),
	('window', $$SELECT id, v['n'] > 3 AS more, lag(v['n']) OVER (PARTITION BY v['kind'] = 'one'::text ORDER BY v['n'] > 3, id) FROM borrow$$),
	('in', $$SELECT id FROM borrow WHERE v['n'] IN (SELECT v['sub']['x'] FROM borrow b WHERE b.v['kind'] = 'one'::text)$$),
	('not in', $$SELECT id, v['n'] IN (SELECT to_variant(i) FROM generate_series(1, 5) i) AS hashed FROM borrow WHERE v['n'] NOT IN (SELECT b.v['sub']['x'] FROM borrow b WHERE b.v['sub']['x'] = 2)$$),
	('exists', $$SELECT id, EXISTS (SELECT FROM borrow b WHERE b.v['n'] = a.v['sub']['x'] AND b.v['sub'] @> a.v['sub']) AS found FROM borrow a$$),
	('join of text', $$SELECT a.id, b.id AS other FROM borrow a JOIN borrow b ON a.v->>'kind' = b.v->>'kind' AND a.v->'tags'->0 = b.v->'tags'->0 AND a.v->>'n' > b.v->>'n'$$),
	('group by text', $$SELECT v->>'kind' AS kind, count(*), min(v->>'n'), array_agg(DISTINCT v->>'long' ORDER BY v->>'long'), count(v->>'n'), sum((v->'tags'->>0)::int) FROM borrow GROUP BY v->>'kind' HAVING max(v->>'n') > '2'$$),
	('not in text', $$SELECT id, v->>'n' IN (SELECT i::text FROM generate_series(1, 5) i) AS hashed FROM borrow WHERE v->>'n' NOT IN (SELECT b.v #>> '{sub,x}' FROM borrow b WHERE b.v #>> '{sub,x}' = '2')$$),
	('order', $$SELECT id FROM borrow ORDER BY v['kind'] = 'one'::text, v['n'], id$$),
	('union', $$SELECT v['n'] FROM borrow WHERE v['n'] > 3 UNION SELECT v['sub'] FROM borrow WHERE v['sub'] ? 'x'$$)) q(name, query),
	unnest(ARRAY['nothing', 'hash', 'hash, merge']) off
ORDER BY 1, 2;

-- the plan says what was written
EXPLAIN (VERBOSE, COSTS OFF) SELECT v['kind'] = 'one'::text AS r, v['sub'] AS s FROM borrow
WHERE v['n'] > 3 AND v['kind'] = 'one'::text AND variant_array_length(v->'tags') = 2 AND v['sub'] IS NOT NULL AND v->'tags'->0 > 3 AND v->>'kind' = 'one' AND (v->>'n')::int > 3;
-- also where a generic plan is kept, and where it was made under the other mode
PREPARE generic(int, text) AS SELECT count(*) FROM borrow WHERE v['n'] > $1 AND v['kind'] = $2 AND v['tags'][n] IS NOT NULL;
SET plan_cache_mode = force_generic_plan;
EXECUTE generic(2, 'one');
SET variant.borrow = off;
EXECUTE generic(2, 'one');
DEALLOCATE generic;
PREPARE generic(int, text) AS SELECT count(*) FROM borrow WHERE v['n'] > $1 AND v['kind'] = $2 AND v['tags'][n] IS NOT NULL;
EXECUTE generic(2, 'one');
SET variant.borrow = on;
EXECUTE generic(2, 'one');
RESET plan_cache_mode;

-- indexes, whose conditions may be checked again; partitions
CREATE INDEX borrow_n ON borrow ((v['n']));
CREATE INDEX borrow_kind ON borrow (id) WHERE v['kind'] = 'one'::text;
CREATE INDEX borrow_text ON borrow ((v->>'kind'));
CREATE INDEX borrow_gin ON borrow USING gin (v);
ANALYZE borrow;
SET enable_seqscan = off;
SELECT twice($$SELECT id FROM borrow WHERE v['n'] > 7$$), twice($$SELECT id FROM borrow WHERE v['kind'] = 'one'::text AND id > 5$$),
	twice($$SELECT id FROM borrow WHERE v['sub']['x'] = 2 AND v['kind'] = 'one'::text$$);
SELECT twice($$SELECT id FROM borrow WHERE v->>'kind' = 'one' AND v->>'n' <> '3'$$), twice($$SELECT id FROM borrow WHERE v->>'kind' IN ('one', 'a string 1') AND v->'tags'->0 = 1$$);
RESET enable_seqscan;
CREATE TABLE borrow_parts (id int, v variant) PARTITION BY LIST ((v['n'] > 3));
CREATE TABLE borrow_parts_t PARTITION OF borrow_parts FOR VALUES IN (true);
CREATE TABLE borrow_parts_d PARTITION OF borrow_parts DEFAULT;
INSERT INTO borrow_parts SELECT id, v FROM borrow;
SELECT twice($$SELECT id, tableoid FROM borrow_parts WHERE v['n'] > 3$$), twice($$SELECT id FROM borrow_parts WHERE v['n'] > 3 AND v['kind'] = 'one'::text$$);

-- parallel workers, and code that is compiled
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET min_parallel_index_scan_size = 0;
SET jit_above_cost = 0;
SET enable_indexscan = off;
SET enable_bitmapscan = off;
ALTER TABLE borrow SET (parallel_workers = 2);
EXPLAIN (COSTS OFF) SELECT count(*) FROM borrow WHERE v['kind'] = 'one'::text AND v['sub'] ? 'x';
SELECT twice($$SELECT id FROM borrow WHERE v['kind'] = 'one'::text AND v['sub'] ? 'x'$$),
	twice($$SELECT v['kind'], count(*) FROM borrow WHERE v['tags'] @> '[2]' AND v['n'] >= 3 GROUP BY 1$$),
	twice($$SELECT v->>'kind', count(*), sum((v->>'big')::numeric) FROM borrow WHERE v->>'kind' LIKE '%n%' AND v->'tags'->0 >= 1 AND (v->>'big')::bigint > 5 GROUP BY 1$$);
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET min_parallel_index_scan_size;
RESET jit_above_cost;
RESET enable_indexscan;
RESET enable_bitmapscan;

-- an expression of PL/pgSQL, evaluated while it is being evaluated
CREATE FUNCTION depth(v variant) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
	IF v['sub'] IS NULL OR v['sub'] ? 'none' THEN
		RETURN 0;
	END IF;
	IF v['n'] > 1 + depth(v['sub']) AND v['sub'] IS NOT NULL THEN
		RETURN 1 + depth(v['sub']);
	END IF;
	RETURN 100;
END $$;
SELECT depth('{"n": 5, "sub": {"n": 4, "sub": {"n": 3, "sub": {"n": 7, "sub": {}}}}}'), depth('{"n": 5, "sub": {"n": 3, "sub": {"n": 3, "sub": {"n": 7, "sub": {}}}}}');
SET variant.borrow = off;
SELECT depth('{"n": 5, "sub": {"n": 4, "sub": {"n": 3, "sub": {"n": 7, "sub": {}}}}}'), depth('{"n": 5, "sub": {"n": 3, "sub": {"n": 3, "sub": {"n": 7, "sub": {}}}}}');
RESET variant.borrow;
-- what was looked at stays what it was
DO $$
DECLARE
	v variant := '{"a": [1, 2], "b": 5}';
	w variant;
	seen int := 0;
BEGIN
	FOR i IN 1 .. 10 LOOP
		w := v['a'];
		IF v['a'] @> '[1]' AND v['b'] >= 5 AND w = '[1, 2]'::variant THEN
			seen := seen + 1;
		END IF;
		v['b'] := to_variant(5 + i);
	END LOOP;
	RAISE NOTICE '% %', seen, v;
END $$;
-- errors are the same as well
SELECT twice($$SELECT variant_array_length(v['sub']) FROM borrow WHERE v['sub'] IS NOT NULL$$), twice($$SELECT variant_array_length(v['kind']) FROM borrow$$),
	twice($$SELECT 1 FROM borrow WHERE v['n'] > 1 / (n - n)$$);
DROP TABLE borrow, borrow_parts, paths, sides;
DROP FUNCTION twice, looks, looks_text, looks_sql, depth;
