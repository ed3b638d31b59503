/* The console: what a run prints and what Redshift says about it.
 *
 * It shows the run that is the shown one, and lets the user choose among several. Text comes out of the run's log in
 * batches a few times a second; what is shown is bounded, the oldest goes first, and the number of lines left out is
 * told.
 *
 * Places like `file.q:12:3` can be clicked, which activates "win.go-to", and the codes of Redshift's messages, which
 * activates "win.explain".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/runs.h"

#include <libpanel.h>

#define RS_TYPE_CONSOLE_PANEL (rs_console_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsConsolePanel, rs_console_panel, RS, CONSOLE_PANEL, PanelWidget)

PanelWidget *rs_console_panel_new (RsRuns *runs);

/* Puts a widget below what is printed. */
void rs_console_panel_set_footer (RsConsolePanel *self, GtkWidget *footer);

/* The code of the message in the cursor's line, or else of the last message; NULL where there is none. (transfer full)
 */
char *rs_console_panel_dup_code (RsConsolePanel *self);

/* Empties it; what the run prints from now on is shown. */
void rs_console_panel_clear (RsConsolePanel *self);
