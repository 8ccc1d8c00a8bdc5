/*-------------------------------------------------------------------------
 *
 * corpora.c
 *	  Generate the documents that benchmarks run on, one JSON text a line.
 *
 *		corpora NAME COUNT [SEED] > file
 *
 * The same arguments give the same bytes on every machine.  Names are listed
 * by running it without arguments.  Shapes follow what people store: events
 * of a social network, a synthetic mix with sparse keys, code hosting events,
 * telemetry, wide rows, arrays of like records of 1 kB to 256 kB, and
 * documents of 1 kB to 1 MB with small members around a large one.
 *
 *-------------------------------------------------------------------------
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS	2000

static uint64_t state = 42;
static char words[WORDS][12];

/* splitmix64 */
static uint64_t
next(void)
{
	uint64_t	z = (state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* low..high, both included */
static int
between(int low, int high)
{
	return low + (int) (next() % (uint64_t) (high - low + 1));
}

static bool
chance(int percent)
{
	return between(0, 99) < percent;
}

static const char *
word(void)
{
	return words[next() % WORDS];
}

static void
make_words(void)
{
	for (int i = 0; i < WORDS; i++)
	{
		int			n = between(2, 10);

		for (int j = 0; j < n; j++)
			words[i][j] = (char) ('a' + between(0, 25));
		words[i][n] = '\0';
	}
}

/* n characters of an identifier in base 32 or hexadecimal */
static void
identifier(int n, const char *alphabet, int size)
{
	while (n-- > 0)
		putchar(alphabet[next() % (uint64_t) size]);
}

static void
base32(int n)
{
	identifier(n, "abcdefghijklmnopqrstuvwxyz234567", 32);
}

static void
hex(int n)
{
	identifier(n, "0123456789abcdef", 16);
}

/*
 * The same n characters, in capitals or not, for the same number: what joins
 * and groups need.
 */
static void
identifier_of(uint64_t number, int n, const char *alphabet)
{
	uint64_t	z = 0;

	for (int i = 0; i < n; i++)
	{
		if (i % 12 == 0)
		{
			z = (number + (uint64_t) i) * 0x9e3779b97f4a7c15u + 1;
			z = (z ^ (z >> 31)) * 0xbf58476d1ce4e5b9u;
			z ^= z >> 29;
		}
		putchar(alphabet[z & 31]);
		z >>= 5;
	}
}

/* about n characters of words */
static void
prose(int n)
{
	int			written = 0;

	while (written < n)
		written += printf("%s%s", written ? " " : "", word());
}

static const char *
pick(const char *const *list, int n)
{
	return list[next() % (uint64_t) n];
}

#define PICK(...) \
	pick((const char *const []) {__VA_ARGS__}, \
		 (int) (sizeof((const char *const []) {__VA_ARGS__}) / sizeof(char *)))

/* ---------------------------------------------------------------------
 * Events of a social network, about 480 bytes
 * ---------------------------------------------------------------------
 */
static void
did(void)
{
	printf("did:plc:");
	base32(24);
}

/* One of 30,000 users; low numbers are the busy ones. */
static void
user_did(void)
{
	int			number = between(0, 29999);

	printf("did:plc:");
	identifier_of((uint64_t) between(0, number), 24, "abcdefghijklmnopqrstuvwxyz234567");
}

static void
post_reference(void)
{
	printf("{\"cid\":\"bafyrei");
	base32(52);
	printf("\",\"uri\":\"at://");
	did();
	printf("/app.bsky.feed.post/");
	base32(13);
	printf("\"}");
}

static void
blob(const char *key)
{
	printf("\"%s\":{\"$type\":\"blob\",\"ref\":{\"$link\":\"bafkrei", key);
	base32(52);
	printf("\"},\"mimeType\":\"image/jpeg\",\"size\":%d}", between(10000, 990000));
}

static void
images(void)
{
	int			n = between(1, 3);

	printf(",\"embed\":{\"$type\":\"app.bsky.embed.images\",\"images\":[");
	for (int i = 0; i < n; i++)
	{
		printf("%s{\"alt\":\"", i ? "," : "");
		prose(20);
		printf("\",\"aspectRatio\":{\"height\":%d,\"width\":%d},",
			   between(300, 2000), between(300, 2000));
		blob("image");
		putchar('}');
	}
	printf("]}");
}

static void
post_body(void)
{
	printf(",\"langs\":[\"%s\"],\"text\":\"", PICK("en", "ja", "pt", "de", "es"));
	prose(between(10, 280));
	putchar('"');
	if (chance(50))
	{
		printf(",\"reply\":{\"parent\":");
		post_reference();
		printf(",\"root\":");
		post_reference();
		putchar('}');
	}
	if (chance(25))
		images();
	if (chance(20))
		printf(",\"facets\":[{\"features\":[{\"$type\":\"app.bsky.richtext.facet#tag\",\"tag\":\"%s\"}],"
			   "\"index\":{\"byteEnd\":%d,\"byteStart\":%d}}]", word(), between(20, 200), between(0, 19));
}

static void
record_of(const char *collection, const char *time)
{
	printf(",\"record\":{\"$type\":\"%s\",\"createdAt\":\"%s\"", collection, time);
	if (strstr(collection, "like") || strstr(collection, "repost"))
	{
		printf(",\"subject\":");
		post_reference();
	}
	else if (strstr(collection, "feed.post"))
		post_body();
	else if (strstr(collection, "profile"))
	{
		putchar(',');
		blob("avatar");
		printf(",\"description\":\"");
		prose(120);
		printf("\",\"displayName\":\"%s\"", word());
	}
	else
	{
		printf(",\"subject\":\"");
		did();
		putchar('"');
	}
	printf("},\"cid\":\"bafyrei");
	base32(52);
	putchar('"');
}

static void
bluesky(int i)
{
	static uint64_t us = 0;
	int			kind = between(0, 999);
	const char *collection = kind < 449 ? "app.bsky.feed.like" :
		kind < 810 ? "app.bsky.graph.follow" : kind < 901 ? "app.bsky.feed.post" :
		kind < 960 ? "app.bsky.feed.repost" : kind < 975 ? "app.bsky.graph.block" :
		"app.bsky.actor.profile";
	char		time[40];
	bool		created;

	us += (uint64_t) between(1, 800);
	snprintf(time, sizeof(time), "2024-11-21T%02d:%02d:%02d.%03dZ",
			 16 + (int) (us / 3600000000u % 8), (int) (us / 60000000 % 60),
			 (int) (us / 1000000 % 60), (int) (us / 1000 % 1000));
	printf("{\"did\":\"");
	user_did();
	printf("\",\"time_us\":%" PRIu64, 1732206349000000u + us);
	if (kind >= 995)
	{
		printf(",\"kind\":\"account\",\"account\":{\"active\":true,\"did\":\"");
		did();
		printf("\",\"seq\":%d,\"time\":\"%s\"}}", 1000000000 + i, time);
		return;
	}
	printf(",\"kind\":\"commit\",\"commit\":{\"rev\":\"");
	base32(13);
	created = chance(96);
	printf("\",\"operation\":\"%s\",\"collection\":\"%s\",\"rkey\":\"",
		   created ? "create" : "delete", collection);
	base32(13);
	putchar('"');
	if (created)
		record_of(collection, time);
	printf("}}");
}

/* ---------------------------------------------------------------------
 * A synthetic mix: types that change, nested values, 10 of 1000 sparse keys
 * ---------------------------------------------------------------------
 */
static void
upper32(int n)
{
	identifier(n, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32);
}

/* str1 of a document, unique for all that matters */
static void
nobench_str1(int i)
{
	identifier_of((uint64_t) i, 12, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
}

static void
nobench(int i)
{
	int			words_in = between(0, 7);
	int			group = between(0, 99);

	printf("{\"str1\":\"");
	nobench_str1(i);
	printf("====\",\"str2\":\"");
	upper32(5);
	printf("===\",\"num\":%d,\"bool\":%s", between(0, 99999), i % 2 ? "false" : "true");
	printf(i % 2 ? ",\"dyn1\":\"%d\"" : ",\"dyn1\":%d", i);
	printf(i % 3 == 0 ? ",\"dyn2\":%d" : i % 3 == 1 ? ",\"dyn2\":\"%d\"" :
		   ",\"dyn2\":{\"a\":%d}", i);
	printf(",\"nested_arr\":[");
	for (int k = 0; k < words_in; k++)
		printf("%s\"%s\"", k ? "," : "", word());
	printf("],\"nested_obj\":{\"str\":\"");
	nobench_str1(between(0, i));
	printf("====\",\"num\":%d},\"thousandth\":%d", between(0, 99999), i % 1000);
	for (int k = 0; k < 10; k++)
	{
		printf(",\"sparse_%03d\":\"", group * 10 + k);
		upper32(7);
		printf("=\"");
	}
	putchar('}');
}

/* ---------------------------------------------------------------------
 * Events of code hosting, about 1.2 kB, nested, with escapes
 * ---------------------------------------------------------------------
 */
static void
user(void)
{
	printf("{\"id\":%d,\"login\":\"%s%s\",\"gravatar_id\":\"\",\"url\":\"https://api.github.com/users/%s\","
		   "\"avatar_url\":\"https://avatars.githubusercontent.com/u/%d?\"}",
		   between(1, 99999999), word(), word(), word(), between(1, 99999999));
}

static void
push_payload(const char *repository)
{
	int			n = between(0, 4);

	n = n < 3 ? 1 : n - 1;
	printf("{\"push_id\":%d,\"size\":%d,\"distinct_size\":%d,\"ref\":\"refs/heads/main\",\"head\":\"",
		   between(1, 2000000000), n, n);
	hex(40);
	printf("\",\"before\":\"");
	hex(40);
	printf("\",\"commits\":[");
	for (int i = 0; i < n; i++)
	{
		printf("%s{\"sha\":\"", i ? "," : "");
		hex(40);
		printf("\",\"author\":{\"email\":\"%s@example.com\",\"name\":\"%s %s\"},\"message\":\"",
			   word(), word(), word());
		prose(between(10, 120));
		printf("\\n\\n\\\"quoted\\\" \xc3\xa9\",\"distinct\":true,"
			   "\"url\":\"https://api.github.com/repos/%s/commits/", repository);
		hex(40);
		printf("\"}");
	}
	printf("]}");
}

static void
issue_payload(void)
{
	int			labels = between(0, 3);

	printf("{\"action\":\"%s\",\"issue\":{\"id\":%d,\"number\":%d,\"title\":\"",
		   PICK("opened", "closed"), between(1, 1000000000), between(1, 9999));
	prose(60);
	printf("\",\"user\":");
	user();
	printf(",\"labels\":[");
	for (int i = 0; i < labels; i++)
		printf("%s{\"id\":%d,\"name\":\"%s\",\"color\":\"%06x\",\"default\":false}",
			   i ? "," : "", between(1, 1000000000), word(), (unsigned) between(0, 0xffffff));
	printf("],\"state\":\"open\",\"locked\":false,\"assignee\":null,\"comments\":%d,"
		   "\"created_at\":\"2022-03-01T00:00:00Z\",\"body\":\"", between(0, 99));
	prose(between(0, 800));
	printf("\"}}");
}

static void
github(int i)
{
	bool		push = chance(55);
	char		repository[32];

	snprintf(repository, sizeof(repository), "%s/%s", word(), word());
	printf("{\"id\":\"%" PRIu64 "\",\"type\":\"%s\",\"actor\":", (uint64_t) 20000000000u + (uint64_t) i,
		   push ? "PushEvent" : PICK("CreateEvent", "WatchEvent", "IssuesEvent"));
	user();
	printf(",\"repo\":{\"id\":%d,\"name\":\"%s\",\"url\":\"https://api.github.com/repos/%s\"},\"public\":true,"
		   "\"created_at\":\"2022-03-04T05:%02d:%02dZ\",\"payload\":",
		   between(1, 99999999), repository, repository, i / 60 % 60, i % 60);
	if (push)
		push_payload(repository);
	else
		issue_payload();
	putchar('}');
}

/* ---------------------------------------------------------------------
 * Telemetry: many numbers, about 270 bytes
 * ---------------------------------------------------------------------
 */
static void
decimal(int limit, int digits)
{
	int			scale = 1;

	for (int i = 0; i < digits; i++)
		scale *= 10;
	printf("%s%d.%0*d", chance(50) ? "-" : "", between(0, limit), digits, between(0, scale - 1));
}

static void
telemetry(int i)
{
	printf("{\"ts\":%d,\"dev\":\"dev-%05d\",\"lat\":", 1700000000 + i, between(0, 9999));
	decimal(89, 6);
	printf(",\"lon\":");
	decimal(179, 6);
	printf(",\"temp\":");
	decimal(40, 2);
	printf(",\"hum\":%d,\"v\":[", between(0, 100));
	for (int k = 0; k < 16; k++)
	{
		if (k)
			putchar(',');
		decimal(2, 4);
	}
	printf("],\"ok\":%s,\"st\":{\"up\":%d,\"fw\":\"1.%d.%d\",\"rssi\":-%d}}", chance(90) ? "true" : "false",
		   between(0, 10000000), between(0, 9), between(0, 9), between(30, 100));
}

/* One flat object of 200 keys, about 3.8 kB. */
static void
wide(int i)
{
	(void) i;
	for (int k = 0; k < 200; k++)
	{
		printf("%s\"attr_%04d\":", k ? "," : "{", k);
		if (k % 3 == 0)
			printf("%d", between(0, 1000000));
		else if (k % 3 == 1)
			printf("\"%s\"", word());
		else
			printf("%s", chance(50) ? "true" : "false");
	}
	putchar('}');
}

/* As wide, but 200 names as people choose them, 19 bytes on average. */
static void
wide_names(int i)
{
	static const char *const area[] = {"account", "billing", "customer", "delivery", "inventory",
	"marketing", "payment", "product", "session", "warehouse"};
	static const char *const thing[] = {"id", "status", "country_code", "created_at", "updated_by",
		"total", "is_active", "retry_count", "reference", "last_seen", "score", "max_attempts", "region",
		"discount_percent", "note", "has_attachment", "priority", "external_key", "timeout_seconds", "version"};

	(void) i;
	for (int k = 0; k < 200; k++)
	{
		printf("%s\"%s_%s\":", k ? "," : "{", area[k % 10], thing[k / 10]);
		if (k % 3 == 0)
			printf("%d", between(0, 1000000));
		else if (k % 3 == 1)
			printf("\"%s\"", word());
		else
			printf("%s", chance(50) ? "true" : "false");
	}
	putchar('}');
}

/* ---------------------------------------------------------------------
 * Documents of a given size: small members, and an array that is the most
 * ---------------------------------------------------------------------
 */
static void
document(int i, int bytes)
{
	int			written = 330;

	printf("{\"account\":%d,\"kind\":\"%s\",\"meta\":{\"source\":{\"region\":\"%s\",\"host\":\"h%04d\"},"
		   "\"version\":%d,\"at\":\"2024-10-24T18:%02d:%02dZ\"},\"items\":[",
		   between(1, 99999999), PICK("order", "offer", "invoice"), PICK("eu-west", "us-east", "ap-south"),
		   between(0, 9999), between(1, 9), between(0, 59), between(0, 59));
	for (int k = 0; k == 0 || written < bytes; k++)
	{
		written += printf("%s{\"sku\":\"S%07d\",\"qty\":%d,\"price\":%d.%02d,\"note\":\"", k ? "," : "",
						  between(0, 9999999), between(1, 20), between(1, 999), between(0, 99));
		prose(between(10, 60));
		written += 2 + 38;
		printf("\"}");
	}
	printf("],\"number\":%d,\"open\":%s,\"owner\":\"%s\",\"score\":%d.%02d,\"state\":\"%s\",\"zlast\":%d}",
		   i, chance(50) ? "true" : "false", word(), between(0, 99), between(0, 99),
		   PICK("new", "paid", "sent"), between(1, 999999));
}

static void doc_1k(int i) { document(i, 1024); }
static void doc_4k(int i) { document(i, 4096); }
static void doc_16k(int i) { document(i, 16384); }
static void doc_64k(int i) { document(i, 65536); }
static void doc_256k(int i) { document(i, 262144); }
static void doc_1m(int i) { document(i, 1048576); }

/* ---------------------------------------------------------------------
 * Arrays of records of one shape, of a given size in bytes
 * ---------------------------------------------------------------------
 */
static int
trade(void)
{
	return printf("{\"instrument_id\":%d,\"is_active\":%s,\"exchange_code\":\"%s\",\"currency_code\":\"%s\","
				  "\"lot_size\":%d,\"settlement_days\":%d,\"last_price\":%d.%02d,\"open_interest\":%d,"
				  "\"trading_status\":\"%s\",\"is_margin_eligible\":%s,\"price_precision\":%d,\"sector_id\":%d}",
				  between(1, 99999), chance(90) ? "true" : "false", PICK("XNYS", "XNAS", "XLON", "XETR"),
				  PICK("USD", "EUR", "GBP"), between(1, 100), between(0, 2), between(1, 999), between(0, 99),
				  between(0, 30000), PICK("open", "halted", "closed"), chance(50) ? "true" : "false",
				  between(0, 6), between(1, 90));
}

static void
records(int bytes)
{
	int			written = 2;

	putchar('[');
	for (int i = 0; i == 0 || written < bytes; i++)
		written += (i ? putchar(','), 1 : 0) + trade();
	putchar(']');
}

static void records_1k(int i) { (void) i; records(1024); }
static void records_4k(int i) { (void) i; records(4096); }
static void records_16k(int i) { (void) i; records(16384); }
static void records_64k(int i) { (void) i; records(65536); }
static void records_256k(int i) { (void) i; records(262144); }

static const struct
{
	const char *name;
	void		(*document) (int i);
}			corpora[] =
{
	{"bluesky", bluesky},
	{"nobench", nobench},
	{"github", github},
	{"telemetry", telemetry},
	{"wide", wide},
	{"wide_names", wide_names},
	{"doc_1k", doc_1k},
	{"doc_4k", doc_4k},
	{"doc_16k", doc_16k},
	{"doc_64k", doc_64k},
	{"doc_256k", doc_256k},
	{"doc_1m", doc_1m},
	{"records_1k", records_1k},
	{"records_4k", records_4k},
	{"records_16k", records_16k},
	{"records_64k", records_64k},
	{"records_256k", records_256k},
};

#define CORPORA	(sizeof(corpora) / sizeof(corpora[0]))

int
main(int argc, char **argv)
{
	int			count = argc > 2 ? atoi(argv[2]) : 0;

	if (argc > 3)
		state = strtoull(argv[3], NULL, 10);
	make_words();
	for (size_t c = 0; c < CORPORA; c++)
	{
		if (argc < 3)
			puts(corpora[c].name);
		else if (strcmp(corpora[c].name, argv[1]) == 0)
		{
			for (int i = 0; i < count; i++)
			{
				corpora[c].document(i);
				putchar('\n');
			}
			return 0;
		}
	}
	return argc < 3 ? 0 : 1;
}
