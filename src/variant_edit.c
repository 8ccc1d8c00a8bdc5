/*-------------------------------------------------------------------------
 *
 * variant_edit.c
 *	  Changing one place of a value, by a path.
 *
 * Interface: variant_set, variant_set_lax, variant_insert,
 * variant_delete_path, variant_array_append.
 *
 * The work is done in variant_set.c.  Here are the arguments and what jsonb's
 * functions of these names refuse, or return unchanged, before they start.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_path.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* The path argument of this call, a text[]. */
static VariantPathSite *
path_argument(FunctionCallInfo fcinfo)
{
	VariantPathSite *site = variant_path_site(fcinfo, sizeof(VariantPathSite));
	ArrayType  *path = PG_GETARG_ARRAYTYPE_P(1);

	if (ARR_NDIM(path) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("wrong number of array subscripts")));
	variant_path_site_set(site, (struct varlena *) path, VARIANT_PATH_ARRAY);
	return site;
}

static bool
is_scalar(const VntValue *v)
{
	VntType		type = vnt_value_type(v);

	return type != VNT_OBJECT && type != VNT_ARRAY;
}

static bool
is_empty(const VntValue *v)
{
	VntContainer c;

	variant_check_stored(vnt_container_open(v, &c));
	return c.count == 0;
}

/*
 * Names that are to be stored have to be text in the right encoding; those of
 * a path that only leads somewhere may be anything.
 */
static void
check_encoding(const VariantPathSite *site, ArrayType *path)
{
	Datum	   *elements;
	bool	   *nulls;
	int			count;
	size_t		len;

	if (site->path.count == 0 || site->path.steps[site->path.count - 1].kind != VPATH_NULL)
		return;
	deconstruct_array(path, TEXTOID, -1, false, TYPALIGN_INT,
					  &elements, &nulls, &count);
	if (nulls[count - 1])
		return;
	(void) variant_utf8_from_server(VARDATA_ANY(elements[count - 1]),
									VARSIZE_ANY_EXHDR(elements[count - 1]), &len);
}

/* Set, or insert: all but the operation is the same. */
static Datum
set_at_path(FunctionCallInfo fcinfo, int flags)
{
	VariantPathSite *site = path_argument(fcinfo);
	VariantView root;
	VariantView newval;
	Datum		result;

	variant_view_open(&root, PG_GETARG_DATUM(0));
	if (is_scalar(&root.root))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot set path in scalar")));
	if (site->path.count == 0 ||
		((flags & VARIANT_SET_REPLACE) && is_empty(&root.root)))
		return PG_GETARG_DATUM(0);
	check_encoding(site, PG_GETARG_ARRAYTYPE_P(1));
	variant_view_open(&newval, PG_GETARG_DATUM(2));
	result = variant_set_path(&root.root, &site->path, &newval.root, flags);
	variant_view_close(&newval);
	variant_view_close(&root);
	return result;
}

VARIANT_FUNCTION(variant_set);

Datum
variant_set(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(set_at_path(fcinfo, PG_GETARG_BOOL(3) ? VARIANT_SET_CREATE :
								VARIANT_SET_REPLACE));
}

VARIANT_FUNCTION(variant_insert);

Datum
variant_insert(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(set_at_path(fcinfo, PG_GETARG_BOOL(3) ? VARIANT_SET_INSERT_AFTER :
								VARIANT_SET_INSERT_BEFORE));
}

static Datum
delete_at_path(FunctionCallInfo fcinfo)
{
	VariantPathSite *site = path_argument(fcinfo);
	VariantView root;
	Datum		result;

	variant_view_open(&root, PG_GETARG_DATUM(0));
	if (is_scalar(&root.root))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot delete path in scalar")));
	if (site->path.count == 0 || is_empty(&root.root))
		return PG_GETARG_DATUM(0);
	result = variant_set_path(&root.root, &site->path, NULL, VARIANT_SET_DELETE);
	variant_view_close(&root);
	return result;
}

VARIANT_FUNCTION(variant_delete_path);

Datum
variant_delete_path(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(delete_at_path(fcinfo));
}

