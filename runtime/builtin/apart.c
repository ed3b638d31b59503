/* A call on a thread that can be left behind.
 *
 * Eigenvalues and singular values are found by iterations inside of one call of LAPACK, which takes minutes for some
 * thousand rows, and libmatio compresses an array in one call; neither can be asked to end. What such a call works with
 * belongs to it, so that nobody has to wait for it.
 *
 * A process must not end in the usual way while such a call goes on: the library takes the memory of its threads back
 * then. So it ends at once (on_exit), after its files are written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/apart.h"

#include "runtime/base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define POLL_US 20000

typedef struct {
  void (*work) (gpointer data);
  gpointer data;
  GDestroyNotify free_data;
  GMutex mutex; /* of what follows */
  GCond changed;
  gboolean is_done, is_left;
} Apart;

static gint n_left; /* atomic: calls that nobody waits for */

static void
apart_free (Apart *self)
{
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  g_free (self);
}

static gpointer
run (gpointer data)
{
  Apart *self = data;
  gboolean is_left;

  self->work (self->data);
  g_mutex_lock (&self->mutex);
  self->is_done = TRUE;
  is_left = self->is_left;
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->mutex);
  if (is_left)
    {
      self->free_data (self->data);
      apart_free (self);
      g_atomic_int_add (&n_left, -1);
    }
  return NULL;
}

static void
end_at_once (int status, void *data)
{
  if (g_atomic_int_get (&n_left) == 0)
    return;
  fflush (NULL);
  _exit (status);
}

static void
leave (Apart *self)
{
  static gsize is_registered;

  if (g_once_init_enter (&is_registered))
    {
      on_exit (end_at_once, NULL);
      g_once_init_leave (&is_registered, 1);
    }
  self->is_left = TRUE;
  g_atomic_int_inc (&n_left);
}

/* FALSE: it was left. */
static gboolean
wait_for (Apart *self, GError **error)
{
  gboolean is_done;

  g_mutex_lock (&self->mutex);
  while (!self->is_done && !self->is_left)
    {
      gboolean is_stopped;

      g_cond_wait_until (&self->changed, &self->mutex, g_get_monotonic_time () + POLL_US);
      g_mutex_unlock (&self->mutex); /* a debugger may stay in the poll */
      is_stopped = rs_error_set_stopped (error);
      g_mutex_lock (&self->mutex);
      if (is_stopped && self->is_done)
        g_clear_error (error);
      else if (is_stopped)
        leave (self);
    }
  is_done = self->is_done;
  g_mutex_unlock (&self->mutex);
  return is_done;
}

gboolean
rs_run_apart (void (*work) (gpointer data), gpointer data, GDestroyNotify free_data, GError **error)
{
  Apart *self = g_new0 (Apart, 1);
  GThread *thread;

  self->work = work;
  self->data = data;
  self->free_data = free_data;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  thread = g_thread_try_new ("apart", run, self, NULL);
  if (thread == NULL) /* a limit: then it can't be left */
    {
      run (self);
      apart_free (self);
      return TRUE;
    }
  if (!wait_for (self, error))
    {
      g_thread_unref (thread);
      return FALSE;
    }
  g_thread_join (thread);
  apart_free (self);
  return TRUE;
}
