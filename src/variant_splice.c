/*-------------------------------------------------------------------------
 *
 * variant_splice.c
 *	  Setting by copying bytes where that can be done.
 *
 * Interface: variant_splice_path.
 *
 * Finds out where a path leads, in numbers of children, and leaves the rest
 * to vnt_splice.c.  Everything out of the ordinary, errors among it, is left to
 * variant_set.c.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_path.h"

/* Where an operation takes place. */
typedef struct Target
{
	uint32_t	path[VNT_SPLICE_DEPTH];
	VntSpliceKind kind;
	VntSlice	name;			/* of a new member */
} Target;

typedef enum Finding
{
	FINDING_CHANGE,
	FINDING_SAME,				/* the path leads nowhere: nothing changes */
	FINDING_OTHER				/* for variant_set.c */
} Finding;

/* The number of the member with that name, or that it would have. */
static bool
member_number(const VntContainer *c, VntSlice name, uint32_t *number)
{
	uint32_t	low = 0;
	uint32_t	high = c->count;

	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;
		VntSlice	found;
		int			order;

		variant_check_stored(vnt_object_name(c, middle, &found));
		order = memcmp(found.data, name.data, Min(found.len, name.len));
		if (order == 0 && found.len == name.len)
		{
			*number = middle;
			return true;
		}
		if (order < 0 || (order == 0 && found.len < name.len))
			low = middle + 1;
		else
			high = middle;
	}
	*number = low;
	return false;
}

/* The last step leads to a child that is there. */
static bool
existing_target(Target *t, bool object, uint32_t *number, int flags)
{
	if (flags & VARIANT_SET_DELETE)
		t->kind = VNT_SPLICE_REMOVE;
	else if (flags & (VARIANT_SET_CREATE | VARIANT_SET_REPLACE))
		t->kind = VNT_SPLICE_REPLACE;
	else if (object)
		return false;			/* an error */
	else
	{
		t->kind = VNT_SPLICE_INSERT;
		*number += (flags & VARIANT_SET_INSERT_AFTER) != 0;
	}
	return true;
}

/*
 * The child of an object or array that a step leads to, or would make; *there
 * if it exists.  false where only variant_set.c knows what happens.
 */
static bool
step_number(const VntContainer *c, const VPathStep *step, VntSlice name,
			int flags, uint32_t *number, bool *there)
{
	int64		position = step->index;

	if (step->kind == VPATH_NULL)
		return false;
	if (c->is_object)
	{
		*there = member_number(c, name, number);
		return true;
	}
	if (!step->has_index)
		return false;
	if (position < 0)
		position += c->count;
	*there = position >= 0 && position < c->count;
	if (!*there && (flags & (VARIANT_SET_FILL_GAPS | VARIANT_SET_CONSISTENT)))
		return false;
	*number = (uint32_t) Min(Max(position, 0), c->count);
	return true;
}

static Finding
find_target(Target *t, const VntValue *root, const VPath *path, int flags,
			uint8_t buffer[VPATH_INDEX_TEXT])
{
	bool		gaps = (flags & VARIANT_SET_FILL_GAPS) != 0;
	VntValue	v = *root;

	for (size_t i = 0; i < path->count; i++)
	{
		VntSlice	name = vpath_step_name(&path->steps[i], buffer);
		bool		last = i + 1 == path->count;
		VntContainer c;
		bool		there;

		if (path->steps[i].kind == VPATH_NULL)
			return FINDING_OTHER;
		if (vnt_value_class(&v) < VNT_CLASS_ARRAY)
			return gaps ? FINDING_OTHER : FINDING_SAME;
		variant_check_stored(vnt_container_open(&v, &c));
		if (!step_number(&c, &path->steps[i], name, flags, &t->path[i], &there))
			return FINDING_OTHER;
		if (last && there)
			return existing_target(t, c.is_object, &t->path[i], flags) ?
				FINDING_CHANGE : FINDING_OTHER;
		if (!there)
		{
			t->kind = VNT_SPLICE_INSERT;
			t->name = name;
			if (!last)
				return gaps ? FINDING_OTHER : FINDING_SAME;
			return flags & VARIANT_SET_ADDS ? FINDING_CHANGE : FINDING_SAME;
		}
		variant_check_stored(vnt_container_child(&c, t->path[i], &v));
	}
	return FINDING_OTHER;
}

/* The document as it is. */
static Datum
copy_document(const VntValue *root)
{
	size_t		size;
	struct varlena *datum;

	variant_check_stored(vnt_value_size(root, &size));
	datum = palloc(VARHDRSZ + root->meta->len + size);
	SET_VARSIZE(datum, VARHDRSZ + root->meta->len + size);
	memcpy(VARDATA(datum), root->meta->data, root->meta->len);
	memcpy(VARDATA(datum) + root->meta->len, root->data, size);
	return variant_datum_finish(datum);
}

static Datum
write_splice(const VntSplice *splice)
{
	struct varlena *datum = palloc(VARHDRSZ + splice->size);

	SET_VARSIZE(datum, VARHDRSZ + splice->size);
	vnt_splice_write(splice, (uint8_t *) VARDATA(datum));
	return variant_datum_finish(datum);
}

bool
variant_splice_path(const VntValue *root, const VPath *path,
					const VntValue *newval, int flags, Datum *result)
{
	uint8_t		buffer[VPATH_INDEX_TEXT];
	Target		t = {.name = {NULL, 0}};
	VntSplice	splice;
	bool		possible;

	if (path->count > VNT_SPLICE_DEPTH)
		return false;
	switch (find_target(&t, root, path, flags, buffer))
	{
		case FINDING_SAME:
			*result = copy_document(root);
			return true;
		case FINDING_OTHER:
			return false;
		case FINDING_CHANGE:
			break;
	}
	if (newval && !vnt_splice_takes(newval))
		return false;
	variant_check_stored(vnt_splice_open(&splice, &variant_host, root, t.kind, t.path,
										 (uint32_t) path->count, t.name, newval, &possible));
	if (possible)
		*result = write_splice(&splice);
	return possible;
}
