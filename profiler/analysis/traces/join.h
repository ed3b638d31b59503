/* Traces of several processes as one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

/* Writes the events of all into a new trace, on one clock; a trace of that name is replaced, any other file is an
 * error, and so is one of the traces. Tracks are named by their process: "process 3 (p.q): main". Launches, arrays and
 * call stacks get other numbers, those of a trace behind those before it; too many for 32 bits are an error, and so are
 * two traces of one recording. What is joined is complete when all are. What was measured of a GPU's kernels
 * (metrics, stalls, counts, curves) is left out.
 * The traces are recordings of one machine since its start: only these tell on which clock they count. n_events: may
 * be NULL. */
gboolean rs_trace_join (RsTraceStore *const *stores, guint n, const char *path, gint64 *n_events, GError **error);
