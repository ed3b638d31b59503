/* The panels of the debugger: Call Stack, Watches, Breakpoints. Each is a list of lines that can be gone through with
 * the keys; Return goes to a place, Delete takes a watch or breakpoint away, Space switches a breakpoint off and on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"

#define RS_TYPE_DEBUG_PANEL (rs_debug_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsDebugPanel, rs_debug_panel, RS, DEBUG_PANEL, PanelWidget)

PanelWidget *rs_stack_panel_new (RsRuns *runs);
PanelWidget *rs_watches_panel_new (RsRuns *runs);
PanelWidget *rs_breakpoints_panel_new (RsRuns *runs);
