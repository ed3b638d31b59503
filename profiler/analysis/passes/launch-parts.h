/* What belongs to one launch: the call of the host, and the kernels that ran for it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

typedef struct {
  gint64 event, start, end; /* ns */
  guint32 track, kind;      /* kind: RS_TRACE_LAUNCH or RS_TRACE_KERNEL */
} RsLaunchPart;

/* At most so many: a damaged file may say that all its events are of one launch. */
#define RS_LAUNCH_PARTS_MOST 1000u

/* By start, of equal ones the call first. NULL with an error. (transfer full) (element-type RsLaunchPart) */
GArray *rs_launch_parts_read (RsTraceStore *store, gint64 launch, GError **error);
