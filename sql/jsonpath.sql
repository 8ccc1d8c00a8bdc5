-- jsonpath over variants, compared with jsonb on the same server: results,
-- error codes and messages.  Every query returns only rows that are wrong,
-- unless it says otherwise.
CREATE SCHEMA test_jsonpath;
SET search_path = test_jsonpath, public;
SET timezone = 'America/New_York';
SET datestyle = 'ISO, MDY';
-- precisions that are reduced are told of
SET client_min_messages = error;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set jsonpath :abs_srcdir '/test/regress/jsonpath.sql'
\set ECHO none
\i :differential
\i :jsonpath

-- Documents.  In those that are not ordered, names of different lengths come
-- in another order in jsonb.
CREATE TEMP TABLE docs (id serial, t text, ordered boolean DEFAULT true);
INSERT INTO docs (t) VALUES
	('null'), ('true'), ('false'), ('0'), ('1'), ('-7'), ('2147483648'), ('1.50'), ('-0.001'), ('12345678901234567890.123456789'),
	('1e2'), ('1.5e-1'), ('2.5e300'), ('99999999999999999999999999999999999999'),
	('""'), ('"a"'), ('"abc"'), ('"12"'), ('"1.5"'), ('"-1e3"'), ('"NaN"'), ('"inf"'), ('"1e400"'), ('"true"'), ('"off"'), ('"yEs"'), ('" 7 "'), ('"é€😀"'), ('"a\nb\"c"'),
	('"2017-03-10"'), ('"12:34:56"'), ('"12:34:56.789+03"'), ('"2017-03-10 12:34:56"'), ('"2017-03-10T12:34:56.789"'), ('"2017-03-10T12:34:56+03:10"'), ('"0044-03-15"'), ('"2017-13-45"'), ('"24:00:00"'),
	('[]'), ('{}'), ('[[]]'), ('[{}]'), ('{"a": []}'), ('{"a": {}}'), ('{"": 1}'),
	('[1]'), ('[1, 2, 3]'), ('[3, 1, 2, null, "x", true, [1], {"a": 1}]'), ('[[1, 2], [3, [4, 5]], 6]'), ('[1, "2", 3.0]'), ('[null, null]'), ('[true, false]'),
	('["abc", "abd", "b", "", "ABC", null, 1]'), ('["1", "2.5", "x"]'), ('[1.1, -2.5, 3.5e0, "4"]'), ('[0, 0.0, -0]'),
	('{"a": 1}'), ('{"a": 1, "b": 2}'), ('{"a": null}'), ('{"a": "x", "b": "xyz"}'), ('{"a": [1, 2, 3], "b": [3, 4, 5]}'), ('{"a": [1, 2, "3"], "b": 2}'),
	('{"a": {"b": {"c": 1}}}'), ('{"a": [{"b": 1}, {"b": 2}, {"c": 3}]}'), ('{"a": [[{"b": 1}], {"b": [2, 3]}]}'), ('[{"a": 1, "b": 10}, {"a": 2, "b": 20}, {"a": "3"}, {"b": 40}, 5]'),
	('{"a": {"a": {"a": [{"a": 7}, {"a": 8}]}}, "b": {"a": 9}}'), ('{"x": "2017-03-10", "y": "2017-03-11", "z": "12:00:00"}'),
	('["2017-03-10", "2017-03-11", "2017-03-09", "12:34:56", "01:02:03+04", "2017-03-10 00:00:00", "2017-03-10 12:34:56", "2017-03-10 01:02:03+04"]'),
	('["10:00:00", "12:34:56", "12:34:55.5"]'), ('["10:00:00+01", "12:34:56+02", "09:00:00+00"]'), ('["2017-03-10 12:34:56", "2017-03-10"]'), ('["2017-03-10 12:34:56-05", "2017-03-10 17:34:56+00"]'),
	('{"a": 10, "b": 3, "c": 0}'), ('{"a": 1.5, "b": 0.3, "c": -2}'), ('{"a": 99999999999999999999, "b": 0.00000000000000000001, "c": 123456789.123456789}'), ('{"a": [7], "b": [2], "c": [[1]]}');
