/* What assignments do to facts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/logic/logic-private.h"

static void
forget_name (RsFacts *facts, const RsNode *name)
{
  const RsSymbol *symbol = rs_symbol_get_origin (name->symbol);

  if (symbol)
    rs_facts_forget (facts, symbol);
}

/* The array or object that an element belongs to. */
static const RsNode *
base_of (const RsNode *target)
{
  while (target && (target->kind == RS_NODE_INDEX || target->kind == RS_NODE_FIELD))
    target = rs_node_child (target, 0);
  return target;
}

/* Calls that may write into arrays that they get, or that somebody else holds. */
static gboolean
may_change_contents (const RsNode *call)
{
  const RsBuiltin *builtin = rs_logic_called_builtin (call);

  if (!builtin)
    return !rs_logic_is_pure (call);
  switch (builtin->id)
    {
    case RS_BUILTIN_ID_ASSERT:
    case RS_BUILTIN_ID_UNASSERT:
    case RS_BUILTIN_ID_PRINT:
    case RS_BUILTIN_ID_PRINTF:
    case RS_BUILTIN_ID_DISP:
    case RS_BUILTIN_ID_ERROR:
      return FALSE;
    default:
      return (builtin->flags & (RS_BUILTIN_EFFECT | RS_BUILTIN_MACHINE)) != 0;
    }
}

void
rs_logic_assign_target (RsFacts *facts, const RsNode *target, const RsNode *value)
{
  const RsNode *base;

  switch (target->kind)
    {
    case RS_NODE_NAME:
      rs_facts_assign (facts, target, value);
      break;
    case RS_NODE_TYPED:
      if (rs_node_child (target, RS_TYPED_EXPRESSION))
        rs_logic_assign_target (facts, target->children[RS_TYPED_EXPRESSION], value);
      break;
    case RS_NODE_MATRIX:
    case RS_NODE_SPREAD:
      for (guint i = 0; i < target->n_children; i++)
        if (target->children[i])
          rs_logic_assign_target (facts, target->children[i], NULL);
      break;
    case RS_NODE_INDEX:
    case RS_NODE_FIELD:
      rs_facts_forget_contents (facts);
      base = base_of (target);
      /* Elements of an array don't change its size; a cell or an object may change altogether. */
      if (base && base->kind == RS_NODE_NAME && base->symbol
          && rs_symbol_get_origin (base->symbol)->type->kind != RS_TYPE_ARRAY)
        forget_name (facts, base);
      break;
    default:
      break;
    }
}

void
rs_logic_forget_changes (RsFacts *facts, const RsNode *node)
{
  switch (node->kind)
    {
    case RS_NODE_ASSIGN:
    case RS_NODE_DEFINE:
      if (rs_node_child (node, RS_ASSIGN_TARGET))
        rs_logic_assign_target (facts, node->children[RS_ASSIGN_TARGET], NULL);
      break;
    case RS_NODE_FOR:
      if (rs_node_child (node, RS_FOR_VARIABLE))
        rs_logic_assign_target (facts, node->children[RS_FOR_VARIABLE], NULL);
      break;
    case RS_NODE_TRY:
      for (guint i = RS_TRY_VARIABLE; i < node->n_children; i += 2)
        if (node->children[i])
          rs_logic_assign_target (facts, node->children[i], NULL);
      break;
    case RS_NODE_FUNCTION:
      if (node->symbol && node->symbol->kind == RS_SYMBOL_VARIABLE)
        rs_facts_forget (facts, node->symbol);
      return;
    case RS_NODE_CALL:
      if (may_change_contents (node))
        rs_facts_forget_contents (facts);
      break;
    case RS_NODE_LAMBDA:
      return;
    default:
      break;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i])
      rs_logic_forget_changes (facts, node->children[i]);
}

static gboolean
assigns_name_of (const RsNode *target, const RsNode *expression)
{
  if (target->kind == RS_NODE_NAME)
    return rs_logic_names_symbol (expression, rs_symbol_get_origin (target->symbol));
  for (guint i = 0; i < target->n_children; i++)
    if (target->children[i] && assigns_name_of (target->children[i], expression))
      return TRUE;
  return FALSE;
}

static gboolean
changes (const RsNode *node, const RsNode *expression)
{
  if ((node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_DEFINE || node->kind == RS_NODE_FOR)
      && rs_node_child (node, 0) && assigns_name_of (node->children[0], expression))
    return TRUE;
  if (node->kind == RS_NODE_FUNCTION || node->kind == RS_NODE_LAMBDA)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && changes (node->children[i], expression))
      return TRUE;
  return FALSE;
}

gboolean
rs_logic_is_stable (const RsNode *expression, const RsNode *node)
{
  return rs_logic_is_pure (expression) && !rs_logic_reads_contents (expression) && !changes (node, expression);
}
