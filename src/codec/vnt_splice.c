/*-------------------------------------------------------------------------
 *
 * vnt_splice.c
 *	  One place of a document changed by copying bytes.
 *
 * Interface: vnt_splice_open, vnt_splice_takes; vnt_splice_write is in
 * vnt_splice_write.c.
 *
 * Only the containers on the path get new counts, ids and offsets; all else
 * goes over in pieces as it is.  A name that comes or goes moves the ids of
 * the names behind it: then the ids of all objects are gone through, but no
 * values.
 *
 * What comes out is canonical if the document is.  The new value's place among
 * the values of an object is chosen so: small values first, then large ones,
 * each group in name order.  Names that are used no more leave the dictionary.
 *
 * The bytes may be damaged: every bound is checked before anything is
 * written.
 *
 * Limits: sorted dictionaries; VNT_SPLICE_DEPTH levels of containers above the
 * place; new values without names; VNT_SPLICE_GONE names that go.  An id that would
 * need another width is left to a builder, too.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_splice.h"

/* ---------------------------------------------------------------------
 * The objects of a document
 * ---------------------------------------------------------------------
 */

/* What is done with each object; false stops the walk, with *status OK. */
typedef bool (*Visit) (VntSplice *s, const VntContainer *c, uint32_t skip);

/*
 * Values that are containers may not take more bytes together than the
 * container that they are in: so no bytes are gone through twice for each
 * level of nesting, whatever damaged offsets say.  *size is that of v.
 */
