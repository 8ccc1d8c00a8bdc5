/*-------------------------------------------------------------------------
 *
 * variant_patch.c
 *	  JSON Patch (RFC 6902): apply a list of operations.
 *
 * Interface: variant_patch.
 *
 * The operations change one tree (variant_tree.c), which is written once at
 * the end: a patch of many operations costs what it touches and one copy.  An
 * operation that cannot be applied, a failed test among them, is an error
 * that tells its number, counted from 0 as in patch[0]; nothing is applied
 * then.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_tree.h"

#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

/* One operation, and the document that it is applied to. */
typedef struct Operation
{
	VariantNode *root;
	uint32		number;
	VntContainer object;
	VntSlice	op;
	VntSlice	path;
} Operation;

/* A place: what it is in, and which child of it, whether there or not. */
typedef struct Place
{
	VariantNode *parent;		/* opened; NULL for the root */
	VariantNode *child;			/* NULL if it is not there */
	VntSlice	name;
	int64		position;		/* in an array; -1 if none is meant */
} Place;

/* ---------------------------------------------------------------------
 * Errors
 * ---------------------------------------------------------------------
 */

/* As a JSON string in the database encoding, quotes included. */
static char *
quoted(VntSlice s)
{
	VntBuffer	buffer;

	vnt_buffer_init(&buffer, &variant_host);
	variant_check_build(vnt_json_write_string(&buffer, s.data, s.len));
	return text_to_cstring(variant_buffer_to_text(&buffer));
}

pg_noreturn static void fail(const Operation *o, const char *detail, VntSlice about);

/* The detail may have one %s, for what it is about. */
static void
fail(const Operation *o, const char *detail, VntSlice about)
{
	char	   *text = psprintf(detail, quoted(about));

	if (o->op.data == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("operation %u of the variant patch is not valid", o->number),
				 errdetail_internal("%s", text)));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("operation %u of the variant patch failed: %s at path %s",
					o->number, quoted(o->op), quoted(o->path)),
			 errdetail_internal("%s", text)));
}

/* ---------------------------------------------------------------------
 * Members of an operation
 * ---------------------------------------------------------------------
 */
static VntSlice
literal(const char *s)
{
	VntSlice	slice = {(const uint8_t *) s, strlen(s)};

	return slice;
}

static VntValue
member(const Operation *o, const char *name)
{
	VntSlice	key = literal(name);
	VntValue	v;
	VntStatus	status = vnt_object_find(&o->object, key.data, key.len, &v, NULL);

	if (status == VNT_NOT_FOUND)
		fail(o, "There is no member %s.", key);
	variant_check_stored(status);
	return v;
}

static VntSlice
string_member(const Operation *o, const char *name)
{
	VntValue	v = member(o, name);
	VntScalar	s;

	if (vnt_value_class(&v) != VNT_CLASS_STRING)
		fail(o, "Member %s is not a string.", literal(name));
	variant_check_stored(vnt_scalar_read(&v, &s));
	return s.u.bytes;
}

static bool
equals(VntSlice s, const char *text)
{
	return s.len == strlen(text) && memcmp(s.data, text, s.len) == 0;
}

/* ---------------------------------------------------------------------
 * JSON Pointer (RFC 6901)
 * ---------------------------------------------------------------------
 */

/* Take the next token, "/" and all, off the front of a pointer. */
static VntSlice
next_token(const Operation *o, VntSlice *pointer)
{
	const uint8_t *p = pointer->data + 1;
	const uint8_t *end = pointer->data + pointer->len;
	uint8_t    *token;
	VntSlice	result;

	if (pointer->data[0] != '/')
		fail(o, "JSON pointer %s does not start with \"/\".", *pointer);
	token = palloc(pointer->len);
	result.data = token;
	for (; p < end && *p != '/'; p++)
	{
		if (*p != '~')
			*token++ = *p;
		else if (p + 1 < end && (p[1] == '0' || p[1] == '1'))
			*token++ = *++p == '0' ? '~' : '/';
		else
			fail(o, "JSON pointer %s has a \"~\" that is followed by neither 0 nor 1.", *pointer);
	}
	result.len = token - result.data;
	pointer->len = end - p;
	pointer->data = p;
	return result;
}

/* Digits without a leading zero; "-" is behind the last element; else -1. */
static int64
token_position(const VariantNode *array, VntSlice token)
{
	int64		position = 0;

	if (equals(token, "-"))
		return array->count;
	if (token.len == 0 || token.len > 10 || (token.len > 1 && token.data[0] == '0'))
		return -1;
	for (size_t i = 0; i < token.len; i++)
	{
		if (token.data[i] < '0' || token.data[i] > '9')
			return -1;
		position = position * 10 + (token.data[i] - '0');
	}
	return position;
}

static void
look_up(Place *place, VntSlice token)
{
	VariantNode *parent = place->parent;

	place->name = token;
	place->child = NULL;
	place->position = -1;
	if (parent->kind == VARIANT_NODE_OBJECT)
	{
		place->child = variant_node_find(parent, token);
		return;
	}
	place->position = token_position(parent, token);
	if (place->position >= 0 && place->position < parent->count)
		place->child = &parent->u.elements[place->position];
}

/* Find the place of a pointer; what it is in has to be there. */
static Place
find_place(const Operation *o, VntSlice pointer)
{
	VntSlice	rest = pointer;
	Place		place = {NULL, o->root, {NULL, 0}, -1};

	while (rest.len > 0)
	{
		VntSlice	token = next_token(o, &rest);

		if (place.child == NULL || !variant_node_open(place.child, CurrentMemoryContext))
			fail(o, "There is no array or object that %s could be in.", pointer);
		place.parent = place.child;
		look_up(&place, token);
	}
	return place;
}

