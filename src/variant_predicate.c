/*-------------------------------------------------------------------------
 *
 * variant_predicate.c
 *	  The type variant_predicate and the operator @~.
 *
 * Interface: variant_predicate_in, _out, _recv, _send, variant_matches and
 * the functions that make predicates (all SQL).
 *
 * A predicate is stored as its text, which input has found to be right.  A
 * call site parses it once.
 *
 * variant_matches is leakproof: it fails on damaged values only.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_predicate.h"

#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "variant_path.h"
#include "variant_scalar.h"
#include "variant_slice.h"

VARIANT_FUNCTION(variant_predicate_in);
VARIANT_FUNCTION(variant_predicate_out);
VARIANT_FUNCTION(variant_predicate_recv);
VARIANT_FUNCTION(variant_predicate_send);
VARIANT_FUNCTION(variant_matches);
VARIANT_FUNCTION(variant_predicate_compare);
VARIANT_FUNCTION(variant_predicate_between);
VARIANT_FUNCTION(variant_predicate_any);
VARIANT_FUNCTION(variant_predicate_or);

/* ---------------------------------------------------------------------
 * Input and output
 * ---------------------------------------------------------------------
 */
Datum
variant_predicate_in(PG_FUNCTION_ARGS)
{
	char	   *str = PG_GETARG_CSTRING(0);

	if (variant_predicate_parse(str, strlen(str), VARIANT_ESCONTEXT(fcinfo)) == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(str));
}

Datum
variant_predicate_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(text_to_cstring(PG_GETARG_TEXT_PP(0)));
}

Datum
variant_predicate_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buf = (StringInfo) PG_GETARG_POINTER(0);
	int			len;
	char	   *str = pq_getmsgtext(buf, buf->len - buf->cursor, &len);

	(void) variant_predicate_parse(str, len, NULL);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(str, len));
}

