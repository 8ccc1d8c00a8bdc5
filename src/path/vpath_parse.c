/*-------------------------------------------------------------------------
 *
 * vpath_parse.c
 *	  From text to the steps of a path.
 *
 * Interface: vpath_parse for $-paths, vpath_parse_typed for those with
 * steps of every kind, vpath_step_either and vpath_step_integer for single
 * steps, vpath_read_index, vpath_status_message.
 *
 * Limits: an index has 32 bits.
 *
 *-------------------------------------------------------------------------
 */
#include "vpath.h"

#include <string.h>

typedef struct Parser
{
	const char *end;
	const char *at;
	uint8_t    *names;			/* where the next name goes */
	bool		typed;			/* braces are steps */
} Parser;

static const char *const messages[VPATH_STATUS_COUNT] = {
	[VPATH_OK] = "no fault",
	[VPATH_ROOT] = "a path starts with \"$\"",
	[VPATH_STEP] = "a step starts with \".\" or \"[\"",
	[VPATH_EMPTY_NAME] = "there is no name after \".\"",
	[VPATH_BRACKET] = "there is neither a quoted name nor an integer after \"[\"",
	[VPATH_UNCLOSED_NAME] = "the closing quote of a name is missing",
	[VPATH_UNCLOSED_BRACKET] = "\"]\" is missing",
	[VPATH_BRACE] = "there is no text in braces after \"{\"",
	[VPATH_INDEX_RANGE] = "the index is out of range",
};

