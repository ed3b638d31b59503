/* Types of what objects are made of and made by: members, constructors, methods.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/infer/infer-private.h"

/* A member as the host sees its value. */
static const RsType *
value_of_member (const RsType *type)
{
  return type->kind == RS_TYPE_NUMBER ? rs_infer_element_value (type->element) : type;
}

const RsType *
rs_infer_field (RsInference *self, const RsNode *node)
{
  g_assert (node->kind == RS_NODE_FIELD);

  const RsNode *object = rs_node_child (node, 0);
  const RsType *type = object ? rs_infer_type (self, object) : &rs_type_unknown;
  const RsClass *class = rs_type_get_class (type);
  int index;

  if (type == &rs_type_bottom)
    return type;
  index = class && node->name ? rs_class_find_member (class, node->name) : -1;
  if (index < 0)
    return &rs_type_unknown;
  /* A member of a dynamic object may be null as long as nobody has given it a value. */
  if (class->kind == RS_CLASS_DYNAMIC && class->members[index].type->kind != RS_TYPE_NUMBER
      && class->members[index].type->kind != RS_TYPE_STRING)
    return &rs_type_unknown;
  return value_of_member (class->members[index].type);
}

gboolean
rs_is_member_construction (const RsNode *call, const RsSymbol *function)
{
  const RsClass *class = function->constructs ? function->constructs->class_description : NULL;

  if (!class || call->n_children <= RS_CALL_FIRST_ARGUMENT)
    return FALSE;
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];

      if (!argument || argument->kind != RS_NODE_NAMED_ARGUMENT || rs_class_find_member (class, argument->name) < 0)
        return FALSE;
    }
  return TRUE;
}

const RsType *
rs_infer_constructor_call (RsInference *self, const RsNode *call, const RsSymbol *function)
{
  g_assert (call->kind == RS_NODE_CALL && function->constructs != NULL);

  const RsType *joined = function->constructs->type;

  if (rs_is_member_construction (call, function))
    return joined;
  for (guint i = 0; i < function->overloads->len; i++)
    {
      const RsNode *outputs = rs_node_child (g_ptr_array_index (function->overloads, i), RS_FUNCTION_OUTPUTS);
      const RsNode *output = outputs ? rs_node_child (outputs, 0) : NULL;
      const RsType *type = output && output->symbol ? output->symbol->type : &rs_type_unknown;

      if (type == &rs_type_bottom)
        return type;
      joined = rs_type_join (self->arena, joined, type);
    }
  return joined;
}

RsNode *
rs_method_call_as_function_call (RsArena *arena, const RsNode *call, const RsType *object)
{
  g_assert (call->kind == RS_NODE_CALL && rs_node_child (call, RS_CALL_CALLEE)->kind == RS_NODE_FIELD);

  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsClass *class = rs_type_get_class (object);
  const RsSymbol *function = rs_symbol_get_origin (callee->symbol);
  RsNode *node, *name;

  if (!class || class->kind == RS_CLASS_DYNAMIC || !callee->name || rs_class_find_member (class, callee->name) >= 0
      || !function || function->kind != RS_SYMBOL_FUNCTION || function->builtin || function->constructs)
    return NULL;
  name = rs_arena_memdup (arena, callee, sizeof *callee);
  name->kind = RS_NODE_NAME;
  name->n_children = 0;
  node = rs_arena_memdup (arena, call, sizeof *call);
  node->children = rs_arena_array (arena, RsNode *, call->n_children + 2);
  node->n_children = call->n_children + 1;
  node->children[RS_CALL_CALLEE] = name;
  node->children[RS_CALL_FIRST_ARGUMENT] = callee->children[0];
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    node->children[i + 1] = call->children[i];
  return node;
}

const RsType *
rs_infer_method_call (RsInference *self, const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL && call->children[RS_CALL_CALLEE]->kind == RS_NODE_FIELD);

  const RsNode *callee = call->children[RS_CALL_CALLEE];
  const RsType *object = rs_infer_type (self, callee->children[0]);
  const RsClass *class = rs_type_get_class (object);
  const RsNode *function_call;

  if (object == &rs_type_bottom)
    return object;
  if (!class || class->kind == RS_CLASS_DYNAMIC || !callee->name)
    return &rs_type_unknown;
  if (rs_class_find_member (class, callee->name) >= 0)
    {
      const RsType *type = rs_infer_field (self, callee);

      return type->kind == RS_TYPE_FUNCTION && type->n_outputs == 1 ? value_of_member (type->outputs[0])
                                                                    : &rs_type_unknown;
    }
  function_call = rs_method_call_as_function_call (self->arena, call, object);
  return function_call ? rs_infer_type (self, function_call) : &rs_type_unknown;
}
