/* Shows a place of a text: the line 40 % down, or the text unscrolled where it fits; never sideways when the column
 * fits.
 *
 * A text view learns the heights of its lines little by little, and a page may have no size yet, or another one soon.
 * So the place is kept: whenever the heights or the size change, the view is scrolled again, until the user scrolls,
 * types or moves the cursor.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

#define RS_TYPE_PLACE_KEEPER (rs_place_keeper_get_type ())
G_DECLARE_FINAL_TYPE (RsPlaceKeeper, rs_place_keeper, RS, PLACE_KEEPER, GObject)

/* The view is in a GtkScrolledWindow, has its buffer, and outlives the keeper. */
RsPlaceKeeper *rs_place_keeper_new (GtkTextView *view);

/* Shows the cursor's place, now and as long as nobody goes elsewhere. */
void rs_place_keeper_show_cursor (RsPlaceKeeper *self);
