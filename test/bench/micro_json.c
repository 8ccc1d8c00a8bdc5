/*-------------------------------------------------------------------------
 *
 * micro_json.c
 *	  MB/s of JSON text to canonical bytes, on one core.
 *
 *		micro_json file...
 *
 * A file with the ending .ndjson has one document on each line, any other is
 * one document.  Prints the best of several rounds.  Not part of any check.
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

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
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

static size_t
convert(VntBuilder *b, const char *text, size_t len, uint8_t **out,
		size_t *capacity)
{
	VntError	err;
	size_t		size = 0;
	VntStatus	status;

	vnt_builder_reset(b);
	status = vnt_json_read(b, text, len, VNT_JSON_TRUSTED_UTF8, &err);
	if (status == VNT_OK)
		status = vnt_builder_size(b, &size);
	if (status != VNT_OK)
	{
		fprintf(stderr, "%s: %.60s\n", vnt_status_rule(status), text);
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

int
main(int argc, char **argv)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);
	uint8_t    *out = NULL;
	size_t		capacity = 0;

	for (int i = 1; i < argc; i++)
	{
		size_t		len;
		char	   *text = read_file(argv[i], &len);
		bool		lines = strstr(argv[i], ".ndjson") != NULL;
		double		best = 1e9;
		size_t		bytes = 0;
		size_t		repeat = len < ROUND_BYTES ? ROUND_BYTES / (len + 1) + 1 : 1;

		for (int round = 0; round < ROUNDS; round++)
		{
			double		start = now();

			bytes = 0;
			for (size_t k = 0; k < repeat; k++)
				for (char *p = text; p < text + len;)
				{
					char	   *end = lines ? memchr(p, '\n', (size_t) (text + len - p)) : NULL;

					if (end == NULL)
						end = text + len;
					bytes += convert(b, p, (size_t) (end - p), &out, &capacity);
					p = end + 1;
				}
			if (now() - start < best)
				best = now() - start;
		}
		printf("%-40s %8.1f MB/s  %5.3f of the text\n", argv[i],
			   (double) (len * repeat) / best / 1e6,
			   (double) bytes / (double) (len * repeat));
		free(text);
	}
	free(out);
	vnt_builder_free(b);
	return 0;
}
