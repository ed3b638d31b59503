/* Work of built-in functions on several threads.
 *
 * The threads are started for each call: the workers of the CPU device may be at work on launches that the program has
 * queued, and whatever is worth several threads takes longer than to start them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/system/parallel.h"

#include "runtime/session-private.h"

#define MOST_THREADS 64

typedef struct {
  void (*work) (gpointer data, gint64 first, gint64 last);
  gpointer data;
  gint64 first, last;
} Part;

static gpointer
run_part (gpointer data)
{
  const Part *part = data;

  part->work (part->data, part->first, part->last);
  return NULL;
}

void
rs_run_parts (RsSession *session, gint64 n, gint64 smallest, void (*work) (gpointer data, gint64 first, gint64 last),
              gpointer data)
{
  gint64 most = MAX (1, n / MAX (1, smallest));
  guint n_parts = (guint)MIN (most, MIN (rs_settings_get_threads (session->settings), MOST_THREADS));
  GThread *threads[MOST_THREADS];
  Part parts[MOST_THREADS];

  for (guint i = 0; i < n_parts; i++)
    parts[i] = (Part){ work, data, n * i / n_parts, n * (i + 1) / n_parts };
  for (guint i = 1; i < n_parts; i++)
    threads[i] = g_thread_try_new ("part", run_part, &parts[i], NULL);
  run_part (&parts[0]);
  for (guint i = 1; i < n_parts; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
    else
      run_part (&parts[i]);
}
