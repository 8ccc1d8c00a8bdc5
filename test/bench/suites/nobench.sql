-- corpora: nobench
-- benchmarks: nobench_q1 nobench_q2 nobench_q3 nobench_q4 nobench_q5 nobench_q6 nobench_q7 nobench_q8 nobench_q9 nobench_q10 nobench_q11
--
-- The eleven queries of NoBench without an index; the twelfth, loading, is in
-- the suite copy.  Constants are taken from the documents.
SELECT j->>'str1' AS str1, j->'nested_arr'->>0 AS word
FROM nobench_j WHERE j['nested_arr'][0] IS NOT NULL OFFSET 500 LIMIT 1 \gset
SELECT j->>'sparse_110' AS sparse FROM nobench_j WHERE j ? 'sparse_110' LIMIT 1 \gset

CALL bench.add('nobench_q1', 'nobench', 'variant',
	$$SELECT count(v->>'str1'), sum((v['num'])::int) FROM nobench_v$$);
CALL bench.add('nobench_q1', 'nobench', 'jsonb',
	$$SELECT count(j->>'str1'), sum((j->>'num')::int) FROM nobench_j$$);

CALL bench.add('nobench_q2', 'nobench', 'variant',
	$$SELECT count(v->'nested_obj'->>'str'), sum((v['nested_obj']['num'])::int) FROM nobench_v$$);
CALL bench.add('nobench_q2', 'nobench', 'jsonb',
	$$SELECT count(j->'nested_obj'->>'str'), sum((j->'nested_obj'->>'num')::int) FROM nobench_j$$);

CALL bench.add('nobench_q3', 'nobench', 'variant',
	$$SELECT count(v->>'sparse_110'), count(v->>'sparse_119') FROM nobench_v$$);
CALL bench.add('nobench_q3', 'nobench', 'jsonb',
	$$SELECT count(j->>'sparse_110'), count(j->>'sparse_119') FROM nobench_j$$);

CALL bench.add('nobench_q4', 'nobench', 'variant',
	$$SELECT count(v->>'sparse_110'), count(v->>'sparse_220') FROM nobench_v$$);
CALL bench.add('nobench_q4', 'nobench', 'jsonb',
	$$SELECT count(j->>'sparse_110'), count(j->>'sparse_220') FROM nobench_j$$);

CALL bench.add('nobench_q5', 'nobench', 'variant',
	format('SELECT v FROM nobench_v WHERE v[''str1''] = %L::text', :'str1'),
	answer => format('SELECT string_agg(v::jsonb::text, '' '' ORDER BY v) FROM nobench_v WHERE v[''str1''] = %L::text', :'str1'));
CALL bench.add('nobench_q5', 'nobench', 'jsonb',
	format('SELECT j FROM nobench_j WHERE j->>''str1'' = %L', :'str1'),
	answer => format('SELECT string_agg(j::text, '' '' ORDER BY j) FROM nobench_j WHERE j->>''str1'' = %L', :'str1'));

CALL bench.add('nobench_q6', 'nobench', 'variant',
	$$SELECT count(*), min(v->>'str1') FROM nobench_v WHERE v['num'] BETWEEN 20000 AND 20099$$);
CALL bench.add('nobench_q6', 'nobench', 'jsonb',
	$$SELECT count(*), min(j->>'str1') FROM nobench_j WHERE (j->>'num')::int BETWEEN 20000 AND 20099$$);

CALL bench.add('nobench_q7', 'nobench', 'variant',
	$$SELECT count(*), min(v->>'str1') FROM nobench_v WHERE v['dyn1'] BETWEEN 1000 AND 1099$$);
CALL bench.add('nobench_q7', 'nobench', 'jsonb',
	$$SELECT count(*), min(j->>'str1') FROM nobench_j WHERE j->'dyn1' BETWEEN '1000' AND '1099'$$);

CALL bench.add('nobench_q8', 'nobench', 'variant',
	format('SELECT count(*), min(v->>''str1'') FROM nobench_v WHERE v->''nested_arr'' ? %L', :'word'));
CALL bench.add('nobench_q8', 'nobench', 'jsonb',
	format('SELECT count(*), min(j->>''str1'') FROM nobench_j WHERE j->''nested_arr'' ? %L', :'word'));

CALL bench.add('nobench_q9', 'nobench', 'variant',
	format('SELECT count(*), min(v->>''str1'') FROM nobench_v WHERE v[''sparse_110''] = %L::text', :'sparse'));
CALL bench.add('nobench_q9', 'nobench', 'jsonb',
	format('SELECT count(*), min(j->>''str1'') FROM nobench_j WHERE j->>''sparse_110'' = %L', :'sparse'));

CALL bench.add('nobench_q10', 'nobench', 'variant',
	$$SELECT (v['thousandth'])::int, count(*) FROM nobench_v WHERE v['num'] BETWEEN 20000 AND 29999 GROUP BY 1$$);
CALL bench.add('nobench_q10', 'nobench', 'jsonb',
	$$SELECT (j->>'thousandth')::int, count(*) FROM nobench_j WHERE (j->>'num')::int BETWEEN 20000 AND 29999 GROUP BY 1$$);

CALL bench.add('nobench_q11', 'nobench', 'variant', $$
SELECT count(*), min(b.v->>'str2') FROM nobench_v a JOIN nobench_v b ON a.v->'nested_obj'->>'str' = b.v->>'str1'
WHERE a.v['num'] BETWEEN 20000 AND 20099 $$);
CALL bench.add('nobench_q11', 'nobench', 'jsonb', $$
SELECT count(*), min(b.j->>'str2') FROM nobench_j a JOIN nobench_j b ON a.j->'nested_obj'->>'str' = b.j->>'str1'
WHERE (a.j->>'num')::int BETWEEN 20000 AND 20099 $$);
