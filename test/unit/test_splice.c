/*-------------------------------------------------------------------------
 *
 * test_splice.c
 *	  One place of a document changed by copying bytes.
 *
 * The builder is the oracle: a canonical document must become the very bytes
 * that it writes token by token.  A foreign document must become a valid one
 * of equal value.
 *
 *-------------------------------------------------------------------------
 */
#include "vrandom.h"

typedef struct Change
{
	VntSpliceKind kind;
	uint32_t	path[VNT_SPLICE_DEPTH];
	uint32_t	depth;
	VntSlice	name;
	VntValue	newval;
} Change;

static int	done[3];
static int	wrong;

/* ---------------------------------------------------------------------
 * The oracle
 * ---------------------------------------------------------------------
 */
static void build_changed(VntBuilder *b, const VntValue *v, const Change *change,
						  uint32_t level);

static void
must(VntStatus status)
{
	if (status != VNT_OK)
		abort();
}

static void
build_child(VntBuilder *b, const VntContainer *c, uint32_t i, const Change *change,
			uint32_t level)
{
	VntValue	child;
	VntSlice	name;
	bool		on_path = i == change->path[level];
	bool		last = level + 1 == change->depth;

	if (on_path && last && change->kind == VNT_SPLICE_REMOVE)
		return;
	if (c->is_object)
	{
		must(vnt_object_name(c, i, &name));
		must(vnt_build_key(b, name.data, name.len));
	}
	must(vnt_container_child(c, i, &child));
	if (on_path && !last)
		build_changed(b, &child, change, level + 1);
	else
		must(vnt_build_value(b, on_path && change->kind == VNT_SPLICE_REPLACE ?
							 &change->newval : &child));
}

static void
build_changed(VntBuilder *b, const VntValue *v, const Change *change, uint32_t level)
{
	bool		inserts = level + 1 == change->depth && change->kind == VNT_SPLICE_INSERT;
	VntContainer c;

	must(vnt_container_open(v, &c));
	must(c.is_object ? vnt_build_object_begin(b) : vnt_build_array_begin(b));
	for (uint32_t i = 0; i <= c.count; i++)
	{
		if (inserts && i == change->path[level])
		{
			if (c.is_object)
				must(vnt_build_key(b, change->name.data, change->name.len));
			must(vnt_build_value(b, &change->newval));
		}
		if (i < c.count)
			build_child(b, &c, i, change, level);
	}
	must(c.is_object ? vnt_build_object_end(b) : vnt_build_array_end(b));
}

static uint8_t *
expected_bytes(VntBuilder *b, const VntValue *v, const Change *change, size_t *len)
{
	uint8_t    *out;

	vnt_builder_reset(b);
	build_changed(b, v, change, 0);
	must(vnt_builder_size(b, len));
	out = vrandom_resize(NULL, *len);
	vnt_builder_write(b, out, NULL);
	return out;
}

/* ---------------------------------------------------------------------
 * Changes at random
 * ---------------------------------------------------------------------
 */
static uint32_t
below(uint32_t n)
{
	return (uint32_t) (vunit_random() % n);
}

/* A name that the object has not got, and where it would be. */
static bool
choose_name(const VntContainer *c, Change *change)
{
	static const char *const names[] = {"", "a", "b", "zz", "name", "m", "k1", "\xc3\xa9", "~", "0"};
	const char *name = names[below(sizeof(names) / sizeof(names[0]))];
	VntSlice	found;
	int			order = 1;
	uint32_t	i;

	change->name.data = (const uint8_t *) name;
	change->name.len = strlen(name);
	if (c->meta->count > 0 && below(2) == 0)
		must(vnt_metadata_name(c->meta, below(c->meta->count), &change->name));
	for (i = 0; i < c->count; i++)
	{
		must(vnt_object_name(c, i, &found));
		order = vnt_bytes_cmp(found.data, found.len, change->name.data, change->name.len);
		if (order >= 0)
			break;
	}
	change->path[change->depth - 1] = i;
	return order != 0;
}

