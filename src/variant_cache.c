/*-------------------------------------------------------------------------
 *
 * variant_cache.c
 *	  One detoasting for many reads of a value in a query.
 *
 * Interface: variant_cache.h.
 *
 * A few values are remembered by the bytes of their datums: a pointer into a
 * TOAST table, as opaque bytes, or a whole compressed value.  The latter says
 * itself what it decompresses to.  What a pointer stands for cannot change
 * while a snapshot protects it: its id is given to another value only after
 * its rows are gone from the table.  Rows that some snapshot of this process
 * sees, or might see, stay while MyProc->xmin is what it was.  So all is
 * forgotten
 *
 *	- when MyProc->xmin is not what it was when the first entry was made, or
 *	  is not set at all, and so at the latest when the next snapshot is newer;
 *	  should it be unset and set to the same again in between, the oldest
 *	  transaction was running all the while, and nothing was removed either;
 *	- at the end of each transaction and of each subtransaction, whose rows
 *	  may be dead and removable at once if it fails;
 *	- at each invalidation of a relation, which is what TRUNCATE and all that
 *	  rewrites tables sends, also within one transaction.
 *
 * Deleting and inserting in one transaction removes nothing before its end.
 *
 * An invalidation may come while a value is read: then the entry in use goes
 * with the next read.  An error while parts are fetched ends a transaction or
 * a subtransaction, so nothing half-made is ever found.
 *
 * Limits: memory is bounded by variant.detoast_cache between reads; one read
 * takes what it needs.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_cache.h"

#include "access/detoast.h"
#include "access/transam.h"
#include "access/xact.h"
#include "storage/proc.h"
#include "utils/inval.h"
#include "utils/memutils.h"

#define ENTRIES		8

int			variant_detoast_cache = 4096;

static MemoryContext context = NULL;
static VariantCached entries[ENTRIES];
static Size total_bytes = 0;
static uint64 now = 0;
static TransactionId protected_xmin = InvalidTransactionId;
static bool stale = false;

/* ---------------------------------------------------------------------
 * Forgetting
 * ---------------------------------------------------------------------
 */
static void
forget_all(void)
{
	stale = false;
	protected_xmin = InvalidTransactionId;
	if (total_bytes == 0 && now == 0)
		return;
	memset(entries, 0, sizeof(entries));
	total_bytes = 0;
	now = 0;
	if (context != NULL)
		MemoryContextReset(context);
}

static void
at_transaction_end(XactEvent event, void *arg)
{
	forget_all();
}

static void
at_subtransaction_end(SubXactEvent event, SubTransactionId id,
					  SubTransactionId parent, void *arg)
{
	if (event == SUBXACT_EVENT_COMMIT_SUB || event == SUBXACT_EVENT_ABORT_SUB)
		forget_all();
}

/* May be called in the middle of a read. */
static void
at_invalidation(Datum arg, Oid relation)
{
	stale = true;
}

void
variant_cache_setup(void)
{
	RegisterXactCallback(at_transaction_end, NULL);
	RegisterSubXactCallback(at_subtransaction_end, NULL);
	CacheRegisterRelcacheCallback(at_invalidation, (Datum) 0);
}

static void
free_parts(VariantCached *c)
{
	for (int i = 0; i < c->count; i++)
		pfree(c->parts[i].bytes);
	c->count = c->oldest = 0;
	c->reader.part = NULL;
	c->reader.part_len = 0;
}

static void
forget_entry(VariantCached *c)
{
	if (c->key == NULL)
		return;
	free_parts(c);
	if (c->compressed)
		pfree(c->compressed);
	if (c->reader.head)
		pfree(unconstify(uint8_t *, c->reader.head));
	pfree(c->key);
	total_bytes -= c->bytes;
	memset(c, 0, sizeof(*c));
}

static Size
limit(void)
{
	return (Size) variant_detoast_cache * 1024;
}

/* Forget what was not used for longest, but not c, until all fits. */
static void
make_room(VariantCached *c)
{
	while (total_bytes > limit())
	{
		VariantCached *victim = NULL;

		for (int i = 0; i < ENTRIES; i++)
			if (entries[i].key != NULL && &entries[i] != c &&
				(victim == NULL || entries[i].used < victim->used))
				victim = &entries[i];
		if (victim == NULL)
			break;
		forget_entry(victim);
	}
}

/* ---------------------------------------------------------------------
 * Entries
 * ---------------------------------------------------------------------
 */
MemoryContext
variant_cache_context(void)
{
	return context;
}

/* Forget what may not be true any more, or is too much. */
static inline void
check_valid(void)
{
	if (stale || MyProc->xmin != protected_xmin ||
		!TransactionIdIsValid(protected_xmin))
	{
		forget_all();
		protected_xmin = MyProc->xmin;
	}
	else if (total_bytes > limit())
		forget_all();
}

