/*-------------------------------------------------------------------------
 *
 * variant_shredded.c
 *	  What the generated columns of shredded paths hold.
 *
 * Interface: variant_shred_TYPE, variant_shred_marker (SQL);
 * variant_shred_type.
 *
 * A value is typed by the rule of the format (vshred_match): of the type's
 * class, no digit lost, never a cast.  It is kept as it is, though: a
 * numeric has the scale that the document has, so that it prints the same.
 * In addition it must be one that PostgreSQL's type can hold, which
 * leaves out dates out of its range and text with the character U+0000.
 *
 * Nothing here throws for what a document holds: a row that can be stored
 * without the columns can be stored with them.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_shredded.h"

#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "variant_path.h"
#include "variant_scalar.h"

VARIANT_FUNCTION(variant_shred_marker);

typedef struct ShreddedSite
{
	VariantPathSite path;		/* first: the site is known as this */
	VShredNode	node;
	Oid			type;			/* of node, or 0 before first use */
	struct varlena *source;		/* the name of the type */
} ShreddedSite;

/* ---------------------------------------------------------------------
 * Types
 * ---------------------------------------------------------------------
 */
const VariantShredType *
variant_shred_type(const VShredNode *node)
{
	/* by the type of the encoding */
	static const struct
	{
		VntType		type;
		VariantShredType sql;
	}			types[] = {
		{VNT_TRUE, {BOOLOID, "bool", "pg_catalog.bool"}},
		{VNT_INT8, {INT2OID, "int2", "pg_catalog.int2"}},
		{VNT_INT16, {INT2OID, "int2", "pg_catalog.int2"}},
		{VNT_INT32, {INT4OID, "int4", "pg_catalog.int4"}},
		{VNT_INT64, {INT8OID, "int8", "pg_catalog.int8"}},
		{VNT_FLOAT, {FLOAT4OID, "float4", "pg_catalog.float4"}},
		{VNT_DOUBLE, {FLOAT8OID, "float8", "pg_catalog.float8"}},
		{VNT_DECIMAL4, {NUMERICOID, "numeric", "pg_catalog.numeric"}},
		{VNT_DECIMAL8, {NUMERICOID, "numeric", "pg_catalog.numeric"}},
		{VNT_DECIMAL16, {NUMERICOID, "numeric", "pg_catalog.numeric"}},
		{VNT_DATE, {DATEOID, "date", "pg_catalog.date"}},
		{VNT_TIME, {TIMEOID, "time", "pg_catalog.time"}},
		{VNT_TIMESTAMP, {TIMESTAMPOID, "timestamp", "pg_catalog.timestamp"}},
		{VNT_TIMESTAMPTZ, {TIMESTAMPTZOID, "timestamptz", "pg_catalog.timestamptz"}},
		{VNT_BINARY, {BYTEAOID, "bytea", "pg_catalog.bytea"}},
		{VNT_STRING, {TEXTOID, "text", "pg_catalog.text COLLATE pg_catalog.\"C\""}},
		{VNT_UUID, {UUIDOID, "uuid", "pg_catalog.uuid"}},
	};

	for (int i = 0; node->kind == VSHRED_SCALAR && i < lengthof(types); i++)
	{
		if (types[i].type == (VntType) node->type)
			return &types[i].sql;
	}
	return NULL;
}

static void
set_type(ShreddedSite *site, struct varlena *name)
{
	VntSlice	spelled = {(const uint8_t *) VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name)};
	const VariantShredType *type;
	struct varlena *copy;

	site->type = InvalidOid;
	if (vshred_read_type(spelled, &site->node) != VSHRED_OK ||
		(type = variant_shred_type(&site->node)) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid type \"%s\" of a shredded column",
						text_to_cstring((text *) name))));
	copy = MemoryContextAlloc(site->path.parent, VARSIZE_ANY(name));
	memcpy(copy, name, VARSIZE_ANY(name));
	site->source = copy;
	site->type = type->oid;
}

/* The site of a call with its path and type, which rarely change. */
static ShreddedSite *
shredded_site(FunctionCallInfo fcinfo)
{
	ShreddedSite *site = (ShreddedSite *) variant_path_site(fcinfo, sizeof(ShreddedSite));
	struct varlena *type = (struct varlena *) PG_GETARG_TEXT_PP(2);

	variant_path_site_set(&site->path, (struct varlena *) PG_GETARG_TEXT_PP(1),
						  VARIANT_PATH_DOLLAR);
	if (!OidIsValid(site->type) ||
		VARSIZE_ANY(site->source) != VARSIZE_ANY(type) ||
		memcmp(site->source, type, VARSIZE_ANY(type)) != 0)
		set_type(site, type);
	return site;
}

