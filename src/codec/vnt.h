/*-------------------------------------------------------------------------
 *
 * vnt.h
 *	  The Variant codec: bytes of the Apache Parquet Variant encoding.
 *
 * This is the public header of src/codec (with vnt_read.h, which has some of
 * its readers inline).  The codec is plain C11 and
 * knows nothing of PostgreSQL: it is used by the extension, by the unit
 * tests, by the fuzzers and by client programs alike.
 *
 * Rules that hold for every function here:
 *
 *	- A function that can fail returns a VntStatus.  VNT_OK is zero.  Where
 *	  it takes a VntError, the caller owns it, it may be NULL, and on failure
 *	  it tells the status and the byte offset of the fault.
 *	- Nothing throws, prints, or keeps state outside its arguments.
 *	- Reading allocates nothing.  Writing takes a VntHost, whose alloc may
 *	  return NULL (then VNT_NO_MEMORY comes back) or may not return at all
 *	  (longjmp): so a builder or buffer holds nothing but memory.
 *	- Bytes are loaded and stored one by one: any alignment and any byte
 *	  order of the machine will do.
 *	- Readers check every bound against the slice they were given.  They are
 *	  memory-safe on any bytes, yet assume the bytes are *valid* where the
 *	  answer is concerned: vnt_validate() is what makes foreign bytes valid.
 *
 * Words are those of VariantEncoding.md: metadata, dictionary, value,
 * basic_type, field_id, field_offset.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VNT_H
#define VNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------------------------------
 * Limits
 * ---------------------------------------------------------------------
 */

/* Containers may be nested this deep; one more is VNT_TOO_DEEP. */
#define VNT_MAX_DEPTH		1000

/* Longest metadata + value, in bytes: what fits in a PostgreSQL varlena. */
#define VNT_MAX_SIZE		((size_t) 0x3fffffff - 16)

/* Decimals have at most this many digits, and a scale of 0..this. */
#define VNT_MAX_PRECISION	38

/*
 * Writers put an object's values that take more bytes than this behind all
 * its smaller ones, so that the head of a datum answers most paths.  Only
 * writers use it; a reader takes values in any order.
 */
#define VNT_LARGE_VALUE		256

/* ---------------------------------------------------------------------
 * Status
 * ---------------------------------------------------------------------
 */
typedef enum VntStatus
{
	VNT_OK = 0,

	/* the host's fault or limit, not the bytes' */
	VNT_NO_MEMORY,
	VNT_TOO_DEEP,				/* more than VNT_MAX_DEPTH levels */
	VNT_TOO_LARGE,				/* result above VNT_MAX_SIZE */
	VNT_NOT_FOUND,				/* no such member or element: not a fault */
	VNT_DUPLICATE_KEY,			/* only where the caller asked for it */

	/* metadata bytes */
	VNT_META_TRUNCATED,			/* bytes end inside the metadata */
	VNT_META_VERSION,			/* version is not 1 */
	VNT_META_FIRST_OFFSET,		/* first dictionary offset is not 0 */
	VNT_META_OFFSETS,			/* dictionary offsets fall, or pass the end */
	VNT_META_TRAILING,			/* bytes after the last name */
	VNT_META_UTF8,				/* a name is not UTF-8 */
	VNT_META_UNSORTED,			/* sorted_strings is set but does not hold */

	/* value bytes */
	VNT_VALUE_TRUNCATED,		/* bytes end inside a value */
	VNT_VALUE_TYPE,				/* unknown primitive type id */
	VNT_VALUE_UTF8,				/* a string is not UTF-8 */
	VNT_VALUE_SCALE,			/* decimal scale above 38 */
	VNT_VALUE_PRECISION,		/* decimal has more digits than its type */
	VNT_VALUE_TIME,				/* time of day outside of 0..24 hours */
	VNT_VALUE_FIELD_ID,			/* field_id not in the dictionary */
	VNT_VALUE_FIELD_ORDER,		/* field names not in order */
	VNT_VALUE_DUPLICATE,		/* two members of one name */
	VNT_VALUE_OFFSETS,			/* offsets do not walk the values */
	VNT_VALUE_TRAILING,			/* bytes after the value */

	/* JSON text */
	VNT_JSON_END,				/* text ends inside a value */
	VNT_JSON_SYNTAX,			/* unexpected character */
	VNT_JSON_TRAILING,			/* text after the value */
	VNT_JSON_NUMBER,			/* malformed number */
	VNT_JSON_RANGE,				/* number out of the range of double */
	VNT_JSON_STRING,			/* control character in a string */
	VNT_JSON_ESCAPE,			/* unknown or short escape */
	VNT_JSON_SURROGATE,			/* lone or misplaced surrogate */
	VNT_JSON_UTF8,				/* text is not UTF-8 */
	VNT_JSON_CAST,				/* unknown type name after :: */
	VNT_JSON_LITERAL,			/* literal does not fit the type after :: */
	VNT_JSON_LITERAL_RANGE,		/* literal is out of that type's range */

	VNT_STATUS_COUNT
} VntStatus;

