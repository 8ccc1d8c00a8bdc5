/*-------------------------------------------------------------------------
 *
 * variant_slice.c
 *	  Reading parts of values that are toasted or stored with delta numbers.
 *
 * Interface: variant_slice.h, but for what variant_slice_parts.c has.
 *
 * The reader of parts (vnt_reader.c) asks for bytes at positions, and here is
 * where they come from:
 *
 *	- out of line and uncompressed: windows of a few chunks;
 *	- compressed: a prefix that grows until it is long enough, as nothing
 *	  behind a prefix can be had alone; large values lie behind small ones;
 *	- delta numbers in memory: simply there.
 *
 * What was fetched is kept for the next read (variant_cache.c).  What was found
 * is copied out, decoded.
 *
 * Limits: of a container that is found the dictionary is read in full.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_cache.h"
#include "variant_expanded.h"
#include "variant_slice.h"

#include "access/detoast.h"
#include "access/heaptoast.h"
#include "access/toast_compression.h"
#include "miscadmin.h"

/* What a read of an uncompressed value fetches at once, at least. */
#define WINDOW			(4 * TOAST_MAX_CHUNK_SIZE)

/* Longer results are fetched by themselves, not as a window to be kept. */
#define MAX_WINDOW		(4 * WINDOW)

/* The first prefix, and how much longer each next one is. */
#define FIRST_PREFIX	4096
#define PREFIX_GROWTH	4

/* ---------------------------------------------------------------------
 * Where bytes come from
 * ---------------------------------------------------------------------
 */

/* Of bytes in memory nothing is anywhere else. */
static const uint8_t *
fetch_nothing(void *ctx, size_t pos, size_t len)
{
	return NULL;
}

static void
report_short(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_CORRUPTED),
			 errmsg("stored variant value is damaged"),
			 errdetail("It is shorter than its header says.")));
}

/* Bytes of a datum as a part of the entry. */
static VariantPart *
load(VariantCached *c, struct varlena *datum, size_t pos, size_t len)
{
	MemoryContext caller = MemoryContextSwitchTo(variant_cache_context());
	struct varlena *bytes = detoast_attr_slice(datum, (int32) pos, (int32) len);

	MemoryContextSwitchTo(caller);
	if (VARSIZE(bytes) - VARHDRSZ != len)
		report_short();
	return variant_cache_add(c, bytes, pos);
}

static inline const uint8_t *
part_bytes(const VariantPart *part, size_t pos)
{
	return (const uint8_t *) VARDATA(part->bytes) + (pos - part->pos);
}

static inline bool
part_has(const VariantPart *part, size_t pos, size_t len)
{
	return vnt_range_has(part->pos, part->len, pos, len);
}

/* A window of whole chunks. */
static VariantPart *
load_window(VariantCached *c, size_t pos, size_t len)
{
	size_t		start = pos - pos % TOAST_MAX_CHUNK_SIZE;
	size_t		end = start + WINDOW;

	if (pos + len > end)
		end = pos + len + WINDOW - (pos + len - start) % WINDOW;
	return load(c, c->key, start, Min(end, c->size) - start);
}

static const uint8_t *
fetch_window(void *ctx, size_t pos, size_t len)
{
	VariantCached *c = ctx;

	for (int i = 0; i < c->count; i++)
		if (part_has(&c->parts[i], pos, len))
		{
			variant_cache_use_part(c, &c->parts[i]);
			return part_bytes(&c->parts[i], pos);
		}
	return part_bytes(load_window(c, pos, len), pos);
}

/*
 * What to decompress from.  Of a long prefix all is needed; and of lz4 the
 * server would fetch all for any prefix, each time.
 */
static struct varlena *
compressed_datum(VariantCached *c, bool whole)
{
	MemoryContext caller;
	struct varlena *compressed;

	if (!VARATT_IS_EXTERNAL(c->key))
		return c->key;
	if (c->compressed == NULL)
	{
		if (!whole && toast_get_compression_id(c->key) == TOAST_PGLZ_COMPRESSION_ID)
			return c->key;
		caller = MemoryContextSwitchTo(variant_cache_context());
		compressed = detoast_external_attr(c->key);
		MemoryContextSwitchTo(caller);
		variant_cache_set_compressed(c, compressed);
	}
	return c->compressed;
}

