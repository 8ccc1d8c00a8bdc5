/*-------------------------------------------------------------------------
 *
 * variant_gin_pattern.c
 *	  Conditions that look at the start of a text: LIKE, LIKE ANY, ^@,
 *	  starts_with() and ~.
 *
 * Interface: variant_pattern_open, variant_pattern_selectivity, see
 * variant_gin_support.h.
 *
 * A pattern has to be a constant, or the start of one that is put together, as
 * in LIKE $1 || '%'.  Of a parameter alone nothing is known: '%a%' would have
 * the index find everything.  A regular expression is a constant, whose fixed
 * start the server finds.
 *
 *-------------------------------------------------------------------------
 */
#include "variant.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "variant_fold.h"
#include "variant_gin.h"
#include "variant_gin_support.h"
#include "variant_predicate.h"

/* ---------------------------------------------------------------------
 * Recognizing them
 * ---------------------------------------------------------------------
 */
static Node *
text_const(text *t)
{
	return (Node *) makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1,
							  PointerGetDatum(t), false, false);
}

/* May this start with something else than a wildcard? */
static bool
has_start(Node *pattern, const char *wildcards)
{
	Node	   *first;

	check_stack_depth();
	if (IsA(pattern, Const))
	{
		Const	   *c = (Const *) pattern;
		text	   *t;

		if (c->constisnull)
			return false;
		t = DatumGetTextPP(c->constvalue);
		return VARSIZE_ANY_EXHDR(t) > 0 && strchr(wildcards, *VARDATA_ANY(t)) == NULL;
	}
	if (!IsA(pattern, OpExpr) || get_opcode(((OpExpr *) pattern)->opno) != F_TEXTCAT)
		return false;
	first = linitial(((OpExpr *) pattern)->args);
	return !(IsA(first, Const) || IsA(first, OpExpr)) || has_start(first, wildcards);
}

/* The fixed start of a regular expression; NULL if there is none. */
static Node *
regexp_start(Node *pattern, Oid collation)
{
	Const	   *c = (Const *) pattern;
	bool		exact;
	char	   *start;

	if (!IsA(c, Const) || c->constisnull)
		return NULL;
	start = regexp_fixed_prefix(DatumGetTextPP(c->constvalue), false, collation, &exact);
	return start == NULL || start[0] == '\0' ? NULL : text_const(cstring_to_text(start));
}

/* Every element of a constant array has a start. */
static bool
all_have_start(Node *patterns)
{
	Const	   *c = (Const *) patterns;
	Datum	   *values;
	int			count;

	if (!IsA(c, Const) || c->constisnull)
		return false;
	count = variant_predicate_alternatives(DatumGetArrayTypeP(c->constvalue), &values);
	for (int i = 0; i < count; i++)
	{
		if (!has_start(text_const(DatumGetTextPP(values[i])), "%_"))
			return false;
	}
	return true;
}

/* LIKE ANY (array) */
static Node *
open_like_any(ScalarArrayOpExpr *op, VariantClause *clause)
{
	if (!op->useOr || get_opcode(op->opno) != F_TEXTLIKE ||
		!variant_collation_equates_bytes(op->inputcollid) ||
		!all_have_start(lsecond(op->args)))
		return NULL;
	clause->kind = VARIANT_CLAUSE_LIKE;
	clause->operator = "";
	clause->value = lsecond(op->args);
	clause->any = true;
	return linitial(op->args);
}

Node *
variant_pattern_open(Node *node, VariantClause *clause)
{
	Oid			function;
	Oid			collation;
	List	   *args;

	if (IsA(node, ScalarArrayOpExpr))
		return open_like_any((ScalarArrayOpExpr *) node, clause);
	if (IsA(node, OpExpr))
	{
		function = get_opcode(((OpExpr *) node)->opno);
		collation = ((OpExpr *) node)->inputcollid;
		args = ((OpExpr *) node)->args;
	}
	else if (IsA(node, FuncExpr))
	{
		function = ((FuncExpr *) node)->funcid;
		collation = ((FuncExpr *) node)->inputcollid;
		args = ((FuncExpr *) node)->args;
	}
	else
		return NULL;
	if (function != F_TEXTLIKE && function != F_STARTS_WITH && function != F_TEXTREGEXEQ)
		return NULL;
	if (!variant_collation_equates_bytes(collation))
		return NULL;
	clause->kind = function == F_TEXTLIKE ? VARIANT_CLAUSE_LIKE : VARIANT_CLAUSE_PREFIX;
	clause->operator = "";
	clause->value = lsecond(args);
	if (function == F_TEXTREGEXEQ)
		clause->value = regexp_start(clause->value, collation);
	else if (IsA(clause->value, Const) || function == F_TEXTLIKE)
	{
		if (!has_start(clause->value, function == F_TEXTLIKE ? "%_" : ""))
			return NULL;
	}
	return clause->value != NULL ? linitial(args) : NULL;
}

/* ---------------------------------------------------------------------
 * Selectivity
 * ---------------------------------------------------------------------
 */

/* No more make a difference: each takes bits of a place, which has few. */
#define KNOWN_MOST	64

/*
 * How many bytes of the text make a difference to the keys of what starts with
 * it.  In other encodings than UTF-8 that is a guess.
 */
static int
known_bytes(const text *t)
{
	VntSlice	start = {(const uint8_t *) VARDATA_ANY(t), Min(VARSIZE_ANY_EXHDR(t), KNOWN_MOST)};
	uint64		low;
	uint64		high;

	variant_code_prefix(start, &low, &high);
	while (start.len > 0)
	{
		VntSlice	shorter = {start.data, start.len - 1};
		uint64		shorter_low;
		uint64		shorter_high;

		variant_code_prefix(shorter, &shorter_low, &shorter_high);
		if (shorter_low != low || shorter_high != high)
			break;
		start = shorter;
	}
	return start.len;
}

Selectivity
variant_pattern_selectivity(const VariantTarget *target, Node *node)
{
	VariantClause clause = {0};
	Node	   *of = variant_pattern_open(node, &clause);
	text	   *t;
	int			len;
	Expr	   *coarse;

	if (of == NULL || clause.any || !IsA(clause.value, Const))
		return 0;
	t = DatumGetTextPP(((Const *) clause.value)->constvalue);
	len = pg_mbcliplen(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), known_bytes(t));
	for (int i = 0; i < len; i++)
	{
		/* shorter, or not easily shortened */
		if (clause.kind == VARIANT_CLAUSE_LIKE && strchr("%_\\", VARDATA_ANY(t)[i]) != NULL)
			return 0;
	}
	if (len == 0)
		return 0;
	coarse = make_opclause(TextPrefixOperator, BOOLOID, false, (Expr *) of,
						   (Expr *) text_const(cstring_to_text_with_len(VARDATA_ANY(t), len)),
						   InvalidOid, exprCollation(of));
	set_opfuncid((OpExpr *) coarse);
	return clause_selectivity(target->root, (Node *) coarse, target->rel->relid,
							  JOIN_INNER, NULL);
}
