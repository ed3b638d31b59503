/* Draws figures.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/canvas.h"
#include "runtime/figure/figure.h"

/* Draws a copy of a figure over everything from (0, 0) to (width, height). */
void rs_figure_draw (const RsFigure *copy, RsCanvas *canvas, double width, double height);
