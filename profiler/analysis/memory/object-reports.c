/* Reports about arrays (copies, memory, waits), and about time in which no kernel ran.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/reports.h"

#include "profiler/analysis/memory/memory.h"
#include "profiler/analysis/memory/transfers.h"
#include "profiler/analysis/time/gaps.h"
#include "profiler/analysis/time/summary.h"
#include "profiler/analysis/time/waits.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* --- transfers --- */

static const RsReportColumn transfers_columns[] = {
  { N_ ("variable"), "variable", RS_CELL_TEXT },
  { N_ ("direction"), "direction", RS_CELL_TEXT },
  { N_ ("needed by"), "cause", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("copies"), "copies", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("bytes"), "bytes", RS_CELL_BYTES, .is_summed = TRUE },
  { N_ ("total"), "total_ns", RS_CELL_DURATION, .is_summed = TRUE },
  { N_ ("longest"), "max_ns", RS_CELL_DURATION },
  { N_ ("GB/s"), "gb_per_s", RS_CELL_NUMBER },
};

/* The recording tells which devices were asked for; those of the host share its memory. */
static char *
tell_why_no_copies (RsTraceStore *store, const RsTraceRange *range)
{
  g_autofree char *device = rs_trace_store_dup_meta (store, "device");

  if (!rs_trace_range_is_all (range))
    return g_strdup (_ ("nothing was copied between memories in this range"));
  if (device == NULL || strcmp (device, "auto") == 0 || strcmp (device, "cpu") == 0 || strcmp (device, "interp") == 0)
    return g_strdup (_ ("no copies here: with one memory (-d cpu, interp) there is nothing to copy; -d opencl has one "
                        "of its own"));
  return g_strdup (_ ("no copies here: nothing was copied between the memories of the host and its devices"));
}

static char *
tell_copies (const GArray *rows)
{
  gint64 bytes = 0, total = 0, copies = 0;
  g_autofree char *size = NULL, *time = NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      const RsTransferRow *row = &g_array_index (rows, RsTransferRow, i);

      bytes = rs_trace_add (bytes, row->bytes);
      total = rs_trace_add (total, row->total);
      copies = rs_trace_add (copies, row->copies);
    }
  size = rs_format_bytes (bytes);
  time = rs_format_duration (total);
  return g_strdup_printf (ngettext ("%" PRId64 " copy, %s in %s", "%" PRId64 " copies, %s in %s", (gulong)copies),
                          copies, size, time);
}

static gboolean
read_transfers (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (GArray) rows = rs_transfers_read (store, range, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const RsTransferRow *row = &g_array_index (rows, RsTransferRow, i);

      rs_report_add_text (report, row->name);
      rs_report_add_text (report, row->direction);
      rs_report_add_text (report, row->is_migration    ? _ ("the driver")
                                  : row->is_for_launch ? _ ("launch")
                                                       : _ ("host code"));
      rs_report_add_place (report, row->file, row->line);
      rs_report_add_integer (report, row->copies);
      rs_report_add_integer (report, row->bytes);
      rs_report_add_integer (report, row->total);
      rs_report_add_integer (report, row->max);
      if (row->total > 0)
        rs_report_add_number (report, (double)row->bytes / (double)row->total);
      else
        rs_report_add_none (report);
    }
  if (rows != NULL && rows->len == 0)
    rs_report_take_note (report, tell_why_no_copies (store, range));
  else if (rows != NULL)
    rs_report_take_head (report, tell_copies (rows));
  return rows != NULL;
}

RS_REPORT_KIND (transfers, N_ ("Copies between memories"));

/* --- memory --- */

static const RsReportColumn memory_columns[] = {
  { N_ ("variable"), "variable", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("allocations"), "allocations", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("bytes"), "bytes", RS_CELL_BYTES, .is_summed = TRUE },
  { N_ ("at the peak"), "peak_bytes", RS_CELL_BYTES, .is_summed = TRUE },
  { N_ ("never freed"), "left", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("bytes of these"), "left_bytes", RS_CELL_BYTES, .is_summed = TRUE },
  { N_ ("mean life"), "lifetime_ns", RS_CELL_DURATION },
};

