/*-------------------------------------------------------------------------
 *
 * variant_schema.c
 *	  The schema of values, in Spark's notation.
 *
 * Interface: schema_of_variant, schema_of_variant_agg and its two support
 * functions.
 *
 * A schema is a tree of nodes, into which one value after the other is
 * merged.  Two types become one thus, whichever comes first:
 *
 *		VOID (a null, or nothing) and any		that one
 *		BIGINT and DECIMAL						DECIMAL that holds both
 *		DECIMALs								the same; above 38 digits DOUBLE
 *		BIGINT and FLOAT						FLOAT
 *		any two of FLOAT, DOUBLE, DECIMAL; BIGINT and DOUBLE	DOUBLE
 *		DATE and a timestamp					that timestamp
 *		TIMESTAMP and TIMESTAMP_NTZ				TIMESTAMP
 *		OBJECTs									members of both
 *		ARRAYs									of what the elements become
 *		all others								VARIANT
 *
 * Limits: a BIGINT counts as DECIMAL(20,0), as in Spark.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

typedef enum SchemaType
{
	SCHEMA_VOID,
	SCHEMA_BOOLEAN,
	SCHEMA_BIGINT,
	SCHEMA_DECIMAL,
	SCHEMA_FLOAT,
	SCHEMA_DOUBLE,
	SCHEMA_STRING,
	SCHEMA_BINARY,
	SCHEMA_DATE,
	SCHEMA_TIME,
	SCHEMA_TIMESTAMP,
	SCHEMA_TIMESTAMP_NTZ,
	SCHEMA_UUID,
	SCHEMA_ARRAY,
	SCHEMA_OBJECT,
	SCHEMA_VARIANT
} SchemaType;

static const char *const type_names[] = {
	[SCHEMA_VOID] = "VOID",
	[SCHEMA_BOOLEAN] = "BOOLEAN",
	[SCHEMA_BIGINT] = "BIGINT",
	[SCHEMA_DECIMAL] = "DECIMAL",
	[SCHEMA_FLOAT] = "FLOAT",
	[SCHEMA_DOUBLE] = "DOUBLE",
	[SCHEMA_STRING] = "STRING",
	[SCHEMA_BINARY] = "BINARY",
	[SCHEMA_DATE] = "DATE",
	[SCHEMA_TIME] = "TIME",
	[SCHEMA_TIMESTAMP] = "TIMESTAMP",
	[SCHEMA_TIMESTAMP_NTZ] = "TIMESTAMP_NTZ",
	[SCHEMA_UUID] = "UUID",
	[SCHEMA_ARRAY] = "ARRAY",
	[SCHEMA_OBJECT] = "OBJECT",
	[SCHEMA_VARIANT] = "VARIANT",
};

/* By physical type. */
static const SchemaType physical_types[VNT_TYPE_COUNT] = {
	[VNT_NULL] = SCHEMA_VOID,
	[VNT_TRUE] = SCHEMA_BOOLEAN,
	[VNT_FALSE] = SCHEMA_BOOLEAN,
	[VNT_INT8] = SCHEMA_BIGINT,
	[VNT_INT16] = SCHEMA_BIGINT,
	[VNT_INT32] = SCHEMA_BIGINT,
	[VNT_INT64] = SCHEMA_BIGINT,
	[VNT_DOUBLE] = SCHEMA_DOUBLE,
	[VNT_DECIMAL4] = SCHEMA_DECIMAL,
	[VNT_DECIMAL8] = SCHEMA_DECIMAL,
	[VNT_DECIMAL16] = SCHEMA_DECIMAL,
	[VNT_DATE] = SCHEMA_DATE,
	[VNT_TIMESTAMPTZ] = SCHEMA_TIMESTAMP,
	[VNT_TIMESTAMP] = SCHEMA_TIMESTAMP_NTZ,
	[VNT_FLOAT] = SCHEMA_FLOAT,
	[VNT_BINARY] = SCHEMA_BINARY,
	[VNT_STRING] = SCHEMA_STRING,
	[VNT_TIME] = SCHEMA_TIME,
	[VNT_TIMESTAMPTZ_NANOS] = SCHEMA_TIMESTAMP,
	[VNT_TIMESTAMP_NANOS] = SCHEMA_TIMESTAMP_NTZ,
	[VNT_UUID] = SCHEMA_UUID,
	[VNT_SHORT_STRING] = SCHEMA_STRING,
	[VNT_OBJECT] = SCHEMA_OBJECT,
	[VNT_ARRAY] = SCHEMA_ARRAY,
	[VNT_UNKNOWN] = SCHEMA_VARIANT,
};

