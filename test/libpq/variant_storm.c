/*-------------------------------------------------------------------------
 *
 * variant_storm.c
 *	  Thousands of broken values through every way in, then through all calls.
 *
 *		variant_storm CONNINFO SECONDS [SEED [COUNT]]
 *
 * Takes the samples of storm.sample (test/storm/storm.sql must be loaded), and
 * mutates them: bits flipped, bytes replaced, cut, doubled and spliced, counts
 * and widths made absurd, levels added around; some are left as they are.
 * Each goes through variant_recv as a parameter, COPY BINARY, variant_from_bytes,
 * variant_from_parquet, and mutated text through variant_in.  What is accepted
 * goes through storm.every(), which is every function and operator.
 *
 * Runs until SECONDS are over or COUNT values are done; SEED 0 takes one from
 * the clock.  The seed is printed, and the same seed and count do the same.
 * Every statement has the server's statement_timeout of STATEMENT_SECONDS.
 *
 * TAP on standard output: the server lives, SQLSTATEs are expected ones, no
 * statement was cancelled, memory stays flat.
 *
 *-------------------------------------------------------------------------
 */
#define _POSIX_C_SOURCE 200809L

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <libpq-fe.h>

#define MAX_SAMPLES			512
#define MAX_BYTES			200000
#define MAX_FINDINGS		20
#define STATEMENT_SECONDS	"60"

/* Growth between the first tenth and the end that is a leak, in kB. */
#define MAX_GROWTH			24576

typedef struct Bytes
{
	uint8_t    *data;
	size_t		len;
} Bytes;

static PGconn *conn;
static Oid	variant_oid;
static Oid	predicate_oid;
static uint64_t random_state;

static Bytes samples[MAX_SAMPLES];
static Bytes texts[MAX_SAMPLES];
static int	sample_count;

/* the value being made */
static uint8_t current[MAX_BYTES + 16];
static size_t current_len;

static char *findings[MAX_FINDINGS];
static int	finding_count;
static long tried;
static long refused;
static long accepted;
static long copied;
static long text_tried;
static long text_accepted;
static long long calls_failed;

static void
give_up(const char *what)
{
	printf("Bail out!  %s: %s\n", what, conn ? PQerrorMessage(conn) : "");
	exit(2);
}

