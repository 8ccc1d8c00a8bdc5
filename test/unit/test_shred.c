/*-------------------------------------------------------------------------
 *
 * test_shred.c
 *	  Shredding: schemas, splitting, merging and inferring.
 *
 * Cells are kept in memory, in the order in which they come.  While they are
 * taken down each is held against the rules of VariantShredding.md; whether a
 * value fits a type is found out from its text.  The bytes that must come out
 * of a merge are those of the plain encoder in voracle.h.
 *
 *-------------------------------------------------------------------------
 */
#include "voracle.h"
#include "../../src/shred/vshred.h"

/* ---------------------------------------------------------------------
 * Documents from text
 * ---------------------------------------------------------------------
 */
typedef struct Doc
{
	uint8_t    *bytes;
	size_t		len;
	VntMetadata meta;
	VntValue	value;
} Doc;

static void
doc_finish(Doc *d, VntBuilder *b)
{
	size_t		metadata_len;

	if (vnt_builder_size(b, &d->len) != VNT_OK)
		abort();
	d->bytes = vrandom_resize(NULL, d->len);
	vnt_builder_write(b, d->bytes, &metadata_len);
	vnt_builder_reset(b);
	if (vnt_metadata_open(d->bytes, metadata_len, &d->meta) != VNT_OK)
		abort();
	d->value.meta = &d->meta;
	d->value.data = d->bytes + metadata_len;
	d->value.len = d->len - metadata_len;
}

static VntBuilder *builder;

static void
doc_copy(Doc *d, const VntValue *v)
{
	vnt_builder_reset(builder);
	if (vnt_build_value(builder, v) != VNT_OK)
		abort();
	doc_finish(d, builder);
}

static void
doc_read(Doc *d, const char *text)
{
	vnt_builder_reset(builder);
	if (vnt_json_read(builder, text, strlen(text), 0, NULL) != VNT_OK)
	{
		printf("# bad test: %s\n", text);
		abort();
	}
	doc_finish(d, builder);
}

static void
doc_free(Doc *d)
{
	free(d->bytes);
}

static void
error_init(VShredError *err)
{
	memset(err, 0, sizeof(*err));
	vnt_buffer_init(&err->path, &vnt_host_malloc);
}

static bool
path_is(const VShredError *err, const char *path)
{
	return err->path.len == strlen(path) &&
		memcmp(err->path.data, path, err->path.len) == 0;
}

static VShredSchema *
schema_read(const char *text)
{
	Doc			d;
	VShredSchema *schema;

	doc_read(&d, text);
	if (vshred_schema_parse(&d.value, &vnt_host_malloc, &schema, NULL) != VSHRED_OK)
	{
		printf("# bad test: %s\n", text);
		abort();
	}
	doc_free(&d);
	return schema;
}

/* ---------------------------------------------------------------------
 * Cells in memory
 * ---------------------------------------------------------------------
 */
typedef struct Row
{
	const VShredNode *node;
	VShredCell	cell;
} Row;

typedef struct Store
{
	const VntMetadata *meta;
	Row		   *rows;
	size_t		count;
	size_t		read;
	int			open;			/* containers without their end */
	int			faults;			/* rules broken */
	bool		decimals;
} Store;

static bool
value_is_valid(const VntMetadata *meta, VntSlice value)
{
	return vnt_validate(meta->data, meta->len, value.data, value.len,
						&vnt_host_malloc, NULL) == VNT_OK;
}

/* From the text of a value: does it fit? */
static bool
number_fits(const VShredNode *node, const char *text)
{
	const char *point = strchr(text, '.');
	const char *start = text + (*text == '-');
	int			fraction = point ? (int) strlen(point + 1) : 0;
	int			whole = point ? (int) (point - start) : (int) strlen(start);
	long long	i;

	if (node->precision > 0)
		return fraction <= node->scale &&
			(*start == '0' ? 0 : whole) <= node->precision - node->scale;
	if (point || whole > 19 || (whole == 19 && strcmp(start, *text == '-' ?
													  "9223372036854775808" :
													  "9223372036854775807") > 0))
		return false;
	i = strtoll(text, NULL, 10);
	return node->type == VNT_INT8 ? i >= -128 && i <= 127 :
		node->type == VNT_INT16 ? i >= -32768 && i <= 32767 :
		node->type == VNT_INT32 ? i >= -2147483648LL && i <= 2147483647LL : true;
}

static bool
naive_fits(const VShredNode *node, const VntValue *v)
{
	const char *physical = vnt_type_info[vnt_value_type(v)].physical;
	VntClass	class_ = vnt_value_class(v);
	VntBuffer	text;
	bool		fits;

	if (node->type == VNT_STRING || node->type == VNT_TRUE)
		return class_ == vnt_type_info[node->type].class_;
	if (vnt_type_info[node->type].class_ != VNT_CLASS_NUMBER ||
		class_ != VNT_CLASS_NUMBER)
		return strcmp(physical, vnt_type_info[node->type].physical) == 0;
	vnt_buffer_init(&text, &vnt_host_malloc);
	if (vnt_scalar_to_text(&text, v) != VNT_OK ||
		vnt_buffer_append(&text, "", 1) != VNT_OK)
		abort();
	fits = number_fits(node, text.data);
	vnt_buffer_free(&text);
	return fits;
}

static bool
has_field(const VShredNode *node, VntSlice name)
{
	for (uint32_t i = 0; i < node->count; i++)
		if (vrandom_same(node->children[i].name, name))
			return true;
	return false;
}

/* The rules for one cell. */
static bool
cell_is_lawful(const Store *s, const VShredNode *node, const VShredCell *cell)
{
	VntValue	v = {s->meta, cell->value.data, cell->value.len};
	VntContainer c;

	if (cell->value.data != NULL && !value_is_valid(s->meta, cell->value))
		return false;
	if (cell->kind == VSHRED_UNTYPED && cell->value.data == NULL)
		return node->name.data != NULL;
	if (cell->kind == VSHRED_UNTYPED)
		return !(node->kind == VSHRED_OBJECT && vnt_value_type(&v) == VNT_OBJECT) &&
			!(node->kind == VSHRED_ARRAY && vnt_value_type(&v) == VNT_ARRAY) &&
			!(node->kind == VSHRED_SCALAR && naive_fits(node, &v));
	if (cell->kind != node->kind)
		return false;
	if (cell->kind == VSHRED_SCALAR && !vshred_scalar_is_legal(node, &cell->scalar))
		return false;
	if (cell->value.data == NULL)
		return true;
	if (cell->kind != VSHRED_OBJECT || vnt_value_type(&v) != VNT_OBJECT)
		return false;
	c = voracle_open(&v);
	for (uint32_t i = 0; i < c.count; i++)
		if (has_field(node, voracle_name(&c, i)))
			return false;
	return c.count > 0;
}

