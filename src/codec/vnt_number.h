/*-------------------------------------------------------------------------
 *
 * vnt_number.h
 *	  Numbers of every encoding, as the order and the hash see them.
 *
 * For files of src/codec.  A number is a decoded scalar of type INT8..INT64,
 * DECIMAL4..DECIMAL16, FLOAT or DOUBLE; scales are at most 38.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_NUMBER_H
#define VNT_NUMBER_H

#include "vnt_internal.h"

/* -1, 0 or 1 by exact value; NaN equals NaN and is above all else. */
extern int	vnt_number_compare(const VntScalar *a, const VntScalar *b);

/* Is it an integer of magnitude below 2^127?  Then *i. */
extern bool vnt_number_integer(const VntScalar *s, VntInt128 *i);

/* The nearest double. */
extern double vnt_number_double(const VntScalar *s);

#endif							/* VNT_NUMBER_H */