/* Which bytes an error's offset counts in. */
typedef enum VntPart
{
	VNT_PART_METADATA,
	VNT_PART_VALUE,
	VNT_PART_TEXT
} VntPart;

typedef struct VntError
{
	VntStatus	status;
	VntPart		part;
	size_t		offset;			/* from the start of that part */
	uint64_t	number;			/* the offending number, where there is one */
} VntError;

/* A short stable name of the rule broken, such as "metadata.version". */
extern const char *vnt_status_rule(VntStatus status);

/* One constant English sentence part, such as "metadata version is not 1". */
extern const char *vnt_status_message(VntStatus status);

/* ---------------------------------------------------------------------
 * What the codec needs from whoever calls it
 * ---------------------------------------------------------------------
 */
typedef struct VntHost
{
	/* resize ptr (NULL: new) to size bytes; NULL or no return on failure */
	void	   *(*resize) (void *ctx, void *ptr, size_t size);
	void		(*release) (void *ctx, void *ptr);

	/* called every few thousand steps of a long loop; may not return */
	void		(*poll) (void *ctx);
	void	   *ctx;

	/*
	 * Shortest decimal text that reads back to the same double or float, no
	 * terminating zero needed; returns its length (at most 32).  NULL: the
	 * codec searches with snprintf, which is slower.
	 */
	int			(*format_double) (double value, char *out);
	int			(*format_float) (float value, char *out);
} VntHost;

/* malloc, free, no poll, snprintf: for tests and client programs. */
extern const VntHost vnt_host_malloc;

typedef struct VntSlice
{
	const uint8_t *data;
	size_t		len;
} VntSlice;

/* ---------------------------------------------------------------------
 * Types
 * ---------------------------------------------------------------------
 */

/*
 * The physical type of a value.  0..20 are the primitive type ids of the
 * encoding, so a primitive's header byte is type << 2.
 */
typedef enum VntType
{
	VNT_NULL = 0,
	VNT_TRUE = 1,
	VNT_FALSE = 2,
	VNT_INT8 = 3,
	VNT_INT16 = 4,
	VNT_INT32 = 5,
	VNT_INT64 = 6,
	VNT_DOUBLE = 7,
	VNT_DECIMAL4 = 8,
	VNT_DECIMAL8 = 9,
	VNT_DECIMAL16 = 10,
	VNT_DATE = 11,
	VNT_TIMESTAMPTZ = 12,		/* "timestamp", microseconds, UTC */
	VNT_TIMESTAMP = 13,			/* "timestamp without time zone", us */
	VNT_FLOAT = 14,
	VNT_BINARY = 15,
	VNT_STRING = 16,			/* the long form */
	VNT_TIME = 17,				/* microseconds since midnight */
	VNT_TIMESTAMPTZ_NANOS = 18,
	VNT_TIMESTAMP_NANOS = 19,
	VNT_UUID = 20,

	VNT_SHORT_STRING = 21,		/* basic_type 1 */
	VNT_OBJECT = 22,			/* basic_type 2 */
	VNT_ARRAY = 23,				/* basic_type 3 */

	VNT_UNKNOWN = 24			/* primitive ids 21..63 */
} VntType;

#define VNT_TYPE_COUNT	25

/*
 * The class of a value, as users see it (variant_typeof).  The order of the
 * members is the sort order of the classes, with one exception: number,
 * float and double are one family and compare with each other by value.
 */
typedef enum VntClass
{
	VNT_CLASS_NULL,
	VNT_CLASS_STRING,
	VNT_CLASS_NUMBER,			/* int8..int64, decimal4..16 */
	VNT_CLASS_FLOAT,
	VNT_CLASS_DOUBLE,
	VNT_CLASS_DATE,
	VNT_CLASS_TIME,
	VNT_CLASS_TIMESTAMP,
	VNT_CLASS_TIMESTAMPTZ,
	VNT_CLASS_UUID,
	VNT_CLASS_BINARY,
	VNT_CLASS_BOOLEAN,
	VNT_CLASS_ARRAY,
	VNT_CLASS_OBJECT
} VntClass;

typedef struct VntTypeInfo
{
	const char *physical;		/* "int8", "decimal16", "timestamp_nanos" */
	VntClass	class_;
	int8_t		size;			/* whole encoded size in bytes, or -1 */
} VntTypeInfo;

extern const VntTypeInfo vnt_type_info[VNT_TYPE_COUNT];
extern const char *const vnt_class_names[];		/* by VntClass */

