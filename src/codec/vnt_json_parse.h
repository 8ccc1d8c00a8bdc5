/*-------------------------------------------------------------------------
 *
 * vnt_json_parse.h
 *	  What the files of the JSON reader share.
 *
 *		vnt_json_read.c		structure
 *		vnt_json_string.c	strings, escapes
 *		vnt_json_number.c	numbers
 *		vnt_json_literal.c	"..."::type
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_JSON_PARSE_H
#define VNT_JSON_PARSE_H

#include "vnt_tape.h"

typedef struct VntJson
{
	VntBuilder *b;
	const uint8_t *start;
	const uint8_t *end;
	const uint8_t *p;			/* the next byte */
	const uint8_t *fault;		/* set along with a failure */
	VntStatus	status;			/* of what gave no place to go on at */
	int			outer;			/* containers open around the text's value */
	bool		more;			/* another value is due */
	bool		object;			/* the innermost open container is an object */
	bool		trusted;		/* no need to look for bad UTF-8 */
	bool		plain;			/* no ::type */
	bool		closed;			/* the last byte is in no number or word */
	uint8_t		foreign;		/* which bits make a byte of a string one that is
								 * not just passed over: 0x80 unless trusted */
} VntJson;

static inline VntStatus
vnt_json_fail(VntJson *r, VntStatus status, const uint8_t *at)
{
	r->fault = at;
	return status;
}

/* The fault is that the text has ended, or the byte at p. */
static inline VntStatus
vnt_json_unexpected(VntJson *r, const uint8_t *p)
{
	if (p >= r->end)
		return vnt_json_fail(r, VNT_JSON_END, r->end);
	if (*p >= 0x80 && !r->trusted && vnt_utf8_prefix(p, (size_t) (r->end - p)) == 0)
		return vnt_json_fail(r, VNT_JSON_UTF8, p);
	return vnt_json_fail(r, VNT_JSON_SYNTAX, p);
}

/* Bytes that would make one token of a number or word and what follows. */
static inline bool
vnt_json_joins(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		(c >= '0' && c <= '9') || c == '_' || c == '.' || c == '+' || c == '-' ||
		c == '$';
}

/*
 * What is mostly behind a number or word: then it is not joined with anything.
 */
static inline bool
vnt_json_ends(uint8_t c)
{
	return c == ',' || c == ']' || c == '}' || c <= ' ';
}

/* Does a ::type follow? */
static inline bool
vnt_json_has_cast(const VntJson *r, const uint8_t *p)
{
	return p < r->end && *p == ':' && !r->plain &&
		r->end - p >= 2 && p[1] == ':';
}

/*
 * The string whose opening quote is just before r->p; r->p ends up behind the
 * closing one.  The result is in the text, or decoded in the builder's memory.
 * From r->p to plain all is known to be just passed over.
 */
extern VntStatus vnt_json_string(VntJson *r, const uint8_t *plain, VntSlice *s);

/* The number that starts at r->p, and what is cast from it. */
extern VntStatus vnt_json_number(VntJson *r);

/* The type name behind r->p, which is at the "::". */
typedef enum VntCast
{
	VNT_CAST_TEMPORAL,
	VNT_CAST_UUID,
	VNT_CAST_BYTEA,
	VNT_CAST_FLOAT4,
	VNT_CAST_FLOAT8
} VntCast;

extern VntStatus vnt_json_cast(VntJson *r, VntCast *cast, VntType *type);

/* Build the typed scalar of a string literal at token; r->p is at the "::". */
extern VntStatus vnt_json_typed_string(VntJson *r, VntSlice s,
									   const uint8_t *token);

#endif							/* VNT_JSON_PARSE_H */