static VntStatus
walk(VntSplice *s, const VntValue *v, int depth, Visit visit, bool *go_on,
	 uint64_t *size)
{
	VntContainer c;
	uint64_t	used = 0;

	if (depth >= VNT_MAX_DEPTH)
		return VNT_TOO_DEEP;
	VNT_TRY(vnt_container_open(v, &c));
	*size = (uint64_t) (c.values - v->data) + c.total;
	if (c.is_object)
		*go_on = visit(s, &c, UINT32_MAX);
	s->steps += 1 + c.count;
	if (s->steps >= VNT_POLL_STEPS)
	{
		s->steps = 0;
		if (s->host->poll)
			s->host->poll(s->host->ctx);
	}
	for (uint32_t i = 0; i < c.count && *go_on; i++)
	{
		VntValue	child;
		uint64_t	child_size;

		VNT_TRY(vnt_container_child(&c, i, &child));
		if ((child.data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
			continue;
		VNT_TRY(walk(s, &child, depth + 1, visit, go_on, &child_size));
		used += child_size;
		if (used > c.total)
			return VNT_VALUE_OFFSETS;
	}
	return VNT_OK;
}

/* The children at level n but the one on the path, if there is one. */
static VntStatus
walk_beside(VntSplice *s, uint32_t n, Visit visit, bool *go_on)
{
	const VntSpliceLevel *l = &s->levels[n];
	uint64_t	used = 0;

	for (uint32_t i = 0; i < l->c.count && *go_on; i++)
	{
		VntValue	child;
		uint64_t	size;

		if (l->has_old && i == l->index)
			continue;
		VNT_TRY(vnt_container_child(&l->c, i, &child));
		if ((child.data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
			continue;
		VNT_TRY(walk(s, &child, (int) n + 1, visit, go_on, &size));
		used += size;
		if (used > l->c.total)
			return VNT_VALUE_OFFSETS;
	}
	return VNT_OK;
}

/* All objects but what is taken out. */
static VntStatus
walk_rest(VntSplice *s, Visit visit, bool *go_on)
{
	for (uint32_t n = 0; n < s->depth && *go_on; n++)
	{
		const VntSpliceLevel *l = &s->levels[n];

		if (l->c.is_object)
			*go_on = visit(s, &l->c, l->has_old && !l->has_new ? l->index : UINT32_MAX);
		VNT_TRY(walk_beside(s, n, visit, go_on));
	}
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Names that come and go
 * ---------------------------------------------------------------------
 */
static bool
note_gone(VntSplice *s, uint32_t id)
{
	for (uint32_t i = 0; i < s->gone_count; i++)
		if (s->gone[i] == id)
			return true;
	if (s->gone_count == VNT_SPLICE_GONE)
		return false;
	s->gone[s->gone_count++] = id;
	return true;
}

/* Of what is taken out: its names may go. */
static bool
note_names(VntSplice *s, const VntContainer *c, uint32_t skip)
{
	(void) skip;
	for (uint32_t i = 0; i < c->count; i++)
		if (!note_gone(s, vnt_object_id(c, i)))
			return false;
	return true;
}

/* Of what stays: its names stay.  The list is in order of ids. */
static bool
keep_names(VntSplice *s, const VntContainer *c, uint32_t skip)
{
	uint32_t	at = 0;
	uint32_t	i = 0;

	/* both lists rise */
	while (at < s->gone_count && i < c->count)
	{
		uint32_t	id = vnt_object_id(c, i);

		if (i == skip || id < s->gone[at])
			i++;
		else if (id > s->gone[at])
			at++;
		else
		{
			s->gone_count--;
			memmove(&s->gone[at], &s->gone[at + 1],
					(s->gone_count - at) * sizeof(uint32_t));
			i++;
		}
	}
	return s->gone_count > 0;
}

static void
sort_gone(VntSplice *s)
{
	for (uint32_t i = 1; i < s->gone_count; i++)
	{
		uint32_t	id = s->gone[i];
		uint32_t	j = i;

		for (; j > 0 && s->gone[j - 1] > id; j--)
			s->gone[j] = s->gone[j - 1];
		s->gone[j] = id;
	}
}

/* Find out which names of the value that is taken out are used no more. */
static VntStatus
find_gone(VntSplice *s, bool *possible)
{
	const VntSpliceLevel *last = &s->levels[s->depth - 1];
	VntValue	child;
	uint64_t	size;
	bool		go_on = true;

	if (last->c.is_object && s->kind == VNT_SPLICE_REMOVE)
		(void) note_gone(s, vnt_object_id(&last->c, last->index));
	VNT_TRY(vnt_container_child(&last->c, last->index, &child));
	if ((child.data[0] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
		VNT_TRY(walk(s, &child, (int) s->depth, note_names, &go_on, &size));
	*possible = go_on;
	if (!go_on || s->gone_count == 0)
		return VNT_OK;
	sort_gone(s);
	if (s->gone[s->gone_count - 1] >= s->root->meta->count)
		return VNT_VALUE_FIELD_ID;
	VNT_TRY(walk_rest(s, keep_names, &go_on));
	s->walked = go_on;
	return VNT_OK;
}

/* Where the name of a new member is in the dictionary, or has to come. */
static VntStatus
find_added(VntSplice *s)
{
	const VntMetadata *m = s->root->meta;
	uint32_t	low = 0;
	uint32_t	high = m->count;

	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;
		VntSlice	name;
		int			order;

		VNT_TRY(vnt_metadata_name(m, middle, &name));
		order = vnt_bytes_cmp(name.data, name.len, s->name.data, s->name.len);
		if (order == 0)
		{
			s->new_id = middle;
			return VNT_OK;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	s->new_id = low;
	s->added = true;
	return VNT_OK;
}

/* Ids keep their widths? */
static bool
check_width(VntSplice *s, const VntContainer *c, uint32_t skip)
{
	uint32_t	id;

	(void) skip;
	if (c->count == 0)
		return true;
	id = vnt_object_id(c, c->count - 1);
	return vnt_uint_width(vnt_splice_id(s, id)) == c->id_width;
}

/* The size of the new dictionary, and whether ids can be changed in place. */
static VntStatus
plan_names(VntSplice *s, bool *possible)
{
	const VntMetadata *m = s->root->meta;
	uint64_t	strings = m->strings_len;
	uint32_t	count = m->count;
	VntSlice	name;

	s->same_names = !s->added && s->gone_count == 0;
	/* ids below the new one are as they were */
	s->same_ids = s->same_names || (s->added && s->new_id == count);
	s->metadata_size = m->len;
	if (s->same_names)
		return VNT_OK;
	for (uint32_t i = 0; i < s->gone_count; i++)
	{
		VNT_TRY(vnt_metadata_name(m, s->gone[i], &name));
		if (name.len > strings)
			return VNT_META_OFFSETS;
		strings -= name.len;
		count--;
	}
	if (s->added)
	{
		strings += s->name.len;
		count++;
	}
	if (strings > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	s->strings_len = (uint32_t) strings;
	s->name_width = (uint8_t) vnt_uint_width(s->strings_len > count ? s->strings_len : count);
	s->metadata_size = 1 + (size_t) s->name_width * ((size_t) count + 2) + s->strings_len;
	s->names = count;
	if (s->same_ids || (s->walked && count <= 256 && m->count <= 256))
		return VNT_OK;			/* all ids have one byte */
	for (uint32_t n = 0; n < s->depth && *possible; n++)
		VNT_TRY(walk_beside(s, n, check_width, possible));
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Containers on the path
 * ---------------------------------------------------------------------
 */
/*
 * Where the first value behind member number from lies that is large, or
 * small; *found is false if there is none.
 */
static VntStatus
next_of_group(const VntSpliceLevel *l, uint32_t from, bool large, uint32_t *offset, bool *found)
{
	*found = false;
	for (uint32_t i = from; i < l->c.count; i++)
	{
		VntValue	child;
		size_t		size;

		if (l->has_old && i == l->index)
			continue;
		VNT_TRY(vnt_container_child(&l->c, i, &child));
		VNT_TRY(vnt_value_size(&child, &size));
		if ((size > VNT_LARGE_VALUE) != large)
			continue;
		*offset = vnt_splice_offset(&l->c, i);
		*found = true;
		break;
	}
	return VNT_OK;
}

/* Choose the place of a value of new_size bytes in an object. */
static VntStatus
choose_place(VntSpliceLevel *l)
{
	bool		large = l->new_size > VNT_LARGE_VALUE;
	bool		found;

	if (l->has_old && large == (l->old_size > VNT_LARGE_VALUE))
	{
		l->place = l->old_offset;
		return VNT_OK;
	}
	VNT_TRY(next_of_group(l, l->index, large, &l->place, &found));
	if (!found && !large)
		VNT_TRY(next_of_group(l, 0, true, &l->place, &found));
	if (!found)
		l->place = l->c.total;
	return VNT_OK;
}

/* Ids rise, so that it is the last member's. */
static uint32_t
greatest_id(const VntSplice *s, const VntSpliceLevel *l)
{
	uint32_t	last = l->c.count;

	if (l->count == 0)
		return 0;
	if (!l->has_old && l->index == last)
		return s->new_id;
	last--;
	if (!l->has_new && last == l->index)
		last--;
	return vnt_splice_id(s, vnt_object_id(&l->c, last));
}

/* What the container at level n becomes, its child being new_size bytes. */
static VntStatus
plan_level(VntSplice *s, uint32_t n)
{
	VntSpliceLevel *l = &s->levels[n];
	uint64_t	total;
	uint64_t	size;

	if (!l->has_new)
		l->place = l->old_offset;
	else if (l->c.is_object)
		VNT_TRY(choose_place(l));
	else if (l->has_old)
		l->place = l->old_offset;
	else
		l->place = l->index < l->c.count ? vnt_splice_offset(&l->c, l->index) : l->c.total;
	if (l->place > l->c.total ||
		(l->has_old && l->place > l->old_offset && l->place < l->old_offset + l->old_size))
		return VNT_VALUE_OFFSETS;
	l->count = l->c.count - l->has_old + l->has_new;
	total = (uint64_t) l->c.total - l->old_size + l->new_size;
	if (total > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	l->total = (uint32_t) total;
	l->offset_width = (uint8_t) vnt_uint_width(l->total);
	l->id_width = l->c.is_object ? (uint8_t) vnt_uint_width(greatest_id(s, l)) : 0;
	size = (l->count > VNT_MAX_SMALL_COUNT ? 5u : 2u) + (uint64_t) l->count * l->id_width +
		((uint64_t) l->count + 1) * l->offset_width + l->total;
	if (size > VNT_MAX_SIZE)
		return VNT_TOO_LARGE;
	if (n > 0)
		s->levels[n - 1].new_size = (uint32_t) size;
	else
		s->size = s->metadata_size + (size_t) size;
	return VNT_OK;
}

/* Open the containers on the path, and the old value. */
static VntStatus
open_levels(VntSplice *s, const uint32_t *path)
{
	VntValue	v = *s->root;

	for (uint32_t n = 0; n < s->depth; n++)
	{
		VntSpliceLevel *l = &s->levels[n];
		bool		last = n + 1 == s->depth;
		size_t		size = 0;

		VNT_TRY(vnt_container_open(&v, &l->c));
		l->index = path[n];
		l->has_old = !(last && s->kind == VNT_SPLICE_INSERT);
		l->has_new = !(last && s->kind == VNT_SPLICE_REMOVE);
		l->old_offset = l->old_size = l->new_size = 0;
		if (l->index > l->c.count || (l->has_old && l->index == l->c.count))
			return VNT_NOT_FOUND;
		if (!l->has_old)
			break;
		VNT_TRY(vnt_container_child(&l->c, l->index, &v));
		VNT_TRY(vnt_value_size(&v, &size));
		l->old_offset = vnt_splice_offset(&l->c, l->index);
		l->old_size = (uint32_t) size;
	}
	return VNT_OK;
}

VntStatus
vnt_splice_open(VntSplice *s, const VntHost *host, const VntValue *root,
				VntSpliceKind kind, const uint32_t *path, uint32_t depth,
				VntSlice name, const VntValue *newval, bool *possible)
{
	size_t		size = 0;

	*possible = false;
	if (!root->meta->sorted || depth < 1 || depth > VNT_SPLICE_DEPTH)
		return VNT_OK;
	s->host = host;
	s->root = root;
	s->kind = kind;
	s->depth = depth;
	s->name = name;
	s->newval = newval;
	s->gone_count = s->steps = s->new_id = 0;
	s->added = s->walked = false;
	VNT_TRY(open_levels(s, path));
	if (kind != VNT_SPLICE_REMOVE)
	{
		if (!vnt_splice_takes(newval))
			return VNT_OK;
		VNT_TRY(vnt_value_size(newval, &size));
	}
	*possible = true;
	s->levels[depth - 1].new_size = (uint32_t) size;
	if (kind == VNT_SPLICE_INSERT && s->levels[depth - 1].c.is_object)
		VNT_TRY(find_added(s));
	if (kind != VNT_SPLICE_INSERT)
		VNT_TRY(find_gone(s, possible));
	if (*possible)
		VNT_TRY(plan_names(s, possible));
	for (uint32_t n = depth; n-- > 0 && *possible;)
		VNT_TRY(plan_level(s, n));
	return !*possible || s->size <= VNT_MAX_SIZE ? VNT_OK : VNT_TOO_LARGE;
}

bool
vnt_splice_takes(const VntValue *v)
{
	VntContainer c;

	if ((v->data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
		return vnt_is_canonical_scalar(v);
	/* 02 00 00 and 03 00 00 */
	return vnt_container_open(v, &c) == VNT_OK && c.count == 0 && c.total == 0 &&
		v->data[0] <= VNT_BASIC_ARRAY;
}