/* The rank of a class in the order: the three number classes share one. */
static inline int
vnt_class_family(VntClass c)
{
	return (c == VNT_CLASS_FLOAT || c == VNT_CLASS_DOUBLE) ?
		VNT_CLASS_NUMBER : (int) c;
}

/* ---------------------------------------------------------------------
 * Metadata: the dictionary of names
 * ---------------------------------------------------------------------
 */
typedef struct VntMetadata
{
	const uint8_t *data;		/* the header byte */
	size_t		len;			/* of the whole metadata */
	const uint8_t *offsets;		/* count + 1 offsets of width bytes */
	const uint8_t *strings;		/* their bytes */
	uint32_t	strings_len;
	uint32_t	count;			/* dictionary_size */
	uint8_t		width;			/* 1..4 */
	bool		sorted;			/* sorted_strings */
} VntMetadata;

/*
 * Look at the metadata at the start of data and find its end: m->len.  Only
 * the header, the size and the last offset are checked (O(1)).
 */
extern VntStatus vnt_metadata_open(const uint8_t *data, size_t len,
								   VntMetadata *m);

/* The name with this id.  VNT_VALUE_FIELD_ID or VNT_META_OFFSETS if bad. */
extern VntStatus vnt_metadata_name(const VntMetadata *m, uint32_t id,
								   VntSlice *name);

/* The three bytes of the canonical empty metadata, 11 00 00. */
extern const uint8_t vnt_empty_metadata[3];

/* ---------------------------------------------------------------------
 * Values
 * ---------------------------------------------------------------------
 */

/*
 * A value in place.  len is how many bytes may be read from data on; the
 * value itself may be shorter (vnt_value_size tells).  Metadata and value
 * need not be adjacent.
 */
typedef struct VntValue
{
	const VntMetadata *meta;
	const uint8_t *data;
	size_t		len;
} VntValue;

/* Type by header byte.  v->len must be at least 1 (children always are). */
extern VntType vnt_value_type(const VntValue *v);

static inline VntClass
vnt_value_class(const VntValue *v)
{
	return vnt_type_info[vnt_value_type(v)].class_;
}

/* Size in bytes, header included; for containers from their last offset. */
extern VntStatus vnt_value_size(const VntValue *v, size_t *size);

/* A 128-bit signed integer as two's complement halves. */
typedef struct VntInt128
{
	uint64_t	lo;
	int64_t		hi;
} VntInt128;

/* A decoded scalar. */
typedef struct VntScalar
{
	VntType		type;
	uint8_t		scale;			/* decimals only */
	union
	{
		int64_t		i;			/* integers, date, time, timestamps */
		double		d;			/* DOUBLE; FLOAT in f */
		float		f;
		VntInt128	dec;		/* unscaled value of every decimal type */
		VntSlice	bytes;		/* strings, binary, uuid (16 bytes) */
	}			u;
} VntScalar;

/* Decode a scalar; VNT_VALUE_TYPE if v is a container or unknown. */
extern VntStatus vnt_scalar_read(const VntValue *v, VntScalar *s);

/* ---------------------------------------------------------------------
 * Containers
 * ---------------------------------------------------------------------
 */
typedef struct VntContainer
{
	const VntMetadata *meta;
	const uint8_t *ids;			/* NULL for an array */
	const uint8_t *offsets;
	const uint8_t *values;		/* first value byte */
	uint32_t	count;
	uint32_t	total;			/* bytes of all values: the last offset */
	uint8_t		id_width;
	uint8_t		offset_width;
	bool		is_object;
} VntContainer;

/* VNT_VALUE_TYPE if v is a scalar.  O(1). */
extern VntStatus vnt_container_open(const VntValue *v, VntContainer *c);

/* The i-th member or element, i < count.  child->len >= 1 on success. */
extern VntStatus vnt_container_child(const VntContainer *c, uint32_t i,
									 VntValue *child);

/* The name or the field_id of the i-th member, i < count. */
extern VntStatus vnt_object_name(const VntContainer *c, uint32_t i,
								 VntSlice *name);
extern uint32_t vnt_object_id(const VntContainer *c, uint32_t i);

/*
 * Find a member by name: binary search over the members, whose names are in
 * order whatever the dictionary's order.  VNT_NOT_FOUND if there is none.
 * *hint, if not NULL, is a member index to try first, and receives the index
 * found: a call site that reads the same member of many like documents finds
 * it with one comparison.
 */
extern VntStatus vnt_object_find(const VntContainer *c, const uint8_t *name,
								 size_t len, VntValue *child, uint32_t *hint);

/* ---------------------------------------------------------------------
 * Delta numbers: a stored form that compresses better (vnt_delta.c)
 * ---------------------------------------------------------------------
 */