static VntStatus
store_cell(void *ctx, const VShredNode *node, const VShredCell *cell)
{
	Store	   *s = ctx;
	Row			row = {node, *cell};

	if (s->count % 64 == 0)
		s->rows = vrandom_resize(s->rows, (s->count + 64) * sizeof(Row));
	s->rows[s->count++] = row;
	if (!cell_is_lawful(s, node, cell))
		s->faults++;
	s->open += cell->kind >= VSHRED_ARRAY;
	s->decimals |= cell->kind == VSHRED_SCALAR && node->precision > 0;
	return VNT_OK;
}

static VntStatus
store_end(void *ctx, const VShredNode *node)
{
	Store	   *s = ctx;

	s->faults += node->kind < VSHRED_ARRAY || s->open-- == 0;
	return VNT_OK;
}

/* Cells of a test may have no node: then it is not looked at. */
static VShredStatus
store_read(void *ctx, const VShredNode *node, const VShredCell *parent,
		   uint32_t index, const VShredStep *step, VShredCell *cell,
		   VShredError *err)
{
	Store	   *s = ctx;

	(void) step;
	(void) err;
	if (s->read >= s->count)
		abort();
	if (s->rows[s->read].node != NULL &&
		(s->rows[s->read].node != node ||
		 (parent && index >= (parent->kind == VSHRED_ARRAY ? parent->count :
							  UINT32_MAX))))
		s->faults++;
	*cell = s->rows[s->read++].cell;
	return VSHRED_OK;
}

static void
split(Store *s, const VShredSchema *schema, VShredSplitter *splitter,
	  const VntValue *v)
{
	VShredSink	sink = {store_cell, store_end, s};

	(void) schema;
	s->meta = v->meta;
	s->count = s->read = 0;
	s->open = s->faults = 0;
	s->decimals = false;
	if (vshred_split(splitter, v, &sink) != VNT_OK || s->open != 0)
		s->faults++;
}

static VShredStatus
merge(Store *s, const VShredSchema *schema, bool trusted, bool *missing,
	  VShredError *err)
{
	VShredSource source = {store_read, s, trusted};

	vnt_builder_reset(builder);
	s->read = 0;
	return vshred_merge(schema, s->meta, &source, &vnt_host_malloc, builder,
						missing, err);
}

/* ---------------------------------------------------------------------
 * Random values through random schemas
 * ---------------------------------------------------------------------
 */
static const char *const type_names[] = {
	"boolean", "tinyint", "smallint", "integer", "bigint", "real",
	"double precision", "date", "time", "timestamp", "timestamptz",
	"timestamp(9)", "timestamptz(9)", "bytea", "text", "uuid", "variant",
	"numeric(9,2)", "numeric(18,4)", "numeric(38,10)", "numeric(38,0)",
	"numeric(5)", "numeric(38,38)", "numeric(2, 2)", "float4", "int8"
};

#define TYPE_NAMES	(sizeof(type_names) / sizeof(type_names[0]))

static VntStatus
build_name(VntBuilder *b, const char *name)
{
	return vnt_build_string(b, (const uint8_t *) name, strlen(name));
}

static const char *
name_for(VntType type)
{
	static const char *const names[] = {
		[VNT_TRUE] = "boolean", [VNT_FALSE] = "bool", [VNT_INT8] = "tinyint",
		[VNT_INT16] = "smallint", [VNT_INT32] = "integer", [VNT_INT64] = "bigint",
		[VNT_DOUBLE] = "float8", [VNT_DECIMAL4] = "numeric(9,3)",
		[VNT_DECIMAL8] = "numeric(18,6)", [VNT_DECIMAL16] = "numeric(38,12)",
		[VNT_DATE] = "date", [VNT_TIMESTAMPTZ] = "timestamptz",
		[VNT_TIMESTAMP] = "timestamp", [VNT_FLOAT] = "float4",
		[VNT_BINARY] = "bytea", [VNT_STRING] = "text", [VNT_TIME] = "time",
		[VNT_TIMESTAMPTZ_NANOS] = "timestamptz(9)",
		[VNT_TIMESTAMP_NANOS] = "timestamp(9)", [VNT_UUID] = "uuid",
		[VNT_SHORT_STRING] = "text"
	};

	return type == VNT_NULL ? "text" : names[type];
}

/* A schema in which much of v fits; parts of it come from other. */
static VntStatus
build_schema(VntBuilder *b, const VntValue *v, const VntValue *other, int depth)
{
	VntStatus	status;
	VntContainer c;
	uint32_t	taken = 0;

	if (vrandom_once_in(10))
		return build_name(b, type_names[vunit_below(TYPE_NAMES)]);
	if (depth < 3 && vrandom_once_in(8))
		v = other;
	if (!voracle_is_container(v))
		return build_name(b, name_for(vnt_value_type(v)));
	c = voracle_open(v);
	if (!c.is_object)
	{
		VntValue	child = c.count ? voracle_child(&c, vunit_below(c.count)) : *other;

		status = vnt_build_array_begin(b);
		if (status == VNT_OK)
			status = c.count ? build_schema(b, &child, other, depth + 1) : build_name(b, "variant");
		return status == VNT_OK ? vnt_build_array_end(b) : status;
	}
	status = vnt_build_object_begin(b);
	for (uint32_t i = 0; status == VNT_OK && i <= c.count; i++)
	{
		VntValue	child = i < c.count ? voracle_child(&c, i) : *other;
		VntSlice	name = {(const uint8_t *) "absent", 6};

		if (i < c.count ? vrandom_once_in(3) : taken > 0 && !vrandom_once_in(4))
			continue;
		if (i < c.count)
			name = voracle_name(&c, i);
		status = vnt_build_key(b, name.data, name.len);
		if (status == VNT_OK)
			status = i < c.count ? build_schema(b, &child, other, depth + 1) :
				build_name(b, type_names[vunit_below(TYPE_NAMES)]);
		taken++;
	}
	return status == VNT_OK ? vnt_build_object_end(b) : status;
}

/* Is what the builder holds equal to v, in bytes too unless decimals changed? */
static bool
is_back(const VntValue *v, bool decimals)
{
	Doc			d;
	VROut		want = {NULL, 0};
	VntStatus	status = VNT_OK;
	bool		good;

	doc_finish(&d, builder);
	voracle_canonical(v, &want);
	good = want.len == d.len && memcmp(want.data, d.bytes, d.len) == 0;
	if (!good && decimals)
		good = vnt_compare(&d.value, v, &status) == 0 && status == VNT_OK;
	free(want.data);
	doc_free(&d);
	return good;
}

static int	typed_cells;
static int	partial_cells;
static int	untyped_cells;
static int	missing_cells;

