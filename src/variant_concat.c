/*-------------------------------------------------------------------------
 *
 * variant_concat.c
 *	  Operators and functions that change a value as a whole: ||, - and
 *	  leaving out nulls, picking members.
 *
 * Interface: variant_concat, variant_delete, variant_delete_array,
 * variant_delete_idx, variant_strip_nulls, variant_pick.
 *
 * Children that stay are copied whole.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_path.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* Above so many names of an argument they are sorted first. */
#define SORT_NAMES	8

static inline bool
is_container(const VntValue *v)
{
	VntType		type = vnt_value_type(v);

	return type == VNT_OBJECT || type == VNT_ARRAY;
}

/* ---------------------------------------------------------------------
 * Copying children
 * ---------------------------------------------------------------------
 */
static void
copy_child(VntBuilder *b, const VntContainer *c, uint32 i)
{
	VntSlice	name;
	VntValue	child;

	if (c->is_object)
	{
		variant_check_stored(vnt_object_name(c, i, &name));
		variant_check_build(vnt_build_key(b, name.data, name.len));
	}
	variant_check_stored(vnt_container_child(c, i, &child));
	variant_check_stored(vnt_build_value(b, &child));
}

static void
copy_children(VntBuilder *b, const VntContainer *c)
{
	for (uint32 i = 0; i < c->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		copy_child(b, c, i);
	}
}

/* ---------------------------------------------------------------------
 * ||
 * ---------------------------------------------------------------------
 */

/* An array gives its elements, everything else itself. */
static void
add_elements(VntBuilder *b, const VntValue *v)
{
	VntContainer c;

	if (vnt_value_type(v) != VNT_ARRAY)
	{
		variant_check_stored(vnt_build_value(b, v));
		return;
	}
	variant_check_stored(vnt_container_open(v, &c));
	copy_children(b, &c);
}

/*
 * Members of both, of equal names those of the second.  Both are in order, so
 * that the builder gets them in order, too.
 */
static void
merge_objects(VntBuilder *b, const VntContainer *x, const VntContainer *y)
{
	uint32		i = 0;
	uint32		j = 0;
	VntSlice	a;
	VntSlice	z;

	while (i < x->count && j < y->count)
	{
		int			c;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_object_name(x, i, &a));
		variant_check_stored(vnt_object_name(y, j, &z));
		c = memcmp(a.data, z.data, Min(a.len, z.len));
		if (c == 0)
			c = a.len < z.len ? -1 : a.len > z.len;
		if (c < 0)
			copy_child(b, x, i++);
		else
			copy_child(b, y, j++);
		if (c == 0)
			i++;
	}
	for (; i < x->count; i++)
		copy_child(b, x, i);
	for (; j < y->count; j++)
		copy_child(b, y, j);
}

static Datum
concat_values(const VntValue *x, const VntValue *y)
{
	VntBuilder *b = variant_builder_acquire();
	VntContainer cx;
	VntContainer cy;

	if (vnt_value_type(x) == VNT_OBJECT && vnt_value_type(y) == VNT_OBJECT)
	{
		variant_check_stored(vnt_container_open(x, &cx));
		variant_check_stored(vnt_container_open(y, &cy));
		variant_check_build(vnt_build_object_begin(b));
		merge_objects(b, &cx, &cy);
		variant_check_build(vnt_build_object_end(b));
	}
	else
	{
		variant_check_build(vnt_build_array_begin(b));
		add_elements(b, x);
		add_elements(b, y);
		variant_check_build(vnt_build_array_end(b));
	}
	return variant_from_builder(b);
}

static bool
is_empty(const VntValue *v)
{
	VntContainer c;

	variant_check_stored(vnt_container_open(v, &c));
	return c.count == 0;
}

VARIANT_FUNCTION(variant_concat);

