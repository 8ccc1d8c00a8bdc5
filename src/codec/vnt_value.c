/*-------------------------------------------------------------------------
 *
 * vnt_value.c
 *	  Reading one value: its type, its size, and scalars.
 *
 * Interface: vnt_value_type, vnt_value_size, vnt_scalar_read.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

VntType
vnt_value_type(const VntValue *v)
{
	return vnt_read_type(v);
}

/* Size of a string or binary with its four bytes of length. */
static VntStatus
counted_size(const VntValue *v, size_t *size)
{
	uint32_t	len;

	if (v->len < 5)
		return VNT_VALUE_TRUNCATED;
	len = vnt_load32(v->data + 1);
	/* the sum may wrap where size_t has 32 bits */
	if (len > v->len - 5)
		return VNT_VALUE_TRUNCATED;
	*size = 5 + (size_t) len;
	return VNT_OK;
}

VntStatus
vnt_value_size(const VntValue *v, size_t *size)
{
	VntType		type;
	VntContainer c;

	if (v->len < 1)
		return VNT_VALUE_TRUNCATED;
	type = vnt_value_type(v);
	if (vnt_type_info[type].size > 0)
		*size = (size_t) vnt_type_info[type].size;
	else if (type == VNT_SHORT_STRING)
		*size = 1 + (size_t) (v->data[0] >> VNT_HEADER_SHIFT);
	else if (type == VNT_STRING || type == VNT_BINARY)
		return counted_size(v, size);
	else if (type == VNT_UNKNOWN)
		return VNT_VALUE_TYPE;
	else
	{
		VNT_TRY(vnt_container_open(v, &c));
		*size = (size_t) (c.values - v->data) + c.total;
		return VNT_OK;
	}
	return *size <= v->len ? VNT_OK : VNT_VALUE_TRUNCATED;
}

/* A signed little-endian integer of size bytes, sign extended. */
static int64_t
load_int(const uint8_t *p, int size)
{
	switch (size)
	{
		case 1:
			return (int8_t) p[0];
		case 2:
			return (int16_t) vnt_load16(p);
		case 4:
			return (int32_t) vnt_load32(p);
		default:
			return (int64_t) vnt_load64(p);
	}
}

VntStatus
vnt_scalar_read(const VntValue *v, VntScalar *s)
{
	const uint8_t *p = v->data + 1;
	size_t		size;
	uint64_t	bits;
	uint32_t	bits32;

	VNT_TRY(vnt_value_size(v, &size));
	s->type = vnt_value_type(v);
	s->scale = 0;
	switch (s->type)
	{
		case VNT_NULL:
		case VNT_TRUE:
		case VNT_FALSE:
			s->u.i = 0;
			return VNT_OK;
		case VNT_INT8:
		case VNT_INT16:
		case VNT_INT32:
		case VNT_INT64:
		case VNT_DATE:
		case VNT_TIME:
		case VNT_TIMESTAMP:
		case VNT_TIMESTAMPTZ:
		case VNT_TIMESTAMP_NANOS:
		case VNT_TIMESTAMPTZ_NANOS:
			s->u.i = load_int(p, (int) size - 1);
			return VNT_OK;
		case VNT_DOUBLE:
			bits = vnt_load64(p);
			memcpy(&s->u.d, &bits, sizeof(bits));
			return VNT_OK;
		case VNT_FLOAT:
			bits32 = vnt_load32(p);
			memcpy(&s->u.f, &bits32, sizeof(bits32));
			return VNT_OK;
		case VNT_DECIMAL4:
		case VNT_DECIMAL8:
			s->u.dec = vnt_int128_from_int64(load_int(p + 1, (int) size - 2));
			s->scale = p[0];
			break;
		case VNT_DECIMAL16:
			s->u.dec.lo = vnt_load64(p + 1);
			s->u.dec.hi = (int64_t) vnt_load64(p + 9);
			s->scale = p[0];
			break;
		case VNT_SHORT_STRING:
		case VNT_UUID:
			s->u.bytes.data = p;
			s->u.bytes.len = size - 1;
			return VNT_OK;
		case VNT_STRING:
		case VNT_BINARY:
			s->u.bytes.data = p + 4;
			s->u.bytes.len = size - 5;
			return VNT_OK;
		case VNT_OBJECT:
		case VNT_ARRAY:
		case VNT_UNKNOWN:
			return VNT_VALUE_TYPE;
	}
	return s->scale <= VNT_MAX_PRECISION ? VNT_OK : VNT_VALUE_SCALE;
}
