/*-------------------------------------------------------------------------
 *
 * variant.h
 *	  What the files directly in src/ share: from Datum to bytes and back.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_H
#define VARIANT_H

#include "postgres.h"

#include "pgcompat.h"

#include "codec/vnt_read.h"

/* ---------------------------------------------------------------------
 * Reading (variant_datum.c)
 * ---------------------------------------------------------------------
 */

/*
 * An opened value.  metadata and root point into the datum or into its
 * detoasted copy; both stay valid as long as that memory does.
 */
typedef struct VariantView
{
	VntMetadata metadata;
	VntValue	root;			/* root.meta points at metadata above */
	struct varlena *detoasted;	/* palloc'd copy, or NULL */
	uint8_t		room[32];		/* for a copy of a small scalar */
} VariantView;

/* How the bytes of a datum are written: the low nibble of the first one. */
#define VARIANT_FORM_MASK	0x0f

typedef enum VariantForm
{
	VARIANT_FORM_PLAIN = 1,		/* metadata and value as they are exchanged */
	VARIANT_FORM_DELTA = 2		/* the same with delta numbers */
} VariantForm;

/* The form of bytes at the start of a datum; XX001 if it is no known one. */
extern VariantForm variant_check_form(const uint8_t *data, size_t len);

/*
 * From this size on a value may be compressed, or moved out of line, and is
 * stored with delta numbers: a little below the size at which the server
 * looks at a row.
 */
#define VARIANT_DELTA_FROM	1900

/* Is the whole value there, in plain form?  (Not all that are, are told.) */
static inline bool
variant_is_direct(Datum datum)
{
	const struct varlena *v = (const struct varlena *) DatumGetPointer(datum);

	if (VARATT_IS_1B(v))
		return !VARATT_IS_1B_E(v);
	return VARATT_IS_4B_U(v) &&
		(VARSIZE(v) < VARHDRSZ + VARIANT_DELTA_FROM ||
		 (*(const uint8_t *) VARDATA(v) & VARIANT_FORM_MASK) == VARIANT_FORM_PLAIN);
}

/*
 * The one step between a Datum and a reader.  Detoasts where needed, undoes
 * the storage form and checks the metadata's frame; XX001 on damage.  The view must
 * not be moved (root.meta points into it).
 */
extern void variant_view_open(VariantView *view, Datum datum);

/* The same for what is toasted, or damaged. */
extern void variant_view_open_stored(VariantView *view, Datum datum);

/*
 * For who looks at each container just once and undoes the delta numbers of
 * its tables then, in place (vnt_delta_decode_container).  True: all tables of
 * the value have them still, and its bytes belong to the view.  False: it is as
 * from variant_view_open().
 */
extern bool variant_view_open_encoded(VariantView *view, Datum datum);

/* Metadata and root from the bytes of a datum, if they can be told apart. */
static inline VntStatus
variant_view_read(VariantView *view, const uint8_t *data, size_t len)
{
	VntStatus	status = vnt_read_metadata(data, len, &view->metadata);

	if (unlikely(status != VNT_OK))
		return status;
	if (unlikely(view->metadata.len >= len))
		return VNT_VALUE_TRUNCATED;
	view->root.meta = &view->metadata;
	view->root.data = data + view->metadata.len;
	view->root.len = len - view->metadata.len;
	return VNT_OK;
}

/* The same inline, where the call would count. */
static pg_attribute_always_inline void
variant_view_open_inline(VariantView *view, Datum datum)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(datum);

	view->detoasted = NULL;
	if (unlikely(VARATT_IS_COMPRESSED(stored) || VARATT_IS_EXTERNAL(stored)) ||
		unlikely(variant_view_read(view, (const uint8_t *) VARDATA_ANY(stored),
								   VARSIZE_ANY_EXHDR(stored)) != VNT_OK))
		variant_view_open_stored(view, datum);
}

/* Free the detoasted copy, if any: btree and hash support must not leak. */
extern void variant_view_close(VariantView *view);

/* ---------------------------------------------------------------------
 * Writing (variant_datum.c)
 * ---------------------------------------------------------------------
 */

/* The setting variant.storage: which forms are written. */
typedef enum VariantStorageMode
{
	VARIANT_STORAGE_AUTO,		/* large values with delta numbers */
	VARIANT_STORAGE_PLAIN
} VariantStorageMode;

extern int	variant_storage_mode;

/*
 * The last step of everything that makes a datum: bytes in plain form behind
 * a header of four bytes become what is stored, in place.
 */
extern Datum variant_datum_finish(struct varlena *plain);

/*
 * The finished value of a builder as a palloc'd varlena Datum.  This is the
 * last use of a shared builder, which may be given up by it.
 */
extern Datum variant_from_builder(VntBuilder *b);

/*
 * A value taken out of a view: bytes with a dictionary of just its names
 * (never a larger datum than with the whole one).
 */
extern Datum variant_from_value(const VntValue *v);