static void
count_cells(const Store *s)
{
	for (size_t i = 0; i < s->count; i++)
	{
		const VShredCell *cell = &s->rows[i].cell;

		if (cell->kind != VSHRED_UNTYPED && cell->value.data != NULL)
			partial_cells++;
		else if (cell->kind != VSHRED_UNTYPED)
			typed_cells++;
		else if (cell->value.data != NULL)
			untyped_cells++;
		else
			missing_cells++;
	}
}

static bool
round_trip(const VntValue *v, const VntValue *other, Store *s)
{
	Doc			d;
	VShredSchema *schema;
	VShredSplitter *splitter;
	VShredError err;
	bool		missing;
	bool		good;

	error_init(&err);
	vnt_builder_reset(builder);
	if (build_schema(builder, v, other, 0) != VNT_OK)
		abort();
	doc_finish(&d, builder);
	good = vshred_schema_parse(&d.value, &vnt_host_malloc, &schema, &err) == VSHRED_OK;
	if (!good)
		return false;
	splitter = vshred_splitter_new(schema, &vnt_host_malloc);
	for (int i = 0; i < 2 && good; i++)
	{
		/* the second value has another shape than the schema was made for */
		const VntValue *w = i == 0 ? v : other;

		split(s, schema, splitter, w);
		count_cells(s);
		good = s->faults == 0 &&
			merge(s, schema, vrandom_once_in(2), &missing, &err) == VSHRED_OK &&
			s->read == s->count && s->faults == 0 && !missing &&
			is_back(w, s->decimals);
	}
	vshred_splitter_free(splitter);
	vshred_schema_free(schema, &vnt_host_malloc);
	vnt_buffer_free(&err.path);
	doc_free(&d);
	return good;
}

static void
test_random(void)
{
	Store		s = {0};
	int			times = vunit_times(25000);
	int			wrong = 0;

	for (int i = 0; i < times && wrong < 5; i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes = {0};
		VRBytes		other = {0};
		uint64_t	state = vunit_state;

		vrandom_encode(vrandom_value(&pool, 3), 0, &bytes);
		vrandom_encode(vrandom_value(&pool, 3), 0, &other);
		if (!round_trip(&bytes.value, &other.value, &s))
		{
			printf("# value %d, state %llu\n", i, (unsigned long long) state);
			wrong++;
		}
		vrandom_bytes_free(&bytes);
		vrandom_bytes_free(&other);
		vrandom_pool_free(&pool);
	}
	check(wrong == 0, "%d random values come back", 2 * times);
	printf("# cells: %d typed, %d partial, %d untyped, %d missing\n", typed_cells,
		   partial_cells, untyped_cells, missing_cells);
	check(typed_cells > times / 4 && partial_cells > times / 20 &&
		  untyped_cells > times / 4 && missing_cells > times / 20,
		  "all four states are tried");
	free(s.rows);
}

/* ---------------------------------------------------------------------
 * The tables of VariantShredding.md
 * ---------------------------------------------------------------------
 */
static void
dump_value(VntBuffer *out, const VntValue *v)
{
	if (vnt_json_write(out, v, VNT_STYLE_NATIVE) != VNT_OK)
		abort();
}

static void
dump_scalar(VntBuffer *out, const VntScalar *s)
{
	VntStatus	status;
	Doc			d;

	status = s->type == VNT_STRING ? vnt_build_string(builder, s->u.bytes.data, s->u.bytes.len) :
		s->type == VNT_DOUBLE ? vnt_build_double(builder, s->u.d) :
		s->type == VNT_TRUE || s->type == VNT_FALSE ? vnt_build_bool(builder, s->type == VNT_TRUE) :
		s->type >= VNT_INT8 && s->type <= VNT_INT64 ? vnt_build_int(builder, s->u.i) :
		s->type >= VNT_DECIMAL4 && s->type <= VNT_DECIMAL16 ? vnt_build_decimal(builder, s->u.dec, s->scale) :
		vnt_build_temporal(builder, s->type, s->u.i);
	if (status != VNT_OK)
		abort();
	doc_finish(&d, builder);
	dump_value(out, &d.value);
	doc_free(&d);
}

/* All cells as value/typed_value, with - for null. */
static void
dump(const Store *s, VntBuffer *out)
{
	out->len = 0;
	for (size_t i = 0; i < s->count; i++)
	{
		const VShredCell *cell = &s->rows[i].cell;
		VntValue	v = {s->meta, cell->value.data, cell->value.len};

		vnt_buffer_append(out, " ", i > 0);
		if (cell->value.data != NULL)
			dump_value(out, &v);
		else
			vnt_buffer_append(out, "-", 1);
		vnt_buffer_append(out, "/", 1);
		if (cell->kind == VSHRED_SCALAR)
			dump_scalar(out, &cell->scalar);
		else
			vnt_buffer_append(out, cell->kind == VSHRED_OBJECT ? "{" :
							  cell->kind == VSHRED_ARRAY ? "[" : "-", 1);
	}
	vnt_buffer_append(out, "", 1);
}

/* The value, its cells, and the value again. */
static void
expect_cells(const char *schema_text, const char *text, const char *cells)
{
	VShredSchema *schema = schema_read(schema_text);
	VShredSplitter *splitter = vshred_splitter_new(schema, &vnt_host_malloc);
	Store		s = {0};
	VntBuffer	out;
	VShredError err;
	bool		missing;
	Doc			d;

	error_init(&err);
	vnt_buffer_init(&out, &vnt_host_malloc);
	doc_read(&d, text);
	split(&s, schema, splitter, &d.value);
	dump(&s, &out);
	check(s.faults == 0 && strcmp(out.data, cells) == 0, "%s: %s", text, out.data);
	check(merge(&s, schema, false, &missing, &err) == VSHRED_OK && !missing &&
		  is_back(&d.value, s.decimals), "and back");
	vnt_buffer_free(&out);
	vnt_buffer_free(&err.path);
	vshred_splitter_free(splitter);
	vshred_schema_free(schema, &vnt_host_malloc);
	free(s.rows);
	doc_free(&d);
}

#define EVENT	"{\"event_type\": \"text\", \"event_ts\": \"timestamptz\"}"
#define TS(text)	"\"2024-10-24T18:" text "Z\"::timestamptz"

