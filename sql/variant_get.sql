-- variant_get and try_variant_get with a type.

SET TimeZone = 'UTC';
SET DateStyle = 'ISO, MDY';

CREATE TABLE get_doc AS SELECT '{
	"i": 42, "big": 9223372036854775807, "huge": 12345678901234567890123, "d": 12.50, "half": 2.5,
	"f": 1.5e0, "r": 0.1::float4, "nan": "NaN"::float8, "s": "str", "n5": "5", "t": true, "null": null,
	"date": "2024-10-24"::date, "at": "2024-10-24T18:22:26.402Z"::timestamptz,
	"lt": "2024-10-24T18:22:26.402"::timestamp, "tm": "12:34:56"::time, "far": "290000-01-01T00:00:00"::timestamp,
	"bin": "\\x00ff"::bytea, "uuid": "f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid,
	"nul": "a\u0000b", "deepnul": ["a\u0000b"], "a": [1, {"b": [2]}], "o": {"k": "v"}}'::variant v;

-- each type, by a cast of what variant_get finds: wrong
SELECT k FROM get_doc, unnest(ARRAY['i', 'd', 'half', 'f', 'null', 'none']) k
WHERE variant_get(v, '$.' || k, NULL::smallint) IS DISTINCT FROM (variant_get(v, '$.' || k))::smallint
	OR variant_get(v, '$.' || k, 0::int) IS DISTINCT FROM (v -> k)::int
	OR variant_get(v, '$.' || k, NULL::bigint) IS DISTINCT FROM (v -> k)::bigint
	OR variant_get(v, '$.' || k, NULL::numeric) IS DISTINCT FROM (v -> k)::numeric
	OR variant_get(v, '$.' || k, NULL::real) IS DISTINCT FROM (v -> k)::real
	OR variant_get(v, '$.' || k, NULL::float8) IS DISTINCT FROM (v -> k)::float8
	OR variant_get(v, '$.' || k, NULL::variant) IS DISTINCT FROM (v -> k)
	OR try_variant_get(v, '$.' || k, NULL::bigint) IS DISTINCT FROM (v -> k)::bigint;
SELECT variant_get(v, '$.t', NULL::bool), variant_get(v, '$.date', NULL::date),
	variant_get(v, '$.at', NULL::timestamptz), variant_get(v, '$.lt', NULL::timestamp),
	variant_get(v, '$.tm', NULL::time), variant_get(v, '$.bin', NULL::bytea),
	variant_get(v, '$.uuid', NULL::uuid) FROM get_doc;

-- text is the bare text of everything, and the value's own type is the value: wrong
SELECT k FROM get_doc, unnest(ARRAY['i', 'huge', 'd', 'f', 'r', 'nan', 's', 't', 'null', 'date', 'at', 'lt', 'tm',
	'far', 'bin', 'uuid', 'a', 'o', 'none']) k
WHERE variant_get(v, '$.' || k, NULL::text) IS DISTINCT FROM v ->> k
	OR try_variant_get(v, '$.' || k, NULL::text) IS DISTINCT FROM v ->> k
	OR variant_get(v, '$.' || k, v)::text IS DISTINCT FROM (v -> k)::text
	OR try_variant_get(v, '$.' || k, v)::text IS DISTINCT FROM (v -> k)::text;

-- types without a cast of their own: their input function on the bare text
SELECT variant_get(v, '$.i', NULL::varchar), variant_get(v, '$.n5', NULL::oid), variant_get(v, '$.o', NULL::json),
	variant_get(v, '$.date', NULL::name) FROM get_doc;

-- json and jsonb: U+0000 is nothing to the one, and refused by the other
SELECT try_variant_get(v, '$.nul', NULL::json), try_variant_get(v, '$.deepnul', NULL::json),
	try_variant_get(v, '$.nul', NULL::jsonb) IS NULL AND try_variant_get(v, '$.deepnul', NULL::jsonb) IS NULL AS refused,
	try_variant_get(v, '$.null', NULL::jsonb), try_variant_get(v, '$.o', NULL::jsonb), variant_get(v, '$.o', NULL::jsonb)
FROM get_doc;
SELECT variant_get(v, '$.deepnul', NULL::jsonb) FROM get_doc;

