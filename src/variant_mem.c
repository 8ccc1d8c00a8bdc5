/*-------------------------------------------------------------------------
 *
 * variant_mem.c
 *	  Memory of the codec inside the server.
 *
 * Interface: variant_host, variant_buffer_to_text, variant_builder_acquire.
 *
 * variant_host allocates in the memory context that is current at the time of
 * each call, so buffers over it belong to the caller's context.  The shared
 * builder has a context of its own for the life of the backend: it is reset,
 * not freed, between documents, and so remembers the last document's names.
 *
 * Limits: after a document that made the shared builder's memory grow above
 * BUILDER_KEEP bytes, the next acquire starts with a new one.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "common/shortest_dec.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

#define BUILDER_KEEP	(1024 * 1024)

static MemoryContext builder_context = NULL;
static VntBuilder *shared_builder = NULL;

static void *
host_resize(void *ctx, void *ptr, size_t size)
{
	MemoryContext context = ctx ? *(MemoryContext *) ctx : CurrentMemoryContext;

	if (ptr == NULL)
		return MemoryContextAllocHuge(context, size);
	return repalloc_huge(ptr, size);
}

static void
host_release(void *ctx, void *ptr)
{
	pfree(ptr);
}

static void
host_poll(void *ctx)
{
	CHECK_FOR_INTERRUPTS();
}

const VntHost variant_host = {
	.resize = host_resize,
	.release = host_release,
	.poll = host_poll,
	.ctx = NULL,
	.format_double = double_to_shortest_decimal_bufn,
	.format_float = float_to_shortest_decimal_bufn,
};

static const VntHost builder_host = {
	.resize = host_resize,
	.release = host_release,
	.poll = host_poll,
	.ctx = &builder_context,
	.format_double = double_to_shortest_decimal_bufn,
	.format_float = float_to_shortest_decimal_bufn,
};

text *
variant_buffer_to_text(VntBuffer *buffer)
{
	text	   *result = cstring_to_text_with_len(buffer->data, (int) buffer->len);

	vnt_buffer_free(buffer);
	return result;
}

/*
 * The builder is shared by everything in the backend: whoever acquires it
 * finishes with it before calling anything that might acquire it again (user
 * code, other types' functions).  A builder left half-built by an error is
 * simply reset by the next acquire.
 */
VntBuilder *
variant_builder_acquire(void)
{
	if (shared_builder != NULL &&
		MemoryContextMemAllocated(builder_context, true) > BUILDER_KEEP)
	{
		shared_builder = NULL;
		MemoryContextReset(builder_context);
	}
	if (shared_builder == NULL)
	{
		if (builder_context == NULL)
			builder_context = AllocSetContextCreate(TopMemoryContext,
													"variant builder",
													ALLOCSET_DEFAULT_SIZES);
		shared_builder = vnt_builder_new(&builder_host);
	}
	vnt_builder_reset(shared_builder);
	return shared_builder;
}
