/*-------------------------------------------------------------------------
 *
 * vshred_infer.c
 *	  Counting what values have at each path, for a schema to be made of it.
 *
 * Interface: vshred_infer_new, _free, _add, vshred_infer_defaults, and
 * vshred_infer_keep.
 *
 * Adding counts, for each path, the values of each type; nothing depends on
 * the order of the values.  vshred_infer_build.c chooses.
 *
 * Limits: memory grows with the number of different paths, about 150 bytes for
 * each of at most MAX_PATHS (VNT_TOO_LARGE beyond).
 *
 *-------------------------------------------------------------------------
 */
#include "../codec/vnt_internal.h"
#include "vshred_infer.h"

#define FIRST_PATHS	64
#define MAX_PATHS	(1u << 24)
#define NAME_CHUNK	8192

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

typedef struct NameChunk
{
	struct NameChunk *next;
	size_t		left;
	uint8_t    *free;
} NameChunk;

const VShredInferOptions vshred_infer_defaults = {0.1, 0.5, 300, 50};

/* ---------------------------------------------------------------------
 * Memory
 * ---------------------------------------------------------------------
 */
uint8_t *
vshred_infer_keep(VShredInfer *f, const uint8_t *data, size_t len)
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
	VShredPath *paths;
	uint32_t   *table;

	if (f->count < f->capacity)
		return VNT_OK;
	if (f->capacity >= MAX_PATHS)
		return VNT_TOO_LARGE;
	paths = f->host->resize(f->host->ctx, f->paths, capacity * sizeof(VShredPath));
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

		while (table[at] != VSHRED_NONE)
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
	f->paths = host->resize(host->ctx, NULL, FIRST_PATHS * sizeof(VShredPath));
	f->table = host->resize(host->ctx, NULL, FIRST_PATHS * 2 * sizeof(uint32_t));
	if (f->paths == NULL || f->table == NULL)
	{
		vshred_infer_free(f);
		return NULL;
	}
	memset(f->table, 0xff, f->table_size * sizeof(uint32_t));
	memset(&f->paths[0], 0, sizeof(VShredPath));
	f->paths[0].parent = f->paths[0].first = f->paths[0].next = VSHRED_NONE;
	f->paths[0].follower = VSHRED_NONE;
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
is_path(const VShredPath *p, uint32_t parent, VntSlice name)
{
	return p->parent == parent && p->name_len == name.len &&
		(p->name == NULL) == (name.data == NULL) &&
		(name.len == 0 || memcmp(p->name, name.data, name.len) == 0);
}

static VntStatus
add_path(VShredInfer *f, uint32_t parent, VntSlice name, uint32_t hash,
		 uint32_t *found)
{
	VShredPath *p;
	uint32_t	at;

	VNT_TRY(make_room(f));
	p = &f->paths[f->count];
	memset(p, 0, sizeof(*p));
	if (name.data != NULL)
	{
		p->name = vshred_infer_keep(f, name.data, name.len);
		if (p->name == NULL)
			return VNT_NO_MEMORY;
	}
	p->name_len = (uint32_t) name.len;
	p->hash = hash;
	p->parent = parent;
	p->first = p->follower = VSHRED_NONE;
	p->next = f->paths[parent].first;
	f->paths[parent].first = f->count;
	at = hash & (f->table_size - 1);
	while (f->table[at] != VSHRED_NONE)
		at = (at + 1) & (f->table_size - 1);
	f->table[at] = *found = f->count++;
	return VNT_OK;
}

/* A child; last is the one before it in this value, or VSHRED_NONE. */
static VntStatus
find_path(VShredInfer *f, uint32_t parent, VntSlice name, uint32_t last,
		  uint32_t *found)
{
	uint32_t	hash;
	uint32_t	guess = last == VSHRED_NONE ? f->paths[parent].first : f->paths[last].follower;

	if (guess != VSHRED_NONE && is_path(&f->paths[guess], parent, name))
	{
		*found = guess;
		return VNT_OK;
	}
	hash = hash_name(parent, name);
	for (uint32_t at = hash & (f->table_size - 1); f->table[at] != VSHRED_NONE;
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
add_number(VShredPath *p, const VntValue *v)
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
	uint32_t	last = VSHRED_NONE;

	VNT_TRY(vnt_container_open(v, &c));
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntSlice	name = VSHRED_NO_NAME;
		VntValue	child;
		uint32_t	found;

		if (c.is_object)
			VNT_TRY(vnt_object_name(&c, i, &name));
		VNT_TRY(vnt_container_child(&c, i, &child));
		if (c.is_object || last == VSHRED_NONE)
		{
			VNT_TRY(find_path(f, at, name, last, &found));
			if (last != VSHRED_NONE)
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
	VShredPath *p = &f->paths[at];
	VntType		type = vnt_value_type(v);
	VShredSlot slot = (VShredSlot) slot_of_type[type];

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
