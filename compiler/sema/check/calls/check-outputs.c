/* Outputs of functions that end without a value: a call of such a function fails.
 *
 * Looks at one FUNCTION at a time, after names are resolved. An output without any assignment is told, and one that
 * has a value on some ways through the body only: in a branch, or behind a `return`. What can't be seen from the order
 * of the statements gets the benefit of the doubt: loops run, conditions of several branches belong together, and a
 * statement that names the output needs its value or gives it one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check/check-private.h"

/* What is so behind a statement. */
typedef enum {
  OPEN,   /* no value so far */
  PARTLY, /* a value on some ways */
  GIVEN,  /* a value */
  LEFT,   /* no way leads there */
} State;

typedef struct {
  const RsSymbol *output;
  const RsNode *branch; /* where PARTLY comes from: the first statement with the output in a branch; or NULL */
  const RsNode *leave;  /* the first `return` before any value; or NULL */
} Walk;

static State follow_block (Walk *self, const RsNode *block);

static const RsBuiltin *
find_callee (const RsNode *statement)
{
  const RsNode *call = statement->kind == RS_NODE_EXPRESSION ? rs_node_child (statement, 0) : NULL;
  const RsNode *callee = call && call->kind == RS_NODE_CALL ? rs_node_child (call, RS_CALL_CALLEE) : NULL;
  const RsSymbol *symbol = callee && callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;

  return symbol && symbol->kind == RS_SYMBOL_BUILTIN ? symbol->builtin : NULL;
}

/* Whether it is error (...) or an assertion that can't hold. */
static gboolean
is_failure (const RsNode *statement)
{
  const RsBuiltin *callee = find_callee (statement);
  const RsNode *call = callee ? rs_node_child (statement, 0) : NULL;
  const RsNode *condition = call && call->n_children > 1 ? call->children[RS_CALL_FIRST_ARGUMENT] : NULL;

  if (!callee)
    return FALSE;
  return callee->id == RS_BUILTIN_ID_ERROR
         || (callee->id == RS_BUILTIN_ID_ASSERT && condition && condition->name
             && g_str_equal (condition->name, "false"));
}

/* Whether a block ends with error (...): of a function that is not written yet. */
static gboolean
ends_with_error (const RsNode *body)
{
  const RsNode *last = body->n_children > 0 ? body->children[body->n_children - 1] : NULL;
  const RsBuiltin *callee = last ? find_callee (last) : NULL;

  return callee && callee->id == RS_BUILTIN_ID_ERROR;
}

