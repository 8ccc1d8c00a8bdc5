/*-------------------------------------------------------------------------
 *
 * vshred_infer.c
 *	  A schema from the values that are to be shredded.
 *
 * Interface: vshred_infer_new, _free, _add, _build, vshred_infer_defaults.
 *
 * Adding counts, for each path, the values of each type; nothing depends on
 * the order of the values.  Building then takes a path if
 *	- most of its values that are not null are of one type,
 *	- and enough rows have such a value; below an array, enough elements.
 * All exact numbers are one type: bigint if all are integers of 64 bits, else
 * numeric with the largest scale seen and 9, 18 or 38 digits, the precisions
 * of the format's three decimal types.  If 38 digits are too few, or the
 * values of a type do not fit (they may be of any later row), nothing is lost:
 * such values stay in "value".
 *
 * Limits: memory grows with the number of different paths, about 150 bytes for
 * each of at most MAX_PATHS (VNT_TOO_LARGE beyond).
 *
 *-------------------------------------------------------------------------
 */
#include <stdio.h>
#include <string.h>

#include "../codec/vnt_internal.h"
#include "vshred_internal.h"

#define NONE		UINT32_MAX
#define FIRST_PATHS	64
#define MAX_PATHS	(1u << 24)
#define NAME_CHUNK	8192

/* What is counted apart.  Ties are won by the first. */
typedef enum Slot
{
	SLOT_STRING,
	SLOT_NUMBER,
	SLOT_DOUBLE,
	SLOT_FLOAT,
	SLOT_BOOLEAN,
	SLOT_TIMESTAMPTZ,
	SLOT_TIMESTAMP,
	SLOT_TIMESTAMPTZ_NANOS,
	SLOT_TIMESTAMP_NANOS,
	SLOT_DATE,
	SLOT_TIME,
	SLOT_UUID,
	SLOT_BINARY,
	SLOT_OBJECT,
	SLOT_ARRAY,
	SLOT_NULL,
	SLOT_COUNT
} Slot;

static const uint8_t slot_of_type[VNT_TYPE_COUNT] = {
	[VNT_NULL] = SLOT_NULL,
	[VNT_TRUE] = SLOT_BOOLEAN,
	[VNT_FALSE] = SLOT_BOOLEAN,
	[VNT_INT8] = SLOT_NUMBER,
	[VNT_INT16] = SLOT_NUMBER,
	[VNT_INT32] = SLOT_NUMBER,
	[VNT_INT64] = SLOT_NUMBER,
	[VNT_DOUBLE] = SLOT_DOUBLE,
	[VNT_DECIMAL4] = SLOT_NUMBER,
	[VNT_DECIMAL8] = SLOT_NUMBER,
	[VNT_DECIMAL16] = SLOT_NUMBER,
	[VNT_DATE] = SLOT_DATE,
	[VNT_TIMESTAMPTZ] = SLOT_TIMESTAMPTZ,
	[VNT_TIMESTAMP] = SLOT_TIMESTAMP,
	[VNT_FLOAT] = SLOT_FLOAT,
	[VNT_BINARY] = SLOT_BINARY,
	[VNT_STRING] = SLOT_STRING,
	[VNT_TIME] = SLOT_TIME,
	[VNT_TIMESTAMPTZ_NANOS] = SLOT_TIMESTAMPTZ_NANOS,
	[VNT_TIMESTAMP_NANOS] = SLOT_TIMESTAMP_NANOS,
	[VNT_UUID] = SLOT_UUID,
	[VNT_SHORT_STRING] = SLOT_STRING,
	[VNT_OBJECT] = SLOT_OBJECT,
	[VNT_ARRAY] = SLOT_ARRAY,
	[VNT_UNKNOWN] = SLOT_NULL,
};

static const uint8_t type_of_slot[SLOT_NULL] = {
	[SLOT_STRING] = VNT_STRING,
	[SLOT_NUMBER] = VNT_INT64,
	[SLOT_DOUBLE] = VNT_DOUBLE,
	[SLOT_FLOAT] = VNT_FLOAT,
	[SLOT_BOOLEAN] = VNT_TRUE,
	[SLOT_TIMESTAMPTZ] = VNT_TIMESTAMPTZ,
	[SLOT_TIMESTAMP] = VNT_TIMESTAMP,
	[SLOT_TIMESTAMPTZ_NANOS] = VNT_TIMESTAMPTZ_NANOS,
	[SLOT_TIMESTAMP_NANOS] = VNT_TIMESTAMP_NANOS,
	[SLOT_DATE] = VNT_DATE,
	[SLOT_TIME] = VNT_TIME,
	[SLOT_UUID] = VNT_UUID,
	[SLOT_BINARY] = VNT_BINARY,
};

