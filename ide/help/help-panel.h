/* The documentation browser: a search, what it finds, and the page of what is chosen.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/runs.h"

#include <libpanel.h>

#define RS_TYPE_HELP_PANEL (rs_help_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsHelpPanel, rs_help_panel, RS, HELP_PANEL, PanelWidget)

PanelWidget *rs_help_panel_new (RsRuns *runs);
/* Looks a word up; NULL: shows what it showed. open_files: of RsSource, whose definitions can be looked up, too. */
void rs_help_panel_look_up (RsHelpPanel *self, const char *word, GPtrArray *open_files);
