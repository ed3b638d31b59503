/* Background compilation of one document: shortly after each change, of it or of what it imports, the whole program is
 * compiled in a worker thread.
 *
 * Emits "checked" on the main thread when a new analysis is there. An answer about text that has changed since is
 * dropped.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"
#include "ide/editor/text/document.h"

#define RS_TYPE_CHECKER (rs_checker_get_type ())
G_DECLARE_FINAL_TYPE (RsChecker, rs_checker, RS, CHECKER, GObject)

/* Starts with a compilation of what is there. Does not own document. */
RsChecker *rs_checker_new (RsDocument *document);

/* The newest one; NULL before the first. */
RsAnalysis *rs_checker_get_analysis (RsChecker *self);

/* What the program will run with; compiles again when it changed. */
void rs_checker_set_precision (RsChecker *self, RsPrecision precision);
