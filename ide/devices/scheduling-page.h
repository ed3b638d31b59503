/* Where each kernel and loop of the last run ran, and why: of a run that was recorded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/runs.h"

#include <gtk/gtk.h>

#define RS_TYPE_SCHEDULING_PAGE (rs_scheduling_page_get_type ())
G_DECLARE_FINAL_TYPE (RsSchedulingPage, rs_scheduling_page, RS, SCHEDULING_PAGE, GtkWidget)

GtkWidget *rs_scheduling_page_new (RsRuns *runs);