/* Every so many entries of a table one stays absolute. */
#define VNT_DELTA_STRIDE	64

/* What the first byte has in place of the metadata's version. */
#define VNT_DELTA_VERSION	2

/*
 * Turn metadata + value into the form with delta numbers, of the same length,
 * and back, in place.  host is for poll, and may be NULL.  Decoding gives the
 * very bytes that were encoded.  On failure, which valid bytes never cause,
 * the bytes are of no use any more.
 */
extern VntStatus vnt_delta_encode(uint8_t *data, size_t len,
								  const VntHost *host);
extern VntStatus vnt_delta_decode(uint8_t *data, size_t len,
								  const VntHost *host);

/* In parts: metadata at the start of data, one whole value, or one table. */
extern VntStatus vnt_delta_decode_metadata(uint8_t *data, size_t len,
										   size_t *metadata_len);
extern VntStatus vnt_delta_decode_value(uint8_t *value, size_t len,
										const VntHost *host);
extern void vnt_delta_encode_table(uint8_t *table, uint32_t count,
								   unsigned width);
extern void vnt_delta_decode_table(uint8_t *table, uint32_t count,
								   unsigned width);

/*
 * The tables of one container, not of those in it, which is then as from
 * vnt_container_open(); VNT_VALUE_TYPE for scalars.
 */
extern VntStatus vnt_delta_decode_container(const VntMetadata *meta, uint8_t *value,
											size_t len, VntContainer *c);

/* ---------------------------------------------------------------------
 * Values of which only parts are at hand (vnt_reader.c)
 *
 * The readers above want a value in memory.  These ask for the few bytes that
 * they need, of either stored form, and speak of places instead of pointers.
 * ---------------------------------------------------------------------
 */
/* A value: its first byte, and how many bytes there may be of it. */
typedef struct VntPlace
{
	size_t		pos;
	size_t		len;
} VntPlace;

/* Like VntContainer, with positions. */
typedef struct VntPlaces
{
	size_t		ids;
	size_t		offsets;
	size_t		values;
	uint32_t	count;
	uint32_t	total;
	uint8_t		id_width;
	uint8_t		offset_width;
	bool		is_object;
} VntPlaces;

typedef struct VntReader
{
	/*
	 * len bytes from pos on, all within size; valid until the next call.
	 * NULL if they cannot be had, or no return at all.
	 */
	const uint8_t *(*fetch) (void *ctx, size_t pos, size_t len);
	void	   *ctx;
	size_t		size;			/* of metadata and value */

	/*
	 * Bytes from part_pos on that need not be fetched, or none.  fetch may
	 * change them: most of what is read lies beside what was read last.
	 */
	const uint8_t *part;
	size_t		part_pos;
	size_t		part_len;

	/*
	 * NULL, or a copy of the first bytes with tables in plain form, as
	 * vnt_reader_decode_head() makes it: metadata, and the root up to its
	 * values.  For these nothing is fetched, and nothing added up.
	 */
	const uint8_t *head;
	size_t		head_len;
	VntPlaces	root;			/* if there is a head; values is 0 for a scalar */

	/* filled in by vnt_reader_open() */
	bool		delta;
	uint8_t		width;			/* of the dictionary's numbers */
	uint32_t	count;			/* of names */
	uint32_t	strings_len;
	size_t		offsets;
	size_t		strings;
	size_t		metadata_len;
} VntReader;

/*
 * fetch, ctx and size are set, part and head are set or NULL.  *root is the value, of at
 * least one byte.
 */
extern VntStatus vnt_reader_open(VntReader *s, VntPlace *root);

/* How long the head of an opened value is, which has none so far. */
extern VntStatus vnt_reader_head_len(const VntReader *s, const VntPlace *root,
									 size_t *len);

/*
 * Make a head of these bytes, in place, and have the reader use it: they have
 * to stay.  If this fails it goes on without.
 */
extern VntStatus vnt_reader_decode_head(VntReader *s, uint8_t *head, size_t len);
extern VntStatus vnt_place_type(const VntReader *s, const VntPlace *p,
								VntType *type);
extern VntStatus vnt_place_size(const VntReader *s, const VntPlace *p,
								size_t *size);

/*
 * One step where nothing has to be fetched or searched: from an object to the
 * member of that index, if it is that of the name; from an array to an element,
 * below 0 counted from the end.  name and index are NULL for steps without.
 * False if that is not so, or if anything is unusual.
 */
extern bool vnt_reader_step(const VntReader *s, const VntPlace *p, uint32_t member,
							const VntSlice *name, const int32_t *index,
							VntPlace *child);

