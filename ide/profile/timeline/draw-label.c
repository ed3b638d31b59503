/* Labels of drawn axes and points.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/draw-label.h"

void
rs_draw_label (GtkWidget *widget, cairo_t *cr, double x, double align, double y, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  cairo_move_to (cr, x - align * width, y - height / 2.0);
  pango_cairo_show_layout (cr, layout);
}
