/*-------------------------------------------------------------------------
 *
 * variant_wire.c
 *	  A client that sends and receives variants in binary, through libpq.
 *
 *		variant_wire CONNINFO
 *
 * It builds and reads values with the codec itself, without the server's
 * help, so that both ends agree on the bytes: parameters, results, COPY in
 * both directions, and bytes that must be refused.  TAP on standard output.
 *
 *-------------------------------------------------------------------------
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libpq-fe.h>

#include "codec/vnt.h"

#define MAX_VALUES	64

typedef struct Bytes
{
	uint8_t    *data;
	size_t		len;
} Bytes;

static PGconn *conn;
static Oid	variant_oid;
static int	tests;
static int	failures;

static void
report(bool good, const char *format,...)
{
	va_list		args;

	tests++;
	if (!good)
		failures++;
	printf("%s %d - ", good ? "ok" : "not ok", tests);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
}

static void
give_up(const char *what)
{
	printf("Bail out!  %s: %s\n", what, PQerrorMessage(conn));
	exit(2);
}

static void
execute(const char *sql)
{
	PGresult   *result = PQexec(conn, sql);

	if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
		give_up(sql);
	PQclear(result);
}

/* What the codec makes of a text; the same that variant_in makes of it. */
static Bytes
encode(const char *text)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	Bytes		bytes = {NULL, 0};

	if (b == NULL || vnt_json_read(b, text, strlen(text), 0, NULL) != VNT_OK ||
		vnt_builder_size(b, &bytes.len) != VNT_OK ||
		(bytes.data = malloc(bytes.len)) == NULL)
		give_up(text);
	vnt_builder_write(b, bytes.data, NULL);
	vnt_builder_free(b);
	return bytes;
}

/* The text form of received bytes, or NULL if they are not valid. */
static char *
decode(const uint8_t *data, size_t len)
{
	VntMetadata metadata;
	VntValue	value;
	VntBuffer	out;

	if (vnt_metadata_open(data, len, &metadata) != VNT_OK ||
		vnt_validate(data, metadata.len, data + metadata.len, len - metadata.len,
					 &vnt_host_malloc, NULL) != VNT_OK)
		return NULL;
	value.meta = &metadata;
	value.data = data + metadata.len;
	value.len = len - metadata.len;
	vnt_buffer_init(&out, &vnt_host_malloc);
	if (vnt_json_write(&out, &value, VNT_STYLE_NATIVE) != VNT_OK ||
		vnt_buffer_append(&out, "", 1) != VNT_OK)
		return NULL;
	return out.data;
}

/* One value as a binary parameter; the result has the asked format. */
static PGresult *
send_value(const char *sql, const uint8_t *data, size_t len, int result_format)
{
	const char *values[1] = {(const char *) data};
	int			lengths[1] = {(int) len};
	int			formats[1] = {1};

	return PQexecParams(conn, sql, 1, &variant_oid, values, lengths, formats, result_format);
}

/* There and back: the same bytes, and the same text at both ends. */
static void
test_parameter(const char *text)
{
	Bytes		sent = encode(text);
	PGresult   *result = send_value("SELECT $1", sent.data, sent.len, 1);
	bool		good = PQresultStatus(result) == PGRES_TUPLES_OK && PQftype(result, 0) == variant_oid;
	char	   *here;

	report(good && (size_t) PQgetlength(result, 0, 0) == sent.len &&
		   memcmp(PQgetvalue(result, 0, 0), sent.data, sent.len) == 0, "the bytes of %.60s", text);
	here = good ? decode((const uint8_t *) PQgetvalue(result, 0, 0), (size_t) PQgetlength(result, 0, 0)) : NULL;
	PQclear(result);

	result = send_value("SELECT $1::text", sent.data, sent.len, 0);
	good = here != NULL && PQresultStatus(result) == PGRES_TUPLES_OK;
	report(good && strcmp(PQgetvalue(result, 0, 0), here) == 0, "the text of %.60s", text);
	if (good && strcmp(PQgetvalue(result, 0, 0), here) != 0)
		printf("#   server: %s\n#   client: %s\n", PQgetvalue(result, 0, 0), here);
	PQclear(result);

	/* what the server's parser makes of the text is what the codec made here */
	{
		const char *values[1] = {text};

		result = PQexecParams(conn, "SELECT $1::variant", 1, NULL, values, NULL, NULL, 1);
		report(PQresultStatus(result) == PGRES_TUPLES_OK &&
			   (size_t) PQgetlength(result, 0, 0) == sent.len &&
			   memcmp(PQgetvalue(result, 0, 0), sent.data, sent.len) == 0,
			   "parsing here and there of %.60s", text);
		PQclear(result);
	}
	free(here);
	free(sent.data);
}

/* Bytes that must be refused, with an error of this SQLSTATE. */
static void
test_refused(const char *name, const char *bytes, size_t len, const char *sqlstate)
{
	PGresult   *result = send_value("SELECT $1", (const uint8_t *) bytes, len, 1);
	const char *got = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	report(got != NULL && strcmp(got, sqlstate) == 0, "%s is refused with %s", name, sqlstate);
	if (got == NULL || strcmp(got, sqlstate) != 0)
		printf("#   got %s: %s\n", got ? got : "a value", PQresultErrorMessage(result));
	PQclear(result);
}

static void
put_bytes(const void *data, size_t len)
{
	if (PQputCopyData(conn, data, (int) len) != 1)
		give_up("COPY");
}

static void
put_int(uint32_t value, int width)
{
	char		bytes[4];

	for (int i = 0; i < width; i++)
		bytes[i] = (char) (value >> 8 * (width - 1 - i));
	put_bytes(bytes, (size_t) width);
}