/* VNT_VALUE_TYPE if p is a scalar. */
extern VntStatus vnt_places_open(const VntReader *s, const VntPlace *p,
								 VntPlaces *c);
extern VntStatus vnt_places_child(const VntReader *s, const VntPlaces *c,
								  uint32_t i, VntPlace *child);

/* As vnt_object_find(). */
extern VntStatus vnt_places_find(const VntReader *s, const VntPlaces *c,
								 const uint8_t *name, size_t len,
								 VntPlace *child, uint32_t *hint);

/* ---------------------------------------------------------------------
 * Validation of foreign bytes (vnt_validate.c)
 * ---------------------------------------------------------------------
 */

/*
 * Check everything that peers rely on, by the rules of src/README.md, for
 * metadata and value as separate strings.  host is used only when an object
 * keeps its values in an unusual order, and for poll.
 */
extern VntStatus vnt_validate(const uint8_t *metadata, size_t metadata_len,
							  const uint8_t *value, size_t value_len,
							  const VntHost *host, VntError *err);

/* ---------------------------------------------------------------------
 * UTF-8 (vnt_utf8.c)
 * ---------------------------------------------------------------------
 */

/* Length of the valid prefix: equal to len if all is valid UTF-8. */
extern size_t vnt_utf8_prefix(const uint8_t *data, size_t len);

/* ---------------------------------------------------------------------
 * Output buffer (vnt_buffer.c)
 * ---------------------------------------------------------------------
 */
typedef struct VntBuffer
{
	const VntHost *host;
	char	   *data;
	size_t		len;
	size_t		capacity;
} VntBuffer;

extern void vnt_buffer_init(VntBuffer *b, const VntHost *host);

/* Make room for n more bytes; data may move. */
extern VntStatus vnt_buffer_reserve(VntBuffer *b, size_t n);
extern VntStatus vnt_buffer_append(VntBuffer *b, const void *data, size_t n);
extern void vnt_buffer_free(VntBuffer *b);

/* ---------------------------------------------------------------------
 * Repair of what other engines are known to write (vnt_repair.c)
 * ---------------------------------------------------------------------
 */

/*
 * Like vnt_validate(), but tolerates objects whose members are listed in
 * another order than that of their names, the short empty forms 01 00
 * (metadata), 02 00 and 03 00 (containers, at any depth), and empty metadata
 * with a null value.  Then *changed is true and the repaired metadata + value
 * are appended to out; they pass vnt_validate().  Of bytes that are valid
 * already nothing is written.  Everything else is refused, with the fault's
 * place in the bytes given, and out as it was.
 */
extern VntStatus vnt_repair(const uint8_t *metadata, size_t metadata_len,
							const uint8_t *value, size_t value_len,
							const VntHost *host, VntBuffer *out,
							bool *changed, VntError *err);

/* ---------------------------------------------------------------------
 * Decimal numbers (vnt_decimal.c)
 * ---------------------------------------------------------------------
 */
extern VntInt128 vnt_int128_from_int64(int64_t i);
extern bool vnt_int128_fits_int64(VntInt128 v, int64_t *i);
extern int	vnt_int128_cmp(VntInt128 a, VntInt128 b);

/* floor(log10(abs(v))) + 1, and 1 for 0; 39 means too wide. */
extern int	vnt_int128_digits(VntInt128 v);

/*
 * Unscaled value from n decimal digits (n <= 38, ASCII), negated on request.
 * The reverse writes [-]digits and returns the length (at most 40).
 */
extern VntInt128 vnt_int128_from_digits(const char *digits, int n, bool negative);
extern int	vnt_int128_to_digits(VntInt128 v, char *out);

/* [-]123.450 with exactly scale digits behind the point; at most 80 bytes. */
extern int	vnt_decimal_to_text(VntInt128 unscaled, int scale, char *out);

/* The nearest double, ties to even. */
extern double vnt_decimal_to_double(VntInt128 unscaled, int scale);

/*
 * The smallest type that holds it: int8..int64 when scale is 0 and it fits,
 * else decimal4..decimal16.
 */
extern VntType vnt_decimal_type(VntInt128 unscaled, int scale);

/* ---------------------------------------------------------------------
 * Dates and times (vnt_temporal.c)
 *
 * Text is ISO 8601 in the proleptic Gregorian calendar.  Years above 9999
 * have more digits; years before 1 are written as PostgreSQL does, counted
 * from 1 and with " BC" at the very end.
 * ---------------------------------------------------------------------
 */

/* Bytes that the longest text of any of these can take. */
#define VNT_TEMPORAL_TEXT	64

/*
 * 'T' or ' ' between date and time; timestamptz ends in utc ("Z" or "+00").
 * Fractions are printed without trailing zeros.  Returns the length.
 */
extern int	vnt_temporal_to_text(VntType type, int64_t value, char separator,
								 const char *utc, char *out);

