/*-------------------------------------------------------------------------
 *
 * variant_shred.c
 *	  Shredding as SQL sees it: the cells of a value shown as a document.
 *
 * Interface: variant_shred, variant_unshred; the transition and final
 * functions of variant_infer_shredding.
 *
 * A group is shown as an object with the members "value" and "typed_value".
 * A member that is not there is the format's null; so a missing field is {},
 * one that is null is {"value": null}.  The typed_value of an object has a
 * group for every field of the schema, that of an array one for each element.
 * "value" is shown as the value that it encodes, not as bytes: the ids of the
 * document stand in for those of the metadata.
 *
 * The rules are those of src/shred; here are only the documents.  Each call
 * site remembers its schema.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_shredded.h"

#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

VARIANT_FUNCTION(variant_shred);
VARIANT_FUNCTION(variant_unshred);
VARIANT_FUNCTION(variant_infer_shredding_transfn);
VARIANT_FUNCTION(variant_infer_shredding_options_transfn);
VARIANT_FUNCTION(variant_infer_shredding_finalfn);

#define TYPE_HINT	"Types are boolean, tinyint, smallint, integer, bigint, real, " \
	"double precision, numeric(p,s), text, bytea, uuid, date, time, timestamp, " \
	"timestamptz, timestamp(9), timestamptz(9), and variant for a part that has no type."

static const uint8_t value_name[] = "value";
static const uint8_t typed_name[] = "typed_value";

#define NAME_LEN(name)	(sizeof(name) - 1)

/* ---------------------------------------------------------------------
 * Errors
 * ---------------------------------------------------------------------
 */
static void
error_init(VShredError *err)
{
	memset(err, 0, sizeof(*err));
	vnt_buffer_init(&err->path, &variant_host);
}

/* UTF-8 of a path or a type name in the database encoding. */
static char *
error_text(const void *data, size_t len)
{
	VntBuffer	copy;

	vnt_buffer_init(&copy, &variant_host);
	variant_check_build(vnt_buffer_append(&copy, data, len));
	return text_to_cstring(variant_buffer_to_text(&copy));
}

static void
report_schema(const VShredError *err)
{
	char	   *path;

	if (err->status == VSHRED_CODEC)
		variant_report(err->codec, NULL, VARIANT_ORIGIN_STORED, NULL);
	path = error_text(err->path.data, err->path.len);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 err->text.data == NULL ? errmsg("invalid shredding schema") :
			 errmsg("invalid type \"%s\" in shredding schema",
					error_text(err->text.data, err->text.len)),
			 errdetail("At %s: %s.", path, vshred_status_message(err->status)),
			 err->status == VSHRED_SCHEMA_TYPE ? errhint(TYPE_HINT) : 0));
}

static void
report_merge(const VShredError *err)
{
	if (err->status == VSHRED_CODEC)
		variant_report(err->codec, NULL, VARIANT_ORIGIN_STORED, NULL);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("shredded value contradicts its schema"),
			 errdetail("At %s: %s.", error_text(err->path.data, err->path.len),
					   vshred_status_message(err->status))));
}

/* ---------------------------------------------------------------------
 * Call sites
 * ---------------------------------------------------------------------
 */
typedef struct ShredSite
{
	MemoryContext context;		/* of all below */
	struct varlena *source;		/* the schema document; NULL: none yet */
	VShredSchema *schema;
	VShredSplitter *splitter;
} ShredSite;

VShredSchema *
variant_shred_schema(Datum document)
{
	VariantView view;
	VShredError err;
	VShredSchema *schema;

	error_init(&err);
	variant_view_open(&view, document);
	if (vshred_schema_parse(&view.root, &variant_host, &schema, &err) != VSHRED_OK)
		report_schema(&err);
	return schema;
}

static void
parse_schema(ShredSite *site, struct varlena *document)
{
	MemoryContext caller;
	struct varlena *source;

	site->source = NULL;
	MemoryContextReset(site->context);
	caller = MemoryContextSwitchTo(site->context);
	site->schema = variant_shred_schema(PointerGetDatum(document));
	site->splitter = vshred_splitter_new(site->schema, &variant_host);
	source = palloc(VARSIZE_ANY(document));
	memcpy(source, document, VARSIZE_ANY(document));
	site->source = source;
	MemoryContextSwitchTo(caller);
}

