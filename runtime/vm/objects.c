/* Objects in the virtual machine: members, constructors and methods.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include "runtime/value/types/object.h"
#include "runtime/vm/kernel/groups.h"

/* The EXTRA word of a field instruction remembers where the member was. */
static void
remember (const RsInstruction *extra, guint position)
{
  ((RsInstruction *)extra)->a = (guint16)MIN (position, G_MAXUINT16);
}

gboolean
rs_vm_get_field (RsThread *thread, RsValue object, guint object_register, const char *name, const RsInstruction *extra,
                 RsValue *result, GError **error)
{
  guint position = 0;

  if (object.tag == RS_TAG_NONE)
    {
      rs_vm_set_unset_error (thread, object_register, error);
      return FALSE;
    }
  if (object.tag == RS_TAG_NATIVE && object.native->class == &rs_group_class)
    return rs_vm_group_get (thread, object.native, name, result, error);
  if (!rs_value_get_member (object, name, &position, result, error))
    return FALSE;
  remember (extra, position);
  return TRUE;
}

gboolean
rs_vm_set_field (RsThread *thread, RsValue object, guint object_register, const char *name, RsValue value,
                 guint value_register, const RsInstruction *extra, GError **error)
{
  guint position = 0;

  if (object.tag == RS_TAG_NONE || value.tag == RS_TAG_NONE)
    {
      rs_vm_set_unset_error (thread, object.tag == RS_TAG_NONE ? object_register : value_register, error);
      return FALSE;
    }
  if (!rs_value_set_member (object, name, &position, value, thread->vm->session->precision, error))
    return FALSE;
  remember (extra, position);
  return TRUE;
}

static gboolean
has_spread (const RsArgumentList *list)
{
  for (guint i = 0; i < list->n; i++)
    if (list->is_spread[i])
      return TRUE;
  return FALSE;
}

gboolean
rs_vm_construct_list (RsThread *thread, const RsType *type, const RsValue *values, const RsArgumentList *list,
                      RsValue *result, GError **error)
{
  const RsClass *class = rs_type_get_class (type);
  g_autoptr (GArray) items = NULL;

  if (!rs_vm_has_names (list))
    {
      items = rs_vm_spread (values, list->n, list, RS_MAX_REGISTERS, error);
      return items != NULL && rs_vm_construct (thread, type, (RsValue *)items->data, items->len, result, error);
    }
  if (class == NULL || has_spread (list))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENTS_NUMBER,
                   type->kind != RS_TYPE_CLASS ? "%s is made from sizes or a value; its arguments have no names"
                   : class == NULL             ? "%s() takes no arguments; add members afterwards"
                                   : "some members of %s are given with `...` and others by name; name all of them",
                   type->kind != RS_TYPE_CLASS ? "an array, a cell or a number" : type->name);
      return FALSE;
    }
  return rs_class_object_construct (class, values, list->n, list->names, thread->vm->session->precision, result, error);
}

gboolean
rs_vm_construct_object (RsThread *thread, const RsType *type, const RsValue *values, guint n, RsValue *result,
                        GError **error)
{
  const RsClass *class = rs_type_get_class (type);
  RsClassObject *object;

  if (class != NULL)
    return rs_class_object_construct (class, values, n, NULL, thread->vm->session->precision, result, error);
  if (n > 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENTS_NUMBER,
                   "object() takes no arguments; add members afterwards");
      return FALSE;
    }
  if (!rs_class_object_new (NULL, thread->vm->session->precision, &object, error))
    return FALSE;
  *result = rs_value_object (object);
  return TRUE;
}

gboolean
rs_vm_check_kernel_objects (const RsValue *values, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      const RsClass *class = rs_value_get_class (values[i]);

      if (values[i].tag != RS_TAG_OBJECT
          || (class != NULL && class->kind != RS_CLASS_DYNAMIC && !class->has_open_member))
        continue;
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_KERNEL_ARGUMENT,
                   class != NULL && class->has_open_member && class->kind != RS_CLASS_DYNAMIC
                       ? "parallel_do: %s has members without a type, so that no kernel can use it"
                       : "parallel_do: %s is dynamic, and kernels use objects of a `class` or `mutable class` only",
                   class != NULL ? class->name : "the object");
      return FALSE;
    }
  return TRUE;
}

/* --- methods --- */

static gboolean
call_value (RsThread *thread, RsValue *base, guint n, const RsArgumentList *list, guint n_results, gboolean *pushed,
            GError **error)
{
  RsFunction *function = base->function;

  if (list == NULL && base->tag == RS_TAG_FUNCTION && function->kind == RS_FUNCTION_CLOSURE
      && n <= function->proto->n_parameters && n >= function->proto->n_required && !function->proto->is_special)
    {
      *pushed = TRUE;
      return rs_thread_push (thread, function, function->proto, base, n, rs_thread_end (thread), base, n_results,
                             error);
    }
  return rs_vm_call_value (thread, base, n, list, base, n_results, pushed, error);
}

/* Without the object: base[0] becomes the member, the arguments move up to it. */
static gboolean
call_member (RsThread *thread, RsValue *base, guint n, RsValue member, const RsArgumentList *list, guint n_results,
             gboolean *pushed, GError **error)
{
  RsArgumentList without;
  RsValue old;

  rs_value_ref (member);
  old = base[0];
  base[0] = member;
  rs_value_clear (&old);
  old = base[1];
  for (guint i = 1; i <= n; i++)
    base[i] = base[i + 1];
  base[n + 1] = RS_NONE;
  rs_value_clear (&old);
  if (list != NULL)
    without = (RsArgumentList){ .n = n, .names = list->names + 1, .is_spread = list->is_spread + 1 };
  return call_value (thread, base, n, list != NULL ? &without : NULL, n_results, pushed, error);
}

static gboolean
call_native (RsThread *thread, RsValue *base, guint n, const RsNativeMethod *method, const RsArgumentList *list,
             guint n_results, GError **error)
{
  g_autoptr (GArray) items = NULL;

  if (list == NULL && base[1].native->class == &rs_group_class)
    return rs_vm_group_call (thread, base, n, method, n_results, error);
  if (list == NULL)
    return rs_vm_call_native (thread, method, base + 1, n + 1, base, n_results, error);
  items = rs_vm_spread (base + 1, n + 1, list, RS_MAX_REGISTERS, error);
  return items != NULL
         && rs_vm_call_native (thread, method, (RsValue *)items->data, items->len, base, n_results, error);
}

gboolean
rs_vm_call_method (RsThread *thread, RsValue *base, guint n, const char *name, const RsArgumentList *list,
                   guint n_results, gboolean *pushed, GError **error)
{
  RsValue object = base[1], unused;
  guint position;
  int index;

  *pushed = FALSE;
  if (object.tag == RS_TAG_NATIVE && rs_native_find_method (object.native, name) != NULL)
    return call_native (thread, base, n, rs_native_find_method (object.native, name), list, n_results, error);
  if (object.tag == RS_TAG_OBJECT && (index = rs_class_object_find (object.class_object, name)) >= 0)
    return call_member (thread, base, n, object.class_object->members[index], list, n_results, pushed, error);
  if (base[0].tag != RS_TAG_NONE)
    return call_value (thread, base, n + 1, list, n_results, pushed, error);
  if (object.tag == RS_TAG_NONE)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED, "the object of .%s(...) has no value yet",
                   name);
      return FALSE;
    }
  if (rs_value_get_member (object, name, &position, &unused, error))
    rs_value_clear (&unused);
  return FALSE;
}
