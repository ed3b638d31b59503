/* A trace on one screen: what the meta table and the totals say.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/summary.h"

#include "profiler/analysis/memory/memory-curve.h"
#include "profiler/store/sums/intervals.h"

#include <math.h>
#include <stdlib.h>

gint64
rs_trace_get_wall (RsTraceStore *store)
{
  gint64 wall = rs_trace_store_get_meta_integer (store, "wall");

  return wall > 0 ? wall : rs_trace_store_get_meta_integer (store, "last");
}

/* "from to", ns. */
static gboolean
read_cut (RsTraceStore *store, gint64 *from, gint64 *to)
{
  g_autofree char *part = rs_trace_store_dup_meta (store, "part");
  g_auto (GStrv) times = part != NULL ? g_strsplit (part, " ", 2) : NULL;

  return times != NULL && times[0] != NULL && times[1] != NULL
         && g_ascii_string_to_signed (times[0], 10, 0, G_MAXINT64, from, NULL)
         && g_ascii_string_to_signed (times[1], 10, *from, G_MAXINT64, to, NULL);
}

gboolean
rs_trace_get_bounds (RsTraceStore *store, gint64 *from, gint64 *to)
{
  if (read_cut (store, from, to))
    return TRUE;
  *from = 0;
  *to = rs_trace_get_wall (store);
  return FALSE;
}

gint64
rs_trace_get_elapsed (RsTraceStore *store, const RsTraceRange *range)
{
  gint64 from, to;

  if (rs_trace_range_is_all (range))
    return rs_trace_get_wall (store);
  rs_trace_get_bounds (store, &from, &to);
  from = MAX (from, range->from);
  to = MIN (to, range->to);
  return to > from ? rs_trace_add (to, -from) : 0;
}

/* Sums of all totals of a kind. */
static gboolean
sum_kind (RsTraceStore *store, const RsTraceRange *range, RsTraceKind kind, RsTotalRow *sum, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_range_read_totals (store, range, kind, FALSE, error);

  *sum = (RsTotalRow){ .kind = kind };
  if (totals == NULL)
    return FALSE;
  for (guint i = 0; i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);

      sum->n = (gint64)((guint64)sum->n + (guint64)total->n);
      sum->total = (gint64)((guint64)sum->total + (guint64)total->total);
      sum->sum_a = (gint64)((guint64)sum->sum_a + (guint64)total->sum_a);
      sum->sum_b = (gint64)((guint64)sum->sum_b + (guint64)total->sum_b);
    }
  return TRUE;
}

static char *
dup_meta (RsTraceStore *store, const char *name)
{
  char *value = rs_trace_store_dup_meta (store, name);

  return value != NULL ? value : g_strdup ("");
}

static gboolean
read_sums (RsTraceSummary *self, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  RsTotalRow kernels, waits, compiles, allocations, frees, copies, cpu, recording, builtins;

  if (!sum_kind (store, range, RS_TRACE_KERNEL, &kernels, error)
      || !sum_kind (store, range, RS_TRACE_WAIT, &waits, error)
      || !sum_kind (store, range, RS_TRACE_COMPILE, &compiles, error)
      || !sum_kind (store, range, RS_TRACE_ALLOCATE, &allocations, error)
      || !sum_kind (store, range, RS_TRACE_FREE, &frees, error)
      || !sum_kind (store, range, RS_TRACE_COPY, &copies, error)
      || !sum_kind (store, range, RS_TRACE_CPU_TIME, &cpu, error)
      || !sum_kind (store, range, RS_TRACE_RECORD, &recording, error)
      || !sum_kind (store, range, RS_TRACE_BUILTIN, &builtins, error))
    return FALSE;
  self->kernel_launches = kernels.n;
  self->kernel_time = kernels.total;
  self->waits = waits.n;
  self->wait_time = waits.total;
  self->compile_hits = compiles.sum_a;
  self->compile_misses = (gint64)((guint64)compiles.n - (guint64)compiles.sum_a);
  self->compile_time = compiles.total;
  self->allocations = allocations.n;
  self->allocated_bytes = allocations.sum_b;
  self->frees = frees.n;
  self->freed_bytes = frees.sum_b;
  self->copies = copies.n;
  self->copied_bytes = copies.sum_b;
  self->copy_time = copies.total;
  self->builtins = builtins.n;
  self->builtin_time = builtins.total;
  self->cpu_time = cpu.sum_a;
  self->recording_time = recording.sum_b;
  return TRUE;
}

/* --- of a range --- */

typedef struct {
  const RsTraceRange *range;
  RsIntervals kernels;
  gint64 n;
} Part;

static gboolean
count_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  ((Part *)data)->n++;
  return TRUE;
}

