/*-------------------------------------------------------------------------
 *
 * variant_gin_literal.h
 *	  Literals of a jsonpath as the keys that what they are compared with has.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_GIN_LITERAL_H
#define VARIANT_GIN_LITERAL_H

#include "variant_gin.h"

#include "utils/jsonpath.h"

/*
 * What a literal may be equal to in a class, as codes, of which low and high are
 * the ends; with whole, the class may have anything.
 */
#define VARIANT_LITERAL_CODES	2

typedef struct VariantLiteralCodes
{
	VntClass	class_;
	bool		whole;
	int			count;
	uint64		codes[VARIANT_LITERAL_CODES];
	uint64		low;			/* of values that are not below it */
	uint64		high;			/* of values that are not above it */
} VariantLiteralCodes;

/* Dates and timestamps compare with each other; else there is one class. */
#define VARIANT_LITERAL_CLASSES	3

typedef struct VariantLiteral
{
	int			count;
	VariantLiteralCodes classes[VARIANT_LITERAL_CLASSES];
} VariantLiteral;

/*
 * The literal that an item is: a scalar, or a string with .datetime() behind it.
 * False if it is none, or has no form in UTF-8.
 */
extern bool variant_literal_open(JsonPathItem *item, VariantLiteral *literal);

/* A string's text, in UTF-8; false if it has no such form. */
extern bool variant_literal_string(JsonPathItem *item, VntScalar *s);

#endif							/* VARIANT_GIN_LITERAL_H */
