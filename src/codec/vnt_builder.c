/*-------------------------------------------------------------------------
 *
 * vnt_builder.c
 *	  The life of a builder, and the tokens it takes.
 *
 * Interface: vnt_builder_new, _free, _reset, _unique_keys; vnt_build_*, but
 * for vnt_build_value (vnt_copy.c).  vnt_tape.h tells how a builder works.
 *
 * The host's alloc and poll may leave by longjmp at any call: then the
 * builder holds nothing but memory, and vnt_builder_reset() makes it usable
 * again.
 *
 * Limits: tokens out of order (a value without its key, an end too many) are
 * the caller's mistake; they give a wrong value, never a wrong access.
 *
 *-------------------------------------------------------------------------
 */
#include <math.h>

#include "vnt_tape.h"

#define FIRST_CHUNK		4096
#define FIRST_MEMBERS	64

/* ---------------------------------------------------------------------
 * Memory
 * ---------------------------------------------------------------------
 */
static uint8_t *
arena_chunk(VntArena *a, size_t n)
{
	size_t		size = a->chunks ? a->chunks->size : FIRST_CHUNK / 2;
	VntChunk   *chunk;

	if (n > VNT_MAX_SIZE * 2)
		return NULL;
	if (size < 1024 * 1024)
		size *= 2;
	if (size < n)
		size = n;
	chunk = a->host->resize(a->host->ctx, NULL, offsetof(VntChunk, data) + size);
	if (chunk == NULL)
		return NULL;
	chunk->next = a->chunks;
	chunk->size = size;
	a->chunks = chunk;
	a->free = chunk->data + n;
	a->left = size - n;
	return chunk->data;
}

uint8_t *
vnt_arena_alloc(VntArena *a, size_t n)
{
	uint8_t    *result = a->free;

	if (a->chunks == NULL || n > a->left)
		return arena_chunk(a, n);
	a->free += n;
	a->left -= n;
	return result;
}

static void
arena_keep(VntArena *a, VntChunk *keep)
{
	VntChunk   *chunk = a->chunks;

	a->chunks = keep;
	a->free = keep ? keep->data : NULL;
	a->left = keep ? keep->size : 0;
	while (chunk != NULL)
	{
		VntChunk   *next = chunk->next;

		if (chunk != keep)
			a->host->release(a->host->ctx, chunk);
		chunk = next;
	}
	if (keep)
		keep->next = NULL;
}

void
vnt_arena_reset(VntArena *a)
{
	arena_keep(a, a->chunks);
}

void
vnt_arena_free(VntArena *a)
{
	arena_keep(a, NULL);
}

