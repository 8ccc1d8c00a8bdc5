/*-------------------------------------------------------------------------
 *
 * vpath_eval.c
 *	  Walking a path over the bytes of a value.
 *
 * Interface: vpath_eval, vpath_step, vpath_step_name.  A walk costs one search
 * by name or one look at an offset for each step; values beside the path are
 * not touched.
 *
 *-------------------------------------------------------------------------
 */
#include "vpath.h"

#include "../codec/vnt_read.h"

VntSlice
vpath_step_name(const VPathStep *step, uint8_t buffer[VPATH_INDEX_TEXT])
{
	VntSlice	name;
	uint8_t    *p = buffer + VPATH_INDEX_TEXT;
	uint32_t	rest;

	if (step->name.data != NULL || !step->has_index)
		return step->name;
	rest = step->index < 0 ? 0u - (uint32_t) step->index : (uint32_t) step->index;
	do
	{
		*--p = (uint8_t) ('0' + rest % 10);
		rest /= 10;
	} while (rest != 0);
	if (step->index < 0)
		*--p = '-';
	name.data = p;
	name.len = (size_t) (buffer + VPATH_INDEX_TEXT - p);
	return name;
}

static VntStatus
step_object(const VPathStep *step, const VntContainer *c, VntValue *result,
			uint32_t *hint)
{
	uint8_t		buffer[VPATH_INDEX_TEXT];
	VntSlice	name;

	if (step->kind == VPATH_INDEX)
		return VNT_NOT_FOUND;
	name = vpath_step_name(step, buffer);
	return vnt_object_find(c, name.data, name.len, result, hint);
}

static VntStatus
step_array(const VPathStep *step, const VntContainer *c, VntValue *result)
{
	int64_t		position;

	if (step->kind == VPATH_NAME || !step->has_index)
		return VNT_NOT_FOUND;
	position = vpath_array_position(step->index, c->count);
	if (position < 0)
		return VNT_NOT_FOUND;
	return vnt_container_child(c, (uint32_t) position, result);
}

VntStatus
vpath_step(const VPathStep *step, const VntValue *v, VntValue *result,
		   uint32_t *hint)
{
	VntContainer c;
	VntStatus	status;

	if (step->kind == VPATH_NULL)
		return VNT_NOT_FOUND;
	status = vnt_container_open(v, &c);
	if (status == VNT_VALUE_TYPE)
		return VNT_NOT_FOUND;	/* nothing is inside a scalar */
	if (status != VNT_OK)
		return status;
	return c.is_object ? step_object(step, &c, result, hint) :
		step_array(step, &c, result);
}

/*
 * Documents of one column mostly have one shape: try the member that it was
 * in the last one.  False if that is not it, or if anything is unusual.
 */
static inline bool
step_as_before(const VPathStep *step, const VntValue *v, VntValue *result,
			   const uint32_t *hint)
{
	VntContainer c;

	return hint != NULL && step->name.data != NULL &&
		(step->kind == VPATH_NAME || step->kind == VPATH_EITHER) &&
		v->len > 0 && (v->data[0] & VNT_BASIC_MASK) == VNT_BASIC_OBJECT &&
		vnt_read_container(v, &c) == VNT_OK &&
		vnt_read_member(&c, *hint, step->name.data, step->name.len,
						result) == VNT_OK;
}

/* Copying no struct that was just written: its loads would have to wait. */
VntStatus
vpath_eval(const VPath *path, const VntValue *root, VntValue *result,
		   uint32_t *hints)
{
	const VntValue *at = root;

	if (path->count == 0)
		*result = *root;
	for (size_t i = 0; i < path->count; i++)
	{
		const VPathStep *step = &path->steps[i];
		uint32_t   *hint = hints ? &hints[i] : NULL;

		if (!step_as_before(step, at, result, hint))
			VNT_TRY(vpath_step(step, at, result, hint));
		at = result;
	}
	return VNT_OK;
}
