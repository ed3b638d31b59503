/* The bars above everything: one for each notice (ide/settings/notices.h), and those of others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/settings/notices.h"

#include <glib/gi18n.h>

GtkWidget *
rs_window_find_notice (RsWindow *self, const char *id)
{
  for (GtkWidget *bar = gtk_widget_get_first_child (GTK_WIDGET (self->notices)); bar != NULL;
       bar = gtk_widget_get_next_sibling (bar))
    if (g_str_equal (gtk_widget_get_name (bar), id))
      return bar;
  return NULL;
}

static void
on_response (GtkInfoBar *bar)
{
  g_autofree char *id = g_strdup (gtk_widget_get_name (GTK_WIDGET (bar)));

  rs_notices_close (id);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
         int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation,
                      orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (gtk_widget_get_first_child (widget), width, height, baseline, NULL);
}

/* How wide a text has to be for a height, which a label of several lines finds by trying, is never asked: for a
 * sentence with some paths in it that took a second. */
static GtkWidget *
wrap_label (GtkWidget *label)
{
  GtkWidget *bin = g_object_new (ADW_TYPE_BIN, "child", label, "hexpand", TRUE, NULL);

  gtk_widget_set_layout_manager (bin, gtk_custom_layout_new (get_request_mode, measure, allocate));
  return bin;
}

GtkWidget *
rs_window_add_notice (RsWindow *self, const char *id, GtkMessageType type)
{
  GtkWidget *bar = g_object_new (GTK_TYPE_INFO_BAR, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, "name", id,
                                 "message-type", type, NULL);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "xalign", 0.0,
                                   "hexpand", TRUE, NULL);

  gtk_info_bar_add_child (GTK_INFO_BAR (bar), wrap_label (label));
  g_object_set_data (G_OBJECT (bar), "label", label);
  gtk_box_append (self->notices, bar);
  return bar;
}

void
rs_window_set_notice_text (GtkWidget *bar, const char *text)
{
  gtk_label_set_text (g_object_get_data (G_OBJECT (bar), "label"), text);
}

static void
show_notice (RsWindow *self, const char *id)
{
  g_autofree char *text = rs_notices_dup_text (id);
  GtkWidget *bar = rs_window_find_notice (self, id);

  if (text == NULL)
    {
      if (bar != NULL)
        gtk_box_remove (self->notices, bar);
      return;
    }
  if (bar == NULL)
    {
      bar = rs_window_add_notice (self, id, GTK_MESSAGE_WARNING);
      gtk_info_bar_add_action_widget (GTK_INFO_BAR (bar), gtk_button_new_with_label (_ ("Close")), GTK_RESPONSE_CLOSE);
      g_signal_connect (bar, "response", G_CALLBACK (on_response), NULL);
    }
  rs_window_set_notice_text (bar, text);
}

void
rs_window_init_notices (RsWindow *self)
{
  g_auto (GStrv) ids = rs_notices_list ();

  g_signal_connect_object (rs_notices_get (), "changed", G_CALLBACK (show_notice), self, G_CONNECT_SWAPPED);
  for (char **id = ids; *id != NULL; id++)
    show_notice (self, *id);
}
