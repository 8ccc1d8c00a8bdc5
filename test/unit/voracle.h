/*-------------------------------------------------------------------------
 *
 * voracle.h
 *	  The canonical bytes of a value, found in the plainest way.
 *
 *		VROut	   want = {NULL, 0};
 *		voracle_canonical(&value, &want);
 *		... want.data, want.len (metadata, then value); free(want.data)
 *
 * It shares nothing with the builder but the readers: names are collected and
 * sorted with qsort, containers are put together bottom-up by copying.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VORACLE_H
#define VORACLE_H

#include "vrandom.h"

static inline void voracle_value(VROut *out, const VntValue *v,
								 const VRDictionary *d);

/* Reading of what is known to be good. */
static inline VntContainer
voracle_open(const VntValue *v)
{
	VntContainer c;

	if (vnt_container_open(v, &c) != VNT_OK)
		abort();
	return c;
}

static inline VntValue
voracle_child(const VntContainer *c, uint32_t i)
{
	VntValue	child;

	if (vnt_container_child(c, i, &child) != VNT_OK)
		abort();
	return child;
}

static inline VntSlice
voracle_name(const VntContainer *c, uint32_t i)
{
	VntSlice	name;

	if (vnt_object_name(c, i, &name) != VNT_OK)
		abort();
	return name;
}

static inline bool
voracle_is_container(const VntValue *v)
{
	return vnt_value_type(v) == VNT_OBJECT || vnt_value_type(v) == VNT_ARRAY;
}

static inline void
voracle_names(const VntValue *v, VRDictionary *d)
{
	VntContainer c;

	if (!voracle_is_container(v))
		return;
	c = voracle_open(v);
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntValue	child = voracle_child(&c, i);

		if (c.is_object)
			vrandom_add_name(d, voracle_name(&c, i), false);
		voracle_names(&child, d);
	}
}

static inline void
voracle_number(VROut *out, const VntScalar *s)
{
	char		digits[48];
	int			n = vnt_int128_to_digits(s->u.dec, digits);
	int64_t		i;

	n -= digits[0] == '-';
	if (s->scale == 0 && vnt_int128_fits_int64(s->u.dec, &i))
	{
		int			size = i == (int8_t) i ? 0 : i == (int16_t) i ? 1 :
			i == (int32_t) i ? 2 : 3;

		vrandom_put_header(out, (VntType) (VNT_INT8 + size));
		vrandom_put_uint(out, (uint64_t) i, 1u << size);
		return;
	}
	vrandom_put_header(out, n <= 9 ? VNT_DECIMAL4 : n <= 18 ? VNT_DECIMAL8 :
					   VNT_DECIMAL16);
	vrandom_put_uint(out, s->scale, 1);
	vrandom_put_uint(out, s->u.dec.lo, n <= 9 ? 4 : 8);
	if (n > 18)
		vrandom_put_uint(out, (uint64_t) s->u.dec.hi, 8);
}

static inline void
voracle_scalar(VROut *out, const VntValue *v)
{
	VntScalar	s;
	size_t		size;

	if (vnt_scalar_read(v, &s) != VNT_OK || vnt_value_size(v, &size) != VNT_OK)
		abort();
	if (s.type >= VNT_INT8 && s.type <= VNT_INT64)
	{
		s.u.dec = vnt_int128_from_int64(s.u.i);
		voracle_number(out, &s);
	}
	else if (s.type >= VNT_DECIMAL4 && s.type <= VNT_DECIMAL16)
		voracle_number(out, &s);
	else if (s.type == VNT_DOUBLE && s.u.d != s.u.d)
		vrandom_put(out, "\x1c\0\0\0\0\0\0\xf8\x7f", 9);
	else if (s.type == VNT_FLOAT && s.u.f != s.u.f)
		vrandom_put(out, "\x38\0\0\xc0\x7f", 5);
	else if (s.type == VNT_STRING && s.u.bytes.len < 64)
	{
		vrandom_put_uint(out, s.u.bytes.len << 2 | 1, 1);
		vrandom_put(out, s.u.bytes.data, s.u.bytes.len);
	}
	else
		vrandom_put(out, v->data, size);
}

static inline unsigned
voracle_width(uint32_t v)
{
	return v < 256 ? 1 : v < 65536 ? 2 : v < 16777216 ? 3 : 4;
}

static inline void
voracle_container(VROut *out, const VntValue *v, const VRDictionary *d)
{
	VntContainer c = voracle_open(v);
	uint32_t	n = c.count;
	VROut	   *children = vrandom_resize(NULL, n * sizeof(VROut));
	uint32_t   *ids = vrandom_resize(NULL, n * sizeof(uint32_t));
	uint32_t   *offsets = vrandom_resize(NULL, n * sizeof(uint32_t));
	VROut		values = {NULL, 0};
	uint32_t	most_id = 0;
	unsigned	id_width;
	unsigned	width;

	for (uint32_t i = 0; i < n; i++)
	{
		VntValue	child = voracle_child(&c, i);

		children[i].data = NULL;
		children[i].len = 0;
		voracle_value(&children[i], &child, d);
		ids[i] = c.is_object ? vrandom_id(d, voracle_name(&c, i)) : 0;
		most_id = ids[i] > most_id ? ids[i] : most_id;
	}
	for (int large = 0; large < 2; large++)
		for (uint32_t i = 0; i < n; i++)
			if ((c.is_object && children[i].len > 256) == (large == 1))
			{
				offsets[i] = (uint32_t) values.len;
				vrandom_put(&values, children[i].data, children[i].len);
			}
	id_width = voracle_width(most_id);
	width = voracle_width((uint32_t) values.len);
	vrandom_put_uint(out, c.is_object ?
					 2 | (width - 1) << 2 | (id_width - 1) << 4 | (n > 255 ? 64u : 0) :
					 3 | (width - 1) << 2 | (n > 255 ? 16u : 0), 1);
	vrandom_put_uint(out, n, n > 255 ? 4 : 1);
	for (uint32_t i = 0; c.is_object && i < n; i++)
		vrandom_put_uint(out, ids[i], id_width);
	for (uint32_t i = 0; i < n; i++)
		vrandom_put_uint(out, offsets[i], width);
	vrandom_put_uint(out, values.len, width);
	vrandom_put(out, values.data, values.len);

	for (uint32_t i = 0; i < n; i++)
		free(children[i].data);
	free(children);
	free(ids);
	free(offsets);
	free(values.data);
}

