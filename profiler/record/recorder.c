/* The recorder: listener of runtime/trace/trace.h, its start and its end.
 *
 * An event goes: rs_trace_emit -> event_callback (the emitting thread's ring) -> writer thread (recorder-writer.c) ->
 * SQLite. Names and tracks are rare and go through a locked list.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/recorder-private.h"

#include "profiler/store/store.h"

#include <signal.h>
#include <sys/utsname.h>
#include <unistd.h>

#define DEFAULT_BUFFER 64 /* MiB a thread, at most */

typedef struct {
  RsRing *ring;
  guint generation;
} ThreadRing;

static void
thread_ring_free (gpointer data)
{
  RsRing *ring = data;
  struct timespec used;

  if (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used) == 0)
    ring->cpu_at_end = (gint64)used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec;
  __atomic_store_n (&ring->closed, 1, __ATOMIC_RELEASE);
  rs_ring_unref (ring);
}

static GPrivate ring_of_thread = G_PRIVATE_INIT (thread_ring_free); /* of RsRing; for its end only */
static _Thread_local ThreadRing thread_ring __attribute__ ((tls_model ("initial-exec")));
static guint generations;
static GMutex starting;

/* First event of a thread in this recording. */
static RsRing *
attach_thread (RsRecorder *self)
{
  RsRing *ring = rs_ring_new (self->pool);

  thread_ring = (ThreadRing){ ring, self->generation };
  if (ring == NULL)
    return NULL;
  g_private_replace (&ring_of_thread, ring);
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->new_rings, rs_ring_ref (ring));
  g_mutex_unlock (&self->lock);
  return ring;
}

static void
event_callback (const RsTraceEvent *event, gpointer data)
{
  RsRecorder *self = data;
  RsRing *ring = thread_ring.ring;

  if (G_UNLIKELY (thread_ring.generation != self->generation))
    ring = attach_thread (self);
  if (G_LIKELY (ring != NULL))
    rs_ring_push (ring, event);
  else
    __atomic_add_fetch (&self->lost, 1, __ATOMIC_RELAXED);
}

static void
queue_text (RsRecorder *self, RsRecordedTextKind kind, guint32 id, const char *name, const char *text)
{
  RsRecordedText item = { kind, id, g_strdup (name), g_strdup (text) };

  g_mutex_lock (&self->lock);
  g_array_append_val (self->new_texts, item);
  g_mutex_unlock (&self->lock);
}

static void
name_callback (guint32 id, const char *text, gpointer data)
{
  queue_text (data, RS_RECORDED_STRING, id, NULL, text);
}

static void
track_callback (guint32 id, const char *name, gpointer data)
{
  queue_text (data, RS_RECORDED_TRACK, id, NULL, name);
}

void
rs_recorder_stop_listening (RsRecorder *self)
{
  gboolean listening;

  g_mutex_lock (&self->lock);
  listening = self->listening;
  self->listening = FALSE;
  g_mutex_unlock (&self->lock);
  if (listening)
    rs_trace_unlisten ();
}

/* --- start and stop --- */

static void
describe_machine (RsRecorder *self)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *started = g_date_time_format_iso8601 (now);
  g_autofree char *origin = g_strdup_printf ("%" G_GINT64_FORMAT, self->origin);
  g_autofree char *cores = g_strdup_printf ("%ld", sysconf (_SC_NPROCESSORS_ONLN));
  g_autofree char *counters = rs_counters_check ();
  struct utsname machine;

  rs_recorder_set_meta (self, "started", started);
  rs_recorder_set_meta (self, "clock", "CLOCK_MONOTONIC");
  rs_recorder_set_meta (self, "origin", origin);
  rs_recorder_set_meta (self, "cores", cores);
  if (uname (&machine) == 0)
    {
      rs_recorder_set_meta (self, "system", machine.sysname);
      rs_recorder_set_meta (self, "machine", machine.machine);
    }
  self->hardware = counters == NULL;
  if (self->hardware) /* else there is nothing to open many files for */
    rs_counters_raise_limit ();
  rs_recorder_set_meta (self, "hardware-counters", counters != NULL ? counters : "recorded");
}

