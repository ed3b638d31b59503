/* A kernel's `pos` without a type: usually a position with as many components as the launch has dimensions. Where its
 * text uses it as one index among several, as in x[pos,pos], it is a number (manual 6).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"

#include <string.h>

/* Whether an index is arithmetic on the symbol itself, not on a component of it. */
static gboolean
is_made_of (const RsNode *index, const RsSymbol *symbol)
{
  if (index->kind == RS_NODE_NAME)
    return index->symbol == symbol;
  if (index->kind == RS_NODE_UNARY || index->kind == RS_NODE_BINARY)
    for (guint i = 0; i < index->n_children; i++)
      if (index->children[i] && is_made_of (index->children[i], symbol))
        return TRUE;
  return FALSE;
}

static gboolean
is_one_of_several (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_INDEX && node->n_children > RS_INDEX_FIRST + 1)
    for (guint i = RS_INDEX_FIRST; i < node->n_children; i++)
      if (node->children[i] && is_made_of (node->children[i], symbol))
        return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && is_one_of_several (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

void
rs_resolve_position (const RsNode *function)
{
  const GPtrArray *variables = function->scope->variables;

  for (guint i = 0; (function->flags & RS_NODE_KERNEL) && i < variables->len; i++)
    {
      RsSymbol *symbol = g_ptr_array_index (variables, i);

      if (symbol->is_parameter && !symbol->is_declared && strcmp (symbol->name, "pos") == 0
          && is_one_of_several (function, symbol))
        {
          symbol->type = &rs_type_int;
          symbol->is_declared = TRUE;
        }
    }
}
