/*-------------------------------------------------------------------------
 *
 * vnt_validate.c
 *	  Checking foreign bytes against every rule that readers rely on.
 *
 * The rules are in src/README.md, "Valid".  Time is linear in the bytes for
 * any input, but for the n log n of an object whose values lie in an unusual
 * order, and of a dictionary of long names that many objects use.  Two things
 * see to that: an object's values must tile before any of them is entered, so
 * that no byte is read twice at one level; and names are ranked when comparing
 * them has become more work than ranking them.
 *
 * A fault is reported where the faulty item starts: a value at its header
 * byte, an entry of a table at that entry, ill-formed UTF-8 at the first byte
 * that does not fit, what follows the end at the end.
 *
 * Interface: vnt_validate.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_sort.h"

/* 24:00:00 is a time of day, as in PostgreSQL. */
#define DAY_MICROS	UINT64_C(86400000000)

/* What one validation knows. */
typedef struct Check
{
	const VntMetadata *meta;
	const uint8_t *value;		/* offsets of faults count from here */
	const VntHost *host;
	VntError   *err;
	bool		rising;			/* the dictionary's names rise strictly */
	uint32_t   *ranks;			/* of the names, once they are worth it */
	uint64_t	patience;		/* bytes of names to compare before that */
	VntKeys		keys;			/* room to sort values */
	uint32_t	steps;
} Check;

static VntStatus check_value(Check *k, const VntValue *v, int depth,
							 size_t *size);

static VntStatus
fail_at(Check *k, VntStatus status, const uint8_t *where, uint64_t number)
{
	return vnt_fail(k->err, status, VNT_PART_VALUE,
					(size_t) (where - k->value), number);
}

static VntStatus
fail_metadata(Check *k, VntStatus status, size_t offset, uint64_t number)
{
	return vnt_fail(k->err, status, VNT_PART_METADATA, offset, number);
}

/* ---------------------------------------------------------------------
 * Metadata
 * ---------------------------------------------------------------------
 */

/* Find where metadata that cannot be opened goes wrong. */
static VntStatus
explain_metadata(Check *k, VntStatus status, const uint8_t *data, size_t len)
{
	size_t		width;
	uint64_t	count;
	uint64_t	last;

	if (len == 0)
		return fail_metadata(k, status, 0, 0);
	if (status == VNT_META_VERSION)
		return fail_metadata(k, status, 0, data[0] & VNT_META_VERSION_MASK);
	width = (size_t) (data[0] >> VNT_META_WIDTH_SHIFT) + 1;
	if (len < 1 + width)
		return fail_metadata(k, status, 1, 0);
	count = vnt_load_uint(data + 1, (unsigned) width);
	if ((count + 1) * width > len - 1 - width)
		return fail_metadata(k, status, 1, count);
	last = 1 + width + count * width;
	return fail_metadata(k, status, (size_t) last,
						 vnt_load_uint(data + last, (unsigned) width));
}

/*
 * Walk the dictionary's offsets.  *split tells whether one of them lies inside
 * a UTF-8 sequence, *unsorted the first id whose name is not above the one
 * before it (0 if there is none).
 */
static VntStatus
check_offsets(Check *k, bool *split, uint32_t *unsorted)
{
	const VntMetadata *m = k->meta;
	const uint8_t *p = m->offsets;
	size_t		at = 1 + (size_t) m->width;
	uint32_t	before = 0;
	uint32_t	start = vnt_load_uint(p, m->width);

	*split = false;
	*unsorted = 0;
	if (start != 0)
		return fail_metadata(k, VNT_META_FIRST_OFFSET, at, start);
	for (uint32_t i = 0; i < m->count; i++)
	{
		uint32_t	end;

		p += m->width;
		at += m->width;
		end = vnt_load_uint(p, m->width);
		if (end < start || end > m->strings_len)
			return fail_metadata(k, VNT_META_OFFSETS, at, end);
		if (end < m->strings_len && (m->strings[end] & 0xc0) == 0x80)
			*split = true;
		if (i > 0 && *unsorted == 0 &&
			vnt_bytes_cmp(m->strings + before, start - before,
						  m->strings + start, end - start) >= 0)
			*unsorted = i;
		before = start;
		start = end;
		vnt_tick(k->host, &k->steps);
	}
	return VNT_OK;
}

