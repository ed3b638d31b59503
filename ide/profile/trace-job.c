/* One question to a trace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/trace-job.h"

#include "ide/profile/trace-damage.h"

struct _RsTraceJob {
  char *path;
  RsTraceJobFunc func;
  RsTraceJobDone done;
  gpointer data;
  GDestroyNotify free_data;

  GMutex lock;
  RsTraceStore *store;   /* under lock until the thread has ended */
  gboolean is_cancelled; /* under lock */

  gpointer result;
  GError *error;
};

static gboolean
deliver (gpointer data)
{
  RsTraceJob *job = data;

  if (job->store != NULL)
    rs_trace_damage_note (job->path, rs_trace_store_get_damage (job->store));
  job->done (job->result, job->store, job->error, job->data);
  if (job->free_data != NULL)
    job->free_data (job->data);
  g_clear_pointer (&job->store, rs_trace_store_close);
  g_clear_error (&job->error);
  g_mutex_clear (&job->lock);
  g_free (job->path);
  g_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
job_thread (gpointer data)
{
  RsTraceJob *job = data;
  RsTraceStore *store = rs_trace_store_open (job->path, &job->error);
  gboolean is_cancelled;

  g_mutex_lock (&job->lock);
  job->store = store;
  is_cancelled = job->is_cancelled;
  g_mutex_unlock (&job->lock);
  if (is_cancelled && job->error == NULL)
    g_set_error (&job->error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_INTERRUPTED, "interrupted");
  else if (store != NULL)
    job->result = job->func (store, job->data, &job->error);
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver, job, NULL);
  return NULL;
}

RsTraceJob *
rs_trace_job_start (const char *path, RsTraceJobFunc func, RsTraceJobDone done, gpointer data, GDestroyNotify free_data)
{
  RsTraceJob *job = g_new0 (RsTraceJob, 1);

  g_mutex_init (&job->lock);
  job->path = g_strdup (path);
  job->func = func;
  job->done = done;
  job->data = data;
  job->free_data = free_data;
  g_thread_unref (g_thread_new ("trace-job", job_thread, job));
  return job;
}

void
rs_trace_job_cancel (RsTraceJob *job)
{
  g_mutex_lock (&job->lock);
  job->is_cancelled = TRUE;
  if (job->store != NULL)
    rs_trace_store_interrupt (job->store);
  g_mutex_unlock (&job->lock);
}
