/*-------------------------------------------------------------------------
 *
 * variant_catalog.c
 *	  The extension's own objects by OID, whatever schema they are in.
 *
 * Interface: variant_schema_oid, variant_type_oid, variant_named_type_oid,
 * variant_function_oid, variant_operator_oid, variant_comparison_name,
 * variant_comparison_commuted.
 *
 * Names are looked up in the extension's schema, never along search_path.
 * The schema and the type are remembered until pg_type, pg_namespace or the
 * extension changes: DROP EXTENSION drops the type, which is what the cached
 * entries wait for.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/rel.h"
#include "utils/syscache.h"

static Oid	cached_schema = InvalidOid;
static Oid	cached_type = InvalidOid;
static bool registered = false;

static void
forget(Datum arg, int cacheid, uint32 hashvalue)
{
	cached_schema = InvalidOid;
	cached_type = InvalidOid;
}

static Oid
extension_schema(Oid extension)
{
	Relation	rel = table_open(ExtensionRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	Oid			result = InvalidOid;

	ScanKeyInit(&key, Anum_pg_extension_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(extension));
	scan = systable_beginscan(rel, ExtensionOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		result = ((Form_pg_extension) GETSTRUCT(tuple))->extnamespace;
	systable_endscan(scan);
	table_close(rel, AccessShareLock);
	return result;
}

Oid
variant_schema_oid(void)
{
	Oid			extension;

	if (OidIsValid(cached_schema))
		return cached_schema;
	if (!registered)
	{
		CacheRegisterSyscacheCallback(TYPEOID, forget, (Datum) 0);
		CacheRegisterSyscacheCallback(NAMESPACEOID, forget, (Datum) 0);
		registered = true;
	}
	extension = get_extension_oid("variant", true);
	if (OidIsValid(extension))
		cached_schema = extension_schema(extension);
	return cached_schema;
}

Oid
variant_type_oid(void)
{
	Oid			schema;

	if (OidIsValid(cached_type))
		return cached_type;
	schema = variant_schema_oid();
	if (OidIsValid(schema))
		cached_type = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid,
									  CStringGetDatum("variant"),
									  ObjectIdGetDatum(schema));
	return cached_type;
}

Oid
variant_named_type_oid(const char *name)
{
	return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum(name),
						   ObjectIdGetDatum(variant_schema_oid()));
}

Oid
variant_function_oid(const char *name, int nargs, const Oid *types)
{
	oidvector  *arguments = buildoidvector(types, nargs);
	Oid			result;

	result = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
							 CStringGetDatum(name),
							 PointerGetDatum(arguments),
							 ObjectIdGetDatum(variant_schema_oid()));
	pfree(arguments);
	return result;
}

Oid
variant_operator_oid(const char *name, Oid left, Oid right)
{
	return GetSysCacheOid4(OPERNAMENSP, Anum_pg_operator_oid,
						   CStringGetDatum(name),
						   ObjectIdGetDatum(left),
						   ObjectIdGetDatum(right),
						   ObjectIdGetDatum(variant_schema_oid()));
}

const char *
variant_comparison_name(Oid operator, Oid left, Oid right)
{
	static const char *const names[] = {"=", "<>", "<", "<=", ">", ">="};

	if (left != variant_type_oid() && right != variant_type_oid())
		return NULL;
	for (int i = 0; i < lengthof(names); i++)
	{
		if (variant_operator_oid(names[i], left, right) == operator)
			return names[i];
	}
	return NULL;
}

const char *
variant_comparison_commuted(const char *name)
{
	switch (name[0])
	{
		case '<':
			return name[1] == '\0' ? ">" : name[1] == '=' ? ">=" : "<>";
		case '>':
			return name[1] == '\0' ? "<" : "<=";
		default:
			return name;
	}
}
