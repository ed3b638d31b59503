/* Places that were asked for: the references of a name. Activating a row activates "win.go-to-found". The
 * signal "places-changed" tells of new ones, and that there are none any more.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/find/found-marks.h"
#include "ide/editor/find/place-list.h"
#include "ide/run/runs.h"

#include <libpanel.h>

#define RS_TYPE_RESULTS_PANEL (rs_results_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsResultsPanel, rs_results_panel, RS, RESULTS_PANEL, PanelWidget)

PanelWidget *rs_results_panel_new (RsRuns *runs);

/* Begins a new list: the heading says what is being looked for. Paths below folder (or NULL) are told from there. When
 * it takes long a button appears that cancels. */
void rs_results_panel_begin (RsResultsPanel *self, const char *heading, const char *folder, GCancellable *cancellable);
/* What was found, or why nothing was; places: NULL or what is listed. */
void rs_results_panel_end (RsResultsPanel *self, const char *heading, RsPlaceList *places);
/* Those listed of one file. (element-type RsFoundPlace) (transfer full) */
GArray *rs_results_panel_dup_places (RsResultsPanel *self, const char *path);