static void
test_tables(void)
{
	expect_cells("\"bigint\"", "34", "-/34");
	expect_cells("\"bigint\"", "null", "null/-");
	expect_cells("\"bigint\"", "\"n/a\"", "\"n/a\"/-");
	expect_cells("\"bigint\"", "100", "-/100");

	expect_cells("[\"text\"]", "[\"comedy\", \"drama\"]",
				 "-/[ -/\"comedy\" -/\"drama\"");
	expect_cells("[\"text\"]", "[\"horror\", null]", "-/[ -/\"horror\" null/-");
	expect_cells("[\"text\"]", "[\"comedy\", \"drama\", \"romance\"]",
				 "-/[ -/\"comedy\" -/\"drama\" -/\"romance\"");
	expect_cells("[\"text\"]", "null", "null/-");

	/* the fields are in name order: event_ts, event_type */
	expect_cells(EVENT, "{\"event_type\": \"noop\", \"event_ts\": " TS("21:54.937") "}",
				 "-/{ -/" TS("21:54.937") " -/\"noop\"");
	expect_cells(EVENT, "{\"event_type\": \"login\", \"event_ts\": " TS("22:26.402")
				 ", \"email\": \"user@example.com\"}",
				 "{\"email\": \"user@example.com\"}/{ -/" TS("22:26.402") " -/\"login\"");
	expect_cells(EVENT, "{\"error_msg\": \"malformed: ...\"}",
				 "{\"error_msg\": \"malformed: ...\"}/{ -/- -/-");
	expect_cells(EVENT, "\"malformed: not an object\"",
				 "\"malformed: not an object\"/-");
	expect_cells(EVENT, "{\"event_ts\": " TS("24:00.241") ", \"click\": \"_button\"}",
				 "{\"click\": \"_button\"}/{ -/" TS("24:00.241") " -/-");
	expect_cells(EVENT, "{\"event_type\": null, \"event_ts\": " TS("35:54.163") "}",
				 "-/{ -/" TS("35:54.163") " null/-");
	expect_cells(EVENT, "{\"event_type\": \"noop\", \"event_ts\": \"2024-10-24\"}",
				 "-/{ \"2024-10-24\"/- -/\"noop\"");
	expect_cells(EVENT, "{}", "-/{ -/- -/-");
	expect_cells(EVENT, "null", "null/-");

	/* nesting, and fields without a type */
	expect_cells("{\"location\": {\"latitude\": \"float8\"}, \"tags\": [\"text\"], \"x\": \"variant\"}",
				 "{\"location\": {\"latitude\": 1e0, \"z\": 2}, \"tags\": [1, \"a\"], \"x\": [1], \"y\": 5}",
				 "{\"y\": 5}/{ {\"z\": 2}/{ -/1e0 -/[ 1/- -/\"a\" [1]/-");
	expect_cells("[[\"bigint\"]]", "[[], [1, {}], 2]", "-/[ -/[ -/[ -/1 {}/- 2/-");
	expect_cells("[{\"a\": \"bigint\"}]", "[{\"a\": 1}, {\"b\": {\"a\": 2}}, {}]",
				 "-/[ -/{ -/1 {\"b\": {\"a\": 2}}/{ -/- -/{ -/-");
}

/* Names are what they are; what fits a type, and what does not. */
static void
test_fits(void)
{
	expect_cells("{\"Foo\": \"bigint\"}", "{\"foo\": 2}", "{\"foo\": 2}/{ -/-");
	expect_cells("{\"Foo\": \"bigint\"}", "{\"foo\": 2, \"FOO\": 3}",
				 "{\"FOO\": 3, \"foo\": 2}/{ -/-");
	expect_cells("{\"a.b\": \"bigint\"}", "{\"a.b\": 2, \"a\": {\"b\": 3}}",
				 "{\"a\": {\"b\": 3}}/{ -/2");
	expect_cells("{\"\": \"bigint\"}", "{\"\": 2}", "-/{ -/2");
	expect_cells("\"tinyint\"", "127", "-/127");
	expect_cells("\"tinyint\"", "128", "128/-");
	expect_cells("\"tinyint\"", "-128", "-/-128");
	expect_cells("\"tinyint\"", "-129", "-129/-");
	expect_cells("\"smallint\"", "-32769", "-32769/-");
	expect_cells("\"numeric(2)\"", "99", "-/99");
	expect_cells("\"numeric(2)\"", "-100", "-100/-");
	expect_cells("\"time\"", "\"24:00:00\"::time", "-/\"24:00:00\"::time");
	expect_cells("\"bigint\"", "12345", "-/12345");
	expect_cells("\"bigint\"", "9223372036854775808", "9223372036854775808/-");
	expect_cells("\"bigint\"", "1.0", "1.0/-");
	expect_cells("\"bigint\"", "1e0", "1e0/-");
	expect_cells("\"bigint\"", "true", "true/-");
	expect_cells("\"text\"", "34", "34/-");
	expect_cells("\"float8\"", "34", "34/-");
	expect_cells("\"float8\"", "0.1::float4", "0.1::float4/-");
	expect_cells("\"numeric(9,2)\"", "21.69", "-/21.69");
	expect_cells("\"numeric(9,2)\"", "22.1", "-/22.10");
	expect_cells("\"numeric(9,2)\"", "1.5", "-/1.50");
	expect_cells("\"numeric(9,2)\"", "51.975", "51.975/-");
	expect_cells("\"numeric(9,2)\"", "51.970", "51.970/-");
	expect_cells("\"numeric(9,2)\"", "9999999.99", "-/9999999.99");
	expect_cells("\"numeric(9,2)\"", "10000000", "10000000/-");
	expect_cells("\"numeric(9,2)\"", "-7", "-/-7.00");
	expect_cells("\"numeric(38,0)\"", "12345678901234567890123456789012345678",
				 "-/12345678901234567890123456789012345678");
	expect_cells("\"numeric(38,38)\"", "0", "-/0." "00000000000000000000000000000000000000");
	expect_cells("\"numeric(38,38)\"", "1", "1/-");
	expect_cells("\"timestamp\"", "\"2024-10-24T18:22:26.402123789\"::timestamp(9)",
				 "\"2024-10-24T18:22:26.402123789\"::timestamp(9)/-");
	expect_cells("\"timestamp\"", "\"2024-10-24T18:22:26.402123000\"::timestamp(9)",
				 "\"2024-10-24T18:22:26.402123\"::timestamp(9)/-");
	expect_cells("\"timestamp(9)\"", "\"2024-10-24T18:22:26.402123789\"::timestamp(9)",
				 "-/\"2024-10-24T18:22:26.402123789\"::timestamp(9)");
	expect_cells("\"timestamptz\"", "\"2024-10-24T18:22:26\"::timestamp",
				 "\"2024-10-24T18:22:26\"::timestamp/-");
	expect_cells("\"boolean\"", "false", "-/false");
	expect_cells("{\"a\": \"bigint\"}", "[1]", "[1]/-");
	expect_cells("[\"bigint\"]", "{\"a\": 1}", "{\"a\": 1}/-");
	expect_cells("\"variant\"", "{\"a\": 1}", "{\"a\": 1}/-");
}

/* ---------------------------------------------------------------------
 * Contradictions
 * ---------------------------------------------------------------------
 */

