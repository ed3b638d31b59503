/* See line-counts.h, and the report "sass".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/hardware/line-counts.h"

#include "profiler/analysis/hardware/measured.h"
#include "profiler/analysis/reports.h"

#include <glib/gi18n.h>
#include <string.h>

#define WARP 32 /* threads */

typedef struct {
  const char *kernel;
  gint64 instructions;
} Kernel;

static guint
hash_row (gconstpointer data)
{
  const RsLineCountRow *row = data;

  return (g_str_hash (row->kernel) * 31 + g_str_hash (row->file)) * 31 + row->line;
}

static gboolean
equal_rows (gconstpointer a, gconstpointer b)
{
  const RsLineCountRow *p = a, *q = b;

  return p->line == q->line && strcmp (p->kernel, q->kernel) == 0 && strcmp (p->file, q->file) == 0;
}

static void
add_value (RsTraceStore *store, const RsLineValue *value, GHashTable *rows)
{
  const RsLineCounter counter = rs_line_counter_find (rs_trace_store_get_string (store, value->what));
  RsLineCountRow key = {
    .kernel = rs_trace_store_get_string (store, value->kernel),
    .file = rs_trace_store_get_string (store, value->source),
    .line = value->source_line,
    .function = rs_trace_store_get_string (store, value->function),
  };
  RsLineCountRow *row = g_hash_table_lookup (rows, &key);

  if (counter >= RS_N_LINE_COUNTERS)
    return;
  if (row == NULL)
    {
      for (guint i = 0; i < RS_N_LINE_COUNTERS; i++)
        key.counts[i] = -1;
      g_hash_table_add (rows, row = g_memdup2 (&key, sizeof key));
    }
  row->counts[counter] = rs_trace_add (MAX (row->counts[counter], 0), MAX (value->value, 0));
}

static gint64
get_instructions (const RsLineCountRow *row)
{
  return MAX (row->counts[RS_LINE_COUNTER_instructions], 0);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  GHashTable *kernels = data;
  const RsLineCountRow *p = a, *q = b;
  const Kernel *x = g_hash_table_lookup (kernels, p->kernel), *y = g_hash_table_lookup (kernels, q->kernel);
  int order = strcmp (p->kernel, q->kernel);

  if (x->instructions != y->instructions)
    return x->instructions > y->instructions ? -1 : 1;
  if (order != 0)
    return order;
  if (get_instructions (p) != get_instructions (q))
    return get_instructions (p) > get_instructions (q) ? -1 : 1;
  order = strcmp (p->file, q->file);
  return order != 0 ? order : p->line < q->line ? -1 : p->line > q->line;
}

/* Sums by kernel, shares, and the order. */
static void
finish (GArray *rows)
{
  g_autoptr (GHashTable) kernels = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  for (guint i = 0; i < rows->len; i++)
    {
      const RsLineCountRow *row = &g_array_index (rows, RsLineCountRow, i);
      Kernel *kernel = g_hash_table_lookup (kernels, row->kernel);

      if (kernel == NULL)
        g_hash_table_insert (kernels, (gpointer)row->kernel, kernel = g_new0 (Kernel, 1));
      kernel->instructions = rs_trace_add (kernel->instructions, get_instructions (row));
    }
  for (guint i = 0; i < rows->len; i++)
    {
      RsLineCountRow *row = &g_array_index (rows, RsLineCountRow, i);
      const Kernel *kernel = g_hash_table_lookup (kernels, row->kernel);

      row->share = kernel->instructions > 0 ? (double)get_instructions (row) / (double)kernel->instructions : 0;
    }
  g_array_sort_with_data (rows, compare_rows, kernels);
}

GArray *
rs_line_counts_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GArray) values = rs_trace_range_read_line_values (store, RS_LINE_COUNTS, range, error);
  g_autoptr (GHashTable) by_line = g_hash_table_new_full (hash_row, equal_rows, g_free, NULL);
  GHashTableIter iter;
  gpointer row;
  GArray *rows;

  if (values == NULL)
    return NULL;
  for (guint i = 0; i < values->len; i++)
    add_value (store, &g_array_index (values, RsLineValue, i), by_line);
  rows = g_array_new (FALSE, FALSE, sizeof (RsLineCountRow));
  g_hash_table_iter_init (&iter, by_line);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    g_array_append_vals (rows, row, 1);
  finish (rows);
  return rows;
}

double
rs_line_count_row_get_ratio (const RsLineCountRow *self, RsLineCounter part, RsLineCounter whole, double factor)
{
  g_assert (part < RS_N_LINE_COUNTERS && whole < RS_N_LINE_COUNTERS && factor > 0);

  const gint64 n = self->counts[whole];

  return n > 0 && self->counts[part] >= 0 ? (double)self->counts[part] / (double)n / factor : -1;
}

/* --- the report --- */

static const RsReportColumn sass_columns[] = {
  { N_ ("kernel"), "kernel", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("instructions of warps"), "instructions", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("share"), "share", RS_CELL_SHARE },
  { N_ ("threads at work"), "threads", RS_CELL_SHARE, TRUE },
  { N_ ("without predicated ones"), "threads_on", RS_CELL_SHARE, TRUE },
  { N_ ("divergent branches"), "divergent", RS_CELL_SHARE, TRUE },
  { N_ ("sectors of global memory"), "sectors", RS_CELL_INTEGER, TRUE },
  { N_ ("of the least"), "sector_ratio", RS_CELL_NUMBER, TRUE },
  { N_ ("function"), "function", RS_CELL_TEXT, TRUE },
};

static void
add_ratio (RsReport *report, double ratio)
{
  if (ratio >= 0)
    rs_report_add_number (report, ratio);
  else
    rs_report_add_none (report);
}

static void
add_row (RsReport *report, const RsLineCountRow *row)
{
  const gint64 sectors = row->counts[RS_LINE_COUNTER_sectors];

  rs_report_add_text (report, row->kernel);
  rs_report_add_place (report, row->file, row->line);
  rs_report_add_integer (report, get_instructions (row));
  rs_report_add_number (report, row->share);
  add_ratio (report, rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_threads, RS_LINE_COUNTER_instructions, WARP));
  add_ratio (report, rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_threads_on, RS_LINE_COUNTER_instructions, WARP));
  add_ratio (report, rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_divergent, RS_LINE_COUNTER_targets, 1));
  if (sectors >= 0)
    rs_report_add_integer (report, sectors);
  else
    rs_report_add_none (report);
  add_ratio (report, rs_line_count_row_get_ratio (row, RS_LINE_COUNTER_sectors, RS_LINE_COUNTER_ideal_sectors, 1));
  if (*row->file == '\0' && *row->function != '\0')
    rs_report_add_text (report, row->function);
  else
    rs_report_add_none (report);
}

static gboolean
read_sass (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  const RsMeasuredNotes notes = {
    .how = "line-counts",
    .not_made = _ ("no instructions were counted here; run --metrics sass -d cuda does"),
    .obstacle = _ ("no instructions were counted: %s"),
    .outside = _ ("of no kernel of this range instructions were counted: they are of the first launches of each "
                  "configuration"),
    .nothing = _ ("kernels were counted, and the GPU had no instruction of them"),
  };
  g_autoptr (GArray) rows = rs_line_counts_read (store, range, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    add_row (report, &g_array_index (rows, RsLineCountRow, i));
  if (rows != NULL)
    rs_measured_add_notes (report, store, range, rows->len == 0, &notes);
  return rows != NULL;
}

RS_REPORT_KIND (sass, N_ ("Instructions by line"));