typedef struct Field Field;

typedef struct Schema
{
	SchemaType	type;
	uint8		precision;		/* DECIMAL */
	uint8		scale;
	uint32		count;			/* of fields */
	uint32		capacity;
	Field	   *fields;			/* OBJECT: in name order */
	struct Schema *element;		/* ARRAY */
} Schema;

struct Field
{
	VntSlice	name;
	Schema		schema;
};

static void merge_value(Schema *s, const VntValue *v, int depth);

/* ---------------------------------------------------------------------
 * Scalars
 * ---------------------------------------------------------------------
 */

/* All integers are below 20 digits, whatever a single one has. */
#define BIGINT_DIGITS	20

static void
merge_decimal(Schema *s, int precision, int scale)
{
	int			whole = Max(s->precision - s->scale, precision - scale);
	int			fraction = Max(s->scale, scale);

	if (whole + fraction > VNT_MAX_PRECISION)
	{
		s->type = SCHEMA_DOUBLE;
		return;
	}
	s->type = SCHEMA_DECIMAL;
	s->precision = (uint8) (whole + fraction);
	s->scale = (uint8) fraction;
}

static bool
is_number(SchemaType type)
{
	return type >= SCHEMA_BIGINT && type <= SCHEMA_DOUBLE;
}

/* Two different types of numbers, no two of which are both exact. */
static SchemaType
common_number(SchemaType a, SchemaType b)
{
	if ((a == SCHEMA_BIGINT && b == SCHEMA_FLOAT) ||
		(a == SCHEMA_FLOAT && b == SCHEMA_BIGINT))
		return SCHEMA_FLOAT;
	return SCHEMA_DOUBLE;
}

static SchemaType
common_time(SchemaType a, SchemaType b)
{
	if (a == SCHEMA_DATE)
		return b == SCHEMA_TIMESTAMP || b == SCHEMA_TIMESTAMP_NTZ ? b : SCHEMA_VARIANT;
	if (b == SCHEMA_DATE)
		return common_time(b, a);
	if ((a == SCHEMA_TIMESTAMP || a == SCHEMA_TIMESTAMP_NTZ) &&
		(b == SCHEMA_TIMESTAMP || b == SCHEMA_TIMESTAMP_NTZ))
		return SCHEMA_TIMESTAMP;
	return SCHEMA_VARIANT;
}

static void
merge_exact(Schema *s, SchemaType type, int precision, int scale)
{
	if (s->type == SCHEMA_BIGINT)
	{
		s->precision = BIGINT_DIGITS;
		s->scale = 0;
	}
	if (type == SCHEMA_BIGINT)
	{
		precision = BIGINT_DIGITS;
		scale = 0;
	}
	merge_decimal(s, precision, scale);
}

static void
decimal_digits(const VntValue *v, int *precision, int *scale)
{
	VntScalar	scalar;

	variant_check_stored(vnt_scalar_read(v, &scalar));
	*scale = scalar.scale;
	*precision = Max(vnt_int128_digits(scalar.u.dec), scalar.scale);
	*precision = Min(*precision, VNT_MAX_PRECISION);
}

