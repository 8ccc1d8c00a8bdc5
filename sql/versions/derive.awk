# derive.awk - the upgrade script from the last version to this one.
#
#	awk -f derive.awk LAST.sql THIS.sql BY_HAND.in > LAST--THIS.sql
#
# Statements of THIS install script that LAST does not have, word for word, go
# where BY_HAND.in says "-- @derived", in their order.  A function or aggregate
# that LAST has with the same arguments is replaced; everything else is
# created.  What cannot be said so (a changed operator, something dropped) is
# written into BY_HAND.in, and the statement that it stands for is left out by
# "-- @skip WORDS", WORDS being how its first line begins.
#
# A statement ends with a ; at the end of a line, outside of '' and $$.

# A line of a statement: true if it is the last one.
function collect(line,    bare, quotes)
{
	if (statement == "" && (line ~ /^[ \t]*$/ || line ~ /^--/ || line ~ /^\/\*/ || line ~ /^\\/))
		return 0
	statement = statement (statement == "" ? "" : "\n") line
	bare = line
	dollars += gsub(/\$[a-z_]*\$/, "", bare)
	if (dollars % 2 == 0) {
		if (quoted % 2 == 0)
			sub(/(^|[ \t])-- .*$/, "", bare)
		quoted += gsub(/'/, "", bare)
	}
	return quoted % 2 == 0 && dollars % 2 == 0 && bare ~ /;[ \t]*$/
}

# What makes a function or aggregate the same one: its name and arguments.
function signature(text,    head)
{
	if (text !~ /^CREATE (FUNCTION|AGGREGATE) /)
		return ""
	head = text
	gsub(/[ \t\n]+/, " ", head)
	# aggregates: what follows the arguments is in parentheses, too
	if (head ~ /^CREATE AGGREGATE/)
		sub(/\) \(.*$/, ")", head)
	else
		sub(/ (RETURNS|AS|LANGUAGE) .*$/, "", head)
	return head
}

function finish()
{
	if (file == 1) {
		old[statement] = 1
		if (signature(statement) != "")
			had[signature(statement)] = 1
	} else if (!(statement in old)) {
		if (signature(statement) in had)
			sub(/^CREATE /, "CREATE OR REPLACE ", statement)
		fresh[++number] = statement
	}
	statement = ""
	quoted = dollars = 0
}

function derived(    i, j, skip)
{
	for (i = 1; i <= number; i++) {
		skip = 0
		for (j = 1; j <= skips; j++)
			if (index(fresh[i], skipped[j]) == 1) {
				skip = 1
				used[j] = 1
			}
		if (!skip)
			print fresh[i] "\n"
	}
	for (j = 1; j <= skips; j++)
		if (!used[j])
			print "-- @skip " skipped[j] ": nothing to skip" > "/dev/stderr"
}

FNR == 1		{ file++ }
file < 3		{ if (collect($0)) finish(); next }
/^-- @skip /	{ skipped[++skips] = substr($0, 10); next }
/^-- @derived/	{ derived(); next }
				{ print }
