/*-------------------------------------------------------------------------
 *
 * variant_predicate.h
 *	  The type variant_predicate: conditions on values at paths.
 *
 *		$.price > 50 AND ($.kind = "login" OR $.tags[0] IS string)
 *
 *		predicate := and ('OR' and)*
 *		and       := term ('AND' term)*
 *		term      := 'NOT' term | '(' predicate ')' | 'EXISTS' path
 *				   | path ('=' | '<>' | '!=' | '<' | '<=' | '>' | '>=') literal
 *				   | path ['NOT'] 'IN' '(' literal (',' literal)* ')'
 *				   | path 'STARTS' 'WITH' string
 *				   | path 'IS' ['NOT'] class
 *
 * A path is that of variant_get, or of variant_fetch with steps {0}; a name
 * after a dot ends at a blank and at any of . [ { < > = ! ( ) and comma.  A
 * literal is the text form of a variant.
 *
 * A comparison means what it means in SQL for variant_get(v, path): NULL where
 * nothing is found, and for the orderings where the class is another one.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_PREDICATE_H
#define VARIANT_PREDICATE_H

#include "variant.h"

#include "lib/stringinfo.h"
#include "nodes/pg_list.h"
#include "path/vpath.h"
#include "utils/array.h"

typedef enum VariantPredicateType
{
	VARIANT_PREDICATE_AND,
	VARIANT_PREDICATE_OR,
	VARIANT_PREDICATE_EQ,
	VARIANT_PREDICATE_NE,
	VARIANT_PREDICATE_LT,
	VARIANT_PREDICATE_LE,
	VARIANT_PREDICATE_GT,
	VARIANT_PREDICATE_GE,
	VARIANT_PREDICATE_STARTS,
	VARIANT_PREDICATE_IS,
	VARIANT_PREDICATE_EXISTS
} VariantPredicateType;

typedef struct VariantPredicate
{
	VariantPredicateType type;
	bool		negated;		/* STARTS, IS, EXISTS */
	VPath		path;
	uint32	   *hints;
	VariantView view;			/* of the literal */
	VntClass	class_;			/* IS */
	List	   *args;			/* AND, OR: of VariantPredicate * */
} VariantPredicate;

/*
 * Parse text in the database encoding, in the current memory context.  NULL
 * after a soft error.
 */
extern VariantPredicate *variant_predicate_parse(const char *text, size_t len,
												 struct Node *escontext);

/*
 * Making predicates: a path spelled as for variant_fetch (22023 if malformed),
 * that it has a class, the literal of a variant, the text that has come about,
 * which is parsed for errors.
 */
extern void variant_predicate_append_path(StringInfo buf, text *path);
extern void variant_predicate_append_class(StringInfo buf, text *path, VntClass class_);
extern void variant_predicate_append_literal(StringInfo buf, Datum variant);
extern text *variant_predicate_finish(StringInfo buf);

/* path::type operator value */
typedef struct VariantCastComparison
{
	const char *operator;
	Datum		value;
} VariantCastComparison;

/* One or two of them, as arguments from the second on; 22023 if an operator is none. */
extern int	variant_predicate_comparisons(FunctionCallInfo fcinfo,
										  VariantCastComparison comparisons[2]);

/*
 * What all of the comparisons imply for a value that is cast to their type, by
 * the casts of variant (variant_predicate_cast.c).
 */
extern void variant_predicate_append_cast(StringInfo buf, text *path, Oid type,
										  const VariantCastComparison *comparisons,
										  int count);

/* Are there predicates for bare text that is cast to it (variant_predicate_text_cast.c)? */
extern bool variant_predicate_reads_text(Oid type);

/* The elements of an array that are not NULL; returns their number. */
extern int	variant_predicate_alternatives(ArrayType *array, Datum **values);

#endif							/* VARIANT_PREDICATE_H */
