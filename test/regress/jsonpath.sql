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
			-- to jsonb's operators every variable is null in old minor releases
			CONTINUE WHEN function LIKE '@%' AND path::text LIKE '%$"%' AND
				path_result('1'::jsonb, '$x', '{}'::jsonb, true, '@?')::text NOT LIKE '%42704%';
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

-- a random element of an array
CREATE FUNCTION pick(VARIADIC a text[]) RETURNS text
LANGUAGE sql VOLATILE AS $$ SELECT a[1 + floor(random() * cardinality(a))::int] $$;

-- Random paths.  start: what they may start with; depth bounds nesting.
CREATE FUNCTION random_steps(depth int, methods text[]) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	result text := '';
BEGIN
	FOR i IN 1 .. floor(random() * 4)::int LOOP
		result := result || CASE pick('key', 'key', 'key', 'elements', 'elements', 'index', 'index', 'members', 'levels', 'method', 'filter', 'filter')
			WHEN 'key' THEN pick('.a', '.b', '.c', '."a"', '."nope"')
			WHEN 'elements' THEN '[*]'
			WHEN 'index' THEN '[' || CASE WHEN depth > 0 AND random() < 0.2 THEN random_expression(depth - 1, '{$,@}', methods)
				ELSE pick('0', '1', 'last', '0 to 1', '1 to last', 'last - 1', '0, 1', '-1', '5', '0 to last', '$.a', '1.5') END || ']'
			WHEN 'members' THEN '.*'
			WHEN 'levels' THEN pick('.**', '.**{1}', '.**{0 to 2}', '.**{last}', '.**{2 to last}')
			WHEN 'method' THEN '.' || pick(VARIADIC methods) || '()'
			ELSE CASE WHEN depth > 0 THEN ' ? (' || random_predicate(depth - 1, '{$,@,@}', methods) || ')' ELSE '' END
		END;
	END LOOP;
	RETURN result;
END
$$;

CREATE FUNCTION random_expression(depth int, starts text[], methods text[]) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	kind float := random();
BEGIN
	IF depth > 0 AND kind < 0.15 THEN
		RETURN format('(%s %s %s)', random_expression(depth - 1, starts, methods), pick('+', '-', '*', '/', '%'),
					  random_expression(depth - 1, starts, methods));
	ELSIF depth > 0 AND kind < 0.2 THEN
		RETURN format('(%s%s)', pick('-', '+'), random_expression(depth - 1, starts, methods));
	ELSIF kind < 0.35 THEN
		RETURN pick('0', '1', '2', '-1', '1.5', '"a"', '"x"', '""', 'null', 'true', 'false', '$x', '$y', '100');
	END IF;
	RETURN pick(VARIADIC starts) || random_steps(depth, methods);
END
$$;

CREATE FUNCTION random_predicate(depth int, starts text[], methods text[]) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	kind float := random();
BEGIN
	IF depth > 0 AND kind < 0.25 THEN
		RETURN format('(%s) %s (%s)', random_predicate(depth - 1, starts, methods), pick('&&', '||'),
					  random_predicate(depth - 1, starts, methods));
	ELSIF depth > 0 AND kind < 0.32 THEN
		RETURN format('!(%s)', random_predicate(depth - 1, starts, methods));
	ELSIF depth > 0 AND kind < 0.39 THEN
		RETURN format('(%s) is unknown', random_predicate(depth - 1, starts, methods));
	ELSIF kind < 0.5 THEN
		RETURN format('exists(%s)', random_expression(depth, starts, methods));
	ELSIF kind < 0.57 THEN
		RETURN random_expression(depth, starts, methods) || ' ' ||
			pick('starts with "a"', 'starts with ""', 'starts with $y', 'like_regex "^a"', 'like_regex "." flag "is"');
	END IF;
	RETURN format('%s %s %s', random_expression(depth, starts, methods), pick('==', '!=', '<', '>', '<=', '>='),
				  random_expression(depth, starts, methods));
END
$$;

CREATE FUNCTION random_path(depth int, methods text[]) RETURNS text
LANGUAGE sql VOLATILE AS $$
	SELECT pick('', '', 'strict ') || CASE WHEN random() < 0.6 THEN '$' || random_steps(depth, methods)
		WHEN random() < 0.5 THEN random_expression(depth, '{$,$,$}', methods)
		ELSE random_predicate(depth, '{$,$,$}', methods) END
$$;

CREATE FUNCTION is_path(p text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM p::jsonpath;
	RETURN true;
EXCEPTION WHEN OTHERS THEN
	RETURN false;
END
$$;