static VariantCached *
new_entry(struct varlena *datum, Size size)
{
	VariantCached *c = &entries[0];
	struct varlena *key;

	for (int i = 0; i < ENTRIES && c->key != NULL; i++)
		if (entries[i].key == NULL || entries[i].used < c->used)
			c = &entries[i];
	forget_entry(c);
	if (context == NULL)
		context = AllocSetContextCreate(TopMemoryContext, "variant detoast cache",
										ALLOCSET_DEFAULT_SIZES);
	key = MemoryContextAlloc(context, size);
	memcpy(key, datum, size);
	c->size = toast_raw_datum_size(PointerGetDatum(datum)) - VARHDRSZ;
	c->key_size = size;
	c->key = key;
	c->bytes = size;
	total_bytes += size;
	return c;
}

/* Pointers into a TOAST table are compared without a call. */
static inline bool
is_key(const VariantCached *c, const struct varlena *datum, Size size)
{
	if (c->key_size != size)
		return false;
	if (size <= TOAST_POINTER_SIZE)
		return vnt_bytes_equal((const uint8_t *) c->key, (const uint8_t *) datum, size);
	return memcmp(c->key, datum, size) == 0;
}

/* *found tells whether there was one already. */
static VariantCached *
get_entry(struct varlena *datum, bool *found)
{
	static VariantCached *last = &entries[0];
	Size		size = VARSIZE_ANY(datum);
	VariantCached *c = NULL;

	check_valid();
	if (likely(is_key(last, datum, size)))
		c = last;
	for (int i = 0; i < ENTRIES && c == NULL; i++)
		if (is_key(&entries[i], datum, size))
			c = &entries[i];
	*found = c != NULL;
	if (c == NULL)
		c = new_entry(datum, size);
	c->used = ++now;
	last = c;
	return c;
}

VariantCached *
variant_cache_begin(struct varlena *datum)
{
	bool		found;

	return get_entry(datum, &found);
}

static void
account(VariantCached *c, Size bytes)
{
	c->bytes += bytes;
	total_bytes += bytes;
	make_room(c);
}

static void
take_off(VariantCached *c, Size bytes)
{
	c->bytes -= bytes;
	total_bytes -= bytes;
}

VariantPart *
variant_cache_add(VariantCached *c, struct varlena *bytes, size_t pos)
{
	VariantPart *part;

	if (c->count < VARIANT_CACHE_PARTS)
		part = &c->parts[c->count++];
	else
	{
		part = &c->parts[c->oldest];
		c->oldest = (c->oldest + 1) % VARIANT_CACHE_PARTS;
		take_off(c, VARSIZE(part->bytes));
		pfree(part->bytes);
	}
	part->bytes = bytes;
	part->pos = pos;
	part->len = VARSIZE(bytes) - VARHDRSZ;
	variant_cache_use_part(c, part);
	account(c, VARSIZE(bytes));
	return part;
}

void
variant_cache_set_compressed(VariantCached *c, struct varlena *compressed)
{
	if (c->compressed)
	{
		take_off(c, VARSIZE(c->compressed));
		pfree(c->compressed);
	}
	c->compressed = compressed;
	if (compressed)
		account(c, VARSIZE(compressed));
}

void
variant_cache_take_head(VariantCached *c)
{
	account(c, c->reader.head_len);
}

void
variant_cache_clear_parts(VariantCached *c)
{
	for (int i = 0; i < c->count; i++)
		take_off(c, VARSIZE(c->parts[i].bytes));
	free_parts(c);
}

/* ---------------------------------------------------------------------
 * Whole values
 * ---------------------------------------------------------------------
 */

/* The part that is the whole value, or NULL. */
static VariantPart *
whole_part(VariantCached *c)
{
	for (int i = 0; i < c->count; i++)
		if (c->parts[i].pos == 0 && c->parts[i].len == c->size)
			return &c->parts[i];
	return NULL;
}

static struct varlena *
copy_varlena(MemoryContext where, struct varlena *bytes)
{
	Size		size = VARSIZE(bytes);
	struct varlena *copy = MemoryContextAlloc(where, size);

	memcpy(copy, bytes, size);
	return copy;
}

struct varlena *
variant_cache_detoast(struct varlena *datum)
{
	bool		found;
	VariantCached *c;
	VariantPart *part;
	struct varlena *whole;

	if (variant_detoast_cache == 0 ||
		(VARATT_IS_EXTERNAL(datum) && !VARATT_IS_EXTERNAL_ONDISK(datum)))
		return detoast_attr(datum);
	c = get_entry(datum, &found);
	part = whole_part(c);
	if (part != NULL)
		return copy_varlena(CurrentMemoryContext, part->bytes);
	whole = detoast_attr(datum);
	if (!found || VARSIZE(whole) > limit() / 4 ||
		VARSIZE(whole) - VARHDRSZ != c->size)
		return whole;
	variant_cache_set_compressed(c, NULL);
	variant_cache_clear_parts(c);
	(void) variant_cache_add(c, copy_varlena(context, whole), 0);
	return whole;
}
