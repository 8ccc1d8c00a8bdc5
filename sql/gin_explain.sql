-- variant_gin_explain: what an index is asked for; and, by what it shows, the keys.
CREATE SCHEMA test_gin_explain;
SET search_path = test_gin_explain, public;
CREATE TABLE docs (id int, v variant);
INSERT INTO docs SELECT i, variant_build_object('n', i, 'kind', 'k' || i) FROM generate_series(1, 100) i;
CREATE TABLE wanted (k int);
SELECT * FROM variant_gin_explain($$SELECT * FROM docs WHERE v['n'] = 5$$);
CREATE INDEX docs_v ON docs USING gin (v);
SELECT * FROM variant_gin_explain($$SELECT * FROM docs WHERE v['n'] > 5 AND v['n'] <= 7 AND v->>'kind' = 'k5' AND v['kind'] <> 'x'::text AND v @> '{"o": {}, "a": [1, {"b": null}]}' AND v ? 'zz' AND id > 7$$);
SELECT * FROM variant_gin_explain($$SELECT * FROM docs WHERE v @@ '$.a > 5 && $.a < 7 || $.b == "x"' AND v @? '$.**.a' AND v @? '$.o ? (@.a == 1 && exists(@.b))'$$);
-- nothing, everything, values from elsewhere, NULL
SELECT * FROM variant_gin_explain($$SELECT * FROM docs WHERE v['n'] BETWEEN 7 AND 5 AND v @> '{}' AND v @~ '$ IS object' AND v ?& '{}'$$);
SELECT * FROM variant_gin_explain($$SELECT * FROM docs d JOIN wanted w ON d.v['n'] = w.k WHERE d.v['n'] < now() AND d.v->>'kind' = (SELECT 'x' OFFSET 0) AND EXISTS (SELECT FROM wanted x WHERE x.k = d.id)$$);
SELECT * FROM variant_gin_explain($$SELECT * FROM docs WHERE v['n'] = ANY ('{NULL}'::int[])$$);
-- arms of an OR that other indexes serve
CREATE INDEX docs_id ON docs (id);
SELECT * FROM variant_gin_explain($$SELECT * FROM docs WHERE (v['n'] BETWEEN 5 AND 7 OR id = 7) AND (v->>'kind' LIKE 'k1%' OR id + 1 = 7)$$);
DROP INDEX docs_id;
-- what other indexes hold: some paths, some rows, a part of the document
DROP INDEX docs_v;
CREATE INDEX docs_n ON docs USING gin (v variant_ops (paths = '$.n, $.o')) WHERE id > 5;
CREATE INDEX docs_o ON docs USING gin ((v['o'])) WHERE id > 5;
SELECT * FROM variant_gin_explain($$SELECT * FROM docs WHERE v['n'] = 5 AND v['kind'] = 'x'::text AND (v['o'])::variant->'a' < 3 AND id > 5$$);
SELECT * FROM variant_gin_explain($$SELECT * FROM docs WHERE v['n'] = 5$$);
DROP INDEX docs_n, docs_o;
CREATE INDEX docs_v ON docs USING gin (v);
-- changes too, and nothing is done
SELECT * FROM variant_gin_explain($$DELETE FROM docs WHERE v['n'] = 5$$);
SELECT count(*) FROM docs;
SET variant.path_index = off;
SELECT * FROM variant_gin_explain($$SELECT * FROM docs WHERE v['n'] = 5$$);
RESET variant.path_index;
-- errors leave nothing behind
SELECT variant_gin_explain('SELECT 1; SELECT 2');
SELECT variant_gin_explain('SELECT');
SELECT variant_gin_explain('SELECT nothing');
SELECT variant_gin_explain('');
SELECT variant_gin_explain($$SELECT * FROM docs WHERE v['n'] = 5 AND 1 / 0 > 0$$);
SELECT * FROM docs WHERE v['n'] = 5;

