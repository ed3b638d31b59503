/* Reading the tables of what was measured of a GPU's kernels, which only some traces have.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/store-private.h"

static int
compare_keys (const RsMetricValue *a, const RsMetricValue *b)
{
  if (a->launch != b->launch)
    return a->launch < b->launch ? -1 : 1;
  if (a->part != b->part)
    return a->part < b->part ? -1 : 1;
  return a->metric < b->metric ? -1 : a->metric > b->metric;
}

static RsMetricValue
read_row (sqlite3_stmt *query)
{
  return (RsMetricValue){
    .launch = sqlite3_column_int64 (query, 0),
    .part = (guint32)sqlite3_column_int64 (query, 1),
    .metric = (guint32)sqlite3_column_int64 (query, 2),
    .value = sqlite3_column_double (query, 3),
    .unit = (guint32)sqlite3_column_int64 (query, 4),
    .kernel = (guint32)sqlite3_column_int64 (query, 5),
    .file = (guint32)sqlite3_column_int64 (query, 6),
    .line = (guint32)sqlite3_column_int64 (query, 7),
    .shape = (guint32)sqlite3_column_int64 (query, 8),
  };
}

static int
compare_lines (const RsLineValue *a, const RsLineValue *b)
{
  const gint64 keys[][2] = { { a->launch, b->launch },
                             { a->function, b->function },
                             { a->source, b->source },
                             { a->source_line, b->source_line },
                             { a->what, b->what } };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i][0] != keys[i][1])
      return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

static RsLineValue
read_line (sqlite3_stmt *query)
{
  return (RsLineValue){
    .launch = sqlite3_column_int64 (query, 0),
    .function = (guint32)sqlite3_column_int64 (query, 1),
    .source = (guint32)sqlite3_column_int64 (query, 2),
    .source_line = (guint32)sqlite3_column_int64 (query, 3),
    .what = (guint32)sqlite3_column_int64 (query, 4),
    .value = sqlite3_column_int64 (query, 5),
    .kernel = (guint32)sqlite3_column_int64 (query, 6),
    .file = (guint32)sqlite3_column_int64 (query, 7),
    .line = (guint32)sqlite3_column_int64 (query, 8),
    .shape = (guint32)sqlite3_column_int64 (query, 9),
  };
}

/* Rows have to come in the order of their keys: a damaged file may repeat them without end. */
static GArray *
finish (RsTraceStore *self, sqlite3_stmt *query, GArray *rows, gboolean is_good, GError **error)
{
  if (is_good)
    return rs_trace_store_finish (self, query, error) ? g_array_ref (rows) : NULL;
  sqlite3_finalize (query);
  rs_trace_set_error (error, NULL, SQLITE_CORRUPT, rs_trace_store_get_path (self));
  return NULL;
}

GArray *
rs_trace_store_read_metrics (RsTraceStore *self, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (RsMetricValue));
  gboolean is_good = TRUE;
  sqlite3_stmt *query;

  if (!rs_trace_schema_has (rs_trace_store_get_db (self), "metrics"))
    return g_steal_pointer (&rows);
  query = rs_trace_store_prepare (self,
                                  "SELECT launch, part, metric, value, unit, kernel, file, line, shape"
                                  " FROM metrics ORDER BY launch, part, metric",
                                  error);
  if (query == NULL)
    return NULL;
  while (is_good && sqlite3_step (query) == SQLITE_ROW)
    {
      const RsMetricValue row = read_row (query);

      is_good = rows->len == 0 || compare_keys (&g_array_index (rows, RsMetricValue, rows->len - 1), &row) < 0;
      g_array_append_val (rows, row);
    }
  return finish (self, query, rows, is_good, error);
}

GArray *
rs_trace_store_read_line_values (RsTraceStore *self, RsLineTable table, GError **error)
{
  static const struct {
    RsMeasuredTable table;
    const char *sql;
  } kinds[RS_N_LINE_TABLES] = {
    [RS_LINE_STALLS] = { RS_MEASURED_STALLS,
                         "SELECT launch, function, source, source_line, reason, samples, kernel, file, line, shape"
                         " FROM stalls ORDER BY launch, function, source, source_line, reason" },
    [RS_LINE_COUNTS] = { RS_MEASURED_COUNTS,
                         "SELECT launch, function, source, source_line, counter, value, kernel, file, line, shape"
                         " FROM line_counts ORDER BY launch, function, source, source_line, counter" },
  };
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (RsLineValue));
  gboolean is_good = TRUE;
  sqlite3_stmt *query;

  g_assert (table < RS_N_LINE_TABLES);
  if (!rs_trace_schema_has (rs_trace_store_get_db (self), rs_trace_measured_tables[kinds[table].table].name))
    return g_steal_pointer (&rows);
  query = rs_trace_store_prepare (self, kinds[table].sql, error);
  if (query == NULL)
    return NULL;
  while (is_good && sqlite3_step (query) == SQLITE_ROW)
    {
      const RsLineValue row = read_line (query);

      is_good = rows->len == 0 || compare_lines (&g_array_index (rows, RsLineValue, rows->len - 1), &row) < 0;
      g_array_append_val (rows, row);
    }
  return finish (self, query, rows, is_good, error);
}

static int
compare_points (const RsCurveValue *a, const RsCurveValue *b)
{
  if (a->launch != b->launch)
    return a->launch < b->launch ? -1 : 1;
  if (a->metric != b->metric)
    return a->metric < b->metric ? -1 : 1;
  return a->start < b->start ? -1 : a->start > b->start;
}

static RsCurveValue
read_point (sqlite3_stmt *query)
{
  return (RsCurveValue){
    .launch = sqlite3_column_int64 (query, 0),
    .metric = (guint32)sqlite3_column_int64 (query, 1),
    .start = sqlite3_column_int64 (query, 2),
    .end = sqlite3_column_int64 (query, 3),
    .value = sqlite3_column_double (query, 4),
    .unit = (guint32)sqlite3_column_int64 (query, 5),
    .kernel = (guint32)sqlite3_column_int64 (query, 6),
    .file = (guint32)sqlite3_column_int64 (query, 7),
    .line = (guint32)sqlite3_column_int64 (query, 8),
    .shape = (guint32)sqlite3_column_int64 (query, 9),
  };
}

GArray *
rs_trace_store_read_curves (RsTraceStore *self, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (RsCurveValue));
  gboolean is_good = TRUE;
  sqlite3_stmt *query;

  if (!rs_trace_schema_has (rs_trace_store_get_db (self), "curves"))
    return g_steal_pointer (&rows);
  query = rs_trace_store_prepare (self,
                                  "SELECT launch, metric, start, \"end\", value, unit, kernel, file, line, shape"
                                  " FROM curves ORDER BY launch, metric, start",
                                  error);
  if (query == NULL)
    return NULL;
  while (is_good && sqlite3_step (query) == SQLITE_ROW)
    {
      RsCurveValue row = read_point (query);

      is_good = rows->len == 0 || compare_points (&g_array_index (rows, RsCurveValue, rows->len - 1), &row) < 0;
      g_array_append_val (rows, row);
    }
  return finish (self, query, rows, is_good, error);
}
