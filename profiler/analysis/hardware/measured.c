/* See measured.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/hardware/measured.h"

#include <glib/gi18n.h>

void
rs_measured_add_notes (RsReport *report, RsTraceStore *store, const RsTraceRange *range, gboolean is_empty,
                       const RsMeasuredNotes *notes)
{
  g_autofree char *obstacle = rs_trace_store_dup_meta (store, "metrics-obstacle");
  g_autofree char *how = rs_trace_store_dup_meta (store, notes->how);

  if (obstacle != NULL)
    rs_report_take_note (report,
                         g_strdup_printf (is_empty ? notes->obstacle : _ ("not all was measured: %s"), obstacle));
  else if (is_empty && how == NULL)
    rs_report_take_note (report, g_strdup (notes->not_made));
  else if (is_empty && (!rs_trace_range_is_all (range) || rs_trace_is_part (store)))
    rs_report_take_note (report, g_strdup (notes->outside));
  else if (is_empty)
    rs_report_take_note (report, g_strdup (notes->nothing));
  if (how != NULL && !is_empty)
    rs_report_take_head (report, g_steal_pointer (&how));
}
