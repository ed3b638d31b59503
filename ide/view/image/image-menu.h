/* The menu of the viewer: colours, range of values, copy and save. Its items are actions of the group "image".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

GtkWidget *rs_image_menu_button_new (void);
