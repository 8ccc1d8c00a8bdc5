#!/usr/bin/env bash
#
# check_readme.sh - run the examples of a manual and compare their output.
#
#	check_readme.sh FILE...
#
# Needs a running server (PGHOST ...).  In a Markdown file, the ```sql blocks
# are run in order in one session of a new database with the extension.  A
# block followed by a ```text block (blank lines between do not matter) must
# print just that, trailing blanks aside; a block without one must not fail.
# Each file gets its own database.

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0 number=0

# Two files of blocks: what to run, with \echo marks, and what is expected.
split_blocks()
{
	awk -v run="$work/run.sql" -v want="$work/want.txt" '
	function mark() { return "@@ " FILENAME ":" line }
	/^```sql *$/	{ inside = "sql"; line = NR; print "\\echo " mark() > run; print mark() > want
					  expected = "?"; next }
	/^```text *$/	{ if (open_block) { inside = "text"; open_block = 0; print "=" > want; next } }
	/^```/			{ if (inside == "sql") open_block = 1; inside = ""; next }
	inside == "sql"	{ print > run; next }
	inside == "text" { print > want; next }
	/[^ \t]/		{ open_block = 0 }
	' "$1"
}

# The part of a marked file that belongs to one mark.
part()
{
	awk -v mark="$2" '/^@@ /{ on = ($0 == mark); next } on' "$1" | sed 's/[ \t]*$//' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

for file in "$@"; do
	: >"$work/run.sql"; : >"$work/want.txt"
	split_blocks "$file"
	psql -X -q -d postgres -c 'DROP DATABASE IF EXISTS readme' -c "CREATE DATABASE readme" 2>/dev/null ||
		{ echo "not ok - no database for $file"; exit 1; }
	psql -X -q -d readme -P footer=off -P pager=off -f "$work/run.sql" >"$work/got.txt" 2>&1
	# psql names its file and line in messages; a manual does not
	sed -i 's/^psql:[^ ]*: //' "$work/got.txt"
	for mark in $(grep '^@@ ' "$work/want.txt" | cut -c4-); do
		number=$((number + 1))
		part "$work/got.txt" "@@ $mark" >"$work/a"
		part "$work/want.txt" "@@ $mark" >"$work/b"
		if [ -s "$work/b" ]; then
			sed -i 1d "$work/b"
			if diff -u --label expected --label got "$work/b" "$work/a" >"$work/diff"; then
				echo "ok $number - $mark"
			else
				echo "not ok $number - $mark"
				sed 's/^/#   /' "$work/diff"
				status=1
			fi
		elif grep -qE '^(ERROR|FATAL|PANIC)' "$work/a"; then
			echo "not ok $number - $mark"
			sed 's/^/#   /' "$work/a"
			status=1
		else
			echo "ok $number - $mark"
		fi
	done
	psql -X -q -d postgres -c 'DROP DATABASE readme'
done
exit $status
