/*-------------------------------------------------------------------------
 *
 * fuzz_path.c
 *	  Fuzz target: a path and a value to walk.
 *
 * Input: the text of a path up to the first newline, then metadata and value,
 * adjacent, of any bytes.  What parses has to parse to names within the room
 * given, and a walk has to stay within the bytes, with and without hints.
 *
 *-------------------------------------------------------------------------
 */
#include <stdlib.h>
#include <string.h>

#include "path/vpath.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
insist(bool good)
{
	if (!good)
		abort();
}

static void
check_steps(const VPath *path, const uint8_t *names, size_t len)
{
	insist(path->count <= vpath_max_steps(len));
	for (size_t i = 0; i < path->count; i++)
	{
		const VPathStep *step = &path->steps[i];

		if (step->kind == VPATH_NAME)
			insist(step->name.data >= names &&
				   step->name.data + step->name.len <= names + len);
		else
			insist(step->kind == VPATH_INDEX && step->has_index);
	}
}

/* What was found has to lie within the bytes, as far as its size is known. */
static void
check_found(const VntValue *found, const uint8_t *data, size_t size)
{
	size_t		found_size;

	insist(found->data >= data && found->len >= 1 &&
		   found->data + found->len <= data + size);
	if (vnt_value_size(found, &found_size) == VNT_OK)
		insist(found_size <= found->len);
}

static void
walk(const VPath *path, const uint8_t *data, size_t size)
{
	uint32_t   *hints = calloc(path->count + 1, sizeof(uint32_t));
	VntMetadata meta;
	VntValue	root;
	VntValue	found;

	if (vnt_metadata_open(data, size, &meta) == VNT_OK && meta.len < size)
	{
		root.meta = &meta;
		root.data = data + meta.len;
		root.len = size - meta.len;
		if (vpath_eval(path, &root, &found, NULL) == VNT_OK)
			check_found(&found, data, size);
		for (int i = 0; i < 2; i++)
		{
			if (vpath_eval(path, &root, &found, hints) == VNT_OK)
				check_found(&found, data, size);
		}
	}
	free(hints);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *newline = size > 0 ? memchr(data, '\n', size) : NULL;
	size_t		len = newline ? (size_t) (newline - data) : size;
	VPathStep  *steps = malloc(vpath_max_steps(len) * sizeof(VPathStep) + 1);
	uint8_t    *names = malloc(len + 1);
	int32_t		index;
	VPath		path;
	size_t		offset;

	(void) vpath_read_index(data, len, &index);
	if (vpath_parse((const char *) data, len, steps, names, &path,
					&offset) == VPATH_OK)
	{
		insist(offset == len);
		check_steps(&path, names, len);
		if (newline)
			walk(&path, newline + 1, size - len - 1);
	}
	else
		insist(offset <= len);
	free(steps);
	free(names);
	return 0;
}
