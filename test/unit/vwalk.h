/*-------------------------------------------------------------------------
 *
 * vwalk.h
 *	  For tests and fuzzers: read everything of a value, in every way; bytes
 *	  from hexadecimal, and files.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VWALK_H
#define VWALK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vnt.h"

/* Read all below v; true if every reader succeeds. */
static inline bool
vwalk_readers(const VntValue *v)
{
	VntContainer c;
	VntScalar	s;
	size_t		size;

	if (vnt_value_size(v, &size) != VNT_OK)
		return false;
	if (vnt_container_open(v, &c) != VNT_OK)
		return vnt_scalar_read(v, &s) == VNT_OK;
	for (uint32_t i = 0; i < c.count; i++)
	{
		VntValue	child;
		VntValue	found;
		VntSlice	name;

		if (vnt_container_child(&c, i, &child) != VNT_OK)
			return false;
		if (c.is_object &&
			(vnt_object_name(&c, i, &name) != VNT_OK ||
			 vnt_object_find(&c, name.data, name.len, &found, NULL) != VNT_OK ||
			 found.data != child.data))
			return false;
		if (!vwalk_readers(&child))
			return false;
	}
	return true;
}

/* The same, then order, hash and text. */
static inline bool
vwalk_all(const VntValue *v)
{
	VntStatus	status = VNT_OK;
	VntBuffer	out;
	VntStyle	style;
	bool		good = vwalk_readers(v);

	good = good && vnt_compare(v, v, &status) == 0 && status == VNT_OK;
	good = good && vnt_hash(v, 1, &status) == vnt_hash(v, 1, &status) &&
		status == VNT_OK;
	vnt_buffer_init(&out, &vnt_host_malloc);
	for (style = VNT_STYLE_NATIVE; good && style <= VNT_STYLE_JSON_PRETTY; style++)
		good = vnt_json_write(&out, v, style) == VNT_OK;
	good = good && vnt_scalar_to_text(&out, v) == VNT_OK;
	vnt_buffer_free(&out);
	return good;
}

/*
 * Read damaged bytes in every way, for the memory checker; answers do not
 * matter.
 */
static inline void
vwalk_damaged(const VntValue *v)
{
	VntStatus	status = VNT_OK;
	VntBuffer	out;

	if (v->len == 0)
		return;
	(void) vnt_compare(v, v, &status);
	status = VNT_OK;
	(void) vnt_hash(v, 1, &status);
	vnt_buffer_init(&out, &vnt_host_malloc);
	(void) vnt_scalar_to_text(&out, v);
	vnt_buffer_free(&out);
}

static inline int
vwalk_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 :
		c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/*
 * Bytes from hexadecimal digits; anything else between pairs is skipped.  In
 * malloced memory of just that size.
 */
static inline uint8_t *
vwalk_hex(const char *hex, size_t *len)
{
	uint8_t    *data = malloc(strlen(hex) / 2 + 1);
	uint8_t    *exact;

	*len = 0;
	if (data == NULL)
		abort();
	while (*hex)
	{
		if (vwalk_digit(hex[0]) >= 0 && vwalk_digit(hex[1]) >= 0)
		{
			data[(*len)++] = (uint8_t) (vwalk_digit(hex[0]) * 16 +
										vwalk_digit(hex[1]));
			hex += 2;
		}
		else
			hex++;
	}
	exact = malloc(*len > 0 ? *len : 1);
	if (exact == NULL)
		abort();
	memcpy(exact, data, *len);
	free(data);
	return exact;
}

/* A whole file in malloced memory of just its size, or NULL. */
static inline uint8_t *
vwalk_file(const char *path, size_t *len)
{
	FILE	   *file = fopen(path, "rb");
	uint8_t    *data = NULL;
	long		size;

	*len = 0;
	if (file == NULL)
		return NULL;
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0)
	{
		rewind(file);
		data = malloc(size > 0 ? (size_t) size : 1);
		if (data == NULL)
			abort();
		*len = fread(data, 1, (size_t) size, file);
	}
	fclose(file);
	return data;
}

#endif							/* VWALK_H */
