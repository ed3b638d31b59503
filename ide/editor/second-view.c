/* A second view of a page's text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/second-view.h"

#include "ide/editor/margin/line-numbers.h"
#include "ide/editor/margin/line-times.h"
#include "ide/editor/margin/margin-marks.h"
#include "ide/editor/place-keeper.h"
#include "ide/editor/text-menu.h"
#include "ide/editor/text/paste.h"
#include "ide/editor/typing/caret.h"

#include <glib/gi18n.h>

/* The share, in thousandths, that is to be given when the paned has a size. */
#define PENDING "pending-part"

GtkWidget *
rs_second_view_get (GtkPaned *paned)
{
  GtkWidget *scroller = gtk_paned_get_end_child (paned);

  return scroller != NULL ? gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroller)) : NULL;
}

void
rs_second_view_close (GtkPaned *paned)
{
  GtkWidget *view = rs_second_view_get (paned);

  g_object_set_data (G_OBJECT (paned), PENDING, NULL);
  if (view == NULL)
    return;
  gtk_text_view_set_buffer (GTK_TEXT_VIEW (view), NULL);
  gtk_paned_set_end_child (paned, NULL);
}

static int
get_size (GtkPaned *paned)
{
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (paned)) == GTK_ORIENTATION_HORIZONTAL
             ? gtk_widget_get_width (GTK_WIDGET (paned))
             : gtk_widget_get_height (GTK_WIDGET (paned));
}

static int
get_pending (GtkPaned *paned)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (paned), PENDING));
}

double
rs_second_view_get_part (GtkPaned *paned)
{
  int size = get_size (paned);

  if (get_pending (paned) > 0 || size <= 0)
    return get_pending (paned) > 0 ? get_pending (paned) / 1000.0 : 0.5;
  return (double)gtk_paned_get_position (paned) / size;
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GtkPaned *paned = GTK_PANED (widget);

  if (get_pending (paned) > 0 && get_size (paned) <= 0)
    return G_SOURCE_CONTINUE;
  if (get_pending (paned) > 0)
    gtk_paned_set_position (paned, get_size (paned) * get_pending (paned) / 1000);
  g_object_set_data (G_OBJECT (paned), PENDING, NULL);
  return G_SOURCE_REMOVE;
}

static GtkWidget *
make_view (GtkSourceView *first, RsBlockAids *aids)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view = g_object_new (GTK_SOURCE_TYPE_VIEW, "buffer", gtk_text_view_get_buffer (GTK_TEXT_VIEW (first)),
                                  "monospace", TRUE, "highlight-current-line", TRUE, "auto-indent", TRUE,
                                  "insert-spaces-instead-of-tabs", TRUE, "indent-width", 4, "tab-width", 4u,
                                  "smart-backspace", TRUE, "left-margin", 6, "bottom-margin", 60, "enable-snippets",
                                  TRUE, NULL);

  gtk_source_view_set_indenter (GTK_SOURCE_VIEW (view), GTK_SOURCE_INDENTER (aids));
  rs_line_numbers_add (GTK_SOURCE_VIEW (view), rs_block_aids_get_fold_tag (aids));
  rs_line_times_add (GTK_SOURCE_VIEW (view));
  rs_paste_add (GTK_TEXT_VIEW (view));
  rs_text_menu_add (GTK_SOURCE_VIEW (view));
  rs_caret_ease (GTK_TEXT_VIEW (view));
  rs_margin_marks_share (first, GTK_SOURCE_VIEW (view));
  gtk_widget_add_css_class (view, "rs-code");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Source text, second view"),
                                  -1);
  g_object_set (scroller, "child", view, "hexpand", TRUE, "vexpand", TRUE, NULL);
  return scroller;
}

/* A view of its own would begin at the top of the text, not where its user is. */
static void
show_cursor (GtkWidget *view)
{
  RsPlaceKeeper *keeper = rs_place_keeper_new (GTK_TEXT_VIEW (view));

  g_object_set_data_full (G_OBJECT (view), "rs-place-keeper", keeper, g_object_unref);
  rs_place_keeper_show_cursor (keeper);
}

void
rs_second_view_show (GtkPaned *paned, GtkSourceView *first, RsBlockAids *aids, GtkOrientation orientation, double part)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (paned), orientation);
  if (rs_second_view_get (paned) == NULL)
    {
      gtk_paned_set_end_child (paned, make_view (first, aids));
      show_cursor (rs_second_view_get (paned));
    }
  g_object_set_data (G_OBJECT (paned), PENDING, GINT_TO_POINTER (CLAMP ((int)(part * 1000 + 0.5), 1, 999)));
  gtk_widget_add_tick_callback (GTK_WIDGET (paned), on_tick, NULL, NULL);
}
