-- corpora: bluesky doc_64k
-- benchmarks: shred_type shred_time shred_type_64k shred_time_64k shred_type_index shred_time_index shred_q1 shred_q2 shred_q3 shred_q4 shred_q5 shred_checked_type shred_checked_time shred_checked_type_64k shred_checked_time_64k shred_checked_q1 shred_checked_q2 shred_checked_q3 shred_checked_q4 shred_checked_q5 shred_update shred_insert
--
-- Shredded columns against the same documents without them, jsonb, and plain
-- columns that somebody keeps beside a document.  Without indexes each side reads
-- all rows, which alone is most of the time where documents are small; _index is
-- with those that variant_shred_column makes (btree for the type, BRIN for the
-- time), against a scan of jsonb and against jsonb_index, which can have one for the type
-- only.  _checked is with CHECK (marker IS NULL).  Then JSONBench over shredded columns, plain being the columns by name,
-- and what they cost when rows are written, against generated columns of jsonb.
SELECT least(4 * count(*), 200000) AS events FROM bluesky_text \gset
CREATE TABLE shred_rows AS
	SELECT i AS id, (ARRAY['view', 'view', 'view', 'click', 'click', 'login', 'order', 'error'])[1 + i * 7919 % 8] AS event_type,
		timestamptz '2024-10-24 00:00Z' + i * interval '1 second' AS event_ts,
		jsonb_build_object('user', i * 31 % 5000, 'session', md5(i::text), 'page', '/item/' || i % 300, 'price', i % 97 + 0.5) AS rest
	FROM generate_series(1, :events) i;
CREATE TABLE shred_unshredded (doc variant);
INSERT INTO shred_unshredded SELECT rest::variant || variant_build_object('event_type', event_type, 'event_ts', event_ts) FROM shred_rows ORDER BY id;
CREATE TABLE shred_shredded (doc variant);
INSERT INTO shred_shredded SELECT doc FROM shred_unshredded;
SELECT count(*) FROM variant_shred_column('shred_shredded', 'doc', '{"event_type": "text", "event_ts": "timestamptz"}');
CREATE TABLE shred_jsonb (doc jsonb);
INSERT INTO shred_jsonb SELECT rest || jsonb_build_object('event_type', event_type, 'event_ts', event_ts) FROM shred_rows ORDER BY id;
CREATE TABLE shred_plain (doc variant, event_type text COLLATE "C", event_ts timestamptz);
INSERT INTO shred_plain SELECT doc, doc->>'event_type', (doc['event_ts'])::timestamptz FROM shred_unshredded;

-- the same beside 64 kB, out of line
CREATE TABLE shred_large AS
	SELECT r.*, t FROM (SELECT t, row_number() OVER () AS id FROM doc_64k_text LIMIT 200) d JOIN shred_rows r USING (id);
CREATE TABLE shred_64k_unshredded (doc variant);
INSERT INTO shred_64k_unshredded SELECT t::variant || variant_build_object('event_type', event_type, 'event_ts', event_ts) FROM shred_large ORDER BY id;
CREATE TABLE shred_64k_shredded (doc variant);
INSERT INTO shred_64k_shredded SELECT doc FROM shred_64k_unshredded;
SELECT count(*) FROM variant_shred_column('shred_64k_shredded', 'doc', '{"event_type": "text", "event_ts": "timestamptz"}');
CREATE TABLE shred_64k_jsonb (doc jsonb);
INSERT INTO shred_64k_jsonb SELECT t::jsonb || jsonb_build_object('event_type', event_type, 'event_ts', event_ts) FROM shred_large ORDER BY id;
CREATE TABLE shred_64k_plain (doc variant, event_type text COLLATE "C", event_ts timestamptz);
INSERT INTO shred_64k_plain SELECT doc, doc->>'event_type', (doc['event_ts'])::timestamptz FROM shred_64k_unshredded;

