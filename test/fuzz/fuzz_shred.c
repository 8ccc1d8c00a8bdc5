/*-------------------------------------------------------------------------
 *
 * fuzz_shred.c
 *	  Fuzz target: splitting values by schemas, and merging cells.
 *
 * Input: one byte, then metadata and value, adjacent: an array of a schema
 * document and any number of values.  Each value is split and merged: if the
 * bytes are valid it must come back.  The cells are then merged once more with
 * some of them damaged, in a way that the first byte chooses, and the values
 * are given to the inferring of a schema, which must be one.
 *
 *-------------------------------------------------------------------------
 */
#include <stdlib.h>
#include <string.h>

#include "../../src/shred/vshred.h"

#define MAX_CELLS	4096

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Cells
{
	VShredCell	cells[MAX_CELLS];
	size_t		count;
	size_t		read;
} Cells;

static void
expect(bool good)
{
	if (!good)
		abort();
}

static VntStatus
keep(void *ctx, const VShredNode *node, const VShredCell *cell)
{
	Cells	   *c = ctx;

	if (c->count >= MAX_CELLS)
		return VNT_TOO_LARGE;
	c->cells[c->count++] = *cell;
	(void) node;
	return VNT_OK;
}

/* When the cells are damaged any number of them may be asked for. */
static VShredStatus
give(void *ctx, const VShredNode *node, const VShredCell *parent,
	 uint32_t index, const VShredStep *step, VShredCell *cell, VShredError *err)
{
	Cells	   *c = ctx;

	(void) node;
	(void) parent;
	(void) index;
	if (c->read >= c->count)
		return vshred_fail(err, VSHRED_GROUP, step);
	*cell = c->cells[c->read++];
	return VSHRED_OK;
}

/* The builder holds a value equal to v. */
static void
expect_back(VntBuilder *b, const VntValue *v)
{
	VntMetadata meta;
	VntValue	back = {.meta = &meta};
	VntStatus	status = VNT_OK;
	size_t		len;
	size_t		metadata_len;
	uint8_t    *out;

	expect(vnt_builder_size(b, &len) == VNT_OK);
	out = malloc(len);
	expect(out != NULL);
	vnt_builder_write(b, out, &metadata_len);
	expect(vnt_validate(out, metadata_len, out + metadata_len, len - metadata_len,
						&vnt_host_malloc, NULL) == VNT_OK);
	expect(vnt_metadata_open(out, metadata_len, &meta) == VNT_OK);
	back.data = out + metadata_len;
	back.len = len - metadata_len;
	expect(vnt_compare(&back, v, &status) == 0 && status == VNT_OK);
	free(out);
}

static void
damage(Cells *c, unsigned how)
{
	size_t		at = c->count > 0 ? how % c->count : 0;

	if (c->count == 0)
		return;
	if (how & 1)
		c->cells[at].kind = (uint8_t) (how >> 3 & 3);
	if (how & 2)
		c->cells[at].value = c->cells[c->count / 2].value;
	if (how & 4)
		c->cells[at].count = how >> 5;
}

static void
try_value(const VShredSchema *schema, VShredSplitter *splitter, VntBuilder *b,
		  const VntValue *v, bool valid, unsigned how)
{
	static Cells c;
	VShredSink	sink = {keep, NULL, &c};
	VShredSource source = {give, &c, valid};
	VShredError err;
	VShredStatus status;
	VntStatus	split;
	bool		missing;

	memset(&err, 0, sizeof(err));
	vnt_buffer_init(&err.path, &vnt_host_malloc);
	c.count = c.read = 0;
	split = vshred_split(splitter, v, &sink);
	expect(!valid || split == VNT_OK || split == VNT_TOO_LARGE);
	vnt_builder_reset(b);
	status = vshred_merge(schema, v->meta, &source, &vnt_host_malloc, b,
						  &missing, &err);
	if (valid && split == VNT_OK)
	{
		expect(status == VSHRED_OK && c.read == c.count && !missing);
		expect_back(b, v);
	}
	damage(&c, how);
	c.read = 0;
	source.trusted = false;
	vnt_builder_reset(b);
	(void) vshred_merge(schema, v->meta, &source, &vnt_host_malloc, b, &missing,
						&err);
	vnt_buffer_free(&err.path);
}

static void
try_infer(const VntContainer *c, VntBuilder *b, bool valid)
{
	VShredInfer *f = vshred_infer_new(&vnt_host_malloc, 10);
	VntStatus	status = VNT_OK;
	size_t		len;
	size_t		metadata_len;

	expect(f != NULL);
	for (uint32_t i = 1; status == VNT_OK && i < c->count; i++)
	{
		VntValue	v;

		status = vnt_container_child(c, i, &v);
		if (status == VNT_OK)
			status = vshred_infer_add(f, &v);
		expect(!valid || status == VNT_OK);
	}
	vnt_builder_reset(b);
	status = vshred_infer_build(f, &vshred_infer_defaults, b);
	expect(!valid || status == VNT_OK);
	if (status == VNT_OK && vnt_builder_size(b, &len) == VNT_OK)
	{
		uint8_t    *out = malloc(len);
		VntMetadata meta;
		VntValue	document = {.meta = &meta};
		VShredSchema *schema;

		expect(out != NULL);
		vnt_builder_write(b, out, &metadata_len);
		expect(vnt_metadata_open(out, metadata_len, &meta) == VNT_OK);
		document.data = out + metadata_len;
		document.len = len - metadata_len;
		expect(vshred_schema_parse(&document, &vnt_host_malloc, &schema, NULL) == VSHRED_OK);
		vshred_schema_free(schema, &vnt_host_malloc);
		free(out);
	}
	vshred_infer_free(f);
}

static void
try_all(const VntContainer *c, VntBuilder *b, bool valid, unsigned how)
{
	VntValue	document;
	VShredSchema *schema;
	VShredSplitter *splitter;
	VntValue	v;

	try_infer(c, b, valid);
	if (vnt_container_child(c, 0, &document) != VNT_OK ||
		vshred_schema_parse(&document, &vnt_host_malloc, &schema, NULL) != VSHRED_OK)
		return;
	splitter = vshred_splitter_new(schema, &vnt_host_malloc);
	expect(splitter != NULL);
	for (uint32_t i = 1; i < c->count && i < 16; i++)
		if (vnt_container_child(c, i, &v) == VNT_OK)
			try_value(schema, splitter, b, &v, valid, how);
	vshred_splitter_free(splitter);
	vshred_schema_free(schema, &vnt_host_malloc);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static VntBuilder *b = NULL;
	VntMetadata meta;
	VntValue	v;
	VntContainer c;
	bool		valid;

	if (size < 2 || vnt_metadata_open(data + 1, size - 1, &meta) != VNT_OK ||
		meta.len == size - 1)
		return 0;
	v.meta = &meta;
	v.data = data + 1 + meta.len;
	v.len = size - 1 - meta.len;
	if (vnt_container_open(&v, &c) != VNT_OK || c.is_object || c.count == 0)
		return 0;
	valid = vnt_validate(data + 1, meta.len, v.data, v.len, &vnt_host_malloc,
						 NULL) == VNT_OK;
	if (b == NULL)
		b = vnt_builder_new(&vnt_host_malloc);
	expect(b != NULL);
	try_all(&c, b, valid, data[0]);
	return 0;
}
