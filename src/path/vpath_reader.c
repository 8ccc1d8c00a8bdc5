/*-------------------------------------------------------------------------
 *
 * vpath_reader.c
 *	  Walking a path through a value of which only parts are at hand.
 *
 * Interface: vpath_step_reader, vpath_eval_reader.  They find what
 * vpath_step() and vpath_eval() find in the whole value.
 *
 *-------------------------------------------------------------------------
 */
#include "vpath.h"

static VntStatus
step_object(const VPathStep *step, const VntReader *s, const VntPlaces *c,
			VntPlace *result, uint32_t *hint)
{
	uint8_t		buffer[VPATH_INDEX_TEXT];
	VntSlice	name;

	if (step->kind == VPATH_INDEX)
		return VNT_NOT_FOUND;
	name = vpath_step_name(step, buffer);
	return vnt_places_find(s, c, name.data, name.len, result, hint);
}

static VntStatus
step_array(const VPathStep *step, const VntReader *s, const VntPlaces *c,
		   VntPlace *result)
{
	int64_t		position;

	if (step->kind == VPATH_NAME || !step->has_index)
		return VNT_NOT_FOUND;
	position = vpath_array_position(step->index, c->count);
	if (position < 0)
		return VNT_NOT_FOUND;
	return vnt_places_child(s, c, (uint32_t) position, result);
}

VntStatus
vpath_step_reader(const VPathStep *step, const VntReader *s, const VntPlace *v,
				  VntPlace *result, uint32_t *hint)
{
	VntPlaces	c;
	VntStatus	status;

	if (step->kind == VPATH_NULL)
		return VNT_NOT_FOUND;
	status = vnt_places_open(s, v, &c);
	if (status == VNT_VALUE_TYPE)
		return VNT_NOT_FOUND;	/* nothing is inside a scalar */
	if (status != VNT_OK)
		return status;
	return c.is_object ? step_object(step, s, &c, result, hint) :
		step_array(step, s, &c, result);
}

/*
 * Try the member that it was in the last document.  Only steps that look into
 * objects have a name; an index may be there for nothing.
 */
static inline bool
step_as_before(const VPathStep *step, const VntReader *s, const VntPlace *v,
			   VntPlace *result, const uint32_t *hint)
{
	return vnt_reader_step(s, v, hint ? *hint : 0,
						   step->name.data != NULL ? &step->name : NULL,
						   step->has_index && step->kind != VPATH_NAME ? &step->index : NULL,
						   result);
}

VntStatus
vpath_eval_reader(const VPath *path, const VntReader *s, const VntPlace *root,
				  VntPlace *result, uint32_t *hints)
{
	const VntPlace *at = root;

	if (path->count == 0)
		*result = *root;
	for (size_t i = 0; i < path->count; i++)
	{
		const VPathStep *step = &path->steps[i];
		uint32_t   *hint = hints ? &hints[i] : NULL;

		if (!step_as_before(step, s, at, result, hint))
		{
			VntStatus	status = vpath_step_reader(step, s, at, result, hint);

			if (status != VNT_OK)
				return status;
		}
		at = result;
	}
	return VNT_OK;
}
