/*-------------------------------------------------------------------------
 *
 * vnt_delta.c
 *	  Delta numbers: tables of rising numbers made compressible, in place.
 *
 * Offsets of names, field ids and offsets of values mostly rise from entry to
 * entry, which hides from a compressor that the steps are alike.  So in each
 * such table, without its last offset, which is a total, entry i becomes
 *
 *		x[i] := x[i] - x[i - 1]  mod 256^width		where i % 64 != 0
 *
 * and the low nibble of the first byte, the metadata's version, becomes 2.
 * Length and positions stay, and one entry is read by adding up at most 64.
 *
 * The walk goes by the sizes in headers, counts and totals alone, which stay
 * as they are: values lie one behind the other, whatever their order.  So it
 * is linear, needs no stack, and whatever encodes decodes to the same bytes,
 * even if it is no valid value.
 *
 * Interface: vnt_delta_encode, vnt_delta_decode, vnt_delta_decode_metadata,
 * vnt_delta_decode_value, vnt_delta_decode_table.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

typedef void (*TableFunction) (uint8_t *table, uint32_t count, unsigned width);

/* With a constant width the loops below lose their switches. */
static inline void
encode_entries(uint8_t *p, uint32_t count, unsigned width)
{
	uint32_t	before = 0;

	for (uint32_t i = 0; i < count; i++, p += width)
	{
		uint32_t	x = vnt_load_uint(p, width);

		vnt_store_uint(p, i % VNT_DELTA_STRIDE != 0 ? x - before : x, width);
		before = x;
	}
}

static inline void
decode_entries(uint8_t *p, uint32_t count, unsigned width)
{
	uint32_t	x = 0;

	for (uint32_t i = 0; i < count; i++, p += width)
	{
		x = vnt_load_uint(p, width) + (i % VNT_DELTA_STRIDE != 0 ? x : 0);
		vnt_store_uint(p, x, width);
	}
}

static void
encode_table(uint8_t *table, uint32_t count, unsigned width)
{
	switch (width)
	{
		case 1:
			encode_entries(table, count, 1);
			break;
		case 2:
			encode_entries(table, count, 2);
			break;
		case 3:
			encode_entries(table, count, 3);
			break;
		default:
			encode_entries(table, count, 4);
			break;
	}
}

void
vnt_delta_decode_table(uint8_t *table, uint32_t count, unsigned width)
{
	switch (width)
	{
		case 1:
			decode_entries(table, count, 1);
			break;
		case 2:
			decode_entries(table, count, 2);
			break;
		case 3:
			decode_entries(table, count, 3);
			break;
		default:
			decode_entries(table, count, 4);
			break;
	}
}

/* The first byte as the metadata of the plain form has it, and back. */
static inline void
set_version(uint8_t *data, uint8_t version)
{
	data[0] = (uint8_t) ((data[0] & ~VNT_META_VERSION_MASK) | version);
}

static VntStatus
transform_metadata(uint8_t *data, const VntMetadata *m, TableFunction table)
{
	table(data + (m->offsets - m->data), m->count, m->width);
	return VNT_OK;
}

/* Where the next value is, if v is a scalar whose size its type tells. */
static inline size_t
scalar_step(const VntValue *v)
{
	uint8_t		header = v->data[0];
	int			size = 0;

	if ((header & VNT_BASIC_MASK) == VNT_BASIC_SHORT_STRING)
		return 1 + (size_t) (header >> VNT_HEADER_SHIFT);
	if ((header & VNT_BASIC_MASK) == VNT_BASIC_PRIMITIVE)
		size = vnt_type_info[vnt_read_type(v)].size;
	return size > 0 ? (size_t) size : 0;
}

/* All values from value to its end, containers before what is in them. */
static VntStatus
transform_value(uint8_t *value, size_t len, TableFunction table,
				const VntHost *host)
{
	size_t		at = 0;
	uint32_t	steps = 0;

	do
	{
		VntValue	v = {NULL, value + at, len - at};
		VntContainer c;
		VntStatus	status = VNT_VALUE_TYPE;
		size_t		size = v.len > 0 ? scalar_step(&v) : 0;

		if (size == 0)
			status = vnt_read_container(&v, &c);
		else if (size > v.len)
			return VNT_VALUE_TRUNCATED;
		if (status == VNT_OK)
		{
			if (c.is_object)
				table(value + (c.ids - value), c.count, c.id_width);
			table(value + (c.offsets - value), c.count, c.offset_width);
			size = (size_t) (c.values - v.data);
		}
		else if (status == VNT_VALUE_TYPE && size == 0)
			VNT_TRY(vnt_value_size(&v, &size));
		else if (status != VNT_VALUE_TYPE)
			return status;
		at += size;
		if (++steps % VNT_POLL_STEPS == 0 && host != NULL && host->poll != NULL)
			host->poll(host->ctx);
	} while (at < len);
	return VNT_OK;
}

VntStatus
vnt_delta_encode(uint8_t *data, size_t len, const VntHost *host)
{
	VntMetadata m;

	VNT_TRY(vnt_metadata_open(data, len, &m));
	VNT_TRY(transform_metadata(data, &m, encode_table));
	set_version(data, VNT_DELTA_VERSION);
	return transform_value(data + m.len, len - m.len, encode_table, host);
}

VntStatus
vnt_delta_decode_metadata(uint8_t *data, size_t len, size_t *metadata_len)
{
	VntMetadata m;

	if (len < 1 || (data[0] & VNT_META_VERSION_MASK) != VNT_DELTA_VERSION)
		return len < 1 ? VNT_META_TRUNCATED : VNT_META_VERSION;
	set_version(data, VNT_META_VERSION_1);
	VNT_TRY(vnt_metadata_open(data, len, &m));
	*metadata_len = m.len;
	return transform_metadata(data, &m, vnt_delta_decode_table);
}

VntStatus
vnt_delta_decode_value(uint8_t *value, size_t len, const VntHost *host)
{
	return transform_value(value, len, vnt_delta_decode_table, host);
}

VntStatus
vnt_delta_decode(uint8_t *data, size_t len, const VntHost *host)
{
	size_t		metadata_len;

	VNT_TRY(vnt_delta_decode_metadata(data, len, &metadata_len));
	return vnt_delta_decode_value(data + metadata_len, len - metadata_len, host);
}
