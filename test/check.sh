#!/usr/bin/env bash
#
# check.sh - every test, on a Debian 12 where nothing is set up.
#
#	test/check.sh			everything
#	test/check.sh NAME...		only these sections (see --list)
#	test/check.sh -v ...		show all output, not only that of failures
#	test/check.sh --list		the sections
#	TAP=t/001_wire.pl test/check.sh tap	one TAP test
#	test/check.sh sanitizer	what runs only if it is named: see --list
#
# Run it as root or as a user with sudo: packages that are missing are
# installed from the system's own sources, nothing else of the system is
# touched.  Servers are private, in a folder under /tmp that is removed at the
# end; KEEP=1 keeps it.  PG_CONFIG chooses the server version, and
# CHECK_PACKAGES=server installs only what sections with a server need.  All sections
# run even if one fails; the last line counts single tests, and the exit
# status is 0 only if none failed.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top" || exit 1
. test/tools/server.sh
. test/tools/packages.sh
server_environment
shared=${VARIANT_SHARED:-$top/../shared}

# name | what it shows; run_NAME below does it
sections="
layers|src/codec, src/path and src/shred know nothing of the server
unit|unit tests of the codec under AddressSanitizer and UBSan
compilers|the codec and its tests compile without warnings with gcc and clang
replay|fuzz targets over their committed corpus
builds|the codec's tests by other compilers, with 32 bits, and on an emulated big-endian machine
module|the module compiles without warnings with gcc
clang|the module compiles without warnings with clang
symbols|the module exports only its SQL functions
expected|every regression test has its expected output
regress|regression tests
tap|TAP tests: libpq, dumps, encodings, hostile bytes, samples and documents of ../shared, order, crashes, standbys, upgrades, several servers
readme|the examples of README.md
valgrind|unit tests under valgrind, quick mode
leftovers|the work tree is as it was
"

# These take long, so they are run only if they are named.
extra="
sanitizer|regression tests and storm with the module under AddressSanitizer and UBSan
"

verbose=no
wanted=()
for argument in "$@"; do
	case $argument in
		-v) verbose=yes ;;
		--list) sed '/^$/d; s/|/\t/' <<<"$sections"; sed '/^$/d; s/|/\t(if named) /' <<<"$extra"; exit 0 ;;
		-*) sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; exit 2 ;;
		*)
			grep -q "^$argument|" <<<"$sections$extra" ||
				{ echo "no section $argument; see --list" >&2; exit 2; }
			wanted+=("$argument") ;;
	esac
done

root=$(server_root) || exit 1
cleanup()
{
	if [ -n "${KEEP:-}" ]; then
		server_stop "$root"
		echo "# kept: $root"
	else
		server_remove "$root"
	fi
}
trap cleanup EXIT
trap 'exit 130' INT TERM HUP

# ---------------------------------------------------------------------
# Sections.  Each prints TAP lines, or nothing: then its exit status counts.
# ---------------------------------------------------------------------

run_layers()
{
	test/tools/check_layers.sh
}

run_unit()
{
	make -s -C test -j2 -k -O unit
}

run_compilers()
{
	make -s -C test -j2 compile CC=gcc && make -s -C test -j2 compile CC=clang
}

run_replay()
{
	make -s -C test -j2 -k -O replay
}

# All kinds are for matrix.sh.
run_builds()
{
	test/builds.sh ${BUILDS:-gcc-O3 clang-O0 m32 s390x}
}

# COPT is the server's own hook for extra flags.
run_module()
{
	COPT=-Werror server_build "$root" && build_warnings "$root/build.log"
}

# The server's headers are for the compiler that built it, gcc: its flags and
# its printf attribute are unknown to clang.
run_clang()
{
	mkdir -p "$root/clang" &&
	COPT="-Werror -Wno-unknown-warning-option -Wno-ignored-optimization-argument -Wno-ignored-attributes" \
		make -s -C "$root/clang" -f "$top/Makefile" VPATH="$top" srcdir="$top" PG_CONFIG="$PG_CONFIG" \
		CC=clang with_llvm=no -j2 all >"$root/clang.log" 2>&1 || { cat "$root/clang.log"; return 1; }
	build_warnings "$root/clang.log"
}

# -Werror does not reach what make itself or the bitcode compiler says.
build_warnings()
{
	! grep -iE 'warning' "$1"
}

run_symbols()
{
	need_module || return 1
	test/tools/check_symbols.sh "$root/build/variant.so" "$(server_bin "$root")/postgres" \
		"$root/build/variant--1.0.sql" \
		$(find "$root/build/src" -mindepth 2 -name '*.o')
}

