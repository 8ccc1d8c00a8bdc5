/*-------------------------------------------------------------------------
 *
 * variant_many.c
 *	  Many paths of one value in one call, and objects from SQL values.
 *
 * Interface: variant_get_many, to_variant_object.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_path.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

/* ---------------------------------------------------------------------
 * variant_get_many
 * ---------------------------------------------------------------------
 */

/* The paths of a call site: one site for each, as if each had its own call. */
typedef struct ManySite
{
	MemoryContext context;
	struct varlena *source;		/* the argument, copied */
	int			count;
	bool	   *nulls;
	VariantPathSite *sites;
	Oid			type;			/* variant */
} ManySite;

static void
prepare(ManySite *site, ArrayType *paths)
{
	MemoryContext caller;
	Datum	   *elements;

	site->source = NULL;
	MemoryContextReset(site->context);
	caller = MemoryContextSwitchTo(site->context);
	deconstruct_array(paths, TEXTOID, -1, false, TYPALIGN_INT,
					  &elements, &site->nulls, &site->count);
	site->sites = palloc0(Max(site->count, 1) * sizeof(VariantPathSite));
	for (int i = 0; i < site->count; i++)
	{
		site->sites[i].parent = site->context;
		if (!site->nulls[i])
			variant_path_site_set(&site->sites[i],
								  (struct varlena *) DatumGetTextPP(elements[i]),
								  VARIANT_PATH_DOLLAR);
	}
	site->source = palloc(VARSIZE(paths));
	memcpy(site->source, paths, VARSIZE(paths));
	MemoryContextSwitchTo(caller);
}

static ManySite *
many_site(FunctionCallInfo fcinfo, ArrayType *paths)
{
	ManySite   *site = fcinfo->flinfo->fn_extra;

	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(ManySite));
		site->context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt, "variant paths",
											  ALLOCSET_SMALL_SIZES);
		site->type = variant_type_oid();
		fcinfo->flinfo->fn_extra = site;
	}
	if (site->source == NULL || VARSIZE(site->source) != VARSIZE(paths) ||
		memcmp(site->source, paths, VARSIZE(paths)) != 0)
		prepare(site, paths);
	return site;
}

VARIANT_FUNCTION(variant_get_many);

Datum
variant_get_many(PG_FUNCTION_ARGS)
{
	ManySite   *site = many_site(fcinfo, PG_GETARG_ARRAYTYPE_P(1));
	Datum	   *values = palloc(Max(site->count, 1) * sizeof(Datum));
	bool	   *nulls = palloc(Max(site->count, 1) * sizeof(bool));
	int			lower = 1;

	if (site->count == 0)
		PG_RETURN_ARRAYTYPE_P(construct_empty_array(site->type));
	/* of a large value no more is read than each path takes */
	for (int i = 0; i < site->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		nulls[i] = true;
		if (!site->nulls[i])
			values[i] = variant_find_any_datum(PG_GETARG_DATUM(0), &site->sites[i].path,
											   site->sites[i].hints, &nulls[i]);
	}
	PG_RETURN_ARRAYTYPE_P(construct_md_array(values, nulls, 1, &site->count, &lower,
											 site->type, -1, false, TYPALIGN_INT));
}

/* ---------------------------------------------------------------------
 * to_variant_object
 * ---------------------------------------------------------------------
 */
static void
refuse(Oid type)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("cannot convert type %s to a variant object or array",
					format_type_be(type)),
			 errhint("The argument must be a row, an array, or a document that is an object or an array; to_variant() takes every type.")));
}

VARIANT_FUNCTION(to_variant_object);

Datum
to_variant_object(PG_FUNCTION_ARGS)
{
	VariantConvert *convert = fcinfo->flinfo->fn_extra;
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 0);
	VntBuilder *b;
	Datum		result;
	VariantView view;

	if (convert == NULL)
	{
		convert = variant_convert_lookup(type, fcinfo->flinfo->fn_mcxt);
		fcinfo->flinfo->fn_extra = convert;
	}
	b = variant_convert_is_builtin(convert) ? variant_builder_acquire() :
		variant_builder_private();
	variant_convert_add(b, convert, PG_GETARG_DATUM(0), false);
	result = variant_from_builder(b);
	variant_view_open(&view, result);
	if (vnt_value_class(&view.root) < VNT_CLASS_ARRAY)
		refuse(type);
	PG_RETURN_DATUM(result);
}
