/*-------------------------------------------------------------------------
 *
 * variant_tree.c
 *	  A value that is changed many times before it is written once.
 *
 * Interface: variant_node_* of variant_tree.h.
 *
 * Members of an opened object are in no order; the builder puts them in order.
 * They are found by a hash table, which is made when the first one is looked
 * for.  Every change first gets all memory that it needs, so that an error
 * leaves the tree as it was.
 *
 * Limits: an opened container takes about 80 bytes for each child.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_tree.h"

#include "common/hashfn.h"
#include "miscadmin.h"
#include "port/pg_bitutils.h"
#include "utils/memutils.h"

#define FIRST_CAPACITY	8

/* Bytes of a value with the dictionary that it needs. */
typedef struct OwnedValue
{
	VntMetadata metadata;
	uint8_t		bytes[FLEXIBLE_ARRAY_MEMBER];
} OwnedValue;

/* ---------------------------------------------------------------------
 * Encoded values
 * ---------------------------------------------------------------------
 */
void
variant_node_refer(VariantNode *node, const VntValue *v)
{
	memset(node, 0, sizeof(VariantNode));
	node->kind = VARIANT_NODE_ENCODED;
	node->u.encoded = *v;
}

/* A scalar uses no names, so that any dictionary will do. */
static void
copy_scalar(VariantNode *node, const VntValue *v, size_t size)
{
	uint8_t    *owned = MemoryContextAllocHuge(CurrentMemoryContext, size);
	VntValue	copy = {variant_null_value.meta, owned, size};

	memcpy(owned, v->data, size);
	variant_node_refer(node, &copy);
	node->owned = owned;
}

void
variant_node_copy(VariantNode *node, const VntValue *v)
{
	size_t		meta_len = v->meta->len;
	const uint8_t *meta = v->meta->data;
	size_t		size;
	OwnedValue *owned;
	VntValue	copy;

	variant_check_stored(vnt_value_size(v, &size));
	if (vnt_value_class(v) < VNT_CLASS_ARRAY)
	{
		copy_scalar(node, v, size);
		return;
	}
	owned = MemoryContextAllocHuge(CurrentMemoryContext,
								   offsetof(OwnedValue, bytes) + meta_len + size);
	memcpy(owned->bytes, meta, meta_len);
	memcpy(owned->bytes + meta_len, v->data, size);
	variant_check_stored(vnt_metadata_open(owned->bytes, meta_len, &owned->metadata));
	copy.meta = &owned->metadata;
	copy.data = owned->bytes + meta_len;
	copy.len = size;
	variant_node_refer(node, &copy);
	node->owned = owned;
}

bool
variant_node_is(const VariantNode *node, VntType type)
{
	switch (node->kind)
	{
		case VARIANT_NODE_ENCODED:
			return vnt_value_type(&node->u.encoded) == type;
		case VARIANT_NODE_OBJECT:
			return type == VNT_OBJECT;
		case VARIANT_NODE_ARRAY:
			return type == VNT_ARRAY;
	}
	return false;
}

void
variant_node_free(VariantNode *node)
{
	check_stack_depth();
	if (node->kind == VARIANT_NODE_OBJECT)
	{
		for (uint32 i = 0; i < node->count; i++)
		{
			VariantMember *member = &node->u.object.members[i];

			variant_node_free(&member->node);
			if (member->owned)
				pfree(member->owned);
		}
		if (node->u.object.members)
			pfree(node->u.object.members);
		if (node->u.object.buckets)
			pfree(node->u.object.buckets);
	}
	else if (node->kind == VARIANT_NODE_ARRAY)
	{
		for (uint32 i = 0; i < node->count; i++)
			variant_node_free(&node->u.elements[i]);
		if (node->u.elements)
			pfree(node->u.elements - node->head);
	}
	if (node->owned)
		pfree(node->owned);
}

/* ---------------------------------------------------------------------
 * Opening
 * ---------------------------------------------------------------------
 */
static void
open_object(VariantNode *node, const VntContainer *c, MemoryContext context)
{
	VariantMember *members;

	members = MemoryContextAllocHuge(context, (Size) Max(c->count, 1) * sizeof(VariantMember));
	for (uint32 i = 0; i < c->count; i++)
	{
		VntValue	child;

		variant_check_stored(vnt_object_name(c, i, &members[i].name));
		variant_check_stored(vnt_container_child(c, i, &child));
		members[i].owned = NULL;
		members[i].hash = 0;
		variant_node_refer(&members[i].node, &child);
	}
	node->kind = VARIANT_NODE_OBJECT;
	node->u.object.members = members;
	node->u.object.buckets = NULL;
	node->u.object.bucket_count = 0;
}

