/*-------------------------------------------------------------------------
 *
 * variant_exists.c
 *	  Existence of names and strings: ?, ?| and ?&.
 *
 * Interface: variant_exists, variant_exists_any, variant_exists_all.
 *
 * A string exists in an object as the name of a member, in an array as an
 * element, and a string exists in itself.  Only the top is looked at.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_slice.h"

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* Above so many comparisons the strings of an array are sorted first. */
#define SORT_PAIRS	4096

/* A value that strings are looked for in. */
typedef struct Haystack
{
	const VntValue *root;
	VntContainer container;
	VntType		type;
	VntSlice   *sorted;			/* the strings of an array, or NULL */
	uint32		sorted_count;
} Haystack;

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

/* The bytes of a string; false if v is of another class. */
static bool
string_bytes(const VntValue *v, VntSlice *bytes)
{
	VntScalar	s;

	if (vnt_value_class(v) != VNT_CLASS_STRING)
		return false;
	variant_check_stored(vnt_scalar_read(v, &s));
	*bytes = s.u.bytes;
	return true;
}

static void
open_haystack(Haystack *h, const VntValue *root)
{
	h->root = root;
	h->type = vnt_value_type(root);
	h->sorted = NULL;
	if (h->type == VNT_OBJECT || h->type == VNT_ARRAY)
		variant_check_stored(vnt_container_open(root, &h->container));
}

static void
sort_strings(Haystack *h)
{
	h->sorted = MemoryContextAllocHuge(CurrentMemoryContext,
									   (Size) h->container.count * sizeof(VntSlice));
	h->sorted_count = 0;
	for (uint32 i = 0; i < h->container.count; i++)
	{
		VntValue	element;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(&h->container, i, &element));
		if (string_bytes(&element, &h->sorted[h->sorted_count]))
			h->sorted_count++;
	}
	qsort(h->sorted, h->sorted_count, sizeof(VntSlice), compare_slices);
}

static bool
array_has(const VntContainer *c, VntSlice key)
{
	for (uint32 i = 0; i < c->count; i++)
	{
		VntValue	element;
		VntSlice	bytes;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(c, i, &element));
		if (string_bytes(&element, &bytes) && bytes.len == key.len &&
			memcmp(bytes.data, key.data, key.len) == 0)
			return true;
	}
	return false;
}

static bool
exists(const Haystack *h, VntSlice key, uint32 *hint)
{
	VntValue	child;
	VntSlice	bytes;
	VntStatus	status;

	if (h->sorted != NULL)
		return bsearch(&key, h->sorted, h->sorted_count, sizeof(VntSlice),
					   compare_slices) != NULL;
	if (h->type == VNT_ARRAY)
		return array_has(&h->container, key);
	if (h->type != VNT_OBJECT)
		return string_bytes(h->root, &bytes) && bytes.len == key.len &&
			memcmp(bytes.data, key.data, key.len) == 0;
	status = vnt_object_find(&h->container, key.data, key.len, &child, hint);
	if (status == VNT_NOT_FOUND)
		return false;
	variant_check_stored(status);
	return true;
}

/* Text that is no UTF-8 is nowhere. */
static bool
key_bytes(text *key, VntSlice *bytes)
{
	bytes->data = (const uint8_t *) variant_utf8_try(VARDATA_ANY(key),
													 VARSIZE_ANY_EXHDR(key),
													 &bytes->len);
	return bytes->data != NULL;
}

/* An object that need not be there as a whole. */
static bool
is_sliced_object(Datum datum)
{
	return !variant_is_direct(datum) && variant_slice_type(datum) == VNT_OBJECT;
}

static bool
sliced_object_has(Datum datum, VntSlice key, uint32 *hint)
{
	VPathStep	step = {key, 0, VPATH_NAME, false};
	VPath		path = {&step, 1};
	VntType		type;

	return variant_slice_find_type(datum, &path, hint, &type);
}

static bool
is_null_element(ArrayType *array, int i)
{
	bits8	   *bitmap = ARR_NULLBITMAP(array);

	return bitmap != NULL && (bitmap[i / 8] & (1 << (i % 8))) == 0;
}

