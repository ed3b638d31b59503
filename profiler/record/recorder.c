/* The recorder: listener of runtime/trace.h, rings and the writer thread.
 *
 * An event goes: rs_trace_emit -> event_callback (the emitting thread's ring) -> writer thread -> SQLite. Names and
 * tracks are rare and go through a locked list. The writer notes how far each ring is filled before it takes that list,
 * so that the text of an id is always in the file before an event that uses it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/recorder.h"

#include "profiler/record/counters.h"
#include "profiler/record/device-tracing.h"
#include "profiler/record/sample-places.h"
#include "profiler/store/store.h"
#include "profiler/store/writer.h"

#include <signal.h>
#include <sys/utsname.h>
#include <unistd.h>

#define DRAIN_INTERVAL (10 * G_TIME_SPAN_MILLISECOND)
#define IDLE_INTERVAL (50 * G_TIME_SPAN_MILLISECOND)
#define COMMIT_INTERVAL G_GINT64_CONSTANT (200000000) /* ns */
#define CHUNK 4096u                                   /* events between two looks at the clock */
#define STALE G_GINT64_CONSTANT (100000000)            /* ns */
#define DEFAULT_BUFFER 64                             /* MiB a thread, at most */

typedef enum { STRING, TRACK, META } TextKind;

typedef struct {
  TextKind kind;
  guint32 id;
  char *name; /* META */
  char *text;
} Text;

/* What the writer knows about a thread. */
typedef struct {
  RsRing *ring; /* owned reference */
  guint64 filled;
  RsThreadCounters counters;
} Thread;

struct _RsRecorder {
  char *path;
  guint generation; /* number of this recording in the process; a thread's ring of another one is not used */
  GMutex lock;
  GCond wake;
  RsBlockPool *pool;
  GPtrArray *new_rings; /* of RsRing (owned reference); guarded by lock */
  GArray *new_texts;    /* of Text; guarded by lock */
  gboolean stopping;    /* guarded by lock */
  gboolean flushing;    /* guarded by lock: somebody waits until these are written */
  gboolean is_ending;   /* guarded by lock: no more samples are wanted, and none of what devices did */
  gboolean has_ended;   /* guarded by lock: the writer */
  GCond flushed;
  gboolean listening;   /* guarded by lock */
  gboolean discards;    /* set before stopping */
  gint64 lost;          /* events for which there was no ring; atomic */
  gint64 dropped;       /* of all rings, as of the last look; atomic */
  GThread *thread;
  /* The writer thread's. */
  RsTraceWriter *writer;
  GArray *threads; /* of Thread */
  gint64 closed_dropped;
  gint64 noted_dropped;
  gint64 origin, last_commit; /* CLOCK_MONOTONIC, ns */
  gint64 n_held;        /* events in a file that was closed early */
  gboolean hardware;
  RsSampler *sampler;         /* NULL: lines are not sampled; set under lock */
  gboolean is_sampling;       /* sampler is there; the writer's */
  RsSamplePlaces *places;
  GArray *sample_events;      /* of RsTraceEvent */
  GHashTable *other_tracks;   /* thread id -> track of threads without events */
  gint64 noted_lost;
  RsDeviceTracing *devices;
  GArray *device_events;      /* of RsTraceEvent */
  GArray *metrics;            /* of RsMetricValue */
  RsTotalRow sums;            /* of the fold that comes next */
  RsTraceEvent pair_sums;     /* of the pairs that come next */
  guint32 track, name;        /* of the recorder's own work */
  gint64 n_written;           /* since its last event */
  gint64 cpu_time;            /* of this thread at its last event */
  guint32 counter_names[RS_N_COUNTERS];
  GError *error;
};

typedef struct {
  RsRing *ring;
  guint generation;
} ThreadRing;

