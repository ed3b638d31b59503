/* What a line of the program took: loops, kernels and expressions that stand there, built-in functions that it calls,
 * and samples.
 *
 * Of loops that is elapsed time, as in loops.h. A built-in function may wait for the kernel of its own line: elapsed
 * counts each moment once.
 *
 * Times of loops hold what runs inside of them; lines inside of kernels have samples only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/hardware/occupancy.h"
#include "profiler/analysis/hardware/roofline.h"

/* Texts live as long as the store. Times in ns. */
typedef struct {
  const char *file;
  guint line;
  gboolean is_loop;   /* total and runs are those of the loops there, which hold the rest */
  gint64 total, runs; /* of loops, else of kernels and expressions: runs, or launches */
  gint64 builtin_total, calls;
  gint64 elapsed; /* by the clock, of both; at most their sum */
  gint64 sampled; /* processor time of all threads that samples found at the line itself */
  double share;   /* of all samples */
  gboolean has_roofline;
  RsRooflineRow roofline; /* of the kernel there that took longest, where has_roofline */
  gboolean has_occupancy;
  RsOccupancyRow occupancy; /* of the kernel of a GPU there, with the launch configuration that took longest, where
                             * has_occupancy; its shape alone where the trace's GPU is not known (blocks is 0) */
} RsLineTimeRow;

/* By file and line; lines that took nothing are left out. *peaks: what the rooflines are about, if anything.
 * (transfer full) (element-type RsLineTimeRow) */
GArray *rs_line_times_read (RsTraceStore *store, RsPeaks *peaks, GError **error);
