-- Comparison of variant with SQL types.  The oracle: = and <> as with the
-- converted value, orderings as with it within one class family, else NULL;
-- values without a variant form have their place given by hand.
SET TimeZone = 'UTC';
SELECT setseed(0.11);
CREATE TABLE variants (v variant);
INSERT INTO variants SELECT x::variant FROM unnest(ARRAY[
	'null', 'true', 'false', '""', '"a"', '"A"', '"é"', '"zz"', '"\u0000"', '0', '-1', '5', '5.0', '5.5', '-0.05', '32767', '32768', '2147483647', '2147483648',
	'9223372036854775807', '9223372036854775808', '-9223372036854775808', '99999999999999999999999999999999999999', '-99999999999999999999999999999999999999',
	'0.00000000000000000000000000000000000001', '9007199254740993', '9007199254740992e0', '5e0', '0.1', '0.1e0', '0.1::float4', '1e300', '-1e300', '1e38', '5e-324', '-0e0', '3.4028235e38::float4',
	'1.1579208923731620e77', '"NaN"::float8', '"NaN"::float4', '"Infinity"::float8', '"-Infinity"::float4',
	'"2024-10-24"::date', '"1969-12-31"::date', '"5881580-07-11"::date', '"5877642-06-23 BC"::date', '"00:00:00"::time', '"12:34:56.000001"::time', '"24:00:00"::time',
	'"2024-10-24T00:00:00"::timestamp', '"2024-10-24T00:00:00.000000001"::timestamp(9)', '"2024-10-24T00:00:00.000000000"::timestamp(9)', '"290309-12-21T19:59:05.224192 BC"::timestamp', '"294247-01-10T04:00:54.775807"::timestamp',
	'"2024-10-24T00:00:00Z"::timestamptz', '"2024-10-23T23:59:59.999999999Z"::timestamptz(9)', '"2024-10-24T00:00:00Z"::timestamptz(9)', '"294247-01-10T04:00:54.775807Z"::timestamptz',
	'"00000000-0000-0000-0000-000000000000"::uuid', '"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"::uuid', '"\\x"::bytea', '"\\x00"::bytea', '"\\xff"::bytea', '[]', '[5]', '{}', '{"a":5}']) AS x;
INSERT INTO variants SELECT to_variant(round(((random() - 0.5) * power(10, i % 12))::numeric, i % 5)) FROM generate_series(1, 40) AS i;
INSERT INTO variants SELECT to_variant((random() - 0.5) * power(10, i % 12)) FROM generate_series(1, 20) AS i;

CREATE TABLE typed (type text, families text[], list text[]);
INSERT INTO typed VALUES
	('smallint', '{number,float,double}', '{-32768,-1,0,5,32767}'),
	('integer', '{number,float,double}', '{-2147483648,-1,0,5,2147483647}'),
	('bigint', '{number,float,double}', '{-9223372036854775808,-1,0,5,9007199254740993,9007199254740992,9223372036854775807}'),
	('numeric', '{number,float,double}', '{0,5,5.00,0.1,-0.05,5.5,9223372036854775808,99999999999999999999999999999999999999,-99999999999999999999999999999999999999,1e-38,9007199254740993,NaN,Infinity,-Infinity,0.1000000000000000055511151231257827}'),
	('real', '{number,float,double}', '{0,5,0.1,1e38,3.4028235e38,NaN,Infinity,-Infinity,-0}'),
	('double precision', '{number,float,double}', '{0,5,0.1,1e300,9007199254740992,5e-324,NaN,Infinity,-Infinity,-0}'),
	('text', '{string}', '{"",a,A,é,zz,5,true,z}'),
	('boolean', '{boolean}', '{true,false}'),
	('date', '{date}', '{2024-10-24,1969-12-31,4714-11-24 BC,5874897-12-31}'),
	('time', '{time}', '{00:00,12:34:56.000001,24:00}'),
	('timestamp', '{timestamp}', '{2024-10-24,4714-11-24 BC,294247-01-10 04:00:54.775807}'),
	('timestamptz', '{timestamptz}', '{2024-10-24,4714-11-24 BC,294247-01-10 04:00:54.775807}'),
	('uuid', '{uuid}', '{00000000-0000-0000-0000-000000000000,f24f9b64-81fa-49d1-b74e-8c09a6e31c56,ffffffff-ffff-ffff-ffff-ffffffffffff}'),
	('bytea', '{binary}', E'{"\\\\\\\\x","\\\\\\\\x00","\\\\\\\\xff","\\\\\\\\x0000"}');