/* The schema argument of this call. */
static ShredSite *
shred_site(FunctionCallInfo fcinfo, int argument)
{
	ShredSite  *site = fcinfo->flinfo->fn_extra;
	struct varlena *document = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(argument));

	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(ShredSite));
		site->context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt,
											  "variant shredding schema",
											  ALLOCSET_SMALL_SIZES);
		fcinfo->flinfo->fn_extra = site;
	}
	if (site->source == NULL ||
		VARSIZE_ANY(site->source) != VARSIZE_ANY(document) ||
		memcmp(site->source, document, VARSIZE_ANY(document)) != 0)
		parse_schema(site, document);
	PG_FREE_IF_COPY(document, argument);
	return site;
}

/* ---------------------------------------------------------------------
 * Shredding
 * ---------------------------------------------------------------------
 */
typedef struct ShredOutput
{
	VntBuilder *b;
	const VntMetadata *meta;
} ShredOutput;

/* Leave the calling function when a call did not succeed. */
#define SHRED_TRY(call) \
	do { \
		VntStatus	shred_try_ = (call); \
\
		if (shred_try_ != VNT_OK) \
			return shred_try_; \
	} while (0)

static VntStatus
put_value(const ShredOutput *out, VntSlice value)
{
	VntValue	v = {out->meta, value.data, value.len};

	SHRED_TRY(vnt_build_key(out->b, value_name, NAME_LEN(value_name)));
	return vnt_build_value(out->b, &v);
}

/* Members come in name order: typed_value, with all below it, is the first. */
static VntStatus
put_cell(void *ctx, const VShredNode *node, const VShredCell *cell)
{
	ShredOutput *out = ctx;
	VntBuilder *b = out->b;

	if (node->name.data != NULL)
		SHRED_TRY(vnt_build_key(b, node->name.data, node->name.len));
	SHRED_TRY(vnt_build_object_begin(b));
	if (cell->value.data != NULL)
		SHRED_TRY(put_value(out, cell->value));
	if (cell->kind == VSHRED_UNTYPED)
		return vnt_build_object_end(b);
	SHRED_TRY(vnt_build_key(b, typed_name, NAME_LEN(typed_name)));
	if (cell->kind == VSHRED_OBJECT)
		return vnt_build_object_begin(b);
	if (cell->kind == VSHRED_ARRAY)
		return vnt_build_array_begin(b);
	SHRED_TRY(vshred_build_scalar(b, &cell->scalar));
	return vnt_build_object_end(b);
}

static VntStatus
put_end(void *ctx, const VShredNode *node)
{
	ShredOutput *out = ctx;

	SHRED_TRY(node->kind == VSHRED_OBJECT ? vnt_build_object_end(out->b) :
			  vnt_build_array_end(out->b));
	return vnt_build_object_end(out->b);
}

Datum
variant_shred(PG_FUNCTION_ARGS)
{
	ShredSite  *site = shred_site(fcinfo, 1);
	VariantView view;
	ShredOutput out;
	VShredSink	sink = {put_cell, put_end, &out};
	MemoryContext caller;
	VntStatus	status;
	Datum		result;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	out.b = variant_builder_acquire();
	out.meta = &view.metadata;
	/* the splitter keeps its memory */
	caller = MemoryContextSwitchTo(site->context);
	status = vshred_split(site->splitter, &view.root, &sink);
	MemoryContextSwitchTo(caller);
	variant_check_stored(status);
	result = variant_from_builder(out.b);
	variant_view_close(&view);
	return result;
}

/* ---------------------------------------------------------------------
 * Putting together again
 * ---------------------------------------------------------------------
 */
typedef struct ShredInput
{
	const VntValue *root;
} ShredInput;

/* The i-th child of a typed_value, which starts at cell->place. */
static VntStatus
child_group(const ShredInput *in, const VShredCell *parent, uint32_t i,
			VntValue *group)
{
	VntValue	typed;
	VntContainer c;

	typed.meta = in->root->meta;
	typed.data = parent->place;
	typed.len = in->root->len - (size_t) (typed.data - in->root->data);
	SHRED_TRY(vnt_container_open(&typed, &c));
	return i < c.count ? vnt_container_child(&c, i, group) : VNT_NOT_FOUND;
}

