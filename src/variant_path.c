/*-------------------------------------------------------------------------
 *
 * variant_path.c
 *	  Reaching into values: -> ->> #> #>>.
 *
 * Interface: the functions of the operators (SQL); variant_path_site,
 * variant_path_site_set, variant_path_room, variant_find,
 * variant_find_with_root, variant_find_any_datum, variant_value_to_text.
 *
 * A call costs one walk over the bytes and one palloc for the result.  Each
 * call site remembers its parsed path and where it found each member last.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_slice.h"

#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

VARIANT_FUNCTION(variant_object_field);
VARIANT_FUNCTION(variant_object_field_text);
VARIANT_FUNCTION(variant_array_element);
VARIANT_FUNCTION(variant_array_element_text);
VARIANT_FUNCTION(variant_extract_path);
VARIANT_FUNCTION(variant_extract_path_text);

/* ---------------------------------------------------------------------
 * Call sites
 * ---------------------------------------------------------------------
 */
VariantPathSite *
variant_path_site(FunctionCallInfo fcinfo, Size size)
{
	VariantPathSite *site;
	MemoryContext parent = CurrentMemoryContext;

	if (fcinfo->flinfo)
	{
		if (likely(fcinfo->flinfo->fn_extra != NULL))
			return fcinfo->flinfo->fn_extra;
		parent = fcinfo->flinfo->fn_mcxt;
	}
	site = MemoryContextAllocZero(parent, size);
	site->parent = parent;
	if (fcinfo->flinfo)
		fcinfo->flinfo->fn_extra = site;
	return site;
}

/* Characters before offset, as users count them, from 1. */
static int
character_position(const char *utf8, size_t offset)
{
	int			position = 1;

	for (size_t i = 0; i < offset; i++)
	{
		if (((unsigned char) utf8[i] & 0xc0) != 0x80)
			position++;
	}
	return position;
}

VPathStep *
variant_path_room(size_t len)
{
	if (len > VARIANT_MAX_PATH)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("variant path is too long"),
				 errdetail("It has %zu bytes.", len)));
	return palloc(vpath_max_steps(len) * sizeof(VPathStep) + 1);
}

static void
parse_dollar(VariantPathSite *site, text *source, VariantPathForm form)
{
	size_t		len;
	const char *utf8 = variant_utf8_from_server(VARDATA_ANY(source),
												VARSIZE_ANY_EXHDR(source), &len);
	VPathStep  *steps = variant_path_room(len);
	uint8_t    *names = palloc(len + 1);
	size_t		offset;
	VPathStatus status = form == VARIANT_PATH_TYPED ?
		vpath_parse_typed(utf8, len, steps, names, &site->path, &offset) :
		vpath_parse(utf8, len, steps, names, &site->path, &offset);
	const char *message = vpath_status_message(status);

	if (status != VPATH_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid variant path: \"%s\"", text_to_cstring(source)),
				 errdetail("At position %d: %s.",
						   character_position(utf8, offset), message),
				 errhint("A path is \"$\" and steps such as \".name\", \"['any name']\", \"[0]\" and \"[-1]\".")));
}

VPathStep
variant_path_step(text *name)
{
	VPathStep	nowhere = {{NULL, 0}, 0, VPATH_NULL, false};
	size_t		len;
	const char *utf8 = variant_utf8_try(VARDATA_ANY(name),
										VARSIZE_ANY_EXHDR(name), &len);

	return utf8 ? vpath_step_either((const uint8_t *) utf8, len) : nowhere;
}

static void
parse_key(VariantPathSite *site, text *source)
{
	site->path.steps = palloc(sizeof(VPathStep));
	site->path.count = 1;
	site->path.steps[0] = variant_path_step(source);
	if (site->path.steps[0].kind == VPATH_EITHER)
		site->path.steps[0].kind = VPATH_NAME;
}

static void
parse_array(VariantPathSite *site, ArrayType *source)
{
	Datum	   *elements;
	bool	   *nulls;
	int			count;

	deconstruct_array(source, TEXTOID, -1, false, TYPALIGN_INT,
					  &elements, &nulls, &count);
	site->path.steps = palloc0(count * sizeof(VPathStep) + 1);
	site->path.count = count;
	for (int i = 0; i < count; i++)
	{
		if (nulls[i])
		{
			site->has_null = true;
			site->path.steps[i].kind = VPATH_NULL;
			continue;
		}
		site->path.steps[i] = variant_path_step(DatumGetTextPP(elements[i]));
	}
}

