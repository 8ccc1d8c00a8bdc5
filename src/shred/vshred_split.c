/*-------------------------------------------------------------------------
 *
 * vshred_split.c
 *	  From a value to cells.
 *
 * Interface: vshred_splitter_new, vshred_splitter_free, vshred_split,
 * vshred_name_cmp.
 *
 * Work is done on the bytes.  What is not typed goes over as a slice of the
 * value; only what is left of a partially shredded object is written anew,
 * into the splitter's arena: with the same ids, as the metadata is the same,
 * and the members copied.  An object without any of the fields is not even
 * gone through: its fields are looked for.
 *
 * Recursion is as deep as the schema, at most VNT_MAX_DEPTH.
 *
 *-------------------------------------------------------------------------
 */
#include <string.h>

#include "../codec/vnt_internal.h"
#include "vshred_internal.h"

#define FIRST_CHUNK		4096
#define MAX_CHUNK		(1024 * 1024)	/* larger ones are not kept */
#define NOWHERE			UINT32_MAX

typedef struct Chunk
{
	struct Chunk *next;
	size_t		size;
	size_t		used;
} Chunk;

struct VShredSplitter
{
	const VShredSchema *schema;
	const VntHost *host;
	const VShredSink *sink;
	Chunk	   *chunks;			/* the one in use first */
	uint32_t	steps;

	/*
	 * By node number: which member of the object at work a field is.  A node
	 * is at work once at a time, so this is no place for one level only.
	 */
	uint32_t	at[];
};

static VntStatus split_node(VShredSplitter *s, const VShredNode *node,
							const VntValue *v);

/* ---------------------------------------------------------------------
 * Names
 * ---------------------------------------------------------------------
 */
int
vshred_name_cmp(VntSlice a, VntSlice b)
{
	return vnt_bytes_cmp(a.data, a.len, b.data, b.len);
}

/* How the i-th member's name compares with name. */
static VntStatus
compare_member(const VntContainer *c, uint32_t i, VntSlice name, int *order)
{
	VntSlice	member;

	VNT_TRY(vnt_object_name(c, i, &member));
	*order = vshred_name_cmp(member, name);
	return VNT_OK;
}

/*
 * The first member of an object at low or behind it whose name is not below
 * name; count if there is none.  *equal tells whether it has that name.  Near
 * ones are found fast.
 */
