/*-------------------------------------------------------------------------
 *
 * vnt_tape.h
 *	  The inside of a builder, for the files that make it up.
 *
 * A builder takes tokens down on a tape: one item for each value, parents
 * before their children, each container knowing where its last descendant
 * ends.  Nothing is ordered or measured while tokens arrive.  When all are
 * there (vnt_finish.c) the names get their final ids, the members of each
 * object are put in order, sizes are added up from the leaves to the root,
 * and vnt_builder_write() writes every byte once, in its place.
 *
 *		vnt_builder.c	life of a builder, tokens
 *		vnt_names.c		the names
 *		vnt_dictionary.c	the dictionary made of them
 *		vnt_copy.c		values that are encoded already
 *		vnt_finish.c	order, sizes, output
 *		vnt_rewrite.c	tapes with members to drop
 *
 * Limits: item numbers, name numbers and sizes are 32 bits; no more items are
 * taken than VNT_MAX_SIZE, as each needs at least one byte of output.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_TAPE_H
#define VNT_TAPE_H

#include "vnt_block.h"

#define VNT_NONE	UINT32_MAX

/* The largest unscaled values of decimals of 4 and 8 bytes. */
#define VNT_MAX_DECIMAL4	INT64_C(999999999)
#define VNT_MAX_DECIMAL8	INT64_C(999999999999999999)

/* ---------------------------------------------------------------------
 * Memory that stays where it is until all of it is given back
 * ---------------------------------------------------------------------
 */
typedef struct VntChunk
{
	struct VntChunk *next;
	size_t		size;			/* of data */
	uint8_t		data[];
} VntChunk;

typedef struct VntArena
{
	const VntHost *host;
	VntChunk   *chunks;			/* the newest first */
	uint8_t    *free;			/* in the newest chunk */
	size_t		left;
} VntArena;

/* Room for n bytes (no alignment), or NULL. */
extern uint8_t *vnt_arena_alloc(VntArena *a, size_t n);

/* Give back everything but one chunk, or that one too. */
extern void vnt_arena_reset(VntArena *a);
extern void vnt_arena_free(VntArena *a);

/* Make *array, of *capacity members of that size, hold want members. */
extern VntStatus vnt_array_enlarge(const VntHost *host, void **array,
								   uint32_t *capacity, size_t member,
								   uint64_t want);

static inline VntStatus
vnt_array_grow(const VntHost *host, void **array, uint32_t *capacity,
			   size_t member, uint64_t want)
{
	return VNT_LIKELY(want <= *capacity) ? VNT_OK :
		vnt_array_enlarge(host, array, capacity, member, want);
}

/* ---------------------------------------------------------------------
 * Names
 * ---------------------------------------------------------------------
 */
typedef struct VntName
{
	const uint8_t *data;		/* in the arena of the names; 16 more can be read */
	uint8_t		head[16];		/* data, '"', zeros: see vnt_name_at() */
	uint32_t	len;
	uint32_t	followers[2];	/* names that came after it, the newest first */
	uint32_t	used;			/* last document that used it */
	uint32_t	dictionary;		/* number of the dictionary it is in */
	uint32_t	id;				/* in that dictionary */
	uint32_t	rank;			/* among all ranked names, or VNT_NONE */
	uint32_t	hash;
	uint32_t	chain;			/* next name in the bucket */
	uint32_t	born;			/* document that brought it */
	bool		plain;			/* text of it in JSON is its bytes */
} VntName;

typedef struct VntNames
{
	const VntHost *host;
	VntArena	arena;
	VntName    *names;
	uint32_t	count;
	uint32_t	capacity;
	size_t		bytes;			/* of all names */

	uint32_t   *buckets;		/* power of two many; VNT_NONE: empty */
	uint32_t	bucket_count;
	uint64_t	seed[2];
	bool		keyed;			/* the slower hash that cannot be foreseen */

	uint32_t	document;		/* number of the current document */
	uint32_t	last;			/* the last name of this document */
	uint32_t	first;			/* the first name of the last document */
	uint32_t   *used;			/* the names of this document, as they came */
	uint32_t	used_count;
	uint32_t	used_capacity;
	uint32_t	used_known;		/* how many are in the dictionary */
	size_t		used_bytes;

	uint32_t   *ranked;			/* all ranked names in order */
	uint32_t	ranked_count;
	uint32_t	ranked_capacity;

	uint32_t   *dictionary;		/* the names by id */
	uint32_t	dictionary_count;
	uint32_t	dictionary_capacity;
	uint32_t	dictionary_number;

	uint64_t   *keys;			/* twice what is sorted */
	uint32_t	keys_capacity;
	uint8_t    *metadata;		/* the dictionary, encoded */
	uint32_t	metadata_capacity;
	uint32_t	metadata_size;
	bool		broken;			/* left in the middle of a change */
} VntNames;

