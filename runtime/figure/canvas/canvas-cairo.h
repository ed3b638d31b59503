/* Figures drawn with Cairo: into memory, or into whatever a cairo_t draws on.
 *
 * Text is set with Cairo's own text functions, not with Pango: labels are short, in one line and mostly Latin or Greek,
 * and so figures need no library beyond Cairo.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/canvas/cairo.h"
#include "runtime/figure/canvas/canvas.h"

/* cr: borrowed, as long as the canvas lives. NULL with an error when there is no Cairo. (transfer full), of g_free */
RsCanvas *rs_canvas_cairo_new (cairo_t *cr, GError **error);
