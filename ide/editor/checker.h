/* Background compilation of one document: shortly after each change the whole program is compiled in a worker thread.
 *
 * Emits "checked" on the main thread when new diagnostics are there. An answer about text that has changed since is
 * dropped.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/report/loop-outcome.h"
#include "compiler/program.h"
#include "ide/editor/document.h"

#define RS_TYPE_CHECKER (rs_checker_get_type ())
G_DECLARE_FINAL_TYPE (RsChecker, rs_checker, RS, CHECKER, GObject)

/* Starts with a compilation of what is there. Does not own document. */
RsChecker *rs_checker_new (RsDocument *document);

/* Of the latest answer; NULL before the first one. They are sorted. */
RsDiagnostics *rs_checker_get_diagnostics (RsChecker *self);

/* Of the latest answer: what becomes of each loop and kernel; empty where there are errors. NULL before the first one.
 * (element-type RsLoopOutcome) */
GPtrArray *rs_checker_get_loops (RsChecker *self);

/* "this loop: parallel, with the sum `s`": what margin, status bar and problems list say. (transfer full) */
char *rs_checker_describe_loop (const RsLoopOutcome *loop);

/* What the program will run with; compiles again when it changed. */
void rs_checker_set_precision (RsChecker *self, RsPrecision precision);
