/*-------------------------------------------------------------------------
 *
 * vshred_merge.c
 *	  From cells to a value.
 *
 * Interface: vshred_merge, vshred_build_scalar.
 *
 * Cells are asked for one by one and go straight to the builder.  All that
 * contradicts VariantShredding.md is refused, also where the format lets a
 * reader choose: the same data must not read differently when only a part of
 * it is read.
 *
 * Recursion is as deep as the schema, at most VNT_MAX_DEPTH.
 *
 *-------------------------------------------------------------------------
 */
#include <string.h>

#include "vshred_internal.h"

typedef struct Merge
{
	const VntMetadata *meta;
	const VShredSource *source;
	const VntHost *host;
	VntBuilder *b;
	VShredError *err;
	uint32_t	steps;
} Merge;

/* A codec call; its failure is one at that step. */
#define MERGE_TRY(m, call, step) \
	do { \
		VntStatus	merge_try_ = (call); \
\
		if (merge_try_ != VNT_OK) \
			return vshred_fail_codec((m)->err, merge_try_, (step)); \
	} while (0)

/* The same for calls of this layer, which have told their step. */
#define MERGE_CALL(call) \
	do { \
		VShredStatus merge_call_ = (call); \
\
		if (merge_call_ != VSHRED_OK) \
			return merge_call_; \
	} while (0)

static VShredStatus merge_cell(Merge *m, const VShredNode *node,
							   const VShredCell *cell, const VShredStep *step);

/* ---------------------------------------------------------------------
 * Values
 * ---------------------------------------------------------------------
 */

/* Open the value of a cell: exactly one, and valid. */
static VShredStatus
open_value(Merge *m, const VShredCell *cell, VntValue *v, const VShredStep *step)
{
	size_t		size;

	v->meta = m->meta;
	v->data = cell->value.data;
	v->len = cell->value.len;
	if (v->len == 0)
		return vshred_fail_codec(m->err, VNT_VALUE_TRUNCATED, step);
	MERGE_TRY(m, vnt_value_size(v, &size), step);
	if (size != v->len)
		return vshred_fail_codec(m->err, size < v->len ? VNT_VALUE_TRAILING :
								 VNT_VALUE_TRUNCATED, step);
	if (!m->source->trusted)
		MERGE_TRY(m, vnt_validate(m->meta->data, m->meta->len, v->data, v->len,
								  m->host, NULL), step);
	return VSHRED_OK;
}

/*
 * A value without typed_value.  An object has to have one where the schema has
 * an object, and an array where it has an array.
 */
static VShredStatus
merge_value(Merge *m, const VShredNode *node, const VShredCell *cell,
			const VShredStep *step)
{
	VntValue	v;
	VntType		type;

	MERGE_CALL(open_value(m, cell, &v, step));
	type = vnt_value_type(&v);
	if (node->kind == VSHRED_OBJECT && type == VNT_OBJECT)
		return vshred_fail(m->err, VSHRED_OBJECT_UNTYPED, step);
	if (node->kind == VSHRED_ARRAY && type == VNT_ARRAY)
		return vshred_fail(m->err, VSHRED_ARRAY_UNTYPED, step);
	MERGE_TRY(m, vnt_build_value(m->b, &v), step);
	return VSHRED_OK;
}

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */
VntStatus
vshred_build_scalar(VntBuilder *b, const VntScalar *s)
{
	switch (vnt_type_info[s->type].class_)
	{
		case VNT_CLASS_BOOLEAN:
			return vnt_build_bool(b, s->type == VNT_TRUE);
		case VNT_CLASS_NUMBER:
			return s->type <= VNT_INT64 ? vnt_build_int(b, s->u.i) :
				vnt_build_decimal(b, s->u.dec, s->scale);
		case VNT_CLASS_DOUBLE:
			return vnt_build_double(b, s->u.d);
		case VNT_CLASS_FLOAT:
			return vnt_build_float(b, s->u.f);
		case VNT_CLASS_STRING:
			return vnt_build_string(b, s->u.bytes.data, s->u.bytes.len);
		case VNT_CLASS_BINARY:
			return vnt_build_binary(b, s->u.bytes.data, s->u.bytes.len);
		case VNT_CLASS_UUID:
			return vnt_build_uuid(b, s->u.bytes.data);
		case VNT_CLASS_DATE:
		case VNT_CLASS_TIME:
		case VNT_CLASS_TIMESTAMP:
		case VNT_CLASS_TIMESTAMPTZ:
			return vnt_build_temporal(b, s->type, s->u.i);
		case VNT_CLASS_NULL:
		case VNT_CLASS_ARRAY:
		case VNT_CLASS_OBJECT:
			break;
	}
	return VNT_VALUE_TYPE;
}

static VShredStatus
merge_scalar(Merge *m, const VShredNode *node, const VShredCell *cell,
			 const VShredStep *step)
{
	const VntScalar *s = &cell->scalar;

	if (cell->value.data != NULL)
		return vshred_fail(m->err, VSHRED_BOTH, step);
	if (!vshred_scalar_is_legal(node, s))
		return vshred_fail(m->err, VSHRED_TYPED_TYPE, step);
	if (s->type == VNT_STRING && !m->source->trusted &&
		vnt_utf8_prefix(s->u.bytes.data, s->u.bytes.len) != s->u.bytes.len)
		return vshred_fail_codec(m->err, VNT_VALUE_UTF8, step);
	MERGE_TRY(m, vshred_build_scalar(m->b, s), step);
	return VSHRED_OK;
}