/*
 * Cells from a document [[value, typed_value], ...]: absent values are given as
 * "-", typed ones as the value, and "{" or "[n" for containers.
 */
static void
store_from(Store *s, Doc *d, const char *text)
{
	VntContainer all;

	doc_read(d, text);
	all = voracle_open(&d->value);
	s->meta = &d->meta;
	s->rows = vrandom_resize(NULL, all.count * sizeof(Row));
	s->count = all.count;
	for (uint32_t i = 0; i < all.count; i++)
	{
		VntValue	pair = voracle_child(&all, i);
		VntContainer c = voracle_open(&pair);
		VShredCell *cell = &s->rows[i].cell;

		memset(&s->rows[i], 0, sizeof(Row));
		for (uint32_t k = 0; k < 2; k++)
		{
			VntValue	v = voracle_child(&c, k);
			VntScalar	x = {0};
			size_t		size;

			if (vnt_value_size(&v, &size) != VNT_OK)
				abort();
			if (!voracle_is_container(&v) && vnt_scalar_read(&v, &x) != VNT_OK)
				abort();
			if (x.type == VNT_SHORT_STRING)
				x.type = VNT_STRING;
			if (x.type == VNT_STRING && x.u.bytes.data[0] == '-')
				continue;
			if (k == 0)
			{
				cell->value.data = v.data;
				cell->value.len = size;
				continue;
			}
			cell->scalar = x;
			cell->kind = VSHRED_SCALAR;
			if (x.type == VNT_STRING && x.u.bytes.data[0] == '{')
				cell->kind = VSHRED_OBJECT;
			else if (x.type == VNT_STRING && x.u.bytes.data[0] == '[')
			{
				cell->kind = VSHRED_ARRAY;
				cell->count = (uint32_t) (x.u.bytes.data[1] - '0');
			}
			else if (x.type == VNT_INT8 || x.type == VNT_INT16)
				cell->scalar.type = VNT_INT64;
		}
	}
}

static void
expect_fault(const char *schema_text, const char *cells, VShredStatus status,
			 const char *path)
{
	VShredSchema *schema = schema_read(schema_text);
	Store		s = {0};
	VShredError err;
	VShredStatus got;
	bool		missing;
	Doc			d;

	error_init(&err);
	store_from(&s, &d, cells);
	got = merge(&s, schema, false, &missing, &err);
	check(got == status && err.status == status && path_is(&err, path),
		  "%s: %s at %.*s", cells, vshred_status_message(got),
		  (int) err.path.len, err.path.data ? err.path.data : "");
	vnt_buffer_free(&err.path);
	vshred_schema_free(schema, &vnt_host_malloc);
	free(s.rows);
	doc_free(&d);
}

static void
expect_merge(const char *schema_text, const char *cells, const char *text)
{
	VShredSchema *schema = schema_read(schema_text);
	Store		s = {0};
	VShredError err;
	bool		missing;
	Doc			d;
	Doc			want;

	error_init(&err);
	store_from(&s, &d, cells);
	check(merge(&s, schema, false, &missing, &err) == VSHRED_OK, "%s", cells);
	if (text == NULL)
		check(missing, "is missing");
	else
	{
		Doc			got;

		doc_finish(&got, builder);
		doc_read(&want, text);
		check(!missing && got.len == want.len &&
			  memcmp(got.bytes, want.bytes, got.len) == 0, "gives %s", text);
		doc_free(&got);
		doc_free(&want);
	}
	vnt_buffer_free(&err.path);
	vshred_schema_free(schema, &vnt_host_malloc);
	free(s.rows);
	doc_free(&d);
}

static void
test_contradictions(void)
{
	const char *ab = "{\"a\": \"bigint\", \"b\": \"text\"}";

	/* the four invalid rows of the table */
	expect_fault(EVENT, "[[{\"event_type\": \"login\"}, \"{\"]]", VSHRED_OVERLAP,
				 "$.event_type");
	expect_fault(EVENT, "[[{\"event_type\": \"login\"}, \"-\"]]",
				 VSHRED_OBJECT_UNTYPED, "$");
	expect_fault(EVENT, "[[\"a\", \"{\"]]", VSHRED_NOT_OBJECT, "$");
	expect_fault(EVENT, "[[{}, \"-\"]]", VSHRED_OBJECT_UNTYPED, "$");

	expect_fault("\"bigint\"", "[[\"a\", 34]]", VSHRED_BOTH, "$");
	expect_fault("\"bigint\"", "[[null, 34]]", VSHRED_BOTH, "$");
	expect_fault("[\"bigint\"]", "[[\"-\", \"[2\"], [\"-\", 1], [1, 1]]",
				 VSHRED_BOTH, "$[1]");
	expect_fault("[\"bigint\"]", "[[[1], \"[1\"]]", VSHRED_BOTH, "$");
	expect_fault("[\"bigint\"]", "[[[1], \"-\"]]", VSHRED_ARRAY_UNTYPED, "$");
	expect_fault(ab, "[[{\"b\": 1}, \"{\"]]", VSHRED_OVERLAP, "$.b");
	expect_fault(ab, "[[{\"a\": null, \"c\": 1}, \"{\"]]", VSHRED_OVERLAP, "$.a");
	expect_fault(ab, "[[null, \"{\"]]", VSHRED_NOT_OBJECT, "$");
	expect_fault(ab, "[[\"-\", \"{\"], [\"a\", 1]]", VSHRED_BOTH, "$.a");
	expect_fault(ab, "[[\"-\", \"{\"], [\"-\", \"x\"]]", VSHRED_TYPED_TYPE, "$.a");
	expect_fault(ab, "[[\"-\", 1]]", VSHRED_TYPED_TYPE, "$");
	expect_fault("\"variant\"", "[[\"-\", 1]]", VSHRED_TYPED_UNKNOWN, "$");
	expect_fault("\"tinyint\"", "[[\"-\", 300]]", VSHRED_TYPED_TYPE, "$");
	expect_fault("\"numeric(3,1)\"", "[[\"-\", 100.0]]", VSHRED_TYPED_TYPE, "$");
	expect_fault("\"numeric(3,1)\"", "[[\"-\", 1.25]]", VSHRED_TYPED_TYPE, "$");
	expect_fault("{\"it's\": [{\"x y\": \"bigint\"}]}",
				 "[[\"-\", \"{\"], [\"-\", \"[1\"], [\"-\", \"{\"], [1, 1]]",
				 VSHRED_BOTH, "$['it''s'][0]['x y']");

	/* the kinds of nothing */
	expect_merge("\"bigint\"", "[[\"-\", \"-\"]]", NULL);
	expect_merge(ab, "[[\"-\", \"{\"], [\"-\", \"-\"], [\"-\", \"-\"]]", "{}");
	expect_merge(ab, "[[\"-\", \"{\"], [null, \"-\"], [\"-\", \"-\"]]", "{\"a\": null}");
	expect_merge(ab, "[[null, \"-\"]]", "null");
	expect_merge(ab, "[[{\"other\": 1}, \"{\"], [\"-\", \"-\"], [\"-\", \"-\"]]",
				 "{\"other\": 1}");
	expect_merge("[\"bigint\"]", "[[\"-\", \"[2\"], [\"-\", 1], [\"-\", \"-\"]]",
				 "[1, null]");
	/* a value that would fit may be in value */
	expect_merge("\"bigint\"", "[[34, \"-\"]]", "34");
	expect_merge(ab, "[[{}, \"{\"], [34, \"-\"], [\"-\", \"x\"]]",
				 "{\"a\": 34, \"b\": \"x\"}");
}

