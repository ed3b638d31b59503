/* Arguments of kernels: instances of generic ones, and arrays of any rank where a kernel takes a vector.
 *
 * A kernel that works for arrays of all dimensions takes them as `vec` and computes linear indices (manual 6.8). For
 * the time of an interpreted launch such an array has one dimension; compiled kernels get its view with one.
 *
 * Threads: the session's, which does nothing else during an interpreted launch.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check.h"
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

typedef struct {
  RsArray *array;
  gint8 rank;
  gint64 dims[RS_MAX_RANK];
} Flattened;

static gboolean
is_vector (const RsType *type)
{
  return type != NULL && type->kind == RS_TYPE_ARRAY && type->rank == 1 && type->sizes[0] == RS_SIZE_UNKNOWN;
}

/* Whether all parameters that hold this array take it as a vector. */
static gboolean
may_flatten (const RsProto *proto, const RsValue *arguments, const RsArray *array)
{
  for (guint i = 0; i < proto->n_parameters; i++)
    if (arguments[i].tag == RS_TAG_ARRAY && arguments[i].array == array
        && (!is_vector (proto->parameters[i].type) || proto->parameters[i].type->element != array->element))
      return FALSE;
  return TRUE;
}

GArray *
rs_vm_flatten_arguments (const RsProto *proto, const RsValue *arguments)
{
  GArray *flattened = NULL;

  for (guint i = 0; i < proto->n_parameters; i++)
    {
      RsArray *array = arguments[i].tag == RS_TAG_ARRAY ? arguments[i].array : NULL;
      Flattened old;

      if (array == NULL || array->rank == 1 || !may_flatten (proto, arguments, array))
        continue;
      old.array = rs_array_ref (array);
      old.rank = array->rank;
      memcpy (old.dims, array->dims, sizeof old.dims);
      if (flattened == NULL)
        flattened = g_array_new (FALSE, FALSE, sizeof (Flattened));
      g_array_append_val (flattened, old);
      array->rank = 1;
      for (guint d = 0; d < RS_MAX_RANK; d++)
        array->dims[d] = d == 0 ? array->n_elements : 1;
    }
  return flattened;
}

void
rs_vm_restore_arguments (GArray *flattened)
{
  for (guint i = 0; flattened != NULL && i < flattened->len; i++)
    {
      Flattened *old = &g_array_index (flattened, Flattened, i);

      old->array->rank = old->rank;
      memcpy (old->array->dims, old->dims, sizeof old->dims);
      rs_array_unref (old->array);
    }
  if (flattened != NULL)
    g_array_unref (flattened);
}
