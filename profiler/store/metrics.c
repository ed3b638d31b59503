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
compare_stalls (const RsStallValue *a, const RsStallValue *b)
{
  const gint64 keys[][2] = { { a->launch, b->launch },
                             { a->function, b->function },
                             { a->source, b->source },
                             { a->source_line, b->source_line },
                             { a->reason, b->reason } };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i][0] != keys[i][1])
      return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

static RsStallValue
read_stall (sqlite3_stmt *query)
{
  return (RsStallValue){
    .launch = sqlite3_column_int64 (query, 0),
    .function = (guint32)sqlite3_column_int64 (query, 1),
    .source = (guint32)sqlite3_column_int64 (query, 2),
    .source_line = (guint32)sqlite3_column_int64 (query, 3),
    .reason = (guint32)sqlite3_column_int64 (query, 4),
    .samples = sqlite3_column_int64 (query, 5),
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
rs_trace_store_read_stalls (RsTraceStore *self, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (RsStallValue));
  gboolean is_good = TRUE;
  sqlite3_stmt *query;

  if (!rs_trace_schema_has (rs_trace_store_get_db (self), "stalls"))
    return g_steal_pointer (&rows);
  query = rs_trace_store_prepare (self,
                                  "SELECT launch, function, source, source_line, reason, samples, kernel, file, line,"
                                  " shape FROM stalls ORDER BY launch, function, source, source_line, reason",
                                  error);
  if (query == NULL)
    return NULL;
  while (is_good && sqlite3_step (query) == SQLITE_ROW)
    {
      const RsStallValue row = read_stall (query);

      is_good = rows->len == 0 || compare_stalls (&g_array_index (rows, RsStallValue, rows->len - 1), &row) < 0;
      g_array_append_val (rows, row);
    }
  return finish (self, query, rows, is_good, error);
}
