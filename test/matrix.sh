#!/usr/bin/env bash
#
# matrix.sh - what takes too long for check.sh: the codec as built by every
# compiler, and the tests that need a server on other versions of PostgreSQL.
#
#	test/matrix.sh			all of it: builds.sh, then 15 on this system, 15 for
#				32 bits, 17 and 18 in roots of their own
#	test/matrix.sh 18		only these versions; builds is what builds.sh does
#	SECTIONS="regress" test/matrix.sh	only these sections of check.sh
#	SECTIONS=tap TAP=t/022_versions.pl test/matrix.sh 18	only this TAP test
#
# Needs root.  A version that this system does not have is run in a root made
# by debootstrap from the Debian release that has it; roots are kept in
# VARIANT_ROOTS (default /var/cache/variant-roots) for the next time.  The
# mirror is the one of the system's own apt sources.  A version whose root
# cannot be made is skipped with a message.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
roots=${VARIANT_ROOTS:-/var/cache/variant-roots}
sections=${SECTIONS:-module symbols regress tap}
shared=${VARIANT_SHARED:-$top/../shared}

# version, with -i386 for processors of 32 bits | Debian release that has it
releases="
15|bookworm
15-i386|bookworm
17|trixie
18|sid
"

release_of()
{
	sed -n "s/^$1|//p" <<<"$releases"
}

apt_mirror()
{
	cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
		grep -oE '(https?|file)://[^ ]*/debian/?( |$)' | head -1 | tr -d ' '
}

# Make the root of a version unless it is there; prints its folder.
make_root()
{
	local name=$1 version=${1%-*} root=$roots/pg$1 mirror arch=
	[ -f "$root/usr/lib/postgresql/$version/bin/postgres" ] && { echo "$root"; return 0; }
	[ "$(id -u)" = 0 ] || { echo "needs root" >&2; return 1; }
	command -v debootstrap >/dev/null || apt-get -q -y install debootstrap >/dev/null 2>&1
	mirror=$(apt_mirror)
	[ -n "$mirror" ] || { echo "no Debian mirror in the apt sources" >&2; return 1; }
	mkdir -p "$roots" && rm -rf "$root"
	[ "$name" = "$version" ] || arch=--arch=${name#*-}
	debootstrap --variant=minbase $arch \
		--include="postgresql-$version,postgresql-server-dev-$version,make,gcc,binutils,libpq-dev,libipc-run-perl" \
		"$(release_of "$name")" "$root" "$mirror" >"$roots/pg$name.log" 2>&1 ||
		{ tail -3 "$roots/pg$name.log" >&2; return 1; }
	echo "$root"
}

# Servers of different versions cannot be installed from one Debian release, but
# pg_upgrade needs two: this system's server is copied into the root, with its
# headers and the libraries that the root has no file of that name for (a
# library that is not compatible has another name).  Nothing happens where this
# system's server is not older, or has no headers; tests then are skipped.
add_older()
{
	local version=$1 root=$2 config=${OLDER_PG_CONFIG:-/usr/lib/postgresql/15/bin/pg_config} older dir file
	[ -x "$config" ] && [ -f "$("$config" --includedir-server)/postgres.h" ] || return 0
	older=$("$config" --version | grep -oE '[0-9]+' | head -1)
	[ "$older" -lt "$version" ] || return 0
	# from the last time, and not updated since
	cmp -s "$("$config" --bindir)/postgres" "$root$("$config" --bindir)/postgres" && return 0
	for dir in "$("$config" --bindir)" "$("$config" --pkglibdir)" "$("$config" --sharedir)" "$("$config" --includedir-server)"; do
		rm -rf "$root$dir"
		mkdir -p "$root$dir" && cp -a "$dir/." "$root$dir/" || return 1
	done
	rm -f "$root$("$config" --pkglibdir)"/variant.so "$root$("$config" --sharedir)"/extension/variant[-.]*
	dir=/usr/local/lib/postgresql-$older
	mkdir -p "$root$dir"
	for file in $(ldd "$("$config" --bindir)"/* "$("$config" --pkglibdir)"/{libpqwalreceiver,postgres_fdw,pgxml}.so 2>/dev/null |
		sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u); do
		[ -e "$root$file" ] || [ -e "$root/usr$file" ] ||
			cp -L "$file" "$root$dir/" || return 1
	done
	echo "$dir" >"$root/etc/ld.so.conf.d/postgresql-$older.conf"
	chroot "$root" ldconfig
	chroot "$root" "$("$config" --bindir)/postgres" --version >/dev/null
}

# Run check.sh inside a root, on a copy of the checkout.
run_in_root()
{
	local version=${1%-*} root=$2 work status=0
	work=$(mktemp -d "$root/tmp/variant-src.XXXXXX") && chmod 755 "$work" && mkdir "$work/variant"
	(cd "$top" && git -c safe.directory="$top" ls-files -z --cached --others --exclude-standard |
		xargs -0 tar cf -) | (cd "$work/variant" && tar xf -)
	[ -d "$shared" ] && cp -rL "$shared" "$work/shared" && chmod -R u+w "$work/shared"
	add_older "$version" "$root" || echo "this system's older server does not run there"
	mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
	chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin CHECK_PACKAGES=server TAP="${TAP:-}" \
		PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config" \
		bash "${work#"$root"}/variant/test/check.sh" $sections || status=1
	umount "$root/proc"
	rm -rf "$work"
	return $status
}

# The sanitizers' run takes long and is not for every version: one where the
# server starts with AddressSanitizer.
sections_of()
{
	[ -n "${SECTIONS:-}" ] || [ "$1" != 18 ] || echo sanitizer
}

run_version()
{
	local version=$1 root sections="$sections $(sections_of "$1")"
	printf '\n=== PostgreSQL %s\n' "$version"
	if [ -x "/usr/lib/postgresql/$version/bin/postgres" ]; then
		PG_CONFIG=/usr/lib/postgresql/$version/bin/pg_config "$top/test/check.sh" $sections
	elif root=$(make_root "$version"); then
		run_in_root "$version" "$root"
	else
		echo "skipped: no server of this version, and no root could be made"
	fi
}

versions=${*:-builds 15 15-i386 17 18}
failed=()
for version in $versions; do
	if [ "$version" = builds ]; then
		printf '\n=== builds\n'
		"$top/test/builds.sh" | grep -a -E '^(# |not ok|failed|ok.* # skip)' ; [ "${PIPESTATUS[0]}" = 0 ] || failed+=(builds)
		continue
	fi
	[ -n "$(release_of "$version")" ] || { echo "no version $version" >&2; exit 2; }
	run_version "$version" || failed+=("$version")
done
[ ${#failed[@]} = 0 ] || { echo "failed on: ${failed[*]}"; exit 1; }
