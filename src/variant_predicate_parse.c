/*-------------------------------------------------------------------------
 *
 * variant_predicate_parse.c
 *	  From the text of a variant_predicate to a tree.
 *
 * Interface: variant_predicate_parse.  The language is described in
 * variant_predicate.h.
 *
 * NOT is carried down to the comparisons, where it changes the operator: in
 * three-valued logic that is the same.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_predicate.h"

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "variant_path.h"

typedef struct Parser
{
	const char *start;
	const char *at;
	const char *end;
	struct Node *escontext;
} Parser;

static VariantPredicate *parse_or(Parser *p, bool negate);

/* ---------------------------------------------------------------------
 * Errors and tokens
 * ---------------------------------------------------------------------
 */
static VariantPredicate *
fail_at(Parser *p, const char *where, const char *detail)
{
	ereturn(p->escontext, NULL,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%.*s\"", "variant_predicate",
					(int) (p->end - p->start), p->start),
			 errdetail("At position %d: %s.",
					   pg_mbstrlen_with_len(p->start, where - p->start) + 1, detail),
			 errhint("Write a predicate like $.price > 50 AND $.kind = \"login\".")));
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void
skip_blanks(Parser *p)
{
	while (p->at < p->end && is_blank(*p->at))
		p->at++;
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The next token if it is this keyword. */
static bool
accept_word(Parser *p, const char *word)
{
	size_t		len = strlen(word);

	skip_blanks(p);
	if (p->end - p->at < len || pg_strncasecmp(p->at, word, len) != 0 ||
		(p->end - p->at > len && is_letter(p->at[len])))
		return false;
	p->at += len;
	return true;
}

static bool
accept_char(Parser *p, char c)
{
	skip_blanks(p);
	if (p->at == p->end || *p->at != c)
		return false;
	p->at++;
	return true;
}

static VariantPredicate *
make_node(VariantPredicateType type)
{
	VariantPredicate *node = palloc0(sizeof(VariantPredicate));

	node->type = type;
	return node;
}

/* ---------------------------------------------------------------------
 * Paths
 * ---------------------------------------------------------------------
 */

/* Skip a step in brackets or braces, at whose opening one s points. */
static const char *
skip_bracket(const char *s, const char *end)
{
	char		close = *s == '[' ? ']' : '}';
	char		quote;

	s++;
	if (s < end && (*s == '\'' || *s == '"'))
	{
		quote = *s++;
		/* a quote in the name is written twice */
		while (s < end && (*s != quote || (s + 1 < end && s[1] == quote)))
			s += *s == quote ? 2 : 1;
	}
	while (s < end && *s != close)
		s++;
	return s < end ? s + 1 : s;
}

/* Where the path ends that starts here. */
static const char *
path_end(const char *s, const char *end)
{
	s++;
	while (s < end)
	{
		if (*s == '[' || *s == '{')
			s = skip_bracket(s, end);
		else if (*s == '.')
		{
			s++;
			while (s < end && !is_blank(*s) && strchr(".[{<>=!(),", *s) == NULL)
				s++;
		}
		else
			break;
	}
	return s;
}

/* Fill in the path of a node; false after an error. */
static bool
parse_path(Parser *p, VariantPredicate *node)
{
	const char *start;
	const char *utf8;
	size_t		len;
	size_t		offset;
	VPathStatus status;
	uint8_t    *names;

	skip_blanks(p);
	if (p->at == p->end || *p->at != '$')
	{
		fail_at(p, p->at, "a path that starts with $ is expected");
		return false;
	}
	start = p->at;
	p->at = path_end(start, p->end);
	utf8 = variant_utf8_from_server(start, p->at - start, &len);
	names = palloc(len + 1);
	node->path.steps = variant_path_room(len);
	status = vpath_parse_typed(utf8, len, node->path.steps, names, &node->path, &offset);
	if (status != VPATH_OK)
	{
		fail_at(p, start + Min(offset, p->at - start), vpath_status_message(status));
		return false;
	}
	node->hints = palloc0(node->path.count * sizeof(uint32) + 1);
	return true;
}

/* ---------------------------------------------------------------------
 * Literals
 * ---------------------------------------------------------------------
 */
static const char *
skip_string(const char *s, const char *end)
{
	for (s++; s < end && *s != '"'; s++)
	{
		if (*s == '\\')
			s++;
	}
	return s < end ? s + 1 : end;
}

/* An array or object: up to its last bracket, strings left out of account. */
static const char *
skip_container(const char *s, const char *end)
{
	int			depth = 0;

	while (s < end)
	{
		if (*s == '"')
		{
			s = skip_string(s, end);
			continue;
		}
		if (*s == '[' || *s == '{')
			depth++;
		else if ((*s == ']' || *s == '}') && --depth == 0)
			return s + 1;
		s++;
	}
	return s;
}

static const char *
literal_end(const char *s, const char *end)
{
	if (s < end && (*s == '[' || *s == '{'))
		return skip_container(s, end);
	if (s < end && *s == '"')
		s = skip_string(s, end);
	while (s < end && !is_blank(*s) && *s != ')' && *s != ',' && *s != '(')
		s++;
	/* ::timestamp(9) */
	if (s + 3 <= end && strncmp(s, "(9)", 3) == 0)
		s += 3;
	return s;
}

static bool
parse_literal(Parser *p, VariantPredicate *node)
{
	const char *start;
	Datum		literal;

	skip_blanks(p);
	start = p->at;
	p->at = literal_end(start, p->end);
	if (p->at == start || *start == '=' || *start == '\'')
	{
		fail_at(p, start, "a value is expected");
		return false;
	}
	literal = variant_parse(start, p->at - start, 0, p->escontext);
	if (p->escontext != NULL && SOFT_ERROR_OCCURRED(p->escontext))
		return false;
	variant_view_open(&node->view, literal);
	return true;
}

/* ---------------------------------------------------------------------
 * Terms
 * ---------------------------------------------------------------------
 */
typedef struct Comparison
{
	const char *text;			/* longer ones first */
	VariantPredicateType type;
	VariantPredicateType negated;
} Comparison;

static const Comparison comparisons[] = {
	{"<>", VARIANT_PREDICATE_NE, VARIANT_PREDICATE_EQ},
	{"!=", VARIANT_PREDICATE_NE, VARIANT_PREDICATE_EQ},
	{"<=", VARIANT_PREDICATE_LE, VARIANT_PREDICATE_GT},
	{">=", VARIANT_PREDICATE_GE, VARIANT_PREDICATE_LT},
	{"=", VARIANT_PREDICATE_EQ, VARIANT_PREDICATE_NE},
	{"<", VARIANT_PREDICATE_LT, VARIANT_PREDICATE_GE},
	{">", VARIANT_PREDICATE_GT, VARIANT_PREDICATE_LE},
};

static const Comparison *
accept_comparison(Parser *p)
{
	skip_blanks(p);
	for (int i = 0; i < lengthof(comparisons); i++)
	{
		size_t		len = strlen(comparisons[i].text);

		if (p->end - p->at >= len && strncmp(p->at, comparisons[i].text, len) == 0)
		{
			p->at += len;
			return &comparisons[i];
		}
	}
	return NULL;
}

/* A term for the path of model. */
static VariantPredicate *
same_path(VariantPredicateType type, const VariantPredicate *model)
{
	VariantPredicate *node = make_node(type);

	node->path = model->path;
	node->hints = model->hints;
	return node;
}

static VariantPredicate *
parse_in(Parser *p, const VariantPredicate *path, bool negate)
{
	VariantPredicate *list;

	list = make_node(negate ? VARIANT_PREDICATE_AND : VARIANT_PREDICATE_OR);
	if (!accept_char(p, '('))
		return fail_at(p, p->at, "( is expected");
	do
	{
		VariantPredicate *node;

		node = same_path(negate ? VARIANT_PREDICATE_NE : VARIANT_PREDICATE_EQ, path);
		if (!parse_literal(p, node))
			return NULL;
		list->args = lappend(list->args, node);
	} while (accept_char(p, ','));
	if (!accept_char(p, ')'))
		return fail_at(p, p->at, ") is expected");
	return list;
}

static VariantPredicate *
parse_is(Parser *p, VariantPredicate *node, bool negate)
{
	node->type = VARIANT_PREDICATE_IS;
	node->negated = negate != accept_word(p, "NOT");
	for (int i = 0; i <= VNT_CLASS_OBJECT; i++)
	{
		if (accept_word(p, vnt_class_names[i]))
		{
			node->class_ = i;
			return node;
		}
	}
	return fail_at(p, p->at, "the name of a class is expected");
}

static VariantPredicate *
parse_starts(Parser *p, VariantPredicate *node, bool negate)
{
	const char *literal;

	node->type = VARIANT_PREDICATE_STARTS;
	node->negated = negate;
	if (!accept_word(p, "WITH"))
		return fail_at(p, p->at, "WITH is expected");
	skip_blanks(p);
	literal = p->at;
	if (!parse_literal(p, node))
		return NULL;
	if (vnt_value_class(&node->view.root) != VNT_CLASS_STRING)
		return fail_at(p, literal, "a string is expected");
	return node;
}

static VariantPredicate *
parse_comparison(Parser *p, bool negate)
{
	VariantPredicate *node = make_node(VARIANT_PREDICATE_EXISTS);
	const Comparison *comparison;

	if (!parse_path(p, node))
		return NULL;
	if (accept_word(p, "IS"))
		return parse_is(p, node, negate);
	if (accept_word(p, "STARTS"))
		return parse_starts(p, node, negate);
	if (accept_word(p, "IN"))
		return parse_in(p, node, negate);
	if (accept_word(p, "NOT"))
		return accept_word(p, "IN") ? parse_in(p, node, !negate) :
			fail_at(p, p->at, "IN is expected");
	comparison = accept_comparison(p);
	if (comparison == NULL)
		return fail_at(p, p->at, "an operator is expected");
	node->type = negate ? comparison->negated : comparison->type;
	return parse_literal(p, node) ? node : NULL;
}

static VariantPredicate *
parse_term(Parser *p, bool negate)
{
	VariantPredicate *node;

	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	if (accept_word(p, "NOT"))
		return parse_term(p, !negate);
	if (accept_char(p, '('))
	{
		node = parse_or(p, negate);
		if (node != NULL && !accept_char(p, ')'))
			return fail_at(p, p->at, ") is expected");
		return node;
	}
	if (accept_word(p, "EXISTS"))
	{
		node = make_node(VARIANT_PREDICATE_EXISTS);
		node->negated = negate;
		return parse_path(p, node) ? node : NULL;
	}
	return parse_comparison(p, negate);
}

/* ---------------------------------------------------------------------
 * AND and OR
 * ---------------------------------------------------------------------
 */
static VariantPredicate *
parse_list(Parser *p, bool negate, const char *word, VariantPredicateType type,
		   VariantPredicate *(*parse_arg) (Parser *p, bool negate))
{
	VariantPredicate *first = parse_arg(p, negate);
	VariantPredicate *list;

	if (first == NULL || !accept_word(p, word))
		return first;
	list = make_node(type);
	list->args = list_make1(first);
	do
	{
		VariantPredicate *next = parse_arg(p, negate);

		if (next == NULL)
			return NULL;
		list->args = lappend(list->args, next);
	} while (accept_word(p, word));
	return list;
}

static VariantPredicate *
parse_and(Parser *p, bool negate)
{
	return parse_list(p, negate, "AND",
					  negate ? VARIANT_PREDICATE_OR : VARIANT_PREDICATE_AND, parse_term);
}

static VariantPredicate *
parse_or(Parser *p, bool negate)
{
	return parse_list(p, negate, "OR",
					  negate ? VARIANT_PREDICATE_AND : VARIANT_PREDICATE_OR, parse_and);
}

VariantPredicate *
variant_predicate_parse(const char *text, size_t len, struct Node *escontext)
{
	Parser		p = {text, text, text + len, escontext};
	VariantPredicate *node = parse_or(&p, false);

	if (node == NULL)
		return NULL;
	skip_blanks(&p);
	if (p.at != p.end)
		return fail_at(&p, p.at, "the predicate's end is expected");
	return node;
}