/* All fields of the schema are there, and no other.  Both are in name order. */
static VShredStatus
check_fields(const VShredNode *node, const VntValue *typed,
			 const VShredStep *step, VShredError *err)
{
	VntContainer c;
	uint32_t	i = 0;
	VntStatus	status = vnt_container_open(typed, &c);

	for (uint32_t field = 0; status == VNT_OK && (i < c.count || field < node->count);)
	{
		VShredStep	down = {step, VSHRED_NO_NAME, 0};
		VntSlice	name = VSHRED_NO_NAME;
		int			order = i < c.count ? 0 : 1;

		if (order == 0)
			status = vnt_object_name(&c, i, &name);
		if (status != VNT_OK)
			break;
		if (order == 0)
			order = field < node->count ?
				vshred_name_cmp(name, node->children[field].name) : -1;
		down.name = order < 0 ? name : node->children[field].name;
		if (order != 0)
			return vshred_fail(err, order < 0 ? VSHRED_FIELD :
							   VSHRED_FIELD_MISSING, &down);
		i++;
		field++;
	}
	return status == VNT_OK ? VSHRED_OK : vshred_fail_codec(err, status, step);
}

static VShredStatus
get_typed(const VShredNode *node, const VntValue *typed, const VShredStep *step,
		  VShredCell *cell, VShredError *err)
{
	VntType		type = vnt_value_type(typed);
	VntContainer c;
	VntStatus	status;
	bool		fits = false;

	cell->kind = node->kind;
	cell->place = typed->data;
	switch ((VShredKind) node->kind)
	{
		case VSHRED_UNTYPED:
			return vshred_fail(err, VSHRED_TYPED_UNKNOWN, step);
		case VSHRED_SCALAR:
			status = vshred_match(node, typed, &cell->scalar, &fits);
			if (status != VNT_OK)
				return vshred_fail_codec(err, status, step);
			break;
		case VSHRED_ARRAY:
			if (type != VNT_ARRAY)
				break;
			status = vnt_container_open(typed, &c);
			if (status != VNT_OK)
				return vshred_fail_codec(err, status, step);
			cell->count = c.count;
			fits = true;
			break;
		case VSHRED_OBJECT:
			if (type == VNT_OBJECT)
				return check_fields(node, typed, step, err);
			break;
	}
	return fits ? VSHRED_OK : vshred_fail(err, VSHRED_TYPED_TYPE, step);
}

static bool
is_member(VntSlice name, const uint8_t *wanted, size_t len)
{
	return name.len == len && memcmp(name.data, wanted, len) == 0;
}

static VShredStatus
get_group(const VShredNode *node, const VntValue *group, const VShredStep *step,
		  VShredCell *cell, VShredError *err)
{
	VntContainer c;
	VntStatus	status;

	if (vnt_value_type(group) != VNT_OBJECT)
		return vshred_fail(err, VSHRED_GROUP, step);
	status = vnt_container_open(group, &c);
	for (uint32_t i = 0; status == VNT_OK && i < c.count; i++)
	{
		VntSlice	name;
		VntValue	member;

		status = vnt_object_name(&c, i, &name);
		if (status == VNT_OK)
			status = vnt_container_child(&c, i, &member);
		if (status != VNT_OK)
			break;
		if (is_member(name, typed_name, NAME_LEN(typed_name)))
		{
			VShredStatus result = get_typed(node, &member, step, cell, err);

			if (result != VSHRED_OK)
				return result;
		}
		else if (is_member(name, value_name, NAME_LEN(value_name)))
		{
			cell->value.data = member.data;
			status = vnt_value_size(&member, &cell->value.len);
		}
		else
			return vshred_fail(err, VSHRED_GROUP_MEMBER, step);
	}
	return status == VNT_OK ? VSHRED_OK : vshred_fail_codec(err, status, step);
}

static VShredStatus
get_cell(void *ctx, const VShredNode *node, const VShredCell *parent,
		 uint32_t index, const VShredStep *step, VShredCell *cell,
		 VShredError *err)
{
	ShredInput *in = ctx;
	VntValue	group = *in->root;

	if (parent != NULL)
	{
		VntStatus	status = child_group(in, parent, index, &group);

		if (status != VNT_OK)
			return vshred_fail_codec(err, status, step);
	}
	return get_group(node, &group, step, cell, err);
}

/* A value is required here: a missing one is a variant null. */
Datum
variant_unshred(PG_FUNCTION_ARGS)
{
	ShredSite  *site = shred_site(fcinfo, 1);
	VariantView view;
	ShredInput	in = {&view.root};
	VShredSource source = {get_cell, &in, true};
	VShredError err;
	VntBuilder *b;
	bool		missing;
	Datum		result;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	b = variant_builder_acquire();
	error_init(&err);
	if (vshred_merge(site->schema, &view.metadata, &source, &variant_host, b,
					 &missing, &err) != VSHRED_OK)
		report_merge(&err);
	if (missing)
		variant_check_build(vnt_build_null(b));
	result = variant_from_builder(b);
	variant_view_close(&view);
	return result;
}

