/* The colours of the kinds of events: timeline, flame graph and their legend.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/trace/trace.h"

#include <gtk/gtk.h>

/* variant: varies the colour within its kind, so that kernels can be told apart; 0: the kind's own. */
void rs_kind_color (guint kind, guint variant, gboolean dark, GdkRGBA *color);

/* What such views stand on. */
GdkRGBA rs_kind_ground (gboolean dark);
/* Black or white: what can be read on a box of that colour, which may be translucent, where shade (0 to 1) of the
 * opposite of the ground lies over it. A contrast of 4.5 at least, as black or white has it on every colour. */
GdkRGBA rs_kind_ink (const GdkRGBA *box, gboolean dark, float shade);

/* "kernel", in the user's language. */
const char *rs_kind_get_name (guint kind);
/* "■ kernel  ■ copy ...", for a label with markup. (transfer full) */
char *rs_kind_make_legend (void);
