/* Reports of redshift-cli trace about objects: transfers, memory, waits, and the gaps between kernels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace.h"
#include "profiler/analysis/gaps.h"
#include "profiler/analysis/memory.h"
#include "profiler/analysis/summary.h"
#include "profiler/analysis/transfers.h"
#include "profiler/analysis/waits.h"

#include <string.h>

/* The recording tells which devices were asked for; those of the host share its memory. */
static void
tell_why_no_copies (RsTraceStore *store)
{
  g_autofree char *device = rs_trace_store_dup_meta (store, "device");

  if (device == NULL || strcmp (device, "auto") == 0 || strcmp (device, "cpu") == 0 || strcmp (device, "interp") == 0)
    rs_cli_complain (
        "no copies here: with one memory (-d cpu, interp) there is nothing to copy; -d opencl has one of its own");
  else
    rs_cli_complain ("no copies here: nothing was copied between the memories of the host and its devices");
}

int
rs_cli_trace_transfers (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  static const RsTableColumn columns[] = {
    { "variable", "variable" }, { "direction", "direction" }, { "needed by", "cause" },
    { "place", "place" },       { ">copies", "copies" },      { ">bytes", "bytes" },
    { ">total", "total_ns" },   { ">longest", "max_ns" },     { ">GB/s", "gb_per_s" },
  };
  GError *error = NULL;
  g_autoptr (GArray) rows = rs_transfers_read (store, &options->range, &error);
  g_autoptr (RsTable) table = NULL;

  if (rows == NULL)
    return rs_cli_trace_fail (error);
  if (rows->len == 0)
    tell_why_no_copies (store);
  table = rs_table_new_as (options->format, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < rows->len; i++)
    {
      const RsTransferRow *row = &g_array_index (rows, RsTransferRow, i);

      rs_table_add_text (table, row->name);
      rs_table_add_text (table, row->direction);
      rs_table_add_text (table, row->is_for_launch ? "launch" : "host code");
      rs_table_add_place (table, row->file, row->line);
      rs_table_add_integer (table, row->copies);
      rs_table_add_bytes (table, row->bytes);
      rs_table_add_duration (table, row->total);
      rs_table_add_duration (table, row->max);
      if (row->total > 0)
        rs_table_add_number (table, (double)row->bytes / (double)row->total, 2);
      else
        rs_table_add_none (table);
    }
  rs_table_end (table);
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}

int
rs_cli_trace_waits (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  static const RsTableColumn columns[] = { { "waited for", "variable" }, { "at", "place" }, { "computed at", "cause" },
                                           { ">waits", "waits" }, { ">total", "total_ns" }, { ">longest", "max_ns" } };
  GError *error = NULL;
  g_autoptr (GArray) rows = rs_waits_read (store, &options->range, &error);
  g_autoptr (RsTable) table = NULL;

  if (rows == NULL)
    return rs_cli_trace_fail (error);
  table = rs_table_new_as (options->format, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < rows->len; i++)
    {
      const RsWaitRow *row = &g_array_index (rows, RsWaitRow, i);

      rs_table_add_text (table, row->is_for_all ? "(all launches)" : row->name);
      rs_table_add_place (table, row->file, row->line);
      rs_table_add_place (table, row->cause_file, row->cause_line);
      rs_table_add_integer (table, row->n);
      rs_table_add_duration (table, row->total);
      rs_table_add_duration (table, row->max);
    }
  rs_table_end (table);
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}

/* --- memory --- */

static int
print_objects (RsTraceStore *store, const RsTraceOptions *options)
{
  static const RsTableColumn columns[] = { { ">object", "oid" }, { "variable", "variable" }, { ">bytes", "bytes" },
                                           { ">made", "since_ns" }, { "place", "place" } };
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

static void
print_memory (const RsMemoryReport *report, RsTableFormat format)
{
  static const RsTableColumn columns[] = {
    { "variable", "variable" },          { "place", "place" },
    { ">allocations", "allocations" },   { ">bytes", "bytes" },
    { ">at the peak", "peak_bytes" },    { ">never freed", "left" },
    { ">bytes of these", "left_bytes" }, { ">mean life", "lifetime_ns" },
  };
  g_autoptr (RsTable) table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < report->rows->len; i++)
    {
      const RsMemoryRow *row = &g_array_index (report->rows, RsMemoryRow, i);

      rs_table_add_text (table, row->name);
      rs_table_add_place (table, row->file, row->line);
      rs_table_add_integer (table, row->allocations);
      rs_table_add_bytes (table, row->bytes);
      rs_table_add_bytes (table, row->at_peak);
      rs_table_add_integer (table, row->left);
      rs_table_add_bytes (table, row->left_bytes);
      rs_table_add_duration (table, row->lifetime);
    }
  rs_table_end (table);
}

int
rs_cli_trace_memory (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (RsMemoryReport) report = NULL;

  if (options->at != G_MININT64)
    return print_objects (store, options);
  report = rs_memory_report_read (store, &options->range, &error);
  if (report == NULL)
    return rs_cli_trace_fail (error);
  if (options->format == RS_TABLE_TEXT)
    {
      g_autofree char *bytes = rs_format_bytes (report->peak_bytes), *time = rs_format_duration (report->peak_time);

      rs_cli_trace_say ("most in use: %s, at %s (trace memory --at TIME lists what was there)", bytes, time);
    }
  print_memory (report, options->format);
  if (report->untracked > 0)
    rs_cli_complain ("%" G_GINT64_FORMAT " arrays were too many at a time to be followed: the table lacks them",
                     report->untracked);
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}

/* --- gaps --- */

int
rs_cli_trace_gaps (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  static const RsTableColumn columns[] = { { "meanwhile the host", "kind" }, { "name", "name" }, { "place", "place" },
                                           { ">gaps", "gaps" }, { ">idle", "total_ns" }, { ">longest", "max_ns" } };
  GError *error = NULL;
  g_autoptr (RsGapReport) report = rs_gap_report_read (store, &options->range, &error);
  g_autoptr (RsTable) table = NULL;

  if (report == NULL)
    return rs_cli_trace_fail (error);
  if (options->format == RS_TABLE_TEXT)
    {
      g_autofree char *idle = rs_format_duration (report->idle), *all = rs_format_duration (report->to - report->from);

      rs_cli_trace_say ("no kernel ran in %s of the %s between the first and the last: %" G_GINT64_FORMAT " gap%s",
                        idle, all, report->gaps, report->gaps == 1 ? "" : "s");
    }
  table = rs_table_new_as (options->format, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < report->rows->len; i++)
    {
      const RsGapRow *row = &g_array_index (report->rows, RsGapRow, i);

      rs_table_add_text (table, *row->what != '\0' ? row->what : "(several things)");
      rs_table_add_text (table, row->name);
      rs_table_add_place (table, row->file, row->line);
      rs_table_add_integer (table, row->gaps);
      rs_table_add_duration (table, row->total);
      rs_table_add_duration (table, row->longest);
    }
  rs_table_end (table);
  if (report->looked_at < report->idle)
    {
      g_autofree char *looked_at = rs_format_duration (report->looked_at);

      rs_cli_complain ("the table is about the longest gaps, %s together", looked_at);
    }
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}
