/*-------------------------------------------------------------------------
 *
 * variant_diff.c
 *	  The difference of two values as a JSON Patch (RFC 6902), and JSON Merge
 *	  Patch (RFC 7396).
 *
 * Interface: variant_diff, variant_merge.
 *
 * A difference consists of add, remove and replace.  Members of objects are
 * compared name by name.  Of arrays the elements that are equal at both ends
 * are left alone; what is between them is compared one by one, and what is
 * left over removed or added.
 *
 * Limits: an element that was put in the middle of changed ones makes all
 * behind it differ; the shortest list of operations is not looked for.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "miscadmin.h"
#include "utils/memutils.h"

typedef struct Differ
{
	VntBuilder *b;
	VntBuffer	path;			/* JSON pointer to where we are */
} Differ;

static void diff_values(Differ *d, const VntValue *x, const VntValue *y);

/* ---------------------------------------------------------------------
 * Operations
 * ---------------------------------------------------------------------
 */
static void
add_string(VntBuilder *b, const char *key, const char *s, size_t len)
{
	variant_check_build(vnt_build_key(b, (const uint8_t *) key, strlen(key)));
	variant_check_build(vnt_build_string(b, (const uint8_t *) s, len));
}

/* value is NULL with remove. */
static void
add_operation(Differ *d, const char *op, const VntValue *value)
{
	/* strings are referenced, and the path goes on changing */
	char	   *path = palloc(d->path.len + 1);

	if (d->path.len > 0)
		memcpy(path, d->path.data, d->path.len);
	variant_check_build(vnt_build_object_begin(d->b));
	add_string(d->b, "op", op, strlen(op));
	add_string(d->b, "path", path, d->path.len);
	if (value)
	{
		variant_check_build(vnt_build_key(d->b, (const uint8_t *) "value", 5));
		variant_check_stored(vnt_build_value(d->b, value));
	}
	variant_check_build(vnt_build_object_end(d->b));
}

/* One more step of the path; the caller puts its length back. */
static void
push_name(Differ *d, VntSlice name)
{
	const uint8_t *p = name.data;
	const uint8_t *end = name.data + name.len;

	variant_check_build(vnt_buffer_append(&d->path, "/", 1));
	for (const uint8_t *start = p; p < end; start = p)
	{
		while (p < end && *p != '~' && *p != '/')
			p++;
		variant_check_build(vnt_buffer_append(&d->path, start, p - start));
		if (p < end)
			variant_check_build(vnt_buffer_append(&d->path, *p++ == '~' ? "~0" : "~1", 2));
	}
}

static void
push_index(Differ *d, uint32 i)
{
	char		text[16];
	int			len = snprintf(text, sizeof(text), "/%u", i);

	variant_check_build(vnt_buffer_append(&d->path, text, len));
}

/* ---------------------------------------------------------------------
 * Objects
 * ---------------------------------------------------------------------
 */
static int
compare_names(VntSlice a, VntSlice b)
{
	int			c = memcmp(a.data, b.data, Min(a.len, b.len));

	if (c != 0)
		return c;
	return a.len < b.len ? -1 : a.len > b.len;
}

/* The i-th member of x and the j-th of y: which name comes first? */
static int
member_order(const VntContainer *x, uint32 i, const VntContainer *y, uint32 j,
			 VntSlice *name)
{
	VntSlice	a;
	VntSlice	b;
	int			c;

	if (i == x->count || j == y->count)
	{
		variant_check_stored(i < x->count ? vnt_object_name(x, i, name) :
							 vnt_object_name(y, j, name));
		return i < x->count ? -1 : 1;
	}
	variant_check_stored(vnt_object_name(x, i, &a));
	variant_check_stored(vnt_object_name(y, j, &b));
	c = compare_names(a, b);
	*name = c <= 0 ? a : b;
	return c;
}

static void
diff_objects(Differ *d, const VntContainer *x, const VntContainer *y)
{
	uint32		i = 0;
	uint32		j = 0;

	while (i < x->count || j < y->count)
	{
		size_t		len = d->path.len;
		VntSlice	name;
		VntValue	a;
		VntValue	b;
		int			c = member_order(x, i, y, j, &name);

		CHECK_FOR_INTERRUPTS();
		push_name(d, name);
		if (c <= 0)
			variant_check_stored(vnt_container_child(x, i++, &a));
		if (c >= 0)
			variant_check_stored(vnt_container_child(y, j++, &b));
		if (c < 0)
			add_operation(d, "remove", NULL);
		else if (c > 0)
			add_operation(d, "add", &b);
		else
			diff_values(d, &a, &b);
		d->path.len = len;
	}
}

/* ---------------------------------------------------------------------
 * Arrays
 * ---------------------------------------------------------------------
 */
static bool
equal_elements(const VntContainer *x, uint32 i, const VntContainer *y, uint32 j)
{
	VntStatus	status = VNT_OK;
	VntValue	a;
	VntValue	b;
	int			c;

	CHECK_FOR_INTERRUPTS();
	variant_check_stored(vnt_container_child(x, i, &a));
	variant_check_stored(vnt_container_child(y, j, &b));
	c = vnt_compare(&a, &b, &status);
	variant_check_stored(status);
	return c == 0;
}

