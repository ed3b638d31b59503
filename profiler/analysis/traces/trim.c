/* See trim.h. Sums and levels are made anew from the events, see part.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/traces/trim.h"

#include "profiler/analysis/time/summary.h"
#include "profiler/store/part.h"
#include "runtime/base/replace-file.h"

#define BATCH 4096u

typedef struct {
  RsTraceStore *store;
  RsTraceWriter *writer;
  GHashTable *strings;  /* set of ids that were written */
  GHashTable *kernels;  /* set of the launches whose kernels were written */
  RsTraceEvent *events; /* [BATCH] */
  guint n;
  gint64 written;
  gboolean done;
  GError **error;
} Trimmer;

static gboolean
write_string (Trimmer *self, guint32 id)
{
  if (id == 0 || !g_hash_table_add (self->strings, GUINT_TO_POINTER (id)))
    return TRUE;
  return rs_trace_writer_add_string (self->writer, id, rs_trace_store_get_string (self->store, id), self->error);
}

static gboolean
flush (Trimmer *self)
{
  guint n = self->n;

  self->n = 0;
  self->written += n;
  return rs_trace_part_add_events (self->writer, self->events, n, self->error);
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Trimmer *self = data;

  self->done = write_string (self, event->name) && write_string (self, event->file)
               && write_string (self, event->detail);
  if (event->kind == RS_TRACE_KERNEL)
    g_hash_table_add (self->kernels, g_memdup2 (&event->a, sizeof event->a));
  self->events[self->n++] = *event;
  if (self->done && self->n == BATCH)
    self->done = flush (self)
                 && (self->written % (BATCH * 64) != 0 || rs_trace_writer_commit (self->writer, self->error));
  return self->done;
}

static gboolean
write_tracks (Trimmer *self)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (self->store, self->error);
  gboolean done = tracks != NULL;

  for (guint i = 0; done && i < tracks->len; i++)
    done = rs_trace_writer_add_track (self->writer, g_array_index (tracks, RsTrackRow, i).id,
                                      g_array_index (tracks, RsTrackRow, i).name, self->error);
  return done;
}

typedef struct {
  Trimmer *trimmer;
  gboolean done;
} Facts;

/* Those that are of the whole recording, and not of the part, are made anew. */
static void
write_fact (const char *name, const char *value, gpointer data)
{
  static const char *const made[]
      = { "wall", "last", "device-busy", "peak-bytes", "complete", "failure", "finest-level", "part", NULL };
  Facts *self = data;

  if (self->done && !g_strv_contains (made, name))
    self->done = rs_trace_writer_set_meta (self->trimmer->writer, name, value, self->trimmer->error);
}

static gboolean
write_meta (Trimmer *self, const RsTraceRange *range)
{
  g_autofree char *length = NULL, *part = NULL;
  Facts facts = { self, TRUE };
  gint64 first, last, from, to;

  rs_trace_get_bounds (self->store, &first, &last);
  from = CLAMP (range->from, first, last);
  to = CLAMP (range->to, from, last);
  length = g_strdup_printf ("%" G_GINT64_FORMAT, to - from);
  part = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, from, to);
  return rs_trace_store_foreach_meta (self->store, write_fact, &facts, self->error) && facts.done
         && rs_trace_writer_set_meta (self->writer, "wall", length, self->error)
         && rs_trace_writer_set_meta (self->writer, "part", part, self->error);
}

static gboolean
add_past (gint64 id, const RsTraceEvent *event, gpointer data)
{
  rs_trace_past_add (data, event);
  return TRUE;
}

/* Call stacks, decisions and candidates are told of where they are first met. */
static gboolean
write_past (Trimmer *self, const RsTraceRange *range)
{
  const guint64 of_arrays = G_GUINT64_CONSTANT (1) << RS_TRACE_ALLOCATE | G_GUINT64_CONSTANT (1) << RS_TRACE_FREE
                            | G_GUINT64_CONSTANT (1) << RS_TRACE_ARGUMENT;
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  /* Whether some of what frees arrays is not in the part. */
  const gboolean is_chosen = range->track != NULL || range->kernel != NULL || range->object != 0;
  const RsTraceRange before = { .from = G_MININT64, .to = range->from };
  g_autoptr (RsTracePast) past = rs_trace_past_new ();
  g_autoptr (GArray) events = NULL;

  if (!rs_trace_range_foreach (self->store, &all, RS_TRACE_PAST_KINDS & ~of_arrays, TRUE, add_past, past, self->error)
      || (range->from > G_MININT64 && !is_chosen
          && !rs_trace_range_foreach (self->store, &before, of_arrays, TRUE, add_past, past, self->error)))
    return FALSE;
  events = rs_trace_past_list (past);
  for (guint i = 0; self->done && i < events->len; i++)
    add_event (0, &g_array_index (events, RsTraceEvent, i), self);
  return self->done;
}

