/*-------------------------------------------------------------------------
 *
 * vparts.h
 *	  For tests and fuzzers: a reader over bytes in memory that gives away no
 *	  byte more than was asked for, or a window that the reader may go on with,
 *	  and takes them back at the next call.
 *
 *		VParts	   parts;
 *		vparts_init(&parts, data, len);
 *		... parts.reader
 *		vparts_free(&parts);
 *
 *		vparts_same(&value, &parts.reader, &root)
 *
 *-------------------------------------------------------------------------
 */
#ifndef VPARTS_H
#define VPARTS_H

#include <stdlib.h>
#include <string.h>

#include "vnt.h"

typedef struct VParts
{
	VntReader	reader;
	const uint8_t *data;
	uint8_t    *given;			/* of an exact size, for ASan */
	uint8_t    *head;			/* the same, of the reader */
	size_t		total;			/* of all bytes given away */
	size_t		window;			/* bytes to be given at once, or 0 */
} VParts;

/* How often vnt_reader_step() took a step. */
static long vparts_steps = 0;

static inline const uint8_t *
vparts_fetch(void *ctx, size_t pos, size_t len)
{
	VParts	   *parts = ctx;
	size_t		start = parts->window > 0 ? pos - pos % parts->window : pos;
	size_t		end = pos + len;

	free(parts->given);
	parts->given = NULL;
	if (pos > parts->reader.size || len > parts->reader.size - pos || len == 0)
		abort();
	if (end < start + parts->window)
		end = start + parts->window;
	if (end > parts->reader.size)
		end = parts->reader.size;
	parts->given = malloc(end - start);
	if (parts->given == NULL)
		abort();
	memcpy(parts->given, parts->data + start, end - start);
	parts->total += end - start;
	if (parts->window > 0)
	{
		parts->reader.part = parts->given;
		parts->reader.part_pos = start;
		parts->reader.part_len = end - start;
	}
	return parts->given + (pos - start);
}

static inline void
vparts_init(VParts *parts, const uint8_t *data, size_t len)
{
	memset(parts, 0, sizeof(*parts));
	parts->data = data;
	parts->reader.fetch = vparts_fetch;
	parts->reader.ctx = parts;
	parts->reader.size = len;
	parts->window = len % 3 == 0 ? 0 : (size_t) 1 << len % 13;
}

static inline void
vparts_free(VParts *parts)
{
	free(parts->given);
	free(parts->head);
}

/* Give the opened reader a head; false where that is refused. */
static inline bool
vparts_add_head(VParts *parts, const VntPlace *root)
{
	size_t		len;

	if (vnt_reader_head_len(&parts->reader, root, &len) != VNT_OK)
		return false;
	parts->head = malloc(len);
	memcpy(parts->head, parts->data, len);
	return vnt_reader_decode_head(&parts->reader, parts->head, len) == VNT_OK &&
		parts->reader.head == parts->head;
}

/* Is a step to the i-th one that to this place, where it is taken at all? */
static inline bool
vparts_same_step(const VntReader *s, const VntPlace *p, const VntPlaces *places,
				 uint32_t i, const VntSlice *name, const VntPlace *at)
{
	const VntSlice none = {(const uint8_t *) "no such", 7};
	int32_t		first = (int32_t) i;
	int32_t		last = (int32_t) i - (int32_t) places->count;
	int32_t		before = last - (int32_t) places->count;
	VntPlace	found = *p;

	if (places->is_object)
	{
		if (vnt_reader_step(s, p, i, NULL, &first, &found) ||
			vnt_reader_step(s, p, i, &none, NULL, &found) ||
			vnt_reader_step(s, p, i + 1, name, NULL, &found) ||
			vnt_reader_step(s, p, places->count, name, NULL, &found))
			return false;
		if (!vnt_reader_step(s, &found, i, name, NULL, &found))
			return true;
	}
	else
	{
		if (vnt_reader_step(s, p, i, &none, NULL, &found) ||
			vnt_reader_step(s, p, i, NULL, &before, &found))
			return false;
		if (!vnt_reader_step(s, &found, 0, NULL, vparts_steps % 2 ? &first : &last, &found))
			return true;
	}
	vparts_steps++;
	return found.pos == at->pos && found.len == at->len;
}

/* Does the reader say of the value at p, and of all below, what v says? */
static inline bool
vparts_same(const VntValue *v, const VntReader *s, const VntPlace *p)
{
	VntContainer c;
	VntPlaces	places;
	VntType		type;
	size_t		size;
	size_t		place_size;
	uint32_t	hint = 0;
	VntPlace	none_at;
	VntValue	none;

	if (vnt_place_type(s, p, &type) != VNT_OK || type != vnt_value_type(v) ||
		vnt_value_size(v, &size) != VNT_OK ||
		vnt_place_size(s, p, &place_size) != VNT_OK || place_size != size)
		return false;
	if (type != VNT_OBJECT && type != VNT_ARRAY)
		return vnt_places_open(s, p, &places) == VNT_VALUE_TYPE;
	if (vnt_container_open(v, &c) != VNT_OK ||
		vnt_places_open(s, p, &places) != VNT_OK || places.count != c.count)
		return false;
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntValue	child;
		VntPlace	at;
		VntPlace	found;
		VntSlice	name;

		if (vnt_container_child(&c, i, &child) != VNT_OK ||
			vnt_places_child(s, &places, i, &at) != VNT_OK || at.len != child.len ||
			!vparts_same(&child, s, &at))
			return false;
		if (c.is_object && vnt_object_name(&c, i, &name) != VNT_OK)
			return false;
		if (!vparts_same_step(s, p, &places, i, &name, &at))
			return false;
		if (!c.is_object)
			continue;
		if (vnt_object_name(&c, i, &name) != VNT_OK ||
			vnt_places_find(s, &places, name.data, name.len, &found, NULL) != VNT_OK ||
			found.pos != at.pos ||
			vnt_places_find(s, &places, name.data, name.len, &found, &hint) != VNT_OK ||
			found.pos != at.pos || hint != i ||
			vnt_places_find(s, &places, name.data, name.len, &found, &hint) != VNT_OK ||
			found.pos != at.pos || hint != i)
			return false;
	}
	return vnt_places_find(s, &places, (const uint8_t *) "no such", 7, &none_at, &hint) ==
		vnt_object_find(&c, (const uint8_t *) "no such", 7, &none, NULL);
}

/* Read everything through the reader, whatever it says. */
static inline void
vparts_walk(const VntReader *s, const VntPlace *p, int *budget)
{
	VntPlaces	places;
	VntPlace	child;
	VntType		type;
	size_t		size;

	(void) vnt_place_type(s, p, &type);
	(void) vnt_place_size(s, p, &size);
	if (vnt_places_open(s, p, &places) != VNT_OK)
		return;
	(void) vnt_places_find(s, &places, (const uint8_t *) "a", 1, &child, NULL);
	for (uint32_t i = 0; i < places.count && --*budget > 0; i++)
	{
		const VntSlice name = {(const uint8_t *) "a", 1};
		int32_t		index = (int32_t) i;

		vparts_steps += vnt_reader_step(s, p, i, &name, &index, &child);
		if (vnt_places_child(s, &places, i, &child) == VNT_OK)
			vparts_walk(s, &child, budget);
	}
}

#endif							/* VPARTS_H */
