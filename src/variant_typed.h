/*-------------------------------------------------------------------------
 *
 * variant_typed.h
 *	  What planner support of other files takes from the typed operators'.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_TYPED_H
#define VARIANT_TYPED_H

#include "variant.h"

#include "nodes/nodes.h"

/*
 * An SQL value as an expression of type variant, for a comparison path
 * *operator value: NULL where it has no variant form.  For orderings it may be
 * rounded outward, and *operator changed accordingly.  NULL if the type is
 * none of the typed operators'.
 */
extern Node *variant_typed_value(Node *value, const char **operator);

#endif							/* VARIANT_TYPED_H */
