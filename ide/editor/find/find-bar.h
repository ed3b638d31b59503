/* The find-and-replace bar of an editor page.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/place-keeper.h"

#include <gtksourceview/gtksource.h>

#define RS_TYPE_FIND_BAR (rs_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (RsFindBar, rs_find_bar, RS, FIND_BAR, GtkWidget)

/* The view that is searched, and what shows places in it; they outlive the bar. */
void rs_find_bar_set_view (RsFindBar *self, GtkSourceView *view, RsPlaceKeeper *keeper);

/* Shows the bar with the selected text as what to find. */
void rs_find_bar_open (RsFindBar *self, gboolean replace);
void rs_find_bar_close (RsFindBar *self);

/* Selects the next or previous match, around the end of the text when there is none before it. */
void rs_find_bar_move (RsFindBar *self, gboolean forward);
