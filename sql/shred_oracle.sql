-- Answers and errors are the same with shredded columns and without, for
-- values of all classes under all types, in every spelling.
SET jit = off;
CREATE SCHEMA shred_oracle;
SET search_path = shred_oracle, public;
CREATE TABLE pool (id serial, family text, v variant);
INSERT INTO pool (family, v) SELECT 'number', v::variant FROM unnest(ARRAY['0', '1', '-1', '5', '5.0', '5.5', '-5.5', '127', '128', '-129', '32767', '32768',
	'2147483647', '2147483648', '-2147483649', '9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775809', '0.1', '0.10', '1.23', '1.230',
	'1.2345', '99999999.99', '12345678901234567890123456789012345678', '5e0', '5.5e0', '0.1e0', '1e300', '-0.0e0', '9007199254740992e0', '1e-320',
	'0.1::float4', '5::float4', '5.5::float4', '16777217', '16777216::float4', '3.5e0', '1e10', '"NaN"::float8', '"Infinity"::float8', '"-Infinity"::float4', '"NaN"::float4']) v;
INSERT INTO pool (family, v) SELECT 'string', v::variant FROM unnest(ARRAY['""', '"a"', '"A"', '"ab"', '"B"', '"ä"', '"z"', '"5"', '"true"', '"2024-10-24"', '"\ud83d\ude00"', '"\uffff"']) v;
INSERT INTO pool (family, v) SELECT 'date', v::variant FROM unnest(ARRAY['"2024-10-24"::date', '"1969-12-31"::date', '"0044-03-15 BC"::date', '"5881000-01-01"::date']) v;
INSERT INTO pool (family, v) SELECT 'timestamp', v::variant FROM unnest(ARRAY['"2024-10-24T00:00:00"::timestamp', '"2024-10-24T18:22:26.402"::timestamp',
	'"2024-10-24T18:22:26.402000001"::timestamp(9)', '"290309-12-21T19:59:05.224192 BC"::timestamp']) v;
INSERT INTO pool (family, v) SELECT 'timestamptz', v::variant FROM unnest(ARRAY['"2024-10-24T00:00:00Z"::timestamptz', '"2024-10-24T18:22:26.402Z"::timestamptz',
	'"2024-10-24T18:22:26.402000001Z"::timestamptz(9)', '"290309-12-21T19:59:05.224192Z BC"::timestamptz']) v;
INSERT INTO pool (family, v) SELECT 'other', v::variant FROM unnest(ARRAY['true', 'false', '"12:34:56"::time', '"24:00:00"::time', '"\\x00ff"::bytea', '"\\x"::bytea',
	'"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid', '"00000000-0000-0000-0000-000000000000"::uuid', '[]', '[5]', '{}', '{"x": 5}']) v;
INSERT INTO pool (family, v) VALUES ('hostile', '"a\u0000b"');