static void
thread_ring_free (gpointer data)
{
  RsRing *ring = data;

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
queue_text (RsRecorder *self, TextKind kind, guint32 id, const char *name, const char *text)
{
  Text item = { kind, id, g_strdup (name), g_strdup (text) };

  g_mutex_lock (&self->lock);
  g_array_append_val (self->new_texts, item);
  g_mutex_unlock (&self->lock);
}

static void
name_callback (guint32 id, const char *text, gpointer data)
{
  queue_text (data, STRING, id, NULL, text);
}

static void
track_callback (guint32 id, const char *name, gpointer data)
{
  queue_text (data, TRACK, id, NULL, name);
}

static void
text_clear (gpointer data)
{
  Text *text = data;

  g_free (text->name);
  g_free (text->text);
}

static GArray *
texts_new (void)
{
  GArray *texts = g_array_new (FALSE, FALSE, sizeof (Text));

  g_array_set_clear_func (texts, text_clear);
  return texts;
}

/* --- the writer thread --- */

static void
thread_clear (gpointer data)
{
  Thread *thread = data;

  rs_thread_counters_close (&thread->counters);
  rs_ring_discard_blocks (thread->ring);
  rs_ring_unref (thread->ring);
}

static void
take_new_rings (RsRecorder *self)
{
  g_autoptr (GPtrArray) rings = NULL;

  g_mutex_lock (&self->lock);
  if (self->new_rings->len > 0)
    {
      rings = self->new_rings;
      self->new_rings = g_ptr_array_new ();
    }
  g_mutex_unlock (&self->lock);
  for (guint i = 0; rings != NULL && i < rings->len; i++)
    {
      Thread thread = { .ring = rings->pdata[i] };

      rs_thread_counters_open (&thread.counters, thread.ring, self->hardware);
      g_array_append_val (self->threads, thread);
    }
}

static gboolean
write_text (RsRecorder *self, const Text *text)
{
  switch (text->kind)
    {
    case STRING:
      return rs_trace_writer_add_string (self->writer, text->id, text->text, &self->error);
    case TRACK:
      return rs_trace_writer_add_track (self->writer, text->id, text->text, &self->error);
    case META:
      return rs_trace_writer_set_meta (self->writer, text->name, text->text, &self->error);
    }
  return TRUE;
}

static gboolean
write_texts (RsRecorder *self)
{
  g_autoptr (GArray) texts = NULL;
  gboolean done = TRUE;

  g_mutex_lock (&self->lock);
  if (self->new_texts->len > 0)
    {
      texts = self->new_texts;
      self->new_texts = texts_new ();
    }
  g_mutex_unlock (&self->lock);
  for (guint i = 0; done && texts != NULL && i < texts->len; i++)
    done = write_text (self, &g_array_index (texts, Text, i));
  return done;
}

static gboolean
write_sample (RsRecorder *self, guint32 kind, guint32 name, guint32 track, gint64 now, gint64 value)
{
  RsTraceEvent event = { .start = now, .end = now, .kind = kind, .name = name, .track = track, .a = value };

  return value <= 0 || rs_trace_writer_add_events (self->writer, &event, 1, &self->error);
}

static gboolean
sample_threads (RsRecorder *self)
{
  gboolean done = TRUE;

  for (guint i = 0; done && i < self->threads->len; i++)
    {
      Thread *thread = &g_array_index (self->threads, Thread, i);
      gint64 now = rs_trace_now (), increases[RS_N_COUNTERS];

      done = write_sample (self, RS_TRACE_CPU_TIME, 0, thread->ring->track, now,
                           rs_thread_counters_sample_cpu (&thread->counters, thread->ring));
      if (!self->hardware)
        continue;
      rs_thread_counters_sample (&thread->counters, increases);
      for (guint k = 0; done && k < RS_N_COUNTERS; k++)
        done = write_sample (self, RS_TRACE_COUNTER, self->counter_names[k], thread->ring->track, now, increases[k]);
    }
  return done;
}

static gboolean
note_dropped (RsRecorder *self)
{
  gint64 dropped = self->closed_dropped + __atomic_load_n (&self->lost, __ATOMIC_RELAXED);
  char text[32];

  for (guint i = 0; i < self->threads->len; i++)
    dropped += (gint64)__atomic_load_n (&g_array_index (self->threads, Thread, i).ring->dropped, __ATOMIC_RELAXED);
  __atomic_store_n (&self->dropped, dropped, __ATOMIC_RELAXED);
  if (dropped == self->noted_dropped)
    return TRUE;
  self->noted_dropped = dropped;
  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, dropped);
  return rs_trace_writer_set_meta (self->writer, "dropped", text, &self->error);
}