/* A path: the root, a field of one, or the elements of one. */
typedef struct Path
{
	uint32_t	parent;			/* NONE for the root; always a smaller number */
	uint32_t	first;			/* its last child found, and so on by next */
	uint32_t	next;
	uint32_t	follower;		/* what came behind it last time */
	const uint8_t *name;		/* NULL: elements */
	uint32_t	name_len;
	uint32_t	hash;
	uint32_t	counts[SLOT_COUNT]; /* they stop at their largest value */
	uint8_t		digits;			/* of numbers: most before the point */
	uint8_t		scale;			/* and most behind it */
	bool		wide;			/* some integer is no int64 */
} Path;

typedef struct NameChunk
{
	struct NameChunk *next;
	size_t		left;
	uint8_t    *free;
} NameChunk;

struct VShredInfer
{
	const VntHost *host;
	uint32_t	max_depth;
	Path	   *paths;
	uint32_t	count;
	uint32_t	capacity;
	uint32_t   *table;			/* hash table of paths, NONE where free */
	uint32_t	table_size;		/* a power of two */
	NameChunk  *names;
	uint32_t	steps;
};

const VShredInferOptions vshred_infer_defaults = {0.1, 0.5, 300, 50};

/* ---------------------------------------------------------------------
 * Memory
 * ---------------------------------------------------------------------
 */
static uint8_t *
keep_bytes(VShredInfer *f, const uint8_t *data, size_t len)
{
	NameChunk  *chunk = f->names;
	uint8_t    *kept;

	if (chunk == NULL || chunk->left < len)
	{
		size_t		size = len > NAME_CHUNK ? len : NAME_CHUNK;

		chunk = f->host->resize(f->host->ctx, NULL, sizeof(NameChunk) + size);
		if (chunk == NULL)
			return NULL;
		chunk->next = f->names;
		chunk->left = size;
		chunk->free = (uint8_t *) (chunk + 1);
		f->names = chunk;
	}
	kept = chunk->free;
	if (len > 0)
		memcpy(kept, data, len);
	chunk->free += len;
	chunk->left -= len;
	return kept;
}

/* Room for one more path, and the table at most half full. */
static VntStatus
make_room(VShredInfer *f)
{
	uint32_t	capacity = f->capacity * 2;
	Path	   *paths;
	uint32_t   *table;

	if (f->count < f->capacity)
		return VNT_OK;
	if (f->capacity >= MAX_PATHS)
		return VNT_TOO_LARGE;
	paths = f->host->resize(f->host->ctx, f->paths, capacity * sizeof(Path));
	if (paths == NULL)
		return VNT_NO_MEMORY;
	f->paths = paths;
	table = f->host->resize(f->host->ctx, f->table,
							(size_t) capacity * 2 * sizeof(uint32_t));
	if (table == NULL)
		return VNT_NO_MEMORY;
	f->table = table;
	f->table_size = capacity * 2;
	f->capacity = capacity;
	memset(table, 0xff, f->table_size * sizeof(uint32_t));
	for (uint32_t i = 1; i < f->count; i++)
	{
		uint32_t	at = f->paths[i].hash & (f->table_size - 1);

		while (table[at] != NONE)
			at = (at + 1) & (f->table_size - 1);
		table[at] = i;
	}
	return VNT_OK;
}

VShredInfer *
vshred_infer_new(const VntHost *host, uint32_t max_depth)
{
	VShredInfer *f = host->resize(host->ctx, NULL, sizeof(VShredInfer));

	if (f == NULL)
		return NULL;
	memset(f, 0, sizeof(*f));
	f->host = host;
	f->max_depth = max_depth < VNT_MAX_DEPTH ? max_depth : VNT_MAX_DEPTH;
	f->capacity = FIRST_PATHS;
	f->table_size = FIRST_PATHS * 2;
	f->paths = host->resize(host->ctx, NULL, FIRST_PATHS * sizeof(Path));
	f->table = host->resize(host->ctx, NULL, FIRST_PATHS * 2 * sizeof(uint32_t));
	if (f->paths == NULL || f->table == NULL)
	{
		vshred_infer_free(f);
		return NULL;
	}
	memset(f->table, 0xff, f->table_size * sizeof(uint32_t));
	memset(&f->paths[0], 0, sizeof(Path));
	f->paths[0].parent = f->paths[0].first = f->paths[0].next = NONE;
	f->paths[0].follower = NONE;
	f->count = 1;
	return f;
}

