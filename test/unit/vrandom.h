/*-------------------------------------------------------------------------
 *
 * vrandom.h
 *	  Random values of all classes, and random legal encodings of them.
 *
 *		VRPool	   pool = {0};
 *		VRNode	  *node = vrandom_value(&pool, 3);		what it is
 *		VRBytes	   bytes = {0};
 *		vrandom_encode(node, 0, &bytes);				how it is written
 *		... bytes.meta (opened), bytes.value, bytes.all (metadata || value)
 *		vrandom_bytes_free(&bytes);
 *		vrandom_pool_free(&pool);
 *
 * Every encoding is valid, and hardly ever canonical: any legal width of
 * counts, ids and offsets, reserved bits set, value order shuffled, short
 * strings long, integers and decimals in larger types and with more zeros, a
 * dictionary that is sorted or not, with unused and (if not sorted) repeated
 * names.  All encodings of a node are equal values of equal classes; with
 * VRANDOM_ANY_CLASS numbers also change between number, float and double
 * where that is exact.
 *
 * Randomness is vunit_random().  Memory is malloc; failure aborts.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VRANDOM_H
#define VRANDOM_H

#include <math.h>

#include "vunit.h"
#include "vnt_internal.h"

#define VRANDOM_ANY_CLASS	0x01	/* numbers may change class */
#define VRANDOM_PLAIN		0x02	/* reserved bits are zero */

/* These make encodings that are not valid, but are to be repaired. */
#define VRANDOM_DISORDER	0x04	/* members are listed in any order */
#define VRANDOM_SHORT		0x08	/* empty containers are 02 00 and 03 00 */

/* Memory of nodes, freed at once. */
typedef struct VRPool
{
	void	  **blocks;
	size_t		count;
} VRPool;

typedef struct VRNode VRNode;

typedef struct VRMember
{
	VntSlice	name;			/* objects only */
	VRNode	   *value;
} VRMember;

struct VRNode
{
	VntScalar	scalar;			/* type tells also OBJECT or ARRAY */
	VRMember   *members;		/* objects: in name order */
	uint32_t	count;
};

/* An encoded value; not to be copied, as value points to meta. */
typedef struct VRBytes
{
	uint8_t    *all;			/* metadata, then value */
	size_t		len;
	VntMetadata meta;
	VntValue	value;
} VRBytes;

/* ---------------------------------------------------------------------
 * Memory
 * ---------------------------------------------------------------------
 */
static inline void *
vrandom_resize(void *p, size_t size)
{
	p = realloc(p, size + 1);
	if (p == NULL)
		abort();
	return p;
}

static inline void *
vrandom_alloc(VRPool *pool, size_t size)
{
	void	   *p = memset(vrandom_resize(NULL, size), 0, size + 1);

	pool->blocks = vrandom_resize(pool->blocks,
								  (pool->count + 1) * sizeof(void *));
	pool->blocks[pool->count++] = p;
	return p;
}

static inline void
vrandom_pool_free(VRPool *pool)
{
	for (size_t i = 0; i < pool->count; i++)
		free(pool->blocks[i]);
	free(pool->blocks);
	pool->blocks = NULL;
	pool->count = 0;
}

static inline void
vrandom_bytes_free(VRBytes *bytes)
{
	free(bytes->all);
	bytes->all = NULL;
	bytes->len = 0;
}

/* True once in n times. */
static inline bool
vrandom_once_in(uint32_t n)
{
	return vunit_below(n) == 0;
}

/* ---------------------------------------------------------------------
 * Random scalars
 * ---------------------------------------------------------------------
 */

/* Any 64-bit integer; small ones and edges of types more often. */
static inline int64_t
vrandom_int(void)
{
	int64_t		power = INT64_C(1) << vunit_below(63);

	switch (vunit_below(5))
	{
		case 0:
			return (int64_t) vunit_below(8) - 3;
		case 1:
			return power - 1 + (int64_t) vunit_below(3);
		case 2:
			return -power - 1 + (int64_t) vunit_below(3);
		case 3:
			return (int64_t) (vunit_random() >> vunit_below(64));
		default:
			return (int64_t) vunit_random();
	}
}

