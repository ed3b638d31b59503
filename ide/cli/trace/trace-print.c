/* The reports of redshift-cli trace that are one table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/memory/memory.h"
#include "profiler/analysis/reports.h"

static void
print_cell (RsTable *table, RsCellKind kind, const RsReportCell *cell)
{
  if (!cell->is_known)
    rs_table_add_none (table);
  else if (kind == RS_CELL_TEXT)
    rs_table_add_text (table, cell->text);
  else if (kind == RS_CELL_PLACE)
    rs_table_add_place (table, cell->text, cell->line);
  else if (kind == RS_CELL_INTEGER)
    rs_table_add_count (table, cell->integer);
  else if (kind == RS_CELL_ID)
    rs_table_add_integer (table, cell->integer);
  else if (kind == RS_CELL_DURATION)
    rs_table_add_duration (table, cell->integer);
  else if (kind == RS_CELL_TIME)
    rs_table_add_time (table, cell->integer);
  else if (kind == RS_CELL_BYTES)
    rs_table_add_bytes (table, cell->integer);
  else if (kind == RS_CELL_SHARE)
    rs_table_add_share (table, cell->number);
  else if (kind == RS_CELL_NUMBER)
    rs_table_add_number (table, cell->number, 2);
  else
    rs_table_add_real (table, cell->number);
}

/* Numbers stand at the right. */
static RsTable *
make_table (const RsReportKind *kind, RsTableFormat format)
{
  g_autoptr (GStringChunk) texts = g_string_chunk_new (256);
  g_autofree RsTableColumn *columns = g_new0 (RsTableColumn, kind->n_columns);

  for (guint i = 0; i < kind->n_columns; i++)
    {
      const RsReportColumn *column = &kind->columns[i];
      g_autofree char *title = g_strconcat (column->kind >= RS_CELL_INTEGER ? ">" : "", column->title, NULL);

      columns[i] = (RsTableColumn){ g_string_chunk_insert (texts, title), column->key };
    }
  return rs_table_new_as (format, columns, kind->n_columns);
}

static void
print_report (const RsReport *report, guint most, RsTableFormat format, gboolean in_bands)
{
  const RsReportKind *kind = rs_report_get_kind (report);
  const guint n_rows = rs_report_count_rows (report), n = MIN (n_rows, most);
  g_autoptr (RsTable) table = make_table (kind, format);

  if (in_bands)
    rs_table_set_in_bands (table);
  for (guint row = 0; row < n; row++)
    for (guint i = 0; i < kind->n_columns; i++)
      print_cell (table, kind->columns[i].kind, rs_report_get_cell (report, row, i));
  rs_table_end (table);
}

void
rs_cli_trace_print (const RsReport *report, guint most, RsTableFormat format)
{
  print_report (report, most, format, FALSE);
}

void
rs_cli_trace_print_report (const RsReport *report, RsTableFormat format)
{
  g_autofree char *sums = NULL;

  if (rs_report_get_note (report) != NULL)
    rs_cli_complain ("%s", rs_report_get_note (report));
  if (rs_report_get_head (report) != NULL && format == RS_TABLE_TEXT)
    rs_cli_trace_say ("%s", rs_report_get_head (report));
  print_report (report, G_MAXUINT, format, TRUE);
  sums = format == RS_TABLE_TEXT ? rs_report_describe_sums (report) : NULL;
  if (sums != NULL)
    rs_cli_trace_say ("%s", sums);
}

int
rs_cli_trace_table (const RsReportKind *kind, RsTraceStore *store, const RsTraceOptions *options)
{
  GError *error = NULL;
  g_autoptr (RsReport) report = rs_report_read (kind, store, &options->range, &error);

  if (report == NULL)
    return rs_cli_trace_fail (error);
  rs_cli_trace_print_report (report, options->format);
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}

#define TABLE(name)                                                                                                    \
  int rs_cli_trace_##name (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)                    \
  {                                                                                                                    \
    return rs_cli_trace_table (&rs_report_##name, store, options);                                                     \
  }

TABLE (loops)
TABLE (builtins)
TABLE (marks)
TABLE (transfers)
TABLE (waits)
TABLE (gaps)
TABLE (queues)
TABLE (threads)
TABLE (places)
TABLE (metrics)
TABLE (stalls)
TABLE (sass)
TABLE (curves)
TABLE (devices)

int
rs_cli_trace_kernels (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  return rs_cli_trace_table (options->by_configuration ? &rs_report_configurations : &rs_report_kernels, store,
                             options);
}

/* --- memory --- */

static int
print_objects (RsTraceStore *store, const RsTraceOptions *options)
{
  static const RsTableColumn columns[] = { { ">object", "oid" },
                                           { "variable", "variable" },
                                           { ">bytes", "bytes" },
                                           { ">made", "since_ns" },
                                           { "place", "place" } };
  GError *error = NULL;
  g_autoptr (GArray) rows = rs_memory_objects_read (store, options->at, &error);
  g_autoptr (RsTable) table = NULL;

  if (rows == NULL)
    return rs_cli_trace_fail (error);
  table = rs_table_new_as (options->format, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < rows->len; i++)
    {
      const RsMemoryObject *row = &g_array_index (rows, RsMemoryObject, i);

      rs_table_add_integer (table, row->oid);
      rs_table_add_text (table, row->name);
      rs_table_add_bytes (table, row->bytes);
      rs_table_add_duration (table, row->since);
      rs_table_add_place (table, row->file, row->line);
    }
  rs_table_end (table);
  return RS_EXIT_OK;
}

int
rs_cli_trace_memory (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  if (options->at != G_MININT64)
    return print_objects (store, options);
  return rs_cli_trace_table (&rs_report_memory, store, options);
}