/* `return value` gives the output its value. */
static gboolean
returns_value (const RsNode *node)
{
  if (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA)
    return FALSE;
  if (node->kind == RS_NODE_RETURN)
    return rs_node_child (node, 0) != NULL;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && returns_value (node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
mentions (const RsNode *node, const RsSymbol *symbol)
{
  if (!node)
    return FALSE;
  if (node->kind == RS_NODE_NAME && node->symbol && rs_symbol_get_origin (node->symbol) == symbol)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (mentions (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

/* Of two ways that meet again. */
static State
join (State a, State b)
{
  if (a == LEFT || b == LEFT)
    return a == LEFT ? b : a;
  return a == b ? a : PARTLY;
}

static State
follow_if (Walk *self, const RsNode *node)
{
  gboolean has_else = node->n_children % 2 == 1;
  State all = has_else ? LEFT : OPEN;

  for (guint i = 0; i + 1 < node->n_children; i += 2)
    if (mentions (node->children[i], self->output))
      return GIVEN;
  for (guint i = 1; i < node->n_children; i += 2)
    all = join (all, follow_block (self, node->children[i]));
  return has_else ? join (all, follow_block (self, node->children[node->n_children - 1])) : all;
}

/* The arms are taken for all there is. */
static State
follow_match (Walk *self, const RsNode *node)
{
  State all = LEFT;

  if (mentions (node->children[RS_MATCH_SUBJECT], self->output))
    return GIVEN;
  for (guint i = RS_MATCH_FIRST_ARM; i < node->n_children; i++)
    all = join (all, follow_block (self, rs_node_child (node->children[i], RS_ARM_BODY)));
  return all;
}

/* What fails in the body may do so before or behind an assignment. */
static State
follow_try (Walk *self, const RsNode *node)
{
  State body = follow_block (self, rs_node_child (node, RS_TRY_BODY));

  for (guint i = RS_TRY_HANDLER; i < node->n_children && body != GIVEN; i += 2)
    if (follow_block (self, node->children[i]) == GIVEN)
      body = GIVEN;
  return body;
}

/* A return before the place that gives the value may belong to a later round. */
static State
follow_body (Walk *self, const RsNode *body)
{
  const RsNode *leave = self->leave;
  State state = follow_block (self, body);

  if (body && mentions (body, self->output))
    self->leave = leave;
  return state;
}

/* A loop without a range may go on until a branch has given the value. */
static State
follow_while (Walk *self, const RsNode *node, guint condition, guint body)
{
  if (mentions (rs_node_child (node, condition), self->output))
    return GIVEN;
  return follow_body (self, rs_node_child (node, body)) == OPEN ? OPEN : GIVEN;
}

static State
follow (Walk *self, const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_BLOCK:
      return follow_block (self, node);
    case RS_NODE_IF:
      return follow_if (self, node);
    case RS_NODE_MATCH:
      return follow_match (self, node);
    case RS_NODE_TRY:
      return follow_try (self, node);
    case RS_NODE_FOR:
      return mentions (rs_node_child (node, RS_FOR_VARIABLE), self->output)
                     || mentions (rs_node_child (node, RS_FOR_RANGE), self->output)
                 ? GIVEN
                 : follow_body (self, rs_node_child (node, RS_FOR_BODY));
    case RS_NODE_WHILE:
      return follow_while (self, node, RS_WHILE_CONDITION, RS_WHILE_BODY);
    case RS_NODE_REPEAT:
      return follow_while (self, node, RS_REPEAT_CONDITION, RS_REPEAT_BODY);
    case RS_NODE_RETURN:
      if (!rs_node_child (node, 0) && !self->leave && !self->branch)
        self->leave = node;
      return LEFT;
    default:
      return is_failure (node) ? LEFT : mentions (node, self->output) ? GIVEN : OPEN;
    }
}

static State
follow_block (Walk *self, const RsNode *block)
{
  guint n_partly = 0;

  for (guint i = 0; block && i < block->n_children; i++)
    {
      State state = block->children[i] ? follow (self, block->children[i]) : OPEN;

      if (state == LEFT || state == GIVEN)
        return state;
      if (state == PARTLY && !self->branch)
        self->branch = block->children[i];
      n_partly += state == PARTLY;
    }
  return n_partly == 0 ? OPEN : n_partly == 1 ? PARTLY : GIVEN;
}

static guint
line_of (RsCheck *self, const RsNode *node)
{
  guint line;

  rs_source_locate (self->module->source, node->span.start, &line, NULL);
  return line;
}

static void
check_output (RsCheck *self, const RsNode *function, const RsNode *output)
{
  const char *name = output->symbol->name, *owner = function->name ? function->name : "it";
  Walk walk = { .output = output->symbol };
  State state;

  if (!output->symbol->first_target)
    {
      rs_check_report (self, RS_SEVERITY_WARNING, output, RS_SAY (OUTPUT_NEVER), name, owner, name);
      return;
    }
  state = follow_block (&walk, rs_node_child (function, RS_FUNCTION_BODY));
  if (walk.leave)
    rs_check_report (self, RS_SEVERITY_WARNING, output, RS_SAY (OUTPUT_LEFT), name, owner, line_of (self, walk.leave),
                     name);
  else if (state == PARTLY)
    rs_check_report (self, RS_SEVERITY_WARNING, output, RS_SAY (OUTPUT_BRANCH), name, owner,
                     line_of (self, walk.branch), name);
}

/* An output of an empty function is left alone, and one with a parameter's name; those of kernels begin with 0. */
void
rs_check_outputs (RsCheck *self, const RsNode *function)
{
  const RsNode *outputs = function->kind == RS_NODE_FUNCTION ? rs_node_child (function, RS_FUNCTION_OUTPUTS) : NULL;
  const RsNode *body = outputs ? rs_node_child (function, RS_FUNCTION_BODY) : NULL;

  if (!body || (function->flags & RS_NODE_KERNEL) || body->n_children == 0 || ends_with_error (body)
      || returns_value (body))
    return;
  for (guint i = 0; i < outputs->n_children; i++)
    {
      const RsNode *output = outputs->children[i];
      const RsSymbol *symbol = output ? output->symbol : NULL;

      if (symbol && symbol->kind == RS_SYMBOL_VARIABLE && symbol->is_output && !symbol->is_parameter
          && !symbol->is_declared && !symbol->is_exposed && !(output->flags & RS_NODE_VARIADIC))
        check_output (self, function, output);
    }
}
