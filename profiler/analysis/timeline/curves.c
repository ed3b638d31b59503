/* See curves.h, and the report of that name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/timeline/curves.h"

#include "profiler/analysis/reports.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* What adds up to a row. */
typedef struct {
  guint32 metric, unit, kernel, file, line, shape;
  gint64 launches, samples;
  double sum, time; /* of values by their ns, and of these */
  double least, greatest;
  double sums[RS_CURVE_PARTS], times[RS_CURVE_PARTS];
} Sum;

static guint
hash_sum (gconstpointer data)
{
  const Sum *sum = data;

  return (((sum->metric * 31 + sum->kernel) * 31 + sum->file) * 31 + sum->line) * 31 + sum->shape;
}

static gboolean
equal_sums (gconstpointer a, gconstpointer b)
{
  const Sum *p = a, *q = b;

  return p->metric == q->metric && p->kernel == q->kernel && p->file == q->file && p->line == q->line
         && p->shape == q->shape;
}

static Sum *
find_sum (GHashTable *sums, const RsCurveValue *value)
{
  const Sum key = { .metric = value->metric,
                    .unit = value->unit,
                    .kernel = value->kernel,
                    .file = value->file,
                    .line = value->line,
                    .shape = value->shape,
                    .least = INFINITY,
                    .greatest = -INFINITY };
  Sum *sum = g_hash_table_lookup (sums, &key);

  if (sum == NULL)
    g_hash_table_add (sums, sum = g_memdup2 (&key, sizeof key));
  return sum;
}

/* Times of a damaged file may be anything. */
static double
get_ns (gint64 from, gint64 to)
{
  return (double)to - (double)from;
}

/* values: [n], of one launch and metric, by start. */
static void
add_launch (GHashTable *sums, const RsCurveValue *values, guint n)
{
  Sum *sum = find_sum (sums, values);
  const gint64 first = values[0].start;
  const double whole = get_ns (first, values[n - 1].end), length = MAX (whole, 1);

  sum->launches++;
  for (guint i = 0; i < n; i++)
    {
      const double value = values[i].value, lasted = get_ns (values[i].start, values[i].end), time = MAX (lasted, 1);
      const double at = get_ns (first, values[i].start) / length * RS_CURVE_PARTS;
      const guint part = at > 0 ? (guint)MIN (at, RS_CURVE_PARTS - 1) : 0;

      if (!isfinite (value))
        continue;
      sum->samples++;
      sum->sum += value * time;
      sum->time += time;
      sum->least = MIN (sum->least, value);
      sum->greatest = MAX (sum->greatest, value);
      sum->sums[part] += value * time;
      sum->times[part] += time;
    }
}

static RsCurveRow
make_row (RsTraceStore *store, const Sum *sum)
{
  RsCurveRow row = { .kernel = rs_trace_store_get_string (store, sum->kernel),
                     .file = rs_trace_store_get_string (store, sum->file),
                     .shape = rs_trace_store_get_string (store, sum->shape),
                     .line = sum->line,
                     .metric = rs_trace_store_get_string (store, sum->metric),
                     .unit = rs_trace_store_get_string (store, sum->unit),
                     .launches = sum->launches,
                     .samples = sum->samples,
                     .mean = sum->sum / sum->time,
                     .least = sum->least,
                     .greatest = sum->greatest };

  row.kind = rs_curve_metric_find (row.metric);
  for (guint i = 0; i < RS_CURVE_PARTS; i++)
    row.parts[i] = sum->times[i] > 0 ? sum->sums[i] / sum->times[i] : NAN;
  return row;
}

/* Kinds are rows of one table. */
static int
compare_kinds (const RsMetricKind *a, const RsMetricKind *b)
{
  if (a == NULL || b == NULL)
    return (a == NULL) - (b == NULL);
  return a < b ? -1 : a > b;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RsCurveRow *p = a, *q = b;
  int order = strcmp (p->file, q->file);

  if (order == 0 && p->line != q->line)
    order = p->line < q->line ? -1 : 1;
  if (order == 0)
    order = strcmp (p->kernel, q->kernel);
  if (order == 0)
    order = strcmp (p->shape, q->shape);
  if (order == 0)
    order = compare_kinds (p->kind, q->kind);
  return order != 0 ? order : strcmp (p->metric, q->metric);
}

