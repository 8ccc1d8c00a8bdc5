-- corpora: doc_64k doc_1m
-- benchmarks: build_object agg object_agg set_large delete_large assign_10000
--
-- What benchmarks.txt has no room for: documents made of values, changes of
-- large ones, assignment in PL/pgSQL.
CREATE UNLOGGED TABLE made AS
	SELECT i, i * 1.25 AS price, 'name of ' || i AS name, i % 3 = 0 AS good FROM generate_series(1, 5000) i;
ANALYZE made;

CALL bench.add('build_object', 'rows', 'variant',
	$$SELECT count(variant_build_object('id', i, 'price', price, 'name', name, 'good', good)) FROM made$$,
	answer => $$SELECT md5(string_agg(variant_build_object('id', i, 'price', price, 'name', name, 'good', good)::jsonb::text, ' ')) FROM made$$);
CALL bench.add('build_object', 'rows', 'jsonb',
	$$SELECT count(jsonb_build_object('id', i, 'price', price, 'name', name, 'good', good)) FROM made$$,
	answer => $$SELECT md5(string_agg(jsonb_build_object('id', i, 'price', price, 'name', name, 'good', good)::text, ' ')) FROM made$$);
CALL bench.add('build_object', 'rows', 'variant_scan', 'SELECT count(name) FROM made');
CALL bench.add('build_object', 'rows', 'jsonb_scan', 'SELECT count(name) FROM made');

CALL bench.add('agg', 'rows', 'variant', $$SELECT count(a) FROM (SELECT variant_agg(price) a FROM made GROUP BY i % 500) s$$,
	answer => $$SELECT md5(string_agg(a::jsonb::text, ' ' ORDER BY k)) FROM (SELECT i % 500 k, variant_agg(price ORDER BY i) a FROM made GROUP BY 1) s$$);
CALL bench.add('agg', 'rows', 'jsonb', $$SELECT count(a) FROM (SELECT jsonb_agg(price) a FROM made GROUP BY i % 500) s$$,
	answer => $$SELECT md5(string_agg(a::text, ' ' ORDER BY k)) FROM (SELECT i % 500 k, jsonb_agg(price ORDER BY i) a FROM made GROUP BY 1) s$$);
CALL bench.add('agg', 'rows', 'variant_scan', $$SELECT count(a) FROM (SELECT max(price) a FROM made GROUP BY i % 500) s$$);
CALL bench.add('agg', 'rows', 'jsonb_scan', $$SELECT count(a) FROM (SELECT max(price) a FROM made GROUP BY i % 500) s$$);

CALL bench.add('object_agg', 'rows', 'variant', $$SELECT count(a) FROM (SELECT variant_object_agg(name, price) a FROM made GROUP BY i % 500) s$$,
	answer => $$SELECT md5(string_agg(a::jsonb::text, ' ' ORDER BY k)) FROM (SELECT i % 500 k, variant_object_agg(name, price) a FROM made GROUP BY 1) s$$);
CALL bench.add('object_agg', 'rows', 'jsonb', $$SELECT count(a) FROM (SELECT jsonb_object_agg(name, price) a FROM made GROUP BY i % 500) s$$,
	answer => $$SELECT md5(string_agg(a::text, ' ' ORDER BY k)) FROM (SELECT i % 500 k, jsonb_object_agg(name, price) a FROM made GROUP BY 1) s$$);
CALL bench.add('object_agg', 'rows', 'variant_scan', $$SELECT count(a) FROM (SELECT max(price) a, max(name) FROM made GROUP BY i % 500) s$$);
CALL bench.add('object_agg', 'rows', 'jsonb_scan', $$SELECT count(a) FROM (SELECT max(price) a, max(name) FROM made GROUP BY i % 500) s$$);

-- one member of large documents, stored out of line and not compressed
DO $do$
DECLARE
	documents text;
	change text[];
BEGIN
	FOREACH documents IN ARRAY ARRAY['doc_64k', 'doc_1m'] LOOP
		EXECUTE format('CREATE UNLOGGED TABLE change_%s_v (d variant)', documents);
		EXECUTE format('CREATE UNLOGGED TABLE change_%s_j (d jsonb)', documents);
		EXECUTE format('ALTER TABLE change_%s_v ALTER d SET STORAGE EXTERNAL', documents);
		EXECUTE format('ALTER TABLE change_%s_j ALTER d SET STORAGE EXTERNAL', documents);
		EXECUTE format('INSERT INTO change_%1$s_v SELECT t::variant FROM %1$s_text LIMIT 16', documents);
		EXECUTE format('INSERT INTO change_%1$s_j SELECT t::jsonb FROM %1$s_text LIMIT 16', documents);
		FOREACH change SLICE 1 IN ARRAY ARRAY[
			ARRAY['set_large', $$variant_set(d, '{meta,source,region}', '"other"')$$, $$jsonb_set(d, '{meta,source,region}', '"other"')$$],
			ARRAY['delete_large', $$d - 'kind'$$, $$d - 'kind'$$]]
		LOOP
			CALL bench.add(change[1], documents, 'variant', format('SELECT count(%s) FROM change_%s_v', change[2], documents),
				answer => format('SELECT md5(string_agg((%1$s)::jsonb::text, '' '' ORDER BY (%1$s)::jsonb)) FROM change_%2$s_v', change[2], documents), units => 16);
			CALL bench.add(change[1], documents, 'jsonb', format('SELECT count(%s) FROM change_%s_j', change[3], documents),
				answer => format('SELECT md5(string_agg((%1$s)::text, '' '' ORDER BY %1$s)) FROM change_%2$s_j', change[3], documents), units => 16);
			CALL bench.add(change[1], documents, 'variant_scan', format('SELECT count(d) FROM change_%s_v', documents));
			CALL bench.add(change[1], documents, 'jsonb_scan', format('SELECT count(d) FROM change_%s_j', documents));
		END LOOP;
	END LOOP;
END $do$;

CREATE FUNCTION bench.assign_variant(n int) RETURNS variant LANGUAGE plpgsql AS $$
DECLARE
	d variant := '{}';
BEGIN
	FOR i IN 1 .. n LOOP
		d['key' || i] := to_variant(i);
	END LOOP;
	RETURN d;
END $$;
CREATE FUNCTION bench.assign_jsonb(n int) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
	d jsonb := '{}';
BEGIN
	FOR i IN 1 .. n LOOP
		d['key' || i] := to_jsonb(i);
	END LOOP;
	RETURN d;
END $$;

CALL bench.add('assign_10000', 'rows', 'variant', 'SELECT bench.assign_variant(10000)',
	answer => 'SELECT bench.assign_variant(10000)::jsonb::text', units => 10000);
CALL bench.add('assign_10000', 'rows', 'jsonb', 'SELECT bench.assign_jsonb(10000)', units => 10000,
	answer => 'SELECT bench.assign_jsonb(10000)::text');
