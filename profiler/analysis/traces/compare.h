/* What changed from some recordings to others, beyond noise.
 *
 * Kernels, loops, built-in functions, transfers and allocations are matched by name and file, in the order of their
 * lines, so that lines may move; sampled lines move with what stands about them. Where the main program of all
 * recordings of a side has one name and that of the other side another, both count as one file. With three recordings a
 * side or more, each gives one value (the median of durations; of lines and memory the sum) and these are compared:
 * what differs between runs for reasons outside of the program is seen and counts as noise. With fewer it counts as
 * change: the medians of all launches are compared, over blocks of neighbouring ones, and lines by the number of their
 * samples. See intervals.h.
 *
 * Many places are compared at once, so that some would differ by chance: Holm's correction holds the chance that any
 * place that did not change is called changed at 5 %.
 *
 * Of a place at most some 1,000 durations a side are kept, evenly spread; totals and numbers are of all.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/intervals.h"
#include "profiler/analysis/passes/range.h"

typedef enum { RS_CHANGE_NONE, RS_CHANGE_SLOWER, RS_CHANGE_FASTER, RS_CHANGE_ADDED, RS_CHANGE_REMOVED } RsChange;

/* What an interval rests on. */
typedef enum { RS_COMPARE_TOO_FEW, RS_COMPARE_RUNS, RS_COMPARE_BLOCKS, RS_COMPARE_SAMPLES } RsCompareBasis;

typedef struct {
  const char *what;  /* "kernel", "loop", "builtin", "transfer", "memory", "line" */
  char *name, *file; /* owned; of the second side, where it is there */
  guint32 line;
  guint32 line_before; /* of the first side; 0: it is not there */
  guint runs[2];       /* recordings of each side that have it */
  gint64 n[2];         /* of each side: runs; samples of a line; allocations */
  gint64 total[2];     /* ns; CPU time of a line; bytes of memory */
  RsCompareBasis basis;
  RsInterval interval; /* ns or bytes; of lines without medians where it rests on samples */
  RsChange change;     /* of memory, slower: more */
  gboolean is_noise;   /* no evidence of a change, or of a few bytes a recording only */
} RsCompareRow;

typedef struct {
  GArray *rows;      /* element-type RsCompareRow: what changed by the difference of total, then what is noise */
  guint n_judged;    /* rows that have an interval: what Holm's correction is about */
  guint n_corrected; /* of them, those whose interval is without 1, and yet no evidence after the correction */
  char *programs[2]; /* main programs that count as one, without their folders; NULL: they have one name */
} RsTraceComparison;

void rs_trace_comparison_free (RsTraceComparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsTraceComparison, rs_trace_comparison_free)

/* "slower" */
const char *rs_change_to_string (RsChange change);
/* "runs" */
const char *rs_compare_basis_to_string (RsCompareBasis basis);

/* Whether the row is one of n_corrected. */
gboolean rs_compare_row_is_corrected (const RsCompareRow *row);

/* How many decimals of a ratio (0 or more) are worth showing: 3, or as many as show three digits of a small one. */
int rs_compare_count_decimals (double ratio);

/* n_before, n_after: from 1. The sides are read at the same time: no store may be on both. mark: of each recording only
 * its stretch of that name counts, as in marks.h, with what was launched in it, whenever that ran; NULL: all of the
 * range. NULL with an error when reading
 * failed, or one has no such stretch. (transfer full) */
RsTraceComparison *rs_traces_compare (RsTraceStore *const *before, guint n_before, RsTraceStore *const *after,
                                      guint n_after, const RsTraceRange *range, const char *mark, GError **error);
