-- Subscripts, read and assigned.  jsonb on the same server is the oracle.

CREATE TABLE subs_doc AS
SELECT id, t::jsonb j, t::variant v FROM unnest(ARRAY[
	'{}', '[]', 'null', '5', '"x"', '{"a": null}', '[null]', '[1, 2, 3]',
	'{"a": 1, "b": {"c": [1, {"d": 2}]}}', '{"a": [], "b": {}}', '{"a": [[]], "1": "one"}',
	'{"a": {"b": {"c": 1}}, "z": [1]}', '[{"a": [1, 2]}, [[3]], "s"]', '{"": {"": 1}, "a.b": 2}'
	]) WITH ORDINALITY u(t, id);
CREATE TABLE subs_step AS
SELECT s FROM unnest(ARRAY['a', 'b', 'c', 'd', '', 'a.b', '0', '1', '2', '-1', '-3', '-4', ' 1', '+1',
	'01', '1x', '2147483647', '2147483648', '-2147483648']) s;

-- read by text, by integer, by two and by three: wrong
SELECT id, s, v[s], j[s] FROM subs_doc, subs_step
WHERE v[s]::text IS DISTINCT FROM j[s]::text;
SELECT id, i, v[i], j[i] FROM subs_doc, unnest(ARRAY[0, 1, 2, 3, -1, -3, -4, 2147483647, -2147483648]) i
WHERE v[i]::text IS DISTINCT FROM j[i]::text;
SELECT id, a.s, b.s, v[a.s][b.s], j[a.s][b.s] FROM subs_doc, subs_step a, subs_step b
WHERE v[a.s][b.s]::text IS DISTINCT FROM j[a.s][b.s]::text;
SELECT id, a.s, b.s, i, v[a.s][b.s][i], j[a.s][b.s][i]
FROM subs_doc, subs_step a, subs_step b, generate_series(-2, 2) i
WHERE v[a.s][b.s][i]::text IS DISTINCT FROM j[a.s][b.s][i]::text
	OR v[a.s][b.s][i] [i]::text IS DISTINCT FROM j[a.s][b.s][i] [i]::text
	OR v[i][a.s]::text IS DISTINCT FROM j[i][a.s]::text;

-- constants: wrong
SELECT id FROM subs_doc
WHERE v['a']::text IS DISTINCT FROM j['a']::text
	OR v['b']['c'][1]['d']::text IS DISTINCT FROM j['b']['c'][1]['d']::text
	OR v[0]['a'][-1]::text IS DISTINCT FROM j[0]['a'][-1]::text
	OR v[-1]::text IS DISTINCT FROM j[-1]::text
	OR v['1']::text IS DISTINCT FROM j['1']::text
	OR v[1]::text IS DISTINCT FROM j[1]::text
	OR v['']['']::text IS DISTINCT FROM j['']['']::text
	OR v['a.b']::text IS DISTINCT FROM j['a.b']::text
	OR v[id::int - id::int]['a']::text IS DISTINCT FROM j[0]['a']::text;

-- in the open
SELECT ('5'::variant)[0], ('[{"a":1}]'::variant)['a'], ('[7,8]'::variant)['1'],
	('{"1": "x"}'::variant)[1], ('[7,8]'::variant)[NULL], ('{"a": 1}'::variant)['a'][NULL],
	(NULL::variant)['a'];
SELECT ('{"a": [1, {"b": "x"}]}'::variant)['a'][1]['b'] AS v, pg_typeof(('{}'::variant)['a']);
SELECT ('[7,8]'::variant)[1::smallint], ('{"a": 1}'::variant)['a'::varchar], ('{"a": 1}'::variant)['a'::name];
SELECT ('[1,2,3]'::variant)[1:2];
SELECT ('[1,2,3]'::variant)[:2];
SELECT ('[1,2,3]'::variant)[1:];
SELECT ('[1,2,3]'::variant)[:];
SELECT ('[1,2,3]'::variant)[1.5];
SELECT ('[1,2,3]'::variant)[true];
SELECT ('[1,2,3]'::variant)[1::bigint];
SELECT ('[1,2,3]'::variant)['{1}'::int[]];