#define UTF8_FAULT	3			/* in the table below */

/* Bytes that are not valid are refused, never followed. */
static void
test_damage(void)
{
	static const uint8_t metadata[] = {0x01, 0, 0};
	static const struct
	{
		const char *bytes;
		size_t		len;
	}			values[] = {
		{"\x02\x01\x05\x00\x02\x0c\x01", 7},	/* no such id */
		{"\x0c", 1}, {"\x0c\x01\x00", 3}, {"\x05\xff", 2}, {"", 0},
		{"\x60\x00", 2}, {"\x03\x01\x00\xf0\x0c\x01", 6}
	};
	VShredSchema *schema = schema_read("{\"a\": \"bigint\"}");
	VntMetadata meta;

	check(vnt_metadata_open((const uint8_t *) "\xc1\xff\xff\xff\xff", 5, &meta) != VNT_OK,
		  "metadata that claims too much");
	if (vnt_metadata_open(metadata, sizeof(metadata), &meta) != VNT_OK)
		abort();
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		for (int way = 0; way < 4; way++)
		{
			bool		kind = (way & 1) != 0;
			bool		trusted = (way & 2) != 0;
			uint8_t    *copy = malloc(values[i].len ? values[i].len : 1);
			Row			row = {NULL, {.kind = VSHRED_UNTYPED}};
			Store		s = {.meta = &meta, .rows = &row, .count = 1};
			VShredError err;
			bool		missing;

			if (copy == NULL)
				abort();
			memcpy(copy, values[i].bytes, values[i].len);
			row.cell.value.data = copy;
			row.cell.value.len = values[i].len;
			row.cell.kind = (uint8_t) (kind ? VSHRED_OBJECT : VSHRED_UNTYPED);
			error_init(&err);
			/* whose values are trusted has looked at their UTF-8 */
			check((trusted && !kind && i == UTF8_FAULT) ||
				  (merge(&s, schema, trusted, &missing, &err) != VSHRED_OK &&
				   path_is(&err, "$")), "damaged value %d: %s", (int) i,
				  err.status == VSHRED_CODEC ? vnt_status_message(err.codec) :
				  vshred_status_message(err.status));
			vnt_buffer_free(&err.path);
			free(copy);
		}
	vshred_schema_free(schema, &vnt_host_malloc);
}

/* A typed string that is not UTF-8. */
static void
test_typed_utf8(void)
{
	VShredSchema *schema = schema_read("\"text\"");
	Row			row = {NULL, {.kind = VSHRED_SCALAR}};
	Store		s = {.rows = &row, .count = 1};
	VShredError err;
	bool		missing;
	VntMetadata meta;

	error_init(&err);
	if (vnt_metadata_open(vnt_empty_metadata, 3, &meta) != VNT_OK)
		abort();
	s.meta = &meta;
	row.cell.scalar.type = VNT_STRING;
	row.cell.scalar.u.bytes.data = (const uint8_t *) "a\xc3";
	row.cell.scalar.u.bytes.len = 2;
	check(merge(&s, schema, false, &missing, &err) == VSHRED_CODEC &&
		  err.codec == VNT_VALUE_UTF8, "a typed string that is not UTF-8");
	vnt_buffer_free(&err.path);
	vshred_schema_free(schema, &vnt_host_malloc);
}

/* Members that overlap take more room than there is. */
static void
test_overlap(void)
{
	VShredSchema *schema = schema_read("{\"a\": \"bigint\"}");
	VShredSplitter *splitter = vshred_splitter_new(schema, &vnt_host_malloc);
	VROut		out = {NULL, 0};
	Store		s = {0};
	VShredSink	sink = {store_cell, store_end, &s};
	VntMetadata meta;
	VntValue	v = {.meta = &meta};
	static const char metadata[] = "\x11\x04\0\1\2\3\4abcd";

	vrandom_put(&out, metadata, sizeof(metadata) - 1);
	vrandom_put_uint(&out, 2 | 1 << 2, 1);	/* an object, offsets of 2 bytes */
	vrandom_put_uint(&out, 4, 1);
	for (uint32_t id = 0; id < 4; id++)
		vrandom_put_uint(&out, id, 1);
	for (int i = 0; i < 4; i++)
		vrandom_put_uint(&out, 0, 2);
	vrandom_put_uint(&out, 2 * 5005, 2);
	for (int i = 0; i < 2; i++)
	{
		vrandom_put_uint(&out, VNT_STRING << 2, 1);
		vrandom_put_uint(&out, 5000, 4);
		for (int k = 0; k < 5000; k++)
			vrandom_put_uint(&out, 'x', 1);
	}
	if (vnt_metadata_open(out.data, out.len, &meta) != VNT_OK)
		abort();
	s.meta = &meta;
	v.data = out.data + meta.len;
	v.len = out.len - meta.len;
	check(vshred_split(splitter, &v, &sink) == VNT_VALUE_OFFSETS,
		  "members that overlap");
	vshred_splitter_free(splitter);
	vshred_schema_free(schema, &vnt_host_malloc);
	free(s.rows);
	free(out.data);
}

/*
 * What is left of a canonical object is canonical.  The shredded field has the
 * last name, so that the ids of the rest are those it has by itself.
 */
