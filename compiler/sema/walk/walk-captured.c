/* What the host has promised of the variables that a kernel captures, kept for the kernel compiler (manual 5.1).
 *
 * A closure binds its variables where it is defined, behind the assertions; kernels at the top level of a module may
 * run before the text gets to what stands above them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/walk/walk-private.h"

#include "compiler/syntax/copy.h"

/* The name by which the kernel knows a variable of the function around it; NULL: it does not use it. */
static RsSymbol *
find_capture (const RsScope *scope, const RsSymbol *symbol)
{
  for (guint i = 0; i < scope->captures->len; i++)
    {
      RsSymbol *captured = g_ptr_array_index (scope->captures, i);

      if (rs_symbol_get_origin (captured) == rs_symbol_get_origin (symbol))
        return captured;
    }
  return NULL;
}

static gboolean
is_size (const RsNode *call)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);

  return callee && callee->kind == RS_NODE_NAME && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
         && (callee->symbol->builtin->id == RS_BUILTIN_ID_SIZE || callee->symbol->builtin->id == RS_BUILTIN_ID_NUMEL);
}

static gboolean
is_linear (RsOperator op)
{
  return op == RS_OP_ADD || op == RS_OP_SUBTRACT || op == RS_OP_MULTIPLY || op == RS_OP_AND
         || (op >= RS_OP_LESS && op <= RS_OP_NOT_EQUAL);
}

/* Whether the kernel can say it too: comparisons of numbers and sizes. */
static gboolean
is_expressible (const RsNode *node, const RsScope *scope)
{
  guint first = 0;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      return TRUE;
    case RS_NODE_NAME:
      return node->symbol && find_capture (scope, node->symbol);
    case RS_NODE_BINARY:
      if (!is_linear (node->op))
        return FALSE;
      break;
    case RS_NODE_UNARY:
      if (node->op != RS_OP_NEGATE)
        return FALSE;
      break;
    case RS_NODE_CALL:
      if (!is_size (node))
        return FALSE;
      first = RS_CALL_FIRST_ARGUMENT;
      break;
    default:
      return FALSE;
    }
  for (guint i = first; i < node->n_children; i++)
    if (!node->children[i] || !is_expressible (node->children[i], scope))
      return FALSE;
  return TRUE;
}

static void
name_captures (RsNode *node, const RsScope *scope)
{
  RsSymbol *captured = node->kind == RS_NODE_NAME && node->symbol ? find_capture (scope, node->symbol) : NULL;

  if (captured)
    node->symbol = captured;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      name_captures (node->children[i], scope);
}

void
rs_logic_note_captured (RsLogicWalk *self, RsNode *kernel)
{
  RsScope *scope = kernel->scope;
  RsNodeCopy how = { .arena = self->module->arena, .keep_symbols = TRUE };

  if (!(kernel->flags & RS_NODE_KERNEL) || !self->diagnostics || rs_facts_is_unreachable (self->facts)
      || scope->captures->len == 0 || !scope->parent || (kernel->kind == RS_NODE_FUNCTION && !scope->parent->parent))
    return;
  if (!scope->known)
    {
      scope->known = g_ptr_array_new ();
      rs_arena_add_cleanup (self->module->arena, (GDestroyNotify)g_ptr_array_unref, scope->known);
    }
  g_ptr_array_set_size (scope->known, 0);
  for (guint i = 0; i < self->facts->facts->len; i++)
    {
      const RsFact *fact = &g_array_index (self->facts->facts, RsFact, i);
      RsNode *copy;

      if (fact->kind == RS_FACT_SHAPE || !is_expressible (fact->condition, scope))
        continue;
      copy = rs_node_copy (&how, fact->condition);
      name_captures (copy, scope);
      g_ptr_array_add (scope->known, copy);
    }
}