/* What recording itself costs: an event for the time since the last commit. */
static gboolean
note_own_work (RsRecorder *self, gint64 now)
{
  struct timespec used;
  gint64 cpu_time;
  RsTraceEvent event = { .kind = RS_TRACE_RECORD, .start = self->last_commit, .end = now, .name = self->name,
                         .track = self->track, .a = self->n_written };

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  cpu_time = (gint64)used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec;
  event.b = cpu_time - self->cpu_time;
  self->cpu_time = cpu_time;
  self->n_written = 0;
  return rs_trace_writer_add_events (self->writer, &event, 1, &self->error);
}

static gboolean write_events (RsRecorder *self, const RsTraceEvent *events, guint n);

/* A thread that does something else now has not written the end of a stretch. */
static gboolean
write_stale_folds (RsRecorder *self, gint64 now)
{
  RsTraceEvent events[RS_RING_MOST_PENDING];
  gboolean done = TRUE;

  for (guint i = 0; done && i < self->threads->len; i++)
    done = write_events (self, events,
                         rs_ring_take_stale (g_array_index (self->threads, Thread, i).ring, now - STALE, events));
  return done;
}

static gboolean
commit_if_due (RsRecorder *self, gboolean now)
{
  gint64 time = rs_trace_now ();
  gboolean done;

  if (!now && time - self->last_commit < COMMIT_INTERVAL
      && self->n_written < rs_trace_writer_get_commit_size (self->writer))
    return TRUE;
  done = write_stale_folds (self, time) && (self->n_written == 0 || note_own_work (self, time));
  self->last_commit = time;
  return done && sample_threads (self) && note_dropped (self) && rs_trace_writer_commit (self->writer, &self->error);
}

/* What devices ran is told by launch. */
static void
note_launches (RsRecorder *self, const RsTraceEvent *events, guint n)
{
  for (guint i = 0; i < n; i++)
    if (events[i].kind == RS_TRACE_LAUNCH)
      rs_device_tracing_add_launch (self->devices, &events[i]);
}

/* A fold, which comes after its sums. */
static gboolean
write_fold (RsRecorder *self, const RsTraceEvent *fold)
{
  const RsTraceEvent key = { .kind = fold->threads, .name = fold->name, .file = fold->file, .line = fold->line };

  self->sums.kind = fold->threads;
  self->sums.n = fold->a;
  self->sums.total = fold->b;
  return rs_trace_writer_add_sums (self->writer, &self->sums, &key, &self->error)
         && rs_trace_writer_add_events (self->writer, fold, 1, &self->error);
}

/* Pairs, which come after their sums: they count as so many allocations and frees. */
static gboolean
write_pairs (RsRecorder *self, const RsTraceEvent *pairs)
{
  const RsTraceEvent made
      = { .kind = RS_TRACE_ALLOCATE, .name = pairs->name, .file = pairs->file, .line = pairs->line };
  const RsTraceEvent freed = { .kind = RS_TRACE_FREE, .file = self->pair_sums.file, .line = self->pair_sums.line };
  const RsTotalRow sums = { .n = pairs->a, .sum_a = self->pair_sums.a, .sum_b = pairs->a * pairs->threads };

  return rs_trace_writer_add_sums (self->writer, &sums, &made, &self->error)
         && rs_trace_writer_add_sums (self->writer, &sums, &freed, &self->error)
         && rs_trace_writer_add_events (self->writer, pairs, 1, &self->error);
}

static gboolean
is_sum (const RsTraceEvent *event)
{
  return event->kind == RS_TRACE_FOLD || event->kind == RS_TRACE_PAIRS || event->kind == RS_FOLD_SUMS
         || event->kind == RS_PAIR_SUMS;
}

static gboolean
write_events (RsRecorder *self, const RsTraceEvent *events, guint n)
{
  gboolean done = TRUE;
  guint first = 0;

  self->n_written += n;
  for (guint i = 0; done && i < n; i++)
    {
      const RsTraceEvent *event = &events[i];

      if (G_LIKELY (!is_sum (event)))
        continue;
      done = rs_trace_writer_add_events (self->writer, events + first, i - first, &self->error);
      first = i + 1;
      if (event->kind == RS_FOLD_SUMS)
        self->sums = (RsTotalRow){ .min = event->start, .max = event->end, .sum_a = event->a, .sum_b = event->b };
      else if (event->kind == RS_PAIR_SUMS)
        self->pair_sums = *event;
      else
        done = done && (event->kind == RS_TRACE_FOLD ? write_fold (self, event) : write_pairs (self, event));
    }
  return done && rs_trace_writer_add_events (self->writer, events + first, n - first, &self->error);
}

