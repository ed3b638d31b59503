/* Leaves of expressions that are views of arrays: which of them a kernel may read where they lie.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"

#include "compiler/sema/names/symbol.h"

#define MAX_INDICES 4

static gboolean
is_variable (const RsNode *node)
{
  return node && node->kind == RS_NODE_NAME && node->symbol
         && (node->symbol->kind == RS_SYMBOL_VARIABLE || node->symbol->kind == RS_SYMBOL_CAPTURED);
}

gboolean
rs_expression_is_part (const RsNode *leaf)
{
  const RsNode *array = leaf->kind == RS_NODE_INDEX ? rs_node_child (leaf, RS_INDEX_ARRAY) : NULL;
  gboolean has_range = FALSE;

  if (!is_variable (array) || leaf->n_children > RS_INDEX_FIRST + MAX_INDICES)
    return FALSE;
  for (guint i = RS_INDEX_FIRST; i < leaf->n_children; i++)
    {
      const RsNode *index = leaf->children[i];

      if (!index || index->kind == RS_NODE_SPREAD || index->kind == RS_NODE_PLACEHOLDER
          || index->kind == RS_NODE_NAMED_ARGUMENT)
        return FALSE;
      has_range |= index->kind == RS_NODE_RANGE || index->kind == RS_NODE_COLON;
    }
  return has_range;
}

/* A variable that may be an array of numbers or truth values; being wrong costs time only. */
static gboolean
may_be_array (const RsNode *node)
{
  const RsType *type = is_variable (node) ? node->symbol->type : NULL;

  return is_variable (node) && (!type || type->kind == RS_TYPE_UNKNOWN || type->kind == RS_TYPE_ARRAY);
}

gboolean
rs_expression_is_condition (const RsNode *index)
{
  return (index->kind == RS_NODE_UNARY || index->kind == RS_NODE_BINARY)
         && (index->op == RS_OP_NOT || (index->op >= RS_OP_LESS && index->op <= RS_OP_OR));
}

static gboolean
contains_lazy (const RsNode *node)
{
  if (node->kind == RS_NODE_BINARY && (node->op == RS_OP_AND || node->op == RS_OP_OR))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && contains_lazy (node->children[i]))
      return TRUE;
  return FALSE;
}

/* The leaves of an index are evaluated before anything else: those of a mask, and behind `&&` and `||`, may not fail,
 * as what comes before them may do so first, or decide that they are not needed. */
static gboolean
are_harmless (const RsNode *index, const GPtrArray *leaves)
{
  const gboolean is_lazy = contains_lazy (index);

  if (!is_lazy && !rs_expression_is_condition (index))
    return TRUE;
  for (guint i = 0; i < leaves->len; i++)
    {
      const RsNode *leaf = g_ptr_array_index (leaves, i);

      if (!is_variable (leaf) || (is_lazy && rs_symbol_is_global (leaf->symbol)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_index_expression (const RsNode *node)
{
  g_autoptr (GPtrArray) leaves = NULL;

  if (may_be_array (node))
    return TRUE;
  if ((node->kind != RS_NODE_UNARY && node->kind != RS_NODE_BINARY && node->kind != RS_NODE_CALL)
      || rs_expression_is_reduction (node) || !rs_expression_is_elementwise (node))
    return FALSE;
  leaves = rs_expression_get_leaves (node);
  if (!are_harmless (node, leaves))
    return FALSE;
  for (guint i = 0; i < leaves->len; i++)
    if (may_be_array (leaves->pdata[i]))
      return TRUE;
  return FALSE;
}

gboolean
rs_expression_is_gather (const RsNode *leaf)
{
  return leaf->kind == RS_NODE_INDEX && leaf->n_children == RS_INDEX_FIRST + 1
         && may_be_array (rs_node_child (leaf, RS_INDEX_ARRAY)) && leaf->children[RS_INDEX_FIRST]
         && is_index_expression (leaf->children[RS_INDEX_FIRST]);
}

static gboolean
is_size_of_variable (const RsNode *call)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);

  return callee && callee->kind == RS_NODE_NAME && callee->symbol && callee->symbol->kind == RS_SYMBOL_BUILTIN
         && (callee->symbol->builtin->id == RS_BUILTIN_ID_SIZE || callee->symbol->builtin->id == RS_BUILTIN_ID_NUMEL)
         && is_variable (rs_node_child (call, RS_CALL_FIRST_ARGUMENT));
}

/* A number, or a row of numbers, that is evaluated without a failure, but for values of other kinds. */
static gboolean
is_plain_size (const RsNode *node, guint depth)
{
  switch (node->kind)
    {
    case RS_NODE_NUMBER:
      return TRUE;
    case RS_NODE_NAME:
      return is_variable (node);
    case RS_NODE_CALL:
      return is_size_of_variable (node)
             && (node->n_children == RS_CALL_FIRST_ARGUMENT + 1
                 || rs_node_child (node, RS_CALL_FIRST_ARGUMENT + 1)->kind == RS_NODE_NUMBER);
    case RS_NODE_MATRIX:
      if (depth > 0)
        return FALSE;
      break;
    case RS_NODE_BINARY:
      if (node->op == RS_OP_USER || node->op == RS_OP_AND || node->op == RS_OP_OR)
        return FALSE;
      break;
    default:
      return FALSE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (!node->children[i] || !is_plain_size (node->children[i], depth + 1))
      return FALSE;
  return TRUE;
}

static gboolean
has_plain_sizes (const RsNode *call)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT + 1; i < call->n_children; i++)
    if (!is_plain_size (call->children[i], 0))
      return FALSE;
  return TRUE;
}

gboolean
rs_expression_is_rearranged (const RsNode *leaf)
{
  const RsNode *callee = leaf->kind == RS_NODE_CALL ? rs_node_child (leaf, RS_CALL_CALLEE) : NULL;
  guint n = leaf->n_children - RS_CALL_FIRST_ARGUMENT;

  if (!callee || callee->kind != RS_NODE_NAME || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN)
    return FALSE;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < leaf->n_children; i++)
    if (!leaf->children[i] || leaf->children[i]->kind == RS_NODE_SPREAD || leaf->children[i]->kind == RS_NODE_COLON
        || leaf->children[i]->kind == RS_NODE_PLACEHOLDER || leaf->children[i]->kind == RS_NODE_NAMED_ARGUMENT)
      return FALSE;
  switch (callee->symbol->builtin->id)
    {
    case RS_BUILTIN_ID_TRANSPOSE:
    case RS_BUILTIN_ID_FLIPUD:
    case RS_BUILTIN_ID_FLIPLR:
    case RS_BUILTIN_ID_SQUEEZE:
      return n == 1;
    case RS_BUILTIN_ID_RESHAPE:
      return n >= 2 && n <= 1 + MAX_INDICES && has_plain_sizes (leaf);
    case RS_BUILTIN_ID_CIRCSHIFT:
    case RS_BUILTIN_ID_REPMAT:
      return n == 2;
    default:
      return FALSE;
    }
}

