/*-------------------------------------------------------------------------
 *
 * variant_abbrev.h
 *	  Abbreviated sort keys of variants.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_ABBREV_H
#define VARIANT_ABBREV_H

#include "variant.h"

#include "utils/sortsupport.h"

/*
 * Add abbreviation to a sort whose comparator is set, where the sort can use
 * it.
 */
extern void variant_abbrev_setup(SortSupport ssup);

/*
 * 64 bits that never contradict the order: where two values' keys differ,
 * vnt_compare() has the same answer.  Equal keys say nothing.
 */
extern uint64 variant_abbrev_key(const VntValue *v);

#endif							/* VARIANT_ABBREV_H */
