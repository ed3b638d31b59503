/* Element-wise expressions: where they end.
 *
 * The bytecode asks for every expression statement it lowers, and the kernel builder for those that the runtime
 * offers it; both have to agree on the leaves, so the rule is written once, in is_inner and rs_expression_is_reduction.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/places/leaves.h"

#include "compiler/sema/infer/infer.h"

/* An expression deeper than this is cut: what lies below is a leaf, which is an expression of its own. */
#define MAX_DEPTH 200

static const RsBuiltin *
called_builtin (const RsNode *node)
{
  const RsNode *callee = node->kind == RS_NODE_CALL ? rs_node_child (node, RS_CALL_CALLEE) : NULL;

  if (!callee || callee->kind != RS_NODE_NAME || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN)
    return NULL;
  return callee->symbol->builtin;
}

static gboolean
has_plain_arguments (const RsNode *call)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];

      if (!argument || argument->kind == RS_NODE_SPREAD || argument->kind == RS_NODE_NAMED_ARGUMENT
          || argument->kind == RS_NODE_PLACEHOLDER || argument->kind == RS_NODE_COLON)
        return FALSE;
    }
  return call->n_children > RS_CALL_FIRST_ARGUMENT;
}

gboolean
rs_expression_is_reduction (const RsNode *node)
{
  const RsBuiltin *builtin = called_builtin (node);

  return builtin && (builtin->flags & RS_BUILTIN_REDUCTION) && node->n_children == RS_CALL_FIRST_ARGUMENT + 1
         && has_plain_arguments (node);
}

/* sum (x, dim), mean (x, dim) */
static gboolean
is_call_along (const RsNode *node)
{
  const RsBuiltin *builtin = called_builtin (node);

  return builtin && (builtin->id == RS_BUILTIN_ID_SUM || builtin->id == RS_BUILTIN_ID_MEAN)
         && node->n_children == RS_CALL_FIRST_ARGUMENT + 2 && has_plain_arguments (node);
}

/* Whether a kernel computes this node itself, from its operands. */
static gboolean
is_inner (const RsNode *node)
{
  const RsBuiltin *builtin;

  switch (node->kind)
    {
    case RS_NODE_UNARY:
      return node->n_children == 1 && node->children[0];
    case RS_NODE_BINARY:
      return node->op != RS_OP_USER && node->n_children == 2 && node->children[0] && node->children[1];
    case RS_NODE_CALL:
      builtin = called_builtin (node);
      /* max (x) reduces, max (a, b) is element-wise. */
      return builtin && (builtin->flags & RS_BUILTIN_ELEMENTWISE) && (builtin->flags & RS_BUILTIN_KERNEL)
             && has_plain_arguments (node) && !rs_expression_is_reduction (node);
    default:
      return FALSE;
    }
}

static guint
first_operand (const RsNode *node)
{
  return node->kind == RS_NODE_CALL ? RS_CALL_FIRST_ARGUMENT : 0;
}

/* Whether it is made of numbers of the text alone. */
static gboolean
is_constant (const RsNode *node, guint depth)
{
  if (node->kind == RS_NODE_NUMBER)
    return TRUE;
  if (!is_inner (node) || depth >= MAX_DEPTH)
    return FALSE;
  for (guint i = first_operand (node); i < node->n_children; i++)
    if (!is_constant (node->children[i], depth + 1))
      return FALSE;
  return TRUE;
}

/* --- products of matrices --- */

static gboolean
is_rearranging (const RsBuiltin *builtin)
{
  return builtin
         && (builtin->id == RS_BUILTIN_ID_TRANSPOSE || builtin->id == RS_BUILTIN_ID_RESHAPE
             || builtin->id == RS_BUILTIN_ID_REPMAT || builtin->id == RS_BUILTIN_ID_CIRCSHIFT
             || builtin->id == RS_BUILTIN_ID_FLIPUD || builtin->id == RS_BUILTIN_ID_FLIPLR);
}

/* Whether an operand is an array for certain (is_sure), or may be one, as far as the text says. */
static gboolean
is_array (const RsNode *node, gboolean is_sure, guint depth)
{
  if (node->kind == RS_NODE_NUMBER || depth >= MAX_DEPTH)
    return FALSE;
  if (node->kind == RS_NODE_NAME && node->symbol && node->symbol->type && node->symbol->type->kind != RS_TYPE_UNKNOWN)
    return node->symbol->type->kind == RS_TYPE_ARRAY;
  if (rs_expression_is_reduction (node))
    return FALSE;
  if (!is_inner (node))
    return !is_sure || is_rearranging (called_builtin (node));
  for (guint i = first_operand (node); i < node->n_children; i++)
    if (is_array (node->children[i], is_sure, depth + 1))
      return TRUE;
  return FALSE;
}

