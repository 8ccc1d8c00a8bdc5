/*-------------------------------------------------------------------------
 *
 * variant_shredded_table.c
 *	  Making and dropping the shredded columns of a table.
 *
 * Interface: variant_shred_column, variant_unshred_column (SQL).
 *
 * All columns come and go by one ALTER TABLE, so that the table is rewritten
 * once.  It is run as the caller, and so is CREATE INDEX: their checks of
 * permissions, of partitions, of dependent objects are what counts.  Every name
 * in them is quoted and qualified.
 *
 * Column names: the names of the path with _ between them, the marker's with
 * _off behind it; cut to what a name may have, and numbered if they are
 * taken: a_b, a_b1, a_b2.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_shredded.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_class.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

VARIANT_FUNCTION(variant_shred_column);
VARIANT_FUNCTION(variant_unshred_column);

/* A path of the schema that is to have columns. */
typedef struct Wanted
{
	char	   *path;
	char	   *key;
	char	   *type;
	const VariantShredType *sql;
	char	   *stem;			/* of column names */
	char	   *typed;
	char	   *marker;
	bool		exists;
} Wanted;

typedef struct Shredding
{
	Relation	rel;			/* closed before it is altered */
	char	   *table;			/* qualified and quoted */
	char	   *document;
	AttrNumber	attnum;
	List	   *wanted;			/* of Wanted * */
	List	   *skipped;		/* paths, as char * */
} Shredding;

/* ---------------------------------------------------------------------
 * Paths of the schema
 * ---------------------------------------------------------------------
 */
static bool
is_plain_name(VntSlice name)
{
	for (size_t i = 0; i < name.len; i++)
	{
		uint8_t		c = name.data[i];

		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
			!(c >= '0' && c <= '9') && c != '_')
			return false;
	}
	return name.len > 0;
}

/* A step behind a path, in UTF-8. */
static char *
add_step(const char *path, VntSlice name)
{
	StringInfoData out;

	initStringInfo(&out);
	appendStringInfoString(&out, path);
	appendStringInfoString(&out, is_plain_name(name) ? "." : "['");
	for (size_t i = 0; i < name.len; i++)
	{
		if (name.data[i] == '\'')
			appendStringInfoChar(&out, '\'');
		appendStringInfoChar(&out, (char) name.data[i]);
	}
	if (!is_plain_name(name))
		appendStringInfoString(&out, "']");
	return out.data;
}

static char *
server_text(const char *utf8)
{
	return text_to_cstring(variant_text_from_utf8((const uint8_t *) utf8, strlen(utf8)));
}

static char *
add_name(const char *stem, VntSlice name)
{
	return psprintf("%s%s%.*s", stem, stem[0] == '\0' ? "" : "_",
					(int) name.len, (const char *) name.data);
}

static void
add_wanted(Shredding *s, const VShredNode *node, const char *path, const char *stem)
{
	Wanted	   *wanted = palloc0(sizeof(Wanted));
	char		type[VSHRED_TYPE_NAME];

	vshred_type_name(node, type);
	wanted->sql = variant_shred_type(node);
	wanted->path = server_text(path);
	if (wanted->sql == NULL)
	{
		s->skipped = lappend(s->skipped, psprintf("%s (%s)", wanted->path, type));
		return;
	}
	wanted->key = variant_shred_path_key(wanted->path);
	wanted->type = pstrdup(type);
	wanted->stem = server_text(stem[0] == '\0' ? "value" : stem);
	s->wanted = lappend(s->wanted, wanted);
}

static void
collect(Shredding *s, const VShredNode *node, const char *path, const char *stem)
{
	check_stack_depth();
	if (node->kind == VSHRED_ARRAY)
	{
		s->skipped = lappend(s->skipped, psprintf("%s (array)", server_text(path)));
		return;
	}
	if (node->kind != VSHRED_OBJECT)
	{
		add_wanted(s, node, path, stem);
		return;
	}
	for (uint32 i = 0; i < node->count; i++)
	{
		VntSlice	name = node->children[i].name;

		if (memchr(name.data, 0, name.len) != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_UNTRANSLATABLE_CHARACTER),
					 errmsg("a shredded path cannot have the character U+0000 in a name")));
		collect(s, &node->children[i], add_step(path, name), add_name(stem, name));
	}
}

static void
collect_schema(Shredding *s, Datum document)
{
	VShredSchema *schema = variant_shred_schema(document);
	ListCell   *lc;

	if (schema->nodes[0].kind != VSHRED_OBJECT)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the schema of shredded columns must be an object"),
				 errhint("As in '{\"kind\": \"text\", \"user\": {\"id\": \"bigint\"}}'.")));
	collect(s, &schema->nodes[0], "$", "");
	foreach(lc, s->skipped)
		ereport(NOTICE,
				(errmsg("%s stays in the document only: it has no type that a column can have",
						(char *) lfirst(lc))));
	if (s->wanted == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the schema has no path that can be shredded into a column")));
}

/* ---------------------------------------------------------------------
 * The table
 * ---------------------------------------------------------------------
 */

