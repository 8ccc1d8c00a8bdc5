-- Malformed text: SQLSTATE, detail, hint, and the place in the text.

CREATE FUNCTION fault(t text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	message text; detail text; hint text; context text;
BEGIN
	PERFORM variant_in(textout(t));
	RETURN NULL;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL,
		hint = PG_EXCEPTION_HINT, context = PG_EXCEPTION_CONTEXT;
	RETURN concat_ws(' | ', SQLSTATE || ': ' || message, detail, nullif(hint, ''),
		(SELECT c FROM regexp_split_to_table(context, E'\n') c WHERE c LIKE 'variant data%'));
END $$;

CREATE TABLE bad (line int GENERATED ALWAYS AS IDENTITY, t text);
INSERT INTO bad (t) VALUES
	(''), ('   '), ('login'), ('  login '), ('log in'), ('o''clock'), ('2024-10-24'), ('2024-10-24 18:22:26+02'), ('true1'),
	('nul'), ('nan'), ('''login'''), ('{"a": login}'), ('[1, 2'), ('{'), ('{"a"'), ('{"a":'), ('{"a":1'), ('{"a":1,'), ('{"a":1,}'), ('[1,]'),
	('{a: 1}'), ('{"a" 1}'), ('{1: 2}'), ('[1 2]'), ('1 2'), ('{} {}'), ('"abc'), ('"a\'), ('"a\x"'), ('"a\u12"'), ('"\u12g4"'),
	('"\ud83d"'), ('"\ude00\ud83d"'), ('"\ud83dx"'), ('"\ud83d\u0041"'),
	(E'"a\tb"'), (E'"a\nb"'), ('01'), ('1.'), ('.5'), ('1e'), ('+1'), ('-'), ('--1'), ('0x10'), ('1_000'),
	('1e400'), ('-1e400'), ('1e-400'), ('[1, 1e400]'), ('"x"::date'), ('"2024-02-30"::date'), ('"2024-10-24"::datum'), ('"2024-10-24" ::date'), ('"2024-10-24":: date'),
	('"2024-10-24"::'), ('"2024-10-24":'), ('"2024-10-24T18:22:26"::timestamptz'), ('"2024-10-24T18:22:26Z"::timestamp'),
	('"25:00:00"::time'), ('"12:34:56.0000001"::time'), ('"x"::uuid'), ('"f24f9b64-81fa-49d1-b74e-8c09a6e31c5"::uuid'),
	('"abc"::bytea'), ('"\\x0"::bytea'), ('"x"::float8'), ('1e39::float4'), ('1e-60::float4'), ('true::date'), ('[1]::date'), ('5::uuid'),
	('2024-10-24T18:22:26'), ('2024-10-24T18:22:26Z'), ('"12"::int'), ('"x"::text'), ('"2024-10-24"::Date'), ('"x"::timestamp(9)'), ('"12:30"::timestamptz(9)'),
	(E'{"a": 1,\n\t"b": 2,\n\t"c": tru}'), (E'{"a": 1,\r\n"b": ü}'), ('["ääääääääääääääääääääääääääääääääääääääääääääääääääääää", x]'), ('["' || repeat('x', 1000) || '", ' || repeat('y', 1000) || ']'),
	(repeat('[', 1001) || repeat(']', 1001)), (repeat('{"a":', 20000));
\pset format unaligned
SELECT line, to_json(left(t, 60)) AS t, fault(t) FROM bad ORDER BY line;
\pset format aligned

-- parse_json knows no typed values
SELECT parse_json('{"a": "2024-10-24"::date}');
SELECT parse_json('login');

-- where soft errors exist they are the same errors
CREATE FUNCTION soft_differs() RETURNS SETOF int LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('server_version_num')::int >= 160000 THEN
		RETURN QUERY EXECUTE $q$
			SELECT line FROM bad, pg_input_error_info(t, 'variant') e
			WHERE pg_input_is_valid(t, 'variant') OR e.sql_error_code <> left(fault(t), 5)
			OR strpos(fault(t), e.message) = 0 OR e.detail IS NOT NULL AND strpos(fault(t), e.detail) = 0
		$q$;
	END IF;
END $$;
SELECT soft_differs();

-- after all that, the parser works
SELECT '{"a": [1, {"b": 2}]}'::variant;

-- how an untyped literal is met in a query
CREATE TABLE events (v variant);
SELECT * FROM events WHERE v = 'login';

DROP TABLE bad, events;
DROP FUNCTION fault, soft_differs;
