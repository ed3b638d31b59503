/* Streams, each a thread with a list of what it has to do, and events.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "driver.h"

#include <string.h>

struct CUstream_st {
  Context *context;
  GMutex lock; /* guards what follows */
  GCond changed;
  GQueue operations; /* of StandinOperation */
  gboolean is_busy, is_closing;
  GThread *thread;
};

struct CUevent_st {
  GMutex lock; /* guards what follows */
  GCond changed;
  guint64 n_recorded, n_reached; /* how often it was asked for, and happened */
  gint64 time;                   /* of the last time, in ns */
  gboolean is_destroyed;         /* freed when it has happened */
};

const StandinTracer *standin_tracer;

gint64
standin_now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (gint64)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* --- what streams do --- */

/* lock is held, and given up. */
static void
leave (CUevent event)
{
  const gboolean is_over = event->is_destroyed && event->n_reached == event->n_recorded;

  g_mutex_unlock (&event->lock);
  if (is_over)
    g_free (event);
}

static void
reach (CUevent event)
{
  g_mutex_lock (&event->lock);
  event->n_reached++;
  event->time = standin_now ();
  g_cond_broadcast (&event->changed);
  leave (event);
}

static void
fail (Context *context, int code)
{
  if (code != CUDA_SUCCESS)
    g_atomic_int_compare_and_exchange (&context->failure, CUDA_SUCCESS, code);
}

static gboolean
run_function (const StandinOperation *self)
{
  return self->is_together
             ? standin_function_run_together (self->function, self->grid, self->block, self->arguments)
             : standin_function_run (self->function, self->grid, self->block, self->shared, self->arguments);
}

static void
run (Context *context, const StandinOperation *operation)
{
  int code = standin_fault ("kernel");
  const StandinTracer *tracer = __atomic_load_n (&standin_tracer, __ATOMIC_ACQUIRE);
  gint64 start = standin_now ();

  if (code == CUDA_SUCCESS && operation->work == STANDIN_CALL)
    {
      g_usleep (1000 * standin_number ("RS_STANDIN_LIBRARY_MS", 0));
      operation->called (operation->data);
    }
  else if (code == CUDA_SUCCESS && !run_function (operation))
    code = CUDA_ERROR_LAUNCH_FAILED;
  if (tracer != NULL && operation->number != 0)
    tracer->ran (operation->number,
                 operation->work == STANDIN_CALL ? operation->name : standin_function_name (operation->function),
                 operation->grid, operation->block, start, standin_now ());
  fail (context, code);
}

static void
set_words (const StandinOperation *operation)
{
  for (gsize row = 0; row < operation->n_rows; row++)
    {
      unsigned *words = (void *)((char *)operation->to + row * operation->pitch);

      for (gsize i = 0; i < operation->bytes / sizeof *words; i++)
        words[i] = operation->word;
    }
}

/* Events happen and memory is freed whatever became of what stands before them. */
static void
perform (Stream *self, const StandinOperation *operation)
{
  const gboolean has_failed = g_atomic_int_get (&self->context->failure) != CUDA_SUCCESS;

  switch (operation->work)
    {
    case STANDIN_COPY:
      if (!has_failed)
        memcpy (operation->to, operation->from, operation->bytes);
      break;
    case STANDIN_COPY_ROWS:
      for (gsize y = 0; y < operation->n_rows && !has_failed; y++)
        memcpy ((char *)operation->to + y * operation->pitch, (const char *)operation->from + y * operation->from_pitch,
                operation->bytes);
      break;
    case STANDIN_SET:
      if (!has_failed)
        memset (operation->to, operation->value, operation->bytes);
      break;
    case STANDIN_SET_WORDS:
      if (!has_failed)
        set_words (operation);
      break;
    case STANDIN_RUN:
    case STANDIN_CALL:
      if (!has_failed)
        run (self->context, operation);
      break;
    case STANDIN_RECORD:
      reach (operation->event);
      break;
    case STANDIN_FREE:
      standin_free (operation->to);
      break;
    }
}

static void
operation_free (StandinOperation *operation)
{
  if (operation->arguments != NULL)
    g_free (operation->arguments[0]);
  g_free (operation->arguments);
  g_free (operation->data);
  g_free (operation);
}