static gboolean
write_events (Trimmer *self, const RsTraceRange *range)
{
  const guint64 told = G_GUINT64_CONSTANT (1) << RS_TRACE_FRAME | G_GUINT64_CONSTANT (1) << RS_TRACE_DECISION
                       | G_GUINT64_CONSTANT (1) << RS_TRACE_CANDIDATE;

  return write_past (self, range)
         && rs_trace_range_foreach (self->store, range, ~told, TRUE, add_event, self, self->error) && self->done
         && flush (self);
}

/* Of kernels that are in the part. */
static gboolean
write_metrics (Trimmer *self)
{
  g_autoptr (GArray) values = rs_trace_store_read_metrics (self->store, self->error);
  gboolean done = values != NULL;

  for (guint i = 0; done && i < values->len; i++)
    {
      const RsMetricValue *value = &g_array_index (values, RsMetricValue, i);

      if (g_hash_table_contains (self->kernels, &value->launch))
        done = write_string (self, value->metric) && write_string (self, value->unit)
               && write_string (self, value->kernel) && write_string (self, value->file)
               && write_string (self, value->shape) && rs_trace_writer_add_metric (self->writer, value, self->error);
    }
  return done;
}

static gboolean
write_line_values (Trimmer *self, RsLineTable table)
{
  g_autoptr (GArray) values = rs_trace_store_read_line_values (self->store, table, self->error);
  gboolean done = values != NULL;

  for (guint i = 0; done && i < values->len; i++)
    {
      const RsLineValue *value = &g_array_index (values, RsLineValue, i);
      const guint32 texts[] = { value->function, value->source, value->what, value->kernel, value->file, value->shape };

      if (!g_hash_table_contains (self->kernels, &value->launch))
        continue;
      for (guint k = 0; done && k < G_N_ELEMENTS (texts); k++)
        done = write_string (self, texts[k]);
      done = done && rs_trace_writer_add_line_value (self->writer, table, value, self->error);
    }
  return done;
}

static gboolean
write_curves (Trimmer *self)
{
  g_autoptr (GArray) values = rs_trace_store_read_curves (self->store, self->error);
  gboolean done = values != NULL;

  for (guint i = 0; done && i < values->len; i++)
    {
      const RsCurveValue *value = &g_array_index (values, RsCurveValue, i);

      if (!g_hash_table_contains (self->kernels, &value->launch))
        continue;
      done = write_string (self, value->metric) && write_string (self, value->unit)
             && write_string (self, value->kernel) && write_string (self, value->file)
             && write_string (self, value->shape) && rs_trace_writer_add_curve (self->writer, value, self->error);
    }
  return done;
}

gboolean
rs_trace_trim (RsTraceStore *store, const RsTraceRange *range, const char *path, gint64 *n_events, GError **error)
{
  g_autoptr (GHashTable) strings = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) kernels = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree RsTraceEvent *events = g_new (RsTraceEvent, BATCH);
  Trimmer trimmer
      = { .store = store, .strings = strings, .kernels = kernels, .events = events, .done = TRUE, .error = error };
  gboolean done;

  if (rs_is_same_file (rs_trace_store_get_path (store), path))
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO,
                   "%s is the trace itself; give the part another name", path);
      return FALSE;
    }
  trimmer.writer = rs_trace_writer_create (path, 0, error);
  if (trimmer.writer == NULL)
    return FALSE;
  done = write_tracks (&trimmer) && write_meta (&trimmer, range) && write_events (&trimmer, range)
         && write_metrics (&trimmer) && write_line_values (&trimmer, RS_LINE_STALLS)
         && write_line_values (&trimmer, RS_LINE_COUNTS) && write_curves (&trimmer);
  if (!done)
    rs_trace_writer_drop (trimmer.writer);
  if (n_events != NULL)
    *n_events = trimmer.written;
  return rs_trace_writer_close (trimmer.writer, done, done ? error : NULL) && done;
}