static void
add_memory (RsReport *report, const RsMemoryRow *row)
{
  rs_report_add_text (report, row->name);
  rs_report_add_place (report, row->file, row->line);
  rs_report_add_integer (report, row->allocations);
  rs_report_add_integer (report, row->bytes);
  rs_report_add_integer (report, row->at_peak);
  rs_report_add_integer (report, row->left);
  rs_report_add_integer (report, row->left_bytes);
  rs_report_add_integer (report, row->lifetime);
}

static gboolean
read_memory (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (RsMemoryReport) memory = rs_memory_report_read (store, range, error);
  g_autofree char *bytes = NULL, *time = NULL;

  if (memory == NULL)
    return FALSE;
  bytes = rs_format_bytes (memory->peak_bytes);
  time = rs_format_duration (memory->peak_time);
  rs_report_take_head (report,
                       g_strdup_printf (_ ("most in use: %s, at %s (trace memory --at TIME lists what was there)"),
                                        bytes, time));
  for (guint i = 0; i < memory->rows->len; i++)
    add_memory (report, &g_array_index (memory->rows, RsMemoryRow, i));
  if (memory->untracked > 0)
    rs_report_take_note (report, g_strdup_printf (_ ("%" PRId64 " arrays were too many at a time to be "
                                                     "followed: the table lacks them"),
                                                  memory->untracked));
  return TRUE;
}

RS_REPORT_KIND (memory, N_ ("Memory"));

/* --- waits --- */

static const RsReportColumn waits_columns[] = {
  { N_ ("waited for"), "variable", RS_CELL_TEXT },
  { N_ ("at"), "place", RS_CELL_PLACE },
  { N_ ("computed at"), "cause", RS_CELL_PLACE },
  { N_ ("waits"), "waits", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("total"), "total_ns", RS_CELL_DURATION, .is_summed = TRUE },
  { N_ ("longest"), "max_ns", RS_CELL_DURATION },
};

static gboolean
read_waits (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (GArray) rows = rs_waits_read (store, range, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const RsWaitRow *row = &g_array_index (rows, RsWaitRow, i);

      rs_report_add_text (report, row->is_for_all ? _ ("(all launches)") : row->name);
      rs_report_add_place (report, row->file, row->line);
      rs_report_add_place (report, row->cause_file, row->cause_line);
      rs_report_add_integer (report, row->n);
      rs_report_add_integer (report, row->total);
      rs_report_add_integer (report, row->max);
    }
  return rows != NULL;
}

RS_REPORT_KIND (waits, N_ ("Waits"));

/* --- gaps --- */

static const RsReportColumn gaps_columns[] = {
  { N_ ("meanwhile the host"), "kind", RS_CELL_TEXT },
  { N_ ("name"), "name", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("gaps"), "gaps", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("idle"), "total_ns", RS_CELL_DURATION, .is_summed = TRUE },
  { N_ ("longest"), "max_ns", RS_CELL_DURATION },
};

static void
tell_gaps (RsReport *report, const RsGapReport *gaps)
{
  g_autofree char *idle = rs_format_duration (gaps->idle), *all = rs_format_duration (gaps->to - gaps->from);
  g_autofree char *looked_at = rs_format_duration (gaps->looked_at);

  rs_report_take_head (report, g_strdup_printf (ngettext ("no kernel ran in %s of the %s between the first and the "
                                                          "last: %" PRId64 " gap",
                                                          "no kernel ran in %s of the %s between the first and the "
                                                          "last: %" PRId64 " gaps",
                                                          (gulong)gaps->gaps),
                                                idle, all, gaps->gaps));
  if (gaps->looked_at < gaps->idle)
    rs_report_take_note (report, g_strdup_printf (_ ("the table is about the longest gaps, %s together"), looked_at));
}

static gboolean
read_gaps (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (RsGapReport) gaps = rs_gap_report_read (store, range, error);

  if (gaps == NULL)
    return FALSE;
  tell_gaps (report, gaps);
  for (guint i = 0; i < gaps->rows->len; i++)
    {
      const RsGapRow *row = &g_array_index (gaps->rows, RsGapRow, i);

      rs_report_add_text (report, *row->what != '\0' ? row->what : _ ("(nothing that took long)"));
      rs_report_add_text (report, row->is_for_all ? _ ("(all launches)") : row->name);
      rs_report_add_place (report, row->file, row->line);
      rs_report_add_integer (report, row->gaps);
      rs_report_add_integer (report, row->total);
      rs_report_add_integer (report, row->longest);
    }
  return TRUE;
}

RS_REPORT_KIND (gaps, N_ ("Time without a kernel"));
