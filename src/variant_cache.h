/*-------------------------------------------------------------------------
 *
 * variant_cache.h
 *	  Parts of toasted values, kept for the next read of the same value.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_CACHE_H
#define VARIANT_CACHE_H

#include "variant.h"

/* Most parts of one value; the oldest goes first. */
#define VARIANT_CACHE_PARTS		32

/* Bytes of the value from pos on. */
typedef struct VariantPart
{
	struct varlena *bytes;		/* with a header of four bytes */
	size_t		pos;
	size_t		len;
} VariantPart;

/*
 * A value of which parts have been fetched.  Who begins a read may use it
 * until it begins another one or runs code that may.
 */
typedef struct VariantCached
{
	struct varlena *key;		/* the datum: a TOAST pointer, or compressed */
	Size		key_size;
	size_t		size;			/* of the whole value, without header */
	struct varlena *compressed; /* what was fetched of a compressed value */
	VntReader	reader;			/* its ctx is the entry, its part one of parts */
	VntPlace	root;
	bool		opened;
	bool		tried_head;
	VariantPart parts[VARIANT_CACHE_PARTS];
	int			count;
	int			oldest;			/* the part to go, when all are in use */
	Size		bytes;			/* all memory of the entry */
	uint64		used;			/* when, by the cache's own clock */
} VariantCached;

/* The setting variant.detoast_cache, in kB. */
extern int	variant_detoast_cache;

/* For _PG_init(). */
extern void variant_cache_setup(void);

/* The entry of a datum that is compressed or stored out of line. */
extern VariantCached *variant_cache_begin(struct varlena *datum);

/* Where what is given to an entry has to be allocated. */
extern MemoryContext variant_cache_context(void);

/*
 * Give a part to an entry, or what it decompresses, NULL to take that away.
 * Room is made at the cost of other entries.
 */
extern VariantPart *variant_cache_add(VariantCached *c, struct varlena *bytes,
									  size_t pos);
extern void variant_cache_set_compressed(VariantCached *c,
										 struct varlena *compressed);
extern void variant_cache_clear_parts(VariantCached *c);

/* The reader has got a head, of which the cache is the owner from now on. */
extern void variant_cache_take_head(VariantCached *c);

/* What the reader looks at first. */
static inline void
variant_cache_use_part(VariantCached *c, const VariantPart *part)
{
	c->reader.part = (const uint8_t *) VARDATA(part->bytes);
	c->reader.part_pos = part->pos;
	c->reader.part_len = part->len;
}

/*
 * detoast_attr() of a datum that is compressed or stored out of line.  A value
 * that was read before in any way is kept, if it is not too large.
 */
extern struct varlena *variant_cache_detoast(struct varlena *datum);

#endif							/* VARIANT_CACHE_H */
