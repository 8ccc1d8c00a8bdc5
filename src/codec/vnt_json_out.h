/*-------------------------------------------------------------------------
 *
 * vnt_json_out.h
 *	  What the files of the JSON writer share.
 *
 *		vnt_json_write.c	structure, and scalars that there are many of
 *		vnt_json_escape.c	room, strings
 *		vnt_json_scalar.c	all other scalars
 *
 * The writer's functions take the place where the text goes on and return
 * where it ends then, or NULL: then w->status tells why.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_JSON_OUT_H
#define VNT_JSON_OUT_H

#include "vnt_block.h"

/* Room for any scalar but strings and binaries, quotes and suffix included. */
#define VNT_SCALAR_ROOM		128

/* Long strings and binaries go in pieces, with a poll after each. */
#define VNT_PIECE			((size_t) 48 * 1024)

typedef struct VntWriter
{
	VntBuffer  *out;
	char	   *end;			/* of the buffer */
	VntStatus	status;			/* why a function returned NULL */
	const uint8_t *readable;	/* end of what can be read behind a value */
	const uint8_t *names_readable;	/* the same for a name */
	unsigned	depth;
	uint32_t	steps;			/* since the last poll */
	bool		native;			/* with ::type */
	bool		pretty;
	bool		bare;			/* a scalar's PostgreSQL text */
} VntWriter;

static inline char *
vnt_writer_fail(VntWriter *w, VntStatus status)
{
	w->status = status;
	return NULL;
}

/* Slow half of vnt_writer_room. */
extern char *vnt_writer_grow(VntWriter *w, char *p, size_t n);

/* Make sure that n more bytes can be written at p, which may move. */
static inline char *
vnt_writer_room(VntWriter *w, char *p, size_t n)
{
	return VNT_LIKELY((size_t) (w->end - p) >= n) ? p : vnt_writer_grow(w, p, n);
}

extern void vnt_writer_poll(VntWriter *w);

static inline void
vnt_writer_step(VntWriter *w, uint32_t n)
{
	w->steps += n;
	if (VNT_UNLIKELY(w->steps >= VNT_POLL_STEPS))
		vnt_writer_poll(w);
}

/*
 * A string literal of any bytes; finds its own room, and leaves 4 bytes
 * behind it.  From s to readable there are at least len bytes.
 */
extern char *vnt_writer_string(VntWriter *w, char *p, const uint8_t *s,
							   size_t len, const uint8_t *readable);

/* A scalar of any type; finds its own room. */
extern char *vnt_writer_scalar(VntWriter *w, char *p, const VntValue *v);

/* The rest of a string literal, its closing quote included. */
extern char *vnt_writer_string_rest(VntWriter *w, char *p, const uint8_t *s,
									size_t len, const uint8_t *readable);

/*
 * A string literal for which there is room, if it needs no escape: two quotes,
 * its bytes, and a block.  Leaves 4 bytes behind it, as vnt_writer_string().
 */
static VNT_INLINE char *
vnt_put_string(VntWriter *w, char *p, const uint8_t *s, size_t len,
			   const uint8_t *readable)
{
	*p++ = '"';
	if (VNT_LIKELY((size_t) (readable - s) >= len + VNT_BLOCK))
	{
		unsigned	clean;

		while ((clean = vnt_block_copy_escape((uint8_t *) p, s)) == VNT_BLOCK &&
			   len > VNT_BLOCK)
		{
			p += VNT_BLOCK;
			s += VNT_BLOCK;
			len -= VNT_BLOCK;
		}
		if (VNT_LIKELY(clean >= len))
		{
			p[len] = '"';
			return p + len + 1;
		}
		p += clean;
		s += clean;
		len -= clean;
	}
	return vnt_writer_string_rest(w, p, s, len, readable);
}

#endif							/* VNT_JSON_OUT_H */
