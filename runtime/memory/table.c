/* The object table: which arrays live, by oid.
 *
 * Arrays are made and dropped on the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/memory/memory-private.h"

#include "runtime/trace/trace.h"

static GMutex lock;
static GHashTable *arrays; /* oid (in the array) -> RsArray; guarded by lock */
static guint64 last_oid;   /* guarded by lock */

static void
emit_memory (RsTraceKind kind, const RsArray *array)
{
  gint64 now = rs_trace_now ();
  RsTraceEvent event = {
    .start = now,
    .end = now,
    .kind = kind,
    .a = (gint64)array->oid,
    .b = rs_array_get_bytes (array),
    .track = rs_trace_thread_track (),
  };

  rs_trace_find_place (&event);
  rs_trace_emit (&event);
}

guint64
rs_memory_register_array (RsArray *array)
{
  g_assert (array->oid == 0);
  g_mutex_lock (&lock);
  if (arrays == NULL)
    arrays = g_hash_table_new (g_int64_hash, g_int64_equal);
  array->oid = ++last_oid;
  g_hash_table_insert (arrays, &array->oid, array);
  g_mutex_unlock (&lock);
  if (rs_trace_is_on ())
    emit_memory (RS_TRACE_ALLOCATE, array);
  return array->oid;
}

void
rs_memory_forget_array (RsArray *array)
{
  gboolean was_there;

  g_mutex_lock (&lock);
  was_there = g_hash_table_remove (arrays, &array->oid);
  g_mutex_unlock (&lock);
  g_assert (was_there);
  if (rs_trace_is_on ())
    emit_memory (RS_TRACE_FREE, array);
}

RsArray *
rs_memory_find_array (guint64 oid)
{
  RsArray *array;

  g_mutex_lock (&lock);
  array = arrays != NULL ? g_hash_table_lookup (arrays, &oid) : NULL;
  g_mutex_unlock (&lock);
  return array;
}

guint64
rs_memory_count_arrays (void)
{
  guint64 n;

  g_mutex_lock (&lock);
  n = arrays != NULL ? g_hash_table_size (arrays) : 0;
  g_mutex_unlock (&lock);
  return n;
}
