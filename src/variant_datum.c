/*-------------------------------------------------------------------------
 *
 * variant_datum.c
 *	  Between a Datum and the codec's view of its bytes.
 *
 * Interface: variant_view_open, variant_view_open_stored,
 * variant_view_open_encoded, variant_view_close,
 * variant_from_builder, variant_from_value, variant_from_value_in,
 * variant_from_document,
 * variant_datum_finish, variant_storage_mode.
 *
 * Opening and finishing are the only places that know about varlena headers,
 * TOAST and storage forms, beside the reader of parts (variant_slice.c):
 * everybody else gets metadata and value as two slices of plain form.  The
 * bytes of an expanded value (variant_expanded.c) stay until the variable is
 * assigned to.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_borrow.h"
#include "variant_cache.h"
#include "variant_expanded.h"

int			variant_storage_mode = VARIANT_STORAGE_AUTO;

static void
refuse_form(const uint8_t *data, size_t len)
{
	if (len == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("stored variant value is damaged"),
				 errdetail("The value has no bytes.")));
	ereport(ERROR,
			(errcode(ERRCODE_DATA_CORRUPTED),
			 errmsg("stored variant value is damaged"),
			 errdetail("Storage form %d is not known to this version of the extension.",
					   data[0] & VARIANT_FORM_MASK)));
}

VariantForm
variant_check_form(const uint8_t *data, size_t len)
{
	int			form = len > 0 ? data[0] & VARIANT_FORM_MASK : 0;

	if (form != VARIANT_FORM_PLAIN && form != VARIANT_FORM_DELTA)
		refuse_form(data, len);
	return (VariantForm) form;
}

/* Bytes that may be changed: in place if they are ours, else copied. */
static uint8_t *
own_bytes(VariantView *view, const uint8_t *data, size_t len)
{
	if (view->detoasted != NULL)
		return unconstify(uint8_t *, data);
	view->detoasted = palloc(VARHDRSZ + len);
	return memcpy((uint8_t *) view->detoasted + VARHDRSZ, data, len);
}

/* The bytes of a datum, not borrowed, in a form that is not toasted. */
static const uint8_t *
detoasted_bytes(VariantView *view, Datum datum, size_t *len)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(datum);
	VariantExpanded *e = variant_expanded_get(datum);
	struct varlena *plain;

	if (unlikely(e != NULL))
		stored = variant_expanded_flat(e);
	plain = VARATT_IS_COMPRESSED(stored) || VARATT_IS_EXTERNAL(stored) ?
		variant_cache_detoast(stored) : stored;
	view->detoasted = plain != stored ? plain : NULL;
	*len = VARSIZE_ANY_EXHDR(plain);
	return (const uint8_t *) VARDATA_ANY(plain);
}

void
variant_view_open_stored(VariantView *view, Datum datum)
{
	const VariantBorrowed *borrowed = variant_borrowed_get(datum);
	const uint8_t *data;
	size_t		len;

	if (borrowed != NULL)
	{
		variant_borrowed_open(borrowed, view);
		return;
	}
	data = detoasted_bytes(view, datum, &len);
	if (variant_check_form(data, len) != VARIANT_FORM_PLAIN)
	{
		uint8_t    *own = own_bytes(view, data, len);

		variant_check_stored(vnt_delta_decode(own, len, &variant_host));
		data = own;
	}
	variant_check_stored(variant_view_read(view, data, len));
}

bool
variant_view_open_encoded(VariantView *view, Datum datum)
{
	const VariantBorrowed *borrowed = variant_borrowed_get(datum);
	const uint8_t *data;
	size_t		len;
	size_t		metadata_len;
	bool		encoded;

	if (borrowed != NULL)
	{
		variant_borrowed_open(borrowed, view);
		return false;
	}
	data = detoasted_bytes(view, datum, &len);
	encoded = variant_check_form(data, len) != VARIANT_FORM_PLAIN;
	if (encoded)
	{
		uint8_t    *own = own_bytes(view, data, len);

		variant_check_stored(vnt_delta_decode_metadata(own, len, &metadata_len));
		data = own;
	}
	variant_check_stored(variant_view_read(view, data, len));
	return encoded;
}

void
variant_view_open(VariantView *view, Datum datum)
{
	variant_view_open_inline(view, datum);
}

void
variant_view_close(VariantView *view)
{
	if (view->detoasted)
		pfree(view->detoasted);
	view->detoasted = NULL;
}

/* Only containers have numbers to encode. */
static bool
is_worth_delta(const uint8_t *data, size_t len)
{
	VntMetadata m;
	VntValue	root;
	VntType		type;

	if (vnt_metadata_open(data, len, &m) != VNT_OK || m.len >= len)
		return false;
	root.meta = &m;
	root.data = data + m.len;
	root.len = len - m.len;
	type = vnt_value_type(&root);
	return type == VNT_OBJECT || type == VNT_ARRAY;
}

/* Is a value of this size stored with delta numbers, if it has numbers? */
static inline bool
is_delta_size(size_t len)
{
	return len >= VARIANT_DELTA_FROM && variant_storage_mode == VARIANT_STORAGE_AUTO;
}