extern void vnt_names_init(VntNames *n, const VntHost *host);
extern void vnt_names_free(VntNames *n);

/* Begin the next document; forgets all names when too many went unused. */
extern void vnt_names_next_document(VntNames *n);

/* The number of a name, found or added, and marked as used. */
extern VntStatus vnt_names_intern(VntNames *n, const uint8_t *data,
								  size_t len, uint32_t *number);

/* Forget which names were used; mark them anew with vnt_names_use(). */
extern void vnt_names_unuse(VntNames *n);
extern VntStatus vnt_names_more_used(VntNames *n);

/* Give the used names their ids and encode the dictionary. */
extern VntStatus vnt_names_finish(VntNames *n);

/* Sort n numbers; scratch has room for as many.  All are different.  Polls. */
extern void vnt_sort64(uint64_t *a, uint64_t *scratch, uint32_t n,
					   const VntHost *host);

/* Note that a known name is used (again) in this document. */
static inline VntStatus
vnt_names_use(VntNames *n, uint32_t number)
{
	VntName    *name = &n->names[number];

	if (name->used == n->document)
		return VNT_OK;
	if (VNT_UNLIKELY(n->used_count == n->used_capacity))
		VNT_TRY(vnt_names_more_used(n));
	n->used[n->used_count++] = number;
	n->used_bytes += name->len;
	n->used_known += name->dictionary == n->dictionary_number;
	name->used = n->document;
	return VNT_OK;
}

/* What to expect behind the last name, and what else. */
static inline uint32_t
vnt_names_guess(const VntNames *n)
{
	return n->last == VNT_NONE ? n->first : n->names[n->last].followers[0];
}

static inline uint32_t
vnt_names_second_guess(const VntNames *n)
{
	return n->last == VNT_NONE ? VNT_NONE : n->names[n->last].followers[1];
}

/* Remember that this name came next, which was neither. */
static inline void
vnt_names_follow(VntNames *n, uint32_t number)
{
	if (n->last == VNT_NONE)
		n->first = number;
	else
	{
		uint32_t   *followers = n->names[n->last].followers;

		followers[1] = followers[0];
		followers[0] = number;
	}
	n->last = number;
}

/*
 * Does JSON text go on with this name and its closing quote?  From p on 16
 * bytes can be read, and left bytes are there.
 */
static VNT_INLINE bool
vnt_name_at(const VntName *name, const uint8_t *p, size_t left)
{
	uint32_t	len = name->len;
#ifdef VNT_SSE2
	uint32_t	differ = (uint32_t) _mm_movemask_epi8(_mm_cmpeq_epi8(vnt_block_load(p),
																	 vnt_block_load(name->head))) ^ 0xffff;

	if ((differ & ((UINT32_C(2) << (len < 15 ? len : 15)) - 1)) != 0)
		return false;
#else
	if (memcmp(p, name->head, len < 15 ? len + 1 : 16) != 0)
		return false;
#endif
	if (!name->plain)
		return false;
	return len < 16 || (left > len && p[len] == '"' &&
						memcmp(p + 16, name->data + 16, len - 16) == 0);
}

/* ---------------------------------------------------------------------
 * The tape
 * ---------------------------------------------------------------------
 */
typedef enum VntItemKind
{
	VNT_ITEM_INLINE,			/* head, then size - 1 low bytes of bits */
	VNT_ITEM_DECIMAL,			/* head, scale, size - 2 low bytes of bits */
	VNT_ITEM_TEXT,				/* head, then size - 1 bytes, at most
								 * VNT_MAX_SHORT_STRING, at data, where 64 can
								 * be read */
	VNT_ITEM_BYTES,				/* head, then size - 1 bytes at data */
	VNT_ITEM_COUNTED,			/* head, 4-byte length, bytes at data */
	VNT_ITEM_COPY,				/* size encoded bytes; ids are renumbered */
	VNT_ITEM_ARRAY,
	VNT_ITEM_OBJECT
} VntItemKind;