Datum
variant_predicate_send(PG_FUNCTION_ARGS)
{
	text	   *t = PG_GETARG_TEXT_PP(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendtext(&buf, VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/* ---------------------------------------------------------------------
 * Evaluation
 * ---------------------------------------------------------------------
 */
static bool
starts_with(const VntValue *v, const VntValue *prefix)
{
	VntScalar	s;
	VntScalar	start;

	variant_check_stored(vnt_scalar_read(v, &s));
	variant_check_stored(vnt_scalar_read(prefix, &start));
	return s.u.bytes.len >= start.u.bytes.len &&
		memcmp(s.u.bytes.data, start.u.bytes.data, start.u.bytes.len) == 0;
}

static bool
comparison_holds(VariantPredicateType type, int order)
{
	switch (type)
	{
		case VARIANT_PREDICATE_EQ:
			return order == 0;
		case VARIANT_PREDICATE_NE:
			return order != 0;
		case VARIANT_PREDICATE_LT:
			return order < 0;
		case VARIANT_PREDICATE_LE:
			return order <= 0;
		case VARIANT_PREDICATE_GT:
			return order > 0;
		case VARIANT_PREDICATE_GE:
			return order >= 0;
		case VARIANT_PREDICATE_AND:
		case VARIANT_PREDICATE_OR:
		case VARIANT_PREDICATE_STARTS:
		case VARIANT_PREDICATE_IS:
		case VARIANT_PREDICATE_EXISTS:
			break;
	}
	return false;
}

/* The three values of SQL's logic. */
typedef enum VariantTruth
{
	VARIANT_FALSE,
	VARIANT_TRUE,
	VARIANT_NULL
} VariantTruth;

static VariantTruth
truth(bool value)
{
	return value ? VARIANT_TRUE : VARIANT_FALSE;
}

static VariantTruth
test_comparison(const VariantPredicate *p, const VntValue *found)
{
	bool		equality = p->type == VARIANT_PREDICATE_EQ || p->type == VARIANT_PREDICATE_NE;
	VntStatus	status = VNT_OK;
	int			order;

	if (vnt_class_family(vnt_value_class(found)) !=
		vnt_class_family(vnt_value_class(&p->view.root)))
	{
		if (!equality)
			return VARIANT_NULL;
		return truth(p->type == VARIANT_PREDICATE_NE);
	}
	order = vnt_compare(found, &p->view.root, &status);
	variant_check_stored(status);
	return truth(comparison_holds(p->type, order));
}

static VariantTruth
test_existence(const VariantPredicate *p, bool exists, VntType type)
{
	if (exists && p->type == VARIANT_PREDICATE_IS)
		exists = vnt_type_info[type].class_ == p->class_;
	return truth(exists != p->negated);
}

static VariantTruth
test_value(const VariantPredicate *p, const VntValue *found)
{
	if (p->type != VARIANT_PREDICATE_STARTS)
		return test_comparison(p, found);
	if (vnt_value_class(found) != VNT_CLASS_STRING)
		return VARIANT_NULL;
	return truth(starts_with(found, &p->view.root) != p->negated);
}

/* What is tested: opened, or a datum of which each term reads its part. */
typedef struct Tested
{
	const VntValue *root;		/* NULL: read datum */
	Datum		datum;
} Tested;

static VariantTruth
test_part(const VariantPredicate *p, Datum datum)
{
	VariantView view;
	VntValue	found;
	VntType		type = VNT_UNKNOWN;
	bool		exists;
	VariantTruth result;

	if (p->type == VARIANT_PREDICATE_EXISTS || p->type == VARIANT_PREDICATE_IS)
	{
		exists = variant_slice_find_type(datum, &p->path, p->hints, &type);
		return test_existence(p, exists, type);
	}
	if (!variant_slice_find(&view, datum, &p->path, p->hints, &found))
		return VARIANT_NULL;
	result = test_value(p, &found);
	variant_view_close(&view);
	return result;
}

static VariantTruth
test_term(const VariantPredicate *p, const Tested *tested)
{
	VntValue	found;
	VntStatus	status;

	if (tested->root == NULL)
		return test_part(p, tested->datum);
	status = vpath_eval(&p->path, tested->root, &found, p->hints);
	if (status != VNT_NOT_FOUND)
		variant_check_stored(status);
	if (p->type == VARIANT_PREDICATE_EXISTS || p->type == VARIANT_PREDICATE_IS)
		return test_existence(p, status == VNT_OK,
							  status == VNT_OK ? vnt_value_type(&found) : VNT_UNKNOWN);
	return status == VNT_OK ? test_value(p, &found) : VARIANT_NULL;
}

static VariantTruth
test_all(const VariantPredicate *p, const Tested *tested)
{
	VariantTruth decisive;
	VariantTruth result;
	ListCell   *lc;

	if (p->type != VARIANT_PREDICATE_AND && p->type != VARIANT_PREDICATE_OR)
		return test_term(p, tested);
	check_stack_depth();
	decisive = truth(p->type == VARIANT_PREDICATE_OR);
	result = truth(p->type == VARIANT_PREDICATE_AND);
	foreach(lc, p->args)
	{
		VariantTruth one = test_all(lfirst(lc), tested);

		if (one == decisive)
			return one;
		if (one == VARIANT_NULL)
			result = one;
	}
	return result;
}

/* The predicate of a call site. */
typedef struct PredicateSite
{
	MemoryContext context;
	text	   *source;
	VariantPredicate *predicate;
} PredicateSite;

static const VariantPredicate *
predicate_of_call(FunctionCallInfo fcinfo, text *source)
{
	PredicateSite *site = fcinfo->flinfo->fn_extra;
	MemoryContext old;

	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(PredicateSite));
		site->context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt,
											  "variant predicate",
											  ALLOCSET_SMALL_SIZES);
		fcinfo->flinfo->fn_extra = site;
	}
	if (site->source != NULL &&
		VARSIZE_ANY_EXHDR(site->source) == VARSIZE_ANY_EXHDR(source) &&
		memcmp(VARDATA_ANY(site->source), VARDATA_ANY(source), VARSIZE_ANY_EXHDR(source)) == 0)
		return site->predicate;
	site->source = NULL;
	MemoryContextReset(site->context);
	old = MemoryContextSwitchTo(site->context);
	site->predicate = variant_predicate_parse(VARDATA_ANY(source),
											  VARSIZE_ANY_EXHDR(source), NULL);
	site->source = cstring_to_text_with_len(VARDATA_ANY(source), VARSIZE_ANY_EXHDR(source));
	MemoryContextSwitchTo(old);
	return site->predicate;
}

