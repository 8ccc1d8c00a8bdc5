-- What the tests of jsonpath share; included by sql/jsonpath*.sql.

-- Results of all functions of one kind, in a fixed order, each as JSON text or
-- as its error.  kind is jsonb or variant; vars NULL: the operators.
CREATE FUNCTION path_result(doc jsonb, path jsonpath, vars jsonb, silent boolean, function text) RETURNS jsonb
LANGUAGE plpgsql AS $$
BEGIN
	CASE function
		WHEN 'exists' THEN RETURN to_jsonb(jsonb_path_exists(doc, path, vars, silent));
		WHEN 'match' THEN RETURN to_jsonb(jsonb_path_match(doc, path, vars, silent));
		WHEN 'first' THEN RETURN jsonb_path_query_first(doc, path, vars, silent);
		WHEN 'array' THEN RETURN jsonb_path_query_array(doc, path, vars, silent);
		WHEN 'query' THEN RETURN (SELECT jsonb_agg(q) FROM jsonb_path_query(doc, path, vars, silent) q);
		WHEN 'rows' THEN RETURN (SELECT jsonb_agg(q) FROM (SELECT jsonb_path_query(doc, path, vars, silent) q OFFSET 0) s);
		WHEN 'exists_tz' THEN RETURN to_jsonb(jsonb_path_exists_tz(doc, path, vars, silent));
		WHEN 'match_tz' THEN RETURN to_jsonb(jsonb_path_match_tz(doc, path, vars, silent));
		WHEN 'first_tz' THEN RETURN jsonb_path_query_first_tz(doc, path, vars, silent);
		WHEN 'array_tz' THEN RETURN jsonb_path_query_array_tz(doc, path, vars, silent);
		WHEN 'query_tz' THEN RETURN (SELECT jsonb_agg(q) FROM jsonb_path_query_tz(doc, path, vars, silent) q);
		WHEN '@?' THEN RETURN to_jsonb(doc @? path);
		WHEN '@@' THEN RETURN to_jsonb(doc @@ path);
	END CASE;
EXCEPTION WHEN OTHERS THEN
	RETURN jsonb_build_object('ERROR ' || SQLSTATE, SQLERRM);
END
$$;

CREATE FUNCTION path_result(doc variant, path jsonpath, vars variant, silent boolean, function text) RETURNS jsonb
LANGUAGE plpgsql AS $$
BEGIN
	CASE function
		WHEN 'exists' THEN RETURN to_jsonb(variant_path_exists(doc, path, vars, silent));
		WHEN 'match' THEN RETURN to_jsonb(variant_path_match(doc, path, vars, silent));
		WHEN 'first' THEN RETURN variant_path_query_first(doc, path, vars, silent);
		WHEN 'array' THEN RETURN variant_path_query_array(doc, path, vars, silent);
		WHEN 'query' THEN RETURN (SELECT jsonb_agg(q::jsonb) FROM variant_path_query(doc, path, vars, silent) q);
		WHEN 'rows' THEN RETURN (SELECT jsonb_agg(q::jsonb) FROM (SELECT variant_path_query(doc, path, vars, silent) q OFFSET 0) s);
		WHEN 'exists_tz' THEN RETURN to_jsonb(variant_path_exists_tz(doc, path, vars, silent));
		WHEN 'match_tz' THEN RETURN to_jsonb(variant_path_match_tz(doc, path, vars, silent));
		WHEN 'first_tz' THEN RETURN variant_path_query_first_tz(doc, path, vars, silent);
		WHEN 'array_tz' THEN RETURN variant_path_query_array_tz(doc, path, vars, silent);
		WHEN 'query_tz' THEN RETURN (SELECT jsonb_agg(q::jsonb) FROM variant_path_query_tz(doc, path, vars, silent) q);
		WHEN '@?' THEN RETURN to_jsonb(doc @? path);
		WHEN '@@' THEN RETURN to_jsonb(doc @@ path);
	END CASE;
EXCEPTION WHEN OTHERS THEN
	RETURN jsonb_build_object('ERROR ' || SQLSTATE, SQLERRM);
END
$$;

-- Numbers of more digits than a decimal has become doubles in results: the
-- same is done to those of jsonb.
CREATE FUNCTION as_variant(j jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
	RETURN j::variant::jsonb;
EXCEPTION WHEN numeric_value_out_of_range THEN
	RETURN jsonb_build_object('ERROR ' || SQLSTATE, SQLERRM);
END
$$;

-- the elements of an array in an order of their own
CREATE FUNCTION sorted(j jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE jsonb_typeof(j) WHEN 'array' THEN (SELECT jsonb_agg(e ORDER BY e) FROM jsonb_array_elements(j) e) ELSE j END
$$;

-- how jsonb and variant differ, one row for each difference
CREATE FUNCTION path_differences(doc text, path jsonpath, vars text, functions text[], ordered boolean)
RETURNS TABLE (function text, silent boolean, jsonb_gives jsonb, variant_gives jsonb)
LANGUAGE plpgsql AS $$
DECLARE
	j CONSTANT jsonb := doc;
	v CONSTANT variant := doc;
	-- digits behind the point are kept, but not those of a double
	exact CONSTANT boolean := doc !~ '\d[eE]' AND vars !~ '\d[eE]';
BEGIN
	FOREACH function IN ARRAY functions LOOP
		FOREACH silent IN ARRAY '{f,t}'::boolean[] LOOP
			CONTINUE WHEN function LIKE '@%' AND NOT silent;
			CONTINUE WHEN function LIKE 'first%' AND NOT ordered;
			jsonb_gives := as_variant(path_result(j, path, vars::jsonb, silent, function));
			variant_gives := path_result(v, path, vars::variant, silent, function);
			IF NOT ordered THEN
				jsonb_gives := sorted(jsonb_gives);
				variant_gives := sorted(variant_gives);
			END IF;
			IF jsonb_gives IS DISTINCT FROM variant_gives OR
				(exact AND jsonb_gives::text IS DISTINCT FROM variant_gives::text)
			THEN
				RETURN NEXT;
			END IF;
		END LOOP;
	END LOOP;
END
$$;
