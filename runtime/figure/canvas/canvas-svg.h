/* Figures as SVG text: lines are lines, and labels are text that can be searched and edited.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/canvas/canvas.h"

/* (transfer full), of rs_canvas_svg_finish */
RsCanvas *rs_canvas_svg_new (int width, int height);
/* The text of the file; the canvas is gone. (transfer full) */
char *rs_canvas_svg_finish (RsCanvas *canvas);
