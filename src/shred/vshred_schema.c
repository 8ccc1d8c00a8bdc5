/*-------------------------------------------------------------------------
 *
 * vshred_schema.c
 *	  Schemas from documents of type names.
 *
 *		{"event_type": "text", "location": {"latitude": "float8"},
 *		 "tags": ["text"], "payload": "variant"}
 *
 * Interface: vshred_schema_parse, vshred_schema_free.
 *
 * A first pass counts, so that all of a schema is one block of memory: the
 * nodes, then the names.
 *
 * Limits: MAX_NODES groups.  It also bounds the work on damaged documents,
 * whose values may overlap.
 *
 *-------------------------------------------------------------------------
 */
#include <string.h>

#include "vshred_internal.h"

#define MAX_NODES	100000

typedef struct Parse
{
	const VntHost *host;
	VShredError *err;
	VShredNode *nodes;			/* NULL in the first pass */
	uint32_t	count;
	uint8_t    *names;
	size_t		names_len;
	int			depth;
} Parse;

static VShredStatus parse_node(Parse *p, const VntValue *v, uint32_t at,
							   const VShredStep *step);

/* Room for n siblings; *first is the place of the first one. */
static VShredStatus
add_nodes(Parse *p, uint32_t n, uint32_t *first, const VShredStep *step)
{
	*first = p->count;
	if (n > MAX_NODES - p->count)
		return vshred_fail_codec(p->err, VNT_TOO_LARGE, step);
	p->count += n;
	return VSHRED_OK;
}

static VntSlice
keep_name(Parse *p, VntSlice name)
{
	VntSlice	kept = {p->names, name.len};

	p->names_len += name.len;
	if (p->nodes == NULL)
		return name;
	memcpy(p->names, name.data, name.len);
	p->names += name.len;
	return kept;
}

static VShredStatus
parse_children(Parse *p, const VntContainer *c, uint32_t first,
			   const VShredStep *step)
{
	for (uint32_t i = 0; i < c->count; i++)
	{
		VShredStep	down = {step, VSHRED_NO_NAME, VSHRED_ANY_INDEX};
		VntValue	child;
		VntStatus	status = VNT_OK;
		VShredStatus result;

		if (c->is_object)
			status = vnt_object_name(c, i, &down.name);
		if (status == VNT_OK)
			status = vnt_container_child(c, i, &child);
		if (status != VNT_OK)
			return vshred_fail_codec(p->err, status, step);
		if (p->nodes != NULL)
			p->nodes[first + i].name = VSHRED_NO_NAME;
		if (c->is_object)
		{
			VntSlice	name = keep_name(p, down.name);

			if (p->nodes != NULL)
				p->nodes[first + i].name = name;
		}
		result = parse_node(p, &child, first + i, &down);
		if (result != VSHRED_OK)
			return result;
	}
	return VSHRED_OK;
}

static VShredStatus
parse_container(Parse *p, const VntValue *v, VShredNode *node,
				const VShredStep *step)
{
	VntContainer c;
	VntStatus	status = vnt_container_open(v, &c);
	VShredStatus result;
	uint32_t	first;

	if (status == VNT_OK && ++p->depth > VNT_MAX_DEPTH)
		status = VNT_TOO_DEEP;
	if (status != VNT_OK)
		return vshred_fail_codec(p->err, status, step);
	if (c.is_object && c.count == 0)
		return vshred_fail(p->err, VSHRED_SCHEMA_OBJECT, step);
	if (!c.is_object && c.count != 1)
		return vshred_fail(p->err, VSHRED_SCHEMA_ARRAY, step);
	result = add_nodes(p, c.count, &first, step);
	if (result != VSHRED_OK)
		return result;
	node->kind = c.is_object ? VSHRED_OBJECT : VSHRED_ARRAY;
	node->count = c.count;
	node->children = p->nodes ? p->nodes + first : NULL;
	result = parse_children(p, &c, first, step);
	p->depth--;
	return result;
}

static VShredStatus
parse_type(Parse *p, const VntValue *v, VShredNode *node, const VShredStep *step)
{
	VntScalar	s;
	VntStatus	status = vnt_scalar_read(v, &s);
	VShredStatus result;

	if (status != VNT_OK)
		return vshred_fail_codec(p->err, status, step);
	result = vshred_read_type(s.u.bytes, node);
	if (result == VSHRED_OK)
		return VSHRED_OK;
	if (p->err != NULL)
		p->err->text = s.u.bytes;
	return vshred_fail(p->err, result, step);
}

static VShredStatus
parse_node(Parse *p, const VntValue *v, uint32_t at, const VShredStep *step)
{
	VShredNode	unused;
	VShredNode *node = p->nodes ? &p->nodes[at] : &unused;
	VntClass	class_ = vnt_value_class(v);

	node->number = at;
	node->type = VNT_NULL;
	node->precision = node->scale = 0;
	node->count = 0;
	node->children = NULL;
	if (class_ == VNT_CLASS_STRING)
		return parse_type(p, v, node, step);
	if (class_ == VNT_CLASS_OBJECT || class_ == VNT_CLASS_ARRAY)
		return parse_container(p, v, node, step);
	return vshred_fail(p->err, VSHRED_SCHEMA_CLASS, step);
}

VShredStatus
vshred_schema_parse(const VntValue *document, const VntHost *host,
					VShredSchema **schema, VShredError *err)
{
	Parse		p = {.host = host, .err = err, .count = 1};
	VShredStatus status;
	VShredSchema *made;

	*schema = NULL;
	if (err != NULL)
		err->text = VSHRED_NO_NAME;
	status = parse_node(&p, document, 0, NULL);
	if (status != VSHRED_OK)
		return status;
	made = host->resize(host->ctx, NULL, sizeof(VShredSchema) +
						p.count * sizeof(VShredNode) + p.names_len);
	if (made == NULL)
		return vshred_fail_codec(err, VNT_NO_MEMORY, NULL);
	made->count = p.count;
	made->nodes = (VShredNode *) (void *) (made + 1);
	p.nodes = made->nodes;
	p.names = (uint8_t *) (made->nodes + p.count);
	p.count = 1;
	p.depth = 0;
	p.nodes[0].name = VSHRED_NO_NAME;
	/* what passed once passes again */
	status = parse_node(&p, document, 0, NULL);
	if (status != VSHRED_OK)
	{
		host->release(host->ctx, made);
		return status;
	}
	*schema = made;
	return VSHRED_OK;
}

void
vshred_schema_free(VShredSchema *schema, const VntHost *host)
{
	if (schema != NULL)
		host->release(host->ctx, schema);
}
