/* See output.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/output.h"

#include "profiler/analysis/time/summary.h"
#include "profiler/store/store.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_SAVED 100u /* traces of a recording beside the last */

struct _RsRecordOutput {
  RsTraceWriter *writer;
  /* Only with a ring. */
  RsHistory *history; /* NULL: there is none */
  RsRecorderRing ring;
  char *path;
  guint32 span_name;
  gboolean has_met_span; /* some span had that name */
  gint64 origin;
  const char *requested; /* atomic; NULL: nothing is wanted */
  gint64 too_long;       /* duration of the span that took too long; 0: none did */
  gint64 quiet_until;    /* before this time such a span waits for others: the history has it for longer */
  char *ended;           /* why the last trace is written; NULL: the program has ended */
  guint n_saved;
  gboolean has_refused; /* traces beyond the last that is saved, which was told */
  GThread *saver;       /* NULL: none, or its end was seen */
  gint is_saving;       /* atomic */
};

/* What the thread that writes a trace gets. */
typedef struct {
  RsRecordOutput *output;
  RsHistorySnapshot *snapshot;
  char *path, *reason;
} Saving;

RsRecordOutput *
rs_record_output_new (RsTraceWriter *writer, const char *path, gint64 origin, const RsRecorderRing *ring)
{
  RsRecordOutput *self = g_new0 (RsRecordOutput, 1);

  self->writer = writer;
  if (ring == NULL)
    return self;
  self->ring = *ring;
  self->path = g_strdup (path);
  self->ring.span = g_strdup (ring->span);
  self->span_name = ring->span != NULL ? rs_trace_name (ring->span) : 0;
  self->origin = origin;
  self->history = rs_history_new (&(RsHistoryLimits){ ring->ns, ring->bytes }, origin);
  return self;
}

static void
wait_for_saver (RsRecordOutput *self)
{
  if (self->saver != NULL)
    g_thread_join (g_steal_pointer (&self->saver));
}

void
rs_record_output_free (RsRecordOutput *self)
{
  wait_for_saver (self);
  rs_history_free (self->history);
  g_free (self->path);
  g_free (self->ring.span);
  g_free (self->ended);
  g_free (self);
}

/* --- what comes --- */

gboolean
rs_record_output_add_string (RsRecordOutput *self, guint32 id, const char *text, GError **error)
{
  return self->history != NULL || rs_trace_writer_add_string (self->writer, id, text, error);
}

gboolean
rs_record_output_add_track (RsRecordOutput *self, guint32 id, const char *name, GError **error)
{
  if (self->history == NULL)
    return rs_trace_writer_add_track (self->writer, id, name, error);
  rs_history_set_track (self->history, id, name);
  return TRUE;
}

gboolean
rs_record_output_set_meta (RsRecordOutput *self, const char *name, const char *value, GError **error)
{
  if (self->history == NULL)
    return rs_trace_writer_set_meta (self->writer, name, value, error);
  if (strcmp (name, "saved") != 0)
    rs_history_set_meta (self->history, name, value);
  else /* each trace has its own reason */
    {
      g_free (self->ended);
      self->ended = g_strdup (value);
    }
  return TRUE;
}

static void
look_for_span (RsRecordOutput *self, const RsTraceEvent *events, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      if (events[i].name != self->span_name || !rs_trace_kind_is_span (events[i].kind))
        continue;
      self->has_met_span = TRUE;
      if (events[i].end - events[i].start > self->ring.span_ns && events[i].kind != RS_TRACE_FOLD)
        self->too_long = MAX (self->too_long, events[i].end - events[i].start);
    }
}

gboolean
rs_record_output_add_events (RsRecordOutput *self, const RsTraceEvent *events, gsize n, GError **error)
{
  if (self->history == NULL)
    return rs_trace_writer_add_events (self->writer, events, n, error);
  if (self->span_name != 0)
    look_for_span (self, events, n);
  rs_history_add_events (self->history, events, n);
  return TRUE;
}

gboolean
rs_record_output_add_sums (RsRecordOutput *self, const RsTotalRow *sums, const RsTraceEvent *key, GError **error)
{
  return self->history != NULL || rs_trace_writer_add_sums (self->writer, sums, key, error);
}

gboolean
rs_record_output_add_values (RsRecordOutput *self, const RsDeviceValues *values, GError **error)
{
  return self->history != NULL || rs_device_values_write (values, self->writer, error);
}

gboolean
rs_record_output_commit (RsRecordOutput *self, GError **error)
{
  return self->history != NULL || rs_trace_writer_commit (self->writer, error);
}

gint64
rs_record_output_get_commit_size (const RsRecordOutput *self)
{
  return rs_trace_writer_get_commit_size (self->writer);
}

gint64
rs_record_output_get_n_committed (const RsRecordOutput *self)
{
  return rs_trace_writer_get_n_committed (self->writer);
}

void
rs_record_output_keep (RsRecordOutput *self)
{
  rs_trace_writer_keep (self->writer);
}

void
rs_record_output_drop (RsRecordOutput *self)
{
  rs_trace_writer_drop (self->writer);
}

/* --- traces --- */

void
rs_record_output_request (RsRecordOutput *self, const char *reason)
{
  __atomic_store_n (&self->requested, reason, __ATOMIC_RELEASE);
}