static void
recorder_free (RsRecorder *self)
{
  g_clear_pointer (&self->threads, g_array_unref);
  g_array_unref (self->others);
  g_hash_table_unref (self->known_threads);
  for (guint i = 0; i < self->new_rings->len; i++)
    {
      rs_ring_discard_blocks (self->new_rings->pdata[i]);
      rs_ring_unref (self->new_rings->pdata[i]);
    }
  g_ptr_array_unref (self->new_rings);
  rs_block_pool_unref (self->pool);
  g_array_unref (self->new_texts);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->wake);
  g_cond_clear (&self->flushed);
  rs_device_tracing_free (self->devices);
  g_array_unref (self->device_events);
  rs_device_values_clear (&self->measured);
  rs_sampler_free (self->sampler);
  rs_sample_places_free (self->places);
  g_clear_pointer (&self->sample_events, g_array_unref);
  g_free (self->path);
  g_free (self);
}

/* No signal of the program is handled on this thread, and a limit on file sizes gives an error instead of SIGXFSZ. */
static GThread *
start_writer (RsRecorder *self, GError **error)
{
  sigset_t all, before;
  GThread *thread;

  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  thread = g_thread_try_new ("trace writer", rs_recorder_write_loop, self, error);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return thread;
}

/* What a thread may hold until it is written; RS_TRACE_BUFFER says how many MiB. */
static guint
get_buffer_megabytes (void)
{
  const char *text = g_getenv ("RS_TRACE_BUFFER");
  guint64 megabytes;

  if (text != NULL && g_ascii_string_to_unsigned (text, 10, 2, 65536, &megabytes, NULL))
    return (guint)megabytes;
  return DEFAULT_BUFFER;
}

static GHashTable *
find_known_threads (void)
{
  g_autoptr (GArray) ids = rs_recorder_list_threads ();
  GHashTable *known = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < ids->len; i++)
    g_hash_table_add (known, GINT_TO_POINTER (g_array_index (ids, int, i)));
  return known;
}

static RsRecorder *
recorder_new (RsTraceWriter *writer, const char *path, gint64 origin, const RsRecorderRing *ring)
{
  RsRecorder *self = g_new0 (RsRecorder, 1);

  self->path = g_strdup (path);
  self->generation = __atomic_add_fetch (&generations, 1, __ATOMIC_RELAXED);
  self->has_ring = ring != NULL;
  self->output = rs_record_output_new (writer, path, origin, ring);
  self->origin = self->last_commit = origin;
  self->new_rings = g_ptr_array_new ();
  self->pool = rs_block_pool_new (get_buffer_megabytes () * 2);
  self->track = rs_trace_track (RS_TRACE_RECORDER_TRACK);
  self->name = rs_trace_name ("recording");
  self->new_texts = rs_recorded_texts_new ();
  self->threads = rs_recorded_threads_new ();
  self->others = rs_recorded_others_new ();
  self->known_threads = find_known_threads ();
  self->device_events = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));
  rs_device_values_init (&self->measured);
  self->devices = rs_device_tracing_new (rs_recorder_find_track, self);
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  g_cond_init (&self->flushed);
  for (guint i = 0; i < RS_N_COUNTERS; i++)
    self->counter_names[i] = rs_trace_name (rs_counter_get_name (i));
  describe_machine (self);
  return self;
}

/* (transfer full) */
static char *
name_process (const char *path)
{
  g_autoptr (GString) name = g_string_new (path);
  g_autofree char *number = g_strdup_printf ("%d", (int)getpid ());

  g_string_replace (name, "%p", number, 0);
  return g_string_free (g_steal_pointer (&name), FALSE);
}

RsRecorder *
rs_recorder_start_ring (const char *pattern, const RsRecorderRing *ring, GError **error)
{
  g_autofree char *path = pattern != NULL ? name_process (pattern) : NULL;
  RsRecorder *self = NULL;
  RsTraceListener listener = { event_callback, name_callback, track_callback, NULL };
  gint64 origin = rs_trace_now ();
  RsTraceWriter *writer;

  g_return_val_if_fail (path != NULL, NULL);
  g_mutex_lock (&starting);
  if (rs_trace_is_on ())
    g_set_error_literal (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO,
                         "a recording is under way already; stop it first");
  else if ((writer = rs_trace_writer_create (path, origin, error)) != NULL)
    {
      self = recorder_new (writer, path, origin, ring);
      listener.data = self;
      self->listening = rs_trace_listen (&listener);
      self->thread = start_writer (self, error);
      if (self->thread == NULL)
        {
          rs_recorder_stop_listening (self);
          rs_record_output_drop (self->output);
          rs_record_output_close (self->output, FALSE, NULL);
          g_clear_pointer (&self, recorder_free);
        }
    }
  g_mutex_unlock (&starting);
  return self;
}

