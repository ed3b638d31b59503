/* See parts.h.
 *
 * The threads are started for each call: the workers of the CPU device may be at work on launches that the program has
 * queued, and whatever is worth several threads takes longer than to start them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/parts.h"

#include "runtime/base/error.h"

#include <string.h>

#define MOST_THREADS 64
#define BYTES_OF_A_PART (1 << 20) /* that are worth a thread */

typedef struct {
  void (*work) (gpointer data, gint64 first, gint64 last);
  gpointer data;
  gint64 first, last;
  const gint *stop; /* the flag of the thread that has called */
} Part;

static __thread guint most_threads = 1;

void
rs_parts_set_threads (guint n)
{
  most_threads = CLAMP (n, 1, MOST_THREADS);
}

static gpointer
run_part (gpointer data)
{
  const Part *part = data;

  rs_error_watch_stop (part->stop);
  part->work (part->data, part->first, part->last);
  return NULL;
}

void
rs_run_parts (gint64 n, gint64 smallest, void (*work) (gpointer data, gint64 first, gint64 last), gpointer data)
{
  g_assert (n >= 0);

  gint64 most = MAX (1, n / MAX (1, smallest));
  guint allowed = most_threads, n_parts = (guint)MIN (most, allowed);
  GThread *threads[MOST_THREADS];
  Part parts[MOST_THREADS];

  for (guint i = 0; i < n_parts; i++)
    parts[i] = (Part){ work, data, n * i / n_parts, n * (i + 1) / n_parts, rs_error_get_stop_flag () };
  for (guint i = 1; i < n_parts; i++)
    threads[i] = g_thread_try_new ("part", run_part, &parts[i], NULL);
  most_threads = n_parts > 1 ? 1 : allowed; /* a part has no parts */
  run_part (&parts[0]);
  most_threads = allowed;
  for (guint i = 1; i < n_parts; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
    else
      run_part (&parts[i]);
}

void
rs_run_parts_of_bytes (gint64 n, gsize bytes, void (*work) (gpointer data, gint64 first, gint64 last), gpointer data)
{
  g_assert (n >= 0);
  rs_run_parts (n, (gint64)((double)BYTES_OF_A_PART * (double)n / (double)MAX (1, bytes)) + 1, work, data);
}

typedef struct {
  char *out;
  const char *in;
} Copy;

static void
copy_part (gpointer data, gint64 first, gint64 last)
{
  const Copy *copy = data;

  memcpy (copy->out + first, copy->in + first, (gsize)(last - first));
}

void
rs_copy_in_parts (gpointer out, gconstpointer in, gsize bytes)
{
  Copy copy = { out, in };

  if (bytes > 0)
    rs_run_parts ((gint64)bytes, BYTES_OF_A_PART, copy_part, &copy);
}