-- "= ANY" runs the operator itself, without the planner's help
CREATE FUNCTION wrong(type text, families text[], list text[], OUT pairs bigint, OUT wrong text) LANGUAGE plpgsql AS $f$
BEGIN
	EXECUTE format($q$
		WITH pairs AS MATERIALIZED (SELECT v, x, variant_typeof(v) = ANY($2) AS same, to_variant(x) AS w FROM variants, unnest($1::%1$s[]) AS x),
		answers AS (SELECT v, x, ARRAY[v = x, v <> x, v < x, v <= x, v > x, v >= x, x = v, x <> v, x > v, x >= v, x < v, x <= v] AS got,
			ARRAY[v = ANY(ARRAY[x]), v <> ALL(ARRAY[x]), v < ANY(ARRAY[x]), v <= ANY(ARRAY[x]), v > ANY(ARRAY[x]), v >= ANY(ARRAY[x]),
				x = ANY(ARRAY[v]), x <> ALL(ARRAY[v]), x > ANY(ARRAY[v]), x >= ANY(ARRAY[v]), x < ANY(ARRAY[v]), x <= ANY(ARRAY[v])] AS direct,
			ARRAY[v = w, v <> w] || CASE WHEN same THEN ARRAY[v < w, v <= w, v > w, v >= w] ELSE ARRAY[NULL, NULL, NULL, NULL]::boolean[] END AS want FROM pairs)
		SELECT count(*), (min(concat_ws(' / ', v, x, got, direct, want)) FILTER (WHERE got <> want || want OR direct <> want || want OR got IS NULL))
		FROM answers $q$, type) INTO pairs, wrong USING list, families;
END $f$;
SELECT type, w.* FROM typed, LATERAL wrong(type, families, list) AS w ORDER BY type;

-- constants are folded: the same once more, by statements with literals
CREATE FUNCTION wrong_constants(type text, list text[], OUT wrong text) LANGUAGE plpgsql AS $f$
DECLARE
	x text;
BEGIN
	FOREACH x IN ARRAY list LOOP
		EXECUTE format($q$SELECT min(concat_ws(' ', v, %1$L, 'folded')) FROM variants
			WHERE (v = %1$L::%2$s) <> (v = ANY(ARRAY[%1$L::%2$s])) OR (v <> %1$L::%2$s) <> (v <> ALL(ARRAY[%1$L::%2$s])) OR (%1$L::%2$s = v) <> (v = %1$L::%2$s)
				OR (v = %1$L::%2$s) IS NULL OR NOT (v = %1$L::%2$s) <> (v <> %1$L::%2$s)$q$, x, type) INTO wrong;
		IF wrong IS NOT NULL THEN RETURN; END IF;
	END LOOP;
END $f$;
SELECT type, wrong_constants(type, list) FROM typed WHERE wrong_constants(type, list) IS NOT NULL;

-- SQL values that no variant can hold: never equal, in order all the same
SELECT v, x FROM variants, unnest('{-infinity,infinity}'::date[]) AS x WHERE v = x OR NOT v <> x OR v = ANY(ARRAY[x]) OR x = v
	OR (v < x) IS DISTINCT FROM (CASE WHEN variant_typeof(v) = 'date' THEN x > '2000-01-01' END) OR (v >= x) IS DISTINCT FROM (CASE WHEN variant_typeof(v) = 'date' THEN x < '2000-01-01' END);
SELECT v, x FROM variants, unnest('{-infinity,infinity,294276-12-31}'::timestamp[]) AS x WHERE v = x OR NOT v <> x OR v = ANY(ARRAY[x]) OR x = v
	OR (v < x) IS DISTINCT FROM (CASE WHEN variant_typeof(v) = 'timestamp' THEN x > '2000-01-01' END) OR (v >= x) IS DISTINCT FROM (CASE WHEN variant_typeof(v) = 'timestamp' THEN x < '2000-01-01' END);
SELECT v, x FROM variants, unnest('{-infinity,infinity,294276-12-31}'::timestamptz[]) AS x WHERE v = x OR NOT v <> x OR v = ANY(ARRAY[x]) OR x = v
	OR (v < x) IS DISTINCT FROM (CASE WHEN variant_typeof(v) = 'timestamptz' THEN x > '2000-01-01' END) OR (v >= x) IS DISTINCT FROM (CASE WHEN variant_typeof(v) = 'timestamptz' THEN x < '2000-01-01' END);
