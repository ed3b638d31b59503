/* See stalls.h, and the report of that name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/stalls.h"

#include "profiler/analysis/hardware/measured.h"
#include "profiler/analysis/hardware/metric-kinds.h"
#include "profiler/analysis/reports.h"

#include <glib/gi18n.h>
#include <string.h>

#define PREFIX "smsp__pcsamp_warps_issue_stalled_"
#define IDLE "_not_issued"

/* Metrics of the range profiler have the same reasons: their titles are those of metrics.def. */
const char *
rs_stall_reason_get_title (const char *name, gboolean *is_idle)
{
  g_autofree char *reason = NULL, *metric = NULL;
  const RsMetricKind *kind;

  *is_idle = FALSE;
  if (!g_str_has_prefix (name, PREFIX))
    return name;
  reason = g_strdup (name + strlen (PREFIX));
  *is_idle = g_str_has_suffix (reason, IDLE);
  if (*is_idle)
    reason[strlen (reason) - strlen (IDLE)] = '\0';
  metric = g_strdup_printf ("smsp__warp_issue_stalled_%s_per_warp_active.pct", reason);
  kind = rs_metric_kind_find (metric);
  return kind != NULL ? kind->title : name;
}

/* --- adding up --- */

static guint
hash_row (gconstpointer data)
{
  const RsStallRow *row = data;

  return ((g_str_hash (row->kernel) * 31 + g_str_hash (row->file)) * 31 + row->line) * 31 + g_str_hash (row->reason);
}

static gboolean
is_same_line (const RsStallRow *a, const RsStallRow *b)
{
  return a->line == b->line && strcmp (a->kernel, b->kernel) == 0 && strcmp (a->file, b->file) == 0;
}

static gboolean
equal_rows (gconstpointer a, gconstpointer b)
{
  const RsStallRow *p = a, *q = b;

  return is_same_line (p, q) && strcmp (p->reason, q->reason) == 0;
}

static void
add_value (RsTraceStore *store, const RsLineValue *value, GHashTable *rows)
{
  gboolean is_idle;
  const RsStallRow key = {
    .kernel = rs_trace_store_get_string (store, value->kernel),
    .file = rs_trace_store_get_string (store, value->source),
    .line = value->source_line,
    .function = rs_trace_store_get_string (store, value->function),
    .reason = rs_stall_reason_get_title (rs_trace_store_get_string (store, value->what), &is_idle),
  };
  RsStallRow *row = g_hash_table_lookup (rows, &key);

  if (row == NULL)
    g_hash_table_add (rows, row = g_memdup2 (&key, sizeof key));
  if (is_idle)
    row->idle = rs_trace_add (row->idle, MAX (value->value, 0)); /* a damaged file has negative ones */
  else
    row->samples = rs_trace_add (row->samples, MAX (value->value, 0));
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const RsStallRow *p = a, *q = b;
  int order = strcmp (p->kernel, q->kernel);

  if (order == 0)
    order = strcmp (p->file, q->file);
  return order != 0 ? order : p->line < q->line ? -1 : p->line > q->line;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RsStallRow *p = a, *q = b;

  if (p->of_kernel != q->of_kernel)
    return p->of_kernel > q->of_kernel ? -1 : 1;
  if (strcmp (p->kernel, q->kernel) != 0)
    return strcmp (p->kernel, q->kernel);
  if (p->of_line != q->of_line)
    return p->of_line > q->of_line ? -1 : 1;
  if (compare_places (p, q) != 0)
    return compare_places (p, q);
  if (p->samples != q->samples)
    return p->samples > q->samples ? -1 : 1;
  return p->idle != q->idle ? (p->idle > q->idle ? -1 : 1) : strcmp (p->reason, q->reason);
}

static gint64
count (const RsStallRow *row)
{
  return rs_trace_add (row->samples, row->idle);
}

/* The sums of each line and kernel; rows come by place. */
static void
add_sums (GArray *rows)
{
  for (guint first = 0, end; first < rows->len; first = end)
    {
      const char *kernel = g_array_index (rows, RsStallRow, first).kernel;
      gint64 all = 0, samples = 0;

      for (end = first; end < rows->len && strcmp (g_array_index (rows, RsStallRow, end).kernel, kernel) == 0; end++)
        {
          all = rs_trace_add (all, count (&g_array_index (rows, RsStallRow, end)));
          samples = rs_trace_add (samples, g_array_index (rows, RsStallRow, end).samples);
        }
      for (guint i = first, next; i < end; i = next)
        {
          gint64 of_line = 0;

          for (next = i;
               next < end
               && is_same_line (&g_array_index (rows, RsStallRow, i), &g_array_index (rows, RsStallRow, next));
               next++)
            of_line = rs_trace_add (of_line, count (&g_array_index (rows, RsStallRow, next)));
          for (guint k = i; k < next; k++)
            {
              RsStallRow *row = &g_array_index (rows, RsStallRow, k);

              row->of_kernel = all;
              row->of_line = of_line;
              row->share = samples > 0 ? (double)row->samples / (double)samples : 0;
            }
        }
    }
}

GArray *
rs_stalls_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GArray) values = rs_trace_range_read_line_values (store, RS_LINE_STALLS, range, error);
  g_autoptr (GHashTable) by_line = g_hash_table_new_full (hash_row, equal_rows, g_free, NULL);
  GHashTableIter iter;
  gpointer row;
  GArray *rows;

  if (values == NULL)
    return NULL;
  for (guint i = 0; i < values->len; i++)
    add_value (store, &g_array_index (values, RsLineValue, i), by_line);
  rows = g_array_new (FALSE, FALSE, sizeof (RsStallRow));
  g_hash_table_iter_init (&iter, by_line);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    g_array_append_vals (rows, row, 1);
  g_array_sort (rows, compare_places);
  add_sums (rows);
  g_array_sort (rows, compare_rows);
  return rows;
}

/* --- the report --- */

static const RsReportColumn stalls_columns[] = {
  { N_ ("kernel"), "kernel", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("waits for"), "reason", RS_CELL_TEXT },
  { N_ ("samples"), "samples", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("share"), "share", RS_CELL_SHARE },
  { N_ ("nothing issued"), "not_issued", RS_CELL_INTEGER },
  { N_ ("function"), "function", RS_CELL_TEXT, TRUE },
};

static void
add_row (RsReport *report, const RsStallRow *row)
{
  rs_report_add_text (report, row->kernel);
  rs_report_add_place (report, row->file, row->line);
  rs_report_add_text (report, _ (row->reason));
  rs_report_add_integer (report, row->samples);
  rs_report_add_number (report, row->share);
  rs_report_add_integer (report, row->idle);
  if (*row->file == '\0' && *row->function != '\0')
    rs_report_add_text (report, row->function);
  else
    rs_report_add_none (report);
}

static gboolean
read_stalls (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  const RsMeasuredNotes notes = {
    .how = "stalls",
    .not_made = _ ("no stalls were sampled here; run --metrics lines -d cuda does"),
    .obstacle = _ ("no stalls were sampled: %s"),
    .outside = _ ("no kernel of this range was sampled: the first launches of each configuration are"),
    .nothing = _ ("kernels were sampled, and none of them was long enough for a sample"),
  };
  g_autoptr (GArray) rows = rs_stalls_read (store, range, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    add_row (report, &g_array_index (rows, RsStallRow, i));
  if (rows != NULL)
    rs_measured_add_notes (report, store, range, rows->len == 0, &notes);
  return rows != NULL;
}

RS_REPORT_KIND (stalls, N_ ("Stalls"));