/* Find the first name that is not UTF-8; there is one. */
static VntStatus
explain_names(Check *k)
{
	const VntMetadata *m = k->meta;
	VntSlice	name;

	for (uint32_t i = 0; i < m->count; i++)
	{
		size_t		good;

		VNT_TRY(vnt_metadata_name(m, i, &name));
		good = vnt_utf8_prefix(name.data, name.len);
		if (good < name.len)
			return fail_metadata(k, VNT_META_UTF8,
								 (size_t) (name.data + good - m->data), i);
		vnt_tick(k->host, &k->steps);
	}
	return fail_metadata(k, VNT_META_UTF8, 0, 0);
}

static VntStatus
check_metadata(Check *k, VntMetadata *m, const uint8_t *data, size_t len)
{
	VntStatus	status = vnt_metadata_open(data, len, m);
	bool		split;
	uint32_t	unsorted;
	VntSlice	name;

	if (status != VNT_OK)
		return explain_metadata(k, status, data, len);
	k->meta = m;
	VNT_TRY(check_offsets(k, &split, &unsorted));
	if (split || vnt_utf8_prefix(m->strings, m->strings_len) < m->strings_len)
		return explain_names(k);
	k->rising = unsorted == 0;
	if (m->sorted && unsorted > 0)
	{
		VNT_TRY(vnt_metadata_name(m, unsorted, &name));
		return fail_metadata(k, VNT_META_UNSORTED,
							 (size_t) (name.data - data), unsorted);
	}
	if (m->len < len)
		return fail_metadata(k, VNT_META_TRAILING, m->len, len - m->len);
	return VNT_OK;
}

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */

/* Is the absolute value of the unscaled integer at p at least 10^digits? */
static bool
decimal_overflows(const uint8_t *p, VntType type)
{
	uint64_t	lo;
	uint64_t	hi;
	int64_t		i;

	if (type != VNT_DECIMAL16)
	{
		int64_t		limit = type == VNT_DECIMAL4 ? 1000000000 :
			1000000000000000000;

		i = type == VNT_DECIMAL4 ? (int32_t) vnt_load32(p) :
			(int64_t) vnt_load64(p);
		return i >= limit || i <= -limit;
	}
	lo = vnt_load64(p);
	hi = vnt_load64(p + 8);
	if (hi >> 63)
	{
		lo = ~lo + 1;
		hi = ~hi + (lo == 0);
	}
	/* 10^38 */
	return hi > 0x4b3b4ca85a86c47a ||
		(hi == 0x4b3b4ca85a86c47a && lo >= 0x098a224000000000);
}

static VntStatus
check_decimal(Check *k, const VntValue *v, VntType type)
{
	uint8_t		scale = v->data[1];

	if (scale > VNT_MAX_PRECISION)
		return fail_at(k, VNT_VALUE_SCALE, v->data, scale);
	if (decimal_overflows(v->data + 2, type))
		return fail_at(k, VNT_VALUE_PRECISION, v->data,
					   type == VNT_DECIMAL4 ? 10 : type == VNT_DECIMAL8 ? 19 : 39);
	return VNT_OK;
}

static VntStatus
check_string(Check *k, const uint8_t *data, size_t len)
{
	size_t		good = vnt_utf8_prefix(data, len);

	if (good < len)
		return fail_at(k, VNT_VALUE_UTF8, data + good, data[good]);
	return VNT_OK;
}

/* The size of v, which ends inside the len bytes that v has. */
static VntStatus
measure(Check *k, const VntValue *v, size_t *size)
{
	VntStatus	status = vnt_value_size(v, size);

	if (status == VNT_OK)
		return VNT_OK;
	return fail_at(k, status, v->data,
				   status == VNT_VALUE_TYPE ? v->data[0] >> VNT_HEADER_SHIFT : 0);
}

/* ---------------------------------------------------------------------
 * Containers
 * ---------------------------------------------------------------------
 */

/* Compare the names of two ids of the dictionary. */
static VntStatus
compare_names(Check *k, uint32_t a, uint32_t b, int *order)
{
	VntSlice	x;
	VntSlice	y;

	if (!k->rising && k->ranks == NULL)
	{
		size_t		work;

		VNT_TRY(vnt_metadata_name(k->meta, a, &x));
		VNT_TRY(vnt_metadata_name(k->meta, b, &y));
		work = x.len < y.len ? x.len : y.len;
		if (work <= k->patience || k->host == NULL)
		{
			k->patience -= work <= k->patience ? work : 0;
			*order = vnt_bytes_cmp(x.data, x.len, y.data, y.len);
			return VNT_OK;
		}
		VNT_TRY(vnt_rank_names(k->meta, k->host, &k->ranks));
	}
	if (!k->rising)
	{
		a = k->ranks[a];
		b = k->ranks[b];
	}
	*order = a < b ? -1 : a > b;
	return VNT_OK;
}

