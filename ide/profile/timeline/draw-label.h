/* Labels of drawn axes and points.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* A text in the widget's font, its middle at height y; align: the part of it that stands left of x. */
void rs_draw_label (GtkWidget *widget, cairo_t *cr, double x, double align, double y, const char *text);
