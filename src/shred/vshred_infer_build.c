/*-------------------------------------------------------------------------
 *
 * vshred_infer_build.c
 *	  A schema from what has been counted of the values to be shredded.
 *
 * Interface: vshred_infer_build.
 *
 * A path is taken if
 *	- most of its values that are not null are of one type,
 *	- and enough rows have such a value; below an array, enough elements.
 * All exact numbers are one type: bigint if all are integers of 64 bits, else
 * numeric with the largest scale seen and 9, 18 or 38 digits, the precisions
 * of the format's three decimal types.
 *
 * Limits: if 38 digits are too few, or the values of a type do not fit (they
 * may be of any later row), nothing is lost: such values stay in "value".
 *
 *-------------------------------------------------------------------------
 */
#include "../codec/vnt_internal.h"
#include "vshred_infer.h"

static const uint8_t type_of_slot[SLOT_NULL] = {
	[SLOT_STRING] = VNT_STRING,
	[SLOT_NUMBER] = VNT_INT64,
	[SLOT_DOUBLE] = VNT_DOUBLE,
	[SLOT_FLOAT] = VNT_FLOAT,
	[SLOT_BOOLEAN] = VNT_TRUE,
	[SLOT_TIMESTAMPTZ] = VNT_TIMESTAMPTZ,
	[SLOT_TIMESTAMP] = VNT_TIMESTAMP,
	[SLOT_TIMESTAMPTZ_NANOS] = VNT_TIMESTAMPTZ_NANOS,
	[SLOT_TIMESTAMP_NANOS] = VNT_TIMESTAMP_NANOS,
	[SLOT_DATE] = VNT_DATE,
	[SLOT_TIME] = VNT_TIME,
	[SLOT_UUID] = VNT_UUID,
	[SLOT_BINARY] = VNT_BINARY,
};

/* ---------------------------------------------------------------------
 * Choosing
 * ---------------------------------------------------------------------
 */

/* What building knows of each path. */
typedef struct Choice
{
	uint8_t		slot;			/* SLOT_NULL: not taken */
	double		base;			/* rows, or elements, that it is a part of */
	double		share;			/* of them have it */
	uint32_t	leaves;			/* scalars at it and below */
} Choice;

typedef struct Build
{
	VShredInfer *f;
	const VShredInferOptions *options;
	VntBuilder *b;
	Choice	   *choices;
	uint32_t   *leaves;			/* numbers of the scalars, leaf_count */
	uint32_t	leaf_count;
} Build;

static double
count_all(const VShredPath *p, bool nulls)
{
	double		sum = nulls ? p->counts[SLOT_NULL] : 0;

	for (int slot = 0; slot < SLOT_NULL; slot++)
		sum += p->counts[slot];
	return sum;
}

static bool
is_decimal(const VShredPath *p)
{
	return p->scale > 0 || p->wide;
}

static void
choose(Build *x, uint32_t i)
{
	const VShredPath *p = &x->f->paths[i];
	Choice	   *choice = &x->choices[i];
	int			best = 0;

	choice->slot = SLOT_NULL;
	choice->leaves = 0;
	choice->base = i == 0 || p->name == NULL ? count_all(p, true) :
		x->choices[p->parent].base;
	if (i > 0 && x->choices[p->parent].slot !=
		(p->name == NULL ? SLOT_ARRAY : SLOT_OBJECT))
		return;
	for (int slot = 1; slot < SLOT_NULL; slot++)
		if (p->counts[slot] > p->counts[best])
			best = slot;
	choice->share = choice->base > 0 ? p->counts[best] / choice->base : 0;
	if (p->counts[best] == 0 || choice->share < x->options->threshold ||
		p->counts[best] < x->options->majority * count_all(p, false) ||
		(best == SLOT_NUMBER && p->digits + p->scale > VNT_MAX_PRECISION))
		return;
	choice->slot = (uint8_t) best;
	if (best < SLOT_OBJECT)
		x->leaves[x->leaf_count++] = i;
}

static uint32_t
path_depth(const VShredInfer *f, uint32_t i)
{
	uint32_t	depth = 0;

	for (; f->paths[i].parent != VSHRED_NONE; i = f->paths[i].parent)
		depth++;
	return depth;
}

/* Is scalar a to be taken before scalar b?  By share, then by path. */
static bool
is_before(const Build *x, uint32_t a, uint32_t b)
{
	const VShredPath *paths = x->f->paths;
	uint32_t	a_depth;
	uint32_t	b_depth;

	if (x->choices[a].share > x->choices[b].share)
		return true;
	if (x->choices[a].share < x->choices[b].share || a == b)
		return false;
	a_depth = path_depth(x->f, a);
	b_depth = path_depth(x->f, b);
	for (; a_depth > b_depth; a_depth--)
		a = paths[a].parent;
	for (; b_depth > a_depth; b_depth--)
		b = paths[b].parent;
	while (paths[a].parent != paths[b].parent)
	{
		a = paths[a].parent;
		b = paths[b].parent;
	}
	return vnt_bytes_cmp(paths[a].name, paths[a].name_len,
						 paths[b].name, paths[b].name_len) < 0;
}

