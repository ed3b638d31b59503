/* Brackets behind generic types: stack[int] is a type, with which objects are made.
 *
 * Brackets behind functions need nothing here: the virtual machine makes the instance when it indexes a function.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

#include "compiler/sema/generic/generic.h"
#include "compiler/sema/names/types/generic-type.h"

const RsType *
rs_lower_generic_type (RsLower *lower, const RsNode *node)
{
  const RsNode *name = node->kind == RS_NODE_INDEX ? rs_node_child (node, RS_INDEX_ARRAY) : NULL;
  RsArena *arena = lower->bytecode->arena;
  const RsSymbol *symbol = name != NULL && name->kind == RS_NODE_NAME ? rs_symbol_get_origin (name->symbol) : NULL;
  RsNode *type_node;
  const RsType *type;

  if (symbol == NULL
      || !(rs_symbol_is_generic_type (symbol) || (lower->in_brackets && symbol->kind == RS_SYMBOL_FUNCTION)))
    return NULL;
  type_node = rs_generic_type_node (arena, node);
  if (type_node == NULL || type_node->symbol == NULL)
    return NULL;
  type = rs_scope_type_of_node (arena, lower->scope, type_node);
  return type->kind == RS_TYPE_UNKNOWN ? NULL : type;
}

guint
rs_lower_brackets (RsLower *lower, const RsNode *node, int target)
{
  g_assert (node->kind == RS_NODE_INDEX);

  const RsType *type = rs_lower_generic_type (lower, node);
  const RsNode *array = rs_node_child (node, RS_INDEX_ARRAY);
  const RsSymbol *symbol = array->kind == RS_NODE_NAME ? rs_symbol_get_origin (array->symbol) : NULL;
  gboolean outside = lower->in_brackets;
  guint result;

  if (type == NULL)
    {
      lower->in_brackets = symbol != NULL && symbol->kind == RS_SYMBOL_FUNCTION;
      result = rs_lower_index (lower, node, target);
      lower->in_brackets = outside;
      return result;
    }
  result = rs_lower_target (lower, target);
  rs_lower_emit (lower, RS_OPCODE_LOAD, result, rs_lower_type_constant (lower, type, NULL), 0);
  return result;
}

guint
rs_lower_specialization (RsLower *lower, const RsNode *meta, int target)
{
  g_assert (rs_is_specialization (meta));

  guint result = rs_lower_target (lower, target);
  RsType *type = rs_arena_new0 (lower->bytecode->arena, RsType);

  if (meta->symbol == NULL)
    {
      rs_lower_unsupported (lower, meta, "$specialize of a function that is not known before the program runs");
      return result;
    }
  type->kind = RS_TYPE_FUNCTION;
  type->declaration = meta->symbol->declaration;
  rs_lower_to (lower, meta->children[0], result);
  rs_lower_emit (lower, RS_OPCODE_SPECIALIZE, result, result, rs_lower_type_constant (lower, type, NULL));
  return result;
}