static gboolean
drain_ring (RsRecorder *self, Thread *thread)
{
  const RsTraceEvent *events;
  guint n;

  while ((n = rs_ring_peek (thread->ring, thread->filled, &events)) > 0)
    {
      n = MIN (n, CHUNK);
      if (rs_device_tracing_is_on (self->devices))
        note_launches (self, events, n);
      if (!write_events (self, events, n))
        return FALSE;
      rs_ring_advance (thread->ring, n);
      if (!commit_if_due (self, FALSE))
        return FALSE;
    }
  return TRUE;
}

/* What a thread that emits no more has summed up. */
static gboolean
write_pending (RsRecorder *self, RsRing *ring)
{
  RsTraceEvent events[RS_RING_MOST_PENDING];

  return write_events (self, events, rs_ring_take_pending (ring, events));
}

/* Threads that have ended and whose events are written. */
static gboolean
forget_ended_threads (RsRecorder *self)
{
  gboolean done = TRUE;

  for (guint i = self->threads->len; done && i > 0; i--)
    {
      Thread *thread = &g_array_index (self->threads, Thread, i - 1);

      if (!__atomic_load_n (&thread->ring->closed, __ATOMIC_ACQUIRE)
          || __atomic_load_n (&thread->ring->head, __ATOMIC_ACQUIRE) != thread->ring->tail)
        continue;
      done = write_pending (self, thread->ring);
      self->closed_dropped += (gint64)thread->ring->dropped;
      g_array_remove_index_fast (self->threads, i - 1);
    }
  return done;
}

/* --- samples, and what devices ran --- */

static guint32
find_track (int thread_id, gpointer data)
{
  RsRecorder *self = data;
  gpointer key = GINT_TO_POINTER (thread_id);
  guint32 track;

  for (guint i = 0; i < self->threads->len; i++)
    {
      const RsRing *ring = g_array_index (self->threads, Thread, i).ring;

      if (ring->thread_id == thread_id)
        return ring->track;
    }
  track = GPOINTER_TO_UINT (g_hash_table_lookup (self->other_tracks, key));
  if (track == 0)
    {
      g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/comm", thread_id), *name = NULL;

      if (thread_id == getpid ())
        name = g_strdup ("host");
      else if (!g_file_get_contents (path, &name, NULL, NULL))
        name = g_strdup ("thread");
      track = rs_trace_track (g_strchomp (name));
      g_hash_table_insert (self->other_tracks, key, GUINT_TO_POINTER (track));
    }
  return track;
}

static void
add_sample (int thread_id, const RsSample *sample, gpointer data)
{
  RsRecorder *self = data;

  rs_sample_places_add (self->places, sample, find_track (thread_id, self), self->sample_events);
}

/* Names are made while the samples are read, so that these come before the texts. */
static void
read_samples (RsRecorder *self)
{
  rs_sample_places_refresh (self->places);
  rs_sampler_take (self->sampler, add_sample, self);
}

static gboolean
write_samples (RsRecorder *self)
{
  const RsTraceEvent *events = (const RsTraceEvent *)self->sample_events->data;
  guint n = self->sample_events->len;
  gint64 lost = rs_sampler_get_lost (self->sampler);
  gboolean done;

  self->n_written += n;
  done = rs_trace_writer_add_events (self->writer, events, n, &self->error);
  g_array_set_size (self->sample_events, 0);
  if (done && lost != self->noted_lost)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, self->noted_lost = lost);

      done = rs_trace_writer_set_meta (self->writer, "samples-lost", text, &self->error);
    }
  return done;
}

static void
set_fact (const char *name, const char *value, gpointer data)
{
  rs_recorder_set_meta (data, name, value);
}

/* Like read_samples: names are made. */
static void
read_devices (RsRecorder *self, gboolean is_ending)
{
  rs_device_tracing_take (self->devices, is_ending, self->device_events);
  rs_device_tracing_take_metrics (self->devices, self->metrics);
  rs_device_tracing_tell (self->devices, set_fact, self);
}

