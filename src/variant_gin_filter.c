/*-------------------------------------------------------------------------
 *
 * variant_gin_filter.c
 *	  The options of the GIN operator class: which paths are indexed.
 *
 * A path is indexed if it is one of "paths", or below one, and is not one of
 * "exclude_paths", nor below one.  Without "paths" all are.  Both are lists of
 * $-paths, separated by commas, of names only: keys know no positions in
 * arrays.  A name with a comma or a blank has to be quoted.
 *
 * The lists are turned into one tree of names, kept with the call site.
 *
 * Interface: variant_gin_options (SQL), variant_filter_*.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_gin.h"

#include "access/reloptions.h"
#include "variant_path.h"

VARIANT_FUNCTION(variant_gin_options);

/* ---------------------------------------------------------------------
 * The tree
 * ---------------------------------------------------------------------
 */
static const VariantFilter *
find_child(const VariantFilter *node, VntSlice name)
{
	for (int i = 0; i < node->count; i++)
	{
		const VariantFilter *child = &node->children[i];

		if (child->name.len == name.len &&
			memcmp(child->name.data, name.data, name.len) == 0)
			return child;
	}
	return NULL;
}

static VariantFilter *
make_child(VariantFilter *node, VntSlice name)
{
	VariantFilter *child = unconstify(VariantFilter *, find_child(node, name));

	if (child != NULL)
		return child;
	if (node->count == 0)
		node->children = palloc(sizeof(VariantFilter));
	else
		node->children = repalloc(node->children,
								  (node->count + 1) * sizeof(VariantFilter));
	child = &node->children[node->count++];
	memset(child, 0, sizeof(*child));
	child->name = name;
	return child;
}

static void
add_path(VariantFilter *root, const VPath *path, bool exclude)
{
	VariantFilter *node = root;

	for (size_t i = 0; i < path->count; i++)
		node = make_child(node, path->steps[i].name);
	if (exclude)
		node->exclude = true;
	else
		node->include = true;
}

/* ---------------------------------------------------------------------
 * Lists of paths
 * ---------------------------------------------------------------------
 */
static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The length of the first path of a list: up to a comma outside of quotes. */
static size_t
path_length(const char *list)
{
	size_t		i = 0;
	char		quote = '\0';

	for (; list[i] != '\0'; i++)
	{
		if (quote != '\0')
		{
			/* a doubled quote ends and starts it again */
			if (list[i] == quote)
				quote = '\0';
		}
		else if (list[i] == ',')
			break;
		else if ((list[i] == '"' || list[i] == '\'') && i > 0 &&
				 (list[i - 1] == '[' || list[i - 1] == list[i]))
			quote = list[i];
	}
	return i;
}

pg_noreturn static void
refuse_path(const char *path, size_t len, const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid path \"%.*s\" of an index", (int) len, path),
			 errdetail_internal("%s", detail),
			 errhint("Write a list like $.price, $.user['first name'].")));
}

static void
parse_path(const char *text, size_t len, VPath *path)
{
	size_t		utf8_len;
	const char *utf8 = variant_utf8_from_server(text, len, &utf8_len);
	uint8_t    *names = palloc(utf8_len + 1);
	size_t		offset;
	VPathStatus status;

	path->steps = variant_path_room(utf8_len);
	status = vpath_parse(utf8, utf8_len, path->steps, names, path, &offset);
	if (status != VPATH_OK)
		refuse_path(text, len, psprintf("At position %zu: %s.",
										offset + 1, vpath_status_message(status)));
	for (size_t i = 0; i < path->count; i++)
	{
		if (path->steps[i].kind != VPATH_NAME)
			refuse_path(text, len, "Positions in arrays are not indexed.");
	}
}

/* root may be NULL: then only look for errors. */
static void
parse_list(const char *list, VariantFilter *root, bool exclude)
{
	for (;;)
	{
		size_t		len;
		size_t		trimmed;
		VPath		path;

		while (is_blank(*list))
			list++;
		len = path_length(list);
		for (trimmed = len; trimmed > 0 && is_blank(list[trimmed - 1]);)
			trimmed--;
		parse_path(list, trimmed, &path);
		if (root != NULL)
			add_path(root, &path, exclude);
		if (list[len] == '\0')
			break;
		list += len + 1;
	}
}

void
variant_filter_validate(const char *paths)
{
	if (paths != NULL)
		parse_list(paths, NULL, false);
}

/* ---------------------------------------------------------------------
 * Options of a call site
 * ---------------------------------------------------------------------
 */
typedef struct FilterSite
{
	const VariantFilter *root;	/* NULL: everything is indexed */
} FilterSite;

const VariantFilter *
variant_filter_of_options(const VariantGinOptions *options)
{
	VariantFilter *root;
	const char *base = (const char *) options;

	if (options->paths == 0 && options->exclude_paths == 0)
		return NULL;
	root = palloc0(sizeof(VariantFilter));
	root->include = options->paths == 0;
	if (options->paths != 0)
		parse_list(base + options->paths, root, false);
	if (options->exclude_paths != 0)
		parse_list(base + options->exclude_paths, root, true);
	return root;
}

const VariantFilter *
variant_filter_of_call(FunctionCallInfo fcinfo)
{
	FilterSite *site = fcinfo->flinfo->fn_extra;
	MemoryContext old;

	if (!PG_HAS_OPCLASS_OPTIONS())
		return NULL;
	if (site == NULL)
	{
		old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
		site = palloc0(sizeof(FilterSite));
		site->root = variant_filter_of_options((const VariantGinOptions *) PG_GET_OPCLASS_OPTIONS());
		MemoryContextSwitchTo(old);
		fcinfo->flinfo->fn_extra = site;
	}
	return site->root;
}

VariantFilterState
variant_filter_enter(const VariantFilter *node, bool included)
{
	VariantFilterState state;

	state.node = node;
	state.included = included || node->include;
	state.excluded = node->exclude;
	return state;
}

VariantFilterState
variant_filter_start(const VariantFilter *root)
{
	VariantFilterState everything = {NULL, true, false};

	return root == NULL ? everything : variant_filter_enter(root, false);
}

VariantFilterState
variant_filter_step(VariantFilterState state, VntSlice name)
{
	const VariantFilter *child;

	if (state.node == NULL || state.excluded)
		return state;
	child = find_child(state.node, name);
	if (child != NULL)
		return variant_filter_enter(child, state.included);
	state.node = NULL;
	return state;
}

Datum
variant_gin_options(PG_FUNCTION_ARGS)
{
	local_relopts *relopts = (local_relopts *) PG_GETARG_POINTER(0);

	init_local_reloptions(relopts, sizeof(VariantGinOptions));
	add_local_string_reloption(relopts, "paths",
							   "only these paths and what is below them are indexed",
							   NULL, variant_filter_validate, NULL,
							   offsetof(VariantGinOptions, paths));
	add_local_string_reloption(relopts, "exclude_paths",
							   "these paths and what is below them are not indexed",
							   NULL, variant_filter_validate, NULL,
							   offsetof(VariantGinOptions, exclude_paths));
	PG_RETURN_VOID();
}
