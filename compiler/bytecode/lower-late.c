/* Results of loops that may come later: a loop that sums up on a device need not be waited for where the statements
 * behind it have nothing to do with its variables, so that the next loop begins meanwhile (manual 11.6).
 *
 * Only statements that are sure to come to the next one, and that call no function of the program, may run before the
 * results are there: loops, constants, launches of kernels, attributes. In front of anything else, and at the end of
 * the block, stands SETTLE. What a loop sums up may come late, not the last values of other variables and of counters.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

#include "compiler/kernel/places/leaves.h"

static gboolean
names_one (const RsNode *node, const GPtrArray *symbols)
{
  if (node->kind == RS_NODE_NAME && g_ptr_array_find ((GPtrArray *)symbols, node->symbol, NULL))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && names_one (node->children[i], symbols))
      return TRUE;
  return FALSE;
}

/* Whether the loop may be left otherwise than by its end, calls functions of the program or makes some, or reads
 * variables that it does not name. */
static gboolean
leads_elsewhere (const RsNode *node)
{
  const RsBuiltin *builtin = node->kind == RS_NODE_CALL ? rs_lower_called_builtin (node->children[RS_CALL_CALLEE])
                                                        : NULL;

  if (node->kind == RS_NODE_RETURN || node->kind == RS_NODE_TRY || node->kind == RS_NODE_FUNCTION
      || node->kind == RS_NODE_LAMBDA || node->kind == RS_NODE_META
      || (node->kind == RS_NODE_CALL && (builtin == NULL || builtin->id == RS_BUILTIN_ID_EVAL)))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL && leads_elsewhere (node->children[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_launch (const RsNode *node)
{
  const RsBuiltin *builtin = node->kind == RS_NODE_CALL ? rs_lower_called_builtin (node->children[RS_CALL_CALLEE])
                                                        : NULL;

  return builtin != NULL && builtin->id == RS_BUILTIN_ID_PARALLEL_DO;
}

/* x = 0 */
static gboolean
sets_constant (const RsNode *statement)
{
  const RsNode *assign = rs_statement_get_assignment (statement);

  return assign != NULL && assign->op == RS_OP_ASSIGN && assign->children[RS_ASSIGN_TARGET]->kind == RS_NODE_NAME
         && assign->children[RS_ASSIGN_VALUE]->kind == RS_NODE_NUMBER;
}

gboolean
rs_lower_may_precede (const RsNode *statement, const GPtrArray *symbols)
{
  switch ((RsNodeKind)statement->kind)
    {
    case RS_NODE_FOR:
      return !names_one (statement, symbols) && !leads_elsewhere (statement);
    case RS_NODE_ATTRIBUTE:
      return !names_one (statement, symbols);
    case RS_NODE_EXPRESSION:
      return (is_launch (statement->children[0]) || sets_constant (statement)) && !names_one (statement, symbols);
    default:
      return sets_constant (statement) && !names_one (statement, symbols);
    }
}

static void
add_names (const RsNode *node, GPtrArray *symbols)
{
  if (node->kind == RS_NODE_NAME && node->symbol != NULL)
    g_ptr_array_add (symbols, node->symbol);
  for (guint i = 0; node->kind != RS_NODE_INDEX && node->kind != RS_NODE_FIELD && i < node->n_children; i++)
    if (node->children[i] != NULL)
      add_names (node->children[i], symbols);
}

void
rs_lower_add_assigned (const RsNode *node, GPtrArray *symbols)
{
  if (node->kind == RS_NODE_ASSIGN)
    add_names (node->children[RS_ASSIGN_TARGET], symbols);
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] != NULL)
      rs_lower_add_assigned (node->children[i], symbols);
}

gboolean
rs_lower_may_be_late (const RsLower *lower, const RsNode *block, guint i, GPtrArray *symbols)
{
  const RsNode *loop = block->children[i];

  if (loop->kind != RS_NODE_FOR || !lower->options->compiles || !lower->options->joins || lower->proto->is_kernel
      || lower->proto->is_device || i + 1 >= block->n_children)
    return FALSE;
  rs_lower_add_assigned (loop, symbols);
  return rs_lower_may_precede (block->children[i + 1], symbols);
}
