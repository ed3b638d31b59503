/* The events of a store that fit a filter, whatever the file's format: what analyses walk over.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/event-cursor.h"
#include "profiler/store/store-private.h"

typedef struct _RsEventScan RsEventScan;

typedef struct {
  gint64 id;
  int class;          /* RS_CHUNK_NO_CLASS: an instant */
  RsTraceEvent event; /* times from the start of the trace */
} RsScannedEvent;

/* In the order of ids with filter->in_order, else by track, class and start within parts of the file. Constant memory.
 * NULL with an error when the file can't be read. (transfer full) */
RsEventScan *rs_event_scan_new (RsTraceStore *store, const RsEventFilter *filter, GError **error);
gboolean rs_event_scan_next (RsEventScan *scan, RsScannedEvent *event);
/* With filter->by_start: no event after the one at hand starts before. Format 1: not known, G_MININT64. */
gint64 rs_event_scan_get_bound (const RsEventScan *scan);
/* Frees it. FALSE with an error when reading had failed or was interrupted. (transfer full) for scan */
gboolean rs_event_scan_finish (RsEventScan *scan, GError **error);
