#!/usr/bin/env bash
#
# builds.sh - the codec's tests as built by every compiler, level and machine.
#
#	test/builds.sh			all kinds
#	test/builds.sh KIND...		only these: gcc-O0 ... clang-O3 m32 m32-x87 s390x
#	test/builds.sh --list		the kinds
#
# A kind is a compiler with its flags and, where the processor is another one,
# the program that runs its programs: s390x is big-endian, m32 has pointers of
# 32 bits, m32-x87 besides them the floating point with excess precision.
# Packages that are missing are installed from the system's own sources, by root
# or sudo; a kind whose compiler cannot be had is skipped with a message.
#
# Unit tests run in quick mode; VUNIT_FULL=1 runs all of them.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/test/tools/server.sh"
. "$top/test/tools/packages.sh"

# kind | compiler | flags | runner | Debian packages
kinds="
gcc-O0|gcc|-O0||gcc libc6-dev
gcc-O1|gcc|-O1||gcc libc6-dev
gcc-O2|gcc|-O2||gcc libc6-dev
gcc-O3|gcc|-O3 -march=native||gcc libc6-dev
clang-O0|clang|-O0||clang
clang-O1|clang|-O1||clang
clang-O2|clang|-O2||clang
clang-O3|clang|-O3 -march=native||clang
m32|gcc|-m32 -O2 -msse2 -mfpmath=sse||gcc-multilib
m32-x87|gcc|-m32 -O2 -mno-sse -std=gnu11||gcc-multilib
s390x|s390x-linux-gnu-gcc|-O1 -static|qemu-s390x|gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user
"

# Does this compiler make programs that run here?
works()
{
	local compiler=$1 flags=$2 runner=$3 dir status=0
	dir=$(mktemp -d)
	printf '#include <stdio.h>\nint main(void) { return printf("") != 0; }\n' >"$dir/x.c"
	$compiler $flags "$dir/x.c" -o "$dir/x" >/dev/null 2>&1 && $runner "$dir/x" || status=1
	rm -rf "$dir"
	return $status
}

run_kind()
{
	local kind=$1 compiler=$2 flags=$3 runner=$4 packages=$5
	if ! works "$compiler" "$flags" "$runner"; then
		[ -n "$(command -v apt-get)" ] && packages_apt_get install --no-install-recommends $packages
		hash -r
	fi
	if ! works "$compiler" "$flags" "$runner"; then
		echo "ok 1 # skip $kind: no $compiler $flags here"
		return 0
	fi
	make -s -C "$top/test" -j2 -k -O plain KIND="$kind" CC="$compiler" CFLAGS="$flags" RUN="$runner"
}

wanted=("$@")
[ "${1:-}" != --list ] || { sed '/^$/d; s/|.*//' <<<"$kinds"; exit 0; }
[ -n "${VUNIT_FULL:-}" ] || export VUNIT_QUICK=1
failed=()
while IFS='|' read -r kind compiler flags runner packages; do
	[ -n "$kind" ] || continue
	[ ${#wanted[@]} = 0 ] || printf '%s\n' "${wanted[@]}" | grep -qx "$kind" || continue
	run_kind "$kind" "$compiler" "$flags" "$runner" "$packages" </dev/null || failed+=("$kind")
done <<<"$kinds"
[ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
