#!/usr/bin/env bash
#
# server.sh - private PostgreSQL servers for tests, demo and benchmarks.
#
# To be sourced.  Copies the installed server's programs into a folder of its
# own, builds and installs the extension there, and runs a cluster on a Unix
# socket only: no existing cluster, port or system folder is touched.  As root
# the server runs as user postgres (or nobody), else as the caller.
#
#	server_root			make a new folder, short path, open to the server's user
#	server_build ROOT		programs + extension under ROOT (made if missing)
#	server_install ROOT		build and install the extension again
#	server_start ROOT [opt...]	initdb where needed, start; sets PGHOST, PGPORT, PGUSER
#	server_stop ROOT [mode]		stop it
#	server_run ROOT cmd...		run a command as the server's user, in ROOT
#	server_stage ROOT		copy what tests read to ROOT/src, which it prints
#	server_remove ROOT		stop and delete
#
# PG_CONFIG chooses the server version; SERVER_MAKE_FLAGS go to make; BUILD_DIR,
# if set, is where make runs as a VPATH build (default: ROOT/build);
# SERVER_ENCODING is the cluster's encoding (default UTF8).

server_source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
umask 022

# The newest installed server that has its headers, else whatever is in PATH.
server_find_config()
{
	local config
	for config in $(printf '%s\n' /usr/lib/postgresql/*/bin/pg_config | sort -rV); do
		if server_has_headers "$config"; then
			echo "$config"
			return 0
		fi
	done
	echo pg_config
}

# pg_config alone proves nothing: it is also in client packages.
server_has_headers()
{
	[ -n "$(command -v "$1")" ] &&
	[ -x "$("$1" --bindir)/postgres" ] &&
	[ -f "$("$1" --includedir-server)/postgres.h" ] &&
	[ -f "$("$1" --pgxs)" ]
}

: "${PG_CONFIG:=$(server_find_config)}"

server_user()
{
	if [ "$(id -u)" != 0 ]; then
		id -un
	elif id postgres >/dev/null 2>&1; then
		echo postgres
	else
		echo nobody
	fi
}

# Settings of the caller must not reach the server or change any output.
server_environment()
{
	export LC_ALL=C PGTZ=UTC PGCLIENTENCODING=UTF8 PSQL_PAGER='' PAGER=cat
	unset LANG LANGUAGE PGDATESTYLE PGOPTIONS PGSERVICE PGPASSFILE PGSSLMODE PGHOSTADDR PGDATA
}

server_root()
{
	local root
	# A socket's path may have about 100 bytes, so /tmp rather than TMPDIR.
	root=$(mktemp -d /tmp/variant.XXXXXX) && chmod 755 "$root" && echo "$root"
}

server_run()
{
	local root=$1
	shift
	if [ "$(id -u)" = 0 ]; then
		(cd "$root" && runuser -u "$(server_user)" -- env HOME="$root" "$@")
	else
		(cd "$root" && "$@")
	fi
}

server_bin()
{
	echo "$1$("$PG_CONFIG" --bindir)"
}

server_build()
{
	local root=$1 dir
	mkdir -p "$root"
	for dir in "$("$PG_CONFIG" --bindir)" "$("$PG_CONFIG" --pkglibdir)" "$("$PG_CONFIG" --sharedir)"; do
		[ -d "$root$dir" ] && continue
		mkdir -p "$root$(dirname "$dir")"
		cp -a "$dir" "$root$(dirname "$dir")/"
	done
	# A copy of the system's own installation of the extension is not ours.
	rm -f "$root$("$PG_CONFIG" --pkglibdir)"/variant.so \
		"$root$("$PG_CONFIG" --sharedir)"/extension/variant[-.]*
	server_install "$root" || return 1
	[ "$(id -u)" != 0 ] || chown "$(server_user)" "$root"
}

# Build (out of tree) and install into a root that exists.
server_install()
{
	local root=$1 build=${BUILD_DIR:-$1/build} make
	make=(make -s -f "$server_source/Makefile" VPATH="$server_source" srcdir="$server_source"
		PG_CONFIG="$PG_CONFIG" ${SERVER_MAKE_FLAGS:-})
	mkdir -p "$build"
	"${make[@]}" -C "$build" -j2 >"$root/build.log" 2>&1 &&
	"${make[@]}" -C "$build" DESTDIR="$root" install >>"$root/build.log" 2>&1 ||
	{ cat "$root/build.log" >&2; return 1; }
}

server_start()
{
	local root=$1 bin options
	shift
	server_environment
	bin=$(server_bin "$root")
	if [ ! -d "$root/data" ]; then
		server_run "$root" "$bin/initdb" -D "$root/data" -U postgres -A trust -N \
			--encoding="${SERVER_ENCODING:-UTF8}" --locale=C >"$root/initdb.log" 2>&1 ||
			{ cat "$root/initdb.log" >&2; return 1; }
	fi
	export PGHOST=$root PGPORT=5432 PGUSER=postgres PGDATABASE=postgres
	options="-c listen_addresses= -c unix_socket_directories=$root -c fsync=off -c autovacuum=off"
	server_run "$root" "$bin/pg_ctl" -D "$root/data" -l "$root/server.log" -w -s \
		-o "$options $*" start </dev/null || { tail -20 "$root/server.log" >&2; return 1; }
}

server_stop()
{
	local root=$1
	[ -f "$root/data/postmaster.pid" ] || return 0
	server_run "$root" "$(server_bin "$root")/pg_ctl" -D "$root/data" -m "${2:-fast}" -w -s stop
}

# The server's user may have no way to the repository (a clone under /root):
# give it a copy of the tests and, beside it, of ../shared where that exists.
server_stage()
{
	local root=$1
	mkdir -p "$root/src/variant/test/build" "$root/src/shared"
	cp -a "$server_source"/sql "$server_source"/expected "$server_source"/src "$server_source"/README.md \
		"$root/src/variant/" 2>/dev/null
	(cd "$server_source/test" && tar cf - --exclude=./build .) | (cd "$root/src/variant/test" && tar xf -)
	if [ -d "${VARIANT_SHARED:-$server_source/../shared}" ]; then
		cp -a "${VARIANT_SHARED:-$server_source/../shared}"/. "$root/src/shared/"
		chmod -R u+w "$root/src/shared"
	else
		rmdir "$root/src/shared"
	fi
	[ "$(id -u)" != 0 ] || chown -R "$(server_user)" "$root/src"
	echo "$root/src/variant"
}

server_remove()
{
	[ -n "$1" ] || return 0
	server_stop "$1" immediate >/dev/null 2>&1
	rm -rf "$1"
}
