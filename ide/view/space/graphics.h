/* Whether there is a graphics card to draw with.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* Whether OpenGL is there and a card behind it. The environment's RS_GRAPHICS chooses: "software": never; "gl":
 * whatever is there, Mesa's drivers on the processor, too, which stall the window. widget is realized. */
gboolean rs_graphics_has_card (GtkWidget *widget);