/*
 * Parse the text of that type.  Accepts 'T', 't' or ' ' as separator, and for
 * timestamptz any offset ('Z', +hh, +hh:mm, +hhmm, +hh:mm:ss), which is
 * required there and refused for the others.  VNT_JSON_LITERAL if malformed
 * or with more fraction digits than the type holds, VNT_JSON_LITERAL_RANGE if
 * well-formed but out of range (such as February 30).  24:00:00 is a legal
 * time, as in PostgreSQL, but no legal time of day of a timestamp.
 */
extern VntStatus vnt_temporal_from_text(VntType type, const char *text,
										size_t len, int64_t *value);

/* ---------------------------------------------------------------------
 * Building values (vnt_builder.c)
 *
 * A builder takes a value token by token and writes it canonically: sorted
 * dictionary of just the used names, smallest widths and types, small values
 * before large ones.  It can be reset and used again, which keeps its memory
 * and the names of the last document, so that the next one of like shape
 * needs no sorting.
 *
 * Strings, binaries and copied values are referenced, not copied: they must
 * stay until vnt_builder_write().  Names are copied.
 * ---------------------------------------------------------------------
 */
typedef struct VntBuilder VntBuilder;

/* NULL if the host has no memory. */
extern VntBuilder *vnt_builder_new(const VntHost *host);
extern void vnt_builder_free(VntBuilder *b);

/* Forget the value (also a half-built one, after an error), keep memory. */
extern void vnt_builder_reset(VntBuilder *b);

/* Refuse a repeated name (VNT_DUPLICATE_KEY) instead of keeping the last. */
extern void vnt_builder_unique_keys(VntBuilder *b, bool unique);

extern VntStatus vnt_build_null(VntBuilder *b);
extern VntStatus vnt_build_bool(VntBuilder *b, bool value);
extern VntStatus vnt_build_int(VntBuilder *b, int64_t value);

/* Becomes an integer if scale is 0 and it fits; |unscaled| < 10^38. */
extern VntStatus vnt_build_decimal(VntBuilder *b, VntInt128 unscaled, int scale);
extern VntStatus vnt_build_double(VntBuilder *b, double value);
extern VntStatus vnt_build_float(VntBuilder *b, float value);

/* DATE, TIME and the four timestamp types. */
extern VntStatus vnt_build_temporal(VntBuilder *b, VntType type, int64_t value);
extern VntStatus vnt_build_uuid(VntBuilder *b, const uint8_t bytes[16]);
extern VntStatus vnt_build_binary(VntBuilder *b, const uint8_t *data, size_t len);

/* UTF-8 is the caller's duty. */
extern VntStatus vnt_build_string(VntBuilder *b, const uint8_t *data, size_t len);

/*
 * Between begin and end: for an object a key before each value, for an array
 * values only.
 */
extern VntStatus vnt_build_object_begin(VntBuilder *b);
extern VntStatus vnt_build_key(VntBuilder *b, const uint8_t *name, size_t len);
extern VntStatus vnt_build_object_end(VntBuilder *b);
extern VntStatus vnt_build_array_begin(VntBuilder *b);
extern VntStatus vnt_build_array_end(VntBuilder *b);

/*
 * Copy a whole encoded value, made canonical on the way.  A canonical scalar
 * or container goes over as bytes with its field ids renumbered.
 */
extern VntStatus vnt_build_value(VntBuilder *b, const VntValue *v);

/*
 * When exactly one value is complete: the size of metadata + value in bytes
 * (VNT_TOO_LARGE above VNT_MAX_SIZE), then write them there, adjacent.
 * *metadata_len may be NULL.
 */
extern VntStatus vnt_builder_size(VntBuilder *b, size_t *size);
extern void vnt_builder_write(VntBuilder *b, uint8_t *out, size_t *metadata_len);

/*
 * The same with delta numbers.  False, and nothing is written, for a scalar
 * and where there are copied values: then write it, and encode that.
 */
extern bool vnt_builder_write_delta(VntBuilder *b, uint8_t *out);

/* ---------------------------------------------------------------------
 * Changing one place of a document (vnt_splice.c, vnt_splice_write.c)
 * ---------------------------------------------------------------------
 */
#define VNT_SPLICE_DEPTH	8	/* containers on the path */
#define VNT_SPLICE_GONE		64	/* names that go with a value */

typedef enum VntSpliceKind
{
	VNT_SPLICE_REPLACE,
	VNT_SPLICE_REMOVE,
	VNT_SPLICE_INSERT
} VntSpliceKind;