static gboolean
write_devices (RsRecorder *self)
{
  gboolean done = write_events (self, (const RsTraceEvent *)self->device_events->data, self->device_events->len);

  g_array_set_size (self->device_events, 0);
  for (guint i = 0; done && i < self->metrics->len; i++)
    done = rs_trace_writer_add_metric (self->writer, &g_array_index (self->metrics, RsMetricValue, i), &self->error);
  return done;
}

/* Somebody waits for the samples. */
static void
tell_flushed (RsRecorder *self, gboolean has_ended)
{
  g_mutex_lock (&self->lock);
  self->flushing = FALSE;
  self->has_ended |= has_ended;
  g_cond_signal (&self->flushed);
  g_mutex_unlock (&self->lock);
}

/* Writes what the rings hold now. *any: whether they held anything. is_ending: what devices ran is all there. */
static gboolean
drain (RsRecorder *self, gboolean is_ending, gboolean *any)
{
  gboolean done;

  *any = FALSE;
  take_new_rings (self);
  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = &g_array_index (self->threads, Thread, i);

      thread->filled = __atomic_load_n (&thread->ring->head, __ATOMIC_ACQUIRE);
      *any |= thread->filled != thread->ring->tail;
    }
  if (self->is_sampling)
    read_samples (self);
  done = write_texts (self);
  if (done && self->is_sampling)
    done = write_samples (self);
  for (guint i = 0; done && i < self->threads->len; i++)
    done = drain_ring (self, &g_array_index (self->threads, Thread, i));
  read_devices (self, is_ending);
  done = done && write_texts (self) && write_devices (self) && forget_ended_threads (self);
  rs_block_pool_refill (self->pool);
  return done;
}

/* Once, by whoever comes first: the writer after a failure, rs_recorder_stop otherwise. */
static void
stop_listening (RsRecorder *self)
{
  gboolean listening;

  g_mutex_lock (&self->lock);
  listening = self->listening;
  self->listening = FALSE;
  g_mutex_unlock (&self->lock);
  if (listening)
    rs_trace_unlisten ();
}

static gboolean
finish (RsRecorder *self)
{
  g_autofree char *wall = g_strdup_printf ("%" G_GINT64_FORMAT, rs_trace_now () - self->origin);
  gboolean any;

  if (!drain (self, FALSE, &any))
    return FALSE;
  for (guint i = 0; i < self->threads->len; i++)
    if (!write_pending (self, g_array_index (self->threads, Thread, i).ring))
      return FALSE;
  return rs_trace_writer_set_meta (self->writer, "wall", wall, &self->error)
         && commit_if_due (self, TRUE);
}

/* TRUE: go on; FALSE: rs_recorder_stop was called. */
static gboolean
pause_writer (RsRecorder *self, gint64 interval, gboolean *is_ending)
{
  gint64 until = g_get_monotonic_time () + interval;
  gboolean stopping;

  g_mutex_lock (&self->lock);
  while (!self->stopping && !self->flushing && g_cond_wait_until (&self->wake, &self->lock, until))
    ;
  stopping = self->stopping;
  self->is_sampling = self->sampler != NULL;
  *is_ending = self->is_ending;
  g_mutex_unlock (&self->lock);
  return !stopping;
}

/* After a failure: whether the trace stays is known at the end of the run. */
static void
wait_for_stop (RsRecorder *self)
{
  g_mutex_lock (&self->lock);
  while (!self->stopping)
    g_cond_wait (&self->wake, &self->lock);
  g_mutex_unlock (&self->lock);
}

static gpointer
write_loop (gpointer data)
{
  RsRecorder *self = data;
  gboolean go_on = TRUE, any = TRUE, done = TRUE, is_ending = FALSE;

  while (go_on && done)
    {
      go_on = pause_writer (self, any || self->is_sampling ? DRAIN_INTERVAL : IDLE_INTERVAL, &is_ending);
      if (self->is_sampling && is_ending)
        rs_sampler_stop (self->sampler);
      else if (self->is_sampling && go_on)
        rs_sampler_find_threads (self->sampler);
      done = drain (self, is_ending, &any) && commit_if_due (self, FALSE);
      if (is_ending)
        tell_flushed (self, FALSE);
    }
  if (done)
    done = finish (self);
  if (!done)
    {
      stop_listening (self);
      tell_flushed (self, TRUE); /* rs_recorder_stop may wait for samples before it says so */
      wait_for_stop (self);
    }
  tell_flushed (self, TRUE);
  self->n_held = rs_trace_writer_get_n_committed (self->writer);
  if (self->discards)
    rs_trace_writer_drop (self->writer);
  rs_trace_writer_close (self->writer, done, done ? &self->error : NULL);
  return NULL;
}