/* The argument is not the one of the last call. */
static void
parse_argument(VariantPathSite *site, struct varlena *argument,
			   VariantPathForm form)
{
	MemoryContext old;
	struct varlena *source;

	site->source = NULL;
	site->has_null = false;
	if (site->context)
		MemoryContextReset(site->context);
	else
		site->context = AllocSetContextCreate(site->parent, "variant path",
											  ALLOCSET_SMALL_SIZES);
	old = MemoryContextSwitchTo(site->context);
	source = palloc(VARSIZE_ANY(argument));
	memcpy(source, argument, VARSIZE_ANY(argument));
	switch (form)
	{
		case VARIANT_PATH_DOLLAR:
		case VARIANT_PATH_TYPED:
			parse_dollar(site, source, form);
			break;
		case VARIANT_PATH_ARRAY:
			parse_array(site, (ArrayType *) source);
			break;
		case VARIANT_PATH_KEY:
			parse_key(site, source);
			break;
	}
	site->hints = palloc0(site->path.count * sizeof(uint32) + 1);
	MemoryContextSwitchTo(old);
	site->source = source;
}

void
variant_path_site_set(VariantPathSite *site, struct varlena *argument,
					  VariantPathForm form)
{
	Size		size = VARSIZE_ANY(argument);

	/* a pointer may come again with other bytes behind it: compare those */
	if (site->source == NULL || VARSIZE_ANY(site->source) != size ||
		memcmp(site->source, argument, size) != 0)
		parse_argument(site, argument, form);
}

/* ---------------------------------------------------------------------
 * Finding
 * ---------------------------------------------------------------------
 */

/* Whether something was found; damage is an error. */
static inline bool
check_found(VariantView *view, VntStatus status)
{
	if (likely(status == VNT_OK))
		return true;
	if (status != VNT_NOT_FOUND)
		variant_check_stored(status);
	variant_view_close(view);
	return false;
}

bool
variant_find(VariantView *view, Datum datum, const VPath *path, uint32 *hints,
			 VntValue *found)
{
	if (unlikely(!variant_is_direct(datum)))
		return variant_slice_find(view, datum, path, hints, found);
	variant_view_open_inline(view, datum);
	return check_found(view, vpath_eval(path, &view->root, found, hints));
}

bool
variant_find_with_root(VariantView *view, Datum datum, const VPath *path,
					   uint32 *hints, VntValue *found)
{
	variant_view_open(view, datum);
	return check_found(view, vpath_eval(path, &view->root, found, hints));
}

Datum
variant_find_any_datum(Datum datum, const VPath *path, uint32 *hints, bool *isnull)
{
	VariantView view;
	VntValue	found;
	Datum		result;

	*isnull = !variant_find(&view, datum, path, hints, &found);
	if (*isnull)
		return (Datum) 0;
	result = variant_from_value(&found);
	variant_view_close(&view);
	return result;
}

/* The member of that name: of ->, which looks only into objects. */
static bool
find_key(FunctionCallInfo fcinfo, VariantView *view, VntValue *found)
{
	VariantPathSite *site = variant_path_site(fcinfo, sizeof(VariantPathSite));
	text	   *key = PG_GETARG_TEXT_PP(1);
	VPathStep	step = {{NULL, 0}, 0, VPATH_NAME, false};
	VPath		path = {&step, 1};

	if (GetDatabaseEncoding() == PG_UTF8)
	{
		step.name.data = (const uint8_t *) VARDATA_ANY(key);
		step.name.len = VARSIZE_ANY_EXHDR(key);
	}
	else
	{
		variant_path_site_set(site, (struct varlena *) key, VARIANT_PATH_KEY);
		step = site->path.steps[0];
	}
	return variant_find(view, PG_GETARG_DATUM(0), &path, &site->key_hint, found);
}

static bool
find_index(FunctionCallInfo fcinfo, VariantView *view, VntValue *found)
{
	VPathStep	step = {{NULL, 0}, PG_GETARG_INT32(1), VPATH_INDEX, true};
	VPath		path = {&step, 1};

	return variant_find(view, PG_GETARG_DATUM(0), &path, NULL, found);
}