static gpointer
work (gpointer data)
{
  Stream *self = data;

  g_mutex_lock (&self->lock);
  for (;;)
    {
      StandinOperation *operation = g_queue_pop_head (&self->operations);

      if (operation == NULL && self->is_closing)
        break;
      if (operation == NULL)
        {
          g_cond_wait (&self->changed, &self->lock);
          continue;
        }
      self->is_busy = TRUE;
      g_mutex_unlock (&self->lock);
      perform (self, operation);
      operation_free (operation);
      g_mutex_lock (&self->lock);
      self->is_busy = FALSE;
      g_cond_broadcast (&self->changed);
    }
  g_mutex_unlock (&self->lock);
  return NULL;
}

void
standin_stream_push (Stream *self, const StandinOperation *operation)
{
  g_mutex_lock (&self->lock);
  g_queue_push_tail (&self->operations, g_memdup2 (operation, sizeof *operation));
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

/* --- calls --- */

static GMutex streams_lock;
static GList *streams; /* of Stream, all that are there; guarded by streams_lock */

CUresult
cuStreamCreate (CUstream *stream, unsigned flags)
{
  CUresult code = standin_begin ("cuStreamCreate");
  Stream *self;

  if (code != CUDA_SUCCESS)
    return code;
  *stream = self = g_new0 (Stream, 1);
  self->context = standin_context ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->thread = g_thread_new ("stand-in stream", work, self);
  g_mutex_lock (&streams_lock);
  streams = g_list_prepend (streams, self);
  g_mutex_unlock (&streams_lock);
  return CUDA_SUCCESS;
}

CUresult
cuStreamDestroy (CUstream self)
{
  g_mutex_lock (&streams_lock);
  streams = g_list_remove (streams, self);
  g_mutex_unlock (&streams_lock);
  g_mutex_lock (&self->lock);
  self->is_closing = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->thread);
  g_free (self);
  return CUDA_SUCCESS;
}

static void
wait_for (Stream *self)
{
  g_mutex_lock (&self->lock);
  while (self->operations.length > 0 || self->is_busy)
    g_cond_wait (&self->changed, &self->lock);
  g_mutex_unlock (&self->lock);
}

CUresult
cuCtxSynchronize (void)
{
  CUresult code = standin_begin ("cuCtxSynchronize");

  if (code != CUDA_SUCCESS)
    return code;
  g_mutex_lock (&streams_lock);
  for (GList *item = streams; item != NULL; item = item->next)
    if (((Stream *)item->data)->context == standin_context ())
      wait_for (item->data);
  g_mutex_unlock (&streams_lock);
  return g_atomic_int_get (&standin_context ()->failure);
}

CUresult
cuStreamSynchronize (CUstream self)
{
  CUresult code = standin_begin ("cuStreamSynchronize");

  wait_for (self);
  return code != CUDA_SUCCESS ? code : g_atomic_int_get (&self->context->failure);
}

CUresult
cuEventCreate (CUevent *event, unsigned flags)
{
  CUresult code = standin_begin ("cuEventCreate");

  if (code != CUDA_SUCCESS)
    return code;
  *event = g_new0 (struct CUevent_st, 1);
  g_mutex_init (&(*event)->lock);
  g_cond_init (&(*event)->changed);
  return CUDA_SUCCESS;
}

CUresult
cuEventDestroy (CUevent event)
{
  g_mutex_lock (&event->lock);
  event->is_destroyed = TRUE;
  leave (event);
  return CUDA_SUCCESS;
}

CUresult
cuEventRecord (CUevent event, CUstream stream)
{
  CUresult code = standin_begin ("cuEventRecord");

  if (code != CUDA_SUCCESS)
    return code;
  g_mutex_lock (&event->lock);
  event->n_recorded++;
  g_mutex_unlock (&event->lock);
  standin_stream_push (stream, &(StandinOperation){ .work = STANDIN_RECORD, .event = event });
  return CUDA_SUCCESS;
}

CUresult
cuEventSynchronize (CUevent event)
{
  CUresult code = standin_begin ("cuEventSynchronize");
  guint64 wanted;

  g_mutex_lock (&event->lock);
  wanted = event->n_recorded;
  while (event->n_reached < wanted)
    g_cond_wait (&event->changed, &event->lock);
  g_mutex_unlock (&event->lock);
  return code != CUDA_SUCCESS ? code : g_atomic_int_get (&standin_context ()->failure);
}

CUresult
cuEventElapsedTime (float *milliseconds, CUevent start, CUevent end)
{
  CUresult code = standin_begin ("cuEventElapsedTime");

  if (code != CUDA_SUCCESS)
    return code;
  if (start->n_reached == 0 || end->n_reached == 0)
    return CUDA_ERROR_INVALID_VALUE;
  *milliseconds = (float)((double)(end->time - start->time) / 1e6);
  return CUDA_SUCCESS;
}
