/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/editor/find/place-row.h"

void
rs_place_row_set_up (GtkListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *place = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, NULL);
  GtkWidget *text
      = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, "ellipsize", PANGO_ELLIPSIZE_END, NULL);

  gtk_widget_add_css_class (box, "rs-content");
  gtk_widget_add_css_class (place, "dim-label");
  gtk_widget_add_css_class (text, "monospace");
  gtk_box_append (GTK_BOX (box), place);
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_item_set_child (item, box);
}

void
rs_place_row_show (GtkListItem *item, const char *place, const char *text, gsize start, gsize length)
{
  GtkLabel *label = GTK_LABEL (gtk_widget_get_first_child (gtk_list_item_get_child (item)));
  GtkLabel *line = GTK_LABEL (gtk_widget_get_next_sibling (GTK_WIDGET (label)));
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

  bold->start_index = (guint)start;
  bold->end_index = (guint)(start + length);
  pango_attr_list_insert (attributes, bold);
  gtk_label_set_text (label, place);
  gtk_label_set_text (line, text);
  gtk_label_set_attributes (line, length > 0 ? attributes : NULL);
}