/* Walk down at random; false if this way ends where nothing can be done. */
static bool
choose(const VntValue *root, Change *change)
{
	VntValue	v = *root;
	VntContainer c;

	change->kind = (VntSpliceKind) below(3);
	for (change->depth = 0; change->depth < VNT_SPLICE_DEPTH;)
	{
		if (vnt_container_open(&v, &c) != VNT_OK)
			break;
		change->path[change->depth++] = c.count > 0 ? below(c.count) : 0;
		if (c.count == 0)
			break;
		must(vnt_container_child(&c, change->path[change->depth - 1], &v));
		if (below(4) == 0)
			break;
	}
	if (change->depth == 0)
		return false;
	/* the container of the last step */
	v = *root;
	for (uint32_t i = 0;; i++)
	{
		must(vnt_container_open(&v, &c));
		if (i + 1 == change->depth)
			break;
		must(vnt_container_child(&c, change->path[i], &v));
	}
	if (change->kind != VNT_SPLICE_INSERT)
		return c.count > 0;
	if (c.is_object)
		return choose_name(&c, change);
	change->path[change->depth - 1] = below(c.count + 1);
	return true;
}

/* A new value, canonical; long ones now and then. */
static void
choose_value(Change *change)
{
	static const VntMetadata none = {.data = vnt_empty_metadata, .len = 3, .width = 1};
	static uint8_t bytes[400];
	size_t		len = below(3) == 0 ? 250 + below(12) : below(60);

	memset(bytes, 'x', sizeof(bytes));
	change->newval.meta = &none;
	change->newval.data = bytes;
	if (below(6) == 0)
	{
		bytes[0] = below(2) == 0 ? VNT_BASIC_OBJECT : VNT_BASIC_ARRAY;
		bytes[1] = bytes[2] = 0;
		change->newval.len = 3;
	}
	else if (len > VNT_MAX_SHORT_STRING)
	{
		bytes[0] = VNT_STRING << VNT_HEADER_SHIFT;
		vnt_store32(bytes + 1, (uint32_t) len);
		change->newval.len = 5 + len;
	}
	else
	{
		bytes[0] = (uint8_t) (len << VNT_HEADER_SHIFT | VNT_BASIC_SHORT_STRING);
		change->newval.len = 1 + len;
	}
}

/* ---------------------------------------------------------------------
 * Comparison
 * ---------------------------------------------------------------------
 */
static bool
same_value(const uint8_t *a, size_t a_len, const uint8_t *e, size_t e_len)
{
	VntMetadata ma;
	VntMetadata me;
	VntValue	va = {.meta = &ma};
	VntValue	ve = {.meta = &me};
	VntStatus	status = VNT_OK;

	if (vnt_metadata_open(a, a_len, &ma) != VNT_OK || vnt_metadata_open(e, e_len, &me) != VNT_OK)
		return false;
	va.data = a + ma.len;
	va.len = a_len - ma.len;
	ve.data = e + me.len;
	ve.len = e_len - me.len;
	return vnt_validate(a, ma.len, va.data, va.len, &vnt_host_malloc, NULL) == VNT_OK &&
		vnt_compare(&va, &ve, &status) == 0 && status == VNT_OK;
}

static void
try_change(VntBuilder *b, const VntValue *root, bool canonical)
{
	Change		change = {0};
	VntSplice	s;
	bool		possible;
	uint8_t    *out;
	uint8_t    *expected;
	size_t		len;

	if (!choose(root, &change))
		return;
	choose_value(&change);
	must(vnt_splice_open(&s, &vnt_host_malloc, root, change.kind, change.path, change.depth,
						 change.name, &change.newval, &possible));
	if (!possible)
		return;
	done[change.kind]++;
	out = vrandom_resize(NULL, s.size);
	vnt_splice_write(&s, out);
	expected = expected_bytes(b, root, &change, &len);
	if (canonical ? len != s.size || memcmp(out, expected, len) != 0 :
		!same_value(out, s.size, expected, len))
		wrong++;
	free(expected);
	free(out);
}

/* Metadata and value from the builder, malloc'd. */
static uint8_t *
rebuilt(VntBuilder *b, const VntValue *v, VntMetadata *meta, VntValue *result)
{
	uint8_t    *out;
	size_t		len;

	vnt_builder_reset(b);
	must(vnt_build_value(b, v));
	must(vnt_builder_size(b, &len));
	out = vrandom_resize(NULL, len);
	vnt_builder_write(b, out, NULL);
	must(vnt_metadata_open(out, len, meta));
	result->meta = meta;
	result->data = out + meta->len;
	result->len = len - meta->len;
	return out;
}

