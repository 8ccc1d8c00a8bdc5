-- Full-text search, compared with jsonb's.
-- Every query returns only rows that are wrong, unless it says otherwise.
CREATE SCHEMA test_tsearch;
SET search_path = test_tsearch, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.58);
SET default_text_search_config = 'english';
SET client_min_messages = warning;

-- names of one length, so that jsonb has the members in the same order and
-- the positions can be compared, too
CREATE TEMP TABLE docs AS
	SELECT i AS id, random_json(4, '{foxes,quick,brown,"a b c","x\"y z"}') AS t FROM generate_series(1, 3000) i;
ALTER TABLE docs ADD j jsonb, ADD v variant;
UPDATE docs SET j = t::jsonb, v = t::variant;

CREATE TEMP TABLE queries (query text);
INSERT INTO queries VALUES ('SELECT to_tsvector($1)'), ('SELECT to_tsvector(''simple'', $1)');
INSERT INTO queries SELECT format(q, f) FROM
	(VALUES ('"all"'), ('"string"'), ('"numeric"'), ('"boolean"'), ('"key"'), ('["string", "numeric"]'), ('["key", "BOOLEAN"]'), ('[]'), ('["all"]'), ('"All"'),
		('"number"'), ('""'), ('["string", 1]'), ('{}'), ('1'), ('null'), ('[null]'), ('true'), ('["string", "x"]')) f(f),
	(VALUES ('SELECT T_to_tsvector($1, ''%s'')'), ('SELECT T_to_tsvector(''simple'', $1, ''%s'')')) q(q);
INSERT INTO queries SELECT format(q, s) FROM
	(VALUES ('fox'), ('quick & fox'), ('long | x'), ('!fox'), ('quick <-> brown'), (''), ('5:*')) s(s),
	(VALUES ('SELECT ts_headline($1, to_tsquery(''%s''))'), ('SELECT ts_headline($1, to_tsquery(''%s''), ''StartSel=<, StopSel=>, MaxWords=5, MinWords=2'')'),
		('SELECT ts_headline(''simple'', $1, ''%s''::tsquery)'), ('SELECT ts_headline(''simple'', $1, ''%s''::tsquery, ''StartSel="\"", HighlightAll=true'')'),
		('SELECT ts_headline($1, to_tsquery(''%s''), ''Nonsense=1'')')) q(q);
SELECT id, t, query, outcome(replace(query, 'T_', 'jsonb_'), j), outcome(replace(query, 'T_', 'variant_'), v)
FROM queries, LATERAL (SELECT * FROM docs WHERE id % 19 = length(query) % 19) d
WHERE outcome(replace(query, 'T_', 'jsonb_'), j) IS DISTINCT FROM outcome(replace(query, 'T_', 'variant_'), v)
LIMIT 5;

-- not all are empty or errors (true)
SELECT count(*) FILTER (WHERE o <> '') > 3000 AS some, count(*) FILTER (WHERE o LIKE 'ERROR%') BETWEEN 100 AND 8000 AS errors
FROM (SELECT outcome(replace(query, 'T_', 'variant_'), v) o FROM queries, LATERAL (SELECT * FROM docs WHERE id % 19 = length(query) % 19) d) s;

-- with names of any length the lexemes are the same, only their order is not
SELECT id FROM (SELECT i, random_json(3, '{a,quick,ab c,""}') t FROM generate_series(1, 500) i) s(id, t)
WHERE strip(to_tsvector(t::jsonb)) <> strip(to_tsvector(t::variant))
	OR strip(jsonb_to_tsvector(t::jsonb, '"all"')) <> strip(variant_to_tsvector(t::variant, '"all"'));

-- what jsonb has not got (not empty): other classes are of "all" only, binary
-- never; U+0000 is a blank; phrases do not reach over values
\set doc '{"d": "2024-10-24"::date, "t": "12:34:56"::time, "u": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, "b": "\\\\x626364"::bytea, "f": 1.5e0, "s": "one\\u0000two", "n": null}'
SELECT to_tsvector('simple', :'doc'::variant);
SELECT variant_to_tsvector('simple', :'doc'::variant, '"numeric"');
SELECT variant_to_tsvector('simple', :'doc'::variant, '["numeric", "string", "boolean"]');
SELECT variant_to_tsvector('simple', :'doc'::variant, '"all"');
SELECT to_tsvector('["a quick", "fox"]'::variant) @@ to_tsquery('quick <-> fox');
SELECT ts_headline('{"s": "the quick fox", "d": "2024-10-24"::date, "k": ["foxes", 5]}'::variant, to_tsquery('fox'));
SELECT ts_headline('["a\u0000fox"]'::variant, to_tsquery('fox'));
SELECT to_tsvector(NULL::variant) IS NULL AND ts_headline('{}'::variant, NULL::tsquery) IS NULL AND variant_to_tsvector('{}'::variant, NULL::variant) IS NULL AS strict;
SELECT variant_to_tsvector('{}'::variant, '"x"'::variant);
SELECT variant_to_tsvector('{}'::variant, '[1]'::variant);

-- jsonb gives an internal error here
SELECT variant_to_tsvector('{}'::variant, '[["string"]]'::variant);

-- an index over one configuration
CREATE TABLE indexed (v variant);
INSERT INTO indexed SELECT v FROM docs;
CREATE INDEX ON indexed USING gin (to_tsvector('english', v));
SET enable_seqscan = off;
SELECT (SELECT count(*) FROM indexed WHERE to_tsvector('english', v) @@ to_tsquery('english', 'fox')) =
	(SELECT count(*) FROM docs WHERE to_tsvector('english', j) @@ to_tsquery('english', 'fox')) AS same;
SET client_min_messages = warning;
DROP SCHEMA test_tsearch CASCADE;
