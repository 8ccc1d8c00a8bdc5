/*-------------------------------------------------------------------------
 *
 * vshred_error.c
 *	  What is wrong with a schema or with cells, and where.
 *
 * Interface: vshred_status_message, vshred_fail, vshred_fail_codec.
 *
 * A place is written as a $-path.  A name that is not a plain word is quoted,
 * with the quote written twice, as vpath_parse() reads it.
 *
 *-------------------------------------------------------------------------
 */
#include <stdio.h>
#include <string.h>

#include "vshred.h"

static const char *const messages[VSHRED_STATUS_COUNT] = {
	[VSHRED_OK] = "no error",
	[VSHRED_CODEC] = "the value is damaged or exceeds a limit",
	[VSHRED_SCHEMA_CLASS] = "a type name, an object or an array is expected",
	[VSHRED_SCHEMA_TYPE] = "type cannot be shredded",
	[VSHRED_SCHEMA_NUMERIC] = "numeric needs a precision of 1 to 38 and a scale of 0 to the precision",
	[VSHRED_SCHEMA_ARRAY] = "an array must have exactly one element, the type of all of them",
	[VSHRED_SCHEMA_OBJECT] = "an object must have at least one field",
	[VSHRED_TYPED_TYPE] = "typed_value is not of the schema's type",
	[VSHRED_TYPED_UNKNOWN] = "there is a typed_value, but the schema has no type here",
	[VSHRED_BOTH] = "value and typed_value are both present, but the type is no object",
	[VSHRED_NOT_OBJECT] = "value and typed_value are both present, but value is not an object",
	[VSHRED_OVERLAP] = "the field is present in value although it is shredded",
	[VSHRED_OBJECT_UNTYPED] = "value is an object, but typed_value is missing",
	[VSHRED_ARRAY_UNTYPED] = "value is an array, but typed_value is missing",
	[VSHRED_GROUP] = "an object with value and typed_value is expected",
	[VSHRED_GROUP_MEMBER] = "there is a member other than value and typed_value",
	[VSHRED_FIELD] = "the field is not in the schema",
	[VSHRED_FIELD_MISSING] = "the group of a field in the schema is missing",
};

const char *
vshred_status_message(VShredStatus status)
{
	return status < VSHRED_STATUS_COUNT ? messages[status] : "unknown error";
}

/* Can it stand behind a dot, and be read there? */
static bool
is_word(VntSlice name)
{
	if (name.len == 0)
		return false;
	for (size_t i = 0; i < name.len; i++)
	{
		uint8_t		c = name.data[i];

		if (!(c >= 0x80 || c == '_' || (c >= '0' && c <= '9') ||
			  (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
			return false;
	}
	return true;
}

static VntStatus
write_quoted(VntBuffer *out, VntSlice name)
{
	VntStatus	status = vnt_buffer_append(out, "['", 2);
	size_t		start = 0;

	for (size_t i = 0; status == VNT_OK && i < name.len; i++)
		if (name.data[i] == '\'')
		{
			status = vnt_buffer_append(out, name.data + start, i + 1 - start);
			start = i;			/* the quote once more */
		}
	if (status == VNT_OK)
		status = vnt_buffer_append(out, name.data + start, name.len - start);
	return status != VNT_OK ? status : vnt_buffer_append(out, "']", 2);
}

static VntStatus
write_step(VntBuffer *out, const VShredStep *step)
{
	char		index[16];
	int			n;

	if (step->name.data != NULL && !is_word(step->name))
		return write_quoted(out, step->name);
	if (step->name.data != NULL)
	{
		VntStatus	status = vnt_buffer_append(out, ".", 1);

		return status != VNT_OK ? status :
			vnt_buffer_append(out, step->name.data, step->name.len);
	}
	if (step->index == VSHRED_ANY_INDEX)
		return vnt_buffer_append(out, "[*]", 3);
	n = snprintf(index, sizeof(index), "[%lu]", (unsigned long) step->index);
	return vnt_buffer_append(out, index, (size_t) n);
}

/*
 * Steps lead upwards.  For each level the step is looked for from below: that
 * is quadratic in the depth, without recursion and without memory, and only
 * errors pay for it.
 */
static VntStatus
write_path(VntBuffer *out, const VShredStep *step)
{
	VntStatus	status = vnt_buffer_append(out, "$", 1);
	int			depth = 0;

	for (const VShredStep *s = step; s != NULL; s = s->parent)
		depth++;
	for (int level = 0; status == VNT_OK && level < depth; level++)
	{
		const VShredStep *s = step;

		for (int up = level + 1; up < depth; up++)
			s = s->parent;
		status = write_step(out, s);
	}
	return status;
}

VShredStatus
vshred_fail(VShredError *err, VShredStatus status, const VShredStep *step)
{
	if (err == NULL)
		return status;
	err->status = status;
	err->codec = VNT_OK;
	err->path.len = 0;
	(void) write_path(&err->path, step);	/* a shorter path without memory */
	return status;
}

VShredStatus
vshred_fail_codec(VShredError *err, VntStatus codec, const VShredStep *step)
{
	(void) vshred_fail(err, VSHRED_CODEC, step);
	if (err != NULL)
		err->codec = codec;
	return VSHRED_CODEC;
}