static void
open_array(VariantNode *node, const VntContainer *c, MemoryContext context)
{
	VariantNode *elements;

	elements = MemoryContextAllocHuge(context, (Size) Max(c->count, 1) * sizeof(VariantNode));
	for (uint32 i = 0; i < c->count; i++)
	{
		VntValue	child;

		variant_check_stored(vnt_container_child(c, i, &child));
		variant_node_refer(&elements[i], &child);
	}
	node->kind = VARIANT_NODE_ARRAY;
	node->u.elements = elements;
	node->head = 0;
}

bool
variant_node_open(VariantNode *node, MemoryContext context)
{
	VntContainer c;
	VntStatus	status;

	if (node->kind != VARIANT_NODE_ENCODED)
		return true;
	status = vnt_container_open(&node->u.encoded, &c);
	if (status == VNT_VALUE_TYPE)
		return false;
	variant_check_stored(status);
	if (c.is_object)
		open_object(node, &c, context);
	else
		open_array(node, &c, context);
	node->count = c.count;
	node->capacity = Max(c.count, 1);
	return true;
}

/* ---------------------------------------------------------------------
 * Members
 * ---------------------------------------------------------------------
 */
static uint32
name_hash(VntSlice name)
{
	return hash_bytes(name.data, (int) name.len);
}

/* The bucket that holds the member, or the free one where it belongs. */
static uint32 *
find_bucket(const VariantNode *node, VntSlice name, uint32 hash)
{
	uint32		mask = node->u.object.bucket_count - 1;
	uint32		i = hash & mask;

	while (node->u.object.buckets[i] != 0)
	{
		const VariantMember *member =
			&node->u.object.members[node->u.object.buckets[i] - 1];

		if (member->hash == hash && member->name.len == name.len &&
			memcmp(member->name.data, name.data, name.len) == 0)
			break;
		i = (i + 1) & mask;
	}
	return &node->u.object.buckets[i];
}

/* Make the table anew, with room for twice as many members. */
static void
make_buckets(VariantNode *node, MemoryContext context)
{
	uint32		count = pg_nextpower2_32(Max(node->count, FIRST_CAPACITY)) * 4;
	uint32	   *buckets = MemoryContextAllocExtended(context, (Size) count * sizeof(uint32),
													 MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);

	if (node->u.object.buckets)
		pfree(node->u.object.buckets);
	node->u.object.buckets = buckets;
	node->u.object.bucket_count = count;
	for (uint32 i = 0; i < node->count; i++)
	{
		VariantMember *member = &node->u.object.members[i];

		member->hash = name_hash(member->name);
		*find_bucket(node, member->name, member->hash) = i + 1;
	}
}

VariantNode *
variant_node_find(VariantNode *node, VntSlice name)
{
	uint32		found;

	Assert(node->kind == VARIANT_NODE_OBJECT);
	if (node->u.object.bucket_count == 0)
		make_buckets(node, GetMemoryChunkContext(node->u.object.members));
	found = *find_bucket(node, name, name_hash(name));
	return found == 0 ? NULL : &node->u.object.members[found - 1].node;
}

static void
grow_members(VariantNode *node)
{
	if (node->count < node->capacity)
		return;
	node->u.object.members = repalloc_huge(node->u.object.members,
										   (Size) node->capacity * 2 * sizeof(VariantMember));
	node->capacity *= 2;
}

VariantNode *
variant_node_add(VariantNode *node, VntSlice name, MemoryContext context)
{
	VariantMember *member;
	uint8_t    *copy;

	Assert(node->kind == VARIANT_NODE_OBJECT);
	grow_members(node);
	if (((uint64) node->count + 1) * 2 > node->u.object.bucket_count)
		make_buckets(node, context);
	copy = MemoryContextAllocHuge(context, Max(name.len, 1));
	memcpy(copy, name.data, name.len);
	member = &node->u.object.members[node->count++];
	member->name.data = copy;
	member->name.len = name.len;
	member->owned = copy;
	member->hash = name_hash(name);
	variant_node_refer(&member->node, &variant_null_value);
	*find_bucket(node, member->name, member->hash) = node->count;
	return &member->node;
}

/* The last member takes its place, so the table is made anew when needed. */
void
variant_node_take(VariantNode *node, VariantNode *found, VariantNode *taken)
{
	VariantMember *members = node->u.object.members;
	VariantMember *member = (VariantMember *)
		((char *) found - offsetof(VariantMember, node));
	uint32		mask = node->u.object.bucket_count - 1;
	uint32		i;
	uint32		j;

	Assert(node->kind == VARIANT_NODE_OBJECT && node->u.object.bucket_count > 0);
	*taken = member->node;
	/* the name stays: others may have been copied from it */
	i = (uint32) (find_bucket(node, member->name, member->hash) - node->u.object.buckets);
	for (j = (i + 1) & mask; node->u.object.buckets[j] != 0; j = (j + 1) & mask)
	{
		uint32		home = members[node->u.object.buckets[j] - 1].hash & mask;

		if (((j - home) & mask) < ((j - i) & mask))
			continue;
		node->u.object.buckets[i] = node->u.object.buckets[j];
		i = j;
	}
	node->u.object.buckets[i] = 0;
	node->count--;
	if (member == &members[node->count])
		return;
	*find_bucket(node, members[node->count].name, members[node->count].hash) =
		(uint32) (member - members) + 1;
	*member = members[node->count];
}

