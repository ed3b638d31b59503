/* What programs run on: devices with their memory, why one can't be used, and the precision.
 *
 * Choices are the window's actions "win.device" and "win.precision", which the header shows, too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/runs.h"

#include <libpanel.h>

PanelWidget *rs_devices_panel_new (RsRuns *runs);
