/* What reports of measured kernels say beside their rows: why there are none, or not all, and how it was measured.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/report.h"

typedef struct {
  const char *how;      /* name of the metadata that says how it was measured */
  const char *not_made; /* note: the run did not ask for it; translated, as are those below */
  const char *obstacle; /* format of a note, with why nothing was measured */
  const char *outside;  /* note: nothing in this range, or this part of a recording */
  const char *nothing;  /* note: kernels were measured, and this was not found in them */
} RsMeasuredNotes;

/* Adds notes, or a head, to a report. is_empty: it has no row. */
void rs_measured_add_notes (RsReport *report, RsTraceStore *store, const RsTraceRange *range, gboolean is_empty,
                            const RsMeasuredNotes *notes);
