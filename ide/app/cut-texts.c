/* Texts that a person can't read to their end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/cut-texts.h"

/* Rounding of sizes. */
#define TOLERANCE 1.5

static gboolean
is_content (GtkWidget *widget)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    if (gtk_widget_has_css_class (widget, RS_CONTENT_CLASS))
      return TRUE;
  return FALSE;
}

/* Where its letters are, in its own coordinates. */
static void
get_ink (GtkLabel *label, graphene_rect_t *bounds)
{
  PangoRectangle logical;
  int x, y;

  pango_layout_get_pixel_extents (gtk_label_get_layout (label), NULL, &logical);
  gtk_label_get_layout_offsets (label, &x, &y);
  graphene_rect_init (bounds, (float)(x + logical.x), (float)(y + logical.y), (float)logical.width,
                      (float)logical.height);
}

static gboolean
is_beyond (GtkLabel *label, const graphene_rect_t *ink, GtkWidget *around)
{
  graphene_point_t start = ink->origin, end = { ink->origin.x + ink->size.width, ink->origin.y + ink->size.height },
                   low, high;

  return gtk_widget_compute_point (GTK_WIDGET (label), around, &start, &low)
         && gtk_widget_compute_point (GTK_WIDGET (label), around, &end, &high)
         && (low.x < -TOLERANCE || low.y < -TOLERANCE || high.x > gtk_widget_get_width (around) + TOLERANCE
             || high.y > gtk_widget_get_height (around) + TOLERANCE);
}

char *
rs_cut_texts_explain (GtkLabel *label)
{
  graphene_rect_t ink;

  if (*gtk_label_get_text (label) == '\0' || is_content (GTK_WIDGET (label)))
    return NULL;
  if (pango_layout_is_ellipsized (gtk_label_get_layout (label)))
    return g_strdup ("ellipsized");
  get_ink (label, &ink);
  for (GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (label)); around != NULL;
       around = gtk_widget_get_parent (around))
    {
      if (GTK_IS_SCROLLABLE (around))
        return NULL;
      if ((gtk_widget_get_overflow (around) == GTK_OVERFLOW_HIDDEN || GTK_IS_NATIVE (around))
          && is_beyond (label, &ink, around))
        return g_strdup_printf ("beyond the edge of %s", G_OBJECT_TYPE_NAME (around));
      if (GTK_IS_NATIVE (around))
        return NULL;
    }
  return NULL;
}