static void
test_random(VntBuilder *b)
{
	for (int i = 0; i < vunit_times(20000); i++)
	{
		VRPool		pool = {0};
		VRBytes		bytes = {0};
		VntMetadata meta;
		VntValue	v;
		uint8_t    *document;

		vrandom_encode(vrandom_value(&pool, 4), 0, &bytes);
		document = rebuilt(b, &bytes.value, &meta, &v);
		for (int k = 0; k < 8; k++)
		{
			try_change(b, &bytes.value, false);
			try_change(b, &v, true);
		}
		free(document);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
	for (int kind = 0; kind < 3; kind++)
		check(done[kind] > vunit_times(20000) / 10, "%d changes of kind %d", done[kind], kind);
	check(wrong == 0, "%d of them wrong", wrong);
}

/* Objects of n members and arrays of n elements, at the steps of all widths. */
static void
test_counts(VntBuilder *b)
{
	static const int counts[] = {1, 2, 63, 127, 254, 255, 256, 257, 300, 32767, 65535, 65536, 65537};

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
	{
		VntMetadata meta;
		VntValue	v = {.meta = &meta};
		uint8_t    *document;
		size_t		len;
		char		name[32];

		vnt_builder_reset(b);
		must(vnt_build_object_begin(b));
		for (int k = 0; k < counts[i]; k++)
		{
			int			name_len = snprintf(name, sizeof(name), "name%d", k);

			must(vnt_build_key(b, (const uint8_t *) name, (size_t) name_len));
			must(k % 3 == 0 ? vnt_build_int(b, k) : vnt_build_null(b));
		}
		must(vnt_build_key(b, (const uint8_t *) "list", 4));
		must(vnt_build_array_begin(b));
		for (int k = 0; k < counts[i]; k++)
			must(vnt_build_int(b, k % 100));
		must(vnt_build_array_end(b));
		must(vnt_build_object_end(b));
		must(vnt_builder_size(b, &len));
		document = vrandom_resize(NULL, len);
		vnt_builder_write(b, document, NULL);
		must(vnt_metadata_open(document, len, &meta));
		v.data = document + meta.len;
		v.len = len - meta.len;
		wrong = 0;
		for (int k = 0; k < (counts[i] < 1000 ? 200 : 10); k++)
			try_change(b, &v, true);
		check(wrong == 0, "%d members: %d wrong", counts[i], wrong);
		free(document);
	}
}

/* Damaged documents: an error, or some bytes, never more. */
static void
test_damage(VntBuilder *b)
{
	for (int i = 0; i < vunit_times(20000); i++)
	{
		VRPool		pool = {0};
		VRBytes		bytes = {0};
		VntMetadata meta;
		VntMetadata damaged_meta;
		VntValue	v;
		Change		change = {0};
		VntSplice	s;
		bool		possible;
		uint8_t    *document;

		vrandom_encode(vrandom_value(&pool, 3), 0, &bytes);
		document = rebuilt(b, &bytes.value, &meta, &v);
		if (choose(&v, &change))
		{
			size_t		len = meta.len + v.len;

			choose_value(&change);
			for (uint32_t k = 0; k < 1 + below(3); k++)
				document[below((uint32_t) len)] = (uint8_t) vunit_random();
			if (vnt_metadata_open(document, len, &damaged_meta) == VNT_OK && damaged_meta.len < len)
			{
				v.meta = &damaged_meta;
				v.data = document + damaged_meta.len;
				v.len = len - damaged_meta.len;
				if (vnt_splice_open(&s, &vnt_host_malloc, &v, change.kind, change.path, change.depth,
									change.name, &change.newval, &possible) == VNT_OK && possible)
				{
					uint8_t    *out = vrandom_resize(NULL, s.size);

					vnt_splice_write(&s, out);
					free(out);
				}
			}
		}
		free(document);
		vrandom_bytes_free(&bytes);
		vrandom_pool_free(&pool);
	}
}

int
main(void)
{
	VntBuilder *b = vnt_builder_new(&vnt_host_malloc);

	vunit_seed(20261130);
	test_random(b);
	test_counts(b);
	test_damage(b);
	vnt_builder_free(b);
	return vunit_done();
}
