/* The question when a breakpoint stops, and what it prints instead.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/points.h"

void rs_breakpoint_dialog_present (GtkWindow *parent, RsDebugPoints *points, RsDebugPoint *point);