static VntStatus
seek(const VntContainer *c, uint32_t low, VntSlice name,
	 uint32_t *found, bool *equal)
{
	uint32_t	high = low;
	uint32_t	step = 1;
	int			order = -1;

	/* steps that double, until one goes too far */
	*equal = false;
	while (high < c->count)
	{
		VNT_TRY(compare_member(c, high, name, &order));
		if (order >= 0)
			break;
		low = high + 1;
		high = step < c->count - high ? high + step : c->count;
		step *= 2;
	}
	*equal = high < c->count && order == 0;
	while (low < high && !*equal)
	{
		uint32_t	middle = low + (high - low) / 2;

		VNT_TRY(compare_member(c, middle, name, &order));
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
		*equal = order == 0;
	}
	*found = high;
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Memory
 * ---------------------------------------------------------------------
 */
VShredSplitter *
vshred_splitter_new(const VShredSchema *schema, const VntHost *host)
{
	VShredSplitter *s = host->resize(host->ctx, NULL, sizeof(VShredSplitter) +
									 schema->count * sizeof(uint32_t));

	if (s == NULL)
		return NULL;
	s->schema = schema;
	s->host = host;
	s->sink = NULL;
	s->chunks = NULL;
	s->steps = 0;
	return s;
}

/* Free all chunks but keep, which may be NULL. */
static void
keep_chunk(VShredSplitter *s, Chunk *keep)
{
	while (s->chunks != NULL)
	{
		Chunk	   *chunk = s->chunks;

		s->chunks = chunk->next;
		if (chunk != keep)
			s->host->release(s->host->ctx, chunk);
	}
	s->chunks = keep;
	if (keep != NULL)
	{
		keep->next = NULL;
		keep->used = 0;
	}
}

void
vshred_splitter_free(VShredSplitter *s)
{
	if (s == NULL)
		return;
	keep_chunk(s, NULL);
	s->host->release(s->host->ctx, s);
}

/* Room that stays until the next value. */
static uint8_t *
allocate(VShredSplitter *s, size_t n)
{
	Chunk	   *chunk = s->chunks;
	uint8_t    *place;

	if (chunk == NULL || n > chunk->size - chunk->used)
	{
		size_t		size = chunk ? chunk->size * 2 : FIRST_CHUNK;

		if (size < n || size > MAX_CHUNK)
			size = n > FIRST_CHUNK ? n : FIRST_CHUNK;
		chunk = s->host->resize(s->host->ctx, NULL, sizeof(Chunk) + size);
		if (chunk == NULL)
			return NULL;
		chunk->next = s->chunks;
		chunk->size = size;
		chunk->used = 0;
		s->chunks = chunk;
	}
	place = (uint8_t *) (chunk + 1) + chunk->used;
	chunk->used += n;
	return place;
}

/* ---------------------------------------------------------------------
 * Objects
 * ---------------------------------------------------------------------
 */

/* Where are the fields?  *count of them are there. */
static VntStatus
find_fields(VShredSplitter *s, const VShredNode *node, const VntContainer *c,
			uint32_t *count)
{
	uint32_t	low = 0;

	*count = 0;
	for (uint32_t i = 0; i < node->count; i++)
	{
		const VShredNode *field = &node->children[i];
		bool		equal = false;

		if (low < c->count)
			VNT_TRY(seek(c, low, field->name, &low, &equal));
		s->at[field->number] = equal ? low++ : NOWHERE;
		*count += equal;
	}
	return VNT_OK;
}

/* Walks over the members that are no fields, in order. */
typedef struct Rest
{
	const VShredSplitter *s;
	const VShredNode *node;
	const VntContainer *c;
	uint32_t	member;
	uint32_t	field;
} Rest;

/* The next one; false at the end. */
static bool
next_rest(Rest *r, uint32_t *member)
{
	while (r->member < r->c->count)
	{
		uint32_t	at = NOWHERE;

		while (r->field < r->node->count &&
			   (at = r->s->at[r->node->children[r->field].number]) == NOWHERE)
			r->field++;
		*member = r->member++;
		if (at != *member)
			return true;
		r->field++;
	}
	return false;
}

/*
 * Bytes of the values that are left.  The values of an object fill it exactly,
 * so these are those that the fields do not take.
 */
static VntStatus
measure_rest(const VShredSplitter *s, const VShredNode *node,
			 const VntContainer *c, uint32_t *total)
{
	*total = c->total;
	for (uint32_t i = 0; i < node->count; i++)
	{
		uint32_t	at = s->at[node->children[i].number];
		VntValue	child;
		size_t		size;

		if (at == NOWHERE)
			continue;
		VNT_TRY(vnt_container_child(c, at, &child));
		VNT_TRY(vnt_value_size(&child, &size));
		if (size > *total)
			return VNT_VALUE_OFFSETS;
		*total -= (uint32_t) size;
	}
	return VNT_OK;
}

/*
 * Small values first, then the large ones, as all our writers do.  Whether
 * they fill the room for them is found out here: in damaged objects values may
 * overlap.
 */
static VntStatus
write_values(VShredSplitter *s, Rest start, uint8_t *offsets, unsigned width,
			 uint8_t *values, uint32_t total)
{
	uint32_t	at = 0;
	bool		more = true;

	for (int large = 0; large < 2 && more; large++)
	{
		Rest		r = start;
		uint8_t    *offset = offsets;
		uint32_t	i;

		more = false;
		for (; next_rest(&r, &i); offset += width)
		{
			VntValue	child;
			size_t		size;

			VNT_TRY(vnt_container_child(r.c, i, &child));
			VNT_TRY(vnt_value_size(&child, &size));
			if ((size > VNT_LARGE_VALUE) != (large == 1))
			{
				more = true;
				continue;
			}
			if (size > total - at)
				return VNT_VALUE_OFFSETS;
			vnt_store_uint(offset, at, width);
			memcpy(values + at, child.data, size);
			at += (uint32_t) size;
		}
		vshred_step(s->host, &s->steps, r.c->count);
	}
	return at == total ? VNT_OK : VNT_VALUE_OFFSETS;
}

/* The largest id of a member that is left. */
static uint32_t
rest_id(Rest r)
{
	uint32_t	most = 0;
	uint32_t	i;

	while (next_rest(&r, &i))
	{
		uint32_t	id = vnt_object_id(r.c, i);

		if (id > most)
			most = id;
	}
	return most;
}

/* An object of what is left, n members. */
static VntStatus
write_rest(VShredSplitter *s, const VShredNode *node, const VntContainer *c,
		   uint32_t n, VntSlice *rest)
{
	Rest		start = {s, node, c, 0, 0};
	Rest		r = start;
	uint32_t	total;
	uint32_t	i;
	unsigned	width;
	unsigned	id_width;
	bool		large = n > 255;
	uint8_t    *p;

	VNT_TRY(measure_rest(s, node, c, &total));
	width = vnt_uint_width(total);
	id_width = vnt_uint_width(rest_id(start));
	rest->len = (large ? 5 : 2) + (size_t) n * id_width +
		((size_t) n + 1) * width + total;
	p = allocate(s, rest->len);
	if (p == NULL)
		return VNT_NO_MEMORY;
	rest->data = p;
	*p++ = (uint8_t) (VNT_BASIC_OBJECT |
					  ((width - 1) | (id_width - 1) << VNT_ID_WIDTH_SHIFT |
					   (large ? VNT_OBJECT_LARGE : 0u)) << VNT_HEADER_SHIFT);
	vnt_store_uint(p, n, large ? 4 : 1);
	p += large ? 4 : 1;
	for (; next_rest(&r, &i); p += id_width)
		vnt_store_uint(p, vnt_object_id(c, i), id_width);
	vnt_store_uint(p + (size_t) n * width, total, width);
	return write_values(s, start, p, width, p + ((size_t) n + 1) * width, total);
}

static VntStatus
whole_value(const VntValue *v, VntSlice *value)
{
	value->data = v->data;
	return vnt_value_size(v, &value->len);
}

static VntStatus
split_fields(VShredSplitter *s, const VShredNode *node, const VntContainer *c)
{
	static const VShredCell missing = {.kind = VSHRED_UNTYPED};

	for (uint32_t i = 0; i < node->count; i++)
	{
		const VShredNode *field = &node->children[i];
		uint32_t	at = s->at[field->number];
		VntValue	child;

		if (at == NOWHERE)
		{
			VNT_TRY(s->sink->cell(s->sink->ctx, field, &missing));
			continue;
		}
		VNT_TRY(vnt_container_child(c, at, &child));
		VNT_TRY(split_node(s, field, &child));
	}
	return VNT_OK;
}

static VntStatus
split_object(VShredSplitter *s, const VShredNode *node, const VntValue *v)
{
	VShredCell	cell = {.kind = VSHRED_OBJECT};
	VntContainer c;
	uint32_t	shredded;

	VNT_TRY(vnt_container_open(v, &c));
	VNT_TRY(find_fields(s, node, &c, &shredded));
	vshred_step(s->host, &s->steps, 1 + node->count);
	if (shredded == 0 && c.count > 0)
		VNT_TRY(whole_value(v, &cell.value));
	else if (shredded < c.count)
		VNT_TRY(write_rest(s, node, &c, c.count - shredded, &cell.value));
	VNT_TRY(s->sink->cell(s->sink->ctx, node, &cell));
	VNT_TRY(split_fields(s, node, &c));
	return s->sink->end ? s->sink->end(s->sink->ctx, node) : VNT_OK;
}

/* ---------------------------------------------------------------------
 * The rest
 * ---------------------------------------------------------------------
 */
static VntStatus
split_array(VShredSplitter *s, const VShredNode *node, const VntValue *v)
{
	VShredCell	cell = {.kind = VSHRED_ARRAY};
	VntContainer c;

	VNT_TRY(vnt_container_open(v, &c));
	cell.count = c.count;
	VNT_TRY(s->sink->cell(s->sink->ctx, node, &cell));
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntValue	child;

		VNT_TRY(vnt_container_child(&c, i, &child));
		VNT_TRY(split_node(s, &node->children[0], &child));
		vshred_step(s->host, &s->steps, 1);
	}
	return s->sink->end ? s->sink->end(s->sink->ctx, node) : VNT_OK;
}

static VntStatus
split_node(VShredSplitter *s, const VShredNode *node, const VntValue *v)
{
	VShredCell	cell = {.kind = VSHRED_UNTYPED};
	VntType		type = vnt_value_type(v);
	bool		fits;

	if (node->kind == VSHRED_OBJECT && type == VNT_OBJECT)
		return split_object(s, node, v);
	if (node->kind == VSHRED_ARRAY && type == VNT_ARRAY)
		return split_array(s, node, v);
	VNT_TRY(vshred_match(node, v, &cell.scalar, &fits));
	if (fits)
		cell.kind = VSHRED_SCALAR;
	else
		VNT_TRY(whole_value(v, &cell.value));
	return s->sink->cell(s->sink->ctx, node, &cell);
}

VntStatus
vshred_split(VShredSplitter *s, const VntValue *v, const VShredSink *sink)
{
	s->sink = sink;
	if (s->chunks != NULL)
		keep_chunk(s, s->chunks->size <= MAX_CHUNK ? s->chunks : NULL);
	return split_node(s, &s->schema->nodes[0], v);
}
