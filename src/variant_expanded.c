/*-------------------------------------------------------------------------
 *
 * variant_expanded.c
 *	  Assigning to subscripts of a PL/pgSQL variable without copying the
 *	  whole value each time.
 *
 * Interface: variant_expanded.h.
 *
 * The result of such an assignment is an expanded object: a tree
 * (variant_tree.c) in a memory context of its own.  PL/pgSQL keeps a
 * read-write pointer to it in the variable, under its own memory context, and
 * the next assignment changes the tree in place.  Whoever else reads the
 * variable gets its bytes, which are kept until the next change.
 *
 * PL/pgSQL passes the variable read-only even for an assignment to the
 * variable itself (up to 17 only arrays are excepted).  Changing the object is
 * right all the same when a variable of the function that is running owns it:
 * the only place that it can be read from is that variable, which is the one
 * that is assigned to, because all other variables, rows, cursors and
 * function results get copies of what is read-only.  A variable that was
 * given as an argument may share an object, but with a variable of the caller,
 * not of this function.  What tells them apart is the owner: a variable's
 * object is below the memory context in which PL/pgSQL makes both the values
 * of a call's variables and its list of parameters.
 *
 * A change first does all that can fail.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_expanded.h"

#include "utils/memutils.h"

#include "variant_tree.h"

struct VariantExpanded
{
	ExpandedObjectHeader hdr;
	VariantNode root;
	struct varlena *flat;		/* its bytes, or NULL after a change */
};

static Size expanded_flat_size(ExpandedObjectHeader *header);
static void expanded_flatten(ExpandedObjectHeader *header, void *result,
							 Size allocated_size);

static const ExpandedObjectMethods expanded_methods = {
	expanded_flat_size,
	expanded_flatten
};

/* ---------------------------------------------------------------------
 * Bytes
 * ---------------------------------------------------------------------
 */
struct varlena *
variant_expanded_flat(VariantExpanded *e)
{
	VntMetadata metadata;
	VntValue	v;
	MemoryContext scratch;
	MemoryContext caller;
	struct varlena *flat;

	if (e->flat != NULL)
		return e->flat;
	scratch = AllocSetContextCreate(CurrentMemoryContext, "variant flatten",
									ALLOCSET_DEFAULT_SIZES);
	caller = MemoryContextSwitchTo(scratch);
	if (e->root.kind == VARIANT_NODE_ENCODED)
	{
		/* another dictionary may be larger than what it uses */
		VntBuilder *b = variant_builder_private();

		variant_check_stored(vnt_build_value(b, &e->root.u.encoded));
		flat = (struct varlena *) DatumGetPointer(variant_from_builder(b));
	}
	else
	{
		v = variant_node_value(&e->root, &metadata);
		flat = palloc(VARHDRSZ + metadata.len + v.len);
		SET_VARSIZE(flat, VARHDRSZ + metadata.len + v.len);
		memcpy(VARDATA(flat), metadata.data, metadata.len + v.len);
	}
	MemoryContextSwitchTo(caller);
	e->flat = MemoryContextAlloc(e->hdr.eoh_context, VARSIZE(flat));
	memcpy(e->flat, flat, VARSIZE(flat));
	MemoryContextDelete(scratch);
	return e->flat;
}

static Size
expanded_flat_size(ExpandedObjectHeader *header)
{
	return VARSIZE(variant_expanded_flat((VariantExpanded *) header));
}

static void
expanded_flatten(ExpandedObjectHeader *header, void *result, Size allocated_size)
{
	struct varlena *flat = variant_expanded_flat((VariantExpanded *) header);

	Assert(allocated_size == VARSIZE(flat));
	memcpy(result, flat, VARSIZE(flat));
	(void) variant_datum_finish(result);
}

/* ---------------------------------------------------------------------
 * Objects
 * ---------------------------------------------------------------------
 */
VariantExpanded *
variant_expanded_get(Datum datum)
{
	ExpandedObjectHeader *header;

	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(datum)))
		return NULL;
	header = DatumGetEOHP(datum);
	return header->eoh_methods == &expanded_methods ? (VariantExpanded *) header : NULL;
}

/* A container without children. */
static VntValue
empty_value(bool object)
{
	static const uint8_t bytes[2][3] = {{0x03, 0, 0}, {0x02, 0, 0}};
	VntValue	v = {variant_null_value.meta, bytes[object], 3};

	return v;
}

static VariantExpanded *
new_expanded(const VntValue *v)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "variant expanded",
												  ALLOCSET_START_SMALL_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(context);
	VariantExpanded *e = palloc0(sizeof(VariantExpanded));

	EOH_init_header(&e->hdr, &expanded_methods, context);
	variant_node_copy(&e->root, v);
	MemoryContextSwitchTo(caller);
	return e;
}

VariantExpanded *
variant_expanded_for(Datum datum, bool isnull, const VPath *path,
					 ParamListInfo params)
{
	VariantExpanded *e = isnull ? NULL : variant_expanded_get(datum);
	VariantView view;
	VntValue	empty;

	if (e != NULL && (VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(datum)) ||
					  MemoryContextGetParent(e->hdr.eoh_context) == GetMemoryChunkContext(params)))
		return e;
	if (isnull)
	{
		empty = empty_value(path->steps[0].name.data != NULL);
		return new_expanded(&empty);
	}
	variant_view_open(&view, datum);
	e = new_expanded(&view.root);
	variant_view_close(&view);
	return e;
}