static void
grow_prefix(VariantCached *c, size_t need)
{
	size_t		size = c->size;
	size_t		want = FIRST_PREFIX;
	struct varlena *datum;

	if (c->count > 0)
		want = c->parts[0].len * PREFIX_GROWTH;
	want = Max(want, need);
	if (want > size / 2)
		want = size;
	datum = compressed_datum(c, want == size);
	variant_cache_clear_parts(c);
	(void) load(c, datum, 0, want);
	if (want == size)
		variant_cache_set_compressed(c, NULL);
}

static const uint8_t *
fetch_prefix(void *ctx, size_t pos, size_t len)
{
	VariantCached *c = ctx;

	if (c->count == 0 || c->parts[0].len < pos + len)
		grow_prefix(c, pos + len);
	return part_bytes(&c->parts[0], pos);
}

/* ---------------------------------------------------------------------
 * Begin
 * ---------------------------------------------------------------------
 */
static bool
is_compressed(struct varlena *datum)
{
	struct varatt_external pointer;

	if (!VARATT_IS_EXTERNAL(datum))
		return true;
	VARATT_EXTERNAL_GET_POINTER(pointer, datum);
	return VARATT_EXTERNAL_IS_COMPRESSED(pointer);
}

/* Heads that are longer are not worth their memory. */
#define MAX_HEAD		(2 * WINDOW)

/* Bytes that were fetched already; NULL if they were not, or not in one part. */
static const uint8_t *
known_bytes(const VariantCached *c, size_t pos, size_t len)
{
	for (int i = 0; i < c->count; i++)
		if (part_has(&c->parts[i], pos, len))
			return part_bytes(&c->parts[i], pos);
	return NULL;
}

/*
 * A value that is read a second time may be read more often: make the head
 * that spares these reads most of the work.
 */
static void
make_head(VariantCached *c)
{
	const uint8_t *bytes;
	uint8_t    *head;
	size_t		len;

	c->tried_head = true;
	/* what is damaged is reported by whoever reads it */
	if (vnt_reader_head_len(&c->reader, &c->root, &len) != VNT_OK || len > MAX_HEAD ||
		(bytes = known_bytes(c, 0, len)) == NULL)
		return;
	head = MemoryContextAlloc(variant_cache_context(), len);
	memcpy(head, bytes, len);
	if (vnt_reader_decode_head(&c->reader, head, len) != VNT_OK)
	{
		pfree(head);
		return;
	}
	variant_cache_take_head(c);
}

/* The first read of a value. */
static void
open_cached(VariantCached *c)
{
	c->reader.size = c->size;
	c->reader.ctx = c;
	c->reader.fetch = is_compressed(c->key) ? fetch_prefix : fetch_window;
	(void) variant_check_form(c->size > 0 ? c->reader.fetch(c, 0, 1) : NULL,
							  Min(c->size, 1));
	variant_check_stored(vnt_reader_open(&c->reader, &c->root));
	c->opened = true;
}

static inline VariantCached *
begin_cached(struct varlena *datum)
{
	VariantCached *c = variant_cache_begin(datum);

	if (!c->opened)
		open_cached(c);
	else if (!c->tried_head)
		make_head(c);
	return c;
}

static void
begin_memory(VariantSlice *s, struct varlena *datum)
{
	memset(&s->memory, 0, sizeof(s->memory));
	s->memory.part = (const uint8_t *) VARDATA_ANY(datum);
	s->memory.part_len = s->memory.size = VARSIZE_ANY_EXHDR(datum);
	s->memory.fetch = fetch_nothing;
	(void) variant_check_form(s->memory.part, s->memory.size);
	s->cached = NULL;
	s->reader = &s->memory;
	variant_check_stored(vnt_reader_open(&s->memory, &s->root));
}

bool
variant_slice_begin(VariantSlice *s, Datum datum)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(datum);

	if (variant_is_toasted(stored))
	{
		s->cached = begin_cached(stored);
		s->reader = &s->cached->reader;
		s->root = s->cached->root;
		return true;
	}
	if (VARATT_IS_EXTERNAL(stored))
		return false;
	begin_memory(s, stored);
	return true;
}

/* ---------------------------------------------------------------------
 * Taking out
 * ---------------------------------------------------------------------
 */