/* ---------------------------------------------------------------------
 * Values
 * ---------------------------------------------------------------------
 */

static bool
is_temporal(Oid type)
{
	return type == DATEOID || type == TIMEOID || type == TIMESTAMPOID ||
		type == TIMESTAMPTZOID;
}

/*
 * Is the value one of the typed column's?  *result is it, for the types whose
 * conversion is what decides, the temporal ones; else it is not set.
 */
static bool
is_typed(const ShreddedSite *site, const VntValue *found, Datum *result)
{
	ErrorSaveContext escontext = VARIANT_SOFT_CONTEXT;
	VntScalar	s;
	bool		fits;
	bool		isnull;

	variant_check_stored(vshred_match(&site->node, found, &s, &fits));
	if (!fits)
		return false;
	if (site->type == TEXTOID)
		return variant_text_is_possible(found);
	if (!is_temporal(site->type))
		return true;
	*result = variant_cast_value(found, site->type, -1, &isnull,
								 (struct Node *) &escontext);
	return !escontext.error_occurred;
}

static Datum
shred_as(FunctionCallInfo fcinfo, Oid type)
{
	ShreddedSite *site = shredded_site(fcinfo);
	VariantView view;
	VntValue	found;
	bool		isnull = true;
	Datum		result = (Datum) 0;

	if (site->type != type)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("shredded column of type \"%s\" is not of type %s",
						text_to_cstring(PG_GETARG_TEXT_PP(2)), format_type_be(type))));
	if (!variant_find(&view, PG_GETARG_DATUM(0), &site->path.path,
					  site->path.hints, &found))
		PG_RETURN_NULL();
	if (is_typed(site, &found, &result))
	{
		isnull = false;
		if (!is_temporal(type))
			result = variant_cast_value(&found, type, -1, &isnull, NULL);
	}
	variant_view_close(&view);
	if (isnull)
		PG_RETURN_NULL();
	return result;
}

#define VARIANT_SHRED(function, type) \
VARIANT_FUNCTION(function); \
Datum \
function(PG_FUNCTION_ARGS) \
{ \
	return shred_as(fcinfo, type); \
}

VARIANT_SHRED(variant_shred_bool, BOOLOID)
VARIANT_SHRED(variant_shred_int2, INT2OID)
VARIANT_SHRED(variant_shred_int4, INT4OID)
VARIANT_SHRED(variant_shred_int8, INT8OID)
VARIANT_SHRED(variant_shred_float4, FLOAT4OID)
VARIANT_SHRED(variant_shred_float8, FLOAT8OID)
VARIANT_SHRED(variant_shred_numeric, NUMERICOID)
VARIANT_SHRED(variant_shred_text, TEXTOID)
VARIANT_SHRED(variant_shred_bytea, BYTEAOID)
VARIANT_SHRED(variant_shred_uuid, UUIDOID)
VARIANT_SHRED(variant_shred_date, DATEOID)
VARIANT_SHRED(variant_shred_time, TIMEOID)
VARIANT_SHRED(variant_shred_timestamp, TIMESTAMPOID)
VARIANT_SHRED(variant_shred_timestamptz, TIMESTAMPTZOID)

/* 0 for none */
static char
marker_of(const ShreddedSite *site, const VntValue *found)
{
	VntClass	class_ = vnt_value_class(found);
	Datum		unused;

	if (class_ == VNT_CLASS_NULL)
		return VARIANT_MARKER_NULL;
	if (is_typed(site, found, &unused))
		return 0;
	return vnt_class_family(class_) ==
		vnt_class_family(vnt_type_info[site->node.type].class_) ?
		VARIANT_MARKER_FAMILY : VARIANT_MARKER_OTHER;
}

Datum
variant_shred_marker(PG_FUNCTION_ARGS)
{
	ShreddedSite *site = shredded_site(fcinfo);
	VariantView view;
	VntValue	found;
	char		marker;

	if (!variant_find(&view, PG_GETARG_DATUM(0), &site->path.path,
					  site->path.hints, &found))
		PG_RETURN_NULL();
	marker = marker_of(site, &found);
	variant_view_close(&view);
	if (marker == 0)
		PG_RETURN_NULL();
	PG_RETURN_CHAR(marker);
}
