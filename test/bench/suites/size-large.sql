-- corpora: wide wide_names doc_4k doc_16k doc_64k doc_256k records_4k records_16k records_64k records_256k
-- benchmarks: stored_external stored_pglz stored_lz4
--
-- Bytes as they are stored, values above 2 kB: generated documents, and, in
-- bench.real where they are to be had, real ones, whole and cut into rows.
CREATE FUNCTION bench.stored(documents text, compression text, texts text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	side text;
	bytes numeric;
BEGIN
	FOREACH side IN ARRAY ARRAY['variant', 'jsonb'] LOOP
		EXECUTE format('CREATE TEMP TABLE stored (d %s)', side);
		IF compression = 'external' THEN
			ALTER TABLE stored ALTER d SET STORAGE EXTERNAL;
		ELSE
			EXECUTE format('ALTER TABLE stored ALTER d SET COMPRESSION %s', compression);
		END IF;
		EXECUTE format('INSERT INTO stored SELECT t::%s FROM (%s) s', side, texts);
		SELECT avg(pg_column_size(d)) INTO bytes FROM stored;
		DROP TABLE stored;
		CALL bench.add_bytes('stored_' || compression, documents, side, bytes);
	END LOOP;
END $$;

DO $do$
DECLARE
	compression text;
	documents text;
	texts text;
BEGIN
	FOR compression IN
		SELECT unnest(ARRAY['external', 'pglz', 'lz4'])
		INTERSECT SELECT unnest(enumvals || ARRAY['external']) FROM pg_settings WHERE name = 'default_toast_compression'
	LOOP
		FOREACH documents IN ARRAY ARRAY['wide', 'wide_names', 'doc_4k', 'doc_16k', 'doc_64k', 'doc_256k',
			'records_4k', 'records_16k', 'records_64k', 'records_256k']
		LOOP
			PERFORM bench.stored(documents, compression, format('SELECT t FROM %I LIMIT %s', documents || '_text',
				CASE WHEN documents ~ '64k|256k' THEN 16 ELSE 200 END));
		END LOOP;
		FOR documents IN SELECT name FROM bench.real ORDER BY length(text) LOOP
			PERFORM bench.stored(documents, compression, format('SELECT text AS t FROM bench.real WHERE name = %L', documents));
		END LOOP;
		FOR documents, texts IN
			SELECT f.documents, f.texts FROM bench.real JOIN (VALUES
				('twitter', 'twitter rows', $$SELECT jsonb_array_elements(text::jsonb->'statuses')::text AS t FROM bench.real WHERE name = 'twitter'$$),
				('gsoc-2018', 'gsoc rows', $$SELECT (jsonb_each(text::jsonb)).value::text AS t FROM bench.real WHERE name = 'gsoc-2018'$$),
				('github_events', 'github rows', $$SELECT jsonb_array_elements(text::jsonb)::text AS t FROM bench.real WHERE name = 'github_events'$$),
				('citm_catalog', 'citm rows', $$SELECT jsonb_array_elements(text::jsonb->'performances')::text AS t FROM bench.real WHERE name = 'citm_catalog'$$)
			) f(name, documents, texts) USING (name)
		LOOP
			PERFORM bench.stored(documents, compression, texts);
		END LOOP;
	END LOOP;
END $do$;