/* ---------------------------------------------------------------------
 * Assignment
 * ---------------------------------------------------------------------
 */
#define ASSIGN_FLAGS	(VARIANT_SET_CREATE | VARIANT_SET_FILL_GAPS | VARIANT_SET_CONSISTENT)

static VntSlice
step_name(const VPath *path, size_t level, uint8_t buffer[VPATH_INDEX_TEXT])
{
	return vpath_step_name(&path->steps[level], buffer);
}

/* The child that a step leads to, or NULL. */
static VariantNode *
find_child(VariantNode *node, const VPath *path, size_t level)
{
	uint8_t		buffer[VPATH_INDEX_TEXT];
	int64		position;

	if (node->kind == VARIANT_NODE_OBJECT)
		return variant_node_find(node, step_name(path, level, buffer));
	position = variant_set_position(path, level, node->count, ASSIGN_FLAGS);
	return position < node->count ? &node->u.elements[position] : NULL;
}

/* Add the child that a step leads to, and the nulls before it. */
static VariantNode *
add_child(VariantNode *node, const VPath *path, size_t level)
{
	uint8_t		buffer[VPATH_INDEX_TEXT];
	int64		position;

	if (node->kind == VARIANT_NODE_OBJECT)
		return variant_node_add(node, step_name(path, level, buffer),
								CurrentMemoryContext);
	position = variant_set_position(path, level, node->count, ASSIGN_FLAGS);
	for (;;)
	{
		VariantNode *child = variant_node_insert(node, node->count, CurrentMemoryContext);

		if (node->count > position)
			return child;
	}
}

/* The value that is new in the container at level, in memory of its own. */
static void
new_child(VariantNode *result, const VPath *path, size_t level,
		  const VntValue *newval)
{
	Datum		chain;
	VariantView view;

	if (level + 1 == path->count)
	{
		variant_node_copy(result, newval);
		return;
	}
	chain = variant_set_chain(path, level, newval);
	variant_view_open(&view, chain);
	variant_node_copy(result, &view.root);
	variant_view_close(&view);
	pfree(DatumGetPointer(chain));
}

/* The node that holds, or will hold, the value; *level is its depth. */
static VariantNode *
find_parent(VariantExpanded *e, const VPath *path, size_t *level)
{
	VariantNode *node = &e->root;

	for (*level = 0;; (*level)++)
	{
		VariantNode *child;

		if (!variant_node_open(node, e->hdr.eoh_context))
			variant_set_refuse_scalar();
		child = find_child(node, path, *level);
		if (child == NULL || *level + 1 == path->count)
			return node;
		node = child;
	}
}

Datum
variant_expanded_assign(VariantExpanded *e, const VPath *path,
						const VntValue *newval)
{
	MemoryContext caller = MemoryContextSwitchTo(e->hdr.eoh_context);
	size_t		level;
	VariantNode *parent = find_parent(e, path, &level);
	VariantNode *child = find_child(parent, path, level);
	VariantNode fresh;

	if (child == NULL && parent->kind == VARIANT_NODE_ARRAY)
		variant_set_check_gap(variant_set_position(path, level, parent->count, ASSIGN_FLAGS) -
							  parent->count);
	/* before anything is freed: it may be of the same object */
	new_child(&fresh, path, level, newval);
	if (child == NULL)
		child = add_child(parent, path, level);
	else
		variant_node_free(child);
	*child = fresh;
	if (e->flat != NULL)
		pfree(e->flat);
	e->flat = NULL;
	MemoryContextSwitchTo(caller);
	return EOHPGetRWDatum(&e->hdr);
}

/* ---------------------------------------------------------------------
 * Reading
 * ---------------------------------------------------------------------
 */
static VariantNode *
read_step(VariantNode *node, const VPathStep *step)
{
	uint8_t		buffer[VPATH_INDEX_TEXT];
	int64		position;

	if (step->kind == VPATH_NULL)
		return NULL;
	if (node->kind == VARIANT_NODE_OBJECT)
		return step->kind == VPATH_INDEX ? NULL :
			variant_node_find(node, vpath_step_name(step, buffer));
	if (step->kind == VPATH_NAME || !step->has_index)
		return NULL;
	position = vpath_array_position(step->index, node->count);
	return position < 0 ? NULL : &node->u.elements[position];
}

bool
variant_expanded_find(VariantExpanded *e, const VPath *path,
					  VntMetadata *metadata, VntValue *found)
{
	VariantNode *node = &e->root;
	VPath		rest = *path;
	VntStatus	status;

	while (rest.count > 0 && node->kind != VARIANT_NODE_ENCODED)
	{
		node = read_step(node, rest.steps);
		if (node == NULL)
			return false;
		rest.steps++;
		rest.count--;
	}
	if (rest.count == 0)
	{
		*found = variant_node_value(node, metadata);
		return true;
	}
	status = vpath_eval(&rest, &node->u.encoded, found, NULL);
	if (status == VNT_NOT_FOUND)
		return false;
	variant_check_stored(status);
	return true;
}
