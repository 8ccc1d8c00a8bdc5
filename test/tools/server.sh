#!/usr/bin/env bash
#
# server.sh - private PostgreSQL servers for tests, demo and benchmarks.
#
# To be sourced.  Copies the installed server's programs into a folder of its
# own, builds and installs the extension there, and runs a cluster on a Unix
# socket only: no existing cluster, port or system folder is touched.  As root
# the server runs as user postgres, else as the caller.
#
#	server_build ROOT		programs + extension under ROOT (a new folder)
#	server_start ROOT [opt...]	initdb where needed, start; sets PGHOST, PGPORT, PGUSER
#	server_stop ROOT		stop it
#	server_run ROOT cmd...		run a command as the server's user
#
# PG_CONFIG chooses the server version; SERVER_MAKE_FLAGS go to make; BUILD_DIR,
# if set, is where make runs as a VPATH build (default: ROOT/build).

server_source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
: "${PG_CONFIG:=pg_config}"

server_user()
{
	if [ "$(id -u)" = 0 ]; then echo postgres; else id -un; fi
}

server_run()
{
	local root=$1
	shift
	if [ "$(id -u)" = 0 ]; then
		(cd "$root" && runuser -u postgres -- env HOME="$root" "$@")
	else
		(cd "$root" && "$@")
	fi
}

server_bin()
{
	echo "$1$($PG_CONFIG --bindir)"
}

server_build()
{
	local root=$1 dir
	mkdir -p "$root"
	for dir in "$($PG_CONFIG --bindir)" "$($PG_CONFIG --pkglibdir)" "$($PG_CONFIG --sharedir)"; do
		[ -d "$root$dir" ] && continue
		mkdir -p "$root$(dirname "$dir")"
		cp -a "$dir" "$root$(dirname "$dir")/"
	done
	server_install "$root"
	[ "$(id -u)" != 0 ] || chown postgres "$root"
}

# Build (out of tree) and install into a root that exists.
server_install()
{
	local root=$1 build=${BUILD_DIR:-$1/build}
	mkdir -p "$build"
	make -s -C "$build" -f "$server_source/Makefile" VPATH="$server_source" srcdir="$server_source" \
		PG_CONFIG="$PG_CONFIG" -j"$(nproc)" ${SERVER_MAKE_FLAGS:-} >"$root/build.log" 2>&1 &&
	make -s -C "$build" -f "$server_source/Makefile" VPATH="$server_source" srcdir="$server_source" \
		PG_CONFIG="$PG_CONFIG" ${SERVER_MAKE_FLAGS:-} DESTDIR="$root" install >>"$root/build.log" 2>&1 ||
	{ cat "$root/build.log" >&2; return 1; }
}

server_start()
{
	local root=$1
	shift
	local bin
	bin=$(server_bin "$root")
	if [ ! -d "$root/data" ]; then
		server_run "$root" "$bin/initdb" -D "$root/data" -U postgres -A trust -N \
			--encoding="${SERVER_ENCODING:-UTF8}" --locale=C >"$root/initdb.log" 2>&1 ||
			{ cat "$root/initdb.log" >&2; return 1; }
	fi
	export PGHOST=$root PGPORT=5432 PGUSER=postgres PGDATABASE=postgres
	local options="-c listen_addresses= -c unix_socket_directories=$root -c fsync=off -c autovacuum=off"
	server_run "$root" "$bin/pg_ctl" -D "$root/data" -l "$root/server.log" -w -s \
		-o "$options $*" start || { tail -20 "$root/server.log" >&2; return 1; }
}

server_stop()
{
	local root=$1
	[ -f "$root/data/postmaster.pid" ] || return 0
	server_run "$root" "$(server_bin "$root")/pg_ctl" -D "$root/data" -m "${2:-fast}" -w -s stop
}
