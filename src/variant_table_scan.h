/*-------------------------------------------------------------------------
 *
 * variant_table_scan.h
 *	  variant_table as a scan: what planner and executor share.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_TABLE_SCAN_H
#define VARIANT_TABLE_SCAN_H

#include "variant.h"

#include "nodes/extensible.h"

/* As EXPLAIN names it, and as other processes find it. */
#define VARIANT_TABLE_SCAN	"VariantTable"

/*
 * A scan's custom_exprs is the call.  Its custom_private are lists: names,
 * types, type modifiers and collations of all columns, and the numbers of those
 * in its custom_scan_tlist.
 */
extern const CustomScanMethods variant_table_scan_methods;

/* The setting variant.table_scan. */
extern bool variant_table_scan;

/* For _PG_init(). */
extern void variant_table_plan_init(void);

#endif							/* VARIANT_TABLE_SCAN_H */
