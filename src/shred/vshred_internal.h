/*-------------------------------------------------------------------------
 *
 * vshred_internal.h
 *	  What the files of src/shred share, and nobody else sees.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VSHRED_INTERNAL_H
#define VSHRED_INTERNAL_H

#include "vshred.h"

/* Set kind, type, precision and scale of a node by a type's name. */
extern VShredStatus vshred_read_type(VntSlice name, VShredNode *node);

/* How many steps a long loop takes between two calls of host->poll. */
#define VSHRED_POLL_STEPS	4096

/* Take n steps. */
static inline void
vshred_step(const VntHost *host, uint32_t *steps, uint32_t n)
{
	*steps += n;
	if (*steps < VSHRED_POLL_STEPS)
		return;
	*steps = 0;
	if (host->poll)
		host->poll(host->ctx);
}

/* Compare as the encoding orders names: unsigned bytes. */
extern int	vshred_name_cmp(VntSlice a, VntSlice b);

/*
 * The first member of an object at low or behind it whose name is not below
 * name; count if there is none.  *equal tells whether it has that name.  Near
 * ones are found fast.
 */
extern VntStatus vshred_seek(const VntContainer *c, uint32_t low, VntSlice name,
							 uint32_t *found, bool *equal);

#endif							/* VSHRED_INTERNAL_H */