-- domains, and views keep their spelling
CREATE DOMAIN subs_domain AS variant CHECK (VALUE['a'] IS NOT NULL);
SELECT ('{"a": {"b": 5}}'::subs_domain)['a']['b'];
CREATE VIEW subs_view AS SELECT v['a'][1]['b'] AS x FROM subs_doc;
SELECT pg_get_viewdef('subs_view') LIKE '%v[''a''::text][1][''b''::text] AS x%' AS kept;

-- assignment: a program that changes both and reports where they differ.  The
-- text of an error is the same but for the type's name.
CREATE FUNCTION subs_assign(j jsonb, v variant, steps text[], kinds text,
	OUT jt text, OUT vt text) LANGUAGE plpgsql AS $$
DECLARE
	a text := steps[1];
	b text := steps[2];
	c text := steps[3];
BEGIN
	BEGIN
		CASE kinds
			WHEN 't' THEN j[a] := '[9]';
			WHEN 'i' THEN j[a::int] := '[9]';
			WHEN 'tt' THEN j[a][b] := '"new"';
			WHEN 'ti' THEN j[a][b::int] := '"new"';
			WHEN 'it' THEN j[a::int][b] := '"new"';
			WHEN 'ttt' THEN j[a][b][c] := 'null';
			WHEN 'tit' THEN j[a][b::int][c] := '{}';
		END CASE;
		jt := j;
	EXCEPTION WHEN OTHERS THEN
		GET STACKED DIAGNOSTICS jt = PG_EXCEPTION_DETAIL;
		jt := SQLSTATE || replace(SQLERRM, 'jsonb', 'variant') || jt;
	END;
	BEGIN
		CASE kinds
			WHEN 't' THEN v[a] := '[9]';
			WHEN 'i' THEN v[a::int] := '[9]';
			WHEN 'tt' THEN v[a][b] := '"new"';
			WHEN 'ti' THEN v[a][b::int] := '"new"';
			WHEN 'it' THEN v[a::int][b] := '"new"';
			WHEN 'ttt' THEN v[a][b][c] := 'null';
			WHEN 'tit' THEN v[a][b::int][c] := '{}';
		END CASE;
		vt := v;
	EXCEPTION WHEN OTHERS THEN
		GET STACKED DIAGNOSTICS vt = PG_EXCEPTION_DETAIL;
		vt := SQLSTATE || SQLERRM || vt;
	END;
END
$$;
-- documents compare as jsonb, errors as text
CREATE FUNCTION subs_differ(j text, v text) RETURNS bool LANGUAGE sql AS $$
	SELECT j IS DISTINCT FROM v AND
		CASE WHEN j ~ '^[[{]' AND v ~ '^[[{]' THEN j::jsonb <> v::jsonb ELSE true END
$$;
CREATE VIEW subs_steps AS SELECT s FROM subs_step WHERE s !~ '^\s*\+?\d{8,}';
-- wrong
SELECT id, kinds, a.s, r.* FROM (TABLE subs_doc UNION ALL VALUES (0, NULL::jsonb, NULL::variant)) d, subs_steps a,
	unnest(ARRAY['t', 'i']) kinds, subs_assign(j, v, ARRAY[a.s], kinds) r
WHERE subs_differ(jt, vt);
SELECT id, kinds, a.s, b.s, r.* FROM (TABLE subs_doc UNION ALL VALUES (0, NULL::jsonb, NULL::variant)) d, subs_steps a, subs_steps b,
	unnest(ARRAY['tt', 'ti', 'it']) kinds, subs_assign(j, v, ARRAY[a.s, b.s], kinds) r
