/* An array of a program that stands, or has ended: as a table, an image, a plot or a histogram, with its statistics.
 * Only what is visible is asked for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"

#include <libpanel.h>

#define RS_TYPE_ARRAY_PANEL (rs_array_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsArrayPanel, rs_array_panel, RS, ARRAY_PANEL, PanelWidget)

PanelWidget *rs_array_panel_new (RsRuns *runs);
/* A variable, or an expression where the program stands. */
void rs_array_panel_show (RsArrayPanel *self, const char *name);