void
vshred_infer_free(VShredInfer *f)
{
	if (f == NULL)
		return;
	while (f->names != NULL)
	{
		NameChunk  *chunk = f->names;

		f->names = chunk->next;
		f->host->release(f->host->ctx, chunk);
	}
	if (f->paths != NULL)
		f->host->release(f->host->ctx, f->paths);
	if (f->table != NULL)
		f->host->release(f->host->ctx, f->table);
	f->host->release(f->host->ctx, f);
}

/* ---------------------------------------------------------------------
 * Finding paths
 * ---------------------------------------------------------------------
 */
static uint32_t
hash_name(uint32_t parent, VntSlice name)
{
	uint64_t	h = (parent + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);

	for (size_t i = 0; i < name.len; i++)
		h = (h ^ name.data[i]) * UINT64_C(0x100000001b3);
	h ^= name.data == NULL ? 0x55 : 0;
	h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
	return (uint32_t) (h ^ h >> 32);
}

static inline bool
is_path(const Path *p, uint32_t parent, VntSlice name)
{
	return p->parent == parent && p->name_len == name.len &&
		(p->name == NULL) == (name.data == NULL) &&
		(name.len == 0 || memcmp(p->name, name.data, name.len) == 0);
}

static VntStatus
add_path(VShredInfer *f, uint32_t parent, VntSlice name, uint32_t hash,
		 uint32_t *found)
{
	Path	   *p;
	uint32_t	at;

	VNT_TRY(make_room(f));
	p = &f->paths[f->count];
	memset(p, 0, sizeof(*p));
	if (name.data != NULL)
	{
		p->name = keep_bytes(f, name.data, name.len);
		if (p->name == NULL)
			return VNT_NO_MEMORY;
	}
	p->name_len = (uint32_t) name.len;
	p->hash = hash;
	p->parent = parent;
	p->first = p->follower = NONE;
	p->next = f->paths[parent].first;
	f->paths[parent].first = f->count;
	at = hash & (f->table_size - 1);
	while (f->table[at] != NONE)
		at = (at + 1) & (f->table_size - 1);
	f->table[at] = *found = f->count++;
	return VNT_OK;
}

/* A child; last is the one before it in this value, or NONE. */
static VntStatus
find_path(VShredInfer *f, uint32_t parent, VntSlice name, uint32_t last,
		  uint32_t *found)
{
	uint32_t	hash;
	uint32_t	guess = last == NONE ? f->paths[parent].first : f->paths[last].follower;

	if (guess != NONE && is_path(&f->paths[guess], parent, name))
	{
		*found = guess;
		return VNT_OK;
	}
	hash = hash_name(parent, name);
	for (uint32_t at = hash & (f->table_size - 1); f->table[at] != NONE;
		 at = (at + 1) & (f->table_size - 1))
		if (f->paths[f->table[at]].hash == hash &&
			is_path(&f->paths[f->table[at]], parent, name))
		{
			*found = f->table[at];
			return VNT_OK;
		}
	return add_path(f, parent, name, hash, found);
}

/* ---------------------------------------------------------------------
 * Counting
 * ---------------------------------------------------------------------
 */
static VntStatus add_value(VShredInfer *f, uint32_t at, const VntValue *v,
						   uint32_t depth);

static VntStatus
add_number(Path *p, const VntValue *v)
{
	VntScalar	s;
	VntInt128	unscaled;
	int64_t		i;
	int			digits;

	VNT_TRY(vnt_scalar_read(v, &s));
	if (s.type <= VNT_INT64)
	{
		unscaled = vnt_int128_from_int64(s.u.i);
		s.scale = 0;
	}
	else
		unscaled = s.u.dec;
	digits = vnt_int128_digits(unscaled) - s.scale;
	if (digits > p->digits)
		p->digits = (uint8_t) digits;
	if (s.scale > p->scale)
		p->scale = s.scale;
	if (!vnt_int128_fits_int64(unscaled, &i))
		p->wide = true;
	return VNT_OK;
}

static VntStatus
add_children(VShredInfer *f, uint32_t at, const VntValue *v, uint32_t depth)
{
	VntContainer c;
	uint32_t	last = NONE;

	VNT_TRY(vnt_container_open(v, &c));
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntSlice	name = VSHRED_NO_NAME;
		VntValue	child;
		uint32_t	found;

		if (c.is_object)
			VNT_TRY(vnt_object_name(&c, i, &name));
		VNT_TRY(vnt_container_child(&c, i, &child));
		if (c.is_object || last == NONE)
		{
			VNT_TRY(find_path(f, at, name, last, &found));
			if (last != NONE)
				f->paths[last].follower = found;
			last = found;
		}
		VNT_TRY(add_value(f, last, &child, depth + 1));
		vshred_step(f->host, &f->steps, 1);
	}
	return VNT_OK;
}

