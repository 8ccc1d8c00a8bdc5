-- corpora: doc_1k doc_4k doc_16k doc_64k doc_256k doc_1m
-- benchmarks: toast_first toast_middle toast_last toast_end toast_nested
--
-- One value of documents of 1 kB to 1 MB, by where it lies and how the
-- documents are stored.  There are more documents than any cache of parts
-- keeps, so that each is fetched each time.
CREATE FUNCTION bench.store(documents text, storage text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	side text;
BEGIN
	FOREACH side IN ARRAY ARRAY['variant', 'jsonb'] LOOP
		EXECUTE format('CREATE UNLOGGED TABLE %I (d %s %s)', format('%s_%s_%s', documents, storage, side), side,
			CASE WHEN storage <> 'external' THEN 'COMPRESSION ' || storage ELSE '' END);
		IF storage = 'external' THEN
			EXECUTE format('ALTER TABLE %I ALTER d SET STORAGE EXTERNAL', format('%s_%s_%s', documents, storage, side));
		END IF;
		EXECUTE format('INSERT INTO %I SELECT t::%s FROM %I LIMIT 400', format('%s_%s_%s', documents, storage, side),
			side, documents || '_text');
	END LOOP;
END $$;

DO $do$
DECLARE
	documents text;
	storage text;
	place text;
	path text[];
	middle text;
	n float8;
BEGIN
	FOREACH documents IN ARRAY ARRAY['doc_1k', 'doc_4k', 'doc_16k', 'doc_64k', 'doc_256k', 'doc_1m'] LOOP
		FOR storage IN
			SELECT unnest(ARRAY['external', 'pglz', 'lz4'])
			INTERSECT SELECT unnest(enumvals || ARRAY['external']) FROM pg_settings WHERE name = 'default_toast_compression'
		LOOP
			PERFORM bench.store(documents, storage);
		END LOOP;
		EXECUTE format('SELECT count(*) FROM %I', documents || '_external_variant') INTO n;
		FOR storage, place, path IN
			SELECT s, p.*
			FROM unnest(ARRAY['external', 'pglz', 'lz4']) s, (VALUES
				('first', ARRAY['account']),
				('middle', ARRAY['items', 'MIDDLE', 'sku']),
				('last', ARRAY['zlast']),
				('end', ARRAY['items', '-1', 'note']),
				('nested', ARRAY['meta', 'source', 'host'])) p
			WHERE to_regclass(documents || '_' || s || '_variant') IS NOT NULL
			ORDER BY 1, 2
		LOOP
			IF place = 'middle' THEN
				EXECUTE format('SELECT (jsonb_array_length(d->''items'') / 2)::text FROM %I LIMIT 1', documents || '_external_jsonb')
					INTO middle;
				path[2] := middle;
			END IF;
			CALL bench.add(format('toast_%s_%s', place, storage), documents, 'variant',
				format('SELECT count(d #>> %L) FROM %I', path, format('%s_%s_variant', documents, storage)),
				answer => format('SELECT md5(string_agg(d #>> %1$L, '','' ORDER BY d #>> %1$L)) FROM %2$I', path, format('%s_%s_variant', documents, storage)),
				units => n);
			CALL bench.add(format('toast_%s_%s', place, storage), documents, 'variant_scan',
				format('SELECT count(d) FROM %I', format('%s_%s_variant', documents, storage)));
			CALL bench.add(format('toast_%s_%s', place, storage), documents, 'jsonb_scan',
				format('SELECT count(d) FROM %I', format('%s_%s_jsonb', documents, storage)));
			CALL bench.add(format('toast_%s_%s', place, storage), documents, 'jsonb',
				format('SELECT count(d #>> %L) FROM %I', path, format('%s_%s_jsonb', documents, storage)),
				answer => format('SELECT md5(string_agg(d #>> %1$L, '','' ORDER BY d #>> %1$L)) FROM %2$I', path, format('%s_%s_jsonb', documents, storage)),
				units => n);
			-- what jsonb does by default, next to what it does at best
			IF storage = 'external' THEN
				CALL bench.add(format('toast_%s_%s', place, storage), documents, 'jsonb_pglz',
					format('SELECT count(d #>> %L) FROM %I', path, format('%s_pglz_jsonb', documents)),
					answer => format('SELECT md5(string_agg(d #>> %1$L, '','' ORDER BY d #>> %1$L)) FROM %2$I', path, format('%s_pglz_jsonb', documents)),
					units => n);
			END IF;
		END LOOP;
	END LOOP;
END $do$;