/* ---------------------------------------------------------------------
 * Inferring a schema
 * ---------------------------------------------------------------------
 */
typedef struct InferState
{
	MemoryContext context;
	VShredInfer *infer;
	VShredInferOptions options;
} InferState;

/* A number in an option, from least to most. */
static double
option_number(const char *name, const VntValue *v, double least, double most)
{
	bool		isnull;
	double		number = DatumGetFloat8(variant_cast_value(v, FLOAT8OID, -1, &isnull, NULL));

	if (isnull || !(number >= least && number <= most))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be from %g to %g", name, least, most)));
	return number;
}

static void
set_option(VShredInferOptions *options, VntSlice name, const VntValue *v)
{
	if (is_member(name, (const uint8_t *) "threshold", 9))
		options->threshold = option_number("threshold", v, 0, 1);
	else if (is_member(name, (const uint8_t *) "majority", 8))
		options->majority = option_number("majority", v, 0, 1);
	else if (is_member(name, (const uint8_t *) "max_fields", 10))
		options->max_fields = (uint32_t) option_number("max_fields", v, 0, 100000);
	else if (is_member(name, (const uint8_t *) "max_depth", 9))
		options->max_depth = (uint32_t) option_number("max_depth", v, 0, VNT_MAX_DEPTH);
	else
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unknown option \"%s\"", error_text(name.data, name.len)),
				 errhint("Options are threshold, majority, max_fields and max_depth.")));
}

static void
read_options(VShredInferOptions *options, Datum document)
{
	VariantView view;
	VntContainer c;

	variant_view_open(&view, document);
	if (vnt_value_type(&view.root) != VNT_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options must be an object")));
	variant_check_stored(vnt_container_open(&view.root, &c));
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntSlice	name;
		VntValue	child;

		variant_check_stored(vnt_object_name(&c, i, &name));
		variant_check_stored(vnt_container_child(&c, i, &child));
		set_option(options, name, &child);
	}
	variant_view_close(&view);
}

/* A state is made for the first row; all rows have its options. */
static InferState *
infer_state(FunctionCallInfo fcinfo, bool has_options)
{
	MemoryContext context;
	MemoryContext caller;
	InferState *state;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "aggregate function called in non-aggregate context");
	if (!PG_ARGISNULL(0))
		return (InferState *) PG_GETARG_POINTER(0);
	state = MemoryContextAllocZero(context, sizeof(InferState));
	state->context = context;
	state->options = vshred_infer_defaults;
	if (has_options && !PG_ARGISNULL(2))
		read_options(&state->options, PG_GETARG_DATUM(2));
	caller = MemoryContextSwitchTo(context);
	state->infer = vshred_infer_new(&variant_host, state->options.max_depth);
	MemoryContextSwitchTo(caller);
	return state;
}

static Datum
infer_transition(FunctionCallInfo fcinfo, bool has_options)
{
	InferState *state = infer_state(fcinfo, has_options);
	MemoryContext caller;
	VariantView view;
	VntStatus	status;

	if (PG_ARGISNULL(1))
		PG_RETURN_POINTER(state);
	variant_view_open(&view, PG_GETARG_DATUM(1));
	caller = MemoryContextSwitchTo(state->context);
	status = vshred_infer_add(state->infer, &view.root);
	MemoryContextSwitchTo(caller);
	variant_check_stored(status);
	variant_view_close(&view);
	PG_RETURN_POINTER(state);
}

Datum
variant_infer_shredding_transfn(PG_FUNCTION_ARGS)
{
	return infer_transition(fcinfo, false);
}

Datum
variant_infer_shredding_options_transfn(PG_FUNCTION_ARGS)
{
	return infer_transition(fcinfo, true);
}

Datum
variant_infer_shredding_finalfn(PG_FUNCTION_ARGS)
{
	InferState *state;
	MemoryContext caller;
	VntBuilder *b;
	VntStatus	status;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (InferState *) PG_GETARG_POINTER(0);
	b = variant_builder_acquire();
	/* type names are kept with the state */
	caller = MemoryContextSwitchTo(state->context);
	status = vshred_infer_build(state->infer, &state->options, b);
	MemoryContextSwitchTo(caller);
	variant_check_build(status);
	return variant_from_builder(b);
}