static VntStatus
add_value(VShredInfer *f, uint32_t at, const VntValue *v, uint32_t depth)
{
	Path	   *p = &f->paths[at];
	VntType		type = vnt_value_type(v);
	Slot		slot = (Slot) slot_of_type[type];

	if (type == VNT_UNKNOWN)
		return VNT_VALUE_TYPE;
	if (p->counts[slot] < UINT32_MAX)
		p->counts[slot]++;
	if (slot == SLOT_NUMBER)
		return add_number(p, v);
	if ((slot == SLOT_OBJECT || slot == SLOT_ARRAY) && depth < f->max_depth)
		return add_children(f, at, v, depth);
	return VNT_OK;
}

VntStatus
vshred_infer_add(VShredInfer *f, const VntValue *v)
{
	return add_value(f, 0, v, 0);
}

/* ---------------------------------------------------------------------
 * Choosing
 * ---------------------------------------------------------------------
 */

/* What building knows of each path. */
typedef struct Choice
{
	uint8_t		slot;			/* SLOT_NULL: not taken */
	double		base;			/* rows, or elements, that it is a part of */
	double		share;			/* of them have it */
	uint32_t	leaves;			/* scalars at it and below */
} Choice;

typedef struct Build
{
	VShredInfer *f;
	const VShredInferOptions *options;
	VntBuilder *b;
	Choice	   *choices;
	uint32_t   *leaves;			/* numbers of the scalars, leaf_count */
	uint32_t	leaf_count;
} Build;

static double
count_all(const Path *p, bool nulls)
{
	double		sum = nulls ? p->counts[SLOT_NULL] : 0;

	for (int slot = 0; slot < SLOT_NULL; slot++)
		sum += p->counts[slot];
	return sum;
}

static bool
is_decimal(const Path *p)
{
	return p->scale > 0 || p->wide;
}

static void
choose(Build *x, uint32_t i)
{
	const Path *p = &x->f->paths[i];
	Choice	   *choice = &x->choices[i];
	int			best = 0;

	choice->slot = SLOT_NULL;
	choice->leaves = 0;
	choice->base = i == 0 || p->name == NULL ? count_all(p, true) :
		x->choices[p->parent].base;
	if (i > 0 && x->choices[p->parent].slot !=
		(p->name == NULL ? SLOT_ARRAY : SLOT_OBJECT))
		return;
	for (int slot = 1; slot < SLOT_NULL; slot++)
		if (p->counts[slot] > p->counts[best])
			best = slot;
	choice->share = choice->base > 0 ? p->counts[best] / choice->base : 0;
	if (p->counts[best] == 0 || choice->share < x->options->threshold ||
		p->counts[best] < x->options->majority * count_all(p, false) ||
		(best == SLOT_NUMBER && p->digits + p->scale > VNT_MAX_PRECISION))
		return;
	choice->slot = (uint8_t) best;
	if (best < SLOT_OBJECT)
		x->leaves[x->leaf_count++] = i;
}

static uint32_t
path_depth(const VShredInfer *f, uint32_t i)
{
	uint32_t	depth = 0;

	for (; f->paths[i].parent != NONE; i = f->paths[i].parent)
		depth++;
	return depth;
}

/* Is scalar a to be taken before scalar b?  By share, then by path. */
static bool
is_before(const Build *x, uint32_t a, uint32_t b)
{
	const Path *paths = x->f->paths;
	uint32_t	a_depth;
	uint32_t	b_depth;

	if (x->choices[a].share > x->choices[b].share)
		return true;
	if (x->choices[a].share < x->choices[b].share || a == b)
		return false;
	a_depth = path_depth(x->f, a);
	b_depth = path_depth(x->f, b);
	for (; a_depth > b_depth; a_depth--)
		a = paths[a].parent;
	for (; b_depth > a_depth; b_depth--)
		b = paths[b].parent;
	while (paths[a].parent != paths[b].parent)
	{
		a = paths[a].parent;
		b = paths[b].parent;
	}
	return vnt_bytes_cmp(paths[a].name, paths[a].name_len,
						 paths[b].name, paths[b].name_len) < 0;
}