/* ---------------------------------------------------------------------
 * variant_set_lax: what to do with a new value that is NULL
 * ---------------------------------------------------------------------
 */
static Datum
set_null(FunctionCallInfo fcinfo, const char *treatment)
{
	if (strcmp(treatment, "raise_exception") == 0)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("variant value must not be null"),
				 errdetail("Exception was raised because null_value_treatment is \"raise_exception\"."),
				 errhint("To avoid, either change the null_value_treatment argument or ensure that an SQL NULL is not passed.")));
	if (strcmp(treatment, "use_json_null") == 0)
	{
		fcinfo->args[2].value = variant_from_value(&variant_null_value);
		fcinfo->args[2].isnull = false;
		return variant_set(fcinfo);
	}
	if (strcmp(treatment, "delete_key") == 0)
		return delete_at_path(fcinfo);
	if (strcmp(treatment, "return_target") == 0)
		return PG_GETARG_DATUM(0);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("null_value_treatment must be \"delete_key\", \"return_target\", \"use_json_null\", or \"raise_exception\"")));
}

VARIANT_FUNCTION(variant_set_lax);

Datum
variant_set_lax(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(3))
		PG_RETURN_NULL();
	if (PG_ARGISNULL(4))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("null_value_treatment must be \"delete_key\", \"return_target\", \"use_json_null\", or \"raise_exception\"")));
	if (!PG_ARGISNULL(2))
		return variant_set(fcinfo);
	return set_null(fcinfo, text_to_cstring(PG_GETARG_TEXT_PP(4)));
}

/* ---------------------------------------------------------------------
 * variant_array_append
 * ---------------------------------------------------------------------
 */

/* The new value alone in an array behind all of the root's elements. */
static Datum
append_to_root(const VntValue *root, const VntValue *newval)
{
	VntBuilder *b = variant_builder_acquire();
	VntContainer c;
	VntValue	child;

	variant_check_stored(vnt_container_open(root, &c));
	variant_check_build(vnt_build_array_begin(b));
	for (uint32 i = 0; i < c.count; i++)
	{
		variant_check_stored(vnt_container_child(&c, i, &child));
		variant_check_stored(vnt_build_value(b, &child));
	}
	variant_check_stored(vnt_build_value(b, newval));
	variant_check_build(vnt_build_array_end(b));
	return variant_from_builder(b);
}

static Datum
append_below(const VntValue *root, const VPath *path, uint32 count,
			 const VntValue *newval)
{
	VPath		longer;
	Datum		result;

	longer.count = path->count + 1;
	longer.steps = palloc(longer.count * sizeof(VPathStep));
	memcpy(longer.steps, path->steps, path->count * sizeof(VPathStep));
	longer.steps[path->count] = vpath_step_integer((int32) count);
	result = variant_set_path(root, &longer, newval, VARIANT_SET_CREATE);
	pfree(longer.steps);
	return result;
}

VARIANT_FUNCTION(variant_array_append);

Datum
variant_array_append(PG_FUNCTION_ARGS)
{
	VariantPathSite *site = variant_path_site(fcinfo, sizeof(VariantPathSite));
	VariantView root;
	VariantView newval;
	VntValue	found;
	VntContainer c;
	Datum		result;

	variant_path_site_set(site, (struct varlena *) PG_GETARG_TEXT_PP(1),
						  VARIANT_PATH_DOLLAR);
	if (!variant_find_with_root(&root, PG_GETARG_DATUM(0), &site->path, site->hints, &found))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	if (vnt_value_type(&found) != VNT_ARRAY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cannot append to a variant that is not an array"),
				 errdetail("The value at the path is of class %s.",
						   vnt_class_names[vnt_value_class(&found)])));
	variant_check_stored(vnt_container_open(&found, &c));
	variant_view_open(&newval, PG_GETARG_DATUM(2));
	result = site->path.count == 0 ? append_to_root(&root.root, &newval.root) :
		append_below(&root.root, &site->path, c.count, &newval.root);
	variant_view_close(&newval);
	variant_view_close(&root);
	PG_RETURN_DATUM(result);
}
