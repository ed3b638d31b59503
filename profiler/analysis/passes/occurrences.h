/* The spans of one kind and name, in the order of time: what recordings of a program have in common is that the third
 * launch of a kernel in one of them is the third in the other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

#include "runtime/trace/trace.h"

typedef struct {
  gint64 event;      /* id */
  gint64 start, end; /* ns; whatever the file says, differences can be taken */
} RsOccurrence;

/* By start. NULL with an error when the trace can't be read. (transfer full) (element-type RsOccurrence) */
GArray *rs_trace_read_occurrences (RsTraceStore *store, RsTraceKind kind, const char *name, GError **error);

/* Index of the event; -1: it is not among them. (element-type RsOccurrence) */
gint64 rs_occurrences_find (const GArray *occurrences, gint64 event);
