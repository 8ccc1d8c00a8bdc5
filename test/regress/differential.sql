-- What the tests that compare with jsonb share; included by sql/*.sql.

-- a random scalar, as JSON text that means the same to jsonb and variant
CREATE FUNCTION random_scalar() RETURNS text
LANGUAGE sql VOLATILE AS $$
	SELECT (ARRAY[
		'null', 'true', 'false', '0', '1', '-1', '127', '128', '-32769', '2147483648',
		'9223372036854775807', '9223372036854775808', '1.0', '1.50', '-0.000', '0.1',
		'12345678901234567890123456789.123456789', '""', '"a"', '"x y"', '"5"', '"1.5"',
		'"true"', '"null"', '"2024-02-29"', '"12:34:56"', '"2024-02-29 12:34:56+02"',
		'"{1,2,3}"', '"(1,a)"', '"\"quoted\" \\ \n"', '"é€😀"', '"[1, 2]"', '"{\"a\": 1}"',
		'"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"', '"the quick brown foxes jump"',
		'"' || repeat('long ', 30) || '"',
		floor(random() * 2000 - 1000)::text, round((random() * 100)::numeric, 2)::text,
		'"' || substr(md5(random()::text), 1, 1 + floor(random() * 20)::int) || '"'
	])[1 + floor(random() * 39)::int]
$$;

-- a random document; keys gives the names that members can have
CREATE FUNCTION random_json(depth integer, keys text[]) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	n integer := floor(random() ^ 2 * 6);
	kind float := random();
BEGIN
	IF depth <= 0 OR kind < 0.3 THEN
		RETURN random_scalar();
	ELSIF kind < 0.6 THEN
		RETURN '[' || coalesce((SELECT string_agg(random_json(depth - 1, keys), ', ')
								FROM generate_series(1, n)), '') || ']';
	END IF;
	RETURN '{' || coalesce((SELECT string_agg(to_json(keys[1 + floor(random() * cardinality(keys))::int])::text
											  || ': ' || random_json(depth - 1, keys), ', ')
							FROM generate_series(1, n + 1)), '') || '}';
END
$$;

-- What a query gives for an argument: its one value as text, or its error.
-- The names of the types are made the same in error messages.
CREATE FUNCTION outcome(query text, arg anyelement) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	result text;
BEGIN
	EXECUTE query INTO result USING arg;
	RETURN result;
EXCEPTION WHEN OTHERS THEN
	RETURN 'ERROR ' || SQLSTATE || ' ' || regexp_replace(SQLERRM, 'variant|jsonb|json', 'JSON', 'gi');
END
$$;

CREATE FUNCTION outcome(query text) RETURNS text
LANGUAGE sql VOLATILE AS $$ SELECT outcome(query, 0) $$;
