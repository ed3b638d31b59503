/* The list of all problems of all open programs. Activating a row activates "win.go-to", the code of its message
 * "win.explain".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/diagnostics.h"
#include "ide/run/runs.h"

#include <libpanel.h>

#define RS_TYPE_PROBLEMS_PANEL (rs_problems_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsProblemsPanel, rs_problems_panel, RS, PROBLEMS_PANEL, PanelWidget)

PanelWidget *rs_problems_panel_new (RsRuns *runs);

/* Replaces the problems found for the program that key stands for; NULL: none. */
void rs_problems_panel_set (RsProblemsPanel *self, gconstpointer key, RsDiagnostics *diagnostics);

/* What is wrong at a place; line and column from 1. */
typedef struct {
  RsSeverity severity;
  const char *code; /* static; NULL: none */
  const char *name; /* of the file */
  guint line, column;
  const char *message;
} RsProblemPlace;
/* The same for what a run has found. */
void
rs_problems_panel_set_places (RsProblemsPanel *self, gconstpointer key, const RsProblemPlace *places, guint n_places);

/* Of all programs together. */
guint rs_problems_panel_count (RsProblemsPanel *self, RsSeverity severity);

/* Selects the row after or before the selected one and goes to its place. */
void rs_problems_panel_move (RsProblemsPanel *self, gboolean forward);

/* The code of the selected row's message, such as "E0301"; NULL: none. Static. */
const char *rs_problems_panel_get_code (RsProblemsPanel *self);
