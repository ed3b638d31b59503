/* The colours of the kinds of events: timeline, flame graph and their legend.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/trace.h"

#include <gtk/gtk.h>

/* variant: varies the colour within its kind, so that kernels can be told apart; 0: the kind's own. */
void rs_kind_color (guint kind, guint variant, gboolean dark, GdkRGBA *color);

/* "■ kernel  ■ copy ...", for a label with markup. (transfer full) */
char *rs_kind_make_legend (void);