RsRecorder *
rs_recorder_start (const char *path, GError **error)
{
  return rs_recorder_start_ring (path, NULL, error);
}

gboolean
rs_recorder_sample_lines (RsRecorder *self, guint rate, const char *program, GError **error)
{
  g_assert (self->sampler == NULL);

  RsSampler *sampler = rs_sampler_new (CLAMP (rate, 1, 10000), error);

  if (sampler == NULL)
    return FALSE;
  rs_recorder_set_meta (self, "line-samples", rs_sampler_describe (sampler));
  self->places = rs_sample_places_new (program);
  self->sample_events = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));
  rs_trace_set_sampling (TRUE);
  g_mutex_lock (&self->lock);
  self->sampler = sampler;
  g_mutex_unlock (&self->lock);
  return TRUE;
}

gboolean
rs_recorder_measure (RsRecorder *self, const char *sets, const char *kernel, GError **error)
{
  return rs_device_tracing_measure (self->devices, sets, kernel, error);
}

char *
rs_recorder_dup_metrics_obstacle (RsRecorder *self)
{
  return rs_device_tracing_dup_obstacle (self->devices);
}

/* What was sampled and what devices ran until now is written while its names can still be. */
static void
stop_watching (RsRecorder *self)
{
  g_autofree char *obstacle = rs_device_tracing_dup_obstacle (self->devices);

  rs_recorder_set_meta (self, "metrics-obstacle", obstacle);
  rs_device_tracing_stop (self->devices);
  if (self->sampler != NULL)
    rs_trace_set_sampling (FALSE);
  else if (!rs_device_tracing_is_on (self->devices))
    return;
  g_mutex_lock (&self->lock);
  self->is_ending = TRUE;
  self->flushing = TRUE;
  g_cond_signal (&self->wake);
  while (self->flushing && !self->has_ended)
    g_cond_wait (&self->flushed, &self->lock);
  g_mutex_unlock (&self->lock);
}

void
rs_recorder_set_meta (RsRecorder *self, const char *name, const char *value)
{
  if (value != NULL)
    queue_text (self, RS_RECORDED_META, 0, name, value);
}

void
rs_recorder_set_facts (RsRecorder *self, GHashTable *facts)
{
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, facts);
  while (g_hash_table_iter_next (&iter, &name, &value))
    rs_recorder_set_meta (self, name, value);
}

void
rs_recorder_request_save (RsRecorder *self, const char *reason)
{
  rs_record_output_request (self->output, reason);
}

const char *
rs_recorder_get_path (const RsRecorder *self)
{
  return self->path;
}

void
rs_recorder_keep (RsRecorder *self)
{
  rs_record_output_keep (self->output);
}

void
rs_recorder_discard (RsRecorder *self)
{
  self->discards = TRUE;
  rs_recorder_stop (self, NULL);
}

gboolean
rs_recorder_stop (RsRecorder *self, GError **error)
{
  GError *reason;

  if (self == NULL)
    return TRUE;
  stop_watching (self);
  rs_recorder_stop_listening (self);
  g_mutex_lock (&self->lock);
  self->stopping = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->thread);
  reason = g_steal_pointer (&self->error);
  if (reason != NULL && self->has_ring)
    g_prefix_error (&reason, "the last stretch of the recording is not in the trace as a whole: ");
  else if (reason != NULL)
    g_prefix_error (&reason,
                    "the recording ended early, the trace holds the first %" G_GINT64_FORMAT " events: ", self->n_held);
  recorder_free (self);
  if (reason == NULL)
    return TRUE;
  g_propagate_error (error, reason);
  return FALSE;
}