static gboolean
add_kernel (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Part *self = data;

  rs_intervals_add (&self->kernels, MAX (event->start, self->range->from), MIN (event->end, self->range->to));
  return TRUE;
}

static gboolean
find_peak (RsTraceSummary *self, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  GError *failure = NULL;
  g_autoptr (RsMemoryCurves) curves = rs_memory_curves_read (store, range, 1, &failure);

  if (curves != NULL)
    self->peak_bytes = ((const RsMemoryCurve *)curves->curves->pdata[0])->peak;
  else if (failure != NULL) /* else there are no spans, and no time */
    g_propagate_error (error, failure);
  return failure == NULL;
}

/* Kernels that run on from before, and behind its end, count as busy as far as they are in it. */
static gboolean
read_busy (RsTraceSummary *self, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  RsTraceRange open = *range;
  Part part = { .range = &open };
  gboolean done;

  open.from = MAX (range->from, self->part_from);
  open.to = MIN (range->to, self->part_to);
  open.with_open = TRUE;
  rs_intervals_init (&part.kernels);
  done = open.from >= open.to
         || rs_trace_range_foreach (store, &open, G_GUINT64_CONSTANT (1) << RS_TRACE_KERNEL, FALSE, add_kernel, &part,
                                    error);
  self->device_busy = part.kernels.busy;
  rs_intervals_clear (&part.kernels);
  return done;
}

static gboolean
read_part (RsTraceSummary *self, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  Part part = { .range = range };
  const gboolean done = rs_trace_range_foreach (store, range, G_MAXUINT64, FALSE, count_event, &part, error)
                        && read_busy (self, store, range, error) && find_peak (self, store, range, error);

  self->events = part.n;
  self->wall = rs_trace_get_elapsed (store, range);
  return done;
}

static gboolean
read_range (RsTraceSummary *self, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;

  if (!rs_trace_range_is_all (range))
    return read_part (self, store, range, error);
  return !self->is_part || read_busy (self, store, &all, error);
}

RsTraceSummary *
rs_trace_summary_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (RsTraceSummary) self = g_new0 (RsTraceSummary, 1);

  self->program = dup_meta (store, "program");
  self->device = dup_meta (store, "device");
  self->started = dup_meta (store, "started");
  self->counters = dup_meta (store, "hardware-counters");
  self->saved = rs_trace_store_dup_meta (store, "saved");
  self->failure = rs_trace_store_dup_meta (store, "failure");
  self->complete = rs_trace_store_get_meta_integer (store, "complete") != 0;
  self->wall = rs_trace_get_wall (store);
  self->events = rs_trace_store_count_events (store);
  self->dropped = rs_trace_store_get_meta_integer (store, "dropped");
  self->device_busy = rs_trace_store_get_meta_integer (store, "device-busy");
  self->peak_bytes = rs_trace_store_get_meta_integer (store, "peak-bytes");
  self->is_part = rs_trace_get_bounds (store, &self->part_from, &self->part_to);
  return read_range (self, store, range, error) && read_sums (self, store, range, error) ? g_steal_pointer (&self)
                                                                                         : NULL;
}

void
rs_trace_summary_free (RsTraceSummary *self)
{
  if (self == NULL)
    return;
  g_free (self->program);
  g_free (self->device);
  g_free (self->started);
  g_free (self->counters);
  g_free (self->saved);
  g_free (self->failure);
  g_free (self);
}

/* The largest unit in which the value, rounded to three digits, is at least 1. */
static char *
format_scaled (double value, double step, const char *const *units, guint n)
{
  guint unit = 0;
  double size;

  while (unit + 1 < n && fabs (value) >= step * 0.9995)
    {
      value /= step;
      unit++;
    }
  size = fabs (value);
  return g_strdup_printf ("%.*f %s", unit == 0 ? 0 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0, value, units[unit]);
}

char *
rs_format_duration (gint64 ns)
{
  static const char *const units[] = { "ns", "µs", "ms", "s" };

  return format_scaled ((double)ns, 1000, units, G_N_ELEMENTS (units));
}

char *
rs_format_bytes (gint64 bytes)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };

  return format_scaled ((double)bytes, 1024, units, G_N_ELEMENTS (units));
}

char *
rs_format_count (gint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count < 0 ? -(guint64)count : (guint64)count);
  const gsize n = strlen (digits);
  GString *text = g_string_new (count < 0 ? "-" : "");

  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

char *
rs_format_time (gint64 ns)
{
  const gint64 microseconds = ns / 1000;
  g_autofree char *whole = rs_format_count (microseconds / 1000);

  return g_strdup_printf ("%s%s.%03d ms", microseconds < 0 && *whole != '-' ? "-" : "", whole,
                          abs ((int)(microseconds % 1000)));
}
