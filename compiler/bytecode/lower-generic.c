/* Brackets behind generic types: stack[int] is a type, with which objects are made.
 *
 * Brackets behind functions need nothing here: the virtual machine makes the instance when it indexes a function, and
 * finds the one of a call without brackets from the arguments. A null pointer does not tell it: there the declared
 * types of the arguments do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/bytecode/lower-private.h"

#include "compiler/sema/generic/generic.h"
#include "compiler/sema/infer/infer.h"
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

/* --- null pointers --- */

/* Whether the parameter is an object of a generic class, of which a pointer's type tells the parameters: ^tree[T]. */
static gboolean
is_of_generic_class (const RsNode *parameter)
{
  const RsNode *type = parameter ? rs_node_child (parameter, RS_PARAMETER_TYPE) : NULL;

  if (type && type->kind == RS_NODE_TYPE_POINTER)
    type = rs_node_child (type, 0);
  return type && type->kind == RS_NODE_TYPE_NAME && type->n_children > 0;
}

/* Whether what an object is decides about no parameter, but what its class is made with; and there may be none. */
static gboolean
passes_pointers (RsLower *lower, const RsNode *call, const RsNode *function)
{
  const RsNode *parameters = rs_node_child (function, RS_FUNCTION_PARAMETERS);
  gboolean any = FALSE;

  for (guint i = RS_CALL_FIRST_ARGUMENT; parameters != NULL && i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];

      if (argument == NULL || argument->kind == RS_NODE_NAMED_ARGUMENT || argument->kind == RS_NODE_SPREAD)
        return FALSE;
      if (rs_infer_expression (lower->bytecode->arena, argument, lower->options->precision)->kind != RS_TYPE_POINTER)
        continue;
      if (!is_of_generic_class (rs_node_child (parameters, i - RS_CALL_FIRST_ARGUMENT)))
        return FALSE;
      any = TRUE;
    }
  return any;
}

static void
lower_bindings (RsLower *lower, const RsBinding *bindings, guint n, guint first)
{
  for (guint i = 0; i < n; i++)
    if (bindings[i].kind == RS_BINDING_TYPE)
      rs_lower_emit (lower, RS_OPCODE_LOAD, first + i, rs_lower_type_constant (lower, bindings[i].type, NULL), 0);
    else
      rs_lower_emit (lower, RS_OPCODE_LOAD, first + i,
                     rs_lower_constant (lower, (RsConstant){ .kind = RS_CONSTANT_INT, .integer = bindings[i].value }),
                     0);
}

void
rs_lower_instance_of_pointers (RsLower *lower, const RsNode *call, guint function)
{
  g_assert (call->kind == RS_NODE_CALL);

  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsSymbol *symbol = callee->kind == RS_NODE_NAME ? rs_symbol_get_origin (callee->symbol) : NULL;
  const RsNode *declaration = symbol != NULL && symbol->kind == RS_SYMBOL_FUNCTION ? symbol->declaration : NULL;
  const guint mark = lower->next;
  RsGenericInstance *instance;
  const char *reason;
  guint first;

  if (declaration == NULL || !rs_node_is_generic (declaration) || symbol->overloads->len != 1
      || !passes_pointers (lower, call, declaration))
    return;
  instance = rs_generic_instance_of_call (lower->bytecode->arena, declaration, call, NULL, 0, lower->options->precision,
                                          FALSE, &reason);
  if (instance == NULL)
    return;
  first = rs_lower_take (lower, instance->n_bindings);
  lower_bindings (lower, instance->bindings, instance->n_bindings, first);
  rs_lower_emit (lower, RS_OPCODE_INDEX, function, function, first);
  rs_lower_emit (lower, RS_OPCODE_EXTRA, 0, instance->n_bindings, 0);
  rs_lower_release (lower, mark);
}

/* --- $specialize --- */

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
