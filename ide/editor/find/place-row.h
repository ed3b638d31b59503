/* A row of a list of places: where, dimmed, and the line there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* Handler of "setup" of a GtkSignalListItemFactory. */
void rs_place_row_set_up (GtkListItemFactory *factory, GtkListItem *item, gpointer unused);
/* Of an item that was set up so. length bytes of the text from start on are bold; 0: none are. */
void rs_place_row_show (GtkListItem *item, const char *place, const char *text, gsize start, gsize length);