static void
diff_arrays(Differ *d, const VntContainer *x, const VntContainer *y)
{
	uint32		both = Min(x->count, y->count);
	uint32		head = 0;
	uint32		tail = 0;
	size_t		len = d->path.len;
	VntValue	a;
	VntValue	b;

	while (head < both && equal_elements(x, head, y, head))
		head++;
	while (tail < both - head &&
		   equal_elements(x, x->count - 1 - tail, y, y->count - 1 - tail))
		tail++;
	for (uint32 i = head; i < both - tail; i++)
	{
		CHECK_FOR_INTERRUPTS();
		push_index(d, i);
		variant_check_stored(vnt_container_child(x, i, &a));
		variant_check_stored(vnt_container_child(y, i, &b));
		diff_values(d, &a, &b);
		d->path.len = len;
	}
	/* from the last to the first, so that numbers stay right */
	for (uint32 i = x->count; i > y->count; i--)
	{
		push_index(d, i - 1 - tail);
		add_operation(d, "remove", NULL);
		d->path.len = len;
	}
	for (uint32 i = x->count; i < y->count; i++)
	{
		push_index(d, i - tail);
		variant_check_stored(vnt_container_child(y, i - tail, &b));
		add_operation(d, "add", &b);
		d->path.len = len;
	}
}

/* ---------------------------------------------------------------------
 * Any values
 * ---------------------------------------------------------------------
 */
static void
diff_values(Differ *d, const VntValue *x, const VntValue *y)
{
	VntType		type = vnt_value_type(x);
	VntStatus	status = VNT_OK;
	VntContainer cx;
	VntContainer cy;

	check_stack_depth();
	if ((type == VNT_OBJECT || type == VNT_ARRAY) && type == vnt_value_type(y))
	{
		variant_check_stored(vnt_container_open(x, &cx));
		variant_check_stored(vnt_container_open(y, &cy));
		if (type == VNT_OBJECT)
			diff_objects(d, &cx, &cy);
		else
			diff_arrays(d, &cx, &cy);
		return;
	}
	if (vnt_compare(x, y, &status) != 0)
		add_operation(d, "replace", y);
	variant_check_stored(status);
}

VARIANT_FUNCTION(variant_diff);

Datum
variant_diff(PG_FUNCTION_ARGS)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "variant diff",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(context);
	VariantView x;
	VariantView y;
	Differ		d;
	Datum		result;

	variant_view_open(&x, PG_GETARG_DATUM(0));
	variant_view_open(&y, PG_GETARG_DATUM(1));
	d.b = variant_builder_acquire();
	vnt_buffer_init(&d.path, &variant_host);
	variant_check_build(vnt_build_array_begin(d.b));
	diff_values(&d, &x.root, &y.root);
	variant_check_build(vnt_build_array_end(d.b));
	MemoryContextSwitchTo(caller);
	result = variant_from_builder(d.b);
	MemoryContextDelete(context);
	PG_RETURN_DATUM(result);
}

/* ---------------------------------------------------------------------
 * JSON Merge Patch
 * ---------------------------------------------------------------------
 */
static void
add_member(VntBuilder *b, VntSlice name, const VntValue *v)
{
	variant_check_build(vnt_build_key(b, name.data, name.len));
	variant_check_stored(vnt_build_value(b, v));
}

/* Append what patch makes of target, which may be NULL. */
static void
merge(VntBuilder *b, const VntValue *target, const VntValue *patch)
{
	VntContainer x = {0};
	VntContainer y;
	uint32		i = 0;
	uint32		j = 0;

	check_stack_depth();
	if (vnt_value_type(patch) != VNT_OBJECT)
	{
		variant_check_stored(vnt_build_value(b, patch));
		return;
	}
	if (target && vnt_value_type(target) == VNT_OBJECT)
		variant_check_stored(vnt_container_open(target, &x));
	variant_check_stored(vnt_container_open(patch, &y));
	variant_check_build(vnt_build_object_begin(b));
	while (i < x.count || j < y.count)
	{
		VntSlice	name;
		VntValue	old;
		VntValue	new;
		int			c = member_order(&x, i, &y, j, &name);

		CHECK_FOR_INTERRUPTS();
		if (c <= 0)
			variant_check_stored(vnt_container_child(&x, i++, &old));
		if (c < 0)
		{
			add_member(b, name, &old);
			continue;
		}
		variant_check_stored(vnt_container_child(&y, j++, &new));
		if (vnt_value_type(&new) == VNT_NULL)
			continue;
		variant_check_build(vnt_build_key(b, name.data, name.len));
		merge(b, c == 0 ? &old : NULL, &new);
	}
	variant_check_build(vnt_build_object_end(b));
}

VARIANT_FUNCTION(variant_merge);

Datum
variant_merge(PG_FUNCTION_ARGS)
{
	VariantView target;
	VariantView patch;
	VntBuilder *b;
	Datum		result;

	variant_view_open(&target, PG_GETARG_DATUM(0));
	variant_view_open(&patch, PG_GETARG_DATUM(1));
	b = variant_builder_acquire();
	merge(b, &target.root, &patch.root);
	result = variant_from_builder(b);
	variant_view_close(&patch);
	variant_view_close(&target);
	PG_RETURN_DATUM(result);
}