/* A container on the path, as it is and as it will be. */
typedef struct VntSpliceLevel
{
	VntContainer c;
	uint32_t	index;			/* of the child on the path */
	bool		has_old;
	bool		has_new;
	uint8_t		id_width;
	uint8_t		offset_width;
	uint32_t	old_offset;		/* the child's bytes among the values */
	uint32_t	old_size;
	uint32_t	new_size;
	uint32_t	place;			/* where the new ones go, before anything moves */
	uint32_t	count;
	uint32_t	total;
} VntSpliceLevel;

typedef struct VntSplice
{
	const VntHost *host;
	const VntValue *root;
	const VntValue *newval;
	VntSpliceKind kind;
	uint32_t	depth;
	VntSpliceLevel levels[VNT_SPLICE_DEPTH];

	VntSlice	name;			/* of a new member */
	uint32_t	new_id;
	bool		added;			/* it is new in the dictionary */
	bool		same_names;
	bool		same_ids;
	uint8_t		name_width;
	uint32_t	names;			/* in the new dictionary */
	uint32_t	strings_len;
	uint32_t	gone[VNT_SPLICE_GONE];	/* ids, in order */
	uint32_t	gone_count;
	uint32_t	steps;
	bool		walked;			/* all that stays has been gone through */
	size_t		metadata_size;
	size_t		size;			/* of metadata + value */
} VntSplice;

/*
 * Replace, remove or insert one child.  root is a whole document; path has the
 * number of the child in each container, depth many; to insert, the last one
 * is the number that the new child will have, which in an object follows from
 * its name.  *possible tells whether it can be done here (vnt_splice_takes()
 * must hold for newval); then write s->size bytes.  root, name and newval have to
 * stay until then.  Canonical if the document is canonical.
 */
extern VntStatus vnt_splice_open(VntSplice *s, const VntHost *host,
								 const VntValue *root, VntSpliceKind kind,
								 const uint32_t *path, uint32_t depth,
								 VntSlice name, const VntValue *newval,
								 bool *possible);
extern void vnt_splice_write(const VntSplice *s, uint8_t *out);

/* A canonical scalar, or an empty container. */
extern bool vnt_splice_takes(const VntValue *v);

/* ---------------------------------------------------------------------
 * Taking a container of scalars out of a document (vnt_flat.c)
 * ---------------------------------------------------------------------
 */
typedef struct VntFlat
{
	VntContainer container;
	uint32_t	names_len;		/* bytes of its names */
	uint8_t		name_width;		/* of the new dictionary's offsets */
	size_t		metadata_len;
	size_t		size;			/* of metadata + value */
} VntFlat;

/*
 * *flat tells whether v, a container, can be written as a document of its own
 * just by copying: it holds only scalars and has the smallest widths.  If so,
 * write f->size bytes; the document it is in has to stay until then.
 */
extern VntStatus vnt_flat_open(const VntValue *v, VntFlat *f, bool *flat);
extern void vnt_flat_write(const VntFlat *f, uint8_t *out);

/* ---------------------------------------------------------------------
 * Taking any container out of a document (vnt_trim.c)
 * ---------------------------------------------------------------------
 */
#define VNT_TRIM_CONTAINERS		(1 << 20)	/* at most, itself included */
#define VNT_TRIM_INLINE			64	/* these take no memory of the host */
#define VNT_TRIM_DICTIONARY		1024
#define VNT_TRIM_SLOTS			64
#define VNT_TRIM_SHAPES			128

/* A dictionary, some of its names, and the dictionary of just these. */
typedef struct VntTrimmed
{
	uint64_t	used[4];		/* ids of the names, a bit for each */
	uint32_t	source_len;		/* 0: nothing is remembered */
	uint32_t	metadata_len;
	uint32_t	names;
	uint8_t		id[256];		/* new ids; VNT_TRIM_UNUSED for other names */
	uint8_t		source[VNT_TRIM_DICTIONARY];
	uint8_t		metadata[VNT_TRIM_DICTIONARY];
} VntTrimmed;

/* What callers keep from call to call, zeroed at first. */
typedef struct VntTrimCache
{
	VntTrimmed	slots[VNT_TRIM_SLOTS];
	uint8_t		last[VNT_TRIM_SHAPES];	/* the slot of what began so, + 1 */
} VntTrimCache;

typedef struct VntTrim
{
	const VntHost *host;
	const VntMetadata *meta;
	const uint8_t *value;
	size_t		value_len;
	size_t		metadata_len;
	size_t		size;			/* of metadata + value */
	uint32_t	known;			/* names that an id of one byte can mean */
	uint32_t	names;			/* of these, how many are used */
	uint32_t	names_len;
	const VntTrimmed *slot;		/* of the cache; NULL: not there */
	uint64_t	used[4];		/* a bit for each id */
	uint32_t	containers;
	uint32_t	room;
	uint32_t   *at;				/* where containers begin */
	uint32_t	space[VNT_TRIM_INLINE];
} VntTrim;

