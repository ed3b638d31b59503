/* A page of the documentation in a tab.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/help/help-page.h"

#include "compiler/program.h"
#include "ide/help/help-text.h"

#include <glib/gi18n.h>

struct _RsHelpPage {
  PanelWidget parent;

  GtkTextView *view; /* borrowed from the tree */
};

G_DEFINE_FINAL_TYPE (RsHelpPage, rs_help_page, PANEL_TYPE_WIDGET)

static GtkWidget *
rs_help_page_get_default_focus (PanelWidget *widget)
{
  return GTK_WIDGET (RS_HELP_PAGE (widget)->view);
}

static void
rs_help_page_class_init (RsHelpPageClass *klass)
{
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_help_page_get_default_focus;
}

static void
rs_help_page_init (RsHelpPage *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->view = rs_help_text_new (_ ("Documentation"));
  g_object_set (scroller, "child", self->view, "hexpand", TRUE, "vexpand", TRUE, NULL);
  panel_widget_set_child (PANEL_WIDGET (self), scroller);
  panel_widget_set_icon_name (PANEL_WIDGET (self), "help-browser-symbolic");
  panel_widget_set_kind (PANEL_WIDGET (self), PANEL_WIDGET_KIND_UTILITY);
}

RsHelpPage *
rs_help_page_new (const char *name, GError **error)
{
  g_autofree char *file = g_strconcat (name, ".md", NULL);
  g_autofree char *path = g_build_filename (rs_help_get_folder (), file, NULL), *text = NULL;
  RsHelpPage *self;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  self = g_object_new (RS_TYPE_HELP_PAGE, NULL);
  panel_widget_set_id (PANEL_WIDGET (self), "help");
  panel_widget_set_title (PANEL_WIDGET (self), _ ("Introduction"));
  rs_help_text_set (self->view, text);
  return self;
}
