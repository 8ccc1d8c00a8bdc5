/*-------------------------------------------------------------------------
 *
 * vnt_order.c
 *	  The one total order of values, and the hash that goes with it.
 *
 * Both walk the bytes in place: no tree, no allocation.  The hash absorbs a
 * stream of words in which every string and container is preceded by its kind
 * and its length, so that different values give different streams.
 *
 * In a valid value every byte belongs to one value, so a walk that has seen
 * more bytes than there are is going round in damaged offsets; see spend().
 *
 * Interface: vnt_compare, vnt_hash, vnt_scalar_compare, vnt_scalar_hash.
 *
 * Limits: VNT_MAX_DEPTH levels, then VNT_TOO_DEEP.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_number.h"

/* What a walk knows. */
typedef struct Walk
{
	VntStatus  *status;
	size_t		left;			/* bytes of the value not yet walked over */
	bool		same_names;		/* equal ids are equal names (compare) */
} Walk;

/* Kinds of what is hashed: part of the stored form of hash indexes. */
typedef enum HashKind
{
	HASH_NULL = 1,
	HASH_FALSE,
	HASH_TRUE,
	HASH_STRING,
	HASH_INTEGER,
	HASH_WIDE_INTEGER,			/* integers of more than 64 bits */
	HASH_FRACTION,				/* numbers that are no 128-bit integer */
	HASH_NAN,
	HASH_DATE,
	HASH_TIME,
	HASH_TIMESTAMP,
	HASH_TIMESTAMPTZ,
	HASH_UUID,
	HASH_BINARY,
	HASH_ARRAY,
	HASH_OBJECT,
	HASH_NAME
} HashKind;

/* Record a fault; the first one stays. */
static void
fault(Walk *w, VntStatus status)
{
	if (*w->status == VNT_OK)
		*w->status = status;
}

/* Account for bytes walked over; false if that is more than there are. */
static bool
spend(Walk *w, size_t bytes)
{
	if (bytes > w->left)
	{
		fault(w, VNT_VALUE_OFFSETS);
		return false;
	}
	w->left -= bytes;
	return true;
}

static inline bool
is_container(VntType type)
{
	return type == VNT_OBJECT || type == VNT_ARRAY;
}

/* Does its size come from a count of bytes, up to 4 GB? */
static inline bool
is_counted(VntType type)
{
	return type == VNT_STRING || type == VNT_BINARY;
}

/* Open a container, within the limit of depth. */
static bool
enter(Walk *w, const VntValue *v, int depth, VntContainer *c)
{
	VntStatus	status = depth >= VNT_MAX_DEPTH ? VNT_TOO_DEEP :
		vnt_container_open(v, c);

	if (status != VNT_OK)
	{
		fault(w, status);
		return false;
	}
	return spend(w, (size_t) (c->values - v->data));
}

/* ---------------------------------------------------------------------
 * Order of scalars
 * ---------------------------------------------------------------------
 */
