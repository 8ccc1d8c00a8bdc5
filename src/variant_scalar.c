/*-------------------------------------------------------------------------
 *
 * variant_scalar.c
 *	  From SQL scalars to the codec's, for every type that has a class.
 *
 * Interface: variant_scalar_type, variant_is_integer, variant_scalar_from_sql,
 * variant_scalar_refuse, variant_scalar_build.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_scalar.h"

#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/uuid.h"

bool
variant_is_integer(Oid type)
{
	return type == INT2OID || type == INT4OID || type == INT8OID;
}

bool
variant_scalar_type(Oid type)
{
	switch (type)
	{
		case BOOLOID:
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case FLOAT4OID:
		case FLOAT8OID:
		case NUMERICOID:
		case DATEOID:
		case TIMEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
		case UUIDOID:
		case BYTEAOID:
		case TEXTOID:
		case VARCHAROID:
		case BPCHAROID:
			return true;
		default:
			return false;
	}
}

static VariantFit
from_integer(int64 value, VntScalar *s)
{
	s->type = VNT_INT64;
	s->scale = 0;
	s->u.i = value;
	return VARIANT_FITS;
}

static VariantFit
from_bytes(Datum value, VntType type, VntScalar *s)
{
	struct varlena *v = PG_DETOAST_DATUM_PACKED(value);
	const char *data = VARDATA_ANY(v);
	size_t		len = VARSIZE_ANY_EXHDR(v);

	if (type == VNT_STRING)
		data = variant_utf8_from_server(data, len, &len);
	s->type = type;
	s->scale = 0;
	s->u.bytes.data = (const uint8_t *) data;
	s->u.bytes.len = len;
	return VARIANT_FITS;
}

VariantFit
variant_scalar_from_sql(Oid type, Datum value, VntScalar *s)
{
	s->scale = 0;
	switch (type)
	{
		case BOOLOID:
			s->type = DatumGetBool(value) ? VNT_TRUE : VNT_FALSE;
			return VARIANT_FITS;
		case INT2OID:
			return from_integer(DatumGetInt16(value), s);
		case INT4OID:
			return from_integer(DatumGetInt32(value), s);
		case INT8OID:
			return from_integer(DatumGetInt64(value), s);
		case FLOAT4OID:
			s->type = VNT_FLOAT;
			s->u.f = DatumGetFloat4(value);
			return VARIANT_FITS;
		case FLOAT8OID:
			s->type = VNT_DOUBLE;
			s->u.d = DatumGetFloat8(value);
			return VARIANT_FITS;
		case NUMERICOID:
			return variant_number_from_numeric(PG_DETOAST_DATUM_PACKED(value), s);
		case UUIDOID:
			s->type = VNT_UUID;
			s->u.bytes.data = DatumGetUUIDP(value)->data;
			s->u.bytes.len = UUID_LEN;
			return VARIANT_FITS;
		case BYTEAOID:
			return from_bytes(value, VNT_BINARY, s);
		case TEXTOID:
		case VARCHAROID:
		case BPCHAROID:
			return from_bytes(value, VNT_STRING, s);
		default:
			return variant_time_from_sql(type, value, s);
	}
}

void
variant_scalar_refuse(Oid type)
{
	if (type == NUMERICOID)
		variant_number_refuse();
	variant_time_refuse(type);
}

VntStatus
variant_scalar_build(VntBuilder *b, const VntScalar *s)
{
	switch (vnt_type_info[s->type].class_)
	{
		case VNT_CLASS_NULL:
			return vnt_build_null(b);
		case VNT_CLASS_BOOLEAN:
			return vnt_build_bool(b, s->type == VNT_TRUE);
		case VNT_CLASS_NUMBER:
			if (s->type >= VNT_INT8 && s->type <= VNT_INT64)
				return vnt_build_int(b, s->u.i);
			return vnt_build_decimal(b, s->u.dec, s->scale);
		case VNT_CLASS_FLOAT:
			return vnt_build_float(b, s->u.f);
		case VNT_CLASS_DOUBLE:
			return vnt_build_double(b, s->u.d);
		case VNT_CLASS_DATE:
		case VNT_CLASS_TIME:
		case VNT_CLASS_TIMESTAMP:
		case VNT_CLASS_TIMESTAMPTZ:
			return vnt_build_temporal(b, s->type, s->u.i);
		case VNT_CLASS_UUID:
			return vnt_build_uuid(b, s->u.bytes.data);
		case VNT_CLASS_BINARY:
			return vnt_build_binary(b, s->u.bytes.data, s->u.bytes.len);
		case VNT_CLASS_STRING:
			return vnt_build_string(b, s->u.bytes.data, s->u.bytes.len);
		case VNT_CLASS_ARRAY:
		case VNT_CLASS_OBJECT:
			break;
	}
	elog(ERROR, "variant type %d is not a scalar", (int) s->type);
	return VNT_VALUE_TYPE;
}