/* --- start and stop --- */

static void
describe_machine (RsRecorder *self)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *started = g_date_time_format_iso8601 (now);
  g_autofree char *cores = g_strdup_printf ("%ld", sysconf (_SC_NPROCESSORS_ONLN));
  g_autofree char *counters = rs_counters_check ();
  struct utsname machine;

  rs_recorder_set_meta (self, "started", started);
  rs_recorder_set_meta (self, "clock", "CLOCK_MONOTONIC");
  rs_recorder_set_meta (self, "cores", cores);
  if (uname (&machine) == 0)
    {
      rs_recorder_set_meta (self, "system", machine.sysname);
      rs_recorder_set_meta (self, "machine", machine.machine);
    }
  self->hardware = counters == NULL;
  rs_recorder_set_meta (self, "hardware-counters", counters != NULL ? counters : "recorded");
}

static void
recorder_free (RsRecorder *self)
{
  g_clear_pointer (&self->threads, g_array_unref);
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
  g_array_unref (self->metrics);
  rs_sampler_free (self->sampler);
  rs_sample_places_free (self->places);
  g_clear_pointer (&self->sample_events, g_array_unref);
  g_hash_table_unref (self->other_tracks);
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
  thread = g_thread_try_new ("trace writer", write_loop, self, error);
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

static RsRecorder *
recorder_new (RsTraceWriter *writer, const char *path, gint64 origin)
{
  RsRecorder *self = g_new0 (RsRecorder, 1);

  self->path = g_strdup (path);
  self->generation = __atomic_add_fetch (&generations, 1, __ATOMIC_RELAXED);
  self->writer = writer;
  self->origin = self->last_commit = origin;
  self->new_rings = g_ptr_array_new ();
  self->pool = rs_block_pool_new (get_buffer_megabytes () * 2);
  self->track = rs_trace_track (RS_TRACE_RECORDER_TRACK);
  self->name = rs_trace_name ("recording");
  self->new_texts = texts_new ();
  self->threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  g_array_set_clear_func (self->threads, thread_clear);
  self->other_tracks = g_hash_table_new (NULL, NULL);
  self->device_events = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));
  self->metrics = g_array_new (FALSE, FALSE, sizeof (RsMetricValue));
  self->devices = rs_device_tracing_new (find_track, self);
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  g_cond_init (&self->flushed);
  for (guint i = 0; i < RS_N_COUNTERS; i++)
    self->counter_names[i] = rs_trace_name (rs_counter_get_name (i));
  describe_machine (self);
  return self;
}

RsRecorder *
rs_recorder_start (const char *path, GError **error)
{
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
      self = recorder_new (writer, path, origin);
      listener.data = self;
      self->listening = rs_trace_listen (&listener);
      self->thread = start_writer (self, error);
      if (self->thread == NULL)
        {
          stop_listening (self);
          rs_trace_writer_drop (writer);
          rs_trace_writer_close (writer, FALSE, NULL);
          g_clear_pointer (&self, recorder_free);
        }
    }
  g_mutex_unlock (&starting);
  return self;
}

gboolean
rs_recorder_sample_lines (RsRecorder *self, guint rate, const char *program, GError **error)
{
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
    queue_text (self, META, 0, name, value);
}

gint64
rs_recorder_get_dropped (RsRecorder *self)
{
  return __atomic_load_n (&self->dropped, __ATOMIC_RELAXED);
}

void
rs_recorder_keep (RsRecorder *self)
{
  rs_trace_writer_keep (self->writer);
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
  stop_listening (self);
  g_mutex_lock (&self->lock);
  self->stopping = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->thread);
  reason = g_steal_pointer (&self->error);
  if (reason != NULL)
    g_prefix_error (&reason,
                    "the recording ended early, the trace holds the first %" G_GINT64_FORMAT " events: ", self->n_held);
  recorder_free (self);
  if (reason == NULL)
    return TRUE;
  g_propagate_error (error, reason);
  return FALSE;
}
