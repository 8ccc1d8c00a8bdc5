/*-------------------------------------------------------------------------
 *
 * variant_gin_support.h
 *	  What the module's start needs of variant_gin_support.c.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_GIN_SUPPORT_H
#define VARIANT_GIN_SUPPORT_H

/* The setting variant.path_index. */
extern bool variant_path_index;

extern void variant_gin_support_init(void);

#endif							/* VARIANT_GIN_SUPPORT_H */
