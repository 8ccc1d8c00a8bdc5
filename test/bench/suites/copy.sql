-- corpora: bluesky nobench github telemetry wide
-- benchmarks: copy
--
-- COPY FROM a file of JSON texts, into logged tables; of nobench it is
-- the twelfth query of NoBench.
CREATE TABLE load_variant (d variant);
CREATE TABLE load_jsonb (d jsonb);
CREATE TABLE load_json (d json);
CREATE TABLE load_text (d text);

DO $do$
DECLARE
	documents text;
	side text;
BEGIN
	FOREACH documents IN ARRAY ARRAY['bluesky', 'nobench', 'github', 'telemetry', 'wide'] LOOP
		FOREACH side IN ARRAY ARRAY['variant', 'jsonb', 'json', 'text'] LOOP
			CALL bench.add('copy', documents, side,
				format($$COPY load_%s FROM '%s/%s.ndjson' (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')$$,
					side, current_setting('bench.folder'), documents),
				before => format('TRUNCATE load_%s', side), answer => 'none');
		END LOOP;
	END LOOP;
END $do$;