/* Heap sort: the last to be taken is on top of the heap. */
static void
sift(Build *x, uint32_t root, uint32_t count)
{
	uint32_t	moved = x->leaves[root];

	for (;;)
	{
		uint32_t	child = root * 2 + 1;

		if (child >= count)
			break;
		if (child + 1 < count && is_before(x, x->leaves[child], x->leaves[child + 1]))
			child++;
		if (!is_before(x, moved, x->leaves[child]))
			break;
		x->leaves[root] = x->leaves[child];
		root = child;
	}
	x->leaves[root] = moved;
	vshred_step(x->f->host, &x->f->steps, 16);
}

/* Give up the scalars that are too many. */
static void
cap_leaves(Build *x)
{
	uint32_t	count = x->leaf_count;

	if (count <= x->options->max_fields)
		return;
	for (uint32_t i = count / 2; i-- > 0;)
		sift(x, i, count);
	while (count > x->options->max_fields)
	{
		uint32_t	last = x->leaves[0];

		x->choices[last].slot = SLOT_NULL;
		x->leaves[0] = x->leaves[--count];
		if (count > 0)
			sift(x, 0, count);
	}
	x->leaf_count = count;
}

/* ---------------------------------------------------------------------
 * Writing
 * ---------------------------------------------------------------------
 */
static VntStatus
build_type(Build *x, const Path *p, Slot slot)
{
	VShredNode	node = {.kind = VSHRED_SCALAR, .type = type_of_slot[slot]};
	char		text[VSHRED_TYPE_NAME];
	uint8_t    *kept;
	int			len;

	if (slot == SLOT_NUMBER && is_decimal(p))
	{
		int			precision = p->digits + p->scale;

		node.precision = (uint8_t) (precision <= 9 ? 9 : precision <= 18 ? 18 :
									VNT_MAX_PRECISION);
		node.scale = p->scale;
	}
	len = vshred_type_name(&node, text);
	kept = keep_bytes(x->f, (const uint8_t *) text, (size_t) len);
	return kept == NULL ? VNT_NO_MEMORY : vnt_build_string(x->b, kept, (size_t) len);
}

static VntStatus
build_path(Build *x, uint32_t i)
{
	const Path *p = &x->f->paths[i];
	Slot		slot = (Slot) x->choices[i].slot;

	if (slot < SLOT_OBJECT)
		return build_type(x, p, slot);
	VNT_TRY(slot == SLOT_OBJECT ? vnt_build_object_begin(x->b) :
			vnt_build_array_begin(x->b));
	for (uint32_t child = p->first; child != NONE; child = x->f->paths[child].next)
	{
		if (x->choices[child].leaves == 0)
			continue;
		if (slot == SLOT_OBJECT)
			VNT_TRY(vnt_build_key(x->b, x->f->paths[child].name,
								  x->f->paths[child].name_len));
		VNT_TRY(build_path(x, child));
	}
	return slot == SLOT_OBJECT ? vnt_build_object_end(x->b) :
		vnt_build_array_end(x->b);
}

static VntStatus
build_schema(Build *x)
{
	static const uint8_t untyped[] = "variant";
	uint32_t	count = x->f->count;

	/* parents come before their children */
	for (uint32_t i = 0; i < count; i++)
	{
		choose(x, i);
		vshred_step(x->f->host, &x->f->steps, 1);
	}
	cap_leaves(x);
	for (uint32_t i = count; i-- > 0;)
	{
		Choice	   *choice = &x->choices[i];

		choice->leaves += choice->slot < SLOT_OBJECT;
		if (i > 0)
			x->choices[x->f->paths[i].parent].leaves += choice->leaves;
	}
	if (x->choices[0].leaves == 0)
		return vnt_build_string(x->b, untyped, sizeof(untyped) - 1);
	return build_path(x, 0);
}

VntStatus
vshred_infer_build(VShredInfer *f, const VShredInferOptions *options,
				   VntBuilder *b)
{
	const VntHost *host = f->host;
	Build		x = {.f = f, .options = options, .b = b};
	VntStatus	status = VNT_NO_MEMORY;

	x.choices = host->resize(host->ctx, NULL, f->count * sizeof(Choice));
	x.leaves = host->resize(host->ctx, NULL, f->count * sizeof(uint32_t));
	if (x.choices != NULL && x.leaves != NULL)
		status = build_schema(&x);
	if (x.choices != NULL)
		host->release(host->ctx, x.choices);
	if (x.leaves != NULL)
		host->release(host->ctx, x.leaves);
	return status;
}
