/* What goes into other tools' formats: spans, the program's own marks, and the memory in use.
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

typedef struct {
  /* start <= end. Of parent nothing is known. */
  void (*span) (const RsTraceEvent *span, gpointer data);
  /* bytes from that time on; they wrap where a damaged trace says more. */
  void (*memory) (gint64 time, gint64 bytes, gpointer data);
  gpointer data;
} RsExportedFuncs;

typedef void (*RsExportedMarkFunc) (const RsExportedMark *mark, gpointer data);

/* FALSE with an error when reading failed. */
gboolean rs_exported_foreach_mark (RsTraceStore *store, RsExportedMarkFunc func, gpointer data, GError **error);
/* All spans, those of one track in the order of their starts, of equal ones the longest first, those of different
 * tracks between each other; and the memory in use in the order of time. Reads the trace once; memory holds what the
 * trace has out of that order. */
gboolean rs_exported_foreach (RsTraceStore *store, const RsExportedFuncs *funcs, GError **error);
/* A time before which nothing starts, the first start or a little less, at most 0: readers of some formats know no
 * negative times. */
gboolean rs_exported_find_base (RsTraceStore *store, gint64 *base, GError **error);
