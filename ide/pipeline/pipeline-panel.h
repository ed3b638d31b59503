/* What the compiler makes of the kernel at the cursor, a stage at a time, beside the source; lines are linked both
 * ways.
 *
 * Whoever knows the cursor calls rs_pipeline_panel_show; a click on a line goes to "win.go-to".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"
#include "ide/run/runs.h"

#include <libpanel.h>

#define RS_TYPE_PIPELINE_PANEL (rs_pipeline_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsPipelinePanel, rs_pipeline_panel, RS, PIPELINE_PANEL, PanelWidget)

PanelWidget *rs_pipeline_panel_new (RsRuns *runs);

/* The kernel around that line of an analysed text, and what became of the line; does nothing while the panel does not
 * show. */
void rs_pipeline_panel_show (RsPipelinePanel *self, RsAnalysis *analysis, guint line);
