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
 * Soft errors came with 16.  On 15 an input function can only throw, so the
 * same source text throws there.
 */
#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
#define VARIANT_ESCONTEXT(fcinfo)	((fcinfo)->context)
#else
typedef struct Node VariantNoNode;
#define VARIANT_ESCONTEXT(fcinfo)	NULL
#define errsave(context, ...) \
	do { (void) (context); ereport(ERROR, __VA_ARGS__); } while (0)
#define ereturn(context, dummy_value, ...) \
	do { errsave(context, __VA_ARGS__); return dummy_value; } while (0)
#define SOFT_ERROR_OCCURRED(context) ((void) (context), false)
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

#endif							/* VARIANT_PGCOMPAT_H */
