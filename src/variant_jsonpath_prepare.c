/*-------------------------------------------------------------------------
 *
 * variant_jsonpath_prepare.c
 *	  From a jsonpath datum to the nodes that are executed.
 *
 * Interface: variant_jsp_prepare, variant_jsp_site_path.
 *
 * What does not depend on the document is done here, once for each call site:
 * names and literals are converted to UTF-8 and encoded, subscripts that are
 * integers are read, each node gets the function that executes it.
 *
 * Limits: the tree is as deep as the text of the path was nested, which the
 * server's parser bounds by the stack.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_jsonpath.h"

#include "utils/builtins.h"
#include "utils/memutils.h"
#include "variant_scalar.h"

/* What a node has beside its successor. */
typedef enum NodeShape
{
	SHAPE_UNKNOWN = 0,			/* this file does not know the item type */
	SHAPE_LEAF,
	SHAPE_LITERAL,
	SHAPE_NAME,
	SHAPE_ARG,					/* left */
	SHAPE_ARGS,					/* left and right */
	SHAPE_SUBSCRIPTS,
	SHAPE_LEVELS,
	SHAPE_REGEX,				/* left and a pattern */
	SHAPE_TEMPLATE,				/* a string or nothing */
	SHAPE_PRECISION,			/* a number or nothing */
	SHAPE_PRECISION_SCALE		/* up to two numbers */
} NodeShape;

/* What executing a node itself can raise in lax mode. */
typedef enum NodeRisk
{
	RISK_NONE,
	RISK_SOFT,					/* errors that "silent" suppresses */
	RISK_HARD					/* errors that nothing does */
} NodeRisk;

typedef struct NodeKind
{
	NodeShape	shape;
	JspExec		exec;
	JspTest		test;
	NodeRisk	risk;
} NodeKind;

