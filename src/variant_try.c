/*-------------------------------------------------------------------------
 *
 * variant_try.c
 *	  Asking whether something fails, where only raising an error can tell.
 *
 * Interface: variant_try.
 *
 * For input functions and domains on servers where these cannot fail softly,
 * and for types that never can.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_try.h"

#include "access/xact.h"
#include "utils/resowner.h"

/*
 * Whether an error is about the data, and so an answer.  Some types' input
 * functions tell of wrong syntax, or of names that do not exist, by codes of
 * the class of syntax errors, and of too much by that of program limits.
 */
static bool
is_data_error(int sqlerrcode)
{
	int			category = ERRCODE_TO_CATEGORY(sqlerrcode);

	if (category == ERRCODE_SYNTAX_ERROR_OR_ACCESS_RULE_VIOLATION)
		return sqlerrcode != ERRCODE_DATATYPE_MISMATCH &&
			sqlerrcode != ERRCODE_INSUFFICIENT_PRIVILEGE;
	return category == ERRCODE_DATA_EXCEPTION ||
		category == ERRCODE_INTEGRITY_CONSTRAINT_VIOLATION ||
		sqlerrcode == ERRCODE_PROGRAM_LIMIT_EXCEEDED;
}

bool
variant_try(void (*function) (void *argument), void *argument)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	volatile bool good = true;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		function(argument);
		ReleaseCurrentSubTransaction();
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(context);
		CurrentResourceOwner = owner;
		if (!is_data_error(error->sqlerrcode))
			ReThrowError(error);
		FreeErrorData(error);
		good = false;
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	return good;
}
