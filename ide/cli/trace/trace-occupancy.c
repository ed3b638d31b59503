/* redshift-cli trace occupancy: how full kernels of a GPU keep its multiprocessors, by launch configuration, and
 * three curves: what it would be with other blocks, registers or shared memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/hardware/occupancy.h"
#include "profiler/analysis/reports.h"

static int
print_curves (RsTraceStore *store, const RsTraceOptions *options)
{
  static const char *const titles[RS_N_CURVES] = { "threads/block", "registers", "bytes shared" };
  g_autofree char *device = NULL;
  const RsGpuLimits *limits = rs_occupancy_find_device (store, &device);
  g_autoptr (GArray) rows = NULL;
  const RsOccupancyRow *longest;
  GError *error = NULL;

  if (limits == NULL)
    return RS_EXIT_OK;
  rows = rs_occupancy_read (store, &options->range, limits, &error);
  if (rows == NULL)
    return rs_cli_trace_fail (error);
  if (rows->len == 0)
    return RS_EXIT_OK;
  longest = &g_array_index (rows, RsOccupancyRow, 0);
  rs_cli_trace_say ("%s with other blocks, registers or shared memory (--kernel NAME chooses another):", longest->name);
  for (guint curve = 0; curve < RS_N_CURVES; curve++)
    {
      g_autofree char *text = rs_occupancy_describe_curve (limits, &longest->shape, curve);

      rs_cli_trace_say ("  %-14s %s", titles[curve], text);
    }
  return RS_EXIT_OK;
}

int
rs_cli_trace_occupancy (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  int status = rs_cli_trace_table (&rs_report_occupancy, store, options);

  return status == RS_EXIT_OK && options->format == RS_TABLE_TEXT ? print_curves (store, options) : status;
}