INSERT INTO docs (t, ordered) VALUES
	('{"aa": 1, "b": 2, "ccc": {"d": 3, "ee": 4}}', false), ('{"segments": [{"HR": 73, "t": 1}, {"HR": 135, "t": 2}], "a": 1}', false),
	('{"key with space": 1, "a": {"b.c": 2, "": [1, {"long name": null}]}}', false);

-- Paths, and the first version that has all they need.
CREATE TEMP TABLE paths (id serial, p text, since int DEFAULT 15);
INSERT INTO paths (p) VALUES
	-- starts and steps
	('$'), ('strict $'), ('$.a'), ('strict $.a'), ('$.a.b'), ('strict $.a.b'), ('$.a.b.c'), ('strict $.a.b.c'), ('$.a.a.a.a'), ('$."a"'), ('$.""'), ('strict $.""'), ('$."key with space"'), ('$.a."b.c"'), ('$.nope'), ('strict $.nope'), ('$.segments.HR'), ('strict $.segments.HR'), ('$.segments[*].HR'),
	('$.*'), ('strict $.*'), ('$.*.*'), ('strict $.*.*'), ('$.*.a'), ('strict $.*.a'), ('$[*]'), ('strict $[*]'), ('$[*][*]'), ('strict $[*][*]'), ('$[*].a'), ('strict $[*].a'), ('$.a[*]'), ('strict $.a[*]'), ('$.a[*].b'), ('strict $.a[*].b'), ('$[*].*'), ('$.a.*'),
	-- levels
	('$.**'), ('strict $.**'), ('$.**.a'), ('strict $.**.a'), ('$.**{0}'), ('$.**{1}'), ('$.**{2}.a'), ('$.**{1 to 2}'), ('$.**{2 to last}'), ('$.**{last}'), ('strict $.**{last}'), ('$.**{0 to last}.b'), ('$.**{3 to 1}'), ('$.**.HR'), ('strict $.**.HR'), ('$.**[0]'), ('strict $.**[0]'), ('$.**[*]'), ('$.**.*'), ('$.** ? (@ > 2)'), ('strict $.** ? (@.a == 1)'), ('$.**{1}.**{1}'), ('$.**.a ? (@ > 1)'), ('exists($.**.a)'), ('$.a.**.b'),
	-- subscripts
	('$[0]'), ('strict $[0]'), ('$[1]'), ('strict $[1]'), ('$[last]'), ('strict $[last]'), ('$[last - 1]'), ('strict $[last - 1]'), ('$[0 to 1]'), ('strict $[0 to 1]'), ('$[1 to last]'), ('$[2 to 0]'), ('strict $[2 to 0]'), ('$[-1]'), ('strict $[-1]'), ('$[0, 2, 0]'), ('$[last, 0 to 1]'), ('$[1.7]'), ('$[-0.3]'), ('$[10000000000]'), ('strict $[10000000000]'), ('$["a"]'), ('strict $["a"]'), ('$[null]'), ('$[true]'), ('$[0 to 2147483647]'), ('$[-2147483648 to 2147483647]'),
	('$[$[0]]'), ('strict $[$[0]]'), ('$[$.size() - 1]'), ('$[last ? (exists(last))]'), ('$[0][0]'), ('$[1][last]'), ('$[last][last]'), ('$.a[last].b'), ('$.a[0 to last].b'), ('$[$[*]]'), ('$[last / 2]'), ('$[last.type()]'), ('$.a[1 + 1]'), ('$[0 to $[0]]'), ('strict $[0 to "x"]'), ('$[$y]'), ('$[0 to $y]'), ('$.a[$ ? (1 == 2)]'),
	-- literals and variables
	('1'), ('"a"'), ('null'), ('true'), ('1.50'), ('1e3'), ('-1'), ('(1).type()'), ('"2017-03-10".datetime().type()'), ('null.type()'), ('true.type()'), ('$x'), ('$y'), ('$o'), ('$o.a'), ('$l[*]'), ('$l[*] ? (@ > 1)'), ('$nothing'), ('$."x"'), ('$.a + $y'), ('$ ? (@.a == $y)'), ('$[*] ? (@ > $y)'), ('$[*] ? (@ < $nothing)'), ('strict $[*] ? (@.a == $nothing)'), ('$[*] ? (@ > 100 && @ == $nothing)'), ('$[*] ? (@ == $l[*])'), ('$o.keyvalue().key'),
	-- comparisons
	('$ == 1'), ('$ != 1'), ('$ <> 1'), ('$ < 1'), ('$ <= 1'), ('$ > 1'), ('$ >= 1'), ('$ == "abc"'), ('$ < "abc"'), ('$ >= "abc"'), ('$ == null'), ('$ != null'), ('$ < null'), ('$ <= null'), ('$ == true'), ('$ != true'), ('$ < true'), ('$ == $'), ('$ == 0.15'), ('$ == 100'), ('$ >= 2.5e300'), ('$ == 0.150'), ('$ == 12345678901234567890.123456789'),
	('$[*] == 2'), ('$[*] > 2'), ('strict $[*] > 2'), ('$[*] == "2"'), ('$.a == $.b'), ('$.a[*] == $.b[*]'), ('$.a[*] > $.b[*]'), ('$.a < $.b'), ('$.a[*] >= $.b'), ('strict $.a[*] == $.b[*]'), ('strict $.a[*] > $.b[*]'), ('$.a == 1'), ('$.a > 0.5'), ('$.a == "x"'), ('2 == $[*]'), ('1 == 1'), ('1 == "1"'), ('null == null'), ('$[*] == $[0]'), ('$.a.double() > 0'), ('$[*].double() > 2'), ('strict $[*].double() > 2'), ('$.* == 2'), ('$.** == 3'), ('$.a.b.c == 1'),
	-- filters
	('$ ? (@ == 1)'), ('$ ? (@ > 0)'), ('$[*] ? (@ > 1)'), ('strict $[*] ? (@ > 1)'), ('$[*] ? (@ == null)'), ('$[*] ? (@ != null)'), ('$[*] ? (@.a == 1)'), ('strict $[*] ? (@.a == 1)'), ('$[*] ? (@.a == 1).b'), ('$[*] ? (@.a > 0 && @.b > 10)'), ('$[*] ? (@.a == 1 || @.b == 40)'), ('$[*] ? (!(@.a == 1))'), ('$[*] ? ((@.a == 1) is unknown)'), ('$ ? (@.a ? (@ > 1) > 2)'), ('$.a ? (@.b == 1)'), ('$.a[*] ? (@.b > 1).b'), ('$[*] ? (exists(@.a))'), ('strict $[*] ? (exists(@.a))'), ('$[*] ? (exists(@.a ? (@ > 1)))'), ('$[*] ? (!exists(@.a))'), ('$ ? (exists(@.a.b))'), ('strict $ ? (exists(@.a.b))'), ('$[*] ? (@ ? (@ > 1) > 2)'), ('$[*] ? (@.a[*] == 1)'), ('$[*] ? ($[0] == @)'), ('$[*] ? (@ >= $[0])'), ('$ ? (@[*] > 2)'), ('$[0 to 1] ? (@ > 1)'), ('$[*] ? (@.type() == "number")'), ('$[*] ? (@.type() == "object").a'), ('$[*] ? (@ > 1) ? (@ < 3)'), ('$ ? (1 == 1)'), ('$ ? (@.a == 1 && @.b / 0 == 1)'), ('$ ? (@.b / 0 == 1 || @.a == 1)'), ('$ ? ((@.b / 0 == 1) is unknown)'), ('$ ? (!((@ == "x") is unknown))'), ('$.a ? (@ > 1) + 1'), ('$[*] ? (@[last] == 2)'),
	('exists($.a)'), ('exists($[*] ? (@ > 2))'), ('strict exists($.a)'), ('!exists($.a)'), ('exists($.a) && $.a > 0'), ('($.a > 1) is unknown'), ('$.a > 1 && $.b > 1'), ('$.a > 1 || $.b > 1'), ('!($.a > 1)'), ('($ == 1).type()'), ('($[*] > 1).size()'), ('($.a == 1) is unknown || true == true'),
	-- strings
	('$ starts with "a"'), ('$ starts with ""'), ('$[*] starts with "ab"'), ('strict $[*] starts with "ab"'), ('$[*] ? (@ starts with "ab")'), ('$ starts with $s'), ('$[*] ? (@ starts with $s)'), ('$ like_regex "^a"'), ('$ like_regex "^A" flag "i"'), ('$[*] ? (@ like_regex "^ab.*c$")'), ('$[*] ? (@ like_regex "^AB" flag "i")'), ('strict $[*] ? (@ like_regex "b")'), ('$ like_regex "a.b" flag "s"'), ('$ like_regex "^b" flag "m"'), ('$ like_regex "a b" flag "q"'), ('$ like_regex "a\\.b"'), ('$[*] ? (@ like_regex ".")'), ('$ like_regex "é"'), ('$[*] ? (@ like_regex "a" || @ == "b")'), ('strict $[*] like_regex "a"'),
	-- arithmetic
	('$ + 1'), ('$ - 1'), ('$ * 2'), ('$ / 2'), ('$ / 0'), ('$ % 2'), ('$ % 0'), ('-$'), ('+$'), ('-$[*]'), ('+$[*]'), ('- "a"'), ('$.a + $.b'), ('$.a - $.b'), ('$.a * $.b'), ('$.a / $.b'), ('$.a % $.b'), ('$.a / $.c'), ('$.a + 1 - $.b * 2'), ('($.a + 1) * 2'), ('$[0] + $[1]'), ('$[*] + 1'), ('strict $[*] + 1'), ('1 + $[*]'), ('$.a + "x"'), ('"x" + 1'), ('null + 1'), ('-$.a.b'), ('-$[*] ? (@ > 1)'), ('(-$[*]).abs()'), ('$.a * $.a * $.a * $.a'), ('1 / 3'), ('2 / 3 * 3'), ('10 % 3.3'), ('-(-1)'), ('$.c * 2'), ('strict $.a + 1'), ('$.a[0] + $.b[0]'), ('(-$.a).type()'), ('9999999999999999999999999999999999999999 * 9999999999999999999999999999999999999999'), ('1.0 / 3 * (1.0 / 3)'), ('$ + $'), ('exists(-$[*])'), ('exists(-"a")'),
	-- methods
	('$.type()'), ('$[*].type()'), ('strict $[*].type()'), ('$.**.type()'), ('$.size()'), ('strict $.size()'), ('$[*].size()'), ('strict $[*].size()'), ('$.a.size()'), ('$.double()'), ('strict $.double()'), ('$[*].double()'), ('$.a.double()'), ('$.double().type()'), ('$[*] ? (@.double() > 2)'), ('$.ceiling()'), ('$.floor()'), ('$.abs()'), ('$[*].ceiling()'), ('$[*].floor()'), ('strict $[*].abs()'), ('$.a.abs()'), ('$.**.abs()'), ('$.a.floor().type()'), ('$.abs().double().floor() + 1'), ('$.type().type()'), ('$.size().size()'),
	('$.keyvalue().key'), ('$.keyvalue().value'), ('strict $.keyvalue().key'), ('$[*].keyvalue().key'), ('$.*.keyvalue().key'), ('$.keyvalue() ? (@.key == "a").value'), ('$.keyvalue().type()'), ('$.keyvalue().keyvalue().key'), ('exists($.keyvalue())'), ('$.keyvalue().id.type()'), ('$.a.keyvalue() ? (@.value > 1).key'), ('strict $[*].keyvalue().key'), ('$.keyvalue().size()'),
	-- dates and times
	('$.datetime().type()'), ('strict $.datetime().type()'), ('$[*].datetime().type()'), ('$.datetime() ? (@.type() starts with "date")'), ('$[*].datetime() ? (@ == "2017-03-10".datetime()).type()'), ('$[*].datetime() ? (@ >= "2017-03-10".datetime()).type()'), ('$[*].datetime() ? (@ < "2017-03-10".datetime()).type()'), ('$[*].datetime() ? (@ == "12:34:56".datetime()).type()'), ('$[*].datetime() ? (@ >= "12:34:56".datetime()).type()'), ('$[*].datetime() ? (@ < "12:34:56 +1".datetime("HH24:MI:SS TZH")).type()'), ('$[*].datetime() ? (@ >= "2017-03-10 12:34:56".datetime()).type()'), ('$[*].datetime() ? (@ < "2017-03-10 12:34:56+1".datetime()).type()'), ('$[*] ? (@.datetime() < "2017-03-11".datetime())'), ('$.x.datetime() < $.y.datetime()'), ('$.x.datetime() < $.z.datetime()'), ('$.x.datetime() == "2017-03-10"'), ('$.datetime("yyyy-mm-dd").type()'), ('$.datetime("HH24:MI:SS").type()'), ('$.datetime("yyyy-mm-dd HH24:MI:SS TZH:TZM").type()'), ('$.datetime("nonsense")'), ('$.datetime("yyyy")'), ('"10-03-2017".datetime("dd-mm-yyyy")'), ('"10-03-2017 12:34".datetime("dd-mm-yyyy HH24:MI")'), ('"12:34".datetime("HH24:MI")'), ('"12:34:56.789".datetime()'), ('"2017-03-10 12:34:56.5".datetime()'), ('"bogus".datetime()'), ('"10-03-2017t12:34:56+3:10".datetime("dd-mm-yyyy\"T\"HH24:MI:SSTZH:TZM").type()'), ('$.datetime().datetime()'), ('$.datetime().size()'), ('$.datetime() + 1'), ('$.datetime().double()'), ('$.datetime() == $.datetime()'), ('$.datetime().a'), ('strict $.datetime().a'), ('$.datetime()[0].type()'), ('"12:34:56".datetime() == "12:34:56+00".datetime()'), ('$[*].datetime() ? (@ == @).type()');