/* splitmix64 */
static uint64_t
next_random(void)
{
	uint64_t	z = (random_state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static size_t
below(size_t n)
{
	return n == 0 ? 0 : (size_t) (next_random() % n);
}

static void
finding(const char *what, const char *detail)
{
	size_t		room = strlen(what) + strlen(detail) + 2 * 400 + 64;
	char	   *text = malloc(room);
	size_t		at;

	if (finding_count >= MAX_FINDINGS || text == NULL)
	{
		finding_count++;
		free(text);
		return;
	}
	at = (size_t) snprintf(text, room, "%s: %s; value %ld:", what, detail, tried);
	for (size_t i = 0; i < current_len && i < 400; i++)
		at += (size_t) snprintf(text + at, room - at, "%02x", current[i]);
	findings[finding_count++] = text;
}

/* ---------------------------------------------------------------------
 * Mutations of current
 * ---------------------------------------------------------------------
 */

/* Take out len bytes at position at, and put these in their place. */
static void
replace(size_t at, size_t len, const uint8_t *data, size_t data_len)
{
	if (at > current_len)
		at = current_len;
	if (len > current_len - at)
		len = current_len - at;
	if (current_len - len + data_len > MAX_BYTES)
		return;
	memmove(current + at + data_len, current + at + len, current_len - at - len);
	memcpy(current + at, data, data_len);
	current_len = current_len - len + data_len;
}

static void
flip_bits(void)
{
	for (size_t n = 1 + below(4); n > 0 && current_len > 0; n--)
		current[below(current_len)] ^= (uint8_t) (1 << below(8));
}

static void
set_byte(void)
{
	static const uint8_t interesting[] = {
		0, 1, 2, 3, 4, 0x0c, 0x10, 0x11, 0x7f, 0x80, 0xc1, 0xff, 0xfe, 0x3f, 0x40, 0xf0
	};

	if (current_len > 0)
		current[below(current_len)] = interesting[below(sizeof(interesting))];
}

static void
cut(void)
{
	current_len = below(current_len + 1);
}

/* Some bytes once more, somewhere else. */
static void
double_bytes(void)
{
	uint8_t		piece[64];
	size_t		len = 1 + below(sizeof(piece));
	size_t		from = below(current_len);

	if (len > current_len - from)
		len = current_len - from;
	memcpy(piece, current + from, len);
	replace(below(current_len + 1), below(2) ? len : 0, piece, len);
}

static void
drop_bytes(void)
{
	replace(below(current_len + 1), 1 + below(8), current, 0);
}

/* The beginning of this one with the end of another. */
static void
splice(void)
{
	const Bytes *other = &samples[below((size_t) sample_count)];
	size_t		from = below(other->len);

	replace(below(current_len + 1), current_len, other->data + from, other->len - from);
}

/* A count, a width or an offset that cannot be. */
static void
absurd_number(void)
{
	uint8_t		bytes[4];
	uint32_t	number = below(2) ? UINT32_MAX - (uint32_t) below(16) : (uint32_t) next_random();
	size_t		len = 1 + below(4);

	if (below(4) == 0)
		number = UINT32_C(1) << below(32);
	for (int i = 0; i < 4; i++)
		bytes[i] = (uint8_t) (number >> (8 * i));
	replace(below(current_len + 1), len, bytes, len);
}

/* Levels of arrays of one element around a value, for some near the limit. */
static void
wrap(void)
{
	size_t		levels = below(3) ? 1 + below(8) : 990 + below(20);
	uint8_t		head[11] = {0x0f, 1, 0, 0, 0, 0};
	size_t		at = 3;

	/* the metadata of most samples that have none ends here */
	if (current_len > 4 && current[2] != 0)
		at = below(current_len);
	for (; levels > 0; levels--)
	{
		uint32_t	len = (uint32_t) (current_len - (at < current_len ? at : current_len));

		for (int i = 0; i < 4; i++)
			head[6 + i] = (uint8_t) (len >> (8 * i));
		replace(at, 0, head, 10);
	}
}

/* A digit or a letter, which keeps the structure as it is. */
static void
change_content(void)
{
	size_t		at = below(current_len);

	for (size_t i = 0; i < current_len; i++, at = (at + 1) % current_len)
	{
		if (current[at] >= '0' && current[at] <= 'z')
		{
			current[at] = (uint8_t) ('0' + below('z' - '0'));
			return;
		}
	}
}

static void (*const mutations[]) (void) = {
	flip_bits, flip_bits, flip_bits, set_byte, set_byte, cut, double_bytes, drop_bytes, splice,
	absurd_number, wrap, change_content, change_content
};

static void
mutate(const Bytes *from)
{
	current_len = from->len < MAX_BYTES ? from->len : MAX_BYTES;
	memcpy(current, from->data, current_len);
	for (size_t n = below(4); n > 0; n--)
		mutations[below(sizeof(mutations) / sizeof(mutations[0]))] ();
}

/* ---------------------------------------------------------------------
 * Statements
 * ---------------------------------------------------------------------
 */

/* Report what a result set of wrong states says; the number of failed calls counts. */
static void
take_outcome(PGresult *result, const char *what)
{
	const char *wrong = PQgetvalue(result, 0, 0);

	calls_failed += atoll(PQgetvalue(result, 0, 1));
	if (strcmp(wrong, "{}") != 0)
		finding(what, wrong);
}

static PGresult *
execute(const char *sql, int n, const Oid *types, const char *const *values,
		const int *lengths, const int *formats)
{
	PGresult   *result = PQexecParams(conn, sql, n, types, values, lengths, formats, 0);

	if (PQstatus(conn) != CONNECTION_OK)
	{
		finding("the server died", PQerrorMessage(conn));
		for (int i = 0; i < finding_count && i < MAX_FINDINGS; i++)
			printf("# %s\n", findings[i]);
		give_up("connection lost");
	}
	return result;
}

static bool
is_refusal(PGresult *result, const char *states)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	if (state && strstr(states, state))
		return true;
	finding("not an expected error", PQresultErrorMessage(result));
	return false;
}

/* As a binary parameter, with another, good, value beside it. */
static bool
send_parameter(const Bytes *other, const char *number)
{
	const Oid	types[3] = {variant_oid, variant_oid, 0};
	const char *values[3] = {(const char *) current, (const char *) other->data, number};
	const int	lengths[3] = {(int) current_len, (int) other->len, 0};
	const int	formats[3] = {1, 1, 0};
	PGresult   *result = execute("SELECT wrong, errors FROM storm.one($1, $2, $3::int)",
								 3, types, values, lengths, formats);
	bool		taken = PQresultStatus(result) == PGRES_TUPLES_OK;

	if (taken)
		take_outcome(result, "a value");
	else
		is_refusal(result, "22P03 0A000 54000");
	PQclear(result);
	return taken;
}

/* As bytea, by the functions that make a variant of it. */
static void
send_bytea(const Bytes *other, const char *number, bool taken)
{
	char		split[32];
	const Oid	types[5] = {17, 23, 16, variant_oid, 0};
	const char *values[5] = {(const char *) current, split, taken ? "t" : "f",
		(const char *) other->data, number};
	const int	lengths[5] = {(int) current_len, 0, 0, (int) other->len, 0};
	const int	formats[5] = {1, 0, 0, 1, 0};
	size_t		cut_at = below(4) ? 3 : below(current_len + 1);
	PGresult   *result;

	/* the metadata's end, if its offsets have one byte */
	if (current_len > 2 && current[0] < 0x40 && below(4) &&
		current_len > 2 + (size_t) current[1])
		cut_at = 3 + (size_t) current[1] + current[2 + current[1]];
	if (cut_at > current_len)
		cut_at = current_len;
	snprintf(split, sizeof(split), "%zu", cut_at);
	result = execute("SELECT wrong, errors FROM storm.foreign($1, $2, $3, $4, $5::int)",
					 5, types, values, lengths, formats);
	if (PQresultStatus(result) == PGRES_TUPLES_OK)
		take_outcome(result, "bytes");
	else
		finding("bytes", PQresultErrorMessage(result));
	PQclear(result);
}

/* One row of a COPY in binary. */
static void
send_copy(bool taken)
{
	static const char start[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0\0\1";
	char		len[4];
	PGresult   *result = PQexec(conn, "COPY storm.kept (v) FROM STDIN BINARY");
	bool		good;

	if (PQresultStatus(result) != PGRES_COPY_IN)
		give_up("COPY");
	PQclear(result);
	for (int i = 0; i < 4; i++)
		len[i] = (char) (current_len >> (24 - 8 * i));
	PQputCopyData(conn, start, sizeof(start) - 1);
	PQputCopyData(conn, len, 4);
	PQputCopyData(conn, (const char *) current, (int) current_len);
	PQputCopyData(conn, "\377\377", 2);
	PQputCopyEnd(conn, NULL);
	result = PQgetResult(conn);
	good = PQresultStatus(result) == PGRES_COMMAND_OK;
	/* a value may be too large for an index, or empty of what it needs */
	if (!good && is_refusal(result, "22P03 0A000 54000") && taken &&
		strstr(PQresultErrorMessage(result), "index row") == NULL)
		finding("COPY refuses", PQresultErrorMessage(result));
	if (good && !taken)
		finding("COPY accepts", "what recv refuses");
	PQclear(result);
	while ((result = PQgetResult(conn)) != NULL)
		PQclear(result);
	copied++;
}

static void
send_text(const Bytes *other, const char *number)
{
	const Oid	types[3] = {25, variant_oid, 0};
	const char *values[3] = {(const char *) current, (const char *) other->data, number};
	const int	lengths[3] = {0, (int) other->len, 0};
	const int	formats[3] = {0, 1, 0};
	PGresult   *result;

	current[current_len] = 0;
	result = execute("SELECT wrong, errors, taken FROM storm.literal($1, $2, $3::int)",
					 3, types, values, lengths, formats);
	text_tried++;
	if (PQresultStatus(result) == PGRES_TUPLES_OK)
	{
		take_outcome(result, "a text");
		text_accepted += PQgetvalue(result, 0, 2)[0] == 't';
	}
	else
		is_refusal(result, "22021");
	PQclear(result);
}

/* The text of a predicate as its binary form, cut or changed. */
static void
send_predicate(void)
{
	static const char sample[] = "$.a[0] > 1.5 AND NOT ($.kind IN (\"x\", 2) OR $['b c'] STARTS WITH \"l\")";
	const Bytes bytes = {(uint8_t *) (uintptr_t) sample, sizeof(sample) - 1};
	const char *values[1] = {(const char *) current};
	int			lengths[1];
	const int	formats[1] = {1};
	PGresult   *result;

	mutate(&bytes);
	lengths[0] = (int) current_len;
	result = execute("SELECT $1::text", 1, &predicate_oid, values, lengths, formats);
	if (PQresultStatus(result) != PGRES_TUPLES_OK)
		is_refusal(result, "22P02 22021 22P03 22003 22007 22008 22023 08P01 54000 54001");
	PQclear(result);
}

/* ---------------------------------------------------------------------
 * The whole
 * ---------------------------------------------------------------------
 */
static void
take_column(const char *sql, Bytes *into)
{
	PGresult   *result = PQexecParams(conn, sql, 0, NULL, NULL, NULL, NULL, 1);

	if (PQresultStatus(result) != PGRES_TUPLES_OK)
		give_up(sql);
	sample_count = PQntuples(result) < MAX_SAMPLES ? PQntuples(result) : MAX_SAMPLES;
	for (int i = 0; i < sample_count; i++)
	{
		into[i].len = (size_t) PQgetlength(result, i, 0);
		into[i].data = malloc(into[i].len + 1);
		if (into[i].data == NULL)
			give_up("memory");
		memcpy(into[i].data, PQgetvalue(result, i, 0), into[i].len);
	}
	PQclear(result);
}

static long
number_of(const char *sql)
{
	PGresult   *result = PQexec(conn, sql);
	long		number;

	if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1)
		give_up(sql);
	number = atol(PQgetvalue(result, 0, 0));
	PQclear(result);
	return number;
}

/* What the process of this session takes, in kB: its contexts, and all of it. */
static void
measure(long *contexts, long *resident)
{
	char		path[64];
	FILE	   *file;
	long		pages = 0;
	long		shared = 0;

	*contexts = number_of("SELECT (sum(total_bytes) / 1024)::bigint FROM pg_backend_memory_contexts");
	snprintf(path, sizeof(path), "/proc/%d/statm", PQbackendPID(conn));
	file = fopen(path, "r");
	if (file == NULL || fscanf(file, "%*s %ld %ld", &pages, &shared) != 2)
		pages = shared = 0;
	if (file)
		fclose(file);
	*resident = (pages - shared) * (sysconf(_SC_PAGESIZE) / 1024);
}

static void
storm_once(void)
{
	const Bytes *other = &samples[below((size_t) sample_count)];
	char		number[32];
	bool		taken;

	snprintf(number, sizeof(number), "%d", (int) (next_random() & 0x3fffffff));
	if (below(5) == 0)
	{
		mutate(&texts[below((size_t) sample_count)]);
		/* PQexecParams takes it as a C string */
		for (size_t i = 0; i < current_len; i++)
			if (current[i] == 0)
				current[i] = '0';
		tried++;
		send_text(other, number);
		return;
	}
	mutate(&samples[below((size_t) sample_count)]);
	tried++;
	taken = send_parameter(other, number);
	accepted += taken;
	refused += !taken;
	send_bytea(other, number, taken);
	if (below(8) == 0)
		send_copy(taken);
	if (below(16) == 0)
		send_predicate();
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

static void
connect_to(const char *conninfo)
{
	conn = PQconnectdb(conninfo);
	if (PQstatus(conn) != CONNECTION_OK)
		give_up("connect");
	PQclear(PQexec(conn, "SET statement_timeout = '" STATEMENT_SECONDS "s'; SET client_min_messages = error"));
	variant_oid = (Oid) number_of("SELECT 'variant'::regtype::oid::bigint");
	predicate_oid = (Oid) number_of("SELECT 'variant_predicate'::regtype::oid::bigint");
	take_column("SELECT v::text FROM storm.sample ORDER BY id", texts);
	take_column("SELECT v FROM storm.sample ORDER BY id", samples);
	if (sample_count == 0)
		give_up("no samples");
}

int
main(int argc, char **argv)
{
	double		start = now();
	double		seconds = argc > 2 ? atof(argv[2]) : 10;
	uint64_t	seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
	long		count = argc > 4 ? atol(argv[4]) : 0;
	long		early[2] = {0, 0};
	long		late[2];
	bool		warm = false;

	if (argc < 2)
		give_up("variant_storm CONNINFO SECONDS [SEED [COUNT]]");
	random_state = seed ? seed : (uint64_t) time(NULL) * 1000003 + (uint64_t) getpid();
	printf("# seed %llu\n", (unsigned long long) random_state);
	fflush(stdout);
	connect_to(argv[1]);
	while (now() - start < seconds && (count == 0 || tried < count))
	{
		storm_once();
		if (!warm && (now() - start > seconds / 4 || (count && tried > count / 4)))
		{
			measure(&early[0], &early[1]);
			warm = true;
		}
	}
	measure(&late[0], &late[1]);

	printf("# %ld values in binary, %ld refused, %ld accepted; %ld texts, %ld accepted; %ld by COPY; %lld calls ended in an error\n",
		   tried - text_tried, refused, accepted, text_tried, text_accepted, copied, calls_failed);
	printf("# memory contexts %ld kB, then %ld kB; private memory %ld kB, then %ld kB\n",
		   early[0], late[0], early[1], late[1]);
	for (int i = 0; i < finding_count && i < MAX_FINDINGS; i++)
		printf("# %s\n", findings[i]);
	printf("%sok 1 - every answer is a value or an expected error\n", finding_count ? "not " : "");
	printf("%sok 2 - values were accepted and refused\n", accepted > 10 && refused > 10 ? "" : "not ");
	printf("%sok 3 - memory contexts stay flat\n", late[0] - early[0] < MAX_GROWTH ? "" : "not ");
	printf("%sok 4 - the process does not grow\n",
		   getenv("STORM_NO_RSS") || late[1] - early[1] < MAX_GROWTH ? "" : "not ");
	printf("1..4\n");
	PQfinish(conn);
	return finding_count ? 1 : 0;
}
