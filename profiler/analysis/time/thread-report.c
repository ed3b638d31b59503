/* What each thread took of the processor, and what the processor counted there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/reports.h"

#include "profiler/analysis/time/lines.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>

static const RsReportColumn threads_columns[] = {
  { N_ ("thread"), "thread", RS_CELL_TEXT },
  { N_ ("processor time"), "cpu_ns", RS_CELL_DURATION, .is_summed = TRUE },
  { N_ ("share"), "share", RS_CELL_SHARE },
  { N_ ("cycles"), "cycles", RS_CELL_INTEGER, .is_optional = TRUE },
  { N_ ("instructions"), "instructions", RS_CELL_INTEGER, .is_optional = TRUE },
  { N_ ("instructions a cycle"), "ipc", RS_CELL_NUMBER, .is_optional = TRUE },
  { N_ ("cache misses"), "cache_misses", RS_CELL_INTEGER, .is_optional = TRUE },
  { N_ ("counted"), "counted", RS_CELL_TEXT, .is_optional = TRUE },
};

typedef struct {
  const char *name;
  gint64 cpu;
  gint64 counts[RS_N_LINE_COUNTS]; /* -1: not counted */
  gboolean is_estimate;
} Thread;

typedef struct {
  RsTraceStore *store;
  GHashTable *indexes; /* track -> index + 1 */
  GArray *threads;     /* element-type Thread */
  gint64 cpu;          /* of all */
} Filling;

static Thread *
find_thread (Filling *self, guint32 track)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->indexes, GUINT_TO_POINTER (track)));

  if (index == 0)
    {
      g_array_append_val (self->threads, ((Thread){ .name = "", .counts = { -1, -1, -1, -1 } }));
      index = self->threads->len;
      g_hash_table_insert (self->indexes, GUINT_TO_POINTER (track), GUINT_TO_POINTER (index));
    }
  return &g_array_index (self->threads, Thread, index - 1);
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Filling *self = data;
  Thread *thread;
  RsLineCount count;

  if (event->kind == RS_TRACE_COUNTER && event->line > 0)
    return TRUE; /* a line's */
  thread = find_thread (self, event->track);
  if (event->kind == RS_TRACE_CPU_TIME)
    {
      thread->cpu = rs_trace_add (thread->cpu, event->a);
      self->cpu = rs_trace_add (self->cpu, event->a);
      return TRUE;
    }
  count = rs_line_count_find (rs_trace_store_get_string (self->store, event->name));
  if (count < RS_N_LINE_COUNTS)
    {
      thread->counts[count] = rs_trace_add (MAX (thread->counts[count], 0), event->a);
      thread->is_estimate |= event->threads > 0;
    }
  return TRUE;
}

static int
compare_threads (gconstpointer a, gconstpointer b)
{
  const Thread *p = a, *q = b;

  return p->cpu < q->cpu ? 1 : p->cpu > q->cpu ? -1 : 0;
}

static void
add_count (RsReport *report, gint64 value)
{
  if (value >= 0)
    rs_report_add_integer (report, value);
  else
    rs_report_add_none (report);
}

static void
add_thread (RsReport *report, const Thread *thread, gint64 cpu)
{
  gint64 cycles = thread->counts[RS_LINE_CYCLES], instructions = thread->counts[RS_LINE_INSTRUCTIONS];

  rs_report_add_text (report, thread->name);
  rs_report_add_integer (report, thread->cpu);
  rs_report_add_number (report, cpu > 0 ? (double)thread->cpu / (double)cpu : 0);
  add_count (report, cycles);
  add_count (report, instructions);
  if (cycles > 0 && instructions >= 0)
    rs_report_add_number (report, (double)instructions / (double)cycles);
  else
    rs_report_add_none (report);
  add_count (report, thread->counts[RS_LINE_CACHE_MISSES]);
  if (cycles >= 0 || instructions >= 0)
    rs_report_add_text (report, thread->is_estimate ? _ ("part of the time (estimated)") : _ ("all the time"));
  else
    rs_report_add_none (report);
}

static gboolean
read_threads (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  const guint64 one = 1;
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error),
                     threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  g_autoptr (GHashTable) indexes = g_hash_table_new (NULL, NULL);
  g_autofree char *reason = rs_trace_store_dup_meta (store, "hardware-counters"),
                  *missing = rs_trace_store_dup_meta (store, "counters-missing");
  Filling filling = { store, indexes, threads, 0 };

  if (tracks == NULL
      || !rs_trace_range_foreach (store, range, one << RS_TRACE_CPU_TIME | one << RS_TRACE_COUNTER, FALSE, add_event,
                                  &filling, error))
    return FALSE;
  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *track = &g_array_index (tracks, RsTrackRow, i);
      guint index = GPOINTER_TO_UINT (g_hash_table_lookup (indexes, GUINT_TO_POINTER (track->id)));

      if (index > 0)
        g_array_index (threads, Thread, index - 1).name = track->name;
    }
  g_array_sort (threads, compare_threads);
  for (guint i = 0; i < threads->len; i++)
    add_thread (report, &g_array_index (threads, Thread, i), filling.cpu);
  if (missing != NULL)
    rs_report_take_note (report, g_steal_pointer (&missing));
  else if (g_strcmp0 (reason, "recorded") != 0 && reason != NULL)
    rs_report_take_note (report, g_strdup_printf (_ ("no cycles, instructions and cache misses: %s"), reason));
  return TRUE;
}

RS_REPORT_KIND (threads, N_ ("Threads"));
