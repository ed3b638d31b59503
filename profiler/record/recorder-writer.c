/* The recorder's writer thread: what rings, samples and devices hold becomes rows of the trace.
 *
 * The writer notes how far each ring is filled before it takes the list of names and tracks, so that the text of an id
 * is always in the file before an event that uses it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/recorder-private.h"

#include <time.h>
#include <unistd.h>

/* Between two looks at the rings: the writer takes a processor from the program each time. */
#define SHORTEST_INTERVAL (10 * G_TIME_SPAN_MILLISECOND)
#define LONGEST_INTERVAL (40 * G_TIME_SPAN_MILLISECOND)
#define MANY_EVENTS 8192u                             /* found at once: the rings grow when they are not emptied soon */
#define COMMIT_INTERVAL G_GINT64_CONSTANT (200000000) /* ns */
#define CHUNK 4096u                                   /* events between two looks at the clock */
#define STALE G_GINT64_CONSTANT (100000000)           /* ns */

static void
text_clear (gpointer data)
{
  RsRecordedText *text = data;

  g_free (text->name);
  g_free (text->text);
}

GArray *
rs_recorded_texts_new (void)
{
  GArray *texts = g_array_new (FALSE, FALSE, sizeof (RsRecordedText));

  g_array_set_clear_func (texts, text_clear);
  return texts;
}

static void
thread_clear (gpointer data)
{
  RsRecordedThread *thread = data;

  rs_thread_counters_close (&thread->counters);
  rs_ring_discard_blocks (thread->ring);
  rs_ring_unref (thread->ring);
}

GArray *
rs_recorded_threads_new (void)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (RsRecordedThread));

  g_array_set_clear_func (threads, thread_clear);
  return threads;
}

static void
other_clear (gpointer data)
{
  rs_thread_counters_close (&((RsOtherThread *)data)->counters);
}

GArray *
rs_recorded_others_new (void)
{
  GArray *others = g_array_new (FALSE, FALSE, sizeof (RsOtherThread));

  g_array_set_clear_func (others, other_clear);
  return others;
}

/* A thread that emits now goes on from what has been counted of it. */
static void
forget_other (RsRecorder *self, const RsRing *ring, RsThreadCounters *counters)
{
  for (guint i = 0; i < self->others->len; i++)
    {
      const RsOtherThread *other = &g_array_index (self->others, RsOtherThread, i);

      if (other->thread_id != ring->thread_id)
        continue;
      counters->cpu_time = other->counters.cpu_time;
      g_array_remove_index_fast (self->others, i);
      return;
    }
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
      RsRecordedThread thread = { .ring = rings->pdata[i] };

      rs_thread_counters_open (&thread.counters, thread.ring->thread_id, thread.ring->cpu_start, self->hardware);
      forget_other (self, thread.ring, &thread.counters);
      g_array_append_val (self->threads, thread);
    }
}

static gboolean
write_text (RsRecorder *self, const RsRecordedText *text)
{
  switch (text->kind)
    {
    case RS_RECORDED_STRING:
      return rs_record_output_add_string (self->output, text->id, text->text, &self->error);
    case RS_RECORDED_TRACK:
      return rs_record_output_add_track (self->output, text->id, text->text, &self->error);
    case RS_RECORDED_META:
      return rs_record_output_set_meta (self->output, text->name, text->text, &self->error);
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
      self->new_texts = rs_recorded_texts_new ();
    }
  g_mutex_unlock (&self->lock);
  for (guint i = 0; done && texts != NULL && i < texts->len; i++)
    done = write_text (self, &g_array_index (texts, RsRecordedText, i));
  return done;
}

static gboolean
write_sample (RsRecorder *self, guint32 kind, guint32 name, guint32 track, gint64 now, gint64 value,
              gboolean is_estimate)
{
  RsTraceEvent event = {
    .start = now, .end = now, .kind = kind, .name = name, .track = track, .a = value, .threads = is_estimate ? 1 : 0
  };

  return value <= 0 || rs_record_output_add_events (self->output, &event, 1, &self->error);
}

