/* Positions taken apart: x[pos + [k,l]] as x[pos[0]+k, pos[1]+l].
 *
 * On a variable declared mat or cube an index vector with as many elements as there are dimensions is a position
 * (STDLIB.md 1.3), and arithmetic on positions is component by component. Where the types show that, the components are
 * computed as numbers, and an interpreted kernel makes no vector for each access.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

static gboolean
is_vector_name (const RsNode *node, guint length)
{
  const RsType *type = node->kind == RS_NODE_NAME && node->symbol != NULL ? node->symbol->type : NULL;

  return type != NULL && node->symbol->kind == RS_SYMBOL_VARIABLE && node->symbol->is_declared
         && type->kind == RS_TYPE_ARRAY && type->rank == 1 && type->sizes[0] == (gint64)length
         && (rs_element_is_integer (type->element) || rs_element_is_floating (type->element));
}

/* Whether the value is a real number, as far as its text and the types of its variables show. */
static gboolean
is_number (const RsNode *node)
{
  const RsType *type;

  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_NUMBER:
      return (node->flags & RS_NODE_IMAGINARY) == 0;
    case RS_NODE_NAME:
      type = node->symbol != NULL && node->symbol->kind == RS_SYMBOL_VARIABLE ? node->symbol->type : NULL;
      return type != NULL && type->kind == RS_TYPE_NUMBER && !rs_element_is_complex (type->element);
    case RS_NODE_UNARY:
      return node->op == RS_OP_NEGATE && is_number (node->children[0]);
    case RS_NODE_BINARY:
      return (node->op == RS_OP_ADD || node->op == RS_OP_SUBTRACT || node->op == RS_OP_MULTIPLY)
             && is_number (node->children[0]) && is_number (node->children[1]);
    case RS_NODE_INDEX:
      return node->n_children == 2 && node->children[1]->kind == RS_NODE_NUMBER
             && node->children[0]->kind == RS_NODE_NAME && node->children[0]->symbol != NULL
             && node->children[0]->symbol->type != NULL && node->children[0]->symbol->type->sizes[0] > 0
             && is_vector_name (node->children[0], (guint)node->children[0]->symbol->type->sizes[0]);
    default:
      return FALSE;
    }
}

gboolean
rs_lower_is_position (const RsNode *node, guint rank)
{
  switch ((RsNodeKind)node->kind)
    {
    case RS_NODE_NAME:
      return is_vector_name (node, rank);
    case RS_NODE_MATRIX:
      if (node->n_children != rank)
        return FALSE;
      for (guint i = 0; i < rank; i++)
        if (!is_number (node->children[i]))
          return FALSE;
      return TRUE;
    case RS_NODE_BINARY:
      if (node->op == RS_OP_ADD || node->op == RS_OP_SUBTRACT)
        return (rs_lower_is_position (node->children[0], rank)
                && (rs_lower_is_position (node->children[1], rank) || is_number (node->children[1])))
               || (is_number (node->children[0]) && rs_lower_is_position (node->children[1], rank));
      return FALSE;
    default:
      return FALSE;
    }
}

static guint
component_of_name (RsLower *lower, const RsNode *node, guint component, int target)
{
  guint vector = rs_lower_expression (lower, node, RS_ANYWHERE);
  guint mark = lower->next;
  guint index = rs_lower_take (lower, 1);
  guint result;

  rs_lower_emit (lower, RS_OPCODE_LOAD_INT, index, component, 0);
  rs_lower_release (lower, mark);
  result = rs_lower_target (lower, target);
  rs_lower_emit (lower, RS_OPCODE_INDEX1, result, vector, index);
  rs_lower_emit (lower, RS_OPCODE_EXTRA, 0, 0, 0);
  return result;
}

guint
rs_lower_component (RsLower *lower, const RsNode *node, guint component, int target)
{
  guint mark, a, b, result;

  if (is_number (node))
    return rs_lower_expression (lower, node, target);
  if (node->kind == RS_NODE_NAME)
    return component_of_name (lower, node, component, target);
  if (node->kind == RS_NODE_MATRIX)
    return rs_lower_expression (lower, node->children[component], target);
  mark = lower->next;
  a = rs_lower_component (lower, node->children[0], component, RS_ANYWHERE);
  b = rs_lower_component (lower, node->children[1], component, RS_ANYWHERE);
  rs_lower_release (lower, mark);
  result = rs_lower_target (lower, target);
  rs_lower_emit (lower, rs_lower_opcode (node->op), result, a, b);
  return result;
}