typedef struct VntItem
{
	/* name number; means nothing in an array; VNT_NONE: to be dropped */
	uint32_t	key;
	uint32_t	size;			/* encoded */

	/* containers: the item after the last descendant; copies: source number */
	uint32_t	end;
	uint8_t		kind;
	bool		has_large;		/* object: some values are large */
	uint8_t		head;			/* the header byte */
	uint8_t		scale;			/* right before bits: see write_short() */
	union
	{
		uint64_t	bits;
		const uint8_t *data;
		struct
		{
			uint32_t	count;	/* children */
			uint32_t	start;	/* object: of its members in b->members */
		}			c;
	}			u;
} VntItem;

/* Metadata that copied values come with, and what became of its names. */
typedef struct VntSource
{
	VntMetadata meta;
	uint32_t   *numbers;		/* by id: name number, or VNT_NONE */
	bool		same;			/* its names kept their ids */
} VntSource;

/* What is written or read too much where there is space. */
#define VNT_SPACE	(1 + 64)

struct VntBuilder
{
	const VntHost *host;
	VntItem    *items;
	uint32_t	count;
	uint32_t	capacity;
	uint32_t	limit;			/* look at capacity and poll at this count */
	uint32_t	key;			/* what the next item is called */
	uint32_t	keys;			/* how many keys have come */
	uint32_t	last_container; /* each knows the one before in u.c.start */
	uint32_t	steps;			/* since the last poll */
	int			depth;
	bool		unique;
	bool		finished;

	VntArena	arena;
	VntNames	names;

	VntSource  *sources;
	uint32_t	source_count;
	uint32_t	source_capacity;
	bool		copies;			/* there are VNT_ITEM_COPY items */
	VntItem    *old_items;		/* while the tape is written anew */

	uint64_t   *members;		/* id << 32 | item of each object's members */
	uint32_t	member_count;
	uint32_t	member_capacity;
	uint64_t   *scratch;
	uint32_t	scratch_capacity;
	uint32_t   *slots;			/* by id: items, while members are ordered */
	uint32_t	slot_capacity;

	const uint8_t *spacious;	/* VNT_SPACE fit in the output before this */
	bool		delta;			/* tables are written with delta numbers */

	uint32_t	open[VNT_MAX_DEPTH];	/* the containers not yet ended */
};

/* Slow half of vnt_tape_push(): more room, and the poll. */
extern VntStatus vnt_tape_room(VntBuilder *b);

/* Text decoded into the builder's memory. */
static inline uint8_t *
vnt_builder_alloc(VntBuilder *b, size_t n)
{
	return vnt_arena_alloc(&b->arena, n);
}

/* Count n steps of a loop that takes down no items. */
static inline void
vnt_builder_step(VntBuilder *b, uint32_t n)
{
	b->steps += n;
	if (b->steps >= VNT_POLL_STEPS)
	{
		b->steps = 0;
		if (b->host->poll)
			b->host->poll(b->host->ctx);
	}
}

static inline VntStatus
vnt_tape_push(VntBuilder *b, VntItemKind kind, unsigned head, uint32_t size,
			  uint64_t bits)
{
	VntItem    *item;

	if (b->count >= b->limit)
		VNT_TRY(vnt_tape_room(b));
	item = &b->items[b->count++];
	item->key = b->key;
	item->size = size;
	item->kind = (uint8_t) kind;
	item->head = (uint8_t) head;
	item->u.bits = bits;
	return VNT_OK;
}

static inline VntStatus
vnt_tape_push_data(VntBuilder *b, VntItemKind kind, unsigned head,
				   uint32_t size, const uint8_t *data)
{
	VntItem    *item;

	if (b->count >= b->limit)
		VNT_TRY(vnt_tape_room(b));
	item = &b->items[b->count++];
	item->key = b->key;
	item->size = size;
	item->kind = (uint8_t) kind;
	item->head = (uint8_t) head;
	item->u.data = data;
	return VNT_OK;
}

static inline unsigned
vnt_primitive_head(VntType type)
{
	return (unsigned) type << VNT_HEADER_SHIFT;
}

