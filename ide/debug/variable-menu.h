/* What can be done with a variable: the menu of a row of the variables panel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* At x, y of widget. is_array: it can be looked at as one. */
void rs_variable_menu_pop_up (GtkWidget *widget, double x, double y, const char *name, gboolean is_array);
