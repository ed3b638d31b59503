/* Export to Perfetto's own format, protocol buffers: ui.perfetto.dev and trace_processor read it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

#include <stdio.h>

/* Writes the whole trace: a track for each lane of a track in which its spans nest, named slices with category,
 * file, line and what the event says, an arrow from each launch to its kernel, the memory in use and the queue of each
 * device as counters. Times are ns from the start of the trace, or from its first event where that lies before. Needs
 * time in proportion to the number of events, memory in proportion to the number of names and places. */
gboolean rs_perfetto_export (RsTraceStore *store, FILE *output, GError **error);

/* Whether the file begins as what rs_perfetto_export writes: who replaces others' files is told. */
gboolean rs_perfetto_is_in_file (const char *path);
