/* Deep copies and comparison of trees.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/copy.h"

/* What was found out at the original's place need not hold at that of the copy. */
static void
forget_analysis (RsNode *copy)
{
  copy->symbol = NULL;
  if (copy->kind == RS_NODE_META && copy->flags & RS_NODE_EVALUATED)
    copy->n_children--;
  copy->flags &= (guint16) ~(RS_NODE_EVALUATED | RS_NODE_ALWAYS | RS_NODE_NEVER);
}

RsNode *
rs_node_copy (const RsNodeCopy *how, const RsNode *node)
{
  RsNode *copy = node && how->replace ? how->replace (node, how->data) : NULL;

  if (!node || copy)
    return copy;
  if (how->n_copied)
    ++*how->n_copied;
  copy = rs_arena_memdup (how->arena, node, sizeof *node);
  if (!how->keep_symbols || node->kind != RS_NODE_LAMBDA)
    copy->scope = NULL;
  if (!how->keep_symbols)
    forget_analysis (copy);
  copy->children = rs_arena_array (how->arena, RsNode *, node->n_children);
  for (guint i = 0; i < node->n_children; i++)
    copy->children[i] = rs_node_copy (how, node->children[i]);
  return copy;
}

static gboolean
modifiers_equal (const RsNode *a, const RsNode *b)
{
  if (!a->modifiers || !b->modifiers)
    return a->modifiers == b->modifiers;
  return g_strv_equal ((const char *const *)a->modifiers, (const char *const *)b->modifiers);
}

gboolean
rs_node_equal (const RsNode *a, const RsNode *b)
{
  const guint16 ignored = RS_NODE_PARENTHESES | RS_NODE_COMMAND | RS_NODE_TYPE_FIRST | RS_NODE_ALWAYS | RS_NODE_NEVER;

  if (!a || !b || a == b)
    return a == b;
  if (a->kind != b->kind || a->op != b->op || a->n_children != b->n_children
      || (a->flags & ~ignored) != (b->flags & ~ignored) || a->number != b->number
      || g_strcmp0 (a->name, b->name) != 0 || g_strcmp0 (a->text, b->text) != 0 || !modifiers_equal (a, b))
    return FALSE;
  for (guint i = 0; i < a->n_children; i++)
    if (!rs_node_equal (a->children[i], b->children[i]))
      return FALSE;
  return TRUE;
}
