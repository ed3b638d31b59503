/* Diagnostics in an editor page: underlined text, marks in the gutter, tooltips. What becomes of loops and kernels has
 * marks and tooltips.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"
#include "ide/editor/text/document.h"

#define RS_TYPE_SQUIGGLES (rs_squiggles_get_type ())
G_DECLARE_FINAL_TYPE (RsSquiggles, rs_squiggles, RS, SQUIGGLES, GObject)

/* Owns neither; the view outlives it. */
RsSquiggles *rs_squiggles_new (RsDocument *document, GtkSourceView *view);

/* Shows what an analysis of the document says. Where it has errors, what was known of loops stays, as far as their text
 * does. */
void rs_squiggles_set (RsSquiggles *self, RsAnalysis *analysis);

/* What a run made of a loop. */
typedef struct {
  RsLoopOutcomeKind kind;
  char *text; /* owned: "parallel, with the sum `s`" */
} RsLoopDecision;
/* text: copied. (transfer full) */
RsLoopDecision *rs_loop_decision_new (RsLoopOutcomeKind kind, const char *text);
/* data: RsLoopDecision */
void rs_loop_decision_free (gpointer data);

/* Of loops that are decided when they are reached, what a run made of them, until they are edited. decisions: line of
 * the program that ran (rs_decided_lines_show) -> RsLoopDecision, referenced; NULL: nothing is known. */
void rs_squiggles_set_decisions (RsSquiggles *self, GHashTable *decisions);

/* What is shown in the line of at, a message a line; "" when nothing is. (transfer full) */
char *rs_squiggles_describe_line (RsSquiggles *self, const GtkTextIter *at);

/* Whether the place, in coordinates of the view, is in the margin; *line: the start of the line there. For handlers of
 * GtkWidget::query-tooltip: marks of GtkSourceView 5 show none of their own. */
gboolean rs_find_margin_line (GtkTextView *view, int x, int y, GtkTextIter *line);
