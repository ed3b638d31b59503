/* What was copied between memories, by variable, place and cause; unified memory that moved, too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* Texts live as long as the store. */
typedef struct {
  const char *name;      /* the variable or parameter; "" when not known */
  const char *direction; /* "host->opencl:0" */
  const char *file;      /* of the launch or of host code, whichever needed the copy; "" when not known */
  guint32 line;
  gboolean is_for_launch, is_migration; /* neither: for host code */
  gint64 copies, bytes;
  gint64 total, max; /* ns */
} RsTransferRow;

/* The longest total first. (transfer full) (element-type RsTransferRow) */
GArray *rs_transfers_read (RsTraceStore *store, const RsTraceRange *range, GError **error);