static const NodeKind node_kinds[] = {
	[jpiNull] = {SHAPE_LITERAL, variant_jsp_literal, NULL, RISK_NONE},
	[jpiString] = {SHAPE_LITERAL, variant_jsp_literal, NULL, RISK_NONE},
	[jpiNumeric] = {SHAPE_LITERAL, variant_jsp_literal, NULL, RISK_NONE},
	[jpiBool] = {SHAPE_LITERAL, variant_jsp_literal, NULL, RISK_NONE},
	[jpiVariable] = {SHAPE_NAME, variant_jsp_variable, NULL, RISK_HARD},

	[jpiRoot] = {SHAPE_LEAF, variant_jsp_root, NULL, RISK_NONE},
	[jpiCurrent] = {SHAPE_LEAF, variant_jsp_current, NULL, RISK_NONE},
	[jpiKey] = {SHAPE_NAME, variant_jsp_key, NULL, RISK_NONE},
	[jpiAnyKey] = {SHAPE_LEAF, variant_jsp_any_key, NULL, RISK_NONE},
	[jpiAnyArray] = {SHAPE_LEAF, variant_jsp_any_array, NULL, RISK_NONE},
	[jpiIndexArray] = {SHAPE_SUBSCRIPTS, variant_jsp_index_array, NULL, RISK_NONE},
	[jpiLast] = {SHAPE_LEAF, variant_jsp_last, NULL, RISK_NONE},
	[jpiAny] = {SHAPE_LEVELS, variant_jsp_any, NULL, RISK_NONE},
	[jpiFilter] = {SHAPE_ARG, variant_jsp_filter, NULL, RISK_NONE},

	[jpiAnd] = {SHAPE_ARGS, variant_jsp_boolean, variant_jsp_and, RISK_NONE},
	[jpiOr] = {SHAPE_ARGS, variant_jsp_boolean, variant_jsp_or, RISK_NONE},
	[jpiNot] = {SHAPE_ARG, variant_jsp_boolean, variant_jsp_not, RISK_NONE},
	[jpiIsUnknown] = {SHAPE_ARG, variant_jsp_boolean, variant_jsp_is_unknown, RISK_NONE},
	[jpiExists] = {SHAPE_ARG, variant_jsp_boolean, variant_jsp_exists_test, RISK_NONE},
	[jpiEqual] = {SHAPE_ARGS, variant_jsp_boolean, variant_jsp_comparison, RISK_NONE},
	[jpiNotEqual] = {SHAPE_ARGS, variant_jsp_boolean, variant_jsp_comparison, RISK_NONE},
	[jpiLess] = {SHAPE_ARGS, variant_jsp_boolean, variant_jsp_comparison, RISK_NONE},
	[jpiGreater] = {SHAPE_ARGS, variant_jsp_boolean, variant_jsp_comparison, RISK_NONE},
	[jpiLessOrEqual] = {SHAPE_ARGS, variant_jsp_boolean, variant_jsp_comparison, RISK_NONE},
	[jpiGreaterOrEqual] = {SHAPE_ARGS, variant_jsp_boolean, variant_jsp_comparison, RISK_NONE},
	[jpiStartsWith] = {SHAPE_ARGS, variant_jsp_boolean, variant_jsp_starts_with, RISK_NONE},
	[jpiLikeRegex] = {SHAPE_REGEX, variant_jsp_boolean, variant_jsp_like_regex, RISK_NONE},

	[jpiAdd] = {SHAPE_ARGS, variant_jsp_arithmetic, NULL, RISK_SOFT},
	[jpiSub] = {SHAPE_ARGS, variant_jsp_arithmetic, NULL, RISK_SOFT},
	[jpiMul] = {SHAPE_ARGS, variant_jsp_arithmetic, NULL, RISK_SOFT},
	[jpiDiv] = {SHAPE_ARGS, variant_jsp_arithmetic, NULL, RISK_SOFT},
	[jpiMod] = {SHAPE_ARGS, variant_jsp_arithmetic, NULL, RISK_SOFT},
	[jpiPlus] = {SHAPE_ARG, variant_jsp_sign, NULL, RISK_SOFT},
	[jpiMinus] = {SHAPE_ARG, variant_jsp_sign, NULL, RISK_SOFT},

	[jpiType] = {SHAPE_LEAF, variant_jsp_type, NULL, RISK_NONE},
	[jpiSize] = {SHAPE_LEAF, variant_jsp_size, NULL, RISK_NONE},
	[jpiKeyValue] = {SHAPE_LEAF, variant_jsp_keyvalue, NULL, RISK_SOFT},
	[jpiAbs] = {SHAPE_LEAF, variant_jsp_rounding, NULL, RISK_SOFT},
	[jpiFloor] = {SHAPE_LEAF, variant_jsp_rounding, NULL, RISK_SOFT},
	[jpiCeiling] = {SHAPE_LEAF, variant_jsp_rounding, NULL, RISK_SOFT},
	[jpiDouble] = {SHAPE_LEAF, variant_jsp_double, NULL, RISK_SOFT},
	[jpiDatetime] = {SHAPE_TEMPLATE, variant_jsp_datetime, NULL, RISK_HARD},

#if VARIANT_JSONPATH_17
	[jpiBigint] = {SHAPE_LEAF, variant_jsp_integer, NULL, RISK_SOFT},
	[jpiInteger] = {SHAPE_LEAF, variant_jsp_integer, NULL, RISK_SOFT},
	[jpiNumber] = {SHAPE_LEAF, variant_jsp_decimal, NULL, RISK_SOFT},
	[jpiDecimal] = {SHAPE_PRECISION_SCALE, variant_jsp_decimal, NULL, RISK_SOFT},
	[jpiBoolean] = {SHAPE_LEAF, variant_jsp_to_boolean, NULL, RISK_SOFT},
	[jpiStringFunc] = {SHAPE_LEAF, variant_jsp_to_string, NULL, RISK_SOFT},
	[jpiDate] = {SHAPE_LEAF, variant_jsp_datetime, NULL, RISK_HARD},
	[jpiTime] = {SHAPE_PRECISION, variant_jsp_datetime, NULL, RISK_HARD},
	[jpiTimeTz] = {SHAPE_PRECISION, variant_jsp_datetime, NULL, RISK_HARD},
	[jpiTimestamp] = {SHAPE_PRECISION, variant_jsp_datetime, NULL, RISK_HARD},
	[jpiTimestampTz] = {SHAPE_PRECISION, variant_jsp_datetime, NULL, RISK_HARD},
#endif
};