/* The binary COPY format: signature, flags, extension; tuples; -1. */
static const char copy_signature[11] = "PGCOPY\n\377\r\n";

static void
copy_in(const Bytes *values, int n)
{
	PGresult   *result = PQexec(conn, "COPY wire FROM STDIN (FORMAT binary)");

	if (PQresultStatus(result) != PGRES_COPY_IN)
		give_up("COPY FROM");
	PQclear(result);
	put_bytes(copy_signature, 11);
	put_int(0, 4);
	put_int(0, 4);
	for (int i = 0; i < n; i++)
	{
		put_int(1, 2);
		put_int((uint32_t) values[i].len, 4);
		put_bytes(values[i].data, values[i].len);
	}
	put_int(0xffff, 2);
	PQputCopyEnd(conn, NULL);
	result = PQgetResult(conn);
	report(PQresultStatus(result) == PGRES_COMMAND_OK, "COPY FROM of %d values: %s", n,
		   PQresultErrorMessage(result));
	PQclear(result);
	while ((result = PQgetResult(conn)) != NULL)
		PQclear(result);
}

static uint32_t
get_int(const uint8_t *data, int width)
{
	uint32_t	value = 0;

	for (int i = 0; i < width; i++)
		value = value << 8 | data[i];
	return value;
}

/* Each message of COPY TO is one tuple; the header comes with the first. */
static void
copy_out(const Bytes *values, int n)
{
	PGresult   *result = PQexec(conn, "COPY wire TO STDOUT (FORMAT binary)");
	char	   *message;
	int			len;
	int			row = 0;
	bool		good = PQresultStatus(result) == PGRES_COPY_OUT;

	PQclear(result);
	while (good && (len = PQgetCopyData(conn, &message, 0)) > 0)
	{
		const uint8_t *p = (const uint8_t *) message;

		if (len >= 19 && memcmp(p, copy_signature, 11) == 0)
		{
			p += 19;
			len -= 19;
		}
		if (len >= 6 && get_int(p, 2) == 1)
		{
			good = row < n && get_int(p + 2, 4) == values[row].len &&
				(size_t) len == 6 + values[row].len &&
				memcmp(p + 6, values[row].data, values[row].len) == 0;
			row++;
		}
		PQfreemem(message);
	}
	report(good && row == n, "COPY TO gives the same bytes (%d of %d rows)", row, n);
	while ((result = PQgetResult(conn)) != NULL)
		PQclear(result);
}

static const char *const texts[] = {
	"null", "true", "false", "0", "-1", "127", "-128", "32767", "-32768", "2147483647",
	"9223372036854775807", "-9223372036854775808", "9223372036854775808",
	"99999999999999999999999999999999999999", "0.5", "12.340", "-0.00000000000000000000000000000000000001",
	"1.5e0", "-0e0", "1e300", "5e-324", "\"NaN\"::float8", "\"-Infinity\"::float8", "0.1::float4",
	"\"\"", "\"a\"", "\"\\u0000\\u001f\\\"\\\\ \xf0\x9f\x98\x80\"",
	"\"0123456789012345678901234567890123456789012345678901234567890123456789\"",
	"\"\\\\x\"::bytea", "\"\\\\x0313deadbeef\"::bytea", "\"2024-10-24\"::date", "\"0044-03-15 BC\"::date",
	"\"12:34:56.000001\"::time", "\"2024-10-24T18:22:26.402\"::timestamp",
	"\"1969-12-31T23:59:59.999999Z\"::timestamptz", "\"1969-12-31T23:59:59.999999999\"::timestamp(9)",
	"\"2024-10-24T18:22:26.123456789Z\"::timestamptz(9)", "\"f24f9b64-81fa-49d1-b74e-8c09a6e31c56\"::uuid",
	"[]", "{}", "[1, [2, [3]], {\"a\": [null]}]",
	"{\"\": 1, \"a.b\": {\"a\": 2}, \"z\": \"\xc3\xa9\", \"\xf0\x9f\x98\x80\": [1.10, true]}",
};

#define TEXTS	((int) (sizeof(texts) / sizeof(texts[0])))

int
main(int argc, char **argv)
{
	Bytes		values[MAX_VALUES];
	PGresult   *result;

	conn = PQconnectdb(argc > 1 ? argv[1] : "");
	if (PQstatus(conn) != CONNECTION_OK)
		give_up("connect");
	execute("SET client_min_messages = warning");
	execute("CREATE EXTENSION IF NOT EXISTS variant");
	execute("DROP TABLE IF EXISTS wire");
	execute("CREATE TABLE wire (v variant)");
	result = PQexec(conn, "SELECT 'variant'::regtype::oid");
	variant_oid = (Oid) strtoul(PQgetvalue(result, 0, 0), NULL, 10);
	PQclear(result);

	for (int i = 0; i < TEXTS; i++)
		test_parameter(texts[i]);
	for (int i = 0; i < TEXTS; i++)
		values[i] = encode(texts[i]);
	copy_in(values, TEXTS);
	copy_out(values, TEXTS);
	for (int i = 0; i < TEXTS; i++)
		free(values[i].data);

	test_refused("no bytes", "", 0, "22P03");
	test_refused("metadata only", "\x11\0\0", 3, "22P03");
	test_refused("another version", "\x12\0\0\0", 4, "22P03");
	test_refused("bytes behind the value", "\x11\0\0\x0c\x01\x01", 6, "22P03");
	test_refused("a string that is not UTF-8", "\x11\0\0\x05\xff", 5, "22P03");
	test_refused("an unknown type", "\x11\0\0\x54", 4, "0A000");
	test_parameter("\"and the connection still works\"");

	PQfinish(conn);
	printf("1..%d\n", tests);
	return failures == 0 ? 0 : 1;
}