/* Whose owner may change it, locked as ALTER TABLE does. */
static void
open_table(Shredding *s, Oid relid, Name document)
{
	Form_pg_attribute att;

	if (!variant_owns_relation(relid))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE, get_rel_name(relid));
	s->rel = relation_open(relid, AccessExclusiveLock);
	if (s->rel->rd_rel->relkind != RELKIND_RELATION &&
		s->rel->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a table", RelationGetRelationName(s->rel))));
	s->table = quote_qualified_identifier(get_namespace_name(RelationGetNamespace(s->rel)),
										  RelationGetRelationName(s->rel));
	s->document = pstrdup(NameStr(*document));
	s->attnum = get_attnum(relid, s->document);
	if (s->attnum <= 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						s->document, RelationGetRelationName(s->rel))));
	att = TupleDescAttr(RelationGetDescr(s->rel), s->attnum - 1);
	if (att->atttypid != variant_type_oid() || att->attgenerated != '\0')
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" is not an ordinary column of type variant", s->document)));
}

static bool
is_taken(const Shredding *s, const char *name)
{
	ListCell   *lc;

	if (get_attnum(RelationGetRelid(s->rel), name) != InvalidAttrNumber)
		return true;
	foreach(lc, s->wanted)
	{
		Wanted	   *other = lfirst(lc);

		if ((other->typed != NULL && strcmp(other->typed, name) == 0) ||
			(other->marker != NULL && strcmp(other->marker, name) == 0))
			return true;
	}
	return false;
}

/* The first free one of stem, stem1, stem2 and so on, with _label behind. */
static char *
free_name(const Shredding *s, const char *stem, const char *label)
{
	for (int i = 0;; i++)
	{
		char	   *number = i == 0 ? "" : psprintf("%d", i);
		char	   *end = label == NULL ? number : psprintf("%s_%s", number, label);
		int			room = pg_mbcliplen(stem, (int) strlen(stem),
										NAMEDATALEN - 1 - (int) strlen(end));
		char	   *name = psprintf("%.*s%s", room, stem, end);

		if (!is_taken(s, name))
			return name;
	}
}

static Wanted *
find_wanted(const Shredding *s, const VariantShredPair *pair)
{
	ListCell   *lc;

	foreach(lc, s->wanted)
	{
		if (strcmp(((Wanted *) lfirst(lc))->key, pair->key) == 0)
			return lfirst(lc);
	}
	return NULL;
}

static char *
column_name(const Shredding *s, AttrNumber attnum)
{
	return pstrdup(NameStr(TupleDescAttr(RelationGetDescr(s->rel), attnum - 1)->attname));
}

/* Paths that have their columns already keep them; the others get names. */
static void
name_columns(Shredding *s)
{
	ListCell   *lc;

	foreach(lc, variant_shred_pairs(s->rel))
	{
		VariantShredPair *pair = lfirst(lc);
		Wanted	   *wanted = pair->document == s->attnum ? find_wanted(s, pair) : NULL;

		if (wanted == NULL || wanted->exists)
			continue;
		if (strcmp(wanted->type, pair->type) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("path %s is already shredded as type %s", pair->path, pair->type),
					 errhint("Drop its columns with variant_unshred_column() first.")));
		wanted->exists = true;
		wanted->typed = column_name(s, pair->typed);
		wanted->marker = column_name(s, pair->marker);
	}
	foreach(lc, s->wanted)
	{
		Wanted	   *wanted = lfirst(lc);

		if (wanted->exists)
			continue;
		wanted->typed = free_name(s, wanted->stem, NULL);
		wanted->marker = free_name(s, wanted->typed, "off");
	}
}

/* ---------------------------------------------------------------------
 * Statements
 * ---------------------------------------------------------------------
 */
static void
run(const char *statement)
{
	int			result;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	result = SPI_execute(statement, false, 0);
	if (result < 0)
		elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
	SPI_finish();
}

static void
add_column(StringInfo out, const Shredding *s, const Wanted *wanted,
		   const char *name, const char *type, const char *suffix)
{
	appendStringInfo(out, "%sADD COLUMN %s %s GENERATED ALWAYS AS (%s(%s, %s, %s)) STORED",
					 out->data[out->len - 1] == ' ' ? "" : ", ",
					 quote_identifier(name), type,
					 quote_qualified_identifier(get_namespace_name(variant_schema_oid()),
												psprintf("variant_shred_%s", suffix)),
					 quote_identifier(s->document),
					 quote_literal_cstr(wanted->path), quote_literal_cstr(wanted->type));
}

static void
add_columns(const Shredding *s)
{
	StringInfoData out;
	bool		any = false;
	ListCell   *lc;

	initStringInfo(&out);
	appendStringInfo(&out, "ALTER TABLE %s ", s->table);
	foreach(lc, s->wanted)
	{
		Wanted	   *wanted = lfirst(lc);

		if (wanted->exists)
			continue;
		add_column(&out, s, wanted, wanted->typed, wanted->sql->sql, wanted->sql->suffix);
		add_column(&out, s, wanted, wanted->marker, "pg_catalog.\"char\"", "marker");
		any = true;
	}
	if (any)
		run(out.data);
}

