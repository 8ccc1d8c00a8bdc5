/*-------------------------------------------------------------------------
 *
 * variant_subs.c
 *	  Subscripts: v['a'][1], read and assigned.
 *
 * Interface: variant_subscript_handler (SQL).
 *
 * All subscripts of an expression are one path and one walk.  Where they are
 * constants, as they nearly always are, the path is made when the expression
 * is set up and evaluation only walks it.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_borrow.h"
#include "variant_expanded.h"

#include "catalog/pg_type.h"
#include "executor/execExpr.h"
#include "nodes/nodeFuncs.h"
#include "nodes/subscripting.h"
#include "parser/parse_coerce.h"
#include "parser/parse_expr.h"
#include "utils/builtins.h"

VARIANT_FUNCTION(variant_subscript_handler);

/* SubscriptingRefState.workspace */
typedef struct SubsWorkspace
{
	VPath		path;
	uint32	   *hints;			/* by step */
	Oid		   *types;			/* of the subscripts: integer or text */
	bool		variable;		/* assigns to a variable of PL/pgSQL */
	VariantBorrowed *borrowed;	/* for containers; NULL if nothing is borrowed */
	VariantShort room;			/* for borrowed scalars */
} SubsWorkspace;

/* ---------------------------------------------------------------------
 * Parse analysis
 * ---------------------------------------------------------------------
 */

/* integer or text, whichever one the type can be coerced to. */
static Oid
subscript_target(ParseState *pstate, Node *expr)
{
	static const Oid targets[] = {INT4OID, TEXTOID};
	Oid			type = exprType(expr);
	Oid			target = InvalidOid;

	if (type == UNKNOWNOID)
		return TEXTOID;
	for (int i = 0; i < lengthof(targets); i++)
	{
		if (!can_coerce_type(1, &type, &targets[i], COERCION_IMPLICIT))
			continue;
		if (OidIsValid(target))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("subscript type %s is not supported",
							format_type_be(type)),
					 errhint("variant subscript must be coercible to only one type, integer or text."),
					 parser_errposition(pstate, exprLocation(expr))));
		target = targets[i];
	}
	if (!OidIsValid(target))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("subscript type %s is not supported",
						format_type_be(type)),
				 errhint("variant subscript must be coercible to either integer or text."),
				 parser_errposition(pstate, exprLocation(expr))));
	return target;
}

static Node *
transform_subscript(ParseState *pstate, A_Indices *ai)
{
	Node	   *expr = transformExpr(pstate, ai->uidx, pstate->p_expr_kind);

	return coerce_type(pstate, expr, exprType(expr),
					   subscript_target(pstate, expr), -1,
					   COERCION_IMPLICIT, COERCE_IMPLICIT_CAST, -1);
}

static void
subs_transform(SubscriptingRef *sbsref, List *indirection, ParseState *pstate,
			   bool isSlice, bool isAssignment)
{
	List	   *subscripts = NIL;
	ListCell   *lc;

	foreach(lc, indirection)
	{
		A_Indices  *ai = lfirst_node(A_Indices, lc);

		if (isSlice || ai->uidx == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("variant subscript does not support slices"),
					 parser_errposition(pstate,
										exprLocation(ai->uidx ? ai->uidx : ai->lidx))));
		subscripts = lappend(subscripts, transform_subscript(pstate, ai));
	}
	sbsref->refupperindexpr = subscripts;
	sbsref->reflowerindexpr = NIL;
	sbsref->refrestype = sbsref->refcontainertype;
	sbsref->reftypmod = -1;
}

/* ---------------------------------------------------------------------
 * Steps
 * ---------------------------------------------------------------------
 */

/*
 * One subscript as a step; a name lives as long as the datum, or longer.  A
 * name to be stored has to be UTF-8, one to be found just is not found.
 */
VPathStep
variant_subscript_step(Oid type, Datum value, bool isassignment)
{
	text	   *name;
	VPathStep	step;
	size_t		len;

	if (type == INT4OID)
		return vpath_step_integer(DatumGetInt32(value));
	name = DatumGetTextPP(value);
	step = variant_path_step(name);
	if (step.kind == VPATH_NULL && isassignment)
		(void) variant_utf8_from_server(VARDATA_ANY(name),
										VARSIZE_ANY_EXHDR(name), &len);
	return step;
}