static void
test_rest(void)
{
	VShredSchema *schema = schema_read("{\"~\": \"bigint\"}");
	VShredSplitter *splitter = vshred_splitter_new(schema, &vnt_host_malloc);
	static const int counts[] = {1, 2, 254, 255, 256, 257, 258, 300};
	Store		s = {0};

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
	{
		char		name[16];
		uint8_t		long_value[600];
		Doc			d;
		Doc			rest;
		VntValue	v;

		memset(long_value, 'x', sizeof(long_value));
		vnt_builder_reset(builder);
		vnt_build_object_begin(builder);
		vnt_build_key(builder, (const uint8_t *) "~", 1);
		vnt_build_int(builder, 1);
		for (int k = 0; k < counts[i]; k++)
		{
			vnt_build_key(builder, (const uint8_t *) name,
						  (size_t) snprintf(name, sizeof(name), "k%d", k));
			vnt_build_string(builder, long_value, k % 50 == 1 ? 252 + (size_t) k : 3);
		}
		vnt_build_object_end(builder);
		doc_finish(&d, builder);
		split(&s, schema, splitter, &d.value);
		v.meta = &d.meta;
		v.data = s.rows[0].cell.value.data;
		v.len = s.rows[0].cell.value.len;
		doc_copy(&rest, &v);
		check(s.faults == 0 && v.len == rest.value.len &&
			  memcmp(v.data, rest.value.data, v.len) == 0,
			  "the rest of %d members is canonical", counts[i]);
		doc_free(&d);
		doc_free(&rest);
	}
	vshred_splitter_free(splitter);
	vshred_schema_free(schema, &vnt_host_malloc);
	free(s.rows);
}

/* ---------------------------------------------------------------------
 * Schemas
 * ---------------------------------------------------------------------
 */
static void
expect_schema_fault(const char *text, VShredStatus status, const char *path,
					const char *type)
{
	VShredSchema *schema;
	VShredError err;
	VShredStatus got;
	Doc			d;

	error_init(&err);
	doc_read(&d, text);
	got = vshred_schema_parse(&d.value, &vnt_host_malloc, &schema, &err);
	check(got == status && path_is(&err, path) &&
		  err.text.len == strlen(type) && (err.text.len == 0 || memcmp(err.text.data, type, err.text.len) == 0),
		  "%s: %s at %.*s", text, vshred_status_message(got), (int) err.path.len,
		  err.path.data ? err.path.data : "");
	vnt_buffer_free(&err.path);
	doc_free(&d);
}

static void
test_schemas(void)
{
	static const char *const refused[] = {
		"interval", "uint32", "int2[]", "BIGINT", "big int", "", "timestamp(3)",
		"timetz", "json", "char(4)", "bytea(4)", "unsigned", "text ", "numericx"
	};
	static const char *const bad_numeric[] = {
		"numeric", "numeric(40,2)", "numeric(0)", "numeric(5,6)", "numeric(5,-1)",
		"numeric(5,2", "numeric(5,2)x", "numeric()", "numeric(100)", "decimal"
	};
	char		text[64];
	char		name[VSHRED_TYPE_NAME];

	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
	{
		snprintf(text, sizeof(text), "{\"a\": [\"%s\"]}", refused[i]);
		expect_schema_fault(text, VSHRED_SCHEMA_TYPE, "$.a[*]", refused[i]);
	}
	for (size_t i = 0; i < sizeof(bad_numeric) / sizeof(bad_numeric[0]); i++)
	{
		snprintf(text, sizeof(text), "{\"x\": \"%s\"}", bad_numeric[i]);
		expect_schema_fault(text, VSHRED_SCHEMA_NUMERIC, "$.x", bad_numeric[i]);
	}
	expect_schema_fault("1", VSHRED_SCHEMA_CLASS, "$", "");
	expect_schema_fault("{\"a\": null}", VSHRED_SCHEMA_CLASS, "$.a", "");
	expect_schema_fault("{\"a\": {}}", VSHRED_SCHEMA_OBJECT, "$.a", "");
	expect_schema_fault("{\"a b\": []}", VSHRED_SCHEMA_ARRAY, "$['a b']", "");
	expect_schema_fault("[\"text\", \"text\"]", VSHRED_SCHEMA_ARRAY, "$", "");
	for (size_t i = 0; i < TYPE_NAMES; i++)
	{
		VShredSchema *schema;
		VShredSchema *again;

		snprintf(text, sizeof(text), "\"%s\"", type_names[i]);
		schema = schema_read(text);
		vshred_type_name(&schema->nodes[0], name);
		snprintf(text, sizeof(text), "\"%s\"", name);
		again = schema_read(text);
		check(again->nodes[0].type == schema->nodes[0].type &&
			  again->nodes[0].precision == schema->nodes[0].precision &&
			  again->nodes[0].scale == schema->nodes[0].scale, "%s is %s",
			  type_names[i], name);
		vshred_schema_free(schema, &vnt_host_malloc);
		vshred_schema_free(again, &vnt_host_malloc);
	}
}

/* Deep schemas and values. */
static void
test_depth(void)
{
	for (int depth = VNT_MAX_DEPTH - 1; depth <= VNT_MAX_DEPTH; depth++)
	{
		VRPool		pool = {NULL, 0};
		char	   *text = vrandom_alloc(&pool, 8000);
		char	   *schema = vrandom_alloc(&pool, 8000);
		char	   *cells = vrandom_alloc(&pool, 8000);

		memset(text, '[', (size_t) depth);
		memset(text + depth, ']', (size_t) depth);
		for (int i = 0; i < depth; i++)
			strcat(cells, i > 0 ? " -/[" : "-/[");
		memset(schema, '[', (size_t) depth);
		strcpy(schema + depth, "\"text\"");
		memset(schema + strlen(schema), ']', (size_t) depth);
		expect_cells(schema, text, cells);
		vrandom_pool_free(&pool);
	}
}

/* ---------------------------------------------------------------------
 * Inferring
 * ---------------------------------------------------------------------
 */

/* rows is an array of values; they are added in any order. */
static void
expect_inferred(const char *rows, const VShredInferOptions *options,
				const char *schema)
{
	Doc			d;
	Doc			got;
	VntContainer c;
	VntBuffer	text;

	doc_read(&d, rows);
	c = voracle_open(&d.value);
	vnt_buffer_init(&text, &vnt_host_malloc);
	for (int way = 0; way < 3; way++)
	{
		VShredInfer *f = vshred_infer_new(&vnt_host_malloc, options->max_depth);
		uint32_t	start = c.count > 0 ? vunit_below(c.count) : 0;

		for (uint32_t i = 0; i < c.count; i++)
		{
			VntValue	v = voracle_child(&c, way == 1 ? c.count - 1 - i :
										  (start + i) % c.count);

			if (vshred_infer_add(f, &v) != VNT_OK)
				abort();
		}
		if (vshred_infer_build(f, options, builder) != VNT_OK)
			abort();
		doc_finish(&got, builder);
		text.len = 0;
		dump_value(&text, &got.value);
		check(text.len == strlen(schema) && memcmp(text.data, schema, text.len) == 0,
			  "%.60s: %.*s", rows, (int) text.len, text.data);
		doc_free(&got);
		vshred_infer_free(f);
	}
	vnt_buffer_free(&text);
	doc_free(&d);
}

/*
 * 30 fields, each in another number of 30 rows; the ten that most rows have.
 * Values are bigint or, for every third field, in an object of its own.
 */