-- One table for each family of values at p.q, and one of all; each row has a value, none, or null.
CREATE FUNCTION make_table(name text, families text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TABLE %I (id serial, n int, doc variant)', name);
	EXECUTE format('INSERT INTO %I (n, doc) SELECT p.id %% 7, variant_build_object(''p'', variant_build_object(''q'', v, ''other'', 1)) FROM pool p WHERE family = ANY ($1) ORDER BY p.id', name) USING families;
	EXECUTE format('INSERT INTO %I (n, doc) VALUES (1, ''{}''), (2, ''{"p": {"q": null}}''), (3, NULL), (4, ''{"p": [5]}''), (5, ''{"p": null}'')', name);
END $$;

-- What a query gives: its rows, or its error.
CREATE FUNCTION answer(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE format('SELECT coalesce(string_agg(s::text, '' '' ORDER BY s::text), ''none'') FROM (%s) s', query) INTO result;
	RETURN result;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END $$;

CREATE FUNCTION is_used(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF) ' || query LOOP
		IF line LIKE '%p_q_off%' THEN RETURN true; END IF;
	END LOOP;
	RETURN false;
EXCEPTION WHEN OTHERS THEN
	RETURN NULL;
END $$;

CREATE TABLE differences (query text, with_columns text, without text);
CREATE TABLE counts (type text, queries int, used int, errors int);

CREATE FUNCTION compare(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	a text;
	b text;
BEGIN
	SET LOCAL variant.shredded_columns = on;
	a := answer(query);
	SET LOCAL variant.shredded_columns = off;
	b := answer(query);
	SET LOCAL variant.shredded_columns = on;
	IF a IS DISTINCT FROM b THEN
		INSERT INTO differences VALUES (query, a, b);
	END IF;
	RETURN a;
END $$;

-- Conditions on the path: {} stands for it in some spelling.
CREATE TABLE spellings (s text);
INSERT INTO spellings VALUES ('doc[''p''][''q'']'), ('doc->''p''->''q'''), ('(doc #> ''{p,q}'')'), ('variant_get(doc, ''$.p.q'')'), ('doc[''p'']->''q''');
CREATE TABLE texts (s text);
INSERT INTO texts VALUES ('doc->''p''->>''q'''), ('(doc #>> ''{p,q}'')'), ('variant_get(doc, ''$.p.q'', NULL::text)'), ('doc[''p'']->>''q''');
CREATE TABLE vals (s text);
INSERT INTO vals VALUES ('5'), ('5::smallint'), ('5::bigint'), ('5.0'), ('5.5'), ('0.1'), ('''0.1''::float8'), ('5::float8'), ('5.5::float4'), ('9007199254740993'), ('''NaN''::numeric'),
	('''Infinity''::float8'), ('''NaN''::float8'), ('9223372036854775808'), ('1e40'), ('0.100000000000000005551115123125782702118158340454101562'),
	('''a''::text'), ('''''::text'), ('''ä''::text'), ('''5''::text'), ('true'), ('date ''2024-10-24'''), ('date ''infinity'''), ('time ''24:00'''),
	('timestamp ''2024-10-24 18:22:26.402'''), ('timestamp ''-infinity'''), ('timestamptz ''2024-10-24 18:22:26.402Z'''), ('timestamptz ''2024-10-24Z'''),
	('uuid ''f24f9b64-81fa-49d1-b74e-8c09a6e31c56'''), ('''\x00ff''::bytea'),
	('''5''::variant'), ('''5.5''::variant'), ('''5e0''::variant'), ('''"a"''::variant'), ('''null''::variant'), ('''true''::variant'), ('''"2024-10-24"::date''::variant'),
	('''"2024-10-24T18:22:26.402000001Z"::timestamptz(9)''::variant'), ('''[5]''::variant'), ('NULL::int'), ('NULL::variant'), ('(SELECT 5)'), ('n'), ('(n || '''')::text');
CREATE TABLE conditions (kind text, c text);
INSERT INTO conditions
	SELECT 'variant', format('{} %s %s', op, s) FROM vals, unnest(ARRAY['=', '<>', '<', '<=', '>', '>=']) op
	UNION ALL SELECT 'variant', format('%s %s {}', s, op) FROM vals, unnest(ARRAY['=', '<>', '<', '>=']) op WHERE s !~ 'SELECT|\|\|'
	UNION ALL SELECT 'variant', c FROM unnest(ARRAY['{} BETWEEN -1 AND 5.5', '{} IN (1, 5, 7)', '{} NOT IN (1, 5)', '{} = ANY (ARRAY[5, 127])', '{} = ANY (ARRAY[''a'', ''ab'']::text[])',
		'{} = ANY (ARRAY[5, 127]::bigint[])', '{} <> ALL (ARRAY[5, 127])', '{} IS NULL', '{} IS NOT NULL', '{} > 0 AND {} < 100', '{} > 0 AND {} IS NOT NULL AND {} <> 5',
		'{} = 5 OR {} = ''a''::text', '({} > 5 OR {} < 0) AND n < 5', '({} > 5) IS NULL', '{} IS DISTINCT FROM ''5''', 'CASE WHEN {} > 5 THEN true END',
		'coalesce({} > 5, true)', 'n = 1 OR {} >= date ''2024-10-24''']) c
	UNION ALL SELECT 'text', c FROM unnest(ARRAY['{} = ''a''', '{} <> ''a''', '{} < ''b''', '{} >= ''ab'' COLLATE "C"', '{} = ''5''', '{} LIKE ''a%''', '{} IN (''a'', ''5'', ''true'')',
		'{} = ANY (ARRAY[''a'', NULL])', '{} IS NULL', 'NOT {} = ''5.5''', 'length({}) > 2', '{} = n::text', '{} || ''x'' = ''ax''', 'upper({}) = ''A''', '''5'' = {}',
		'{} BETWEEN ''A'' AND ''b''']) c
	UNION ALL SELECT 'cast', format('(%s)::%s %s', '{}', t, c)
	FROM (VALUES ('bigint', '= 5'), ('bigint', '> 5'), ('bigint', 'BETWEEN 0 AND 127'), ('bigint', 'IN (5, 127)'), ('bigint', '= n'), ('bigint', '> 5.5'), ('int', '= 5'), ('smallint', '<= 5'), ('numeric', '> 5'), ('numeric', '= 0.1'),
		('float8', '>= 0.1'), ('float8', '= 5'), ('float4', '< 5.5'), ('boolean', '= true'), ('boolean', ''), ('boolean', 'IS NOT TRUE'), ('date', '>= ''2024-10-24'''), ('time', '> ''12:00'''),
		('timestamp', '> ''2024-10-24'''), ('timestamptz', '> ''2024-10-24Z'''), ('timestamptz', 'IS NULL'), ('uuid', '> ''00000000-0000-0000-0000-000000000000'''), ('bytea', '> ''\x00''')) t(t, c);

CREATE FUNCTION check_type(name text, schema_type text, every int, method text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	item record;
	query text;
	form text;
	forms text[] := ARRAY['SELECT id FROM %s WHERE %s', 'SELECT id, %2$s FROM %1$s', 'SELECT id FROM %s WHERE NOT (%s)', 'SELECT id, n FROM (SELECT doc, n, id FROM %s) s WHERE %s',
		'SELECT id FROM %s WHERE %s AND n < 4 OR n = 6'];
	tried int := 0;
	using_them int := 0;
	failed int := 0;
	i int := 0;
BEGIN
	PERFORM variant_shred_column(name::regclass, 'doc', variant_build_object('p', variant_build_object('q', schema_type)), method);
	EXECUTE 'ANALYZE ' || name;
	FOR item IN SELECT replace(c, '{}', s) AS condition
		FROM (SELECT kind, c, s FROM conditions, spellings WHERE kind IN ('variant', 'cast') UNION ALL SELECT kind, c, s FROM conditions, texts WHERE kind = 'text') x
		ORDER BY kind COLLATE "C", c COLLATE "C", s COLLATE "C"
	LOOP
		i := i + 1;
		CONTINUE WHEN (i + length(name) + length(schema_type)) % every <> 0;
		form := forms[1 + (i / every) % 5];
		query := format(form, name, item.condition);
		tried := tried + 1;
		IF compare(query) ~ '^[0-9A-Z]{5} [a-z]' THEN failed := failed + 1; END IF;
		IF is_used(query) THEN using_them := using_them + 1; END IF;
	END LOOP;
	UPDATE counts x SET queries = x.queries + tried, used = x.used + using_them, errors = x.errors + failed WHERE x.type = schema_type;
	IF NOT FOUND THEN INSERT INTO counts VALUES (schema_type, tried, using_them, failed); END IF;
	PERFORM variant_unshred_column(name::regclass, 'doc');
END $$;

SELECT make_table('o_number', ARRAY['number']), make_table('o_string', ARRAY['string']), make_table('o_date', ARRAY['date', 'timestamp']),
	make_table('o_zone', ARRAY['timestamptz']), make_table('o_all', ARRAY['number', 'string', 'date', 'timestamp', 'timestamptz', 'other']), make_table('o_hostile', ARRAY['string', 'hostile']);

SELECT count(check_type('o_number', t, 7, 'btree')) FROM unnest(ARRAY['tinyint', 'smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric(9,2)', 'numeric(38,20)']) t;
SELECT count(check_type('o_all', t, 13, NULL)) FROM unnest(ARRAY['boolean', 'bigint', 'integer', 'double precision', 'numeric(18,4)', 'text', 'bytea', 'uuid', 'date', 'time', 'timestamp', 'timestamptz']) t;
SET enable_seqscan = off;
SELECT count(check_type('o_all', t, 17, 'btree')) FROM unnest(ARRAY['boolean', 'bigint', 'numeric(9,2)', 'text', 'date', 'time', 'timestamp', 'timestamptz']) t;
SELECT check_type('o_string', 'text', 5, 'btree');
SELECT count(check_type('o_date', t, 11, 'btree')) FROM unnest(ARRAY['date', 'timestamp']) t;
RESET enable_seqscan;
SELECT check_type('o_zone', 'timestamptz', 7, 'btree');
SELECT check_type('o_hostile', 'text', 11, NULL);

SELECT query, left(with_columns, 200) AS with_columns, left(without, 200) AS without FROM differences ORDER BY query LIMIT 20;
-- that there was something to differ
SELECT type, queries > 50 AS queries, used > 0 AS used, errors < queries AS not_only_errors FROM counts ORDER BY type;
SET client_min_messages = warning;
DROP SCHEMA shred_oracle CASCADE;
