/* Saving a variable of a program that stands, or has ended, in a file that the user names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* Asks for a file. The statement that writes it (`save`, or `imwrite` where the name is that of an image) is computed
 * at the prompt through "win.evaluate" of panel, a PanelWidget, which is borrowed and gets the keyboard again; what
 * goes wrong is told there. */
void rs_variable_save_ask (GtkWidget *panel, const char *name);
