/* Find and replace in a folder.
 *
 * Places are shown through "win.go-to-found" (path, line, column, what stands there), and "places-changed" tells that
 * others are listed, or none any more; what is to be replaced goes to "win.replace-places", which asks, as
 * a(suuss): path, line, column, what stands there, what shall.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/find/found-marks.h"
#include "ide/run/runs.h"

#include <libpanel.h>

#define RS_TYPE_SEARCH_PANEL (rs_search_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsSearchPanel, rs_search_panel, RS, SEARCH_PANEL, PanelWidget)

PanelWidget *rs_search_panel_new (RsRuns *runs);

/* Where the next search looks. */
void rs_search_panel_set_folder (RsSearchPanel *self, const char *folder);
/* What is looked for, if it is one line; begins nothing. */
void rs_search_panel_set_text (RsSearchPanel *self, const char *text);
/* The places have been replaced, with what became of it. */
void rs_search_panel_end_replacement (RsSearchPanel *self, const char *text);
/* Those listed of one file. (element-type RsFoundPlace) (transfer full) */
GArray *rs_search_panel_dup_places (RsSearchPanel *self, const char *path);
