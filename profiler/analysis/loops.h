/* The loop table: every loop, expression and kernel with what the compiler made of it, and what the loops cost.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

/* Texts live as long as the store. Times in ns. */
typedef struct {
  const char *name;     /* "loop at line 12" */
  const char *file;     /* "" when not known */
  guint32 line;
  const char *decision; /* "parallel", "interpreted: line 13: ..."; of a loop that the compiler was not asked about, why */
  gint64 runs;          /* of a loop that took long enough to be recorded */
  gint64 iterations;
  gint64 total;
} RsLoopRow;

/* By file and line. A place with several decisions (other types) has a row for each; its time stands in the first.
 * (transfer full) (element-type RsLoopRow) */
GArray *rs_loop_table_read (RsTraceStore *store, GError **error);