INSERT INTO paths (p, since) SELECT p, 17 FROM unnest(ARRAY[
	'$.bigint()', '$[*].bigint()', 'strict $.bigint()', '$.integer()', '$[*].integer()', 'strict $[*].integer()', '$.number()', '$[*].number()', 'strict $.number()', '$.decimal()', '$.decimal(4)', '$.decimal(4, 1)', '$.decimal(10, 3)', '$[*].decimal(5, 2)', '$.decimal(0)', '$.decimal(1001)', '$.decimal(10000000000)', '$.decimal(2, 10000000000)', '$.decimal(-1)', '$.decimal(5, -2)', 'strict $.decimal(1)',
	'$.boolean()', '$[*].boolean()', 'strict $.boolean()', '$.boolean().type()', '$.string()', '$[*].string()', 'strict $[*].string()', '$.string().type()', '$.string().double()', '$.a.string()', '$.*.string()', '$.datetime().string()', '$[*].datetime().string()', '$.integer() + 1', '$.bigint() * 2', '$.double().string()',
	'$.date()', '$[*].date()', '$.date().type()', '$.time()', '$.time(0)', '$.time(3)', '$.time(9)', '$.time(10000000000)', '$[*].time()', '$.time().type()', '$.time_tz()', '$.time_tz(1)', '$.time_tz().type()', '$.timestamp()', '$.timestamp(0)', '$.timestamp(2)', '$.timestamp().type()', '$.timestamp_tz().type()', '$.timestamp_tz(1).type()', '$.timestamp_tz().string()', '$.timestamp_tz(0).string()', '$.time_tz().string()', '$.timestamp().string()', 'strict $.date()', 'strict $.time_tz()',
	'$[*].date() < "2017-03-11".date()', '$[*].timestamp() ? (@ >= "2017-03-10".timestamp()).type()', '$[*].time() ? (@ < "12:00:00".time()).string()', '$.date() == "2017-03-10".date()', '$.timestamp_tz() == "2017-03-10 12:34:56-05".timestamp_tz()', '$ ? (@.date() == "2017-03-10".datetime())', '"2017-03-10".date().date()', '$.date(1)'
]) p WHERE current_setting('server_version_num')::int >= 170000 AND p <> '$.date(1)';