-- modifiers
SELECT variant_get('12.345', '$', NULL::numeric(6,1)), try_variant_get('12.345', '$', NULL::numeric(6,1)),
	try_variant_get('12.345', '$', NULL::numeric(2,1)), try_variant_get('"abc"', '$', NULL::varchar(2)),
	variant_get('"2024-10-24T18:22:26.402"::timestamp', '$', NULL::timestamp(0)),
	try_variant_get('"2024-10-24T18:22:26.402"::timestamp', '$', NULL::timestamp(0));
SELECT variant_get('12.345', '$', NULL::numeric(2,1));

-- failed casts: an error, and NULL
SELECT variant_get(v, '$.s', NULL::bigint) FROM get_doc;
SELECT variant_get(v, '$.huge', NULL::bigint) FROM get_doc;
SELECT variant_get(v, '$.nul', NULL::text) FROM get_doc;
SELECT variant_get(v, '$.s', NULL::inet) FROM get_doc;
SELECT count(*) tried, count(r) good FROM get_doc, LATERAL (
	SELECT try_variant_get(v, '$.s', NULL::bigint)::text r
	UNION ALL SELECT try_variant_get(v, '$.n5', NULL::bigint)::text
	UNION ALL SELECT try_variant_get(v, '$.huge', NULL::bigint)::text
	UNION ALL SELECT try_variant_get(v, '$.nan', NULL::int)::text
	UNION ALL SELECT try_variant_get(v, '$.a', NULL::int)::text
	UNION ALL SELECT try_variant_get(v, '$.o', NULL::numeric)::text
	UNION ALL SELECT try_variant_get(v, '$.t', NULL::float8)::text
	UNION ALL SELECT try_variant_get(v, '$.i', NULL::bool)::text
	UNION ALL SELECT try_variant_get(v, '$.i', NULL::date)::text
	UNION ALL SELECT try_variant_get(v, '$.date', NULL::time)::text
	UNION ALL SELECT try_variant_get(v, '$.at', NULL::timestamp)::text
	UNION ALL SELECT try_variant_get(v, '$.lt', NULL::timestamptz)::text
	UNION ALL SELECT try_variant_get(v, '$.s', NULL::bytea)::text
	UNION ALL SELECT try_variant_get(v, '$.s', NULL::uuid)::text
	UNION ALL SELECT try_variant_get(v, '$.nul', NULL::text)
	UNION ALL SELECT try_variant_get(v, '$.nul', NULL::varchar)
	UNION ALL SELECT try_variant_get(v, '$.s', NULL::inet)::text
	UNION ALL SELECT try_variant_get('1e39', '$', NULL::real)::text) x;
SELECT try_variant_get(v, '$.i', NULL::bigint), try_variant_get(v, '$.none', NULL::bigint),
	try_variant_get(v, '$.null', NULL::bigint), try_variant_get(NULL, '$', 1), try_variant_get(v, NULL, 1),
	variant_get(NULL, '$', 1), variant_get(v, NULL, 1) FROM get_doc;

-- no casts to arrays and rows, found or not
SELECT variant_get(v, '$.a', NULL::int[]) FROM get_doc;
SELECT try_variant_get(v, '$.none', NULL::get_doc) FROM get_doc;

-- enumerations and domains
CREATE TYPE get_mood AS ENUM ('str', 'other');
CREATE DOMAIN get_small AS int CHECK (VALUE < 10);
CREATE DOMAIN get_small_text AS text CHECK (length(VALUE) < 3);
SELECT variant_get(v, '$.s', NULL::get_mood), try_variant_get(v, '$.n5', NULL::get_mood),
	variant_get(v, '$.half', NULL::get_small), try_variant_get(v, '$.i', NULL::get_small),
	try_variant_get(v, '$.s', NULL::get_small), try_variant_get(v, '$.n5', NULL::get_small_text),
	try_variant_get(v, '$.s', NULL::get_small_text) FROM get_doc;
SELECT variant_get(v, '$.i', NULL::get_small) FROM get_doc;

-- a failed cast in many rows, and what comes after it
SELECT count(*), sum(try_variant_get(('["' || i || '", ' || i || ']')::variant, '$[' || i % 2 || ']', NULL::bigint)),
	count(try_variant_get(('["' || i || '", "x"]')::variant, '$[' || i % 2 || ']', NULL::inet)),
	count(try_variant_get(('["str", "x"]')::variant, '$[' || i % 2 || ']', NULL::get_mood))
FROM generate_series(1, 1000) i;
