/*-------------------------------------------------------------------------
 *
 * replay_main.c
 *	  Feed files to a fuzz target, without libFuzzer.
 *
 *		TARGET [FILE | FOLDER]...
 *
 * Each file is one input, and so is each of its beginnings up to 64 bytes:
 * a corpus that is small still shows every way of ending too early.  With no
 * arguments only the empty input is tried.
 *
 *-------------------------------------------------------------------------
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int	inputs;

/* A copy of exactly that size, so that the sanitizer sees any byte too far. */
static void
feed(const uint8_t *data, size_t size)
{
	uint8_t    *copy = malloc(size ? size : 1);

	if (copy == NULL)
		exit(2);
	if (size > 0)
		memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
	inputs++;
}

static void
feed_file(const char *path)
{
	static uint8_t data[1 << 20];
	FILE	   *file = fopen(path, "rb");
	size_t		size;

	if (file == NULL)
	{
		perror(path);
		exit(2);
	}
	size = fread(data, 1, sizeof(data), file);
	fclose(file);
	feed(data, size);
	for (size_t n = 0; n < size && n < 64; n++)
		feed(data, n);
}

static void
feed_path(const char *path)
{
	struct stat info;
	struct dirent **entries;
	int			n;

	if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
	{
		feed_file(path);
		return;
	}
	n = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++)
	{
		char		inner[4096];

		snprintf(inner, sizeof(inner), "%s/%s", path, entries[i]->d_name);
		if (entries[i]->d_name[0] != '.')
			feed_path(inner);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

int
main(int argc, char **argv)
{
	feed(NULL, 0);
	for (int i = 1; i < argc; i++)
		feed_path(argv[i]);
	printf("ok 1 - %d inputs\n", inputs);
	return 0;
}