\set ECHO all
-- how much there is (all true)
SELECT (SELECT count(*) FROM docs) >= 80 AS documents, (SELECT count(*) FROM paths WHERE since = 15) >= 350 AS paths;

-- every path over every document
SELECT t, p, d.*
FROM docs, paths, path_differences(t, p::jsonpath, '{"x": "vx", "y": 1, "o": {"a": 1, "b": [2]}, "l": [1, 2, 3], "s": "ab"}',
	CASE (docs.id + paths.id) % 3 WHEN 0 THEN '{array,exists}' WHEN 1 THEN '{array,first,@?}' ELSE '{query_tz,match,@@}' END::text[], ordered) d
ORDER BY paths.id, docs.id LIMIT 20;

-- the other functions, for every fourth document
SELECT t, p, d.*
FROM docs, paths, path_differences(t, p::jsonpath, '{"y": 2}', '{query,rows,exists_tz,match_tz,array_tz,first_tz}', ordered) d
WHERE docs.id % 4 = paths.id % 4
ORDER BY paths.id, docs.id LIMIT 20;

-- variables: not an object, missing, of every class
SELECT v, p, d.*
FROM unnest('{"[1]",1,"\"x\"",null,"{}","{\"x\": null}","{\"x\": [1, {\"a\": 2}]}","{\"x\": 1.50}","{\"x\": true}"}'::text[]) v,
	unnest('{$,$x,$x.a,$[*] ? (@ == $x),$x[*],strict $x.a,$x == 1,$x.type(),1 + $x}'::text[]) p,
	path_differences('[1, 2, 1.5, true, null]', p::jsonpath, v, '{array,exists,match,first,query,array_tz}', true) d
WHERE v IS NOT NULL;

-- random paths over random documents; the seed is that of setseed()
\set seed 0.4242
SELECT setseed(:seed);
CREATE TEMP TABLE random_pairs AS
	SELECT i AS id, random_json(3, '{a,b,c}') AS t,
		random_path(2, CASE WHEN current_setting('server_version_num')::int >= 170000
			THEN '{type,size,double,abs,floor,ceiling,keyvalue().key.size,bigint,integer,number,decimal,boolean,string}'::text[]
			ELSE '{type,size,double,abs,floor,ceiling,keyvalue().key.size}' END) AS p
	FROM generate_series(1, 6000) i;
DELETE FROM random_pairs WHERE NOT is_path(p);
-- most of them are paths, of some length (all true)
SELECT count(*) > 4000 AS enough, avg(length(p)) > 20 AS long, count(*) FILTER (WHERE p LIKE '%?%') > 800 AS filters FROM random_pairs;
SELECT id, t, p, d.*
FROM random_pairs, path_differences(t, p::jsonpath, '{"x": 1, "y": "a"}', CASE id % 2 WHEN 0 THEN '{array,exists,@@}' ELSE '{first,match,query,@?}' END::text[], true) d
ORDER BY id LIMIT 20;