Datum
variant_concat(PG_FUNCTION_ARGS)
{
	VariantView x;
	VariantView y;
	Datum		result;

	variant_view_open(&x, PG_GETARG_DATUM(0));
	variant_view_open(&y, PG_GETARG_DATUM(1));
	if (is_container(&x.root) && vnt_value_type(&x.root) == vnt_value_type(&y.root))
	{
		if (is_empty(&x.root))
			PG_RETURN_DATUM(PG_GETARG_DATUM(1));
		if (is_empty(&y.root))
			PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	result = concat_values(&x.root, &y.root);
	variant_view_close(&y);
	variant_view_close(&x);
	PG_RETURN_DATUM(result);
}

/* ---------------------------------------------------------------------
 * Sets of names
 * ---------------------------------------------------------------------
 */
typedef struct NameSet
{
	VntSlice   *names;
	int			count;
	bool		sorted;
} NameSet;

static int
compare_slices(const void *a, const void *b)
{
	const VntSlice *x = a;
	const VntSlice *y = b;
	int			c = memcmp(x->data, y->data, Min(x->len, y->len));

	if (c != 0)
		return c;
	return x->len < y->len ? -1 : x->len > y->len;
}

/* NULLs, and what is no UTF-8, name nothing. */
static void
add_name(NameSet *set, text *name)
{
	VntSlice   *slice = &set->names[set->count];

	slice->data = (const uint8_t *) variant_utf8_try(VARDATA_ANY(name),
													 VARSIZE_ANY_EXHDR(name),
													 &slice->len);
	if (slice->data != NULL)
		set->count++;
}

static void
set_from_array(NameSet *set, ArrayType *array)
{
	Datum	   *keys;
	bool	   *nulls;
	int			count;

	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT,
					  &keys, &nulls, &count);
	set->names = palloc(Max(count, 1) * sizeof(VntSlice));
	set->count = 0;
	for (int i = 0; i < count; i++)
		if (!nulls[i])
			add_name(set, DatumGetTextPP(keys[i]));
	set->sorted = set->count > SORT_NAMES;
	if (set->sorted)
		qsort(set->names, set->count, sizeof(VntSlice), compare_slices);
}

static bool
set_has(const NameSet *set, VntSlice name)
{
	if (set->sorted)
		return bsearch(&name, set->names, set->count, sizeof(VntSlice),
					   compare_slices) != NULL;
	for (int i = 0; i < set->count; i++)
		if (set->names[i].len == name.len &&
			memcmp(set->names[i].data, name.data, name.len) == 0)
			return true;
	return false;
}

/* ---------------------------------------------------------------------
 * - text, - text[]
 * ---------------------------------------------------------------------
 */

/* Is the i-th child a member with one of the names, or such a string? */
static bool
is_named(const VntContainer *c, uint32 i, const NameSet *names)
{
	VntSlice	name;
	VntValue	child;
	VntScalar	s;

	if (c->is_object)
	{
		variant_check_stored(vnt_object_name(c, i, &name));
		return set_has(names, name);
	}
	variant_check_stored(vnt_container_child(c, i, &child));
	if (vnt_value_class(&child) != VNT_CLASS_STRING)
		return false;
	variant_check_stored(vnt_scalar_read(&child, &s));
	return set_has(names, s.u.bytes);
}

static void
begin_container(VntBuilder *b, const VntContainer *c)
{
	variant_check_build(c->is_object ? vnt_build_object_begin(b) :
						vnt_build_array_begin(b));
}

static void
end_container(VntBuilder *b, const VntContainer *c)
{
	variant_check_build(c->is_object ? vnt_build_object_end(b) :
						vnt_build_array_end(b));
}

static void
open_for_delete(VariantView *view, Datum datum, VntContainer *c)
{
	variant_view_open(view, datum);
	if (!is_container(&view->root))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot delete from scalar")));
	variant_check_stored(vnt_container_open(&view->root, c));
}

/* The value without, or with only, the children of these names. */
static Datum
filter_names(VariantView *view, const VntContainer *c, const NameSet *names,
			 bool keep)
{
	VntBuilder *b = variant_builder_acquire();
	Datum		result;

	begin_container(b, c);
	for (uint32 i = 0; i < c->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (is_named(c, i, names) == keep)
			copy_child(b, c, i);
	}
	end_container(b, c);
	result = variant_from_builder(b);
	variant_view_close(view);
	return result;
}

/* One member of an object; none if it is not there. */
static Datum
delete_member(FunctionCallInfo fcinfo, VariantView *view, const VntContainer *c,
			  VntSlice name)
{
	VPathStep	step = {name, 0, VPATH_NAME, false};
	VPath		path = {&step, 1};
	VntValue	child;
	VntStatus	status = vnt_object_find(c, name.data, name.len, &child, NULL);
	Datum		result;

	if (status == VNT_NOT_FOUND)
		return PG_GETARG_DATUM(0);
	variant_check_stored(status);
	result = variant_set_path(&view->root, &path, NULL, VARIANT_SET_DELETE);
	variant_view_close(view);
	return result;
}

VARIANT_FUNCTION(variant_delete);

Datum
variant_delete(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntContainer c;
	VntSlice	name;
	NameSet		names = {&name, 0, false};

	open_for_delete(&view, PG_GETARG_DATUM(0), &c);
	add_name(&names, PG_GETARG_TEXT_PP(1));
	if (names.count == 0)
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	if (c.is_object)
		PG_RETURN_DATUM(delete_member(fcinfo, &view, &c, name));
	PG_RETURN_DATUM(filter_names(&view, &c, &names, false));
}