run_expected()
{
	local status=0 name
	for name in $(cd sql && ls -- *.sql 2>/dev/null); do
		[ -f "expected/${name%.sql}.out" ] || { echo "not ok - sql/$name has no expected output"; status=1; }
	done
	for name in $(cd expected && ls -- *.out 2>/dev/null); do
		name=${name%.out}
		[ -f "sql/${name%_[0-9]}.sql" ] || [ -f "sql/$name.sql" ] ||
			{ echo "not ok - expected/$name.out has no test"; status=1; }
	done
	return $status
}

run_regress()
{
	need_server && regress_in "$root"
}

# The regression tests by the server that runs in a folder.
regress_in()
{
	local root=$1 tests
	tests=$(cd sql && ls -- *.sql 2>/dev/null | sed 's/\.sql$//')
	[ -n "$tests" ] || { echo "ok 1 # skip no regression tests"; return 0; }
	mkdir -p "$root/regress"
	PGOPTIONS='' "$(dirname "$("$PG_CONFIG" --pgxs)")/../test/regress/pg_regress" \
		--inputdir="$top" --outputdir="$root/regress" --bindir="$(server_bin "$root")" \
		--load-extension=variant --encoding=UTF8 --dbname=contrib_regression $tests ||
		{ cat "$root/regress/regression.diffs"; return 1; }
}

run_tap()
{
	local source perl pgxs older
	need_module || return 1
	source=$(stage)
	older=$(older_server) || return 1
	pgxs=$(dirname "$("$PG_CONFIG" --pgxs)")
	perl=$(cd "$pgxs/../test/perl" && pwd) || return 1
	mkdir -p test/build/libpq
	make -s -C test libpq PG_CONFIG="$PG_CONFIG" || return 1
	mkdir -p "$source/test/build/libpq" && cp -a test/build/libpq/. "$source/test/build/libpq/" || return 1
	[ "$(id -u)" != 0 ] || chown -R "$(server_user)" "$source/test/build"
	server_run "$root" env -u PGHOST -u PGPORT -u PGUSER -u PGDATABASE \
		PATH="$(server_bin "$root"):$PATH" PG_REGRESS="$pgxs/../test/regress/pg_regress" \
		TESTDATADIR="$root/tap" TESTLOGDIR="$root/tap/log" TMPDIR="$root/tap" \
		VARIANT_BUILD="$source/test/build/libpq" VARIANT_SHARED="$(dirname "$source")/shared" \
		VARIANT_OLDER="$older" \
		bash -c 'mkdir -p tap/log && cd "$1/test" && shift && exec "$@"' - "$source" \
		prove -j2 --timer --merge -v --ext=.pl -I "$perl" -I t ${TAP:-t/} && return 0
	# what made a program stop is in its log, not in its TAP lines
	grep -hE '^(error running|died|Can)|ERROR|FATAL|PANIC' "$source"/test/tmp_check/log/regress_log_* \
		"$root"/tap/log/regress_log_* 2>/dev/null | sort | uniq -c | head -20
	return 1
}

run_readme()
{
	need_server || return 1
	test/tools/check_readme.sh README.md
}

run_valgrind()
{
	make -s -C test -j2 -k -O unit-valgrind
}

# The sanitizer's memory functions have to be there before any other, so the
# server is started with them.  UBSan alone needs no such thing.
run_sanitizer()
{
	local folder="$root/sanitizer" preload flags=address,undefined status=0
	preload=$(readlink -f "$(gcc -print-file-name=libasan.so)")
	export ASAN_OPTIONS="detect_leaks=0:abort_on_error=1:detect_stack_use_after_return=0"
	export UBSAN_OPTIONS="print_stacktrace=1:abort_on_error=1"
	if ! LD_PRELOAD=$preload timeout 20 "$("$PG_CONFIG" --bindir)/postgres" -V; then
		echo "ok 1 # skip AddressSanitizer: this server does not start with it; UBSan alone"
		preload= flags=undefined
	fi
	(export COPT="-fsanitize=$flags -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
		SERVER_MAKE_FLAGS=with_llvm=no BUILD_DIR=$folder/build server_build "$folder") || return 1
	# frames are larger, documents as deep as ever
	ulimit -s 65536
	LD_PRELOAD=$preload server_start "$folder" -c max_stack_depth=32MB -c max_connections=40 || return 1
	regress_in "$folder" || status=1
	make -s -C test libpq PG_CONFIG="$PG_CONFIG" || return 1
	"$(server_bin "$folder")/psql" -X -q -v ON_ERROR_STOP=1 -c 'CREATE EXTENSION variant' -f test/storm/storm.sql &&
		STORM_NO_RSS=1 test/build/libpq/variant_storm "" "${STORM_SECONDS:-120}" "${STORM_SEED:-1}" || status=1
	server_stop "$folder" || status=1
	! grep -a -A12 -E 'runtime error:|ERROR: AddressSanitizer' "$folder/server.log" || status=1
	return $status
}

run_leftovers()
{
	command -v git >/dev/null && git rev-parse --git-dir >/dev/null 2>&1 ||
		{ echo "ok 1 # skip no git"; return 0; }
	[ "$(git_state)" = "$git_before" ] || { git status --short; return 1; }
}

