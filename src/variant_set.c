/*-------------------------------------------------------------------------
 *
 * variant_set.c
 *	  A value with one place changed: set, insert, delete.
 *
 * Interface: variant_set_path, variant_set_chain, variant_set_position,
 * variant_set_refuse_scalar, variant_null_value.
 *
 * The containers on the path are rebuilt member by member, everything beside
 * the path goes over whole.  What each operation does, and where it refuses,
 * is what jsonb_set, jsonb_insert, #- and jsonb's subscripts do.
 *
 * Limits: an assignment fills at most FILL_LIMIT nulls before a far index.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_path.h"

#include "miscadmin.h"
#include "utils/builtins.h"

#define FILL_LIMIT	(1 << 24)

typedef struct Setter
{
	VntBuilder *b;
	const VPath *path;
	const VntValue *newval;		/* NULL to delete */
	int			flags;
} Setter;

static const uint8_t null_byte = 0;

static const VntMetadata empty_metadata = {
	.data = vnt_empty_metadata,
	.len = sizeof(vnt_empty_metadata),
	.offsets = vnt_empty_metadata + 2,
	.strings = vnt_empty_metadata + 3,
	.strings_len = 0,
	.count = 0,
	.width = 1,
	.sorted = true,
};

const VntValue variant_null_value = {
	.meta = &empty_metadata,
	.data = &null_byte,
	.len = 1,
};

static void set_value(Setter *s, const VntValue *v, size_t level);

/* ---------------------------------------------------------------------
 * Small pieces
 * ---------------------------------------------------------------------
 */
static inline bool
is_last(const Setter *s, size_t level)
{
	return level + 1 == s->path->count;
}

static void
add_copy(Setter *s, const VntValue *v)
{
	VntStatus	status = vnt_build_value(s->b, v);

	if (status != VNT_OK)
		variant_report(status, NULL, VARIANT_ORIGIN_STORED, NULL);
}

static void
add_key(Setter *s, VntSlice name)
{
	variant_check_build(vnt_build_key(s->b, name.data, name.len));
}

static void
add_step_key(Setter *s, size_t level)
{
	uint8_t		buffer[VPATH_INDEX_TEXT];

	add_key(s, vpath_step_name(&s->path->steps[level], buffer));
}

void
variant_set_check_gap(int64 count)
{
	if (count > FILL_LIMIT)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("array index is too far behind the end of the variant array"),
				 errdetail("At most %d null elements are added before it.",
						   FILL_LIMIT)));
}

static void
add_nulls(Setter *s, int64 count)
{
	variant_set_check_gap(count);
	for (int64 i = 0; i < count; i++)
		variant_check_build(vnt_build_null(s->b));
}

static void
refuse_null_step(const Setter *s, size_t level)
{
	if (s->path->steps[level].kind == VPATH_NULL)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("path element at position %zu is null", level + 1)));
}

/*
 * Containers for the steps behind level, which lead into nothing yet, with
 * the new value in the innermost one.
 */
static void
add_chain(Setter *s, size_t level)
{
	size_t		count = s->path->count;

	for (size_t i = level + 1; i < count; i++)
	{
		refuse_null_step(s, i);
		if (s->path->steps[i].has_index)
		{
			variant_check_build(vnt_build_array_begin(s->b));
			add_nulls(s, s->path->steps[i].index);
		}
		else
		{
			variant_check_build(vnt_build_object_begin(s->b));
			add_step_key(s, i);
		}
	}
	add_copy(s, s->newval);
	for (size_t i = count - 1; i > level; i--)
		variant_check_build(s->path->steps[i].has_index ?
							vnt_build_array_end(s->b) :
							vnt_build_object_end(s->b));
}

/* ---------------------------------------------------------------------
 * Objects
 * ---------------------------------------------------------------------
 */

/* The member that the step names is there. */
static void
change_member(Setter *s, VntSlice name, const VntValue *child, size_t level)
{
	if (!is_last(s, level))
	{
		add_key(s, name);
		set_value(s, child, level + 1);
		return;
	}
	if (s->flags & (VARIANT_SET_INSERT_BEFORE | VARIANT_SET_INSERT_AFTER))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot replace existing key"),
				 errhint("Try using the function variant_set to replace key value.")));
	if (s->flags & VARIANT_SET_DELETE)
		return;
	add_key(s, name);
	add_copy(s, s->newval);
}

/* It is not there. */
static void
missing_member(Setter *s, size_t level)
{
	if (is_last(s, level) && (s->flags & VARIANT_SET_ADDS))
	{
		add_step_key(s, level);
		add_copy(s, s->newval);
	}
	else if (!is_last(s, level) && (s->flags & VARIANT_SET_FILL_GAPS))
	{
		add_step_key(s, level);
		add_chain(s, level);
	}
}

