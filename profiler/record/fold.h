/* Places that fire so often that single events would cost more than they tell.
 *
 * A place (kind, name, file, line) of a thread that fires more than a hundred times in a millisecond is folded: its
 * events become sums, which are written every 50 ms as one event that spans the stretch. Number, sums and extremes are
 * exact.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/trace/trace.h"

#define RS_FOLD_PLACES 64u     /* of a thread; a power of 2 */
#define RS_FOLD_LONGEST 20000  /* ns; longer spans are always events */
#define RS_FOLD_SUMS 0xffffffu /* kind of the record before a fold, which is not written: min, max, sum_a, sum_b */

typedef struct {
  guint32 kind, name, file, line; /* the place; kind 0: none */
  gboolean folding;
  guint32 in_window;
  gint64 window;                  /* start of the millisecond in which they are counted */
  gint64 last;                    /* when it fired last */
  /* Since the stretch began. */
  gint64 n, first, total, min, max, sum_a, sum_b;
} RsFold;

typedef struct {
  RsFold folds[RS_FOLD_PLACES];
} RsFoldTable;

static inline gboolean
rs_fold_is_candidate (const RsTraceEvent *event)
{
  return (event->kind == RS_TRACE_FUNCTION || event->kind == RS_TRACE_CHUNK || event->kind == RS_TRACE_BUILTIN
          || event->kind == RS_TRACE_STRETCH)
         && event->end - event->start < RS_FOLD_LONGEST;
}

/* Takes an event. *full: the fold whose stretch is to be written now, NULL: none. FALSE: the event is not folded. */
gboolean rs_fold_table_take (RsFoldTable *table, const RsTraceEvent *event, RsFold **full);

/* Two records: RS_FOLD_SUMS and RS_TRACE_FOLD. Forgets the sums. */
void rs_fold_make_records (RsFold *fold, guint32 track, RsTraceEvent *records);
