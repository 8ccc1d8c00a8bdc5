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
 * vnt_delta_decode_value, vnt_delta_encode_table, vnt_delta_decode_table,
 * vnt_delta_decode_container.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_internal.h"

typedef void (*TableFunction) (uint8_t *table, uint32_t count, unsigned width);

/*
 * With a constant width the loops below lose their switches.  Encoding goes
 * backwards, so that no entry waits for the one before.
 */
static VNT_INLINE void
encode_entries(uint8_t *p, uint32_t count, unsigned width)
{
	for (uint32_t start = 0; start < count; start += VNT_DELTA_STRIDE)
	{
		uint32_t	end = count - start < VNT_DELTA_STRIDE ? count : start + VNT_DELTA_STRIDE;

		for (uint32_t i = end - 1; i > start; i--)
		{
			uint8_t    *entry = p + (size_t) i * width;

			vnt_store_uint(entry, vnt_load_uint(entry, width) -
						   vnt_load_uint(entry - width, width), width);
		}
	}
}

static VNT_INLINE void
decode_entries(uint8_t *p, uint32_t count, unsigned width)
{
	for (uint32_t start = 0; start < count; start += VNT_DELTA_STRIDE)
	{
		uint32_t	end = count - start < VNT_DELTA_STRIDE ? count : start + VNT_DELTA_STRIDE;
		uint8_t    *entry = p + (size_t) start * width;
		uint32_t	x = vnt_load_uint(entry, width);

		for (uint32_t i = start + 1; i < end; i++)
		{
			entry += width;
			x += vnt_load_uint(entry, width);
			vnt_store_uint(entry, x, width);
		}
	}
}

void
vnt_delta_encode_table(uint8_t *table, uint32_t count, unsigned width)
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

/* The same, without a call where the container is small, as most are. */
static VNT_INLINE void
decode_table(uint8_t *table, uint32_t count, unsigned width)
{
	uint8_t		x = 0;

	if (VNT_UNLIKELY(width != 1 || count > VNT_DELTA_STRIDE))
		vnt_delta_decode_table(table, count, width);
	else
	{
		for (uint32_t i = 0; i < count; i++)
		{
			x = (uint8_t) (x + table[i]);
			table[i] = x;
		}
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

/*
 * How many bytes a scalar takes, by its header byte: a primitive of the size
 * given, then a short string of that number; 0 for what tells it otherwise.
 */
#define SIZES(size, number)	(size), 1 + (number), 0, 0
#define NO_SIZES(number) \
	SIZES(0, (number)), SIZES(0, (number) + 1), SIZES(0, (number) + 2), SIZES(0, (number) + 3)

static const uint8_t scalar_size[256] = {
	SIZES(1, 0),				/* null, true, false */
	SIZES(1, 1),
	SIZES(1, 2),
	SIZES(2, 3),				/* int8 to int64 */
	SIZES(3, 4),
	SIZES(5, 5),
	SIZES(9, 6),
	SIZES(9, 7),				/* double */
	SIZES(6, 8),				/* decimals */
	SIZES(10, 9),
	SIZES(18, 10),
	SIZES(5, 11),				/* date */
	SIZES(9, 12),				/* timestamps */
	SIZES(9, 13),
	SIZES(5, 14),				/* float */
	SIZES(0, 15),				/* binary, string */
	SIZES(0, 16),
	SIZES(9, 17),				/* time */
	SIZES(9, 18),				/* timestamps of nanoseconds */
	SIZES(9, 19),
	SIZES(17, 20),				/* uuid */
	SIZES(0, 21), SIZES(0, 22), SIZES(0, 23),
	NO_SIZES(24), NO_SIZES(28), NO_SIZES(32), NO_SIZES(36), NO_SIZES(40),
	NO_SIZES(44), NO_SIZES(48), NO_SIZES(52), NO_SIZES(56), NO_SIZES(60)
};

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
		size_t		size = v.len > 0 ? scalar_size[v.data[0]] : 0;

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
	VNT_TRY(transform_metadata(data, &m, vnt_delta_encode_table));
	set_version(data, VNT_DELTA_VERSION);
	return transform_value(data + m.len, len - m.len, vnt_delta_encode_table, host);
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
vnt_delta_decode_container(const VntMetadata *meta, uint8_t *value, size_t len,
						   VntContainer *c)
{
	VntValue	v = {meta, value, len};

	VNT_TRY(vnt_read_container(&v, c));
	if (c->is_object)
		decode_table(value + (c->ids - value), c->count, c->id_width);
	decode_table(value + (c->offsets - value), c->count, c->offset_width);
	return VNT_OK;
}

VntStatus
vnt_delta_decode(uint8_t *data, size_t len, const VntHost *host)
{
	size_t		metadata_len;

	VNT_TRY(vnt_delta_decode_metadata(data, len, &metadata_len));
	return vnt_delta_decode_value(data + metadata_len, len - metadata_len, host);
}
