/*-------------------------------------------------------------------------
 *
 * vnt_sort.h
 *	  Sorting for validation and repair; nobody else needs it.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_SORT_H
#define VNT_SORT_H

#include "vnt_internal.h"

/* Growing room for keys to sort; starts as all zero. */
typedef struct VntKeys
{
	uint64_t   *data;
	size_t		room;
} VntKeys;

/* Make room for n keys; VNT_NO_MEMORY if the host is NULL or has none. */
extern VntStatus vnt_keys_reserve(VntKeys *keys, const VntHost *host, size_t n);
extern void vnt_keys_free(VntKeys *keys, const VntHost *host);

/*
 * Sort n keys, upwards and stably, in at most n log n steps.  spare has room
 * for as many.  Polls.
 */
extern void vnt_keys_sort(uint64_t *keys, uint64_t *spare, size_t n,
						  const VntHost *host);

/*
 * Rank every name of a dictionary: *ranks, one per field_id, compare as the
 * names do, and are equal for equal names.  The caller releases the array.
 * The dictionary's offsets must have been checked.
 */
extern VntStatus vnt_rank_names(const VntMetadata *meta, const VntHost *host,
								uint32_t **ranks);

/* Call host->poll now and then. */
static inline void
vnt_tick(const VntHost *host, uint32_t *steps)
{
	if (++*steps % VNT_POLL_STEPS == 0 && host && host->poll)
		host->poll(host->ctx);
}

#endif							/* VNT_SORT_H */
