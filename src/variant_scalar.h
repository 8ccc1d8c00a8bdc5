/*-------------------------------------------------------------------------
 *
 * variant_scalar.h
 *	  SQL values of the built-in scalar types and the codec's scalars.
 *
 * Shared by the casts, by to_variant() and by the typed comparison operators.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VARIANT_SCALAR_H
#define VARIANT_SCALAR_H

#include "variant.h"

/*
 * Where an SQL value lies that a variant of its class cannot hold: infinite
 * dates and timestamps, timestamps that overflow, numerics of more digits
 * than a decimal has.
 */
typedef enum VariantFit
{
	VARIANT_FITS,
	VARIANT_BELOW,				/* below every value of its class */
	VARIANT_ABOVE,				/* above every value of its class */
	VARIANT_NO_FORM				/* a finite numeric without a variant form */
} VariantFit;

/* ---------------------------------------------------------------------
 * All types (variant_scalar.c)
 * ---------------------------------------------------------------------
 */

/* The types that have a class of their own, and text, varchar, char. */
extern bool variant_scalar_type(Oid type);

/* smallint, integer or bigint; not a domain */
extern bool variant_is_integer(Oid type);

/*
 * A value of such a type as a scalar.  Strings and bytes are referenced where
 * they are, unless they were toasted or had to be converted to UTF-8.
 */
extern VariantFit variant_scalar_from_sql(Oid type, Datum value, VntScalar *s);

/* The error for a value of this type that did not fit: 22003 or 22008. */
pg_noreturn extern void variant_scalar_refuse(Oid type);

/* As a datum; false if there is no form for it (variant_from.c). */
extern bool variant_from_sql(Oid type, Datum value, Datum *result);

/*
 * The variant that equals a value; false if there is none.  Of numerics that are
 * too long, some equal a double.
 */
extern bool variant_equal_to_sql(Oid type, Datum value, Datum *variant);

extern VntStatus variant_scalar_build(VntBuilder *b, const VntScalar *s);

/* ---------------------------------------------------------------------
 * Numbers (variant_numeric.c, variant_number.c)
 * ---------------------------------------------------------------------
 */

/* 10^0 to 10^18 */
extern const int64 variant_powers_of_ten[19];

static inline bool
variant_number_is_decimal(const VntScalar *s)
{
	return s->type == VNT_DECIMAL4 || s->type == VNT_DECIMAL8 ||
		s->type == VNT_DECIMAL16;
}

/* A scalar of class number is unscaled * 10^-scale. */
static inline VntInt128
variant_number_unscaled(const VntScalar *s)
{
	return variant_number_is_decimal(s) ? s->u.dec : vnt_int128_from_int64(s->u.i);
}

static inline int
variant_number_scale(const VntScalar *s)
{
	return variant_number_is_decimal(s) ? s->scale : 0;
}

/* A number of class number, exactly, with its scale. */
extern Datum variant_number_to_numeric(const VntScalar *s);

/* The same for unscaled * 10^-scale; scale is at most 38. */
extern Datum variant_small_to_numeric(int64 unscaled, int scale);

/*
 * In room, which is aligned as an int32 and has VARIANT_SMALL_NUMERIC bytes.  Not
 * as a short varlena, which everything that computes would copy.
 */
#define VARIANT_SMALL_NUMERIC	(VARHDRSZ + sizeof(uint16) + 7 * sizeof(int16))

extern Datum variant_small_to_numeric_in(int64 unscaled, int scale, char *room);

/* An integer as it is encoded; false for all else. */
static inline bool
variant_read_integer(const VntValue *v, int64 *i)
{
	const uint8_t *p = v->data + 1;

	switch (v->data[0])
	{
		case VNT_INT8 << VNT_HEADER_SHIFT:
			if (v->len < 2)
				return false;
			*i = (int8) p[0];
			return true;
		case VNT_INT16 << VNT_HEADER_SHIFT:
			if (v->len < 3)
				return false;
			*i = (int16) vnt_load16(p);
			return true;
		case VNT_INT32 << VNT_HEADER_SHIFT:
			if (v->len < 5)
				return false;
			*i = (int32) vnt_load32(p);
			return true;
		case VNT_INT64 << VNT_HEADER_SHIFT:
			if (v->len < 9)
				return false;
			*i = (int64) vnt_load64(p);
			return true;
		default:
			return false;
	}
}

/* An integer, or a decimal that 64 bits hold: unscaled * 10^-scale. */
static inline bool
variant_read_small(const VntValue *v, int64 *unscaled, int *scale)
{
	const uint8_t *p = v->data + 1;

	if (v->data[0] == VNT_DECIMAL4 << VNT_HEADER_SHIFT && v->len >= 6)
		*unscaled = (int32) vnt_load32(p + 1);
	else if (v->data[0] == VNT_DECIMAL8 << VNT_HEADER_SHIFT && v->len >= 10)
		*unscaled = (int64) vnt_load64(p + 1);
	else
	{
		*scale = 0;
		return variant_read_integer(v, unscaled);
	}
	*scale = p[0];
	return *scale <= VNT_MAX_PRECISION;
}

/*
 * A numeric of at most 38 digits as a scalar; its NaN and infinities as
 * doubles.  num may have a short header; nothing is allocated.
 */
extern VariantFit variant_number_from_numeric(const struct varlena *num,
											  VntScalar *s);

/*
 * The double nearest to a numeric that did not fit; 22003 if there is none
 * or if it is zero.
 */
extern double variant_number_nearest(struct varlena *num);

/* 22003 for a numeric that did not fit. */
pg_noreturn extern void variant_number_refuse(void);

/* Compare a scalar of a number class with any numeric, exactly. */
extern int	variant_number_compare(const VntScalar *s, struct varlena *num);

/*
 * For a numeric that did not fit: the greatest double that is not above it or,
 * if upper is set, the least one that is not below it.
 */
extern VntScalar variant_number_bound(struct varlena *num, bool upper);

/*
 * A scalar of a number class as INT2, INT4, INT8, FLOAT4, FLOAT8 or NUMERIC,
 * as PostgreSQL casts between those; 22003 (soft) out of range.
 */
extern Datum variant_number_to_sql(const VntScalar *s, Oid type,
								   struct Node *escontext);

/* ---------------------------------------------------------------------
 * Dates and times (variant_time.c)
 * ---------------------------------------------------------------------
 */

/* DATE, TIME, TIMESTAMP, TIMESTAMPTZ as a scalar. */
extern VariantFit variant_time_from_sql(Oid type, Datum value, VntScalar *s);

/* 22008 for a value that did not fit. */
pg_noreturn extern void variant_time_refuse(Oid type);

/* Whether the classes' casts exist: timestamp to date, but not to zones. */
extern bool variant_time_castable(VntClass from, Oid type);

/* A castable temporal scalar; 22008 (soft) out of PostgreSQL's range. */
extern Datum variant_time_to_sql(const VntScalar *s, Oid type,
								 struct Node *escontext);

#endif							/* VARIANT_SCALAR_H */
