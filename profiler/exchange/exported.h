/* What goes into other tools' formats besides spans, in the order of its time: the program's own marks, and the memory
 * in use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

/* A moment that the program named; name and file: strings of the store. */
typedef struct {
  gint64 time; /* ns */
  guint32 track, name, file, line;
} RsExportedMark;

typedef void (*RsExportedMarkFunc) (const RsExportedMark *mark, gpointer data);
/* bytes from that time on; they wrap where a damaged trace says more. */
typedef void (*RsExportedMemoryFunc) (gint64 time, gint64 bytes, gpointer data);

/* FALSE with an error when reading failed. */
gboolean rs_exported_foreach_mark (RsTraceStore *store, RsExportedMarkFunc func, gpointer data, GError **error);
gboolean rs_exported_foreach_memory (RsTraceStore *store, RsExportedMemoryFunc func, gpointer data, GError **error);
