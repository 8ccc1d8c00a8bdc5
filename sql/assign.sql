-- Assignment to subscripts of PL/pgSQL variables, which are changed in place,
-- compared with jsonb's.  Functions return only what is wrong, unless it is
-- said otherwise.
CREATE SCHEMA test_assign;
SET search_path = test_assign, public;
\getenv abs_srcdir PG_ABS_SRCDIR
\set differential :abs_srcdir '/test/regress/differential.sql'
\set ECHO none
\i :differential
\set ECHO all
SELECT setseed(0.77);

-- the same random assignments to both; each step that fails changes nothing
CREATE FUNCTION walk(start text, steps integer) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	j jsonb := start;
	v variant := start;
	old variant;
	k text; l text; i integer; value text;
	je text; ve text;
BEGIN
	FOR step IN 1..steps LOOP
		k := (ARRAY['a', 'b', '0', '1', '-1', '', 'é', 'x1'])[1 + floor(random() * 8)::int];
		l := (ARRAY['a', 'b', '0', '2', '-2', 'k'])[1 + floor(random() * 6)::int];
		i := floor(random() * 7)::int - 3;
		value := random_json(2, '{a,b,"",1}');
		old := v::text;
		je := NULL; ve := NULL;
		CASE floor(random() * 7)::int
			WHEN 0 THEN
				BEGIN j[k] := value::jsonb; EXCEPTION WHEN OTHERS THEN je := SQLSTATE || SQLERRM; END;
				BEGIN v[k] := value::variant; EXCEPTION WHEN OTHERS THEN ve := SQLSTATE || SQLERRM; END;
			WHEN 1 THEN
				BEGIN j[k][l] := value::jsonb; EXCEPTION WHEN OTHERS THEN je := SQLSTATE || SQLERRM; END;
				BEGIN v[k][l] := value::variant; EXCEPTION WHEN OTHERS THEN ve := SQLSTATE || SQLERRM; END;
			WHEN 2 THEN
				BEGIN j[i] := value::jsonb; EXCEPTION WHEN OTHERS THEN je := SQLSTATE || SQLERRM; END;
				BEGIN v[i] := value::variant; EXCEPTION WHEN OTHERS THEN ve := SQLSTATE || SQLERRM; END;
			WHEN 3 THEN
				BEGIN j[k][i][l] := value::jsonb; EXCEPTION WHEN OTHERS THEN je := SQLSTATE || SQLERRM; END;
				BEGIN v[k][i][l] := value::variant; EXCEPTION WHEN OTHERS THEN ve := SQLSTATE || SQLERRM; END;
			WHEN 4 THEN
				BEGIN j[k] := j[l]; EXCEPTION WHEN OTHERS THEN je := SQLSTATE || SQLERRM; END;
				BEGIN v[k] := v[l]; EXCEPTION WHEN OTHERS THEN ve := SQLSTATE || SQLERRM; END;
			WHEN 5 THEN
				BEGIN j[i][k] := NULL; EXCEPTION WHEN OTHERS THEN je := SQLSTATE || SQLERRM; END;
				BEGIN v[i][k] := NULL; EXCEPTION WHEN OTHERS THEN ve := SQLSTATE || SQLERRM; END;
			ELSE
				IF length(v::text) < 3000 THEN
					BEGIN j[k] := j; EXCEPTION WHEN OTHERS THEN je := SQLSTATE || SQLERRM; END;
					BEGIN v[k] := v; EXCEPTION WHEN OTHERS THEN ve := SQLSTATE || SQLERRM; END;
				END IF;
		END CASE;
		IF je IS DISTINCT FROM ve THEN
			RETURN NEXT format('%s %s %s %s: %s, %s', k, l, i, value, je, ve);
		END IF;
		IF v::jsonb IS DISTINCT FROM j OR (ve IS NOT NULL AND v IS DISTINCT FROM old) THEN
			RETURN NEXT format('%s %s %s %s: %s, %s', k, l, i, value, j, v);
			RETURN;
		END IF;
		-- reading on the way, with the bytes and without
		IF v[k]::jsonb IS DISTINCT FROM j[k] OR (v->k)::jsonb IS DISTINCT FROM j->k OR v->>k IS DISTINCT FROM j->>k AND jsonb_typeof(j->k) NOT IN ('object', 'array')
			OR (v->i)::jsonb IS DISTINCT FROM (CASE WHEN jsonb_typeof(j) = 'array' THEN j->i END)
			OR (v #> ARRAY[k, l])::jsonb IS DISTINCT FROM j #> ARRAY[k, l] OR variant_get(v, '$[0]')::jsonb IS DISTINCT FROM (CASE WHEN jsonb_typeof(j) = 'array' THEN j->0 END) THEN
			RETURN NEXT format('reads: %s %s %s: %s, %s', k, l, i, j, v);
		END IF;
	END LOOP;
	IF variant_to_bytes(v) <> variant_to_bytes(v::text::variant) THEN
		RETURN NEXT 'not canonical: ' || v;
	END IF;
END
$$;
SELECT n, w FROM generate_series(1, 300) n, LATERAL walk((ARRAY['{}', '[]', NULL, 'null', '5', '{"a": {"b": [1]}, "0": []}', '[[], {"a": 1}]'])[1 + n % 7], 40) w LIMIT 5;
SELECT n, w FROM generate_series(1, 20) n, LATERAL walk(random_json(3, '{a,b,0,1,"",é}'), 100) w LIMIT 5;

-- who else has the value keeps it (no differences expected in what is printed)
CREATE FUNCTION changed(a variant) RETURNS variant LANGUAGE plpgsql AS $$ BEGIN a['changed'] := 'true'; a['by'] := '"changed()"'; RETURN a; END $$;
CREATE FUNCTION built(n integer) RETURNS variant LANGUAGE plpgsql AS $$ DECLARE a variant; BEGIN FOR i IN 1..n LOOP a['k' || i] := i::variant; END LOOP; RETURN a; END $$;
CREATE FUNCTION passed(INOUT a variant) LANGUAGE plpgsql AS $$ BEGIN a['passed'] := a; END $$;
CREATE FUNCTION same(a variant) RETURNS variant LANGUAGE sql AS 'SELECT a';
CREATE FUNCTION same2(a variant) RETURNS variant LANGUAGE plpgsql AS $$ BEGIN RETURN a; END $$;
CREATE FUNCTION recurse(a variant, n integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	below text;
BEGIN
	IF n > 0 THEN
		a['n' || n] := n::variant;
		below := recurse(a, n - 1);
		a['after' || n] := 'null';
		RETURN below || ' / ' || a;
	END IF;
	RETURN a;
END
$$;
CREATE PROCEDURE proc(INOUT a variant) LANGUAGE plpgsql AS $$ BEGIN a['p'] := '1'; END $$;
CREATE FUNCTION walkthrough() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	x variant := built(2);
	y variant;
	z variant;
	l variant[];
	r record;
	c CURSOR (v variant) FOR SELECT v;
BEGIN
	y := changed(x);
	RETURN NEXT x || y;
	RETURN NEXT format('%s %s', x, y);
	z := changed(y); y['y'] := '1'; z['z'] := '1';
	RETURN NEXT format('%s %s %s', x, y, z);
	y := x; y['only'] := '"y"';
	z := same(x); z['only'] := '"z"';
	RETURN NEXT format('%s %s %s', x, y, z);
	z := same2(y); z['only'] := '"z2"'; x := passed(x); x['x'] := same2(x);
	RETURN NEXT format('%s %s %s', x, y, z);
	SELECT x, 1 INTO r; x['x'] := '1'; l := ARRAY[x, y]; x['x'] := '2';
	RETURN NEXT format('%s %s %s', r.x, x, l);
	OPEN c(x); x['x'] := '3'; FETCH c INTO z; CLOSE c;
	RETURN NEXT format('%s %s', x, z);
	FOR r IN SELECT value FROM variant_array_elements(variant_build_array(x, 1, 'two')) LOOP x['loop'] := r.value; END LOOP;
	CALL proc(x);
	RETURN NEXT x::text;
	RETURN NEXT recurse(built(1), 3);
	x := built(1); z := x;
	RETURN NEXT recurse(x, 2) || ' ' || x || ' ' || z;
	BEGIN
		x['k1']['deeper'] := '1';
	EXCEPTION WHEN OTHERS THEN
		RETURN NEXT SQLERRM || ' ' || x;
	END;
	BEGIN
		x['in'] := '"block"'; x[variant_typeof(x)] := (1 / (x->'k0' IS NULL)::int - 1)::variant; x['in'] := (1 / 0)::variant;
	EXCEPTION WHEN OTHERS THEN
		RETURN NEXT SQLERRM || ' ' || x;
	END;
	x['sub'] := (SELECT variant_agg(i) FROM generate_series(1, 3) i); x['sub'][1] := x['sub'];
	RETURN NEXT x::text;
	r := ROW(x, 1); x['sub'] := NULL;
	RETURN NEXT format('%s %s', r, x);
	x := NULL; x[2] := '0'; y := NULL; y['a'][1] := '0';
	RETURN NEXT format('%s %s', x, y);
	EXECUTE 'SELECT changed($1)' INTO z USING y;
	RETURN NEXT format('%s %s', y, z);
END
$$;
SELECT walkthrough();

-- a trigger's row
CREATE TABLE row_of (id integer, v variant);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.v['touched'] := 'true'; NEW.v['id'] := NEW.id::variant; RETURN NEW; END $$;
CREATE TRIGGER touch BEFORE INSERT OR UPDATE ON row_of FOR EACH ROW EXECUTE FUNCTION touch();
INSERT INTO row_of VALUES (1, '{"a": 1}'), (2, NULL), (3, built(3));
UPDATE row_of SET v['new'] = built(1), id = id + 10 WHERE id < 3;
SELECT * FROM row_of ORDER BY id;

-- large, and many times over: no more memory than the value needs
SELECT v = (SELECT variant_object_agg('k' || i, i) FROM generate_series(1, 20000) i) AS ok FROM built(20000) v;
DO $$
DECLARE
	x variant := '{"text": null, "n": 0}';
	before bigint; after bigint;
BEGIN
	FOR i IN 1..20000 LOOP
		x['n'] := ((x['n'])::int + 1)::variant;
		x['text'] := to_variant(repeat('x', 1000 + i % 1000)); x['o'] := '{"a": {"b": 1}}'; x['o']['a']['b'] := '[1, 2, 3]';
		IF i = 2000 THEN SELECT sum(total_bytes) INTO before FROM pg_backend_memory_contexts; END IF;
	END LOOP;
	SELECT sum(total_bytes) INTO after FROM pg_backend_memory_contexts;
	IF after > before + 3000000 OR (x['n'])::int <> 20000 THEN RAISE 'grew from % to %, counted %', before, after, x['n']; END IF;
END
$$;
DO $$ DECLARE x variant; BEGIN x[20000000] := '1'; EXCEPTION WHEN OTHERS THEN RAISE NOTICE '% %', SQLSTATE, SQLERRM; END $$;
DO $$ DECLARE x variant := '[]'; BEGIN x[5] := '1'; x[20000000]['a'] := '1'; EXCEPTION WHEN OTHERS THEN RAISE NOTICE '% %', SQLSTATE, SQLERRM; END $$;
DO $$ DECLARE x variant := '1'; BEGIN x := '[]'; FOR i IN 1..1001 LOOP x[0] := x; END LOOP; EXCEPTION WHEN OTHERS THEN RAISE NOTICE '% %', SQLSTATE, SQLERRM; END $$;

-- an assignment that fails in the end changes nothing: a domain's constraint, a query that goes on
CREATE DOMAIN checked AS variant CHECK (VALUE->>'x' <> 'bad');
SET plan_cache_mode = force_generic_plan;
DO $$
DECLARE
	x checked := '{"x": "good"}';
	y variant := '{}';
BEGIN
	x['n'] := '1';
	y['n'] := '1';
	BEGIN x['x'] := '"bad"'; EXCEPTION WHEN check_violation THEN RAISE NOTICE '%', x; END;
	BEGIN y['x'] := g::variant FROM generate_series(1, 2) g; EXCEPTION WHEN cardinality_violation THEN RAISE NOTICE '%', y; END;
	BEGIN y['x'] := (1 / (2 - g))::variant FROM generate_series(1, 2) g; EXCEPTION WHEN division_by_zero THEN RAISE NOTICE '%', y; END;
	y['x'] := g::variant FROM generate_series(1, 1) g;
	RAISE NOTICE '% %', x, y;
END
$$;
RESET plan_cache_mode;
SET client_min_messages = warning;
DROP SCHEMA test_assign CASCADE;