static void
set_object(Setter *s, const VntContainer *c, size_t level)
{
	uint8_t		buffer[VPATH_INDEX_TEXT];
	VntSlice	wanted = vpath_step_name(&s->path->steps[level], buffer);
	bool		found = false;

	variant_check_build(vnt_build_object_begin(s->b));
	for (uint32 i = 0; i < c->count; i++)
	{
		VntSlice	name;
		VntValue	child;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_object_name(c, i, &name));
		variant_check_stored(vnt_container_child(c, i, &child));
		if (!found && name.len == wanted.len &&
			memcmp(name.data, wanted.data, name.len) == 0)
		{
			found = true;
			change_member(s, name, &child, level);
		}
		else
		{
			add_key(s, name);
			add_copy(s, &child);
		}
	}
	if (!found)
		missing_member(s, level);
	variant_check_build(vnt_build_object_end(s->b));
}

/* ---------------------------------------------------------------------
 * Arrays
 * ---------------------------------------------------------------------
 */

/*
 * Where the step points in an array of count elements: -1 before all, count
 * or more behind all.
 */
int64
variant_set_position(const VPath *path, size_t level, uint32 count, int flags)
{
	const VPathStep *step = &path->steps[level];
	int64		position = step->index;

	if (!step->has_index)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("path element at position %zu is not an integer: \"%s\"",
						level + 1,
						text_to_cstring(variant_text_from_utf8(step->name.data,
															   step->name.len)))));
	if (position >= 0)
		return position;
	position += count;
	if (position >= 0)
		return position;
	if (flags & VARIANT_SET_CONSISTENT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("path element at position %zu is out of range: %d",
						level + 1, step->index)));
	return -1;
}

/* The element that the step points at is there. */
static void
change_element(Setter *s, const VntValue *child, size_t level)
{
	if (!is_last(s, level))
	{
		set_value(s, child, level + 1);
		return;
	}
	if (s->flags & (VARIANT_SET_INSERT_BEFORE | VARIANT_SET_CREATE))
		add_copy(s, s->newval);
	if (s->flags & (VARIANT_SET_INSERT_BEFORE | VARIANT_SET_INSERT_AFTER))
		add_copy(s, child);
	if (s->flags & (VARIANT_SET_INSERT_AFTER | VARIANT_SET_REPLACE))
		add_copy(s, s->newval);
}

/* It points behind the last element, and the elements have been copied. */
static void
missing_element(Setter *s, int64 gap, size_t level)
{
	if (is_last(s, level) && (s->flags & VARIANT_SET_ADDS))
	{
		if (s->flags & VARIANT_SET_FILL_GAPS)
			add_nulls(s, gap);
		add_copy(s, s->newval);
	}
	else if (!is_last(s, level) && (s->flags & VARIANT_SET_FILL_GAPS))
	{
		add_nulls(s, gap);
		add_chain(s, level);
	}
}

static void
set_array(Setter *s, const VntContainer *c, size_t level)
{
	int64		position = variant_set_position(s->path, level, c->count, s->flags);

	variant_check_build(vnt_build_array_begin(s->b));
	if (position < 0 && is_last(s, level) && (s->flags & VARIANT_SET_ADDS))
		add_copy(s, s->newval);
	for (uint32 i = 0; i < c->count; i++)
	{
		VntValue	child;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(c, i, &child));
		if (i == position)
			change_element(s, &child, level);
		else
			add_copy(s, &child);
	}
	if (position >= c->count)
		missing_element(s, position - c->count, level);
	variant_check_build(vnt_build_array_end(s->b));
}

/* ---------------------------------------------------------------------
 * Any value
 * ---------------------------------------------------------------------
 */
void
variant_set_refuse_scalar(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("cannot replace existing key"),
			 errdetail("The path assumes key is a composite object, "
					   "but it is a scalar value.")));
}

static void
set_value(Setter *s, const VntValue *v, size_t level)
{
	VntContainer c;
	VntClass	class_ = vnt_value_class(v);

	check_stack_depth();
	refuse_null_step(s, level);
	if (class_ != VNT_CLASS_OBJECT && class_ != VNT_CLASS_ARRAY)
	{
		if (s->flags & VARIANT_SET_FILL_GAPS)
			variant_set_refuse_scalar();
		add_copy(s, v);
		return;
	}
	variant_check_stored(vnt_container_open(v, &c));
	if (c.is_object)
		set_object(s, &c, level);
	else
		set_array(s, &c, level);
}

/* A container of no members, for a path into nothing. */
static VntContainer
empty_container(const VPathStep *first)
{
	VntContainer c = {0};

	c.is_object = first->name.data != NULL;
	return c;
}

Datum
variant_set_path(const VntValue *root, const VPath *path,
				 const VntValue *newval, int flags)
{
	Setter		s = {NULL, path, newval, flags};
	Datum		result;

	if (root && variant_splice_path(root, path, newval, flags, &result))
		return result;
	s.b = variant_builder_acquire();
	if (root)
		set_value(&s, root, 0);
	else
	{
		VntContainer c = empty_container(&path->steps[0]);

		refuse_null_step(&s, 0);
		if (c.is_object)
			set_object(&s, &c, 0);
		else
			set_array(&s, &c, 0);
	}
	return variant_from_builder(s.b);
}

Datum
variant_set_chain(const VPath *path, size_t level, const VntValue *newval)
{
	Setter		s = {variant_builder_acquire(), path, newval, VARIANT_SET_CREATE};

	add_chain(&s, level);
	return variant_from_builder(s.b);
}
