-- What every call of storm.sql answers for a value, however the value is
-- stored: storm.different lists the calls that tell two storages apart, but for
-- those whose business that is.  Needs storm.sql.
SET client_min_messages = warning;

-- Texts of the answers, or their errors, in the order of storm.call.
DO $do$
DECLARE
	body text;
BEGIN
	SELECT string_agg(format(E'\tBEGIN answers := answers || coalesce((%s)::text, ''NULL'');\n\tEXCEPTION WHEN OTHERS THEN answers := answers || (SQLSTATE || '' '' || SQLERRM); END;', code), E'\n' ORDER BY line) INTO body
	FROM storm.call;
	EXECUTE format($f$
		CREATE FUNCTION storm.answers(a variant, b variant, r int) RETURNS text[] LANGUAGE plpgsql AS $b$
		#variable_conflict use_column
		DECLARE
			t text; p text; k text[]; j jsonpath; c variant_predicate; answers text[] = '{}';
			n CONSTANT int := CASE r %% 4 WHEN 0 THEN r %% 5 WHEN 1 THEN -(r %% 5) WHEN 2 THEN r ELSE r %% 1000 END;
		BEGIN
			SELECT * FROM storm.variables(a, r) INTO t, p, k, j, c;
		%s
			RETURN answers;
		END $b$ $f$, body);
END $do$;

-- A variable that was assigned to holds its value expanded.
CREATE FUNCTION storm.answers_expanded(a variant, b variant, r int) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
	d variant := a;
	key text;
BEGIN
	IF variant_typeof(a) = 'object' AND a <> '{}' THEN
		key := (SELECT q FROM variant_object_keys(a) q LIMIT 1);
		d[key] := a[key];
	ELSIF variant_typeof(a) = 'array' AND a <> '[]' THEN
		d[0] := a[0];
	END IF;
	RETURN storm.answers(d, b, r);
END $$;

CREATE TABLE storm.bytes (id int GENERATED ALWAYS AS IDENTITY, bytes bytea);
INSERT INTO storm.bytes (bytes) SELECT variant_to_bytes(v) FROM storm.sample;
INSERT INTO storm.bytes (bytes) SELECT variant_to_bytes(v::variant) FROM (VALUES
	((SELECT jsonb_object_agg('k' || i, jsonb_build_object('a', i, 'b', repeat(md5(i::text), 3), 'c', ARRAY[i, i + 1])) FROM generate_series(1, 60) i)),
	((SELECT jsonb_build_object('a', jsonb_agg(i), 'b', '{"c": [1, {"d": "x"}]}'::jsonb, 'kind', 'login', 'user', '{"id": 7, "name": "ann"}'::jsonb, 'tags', '["x", "y"]'::jsonb, 'text', repeat('lorem ipsum ', 900)) FROM generate_series(1, 3000) i)),
	((SELECT jsonb_agg(jsonb_build_object('op', 'add', 'path', '/a/' || i, 'value', i)) FROM generate_series(1, 200) i)),
	((SELECT jsonb_build_object('a', jsonb_build_object('b', jsonb_agg(md5(i::text)))) FROM generate_series(1, 200) i)),
	((SELECT jsonb_agg(md5(i::text)) FROM generate_series(1, 500) i)),
	((SELECT to_jsonb(string_agg(md5(i::text), ' ')) FROM generate_series(1, 500) i))) t(v);

-- Out of line and compressed, with delta numbers and without.
CREATE TABLE storm.external (id int, v variant);
ALTER TABLE storm.external ALTER v SET STORAGE EXTERNAL;
CREATE TABLE storm.external_plain (LIKE storm.external INCLUDING STORAGE);
CREATE TABLE storm.compressed (id int, v variant);
CREATE TABLE storm.compressed_plain (id int, v variant);
INSERT INTO storm.external SELECT id, variant_from_bytes(bytes) FROM storm.bytes;
INSERT INTO storm.compressed SELECT id, variant_from_bytes(bytes) FROM storm.bytes;
SET variant.storage = plain;
INSERT INTO storm.external_plain SELECT id, variant_from_bytes(bytes) FROM storm.bytes;
INSERT INTO storm.compressed_plain SELECT id, variant_from_bytes(bytes) FROM storm.bytes;
RESET variant.storage;

CREATE VIEW storm.stored AS
	SELECT id, variant_from_bytes(bytes) AS memory, x.v AS external, xp.v AS external_plain, c.v AS compressed, cp.v AS compressed_plain
	FROM storm.bytes JOIN storm.external x USING (id) JOIN storm.external_plain xp USING (id) JOIN storm.compressed c USING (id) JOIN storm.compressed_plain cp USING (id);

-- The answers for each value together with another one, words times.
CREATE FUNCTION storm.different(words int, OUT storage text, OUT label text, OUT id int, OUT r int, OUT memory text, OUT stored text) RETURNS SETOF record LANGUAGE sql AS $$
	WITH pair AS MATERIALIZED (
		SELECT a.id, 1 + (a.id * 7 + w.r) % (SELECT count(*) FROM storm.bytes)::int AS other, w.r
		FROM storm.bytes a, LATERAL (SELECT (random() * 100000)::int + 0 * a.id AS r FROM generate_series(1, words)) w)
	SELECT s.name, c.label, p.id, p.r, left(u.memory, 200), left(u.stored, 200)
	FROM pair p JOIN storm.stored a ON a.id = p.id JOIN storm.stored b ON b.id = p.other,
		LATERAL (SELECT storm.answers(a.memory, b.memory, p.r) AS answers OFFSET 0) m,
		LATERAL (VALUES ('external', storm.answers(a.external, b.external, p.r)), ('external_plain', storm.answers(a.external_plain, b.external_plain, p.r)),
			('compressed', storm.answers(a.compressed, b.compressed, p.r)), ('compressed_plain', storm.answers(a.compressed_plain, b.compressed_plain, p.r)),
			('expanded', storm.answers_expanded(a.memory, b.external, p.r))) s(name, answers),
		LATERAL ROWS FROM (unnest(m.answers), unnest(s.answers)) WITH ORDINALITY u(memory, stored, n)
		JOIN (SELECT c.label, row_number() OVER (ORDER BY c.line) AS n FROM storm.call c) c USING (n)
	WHERE u.memory IS DISTINCT FROM u.stored AND c.label NOT IN ('variant_storage(variant)')
$$;
RESET client_min_messages;