/* Make the path of this evaluation; false where a subscript is NULL. */
static bool
subs_check_subscripts(ExprState *state, ExprEvalStep *op,
					  ExprContext *econtext)
{
	SubscriptingRefState *sbs = op->d.sbsref_subscript.state;
	SubsWorkspace *workspace = sbs->workspace;

	for (int i = 0; i < sbs->numupper; i++)
	{
		if (sbs->upperindexnull[i])
		{
			if (sbs->isassignment)
				ereport(ERROR,
						(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						 errmsg("variant subscript in assignment must not be null")));
			*op->resnull = true;
			return false;
		}
		workspace->path.steps[i] = variant_subscript_step(workspace->types[i],
												  sbs->upperindex[i],
												  sbs->isassignment);
	}
	return true;
}

/* ---------------------------------------------------------------------
 * Evaluation
 * ---------------------------------------------------------------------
 */
static Datum
fetch_any(SubsWorkspace *workspace, Datum container, bool *isnull)
{
	return variant_find_any_datum(container, &workspace->path, workspace->hints, isnull);
}

static pg_noinline Datum
make_long(VPathQuick found)
{
	VntValue	v = variant_scalar_value(found);

	return variant_from_value(&v);
}

static inline Datum
make_scalar(SubsWorkspace *workspace, VPathQuick found)
{
	size_t		size = vpath_quick_size(found);
	VariantShort *result = &workspace->room;

	if (unlikely(size == 0))
		return make_long(found);
	if (workspace->borrowed == NULL)
	{
		result = palloc(offsetof(VariantShort, value) + size);
		memcpy(result->metadata, vnt_empty_metadata, sizeof(result->metadata));
	}
	return variant_short_set(result, found.data, size);
}

/* borrow, which is constant: a container is left where it lies. */
static pg_attribute_always_inline Datum
fetch(SubsWorkspace *workspace, Datum container, bool *isnull, bool borrow)
{
	const uint8_t *data;
	size_t		len;
	VPathQuick	found;

	if (unlikely(!variant_inline_bytes(container, &data, &len)))
		return fetch_any(workspace, container, isnull);
	found = vpath_quick_walk(&workspace->path, data, len, workspace->hints);
	*isnull = false;
	if (likely(found.data != NULL))
	{
		if ((found.data[0] & VNT_BASIC_MASK) < VNT_BASIC_OBJECT)
			return make_scalar(workspace, found);
		return borrow ? variant_borrowed_set(workspace->borrowed, data, len, found) :
			variant_from_document(data, len, vpath_quick_open(data, len), &found);
	}
	if (found.len == VPATH_QUICK_UNKNOWN)
		return fetch_any(workspace, container, isnull);
	*isnull = true;
	return (Datum) 0;
}

static void
subs_fetch(ExprState *state, ExprEvalStep *op, ExprContext *econtext)
{
	*op->resvalue = fetch(op->d.sbsref.state->workspace, *op->resvalue,
						  op->resnull, false);
}

static void
subs_fetch_borrowed(ExprState *state, ExprEvalStep *op, ExprContext *econtext)
{
	*op->resvalue = fetch(op->d.sbsref.state->workspace, *op->resvalue,
						  op->resnull, true);
}

/* The whole container: the function that gets it walks the path. */
static void
subs_pass(ExprState *state, ExprEvalStep *op, ExprContext *econtext)
{
}

/* The old value of what an assignment replaces, for nested assignments. */
static void
subs_fetch_old(ExprState *state, ExprEvalStep *op, ExprContext *econtext)
{
	SubscriptingRefState *sbs = op->d.sbsref.state;

	sbs->prevvalue = (Datum) 0;
	sbs->prevnull = true;
	if (!*op->resnull)
		sbs->prevvalue = fetch_any(sbs->workspace, *op->resvalue, &sbs->prevnull);
}

