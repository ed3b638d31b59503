/* Formulas that reductions made, in a simpler form: 4*cos(x^4)*x^3 for cos(x^4)*(4*x^(4-1))+0.
 *
 * Only what reductions on symbolic functions computed is treated as a formula; other replacements are code and keep
 * their text. Functions of the user's may have effects, so that expressions that call them are left alone too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/terms/simplify.h"
#include "compiler/sema/reduce/reduce-private.h"

/* Whether a reduction that node comes from calculates with formulas. */
static gboolean
is_formula (RsReducer *self, const RsNode *node)
{
  for (const RsMaker *maker = g_hash_table_lookup (self->makers, node); maker; maker = maker->next)
    if (rs_reduce_is_symbolic (self, maker->reduction))
      return TRUE;
  return FALSE;
}

static gboolean
is_arithmetic (RsReducer *self, const RsNode *node)
{
  const RsSymbol *symbol;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
    case RS_NODE_NAME:
    case RS_NODE_UNARY:
    case RS_NODE_BINARY:
      break;
    case RS_NODE_CALL:
      symbol = node->children[RS_CALL_CALLEE]->symbol;
      if (!symbol || symbol->kind != RS_SYMBOL_BUILTIN || (symbol->builtin->flags & RS_BUILTIN_EFFECT))
        return FALSE;
      break;
    default:
      return FALSE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !is_arithmetic (self, node->children[i]))
      return FALSE;
  return TRUE;
}

/* A formula becomes a number in the end; matrices obey other rules. */
static gboolean
is_number (RsReducer *self, const RsNode *node, const RsAssumption *assumed)
{
  self->inference.assumed = assumed;
  return rs_infer_type (&self->inference, node)->kind == RS_TYPE_NUMBER;
}

static void
tidy (RsReducer *self, RsNode **slot, const RsAssumption *assumed)
{
  RsNode *node = *slot;
  RsSimplify how = { .arena = self->module->arena, .is_symbolic = TRUE };
  const RsAssumption *then = node->kind == RS_NODE_TERNARY ? g_hash_table_lookup (self->chains, node) : NULL;
  gpointer origin;

  if (node->kind == RS_NODE_REDUCTION || node->kind == RS_NODE_META)
    return;
  if (is_formula (self, node) && is_arithmetic (self, node) && is_number (self, node, assumed))
    {
      origin = g_hash_table_lookup (self->origins, node);
      *slot = rs_expression_simplify (&how, node);
      if (origin)
        g_hash_table_insert (self->origins, *slot, origin);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      tidy (self, &node->children[i], then && i == RS_TERNARY_THEN ? then : assumed);
}

void
rs_reduce_tidy (RsReducer *self, RsNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      tidy (self, &node->children[i], NULL);
}