/*
 * The same, in reuse if it is a container that fits in so many bytes there,
 * which are aligned as palloc's are.
 */
extern Datum variant_from_value_in(const VntValue *v, struct varlena *reuse,
								   size_t room);

/*
 * The same for a container, and perhaps more behind it, in a document of plain
 * form whose first metadata_len bytes are its metadata.
 */
extern Datum variant_from_document(const uint8_t *document, size_t len, size_t metadata_len,
								   const VntSlice *container);

/* A backend-lifetime builder for short use, reset; see variant_mem.c. */
extern VntBuilder *variant_builder_acquire(void);
extern void variant_builder_trim(VntBuilder *b);

/*
 * A new builder in the current memory context, for when foreign code may run
 * between two tokens.  Not to be used while another context is current.
 */
extern VntBuilder *variant_builder_private(void);

/* ---------------------------------------------------------------------
 * Memory (variant_mem.c)
 * ---------------------------------------------------------------------
 */

/* palloc in the context that is current at each call; poll = interrupts. */
extern const VntHost variant_host;

/*
 * Text without a copy: begin makes a buffer over variant_host with room for
 * about so many bytes, to be written to, and end gives its memory away as a
 * text Datum, of JSON text in the database encoding.
 */
extern void variant_text_begin(VntBuffer *buffer, size_t guess);
extern text *variant_text_end(VntBuffer *buffer);

/*
 * The contents of a buffer over variant_host, JSON text, as text in the
 * database encoding; frees the buffer.
 */
extern text *variant_buffer_to_text(VntBuffer *buffer);

/* ---------------------------------------------------------------------
 * Text and foreign bytes (variant_io.c)
 * ---------------------------------------------------------------------
 */

/*
 * Parse text that is in the database encoding; flags are VNT_JSON_PLAIN or 0.
 * escontext: NULL, or an ErrorSaveContext for soft errors on 16+ (then 0).
 */
extern Datum variant_parse(const char *text, size_t len, unsigned flags,
						   struct Node *escontext);

/*
 * The same without an error: false where text is at fault (including its depth
 * and its size).  What is not the text's fault throws.
 */
extern bool variant_try_parse(const char *text, size_t len, unsigned flags,
							  Datum *result);

/* Validate metadata || value and copy the bytes to a datum, or 22P03/0A000. */
extern Datum variant_from_foreign(const uint8_t *data, size_t len);

/* Only validate; err's offset counts within its part. */
extern VntStatus variant_validate_joined(const uint8_t *data, size_t len,
										 VntError *err);

/* ---------------------------------------------------------------------
 * Errors (variant_error.c)
 * ---------------------------------------------------------------------
 */
typedef enum VariantOrigin
{
	VARIANT_ORIGIN_STORED,		/* a datum: XX001 */
	VARIANT_ORIGIN_FOREIGN,		/* bytes from outside: 22P03 */
	VARIANT_ORIGIN_BUILD		/* arguments of a function: 22023 */
} VariantOrigin;

/*
 * Report a failed codec call.  err may be NULL where there is no offset.
 * escontext: NULL, or an ErrorSaveContext for soft errors on 16+; then the
 * function returns after saving the error.
 */
extern void variant_report(VntStatus status, const VntError *err,
						   VariantOrigin origin, struct Node *escontext);

/* The same for JSON text, with a DETAIL and a CONTEXT line as jsonb has. */
extern void variant_report_text(const VntError *err, const char *text,
								size_t len, struct Node *escontext);

/* What is wrong, with its number: "unknown primitive type 21".  Palloc'd. */
extern char *variant_error_text(const VntError *err);

/* For reads of stored values: anything but VNT_OK is XX001. */
static inline void
variant_check_stored(VntStatus status)
{
	if (unlikely(status != VNT_OK))
		variant_report(status, NULL, VARIANT_ORIGIN_STORED, NULL);
}

/* For builders: memory, depth and size are all that can fail. */
static inline void
variant_check_build(VntStatus status)
{
	if (unlikely(status != VNT_OK))
		variant_report(status, NULL, VARIANT_ORIGIN_BUILD, NULL);
}

/* ---------------------------------------------------------------------
 * Encoding (variant_encoding.c)
 * ---------------------------------------------------------------------
 */

/*
 * Strings inside a variant are UTF-8; SQL text is in the database encoding.
 * Both return the input itself when nothing has to change, else a palloc'd
 * copy.  To server: 22P05 if not expressible there or if it holds U+0000.
 */
extern const char *variant_utf8_from_server(const char *s, size_t len,
											size_t *out_len);
extern text *variant_text_from_utf8(const uint8_t *s, size_t len);

/* Not 0 if any of eight bytes is. */
static inline uint64
variant_zero_bytes(uint64 word)
{
	return (word - UINT64CONST(0x0101010101010101)) & ~word &
		UINT64CONST(0x8080808080808080);
}

