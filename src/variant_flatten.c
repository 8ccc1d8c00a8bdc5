/*-------------------------------------------------------------------------
 *
 * variant_flatten.c
 *	  Containers to rows as Spark and Snowflake do: variant_explode,
 *	  variant_flatten.
 *
 * Interface: variant_explode, variant_explode_outer, variant_flatten.
 *
 * Rows go to a tuplestore.  The path of a row of variant_flatten is one that
 * variant_get takes.
 *
 * Limits: each row of variant_flatten has the container that it comes from in
 * its column "this", so that n children of one container take n copies.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_path.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

/* Where rows go.  Everything of one row lives in a context of its own. */
typedef struct RowSink
{
	Tuplestorestate *store;
	TupleDesc	desc;
	MemoryContext row;
} RowSink;

static void
sink_begin(RowSink *sink, FunctionCallInfo fcinfo)
{
	ReturnSetInfo *rsi = (ReturnSetInfo *) fcinfo->resultinfo;

	/*
	 * The expected shape is always that of the function.  Looking it up anew
	 * would leave memory behind for each row of a lateral join.
	 */
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	sink->store = rsi->setResult;
	sink->desc = rsi->setDesc;
	sink->row = AllocSetContextCreate(CurrentMemoryContext, "variant row",
									  ALLOCSET_SMALL_SIZES);
}

static Datum
utf8_datum(VntSlice s)
{
	return PointerGetDatum(variant_text_from_utf8(s.data, s.len));
}

/* ---------------------------------------------------------------------
 * variant_explode
 * ---------------------------------------------------------------------
 */
static void
explode_child(RowSink *sink, const VntContainer *c, uint32 i)
{
	MemoryContext caller = MemoryContextSwitchTo(sink->row);
	Datum		values[3] = {Int32GetDatum((int32) i)};
	bool		nulls[3] = {false, !c->is_object, false};
	VntValue	child;
	VntSlice	name;

	if (c->is_object)
	{
		variant_check_stored(vnt_object_name(c, i, &name));
		values[1] = utf8_datum(name);
	}
	variant_check_stored(vnt_container_child(c, i, &child));
	values[2] = variant_from_value(&child);
	tuplestore_putvalues(sink->store, sink->desc, values, nulls);
	MemoryContextSwitchTo(caller);
	MemoryContextReset(sink->row);
}

/* Members or elements; with outer a row of NULLs if there are none. */
static Datum
explode(FunctionCallInfo fcinfo, bool outer)
{
	RowSink		sink;
	VariantView view;
	VntContainer c = {0};
	VntStatus	status;
	Datum		values[3] = {0};
	bool		nulls[3] = {true, true, true};

	sink_begin(&sink, fcinfo);
	if (!PG_ARGISNULL(0))
	{
		variant_view_open(&view, PG_GETARG_DATUM(0));
		status = vnt_container_open(&view.root, &c);
		if (status != VNT_VALUE_TYPE)
			variant_check_stored(status);
	}
	for (uint32 i = 0; i < c.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		explode_child(&sink, &c, i);
	}
	if (outer && c.count == 0)
		tuplestore_putvalues(sink.store, sink.desc, values, nulls);
	return (Datum) 0;
}

VARIANT_FUNCTION(variant_explode);

Datum
variant_explode(PG_FUNCTION_ARGS)
{
	return explode(fcinfo, false);
}

VARIANT_FUNCTION(variant_explode_outer);

Datum
variant_explode_outer(PG_FUNCTION_ARGS)
{
	return explode(fcinfo, true);
}

/* ---------------------------------------------------------------------
 * variant_flatten: paths
 * ---------------------------------------------------------------------
 */

