/*-------------------------------------------------------------------------
 *
 * pgcompat.h
 *	  The one place that tests the server's version: 15 to 18.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_PGCOMPAT_H
#define VARIANT_PGCOMPAT_H

#include "fmgr.h"

#if PG_VERSION_NUM < 150000
#error "variant needs PostgreSQL 15 or later"
#endif

/* varlena macros moved to a header of their own in 16 */
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

/*
 * Soft errors came with 16.  On 15 the server never asks for one, but our own
 * functions do: there a context is nothing but a flag.
 */
#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
#define VARIANT_ESCONTEXT(fcinfo)	((fcinfo)->context)
#define VARIANT_SOFT_CONTEXT		{T_ErrorSaveContext}
#else
typedef struct ErrorSaveContext
{
	bool		error_occurred;
} ErrorSaveContext;
#define VARIANT_ESCONTEXT(fcinfo)	NULL
#define VARIANT_SOFT_CONTEXT		{false}
#define errsave(context, ...) \
	do { \
		struct Node *errsave_context_ = (struct Node *) (context); \
\
		if (errsave_context_ == NULL) \
			ereport(ERROR, __VA_ARGS__); \
		else \
			((ErrorSaveContext *) errsave_context_)->error_occurred = true; \
	} while (0)
#define ereturn(context, dummy_value, ...) \
	do { errsave(context, __VA_ARGS__); return dummy_value; } while (0)
#define SOFT_ERROR_OCCURRED(context) \
	((context) != NULL && ((ErrorSaveContext *) (context))->error_occurred)
#endif

/* Whether failures of input functions, and of domains, can be soft. */
#define VARIANT_HAVE_SOFT_INPUT		(PG_VERSION_NUM >= 160000)
#define VARIANT_HAVE_SOFT_DOMAINS	(PG_VERSION_NUM >= 170000)

#if PG_VERSION_NUM < 170000
#define domain_check_safe(value, isnull, type, extra, mcxt, escontext) \
	domain_check(value, isnull, type, extra, mcxt)
#endif

/*
 * Call an input function; false after a soft error, which it can report only
 * on 16 and later.
 */
static inline bool
variant_input_call(FmgrInfo *flinfo, char *text, Oid param, int32 typmod,
				   struct Node *escontext, Datum *result)
{
#if PG_VERSION_NUM >= 160000
	return InputFunctionCallSafe(flinfo, text, param, typmod, escontext, result);
#else
	(void) escontext;
	*result = InputFunctionCall(flinfo, text, param, typmod);
	return true;
#endif
}

/* ---------------------------------------------------------------------
 * jsonpath
 * ---------------------------------------------------------------------
 */

/*
 * 17 has .bigint() .boolean() .date() .decimal() .integer() .number()
 * .string() .time() .time_tz() .timestamp() .timestamp_tz(), other words for
 * the errors of .double(), and the format TZ.
 */
#define VARIANT_JSONPATH_17		(PG_VERSION_NUM >= 170000)

/* parse_datetime() in strict mode; false after an error unless it throws. */
#if PG_VERSION_NUM >= 160000
#define VARIANT_PARSE_DATETIME(input, format, collation, type, typmod, tz, throws, result) \
	do { \
		ErrorSaveContext parse_context_ = VARIANT_SOFT_CONTEXT; \
\
		*(result) = parse_datetime(input, format, collation, true, type, typmod, tz, \
								   (throws) ? NULL : (Node *) &parse_context_); \
		if (parse_context_.error_occurred) \
			return false; \
	} while (0)
#else
#define VARIANT_PARSE_DATETIME(input, format, collation, type, typmod, tz, throws, result) \
	do { \
		bool		parse_error_ = false; \
\
		*(result) = parse_datetime(input, format, collation, true, type, typmod, tz, \
								   (throws) ? NULL : &parse_error_); \
		if (parse_error_) \
			return false; \
	} while (0)
#endif

/* Text to double; *failed if it is none or out of range. */
#if PG_VERSION_NUM >= 160000
#define VARIANT_FLOAT8_IN(text, result, failed) \
	do { \
		ErrorSaveContext float_context_ = VARIANT_SOFT_CONTEXT; \
\
		*(result) = float8in_internal(text, NULL, "double precision", text, \
									  (Node *) &float_context_); \
		*(failed) = float_context_.error_occurred; \
	} while (0)
#else
#define VARIANT_FLOAT8_IN(text, result, failed) \
	do { \
		*(failed) = false; \
		*(result) = float8in_internal_opt_error(text, NULL, "double precision", \
												text, failed); \
	} while (0)
#endif

/* The flags of like_regex, which the parser has checked. */
#if PG_VERSION_NUM >= 160000
#define VARIANT_REGEX_FLAGS(xflags, result) \
	((void) jspConvertRegexFlags(xflags, result, NULL))
#else
#define VARIANT_REGEX_FLAGS(xflags, result) \
	((void) (*(result) = jspConvertRegexFlags(xflags)))
#endif

/* Is the current user the owner of a table, or may act so? */
#if PG_VERSION_NUM >= 160000
#define variant_owns_relation(relid) \
	object_ownercheck(RelationRelationId, relid, GetUserId())
#else
#define variant_owns_relation(relid)	pg_class_ownercheck(relid, GetUserId())
#endif

/* 18 keeps what a query is grouped by in an entry of its range table. */
#if PG_VERSION_NUM >= 180000
#define variant_rte_group_expressions(rte) \
	((rte)->rtekind == RTE_GROUP ? &(rte)->groupexprs : NULL)
#else
#define variant_rte_group_expressions(rte) \
	((void) (rte), (List **) NULL)
#endif

/* What adds to EXPLAIN includes both; in 18 it moved to headers of its own. */
#if PG_VERSION_NUM >= 180000
#define VARIANT_EXPLAIN_FORMAT	"commands/explain_format.h"
#define VARIANT_EXPLAIN_STATE	"commands/explain_state.h"
#else
#define VARIANT_EXPLAIN_FORMAT	"commands/explain.h"
#define VARIANT_EXPLAIN_STATE	"commands/explain.h"
#endif

/* 18 has it in front of a declaration, and only there. */
#ifndef pg_noreturn
#define pg_noreturn pg_attribute_noreturn()
#endif

/* 15 knows no visibility, see below. */
#if PG_VERSION_NUM < 160000 && defined(__GNUC__)
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif

/*
 * The module is compiled with hidden visibility, so that it exports only its
 * SQL functions.  PG_FUNCTION_INFO_V1 exports the function itself only from
 * 16 on; declaring it first makes 15 do the same.
 */
#define VARIANT_FUNCTION(name) \
	extern PGDLLEXPORT Datum name(PG_FUNCTION_ARGS); \
	PG_FUNCTION_INFO_V1(name)

/* ---------------------------------------------------------------------
 * Collations
 * ---------------------------------------------------------------------
 */

/* The server's own collations came with 17. */
#if PG_VERSION_NUM < 170000
#define COLLPROVIDER_BUILTIN	'b'
#endif

#endif							/* VARIANT_PGCOMPAT_H */
