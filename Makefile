# Build of the extension with PGXS: make, make install, make installcheck.
# Pure C tests, fuzzers and benchmarks have a Makefile of their own in test/.

EXTENSION = variant
EXTVERSION = 1.0
MODULE_big = variant
PGFILEDESC = "variant - semi-structured data in the Parquet Variant encoding"

# Each list is alphabetical; every file named here exists in the folder.
CODEC = vnt_buffer vnt_builder vnt_container vnt_decimal vnt_json_read \
	vnt_json_write vnt_metadata vnt_order vnt_status vnt_temporal vnt_utf8 \
	vnt_validate vnt_value
SERVER = variant variant_datum variant_encoding variant_error variant_mem

OBJS = $(SERVER:%=src/%.o) $(CODEC:%=src/codec/%.o)

# The install script is put together from one part for each area.
SQL_PARTS = $(sort $(wildcard $(srcdir)/sql/variant--$(EXTVERSION)/*.sql))
DATA_built = $(EXTENSION)--$(EXTVERSION).sql
EXTRA_CLEAN = $(EXTENSION)--$(EXTVERSION).sql

REGRESS =
REGRESS_OPTS = --load-extension=variant --encoding=UTF8

# Only CPPFLAGS reach the bitcode that JIT inlines.
PG_CPPFLAGS = -I$(srcdir)/src
PG_CFLAGS = -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare \
	-Wno-missing-field-initializers -fvisibility=hidden

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# Packaged servers have no automatic dependencies, and VPATH builds no folders.
$(shell mkdir -p $(sort $(dir $(OBJS))))
$(OBJS) $(OBJS:.o=.bc): $(wildcard $(srcdir)/src/*.h $(srcdir)/src/*/*.h)

$(EXTENSION)--$(EXTVERSION).sql: $(SQL_PARTS)
	cat $^ > $@
