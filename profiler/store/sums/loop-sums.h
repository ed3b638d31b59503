/* What the spans of loops don't say of their time: compilations inside, and kernels that go on after them. The time of
 * a loop is elapsed time: each moment counts once, also where a run waits for the kernels of the run before.
 *
 * Takes events one by one as they were written (on a thread by their ends); the writer feeds it while recording, and a
 * reader feeds it the events of a file of format 1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/trace/trace.h"

typedef struct _RsLoopSums RsLoopSums;

RsLoopSums *rs_loop_sums_new (void);
void rs_loop_sums_free (RsLoopSums *sums);

/* Events of other kinds than loop, launch, kernel and compile do nothing. */
void rs_loop_sums_add (RsLoopSums *sums, const RsTraceEvent *event);

/* Sums over the runs of the loops of one place since the last call. Times in ns. What the loops took is the sum of
 * their spans, less compiling, plus late: kernels after the spans, less what spans and kernels cover twice. It may be
 * negative. */
typedef gboolean (*RsLoopSumsFunc) (guint32 file, guint32 line, gint64 compiling, gint64 late, gpointer data);
/* Hands out and forgets what is known. Loops that wait for a kernel of theirs are left out, unless finish is TRUE.
 * FALSE when func returned FALSE. */
gboolean rs_loop_sums_take (RsLoopSums *sums, gboolean finish, RsLoopSumsFunc func, gpointer data);