-- ---------------------------------------------------------------------
-- Keys: their order is never against that of the values.  What follows returns
-- only what is wrong, unless it says otherwise.
-- ---------------------------------------------------------------------
-- the code of the smallest values that a condition leaves, and of the largest
CREATE FUNCTION code(literal text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE line text; result text[];
BEGIN
	FOR line IN SELECT variant_gin_explain(format('SELECT * FROM test_gin_explain.docs WHERE v @~ %L', format('$.k >= %s AND $.k <= %1$s', literal))) LOOP
		result := coalesce(result, (SELECT CASE WHEN m[3] IS NULL THEN ARRAY[m[1], m[2], m[2]] ELSE ARRAY[m[1], m[2], m[3]] END FROM regexp_match(line, 'keys of \$\.k: (\w+) (\w{11})(?: to (\w{11}))?$') m WHERE m IS NOT NULL));
	END LOOP;
	RETURN result;
END$$;
SET datestyle = iso; SET timezone = 'UTC'; SET extra_float_digits = 1;
SELECT setseed(0.5);
-- numbers of all magnitudes and encodings
CREATE TABLE numbers (s text);
INSERT INTO numbers SELECT s FROM (SELECT CASE WHEN random() < 0.3 THEN '-' ELSE '' END || CASE (random() * 5)::int
		WHEN 0 THEN round((random() * 10 ^ (random() * 36))::numeric, 0)::text
		WHEN 1 THEN round((random() * 10 ^ (random() * 20))::numeric, (random() * 15)::int)::text
		WHEN 2 THEN to_char(random() * 10 ^ (random() * 600 - 300), '9.999999999999999EEEE')
		WHEN 3 THEN round(1.7e9::numeric * 1000::numeric ^ (random() * 3)::int + random()::numeric * 1e6, (random() * 3)::int)::text
		WHEN 4 THEN (2::numeric ^ (random() * 100)::int + (random() * 4 - 2)::int)::text
		ELSE (random() * 1000)::float4 || '::float4' END AS s FROM generate_series(1, 1500)) g
	WHERE s !~ '^--';
UPDATE numbers SET s = replace(replace(s, ' ', ''), '.0000000000000000', '');
INSERT INTO numbers VALUES ('0'), ('-0.0e0'), ('0.00'), ('1'), ('1.0'), ('1e0'), ('1.0::float4'), ('9007199254740993'), ('9007199254740992e0'), ('"NaN"::float8'), ('"Infinity"::float8'), ('"-Infinity"::float8'), ('5e-324'), ('-5e-324'), ('1.7976931348623157e308');
CREATE TABLE number_codes AS SELECT s, s::variant AS v, code(s) AS c FROM numbers;
SELECT s, c FROM number_codes WHERE c IS NULL OR c[1] <> 'number' OR c[2] <> c[3];
SELECT s, c, after, c_after FROM (SELECT s, v, c, lead(s) OVER w AS after, lead(v) OVER w AS v_after, lead(c) OVER w AS c_after FROM number_codes WINDOW w AS (ORDER BY v)) x
WHERE c[2] > c_after[2] OR (v = v_after AND c <> c_after);
-- what has a code of its own: milliseconds, integers below 2^31; and steps above
SELECT b, count(DISTINCT code(i::text)) FROM (SELECT b, b + i AS i FROM unnest('{0,-20,1000000,2147483628,1400000000000,1700000000000,2199023255532}'::bigint[]) b, generate_series(0, 19) i) x GROUP BY b ORDER BY b;
SELECT b, step, count(DISTINCT code(i::text)) FROM (SELECT b, step, b + i * step AS i FROM (VALUES (1700000000123456, 512), (1700000000123456789, 524288), (1700000000::bigint, 1)) t(b, step), generate_series(0, 19) i) x GROUP BY b, step ORDER BY b;
-- strings: all that start with some letters, and random ones; what starts with them lies in between
CREATE TABLE strings (s text);
INSERT INTO strings SELECT a || b || c FROM unnest('{"",A,B,Z,a,b,z,0,9,[,"\\"," ",~,é,日,"!",_,"\\u0000","\\u0001","\\u001f"}'::text[]) a, unnest('{"",A,Z,a,~,0,é,"\\u0000"," "}'::text[]) b, unnest('{"",z,日}'::text[]) c;
UPDATE strings SET s = '"' || regexp_replace(s, '\\(?!u00)', '\\\\', 'g') || '"';
INSERT INTO strings SELECT '"' || translate(encode(decode(md5(i::text), 'hex'), 'base64'), E'\n=', '') || '"' FROM generate_series(1, 300) i;
CREATE TABLE string_codes AS SELECT s, s::variant AS v, code(s) AS c FROM (SELECT DISTINCT s FROM strings) x;
SELECT count(*) > 700 AS many, count(DISTINCT c[2]) > 300 AS fine FROM string_codes;
SELECT s, c FROM string_codes WHERE c IS NULL OR c[1] <> 'string';
SELECT s, c, after, c_after FROM (SELECT s, c, lead(s) OVER w AS after, lead(c) OVER w AS c_after FROM string_codes WINDOW w AS (ORDER BY v)) x WHERE c[2] > c_after[2] OR c[3] > c_after[3];
CREATE TABLE prefix_codes AS SELECT p, (SELECT regexp_match(l, '(\w{11}) to (\w{11})') FROM variant_gin_explain(format('SELECT * FROM test_gin_explain.docs WHERE v @~ %L', '$.k STARTS WITH ' || p)) l WHERE l ~ 'keys') AS c FROM (SELECT s AS p FROM string_codes ORDER BY length(s), v LIMIT 150) x;
SELECT p, s FROM prefix_codes p, string_codes s WHERE starts_with(trim('"' FROM s.s), trim('"' FROM p)) AND p !~ '\\' AND (s.c[2] < p.c[1] OR s.c[3] > p.c[2]);
-- timestamps, dates, times, of both precisions
CREATE TABLE times AS SELECT format('"%s"::%s', CASE WHEN t ~ 'tz' THEN translate(x::text, ' ', 'T') || 'Z' ELSE translate(x::text, ' ', 'T') END, t) AS s, t
	FROM (SELECT timestamp '1970-01-01' + (random() - 0.5) * interval '100 years' * CASE WHEN i % 2 = 0 THEN 1 ELSE 0.001 END AS x FROM generate_series(1, 300) i) y, unnest('{timestamp,timestamptz,timestamp(9),timestamptz(9)}'::text[]) t;
CREATE TABLE time_codes AS SELECT s::variant AS v, code(s) AS c, t ~ 'tz' AS tz FROM times;
SELECT v, c, c_after FROM (SELECT v, c, lead(c) OVER w AS c_after FROM time_codes WINDOW w AS (PARTITION BY tz ORDER BY v)) x WHERE c IS NULL OR c[2] > c_after[2];
SELECT c[1], count(*), count(DISTINCT c) > 200 AS fine FROM time_codes GROUP BY 1;
-- and none of these is empty
SELECT (SELECT count(DISTINCT c) > 1000 FROM number_codes), (SELECT count(*) > 300 FROM prefix_codes p, string_codes s WHERE starts_with(trim('"' FROM s.s), trim('"' FROM p)) AND p !~ '\\');
SET client_min_messages = warning;
DROP SCHEMA test_gin_explain CASCADE;
