/* Popovers that are made for one use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* Takes the popover from its parent once it has closed, after the action that was chosen in it. */
void rs_popover_drop_when_closed (GtkPopover *popover);