/* n random digits, or nines, or a one and zeros. */
static inline VntInt128
vrandom_int128(int n)
{
	char		digits[VNT_MAX_PRECISION];
	uint32_t	kind = vunit_below(4);

	for (int i = 0; i < n; i++)
		digits[i] = (char) (kind == 0 ? '9' : kind == 1 ? (i == 0 ? '1' : '0') :
							'0' + (char) vunit_below(10));
	return vnt_int128_from_digits(digits, n, vunit_below(2) == 0);
}

static inline double
vrandom_double(void)
{
	static const double special[] = {
		0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 0.25, 1.5, 1e22, 1e23, 1e-5, 1e300, 5e-324,
		1.7976931348623157e308, 2.2250738585072014e-308, 9007199254740992.0,
		9007199254740994.0, -9223372036854775808.0, 18446744073709551616.0,
		170141183460469231731687303715884105728.0, 1e38, 1e-38, HUGE_VAL, -HUGE_VAL
	};
	uint64_t	bits = vunit_random();
	double		d;

	switch (vunit_below(5))
	{
		case 0:
			return special[vunit_below(sizeof(special) / sizeof(special[0]))];
		case 1:
			return (double) vrandom_int();
		case 2:
			return (double) vrandom_int() / (double) (UINT64_C(1) << vunit_below(40));
		case 3:
			if (vrandom_once_in(8))
				bits |= UINT64_C(0x7ff8) << 48; /* NaNs of all payloads */
			memcpy(&d, &bits, sizeof(d));
			return d;
		default:
			return vnt_decimal_to_double(vrandom_int128(1 + (int) vunit_below(18)),
										 (int) vunit_below(20));
	}
}

static inline float
vrandom_float(void)
{
	uint32_t	bits = (uint32_t) vunit_random();
	float		f;

	if (vrandom_once_in(2))
	{
		memcpy(&f, &bits, sizeof(f));
		return f;
	}
	return (float) vrandom_int() / (float) (1u << vunit_below(12));
}

