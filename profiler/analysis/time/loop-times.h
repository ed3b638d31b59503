/* What the spans of loops don't say of their time: compilations inside, and kernels that go on after them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

/* Sums over all runs of the loops of one place. Times in ns. */
typedef struct {
  const char *file; /* lives as long as the store; "" when not known */
  guint32 line;
  gint64 compiling; /* in which the loop's thread compiled, inside its spans */
  /* In which kernels that it launched ran after its spans had ended, less what spans and kernels cover twice: the sum
   * of the spans and this are elapsed time. */
  gint64 late;
} RsLoopTime;

/* One for each place with either; reads the events of a file of format 1 once. NULL with an error when the file can't
 * be read. (transfer full) (element-type RsLoopTime) */
GArray *rs_loop_times_read (RsTraceStore *store, GError **error);
