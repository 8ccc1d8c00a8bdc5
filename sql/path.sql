-- Reaching into values with -> ->> #> #>>.  jsonb on the same server is the
-- oracle: queries named "wrong" return only rows where it answers otherwise.

-- members print in another order, so compare as jsonb where text differs
CREATE FUNCTION path_differ(j jsonb, v variant) RETURNS bool LANGUAGE sql IMMUTABLE AS
	'SELECT j::text IS DISTINCT FROM v::text AND j IS DISTINCT FROM v::text::jsonb';
CREATE FUNCTION path_differ(j text, v text) RETURNS bool LANGUAGE sql IMMUTABLE AS $$
	SELECT j IS DISTINCT FROM v AND
		CASE WHEN left(j, 1) IN ('{', '[') AND left(v, 1) IN ('{', '[')
			THEN j::jsonb <> v::jsonb ELSE true END
$$;

CREATE TABLE path_doc (id int PRIMARY KEY, t text);
INSERT INTO path_doc SELECT row_number() OVER (), t FROM unnest(ARRAY[
	'{}', '[]', '[[]]', '[{}]', '{"a": {}}', '{"a": []}', 'null', 'true',
	'5', '"a"', '"0"', '-1.50', '""',
	'{"a": 1, "b": "two", "c": [1, 2, 3], "d": {"a": {"a": "deep"}}}',
	'{"a": null}', '{"a": {"b": null}}', '[null, true, false, 0, "x"]',
	'[[1, 2], [3, [4, 5]], {"a": [6]}]',
	'{"0": "zero", "1": "one", "-1": "minus", " 1": "blank", "01": "lead"}',
	'{"a.b": 1, "a": {"b": 2}, "a[0]": 3, "$": 4, "$.a": 5, "": 6}',
	'{"": {"": {"": "empty"}}}',
	'{"it''s": 1, "say \"hi\"": 2, "back\\slash": 3, "a b": 4, " ": 5}',
	'{"tab\t": 1, "nl\n": 2, "{}": 3, ",": 4, "null": 5, "NULL": 6}',
	'{"A": 1, "a": 2, "É": 3, "é": 4, "😀": 5, "日本": {"語": 6}}',
	'{"browser_ua_ Android4.0.4": 0.0}',
	'{"aa": 1, "a": 2, "aaa": 3, "ab": 4, "b": 5}',
	'[{"a": [{"a": [{"a": []}]}]}]',
	'{"k": "' || repeat('long', 500) || '", "z": [' || repeat('1,', 999) || '1]}'
]) t;

CREATE TABLE path_doc2 AS SELECT id, t::jsonb j, t::variant v FROM path_doc;

-- wide objects, wide arrays, and names longer than a byte can count
INSERT INTO path_doc2
SELECT 100 + n, o::jsonb, o::text::variant
FROM unnest(ARRAY[31, 32, 33, 63, 64, 65, 70]) n,
LATERAL (SELECT json_object_agg('k' || i, i) o FROM generate_series(1, n) i) x;
INSERT INTO path_doc2
SELECT 200 + n, a::jsonb, a::text::variant
FROM unnest(ARRAY[255, 256, 257]) WITH ORDINALITY u(len, n),
LATERAL (SELECT json_agg(i) a FROM generate_series(1, len) i) x;
INSERT INTO path_doc2
SELECT 210 + n, o::jsonb, o::text::variant
FROM unnest(ARRAY[255, 256, 257]) WITH ORDINALITY u(len, n),
LATERAL (SELECT json_object_agg('k' || i, ARRAY[i]) o FROM generate_series(1, len) i) x;
INSERT INTO path_doc2
SELECT 220, o::jsonb, o::text::variant
FROM json_build_object(repeat('n', 300), 1, repeat('n', 301), json_build_array(2)) o;

-- names of every document, names of none, and numbers of all spellings
CREATE TABLE path_key AS
SELECT DISTINCT k COLLATE "C" AS k FROM (
	SELECT jsonb_object_keys(j) k FROM path_doc2
	WHERE jsonb_typeof(j) = 'object' AND (id < 30 OR id IN (170, 220))
	UNION ALL
	SELECT unnest(ARRAY['x', 'c', 'k', 'k0', 'k1x', 'zz', 'K1', 'aaaa', 'e', '语', '語',
		'0', '1', '2', '3', '4', '-1', '-2', '-3', '-4', '+1', '00', '007', ' 1', '1 ',
		E'\t1', E'\n\v\f\r 1', '--1', '+-1', '1x', '1.0', '1e0', '0x1', '', ' ', '-', '+',
		'2147483647', '2147483648', '-2147483648', '-2147483649', '4294967296', '4294967297',
		'9223372036854775808', '18446744073709551617', '254', '255', '256', '257', '-256',
		'69999', '70000', '-70000', '99999999999999999999999999'])
) s;