static void
copy_bytes(VariantSlice *s, size_t pos, size_t len, uint8_t *to)
{
	const VntReader *reader = s->reader;
	const uint8_t *from = vnt_read_part(reader, pos, len);
	struct varlena *bytes;

	if (from == NULL && (reader->fetch != fetch_window || len <= MAX_WINDOW))
	{
		from = reader->fetch(reader->ctx, pos, len);
		if (from == NULL)
			report_short();
	}
	if (from != NULL)
	{
		memcpy(to, from, len);
		return;
	}
	bytes = detoast_attr_slice(s->cached->key, (int32) pos, (int32) len);
	if (VARSIZE(bytes) - VARHDRSZ != len)
		report_short();
	memcpy(to, VARDATA(bytes), len);
	pfree(bytes);
}

static void
set_value(VariantView *view, VntValue *v, const uint8_t *data, size_t len)
{
	v->meta = &view->metadata;
	v->data = data;
	v->len = len;
}

static void
set_empty_metadata(VariantView *view)
{
	view->metadata = *variant_null_value.meta;
}

/* The metadata in plain form, at the start of view->detoasted. */
static void
take_metadata(VariantSlice *s, VariantView *view)
{
	uint8_t    *data = (uint8_t *) view->detoasted;
	size_t		len = s->reader->metadata_len;

	if (s->reader->head_len >= len)
		memcpy(data, s->reader->head, len);
	else
		copy_bytes(s, 0, len, data);
	if (s->reader->delta && s->reader->head_len < len)
		variant_check_stored(vnt_delta_decode_metadata(data, len, &len));
	variant_check_stored(vnt_metadata_open(data, len, &view->metadata));
}

void
variant_slice_take(VariantSlice *s, VariantView *view, const VntPlace *place,
				   VntValue *v)
{
	size_t		metadata_len = s->reader->metadata_len;
	size_t		size;
	VntType		type;
	uint8_t    *data;

	variant_check_stored(vnt_place_type(s->reader, place, &type));
	variant_check_stored(vnt_place_size(s->reader, place, &size));
	if (type != VNT_OBJECT && type != VNT_ARRAY)
	{
		data = view->room;
		view->detoasted = NULL;
		if (size > sizeof(view->room))
			data = palloc(size);
		if (data != view->room)
			view->detoasted = (struct varlena *) data;
		copy_bytes(s, place->pos, size, data);
		set_empty_metadata(view);
		set_value(view, v, data, size);
		return;
	}
	view->detoasted = palloc(metadata_len + size);
	take_metadata(s, view);
	data = (uint8_t *) view->detoasted + metadata_len;
	copy_bytes(s, place->pos, size, data);
	if (s->reader->delta)
		variant_check_stored(vnt_delta_decode_value(data, size, &variant_host));
	set_value(view, v, data, size);
}

/* ---------------------------------------------------------------------
 * Finding
 * ---------------------------------------------------------------------
 */
static bool
find_in_whole(VariantView *view, Datum datum, const VPath *path,
			  uint32 *hints, VntValue *found)
{
	VntStatus	status;

	variant_view_open(view, datum);
	status = vpath_eval(path, &view->root, found, hints);
	if (status == VNT_OK)
		return true;
	if (status != VNT_NOT_FOUND)
		variant_check_stored(status);
	variant_view_close(view);
	return false;
}

static inline bool
find_place(const VntReader *reader, const VntPlace *root, const VPath *path,
		   uint32 *hints, VntPlace *place)
{
	VntStatus	status = vpath_eval_reader(path, reader, root, place, hints);

	if (status == VNT_NOT_FOUND)
		return false;
	variant_check_stored(status);
	return true;
}

bool
variant_slice_find(VariantView *view, Datum datum, const VPath *path,
				   uint32 *hints, VntValue *found)
{
	VariantExpanded *e;
	VariantSlice s;
	VntPlace	place;

	if (unlikely((e = variant_expanded_get(datum)) != NULL))
	{
		view->detoasted = NULL;
		return variant_expanded_find(e, path, &view->metadata, found);
	}
	if (path->count == 0 || !variant_slice_begin(&s, datum))
		return find_in_whole(view, datum, path, hints, found);
	if (!find_place(s.reader, &s.root, path, hints, &place))
		return false;
	variant_slice_take(&s, view, &place, found);
	return true;
}

VPathQuick
variant_slice_scalar(Datum datum, const VPath *path, uint32 *hints)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(datum);
	const VntReader *reader;
	VariantCached *c;
	VntPlace	place;
	VPathQuick	found;

	if (!variant_is_toasted(stored))
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	c = begin_cached(stored);
	reader = &c->reader;
	if (!find_place(reader, &c->root, path, hints, &place))
		return vpath_quick_nothing(VPATH_QUICK_MISSING);
	found.data = vnt_read_part(reader, place.pos, 1);
	if (found.data == NULL)
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	found.len = Min(place.len, (size_t) (reader->part + reader->part_len - found.data));
	found.len = vpath_quick_size(found);
	if (found.len == 0)
		return vpath_quick_nothing(VPATH_QUICK_UNKNOWN);
	return found;
}