/* What a thread took since the last time. */
static gboolean
write_counters (RsRecorder *self, guint32 track, gint64 cpu_time, RsThreadCounters *counters)
{
  gint64 now = rs_trace_now (), increases[RS_N_COUNTERS];
  gboolean done = write_sample (self, RS_TRACE_CPU_TIME, 0, track, now, cpu_time, FALSE);
  guint estimated;

  if (!self->hardware)
    return done;
  estimated = rs_thread_counters_sample (counters, increases);
  for (guint k = 0; done && k < RS_N_COUNTERS; k++)
    done = write_sample (self, RS_TRACE_COUNTER, self->counter_names[k], track, now, increases[k],
                         (estimated >> k & 1) != 0);
  return done;
}

static gboolean
sample_thread (RsRecorder *self, RsRecordedThread *thread)
{
  return write_counters (self, thread->ring->track, rs_thread_counters_sample_cpu (&thread->counters, thread->ring),
                         &thread->counters);
}

GArray *
rs_recorder_list_threads (void)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc/self/task", 0, NULL);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (int));
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_array_append_val (ids, (int){ (int)g_ascii_strtoll (name, NULL, 10) });
  return ids;
}

/* NULL: it emits, was there before, or is this one. */
static RsOtherThread *
find_other (RsRecorder *self, int thread_id)
{
  RsOtherThread other = { .thread_id = thread_id };

  for (guint i = 0; i < self->others->len; i++)
    if (g_array_index (self->others, RsOtherThread, i).thread_id == thread_id)
      return &g_array_index (self->others, RsOtherThread, i);
  for (guint i = 0; i < self->threads->len; i++)
    if (g_array_index (self->threads, RsRecordedThread, i).ring->thread_id == thread_id)
      return NULL;
  if (thread_id == gettid () || g_hash_table_contains (self->known_threads, GINT_TO_POINTER (thread_id)))
    return NULL;
  rs_thread_counters_open (&other.counters, thread_id, 0, self->hardware);
  g_array_append_val (self->others, other);
  return &g_array_index (self->others, RsOtherThread, self->others->len - 1);
}

/* The track of such a thread is made when it first takes time. */
static gboolean
sample_other (RsRecorder *self, RsOtherThread *other)
{
  const gint64 cpu_time = rs_thread_counters_sample_other (&other->counters, other->thread_id);

  other->is_seen = TRUE;
  if (cpu_time == 0 || (other->track == 0 && !rs_trace_is_on ()))
    return TRUE;
  if (other->track == 0)
    other->track = rs_recorder_find_track (other->thread_id, self);
  return write_texts (self) && write_counters (self, other->track, cpu_time, &other->counters);
}

/* What a thread takes between the last look and its end is not counted. */
static gboolean
sample_others (RsRecorder *self)
{
  g_autoptr (GArray) ids = rs_recorder_list_threads ();
  gboolean done = TRUE;

  for (guint i = 0; i < self->others->len; i++)
    g_array_index (self->others, RsOtherThread, i).is_seen = FALSE;
  for (guint i = 0; done && i < ids->len; i++)
    {
      RsOtherThread *other = find_other (self, g_array_index (ids, int, i));

      done = other == NULL || sample_other (self, other);
    }
  for (guint i = self->others->len; done && i > 0; i--)
    if (!g_array_index (self->others, RsOtherThread, i - 1).is_seen)
      g_array_remove_index_fast (self->others, i - 1);
  return done;
}

static gboolean
sample_threads (RsRecorder *self)
{
  gboolean done = TRUE;

  for (guint i = 0; done && i < self->threads->len; i++)
    done = sample_thread (self, &g_array_index (self->threads, RsRecordedThread, i));
  return done;
}

static gboolean
note_dropped (RsRecorder *self)
{
  gint64 dropped = self->closed_dropped + __atomic_load_n (&self->lost, __ATOMIC_RELAXED);
  char text[32];

  for (guint i = 0; i < self->threads->len; i++)
    dropped += (gint64)__atomic_load_n (&g_array_index (self->threads, RsRecordedThread, i).ring->dropped,
                                        __ATOMIC_RELAXED);
  __atomic_store_n (&self->dropped, dropped, __ATOMIC_RELAXED);
  if (dropped == self->noted_dropped)
    return TRUE;
  self->noted_dropped = dropped;
  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, dropped);
  return rs_record_output_set_meta (self->output, "dropped", text, &self->error);
}

