/* Where the host waited for launches: for which object, and which launch computed it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* Texts live as long as the store. Times in ns. */
typedef struct {
  const char *name; /* the variable that was needed; "" when all launches were waited for, or it has no name */
  gboolean is_for_all;
  const char *file; /* that needed it */
  guint32 line;
  const char *cause_file; /* of the launch that computed it; "" when not known */
  guint32 cause_line;
  gint64 n, total, max;
} RsWaitRow;

/* The longest total first. (transfer full) (element-type RsWaitRow) */
GArray *rs_waits_read (RsTraceStore *store, const RsTraceRange *range, GError **error);
