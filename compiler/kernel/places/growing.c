/* Variables that are numbers before a loop and arrays behind its first iteration: s = 0; for i=0..n-1; s = s + x[i,:].
 *
 * What such a loop is to be compiled for is known when its first iteration has run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"
#include "compiler/kernel/places/nest.h"
#include "compiler/sema/names/symbol.h"

/* Whether the value is made of the variable (or the assignment adds to it) and of parts of arrays. */
static gboolean
makes_array (const RsNode *assign, const RsSymbol *symbol)
{
  const RsNode *value = assign->children[RS_ASSIGN_VALUE];
  gboolean is_read = assign->op != RS_OP_ASSIGN, has_part = FALSE;
  g_autoptr (GPtrArray) leaves = NULL;

  if (rs_expression_is_reduction (value) || rs_expression_is_sum_along (value))
    return FALSE;
  leaves = rs_expression_get_leaves (value);
  for (guint i = 0; i < leaves->len; i++)
    {
      const RsNode *leaf = leaves->pdata[i];

      is_read |= leaf->kind == RS_NODE_NAME && leaf->symbol == symbol;
      has_part |= rs_expression_is_part (leaf);
    }
  return is_read && has_part;
}

const RsSymbol *
rs_loop_find_growing (const RsNode *body)
{
  const RsNode *target = body->kind == RS_NODE_ASSIGN ? rs_node_child (body, RS_ASSIGN_TARGET) : NULL;
  const RsSymbol *found = NULL;

  if (target && target->kind == RS_NODE_NAME && target->symbol && target->symbol->kind == RS_SYMBOL_VARIABLE
      && !target->symbol->is_declared && makes_array (body, target->symbol))
    return target->symbol;
  for (guint i = 0; i < body->n_children && !found; i++)
    if (body->children[i])
      found = rs_loop_find_growing (body->children[i]);
  return found;
}
