# Build of the extension with PGXS: make, make install, make installcheck.
# Pure C tests, fuzzers and benchmarks have a Makefile of their own in test/.

EXTENSION = variant
EXTVERSION = 1.0
LASTVERSION = 0.9
MODULE_big = variant
PGFILEDESC = "variant - semi-structured data in the Parquet Variant encoding"

# Every source file of these folders belongs to the module.
SOURCES = $(wildcard $(srcdir)/src/*.c $(srcdir)/src/codec/*.c \
	$(srcdir)/src/path/*.c $(srcdir)/src/shred/*.c)
OBJS = $(patsubst $(srcdir)/%.c,%.o,$(SOURCES))

# The install script is put together from one part for each area.
SQL_PARTS = $(sort $(wildcard $(srcdir)/sql/variant--$(EXTVERSION)/*.sql))
DATA_built = $(EXTENSION)--$(EXTVERSION).sql $(EXTENSION)--$(LASTVERSION)--$(EXTVERSION).sql
EXTRA_CLEAN = $(DATA_built)

# Scripts of older versions, which never change.
DATA = $(patsubst $(srcdir)/%,%,$(wildcard $(srcdir)/sql/versions/$(EXTENSION)--*.sql))

# Every sql/NAME.sql is a regression test; expected/NAME.out is its output.
REGRESS = $(sort $(patsubst $(srcdir)/sql/%.sql,%,$(wildcard $(srcdir)/sql/*.sql)))
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

# What upgrades the last version is derived from its script and this one's.
VERSIONS = $(srcdir)/sql/versions
$(EXTENSION)--$(LASTVERSION)--$(EXTVERSION).sql: $(VERSIONS)/$(EXTENSION)--$(LASTVERSION).sql \
		$(EXTENSION)--$(EXTVERSION).sql $(VERSIONS)/$(EXTENSION)--$(LASTVERSION)--$(EXTVERSION).in \
		$(VERSIONS)/derive.awk
	awk -f $(VERSIONS)/derive.awk $(wordlist 1,3,$^) > $@.tmp
	mv $@.tmp $@
