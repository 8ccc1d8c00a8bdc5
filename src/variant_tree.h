/*-------------------------------------------------------------------------
 *
 * variant_tree.h
 *	  A value that is changed many times before it is written once.
 *
 * A tree's nodes are encoded values until somebody looks into them to change
 * them: then the one container becomes a node with one child for each of its
 * members or elements, which are encoded values in its bytes.  A change costs
 * the path to it; what is not touched is never decoded.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_TREE_H
#define VARIANT_TREE_H

#include "variant_path.h"

typedef struct VariantMember VariantMember;

typedef enum VariantNodeKind
{
	VARIANT_NODE_ENCODED,
	VARIANT_NODE_OBJECT,
	VARIANT_NODE_ARRAY
} VariantNodeKind;

typedef struct VariantNode
{
	VariantNodeKind kind;
	uint32		count;			/* children */
	uint32		capacity;		/* places in its memory, of elements or members */
	uint32		head;			/* of these, free ones before the first element */
	void	   *owned;			/* memory of the bytes that only it refers to */
	union
	{
		VntValue	encoded;
		struct VariantNode *elements;
		struct
		{
			VariantMember *members;
			uint32	   *buckets;	/* by hash: index + 1 into members */
			uint32		bucket_count;	/* 0, or a power of two */
		}			object;
	}			u;
} VariantNode;

struct VariantMember
{
	VntSlice	name;
	void	   *owned;			/* memory of the name, or NULL */
	uint32		hash;
	VariantNode node;
};

/* A node of a value whose bytes stay as long as the tree. */
extern void variant_node_refer(VariantNode *node, const VntValue *v);

/* A node of its own copy of a value, in the current memory context. */
extern void variant_node_copy(VariantNode *node, const VntValue *v);

/* Free all that the node has allocated. */
extern void variant_node_free(VariantNode *node);

/*
 * Turn an encoded container into a node with children, in the memory context
 * given; false for a scalar.
 */
extern bool variant_node_open(VariantNode *node, MemoryContext context);

/* Is it an object or an array, opened or not? */
extern bool variant_node_is(const VariantNode *node, VntType type);

/* Of an opened object: the member's node, or NULL. */
extern VariantNode *variant_node_find(VariantNode *node, VntSlice name);

/* Add a member that is not there yet; its name is copied.  Returns its node,
 * a null. */
extern VariantNode *variant_node_add(VariantNode *node, VntSlice name,
									 MemoryContext context);

/* Take a member, which is there, out of an opened object. */
extern void variant_node_take(VariantNode *node, VariantNode *member,
							  VariantNode *taken);

/* Of an opened array: make room at a position, a null; take one out. */
extern VariantNode *variant_node_insert(VariantNode *node, uint32 position,
										MemoryContext context);
extern void variant_node_take_element(VariantNode *node, uint32 position,
									  VariantNode *taken);

/* Append the node's value to a builder. */
extern void variant_node_build(VntBuilder *b, const VariantNode *node);

/*
 * The node's value as bytes.  If it has been opened they are built, with a
 * builder of their own, and palloc'd: *metadata is used for their dictionary.
 */
extern VntValue variant_node_value(const VariantNode *node,
								   VntMetadata *metadata);

#endif							/* VARIANT_TREE_H */