static bool
find_path(FunctionCallInfo fcinfo, VariantView *view, VntValue *found)
{
	VariantPathSite *site = variant_path_site(fcinfo, sizeof(VariantPathSite));

	variant_path_site_set(site, PG_DETOAST_DATUM(PG_GETARG_DATUM(1)),
						  VARIANT_PATH_ARRAY);
	if (site->has_null)
		return false;
	return variant_find(view, PG_GETARG_DATUM(0), &site->path, site->hints,
						found);
}

/* ---------------------------------------------------------------------
 * Results
 * ---------------------------------------------------------------------
 */
static text *
integer_to_text(int64 i)
{
	text	   *result = palloc(VARHDRSZ + MAXINT8LEN + 1);
	int			len = pg_lltoa(i, VARDATA(result));

	SET_VARSIZE(result, VARHDRSZ + len);
	return result;
}

/* Everything that has no short way. */
static text *
other_to_text(const VntValue *v)
{
	VntBuffer	buffer;
	text	   *converted;
	size_t		len;

	vnt_buffer_init(&buffer, &variant_host);
	variant_check_stored(vnt_scalar_to_text(&buffer, v));
	/* all but containers is ASCII */
	if (vnt_value_class(v) < VNT_CLASS_ARRAY)
		return variant_buffer_to_text(&buffer);
	converted = (text *) variant_json_to_server(buffer.data, buffer.len,
												VARHDRSZ, &len);
	if (converted == NULL)
		return variant_buffer_to_text(&buffer);
	vnt_buffer_free(&buffer);
	SET_VARSIZE(converted, VARHDRSZ + len);
	return converted;
}

text *
variant_value_to_text(const VntValue *v)
{
	VntScalar	s;

	switch (vnt_read_type(v))
	{
		case VNT_NULL:
			return NULL;
		case VNT_SHORT_STRING:
			/* one byte tells the length */
			if (likely((v->data[0] >> VNT_HEADER_SHIFT) < v->len))
				return variant_text_from_utf8(v->data + 1,
											  v->data[0] >> VNT_HEADER_SHIFT);
			/* FALLTHROUGH */
		case VNT_STRING:
			variant_check_stored(vnt_scalar_read(v, &s));
			return variant_text_from_utf8(s.u.bytes.data, s.u.bytes.len);
		case VNT_INT8:
		case VNT_INT16:
		case VNT_INT32:
		case VNT_INT64:
			variant_check_stored(vnt_scalar_read(v, &s));
			return integer_to_text(s.u.i);
		default:
			return other_to_text(v);
	}
}

static Datum
return_value(FunctionCallInfo fcinfo, VariantView *view, const VntValue *found)
{
	Datum		result = variant_from_value(found);

	variant_view_close(view);
	return result;
}

static Datum
return_text(FunctionCallInfo fcinfo, VariantView *view, const VntValue *found)
{
	text	   *result = variant_value_to_text(found);

	variant_view_close(view);
	if (result == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(result);
}

/* ---------------------------------------------------------------------
 * SQL
 * ---------------------------------------------------------------------
 */
Datum
variant_object_field(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntValue	found;

	if (!find_key(fcinfo, &view, &found))
		PG_RETURN_NULL();
	return return_value(fcinfo, &view, &found);
}

Datum
variant_object_field_text(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntValue	found;

	if (!find_key(fcinfo, &view, &found))
		PG_RETURN_NULL();
	return return_text(fcinfo, &view, &found);
}

Datum
variant_array_element(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntValue	found;

	if (!find_index(fcinfo, &view, &found))
		PG_RETURN_NULL();
	return return_value(fcinfo, &view, &found);
}

Datum
variant_array_element_text(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntValue	found;

	if (!find_index(fcinfo, &view, &found))
		PG_RETURN_NULL();
	return return_text(fcinfo, &view, &found);
}

Datum
variant_extract_path(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntValue	found;

	if (!find_path(fcinfo, &view, &found))
		PG_RETURN_NULL();
	return return_value(fcinfo, &view, &found);
}

Datum
variant_extract_path_text(PG_FUNCTION_ARGS)
{
	VariantView view;
	VntValue	found;

	if (!find_path(fcinfo, &view, &found))
		PG_RETURN_NULL();
	return return_text(fcinfo, &view, &found);
}
