/*-------------------------------------------------------------------------
 *
 * vnt_rewrite.c
 *	  Changes of a whole tape, in the rare cases that need one.
 *
 * Interface: vnt_tape_compact, vnt_tape_expand; for vnt_finish.c only.
 *
 * Both leave a tape as tokens would have made it, so that members have to be
 * put in order again.
 *
 *-------------------------------------------------------------------------
 */
#include "vnt_tape.h"

/* Note the names that an item uses by itself. */
static VntStatus
mark_item(VntBuilder *b, const VntItem *item)
{
	if (b->depth > 0 &&
		b->items[b->open[b->depth - 1]].kind == VNT_ITEM_OBJECT)
		VNT_TRY(vnt_names_use(&b->names, item->key));
	if (item->kind == VNT_ITEM_COPY)
		VNT_TRY(vnt_copy_mark_names(b, item));
	return VNT_OK;
}

VntStatus
vnt_tape_compact(VntBuilder *b)
{
	uint32_t	count = b->count;
	uint32_t	from = 0;
	uint32_t	to = 0;

	vnt_names_unuse(&b->names);
	b->last_container = VNT_NONE;
	while (from < count)
	{
		VntItem    *item = &b->items[from];
		uint32_t	next = from + 1;

		while (b->depth > 0 && b->items[b->open[b->depth - 1]].end <= from)
			b->items[b->open[--b->depth]].end = to;
		if (item->key == VNT_NONE)
		{
			from = vnt_tape_next(b, from);
			continue;
		}
		VNT_TRY(mark_item(b, item));
		b->items[to] = *item;
		if (item->kind >= VNT_ITEM_ARRAY)
		{
			b->items[to].u.c.start = b->last_container;
			b->last_container = to;
			b->open[b->depth++] = to;
		}
		to++;
		from = next;
		vnt_builder_step(b, 1);
	}
	while (b->depth > 0)
		b->items[b->open[--b->depth]].end = to;
	b->count = to;
	return VNT_OK;
}

/* Put an item of the old tape on the new one; containers are begun. */
static VntStatus
replay(VntBuilder *b, const VntItem *item)
{
	b->key = item->key;
	if (item->kind >= VNT_ITEM_ARRAY)
		return vnt_tape_begin(b, (VntItemKind) item->kind);
	if (item->kind == VNT_ITEM_COPY && !vnt_copy_fits(b, item))
		return vnt_copy_expand(b, item);
	VNT_TRY(vnt_tape_push(b, VNT_ITEM_INLINE, 0, 0, 0));
	b->items[b->count - 1] = *item;
	return VNT_OK;
}

VntStatus
vnt_tape_expand(VntBuilder *b)
{
	uint32_t	ends[VNT_MAX_DEPTH];
	uint32_t	count = b->count;

	b->old_items = b->items;
	b->items = NULL;
	b->count = b->capacity = b->limit = 0;
	b->last_container = VNT_NONE;
	for (uint32_t i = 0; i < count; i++)
	{
		const VntItem *item = &b->old_items[i];

		while (b->depth > 0 && ends[b->depth - 1] <= i)
			vnt_tape_end(b);
		VNT_TRY(replay(b, item));
		if (item->kind >= VNT_ITEM_ARRAY)
			ends[b->depth - 1] = item->end;
	}
	while (b->depth > 0)
		vnt_tape_end(b);
	b->host->release(b->host->ctx, b->old_items);
	b->old_items = NULL;
	return VNT_OK;
}
