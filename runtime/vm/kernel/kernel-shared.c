/* Shared memory of interpreted kernels: an array a block and place, zero at the block's start.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include <string.h>

gboolean
rs_vm_shared (RsThread *thread, const RsProto *proto, guint place, const RsType *element, const RsValue *arguments,
              guint n, RsValue *result, GError **error)
{
  gpointer key = (char *)proto + place + 1;
  RsElement kind
      = element->kind == RS_TYPE_NUMBER || element->kind == RS_TYPE_ARRAY ? element->element : RS_ELEMENT_NONE;
  gint64 dims[RS_MAX_RANK];
  int rank = rs_vm_get_sizes (arguments, n, dims, "shared", error);
  RsArray *array = thread->block != NULL ? g_hash_table_lookup (thread->block->shared, key) : NULL;

  if (rank == 0)
    return FALSE;
  if (element == &rs_type_scalar)
    kind = rs_element_of_precision (thread->vm->session->precision);
  if (array == NULL || array->rank != rank || memcmp (array->dims, dims, (gsize)rank * sizeof dims[0]) != 0)
    {
      array = rs_array_new (kind, rank, dims, TRUE, error);
      if (array == NULL)
        return FALSE;
      if (thread->block == NULL)
        {
          *result = rs_value_object (array);
          return TRUE;
        }
      g_hash_table_insert (thread->block->shared, key, array);
    }
  *result = rs_value_object (rs_array_ref (array));
  return TRUE;
}

gboolean
rs_vm_shared_copy (RsThread *thread, const RsProto *proto, guint place, RsValue value, RsValue *result, GError **error)
{
  gpointer key = (char *)proto + place + 1;
  RsArray *array = thread->block != NULL ? g_hash_table_lookup (thread->block->shared, key) : NULL;

  if (value.tag != RS_TAG_ARRAY)
    {
      *result = rs_value_ref (value);
      return TRUE;
    }
  if (array != NULL && array->element == value.array->element && array->rank == value.array->rank
      && memcmp (array->dims, value.array->dims, (gsize)array->rank * sizeof array->dims[0]) == 0)
    {
      if (array->n_elements > 0)
        memcpy (rs_array_write (array), rs_array_read (value.array), (gsize)rs_array_get_bytes (array));
    }
  else
    {
      array = rs_array_copy (value.array, error);
      if (array == NULL)
        return FALSE;
      if (thread->block == NULL)
        {
          *result = rs_value_object (array);
          return TRUE;
        }
      g_hash_table_insert (thread->block->shared, key, array);
    }
  *result = rs_value_object (rs_array_ref (array));
  return TRUE;
}
