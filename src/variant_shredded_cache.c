/*-------------------------------------------------------------------------
 *
 * variant_shredded_cache.c
 *	  Which shredded columns of a table queries may use.
 *
 * Interface: variant_shred_uses, variant_shred_uses_generation.
 *
 * Left out are
 * - paths that an index expression, an index predicate or the partition key
 *   of the table reads: what is in a query must stay equal to it;
 * - tables with children one of which has the column under another
 *   expression, or is a foreign table;
 * - conditions, if the document has a GIN index and the typed column no index at
 *   all: that one finds rows by the condition as it is written.
 *
 * A valid constraint CHECK (marker IS NULL) makes a pair strict: the typed column
 * alone is the path.
 *
 * Tables without stored generated columns cost one look at the relation cache;
 * for others what was found out is kept until one of the relations changes.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_shredded_plan.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "storage/lmgr.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/partcache.h"
#include "utils/relcache.h"

/* Of one table; context has all of it but the struct. */
typedef struct Entry
{
	Oid			relid;
	bool		with_children;
	bool		valid;
	List	   *relids;			/* of all relations looked at */
	List	   *uses;
	MemoryContext context;
} Entry;

static MemoryContext cache_context = NULL;
static List *entries = NIL;
static uint64 generation = 0;
static uint64 received = 0;		/* invalidations of all kinds */

uint64
variant_shred_uses_generation(void)
{
	return generation;
}

static void
forget(Datum arg, Oid relid)
{
	ListCell   *lc;

	received++;
	foreach(lc, entries)
	{
		Entry	   *entry = lfirst(lc);

		if (entry->valid &&
			(!OidIsValid(relid) || list_member_oid(entry->relids, relid)))
		{
			entry->valid = false;
			generation++;
		}
	}
}

/* ---------------------------------------------------------------------
 * Indexes
 * ---------------------------------------------------------------------
 */

/* The keys of all paths that an expression reads. */
static bool
read_keys_walker(Node *node, List **keys)
{
	VariantShredRead read;

	if (node == NULL)
		return false;
	if (variant_shred_open_read(node, &read))
	{
		*keys = lappend(*keys, read.key);
		return false;
	}
	return expression_tree_walker(node, read_keys_walker, keys);
}

typedef struct Indexes
{
	List	   *keys;			/* paths that are read in expressions */
	List	   *gin;			/* documents with an index, by attribute number */
	List	   *first;			/* first columns of indexes */
} Indexes;

static void
look_at_index(Relation index, Indexes *found)
{
	Form_pg_index form = index->rd_index;

	read_keys_walker((Node *) RelationGetIndexExpressions(index), &found->keys);
	read_keys_walker((Node *) RelationGetIndexPredicate(index), &found->keys);
	if (!form->indisvalid)
		return;
	found->first = lappend_int(found->first, form->indkey.values[0]);
	if (index->rd_rel->relam != GIN_AM_OID)
		return;
	for (int i = 0; i < form->indnkeyatts; i++)
		found->gin = lappend_int(found->gin, form->indkey.values[i]);
}

