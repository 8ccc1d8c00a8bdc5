/*-------------------------------------------------------------------------
 *
 * variant_slice_parts.c
 *	  A small document of several parts of a large one.
 *
 * Interface: variant_slice_open_parts (variant_slice.h).
 *
 * A jsonpath says which members of members it looks at.  Of a toasted object
 * these are taken out and built into a document that has nothing else, on
 * which the path runs as it would on the whole.
 *
 * Limits: only names lead to parts: an array is taken as a whole.  Short
 * documents are refused, and parts that are no small share of their document:
 * reading all of it costs about the same.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_slice.h"

#include "access/detoast.h"
#include "access/heaptoast.h"
#include "miscadmin.h"

/* Documents that are shorter take no more than two reads (variant_slice.c). */
#define MIN_PARTED		(8 * TOAST_MAX_CHUNK_SIZE)

/* Parts that make up more than this part of a document are not worth it. */
#define PARTS_SHARE		4

typedef struct Picking
{
	VariantSlice slice;
	VntBuilder *builder;
	List	   *views;			/* of what was taken: the builder refers to it */
	size_t		left;			/* how many more bytes may be taken */
} Picking;

/* False if there is too much of it. */
static bool
pick_whole(Picking *p, const VntPlace *place)
{
	size_t		size;
	VariantView *view;
	VntValue	v;

	variant_check_stored(vnt_place_size(p->slice.reader, place, &size));
	if (size > p->left)
		return false;
	p->left -= size;
	view = palloc(sizeof(VariantView));
	p->views = lappend(p->views, view);
	variant_slice_take(&p->slice, view, place, &v);
	variant_check_stored(vnt_build_value(p->builder, &v));
	return true;
}

static bool
pick_place(Picking *p, VariantPick *pick, const VntPlace *place)
{
	VntPlaces	places;
	VntPlace	member;

	check_stack_depth();
	if (pick->whole || vnt_places_open(p->slice.reader, place, &places) != VNT_OK ||
		!places.is_object)
		return pick_whole(p, place);
	variant_check_build(vnt_build_object_begin(p->builder));
	for (VariantPick *m = pick->members; m; m = m->next)
	{
		VntStatus	status = vnt_places_find(p->slice.reader, &places, m->name.data,
											 m->name.len, &member, &m->hint);

		if (status == VNT_NOT_FOUND)
			continue;
		variant_check_stored(status);
		variant_check_build(vnt_build_key(p->builder, m->name.data, m->name.len));
		if (!pick_place(p, m, &member))
			return false;
	}
	variant_check_build(vnt_build_object_end(p->builder));
	return true;
}

bool
variant_slice_open_parts(VariantView *view, Datum datum, VariantPick *pick)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(datum);
	Datum		parts = (Datum) 0;
	Picking		p;
	ListCell   *lc;

	if (pick->whole ||
		!variant_is_toasted(stored) ||
		toast_raw_datum_size(datum) < MIN_PARTED ||
		!variant_slice_begin(&p.slice, datum))
		return false;
	p.left = p.slice.reader->size / PARTS_SHARE;
	p.views = NIL;
	p.builder = variant_builder_acquire();
	if (pick_place(&p, pick, &p.slice.root))
		parts = variant_from_builder(p.builder);
	foreach(lc, p.views)
		variant_view_close(lfirst(lc));
	list_free_deep(p.views);
	if (parts == (Datum) 0)
		return false;
	variant_view_open(view, parts);
	if (view->detoasted == NULL)
		view->detoasted = (struct varlena *) DatumGetPointer(parts);
	else
		pfree(DatumGetPointer(parts));
	return true;
}