/* The ids of an object: in the dictionary, and of names that rise strictly. */
static VntStatus
check_ids(Check *k, const VntContainer *c)
{
	uint32_t	before = 0;

	for (uint32_t i = 0; i < c->count; i++)
	{
		const uint8_t *where = c->ids + (size_t) i * c->id_width;
		uint32_t	id = vnt_object_id(c, i);
		int			order = -1;
		VntStatus	status = VNT_OK;

		if (id >= k->meta->count)
			return fail_at(k, VNT_VALUE_FIELD_ID, where, id);
		if (i > 0)
			status = compare_names(k, before, id, &order);
		if (status != VNT_OK)
			return fail_at(k, status, where, id);
		if (order >= 0)
			return fail_at(k, order == 0 ? VNT_VALUE_DUPLICATE :
						   VNT_VALUE_FIELD_ORDER, where, id);
		before = id;
		vnt_tick(k->host, &k->steps);
	}
	return VNT_OK;
}

static inline const uint8_t *
offset_entry(const VntContainer *c, uint32_t i)
{
	return c->offsets + (size_t) i * c->offset_width;
}

/* Where the i-th value of an object starts, and how long it says it is. */
static VntStatus
measure_child(Check *k, const VntContainer *c, uint32_t i, uint32_t *offset,
			  size_t *size)
{
	const uint8_t *where = offset_entry(c, i);
	VntValue	child;

	*offset = vnt_load_uint(where, c->offset_width);
	if (vnt_container_child(c, i, &child) != VNT_OK)
		return fail_at(k, VNT_VALUE_OFFSETS, where, *offset);
	return measure(k, &child, size);
}

/*
 * Do the values of an object tile its value area in one of the usual ways: in
 * the order of the names, or as two such runs, one behind the other?  *tile
 * is false if they do not, and then nothing is known yet.
 */
static VntStatus
check_two_runs(Check *k, const VntContainer *c, bool *tile)
{
	uint64_t	first = 0;		/* end of the first run so far */
	uint64_t	second = 0;		/* the same of the second run */
	uint64_t	second_start = 0;

	*tile = false;
	for (uint32_t i = 0; i < c->count; i++)
	{
		uint32_t	offset;
		size_t		size;

		VNT_TRY(measure_child(k, c, i, &offset, &size));
		if (offset == first)
			first += size;
		else if (second == 0)
		{
			second_start = offset;
			second = offset + (uint64_t) size;
		}
		else if (offset == second)
			second += size;
		else
			return VNT_OK;
		vnt_tick(k->host, &k->steps);
	}
	if (second == 0)
		*tile = first == c->total;
	else
		*tile = first == second_start && second == c->total;
	return VNT_OK;
}

/* Point at the offset of an object that is not where a value ends. */
static VntStatus
explain_tiles(Check *k, const VntContainer *c, uint64_t offset)
{
	uint32_t	i;

	for (i = 0; i < c->count; i++)
		if (vnt_load_uint(offset_entry(c, i), c->offset_width) == offset)
			break;
	return fail_at(k, VNT_VALUE_OFFSETS, offset_entry(c, i), offset);
}

/* Do the values of an object tile its value area in any order? */
static VntStatus
check_tiles(Check *k, const VntContainer *c)
{
	size_t		n = c->count;
	uint64_t	end = 0;
	VntStatus	status;

	status = vnt_keys_reserve(&k->keys, k->host, 2 * n);

	if (status != VNT_OK)
		return fail_at(k, status, c->ids, 0);
	for (uint32_t i = 0; i < c->count; i++)
	{
		uint32_t	offset;
		size_t		size;

		VNT_TRY(measure_child(k, c, i, &offset, &size));
		k->keys.data[i] = (uint64_t) offset << 32 | size;
		vnt_tick(k->host, &k->steps);
	}
	vnt_keys_sort(k->keys.data, k->keys.data + n, n, k->host);
	for (size_t i = 0; i < n; i++)
	{
		uint64_t	offset = k->keys.data[i] >> 32;

		if (offset != end)
			return explain_tiles(k, c, offset);
		end = offset + (k->keys.data[i] & 0xffffffff);
	}
	return end == c->total ? VNT_OK : explain_tiles(k, c, c->total);
}