Datum
variant_matches(PG_FUNCTION_ARGS)
{
	const VariantPredicate *p = predicate_of_call(fcinfo, PG_GETARG_TEXT_PP(1));
	Tested		tested = {NULL, PG_GETARG_DATUM(0)};
	VariantView view;
	VariantTruth result;

	if (likely(variant_is_direct(tested.datum)))
	{
		variant_view_open(&view, tested.datum);
		tested.root = &view.root;
	}
	result = test_all(p, &tested);
	if (tested.root != NULL)
		variant_view_close(&view);
	if (result == VARIANT_NULL)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(result == VARIANT_TRUE);
}

/* ---------------------------------------------------------------------
 * Making predicates
 *
 * The planner makes index conditions of them, for values that it does not
 * know yet.  Paths are spelled as variant_fetch has them.
 * ---------------------------------------------------------------------
 */
static bool
is_plain_name(VntSlice name)
{
	for (size_t i = 0; i < name.len; i++)
	{
		uint8		c = name.data[i];

		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '_' &&
			!(c >= '0' && c <= '9'))
			return false;
	}
	return name.len > 0;
}

static void
append_quoted(StringInfo buf, char open, VntSlice name, char close)
{
	appendStringInfo(buf, "%c'", open);
	for (size_t i = 0; i < name.len; i++)
	{
		if (name.data[i] == '\'')
			appendStringInfoChar(buf, '\'');
		appendStringInfoChar(buf, name.data[i]);
	}
	appendStringInfo(buf, "'%c", close);
}

/* The steps of a path, plainly; names are in whatever encoding text is. */
void
variant_predicate_append_path(StringInfo buf, text *path_text)
{
	size_t		len = VARSIZE_ANY_EXHDR(path_text);
	uint8_t    *names = palloc(len + 1);
	VPath		path;
	size_t		offset;
	VPathStatus status;
	uint8_t		digits[VPATH_INDEX_TEXT];

	path.steps = variant_path_room(len);
	status = vpath_parse_typed(VARDATA_ANY(path_text), len, path.steps, names, &path, &offset);
	if (status != VPATH_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid variant path: \"%s\"", text_to_cstring(path_text)),
				 errdetail("At position %d: %s.", (int) offset + 1,
						   vpath_status_message(status))));
	appendStringInfoChar(buf, '$');
	for (size_t i = 0; i < path.count; i++)
	{
		const VPathStep *step = &path.steps[i];

		if (step->kind == VPATH_INDEX)
			appendStringInfo(buf, "[%d]", step->index);
		else if (step->kind == VPATH_EITHER)
			append_quoted(buf, '{', vpath_step_name(step, digits), '}');
		else if (is_plain_name(step->name))
			appendStringInfo(buf, ".%.*s", (int) step->name.len, step->name.data);
		else
			append_quoted(buf, '[', step->name, ']');
	}
}

void
variant_predicate_append_class(StringInfo buf, text *path, VntClass class_)
{
	variant_predicate_append_path(buf, path);
	appendStringInfo(buf, " IS %s", vnt_class_names[class_]);
}

