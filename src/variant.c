/*-------------------------------------------------------------------------
 *
 * variant.c
 *	  Module magic and what is set up when the library is loaded.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

PG_MODULE_MAGIC;