static JspNode *prepare_chain(JspPath *path, JsonPathItem *item);

/* ---------------------------------------------------------------------
 * Literals and names
 * ---------------------------------------------------------------------
 */
static void
prepare_name(JspNode *node, JsonPathItem *item)
{
	int32		len;
	char	   *name = jspGetString(item, &len);
	size_t		utf8_len;
	const char *utf8 = variant_utf8_from_server(name, len, &utf8_len);

	node->label = pnstrdup(name, len);
	node->name.data = (const uint8_t *) utf8;
	node->name.len = utf8_len;
}

/* Encoded like a value of a document where it fits there. */
static void
prepare_number(JspNode *node, Numeric numeric)
{
	VntScalar	s;
	VntBuilder *b;
	struct varlena *datum;
	VntMetadata *meta;
	VntValue	v;

	node->is_index = false;
	if (variant_number_from_numeric((struct varlena *) numeric, &s) != VARIANT_FITS)
	{
		variant_jsp_set_numeric(&node->constant, numeric);
		return;
	}
	b = variant_builder_acquire();
	variant_check_build(variant_scalar_build(b, &s));
	datum = (struct varlena *) DatumGetPointer(variant_from_builder(b));
	meta = palloc(sizeof(VntMetadata));
	v.meta = meta;
	v.len = VARSIZE_ANY_EXHDR(datum);
	variant_check_stored(vnt_metadata_open((uint8_t *) VARDATA_ANY(datum), v.len, meta));
	v.data = (uint8_t *) VARDATA_ANY(datum) + meta->len;
	v.len -= meta->len;
	variant_jsp_set_value(&node->constant, &v);
	node->is_index = variant_jsp_truncate(&node->constant, &node->index);
}

static void
prepare_literal(JspNode *node, JsonPathItem *item)
{
	int32		len;
	char	   *string;
	size_t		utf8_len;
	const char *utf8;

	switch (item->type)
	{
		case jpiNull:
			variant_jsp_set_null(&node->constant);
			break;
		case jpiBool:
			variant_jsp_set_bool(&node->constant, jspGetBool(item));
			break;
		case jpiNumeric:
			prepare_number(node, jspGetNumeric(item));
			break;
		default:
			string = jspGetString(item, &len);
			utf8 = variant_utf8_from_server(string, len, &utf8_len);
			variant_jsp_set_string(&node->constant, utf8, utf8_len);
			break;
	}
}

/* ---------------------------------------------------------------------
 * Arguments
 * ---------------------------------------------------------------------
 */
static void
prepare_arg(JspPath *path, JspNode *node, JsonPathItem *item)
{
	JsonPathItem arg;

	jspGetArg(item, &arg);
	node->left = prepare_chain(path, &arg);
}

static void
prepare_args(JspPath *path, JspNode *node, JsonPathItem *item)
{
	JsonPathItem arg;

	jspGetLeftArg(item, &arg);
	node->left = prepare_chain(path, &arg);
	jspGetRightArg(item, &arg);
	node->right = prepare_chain(path, &arg);
	if (node->test == variant_jsp_comparison)
		variant_jsp_compare_prepare(node);
}

/* Subscripts that are computed can fail. */
static bool
subscript_is_safe(const JspNode *node)
{
	return node == NULL || node->is_index ||
		(node->type == jpiLast && node->next == NULL);
}

static void
prepare_subscripts(JspPath *path, JspNode *node, JsonPathItem *item)
{
	node->nsubscripts = item->content.array.nelems;
	node->subscripts = palloc0(node->nsubscripts * sizeof(JspSubscript));
	for (int i = 0; i < node->nsubscripts; i++)
	{
		JspSubscript *subscript = &node->subscripts[i];
		JsonPathItem from;
		JsonPathItem to;
		bool		range = jspGetArraySubscript(item, &from, &to, i);

		subscript->from = prepare_chain(path, &from);
		if (range)
			subscript->to = prepare_chain(path, &to);
		if (!subscript_is_safe(subscript->from) || !subscript_is_safe(subscript->to))
			node->safe = false;
	}
}