static inline void
voracle_value(VROut *out, const VntValue *v, const VRDictionary *d)
{
	if (voracle_is_container(v))
		voracle_container(out, v, d);
	else
		voracle_scalar(out, v);
}

/* Append the canonical metadata and value. */
static inline void
voracle_canonical(const VntValue *v, VROut *out)
{
	VRDictionary d = {NULL, 0};
	uint32_t	total = 0;
	unsigned	width;

	voracle_names(v, &d);
	if (d.count > 0)
		qsort(d.names, d.count, sizeof(VntSlice), vrandom_name_cmp);
	for (uint32_t i = 0; i < d.count; i++)
		total += (uint32_t) d.names[i].len;
	width = voracle_width(total > d.count ? total : d.count);
	vrandom_put_uint(out, 0x11 | (width - 1) << 6, 1);
	vrandom_put_uint(out, d.count, width);
	total = 0;
	vrandom_put_uint(out, total, width);
	for (uint32_t i = 0; i < d.count; i++)
	{
		total += (uint32_t) d.names[i].len;
		vrandom_put_uint(out, total, width);
	}
	for (uint32_t i = 0; i < d.count; i++)
		vrandom_put(out, d.names[i].data, d.names[i].len);
	voracle_value(out, v, &d);
	free(d.names);
}

/* ---------------------------------------------------------------------
 * Values to tokens
 * ---------------------------------------------------------------------
 */
static inline VntStatus
voracle_feed_scalar(VntBuilder *b, const VntValue *v)
{
	VntScalar	s;
	VntStatus	status = vnt_scalar_read(v, &s);

	if (status != VNT_OK)
		return status;
	switch (vnt_type_info[s.type].class_)
	{
		case VNT_CLASS_NULL:
			return vnt_build_null(b);
		case VNT_CLASS_BOOLEAN:
			return vnt_build_bool(b, s.type == VNT_TRUE);
		case VNT_CLASS_NUMBER:
			return s.type <= VNT_INT64 ? vnt_build_int(b, s.u.i) :
				vnt_build_decimal(b, s.u.dec, s.scale);
		case VNT_CLASS_DOUBLE:
			return vnt_build_double(b, s.u.d);
		case VNT_CLASS_FLOAT:
			return vnt_build_float(b, s.u.f);
		case VNT_CLASS_STRING:
			return vnt_build_string(b, s.u.bytes.data, s.u.bytes.len);
		case VNT_CLASS_BINARY:
			return vnt_build_binary(b, s.u.bytes.data, s.u.bytes.len);
		case VNT_CLASS_UUID:
			return vnt_build_uuid(b, s.u.bytes.data);
		default:
			return vnt_build_temporal(b, s.type, s.u.i);
	}
}

/*
 * Feed a value token by token.  Members come in random order, some of them
 * twice (what comes first is lost); part of the containers goes over with
 * vnt_build_value if copies is true.
 */
static inline VntStatus
voracle_feed(VntBuilder *b, const VntValue *v, bool copies)
{
	VntStatus	status;
	VntContainer c;
	uint32_t	start;

	if (copies && vrandom_once_in(3))
		return vnt_build_value(b, v);
	if (!voracle_is_container(v))
		return voracle_feed_scalar(b, v);
	c = voracle_open(v);
	status = c.is_object ? vnt_build_object_begin(b) : vnt_build_array_begin(b);
	start = c.count > 0 && c.is_object ? vunit_below(c.count) : 0;
	for (uint32_t i = 0; status == VNT_OK && i < c.count; i++)
	{
		uint32_t	at = (start + i) % c.count;
		VntValue	child = voracle_child(&c, at);
		VntSlice	name;

		if (c.is_object)
		{
			name = voracle_name(&c, at);
			if (vrandom_once_in(20))
			{
				VntValue	other = voracle_child(&c, vunit_below(c.count));

				status = vnt_build_key(b, name.data, name.len);
				if (status == VNT_OK)
					status = voracle_feed(b, &other, copies);
			}
			if (status == VNT_OK)
				status = vnt_build_key(b, name.data, name.len);
		}
		if (status == VNT_OK)
			status = voracle_feed(b, &child, copies);
	}
	if (status != VNT_OK)
		return status;
	return c.is_object ? vnt_build_object_end(b) : vnt_build_array_end(b);
}

#endif							/* VORACLE_H */
