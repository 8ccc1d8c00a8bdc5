-- The form in which large values are stored: seen by variant_storage alone.
LOAD 'variant';
SHOW variant.storage;
SET variant.storage = 'none';

-- documents of many shapes, about the size at which the form changes, and far above
CREATE TABLE texts (id int GENERATED ALWAYS AS IDENTITY, t text);
ALTER TABLE texts ALTER t SET STORAGE EXTERNAL;
INSERT INTO texts (t) SELECT (SELECT jsonb_object_agg('key' || i, i::bigint * step) FROM generate_series(1, n) i)::text
	FROM unnest('{1,63,64,65,127,128,129,200,300,3000}'::int[]) n, unnest('{1,1000000}'::int[]) step;
INSERT INTO texts (t) SELECT (SELECT jsonb_agg(repeat('x', size + 0 * i)) FROM generate_series(1, n) i)::text
	FROM unnest('{1,63,64,65,255,256,5000}'::int[]) n, unnest('{0,3,300}'::int[]) size;
-- large members behind small ones: offsets fall
INSERT INTO texts (t) SELECT (SELECT jsonb_object_agg('k' || i, CASE WHEN i % 3 = 0 THEN repeat('y', 300) ELSE 'z' END) FROM generate_series(1, n) i)::text
	FROM unnest('{3,64,65,130,700}'::int[]) n;
-- objects in arrays in objects
INSERT INTO texts (t) SELECT jsonb_build_object('id', n, 'items',
		(SELECT jsonb_agg(jsonb_build_object('sku', 'S' || i, 'qty', i % 9, 'tags', jsonb_build_array(i, '{}', NULL, '[]'::jsonb))) FROM generate_series(1, n) i), 'zlast', 'end')::text
	FROM unnest('{1,10,30,64,65,1000}'::int[]) n;
-- sizes around the limit
INSERT INTO texts (t) SELECT jsonb_build_object('s', repeat('s', n))::text FROM generate_series(1880, 1905) n;
-- scalars have no numbers to encode
INSERT INTO texts (t) SELECT to_jsonb(repeat('s', n))::text FROM unnest('{10,1900,10000}'::int[]) n;

CREATE TABLE forms (id int, plain variant, auto variant);
SET variant.storage = 'plain';
INSERT INTO forms SELECT id, t::variant FROM texts;
RESET variant.storage;
UPDATE forms SET auto = t::variant FROM texts WHERE texts.id = forms.id;
SELECT count(*) FROM forms WHERE variant_storage(plain) <> 'plain';
SELECT variant_storage(auto), count(*), min(length(variant_to_bytes(auto))) FILTER (WHERE variant_storage(auto) = 'delta') FROM forms GROUP BY 1 ORDER BY 1;
SELECT max(length(variant_to_bytes(auto))) FROM forms WHERE variant_storage(auto) = 'plain' AND variant_typeof(auto) <> 'string';
-- compressed and not, the first byte tells
SELECT count(*) FROM forms WHERE get_byte(variant_send(auto), 0) & 15 <> 1 OR get_byte(variant_metadata(auto), 0) & 15 <> 1 OR get_byte(variant_to_bytes(auto), 0) & 15 <> 1;

-- nothing else differs, nor does the order of the two matter
SELECT id FROM forms f JOIN texts USING (id)
WHERE NOT (plain::text = auto::text AND auto::jsonb = t::jsonb AND plain = auto AND auto = plain
	AND variant_cmp(plain, auto) = 0 AND variant_hash(plain) = variant_hash(auto)
	AND variant_hash_extended(plain, 7) = variant_hash_extended(auto, 7)
	AND variant_send(plain) = variant_send(auto) AND variant_to_bytes(plain) = variant_to_bytes(auto)
	AND variant_metadata(plain) = variant_metadata(auto) AND variant_value(plain) = variant_value(auto)
	AND (variant_check(variant_to_bytes(auto))).ok
	AND variant_pretty(plain) = variant_pretty(auto) AND variant_typeof(plain) = variant_typeof(auto)
	AND plain @> auto AND auto @> plain);
SELECT count(*) FROM (SELECT plain FROM forms UNION SELECT auto FROM forms) u;
SELECT count(DISTINCT t::jsonb) FROM texts;

-- bytes come back as they came, in either form
SELECT id FROM forms WHERE variant_to_bytes(variant_from_bytes(variant_to_bytes(auto))) <> variant_to_bytes(plain)
	OR variant_storage(variant_from_bytes(variant_to_bytes(plain))) <> variant_storage(auto)
	OR variant_storage(variant_from_parquet(variant_metadata(plain), variant_value(plain))) <> variant_storage(auto);