SELECT format('CREATE TABLE shred%1$s_checked (doc variant); INSERT INTO shred%1$s_checked SELECT doc FROM shred%1$s_unshredded', size)
FROM unnest(ARRAY['', '_64k']) size
\gexec
SELECT format('ALTER TABLE shred%s_checked %s', size, string_agg(format('ADD CHECK (%I IS NULL)', marker_column), ', '))
FROM unnest(ARRAY['', '_64k']) size,
	variant_shred_column(format('shred%s_checked', size)::regclass, 'doc', '{"event_type": "text", "event_ts": "timestamptz"}')
GROUP BY size
\gexec

SELECT format('VACUUM (ANALYZE) shred%s_%s', size, side)
FROM unnest(ARRAY['', '_64k']) size, unnest(ARRAY['unshredded', 'shredded', 'checked', 'jsonb', 'plain']) side
\gexec

-- The same with indexes; a rare type, to be found by one.
CREATE TABLE shred_index_shredded (doc variant);
INSERT INTO shred_index_shredded SELECT CASE row_number() OVER () % 1000 WHEN 0 THEN variant_set(doc, '{event_type}', '"refund"') ELSE doc END FROM shred_unshredded;
CREATE TABLE shred_index_plain AS SELECT doc, doc->>'event_type' COLLATE "C" AS event_type, (doc['event_ts'])::timestamptz AS event_ts FROM shred_index_shredded;
CREATE TABLE shred_index_jsonb AS SELECT doc::jsonb AS doc FROM shred_index_shredded;
CREATE TABLE shred_index_jsonb_index AS SELECT * FROM shred_index_jsonb;
SELECT count(*) FROM variant_shred_column('shred_index_shredded', 'doc', '{"event_type": "text"}', 'btree');
SELECT count(*) FROM variant_shred_column('shred_index_shredded', 'doc', '{"event_ts": "timestamptz"}', 'brin');
CREATE INDEX ON shred_index_plain (event_type);
CREATE INDEX ON shred_index_plain USING brin (event_ts);
CREATE INDEX ON shred_index_jsonb_index ((doc->>'event_type'));
SELECT format('VACUUM (ANALYZE) shred_index_%s', side) FROM unnest(ARRAY['shredded', 'plain', 'jsonb', 'jsonb_index']) side
\gexec

-- An eighth of the events, or those of an hour; large documents are few and
-- read again and again.
SELECT format('CALL bench.add(''shred%s_%s%s'', %L, %L, %L)', mode, what, size, CASE size WHEN '' THEN 'events' ELSE 'doc_64k' END, side,
	format('SELECT count(*) FROM %s shred%s_%s WHERE %s', CASE size WHEN '_64k' THEN 'generate_series(1, 50),' ELSE '' END, size, kept, condition))
FROM unnest(ARRAY['', '_64k']) size,
	(VALUES ('', 'variant', 'shredded'), ('', 'unshredded', 'unshredded'), ('', 'jsonb', 'jsonb'), ('', 'plain', 'plain'),
		('_checked', 'variant', 'checked'), ('_checked', 'plain', 'plain')) s(mode, side, kept),
	LATERAL (VALUES
		('type', CASE kept WHEN 'jsonb' THEN 'doc->>''event_type'' = ''order''' WHEN 'plain' THEN 'event_type = ''order'''
			ELSE 'doc[''event_type''] = ''order''::text' END),
		('time', CASE kept WHEN 'jsonb' THEN '(doc->>''event_ts'')::timestamptz >= ''2024-10-24 01:00Z'' AND (doc->>''event_ts'')::timestamptz < ''2024-10-24 02:00Z'''
			WHEN 'plain' THEN 'event_ts >= ''2024-10-24 01:00Z'' AND event_ts < ''2024-10-24 02:00Z'''
			ELSE 'doc[''event_ts''] >= timestamptz ''2024-10-24 01:00Z'' AND doc[''event_ts''] < timestamptz ''2024-10-24 02:00Z''' END)) c(what, condition)
\gexec

