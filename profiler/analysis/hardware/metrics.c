/* See metrics.h, and the report of that name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/hardware/metrics.h"

#include "profiler/analysis/reports.h"

#include <glib/gi18n.h>
#include <string.h>

/* A kernel in one launch configuration. */
typedef struct {
  guint32 kernel, file, line, shape; /* its key */
  GHashTable *sums;                  /* metric's id -> Sum */
} Kernel;

typedef struct {
  guint32 unit;
  gint64 n;
  double sum, least, greatest;
} Sum;

typedef struct {
  RsTraceStore *store;
  GHashTable *by_name; /* of the kernel at hand: metric's name -> Sum, borrowed */
  const Kernel *kernel;
  GArray *rows; /* of RsMetricRow */
} Writer;

static guint
hash_kernel (gconstpointer data)
{
  const Kernel *self = data;

  return ((self->kernel * 31 + self->file) * 31 + self->line) * 31 + self->shape;
}

static gboolean
equal_kernels (gconstpointer a, gconstpointer b)
{
  const Kernel *x = a, *y = b;

  return x->kernel == y->kernel && x->file == y->file && x->line == y->line && x->shape == y->shape;
}

static void
kernel_free (gpointer data)
{
  Kernel *self = data;

  g_hash_table_unref (self->sums);
  g_free (self);
}

/* Values of a damaged file may be infinite. */
static void
add_value (GHashTable *kernels, const RsMetricValue *value)
{
  const Kernel key = { value->kernel, value->file, value->line, value->shape, NULL };
  Kernel *kernel = g_hash_table_lookup (kernels, &key);
  Sum *sum;

  if (kernel == NULL)
    {
      kernel = g_memdup2 (&key, sizeof key);
      kernel->sums = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      g_hash_table_add (kernels, kernel);
    }
  sum = g_hash_table_lookup (kernel->sums, GUINT_TO_POINTER (value->metric));
  if (sum == NULL)
    {
      sum = g_new0 (Sum, 1);
      *sum = (Sum){ value->unit, 0, 0, value->value, value->value };
      g_hash_table_insert (kernel->sums, GUINT_TO_POINTER (value->metric), sum);
    }
  sum->n++;
  sum->sum += value->value;
  sum->least = MIN (sum->least, value->value);
  sum->greatest = MAX (sum->greatest, value->value);
}

/* --- rows --- */

static void
add_row (Writer *self, const char *name, const char *unit, const RsMetricKind *kind, const Sum *sum)
{
  const RsMetricRow row = {
    .kernel = rs_trace_store_get_string (self->store, self->kernel->kernel),
    .file = rs_trace_store_get_string (self->store, self->kernel->file),
    .line = self->kernel->line,
    .shape = rs_trace_store_get_string (self->store, self->kernel->shape),
    .name = name,
    .unit = unit,
    .kind = kind,
    .mean = sum->sum / (double)MAX (sum->n, 1),
    .least = sum->least,
    .greatest = sum->greatest,
    .n = sum->n,
  };

  g_array_append_val (self->rows, row);
}

static double
get_mean (const Sum *sum)
{
  return sum->sum / (double)sum->n;
}

/* Where all of its parts were measured. */
static void
add_derived (Writer *self, const RsMetricKind *kind)
{
  const Sum *divisor = g_hash_table_lookup (self->by_name, kind->divisor);
  double value = 0;

  if (divisor == NULL || get_mean (divisor) <= 0)
    return;
  for (guint i = 0; i < RS_METRIC_MOST_SUMMANDS && kind->summands[i].name != NULL; i++)
    {
      const Sum *summand = g_hash_table_lookup (self->by_name, kind->summands[i].name);

      if (summand == NULL)
        return;
      value += kind->summands[i].weight * get_mean (summand);
    }
  value *= kind->factor / get_mean (divisor);
  add_row (self, kind->name, kind->unit, kind, &(Sum){ 0, 0, value, value, value });
}

static void
add_known (Writer *self)
{
  guint n;
  const RsMetricKind *kinds = rs_metric_kinds_get (&n);

  for (guint i = 0; i < n; i++)
    {
      const Sum *sum = g_hash_table_lookup (self->by_name, kinds[i].name);

      if (kinds[i].divisor != NULL)
        add_derived (self, &kinds[i]);
      else if (sum != NULL && rs_metric_kind_find (kinds[i].name) == &kinds[i]) /* in its first set */
        add_row (self, kinds[i].name, kinds[i].unit, &kinds[i], sum);
    }
}

/* Those of a newer version. */
static void
add_unknown (Writer *self)
{
  GHashTableIter iter;
  gpointer name, sum;

  g_hash_table_iter_init (&iter, self->by_name);
  while (g_hash_table_iter_next (&iter, &name, &sum))
    if (rs_metric_kind_find (name) == NULL)
      add_row (self, name, rs_trace_store_get_string (self->store, ((Sum *)sum)->unit), NULL, sum);
}

