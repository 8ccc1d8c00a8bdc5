/*-------------------------------------------------------------------------
 *
 * variant_try.h
 *	  Asking whether something fails, where only raising an error can tell.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_TRY_H
#define VARIANT_TRY_H

#include "variant.h"

/*
 * Call function(argument) in a subtransaction.  False if it raised an error
 * that is about its data; all other errors are raised again.  What it leaves
 * behind in the current memory context stays.  Costs some microseconds, and
 * does not work in parallel queries.
 */
extern bool variant_try(void (*function) (void *argument), void *argument);

#endif							/* VARIANT_TRY_H */
