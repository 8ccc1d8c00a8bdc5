/*-------------------------------------------------------------------------
 *
 * variant_mem.c
 *	  Memory of the codec inside the server.
 *
 * Interface: variant_host, variant_text_begin, variant_text_end,
 * variant_buffer_to_text, variant_builder_acquire, variant_builder_trim,
 * variant_builder_private.
 *
 * variant_host allocates in the memory context that is current at the time of
 * each call, so buffers over it belong to the caller's context.  The shared
 * builder has a context of its own for the life of the backend: it is reset,
 * not freed, between documents, and so remembers the last document's names.
 *
 * Limits: a document that makes the shared builder's memory grow above
 * BUILDER_KEEP bytes ends it, and the next acquire starts with a new one.
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
static bool builder_grew = false;	/* since its memory was looked at */

static void *
host_resize(void *ctx, void *ptr, size_t size)
{
	MemoryContext context = ctx ? *(MemoryContext *) ctx : CurrentMemoryContext;

	if (ptr == NULL)
		return MemoryContextAllocHuge(context, size);
	return repalloc_huge(ptr, size);
}

static void *
builder_resize(void *ctx, void *ptr, size_t size)
{
	builder_grew = true;
	return host_resize(ctx, ptr, size);
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
	.resize = builder_resize,
	.release = host_release,
	.poll = host_poll,
	.ctx = &builder_context,
	.format_double = double_to_shortest_decimal_bufn,
	.format_float = float_to_shortest_decimal_bufn,
};

void
variant_text_begin(VntBuffer *buffer, size_t guess)
{
	vnt_buffer_init(buffer, &variant_host);
	variant_check_build(vnt_buffer_reserve(buffer, VARHDRSZ + guess));
	buffer->len = VARHDRSZ;
}

text *
variant_text_end(VntBuffer *buffer)
{
	char	   *data = buffer->data;
	size_t		len = buffer->len - VARHDRSZ;
	char	   *converted;

	converted = variant_json_to_server(data + VARHDRSZ, len, VARHDRSZ, &len);
	if (converted != NULL)
	{
		vnt_buffer_free(buffer);
		data = converted;
	}
	SET_VARSIZE(data, VARHDRSZ + len);
	return (text *) data;
}

text *
variant_buffer_to_text(VntBuffer *buffer)
{
	size_t		len = buffer->len;
	char	   *converted = variant_json_to_server(buffer->data, len, 0, &len);
	text	   *result = cstring_to_text_with_len(converted ? converted : buffer->data,
												  (int) len);

	if (converted != NULL)
		pfree(converted);
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
	if (shared_builder != NULL)
	{
		variant_builder_trim(shared_builder);
		if (shared_builder != NULL)
		{
			vnt_builder_reset(shared_builder);
			return shared_builder;
		}
	}
	if (builder_context == NULL)
		builder_context = AllocSetContextCreate(TopMemoryContext,
												"variant builder",
												ALLOCSET_DEFAULT_SIZES);
	/* an earlier try may have failed half-way */
	MemoryContextReset(builder_context);
	shared_builder = vnt_builder_new(&builder_host);
	if (shared_builder == NULL)
		variant_report(VNT_NO_MEMORY, NULL, VARIANT_ORIGIN_BUILD, NULL);
	return shared_builder;
}

/*
 * Give memory back once a builder has grown large.  Other builders than the
 * shared one belong to somebody else.
 */
void
variant_builder_trim(VntBuilder *b)
{
	if (b != shared_builder || !builder_grew)
		return;
	builder_grew = false;
	if (MemoryContextMemAllocated(builder_context, true) <= BUILDER_KEEP)
		return;
	shared_builder = NULL;
	MemoryContextReset(builder_context);
}

VntBuilder *
variant_builder_private(void)
{
	VntBuilder *b = vnt_builder_new(&variant_host);

	if (b == NULL)
		variant_report(VNT_NO_MEMORY, NULL, VARIANT_ORIGIN_BUILD, NULL);
	return b;
}
