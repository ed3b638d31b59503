/* Reports about kernels, loops and built-in functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/reports.h"

#include "profiler/analysis/devices/candidates.h"
#include "profiler/analysis/devices/placements.h"
#include "profiler/analysis/hardware/occupancy.h"
#include "profiler/analysis/time/kernels.h"
#include "profiler/analysis/time/lines.h"
#include "profiler/analysis/time/loops.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <string.h>

/* --- kernels --- */

#define KERNEL_PLACE                                                                                                   \
  { N_ ("kernel"), "kernel", RS_CELL_TEXT },                                                                           \
  {                                                                                                                    \
    N_ ("place"), "place", RS_CELL_PLACE                                                                               \
  }
#define KERNEL_TIMES                                                                                                   \
  { N_ ("launches"), "launches", RS_CELL_INTEGER, .is_summed = TRUE },                                                 \
      { N_ ("total"), "total_ns", RS_CELL_DURATION, .is_summed = TRUE }, { N_ ("mean"), "mean_ns", RS_CELL_DURATION }, \
      { N_ ("min"), "min_ns", RS_CELL_DURATION }, { N_ ("max"), "max_ns", RS_CELL_DURATION },                          \
      { N_ ("threads"), "threads", RS_CELL_INTEGER }, { N_ ("work items"), "work_items", RS_CELL_INTEGER },            \
  {                                                                                                                    \
    N_ ("share"), "share", RS_CELL_SHARE                                                                               \
  }

static const RsReportColumn kernels_columns[] = { KERNEL_PLACE, KERNEL_TIMES };
static const RsReportColumn configurations_columns[]
    = { KERNEL_PLACE, { N_ ("grid"), "grid", RS_CELL_TEXT }, KERNEL_TIMES };

static void
add_kernel (RsReport *report, const RsKernelRow *row, gboolean by_configuration)
{
  rs_report_add_text (report, row->name);
  rs_report_add_place (report, row->file, row->line);
  if (by_configuration)
    rs_report_add_text (report, row->configuration);
  rs_report_add_integer (report, row->launches);
  rs_report_add_integer (report, row->total);
  rs_report_add_integer (report, (gint64)(row->mean + 0.5));
  rs_report_add_integer (report, row->min);
  rs_report_add_integer (report, row->max);
  rs_report_add_integer (report, row->threads);
  rs_report_add_integer (report, row->items);
  rs_report_add_number (report, row->share);
}

static gboolean
read_kernel_table (RsTraceStore *store, const RsTraceRange *range, gboolean by_configuration, RsReport *report,
                   GError **error)
{
  g_autoptr (GArray) rows = rs_kernel_table_read (store, range, by_configuration, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    add_kernel (report, &g_array_index (rows, RsKernelRow, i), by_configuration);
  return rows != NULL;
}

static gboolean
read_kernels (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  return read_kernel_table (store, range, FALSE, report, error);
}

static gboolean
read_configurations (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  return read_kernel_table (store, range, TRUE, report, error);
}

RS_REPORT_KIND (kernels, N_ ("Kernels"));
RS_REPORT_KIND (configurations, N_ ("Launch configurations"));

/* --- lines --- */

static const RsReportColumn lines_columns[] = {
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("in"), "name", RS_CELL_TEXT },
  { N_ ("share"), "share", RS_CELL_SHARE },
  { N_ ("processor time"), "time_ns", RS_CELL_DURATION, .is_summed = TRUE },
  { N_ ("samples"), "samples", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("cycles"), "cycles", RS_CELL_INTEGER, .is_optional = TRUE },
  { N_ ("instructions"), "instructions", RS_CELL_INTEGER, .is_optional = TRUE },
  { N_ ("instructions a cycle"), "ipc", RS_CELL_NUMBER, .is_optional = TRUE },
  { N_ ("cache misses"), "cache_misses", RS_CELL_INTEGER, .is_optional = TRUE },
  { N_ ("page faults"), "page_faults", RS_CELL_INTEGER, .is_optional = TRUE },
  { N_ ("counted"), "counted", RS_CELL_TEXT, .is_optional = TRUE },
};

static void
add_count (RsReport *report, gint64 value)
{
  if (value >= 0)
    rs_report_add_integer (report, value);
  else
    rs_report_add_none (report);
}

static void
add_counts (RsReport *report, const RsLineRow *row)
{
  double ipc = rs_line_row_get_ipc (row);

  add_count (report, row->counts[RS_LINE_CYCLES]);
  add_count (report, row->counts[RS_LINE_INSTRUCTIONS]);
  if (ipc >= 0)
    rs_report_add_number (report, ipc);
  else
    rs_report_add_none (report);
  add_count (report, row->counts[RS_LINE_CACHE_MISSES]);
  add_count (report, row->counts[RS_LINE_PAGE_FAULTS]);
  if (row->is_estimate)
    rs_report_add_text (report, _ ("part of the time (estimated)"));
  else
    rs_report_add_none (report);
}