-- numerics of more than 38 digits, around every number: x is a hair above or below v
CREATE TABLE exact AS SELECT v, CASE WHEN variant_typeof(v) = 'number' THEN v::text::numeric ELSE NULL END AS n FROM variants WHERE variant_typeof(v) = 'number';
SELECT v, x, s FROM exact, (VALUES (1), (-1)) AS s(s), LATERAL (SELECT n + s * 1e-45::numeric AS x) AS x
	WHERE v = x OR NOT v <> x OR x = v OR (v < x) <> (s = 1) OR (v <= x) <> (s = 1) OR (v > x) <> (s = -1) OR (v >= x) <> (s = -1) OR (x > v) <> (s = 1);
-- doubles are compared by exact value: 2^256, and the double nearest to 0.1
SELECT v = x AS eq, v < x AS lt, v <= x AS le, v = x + 1 AS eq1, v < x + 1 AS lt1, v > x - 1 AS gt1
	FROM (SELECT '1.1579208923731620e77'::variant AS v, 115792089237316195423570985008687907853269984665640564039457584007913129639936 AS x) AS x;
SELECT v = x AS eq, v < x AS lt, v <= x AS le, v = x + d AS eq1, v < x + d AS lt1, v > x - d AS gt1
	FROM (SELECT '0.1e0'::variant AS v, 0.1000000000000000055511151231257827021181583404541015625 AS x, 1e-60 AS d) AS x;
SELECT v = x AS eq, v < x AS lt, v > x AS gt FROM (VALUES ('5e-324'::variant, 1e-400::numeric), ('"NaN"::float8', 1e400), ('"Infinity"::float4', 1e400), ('"-Infinity"::float8', -1e400), ('1e300', 1e400)) AS x(v, x);

-- what SQL people write resolves
SELECT '5'::variant = 5, 5::smallint = '5'::variant, '5.5'::variant > 5.0, '"a"'::variant = 'a'::varchar, '"a"'::variant = 'a'::char(1), '"x"'::variant <> current_user,
	'"2024-10-24T00:00:00Z"::timestamptz'::variant < now() - interval '1 day', '1'::variant IN (1, 2), '"b"'::variant IN ('a'::text, 'b'::text), '2'::variant BETWEEN 1 AND 2.5,
	'2'::variant = ANY(ARRAY[1, 2]), '2'::variant NOT IN (1, 3), CASE '2'::variant WHEN 2 THEN 'two' END, NULLIF(5, '5'::variant) IS NULL, '5'::variant IS DISTINCT FROM 5;
SELECT 'true'::variant > 5 AS boolean, 'null'::variant > 5 AS null_value, 'null'::variant = 5 AS null_equals, ('{}'::variant -> 'a') > 5 AS missing, '5'::variant = NULL::int AS sql_null;
-- an untyped literal is a variant: the error says how to write a string
SELECT '"login"'::variant = 'login';
SELECT '"login"'::variant = '"login"', '"login"'::variant = 'login'::text;

-- the catalog: 168 operators, each with the right commutator, negator, estimators and a comment
SELECT count(*), count(*) FILTER (WHERE obj_description(o.oid, 'pg_operator') IS NULL OR obj_description(o.oprcode, 'pg_proc') IS NULL) AS without_comment,
	count(*) FILTER (WHERE p.provolatile <> 'i' OR NOT p.proisstrict OR p.proparallel <> 's' OR p.prosupport = 0) AS without_label
FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode
WHERE o.oprname IN ('=', '<>', '<', '<=', '>', '>=') AND (o.oprleft = 'variant'::regtype) <> (o.oprright = 'variant'::regtype);
SELECT o.oid::regoperator, c.oid::regoperator, n.oid::regoperator, o.oprrest, o.oprjoin
FROM (VALUES ('=', '=', '<>', 'eq'), ('<>', '<>', '=', 'neq'), ('<', '>', '>=', 'scalarlt'), ('<=', '>=', '>', 'scalarle'), ('>', '<', '<=', 'scalargt'), ('>=', '<=', '<', 'scalarge')) AS x(name, commutator, negator, estimator)
	JOIN pg_operator o ON o.oprname = x.name AND (o.oprleft = 'variant'::regtype) <> (o.oprright = 'variant'::regtype)
	LEFT JOIN pg_operator c ON c.oid = o.oprcom LEFT JOIN pg_operator n ON n.oid = o.oprnegate
WHERE c.oprname IS DISTINCT FROM x.commutator OR (c.oprleft, c.oprright) IS DISTINCT FROM (o.oprright, o.oprleft) OR n.oprname IS DISTINCT FROM x.negator
	OR (n.oprleft, n.oprright) IS DISTINCT FROM (o.oprleft, o.oprright) OR o.oprrest::text <> estimator || 'sel' OR o.oprjoin::text <> estimator || 'joinsel';

DROP TABLE variants, typed, exact;
DROP FUNCTION wrong, wrong_constants;
RESET TimeZone;
