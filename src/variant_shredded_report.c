/*-------------------------------------------------------------------------
 *
 * variant_shredded_report.c
 *	  How well a table's documents keep to the types of its shredded columns.
 *
 * Interface: variant_shred_report (SQL).
 *
 * One scan of the columns counts for all paths; the classes of values that
 * have another type are looked up in the documents of those rows alone.
 *
 * Runs as the caller, who needs SELECT on the table.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_shredded.h"

#include "access/relation.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

VARIANT_FUNCTION(variant_shred_report);

/* Paths that are counted in one query: a row has at most 1664 columns. */
#define PATHS_AT_ONCE	300

/* Columns of that query for each path, in front of them one for all. */
#define COUNTS	4

typedef struct Counted
{
	char	   *document;
	char	   *path;
	char	   *type;
	char	   *typed;			/* quoted */
	char	   *marker;
	int64		rows;
	int64		counts[COUNTS]; /* typed, nulls, same family, other */
} Counted;

static char *
quoted_column(Relation rel, AttrNumber attnum)
{
	return pstrdup(quote_identifier(NameStr(TupleDescAttr(RelationGetDescr(rel), attnum - 1)->attname)));
}

static List *
counted_paths(Relation rel)
{
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, variant_shred_pairs(rel))
	{
		VariantShredPair *pair = lfirst(lc);
		Counted    *counted = palloc0(sizeof(Counted));

		counted->document = pstrdup(NameStr(TupleDescAttr(RelationGetDescr(rel), pair->document - 1)->attname));
		counted->path = pair->path;
		counted->type = pair->type;
		counted->typed = quoted_column(rel, pair->typed);
		counted->marker = quoted_column(rel, pair->marker);
		result = lappend(result, counted);
	}
	return result;
}

static void
select_one_row(const char *query)
{
	if (SPI_execute(query, true, 0) != SPI_OK_SELECT || SPI_processed != 1)
		elog(ERROR, "unexpected result of \"%s\"", query);
}

static int64
result_number(int column)
{
	bool		isnull;

	return DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc,
									   column, &isnull));
}

/* Count for some of the paths, from the first on. */
static void
count_paths(const char *table, List *paths, int first, int n)
{
	StringInfoData query;

	initStringInfo(&query);
	appendStringInfoString(&query, "SELECT pg_catalog.count(*)");
	for (int i = first; i < first + n; i++)
	{
		Counted    *counted = list_nth(paths, i);

		appendStringInfo(&query, ", pg_catalog.count(%s)", counted->typed);
		for (const char *marker = "nfo"; *marker != '\0'; marker++)
			appendStringInfo(&query, ", pg_catalog.count(*) FILTER (WHERE %s OPERATOR(pg_catalog.=) '%c')",
							 counted->marker, *marker);
	}
	appendStringInfo(&query, " FROM %s", table);
	select_one_row(query.data);
	for (int i = first; i < first + n; i++)
	{
		Counted    *counted = list_nth(paths, i);

		counted->rows = result_number(1);
		for (int k = 0; k < COUNTS; k++)
			counted->counts[k] = result_number(2 + (i - first) * COUNTS + k);
	}
	SPI_freetuptable(SPI_tuptable);
}

/* {"class": rows, ...} of the values of other types; false if there are none. */
static bool
off_types(const char *table, const Counted *counted, Datum *result)
{
	const char *schema = quote_identifier(get_namespace_name(variant_schema_oid()));
	bool		isnull;

	if (counted->counts[2] + counted->counts[3] == 0)
		return false;
	select_one_row(psprintf("SELECT %s.variant_object_agg(c, n) FROM ("
							"SELECT %s.variant_typeof(%s.variant_get(%s, %s)) AS c, pg_catalog.count(*) AS n "
							"FROM %s WHERE %s OPERATOR(pg_catalog.=) ANY ('{f,o}') GROUP BY 1) AS s",
							schema, schema, schema, quote_identifier(counted->document),
							quote_literal_cstr(counted->path), table, counted->marker));
	*result = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull);
	return !isnull;
}

static void
put_path(ReturnSetInfo *rsi, const char *table, const Counted *counted)
{
	Datum		values[10];
	bool		nulls[10] = {false};
	NameData	document;
	int64		missing = counted->rows;

	for (int k = 0; k < COUNTS; k++)
		missing -= counted->counts[k];
	namestrcpy(&document, counted->document);
	values[0] = NameGetDatum(&document);
	values[1] = CStringGetTextDatum(counted->path);
	values[2] = CStringGetTextDatum(counted->type);
	values[3] = Int64GetDatum(counted->rows);
	values[4] = Int64GetDatum(counted->counts[0]);
	values[5] = Int64GetDatum(missing);
	for (int k = 1; k < COUNTS; k++)
		values[5 + k] = Int64GetDatum(counted->counts[k]);
	nulls[9] = !off_types(table, counted, &values[9]);
	tuplestore_putvalues(rsi->setResult, rsi->setDesc, values, nulls);
}

Datum
variant_shred_report(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;
	Relation	rel;
	List	   *paths;
	char	   *table;
	ListCell   *lc;

	InitMaterializedSRF(fcinfo, 0);
	rel = relation_open(PG_GETARG_OID(0), AccessShareLock);
	paths = counted_paths(rel);
	table = quote_qualified_identifier(get_namespace_name(RelationGetNamespace(rel)),
									   RelationGetRelationName(rel));
	relation_close(rel, NoLock);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	for (int first = 0; first < list_length(paths); first += PATHS_AT_ONCE)
		count_paths(table, paths, first, Min(PATHS_AT_ONCE, list_length(paths) - first));
	foreach(lc, paths)
		put_path(rsi, table, lfirst(lc));
	SPI_finish();
	return (Datum) 0;
}