/* ---------------------------------------------------------------------
 * Elements
 * ---------------------------------------------------------------------
 */
/* As much room before the elements as they take. */
static void
grow_head(VariantNode *node, MemoryContext context)
{
	uint32		head = Max(node->count, FIRST_CAPACITY);
	VariantNode *base = MemoryContextAllocHuge(context, ((Size) head + node->capacity) * sizeof(VariantNode));

	memcpy(base + head, node->u.elements, (Size) node->count * sizeof(VariantNode));
	pfree(node->u.elements);
	node->u.elements = base + head;
	node->capacity += head;
	node->head = head;
}

static void
grow_tail(VariantNode *node)
{
	VariantNode *base = repalloc_huge(node->u.elements - node->head,
									  (Size) node->capacity * 2 * sizeof(VariantNode));

	node->u.elements = base + node->head;
	node->capacity *= 2;
}

/* The shorter side moves, so that both ends are places to work at. */
VariantNode *
variant_node_insert(VariantNode *node, uint32 position, MemoryContext context)
{
	Assert(node->kind == VARIANT_NODE_ARRAY && position <= node->count);
	if (position < node->count / 2)
	{
		if (node->head == 0)
			grow_head(node, context);
		memmove(node->u.elements - 1, node->u.elements,
				(Size) position * sizeof(VariantNode));
		node->u.elements--;
		node->head--;
	}
	else
	{
		if (node->head + node->count == node->capacity)
			grow_tail(node);
		memmove(&node->u.elements[position + 1], &node->u.elements[position],
				(Size) (node->count - position) * sizeof(VariantNode));
	}
	node->count++;
	variant_node_refer(&node->u.elements[position], &variant_null_value);
	return &node->u.elements[position];
}

void
variant_node_take_element(VariantNode *node, uint32 position, VariantNode *taken)
{
	Assert(node->kind == VARIANT_NODE_ARRAY && position < node->count);
	*taken = node->u.elements[position];
	node->count--;
	if (position < node->count / 2)
	{
		memmove(node->u.elements + 1, node->u.elements,
				(Size) position * sizeof(VariantNode));
		node->u.elements++;
		node->head++;
	}
	else
		memmove(&node->u.elements[position], &node->u.elements[position + 1],
				(Size) (node->count - position) * sizeof(VariantNode));
}

/* ---------------------------------------------------------------------
 * Writing
 * ---------------------------------------------------------------------
 */
static void
build_object(VntBuilder *b, const VariantNode *node)
{
	variant_check_build(vnt_build_object_begin(b));
	for (uint32 i = 0; i < node->count; i++)
	{
		const VariantMember *member = &node->u.object.members[i];

		variant_check_build(vnt_build_key(b, member->name.data, member->name.len));
		variant_node_build(b, &member->node);
	}
	variant_check_build(vnt_build_object_end(b));
}

void
variant_node_build(VntBuilder *b, const VariantNode *node)
{
	if (node->kind == VARIANT_NODE_ENCODED)
	{
		variant_check_stored(vnt_build_value(b, &node->u.encoded));
		return;
	}
	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	if (node->kind == VARIANT_NODE_OBJECT)
	{
		build_object(b, node);
		return;
	}
	variant_check_build(vnt_build_array_begin(b));
	for (uint32 i = 0; i < node->count; i++)
		variant_node_build(b, &node->u.elements[i]);
	variant_check_build(vnt_build_array_end(b));
}

VntValue
variant_node_value(const VariantNode *node, VntMetadata *metadata)
{
	VntBuilder *b;
	VntValue	v;
	size_t		size;
	uint8_t    *bytes;

	if (node->kind == VARIANT_NODE_ENCODED)
		return node->u.encoded;
	b = variant_builder_private();
	variant_node_build(b, node);
	variant_check_build(vnt_builder_size(b, &size));
	bytes = MemoryContextAllocHuge(CurrentMemoryContext, size);
	vnt_builder_write(b, bytes, NULL);
	vnt_builder_free(b);
	variant_check_stored(vnt_metadata_open(bytes, size, metadata));
	v.meta = metadata;
	v.data = bytes + metadata->len;
	v.len = size - metadata->len;
	return v;
}
