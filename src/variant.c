/*-------------------------------------------------------------------------
 *
 * variant.c
 *	  Module magic and what is set up when the library is loaded: settings
 *	  and callbacks.
 *
 * Settings never change what a value means, so immutable functions may use
 * them.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_cache.h"

#include <limits.h>

#include "utils/guc.h"
#include "variant_borrow.h"
#include "variant_gin_support.h"
#include "variant_shredded_plan.h"
#include "variant_table_scan.h"

PG_MODULE_MAGIC;

/* 15 does not export it by itself */
extern PGDLLEXPORT void _PG_init(void);

static const struct config_enum_entry storage_modes[] = {
	{"auto", VARIANT_STORAGE_AUTO, false},
	{"plain", VARIANT_STORAGE_PLAIN, false},
	{NULL, 0, false}
};

void
_PG_init(void)
{
	DefineCustomEnumVariable("variant.storage",
							 "Form in which variant values are stored.",
							 "With auto, values of about 2 kB and more are stored so that they compress better.",
							 &variant_storage_mode, VARIANT_STORAGE_AUTO,
							 storage_modes, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("variant.detoast_cache",
							"Memory for parts of large variant values that were fetched.",
							"They serve further reads of the same value in a query; 0 keeps nothing.",
							&variant_detoast_cache, 4096, 0, MAX_KILOBYTES,
							PGC_USERSET, GUC_UNIT_KB, NULL, NULL, NULL);
	variant_cache_setup();
	DefineCustomBoolVariable("variant.path_index",
							 "Use GIN indexes for comparisons of values at paths.",
							 NULL, &variant_path_index, true,
							 PGC_USERSET, GUC_EXPLAIN, NULL, NULL, NULL);
	DefineCustomBoolVariable("variant.borrow",
							 "Compare what subscripts lead to without a copy of it.",
							 NULL, &variant_borrow, true,
							 PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomBoolVariable("variant.shredded_columns",
							 "Use shredded columns for values at paths.",
							 NULL, &variant_shredded_enabled, true,
							 PGC_USERSET, GUC_EXPLAIN, NULL, NULL, NULL);
	DefineCustomBoolVariable("variant.table_scan",
							 "Take the rows of variant_table one by one.",
							 "Off, all of them are put into a store first.",
							 &variant_table_scan, true,
							 PGC_USERSET, GUC_EXPLAIN, NULL, NULL, NULL);
	MarkGUCPrefixReserved("variant");
	variant_gin_support_init();
	variant_borrow_init();
	variant_shredded_plan_init();
	variant_table_plan_init();
}