/* ---------------------------------------------------------------------
 * Containers
 * ---------------------------------------------------------------------
 */
static VShredStatus
merge_array(Merge *m, const VShredNode *node, const VShredCell *cell,
			const VShredStep *step)
{
	if (cell->value.data != NULL)
		return vshred_fail(m->err, VSHRED_BOTH, step);
	MERGE_TRY(m, vnt_build_array_begin(m->b), step);
	for (uint32_t i = 0; i < cell->count; i++)
	{
		VShredStep	down = {step, VSHRED_NO_NAME, i};
		VShredCell	element = {.kind = VSHRED_UNTYPED};

		MERGE_CALL(m->source->cell(m->source->ctx, &node->children[0], cell, i,
								   &down, &element, m->err));
		if (element.kind == VSHRED_UNTYPED && element.value.data == NULL)
			MERGE_TRY(m, vnt_build_null(m->b), &down);
		else
			MERGE_CALL(merge_cell(m, &node->children[0], &element, &down));
		vshred_step(m->host, &m->steps, 1);
	}
	MERGE_TRY(m, vnt_build_array_end(m->b), step);
	return VSHRED_OK;
}

/* The fields that are not shredded, none of which may be in the schema. */
static VShredStatus
merge_rest(Merge *m, const VShredNode *node, const VShredCell *cell,
		   const VShredStep *step)
{
	VntValue	v;
	VntContainer c;
	uint32_t	field = 0;

	MERGE_CALL(open_value(m, cell, &v, step));
	if (vnt_value_type(&v) != VNT_OBJECT)
		return vshred_fail(m->err, VSHRED_NOT_OBJECT, step);
	MERGE_TRY(m, vnt_container_open(&v, &c), step);
	for (uint32_t i = 0; i < c.count; i++)
	{
		VShredStep	down = {step, VSHRED_NO_NAME, 0};
		VntValue	child;
		int			order = 1;

		MERGE_TRY(m, vnt_object_name(&c, i, &down.name), step);
		while (field < node->count &&
			   (order = vshred_name_cmp(node->children[field].name,
										down.name)) < 0)
			field++;
		if (field < node->count && order == 0)
			return vshred_fail(m->err, VSHRED_OVERLAP, &down);
		MERGE_TRY(m, vnt_container_child(&c, i, &child), &down);
		MERGE_TRY(m, vnt_build_key(m->b, down.name.data, down.name.len), &down);
		MERGE_TRY(m, vnt_build_value(m->b, &child), &down);
		vshred_step(m->host, &m->steps, 1);
	}
	return VSHRED_OK;
}

static VShredStatus
merge_object(Merge *m, const VShredNode *node, const VShredCell *cell,
			 const VShredStep *step)
{
	MERGE_TRY(m, vnt_build_object_begin(m->b), step);
	if (cell->value.data != NULL)
		MERGE_CALL(merge_rest(m, node, cell, step));
	for (uint32_t i = 0; i < node->count; i++)
	{
		const VShredNode *child = &node->children[i];
		VShredStep	down = {step, child->name, 0};
		VShredCell	field = {.kind = VSHRED_UNTYPED};

		MERGE_CALL(m->source->cell(m->source->ctx, child, cell, i, &down, &field,
								   m->err));
		if (field.kind == VSHRED_UNTYPED && field.value.data == NULL)
			continue;
		MERGE_TRY(m, vnt_build_key(m->b, child->name.data, child->name.len),
				  &down);
		MERGE_CALL(merge_cell(m, child, &field, &down));
	}
	vshred_step(m->host, &m->steps, 1 + node->count);
	MERGE_TRY(m, vnt_build_object_end(m->b), step);
	return VSHRED_OK;
}

/* A cell that is not missing. */
static VShredStatus
merge_cell(Merge *m, const VShredNode *node, const VShredCell *cell,
		   const VShredStep *step)
{
	if (cell->kind == VSHRED_UNTYPED)
		return merge_value(m, node, cell, step);
	if (node->kind == VSHRED_UNTYPED)
		return vshred_fail(m->err, VSHRED_TYPED_UNKNOWN, step);
	if (cell->kind != node->kind)
		return vshred_fail(m->err, VSHRED_TYPED_TYPE, step);
	if (cell->kind == VSHRED_SCALAR)
		return merge_scalar(m, node, cell, step);
	return cell->kind == VSHRED_ARRAY ? merge_array(m, node, cell, step) :
		merge_object(m, node, cell, step);
}

VShredStatus
vshred_merge(const VShredSchema *schema, const VntMetadata *meta,
			 const VShredSource *source, const VntHost *host, VntBuilder *b,
			 bool *missing, VShredError *err)
{
	Merge		m = {meta, source, host, b, err, 0};
	VShredCell	cell = {.kind = VSHRED_UNTYPED};

	*missing = false;
	MERGE_CALL(source->cell(source->ctx, &schema->nodes[0], NULL, 0, NULL, &cell,
							err));
	if (cell.kind == VSHRED_UNTYPED && cell.value.data == NULL)
	{
		*missing = true;
		return VSHRED_OK;
	}
	return merge_cell(&m, &schema->nodes[0], &cell, NULL);
}
