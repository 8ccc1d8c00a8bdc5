/*-------------------------------------------------------------------------
 *
 * vnt_copy.c
 *	  Values that are encoded already: vnt_build_value.
 *
 * Interface: vnt_build_value; for vnt_finish.c vnt_copy_mark_names and
 * vnt_copy_write.
 *
 * The bytes may be damaged: every bound is checked, and as the children of a
 * container may not take more bytes together than the container has, no bytes
 * are gone through twice for each level of nesting.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_tape.h"

static VntStatus
build_scalar(VntBuilder *b, const VntValue *v)
{
	VntScalar	s;

	VNT_TRY(vnt_scalar_read(v, &s));
	switch (s.type)
	{
		case VNT_NULL:
			return vnt_build_null(b);
		case VNT_TRUE:
		case VNT_FALSE:
			return vnt_build_bool(b, s.type == VNT_TRUE);
		case VNT_INT8:
		case VNT_INT16:
		case VNT_INT32:
		case VNT_INT64:
			return vnt_build_int(b, s.u.i);
		case VNT_DOUBLE:
			return vnt_build_double(b, s.u.d);
		case VNT_FLOAT:
			return vnt_build_float(b, s.u.f);
		case VNT_DECIMAL4:
		case VNT_DECIMAL8:
		case VNT_DECIMAL16:
			if (vnt_int128_digits(s.u.dec) > VNT_MAX_PRECISION)
				return VNT_VALUE_PRECISION;
			return vnt_build_decimal(b, s.u.dec, s.scale);
		case VNT_DATE:
		case VNT_TIME:
		case VNT_TIMESTAMP:
		case VNT_TIMESTAMPTZ:
		case VNT_TIMESTAMP_NANOS:
		case VNT_TIMESTAMPTZ_NANOS:
			return vnt_build_temporal(b, s.type, s.u.i);
		case VNT_UUID:
			return vnt_build_uuid(b, s.u.bytes.data);
		case VNT_BINARY:
			return vnt_build_binary(b, s.u.bytes.data, s.u.bytes.len);
		case VNT_STRING:
		case VNT_SHORT_STRING:
			return vnt_build_string(b, s.u.bytes.data, s.u.bytes.len);
		case VNT_OBJECT:
		case VNT_ARRAY:
		case VNT_UNKNOWN:
			break;
	}
	return VNT_VALUE_TYPE;
}

/* Children must fill the container's value bytes exactly. */
static VntStatus
check_children(VntBuilder *b, const VntContainer *c)
{
	uint64_t	total = 0;
	VntValue	child;
	size_t		size;

	for (uint32_t i = 0; i < c->count; i++)
	{
		VNT_TRY(vnt_container_child(c, i, &child));
		VNT_TRY(vnt_value_size(&child, &size));
		total += size;
		if (total > c->total)
			return VNT_VALUE_OFFSETS;
	}
	vnt_builder_step(b, c->count);
	return total == c->total ? VNT_OK : VNT_VALUE_OFFSETS;
}

static VntStatus
build_container(VntBuilder *b, const VntValue *v)
{
	VntContainer c;
	VntValue	child;
	VntSlice	name;

	VNT_TRY(vnt_container_open(v, &c));
	VNT_TRY(check_children(b, &c));
	VNT_TRY(vnt_tape_begin(b, c.is_object ? VNT_ITEM_OBJECT : VNT_ITEM_ARRAY));
	for (uint32_t i = 0; i < c.count; i++)
	{
		VNT_TRY(vnt_container_child(&c, i, &child));
		if (c.is_object)
		{
			VNT_TRY(vnt_object_name(&c, i, &name));
			VNT_TRY(vnt_build_key(b, name.data, name.len));
		}
		VNT_TRY(vnt_build_value(b, &child));
	}
	return c.is_object ? vnt_build_object_end(b) : vnt_build_array_end(b);
}

VntStatus
vnt_build_value(VntBuilder *b, const VntValue *v)
{
	if (v->len < 1)
		return VNT_VALUE_TRUNCATED;
	if ((v->data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
		return build_scalar(b, v);
	return build_container(b, v);
}

VntStatus
vnt_copy_mark_names(VntBuilder *b, const VntItem *item)
{
	(void) b;
	(void) item;
	return VNT_OK;
}

void
vnt_copy_write(VntBuilder *b, const VntItem *item, uint8_t *out)
{
	(void) b;
	memcpy(out, item->u.data, item->size);
}