static gboolean
read_lines (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (GArray) rows = rs_line_table_read (store, range, error);
  g_autofree char *rate = rs_trace_store_dup_meta (store, "line-samples");

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const RsLineRow *row = &g_array_index (rows, RsLineRow, i);

      rs_report_add_place (report, row->file, row->line);
      rs_report_add_text (report,
                          *row->file != '\0' ? row->name : _ ("outside of the program's lines: runtime, libraries"));
      rs_report_add_number (report, row->share);
      rs_report_add_integer (report, row->time);
      rs_report_add_integer (report, row->samples);
      add_counts (report, row);
    }
  if (rows != NULL && rate != NULL)
    rs_report_take_head (report,
                         g_strdup_printf (_ ("processor time of all threads, and shares of it, from samples: %s"),
                                          rate));
  return rows != NULL;
}

RS_REPORT_KIND (lines, N_ ("Lines"));

/* --- loops --- */

static const RsReportColumn loops_columns[] = {
  { N_ ("place"), "place", RS_CELL_PLACE },       { N_ ("what"), "what", RS_CELL_TEXT },
  { N_ ("runs"), "runs", RS_CELL_INTEGER },       { N_ ("iterations"), "iterations", RS_CELL_INTEGER },
  { N_ ("total"), "total_ns", RS_CELL_DURATION }, { N_ ("decision"), "decision", RS_CELL_TEXT },
};

static void
add_loop (RsReport *report, const RsLoopRow *row)
{
  rs_report_add_place (report, row->file, row->line);
  rs_report_add_text (report, row->name);
  if (row->runs == 0) /* not recorded */
    for (guint k = 0; k < 3; k++)
      rs_report_add_none (report);
  else
    {
      rs_report_add_integer (report, row->runs);
      rs_report_add_integer (report, row->iterations);
      rs_report_add_integer (report, row->total);
    }
  rs_report_add_text (report, row->decision);
}

/* Takes rows; NULL: they could not be read. */
static gboolean
take_loops (RsReport *report, const RsTraceRange *range, GArray *rows)
{
  if (rows == NULL)
    return FALSE;
  if (!rs_trace_range_is_all (range))
    rs_report_take_note (report, g_strdup (_ ("loops are told of the whole recording, not of a range")));
  for (guint i = 0; i < rows->len; i++)
    add_loop (report, &g_array_index (rows, RsLoopRow, i));
  g_array_unref (rows);
  return TRUE;
}

static gboolean
read_loops (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  rs_report_take_head (report,
                       g_strdup (_ ("total: of a loop elapsed time, its runs and its kernels, each moment once, "
                                    "without compiling; of kernels and expressions the sum of their launches")));
  return take_loops (report, range, rs_loop_table_read (store, error));
}

static gboolean
read_interpreted (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  return take_loops (report, range, rs_interpreted_loops_read (store, error));
}

RS_REPORT_KIND (loops, N_ ("Loops"));

#define interpreted_columns loops_columns
RS_REPORT_KIND (interpreted, N_ ("Interpreted loops"));

/* --- built-in functions --- */

static const RsReportColumn builtins_columns[] = {
  { N_ ("built-in"), "name", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("calls"), "calls", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("total"), "total_ns", RS_CELL_DURATION, .is_summed = TRUE },
  { N_ ("min"), "min_ns", RS_CELL_DURATION },
  { N_ ("max"), "max_ns", RS_CELL_DURATION },
  { N_ ("read"), "argument_bytes", RS_CELL_BYTES, .is_summed = TRUE },
  { N_ ("made"), "result_bytes", RS_CELL_BYTES, .is_summed = TRUE },
  { N_ ("share"), "share", RS_CELL_SHARE },
};

static gboolean
read_builtins (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (GArray) rows = rs_trace_range_read_totals (store, range, RS_TRACE_BUILTIN, FALSE, error);
  gint64 wall = rs_trace_get_wall (store);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const RsTotalRow *row = &g_array_index (rows, RsTotalRow, i);

      rs_report_add_text (report, row->name);
      rs_report_add_place (report, row->file, row->line);
      rs_report_add_integer (report, row->n);
      rs_report_add_integer (report, row->total);
      rs_report_add_integer (report, row->min);
      rs_report_add_integer (report, row->max);
      rs_report_add_integer (report, row->sum_a);
      rs_report_add_integer (report, row->sum_b);
      rs_report_add_number (report, wall > 0 ? (double)row->total / (double)wall : 0);
    }
  return rows != NULL;
}

RS_REPORT_KIND (builtins, N_ ("Built-in functions"));

/* --- occupancy --- */

