#!/usr/bin/env bash
#
# demo.sh - see what variant does, in about a minute.
#
#	test/demo.sh
#
# Run it as root or as a user with sudo, on a Debian 12 where nothing is set
# up: packages that are missing are installed.  It builds the extension, runs
# test/demo.sql on a private server under /tmp, and removes that again.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$top/test/tools/server.sh"
. "$top/test/tools/packages.sh"

packages_need demo || exit 1
root=$(server_root) || exit 1
trap 'server_remove "$root"' EXIT
trap 'exit 130' INT TERM HUP

echo "Building variant for PostgreSQL $("$PG_CONFIG" --version | sed 's/^PostgreSQL //') ..."
server_build "$root" || exit 1
echo "Starting a private server ..."
server_start "$root" || exit 1

# Real documents, where they are; copied, as the server may not see them.
corpora=
if [ -d "$top/../shared/json/corpora" ]; then
	corpora=$root/corpora
	cp -r "$top/../shared/json/corpora" "$corpora"
	chmod -R u+w,a+rX "$corpora"
fi
psql -X -v corpora="$corpora" -v copy_file="$root/data/events.bin" -f "$top/test/demo.sql" 2>&1 |
	sed 's/^psql:[^ ]*: //'
status=${PIPESTATUS[0]}
[ "$status" = 0 ] && printf '\nThat was it.  README.md is the manual; test/check.sh runs every test.\n'
exit "$status"