bool
variant_slice_find_type(Datum datum, const VPath *path, uint32 *hints, VntType *type)
{
	VariantSlice s;
	VntPlace	place;
	VariantView view;
	VntValue	found;

	if (variant_slice_begin(&s, datum))
	{
		if (!find_place(s.reader, &s.root, path, hints, &place))
			return false;
		variant_check_stored(vnt_place_type(s.reader, &place, type));
		return true;
	}
	if (!variant_slice_find(&view, datum, path, hints, &found))
		return false;
	*type = vnt_value_type(&found);
	variant_view_close(&view);
	return true;
}

/* ---------------------------------------------------------------------
 * The root
 * ---------------------------------------------------------------------
 */
VntType
variant_slice_count(Datum datum, uint32 *count)
{
	VariantSlice s;
	VariantView view;
	VntContainer c = {0};
	VntPlaces	places;
	VntType		type;
	bool		parts = variant_slice_begin(&s, datum);

	*count = 0;
	if (parts)
		variant_check_stored(vnt_place_type(s.reader, &s.root, &type));
	else
	{
		variant_view_open(&view, datum);
		type = vnt_value_type(&view.root);
	}
	if (type == VNT_UNKNOWN)
		variant_report(VNT_VALUE_TYPE, NULL, VARIANT_ORIGIN_STORED, NULL);
	if (type == VNT_OBJECT || type == VNT_ARRAY)
	{
		if (parts)
			variant_check_stored(vnt_places_open(s.reader, &s.root, &places));
		else
			variant_check_stored(vnt_container_open(&view.root, &c));
		*count = parts ? places.count : c.count;
	}
	if (!parts)
		variant_view_close(&view);
	return type;
}

VntType
variant_slice_type(Datum datum)
{
	VariantView view;
	VntType		type;

	variant_view_open_scalar(&view, datum);
	type = vnt_value_type(&view.root);
	if (type == VNT_UNKNOWN)
		variant_report(VNT_VALUE_TYPE, NULL, VARIANT_ORIGIN_STORED, NULL);
	variant_view_close(&view);
	return type;
}

void
variant_slice_open_scalar(VariantView *view, Datum datum)
{
	VariantSlice s;
	VntType		type;

	if (!variant_slice_begin(&s, datum))
	{
		variant_view_open(view, datum);
		return;
	}
	variant_check_stored(vnt_place_type(s.reader, &s.root, &type));
	if (type != VNT_OBJECT && type != VNT_ARRAY && type != VNT_UNKNOWN)
	{
		variant_slice_take(&s, view, &s.root, &view->root);
		return;
	}
	view->detoasted = palloc(1);
	copy_bytes(&s, s.root.pos, 1, (uint8_t *) view->detoasted);
	set_empty_metadata(view);
	set_value(view, &view->root, (uint8_t *) view->detoasted, 1);
}

bool
variant_slice_open_names(VariantView *view, Datum datum, VntContainer *c)
{
	VariantSlice s;
	VntPlaces	places;
	size_t		metadata_len;
	size_t		ids_len;
	uint8_t    *ids;

	if (!variant_slice_begin(&s, datum))
	{
		variant_view_open(view, datum);
		if (vnt_value_type(&view->root) == VNT_OBJECT)
		{
			variant_check_stored(vnt_container_open(&view->root, c));
			return true;
		}
		variant_view_close(view);
		return false;
	}
	if (vnt_places_open(s.reader, &s.root, &places) != VNT_OK || !places.is_object)
		return false;
	metadata_len = s.reader->metadata_len;
	ids_len = (size_t) places.count * places.id_width;
	view->detoasted = palloc(metadata_len + ids_len);
	take_metadata(&s, view);
	ids = (uint8_t *) view->detoasted + metadata_len;
	if (ids_len > 0)
		copy_bytes(&s, places.ids, ids_len, ids);
	if (s.reader->delta)
		vnt_delta_decode_table(ids, places.count, places.id_width);
	memset(c, 0, sizeof(*c));
	c->meta = &view->metadata;
	c->ids = ids;
	c->count = places.count;
	c->id_width = places.id_width;
	c->is_object = true;
	return true;
}
