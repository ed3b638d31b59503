/* Stretches in which no kernel ran between the first and the last, and what the host did meanwhile.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* By what the host did. Texts live as long as the store. Times in ns. */
typedef struct {
  const char *what;        /* kind of the span: "compile", "builtin", ...; "": nothing that fills 1/32 of a gap */
  const char *name, *file; /* of a wait: the variable that was waited for */
  guint32 line;
  gboolean is_for_all;   /* a wait for all launches */
  gint64 gaps;           /* in which the host did that for some time; a gap may have several rows */
  gint64 total, longest; /* time of the gaps in which it did; most of it in a gap */
} RsGapRow;

typedef struct {
  gint64 from, to; /* start of the first kernel, end of the last */
  gint64 idle;     /* of that, without a kernel */
  gint64 gaps;
  gint64 looked_at; /* of the idle time: the longest gaps, whose cause rows tells */
  GArray *rows;     /* of RsGapRow, the longest total first */
} RsGapReport;

/* (transfer full) */
RsGapReport *rs_gap_report_read (RsTraceStore *store, const RsTraceRange *range, GError **error);
void rs_gap_report_free (RsGapReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsGapReport, rs_gap_report_free)
