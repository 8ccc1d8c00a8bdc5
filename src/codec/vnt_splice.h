/*-------------------------------------------------------------------------
 *
 * vnt_splice.h
 *	  What planning a changed document and writing it have in common.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_SPLICE_H
#define VNT_SPLICE_H

#include "vnt_internal.h"

/* The new id of a name that stays. */
static inline uint32_t
vnt_splice_id(const VntSplice *s, uint32_t id)
{
	uint32_t	gone = 0;

	if (s->added && id >= s->new_id)
		return id + 1;
	while (gone < s->gone_count && s->gone[gone] < id)
		gone++;
	return id - gone;
}

/* The offset of a member in a container as it was. */
static inline uint32_t
vnt_splice_offset(const VntContainer *c, uint32_t i)
{
	return vnt_load_uint(c->offsets + (size_t) i * c->offset_width, c->offset_width);
}

#endif							/* VNT_SPLICE_H */