/* ---------------------------------------------------------------------
 * SQL
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(variant_exists);

/* Everything but a small object. */
static pg_noinline Datum
exists_any(FunctionCallInfo fcinfo)
{
	VariantView view;
	Haystack	h;
	VntSlice	key;
	VariantPathSite *site = variant_path_site(fcinfo, sizeof(VariantPathSite));
	bool		result;

	if (!key_bytes(PG_GETARG_TEXT_PP(1), &key))
		PG_RETURN_BOOL(false);
	if (is_sliced_object(PG_GETARG_DATUM(0)))
		PG_RETURN_BOOL(sliced_object_has(PG_GETARG_DATUM(0), key, &site->key_hint));
	variant_view_open(&view, PG_GETARG_DATUM(0));
	open_haystack(&h, &view.root);
	result = exists(&h, key, &site->key_hint);
	variant_view_close(&view);
	PG_RETURN_BOOL(result);
}

/* In arrays and in strings it is not members that exist. */
static inline bool
is_small_object(const uint8_t *data, size_t len)
{
	size_t		start = vpath_quick_open(data, len);

	return start != 0 && (data[start] & VNT_BASIC_MASK) == VNT_BASIC_OBJECT;
}

Datum
variant_exists(PG_FUNCTION_ARGS)
{
	VariantPathSite *site = fcinfo->flinfo ? fcinfo->flinfo->fn_extra : NULL;
	text	   *key = PG_GETARG_TEXT_PP(1);
	VPathStep	step = {{(const uint8_t *) VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key)}, 0, VPATH_NAME, false};
	VPath		path = {&step, 1};
	const uint8_t *data;
	size_t		len;
	VPathQuick	found;

	if (site != NULL && GetDatabaseEncoding() == PG_UTF8 &&
		variant_inline_bytes(PG_GETARG_DATUM(0), &data, &len) && is_small_object(data, len))
	{
		found = vpath_quick_walk(&path, data, len, &site->key_hint);
		if (found.data != NULL || found.len == VPATH_QUICK_MISSING)
			PG_RETURN_BOOL(found.data != NULL);
	}
	return exists_any(fcinfo);
}

/* Does the i-th of the keys of this call exist?  Not called for NULLs. */
static bool
key_exists(FunctionCallInfo fcinfo, VariantPathSite *site, const Haystack *h,
		   size_t i)
{
	const VPathStep *step = &site->path.steps[i];

	if (step->kind == VPATH_NULL)
		return false;			/* text that is no UTF-8 */
	return h != NULL ? exists(h, step->name, &site->hints[i]) :
		sliced_object_has(PG_GETARG_DATUM(0), step->name, &site->hints[i]);
}

/*
 * One existing key decides if all is false, a missing one if all is true.
 * NULLs among the keys are passed over.  The keys are prepared once for a call
 * site, as steps of a path.
 */
static bool
exists_in(FunctionCallInfo fcinfo, bool all)
{
	VariantPathSite *site = variant_path_site(fcinfo, sizeof(VariantPathSite));
	ArrayType  *keys = PG_GETARG_ARRAYTYPE_P(1);
	bool		sliced = is_sliced_object(PG_GETARG_DATUM(0));
	VariantView view;
	Haystack	h = {0};
	bool		result = all;

	variant_path_site_set(site, (struct varlena *) keys, VARIANT_PATH_ARRAY);
	if (!sliced)
	{
		variant_view_open(&view, PG_GETARG_DATUM(0));
		open_haystack(&h, &view.root);
	}
	if (h.type == VNT_ARRAY && (uint64) site->path.count * h.container.count > SORT_PAIRS)
		sort_strings(&h);
	for (size_t i = 0; i < site->path.count && result == all; i++)
		if (!site->has_null || !is_null_element(keys, (int) i))
			result = key_exists(fcinfo, site, sliced ? NULL : &h, i);
	if (h.sorted != NULL)
		pfree(h.sorted);
	if (!sliced)
		variant_view_close(&view);
	return result;
}

VARIANT_FUNCTION(variant_exists_any);

Datum
variant_exists_any(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(exists_in(fcinfo, false));
}

VARIANT_FUNCTION(variant_exists_all);

Datum
variant_exists_all(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(exists_in(fcinfo, true));
}
