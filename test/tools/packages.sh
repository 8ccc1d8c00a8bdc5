#!/usr/bin/env bash
#
# packages.sh - install what building and testing needs and is not there.
#
# To be sourced after server.sh.  On Debian and its relatives, as root or with
# sudo; names no mirror, changes no apt source, and asks for nothing where
# everything is installed already, so it works offline then.  A cluster that
# the server's package would create by itself is not created.
#
#	packages_need build|demo|server|check	install for that purpose; server is what
#						the tests that need a server need

# What is missing, as package names: "test command: package...".
packages_missing()
{
	local purpose=$1 version
	command -v gcc >/dev/null || echo gcc libc6-dev
	command -v make >/dev/null || echo make
	if ! server_has_headers "$PG_CONFIG"; then
		version=$(packages_server_version)
		echo "postgresql-$version postgresql-server-dev-$version"
	fi
	[ "$purpose" = check ] || [ "$purpose" = server ] || return 0
	command -v nm >/dev/null || echo binutils
	command -v prove >/dev/null || echo perl
	perl -MIPC::Run -e1 2>/dev/null || echo libipc-run-perl
	[ -f "$("$PG_CONFIG" --includedir 2>/dev/null)/libpq-fe.h" ] || echo libpq-dev
	[ "$purpose" = check ] || return 0
	command -v clang >/dev/null || echo clang
	command -v valgrind >/dev/null || echo valgrind
	# valgrind cannot replace libc's functions without their names
	if [ ! -d /usr/lib/debug/.build-id ] && grep -qs '^ID=debian' /etc/os-release; then
		echo libc6-dbg
	fi
}

# The distribution's own version, 15 where it does not tell.
packages_server_version()
{
	local version
	version=$(apt-cache depends postgresql 2>/dev/null | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p' | head -1)
	echo "${version:-15}"
}

packages_as_root()
{
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

packages_need()
{
	local missing
	missing=$(packages_missing "$1" | tr '\n' ' ')
	[ -n "$missing" ] || return 0
	if [ -z "$(command -v apt-get)" ]; then
		echo "Please install what corresponds to Debian's packages: $missing" >&2
		return 1
	fi
	if [ "$(id -u)" != 0 ] && [ -z "$(command -v sudo)" ]; then
		echo "Neither root nor sudo: please install the packages: $missing" >&2
		return 1
	fi
	packages_apt_get update || true
	# Only an updated list knows the distribution's version.
	missing=$(packages_missing "$1" | tr '\n' ' ')
	echo "# installing: $missing"
	packages_no_cluster $missing || return 1
	PG_CONFIG=$(server_find_config)
	hash -r
	server_has_headers "$PG_CONFIG"
}

packages_apt_get()
{
	local log
	log=$(mktemp)
	packages_as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Options::=--force-confold \
		-o DPkg::Lock::Timeout=300 \
		"$@" >"$log" 2>&1 </dev/null || { tail -30 "$log" >&2; rm -f "$log"; return 1; }
	rm -f "$log"
}

# Debian's server package creates and starts a cluster unless this file says
# no.  Only where it is not there yet; the package's own text replaces it.
packages_no_cluster()
{
	local config=/etc/postgresql-common/createcluster.conf ours=no status=0
	if [ ! -e "$config" ]; then
		ours=yes
		packages_as_root mkdir -p "$(dirname "$config")"
		echo "create_main_cluster = false" | packages_as_root tee "$config" >/dev/null
	fi
	packages_apt_get install --no-install-recommends "$@" || status=1
	if [ "$ours" = yes ]; then
		if [ -f /usr/share/postgresql-common/createcluster.conf ]; then
			packages_as_root cp /usr/share/postgresql-common/createcluster.conf "$config"
			packages_as_root rm -f "$config.ucf-dist"
		else
			packages_as_root rm -f "$config"
			packages_as_root rmdir --ignore-fail-on-non-empty "$(dirname "$config")"
		fi
	fi
	return $status
}