static Place
find_existing(const Operation *o, VntSlice pointer)
{
	Place		place = find_place(o, pointer);

	if (place.child == NULL)
		fail(o, "There is no value at path %s.", pointer);
	return place;
}

/* ---------------------------------------------------------------------
 * Operations.  Memory is that of one context, so nothing is freed here.
 * ---------------------------------------------------------------------
 */
static void
put(const Operation *o, VntSlice pointer, const VariantNode *node)
{
	Place		place = find_place(o, pointer);

	if (place.parent == NULL)
		*o->root = *node;
	else if (place.parent->kind == VARIANT_NODE_OBJECT)
	{
		if (place.child == NULL)
			place.child = variant_node_add(place.parent, place.name, CurrentMemoryContext);
		*place.child = *node;
	}
	else if (place.position < 0 || place.position > place.parent->count)
		fail(o, "There is no such place in the array: %s.", place.name);
	else
		*variant_node_insert(place.parent, (uint32) place.position, CurrentMemoryContext) = *node;
}

static void
take(const Operation *o, VntSlice pointer, VariantNode *taken)
{
	Place		place = find_existing(o, pointer);

	if (place.parent == NULL)
		fail(o, "The whole document, path %s, cannot be taken away.", pointer);
	if (place.parent->kind == VARIANT_NODE_OBJECT)
		variant_node_take(place.parent, place.child, taken);
	else
		variant_node_take_element(place.parent, (uint32) place.position, taken);
}

static void
apply_add(const Operation *o)
{
	VntValue	value = member(o, "value");
	VariantNode node;

	variant_node_refer(&node, &value);
	put(o, o->path, &node);
}

static void
apply_remove(const Operation *o)
{
	VariantNode taken;

	take(o, o->path, &taken);
}

static void
apply_replace(const Operation *o)
{
	VntValue	value = member(o, "value");

	variant_node_refer(find_existing(o, o->path).child, &value);
}

static void
apply_move(const Operation *o)
{
	VntSlice	from = string_member(o, "from");
	VariantNode taken;

	if (from.len < o->path.len && o->path.data[from.len] == '/' &&
		memcmp(from.data, o->path.data, from.len) == 0)
		fail(o, "A value cannot be moved into itself, from %s.", from);
	if (from.len == o->path.len && memcmp(from.data, o->path.data, from.len) == 0)
	{
		(void) find_existing(o, from);
		return;
	}
	take(o, from, &taken);
	put(o, o->path, &taken);
}

static void
apply_copy(const Operation *o)
{
	VntSlice	from = string_member(o, "from");
	VntMetadata *metadata = palloc(sizeof(VntMetadata));
	VntValue	value = variant_node_value(find_existing(o, from).child, metadata);
	VariantNode node;

	variant_node_refer(&node, &value);
	put(o, o->path, &node);
}

static void
apply_test(const Operation *o)
{
	VntValue	wanted = member(o, "value");
	VntMetadata metadata;
	VntValue	value = variant_node_value(find_existing(o, o->path).child, &metadata);
	VntStatus	status = VNT_OK;
	int			order = vnt_compare(&value, &wanted, &status);

	variant_check_stored(status);
	if (order != 0)
		fail(o, "The value there is not equal to member %s.", literal("value"));
}

static const struct
{
	const char *name;
	void		(*apply) (const Operation *o);
}			operations[] = {
	{"add", apply_add},
	{"remove", apply_remove},
	{"replace", apply_replace},
	{"move", apply_move},
	{"copy", apply_copy},
	{"test", apply_test},
};

static void
apply(Operation *o, const VntValue *v)
{
	VntSlice	op;

	o->op.data = NULL;
	if (vnt_value_type(v) != VNT_OBJECT)
		fail(o, "It is not an object.", literal(""));
	variant_check_stored(vnt_container_open(v, &o->object));
	op = string_member(o, "op");
	o->path = string_member(o, "path");
	for (int i = 0; i < lengthof(operations); i++)
		if (equals(op, operations[i].name))
		{
			o->op = op;
			operations[i].apply(o);
			return;
		}
	fail(o, "There is no operation %s.", op);
}

static void
apply_all(VariantNode *root, const VntContainer *patch)
{
	Operation	o = {root};

	for (o.number = 0; o.number < patch->count; o.number++)
	{
		VntValue	v;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(patch, o.number, &v));
		apply(&o, &v);
	}
}

VARIANT_FUNCTION(variant_patch);

Datum
variant_patch(PG_FUNCTION_ARGS)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "variant patch",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(context);
	VariantView doc;
	VariantView patch;
	VntContainer list;
	VariantNode root;
	VntBuilder *b;
	Datum		result;

	variant_view_open(&doc, PG_GETARG_DATUM(0));
	variant_view_open(&patch, PG_GETARG_DATUM(1));
	if (vnt_value_type(&patch.root) != VNT_ARRAY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("variant patch is not an array of operations")));
	variant_check_stored(vnt_container_open(&patch.root, &list));
	variant_node_refer(&root, &doc.root);
	apply_all(&root, &list);
	MemoryContextSwitchTo(caller);
	b = variant_builder_acquire();
	variant_node_build(b, &root);
	result = variant_from_builder(b);
	MemoryContextDelete(context);
	PG_RETURN_DATUM(result);
}
