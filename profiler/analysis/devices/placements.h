/* Which devices launches went to, why, and what became of what was expected of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* A kernel, loop or expression on a device. Texts but for why live as long as the store. Times in ns. */
typedef struct {
  const char *name; /* "scale", "loop at line 12" */
  const char *file; /* "" when not known */
  guint32 line;
  const char *device; /* "cpu", "opencl:0" */
  gint64 launches;
  char *why;              /* owned; the reasons, the most frequent first: "cheapest 95, tried for its time 2" */
  gint64 measured, total; /* launches whose kernel is in the trace, and what those took */
  gint64 predicted, expected,
      needed;   /* measured launches of expected time: how many, what was expected, what they took */
  gint64 bytes; /* copied for them, in either direction */
} RsPlacementRow;

/* The longest total first. Of the range are launches that were placed in it, with all that they took. Empty where the
 * program had one device. (transfer full) (element-type RsPlacementRow) */
GArray *rs_placements_read (RsTraceStore *store, const RsTraceRange *range, GError **error);