static void
test_cap(int factor)
{
	VShredInferOptions o = vshred_infer_defaults;
	char		rows[16384] = "[";
	char		want[1024] = "{";
	size_t		n = 1;
	size_t		w = 1;

	o.threshold = 0;
	o.max_fields = 10;
	for (int row = 0; row < 30; row++)
	{
		n += (size_t) snprintf(rows + n, sizeof(rows) - n, row ? ", {" : "{");
		for (int field = 0, any = 0; field < 30; field++)
			if (row < field * factor % 30 + 1)
				n += (size_t) snprintf(rows + n, sizeof(rows) - n,
									   field % 3 ? "%s\"f%02d\": 1" : "%s\"f%02d\": {\"x\": 1}",
									   any++ ? ", " : "", field);
		n += (size_t) snprintf(rows + n, sizeof(rows) - n, "}");
	}
	snprintf(rows + n, sizeof(rows) - n, "]");
	for (int field = 0, any = 0; field < 30; field++)
		if (field * factor % 30 + 1 > 20)
			w += (size_t) snprintf(want + w, sizeof(want) - w, field % 3 ?
								   "%s\"f%02d\": \"bigint\"" : "%s\"f%02d\": {\"x\": \"bigint\"}",
								   any++ ? ", " : "", field);
	snprintf(want + w, sizeof(want) - w, "}");
	expect_inferred(rows, &o, want);
}

static void
test_infer(void)
{
	VShredInferOptions o = vshred_infer_defaults;

	expect_inferred("[1, 2, 30000000000]", &o, "\"bigint\"");
	expect_inferred("[]", &o, "\"variant\"");
	expect_inferred("[null, null]", &o, "\"variant\"");
	expect_inferred("[{\"price\": 10.0}, {\"price\": 20.5}, {\"price\": 100.00}, {\"price\": 100000000000000000000}, {\"price\": 0.05}]",
					&o, "{\"price\": \"numeric(38,2)\"}");
	expect_inferred("[{\"p\": 21.69}, {\"p\": 22.1}, {\"p\": 47.5}, {\"p\": 1013.52}, {\"p\": 51.975}]",
					&o, "{\"p\": \"numeric(9,3)\"}");
	expect_inferred("[99999999999999999999, 1]", &o, "\"numeric(38,0)\"");
	expect_inferred("[1e-1, 12345678901234567890123456789012345678, 0.1]", &o, "\"variant\"");
	expect_inferred("[{\"a\": 1, \"b\": [1, \"x\", \"y\"], \"c\": {\"d\": true}}, {\"a\": \"1\"}, {\"a\": 2}]",
					&o, "{\"a\": \"bigint\", \"b\": [\"text\"], \"c\": {\"d\": \"boolean\"}}");
	expect_inferred("[{\"t\": \"2024-10-24\"::date}, {\"t\": \"2024-10-25\"::date}, {\"t\": \"2024-10-25T00:00:00\"::timestamp}]",
					&o, "{\"t\": \"date\"}");
	expect_inferred("[{\"a\": []}, {\"b\": {}}]", &o, "\"variant\"");
	expect_inferred("[{\"a\": 1, \"r\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}]",
					&o, "{\"a\": \"bigint\"}");
	expect_inferred("[1, \"a\", true]", &o, "\"variant\"");
	expect_inferred("[[{\"k\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}, {\"a\": 1}]]",
					&o, "[{\"a\": \"bigint\"}]");
	expect_inferred("[1234567890123456.78]", &o, "\"numeric(18,2)\"");
	expect_inferred("[12345678901234567.89]", &o, "\"numeric(38,2)\"");
	for (int factor = 1; factor < 25; factor += 6)
		test_cap(factor);		/* no common divisor with 30 */
	o.max_fields = 2;
	expect_inferred("[{\"a\": 1, \"b\": {\"x\": 1, \"y\": 2}, \"c\": 1}, {\"b\": {\"y\": 1}}]", &o,
					"{\"a\": \"bigint\", \"b\": {\"y\": \"bigint\"}}");
	o.max_fields = 0;
	expect_inferred("[{\"a\": 1}]", &o, "\"variant\"");
	o = vshred_infer_defaults;
	o.max_depth = 1;
	expect_inferred("[{\"a\": 1, \"b\": {\"c\": 1}}]", &o, "{\"a\": \"bigint\"}");
}

/* Whatever is inferred can be used, and nothing is lost. */
static void
test_infer_random(void)
{
	Store		s = {0};
	int			wrong = 0;

	for (int i = 0; i < vunit_times(300); i++)
	{
		VRPool		pool = {NULL, 0};
		VRBytes		bytes[8] = {{0}};
		VShredInfer *f = vshred_infer_new(&vnt_host_malloc, 50);
		VShredInferOptions o = vshred_infer_defaults;
		VShredSchema *schema = NULL;
		VShredSplitter *splitter;
		VShredError err;
		bool		missing;
		Doc			d;

		error_init(&err);
		for (int k = 0; k < 8; k++)
		{
			vrandom_encode(vrandom_value(&pool, 4), 0, &bytes[k]);
			wrong += vshred_infer_add(f, &bytes[k].value) != VNT_OK;
		}
		o.max_fields = vunit_below(20);
		o.majority = vunit_below(3) * 0.4;
		if (vshred_infer_build(f, &o, builder) != VNT_OK)
			abort();
		doc_finish(&d, builder);
		wrong += vshred_schema_parse(&d.value, &vnt_host_malloc, &schema, &err) != VSHRED_OK;
		splitter = vshred_splitter_new(schema, &vnt_host_malloc);
		for (int k = 0; k < 8; k++)
		{
			split(&s, schema, splitter, &bytes[k].value);
			wrong += s.faults != 0 ||
				merge(&s, schema, true, &missing, &err) != VSHRED_OK ||
				!is_back(&bytes[k].value, s.decimals);
			vrandom_bytes_free(&bytes[k]);
		}
		vshred_splitter_free(splitter);
		vshred_schema_free(schema, &vnt_host_malloc);
		vshred_infer_free(f);
		vnt_buffer_free(&err.path);
		doc_free(&d);
		vrandom_pool_free(&pool);
	}
	check(wrong == 0, "%d wrong with inferred schemas", wrong);
	free(s.rows);
}

int
main(void)
{
	vunit_seed(7);
	builder = vnt_builder_new(&vnt_host_malloc);
	if (builder == NULL)
		return 1;
	test_tables();
	test_fits();
	test_contradictions();
	test_damage();
	test_typed_utf8();
	test_overlap();
	test_rest();
	test_schemas();
	test_depth();
	test_infer();
	test_infer_random();
	test_random();
	vnt_builder_free(builder);
	return vunit_done();
}
