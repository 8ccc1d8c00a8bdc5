/*-------------------------------------------------------------------------
 *
 * variant_chain.c
 *	  Chains of constant steps: from expressions, to text, to expressions.
 *
 * Interface: variant_chain_open, variant_chain_append, variant_chain_spell,
 * variant_chain_subscripts.
 *
 * The kind of each step is kept: -> 'x' looks only into objects, -> 0 only
 * into arrays, subscripts and #> into both.  Steps that mean the same get the
 * same form, so that expressions that mean the same become equal.
 *
 *-------------------------------------------------------------------------
 */
#include "variant_fold.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* ---------------------------------------------------------------------
 * Steps
 * ---------------------------------------------------------------------
 */
static List *
add_step(List *steps, VPathStep step)
{
	VPathStep  *copy = palloc(sizeof(VPathStep));

	*copy = step;
	return lappend(steps, copy);
}

/* How an integer is written if nobody wants it to look special. */
static bool
is_shortest(const VPathStep *step)
{
	VPathStep	integer = vpath_step_integer(step->index);
	uint8_t		buffer[VPATH_INDEX_TEXT];
	VntSlice	name = vpath_step_name(&integer, buffer);

	return name.len == step->name.len &&
		memcmp(name.data, step->name.data, name.len) == 0;
}

/* The one form of steps that mean the same. */
static VPathStep
normal_step(VPathStep step)
{
	if (step.kind == VPATH_EITHER && !step.has_index)
		step.kind = VPATH_NAME;
	else if (step.kind == VPATH_EITHER && step.name.data != NULL &&
			 is_shortest(&step))
		step = vpath_step_integer(step.index);
	return step;
}

/* Could the text be a member's name?  Only UTF-8 can. */
static bool
is_name(const char *text, size_t len)
{
	size_t		utf8_len;

	return variant_utf8_try(text, len, &utf8_len) != NULL;
}

static bool
add_text(List **steps, text *name, VPathKind kind)
{
	VPathStep	step;

	if (!is_name(VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name)))
		return false;
	step = vpath_step_either((const uint8_t *) VARDATA_ANY(name),
							 VARSIZE_ANY_EXHDR(name));
	step.kind = kind;
	*steps = add_step(*steps, normal_step(step));
	return true;
}

static bool
add_array(List **steps, ArrayType *array)
{
	Datum	   *elements;
	bool	   *nulls;
	int			count;

	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT,
					  &elements, &nulls, &count);
	for (int i = 0; i < count; i++)
	{
		if (nulls[i] ||
			!add_text(steps, DatumGetTextPP(elements[i]), VPATH_EITHER))
			return false;
	}
	return true;
}

/* Steps written as text, in the database encoding. */
static bool
add_path(List **steps, text *source, bool typed)
{
	const char *path_text = VARDATA_ANY(source);
	size_t		len = VARSIZE_ANY_EXHDR(source);
	VPathStep  *parsed;
	uint8_t    *names;
	VPath		path;
	size_t		offset;

	/* what is wrong with it is for execution to say */
	if (len > VARIANT_MAX_PATH || !is_name(path_text, len))
		return false;
	parsed = variant_path_room(len);
	names = palloc(len + 1);
	if ((typed ? vpath_parse_typed : vpath_parse) (path_text, len, parsed, names,
												   &path, &offset) != VPATH_OK)
		return false;
	for (size_t i = 0; i < path.count; i++)
	{
		/* normal_step wants to know, too, of names */
		if (parsed[i].kind == VPATH_NAME)
		{
			VPathStep	name = vpath_step_either(parsed[i].name.data,
												 parsed[i].name.len);

			name.kind = VPATH_NAME;
			parsed[i] = name;
		}
		*steps = add_step(*steps, normal_step(parsed[i]));
	}
	return true;
}

static Const *
constant_of(Node *argument, Oid type)
{
	Const	   *constant = (Const *) argument;

	return IsA(argument, Const) && !constant->constisnull &&
		constant->consttype == type ? constant : NULL;
}

bool
variant_chain_append(VariantChain *chain, VariantStepForm form, Node *argument)
{
	static const Oid types[] = {
		[VARIANT_STEPS_KEY] = TEXTOID,
		[VARIANT_STEPS_INDEX] = INT4OID,
		[VARIANT_STEPS_ARRAY] = TEXTARRAYOID,
		[VARIANT_STEPS_DOLLAR] = TEXTOID,
		[VARIANT_STEPS_TYPED] = TEXTOID,
	};
	Const	   *constant = constant_of(argument, types[form]);
	List	   *steps = list_copy(chain->steps);
	VPathStep	index = {{NULL, 0}, 0, VPATH_INDEX, true};
	bool		good = false;

	if (constant == NULL)
		return false;
	switch (form)
	{
		case VARIANT_STEPS_NONE:
			return false;
		case VARIANT_STEPS_KEY:
			good = add_text(&steps, DatumGetTextPP(constant->constvalue),
							VPATH_NAME);
			break;
		case VARIANT_STEPS_INDEX:
			index.index = DatumGetInt32(constant->constvalue);
			steps = add_step(steps, index);
			good = true;
			break;
		case VARIANT_STEPS_ARRAY:
			good = add_array(&steps, DatumGetArrayTypeP(constant->constvalue));
			break;
		case VARIANT_STEPS_DOLLAR:
		case VARIANT_STEPS_TYPED:
			good = add_path(&steps, DatumGetTextPP(constant->constvalue),
							form == VARIANT_STEPS_TYPED);
			break;
	}
	if (good)
		chain->steps = steps;
	return good;
}

