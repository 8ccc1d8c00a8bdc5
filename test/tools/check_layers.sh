#!/usr/bin/env bash
#
# check_layers.sh - the folders below src/ know nothing of the server, and
# only pgcompat.h tests its version.
#
#	check_layers.sh [SRC]		SRC is the folder to look at (default ../../src)
#
# Comments are taken out before anything is looked for.

src=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../../src" && pwd)}
status=0

# forbid PATTERN WHY FILE...
forbid()
{
	local pattern=$1 why=$2 file hits
	shift 2
	for file in "$@"; do
		hits=$(gcc -fpreprocessed -dD -E -x c "$file" 2>/dev/null | sed "s/^# .*//" |
			grep -nE "$pattern" | head -3)
		[ -z "$hits" ] && continue
		printf '%s: %s\n%s\n' "${file#"$src"/}" "$why" "$hits"
		status=1
	done
}

shopt -s nullglob
low=("$src"/*/*.c "$src"/*/*.h)
server=("$src"/*.c "$src"/*.h)

forbid '#[ \t]*include[ \t]*"(postgres|fmgr|c|pg_config|utils/|access/|catalog/|nodes/|common/|lib/|varatt|variant|pgcompat)' \
	'includes a header of the server layer' "${low[@]}"
forbid '\b(ereport|elog|errsave|palloc[a-z0-9_]*|pfree|repalloc|MemoryContext[A-Za-z]*|PG_[A-Z_]+|Datum|Assert|StringInfo|CHECK_FOR_INTERRUPTS)\b' \
	'uses the server' "${low[@]}"
forbid '\b(abort|exit|assert|printf|puts|fputs|setlocale|atof|strtol|strtoul|strtoll|strtoull)[ \t]*\(' \
	'stops the process, prints, or depends on the locale' "${low[@]}"
forbid '\bPG_VERSION_NUM\b' 'tests the server version outside pgcompat.h' \
	$(printf '%s\n' "${server[@]}" | grep -v '/pgcompat\.h$')
forbid '^PG_FUNCTION_INFO_V1|^[ \t]*PG_FUNCTION_INFO_V1' 'use VARIANT_FUNCTION' \
	$(printf '%s\n' "${server[@]}" | grep -v '/pgcompat\.h$')

# malloc and its kin only where the host over them is defined
forbid '\b(malloc|calloc|realloc|free)[ \t]*\(' 'allocates outside its VntHost' \
	$(grep -LE 'VntHost[ \t]+vnt_host_malloc[ \t]*=' "${low[@]}" /dev/null | grep -v /dev/null)

[ $status = 0 ] && echo "ok 1 - layers"
exit $status