VARIANT_FUNCTION(variant_delete_array);

Datum
variant_delete_array(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(1);
	VariantView view;
	VntContainer c;
	NameSet		names;

	if (ARR_NDIM(array) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("wrong number of array subscripts")));
	open_for_delete(&view, PG_GETARG_DATUM(0), &c);
	set_from_array(&names, array);
	if (names.count == 0 || c.count == 0)
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	PG_RETURN_DATUM(filter_names(&view, &c, &names, false));
}

/* ---------------------------------------------------------------------
 * - integer
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(variant_delete_idx);

Datum
variant_delete_idx(PG_FUNCTION_ARGS)
{
	int64		position = PG_GETARG_INT32(1);
	VPathStep	step = {{NULL, 0}, PG_GETARG_INT32(1), VPATH_INDEX, true};
	VPath		path = {&step, 1};
	VariantView view;
	VntContainer c;
	Datum		result;

	open_for_delete(&view, PG_GETARG_DATUM(0), &c);
	if (c.is_object)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot delete from object using integer index")));
	if (position < 0)
		position += c.count;
	if (position < 0 || position >= c.count)
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	result = variant_set_path(&view.root, &path, NULL, VARIANT_SET_DELETE);
	variant_view_close(&view);
	PG_RETURN_DATUM(result);
}

/* ---------------------------------------------------------------------
 * variant_pick
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(variant_pick);

Datum
variant_pick(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntContainer c;
	NameSet		names;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	if (vnt_value_type(&view.root) != VNT_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot pick members of a variant that is not an object")));
	variant_check_stored(vnt_container_open(&view.root, &c));
	set_from_array(&names, PG_GETARG_ARRAYTYPE_P(1));
	PG_RETURN_DATUM(filter_names(&view, &c, &names, true));
}

/* ---------------------------------------------------------------------
 * variant_strip_nulls
 * ---------------------------------------------------------------------
 */
static inline bool
is_null(const VntValue *v)
{
	return vnt_value_type(v) == VNT_NULL;
}

/* Is there a null to leave out somewhere in v? */
static bool
has_nulls(const VntValue *v, bool in_arrays, int depth)
{
	VntContainer c;

	if (!is_container(v))
		return false;
	if (depth >= VNT_MAX_DEPTH)
		variant_report(VNT_TOO_DEEP, NULL, VARIANT_ORIGIN_STORED, NULL);
	check_stack_depth();
	variant_check_stored(vnt_container_open(v, &c));
	CHECK_FOR_INTERRUPTS();
	for (uint32 i = 0; i < c.count; i++)
	{
		VntValue	child;

		variant_check_stored(vnt_container_child(&c, i, &child));
		if (is_null(&child) && (c.is_object || in_arrays))
			return true;
		if (is_container(&child) && has_nulls(&child, in_arrays, depth + 1))
			return true;
	}
	return false;
}

/* A container that has nulls to leave out is rebuilt, all else copied. */
static void
strip(VntBuilder *b, const VntValue *v, bool in_arrays, int depth)
{
	VntContainer c;

	if (depth >= VNT_MAX_DEPTH)
		variant_report(VNT_TOO_DEEP, NULL, VARIANT_ORIGIN_STORED, NULL);
	check_stack_depth();
	variant_check_stored(vnt_container_open(v, &c));
	begin_container(b, &c);
	for (uint32 i = 0; i < c.count; i++)
	{
		VntSlice	name;
		VntValue	child;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(&c, i, &child));
		if (is_null(&child) && (c.is_object || in_arrays))
			continue;
		if (c.is_object)
		{
			variant_check_stored(vnt_object_name(&c, i, &name));
			variant_check_build(vnt_build_key(b, name.data, name.len));
		}
		if (is_container(&child))
			strip(b, &child, in_arrays, depth + 1);
		else
			variant_check_stored(vnt_build_value(b, &child));
	}
	end_container(b, &c);
}

VARIANT_FUNCTION(variant_strip_nulls);

Datum
variant_strip_nulls(PG_FUNCTION_ARGS)
{
	bool		in_arrays = PG_GETARG_BOOL(1);
	VariantView view;
	VntBuilder *b;
	Datum		result;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	if (!has_nulls(&view.root, in_arrays, 0))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	b = variant_builder_acquire();
	strip(b, &view.root, in_arrays, 0);
	result = variant_from_builder(b);
	variant_view_close(&view);
	PG_RETURN_DATUM(result);
}