static void
prepare_regex(JspPath *path, JspNode *node, JsonPathItem *item)
{
	JsonPathItem arg;

	jspInitByBuffer(&arg, item->base, item->content.like_regex.expr);
	node->left = prepare_chain(path, &arg);
	node->text = cstring_to_text_with_len(item->content.like_regex.pattern,
										  item->content.like_regex.patternlen);
	VARIANT_REGEX_FLAGS(item->content.like_regex.flags, &node->regex_flags);
}

static void
prepare_template(JspNode *node, JsonPathItem *item)
{
	JsonPathItem arg;
	int32		len;
	char	   *string;

	if (item->content.arg == 0)
		return;
	jspGetArg(item, &arg);
	if (arg.type != jpiString)
		elog(ERROR, "invalid jsonpath item type for .datetime() argument");
	string = jspGetString(&arg, &len);
	node->text = cstring_to_text_with_len(string, len);
}

static Numeric
number_argument(JsonPathItem *arg)
{
	if (arg->type != jpiNumeric)
		elog(ERROR, "invalid jsonpath item type for the argument of a method");
	return jspGetNumeric(arg);
}

static void
prepare_precision(JspNode *node, JsonPathItem *item)
{
	JsonPathItem arg;

	if (item->content.arg == 0)
		return;
	jspGetArg(item, &arg);
	node->argument[0] = number_argument(&arg);
}

static void
prepare_precision_scale(JspNode *node, JsonPathItem *item)
{
	JsonPathItem arg;

	if (item->content.args.left != 0)
	{
		jspGetLeftArg(item, &arg);
		node->argument[0] = number_argument(&arg);
	}
	if (item->content.args.right != 0)
	{
		jspGetRightArg(item, &arg);
		node->argument[1] = number_argument(&arg);
	}
}

static void
prepare_shape(JspPath *path, JspNode *node, JsonPathItem *item, NodeShape shape)
{
	switch (shape)
	{
		case SHAPE_UNKNOWN:
		case SHAPE_LEAF:
			break;
		case SHAPE_LITERAL:
			prepare_literal(node, item);
			break;
		case SHAPE_NAME:
			prepare_name(node, item);
			break;
		case SHAPE_ARG:
			prepare_arg(path, node, item);
			break;
		case SHAPE_ARGS:
			prepare_args(path, node, item);
			break;
		case SHAPE_SUBSCRIPTS:
			prepare_subscripts(path, node, item);
			break;
		case SHAPE_LEVELS:
			node->first = item->content.anybounds.first;
			node->last = item->content.anybounds.last;
			break;
		case SHAPE_REGEX:
			prepare_regex(path, node, item);
			break;
		case SHAPE_TEMPLATE:
			prepare_template(node, item);
			break;
		case SHAPE_PRECISION:
			prepare_precision(node, item);
			break;
		case SHAPE_PRECISION_SCALE:
			prepare_precision_scale(node, item);
			break;
	}
}

/* ---------------------------------------------------------------------
 * Nodes
 * ---------------------------------------------------------------------
 */
static const NodeKind *
find_kind(JsonPathItemType type)
{
	if ((int) type < 0 || (size_t) type >= lengthof(node_kinds) ||
		node_kinds[type].shape == SHAPE_UNKNOWN)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("jsonpath item method .%s() is not supported for type variant",
						jspOperationName(type))));
	return &node_kinds[type];
}

/*
 * Soft errors in the arguments of predicates do not matter, as they give
 * unknown; but a variable that is missing is an error wherever it is.
 */
