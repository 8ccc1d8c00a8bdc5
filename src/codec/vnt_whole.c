/*-------------------------------------------------------------------------
 *
 * vnt_whole.c
 *	  Taking an object out of a document whose dictionary it uses entirely.
 *
 * Interface: vnt_uses_all_names.
 *
 * The elements of an array of like objects use all the names there are.  Such
 * a one is a document of its own with the dictionary and its bytes as they
 * are: nothing has to be renumbered.
 *
 * Limits: dictionaries of at most 64 names, values of at most MAX_STEPS
 * members and elements, MAX_DEPTH levels; anything else is "no".
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

#define MAX_NAMES	64
#define MAX_STEPS	512
#define MAX_DEPTH	16

typedef struct Walk
{
	uint64_t	names;			/* one bit for each id that was met */
	int			steps;
	int			depth;
} Walk;

static bool walk_container(Walk *w, const VntValue *v);

/* The widths that a canonical container has. */
static bool
has_smallest_widths(const VntContainer *c, unsigned header)
{
	return c->count <= 255 && c->offset_width == vnt_uint_width(c->total) &&
		(header & VNT_BASIC_MASK) != VNT_BASIC_PRIMITIVE &&
		(header >> VNT_HEADER_SHIFT & (c->is_object ? 0x20u | VNT_OBJECT_LARGE : 0x38u | VNT_ARRAY_LARGE)) == 0 &&
		(!c->is_object || c->id_width == 1);
}

static bool
walk_children(Walk *w, const VntContainer *c)
{
	VntValue	child;

	for (uint32_t i = 0; i < c->count; i++)
	{
		if (c->is_object && c->ids[i] < MAX_NAMES)
			w->names |= UINT64_C(1) << c->ids[i];
		if (vnt_container_child(c, i, &child) != VNT_OK)
			return false;
		if ((child.data[0] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT &&
			!walk_container(w, &child))
			return false;
	}
	return true;
}

static bool
walk_container(Walk *w, const VntValue *v)
{
	VntContainer c;
	bool		good;

	if (w->depth >= MAX_DEPTH || vnt_container_open(v, &c) != VNT_OK)
		return false;
	w->steps += 1 + (int) (c.count > MAX_STEPS ? MAX_STEPS : c.count);
	if (w->steps > MAX_STEPS || !has_smallest_widths(&c, v->data[0]))
		return false;
	w->depth++;
	good = walk_children(w, &c);
	w->depth--;
	return good;
}

bool
vnt_uses_all_names(const VntValue *v)
{
	const VntMetadata *m = v->meta;
	Walk		w = {0, 0, 0};

	/* version 1, sorted, no reserved bit */
	if ((m->data[0] & 0x3f) != (VNT_META_VERSION_1 | VNT_META_SORTED) || m->count == 0 || m->count > MAX_NAMES ||
		m->width != vnt_uint_width(m->strings_len) || m->count > v->len / 2)
		return false;
	return walk_container(&w, v) &&
		w.names == UINT64_MAX >> (MAX_NAMES - m->count);
}
