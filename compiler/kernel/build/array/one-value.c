/* Variables that a loop assigns in each of its iterations, and that no iteration hands on: r = x[i,:].
 *
 * Such a variable may stand for what it is given, as one that is assigned once; any other one needs a copy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"

static guint
count_names (const RsNode *node, const RsSymbol *symbol)
{
  guint n = node->kind == RS_NODE_NAME && rs_symbol_get_origin (node->symbol) == symbol;

  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      n += count_names (node->children[i], symbol);
  return n;
}

static guint
count_assignments (const RsNode *node, const RsSymbol *symbol)
{
  guint n = (node->kind == RS_NODE_ASSIGN && b_target_names (node->children[RS_ASSIGN_TARGET], symbol))
            || (node->kind == RS_NODE_FOR && b_target_names (node->children[RS_FOR_VARIABLE], symbol));

  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      n += count_assignments (node->children[i], symbol);
  return n;
}

/* How often symbol is named in the block that has its assignment among its statements, from there on. */
static guint
count_names_behind (const RsNode *node, const RsSymbol *symbol)
{
  guint n = 0;

  for (guint i = 0; i < node->n_children && n == 0; i++)
    if (node->children[i])
      n = count_names_behind (node->children[i], symbol);
  for (guint i = 0; n == 0 && node->kind == RS_NODE_BLOCK && i < node->n_children; i++)
    {
      const RsNode *statement = node->children[i];
      const RsNode *assign = statement && statement->kind == RS_NODE_EXPRESSION ? rs_node_child (statement, 0)
                                                                                : statement;

      if (!assign || assign->kind != RS_NODE_ASSIGN || assign->op != RS_OP_ASSIGN
          || !b_target_names (assign->children[RS_ASSIGN_TARGET], symbol)
          || count_names (assign->children[RS_ASSIGN_VALUE], symbol) > 0)
        continue;
      for (guint k = i; k < node->n_children; k++)
        n += node->children[k] ? count_names (node->children[k], symbol) : 0;
      return n;
    }
  return n;
}

/* Whether a range of an array is given what is made of symbol: the copy tells that iterations write apart. */
static gboolean
is_stored (const RsNode *node, const RsSymbol *symbol)
{
  const RsNode *target = node->kind == RS_NODE_ASSIGN ? rs_node_child (node, RS_ASSIGN_TARGET) : NULL;

  for (guint i = RS_INDEX_FIRST; target && target->kind == RS_NODE_INDEX && i < target->n_children; i++)
    if (target->children[i]->kind == RS_NODE_RANGE && count_names (node->children[RS_ASSIGN_VALUE], symbol) > 0)
      return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && is_stored (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

gboolean
b_has_one_value (const Build *b, const RsSymbol *symbol)
{
  const RsNode *node = b->frame->node;

  return node && symbol->kind == RS_SYMBOL_VARIABLE && !symbol->is_declared && count_assignments (node, symbol) == 1
         && count_names_behind (node, symbol) == count_names (node, symbol) && !is_stored (node, symbol);
}
