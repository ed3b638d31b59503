/* The variables of the function where a program stands, or of what it has left: a table that can be sorted and
 * filtered, with small pictures and statistics of arrays. Return or a double click shows an array (win.look-at-array).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"

#include <libpanel.h>

#define RS_TYPE_VARIABLES_PANEL (rs_variables_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsVariablesPanel, rs_variables_panel, RS, VARIABLES_PANEL, PanelWidget)

PanelWidget *rs_variables_panel_new (RsRuns *runs);