static Datum
assign_flat(Datum container, bool isnull, const VPath *path,
			const VntValue *newval)
{
	VariantView root;
	Datum		result;

	if (!isnull)
		variant_view_open(&root, container);
	result = variant_set_path(isnull ? NULL : &root.root, path, newval,
							  VARIANT_SET_CREATE | VARIANT_SET_FILL_GAPS |
							  VARIANT_SET_CONSISTENT);
	if (!isnull)
		variant_view_close(&root);
	return result;
}

/*
 * What is changed in place is changed even if the assignment fails after that.
 * Nothing can fail where the expression is evaluated by itself; the rest of a
 * query can.
 */
static void
subs_assign(ExprState *state, ExprEvalStep *op, ExprContext *econtext)
{
	SubscriptingRefState *sbs = op->d.sbsref.state;
	SubsWorkspace *workspace = sbs->workspace;
	const VntValue *value = &variant_null_value;
	VariantView newval;

	if (!sbs->replacenull)
	{
		variant_view_open(&newval, sbs->replacevalue);
		value = &newval.root;
	}
	if (workspace->variable && state->parent == NULL &&
		econtext->ecxt_param_list_info != NULL)
		*op->resvalue =
			variant_expanded_assign(variant_expanded_for(*op->resvalue, *op->resnull,
														 &workspace->path,
														 econtext->ecxt_param_list_info),
									&workspace->path, value);
	else
		*op->resvalue = assign_flat(*op->resvalue, *op->resnull, &workspace->path, value);
	if (!sbs->replacenull)
		variant_view_close(&newval);
	*op->resnull = false;
}

/* ---------------------------------------------------------------------
 * Set-up
 * ---------------------------------------------------------------------
 */
/*
 * A variable that may be changed in place; not one of a domain, which has
 * constraints to be checked after the assignment.
 */
static bool
is_variable(const SubscriptingRef *sbsref)
{
	const Param *param = (const Param *) sbsref->refexpr;

	return param && IsA(param, Param) && param->paramkind == PARAM_EXTERN &&
		param->paramtype == sbsref->refcontainertype;
}

static void
subs_exec_setup(const SubscriptingRef *sbsref, SubscriptingRefState *sbs,
				SubscriptExecSteps *methods)
{
	int			count = list_length(sbsref->refupperindexpr);
	SubsWorkspace *workspace = palloc0(sizeof(SubsWorkspace));
	bool		constant = true;
	ListCell   *lc;

	workspace->path.steps = palloc0(count * sizeof(VPathStep));
	workspace->path.count = count;
	workspace->hints = palloc0(count * sizeof(uint32));
	workspace->types = palloc0(count * sizeof(Oid));
	workspace->variable = is_variable(sbsref);
	if (sbsref->reftypmod == VARIANT_BORROWED)
	{
		workspace->borrowed = palloc0(sizeof(VariantBorrowed));
		variant_borrowed_begin(workspace->borrowed);
		memcpy(workspace->room.metadata, vnt_empty_metadata, sizeof(vnt_empty_metadata));
	}
	foreach(lc, sbsref->refupperindexpr)
	{
		Node	   *expr = lfirst(lc);
		int			i = foreach_current_index(lc);

		workspace->types[i] = exprType(expr);
		if (IsA(expr, Const) && !((Const *) expr)->constisnull)
			workspace->path.steps[i] = variant_subscript_step(workspace->types[i],
													  ((Const *) expr)->constvalue,
													  sbs->isassignment);
		else
			constant = false;
	}
	sbs->workspace = workspace;
	methods->sbs_check_subscripts = constant ? NULL : subs_check_subscripts;
	methods->sbs_fetch = sbsref->reftypmod == VARIANT_BORROWED ? subs_fetch_borrowed :
		sbsref->reftypmod == VARIANT_PASSED ? subs_pass : subs_fetch;
	methods->sbs_assign = subs_assign;
	methods->sbs_fetch_old = subs_fetch_old;
}

Datum
variant_subscript_handler(PG_FUNCTION_ARGS)
{
	static const SubscriptRoutines routines = {
		.transform = subs_transform,
		.exec_setup = subs_exec_setup,
		.fetch_strict = true,	/* NULL for a NULL variant */
		.fetch_leakproof = true,	/* NULL for a path that leads nowhere */
		.store_leakproof = false	/* assignments raise errors */
	};

	PG_RETURN_POINTER(&routines);
}