/* One character as UTF-8, of any length, also those that need escapes. */
static inline size_t
vrandom_character(uint8_t *out)
{
	static const uint32_t edges[] = {
		0, 0x1f, '"', '\\', '/', 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0x2028, 0xd7ff,
		0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff
	};
	uint32_t	c = 'a' + vunit_below(26);

	if (vrandom_once_in(4))
		c = edges[vunit_below(sizeof(edges) / sizeof(edges[0]))];
	if (c < 0x80)
	{
		out[0] = (uint8_t) c;
		return 1;
	}
	if (c < 0x800)
	{
		out[0] = (uint8_t) (0xc0 | c >> 6);
		out[1] = (uint8_t) (0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000)
	{
		out[0] = (uint8_t) (0xe0 | c >> 12);
		out[1] = (uint8_t) (0x80 | (c >> 6 & 0x3f));
		out[2] = (uint8_t) (0x80 | (c & 0x3f));
		return 3;
	}
	out[0] = (uint8_t) (0xf0 | c >> 18);
	out[1] = (uint8_t) (0x80 | (c >> 12 & 0x3f));
	out[2] = (uint8_t) (0x80 | (c >> 6 & 0x3f));
	out[3] = (uint8_t) (0x80 | (c & 0x3f));
	return 4;
}

/* A string of 0..most characters. */
static inline VntSlice
vrandom_string(VRPool *pool, uint32_t most)
{
	uint32_t	n = vunit_below(most + 1);
	uint8_t    *data = vrandom_alloc(pool, 4 * (size_t) n);
	VntSlice	s = {data, 0};

	for (uint32_t i = 0; i < n; i++)
		s.len += vrandom_character(data + s.len);
	return s;
}

static inline VntSlice
vrandom_binary(VRPool *pool, size_t n)
{
	uint8_t    *data = vrandom_alloc(pool, n);
	VntSlice	s = {data, n};

	for (size_t i = 0; i < n; i++)
		data[i] = (uint8_t) vunit_random();
	return s;
}

/* A few names come often, so that objects meet. */
static inline VntSlice
vrandom_name(VRPool *pool)
{
	static const char *const common[] = {
		"", "a", "b", "aa", "ab", "name", "k1", "k10", "k2", "\xc3\xa9", "z",
		"\xef\xbf\xbf", "\xf0\x90\x80\x80", "A", "\"\\"
	};
	const char *name = common[vunit_below(sizeof(common) / sizeof(common[0]))];
	VntSlice	s = {(const uint8_t *) name, strlen(name)};

	return vrandom_once_in(4) ? vrandom_string(pool, vrandom_once_in(8) ? 300 : 12) : s;
}

static inline VntSlice
vrandom_text(VRPool *pool)
{
	static const uint32_t most[] = {3, 3, 12, 63, 70, 400};

	return vrandom_string(pool, most[vunit_below(6)]);
}

/* A decoded scalar of any class; its physical type is settled on writing. */
static inline void
vrandom_scalar(VRPool *pool, VntScalar *s)
{
	memset(s, 0, sizeof(*s));
	switch (vunit_below(16))
	{
		case 0:
			s->type = VNT_NULL;
			break;
		case 1:
			s->type = vrandom_once_in(2) ? VNT_TRUE : VNT_FALSE;
			break;
		case 2:
		case 3:
			s->type = VNT_DECIMAL16;
			s->u.dec = vnt_int128_from_int64(vrandom_int());
			break;
		case 4:
			s->type = VNT_DECIMAL16;
			s->scale = (uint8_t) vunit_below(VNT_MAX_PRECISION + 1);
			s->u.dec = vrandom_int128(1 + (int) vunit_below(VNT_MAX_PRECISION));
			break;
		case 5:
			s->type = VNT_DECIMAL16;
			s->scale = (uint8_t) vunit_below(4);
			s->u.dec = vnt_int128_from_int64((int64_t) vunit_below(2000) - 1000);
			break;
		case 6:
			s->type = VNT_DOUBLE;
			s->u.d = vrandom_double();
			break;
		case 7:
			s->type = VNT_FLOAT;
			s->u.f = vrandom_float();
			break;
		case 8:
			s->type = VNT_DATE;
			s->u.i = vrandom_once_in(4) ? (int32_t) vunit_random() :
				(int64_t) vunit_below(40000) - 10000;
			break;
		case 9:
			s->type = VNT_TIME;
			s->u.i = (int64_t) (vunit_random() % UINT64_C(86400000001));
			break;
		case 10:
			s->type = vrandom_once_in(2) ? VNT_TIMESTAMP : VNT_TIMESTAMPTZ;
			s->u.i = vrandom_once_in(4) ? vrandom_int() :
				(int64_t) (vunit_random() % UINT64_C(3000000000000000)) - 1000000000000000;
			break;
		case 11:
			s->type = vrandom_once_in(2) ? VNT_TIMESTAMP_NANOS : VNT_TIMESTAMPTZ_NANOS;
			s->u.i = vrandom_once_in(2) ? vrandom_int() :
				((int64_t) vunit_random() >> 20) * 1000;
			break;
		case 12:
			s->type = VNT_UUID;
			s->u.bytes = vrandom_binary(pool, 16);
			break;
		case 13:
			s->type = VNT_BINARY;
			s->u.bytes = vrandom_binary(pool, vunit_below(20));
			break;
		default:
			s->type = VNT_STRING;
			s->u.bytes = vrandom_text(pool);
			break;
	}
}

/* ---------------------------------------------------------------------
 * Random trees
 * ---------------------------------------------------------------------
 */
static inline void
vrandom_member(VRPool *pool, VRNode *node, VntSlice name, VRNode *value)
{
	uint32_t	at = 0;

	while (at < node->count &&
		   vnt_bytes_cmp(node->members[at].name.data, node->members[at].name.len,
						 name.data, name.len) < 0)
		at++;
	if (at < node->count && node->members[at].name.len == name.len &&
		memcmp(node->members[at].name.data, name.data, name.len) == 0)
		return;					/* there is one of that name */
	(void) pool;
	memmove(node->members + at + 1, node->members + at,
			(node->count - at) * sizeof(VRMember));
	node->members[at].name = name;
	node->members[at].value = value;
	node->count++;
}

/* A random value of up to depth levels of containers. */
static inline VRNode *
vrandom_value(VRPool *pool, int depth)
{
	VRNode	   *node = vrandom_alloc(pool, sizeof(VRNode));
	uint32_t	n;

	if (depth == 0 || vrandom_once_in(3))
	{
		vrandom_scalar(pool, &node->scalar);
		return node;
	}
	n = vrandom_once_in(40) ? 250 + vunit_below(20) : vunit_below(6);
	if (n > 100)
		depth = 1;
	node->scalar.type = vrandom_once_in(2) ? VNT_OBJECT : VNT_ARRAY;
	node->members = vrandom_alloc(pool, n * sizeof(VRMember));
	for (uint32_t i = 0; i < n; i++)
	{
		VRNode	   *value = vrandom_value(pool, depth - 1);

		if (node->scalar.type == VNT_OBJECT)
			vrandom_member(pool, node, n > 100 ? vrandom_string(pool, 8) :
						   vrandom_name(pool), value);
		else
			node->members[node->count++].value = value;
	}
	return node;
}

/* ---------------------------------------------------------------------
 * Writing: a growing buffer
 * ---------------------------------------------------------------------
 */
typedef struct VROut
{
	uint8_t    *data;
	size_t		len;
} VROut;

static inline uint8_t *
vrandom_grow(VROut *out, size_t n)
{
	out->data = vrandom_resize(out->data, out->len + n);
	out->len += n;
	return out->data + out->len - n;
}

static inline void
vrandom_put(VROut *out, const void *data, size_t n)
{
	uint8_t    *to = vrandom_grow(out, n);

	if (n > 0)
		memcpy(to, data, n);
}

static inline void
vrandom_put_uint(VROut *out, uint64_t v, unsigned width)
{
	uint8_t    *to = vrandom_grow(out, width);

	for (unsigned i = 0; i < width; i++)
		to[i] = (uint8_t) (v >> 8 * i);
}

/* Any width that holds v. */
static inline unsigned
vrandom_width(uint32_t v)
{
	unsigned	least = vnt_uint_width(v);

	return vrandom_once_in(2) ? least : least + vunit_below(5 - least);
}

/* Any bits of mask. */
static inline uint8_t
vrandom_reserved(unsigned flags, uint8_t mask)
{
	if ((flags & VRANDOM_PLAIN) || !vrandom_once_in(4))
		return 0;
	return (uint8_t) (vunit_random() & mask);
}

/* ---------------------------------------------------------------------
 * Writing: the dictionary
 * ---------------------------------------------------------------------
 */
typedef struct VRDictionary
{
	VntSlice   *names;
	uint32_t	count;
} VRDictionary;

static inline bool
vrandom_same(VntSlice a, VntSlice b)
{
	return vnt_bytes_cmp(a.data, a.len, b.data, b.len) == 0;
}

/* The id of a name, at random among those of that name; count if none. */
static inline uint32_t
vrandom_id(const VRDictionary *d, VntSlice name)
{
	uint32_t	start = d->count > 0 ? vunit_below(d->count) : 0;

	for (uint32_t i = 0; i < d->count; i++)
	{
		uint32_t	id = (start + i) % d->count;

		if (vrandom_same(d->names[id], name))
			return id;
	}
	return d->count;
}

static inline void
vrandom_add_name(VRDictionary *d, VntSlice name, bool repeat)
{
	if (!repeat && vrandom_id(d, name) < d->count)
		return;
	d->names = vrandom_resize(d->names, (d->count + 1) * sizeof(VntSlice));
	d->names[d->count++] = name;
}

static inline void
vrandom_collect(VRDictionary *d, const VRNode *node, bool repeat)
{
	for (uint32_t i = 0; i < node->count; i++)
	{
		if (node->scalar.type == VNT_OBJECT)
			vrandom_add_name(d, node->members[i].name,
							 repeat && vrandom_once_in(8));
		vrandom_collect(d, node->members[i].value, repeat);
	}
}

static inline int
vrandom_name_cmp(const void *a, const void *b)
{
	const VntSlice *x = a;
	const VntSlice *y = b;

	return vnt_bytes_cmp(x->data, x->len, y->data, y->len);
}

/* Write metadata for all names under node; *d holds the names by id. */
static inline void
vrandom_metadata(const VRNode *node, unsigned flags, VRDictionary *d, VROut *out)
{
	static const char *const unused[] = {"", "~", "unused", "\xf4\x8f\xbf\xbf"};
	bool		sorted = vrandom_once_in(2);
	uint32_t	total = 0;
	unsigned	width;
	uint8_t		header = VNT_META_VERSION_1;

	vrandom_collect(d, node, !sorted);
	for (uint32_t i = 0; i < 4; i++)
	{
		VntSlice	name = {(const uint8_t *) unused[i], strlen(unused[i])};

		if (vrandom_once_in(4))
			vrandom_add_name(d, name, !sorted);
	}
	if (sorted && d->count > 0)
		qsort(d->names, d->count, sizeof(VntSlice), vrandom_name_cmp);
	for (uint32_t i = 1; !sorted && i < d->count; i++)
	{
		uint32_t	other = vunit_below(i + 1);
		VntSlice	swap = d->names[i];

		d->names[i] = d->names[other];
		d->names[other] = swap;
	}
	for (uint32_t i = 0; i < d->count; i++)
		total += (uint32_t) d->names[i].len;
	width = vrandom_width(total > d->count ? total : d->count);
	header = (uint8_t) (header | (width - 1) << VNT_META_WIDTH_SHIFT |
						vrandom_reserved(flags, 0x20));
	if (sorted && vrandom_once_in(2))
		header |= VNT_META_SORTED;

	vrandom_put_uint(out, header, 1);
	vrandom_put_uint(out, d->count, width);
	total = 0;
	vrandom_put_uint(out, total, width);
	for (uint32_t i = 0; i < d->count; i++)
	{
		total += (uint32_t) d->names[i].len;
		vrandom_put_uint(out, total, width);
	}
	for (uint32_t i = 0; i < d->count; i++)
		vrandom_put(out, d->names[i].data, d->names[i].len);
}

/* ---------------------------------------------------------------------
 * Writing: scalars
 * ---------------------------------------------------------------------
 */
static inline void
vrandom_put_header(VROut *out, VntType type)
{
	vrandom_put_uint(out, (uint64_t) type << VNT_HEADER_SHIFT, 1);
}

/* More or fewer zeros at the end. */
static inline void
vrandom_rescale(VntScalar *s)
{
	char		digits[48];
	int			n = vnt_int128_to_digits(s->u.dec, digits);
	bool		negative = digits[0] == '-';
	int			wish = (int) vunit_below(4) - 1;

	for (; wish > 0 && n - negative < VNT_MAX_PRECISION &&
		 s->scale < VNT_MAX_PRECISION; wish--)
	{
		digits[n++] = '0';
		s->scale++;
	}
	if (wish < 0)
		for (; s->scale > 0 && n - negative > 1 && digits[n - 1] == '0'; n--)
			s->scale--;
	s->u.dec = vnt_int128_from_digits(digits + negative, n - negative, negative);
}

static inline void
vrandom_put_int(VROut *out, int64_t i)
{
	int			least = i == (int8_t) i ? 0 : i == (int16_t) i ? 1 :
		i == (int32_t) i ? 2 : 3;
	int			size = least + (int) vunit_below((uint32_t) (4 - least));

	vrandom_put_header(out, (VntType) (VNT_INT8 + size));
	vrandom_put_uint(out, (uint64_t) i, 1u << size);
}

static inline void
vrandom_put_decimal(VROut *out, VntScalar s)
{
	int64_t		i;
	int			digits;
	int			least;
	int			size;

	vrandom_rescale(&s);
	if (s.scale == 0 && vnt_int128_fits_int64(s.u.dec, &i) && vrandom_once_in(2))
	{
		vrandom_put_int(out, i);
		return;
	}
	digits = vnt_int128_digits(s.u.dec);
	least = digits <= 9 ? 0 : digits <= 18 ? 1 : 2;
	size = least + (int) vunit_below((uint32_t) (3 - least));
	vrandom_put_header(out, (VntType) (VNT_DECIMAL4 + size));
	vrandom_put_uint(out, s.scale, 1);
	vrandom_put_uint(out, s.u.dec.lo, size == 0 ? 4 : 8);
	if (size == 2)
		vrandom_put_uint(out, (uint64_t) s.u.dec.hi, 8);
}

static inline void
vrandom_put_double(VROut *out, double d)
{
	uint64_t	bits;

	memcpy(&bits, &d, sizeof(bits));
	vrandom_put_header(out, VNT_DOUBLE);
	vrandom_put_uint(out, bits, 8);
}

static inline void
vrandom_put_float(VROut *out, float f)
{
	uint32_t	bits;

	memcpy(&bits, &f, sizeof(bits));
	vrandom_put_header(out, VNT_FLOAT);
	vrandom_put_uint(out, bits, 4);
}

/* The double that equals a decimal, if there is one and it is easy to find. */
static inline bool
vrandom_exact_double(const VntScalar *s, double *d)
{
	int64_t		i;

	if (!vnt_int128_fits_int64(s->u.dec, &i) || s->scale > 20)
		return false;
	for (int scale = 0; scale < s->scale; scale++)
	{
		if (i % 5 != 0)
			return false;
		i /= 5;
	}
	if (i > INT64_C(1) << 53 || i < -(INT64_C(1) << 53))
		return false;
	*d = ldexp((double) i, -s->scale);
	return true;
}

/* A double in any class that holds it exactly. */
static inline void
vrandom_put_any_double(VROut *out, double d)
{
	uint32_t	way = vunit_below(3);

	if (way == 0 && fabs(d) < 9e15 && floor(d) == d)
	{
		VntScalar	s = {.type = VNT_DECIMAL16};

		s.u.dec = vnt_int128_from_int64((int64_t) d);
		vrandom_put_decimal(out, s);
	}
	else if (way == 1 && (d != d || fabs(d) > 1e300 * 1e300 ||
						  (fabs(d) < 3e38 && (double) (float) d == d)))
		vrandom_put_float(out, (float) d);
	else
		vrandom_put_double(out, d);
}

static inline void
vrandom_put_number(VROut *out, const VntScalar *s, unsigned flags)
{
	double		d;

	if (s->type == VNT_DECIMAL16)
	{
		if ((flags & VRANDOM_ANY_CLASS) && vrandom_once_in(3) &&
			vrandom_exact_double(s, &d))
			vrandom_put_any_double(out, d);
		else
			vrandom_put_decimal(out, *s);
	}
	else if (flags & VRANDOM_ANY_CLASS)
		vrandom_put_any_double(out, s->type == VNT_FLOAT ? (double) s->u.f : s->u.d);
	else if (s->type == VNT_FLOAT)
		vrandom_put_float(out, s->u.f);
	else
		vrandom_put_double(out, s->u.d);
}

/* Microseconds as nanoseconds and back, where they fit. */
static inline void
vrandom_put_timestamp(VROut *out, const VntScalar *s)
{
	VntType		type = s->type;
	int64_t		i = s->u.i;

	if (vrandom_once_in(2))
	{
		if ((type == VNT_TIMESTAMP || type == VNT_TIMESTAMPTZ) &&
			i < INT64_MAX / 1000 && i > INT64_MIN / 1000)
		{
			type = type == VNT_TIMESTAMP ? VNT_TIMESTAMP_NANOS : VNT_TIMESTAMPTZ_NANOS;
			i *= 1000;
		}
		else if ((type == VNT_TIMESTAMP_NANOS || type == VNT_TIMESTAMPTZ_NANOS) &&
				 i % 1000 == 0)
		{
			type = type == VNT_TIMESTAMP_NANOS ? VNT_TIMESTAMP : VNT_TIMESTAMPTZ;
			i /= 1000;
		}
	}
	vrandom_put_header(out, type);
	vrandom_put_uint(out, (uint64_t) i, 8);
}

static inline void
vrandom_put_bytes(VROut *out, const VntScalar *s)
{
	VntSlice	bytes = s->u.bytes;

	if (s->type == VNT_STRING && bytes.len <= VNT_MAX_SHORT_STRING &&
		!vrandom_once_in(3))
		vrandom_put_uint(out, bytes.len << VNT_HEADER_SHIFT |
						 VNT_BASIC_SHORT_STRING, 1);
	else
	{
		vrandom_put_header(out, s->type);
		if (s->type != VNT_UUID)
			vrandom_put_uint(out, bytes.len, 4);
	}
	vrandom_put(out, bytes.data, bytes.len);
}

static inline void
vrandom_put_scalar(VROut *out, const VntScalar *s, unsigned flags)
{
	VntClass	class_ = vnt_type_info[s->type].class_;

	if (class_ == VNT_CLASS_NUMBER || class_ == VNT_CLASS_FLOAT ||
		class_ == VNT_CLASS_DOUBLE)
		vrandom_put_number(out, s, flags);
	else if (class_ == VNT_CLASS_TIMESTAMP || class_ == VNT_CLASS_TIMESTAMPTZ)
		vrandom_put_timestamp(out, s);
	else if (class_ == VNT_CLASS_STRING || class_ == VNT_CLASS_BINARY ||
			 class_ == VNT_CLASS_UUID)
		vrandom_put_bytes(out, s);
	else
	{
		vrandom_put_header(out, s->type);
		if (class_ == VNT_CLASS_DATE)
			vrandom_put_uint(out, (uint64_t) s->u.i, 4);
		else if (class_ == VNT_CLASS_TIME)
			vrandom_put_uint(out, (uint64_t) s->u.i, 8);
	}
}

/* ---------------------------------------------------------------------
 * Writing: containers
 * ---------------------------------------------------------------------
 */
static inline void vrandom_put_node(VROut *out, const VRNode *node,
									const VRDictionary *d, unsigned flags);

/* In which order the values of an object lie: place[i] is the i-th of them. */
static inline void
vrandom_places(const VRNode *node, const VROut *children, uint32_t *place)
{
	uint32_t	n = node->count;
	uint32_t	way = node->scalar.type == VNT_ARRAY ? 0 : vunit_below(4);
	uint32_t	at = 0;

	for (uint32_t i = 0; i < n; i++)
		place[i] = way == 1 ? n - 1 - i : i;
	for (uint32_t i = 1; way == 2 && i < n; i++)
	{
		uint32_t	other = vunit_below(i + 1);
		uint32_t	swap = place[i];

		place[i] = place[other];
		place[other] = swap;
	}
	if (way != 3)
		return;
	for (uint32_t i = 0; i < n; i++)	/* small ones first */
		if (children[i].len <= 8)
			place[at++] = i;
	for (uint32_t i = 0; i < n; i++)
		if (children[i].len > 8)
			place[at++] = i;
}

/* In which order the members are listed. */
static inline void
vrandom_listing(uint32_t *listed, uint32_t n, bool disorder)
{
	for (uint32_t i = 0; i < n; i++)
		listed[i] = i;
	if (!disorder || vrandom_once_in(2))
		return;
	for (uint32_t i = 1; i < n; i++)
	{
		uint32_t	other = vunit_below(i + 1);
		uint32_t	swap = listed[i];

		listed[i] = listed[other];
		listed[other] = swap;
	}
}

static inline void
vrandom_put_container(VROut *out, const VRNode *node, const VRDictionary *d,
					  unsigned flags)
{
	bool		object = node->scalar.type == VNT_OBJECT;
	uint32_t	n = node->count;
	VROut	   *children = vrandom_resize(NULL, n * sizeof(VROut));
	uint32_t   *place = vrandom_resize(NULL, n * sizeof(uint32_t));
	uint32_t   *ids = vrandom_resize(NULL, n * sizeof(uint32_t));
	uint32_t   *offsets = vrandom_resize(NULL, n * sizeof(uint32_t));
	uint32_t   *listed = vrandom_resize(NULL, n * sizeof(uint32_t));
	uint32_t	total = 0;
	uint32_t	most_id = 0;
	unsigned	id_width;
	unsigned	width;
	bool		large = n > 255 || vrandom_once_in(4);

	for (uint32_t i = 0; i < n; i++)
	{
		children[i].data = NULL;
		children[i].len = 0;
		vrandom_put_node(&children[i], node->members[i].value, d, flags);
		ids[i] = object ? vrandom_id(d, node->members[i].name) : 0;
		if (ids[i] > most_id)
			most_id = ids[i];
	}
	vrandom_places(node, children, place);
	vrandom_listing(listed, n, object && (flags & VRANDOM_DISORDER));
	for (uint32_t i = 0; i < n; i++)
	{
		offsets[place[i]] = total;
		total += (uint32_t) children[place[i]].len;
	}
	id_width = vrandom_width(most_id);
	width = vrandom_width(total);

	if (object)
		vrandom_put_uint(out, VNT_BASIC_OBJECT | (width - 1) << 2 |
						 (id_width - 1) << 4 | (large ? 0x40u : 0) |
						 vrandom_reserved(flags, 0x80), 1);
	else
		vrandom_put_uint(out, VNT_BASIC_ARRAY | (width - 1) << 2 |
						 (large ? 0x10u : 0) | vrandom_reserved(flags, 0xe0), 1);
	vrandom_put_uint(out, n, large ? 4 : 1);
	for (uint32_t i = 0; object && i < n; i++)
		vrandom_put_uint(out, ids[listed[i]], id_width);
	for (uint32_t i = 0; i < n; i++)
		vrandom_put_uint(out, offsets[listed[i]], width);
	vrandom_put_uint(out, total, width);
	for (uint32_t i = 0; i < n; i++)
		vrandom_put(out, children[place[i]].data, children[place[i]].len);

	for (uint32_t i = 0; i < n; i++)
		free(children[i].data);
	free(children);
	free(place);
	free(ids);
	free(offsets);
	free(listed);
}

static inline void
vrandom_put_node(VROut *out, const VRNode *node, const VRDictionary *d,
				 unsigned flags)
{
	bool		container = node->scalar.type == VNT_OBJECT ||
		node->scalar.type == VNT_ARRAY;

	if (container && node->count == 0 && (flags & VRANDOM_SHORT) &&
		vrandom_once_in(2))
		vrandom_put_uint(out, node->scalar.type == VNT_OBJECT ?
						 VNT_BASIC_OBJECT : VNT_BASIC_ARRAY, 2);
	else if (container)
		vrandom_put_container(out, node, d, flags);
	else
		vrandom_put_scalar(out, &node->scalar, flags);
}

/* Write the value in one of its many ways; frees what *bytes held before. */
static inline void
vrandom_encode(const VRNode *node, unsigned flags, VRBytes *bytes)
{
	VROut		out = {NULL, 0};
	VRDictionary d = {NULL, 0};
	size_t		metadata_len;

	vrandom_metadata(node, flags, &d, &out);
	metadata_len = out.len;
	vrandom_put_node(&out, node, &d, flags);
	free(d.names);

	/* in memory of just that size, where a read too far is seen */
	free(bytes->all);
	bytes->all = malloc(out.len);
	if (bytes->all == NULL)
		abort();
	memcpy(bytes->all, out.data, out.len);
	bytes->len = out.len;
	free(out.data);
	if (vnt_metadata_open(bytes->all, metadata_len, &bytes->meta) != VNT_OK)
		abort();
	bytes->value.meta = &bytes->meta;
	bytes->value.data = bytes->all + metadata_len;
	bytes->value.len = bytes->len - metadata_len;
}

#endif							/* VRANDOM_H */
