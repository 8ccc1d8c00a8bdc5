-- What the storm runs each value through: every function, operator, aggregate
-- and cast of the extension, as the catalog names them.
--
-- Interface: storm.every(a, b, r, allowed), generated here, is all calls on one
-- pair of values; storm.missing lists what no call covers, so it must be empty.
-- A new function is covered if there is a maker for each of its argument types;
-- else it needs a row in storm.special, or one in storm.elsewhere with a reason.
--
-- The calls are static statements in one PL/pgSQL function, so that a plan is
-- made once: first with the arguments as constants, later without.

CREATE SCHEMA storm;
SET client_min_messages = warning;

-- ---------------------------------------------------------------------
-- Arguments: expressions over the variables of storm.every()
-- ---------------------------------------------------------------------
CREATE TABLE storm.maker (type regtype PRIMARY KEY, code text NOT NULL);
INSERT INTO storm.maker VALUES
	('variant', 'a'), ('text', 't'), ('name', 't::name'), ('text[]', 'k'), ('cstring', 't::cstring'),
	('boolean', 'r % 2 = 0'), ('integer', 'n'), ('smallint', '(n % 30000)::smallint'), ('bigint', '(n * 4294967296::bigint)'),
	('numeric', '(n + 0.5)'), ('double precision', '(n * 1.5e0)'), ('real', '(n * 0.1)::real'),
	('date', '(date ''2024-10-24'' + n % 100000)'), ('time', '(time ''12:34:56'' + n * interval ''1 second'')'),
	('timestamp', '(timestamp ''2024-10-24 18:22:26.402'' + n % 100000 * interval ''1 day'')'),
	('timestamptz', '(timestamptz ''2024-10-24 18:22:26.402+00'' + n % 100000 * interval ''1 day'')'),
	('uuid', 'md5(t)::uuid'), ('bytea', 'variant_value(a)'), ('json', '''{"a": [1, null, "x"]}''::json'),
	('jsonb', '''{"a": [1, null, "x"], "b": 1.50}''::jsonb'), ('jsonpath', 'j'), ('tsquery', '''login | order''::tsquery'),
	('regconfig', '''simple''::regconfig'), ('regclass', '''storm.kept''::regclass'), ('oid', '''variant''::regtype::oid'),
	('variant_predicate', 'c'), ('variant_predicate[]', 'ARRAY[c, c]'), ('anyarray', 'ARRAY[n::bigint, 1]'), ('anyelement', 'a');

-- What a maker cannot do: record types, polymorphic results, and calls that
-- depend on each other.  They come on top of what the makers do, or, where that
-- cannot be, instead of it: see the INSERT into storm.call.
CREATE TABLE storm.special (signature text, code text NOT NULL);
INSERT INTO storm.special
	SELECT 'variant_get(variant,text,anyelement)', format('variant_get(a, p, NULL::%s)::text', type) FROM unnest('{text,boolean,smallint,integer,bigint,numeric,real,double precision,date,time,timestamp,timestamptz,bytea,uuid,json,jsonb,variant,text[],storm.pair}'::text[]) type
	UNION ALL
	SELECT 'try_variant_get(variant,text,anyelement)', format('try_variant_get(a, p, NULL::%s)::text', type) FROM unnest('{text,boolean,smallint,integer,bigint,numeric,real,double precision,date,time,timestamp,timestamptz,bytea,uuid,json,jsonb,variant}'::text[]) type
	UNION ALL
	SELECT format('variant_shred_%s(variant,text,text)', f), format('variant_shred_%s(a, p, %L)::text', f, type) FROM (VALUES ('bool', 'boolean'), ('int2', 'tinyint'), ('int2', 'smallint'), ('int4', 'integer'), ('int8', 'bigint'),
		('float4', 'real'), ('float8', 'double precision'), ('numeric', 'numeric(9,2)'), ('numeric', 'numeric(38,20)'), ('text', 'text'), ('bytea', 'bytea'), ('uuid', 'uuid'), ('date', 'date'), ('time', 'time'),
		('timestamp', 'timestamp'), ('timestamptz', 'timestamptz'), ('marker', 'text'), ('marker', 'bigint'), ('marker', 'date'), ('marker', 'timestamp'), ('marker', 'numeric(18,4)')) x(f, type);
INSERT INTO storm.special VALUES
	('variant_to_record(variant)', '(SELECT count(q::text) FROM variant_to_record(a) AS q(a text, b variant, c numeric, d date, kind text, "at" timestamptz))'),
	('variant_to_recordset(variant)', '(SELECT count(q::text) FROM variant_to_recordset(a) AS q(a text, b variant, c numeric, kind text))'),
	('variant_populate_record(anyelement,variant)', 'variant_populate_record(NULL::storm.pair, a)::text'),
	('variant_populate_record_valid(anyelement,variant)', 'variant_populate_record_valid(NULL::storm.pair, a)::text'),
	('variant_populate_recordset(anyelement,variant)', '(SELECT count(q::text) FROM variant_populate_recordset(NULL::storm.pair, a) q)'),
	('variant_table(variant,jsonpath,variant)', '(SELECT count(q::text) FROM variant_table(a, j, ''{"a": "$.a", "b": {"path": "$.b", "format": "json"}, "n": "ordinality"}'') AS q(a text, b variant, n int))'),
	('variant_table(variant,jsonpath,variant)', '(SELECT count(q::text) FROM variant_table(a, ''$[*]'', ''{"v": "$"}'') AS q(v variant))'),
	('variant_predicate(text,anyarray)', 'variant_predicate(p, ARRAY[n, 1])::text'),
	('variant_predicate_cast(text,text,anyelement)', 'variant_predicate_cast(p, ''>='', n)::text'),
	('variant_predicate_cast(text,text,anyelement,text,anyelement)', 'variant_predicate_cast(p, ''>'', n * 1.5e0, ''<='', 7::float8)::text'),
	('variant_predicate_cast_any(text,anyarray)', 'variant_predicate_cast_any(p, ARRAY[n, NULL, 5])::text'),
	('variant_predicate_text(text,text)', 'variant_predicate_text(p, t)::text'),
	('variant_predicate_prefix(text,text)', 'variant_predicate_prefix(p, t)::text'),
	('variant_predicate_text_order(text,text,text)', 'variant_predicate_text_order(p, ''<='', t)::text'),
	('variant_predicate_text_order(text,text,text,text,text)', 'variant_predicate_text_order(p, ''>'', t, ''<'', t || ''x'')::text'),
	('variant_predicate_like(text,text)', 'variant_predicate_like(p, t)::text'),
	('variant_predicate_text_cast(text,text,anyelement)', 'variant_predicate_text_cast(p, ''='', n)::text'),
	('variant_predicate_text_cast(text,text,anyelement,text,anyelement)', 'variant_predicate_text_cast(p, ''>'', n * 1.5e0, ''<='', 7::float8)::text'),
	('variant_predicate_text_cast_any(text,anyarray)', 'variant_predicate_text_cast_any(p, ARRAY[n, NULL, 5])::text'),
	('variant_predicate_order(text,text,variant)', 'variant_predicate_order(p, ''>'', b)::text'),
	('variant_predicate_in(cstring)', 'variant_predicate_in((p || '' = 1'')::cstring)::text'),
	('variant_build_object("any")', 'variant_build_object(t, a, ''x'', b)::text'),
	('variant_build_array("any")', 'variant_build_array(a, b, n, t, NULL)::text'),
	('variant_unshred(variant,variant)', 'variant_unshred(variant_shred(a, variant_infer_shredding_of(a)), variant_infer_shredding_of(a))::text'),
	('variant_unshred(variant,variant)', 'variant_unshred(a, ''{"a": "bigint", "b": ["text"]}'')::text'),
	('variant_shred(variant,variant)', 'variant_shred(a, ''{"a": "bigint", "b": ["text"], "kind": "text"}'')::text'),
	('variant_shred(variant,variant)', 'variant_shred(b, a)::text'),
	('variant_patch(variant,variant)', 'variant_patch(b, a)::text'),
	('variant_patch(variant,variant)', 'variant_patch(a, variant_diff(a, b))::text'),
	('variant_set(variant,text[],variant,boolean)', 'variant_set(a, ARRAY[t, n::text], b, true)::text'),
	('variant_get_many(variant,text[])', 'variant_get_many(a, ARRAY[p, ''$'', ''$.a'', ''$[0].b''])::text'),
	('variant_flatten(variant,text,boolean,boolean,text)', '(SELECT count(q::text) FROM variant_flatten(a, ''$'', r % 3 = 0, true, ''both'') q)'),
	('variant_array_elements(variant)', '(SELECT count(variant_typeof(q)) FROM variant_array_elements(a) q)'),
	('to_variant(anyelement)', 'to_variant(ARRAY[a, b])::text'),
	('to_variant(anyelement)', 'to_variant(ROW(a, t, n, k))::text'),
	('to_variant_object(anyelement)', 'to_variant_object(ROW(a, b))::text'),
	-- its options have a syntax of their own, which is not ours
	('ts_headline(variant,tsquery,text)', 'ts_headline(a, ''login | order'', ''MaxWords=20, MinWords=2'')::text'),
	('ts_headline(regconfig,variant,tsquery,text)', 'ts_headline(''simple'', a, ''x | long'', ''MaxFragments=3, StartSel=<, StopSel=>'')::text');

-- Functions that take no value, or take "internal": what calls them.
CREATE TABLE storm.elsewhere (name text PRIMARY KEY, why text NOT NULL);
INSERT INTO storm.elsewhere VALUES
	('variant_recv', 'the client sends values in binary'),
	('variant_predicate_recv', 'the client sends predicates in binary'),
	('variant_subscript_handler', 'subscripts in the calls below'),
	('variant_sortsupport', 'ORDER BY below'),
	('variant_typed_support', 'planning'), ('variant_fold_support', 'planning'), ('variant_cost_support', 'planning'), ('variant_table_support', 'planning'),
	('variant_agg_transfn', 'aggregates'), ('variant_agg_strict_transfn', 'aggregates'), ('variant_agg_finalfn', 'aggregates'),
	('variant_agg_combine', 'aggregates in parallel'), ('variant_agg_serialize', 'aggregates in parallel'), ('variant_agg_deserialize', 'aggregates in parallel'),
	('variant_object_agg_transfn', 'aggregates'), ('variant_object_agg_strict_transfn', 'aggregates'), ('variant_object_agg_unique_strict_transfn', 'aggregates'),
	('variant_object_agg_finalfn', 'aggregates'), ('variant_object_agg_strict_finalfn', 'aggregates'), ('variant_object_agg_unique_finalfn', 'aggregates'),
	('variant_object_agg_unique_strict_finalfn', 'aggregates'), ('schema_of_variant_agg_transfn', 'aggregates'), ('schema_of_variant_agg_finalfn', 'aggregates'),
	('variant_infer_shredding_transfn', 'aggregates'), ('variant_infer_shredding_options_transfn', 'aggregates'), ('variant_infer_shredding_finalfn', 'aggregates'),
	('variant_gin_extract', 'the index of storm.kept'), ('variant_gin_extract_query', 'the index of storm.kept'), ('variant_gin_triconsistent', 'the index of storm.kept'),
	('variant_gin_compare_partial', 'the index of storm.kept'), ('variant_gin_explain', 'takes a query, not a value'), ('variant_gin_options', 'the index of storm.kept'),
	('variant_shredded_columns', 'changes tables, not values'), ('variant_shred_column', 'changes tables, not values'),
	('variant_unshred_column', 'changes tables, not values'), ('variant_shred_report', 'changes tables, not values');

-- ---------------------------------------------------------------------
-- Tables the calls use
-- ---------------------------------------------------------------------
CREATE TYPE storm.pair AS (a text, b variant, c numeric, d timestamptz, kind text, tags text[], v variant[]);
CREATE TABLE storm.kept (id int GENERATED ALWAYS AS IDENTITY, v variant);
CREATE INDEX kept_gin ON storm.kept USING gin (v);
CREATE INDEX kept_hash ON storm.kept USING hash (v);
CREATE INDEX kept_path ON storm.kept ((v -> 'a'));
ALTER TABLE storm.kept ALTER v SET STORAGE EXTERNAL;
CREATE TABLE storm.shredded (v variant);
SELECT variant_shred_column('storm.shredded', 'v', '{"a": "bigint", "b": "text", "kind": "text", "at": "timestamptz", "d": "date", "x": "numeric(9,2)"}');
CREATE TABLE storm.word (id int GENERATED ALWAYS AS IDENTITY, t text, p text, k text[], j jsonpath, c variant_predicate);
INSERT INTO storm.word (t, p, k, j, c) VALUES
	('a', '$.a', '{a}', '$.a', '$.a = 1'),
	('b', '$.a.b', '{a,b}', '$.a[*].b ? (@ > 1)', '$.a > 1 AND $.b = "x"'),
	('$', '$', '{}', '$', 'EXISTS $'),
	('$.a[0]', '$.a[0]', '{a,0}', 'lax $.**.type()', '$.a[0] IN (1, 2, "x")'),
	('kind', '$.kind', '{kind}', '$.keyvalue()', '$.kind STARTS WITH "l"'),
	('0', '$[0]', '{0}', '$[*] ? (@.type() == "number")', '$[0] >= "2024-10-24"::date'),
	('-1', '$[-1]', '{-1}', '$[last]', '$[-1] IS null'),
	('object', '$.tags[1]', '{tags,1}', '$.tags.size()', 'NOT ($.tags[1] = null OR $ IS array)'),
	('recursive', '$[''é€😀'']', '{é€😀}', '$."é€😀"', '$.x > 1.5e0 OR $.y < 2'),
	('', '$.d.a', '{d,a}', '$.* ? (@ like_regex "^a")', '$.d.a <> 12.5'),
	('{"a": 1}', '$.k299', '{k299}', '$.**.double()', 'NOT EXISTS $.k299'),
	('[1, "x", {"b": null}]', '$[0][0][0][0]', '{0,0,0,0}', '$ ? (@.at.datetime() < "2024-10-24".datetime())', '$[0][0] = true'),
	(repeat('x', 300), '$.' || repeat('a', 300), ARRAY[repeat('x', 300)], 'strict $.a.b.c', '$.a = "2024-10-24T18:22:26.402Z"::timestamptz'),
	('-2147483648', '$[2147483647]', '{-2147483648,x}', '$[0 to 5]', '$.a NOT IN (1, 2)'),
	('both', '$["a"]["b"][3]', '{a,b,3}', '$.a + 1', '$.a IS NOT object'),
	(E'\u0001\U0010ffff', '$.user.id', '{user,id}', '-$.a', '$.user.id = 7');

-- A predicate that this version does not know is no word.
CREATE FUNCTION storm.variables(a variant, r int, OUT t text, OUT p text, OUT k text[], OUT j jsonpath, OUT c variant_predicate) LANGUAGE plpgsql AS $$
DECLARE
	words CONSTANT int := (SELECT count(*) FROM storm.word);
BEGIN
	SELECT w.t FROM storm.word w WHERE id = 1 + r % words INTO t;
	SELECT w.p, w.k FROM storm.word w WHERE id = 1 + r / 31 % words INTO p, k;
	SELECT w.j, w.c FROM storm.word w WHERE id = 1 + r / 1021 % words INTO j, c;
	-- half of the time a name that is there
	IF r % 2 = 0 THEN
		BEGIN
			SELECT q, '$[''' || replace(q, '''', '''''') || ''']', ARRAY[q] FROM variant_object_keys(a) q OFFSET r % 7 LIMIT 1 INTO STRICT t, p, k;
		EXCEPTION WHEN OTHERS THEN NULL;
		END;
	END IF;
END $$;

CREATE FUNCTION variant_infer_shredding_of(v variant) RETURNS variant LANGUAGE sql AS
	'SELECT variant_infer_shredding(x) FROM (VALUES (v), (v)) q(x)';

-- ---------------------------------------------------------------------
-- The calls
-- ---------------------------------------------------------------------
CREATE VIEW storm.members AS
	SELECT classid, objid FROM pg_depend
	WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass AND
		refobjid = (SELECT oid FROM pg_extension WHERE extname = 'variant');

-- Each function with its arguments, NULL where there is no maker.
CREATE VIEW storm.routine AS
	SELECT p.oid, p.oid::regprocedure::text AS signature, p.proname::text AS name, p.prokind, p.proretset,
		(SELECT CASE WHEN count(*) = 0 THEN '' WHEN bool_and(m.code IS NOT NULL) THEN
			string_agg(CASE WHEN p.provariadic <> 0 AND i = p.pronargs THEN 'VARIADIC ' ELSE '' END ||
				-- of two values the second is b; keys of "any" are text
				CASE WHEN a.type = '"any"'::regtype THEN CASE WHEN i % 2 = 1 THEN 't' ELSE 'a' END
					WHEN a.type = 'variant'::regtype AND i > 1 THEN 'b' ELSE m.code END, ', ' ORDER BY i) END
		FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a(type, i) LEFT JOIN storm.maker m ON m.type = a.type OR (a.type = '"any"'::regtype AND m.type = 'text'::regtype)) AS args
	FROM pg_proc p JOIN storm.members d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid;

CREATE TABLE storm.call (line int GENERATED ALWAYS AS IDENTITY, label text, code text NOT NULL);

INSERT INTO storm.call (label, code)
	SELECT r.signature, CASE WHEN r.proretset THEN format('(SELECT count(q::text) FROM %s(%s) q)', r.oid::regproc, r.args)
		WHEN r.prokind = 'a' THEN format('(SELECT %s(%s)::text FROM (VALUES (a, b), (b, a), (a, a), (NULL, NULL)) q(a, b))', r.oid::regproc, r.args)
		ELSE format('%s(%s)::text', r.oid::regproc, r.args) END
	FROM storm.routine r
	WHERE r.args IS NOT NULL AND r.name NOT IN (SELECT name FROM storm.elsewhere) AND
		r.signature NOT IN (SELECT signature FROM storm.special WHERE signature ~ 'record|table|any|headline')
	ORDER BY r.signature;
INSERT INTO storm.call (label, code)
	SELECT s.signature, s.code FROM storm.special s WHERE s.signature IN (SELECT signature FROM storm.routine);
INSERT INTO storm.call (label, code)
	SELECT o.oid::regoperator::text, format('(%s OPERATOR(%s) %s)::text', coalesce(l.code, ''), o.oid::regoper,
		CASE WHEN o.oprright = 'variant'::regtype THEN 'b' ELSE coalesce(r.code, '') END)
	FROM pg_operator o JOIN storm.members d ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid
		LEFT JOIN storm.maker l ON l.type = o.oprleft LEFT JOIN storm.maker r ON r.type = o.oprright
	WHERE (o.oprleft = 0 OR l.code IS NOT NULL) AND r.code IS NOT NULL
	ORDER BY 1;
-- operators print without their schema only if that is unambiguous
UPDATE storm.call SET code = regexp_replace(code, 'OPERATOR\(([^.)]+)\)', 'OPERATOR(public.\1)') WHERE code ~ 'OPERATOR\([^.)]+\)';

-- the language's own ways to a value
INSERT INTO storm.call (label, code) VALUES
	('text form', 'a::text::variant::text'), ('json form', 'a::json::text'), ('jsonb form', 'a::jsonb::variant::text'),
	('text[]', 'ARRAY[a, b]::text[]::variant[]::text'),
	('subscript', 'a[t]::text'), ('subscripts', 'a[t][n][''a'']::text'), ('subscript n', 'a[n]::text'), ('slice of nothing', 'a[t][0][t]::text'),
	('ORDER BY', '(SELECT string_agg(v::text, '','' ORDER BY v) FROM (VALUES (a), (b), (a), (''1''), (NULL)) q(v))'),
	('DISTINCT', '(SELECT count(DISTINCT v) FROM (VALUES (a), (b), (a), (''1''), (NULL)) q(v))'),
	('GROUP BY', '(SELECT count(*) FROM (SELECT v FROM (VALUES (a), (b), (a)) q(v) GROUP BY v) x)'),
	('window', '(SELECT count(x) FROM (SELECT variant_agg(v) OVER (ORDER BY v) AS x FROM (VALUES (a), (b), (a)) q(v)) y)'),
	('conditions', '((a[t] > n OR (a -> t) = t) AND variant_get(a, p, NULL::bigint) > 1)::text'),
	('index: contains', '(SELECT count(*) FROM storm.kept WHERE v @> b)'),
	('index: exists', '(SELECT count(*) FROM storm.kept WHERE v ? t)'),
	('index: jsonpath', '(SELECT count(*) FROM storm.kept WHERE v @? j)'),
	('index: predicate', '(SELECT count(*) FROM storm.kept WHERE v @~ c)'),
	('index: equal', '(SELECT count(*) FROM storm.kept WHERE v = a)'),
	('index: path', '(SELECT count(*) FROM storm.kept WHERE v -> ''a'' = b)'),
	('index: text', '(SELECT count(*) FROM storm.kept WHERE v ->> ''a'' = t)'), ('index: order', '(SELECT count(*) FROM storm.kept WHERE v[''a''] > b)'),
	('index: typed', '(SELECT count(*) FROM storm.kept WHERE v[''a''] > 1 AND v[''a''] < 5)');

-- statements, and what must be true of any value (or NULL)
CREATE TABLE storm.statement (label text, code text NOT NULL);
INSERT INTO storm.statement VALUES
	('assign member', 'd := a; d[t] := b; d[''x''][''y''] := a; d[''x''] := NULL; PERFORM d::text;'),
	('assign element', 'd := a; d[n % 50] := b; d[0] := ''1''; d[-1] := b; PERFORM d::text;'),
	('assign to nothing', 'd := NULL; d[t][0] := a; PERFORM d::text;'),
	('keep', 'DELETE FROM storm.kept WHERE id IN (SELECT id FROM storm.kept ORDER BY id OFFSET 50); INSERT INTO storm.kept (v) VALUES (a);'),
	('shredded', 'DELETE FROM storm.shredded; INSERT INTO storm.shredded VALUES (a); PERFORM a FROM storm.shredded WHERE v[''a''] > n OR v->>''kind'' = t OR v[''at''] < now();'),
	('change', 'UPDATE storm.kept SET v[t] = b WHERE id = (SELECT min(id) FROM storm.kept);'),
	('read back', 'FOR d IN SELECT v FROM storm.kept WHERE id = (SELECT max(id) FROM storm.kept) LOOP PERFORM d::text, d -> t, d #> k, variant_get(d, p), d ? t, variant_typeof(d); END LOOP;');
CREATE TABLE storm.truth (label text, code text NOT NULL);
INSERT INTO storm.truth VALUES
	('equals itself', 'a = a'), ('hash', 'variant_hash(a) = variant_hash(a::text::variant)'),
	('text form is equal', 'a::text::variant = a'), ('and of the same text', 'a::text::variant::text = a::text'),
	('bytes are kept', 'variant_to_bytes(variant_from_bytes(variant_to_bytes(a))) = variant_to_bytes(a)'),
	('order is antisymmetric', 'variant_cmp(a, b) = -variant_cmp(b, a)'),
	('contains itself', 'a @> a'), ('patch of a difference', 'variant_patch(a, variant_diff(a, b)) = b'),
	('unshredded', 'variant_unshred(variant_shred(a, variant_infer_shredding_of(a)), variant_infer_shredding_of(a)) = a'),
	('digest', 'variant_digest(a) = variant_digest(a::text::variant)'),
	('check', '(variant_check(variant_to_bytes(a))).ok'),
	('hash within a row', 'hash_record(ROW(a)) = hash_record(ROW(a::text::variant))'),
	('members are there', 'NOT EXISTS (SELECT FROM variant_each(a) e WHERE (a -> e.key) IS DISTINCT FROM e.value OR NOT a ? e.key)');

CREATE VIEW storm.missing AS
	SELECT signature FROM storm.routine r
	WHERE args IS NULL AND name NOT IN (SELECT name FROM storm.elsewhere) AND signature NOT IN (SELECT signature FROM storm.special)
	UNION ALL
	SELECT o.oid::regoperator::text FROM pg_operator o JOIN storm.members d ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid
	WHERE o.oid::regoperator::text NOT IN (SELECT label FROM storm.call);

-- SQLSTATEs that a value may lead to.  XX001 is for damaged ones only.
CREATE TABLE storm.allowed (state text PRIMARY KEY, what text NOT NULL);
INSERT INTO storm.allowed VALUES
	('22000', 'data'), ('22001', 'too long for a type'), ('22003', 'out of range'), ('22004', 'NULL'), ('22007', 'no date'), ('22008', 'no such date'), ('22012', 'division by zero'),
	('22021', 'encoding'), ('22023', 'argument'), ('22026', 'length'), ('22030', 'duplicate key'), ('22031', 'datetime in jsonpath'), ('22032', 'json'), ('22033', 'subscript'),
	('22034', 'more than one item'), ('22035', 'no item'), ('22036', 'not a number'), ('22037', 'keys'), ('22038', 'singleton'), ('22039', 'no array'), ('2203A', 'no member'),
	('2203B', 'no number'), ('2203C', 'no object'), ('2203F', 'no scalar'), ('2203G', 'cannot be cast'), ('22P02', 'text'), ('22P03', 'bytes'), ('22P05', 'no such character'), ('2202E', 'subscripts'),
	('54000', 'limit'), ('0A000', 'not known'), ('42704', 'variable'), ('42883', 'no such function'), ('42804', 'type'), ('22002', 'NULL'), ('23502', 'NULL in a domain');

DO $do$
DECLARE
	body text;
	on_error CONSTANT text := $$ EXCEPTION WHEN OTHERS THEN errors := errors + 1; IF SQLSTATE <> ALL (allowed) THEN wrong := wrong || format('%%s: %%s %%s', %L, SQLSTATE, SQLERRM); END IF; END;$$;
BEGIN
	SELECT string_agg(code, E'\n') INTO body FROM (
		SELECT format(E'\tBEGIN PERFORM %s;', code) || format(on_error, label) AS code FROM storm.call
		UNION ALL SELECT format(E'\tBEGIN %s', code) || format(on_error, label) FROM storm.statement
		UNION ALL SELECT format(E'\tBEGIN IF honest AND NOT coalesce(%s, true) THEN wrong := wrong || %L::text; END IF;', code, 'not true: ' || label) || format(on_error, label) FROM storm.truth) x;
	EXECUTE format($f$
		CREATE FUNCTION storm.every(a variant, b variant, r int, allowed text[], honest boolean, OUT wrong text[], OUT errors int) LANGUAGE plpgsql AS $b$
		#variable_conflict use_column
		DECLARE
			t text; p text; k text[]; j jsonpath; c variant_predicate; d variant;
			n CONSTANT int := CASE r %% 4 WHEN 0 THEN r %% 5 WHEN 1 THEN -(r %% 5) WHEN 2 THEN r ELSE r %% 1000 END;
		BEGIN
			wrong := '{}';
			errors := 0;
			SELECT * FROM storm.variables(a, r) INTO t, p, k, j, c;
		%s
		END $b$ $f$, body);
END $do$;

-- A value in binary, as it came; the states that are wrong, and how many errors there were.
CREATE FUNCTION storm.one(a variant, b variant, r int, OUT wrong text[], OUT errors int) LANGUAGE sql AS
	'SELECT wrong, errors FROM storm.every(a, b, r, ARRAY(SELECT state FROM storm.allowed), true)';

-- The other ways in, for bytes whose first cut ones may be metadata: all agree with recv.
CREATE FUNCTION storm.foreign(data bytea, cut int, taken boolean, b variant, r int, OUT wrong text[], OUT errors int) LANGUAGE plpgsql AS $$
DECLARE
	v variant;
	good boolean := true;
	states CONSTANT text[] := '{22P03,0A000,54000}';
BEGIN
	wrong := '{}';
	errors := 0;
	BEGIN
		v := variant_from_bytes(data);
	EXCEPTION WHEN OTHERS THEN
		good := false;
		IF SQLSTATE <> ALL (states) THEN wrong := wrong || format('variant_from_bytes: %s %s', SQLSTATE, SQLERRM); END IF;
	END;
	IF good <> taken OR (variant_check(data)).ok <> taken THEN
		wrong := wrong || format('recv %s, from_bytes %s, check %s', taken, good, variant_check(data));
	END IF;
	BEGIN
		v := variant_from_parquet(substr(data, 1, cut), substr(data, cut + 1));
		IF NOT (variant_check(variant_to_bytes(v))).ok THEN wrong := wrong || 'not valid after variant_from_parquet'::text; END IF;
		-- what was repaired is a value of its own
		IF NOT taken THEN SELECT e.wrong, e.errors FROM storm.one(v, b, r) e INTO wrong, errors; END IF;
	EXCEPTION WHEN OTHERS THEN
		IF SQLSTATE <> ALL (states) THEN wrong := wrong || format('variant_from_parquet: %s %s', SQLSTATE, SQLERRM); END IF;
		IF (variant_check(substr(data, 1, cut), substr(data, cut + 1))).ok THEN wrong := wrong || 'variant_from_parquet refuses what is valid'::text; END IF;
	END;
END $$;

-- A text: refused with a state of its own, or a value.
CREATE FUNCTION storm.literal(t text, b variant, r int, OUT wrong text[], OUT errors int, OUT taken boolean) LANGUAGE plpgsql AS $$
DECLARE
	v variant;
BEGIN
	wrong := '{}';
	errors := 0;
	taken := false;
	BEGIN
		v := t::variant;
	EXCEPTION WHEN OTHERS THEN
		IF SQLSTATE <> ALL ('{22P02,22003,22007,22008,22021,22P05,54000}') THEN wrong := ARRAY[format('variant_in: %s %s', SQLSTATE, SQLERRM)]; END IF;
		RETURN;
	END;
	taken := true;
	SELECT e.wrong, e.errors FROM storm.one(v, b, r) e INTO wrong, errors;
END $$;

-- ---------------------------------------------------------------------
-- Samples to begin with
-- ---------------------------------------------------------------------
CREATE TABLE storm.sample (id int GENERATED ALWAYS AS IDENTITY, v variant);
INSERT INTO storm.sample (v) SELECT t::variant FROM unnest(ARRAY[
	'null', 'true', '0', '-128', '32767', '-2147483648', '9223372036854775807', '12.340', '-0.00000000000000000000000000000000000001', '99999999999999999999999999999999999999',
	'1.5e0', '"NaN"::float8', '0.1::float4', '"2024-10-24"::date', '"0044-03-15 BC"::date', '"12:34:56.000001"::time', '"2024-10-24T18:22:26.402"::timestamp',
	'"2024-10-24T18:22:26.402Z"::timestamptz', '"2024-10-24T18:22:26.123456789"::timestamp(9)', '"2024-10-24T18:22:26.123456789Z"::timestamptz(9)',
	'"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid', '"\\x0313deadbeef"::bytea', '""', '"é€😀\u0000\"\\"', '[]', '{}', '[[], {}, [[]], [{"a": []}]]',
	'{"a": 1, "b": "x", "c": [1, 2.5, null], "d": {"a": true}}', '{"kind": "login", "at": "2024-10-24T18:22:26.402Z"::timestamptz, "user": {"id": 7, "name": "ann"}, "tags": ["gift", "new"]}',
	'[1, "x", {"b": 1.5e0}, "2024-10-24"::date, "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid, [[12]]]', '{"": {"": {"": 1}}, "é€😀": ["é€😀"]}',
	'[{"op": "add", "path": "/a", "value": 1}, {"op": "test", "path": "/b", "value": null}]', '{"a": "bigint", "b": ["text"], "c": {"d": "numeric(9,2)"}}',
	'{"typed_value": {"a": {"typed_value": 1}, "b": {"value": null}}, "value": {"x": 1}}', '{"a": [{"b": 1}, {"b": 2}, {"b": [3, {"b": 4}]}]}'] ||
	('"' || repeat('long ', 100) || '"')) t;
INSERT INTO storm.sample (v) VALUES
	((SELECT variant_object_agg('k' || i, i) FROM generate_series(0, 299) i)),
	((SELECT variant_agg(i * 1.25) FROM generate_series(1, 700) i)),
	((SELECT variant_agg(variant_build_object('a', i, 'b', repeat('x', i % 40), 'c', i % 3 = 0)) FROM generate_series(1, 120) i)),
	((repeat('[', 999) || repeat(']', 999))::variant), ((repeat('{"a":', 500) || '1' || repeat('}', 500))::variant);
RESET client_min_messages;