/* a*transpose (b): a leaf of what is around it. Where one side turns out to be a number, that costs a result of its
 * own. */
static gboolean
is_matrix_product (const RsNode *node)
{
  const RsNode *left = node->children[0], *right = node->n_children > 1 ? node->children[1] : NULL;

  return node->kind == RS_NODE_BINARY && node->op == RS_OP_MULTIPLY && is_array (left, FALSE, 0)
         && is_array (right, FALSE, 0) && (is_array (left, TRUE, 0) || is_array (right, TRUE, 0));
}

/* Mathematics of constants is a number of the host, in double precision, and so a leaf of what is around it. */
static void
collect_leaves (const RsNode *node, GPtrArray *leaves, guint depth)
{
  if (node->kind == RS_NODE_NUMBER)
    return;
  if (!is_inner (node) || depth >= MAX_DEPTH
      || (depth > 0 && ((node->kind == RS_NODE_CALL && is_constant (node, depth)) || is_matrix_product (node))))
    {
      if (!g_ptr_array_find (leaves, node, NULL)) /* a step may be read twice */
        g_ptr_array_add (leaves, (gpointer)node);
      return;
    }
  for (guint i = first_operand (node); i < node->n_children; i++)
    collect_leaves (node->children[i], leaves, depth + 1);
}

GPtrArray *
rs_expression_get_leaves (const RsNode *node)
{
  GPtrArray *leaves = g_ptr_array_new ();

  collect_leaves (rs_expression_is_reduction (node) || is_call_along (node) ? node->children[RS_CALL_FIRST_ARGUMENT]
                                                                            : node,
                  leaves, 0);
  return leaves;
}

gboolean
rs_expression_is_cheap (const RsNode *leaf)
{
  g_autoptr (GPtrArray) operands = rs_expression_get_operands (leaf);

  return rs_expression_is_quiet (leaf) && ((const RsNode *)operands->pdata[0])->kind == RS_NODE_NAME;
}

gboolean
rs_expression_is_sum_along (const RsNode *node)
{
  const RsNode *summed = is_call_along (node) ? node->children[RS_CALL_FIRST_ARGUMENT] : NULL;
  g_autoptr (GPtrArray) leaves = NULL;

  if (!summed || (!is_inner (summed) && !rs_expression_is_view (summed)) || summed->op == RS_OP_NOT
      || (summed->op >= RS_OP_LESS && summed->op <= RS_OP_OR)
      || !rs_expression_is_quiet (node->children[RS_CALL_FIRST_ARGUMENT + 1]))
    return FALSE;
  leaves = rs_expression_get_leaves (node);
  for (guint i = 0; i < leaves->len; i++)
    if (!rs_expression_is_cheap (leaves->pdata[i]))
      return FALSE;
  return leaves->len > 0;
}

/* x[i, j] with numbers for indices: an element. (With one index it may be a whole array out of a cell.) */
static gboolean
is_element (RsArena *arena, const RsNode *leaf)
{
  if (leaf->kind != RS_NODE_INDEX || leaf->n_children < RS_INDEX_FIRST + 2)
    return FALSE;
  for (guint i = RS_INDEX_FIRST; i < leaf->n_children; i++)
    if (!leaf->children[i]
        || rs_infer_expression (arena, leaf->children[i], RS_PRECISION_SINGLE)->kind != RS_TYPE_NUMBER)
      return FALSE;
  return TRUE;
}

/* A leaf that is no array. Being wrong costs time only, so this may be a guess. */
static gboolean
is_number (RsArena *arena, const RsNode *leaf)
{
  RsTypeKind kind = rs_infer_expression (arena, leaf, RS_PRECISION_SINGLE)->kind;

  return kind == RS_TYPE_NUMBER || kind == RS_TYPE_STRING || is_element (arena, leaf);
}

gboolean
rs_expression_is_elementwise (const RsNode *node)
{
  g_autoptr (GPtrArray) leaves = NULL;
  g_autoptr (RsArena) arena = NULL;

  if (!is_inner (node) && !rs_expression_is_reduction (node))
    return FALSE;
  /* sum (x) alone is an operation above its leaf as well. */
  leaves = rs_expression_get_leaves (node);
  arena = rs_arena_new ();
  for (guint i = 0; i < leaves->len; i++)
    if (!is_number (arena, g_ptr_array_index (leaves, i)))
      return TRUE;
  return FALSE;
}