SELECT format('CALL bench.add(''shred_%s_index'', ''events'', %L, %L)', what, side, format('SELECT count(*) FROM shred_index_%s WHERE %s', kept, condition))
FROM (VALUES ('variant', 'shredded'), ('plain', 'plain'), ('jsonb', 'jsonb'), ('jsonb_index', 'jsonb_index')) s(side, kept),
	LATERAL (VALUES
		('type', CASE kept WHEN 'shredded' THEN 'doc[''event_type''] = ''refund''::text' WHEN 'plain' THEN 'event_type = ''refund''' ELSE 'doc->>''event_type'' = ''refund''' END),
		('time', CASE kept WHEN 'shredded' THEN 'doc[''event_ts''] >= timestamptz ''2024-10-24 01:00Z'' AND doc[''event_ts''] < timestamptz ''2024-10-24 01:10Z'''
			WHEN 'plain' THEN 'event_ts >= ''2024-10-24 01:00Z'' AND event_ts < ''2024-10-24 01:10Z'''
			ELSE '(doc->>''event_ts'')::timestamptz >= ''2024-10-24 01:00Z'' AND (doc->>''event_ts'')::timestamptz < ''2024-10-24 01:10Z''' END)) c(what, condition)
WHERE what <> 'time' OR side <> 'jsonb_index'
\gexec

-- JSONBench over shredded columns
CREATE UNLOGGED TABLE bluesky_shredded (v variant);
INSERT INTO bluesky_shredded SELECT v FROM bluesky_v;
SELECT count(*) FROM variant_shred_column('bluesky_shredded', 'v',
	'{"kind": "text", "did": "text", "time_us": "bigint", "commit": {"operation": "text", "collection": "text"}}');
VACUUM (ANALYZE) bluesky_shredded;
-- _checked: with indexes and the promise that no value is of another type
CREATE UNLOGGED TABLE bluesky_checked (v variant);
INSERT INTO bluesky_checked SELECT v FROM bluesky_v;
SELECT format('ALTER TABLE bluesky_checked %s', string_agg(format('ADD CHECK (%I IS NULL)', marker_column), ', '))
FROM variant_shred_column('bluesky_checked', 'v',
	'{"kind": "text", "did": "text", "time_us": "bigint", "commit": {"operation": "text", "collection": "text"}}', 'btree')
\gexec
VACUUM (ANALYZE) bluesky_checked;
CREATE UNLOGGED TABLE bluesky_indexed AS SELECT j FROM bluesky_j;
CREATE INDEX ON bluesky_indexed ((j->>'kind'));
CREATE INDEX ON bluesky_indexed ((j->>'did'));
CREATE INDEX ON bluesky_indexed (((j->>'time_us')::bigint));
CREATE INDEX ON bluesky_indexed ((j->'commit'->>'operation'));
CREATE INDEX ON bluesky_indexed ((j->'commit'->>'collection'));
VACUUM (ANALYZE) bluesky_indexed;
CREATE TABLE bench.jsonbench (nr int, query text);
INSERT INTO bench.jsonbench VALUES
	(1, $$SELECT v->'commit'->>'collection' AS event, count(*) FROM bluesky_v GROUP BY 1 ORDER BY 2 DESC, 1$$),
	(2, $$SELECT v->'commit'->>'collection' AS event, count(*), count(DISTINCT v->>'did') AS users
		FROM bluesky_v WHERE v->>'kind' = 'commit' AND v->'commit'->>'operation' = 'create' GROUP BY 1 ORDER BY 2 DESC, 1$$),
	(3, $$SELECT v->'commit'->>'collection' AS event, extract(hour FROM to_timestamp((v->>'time_us')::bigint / 1e6) AT TIME ZONE 'UTC') AS hour, count(*)
		FROM bluesky_v WHERE v->>'kind' = 'commit' AND v->'commit'->>'operation' = 'create' AND
		v->'commit'->>'collection' IN ('app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like') GROUP BY 1, 2 ORDER BY 2, 1$$),
	(4, $$SELECT v->>'did' AS "user", min((v->>'time_us')::bigint) AS first
		FROM bluesky_v WHERE v->>'kind' = 'commit' AND v->'commit'->>'operation' = 'create' AND v->'commit'->>'collection' = 'app.bsky.feed.post'
		GROUP BY 1 ORDER BY 2, 1 LIMIT 3$$),
	(5, $$SELECT v->>'did' AS "user", max((v->>'time_us')::bigint) - min((v->>'time_us')::bigint) AS span
		FROM bluesky_v WHERE v->>'kind' = 'commit' AND v->'commit'->>'operation' = 'create' AND v->'commit'->>'collection' = 'app.bsky.feed.post'
		GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3$$);
