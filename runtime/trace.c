/* The one listener, and the ids of names and tracks.
 *
 * A recording may start while queue threads run, so an emit takes part in a count of calls under way, and
 * rs_trace_unlisten waits for that count to fall to 0 before the listener goes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/trace.h"

#include <pthread.h>
#include <time.h>

gint rs_trace_listening;

static RsTraceListener current;
static gint calls_under_way;

static GMutex names_lock;
static GPtrArray *names;     /* of char *; guarded by names_lock; index + 1 is the id */
static GHashTable *name_ids; /* text -> id; guarded by names_lock */
static GPtrArray *tracks;    /* of char *; guarded by names_lock */

static _Thread_local guint32 thread_track;

gint64
rs_trace_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64)now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

gboolean
rs_trace_listen (const RsTraceListener *listener)
{
  g_mutex_lock (&names_lock);
  if (current.event != NULL)
    {
      g_mutex_unlock (&names_lock);
      return FALSE;
    }
  current = *listener;
  for (guint i = 0; names != NULL && i < names->len; i++)
    listener->name (i + 1, names->pdata[i], listener->data);
  for (guint i = 0; tracks != NULL && i < tracks->len; i++)
    listener->track (i + 1, tracks->pdata[i], listener->data);
  __atomic_store_n (&rs_trace_listening, 1, __ATOMIC_SEQ_CST);
  g_mutex_unlock (&names_lock);
  return TRUE;
}

void
rs_trace_unlisten (void)
{
  __atomic_store_n (&rs_trace_listening, 0, __ATOMIC_SEQ_CST);
  while (__atomic_load_n (&calls_under_way, __ATOMIC_SEQ_CST) != 0)
    g_thread_yield ();
  g_mutex_lock (&names_lock);
  current = (RsTraceListener){ 0 };
  g_mutex_unlock (&names_lock);
}

guint32
rs_trace_name (const char *text)
{
  guint32 id;

  g_mutex_lock (&names_lock);
  if (names == NULL)
    {
      names = g_ptr_array_new ();
      name_ids = g_hash_table_new (g_str_hash, g_str_equal);
    }
  id = GPOINTER_TO_UINT (g_hash_table_lookup (name_ids, text));
  if (id == 0)
    {
      char *copy = g_strdup (text);

      g_ptr_array_add (names, copy);
      id = names->len;
      g_hash_table_insert (name_ids, copy, GUINT_TO_POINTER (id));
      if (current.name != NULL)
        current.name (id, copy, current.data);
    }
  g_mutex_unlock (&names_lock);
  return id;
}

guint32
rs_trace_track (const char *name)
{
  guint32 id;

  g_mutex_lock (&names_lock);
  if (tracks == NULL)
    tracks = g_ptr_array_new ();
  g_ptr_array_add (tracks, g_strdup (name));
  id = tracks->len;
  if (current.track != NULL)
    current.track (id, tracks->pdata[id - 1], current.data);
  g_mutex_unlock (&names_lock);
  return id;
}

guint32
rs_trace_thread_track (void)
{
  if (thread_track == 0)
    {
      char name[16] = "thread";

      pthread_getname_np (pthread_self (), name, sizeof name);
      thread_track = rs_trace_track (name);
    }
  return thread_track;
}

void
rs_trace_emit (const RsTraceEvent *event)
{
  __atomic_fetch_add (&calls_under_way, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&rs_trace_listening, __ATOMIC_SEQ_CST))
    current.event (event, current.data);
  __atomic_fetch_sub (&calls_under_way, 1, __ATOMIC_SEQ_CST);
}