Datum
variant_datum_finish(struct varlena *plain)
{
	uint8_t    *data = (uint8_t *) VARDATA(plain);
	size_t		len = VARSIZE(plain) - VARHDRSZ;

	if (is_delta_size(len) && is_worth_delta(data, len))
		variant_check_stored(vnt_delta_encode(data, len, &variant_host));
	return PointerGetDatum(plain);
}

Datum
variant_from_builder(VntBuilder *b)
{
	size_t		size;
	struct varlena *result;

	variant_check_build(vnt_builder_size(b, &size));
	result = palloc(VARHDRSZ + size);
	SET_VARSIZE(result, VARHDRSZ + size);
	if (is_delta_size(size) && vnt_builder_write_delta(b, (uint8_t *) VARDATA(result)))
	{
		variant_builder_trim(b);
		return PointerGetDatum(result);
	}
	vnt_builder_write(b, (uint8_t *) VARDATA(result), NULL);
	variant_builder_trim(b);
	return variant_datum_finish(result);
}

/* A scalar uses no names: the empty dictionary and its own bytes. */
static Datum
scalar_datum(const VntValue *v, size_t size)
{
	size_t		total = VARHDRSZ + sizeof(vnt_empty_metadata) + size;
	struct varlena *result = palloc(total);

	SET_VARSIZE(result, total);
	memcpy(VARDATA(result), vnt_empty_metadata, sizeof(vnt_empty_metadata));
	memcpy(VARDATA(result) + sizeof(vnt_empty_metadata), v->data, size);
	return PointerGetDatum(result);
}

/* A container of scalars, which is just copied. */
static Datum
flat_datum(const VntFlat *f)
{
	struct varlena *result = palloc(VARHDRSZ + f->size);

	SET_VARSIZE(result, VARHDRSZ + f->size);
	vnt_flat_write(f, (uint8_t *) VARDATA(result));
	return variant_datum_finish(result);
}

/* A container with new ids.  reuse: in it, if it has room for so many bytes. */
static Datum
trimmed_datum(VntTrim *t, struct varlena *reuse, size_t room)
{
	size_t		size = VARHDRSZ + t->size;
	struct varlena *result = size <= room ? reuse : palloc(size);

	SET_VARSIZE(result, size);
	vnt_trim_write(t, (uint8_t *) VARDATA(result));
	vnt_trim_close(t);
	return variant_datum_finish(result);
}

/* By copying all the same, or else by a builder. */
static Datum
container_datum(const VntValue *v)
{
	VntFlat		flat;
	bool		is_flat;
	VntBuilder *b;

	variant_check_stored(vnt_flat_open(v, &flat, &is_flat));
	if (is_flat)
		return flat_datum(&flat);
	b = variant_builder_acquire();
	variant_check_stored(vnt_build_value(b, v));
	return variant_from_builder(b);
}

/* What is remembered of containers: bytes that stand for bytes, whatever they belong to. */
static VntTrimCache trim_cache;

/* Written as the last one like it was, if it is; else NULL. */
static inline struct varlena *
guessed(const VntSlice *metadata, const VntSlice *value, struct varlena *reuse, size_t room)
{
	VntTrimGuess guess;
	struct varlena *result;
	size_t		size;

	if (unlikely(!vnt_trim_guess(&guess, metadata, value->data, value->len, &trim_cache)))
		return NULL;
	size = VARHDRSZ + guess.size;
	result = size <= room ? reuse : palloc(size);
	SET_VARSIZE(result, size);
	if (likely(vnt_trim_guess_write(&guess, (uint8_t *) VARDATA(result))))
		return result;
	if (result != reuse)
		pfree(result);
	return NULL;
}

static inline Datum
finish_small(struct varlena *plain)
{
	return likely(VARSIZE(plain) < VARHDRSZ + VARIANT_DELTA_FROM) ?
		PointerGetDatum(plain) : variant_datum_finish(plain);
}

static pg_noinline Datum
from_container(const VntValue *v, struct varlena *reuse, size_t room)
{
	VntTrim		trim;

	return vnt_trim_open(&trim, &variant_host, v, &trim_cache) ?
		trimmed_datum(&trim, reuse, room) : container_datum(v);
}

Datum
variant_from_value(const VntValue *v)
{
	return variant_from_value_in(v, NULL, 0);
}

Datum
variant_from_value_in(const VntValue *v, struct varlena *reuse, size_t room)
{
	size_t		size;

	if (v->len > 0 && (v->data[0] & VNT_BASIC_MASK) >= VNT_BASIC_OBJECT)
	{
		VntSlice	metadata = {v->meta->data, v->meta->len};
		VntSlice	value = {v->data, v->len};
		struct varlena *result = guessed(&metadata, &value, reuse, room);

		return likely(result != NULL) ? finish_small(result) : from_container(v, reuse, room);
	}
	variant_check_stored(vnt_value_size(v, &size));
	return scalar_datum(v, size);
}

Datum
variant_from_document(const uint8_t *document, size_t len, size_t metadata_len,
					  const VntSlice *container)
{
	VntSlice	bytes = {document, metadata_len};
	struct varlena *result = guessed(&bytes, container, NULL, 0);
	VntMetadata metadata;
	VntValue	v = {&metadata, container->data, container->len};

	if (likely(result != NULL))
		return finish_small(result);
	variant_check_stored(vnt_metadata_open(document, len, &metadata));
	return from_container(&v, NULL, 0);
}