# ---------------------------------------------------------------------
# What sections share
# ---------------------------------------------------------------------

need_module()
{
	[ -f "$root/build/variant.so" ] || server_build "$root"
}

need_server()
{
	need_module || return 1
	[ -f "$root/data/postmaster.pid" ] && return 0
	# Documents of tests are deep and large, connections few.
	server_start "$root" -c max_connections=40 -c shared_buffers=128MB
}

# A server of an older version beside this one, if there is one with headers:
# copied into the same root, with the extension.  Prints its folder, or nothing.
older_server()
{
	local config version this
	this=$("$PG_CONFIG" --version | grep -oE '[0-9]+' | head -1)
	for config in $(printf '%s\n' /usr/lib/postgresql/*/bin/pg_config | sort -V); do
		server_has_headers "$config" || continue
		version=$("$config" --version | grep -oE '[0-9]+' | head -1)
		[ "$version" -lt "$this" ] || continue
		PG_CONFIG=$config BUILD_DIR=$root/build-$version SERVER_MAKE_FLAGS=with_llvm=no server_build "$root" || return 1
		echo "$root/usr/lib/postgresql/$version"
		return 0
	done
}

stage()
{
	if [ -d "$root/src/variant" ]; then echo "$root/src/variant"; else server_stage "$root"; fi
}

git_state()
{
	git -c safe.directory="$top" status --short 2>/dev/null
}

# ---------------------------------------------------------------------
# Running and counting
# ---------------------------------------------------------------------
passed=0 failed=0 skipped=0 broken=()

# Add the TAP and pg_regress lines of a log to the counts.
count()
{
	local log=$1 status=$2 ok bad skip
	skip=$(grep -cE '^[[:space:]]*ok\b.*# *(skip|SKIP)|^1\.\.0 # *(skip|SKIP)' "$log")
	ok=$(grep -E '^ok\b|^(test)? +[^ ].* \.\.\. ok ' "$log" | grep -cviE '# *skip')
	bad=$(grep -cE '^not ok\b|^(test)? +[^ ].* \.\.\. FAILED' "$log")
	if [ "$status" != 0 ] && [ "$bad" = 0 ]; then
		bad=1
	elif [ $((ok + bad + skip)) = 0 ]; then
		ok=1
	fi
	passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
	counts="$ok passed"
	[ "$bad" = 0 ] || counts="$counts, $bad failed"
	[ "$skip" = 0 ] || counts="$counts, $skip skipped"
	[ "$bad" = 0 ]
}

# Skipped tests are no secret, and of a failure the whole story is shown.
show()
{
	local log=$1 good=$2
	if [ "$verbose" = yes ]; then
		cat "$log"
	elif [ "$good" = no ]; then
		grep -nE '^not ok|FAILED|rror:|^#   |line [0-9]+[.,]|^Dubious' "$log" | head -60
		echo "--- last lines"
		tail -60 "$log"
	else
		grep -hoiE '(^1\.\.0 )?# *skip.*' "$log" | sort | uniq -c | sed 's/^ *\([0-9]*\)/    \1 x/' | head -20
	fi
}

section()
{
	local name=$1 title=$2 log="$root/$1.log" start=$SECONDS status=0 good=yes
	printf '\n== %s: %s\n' "$name" "$title"
	"run_$name" >"$log" 2>&1 </dev/null || status=$?
	count "$log" $status || good=no
	show "$log" $good
	[ $good = yes ] || broken+=("$name")
	printf '%s %s (%s, %s s)\n' "$([ $good = yes ] && echo ok || echo FAILED)" "$name" "$counts" \
		$((SECONDS - start))
}

packages_need "${CHECK_PACKAGES:-check}" || exit 1
PATH=$PATH:/usr/lib/llvm-14/bin
printf 'PostgreSQL %s, %s\n' "$("$PG_CONFIG" --version | cut -d' ' -f2-)" "$(gcc --version | head -1)"
[ -d "$shared" ] || echo "no $shared: what needs it is skipped"
export VARIANT_SHARED=$shared
git_before=$(git_state)

while IFS='|' read -r name title; do
	[ -n "$name" ] || continue
	[ ${#wanted[@]} = 0 ] || printf '%s\n' "${wanted[@]}" | grep -qx "$name" || continue
	section "$name" "$title"
done <<<"$sections$([ ${#wanted[@]} = 0 ] || echo "$extra")"

printf '\n%s s in total' "$SECONDS"
[ ${#broken[@]} = 0 ] || printf '; failed: %s' "${broken[*]}"
printf '\n%s passed, %s failed' "$passed" "$failed"
[ "$skipped" = 0 ] || printf ', %s skipped' "$skipped"
printf '\n'
[ "$failed" = 0 ]
