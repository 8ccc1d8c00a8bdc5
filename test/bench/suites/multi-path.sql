-- corpora: doc_4k doc_64k github
-- benchmarks: paths_1 paths_3 paths_5 paths_10
--
-- One, three, five and ten values of a document: toasted in three ways, and
-- small ones that are in the row.
CREATE FUNCTION bench.several(name text, documents text, relation text, paths text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	n float8;
	part int;
	side text;
	list text[];
	counts text;
	fields text;
BEGIN
	EXECUTE format('SELECT count(*) FROM %I', format(relation, 'v')) INTO n;
	FOREACH part IN ARRAY ARRAY[1, 3, 5, 10] LOOP
		FOR side IN SELECT unnest(ARRAY['variant', 'jsonb', 'variant_one', 'jsonb_one', 'variant_scan', 'jsonb_scan']) LOOP
			list := CASE WHEN side ~ '_one' THEN paths[1:1] WHEN side ~ '_scan' THEN '{}' ELSE paths[1:part] END;
			SELECT coalesce(string_agg(format('count(d #>> %L)', p), ', '), 'count(d)'),
				coalesce(string_agg(format('d #>> %L', p), ', '), 'd')
			INTO counts, fields FROM unnest(list) p;
			CALL bench.add(format(name, part), documents, side,
				format('SELECT %s FROM %I', counts, format(relation, left(side, 1))),
				answer => CASE WHEN side ~ '_' THEN 'none' ELSE
					format('SELECT md5(string_agg(concat_ws('','', %1$s), '';'' ORDER BY concat_ws('','', %1$s))) FROM %2$I', fields, format(relation, left(side, 1))) END,
				units => n);
		END LOOP;
	END LOOP;
END $$;

DO $do$
DECLARE
	documents text;
	storage text;
BEGIN
	FOREACH documents IN ARRAY ARRAY['doc_4k', 'doc_64k'] LOOP
		FOR storage IN
			SELECT unnest(ARRAY['external', 'pglz', 'lz4'])
			INTERSECT SELECT unnest(enumvals || ARRAY['external']) FROM pg_settings WHERE name = 'default_toast_compression'
		LOOP
			FOR i IN 1 .. 2 LOOP
				EXECUTE format('CREATE UNLOGGED TABLE %I (d %s %s)', format('paths_%s_%s_%s', documents, storage, substr('vj', i, 1)),
					(ARRAY['variant', 'jsonb'])[i], CASE WHEN storage <> 'external' THEN 'COMPRESSION ' || storage ELSE '' END);
				IF storage = 'external' THEN
					EXECUTE format('ALTER TABLE %I ALTER d SET STORAGE EXTERNAL', format('paths_%s_%s_%s', documents, storage, substr('vj', i, 1)));
				END IF;
				EXECUTE format('INSERT INTO %I SELECT t::%s FROM %I LIMIT 400', format('paths_%s_%s_%s', documents, storage, substr('vj', i, 1)),
					(ARRAY['variant', 'jsonb'])[i], documents || '_text');
			END LOOP;
			PERFORM bench.several('paths_%s_' || storage, documents, format('paths_%s_%s_%%s', documents, storage),
				ARRAY['{account}', '{zlast}', '{meta,source,region}', '{items,3,sku}', '{score}', '{kind}', '{owner}',
					'{items,5,price}', '{meta,version}', '{state}']);
		END LOOP;
	END LOOP;
	CREATE UNLOGGED TABLE paths_inline_v AS SELECT v AS d FROM github_v LIMIT 2000;
	CREATE UNLOGGED TABLE paths_inline_j AS SELECT j AS d FROM github_j LIMIT 2000;
	PERFORM bench.several('paths_%s_inline', 'github', 'paths_inline_%s',
		ARRAY['{id}', '{type}', '{actor,login}', '{repo,name}', '{created_at}', '{actor,id}', '{repo,id}', '{public}',
			'{payload,size}', '{payload,ref}']);
END $do$;
