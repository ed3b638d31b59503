/* The question which work item of a kernel to look at.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-run.h"

void rs_item_dialog_present (GtkWindow *parent, RsDebugRun *run);