-- a number is cast, not its text, where it is a number
SELECT format('CALL bench.add(%L, ''bluesky'', %L, %L)', name || nr, side,
	CASE side
		WHEN 'jsonb' THEN replace(regexp_replace(query, '\mv->', 'j->', 'g'), 'bluesky_v', kept)
		WHEN 'jsonb_index' THEN replace(regexp_replace(query, '\mv->', 'j->', 'g'), 'bluesky_v', kept)
		WHEN 'plain' THEN regexp_replace(regexp_replace(replace(replace(query, 'bluesky_v', kept), '(v->>''time_us'')::bigint', 'time_us'),
			'v->''(\w+)''->>''(\w+)''', '\1_\2', 'g'), 'v->>''(\w+)''', '\1', 'g')
		ELSE replace(replace(query, '(v->>''time_us'')::bigint', '(v->''time_us'')::bigint'), 'bluesky_v', kept)
	END)
FROM bench.jsonbench, (VALUES
	('shred_q', 'variant', 'bluesky_shredded'), ('shred_q', 'unshredded', 'bluesky_v'), ('shred_q', 'jsonb', 'bluesky_j'), ('shred_q', 'plain', 'bluesky_shredded'),
	('shred_checked_q', 'variant', 'bluesky_checked'), ('shred_checked_q', 'jsonb', 'bluesky_j'), ('shred_checked_q', 'jsonb_index', 'bluesky_indexed'),
	('shred_checked_q', 'plain', 'bluesky_checked')) s(name, side, kept)
ORDER BY name, nr, side <> 'variant'
\gexec

-- writing: two paths as shredded columns, two generated columns of jsonb
CREATE TABLE shred_write_variant (id int, v variant);
SELECT count(*) FROM variant_shred_column('shred_write_variant', 'v', '{"kind": "text", "time_us": "bigint"}');
CREATE TABLE shred_write_jsonb (id int, j jsonb, kind text GENERATED ALWAYS AS (j->>'kind') STORED,
	time_us bigint GENERATED ALWAYS AS ((j->>'time_us')::bigint) STORED);
CREATE TABLE shred_source AS SELECT row_number() OVER () AS id, t::variant AS v, t::jsonb AS j FROM (SELECT t FROM bluesky_text LIMIT 2000) s;
VACUUM (ANALYZE) shred_source;
CALL bench.add('shred_insert', 'bluesky', 'variant', 'INSERT INTO shred_write_variant SELECT id, v FROM shred_source',
	before => 'TRUNCATE shred_write_variant', answer => 'none');
CALL bench.add('shred_insert', 'bluesky', 'jsonb', 'INSERT INTO shred_write_jsonb SELECT id, j FROM shred_source',
	before => 'TRUNCATE shred_write_jsonb', answer => 'none');
CALL bench.add('shred_update', 'bluesky', 'variant', $$UPDATE shred_write_variant SET v = variant_set(v, '{kind}', '"other"')$$,
	before => 'TRUNCATE shred_write_variant; INSERT INTO shred_write_variant SELECT id, v FROM shred_source', answer => 'none');
CALL bench.add('shred_update', 'bluesky', 'jsonb', $$UPDATE shred_write_jsonb SET j = jsonb_set(j, '{kind}', '"other"')$$,
	before => 'TRUNCATE shred_write_jsonb; INSERT INTO shred_write_jsonb SELECT id, j FROM shred_source', answer => 'none');