/*
 * Can v, a container, be written as a document of its own by copying it and
 * changing ids in place?  So it is if the dictionary is sorted and ids have
 * one byte, and all widths are the smallest.  False also for damaged bytes.
 * If so, write t->size bytes once, which are what a builder would make of
 * canonical v, and close; the document, and cache, which may be NULL, have to
 * stay as they are until then.
 */
extern bool vnt_trim_open(VntTrim *t, const VntHost *host, const VntValue *v,
						  VntTrimCache *cache);
extern void vnt_trim_write(const VntTrim *t, uint8_t *out);
extern void vnt_trim_close(VntTrim *t);

/* A container with the widths that are looked for. */
typedef struct VntTrimContainer
{
	const uint8_t *ids;			/* of an object, one byte each; NULL for arrays */
	const uint8_t *offsets;
	const uint8_t *values;
	uint32_t	count;
	uint32_t	total;
	uint32_t	width;			/* of offsets */
} VntTrimContainer;

/* A container that is taken to use the names that the last one like it did. */
typedef struct VntTrimGuess
{
	const VntTrimmed *slot;
	const uint8_t *value;
	size_t		value_len;
	VntTrimContainer root;
	size_t		size;			/* of metadata + value */
} VntTrimGuess;

/*
 * The same in one walk, for a small container at value, at most len bytes, and
 * whole metadata: false if there is nothing to guess from.  Else write g->size
 * bytes; false if the guess was wrong: then they mean nothing, and
 * vnt_trim_open() has to look.
 */
extern bool vnt_trim_guess(VntTrimGuess *g, const VntSlice *metadata, const uint8_t *value,
						   size_t len, const VntTrimCache *cache);
extern bool vnt_trim_guess_write(const VntTrimGuess *g, uint8_t *out);

/* ---------------------------------------------------------------------
 * JSON text to a builder (vnt_json_read.c)
 * ---------------------------------------------------------------------
 */
#define VNT_JSON_TRUSTED_UTF8	0x01	/* text was verified already */
#define VNT_JSON_PLAIN			0x02	/* RFC 8259 only: no ::type literals */

/*
 * Feed one value, the whole text, to the builder, where an element or a
 * member's value is due as well as at the start: everything of section "Text
 * form" of src/README.md.  Strings without escapes are referenced in text, so
 * text must stay until vnt_builder_write().  On failure err->offset is the
 * byte where the fault is seen and the builder must be reset.
 */
extern VntStatus vnt_json_read(VntBuilder *b, const char *text, size_t len,
							   unsigned flags, VntError *err);

/* ---------------------------------------------------------------------
 * Values to text (vnt_json_write.c)
 * ---------------------------------------------------------------------
 */
typedef enum VntStyle
{
	VNT_STYLE_NATIVE,			/* the text form: "2024-10-24"::date */
	VNT_STYLE_JSON,				/* plain JSON: "2024-10-24" */
	VNT_STYLE_PRETTY,			/* the text form, indented */
	VNT_STYLE_JSON_PRETTY		/* plain JSON, indented */
} VntStyle;

/* The room that vnt_json_write() starts with: a guess at the text's length. */
extern size_t vnt_json_guess(const VntValue *v);

extern VntStatus vnt_json_write(VntBuffer *out, const VntValue *v,
								VntStyle style);

/*
 * The bare text of a scalar, as PostgreSQL prints the SQL value: a string
 * itself, 2024-10-24 18:22:26.402+00, \x00ff, 1.5.  A container gives its
 * text form.  A null gives "null".
 */
extern VntStatus vnt_scalar_to_text(VntBuffer *out, const VntValue *v);

/* Append a JSON string literal, quotes included, of valid UTF-8. */
extern VntStatus vnt_json_write_string(VntBuffer *out, const uint8_t *data,
									   size_t len);

/* ---------------------------------------------------------------------
 * Order and hash (vnt_order.c): one total order, encoding invisible
 * ---------------------------------------------------------------------
 */

/*
 * -1, 0 or 1 by the rules of src/README.md, "Order".  On damaged bytes
 * *status is set (it must be VNT_OK at the call) and the answer is any.
 */
extern int	vnt_compare(const VntValue *a, const VntValue *b, VntStatus *status);

/* Equal values hash alike, whatever their encoding, on every machine. */
extern uint64_t vnt_hash(const VntValue *v, uint64_t seed, VntStatus *status);

/* The same for two decoded scalars (vnt_order.c). */
extern int	vnt_scalar_compare(const VntScalar *a, const VntScalar *b);
extern uint64_t vnt_scalar_hash(const VntScalar *s, uint64_t seed);

#endif							/* VNT_H */