/* The smallest of int8 to int64, which are 1, 2, 4 and 8 bytes. */
static inline VntStatus
vnt_tape_int(VntBuilder *b, int64_t value)
{
	uint64_t	bits = (uint64_t) value;
	uint64_t	magnitude = value < 0 ? ~bits : bits;
	unsigned	step = (unsigned) (magnitude > INT8_MAX) +
		(unsigned) (magnitude > INT16_MAX) + (unsigned) (magnitude > INT32_MAX);

	return vnt_tape_push(b, VNT_ITEM_INLINE,
						 vnt_primitive_head(VNT_INT8) + (step << VNT_HEADER_SHIFT),
						 1 + (1u << step), bits);
}

/* At most 18 digits, scale 1..38. */
static inline VntStatus
vnt_tape_decimal(VntBuilder *b, int64_t unscaled, unsigned scale)
{
	bool		small = unscaled >= -VNT_MAX_DECIMAL4 &&
		unscaled <= VNT_MAX_DECIMAL4;

	VNT_TRY(vnt_tape_push(b, VNT_ITEM_DECIMAL,
						  vnt_primitive_head(VNT_DECIMAL8) - ((unsigned) small << VNT_HEADER_SHIFT),
						  10 - ((unsigned) small << 2), (uint64_t) unscaled));
	b->items[b->count - 1].scale = (uint8_t) scale;
	return VNT_OK;
}

static inline VntStatus
vnt_tape_string(VntBuilder *b, const uint8_t *data, size_t len)
{
	if (len <= VNT_MAX_SHORT_STRING)
		return vnt_tape_push_data(b, VNT_ITEM_BYTES,
								  (unsigned) len << VNT_HEADER_SHIFT |
								  VNT_BASIC_SHORT_STRING,
								  1 + (uint32_t) len, data);
	if (len > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	return vnt_tape_push_data(b, VNT_ITEM_COUNTED,
							  vnt_primitive_head(VNT_STRING),
							  5 + (uint32_t) len, data);
}

static inline VntStatus
vnt_tape_begin(VntBuilder *b, VntItemKind kind)
{
	VntItem    *item;

	if (b->depth >= VNT_MAX_DEPTH)
		return VNT_TOO_DEEP;
	VNT_TRY(vnt_tape_push(b, kind, 0, 0, 0));
	item = &b->items[b->count - 1];
	item->end = VNT_NONE;
	item->has_large = false;
	item->u.c.start = b->last_container;
	b->last_container = b->count - 1;
	b->open[b->depth++] = b->count - 1;
	return VNT_OK;
}

static inline void
vnt_tape_end(VntBuilder *b)
{
	if (b->depth > 0)
		b->items[b->open[--b->depth]].end = b->count;
}

/* The item behind item i and all below it. */
static inline uint32_t
vnt_tape_next(const VntBuilder *b, uint32_t i)
{
	return b->items[i].kind >= VNT_ITEM_ARRAY ? b->items[i].end : i + 1;
}

/* ---------------------------------------------------------------------
 * Copies (vnt_copy.c)
 * ---------------------------------------------------------------------
 */

/* Are the ids of a copy as wide as the new ones need? */
extern bool vnt_copy_fits(VntBuilder *b, const VntItem *item);

/* Put a copy on the tape once more, in tokens. */
extern VntStatus vnt_copy_expand(VntBuilder *b, const VntItem *item);

/* All ids are final; VNT_META_UNSORTED if a source was not in order. */
extern VntStatus vnt_copy_prepare(VntBuilder *b);

/* Mark the names that a copy uses. */
extern VntStatus vnt_copy_mark_names(VntBuilder *b, const VntItem *item);

/* Write a copy with the ids that its names have now. */
extern void vnt_copy_write(VntBuilder *b, const VntItem *item, uint8_t *out);

/* ---------------------------------------------------------------------
 * Changes of the whole tape (vnt_rewrite.c)
 * ---------------------------------------------------------------------
 */

/* Take out the items whose key is VNT_NONE; mark the names anew. */
extern VntStatus vnt_tape_compact(VntBuilder *b);

/* Take apart the copies that do not fit. */
extern VntStatus vnt_tape_expand(VntBuilder *b);

#endif							/* VNT_TAPE_H */
