/* What a check of a program yields: the typed program, its diagnostics, what becomes of its loops and kernels, and
 * answers to questions about its names. Immutable and counted: editor, outline, completion, hover and the list of
 * problems use the newest one, each as long as it likes.
 *
 * Offsets are bytes in the text that was analysed. Who asks about a text that has changed since maps them first
 * (rs_analysis_map_offset).
 *
 * Threads: made on any thread; answers on any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/report/loop-outcome.h"
#include "compiler/program.h"
#include "ide/analysis/names/meanings.h"
#include "ide/analysis/names/name-table.h"

typedef struct _RsAnalysis RsAnalysis;

/* Compiles. open_texts: canonical path -> RsSource, texts of an editor that stand for files; may be NULL. */
RsAnalysis *rs_analysis_new (RsSource *source, GHashTable *open_texts, RsPrecision precision);
/* The same without what becomes of loops, and without colours: for questions about names only. */
RsAnalysis *rs_analysis_new_of_names (RsSource *source, GHashTable *open_texts, RsPrecision precision);
RsAnalysis *rs_analysis_ref (RsAnalysis *self);
void rs_analysis_unref (RsAnalysis *self);

RsSource *rs_analysis_get_source (const RsAnalysis *self);
RsModule *rs_analysis_get_module (const RsAnalysis *self);
RsProgram *rs_analysis_get_program (const RsAnalysis *self);
RsPrecision rs_analysis_get_precision (const RsAnalysis *self);
/* Of all modules of the program; that of the text itself is the last. (transfer none) */
const RsNameTable *rs_analysis_get_names (const RsAnalysis *self);
/* Sorted; those of loops say what rs_analysis_describe_loop says. */
RsDiagnostics *rs_analysis_get_diagnostics (const RsAnalysis *self);
gboolean rs_analysis_has_errors (const RsAnalysis *self);
/* The code, such as "E0301", of what is wrong in the line of an offset: of the worst at the offset, or else of
 * the worst in the line. NULL: nothing there has a code. Static. */
const char *rs_analysis_find_code (const RsAnalysis *self, guint32 offset);
/* What becomes of each loop and kernel; empty where there are errors. (element-type RsLoopOutcome) */
GPtrArray *rs_analysis_get_loops (const RsAnalysis *self);

/* What names of the text mean, as far as that has a colour. (transfer none) (element-type RsMeaningSpan) */
const GArray *rs_analysis_get_meanings (const RsAnalysis *self);

/* "this loop: parallel, with the sum `s`": what margin, status bar and problems list say. (transfer full) */
char *rs_analysis_describe_loop (const RsLoopOutcome *loop);
/* How it may be written otherwise; NULL: nothing better is known. (transfer full) */
char *rs_analysis_describe_advice (const RsLoopOutcome *loop);
/* The same of what a recorded run made of it. (transfer full) */
char *rs_analysis_describe_decision (const RsLoopOutcome *loop, const char *decision);

/* Whether the program is made of that file, too: by import, or because an import was not found. */
gboolean rs_analysis_depends_on (const RsAnalysis *self, const char *path);

/* The place in the analysed text of an offset in text, which it has become. */
guint32 rs_analysis_map_offset (const RsAnalysis *self, const char *text, guint32 offset);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsAnalysis, rs_analysis_unref)