gboolean
rs_expression_is_reshaped (const RsNode *leaf)
{
  return rs_expression_is_rearranged (leaf)
         && leaf->children[RS_CALL_CALLEE]->symbol->builtin->id == RS_BUILTIN_ID_RESHAPE;
}

gboolean
rs_expression_is_view (const RsNode *leaf)
{
  return rs_expression_is_part (leaf) || rs_expression_is_gather (leaf) || rs_expression_is_rearranged (leaf);
}

GPtrArray *
rs_expression_get_operands (const RsNode *leaf)
{
  GPtrArray *operands;

  if (rs_expression_is_gather (leaf))
    {
      operands = rs_expression_get_leaves (leaf->children[RS_INDEX_FIRST]);
      g_ptr_array_insert (operands, 0, leaf->children[RS_INDEX_ARRAY]);
      return operands;
    }
  operands = g_ptr_array_new ();
  if (!rs_expression_is_view (leaf))
    g_ptr_array_add (operands, (gpointer)leaf);
  else
    for (guint i = rs_expression_is_part (leaf) ? RS_INDEX_ARRAY : RS_CALL_FIRST_ARGUMENT; i < leaf->n_children; i++)
      g_ptr_array_add (operands, leaf->children[i]);
  return operands;
}

/* Functions of the program may do anything. */
gboolean
rs_expression_is_quiet (const RsNode *node)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;

  switch (node->kind)
    {
    case RS_NODE_NUMBER:
    case RS_NODE_NAME:
    case RS_NODE_COLON:
    case RS_NODE_RANGE:
    case RS_NODE_INDEX:
    case RS_NODE_UNARY:
    case RS_NODE_MATRIX:
      break;
    case RS_NODE_BINARY:
      if (node->op == RS_OP_USER)
        return FALSE;
      break;
    case RS_NODE_CALL:
      if (!callee || callee->kind != RS_NODE_NAME || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN
          || (!(callee->symbol->builtin->flags & RS_BUILTIN_KERNEL) && !rs_expression_is_rearranged (node)))
        return FALSE;
      break;
    default:
      return FALSE;
    }
  for (guint i = node->kind == RS_NODE_CALL ? RS_CALL_FIRST_ARGUMENT : 0; i < node->n_children; i++)
    if (node->children[i] && !rs_expression_is_quiet (node->children[i]))
      return FALSE;
  return TRUE;
}

gboolean
rs_expression_has_views (const GPtrArray *leaves)
{
  for (guint i = 0; i < leaves->len; i++)
    if (rs_expression_is_view (g_ptr_array_index (leaves, i)))
      return TRUE;
  return FALSE;
}
