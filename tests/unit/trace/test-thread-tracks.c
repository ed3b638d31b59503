/* One track a thread, whoever asks for it first: the thread itself, or somebody who samples it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/trace/trace.h"

#include <unistd.h>

typedef struct {
  gint thread_id; /* atomic; 0: it does not run yet */
  gint go_on;     /* atomic */
  guint32 track;  /* what the thread says */
} Thread;

static gpointer
ask (gpointer data)
{
  Thread *self = data;

  __atomic_store_n (&self->thread_id, gettid (), __ATOMIC_RELEASE);
  while (!__atomic_load_n (&self->go_on, __ATOMIC_ACQUIRE))
    g_thread_yield ();
  self->track = rs_trace_thread_track ();
  return NULL;
}

static GThread *
start (Thread *self, const char *name)
{
  GThread *thread = g_thread_new (name, ask, self);

  while (__atomic_load_n (&self->thread_id, __ATOMIC_ACQUIRE) == 0)
    g_thread_yield ();
  return thread;
}

static void
end (Thread *self, GThread *thread)
{
  __atomic_store_n (&self->go_on, 1, __ATOMIC_RELEASE);
  g_thread_join (thread);
}

static void
test_met_before (void)
{
  Thread first = { 0 }, second = { 0 };
  GThread *one = start (&first, "worker"), *other = start (&second, "worker");
  const guint32 met = rs_trace_track_of_thread (first.thread_id);

  g_assert_cmpuint (rs_trace_track_of_thread (first.thread_id), ==, met);
  end (&first, one);
  end (&second, other);
  g_assert_cmpuint (first.track, ==, met);
  g_assert_cmpuint (second.track, !=, met);
  g_assert_cmpuint (rs_trace_track_of_thread (second.thread_id), ==, second.track);
}

static void
note_track (guint32 id, const char *name, gpointer data)
{
  g_hash_table_insert (data, GUINT_TO_POINTER (id), g_strdup (name));
}

static void
ignore_name (guint32 id, const char *name, gpointer data)
{
}

static void
ignore_event (const RsTraceEvent *event, gpointer data)
{
}

/* A thread that is met before it has its name keeps its track, which gets the name. */
static void
test_named_late (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  const RsTraceListener listener = { .event = ignore_event, .name = ignore_name, .track = note_track, .data = names };
  Thread thread = { 0 };
  GThread *running;
  g_autofree char *path = NULL;
  guint32 met;

  g_assert_true (rs_trace_listen (&listener));
  running = start (&thread, "early");
  path = g_strdup_printf ("/proc/self/task/%d/comm", thread.thread_id);
  met = rs_trace_track_of_thread (thread.thread_id);
  g_assert_cmpstr (g_hash_table_lookup (names, GUINT_TO_POINTER (met)), ==, "early");
  g_assert_true (g_file_set_contents_full (path, "late", -1, G_FILE_SET_CONTENTS_NONE, 0666, NULL));
  end (&thread, running);
  g_assert_cmpuint (thread.track, ==, met);
  g_assert_cmpuint (rs_trace_track_of_thread (thread.thread_id), ==, met);
  g_assert_cmpstr (g_hash_table_lookup (names, GUINT_TO_POINTER (met)), ==, "late");
  rs_trace_unlisten ();
}

static void
test_main_thread (void)
{
  const guint32 met = rs_trace_track_of_thread (getpid ());

  g_assert_cmpuint (rs_trace_thread_track (), ==, met);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/thread-tracks/main-thread", test_main_thread);
  g_test_add_func ("/trace/thread-tracks/met-before", test_met_before);
  g_test_add_func ("/trace/thread-tracks/named-late", test_named_late);
  return g_test_run ();
}