static gboolean
note_shortage (RsRecorder *self)
{
  g_autofree char *shortage = self->has_noted_shortage ? NULL : rs_counters_dup_shortage ();

  if (shortage == NULL)
    return TRUE;
  self->has_noted_shortage = TRUE;
  return rs_record_output_set_meta (self->output, "counters-missing", shortage, &self->error);
}

/* What recording itself costs: an event for the time since the last commit. */
static gboolean
note_own_work (RsRecorder *self, gint64 now)
{
  struct timespec used;
  gint64 cpu_time;
  RsTraceEvent event = { .kind = RS_TRACE_RECORD,
                         .start = self->last_commit,
                         .end = now,
                         .name = self->name,
                         .track = self->track,
                         .a = self->n_written };

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  cpu_time = (gint64)used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec;
  event.b = cpu_time - self->cpu_time;
  self->cpu_time = cpu_time;
  self->n_written = 0;
  return rs_record_output_add_events (self->output, &event, 1, &self->error);
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
                         rs_ring_take_stale (g_array_index (self->threads, RsRecordedThread, i).ring, now - STALE,
                                             events));
  return done;
}

static gboolean
commit_if_due (RsRecorder *self, gboolean now)
{
  gint64 time = rs_trace_now ();
  gboolean done;

  if (!now && time - self->last_commit < COMMIT_INTERVAL
      && self->n_written < rs_record_output_get_commit_size (self->output))
    return TRUE;
  done = write_stale_folds (self, time) && (self->n_written == 0 || note_own_work (self, time));
  self->last_commit = time;
  return done && sample_threads (self) && sample_others (self) && note_dropped (self) && note_shortage (self)
         && rs_record_output_commit (self->output, &self->error);
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
  return rs_record_output_add_sums (self->output, &self->sums, &key, &self->error)
         && rs_record_output_add_events (self->output, fold, 1, &self->error);
}

/* Pairs, which come after their sums: they count as so many allocations and frees. */
static gboolean
write_pairs (RsRecorder *self, const RsTraceEvent *pairs)
{
  const RsTraceEvent made
      = { .kind = RS_TRACE_ALLOCATE, .name = pairs->name, .file = pairs->file, .line = pairs->line };
  const RsTraceEvent freed = { .kind = RS_TRACE_FREE, .file = self->pair_sums.file, .line = self->pair_sums.line };
  const RsTotalRow sums = { .n = pairs->a, .sum_a = self->pair_sums.a, .sum_b = pairs->a * pairs->threads };

  return rs_record_output_add_sums (self->output, &sums, &made, &self->error)
         && rs_record_output_add_sums (self->output, &sums, &freed, &self->error)
         && rs_record_output_add_events (self->output, pairs, 1, &self->error);
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
      done = rs_record_output_add_events (self->output, events + first, i - first, &self->error);
      first = i + 1;
      if (event->kind == RS_FOLD_SUMS)
        self->sums = (RsTotalRow){ .min = event->start, .max = event->end, .sum_a = event->a, .sum_b = event->b };
      else if (event->kind == RS_PAIR_SUMS)
        self->pair_sums = *event;
      else
        done = done && (event->kind == RS_TRACE_FOLD ? write_fold (self, event) : write_pairs (self, event));
    }
  return done && rs_record_output_add_events (self->output, events + first, n - first, &self->error);
}

static gboolean
drain_ring (RsRecorder *self, RsRecordedThread *thread)
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
      RsRecordedThread *thread = &g_array_index (self->threads, RsRecordedThread, i - 1);

      if (!__atomic_load_n (&thread->ring->closed, __ATOMIC_ACQUIRE)
          || __atomic_load_n (&thread->ring->head, __ATOMIC_ACQUIRE) != thread->ring->tail)
        continue;
      done = write_pending (self, thread->ring) && sample_thread (self, thread);
      self->closed_dropped += (gint64)thread->ring->dropped;
      g_array_remove_index_fast (self->threads, i - 1);
    }
  return done;
}

/* --- samples, and what devices ran --- */

guint32
rs_recorder_find_track (int thread_id, gpointer data)
{
  RsRecorder *self = data;

  for (guint i = 0; i < self->threads->len; i++)
    {
      const RsRing *ring = g_array_index (self->threads, RsRecordedThread, i).ring;

      if (ring->thread_id == thread_id)
        return ring->track;
    }
  return rs_trace_track_of_thread (thread_id);
}

