/*-------------------------------------------------------------------------
 *
 * variant.c
 *	  Module magic and what is set up when the library is loaded: settings.
 *
 * Settings never change what a value means, so immutable functions may use
 * them.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "utils/guc.h"

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
	MarkGUCPrefixReserved("variant");
}
