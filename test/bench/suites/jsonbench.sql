-- corpora: bluesky
-- benchmarks: jsonbench_q1 jsonbench_q2 jsonbench_q3 jsonbench_q4 jsonbench_q5
--
-- The five queries of JSONBench over one column of documents, no index.
CALL bench.add('jsonbench_q1', 'bluesky', 'variant', $$
SELECT v->'commit'->>'collection' AS event, count(*) FROM bluesky_v GROUP BY 1 ORDER BY 2 DESC, 1 $$);
CALL bench.add('jsonbench_q1', 'bluesky', 'jsonb', $$
SELECT j->'commit'->>'collection' AS event, count(*) FROM bluesky_j GROUP BY 1 ORDER BY 2 DESC, 1 $$);

CALL bench.add('jsonbench_q2', 'bluesky', 'variant', $$
SELECT v->'commit'->>'collection' AS event, count(*), count(DISTINCT v->>'did') AS users
FROM bluesky_v WHERE v['kind'] = 'commit'::text AND v['commit']['operation'] = 'create'::text
GROUP BY 1 ORDER BY 2 DESC, 1 $$);
CALL bench.add('jsonbench_q2', 'bluesky', 'jsonb', $$
SELECT j->'commit'->>'collection' AS event, count(*), count(DISTINCT j->>'did') AS users
FROM bluesky_j WHERE j->>'kind' = 'commit' AND j->'commit'->>'operation' = 'create'
GROUP BY 1 ORDER BY 2 DESC, 1 $$);

CALL bench.add('jsonbench_q3', 'bluesky', 'variant', $$
SELECT v->'commit'->>'collection' AS event,
	extract(hour FROM to_timestamp((v['time_us'])::bigint / 1e6) AT TIME ZONE 'UTC') AS hour, count(*)
FROM bluesky_v WHERE v['kind'] = 'commit'::text AND v['commit']['operation'] = 'create'::text AND
	v->'commit'->>'collection' IN ('app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like')
GROUP BY 1, 2 ORDER BY 2, 1 $$);
CALL bench.add('jsonbench_q3', 'bluesky', 'jsonb', $$
SELECT j->'commit'->>'collection' AS event,
	extract(hour FROM to_timestamp((j->>'time_us')::bigint / 1e6) AT TIME ZONE 'UTC') AS hour, count(*)
FROM bluesky_j WHERE j->>'kind' = 'commit' AND j->'commit'->>'operation' = 'create' AND
	j->'commit'->>'collection' IN ('app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like')
GROUP BY 1, 2 ORDER BY 2, 1 $$);

CALL bench.add('jsonbench_q4', 'bluesky', 'variant', $$
SELECT v->>'did' AS "user", min((v['time_us'])::bigint) AS first
FROM bluesky_v WHERE v['kind'] = 'commit'::text AND v['commit']['operation'] = 'create'::text AND
	v['commit']['collection'] = 'app.bsky.feed.post'::text
GROUP BY 1 ORDER BY 2, 1 LIMIT 3 $$);
CALL bench.add('jsonbench_q4', 'bluesky', 'jsonb', $$
SELECT j->>'did' AS "user", min((j->>'time_us')::bigint) AS first
FROM bluesky_j WHERE j->>'kind' = 'commit' AND j->'commit'->>'operation' = 'create' AND
	j->'commit'->>'collection' = 'app.bsky.feed.post'
GROUP BY 1 ORDER BY 2, 1 LIMIT 3 $$);

CALL bench.add('jsonbench_q5', 'bluesky', 'variant', $$
SELECT v->>'did' AS "user", max((v['time_us'])::bigint) - min((v['time_us'])::bigint) AS span
FROM bluesky_v WHERE v['kind'] = 'commit'::text AND v['commit']['operation'] = 'create'::text AND
	v['commit']['collection'] = 'app.bsky.feed.post'::text
GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3 $$);
CALL bench.add('jsonbench_q5', 'bluesky', 'jsonb', $$
SELECT j->>'did' AS "user", max((j->>'time_us')::bigint) - min((j->>'time_us')::bigint) AS span
FROM bluesky_j WHERE j->>'kind' = 'commit' AND j->'commit'->>'operation' = 'create' AND
	j->'commit'->>'collection' = 'app.bsky.feed.post'
GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3 $$);