/* "run.rstrace": "run-3.rstrace". (transfer full) */
static char *
make_name (const RsRecordOutput *self)
{
  const char *base = strrchr (self->path, '/'), *dot;

  base = base != NULL ? base + 1 : self->path;
  dot = strrchr (base, '.');
  if (dot == NULL || dot == base)
    dot = base + strlen (base);
  return g_strdup_printf ("%.*s-%u%s", (int)(dot - self->path), self->path, self->n_saved, dot);
}

static void
tell (const Saving *saving, const GError *error)
{
  const RsRecordOutput *self = saving->output;

  if (self->ring.saved != NULL)
    self->ring.saved (saving->path, saving->reason, rs_history_snapshot_get_length (saving->snapshot), error,
                      self->ring.data);
}

static gpointer
save (gpointer data)
{
  Saving *self = data;
  g_autoptr (GError) error = NULL;
  RsTraceWriter *writer = rs_trace_writer_create (self->path, self->output->origin, &error);
  gboolean done = writer != NULL;

  if (writer != NULL)
    {
      done = rs_history_snapshot_write (self->snapshot, writer, self->reason, &error);
      if (!done)
        rs_trace_writer_drop (writer);
      done = rs_trace_writer_close (writer, done, done ? &error : NULL) && done;
    }
  tell (self, done ? NULL : error);
  g_atomic_int_set (&self->output->is_saving, FALSE);
  rs_history_snapshot_free (self->snapshot);
  g_free (self->path);
  g_free (self->reason);
  g_free (self);
  return NULL;
}

/* Why a trace is wanted at that time; NULL: none is. (transfer full) */
static char *
take_reason (RsRecordOutput *self, gint64 time)
{
  const char *requested = __atomic_exchange_n (&self->requested, NULL, __ATOMIC_ACQ_REL);
  g_autofree char *took = NULL, *limit = NULL;

  if (requested != NULL)
    return g_strdup (requested);
  if (self->too_long == 0 || time < self->quiet_until)
    return NULL;
  took = rs_format_duration (self->too_long);
  limit = rs_format_duration (self->ring.span_ns);
  return g_strdup_printf ("%s took %s, more than %s", self->ring.span, took, limit);
}

/* Told once: the program goes on. */
static void
refuse (RsRecordOutput *self, const char *reason)
{
  g_autoptr (GError) error = NULL;

  if (self->has_refused)
    return;
  self->has_refused = TRUE;
  g_set_error (&error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO,
               "%u traces of this run are saved already, more are not; the last one is written when it ends",
               MOST_SAVED);
  if (self->ring.saved != NULL)
    self->ring.saved (self->path, reason, 0, error, self->ring.data);
}

/* By a thread of its own; by this one where there is none to be had. */
static void
start_saving (RsRecordOutput *self, char *reason)
{
  const gint64 now = rs_trace_now ();
  Saving *saving = g_new0 (Saving, 1);

  self->n_saved++;
  saving->output = self;
  saving->snapshot = rs_history_take (self->history, now);
  saving->path = make_name (self);
  saving->reason = reason;
  /* A span that is met from now on is not in it. */
  self->quiet_until = now + rs_history_snapshot_get_length (saving->snapshot) / 2;
  self->too_long = 0;
  g_atomic_int_set (&self->is_saving, TRUE);
  self->saver = g_thread_try_new ("trace saver", save, saving, NULL);
  if (self->saver == NULL)
    save (saving);
}

static void
look (RsRecordOutput *self, gint64 time)
{
  g_autofree char *reason = NULL;

  if (self->history == NULL || g_atomic_int_get (&self->is_saving))
    return;
  reason = take_reason (self, time);
  if (reason == NULL)
    return;
  wait_for_saver (self);
  if (self->n_saved < MOST_SAVED)
    start_saving (self, g_steal_pointer (&reason));
  else
    {
      self->too_long = 0;
      refuse (self, reason);
    }
}

void
rs_record_output_look (RsRecordOutput *self)
{
  look (self, rs_trace_now ());
}

/* A name that nothing has is most likely a mistake. */
static void
tell_unmet (const RsRecordOutput *self)
{
  g_autoptr (GError) error = NULL;

  if (self->span_name == 0 || self->has_met_span || self->ring.saved == NULL)
    return;
  g_set_error (&error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               _ ("no function, loop, kernel or built-in of that name has ended, so that nothing was saved because of "
                  "it; redshift-cli trace kernels, builtins and tree list the names of a recording"));
  self->ring.saved (self->path, self->ring.span, 0, error, self->ring.data);
}

gboolean
rs_record_output_finish (RsRecordOutput *self, GError **error)
{
  g_autoptr (RsHistorySnapshot) snapshot = NULL;

  if (self->history == NULL)
    return TRUE;
  wait_for_saver (self);
  look (self, G_MAXINT64); /* what came last, and what waits */
  wait_for_saver (self);
  tell_unmet (self);
  snapshot = rs_history_take (self->history, rs_history_get_latest (self->history));
  return rs_history_snapshot_write (snapshot, self->writer, self->ended != NULL ? self->ended : "the program has ended",
                                    error);
}

gboolean
rs_record_output_close (RsRecordOutput *self, gboolean complete, GError **error)
{
  gboolean done;

  wait_for_saver (self);
  done = rs_trace_writer_close (self->writer, complete, error);
  rs_record_output_free (self);
  return done;
}
