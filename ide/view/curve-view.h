/* Curves over a range of numbers: a histogram, or values along a line. One in the colour of the text, or one each in
 * red, green, blue (and the text's colour for the fourth).
 *
 * The value under the pointer is written into the corner.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#define RS_TYPE_CURVE_VIEW (rs_curve_view_get_type ())
G_DECLARE_FINAL_TYPE (RsCurveView, rs_curve_view, RS, CURVE_VIEW, GtkWidget)

/* The colour of one of so many curves. text: that of texts. */
void rs_curve_set_color (cairo_t *cr, guint n_curves, guint curve, const GdkRGBA *text, double alpha);

/* is_histogram: filled down to 0, with roots of counts, so that rare values show. label: the accessible name. */
RsCurveView *rs_curve_view_new (const char *label, gboolean is_histogram);
/* Copies n values of each curve: [n_curves][n]. first and last: what the ends are called. n_curves 0: nothing. */
void rs_curve_view_set (RsCurveView *self, const double *values, guint n_curves, guint n, double first, double last);
/* Marks the part from low to high of the range; low > high: none. */
void rs_curve_view_set_window (RsCurveView *self, double low, double high);