static JspNode *
prepare_node(JspPath *path, JsonPathItem *item)
{
	const NodeKind *kind = find_kind(item->type);
	JspNode    *node = palloc0(sizeof(JspNode));
	int			hazards = path->hazards;

	node->type = item->type;
	node->exec = kind->exec;
	node->test = kind->test;
	node->safe = true;
	prepare_shape(path, node, item, kind->shape);
	if (kind->risk == RISK_HARD)
		path->hazards++;
	/* its ids tell where in the document objects lie */
	if (item->type == jpiKeyValue)
		path->pick.whole = true;
	if (kind->risk != RISK_NONE || path->hazards != hazards)
		node->safe = false;
	node->is_constant = kind->shape == SHAPE_LITERAL && !jspHasNext(item);
	if (!node->is_constant)
		node->is_index = false;
	return node;
}

/* A node is safe only if all behind it are. */
static void
mark_safe(JspNode *first)
{
	JspNode    *unsafe = NULL;

	for (JspNode *node = first; node; node = node->next)
	{
		if (!node->safe)
			unsafe = node;
	}
	if (unsafe == NULL)
		return;
	for (JspNode *node = first; node != unsafe; node = node->next)
		node->safe = false;
}

/* $.a.b and @.a.b, the most frequent paths of all, have a shorter way. */
static void
mark_names(JspNode *first)
{
	if (first->type != jpiRoot && first->type != jpiCurrent)
		return;
	for (JspNode *node = first->next; node; node = node->next)
	{
		if (node->type != jpiKey)
			return;
	}
	first->names = first->next;
	first->only_names = true;
}

static VariantPick *
pick_member(VariantPick *pick, VntSlice name)
{
	VariantPick *member;

	for (member = pick->members; member; member = member->next)
	{
		if (member->name.len == name.len &&
			memcmp(member->name.data, name.data, name.len) == 0)
			return member;
	}
	member = palloc0(sizeof(VariantPick));
	member->name = name;
	member->next = pick->members;
	pick->members = member;
	return member;
}

/* $ takes what the names behind it lead to. */
static void
pick_names(JspPath *path, JspNode *first)
{
	VariantPick *pick = &path->pick;

	if (first->type != jpiRoot)
		return;
	for (JspNode *node = first->next; node && node->type == jpiKey; node = node->next)
		pick = pick_member(pick, node->name);
	pick->whole = true;
}

static JspNode *
prepare_chain(JspPath *path, JsonPathItem *item)
{
	JspNode    *first;
	JspNode    *node;
	JsonPathItem current = *item;
	JsonPathItem next;

	check_stack_depth();
	first = node = prepare_node(path, &current);
	while (jspGetNext(&current, &next))
	{
		node->next = prepare_node(path, &next);
		node = node->next;
		current = next;
	}
	mark_safe(first);
	mark_names(first);
	pick_names(path, first);
	return first;
}

JspPath *
variant_jsp_prepare(JsonPath *jsonpath)
{
	JspPath    *path = palloc0(sizeof(JspPath));
	JsonPathItem item;

	jspInit(&item, jsonpath);
	path->lax = (jsonpath->header & JSONPATH_LAX) != 0;
	path->root = prepare_chain(path, &item);
	return path;
}

/* ---------------------------------------------------------------------
 * Call sites
 * ---------------------------------------------------------------------
 */
static void
prepare_site(JspSite *site, JsonPath *jsonpath)
{
	Size		size = VARSIZE(jsonpath);
	MemoryContext old;
	JsonPath   *source;

	site->source = NULL;
	if (site->context)
		MemoryContextReset(site->context);
	else
		site->context = AllocSetContextCreate(site->parent, "variant jsonpath",
											  ALLOCSET_SMALL_SIZES);
	old = MemoryContextSwitchTo(site->context);
	source = palloc(size);
	memcpy(source, jsonpath, size);
	site->path = variant_jsp_prepare(source);
	MemoryContextSwitchTo(old);
	site->source = source;
}

JspPath *
variant_jsp_site_path(JspSite *site, JsonPath *jsonpath)
{
	Size		size = VARSIZE(jsonpath);

	/* a pointer may come again with other bytes behind it: compare those */
	if (site->source == NULL || VARSIZE(site->source) != size ||
		memcmp(site->source, jsonpath, size) != 0)
		prepare_site(site, jsonpath);
	return site->path;
}