GArray *
rs_curves_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GArray) values = rs_trace_store_read_curves (store, error);
  g_autoptr (GHashTable) sums = g_hash_table_new_full (hash_sum, equal_sums, g_free, NULL), launches = NULL;
  const gboolean is_part = values != NULL && values->len > 0 && !rs_trace_range_is_all (range);
  GHashTableIter iter;
  gpointer sum;
  GArray *rows;

  if (values == NULL)
    return NULL;
  if (is_part && (launches = rs_trace_range_find_launches (store, range, error)) == NULL)
    return NULL;
  for (guint i = 0, end; i < values->len; i = end)
    {
      const RsCurveValue *first = &g_array_index (values, RsCurveValue, i);

      for (end = i + 1; end < values->len; end++)
        if (g_array_index (values, RsCurveValue, end).launch != first->launch
            || g_array_index (values, RsCurveValue, end).metric != first->metric)
          break;
      if (launches == NULL || g_hash_table_contains (launches, &first->launch))
        add_launch (sums, first, end - i);
    }
  rows = g_array_new (FALSE, FALSE, sizeof (RsCurveRow));
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &sum, NULL))
    if (((const Sum *)sum)->samples > 0)
      {
        const RsCurveRow row = make_row (store, sum);

        g_array_append_val (rows, row);
      }
  g_array_sort (rows, compare_rows);
  return rows;
}

char *
rs_curve_row_draw (const RsCurveRow *self, double top)
{
  static const char *const heights[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < RS_CURVE_PARTS; i++)
    {
      const double height = top > 0 ? self->parts[i] / top * G_N_ELEMENTS (heights) : 0;

      g_string_append (text,
                       isnan (self->parts[i]) ? " " : heights[(guint)CLAMP (height, 0, G_N_ELEMENTS (heights) - 1)]);
    }
  return g_string_free (text, FALSE);
}

/* --- the report --- */

static const RsReportColumn curves_columns[] = {
  { N_ ("kernel"), "kernel", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("grid"), "grid", RS_CELL_TEXT },
  { N_ ("what"), "what", RS_CELL_TEXT },
  { N_ ("over time"), "curve", RS_CELL_TEXT },
  { N_ ("mean"), "mean", RS_CELL_REAL },
  { N_ ("unit"), "unit", RS_CELL_TEXT },
  { N_ ("min"), "min", RS_CELL_REAL },
  { N_ ("max"), "max", RS_CELL_REAL },
  { N_ ("launches"), "launches", RS_CELL_INTEGER },
  { N_ ("samples"), "samples", RS_CELL_INTEGER },
  { N_ ("metric"), "metric", RS_CELL_TEXT },
};

static void
add_row (RsReport *report, const RsCurveRow *row)
{
  g_autofree char *curve = rs_curve_row_draw (row, strcmp (row->unit, "%") == 0 ? 100 : row->greatest);

  rs_report_add_text (report, row->kernel);
  rs_report_add_place (report, row->file, row->line);
  rs_report_add_text (report, row->shape);
  rs_report_add_text (report, row->kind != NULL ? _ (row->kind->title) : row->metric);
  rs_report_add_text (report, curve);
  rs_report_add_number (report, row->mean);
  rs_report_add_text (report, row->unit);
  rs_report_add_number (report, row->least);
  rs_report_add_number (report, row->greatest);
  rs_report_add_integer (report, row->launches);
  rs_report_add_integer (report, row->samples);
  rs_report_add_text (report, row->metric);
}

/* Why there is nothing, or not everything. */
static void
add_notes (RsReport *report, RsTraceStore *store, const RsTraceRange *range, gboolean is_empty)
{
  g_autofree char *obstacle = rs_trace_store_dup_meta (store, "metrics-obstacle");
  g_autofree char *how = rs_trace_store_dup_meta (store, "curves");

  if (how == NULL && obstacle == NULL && is_empty)
    rs_report_take_note (report, g_strdup (_ ("no curves were recorded here; run --metrics curves -d cuda does")));
  else if (obstacle != NULL)
    rs_report_take_note (report,
                         g_strdup_printf (is_empty ? _ ("no curves were recorded: %s") : _ ("not all was measured: %s"),
                                          obstacle));
  else if (is_empty && (!rs_trace_range_is_all (range) || rs_trace_is_part (store)))
    rs_report_take_note (
        report,
        g_strdup (_ ("no kernel of this range has curves: the first launches of each configuration have them")));
  else if (is_empty)
    rs_report_take_note (report,
                         g_strdup (_ ("counters were read while kernels ran, and none was long enough for a sample")));
  if (how != NULL && !is_empty)
    rs_report_take_head (report, g_steal_pointer (&how));
}

static gboolean
read_curves (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (GArray) rows = rs_curves_read (store, range, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    add_row (report, &g_array_index (rows, RsCurveRow, i));
  if (rows != NULL)
    add_notes (report, store, range, rows->len == 0);
  return rows != NULL;
}

RS_REPORT_KIND (curves, N_ ("Curves"));