WHERE subs_differ(jt, vt);
SELECT id, kinds, a.s, b.s, c.s, r.* FROM (TABLE subs_doc UNION ALL VALUES (0, NULL::jsonb, NULL::variant)) d,
	subs_steps a, subs_steps b, subs_steps c,
	unnest(ARRAY['ttt', 'tit']) kinds, subs_assign(j, v, ARRAY[a.s, b.s, c.s], kinds) r
WHERE a.s IN ('a', 'b', '1', '-1') AND subs_differ(jt, vt);

-- in a table: new members, replaced ones, several at once, from NULL
CREATE TABLE subs_set (id int, v variant);
INSERT INTO subs_set VALUES (1, '{}'), (2, NULL), (3, '{"a": {"b": 1, "c": "2024-10-24"::date}}'), (4, NULL);
UPDATE subs_set SET v['a']['b'] = '5' WHERE id <= 3;
TABLE subs_set ORDER BY id;
UPDATE subs_set SET v['a']['x'] = v['a']['c'], v['list'][2] = '"third"' WHERE id <= 3;
TABLE subs_set ORDER BY id;
UPDATE subs_set SET v[1] = '[]', v[3]['k'] = NULL WHERE id = 4;
TABLE subs_set ORDER BY id;
UPDATE subs_set SET v['list'][-1] = '{"last": true}' WHERE id <= 3;
SELECT id, v['list'] FROM subs_set WHERE id <= 3 ORDER BY id;
INSERT INTO subs_set (id, v['a']['b']) VALUES (5, '1.50');
SELECT v FROM subs_set WHERE id = 5;
-- what is assigned to and what is assigned keep their classes
UPDATE subs_set SET v['d'] = '"12:00:00"::time' WHERE id = 3 RETURNING v;
-- the result is canonical whatever it was made of
SELECT id FROM subs_set WHERE variant_send(v) <> variant_send(v::text::variant);

UPDATE subs_set SET v['a']['b']['c'] = '1' WHERE id = 1;
UPDATE subs_set SET v['list']['x'] = '1' WHERE id = 1;
UPDATE subs_set SET v['list'][-10] = '1' WHERE id = 1;
UPDATE subs_set SET v[NULL] = '1' WHERE id = 1;
UPDATE subs_set SET v['a'][NULL::text] = '1' WHERE id = 1;
UPDATE subs_set SET v['a'] = 5 WHERE id = 1;
UPDATE subs_set SET v['a'] = '{' WHERE id = 1;
UPDATE subs_set SET v[1:2] = '1' WHERE id = 1;
UPDATE subs_set SET v['far'][2000000000] = '1' WHERE id = 1;
UPDATE subs_set SET v['list'][1000] = '1' WHERE id = 1;
SELECT v['list'][999], v['list'][1000], v['list'][1001] FROM subs_set WHERE id = 1;

-- a value that is stored out of line, and one set into it
UPDATE subs_set SET v['long'] = ('"' || repeat('long ', 20000) || '"')::variant WHERE id = 3;
UPDATE subs_set SET v['a']['b'] = v['long'] WHERE id = 3;
SELECT length(v ->> 'long'), v['long']::text = v['a']['b']::text AS same FROM subs_set WHERE id = 3;

-- in a composite
CREATE TYPE subs_pair AS (n int, v variant);
CREATE TABLE subs_nested (a variant[], p subs_pair);
INSERT INTO subs_nested VALUES ('{}', ROW(1, '{"a": 1}'));
UPDATE subs_nested SET a[1] = '{"x": [1]}', p.v['b'][1] = '2';
SELECT a, (a[1])['x'][0], (p).v, (p).v['b'][-1] FROM subs_nested;

-- PL/pgSQL
DO $$
DECLARE
	v variant;
	k text := 'n';
BEGIN
	FOR i IN 0 .. 2 LOOP
		v['list'][i][k] := i::text::variant;
	END LOOP;
	v['list'][1] := v['list'][0];
	RAISE NOTICE '%', v;
	v := NULL;
	v[0] := '"first"';
	RAISE NOTICE '%', v;
END
$$;
