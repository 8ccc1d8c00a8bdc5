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

#endif							/* VSHRED_INTERNAL_H */
