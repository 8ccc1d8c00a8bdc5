#!/usr/bin/env bash
#
# check_symbols.sh - what the module exports, and what it keeps.
#
#	check_symbols.sh MODULE SERVER SCRIPT [OBJECT...]
#
# MODULE (variant.so) may export only the SQL functions, their info records
# and what the loader looks for; what it needs is in the SERVER's program or
# in libc; every exported SQL function is used by the install SCRIPT.  The OBJECTs, of the layers below the server's, may have no
# data that changes.

module=$1 server=$2 script=$3
shift 3
status=0
exported=$(nm -D --defined-only "$module" | awk '{print $3}' | sort)
functions=$(sed -n 's/^pg_finfo_//p' <<<"$exported")

unexpected=$(grep -vxF -e Pg_magic_func -e _PG_init -e _init -e _fini <<<"$exported" |
	grep -v '^pg_finfo_' | grep -vxF "$functions")
if [ -n "$unexpected" ]; then
	printf 'exported, but no SQL function:\n%s\n' "$unexpected"
	status=1
fi
missing=$(grep -vxF "$exported" <<<"$functions")
if [ -n "$missing" ]; then
	printf 'declared as SQL function, but not exported:\n%s\n' "$missing"
	status=1
fi
# the server's own, and those of the libraries that it has loaded
defined()
{
	{
		echo "$server"
		ldd "$server" | awk '$2 == "=>" && $3 ~ /^\// {print $3}'
	} | xargs -n1 nm -D --defined-only | awk '{sub(/@.*/, "", $3); print $3}'
}
unresolved=$(nm -D --undefined-only "$module" | awk '$1 == "U" && $2 !~ /@/ {print $2}' |
	grep -vxFf <(defined))
if [ -n "$unresolved" ]; then
	printf 'defined nowhere:\n%s\n' "$unresolved"
	status=1
fi
for name in $functions; do
	if ! grep -qE "'$name'|\b$name\b" "$script"; then
		echo "no SQL function uses $name"
		status=1
	fi
done
for object in "$@"; do
	changing=$(nm "$object" 2>/dev/null | awk '$2 ~ /^[bBdDcC]$/ {print $3}' |
		grep -vE '^(__|\.L|_?ZL)|\.local$' )
	# constant tables that hold pointers need relocation, in .data.rel.ro
	for name in $changing; do
		if ! objdump -t "$object" | grep -E "[ .]$name\$" | grep -q '\.data\.rel\.ro'; then
			echo "$object: $name is data that changes"
			status=1
		fi
	done
done
[ $status = 0 ] && echo "ok 1 - symbols ($(wc -l <<<"$functions") SQL functions)"
exit $status
