/* Names for the controls inside widgets of GTK, libadwaita and libpanel that come without one.
 *
 * A screen reader would read their class names ("GtkMenuButton").
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* Names what has no name in the tree below root, soon and again whenever it is called. */
void rs_accessible_names_queue (GtkWidget *root);