-- one step by name: wrong
SELECT id, left(k, 20) FROM path_doc2, path_key
WHERE path_differ(j -> k, v -> k) OR path_differ(j ->> k, v ->> k)
	OR path_differ(j -> k, variant_object_field(v, k))
	OR path_differ(j ->> k, variant_object_field_text(v, k));

-- one step by index: wrong (a scalar is no array here, unlike jsonb)
SELECT id, i
FROM path_doc2, unnest(ARRAY[0, 1, 2, 3, -1, -2, -3, -4, 254, 255, 256, 257, -255, -256, -257,
	2147483647, -2147483648, -2147483647]) i
WHERE CASE WHEN jsonb_typeof(j) IN ('object', 'array')
	THEN path_differ(j -> i, v -> i) OR path_differ(j ->> i, v ->> i)
		OR path_differ(j -> i, variant_array_element(v, i))
		OR path_differ(j ->> i, variant_array_element_text(v, i))
	ELSE (v -> i) IS NOT NULL OR (v ->> i) IS NOT NULL END;

-- paths of one step and of two: wrong
SELECT id, left(k, 20) FROM path_doc2, path_key
WHERE path_differ(j #> ARRAY[k], v #> ARRAY[k]) OR path_differ(j #>> ARRAY[k], v #>> ARRAY[k]);
SELECT id, a.k, b.k FROM path_doc2, path_key a, path_key b
WHERE id < 28 AND length(a.k) < 3 AND length(b.k) < 3
	AND (path_differ(j #> ARRAY[a.k, b.k], v #> ARRAY[a.k, b.k])
		OR path_differ(jsonb_extract_path_text(j, a.k, b.k), variant_extract_path_text(v, a.k, b.k))
		OR path_differ(jsonb_extract_path(j, a.k, b.k), variant_extract_path(v, a.k, b.k)));

-- the whole tree of each document, walked by its own paths: wrong
WITH RECURSIVE walk(id, path, j) AS (
	SELECT id, '{}'::text[], j FROM path_doc2
	UNION ALL
	SELECT w.id, w.path || c.k, c.j
	FROM walk w, LATERAL (
		SELECT key AS k, value AS j
		FROM jsonb_each(CASE jsonb_typeof(w.j) WHEN 'object' THEN w.j ELSE '{}' END)
		UNION ALL
		SELECT (ord - 1)::text, value
		FROM jsonb_array_elements(CASE jsonb_typeof(w.j) WHEN 'array' THEN w.j ELSE '[]' END)
			WITH ORDINALITY e(value, ord)
	) c
)
SELECT id, left(path::text, 20) FROM walk w JOIN path_doc2 d USING (id)
WHERE path_differ(w.j, v #> path) OR path_differ(w.j #>> '{}', v #>> path);

-- some answers in the open: dots, absent against null, positions, kinds
SELECT v -> 'a.b' dotted, v #> '{a,b}' nested, v -> '$.a' dollar, v -> '' empty
FROM path_doc2 WHERE id = 20;
SELECT v, v -> 'a' field, (v -> 'a') IS NULL absent, v ->> 'a' txt
FROM (VALUES ('{"a": null}'::variant), ('{}')) x(v);
SELECT i, '[1,2,3]'::variant -> i FROM unnest(ARRAY[-1, -3, -4, 3, -2147483648, 2147483647]) i;
SELECT '{"0":1}'::variant -> 0, '[7]'::variant -> '0', '5'::variant -> 0,
	'{"a":5}'::variant -> 'a' -> 'b';
SELECT p, '[1,2]'::variant #> p
FROM (VALUES ('{01}'::text[]), ('{" 1"}'), ('{4294967296}'), ('{1x}'), ('{-1}')) x(p);

-- the empty path and NULL elements
SELECT '{"a": [1]}'::variant #> '{}', '{"a": [1]}'::variant #>> '{}', '"x"'::variant #>> '{}',
	'null'::variant #> '{}', ('null'::variant #>> '{}') IS NULL AS null_text;
SELECT '{"a": {"b": 1}}'::variant #> ARRAY['a', NULL], '{"a": 1}'::variant #> ARRAY[NULL]::text[],
	'{"a": 1}'::variant #>> ARRAY[NULL, 'a'], '[[1, 2]]'::variant #> '{{0},{1}}';
SELECT NULL::variant -> 'a', '{}'::variant -> NULL::text, NULL::variant #> '{}', '{}'::variant #> NULL;

-- bare text of each class
SELECT v ->> 0 FROM (VALUES ('[true]'::variant), ('["a\"b"]'), ('[-12.340]'), ('[1.5e0]'), ('[0.1::float4]'),
	('["2024-10-24"::date]'), ('["2024-10-24T18:22:26.402Z"::timestamptz]'),
	('["2024-10-24T18:22:26.402"::timestamp]'), ('["12:34:56.000001"::time]'),
	('["\\x00ff"::bytea]'), ('["F24F9B64-81fa-49d1-b74e-8c09a6e31c56"::uuid]'),
	('[{"d": "2024-10-24"::date, "n": "a\u0000b"}]')) x(v);

-- integers at the edges of their sizes: wrong
SELECT i FROM (SELECT (s * 2::numeric ^ e)::numeric(40) + d i
	FROM unnest(ARRAY[-1, 1]) s, generate_series(0, 62) e, unnest(ARRAY[-1, 0, 1]) d) x
WHERE ('[' || i || ']')::variant ->> 0 IS DISTINCT FROM i::text;

-- a container that is taken out has its own names only
SELECT length(variant_send(v -> 'a')) FROM (SELECT
	('{"a": {"x": 1}, "' || repeat('n', 1000) || '": 2}')::variant) x(v);

-- every row answers for itself, whatever the call site remembers
CREATE TABLE path_rows AS
SELECT i id, ('{"k": ' || i || CASE WHEN i % 3 = 0 THEN ', "a": 1' ELSE '' END
	|| CASE WHEN i % 5 = 0 THEN ', "b": {"k": 2, "kk": ' || i || '}' ELSE '' END || '}')::variant v
FROM generate_series(1, 10000) i;
SELECT count(*), count(*) FILTER (WHERE v ->> 'k' = id::text) right_k,
	count(*) FILTER (WHERE (v #>> '{b,kk}') IS NOT DISTINCT FROM
		CASE WHEN id % 5 = 0 THEN id::text END) right_b
FROM path_rows WHERE id % 7 = 3;
SELECT count(*) FROM path_rows a JOIN path_rows b ON a.v ->> 'k' = b.id::text
WHERE a.v ->> 'k' = b.v ->> 'k' AND a.id % 7 = 3 AND a.id = b.id;
-- ... with paths that differ by row
SELECT count(*) FROM path_rows, LATERAL (SELECT CASE id % 4 WHEN 0 THEN 'k' WHEN 1 THEN 'a'
	WHEN 2 THEN 'b' ELSE 'x' END) x(p)
WHERE path_differ(v::text::jsonb -> p, v -> p)
	OR path_differ(v::text::jsonb #>> ARRAY[p], v #>> ARRAY[p])
	OR path_differ(v::text::jsonb -> p, variant_get(v, '$.' || p));
-- ... in parallel workers and compiled
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
ALTER TABLE path_rows SET (parallel_workers = 2);
SELECT count(*) FROM path_rows WHERE v ->> 'k' = id::text AND v -> 'k' IS NOT NULL;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
SET jit = on;
SET jit_above_cost = 0;
SELECT count(*) FROM path_rows WHERE v ->> 'k' = id::text AND v -> 'k' IS NOT NULL;
RESET jit;
RESET jit_above_cost;

-- stored with a short header, as it is, compressed, external, in a composite
CREATE TYPE path_pair AS (n int, v variant);
CREATE TABLE path_store (kind text, v variant, c path_pair);
CREATE TABLE path_store_ext (LIKE path_store);
ALTER TABLE path_store_ext ALTER v SET STORAGE EXTERNAL;
INSERT INTO path_store
SELECT kind, v, ROW(1, v)::path_pair FROM (VALUES
	('short', '{"a": 1, "b": {"c": "x"}}'::variant),
	('plain', ('{"a": 1, "b": {"c": "x"}, "z": "' || repeat('p', 300) || '"}')::variant),
	('compressed', ('{"a": 1, "b": {"c": "x"}, "z": "' || repeat('p', 5000) || '"}')::variant)) s(kind, v);
INSERT INTO path_store_ext SELECT 'external', v::text::variant, c FROM path_store WHERE kind = 'compressed';
SELECT pg_relation_size(reltoastrelid) > 0 AS out_of_line FROM pg_class WHERE relname = 'path_store_ext';
SELECT kind, pg_column_size(v) < length(variant_send(v)) AS packed,
	v ->> 'a' a, v #>> '{b,c}' bc, v -> 'b' b, length(v ->> 'z') z,
	(c).v #>> '{b,c}' cbc, (c).v -> 'a' ca
FROM (TABLE path_store UNION ALL TABLE path_store_ext) s ORDER BY kind;

-- dictionaries in any order: 31 to 70 members under names in falling order,
-- bytes put together by hand
CREATE FUNCTION path_unsorted(n int) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
	SELECT '\x01'::bytea || set_byte('\x00', 0, n)
		|| (SELECT string_agg(set_byte('\x00', 0, i * 3), '' ORDER BY i) FROM generate_series(0, n) i)
		|| (SELECT string_agg(convert_to('k' || to_char(n - 1 - i, 'FM00'), 'UTF8'), '' ORDER BY i)
			FROM generate_series(0, n - 1) i)
		|| '\x02'::bytea || set_byte('\x00', 0, n)
		|| (SELECT string_agg(set_byte('\x00', 0, n - 1 - i), '' ORDER BY i) FROM generate_series(0, n - 1) i)
		|| (SELECT string_agg(set_byte('\x00', 0, i * 2), '' ORDER BY i) FROM generate_series(0, n) i)
		|| (SELECT string_agg('\x0c'::bytea || set_byte('\x00', 0, i), '' ORDER BY i)
			FROM generate_series(0, n - 1) i)
$$;
CREATE TABLE path_unsorted AS
SELECT n, variant_from_bytes(path_unsorted(n)) v FROM generate_series(31, 70) n;
-- wrong: present keys, absent ones, and those just beside a present one
SELECT n, k, v ->> k FROM path_unsorted, LATERAL (
	SELECT 'k' || to_char(i, 'FM00') || s k, CASE WHEN s = '' AND i < n THEN i::text END r
	FROM generate_series(0, 75) i, unnest(ARRAY['', ' ', 'x']) s
	UNION ALL SELECT unnest(ARRAY['k', 'zz', '']), NULL) x
WHERE (v ->> k) IS DISTINCT FROM r OR (v #>> ARRAY[k]) IS DISTINCT FROM r;

-- variant_get: jsonb by a text[] path is the oracle: wrong
SELECT p, id FROM path_doc2, (VALUES
	('$', '{}'::text[]), ('$.a', '{a}'), ('$.d.a.a', '{d,a,a}'), ('$[''d'']["a"].a', '{d,a,a}'),
	('$[''a.b'']', '{a.b}'), ('$["a[0]"]', '{a[0]}'), ('$.$', '{$}'), ('$[''$.a'']', '{$.a}'),
	('$['''']', '{""}'), ('$[""][""][""]', '{"","",""}'),
	('$[''it''''s'']', '{it''s}'), ('$["it''s"]', '{it''s}'), ('$["say ""hi"""]', '{"say \"hi\""}'),
	('$[''back\slash'']', '{"back\\slash"}'), ('$.back\slash', '{"back\\slash"}'),
	('$.a b', '{a b}'), ('$. ', '{" "}'), ('$.日本.語', '{日本,語}'), ('$["😀"]', '{😀}'),
	('$.browser_ua_ Android4["0"]', '{"browser_ua_ Android4",0}'), ('$.k1', '{k1}'), ('$.k70', '{k70}')
	) x(p, a)
WHERE path_differ(j #> a, variant_get(v, p));
SELECT p, variant_get('{"a": [10, 20, {"b": 30}], "0": 40}', p)
FROM unnest(ARRAY['$.a[0]', '$.a[-1].b', '$.a[2]["b"]', '$.a[3]', '$.a[-4]', '$[0]', '$.0', '$.a.0',
	'$.a[0].x', '$.a[2147483647]']) p;
SELECT variant_get(NULL, '$') IS NULL, variant_get('1', NULL) IS NULL;