static inline int
compare_int64(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

static inline bool
is_nanos(VntType type)
{
	return type == VNT_TIMESTAMP_NANOS || type == VNT_TIMESTAMPTZ_NANOS;
}

/* A timestamp as whole microseconds, rounded down, and nanoseconds. */
static void
split_instant(const VntScalar *s, int64_t *micros, int *nanos)
{
	*micros = s->u.i;
	*nanos = 0;
	if (is_nanos(s->type))
	{
		*micros = s->u.i / 1000;
		*nanos = (int) (s->u.i % 1000);
		if (*nanos < 0)
		{
			*nanos += 1000;
			*micros -= 1;
		}
	}
}

static int
compare_instants(const VntScalar *a, const VntScalar *b)
{
	int64_t		a_micros;
	int64_t		b_micros;
	int			a_nanos;
	int			b_nanos;

	split_instant(a, &a_micros, &a_nanos);
	split_instant(b, &b_micros, &b_nanos);
	if (a_micros != b_micros)
		return a_micros < b_micros ? -1 : 1;
	return compare_int64(a_nanos, b_nanos);
}

int
vnt_scalar_compare(const VntScalar *a, const VntScalar *b)
{
	VntClass	class_ = vnt_type_info[a->type].class_;
	int			family = vnt_class_family(class_);
	int			other = vnt_class_family(vnt_type_info[b->type].class_);

	if (family != other)
		return family < other ? -1 : 1;
	switch (class_)
	{
		case VNT_CLASS_NUMBER:
		case VNT_CLASS_FLOAT:
		case VNT_CLASS_DOUBLE:
			return vnt_number_compare(a, b);
		case VNT_CLASS_STRING:
		case VNT_CLASS_BINARY:
		case VNT_CLASS_UUID:
			return vnt_bytes_cmp(a->u.bytes.data, a->u.bytes.len,
								 b->u.bytes.data, b->u.bytes.len);
		case VNT_CLASS_DATE:
		case VNT_CLASS_TIME:
			return compare_int64(a->u.i, b->u.i);
		case VNT_CLASS_TIMESTAMP:
		case VNT_CLASS_TIMESTAMPTZ:
			return compare_instants(a, b);
		case VNT_CLASS_BOOLEAN:
			return (a->type == VNT_TRUE) - (b->type == VNT_TRUE);
		case VNT_CLASS_NULL:
		case VNT_CLASS_ARRAY:
		case VNT_CLASS_OBJECT:
			break;
	}
	return 0;
}

/* ---------------------------------------------------------------------
 * Order of values
 * ---------------------------------------------------------------------
 */
static int	compare_values(Walk *w, const VntValue *a, const VntValue *b,
						   int depth);

static int
compare_scalars(Walk *w, const VntValue *a, const VntValue *b)
{
	VntScalar	x;
	VntScalar	y;
	VntStatus	status = vnt_scalar_read(a, &x);

	if (status == VNT_OK)
		status = vnt_scalar_read(b, &y);
	if (status != VNT_OK)
	{
		fault(w, status);
		return 0;
	}

	/* comparing bytes takes the shorter length; one that is short is cheap */
	if (is_counted(x.type) && is_counted(y.type) &&
		!spend(w, x.u.bytes.len < y.u.bytes.len ? x.u.bytes.len : y.u.bytes.len))
		return 0;
	return spend(w, 1) ? vnt_scalar_compare(&x, &y) : 0;
}

static int
compare_names(Walk *w, const VntContainer *a, const VntContainer *b, uint32_t i)
{
	VntSlice	x;
	VntSlice	y;
	VntStatus	status;

	if (w->same_names && vnt_object_id(a, i) == vnt_object_id(b, i))
		return 0;
	status = vnt_object_name(a, i, &x);
	if (status == VNT_OK)
		status = vnt_object_name(b, i, &y);
	if (status != VNT_OK)
	{
		fault(w, status);
		return 0;
	}
	return vnt_bytes_cmp(x.data, x.len, y.data, y.len);
}

/* Two containers of one kind: by count, then member by member. */
static int
compare_containers(Walk *w, const VntValue *a, const VntValue *b, int depth)
{
	VntContainer x;
	VntContainer y;

	if (!enter(w, a, depth, &x))
		return 0;
	if (vnt_container_open(b, &y) != VNT_OK)
	{
		fault(w, VNT_VALUE_TRUNCATED);
		return 0;
	}
	if (x.count != y.count)
		return x.count < y.count ? -1 : 1;
	for (uint32_t i = 0; i < x.count; i++)
	{
		VntValue	p;
		VntValue	q;
		int			order = x.is_object ? compare_names(w, &x, &y, i) : 0;

		if (order != 0 || *w->status != VNT_OK)
			return order;
		if (vnt_container_child(&x, i, &p) != VNT_OK ||
			vnt_container_child(&y, i, &q) != VNT_OK)
		{
			fault(w, VNT_VALUE_OFFSETS);
			return 0;
		}
		order = compare_values(w, &p, &q, depth + 1);
		if (order != 0 || *w->status != VNT_OK)
			return order;
	}
	return 0;
}

static int
compare_values(Walk *w, const VntValue *a, const VntValue *b, int depth)
{
	VntType		type = vnt_value_type(a);
	VntType		other = vnt_value_type(b);
	int			family;
	int			other_family;

	if (!is_container(type) && !is_container(other))
		return compare_scalars(w, a, b);
	if (type == other)
		return compare_containers(w, a, b, depth);
	if (type == VNT_UNKNOWN || other == VNT_UNKNOWN)
	{
		fault(w, VNT_VALUE_TYPE);
		return 0;
	}
	family = vnt_class_family(vnt_type_info[type].class_);
	other_family = vnt_class_family(vnt_type_info[other].class_);
	return family < other_family ? -1 : 1;
}

int
vnt_compare(const VntValue *a, const VntValue *b, VntStatus *status)
{
	Walk		w = {status, 0, false};
	size_t		size;
	VntStatus	found;

	found = vnt_value_size(a, &w.left);
	if (found == VNT_OK)
		found = vnt_value_size(b, &size);
	if (found != VNT_OK)
	{
		*status = found;
		return 0;
	}
	if (is_container(vnt_value_type(a)) && is_container(vnt_value_type(b)))
	{
		w.same_names = a->meta == b->meta ||
			(a->meta->len == b->meta->len &&
			 memcmp(a->meta->data, b->meta->data, a->meta->len) == 0);

		/* the same bytes under the same names are the same value */
		if (w.same_names && size == w.left &&
			memcmp(a->data, b->data, size) == 0)
			return 0;
	}
	return compare_values(&w, a, b, 0);
}

/* ---------------------------------------------------------------------
 * Hash
 *
 * The functions below are part of what hash indexes store: never change what
 * they return.
 * ---------------------------------------------------------------------
 */
static inline uint64_t
rotate_left(uint64_t x, int n)
{
	return x << n | x >> (64 - n);
}

/* Take in one word.  For every h this is a bijection of word, and vice versa. */
static inline uint64_t
absorb(uint64_t h, uint64_t word)
{
	word *= UINT64_C(0xa24baed4963ee407);
	word ^= word >> 32;
	word *= UINT64_C(0x9fb21c651e98df25);
	h ^= word;
	return rotate_left(h, 29) * UINT64_C(0xd6e8feb86659fd93) +
		UINT64_C(0x2545f4914f6cdd1d);
}

/* Let every bit of the state reach every bit of the result. */
static inline uint64_t
finish(uint64_t h)
{
	h = (h ^ h >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
	h = (h ^ h >> 29) * UINT64_C(0x94d049bb133111eb);
	return h ^ h >> 32;
}

static inline uint64_t
absorb_kind(uint64_t h, HashKind kind, uint64_t length)
{
	return absorb(h, (uint64_t) kind << 56 | length);
}

static uint64_t
absorb_bytes(uint64_t h, HashKind kind, const uint8_t *data, size_t len)
{
	uint64_t	rest = 0;

	h = absorb_kind(h, kind, len);
	for (; len >= 8; data += 8, len -= 8)
		h = absorb(h, vnt_load64(data));
	if (len == 0)
		return h;
	while (len > 0)
		rest = rest << 8 | data[--len];
	return absorb(h, rest);
}

static uint64_t
absorb_number(uint64_t h, const VntScalar *s)
{
	VntInt128	i;
	double		d;
	uint64_t	bits;

	if (vnt_number_integer(s, &i))
	{
		/* integers of one word, sign and all, take one word */
		uint64_t	high = (uint64_t) i.hi;

		if (high == 0 - (i.lo >> 63))
			return absorb(absorb_kind(h, HASH_INTEGER, 0), i.lo);
		return absorb(absorb(absorb_kind(h, HASH_WIDE_INTEGER, 0), i.lo), high);
	}
	d = vnt_number_double(s);
	if (d != d)
		return absorb_kind(h, HASH_NAN, 0);
	memcpy(&bits, &d, sizeof(bits));
	return absorb(absorb_kind(h, HASH_FRACTION, 0), bits);
}

static uint64_t
absorb_instant(uint64_t h, HashKind kind, const VntScalar *s)
{
	int64_t		micros;
	int			nanos;

	split_instant(s, &micros, &nanos);
	return absorb(absorb_kind(h, kind, (uint64_t) nanos), (uint64_t) micros);
}

static uint64_t
absorb_scalar(uint64_t h, const VntScalar *s)
{
	switch (vnt_type_info[s->type].class_)
	{
		case VNT_CLASS_NULL:
			return absorb_kind(h, HASH_NULL, 0);
		case VNT_CLASS_STRING:
			return absorb_bytes(h, HASH_STRING, s->u.bytes.data, s->u.bytes.len);
		case VNT_CLASS_NUMBER:
		case VNT_CLASS_FLOAT:
		case VNT_CLASS_DOUBLE:
			return absorb_number(h, s);
		case VNT_CLASS_DATE:
			return absorb(absorb_kind(h, HASH_DATE, 0), (uint64_t) s->u.i);
		case VNT_CLASS_TIME:
			return absorb(absorb_kind(h, HASH_TIME, 0), (uint64_t) s->u.i);
		case VNT_CLASS_TIMESTAMP:
			return absorb_instant(h, HASH_TIMESTAMP, s);
		case VNT_CLASS_TIMESTAMPTZ:
			return absorb_instant(h, HASH_TIMESTAMPTZ, s);
		case VNT_CLASS_UUID:
			return absorb_bytes(h, HASH_UUID, s->u.bytes.data, s->u.bytes.len);
		case VNT_CLASS_BINARY:
			return absorb_bytes(h, HASH_BINARY, s->u.bytes.data, s->u.bytes.len);
		case VNT_CLASS_BOOLEAN:
			return absorb_kind(h, s->type == VNT_TRUE ? HASH_TRUE : HASH_FALSE, 0);
		case VNT_CLASS_ARRAY:
		case VNT_CLASS_OBJECT:
			break;
	}
	return h;
}

static uint64_t absorb_value(Walk *w, uint64_t h, const VntValue *v, int depth);

static uint64_t
absorb_container(Walk *w, uint64_t h, const VntValue *v, int depth)
{
	VntContainer c;

	if (!enter(w, v, depth, &c))
		return h;
	h = absorb_kind(h, c.is_object ? HASH_OBJECT : HASH_ARRAY, c.count);
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntSlice	name;
		VntValue	child;
		VntStatus	status = vnt_container_child(&c, i, &child);

		if (status == VNT_OK && c.is_object)
		{
			status = vnt_object_name(&c, i, &name);
			if (status == VNT_OK)
				h = absorb_bytes(h, HASH_NAME, name.data, name.len);
		}
		if (status != VNT_OK)
			fault(w, status);
		if (*w->status != VNT_OK)
			return h;
		h = absorb_value(w, h, &child, depth + 1);
	}
	return h;
}

static uint64_t
absorb_value(Walk *w, uint64_t h, const VntValue *v, int depth)
{
	VntScalar	s;
	VntStatus	status;
	size_t		size;

	if (is_container(vnt_value_type(v)))
		return absorb_container(w, h, v, depth);
	status = vnt_scalar_read(v, &s);
	if (status == VNT_OK)
		status = vnt_value_size(v, &size);
	if (status != VNT_OK)
	{
		fault(w, status);
		return h;
	}
	return spend(w, size) ? absorb_scalar(h, &s) : h;
}

uint64_t
vnt_hash(const VntValue *v, uint64_t seed, VntStatus *status)
{
	Walk		w = {status, 0, false};
	VntStatus	found = vnt_value_size(v, &w.left);

	if (found != VNT_OK)
	{
		*status = found;
		return 0;
	}
	return finish(absorb_value(&w, finish(seed), v, 0));
}

uint64_t
vnt_scalar_hash(const VntScalar *s, uint64_t seed)
{
	return finish(absorb_scalar(finish(seed), s));
}
