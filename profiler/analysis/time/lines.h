/* Where the processor's time went, by line. From the samples of `run --lines`; as a tree: call-tree.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

/* What is counted by line. */
typedef enum {
  RS_LINE_CYCLES,
  RS_LINE_INSTRUCTIONS,
  RS_LINE_CACHE_MISSES,
  RS_LINE_PAGE_FAULTS,
  RS_N_LINE_COUNTS
} RsLineCount;

typedef struct {
  const char *file; /* "" when the time belongs to no line of a program; lives as long as the store, like name */
  guint32 line;
  const char *name; /* of the function or kernel that took most of it there */
  gint64 samples;
  gint64 time;                     /* CPU time, ns */
  double share;                    /* of all samples of the range */
  gint64 counts[RS_N_LINE_COUNTS]; /* -1: not counted in this trace, or not by line */
  gboolean is_estimate;            /* some of them: the counters took turns, and were scaled */
} RsLineRow;

/* The longest time first. (transfer full) (element-type RsLineRow) */
GArray *rs_line_table_read (RsTraceStore *store, const RsTraceRange *range, GError **error);

/* By its name in a trace: "cycles"; RS_N_LINE_COUNTS: none of these. */
RsLineCount rs_line_count_find (const char *name);
/* Instructions a cycle; -1: not counted. */
double rs_line_row_get_ipc (const RsLineRow *row);
/* Whether a row of the table has it. */
gboolean rs_line_table_has_count (const GArray *rows, RsLineCount count);

/* FALSE with an error that says what to do when the trace has no samples. */
gboolean rs_trace_check_samples (RsTraceStore *store, GError **error);

/* The lines of a source file that the trace names: NULL when it is no readable text of a program. (transfer full) */
char **rs_trace_read_source (const char *path);