/*
 * Copy a string; false if there is a zero byte in it.  Most are short, where
 * two calls cost more than the copying.
 */
static inline bool
variant_copy_text(char *to, const char *from, size_t len)
{
	uint64		word;
	uint64		zero = 0;
	size_t		i;

	if (len > 128)
	{
		memcpy(to, from, len);
		return memchr(from, 0, len) == NULL;
	}
	if (len < sizeof(word))
	{
		if (len >= 4)
		{
			uint32		low;
			uint32		high;

			memcpy(&low, from, 4);
			memcpy(&high, from + len - 4, 4);
			memcpy(to, &low, 4);
			memcpy(to + len - 4, &high, 4);
			return variant_zero_bytes((uint64) high << 32 | low) == 0;
		}
		for (i = 0; i < len; i++)
		{
			to[i] = from[i];
			zero |= from[i] == 0;
		}
		return zero == 0;
	}
	for (i = 0; i + sizeof(word) <= len; i += sizeof(word))
	{
		memcpy(&word, from + i, sizeof(word));
		memcpy(to + i, &word, sizeof(word));
		zero |= variant_zero_bytes(word);
	}
	/* the rest, together with bytes that are done */
	memcpy(&word, from + len - sizeof(word), sizeof(word));
	memcpy(to + len - sizeof(word), &word, sizeof(word));
	return (zero | variant_zero_bytes(word)) == 0;
}

/* The same without an error: NULL where the text cannot be converted. */
extern const char *variant_utf8_try(const char *s, size_t len,
									size_t *out_len);

/*
 * JSON text (UTF-8) in the database encoding, terminated: characters that it
 * lacks are written as \uXXXX, which is legal as other than ASCII occurs only
 * inside strings.  reserve bytes are left free in front of it.  NULL if
 * nothing has to change, else palloc'd.
 */
extern char *variant_json_to_server(const char *json, size_t len,
									size_t reserve, size_t *out_len);

/* ---------------------------------------------------------------------
 * SQL values to variant (variant_convert.c)
 * ---------------------------------------------------------------------
 */

/* How values of one SQL type are converted; looked up once per call site. */
typedef struct VariantConvert VariantConvert;

/*
 * Find out how type is converted (domains by their base type).  The result and
 * all it needs live in context.
 */
extern VariantConvert *variant_convert_lookup(Oid type, MemoryContext context);

/*
 * Append one SQL value to a builder, NULL as variant null: what to_variant()
 * does, for nested values too.  May run the output function of any type, so
 * b must not be the shared builder unless variant_convert_is_builtin().
 * Memory that the builder refers to is allocated in the current context and
 * has to live until the builder is written.
 */
extern void variant_convert_add(VntBuilder *b, VariantConvert *convert,
								Datum value, bool isnull);

/* No code outside the server's own and ours runs for this type. */
extern bool variant_convert_is_builtin(const VariantConvert *convert);

/*
 * One SQL value as the text of an object key, as jsonb_build_object takes it;
 * the caller has refused NULL.  UTF-8, palloc'd or referenced.
 */
extern VntSlice variant_convert_key(VariantConvert *convert, Datum value);

/* ---------------------------------------------------------------------
 * Variant scalars to SQL values (variant_cast.c)
 * ---------------------------------------------------------------------
 */

/*
 * Cast one value to boolean, smallint, integer, bigint, numeric, real, double
 * precision, date, time, timestamp, timestamptz, bytea, uuid (by type OID) by
 * the rules of the casts; text gives the bare text, the type variant itself
 * the value.  *isnull for a variant null.  Any other type: its input function
 * on the bare text.  escontext: NULL, or soft errors where the server has
 * them.
 */
extern Datum variant_cast_value(const VntValue *v, Oid type, int32 typmod,
								bool *isnull, struct Node *escontext);

/*
 * Between jsonb and the codec (variant_jsonb.c).  Adding detoasts jsonb into the
 * current context; that memory has to stay until the builder is written.
 */
extern void variant_jsonb_add(VntBuilder *b, Datum jsonb);
extern Datum variant_jsonb_from_value(const VntValue *v);

/* ---------------------------------------------------------------------
 * The extension's own objects (variant_catalog.c)
 * ---------------------------------------------------------------------
 */

/* Looked up in the extension's schema; InvalidOid if there is none. */
extern Oid	variant_schema_oid(void);
extern Oid	variant_type_oid(void);
extern Oid	variant_named_type_oid(const char *name);
extern Oid	variant_function_oid(const char *name, int nargs, const Oid *types);
extern Oid	variant_operator_oid(const char *name, Oid left, Oid right);

/*
 * The name of a comparison of ours, of two variants or one and an SQL value;
 * NULL if the operator is none.  And the name of it with its sides exchanged.
 */
extern const char *variant_comparison_name(Oid operator, Oid left, Oid right);
extern const char *variant_comparison_commuted(const char *name);

#endif							/* VARIANT_H */
