/* Arguments of kernels: instances of generic ones, and arrays of any rank where a kernel takes a vector.
 *
 * A kernel that works for arrays of all dimensions takes them as `vec` and computes linear indices (manual 6.8). For
 * the time of an interpreted launch a vector with the same elements stands for it; compiled kernels get its view with
 * one.
 *
 * Threads: the session's, which does nothing else during an interpreted launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/symbol.h"
#include "runtime/vm/vm-private.h"

RsFunction *
rs_vm_instantiate_kernel (RsVm *vm, RsFunction *function, guint rank, const RsValue *arguments, guint n, GError **error)
{
  const RsProto *proto = function->proto;
  g_autofree RsValue *values = g_new0 (RsValue, proto->n_parameters + 1);
  RsArray *array = rs_array_new_vector (RS_ELEMENT_INT32, rank, error);
  RsValue position;
  RsFunction *instance;
  guint next = 0;

  g_assert (rank >= 1 && rank <= RS_MAX_RANK);
  if (array == NULL)
    return NULL;
  position = rs_value_object (array);
  for (guint i = 0; i < proto->n_parameters; i++)
    if (!rs_is_special_parameter (proto->parameters[i].name))
      values[i] = next < n ? arguments[next++] : RS_NONE;
    else if (proto->parameters[i].type == NULL)
      values[i] = position; /* pos : ivec(N) */
  instance = rs_vm_instantiate (vm, function, values, proto->n_parameters, error);
  rs_value_clear (&position);
  return instance;
}

/* --- flattening --- */

/* A vector over the elements of an array, for the time of one launch. */
typedef struct {
  RsArray *array, *vector;
  gpointer data; /* the vector's own, which it gets back */
} View;

static gboolean
is_vector (const RsType *type)
{
  return type != NULL && type->kind == RS_TYPE_ARRAY && type->rank == 1 && type->sizes[0] == RS_SIZE_UNKNOWN;
}

static RsArray *
lend_elements (RsArray *array, GArray *views, GError **error)
{
  RsArray *vector = rs_array_new_vector (array->element, 0, error);
  View view = { .array = array, .vector = vector };

  if (vector == NULL)
    return NULL;
  view.data = vector->data;
  vector->boundary = array->boundary;
  vector->overflow = array->overflow;
  vector->data = rs_array_write (array);
  vector->dims[0] = vector->n_elements = array->n_elements;
  rs_array_ref (array);
  rs_array_ref (vector);
  g_array_append_val (views, view);
  return vector;
}

gboolean
rs_vm_flatten_arguments (const RsProto *proto, RsValue *arguments, GArray *views, GError **error)
{
  for (guint i = 0; i < proto->n_parameters; i++)
    {
      RsArray *array = arguments[i].tag == RS_TAG_ARRAY ? arguments[i].array : NULL, *vector;

      if (array == NULL || array->rank == 1 || !is_vector (proto->parameters[i].type))
        continue;
      vector = lend_elements (array, views, error);
      if (vector == NULL)
        return FALSE;
      rs_value_clear (&arguments[i]);
      arguments[i] = rs_value_object (vector);
    }
  return TRUE;
}

void
rs_vm_restore_arguments (GArray *views)
{
  for (guint i = 0; i < views->len; i++)
    {
      View *view = &g_array_index (views, View, i);

      view->vector->data = view->data;
      view->vector->dims[0] = view->vector->n_elements = 0;
      rs_array_unref (view->vector);
      rs_array_unref (view->array);
    }
}

GArray *
rs_vm_new_views (void)
{
  return g_array_new (FALSE, FALSE, sizeof (View));
}