-- also what we would have written otherwise: widths of four bytes, values backwards
CREATE FUNCTION le(n int) RETURNS bytea LANGUAGE sql IMMUTABLE AS
	$$SELECT decode(lpad(to_hex(n & 255), 2, '0') || lpad(to_hex((n >> 8) & 255), 2, '0') || lpad(to_hex(n >> 16), 4, '0'), 'hex')$$;
CREATE FUNCTION foreign_object(n int) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
	SELECT '\xc1'::bytea || le(n) || string_agg(le(4 * i), '' ORDER BY i) || le(4 * n) || string_agg(convert_to('k' || (i + 100), 'UTF8'), '' ORDER BY i)
		|| '\x7e'::bytea || le(n) || string_agg(le(i), '' ORDER BY i) || string_agg(le(2 * (n - 1 - i)), '' ORDER BY i) || le(2 * n)
		|| string_agg(set_byte('\x0c00', 1, i % 128), '' ORDER BY i DESC)
	FROM generate_series(0, n - 1) i
$$;
SELECT n, variant_storage(v), variant_to_bytes(v) = b AS same, v->'k100' AS first, v['k163'] AS "63", v #>> '{k164}' AS "64", variant_get(v, '$.k165') AS "65", v->('k' || 99 + n) AS last
FROM unnest('{63,64,65,128,129,300}'::int[]) n, foreign_object(n) b, variant_from_bytes(b) v;

-- damage: form 2 in front of bytes that are whole, changed or cut off
SET client_min_messages = warning;
CREATE TYPE damaged;
CREATE FUNCTION damaged_in(cstring) RETURNS damaged AS 'byteain' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION damaged_out(damaged) RETURNS cstring AS 'byteaout' LANGUAGE internal IMMUTABLE STRICT;
CREATE TYPE damaged (INPUT = damaged_in, OUTPUT = damaged_out, LIKE = bytea, STORAGE = external);
CREATE CAST (bytea AS damaged) WITHOUT FUNCTION;
CREATE CAST (damaged AS variant) WITHOUT FUNCTION;
RESET client_min_messages;
SELECT damaged '\x12020001036162630202000100020a0c010302000103040c05'::variant;
SELECT damaged '\x120200010361626302020001000205'::variant -> 'a';
SELECT damaged '\x1200000c01'::variant, variant_storage(damaged '\x1200000c01'::variant), damaged '\x1200000c01'::variant::int;
SELECT damaged '\x12'::variant;
SELECT damaged '\x1200'::variant;
SELECT damaged '\x120000'::variant;
SELECT damaged '\x12ff0000'::variant;
SELECT variant_storage(damaged '\x13'::variant);
CREATE FUNCTION try(b bytea) RETURNS TABLE (code text, state text, message text) LANGUAGE plpgsql AS $$
BEGIN
	FOREACH code IN ARRAY '{"$1::text","$1->''a''","$1->0","$1 #> ''{a,0}''","$1[''d''][''a'']","$1 ? ''c''","variant_typeof($1)","variant_array_length($1)","variant_hash($1)","$1::bigint","variant_get($1, ''$.a[2].b'')","$1 = $1"}'::text[] LOOP
		BEGIN
			EXECUTE 'SELECT ' || code USING b::damaged::variant;
		EXCEPTION WHEN OTHERS THEN
			IF SQLSTATE NOT IN ('XX001', '54000') AND SQLSTATE NOT LIKE '22%' THEN
				state := SQLSTATE; message := SQLERRM;
				RETURN NEXT;
			END IF;
		END;
	END LOOP;
END $$;
CREATE TABLE good (b bytea);
INSERT INTO good SELECT set_byte(b, 0, (get_byte(b, 0) & 240) | 2) FROM (SELECT variant_to_bytes(t::variant) AS b FROM (VALUES
	('{"a": [1, "x", {"b": 1.5e0}], "c": "2024-10-24"::date, "d": {"a": 1234567890123456.5}}'), ('["a", {}, null, true, [[12]]]')) x(t)) y;
SELECT DISTINCT ON (t.code) set_byte(b, n, x), t.* FROM good, generate_series(0, length(b) - 1) n, (VALUES (0), (1), (18), (127), (255)) v(x), try(set_byte(b, n, x)) t ORDER BY t.code LIMIT 10;
SELECT DISTINCT ON (t.code) substr(b, 1, n), t.* FROM good, generate_series(0, length(b) - 1) n, try(substr(b, 1, n)) t ORDER BY t.code LIMIT 10;

DROP TABLE texts, forms, good;
DROP FUNCTION try, foreign_object, le;
SET client_min_messages = warning;
DROP TYPE damaged CASCADE;
