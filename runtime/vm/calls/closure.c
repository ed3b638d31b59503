/* Closures: what they bind when they are made, and what they take when they are called.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

static RsInstance *
instance_of (const RsProto *proto)
{
  return ((RsProtoState *)proto->state)->instance;
}

static RsValue
global (RsInstance *instance, guint module, guint index)
{
  RsInstance *other = module < instance->siblings->len ? g_ptr_array_index (instance->siblings, module) : instance;

  return other->registers != NULL && index < other->n_registers ? other->registers[index] : RS_NONE;
}

RsFunction *
rs_vm_new_closure (RsThread *thread, RsFrame *frame, const RsProto *proto)
{
  RsInstance *instance = instance_of (proto);
  RsFunction *function = rs_function_new_closure (proto->module, instance, proto);

  function->home = thread == thread->vm->main ? frame->serial : 0;
  function->home_depth = (guint)(frame - thread->frames);
  for (guint i = 0; i < proto->n_captures; i++)
    {
      const RsProtoCapture *capture = &proto->captures[i];

      if (capture->source == RS_CAPTURE_REGISTER)
        function->captures[i] = rs_value_ref (frame->registers[capture->index]);
      else if (capture->source == RS_CAPTURE_GLOBAL)
        function->captures[i] = rs_value_ref (global (instance, capture->module, capture->index));
    }
  return function;
}

/* The register of the frame that defined the function, as long as there is that frame. */
static RsValue
from_home (RsVm *vm, const RsFunction *function, guint index)
{
  const RsProto *parent = function->proto->parent;
  RsThread *thread = vm->main;

  if (parent != NULL && parent->parent == NULL)
    {
      RsInstance *instance = function->instance;

      return instance->registers != NULL ? instance->registers[index] : RS_NONE;
    }
  if (function->home != 0 && function->home_depth < thread->n_frames
      && thread->frames[function->home_depth].serial == function->home)
    return thread->frames[function->home_depth].registers[index];
  return RS_NONE;
}

/* A function of a top level that the closure names. */
static RsValue
find_global_function (const RsFunction *function, guint index)
{
  const RsSymbol *symbol = g_ptr_array_index (function->proto->scope->captures, index);
  RsInstance *instance = function->instance;
  gpointer value;

  while (symbol->kind == RS_SYMBOL_CAPTURED && symbol->origin != NULL)
    symbol = symbol->origin;
  if (!g_hash_table_lookup_extended (instance->functions, symbol, NULL, &value))
    return RS_NONE;
  for (guint i = 0; i < instance->siblings->len; i++)
    {
      RsInstance *other = g_ptr_array_index (instance->siblings, i);

      if (other->module == symbol->scope->module)
        return global (instance, i, GPOINTER_TO_UINT (value));
    }
  return RS_NONE;
}

RsValue
rs_vm_get_capture (RsVm *vm, const RsFunction *function, guint index)
{
  const RsProtoCapture *capture = &function->proto->captures[index];

  g_assert (function->kind == RS_FUNCTION_CLOSURE && index < function->proto->n_captures);
  if (function->captures[index].tag != RS_TAG_NONE)
    return function->captures[index];
  switch (capture->source)
    {
    case RS_CAPTURE_SELF:
      return rs_value_object ((gpointer)function);
    case RS_CAPTURE_REGISTER:
      return from_home (vm, function, capture->index);
    case RS_CAPTURE_GLOBAL:
      return global (function->instance, capture->module, capture->index);
    default:
      return find_global_function (function, index);
    }
}

RsValue
rs_function_get_capture (RsSession *session, const RsFunction *function, guint index)
{
  g_return_val_if_fail (function->kind == RS_FUNCTION_CLOSURE && index < function->proto->n_captures, RS_NONE);
  return rs_vm_get_capture (session->vm, function, index);
}
