-- What reading costs, and how many rows taking apart gives.
CREATE SCHEMA fold_cost;
SET search_path = fold_cost, public;
CREATE TABLE documents (id integer, small variant, large variant);
ALTER TABLE documents ALTER small SET STORAGE PLAIN, ALTER large SET STORAGE EXTERNAL;
INSERT INTO documents
SELECT i, jsonb_build_object('k', i)::variant, jsonb_build_object('k', i, 'rest', repeat(md5(i::text), 400))::variant FROM generate_series(1, 200) AS i;
VACUUM ANALYZE documents;
CREATE TABLE small_documents AS SELECT id, small AS v FROM documents;
VACUUM ANALYZE small_documents;

CREATE FUNCTION filter_of(query text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan #>> '{0,Plan,Filter}';
END
$$;
CREATE FUNCTION number_of(query text, what text) RETURNS numeric
LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN (plan #>> ARRAY['0', 'Plan', what])::numeric;
END
$$;

-- what reads a large document comes last
SELECT filter_of(format('SELECT * FROM documents WHERE %s AND id %% 7 + id %% 3 + id %% 5 = 2', qual))
FROM (VALUES ($$large->>'k' = '5'$$), ($$(large['k'])::bigint = 5$$), ($$large['k'] = 5$$), ($$large['k'] > 5$$), ($$large['k'] = 'x'::text$$), ($$large ? 'k'$$),
	($$large->'k' @> '5'$$), ($$variant_typeof(large) = 'object'$$), ($$variant_get(large, '$.k') = 5$$)) AS quals (qual);
-- small ones cost no more than other operators
SELECT number_of($$SELECT v->>'k' FROM small_documents$$, 'Total Cost') = number_of($$SELECT to_jsonb(id)->>'k' FROM small_documents$$, 'Total Cost')
	- number_of($$SELECT to_jsonb(id) FROM small_documents$$, 'Total Cost') + number_of($$SELECT id FROM small_documents$$, 'Total Cost') AS as_jsonb;
SELECT number_of($$SELECT large->>'k' FROM documents$$, 'Total Cost') > 5 * number_of($$SELECT v->>'k' FROM small_documents$$, 'Total Cost') AS more;

-- rows
SELECT number_of($$SELECT * FROM variant_each('{"a": 1, "b": [], "c": {}}')$$, 'Plan Rows'),
	number_of($$SELECT * FROM variant_object_keys('{"a": 1, "b": [], "c": {}, "d": 4}')$$, 'Plan Rows'),
	number_of($$SELECT * FROM variant_array_elements('[1, 2, 3, 4, 5]')$$, 'Plan Rows'),
	number_of($$SELECT * FROM variant_array_elements('[]')$$, 'Plan Rows'),
	number_of($$SELECT * FROM variant_array_elements('5')$$, 'Plan Rows');
SELECT number_of($$SELECT * FROM small_documents, variant_each(v)$$, 'Plan Rows') BETWEEN 200 AND 400 AS few,
	number_of($$SELECT * FROM documents, variant_each(large)$$, 'Plan Rows') > 20000 AS many;

RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA fold_cost CASCADE;
