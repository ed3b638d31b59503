/* See launch-parts.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/launch-parts.h"

#include "profiler/store/chunks/event-scan.h"

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const RsLaunchPart *p = a, *q = b;

  if (p->start != q->start)
    return p->start < q->start ? -1 : 1;
  if (p->kind != q->kind)
    return p->kind < q->kind ? -1 : 1;
  return (p->event > q->event) - (p->event < q->event);
}

GArray *
rs_launch_parts_read (RsTraceStore *store, gint64 launch, GError **error)
{
  const guint64 one = 1;
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (RsLaunchPart));
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsScannedEvent scanned;
  RsEventScan *scan;

  /* Few kinds, which the directory has: this is asked for each span that is selected. */
  filter.kinds = one << RS_TRACE_LAUNCH | one << RS_TRACE_KERNEL;
  filter.one_number = TRUE;
  filter.number = launch;
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return NULL;
  while (parts->len < RS_LAUNCH_PARTS_MOST && rs_event_scan_next (scan, &scanned))
    g_array_append_val (parts, ((RsLaunchPart){ scanned.id, rs_trace_clamp_time (scanned.event.start),
                                                rs_trace_clamp_time (scanned.event.end), scanned.event.track,
                                                scanned.event.kind }));
  if (!rs_event_scan_finish (scan, error))
    return NULL;
  g_array_sort (parts, compare_parts);
  return g_steal_pointer (&parts);
}