static VntStatus
check_object(Check *k, const VntContainer *c, int depth)
{
	bool		tile;
	size_t		size;

	VNT_TRY(check_ids(k, c));
	VNT_TRY(check_two_runs(k, c, &tile));
	if (!tile)
		VNT_TRY(c->count > 0 ? check_tiles(k, c) : explain_tiles(k, c, c->total));
	for (uint32_t i = 0; i < c->count; i++)
	{
		VntValue	child;

		VNT_TRY(vnt_container_child(c, i, &child));
		VNT_TRY(check_value(k, &child, depth, &size));
	}
	return VNT_OK;
}

static VntStatus
check_array(Check *k, const VntContainer *c, int depth)
{
	uint32_t	offset = vnt_load_uint(c->offsets, c->offset_width);
	uint64_t	end = 0;

	if (offset != 0)
		return fail_at(k, VNT_VALUE_OFFSETS, c->offsets, offset);
	for (uint32_t i = 0; i < c->count; i++)
	{
		const uint8_t *where = offset_entry(c, i);
		VntValue	child;
		size_t		size;

		if (vnt_container_child(c, i, &child) != VNT_OK)
			return fail_at(k, VNT_VALUE_OFFSETS, where,
						   vnt_load_uint(where, c->offset_width));
		VNT_TRY(check_value(k, &child, depth, &size));
		end += size;
		where += c->offset_width;
		offset = vnt_load_uint(where, c->offset_width);
		if (offset != end)
			return fail_at(k, VNT_VALUE_OFFSETS, where, offset);
		vnt_tick(k->host, &k->steps);
	}
	return VNT_OK;
}

/* Check one value, which may end before v->len bytes: *size. */
static VntStatus
check_value(Check *k, const VntValue *v, int depth, size_t *size)
{
	VntType		type;
	VntContainer c;

	VNT_TRY(measure(k, v, size));
	type = vnt_value_type(v);
	if (type == VNT_SHORT_STRING)
		return check_string(k, v->data + 1, *size - 1);
	if (type == VNT_STRING)
		return check_string(k, v->data + 5, *size - 5);
	if (type >= VNT_DECIMAL4 && type <= VNT_DECIMAL16)
		return check_decimal(k, v, type);
	/* as unsigned, a negative time is above any limit */
	if (type == VNT_TIME && vnt_load64(v->data + 1) > DAY_MICROS)
		return fail_at(k, VNT_VALUE_TIME, v->data, 0);
	if (type != VNT_OBJECT && type != VNT_ARRAY)
		return VNT_OK;

	if (depth >= VNT_MAX_DEPTH)
		return fail_at(k, VNT_TOO_DEEP, v->data, (uint64_t) depth + 1);
	VNT_TRY(vnt_container_open(v, &c));
	return c.is_object ? check_object(k, &c, depth + 1) :
		check_array(k, &c, depth + 1);
}

VntStatus
vnt_validate(const uint8_t *metadata, size_t metadata_len,
			 const uint8_t *value, size_t value_len, const VntHost *host,
			 VntError *err)
{
	VntMetadata meta;
	Check		k = {.value = value, .host = host, .err = err};
	VntValue	v = {&meta, value, value_len};
	VntStatus	status;
	size_t		size = 0;

	k.patience = 8 * ((uint64_t) metadata_len + value_len) + 65536;
	if (metadata_len > VNT_MAX_SIZE || value_len > VNT_MAX_SIZE - metadata_len)
		return vnt_fail(err, VNT_TOO_LARGE, VNT_PART_VALUE, 0,
						(uint64_t) metadata_len + value_len);
	status = check_metadata(&k, &meta, metadata, metadata_len);
	if (status == VNT_OK)
		status = check_value(&k, &v, 0, &size);
	if (status == VNT_OK && size < value_len)
		status = fail_at(&k, VNT_VALUE_TRAILING, value + size,
						 value_len - size);
	vnt_keys_free(&k.keys, host);
	if (k.ranks)
		host->release(host->ctx, k.ranks);
	return status;
}