/* Heap sort: the last to be taken is on top of the heap. */
static void
sift(Build *x, uint32_t root, uint32_t count)
{
	uint32_t	moved = x->leaves[root];

	for (;;)
	{
		uint32_t	child = root * 2 + 1;

		if (child >= count)
			break;
		if (child + 1 < count && is_before(x, x->leaves[child], x->leaves[child + 1]))
			child++;
		if (!is_before(x, moved, x->leaves[child]))
			break;
		x->leaves[root] = x->leaves[child];
		root = child;
	}
	x->leaves[root] = moved;
	vshred_step(x->f->host, &x->f->steps, 16);
}

/* Give up the scalars that are too many. */
static void
cap_leaves(Build *x)
{
	uint32_t	count = x->leaf_count;

	if (count <= x->options->max_fields)
		return;
	for (uint32_t i = count / 2; i-- > 0;)
		sift(x, i, count);
	while (count > x->options->max_fields)
	{
		uint32_t	last = x->leaves[0];

		x->choices[last].slot = SLOT_NULL;
		x->leaves[0] = x->leaves[--count];
		if (count > 0)
			sift(x, 0, count);
	}
	x->leaf_count = count;
}

/* ---------------------------------------------------------------------
 * Writing
 * ---------------------------------------------------------------------
 */
static VntStatus
build_type(Build *x, const VShredPath *p, VShredSlot slot)
{
	VShredNode	node = {.kind = VSHRED_SCALAR, .type = type_of_slot[slot]};
	char		text[VSHRED_TYPE_NAME];
	uint8_t    *kept;
	int			len;

	if (slot == SLOT_NUMBER && is_decimal(p))
	{
		int			precision = p->digits + p->scale;

		node.precision = (uint8_t) (precision <= 9 ? 9 : precision <= 18 ? 18 :
									VNT_MAX_PRECISION);
		node.scale = p->scale;
	}
	len = vshred_type_name(&node, text);
	kept = vshred_infer_keep(x->f, (const uint8_t *) text, (size_t) len);
	return kept == NULL ? VNT_NO_MEMORY : vnt_build_string(x->b, kept, (size_t) len);
}

static VntStatus
build_path(Build *x, uint32_t i)
{
	const VShredPath *p = &x->f->paths[i];
	VShredSlot slot = (VShredSlot) x->choices[i].slot;

	if (slot < SLOT_OBJECT)
		return build_type(x, p, slot);
	VNT_TRY(slot == SLOT_OBJECT ? vnt_build_object_begin(x->b) :
			vnt_build_array_begin(x->b));
	for (uint32_t child = p->first; child != VSHRED_NONE; child = x->f->paths[child].next)
	{
		if (x->choices[child].leaves == 0)
			continue;
		if (slot == SLOT_OBJECT)
			VNT_TRY(vnt_build_key(x->b, x->f->paths[child].name,
								  x->f->paths[child].name_len));
		VNT_TRY(build_path(x, child));
	}
	return slot == SLOT_OBJECT ? vnt_build_object_end(x->b) :
		vnt_build_array_end(x->b);
}

static VntStatus
build_schema(Build *x)
{
	static const uint8_t untyped[] = "variant";
	uint32_t	count = x->f->count;

	/* parents come before their children */
	for (uint32_t i = 0; i < count; i++)
	{
		choose(x, i);
		vshred_step(x->f->host, &x->f->steps, 1);
	}
	cap_leaves(x);
	for (uint32_t i = count; i-- > 0;)
	{
		Choice	   *choice = &x->choices[i];

		choice->leaves += choice->slot < SLOT_OBJECT;
		if (i > 0)
			x->choices[x->f->paths[i].parent].leaves += choice->leaves;
	}
	if (x->choices[0].leaves == 0)
		return vnt_build_string(x->b, untyped, sizeof(untyped) - 1);
	return build_path(x, 0);
}

VntStatus
vshred_infer_build(VShredInfer *f, const VShredInferOptions *options,
				   VntBuilder *b)
{
	const VntHost *host = f->host;
	Build		x = {.f = f, .options = options, .b = b};
	VntStatus	status = VNT_NO_MEMORY;

	x.choices = host->resize(host->ctx, NULL, f->count * sizeof(Choice));
	x.leaves = host->resize(host->ctx, NULL, f->count * sizeof(uint32_t));
	if (x.choices != NULL && x.leaves != NULL)
		status = build_schema(&x);
	if (x.choices != NULL)
		host->release(host->ctx, x.choices);
	if (x.leaves != NULL)
		host->release(host->ctx, x.leaves);
	return status;
}
