-- Paths that are refused, and what is said about them.

\set VERBOSITY verbose
\set SHOW_CONTEXT never
\set ON_ERROR_STOP 0

-- the position counts characters from 1 (the file and line of an error differ
-- between versions, so this shows what a user sees)
CREATE FUNCTION path_error(path text, OUT state text, OUT message text, OUT detail text)
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM variant_get('{"a": 1}'::variant, path);
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
		detail = PG_EXCEPTION_DETAIL;
END
$$;
SELECT e.* FROM unnest(ARRAY['', 'a', '$a', '$.', '$..a', '$.a.', '$[', '$[]', '$[*]', '$[ 0]',
	'$[+1]', '$[-]', '$[''a', '$[''a"]', '$["a""]', '$[''a''x]', '$[0', '$[0:1]', '$[1.5]', '$[2147483648]',
	'$[-2147483649]', '$.é[a]', '$.日本[0]x', '$.a[0] ']) p, path_error(p) e;

\set VERBOSITY default
SELECT variant_get('1', '$.a[b]');

-- a malformed path is an error for both, and with any type
SELECT try_variant_get('1', '$.', NULL::bigint);
SELECT variant_get('1', '$.', NULL::bigint);

-- strings that text cannot hold
SELECT '{"a": "x\u0000y"}'::variant -> 'a';
SELECT '{"a": "x\u0000y"}'::variant ->> 'a';
SELECT '{"a": "x\u0000y"}'::variant #>> '{a}';
SELECT '{"a": "x\u0000y"}'::variant #>> '{}';

-- operators for what does not exist
SELECT '{}'::variant -> 1.5;
SELECT '{}'::variant -> true;
SELECT variant_get('{}', '$', NULL);

-- longer than there is memory for its steps
SELECT variant_get('1', '$' || repeat('.a', 40000000));
SELECT variant_predicate_in(('$' || repeat('.a', 40000000) || ' = 1')::cstring) IS NULL;