/* Can a name follow a dot? */
static bool
is_plain_name(VntSlice name)
{
	for (size_t i = 0; i < name.len; i++)
	{
		uint8_t		ch = name.data[i];

		if (!((ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
			  ch == '_' || (i > 0 && ch >= '0' && ch <= '9')))
			return false;
	}
	return name.len > 0;
}

static void
append(VntBuffer *path, const void *data, size_t len)
{
	variant_check_build(vnt_buffer_append(path, data, len));
}

static void
push_name(VntBuffer *path, VntSlice name)
{
	if (is_plain_name(name))
	{
		append(path, ".", 1);
		append(path, name.data, name.len);
		return;
	}
	append(path, "['", 2);
	for (size_t i = 0; i < name.len; i++)
	{
		append(path, &name.data[i], 1);
		if (name.data[i] == '\'')
			append(path, "'", 1);
	}
	append(path, "']", 2);
}

static void
push_index(VntBuffer *path, int64 i)
{
	char		text[32];

	append(path, text, snprintf(text, sizeof(text), "[" INT64_FORMAT "]", i));
}

/* The path that was given, names written as ours are. */
static void
push_path(VntBuffer *buffer, const VPath *path)
{
	append(buffer, "$", 1);
	for (size_t i = 0; i < path->count; i++)
	{
		if (path->steps[i].kind == VPATH_INDEX)
			push_index(buffer, path->steps[i].index);
		else
			push_name(buffer, path->steps[i].name);
	}
}

/* ---------------------------------------------------------------------
 * variant_flatten
 * ---------------------------------------------------------------------
 */
enum
{
	COLUMN_SEQ,
	COLUMN_KEY,
	COLUMN_PATH,
	COLUMN_INDEX,
	COLUMN_VALUE,
	COLUMN_THIS,
	COLUMN_COUNT
};

typedef struct Flatten
{
	RowSink		sink;
	VntBuffer	path;
	int32		seq;
	bool		recursive;
	bool		objects;
	bool		arrays;
} Flatten;

/* The call site counts the values that it has flattened. */
typedef struct FlattenSite
{
	VariantPathSite path;
	int32		seq;
} FlattenSite;

/* Open a container of the wanted mode; false for every other value. */
static bool
open_wanted(const Flatten *f, const VntValue *v, VntContainer *c)
{
	VntType		type = vnt_value_type(v);

	if ((type != VNT_OBJECT || !f->objects) && (type != VNT_ARRAY || !f->arrays))
		return false;
	variant_check_stored(vnt_container_open(v, c));
	return true;
}

static Datum
path_datum(const Flatten *f)
{
	VntSlice	s = {(const uint8_t *) f->path.data, f->path.len};

	return utf8_datum(s);
}

/* One row; the path has been pushed. */
static void
flatten_child(Flatten *f, const VntContainer *c, uint32 i,
			  const VntValue *child, Datum this_datum)
{
	MemoryContext caller = MemoryContextSwitchTo(f->sink.row);
	Datum		values[COLUMN_COUNT] = {0};
	bool		nulls[COLUMN_COUNT] = {false};
	VntSlice	name;

	nulls[COLUMN_KEY] = !c->is_object;
	nulls[COLUMN_INDEX] = c->is_object;
	values[COLUMN_SEQ] = Int32GetDatum(f->seq);
	if (c->is_object)
	{
		variant_check_stored(vnt_object_name(c, i, &name));
		values[COLUMN_KEY] = utf8_datum(name);
	}
	else
		values[COLUMN_INDEX] = Int32GetDatum((int32) i);
	values[COLUMN_PATH] = path_datum(f);
	values[COLUMN_VALUE] = variant_from_value(child);
	values[COLUMN_THIS] = this_datum;
	tuplestore_putvalues(f->sink.store, f->sink.desc, values, nulls);
	MemoryContextSwitchTo(caller);
	MemoryContextReset(f->sink.row);
}

static void
flatten_container(Flatten *f, const VntValue *v, const VntContainer *c, int depth)
{
	Datum		this_datum = variant_from_value(v);

	if (depth >= VNT_MAX_DEPTH)
		variant_report(VNT_TOO_DEEP, NULL, VARIANT_ORIGIN_STORED, NULL);
	check_stack_depth();
	for (uint32 i = 0; i < c->count; i++)
	{
		size_t		len = f->path.len;
		VntContainer inner;
		VntValue	child;
		VntSlice	name;

		CHECK_FOR_INTERRUPTS();
		if (c->is_object)
		{
			variant_check_stored(vnt_object_name(c, i, &name));
			push_name(&f->path, name);
		}
		else
			push_index(&f->path, i);
		variant_check_stored(vnt_container_child(c, i, &child));
		flatten_child(f, c, i, &child, this_datum);
		if (f->recursive && open_wanted(f, &child, &inner))
			flatten_container(f, &child, &inner, depth + 1);
		f->path.len = len;
	}
	pfree(DatumGetPointer(this_datum));
}

/* With outer, the row of a value that has no rows; v is NULL if missing. */
static void
flatten_nothing(Flatten *f, const VntValue *v)
{
	Datum		values[COLUMN_COUNT] = {0};
	bool		nulls[COLUMN_COUNT] = {false, true, false, true, true, v == NULL};

	values[COLUMN_SEQ] = Int32GetDatum(f->seq);
	values[COLUMN_PATH] = path_datum(f);
	if (v)
		values[COLUMN_THIS] = variant_from_value(v);
	tuplestore_putvalues(f->sink.store, f->sink.desc, values, nulls);
}

static void
set_mode(Flatten *f, text *argument)
{
	char	   *mode = text_to_cstring(argument);

	f->objects = pg_strcasecmp(mode, "OBJECT") == 0 || pg_strcasecmp(mode, "BOTH") == 0;
	f->arrays = pg_strcasecmp(mode, "ARRAY") == 0 || pg_strcasecmp(mode, "BOTH") == 0;
	if (!f->objects && !f->arrays)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("mode must be \"OBJECT\", \"ARRAY\" or \"BOTH\"")));
}

VARIANT_FUNCTION(variant_flatten);

Datum
variant_flatten(PG_FUNCTION_ARGS)
{
	FlattenSite *site = (FlattenSite *) variant_path_site(fcinfo, sizeof(FlattenSite));
	Flatten		f;
	VariantView view;
	VntValue	found;
	VntContainer c;
	VPath		root = {NULL, 0};
	VPath	   *path = &root;
	bool		there;
	bool		outer = !PG_ARGISNULL(2) && PG_GETARG_BOOL(2);

	sink_begin(&f.sink, fcinfo);
	f.recursive = !PG_ARGISNULL(3) && PG_GETARG_BOOL(3);
	set_mode(&f, PG_ARGISNULL(4) ? cstring_to_text("BOTH") : PG_GETARG_TEXT_PP(4));
	f.seq = ++site->seq;
	if (!PG_ARGISNULL(1))
	{
		variant_path_site_set(&site->path, (struct varlena *) PG_GETARG_TEXT_PP(1),
							  VARIANT_PATH_DOLLAR);
		path = &site->path.path;
	}
	vnt_buffer_init(&f.path, &variant_host);
	push_path(&f.path, path);
	there = !PG_ARGISNULL(0) &&
		variant_find(&view, PG_GETARG_DATUM(0), path, NULL, &found);
	if (there && open_wanted(&f, &found, &c) && c.count > 0)
		flatten_container(&f, &found, &c, 0);
	else if (outer)
		flatten_nothing(&f, there ? &found : NULL);
	return (Datum) 0;
}