VntStatus
vnt_array_enlarge(const VntHost *host, void **array, uint32_t *capacity,
				  size_t member, uint64_t want)
{
	uint64_t	size = *capacity < FIRST_MEMBERS ? FIRST_MEMBERS :
		(uint64_t) *capacity * 2;
	void	   *grown;

	if (size < want)
		size = want;
	if (size > UINT32_MAX - 1 || size > SIZE_MAX / member)
		return VNT_TOO_LARGE;
	grown = host->resize(host->ctx, *array, (size_t) size * member);
	if (grown == NULL)
		return VNT_NO_MEMORY;
	*array = grown;
	*capacity = (uint32_t) size;
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Life
 * ---------------------------------------------------------------------
 */
VntBuilder *
vnt_builder_new(const VntHost *host)
{
	VntBuilder *b = host->resize(host->ctx, NULL, sizeof(VntBuilder));

	if (b == NULL)
		return NULL;
	memset(b, 0, offsetof(VntBuilder, open));
	b->host = host;
	b->arena.host = host;
	b->last_container = VNT_NONE;
	vnt_names_init(&b->names, host);
	return b;
}

void
vnt_builder_free(VntBuilder *b)
{
	const VntHost *host = b->host;

	vnt_names_free(&b->names);
	vnt_arena_free(&b->arena);
	if (b->items)
		host->release(host->ctx, b->items);
	if (b->old_items)
		host->release(host->ctx, b->old_items);
	if (b->members)
		host->release(host->ctx, b->members);
	if (b->scratch)
		host->release(host->ctx, b->scratch);
	if (b->slots)
		host->release(host->ctx, b->slots);
	if (b->sources)
		host->release(host->ctx, b->sources);
	host->release(host->ctx, b);
}

void
vnt_builder_reset(VntBuilder *b)
{
	vnt_names_next_document(&b->names);
	vnt_arena_reset(&b->arena);
	b->count = 0;
	b->limit = 0;
	b->key = 0;
	b->keys = 0;
	b->last_container = VNT_NONE;
	b->depth = 0;
	b->unique = false;
	b->finished = false;
	b->source_count = 0;
	b->copies = false;
	if (b->old_items)
		b->host->release(b->host->ctx, b->old_items);
	b->old_items = NULL;
	b->member_count = 0;
}

void
vnt_builder_unique_keys(VntBuilder *b, bool unique)
{
	b->unique = unique;
}

VntStatus
vnt_tape_room(VntBuilder *b)
{
	void	   *items = b->items;
	VntStatus	status;

	if (b->count >= VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	status = vnt_array_grow(b->host, &items, &b->capacity, sizeof(VntItem),
							(uint64_t) b->count + 2);
	b->items = items;
	if (status != VNT_OK)
		return status;
	if (b->limit > 0)
		vnt_builder_step(b, b->count - (b->limit - VNT_POLL_STEPS));
	b->limit = b->count + VNT_POLL_STEPS;
	/* one is read too much: see write_short() */
	if (b->limit > b->capacity - 1)
		b->limit = b->capacity - 1;
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */
VntStatus
vnt_build_null(VntBuilder *b)
{
	return vnt_tape_push(b, VNT_ITEM_INLINE, vnt_primitive_head(VNT_NULL), 1, 0);
}

VntStatus
vnt_build_bool(VntBuilder *b, bool value)
{
	return vnt_tape_push(b, VNT_ITEM_INLINE,
						 vnt_primitive_head(value ? VNT_TRUE : VNT_FALSE), 1, 0);
}

VntStatus
vnt_build_int(VntBuilder *b, int64_t value)
{
	return vnt_tape_int(b, value);
}

/* A decimal16: scale and 16 bytes in the arena. */
static VntStatus
push_wide_decimal(VntBuilder *b, VntInt128 unscaled, int scale)
{
	uint8_t    *bytes = vnt_builder_alloc(b, 17);

	if (bytes == NULL)
		return VNT_NO_MEMORY;
	bytes[0] = (uint8_t) scale;
	vnt_store64(bytes + 1, unscaled.lo);
	vnt_store64(bytes + 9, (uint64_t) unscaled.hi);
	return vnt_tape_push_data(b, VNT_ITEM_BYTES,
							  vnt_primitive_head(VNT_DECIMAL16), 18, bytes);
}

VntStatus
vnt_build_decimal(VntBuilder *b, VntInt128 unscaled, int scale)
{
	VntType		type = vnt_decimal_type(unscaled, scale);
	uint32_t	size = type == VNT_DECIMAL4 ? 6 : 10;

	if (type == VNT_DECIMAL16)
		return push_wide_decimal(b, unscaled, scale);
	if (type != VNT_DECIMAL4 && type != VNT_DECIMAL8)
		return vnt_tape_int(b, (int64_t) unscaled.lo);
	VNT_TRY(vnt_tape_push(b, VNT_ITEM_DECIMAL, vnt_primitive_head(type), size,
						  unscaled.lo));
	b->items[b->count - 1].scale = (uint8_t) scale;
	return VNT_OK;
}

VntStatus
vnt_build_double(VntBuilder *b, double value)
{
	uint64_t	bits;

	if (isnan(value))
		bits = UINT64_C(0x7ff8000000000000);
	else
		memcpy(&bits, &value, sizeof(bits));
	return vnt_tape_push(b, VNT_ITEM_INLINE, vnt_primitive_head(VNT_DOUBLE), 9,
						 bits);
}

VntStatus
vnt_build_float(VntBuilder *b, float value)
{
	uint32_t	bits;

	if (isnan(value))
		bits = UINT32_C(0x7fc00000);
	else
		memcpy(&bits, &value, sizeof(bits));
	return vnt_tape_push(b, VNT_ITEM_INLINE, vnt_primitive_head(VNT_FLOAT), 5,
						 bits);
}

VntStatus
vnt_build_temporal(VntBuilder *b, VntType type, int64_t value)
{
	return vnt_tape_push(b, VNT_ITEM_INLINE, vnt_primitive_head(type),
						 type == VNT_DATE ? 5 : 9, (uint64_t) value);
}

VntStatus
vnt_build_uuid(VntBuilder *b, const uint8_t bytes[16])
{
	uint8_t    *copy = vnt_builder_alloc(b, 16);

	if (copy == NULL)
		return VNT_NO_MEMORY;
	memcpy(copy, bytes, 16);
	return vnt_tape_push_data(b, VNT_ITEM_BYTES, vnt_primitive_head(VNT_UUID),
							  17, copy);
}

VntStatus
vnt_build_binary(VntBuilder *b, const uint8_t *data, size_t len)
{
	if (len > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	return vnt_tape_push_data(b, VNT_ITEM_COUNTED,
							  vnt_primitive_head(VNT_BINARY),
							  5 + (uint32_t) len, data);
}

VntStatus
vnt_build_string(VntBuilder *b, const uint8_t *data, size_t len)
{
	return vnt_tape_string(b, data, len);
}

/* ---------------------------------------------------------------------
 * Containers
 * ---------------------------------------------------------------------
 */
VntStatus
vnt_build_object_begin(VntBuilder *b)
{
	return vnt_tape_begin(b, VNT_ITEM_OBJECT);
}

VntStatus
vnt_build_array_begin(VntBuilder *b)
{
	return vnt_tape_begin(b, VNT_ITEM_ARRAY);
}

VntStatus
vnt_build_array_end(VntBuilder *b)
{
	vnt_tape_end(b);
	return VNT_OK;
}

VntStatus
vnt_build_key(VntBuilder *b, const uint8_t *name, size_t len)
{
	b->keys++;
	return vnt_names_intern(&b->names, name, len, &b->key);
}

VntStatus
vnt_build_object_end(VntBuilder *b)
{
	vnt_tape_end(b);
	return VNT_OK;
}