static void
add_sample (int thread_id, const RsSample *sample, gpointer data)
{
  RsRecorder *self = data;

  rs_sample_places_add (self->places, sample, rs_recorder_find_track (thread_id, self), self->sample_events);
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
  done = rs_record_output_add_events (self->output, events, n, &self->error);
  g_array_set_size (self->sample_events, 0);
  if (done && lost != self->noted_lost)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, self->noted_lost = lost);

      done = rs_record_output_set_meta (self->output, "samples-lost", text, &self->error);
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
  rs_device_tracing_take_values (self->devices, &self->measured);
  rs_device_tracing_tell (self->devices, set_fact, self);
}

static gboolean
write_devices (RsRecorder *self)
{
  gboolean done = write_events (self, (const RsTraceEvent *)self->device_events->data, self->device_events->len);

  g_array_set_size (self->device_events, 0);
  done = done && rs_record_output_add_values (self->output, &self->measured, &self->error);
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

/* Writes what the rings hold now. *n: how many events that was. is_ending: what devices ran is all there. */
static gboolean
drain (RsRecorder *self, gboolean is_ending, guint64 *n)
{
  gboolean done;

  *n = 0;
  take_new_rings (self);
  for (guint i = 0; i < self->threads->len; i++)
    {
      RsRecordedThread *thread = &g_array_index (self->threads, RsRecordedThread, i);

      thread->filled = __atomic_load_n (&thread->ring->head, __ATOMIC_ACQUIRE);
      *n += thread->filled - thread->ring->tail;
    }
  if (self->is_sampling)
    read_samples (self);
  done = write_texts (self);
  if (done && self->is_sampling)
    done = write_samples (self);
  for (guint i = 0; done && i < self->threads->len; i++)
    done = drain_ring (self, &g_array_index (self->threads, RsRecordedThread, i));
  read_devices (self, is_ending);
  done = done && write_texts (self) && write_devices (self) && forget_ended_threads (self);
  rs_block_pool_refill (self->pool);
  return done;
}

static gboolean
finish (RsRecorder *self)
{
  g_autofree char *wall = g_strdup_printf ("%" G_GINT64_FORMAT, rs_trace_now () - self->origin);
  guint64 n;

  if (!drain (self, FALSE, &n))
    return FALSE;
  for (guint i = 0; i < self->threads->len; i++)
    if (!write_pending (self, g_array_index (self->threads, RsRecordedThread, i).ring))
      return FALSE;
  return rs_record_output_set_meta (self->output, "wall", wall, &self->error) && commit_if_due (self, TRUE)
         && (self->discards || rs_record_output_finish (self->output, &self->error));
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

/* The longer the less there is to do: until many events come, or threads that are to be sampled. */
static gint64
choose_interval (gint64 interval, guint64 n_events, gboolean has_new_threads)
{
  return n_events >= MANY_EVENTS || has_new_threads ? SHORTEST_INTERVAL : MIN (2 * interval, LONGEST_INTERVAL);
}

gpointer
rs_recorder_write_loop (gpointer data)
{
  RsRecorder *self = data;
  gboolean go_on = TRUE, done = TRUE, is_ending = FALSE;
  gint64 interval = SHORTEST_INTERVAL;

  while (go_on && done)
    {
      gboolean has_new_threads = FALSE;
      guint64 n;

      go_on = pause_writer (self, interval, &is_ending);
      if (self->is_sampling && is_ending)
        rs_sampler_stop (self->sampler);
      else if (self->is_sampling && go_on)
        has_new_threads = rs_sampler_find_threads (self->sampler);
      done = drain (self, is_ending, &n) && commit_if_due (self, FALSE);
      interval = choose_interval (interval, n, has_new_threads);
      rs_record_output_look (self->output);
      if (is_ending)
        tell_flushed (self, FALSE);
    }
  if (done)
    done = finish (self);
  if (!done)
    {
      rs_recorder_stop_listening (self);
      tell_flushed (self, TRUE); /* rs_recorder_stop may wait for samples before it says so */
      wait_for_stop (self);
    }
  tell_flushed (self, TRUE);
  self->n_held = rs_record_output_get_n_committed (self->output);
  if (self->discards)
    rs_record_output_drop (self->output);
  rs_record_output_close (self->output, done, done ? &self->error : NULL);
  return NULL;
}
