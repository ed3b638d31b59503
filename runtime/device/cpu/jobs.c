/* Compilations in advance: kernels that a program will probably reach, while it waits for another one or runs.
 *
 * A job is text with the key of its object. It waits in line, runs in a thread that starts the C compiler and gives the
 * object its name in the cache, and stays until it is asked for. A job that is asked for before it has begun is the
 * asking thread's own business again. The threads, and so their compilers, have a lower priority than the program. Only
 * text and files cross threads: nothing here knows programs or kernels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#define NICENESS 5
#define WAIT_US 20000 /* between two looks at *stop */

typedef enum { WAITING, RUNNING, DONE } State;

typedef struct {
  char *key, *source, *base, *title;
  RsMath math;
  State state;   /* guarded by lock */
  char *path;    /* DONE: of the object; NULL: it failed */
  GError *error; /* DONE: why */
} Job;

struct _RsJobs {
  RsCompiler *compiler; /* borrowed */
  RsCache *cache;       /* borrowed */
  guint n_most;         /* threads */
  GPtrArray *threads;   /* of GThread; the session's thread's */
  GHashTable *jobs;     /* key -> Job, owned; the session's thread's */
  gint quit;            /* atomic */
  int wake;             /* readable after quit */

  GMutex lock;
  GCond changed; /* a job is there, or done */
  GQueue waiting;   /* of Job; guarded by lock */
  guint n_idle;     /* threads; guarded by lock */
};

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->key);
  g_free (job->source);
  g_free (job->base);
  g_free (job->title);
  g_free (job->path);
  g_clear_error (&job->error);
  g_free (job);
}

/* --- the threads --- */

static void
run_job (RsJobs *self, Job *job)
{
  const RsWait wait = { .stop = &self->quit, .wake = self->wake };

  if (rs_compiler_build (self->compiler, job->source, job->base, job->title, job->math, &wait, &job->error))
    job->path = rs_cache_store (self->cache, job->base, job->key, &job->error);
}

static gpointer
work (gpointer data)
{
  RsJobs *self = data;

  setpriority (PRIO_PROCESS, 0, NICENESS); /* of this thread alone, on Linux */
  g_mutex_lock (&self->lock);
  while (!g_atomic_int_get (&self->quit))
    {
      Job *job = g_queue_pop_head (&self->waiting);

      if (job == NULL)
        {
          self->n_idle++;
          g_cond_wait (&self->changed, &self->lock);
          self->n_idle--;
          continue;
        }
      job->state = RUNNING;
      g_mutex_unlock (&self->lock);
      run_job (self, job);
      g_mutex_lock (&self->lock);
      job->state = DONE;
      g_cond_broadcast (&self->changed);
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

/* --- the session's thread --- */

RsJobs *
rs_jobs_new (RsCompiler *compiler, RsCache *cache, guint n)
{
  RsJobs *self = g_new0 (RsJobs, 1);

  g_assert (n >= 1);
  self->compiler = compiler;
  self->cache = cache;
  self->n_most = n;
  self->threads = g_ptr_array_new ();
  self->jobs = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, job_free);
  self->wake = eventfd (0, EFD_CLOEXEC);
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  g_queue_init (&self->waiting);
  return self;
}

void
rs_jobs_free (RsJobs *self)
{
  guint64 one = 1;

  g_mutex_lock (&self->lock);
  g_atomic_int_set (&self->quit, 1);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  if (self->wake >= 0 && write (self->wake, &one, sizeof one) != sizeof one)
    g_warning ("compilations in advance end late");
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (self->threads->pdata[i]);
  g_ptr_array_unref (self->threads);
  g_queue_clear (&self->waiting);
  g_hash_table_unref (self->jobs);
  if (self->wake >= 0)
    close (self->wake);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);
  g_free (self);
}

gboolean
rs_jobs_contain (const RsJobs *self, const char *key)
{
  return g_hash_table_contains (self->jobs, key);
}

/* Without any thread nothing is compiled in advance. */
static void
add_thread (RsJobs *self, Job *job)
{
  GThread *thread = g_thread_try_new ("redshift-cc", work, self, NULL);

  if (thread != NULL)
    g_ptr_array_add (self->threads, thread);
  else if (self->threads->len == 0)
    {
      g_queue_remove (&self->waiting, job);
      g_hash_table_remove (self->jobs, job->key);
    }
}

void
rs_jobs_add (RsJobs *self, const char *key, const char *source, char *base, const RsModuleOptions *options)
{
  Job *job = g_new0 (Job, 1);
  gboolean needs_thread;

  g_assert (!rs_jobs_contain (self, key));
  *job = (Job){ .key = g_strdup (key), .source = g_strdup (source), .base = base, .title = g_strdup (options->title),
                .math = options->math };
  g_hash_table_insert (self->jobs, job->key, job);
  g_mutex_lock (&self->lock);
  g_queue_push_tail (&self->waiting, job);
  needs_thread = g_queue_get_length (&self->waiting) > self->n_idle && self->threads->len < self->n_most;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  if (needs_thread)
    add_thread (self, job);
}

/* FALSE when it was stopped. */
static gboolean
wait_for (RsJobs *self, const Job *job, const RsWait *wait)
{
  gboolean has_work = wait->meanwhile != NULL, is_stopped = FALSE;

  g_mutex_lock (&self->lock);
  while (job->state != DONE && !is_stopped)
    {
      if (has_work)
        {
          g_mutex_unlock (&self->lock);
          has_work = wait->meanwhile (wait->data);
          g_mutex_lock (&self->lock);
        }
      else
        g_cond_wait_until (&self->changed, &self->lock, g_get_monotonic_time () + WAIT_US);
      is_stopped = wait->stop != NULL && __atomic_load_n (wait->stop, __ATOMIC_RELAXED) != 0;
    }
  g_mutex_unlock (&self->lock);
  return !is_stopped;
}

gboolean
rs_jobs_take (RsJobs *self, const char *key, const RsWait *wait, char **path, GError **error)
{
  Job *job = g_hash_table_lookup (self->jobs, key);
  gboolean has_begun;

  *path = NULL;
  if (job == NULL)
    return FALSE;
  g_mutex_lock (&self->lock);
  has_begun = !g_queue_remove (&self->waiting, job);
  g_mutex_unlock (&self->lock);
  if (has_begun && !wait_for (self, job, wait))
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
      return TRUE; /* the job stays until the end */
    }
  *path = g_steal_pointer (&job->path);
  if (has_begun && *path == NULL)
    g_propagate_error (error, g_steal_pointer (&job->error));
  g_hash_table_remove (self->jobs, key);
  return has_begun;
}
