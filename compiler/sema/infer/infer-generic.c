/* Types of what brackets make of functions and types: f[int](x), g = f[int], zeros[T](m, n), stack[int].
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/generic/generic.h"
#include "compiler/sema/infer/infer-private.h"

static gboolean
has_bottom (RsInference *self, const RsNode *call)
{
  for (guint i = RS_CALL_FIRST_ARGUMENT; i < call->n_children; i++)
    {
      const RsNode *argument = call->children[i];

      if (argument && argument->kind == RS_NODE_NAMED_ARGUMENT)
        argument = rs_node_child (argument, 0);
      if (argument && rs_infer_type (self, argument) == &rs_type_bottom)
        return TRUE;
    }
  return FALSE;
}

static const RsType *
type_of_output (const RsNode *function)
{
  const RsNode *outputs = rs_node_child (function, RS_FUNCTION_OUTPUTS);
  const RsNode *output = outputs ? rs_node_child (outputs, 0) : NULL;

  if (!output)
    return &rs_type_nothing;
  if ((function->flags & RS_NODE_KERNEL) || !output->symbol || (output->flags & RS_NODE_VARIADIC))
    return &rs_type_unknown;
  return output->symbol->type;
}

/* zeros[T](m, n): the array that vec[T] (m, n) would be. */
static const RsType *
infer_allocation (RsInference *self, const RsNode *call)
{
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  const RsType *type
      = rs_generic_is_allocation (callee) ? rs_generic_allocated_type (self->arena, self->precision, callee, 1) : NULL;

  return type && type->kind == RS_TYPE_ARRAY ? rs_infer_constructor (self, call, type) : NULL;
}

const RsType *
rs_infer_generic_call (RsInference *self, const RsNode *call)
{
  g_assert (call->kind == RS_NODE_CALL);

  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);
  RsGenericInstance *instance;
  RsBinding *explicit;
  guint n_explicit;
  const char *reason;
  const RsNode *function;
  const RsType *type;

  if (rs_generic_is_allocation (callee))
    {
      type = infer_allocation (self, call);
      return type ? type : &rs_type_unknown;
    }
  type = rs_generic_constructed_type (self->arena, self->precision, call);
  if (type)
    return rs_infer_constructor (self, call, type);
  function = rs_generic_callee (self->arena, self->precision, callee, &explicit, &n_explicit);
  if (!function)
    return NULL;
  if (has_bottom (self, call))
    return &rs_type_bottom;
  instance = rs_generic_instance_of_call (self->arena, function, call, explicit, n_explicit, self->precision,
                                          self->may_instantiate, &reason);
  return instance ? type_of_output (instance->node) : &rs_type_unknown;
}

/* $specialize (f, ...): the function that it makes. */
const RsType *
rs_infer_specialization (RsInference *self, const RsNode *meta)
{
  g_assert (rs_is_specialization (meta));

  const char *reason;
  RsGenericInstance *instance
      = rs_specialize (self->arena, (RsNode *)meta, self->precision, self->may_instantiate, &reason);

  return instance ? rs_infer_function_type (self->arena, instance->node, self->precision) : &rs_type_any_function;
}

const RsType *
rs_infer_instantiation (RsInference *self, const RsNode *index)
{
  g_assert (index->kind == RS_NODE_INDEX);

  const RsNode *array = rs_node_child (index, RS_INDEX_ARRAY);
  const RsSymbol *symbol = array && array->kind == RS_NODE_NAME ? rs_symbol_get_origin (array->symbol) : NULL;

  if (!symbol)
    return NULL;
  if (symbol->kind == RS_SYMBOL_FUNCTION || symbol->kind == RS_SYMBOL_BUILTIN)
    return &rs_type_any_function;
  if (symbol->kind == RS_SYMBOL_TYPE)
    {
      RsType *type = rs_arena_new0 (self->arena, RsType);
      RsNode *node = rs_generic_type_node (self->arena, index);

      type->kind = RS_TYPE_TYPE;
      type->item = node ? rs_type_from_node (self->arena, node, self->precision, rs_scope_lookup_type_node, NULL)
                        : &rs_type_unknown;
      return type->item->kind == RS_TYPE_UNKNOWN ? &rs_type_unknown : type;
    }
  return NULL;
}