static void
add_kernel (Writer *self, const Kernel *kernel)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer metric, sum;

  g_hash_table_iter_init (&iter, kernel->sums);
  while (g_hash_table_iter_next (&iter, &metric, &sum))
    g_hash_table_insert (by_name, (gpointer)rs_trace_store_get_string (self->store, GPOINTER_TO_UINT (metric)), sum);
  self->by_name = by_name;
  self->kernel = kernel;
  add_known (self);
  add_unknown (self);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RsMetricRow *x = a, *y = b;
  int order = strcmp (x->file, y->file);

  if (order == 0)
    order = x->line < y->line ? -1 : x->line > y->line;
  if (order == 0)
    order = strcmp (x->kernel, y->kernel);
  if (order == 0)
    order = strcmp (x->shape, y->shape);
  if (order == 0 && (x->kind == NULL || y->kind == NULL))
    order = x->kind != NULL ? -1 : y->kind != NULL ? 1 : strcmp (x->name, y->name);
  else if (order == 0)
    order = x->kind < y->kind ? -1 : x->kind > y->kind;
  return order;
}

GArray *
rs_metrics_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GArray) values = rs_trace_store_read_metrics (store, error);
  g_autoptr (GHashTable) kernels = g_hash_table_new_full (hash_kernel, equal_kernels, kernel_free, NULL);
  Writer writer = { .store = store };
  GHashTableIter iter;
  gpointer kernel;

  if (values == NULL)
    return NULL;
  for (guint i = 0; i < values->len; i++)
    add_value (kernels, &g_array_index (values, RsMetricValue, i));
  writer.rows = g_array_new (FALSE, FALSE, sizeof (RsMetricRow));
  g_hash_table_iter_init (&iter, kernels);
  while (g_hash_table_iter_next (&iter, &kernel, NULL))
    if (range->kernel == NULL
        || strcmp (rs_trace_store_get_string (store, ((Kernel *)kernel)->kernel), range->kernel) == 0)
      add_kernel (&writer, kernel);
  g_array_sort (writer.rows, compare_rows);
  return writer.rows;
}

/* --- the report --- */

static const RsReportColumn metrics_columns[] = {
  { N_ ("kernel"), "kernel", RS_CELL_TEXT }, { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("grid"), "grid", RS_CELL_TEXT },     { N_ ("group"), "group", RS_CELL_TEXT },
  { N_ ("what"), "what", RS_CELL_TEXT },     { N_ ("mean"), "mean", RS_CELL_REAL },
  { N_ ("unit"), "unit", RS_CELL_TEXT },     { N_ ("min"), "min", RS_CELL_REAL },
  { N_ ("max"), "max", RS_CELL_REAL },       { N_ ("measured"), "measured", RS_CELL_INTEGER },
  { N_ ("metric"), "metric", RS_CELL_TEXT },
};

static void
add_metric (RsReport *report, const RsMetricRow *row)
{
  rs_report_add_text (report, row->kernel);
  rs_report_add_place (report, row->file, row->line);
  rs_report_add_text (report, row->shape);
  rs_report_add_text (report, row->kind != NULL ? _ (rs_metric_set_get_title (row->kind->set)) : "");
  rs_report_add_text (report, row->kind != NULL ? _ (row->kind->title) : row->name);
  rs_report_add_number (report, row->mean);
  rs_report_add_text (report, row->unit);
  if (row->n > 0)
    {
      rs_report_add_number (report, row->least);
      rs_report_add_number (report, row->greatest);
      rs_report_add_integer (report, row->n);
    }
  else
    for (guint i = 0; i < 3; i++)
      rs_report_add_none (report);
  rs_report_add_text (report, row->name);
}

/* Why there is nothing, or not everything. */
static void
add_notes (RsReport *report, RsTraceStore *store, const RsTraceRange *range, gboolean is_empty)
{
  g_autofree char *obstacle = rs_trace_store_dup_meta (store, "metrics-obstacle");
  g_autofree char *how = rs_trace_store_dup_meta (store, "metrics");

  if (obstacle != NULL)
    rs_report_take_note (report, g_strdup_printf (is_empty ? _ ("no metrics were measured: %s")
                                                           : _ ("not all was measured: %s"),
                                                  obstacle));
  else if (how == NULL && is_empty)
    rs_report_take_note (report, g_strdup (_ ("no metrics were measured here; run --metrics SET -d cuda does")));
  else if (is_empty && range->kernel != NULL)
    rs_report_take_note (report, g_strdup_printf (_ ("nothing was measured of a kernel %s"), range->kernel));
  else if (range->from != G_MININT64 || range->to != G_MAXINT64 || range->track != NULL)
    rs_report_take_note (report, g_strdup (_ ("metrics are told of the whole recording, not of a range")));
  if (how != NULL && !is_empty)
    rs_report_take_head (report, g_steal_pointer (&how));
}

static gboolean
read_metrics (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (GArray) rows = rs_metrics_read (store, range, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    add_metric (report, &g_array_index (rows, RsMetricRow, i));
  if (rows != NULL)
    add_notes (report, store, range, rows->len == 0);
  return rows != NULL;
}

RS_REPORT_KIND (metrics, N_ ("Metrics"));
