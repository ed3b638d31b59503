/* Why loops of host code do not run in parallel: what can be said before the program runs.
 *
 * `check` and the editor report these as notes, and a trace keeps them beside what the runtime decided. A loop whose
 * types are only known at run time is no fault, and nothing is said about it; nor about one that the user marked
 * {!serial for} or {!interpreted for}.
 *
 * Threads: reads the module only; any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"

/* loop: the FOR; reason: a sentence without the place ("`print` can be called from host code only"); line: of what the
 * reason is about, from 1. */
typedef void (*RsExplainLoop) (const RsNode *loop, const char *reason, guint line, gpointer data);

/* Calls report for each loop of the module's host code that is not parallel for any types, in the order of the text. */
void rs_explain_loops (RsModule *module, RsExplainLoop report, gpointer data);

/* Notes: loops of host code that are not parallel, or only in some of their levels, for the types that are known
 * (without_loops: none of these, where rs_loop_outcomes_find tells); kernel functions whose work items go across
 * memory; code attributes, and transforms that they ask for, without effect on the CPU. A loop that {!parallel for}
 * makes parallel in spite of a dependence gets a warning. */
void rs_explain_module (RsModule *module, RsPrecision precision, gboolean without_loops, RsDiagnostics *diagnostics);

/* Errors: loops marked {!parallel for} that hold what no parallel loop can (manual 8.2, 17.1.1): functions of the host,
 * text, cells, try, continue. Loops over several devices may. */
void rs_explain_forced_loops (RsModule *module, RsDiagnostics *diagnostics);