static const RsReportColumn occupancy_columns[] = {
  { N_ ("kernel"), "kernel", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("grid"), "grid", RS_CELL_TEXT },
  { N_ ("launches"), "launches", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("total"), "total_ns", RS_CELL_DURATION, .is_summed = TRUE },
  { N_ ("threads/block"), "block_threads", RS_CELL_INTEGER },
  { N_ ("registers"), "registers", RS_CELL_INTEGER },
  { N_ ("shared"), "shared_bytes", RS_CELL_BYTES },
  { N_ ("blocks"), "blocks", RS_CELL_INTEGER },
  { N_ ("occupancy"), "occupancy", RS_CELL_SHARE },
  { N_ ("limited by"), "limits", RS_CELL_TEXT },
};

static void
add_occupancy (RsReport *report, const RsOccupancyRow *row)
{
  g_autofree char *limits = rs_occupancy_describe_limits (row->occupancy.limits);
  g_autofree char *grid = g_strndup (row->configuration, strcspn (row->configuration, ","));

  rs_report_add_text (report, row->name);
  rs_report_add_place (report, row->file, row->line);
  rs_report_add_text (report, grid);
  rs_report_add_integer (report, row->launches);
  rs_report_add_integer (report, row->total);
  rs_report_add_integer (report, row->shape.threads);
  rs_report_add_integer (report, row->shape.registers);
  rs_report_add_integer (report, (gint64)row->shape.shared_bytes);
  rs_report_add_integer (report, row->occupancy.blocks);
  rs_report_add_number (report, row->occupancy.share);
  rs_report_add_text (report, limits);
}

static gboolean
read_occupancy (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  char *device = NULL;
  const RsGpuLimits *limits = rs_occupancy_find_device (store, &device);
  g_autoptr (GArray) rows = NULL;

  if (limits == NULL)
    {
      rs_report_take_note (report, *device == '\0' ? g_strdup (_ ("CUPTI has told of no CUDA device here; occupancy is "
                                                                  "how many blocks of a kernel a multiprocessor of "
                                                                  "one holds"))
                                                   : g_strdup_printf (_ ("what a multiprocessor of this device holds "
                                                                         "is not known: %s"),
                                                                      device));
      g_free (device);
      return TRUE;
    }
  rs_report_take_head (report, device);
  rows = rs_occupancy_read (store, range, limits, error);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    add_occupancy (report, &g_array_index (rows, RsOccupancyRow, i));
  return rows != NULL;
}

RS_REPORT_KIND (occupancy, N_ ("Occupancy"));

/* --- devices --- */

static const RsReportColumn places_columns[] = {
  { N_ ("kernel"), "kernel", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("device"), "device", RS_CELL_TEXT },
  { N_ ("launches"), "launches", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("total"), "total_ns", RS_CELL_DURATION, .is_summed = TRUE },
  { N_ ("mean"), "mean_ns", RS_CELL_DURATION },
  { N_ ("of these"), "predicted", RS_CELL_INTEGER },
  { N_ ("expected"), "expected_ns", RS_CELL_DURATION },
  { N_ ("took"), "took_ns", RS_CELL_DURATION },
  { N_ ("copied"), "copied_bytes", RS_CELL_BYTES, .is_summed = TRUE },
  { N_ ("may run on"), "may_run_on", RS_CELL_TEXT },
  { N_ ("not on"), "not_on", RS_CELL_TEXT },
  { N_ ("why"), "why", RS_CELL_TEXT },
};

/* Of one launch. */
static void
add_mean (RsReport *report, gint64 sum, gint64 n)
{
  if (n > 0)
    rs_report_add_integer (report, sum / n);
  else
    rs_report_add_none (report);
}

static gboolean
read_places (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  g_autoptr (GArray) rows = rs_placements_read (store, range, error);
  g_autoptr (RsCandidates) candidates = rows != NULL ? rs_candidates_read (store, error) : NULL;

  if (candidates == NULL)
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    {
      const RsPlacementRow *row = &g_array_index (rows, RsPlacementRow, i);
      g_autofree char *can = rs_candidates_list (candidates, row->name, row->file, row->line);
      g_autofree char *cannot = rs_candidates_list_others (candidates, row->name, row->file, row->line);

      rs_report_add_text (report, row->name);
      rs_report_add_place (report, row->file, row->line);
      rs_report_add_text (report, row->device);
      rs_report_add_integer (report, row->launches);
      rs_report_add_integer (report, row->total);
      add_mean (report, row->total, row->measured);
      rs_report_add_integer (report, row->predicted);
      add_mean (report, row->expected, row->predicted);
      add_mean (report, row->needed, row->predicted);
      rs_report_add_integer (report, row->bytes);
      rs_report_add_text (report, can);
      rs_report_add_text (report, cannot);
      rs_report_add_text (report, row->why);
    }
  if (rows->len == 0)
    rs_report_take_note (report,
                         g_strdup (_ ("no launch had several devices to choose from here: -d cpu,opencl names two")));
  return TRUE;
}

RS_REPORT_KIND (places, N_ ("Devices of launches"));