/* One index of typed values, one of the few rows that have a marker. */
static void
add_indexes(const Shredding *s, const char *method)
{
	ListCell   *lc;

	foreach(lc, s->wanted)
	{
		Wanted	   *wanted = lfirst(lc);

		if (wanted->exists)
			continue;
		run(psprintf("CREATE INDEX ON %s USING %s (%s)", s->table,
					 method, quote_identifier(wanted->typed)));
		run(psprintf("CREATE INDEX ON %s USING btree (%s) WHERE %s IS NOT NULL",
					 s->table, quote_identifier(wanted->marker),
					 quote_identifier(wanted->marker)));
	}
}

/* ---------------------------------------------------------------------
 * SQL
 * ---------------------------------------------------------------------
 */
static void
put_row(FunctionCallInfo fcinfo, const char *path, const char *type,
		const char *typed, const char *marker)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	Datum		values[4];
	bool		nulls[4] = {false};
	NameData	names[2];

	namestrcpy(&names[0], typed);
	namestrcpy(&names[1], marker);
	values[0] = CStringGetTextDatum(path);
	values[1] = CStringGetTextDatum(type);
	values[2] = NameGetDatum(&names[0]);
	values[3] = NameGetDatum(&names[1]);
	tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
}

static void
refuse_null(FunctionCallInfo fcinfo, int n, const char *name)
{
	if (PG_ARGISNULL(n))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("argument \"%s\" must not be null", name)));
}

static const char *
index_method(FunctionCallInfo fcinfo)
{
	char	   *method;

	if (PG_ARGISNULL(3))
		return NULL;
	method = text_to_cstring(PG_GETARG_TEXT_PP(3));
	if (strcmp(method, "brin") != 0 && strcmp(method, "btree") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("index method \"%s\" is neither brin nor btree", method)));
	return method;
}

Datum
variant_shred_column(PG_FUNCTION_ARGS)
{
	Shredding	s = {NULL};
	const char *method;
	ListCell   *lc;

	refuse_null(fcinfo, 0, "rel");
	refuse_null(fcinfo, 1, "document");
	refuse_null(fcinfo, 2, "schema");
	method = index_method(fcinfo);
	InitMaterializedSRF(fcinfo, 0);
	collect_schema(&s, PG_GETARG_DATUM(2));
	open_table(&s, PG_GETARG_OID(0), PG_GETARG_NAME(1));
	name_columns(&s);
	/* the lock stays; ALTER TABLE wants nobody to have the table open */
	relation_close(s.rel, NoLock);
	add_columns(&s);
	if (method != NULL)
		add_indexes(&s, method);
	foreach(lc, s.wanted)
	{
		Wanted	   *wanted = lfirst(lc);

		put_row(fcinfo, wanted->path, wanted->type, wanted->typed, wanted->marker);
	}
	return (Datum) 0;
}

/* The columns of the pairs are dropped, and with them their indexes. */
static void
drop_columns(const Shredding *s, List *pairs)
{
	StringInfoData out;
	ListCell   *lc;

	initStringInfo(&out);
	appendStringInfo(&out, "ALTER TABLE %s", s->table);
	foreach(lc, pairs)
	{
		VariantShredPair *pair = lfirst(lc);

		appendStringInfo(&out, "%s DROP COLUMN %s, DROP COLUMN %s",
						 lc == list_head(pairs) ? "" : ",",
						 quote_identifier(column_name(s, pair->typed)),
						 quote_identifier(column_name(s, pair->marker)));
	}
	relation_close(s->rel, NoLock);
	run(out.data);
}

Datum
variant_unshred_column(PG_FUNCTION_ARGS)
{
	Shredding	s = {NULL};
	char	   *key = NULL;
	List	   *pairs = NIL;
	ListCell   *lc;

	refuse_null(fcinfo, 0, "rel");
	refuse_null(fcinfo, 1, "document");
	InitMaterializedSRF(fcinfo, 0);
	if (!PG_ARGISNULL(2))
		key = variant_shred_path_key(text_to_cstring(PG_GETARG_TEXT_PP(2)));
	open_table(&s, PG_GETARG_OID(0), PG_GETARG_NAME(1));
	foreach(lc, variant_shred_pairs(s.rel))
	{
		VariantShredPair *pair = lfirst(lc);

		if (pair->document != s.attnum ||
			(!PG_ARGISNULL(2) && (key == NULL || strcmp(key, pair->key) != 0)))
			continue;
		pairs = lappend(pairs, pair);
		put_row(fcinfo, pair->path, pair->type, column_name(&s, pair->typed),
				column_name(&s, pair->marker));
	}
	if (pairs == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 PG_ARGISNULL(2) ?
				 errmsg("column \"%s\" has no shredded columns", s.document) :
				 errmsg("path %s of column \"%s\" is not shredded",
						text_to_cstring(PG_GETARG_TEXT_PP(2)), s.document)));
	drop_columns(&s, pairs);
	return (Datum) 0;
}
