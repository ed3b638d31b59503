/* Arrays: life, copies, and access from host code.
 *
 * Sizes are checked and memory is had through runtime/memory. Access waits for launches (runtime/sched) and makes the
 * host's copy valid (runtime/memory/replica.h); both are a load and a compare when nothing is under way.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/array.h"

#include <string.h>

#include "runtime/memory/completion.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/replica.h"
#include "runtime/value/parts.h"

/* Launches that are held back keep temporaries that are not needed any more once they have run. */
static gpointer
allocate (gsize bytes, gboolean zero, GError **error)
{
  g_autoptr (GError) first = NULL;
  gpointer data = rs_memory_allocate (bytes, zero, &first);

  if (data != NULL)
    return data;
  if (rs_queue_complete_held ())
    return rs_memory_allocate (bytes, zero, error);
  g_propagate_error (error, g_steal_pointer (&first));
  return NULL;
}

RsArray *
rs_array_new (RsElement element, int rank, const gint64 *dims, gboolean zero, GError **error)
{
  gint64 n_elements;
  gsize bytes;
  gpointer data;
  RsArray *array;

  g_assert (element > RS_ELEMENT_NONE && element < RS_N_ELEMENTS);
  g_return_val_if_fail (rank >= 1 && rank <= RS_MAX_RANK, NULL);
  if (!rs_memory_get_size (element, rank, dims, &n_elements, &bytes, error))
    return NULL;
  data = allocate (bytes, zero, error);
  if (data == NULL)
    return NULL;
  array = g_new0 (RsArray, 1);
  array->base = (RsObject){ .ref_count = 1, .tag = RS_TAG_ARRAY };
  array->element = element;
  array->rank = (gint8)rank;
  for (int i = 0; i < RS_MAX_RANK; i++)
    array->dims[i] = i < rank ? dims[i] : 1;
  array->n_elements = n_elements;
  array->data = data;
  rs_memory_register_array (array);
  return array;
}

RsArray *
rs_array_new_vector (RsElement element, gint64 length, GError **error)
{
  return rs_array_new (element, 1, &length, FALSE, error);
}

RsArray *
rs_array_copy (RsArray *array, GError **error)
{
  gconstpointer from = rs_array_read (array);
  RsArray *copy = rs_array_new (array->element, array->rank, array->dims, FALSE, error);

  if (copy == NULL)
    return NULL;
  copy->boundary = array->boundary;
  copy->overflow = array->overflow;
  rs_copy_in_parts (copy->data, from, (gsize)rs_array_get_bytes (array));
  return copy;
}

RsArray *
rs_array_ref (RsArray *array)
{
  array->base.ref_count++;
  return array;
}

void
rs_array_unref (RsArray *array)
{
  g_assert (array->base.ref_count > 0);
  if (--array->base.ref_count > 0)
    return;
  rs_memory_forget_array (array);
  rs_memory_drop_replicas (array);
  rs_memory_free (array->data, (gsize)rs_array_get_bytes (array));
  g_free (array);
}

_Thread_local GError *rs_array_loss;

GError *
rs_array_take_loss (void)
{
  return g_steal_pointer (&rs_array_loss);
}

static gpointer
access_host (RsArray *array, RsAccess access)
{
  g_autoptr (GError) error = NULL;
  gpointer data = rs_memory_acquire (array, RS_MEMORY_HOST, access, &error);

  if (data == NULL) /* the only valid copy is lost with its device */
    {
      g_clear_error (&rs_array_loss);
      g_set_error (&rs_array_loss, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE_LOST,
                   "the contents of an array are lost: %s", error->message);
      data = array->data;
    }
  return data;
}

gboolean
rs_array_refuse (const char *name, GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
               "%s is still being computed: it can be looked at when this line has ended",
               name != NULL ? name : "an array");
  return FALSE;
}

static void
wait_for (RsArray *array, gboolean for_writing)
{
  if (G_LIKELY (rs_queue_wait_array (array, for_writing)) || rs_array_loss != NULL)
    return;
  rs_array_refuse (NULL, &rs_array_loss);
}

gconstpointer
rs_array_read (RsArray *array)
{
  wait_for (array, FALSE);
  return access_host (array, RS_ACCESS_READ);
}

gpointer
rs_array_write (RsArray *array)
{
  wait_for (array, TRUE);
  array->version++;
  return access_host (array, RS_ACCESS_READ_WRITE);
}

gpointer
rs_array_overwrite (RsArray *array)
{
  wait_for (array, TRUE);
  array->version++;
  return access_host (array, RS_ACCESS_WRITE);
}