void
variant_predicate_append_literal(StringInfo buf, Datum variant)
{
	VariantView view;
	VntBuffer	json;
	text	   *t;

	variant_view_open(&view, variant);
	variant_text_begin(&json, 64);
	variant_check_build(vnt_json_write(&json, &view.root, VNT_STYLE_NATIVE));
	variant_view_close(&view);
	t = variant_text_end(&json);
	appendBinaryStringInfo(buf, VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t));
}

int
variant_predicate_alternatives(ArrayType *array, Datum **values)
{
	bool	   *nulls;
	int			count;
	int			kept = 0;
	int16		typlen;
	bool		typbyval;
	char		typalign;

	get_typlenbyvalalign(ARR_ELEMTYPE(array), &typlen, &typbyval, &typalign);
	deconstruct_array(array, ARR_ELEMTYPE(array), typlen, typbyval, typalign,
					  values, &nulls, &count);
	for (int i = 0; i < count; i++)
	{
		if (!nulls[i])
			(*values)[kept++] = (*values)[i];
	}
	return kept;
}

static void
append_comparison(StringInfo buf, text *path, text *operator, Datum value)
{
	variant_predicate_append_path(buf, path);
	appendStringInfo(buf, " %s ", text_to_cstring(operator));
	variant_predicate_append_literal(buf, value);
}

text *
variant_predicate_finish(StringInfo buf)
{
	(void) variant_predicate_parse(buf->data, buf->len, NULL);
	return cstring_to_text_with_len(buf->data, buf->len);
}

/* variant_predicate(path, operator, value) */
Datum
variant_predicate_compare(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	initStringInfo(&buf);
	append_comparison(&buf, PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1),
					  PG_GETARG_DATUM(2));
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/* variant_predicate(path, operator, value, operator, value) */
Datum
variant_predicate_between(PG_FUNCTION_ARGS)
{
	StringInfoData buf;

	initStringInfo(&buf);
	append_comparison(&buf, PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(1),
					  PG_GETARG_DATUM(2));
	appendStringInfoString(&buf, " AND ");
	append_comparison(&buf, PG_GETARG_TEXT_PP(0), PG_GETARG_TEXT_PP(3),
					  PG_GETARG_DATUM(4));
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/* An element of an array that is no variant; false if nothing equals it. */
static bool
element_to_variant(Oid type, Datum element, Datum *variant)
{
	if (type == variant_type_oid())
	{
		*variant = element;
		return true;
	}
	if (!variant_scalar_type(type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("type %s is not compared with variants", format_type_be(type))));
	return variant_equal_to_sql(type, element, variant);
}

/* variant_predicate(path, alternatives): one of them; NULL if there are none */
Datum
variant_predicate_any(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(1);
	StringInfoData buf;
	Datum	   *values;
	int			count = variant_predicate_alternatives(array, &values);
	bool		first = true;

	initStringInfo(&buf);
	variant_predicate_append_path(&buf, PG_GETARG_TEXT_PP(0));
	for (int i = 0; i < count; i++)
	{
		Datum		variant;

		if (!element_to_variant(ARR_ELEMTYPE(array), values[i], &variant))
			continue;
		appendStringInfoString(&buf, first ? " IN (" : ", ");
		variant_predicate_append_literal(&buf, variant);
		first = false;
	}
	if (first)
		PG_RETURN_NULL();
	appendStringInfoChar(&buf, ')');
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}

/* variant_predicate_or(VARIADIC predicates): NULLs are no alternatives */
Datum
variant_predicate_or(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(0);
	StringInfoData buf;
	Datum	   *values;
	int			count = variant_predicate_alternatives(array, &values);

	initStringInfo(&buf);
	for (int i = 0; i < count; i++)
	{
		text	   *t = DatumGetTextPP(values[i]);

		appendStringInfo(&buf, "%s%.*s", buf.len > 0 ? " OR " : "",
						 (int) VARSIZE_ANY_EXHDR(t), VARDATA_ANY(t));
	}
	if (buf.len == 0)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(variant_predicate_finish(&buf));
}