static void
look_at_indexes(Relation rel, Indexes *found)
{
	List	   *indexes = RelationGetIndexList(rel);
	ListCell   *lc;

	foreach(lc, indexes)
	{
		Relation	index = relation_open(lfirst_oid(lc), AccessShareLock);

		look_at_index(index, found);
		relation_close(index, AccessShareLock);
	}
	if (rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
		read_keys_walker((Node *) RelationGetPartitionKey(rel)->partexprs, &found->keys);
}

static bool
has_key(List *keys, const char *key)
{
	ListCell   *lc;

	foreach(lc, keys)
	{
		if (strcmp(lfirst(lc), key) == 0)
			return true;
	}
	return false;
}

/* ---------------------------------------------------------------------
 * Pairs
 * ---------------------------------------------------------------------
 */
/* Has the table a constraint CHECK (column IS NULL) that holds for all rows? */
static bool
is_always_null(Relation rel, AttrNumber column)
{
	TupleConstr *constr = RelationGetDescr(rel)->constr;

	for (int i = 0; i < constr->num_check; i++)
	{
		NullTest   *test;

		if (!constr->check[i].ccvalid || constr->check[i].ccnoinherit)
			continue;
		test = (NullTest *) stringToNode(constr->check[i].ccbin);
		if (IsA(test, NullTest) && test->nulltesttype == IS_NULL &&
			IsA(test->arg, Var) && ((Var *) test->arg)->varattno == column)
			return true;
	}
	return false;
}

static VariantShredUse *
make_use(Relation rel, const VariantShredPair *pair, const Indexes *indexes)
{
	VariantShredUse *use = palloc(sizeof(VariantShredUse));

	use->document = pair->document;
	use->typed = pair->typed;
	use->marker = pair->marker;
	use->type = pair->type_oid;
	use->collation = TupleDescAttr(RelationGetDescr(rel), pair->typed - 1)->attcollation;
	use->in_quals = !list_member_int(indexes->gin, pair->document) ||
		list_member_int(indexes->first, pair->typed);
	use->strict = is_always_null(rel, pair->marker);
	use->key = pair->key;
	return use;
}

static List *
uses_of(Relation rel)
{
	Indexes		indexes = {NIL};
	List	   *pairs = variant_shred_pairs(rel);
	List	   *result = NIL;
	ListCell   *lc;

	if (pairs == NIL)
		return NIL;
	look_at_indexes(rel, &indexes);
	foreach(lc, pairs)
	{
		VariantShredPair *pair = lfirst(lc);

		if (!has_key(indexes.keys, pair->key))
			result = lappend(result, make_use(rel, pair, &indexes));
	}
	return result;
}

static const char *
attribute_name(Relation rel, AttrNumber attnum)
{
	return NameStr(TupleDescAttr(RelationGetDescr(rel), attnum - 1)->attname);
}

static bool
same_attribute(Relation a, AttrNumber in_a, Relation b, AttrNumber in_b)
{
	return strcmp(attribute_name(a, in_a), attribute_name(b, in_b)) == 0;
}

/* Has the child the same pair, under the same names? */
static bool
child_has(Relation rel, const VariantShredUse *use, Relation child, List *child_uses)
{
	ListCell   *lc;

	foreach(lc, child_uses)
	{
		VariantShredUse *other = lfirst(lc);

		if (strcmp(other->key, use->key) == 0 && other->type == use->type &&
			(other->strict || !use->strict) &&
			same_attribute(rel, use->typed, child, other->typed) &&
			same_attribute(rel, use->marker, child, other->marker) &&
			same_attribute(rel, use->document, child, other->document))
			return true;
	}
	return false;
}

/* Those of uses that the child has, too. */
static List *
common_with_child(Relation rel, List *uses, Oid childid)
{
	Relation	child = try_relation_open(childid, AccessShareLock);
	List	   *child_uses = NIL;
	List	   *result = NIL;
	ListCell   *lc;

	/* dropped by now: the planner will see that as well */
	if (child == NULL)
		return uses;
	/* a foreign table may compute its columns elsewhere, or not at all */
	if (child->rd_rel->relkind != RELKIND_FOREIGN_TABLE)
		child_uses = uses_of(child);
	foreach(lc, uses)
	{
		if (child_has(rel, lfirst(lc), child, child_uses))
			result = lappend(result, lfirst(lc));
	}
	relation_close(child, AccessShareLock);
	return result;
}

/* ---------------------------------------------------------------------
 * Entries
 * ---------------------------------------------------------------------
 */

/* Look at the table, and its children, in the entry's context. */
static void
fill(Entry *entry, Relation rel)
{
	ListCell   *lc;

	entry->uses = uses_of(rel);
	entry->relids = list_make1_oid(entry->relid);
	if (!entry->with_children || entry->uses == NIL || !has_subclass(entry->relid))
		return;
	entry->relids = find_all_inheritors(entry->relid, NoLock, NULL);
	foreach(lc, entry->relids)
	{
		if (lfirst_oid(lc) != entry->relid)
			entry->uses = common_with_child(rel, entry->uses, lfirst_oid(lc));
	}
}

static Entry *
new_entry(void)
{
	MemoryContext caller = MemoryContextSwitchTo(cache_context);
	Entry	   *entry = palloc0(sizeof(Entry));

	entries = lappend(entries, entry);
	MemoryContextSwitchTo(caller);
	return entry;
}

/* The table's, or one that is not valid, perhaps that of a table long gone. */
static Entry *
find_entry(Oid relid, bool with_children)
{
	ListCell   *lc;
	Entry	   *unused = NULL;

	foreach(lc, entries)
	{
		Entry	   *entry = lfirst(lc);

		if (entry->relid == relid && entry->with_children == with_children)
			return entry;
		if (!entry->valid)
			unused = entry;
	}
	if (unused == NULL)
		unused = new_entry();
	unused->relid = relid;
	unused->with_children = with_children;
	return unused;
}

/* Look until nothing changes meanwhile, and keep it. */
static void
build(Entry *entry, Relation rel)
{
	Entry		made = *entry;
	MemoryContext caller = CurrentMemoryContext;
	uint64		before;

	made.context = AllocSetContextCreate(caller, "variant shredded table",
										 ALLOCSET_SMALL_SIZES);
	do
	{
		CHECK_FOR_INTERRUPTS();
		before = received;
		MemoryContextReset(made.context);
		MemoryContextSwitchTo(made.context);
		fill(&made, rel);
		MemoryContextSwitchTo(caller);
	} while (before != received);
	if (entry->context != NULL)
		MemoryContextDelete(entry->context);
	MemoryContextSetParent(made.context, cache_context);
	*entry = made;
	entry->valid = true;
}

static Entry *
lookup(Relation rel, bool with_children)
{
	Entry	   *entry;

	if (cache_context == NULL)
	{
		cache_context = AllocSetContextCreate(CacheMemoryContext, "variant shredded columns",
											  ALLOCSET_SMALL_SIZES);
		CacheRegisterRelcacheCallback(forget, (Datum) 0);
	}
	entry = find_entry(RelationGetRelid(rel), with_children);
	if (!entry->valid)
		build(entry, rel);
	return entry;
}

/* Copied, as an entry may be looked up again while the result is in use. */
static List *
copy_uses(List *uses)
{
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, uses)
	{
		VariantShredUse *use = palloc(sizeof(VariantShredUse));

		*use = *(VariantShredUse *) lfirst(lc);
		use->key = pstrdup(use->key);
		result = lappend(result, use);
	}
	return result;
}

List *
variant_shred_uses(Oid relid, bool with_children)
{
	Relation	rel = relation_open(relid, NoLock);
	TupleConstr *constr = RelationGetDescr(rel)->constr;
	List	   *result = NIL;

	if (constr != NULL && constr->has_generated_stored &&
		(rel->rd_rel->relkind == RELKIND_RELATION ||
		 rel->rd_rel->relkind == RELKIND_PARTITIONED_TABLE))
		result = copy_uses(lookup(rel, with_children)->uses);
	relation_close(rel, NoLock);
	return result;
}
