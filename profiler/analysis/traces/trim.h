/* A part of a trace as a trace of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* Writes the events of range, with their times, into a new trace, and of the time before what its reports need
 * (profiler/store/part.h); a trace of that name is replaced, any other file is
 * an error. n_events: may be NULL. */
gboolean
rs_trace_trim (RsTraceStore *store, const RsTraceRange *range, const char *path, gint64 *n_events, GError **error);
