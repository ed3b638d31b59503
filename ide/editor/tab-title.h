/* The title of a page's tab.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <libpanel.h>

/* Tabs cut off what is too long for them without a sign of it: a long title has an ellipsis in its middle, and is whole
 * in the tab's tooltip. */
void rs_tab_title_set (PanelWidget *widget, const char *title);