const char *
vpath_status_message(VPathStatus status)
{
	return messages[status];
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * Digits up to the first other byte.  False if the number does not fit;
 * *at is behind the digits either way.
 */
static bool
read_digits(const char **at, const char *end, bool negative, int32_t *index)
{
	int64_t		limit = negative ? -(int64_t) INT32_MIN : INT32_MAX;
	int64_t		number = 0;

	for (; *at < end && is_digit(**at); (*at)++)
	{
		if (number <= limit)
			number = number * 10 + (**at - '0');
	}
	if (number > limit)
		return false;
	*index = (int32_t) (negative ? -number : number);
	return true;
}

bool
vpath_read_index(const uint8_t *text, size_t len, int32_t *index)
{
	const char *at = (const char *) text;
	const char *end = at + len;
	bool		negative = false;

	while (at < end && (*at == ' ' || (*at >= '\t' && *at <= '\r')))
		at++;
	if (at < end && (*at == '-' || *at == '+'))
		negative = *at++ == '-';
	if (at == end || !is_digit(*at))
		return false;
	return read_digits(&at, end, negative, index) && at == end;
}

VPathStep
vpath_step_either(const uint8_t *text, size_t len)
{
	VPathStep	step = {{NULL, 0}, 0, VPATH_EITHER, false};

	step.name.data = text;
	step.name.len = len;
	step.has_index = vpath_read_index(text, len, &step.index);
	return step;
}

VPathStep
vpath_step_integer(int32_t index)
{
	VPathStep	step = {{NULL, 0}, 0, VPATH_EITHER, true};

	step.index = index;
	return step;
}

/* at is behind the dot. */
static VPathStatus
parse_name(Parser *p, VPathStep *step)
{
	size_t		n = 0;

	while (p->at + n < p->end && p->at[n] != '.' && p->at[n] != '[' &&
		   !(p->typed && p->at[n] == '{'))
		n++;
	if (n == 0)
		return VPATH_EMPTY_NAME;
	memcpy(p->names, p->at, n);
	step->kind = VPATH_NAME;
	step->name.data = p->names;
	step->name.len = n;
	p->names += n;
	p->at += n;
	return VPATH_OK;
}

/* at is at the opening quote. */
static VPathStatus
parse_quoted(Parser *p, VPathStep *step)
{
	char		quote = *p->at;
	const char *opening = p->at++;

	step->kind = VPATH_NAME;
	step->name.data = p->names;
	while (p->at < p->end)
	{
		if (*p->at == quote)
		{
			p->at++;
			if (p->at == p->end || *p->at != quote)
			{
				step->name.len = (size_t) (p->names - step->name.data);
				return VPATH_OK;
			}
		}
		*p->names++ = (uint8_t) *p->at++;
	}
	p->at = opening;
	return VPATH_UNCLOSED_NAME;
}

/* at is at the first digit or at the sign. */
static VPathStatus
parse_index(Parser *p, VPathStep *step)
{
	const char *first = p->at;
	bool		negative = *p->at == '-';

	if (negative)
		p->at++;
	if (p->at == p->end || !is_digit(*p->at))
		return VPATH_BRACKET;
	step->kind = VPATH_INDEX;
	step->has_index = true;
	if (!read_digits(&p->at, p->end, negative, &step->index))
	{
		p->at = first;
		return VPATH_INDEX_RANGE;
	}
	return VPATH_OK;
}

/* at is behind the bracket. */
static VPathStatus
parse_bracket(Parser *p, VPathStep *step)
{
	VPathStatus status;

	if (p->at == p->end)
		return VPATH_BRACKET;
	if (*p->at == '\'' || *p->at == '"')
		status = parse_quoted(p, step);
	else if (*p->at == '-' || is_digit(*p->at))
		status = parse_index(p, step);
	else
		status = VPATH_BRACKET;
	if (status != VPATH_OK)
		return status;
	if (p->at == p->end || *p->at != ']')
		return VPATH_UNCLOSED_BRACKET;
	p->at++;
	return VPATH_OK;
}

/* at is behind the brace. */
static VPathStatus
parse_brace(Parser *p, VPathStep *step)
{
	const char *first = p->at;

	if (p->at < p->end && *p->at == '\'')
	{
		VPathStatus status = parse_quoted(p, step);

		if (status != VPATH_OK)
			return status;
	}
	else
	{
		step->name.data = p->names;
		while (p->at < p->end && *p->at != '}')
			*p->names++ = (uint8_t) *p->at++;
		step->name.len = (size_t) (p->at - first);
	}
	if (p->at == first || p->at == p->end || *p->at != '}')
		return VPATH_BRACE;
	p->at++;
	*step = vpath_step_either(step->name.data, step->name.len);
	return VPATH_OK;
}

static VPathStatus
parse_step(Parser *p, VPathStep *step)
{
	step->name.data = NULL;
	step->name.len = 0;
	step->index = 0;
	step->has_index = false;
	switch (*p->at)
	{
		case '.':
			p->at++;
			return parse_name(p, step);
		case '[':
			p->at++;
			return parse_bracket(p, step);
		case '{':
			if (!p->typed)
				return VPATH_STEP;
			p->at++;
			return parse_brace(p, step);
		default:
			return VPATH_STEP;
	}
}

static VPathStatus
parse_path(Parser *p, VPathStep *steps, VPath *path, size_t *offset)
{
	const char *start = p->at;
	VPathStatus status = VPATH_OK;

	path->steps = steps;
	path->count = 0;
	if (p->at == p->end || *p->at != '$')
		status = VPATH_ROOT;
	else
		p->at++;
	while (status == VPATH_OK && p->at < p->end)
	{
		status = parse_step(p, &steps[path->count]);
		path->count++;
	}
	*offset = (size_t) (p->at - start);
	return status;
}

VPathStatus
vpath_parse(const char *text, size_t len, VPathStep *steps, uint8_t *names,
			VPath *path, size_t *offset)
{
	Parser		p = {text + len, text, names, false};

	return parse_path(&p, steps, path, offset);
}

VPathStatus
vpath_parse_typed(const char *text, size_t len, VPathStep *steps,
				  uint8_t *names, VPath *path, size_t *offset)
{
	Parser		p = {text + len, text, names, true};

	return parse_path(&p, steps, path, offset);
}
