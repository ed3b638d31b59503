/* The window that lists all keyboard shortcuts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

void rs_shortcuts_window_present (GtkWindow *parent);
