/* Where warps of a GPU's kernels were, by line, and why they waited there (run --metrics lines): manual 18.3.6.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* A line of a kernel and a reason, all launches together. Texts live as long as the store, or are static. */
typedef struct {
  const char *kernel, *file; /* file: of the line; "": not known */
  guint32 line;
  const char *function;      /* compiled code of which it is a part, the first; "": CUPTI does not say */
  const char *reason;        /* for people (in English), or as CUPTI names what this version does not know */
  gint64 samples;            /* warps that were seen there */
  gint64 idle;               /* ... while their scheduler had nothing to issue, as the GPU counts them apart */
  double share;              /* samples, of all of the kernel; 0: it has none but idle ones */
  gint64 of_line, of_kernel; /* samples and idle ones of all reasons */
} RsStallRow;

/* "memory dependency" of "smsp__pcsamp_warps_issue_stalled_long_scoreboard" (in English), with *is_idle where the name
 * ends in "_not_issued"; the name itself where it is no reason that is known. */
const char *rs_stall_reason_get_title (const char *name, gboolean *is_idle);

/* Kernels, their lines and the reasons there, the most frequent first. Of the range, the launches whose kernels are in
 * it. NULL with an error. (transfer full) (element-type RsStallRow) */
GArray *rs_stalls_read (RsTraceStore *store, const RsTraceRange *range, GError **error);
