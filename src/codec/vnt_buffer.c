/*-------------------------------------------------------------------------
 *
 * vnt_buffer.c
 *	  A growing output buffer over the host's memory, and the plain host.
 *
 * Interface: vnt_buffer_init, _reserve, _append, _free; vnt_host_malloc.
 * A buffer never grows beyond VNT_MAX_SIZE bytes: then VNT_TOO_LARGE.
 *
 *-------------------------------------------------------------------------
 */
#include <stdlib.h>

#include "vnt_internal.h"

#define FIRST_CAPACITY	256

static void *
plain_resize(void *ctx, void *ptr, size_t size)
{
	(void) ctx;
	return realloc(ptr, size);
}

static void
plain_release(void *ctx, void *ptr)
{
	(void) ctx;
	free(ptr);
}

const VntHost vnt_host_malloc = {
	.resize = plain_resize,
	.release = plain_release,
};

void
vnt_buffer_init(VntBuffer *b, const VntHost *host)
{
	b->host = host;
	b->data = NULL;
	b->len = 0;
	b->capacity = 0;
}

VntStatus
vnt_buffer_reserve(VntBuffer *b, size_t n)
{
	size_t		want;
	size_t		capacity;
	char	   *data;

	if (n <= b->capacity - b->len)
		return VNT_OK;
	if (n > VNT_MAX_SIZE - b->len)
		return VNT_TOO_LARGE;
	want = b->len + n;
	capacity = b->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : b->capacity * 2;
	if (capacity < want)
		capacity = want;
	if (capacity > VNT_MAX_SIZE)
		capacity = VNT_MAX_SIZE;
	data = b->host->resize(b->host->ctx, b->data, capacity);
	if (data == NULL)
		return VNT_NO_MEMORY;
	b->data = data;
	b->capacity = capacity;
	return VNT_OK;
}

VntStatus
vnt_buffer_append(VntBuffer *b, const void *data, size_t n)
{
	VNT_TRY(vnt_buffer_reserve(b, n));
	if (n > 0)
		memcpy(b->data + b->len, data, n);
	b->len += n;
	return VNT_OK;
}

void
vnt_buffer_free(VntBuffer *b)
{
	if (b->data)
		b->host->release(b->host->ctx, b->data);
	vnt_buffer_init(b, b->host);
}
