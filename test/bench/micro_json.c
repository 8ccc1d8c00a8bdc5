/*-------------------------------------------------------------------------
 *
 * micro_json.c
 *	  MB/s of JSON text to canonical bytes and back, on one core.
 *
 *		micro_json [parse|print [rounds]] file...
 *
 * A file with the ending .ndjson has one document on each line, any other is
 * one document.  Prints the best of several rounds, of both ways unless one is
 * named; with rounds given each reads the file once, which is for tools that
 * count instructions.  Not part of any check.
 *
 *-------------------------------------------------------------------------
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "vnt.h"

#define ROUNDS		9
#define ROUND_BYTES	(16 * 1024 * 1024)

typedef struct Document
{
	const char *text;
	size_t		len;
	uint8_t    *bytes;			/* metadata and value */
	size_t		size;
} Document;

typedef struct Corpus
{
	char	   *text;
	size_t		len;
	Document   *documents;
	size_t		count;
} Corpus;

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static char *
read_file(const char *name, size_t *len)
{
	FILE	   *f = fopen(name, "rb");
	char	   *data;
	long		size;

	if (f == NULL || fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) < 0)
	{
		perror(name);
		exit(1);
	}
	rewind(f);
	data = malloc((size_t) size + 1);
	*len = fread(data, 1, (size_t) size, f);
	fclose(f);
	return data;
}

static void
split(Corpus *c, bool lines)
{
	size_t		capacity = 0;

	c->documents = NULL;
	c->count = 0;
	for (char *p = c->text; p < c->text + c->len;)
	{
		size_t		left = (size_t) (c->text + c->len - p);
		char	   *end = lines ? memchr(p, '\n', left) : NULL;

		if (end == NULL)
			end = p + left;
		if (c->count == capacity)
		{
			capacity = capacity * 2 + 16;
			c->documents = realloc(c->documents, capacity * sizeof(Document));
		}
		c->documents[c->count++] = (Document) {p, (size_t) (end - p), NULL, 0};
		p = end + 1;
	}
}

static size_t
parse(VntBuilder *b, const Document *d, uint8_t **out, size_t *capacity)
{
	VntError	err;
	size_t		size = 0;
	VntStatus	status;

	vnt_builder_reset(b);
	status = vnt_json_read(b, d->text, d->len, VNT_JSON_TRUSTED_UTF8, &err);
	if (status == VNT_OK)
		status = vnt_builder_size(b, &size);
	if (status != VNT_OK)
	{
		fprintf(stderr, "%s: %.60s\n", vnt_status_rule(status), d->text);
		exit(1);
	}
	if (size > *capacity)
	{
		*capacity = size * 2;
		*out = realloc(*out, *capacity);
	}
	vnt_builder_write(b, *out, NULL);
	return size;
}

static void
print(const Document *d, VntBuffer *out)
{
	VntMetadata meta;
	VntValue	root;
	VntStatus	status = vnt_metadata_open(d->bytes, d->size, &meta);

	root.meta = &meta;
	root.data = d->bytes + meta.len;
	root.len = d->size - meta.len;
	out->len = 0;
	if (status == VNT_OK)
		status = vnt_json_write(out, &root, VNT_STYLE_NATIVE);
	if (status != VNT_OK)
		exit(1);
}

/* Parse everything once more, and keep the bytes; their sum. */
static size_t
keep_bytes(VntBuilder *b, Corpus *c, uint8_t **out, size_t *capacity)
{
	size_t		total = 0;

	for (size_t i = 0; i < c->count; i++)
	{
		Document   *d = &c->documents[i];

		d->size = parse(b, d, out, capacity);
		d->bytes = malloc(d->size);
		memcpy(d->bytes, *out, d->size);
		total += d->size;
	}
	return total;
}

int
main(int argc, char **argv)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	VntBuffer	text;
	uint8_t    *out = NULL;
	size_t		capacity = 0;
	bool		ways[2] = {true, true};
	int			rounds = 0;
	int			i = 1;

	vnt_buffer_init(&text, &vnt_host_malloc);
	for (; i < argc && (strcmp(argv[i], "parse") == 0 || strcmp(argv[i], "print") == 0); i++)
		ways[argv[i][1] == 'a'] = false;
	if (i > 1 && i < argc)
		rounds = atoi(argv[i]);
	if (rounds > 0)
		i++;
	for (; i < argc; i++)
	{
		Corpus		c;
		size_t		bytes;
		size_t		repeat = 1;

		c.text = read_file(argv[i], &c.len);
		split(&c, strstr(argv[i], ".ndjson") != NULL);
		bytes = keep_bytes(b, &c, &out, &capacity);
		if (rounds == 0 && c.len < ROUND_BYTES)
			repeat = ROUND_BYTES / (c.len + 1) + 1;
		for (int way = 0; way < 2; way++)
		{
			double		best = 1e9;

			for (int round = 0; ways[way] && round < (rounds ? rounds : ROUNDS); round++)
			{
				double		start = now();

				for (size_t k = 0; k < repeat * c.count; k++)
				{
					if (way == 0)
						parse(b, &c.documents[k % c.count], &out, &capacity);
					else
						print(&c.documents[k % c.count], &text);
				}
				if (now() - start < best)
					best = now() - start;
			}
			if (ways[way])
				printf("%-40s %s %8.1f MB/s %8.1f ns  %5.3f of the text\n", argv[i],
					   way == 0 ? "parse" : "print",
					   (double) (c.len * repeat) / best / 1e6,
					   best * 1e9 / (double) (repeat * c.count),
					   (double) bytes / (double) c.len);
		}
		for (size_t k = 0; k < c.count; k++)
			free(c.documents[k].bytes);
		free(c.documents);
		free(c.text);
	}
	vnt_buffer_free(&text);
	free(out);
	vnt_builder_free(b);
	return 0;
}