/* The type is none of VOID, ARRAY, OBJECT and not that of s. */
static void
merge_scalar(Schema *s, SchemaType type, int precision, int scale)
{
	bool		exact = type == SCHEMA_BIGINT || type == SCHEMA_DECIMAL;

	if (exact && (s->type == SCHEMA_BIGINT || s->type == SCHEMA_DECIMAL))
		merge_exact(s, type, precision, scale);
	else if (is_number(s->type) && is_number(type))
		s->type = common_number(s->type, type);
	else
		s->type = common_time(s->type, type);
}

/* ---------------------------------------------------------------------
 * Containers
 * ---------------------------------------------------------------------
 */
static int
compare_names(VntSlice a, VntSlice b)
{
	int			c = memcmp(a.data, b.data, Min(a.len, b.len));

	if (c != 0)
		return c;
	return a.len < b.len ? -1 : a.len > b.len;
}

/* The first field from number from on whose name is not less. */
static uint32
find_field(const Schema *s, uint32 from, VntSlice name)
{
	uint32		low = from;
	uint32		high = s->count;

	/* mostly the very next one */
	if (low < high && compare_names(s->fields[low].name, name) >= 0)
		return low;
	while (low < high)
	{
		uint32		middle = low + (high - low) / 2;

		if (compare_names(s->fields[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void
insert_field(Schema *s, uint32 at, VntSlice name)
{
	uint8_t    *copy = palloc(Max(name.len, 1));

	if (s->count == s->capacity)
	{
		s->capacity = Max(s->capacity * 2, 8);
		s->fields = s->fields ? repalloc_huge(s->fields, (Size) s->capacity * sizeof(Field)) :
			palloc(s->capacity * sizeof(Field));
	}
	memmove(&s->fields[at + 1], &s->fields[at], (Size) (s->count - at) * sizeof(Field));
	s->count++;
	memset(&s->fields[at], 0, sizeof(Field));
	memcpy(copy, name.data, name.len);
	s->fields[at].name.data = copy;
	s->fields[at].name.len = name.len;
}

static void
merge_object(Schema *s, const VntContainer *c, int depth)
{
	uint32		at = 0;

	for (uint32 i = 0; i < c->count; i++)
	{
		VntSlice	name;
		VntValue	child;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_object_name(c, i, &name));
		variant_check_stored(vnt_container_child(c, i, &child));
		at = find_field(s, at, name);
		if (at == s->count || compare_names(s->fields[at].name, name) != 0)
			insert_field(s, at, name);
		merge_value(&s->fields[at].schema, &child, depth + 1);
		at++;
	}
}

static void
merge_array(Schema *s, const VntContainer *c, int depth)
{
	if (s->element == NULL)
		s->element = palloc0(sizeof(Schema));
	for (uint32 i = 0; i < c->count; i++)
	{
		VntValue	child;

		CHECK_FOR_INTERRUPTS();
		variant_check_stored(vnt_container_child(c, i, &child));
		merge_value(s->element, &child, depth + 1);
		if (s->element->type == SCHEMA_VARIANT)
			break;
	}
}

static void
merge_value(Schema *s, const VntValue *v, int depth)
{
	SchemaType	type = physical_types[vnt_value_type(v)];
	VntContainer c;
	int			precision = 0;
	int			scale = 0;

	if (depth > VNT_MAX_DEPTH)
		variant_report(VNT_TOO_DEEP, NULL, VARIANT_ORIGIN_STORED, NULL);
	check_stack_depth();
	if (type == SCHEMA_VOID || s->type == SCHEMA_VARIANT)
		return;
	if (type == SCHEMA_DECIMAL)
		decimal_digits(v, &precision, &scale);
	if (s->type == SCHEMA_VOID)
	{
		s->type = type;
		s->precision = (uint8) precision;
		s->scale = (uint8) scale;
	}
	if (s->type != type || type == SCHEMA_DECIMAL)
	{
		merge_scalar(s, type, precision, scale);
		return;
	}
	if (type != SCHEMA_OBJECT && type != SCHEMA_ARRAY)
		return;
	variant_check_stored(vnt_container_open(v, &c));
	if (c.is_object)
		merge_object(s, &c, depth);
	else
		merge_array(s, &c, depth);
}

/* ---------------------------------------------------------------------
 * Notation
 * ---------------------------------------------------------------------
 */
static bool
is_plain_name(VntSlice name)
{
	bool		letters = false;

	for (size_t i = 0; i < name.len; i++)
	{
		uint8_t		ch = name.data[i];

		if ((ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_')
			letters = true;
		else if (ch < '0' || ch > '9')
			return false;
	}
	return letters;
}

static void
print_name(StringInfo out, VntSlice name)
{
	if (is_plain_name(name))
	{
		appendBinaryStringInfo(out, (const char *) name.data, (int) name.len);
		return;
	}
	appendStringInfoChar(out, '`');
	for (size_t i = 0; i < name.len; i++)
	{
		appendStringInfoChar(out, (char) name.data[i]);
		if (name.data[i] == '`')
			appendStringInfoChar(out, '`');
	}
	appendStringInfoChar(out, '`');
}

static void
print_schema(StringInfo out, const Schema *s)
{
	static const Schema nothing = {SCHEMA_VOID};

	check_stack_depth();
	appendStringInfoString(out, type_names[s->type]);
	if (s->type == SCHEMA_DECIMAL)
		appendStringInfo(out, "(%d,%d)", s->precision, s->scale);
	else if (s->type == SCHEMA_ARRAY)
	{
		appendStringInfoChar(out, '<');
		print_schema(out, s->element ? s->element : &nothing);
		appendStringInfoChar(out, '>');
	}
	else if (s->type == SCHEMA_OBJECT)
	{
		appendStringInfoChar(out, '<');
		for (uint32 i = 0; i < s->count; i++)
		{
			if (i > 0)
				appendStringInfoString(out, ", ");
			print_name(out, s->fields[i].name);
			appendStringInfoString(out, ": ");
			print_schema(out, &s->fields[i].schema);
		}
		appendStringInfoChar(out, '>');
	}
}

static Datum
schema_text(const Schema *s)
{
	StringInfoData out;

	initStringInfo(&out);
	print_schema(&out, s);
	return PointerGetDatum(variant_text_from_utf8((const uint8_t *) out.data, out.len));
}

/* ---------------------------------------------------------------------
 * SQL
 * ---------------------------------------------------------------------
 */
VARIANT_FUNCTION(schema_of_variant);

Datum
schema_of_variant(PG_FUNCTION_ARGS)
{
	Schema		schema = {SCHEMA_VOID};
	VariantView view;

	variant_view_open(&view, PG_GETARG_DATUM(0));
	merge_value(&schema, &view.root, 0);
	PG_RETURN_DATUM(schema_text(&schema));
}

VARIANT_FUNCTION(schema_of_variant_agg_transfn);

Datum
schema_of_variant_agg_transfn(PG_FUNCTION_ARGS)
{
	Schema	   *schema = PG_ARGISNULL(0) ? NULL : (Schema *) PG_GETARG_POINTER(0);
	MemoryContext context;
	MemoryContext caller;
	VariantView view;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "schema_of_variant_agg_transfn called in non-aggregate context");
	if (schema == NULL)
		schema = MemoryContextAllocZero(context, sizeof(Schema));
	if (!PG_ARGISNULL(1))
	{
		variant_view_open(&view, PG_GETARG_DATUM(1));
		caller = MemoryContextSwitchTo(context);
		merge_value(schema, &view.root, 0);
		MemoryContextSwitchTo(caller);
		variant_view_close(&view);
	}
	PG_RETURN_POINTER(schema);
}

VARIANT_FUNCTION(schema_of_variant_agg_finalfn);

Datum
schema_of_variant_agg_finalfn(PG_FUNCTION_ARGS)
{
	static const Schema nothing = {SCHEMA_VOID};

	PG_RETURN_DATUM(schema_text(PG_ARGISNULL(0) ? &nothing :
								(const Schema *) PG_GETARG_POINTER(0)));
}