/* ---------------------------------------------------------------------
 * From expressions
 * ---------------------------------------------------------------------
 */

/* The steps of constant subscripts; false if there are others. */
static bool
subscript_steps(const SubscriptingRef *ref, List **steps)
{
	ListCell   *lc;

	foreach(lc, ref->refupperindexpr)
	{
		Node	   *argument = lfirst(lc);
		Const	   *constant;

		if (argument == NULL)
			return false;
		if ((constant = constant_of(argument, INT4OID)) != NULL)
			*steps = add_step(*steps, vpath_step_integer(DatumGetInt32(constant->constvalue)));
		else if ((constant = constant_of(argument, TEXTOID)) == NULL ||
				 !add_text(steps, DatumGetTextPP(constant->constvalue), VPATH_EITHER))
			return false;
	}
	return true;
}

/* Take one call or subscript list off base; false if it is none. */
static bool
open_once(VariantChain *chain)
{
	VariantChain inner = {NULL, NIL};

	if (IsA(chain->base, SubscriptingRef))
	{
		SubscriptingRef *ref = (SubscriptingRef *) chain->base;

		if (ref->refcontainertype != variant_type_oid() ||
			ref->refassgnexpr != NULL || ref->reflowerindexpr != NIL ||
			!subscript_steps(ref, &inner.steps))
			return false;
		inner.base = (Node *) ref->refexpr;
	}
	else if (IsA(chain->base, FuncExpr))
	{
		FuncExpr   *call = (FuncExpr *) chain->base;

		if (call->funcid != variant_fetch_oid() ||
			!variant_chain_append(&inner, VARIANT_STEPS_TYPED, lsecond(call->args)))
			return false;
		inner.base = linitial(call->args);
	}
	else
		return false;
	chain->base = inner.base;
	chain->steps = list_concat(inner.steps, chain->steps);
	return true;
}

void
variant_chain_open(VariantChain *chain, Node *base)
{
	chain->base = base;
	chain->steps = NIL;
	while (open_once(chain))
		;
}

/* ---------------------------------------------------------------------
 * To text
 * ---------------------------------------------------------------------
 */
static bool
is_plain_name(VntSlice name)
{
	for (size_t i = 0; i < name.len; i++)
	{
		uint8_t		c = name.data[i];

		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
			!(c >= '0' && c <= '9') && c != '_' && c != '-' && c < 0x80)
			return false;
	}
	return name.len > 0;
}

static void
spell_quoted(StringInfo out, VntSlice name)
{
	appendStringInfoChar(out, '\'');
	for (size_t i = 0; i < name.len; i++)
	{
		if (name.data[i] == '\'')
			appendStringInfoChar(out, '\'');
		appendStringInfoChar(out, (char) name.data[i]);
	}
	appendStringInfoChar(out, '\'');
}

static void
spell_step(StringInfo out, const VPathStep *step)
{
	if (step->kind == VPATH_INDEX)
		appendStringInfo(out, "[%d]", step->index);
	else if (step->kind == VPATH_EITHER && step->name.data == NULL)
		appendStringInfo(out, "{%d}", step->index);
	else if (step->kind == VPATH_EITHER)
	{
		appendStringInfoChar(out, '{');
		spell_quoted(out, step->name);
		appendStringInfoChar(out, '}');
	}
	else if (is_plain_name(step->name))
	{
		appendStringInfoChar(out, '.');
		appendBinaryStringInfo(out, (const char *) step->name.data,
							   (int) step->name.len);
	}
	else
	{
		appendStringInfoChar(out, '[');
		spell_quoted(out, step->name);
		appendStringInfoChar(out, ']');
	}
}

char *
variant_chain_spell(const VariantChain *chain)
{
	StringInfoData out;
	ListCell   *lc;

	initStringInfo(&out);
	appendStringInfoChar(&out, '$');
	foreach(lc, chain->steps)
		spell_step(&out, lfirst(lc));
	return out.data;
}

/* ---------------------------------------------------------------------
 * To subscripts
 * ---------------------------------------------------------------------
 */

/* NULL if a subscript would look into the other kind of container as well. */
static Node *
step_subscript(const VPathStep *step)
{
	text	   *name;

	if (step->kind == VPATH_INDEX || (step->kind == VPATH_NAME && step->has_index))
		return NULL;
	if (step->name.data == NULL)
		return (Node *) makeConst(INT4OID, -1, InvalidOid, sizeof(int32),
								  Int32GetDatum(step->index), false, true);
	name = cstring_to_text_with_len((const char *) step->name.data,
									(int) step->name.len);
	return (Node *) makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1,
							  PointerGetDatum(name), false, false);
}

Node *
variant_chain_subscripts(const VariantChain *chain)
{
	SubscriptingRef *ref = makeNode(SubscriptingRef);
	ListCell   *lc;

	foreach(lc, chain->steps)
	{
		Node	   *subscript = step_subscript(lfirst(lc));

		if (subscript == NULL)
			return NULL;
		ref->refupperindexpr = lappend(ref->refupperindexpr, subscript);
	}
	ref->refcontainertype = variant_type_oid();
	ref->refelemtype = InvalidOid;
	ref->refrestype = ref->refcontainertype;
	ref->reftypmod = -1;
	ref->refexpr = (Expr *) chain->base;
	return (Node *) ref;
}
